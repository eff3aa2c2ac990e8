"""A log replayed: the position at the start, each step as the facts that it holds, and the position after any step.

A step is one press of VASSAL's "Step" (vassal-files.md 5.1). Its facts are the difference that it
makes on the table, in the order in which its commands first touch each thing, and what it says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from . import sequence
from .commands import (
    AddPiece,
    BoardPicker,
    ChangePiece,
    Chat,
    Command,
    DelayedNote,
    Flare,
    LineOfSight,
    MovePiece,
    MutableProperty,
    NullCommand,
    Player,
    PrivateNote,
    PublicNotes,
    RemovePiece,
    RemovePlayer,
    ScenarioNotes,
    ShowResults,
    TurnState,
    Undo,
    UnknownCommand,
)
from .piece_changes import PropertyChange, is_lasting, property_changes, told_changes
from .pieces import Piece, Placement
from .saved_game import SavedGame
from .table import PlayerEntry, Table
from .undo import UndoPointer

__all__ = [
    "Contradiction",
    "DeckChanged",
    "Fact",
    "NotesChanged",
    "PieceChanged",
    "PieceCreated",
    "PieceMoved",
    "PieceRemoved",
    "PropertyChange",
    "PropertyChanged",
    "Replay",
    "RosterChanged",
    "Said",
    "StackReordered",
    "Step",
    "Symbol",
    "TurnChanged",
    "UndoMade",
    "UnknownSeen",
    "deck_name",
    "face_down",
    "property_changes",
]


@dataclass(frozen=True, slots=True)
class PieceMoved:
    """A piece is somewhere else than before the step."""

    piece: Piece
    """The piece after the step."""
    origin: Placement
    target: Placement
    origin_deck: str | None
    """The name of the deck that it came from, None if from none."""
    target_deck: str | None
    player: str | None
    """The id of the player who moved it, None if the log does not say."""


@dataclass(frozen=True, slots=True)
class PieceChanged:
    """A piece's properties or layers changed."""

    piece: Piece
    before: Piece
    changes: tuple[PropertyChange, ...]


@dataclass(frozen=True, slots=True)
class PieceCreated:
    """A piece came into the game."""

    piece: Piece
    placement: Placement


@dataclass(frozen=True, slots=True)
class PieceRemoved:
    """A piece left the game."""

    piece: Piece
    placement: Placement


@dataclass(frozen=True, slots=True)
class StackReordered:
    """The pieces of a stack are the same, but in another order; ids from the bottom up."""

    placement: Placement
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeckChanged:
    """A deck was shuffled, turned over or reversed (cards drawn and returned are moves)."""

    deck: Piece
    reordered: bool
    face_down: bool | None
    """True if the deck is face down now, False if it is face up, None if that did not change."""


@dataclass(frozen=True, slots=True)
class PropertyChanged:
    """A global property changed."""

    name: str
    container: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class TurnChanged:
    """The state of a turn tracker changed; the states are those of vassal-files.md 2.5."""

    tracker: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Said:
    """A line in the chat window, with VASSAL's mark-up as it is in the log."""

    text: str


@dataclass(frozen=True, slots=True)
class UndoMade:
    """The step takes an earlier one back."""

    step: int | None
    """The number of the step taken back, counted from 1; None if that step is not in this log."""


@dataclass(frozen=True, slots=True)
class RosterChanged:
    """A player took or left a side."""

    before: PlayerEntry | None
    after: PlayerEntry | None


