"""A position of the board game, in the game's terms, from a save or a log of its own module.

Pieces are identified by the marks that the module gives them (``UnitId``, ``LeaderId``, ``MarkerId``, ``ChitId``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ..drawing.marker_places import track_marker
from ..drawing.mats import CHITS, IN_PLAY, MUG, NEXT_TURN, PLAYED
from ..game.action_words import Barrage, Contact, Improvement
from ..game.arrival_times import comes_back
from ..game.counter_states import FIELDS, CounterState
from ..game.game_data import GameData
from ..game.hexes import Hex
from ..game.order_of_battle import Chit, ChitKind
from ..game.position import Activation, LeaderState, Place, Points, Position, Status, UnitState
from ..game.scenarios import TurnTime
from ..game.start import is_set_up, no_scenario_words, start_position
from ..rules.rule_sets import exclusive_rules
from ..vassal.errors import VassalError
from ..vassal.pieces import Piece, Placement
from ..vassal.properties import masked_by, piece_properties
from ..vassal.table import Table, placed_units
from ..vassal.trait_changes import never_moves
from .choice import layout_of_table
from .table_places import TablePlaces
from .turn_markers import (
    CONTROL,
    STORM_BOX,
    commander_marker,
    commander_spot,
    effect_spot,
    effects,
    strike_marker,
    used_up,
)

__all__ = [
    "NotThisGame",
    "SavedPosition",
    "barrage_level",
    "face_level",
    "is_own_module",
    "mine_level",
    "saved_position",
    "state_changes",
    "table_time",
    "whole_number",
    "with_tracks",
]


_MORALE = "morale"
_USED_UP = "event-used"
_TURN_TRACK = "turn"
"""The state that marks a unit's actions: one done, or both."""


class NotThisGame(VassalError):
    """The save or log is of another game, or does not say which scenario is played."""


@dataclass(frozen=True, slots=True)
class SavedPosition:
    """A position read from a table."""

    position: Position
    doubts: tuple[str, ...]
    """The things on the table that made no sense and how they were interpreted, one sentence each."""


def saved_position(
    table: Table, game: GameData, *, scenario: int = 0, file: str = "", marks: bool = False,
    places: TablePlaces | None = None,
) -> SavedPosition:  # fmt: skip
    """Return the position of a table.

    *scenario* is its number; 0 looks it up in the notes that the module's setups bring, and goes by the units on the
    table where a player wrote other notes. With *marks* the marks of activation count, as far as they belong to the
    chit in play: they stay on the counters to the end of the turn, and a whole log shows more. *places* are
    those of the table where they are known already, otherwise of the layout of its module's version.
    Raises :class:`NotThisGame`.
    """
    units = _unit_ids(table)
    if not units:
        raise NotThisGame(f"not a game of the module of {game.name}; try adjudicator audit", file=file,
                          expected="a save or log of a module that vmod-builder made")  # fmt: skip
    if units.isdisjoint(game.units):
        raise NotThisGame(f"not a game of {game.name}: it has none of its units", file=file,
                          expected="--game with the directory of the right game")  # fmt: skip
    doubts: list[str] = []
    number = scenario or _scenario_in_notes(table, game)
    if not number and (number := _scenario_of(units, game)):
        doubts.append(f"no note names the scenario; taken for scenario {number}, whose units are on the table")
    if number not in game.scenarios:
        raise NotThisGame(no_scenario_words(game, number), file=file)
    places = places or TablePlaces(game, layout_of_table(game, table))
    reader = _Reader(table, places, start_position(game, number), doubts)
    position = reader.position()
    return SavedPosition(reader.with_marks(position) if marks else position, tuple(doubts))


def with_tracks(table: Table, start: Position, places: TablePlaces) -> Position:
    """Return a scenario's start with the turn and all that the tracks and boxes of a table show: no unit, no points."""
    return start.after(**_Reader(table, places, start, []).tracks())


def is_own_module(table: Table) -> bool:
    """Return whether a table is of a module that vmod-builder made: pieces say which unit they are."""
    return bool(_unit_ids(table))


