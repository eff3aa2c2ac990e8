"""The commands of a game's components: players, boards, notes, properties, turns, dice, clocks and the like."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from . import sequence
from .command_base import TAB, Command, IdMapper

__all__ = [
    "BoardPicker",
    "ChessClock",
    "ChessClockControl",
    "DeckContents",
    "DeckReposition",
    "DelayedNote",
    "EventLog",
    "ExtensionInUse",
    "Flare",
    "GlobalProperty",
    "Invitation",
    "LineOfSight",
    "MutableProperty",
    "PlaySound",
    "Player",
    "PluginInUse",
    "PrivateChat",
    "PrivateNote",
    "PublicNotes",
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
    "Unmaskable",
    "VersionCheck",
]


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
        if not mark or TAB in name:
            return None
        return cls(name, tuple(sequence.decode(rest, TAB)))

    def encode(self) -> str:
        """Return the command's text."""
        return self.map + self.MARK + sequence.encode(self.boards, TAB)


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
        return cls(tuple(sequence.decode(text[len(cls.PREFIX) :], TAB)))

    def encode(self) -> str:
        """Return the command's text."""
        return self.PREFIX + sequence.encode(self.ids, TAB)

    def with_ids(self, mapper: IdMapper) -> Self:
        """Return the command with its ids passed through *mapper*."""
        return replace(self, ids=tuple(mapper(i) if i and i != "null" else i for i in self.ids))

    def player_ids(self) -> tuple[str, ...]:
        """Return the players' ids in the command."""
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
class VersionCheck(Command):
    """A test of VASSAL's or the module's version, and the command that follows if it holds (VASSAL 2)."""

    condition: str
    consequence: str
    NAME = "version-check"
    PREFIX = "CHECK\t"
    MINIMUM = 2


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
    """The state of a turn tracker (vassal-files.md 2.5)."""

    tracker: str
    state: str
    NAME = "turn"
    PREFIX = "TURN"

    @classmethod
    def decode(cls, text: str) -> Self | None:
        """Split at the first tab: the tracker's name is part of the prefix."""
        tracker, tab, state = text[len(cls.PREFIX) :].partition(TAB)
        return cls(tracker, state) if tab else None

    def encode(self) -> str:
        """Return the command's text."""
        return f"{self.PREFIX}{self.tracker}{TAB}{self.state}"


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
        button, *faces = sequence.decode(text[len(cls.PREFIX) :], TAB)
        return cls(button, tuple(faces))

    def encode(self) -> str:
        """Return the command's text."""
        return self.PREFIX + sequence.encode([self.button, *self.faces], TAB)


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
    """The state of a start-up key command: it has been applied or not."""

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
    """The state of the chess clocks: shown or not, running or not."""

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
