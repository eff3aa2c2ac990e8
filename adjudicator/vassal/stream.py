"""The command stream: one text, a tree of commands, and back (vassal-files.md 2.2, 2.3 and 5.1).

A command with sub-commands is a list of texts joined by ESC, and each of them may again be such a
list. The tree keeps every text as it was, so that writing gives what was read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from . import sequence
from .commands import Command, LogEntry, decode_command
from .errors import LimitExceeded, StreamError
from .limits import DEFAULT_LIMITS, Limits

__all__ = ["Group", "Leaf", "Node", "decode_stream", "encode_stream", "is_step", "leaves", "map_leaves"]

ESCAPE = "\x1b"
_READINGS = 4
"""The number of times that a text of the greatest size may be read, at one level of commands after the other."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """One command's text."""

    text: str

    @property
    def command(self) -> Command:
        """The command as a typed value."""
        return decode_command(self.text)


@dataclass(frozen=True, slots=True)
class Group:
    """A command and its sub-commands, in the order of execution."""

    children: tuple[Node, ...]


Node = Leaf | Group


def decode_stream(text: str, limits: Limits = DEFAULT_LIMITS) -> Node:
    """Split a command stream as the engine does. Raises LimitExceeded.

    Where re-encoding does not give *text* again (VASSAL's encoding cannot express everything),
    the caller has to keep the text; :func:`encode_stream` shows whether that is so.
    """
    limits.check("the number of commands", "commands", text.count(ESCAPE) + 1)
    return _Reader(limits).node(text, 0)


class _Reader:
    """Splits one stream, counting what it costs: every level looks at all of its text again."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._commands = 0
        self._characters = 0

    def node(self, text: str, depth: int) -> Node:
        """Split one text at depth *depth*."""
        if depth > self._limits.nesting:
            self._limits.check("the depth of commands within commands", "nesting", depth, place=self._place())
        tokens = sequence.decode(text, ESCAPE)
        self._count(len(tokens), len(text))
        if len(tokens) == 1 and tokens[0] == text:
            return Leaf(text)
        return Group(tuple([
            Leaf(token) if ESCAPE not in token and not token.startswith("'") else self.node(token, depth + 1)
            for token in tokens
        ]))  # fmt: skip

    def _count(self, commands: int, characters: int) -> None:
        self._commands += commands
        self._limits.check("the number of commands", "commands", self._commands)
        self._characters += characters
        allowed = _READINGS * self._limits.text_bytes
        if self._characters > allowed:
            raise LimitExceeded(
                "there is too much text in commands within commands",
                place=self._place(),
                found=f"{self._characters:,} characters, counted once a level",
                expected=f"at most {allowed:,}; --limit text_bytes=N raises it",
            )

    def _place(self) -> str:
        return f"command {self._commands:,}"


def encode_stream(node: Node) -> str:
    """Join a tree into one text, as the engine does."""
    if isinstance(node, Leaf):
        return node.text
    # leaves, of which a position has thousands, are not worth a call each
    texts = [child.text if isinstance(child, Leaf) else encode_stream(child) for child in node.children]
    return sequence.encode(texts, ESCAPE)


def leaves(node: Node) -> Iterator[Leaf]:
    """Yield the commands of a tree in the order of execution, empty ones included."""
    pending: list[Node] = [node]
    while pending:
        current = pending.pop()
        if isinstance(current, Leaf):
            yield current
        else:
            pending.extend(reversed(current.children))


def map_leaves(node: Node, change: Callable[[Leaf], Leaf]) -> Node:
    """Return a tree of the same shape whose leaves went through *change*."""
    if isinstance(node, Leaf):
        return change(node)
    return Group(tuple([map_leaves(child, change) for child in node.children]))


def is_step(node: Node) -> bool:
    """Return whether a top-level token is a logged step: its first command is a log entry."""
    first = next((leaf.text for leaf in leaves(node) if leaf.text), "")
    return first.startswith(LogEntry.PREFIX)


def step_commands(node: Node, limits: Limits = DEFAULT_LIMITS) -> list[Command]:
    """Return the commands of a logged step, in order, without the empty ones."""
    commands: list[Command] = []
    for leaf in leaves(node):
        text = leaf.text
        if text.startswith(LogEntry.PREFIX):
            text = text[len(LogEntry.PREFIX) :]
            if ESCAPE in text or text.startswith("'"):
                # old engines logged a whole tree under one mark
                commands += [inner.command for inner in leaves(decode_stream(text, limits)) if inner.text]
                continue
        if text:
            commands.append(decode_command(text))
    return commands


def top_level(node: Node) -> Sequence[Node]:
    """Return the tokens of the outermost level."""
    return node.children if isinstance(node, Group) else (node,)


def check_saved_game(tokens: Sequence[Node]) -> int:
    """Return the index just after ``end_save``. Raises StreamError if the engine would not load it."""
    for index, token in enumerate(tokens):
        if isinstance(token, Leaf) and token.text == "end_save":
            return index + 1
    first = next((leaf.text for token in tokens for leaf in leaves(token)), "")
    if first != "begin_save":
        raise StreamError(
            "not a saved game: its end is missing, and so is its beginning",
            place="savedGame",
            found=_beginning(first),
            expected="the commands from begin_save to end_save",
        )
    raise StreamError("not a saved game: its end is missing", place="savedGame", expected="the command end_save")


def _beginning(text: str) -> str:
    """Return the words about what a text begins with: its characters, or its bytes if some are no characters."""
    raw = text[:16].encode("utf-8", "surrogateescape")
    if raw.isascii() and text[:16].isprintable():
        return f"a text that begins with {raw.decode()!r}" if raw else "nothing"
    return "the bytes " + " ".join(f"{byte:02X}" for byte in raw[:8])