@dataclass(frozen=True, slots=True)
class NotesChanged:
    """Notes were written; *kind* is the command's name."""

    kind: str


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbolic die, a pointer or a line of sight: shown to the players, changes nothing."""

    command: Command


@dataclass(frozen=True, slots=True)
class UnknownSeen:
    """A command of the module's own."""

    text: str


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A command speaks of a state or a place that the piece did not have: the log was tampered with or cut."""

    piece: Piece | None
    piece_id: str
    claimed: str
    tracked: str


Fact = (
    PieceMoved | PieceChanged | PieceCreated | PieceRemoved | StackReordered | DeckChanged | PropertyChanged
    | TurnChanged | Said | UndoMade | RosterChanged | NotesChanged | Symbol | UnknownSeen | Contradiction
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a log."""

    number: int
    """Counted from 1."""
    commands: tuple[Command, ...]
    facts: tuple[Fact, ...]

    @property
    def is_undo(self) -> bool:
        """True if the step takes an earlier one back."""
        return any(isinstance(fact, UndoMade) for fact in self.facts)

    @property
    def changes_pieces(self) -> bool:
        """True if anything of the game is different on the table after the step."""
        return any(isinstance(fact, _TABLE_FACTS) and not _is_kept_aside(fact) for fact in self.facts)

    @property
    def chat(self) -> tuple[str, ...]:
        """The lines that the step writes into the chat window."""
        return tuple(fact.text for fact in self.facts if isinstance(fact, Said))

    @property
    def property_changes(self) -> tuple[tuple[str, str, str, str], ...]:
        """The global properties that the step sets: name, old, new, container."""
        return tuple(
            (c.name, c.old or "", c.new or "", c.container or "")
            for c in self.commands
            if isinstance(c, MutableProperty)
        )


_MAX_EARLIER = 8
"""The number of former states of a piece that are remembered within a step: enough for changes within changes."""
_TABLE_FACTS = (PieceMoved, PieceChanged, PieceCreated, PieceRemoved, StackReordered, DeckChanged)


def _is_kept_aside(fact: Fact) -> bool:
    return isinstance(fact, PieceChanged) and not any(map(is_lasting, fact.changes))


class Replay:
    """Plays a log from its first position on.

    Iterating yields every :class:`Step`; meanwhile :attr:`table` is the table after that step.
    """

    def __init__(self, game: SavedGame) -> None:
        """Begin with the saved position of a game. Raises LimitExceeded."""
        self.game = game
        self.initial = self.table = game.initial_table

    def __iter__(self) -> Iterator[Step]:
        self.table = self.initial.copy()
        undo = UndoPointer()
        touched = 0
        for number, commands in enumerate(self.game.steps, 1):
            before = _Snapshot(self.table, commands)
            touched += before.size
            place = f"step {number:,}"
            self.game.limits.check("the number of pieces that the steps touch", "pieces", touched, place=place)
            facts = _facts_of_step(self.table, commands, before)
            undone = undo.take(number, commands)
            if undone is not None:
                facts.insert(0, UndoMade(undone or None))
            yield Step(number, commands, tuple(facts))

    def steps(self) -> tuple[Step, ...]:
        """Return every step; afterwards :attr:`table` is the position at the end."""
        return tuple(self)

    def to_the_end(self) -> Table:
        """Return the table at the end, :attr:`table` from now on: quick, since nobody asks what happened."""
        self.table = self.table_after(len(self.game.steps))
        return self.table

    def tables(self) -> Iterator[Table]:
        """Yield the table after each step, each time the same object: quick, since nobody asks what happened."""
        table = self.initial.copy()
        for commands in self.game.steps:
            for command in commands:
                table.apply(command)
            yield table

    def table_after(self, number: int) -> Table:
        """Return the table after step *number* (0 for the start).

        Raises IndexError if there is no such step.
        """
        if not 0 <= number <= len(self.game.steps):
            raise IndexError(f"the log has steps 1 to {len(self.game.steps)}, not {number}")
        table = self.initial.copy()
        for commands in self.game.steps[:number]:
            for command in commands:
                table.apply(command)
        return table


def _facts_of_step(table: Table, commands: Sequence[Command], before: _Snapshot) -> list[Fact]:
    """Apply a step to the table and return what it did and said."""
    facts: list[Fact] = []
    movers: dict[str, str] = {}
    earlier: dict[str, list[Piece]] = {}
    for command in commands:
        facts += _contradictions(table, command, earlier)
        if isinstance(command, MovePiece) and command.player:
            if command.id not in movers:
                movers.update((member, command.player) for member in table.contents.get(command.id, ()))
            movers[command.id] = command.player
        facts += _spoken_facts(table, command)
        table.apply(command)
    return before.differences(table, movers) + facts


