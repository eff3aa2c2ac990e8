"""Short games as text: what players do at the table, a line each, written as logs of our own module and refereed.

A script is a list of lines::

    axis                             # who has the log in hand; by mail a change of hands begins the next log
    1/VIII/132: move                 # an action of the counter's menu, by its words
    1/VIII/132: direct fire at 5/2/13 DBLE      # typed into the chat, since the menu has no room for a target
    1/VIII/132: in column            # a state of the counter's menu
    drag 1/VIII/132, Pasqualini to 33.13
    drag 2/VIII/132 off the map      # to the division's card
    roll 4        roll 4 5           # one die, or several with one button
    undo          reveal 3/1 Antichar         eliminate 3/1 Antichar
    points ariete 5                  # Command Points, dragged along the card's track
    barrage 31.13      flip barrage 31.13      no barrage 31.13
    draw division-french             send division-french to Played       put back division-french
    turn 05-27 1100
    say Over to you.

Units and leaders are called by their printed names, chits by their ids.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Final

from adjudicator.game.hexes import Hex
from adjudicator.game.play import Roll
from adjudicator.game.scenarios import TurnTime
from adjudicator.referee.dice import load_patterns
from adjudicator.referee.entries import Entry, RefereedGame
from adjudicator.referee.refereed_game import referee_game
from adjudicator.referee.writing import deeds
from adjudicator.referee.writing.deeds import Deed
from adjudicator.referee.writing.game_record import GameRecord
from adjudicator.referee.writing.game_writer import GameWriter
from adjudicator.referee.writing.manner import PLAIN, Manner
from adjudicator.report.action_words import action_words
from adjudicator.report.onlooker import Onlooker
from adjudicator.rules.rule_book import RuleBook
from adjudicator.vassal.saved_game import SavedGame
from tests.random_play import agreed_book
from tests.rule_cases import built_in_game, unit_id
from tests.self_play import play_kit, seats, setup

__all__ = ["entry_line", "owed_line", "play", "referee"]

_REFEREE: Final = Onlooker(referee=True)


def play(lines: Iterable[str], *, scenario: int = 1, on_line: bool = True) -> tuple[SavedGame, ...]:
    """Return the logs of a game that was played so."""
    record = GameRecord(play_kit(), setup(scenario), seats(), on_line=on_line)
    writer = GameWriter(play_kit(), agreed_book(), record, Manner(PLAIN, Random(0)))  # noqa: S311
    side = "axis"
    for line in lines:
        if line in seats():
            side = line
        elif line == "undo":
            record.hands(side).undo()
        else:
            writer.do([_deed(line)], side)
    writer.finish()
    return record.files


def referee(files: Iterable[SavedGame], book: RuleBook | None = None) -> RefereedGame:
    """Return what the referee says of logs."""
    return referee_game(tuple(files), book or agreed_book(), load_patterns(()))


def entry_line(entry: Entry) -> str:
    """Return an entry as one line: its verdict, what was done, the rules and names of its findings."""
    what = f"{entry.kind.value} {_called(entry)}"
    if entry.action is not None:
        what = action_words(entry.action, entry.before, _REFEREE)
    found = "; ".join(f"{finding.rule} {finding.name}" for finding in entry.findings)
    return f"{entry.verdict.value}: {what.strip()}" + (f" | {found}" if found else "")


def _called(entry: Entry) -> str:
    return built_in_game().units[entry.unit].name if entry.unit else ""


def owed_line(game: RefereedGame) -> Iterator[str]:
    """Yield what is owed, a line each."""
    return (f"{owed.kind.value} {owed.side}: {owed.text} | {owed.rule}" for owed in game.owed)


# lines


def _counters(text: str) -> tuple[str, ...]:
    return tuple(unit_id(name.strip()) for name in text.split(","))


def _drag(found: re.Match[str]) -> Deed:
    return deeds.Drag(_counters(found["who"]), Hex.parse(found["hex"]))


def _said(found: re.Match[str]) -> Deed:
    """Return what was chosen from a menu, or typed because it names a target."""
    unit, words = unit_id(found["who"]), found["words"]
    kit = play_kit()
    for action, known in kit.words.items():
        if words == known:
            return deeds.Declare(unit, action)
        if words.startswith(f"{known} at "):
            return deeds.Declare(unit, action, at=unit_id(words.removeprefix(f"{known} at ")), typed=True)
    for state in kit.game.states:
        for value, said in ((0, state.off_words), *((level.value, level.words) for level in state.levels)):
            if words == said:
                return deeds.SetState(unit, state.id, value)
    raise AssertionError(f"no menu has the words {words!r}")


_LINES: Final[Mapping[str, Callable[[re.Match[str]], Deed]]] = {
    r"drag (?P<who>.+) to (?P<hex>\d\d\.\d\d)": _drag,
    r"drag (?P<who>.+) off the map": lambda m: deeds.PutBesideMap(unit_id(m["who"])),
    r"rolls? (?P<dice>[\d ]+)": lambda m: deeds.ThrowDice(tuple(Roll("fire", "", int(d)) for d in m["dice"].split())),
    r"reveal (?P<who>.+)": lambda m: deeds.TurnOver(unit_id(m["who"])),
    r"eliminate (?P<who>.+)": lambda m: deeds.Eliminate(unit_id(m["who"])),
    r"points (?P<division>\S+) (?P<n>\d+)": lambda m: deeds.SetPoints(m["division"], "command", int(m["n"])),
    r"barrage (?P<hex>\S+)": lambda m: deeds.PlaceMarker("barrage", Hex.parse(m["hex"])),
    r"flip barrage (?P<hex>\S+)": lambda m: deeds.FlipMarker("barrage", Hex.parse(m["hex"])),
    r"no barrage (?P<hex>\S+)": lambda m: deeds.RemoveMarker("barrage", Hex.parse(m["hex"])),
    r"draw (?P<chit>\S+)": lambda m: deeds.DrawChit(m["chit"]),
    r"send (?P<chit>\S+) to (?P<space>.+)": lambda m: deeds.SendChit(m["chit"], m["space"]),
    r"put back (?P<chit>\S+)": lambda m: deeds.ReturnChit(m["chit"]),
    r"turn (?P<date>\S+) (?P<turn>\S+)": lambda m: deeds.AdvanceTurn(TurnTime(m["date"], m["turn"])),
    r"say (?P<text>.+)": lambda m: deeds.Say(m["text"]),
    r"(?P<who>[^:]+): (?P<words>.+)": _said,
}


def _deed(line: str) -> Deed:
    for pattern, make in _LINES.items():
        if found := re.fullmatch(pattern, line):
            return make(found)
    raise AssertionError(f"{line!r} is no line of a script")
