"""Every counter of a game as SVG: units, leaders, chits, markers, and the states that are drawn over a counter.

The counters follow the convention of the series (rules R2): the division's colour as ground, the formation's colour
as name bar, ratings in boxes of their weapon's colour. The places and looks of things are in ``style.toml``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from ..game.game_data import GameData
from ..game.menus import StateLevel
from ..game.order_of_battle import Chit, ChitKind, Marker
from ..game.units import Leader, Ratings, Unit
from . import svg
from .drawing_names import (
    CHIT_BACK,
    Side,
    chit_drawing,
    face_down_drawing,
    leader_drawing,
    marker_drawing,
    state_drawing,
    unit_drawing,
)
from .style import Box, Figure, MarkerStyle, Style
from .symbols import contrasting, draw_symbol
from .text import FONT, TextBox, draw

__all__ = [
    "COUNTER_SIZE", "all_counters", "chit_back_svg", "chit_svg", "counter_makers", "counters_in_row", "gun_unit_svg",
    "leader_svg", "marker_svg", "state_marker_svg", "state_svg", "unit_svg",
]  # fmt: skip

_LEADER: Final = "leader"
"""The drawing of a leader whose style names none, and the word that a name may hold for want of his own."""
COUNTER_SIZE: Final = 75
"""Width and height of a counter in pixels."""
_BETWEEN: Final = 12
"""Pixels between counters in a row."""
_ENLARGED: Final = 2


def all_counters(game: GameData, style: Style) -> Mapping[str, str]:
    """Return all counters of *game* as SVG by the names of their files, in the order of the data."""
    return {f"{name}.svg": draw_it() for name, draw_it in counter_makers(game, style).items()}


def counter_makers(game: GameData, style: Style) -> Mapping[str, Callable[[], str]]:
    """Return what draws each counter as SVG, by the names of the drawings (:mod:`.drawing_names`)."""
    makers: dict[str, Callable[[], str]] = {}
    for unit in game.units.values():
        sides: Mapping[Side, Ratings | None] = {
            "front": unit.ratings, "mounted": unit.mounted, "reduced": unit.reduced
        }  # fmt: skip
        for side, ratings in sides.items():
            if ratings is not None:
                makers[unit_drawing(unit.id, side)] = partial(unit_svg, game, unit, style, side)
    for unit in game.units.values():
        if unit.hidden_as:
            makers.setdefault(face_down_drawing(unit), partial(gun_unit_svg, game, unit, style))
    for leader in game.leaders.values():
        makers[leader_drawing(leader.id)] = partial(leader_svg, game, leader, style)
    for chit in game.chits.values():
        makers[chit_drawing(chit.id)] = partial(chit_svg, game, chit, style)
    makers[CHIT_BACK] = partial(chit_back_svg, game, style)
    for marker in game.markers.values():
        for face, drawing in enumerate(marker.faces):
            makers.setdefault(marker_drawing(drawing), partial(marker_svg, marker, style, face))
    for state in game.states:
        for level in state.levels:
            if level.drawing:
                makers.setdefault(state_drawing(level.drawing), partial(state_svg, level, style))
    return makers


def unit_svg(game: GameData, unit: Unit, style: Style, side: Side = "front") -> str:
    """Return one side of a unit's counter. Raises ``ValueError`` for a side that the unit does not have."""
    title = unit.name if side == "front" else f"{unit.name} ({side})"
    return _counter(_unit_parts(game, unit, style, side), title)


def counters_in_row(game: GameData, units: Sequence[Unit], style: Style) -> str:
    """Return the front sides of counters side by side, larger than in a module, to be compared with others."""
    step = COUNTER_SIZE + _BETWEEN
    placed = (
        svg.group(filter(None, _unit_parts(game, unit, style, "front")), transform=f"translate({step * number} 0)")
        for number, unit in enumerate(units)
    )
    title = ", ".join(unit.name for unit in units)
    width = max(step * len(units) - _BETWEEN, COUNTER_SIZE)
    row = svg.group(placed, font_family=FONT, transform=f"scale({_ENLARGED})")
    return svg.document(_ENLARGED * width, _ENLARGED * COUNTER_SIZE, [row], title=title)