class _Snapshot:
    """The pieces that a step will touch, as they are before it."""

    def __init__(self, table: Table, commands: Sequence[Command]) -> None:
        self._touched = self._ids(table, commands)
        self._pieces = {i: _as_it_lies(table, i) for i in self._touched if i in table.pieces}
        self._placements = {i: table.placement(i) for i in self._pieces}
        self._decks = {i: deck_name(table, i) for i in self._pieces}
        self._contents = {i: tuple(table.contents[i]) for i in self._touched if i in table.contents}

    @property
    def size(self) -> int:
        """The number of pieces that the step touches."""
        return len(self._touched)

    @staticmethod
    def _ids(table: Table, commands: Sequence[Command]) -> dict[str, None]:
        touched: dict[str, None] = {}
        subjects: set[str] = set()
        for command in commands:
            if isinstance(command, AddPiece | RemovePiece | ChangePiece | MovePiece):
                touched[command.id] = None
                if command.id not in subjects and (owner := table.parents.get(command.id)):
                    touched[owner] = None
                if command.id not in subjects:
                    touched.update(dict.fromkeys(table.contents.get(command.id, ())))
                touched.update(dict.fromkeys(_named_members(table, command)))
                subjects.add(command.id)
        return touched

    def differences(self, table: Table, movers: dict[str, str]) -> list[Fact]:
        """Return what is different on the table now; *movers* says who moved which piece."""
        facts: list[Fact] = []
        for piece_id in self._touched:
            before = self._pieces.get(piece_id)
            after = _as_it_lies(table, piece_id) if piece_id in table.pieces else None
            sample = after or before
            if sample is None:
                continue
            if sample.type.is_stack:
                facts += self._stack_facts(piece_id, table)
            elif sample.type.is_deck:
                facts += self._deck_facts(piece_id, before, after, table)
            else:
                facts += self._piece_facts(piece_id, before, after, table, movers)
        return facts

    def _piece_facts(
        self, piece_id: str, before: Piece | None, after: Piece | None, table: Table, movers: dict[str, str]
    ) -> Iterator[Fact]:
        if before is None and after is not None:
            yield PieceCreated(after, table.placement(piece_id))
        elif before is not None and after is None:
            yield PieceRemoved(before, self._placements[piece_id])
        elif before is not None and after is not None:
            origin, target = self._placements[piece_id], table.placement(piece_id)
            decks = self._decks[piece_id], deck_name(table, piece_id)
            if origin != target or decks[0] != decks[1]:
                yield PieceMoved(after, origin, target, *decks, movers.get(piece_id))
            changes = property_changes(before, after)
            if changes:
                yield PieceChanged(after, before, changes)

    def _stack_facts(self, stack_id: str, table: Table) -> Iterator[Fact]:
        before, after = self._contents.get(stack_id, ()), tuple(table.contents.get(stack_id, ()))
        if len(before) > 1 and _is_reordered(before, after):
            yield StackReordered(table.placement(stack_id), before, after)

    def _deck_facts(self, deck_id: str, before: Piece | None, after: Piece | None, table: Table) -> Iterator[Fact]:
        if after is None:
            if before is not None:
                yield PieceRemoved(before, self._placements[deck_id])
            return
        if before is None:
            yield PieceCreated(after, table.placement(deck_id))
            return
        members = self._contents.get(deck_id, ()), tuple(table.contents.get(deck_id, ()))
        reordered = _is_reordered(*members)
        faces = face_down(before), face_down(after)
        if reordered or faces[0] != faces[1]:
            yield DeckChanged(after, reordered, faces[1] if faces[0] != faces[1] else None)


def _is_reordered(before: Sequence[str], after: Sequence[str]) -> bool:
    """Return whether the same pieces are in another order; no piece is in a list twice."""
    return len(before) == len(after) and before != after and set(before) == set(after)


def _named_members(table: Table, command: Command) -> tuple[str, ...]:
    """Return the pieces that a command puts into a stack or deck by naming them."""
    if isinstance(command, AddPiece):
        return table.reader.piece(command).members
    if isinstance(command, ChangePiece) and command.id in table.contents:
        return table.pieces[command.id].with_state(command.state).members
    return ()


