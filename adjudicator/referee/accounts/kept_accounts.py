"""The accounts of the parts of segments that were read last, for when the same is asked again.

A game is read again with each mail that comes, and most of what is asked then is what was asked before: the same events
in the same position, with the same before and after them. Then the accounts are the same, too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ...game.position import Position
from ...rules.rule_book import RuleBook
from .interpretation import Account
from .kept_runs import is_same
from .observation import DeferredCheck
from .watched_tables import Lookup, are_alike

__all__ = ["KeptAccounts", "Question"]

_MAX_KEPT: Final = 500
"""The number of questions whose accounts are kept: those of a long game, and of some more mails."""


@dataclass(frozen=True, slots=True)
class Question:
    """All that the accounts of a part of a segment depend on."""

    subject: Hashable
    """What it is about, by which most others are told from it at once."""
    rest: tuple[Any, ...]
    """All else that goes into the accounts."""
    awaited: tuple[DeferredCheck, ...] = ()
    """The checks that may be made in it: each is known by its identity, since two may be alike."""
    later: tuple[Position, ...] = ()
    """The tables after it, of which only what is looked up in them goes into the accounts."""

    def is_same_as(self, other: Question, seen: Collection[Lookup] = ()) -> bool:
        """Return whether another question is the same, with the later tables alike in what was *seen* of them."""
        return (
            self.subject == other.subject
            and is_same((self.awaited, self.rest), (other.awaited, other.rest))
            and are_alike(self.later, other.later, seen)
        )


class KeptAccounts:
    """The accounts by one rule book of the last questions."""

    def __init__(self, _book: RuleBook) -> None:
        self._kept: deque[tuple[Question, frozenset[Lookup], tuple[Account, ...]]] = deque(maxlen=_MAX_KEPT)

    def of(self, asked: Question) -> tuple[Account, ...] | None:
        """Return the accounts of a question, None if it was not asked lately."""
        for known, seen, accounts in self._kept:
            if known.is_same_as(asked, seen):
                return tuple(_of_checks(each, known.awaited, asked.awaited) for each in accounts)
        return None

    def keep(self, asked: Question, accounts: tuple[Account, ...], seen: Iterable[Lookup] = ()) -> None:
        """Keep the accounts of a question, for which so much was *seen* of the later tables.

        Those of the oldest question make way.
        """
        self._kept.append((asked, frozenset(seen), accounts))


def _of_checks(account: Account, known: Sequence[DeferredCheck], asked: Sequence[DeferredCheck]) -> Account:
    """Return an account with the answers to checks that are *known* as answers to those that are *asked* about."""
    now = {id(each): other for each, other in zip(known, asked, strict=True)}
    answers = tuple(replace(each, check=now.get(id(each.check), each.check)) for each in account.answers)
    return replace(account, answers=answers) if answers else account
