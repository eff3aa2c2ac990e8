"""Prototypes put into the pieces that use them, as the engine does it (vassal-files.md 3.1, 3.3).

A *Use Prototype* trait is replaced by the traits of the prototype, in its place; comments go away. A trait
that gives parameters has every ``$name$`` in the prototype's definition replaced first, also those
that were meant for a report: what is no parameter loses its dollar signs, as in the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from . import sequence
from .errors import ModuleError
from .limits import DEFAULT_LIMITS, Limits
from .location_format import expand
from .pieces import Piece, PieceReader, join_chain

__all__ = ["expand_prototypes"]

_USE_PROTOTYPE = "prototype"
_COMMENT = "cmt"


def expand_prototypes(definition: Piece | str, prototypes: Mapping[str, str], limits: Limits = DEFAULT_LIMITS) -> Piece:
    """Return a piece without *Use Prototype* and *Comment* traits.

    *definition* is a piece or a definition's text (``+/null/type/state``), *prototypes* the texts of
    the prototypes' definitions by name. Raises ModuleError for a prototype that does not exist or that
    uses itself, StreamError for a text that is no definition, LimitExceeded for too many traits.
    """
    expansion = _Expansion(prototypes, limits, PieceReader(limits))
    piece = expansion.reader.definition(definition) if isinstance(definition, str) else definition
    levels = [*expansion.levels(piece, ()), (piece.type.basic.text, piece.trait_states[-1])]
    types, states = zip(*levels, strict=True)
    return Piece(piece.id, expansion.reader.piece_type(join_chain(types)), join_chain(states))


@dataclass
class _Expansion:
    """The expansion of one piece."""

    prototypes: Mapping[str, str]
    limits: Limits
    reader: PieceReader
    count: int = field(default=0, init=False)
    """The traits met so far, which bounds prototypes that grow each other."""

    def levels(self, piece: Piece, path: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        """Yield type and state of each trait; *path* names the prototypes that we are in."""
        self.limits.check("the depth of prototypes within prototypes", "nesting", len(path))
        for trait in piece.traits:
            self.count += 1
            self.limits.check("the number of a piece's traits", "traits", self.count)
            if trait.id == _USE_PROTOTYPE:
                name, text = self._definition(trait.type.text, path)
                yield from self.levels(self.reader.definition(text), (*path, name))
            elif trait.id != _COMMENT:
                yield trait.type.text, trait.state

    def _definition(self, trait_type: str, path: tuple[str, ...]) -> tuple[str, str]:
        """Return a prototype's name and its definition with the trait's parameters put in."""
        name, *rest = sequence.decode(trait_type.partition(";")[2], ";")
        place = " in ".join(f"prototype {entry!r}" for entry in reversed(path))
        if name in path:
            raise ModuleError("a prototype uses itself", place=place, found=name)
        if name not in self.prototypes:
            raise ModuleError("no such prototype", place=place, found=name)
        text = self.prototypes[name]
        if rest:
            text = expand(text, _parameters(rest[0]), keep_unknown=True)
            self.limits.check("the size of a prototype", "text_bytes", len(text), place=f"prototype {name!r}")
        return name, text


def _parameters(text: str) -> dict[str, str]:
    """Read a list of ``name=value``; an entry without a value is none."""
    pairs = (sequence.decode(entry, "=") for entry in sequence.decode(text, ","))
    return {pair[0]: pair[1] for pair in pairs if len(pair) > 1}
