"""Grids: the case files, round trips, and slow independent checks."""

from __future__ import annotations

import math
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from lxml import etree

from adjudicator.vassal.errors import GridError
from adjudicator.vassal.geometry import MAX_PIXEL, Point, Size, divide, polygon_contains, round_half_up
from adjudicator.vassal.grids import Grid, HexGrid, Region, RegionGrid, SquareGrid
from adjudicator.vassal.module import read_build_file
from adjudicator.vassal.numbering import AxisNumbering, HexGridNumbering, Slant, SquareGridNumbering
from adjudicator.vassal.zones import Zone, ZonedGrid, parse_path

CASES = Path(__file__).parent / "cases" / "grids"
PROPERTY = settings(derandomize=True, deadline=None)


def _element(parent: etree._Element, table: dict[str, Any]) -> None:
    attributes = {key: str(value) for key, value in table.items() if key not in ("class", "children")}
    element = etree.SubElement(parent, table["class"], attributes)
    for child in table.get("children", ()):
        _element(element, child)


def grid_of(board: dict[str, Any]) -> Grid:
    """Read a case's board by way of a build file."""
    root = etree.Element("VASSAL.build.GameModule", name="Cases")
    picker = etree.SubElement(etree.SubElement(root, "VASSAL.build.module.Map"), "VASSAL.build.module.map.BoardPicker")
    element = etree.SubElement(
        picker,
        "VASSAL.build.module.map.boardPicker.Board",
        name="Board",
        width=str(board["width"]),
        height=str(board["height"]),
    )
    _element(element, board["grid"])
    module = read_build_file(etree.tostring(root))
    assert module.problems == ()
    grid = module.maps[0].boards[0].grid
    assert grid is not None
    return grid


def _boards() -> list[Any]:
    return [
        pytest.param(board, id=f"{path.stem}: {board['title']}")
        for path in sorted(CASES.glob("*.toml"))
        for board in tomllib.loads(path.read_text("utf-8"))["board"]
    ]


@pytest.mark.parametrize("board", _boards())
def test_case_file(board: dict[str, Any]) -> None:
    grid = grid_of(board)
    for case in board.get("case", ()):
        if "pixel" in case and "name" in case:
            assert grid.location_name(Point(*case["pixel"])) == (None if case["name"] is False else case["name"]), case
        if "snap" in case:
            assert grid.snap(Point(*case["pixel"])) == tuple(case["snap"]), case
        if case.get("point"):
            assert grid.location_point(case["name"]) == tuple(case["point"]), case
        elif "point" in case:
            with pytest.raises(GridError):
                grid.location_point(case["name"])


SEPARATORS = st.sampled_from([".", "/", " - ", "x", "$"])
AXES = st.builds(AxisNumbering, st.booleans(), st.integers(0, 4), st.integers(-40, 40), st.booleans())
SIZES = st.builds(Size, st.integers(200, 3000), st.integers(200, 3000))
LENGTHS = st.floats(8, 150)
ORIGINS = st.integers(-100, 100)
HEX_GRIDS = st.builds(
    HexGrid,
    ORIGINS,
    ORIGINS,
    LENGTHS,
    LENGTHS,
    st.booleans(),
    st.builds(
        HexGridNumbering, AXES, AXES, st.booleans(), SEPARATORS, stagger=st.booleans(), slant=st.sampled_from(Slant)
    ),
    SIZES,
)
SQUARE_GRIDS = st.builds(
    SquareGrid,
    ORIGINS,
    ORIGINS,
    LENGTHS,
    LENGTHS,
    st.builds(SquareGridNumbering, AXES, AXES, st.booleans(), SEPARATORS),
    SIZES,
)
POINTS = st.builds(Point, st.integers(-500, 3500), st.integers(-500, 3500))


def has_engine_defect(grid: HexGrid) -> bool:
    """Tell whether the engine places names of this grid one row off (vassal-files.md 4.5)."""
    numbering, size = grid.numbering, grid.size
    assert numbering is not None
    assert size is not None
    if numbering.slant is not Slant.NONE or not numbering.stagger:
        return False
    if grid.sideways:
        return numbering.vertical.descending and math.floor(size.height / grid.dx + 0.5) % 2 == 1
    return numbering.horizontal.descending and math.floor(size.width / grid.dy + 0.5) % 2 == 1


@PROPERTY
@given(HEX_GRIDS, st.integers(-12, 60), st.integers(-12, 60))
def test_every_hex_has_a_name_that_leads_back(grid: HexGrid, column: int, row: int) -> None:
    assume(not has_engine_defect(grid))
    centre = grid.centre(column, row)
    name = grid.location_name(centre)
    assert name is not None
    point = grid.location_point(name)
    assert grid.location_name(point) == name
    assert abs(point.x - centre.x) <= 1
    assert abs(point.y - centre.y) <= 1
    assert grid.raw(centre) == (column, row)
    assert grid.snap(centre) == centre


