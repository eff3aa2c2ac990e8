"""The drawings of "Skirmish at Alder Ford" as SVG: the field, the card table, counters and cards.

They keep to what VASSAL's renderer draws well and fast: sizes without units, ids of three letters and
more, hexes as one path, no patterns, and no numbers on the field (the module's grid writes those).
"""

from __future__ import annotations

import math
from itertools import pairwise

COLUMNS, ROWS = 10, 7
HEX_HEIGHT = 72
"""From flat side to flat side; the column pitch follows from it as in VASSAL's hex grid."""
COLUMN_PITCH = HEX_HEIGHT * math.sqrt(3) / 2
RADIUS = COLUMN_PITCH * 2 / 3
FIRST_CENTRE = (54, 48)
FIELD_SIZE = (669, 564)
CARD_TABLE_SIZE = (460, 190)
COUNTER = 50
CARD = (74, 104)

WOODS = ("02.02", "03.02", "03.06", "04.06", "08.06", "09.02", "09.06", "10.02")
HILLS = ("04.02", "05.02", "07.06", "08.02")
VILLAGE = ("06.04", "07.03")
RIVER = ("06.01", "06.02", "05.03", "05.04", "05.05", "06.05", "06.06", "06.07")
ROAD = ("01.05", "02.04", "03.04", "04.04", "05.04", "06.04", "07.04", "08.03", "09.04", "10.03")
FORD = "05.04"

_SIDES = {"amber": ("#d99a2b", "#7a4d06", "#4a2e02"), "slate": ("#5b7a94", "#22384a", "#ffffff")}
"""The colours of a side: ground, lines, numbers."""
_SHIELD = "M16 9H34V19C34 27 30 31 25 33C20 31 16 27 16 19Z"
_PENNANT = "M15 33V8L37 14.5L15 21"


def centre(location: str) -> tuple[float, float]:
    """Return the centre of a hex called ``CC.RR``; even columns lie half a hex lower."""
    column, row = (int(part) - 1 for part in location.split("."))
    x, y = FIRST_CENTRE
    return x + column * COLUMN_PITCH, y + row * HEX_HEIGHT + (HEX_HEIGHT / 2 if column % 2 else 0)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _point(x: float, y: float) -> str:
    return f"{_number(x)} {_number(y)}"


def _hexagon(location: str, radius: float = RADIUS) -> str:
    x, y = centre(location)
    corners = [(x + radius * math.cos(turn * math.pi / 3), y + radius * math.sin(turn * math.pi / 3))
               for turn in range(6)]  # fmt: skip
    return "M" + "L".join(_point(*corner) for corner in corners) + "Z"


def outline() -> list[tuple[int, int]]:
    """Return the corners of the field of hexes, in whole pixels: along its top and back along its bottom."""
    top: list[tuple[int, int]] = []
    bottom: list[tuple[int, int]] = []
    for column in range(1, COLUMNS + 1):
        for row, edge, side in ((1, top, -1), (ROWS, bottom, 1)):
            x, y = centre(f"{column:02}.{row:02}")
            edge += [(round(x + half * RADIUS / 2), round(y + side * HEX_HEIGHT / 2)) for half in (-1, 1)]
    ends = [(f"{COLUMNS:02}.01", 1), (f"{COLUMNS:02}.{ROWS:02}", 1), (f"01.{ROWS:02}", -1), ("01.01", -1)]
    right_top, right_bottom, left_bottom, left_top = (
        (round(centre(cell)[0] + side * RADIUS), round(centre(cell)[1])) for cell, side in ends
    )
    return [*top, right_top, right_bottom, *reversed(bottom), left_bottom, left_top]


def _circle(x: float, y: float, radius: float) -> str:
    """A circle as a part of a path."""
    half = f"a{radius} {radius} 0 1 0 "
    return f"M{_point(x - radius, y)}{half}{_point(2 * radius, 0)}{half}{_point(-2 * radius, 0)}Z"


def _smooth(locations: tuple[str, ...], start: tuple[float, float], end: tuple[float, float]) -> str:
    """A line through the hexes, bent at each of them; it comes from *start* and goes on to *end*."""
    points = [start, *map(centre, locations), end]
    path = "M" + _point(*points[0])
    for here, there in pairwise(points[1:]):
        path += f"Q{_point(*here)} {_point((here[0] + there[0]) / 2, (here[1] + there[1]) / 2)}"
    return path + "L" + _point(*points[-1])


def _svg(size: tuple[int, int], *parts: str) -> str:
    width, height = size
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
    return "\n".join((head, *parts, "</svg>", ""))


