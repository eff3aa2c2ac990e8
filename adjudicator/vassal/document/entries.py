"""The archive's other entries in the XML form: as text where the text gives the same bytes, else in base64."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Mapping

from ..archive import leaves_archive
from ..errors import DocumentError
from ..limits import Limits
from ..saved_game import PAYLOAD_ENTRY
from .markup import Element

__all__ = ["entries_element", "entry_bytes"]

_LONGEST_TEXT = 500_000
_CHUNK = 375_000
"""The number of bytes that one element holds in base64, which makes 500,000 characters of them."""
_LONGEST_NAME = 65_535


def entries_element(entries: Mapping[str, bytes]) -> Element:
    """Return the element with all entries, in their order."""
    return Element(
        "entries", children=[Element("entry", {"name": n}, children=_contents(d)) for n, d in entries.items()]
    )


def _contents(data: bytes) -> list[Element]:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = ""
    if text and len(text) <= _LONGEST_TEXT and not _has_controls(text):
        return [Element("text", text=text)]
    chunks = (data[start : start + _CHUNK] for start in range(0, len(data), _CHUNK))
    return [Element("base64", text=base64.b64encode(chunk).decode("ascii")) for chunk in chunks]


def _has_controls(text: str) -> bool:
    """Return whether there is a character that shows the text to be none."""
    return any(character < " " and character not in "\t\n\r" for character in text)


def entry_bytes(elements: Iterable[Element], limits: Limits) -> dict[str, bytes]:
    """Return the entries that ``<entry>`` elements hold. Raises DocumentError or LimitExceeded."""
    entries: dict[str, bytes] = {}
    size = 0
    for element in elements:
        name = element.attributes["name"]
        _check_name(name, element, entries)
        limits.check("the number of entries", "archive_entries", len(entries) + 1, place=element.place)
        entries[name] = b"".join(map(_content, element.children))
        size += len(entries[name])
        limits.check("the size of the entries", "entry_bytes", size, place=element.place)
    return entries


def _check_name(name: str, element: Element, taken: Mapping[str, bytes]) -> None:
    if name == PAYLOAD_ENTRY:
        raise DocumentError("this entry is written from the position and the steps", place=element.place, found=name)
    if name in taken:
        raise DocumentError("an entry is given twice", place=element.place, found=name)
    if leaves_archive(name):
        raise DocumentError("the name of an entry leads out of the archive", place=element.place, found=name,
                            expected="a name without .., drive or leading slash")  # fmt: skip
    storable = name and "\0" not in name and not any("\ud800" <= character <= "\udfff" for character in name)
    if not storable or len(name.encode("utf-8")) > _LONGEST_NAME:
        raise DocumentError("an archive cannot hold an entry of this name", place=element.place, found=name)


def _content(element: Element) -> bytes:
    try:
        if element.name == "text":
            return element.text.encode("utf-8", "surrogateescape")
        return base64.b64decode("".join(element.text.split()), validate=True)
    except UnicodeEncodeError:
        raise DocumentError("the text has a character that UTF-8 cannot hold", place=element.place) from None
    except (binascii.Error, ValueError):
        raise DocumentError("not base64", place=element.place, found=element.text.strip()[:40]) from None
