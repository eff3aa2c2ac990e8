"""The chat lines that a map makes of moves on it, as the engine words them (vassal-files.md 4.3 and 5.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from .location_format import expand
from .pieces import Piece, Placement
from .properties import hidden_by, masked_by, piece_name

__all__ = ["MapReports", "move_lines", "public_name"]

_HIDDEN = "?"


@dataclass(frozen=True, slots=True)
class MapReports:
    """The reports of a map of the module on moves on it; an empty format says nothing."""

    within: str = ""
    """``moveWithinFormat``: from one place of the map to another."""
    to: str = ""
    """``moveToFormat``: from another map."""
    created: str = ""
    """``createFormat``: from the palette."""
    mark_moved: bool = True
    """True if pieces that can be marked as moved are marked."""


def move_lines(
    moved: Sequence[tuple[Piece, Placement]],
    target: Placement,
    reports: MapReports,
    location: Callable[[Placement], str],
    values: Mapping[str, str],
) -> Iterator[str]:
    """Yield the lines about pieces that came from somewhere to *target*, first of those that all can see.

    *location* names a place, *values* are further properties that the map's formats may name. Pieces
    that came from the same place share a line.
    """
    for hidden in (False, True):
        names: dict[Placement, list[str]] = {}
        for piece, origin in moved:
            if (hidden_by(piece) is not None) == hidden:
                names.setdefault(origin, []).append(_HIDDEN if hidden else public_name(piece))
        for origin, pieces in names.items():
            format_, told = _told(pieces, origin, target, reports, (lambda _place: _HIDDEN) if hidden else location)
            line = expand(format_, {**values, **told}, keep_unknown=False)
            if line:
                yield f"* {line}"


def _told(
    names: list[str], origin: Placement, target: Placement, reports: MapReports, location: Callable[[Placement], str]
) -> tuple[str, dict[str, str]]:
    """Return the format for a move and what it may name."""
    told = {"pieceName": ", ".join(names), "pieceCount": str(len(names)), "mapName": target.map or "",
            "location": location(target)}  # fmt: skip
    if origin.map is None:
        return reports.created, told
    told |= {"previousMap": origin.map, "previousLocation": location(origin)}
    return reports.within if origin.map == target.map else reports.to, told


def public_name(piece: Piece) -> str:
    """Return the name that a piece has for everybody: a masked one that of its mask."""
    if masked_by(piece) is None:
        return piece_name(piece)
    return next(trait.type.text_field("mask_name") or _HIDDEN for trait in piece.traits if trait.id == "obs")