def _path(path: str, **style: str | float) -> str:
    attributes = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in style.items())
    return f'<path d="{path}"{attributes}/>'


def _trees(location: str) -> str:
    x, y = centre(location)
    spots = ((-17, -13, 8), (2, -20, 8), (18, -8, 9), (-20, 8, 9), (-3, 0, 9), (14, 13, 8), (-5, 20, 8))
    return "".join(_circle(x + dx, y + dy, radius) for dx, dy, radius in spots)


def _contours(location: str) -> str:
    x, y = centre(location)
    return "".join(_circle(x, y, radius) for radius in (25, 15))


def _houses(location: str) -> tuple[str, str]:
    """Walls and roofs of a few houses."""
    x, y = centre(location)
    spots = ((-2, -29), (-24, 8), (-6, 16), (12, 8))
    walls = "".join(f"M{_point(x + dx, y + dy)}h14v10h-14z" for dx, dy in spots)
    roofs = "".join(f"M{_point(x + dx, y + dy)}h14v5h-14z" for dx, dy in spots)
    return walls, roofs


def _ford_stones() -> str:
    x, y = centre(FORD)
    return "".join(_circle(x + dx, y + dy, 2.6) for dx in (-8, 0, 8) for dy in (-2, 20))


def field() -> str:
    """The field of ten columns by seven hexes."""
    cells = [f"{column:02}.{row:02}" for column in range(1, COLUMNS + 1) for row in range(1, ROWS + 1)]
    width, height = FIELD_SIZE
    top, bottom = centre(RIVER[0]), centre(RIVER[-1])
    river = _smooth(RIVER, (top[0], -4), (bottom[0] + 8, height + 4))
    road = _smooth(ROAD, (-4, centre(ROAD[0])[1]), (width + 4, centre(ROAD[-1])[1]))
    houses = [_houses(location) for location in VILLAGE]
    line = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    return _svg(
        FIELD_SIZE,
        f'<rect width="{width}" height="{height}" fill="#efe4c4"/>',
        _path("".join(_hexagon(cell) for cell in HILLS), fill="#dcc391"),
        _path("".join(_contours(cell) for cell in HILLS), fill="none", stroke="#b08f52", stroke_width=1.4),
        _path("".join(_hexagon(cell) for cell in WOODS), fill="#bccf97"),
        _path(river, stroke="#5d90ad", stroke_width=25, **line),
        _path(river, stroke="#9cc8de", stroke_width=20, **line),
        _path(road, stroke="#9a7646", stroke_width=9, **line),
        _path(road, stroke="#d9b983", stroke_width=5.5, **line),
        _path(_ford_stones(), fill="#f4efe0", stroke="#5d90ad", stroke_width=0.8),
        _path("".join(_trees(cell) for cell in WOODS), fill="#6f9455", stroke="#4c6e39", stroke_width=1),
        _path("".join(walls for walls, _ in houses), fill="#f3e6d0", stroke="#5a3d2b", stroke_width=1),
        _path("".join(roofs for _, roofs in houses), fill="#b5553c", stroke="#5a3d2b", stroke_width=1),
        _path("".join(map(_hexagon, cells)), fill="none", stroke="#8d7c55", stroke_width=1),
        f'<rect x="1.5" y="1.5" width="{width - 3}" height="{height - 3}" fill="none" '
        'stroke="#5a4a2a" stroke-width="3"/>',
    )  # fmt: skip


def card_table() -> str:
    """The table for the event cards: the deck in the middle, a hand on either side."""
    width, height = CARD_TABLE_SIZE
    hands = "".join(
        f'<rect x="{x}" y="22" width="160" height="146" rx="8" fill="{colour}" stroke="#efe4c4" stroke-width="2"/>'
        for x, colour in ((16, "#8a6a2c"), (width - 176, "#47606f"))
    )
    return _svg(
        CARD_TABLE_SIZE,
        f'<rect width="{width}" height="{height}" fill="#3c5a44"/>',
        hands,
        f'<rect x="{width // 2 - 41}" y="{height // 2 - 56}" width="82" height="112" rx="6" fill="none" '
        'stroke="#efe4c4" stroke-width="2" stroke-dasharray="5 4"/>',
    )


def _counter(colour: str, edge: str, *parts: str) -> str:
    side = COUNTER - 2
    return _svg(
        (COUNTER, COUNTER),
        f'<rect x="1" y="1" width="{side}" height="{side}" rx="5" fill="{colour}" stroke="{edge}" stroke-width="2"/>',
        '<rect x="3" y="3" width="44" height="32" rx="3" fill="#ffffff" fill-opacity="0.28"/>',
        *parts,
    )


