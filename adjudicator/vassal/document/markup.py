"""The XML form's elements as plain values, written to text and read from a parsed document.

XML cannot hold every character that a VASSAL file may bring: control characters such as ESC,
U+FFFE and U+FFFF, and the lone surrogates that represent bytes that are not UTF-8. Where a value
has one of them, the element says so in its attribute ``escaped``, which lists the attributes so
written, and ``text`` for the element's content. In such a value, and only there, a backslash is
``\\\\`` and a character that XML cannot hold is ``\\u{1b}``, its code point in hexadecimal digits.

Elements and attributes whose name begins with ``view:`` are for the reader's eye only: they are
derived from the data and are passed over when a document is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from lxml import etree

from ..errors import DocumentError

__all__ = ["NAMESPACE", "VIEW", "VIEW_NAMESPACE", "Element", "is_data", "line_of", "read_element", "render"]

NAMESPACE = "urn:adjudicator:vassal-game:1"
VIEW_NAMESPACE = "urn:adjudicator:vassal-view:1"
VIEW = "view:"
_TAG = f"{{{NAMESPACE}}}"
_VIEW_TAG = f"{{{VIEW_NAMESPACE}}}"

_ESCAPED = "escaped"
_CONTENT = "text"
_WIDTH = 120
_SHOWN = 300
"""The greatest length of a derived value that is shown."""
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_ESCAPE = re.compile(r"\\(?:\\|u\{([0-9a-f]{1,6})\}|)")
_LAST_CODE_POINT = 0x10FFFF

_REFERENCES = {code: f"&#{code};" for code in (0x9, 0xD, *range(0x7F, 0xA0), 0x2028, 0x2029)}
_REFERENCED = re.compile(f"[{''.join(map(chr, _REFERENCES))}]")
_IN_CONTENT = {**_REFERENCES, ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;"}
_IN_ATTRIBUTE = {**_IN_CONTENT, 0xA: "&#10;", ord('"'): "&quot;"}


_REMARK = """<!--
  A VASSAL save or log, to read, edit and pack into a file again. Whatever begins with "view:" is for the reader only
  and is ignored when the file is packed; everything else is the file's contents. The schema vassal-game.xsd explains
  each element.
-->"""


@dataclass(slots=True)
class Element:
    """An element: either with *text* or with *children*, and attributes in the order of writing."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    text: str = ""
    children: list[Element] = field(default_factory=list)
    line: int = 0
    """The line of the document that it was read from; 0 if it was not read."""

    @property
    def place(self) -> str:
        """The line, for messages."""
        return f"line {self.line:,}" if self.line else ""

    def largest(self) -> int:
        """Return how much data the element holds, or that one of its children and theirs which holds most."""
        own = sum(len(value) for name, value in self.attributes.items() if not name.startswith(VIEW))
        return max(own + len(self.text), *(child.largest() for child in self.children), 0)


