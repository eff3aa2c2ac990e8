"""The sizes of pictures, read from their first bytes as VASSAL reads them, and bytes that are no picture."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.vassal.image_size import image_size
from tests.support.small_module import png, svg

PROPERTY = settings(derandomize=True, deadline=None)
JPEG = (
    b"\xff\xd8\xff\xe0"
    + struct.pack(">H", 16)
    + bytes(14)
    + b"\xff\xff\xd0\xff\xc4\x00\x04ab"
    + b"\xff\xc2"
    + struct.pack(">HBHH", 17, 8, 480, 640)
    + bytes(12)
)
ILLUSTRATOR = '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY ns "http://x">]>\n<!-- made -->'


@pytest.mark.parametrize(("data", "size"), [
    (png(1234, 567), (1234, 567)),
    (b"GIF89a" + struct.pack("<HH", 30, 40) + b"rest", (30, 40)),
    (b"GIF87a" + struct.pack("<HH", 30, 40), (30, 40)),
    (JPEG, (640, 480)),
    (svg('width="300" height="200"'), (300, 200)),
    (svg('width="10.5px" height="10.4"'), (11, 10)),
    (svg('width="1in" height="25.4mm"'), (96, 96)),
    (svg('width="72pt" height="2.54cm"'), (96, 96)),
    (svg('width="6pc" height="1e2"'), (96, 100)),
    (svg('viewBox="0 0 640 480"'), (640, 480)),
    (svg('viewBox="-5,-5,640,480" width="100"'), (100, 480)),
    (svg('viewBox="0 0 640 480" width="100%" height="50%"'), (640, 240)),
    (svg('width="70"'), (70, 70)),
    (svg('height="70"'), (70, 70)),
    (svg(""), (0, 0)),
    (svg('width="5" height="6"', ILLUSTRATOR), (5, 6)),
    (svg('width="5" height="6"')[:-10], (5, 6)),
])  # fmt: skip
def test_sizes(data: bytes, size: tuple[int, int]) -> None:
    assert image_size(data) == size


@pytest.mark.parametrize("data", [
    b"", b"no image", png(1, 1)[:20], png(2**32 - 1, 5), b"GIF89a\x01", JPEG[:30], b"\xff\xd8\xff\xc0",
    b"\xff\xd8\xff\xff\xff", b"\xff\xd8\xff\xe0\x00\x00", b"<html/>", svg('width="1e999" height="5"'),
    svg('width="-5" height="5"'), svg('width="wide" height="5"'), svg('width="5em" height="5"'),
    svg('viewBox="0 0 5"'), svg('viewBox="0 0 a b"'), svg('viewBox="0 0 1e300 5"'),
])  # fmt: skip
def test_what_has_no_size(data: bytes) -> None:
    assert image_size(data) is None


@PROPERTY
@given(st.binary(max_size=80), st.sampled_from([b"", b"\xff\xd8\xff", b"GIF89a", b"\x89PNG\r\n\x1a\n", b"<svg "]))
def test_any_bytes(data: bytes, start: bytes) -> None:
    size = image_size(start + data)
    assert size is None or min(size) >= 0
