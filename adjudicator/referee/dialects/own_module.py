"""The dialect of the modules that vmod-builder makes: marks on the pieces, states as properties, declared wording.

What a counter's menu writes is ``<unit> in <place>: <words>`` with the words of the game's ``actions.toml``; the same
may be typed into the chat (see :mod:`.chat`).
"""

from __future__ import annotations

import html
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from ...audit.dice import KnownDie, LogPatterns
from ...drawing.marker_places import track_marker
from ...drawing.mats import CHITS, IN_PLAY, MUG, NEXT_TURN, PLAYED
from ...game.action_words import Declaration
from ...game.arrival_times import comes_back
from ...game.game_data import GameData
from ...game.hexes import Hex
from ...game.menus import LogLine, find_words, read_log_line
from ...game.order_of_battle import MarkerRole
from ...game.position import (
    POINTS_KINDS,
    Activation,
    LeaderState,
    Place,
    Points,
    PointsKind,
    Position,
    Status,
    UnitState,
)
from ...game.start import start_position
from ...module_layout.choice import layout_of_table
from ...module_layout.saved_position import (
    SavedPosition,
    barrage_level,
    face_level,
    mine_level,
    saved_position,
    state_changes,
    table_time,
    whole_number,
    with_tracks,
)
from ...module_layout.table_places import TablePlaces
from ...module_layout.turn_markers import CONTROL
from ...vassal.pieces import Piece, Placement
from ...vassal.properties import masked_by, piece_properties
from ...vassal.replay import Fact, PieceChanged, PieceCreated, PieceMoved, PieceRemoved, PropertyChange, Said, Step
from ...vassal.replay import TurnChanged as TrackerSet
from ...vassal.table import Table, placed_units
from ...viewing.hidden_units import HiddenUnits, own_pieces
from ..events import (
    TARGET_HEX,
    CalendarSet,
    ChitMoved,
    ConditionsSet,
    CounterAdded,
    Declared,
    HexMarker,
    LeaderMoved,
    LevelSet,
    MarkerMoved,
    PointsSet,
    StateSet,
    TableEvent,
    TimeSet,
    TurnedOver,
    UnitMoved,
)
from ..events import Said as Remark
from .chat import chat_reader
from .chat_lines import PlayersLines

__all__ = ["OwnModule"]

_Kind = Literal["unit", "leader", "marker", "chit"]
_MARKS: Final[Mapping[str, _Kind]] = {"UnitId": "unit", "LeaderId": "leader", "MarkerId": "marker", "ChitId": "chit"}
"""The kind of a piece, by the mark that names it."""
_DECLARED: Final = "Declared"
"""The property that takes the words of whatever is chosen in a menu."""
_MASK: Final = "obs;"
_FACE: Final = "Face_Level"
_LEVELS: Final[Mapping[str, HexMarker]] = {"barrage": "barrage", "minefield": "minefield"}
_CONDITIONS: Final = frozenset({"weather", "sand-storm", "supply", "event-used", CONTROL})
"""The markers of conditions that every game calls the same."""
_CONDITION_ROLES: Final = frozenset({MarkerRole.AIR_STRIKE, MarkerRole.COMMANDER, MarkerRole.EFFECT_OF_DAY})
_TELLING_ROLES: Final = frozenset({MarkerRole.AIR_STRIKE, MarkerRole.COMMANDER, MarkerRole.BREAK_OUT})
_MORALE: Final = "morale"
_OF_OTHERS: Final = frozenset({Declaration.TARGET, Declaration.SPOTTER})
"""Declarations about a unit that does not act itself."""
_SHOTS: Final = frozenset({
    Declaration.FIRE, Declaration.DIRECT_FIRE, Declaration.INDIRECT_FIRE, Declaration.COUNTERBATTERY_FIRE,
})  # fmt: skip
"""Declarations of shots, whose target may be told in a line of its own."""
_PARTS_OF_SHOT: Final = frozenset({Declaration.SPOTTER, Declaration.COMPANY_BONUS_CHECK, Declaration.AUTOMATIC_PASS})
"""Declarations that may come between a shot and its target."""
_OF_THE_TURN: Final = frozenset({"turn", "date"})
"""The map's markers of the turn: moving them on ends the turn as well as the toolbar's tracker does."""
_REPORT: Final = "* "
"""The text that VASSAL puts before the line that a piece reports."""
_CHIT_SPACES: Final = (MUG, IN_PLAY, PLAYED, NEXT_TURN)


