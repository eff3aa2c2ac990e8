"""Boards laid out on a map: map pixel to location name and back (vassal-files.md 4.6).

Map pixels are those that saves hold. A board's own pixels count from its upper left corner, or from
its lower right one when it is turned round.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from . import sequence
from .errors import GridError
from .geometry import MAX_PIXEL, NO_SIZE, Point, Size
from .grids import Grid
from .location_format import no_such_location
from .zones import Zone, ZonedGrid

__all__ = ["OFFBOARD", "BoardDefinition", "BoardPlacement", "DeckPlace", "MapLayout", "PlacedBoard",
           "lay_out", "read_placements"]  # fmt: skip

OFFBOARD = "offboard"
"""The engine's word for a place without a name, in its English form."""

_MAX_PLACEMENTS = 1_000
_MOST_REMEMBERED = 5_000
_UNLIMITED = Size(MAX_PIXEL, MAX_PIXEL)


@dataclass(frozen=True, slots=True)
class BoardDefinition:
    """A board that a map can show."""

    name: str
    image: str = ""
    size: Size | None = None
    """None if it is not known, for want of the image."""
    grid: Grid | None = None
    """None if there is none, or if it is unusable (the module's ``problems`` say why)."""
    reversible: bool = False


class BoardPlacement(NamedTuple):
    """A board as a save's board picker names it."""

    name: str
    reversed: bool = False
    column: int = 0
    row: int = 0


def read_placements(tokens: Sequence[str]) -> tuple[BoardPlacement, ...]:
    """Read a board picker's list: name, column, row, name, column, row, … (vassal-files.md 2.4).

    ``/rev`` after a name turns the board round. Numbers that are missing or none are 0.
    """
    placements = []
    for index in range(0, len(tokens), 3):
        name, *flags = sequence.decode(tokens[index], "/")
        column, row = (_small_number(text) for text in (*tokens[index + 1 : index + 3], "", "")[:2])
        if name:
            placements.append(BoardPlacement(name, flags[:1] == ["rev"], column, row))
    return tuple(placements)


def _small_number(text: str) -> int:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else 0


@dataclass(frozen=True, slots=True)
class PlacedBoard:
    """A board at its place on the map; ``origin`` is its upper left corner there."""

    board: BoardDefinition
    origin: Point
    reversed: bool = False

    @property
    def size(self) -> Size:
        """The board's size, without an end if it is not known."""
        return self.board.size or _UNLIMITED

    def contains(self, point: Point) -> bool:
        """Return whether a map pixel is on the board."""
        return 0 <= point.x - self.origin.x < self.size.width and 0 <= point.y - self.origin.y < self.size.height

    def to_board(self, point: Point) -> Point:
        """Return the board pixel of a map pixel."""
        return self._turned(Point(point.x - self.origin.x, point.y - self.origin.y))

    def to_map(self, point: Point) -> Point:
        """Return the map pixel of a board pixel."""
        turned = self._turned(point)
        return Point(turned.x + self.origin.x, turned.y + self.origin.y)

    def _turned(self, point: Point) -> Point:
        if not self.reversed:
            return point
        return Point(self.size.width - point.x, self.size.height - point.y)


class DeckPlace(NamedTuple):
    """A deck's name and its place; the board, if any, that the place counts from."""

    name: str
    board: str | None
    offset: Point


