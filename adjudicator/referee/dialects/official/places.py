"""The places of pixels on the map of the official Grand Tactical Series module: by its own grid, or from the log.

With the module its grid and numbering name every hex, oblique ones too (vassal-files.md 6.4). Without it a place
has a name only if something in the log gives it: a move's report, the attack wizard, where a piece remembers that it
was. Nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from typing import Final

from ....game.game_data import GameData
from ....game.hexes import Hex
from ....game.names import words_of
from ....game.position import Place, Status
from ....vassal.commands import integer
from ....vassal.locations import Locator
from ....vassal.module_definition import ModuleDefinition
from ....vassal.pieces import Piece, Placement

__all__ = ["GrandTacticalPlaces"]

_MAX_LENGTH: Final = 120


class GrandTacticalPlaces:
    """The places of one log.

    *learned* are the names of places that the earlier logs of its game gave; this one's are added.
    """

    def __init__(
        self, game: GameData, boards: Mapping[str, tuple[str, ...]], module: ModuleDefinition | None,
        learned: MutableMapping[Placement, str] | None = None,
    ) -> None:  # fmt: skip
        self.has_module = module is not None
        self._map = game.map
        self._locator = Locator(module, boards)
        self._learned = {} if learned is None else learned
        self._is_main_map, self._graveyard = game.dialect.is_main_map, game.dialect.graveyard
        self._boxes = {words_of(box.name): box.id for box in game.map.boxes.values()}
        self._boxes |= {words_of(zone): box for zone, box in game.dialect.zones.items()}
        self._cards = {(each.map, words_of(each.zone)): each.box for each in game.dialect.cards}
        self._known: dict[Placement, tuple[Status, Place]] = {}

    def locate(self, where: Placement) -> tuple[Status, Place]:
        """Return whether a placement is on the game's map, and where: None on the map for a hex that is not known."""
        if not self._is_main_map(where.map or ""):
            return (Status.ELIMINATED if where.map == self._graveyard else Status.WAITING), None
        if where not in self._known:
            self._known[where] = self._located(where)
        return self._known[where]

    def box_on_card(self, where: Placement) -> str:
        """Return the box that a zone of another map is, such as the park on a division's card; empty for none."""
        if not self._cards or self._is_main_map(where.map or ""):
            return ""
        return self._cards.get((where.map or "", words_of(self._name(where) or "")), "")

    def _name(self, where: Placement) -> str | None:
        return self._locator.name(where) if self.has_module else self._learned.get(where)

    def _located(self, where: Placement) -> tuple[Status, Place]:
        name = self._name(where)
        if name is None:
            return (Status.WAITING if self.has_module else Status.ON_MAP), None
        place = self.place_named(name)
        return (Status.WAITING, None) if place is None else (Status.ON_MAP, place)

    def place_named(self, text: str) -> Place:
        """Return the hex or box that the name of a location means, None if it is none of the game's map."""
        text = text[:_MAX_LENGTH]
        box = self._boxes.get(words_of(text))
        if box is not None:
            return box
        found = Hex.last_in(text)
        return found if found in self._map.hexes else None

    def learn(self, where: Placement, name: str) -> bool:
        """Take over the log's name for a place; return whether that was new. A module knows better."""
        on_card = (where.map or "", words_of(name)) in self._cards
        useful = not self.has_module and (on_card or self.place_named(name) is not None)
        if not useful or self._learned.get(where) == name:
            return False
        self._learned[where] = name
        self._known.pop(where, None)
        return True

    def learn_from(self, piece: Piece) -> bool:
        """Take over where a piece remembers that it was; return whether that was new."""
        told = piece.persistent_properties
        x, y = integer(told.get("OldX")), integer(told.get("OldY"))
        if x is None or y is None or not told.get("OldMap"):
            return False
        return self.learn(Placement(told["OldMap"], x, y), told.get("OldLocationName", ""))
