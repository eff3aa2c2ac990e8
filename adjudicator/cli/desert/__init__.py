"""``adjudicator desert``: the North Africa rules of the squad-level game, one file a command."""

from __future__ import annotations

import click

from ..main import LazyGroup

__all__ = ["DESERT_COMMANDS", "command"]

DESERT_COMMANDS = {
    "ask": (
        "adjudicator.cli.desert.ask",
        "Answer yes, no or a modifier: entrenching, routing, mines, sangars, crests and more.",
    ),
    "bog": ("adjudicator.cli.desert.bog", "List the rolls that could bog a vehicle, with exact odds."),
    "dust": ("adjudicator.cli.desert.dust", "Track dust through wind and rain, turn by turn."),
    "fire": ("adjudicator.cli.desert.fire", "List the desert modifiers of an attack."),
    "minefields": (
        "adjudicator.cli.desert.minefields",
        "Count the Dummy Minefield counters for N Known minefield factors.",
    ),
    "move": ("adjudicator.cli.desert.move", "Compute the cost of a move hex by hex, and the rolls that could stop it."),
    "ordnance": (
        "adjudicator.cli.desert.ordnance",
        "List Italian ordnance: when and where it is available, how rare, what is special.",
    ),
    "overlays": (
        "adjudicator.cli.desert.overlays",
        "Draw and place overlays at random, rerolls included.",
    ),
    "rules": (
        "adjudicator.cli.desert.rules",
        "Explain a paragraph, with the errors of the scan corrected.",
    ),
    "see": ("adjudicator.cli.desert.see", "Check the line of sight past hillocks, dunes, deirs and wadis."),
    "vehicles": (
        "adjudicator.cli.desert.vehicles",
        "List Italian vehicles: when and where they are available, how rare, what is special.",
    ),
    "weather": (
        "adjudicator.cli.desert.weather",
        "Roll weather, time of day, EC, wind and dust, or compute the odds.",
    ),
    "words": ("adjudicator.cli.desert.words", "List the words that describe hexes, attacks and lines of sight."),
}
"""Each command's module and short help; tests hold the help against the command's own."""


@click.group(cls=LazyGroup, table=DESERT_COMMANDS, no_args_is_help=False)
def command() -> None:
    """Look up the North Africa rules of the squad-level game."""
