"""Players' ids replaced by pseudonyms: in VASSAL's files an id is the player's password.

This is the one place where ids are taken out. Whatever is printed or exported starts from a game
that went through :func:`pseudonymise` unless the reader asked for the ids.

Ids are in fields of their own (roster, moves, notes, masks) and may be in free text (chat,
property values, the comment of the save, a module's own commands). Free text is searched
for the ids that the file has in fields of their own, also in the forms that they take in HTML and
inside VASSAL's lists, as whole words and from four characters on: shorter ones are words of the
language.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from . import sequence
from .commands import (
    AddPiece,
    ChangePiece,
    Chat,
    ChessClock,
    Command,
    DeckContents,
    DelayedNote,
    EventLog,
    GlobalProperty,
    Invitation,
    LogEntry,
    MutableProperty,
    NullCommand,
    Player,
    PlaySound,
    PrivateNote,
    PublicNotes,
    ScenarioNotes,
    SetPersistentProperty,
    Synchronize,
    TranslatableMessage,
    UnknownCommand,
    Unmaskable,
    VersionCheck,
    decode_command,
)
from .errors import LimitExceeded
from .pieces import Piece, PieceReader, PieceType, rejoin_chain
from .saved_game import SAVE_ENTRY, SavedGame
from .stream import ESCAPE, Group, Leaf, decode_stream, encode_stream, leaves, map_leaves
from .traits import Trait, TraitType
from .word_search import WordSearch

__all__ = [
    "has_pseudonyms",
    "is_pseudonym",
    "player_ids",
    "pseudonym",
    "pseudonymise",
    "pseudonymise_together",
    "restore_ids",
]

_SHORTEST_IN_TEXT = 4
_MAX_ID_LENGTH = 1_000
_LOG_MARKS = re.compile(f"(?:{LogEntry.PREFIX})+")
_MAX_LOG_DEPTH = 20
_NOBODY = frozenset({"", "null"})
_PSEUDONYM = re.compile(r"player-[0-9a-f]{6}")

_FREE_TEXT: dict[type[Command], tuple[str, ...]] = {
    Chat: ("text",),
    ScenarioNotes: ("text",),
    PublicNotes: ("text",),
    PrivateNote: ("text",),
    DelayedNote: ("name", "text"),
    GlobalProperty: ("name", "value"),
    MutableProperty: ("name", "old", "new"),
    TranslatableMessage: ("name", "value"),
    SetPersistentProperty: ("key", "old", "new"),
    ChessClock: ("who", "name"),
    EventLog: ("text",),
    PlaySound: ("text",),
    Invitation: ("text",),
    Synchronize: ("text",),
    DeckContents: ("text",),
    ChangePiece: ("state", "old_state"),
    VersionCheck: ("condition", "consequence"),
    UnknownCommand: ("text",),
}
"""The fields of commands that hold free text; a change's, if nothing says what kind of piece it is about."""

_FREE_STATES = frozenset({"PROP", "label", "mark", "propertysheet", "table"})
"""Traits whose state is free text; so is that of every unknown trait."""

_DELIMITERS = ";,/|~:"
_PLAIN_ID = re.compile(r"[\w .@-]+")
"""Ids that are written alike everywhere: in HTML and in lists within lists."""
_XML_TEXT = re.compile(">[^<]+<")

Replacer = Callable[[str], str]


@lru_cache(maxsize=4096)
def pseudonym(player_id: str) -> str:
    """Return the pseudonym of an id: the same for the same id in every file, and short; a pseudonym is its own.

    An id cannot be computed from it; somebody who guesses an id can test the guess, as roughly as
    24 bits allow.
    """
    if is_pseudonym(player_id):
        return player_id
    digest = hashlib.blake2b(player_id.encode("utf-8", "surrogatepass"), digest_size=3, person=b"vassal-player")
    return f"player-{digest.hexdigest()}"


