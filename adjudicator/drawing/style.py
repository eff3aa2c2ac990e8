"""The looks of counters, as data: reads and checks ``style.toml``.

The one next to this file draws every game; a game's own directory may hold another whose tables and keys take
precedence (``schema/game-style.schema.json``). Colours are ``#rrggbb`` or names of its table ``[colours]``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from ..game.errors import GameDataError
from ..game.loading.files import GameFiles
from ..game.loading.game_folders import GameFolder
from ..game.loading.schema_check import check_schemas
from ..game.loading.suggestions import did_you_mean
from ..game.loading.toml_text import MAX_BYTES, parse_toml
from .text import TextBox

__all__ = [
    "STYLE_FILE", "Box", "ChitStyle", "Drawing", "Figure", "Label", "MarkerStyle", "MovementColour", "Shape",
    "StateStyle", "Style", "load_style",
]  # fmt: skip

STYLE_FILE: Final = "style.toml"
"""The file's name, here and in a game's directory."""
_STYLES_KEPT: Final = 4
"""The number of games whose looks are kept in memory."""
_DEEPEST: Final = 4
"""The greatest number of drawings that may be on top of each other."""
_GROUND_COLOURS: Final = frozenset({"", "none", "division"})
"""Colour words that are no colours of the table: nothing, and the ink of the division."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a counter, in pixels."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape of a drawing: SVG path data in a box of 100 by 100; no fill or no pen is ``none``."""

    path: str
    fill: str
    stroke: str
    width: float


@dataclass(frozen=True, slots=True)
class Label:
    """A short text in a drawing."""

    text: str
    box: TextBox
    fill: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A vector drawing: the drawings under it, its shapes, its labels."""

    id: str
    on: tuple[str, ...] = ()
    shapes: tuple[Shape, ...] = ()
    labels: tuple[Label, ...] = ()


@dataclass(frozen=True, slots=True)
class MovementColour:
    """The look of a Movement Allowance of one kind."""

    colour: str
    outline: str


@dataclass(frozen=True, slots=True)
class Figure:
    """The look of the box of a figure; an empty ground or rim is not drawn, the ink may be ``division``."""

    ground: str
    rim: str
    ink: str
    corner: float = 2


@dataclass(frozen=True, slots=True)
class ChitStyle:
    """The look of the chits of one kind."""

    caption: str
    symbol: str


@dataclass(frozen=True, slots=True)
class MarkerStyle:
    """The look of one face of a marker: its ground, its ink and its drawing."""

    ground: str
    ink: str
    symbol: str
    text: str | None = None
    """The words in place of the face's name; empty for a drawing that needs no words."""
    frame: bool = False
    """True if the face is a frame, through which the name or number of the space below shows."""


@dataclass(frozen=True, slots=True)
class StateStyle:
    """The look of a state on a counter: its drawing at a place of the layout, and a frame around the counter."""

    place: str
    symbol: str
    frame: str = ""


@dataclass(frozen=True, slots=True)
class Style:
    """Everything about the look of counters; colours are ``#rrggbb`` (or the words that the parts allow)."""

    corner: float
    rim: str
    rim_width: float
    colours: Mapping[str, str]
    movement: Mapping[str, MovementColour]
    figures: Mapping[str, Figure]
    transport: Mapping[str, str]
    layout: Mapping[str, Mapping[str, Box | TextBox]]
    chits: Mapping[str, ChitStyle]
    symbols: Mapping[str, Drawing]
    markers: Mapping[str, MarkerStyle]
    states: Mapping[str, StateStyle]
    leaders: Mapping[str, str]
    """The drawings of leaders, by the id of the leader, his formation or his division."""

    def box(self, counter: str, name: str) -> Box:
        """Return the place called *name* in the layout of a kind of counter."""
        place = self.layout[counter][name]
        return Box(place.x, place.y, place.width, place.height)

    def text_box(self, counter: str, name: str) -> TextBox:
        """Return the place for text called *name* in the layout of a kind of counter."""
        place = self.layout[counter][name]
        if not isinstance(place, TextBox):
            raise KeyError(f"layout.{counter}.{name} is no place for text: it has no size")
        return place


def load_style(folder: GameFolder | None) -> Style:
    """Return the look of the game in *folder*: the built-in one, with the game's own tables before it.

    Without a folder it is the built-in one alone.

    Raises :class:`GameDataError`, which names the file, the table and key, and what would be allowed.
    """
    own = folder.joinpath(STYLE_FILE) if folder is not None else None
    return _style_with(_read(own) if own is not None and own.is_file() else None)


@lru_cache(maxsize=_STYLES_KEPT)
def _style_with(own: bytes | None) -> Style:
    """Return the built-in look with what a game's *own* file changes; a file that was read before is not read again."""
    document = parse_toml(files(__package__).joinpath(STYLE_FILE).read_bytes(), STYLE_FILE)
    if own is not None:
        document = _merge(document, parse_toml(own, STYLE_FILE))
    check_schemas(GameFiles({STYLE_FILE: document}))
    style = _style(document)
    _check_references(style)
    return style


def _read(path: GameFolder) -> bytes:
    try:
        with path.open("rb") as file:
            data: bytes = file.read(MAX_BYTES + 1)
    except OSError as error:
        reason = f"the file cannot be read: {error.strerror or 'unknown reason'}"
        raise GameDataError(reason, file=STYLE_FILE) from error
    return data


