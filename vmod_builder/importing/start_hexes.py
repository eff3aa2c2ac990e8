"""Moves counters of the predefined setups whose hex the module's map does not allow to the nearest that it does.

The scenario says where a counter may be set up (NQoS scenarios 1 to 4); only our choice of a hex depends on the
map. A leader goes with the unit that he was with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.game.hexes import Hex
from adjudicator.game.loading.build_map import layout_of
from adjudicator.game.loading.checks.setup_checks import AllowedStarts
from adjudicator.game.loading.files import GameFiles
from adjudicator.game.loading.places import Row

__all__ = ["MovedStart", "moved_starts", "starts_by_row"]


@dataclass(frozen=True, slots=True)
class MovedStart:
    """A counter that is in another hex at the start."""

    file: str
    """The scenario's file."""
    row: int
    """The number of the file's group that it is in."""
    counter: str
    """The id of the unit or leader."""
    before: str
    after: str


def moved_starts(files: GameFiles) -> tuple[MovedStart, ...]:
    """Return the counters that must move with the map of *files*, as far as a hex can be found for them."""
    return tuple(moved for file in files.scenarios for moved in _Scenario(files, file).moved())


class _Scenario:
    """The predefined setup of one scenario."""

    def __init__(self, files: GameFiles, file: str) -> None:
        self._file = file
        self._rows = tuple(files.rows(file, "setup"))
        self._allowed = AllowedStarts(files)
        self._most = files["game.toml"]["stacking"]["not_in_column"]
        self._layout = layout_of(files["map.toml"])
        self._count = Counter(place for row in self._rows for _, place in self._unit_starts(row))

    @staticmethod
    def _unit_starts(row: Row) -> Iterator[tuple[str, str]]:
        units = set(row.get("units"))
        return ((id_, place) for id_, place in row.get("start", {}).items() if id_ in units)

    def moved(self) -> Iterator[MovedStart]:
        """Yield the counters that must move to another hex."""
        for number, row in enumerate(self._rows):
            yield from self._moved_of_group(number, row)

    def _moved_of_group(self, number: int, row: Row) -> Iterator[MovedStart]:
        allowed, starts = self._allowed(row), dict(row.get("start", {}))
        places: dict[str, str] = dict(self._unit_starts(row))
        leaders = {id_: place for id_, place in starts.items() if id_ not in places}
        gone: dict[str, str] = {}
        for id_, place in list(places.items()):
            if place in allowed:
                continue
            others = [there for other, there in places.items() if other != id_]
            found = self._nearest(place, allowed, others if row.get("not_adjacent", False) else ())
            if found:
                self._count[place] -= 1
                self._count[found] += 1
                places[id_] = gone[place] = found
                yield MovedStart(self._file, number, id_, place, found)
        for id_, place in leaders.items():
            if place in gone and place not in places.values():
                yield MovedStart(self._file, number, id_, place, gone[place])

    def _nearest(self, place: str, allowed: set[str], apart_from: Sequence[str]) -> str:
        """Return the nearest hex that has room, empty if there is none."""
        start = Hex.parse(place)
        free = [
            each
            for each in map(Hex.parse, allowed)
            if self._count[str(each)] < self._most
            and all(self._layout.distance(each, Hex.parse(other)) > 1 for other in apart_from)
        ]
        nearest = min(free, key=lambda each: (self._layout.distance(start, each), each), default=None)
        return "" if nearest is None else str(nearest)


def starts_by_row(moved: Sequence[MovedStart]) -> Mapping[tuple[str, int], dict[str, Any]]:
    """Return the new hexes by file and group."""
    rows: dict[tuple[str, int], dict[str, Any]] = {}
    for each in moved:
        rows.setdefault((each.file, each.row), {})[each.counter] = each.after
    return rows