@dataclass(frozen=True, slots=True)
class _Identity:
    """The thing of the game that a piece is."""

    kind: _Kind | None
    id: str
    division: str = ""
    points: PointsKind | None = None
    """The kind of points, for a marker of points."""


_NOTHING: Final = _Identity(None, "")


def _with_roles(game: GameData, roles: Collection[MarkerRole]) -> frozenset[str]:
    return frozenset(marker.id for role in roles for marker in game.markers_of(role))


class OwnModule:
    """The dialect of a game's own module."""

    name = "module made by vmod-builder"
    has_menus = True

    def __init__(self, game: GameData, patterns: LogPatterns, hidden: HiddenUnits | None = None) -> None:
        self.game = game
        self.words: Mapping[str, Declaration] = {action.words: action.id for action in game.actions}
        self.patterns = patterns
        self.buttons: Collection[str] = ()
        self.dice: Mapping[str, KnownDie] = {
            each.button: KnownDie(each.faces, each.low, each.count) for each in game.dice
        }
        self.spoken = chat_reader(game, hidden)

    def pieces(self, start: Table, *, scenario: int = 0, file: str = "") -> Mapping[str, str]:  # noqa: ARG002
        """Return the pieces of the units on a table, by their units."""
        return own_pieces(start)

    def watch(self, start: Table, *, scenario: int = 0, file: str = "") -> OwnModuleObserver:
        """Begin to follow a log. Raises :class:`NotThisGame` for a log of another module."""
        places = TablePlaces(self.game, layout_of_table(self.game, start))
        saved = saved_position(start, self.game, scenario=scenario, file=file, places=places)
        return OwnModuleObserver(self, start, places, saved)


