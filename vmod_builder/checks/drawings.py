"""SVG that VASSAL's drawing engine (Batik) draws differently from browsers, as a table of constructs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from adjudicator.vassal.errors import ModuleError
from adjudicator.vassal.image_size import image_size
from adjudicator.vassal.xml_reading import parse_xml

from .checked_module import CheckedModule

__all__ = ["check_drawings", "drawing_problems"]

_SVG = "http://www.w3.org/2000/svg"
_HREF = "{http://www.w3.org/1999/xlink}href"
_SHORTEST_ID = 3
_DOCTYPE = re.compile(rb"<!DOCTYPE[^>\[]*(?:\[[^\]]*\])?[^>]*>")
_URL = re.compile(r"url\(\s*['\"]?#([^)'\"]*)")
_RULE = re.compile(r"[^{}]*\{([^{}]*)\}")
_POINTS = re.compile(r"[\s,]*(?:[+-]?[0-9.]+(?:[eE][+-]?[0-9]+)?[\s,]*|(?<=[0-9.])-)*")
_TILE = 256
"""The side of a tile in pixels: VASSAL draws a board tile by tile, and the whole drawing for every one."""
_SLOW_TEXTS, _SLOW_PARTS = 5_000, 20_000
"""The numbers of texts, and of parts in all, that take some two seconds when drawn for all tiles together."""
_BOARD = "VASSAL.build.module.map.boardPicker.Board"


@dataclass(frozen=True, slots=True)
class _Construct:
    """Values of some properties that are not drawn as meant. *words* gets the property and the value."""

    kind: str
    properties: str
    """The properties, between blanks; ``*`` for all."""
    value: re.Pattern[str]
    words: str
    where: str = "attribute style"
    """``attribute``, ``style`` (also style sheets) or both."""


_CONSTRUCTS = (
    _Construct("drawing-black", "*", re.compile(r"(?:rgba|hsla?)\(.*"), "{0} is {1}: only rgb() and #rrggbb work"),
    _Construct("drawing-black", "*", re.compile(r"var\(.*"), "{0} is {1}: variables are not known"),
    _Construct("drawing-black", "fill stroke color stop-color flood-color lighting-color",
               re.compile(r"#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{4})"),
               "{0} is {1}: only #rrggbb works, with {0}-opacity beside it"),
    _Construct("drawing-black", "fill stroke color stop-color flood-color", re.compile(r"transparent"),
               "{0} is {1}: write none"),
    _Construct("drawing-ignored", "dominant-baseline alignment-baseline", re.compile(r".*"),
               "{0} does nothing: move the text with dy"),
    _Construct("drawing-ignored", "mix-blend-mode vector-effect paint-order transform-origin", re.compile(r".*"),
               "{0} does nothing"),
    _Construct("drawing-ignored", "opacity fill-opacity stroke-opacity stop-opacity", re.compile(r".*%"),
               "{0} is {1}: write a number from 0 to 1"),
    _Construct("drawing-vanishes", "x y width height", re.compile(r".*"),
               "{0} is in a style: write it as an attribute", "style"),
    _Construct("drawing-vanishes", "rx ry", re.compile(r"auto"), "{0} is auto: write a number"),
    _Construct("drawing-vanishes", "width height r rx ry", re.compile(r"\s*-.*"), "{0} is {1}: it may not be negative",
               "attribute"),
)  # fmt: skip
"""The effects of single properties."""


def check_drawings(module: CheckedModule) -> None:
    """Look at every drawing of the archive."""
    drawings = [name for name in module.archive.names if name.lower().endswith(".svg")]
    boards = {module.image_entry(part.text("image")) for part in module.root.everything() if part.class_name == _BOARD}
    for name, data in module.archive.read_each(drawings):
        if not name.endswith(".svg"):
            module.found("drawing-vanishes", name, "the name does not end in .svg in small letters")
        for kind, text in drawing_problems(data, is_board=name in boards):
            module.found(kind, name, text)


def drawing_problems(data: bytes, *, is_board: bool = False) -> Iterator[tuple[str, str]]:
    """Yield kind and text of what is wrong with one drawing."""
    try:
        root = parse_xml(_DOCTYPE.sub(b"", data, count=1), ModuleError)
    except ModuleError as error:
        yield "drawing-unreadable", error.problem
        return
    yield from _root_problems(root)
    elements = list(root.iter(etree.Element))
    for element in elements:
        yield from _element_problems(element)
    yield from _reference_problems(root, elements)
    if is_board:
        yield from _slow_problems(elements, _tiles(data))


def _root_problems(root: etree._Element) -> Iterator[tuple[str, str]]:
    name = etree.QName(root)
    if name.localname != "svg":
        yield "drawing-vanishes", f"it is no SVG but <{name.localname}>"
    elif name.namespace != _SVG:
        yield "drawing-vanishes", f'the root has no xmlns="{_SVG}"'
    if not root.get("viewBox") and not (root.get("width") and root.get("height")):
        yield "drawing-vanishes", "the root has neither width and height nor a viewBox"
    if root.get("version", "1.1") not in ("1.0", "1.1", "1.2"):
        yield "drawing-vanishes", f"the root says version {root.get('version')!r}"


def _element_problems(element: etree._Element) -> Iterator[tuple[str, str]]:
    name = etree.QName(element).localname
    if name == "feDropShadow":
        yield "drawing-vanishes", "<feDropShadow> is not known"
    if element.get("href") is not None and name != "a":
        yield "drawing-vanishes", f"<{name}> has href without xlink:"
    if not _POINTS.fullmatch(element.get("points", "")):
        yield "drawing-vanishes", f"<{name}> has points that are no numbers"
    for key, value, where in _properties(element):
        for construct in _CONSTRUCTS:
            if where in construct.where and _concerns(construct, key) and construct.value.fullmatch(value):
                yield construct.kind, f"<{name}> " + construct.words.format(key, value[:40])


def _concerns(construct: _Construct, key: str) -> bool:
    return construct.properties == "*" or key in construct.properties.split()


def _properties(element: etree._Element) -> Iterator[tuple[str, str, str]]:
    """Yield the properties that an element has or, for a style sheet, gives: name, value and where from."""
    for key, value in element.attrib.items():
        if key != "style":
            yield str(key), str(value).strip(), "attribute"
    sheets = [element.get("style", "")]
    if etree.QName(element).localname == "style":
        sheets += _RULE.findall(element.text or "")
    for sheet in sheets:
        for declaration in sheet.split(";"):
            key, colon, value = declaration.partition(":")
            if colon:
                yield key.strip(), value.strip(), "style"


def _reference_problems(root: etree._Element, elements: list[etree._Element]) -> Iterator[tuple[str, str]]:
    ids = {element.get("id") for element in elements}
    for reference in sorted(_references(root, elements)):
        if reference not in ids:
            yield "drawing-vanishes", f"there is no #{reference}, which it refers to"
        elif len(reference) < _SHORTEST_ID:
            yield "drawing-vanishes", f"it refers to #{reference}: ids need three or more characters"


def _references(root: etree._Element, elements: list[etree._Element]) -> set[str]:
    """Return the ids that the drawing refers to."""
    found = set(_URL.findall(etree.tostring(root, encoding="unicode").replace("&quot;", "'")))
    links = (element.get(_HREF, "") for element in elements)
    return found | {link[1:] for link in links if link.startswith("#")}


def _tiles(data: bytes) -> int:
    size = image_size(data)
    return -(-size.width // _TILE) * -(-size.height // _TILE) if size else 1


def _slow_problems(elements: list[etree._Element], tiles: int) -> Iterator[tuple[str, str]]:
    names = [etree.QName(element).localname for element in elements]
    texts = names.count("text")
    again = f"are drawn again for each of the board's {tiles:,} tiles"
    if texts * tiles > _SLOW_TEXTS:
        yield "slow-board", f"its {texts:,} texts {again}: let the grid write its numbers"
    if len(names) * tiles > _SLOW_PARTS:
        yield "slow-board", f"its {len(names):,} parts {again}: join them into few paths"
