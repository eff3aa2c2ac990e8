"""The contents of a page, whatever it is about: its entries, its other sections, the map if there is one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from .markup import Html, tag

__all__ = ["MARKS", "Board", "Group", "Page", "PageEntry", "PageFinding", "Section", "mark_words", "verdict_mark"]

MARKS: Final[Mapping[str, tuple[str, str]]] = {
    "illegal": ("✗", "illegal"),
    "fault": ("✗", "fault"),
    "undecided": ("?", "undecided"),
    "question": ("?", "question"),
    "waived": ("≈", "waived"),
    "note": ("i", "note"),
    "legal": ("✓", "legal"),
    "clear": ("✓", "nothing found"),
}
"""The verdicts, the gravest first: a sign, and the word for it. What a step of any module's log has against it is a
fault, a question or a note; what the rules say of an action is one of the others."""


def mark_words(verdict: str) -> str:
    """Return the word for a verdict."""
    return MARKS[verdict][1]


def verdict_mark(verdict: str) -> Html:
    """Return a verdict with its sign."""
    return tag("span", " ".join(MARKS[verdict]), class_=f"mark {verdict}")


@dataclass(frozen=True)
class PageFinding:
    """An objection to an entry."""

    verdict: str
    """A key of :data:`MARKS`."""
    text: str
    rule: str = ""
    """The printed number; empty in a log of any module."""
    advice: str = ""
    """The way in which the players can settle it, empty where there is nothing to settle."""
    details: Sequence[str] = ()


@dataclass(frozen=True)
class PageEntry:
    """One thing that was done."""

    number: int
    verdict: str
    """A key of :data:`MARKS`."""
    words: str
    player: str
    """The player who did it, with his side; empty if unknown."""
    steps: str
    """The steps of the logs that made it up, in words."""
    units: tuple[str, ...] = ()
    """The units that it is about, as the reader calls them."""
    findings: tuple[PageFinding, ...] = ()
    rolls: tuple[Html, ...] = ()
    """Each roll with its sum."""
    notes: tuple[str, ...] = ()
    """Notes on how the log was read where it does not say."""
    said: tuple[str, ...] = ()
    """The other things that happened in a step of any module's log."""
    outcomes: tuple[tuple[str, str], ...] = ()
    """The units that it changed, and how, by the rules."""
    corrections: tuple[str, ...] = ()
    """The differences on the table from the ruling, with which the game goes on."""


@dataclass(frozen=True)
class Group:
    """Entries under one heading: those of a chit, or of a file."""

    title: str
    entries: tuple[PageEntry, ...]


@dataclass(frozen=True)
class Section:
    """A part of the page that has a heading of its own."""

    id: str
    title: str
    body: Html


@dataclass(frozen=True)
class Board:
    """The map with everything on it, entry by entry."""

    width: int
    height: int
    ground: Html
    symbols: Html
    """The drawings that are used, each once."""
    still: Html
    """The counters on the map before the first entry."""
    document: Mapping[str, Any]
    """The data that the page's script shows, as ``schema/report-page.schema.json`` has them."""


@dataclass(frozen=True)
class Page:
    """A page."""

    report: str
    """``audit``, ``verify`` or ``log``."""
    title: str
    noun: str
    """The word for an entry: ``action`` or ``step``."""
    verdict: str
    """A key of :data:`MARKS`."""
    verdict_words: str
    facts: tuple[str, ...]
    """The files, and the state of the game, a line each."""
    groups: tuple[Group, ...]
    first: tuple[Section, ...] = ()
    """The sections before the entries."""
    others: tuple[Section, ...] = ()
    """The sections after them."""
    provenance: str = ""
    """The estimated figures that the page rests on, in a sentence."""
    exit_code: int = 0
    board: Board | None = None

    @property
    def entries(self) -> tuple[PageEntry, ...]:
        """All entries in order."""
        return tuple(entry for group in self.groups for entry in group.entries)