@dataclass(frozen=True)
class _Ids:
    """The replacements for ids in fields of their own, and for free text."""

    field: Replacer
    text: Replacer | None
    """None where only fields of their own are looked at."""
    may_be_in: Callable[[str], bool] = lambda _text: True
    """Whether an encoded text may hold an id that is replaced; a quick look, of which only a no is certain."""


def player_ids(game: SavedGame) -> frozenset[str]:
    """Return every player's id that the file has in a field of its own."""
    found: set[str] = set()

    def note(player_id: str) -> str:
        if player_id not in _NOBODY:
            found.add(player_id)
        return player_id

    _Rewriter(game, _Ids(note, None)).rewrite()
    return frozenset(found)


def pseudonymise(game: SavedGame, ids: Iterable[str] | None = None) -> SavedGame:
    """Return the game with every player's id replaced by its pseudonym.

    *ids* are those that are taken out of texts, by default the file's own. Fields for an id never keep one.
    """
    own = player_ids(game)
    return _pseudonymised(game, own, own if ids is None else frozenset(ids))


def pseudonymise_together(games: Sequence[SavedGame]) -> list[SavedGame]:
    """Return the files of one game with every player's id replaced: what one has as an id is taken out of all texts."""
    own = list(map(player_ids, games))
    ids = frozenset[str]().union(*own)
    return [_pseudonymised(game, found, ids) for game, found in zip(games, own, strict=True)]


def _pseudonymised(game: SavedGame, own: frozenset[str], in_texts: frozenset[str]) -> SavedGame:
    if not own and not in_texts:
        return game
    ids = _Ids(_field_replacer(pseudonym), _text_replacer(in_texts), _quick_look(own | in_texts))
    return _Rewriter(game, ids).rewrite()


def _quick_look(ids: frozenset[str]) -> Callable[[str], bool]:
    """Return a quick look for ids: whatever VASSAL's lists do to a text, plain ids are found in it to the letter."""
    if all(map(_PLAIN_ID.fullmatch, ids)):
        return lambda text: any(player_id in text for player_id in ids)
    return lambda _text: True


def restore_ids(game: SavedGame, ids: Iterable[str]) -> SavedGame:
    """Return the game with the pseudonyms of *ids* replaced by the ids again."""
    real = [player_id for player_id in ids if not is_pseudonym(player_id)]
    known = {pseudonym(form): form for player_id in real for form in _forms(player_id)}

    def restored(text: str) -> str:
        return _PSEUDONYM.sub(lambda match: known.get(match.group(), match.group()), text)

    return _Rewriter(game, _Ids(restored, restored)).rewrite()


def has_pseudonyms(game: SavedGame) -> bool:
    """Return whether a field for an id holds a pseudonym."""
    return any(map(is_pseudonym, player_ids(game)))


def is_pseudonym(player_id: str) -> bool:
    """Return whether an id is a pseudonym."""
    return _PSEUDONYM.fullmatch(player_id) is not None


def _field_replacer(change: Replacer) -> Replacer:
    return lambda player_id: player_id if player_id in _NOBODY else change(player_id)


def _forms(player_id: str) -> Iterator[str]:
    """Yield an id as it may be written in free text: plain, in HTML or XML, and inside VASSAL's lists."""
    yield player_id
    escaped = html.escape(player_id, quote=False)
    yield from {html.escape(player_id), escaped, escaped.replace("&gt;", ">")} - {player_id}
    for delimiter in _DELIMITERS:
        if delimiter in player_id:
            yield player_id.replace(delimiter, f"\\{delimiter}")


def _text_replacer(ids: frozenset[str]) -> Replacer:
    longest = max(map(len, ids), default=0)
    if longest > _MAX_ID_LENGTH:
        raise LimitExceeded(
            "a player's id is too long to be true",
            found=f"{longest:,} characters",
            expected=f"at most {_MAX_ID_LENGTH:,}",
        )
    forms = {form for player_id in ids if len(player_id) >= _SHORTEST_IN_TEXT for form in _forms(player_id)}
    if not forms:
        return lambda text: text
    search = WordSearch(forms)
    return lambda text: search.replaced(text, pseudonym)


