"""Manners of play: the same deeds, done in the many ways in which players do them."""

from __future__ import annotations

from collections.abc import Iterable

from .deeds import Deed

__all__ = ["Manner"]


class Manner:
    """A manner."""

    def styled(self, what: Iterable[Deed]) -> tuple[Deed, ...]:
        """Return deeds in this manner."""
        return tuple(what)

    def put_off(self) -> tuple[Deed, ...]:
        """Return the deeds that were put off and are still to be done."""
        return ()
