"""Checks the dice of a game."""

from __future__ import annotations

from collections.abc import Iterator

from ...errors import GameDataError
from ..files import GameFiles
from .names import Names

__all__ = ["dice_have_faces"]


def dice_have_faces(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each kind of dice whose highest face is not above its lowest one."""
    for row in files.rows("game.toml", "dice"):
        if row.get("high") <= row.get("low"):
            yield row.error("the highest face is not above the lowest one", key="high", found=row.get("high"),
                            expected=f"more than {row.get('low')}")  # fmt: skip