def _unit_parts(game: GameData, unit: Unit, style: Style, side: Side) -> list[str]:
    ratings = {"front": unit.ratings, "mounted": unit.mounted, "reduced": unit.reduced}[side]
    if ratings is None:
        raise ValueError(f"{unit.name} has no {side} side")
    division = game.divisions[unit.division]
    return [
        _ground(style, division.colour),
        _name_bar(game, unit.formation, style, "unit", "name", unit.name),
        _formation_line(game, unit, ratings, style, division.ink),
        _unit_symbol(unit, ratings, style, side),
        _attacks(game, ratings, style, division.ink),
        _steps(unit, style, side),
        _figure(style, "unit", "troop_quality", "troop_quality", _written(ratings.troop_quality)),
        _figure(style, "unit", "defence", "armoured" if ratings.armoured else "unarmoured", _written(ratings.defence)),
        _movement(ratings, style),
        _figure(style, "unit", "flak", "flak", _written(ratings.flak)),
    ]


def gun_unit_svg(game: GameData, unit: Unit, style: Style) -> str:
    """Return the face-down side of a unit that may be hidden (S4.3): nothing on it shows which unit it is."""
    division = game.divisions[unit.division]
    return _counter(
        [
            _ground(style, division.colour),
            _bar(style.box("unit", "bar"), style.figures["independent"].ground),
            draw(unit.hidden_as, style.text_box("unit", "name"), style.figures["independent"].ink),
            draw_symbol(style, "hidden-gun", Box(12.5, 17, 50, 50)),
        ],
        unit.hidden_as,
    )


def leader_svg(game: GameData, leader: Leader, style: Style) -> str:
    """Return a leader's counter: formation, name and command range (R2.13)."""
    division = game.divisions[leader.division]
    formation = game.formations.get(leader.formation)
    over = formation.short_name if formation is not None else division.short_name
    return _counter(
        [
            _ground(style, division.colour),
            _name_bar(game, leader.formation, style, "leader", "formation", over),
            draw_symbol(style, _face(leader, style), style.box("leader", "symbol")),
            _initials(leader, style),
            _figure(style, "leader", "command_range", "command_range", str(leader.command_range)),
            draw("Range", style.text_box("leader", "caption"), division.ink),
            draw(leader.name, style.text_box("leader", "name"), division.ink, most=2),
        ],
        f"Leader {leader.name}",
    )


def _face(leader: Leader, style: Style) -> str:
    """Return a leader's drawing: his own, or that of his formation or division."""
    ids = (leader.id, leader.formation, leader.division)
    return next((style.leaders[id_] for id_ in ids if id_ in style.leaders), _LEADER)


def _initials(leader: Leader, style: Style) -> str:
    """Return a leader's initials on his breast; numbers in a name that is his formation's stay whole."""
    words = [word for word in leader.name.replace("/", " ").split() if word.casefold() != _LEADER]
    said = "".join(word if word.isdecimal() else word[0] for word in words)
    box = style.text_box("leader", "initials")
    plate = svg.rect(box.x, box.y, box.width, box.height, rx=2, fill=style.colours["paper"], stroke=style.rim)
    return plate + draw(said, box, style.colours["ink"])


def chit_svg(game: GameData, chit: Chit, style: Style) -> str:
    """Return the face of a chit: its kind, and whom it activates."""
    look = style.chits[chit.kind]
    formation = game.formations.get(chit.formation)
    division = game.divisions.get(chit.division or (formation.division if formation is not None else ""))
    ground = division.colour if division is not None else style.colours["paper"]
    bar = formation.bar if formation is not None else style.figures["independent"].ground
    name = formation.short_name if formation is not None else chit.name
    if chit.kind == ChitKind.DIVISION and division is not None:
        name = division.short_name
    return _counter(
        [
            *_chit_ground(style, ground),
            _bar(style.box("chit", "bar"), bar),
            draw(look.caption, style.text_box("chit", "caption"), contrasting(style, bar)),
            draw_symbol(style, look.symbol, style.box("chit", "symbol")),
            draw(name, style.text_box("chit", "name"), style.colours["ink"], most=2),
        ],
        chit.name,
    )


def chit_back_svg(game: GameData, style: Style) -> str:
    """Return the common back of all chits."""
    look = style.chits["back"]
    return _counter(
        [
            *_chit_ground(style, style.figures["independent"].ground),
            draw_symbol(style, look.symbol, style.box("chit", "symbol")),
            draw(look.caption or game.name, style.text_box("chit", "name"), style.colours["ink"], most=2),
        ],
        "Chit",
    )


