"""The meaning of places on our module's maps: a pixel of the map sheet is a hex or a box, one of a mat is a space.

Places are found by the layout of the module's version (:mod:`adjudicator.module_layout`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ..drawing.mats import (
    ARRIVALS,
    ELIMINATED,
    GONE,
    HIGHEST_COMMAND_POINTS,
    HIGHEST_DISPATCH_POINTS,
    arrival_name,
    command_points_name,
    dispatch_points_name,
)
from ..game.game_data import GameData
from ..game.hexes import Hex, HexGeometry, HexLayout
from ..game.position import Place, Status
from ..game.scenarios import TurnTime
from ..game.table_layout import Spaces, TableLayout
from ..vassal.pieces import Placement

__all__ = ["Spot", "TablePlaces"]


@lru_cache(maxsize=8)
def _hexes_by_centre(geometry: HexGeometry, hexes: tuple[Hex, ...]) -> Mapping[tuple[int, int], Hex]:
    """Return hexes by their centres' pixels; all files of a game have the same."""
    return {geometry.centre(place): place for place in hexes}


@dataclass(frozen=True, slots=True)
class Spot:
    """A place other than the map's hexes and boxes: a space of one of its tracks, or of a mat beside it."""

    sheet: str
    """The track's id, or the mat's name."""
    space: str


class TablePlaces:
    """The places of one game's maps and mats in one layout."""

    def __init__(self, game: GameData, layout: TableLayout) -> None:
        self.game = game
        self._layout = layout
        self._places: dict[Placement, Place] = {}
        self._spaces: dict[Placement, tuple[str, str]] = {}
        self._points = {
            "command": _spaces(command_points_name, HIGHEST_COMMAND_POINTS),
            "dispatch": _spaces(dispatch_points_name, HIGHEST_DISPATCH_POINTS),
        }

    @cached_property
    def _centres(self) -> Mapping[tuple[int, int], Hex]:
        layout = self._layout
        geometry = HexGeometry(HexLayout(layout.even_columns_lower), layout.hex_height, layout.origin)
        return _hexes_by_centre(geometry, tuple(self.game.map.hexes))

    def place(self, where: Placement) -> Place:
        """Return the hex or box of the map sheet at a placement, None for anywhere else.

        A piece that did not snap is in the hex whose centre is nearest.
        """
        if where not in self._places:
            self._places[where] = self._place(where)
        return self._places[where]

    def _place(self, where: Placement) -> Place:
        if where.map != self.game.map.name:
            return None
        x, y = where.x, where.y
        if (x, y) in self._centres:
            return self._centres[x, y]
        for box, area in self._layout.boxes.items():
            if area.holds(x, y) and box in self.game.map.boxes:
                return box
        reach = self._layout.hex_height // 2
        near = [(abs(x - cx) + abs(y - cy), place) for (cx, cy), place in self._centres.items()
                if abs(x - cx) <= reach and abs(y - cy) <= reach]  # fmt: skip
        return min(near)[1] if near else None

    def space(self, where: Placement) -> tuple[str, str]:
        """Return the mat and its space at a placement; empty texts for none."""
        if where not in self._spaces:
            mat = where.map or ""
            known = mat in self._layout.mats
            self._spaces[where] = (mat, _space_at(self._layout.mats[mat], where)) if known else ("", "")
        return self._spaces[where]

    def status(self, where: Placement) -> Status:
        """Return the status that a counter's placement shows: on the map, eliminated, gone for good, or waiting.

        A unit that will come back waits in the calendar, whether it has withdrawn or left by an entry hex.
        """
        if self.place(where) is not None:
            return Status.ON_MAP
        return _SPACES_OF_THE_LOST.get(self.space(where)[1], Status.WAITING)

    @cached_property
    def _times(self) -> Mapping[str, TurnTime]:
        calendar = self.game.calendar
        times = [TurnTime(date, turn) for date in calendar.dates for turn in calendar.turns]
        return {arrival_name(self.game, time): time for time in times}

    def arrival_time(self, where: Placement) -> TurnTime | None:
        """Return the turn of the calendar's space at a placement, None for anywhere else."""
        mat, space = self.space(where)
        return self._times.get(space) if mat == ARRIVALS else None

    def is_at(self, where: Placement, place: Hex | str | Spot) -> bool:
        """Return whether a placement is in a hex, in a box by its id, or in a space of a track or a mat."""
        if not isinstance(place, Spot):
            return self.place(where) == place
        if place.sheet in self._layout.tracks:
            return self.track_space(place.sheet, where) == place.space
        return self.space(where) == (place.sheet, place.space)

    def track_space(self, track: str, where: Placement) -> str:
        """Return the space of a track of the map sheet at a placement; empty for none."""
        if track not in self._layout.tracks or where.map != self.game.map.name:
            return ""
        return _space_at(self._layout.tracks[track], where)

    def points(self, kind: str, where: Placement) -> int | None:
        """Return the points that a ``command`` or ``dispatch`` marker shows by its place; None if it shows none."""
        return self._points[kind].get(self.space(where)[1])


_SPACES_OF_THE_LOST = {ELIMINATED: Status.ELIMINATED, GONE: Status.WITHDRAWN}


def _spaces(name_of: Callable[[int], str], highest: int) -> Mapping[str, int]:
    return {name_of(number): number for number in range(highest + 1)}


def _space_at(spaces: Spaces, where: Placement) -> str:
    """Return the space at a placement, empty if the placement is in none."""
    return next((name for name, area in spaces.items() if area.holds(where.x, where.y)), "")
