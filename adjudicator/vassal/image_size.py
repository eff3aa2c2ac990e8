"""The size of an image, from its first bytes: PNG, GIF, JPEG and SVG (vassal-files.md 4.3, "SVG").

Only sizes are read, in pixels; nothing is decoded.
"""

from __future__ import annotations

import math
import re
import struct

from lxml import etree

from .geometry import MAX_PIXEL, Size

__all__ = ["image_size"]

_SVG_HEAD = 1 << 18
"""The number of bytes of an SVG that are searched for its root element; drawing programs put much before it."""

_JPEG_NO_FRAME = {0xC4, 0xC8, 0xCC}
_JPEG_BARE = {0x01, *range(0xD0, 0xD9)}

_LENGTH = re.compile(r"\s*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?)\s*([a-z%]*)\s*")
_PIXELS_PER_UNIT = {
    "": 1.0,
    "px": 1.0,
    "in": 96.0,
    "mm": 96 / 25.4,
    "cm": 96 / 2.54,
    "pt": 96 / 72,
    "pc": 16.0,
    "%": 0.01,
}


def image_size(data: bytes) -> Size | None:
    """Return the size of the image in *data*, None if it is of no known kind or damaged."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        size = struct.unpack_from(">II", data, 16) if len(data) >= 24 else None
    elif data.startswith((b"GIF87a", b"GIF89a")):
        size = struct.unpack_from("<HH", data, 6) if len(data) >= 10 else None
    elif data.startswith(b"\xff\xd8"):
        size = _jpeg_size(data)
    else:
        size = _svg_size(data)
    if size is None or not all(0 <= side <= MAX_PIXEL for side in size):
        return None
    return Size(*size)


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Walk the segments to the frame header, which holds height and width."""
    place = 2
    while place + 4 <= len(data) and data[place] == 0xFF:
        marker = data[place + 1]
        if marker == 0xFF:
            place += 1
            continue
        if marker in _JPEG_BARE:
            place += 2
            continue
        if 0xC0 <= marker <= 0xCF and marker not in _JPEG_NO_FRAME:
            if place + 9 > len(data):
                return None
            height, width = struct.unpack_from(">HH", data, place + 5)
            return width, height
        place += 2 + max(2, struct.unpack_from(">H", data, place + 2)[0])
    return None


def _svg_size(data: bytes) -> tuple[int, int] | None:
    """Return the size that the engine gives an SVG: its width and height, else its viewBox's."""
    root = _svg_root(data[:_SVG_HEAD])
    if root is None:
        return None
    width, height = _length(root.get("width", "")), _length(root.get("height", ""))
    box = _view_box(root.get("viewBox", ""))
    if width is None or height is None or box is None:
        return None  # something there cannot be read; the engine gives up, too
    across, down = _sides(width, height, box)
    return int(max(across, 0) + 0.5), int(max(down, 0) + 0.5)


def _sides(width: tuple[float, bool], height: tuple[float, bool], box: tuple[float, float]) -> tuple[float, float]:
    """Fill in the sides that are missing (negative) or parts of the viewBox (True)."""
    (across, across_is_part), (down, down_is_part) = width, height
    if box != (0, 0):
        across = box[0] if across < 0 else across * (box[0] if across_is_part else 1)
        down = box[1] if down < 0 else down * (box[1] if down_is_part else 1)
    elif down < 0 or across < 0:
        across = down = max(across, down, 0)  # the other side makes a square
    return across, down


def _svg_root(head: bytes) -> etree._Element | None:
    parser = etree.XMLPullParser(
        events=("start",),
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=False,
    )
    try:
        parser.feed(head)
        event = next(iter(parser.read_events()), None)
    except etree.XMLSyntaxError:
        return None
    root = event[1] if event else None
    if isinstance(root, etree._Element) and etree.QName(root).localname == "svg":
        return root
    return None


def _length(text: str) -> tuple[float, bool] | None:
    """Return a length in pixels and whether it is a share; -1 if empty, None if it makes no sense."""
    if not text:
        return -1.0, False
    found = _LENGTH.fullmatch(text)
    factor = _PIXELS_PER_UNIT.get(found[2]) if found else None
    value = float(found[1]) * factor if found and factor else math.nan
    return (value, found[2] == "%") if found and 0 <= value <= MAX_PIXEL else None


def _view_box(text: str) -> tuple[float, float] | None:
    """Return the viewBox's width and height; two zeros if there is none, None if it makes no sense."""
    if not text:
        return 0.0, 0.0
    parts = [_LENGTH.fullmatch(part) for part in re.split(r"[\s,]+", text.strip())]
    if len(parts) != 4 or any(part is None or part[2] for part in parts):
        return None
    width, height = (float(part[1]) for part in parts[2:] if part)
    return (width, height) if 0 <= width <= MAX_PIXEL and 0 <= height <= MAX_PIXEL else None