def _merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return *base* with the tables of *over* laid over it, key by key."""
    merged = dict(base)
    for key, value in over.items():
        under = merged.get(key)
        merged[key] = _merge(under, value) if isinstance(under, dict) and isinstance(value, dict) else value
    return merged


class _Palette:
    """Turns the colour words of the file into ``#rrggbb``."""

    def __init__(self, colours: Mapping[str, str]) -> None:
        self._colours = colours

    def __call__(self, word: str, place: str, *also: str) -> str:
        if word in also or word.startswith("#"):
            return word
        if word in self._colours:
            return self._colours[word]
        expected = "#rrggbb or one of " + ", ".join(self._colours)
        problem = "no such colour" + did_you_mean(word, self._colours)
        raise GameDataError(problem, file=STYLE_FILE, place=place, found=word, expected=expected)


def _style(document: Mapping[str, Any]) -> Style:
    colour = _Palette(document["colours"])
    counter = document["counter"]
    return Style(
        corner=counter["corner"],
        rim=colour(counter["rim"], "counter.rim"),
        rim_width=counter["rim_width"],
        colours=document["colours"],
        movement={
            key: MovementColour(colour(row["colour"], f"movement.{key}"), colour(row["outline"], f"movement.{key}", ""))
            for key, row in document["movement"].items()
        },
        figures={key: _figure(row, f"figures.{key}", colour) for key, row in document["figures"].items()},
        transport=document["transport"],
        layout={
            counter: {name: _place(row) for name, row in places.items()}
            for counter, places in document["layout"].items()
        },
        chits={key: ChitStyle(**row) for key, row in document["chits"].items()},
        symbols={key: _drawing(key, row, colour) for key, row in document["symbols"].items()},
        markers={key: _marker(key, row, colour) for key, row in document["markers"].items()},
        states={key: _state(key, row, colour) for key, row in document["states"].items()},
        leaders=document.get("leaders", {}),
    )


def _figure(row: Mapping[str, Any], place: str, colour: _Palette) -> Figure:
    ground, rim, ink = (colour(row[part], f"{place}.{part}", *_GROUND_COLOURS) for part in ("ground", "rim", "ink"))
    return Figure(ground, rim, ink, row.get("corner", 2))


def _place(row: Mapping[str, Any]) -> Box | TextBox:
    return TextBox(**row) if "size" in row else Box(**row)


def _drawing(key: str, row: Mapping[str, Any], colour: _Palette) -> Drawing:
    place = f"symbols.{key}"
    return Drawing(
        id=key,
        on=tuple(row.get("on", ())),
        shapes=tuple(_shape(shape, f"{place}.shapes.{i}", colour) for i, shape in enumerate(row.get("shapes", ()), 1)),
        labels=tuple(_label(label, f"{place}.labels.{i}", colour) for i, label in enumerate(row.get("labels", ()), 1)),
    )


def _shape(row: Mapping[str, Any], place: str, colour: _Palette) -> Shape:
    bare = "fill" not in row and "stroke" not in row
    fill = row.get("fill", "none")
    stroke = row.get("stroke", "ink" if bare else "none")
    own = ("none", "ink", "paper")
    return Shape(row["path"], colour(fill, place, *own), colour(stroke, place, *own), row.get("width", 6))


def _label(row: Mapping[str, Any], place: str, colour: _Palette) -> Label:
    box = TextBox(row["x"], row["y"], row["width"], row["height"], row["size"], row.get("minimum", row["size"] / 2))
    return Label(row["text"], box, colour(row.get("fill", "ink"), place, "ink", "paper"))


def _marker(key: str, row: Mapping[str, Any], colour: _Palette) -> MarkerStyle:
    place = f"markers.{key}"
    ground, ink = colour(row["ground"], place), colour(row.get("ink", "ink"), place)
    return MarkerStyle(ground, ink, row["symbol"], row.get("text"), row.get("frame", False))


def _state(key: str, row: Mapping[str, Any], colour: _Palette) -> StateStyle:
    frame = colour(row["frame"], f"states.{key}") if "frame" in row else ""
    return StateStyle(row["place"], row["symbol"], frame)


def _named_symbols(style: Style) -> Iterator[tuple[str, str]]:
    """Yield every symbol that another table names, with the place where it is named."""
    yield from ((f"symbols.{key}.on", name) for key, drawing in style.symbols.items() for name in drawing.on)
    yield from ((f"transport.{key}", name) for key, name in style.transport.items())
    yield from ((f"chits.{key}.symbol", chit.symbol) for key, chit in style.chits.items())
    yield from ((f"markers.{key}.symbol", marker.symbol) for key, marker in style.markers.items() if marker.symbol)
    yield from ((f"leaders.{key}", name) for key, name in style.leaders.items())
    yield from ((f"states.{key}.symbol", state.symbol) for key, state in style.states.items())


def _check_references(style: Style) -> None:
    """Check that every drawing that is named exists, that none is under itself, and that states have places."""
    for place, name in _named_symbols(style):
        _require(name, style.symbols, "no such symbol", place, "an id of [symbols]")
    for key in style.symbols:
        _check_loop(style, key, ())
    places = style.layout["state"]
    for key, state in style.states.items():
        _require(state.place, places, "no such place", f"states.{key}.place", ", ".join(places))


def _require(name: str, known: Mapping[str, object], problem: str, place: str, expected: str) -> None:
    if name not in known:
        guess = did_you_mean(name, known)
        raise GameDataError(problem + guess, file=STYLE_FILE, place=place, found=name, expected=expected)


def _check_loop(style: Style, key: str, above: tuple[str, ...]) -> None:
    """Check that no drawing is under itself, nor on top of a long row of others."""
    if key in above:
        found = " on ".join((*above, key))
        raise GameDataError("a drawing is on itself", file=STYLE_FILE, place=f"symbols.{above[0]}.on", found=found)
    if len(above) > _DEEPEST:
        found = " on ".join(above)
        raise GameDataError(
            "too many drawings are on one another", file=STYLE_FILE, found=found, expected=f"{_DEEPEST}"
        )
    for name in style.symbols[key].on:
        _check_loop(style, name, (*above, key))
