"""Short games as text, written as logs of our own module and refereed: what the cases of the referee are made of.

How a line is written is told at the head of ``adjudicator/recording/table_script.py``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Final

from adjudicator.audit.dice import load_patterns
from adjudicator.game.arrival_times import arrival_group
from adjudicator.game.position import Position, Status, UnitState
from adjudicator.module_layout.saved_position import saved_position
from adjudicator.recording.game_record import GameRecord
from adjudicator.recording.game_writer import GameWriter
from adjudicator.recording.play_styles import PLAIN, StyledPlay
from adjudicator.recording.set_up_save import set_up_save
from adjudicator.recording.table_script import TableScript
from adjudicator.referee.entries.entry import Entry, RefereedGame
from adjudicator.referee.pipeline import ReadGame, no_logs_read, referee_game
from adjudicator.report.entries_text import entry_words
from adjudicator.rules.rule_book import RuleBook
from adjudicator.vassal.replay import Replay
from adjudicator.vassal.saved_game import SavedGame
from adjudicator.viewing.viewer import Viewer
from tests.random_play import agreed_book
from tests.self_play import play_kit, seats, setup
from tests.support.rule_cases import build_position, built_in_game

__all__ = ["entry_line", "no_logs", "owed_line", "play", "referee"]

_REFEREE: Final = Viewer(referee=True)


def start_save(scenario: int, start: Mapping[str, Any] | None) -> SavedGame:
    """Return the setup of a scenario, changed by the keys of a position as in ``rule_cases.py``.

    With ``others = "gone"`` reinforcements that are not named there have come and been eliminated.
    """
    return _start_save(scenario, json.dumps(start)) if start else setup(scenario)


@cache
def _start_save(scenario: int, start: str) -> SavedGame:
    """Return the setup of a scenario as JSON changes it: many cases share one."""
    predefined, keys = setup(scenario), json.loads(start)
    position = saved_position(Replay(predefined).table, built_in_game(), scenario=scenario).position
    if keys.pop("others", "") == "gone":
        position = _without_reinforcements(position)
    return set_up_save(play_kit(), agreed_book(), predefined, build_position(keys, position))


def _without_reinforcements(position: Position) -> Position:
    """Return a position in which no reinforcement is to come."""
    units = {
        unit: UnitState(Status.ELIMINATED) if arrival_group(position, unit) is not None else state
        for unit, state in position.units.items()
    }
    return position.after(units=units)


@cache
def _table_script() -> TableScript:
    return TableScript(play_kit())


def play(
    lines: Iterable[str], *, scenario: int = 1, on_line: bool = True, start: Mapping[str, Any] | None = None,
    files: Sequence[SavedGame] = (),
) -> tuple[SavedGame, ...]:  # fmt: skip
    """Return the logs of a game that was played so, from the setup of a scenario or as *start* changes it.

    *files* are its first logs, if they have been written.
    """
    record = GameRecord(play_kit(), start_save(scenario, start), seats(), on_line=on_line, files=files)
    writer = GameWriter(play_kit(), agreed_book(), record, StyledPlay(PLAIN, Random(0)))  # noqa: S311
    _table_script().play(lines, writer)
    writer.finish()
    return record.files


def referee(files: Iterable[SavedGame], book: RuleBook | None = None) -> RefereedGame:
    """Return what the referee says of logs."""
    return referee_game(tuple(files), book or agreed_book(), load_patterns(()))


def no_logs(first: SavedGame) -> ReadGame:
    """Return a game of which no log is read yet, for those who referee some of its logs with others after them."""
    return no_logs_read(first, agreed_book(), load_patterns(()))


def entry_line(entry: Entry) -> str:
    """Return an entry as one line: its verdict, what was done, the rules and names of its findings."""
    what = f"{entry.kind.value} {_called(entry)}"
    if entry.action is not None:
        what = entry_words(entry, _REFEREE)
    found = "; ".join(f"{finding.rule} {finding.name}" for finding in entry.findings)
    return f"{entry.verdict.value}: {what.strip()}" + (f" | {found}" if found else "")


def _called(entry: Entry) -> str:
    return built_in_game().units[entry.unit].name if entry.unit else ""


def owed_line(game: RefereedGame) -> Iterator[str]:
    """Yield what is owed, a line each."""
    return (f"{owed.kind.value} {owed.side}: {owed.text} | {owed.rule}" for owed in game.owed)
