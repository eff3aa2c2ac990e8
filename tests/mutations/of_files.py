"""Mutations of the files: logs cut, begun anew or from an older state, edited between two mails or step by step."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

from adjudicator.game import play
from adjudicator.game.hexes import Hex
from adjudicator.game.position import Position
from adjudicator.recording.game_record import GameRecord
from adjudicator.recording.game_writer import GameWriter
from adjudicator.recording.play_styles import StyledPlay
from adjudicator.recording.scripts import script
from adjudicator.recording.table_actions import Drag, SetPoints, SetState, TableAction
from adjudicator.rules.judge import judge
from adjudicator.vassal.saved_game import SavedGame
from adjudicator.vassal.stream import Group, Leaf, Node, encode_stream, leaves, map_leaves
from tests.mutations.planting import Expected, Kind, Moment, Plan, Planted, book
from tests.mutations.telling import Way, begun, expect, on_map
from tests.self_play import play_kit, seats, setup

__all__ = ["FILES"]

_BETWEEN: Final = "changed-between-files"
_DIE_LINE: Final = re.compile(r"(\*\*\* 1d10 = )(\d)( \*\*\*)")
_DIE_RECORD: Final = re.compile(r"(1d10_result\t[^\t]*\t)(\d)(?=\tModule)")
_MOVED: Final = "LOG\tM/"
_SAID: Final = "LOG\tCHAT&lt;Anna&gt; - Let me do this differently."


def _next_mail(moment: Moment) -> bool:
    """Return whether the next action is another player's than the last one, by mail: a new log begins with it."""
    if moment.on_line or not moment.past or not begun(moment):
        return False
    sides = [moment.position.side(getattr(a, "unit", "")) if getattr(a, "unit", "") else ""
             for a in (moment.past[-1][1], moment.action)]  # fmt: skip
    return sides[0] != sides[1] and "" not in sides


# edited between two mails


def _edited(change: Callable[[Moment], tuple[tuple[TableAction, ...], Position] | None], rule: str) -> Way:
    """Return what changes a save between two mails: the next log begins where nobody's log ended."""

    def way(moment: Moment) -> Plan | None:
        changed = change(moment) if _next_mail(moment) else None
        if changed is None:
            return None

        def edit(writer: GameWriter) -> None:
            record = writer.record
            record.end_log()
            secret = GameRecord(play_kit(), record.files[-1], seats())
            GameWriter(play_kit(), book(), secret, StyledPlay()).do(changed[0])
            secret.end_log()
            record.go_on_from(secret.files[-1])

        expected: tuple[Expected, ...] = ((rule, _BETWEEN), ("", "not-continued"))
        return Plan((edit,), changed[1], expected, files=None)

    return way


def _unit_moved(moment: Moment) -> Any:
    for unit in on_map(moment.position):
        place = moment.position.units[unit].place
        led = any(state.place == place for state in moment.position.leaders.values())
        if isinstance(place, Hex) and not led:
            ends = [end for end in sorted(moment.book.grid.neighbours(place)) if not moment.position.units_in(end)]
            if ends:
                return (Drag((unit,), ends[0]),), moment.position.with_unit(unit, place=ends[0])
    return None


def _state_changed(moment: Moment) -> Any:
    hit = (u for u in on_map(moment.position) if moment.position.units[u].cohesion == 1)
    unit = next(hit, "")
    return ((SetState(unit, "cohesion", 0),), moment.position.with_unit(unit, cohesion=0)) if unit else None


def _points_changed(moment: Moment) -> Any:
    division, points = next(iter(moment.position.points.items()))
    return (SetPoints(division, "command", points.command + 2),), moment.position.with_points(division, command=2)


# begun from elsewhere


def _older(moment: Moment) -> Plan | None:
    """Begin a log where the one before the last had ended."""
    if not _next_mail(moment):
        return None

    def go_back(writer: GameWriter) -> None:
        writer.record.end_log()
        writer.record.go_on_from((setup(1), *writer.record.files)[-2])

    return Plan((go_back,), moment.position, (("", "fork"),))


def _altered(change: Callable[[tuple[SavedGame, ...], Planted], tuple[SavedGame, ...]], *expected: Expected,
             wanted: Callable[[Moment], bool], or_else: tuple[Expected, ...] = ()) -> Way:  # fmt: skip
    """Return what plays the next action as it is, and alters the files afterwards."""

    def way(moment: Moment) -> Plan | None:
        ruling = judge(moment.position, moment.action, moment.book)
        if ruling.after is None or not ruling.legal or not wanted(moment):
            return None
        unit = getattr(moment.action, "unit", "")
        acts = script(moment.position, moment.action, moment.book)
        side = moment.position.side(unit) if unit else ""
        return Plan((*acts, _nothing), ruling.after, expected, side, or_else, files=change)

    return way


def _nothing(_writer: GameWriter) -> None:
    """Do nothing: what is done with it is done as it stands."""


def _with_steps(file: SavedGame, steps: Iterable[Node]) -> SavedGame:
    """Return a log with other steps."""
    return file.with_text(encode_stream(Group((*file.tokens[: file.position_end], *steps))))


def _steps(file: SavedGame) -> tuple[Node, ...]:
    return tuple(file.tokens[file.position_end :])


def _in_log(
    change: Callable[[SavedGame, int, int], tuple[SavedGame, ...]],
) -> Callable[[tuple[SavedGame, ...], Planted], tuple[SavedGame, ...]]:
    """Return what replaces the log of a mutation by others: it is given the numbers of the first and the last step."""

    def altered(files: tuple[SavedGame, ...], planted: Planted) -> tuple[SavedGame, ...]:
        log, first = planted.first
        last = planted.last[1] if planted.last[0] == log else len(_steps(files[log]))
        return (*files[:log], *change(files[log], first, last), *files[log + 1 :])

    return altered


