"""The facts of a step, or the differences between two positions, in plain words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from ..vassal import sequence
from ..vassal.locations import Locator
from ..vassal.module_definition import TurnTracker
from ..vassal.piece_changes import MOVED_MARK, SENDING, TRAIL
from ..vassal.pieces import Piece, Placement
from ..vassal.replay import (
    Contradiction,
    DeckChanged,
    Fact,
    NotesChanged,
    PieceChanged,
    PieceCreated,
    PieceMoved,
    PieceRemoved,
    PropertyChange,
    PropertyChanged,
    RosterChanged,
    StackReordered,
    Symbol,
    TurnChanged,
    UndoMade,
    UnknownSeen,
)
from ..vassal.trait_table import TRAIT_KINDS
from ..vassal.traits import read_fields
from ..vassal.turns import turn_text
from ..viewing.viewer import Viewer
from .safe_text import count, one_line, short_text

__all__ = ["OF_PIECES", "Pieces", "Wording"]

Pieces = Mapping[str, Piece]
"""Pieces by id."""
OF_PIECES: Final = (PieceMoved, PieceChanged, PieceCreated, PieceRemoved)
_NO_PIECES: Pieces = MappingProxyType({})

_MAX_IN_A_SENTENCE = 4
_REPORT = "Report Action"
_MOVES, _MARKS, _LINE = "moves", "marks", "line"
"""The kinds of sentences: what moved alike, what was marked alike, and all others."""
_COVERING_TRAITS = ("Mask", "Invisible", "Concealment (VASL)")
_STACK = "a stack"
_SYMBOLS = {
    "show-results": "rolls symbolic dice",
    "flare": "points at a place",
    "line-of-sight": "draws a line of sight",
    "boards": "sets up boards",
}
_NOTES = {
    "notes": "writes the scenario notes",
    "public-notes": "writes the public notes",
    "private-note": "writes private notes",
    "delayed-note": "writes a note for later",
}
_RESULT: Final = "result"
_OF_A_ROLL: Final = ("total", "keep", "summary")
"""The endings of what a dice button notes besides the result."""
_DECLARED: Final = "Declared"
"""The property in which the counters of modules built here keep what was declared last."""


@dataclass(frozen=True)
class Wording:
    """Says facts to one reader, with the names that one game has for its places."""

    locator: Locator
    viewer: Viewer
    trackers: tuple[TurnTracker, ...] = ()
    """The module's turn trackers, which turn states into words."""
    pieces: Pieces = field(default_factory=dict)
    """The pieces that facts may name by their ids only."""

    def name(self, piece: Piece) -> str:
        """Return what the reader may call a piece, as one short line."""
        return short_text(self.viewer.piece_name(piece))

    def sentences(self, facts: Sequence[Fact], *, asides: bool = True) -> list[str]:
        """Return the facts in words, chat lines left out; pieces that move or are marked alike share a sentence.

        What VASSAL notes of a piece by the way (its trail, where it would go back to, its next report) is said only
        if there is nothing else to say, and not even then without *asides*.
        """
        telling = [fact for fact in facts if not _is_aside(fact)]
        said = self._sentences(telling)
        return said or (self._sentences(facts) if asides else said)

    def _sentences(self, facts: Sequence[Fact]) -> list[str]:
        moved = {fact.piece.id for fact in facts if isinstance(fact, PieceMoved)}
        before = {fact.piece.id: fact.before for fact in facts if isinstance(fact, PieceChanged)}
        groups: dict[tuple[str, ...], list[str]] = {}
        for fact in facts:
            if _is_move_mark(fact, moved):
                continue
            if isinstance(fact, PieceMoved):
                groups.setdefault((_MOVES, *self.ends(fact, before)), []).append(self.name(fact.piece))
            elif (mark := self._mark(fact)) and isinstance(fact, PieceChanged):
                groups.setdefault((_MARKS, mark), []).append(self.name(fact.piece))
            else:
                groups.update(((_LINE, str(len(groups) + more)), [line]) for more, line in enumerate(self._say(fact)))
        return [_SENTENCES[kind](words, names) for (kind, *words), names in groups.items()]

    def _mark(self, fact: Fact) -> str:
        """Return what VASSAL noted of a piece in words, empty if the fact is another one or the reader may not know."""
        if not isinstance(fact, PieceChanged) or not all(c.trait == MOVED_MARK or _is_noted(c) for c in fact.changes):
            return ""
        return ", ".join(self._changes(fact.changes)) if self._knows(fact) else ""

    def _knows(self, fact: PieceChanged) -> bool:
        return self.viewer.sees(fact.before) and self.viewer.sees(fact.piece)

    def ends(self, fact: PieceMoved, before: Pieces = _NO_PIECES) -> tuple[str, str]:
        """Return words for the places from and to which a piece moved, empty where the reader may not know.

        *before* has the piece as it was, if it changed as well.
        """
        origin = self.viewer.sees_place(before.get(fact.piece.id, fact.piece))
        target = self.viewer.sees_place(fact.piece)
        return (
            self.place(fact.origin, fact.origin_deck) if origin else "",
            self.place(fact.target, fact.target_deck) if target else "",
        )

    def place(self, placement: Placement, deck: str | None = None) -> str:
        """Return words for a place."""
        if deck:
            return f"the deck {one_line(deck)}"
        return one_line(self.locator.describe(placement))

    def _say(self, fact: Fact) -> Iterator[str]:
        speaker = _SPEAKERS.get(type(fact))
        if speaker:
            yield from speaker(self, fact)

    def _changed(self, fact: PieceChanged) -> Iterator[str]:
        name = self.name(fact.piece)
        seen = self.viewer.sees(fact.before), self.viewer.sees(fact.piece)
        if not any(seen):
            yield f"changes {name}"
            return
        # of a piece that the reader knows only before or after, no more may be said than that it was covered or not
        changes = fact.changes if all(seen) else [c for c in fact.changes if c.trait in _COVERING_TRAITS]
        words = ", ".join(self._changes(changes))
        yield f"{name}: {words}" if words else f"changes {name}"

    def _changes(self, changes: Iterable[PropertyChange]) -> Iterator[str]:
        by_trait: dict[tuple[str, str], list[PropertyChange]] = {}
        for change in changes:
            stem = change.name.rpartition("_")[0] if change.trait in _GROUPED else change.name
            by_trait.setdefault((change.trait, stem), []).append(change)
        telling = {key: group for key, group in by_trait.items() if not all(map(_is_noted, group))}
        by_trait = telling or by_trait  # what VASSAL notes by the way is of interest only on its own
        for (trait, stem), group in by_trait.items():
            yield _GROUPED.get(trait, _plain_change)(stem, group)

    def _created(self, fact: PieceCreated) -> Iterator[str]:
        if fact.piece.type.is_stack:
            return
        where = self.place(fact.placement) if self.viewer.sees_place(fact.piece) else "a hidden place"
        yield f"adds {self.name(fact.piece)} at {where}"

    def _removed(self, fact: PieceRemoved) -> Iterator[str]:
        if fact.piece.type.is_stack:
            return
        where = self.place(fact.placement) if self.viewer.sees_place(fact.piece) else "a hidden place"
        yield f"removes {self.name(fact.piece)} from {where}"

    def _reordered(self, fact: StackReordered) -> Iterator[str]:
        if all(self.viewer.sees_place(self.pieces[i]) for i in fact.after if i in self.pieces):
            yield f"changes the order of the {count(len(fact.after), 'piece')} at {self.place(fact.placement)}"
        else:
            yield "changes the order of a stack"

    def _deck(self, fact: DeckChanged) -> Iterator[str]:
        name = one_line(fact.deck.name)
        if fact.reordered:
            yield f"changes the order of the deck {name}"
        if fact.face_down is not None:
            yield f"turns the deck {name} face {'down' if fact.face_down else 'up'}"

    def _property(self, fact: PropertyChanged) -> Iterator[str]:
        where = "" if fact.container in ("", "Module") else f" of {one_line(fact.container)}"
        yield f"{one_line(fact.name)}{where}: {_value(fact.old)} → {_value(fact.new)}"

    def _turn(self, fact: TurnChanged) -> Iterator[str]:
        turn = self._turn_words(fact.tracker, fact.new)
        yield f"sets the turn to {turn}" if turn else "changes the turn"

    def _turn_words(self, tracker_id: str, state: str) -> str:
        """Return what a turn tracker shows, empty if no module says."""
        tracker = next((tracker for tracker in self.trackers if tracker.id == tracker_id), None)
        return short_text(turn_text(tracker, state)) if tracker else ""

    def _undo(self, fact: UndoMade) -> Iterator[str]:
        yield f"undoes step {fact.step}" if fact.step else "undoes something from before this log"

    def _roster(self, fact: RosterChanged) -> Iterator[str]:
        if fact.after is None:
            yield f"{one_line(fact.before.name) if fact.before else 'somebody'} leaves the game"
            return
        name, side = one_line(fact.after.name or fact.after.id), one_line(fact.after.side or "no side")
        yield f"{name} takes the side {side}"

    def _notes(self, fact: NotesChanged) -> Iterator[str]:
        yield _NOTES.get(fact.kind, "writes notes")

    def _symbol(self, fact: Symbol) -> Iterator[str]:
        yield _SYMBOLS.get(fact.command.NAME, fact.command.NAME)

    def _unknown(self, fact: UnknownSeen) -> Iterator[str]:
        word = one_line(fact.text.partition("\t")[0], 40)
        yield f"does something of the module's own: {word}"

    def _contradiction(self, fact: Contradiction) -> Iterator[str]:
        if fact.piece is None:
            yield f"moves a piece that is not in the game, number {one_line(fact.piece_id)}"
            return
        if not self.viewer.sees(fact.piece):
            yield f"contradicts the log about {self.name(fact.piece)}"
            return
        name = _STACK if fact.piece.type.is_stack else self.name(fact.piece)
        claimed, tracked = short_text(fact.claimed), short_text(fact.tracked)
        yield f"contradicts the log: {name} was said to be {claimed}, it was {tracked}"

    def differences(self, facts: Sequence[Fact], most: int = 0, before: Pieces = _NO_PIECES) -> list[str]:
        """Return one line a difference between two positions; at most *most*, 0 for all.

        *before* has the pieces of the first position. What is said of pieces comes first, in the order of its words:
        the order of the pieces' ids would reveal which face-down counter is which.
        """
        of_pieces = [fact for fact in facts if isinstance(fact, OF_PIECES)]
        rolled = {_button(fact) for fact in facts if _is_roll(fact, _RESULT)}
        others = [
            fact for fact in facts
            if not isinstance(fact, OF_PIECES) and not (_is_roll(fact, *_OF_A_ROLL) and _button(fact) in rolled)
        ]  # fmt: skip
        lines = sorted(line for fact in of_pieces for line in self._difference(fact, before))
        lines += [line for fact in others for line in self._difference(fact, before)]
        if most and len(lines) > most:
            return [*lines[:most], f"and {count(len(lines) - most, 'more difference')}"]
        return lines

    def _difference(self, fact: Fact, before: Pieces) -> Iterator[str]:
        if isinstance(fact, PieceMoved):
            name = self.name(fact.piece)
            origin, target = self.ends(fact, before)
            known = f"{origin or 'a hidden place'} → {target or 'a hidden place'}"
            yield f"{name}: {known}" if origin or target else f"{name} is elsewhere"
        elif isinstance(fact, TurnChanged):
            turns = [self._turn_words(fact.tracker, state) for state in (fact.old, fact.new)]
            yield f"turn: {' → '.join(turns)}" if any(turns) else "the turn differs (the module would show how)"
        elif isinstance(fact, PropertyChanged) and _is_roll(fact, _RESULT):
            yield f"last roll of {one_line(_button(fact))}: {_value(fact.old)} → {_value(fact.new)}"
        elif isinstance(fact, PieceChanged):
            yield from self._say(_without_declaration(fact))
        elif isinstance(fact, NotesChanged):
            yield f"the {fact.kind.replace('-', ' ')} differ"
        elif isinstance(fact, RosterChanged):
            yield from self._roster_difference(fact)
        elif isinstance(fact, PieceCreated | PieceRemoved):
            where = self.place(fact.placement) if self.viewer.sees_place(fact.piece) else "a hidden place"
            word = "new" if isinstance(fact, PieceCreated) else "gone"
            yield f"{self.name(fact.piece)}: {word} (at {where})"
        else:
            yield from self._say(fact)

    def _roster_difference(self, fact: RosterChanged) -> Iterator[str]:
        before, after = (
            f"{one_line(entry.name or entry.id)} as {one_line(entry.side or 'no side')}" if entry else "nobody"
            for entry in (fact.before, fact.after)
        )
        yield f"player: {before} → {after}"


