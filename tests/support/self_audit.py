"""Holds the referee against games that play themselves: nothing is found, and all is read as it was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from adjudicator.audit.dice import LogPatterns, load_patterns
from adjudicator.audit.findings import Weight
from adjudicator.game import play
from adjudicator.game.play import Action, Roll
from adjudicator.recording.module_kit import PlayKit
from adjudicator.referee.discrepancies.aspects import differing
from adjudicator.referee.entries.entry import RefereedGame
from adjudicator.referee.pipeline import referee_game
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.ruling import Verdict
from adjudicator.vassal.saved_game import open_game
from tests.random_play import agreed_book
from tests.self_play import PlayedGame, SelfPlay, play_kit

__all__ = ["audit_games", "problems", "refereed"]

Told = tuple[Any, ...]
"""What a log tells of an action: its kind, who does it at whom, and its dice, in no order."""


@cache
def _patterns() -> LogPatterns:
    return load_patterns(())


def refereed(played: PlayedGame, book: RuleBook | None = None, kit: PlayKit | None = None) -> RefereedGame:
    """Return a game as the referee reads it from its files; without *book* and *kit* one of the siege."""
    files = [open_game(file.archive_bytes(), name=file.file) for file in played.files]
    module = (kit or play_kit()).module
    return referee_game(files, book or agreed_book(), _patterns(), previous=played.start, module=module)


def problems(played: PlayedGame, book: RuleBook | None = None, kit: PlayKit | None = None) -> Iterator[str]:
    """Yield what is wrong with the audit of a legal game: what was found, read otherwise, or ends otherwise."""
    game = refereed(played, book, kit)
    for entry in game.entries:
        if entry.verdict is not Verdict.LEGAL:
            told = "; ".join(finding.text for finding in entry.findings)
            yield f"{entry.verdict.value} {entry.steps[:1]}: {told}"
    for log in game.logs:
        yield from (each.text for each in log.audit.findings if each.weight > Weight.NOTE)
    read = Counter(_told(entry.action) for entry in game.entries if entry.action and _leaves_trace(entry.action))
    done = Counter(_told(each.action) for each in played.actions if _leaves_trace(each.action))
    yield from (f"not read: {each}" for each in sorted((done - read).elements(), key=repr))
    yield from (f"read, but not played: {each}" for each in sorted((read - done).elements(), key=repr))
    yield from (f"{aspect} differs at the end" for aspect in differing(game.end, played.end))


def _told(action: Action) -> Told:
    """Return what a log tells of an action: not the way of a jump."""
    names: tuple[str, ...] = ("unit", "units", "target", "spotter", "chit", "of", "work", "leader", "hex")
    if isinstance(action, play.Assault):  # nobody names the hex; where it is fought for, the end tells
        names = ("units",)
    if isinstance(action, play.SeekContact):  # the leader is said only where the line is typed
        names = ("unit",)
    who = tuple(str(getattr(action, name)) for name in names if hasattr(action, name))
    return type(action).__name__, who, tuple(sorted(map(_die, _rolls(action))))


def _die(roll: Roll) -> tuple[str, str, int]:
    return roll.purpose, roll.unit, -1 if roll.die is None else roll.die


def _rolls(action: Any) -> Iterator[Roll]:
    yield from getattr(action, "rolls", ())
    for step in getattr(action, "steps", ()):
        yield from step.rolls


def _leaves_trace(action: Action) -> bool:
    """Return whether a log tells of an action as one of its own.

    The end of an activation need not show, nor the chit that was left over; and a gun that is turned over in the middle
    of a move, or fires or moves then, is turned over in either way.
    """
    if isinstance(action, play.PlayChit):
        return bool(action.rolls)
    return not isinstance(action, play.EndActivation | play.Reveal)


def audit_games(games: Iterable[SelfPlay]) -> int:
    """Play games, print what is wrong with their audits, and return how many are not as they should be."""
    played = bad = 0
    for game in games:
        found = list(problems(game.to_the_end()))
        played, bad = played + 1, bad + bool(found)
        for problem in found:
            print(f"{game.seed}: {problem}", flush=True)
    print(f"{played} games, {bad} of them not read as they were played")
    return bad
