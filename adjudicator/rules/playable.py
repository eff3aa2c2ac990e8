"""The check that a game's data have all that the rules read: its ground, rows for its terrain, sights and weapons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..game.errors import GameDataError
from ..game.game_data import GameData
from .exclusive_rules import ExclusiveRules
from .rule_sets import exclusive_rules
from .standing import victory_kinds

__all__ = ["check_playable"]

_FILE: Final = "charts.toml"
_OWN_CHARTS: Final = ("terrain-costs", "line-of-sight")
"""The charts that the series leaves to its games."""
_CLASSES: Final = ("leg", "wheeled", "tracked")


def check_playable(game: GameData) -> ExclusiveRules:
    """Return a game's exclusive rules. Raises :class:`GameDataError` if something that the rules need is missing."""
    rules = exclusive_rules(game)
    if not game.scenarios:
        raise GameDataError("a game without a scenario cannot be judged", found=game.name, expected="scenario_1.toml")
    _check_victories(game)
    for chart in _OWN_CHARTS:
        if chart not in game.charts:
            raise GameDataError("the rules need a chart that the game does not have", file=_FILE, expected=chart)
    for chart, row, column in _needed(game):
        found = next((each for each in game.charts[chart].rows if each.key == row), None)
        if found is None:
            raise GameDataError(
                "the rules need a row that the chart does not have", file=_FILE, place=chart, expected=row
            )
        if column and column not in found.cells:
            place = f"{chart}, row {row}"
            raise GameDataError("the rules need a column that the chart does not have", file=_FILE, place=place,
                                expected=column)  # fmt: skip
    return rules


def _check_victories(game: GameData) -> None:
    known = victory_kinds(game)
    for scenario in game.scenarios.values():
        if scenario.victory.kind not in known:
            raise GameDataError(
                "the rules of this game know no such kind of victory", file=f"scenario_{scenario.number}.toml",
                place="victory, key kind", found=scenario.victory.kind, expected=", ".join(sorted(known)),
            )  # fmt: skip


def _needed(game: GameData) -> Iterator[tuple[str, str, str]]:
    """Yield the rows of charts that the game's own data call for, and their columns."""
    classes = {
        ratings.movement_class for unit in game.units.values() for ratings in (unit.ratings, unit.mounted) if ratings
    }
    for terrain in game.map.terrains.values():
        for each in _CLASSES:
            if each in classes:
                yield "terrain-costs", terrain.id, each
                yield "terrain-costs", terrain.id, f"{each}_column"
        if terrain.minefield_level:
            yield "minefields", terrain.id, "suppressed"
    if game.map.trails:
        yield "terrain-costs", "trail", ""
    yield "line-of-sight", "day", "range"
    yield "line-of-sight", "day", "observation_post"
    for weapon in game.weapons:
        yield "weapon-modes", weapon, ""
        yield "combat-results-armoured", weapon, ""
        yield "combat-results-unarmoured", weapon, ""