def marker_svg(marker: Marker, style: Style, face: int = 0) -> str:
    """Return a face of a marker; one without a drawing in the style shows the face's name in large letters."""
    name = _capitalised(marker.face_names[face])
    look = style.markers.get(marker.faces[face])
    if look is None:
        text = draw(name, style.text_box("marker", "label"), style.colours["ink"], most=4)
        return _counter([_ground(style, style.colours["paper"]), text], name)
    said = name if look.text is None else look.text
    if look.frame:
        return _counter(_frame(look, said, style), name)
    parts = [_ground(style, look.ground)]
    if look.symbol:
        parts.append(draw_symbol(style, look.symbol, style.box("marker", "symbol"), ink=look.ink))
    parts.append(draw(said, style.text_box("marker", "name" if look.symbol else "label"), look.ink, most=2))
    return _counter(parts, name)


def _frame(look: MarkerStyle, said: str, style: Style) -> list[str]:
    """Return a marker that keeps a figure: a frame, so that what is under it can be read through it."""
    window, symbol, name = style.box("marker", "window"), style.box("marker", "frame_symbol"), "frame_name"
    half, size = style.rim_width / 2, COUNTER_SIZE - style.rim_width
    outline = _square(half, half, size, size) + _square(window.x, window.y, window.width, window.height)
    return [
        svg.path(outline, fill=look.ground, fill_rule="evenodd", stroke=style.rim, stroke_width=style.rim_width),
        draw_symbol(style, look.symbol, symbol, ink=look.ink) if look.symbol else "",
        draw(said, style.text_box("marker", name), look.ink),
    ]


def _square(x: float, y: float, width: float, height: float) -> str:
    return svg.polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


def state_svg(level: StateLevel, style: Style) -> str:
    """Return what is drawn over a counter in a state; without a drawing in the style, a label with the state's name."""
    look = style.states.get(level.drawing)
    if look is None:
        box = style.text_box("state", "label")
        ground = svg.rect(box.x, box.y, box.width, box.height, rx=3, fill=style.colours["paper"], stroke=style.rim)
        return _counter([ground, draw(level.name, box, style.colours["ink"], most=2)], level.name)
    frame = ""
    if look.frame:
        size = COUNTER_SIZE - 3
        frame = svg.rect(1.5, 1.5, size, size, rx=style.corner, fill="none", stroke=look.frame, stroke_width=3)
    return _counter([frame, draw_symbol(style, look.symbol, style.box("state", look.place))], level.name)


def state_marker_svg(level: StateLevel, style: Style) -> str:
    """Return a state as a separate marker, to be printed and laid on a counter."""
    look = style.states.get(level.drawing)
    symbol = draw_symbol(style, look.symbol, style.box("marker", "symbol")) if look else ""
    name = draw(level.name, style.text_box("marker", "name" if look else "label"), style.colours["ink"], most=2)
    return _counter([_ground(style, style.colours["paper"]), symbol, name], level.name)


def _counter(parts: list[str], title: str) -> str:
    inside = svg.group(filter(None, parts), font_family=FONT)
    return svg.document(COUNTER_SIZE, COUNTER_SIZE, [inside], title=title)


def _ground(style: Style, colour: str) -> str:
    half = style.rim_width / 2
    size = COUNTER_SIZE - style.rim_width
    rim: dict[str, svg.Attribute] = {"stroke": style.rim, "stroke_width": style.rim_width}
    return svg.rect(half, half, size, size, rx=style.corner, fill=colour, **rim)


def _chit_ground(style: Style, colour: str) -> list[str]:
    panel = style.box("chit", "panel")
    paper = svg.rect(panel.x, panel.y, panel.width, panel.height, fill=style.colours["paper"])
    return [_ground(style, colour), paper]


def _bar(box: Box, colour: str) -> str:
    return svg.rect(box.x, box.y, box.width, box.height, rx=3, fill=colour)


def _name_bar(game: GameData, formation_id: str, style: Style, counter: str, place: str, name: str) -> str:
    """Return the bar across the top with *name* in it, black for an independent unit (R2.14)."""
    formation = game.formations.get(formation_id)
    independent = style.figures["independent"]
    colour = formation.bar if formation is not None else independent.ground
    ink = contrasting(style, colour) if formation is not None else independent.ink
    return _bar(style.box(counter, "bar"), colour) + draw(name, style.text_box(counter, place), ink)


