"""The last chit of a turn, played in it all the same, is laid to whoever acts under it (R4.6).

To put it into play is what everybody does when the turn is over: by mail the other side may have done that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ...game.play import EndTurn, PlayChit
from ..entries.entry import Entry

__all__ = ["with_last_chits_of_their_players"]

_LAST_CHIT: Final = "last-chit-stays"


def with_last_chits_of_their_players(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return entries, with a last chit that another player put into play laid to the first who acts under it."""
    found = list(entries)
    for at, entry in enumerate(entries):
        stays = tuple(each for each in entry.findings if each.name == _LAST_CHIT)
        acting = _first_under(entries[at + 1 :]) if stays else None
        if acting is None or entry.player in ("", acting.player):
            continue
        found[at] = replace(entry, findings=tuple(each for each in entry.findings if each not in stays))
        under = next(number for number, each in enumerate(found) if each.number == acting.number)
        found[under] = found[under].with_findings(*stays)
    return tuple(found)


def _first_under(following: Sequence[Entry]) -> Entry | None:
    """Return the first action under a chit, None if there is none before the next one or the end of the turn."""
    for entry in following:
        if isinstance(entry.action, PlayChit | EndTurn):
            return None
        if entry.action is not None:
            return entry
    return None
