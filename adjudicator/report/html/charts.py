"""Charts as SVG within a page: lines over the chits of a game, columns of a die's faces.

Colours come from the page's style sheet, by classes; so that nothing depends on a colour, each line has its own
pattern, too, and whatever a chart shows is also in a table next to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from ...drawing import svg
from .markup import Html, printable, tag

__all__ = ["Series", "face_chart", "line_chart"]

_WIDTH: Final = 720
_HEIGHT: Final = 230
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 12, 12, 30
_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""The distances that the lines of a grid may have."""
_MAX_LINES: Final = 6
_MAX_LABELS: Final = 8
_PATTERNS: Final = 6
"""The number of kinds of lines that the style sheet has."""
_FACES_HEIGHT: Final = 150


@dataclass(frozen=True)
class Series:
    """A line of a chart: one value for each place on the x axis."""

    name: str
    values: Sequence[int]


def line_chart(title: str, series: Sequence[Series], labels: Sequence[str]) -> Html:
    """Return a chart of figures that change in steps, with its legend.

    *labels* name the places on the x axis; equal ones in a row are shown once.
    """
    top = max((value for each in series for value in each.values), default=0)
    step = next((each for each in _STEPS if each * _MAX_LINES >= top), _STEPS[-1])
    highest = max(-(-top // step) * step, step)
    parts = [
        *_grid(highest, step),
        *_time_axis(labels),
        *(_line(each, index % _PATTERNS, highest) for index, each in enumerate(series)),
    ]
    legend = [
        tag("li", _drawing(28, 12, [svg.path("M1 6H27", class_=f"line line-{index % _PATTERNS}")], ""), " ", each.name)
        for index, each in enumerate(series)
    ]
    return tag(
        "figure", tag("figcaption", title), _drawing(_WIDTH, _HEIGHT, parts, title),
        tag("ul", *legend, class_="legend"), class_="chart",
    )  # fmt: skip


def _drawing(width: int, height: int, parts: Sequence[str], title: str) -> Html:
    body = Html("".join(parts))
    named = {"role": "img", "aria_label": title} if title else {"aria_hidden": "true"}
    return tag("svg", body, viewBox=f"0 0 {width} {height}", width=width, height=height, **named)


def _grid(highest: int, step: int) -> list[str]:
    lines = []
    for value in range(0, highest + 1, step):
        y = _y(value, highest)
        lines.append(svg.line((_LEFT, y), (_WIDTH - _RIGHT, y), class_="grid"))
        lines.append(svg.text(_LEFT - 6, y + 4, str(value), text_anchor="end"))
    return lines


def _y(value: int, highest: int) -> float:
    return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - value / highest)


def _x(place: int, places: int) -> float:
    return _LEFT + (_WIDTH - _LEFT - _RIGHT) * place / max(places, 1)


def _time_axis(labels: Sequence[str]) -> list[str]:
    starts = [next(run) for _, run in groupby(enumerate(labels), key=lambda each: each[1])]
    every = -(-len(starts) // _MAX_LABELS)
    parts = []
    for number, (place, name) in enumerate(starts):
        x = _x(place, len(labels))
        parts.append(svg.line((x, _HEIGHT - _BOTTOM), (x, _HEIGHT - _BOTTOM + 5), class_="axis"))
        if number % every == 0:
            parts.append(svg.text(x, _HEIGHT - 8, printable(name)))
    return parts


def _line(series: Series, pattern: int, highest: int) -> str:
    """Return a line that runs level through the place of each value."""
    places = len(series.values)
    outline = f"M{svg.number(_LEFT)} {svg.number(_y(series.values[0], highest))}" if places else ""
    for place, value in enumerate(series.values):
        outline += f"V{svg.number(_y(value, highest))}H{svg.number(_x(place + 1, places))}"
    return svg.path(outline, class_=f"line line-{pattern}")


def face_chart(title: str, counts: Sequence[tuple[int, int]], expected: float | None) -> Html:
    """Return columns of how often each face came up; a line shows how often each would with a fair die."""
    top = max(max((count for _, count in counts), default=0), expected or 0, 1)
    width = _LEFT + max(24 * len(counts), 120) + _RIGHT
    room = (width - _LEFT - _RIGHT) / max(len(counts), 1)
    base, high = _FACES_HEIGHT - _BOTTOM, _FACES_HEIGHT - _BOTTOM - _TOP - 10
    parts = []
    for place, (face, count) in enumerate(counts):
        x, height = _LEFT + place * room, high * count / top
        parts.append(svg.rect(x + 2, base - height, room - 4, height, class_="bar"))
        parts.append(svg.text(x + room / 2, base - height - 4, str(count), text_anchor="middle"))
        parts.append(svg.text(x + room / 2, base + 16, str(face), text_anchor="middle", class_="face"))
    if expected is not None:
        y = base - high * expected / top
        parts.append(svg.line((_LEFT, y), (width - _RIGHT, y), class_="expected"))
        parts.append(svg.text(_LEFT - 4, y + 4, f"{expected:.1f}", text_anchor="end"))
    parts.append(svg.line((_LEFT, base), (width - _RIGHT, base), class_="axis"))
    return tag("figure", tag("figcaption", title), _drawing(round(width), _FACES_HEIGHT, parts, title), class_="chart")