def _unit_ids(table: Table) -> set[str]:
    return {unit for piece in table.units() if (unit := piece_properties(piece).get("UnitId")) is not None}


def _scenario_in_notes(table: Table, game: GameData) -> int:
    """Return the scenario that the notes name, 0 for none."""
    for text in table.notes.values():
        found = re.search(rf"{re.escape(game.name)}, scenario ([0-9]{{1,2}})\b", text)
        if found:
            return int(found.group(1))
    return 0


def _scenario_of(units: Set[str], game: GameData) -> int:
    """Return the one scenario that has these units and no others, 0 if none or several have."""
    fitting = [number for number in game.scenarios if start_position(game, number).units.keys() == units]
    return fitting[0] if len(fitting) == 1 else 0


# properties and trackers


def whole_number(text: str) -> int:
    """Return the whole number of at most three digits that a property holds, 0 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0


def state_changes(game: GameData, unit: str, state: str, level: int) -> Mapping[str, object]:
    """Return the fields of a :class:`UnitState` that a state's level means; none for a state that no rule uses."""
    if state == CounterState.STEP_LOSS:
        steps = game.units[unit].steps
        return {"steps": max(steps - level, min(steps, 1))}
    if state not in FIELDS:
        return {}
    return {FIELDS[state]: _MEANINGS.get(state, _is_set)(level)}


def _most_two(level: int) -> int:
    return min(level, 2)


def _is_set(level: int) -> bool:
    return level > 0


_MEANINGS: Final[Mapping[str, Callable[[int], object]]] = {
    CounterState.COHESION: _most_two,
    CounterState.POSITION: lambda level: Improvement(_most_two(level)),
    CounterState.CONTACT: lambda level: Contact(_most_two(level)),
}
"""What the level of a state means, for those that are not just on or off."""


def face_level(properties: Mapping[str, str]) -> int:
    """Return the number of the face that a marker shows, counted from 1."""
    return max(whole_number(properties.get("Face_Level", "1")), 1)


def barrage_level(face: int) -> Barrage:
    """Return the barrage that a marker's face stands for: the first face is a light one, the second a heavy one."""
    return Barrage(min(face, Barrage.HEAVY))


def mine_level(face: int) -> int:
    """Return the minefield that a marker's face stands for: the first face is a light minefield, the second none."""
    return 1 if face == 1 else 0


def table_time(game: GameData, state: str) -> TurnTime | None:
    """Return the turn in the state of a turn tracker (vassal-files.md 2.5); None if it makes no sense."""
    calendar = game.calendar
    numbers = [whole_number(text) for text in re.findall(r"(?:^|[|;\\])([0-9]+)\\?;0", state)]
    if len(numbers) >= 2 and numbers[0] < len(calendar.dates) and numbers[1] < len(calendar.turns):
        return TurnTime(calendar.dates[numbers[0]], calendar.turns[numbers[1]])
    return None


@dataclass(frozen=True, slots=True)
class _Standing:
    """A piece and where it is in the game's terms: a hex, a box's id, or a space of a mat."""

    piece: Piece
    properties: Mapping[str, str]
    where: Placement
    place: Place
    mat: str = ""
    space: str = ""


