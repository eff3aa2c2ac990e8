"""The differences between two states of one piece, and which of them the engine may have made without a command.

Some of a piece's state is no part of the game, and each player's engine keeps it for himself:

* A layer that follows a property gets its level when the counter is drawn; the property is what counts. Whether the
  layer is active is a state of its own.
* A movement trail gets points, begins again and is shown or hidden when a piece is drawn, on one screen alone.
* The place that a piece sent away goes back to is never forgotten by an engine that replays that it was.
* Old engines set and take off the mark of having moved when a piece is put on a map and when a move is undone.
* The cards of a face-down deck are masked for nobody, and unmasked.
* A later release writes the fields that it has added, with their defaults (:mod:`.trait_meaning`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass

from .pieces import Piece
from .properties import follows_property, layer_level, masked_by, trait_properties
from .trait_meaning import other_traits, same_piece_type, same_state
from .trait_table import TRAIT_KINDS
from .traits import Trait

__all__ = [
    "MOVED_MARK",
    "SENDING",
    "TRAIL",
    "PropertyChange",
    "is_lasting",
    "lasting_changes",
    "lasting_state",
    "property_changes",
    "told_changes",
]

TRAIL = TRAIT_KINDS["footprint"].title
MOVED_MARK = TRAIT_KINDS["markmoved"].title
SENDING = frozenset(TRAIT_KINDS[kind].title for kind in ("sendto", "tdcsendto"))
"""The traits that remember a place to go back to."""
_KEPT_BY_EACH = frozenset({TRAIL, *SENDING})
_MASK = TRAIT_KINDS["obs"].title
_NOBODY = "nobody"
"""The engine's word for the owner of a card that a face-down deck masks."""


@dataclass(frozen=True, slots=True)
class PropertyChange:
    """One property of a piece changed; *trait* is the title of the trait it comes from."""

    name: str
    old: str
    new: str
    trait: str


def property_changes(before: Piece, after: Piece) -> tuple[PropertyChange, ...]:
    """Return what differs between two states of one piece, trait by trait, places and bookkeeping left out.

    The drawn level of a layer that follows a property is left out too.
    """
    if before is after or (before.type is after.type and before.state == after.state):
        return ()
    if before.type is not after.type and not same_piece_type(before.type, after.type):
        return (_other_type(before, after),)
    changes: list[PropertyChange] = []
    for old, new in _levels_that_differ(before, after):
        if not (old.type.kind and old.type.kind.basic) and not _only_drawn(old, new):
            changes += _trait_changes(old, new)
    return tuple(changes)


def _levels_that_differ(before: Piece, after: Piece) -> Iterator[tuple[Trait, Trait]]:
    """Yield the levels of two pieces with the same traits that are in another state."""
    states = zip(before.trait_states, after.trait_states, strict=True)
    for at, (old, new) in enumerate(states):
        if old != new:
            yield Trait(before.type.traits[at], old), Trait(after.type.traits[at], new)


def is_lasting(change: PropertyChange) -> bool:
    """Return whether a change is one of the game and not of what each player's engine keeps for himself."""
    return change.trait not in _KEPT_BY_EACH


def lasting_changes(before: Piece, after: Piece) -> tuple[PropertyChange, ...]:
    """Return what differs between a piece in two files, without what each player's engine keeps for himself.

    Nothing that a player could gain by is left out: where a piece is, its properties and masks always count.
    """
    return tuple(filter(is_lasting, property_changes(before, after)))


def lasting_state(piece: Piece) -> tuple[Hashable, ...]:
    """Return what of a piece's state is one of the game: the same wherever :func:`told_changes` finds nothing.

    Pieces of several releases may differ here and mean the same all the same; places are left out.
    """
    traits = (Trait(type_, state) for type_, state in zip(piece.type.traits, piece.trait_states, strict=True))
    return tuple(_lasting_state(each) for each in traits if not _is_kept_by_engine(each))


def _is_kept_by_engine(trait: Trait) -> bool:
    return trait.type.title in _KEPT_BY_EACH | {MOVED_MARK} or bool(trait.type.kind and trait.type.kind.basic)


def _lasting_state(trait: Trait) -> Hashable:
    if follows_property(trait):
        return layer_level(trait) > 0
    return tuple(sorted(trait_properties(trait).items())) or trait.state


def told_changes(before: Piece, after: Piece) -> tuple[PropertyChange, ...]:
    """Return what differs between two states of a piece that every engine changes by commands only."""
    changes = lasting_changes(before, after)
    if not changes:
        return ()
    masked_for_nobody = {masked_by(before) or "", masked_by(after) or ""} == {"", _NOBODY}
    return tuple(
        change for change in changes
        if change.trait != MOVED_MARK and not (change.trait == _MASK and masked_for_nobody)
    )  # fmt: skip


def _other_type(before: Piece, after: Piece) -> PropertyChange:
    """Return the change of a piece that has become another one; if it has kept its name, with the differing traits."""
    traits = ", ".join(other_traits(before.type, after.type))
    new = after.name if after.name != before.name or not traits else f"{after.name} with another {traits}"
    return PropertyChange("type", before.name, new, "Piece")


def _only_drawn(old: Trait, new: Trait) -> bool:
    """Return whether only the level of a layer differs that follows a property."""
    return follows_property(new) and (layer_level(old) > 0) == (layer_level(new) > 0)


def _trait_changes(old: Trait, new: Trait) -> Iterator[PropertyChange]:
    before, after = trait_properties(old), trait_properties(new)
    names = [name for name in after if before.get(name) != after[name]]
    names += [name for name in before if name not in after]
    for name in names:
        yield PropertyChange(name, before.get(name, ""), after.get(name, ""), new.type.title)
    if not after and not before and not same_state(old, new):
        yield PropertyChange(new.label, old.state, new.state, new.type.title)
