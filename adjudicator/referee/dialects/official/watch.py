"""Follows one log of the official Grand Tactical Series module, and says in the game's terms what its steps did.

Markers are on units, the attack wizard reports each shot line by line; what Command Points are left and what checks
were for is not written down in a way that is known (see :mod:`.visibility`).
"""

from __future__ import annotations

import html
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeGuard

from ....audit.dice import LineReading
from ....game.action_words import Declaration
from ....game.counter_states import FIELDS, CounterState
from ....game.hexes import Hex
from ....game.position import Place, Position, Status
from ....rules.series.parks import is_in_park
from ....vassal.commands import integer
from ....vassal.pieces import Piece, Placement
from ....vassal.properties import piece_properties
from ....vassal.replay import PieceChanged, PieceCreated, PieceMoved, PieceRemoved, Said, Step, TurnChanged
from ....vassal.table import Table
from ...events import (
    CounterAdded,
    Declared,
    LeaderMoved,
    LevelSet,
    SequenceShown,
    StateSet,
    TableEvent,
    TurnedOver,
    UnitMoved,
)
from ..chat_lines import PlayersLines
from .attacks import AttackReader
from .places import GrandTacticalPlaces
from .reports import NamedUnit
from .table import GrandTacticalTable

if TYPE_CHECKING:
    from .dialect import GrandTactical

__all__ = ["GrandTacticalWatch"]

_NOT_TOLD: Final = (
    "logs of this module do not show Command Points and contact, and of activation only the chits drawn and the units "
    "marked: for the rest each action was taken to be allowed"
)
_ON_FOOT: Final = frozenset({"infantry", "gun"})
"""The classes of units that are no vehicles."""
_SHOWN: Final = (
    CounterState.SUPPRESSED, CounterState.COHESION, CounterState.COLUMN, CounterState.MOUNTED, CounterState.POSITION,
)  # fmt: skip
"""The states that the module's counters show; steps are counted by their losses."""


