"""Every command of VASSAL's files as a typed value, decoded from and encoded to its text.

A command's text is a literal prefix and fields (format notes 2.4). Missing trailing fields are
``None``, as old engines left them out; fields beyond the known ones, as later engines may add
them, are kept and change nothing. A text that no class here recognises is an
:class:`UnknownCommand` and keeps its words. Decoding never fails: what does not have the fields
its prefix promises is unknown as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Self

from . import sequence

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
    "decode_command",
]

IdMapper = Callable[[str], str]
"""Turns a player's id (which is a password) into what may be shown."""

_TAB = "\t"


_INTEGER = re.compile(r"[+-]?[0-9]{1,18}")
_GREATEST = 2**31 - 1


def integer(text: str | None) -> int | None:
    """Read a field as VASSAL's whole numbers, which have 32 bits; None if it is none."""
    if text is None or not _INTEGER.fullmatch(text):
        return None
    value = int(text)
    return value if -_GREATEST - 1 <= value <= _GREATEST else None


_FIELD_NAMES: dict[type[Command], tuple[str, ...]] = {}


def _field_names(cls: type[Command]) -> tuple[str, ...]:
    """Return the names of a class's own fields, remembered, since every command asks for them."""
    names = _FIELD_NAMES.get(cls)
    if names is None:
        names = _FIELD_NAMES[cls] = tuple(entry.name for entry in fields(cls) if entry.name != "extra")
    return names


@dataclass(frozen=True, slots=True)
class Command:
    """A command: a frozen dataclass whose own fields, in order, are the fields of its text."""

    extra: tuple[str, ...] = field(default=(), kw_only=True)
    """Fields of the text beyond those that are known, kept as they are."""
    NAME: ClassVar[str]
    """What the XML and JSON forms call it."""
    PREFIX: ClassVar[str]
    """The literal text that it begins with."""
    DELIMITER: ClassVar[str] = _TAB
    """What separates its fields; empty if the rest is one raw field."""
    MINIMUM: ClassVar[int] = 0
    """How many fields there must be."""
    ID_FIELDS: ClassVar[tuple[str, ...]] = ()
    """Fields that hold a player's id, which is a password."""

    @classmethod
    def decode(cls, text: str) -> Self | None:
        """Return the command that *text* is, or None if it is not of this class."""
        values = cls.split(text[len(cls.PREFIX) :])
        known = len(_field_names(cls))
        if len(values) < cls.MINIMUM or (values and not known):
            return None
        if len(values) > known:
            return cls(*values[:known], extra=tuple(values[known:]))
        return cls(*values, *[None] * (known - len(values)))

    @classmethod
    def split(cls, rest: str) -> list[str]:
        """Split what follows the prefix into fields."""
        if not _field_names(cls):
            return [rest] if rest else []
        return sequence.decode(rest, cls.DELIMITER) if cls.DELIMITER else [rest]

    @classmethod
    def field_names(cls) -> tuple[str, ...]:
        """The known fields' names in order."""
        return _field_names(cls)

    def values(self) -> list[Any]:
        """The known fields in order, without the trailing ones that were left out."""
        values = [getattr(self, name) for name in _field_names(type(self))]
        while values and values[-1] is None:
            values.pop()
        return values

    def encode(self) -> str:
        """Return the command's text, as the engine writes it."""
        values = [value or "" for value in self.values()]
        if not self.DELIMITER:
            return self.PREFIX + "".join(values)
        return self.PREFIX + sequence.encode([*values, *self.extra], self.DELIMITER)

    def with_ids(self, mapper: IdMapper) -> Self:
        """Return the command with its players' ids passed through *mapper*."""
        changed = {name: mapper(value) for name in self.ID_FIELDS if (value := getattr(self, name))}
        return replace(self, **changed) if changed else self  # type: ignore[arg-type]

    def player_ids(self) -> tuple[str, ...]:
        """The players' ids that the command holds."""
        return tuple(value for name in self.ID_FIELDS if (value := getattr(self, name)))



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
class Player(Command):
    """A player and the side he has taken."""

    id: str
    name: str | None = None
    side: str | None = None
    NAME = "player"
    PREFIX = "PLAYER\t"
    MINIMUM = 1
    ID_FIELDS = ("id",)


@dataclass(frozen=True, slots=True)
class RemovePlayer(Command):
    """A player gives up his side."""

    id: str
    NAME = "remove-player"
    PREFIX = "PYREMOVE\t"
    MINIMUM = 1
    ID_FIELDS = ("id",)


@dataclass(frozen=True, slots=True)
class BoardPicker(Command):
    """The boards of one map: triples of a board's name, its column and its row."""

    map: str
    boards: tuple[str, ...]
    """Name, column, row, name, column, row, …; ``/rev`` after a name turns the board round."""
    NAME = "boards"
    PREFIX = ""
    MARK: ClassVar[str] = "BoardPicker\t"

    @classmethod
    def decode(cls, text: str) -> Self | None:
        """Split at the mark, which follows the map's name."""
        name, mark, rest = text.partition(cls.MARK)
        if not mark or _TAB in name:
            return None
        return cls(name, tuple(sequence.decode(rest, _TAB)))

    def encode(self) -> str:
        """Return the command's text."""
        return self.map + self.MARK + sequence.encode(self.boards, _TAB)


