"""Which files lead to a turn: found by where each begins and ends, whatever the files are called.

A log continues the file that ended with the position with which it begins (:mod:`adjudicator.audit.continuity`). Going
back from a turn gives the mails before it; a log that begins where one of them begins, and is none of them, is a fork.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..vassal.saved_game import SavedGame
from ..vassal.table import Table, placed_units
from .continuity import Ends, same_position

__all__ = ["FileChain", "KnownFile", "chain_to", "last_logs"]


@dataclass(frozen=True, eq=False)
class KnownFile:
    """A save or a log whose first and last position are known."""

    game: SavedGame
    ends: Ends

    @classmethod
    def of(cls, game: SavedGame) -> KnownFile:
        """Replay a file to its end. Raises LimitExceeded."""
        return cls(game, Ends.of(game))

    @cached_property
    def start_places(self) -> Hashable:
        """Where all pieces lie at its start: equal where two positions are the same, quick to compare."""
        return _places(self.ends.start)

    @cached_property
    def end_places(self) -> Hashable:
        """Where all pieces lie at its end."""
        return _places(self.ends.end)

    @property
    def age(self) -> tuple[bool, int]:
        """Whether it is a log, and when it was saved, in milliseconds; 0 if it does not tell."""
        saved = self.game.save_metadata.date_saved if self.game.save_metadata else ""
        return self.game.is_log, int(saved) if saved and saved.isdecimal() else 0

    def continues(self, other: KnownFile) -> bool:
        """Return whether it begins where another file ended."""
        return (
            other is not self and self.start_places == other.end_places
            and same_position(other.ends.end, self.ends.start)
        )  # fmt: skip

    def begins_with(self, other: KnownFile) -> bool:
        """Return whether it begins where another file begins."""
        return self.start_places == other.start_places and same_position(other.ends.start, self.ends.start)


@dataclass(frozen=True)
class FileChain:
    """A turn and what was before it."""

    files: tuple[KnownFile, ...]
    """The oldest one first, the turn last. Only the first one may be a save."""
    forks: tuple[KnownFile, ...]
    """Other logs that begin where one of these does, and go on differently."""


def chain_to(turn: KnownFile, files: Iterable[KnownFile]) -> FileChain:
    """Return the files that lead to a turn, as far back as there are any among *files*.

    Where several files end where one begins, the log that was saved last is taken.
    """
    others = [each for each in files if each.game.text != turn.game.text]
    chain = [turn]
    while chain[0].game.is_log:
        before = [each for each in others if each not in chain and chain[0].continues(each)]
        if not before:
            break
        chain.insert(0, max(before, key=lambda each: each.age))
    logs = [each for each in others if each.game.is_log and each not in chain]
    return FileChain(tuple(chain), tuple(each for each in logs if _is_fork(each, chain)))


def last_logs(files: Sequence[KnownFile]) -> tuple[KnownFile, ...]:
    """Return the logs that no other one continues, the one that was saved last first."""
    logs = [each for each in files if each.game.is_log]
    last = [each for each in logs if not any(other.continues(each) for other in logs)]
    return tuple(sorted(last or logs, key=lambda each: each.age, reverse=True))


def _is_fork(log: KnownFile, chain: Sequence[KnownFile]) -> bool:
    """Return whether a log begins where one of a chain does, and is not a part of that or that with more steps."""
    beside = [each for each in chain if each.game.is_log and log.begins_with(each)]
    return bool(beside) and not any(_is_part(log.game, each.game) for each in beside)


def _is_part(one: SavedGame, other: SavedGame) -> bool:
    shorter = min(len(one.steps), len(other.steps))
    return one.steps[:shorter] == other.steps[:shorter]


def _places(table: Table) -> Hashable:
    return frozenset((piece_id, table.placement(piece_id)) for piece_id in placed_units(table))
