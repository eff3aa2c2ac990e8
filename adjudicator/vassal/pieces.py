"""Pieces, stacks and decks: chains of traits around a basic piece (vassal-files.md 3.1 and 3.2).

Type and state are chains alike. They nest: a list of two elements, the outermost trait and all the rest, and so on
inwards. Or they are flat, as coming releases of the engine may write them: one list of all levels, three or more of
them, of which the last may be a chain again. A :class:`PieceReader` remembers the types that it has read, since the
pieces of one game share most of them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from . import sequence
from .commands import AddPiece, decode_command, integer
from .errors import LimitExceeded, StreamError
from .limits import DEFAULT_LIMITS, Limits
from .traits import Trait, TraitType, read_trait_type

__all__ = ["Piece", "PieceReader", "PieceType", "Placement", "join_chain", "rejoin_chain", "split_chain"]

_TAB = "\t"
_ODD_ENDS = frozenset("'\\")
"""The first characters of parts that have to be looked at more closely."""
_QUOTED_BY = frozenset(("'", "\\", _TAB))
"""The first characters of levels because of which a rest may have to be between apostrophes."""
_OUTERMOST_LAYER = "@@"
_MOST_CHANGES = 16
"""The greatest number of flat parts of a chain, one inside the other."""
_MAX_REMEMBERED = 10_000
"""Characters of a state whose levels are remembered."""
_MAX_REMEMBERED_TYPE = 20_000
"""Characters of a type that is remembered from file to file."""
_MAX_TABS = 100_000
NO_MAP = "null"
_NEW_STATES = {"obs": "null", "hide": "null"}
"""The states of new traits that are not empty."""


@dataclass(frozen=True)
class PieceType:
    """The type of a piece: the types of its traits from the outermost in, the basic piece last."""

    text: str
    traits: tuple[TraitType, ...]

    @property
    def basic(self) -> TraitType:
        """The innermost level."""
        return self.traits[-1]

    @cached_property
    def is_stack(self) -> bool:
        """True if this is a stack."""
        return self.basic.id == "stack"

    @cached_property
    def is_deck(self) -> bool:
        """True if this is a deck."""
        return self.basic.id == "deck"

    @property
    def name(self) -> str:
        """The basic piece's name, or the deck's."""
        return self.basic.text_field("name")


class Placement(NamedTuple):
    """The place of a piece: a map's name, ``None`` for no map, and pixels of the map at zoom 1."""

    map: str | None
    x: int
    y: int