@dataclass(frozen=True, slots=True)
class MapLayout:
    """A map with its boards laid out, as one game has it. ``lay_out`` makes one."""

    boards: tuple[PlacedBoard, ...]
    decks: tuple[DeckPlace, ...] = ()
    edge: Size = NO_SIZE
    """The empty space to the left of and above the boards."""
    _names: dict[tuple[int, int], str] = field(default_factory=dict, init=False, repr=False, compare=False)
    _points: dict[str, Point] = field(default_factory=dict, init=False, repr=False, compare=False)
    """The answers given before: a game is played in few places, and each is asked for time and again."""

    def board_at(self, point: Point) -> PlacedBoard | None:
        """Return the board at a map pixel, if there is one."""
        return next((placed for placed in self.boards if placed.contains(point)), None)

    def zone_at(self, x: int, y: int) -> Zone | None:
        """Return the zone at a map pixel, if there is one."""
        placed = self.board_at(Point(x, y))
        if placed is None or not isinstance(placed.board.grid, ZonedGrid):
            return None
        # The engine does not turn the pixel here when the board is turned round.
        return placed.board.grid.zone_at(Point(x - placed.origin.x, y - placed.origin.y))

    def location_name(self, x: int, y: int) -> str:
        """Return the name of a map pixel: a deck's, exactly at its point, else the grid's, else "offboard"."""
        name = self._names.get((x, y))
        if name is None:
            name = self._find_name(Point(x, y))
            if len(self._names) < _MOST_REMEMBERED:
                self._names[x, y] = name
        return name

    def _find_name(self, point: Point) -> str:
        for deck in self.decks:
            if self.place(deck.board, deck.offset) == point:
                return deck.name
        placed = self.board_at(point)
        if placed is None or placed.board.grid is None:
            return OFFBOARD
        name = placed.board.grid.location_name(placed.to_board(point))
        return OFFBOARD if name is None else name

    def location_point(self, name: str) -> Point:
        """Return the map pixel of a location: of a deck, else of the first board that has the name.

        Raises GridError.
        """
        point = self._points.get(name)
        if point is None:
            point = self._find_point(name)
            if len(self._points) < _MOST_REMEMBERED:
                self._points[name] = point
        return point

    def _find_point(self, name: str) -> Point:
        for deck in self.decks:
            if deck.name == name:
                return self.place(deck.board, deck.offset)
        for placed in self.boards:
            if placed.board.grid is None:
                continue
            try:
                return placed.to_map(placed.board.grid.location_point(name))
            except GridError:
                continue
        raise no_such_location(name)

    def place(self, board: str | None, offset: Point) -> Point:
        """Return the map pixel of an offset from a board's corner, from the edge without that board."""
        origin = next(
            (placed.origin for placed in self.boards if placed.board.name == board),
            Point(self.edge.width, self.edge.height),
        )
        return Point(origin.x + offset.x, origin.y + offset.y)

    def snap(self, x: int, y: int) -> Point:
        """Return the centre of the location at a map pixel, which stays itself where there is no grid."""
        point = Point(x, y)
        first = self.board_at(point)
        if first is None:
            return point
        snapped = _snap_on(first, point)
        second = self.board_at(snapped)
        if second is None:
            return _pulled_back(first, snapped)
        return snapped if second is first else _snap_on(second, snapped)


def _snap_on(placed: PlacedBoard, point: Point) -> Point:
    grid = placed.board.grid
    return placed.to_map(grid.snap(placed.to_board(point))) if grid else point


def _pulled_back(placed: PlacedBoard, point: Point) -> Point:
    """Return *point* on the board again if it is one pixel off its edge, as the engine does."""

    def pulled(value: int, length: int) -> int:
        return {-1: 0, length: length - 1}.get(value, value)

    origin, size = placed.origin, placed.size
    return Point(origin.x + pulled(point.x - origin.x, size.width), origin.y + pulled(point.y - origin.y, size.height))


def lay_out(
    boards: Iterable[BoardDefinition],
    placements: Iterable[BoardPlacement | tuple[str, bool, int, int]],
    decks: tuple[DeckPlace, ...] = (),
    edge: Size = NO_SIZE,
) -> MapLayout:
    """Lay out *placements* of *boards*; boards that the module does not have are left out.

    Each board begins where those to its left in the same row, and those above it in the same column,
    end. Raises GridError for a place that cannot be, and when a size that this needs is not known.
    """
    known: dict[str, BoardDefinition] = {}
    for board in boards:
        known.setdefault(board.name, board)
    chosen = [(known[entry.name], entry) for entry in map(BoardPlacement._make, placements) if entry.name in known]
    if len(chosen) > _MAX_PLACEMENTS:
        raise GridError(
            "there are too many boards on the map", found=f"{len(chosen):,}", expected=f"at most {_MAX_PLACEMENTS:,}"
        )
    cells: dict[tuple[int, int], Size] = {}
    for board, entry in chosen:
        if entry.column < 0 or entry.row < 0:
            raise GridError(
                "a board cannot be there",
                place=f"board {board.name!r}",
                found=f"column {entry.column}, row {entry.row}",
                expected="0 or more",
            )
        if board.size is None and (len(chosen) > 1 or entry.reversed):
            raise GridError(
                "the size of a board is not known, and places on it or beside it depend on it",
                place=f"board {board.name!r}",
            )
        cells[entry.column, entry.row] = board.size or _UNLIMITED
    placed = [
        PlacedBoard(board, _origin(cells, entry, edge), entry.reversed and board.reversible) for board, entry in chosen
    ]
    return MapLayout(tuple(placed), decks, edge)


def _origin(cells: dict[tuple[int, int], Size], entry: BoardPlacement, edge: Size) -> Point:
    left = sum(size.width for (column, row), size in cells.items() if row == entry.row and column < entry.column)
    above = sum(size.height for (column, row), size in cells.items() if column == entry.column and row < entry.row)
    return Point(edge.width + left, edge.height + above)