def _factors(text: str, ink: str) -> str:
    return (
        f'<text x="25" y="46" font-family="sans-serif" font-weight="bold" font-size="12" '
        f'text-anchor="middle" fill="{ink}">{text}</text>'
    )


def guards(side: str, factors: str) -> str:
    """A counter of foot soldiers: a shield. *side* is ``amber`` or ``slate``."""
    colour, edge, ink = _SIDES[side]
    return _counter(
        colour,
        edge,
        _path(_SHIELD, fill="#fdf6e3", stroke=edge, stroke_width=2),
        _path("M25 10V32M17 18H33", fill="none", stroke=edge, stroke_width=2.5),
        _factors(factors, ink),
    )


def riders(side: str, factors: str) -> str:
    """A counter of riders: a pennant. *side* is ``amber`` or ``slate``."""
    colour, edge, ink = _SIDES[side]
    pennant = _path(_PENNANT, fill="#fdf6e3", stroke=edge, stroke_width=2.4, stroke_linejoin="round")
    return _counter(colour, edge, pennant, _factors(factors, ink))


def worn() -> str:
    """What lies over a counter that has lost a step."""
    return _svg(
        (COUNTER, COUNTER),
        _path("M2 14L14 2H24L2 24ZM35 48L48 35V42L42 48Z", fill="#a3261c", fill_opacity=0.85),
        '<rect x="1" y="1" width="48" height="48" rx="5" fill="none" stroke="#a3261c" stroke-width="2.4"/>',
    )


def smoke() -> str:
    """A marker that blocks the view."""
    puffs = _circle(17, 29, 9) + _circle(28, 20, 11) + _circle(35, 31, 8)
    return _counter("#e8e4da", "#8b857a", _path(puffs, fill="#a9a49a", stroke="#77726a", stroke_width=1.2))


def card_back() -> str:
    """The back of the event cards."""
    return _card(
        "#7a2f35",
        '<rect x="8" y="8" width="58" height="88" rx="4" fill="none" stroke="#e7c98a" stroke-width="2"/>',
        _path("M37 22L58 52L37 82L16 52Z", fill="none", stroke="#e7c98a", stroke_width=3),
        _path("M37 36L48 52L37 68L26 52Z", fill="#e7c98a"),
    )


def card(title: str, symbol: str) -> str:
    """The face of an event card with a title of one word and a symbol (a key of SYMBOLS)."""
    style = 'font-family="serif" font-weight="bold" font-size="13" text-anchor="middle" fill="#4a3416"'
    return _card("#fbf3dd", f'<text x="37" y="22" {style}>{title}</text>', SYMBOLS[symbol])


def _card(colour: str, *parts: str) -> str:
    width, height = CARD
    shape = f'x="1" y="1" width="{width - 2}" height="{height - 2}" rx="7"'
    return _svg(CARD, f'<rect {shape} fill="{colour}" stroke="#4a3416" stroke-width="2"/>', *parts)


_INK = {"stroke": "#4a3416", "stroke_width": "2.5", "stroke_linejoin": "round"}

SYMBOLS = {
    "rain": _path(_circle(29, 52, 10) + _circle(43, 48, 12) + "M20 62h35v-8h-35z", fill="#8fa6b5")
    + _path("M24 70l-4 12M34 70l-4 12M44 70l-4 12M54 70l-4 12", stroke="#5d90ad", stroke_width=3),
    "rally": _path("M24 88V36L54 45L24 56", fill="#d99a2b", **_INK),
    "scout": _path("M12 60Q37 34 62 60Q37 86 12 60Z", fill="#ffffff", **_INK)
    + _path(_circle(37, 60, 9), fill="#5b7a94", stroke="#22384a", stroke_width=2),
}
"""The symbols of the event cards."""

IMAGES = {
    "field.svg": field(),
    "card-table.svg": card_table(),
    "amber-guards.svg": guards("amber", "4-3"),
    "amber-riders.svg": riders("amber", "2-6"),
    "slate-guards.svg": guards("slate", "4-3"),
    "slate-riders.svg": riders("slate", "2-6"),
    "worn.svg": worn(),
    "smoke.svg": smoke(),
    "card-back.svg": card_back(),
    "card-rain.svg": card("Rain", "rain"),
    "card-rally.svg": card("Rally", "rally"),
    "card-scout.svg": card("Scout", "scout"),
}
"""Every image of the module by its file name."""
