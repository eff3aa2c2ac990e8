"""Minefields and their doors: the density of a hex's mines for a side, and the roll of a unit driving in (NQoS 4.3)."""

from __future__ import annotations

from collections.abc import Mapping

from ...game.game_map import GameMap, Terrain
from ...game.hexes import Hex
from ...game.play import RollPurpose
from ...game.position import Position
from ..judgement import Judgement
from ..rule_book import RuleBook
from ..rule_sets import exclusive_rules
from ..ruling import Resolution
from .results import suppress

__all__ = [
    "MINED",
    "enters_minefield",
    "ground",
    "mine_level",
    "minefield_roll",
    "printed_level",
    "rolls_for_mines",
    "terrain_for",
]

MINED = frozenset({"wheeled", "tracked"})
"""The movement classes that mines can stop; leg units never roll."""

_CHART = "minefields"


def printed_level(position: Position, place: Hex) -> int:
    """Return the minefield level that the map prints in a hex: 0 none, 1 light, 2 heavy (NQoS 4.3)."""
    game_map = position.game.map
    terrain = game_map.hexes.get(place)
    return game_map.terrains[terrain.terrain].minefield_level if terrain else 0


def mine_level(position: Position, place: Hex, side: str = "") -> int:
    """Return the minefield level of a hex as it is now, for a side if one is named.

    Engineers change it (NQoS 4.3.2). A side may know a way through the mines of some hexes.
    """
    if side and exclusive_rules(position.game).has_open_mines(position, place, side):
        return 0
    level = position.mines.get(place)
    return printed_level(position, place) if level is None else level


def terrain_for(position: Position, place: Hex, side: str) -> Terrain:
    """Return the terrain of a hex of the map for a side as the mines are now (NQoS 4.3, 4.3.1, 4.3.2)."""
    game_map = position.game.map
    changed = exclusive_rules(position.game).terrain(position, place, side)
    if changed is not None:
        return changed
    printed = game_map.terrains[game_map.hexes[place].terrain]
    level = mine_level(position, place, side)
    return printed if level == printed.minefield_level else _by_level(game_map, level)


def _by_level(game_map: GameMap, level: int) -> Terrain:
    return next(terrain for terrain in game_map.terrains.values() if terrain.minefield_level == level)


class _Ground(dict[Hex, tuple[str, bool]]):
    """Each hex's terrain for a side, and whether it is mined for it: looked up when it is first asked for."""

    def __init__(self, position: Position, side: str) -> None:
        super().__init__()
        self._position, self._side = position, side

    def __missing__(self, place: Hex) -> tuple[str, bool]:
        """Look up the terrain of a hex."""
        position, side = self._position, self._side
        found = self[place] = terrain_for(position, place, side).id, mine_level(position, place, side) > 0
        return found


class _KnownGround(dict[tuple[str, frozenset[tuple[Hex, int]]], _Ground]):
    """The terrain of the hexes by side and mines, which seldom change in a game."""

    def __init__(self, _book: RuleBook) -> None:
        super().__init__()


def ground(position: Position, book: RuleBook, side: str) -> Mapping[Hex, tuple[str, bool]]:
    """Return the terrain of each hex of the map for a side, and whether it is mined for it, as the mines are now."""
    known, key = book.memory(_KnownGround), (side, frozenset(position.mines.items()))
    if key not in known:
        known[key] = _Ground(position, side)
    return known[key]


def enters_minefield(position: Position, unit: str, place: Hex) -> bool:
    """Return whether a unit that enters or assaults into a hex goes into a minefield.

    Opportunity Fire at it has +1 then, whatever its class (NQoS 4.3).
    """
    return mine_level(position, place, position.side(unit)) > 0


def rolls_for_mines(position: Position, unit: str, place: Hex) -> bool:
    """Return whether a unit rolls for the mines of a hex: wheeled and tracked ones do, leg ones never (NQoS 4.3)."""
    return position.ratings(unit).movement_class in MINED and enters_minefield(position, unit, place)


def minefield_roll(judgement: Judgement, unit: str, place: Hex) -> bool:
    """Roll for the mines of a hex that a unit is about to enter or assault, and return whether it gets in (NQoS 4.3).

    A unit that the mines stop is Suppressed where it is, and cannot take a Cohesion Hit instead.
    """
    row = terrain_for(judgement.position, place, judgement.side(unit)).id
    outcomes = _outcomes(judgement.book, row)
    die, stopped = judgement.roll(RollPurpose.MINEFIELD, unit, outcomes)
    highest = max((face for face in range(10) if outcomes[face]), default=0)
    judgement.resolved(
        Resolution(
            purpose=RollPurpose.MINEFIELD,
            unit=unit,
            target="",
            base=highest,
            modifiers=(),
            rating=highest,
            die=die,
            result="S" if stopped else "pass",
            rule=judgement.book.rule(_CHART, row),
        )
    )
    if stopped:
        suppress(judgement, unit)
    return not stopped


def _outcomes(book: RuleBook, row: str) -> tuple[bool, ...]:
    """Return for each face whether the mines Suppress."""
    band = book.band(_CHART, row, "suppressed")
    return tuple(face in band for face in range(10))