def with_engine_defect(grid: HexGrid, count: int) -> HexGrid:
    """Make the columns of a grid count down, staggered, from an odd number."""
    assert grid.numbering is not None
    across, down = int((2 * count + 1) * grid.dy), int((2 * count + 1) * grid.dx)
    axis = "vertical" if grid.sideways else "horizontal"
    descending = {axis: replace(getattr(grid.numbering, axis), descending=True)}
    numbering = replace(grid.numbering, stagger=True, slant=Slant.NONE, **descending)
    return replace(grid, numbering=numbering, size=Size(across, down))


@PROPERTY
@given(HEX_GRIDS, st.integers(1, 20), st.integers(-12, 60), st.integers(-12, 60))
def test_with_the_engines_defect_a_name_leads_one_row_off(plain: HexGrid, count: int, column: int, row: int) -> None:
    grid = with_engine_defect(plain, count)
    assert has_engine_defect(grid)
    name = grid.location_name(grid.centre(column, row))
    assert name is not None
    back_column, back_row = grid.raw(grid.location_point(name))
    assert (back_column, abs(back_row - row)) == (column, 1)


@PROPERTY
@given(HEX_GRIDS)
def test_names_of_different_hexes_differ(grid: HexGrid) -> None:
    names = {grid.location_name(grid.centre(column, row)) for column in range(-3, 8) for row in range(-3, 8)}
    assert len(names) == 11 * 11


@PROPERTY
@given(SQUARE_GRIDS, st.integers(0, 60), st.integers(0, 60))
def test_every_square_has_a_name_that_leads_back(grid: SquareGrid, column: int, row: int) -> None:
    centre = grid.snap(Point(int(column * grid.dx + grid.x0), int(row * grid.dy + grid.y0)))
    name = grid.location_name(centre)
    assert name is not None
    assert grid.location_name(grid.location_point(name)) == name
    assert grid.snap(grid.location_point(name)) == centre


@PROPERTY
@given(ORIGINS, ORIGINS, st.floats(20, 150), st.booleans(), POINTS)
def test_snap_finds_the_nearest_hex(x0: int, y0: int, dy: float, sideways: bool, point: Point) -> None:
    """A slow look at all regular hexes around, in the plane's own geometry."""
    grid = HexGrid(x0, y0, dy * math.sqrt(3) / 2, dy, sideways)
    across, down = (point.y, point.x) if sideways else point
    column, row = round((across - x0) / grid.dx), round((down - y0) / dy)
    distances = []
    for other_column in range(column - 2, column + 3):
        for other_row in range(row - 2, row + 3):
            x = x0 + other_column * grid.dx
            y = y0 + (other_row + (0.5 if other_column % 2 else 0)) * dy
            distances.append((math.hypot(across - x, down - y), x, y))
    distances.sort()
    nearest, second = distances[:2]
    assume(second[0] - nearest[0] > 5)  # on an edge, whole pixels decide
    snapped = grid.snap(point)
    found = (snapped.y, snapped.x) if sideways else snapped
    assert math.hypot(found[0] - nearest[1], found[1] - nearest[2]) < 2


@PROPERTY
@given(HEX_GRIDS | SQUARE_GRIDS, POINTS)
def test_snap_is_near_and_stays(grid: HexGrid | SquareGrid, point: Point) -> None:
    snapped = grid.snap(point)
    assert math.dist(point, snapped) <= math.hypot(grid.dx, grid.dy) + 3
    assert grid.snap(snapped) == snapped


@PROPERTY
@given(HEX_GRIDS | SQUARE_GRIDS, st.text(max_size=12) | st.from_regex(r"-?[0-9A-Z]{1,20}[./x]-?[0-9A-Z]{1,20}"))
def test_any_name_has_a_pixel_or_a_grid_error(grid: HexGrid | SquareGrid, name: str) -> None:
    try:
        point = grid.location_point(name)
    except GridError:
        return
    assert abs(point.x) <= MAX_PIXEL + 100
    assert abs(point.y) <= MAX_PIXEL + 100


FAR = [Point(MAX_PIXEL + 1, 0), Point(0, -(10**400)), Point(10**4300, 10**4300)]


@pytest.mark.parametrize("point", FAR, ids=["just beyond", "beyond any float", "absurd"])
def test_far_out_there_is_nothing(point: Point) -> None:
    numbered = HexGrid(numbering=HexGridNumbering())
    regions = RegionGrid((Region("Only", Point(1, 1)),))
    for grid in (numbered, SquareGrid(numbering=SquareGridNumbering()), regions):
        assert grid.location_name(point) is None
    assert numbered.snap(point) == point
    assert SquareGrid().snap(point) == point


