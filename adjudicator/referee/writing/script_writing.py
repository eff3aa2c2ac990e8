"""A script in the notation written as logs: its actions with their dice, as players who do everything in its turn."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from ...game import play
from ...game.notation.set_up import set_up_differences
from ...game.play_json import action_type
from ...game.position import Position
from ...rules.rule_book import RuleBook
from ...rules.scripted import PlayedScript, ScriptedAction
from ...vassal.errors import BuildingError
from ...vassal.replay import Replay
from ...vassal.saved_game import SavedGame
from ...vassal.table import Table
from ..saved_position import saved_position
from .game_record import GameRecord, Seat
from .game_writer import GameWriter
from .manner import PLAIN, Manner
from .play_kit import PlayKit
from .set_up_save import set_up_save

__all__ = ["CannotBeWritten", "first_not_written", "write_script"]

_NOT_WRITTEN: Final = frozenset({
    play.Weather, play.Airpower, play.Supply, play.LeaveMap, play.CarryOutEvent, play.WithdrawalRoll, play.BreakOut,
})  # fmt: skip
"""Actions of which a log that is written shows nothing."""


class CannotBeWritten(BuildingError):
    """A script has an action that no log can be written of."""


def first_not_written(actions: Sequence[ScriptedAction]) -> ScriptedAction | None:
    """Return the first action of which a log that is written would show nothing, None if there is none."""
    return next((each for each in actions if type(each.action) in _NOT_WRITTEN), None)


def write_script(
    kit: PlayKit, book: RuleBook, start: SavedGame, played: PlayedScript, *, by_mail: bool = False, file: str = ""
) -> tuple[SavedGame, ...]:
    """Return the logs of a script: one, or *by_mail* one for each change of hands.

    *start* is what they begin with, a save of the game's own module or a log (its end); counters that the script sets
    up elsewhere are put there before. Raises :class:`CannotBeWritten` and BuildingError; *file* names the script.
    """
    refused = first_not_written(played.actions)
    if refused is not None:
        problem = f"no log can be written of the action {action_type(refused.action)} yet"
        raise CannotBeWritten(problem, file=file, place=f"line {refused.line}")
    table = _end_of(start)
    begins = _set_up(kit, book, start, table, played.start)
    record = GameRecord(kit, begins, _seats(kit, table, played), on_line=not by_mail)
    writer = GameWriter(kit, book, record, Manner(PLAIN, Random(0)))  # noqa: S311 - nothing is drawn
    for each in played.actions:
        record.hands(each.side or record.side)
        writer.write(each.before, each.action)
    writer.finish()
    return record.files


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
    """Return a player for each side, the one who has it already if there is one; who begins comes first."""
    sides = kit.game.sides
    first = next((each.side for each in played.actions if each.side), "")
    taken = {entry.side: Seat(entry.id, entry.name, entry.side) for entry in table.players.values()}
    return {
        side: taken.get(sides[side].name) or Seat(f"{side}-player", sides[side].name, sides[side].name)
        for side in sorted(sides, key=lambda each: each != first)
    }
