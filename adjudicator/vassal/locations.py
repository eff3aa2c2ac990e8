"""Names for places: from the module's grids, or, without the module, from what the log itself says.

Engines since 3.4 keep with each moved piece where it came from, in pixels and by name; from these
pairs many places can be named without the module.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from .boards import OFFBOARD, MapLayout, read_placements
from .commands import AddPiece, BoardPicker, ChangePiece, integer
from .errors import GridError
from .module_definition import ModuleDefinition
from .pieces import PieceReader, Placement
from .saved_game import SavedGame

__all__ = ["Locator", "learn_locations", "locator_for"]


def learn_locations(game: SavedGame) -> dict[Placement, str]:
    """Return the names of places that the pieces' lasting properties give away."""
    reader = PieceReader(game.limits)
    learned: dict[Placement, str] = {}
    types = {}
    for commands in (game.position_commands, *game.steps):
        for command in commands:
            if isinstance(command, AddPiece):
                piece = types[command.id] = reader.piece(command)
            elif isinstance(command, ChangePiece) and command.id in types:
                piece = types[command.id].with_state(command.state)
            else:
                continue
            old = piece.persistent_properties
            x, y, name = integer(old.get("OldX")), integer(old.get("OldY")), old.get("OldLocationName")
            if name and name != OFFBOARD and x is not None and y is not None and old.get("OldMap"):
                learned[Placement(old["OldMap"], x, y)] = name
    return learned


def locator_for(
    game: SavedGame, module: ModuleDefinition | None, boards: Mapping[str, tuple[str, ...]]
) -> Locator:  # fmt: skip
    """Return what names the places of one file; *boards* are those of each map at the start.

    Maps that get other boards in a step of the log are left to what the log says: one place would have two names.
    """
    changed = {
        command.map for commands in game.steps for command in commands
        if isinstance(command, BoardPicker) and command.boards != boards.get(command.map)
    }  # fmt: skip
    return Locator(module, boards, learn_locations(game), changed)


class Locator:
    """Names places of one game."""

    def __init__(
        self,
        module: ModuleDefinition | None = None,
        boards: Mapping[str, tuple[str, ...]] | None = None,
        learned: Mapping[Placement, str] | None = None,
        unmapped: Collection[str] = (),
    ) -> None:
        """Take the boards and the learned names; the module's grids are not asked about *unmapped* maps."""
        self._learned = learned or {}
        self._layouts: dict[str, MapLayout] = {}
        for definition in module.maps if module else ():
            if definition.name in unmapped or definition.id in unmapped:
                continue
            picked = (boards or {}).get(definition.name) or (boards or {}).get(definition.id)
            try:
                layout = definition.lay_out(read_placements(picked)) if picked else definition.default_layout()
            except GridError:
                continue
            for key in (definition.name, definition.id):
                self._layouts.setdefault(key, layout)

    def name(self, place: Placement) -> str | None:
        """Return the name of a place, ``offboard`` if the module has none for it, None if it is not known."""
        layout = self._layouts.get(place.map or "")
        if layout is not None:
            return layout.location_name(place.x, place.y)
        return self._learned.get(place)

    def describe(self, place: Placement) -> str:
        """Return words for a place: its name, or else the map and the pixels."""
        if place.map is None:
            return "off the maps"
        name = self.name(place)
        return name if name and name != OFFBOARD else f"{place.map} ({place.x},{place.y})"
