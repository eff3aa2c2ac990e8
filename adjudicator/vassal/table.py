"""The table of a running game: what is where, changed command by command as the engine does.

The rules for moving, merging and removing are those of the engine's own commands; where a command
leaves the choice to the viewing player's eyes (a hidden piece on top of a stack), everything is
visible here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import sequence
from .commands import (
    AddPiece,
    BoardPicker,
    ChangePiece,
    Command,
    DelayedNote,
    GlobalProperty,
    MovePiece,
    MutableProperty,
    Player,
    PrivateNote,
    PublicNotes,
    RemovePiece,
    RemovePlayer,
    ScenarioNotes,
    TurnState,
    integer,
)
from .ground import Ground
from .limits import DEFAULT_LIMITS, Limits
from .pieces import NO_MAP, Piece, PieceReader, Placement, join_chain
from .properties import never_stacks, piece_properties

__all__ = ["PlayerEntry", "Table", "placed_units"]

_OFF_TABLE = Placement(None, 0, 0)


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """A player in the roster."""

    id: str
    name: str
    side: str


class Table:
    """Everything that matters at one moment of a VASSAL game. Changes in place; see :meth:`copy`."""

    def __init__(self, limits: Limits = DEFAULT_LIMITS, reader: PieceReader | None = None) -> None:
        self.limits = limits
        self.reader = reader or PieceReader(limits)
        self.pieces: dict[str, Piece] = {}
        """Every piece, stack and deck by id, in the order of their coming."""
        self.placements: dict[str, Placement] = {}
        """The places of stacks, decks and loose pieces."""
        self.parents: dict[str, str] = {}
        """The stack or deck that a piece is in."""
        self.contents: dict[str, list[str]] = {}
        """The members of each stack from the bottom up, of each deck with the top last."""
        self.properties: dict[tuple[str, str], str] = {}
        """Global properties by container and name."""
        self.turns: dict[str, str] = {}
        """The states of the turn trackers by their id."""
        self.players: dict[str, PlayerEntry] = {}
        """The roster by player id."""
        self.boards: dict[str, tuple[str, ...]] = {}
        """The boards of each map: name, column, row, name, …"""
        self.notes: dict[str, str] = {}
        """Notes by their kind and owner or name."""
        self.module_version = ""
        """The version of the module with which the file was saved; empty if it does not say."""
        self._ground = Ground()
        self._orphans: set[str] = set()
        """Pieces whose stack has gone from under them: for the engine they are not yet loose."""
        self._placed: dict[str, tuple[Piece, Placement, Piece]] = {}
        """The pieces that say themselves where they are, each with the piece and the place that it was made from."""
        self._poured = self._rewritten = 0

    @classmethod
    def of_position(cls, commands: Iterable[Command], limits: Limits = DEFAULT_LIMITS) -> Table:
        """Set up the table of a saved position. Raises LimitExceeded.

        Stacks take in the rest of their members after everything else has been read: some old
        files name a stack before its members.
        """
        table = cls(limits)
        owners: list[str] = []
        for command in commands:
            table.apply(command)
            if isinstance(command, AddPiece) and command.id in table.contents:
                owners.append(command.id)
        for owner in owners:
            table._fill_late(owner)
        return table

    def _fill_late(self, owner_id: str) -> None:
        """Give a stack or deck the members that came after it and are in no other."""
        piece = self.pieces.get(owner_id)
        if piece is None or owner_id not in self.contents:
            return
        wanted = [i for i in piece.members if self.parents.get(i, owner_id) == owner_id]
        if wanted != self.contents[owner_id]:
            self._fill(owner_id, wanted)

    def copy(self) -> Table:
        """Return a separate table with the same contents."""
        other = Table(self.limits, self.reader)
        for name in ("pieces", "placements", "parents", "properties", "turns", "players", "boards", "notes"):
            setattr(other, name, dict(getattr(self, name)))
        other.module_version = self.module_version
        other.contents = {owner: list(members) for owner, members in self.contents.items()}
        other._ground = self._ground.copy()
        other._orphans = set(self._orphans)
        return other

    # what is where

    def placement(self, piece_id: str) -> Placement:
        """Return where a piece is; in a stack or deck that is where the stack or deck is."""
        owner = self.parents.get(piece_id)
        return self.placements.get(owner or piece_id, _OFF_TABLE)

    def units(self) -> Iterator[Piece]:
        """Yield all pieces that are neither stacks nor decks."""
        return (piece for piece in self.pieces.values() if not (piece.type.is_stack or piece.type.is_deck))

    def stacks(self) -> Iterator[Piece]:
        """Yield the stacks that have members."""
        return (p for p in self.pieces.values() if p.type.is_stack and self.contents.get(p.id))

    def decks(self) -> Iterator[Piece]:
        """Yield the decks."""
        return (piece for piece in self.pieces.values() if piece.type.is_deck)

    def members(self, owner_id: str) -> tuple[Piece, ...]:
        """Return the pieces in a stack or deck, from the bottom up."""
        return tuple(self.pieces[member] for member in self.contents.get(owner_id, ()))

    def deck_of(self, piece_id: str) -> Piece | None:
        """Return the deck that a piece is in, None if it is in none."""
        owner = self.pieces.get(self.parents.get(piece_id, ""))
        return owner if owner is not None and owner.type.is_deck else None

    def properties_of(self, piece_id: str) -> Mapping[str, str]:
        """Return a piece's properties as VASSAL's expressions would see them."""
        return piece_properties(self.pieces[piece_id], self.placement(piece_id), self._company(piece_id))

    def _company(self, piece_id: str) -> dict[str, str]:
        """Return the properties that describe a piece's stack, deck and mat."""
        owner = self.parents.get(piece_id, "")
        members = self.contents.get(owner, [piece_id])
        from_top = str(len(members) - members.index(piece_id)) if piece_id in members else "1"
        deck = self.deck_of(piece_id)
        company = {
            "StackPos": from_top,
            "StackSize": str(len(members)),
            "DeckName": deck.name if deck else "",
            "DeckPosition": from_top if deck else "0",
        }
        mat = self.pieces.get(next((t.state for t in self.pieces[piece_id].traits if t.id == "matPiece"), ""))
        if mat is not None:
            properties = piece_properties(mat)
            company.update({f"Current{name}": properties.get(name, "") for name in ("Mat", "MatID")})
            company["CurrentMat"] = properties.get("MatName", "")
        return company

    # changing

    def apply(self, command: Command) -> None:
        """Carry out one command. A command about an unknown piece does nothing, as in the engine."""
        handler = _HANDLERS.get(type(command))
        if handler:
            handler(self, command)

    def _add(self, command: AddPiece) -> None:
        self.limits.check("the number of pieces", "pieces", len(self.pieces) + 1)
        piece = self.reader.piece(command)
        if piece.id in self.pieces:
            self._take_away(piece.id)
        self.pieces[piece.id] = piece
        self._put(piece.id, piece.placement)
        if piece.type.is_stack or piece.type.is_deck:
            self._fill(piece.id, piece.members)

    def _put(self, piece_id: str, placement: Placement) -> None:
        """Put a piece at a place, in no stack or deck."""
        self._ground.put(piece_id, self.placements.get(piece_id), placement)
        self.placements[piece_id] = placement
        self._announce(piece_id)

    def _lift(self, piece_id: str) -> None:
        """Take a piece off the place where it is, if it is anywhere."""
        placement = self.placements.pop(piece_id, None)
        if placement is not None:
            self._ground.lift(piece_id, placement)
        self._orphans.discard(piece_id)

    def _announce(self, piece_id: str) -> None:
        """Tell the ground whether a thing on it takes moved pieces in, as the thing is now."""
        piece, placement = self.pieces[piece_id], self.placements[piece_id]
        self._ground.host(piece_id, placement, self._can_stack(piece), piece.type.is_deck)

    def _fill(self, owner_id: str, members: Iterable[str]) -> None:
        """Give a stack or deck its members, taking them from wherever they are; the last of two mentions counts."""
        wanted = [i for i in reversed(dict.fromkeys(reversed(list(members)))) if self._may_be_member(i)]
        kept = set(wanted)
        for former in self.contents.get(owner_id, ()):
            if former not in kept:
                del self.parents[former]
                self._put(former, self.placements[owner_id])
                self._orphans.add(former)
        self.contents.setdefault(owner_id, [])
        for member in wanted:
            if self.parents.get(member) != owner_id:
                self._leave(member)
                self._lift(member)
                self.parents[member] = owner_id
        self.contents[owner_id] = wanted
        self._announce(owner_id)

    def _may_be_member(self, piece_id: str) -> bool:
        piece = self.pieces.get(piece_id)
        return piece is not None and not piece.type.is_stack and not piece.type.is_deck

    def _insert(self, piece_id: str, owner_id: str, index: int) -> None:
        self._leave(piece_id)
        self._lift(piece_id)
        self.contents[owner_id].insert(index, piece_id)
        self.parents[piece_id] = owner_id
        self._announce(owner_id)

    def _leave(self, piece_id: str) -> Placement | None:
        """Take a piece out of its stack or deck and return where that is, None if it is in none."""
        owner = self.parents.pop(piece_id, None)
        if owner is None:
            return None
        self.contents[owner].remove(piece_id)
        self._announce(owner)
        return self.placements[owner]

    def _detach(self, piece_id: str) -> None:
        """Take a piece out of its stack or deck; it stays at its place as a loose piece."""
        placement = self._leave(piece_id)
        if placement is not None:
            self._put(piece_id, placement)

    def _remove(self, command: RemovePiece) -> None:
        if command.id in self.pieces:
            self._take_away(command.id)

    def _take_away(self, piece_id: str) -> None:
        """Take a piece out of the game; the members of a stack or deck stay at its place."""
        self._detach(piece_id)
        for member in self.contents.pop(piece_id, []):
            del self.parents[member]
            self._put(member, self.placements[piece_id])
            self._orphans.add(member)
        self._lift(piece_id)
        del self.pieces[piece_id]
        self._placed.pop(piece_id, None)

    def _change(self, command: ChangePiece) -> None:
        piece = self.pieces.get(command.id)
        if piece is None:
            return
        if piece.type.is_stack:
            self._change_stack(piece, command)
        elif piece.type.is_deck:
            changed = self.pieces[piece.id] = piece.with_state(command.state)
            self._put(piece.id, changed.placement)
            self._fill(piece.id, changed.members)
        else:
            self._count_change(piece)
            self.pieces[piece.id] = _merged(piece, command)
            new = piece.with_state(command.state)
            if command.old_state is None or new.basic_state != piece.with_state(command.old_state).basic_state:
                self._follow_state(new)

    def _count_change(self, piece: Piece) -> None:
        """Count a change of a piece, which costs as much as the piece's state is long, however short its text."""
        self._rewritten += len(piece.state)
        self.limits.check("the size of the states that changes rewrite", "text_bytes", self._rewritten)

    def _follow_state(self, piece: Piece) -> None:
        """Put a piece where its changed state says, if that is another place for the engine.

        In a stack, the stack's place counts as long as the map is the same; old engines have no
        map at all in the state of a stacked piece.
        """
        where = piece.placement
        if piece.id not in self.parents:
            self._put(piece.id, where)
        elif where.map not in (None, self.placement(piece.id).map):
            self._detach(piece.id)
            self._put(piece.id, where)

    def _change_stack(self, stack: Piece, command: ChangePiece) -> None:
        changed = stack.with_state(command.state)
        members: Sequence[str] = changed.members
        if command.old_state is not None:
            members = _merged_members(self.contents[stack.id], stack.with_state(command.old_state).members, members)
        self.pieces[stack.id] = changed
        self._put(stack.id, changed.placement)
        self._fill(stack.id, members)

    def _move(self, command: MovePiece) -> None:
        piece = self.pieces.get(command.id)
        x, y = integer(command.x), integer(command.y)
        if piece is None or x is None or y is None:
            return
        if command.map in ("", NO_MAP):
            self._detach(piece.id)
            self._put(piece.id, Placement(None, x, y))
            return
        target = Placement(command.map, x, y)
        under = command.under if command.under != NO_MAP else None
        if under is not None and under in self.pieces and self.placement(under) == target:
            self._merge_above(piece, under)
        elif (host := self._host_at(target, piece)) is not None:
            self._merge_into(piece, host)
        else:
            self._place(piece, target)
        if under is None and piece.id in self.parents:
            self._insert(piece.id, self.parents[piece.id], 0)

    def _host_at(self, target: Placement, piece: Piece) -> str | None:
        """Find what a moved piece joins at its new place: a deck, a stack or a loose piece, the lowest first.

        The piece itself, if it is there already, counts like any other: then it stays.
        """
        return self._ground.lowest_host(target, only_decks=not self._can_stack(piece))

    def _can_stack(self, piece: Piece) -> bool:
        """Return whether a piece, or the top piece of a stack, forms stacks."""
        if piece.type.is_stack:
            members = self.contents.get(piece.id, [])
            return bool(members) and not never_stacks(self.pieces[members[-1]])
        return piece.type.is_deck or not never_stacks(piece)

    def _merge_into(self, piece: Piece, host_id: str) -> None:
        members = self.contents.get(host_id)
        if host_id != piece.id:
            self._merge_above(piece, members[-1] if members else host_id)

    def _merge_above(self, piece: Piece, under: str) -> None:
        """Put a piece, or all members of a stack, directly above the piece *under*."""
        owner = self.parents.get(under)
        if piece.id in (under, owner):
            return
        if owner is None:
            owner = under if under in self.contents else self._new_stack(under)
        members = self.contents[owner]
        index = members.index(under) + 1 if under != owner else len(members)
        if piece.id in self.contents:
            self._pour(piece.id, owner, index)
            return
        if self.parents.get(piece.id) == owner and members.index(piece.id) < index:
            index -= 1
        self._insert(piece.id, owner, index)

    def _pour(self, former_id: str, owner_id: str, index: int) -> None:
        """Put all members of one stack or deck into another one."""
        self._poured += len(self.contents[former_id])
        self.limits.check("the number of pieces moved with their stacks", "pieces", self._poured)
        moving, self.contents[former_id] = self.contents[former_id], []
        self.contents[owner_id][index:index] = moving
        self.parents.update(dict.fromkeys(moving, owner_id))
        self._announce(former_id)
        self._announce(owner_id)

    def _new_stack(self, piece_id: str) -> str:
        """Put a loose piece into a stack of its own, as the engine does before merging."""
        stack_id = f"stack-of-{piece_id}"
        while stack_id in self.pieces and not self._is_spent(stack_id):
            stack_id += "+"
        placement = self.placements[piece_id]
        state = sequence.encode([placement.map or NO_MAP, str(placement.x), str(placement.y)], ";")
        self._add(AddPiece(stack_id, "stack", state))
        self._insert(piece_id, stack_id, 0)
        return stack_id

    def _is_spent(self, stack_id: str) -> bool:
        return self.pieces[stack_id].type.is_stack and not self.contents[stack_id]

    def _place(self, piece: Piece, target: Placement) -> None:
        """Put a piece down where nothing takes it in; a loose one gets a stack of its own."""
        loose = not (piece.id in self.parents or piece.id in self._orphans or piece.id in self.contents)
        self._orphans.discard(piece.id)
        self._detach(piece.id)
        self._put(piece.id, target)
        if loose and not never_stacks(piece):
            self._new_stack(piece.id)

    def _set_global(self, command: GlobalProperty) -> None:
        self.properties[command.container or "", command.name] = command.value or ""

    def _set_mutable(self, command: MutableProperty) -> None:
        self.properties[command.container or "", command.name] = command.new or ""

    def _set_turn(self, command: TurnState) -> None:
        self.turns[command.tracker] = command.state

    def _set_player(self, command: Player) -> None:
        self.players[command.id] = PlayerEntry(command.id, command.name or "", command.side or "")

    def _remove_player(self, command: RemovePlayer) -> None:
        self.players.pop(command.id, None)

    def _set_boards(self, command: BoardPicker) -> None:
        self.boards[command.map] = command.boards

    def _set_note(self, command: ScenarioNotes | PublicNotes | PrivateNote | DelayedNote) -> None:
        key = " ".join(filter(None, (command.NAME, getattr(command, "owner", ""), getattr(command, "name", ""))))
        self.notes[key] = command.text or ""

    # writing

    def placed_piece(self, piece_id: str) -> Piece:
        """Return a piece whose own state says where it is and, for a stack or deck, what is in it."""
        piece = self.pieces[piece_id]
        where = self.placement(piece_id)
        place = [where.map or NO_MAP, str(where.x), str(where.y)]
        fields = sequence.decode(piece.trait_states[-1], ";")
        if piece.type.is_stack:
            layer = [field for field in fields[3:] if field.startswith("@@")]
            return piece.with_basic_fields([*place, *self.contents[piece_id], *layer[:1]])
        if piece.type.is_deck:
            members = sequence.encode(self.contents[piece_id], ",")
            return piece.with_basic_fields([*place, *(fields[3:4] or ["false"]), members])
        return piece if fields[:3] == place else piece.with_basic_fields([*place, *fields[3:]])

    def placed_unit(self, piece_id: str) -> Piece:
        """Return a piece that is no stack or deck, with its place in its state; the same one while nothing changes."""
        piece, where = self.pieces[piece_id], self.placement(piece_id)
        known = self._placed.get(piece_id)
        if known is None or known[0] is not piece or known[1] != where:
            known = self._placed[piece_id] = piece, where, self.placed_piece(piece_id)
        return known[2]


