"""The file of an imported directory that keeps the module's build file, so that its logs are read without the module.

It has no pictures: in the place of each board's is an empty one of its size, on which the grids rest.
"""

from __future__ import annotations

import struct
import zlib
from typing import Final

from adjudicator.game.module_dialect import DIALECT_FILE
from adjudicator.vassal.archive import pack_archive
from adjudicator.vassal.geometry import Size
from adjudicator.vassal.module import BUILD_FILE_ENTRIES
from adjudicator.vassal.saved_game import MODULE_ENTRY

from .official_module import OfficialModule

__all__ = ["KEPT_MODULE_FILE", "kept_module"]

KEPT_MODULE_FILE: Final = "module.zip"
_PNG: Final = b"\x89PNG\r\n\x1a\n"


def kept_module(module: OfficialModule, dialect: str) -> bytes:
    """Return the archive with a module's build file, its metadata, and empty pictures of its boards' sizes.

    *dialect* is the text of the module's dialect before anybody corrects it.
    """
    archive = module.archive
    entries = {name: archive.read(name) for name in (MODULE_ENTRY, *BUILD_FILE_ENTRIES) if archive.has(name)}
    boards = [board for each in module.definition.maps for board in each.boards]
    entries |= {f"images/{board.image}": _empty_picture(board.size) for board in boards if board.image and board.size}
    return pack_archive({**entries, DIALECT_FILE: dialect.encode()})


def _empty_picture(size: Size) -> bytes:
    """Return a white PNG of two colours."""
    row = b"\x00" + b"\xff" * -(-size.width // 8)
    packer = zlib.compressobj(9)
    rows = b"".join(packer.compress(row) for _ in range(size.height)) + packer.flush()
    head = struct.pack(">IIBBBBB", size.width, size.height, 1, 0, 0, 0, 0)
    return _PNG + b"".join(_chunk(name, data) for name, data in ((b"IHDR", head), (b"IDAT", rows), (b"IEND", b"")))


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