@dataclass(frozen=True, slots=True)
class ScenarioNotes(Command):
    """The scenario notes."""

    text: str
    NAME = "notes"
    PREFIX = "NOTES\t"
    DELIMITER = ""
    MINIMUM = 1


@dataclass(frozen=True, slots=True)
class PublicNotes(Command):
    """The public notes."""

    text: str
    NAME = "public-notes"
    PREFIX = "PNOTES\t"
    DELIMITER = ""
    MINIMUM = 1


@dataclass(frozen=True, slots=True)
class PrivateNote(Command):
    """A player's private notes."""

    owner: str
    text: str | None = None
    NAME = "private-note"
    PREFIX = "PNOTE\t"
    MINIMUM = 1
    ID_FIELDS = ("owner",)


@dataclass(frozen=True, slots=True)
class DelayedNote(Command):
    """A note that its owner reveals later."""

    name: str
    owner: str | None = None
    hidden: str | None = None
    text: str | None = None
    date: str | None = None
    handle: str | None = None
    NAME = "delayed-note"
    PREFIX = "SNOTE\t"
    MINIMUM = 1
    ID_FIELDS = ("owner",)


@dataclass(frozen=True, slots=True)
class Unmaskable(Command):
    """The players whose masked pieces everybody may unmask."""

    ids: tuple[str, ...]
    NAME = "unmask"
    PREFIX = "UNMASK\t"

    @classmethod
    def decode(cls, text: str) -> Self | None:
        """Split the list of ids."""
        return cls(tuple(sequence.decode(text[len(cls.PREFIX) :], _TAB)))

    def encode(self) -> str:
        """Return the command's text."""
        return self.PREFIX + sequence.encode(self.ids, _TAB)

    def with_ids(self, mapper: IdMapper) -> Self:
        """Return the command with its ids passed through *mapper*."""
        return replace(self, ids=tuple(mapper(i) if i and i != "null" else i for i in self.ids))

    def player_ids(self) -> tuple[str, ...]:
        """The players' ids that the command holds."""
        return tuple(i for i in self.ids if i and i != "null")


@dataclass(frozen=True, slots=True)
class SetupStackDone(Command):
    """The pieces that a module puts on the map at the start are there already."""

    NAME = "setup-stack"
    PREFIX = "SETUP_STACK\t"


@dataclass(frozen=True, slots=True)
class ExtensionInUse(Command):
    """An extension of the module that the game was played with."""

    name: str
    version: str | None = None
    NAME = "extension"
    PREFIX = "EXT\t"
    MINIMUM = 1


@dataclass(frozen=True, slots=True)
class PluginInUse(Command):
    """A plug-in that the game was played with."""

    name: str
    version: str | None = None
    NAME = "plugin"
    PREFIX = "PLUGIN\t"
    MINIMUM = 1


@dataclass(frozen=True, slots=True)
class TurnState(Command):
    """Where a turn tracker stands (format notes 2.5)."""

    tracker: str
    state: str
    NAME = "turn"
    PREFIX = "TURN"

    @classmethod
    def decode(cls, text: str) -> Self | None:
        """Split at the first tab: the tracker's name is part of the prefix."""
        tracker, tab, state = text[len(cls.PREFIX) :].partition(_TAB)
        return cls(tracker, state) if tab else None

    def encode(self) -> str:
        """Return the command's text."""
        return f"{self.PREFIX}{self.tracker}{_TAB}{self.state}"


@dataclass(frozen=True, slots=True)
class GlobalProperty(Command):
    """A global property's value in a saved position."""

    name: str
    value: str | None = None
    container: str | None = None
    NAME = "global-property"
    PREFIX = "GlobalProperty\t;"
    DELIMITER = ";"
    MINIMUM = 1


@dataclass(frozen=True, slots=True)
class MutableProperty(Command):
    """A property changed during play."""

    name: str
    old: str | None = None
    new: str | None = None
    container: str | None = None
    NAME = "property"
    PREFIX = "MutableProperty\t"
    MINIMUM = 1


@dataclass(frozen=True, slots=True)
class TranslatableMessage(Command):
    """A translatable message's value in a saved position."""

    name: str
    value: str | None = None
    container: str | None = None
    NAME = "translatable-message"
    PREFIX = "GlobalTranslatable\t;"
    DELIMITER = ";"
    MINIMUM = 1


@dataclass(frozen=True, slots=True)
class SetPersistentProperty(Command):
    """A lasting property of a piece changed."""

    id: str
    key: str | None = None
    old: str | None = None
    new: str | None = None
    NAME = "persistent-property"
    PREFIX = "SPP\t"
    MINIMUM = 1


@dataclass(frozen=True, slots=True)
class ShowResults(Command):
    """A symbolic die fell: the button and the index of each face."""

    button: str
    faces: tuple[str, ...]
    NAME = "show-results"
    PREFIX = "SHOW_RESULTS\t"

    @classmethod
    def decode(cls, text: str) -> Self | None:
        """Split the button from the faces."""
        button, *faces = sequence.decode(text[len(cls.PREFIX) :], _TAB)
        return cls(button, tuple(faces))

    def encode(self) -> str:
        """Return the command's text."""
        return self.PREFIX + sequence.encode([self.button, *self.faces], _TAB)


