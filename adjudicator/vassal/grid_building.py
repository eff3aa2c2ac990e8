"""The grids of a build file: attributes to the types of grids, numbering and zones (vassal-files.md 4.4-4.6)."""

from __future__ import annotations

from .build_file import Component, Kind, attempt, note
from .errors import GridError
from .geometry import Point, Size
from .grids import DEFAULT_HEX_HEIGHT, DEFAULT_HEX_WIDTH, Grid, HexGrid, Region, RegionGrid, SquareGrid
from .location_format import is_expression
from .numbering import (
    DEFAULT_LOCATION_FORMAT,
    AxisNumbering,
    HexGridNumbering,
    Slant,
    SquareGridNumbering,
)
from .zones import Zone, ZonedGrid, parse_path

__all__ = ["GRID_KINDS", "build_grid"]

GRID_KINDS = (Kind.ZONED_GRID, Kind.HEX_GRID, Kind.SQUARE_GRID, Kind.REGION_GRID)
_CORE_OBLIQUE = "VASSAL.build.module.map.boardPicker.board.mapgrid.ObliqueHexGridNumbering"


class GridBuilder:
    """Builds the grid of one board or zone.

    *size* is that of the board, None if it is not known. What makes no sense goes into *problems* and
    leaves out the grid that it belongs to, no more.
    """

    def __init__(self, size: Size | None, problems: list[str]) -> None:
        self._size = size
        self._problems = problems
        self._builders = {
            Kind.HEX_GRID: self._hex_grid,
            Kind.SQUARE_GRID: self._square_grid,
            Kind.REGION_GRID: self._region_grid,
            Kind.ZONED_GRID: self._zoned_grid,
        }

    def build(self, container: Component) -> Grid | None:
        """Return the grid of *container* (the last, as in the engine), None if none can be used."""
        component = container.last(*GRID_KINDS)
        if component is None or component.kind is None:
            return None
        return attempt(component, self._problems, self._builders[component.kind])

    def _hex_grid(self, component: Component) -> Grid:
        dy = component.number("dy", DEFAULT_HEX_HEIGHT)
        dx = component.number("dx", DEFAULT_HEX_WIDTH)
        if dx == DEFAULT_HEX_WIDTH:
            dx = DEFAULT_HEX_WIDTH / DEFAULT_HEX_HEIGHT * dy  # a width left at its default follows the height
        numbering = component.last(Kind.HEX_NUMBERING, Kind.OBLIQUE_NUMBERING)
        return HexGrid(
            component.integer("x0", 0),
            component.integer("y0", 32),
            dx,
            dy,
            component.flag("sideways"),
            self._hex_numbering(numbering) if numbering else None,
            self._size,
        )

    def _square_grid(self, component: Component) -> Grid:
        numbering = component.last(Kind.SQUARE_NUMBERING)
        return SquareGrid(
            component.integer("x0", 24),
            component.integer("y0", 24),
            component.number("dx", 48.0),
            component.number("dy", 48.0),
            SquareGridNumbering(*self._numbering(numbering)) if numbering else None,
            self._size,
        )

    def _region_grid(self, component: Component) -> Grid:
        regions = (attempt(child, self._problems, _region) for child in component.children(Kind.REGION))
        return RegionGrid(tuple(region for region in regions if region))

    def _zoned_grid(self, component: Component) -> Grid:
        background = self.build(component)
        zones = tuple(self._zone(child, background) for child in component.children(Kind.ZONE))
        return ZonedGrid(zones, background)

    def _zone(self, component: Component, background: Grid | None) -> Zone:
        use_parent_grid = component.text("useParentGrid") == "true"
        polygon = parse_path(component.text("path"))
        bare = Zone(component.text("name"), polygon, self._format(component, "$name$"), use_parent_grid)
        own = None if use_parent_grid else GridBuilder(bare.size, self._problems).build(component)
        grid = background if use_parent_grid else own
        return Zone(bare.name, polygon, bare.location_format, use_parent_grid, grid)

    def _hex_numbering(self, component: Component) -> HexGridNumbering:
        slant = Slant.NONE
        if component.kind is Kind.OBLIQUE_NUMBERING:
            slant = Slant.CORE if component.class_name == _CORE_OBLIQUE else Slant.GTS
        return HexGridNumbering(*self._numbering(component), component.flag("stagger", True), slant)

    def _numbering(self, component: Component) -> tuple[AxisNumbering, AxisNumbering, bool, str, str]:
        """Return the fields of GridNumbering, in order."""
        return (
            _axis(component, "h"),
            _axis(component, "v"),
            component.letter("first", "H") == "H",
            component.text("sep"),
            self._format(component, DEFAULT_LOCATION_FORMAT),
        )

    def _format(self, component: Component, default: str) -> str:
        """Return the location format, or the default for an expression, which is a problem."""
        text = component.text("locationFormat", default)
        if not is_expression(text):
            return text
        note(
            self._problems,
            f"{component.label}, attribute locationFormat: expressions are not worked out; "
            f"locations are named {default} instead",
        )
        return default


def _region(component: Component) -> Region:
    origin = Point(component.integer("originx", 0), component.integer("originy", 0))
    return Region(component.text("name"), origin)


def _axis(component: Component, prefix: str) -> AxisNumbering:
    alphabetic = component.letter(f"{prefix}Type", "N") == "A"
    leading, offset = component.integer(f"{prefix}Leading", 1), component.integer(f"{prefix}Off", 1)
    try:
        return AxisNumbering(alphabetic, leading, offset, component.flag(f"{prefix}Descend"))
    except GridError as error:
        error.place = error.place.replace("attribute ", f"attribute {prefix}", 1)
        raise


def build_grid(container: Component, size: Size | None, problems: list[str]) -> Grid | None:
    """Return the grid of a board, None if it has none or an unusable one (then *problems* grows)."""
    return GridBuilder(size, problems).build(container)
