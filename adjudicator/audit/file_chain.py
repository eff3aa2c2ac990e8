"""Chains of files that lead to a turn: found by where each file begins and ends, whatever the files are called.

A log continues the file that ended with the position with which it begins (:mod:`adjudicator.audit.continuity`). Going
back from a turn gives the mails before it; a log that begins where one of them begins, and is none of them, is a fork.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, Protocol, Self, TypeVar

from ..vassal.saved_game import SavedGame
from ..vassal.table import Table, placed_units
from .continuity import Ends, same_position

__all__ = ["ChainedFile", "FileChain", "KnownFile", "chain_to", "is_part", "last_logs", "places", "saved_at"]


class ChainedFile(Protocol):
    """A save or a log, as far as a chain has to know it."""

    @property
    def is_log(self) -> bool:
        """Return whether the file has steps, or could have."""

    @property
    def content(self) -> Hashable:
        """A value that is the same for copies of one file."""

    @property
    def steps(self) -> Sequence[Any]:
        """Values by which the file's steps can be compared."""

    @property
    def age(self) -> tuple[bool, int]:
        """The sort key by age: whether the file is a log, and when it was saved, in milliseconds (0 if unknown)."""

    def continues(self, other: Self, /) -> bool:
        """Return whether the file begins where another file ended."""

    def begins_with(self, other: Self, /) -> bool:
        """Return whether the file begins where another file begins."""


F = TypeVar("F", bound=ChainedFile)


@dataclass(frozen=True, eq=False)
class KnownFile:
    """A save or a log whose first and last position are known."""

    game: SavedGame
    ends: Ends

    @classmethod
    def of(cls, game: SavedGame) -> KnownFile:
        """Replay a file to its end. Raises LimitExceeded."""
        return cls(game, Ends.of(game))

    @property
    def is_log(self) -> bool:
        """Return whether the file is a log."""
        return self.game.is_log

    @property
    def content(self) -> str:
        """The file's command stream."""
        return self.game.text

    @property
    def steps(self) -> Sequence[Any]:
        """The commands of the file's steps."""
        return self.game.steps

    @cached_property
    def start_places(self) -> Hashable:
        """The places of all pieces at the start: equal where two positions are the same, quick to compare."""
        return places(self.ends.start)

    @cached_property
    def end_places(self) -> Hashable:
        """The places of all pieces at the end."""
        return places(self.ends.end)

    @property
    def age(self) -> tuple[bool, int]:
        """The sort key by age: whether the file is a log, and when it was saved, in milliseconds (0 if unknown)."""
        return self.game.is_log, saved_at(self.game)

    def continues(self, other: KnownFile) -> bool:
        """Return whether the file begins where another file ended."""
        return (
            other is not self and self.start_places == other.end_places
            and same_position(other.ends.end, self.ends.start)
        )  # fmt: skip

    def begins_with(self, other: KnownFile) -> bool:
        """Return whether the file begins where another file begins."""
        return self.start_places == other.start_places and same_position(other.ends.start, self.ends.start)


@dataclass(frozen=True)
class FileChain(Generic[F]):
    """A turn and the files before it."""

    files: tuple[F, ...]
    """The files, the oldest first, the turn last. Only the first one may be a save."""
    forks: tuple[F, ...]
    """Other logs that begin where one of the files does, and go on differently."""


def chain_to(turn: F, files: Iterable[F]) -> FileChain[F]:
    """Return the files that lead to a turn, as far back as there are any among *files*.

    Where several files end where one begins, the log that was saved last is taken.
    """
    others = [each for each in files if each.content != turn.content]
    chain = [turn]
    while chain[0].is_log:
        before = [each for each in others if each not in chain and chain[0].continues(each)]
        if not before:
            break
        chain.insert(0, max(before, key=lambda each: each.age))
    logs = [each for each in others if each.is_log and each not in chain]
    return FileChain(tuple(chain), tuple(each for each in logs if _is_fork(each, chain)))


def last_logs(files: Sequence[F]) -> tuple[F, ...]:
    """Return the logs that no other one continues, the one that was saved last first."""
    logs = [each for each in files if each.is_log]
    last = [each for each in logs if not any(other.continues(each) for other in logs)]
    return tuple(sorted(last or logs, key=lambda each: each.age, reverse=True))


def _is_fork(log: F, chain: Sequence[F]) -> bool:
    """Return whether a log begins where one of a chain does, and neither is a part of the other."""
    beside = [each for each in chain if each.is_log and log.begins_with(each)]
    return bool(beside) and not any(is_part(log, each) for each in beside)


def is_part(one: ChainedFile, other: ChainedFile) -> bool:
    """Return whether one log has the first steps of the other and no others, or the other way round."""
    shorter = min(len(one.steps), len(other.steps))
    return bool(one.steps[:shorter] == other.steps[:shorter])


def saved_at(game: SavedGame) -> int:
    """Return when a file was saved, in milliseconds; 0 if unknown."""
    saved = game.save_metadata.date_saved if game.save_metadata else ""
    return int(saved) if saved and saved.isascii() and saved.isdecimal() and len(saved) < 20 else 0


def places(table: Table) -> frozenset[tuple[str, Any]]:
    """Return the places of all pieces."""
    return frozenset((piece_id, table.placement(piece_id)) for piece_id in placed_units(table))
