"""The step of a log that an undo takes back: the log does not say, but the engine's rule is known."""

from __future__ import annotations

from collections.abc import Sequence

from .commands import (
    AddPiece,
    ChangePiece,
    Chat,
    Command,
    GlobalProperty,
    LineOfSight,
    MovePiece,
    MutableProperty,
    NullCommand,
    RemovePiece,
    ScenarioOptionsLock,
    SetPersistentProperty,
    TranslatableMessage,
    TurnState,
    Undo,
    UnknownCommand,
)

__all__ = ["UndoPointer"]

_UNDOABLE = (
    AddPiece, RemovePiece, ChangePiece, MovePiece, Chat, GlobalProperty, MutableProperty, SetPersistentProperty,
    TranslatableMessage, TurnState, LineOfSight, ScenarioOptionsLock, NullCommand, UnknownCommand,
)  # fmt: skip
"""The commands that the engine can take back; ``null`` represents a lasting property of a piece."""


class UndoPointer:
    """The step that the next undo takes back, kept as the engine keeps it.

    An undo step does not become the next one to take back, nor does a step that the engine has
    nothing to take back for; at each undo the pointer walks down by one step of any kind.
    """

    def __init__(self) -> None:
        self._next = 0

    def take(self, number: int, commands: Sequence[Command]) -> int | None:
        """Note a step; for an undo return the number of the step that it takes back, 0 if unknown."""
        if not any(isinstance(command, Undo) for command in commands):
            if any(isinstance(command, _UNDOABLE) for command in commands):
                self._next = number
            return None
        undone = self._next
        self._next = max(self._next - 1, 0)
        return undone
