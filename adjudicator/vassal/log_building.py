"""Logs built in memory, step by step, in the form in which today's engine writes them (vassal-files.md 5).

A :class:`LogBuilder` plays on a table of its own. It also keeps what the engine keeps in memory only,
the pieces' lasting properties, since they show in the states that a log holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from . import sequence
from .boards import OFFBOARD, MapLayout
from .building import Definition, PositionBuilder, command_leaf, lasting_pairs, owning_stack
from .commands import (
    AddPiece,
    ChangePiece,
    Chat,
    Command,
    MovePiece,
    MutableProperty,
    RemovePiece,
    TurnState,
    Undo,
    decode_command,
)
from .dice_building import rolled
from .errors import BuildingError, VassalError
from .geometry import Point
from .location_format import expand
from .module_definition import ONE_LAYER, DiceButton, PieceLayers
from .move_reports import MapReports, move_lines
from .piece_memory import PieceMemory, drawn, trail_state
from .pieces import NO_MAP, Piece, Placement
from .properties import piece_properties
from .step_tree import StepCommand, append, bookkeeping, inverse_of, step_node, texts_of
from .stream import Group, Node
from .trait_changes import changed_state, find_sender, find_trait, never_stacks

__all__ = ["LogBuilder"]

_STACK_LAYER = "@@"
"""The sign in a stack's state before the number of its layer."""


@dataclass(slots=True)
class _Recorded:
    """A step of the log, with what it takes to undo it."""

    node: Node
    command: StepCommand | None
    """None for an undo."""
    lasting: list[tuple[str, str, str | None]]
    """The lasting properties that it set: piece, name, value before."""


P = ParamSpec("P")
T = TypeVar("T")


def _one_step(method: Callable[Concatenate[LogBuilder, P], T]) -> Callable[Concatenate[LogBuilder, P], T]:
    """Make a method leave everything as it was when it raises."""

    @wraps(method)
    def recorded(self: LogBuilder, /, *args: P.args, **kwargs: P.kwargs) -> T:
        before = self.table.copy()
        try:
            return method(self, *args, **kwargs)
        except VassalError:
            self.table = before
            self._memory.take_back()
            raise

    return recorded


