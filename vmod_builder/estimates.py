"""Ranks the estimated figures of a game by effect: first those on which a verdict depends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Final

from adjudicator.game.game_data import GameData
from adjudicator.game.game_map import GameMap
from adjudicator.game.hexes import Hex
from adjudicator.game.provenance import Figure, Source

__all__ = ["Effect", "ranked_estimates"]

_NEAR: Final = 3
"""The greatest distance from the fort and its minefields, in hexes, that counts as near it."""


class Effect(Enum):
    """The effects of estimated figures, the weightiest first."""

    RANGE = "range", "Ranges: who may fire, whose Fire Zone it is, who is In Command"
    MOVEMENT = "movement", "Movement Allowances: how far a unit gets"
    TROOP_QUALITY = "troop-quality", "Troop Quality: whether a check is passed"
    FORT = "fort", "The map in and near the fort"
    COMBAT = "combat", "Other ratings: what fire and assault add up to"
    TABLES = "tables", "Charts and points"
    MAP = "map", "The rest of the map"

    def __init__(self, id_: str, title: str) -> None:
        self.id = id_
        self.title = title


_RATINGS: Final[Mapping[str, Effect]] = {
    "range": Effect.RANGE,
    "command_range": Effect.RANGE,
    "movement": Effect.MOVEMENT,
    "movement_class": Effect.MOVEMENT,
    "troop_quality": Effect.TROOP_QUALITY,
}
"""The effects by the name of a figure of ``units.toml``; all others are ratings for combat."""
_OF_THE_FORT: Final = ("doors", "observation_posts", "areas")
"""The tables of ``map.toml`` whose rows are about the fort, whatever place they name."""


def ranked_estimates(game: GameData) -> dict[Effect, tuple[Figure, ...]]:
    """Return the estimated figures of a game by what they decide, the weightiest first; without empty groups.

    Figures of one name are put together, in the order of the files.
    """
    effect_of = _effects(game.map)
    groups: dict[Effect, list[Figure]] = {effect: [] for effect in Effect}
    for figure in game.figures:
        if figure.source is Source.ESTIMATED:
            groups[effect_of(figure)].append(figure)
    return {effect: _by_name(found) for effect, found in groups.items() if found}


def _by_name(figures: list[Figure]) -> tuple[Figure, ...]:
    order = {name: place for place, name in enumerate(dict.fromkeys(figure.name for figure in figures))}
    return tuple(sorted(figures, key=lambda figure: order[figure.name]))


def _effects(board: GameMap) -> Callable[[Figure], Effect]:
    """Return a function that gives the effect of a figure."""
    near = {str(place) for place in _near_the_fort(board)}

    def effect_of(figure: Figure) -> Effect:
        """Return what depends on a figure."""
        if figure.file == "units.toml":
            return _RATINGS.get(figure.name.rpartition(".")[2], Effect.COMBAT)
        if figure.file == "map.toml":
            return Effect.FORT if figure.row in near or figure.row.startswith(_OF_THE_FORT) else Effect.MAP
        return Effect.TABLES

    return effect_of


def _near_the_fort(board: GameMap) -> set[Hex]:
    """Return the hexes of the fort and its minefields, and those near them."""
    layout = board.layout
    found = {
        place for place, terrain in board.hexes.items()
        if terrain.fortified or board.terrains[terrain.terrain].minefield_level
    }  # fmt: skip
    for _ in range(_NEAR):
        found |= {other for place in found for other in layout.neighbours(place) if other in board.hexes}
    return found
