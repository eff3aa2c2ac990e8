"""The command tree of one step as the engine grows it, and the tree that takes it back.

Commands are appended to commands. A command that does nothing gives way to the one appended to it, so
the first that does something becomes the root; the nesting in a log follows from that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .commands import LogEntry
from .stream import Group, Leaf, Node

__all__ = ["NOTHING", "StepCommand", "append", "bookkeeping", "inverse_of", "step_node", "texts_of"]

NOTHING = "null"
"""The text in a log for a command that has no text, such as a lasting property of a piece."""


@dataclass(slots=True)
class StepCommand:
    """One command of a step, with its sub-commands."""

    text: str
    inverse: StepCommand | None = None
    """The command that takes this command itself back, None if nothing does."""
    below: list[StepCommand] = field(default_factory=list)


def bookkeeping() -> StepCommand:
    """Return a command that a log only holds as :data:`NOTHING`."""
    return StepCommand(NOTHING, StepCommand(NOTHING))


def append(first: StepCommand | None, second: StepCommand | None) -> StepCommand | None:
    """Append *second* to *first*; None is a command that does nothing. Changes *first* in place."""
    if first is None:
        return second
    if second is not None:
        first.below.append(second)
    return first


def inverse_of(command: StepCommand) -> StepCommand | None:
    """Return the tree that takes a tree back: the last first, and the root at the end."""
    undone: StepCommand | None = None
    for below in reversed(command.below):
        undone = append(undone, inverse_of(below))
    inverse = command.inverse
    return append(undone, inverse and StepCommand(inverse.text, None, list(inverse.below)))


def step_node(command: StepCommand) -> Node:
    """Return a step's tree as a log has it."""
    leaf = Leaf(LogEntry.PREFIX + command.text)
    return Group((leaf, *map(step_node, command.below))) if command.below else leaf


def texts_of(command: StepCommand) -> Iterator[str]:
    """Yield the commands' texts in the order of execution."""
    yield command.text
    for below in command.below:
        yield from texts_of(below)
