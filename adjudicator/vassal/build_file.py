"""A module's build file as a tree of components with typed attributes (vassal-files.md 4.1).

Elements are Java class names. The class's last name says what a component is for; classes
that modules bring along themselves are known by their ending, as in ``terrain.TerrainHexGrid``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import TypeVar

from lxml import etree

from .errors import GridError, LimitExceeded, ModuleError
from .limits import DEFAULT_LIMITS, Limits
from .location_format import JAVA_BLANKS
from .xml_reading import parse_xml

__all__ = ["Component", "Kind", "attempt", "note", "parse_build_file"]

MAX_DEPTH = 60
"""Elements within elements."""
MAX_ELEMENTS = 300_000
MAX_ATTRIBUTES = 2_000_000
"""Signs ``=`` in the file; they bound the memory that attributes can cost."""
MAX_PROBLEMS = 200

T = TypeVar("T")


class Kind(Enum):
    """The purpose of a component, by the last name of VASSAL's own class."""

    MODULE = "GameModule"
    EXTENSION = "ModuleExtension"
    EXTENSION_ELEMENT = "ExtensionElement"
    ROSTER = "PlayerRoster"
    MAP = "Map"
    BOARD_PICKER = "BoardPicker"
    BOARD_SETUP = "setup"
    BOARD = "Board"
    ZONED_GRID = "ZonedGrid"
    ZONE = "Zone"
    HEX_GRID = "HexGrid"
    SQUARE_GRID = "SquareGrid"
    REGION_GRID = "RegionGrid"
    REGION = "Region"
    HEX_NUMBERING = "HexGridNumbering"
    OBLIQUE_NUMBERING = "ObliqueHexGridNumbering"
    SQUARE_NUMBERING = "SquareGridNumbering"
    DECK = "DrawPile"
    STACK = "SetupStack"
    PROTOTYPE = "PrototypeDefinition"
    SLOT = "PieceSlot"
    DICE = "DiceButton"
    SPECIAL_DICE = "SpecialDiceButton"
    SPECIAL_DIE = "SpecialDie"
    SPECIAL_FACE = "SpecialDieFace"
    TURN_TRACKER = "TurnTracker"
    COUNTER_LEVEL = "CounterTurnLevel"
    LIST_LEVEL = "ListTurnLevel"
    GLOBAL_PROPERTY = "GlobalProperty"
    ZONE_PROPERTY = "ZoneProperty"
    GLOBAL_KEY = "GlobalKeyCommand"
    DO_ACTION = "DoActionButton"
    PIECE_LAYERS = "LayeredPieceCollection"


_BY_NAME = {kind.value: kind for kind in Kind} | {
    "BasicModule": Kind.MODULE,
    "PrivateMap": Kind.MAP,
    "PlayerHand": Kind.MAP,
    "CardSlot": Kind.SLOT,
}
_BY_ENDING = {
    "GameModule": Kind.MODULE,
    "ObliqueHexGridNumbering": Kind.OBLIQUE_NUMBERING,
    "HexGridNumbering": Kind.HEX_NUMBERING,
    "SquareGridNumbering": Kind.SQUARE_NUMBERING,
    "HexGrid": Kind.HEX_GRID,
    "SquareGrid": Kind.SQUARE_GRID,
    "RegionGrid": Kind.REGION_GRID,
    "ZonedGrid": Kind.ZONED_GRID,
    "BoardPicker": Kind.BOARD_PICKER,
    "Map": Kind.MAP,
    "DrawPile": Kind.DECK,
    "SetupStack": Kind.STACK,
    "PieceSlot": Kind.SLOT,
    "CardSlot": Kind.SLOT,
}
"""Kinds by the ending of the class's name, for classes from outside VASSAL; the first ending that fits counts."""
_CORE = "VASSAL."
_NAME_ATTRIBUTES = ("name", "mapName", "entryName")

_INTEGER = re.compile(r"[+-]?[0-9]{1,10}")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[dDfF]?")
_MAX_NUMBER = 40
_JAVA_INT = range(-(2**31), 2**31)


@lru_cache(maxsize=1024)
def _kind(class_name: str) -> Kind | None:
    last = class_name.rpartition(".")[2]
    known = _BY_NAME.get(last)
    if known or class_name.startswith(_CORE):
        return known
    return next((kind for ending, kind in _BY_ENDING.items() if last.endswith(ending)), None)