@dataclass(frozen=True)
class Piece:
    """One piece, stack or deck at one moment."""

    id: str
    type: PieceType
    state: str

    @cached_property
    def trait_states(self) -> tuple[str, ...]:
        """The states of the traits from the outermost in, as many as the type has levels.

        Where the state has fewer levels the missing ones are those of new traits, since the engine
        leaves a trait alone that finds no state. Raises LimitExceeded for a state of endless tabs.
        """
        count = len(self.type.traits)
        _check_tabs(self.state)
        states = split_chain(self.state, count)
        return (*states, *[_NEW_STATES.get(trait.id, "") for trait in self.type.traits[len(states) :]])

    def traits_of_kind(self, kind: str) -> Iterator[Trait]:
        """Yield the traits of one kind, as their types name it, from the outermost in."""
        for at, type_ in enumerate(self.type.traits[:-1]):
            if type_.id == kind:
                yield Trait(type_, self.trait_states[at])

    @cached_property
    def traits(self) -> tuple[Trait, ...]:
        """The traits from the outermost in, without the basic piece."""
        return tuple(map(Trait, self.type.traits[:-1], self.trait_states))

    @property
    def basic(self) -> Trait:
        """The innermost level with its state."""
        return Trait(self.type.basic, self.trait_states[-1])

    @property
    def basic_state(self) -> str:
        """The state of the innermost level."""
        return self.trait_states[-1]

    @property
    def name(self) -> str:
        """The basic piece's name, or the deck's."""
        return self.type.name

    @cached_property
    def placement(self) -> Placement:
        """The place in the piece's own state; for a member of a stack the stack's place counts."""
        fields = [*sequence.decode(self.trait_states[-1], ";"), "", "", ""]
        return Placement(
            fields[0] if fields[0] not in ("", NO_MAP) else None,
            integer(fields[1]) or 0, integer(fields[2]) or 0,
        )  # fmt: skip

    @cached_property
    def members(self) -> tuple[str, ...]:
        """The ids of the pieces in a stack from the bottom up, or in a deck with the top last."""
        fields = sequence.decode(self.trait_states[-1], ";")
        if self.type.is_stack:
            return tuple(i for i in fields[3:] if i and not i.startswith(_OUTERMOST_LAYER))
        if self.type.is_deck and len(fields) > 4:
            return tuple(i for i in sequence.decode(fields[4], ",") if i)
        return ()

    @property
    def gpid(self) -> str:
        """The id of the module's slot that the piece came from, empty if it has none."""
        fields = sequence.decode(self.trait_states[-1], ";")
        return fields[3] if len(fields) > 3 and not (self.type.is_stack or self.type.is_deck) else ""

    @cached_property
    def persistent_properties(self) -> dict[str, str]:
        """The lasting properties that the basic piece keeps, such as ``OldLocationName``."""
        if self.type.is_stack or self.type.is_deck:
            return {}
        fields = sequence.decode(self.trait_states[-1], ";")
        count = min(integer(fields[4]) or 0 if len(fields) > 4 else 0, len(fields) // 2)
        pairs = fields[5 : 5 + 2 * max(count, 0)]
        return dict(zip(pairs[::2], pairs[1::2], strict=False))

    def with_state(self, state: str) -> Piece:
        """Return the piece with another state."""
        return Piece(self.id, self.type, state)

    def with_trait_states(self, states: Sequence[str]) -> Piece:
        """Return the piece with the states of its levels replaced, the basic piece's last."""
        return self.with_state(join_chain(states))

    def with_basic_fields(self, fields: Sequence[str]) -> Piece:
        """Return the piece with the fields of its basic state replaced."""
        basic = sequence.encode(fields, ";")
        return self.with_trait_states((*self.trait_states[:-1], basic))

    def command(self) -> AddPiece:
        """Return the command that puts the piece into the game as it is."""
        return AddPiece(self.id, self.type.text, self.state)


def split_chain(text: str, at_most: int | None = None) -> list[str]:
    """Split a type or a state into its levels, the outermost first. Each may be nested or flat.

    With *at_most*, the last level takes all that is left of a nested one, as the engine does when a state has more
    levels than its type; what a flat one has besides is left out. Raises StreamError for nonsense that changes from
    one form to the other without end.
    """
    if len(text) > _MAX_REMEMBERED:
        return list(_split(text, at_most))
    return list(_split_remembered(text, at_most))


def _split(text: str, at_most: int | None) -> tuple[str, ...]:
    levels: list[str] = []
    for _ in range(_MOST_CHANGES):
        left = None if at_most is None else at_most - len(levels)
        nested, flat = _split_nested(text, left)
        levels += nested
        if flat is None:
            return tuple(levels)
        tokens = sequence.decode(flat, _TAB)
        if at_most is not None and len(levels) + len(tokens) >= at_most:
            return (*levels, *tokens[: at_most - len(levels)])
        levels += tokens[:-1]
        text = tokens[-1]
    raise StreamError("a chain of traits that is nested and flat by turns without end", found=text)


def _split_nested(text: str, at_most: int | None) -> tuple[Sequence[str], str | None]:
    """Return the levels of a chain as far as it is nested, and what is flat of it, None for nothing."""
    parts = text.split(_TAB)
    if at_most is None or len(parts) <= at_most:
        plain = _split_plain(parts)
        if plain is not None:
            return plain, None
    return _ChainSplitter(parts).levels(at_most)


_split_remembered = lru_cache(maxsize=2048)(_split)
"""A change is read several times: what it says was before, what it changes, and where that puts the piece."""


def _split_plain(parts: list[str]) -> list[str] | None:
    """Strip the backslashes of the common case: level n ends with n of them, no apostrophes."""
    last = parts[-1]
    if last[:1] in _ODD_ENDS:
        return None
    levels = []
    backslashes = ""
    for part in parts[:-1]:
        if part[:1] in _ODD_ENDS and (part[0] == "'" or part.strip("\\")):
            return None
        level = part.removesuffix(backslashes)
        if len(level) + len(backslashes) != len(part) or level[-1:] == "\\":
            return None
        levels.append(level)
        backslashes += "\\"
    levels.append(last)
    return levels


class _ChainSplitter:
    """Splits any chain in one go, however deep and odd.

    In the rest at depth *n* (all of the text is at depth 0) every tab has lost *n* backslashes.
    The first tab that has none left ends the level; if there is a second one, the rest is flat.
    """

    def __init__(self, parts: list[str]) -> None:
        self._parts = parts
        self._start, self._stop = 0, len(parts) - 1
        self._tabs: dict[int, list[int]] = {}
        for index, part in enumerate(parts[:-1]):
            self._tabs.setdefault(len(part) - len(part.rstrip("\\")), []).append(index)

    def levels(self, at_most: int | None) -> tuple[list[str], str | None]:
        """Return the levels, and the rest where it is flat; the last one of *at_most* is left encoded."""
        levels: list[str] = []
        depth = 0
        while at_most is None or depth < at_most - 1:
            end = self._delimiter(depth, self._start)
            if end is None:
                return [*levels, _unquoted(self._text(self._stop, depth + 1, 0))], None
            if self._delimiter(depth, end + 1) is not None:
                return levels, self._text(self._stop, depth, 0)
            levels.append(_unquoted(self._text(end, depth + 1, depth)))
            self._start = end + 1
            self._unquote()
            depth += 1
        return [*levels, self._text(self._stop, depth, 0)], None

    def _delimiter(self, depth: int, start: int) -> int | None:
        """Return the first part from *start* that ends at a tab without backslashes, None if none does."""
        tabs = self._tabs.get(depth, [])
        place = bisect_left(tabs, start)
        return tabs[place] if place < len(tabs) and tabs[place] < self._stop else None

    def _text(self, last: int, inner: int, outer: int) -> str:
        """Join the parts up to *last*, taking off *inner* backslashes before tabs and *outer* at the end."""
        parts = [_without(part, inner) for part in self._parts[self._start : last]]
        return _TAB.join([*parts, _without(self._parts[last], outer)])

    def _unquote(self) -> None:
        """Take the apostrophes off the rest if it is between two."""
        first, last = self._start, self._stop
        single = first == last and len(self._parts[first]) < 2
        if not single and self._parts[first].startswith("'") and self._parts[last].endswith("'"):
            self._parts[first] = self._parts[first][1:]
            self._parts[last] = self._parts[last][:-1]


def _without(part: str, count: int) -> str:
    return part[: len(part) - count]


def _unquoted(level: str) -> str:
    return level[1:-1] if len(level) > 1 and level[0] == level[-1] == "'" else level


def join_chain(levels: Sequence[str]) -> str:
    """Join levels, the outermost first, into one type or state.

    The same as encoding the two elements, level and rest, from the inside out, but in one go.
    """
    last = len(levels) - 1
    if not any(level[:1] in _QUOTED_BY for level in levels):
        return "".join([*map(_plain_level, levels[:-1], range(last)), _with_backslashes(levels[last], last)])
    quoted = _quoted_rests(levels)
    pieces = []
    for depth, level in enumerate(levels[:-1]):
        mark = "'" if _is_quoted(level[:1], level[-1:]) else ""
        pieces += [mark, _with_backslashes(level, depth + 1), mark, "\\" * depth, _TAB]
        pieces.append("'" if quoted[depth] else "")
    return "".join([*pieces, _with_backslashes(levels[last], last), "'" * sum(quoted)])


def _plain_level(level: str, depth: int) -> str:
    """Return a level that needs no apostrophes, with the tab after it."""
    if _TAB in level:
        level = _with_backslashes(level, depth + 1)
    return level + "\\" * depth + _TAB


def rejoin_chain(levels: Sequence[str], original: str) -> str:
    """Join the changed levels of a chain in the form that the *original* has: nested, or one flat list."""
    flat = sequence.encode(split_chain(original, len(levels)), _TAB) == original
    return sequence.encode(levels, _TAB) if flat else join_chain(levels)


def _quoted_rests(levels: Sequence[str]) -> list[bool]:
    """Return for each depth whether the rest below it has to be between apostrophes."""
    quoted = []
    first, last = levels[-1][:1], levels[-1][-1:]
    for level in reversed(levels[:-1]):
        quoted.append(_is_quoted(first, last))
        last = "'" if quoted[-1] else last or _TAB
        first = "'" if _is_quoted(level[:1], level[-1:]) else {"": _TAB, _TAB: "\\"}.get(level[:1], level[:1])
    return quoted[::-1]


def _is_quoted(first: str, last: str) -> bool:
    """Return whether an element with these ends is put between apostrophes."""
    return first == "\\" or first == last == "'"


def _with_backslashes(level: str, count: int) -> str:
    return level.replace(_TAB, "\\" * count + _TAB) if count else level


class PieceReader:
    """Reads the pieces of one game, remembering the types it has met."""

    def __init__(self, limits: Limits = DEFAULT_LIMITS) -> None:
        self._limits = limits
        self._piece_types: dict[str, PieceType] = {}

    def piece_type(self, text: str) -> PieceType:
        """Return the type of a piece. Raises LimitExceeded for too many traits."""
        known = self._piece_types.get(text)
        if known is None:
            known = (_piece_type_remembered if len(text) <= _MAX_REMEMBERED_TYPE else _piece_type)(text)
            self._limits.check("the number of a piece's traits", "traits", len(known.traits) - 1)
            self._piece_types[text] = known
        return known

    def piece(self, command: AddPiece) -> Piece:
        """Return the piece that a command puts into the game."""
        type_ = self.piece_type(command.type)
        if len(command.type) + len(command.state) > _MAX_REMEMBERED_TYPE:
            return Piece(command.id, type_, command.state)
        return _piece_remembered(command)

    def definition(self, text: str) -> Piece:
        """Read a piece definition (``+/null/type/state``) as modules have them. Raises StreamError."""
        command = decode_command(text)
        if not isinstance(command, AddPiece):
            raise StreamError("not a piece definition", found=text, expected="+/null/type/state")
        return self.piece(command)


def _piece_type(text: str) -> PieceType:
    _check_tabs(text)
    return PieceType(text, tuple(map(read_trait_type, _split(text, None))))


_piece_type_remembered = lru_cache(maxsize=1024)(_piece_type)
"""The files of one game have the same pieces, and a command goes through each file several times."""


@lru_cache(maxsize=2048)
def _piece_remembered(command: AddPiece) -> Piece:
    """Return a piece; what has been read of it once need not be read again in the next file."""
    return Piece(command.id, _piece_type_remembered(command.type), command.state)


def _check_tabs(text: str) -> None:
    """Raise LimitExceeded for a type or a state that would cost much memory to split."""
    tabs = text.count(_TAB) if len(text) > _MAX_TABS else 0
    if tabs > _MAX_TABS:
        raise LimitExceeded(
            "a piece has too many tabs to be true", found=f"{tabs:,}", expected=f"at most {_MAX_TABS:,}"
        )


def levels_of(piece: Piece) -> Iterator[Trait]:
    """Yield every level of a piece with its state, the basic piece last."""
    yield from piece.traits
    yield piece.basic
