"""The mails of ``cases/mails``: games by mail in the manners of invented players, with the verdict on each mail.

A file is a game: its ``scenario``, its ``start`` as in ``rule_cases.py``, and its ``mails``. A mail has a ``name``, the
``side`` that sends it, the mail ``after`` which it comes (the first ones come after the set-up), and the lines of its
``script`` (``recording/table_script.py`` says how they are written). Its ``verdict`` was written before any referee had
read it: ``legal`` or ``ILLEGAL``, then why, and for a cheat the rules one of which it breaks. A mail that the referee
does not judge so yet has in ``but``, or in ``but_alone`` for the previous mail alone, what it does with it instead
(``undecided``, ``missed``), and why.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from adjudicator.referee.entries.entry import Entry
from adjudicator.referee.pipeline import ReadGame, referee_read_game
from adjudicator.rules.ruling import Verdict
from adjudicator.vassal.saved_game import SavedGame
from tests.self_play import seats
from tests.support.judged_mail import JudgedMail
from tests.support.table_scripts import no_logs, play

__all__ = ["Found", "Judged", "WrittenMail", "found_of", "judged", "judged_as", "player", "written_mails"]

DIRECTORY: Final = Path(__file__).parent.parent / "cases" / "mails"
_NUMBER: Final = re.compile(r"\d+\.\d+(?:\.\d+)?")
_MAX_KEPT: Final = 24
"""How many mails are kept as they were read: those of a game or two, and no more, since each has many tables."""
_HEX: Final = re.compile(r"\d\d\.\d\d")


class Found(StrEnum):
    """How a mail is judged, beside its verdict."""

    RIGHT = "right"
    UNDECIDED = "undecided"
    """Nobody is accused, and something is left open."""
    MISSED = "missed"
    """A cheat that nothing is held against."""
    OTHER_RULE = "other rule"
    """A cheat that is found by another rule."""
    ACCUSED = "accused"
    """An honest mail that is called illegal."""


@dataclass(frozen=True)
class WrittenMail:
    """One mail of a game."""

    game: str
    name: str
    side: str
    verdict: str
    lines: tuple[str, ...]
    """The lines of its script."""
    before: tuple[str, ...]
    """The names of all mails before it, the oldest first."""
    but: str = ""
    """What is done with it instead, a colon, and why."""
    but_alone: str = ""
    """The same where only the previous mail is known."""

    @property
    def id(self) -> str:
        """Game and mail."""
        return f"{self.game}/{self.name}"

    def expected(self, *, alone: bool) -> Found:
        """Return how it is judged; *alone* if only the previous mail is known."""
        words = self.but_alone if alone else self.but
        return Found(words.partition(":")[0]) if words else Found.RIGHT

    @property
    def exceptions(self) -> tuple[tuple[Found, str], ...]:
        """What is done with it instead of what its verdict says, and why."""
        told = (words.partition(":") for words in (self.but, self.but_alone) if words)
        return tuple((Found(found), reason.strip()) for found, _, reason in told)

    @property
    def honest(self) -> bool:
        """True if nothing in it is against the rules."""
        return self.verdict.startswith("legal")

    @property
    def rules(self) -> frozenset[str]:
        """The numbers of the rules one of which a cheat breaks, as the verdict names them in its brackets."""
        named = [number for text in re.findall(r"\(([^)]*)\)", self.verdict) for number in _NUMBER.findall(text)]
        return frozenset(number for number in named if not _HEX.fullmatch(number))


@dataclass(frozen=True)
class Judged(JudgedMail):
    """What the referee says of a mail."""

    @property
    def accusing(self) -> tuple[Entry, ...]:
        """The entries that hold something against a player, or leave something open."""
        return (*self.illegal, *self.undecided)

    @property
    def rules(self) -> frozenset[str]:
        """The numbers of the rules that illegal actions break."""
        return self.broken(_NUMBER)


@cache
def written_mails() -> tuple[WrittenMail, ...]:
    """Return the mails of all games in the order of their files."""
    return tuple(mail for path in sorted(DIRECTORY.glob("*.toml")) for mail in _mails_of(path))


@cache
def _game(name: str) -> Mapping[str, Any]:
    return tomllib.loads((DIRECTORY / f"{name}.toml").read_text(encoding="utf-8"))


def _mails_of(path: Path) -> Iterator[WrittenMail]:
    rows = _game(path.stem)["mails"]
    after = {row["name"]: row.get("after", "") for row in rows}
    for row in rows:
        yield WrittenMail(
            path.stem, row["name"], row["side"], row["verdict"], tuple(row["script"].splitlines()),
            tuple(_chain(after, row["name"])), row.get("but", ""), row.get("but_alone", row.get("but", "")),
        )  # fmt: skip


def _chain(after: Mapping[str, str], name: str) -> list[str]:
    previous = after[name]
    return [*_chain(after, previous), previous] if previous else []


def player(side: str) -> str:
    """Return the player of a side."""
    return seats()[side].name


@lru_cache(_MAX_KEPT)
def _files(game: str, names: tuple[str, ...]) -> tuple[SavedGame, ...]:
    """Return the logs of mails that follow each other: each is played once for all that come after it."""
    if not names:
        return ()
    table = _game(game)
    row = next(row for row in table["mails"] if row["name"] == names[-1])
    lines = [row["side"], *row["script"].splitlines()]
    before = _files(game, names[:-1])
    return play(lines, scenario=table["scenario"], on_line=False, start=table.get("start"), files=before)


def files(mail: WrittenMail) -> tuple[SavedGame, ...]:
    """Return the logs of a mail and of all before it."""
    return _files(mail.game, (*mail.before, mail.name))


def _mail(game: str, name: str) -> WrittenMail:
    return next(mail for mail in written_mails() if (mail.game, mail.name) == (game, name))


@lru_cache(_MAX_KEPT)
def _read(game: str, names: tuple[str, ...]) -> ReadGame:
    """Return the mails of these *names*, which follow each other, as they are read: once for all that come after."""
    log = files(_mail(game, names[-1]))[-1]
    return (_read(game, names[:-1]) if names[:-1] else no_logs(log)).with_log(log)


def _with_last_two(read: ReadGame) -> ReadGame:
    """Return the last two of the mails that have been read, as if nobody knew of others: numbered from 0."""
    logs = tuple(
        replace(log, steps=tuple(replace(step, log=number) for step in log.steps))
        for number, log in enumerate(read.logs[-2:])
    )
    return replace(read, logs=logs)


def judged(mail: WrittenMail, *, alone: bool = False) -> Judged:
    """Return what the referee says of a mail; *alone* if he knows only the one before it."""
    names = (*mail.before, mail.name)
    return _judged(mail.game, names, min(len(names), 2) if alone else len(names))


@cache
def _judged(game: str, names: tuple[str, ...], known: int) -> Judged:
    """Return what the referee says of the last of the mails of these *names*, if he has the last ones of that number.

    With two mails or fewer that is the same whatever he has.
    """
    read = _read(game, names)
    return _said_of_last(read if known == len(names) else _with_last_two(read))


def judged_as(mail: WrittenMail, lines: Sequence[str]) -> Judged:
    """Return what the referee says of a mail with other *lines* in its script, if he has all mails before it.

    Raises :class:`BuildingError`.
    """
    table = _game(mail.game)
    before = _files(mail.game, mail.before)
    *_, log = play(
        [mail.side, *lines], scenario=table["scenario"], on_line=False, start=table.get("start"), files=before
    )
    return _said_of_last((_read(mail.game, mail.before) if mail.before else no_logs(log)).with_log(log))


def _said_of_last(read: ReadGame) -> Judged:
    """Return what the referee says of the last of the mails that have been read."""
    found, last = referee_read_game(read), len(read.logs) - 1
    entries = [entry for entry in found.entries if any(log == last for log, _ in entry.steps)
               or (not entry.steps and entry.log == last)]  # fmt: skip
    return Judged(
        tuple(entry for entry in entries if entry.verdict is Verdict.ILLEGAL),
        tuple(entry for entry in entries if entry.verdict is Verdict.UNDECIDED),
    )


def found_of(mail: WrittenMail, said: Judged) -> Found:
    """Return how a mail is judged, beside its verdict."""
    if mail.honest:
        return Found.ACCUSED if said.illegal else Found.UNDECIDED if said.undecided else Found.RIGHT
    if not said.illegal:
        return Found.UNDECIDED if said.undecided else Found.MISSED
    return Found.RIGHT if not mail.rules or said.rules & mail.rules else Found.OTHER_RULE
