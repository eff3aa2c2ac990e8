"""The games of ``cases/engine_games``: made in the real VASSAL with our module, by mail, in the manners of players.

``game.txt`` of a game says what was done, and ``expected.txt`` what is to be said of each mail, a row each, with tabs
between: the mail, the one before it, who made it, and the verdict with its reason. The verdicts were written before
any referee had read the logs. ``ILLEGAL`` rows name what was done against which rule, loosely.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Final

from adjudicator.audit.dice import load_patterns
from adjudicator.audit.findings import Finding, Weight
from adjudicator.referee.viewer_pipeline import referee_for
from adjudicator.rules.ruling import Verdict
from adjudicator.rules.switches import HouseRules
from adjudicator.vassal.saved_game import SavedGame, open_game
from adjudicator.viewing.viewer import Viewer
from tests.support.judged_mail import JudgedMail
from tests.support.rule_cases import built_in_game

__all__ = ["ENGINE_GAMES", "EngineMail", "Expected", "Said", "engine_mails", "refereed_mail"]

ENGINE_GAMES: Final = Path(__file__).parent.parent / "cases" / "engine_games"
_RULE: Final = re.compile(r"\b(?:R|S)?\d+\.\d+\b")
_HEX: Final = re.compile(r"\d\d\.\d\d")
_NUMBER: Final = re.compile(r"\d+\.\d+")
_FIRST: Final = "setup"


class Expected(Enum):
    """What is to be said of a mail."""

    HONEST = "legal"
    CHEAT = "ILLEGAL"
    FAULT = "FAULT"
    DOUBTFUL = "DOUBTFUL"


@dataclass(frozen=True)
class EngineMail:
    """One mail of a game, as its row of ``expected.txt`` has it."""

    game: str
    name: str
    before: tuple[str, ...]
    """All mails before it, the oldest first."""
    player: str
    expected: Expected
    reason: str
    rules: tuple[str, ...] = ()
    """The numbers of the rules one of which a cheat breaks; none if none was named."""

    @property
    def id(self) -> str:
        """Game and mail."""
        return f"{self.game}/{self.name}"


@dataclass(frozen=True)
class Said(JudgedMail):
    """What the referee says of a mail."""

    faults: tuple[Finding, ...]
    """Those of the log itself."""

    @property
    def rules(self) -> frozenset[str]:
        """The numbers of the rules that illegal actions break."""
        return self.broken(_NUMBER)


@cache
def engine_mails() -> tuple[EngineMail, ...]:
    """Return the mails of all games in the order of their files."""
    return tuple(mail for folder in sorted(ENGINE_GAMES.iterdir()) if folder.is_dir() for mail in _mails_of(folder))


def _mails_of(folder: Path) -> Iterator[EngineMail]:
    rows = [line.split("\t") for line in (folder / "expected.txt").read_text(encoding="utf-8").splitlines() if line]
    before = {name: after.removeprefix("after ") for name, after, _, _ in rows}
    for name, _, player, words in rows:
        kind, _, reason = words.partition(":")
        expected = Expected(re.split(r"[ /]", kind)[0])
        mail = EngineMail(
            folder.name, name, tuple(_chain(before, name)), player.removeprefix("by "), expected, reason.strip()
        )
        yield replace(mail, rules=_rules_in(mail.reason)) if expected is Expected.CHEAT else mail


def _chain(before: dict[str, str], name: str) -> list[str]:
    """Return the mails before one, the oldest first."""
    previous = before[name]
    return [] if previous == _FIRST else [*_chain(before, previous), previous]


def _rules_in(reason: str) -> tuple[str, ...]:
    """Return the numbers of rules that a reason names in its brackets; ``28.13`` is a hex, ``R10.11`` a rule."""
    named = [rule for text in re.findall(r"\(([^)]*)\)", reason) for rule in _RULE.findall(text)]
    return tuple(number for rule in named if not _HEX.fullmatch(rule) for number in _NUMBER.findall(rule))


@cache
def _opened(game: str, name: str) -> SavedGame:
    return open_game(ENGINE_GAMES / game / f"{name}.vlog")


@cache
def refereed_mail(game: str, name: str, before: Sequence[str]) -> Said:
    """Return what the referee says of a mail to anybody, when he knows some mails before it."""
    files = [_opened(game, each) for each in (*before, name)]
    found = referee_for(Viewer(), files, built_in_game(), HouseRules(), load_patterns(()))
    last = len(files) - 1
    entries = [
        entry for entry in found.entries
        if any(log == last for log, _ in entry.steps) or (not entry.steps and entry.log == last)
    ]  # fmt: skip
    return Said(
        tuple(entry for entry in entries if entry.verdict is Verdict.ILLEGAL),
        tuple(entry for entry in entries if entry.verdict is Verdict.UNDECIDED),
        tuple(each for each in found.logs[-1].audit.findings if each.weight is Weight.FAULT),
    )
