"""Logs built in memory, step by step, in the form in which today's engine writes them (vassal-files.md 5).

A :class:`LogBuilder` plays on a table of its own (:mod:`.engine_table`), which makes the commands; here they are put
together into steps and recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import ClassVar, Concatenate, ParamSpec, TypeVar

from .boards import MapLayout
from .building import Definition, PositionBuilder, lasting_pairs
from .commands import RemovePiece, TurnState, Undo, decode_command
from .dice_building import rolled
from .engine_table import EngineTable
from .errors import BuildingError, VassalError
from .geometry import Point
from .location_format import expand
from .module_definition import DiceButton, PieceLayers
from .move_reports import MapReports
from .pieces import NO_MAP, Placement
from .properties import piece_properties
from .step_tree import StepCommand, append, inverse_of, step_node, texts_of
from .stream import Group, Node
from .table import Table
from .trait_changes import changed_state, find_sender, find_trait, never_stacks

__all__ = ["LogBuilder"]


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
        """Run the method; if it raises, take back what it has changed."""
        before = self._engine.table.copy()
        try:
            return method(self, *args, **kwargs)
        except VassalError:
            self._engine.table = before
            self._engine.memory.take_back()
            raise

    return recorded


class LogBuilder:
    """A log that is being recorded by one player. Every method that is no question adds one step.

    A step that is refused (BuildingError) leaves the log as it was.
    """

    engine_class: ClassVar[type[EngineTable]] = EngineTable
    """What makes the commands; a module with classes of its own needs another one."""

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
        self._engine = self.engine_class(
            start, player_id, layouts or {}, reports or {}, map_ids or {}, piece_layers or {}
        )
        self._start = start
        self._position = start.tree()
        self._layouts = layouts or {}
        self._steps: list[_Recorded] = []
        self._next_undo = 0

    @property
    def table(self) -> Table:
        """The table as the last step left it."""
        return self._engine.table

    def tree(self) -> Group:
        """Return the log's command tree: the position at the start and the steps."""
        return Group((*self._position.children, *(step.node for step in self._steps)))

    @property
    def steps(self) -> int:
        """The number of steps that have been recorded."""
        return len(self._steps)

    def stack_of(self, piece_id: str) -> tuple[str, ...]:
        """Return the ids of the pieces in the same stack, from the bottom up. Raises BuildingError."""
        owner = self.table.parents.get(self._engine.known(piece_id).id)
        return tuple(self.table.contents[owner]) if owner else (piece_id,)

    def location_of(self, piece_id: str) -> str:
        """Return the name of the place where a piece is. Raises BuildingError."""
        return self._engine.location(self.table.placement(self._engine.known(piece_id).id))

    def point(self, map_name: str, location: str) -> Point:
        """Return the pixel of a location. Raises BuildingError without the map's layout, or GridError."""
        if map_name not in self._layouts:
            raise BuildingError("the map's layout is not known", place=f"map {map_name!r}")
        return self._layouts[map_name].location_point(location)

    def hand_over(self, player_id: str) -> None:
        """Let another player make the next steps, as in a game on line; this is no step. Raises BuildingError."""
        self._engine.seat(player_id)

    # talk, dice, properties, turns

    def say(self, text: str) -> None:
        """Write into the chat window."""
        self.post(f"&lt;{self._engine.player.name}&gt; - {text}")

    @_one_step
    def post(self, *lines: str, own: str = "") -> None:
        """Put whole lines into the chat window, as buttons do; *own* is a command of the module's own before them."""
        step = StepCommand(own) if own else None
        for line in lines:
            step = append(step, self._engine.chat(line))
        self._record(step)

    @_one_step
    def roll(self, button: DiceButton, *faces: int) -> None:
        """Press a dice button; *faces* are what its dice show. Raises BuildingError."""
        outcome = rolled(button, faces, self._engine.player_values())
        step = self._engine.chat(outcome.line) if outcome.line else None
        for name, first, new in outcome.properties:
            step = append(step, self._engine.set_property(name, new, "Module", first))
        self._record(step)

    @_one_step
    def set_property(self, name: str, value: str, container: str = "Module", *, report: str = "") -> None:
        """Change a global property with a button of the module, which may report it."""
        step = self._engine.set_property(name, value, container)
        self._record(append(step, self._engine.chat(f"* {report}") if report else None))

    @_one_step
    def set_turn(self, tracker: str, state: str, *, report: str = "") -> None:
        """Put a turn tracker into another state (vassal-files.md 2.5). Raises BuildingError."""
        if tracker not in self.table.turns:
            raise BuildingError("no such turn tracker", found=tracker)
        step = self._engine.chat(f"* {report}") if report else None
        change = self._engine.carry_out(TurnState(tracker, state), TurnState(tracker, self.table.turns[tracker]))
        self._record(append(step, change))

    # pieces

    @_one_step
    def change(self, piece_id: str, trait: str, value: str, *, report: str = "") -> None:
        """Change a trait of a piece with its key or menu; as :meth:`choose`, but it must not be so already."""
        piece = self._engine.known(piece_id)
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
        piece = self._engine.known(piece_id)
        sender = piece.traits[find_sender(piece, expression or zone)]
        map_name = expand(sender.type.text_field("map"), piece_properties(piece), keep_unknown=False)
        target = Placement(map_name, *self.point(map_name, zone))
        states = self._engine.new_states(piece_id, changes) | self._engine.remembering(piece_id)
        self._send(piece_id, target, states, report)

    @_one_step
    def put_back(self, piece_id: str, changes: Sequence[tuple[str, str]] = (), *, report: str = "") -> None:
        """Return a card to the deck that its menu names; the rest is as in :meth:`send`."""
        piece = self._engine.known(piece_id)
        name = piece.traits[find_trait(piece, "return")].type.text_field("deck")
        deck = next((deck for deck in self.table.decks() if deck.name == name), None)
        if deck is None:
            raise BuildingError("no such deck", place=f"piece {piece.name!r}", found=name)
        self._send(piece_id, self.table.placement(deck.id), self._engine.new_states(piece_id, changes), report)

    @_one_step
    def move(self, pieces: str | Sequence[str], x: int, y: int, *, map_name: str | None = None) -> None:
        """Drag a piece, or several from the bottom up, to one pixel of a map (by default their own).

        What is there takes them in: a deck, a stack, or a piece that becomes a stack with them. A card
        drawn from a face-down deck is masked. Raises BuildingError.
        """
        ids = (pieces,) if isinstance(pieces, str) else tuple(pieces)
        origins = {piece_id: self.table.placement(self._engine.known(piece_id).id) for piece_id in ids}
        if not ids or len(origins) < len(ids):
            raise BuildingError("a move needs pieces, each of them once")
        target = Placement(map_name or origins[ids[0]].map, x, y)
        if target.map is None or target in origins.values():
            raise BuildingError("not a move", found=f"{target.map or 'no map'} {x},{y}")
        step: StepCommand | None = None
        below: str | None = None
        for piece_id in ids:
            step = append(step, self._engine.leave(piece_id, target))
            for command in self._engine.arrive(piece_id, target, self._engine.host(piece_id, target, below)):
                step = append(step, command)
            below = None if never_stacks(self.table.pieces[piece_id]) else piece_id
        self._record(append(step, self._engine.move_report(list(origins.items()), target)))

    @_one_step
    def create(self, definition: Definition, map_name: str, x: int, y: int) -> str:
        """Drag a piece from the palette to a map; return its id. Errors as for a position's pieces."""
        target = Placement(map_name, x, y)
        new = self._start.define(definition, [NO_MAP, "0", "0"])
        step = self._engine.remember_place(new, Placement(None, 0, 0))
        host = self._engine.host(new.id, target, None, new)
        place = [NO_MAP, "0", "0"] if host else [map_name, str(x), str(y)]
        new = new.with_basic_fields([*place, new.gpid, *lasting_pairs(self._engine.memory.lasting(new))])
        added = self._engine.carry_out(new.command(), RemovePiece(new.id))
        for command in self._engine.arrive(new.id, target, host, added):
            step = append(step, command)
        self._record(append(step, self._engine.move_report([(new.id, Placement(None, 0, 0))], target)))
        return new.id

    @_one_step
    def delete(self, piece_id: str, *, report: str = "") -> None:
        """Delete a piece with its key or menu; *report* is what it reports. Raises BuildingError."""
        self._engine.known(piece_id)
        step, removal = self._engine.click(piece_id), self._engine.removal(piece_id)
        self._record(append(step, append(removal, self._engine.chat(f"* {report}") if report else None)))

    @_one_step
    def press_for(self, pieces: Sequence[str], changes: Sequence[tuple[str, str]] = (), *, report: str) -> None:
        """Press a button that gives many pieces a key: it makes *changes* to each, or deletes them if there are none.

        *report* is the button's. Raises BuildingError.
        """
        step: StepCommand | None = self._engine.chat(f"* {report}")
        for piece_id in pieces:
            states = self._engine.new_states(piece_id, changes)
            made = self._engine.change(piece_id, states, at_once=True) if states else self._engine.removal(piece_id)
            step = append(step, made)
        self._record(step)

    @_one_step
    def send_together(self, targets: Mapping[str, Placement], *, back: bool = False) -> None:
        """Press a button that sends pieces to places and says nothing; *back* sends cards back to a deck.

        Those that are there already stay. Raises BuildingError if none has to go.
        """
        step: StepCommand | None = None
        for piece_id, target in targets.items():
            origin = self.table.placement(self._engine.known(piece_id).id)
            if target == origin:
                continue
            remembered = {} if back else self._engine.remembering(piece_id)
            step = append(step, self._engine.change(piece_id, remembered, at_once=True))
            step = append(step, self._engine.remember_place(self.table.pieces[piece_id], origin))
            for command in self._engine.arrive(piece_id, target, self._engine.host(piece_id, target, None)):
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
        self._engine.memory.take_back(recorded.lasting)
        self._engine.let_catch_up(root)
        self._steps.append(_Recorded(step_node(root), None, []))
        self._next_undo -= 1

    # recording

    def _record(self, step: StepCommand | None) -> None:
        if step is None:
            raise BuildingError("nothing would change")
        for text in texts_of(step):
            if text.endswith("\\"):
                raise BuildingError("VASSAL cannot hold a text that ends with a backslash here", found=text)
        self._steps.append(_Recorded(step_node(step), step, self._engine.memory.step_done()))
        self._engine.let_catch_up(step)
        self._next_undo = len(self._steps)

    def _choose(self, piece_id: str, changes: Sequence[tuple[str, str]], report: str) -> None:
        step = self._engine.click(piece_id)
        change = self._engine.change(piece_id, self._engine.new_states(piece_id, changes))
        self._record(append(step, append(change, self._engine.chat(f"* {report}") if report else None)))

    def _send(self, piece_id: str, target: Placement, changes: Mapping[int, str], report: str) -> None:
        """Move a piece by its menu, which changes traits first."""
        origin = self.table.placement(piece_id)
        if target == origin:
            raise BuildingError("not a move", found=f"{target.map} {target.x},{target.y}")
        told = {"oldLocation": self._engine.location(origin), "location": self._engine.location(target)}
        line = expand(report, told, keep_unknown=False)
        step, moved = self._engine.click(piece_id), self._engine.change(piece_id, changes)
        moved = append(moved, self._engine.remember_place(self.table.pieces[piece_id], origin))
        arrival: StepCommand | None = None
        for command in self._engine.arrive(piece_id, target, self._engine.host(piece_id, target, None)):
            arrival = append(arrival, command)
        self._record(append(step, append(append(moved, arrival), self._engine.chat(f"* {line}") if line else None)))
