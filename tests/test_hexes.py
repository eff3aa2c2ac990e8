"""The geometry of hexes: a true distance, mutual neighbours, and the very places that VASSAL's grid names."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.game.hexes import Direction, Hex, HexGeometry, HexLayout, HexNumbering
from adjudicator.vassal.geometry import Point
from adjudicator.vassal.grids import HexGrid
from adjudicator.vassal.numbering import AxisNumbering, HexGridNumbering

HEXES = st.builds(Hex, st.integers(1, 60), st.integers(1, 60))
LAYOUTS = st.builds(HexLayout, st.booleans())
GEOMETRIES = st.builds(
    HexGeometry, LAYOUTS, st.integers(12, 200), st.tuples(st.integers(-300, 300), st.integers(-300, 300))
)


@pytest.mark.parametrize("name", ["17.10", "01.01", "99.00"])
def test_names_round_trip(name: str) -> None:
    assert str(Hex.parse(name)) == name


@pytest.mark.parametrize("name", ["", "1710", "1.10", "017.10", "17.1", "17,10", "17.10 ", "aa.bb", "²3.10", "-1.10"])
def test_other_texts_are_no_names(name: str) -> None:
    with pytest.raises(ValueError, match="not the name of a hex"):
        Hex.parse(name)


@given(LAYOUTS, HEXES, HEXES, HEXES)
def test_distance_is_a_metric(layout: HexLayout, a: Hex, b: Hex, c: Hex) -> None:
    assert (layout.distance(a, b) == 0) == (a == b)
    assert layout.distance(a, b) == layout.distance(b, a)
    assert layout.distance(a, c) <= layout.distance(a, b) + layout.distance(b, c)


@given(LAYOUTS, HEXES, HEXES)
def test_a_line_is_the_same_from_both_ends(layout: HexLayout, a: Hex, b: Hex) -> None:
    line = layout.line(a, b)
    assert line[0] == (a,)
    assert line[-1] == (b,)
    assert layout.line(b, a) == tuple(reversed(line))


@given(LAYOUTS, HEXES, HEXES)
def test_a_line_goes_from_hex_to_hex_without_a_detour(layout: HexLayout, a: Hex, b: Hex) -> None:
    line = layout.line(a, b)
    for before, after in pairwise(line):
        assert all(layout.distance(one, other) == 1 for one in before for other in after)
    for passed in line:
        assert len(passed) == 1 or (len(passed) == 2 and layout.distance(*passed) == 1)
        assert all(layout.distance(a, place) + layout.distance(place, b) == layout.distance(a, b) for place in passed)


def _nearest(layout: HexLayout, a: Hex, b: Hex, part: Fraction) -> frozenset[Hex]:
    """Return the hexes that a point of the straight line is in or on the border of: those with the nearest centre."""

    def height(place: Hex) -> Fraction:
        return Fraction(2 * place.row + layout.is_lower(place.column))

    x = a.column + part * (b.column - a.column)
    y = height(a) + part * (height(b) - height(a))
    around = layout.within(Hex(round(x), round(y / 2)), 2)
    away = {place: 3 * (x - place.column) ** 2 + (y - height(place)) ** 2 for place in around}
    return frozenset(place for place in around if away[place] == min(away.values()))


@settings(deadline=None)
@given(LAYOUTS, HEXES, st.integers(-9, 9), st.integers(-9, 9))
def test_a_line_passes_what_its_points_are_in(layout: HexLayout, a: Hex, east: int, south: int) -> None:
    b = Hex(a.column + east, a.row + south)
    line = layout.line(a, b)
    parts = 7 * (1 + 3 * layout.distance(a, b))
    places = [_nearest(layout, a, b, Fraction(n, parts)) for n in range(parts + 1)]
    inside = [place for place in places if len(place) == 1]
    assert {place for passed in inside for place in passed} <= {passed[0] for passed in line if len(passed) == 1}
    along = {passed for passed, after in pairwise(places) if len(passed) == 2 and passed == after}
    assert along == {frozenset(passed) for passed in line if len(passed) == 2}


@pytest.mark.parametrize(
    ("start", "end", "passed"),
    [
        ("10.10", "10.10", "10.10"),
        ("10.10", "11.10", "10.10 11.10"),
        ("10.10", "10.13", "10.10 10.11 10.12 10.13"),
        ("05.05", "07.05", "05.05 06.04|06.05 07.05"),
        ("05.05", "09.05", "05.05 06.04|06.05 07.05 08.04|08.05 09.05"),
        ("05.05", "06.06", "05.05 05.06|06.05 06.06"),
        # near the corners the line clips hexes: one more than its six steps need
        ("17.10", "11.12", "17.10 16.10 15.11 14.10 14.11 13.11 12.11 11.12"),
    ],
)
def test_lines(start: str, end: str, passed: str) -> None:
    line = HexLayout(even_columns_lower=True).line(Hex.parse(start), Hex.parse(end))
    assert " ".join("|".join(map(str, place)) for place in line) == passed


@given(LAYOUTS, HEXES)
def test_neighbours_are_six_mutual_and_one_away(layout: HexLayout, place: Hex) -> None:
    neighbours = layout.neighbours(place)
    assert len(set(neighbours)) == 6
    for direction, neighbour in zip(Direction, neighbours, strict=True):
        assert layout.distance(place, neighbour) == 1
        assert layout.neighbour(neighbour, direction.opposite) == place
        assert layout.direction(place, neighbour) is direction


@given(LAYOUTS, HEXES, HEXES)
def test_distance_is_the_fewest_steps(layout: HexLayout, start: Hex, end: Hex) -> None:
    steps, place = 0, start
    while place != end:
        place = min(layout.neighbours(place), key=lambda nearer: layout.distance(nearer, end))
        steps += 1
        assert layout.distance(place, end) + steps == layout.distance(start, end)
    assert steps == layout.distance(start, end)


@given(LAYOUTS, HEXES, st.integers(0, 6))
def test_rings_grow_by_six_and_fill_the_disc(layout: HexLayout, centre: Hex, radius: int) -> None:
    rings = [layout.ring(centre, r) for r in range(radius + 1)]
    assert [len(set(ring)) for ring in rings] == [1, *range(6, 6 * radius + 1, 6)]
    assert {place for ring in rings for place in ring} == set(layout.within(centre, radius))
    assert len(layout.within(centre, radius)) == 1 + 3 * radius * (radius + 1)


@pytest.mark.parametrize(
    ("even_columns_lower", "neighbours"),
    [
        (True, "17.09 18.09 18.10 17.11 16.10 16.09"),
        (False, "17.09 18.10 18.11 17.11 16.11 16.10"),
    ],
)
def test_neighbours_by_name(even_columns_lower: bool, neighbours: str) -> None:
    layout = HexLayout(even_columns_lower)
    assert " ".join(map(str, layout.neighbours(Hex(17, 10)))) == neighbours


def test_directions() -> None:
    layout = HexLayout(even_columns_lower=True)
    assert layout.direction(Hex(17, 10), Hex(18, 9)).words == "north-east"
    with pytest.raises(ValueError, match=r"19\.10 is not adjacent to 17\.10"):
        layout.direction(Hex(17, 10), Hex(19, 10))


@given(GEOMETRIES, HEXES)
def test_the_module_s_grid_names_every_centre(geometry: HexGeometry, place: Hex) -> None:
    grid = vassal_grid(geometry)
    pixel = Point(*geometry.centre(place))
    assert grid.location_name(pixel) == str(place)
    assert grid.snap(pixel) == pixel


@given(GEOMETRIES, HEXES)
def test_adjacent_hexes_share_a_side(geometry: HexGeometry, place: Hex) -> None:
    corners = geometry.corners(place)
    for i, direction in enumerate(Direction):
        side = {corners[i], corners[(i + 1) % 6]}
        assert side == set(corners) & set(geometry.corners(geometry.layout.neighbour(place, direction)))


@given(GEOMETRIES, HEXES)
def test_corners_lie_around_the_centre(geometry: HexGeometry, place: Hex) -> None:
    x, y = geometry.centre(place)
    for corner in geometry.corners(place):
        assert abs(((corner.x - x) ** 2 + (corner.y - y) ** 2) ** 0.5 - geometry.radius) < 2.5


@given(GEOMETRIES, HEXES, st.integers(1, 3))
def test_outlines_of_a_ring_are_its_two_edges(geometry: HexGeometry, centre: Hex, radius: int) -> None:
    ring = geometry.layout.ring(centre, radius)
    loops = geometry.outlines(ring)
    inner = geometry.outlines(geometry.layout.within(centre, radius - 1))
    outer = geometry.outlines(geometry.layout.within(centre, radius))
    assert {frozenset(loop) for loop in loops} == {frozenset(loop) for loop in inner + outer}
    assert geometry.outlines(reversed(ring)) == loops
    turns = sorted(signed_area(loop) > 0 for loop in loops)
    assert turns == [False, True]


def signed_area(loop: tuple[tuple[int, int], ...]) -> int:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*loop, loop[0]]))


def vassal_grid(geometry: HexGeometry) -> HexGrid:
    """Return the grid that a module would have for the geometry: ``CC.RR`` from its first hex on."""
    axis = AxisNumbering(offset=1, leading=1)
    numbering = HexGridNumbering(
        horizontal=axis, vertical=axis, separator=".", stagger=not geometry.layout.even_columns_lower
    )
    x, y = geometry.origin
    return HexGrid(x0=x, y0=y, dx=geometry.column_pitch, dy=geometry.hex_height, numbering=numbering)


# hexes that are not numbered column by column

SLANTED = HexNumbering.of_places(
    {(column, row): Hex(column + 1, row + column // 2 + 1) for column in range(20) for row in range(20)}
)
"""Numbers that run along a slanted axis."""
PLACES = st.builds(Hex, st.integers(1, 20), st.integers(1, 20))


@given(PLACES, PLACES)
def test_numbers_change_no_distance(start: Hex, end: Hex) -> None:
    straight, slanted = HexLayout(even_columns_lower=True), HexLayout(even_columns_lower=True, numbers=SLANTED)
    names = [SLANTED.name(place) for place in (start, end)]
    assert slanted.distance(*names) == straight.distance(start, end)
    assert [SLANTED.place(near) for near in slanted.neighbours(names[0])] == list(straight.neighbours(start))
    passed = [sorted(map(SLANTED.place, each)) for each in slanted.line(*names)]
    assert passed == [list(each) for each in straight.line(start, end)]


def test_numbers_are_read_as_they_are_written() -> None:
    assert HexNumbering.parse(SLANTED.texts) == SLANTED
    layout = HexLayout(even_columns_lower=True, numbers=SLANTED)
    assert HexGeometry(layout, 100, (50, 50)).centre(Hex(3, 2)) == HexGeometry(
        HexLayout(even_columns_lower=True), 100, (50, 50)
    ).centre(Hex(3, 1))