@pytest.mark.parametrize("length", [0, -1.0, 0.5, math.nan, math.inf, -math.inf, 1e30, MAX_PIXEL + 1])
@pytest.mark.parametrize("kind", [HexGrid, SquareGrid])
@pytest.mark.parametrize("attribute", ["dx", "dy"])
def test_cells_of_senseless_size(kind: type[HexGrid | SquareGrid], attribute: str, length: float) -> None:
    arguments: dict[str, Any] = {attribute: length}
    with pytest.raises(GridError, match=f"attribute {attribute}: this size of a cell makes no sense"):
        kind(**arguments)


def test_senseless_numbers() -> None:
    with pytest.raises(GridError, match="attribute y0"):
        HexGrid(y0=10**9)
    with pytest.raises(GridError, match="leading zeros"):
        AxisNumbering(leading=10**9)
    with pytest.raises(GridError, match="starting number"):
        AxisNumbering(alphabetic=True, offset=10**9)
    with pytest.raises(GridError, match="size of the board"):
        HexGrid(numbering=HexGridNumbering(vertical=AxisNumbering(descending=True)))


@pytest.mark.parametrize(
    ("value", "rounded"),
    [
        (0.5, 1),
        (-0.5, 0),
        (1.5, 2),
        (-1.5, -1),
        (0.49999999999999994, 0),
        (-0.50000001, -1),
        (7.0, 7),
    ],
)
def test_rounding_is_javas(value: float, rounded: int) -> None:
    assert round_half_up(value) == rounded


@pytest.mark.parametrize(("dividend", "quotient"), [(7, 3), (-7, -3), (6, 3), (-1, 0), (0, 0)])
def test_division_truncates(dividend: int, quotient: int) -> None:
    assert divide(dividend, 2) == quotient


SMALL = st.integers(-9, 9)
CORNERS = st.builds(Point, SMALL, SMALL)


@PROPERTY
@given(CORNERS, CORNERS, CORNERS)
def test_an_upright_rectangle_contains_its_left_and_upper_edges(a: Point, b: Point, point: Point) -> None:
    left, right = sorted((a.x, b.x))
    top, bottom = sorted((a.y, b.y))
    rectangle = [Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)]
    expected = left <= point.x < right and top <= point.y < bottom
    assert polygon_contains(rectangle, point) is expected
    assert polygon_contains(rectangle[::-1], point) is expected


@PROPERTY
@given(CORNERS, CORNERS, CORNERS, CORNERS)
def test_off_its_edges_a_triangle_contains_what_is_on_one_side_of_all(
    a: Point, b: Point, c: Point, point: Point
) -> None:
    def side(start: Point, end: Point) -> int:
        return (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)

    sides = [side(a, b), side(b, c), side(c, a)]
    assume(0 not in sides)
    assert polygon_contains([a, b, c], point) is (len({value > 0 for value in sides}) == 1)


def test_fewer_than_three_corners_contain_nothing() -> None:
    for corners in ([], [Point(0, 0)], [Point(0, 0), Point(5, 5)]):
        assert not polygon_contains(corners, Point(0, 0))


@PROPERTY
@given(st.text(alphabet="0123456789,;-+ x\\'", max_size=40))
def test_any_path_can_be_read(path: str) -> None:
    assert all(abs(corner.x) < 10**8 and abs(corner.y) < 10**8 for corner in parse_path(path))


def test_names_that_would_take_long_to_match_are_no_locations() -> None:
    square = (Point(0, 0), Point(100, 0), Point(100, 100), Point(0, 100))
    grid = HexGrid(numbering=HexGridNumbering())
    zone = Zone("Z", square, "$gridLocation$" * 20 + "!", grid=grid)
    with pytest.raises(GridError):
        zone.location_point("0" * 150)
    with pytest.raises(GridError):
        Zone("Z", square, "$gridLocation$", grid=grid).location_point("0" * 1_000_000)


def test_regions_are_found_through_their_zone() -> None:
    regions = RegionGrid((Region("Town", Point(10, 10)), Region("Elsewhere", Point(500, 500))))
    square = (Point(0, 0), Point(100, 0), Point(100, 100), Point(0, 100))
    zoned = ZonedGrid((Zone("Empty"), Zone("Area", square, grid=regions)))
    assert zoned.location_name(Point(20, 20)) == "Area"
    assert zoned.region_point("Town") == (10, 10)
    for name in ("Elsewhere", "Nowhere"):
        with pytest.raises(GridError):
            zoned.region_point(name)
