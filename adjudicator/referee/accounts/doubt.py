"""Accusations that do not stand: where another reasonable account of the log lifts them, or the search was cut off."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from ...game.game_data import GameData
from ...rules.purposes import roll_words
from ...rules.ruling import Resolution
from ..entries.entry import Entry
from .interpretation import Account
from .slips import SHOWN_BY_TABLE, Slips, row_of

__all__ = ["CUT_OFF", "EITHER", "account_words", "with_doubt", "words_of"]

EITHER: Final = "the log can be read in two ways: either {best}, or {rival}"
CUT_OFF: Final = "too many dice and too few words: not every explanation of them was tried"
_NO_DICE: Final = "nothing was rolled for it"


def with_doubt(entry: Entry, account: Account, name: Callable[[str], str]) -> Entry:
    """Return an entry with what its account accuses somebody of undecided, and a note why.

    *name* gives the name by which a unit may be called.
    """
    rival, entry = account.rival, entry.with_left_open(lambda _finding: True)
    lifts = rival is not None and set(rival.unused) <= set(account.unused)
    if rival is None:
        note = CUT_OFF
    else:
        best, other = (account_words(each, name, entry.before.game) for each in (account, rival))
        note = EITHER.format(best=best, rival=other)
    return replace(
        entry.with_notes(note),
        is_unproven=not account.proven and bool(SHOWN_BY_TABLE & set(account.slips)),
        rival_after=rival.ruling.after if rival is not None and lifts else entry.rival_after,
    )


def account_words(account: Account, name: Callable[[str], str], game: GameData) -> str:
    """Return an account in words: what its dice were for, and the slips that it needs."""
    unmade = {*account.left_out, *((each.purpose, each.unit) for each in account.ignored)}
    made = (each for each in account.ruling.resolutions if (each.purpose, each.unit) not in unmade)
    return words_of(made, account.slips, name, game)


def words_of(resolutions: Iterable[Resolution], slips: Slips, name: Callable[[str], str], game: GameData) -> str:
    """Return in words what some dice were for, and the slips that this needs."""
    dice = [
        f"the {each.die} was {roll_words(each.purpose, name(each.unit), game)}"
        for each in resolutions if each.die is not None
    ]  # fmt: skip
    needed = [row_of(slip).text for slip in dict.fromkeys(slips)]
    return (" and ".join(dice) or _NO_DICE) + (f" ({'; '.join(needed)})" if needed else "")
