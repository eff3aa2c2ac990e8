"""A set-up as a save of our own module: the module's predefined set-up, with its counters placed elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..game.position import Position
from ..module_layout.saved_position import saved_position
from ..rules.rule_book import RuleBook
from ..vassal.building import PositionBuilder, saved_game
from ..vassal.log_building import LogBuilder
from ..vassal.properties import piece_properties
from ..vassal.replay import Replay
from ..vassal.saved_game import MODULE_ENTRY, SavedGame
from .game_record import GameRecord, Seat
from .game_writer import GameWriter
from .module_kit import PlayKit
from .play_styles import PLAIN, StyledPlay
from .position_diff_actions import consequences
from .table_actions import Drag, TableAction

__all__ = ["set_up_save"]

_FIRST_ID = 1_794_000_000_000
"""The number from which the ids of new pieces, and the file's date, are counted."""
_ENGINE = "3.7.26"
_MOVED = "markmoved"
"""The trait that shows that a piece was moved."""


def set_up_save(kit: PlayKit, book: RuleBook, start: SavedGame, position: Position) -> SavedGame:
    """Return the save of a set-up: *start* is the module's predefined one of the same scenario.

    The save has no seats, and nothing shows that counters were moved. Raises :class:`NotThisGame` if *start* is none
    of this game's setups, :class:`BuildingError` if the set-up has counters that it lacks.
    """
    shown = saved_position(Replay(start).table, kit.game, scenario=position.scenario, file=start.file).position
    side = next(iter(kit.game.sides))
    seat = Seat("set-up", "Set-up", kit.game.sides[side].name)
    record = GameRecord(kit, start, {side: seat}, on_line=True)
    GameWriter(kit, book, record, StyledPlay(PLAIN)).do(_one_by_one(consequences(shown, position)))
    _forget_moves(record.log)
    builder = PositionBuilder.after(Replay(start), first_id=_FIRST_ID, prototypes=kit.prototypes)
    builder.table = record.log.table.copy()
    builder.table.players.clear()
    return saved_game(
        builder.tree(), start.entries[MODULE_ENTRY], date_saved=_FIRST_ID, vassal_version=_ENGINE,
        comment=f"{kit.game.name}, scenario {position.scenario}", limits=start.limits,
    )  # fmt: skip


def _forget_moves(log: LogBuilder) -> None:
    """Take the marks of moving off all pieces."""
    for piece in tuple(log.table.units()):
        if piece_properties(piece).get("Moved") == "true":
            log.change(piece.id, _MOVED, "false")


def _one_by_one(what: Iterable[TableAction]) -> Iterator[TableAction]:
    """Yield acts with each counter dragged by itself, however the counters are stacked meanwhile."""
    for act in what:
        if isinstance(act, Drag):
            yield from (Drag((counter,), act.to) for counter in act.counters)
        else:
            yield act
