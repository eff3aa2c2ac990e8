"""A document checked against the XSD, with the first error as one line that a person understands.

The document is fed to the validator in pieces, and what is after the first error is not looked at:
a validator that goes on takes time and memory that grow with the square of the number of errors.
What it says of an element that is closed at once (``<a/>``) it says after the element's end.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from typing import Any

from lxml import etree

from ...schemas import schema_bytes
from ..errors import DocumentError
from .markup import line_of
from .suggestions import likeliest

__all__ = ["SCHEMA", "check_document"]

SCHEMA = "vassal-game.xsd"
_XS = "{http://www.w3.org/2001/XMLSchema}"
_CHUNK = 1 << 16
_LONG = 1_000
_LONG_TEXT = "…"
_TAG_END = re.compile(b">")

_NAMESPACE = re.compile(r"\{urn:adjudicator:[^}]*\}")
_SUBJECT = re.compile(r"Element '(?P<element>[^']*)'(?:, attribute '(?P<attribute>[^']*)')?: ")
_EXPECTED = re.compile(r" Expected is (?:one of )?\( (?P<expected>.*) \)\.$")
_VALUE = re.compile(r"is not a valid value of the atomic type 'xs:(?P<type>\w+)'\.$")
_VALUES = {
    "unsignedByte": "a whole number from 0 to 255",
    "positiveInteger": "a whole number from 1 on",
    "unsignedShort": "a whole number from 0 to 65535",
    "short": "a whole number",
    "boolean": "true or false",
}
_SENTENCES = tuple(
    (re.compile(pattern), problem, expected)
    for pattern, problem, expected in (
        (r"This element is not expected\.", "the element {element!r} is not allowed here", ""),
        (r"Missing child element\(s\)\.", "the element {element!r} lacks a child element", ""),
        (r"The attribute '[^']*' is not allowed\.", "the element {element!r} has no attribute {attribute!r}", ""),
        (
            r"The attribute '(?P<missing>[^']*)' is required but missing\.",
            "the element {element!r} lacks the attribute {missing!r}",
            "",
        ),
        (
            r"Character content (?:other than whitespace )?is not allowed",
            "the element {element!r} may not contain text",
            "",
        ),
        (r"Element content is not allowed", "the element {element!r} may not have child elements", ""),
        (r"No matching global declaration", "{element!r} is not the root of such a document", "vassal-game"),
        (
            r"\[facet 'enumeration'\] The value '(?P<value>.*)' is not an element of the set \{(?P<set>.*)\}\.",
            "{value!r} is not a value of {subject}",
            "{set}",
        ),
        (
            r"(?:\[facet '\w+'\] The value )?'(?P<value>.*)' (?:is not|has a|must)",
            "{value!r} is not a value of {subject}",
            "",
        ),
    )
)
"""The validator's sentences, each with ours and with what would have been right."""


class _Events:
    """Takes what the parser finds and keeps the names and numbers of the elements that are open."""

    def __init__(self) -> None:
        self.open: list[tuple[str, int]] = []
        self.count = 0
        self.last = 0
        """The number of the element that began or ended last, counted from 0 in the document's order."""

    def start(self, tag: str, _attributes: Any) -> None:
        """Note an element that begins."""
        self.open.append((_NAMESPACE.sub("", tag), self.count))
        self.last = self.count
        self.count += 1

    def end(self, _tag: str) -> None:
        """Note an element that ends."""
        _name, self.last = self.open.pop()

    def close(self) -> None:
        """Note the end of the document."""


@cache
def _schema() -> etree.XMLSchema:
    return etree.XMLSchema(etree.fromstring(schema_bytes(SCHEMA)))


def check_document(root: etree._Element) -> None:
    """Raise DocumentError if the document of *root* does not follow the XSD. Leaves the tree as it is."""
    data = _skeleton(root)
    start = _first_bad_chunk(data)
    if start is None:
        return
    events = _Events()
    parser = _parser(events)
    parser.feed(data[:start])
    for tag in _TAG_END.split(data[start : start + 2 * _CHUNK]):
        parser.feed(tag + b">")
        if parser.feed_error_log:
            element = next(islice(root.iter(etree.Element), events.last, None))
            raise _translated(str(parser.feed_error_log[0].message), line_of(element), events)
    raise DocumentError("the document does not follow its schema", expected=SCHEMA)


