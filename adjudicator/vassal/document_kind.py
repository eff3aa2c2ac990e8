"""The kind of a file by its first bytes: an XML document of ours, and of which kind, or something else.

Only the beginning is looked at, once from left to right, so that any file may be asked about. The reader of a document
says whether it is sound.
"""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import Final

from .archive import read_head

__all__ = ["GAME_ROOT", "POSITION_ROOT", "DocumentKind", "document_kind", "is_document"]

GAME_ROOT: Final = "vassal-game"
"""The root element of a save or a log as a document."""
POSITION_ROOT: Final = "game-position"
"""The root element of a position that somebody wrote."""

_HEAD_BYTES: Final = 1 << 16
_ENDING: Final = ".xml"
_MARKUP: Final = re.compile(rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*+<")
"""The beginning of XML, in any encoding: whoever reads it says which encodings are allowed."""
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_BEFORE_ROOT: Final = ((b"<?", b"?>"), (b"<!--", b"-->"))
"""The beginnings and ends of what may come before the root element: instructions and comments."""
_ROOT: Final = re.compile(rb"<(?:[\w.-]+:)?(?P<name>[\w.-]+)(?P<attributes>[^<>]*)")
_LOG: Final = re.compile(rb"\skind\s*=\s*[\"']log[\"']")


class DocumentKind(StrEnum):
    """The kind of contents of an XML document."""

    SAVE = "save"
    LOG = "log"
    POSITION = "position"
    """A position that somebody wrote by hand."""
    OTHER = "other"
    """None of ours, or damaged at its very beginning."""


def document_kind(path: Path) -> DocumentKind:
    """Return what kind of document a file seems to be; ``OTHER`` too for what is no document or cannot be read."""
    found = _ROOT.match(_from_root_on(read_head(path, _HEAD_BYTES)))
    name = found["name"].decode("ascii", "replace") if found else ""
    if name == POSITION_ROOT:
        return DocumentKind.POSITION
    if found is None or name != GAME_ROOT:
        return DocumentKind.OTHER
    return DocumentKind.LOG if _LOG.search(found["attributes"]) else DocumentKind.SAVE


def _from_root_on(head: bytes) -> bytes:
    """Return what begins with the first tag that may be the root's; nothing where what is before it does not end."""
    at = len(_BYTE_ORDER_MARK) if head.startswith(_BYTE_ORDER_MARK) else 0
    while True:
        while head[at : at + 1].isspace():
            at += 1
        ends = [end for begin, end in _BEFORE_ROOT if head.startswith(begin, at)]
        if not ends:
            return head[at:]
        closed = head.find(ends[0], at)
        if closed < 0:
            return b""
        at = closed + len(ends[0])


def is_document(source: Path | bytes, *, name: str = "") -> bool:
    """Return whether a file, or bytes in memory, should be read as an XML document and not as an archive.

    *name* is what it is called; a path's own name when empty. What is called a document counts as one if it is no
    archive, so that its errors are those of a document.
    """
    head = source[:_HEAD_BYTES] if isinstance(source, bytes) else read_head(source, _HEAD_BYTES)
    called = name or (source.name if isinstance(source, Path) else "")
    return _MARKUP.match(head) is not None or (
        called.lower().endswith(_ENDING) and head != b"" and not head.startswith(b"PK")
    )