def placed_units(table: Table) -> dict[str, Piece]:
    """Return all pieces that are neither stacks nor decks by id, each with its place in its own state."""
    return {piece.id: table.placed_unit(piece.id) for piece in table.units()}


def _merged_members(current: Iterable[str], before: Iterable[str], after: Sequence[str]) -> list[str]:
    """Return a stack's new members, and among them those that it had gained without the change knowing.

    Each of these follows the member that it is on, or comes to the bottom if that member has gone.
    """
    kept, known = set(after), {*before, *after}
    bottom: list[list[str]] = []
    above: dict[str, list[str]] = {}
    run: list[str] | None = None
    below = ""
    for member in current:
        if member in known:
            below, run = member, None
            continue
        if run is None:
            run = []
            if below in kept:
                above[below] = run
            else:
                bottom.append(run)
        run.append(member)
    merged = [member for unknown in reversed(bottom) for member in unknown]
    for member in after:
        merged.append(member)
        merged += above.pop(member, ())
    return merged


def _merged(piece: Piece, command: ChangePiece) -> Piece:
    """Apply a change trait by trait: only the levels that it changes take their new state."""
    new = piece.with_state(command.state)
    if command.old_state is None:
        return new
    old = piece.with_state(command.old_state)
    states = [
        after if after != before else now
        for now, before, after in zip(piece.trait_states, old.trait_states, new.trait_states, strict=True)
    ]
    return piece.with_state(join_chain(states))


_HANDLERS: dict[type[Command], Callable[[Table, Any], None]] = {
    AddPiece: Table._add,
    RemovePiece: Table._remove,
    ChangePiece: Table._change,
    MovePiece: Table._move,
    GlobalProperty: Table._set_global,
    MutableProperty: Table._set_mutable,
    TurnState: Table._set_turn,
    Player: Table._set_player,
    RemovePlayer: Table._remove_player,
    BoardPicker: Table._set_boards,
    ScenarioNotes: Table._set_note,
    PublicNotes: Table._set_note,
    PrivateNote: Table._set_note,
    DelayedNote: Table._set_note,
}