class OwnModuleObserver:
    """Follows one log of our own module."""

    def __init__(self, dialect: OwnModule, start: Table, places: TablePlaces, saved: SavedPosition) -> None:
        self.position = saved.position
        self._start = start_position(dialect.game, saved.position.scenario)
        self.doubts = saved.doubts
        self.rereads_line = False
        self.pieces = own_pieces(start)
        self._dialect = dialect
        self._game = dialect.game
        morale = track_marker(dialect.game, _MORALE)
        self._conditions = (
            _CONDITIONS | _with_roles(dialect.game, _CONDITION_ROLES) | ({morale.id} if morale else set())
        )
        """The markers of the tracks, of air strikes, and of the events in effect."""
        self._telling = {TARGET_HEX} | _with_roles(dialect.game, _TELLING_ROLES)
        """The markers whose places show what somebody does."""
        self._places = places
        self._identities: dict[str, _Identity] = {}
        self._markers: dict[str, tuple[HexMarker, Hex, int]] = {}
        """The barrage and minefield markers on the map by piece: the kind, the hex and the face."""
        self._copies: set[str] = set()
        """Pieces that are second counters of a unit: they are not followed."""
        self._sides = {side.name.casefold(): side.id for side in dialect.game.sides.values()}
        self._players: dict[str, str] = {}
        self._subjects: dict[str, str] = {}
        """The unit of each side that was moved or spoken of last."""
        self._targets: dict[str, str] = {}
        """The unit that each side has fired at last."""
        self._untargeted: set[str] = set()
        """The sides that have announced a shot last, and not its target."""
        self._fired: set[str] = set()
        """The sides whose last act is a shot at the unit that each has fired at last."""
        self._shoots = False
        """True if the act that was declared last is a shot."""
        self._lines: defaultdict[str, PlayersLines] = defaultdict(PlayersLines)
        """What each player has written."""
        self._names: dict[str, list[str]] = {}
        self._states = {state.property: state.id for state in dialect.game.states}
        self._note_names()
        for piece in placed_units(start).values():
            self._note_marker(piece, start.placement(piece.id))
        self._note_players(start)

    def side_of(self, player: str) -> str:
        """Return the side that a player of that name plays; empty if unknown."""
        return self._players.get(player, "")

    def recall(self, events: Iterable[TableEvent]) -> None:
        """Note who did something last in the mails before the log: a reply may begin "they shoot too"."""
        for event in events:
            if getattr(event, "unit", "") in self.position.units:
                self._note_subject(event)

    def observe(self, step: Step, table: Table) -> tuple[TableEvent, ...]:
        """Return the events of a step, and follow the step."""
        self._note_players(table)
        if not all(isinstance(fact, Said) for fact in step.facts):
            self._interrupt_lines()
        declaring, self.rereads_line = "", False
        events: list[TableEvent] = []
        for fact in step.facts:
            if isinstance(fact, PieceChanged) and any(change.name == _DECLARED for change in fact.changes):
                identity = self._identity(fact.piece)
                declaring = identity.id if identity.kind == "unit" else ""
            for event in self._events_of(fact, table):
                self.position = _followed(self._game, self.position, event)
                self._note_subject(event)
                events.append(event)
        if not step.is_undo:
            for number, line in enumerate(step.chat):
                if number:
                    self._interrupt_lines()
                for event in self._events_of_line(line, declaring):
                    self._note_subject(event)
                    events.append(event)
        if step.is_undo or len(step.chat) > 1:
            self._interrupt_lines()
        return tuple(events)

    def _interrupt_lines(self, but: str = "") -> None:
        """Note that what anybody writes next is a sentence of its own; *but*: the player who writes now."""
        for player, lines in self._lines.items():
            if player != but:
                lines.interrupt()

    def _note_subject(self, event: TableEvent) -> None:
        self._note_untargeted(event)
        self._note_fired(event)
        if isinstance(event, UnitMoved) or (isinstance(event, Declared) and event.action not in _OF_OTHERS):
            self._subjects[self.position.side(event.unit)] = event.unit
        elif isinstance(event, Declared) and event.action is Declaration.TARGET:
            other = self.position.side(event.unit)
            self._targets |= {side: event.unit for side in self._game.sides if side != other}

    def _note_fired(self, event: TableEvent) -> None:
        """Note whose last act is a shot at a target that was told."""
        if isinstance(event, ChitMoved | UnitMoved):
            self._fired.clear()
            self._shoots = False
        elif isinstance(event, Declared) and event.action is Declaration.TARGET:
            others = {side for side in self._game.sides if side != self.position.side(event.unit)}
            self._fired = others if self._shoots else set()
        elif isinstance(event, Declared) and event.action not in _PARTS_OF_SHOT:
            self._fired.discard(self.position.side(event.unit))
            self._shoots = event.action in _SHOTS

    def _note_untargeted(self, event: TableEvent) -> None:
        """Note whether the target of a shot is still to be told; other acts come behind those that were told."""
        if isinstance(event, ChitMoved | UnitMoved):
            self._untargeted.clear()
        elif isinstance(event, Declared) and event.action not in _PARTS_OF_SHOT:
            side = self.position.side(event.unit)
            told = event.action not in _SHOTS or bool(event.rest and not event.own_words)
            self._untargeted = (
                set() if event.action is Declaration.TARGET else self._untargeted - {side} if told else {side}
            )

    def _note_units_named(self, events: Iterable[TableEvent], side: str) -> None:
        """Note the only unit of his own that a player names in words of which no more is known."""
        for event in events:
            own = [unit for unit in getattr(event, "units", ()) if self.position.side(unit) == side]
            if isinstance(event, Remark) and len(own) == 1:
                self._subjects[side] = own[0]

    def _spoken_of(self, side: str) -> tuple[str, str]:
        """Return the unit that a side moved or spoke of last, and the one that it fired at last.

        If it has not done anything yet, the former is the unit of its own that was fired at.
        """
        hit = (unit for unit in self._targets.values() if self.position.side(unit) == side)
        return self._subjects.get(side) or next(hit, ""), self._targets.get(side, "")

    # who is who

    def _note_players(self, table: Table) -> None:
        for entry in table.players.values():
            if entry.name:
                self._players[entry.name] = self._sides.get(entry.side.casefold(), "")

    def _note_names(self) -> None:
        for unit in self.position.units:
            for name in self._game.units[unit].names:
                self._names.setdefault(name, []).append(unit)

    def _identity(self, piece: Piece) -> _Identity:
        found = self._identities.get(piece.id)
        if found is None:
            found = self._identities[piece.id] = self._identified(piece)
        return found

    def _identified(self, piece: Piece) -> _Identity:
        properties = piece_properties(piece)
        for mark, kind in _MARKS.items():
            if name := properties.get(mark):
                for points in POINTS_KINDS:
                    prefix = f"{points}-points-"
                    if kind == "marker" and name.startswith(prefix):
                        return _Identity(kind, name, name.removeprefix(prefix), points)
                return _Identity(kind, name)
        return _NOTHING

    # facts

    def _events_of(self, fact: Fact, table: Table) -> Iterator[TableEvent]:
        match fact:
            case PieceMoved():
                yield from self._moved(fact, table)
            case PieceChanged():
                for change in fact.changes:
                    yield from self._changed(fact.piece, change, table)
            case PieceCreated():
                yield from self._marker_events(fact.piece, fact.placement)
                yield from self._marker_moved(fact.piece, None, self._places.place(fact.placement), table)
                yield from self._created(fact)
            case PieceRemoved():
                yield from self._marker_events(fact.piece, None)
                yield from self._marker_moved(fact.piece, self._places.place(fact.placement), None, table)
                yield from self._removed(fact)
            case TrackerSet():
                if (time := table_time(self._game, fact.new)) is not None and time != self.position.time:
                    yield TimeSet(time)
            case _:
                pass

    def _moved(self, fact: PieceMoved, table: Table) -> Iterator[TableEvent]:
        """Yield what the move of a piece means, by what kind of counter it is."""
        if fact.piece.id in self._copies:
            return
        identity = self._identity(fact.piece)
        places, origin, target = self._places, fact.origin, fact.target
        if identity.kind == "unit" and identity.id in self.position.units:
            yield from self._unit_moved(identity.id, fact)
            yield from self._calendar_set(identity.id, origin, target)
        elif identity.kind == "leader" and identity.id in self.position.leaders:
            before, after = self.position.leaders[identity.id].place, places.place(target)
            if before != after:
                yield LeaderMoved(identity.id, before, after)
            yield from self._calendar_set(identity.id, origin, target)
        elif identity.kind == "chit":
            spaces = self._chit_space(origin, fact.origin_deck), self._chit_space(target, fact.target_deck)
            if spaces[0] != spaces[1]:
                yield ChitMoved(identity.id, *spaces)
        elif identity.points and identity.division in self.position.points:
            points = places.points(identity.points, target)
            if points is not None:
                yield PointsSet(identity.division, identity.points, points)
        elif identity.kind == "marker":
            yield from self._marker_moved(fact.piece, places.place(origin), places.place(target), table)
            yield from self._marker_events(fact.piece, target)

    def _calendar_set(self, name: str, origin: Placement, target: Placement) -> Iterator[CalendarSet]:
        """Yield that a unit or a leader is in another space of the calendar, if so."""
        time = self._places.arrival_time(target)
        if time != self._places.arrival_time(origin):
            yield CalendarSet(name, time)

    def _unit_moved(self, unit: str, fact: PieceMoved) -> Iterator[TableEvent]:
        """Yield that a unit is elsewhere; of one that was eliminated, what its counter shows now that it counts."""
        old, places = self.position.units[unit], self._places
        event = UnitMoved(unit, old.place, places.place(fact.target), old.status, places.status(fact.target))
        if (event.origin, event.came) != (event.target, event.went):
            yield event
        if event.came is Status.ELIMINATED is not event.went:
            properties = piece_properties(fact.piece)
            for name, state in self._states.items():
                if level := whole_number(properties.get(name, "")):
                    yield StateSet(unit, state, level)

    def _marker_moved(self, piece: Piece, origin: Place, target: Place, table: Table) -> Iterator[TableEvent]:
        """Yield the meaning of a marker of a track, a box or an event that is elsewhere."""
        marker = self._identity(piece).id if self._identity(piece).kind == "marker" else ""
        if marker in self._conditions:
            read = with_tracks(table, self._start, self._places)
            yield ConditionsSet(
                read.weather, read.day_weather, read.supply, read.morale, read.strikes, read.planned_strikes,
                read.commander_with, read.flags,
            )  # fmt: skip
        if marker in _OF_THE_TURN:
            time = with_tracks(table, self._start, self._places).time
            if time != self.position.time:
                yield TimeSet(time)
        if marker in self._telling:
            yield MarkerMoved(marker, origin, target)

    def _chit_space(self, where: Placement, deck: str | None) -> str:
        if deck == MUG:
            return MUG
        mat, space = self._places.space(where)
        return space if mat == CHITS and space in _CHIT_SPACES and space != MUG else ""

    def _changed(self, piece: Piece, change: PropertyChange, table: Table) -> Iterator[TableEvent]:
        identity = self._identity(piece)
        if identity.kind == "marker" and change.name == _FACE:
            yield from self._marker_events(piece, table.placement(piece.id))
        elif identity.kind == "unit" and identity.id in self.position.units:
            if change.name in self._states:
                yield StateSet(identity.id, self._states[change.name], whole_number(change.new))
            elif change.name == _MASK:
                yield TurnedOver(identity.id, masked_by(piece) is not None)

    def _created(self, fact: PieceCreated) -> Iterator[TableEvent]:
        """Yield the meaning of a counter taken from the palette: there is one of each unit already."""
        identity = self._identity(fact.piece)
        place = self._places.place(fact.placement)
        if identity.kind == "unit" and place is not None:
            self._copies.add(fact.piece.id)
            yield CounterAdded(identity.id, place)

    def _removed(self, fact: PieceRemoved) -> Iterator[TableEvent]:
        """Yield the meaning of a counter that is gone from the table altogether: the unit is eliminated."""
        identity = self._identity(fact.piece)
        if fact.piece.id in self._copies:
            self._copies.remove(fact.piece.id)
        elif identity.kind == "unit" and identity.id in self.position.units:
            state = self.position.units[identity.id]
            yield UnitMoved(identity.id, state.place, None, state.status, Status.ELIMINATED)

    # barrages and minefields

    def _note_marker(self, piece: Piece, where: Placement) -> None:
        identity = self._identity(piece)
        place = self._places.place(where)
        marker = _LEVELS.get(identity.id) if identity.kind == "marker" else None
        if marker is not None and isinstance(place, Hex):
            self._markers[piece.id] = marker, place, face_level(piece_properties(piece))

    def _marker_events(self, piece: Piece, where: Placement | None) -> Iterator[TableEvent]:
        """Yield the changes in the hexes concerned by a marker that came, went or was turned."""
        before = self._markers.pop(piece.id, None)
        if where is not None:
            self._note_marker(piece, where)
        after = self._markers.get(piece.id)
        for each in dict.fromkeys((before[:2] if before else None, after[:2] if after else None)):
            if each is not None:
                yield LevelSet(*each, self._level(*each))

    def _level(self, marker: HexMarker, place: Hex) -> int | None:
        faces = [face for kind, where, face in self._markers.values() if (kind, where) == (marker, place)]
        if marker == "barrage":
            return max(faces, default=0)
        return mine_level(max(faces)) if faces else None

    # words

    def _events_of_line(self, line: str, declaring: str) -> Iterator[TableEvent]:
        reading = self._dialect.patterns.read(line)
        if reading.kind == "talk":
            player = html.unescape(reading.groups.get("player", ""))
            self._interrupt_lines(but=player)
            lines, side = self._lines[player], self.side_of(player)
            line = lines.without_number(html.unescape(reading.groups.get("text", "")).strip())
            text = lines.with_line_before(line)
            self.rereads_line = self.rereads_line or text != line
            said = self._dialect.spoken.read(
                text, self.position, side, *self._spoken_of(side), rolled=lines.rolled,
                untargeted=side in self._untargeted, fired=side in self._fired,
            )  # fmt: skip
            self._note_units_named(said, side)
            yield from lines.with_answer(text, said, side, self.position)
        elif reading.kind == "dice":
            player = html.unescape(reading.groups.get("player", ""))
            self._interrupt_lines()
            yield from self._lines[player].note_die(reading.groups.get("results", ""))
        elif reading.kind not in ("dice", "undo"):
            self._interrupt_lines()
            told = read_log_line(html.unescape(line.strip().removeprefix(_REPORT)))
            if told is not None:
                yield from self._declared(told, declaring)

    def _declared(self, told: LogLine, declaring: str) -> Iterator[Declared]:
        found = find_words(told.words, self._dialect.words)
        unit = self._unit_of(told, declaring) if found else ""
        if found and unit:
            yield Declared(unit, self._dialect.words[found[0]], found[1])

    def _unit_of(self, told: LogLine, declaring: str) -> str:
        """Return the unit that a line of the log is about, empty if it is not known.

        Mostly that is the unit of the piece that the same step changes; choosing the same entry again changes nothing.
        """
        units = self.position.units
        if declaring in units:
            return declaring
        fitting = [unit for unit in self._names.get(told.unit, ()) if not units[unit].hidden]
        fitting += [unit for unit, state in units.items()
                    if state.hidden and self._game.units[unit].hidden_as == told.unit]  # fmt: skip
        there = [unit for unit in fitting if str(units[unit].place) == told.place]
        return next(iter(there if len(fitting) > 1 else fitting), "")


