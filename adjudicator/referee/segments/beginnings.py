"""Declarations with which something begins: the kind of segment of each, and what lets a unit act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...game.action_kinds import declared_kind
from ...game.action_words import Declaration
from ...game.position import Position
from .segment import SegmentKind

__all__ = ["ACTIVATIONS", "beginning_of"]

_BEGINNINGS: Final[Mapping[Declaration, SegmentKind]] = {
    Declaration.MOVE: SegmentKind.MOVE,
    Declaration.FIRE: SegmentKind.FIRE,
    Declaration.DIRECT_FIRE: SegmentKind.FIRE,
    Declaration.INDIRECT_FIRE: SegmentKind.FIRE,
    Declaration.COUNTERBATTERY_FIRE: SegmentKind.COUNTERBATTERY,
    Declaration.SEEK_CONTACT: SegmentKind.CONTACT,
    Declaration.ASSAULT: SegmentKind.ASSAULT,
    Declaration.RALLY: SegmentKind.RALLY,
    Declaration.BUILD_IMPROVED_POSITION: SegmentKind.ENGINEER,
    Declaration.BUILD_ENTRENCHMENT: SegmentKind.ENGINEER,
    Declaration.CLEAR_MINES: SegmentKind.ENGINEER,
    Declaration.LAY_MINES: SegmentKind.ENGINEER,
    Declaration.DEPLOY: SegmentKind.DEPLOY,
    Declaration.TAKE_BACK: SegmentKind.TAKE_BACK,
    Declaration.END_OF_ACTIVATION: SegmentKind.END_ACTIVATION,
}
"""The kind of segment that begins with an action of the menus."""
ACTIVATIONS: Final = frozenset({Declaration.SECOND_ACTION, Declaration.DIRECT_COMMAND})
"""Declarations of what lets a unit act."""


def beginning_of(action: Declaration, table: Position) -> SegmentKind | None:
    """Return the kind of segment that begins with an action of the menus of a table's game, None for none."""
    if action in _BEGINNINGS or declared_kind(table.game.rules, action) is None:
        return _BEGINNINGS.get(action)
    return SegmentKind.OF_THE_GAME