def _formation_line(game: GameData, unit: Unit, ratings: Ratings, style: Style, ink: str) -> str:
    formation = game.formations.get(unit.formation)
    name = formation.short_name if formation is not None else ""
    place = "formation" if ratings.flak is None else "formation_beside_flak"
    return draw(name, style.text_box("unit", place), ink)


def _unit_symbol(unit: Unit, ratings: Ratings, style: Style, side: Side) -> str:
    """Return the unit's type; a mounted side shows its transport and, small, what it carries (R2.10).

    An engineer has the engineer's symbol on every side, because the rules look for it.
    """
    shown = style.transport[ratings.movement_class or "wheeled"] if side == "mounted" else unit.symbol
    places = {"symbol": shown}
    if side == "mounted" and ratings.fire is None:
        places["carried"] = unit.symbol  # where the Fire Rating would be
    if unit.engineer and "engineer" not in places.values():
        places["engineer"] = "engineer"
    return "".join(draw_symbol(style, symbol, style.box("unit", place)) for place, symbol in places.items())


def _attacks(game: GameData, ratings: Ratings, style: Style, ink: str) -> str:
    """Return Fire and Assault Rating in their weapons' colours, and the range unless it is 1 (R2.4, R2.5)."""
    parts = []
    if ratings.fire is not None:
        weapon = game.weapons[ratings.weapon]
        parts.append(_rating_box(style, "fire", str(ratings.fire), Figure(weapon.colour, style.rim, weapon.ink)))
        if ratings.fire_range != 1:
            reach = "*" if ratings.fire_range is None else str(ratings.fire_range)
            parts.append(draw(reach, style.text_box("unit", "range"), _ink(style.figures["range"], ink)))
    if ratings.assault is not None:
        weapon = game.weapons[ratings.assault_weapon]
        assault_ink = style.figures["double_assault"].ink if ratings.double_assault else weapon.ink
        figure = Figure(weapon.colour, style.rim, assault_ink)
        parts.append(_rating_box(style, "assault", str(ratings.assault), figure))
    return "".join(parts)


def _rating_box(style: Style, place: str, value: str, figure: Figure) -> str:
    return _boxed(style.text_box("unit", place), value, figure)


def _figure(style: Style, counter: str, place: str, figure: str, value: str) -> str:
    """Return a figure in its box; nothing for a rating that the unit does not have."""
    return _boxed(style.text_box(counter, place), value, style.figures[figure]) if value else ""


def _boxed(box: TextBox, value: str, figure: Figure) -> str:
    rim: dict[str, svg.Attribute] = {"stroke": figure.rim, "stroke_width": 1} if figure.rim else {}
    fill = figure.ground or "none"
    ground = svg.rect(box.x, box.y, box.width, box.height, rx=figure.corner, fill=fill, **rim)
    inside = replace(box, x=box.x + 1, width=box.width - 2)
    return ground + draw(value, inside, figure.ink)


def _ink(figure: Figure, division_ink: str) -> str:
    return division_ink if figure.ink == "division" else figure.ink


def _movement(ratings: Ratings, style: Style) -> str:
    """Return the Movement Allowance in the colour of its kind (R2.6)."""
    look = style.movement[ratings.movement_class or "none"]
    said = ratings.movement_text or _written(ratings.movement)
    said = "–" if said == "No" else said
    return draw(said, style.text_box("unit", "movement"), look.colour, outline=look.outline)


def _steps(unit: Unit, style: Style, side: Side) -> str:
    """Return the steps as dots, in a black box if the unit has transport (R2.9, R2.10)."""
    box = style.box("unit", "steps")
    count = max(unit.steps - 1, 0) if side == "reduced" else unit.steps
    parts = []
    if unit.mounted is not None:
        ground = style.figures["transport"].ground
        parts.append(svg.rect(box.x, box.y, box.width, box.height, rx=2, fill=ground))
    step = style.figures["step"]
    radius = min(box.width, box.height / 2) / 2 - 0.6
    pitch = box.height / 2
    top = box.y + box.height / 2 - pitch * (count - 1) / 2
    for i in range(count):
        x, y = box.x + box.width / 2, top + pitch * i
        parts.append(svg.circle(x, y, radius, fill=step.ground, stroke=step.rim, stroke_width=0.8))
    return "".join(parts)


def _written(rating: int | None) -> str:
    return "" if rating is None else str(rating)


def _capitalised(name: str) -> str:
    """Return a face's name, which the log has in small letters, as a counter says it."""
    return name[:1].upper() + name[1:]