def _without_declaration(fact: PieceChanged) -> PieceChanged:
    """Return a change without the last declaration, unless nothing else has changed."""
    rest = tuple(change for change in fact.changes if change.name != _DECLARED)
    return replace(fact, changes=rest or tuple(replace(change, name="last declaration") for change in fact.changes))


def _is_roll(fact: Fact, *suffixes: str) -> bool:
    """Return whether a fact is a property that a dice button sets, with one of some endings."""
    return isinstance(fact, PropertyChanged) and fact.name.rpartition("_")[2] in suffixes and bool(_button(fact))


def _button(fact: Fact) -> str:
    """Return the dice button whose property a fact is about: ``1d10`` of ``1d10_result``."""
    return fact.name.rpartition("_")[0] if isinstance(fact, PropertyChanged) else ""


def _named(names: Sequence[str]) -> str:
    """Return the first few of several names and how many more there are."""
    more = len(names) - _MAX_IN_A_SENTENCE
    return ", ".join(names[:_MAX_IN_A_SENTENCE]) + (f" and {more} more" if more > 0 else "")


def _move(ends: Sequence[str], names: Sequence[str]) -> str:
    shown = _named(names)
    if not any(ends):
        return f"moves {shown}"
    origin, target = (end or "a hidden place" for end in ends)
    return f"moves {shown} within {origin}" if ends[0] == ends[1] else f"moves {shown} from {origin} to {target}"


