"""Trails as paths of hexes, and their junctions, made of the single lines that the module has (NQoS 4.2).

Each trail runs from one end or meeting of lines to the next. Lines that meet in a hex are taken as connected there.
Where four or more meet that is an estimate, since the module does not say whether trails only cross.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from adjudicator.game.hexes import Hex
from adjudicator.game.provenance import Source

__all__ = ["Side", "trail_rows"]

Side = frozenset[Hex]
"""Two neighbouring hexes that a trail connects."""
_LONGEST: Final = 500
"""The greatest number of hexes that a trail of our data may have."""
_COULD_CROSS: Final = 4
"""The number of lines that must meet for two trails that only cross."""
_CROSSING: Final = "The module does not say whether these trails are connected or only cross."

_Links = Mapping[Hex, set[Hex]]


def trail_rows(sides: Iterable[Side]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the rows of trails and of junctions for ``map.toml``, in a fixed order."""
    links: dict[Hex, set[Hex]] = defaultdict(set)
    for side in sides:
        first, second = sorted(side)
        links[first].add(second)
        links[second].add(first)
    paths = sorted(part for path in _paths(links) for part in _pieces(path))
    trails = {_trail_id(path, paths): path for path in paths}
    meeting: dict[Hex, list[str]] = defaultdict(list)
    for id_, path in trails.items():
        for end in (path[0], path[-1]):
            meeting[end].append(id_)
    return (
        [{"id": id_, "path": [*map(str, path)], "source": str(Source.MODULE)} for id_, path in trails.items()],
        [_junction(place, ids) for place, ids in sorted(meeting.items()) if len(ids) > 1],
    )


def _junction(place: Hex, trails: list[str]) -> dict[str, Any]:
    row = {"hex": str(place), "trails": trails, "source": str(Source.MODULE)}
    return row if len(trails) < _COULD_CROSS else {**row, "source": str(Source.ESTIMATED), "note": _CROSSING}


def _paths(links: _Links) -> Iterator[tuple[Hex, ...]]:
    """Yield the paths from one end or meeting to the next, and those that run in a circle without any."""
    open_sides = {frozenset((place, other)) for place, others in links.items() for other in others}
    ends = sorted(place for place, others in links.items() if len(others) != 2)
    for start in (*ends, *sorted(links)):
        for following in sorted(links[start]):
            if frozenset((start, following)) in open_sides:
                yield _followed(start, following, links, open_sides)


def _followed(start: Hex, following: Hex, links: _Links, open_sides: set[Side]) -> tuple[Hex, ...]:
    path = [start, following]
    open_sides.remove(frozenset((start, following)))
    while len(links[path[-1]]) == 2 and path[-1] != start:
        (onward,) = links[path[-1]] - {path[-2]}
        open_sides.remove(frozenset((path[-1], onward)))
        path.append(onward)
    return tuple(path)


def _pieces(path: tuple[Hex, ...]) -> Iterator[tuple[Hex, ...]]:
    """Yield a path in pieces that our data can hold: none passes a hex twice, none is too long."""
    length = len(path) if path[0] != path[-1] else len(path) // 2 + 1
    length = min(length, _LONGEST)
    for at in range(0, len(path) - 1, length - 1):
        yield path[at : at + length]


def _trail_id(path: tuple[Hex, ...], paths: list[tuple[Hex, ...]]) -> str:
    """Return an id that says where a trail runs; of several with the same ends, the next hex distinguishes them."""
    ends = (path[0], path[-1])
    alike = [other for other in paths if (other[0], other[-1]) == ends]
    named = ends if len(alike) == 1 else (path[0], path[1], path[-1])
    return "-".join(["trail", *(f"{place.column:02}{place.row:02}" for place in named)])
