"""Trails: the hexsides that they cross, and the connections between them (NQoS 4.2)."""

from __future__ import annotations

from ...game.hexes import Hex
from ..rule_book import RuleBook

__all__ = ["OFF_TRAIL", "OnTrails", "Trails"]

OnTrails = frozenset[str] | None
"""The trails by one of which a unit came into its hex; None if it came by none, and so may leave on any."""

OFF_TRAIL: OnTrails = None


class Trails:
    """The trails of a map; obtained by ``book.memory(Trails)``."""

    def __init__(self, book: RuleBook) -> None:
        crossing: dict[tuple[Hex, Hex], set[str]] = {}
        for trail in book.game.map.trails:
            for start, end in zip(trail.path, trail.path[1:], strict=False):
                crossing.setdefault((start, end), set()).add(trail.id)
                crossing.setdefault((end, start), set()).add(trail.id)
        self._crossing = {sides: frozenset(trails) for sides, trails in crossing.items()}
        self._junctions: dict[Hex, list[frozenset[str]]] = {}
        for junction in book.game.map.junctions:
            self._junctions.setdefault(junction.hex, []).append(frozenset(junction.trails))

    def crossing(self, start: Hex, end: Hex) -> frozenset[str]:
        """Return the trails that run from a hex to its neighbour."""
        return self._crossing.get((start, end), frozenset())

    def connected(self, on: frozenset[str], place: Hex) -> frozenset[str]:
        """Return the trails of a hex that are connected with the given ones: these, and those that junctions join."""
        reached, waiting = on, list(self._junctions.get(place, ()))
        while joined := [junction for junction in waiting if junction & reached]:
            reached = reached.union(*joined)
            waiting = [junction for junction in waiting if junction not in joined]
        return reached

    def follow(self, on: OnTrails, start: Hex, end: Hex) -> frozenset[str]:
        """Return the trails by which a unit can go from a hex to its neighbour, empty if by none (NQoS 4.2).

        It leaves by the trail on which it came in, or by one that is connected with that trail in the hex.
        """
        crossing = self.crossing(start, end)
        if on is None or not crossing:
            return crossing
        return crossing & self.connected(on, start)
