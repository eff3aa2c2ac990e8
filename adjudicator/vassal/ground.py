"""The places of things on the maps, and which of them take in a piece that is moved to their place."""

from __future__ import annotations

from bisect import bisect_left, insort

from .pieces import Placement

__all__ = ["Ground"]


class Ground:
    """Hosts by their place and height: as on the engine's maps, what came to the map first is lowest."""

    def __init__(self) -> None:
        self._heights: dict[str, int] = {}
        self._hosts: dict[tuple[Placement, bool], list[tuple[int, str]]] = {}
        """The hosts at each place, decks apart, the lowest first."""
        self._count = 0

    def copy(self) -> Ground:
        """Return a separate ground with the same things on it."""
        other = Ground()
        other._heights = dict(self._heights)
        other._hosts = {key: list(hosts) for key, hosts in self._hosts.items()}
        other._count = self._count
        return other

    def put(self, piece_id: str, before: Placement | None, placement: Placement) -> None:
        """Move a piece from *before* to *placement*; on the same map it keeps its height."""
        if before is not None:
            self._dismiss(piece_id, before)
        if before is None or before.map != placement.map:
            self._count += 1
            self._heights[piece_id] = self._count

    def lift(self, piece_id: str, placement: Placement) -> None:
        """Take a piece away."""
        self._dismiss(piece_id, placement)
        del self._heights[piece_id]

    def host(self, piece_id: str, placement: Placement, is_host: bool, is_deck: bool) -> None:
        """Record whether the thing at a place takes pieces in."""
        self._dismiss(piece_id, placement)
        if is_host:
            insort(self._hosts.setdefault((placement, is_deck), []), (self._heights[piece_id], piece_id))

    def _dismiss(self, piece_id: str, placement: Placement) -> None:
        entry = self._heights[piece_id], piece_id
        for is_deck in (False, True):
            hosts = self._hosts.get((placement, is_deck), [])
            index = bisect_left(hosts, entry)
            if hosts[index : index + 1] == [entry]:
                del hosts[index]
                if not hosts:
                    del self._hosts[placement, is_deck]

    def lowest_host(self, placement: Placement, *, only_decks: bool) -> str | None:
        """Return the lowest thing at a place that takes pieces in, None if there is none."""
        keys = [(placement, True)] if only_decks else [(placement, True), (placement, False)]
        lowest = min((hosts[0] for key in keys if (hosts := self._hosts.get(key))), default=None)
        return None if lowest is None else lowest[1]
