"""Every command of VASSAL's files as a typed value, decoded from and encoded to its text.

A command's text is a literal prefix and fields (vassal-files.md 2.4). Missing trailing fields are
``None``, as old engines left them out; fields beyond the known ones, as later engines may add
them, are kept and change nothing. A text that no class here recognises is an
:class:`UnknownCommand` and keeps its words. Decoding never fails: what does not have the fields
its prefix promises is unknown as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from .command_base import Command, integer
from .component_commands import (
    BoardPicker,
    ChessClock,
    ChessClockControl,
    DeckContents,
    DeckReposition,
    DelayedNote,
    EventLog,
    ExtensionInUse,
    Flare,
    GlobalProperty,
    Invitation,
    LineOfSight,
    MutableProperty,
    Player,
    PlaySound,
    PluginInUse,
    PrivateChat,
    PrivateNote,
    PublicNotes,
    RemovePlayer,
    ScenarioNotes,
    ScenarioOptionsLock,
    ServerAddress,
    SetPersistentProperty,
    SetupStackDone,
    ShowResults,
    StartupKey,
    Synchronize,
    TranslatableMessage,
    TurnState,
    Unmaskable,
    VersionCheck,
)

__all__ = [
    "COMMAND_TYPES",
    "AddPiece",
    "BeginSave",
    "BoardPicker",
    "ChangePiece",
    "Chat",
    "ChessClock",
    "ChessClockControl",
    "Command",
    "DeckContents",
    "DeckReposition",
    "DelayedNote",
    "EndSave",
    "EventLog",
    "ExtensionInUse",
    "Flare",
    "GlobalProperty",
    "Invitation",
    "LineOfSight",
    "LogEntry",
    "MovePiece",
    "MutableProperty",
    "NullCommand",
    "PlayAudio",
    "PlaySound",
    "Player",
    "PluginInUse",
    "PrivateChat",
    "PrivateNote",
    "PublicNotes",
    "RemovePiece",
    "RemovePlayer",
    "ScenarioNotes",
    "ScenarioOptionsLock",
    "ServerAddress",
    "SetPersistentProperty",
    "SetupStackDone",
    "ShowResults",
    "StartupKey",
    "Synchronize",
    "TranslatableMessage",
    "TurnState",
    "Undo",
    "UnknownCommand",
    "Unmaskable",
    "VersionCheck",
    "decode_command",
    "integer",
]


@dataclass(frozen=True, slots=True)
class NullCommand(Command):
    """A command that does nothing: empty, or the word ``null`` where a log had no text for one."""

    text: str | None = ""
    NAME = "null"
    PREFIX = ""
    DELIMITER = ""


@dataclass(frozen=True, slots=True)
class BeginSave(Command):
    """The beginning of a saved position."""

    NAME = "begin-save"
    PREFIX = "begin_save"


@dataclass(frozen=True, slots=True)
class EndSave(Command):
    """The end of a saved position."""

    NAME = "end-save"
    PREFIX = "end_save"


@dataclass(frozen=True, slots=True)
class AddPiece(Command):
    """A piece, stack or deck comes into the game."""

    id: str
    type: str
    state: str
    NAME = "add"
    PREFIX = "+/"
    DELIMITER = "/"
    MINIMUM = 3


@dataclass(frozen=True, slots=True)
class RemovePiece(Command):
    """A piece leaves the game."""

    id: str
    NAME = "remove"
    PREFIX = "-/"
    DELIMITER = ""
    MINIMUM = 1


@dataclass(frozen=True, slots=True)
class ChangePiece(Command):
    """A piece's state changes; the old state may be left out."""

    id: str
    state: str
    old_state: str | None = None
    NAME = "change"
    PREFIX = "D/"
    DELIMITER = "/"
    MINIMUM = 2


