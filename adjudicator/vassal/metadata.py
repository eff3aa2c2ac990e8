"""The metadata XML in saves, logs, modules and extensions (vassal-files.md 1.2).

Entries ``savedata``, ``moduledata`` and ``extensiondata``; all of them may be missing, and every
age of VASSAL wrote a little less than the next.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lxml import etree

from .errors import MetadataEntitiesError, MetadataError
from .limits import MEBIBYTE
from .xml_reading import parse_xml

__all__ = ["Metadata", "Text", "build_metadata", "parse_metadata", "version_numbers"]

_MAX_BYTES = MEBIBYTE
_BLANKS = "".join(map(chr, range(33)))
_SWAPPED_BEFORE = (3, 6, 11)
"""Engines before this one wrote a translation's language and text the wrong way round."""


@dataclass(frozen=True, slots=True)
class Text:
    """A description or a name; ``language`` is empty for the original."""

    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Metadata:
    """The contents of a metadata entry. Missing elements are empty."""

    version: str = ""
    """The module's version; VASSAL leaves it empty in ``savedata``."""
    vassal_version: str = ""
    """The engine that wrote the file."""
    date_saved: str = ""
    """Milliseconds since 1970, as text; not every file has a number here."""
    description: tuple[Text, ...] = ()
    name: tuple[Text, ...] = ()
    extra: tuple[str, str] = ("", "")
    """The module's two free fields (engine 3.7 and later)."""

    @property
    def title(self) -> str:
        """The original name, empty when there is none."""
        return next((entry.text for entry in self.name if not entry.language), "")

    @property
    def comment(self) -> str:
        """The original description, empty when there is none."""
        return next((entry.text for entry in self.description if not entry.language), "")


def version_numbers(version: str) -> tuple[int, ...]:
    """Return the leading numbers of a version, ``"3.7.0-beta2"`` giving ``(3, 7, 0)``."""
    match = re.match(r"\d{1,9}(?:\.\d{1,9})*", version.strip())
    return tuple(int(part) for part in match.group().split(".")) if match else ()


def parse_metadata(data: bytes, *, entry: str = "metadata") -> Metadata:
    """Read a metadata entry. Raises MetadataError, naming *entry*."""
    if len(data) > _MAX_BYTES:
        raise MetadataError(
            "the entry is too large", place=entry, found=f"{len(data):,} bytes", expected=f"at most {_MAX_BYTES:,}"
        )
    root = parse_xml(data, MetadataError, place=entry, entities_error=MetadataEntitiesError)
    if root.tag != "data":
        raise MetadataError("the root element is not VASSAL's", place=entry, found=str(root.tag), expected="data")
    vassal_version = _first(root, "VassalVersion")
    swapped = () < version_numbers(vassal_version) < _SWAPPED_BEFORE
    return Metadata(
        version=_first(root, "version"),
        vassal_version=vassal_version,
        date_saved=_first(root, "dateSaved"),
        description=_texts(root, "description", swapped),
        name=_texts(root, "name", swapped),
        extra=(_first(root, "extra1"), _first(root, "extra2")),
    )


def _content(element: etree._Element) -> str:
    """Return an element's text without the blanks around it, as the engine takes it."""
    return "".join(str(text) for text in element.itertext()).strip(_BLANKS)


def _first(root: etree._Element, tag: str) -> str:
    found = root.find(tag)
    return "" if found is None else _content(found)


def _texts(root: etree._Element, tag: str, swapped: bool) -> tuple[Text, ...]:
    texts = []
    for element in root.iterfind(tag):
        language, text = element.get("lang", ""), _content(element)
        texts.append(Text(language, text) if swapped and language else Text(text, language))
    return tuple(texts)


def build_metadata(metadata: Metadata) -> bytes:
    """Write a metadata entry as today's engine does. Raises MetadataError for text XML cannot hold."""
    root = etree.Element("data", version="1")
    parts = [
        ("version", Text(metadata.version)),
        ("extra1", Text(metadata.extra[0])),
        ("extra2", Text(metadata.extra[1])),
        ("VassalVersion", Text(metadata.vassal_version)),
        ("dateSaved", Text(metadata.date_saved)),
    ]
    parts += [("description", text) for text in metadata.description]
    parts += [("name", text) for text in metadata.name]
    try:
        for tag, text in parts:
            element = etree.SubElement(root, tag)
            element.text = text.text or None
            if text.language:
                element.set("lang", text.language)
    except ValueError:
        raise MetadataError("a text has a character that XML cannot hold", place=tag, found=text.text) from None
    etree.indent(root, "  ")
    return b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' + etree.tostring(root, encoding="UTF-8") + b"\n"