def _followed(game: GameData, position: Position, event: TableEvent) -> Position:
    """Return the table's position after an event."""
    match event:
        case UnitMoved():
            return _with_unit_moved(position, event)
        case LeaderMoved():
            status = Status.ON_MAP if event.target is not None else Status.WAITING
            return position.after(leaders={**position.leaders, event.leader: LeaderState(status, event.target)})
        case CalendarSet():
            others = {name: time for name, time in position.returning.items() if name != event.subject}
            back = event.time if comes_back(position, event.subject, event.time) else None
            return position.after(returning=others if back is None else {**others, event.subject: back})
        case StateSet():
            changes = state_changes(game, event.unit, event.state, event.level)
            gone = position.units[event.unit].status is Status.ELIMINATED
            return position.with_unit(event.unit, **changes) if changes and not gone else position
        case TurnedOver():
            return position.with_unit(event.unit, hidden=event.hidden)
        case ChitMoved():
            return _with_chit_moved(position, event)
        case PointsSet():
            old = position.points[event.division]
            new = Points(event.points, old.dispatch) if event.kind == "command" else Points(old.command, event.points)
            return position.after(points={**position.points, event.division: new})
        case LevelSet():
            return _with_level(position, event)
        case TimeSet():
            return position.after(time=event.time)
        case ConditionsSet():
            return position.after(
                weather=event.weather, day_weather=event.day_weather, supply=event.supply, morale=event.morale,
                strikes=event.strikes, planned_strikes=event.planned_strikes,
                commander_with=event.commander_with, flags=event.flags,
            )  # fmt: skip
        case _:
            return position