def face_down(deck: Piece) -> bool:
    """Return whether a deck has its cards' backs up."""
    fields = sequence.decode(deck.trait_states[-1], ";")
    return len(fields) > 3 and fields[3] == "true"


def _as_it_lies(table: Table, piece_id: str) -> Piece:
    """Return a piece whose state says where it is, so that a fact tells its reader the place."""
    piece = table.pieces[piece_id]
    return piece if piece.type.is_stack or piece.type.is_deck else table.placed_unit(piece_id)


def deck_name(table: Table, piece_id: str) -> str | None:
    """Return the name of the deck that a piece is in, None if it is in none."""
    deck = table.deck_of(piece_id)
    return deck.name if deck else None


def _spoken_facts(table: Table, command: Command) -> Iterator[Fact]:
    """Yield the facts that do not concern pieces; the table is as before the command."""
    match command:
        case Chat():
            yield Said(command.text)
        case MutableProperty():
            if (command.old or "") != (command.new or ""):
                yield PropertyChanged(command.name, command.container or "", command.old or "", command.new or "")
        case TurnState():
            yield TurnChanged(command.tracker, table.turns.get(command.tracker, ""), command.state)
        case Player():
            before = table.players.get(command.id)
            after = PlayerEntry(command.id, command.name or "", command.side or "")
            if before != after:
                yield RosterChanged(before, after)
        case RemovePlayer():
            yield RosterChanged(table.players.get(command.id), None)
        case ScenarioNotes() | PublicNotes() | PrivateNote() | DelayedNote():
            yield NotesChanged(command.NAME)
        case ShowResults() | Flare() | LineOfSight() | BoardPicker():
            yield Symbol(command)
        case UnknownCommand():
            yield UnknownSeen(command.text)
        case Undo() | NullCommand():
            pass


def _contradictions(table: Table, command: Command, earlier: dict[str, list[Piece]]) -> Iterator[Contradiction]:
    """Compare what a command says of the time before it with the table.

    *earlier* collects how the pieces were before each change of this step: an engine that changes a piece
    while it is changing it says twice what was before the first change.
    """
    if isinstance(command, MovePiece):
        yield from _wrong_origin(table, command)
    elif isinstance(command, ChangePiece) and command.old_state is not None:
        yield from _wrong_state(table, command, earlier.get(command.id, ()))
    if isinstance(command, ChangePiece) and command.id in table.pieces:
        states = earlier.setdefault(command.id, [])
        if len(states) < _MAX_EARLIER:
            states.append(table.pieces[command.id])


def _wrong_origin(table: Table, command: MovePiece) -> Iterator[Contradiction]:
    piece = table.pieces.get(command.id)
    if piece is None:
        yield Contradiction(None, command.id, "a piece on the table", "no such piece")
        return
    if command.old_map is None or command.old_y is None:
        return
    now = table.placement(command.id)
    tracked = (now.map or "null", str(now.x), str(now.y))
    claimed = (command.old_map, command.old_x, command.old_y)
    there_already = tracked == (command.map, command.x, command.y)  # old engines place what they bring back twice
    if tracked != claimed and not (claimed[0] == "null" and (tracked[0] == "null" or there_already)):
        yield Contradiction(piece, command.id, "at {} {},{}".format(*claimed), "at {} {},{}".format(*tracked))


def _wrong_state(table: Table, command: ChangePiece, earlier: Sequence[Piece]) -> Iterator[Contradiction]:
    piece = table.pieces.get(command.id)
    if piece is None or piece.type.is_stack or piece.type.is_deck:
        return
    if command.old_state == table.placed_unit(command.id).state:
        return
    claimed = piece.with_state(command.old_state or "")
    if not (changes := told_changes(piece, claimed)):
        return
    others = [{(c.trait, c.name) for c in told_changes(other, claimed)} for other in earlier]
    for change in changes:
        if not all((change.trait, change.name) in names for names in others):
            continue
        label = change.name or change.trait
        yield Contradiction(piece, command.id, f"{label} {change.new!r}", f"{label} {change.old!r}")
