"""What the places of our module's maps mean: a pixel of the map sheet is a hex or a box, one of a mat is a space.

They are found by the same data from which the module's maps are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from ..drawing.mats import (
    ARRIVALS,
    ELIMINATED,
    GONE,
    HIGHEST_COMMAND_POINTS,
    HIGHEST_DISPATCH_POINTS,
    Mat,
    arrival_name,
    arrivals,
    chits_mat,
    command_points_name,
    dispatch_points_name,
    division_card,
)
from ..game.game_data import GameData
from ..game.hexes import Hex, HexGeometry, HexLayout
from ..game.position import Place, Status
from ..game.scenarios import TurnTime
from ..vassal.pieces import Placement

__all__ = ["Spot", "TablePlaces"]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place that is none of the map's hexes and boxes: a space of one of its tracks, or of a mat beside it."""

    sheet: str
    """The track's id, or the mat's name."""
    space: str


class TablePlaces:
    """The places of one game's maps and mats."""

    def __init__(self, game: GameData) -> None:
        self.game = game
        cards = (division_card(game, division) for division in game.divisions)
        self._mats: dict[str, Mat] = {mat.name: mat for mat in (*cards, arrivals(game), chits_mat(game))}
        self._points = {
            "command": _spaces(command_points_name, HIGHEST_COMMAND_POINTS),
            "dispatch": _spaces(dispatch_points_name, HIGHEST_DISPATCH_POINTS),
        }

    @cached_property
    def _centres(self) -> dict[tuple[int, int], Hex]:
        board = self.game.map
        geometry = HexGeometry(HexLayout(board.even_columns_lower), board.hex_height, board.origin)
        return {geometry.centre(place): place for place in board.hexes}

    def place(self, where: Placement) -> Place:
        """Return the hex or box of the map sheet at a placement, None for anywhere else.

        A piece that snapped nowhere is in the hex whose centre is nearest.
        """
        if where.map != self.game.map.name:
            return None
        x, y = where.x, where.y
        if (x, y) in self._centres:
            return self._centres[x, y]
        for box in self.game.map.boxes.values():
            if box.x <= x < box.x + box.width and box.y <= y < box.y + box.height:
                return box.id
        reach = self.game.map.hex_height // 2
        near = [(abs(x - cx) + abs(y - cy), place) for (cx, cy), place in self._centres.items()
                if abs(x - cx) <= reach and abs(y - cy) <= reach]  # fmt: skip
        return min(near)[1] if near else None

    def space(self, where: Placement) -> tuple[str, str]:
        """Return the mat and the space of it at a placement; empty texts for none."""
        mat = self._mats.get(where.map or "")
        spaces = mat.spaces if mat else ()
        found = (s.name for s in spaces if s.x <= where.x < s.x + s.width and s.y <= where.y < s.y + s.height)
        return (mat.name, next(found, "")) if mat else ("", "")

    def status(self, where: Placement) -> Status:
        """Return what a counter's placement says of it: on the map, eliminated, gone for good, or waiting.

        What will come back waits in the calendar, whether it has withdrawn or left by an entry hex.
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
        if place.sheet in self.game.map.tracks:
            return self.track_space(place.sheet, where) == place.space
        return self.space(where) == (place.sheet, place.space)

    def track_space(self, track: str, where: Placement) -> str:
        """Return the space of a track of the map sheet at a placement; empty for none."""
        if track not in self.game.map.tracks or where.map != self.game.map.name:
            return ""
        found = self.game.map.tracks[track]
        column, row = (where.x - found.x) // found.space_width, (where.y - found.y) // found.space_height
        number = row * found.per_row + column
        inside = 0 <= column < found.per_row and row >= 0 and number < len(found.spaces)
        return found.spaces[number] if inside else ""

    def points(self, kind: str, where: Placement) -> int | None:
        """Return the points that a ``command`` or ``dispatch`` marker shows by where it lies; None if it does not."""
        return self._points[kind].get(self.space(where)[1])


_SPACES_OF_THE_LOST = {ELIMINATED: Status.ELIMINATED, GONE: Status.WITHDRAWN}


def _spaces(name_of: Callable[[int], str], highest: int) -> Mapping[str, int]:
    return {name_of(number): number for number in range(highest + 1)}
