"""Rulings put into a log as lines of the chat, and known again when such a log is read.

A ruling is a step of its own that does nothing but write into the chat, and each of its lines begins with
:data:`PREFIX`. What players type begins with their names between angle brackets, and what a module says of a piece or
a button with ``*`` and other words. An asterisk and a blank make the chat window show the line as a module's report;
what could be markup is written as entities, so that it is plain text there (vassal-files.md 5.2).

Whoever reads a log takes these steps out first: they are no step of the game, and nobody said them. A player who
records while he steps through a log with rulings has them in his own, too, and may have taken some of them back.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import Final

from ..vassal.commands import Chat, Command, LogEntry, NullCommand, Undo, decode_command
from ..vassal.saved_game import SavedGame
from ..vassal.step_insertion import with_steps_inserted, without_steps
from ..vassal.step_tree import StepCommand
from ..vassal.stream import Node, leaves

__all__ = ["PREFIX", "annotated", "annotation_count", "without_annotations"]

PREFIX: Final = "* [Referee] "
"""The beginning of each line of a ruling, and of no line of a player."""
_TAKEN_BACK: Final = f"* UNDO: {PREFIX}"
"""The line that the engine writes when such a line is taken back."""
_NO_BREAK: Final = "\N{NO-BREAK SPACE}"


def annotated(game: SavedGame, rulings: Mapping[int, Sequence[Sequence[str]]]) -> SavedGame:
    """Return a log with rulings after its steps: by the step's number (0: before the first) rulings of some lines each.

    The lines are plain text. Nothing else changes. Raises LimitExceeded.
    """
    steps = {number: [_step(lines) for lines in several if lines] for number, several in rulings.items()}
    return with_steps_inserted(game, steps)


def without_annotations(game: SavedGame) -> SavedGame:
    """Return a log as it was before rulings were put in, itself if there are none. Raises LimitExceeded."""
    return without_steps(game, _is_annotation) if PREFIX in game.text else game


def annotation_count(game: SavedGame) -> int:
    """Return how many steps of a log are rulings."""
    return sum(map(_is_annotation, game.step_nodes))


def _step(lines: Sequence[str]) -> StepCommand:
    first, *others = (StepCommand(Chat(PREFIX + _plain(line)).encode()) for line in lines)
    first.below += others
    return first


def _plain(text: str) -> str:
    r"""Return a text as the chat window shows it: without markup, blanks in front kept, no ``\`` at the end."""
    body = text.lstrip(" ")
    line = _NO_BREAK * (len(text) - len(body)) + html.escape(body, quote=False)
    return line + _NO_BREAK if line.endswith("\\") else line


def _is_annotation(node: Node) -> bool:
    """Return whether a step is nothing but lines of a ruling, or takes such lines back."""
    commands = [_logged(leaf.text) for leaf in leaves(node) if leaf.text]
    told = [command for command in commands if not isinstance(command, NullCommand)]
    is_undo = any(isinstance(command, Undo) for command in told)
    lines = [command for command in told if not isinstance(command, Undo)]
    prefix = _TAKEN_BACK if is_undo else PREFIX
    return bool(lines) and all(isinstance(line, Chat) and line.text.startswith(prefix) for line in lines)


def _logged(text: str) -> Command:
    return decode_command(text.removeprefix(LogEntry.PREFIX))
