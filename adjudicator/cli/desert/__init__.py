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
    "bog": ("adjudicator.cli.desert.bog", "Tell the rolls that could stop a vehicle, with exact chances."),
    "dust": ("adjudicator.cli.desert.dust", "Tell how wind and rain change dust, turn by turn."),
    "fire": ("adjudicator.cli.desert.fire", "Tell what the desert adds to an attack, modifier by modifier."),
    "minefields": (
        "adjudicator.cli.desert.minefields",
        "Tell how many Dummy Minefield counters go with so many Known minefield factors.",
    ),
    "move": ("adjudicator.cli.desert.move", "Tell what a way costs hex by hex, and the rolls that could stop it."),
    "ordnance": (
        "adjudicator.cli.desert.ordnance",
        "List Italian ordnance: when and where it is available, how rare, what is special.",
    ),
    "overlays": (
        "adjudicator.cli.desert.overlays",
        "Draw and place overlays at random, with the rerolls that are called for.",
    ),
    "rules": (
        "adjudicator.cli.desert.rules",
        "Say in plain words what a paragraph says, and what was read where the scan is wrong.",
    ),
    "see": ("adjudicator.cli.desert.see", "Tell whether two units see each other past hillocks, dunes, deirs, wadis."),
    "vehicles": (
        "adjudicator.cli.desert.vehicles",
        "List Italian vehicles: when and where they are available, how rare, what is special.",
    ),
    "weather": (
        "adjudicator.cli.desert.weather",
        "Roll weather, time of day, EC, wind and dust, or tell their exact chances.",
    ),
    "words": ("adjudicator.cli.desert.words", "List the words that describe hexes, attacks and lines of sight."),
}
"""Each command's module and short help; tests hold the help against the command's own."""


@click.group(cls=LazyGroup, table=DESERT_COMMANDS, no_args_is_help=False)
def command() -> None:
    """Answer what the North Africa rules of the squad-level game say."""