def _is_move_mark(fact: Fact, moved: set[str]) -> bool:
    """Return whether a fact is only what VASSAL notes of every piece that moves."""
    return (
        isinstance(fact, PieceChanged) and fact.piece.id in moved
        and all(change.trait == MOVED_MARK or _is_noted(change) for change in fact.changes)
    )  # fmt: skip


def _is_aside(fact: Fact) -> bool:
    return isinstance(fact, PieceChanged) and all(map(_is_noted, fact.changes))


def _is_noted(change: PropertyChange) -> bool:
    """Return whether VASSAL noted a change by the way and no player would ask for it."""
    if change.trait == TRAIL:
        return _trail_shown(change.old) == _trail_shown(change.new)
    return change.trait in SENDING or change.trait == _REPORT


def _value(text: str) -> str:
    return short_text(text) if text else "(nothing)"


def _plain_change(stem: str, group: list[PropertyChange]) -> str:
    return ", ".join(f"{one_line(stem or c.trait)} {_value(c.old)} → {_value(c.new)}" for c in group)


def _by_suffix(group: list[PropertyChange]) -> dict[str, PropertyChange]:
    return {change.name.rpartition("_")[2]: change for change in group}


def _layer_change(stem: str, group: list[PropertyChange]) -> str:
    changes = _by_suffix(group)
    level = changes.get("Level")
    if level is None:
        return _plain_change(stem, group)
    name = changes.get("Name")
    old = _level(level.old, name.old if name else "")
    return f"{one_line(stem)} {old} → {_level(level.new, name.new if name else '')}".strip()


