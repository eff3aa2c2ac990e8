"""The differences between two positions as text and as JSON (``schema/diff.schema.json``)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from ..vassal.pieces import Placement
from ..vassal.replay import Fact, PieceChanged, PieceCreated, PieceMoved, PieceRemoved
from ..vassal.saved_game import SavedGame
from .audit_text import header_line
from .safe_text import count, one_line
from .wording import Pieces, Wording

__all__ = ["diff_document", "diff_lines"]

FORMAT = 1
_OTHER = "other"
_SECTIONS: tuple[tuple[str, str, type[Fact]], ...] = (
    ("moved", "Moved", PieceMoved),
    ("changed", "Changed", PieceChanged),
    ("created", "New", PieceCreated),
    ("removed", "Gone", PieceRemoved),
)
"""Name in the JSON form, heading, kind of fact; all other facts come last."""


def _by_section(facts: Sequence[Fact]) -> Iterator[tuple[str, str, list[Fact]]]:
    kinds = tuple(kind for _name, _heading, kind in _SECTIONS)
    for name, heading, kind in _SECTIONS:
        yield name, heading, [fact for fact in facts if isinstance(fact, kind)]
    yield _OTHER, "Other", [fact for fact in facts if not isinstance(fact, kinds)]


def diff_lines(
    first: SavedGame, second: SavedGame, facts: Sequence[Fact], wording: Wording, before: Pieces, same: bool
) -> Iterator[str]:
    """Yield the differences line by line; *before* has the first file's pieces, *same* says whether it is one game."""
    yield f"A  {header_line(first)}"
    yield f"B  {header_line(second)}"
    if not same:
        yield "The two have no pieces in common: they are different games, or one was set up again."
    if not facts:
        yield "Nothing differs."
        return
    total = 0
    for _name, heading, some in _by_section(facts):
        lines = wording.differences(some, before=before)
        total += len(lines)
        if lines:
            yield ""
            yield f"{heading} ({len(lines)})"
            yield from (f"  {line}" for line in lines)
    yield ""
    yield count(total, "difference")


def diff_document(
    first: SavedGame, second: SavedGame, facts: Sequence[Fact], wording: Wording, before: Pieces, same: bool
) -> dict[str, Any]:
    """Return the differences as a JSON document; arguments as for :func:`diff_lines`."""
    document: dict[str, Any] = {
        "format": FORMAT, "kind": "diff", "files": [first.file, second.file], "same_game": same,
    }  # fmt: skip
    for name, _heading, some in _by_section(facts):
        entries = [_entry(fact, wording, before) for fact in some]
        # the order of the pieces' ids would tell which face-down counter is which
        document[name] = sorted(entries, key=json.dumps) if name != _OTHER else entries
    return document


def _entry(fact: Fact, wording: Wording, before: Pieces) -> dict[str, Any]:
    entry: dict[str, Any] = {"words": wording.differences([fact], before=before)}
    if not isinstance(fact, PieceMoved | PieceChanged | PieceCreated | PieceRemoved):
        return entry
    viewer = wording.viewer
    # the id of a piece that the reader may not know would reveal which one it is
    entry["piece"] = {"id": fact.piece.id if viewer.sees(fact.piece) else None, "name": wording.name(fact.piece)}
    if isinstance(fact, PieceMoved):
        if viewer.sees_place(before.get(fact.piece.id, fact.piece)):
            entry["from"] = _place(fact.origin, fact.origin_deck, wording)
        if viewer.sees_place(fact.piece):
            entry["to"] = _place(fact.target, fact.target_deck, wording)
    elif isinstance(fact, PieceCreated | PieceRemoved):
        if viewer.sees_place(fact.piece):
            entry["at"] = _place(fact.placement, None, wording)
    elif viewer.sees(fact.piece) and viewer.sees(fact.before):
        entry["changes"] = [
            {"property": one_line(c.name or c.trait), "trait": c.trait, "old": one_line(c.old), "new": one_line(c.new)}
            for c in fact.changes
        ]
    return entry


def _place(placement: Placement, deck: str | None, wording: Wording) -> dict[str, Any]:
    return {
        "map": placement.map, "x": placement.x, "y": placement.y, "deck": deck,
        "location": wording.locator.name(placement),
    }  # fmt: skip