class _Rewriter:
    """Passes every id of a game through the given functions."""

    def __init__(self, game: SavedGame, ids: _Ids) -> None:
        self._game = game
        self._ids = ids
        self._reader = PieceReader(game.limits)
        self._types: dict[str, PieceType] = {}
        self._places: dict[str, tuple[int, ...]] = {}
        self._sides: set[str] = set()

    def rewrite(self) -> SavedGame:
        """Return the game with its ids passed through."""
        for command in self._commands():
            if isinstance(command, AddPiece):
                self._types[command.id] = self._reader.piece_type(command.type)
            elif isinstance(command, Player) and command.side:
                self._sides.add(command.side)
        game = self._game.map_leaves(self._leaf)
        return self._with_comment(game)

    def _leaf(self, leaf: Leaf) -> Leaf:
        return Leaf(self._text(leaf.text)) if self._ids.may_be_in(leaf.text) else leaf

    def _with_comment(self, game: SavedGame) -> SavedGame:
        """Replace ids in what the player wrote about the save."""
        data = game.entries.get(SAVE_ENTRY, b"")
        text = data.decode("utf-8", "surrogateescape")
        changed = _XML_TEXT.sub(lambda match: self._free(match.group()), text)
        if changed == text:
            return game
        return replace(game, entries={**game.entries, SAVE_ENTRY: changed.encode("utf-8", "surrogateescape")})

    def _commands(self) -> Iterator[Command]:
        for leaf in leaves(self._game.tree):
            text = leaf.text.removeprefix(LogEntry.PREFIX)
            if ESCAPE in text or text.startswith("'"):
                yield from (inner.command for inner in leaves(decode_stream(text, self._game.limits)))
            elif text.startswith((AddPiece.PREFIX, Player.PREFIX)):
                yield decode_command(text)

    def _text(self, marked: str, depth: int = 0) -> str:
        """Replace the ids in one command's text, and in the commands within a log's command."""
        marks = _LOG_MARKS.match(marked)
        mark = marks.group() if marks else ""
        text = marked[len(mark) :]
        tree = decode_stream(text, self._game.limits)
        if isinstance(tree, Group):
            if depth > _MAX_LOG_DEPTH:
                raise LimitExceeded(
                    "there are logged commands within logged commands, too deep to be true",
                    expected=f"at most {_MAX_LOG_DEPTH}",
                )
            changed = map_leaves(tree, lambda leaf: Leaf(self._text(leaf.text, depth + 1)))
            return marked if changed == tree else mark + encode_stream(changed)
        return mark + self._plain_text(text)

    def _plain_text(self, text: str) -> str:
        command = decode_command(text)
        if isinstance(command, NullCommand):
            return text
        changed_command = self._command(command)
        return text if changed_command == command else changed_command.encode()

    def _free(self, text: str) -> str:
        """Replace the ids in free text."""
        return text if self._ids.text is None else self._ids.text(text)

    def _command(self, command: Command) -> Command:
        given_id = command.id if isinstance(command, Player) else ""
        command = command.with_ids(self._unless_side if isinstance(command, Unmaskable) else self._ids.field)
        if isinstance(command, AddPiece):
            type_ = self._reader.piece_type(command.type)
            return replace(command, type=self._type(type_), state=self._state(type_, command.state))
        if isinstance(command, ChangePiece) and command.id in self._types:
            type_ = self._types[command.id]
            old = command.old_state
            return replace(
                command,
                state=self._state(type_, command.state),
                old_state=None if old is None else self._state(type_, old),
            )
        if isinstance(command, Player) and command.name:
            command = replace(command, name=self._player_name(command.name, given_id))
        names = () if self._ids.text is None else _FREE_TEXT.get(type(command), ())
        fields: dict[str, Any] = {name: self._free(value) for name in names if (value := getattr(command, name))}
        return replace(command, **fields) if fields else command

    def _player_name(self, name: str, player_id: str) -> str:
        """Replace the ids in a player's name, also a short one if it is his own."""
        return self._ids.field(name) if name == player_id else self._free(name)

    def _unless_side(self, name: str) -> str:
        """Replace an id where there may be a side instead."""
        return name if name in self._sides or name in _NOBODY else self._ids.field(name)

    def _type(self, type_: PieceType) -> str:
        """Replace ids in the types of a module's own traits."""
        texts = [self._trait_type(trait) for trait in type_.traits]
        if all(new == trait.text for new, trait in zip(texts, type_.traits, strict=True)):
            return type_.text
        return rejoin_chain(texts, type_.text)

    def _trait_type(self, trait: TraitType) -> str:
        if trait.id == "concealment":
            owner = trait.text_field("owner")
            name, _owner, *rest = sequence.decode(trait.text, ";")
            return sequence.encode([name, self._ids.field(owner), *rest], ";") if owner else trait.text
        return self._free(trait.text) if trait.kind is None else trait.text

    def _state(self, type_: PieceType, state: str) -> str:
        places = self._places_in(type_)
        if not places or not self._ids.may_be_in(state):
            return state
        piece = Piece("", type_, state)
        states = list(piece.trait_states)
        for place in places:
            states[place] = self._trait_state(Trait(type_.traits[place], states[place]))
        return state if tuple(states) == piece.trait_states else rejoin_chain(states, state)

    def _places_in(self, type_: PieceType) -> tuple[int, ...]:
        """Return the places of the traits in a piece's chain whose states may hold an id."""
        places = self._places.get(type_.text)
        if places is None:
            traits = enumerate(type_.traits[:-1])
            places = self._places[type_.text] = tuple(at for at, trait in traits if self._may_hold_id(trait))
        return places

    def _may_hold_id(self, trait: TraitType) -> bool:
        return trait.id in _OWNER_FIELDS or (self._ids.text is not None and _is_free_text(trait))

    def _trait_state(self, trait: Trait) -> str:
        owned = _OWNER_FIELDS.get(trait.id)
        return owned(trait, self._ids, self._unless_side) if owned is not None else self._free(trait.state)


