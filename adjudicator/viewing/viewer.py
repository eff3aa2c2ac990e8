"""The viewer of an output, and what he may know: of the pieces of any module, and of the units of the board game.

This is the one place that decides what a viewer may know. A piece may be masked or hidden in VASSAL, or be on another
side's private map; a face-down gun is nothing but a Gun Unit for all but its owner (NQoS S4.3). What must not even be
in the game that is judged for a viewer is taken out by :mod:`.hidden_units`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..game.names import called
from ..game.play import Action
from ..game.play_json import action_to_data
from ..game.position import Position
from ..vassal import sequence
from ..vassal.module_definition import ModuleDefinition
from ..vassal.pieces import Piece
from ..vassal.properties import hidden_by, masked_by, piece_name
from ..vassal.table import PlayerEntry, Table

__all__ = ["Viewer"]

_HIDDEN_PIECE = "a hidden piece"
_MASKED_PIECE = "a masked piece"
_PRIVATE_PIECE = "a piece out of sight"
_MODULE_MASKS = ("conceal",)
"""Traits of modules that mask a piece as VASSAL's own does, their owner first in the state: VASL's concealment."""
_NOBODY = ("", "null")
_UNNAMED = "a piece without a name"


@dataclass(frozen=True)
class Viewer:
    """The viewer of an output: the referee, who sees everything, a side, or (neither) somebody who sees what all do."""

    side: str = ""
    """The id of a side of the game, or the name of a side in a file of any module."""
    referee: bool = False
    side_name: str = ""
    """The side's name in the files, where that is not :attr:`side`."""
    roster_sides: frozenset[str] = frozenset()
    """The names that another module's roster has for the side."""
    players: Mapping[str, PlayerEntry] = field(default_factory=dict)
    """The roster, which shows the side of a player who masked something."""
    private_maps: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The sides that may look at each private map, by the map's name."""

    def at(self, tables: Iterable[Table], module: ModuleDefinition | None = None) -> Viewer:
        """Return this viewer with the roster of some tables and the private maps of a module before him."""
        players = {id_: entry for table in tables for id_, entry in table.players.items()}
        private_maps = {each.name: each.private_to for each in module.maps} if module else {}
        return replace(self, players=players, private_maps=private_maps)

    # pieces of any module

    @property
    def played_sides(self) -> tuple[str, ...]:
        """The sides that somebody in the roster plays."""
        return tuple(dict.fromkeys(entry.side for entry in self.players.values() if entry.side))

    @property
    def is_played(self) -> bool:
        """Return whether somebody in the roster plays the viewer's side."""
        return any(map(self._is_side, self.played_sides))

    @property
    def side_of_player(self) -> str:
        """The side of the player by whose name the viewer's side is called; empty unless exactly one fits."""
        sides = {entry.side for entry in self.players.values() if entry.name.casefold() == self.side.casefold()}
        return next(iter(sides)) if len(sides) == 1 and not self.side_name else ""

    def _is_side(self, name: str) -> bool:
        known = (self.side, self.side_name, *self.roster_sides)
        return bool(name) and name.casefold() in map(str.casefold, known)

    def _is_own(self, owner: str | None) -> bool:
        if owner is None or self.referee:
            return True
        entry = self.players.get(owner)
        return self._is_side(owner) or (entry is not None and self._is_side(entry.side))

    def sees_place(self, piece: Piece) -> bool:
        """Return whether the viewer may know where a piece is, and that it is there."""
        return self._is_own(hidden_by(piece))

    def sees(self, piece: Piece) -> bool:
        """Return whether the viewer may know what a piece is; the piece's state has to say where it is."""
        return self.sees_place(piece) and self._is_own(_masked_by(piece)) and not self._is_private(piece)

    def _is_private(self, piece: Piece) -> bool:
        """Return whether a piece is on a private map that is not the viewer's."""
        owners = self.private_maps.get(piece.placement.map or "")
        return bool(owners) and not self.referee and not any(map(self._is_side, owners or ()))

    def piece_name(self, piece: Piece) -> str:
        """Return the name by which the viewer may call a piece, as it stands in the file."""
        if not self.sees_place(piece):
            return _HIDDEN_PIECE
        if not self._is_own(_masked_by(piece)):
            masks = (t.type.text_field("mask_name") for t in piece.traits if t.id == "obs")
            return next((name for name in masks if name.strip("? ")), "") or _MASKED_PIECE
        if self._is_private(piece):
            return _PRIVATE_PIECE
        return piece_name(piece) or _UNNAMED

    # units of the game

    def knows(self, position: Position, unit: str) -> bool:
        """Return whether the viewer may know which unit a counter is."""
        return self.referee or not position.units[unit].hidden or position.side(unit) == self.side

    def name(self, position: Position, unit: str) -> str:
        """Return the viewer's name for a unit; an unknown id is its own name."""
        if unit not in position.units:
            return unit
        return called(position, unit, lambda each: self.knows(position, each))

    def unit_document(self, position: Position, unit: str) -> dict[str, str | None]:
        """Return a unit as JSON: without its id if the viewer may not know which one it is."""
        known = unit not in position.units or self.knows(position, unit)
        return {"id": unit if known else None, "name": self.name(position, unit)}

    def action_document(self, position: Position, action: Action) -> dict[str, Any]:
        """Return an action as JSON, with the names that the viewer gives to units that he may not know."""
        named: dict[str, Any] = self._without_secrets(position, action_to_data(action))
        return named

    def _without_secrets(self, position: Position, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: self._without_secrets(position, each) for key, each in value.items()}
        if isinstance(value, list):
            return [self._without_secrets(position, each) for each in value]
        secret = isinstance(value, str) and value in position.units and not self.knows(position, value)
        return self.name(position, value) if secret else value


def _masked_by(piece: Piece) -> str | None:
    """Return who masked a piece by VASSAL's mask or by a module's own that is known."""
    owner = masked_by(piece)
    if owner is not None:
        return owner
    owners = (sequence.decode(trait.state, ";")[0] for trait in piece.traits if trait.id in _MODULE_MASKS)
    return next((name for name in owners if name not in _NOBODY), None)
