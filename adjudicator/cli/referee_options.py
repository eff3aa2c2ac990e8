"""The options that the commands which referee logs share, and what they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar

import click

from ..audit.audit import Audit
from ..report.safe_text import one_line
from ..report.wording import Wording
from ..rules.catalogue import UnknownRule, rule_catalogue
from ..rules.switches import HouseRules
from ..vassal.locations import locator_for
from ..vassal.module_definition import ModuleDefinition
from ..vassal.replay import Step
from ..vassal.saved_game import SavedGame
from ..vassal.table import placed_units
from ..viewing.viewer import Viewer
from .completion import TOML_FILE, complete_rules
from .options import watched
from .place_names import named_by_layout

__all__ = ["agreed", "patterns_option", "waive_option", "watching", "wording_of"]

F = TypeVar("F", bound=Callable[..., Any])

patterns_option = click.option(
    "--patterns", type=TOML_FILE, multiple=True, metavar="FILE.toml",
    help="More wordings of dice and turn lines; repeatable.",
)  # fmt: skip


def _waived(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> frozenset[str]:
    """Return the numbers of the rules that texts mean: with a whole its parts, as in the catalogue."""
    rules: set[str] = set()
    for value in values:
        try:
            rules |= {rule.number for rule in rule_catalogue().find(value)}
        except UnknownRule as error:
            raise click.BadParameter(f"there is no rule {one_line(value, 40)!r}{error.similar}") from None
    return frozenset(rules)


waive_option = click.option(
    "--waive", "waived", multiple=True, metavar="RULE", callback=_waived, shell_complete=complete_rules,
    help="A rule that both players waive, such as 4.3 or R6.18; repeatable.",
)  # fmt: skip


def agreed(house_rules: HouseRules, waived: frozenset[str]) -> HouseRules:
    """Return what the players agreed on: a file's house rules, and the rules that are waived as well."""
    return replace(house_rules, waived=house_rules.waived | waived)


def watching(game: SavedGame) -> Callable[[Iterable[Step]], Iterable[Step]]:
    """Return what shows on a terminal how far a file has been read."""
    return lambda steps: watched(steps, game.file, len(game.steps))


def wording_of(audit: Audit, module: ModuleDefinition | None, viewer: Viewer) -> Wording:
    """Return the words for the facts of a log, fit for a reader."""
    locator = named_by_layout(locator_for(audit.game, module, audit.start.boards), audit.game, audit.start)
    pieces = {**placed_units(audit.start), **placed_units(audit.end)}
    return Wording(locator, viewer, module.turn_trackers if module else (), pieces)
