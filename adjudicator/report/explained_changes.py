"""The changes of a step that the module's own line in the chat says already, so that a report need not repeat them.

Many modules report an action as ``piece in place: new state``. Where such a line names the piece and ends with the
words that one of its properties changed to, the line says the change. A number says nothing of what it counts, so
that a change to a number is always reported.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ..vassal.piece_changes import PropertyChange
from ..vassal.pieces import Piece
from ..vassal.properties import masked_by, piece_name
from ..vassal.replay import Fact, PieceChanged
from ..vassal.trait_table import TRAIT_KINDS
from ..viewing.viewer import Viewer
from .safe_text import short_text

__all__ = ["untold_facts"]

_SPOKEN = frozenset(TRAIT_KINDS[kind].title for kind in ("PROP", "label"))
"""The traits whose values are a module's own words."""
_FRAME = " *"
"""The characters around the lines of many modules."""
_WORDS = re.compile(r"[^\W\d_]{2}")
"""The pattern that a value must contain to count as words."""
_TRUTHS = ("true", "false")


def untold_facts(facts: Sequence[Fact], lines: Sequence[str], viewer: Viewer) -> list[Fact]:
    """Return the facts without the changes of properties that one of the lines says already.

    *lines* are the module's own, as they are shown; a player can write what he likes.
    """
    reports = [line.strip(_FRAME).rpartition(": ") for line in lines]
    untold: list[Fact] = []
    for fact in facts:
        if isinstance(fact, PieceChanged) and viewer.sees(fact.before) and viewer.sees(fact.piece):
            names = _names(fact.piece, viewer) | _names(fact.before, viewer)
            tails = [tail for head, _colon, tail in reports if any(_names_it(head, name) for name in names)]
            changes = tuple(change for change in fact.changes if not _is_told(change, tails))
            if changes:
                untold.append(replace(fact, changes=changes))
        else:
            untold.append(fact)
    return untold


def _names(piece: Piece, viewer: Viewer) -> set[str]:
    """Return what a module's line may call a piece."""
    covers = piece.traits if masked_by(piece) is not None else ()
    masks = (trait.type.text_field("mask_name") for trait in covers if trait.id == "obs")
    return {name for name in (piece_name(piece), short_text(viewer.piece_name(piece)), *masks) if name.strip()}


def _names_it(head: str, name: str) -> bool:
    """Return whether a name is in a text by itself and not within another name."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", head) is not None


def _is_told(change: PropertyChange, tails: Sequence[str]) -> bool:
    value = change.new.strip()
    return change.trait in _SPOKEN and bool(_WORDS.search(value)) and value not in _TRUTHS and value in tails