def _skeleton(root: etree._Element) -> bytes:
    """Return the document with long texts cut out: no type restricts them, and the validator is slow with them."""
    long: list[tuple[etree._Element, str, str]] = []
    for node in root.iter():
        for part in ("text", "tail"):
            text = getattr(node, part)
            if text and len(text) > _LONG:
                long.append((node, part, text))
                setattr(node, part, _LONG_TEXT if text.strip() else " ")
    try:
        return etree.tostring(root, encoding="UTF-8", with_tail=False)
    finally:
        for node, part, text in long:
            setattr(node, part, text)


def _first_bad_chunk(data: bytes) -> int | None:
    """Return where the piece begins in which the validator finds the first error, None if it finds none."""
    parser = _parser(_Events())
    for start in range(0, len(data), _CHUNK):
        parser.feed(data[start : start + _CHUNK])
        if parser.feed_error_log:
            return start
    return None


def _parser(events: _Events) -> Any:
    options: dict[str, Any] = {"schema": _schema(), "target": events}
    return etree.XMLParser(resolve_entities=False, load_dtd=False, no_network=True, **options)


def _translated(message: str, line: int, events: _Events) -> DocumentError:
    """Put the validator's words into ours."""
    message = _NAMESPACE.sub("", " ".join(message.split()))
    subject = _SUBJECT.match(message)
    names = subject.groupdict() if subject else {}
    rest = message[subject.end() :] if subject else message
    names["subject"] = (
        f"the attribute {names['attribute']!r} of {names['element']!r}"
        if names.get("attribute")
        else f"the element {names.get('element')!r}"
    )
    for pattern, problem, expected in _SENTENCES:
        if found := pattern.match(rest):
            values = {**names, **found.groupdict()}
            allowed = expected.format(**values) if expected else _allowed(rest, values, events)
            return DocumentError(problem.format(**values), place=f"line {line:,}", expected=allowed)
    return DocumentError(f"the document does not follow its schema: {message}", place=f"line {line:,}")


def _allowed(message: str, names: dict[str, str], events: _Events) -> str:
    """Say what is allowed: what the validator lists, or else what the schema has there."""
    element, attribute = names.get("element", ""), names.get("attribute")
    if (listed := _EXPECTED.search(message)) and "*" not in listed["expected"]:
        return likeliest(listed["expected"].split(", "), element)
    if value_type := _VALUE.search(message):
        return _VALUES.get(value_type["type"], "")
    if attribute:
        return likeliest(_declared(element, "attribute"), attribute)
    path = [name for name, _number in events.open]
    parent = path[-2:-1] if path[-1:] == [element] else path[-1:]
    return likeliest(_declared(parent[0], "element"), element) if parent and "not expected" in message else ""


def _declared(element: str, what: str) -> list[str]:
    """Return the names of the child elements or the attributes that the schema declares for an element."""
    root = etree.fromstring(schema_bytes(SCHEMA))
    named = {(_kind(node), node.get("name", "")): node for node in root}
    names: dict[str, None] = {}

    def collect(node: etree._Element) -> None:
        """Note the names that a node of the schema declares, with those of the groups and types that it refers to."""
        for child in node:
            kind = _kind(child)
            if kind == what:
                names[child.get("name") or child.get("ref") or ""] = None
            elif kind in ("group", "attributeGroup"):
                collect(named[kind, child.get("ref", "")])
            elif kind != "element":
                if kind == "extension" and ("complexType", child.get("base", "")) in named:
                    collect(named["complexType", child.get("base", "")])
                collect(child)

    for declaration in root.iter(f"{_XS}element"):
        if declaration.get("name") == element:
            collect(named.get(("complexType", declaration.get("type", "")), declaration))
    return list(names)


def _kind(node: etree._Element) -> str:
    return str(node.tag).removeprefix(_XS)
