"""The command stream's tree as elements of the XML form, and back, to the character.

Every text between two separators is an element: a command, a ``<group>`` of texts, or
``<verbatim>`` for what would not give its very text again. The commands of a ``<step>`` carry the
log mark without saying so; ``<unmarked>`` is one that does not, ``<log>`` one that does elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .. import sequence
from ..commands import LogEntry, NullCommand
from ..errors import DocumentError
from ..limits import Limits
from ..stream import ESCAPE
from .command_elements import CommandReader, CommandWriter
from .definitions import verbatim, verbatim_text
from .markup import Element

__all__ = ["Raw", "StreamReader", "StreamWriter", "join", "split_raw"]

_DEPTH = 60
"""The depth down to which groups are written as elements; what is deeper is written as it is."""
_LARGEST = 500_000
"""XML parsers refuse elements that hold much more."""

_GROUP, _LOG, _UNMARKED, _STEP, _VERBATIM = "group", "log", "unmarked", "step", "verbatim"
_ENCODED = "encoded"
_REPEAT = "repeat"


def split_raw(text: str) -> list[str]:
    """Split a stream at its separators and leave the parts encoded, so that joining gives *text*."""
    parts = text.split(ESCAPE)
    if "\\" + ESCAPE not in text:
        return parts
    joined: list[str] = []
    pending: list[str] = []
    for part in parts[:-1]:
        pending.append(part)
        if not part.endswith("\\"):
            joined.append(ESCAPE.join(pending))
            pending = []
    return [*joined, ESCAPE.join([*pending, parts[-1]])]


def _encode(text: str) -> str:
    return sequence.encode([text], ESCAPE)


class Raw(NamedTuple):
    """A text as it is written between separators, and the line it is from."""

    text: str
    line: int


class StreamWriter:
    """Turns encoded texts into elements."""

    def __init__(self, commands: CommandWriter) -> None:
        self._commands = commands

    def elements(self, raws: Iterable[str], depth: int = 0, marked: bool = False) -> list[Element]:
        """Return the elements of texts as they are written between separators; *marked* inside a step."""
        elements: list[Element] = []
        for raw in raws:
            element = self._element(raw, depth, marked)
            if not (elements and _repeats(elements[-1], element)):
                elements.append(element)
        return elements

    def step(self, raw: str) -> Element:
        """Return the element of one logged step."""
        element = self._element(raw, 0, True)
        return Element(_STEP, children=element.children if _is_plain_group(element) else [element])

    def _element(self, raw: str, depth: int, marked: bool) -> Element:
        text = sequence.decode(raw, ESCAPE)[0]
        if _encode(text) != raw:
            element = verbatim(raw)
            element.attributes[_ENCODED] = "true"
            return element
        raws = split_raw(text)
        if len(raws) > 1 or sequence.decode(text, ESCAPE) != [text]:
            return (
                Element(_GROUP, children=self.elements(raws, depth + 1, marked)) if depth < _DEPTH else verbatim(text)
            )
        element = self._leaf(text, marked)
        return element if element.largest() <= _LARGEST else verbatim(text)

    def _leaf(self, text: str, marked: bool) -> Element:
        """Return the element of a text that is one command."""
        logged = text.startswith(LogEntry.PREFIX)
        own = text[len(LogEntry.PREFIX) :] if logged else text
        plain = not own.startswith(LogEntry.PREFIX) and sequence.decode(own, ESCAPE) == [own]
        element = self._commands.element(own) if plain else None
        if element is None:
            return verbatim(text)
        if logged == marked:
            return element
        return Element(_LOG if logged else _UNMARKED, children=[element])


def _is_plain_group(element: Element) -> bool:
    """Return whether an element is a group of at least two commands."""
    return element.name == _GROUP and (len(element.children) > 1 or _REPEAT in element.children[0].attributes)


def _repeats(last: Element, element: Element) -> bool:
    """Count a null command into the one before it if it is the same."""
    if element.name != NullCommand.NAME or last.name != NullCommand.NAME or element.text != last.text:
        return False
    last.attributes[_REPEAT] = str(int(last.attributes.get(_REPEAT, "1")) + 1)
    return True


class StreamReader:
    """Turns elements into encoded texts. Raises DocumentError, and LimitExceeded for too much of them."""

    def __init__(self, commands: CommandReader, limits: Limits) -> None:
        self._commands = commands
        self._limits = limits
        self._count = 0
        self._size = 0

    def raws(self, elements: Sequence[Element], marked: bool = False) -> list[Raw]:
        """Return the texts of elements as they are written between separators; *marked* inside a step."""
        raws: list[Raw] = []
        for element in elements:
            raws += self._raws(element, marked)
        return raws

    def step(self, element: Element) -> list[Raw]:
        """Return the text of a ``<step>`` as it is written between separators."""
        raws = self.raws(element.children, marked=True)
        return raws if len(raws) == 1 else [Raw(_encode(join(raws)), element.line)]

    def _raws(self, element: Element, marked: bool) -> list[Raw]:
        if element.name == _GROUP:
            raw = _encode(join(self.raws(element.children, marked)))
            self._limits.check("the size of a group", "text_bytes", len(raw), place=element.place)
            return [Raw(raw, element.line)]
        if element.name == _VERBATIM:
            text = verbatim_text(element)
            raw = text if element.attributes.get(_ENCODED, "").strip() in ("true", "1") else _encode(text)
        elif element.name in (_LOG, _UNMARKED):
            raw = self._command(element.children[0], element.name == _LOG)
        else:
            raw = self._command(element, marked)
        return [Raw(raw, element.line)] * self._counted(element, raw)

    def _command(self, element: Element, marked: bool) -> str:
        return _encode((LogEntry.PREFIX if marked else "") + self._commands.text(element))

    def _counted(self, element: Element, raw: str) -> int:
        """Return how often a text is repeated, having checked that it is not too much."""
        digits = element.attributes.get(_REPEAT, "1").strip().lstrip("+0")
        count = int(digits) if len(digits) < 10 else 10**10
        self._count += count
        self._limits.check("the number of commands", "commands", self._count, place=element.place)
        self._size += count * (len(raw) + 1)
        self._limits.check("the size of the command stream", "text_bytes", self._size, place=element.place)
        return count


def join(raws: Sequence[Raw]) -> str:
    """Join texts with separators. Raises DocumentError where VASSAL could not tell them apart."""
    for raw in raws[:-1]:
        if raw.text.endswith("\\"):
            raise DocumentError(
                "VASSAL cannot store a command that ends with a backslash before another one",
                place=f"line {raw.line:,}",
                found=raw.text[-30:],
            )
    return ESCAPE.join(raw.text for raw in raws)