def _with_unit_moved(position: Position, event: UnitMoved) -> Position:
    if event.went is Status.ELIMINATED:
        return position.after(units={**position.units, event.unit: UnitState(Status.ELIMINATED)})
    changes: dict[str, object] = {"status": event.went, "place": event.target}
    if event.came is Status.ELIMINATED:
        changes["steps"] = position.game.units[event.unit].steps
    return position.with_unit(event.unit, **changes)


def _with_chit_moved(position: Position, event: ChitMoved) -> Position:
    lists = {MUG: list(position.mug), PLAYED: list(position.played), NEXT_TURN: list(position.next_turn)}
    for chits in lists.values():
        if event.chit in chits:
            chits.remove(event.chit)
    if event.target in lists or event.target == IN_PLAY:
        lists[PLAYED if event.target == IN_PLAY else event.target].append(event.chit)
    in_play = event.chit if event.target == IN_PLAY else position.activation.chit
    if event.origin == IN_PLAY and in_play == event.chit:
        in_play = ""
    return position.after(
        mug=tuple(sorted(lists[MUG])), played=tuple(lists[PLAYED]), next_turn=tuple(sorted(lists[NEXT_TURN])),
        activation=Activation(in_play),
    )  # fmt: skip


def _with_level(position: Position, event: LevelSet) -> Position:
    name = "barrages" if event.marker == "barrage" else "mines"
    levels = {place: level for place, level in getattr(position, name).items() if place != event.hex}
    if event.level or (event.level is not None and name == "mines"):
        levels[event.hex] = event.level if name == "mines" else barrage_level(event.level)
    return position.after(**{name: dict(sorted(levels.items()))})