class LogBuilder:
    """A log that is being recorded by one player. Every method that is no question adds one step.

    A step that is refused (BuildingError) leaves the log as it was.
    """

    def __init__(
        self,
        start: PositionBuilder,
        player_id: str,
        *,
        layouts: Mapping[str, MapLayout] | None = None,
        reports: Mapping[str, MapReports] | None = None,
        map_ids: Mapping[str, str] | None = None,
        piece_layers: Mapping[str, PieceLayers] | None = None,
    ) -> None:
        """Begin at *start*.

        *layouts*, *reports*, *map_ids* and *piece_layers* tell by a map's name of its places, its wording, its id and
        which pieces make no stack.

        Raises BuildingError if the player has no seat.
        """
        if player_id not in start.table.players:
            raise BuildingError("the player is not in the game")
        self.table = start.table.copy()
        """The table as the last step left it."""
        self._start = start
        self._position = start.tree()
        self._player = start.table.players[player_id]
        self._layouts = layouts or {}
        self._reports = reports or {}
        self._map_ids = map_ids or {}
        self._piece_layers = piece_layers or {}
        self._steps: list[_Recorded] = []
        self._next_undo = 0
        self._memory = PieceMemory()

    def tree(self) -> Group:
        """Return the log's command tree: the position at the start and the steps."""
        return Group((*self._position.children, *(step.node for step in self._steps)))

    @property
    def steps(self) -> int:
        """The number of steps that have been recorded."""
        return len(self._steps)

    def stack_of(self, piece_id: str) -> tuple[str, ...]:
        """Return the ids of the pieces in the same stack, from the bottom up. Raises BuildingError."""
        owner = self.table.parents.get(self._known(piece_id).id)
        return tuple(self.table.contents[owner]) if owner else (piece_id,)

    def location_of(self, piece_id: str) -> str:
        """Return the name of the place where a piece is. Raises BuildingError."""
        return self._location(self.table.placement(self._known(piece_id).id))

    def point(self, map_name: str, location: str) -> Point:
        """Return the pixel of a location. Raises BuildingError without the map's layout, or GridError."""
        if map_name not in self._layouts:
            raise BuildingError("the map's layout is not known", place=f"map {map_name!r}")
        return self._layouts[map_name].location_point(location)

    def hand_over(self, player_id: str) -> None:
        """Let another player make the next steps, as in a game on line; this is no step. Raises BuildingError."""
        if player_id not in self.table.players:
            raise BuildingError("the player is not in the game")
        self._player = self.table.players[player_id]

    # talk, dice, properties, turns

    def say(self, text: str) -> None:
        """Write into the chat window."""
        self.post(f"&lt;{self._player.name}&gt; - {text}")

    @_one_step
    def post(self, *lines: str, own: str = "") -> None:
        """Put whole lines into the chat window, as buttons do; *own* is a command of the module's own before them."""
        step = StepCommand(own) if own else None
        for line in lines:
            step = append(step, self._chat(line))
        self._record(step)

    @_one_step
    def roll(self, button: DiceButton, *faces: int) -> None:
        """Press a dice button; *faces* are what its dice show. Raises BuildingError."""
        outcome = rolled(button, faces, self._player_values())
        step = self._chat(outcome.line) if outcome.line else None
        for name, first, new in outcome.properties:
            step = append(step, self._set_property(name, new, "Module", first))
        self._record(step)

    @_one_step
    def set_property(self, name: str, value: str, container: str = "Module", *, report: str = "") -> None:
        """Change a global property with a button of the module, which may report it."""
        step = self._set_property(name, value, container)
        self._record(append(step, self._chat(f"* {report}") if report else None))

    @_one_step
    def set_turn(self, tracker: str, state: str, *, report: str = "") -> None:
        """Put a turn tracker into another state (vassal-files.md 2.5). Raises BuildingError."""
        if tracker not in self.table.turns:
            raise BuildingError("no such turn tracker", found=tracker)
        step = self._chat(f"* {report}") if report else None
        change = self._do(TurnState(tracker, state), TurnState(tracker, self.table.turns[tracker]))
        self._record(append(step, change))

    # pieces

    @_one_step
    def change(self, piece_id: str, trait: str, value: str, *, report: str = "") -> None:
        """Change a trait of a piece with its key or menu; as :meth:`choose`, but it must not be so already."""
        piece = self._known(piece_id)
        index = find_trait(piece, trait)
        if changed_state(piece.traits[index], value) == piece.trait_states[index]:
            raise BuildingError("the piece is so already", place=f"piece {piece.name!r}", found=f"{trait} {value}")
        self._choose(piece_id, [(trait, value)], report)

    @_one_step
    def choose(self, piece_id: str, changes: Sequence[tuple[str, str]] = (), *, report: str = "") -> None:
        """Choose an entry of a piece's menu, or press its key, which changes several traits in this order.

        A change is the name of a layer, a property or a label, or the kind of another trait (``obs``), with a
        value as :func:`~adjudicator.vassal.trait_changes.changed_state` has it. What is so already stays and leaves no
        trace. *report* is what the piece reports. Raises BuildingError.
        """
        self._choose(piece_id, changes, report)

    @_one_step
    def send(
        self,
        piece_id: str,
        zone: str,
        changes: Sequence[tuple[str, str]] = (),
        *,
        report: str = "",
        expression: str = "",
    ) -> None:
        """Send a piece to the middle of a zone by its menu; *zone* says which entry of the menu.

        An entry that finds its zone by an *expression* is known by that. Its traits that send it remember where it
        was. *changes* and *report* as for :meth:`choose`; a report may name the places as ``$oldLocation$`` and
        ``$location$``. Raises BuildingError, or GridError for no such zone.
        """
        piece = self._known(piece_id)
        sender = piece.traits[find_sender(piece, expression or zone)]
        map_name = expand(sender.type.text_field("map"), piece_properties(piece), keep_unknown=False)
        target = Placement(map_name, *self.point(map_name, zone))
        self._send(piece_id, target, {**self._new_states(piece_id, changes), **self._remembering(piece_id)}, report)

    @_one_step
    def put_back(self, piece_id: str, changes: Sequence[tuple[str, str]] = (), *, report: str = "") -> None:
        """Return a card to the deck that its menu names; the rest is as in :meth:`send`."""
        piece = self._known(piece_id)
        name = piece.traits[find_trait(piece, "return")].type.text_field("deck")
        deck = next((deck for deck in self.table.decks() if deck.name == name), None)
        if deck is None:
            raise BuildingError("no such deck", place=f"piece {piece.name!r}", found=name)
        self._send(piece_id, self.table.placement(deck.id), self._new_states(piece_id, changes), report)

    @_one_step
    def move(self, pieces: str | Sequence[str], x: int, y: int, *, map_name: str | None = None) -> None:
        """Drag a piece, or several from the bottom up, to one pixel of a map (by default their own).

        What is there takes them in: a deck, a stack, or a piece that becomes a stack with them. A card
        drawn from a face-down deck is masked. Raises BuildingError.
        """
        ids = (pieces,) if isinstance(pieces, str) else tuple(pieces)
        origins = {piece_id: self.table.placement(self._known(piece_id).id) for piece_id in ids}
        if not ids or len(origins) < len(ids):
            raise BuildingError("a move needs pieces, each of them once")
        target = Placement(map_name or origins[ids[0]].map, x, y)
        if target.map is None or target in origins.values():
            raise BuildingError("not a move", found=f"{target.map or 'no map'} {x},{y}")
        step: StepCommand | None = None
        below: str | None = None
        for piece_id in ids:
            step = append(step, self._leave(piece_id, target))
            for command in self._arrive(piece_id, target, self._host(piece_id, target, below)):
                step = append(step, command)
            below = None if never_stacks(self.table.pieces[piece_id]) else piece_id
        self._record(append(step, self._move_report(list(origins.items()), target)))

    @_one_step
    def create(self, definition: Definition, map_name: str, x: int, y: int) -> str:
        """Drag a piece from the palette to a map; return its id. Errors as for a position's pieces."""
        target = Placement(map_name, x, y)
        new = self._start.define(definition, [NO_MAP, "0", "0"])
        step = self._remember_place(new, Placement(None, 0, 0))
        host = self._host(new.id, target, None, new)
        place = [NO_MAP, "0", "0"] if host else [map_name, str(x), str(y)]
        new = new.with_basic_fields([*place, new.gpid, *lasting_pairs(self._memory.lasting(new))])
        added = self._do(new.command(), RemovePiece(new.id))
        for command in self._arrive(new.id, target, host, added):
            step = append(step, command)
        self._record(append(step, self._move_report([(new.id, Placement(None, 0, 0))], target)))
        return new.id

    @_one_step
    def delete(self, piece_id: str, *, report: str = "") -> None:
        """Delete a piece with its key or menu; *report* is what it reports. Raises BuildingError."""
        self._known(piece_id)
        step, removal = self._click(piece_id), self._removal(piece_id)
        self._record(append(step, append(removal, self._chat(f"* {report}") if report else None)))

    @_one_step
    def press_for(self, pieces: Sequence[str], changes: Sequence[tuple[str, str]] = (), *, report: str) -> None:
        """Press a button that gives many pieces a key: it makes *changes* to each, or deletes them if there are none.

        *report* is the button's. Raises BuildingError.
        """
        step: StepCommand | None = self._chat(f"* {report}")
        for piece_id in pieces:
            states = self._new_states(piece_id, changes)
            step = append(step, self._change(piece_id, states, at_once=True) if states else self._removal(piece_id))
        self._record(step)

    @_one_step
    def send_together(self, targets: Mapping[str, Placement], *, back: bool = False) -> None:
        """Press a button that sends pieces to places and says nothing; *back* sends cards back to a deck.

        Those that are there already stay. Raises BuildingError if none has to go.
        """
        step: StepCommand | None = None
        for piece_id, target in targets.items():
            origin = self.table.placement(self._known(piece_id).id)
            if target == origin:
                continue
            remembered = {} if back else self._remembering(piece_id)
            step = append(step, self._change(piece_id, remembered, at_once=True))
            step = append(step, self._remember_place(self.table.pieces[piece_id], origin))
            for command in self._arrive(piece_id, target, self._host(piece_id, target, None)):
                step = append(step, command)
        self._record(step)

    @contextmanager
    def one_press(self) -> Iterator[None]:
        """Make one step of all that is recorded meanwhile, as a button does that presses others."""
        first = len(self._steps)
        yield
        done = self._steps[first:]
        command: StepCommand | None = None
        for each in done:
            command = append(command, each.command)
        if command is not None:
            self._steps[first:] = [
                _Recorded(step_node(command), command, [one for each in done for one in each.lasting])
            ]
            self._next_undo = len(self._steps)

    @_one_step
    def undo(self) -> None:
        """Take back the last step that was not taken back yet. Raises BuildingError if there is none.

        As in the engine, once something new was done after an undo, nothing before it can be undone.
        """
        recorded = self._steps[self._next_undo - 1] if self._next_undo else None
        if recorded is None or recorded.command is None:
            raise BuildingError("there is nothing to undo")
        undone = inverse_of(recorded.command)
        root = StepCommand(Undo("true").encode(), below=[undone] if undone else [])
        root.below.append(StepCommand(Undo("false").encode()))
        for text in texts_of(root):
            self.table.apply(decode_command(text))
        self._memory.take_back(recorded.lasting)
        self._let_catch_up(root)
        self._steps.append(_Recorded(step_node(root), None, []))
        self._next_undo -= 1

    # recording

    def _record(self, step: StepCommand | None) -> None:
        if step is None:
            raise BuildingError("nothing would change")
        for text in texts_of(step):
            if text.endswith("\\"):
                raise BuildingError("VASSAL cannot hold a text that ends with a backslash here", found=text)
        self._steps.append(_Recorded(step_node(step), step, self._memory.step_done()))
        self._let_catch_up(step)
        self._next_undo = len(self._steps)

    def _do(self, command: Command, inverse: Command | None) -> StepCommand:
        """Carry out a command and return it for the step."""
        text = command_leaf(command).text
        self.table.apply(command)
        return StepCommand(text, StepCommand(inverse.encode()) if inverse else None)

    def _chat(self, line: str) -> StepCommand:
        return self._do(Chat(line), Chat(f"* UNDO: {line}"))

    def _set_property(self, name: str, value: str, container: str, first: str = "") -> StepCommand:
        old = self.table.properties.get((container, name), first)
        return self._do(MutableProperty(name, old, value, container), MutableProperty(name, value, old, container))

    def _player_values(self) -> dict[str, str]:
        """Return the properties that describe the player in reports."""
        player = self._player
        return {
            "PlayerName": player.name, "playerName": player.name, "PlayerId": player.name, "playerId": player.name,
            "PlayerSide": player.side, "playerSide": player.side,
        }  # fmt: skip

    # the state of a piece

    def _known(self, piece_id: str) -> Piece:
        piece = self.table.pieces.get(piece_id)
        if piece is None or piece.type.is_stack or piece.type.is_deck:
            raise BuildingError("no such piece", found=piece_id)
        return piece

    def _set_lasting(self, piece: Piece, name: str, value: str) -> StepCommand | None:
        """Set a lasting property; what did not change leaves no trace."""
        return bookkeeping() if self._memory.set_lasting(piece, name, value) else None

    def _state(self, piece_id: str) -> str:
        """Return a piece's state with its place and its lasting properties of this moment."""
        piece = self._memory.as_drawn(self.table.placed_piece(piece_id))
        fields = sequence.decode(piece.trait_states[-1], ";")[:3]
        return piece.with_basic_fields([*fields, piece.gpid, *lasting_pairs(self._memory.lasting(piece))]).state

    def _change(self, piece_id: str, new_states: Mapping[int, str], *, at_once: bool = False) -> StepCommand | None:
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
        return self._do(ChangePiece(piece_id, new.state, old.state), ChangePiece(piece_id, old.state, new.state))

    def _let_catch_up(self, step: StepCommand) -> None:
        """Draw the pieces that a step has changed."""
        for text in texts_of(step):
            command = decode_command(text)
            if isinstance(command, ChangePiece | AddPiece) and command.id in self.table.pieces:
                self._memory.catch_up(self.table.pieces[command.id])

    def _choose(self, piece_id: str, changes: Sequence[tuple[str, str]], report: str) -> None:
        step, change = self._click(piece_id), self._change(piece_id, self._new_states(piece_id, changes))
        self._record(append(step, append(change, self._chat(f"* {report}") if report else None)))

    def _remembering(self, piece_id: str) -> dict[int, str]:
        """Return the states of a piece's traits that send it: they remember where it was."""
        piece, origin = self._known(piece_id), self.table.placement(piece_id)
        back = sequence.encode([origin.map or "", str(origin.x), str(origin.y)], ";")
        return {index: back for index, trait in enumerate(piece.traits) if trait.id == "sendto"}

    def _new_states(self, piece_id: str, changes: Sequence[tuple[str, str]]) -> dict[int, str]:
        traits = self._known(piece_id).traits
        indices = [find_trait(self.table.pieces[piece_id], trait) for trait, _value in changes]
        return {i: changed_state(traits[i], value) for i, (_, value) in zip(indices, changes, strict=True)}

    def _removal(self, piece_id: str) -> StepCommand | None:
        piece = self.table.pieces[piece_id]
        removal = self._remember_place(piece, self.table.placement(piece_id))
        restored = StepCommand(AddPiece(piece_id, piece.type.text, self._state(piece_id)).encode())
        stack = owning_stack(self.table, piece_id)
        before = self.table.placed_piece(stack).state if stack else ""
        removed = self._do(RemovePiece(piece_id), None)
        removed.inverse = restored
        if stack:
            after = self.table.placed_piece(stack).state
            restored.below.append(StepCommand(ChangePiece(stack, before, after).encode()))
        return append(removal, removed)

    def _click(self, piece_id: str) -> StepCommand | None:
        """Remember where the piece was clicked, as the engine does before a key or a menu."""
        piece, place = self.table.pieces[piece_id], self.table.placement(piece_id)
        step = self._set_lasting(piece, "ClickedX", str(place.x))
        return append(step, self._set_lasting(piece, "ClickedY", str(place.y)))

    # moving

    def _send(self, piece_id: str, target: Placement, changes: Mapping[int, str], report: str) -> None:
        """Move a piece by its menu, which changes traits first."""
        origin = self.table.placement(piece_id)
        if target == origin:
            raise BuildingError("not a move", found=f"{target.map} {target.x},{target.y}")
        told = {"oldLocation": self._location(origin), "location": self._location(target)}
        line = expand(report, told, keep_unknown=False)
        step, moved = self._click(piece_id), self._change(piece_id, changes)
        moved = append(moved, self._remember_place(self.table.pieces[piece_id], origin))
        arrival: StepCommand | None = None
        for command in self._arrive(piece_id, target, self._host(piece_id, target, None)):
            arrival = append(arrival, command)
        self._record(append(step, append(append(moved, arrival), self._chat(f"* {line}") if line else None)))

    def _remember_place(self, piece: Piece, place: Placement) -> StepCommand | None:
        """Remember where the piece was before it moves."""
        deck = self.table.deck_of(piece.id) if piece.id in self.table.pieces else None
        layout, point = self._layouts.get(place.map or ""), Point(place.x, place.y)
        board = layout.board_at(point) if layout else None
        zone = layout.zone_at(place.x, place.y) if layout else None
        values = {
            "OldX": str(place.x), "OldY": str(place.y), "OldMap": place.map or "",
            "OldBoard": board.board.name if board else "", "OldZone": zone.name or "" if zone else "",
            "OldLocationName": self._location(place), "OldDeckName": deck.name if deck else "",
        }  # fmt: skip
        step: StepCommand | None = None
        for name, value in values.items():
            step = append(step, self._set_lasting(piece, name, value))
        return step

    def _location(self, place: Placement) -> str:
        if place.map is None:
            return ""
        deck = next((deck for deck in self.table.decks() if self.table.placement(deck.id) == place), None)
        layout = self._layouts.get(place.map)
        return deck.name if deck else layout.location_name(place.x, place.y) if layout else OFFBOARD

    def _leave(self, piece_id: str, target: Placement) -> StepCommand | None:
        """Do what comes before a piece is taken from its place."""
        piece, place = self.table.pieces[piece_id], self.table.placement(piece_id)
        step = self._remember_place(piece, place)
        if (place.x, place.y) != (target.x, target.y) and self._reports_of(target.map).mark_moved:
            step = append(step, self._change(piece_id, dict(self._marks_of_moving(piece, place))))
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
                return self._change(piece_id, {index: changed_state(trait, value)})
        return None

    def _marks_of_moving(self, piece: Piece, place: Placement) -> Iterator[tuple[int, str]]:
        """Yield the traits that show that a piece moves, with their new states: its mark and its trail."""
        map_id = self._map_ids.get(place.map or "", "")
        for index, trait in enumerate(piece.traits):
            if trait.id == "markmoved":
                yield index, changed_state(trait, "true")
            elif trait.id == "footprint":
                begins = self._memory.begins_trail(piece.id)
                yield index, trail_state(trait, map_id, place.x, place.y, begins=begins)

    def _mask_owner(self, piece: Piece) -> str:
        access = next((t.type.text_field("access") for t in piece.traits if t.id == "obs"), "")
        return self._player.side if access.startswith("side") else self._player.id

    def _host(self, piece_id: str, target: Placement, below: str | None, new: Piece | None = None) -> str | None:
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

    def _arrive(
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
        player = self._player.id
        return self._do(MovePiece(piece_id, *there, *here, player), MovePiece(piece_id, *here, *there, player))

    def _new_stack(self, piece_id: str, target: Placement) -> Iterator[StepCommand]:
        """Yield the command that makes a stack around one piece, if it is one that stacks."""
        piece = self.table.pieces[piece_id]
        if never_stacks(piece):
            return
        layer = f"{_STACK_LAYER}{self._layer(piece, target)}"
        state = [target.map or NO_MAP, str(target.x), str(target.y), piece_id, layer]
        stack = AddPiece(self._start.new_id(), "stack", sequence.encode(state, ";"))
        yield self._do(stack, RemovePiece(stack.id))

    # reports

    def _reports_of(self, map_name: str | None) -> MapReports:
        return self._reports.get(map_name or "", MapReports())

    def _move_report(self, moved: Sequence[tuple[str, Placement]], target: Placement) -> StepCommand | None:
        """Return the map's lines about pieces that came from somewhere."""
        pieces = [(self.table.pieces[piece_id], origin) for piece_id, origin in moved]
        reports = self._reports_of(target.map)
        step: StepCommand | None = None
        for line in move_lines(pieces, target, reports, self._location, self._player_values()):
            step = append(step, self._chat(line))
        return step