def _cut(file: SavedGame, first: int, _last: int) -> tuple[SavedGame, ...]:
    return (_with_steps(file, _steps(file)[: first - 1]),)


def _omitted(_file: SavedGame, _first: int, _last: int) -> tuple[SavedGame, ...]:
    return ()


def _begun_anew(file: SavedGame, _first: int, last: int) -> tuple[SavedGame, ...]:
    """Return the log up to the last step but one, something else after it, and then the log itself."""
    return _with_steps(file, (*_steps(file)[: last - 1], Leaf(_SAID))), file


def _step_out(wanted: Callable[[Leaf], bool]) -> Callable[[SavedGame, int, int], tuple[SavedGame, ...]]:
    """Return what takes the first step out of a log that has a command like that."""

    def change(file: SavedGame, first: int, last: int) -> tuple[SavedGame, ...]:
        steps = _steps(file)
        at = next(n for n in range(first - 1, last) if any(wanted(leaf) for leaf in leaves(steps[n])))
        return (_with_steps(file, (*steps[:at], *steps[at + 1 :])),)

    return change


def _exchanged(old: Leaf, new: Leaf, each: Leaf) -> Leaf:
    return new if each is old else each


def _leaf_changed(change: Callable[[str], str]) -> Callable[[SavedGame, int, int], tuple[SavedGame, ...]]:
    """Return what changes the text of the first command of the steps that it changes at all."""

    def altered(file: SavedGame, first: int, last: int) -> tuple[SavedGame, ...]:
        steps, done = list(_steps(file)), False
        for at in range(first - 1, last):
            for leaf in leaves(steps[at]):
                if not done and change(leaf.text) != leaf.text:
                    done = True
                    steps[at] = map_leaves(steps[at], partial(_exchanged, leaf, Leaf(change(leaf.text))))
        assert done
        return (_with_steps(file, steps),)

    return altered


def _other_face(text: str) -> str:
    """Return the line of a die with another result."""
    return _DIE_LINE.sub(lambda found: f"{found[1]}{(int(found[2]) + 3) % 10}{found[3]}", text)


def _other_record(text: str) -> str:
    """Return the record of a die with another result."""
    return _DIE_RECORD.sub(lambda found: f"{found[1]}{(int(found[2]) + 3) % 10}", text)


def _no_line(text: str) -> str:
    return "" if _DIE_LINE.search(text) else text


def _is_die(leaf: Leaf) -> bool:
    return bool(_DIE_LINE.search(leaf.text))


def _is_drag(leaf: Leaf) -> bool:
    return leaf.text.startswith(_MOVED)


def _one_die(moment: Moment) -> bool:
    """Return whether the next action is a rally with one die: nothing else hangs on that."""
    return isinstance(moment.action, play.Rally) and [r.die for r in moment.action.rolls] != [None]


def _moves_on(moment: Moment) -> bool:
    move = moment.action
    return isinstance(move, play.Move) and not any(step.rolls for step in move.steps) and not move.rolls


def _by_mail(wanted: Callable[[Moment], bool]) -> Callable[[Moment], bool]:
    return lambda moment: not moment.on_line and wanted(moment)


FILES: tuple[Kind, ...] = (
    Kind("unit moved between mails", "a unit is moved in the save between two logs", _edited(_unit_moved, "GTS R7.3")),
    Kind("state changed between mails", "a Cohesion Hit is taken off in the save between two logs",
         _edited(_state_changed, "GTS R9.18")),
    Kind("points changed between mails", "Command Points are changed in the save between two logs",
         _edited(_points_changed, "GTS R6.11")),
    Kind("older state", "a log begins where the log before the last one had begun", _older),
    Kind("log cut", "the last steps of a log are cut off",
         _altered(_in_log(_cut), ("", "not-continued"), wanted=_by_mail(_moves_on))),
    Kind("log left out", "a log is not handed in",
         _altered(_in_log(_omitted), ("", "not-continued"), wanted=_by_mail(_moves_on))),
    Kind("log begun anew", "a log that was handed in is played anew from its beginning",
         _altered(_in_log(_begun_anew), ("", "fork"), wanted=_by_mail(_moves_on))),
    Kind("log begun anew unseen", "a log is played several times, and only the best one is handed in", None,
         "the file handed in is whole, and nothing in it tells of others"),
    Kind("line of a die changed", "the line of a die in the chat shows another face than its record",
         _altered(_in_log(_leaf_changed(_other_face)), ("", "dice-disagree"), wanted=_one_die)),
    Kind("record of a die changed", "the record of a die shows another face than its line in the chat",
         _altered(_in_log(_leaf_changed(_other_record)), ("", "dice-disagree"), wanted=_one_die)),
    Kind("line of a die taken out", "the line of a die in the chat is taken out",
         _altered(_in_log(_leaf_changed(_no_line)), ("", "roll-half-told"), wanted=_one_die)),
    Kind("die changed in both", "the line and the record of a die are changed alike", None,
         "only the dice server or a second log of the same session could tell; what follows from the die fits it"),
    Kind("roll taken out", "the step of a roll is taken out of the log",
         _altered(_in_log(_step_out(_is_die)), ("", "roll-missing"), wanted=_one_die,
                  or_else=(expect("roll-left-out", "GTS R13.1"),)),
         follows=40, why_else="without the words of the roll, it is a roll that was never made"),
    Kind("drag taken out", "the step of a drag is taken out of the log",
         _altered(_in_log(_step_out(_is_drag)), ("", "contradiction"), wanted=_moves_on,
                  or_else=(expect("result-not-applied", "GTS R6.11"),)),
         follows=40, why_else="the drag of a track's marker that is taken out is a point that was not paid"),
)  # fmt: skip