def _level(level: str, name: str) -> str:
    if level.startswith("-"):
        return "off"
    shown = short_text(name).strip(" ()")
    return f"{level} ({shown})" if shown else f"level {level}"


def _rotation_change(stem: str, group: list[PropertyChange]) -> str:
    changes = _by_suffix(group)
    shown = changes.get("Facing") or group[0]
    unit = "facing" if "Facing" in changes else "degrees"
    return f"{one_line(stem)} {unit} {shown.old} → {shown.new}".strip()


def _moved_change(_stem: str, group: list[PropertyChange]) -> str:
    return "marked as moved" if group[0].new == "true" else "no longer marked as moved"


def _trail_change(_stem: str, group: list[PropertyChange]) -> str:
    old, new = group[0].old, group[0].new
    if _trail_shown(old) != _trail_shown(new):
        return f"movement trail {'shown' if _trail_shown(new) else 'hidden'}"
    return "another movement trail" if _trail_points(old) != _trail_points(new) else "movement trail looked at"


def _trail_shown(state: str) -> bool:
    return sequence.decode(state, ";")[0] == "true"


def _trail_points(state: str) -> object:
    kind = TRAIT_KINDS["footprint"]
    return read_fields(state, kind.state_fields, kind.state_delimiter).get("points")


def _report_change(_stem: str, _group: list[PropertyChange]) -> str:
    return "turns to its next report"