def render(root: Element) -> bytes:
    """Return a whole document: UTF-8, indented, with a final newline."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', _REMARK]
    namespaces = {"xmlns": NAMESPACE, "xmlns:view": VIEW_NAMESPACE}
    _render(Element(root.name, {**namespaces, **root.attributes}, root.text, root.children), "", lines)
    return ("\n".join(lines) + "\n").encode("utf-8")


def _render(element: Element, indent: str, lines: list[str]) -> None:
    start = f"{indent}<{element.name}"
    attributes, text = _values(element)
    head = " ".join([start, *attributes])
    if len(head) > _WIDTH and len(attributes) > 1:
        head = _wrapped(start, attributes)
    if element.children:
        lines.append(head + ">")
        for child in element.children:
            _render(child, indent + "  ", lines)
        lines.append(f"{indent}</{element.name}>")
    else:
        lines.append(f"{head}>{text}</{element.name}>" if text else head + "/>")


def _values(element: Element) -> tuple[list[str], str]:
    """Return the attributes as they are written, and the content."""
    escaped: list[str] = []
    written: list[str] = []
    for name, value in element.attributes.items():
        if name.startswith(VIEW) or element.name.startswith(VIEW):
            value = _for_the_eye(value)
        elif _FORBIDDEN.search(value):
            value = _escape(name, value, escaped)
        written.append(f'{name}="{value.translate(_IN_ATTRIBUTE)}"')
    text = _for_the_eye(element.text) if element.name.startswith(VIEW) else element.text
    if _FORBIDDEN.search(text):
        text = _escape(_CONTENT, text, escaped)
    if escaped:
        written.append(f'{_ESCAPED}="{" ".join(escaped)}"')
    return written, f"<![CDATA[{text}]]>" if _reads_best_plain(text) else text.translate(_IN_CONTENT)


def _reads_best_plain(text: str) -> bool:
    """Return whether a text is lines of mark-up, which a CDATA section can show as they are."""
    return "<" in text and "\n" in text and "]]>" not in text and not _REFERENCED.search(text)


def _for_the_eye(value: str) -> str:
    """Return a derived value, shortened, with replacement characters for what XML cannot hold."""
    return _FORBIDDEN.sub("\ufffd", value if len(value) <= _SHOWN else value[: _SHOWN - 1] + "\N{HORIZONTAL ELLIPSIS}")


def _escape(name: str, value: str, escaped: list[str]) -> str:
    escaped.append(name)
    return _FORBIDDEN.sub(lambda match: f"\\u{{{ord(match.group()):x}}}", value.replace("\\", "\\\\"))


def _wrapped(start: str, attributes: Iterable[str]) -> str:
    """Put attributes on as few lines as fit the width."""
    margin = " " * (len(start) + 1)
    lines = [start]
    for attribute in attributes:
        if len(lines[-1]) + 1 + len(attribute) > _WIDTH and len(lines[-1]) > len(start):
            lines.append(margin + attribute)
        else:
            lines[-1] += " " + attribute
    return "\n".join(lines)


def read_element(node: etree._Element) -> Element:
    """Return a parsed element without what is there for the eye only. Raises DocumentError."""
    attributes = {str(name): str(value) for name, value in node.attrib.items() if not str(name).startswith("{")}
    element = Element(_local_name(node), attributes, line=line_of(node))
    element.children = [read_element(child) for child in node if is_data(child)]
    element.text = _read_text(node)
    if element.children:
        if element.text.strip():
            raise DocumentError(
                f"the element {element.name!r} has both text and child elements",
                place=element.place,
                found=element.text.strip(),
            )
        element.text = ""
    for name in element.attributes.pop(_ESCAPED, "").split():
        if name in element.attributes:
            element.attributes[name] = _unescape(element.attributes[name], element)
        elif name == _CONTENT:
            element.text = _unescape(element.text, element)
        else:
            raise DocumentError(f"the attribute {_ESCAPED!r} names what is not there", place=element.place, found=name)
    return element


def line_of(node: Any) -> int:
    """Return the line on which a parsed element begins."""
    return int(node.sourceline or 0)


def is_data(node: etree._Element) -> bool:
    """Return whether a parsed node is data: no comment, no processing instruction, nothing of the view."""
    return isinstance(node.tag, str) and not node.tag.startswith(_VIEW_TAG)


def _local_name(node: etree._Element) -> str:
    return str(node.tag).removeprefix(_TAG)


def _read_text(node: etree._Element) -> str:
    """Return an element's own text; comments in it are passed over."""
    return (node.text or "") + "".join(child.tail or "" for child in node)


def _unescape(value: str, element: Element) -> str:
    def character(match: re.Match[str]) -> str:
        """Return the character that an escape stands for."""
        if match.group() == "\\\\":
            return "\\"
        code = int(match[1], 16) if match[1] else _LAST_CODE_POINT + 1
        if code > _LAST_CODE_POINT:
            raise DocumentError(
                "a backslash in an escaped value begins no escape",
                place=element.place,
                found=value[match.start() : match.start() + 10],
                expected="\\\\ or \\u{1b}",
            )
        return chr(code)

    return _ESCAPE.sub(character, value)
