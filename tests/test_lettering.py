"""Words as filled outlines: each letter is its own, solid all along the pen's way, and no word leaves its box."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from adjudicator.drawing.glyphs import CAPITAL, GLYPHS
from adjudicator.drawing.lettering import Words, draw, number_path
from adjudicator.drawing.svg import Point
from adjudicator.drawing.text import BASELINE, TextBox

LINE = re.compile(r"M[^M]+")
STEP = re.compile(r"([Mlchv])([^Mlchv]+)")
WHOLE = {"h": "{} 0", "v": "0 {}"}
"""Level and upright lines with both their numbers."""
NUMBER = re.compile(r"-?[\d.]+")
PEN_STEP = re.compile(r"([MLCO])([^MLCO]+)")
UNIT = 10
"""How many pixels a unit of the glyphs is in the box of these tests."""
SIZE = UNIT * CAPITAL / 0.716
BOX = TextBox(100, 50, 4000, SIZE, SIZE, 5, anchor="start")
TOP = 50 + SIZE / 2 + BASELINE * SIZE - UNIT * CAPITAL
drawn_characters = pytest.mark.parametrize("character", sorted(GLYPHS.keys() - {" "}))


def points(numbers: str) -> list[Point]:
    values = [float(number) for number in NUMBER.findall(numbers)]
    return list(zip(values[::2], values[1::2], strict=True))


def outlines(data: str) -> list[list[Point]]:
    """Return the closed lines of path data as polygons."""
    found = []
    for line in LINE.findall(data):
        polygon: list[Point] = []
        for command, numbers in STEP.findall(line):
            x, y = polygon[-1] if polygon else (0.0, 0.0)
            offsets = [(0.0, 0.0), *points(WHOLE.get(command, "{}").format(numbers))]
            ways = [i / 12 for i in range(1, 13)] if command == "c" else [1.0]
            polygon += [(x + right, y + down) for right, down in (along(offsets, way) for way in ways)]
        found.append(polygon)
    return found


def along(control: list[Point], way: float) -> Point:
    """Return the point of a curve (or of a line, at its end) that far along it."""
    while len(control) > 1:
        control = [(a[0] + (b[0] - a[0]) * way, a[1] + (b[1] - a[1]) * way) for a, b in pairwise(control)]
    return control[0]


def windings(polygons: list[list[Point]], place: Point) -> int:
    """Return how often the polygons run around a place: it is filled unless that is 0."""
    x, y = place
    count = 0
    for polygon in polygons:
        for (ax, ay), (bx, by) in pairwise([*polygon, polygon[0]]):
            if (ay <= y) != (by <= y) and ax + (y - ay) / (by - ay) * (bx - ax) > x:
                count += 1 if by > ay else -1
    return count


def written(value: str, box: TextBox = BOX) -> str:
    (path,) = draw([Words(value, box)], "#000000")
    found = re.search(r' d="([^"]*)"', path)
    assert found
    return found[1]


def pen_places(character: str) -> Iterator[Point]:
    """Yield places in the middle of the pen's strokes, in the units of the glyphs."""
    here: Point = (0.0, 0.0)
    for command, numbers in PEN_STEP.findall(GLYPHS[character][1]):
        given = points(numbers)
        if command == "O":
            (x, y), (across, down) = given
            yield from ((x, y - down), (x, y + down), (x - across, y), (x + across, y))
        elif command != "M":
            yield along([here, *given], 0.5)
        here = given[-1]


@drawn_characters
def test_a_letter_is_solid_where_the_pen_went(character: str) -> None:
    polygons = outlines(written(character))
    places = [(100 + UNIT * x, TOP + UNIT * y) for x, y in pen_places(character)]
    assert [place for place in places if windings(polygons, place) == 0] == []


@drawn_characters
def test_a_letter_is_drawn_with_one_pen(character: str) -> None:
    """A place that is farther from the line than the pen is wide stays free: the middle of a ring, the room beside."""
    polygons = outlines(written(character))
    rings = [points(numbers)[0] for command, numbers in PEN_STEP.findall(GLYPHS[character][1]) if command == "O"]
    assert all(windings(polygons, (100 + UNIT * x, TOP + UNIT * y)) == 0 for x, y in rings)
    across = [x for polygon in polygons for x, _y in polygon]
    assert min(across) >= 100 - UNIT
    assert max(across) <= 100 + UNIT * GLYPHS[character][0]


@pytest.mark.parametrize("digits", ["0", "7", "30", "1234567890"])
def test_a_number_stands_around_its_centre(digits: str) -> None:
    corners = [corner for polygon in outlines(number_path(digits, (50, 50), 16)) for corner in polygon]
    rows, columns = [y for _x, y in corners], [x for x, _y in corners]
    assert min(rows) == pytest.approx(42, abs=0.3)
    assert max(rows) == pytest.approx(58, abs=0.3)
    assert (min(columns) + max(columns)) / 2 == pytest.approx(50, abs=1.5)


def test_letters_differ() -> None:
    letters = GLYPHS.keys() - {" ", "l"}  # a small l is drawn like a large I, as in many a sans-serif
    assert len({written(character) for character in letters}) == len(letters)


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
@pytest.mark.parametrize(
    "words", ["Way out", "Reinforcements that have not come", "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW"]
)
def test_words_stay_in_their_box(words: str, anchor: str) -> None:
    box = TextBox(30, 40, 120, 40, 18, 9, anchor=anchor)
    corners = [corner for polygon in outlines(written(words, box)) for corner in polygon]
    assert all(29.5 <= x <= 150.5 and 40 <= y <= 80 for x, y in corners)


def test_words_with_a_rim_are_drawn_twice() -> None:
    under, over = draw([Words("Fort", BOX)], "#000000", rim="#ffffff")
    assert 'stroke="#ffffff"' in under
    assert 'fill="#000000"' in over


def test_words_with_a_letter_that_the_alphabet_lacks_are_text() -> None:
    drawn = list(draw([Words("Bir", BOX), Words("Größe", BOX)], "#000000"))
    assert ["<text" in each for each in drawn] == [True, False]


def test_nothing_written_draws_nothing() -> None:
    assert list(draw([], "#000000", rim="#ffffff")) == []
    assert list(draw([Words("", BOX)], "#000000")) == []