def _is_free_text(trait: TraitType) -> bool:
    """Return whether the state of a trait is free text."""
    return trait.kind is None or trait.id in _FREE_STATES


def _owned_by_player(trait: Trait) -> bool:
    """Return whether a mask's or hiding's owner is a player's id and not a side."""
    return not trait.type.text_field("access").startswith("side")


def _mask_state(trait: Trait, ids: _Ids, either: Replacer) -> str:
    owner, *options = sequence.decode(trait.state, ";")
    if owner not in _NOBODY and _owned_by_player(trait):
        owner = ids.field(owner)
    if options:
        options[0] = _mask_options(options[0], either)
    return sequence.encode([owner, *options], ";")


def _mask_options(options: str, either: Replacer) -> str:
    """Replace the ids among a mask's options: whether it overrides, a count, ids and sides."""
    fields = sequence.decode(options, "|")
    return sequence.encode([*fields[:2], *map(either, fields[2:])], "|")


def _hidden_state(trait: Trait, ids: _Ids, _either: Replacer) -> str:
    if trait.state in _NOBODY or not _owned_by_player(trait):
        return trait.state
    return ids.field(trait.state)


def _restricted_state(trait: Trait, ids: _Ids, either: Replacer) -> str:
    return ids.field(trait.state) if trait.type.boolean("by_player") else either(trait.state)


_OWNER_FIELDS: dict[str, Callable[[Trait, _Ids, Replacer], str]] = {
    "obs": _mask_state,
    "conceal": _mask_state,
    "hide": _hidden_state,
    "restrict": _restricted_state,
}
"""Traits whose state names an owner."""
