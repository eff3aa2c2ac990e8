"""The table of the official Grand Tactical Series module, in the game's terms.

Markers directly above a unit, up to the next one, are that unit's; a barrage counts for its hex (vassal-files.md 6.3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ....game.action_words import Barrage
from ....game.game_data import GameData
from ....game.hexes import Hex
from ....game.module_dialect import LayerLevel, MarkerState
from ....game.position import LeaderState, Place, Position, Status, UnitState
from ....game.start import is_set_up
from ....module_layout.saved_position import state_changes, whole_number
from ....vassal.commands import integer
from ....vassal.module_definition import TurnTracker
from ....vassal.pieces import Piece, Placement
from ....vassal.properties import masked_by, piece_properties
from ....vassal.table import Table
from .conditions import Conditions
from .counters import GrandTacticalCounters, PieceKind
from .places import GrandTacticalPlaces

__all__ = ["GrandTacticalTable", "shows_level"]

_MAX_DOUBTS = 20
_MAX_NAMED = 5
"""The greatest number of units that one sentence names."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """A piece with its identity and its properties."""

    piece: Piece
    properties: Mapping[str, str]
    kind: PieceKind


class GrandTacticalTable:
    """Reads the tables of one log; *start* is the scenario's own beginning, for all that no piece shows."""

    def __init__(
        self,
        game: GameData,
        counters: GrandTacticalCounters,
        places: GrandTacticalPlaces,
        start: Position,
        trackers: Sequence[TurnTracker] = (),
    ) -> None:
        self.units: dict[str, str] = {}
        """The unit of each piece."""
        self.leaders: dict[str, str] = {}
        self.copies: dict[str, str] = {}
        """The unit of each piece that is a second counter of it."""
        self.other_ratings: set[str] = set()
        """The units whose counters have other figures than the game's data."""
        self.other_reduced_sides: set[str] = set()
        """The units whose counters differ only in what they are after a lost step."""
        self.doubts: list[str] = []
        self._game = game
        self._counters = counters
        self._places = places
        self._start = start
        self._dialect = game.dialect
        self._conditions = Conditions(start, trackers)
        self._guns_of_parks = _guns_of_parks(game)
        self._absent = {
            unit: UnitState(Status.WAITING, steps=game.units[unit].steps) for unit in (*start.units, *game.units)
        }
        """All units of the game as they are without a counter: they have lost nothing."""
        self._seen: dict[str, _Seen] = {}
        self._looked_at = 0

    # who is who

    def see(self, piece: Piece) -> _Seen:
        """Return what a piece is and says; whoever is new gets his counter."""
        known = self._seen.get(piece.id)
        if known is not None and known.piece is piece:
            return known
        properties = piece_properties(piece)
        kind = known.kind if known is not None else self._counters.kind(piece, properties)
        found = self._seen[piece.id] = _Seen(piece, properties, kind)
        if known is None and kind.kind:
            self._claim(found)
        return found

    def _claim(self, seen: _Seen) -> None:
        """Give a piece the counter that it is, if that is certain and in the scenario."""
        owners = self.units if seen.kind.kind == "unit" else self.leaders
        free = [id_ for id_ in seen.kind.ids if id_ not in owners.values()]
        there = self._start.units if owners is self.units else self._start.leaders
        free = [id_ for id_ in free if id_ in there] or (free if self._looked_at == 0 else [])
        if free:
            owners[seen.piece.id] = free[0]
            if self._counters.has_other_ratings(seen.piece, seen.properties, free[0]):
                self.other_ratings.add(free[0])
            elif self._counters.has_other_reduced_side(seen.piece, seen.properties, free[0]):
                self.other_reduced_sides.add(free[0])
        elif owners is self.units and seen.kind.ids:
            self.copies[seen.piece.id] = seen.kind.ids[0]

    def take_in(self, table: Table) -> None:
        """Give the pieces of the first table their counters; of those outside the scenario only what is on the map."""
        for piece in table.units():
            self.see(piece)
        for owners, there in ((self.units, self._start.units), (self.leaders, self._start.leaders)):
            for piece_id in [each for each, counter in owners.items() if counter not in there]:
                if not self._is_on_map(table, piece_id):
                    del owners[piece_id]

    def note_doubts(self, table: Table) -> None:
        """Note the counters on the map that are left out, and the units that are missing."""
        left_out = list(dict.fromkeys(self._left_out(table)))
        self.doubts += left_out[:_MAX_DOUBTS]
        if len(left_out) > _MAX_DOUBTS:
            self.doubts.append(f"{len(left_out) - _MAX_DOUBTS} more counters on the map were left out")
        others = [unit for unit in self.units.values() if unit not in self._start.units]
        there = [piece for piece, unit in self.units.items() if unit in others and self._is_on_map(table, piece)]
        if there:
            names = ", ".join(self._name(self.units[piece], table.pieces[piece]) for piece in there[:_MAX_DOUBTS])
            self.doubts.append(f"{names} are on the map although they are not in Scenario {self._start.scenario}")
        missing = [unit for unit in self._start.units if unit not in self.units.values()]
        if missing:
            self.doubts.append(f"the log has no counter for {self._listed(missing)}")
        lost = sum(self._places.locate(table.placement(piece)) == (Status.ON_MAP, None) for piece in self.units)
        if lost:
            self.doubts.append(
                f"the hexes of {_count(lost, 'unit')} on the map are not known: give the module with --module"
            )
        if self.other_ratings:
            self.doubts.append(
                f"the log's counters have other ratings than the game data for "
                f"{_count(len(self.other_ratings), 'unit')}: import the module"
            )

    def _listed(self, units: Sequence[str]) -> str:
        """Return the names of a few units, and how many more there are."""
        names = ", ".join(self._game.units[unit].name for unit in units[:_MAX_NAMED])
        more = len(units) - _MAX_NAMED
        return f"{names} and {_count(more, 'more unit')} of the scenario" if more > 0 else names

    def _is_on_map(self, table: Table, piece: str) -> bool:
        return self._places.locate(table.placement(piece))[0] is Status.ON_MAP

    def _left_out(self, table: Table) -> Iterator[str]:
        """Yield why counters on the map are left out."""
        for seen in [self.see(piece) for piece in table.units()]:
            status, _ = self._places.locate(table.placement(seen.piece.id))
            if status is not Status.ON_MAP or not seen.kind.kind:
                continue
            if seen.kind.doubt:
                yield seen.kind.doubt
            elif seen.piece.id in self.copies:
                name = self._name(self.copies[seen.piece.id], seen.piece)
                yield f"{name} was left out: it is not in the scenario, or there twice"

    def _name(self, unit: str, piece: Piece) -> str:
        counter = self._game.units[unit]
        return counter.hidden_as if masked_by(piece) is not None and counter.hidden_as else counter.name

    # the position

    def position(self, table: Table) -> Position:
        """Return the position on the table. Raises LimitExceeded if all tables of a log together are too large.

        It has all counters of the game: one that is not in the scenario may come and go between two mails.
        """
        self._looked_at += len(table.pieces)
        table.limits.check("the hundreds of pieces that were looked at", "pieces", self._looked_at // 100)
        pieces = {piece.id: self.see(piece) for piece in table.units()}
        marked = self._marked(table, pieces)
        units = dict(self._absent)
        leaders = dict.fromkeys((*self._start.leaders, *self._game.leaders), LeaderState(Status.WAITING))
        for piece_id, unit in self.units.items():
            if piece_id in pieces:
                units[unit] = self._unit(unit, pieces[piece_id], table, marked.get(piece_id, {}))
            else:
                units[unit] = UnitState(Status.ELIMINATED)
        for piece_id, leader in self.leaders.items():
            leaders[leader] = LeaderState(*self._where(piece_id, table, pieces))
        found = self._start.after(
            units=units,
            leaders=leaders,
            barrages=self._barrages(table, pieces),
            activation=replace(
                self._start.activation,
                shown=self._showing(pieces, self._dialect.activated),
                acted=self._showing(pieces, self._dialect.acted),
            ),
            **self._conditions.read(table),
        )
        return found.after(from_start=is_set_up(found))

    def _showing(self, pieces: Mapping[str, _Seen], shown: LayerLevel) -> frozenset[str]:
        """Return the units whose counters show that they are activated, or that they have acted."""
        there = ((unit, pieces[piece]) for piece, unit in self.units.items() if piece in pieces)
        return frozenset(unit for unit, seen in there if shows_level(seen.properties, shown))

    def _where(self, piece_id: str, table: Table, pieces: Mapping[str, _Seen]) -> tuple[Status, Hex | str | None]:
        return self._places.locate(table.placement(piece_id)) if piece_id in pieces else (Status.ELIMINATED, None)

    def _located(self, unit: str, where: Placement) -> tuple[Status, Place]:
        """Return where a unit is: a card holds any unit that waits, and its park only guns that come to that park."""
        box = self._places.box_on_card(where)
        return (Status.ON_MAP, box) if box and unit in self._guns_of_parks.get(box, ()) else self._places.locate(where)

    def _unit(self, unit: str, seen: _Seen, table: Table, marked: Mapping[str, int]) -> UnitState:
        status, place = self._located(unit, table.placement(seen.piece.id))
        levels = dict(marked)
        for layer in self._dialect.layers:
            if shows_level(seen.properties, LayerLevel(layer.layer, layer.level)):
                levels[layer.state] = max(levels.get(layer.state, 0), 1)
        values: dict[str, object] = {"steps": self._game.units[unit].steps}
        for state, level in levels.items():
            values |= state_changes(self._game, unit, state, level)
        hidden = masked_by(seen.piece) is not None and bool(self._game.units[unit].hidden_as)
        return UnitState(status, place).after(**values, hidden=hidden and status is Status.ON_MAP)

    def _marked(self, table: Table, pieces: Mapping[str, _Seen]) -> dict[str, dict[str, int]]:
        """Return for each unit's piece the states that the markers above it stand for, with their levels."""
        found: dict[str, dict[str, int]] = {}
        for stack in table.stacks():
            unit = ""
            for member in table.contents[stack.id]:
                seen = pieces[member]
                if seen.kind.kind == "unit":
                    unit = member
                    continue
                marker = self._dialect.markers.get(seen.properties.get("Type", ""))
                if unit and marker is not None and not seen.kind.kind:
                    states = found.setdefault(unit, {})
                    states[marker.state] = max(states.get(marker.state, 0), _level(marker, seen.properties))
        return found

    def _barrages(self, table: Table, pieces: Mapping[str, _Seen]) -> dict[Hex, Barrage]:
        marker = self._dialect.barrage
        found: dict[Hex, Barrage] = {}
        for piece_id, seen in pieces.items():
            if seen.properties.get("Type") == marker.type and not seen.kind.kind:
                _, place = self._places.locate(table.placement(piece_id))
                is_heavy = shows_level(seen.properties, LayerLevel(marker.layer, marker.heavy))
                level = Barrage.HEAVY if is_heavy else Barrage.LIGHT
                if isinstance(place, Hex):
                    found[place] = max(level, found.get(place, Barrage.NONE))
        return dict(sorted(found.items()))

    def unknown_conditions(self, table: Table) -> Iterator[str]:
        """Yield the words of the global properties that the game's data do not know, one sentence each."""
        yield from self._conditions.unknown(table)


def _guns_of_parks(game: GameData) -> dict[str, set[str]]:
    """Return the units that come to each box as reinforcements, in any scenario."""
    found: dict[str, set[str]] = {}
    for scenario in game.scenarios.values():
        for arrival in scenario.reinforcements:
            for box in arrival.places.boxes:
                found.setdefault(box, set()).update(arrival.units)
    return found


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def _level(marker: MarkerState, properties: Mapping[str, str]) -> int:
    level = whole_number(properties.get(f"{marker.layer}_Level", "")) if marker.layer else 1
    return max(level, marker.least)


def shows_level(properties: Mapping[str, str], shown: LayerLevel) -> bool:
    """Return whether a layer of a piece is at a level or above; one that is off has a negative level."""
    level = integer(properties.get(f"{shown.layer}_Level"))
    return level is not None and level >= shown.level
