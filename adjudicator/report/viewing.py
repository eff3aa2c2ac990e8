"""What a reader may see of a game: masked and hidden pieces are taken out in this one place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..vassal import sequence
from ..vassal.pieces import Piece
from ..vassal.properties import hidden_by, masked_by, piece_name
from ..vassal.table import PlayerEntry
from .plain import short_text

__all__ = ["HIDDEN_PIECE", "Viewer"]

HIDDEN_PIECE = "a hidden piece"
_MASKED_PIECE = "a masked piece"
_PRIVATE_PIECE = "a piece out of sight"
_MODULE_MASKS = ("conceal",)
"""Traits of modules that mask a piece as VASSAL's own does, their owner first in the state: VASL's concealment."""
_NOBODY = ("", "null")
_UNNAMED = "a piece without a name"


@dataclass(frozen=True)
class Viewer:
    """A reader: the referee, who sees everything, a side, or (neither) somebody who sees what all see."""

    referee: bool = False
    side: str = ""
    players: dict[str, PlayerEntry] = field(default_factory=dict)
    """The roster, which tells the side of a player who masked something."""
    private_maps: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The sides that may look at each private map, by the map's name."""

    def _is_own(self, owner: str | None) -> bool:
        if owner is None or self.referee:
            return True
        entry = self.players.get(owner)
        return bool(self.side) and self.side.casefold() in (owner.casefold(), entry.side.casefold() if entry else "")

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that somebody in the roster plays."""
        return tuple(dict.fromkeys(entry.side for entry in self.players.values() if entry.side))

    @property
    def is_known(self) -> bool:
        """Whether somebody in the roster plays the reader's side."""
        return self.side.casefold() in [side.casefold() for side in self.sides]

    def sees_place(self, piece: Piece) -> bool:
        """Tell whether the reader may know where a piece is, and that it is there."""
        return self._is_own(hidden_by(piece))

    def sees(self, piece: Piece) -> bool:
        """Tell whether the reader may know what a piece is; the piece's state has to say where it is."""
        return self.sees_place(piece) and self._is_own(_masked_by(piece)) and not self._is_private(piece)

    def _is_private(self, piece: Piece) -> bool:
        """Tell whether a piece lies on a private map that is not the reader's."""
        owners = self.private_maps.get(piece.placement.map or "")
        if not owners or self.referee:
            return False
        return self.side.casefold() not in [owner.casefold() for owner in owners]

    def name(self, piece: Piece) -> str:
        """Return what the reader may call a piece."""
        if not self.sees_place(piece):
            return HIDDEN_PIECE
        if not self._is_own(_masked_by(piece)):
            masks = (t.type.text_field("mask_name") for t in piece.traits if t.id == "obs")
            mask = next((name for name in masks if name.strip("? ")), "")
            return short_text(mask) or _MASKED_PIECE
        if self._is_private(piece):
            return _PRIVATE_PIECE
        return short_text(piece_name(piece)) or _UNNAMED


def _masked_by(piece: Piece) -> str | None:
    """Return who masked a piece by VASSAL's mask or by a module's own that is known."""
    owner = masked_by(piece)
    if owner is not None:
        return owner
    owners = (sequence.decode(trait.state, ";")[0] for trait in piece.traits if trait.id in _MODULE_MASKS)
    return next((name for name in owners if name not in _NOBODY), None)
