"""New states for single traits of a piece, by the trait's name and a plain value (vassal-files.md 3.3 to 3.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from . import sequence
from .commands import integer
from .errors import BuildingError
from .pieces import Piece
from .traits import Trait

__all__ = ["changed_state", "find_sender", "find_trait", "never_moves", "never_stacks"]

_NOBODY = "null"
_NO_OPTIONS = "|0"


def find_trait(piece: Piece, name: str) -> int:
    """Return the index of the outermost trait with a name: the layer's, the property's, or the trait's kind.

    Raises BuildingError if there is none.
    """
    for index, trait in enumerate(piece.traits):
        if name in (trait.label, trait.id):
            return index
    raise BuildingError("the piece has no such trait", place=f"piece {piece.name!r}", found=name)


def find_sender(piece: Piece, zone: str) -> int:
    """Return the index of the outermost trait that sends a piece to a zone. Raises BuildingError if there is none."""
    for index, trait in enumerate(piece.traits):
        fields = trait.type
        if trait.id == "sendto" and (fields.text_field("destination"), fields.text_field("zone")) == ("Z", zone):
            return index
    raise BuildingError("the piece cannot be sent there", place=f"piece {piece.name!r}", found=zone)


def changed_state(trait: Trait, value: str) -> str:
    """Return the state that a trait has with a value.

    *value* is the text of a dynamic property or a label, the level of a layer (negative for an inactive
    one), the facing of a rotation (counted from 0), ``true`` or ``false`` for a mark or an area, and the
    owner of a mask or of an invisible piece, empty for none. Raises BuildingError for a value that the
    trait cannot have and for a trait that has none.
    """
    writer = _WRITERS.get(trait.id)
    if writer is None:
        raise BuildingError("this kind of trait has nothing to change", place=trait.type.title)
    return writer(trait, value)


def never_stacks(piece: Piece) -> bool:
    """Return whether a piece keeps out of stacks."""
    return any(
        trait.id == "mat" or (trait.id == "immob" and trait.type.text_field("stack") == "R") for trait in piece.traits
    )


def never_moves(piece: Piece) -> bool:
    """Return whether no hand can drag a piece."""
    return any(trait.id == "immob" and trait.type.text_field("move") == "V" for trait in piece.traits)


def _text(_trait: Trait, value: str) -> str:
    return value


def _layer(trait: Trait, value: str) -> str:
    level, count = integer(value), len(trait.type.items("images"))
    if level is None or not 1 <= abs(level) <= count:
        raise BuildingError(
            "the layer has no such level",
            place=f"layer {trait.label!r}",
            found=value,
            expected=f"1 to {count}, or -1 to -{count}",
        )
    return str(level)


def _facing(trait: Trait, value: str) -> str:
    facing, count = integer(value), trait.type.integer("facings", 1)
    if facing is None or not 0 <= facing < max(count, 360 if count == 1 else 0):
        raise BuildingError("the piece cannot turn that way", place=f"rotation {trait.label!r}", found=value)
    return str(facing)


def _truth(trait: Trait, value: str) -> str:
    if value not in ("true", "false"):
        raise BuildingError("this is neither true nor false", place=trait.type.title, found=value)
    return value


def _mask(_trait: Trait, value: str) -> str:
    return sequence.encode([value, _NO_OPTIONS] if value else [_NOBODY, ""], ";")


def _invisible(_trait: Trait, value: str) -> str:
    return value or _NOBODY


_WRITERS: Mapping[str, Callable[[Trait, str], str]] = {
    "PROP": _text,
    "label": _text,
    "emb2": _layer,
    "rotate": _facing,
    "markmoved": _truth,
    "AreaOfEffect": _truth,
    "obs": _mask,
    "hide": _invisible,
}
