"""HTML as text that cannot be mistaken: whatever is not marked as HTML is escaped and made printable on its way in."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any, Final

from ..safe_text import one_line

__all__ = ["Attribute", "Html", "join", "json_block", "link", "printable", "table", "tag"]

Attribute = str | float | bool | None
"""The value of an attribute; True is one without a value, False and None leave it out."""
_VOID: Final = frozenset({"br", "hr", "input", "link", "meta"})
_IN_SCRIPT: Final = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}
"""The characters that could end a script element, or a line of one, each with an escape that JSON has for it."""


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


def printable(text: str) -> str:
    """Return a text without control characters and without those that turn the writing direction."""
    return one_line(text, len(text) + 1)


def tag(name: str, /, *children: str, **attributes: Attribute) -> Html:
    """Return an element; children that are not :class:`Html` are texts, and so are all attributes.

    Attributes are named with ``_`` for ``-``, and with a final ``_`` where Python has the word for itself.
    """
    inside = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in _VOID:
        return Html(f"<{name}{inside}>")
    return Html(f"<{name}{inside}>{join(children)}</{name}>")


def _attribute(key: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(printable(str(value)))}"'


def join(parts: Iterable[str]) -> Html:
    """Return parts in a row: HTML as it is, texts escaped."""
    return Html("".join(part if isinstance(part, Html) else escape(printable(part)) for part in parts))


def link(fragment: str, /, *children: str, **attributes: Attribute) -> Html:
    """Return a link to the place of the same page that has the id *fragment*."""
    return tag("a", *children, href=f"#{fragment}", **attributes)


def table(caption: str, heads: Iterable[str], rows: Iterable[Iterable[str]], class_: str = "") -> Html:
    """Return a table with a row of headings; the first cell of each row is the row's own heading."""
    head = tag("tr", *(tag("th", each, scope="col") if each else tag("td") for each in heads))
    body = [_row(list(cells)) for cells in rows]
    whole = tag("table", tag("caption", caption), tag("thead", head), tag("tbody", *body), class_=class_ or None)
    return tag("div", whole, class_="scroll", tabindex=0, role="region", aria_label=caption)


def _row(cells: list[str]) -> Html:
    return tag("tr", tag("th", cells[0], scope="row"), *(tag("td", cell) for cell in cells[1:]))


def json_block(identifier: str, document: Mapping[str, Any]) -> Html:
    """Return a document as a block of data that a script reads: nothing in it can end the block."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":")).translate(_IN_SCRIPT)
    return Html(f'<script type="application/json" id="{escape(identifier)}">{text}</script>')
