"""The differences between two positions of a game, in the same terms as the facts of a step."""

from __future__ import annotations

from collections.abc import Iterator

from .piece_changes import lasting_changes
from .replay import (
    DeckChanged,
    Fact,
    NotesChanged,
    PieceChanged,
    PieceCreated,
    PieceMoved,
    PieceRemoved,
    PropertyChanged,
    RosterChanged,
    StackReordered,
    TurnChanged,
    deck_name,
    face_down,
)
from .table import Table, placed_units

__all__ = ["compare_tables", "same_game"]


def compare_tables(before: Table, after: Table) -> tuple[Fact, ...]:
    """Return the facts that lead from one position to the other.

    Pieces are the same if their ids are. Global properties count only where both positions have
    them, since many live in a log only. Empty stacks and the engine's bookkeeping do not count,
    nor what engines change in a piece without telling (:func:`lasting_changes`).
    """
    return (
        *_pieces(before, after),
        *_stack_orders(before, after),
        *_decks(before, after),
        *_properties(before, after),
        *_turns(before, after),
        *_roster(before, after),
        *_notes(before, after),
    )


def same_game(before: Table, after: Table) -> bool:
    """Return whether the two positions have any piece in common, or no pieces at all."""
    first = {piece.id for piece in before.units()}
    second = {piece.id for piece in after.units()}
    return bool(first & second) or not (first or second)


def _pieces(before: Table, after: Table) -> Iterator[Fact]:
    later = placed_units(after)
    for piece in placed_units(before).values():
        other = later.get(piece.id)
        if other is None:
            yield PieceRemoved(piece, before.placement(piece.id))
            continue
        places = before.placement(piece.id), after.placement(piece.id)
        decks = deck_name(before, piece.id), deck_name(after, piece.id)
        if places[0] != places[1] or decks[0] != decks[1]:
            yield PieceMoved(other, *places, *decks, None)
        changes = lasting_changes(piece, other)
        if changes:
            yield PieceChanged(other, piece, changes)
    for piece in later.values():
        if piece.id not in before.pieces:
            yield PieceCreated(piece, after.placement(piece.id))


def _stack_orders(before: Table, after: Table) -> Iterator[StackReordered]:
    for stack in after.stacks():
        members = tuple(after.contents[stack.id])
        owners = {before.parents.get(member) for member in members}
        owner = owners.pop()
        if owners or owner is None:
            continue
        former = tuple(member for member in before.contents[owner] if member in members)
        if former != members and before.placement(owner) == after.placement(stack.id):
            yield StackReordered(after.placement(stack.id), former, members)


def _decks(before: Table, after: Table) -> Iterator[Fact]:
    for deck in after.decks():
        other = before.pieces.get(deck.id)
        if other is None:
            yield PieceCreated(deck, after.placement(deck.id))
            continue
        members = before.contents[deck.id], after.contents[deck.id]
        shuffled = deck.type.basic.text_field("shuffle_option") == "Always"
        reordered = not shuffled and members[0] != members[1] and sorted(members[0]) == sorted(members[1])
        faces = face_down(other), face_down(deck)
        if reordered or faces[0] != faces[1]:
            yield DeckChanged(deck, reordered, faces[1] if faces[0] != faces[1] else None)
    for deck in before.decks():
        if deck.id not in after.pieces:
            yield PieceRemoved(deck, before.placement(deck.id))


def _properties(before: Table, after: Table) -> Iterator[PropertyChanged]:
    for key in sorted(before.properties.keys() & after.properties.keys()):
        old, new = before.properties[key], after.properties[key]
        if old != new:
            yield PropertyChanged(key[1], key[0], old, new)


def _turns(before: Table, after: Table) -> Iterator[TurnChanged]:
    for tracker, state in after.turns.items():
        old = before.turns.get(tracker)
        if old is not None and old != state:
            yield TurnChanged(tracker, old, state)


def _roster(before: Table, after: Table) -> Iterator[RosterChanged]:
    for player_id in {**before.players, **after.players}:
        entries = before.players.get(player_id), after.players.get(player_id)
        if entries[0] != entries[1]:
            yield RosterChanged(*entries)


def _notes(before: Table, after: Table) -> Iterator[NotesChanged]:
    for kind in sorted({**before.notes, **after.notes}):
        if before.notes.get(kind, "") != after.notes.get(kind, ""):
            yield NotesChanged(kind.partition(" ")[0])
