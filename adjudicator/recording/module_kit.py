"""A writer's knowledge of a game's module: the places of its maps, its dice, its markers and its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from ..drawing.mats import (
    CHITS,
    IN_PLAY,
    MARKERS,
    command_points_name,
    dispatch_points_name,
)
from ..game.action_words import Declaration
from ..game.game_data import GameData
from ..game.hexes import Hex
from ..game.position import Place
from ..game.scenarios import TurnTime
from ..module_layout.buttons import END_OF_TURN, ROLL_THE_DIE
from ..module_layout.choice import layout_of_version
from ..module_layout.table_places import Spot
from ..vassal.building import PositionBuilder
from ..vassal.errors import BuildingError
from ..vassal.log_building import LogBuilder
from ..vassal.module_definition import ActionButton, DiceButton, KeyButton, ModuleDefinition, PieceSlot, TurnTracker
from ..vassal.pieces import Placement
from ..vassal.properties import piece_properties
from ..vassal.prototypes import expand_prototypes
from ..vassal.turns import turn_state

__all__ = ["PlayKit"]

_POINTS_NAMES = {"command": command_points_name, "dispatch": dispatch_points_name}


class PlayKit:
    """A game with its module. Make one and keep it for all logs."""

    def __init__(self, game: GameData, module: ModuleDefinition) -> None:
        """Take in a module. Raises BuildingError if it is not the game's own: it has no map of its name."""
        if game.map.name not in (each.name for each in module.maps):
            raise BuildingError(f"not a module of {game.name}", found=module.name,
                                expected="one that vmod-builder made")  # fmt: skip
        self.game = game
        self.module = module
        self.layouts = {each.name: each.default_layout() for each in module.maps}
        self.prototypes = {name: prototype.piece.text for name, prototype in module.prototypes.items()}
        self.layout = layout_of_version(game, module.version)

    def log(self, start: PositionBuilder, player_id: str) -> LogBuilder:
        """Return a log that begins at *start*. Raises BuildingError if the player has no seat."""
        return LogBuilder(
            start, player_id, layouts=self.layouts,
            reports={each.name: each.reports for each in self.module.maps},
            map_ids={each.name: each.id for each in self.module.maps},
            piece_layers={each.name: each.piece_layers for each in self.module.maps},
        )  # fmt: skip

    # places

    def place(self, place: Place | Spot) -> Placement:
        """Return the placement of counters in a hex, a box or a space.

        Raises BuildingError for no place, GridError for an unknown hex, KeyError for an unknown box or space.
        """
        board = self.game.map
        if isinstance(place, Spot):
            if place.sheet in self.layout.tracks:
                return self.on_track(place.sheet, place.space)
            return self.on_mat(place.sheet, place.space)
        if isinstance(place, Hex):
            return Placement(board.name, *self.layouts[board.name].location_point(str(place)))
        if place is None:
            raise BuildingError("a counter can only be dragged somewhere")
        return Placement(board.name, *self.layout.boxes[place].centre)

    def on_mat(self, mat: str, space: str) -> Placement:
        """Return the middle of a space. Raises KeyError for an unknown mat or space."""
        return Placement(mat, *self.layout.mats[mat][space].centre)

    def beside_map(self, division: str) -> Placement:
        """Return the placement of counters that wait beside the map: on the card of their division."""
        return self.on_mat(self.game.divisions[division].name, MARKERS)

    def points(self, division: str, kind: str, points: int) -> Placement:
        """Return the placement of the marker that shows *points*. Raises BuildingError beyond the track's end."""
        card, name = self.game.divisions[division].name, _POINTS_NAMES[kind](points)
        if name not in self.layout.mats[card]:
            raise BuildingError("the track of the card has no such space", place=card, found=name)
        return self.on_mat(card, name)

    def on_track(self, track: str, space: str) -> Placement:
        """Return the placement of the marker of one of the map's tracks in a space."""
        if space not in self.layout.tracks[track]:
            raise ValueError(f"the track {track} has no space {space!r}")
        return Placement(self.game.map.name, *self.layout.tracks[track][space].centre)

    @property
    def chit_in_play(self) -> Placement:
        """The placement of the chit in play."""
        return self.on_mat(CHITS, IN_PLAY)

    # dice, turns, markers

    def dice(self, count: int) -> DiceButton:
        """Return the button that rolls *count* dice: its own for a single die, else one that asks for the number."""
        for button in self.module.dice_buttons:
            if button.dice == count and not button.prompt:
                return button
        return replace(next(button for button in self.module.dice_buttons if button.prompt), dice=count)

    def button(self, what: str) -> KeyButton | None:
        """Return the button that takes a marker or a state off everywhere; None if the module has none."""
        state = next((each.property for each in self.game.states if each.id == what), "")
        condition = f"{{{state} > 0}}" if state else f'{{MarkerId == "{what}"}}'
        return next((button for button in self.module.key_buttons if button.filter == condition), None)

    @property
    def end_of_turn(self) -> ActionButton | None:
        """The button that ends a turn; None in modules before version 1.2."""
        return next((button for button in self.module.action_buttons if button.name == END_OF_TURN), None)

    @property
    def turn_tracker(self) -> TurnTracker:
        """The module's turn tracker."""
        return self.module.turn_trackers[0]

    def turn(self, time: TurnTime) -> str:
        """Return the state of the turn tracker that shows a turn."""
        calendar = self.game.calendar
        return turn_state(self.turn_tracker, (calendar.date_names[time.date], time.turn))

    @cached_property
    def _marker_slots(self) -> Mapping[str, PieceSlot]:
        slots: dict[str, PieceSlot] = {}
        for slot in self.module.piece_slots:
            marker = piece_properties(expand_prototypes(slot.piece.text, self.prototypes)).get("MarkerId")
            if marker:
                slots.setdefault(marker, slot)
        return slots

    def marker_slot(self, marker: str) -> PieceSlot:
        """Return the slot of the palette that a marker comes from."""
        return self._marker_slots[marker]

    # words

    @cached_property
    def words(self) -> Mapping[Declaration, str]:
        """The words of each declaration of the menus."""
        return {action.id: action.words for action in self.game.actions}

    def rolls_from_menu(self, action: Declaration) -> bool:
        """Return whether the menus have an entry that declares an action and rolls the die for it."""
        return action in self._rolled and any(ROLL_THE_DIE in text for text in self.prototypes.values())

    @cached_property
    def _rolled(self) -> frozenset[Declaration]:
        return frozenset(action.id for action in self.game.actions if action.roll_menu)

    def state_words(self, state: str, value: int) -> tuple[str, str]:
        """Return the property that holds a state, and the words for setting it to a value."""
        wording = next(each for each in self.game.states if each.id == state)
        levels = {0: wording.off_words, **{level.value: level.words for level in wording.levels}}
        return wording.property, levels[value]