class GrandTacticalWatch:
    """Follows one log of the official module."""

    def __init__(self, dialect: GrandTactical, start: Table, scenario: Position) -> None:
        self._dialect = dialect
        self._words = dialect.game.dialect
        self._places = GrandTacticalPlaces(dialect.game, start.boards, dialect.module, dialect.learned)
        for piece in start.units():
            self._places.learn_from(piece)
        self.table = GrandTacticalTable(
            dialect.game,
            dialect.counters,
            self._places,
            scenario,
            dialect.module.turn_trackers if dialect.module else (),
        )
        """The pieces, as units and leaders."""
        self.table.take_in(start)
        self.position = self._with_chit(self.table.position(start))
        self.pieces: Mapping[str, str] = {unit: piece for piece, unit in self.table.units.items()}
        self.table.note_doubts(start)
        self.doubts = (*self.table.doubts, *self.table.unknown_conditions(start), _NOT_TOLD)
        self._attacks = AttackReader(dialect.game, self)
        self._trails = dialect.trails
        self._trails.start(self.position)
        self._placements = self._placed(start)
        self._now = start
        self._acting = self._trails.going_on()
        """The units that did something since the last sign of another activation."""
        self._players: dict[str, str] = {}
        self.rereads_line = False
        self._lines: defaultdict[str, PlayersLines] = defaultdict(PlayersLines)
        """What each player has written."""
        self._note_players(start)

    def _with_chit(self, position: Position) -> Position:
        """Return a position on the table with the chit that was drawn last."""
        return position.after(activation=replace(position.activation, drawn=self._dialect.chits.in_play))

    def side_of(self, player: str) -> str:
        """Return the side that a player of that name plays; empty if unknown."""
        return self._players.get(player, "")

    def recall(self, events: Iterable[TableEvent]) -> None:
        """Note nothing: each line of these logs is read by itself."""

    def observe(self, step: Step, table: Table) -> tuple[TableEvent, ...]:
        """Return the events of a step, and follow the step."""
        self._note_players(table)
        self._now = table
        readings = [self._dialect.patterns.read(line) for line in step.chat]
        learned = self._learn(step, readings)
        before = self._dialect.chits.in_play
        self._dialect.chits.follow(step, turn_is_over=self._changes_turn(step))
        announced = {text for text, _ in self._talk(readings) if self._dialect.chits.announce(text)}
        known = self.position
        events: list[TableEvent] = list(self._ended(step, by_chit=bool(announced)))
        if learned or step.changes_pieces or step.property_changes or self._changes_turn(step):
            events += self._on_table(step, table)
        self._trails.follow(events, turn_is_over=self._changes_turn(step))
        self.rereads_line = False
        if len(readings) != 1 or readings[0].kind != "talk" or not all(isinstance(fact, Said) for fact in step.facts):
            self._interrupt_lines()
        if not step.is_undo:
            events += self._attacks.read(step)
            events += self._said(readings, announced)
        events += self._sequence(step, before)
        self._follow_marks(
            events, known, is_over=bool(announced) or self._changes_turn(step) or self._plays_chit(before)
        )
        self._acting |= {event.unit for event in events if _is_of_one_who_acts(event)}
        return tuple(events)

    def _note_players(self, table: Table) -> None:
        sides = self._dialect.game.dialect.sides
        for entry in table.players.values():
            if entry.name:
                self._players[entry.name] = sides.get(entry.side, "")

    # activations

    def _ended(self, step: Step, *, by_chit: bool) -> Iterator[Declared]:
        """Yield that moves are over: a chit or the turn shows it for all units, a unit's own layers for itself.

        *by_chit*: a player has named the chit that is played.
        """
        ended: set[str] = set()
        for fact in step.facts:
            if not isinstance(fact, PieceMoved | PieceCreated | PieceRemoved | PieceChanged):
                continue
            if self.table.see(fact.piece).properties.get("Type") == self._words.chit_type:
                ended |= self._acting
            unit = self.table.units.get(fact.piece.id, "")
            if unit in self._acting and isinstance(fact, PieceChanged) and self._goes_back(fact):
                ended.add(unit)
        if by_chit or self._changes_turn(step):
            ended |= self._acting
        self._acting -= ended
        yield from (Declared(unit, Declaration.MOVE_END) for unit in sorted(ended))

    def _sequence(self, step: Step, chit_before: str) -> Iterator[SequenceShown]:
        """Yield that a step begins a new turn, or plays another chit."""
        if self._changes_turn(step):
            yield SequenceShown()
        if self._plays_chit(chit_before):
            yield self._dialect.chits.shown

    def _plays_chit(self, chit_before: str) -> bool:
        """Return whether another chit than before is in play now."""
        return self._dialect.chits.in_play not in ("", chit_before)

    def _follow_marks(self, events: list[TableEvent], known: Position, *, is_over: bool) -> None:
        """Note on the table who acts again though it is marked; *known* is the table before the step."""
        again = self._dialect.sight.marks.follow(events, known, self.position, is_over=is_over)
        if again != self.position.activation.again:
            activation = replace(self.position.activation, again=again)
            self.position = self.position.after(activation=activation)

    def _changes_turn(self, step: Step) -> bool:
        """Return whether a step sets the turn: with its tracker, or the global properties that show it."""
        shown = (self._words.turn.date, self._words.turn.time)
        named = any(name in shown for name, *_ in step.property_changes)
        return named or any(isinstance(fact, TurnChanged) for fact in step.facts)

    def _goes_back(self, fact: PieceChanged) -> bool:
        """Return whether a layer that marks an activated or finished unit is put back."""
        before, after = piece_properties(fact.before), piece_properties(fact.piece)
        names = [f"{each.layer}_Level" for each in (self._words.activated, self._words.acted)]
        levels = ((integer(before.get(name)), integer(after.get(name))) for name in names)
        return any(old is not None and new is not None and old > new for old, new in levels)

    # places

    def _learn(self, step: Step, readings: list[LineReading]) -> bool:
        """Take over what a step says of places; return whether something was new."""
        if self._places.has_module:
            return False
        moved = [fact for fact in step.facts if isinstance(fact, PieceMoved)]
        new = sum(self._places.learn_from(fact.piece) for fact in moved) > 0
        ways = {(fact.origin, fact.target) for fact in moved}
        reports = [each.groups for each in readings if each.pattern == "moves"]
        told = {(groups.get("old", ""), groups.get("new", "")) for groups in reports}
        if len(ways) == len(told) == 1:
            (origin, target), (old, place) = ways.pop(), told.pop()
            new = self._places.learn(origin, old.strip()) or new
            new = self._places.learn(target, place.strip(" *")) or new
        return new

    def _placed(self, table: Table) -> dict[str, Placement]:
        return {piece: table.placement(piece) for piece in (*self.table.units, *self.table.leaders)}

    # the table

    def _on_table(self, step: Step, table: Table) -> Iterator[TableEvent]:
        """Yield the changes of the table since the step before, and follow it."""
        before, after = self.position, self._with_chit(self.table.position(table))
        known, placed = self._placements, self._placed(table)
        self.position, self._placements = after, placed
        moved = {piece for piece, where in placed.items() if known.get(piece) != where}
        for piece, unit in self.table.units.items():
            old, new = before.units[unit], after.units[unit]
            unknown = new.status is Status.ON_MAP and new.place is None
            if old.status is not new.status or (piece in moved and (old.place != new.place or unknown)):
                yield UnitMoved(unit, old.place, new.place, old.status, new.status)
        for unit in self.table.units.values():
            yield from self._changed(unit, before, after)
        for piece, leader in self.table.leaders.items():
            places = before.leaders[leader].place, after.leaders[leader].place
            if piece in moved and places[0] != places[1]:
                yield LeaderMoved(leader, *places)
        for shelled in sorted({*before.barrages, *after.barrages}):
            if before.barrages.get(shelled) != after.barrages.get(shelled):
                yield LevelSet("barrage", shelled, after.barrages.get(shelled, 0))
        for fact in step.facts:
            if isinstance(fact, PieceCreated) and fact.piece.id in self.table.copies:
                status, place = self._places.locate(fact.placement)
                if status is Status.ON_MAP and self.table.copies[fact.piece.id] in after.units:
                    yield CounterAdded(self.table.copies[fact.piece.id], place)

    def _changed(self, unit: str, before: Position, after: Position) -> Iterator[TableEvent]:
        old, new = before.units[unit], after.units[unit]
        if new.status is not Status.ON_MAP or old == new:
            return
        if old.hidden != new.hidden:
            yield TurnedOver(unit, new.hidden)
        for state in _SHOWN:
            field = FIELDS[state]
            if getattr(old, field) != getattr(new, field):
                yield StateSet(unit, state, int(getattr(new, field)))
        if old.steps != new.steps:
            yield StateSet(unit, CounterState.STEP_LOSS, self._dialect.game.units[unit].steps - new.steps)

    # words

    def _said(self, readings: list[LineReading], announced: Collection[str]) -> Iterator[TableEvent]:
        """Yield what players said, without the names of chits that they *announced*."""
        for text, player in self._talk(readings):
            if text not in announced:
                line = self._lines[player].without_number(text)
                words = self._lines[player].with_line_before(line)
                self.rereads_line = self.rereads_line or words != line
                yield from self._dialect.spoken.read(words, self.position, self.side_of(player))

    def _interrupt_lines(self) -> None:
        for lines in self._lines.values():
            lines.interrupt()

    def _talk(self, readings: list[LineReading]) -> Iterator[tuple[str, str]]:
        """Yield what players said, each with the player's name."""
        for reading in readings:
            if reading.kind == "talk":
                player = html.unescape(reading.groups.get("player", ""))
                yield html.unescape(reading.groups.get("text", "")).strip(), player

    # what the attack wizard is asked

    def unit_of(self, piece: str) -> str:
        """Return the unit of a piece's id, empty for none."""
        return self.table.units.get(piece, "")

    def place_named(self, text: str) -> Place:
        """Return the place of the game that the name of a location means, None if it is none."""
        return self._places.place_named(text)

    def is_in_park(self, unit: str) -> bool:
        """Return whether a unit is in an Artillery Park."""
        return is_in_park(self.position, unit)

    def is_vehicle_inside(self, unit: str) -> bool:
        """Return whether a unit is a vehicle, or mounted, in a fortified hex."""
        state, game = self.position.units[unit], self.position.game
        on_foot = game.units[unit].unit_class in _ON_FOOT and not state.mounted
        return isinstance(state.place, Hex) and not on_foot and game.map.hexes[state.place].fortified

    def way_of(self, unit: str) -> tuple[Hex, ...]:
        """Return the hexes in which a unit has been since it began to move, in order; none if it has not moved."""
        return self._trails.of(unit)

    def changed_by(self, unit: str) -> frozenset[str]:
        """Return the states that a unit has changed without leaving its hex, as a part of its move."""
        return self._trails.changed_by(unit)

    def is_revealed_since(self, unit: str, target: str) -> bool:
        """Return whether a unit was turned over since another one moved."""
        return self._trails.is_revealed_since(unit, target)

    def told_id(self, unit: str) -> str:
        """Return the id that a unit has for the viewer."""
        return self._dialect.hidden.unit(unit) if self._dialect.hidden else unit

    def weapon_of(self, unit: str) -> str:
        """Return the weapon that a unit has now, for all that the viewer may know."""
        hidden = self._dialect.hidden
        if hidden is not None and unit in hidden.names:
            return hidden.game.units[hidden.unit(unit)].ratings.weapon
        return self.position.ratings(unit).weapon

    def hex_beside(self, piece: str, x: str, y: str) -> str:
        """Return the hex at a pixel of the map that a piece is on, empty if it is not known."""
        column, row = integer(x), integer(y)
        if column is None or row is None:
            return ""
        _, place = self._places.locate(Placement(self._now.placement(piece).map, column, row))
        return "" if place is None else str(place)

    def unit_named(self, named: NamedUnit) -> str:
        """Return the unit that a line of the wizard names: by its counter's name, and by its hex where two have it."""
        pieces = [self._now.pieces[piece] for piece in self.table.units if piece in self._now.pieces]
        names = {piece.id: self._names_of(piece) for piece in pieces}
        fitting = [piece for piece, known in names.items() if named.name in known]
        fitting = fitting or [piece for piece, known in names.items() if _begins(named.name, known)]
        place = self._places.place_named(named.place)
        units = [self.table.units[piece] for piece in fitting]
        there = [unit for unit in units if place is not None and self.position.units[unit].place == place]
        found = there if len(there) == 1 else units
        return found[0] if len(found) == 1 else ""

    def _names_of(self, piece: Piece) -> set[str]:
        """Return the names that the wizard may use for a piece; not its own if the viewer may not know the piece."""
        unit = self.table.units[piece.id]
        if self._dialect.hides(unit):
            return {self._dialect.game.units[unit].hidden_as}
        return {piece.name, self.table.see(piece).properties["PieceName"]}


def _is_of_one_who_acts(event: TableEvent) -> TypeGuard[UnitMoved | StateSet | Declared]:
    if isinstance(event, Declared):
        return event.action not in (Declaration.MOVE_END, Declaration.TARGET)
    return isinstance(event, UnitMoved | StateSet)


def _begins(name: str, known: set[str]) -> bool:
    """Return whether a name is a known one with or without what a layer adds to it."""
    return any(each and (name.startswith(f"{each} ") or each.startswith(f"{name} ")) for each in known)