@dataclass(frozen=True, slots=True)
class MovePiece(Command):
    """A piece or a stack is moved, to above the piece *under*. Coordinates are map pixels."""

    id: str
    map: str
    x: str
    y: str
    under: str | None = None
    old_map: str | None = None
    old_x: str | None = None
    old_y: str | None = None
    old_under: str | None = None
    player: str | None = None
    NAME = "move"
    PREFIX = "M/"
    DELIMITER = "/"
    MINIMUM = 4
    ID_FIELDS = ("player",)


@dataclass(frozen=True, slots=True)
class PlayAudio(Command):
    """A sound that a piece plays."""

    clip: str
    NAME = "audio"
    PREFIX = "AUDIO\t"
    DELIMITER = ""
    MINIMUM = 1


@dataclass(frozen=True, slots=True)
class LogEntry(Command):
    """One command of a logged step; *text* is the command's own text."""

    text: str
    NAME = "log"
    PREFIX = "LOG\t"
    DELIMITER = ""
    MINIMUM = 1


@dataclass(frozen=True, slots=True)
class Undo(Command):
    """An undo begins (``true``) or ends (``false``)."""

    active: str
    NAME = "undo"
    PREFIX = "UNDO\t"
    DELIMITER = ""
    MINIMUM = 1


@dataclass(frozen=True, slots=True)
class Chat(Command):
    """A line in the chat window: talk, a report, a die roll."""

    text: str
    NAME = "chat"
    PREFIX = "CHAT"
    DELIMITER = ""
    MINIMUM = 1


@dataclass(frozen=True, slots=True)
class UnknownCommand(Command):
    """A module's own command, kept to the letter."""

    text: str
    NAME = "unknown"
    PREFIX = ""
    DELIMITER = ""


COMMAND_TYPES: tuple[type[Command], ...] = (
    NullCommand, BeginSave, EndSave, AddPiece, RemovePiece, ChangePiece, MovePiece, PlayAudio, LogEntry,
    Undo, Chat, Player, RemovePlayer, BoardPicker, ScenarioNotes, PublicNotes, PrivateNote, DelayedNote,
    Unmaskable, SetupStackDone, ExtensionInUse, PluginInUse, TurnState, GlobalProperty, MutableProperty,
    TranslatableMessage, SetPersistentProperty, ShowResults, LineOfSight, Flare, StartupKey, ChessClock,
    ChessClockControl, ScenarioOptionsLock, ServerAddress, EventLog, PlaySound, PrivateChat, Invitation,
    Synchronize, DeckContents, DeckReposition, VersionCheck, UnknownCommand,
)  # fmt: skip
"""Every class of command, in the order of docs/vassal-files.md."""

_BY_FIRST: dict[str, list[type[Command]]] = {}
for _type in COMMAND_TYPES:
    if _type.PREFIX:
        _BY_FIRST.setdefault(_type.PREFIX[0], []).append(_type)
for _types in _BY_FIRST.values():
    _types.sort(key=lambda cls: -len(cls.PREFIX))

_NULL = {text: NullCommand(text) for text in ("", "null")}


def decode_command(text: str) -> Command:
    """Return the command that *text* (no nesting left in it) is. Never fails."""
    null = _NULL.get(text)
    if null is not None:
        return null
    if text.startswith(AddPiece.PREFIX) and len(text) <= _MAX_REMEMBERED:
        return _piece_remembered(text)
    return _decoded(text)


_MAX_REMEMBERED = 20_000
"""Characters of a piece that is remembered from file to file."""


def _decoded(text: str) -> Command:
    for cls in _BY_FIRST.get(text[0], ()):
        if text.startswith(cls.PREFIX) and (command := cls.decode(text)) is not None:
            return command
    if BoardPicker.MARK in text and (boards := BoardPicker.decode(text)) is not None:
        return boards
    return UnknownCommand(text)


_piece_remembered = lru_cache(maxsize=1024)(_decoded)
"""The files of one game have the same pieces, and each is gone through several times."""
