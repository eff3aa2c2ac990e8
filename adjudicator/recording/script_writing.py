"""A script in the notation written as logs: its actions with their dice, as players who do everything in its turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from random import Random
from typing import Any

from ..game.nameless_units import is_nameless_id
from ..game.notation.set_up import set_up_differences
from ..game.position import Position
from ..module_layout.saved_position import saved_position
from ..rules.rule_book import RuleBook
from ..rules.script_runner import PlayedScript
from ..vassal.replay import Replay
from ..vassal.saved_game import SavedGame
from ..vassal.table import Table
from ..viewing.hidden_units import HiddenUnits
from .game_record import GameRecord, Seat
from .game_writer import GameWriter
from .module_kit import PlayKit
from .play_styles import PLAIN, StyledPlay
from .scripts import script
from .set_up_save import set_up_save
from .table_actions import TableAction
from .turn_sequence import side_of

__all__ = ["write_script"]


def write_script(
    kit: PlayKit, book: RuleBook, start: SavedGame, played: PlayedScript, *, by_mail: bool = False,
    hidden: HiddenUnits | None = None,
) -> tuple[SavedGame, ...]:  # fmt: skip
    """Return the logs of a script: one, or *by_mail* one for each change of hands.

    *start* is what the logs begin with, a save of the game's own module or a log (its end); counters the script sets
    up elsewhere are put there before. *hidden* are units of the start that the script's writer does not know: what he
    does to one of them is done to its counter. Raises BuildingError.
    """
    table = _end_of(start)
    first = hidden.true_position(played.start) if hidden else played.start
    begins = _set_up(kit, RuleBook(kit.game, book.house_rules), start, table, first)
    record = GameRecord(kit, begins, _seats(kit, table, played), on_line=not by_mail)
    writer = GameWriter(kit, book, record, StyledPlay(PLAIN, Random(0)))  # noqa: S311 - nothing is drawn
    for each in played.actions:
        record.hands(each.side or record.side)
        acts = script(each.before, each.action, book)
        writer.write_acts(_of_true_units(acts, hidden), side_of(each.before, each.action))
    writer.finish()
    return record.files


def _of_true_units(acts: Iterable[TableAction], hidden: HiddenUnits | None) -> Iterator[TableAction]:
    """Yield acts with the units that have counters."""
    for act in acts:
        yield act if hidden is None else replace(act, **dict(_true_units(act, hidden)))


def _true_units(act: TableAction, hidden: HiddenUnits) -> Iterator[tuple[str, Any]]:
    """Yield the fields of an act that hold nameless units, with the true units instead."""
    for each in fields(act):
        value = getattr(act, each.name)
        if isinstance(value, str) and is_nameless_id(value):
            yield each.name, hidden.true_unit(value)
        elif isinstance(value, tuple) and all(isinstance(name, str) for name in value):
            yield each.name, tuple(map(hidden.true_unit, value))


def _end_of(start: SavedGame) -> Table:
    """Return the table with which a save, or a log, ends."""
    replay = Replay(start)
    replay.steps()
    return replay.table


def _set_up(kit: PlayKit, book: RuleBook, start: SavedGame, table: Table, position: Position) -> SavedGame:
    """Return *start* with its counters where a position has them."""
    shown = saved_position(table, kit.game, scenario=position.scenario, file=start.file).position
    return set_up_save(kit, book, start, position) if any(set_up_differences(shown, position)) else start


def _seats(kit: PlayKit, table: Table, played: PlayedScript) -> dict[str, Seat]:
    """Return a player for each side, the one already seated there if any; the player who begins comes first."""
    sides = kit.game.sides
    first = next((each.side for each in played.actions if each.side), "")
    taken = {entry.side: Seat(entry.id, entry.name, entry.side) for entry in table.players.values()}
    return {
        side: taken.get(sides[side].name) or Seat(f"{side}-player", sides[side].name, sides[side].name)
        for side in sorted(sides, key=lambda each: each != first)
    }
