"""The parts of a module that setups need as well: its slots, prototypes, mug and metadata."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from adjudicator.drawing.counters import COUNTER_SIZE
from adjudicator.game.game_data import GameData
from adjudicator.vassal.metadata import Metadata, Text, build_metadata

from .chit_pieces import CHIT_PROTOTYPE, chit_definition, chit_key, chit_prototype
from .marker_pieces import MARKER_PROTOTYPE, marker_definition, marker_key, marker_prototype
from .palette import PaletteSlot
from .piece_ids import PieceIds
from .prototypes import prototype_text
from .unit_pieces import CounterPiece, counter_pieces

__all__ = ["VASSAL_VERSION", "ModulePlan", "piece_keys", "plan_module"]

VASSAL_VERSION = "3.7.0"
"""The oldest VASSAL that the module is for; a newer one opens it without a warning."""
_SAVED = "1767225600000"
"""The time at which modules and their setups say that they were saved, in milliseconds since 1970: always the first day
of 2026, for the same data give the same bytes."""
_SIZE = (COUNTER_SIZE, COUNTER_SIZE)


@dataclass(frozen=True, slots=True)
class ModulePlan:
    """The parts of a module, before it is written."""

    ids: PieceIds
    """The lock file with all pieces of the game in it."""
    slots: Mapping[str, PaletteSlot]
    """The slots of the palette by the pieces' keys."""
    prototypes: Mapping[str, str]
    """The prototypes' definitions by name."""
    module_data: bytes
    """The metadata entry of the module; saves hold it, too."""


def piece_keys(game: GameData) -> tuple[str, ...]:
    """Return the keys of all pieces of a game in the order of the data."""
    return (
        *(piece.key for piece in counter_pieces(game)),
        *map(chit_key, game.chits.values()),
        *map(marker_key, game.markers.values()),
    )


def plan_module(game: GameData, ids: PieceIds) -> ModulePlan:
    """Return the plan of a game's module; pieces that are not in the lock file yet get new ids.

    Raises GameDataError where the game's actions cannot be a counter's menu.
    """
    ids = ids.extended(piece_keys(game))
    counters = counter_pieces(game)
    slots = {slot.key: slot for slot in _slots(game, ids, counters)}
    return ModulePlan(ids, slots, _prototypes(counters), _module_data(game))


def _slots(game: GameData, ids: PieceIds, counters: tuple[CounterPiece, ...]) -> Iterator[PaletteSlot]:
    for piece in counters:
        yield PaletteSlot(piece.key, piece.name, ids[piece.key], piece.definition(ids[piece.key]), _SIZE)
    for chit in game.chits.values():
        key = chit_key(chit)
        yield PaletteSlot(key, chit.name, ids[key], chit_definition(game, chit, ids[key]), _SIZE)
    for marker in game.markers.values():
        key = marker_key(marker)
        yield PaletteSlot(key, marker.name, ids[key], marker_definition(game, marker, ids[key]), _SIZE)


def _prototypes(counters: tuple[CounterPiece, ...]) -> Mapping[str, str]:
    behaviours = {piece.behaviour.name: piece.behaviour for piece in counters}
    texts = {name: prototype_text(behaviour) for name, behaviour in sorted(behaviours.items())}
    return {**texts, CHIT_PROTOTYPE: chit_prototype(), MARKER_PROTOTYPE: marker_prototype()}


def _module_data(game: GameData) -> bytes:
    return build_metadata(Metadata(game.version, VASSAL_VERSION, _SAVED, (Text(game.description),), (Text(game.name),)))