@dataclass(frozen=True, slots=True)
class LineOfSight(Command):
    """A line-of-sight thread was drawn."""

    thread: str
    x1: str | None = None
    y1: str | None = None
    x2: str | None = None
    y2: str | None = None
    persisting: str | None = None
    mirroring: str | None = None
    reset: str | None = None
    NAME = "line-of-sight"
    PREFIX = "LOS\t"
    MINIMUM = 1


@dataclass(frozen=True, slots=True)
class Flare(Command):
    """Somebody pointed at a place."""

    flare: str
    x: str | None = None
    y: str | None = None
    NAME = "flare"
    PREFIX = "FLARE\t"
    MINIMUM = 1


@dataclass(frozen=True, slots=True)
class StartupKey(Command):
    """Whether a start-up key command has been applied."""

    id: str
    applied: str | None = None
    NAME = "startup-key"
    PREFIX = "SGKC\t"
    MINIMUM = 1


@dataclass(frozen=True, slots=True)
class ChessClock(Command):
    """A player's chess clock."""

    who: str
    name: str | None = None
    elapsed: str | None = None
    verified: str | None = None
    ticking: str | None = None
    restore: str | None = None
    NAME = "clock"
    PREFIX = "CLOCK\t"
    MINIMUM = 1


@dataclass(frozen=True, slots=True)
class ChessClockControl(Command):
    """Whether chess clocks are shown and running."""

    showing: str
    online: str | None = None
    NAME = "clock-control"
    PREFIX = "CLOCKCONTROL\t"
    MINIMUM = 1


@dataclass(frozen=True, slots=True)
class ScenarioOptionsLock(Command):
    """A tab of scenario options was locked; the password's hash stays with it."""

    tab: str
    user: str | None = None
    password_hash: str | None = None
    date: str | None = None
    NAME = "scenario-options-lock"
    PREFIX = "LOCKSPOTAB\t"
    MINIMUM = 1
    ID_FIELDS = ("user", "password_hash")


@dataclass(frozen=True, slots=True)
class ServerAddress(Command):
    """The e-mail address that an Internet dice server answers to: private like an id."""

    address: str
    NAME = "dice-server-address"
    PREFIX = "SEMAIL\t"
    DELIMITER = ""
    MINIMUM = 1
    ID_FIELDS = ("address",)


@dataclass(frozen=True, slots=True)
class EventLog(Command):
    """An obsolete log of events."""

    text: str
    NAME = "events"
    PREFIX = "Events"
    DELIMITER = ""
    MINIMUM = 1


@dataclass(frozen=True, slots=True)
class PlaySound(Command):
    """A sound sent to other players, with the sender's id among the rest: never shown."""

    text: str
    NAME = "play"
    PREFIX = "PLAY\t"
    DELIMITER = ""
    MINIMUM = 1
    ID_FIELDS = ("text",)


@dataclass(frozen=True, slots=True)
class PrivateChat(Command):
    """A private message; never shown."""

    text: str
    NAME = "private-chat"
    PREFIX = "PRIV_CHAT/"
    DELIMITER = ""
    MINIMUM = 1
    ID_FIELDS = ("text",)


@dataclass(frozen=True, slots=True)
class Invitation(Command):
    """An invitation to a room of the server, with the player's id among the rest: never shown."""

    text: str
    NAME = "invitation"
    PREFIX = "INVITE\t"
    DELIMITER = ""
    MINIMUM = 1
    ID_FIELDS = ("text",)


@dataclass(frozen=True, slots=True)
class Synchronize(Command):
    """A request for the state of a game on the server, with the player's id: never shown."""

    text: str | None = None
    NAME = "synchronize"
    PREFIX = "SYNC"
    DELIMITER = ""
    ID_FIELDS = ("text",)


@dataclass(frozen=True, slots=True)
class DeckContents(Command):
    """A deck saved to a file of its own."""

    text: str
    NAME = "deck-contents"
    PREFIX = "DECK\t"
    DELIMITER = ""
    MINIMUM = 1


@dataclass(frozen=True, slots=True)
class DeckReposition(Command):
    """A deck put where a newer module has it."""

    text: str
    NAME = "deck-reposition"
    PREFIX = "DECKREPOS\t"
    DELIMITER = ""
    MINIMUM = 1


@dataclass(frozen=True, slots=True)
class UnknownCommand(Command):
    """A command of a module's own making, kept to the letter."""

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
    Synchronize, DeckContents, DeckReposition, UnknownCommand,
)  # fmt: skip
"""Every class of command, in the order of the format notes."""

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
    for cls in _BY_FIRST.get(text[0], ()):
        if text.startswith(cls.PREFIX) and (command := cls.decode(text)) is not None:
            return command
    if BoardPicker.MARK in text and (boards := BoardPicker.decode(text)) is not None:
        return boards
    return UnknownCommand(text)