@dataclass(frozen=True, slots=True)
class Component:
    """One element of a build file."""

    element: etree._Element

    @property
    def class_name(self) -> str:
        """The full Java class name."""
        return str(self.element.tag)

    @property
    def kind(self) -> Kind | None:
        """The purpose of the component, None if this package has no use for it."""
        return _kind(self.class_name)

    @property
    def label(self) -> str:
        """The component's class and name, and those of everything named around it, for messages."""
        parts = [_own_label(self)]
        parts += [_own_label(outer) for outer in self.outer() if outer.name]
        return " in ".join(parts[:4])

    @property
    def name(self) -> str:
        """The first attribute that holds a name, empty if none does."""
        return next((value for key in _NAME_ATTRIBUTES if (value := self.text(key))), "")

    def children(self, *kinds: Kind) -> Iterator[Component]:
        """Yield the components directly within, of *kinds* if any are given."""
        for element in self.element.iterchildren(tag=etree.Element):
            child = Component(element)
            if not kinds or child.kind in kinds:
                yield child

    def within(self, *kinds: Kind) -> Iterator[Component]:
        """Yield the components of *kinds* at any depth within, in the file's order."""
        for element in self.element.iterdescendants(tag=etree.Element):
            if _kind(str(element.tag)) in kinds:
                yield Component(element)

    def everything(self) -> Iterator[Component]:
        """Yield all components at any depth within, in the file's order."""
        for element in self.element.iterdescendants(tag=etree.Element):
            yield Component(element)

    def outer(self, *kinds: Kind) -> Iterator[Component]:
        """Yield the components around this one, of *kinds* if any are given, the nearest first."""
        for element in self.element.iterancestors():
            if not kinds or _kind(str(element.tag)) in kinds:
                yield Component(element)

    def last(self, *kinds: Kind) -> Component | None:
        """Return the last child of *kinds*: the one that the engine keeps when there should be one."""
        return next((child for child in reversed(list(self.children(*kinds)))), None)

    def content(self) -> str:
        """Return the text directly in the element, without blanks around it, as the engine reads it."""
        texts = [self.element.text, *(child.tail for child in self.element)]
        return "".join(text for text in texts if text).strip(JAVA_BLANKS)

    def has(self, attribute: str) -> bool:
        """Return whether the attribute is there."""
        return attribute in self.element.attrib

    def text(self, attribute: str, default: str = "") -> str:
        """Return an attribute, *default* if it is missing."""
        return str(self.element.get(attribute, default))

    def flag(self, attribute: str, default: bool = False) -> bool:
        """Return whether an attribute is "true", in any case; *default* if it is missing."""
        value = self.element.get(attribute)
        return default if value is None else str(value).lower() == "true"

    def integer(self, attribute: str, default: int) -> int:
        """Return a whole number that fits a Java ``int``. Raises ModuleError."""
        text = self.text(attribute, str(default))
        if not _INTEGER.fullmatch(text) or int(text) not in _JAVA_INT:
            raise _bad(attribute, "not a whole number", text)
        return int(text)

    def number(self, attribute: str, default: float) -> float:
        """Return a number, perhaps with a fraction. Raises ModuleError."""
        value = self.element.get(attribute)
        if value is None:
            return default
        text = str(value).strip(JAVA_BLANKS)
        if len(text) > _MAX_NUMBER or not _NUMBER.fullmatch(text):
            raise _bad(attribute, "not a number", text)
        return float(text.rstrip("dDfF"))

    def letter(self, attribute: str, default: str) -> str:
        """Return an attribute's first character, which is all that counts. Raises ModuleError."""
        text = self.text(attribute, default)
        if not text:
            raise _bad(attribute, "this may not be empty", "")
        return text[0]


def _own_label(component: Component) -> str:
    last = component.class_name.rpartition(".")[2][:40]
    return f"{last} {component.name[:40]!r}" if component.name else last


def _bad(attribute: str, problem: str, found: str) -> ModuleError:
    return ModuleError(problem, place=f"attribute {attribute}", found=found)


def note(problems: list[str], problem: str) -> None:
    """Add a line to *problems*, which holds only a limited number."""
    if len(problems) < MAX_PROBLEMS:
        problems.append(problem)
    elif len(problems) == MAX_PROBLEMS:
        problems.append("there are more problems, which are not listed")


def attempt(component: Component, problems: list[str], build: Callable[[Component], T]) -> T | None:
    """Return what *build* makes of *component*, or None with a line more in *problems*."""
    try:
        return build(component)
    except (GridError, ModuleError) as error:
        error.place = f"{component.label}, {error.place}" if error.place else component.label
        note(problems, str(error))
        return None


def parse_build_file(data: bytes, limits: Limits = DEFAULT_LIMITS, *, file: str = "") -> Component:
    """Read a build file and return its root, the module or the extension.

    Raises ModuleError if it is no build file, brings a document type or nests too deeply, and
    LimitExceeded if it is too large.
    """
    try:
        limits.check("the build file", "entry_bytes", len(data))
    except LimitExceeded as error:
        raise error.in_file(file) from None
    if b"<!DOCTYPE" in data or b"\0" in data:
        raise ModuleError("the build file has a document type or is not UTF-8", file=file)
    for sign, allowed in ((b"<", 2 * MAX_ELEMENTS), (b"=", MAX_ATTRIBUTES)):
        if data.count(sign) > allowed:
            raise ModuleError(
                f"the build file has too many signs {sign.decode()!r}", file=file, expected=f"at most {allowed:,}"
            )
    root = parse_xml(data, ModuleError, file=file)
    _check_depth(root, file)
    component = Component(root)
    if component.kind not in (Kind.MODULE, Kind.EXTENSION):
        raise ModuleError("not the build file of a module or extension", file=file, found=component.class_name)
    return component


def _check_depth(root: etree._Element, file: str) -> None:
    depth = 0
    for event, _element in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        if depth > MAX_DEPTH:
            raise ModuleError(
                "the build file nests too deeply", file=file, expected=f"at most {MAX_DEPTH} elements within each other"
            )