def _sending_change(_stem: str, _group: list[PropertyChange]) -> str:
    return "remembers another place to go back to"


def _mask_change(_stem: str, group: list[PropertyChange]) -> str:
    owner = next((change.new for change in group if change.name == "obs;"), "")
    return f"masked by {one_line(owner)}" if owner else "unmasked"


def _concealment_change(_stem: str, group: list[PropertyChange]) -> str:
    owner = sequence.decode(group[0].new, ";")[0]
    return "revealed" if owner in ("", "null") else f"concealed by {one_line(owner)}"


def _hidden_change(_stem: str, group: list[PropertyChange]) -> str:
    owner = next((change.new for change in group if change.name == "hiddenBy"), "")
    return f"hidden by {one_line(owner)}" if owner else "shown"


_GROUPED: dict[str, Callable[[str, list[PropertyChange]], str]] = {
    "Layer": _layer_change,
    "Can Rotate": _rotation_change,
    "Can Rotate freely": _rotation_change,
    MOVED_MARK: _moved_change,
    TRAIL: _trail_change,
    _REPORT: _report_change,
    **dict.fromkeys(SENDING, _sending_change),
    "Mask": _mask_change,
    "Invisible": _hidden_change,
    "Concealment (VASL)": _concealment_change,
}
_SENTENCES: dict[str, Callable[[Sequence[str], Sequence[str]], str]] = {
    _MOVES: _move,
    _MARKS: lambda words, names: f"{_named(names)}: {words[0]}",
    _LINE: lambda _words, lines: lines[0],
}
_SPEAKERS: dict[type[Fact], Callable[..., Iterator[str]]] = {
    PieceChanged: Wording._changed,
    PieceCreated: Wording._created,
    PieceRemoved: Wording._removed,
    StackReordered: Wording._reordered,
    DeckChanged: Wording._deck,
    PropertyChanged: Wording._property,
    TurnChanged: Wording._turn,
    UndoMade: Wording._undo,
    RosterChanged: Wording._roster,
    NotesChanged: Wording._notes,
    Symbol: Wording._symbol,
    UnknownSeen: Wording._unknown,
    Contradiction: Wording._contradiction,
}
