"""Declarations with which something begins: the kind of segment of each, and what lets a unit act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...game.action_kinds import declared_kind
from ...game.action_words import MenuEntry
from ...game.position import Position
from .segment import SegmentKind

__all__ = ["ACTIVATIONS", "beginning_of"]

_BEGINNINGS: Final[Mapping[str, SegmentKind]] = {
    "move": SegmentKind.MOVE,
    "fire": SegmentKind.FIRE,
    "direct-fire": SegmentKind.FIRE,
    "indirect-fire": SegmentKind.FIRE,
    "counterbattery-fire": SegmentKind.COUNTERBATTERY,
    "seek-contact": SegmentKind.CONTACT,
    "assault": SegmentKind.ASSAULT,
    "rally": SegmentKind.RALLY,
    "build-improved-position": SegmentKind.ENGINEER,
    "build-entrenchment": SegmentKind.ENGINEER,
    "clear-mines": SegmentKind.ENGINEER,
    "lay-mines": SegmentKind.ENGINEER,
    MenuEntry.DEPLOY: SegmentKind.DEPLOY,
    MenuEntry.TAKE_BACK: SegmentKind.TAKE_BACK,
    "end-of-activation": SegmentKind.END_ACTIVATION,
}
"""The kind of segment that begins with an action of the menus."""
ACTIVATIONS: Final = frozenset({"second-action", "direct-command"})
"""Declarations of what lets a unit act."""


def beginning_of(action: str, table: Position) -> SegmentKind | None:
    """Return the kind of segment that begins with an action of the menus of a table's game, None for none."""
    if action in _BEGINNINGS or declared_kind(table.game.rules, action) is None:
        return _BEGINNINGS.get(action)
    return SegmentKind.OF_THE_GAME
