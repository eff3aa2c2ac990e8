"""A table on which a step's commands are made and carried out as VASSAL's engine does it (vassal-files.md 5).

It also keeps what the engine keeps in memory only, the pieces' lasting properties, since they show in the states that
a log holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from . import sequence
from .boards import OFFBOARD, MapLayout
from .building import PositionBuilder, command_leaf, lasting_pairs, owning_stack
from .commands import AddPiece, ChangePiece, Chat, Command, MovePiece, MutableProperty, RemovePiece, decode_command
from .errors import BuildingError
from .geometry import Point
from .module_definition import ONE_LAYER, PieceLayers
from .move_reports import MapReports, move_lines
from .piece_memory import PieceMemory, drawn, trail_state
from .pieces import NO_MAP, Piece, Placement
from .properties import piece_properties
from .step_tree import StepCommand, append, bookkeeping, texts_of
from .trait_changes import changed_state, find_trait, never_stacks

__all__ = ["EngineTable"]

_STACK_LAYER = "@@"
"""The sign in a stack's state before the number of its layer."""


class EngineTable:
    """The table of one player's engine.

    Each method that returns commands has carried them out already; None stands for nothing to do.
    """

    def __init__(
        self,
        start: PositionBuilder,
        player_id: str,
        layouts: Mapping[str, MapLayout],
        reports: Mapping[str, MapReports],
        map_ids: Mapping[str, str],
        piece_layers: Mapping[str, PieceLayers],
    ) -> None:
        """Begin at *start*; what is given by maps' names is as for a log. Raises BuildingError if there is no seat."""
        self._start = start
        self._layouts = layouts
        self._reports = reports
        self._map_ids = map_ids
        self._piece_layers = piece_layers
        self.table = start.table.copy()
        self.memory = PieceMemory()
        self.seat(player_id)

    def seat(self, player_id: str) -> None:
        """Let a player make what follows. Raises BuildingError if he is not in the game."""
        if player_id not in self.table.players:
            raise BuildingError("the player is not in the game")
        self.player = self.table.players[player_id]

    # commands

    def carry_out(self, command: Command, inverse: Command | None) -> StepCommand:
        """Carry out a command and return it for the step."""
        text = command_leaf(command).text
        self.table.apply(command)
        return StepCommand(text, StepCommand(inverse.encode()) if inverse else None)

    def chat(self, line: str) -> StepCommand:
        """Put a line into the chat window."""
        return self.carry_out(Chat(line), Chat(f"* UNDO: {line}"))

    def set_property(self, name: str, value: str, container: str, first: str = "") -> StepCommand:
        """Set a global property; *first* is its value before it was ever set."""
        old = self.table.properties.get((container, name), first)
        return self.carry_out(
            MutableProperty(name, old, value, container), MutableProperty(name, value, old, container)
        )

    def player_values(self) -> dict[str, str]:
        """Return the properties that describe the player in reports."""
        player = self.player
        return {
            "PlayerName": player.name, "playerName": player.name, "PlayerId": player.name, "playerId": player.name,
            "PlayerSide": player.side, "playerSide": player.side,
        }  # fmt: skip

    # the state of a piece

    def known(self, piece_id: str) -> Piece:
        """Return a piece that is no stack and no deck. Raises BuildingError."""
        piece = self.table.pieces.get(piece_id)
        if piece is None or piece.type.is_stack or piece.type.is_deck:
            raise BuildingError("no such piece", found=piece_id)
        return piece

    def _set_lasting(self, piece: Piece, name: str, value: str) -> StepCommand | None:
        """Set a lasting property; what did not change leaves no trace."""
        return bookkeeping() if self.memory.set_lasting(piece, name, value) else None

    def _state(self, piece_id: str) -> str:
        """Return a piece's state with its place and its lasting properties of this moment."""
        piece = self.memory.as_drawn(self.table.placed_piece(piece_id))
        fields = sequence.decode(piece.trait_states[-1], ";")[:3]
        return piece.with_basic_fields([*fields, piece.gpid, *lasting_pairs(self.memory.lasting(piece))]).state

    def change(self, piece_id: str, new_states: Mapping[int, str], *, at_once: bool = False) -> StepCommand | None:
        """Give traits other states by one command; None if they have them already.

        *at_once*: layers that follow a property do so by the same command.
        """
        old = self.table.pieces[piece_id].with_state(self._state(piece_id))
        states = list(old.trait_states)
        for index, state in new_states.items():
            states[index] = state
        new = old.with_trait_states(states)
        if new.state == old.state:
            return None
        if list(new.trait_states) != states:
            found = ", ".join(new_states.values())
            raise BuildingError("VASSAL cannot hold a text that ends with a backslash here", found=found)
        if at_once:
            new = drawn(new)
        return self.carry_out(ChangePiece(piece_id, new.state, old.state), ChangePiece(piece_id, old.state, new.state))

    def let_catch_up(self, step: StepCommand) -> None:
        """Draw the pieces that a step has changed."""
        for text in texts_of(step):
            command = decode_command(text)
            if isinstance(command, ChangePiece | AddPiece) and command.id in self.table.pieces:
                self.memory.catch_up(self.table.pieces[command.id])

    def remembering(self, piece_id: str) -> dict[int, str]:
        """Return the states of a piece's traits that send it: they remember where it was."""
        piece, origin = self.known(piece_id), self.table.placement(piece_id)
        back = sequence.encode([origin.map or "", str(origin.x), str(origin.y)], ";")
        return {index: back for index, trait in enumerate(piece.traits) if trait.id == "sendto"}

    def new_states(self, piece_id: str, changes: Sequence[tuple[str, str]]) -> dict[int, str]:
        """Return the states that *changes* give to traits, by the traits' numbers. Raises BuildingError."""
        traits = self.known(piece_id).traits
        indices = [find_trait(self.table.pieces[piece_id], trait) for trait, _value in changes]
        return {i: changed_state(traits[i], value) for i, (_, value) in zip(indices, changes, strict=True)}

    def removal(self, piece_id: str) -> StepCommand | None:
        """Take a piece out of the game; undoing it brings it back into its stack."""
        piece = self.table.pieces[piece_id]
        removal = self.remember_place(piece, self.table.placement(piece_id))
        restored = StepCommand(AddPiece(piece_id, piece.type.text, self._state(piece_id)).encode())
        stack = owning_stack(self.table, piece_id)
        before = self.table.placed_piece(stack).state if stack else ""
        removed = self.carry_out(RemovePiece(piece_id), None)
        removed.inverse = restored
        if stack:
            after = self.table.placed_piece(stack).state
            restored.below.append(StepCommand(ChangePiece(stack, before, after).encode()))
        return append(removal, removed)

    def click(self, piece_id: str) -> StepCommand | None:
        """Remember where the piece was clicked, as the engine does before a key or a menu."""
        piece, place = self.table.pieces[piece_id], self.table.placement(piece_id)
        step = self._set_lasting(piece, "ClickedX", str(place.x))
        return append(step, self._set_lasting(piece, "ClickedY", str(place.y)))

    # moving

    def remember_place(self, piece: Piece, place: Placement) -> StepCommand | None:
        """Remember where the piece was before it moves."""
        deck = self.table.deck_of(piece.id) if piece.id in self.table.pieces else None
        layout, point = self._layouts.get(place.map or ""), Point(place.x, place.y)
        board = layout.board_at(point) if layout else None
        zone = layout.zone_at(place.x, place.y) if layout else None
        values = {
            "OldX": str(place.x), "OldY": str(place.y), "OldMap": place.map or "",
            "OldBoard": board.board.name if board else "", "OldZone": zone.name or "" if zone else "",
            "OldLocationName": self.location(place), "OldDeckName": deck.name if deck else "",
        }  # fmt: skip
        step: StepCommand | None = None
        for name, value in values.items():
            step = append(step, self._set_lasting(piece, name, value))
        return step

    def location(self, place: Placement) -> str:
        """Return the name of a place; empty for none."""
        if place.map is None:
            return ""
        deck = next((deck for deck in self.table.decks() if self.table.placement(deck.id) == place), None)
        layout = self._layouts.get(place.map)
        return deck.name if deck else layout.location_name(place.x, place.y) if layout else OFFBOARD

    def leave(self, piece_id: str, target: Placement) -> StepCommand | None:
        """Do what comes before a piece is taken from its place."""
        piece, place = self.table.pieces[piece_id], self.table.placement(piece_id)
        step = self.remember_place(piece, place)
        if (place.x, place.y) != (target.x, target.y) and self._reports_of(target.map).mark_moved:
            step = append(step, self.change(piece_id, dict(self._marks_of_moving(piece, place))))
        deck = self.table.deck_of(piece_id)
        if deck is not None:
            face_down = sequence.decode(deck.trait_states[-1], ";")[3:4] == ["true"]
            masked = face_down and not deck.type.basic.boolean("draw_face_up")
            step = append(step, self._change_first(piece_id, "obs", self._mask_owner(piece) if masked else ""))
        return step

    def _change_first(self, piece_id: str, kind: str, value: str) -> StepCommand | None:
        """Change the outermost trait of a kind, if the piece has one."""
        for index, trait in enumerate(self.table.pieces[piece_id].traits):
            if trait.id == kind:
                return self.change(piece_id, {index: changed_state(trait, value)})
        return None

    def _marks_of_moving(self, piece: Piece, place: Placement) -> Iterator[tuple[int, str]]:
        """Yield the traits that show that a piece moves, with their new states: its mark and its trail."""
        map_id = self._map_ids.get(place.map or "", "")
        for index, trait in enumerate(piece.traits):
            if trait.id == "markmoved":
                yield index, changed_state(trait, "true")
            elif trait.id == "footprint":
                begins = self.memory.begins_trail(piece.id)
                yield index, trail_state(trait, map_id, place.x, place.y, begins=begins)

    def _mask_owner(self, piece: Piece) -> str:
        access = next((t.type.text_field("access") for t in piece.traits if t.id == "obs"), "")
        return self.player.side if access.startswith("side") else self.player.id

    def host(self, piece_id: str, target: Placement, below: str | None, new: Piece | None = None) -> str | None:
        """Return what a piece is placed on: a piece, or an empty deck; None for free ground."""
        piece = new or self.table.pieces[piece_id]
        stackable, layer = not never_stacks(piece), self._layer(piece, target)
        if below and stackable:
            return below
        for other_id, place in self.table.placements.items():
            if place != target or other_id == piece_id:
                continue
            other = self.table.pieces[other_id]
            members = self.table.contents.get(other_id, [])
            if other.type.is_deck:
                return members[-1] if members else other_id
            if stackable and (members or not other.type.is_stack):
                top = members[-1] if members else other_id
                below_it = self.table.pieces[top]
                if not never_stacks(below_it) and self._layer(below_it, target) == layer:
                    return top
        return None

    def _layer(self, piece: Piece, place: Placement) -> int:
        """Return the number of the layer that a piece has on the map of *place*."""
        layers = self._piece_layers.get(place.map or "", ONE_LAYER)
        return layers.number(piece_properties(piece).get(layers.property) if layers.property else None)

    def arrive(
        self, piece_id: str, target: Placement, host: str | None, added: StepCommand | None = None
    ) -> Iterator[StepCommand]:
        """Yield the commands that put a piece down on *host*, or on free ground.

        *added* is the command that has brought a new piece into the game.
        """
        if host is None:
            yield added or self._move(piece_id, target, None)
            yield from self._new_stack(piece_id, target)
            return
        is_deck = self.table.pieces[host].type.is_deck
        merged: StepCommand | None = None
        if not is_deck and owning_stack(self.table, host) is None:
            merged = next(self._new_stack(host, target))
        merged = append(merged, added)
        moved = self._move(piece_id, target, None if is_deck else host)
        yield append(merged, moved) or moved

    def _move(self, piece_id: str, target: Placement, under: str | None) -> StepCommand:
        origin = self.table.placement(piece_id)
        owner = self.table.contents.get(self.table.parents.get(piece_id, ""), [piece_id])
        index = owner.index(piece_id)
        there = (target.map or NO_MAP, str(target.x), str(target.y), under or NO_MAP)
        here = (origin.map or NO_MAP, str(origin.x), str(origin.y), owner[index - 1] if index else NO_MAP)
        player = self.player.id
        return self.carry_out(MovePiece(piece_id, *there, *here, player), MovePiece(piece_id, *here, *there, player))

    def _new_stack(self, piece_id: str, target: Placement) -> Iterator[StepCommand]:
        """Yield the command that makes a stack around one piece, if it is one that stacks."""
        piece = self.table.pieces[piece_id]
        if never_stacks(piece):
            return
        layer = f"{_STACK_LAYER}{self._layer(piece, target)}"
        state = [target.map or NO_MAP, str(target.x), str(target.y), piece_id, layer]
        stack = AddPiece(self._start.new_id(), "stack", sequence.encode(state, ";"))
        yield self.carry_out(stack, RemovePiece(stack.id))

    # reports

    def _reports_of(self, map_name: str | None) -> MapReports:
        return self._reports.get(map_name or "", MapReports())

    def move_report(self, moved: Sequence[tuple[str, Placement]], target: Placement) -> StepCommand | None:
        """Return the map's lines about pieces that came from somewhere."""
        pieces = [(self.table.pieces[piece_id], origin) for piece_id, origin in moved]
        reports = self._reports_of(target.map)
        step: StepCommand | None = None
        for line in move_lines(pieces, target, reports, self.location, self.player_values()):
            step = append(step, self.chat(line))
        return step