class _Reader:
    """Reads one table; *start* is the scenario's own beginning, for all that no piece shows; *doubts* are noted."""

    def __init__(self, table: Table, places: TablePlaces, start: Position, doubts: list[str]) -> None:
        self.table = table
        self.places = places
        self.game = places.game
        self.start = start
        self.doubts = doubts

    @cached_property
    def _standing(self) -> tuple[_Standing, ...]:
        return tuple(self._find(piece) for piece in placed_units(self.table).values())

    def position(self) -> Position:
        """Return the position."""
        found = self.start.after(
            **self.tracks(),
            units=self._units(),
            leaders=self._leaders(),
            points=self._points(self._by("MarkerId")),
            barrages={place: barrage_level(face) for place, face in self._levels("barrage").items()},
            mines={place: mine_level(face) for place, face in self._levels("minefield").items()},
            returning=self._returning(),
            **self._chits(),
        )
        return found.after(from_start=is_set_up(found))

    def tracks(self) -> dict[str, object]:
        """Return the values that the tracks and boxes show, by the fields of a position."""
        markers = self._by("MarkerId")
        return {
            "time": self._time(markers),
            "weather": self._weather(markers),
            "day_weather": self._day_weather(markers),
            "supply": self._supply(markers),
            "morale": self._morale(markers),
            "flags": self._flags(markers),
            "strikes": self._strikes_ready(),
            "planned_strikes": self._planned_strikes(),
            "commander_with": self._commander_with(markers),
        }

    # places

    def _find(self, piece: Piece) -> _Standing:
        where = self.table.placement(piece.id)
        return _Standing(piece, piece_properties(piece), where, self.places.place(where), *self.places.space(where))

    def _by(self, mark: str) -> dict[str, _Standing]:
        """Return the pieces that have a mark, by its value; of several the first one."""
        found: dict[str, _Standing] = {}
        for standing in self._standing:
            if name := standing.properties.get(mark):
                found.setdefault(name, standing)
        return found

    def _space_of(self, track: str, standing: _Standing | None) -> str:
        return self.places.track_space(track, standing.where) if standing else ""

    # pieces

    def _units(self) -> dict[str, UnitState]:
        found = self._by("UnitId")
        for unit in found:
            if unit not in self.start.units:
                self.doubts.append(f"{self._name(unit)} is not in scenario {self.start.scenario} and was left out")
        return {unit: self._unit(unit, found.get(unit)) for unit in self.start.units}

    def _name(self, unit: str) -> str:
        return self.game.units[unit].name if unit in self.game.units else unit

    def _unit(self, unit: str, standing: _Standing | None) -> UnitState:
        if standing is None:
            self.doubts.append(f"{self._name(unit)} has no piece and was taken for eliminated")
            return UnitState(Status.ELIMINATED)
        status = self.places.status(standing.where)
        if status is Status.ELIMINATED:
            return UnitState(status)
        values: dict[str, object] = {"steps": self.game.units[unit].steps}
        for state in self.game.states:
            level = whole_number(standing.properties.get(state.property, ""))
            values |= state_changes(self.game, unit, state.id, level)
        hidden = masked_by(standing.piece) is not None and status is Status.ON_MAP
        return UnitState(status, standing.place).after(**values, hidden=hidden)

    def _leaders(self) -> dict[str, LeaderState]:
        found = self._by("LeaderId")
        return {
            leader: LeaderState(self.places.status(found[leader].where), found[leader].place)
            if leader in found else LeaderState(Status.ELIMINATED)
            for leader in self.start.leaders
        }  # fmt: skip

    def _levels(self, marker: str) -> dict[Hex, int]:
        """Return the face, counted from 1, of the markers of one kind, by hex; of two in a hex the higher one."""
        levels: dict[Hex, int] = {}
        for standing in self._standing:
            if standing.properties.get("MarkerId") == marker and isinstance(standing.place, Hex):
                levels[standing.place] = max(face_level(standing.properties), levels.get(standing.place, 0))
        return dict(sorted(levels.items()))

    # marks of activation

    def with_marks(self, position: Position) -> Position:
        """Return the position with those activations over that marks show to have ended under the chit in play (R6.18).

        A mark does not show under which chit it was set, nor the mark of a first action its kind.
        """
        chits = position.game.chits
        chit = chits.get(position.activation.chit)
        earlier = [chits[each] for each in position.played if chit is not None and each != chit.id]
        unclear: list[str] = []
        for unit, level in self._marks().items():
            if chit is None or unit not in position.units or not _may_activate(chit, position, unit):
                continue
            if level > 1 and not any(_may_activate(each, position, unit) for each in earlier):
                position = position.with_unit(unit, finished=True)
            else:
                unclear.append(position.shown_name(unit))
        if unclear:
            self.doubts.append(f"the activation markers do not show what {', '.join(unclear)} did under the chit in "
                               "play; assumed to be nothing")  # fmt: skip
        return position

    def _marks(self) -> dict[str, int]:
        """Return the number of actions that the marks of activation show, by unit; no entry for unmarked units."""
        properties = [state.property for state in self.game.states if state.id == CounterState.ACTIVATED]
        levels = {
            unit: whole_number(standing.properties.get(name, ""))
            for unit, standing in self._by("UnitId").items() for name in properties
        }  # fmt: skip
        return {unit: level for unit, level in levels.items() if level}

    # tracks and cards

    def _time(self, markers: Mapping[str, _Standing]) -> TurnTime:
        """Return the turn that the turn tracker or the map's markers show, whichever has been moved on farther.

        Markers that no player moves only follow the tracker. The turn is the scenario's first where they show none.
        """
        times = [time for state in self.table.turns.values() if (time := table_time(self.game, state)) is not None]
        if not times:
            self.doubts.append(f"the turn cannot be read; taken for {self.start.time}")
        marked = self._marked_time(markers)
        shown = [*times, *([marked] if marked is not None else [])]
        return max(shown, key=self.game.calendar.number, default=self.start.time)

    def _marked_time(self, markers: Mapping[str, _Standing]) -> TurnTime | None:
        """Return the turn that the map's markers show, None if they are on no space of their tracks."""
        dates = {name: date for date, name in self.game.calendar.date_names.items()}
        if any(name in markers and never_moves(markers[name].piece) for name in (_TURN_TRACK, "date")):
            return None
        date = dates.get(self._space_of("date", markers.get("date")))
        turn = self._space_of(_TURN_TRACK, markers.get("turn"))
        return TurnTime(date, turn) if date and turn in self.game.calendar.turns else None

    def _weather(self, markers: Mapping[str, _Standing]) -> str:
        day = self._space_of("weather", markers.get("weather"))
        storm = markers.get("sand-storm")
        if day.startswith("Sand storm") and storm is not None and storm.place == STORM_BOX:
            return "sandstorm"
        return "mist" if day == "Mist" else "clear" if day else self.start.weather

    def _day_weather(self, markers: Mapping[str, _Standing]) -> str:
        name = self._space_of("weather", markers.get("weather"))
        chart = self.game.charts.get("weather")
        rows = chart.rows if chart else ()
        return next((row.key for row in rows if row.cells["name"] == name), self.start.day_weather)

    def _supply(self, markers: Mapping[str, _Standing]) -> str:
        name = self._space_of("supply", markers.get("supply"))
        chart = self.game.charts.get("supply-levels")
        rows = chart.rows if chart else ()
        return next((row.key for row in rows if row.cells["name"] == name), self.start.supply)

    def _morale(self, markers: Mapping[str, _Standing]) -> int | None:
        marker = track_marker(self.game, _MORALE)
        space = self._space_of(_MORALE, markers.get(marker.id) if marker else None)
        return int(space) if space and self.start.morale is not None else self.start.morale

    def _flags(self, markers: Mapping[str, _Standing]) -> frozenset[str]:
        """Return the flags that markers show: events in effect or used up, and who was last in the hex that decides."""
        places, game = self.places, self.game
        found = {
            name
            for name in effects(game)
            if name in markers and places.is_at(markers[name].where, effect_spot(game, name))
        }  # fmt: skip
        used = [each.where for each in self._standing if each.properties.get("MarkerId") == _USED_UP]
        found |= {flag for flag, spot in used_up(game).items() if any(places.is_at(where, spot) for where in used)}
        decides = game.scenarios[self.start.scenario].victory.hex
        if decides is not None and (face := self._levels(CONTROL).get(decides)):
            found |= {flag for known, flag in exclusive_rules(game).control_flags.items() if known == face}
        return frozenset(found)

    @cached_property
    def _strikes(self) -> tuple[_Standing, ...]:
        marker = strike_marker(self.game)
        return tuple(each for each in self._standing if marker and each.properties.get("MarkerId") == marker.id)

    def _strikes_ready(self) -> int:
        """Return the number of air strikes in their box."""
        marker = strike_marker(self.game)
        return sum(each.place == marker.box for each in self._strikes) if marker else 0

    def _planned_strikes(self) -> tuple[str, ...]:
        """Return the turns with air strikes on their spaces of the track (NQoS S1.0)."""
        turns = [self._space_of(_TURN_TRACK, each) for each in self._strikes]
        return tuple(sorted(filter(None, turns), key=self.game.calendar.turns.index))

    def _returning(self) -> dict[str, TurnTime]:
        """Return the units and leaders in the calendar for a turn other than that of their arrival, with that turn."""
        found: dict[str, TurnTime] = {}
        for name, standing in (*self._by("UnitId").items(), *self._by("LeaderId").items()):
            time = self.places.arrival_time(standing.where)
            known = name in self.start.units or name in self.start.leaders
            if known and time is not None and comes_back(self.start, name, time):
                found[name] = time
        return found

    def _commander_with(self, markers: Mapping[str, _Standing]) -> str:
        """Return the leader with whose formation the commander is on a card, or alone with whom he is in a hex."""
        own = commander_marker(self.game)
        marker = markers.get(own.id) if own else None
        if marker is None:
            return ""
        if isinstance(marker.place, Hex):
            there = [leader for leader, standing in self._by("LeaderId").items() if standing.place == marker.place]
            return there[0] if len(there) == 1 and there[0] in self.start.leaders else ""
        leaders = self.start.leaders
        return next((each for each in leaders if self.places.is_at(marker.where, commander_spot(self.game, each))), "")

    def _points(self, markers: Mapping[str, _Standing]) -> dict[str, Points]:
        return {
            division: Points(
                self._points_of("command", division, markers, start.command),
                self._points_of("dispatch", division, markers, start.dispatch),
            )
            for division, start in self.start.points.items()
        }

    def _points_of(self, kind: str, division: str, markers: Mapping[str, _Standing], otherwise: int) -> int:
        standing = markers.get(f"{kind}-points-{division}")
        found = self.places.points(kind, standing.where) if standing else None
        return otherwise if found is None else found

    # chits

    def _chits(self) -> dict[str, object]:
        """Return where the chits are; those in the mug are members of its deck."""
        places: dict[str, list[str]] = {MUG: [], IN_PLAY: [], PLAYED: [], NEXT_TURN: []}
        decks = {member for deck in self.table.decks() for member in self.table.contents[deck.id]}
        for chit, standing in self._by("ChitId").items():
            space = MUG if standing.piece.id in decks else standing.space if standing.mat == CHITS else ""
            if space in places:
                places[space].append(chit)
        in_play = self._in_order_of_play(places[IN_PLAY])
        if len(in_play) > 1:
            self.doubts.append(f"{len(in_play)} chits are in play; assumed: {in_play[-1]}")
        return {
            "mug": tuple(sorted(places[MUG])),
            "played": (*sorted(places[PLAYED]), *in_play),
            "next_turn": tuple(sorted(places[NEXT_TURN])),
            "activation": Activation(chit=in_play[-1] if in_play else ""),
        }

    def _in_order_of_play(self, chits: Iterable[str]) -> list[str]:
        """Return chits in play, the last one drawn last: many leave a chit where it is and put the next one on it.

        A stack that was made later comes later, and so does what is further up in it.
        """
        pieces = self._by("ChitId")
        stacked = [member for stack in self.table.stacks() for member in self.table.contents[stack.id]]
        ranks = {piece: rank for rank, piece in enumerate(stacked)}
        return sorted(chits, key=lambda chit: ranks.get(pieces[chit].piece.id, -1))


def _may_activate(chit: Chit, position: Position, unit: str) -> bool:
    """Return whether a chit could activate a unit: its division (R6.13), its formation (R6.15) or its side (R6.16)."""
    counter = position.game.units[unit]
    if chit.kind == ChitKind.FORMATION:
        return counter.formation == chit.formation or (counter.independent and counter.division == chit.division)
    if chit.kind == ChitKind.DIVISION:
        return counter.division == chit.division
    return chit.kind == ChitKind.DIRECT_COMMAND and position.side(unit) == chit.side
