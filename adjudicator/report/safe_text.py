"""Text from files made fit for a terminal: no control characters, no tricks with the writing direction."""

from __future__ import annotations

import html
import json
import re
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

__all__ = [
    "LINE_WIDTH",
    "columns",
    "count",
    "display_width",
    "folded",
    "line_width",
    "lines_of_width",
    "one_line",
    "printable_json",
    "printable_xml",
    "readable_chat",
    "short_text",
    "terminal_width",
    "widest_line",
]

_TAGS = re.compile(
    r"</?(?:b|i|u|font|br|p|div|span|tt|em|strong|small|big|center|html|body)\b[^<>]{0,200}>", re.IGNORECASE
)
_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
_SHOWN_LENGTH = 500
_SHORT_LENGTH = 80
_PAGE_START = 200
_MAX_MARKUP = 20_000
_MARKUP = re.compile(r"<!--.*?-->|<(style|script)\b.*?</\1\s*>|<[^>]*>", re.IGNORECASE | re.DOTALL)
_CDATA = "<![CDATA["
_CDATA_SECTIONS = re.compile(r"(<!\[CDATA\[.*?\]\]>)", re.DOTALL)
_PERHAPS_UNPRINTABLE = re.compile(r"[^ -~\n]")
LINE_WIDTH = 110
"""The width of lines where no terminal says otherwise, so that a report is the same everywhere."""
_WIDEST = 120
_NARROWEST = 40
_NARROWEST_ON_TERMINAL = 24
_HANGING = "  "
_FEW_ITEMS = 3


_terminal_width: ContextVar[int | None] = ContextVar("terminal width", default=None)


@contextmanager
def lines_of_width(width: int | None) -> Iterator[None]:
    """Let lines be as wide as a terminal meanwhile; None is no terminal."""
    token = _terminal_width.set(width)
    try:
        yield
    finally:
        _terminal_width.reset(token)


def terminal_width() -> int | None:
    """Return how wide the terminal is, None if lines are for no terminal."""
    return _terminal_width.get()


def line_width() -> int:
    """Return how wide a line should be at most."""
    return terminal_width() or LINE_WIDTH


def widest_line() -> int:
    """Return how wide a line may be that reads better whole."""
    return terminal_width() or _WIDEST


def one_line(text: str, length: int = _SHOWN_LENGTH) -> str:
    """Return *text* as one printable line of at most *length* characters.

    Control, format and undefined characters, among them those that turn the writing direction or
    move a terminal's cursor, become a middle dot.
    """
    cut = text if len(text) <= length else text[: length - 1] + "…"
    if cut.isprintable():
        return cut
    return "".join(_visible(character) for character in cut)


def _visible(character: str) -> str:
    if character in "\n\r\t":
        return " "
    return "·" if unicodedata.category(character) in _HIDDEN_CATEGORIES else character


def readable_chat(text: str) -> str:
    """Return a chat line without VASSAL's HTML: known tags dropped, entities replaced, blanks folded."""
    bare = html.unescape(_TAGS.sub(" ", text[: 4 * _SHOWN_LENGTH]))
    return one_line(" ".join(bare.split()))


def short_text(text: str, length: int = _SHORT_LENGTH) -> str:
    """Return a piece's name or a property's value as one short line; of an HTML page only the words."""
    if "<html" in text[:_PAGE_START].lower():
        text = html.unescape(_MARKUP.sub(" ", text[:_MAX_MARKUP]))
        text = " ".join(text.split()) or "a label"
    return one_line(text, length)


def count(number: int, singular: str, plural: str = "") -> str:
    """Return a number with its noun: ``1 step``, ``2 steps``."""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def display_width(text: str) -> int:
    """Return how many columns of a terminal *text* takes: wide characters two, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def columns(rows: Sequence[Sequence[str]], indent: str = "  ", width: int | None = None) -> list[str]:
    """Return rows as lines with aligned columns; a last column that goes beyond *width* is folded.

    Left out, *width* is :func:`line_width`.
    """
    if not rows:
        return []
    width = width or line_width()
    widths = [max(display_width(row[i]) for row in rows) for i in range(len(rows[0]) - 1)]
    start = len(indent) + sum(widths) + 2 * len(widths)
    room = _room(width - start)
    lines: list[str] = []
    for row in rows:
        cells = [cell + " " * (w - display_width(cell)) for cell, w in zip(row[:-1], widths, strict=True)]
        first, *others = folded(row[-1], room)
        lines.append((indent + "  ".join([*cells, first])).rstrip())
        lines += [" " * start + line for line in others]
    return lines


def _room(rest: int) -> int:
    """Return how wide a last column is that has so much left of a line.

    On a terminal it is not folded where that would be too little: the whole line is, when it is printed.
    """
    if terminal_width() is None:
        return max(rest, _NARROWEST)
    return rest if rest >= _NARROWEST_ON_TERMINAL else sys.maxsize


def folded(text: str, width: int) -> list[str]:
    """Break a line between words into lines of at most *width* columns where the words allow it.

    The lines after the first are set in.
    """
    if display_width(text) <= width:
        return [text]
    body = text.lstrip(" ")
    if lead := text[: len(text) - len(body)]:
        return [lead + line for line in folded(body, max(width - len(lead), 1))]
    items = text.split(", ")
    is_list = len(items) > _FEW_ITEMS and max(map(len, items)) < width // 2
    words = [f"{item}," for item in items[:-1]] + items[-1:] if is_list else text.split(" ")
    lines, line, used = [], "", 0
    for word in words:
        size = display_width(word)
        if line and used + 1 + size > width:
            lines.append(line)
            line, used = _HANGING + word, len(_HANGING) + size
        else:
            line, used = (f"{line} {word}", used + 1 + size) if line else (word, size)
    return [*lines, line]


def printable_json(document: Any, *, only_ascii: bool = False) -> str:
    """Return *document* as indented JSON; characters that could play tricks on a terminal are escaped."""
    text = json.dumps(document, indent=2, ensure_ascii=only_ascii)
    return text if only_ascii else _PERHAPS_UNPRINTABLE.sub(_escaped, text)


def printable_xml(document: str) -> str:
    """Return an XML document in which characters that could play tricks on a terminal are character references.

    It is the same document to whoever reads it as XML.
    """
    return "".join(
        _PERHAPS_UNPRINTABLE.sub(_reference_in_cdata if part.startswith(_CDATA) else _reference, part)
        for part in _CDATA_SECTIONS.split(document)
    )


def _reference(match: re.Match[str]) -> str:
    character = match.group()
    return character if character.isprintable() or character in "\t\u00a0\u3000" else f"&#{ord(character)};"


def _reference_in_cdata(match: re.Match[str]) -> str:
    """Return a character reference outside of the section that it is in, where it would be none."""
    reference = _reference(match)
    return f"]]>{reference}{_CDATA}" if len(reference) > 1 else reference


def _escaped(match: re.Match[str]) -> str:
    character = match.group()
    return character if character.isprintable() or character in "\n\u00a0\u3000" else json.dumps(character)[1:-1]
