"""A position of the board game from a save or a log of its own module: what lies where, in the game's terms.

Pieces tell what they are by the marks that the module gives them (``UnitId``, ``LeaderId``, ``MarkerId``, ``ChitId``);
places are found by the same data from which the module's maps are drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ..drawing.mats import (
    CHITS,
    ELIMINATED,
    HIGHEST_COMMAND_POINTS,
    HIGHEST_DISPATCH_POINTS,
    IN_PLAY,
    MUG,
    NEXT_TURN,
    PLAYED,
    Mat,
    arrivals,
    chits_mat,
    command_points_name,
    dispatch_points_name,
    division_card,
)
from ..game.game_data import GameData
from ..game.hexes import Hex, HexGeometry, HexLayout
from ..game.position import Activation, LeaderState, Place, Points, Position, Status, UnitState
from ..game.scenarios import TurnTime
from ..game.start import start_position
from ..vassal.errors import VassalError
from ..vassal.pieces import Piece
from ..vassal.properties import masked_by, piece_properties
from ..vassal.table import Table, placed_units

__all__ = ["NotThisGame", "SavedPosition", "saved_position"]


class NotThisGame(VassalError):
    """The save or log is of another game, or does not say which scenario is played."""


@dataclass(frozen=True, slots=True)
class SavedPosition:
    """A position read from a table."""

    position: Position
    doubts: tuple[str, ...]
    """What made no sense on the table and how it was taken, one sentence each."""


def saved_position(table: Table, game: GameData, *, scenario: int = 0, file: str = "") -> SavedPosition:
    """Return the position of a table.

    *scenario* is its number; 0 looks it up in the notes that the module's setups bring. Raises :class:`NotThisGame`.
    """
    if not any("UnitId" in piece_properties(piece) for piece in table.units()):
        raise NotThisGame(f"this is no game of the module of {game.name}", file=file,
                          expected="a save or log of a module that vmod-builder made")  # fmt: skip
    number = scenario or _scenario_number(table, game)
    if number not in game.scenarios:
        raise NotThisGame("the file does not say which scenario is played", file=file,
                          expected=f"--scenario with one of {', '.join(map(str, game.scenarios))}")  # fmt: skip
    reader = _Reader(table, game, start_position(game, number))
    return SavedPosition(reader.position(), tuple(reader.doubts))


def _scenario_number(table: Table, game: GameData) -> int:
    """Return the scenario that the notes name, 0 for none."""
    for text in table.notes.values():
        found = re.search(rf"{re.escape(game.name)}, scenario ([0-9]{{1,2}})\b", text)
        if found:
            return int(found.group(1))
    return 0


@dataclass(frozen=True, slots=True)
class _Standing:
    """A piece and where it is in the game's terms: a hex, a box's id, or a space of a mat."""

    piece: Piece
    properties: Mapping[str, str]
    place: Place
    mat: str = ""
    space: str = ""


class _Reader:
    """Reads one table; *start* is the scenario's own beginning, for all that no piece tells."""

    def __init__(self, table: Table, game: GameData, start: Position) -> None:
        self.table = table
        self.game = game
        self.start = start
        self.doubts: list[str] = []
        self._mats = {mat.name: mat for mat in (*_cards(game), arrivals(game), chits_mat(game))}

    @cached_property
    def _centres(self) -> dict[tuple[int, int], Hex]:
        board = self.game.map
        geometry = HexGeometry(HexLayout(board.even_columns_lower), board.hex_height, board.origin)
        return {geometry.centre(place): place for place in board.hexes}

    @cached_property
    def _standing(self) -> tuple[_Standing, ...]:
        return tuple(self._find(piece) for piece in placed_units(self.table).values())

    def position(self) -> Position:
        """Return the position."""
        markers = self._by("MarkerId")
        return self.start.after(
            time=self._time(),
            weather=self._weather(markers),
            units=self._units(),
            leaders=self._leaders(),
            points=self._points(markers),
            barrages=self._levels("barrage"),
            mines=self._mines(),
            supply=self._supply(markers),
            morale=self._morale(markers),
            flags=self._flags(markers),
            **self._chits(),
        )

    # places

    def _find(self, piece: Piece) -> _Standing:
        properties = piece_properties(piece)
        where = self.table.placement(piece.id)
        if where.map == self.game.map.name:
            return _Standing(piece, properties, self._on_the_sheet(where.x, where.y))
        mat = self._mats.get(where.map or "")
        return _Standing(piece, properties, None, mat.name if mat else "", _space_at(mat, where.x, where.y))

    def _on_the_sheet(self, x: int, y: int) -> Place:
        """Return the hex or box at a pixel; a piece that snapped nowhere is in the hex whose centre is nearest."""
        if (x, y) in self._centres:
            return self._centres[x, y]
        for box in self.game.map.boxes.values():
            if box.x <= x < box.x + box.width and box.y <= y < box.y + box.height:
                return box.id
        reach = self.game.map.hex_height // 2
        near = [(abs(x - cx) + abs(y - cy), place) for (cx, cy), place in self._centres.items()
                if abs(x - cx) <= reach and abs(y - cy) <= reach]  # fmt: skip
        return min(near)[1] if near else None

    def _by(self, mark: str) -> dict[str, _Standing]:
        """Return the pieces that have a mark, by its value; of several the first one."""
        found: dict[str, _Standing] = {}
        for standing in self._standing:
            if name := standing.properties.get(mark):
                found.setdefault(name, standing)
        return found

    def _space_of(self, track: str, standing: _Standing | None) -> str:
        """Return the space of a track of the sheet on which a marker lies; empty for none."""
        if standing is None or track not in self.game.map.tracks:
            return ""
        where = self.table.placement(standing.piece.id)
        found = self.game.map.tracks[track]
        column, row = (where.x - found.x) // found.space_width, (where.y - found.y) // found.space_height
        number = row * found.per_row + column
        inside = 0 <= column < found.per_row and row >= 0 and number < len(found.spaces)
        return found.spaces[number] if inside and where.map == self.game.map.name else ""

    # what the pieces say

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
        status = self._status(standing)
        if status is Status.ELIMINATED:
            return UnitState(status)
        levels = {state.id: _whole(standing.properties.get(state.property, "")) for state in self.game.states}
        steps = self.game.units[unit].steps
        return UnitState(
            status,
            standing.place,
            steps=max(steps - levels.get("step-loss", 0), min(steps, 1)),
            cohesion=min(levels.get("cohesion", 0), 2),
            suppressed=levels.get("suppressed", 0) > 0,
            column=levels.get("column", 0) > 0,
            mounted=levels.get("mounted", 0) > 0,
            improvement=min(levels.get("position", 0), 2),
            men_at_work=levels.get("men-at-work", 0) > 0,
            contact=min(levels.get("contact", 0), 2),
            counterbattery_fired=levels.get("counterbattery-fired", 0) > 0,
            wrong_ammo=levels.get("wrong-ammo", 0) > 0,
            hidden=masked_by(standing.piece) is not None and status is Status.ON_MAP,
        )

    def _status(self, standing: _Standing) -> Status:
        if standing.place is not None:
            return Status.ON_MAP
        return Status.ELIMINATED if standing.space == ELIMINATED else Status.WAITING

    def _leaders(self) -> dict[str, LeaderState]:
        found = self._by("LeaderId")
        return {
            leader: LeaderState(self._status(found[leader]), found[leader].place)
            if leader in found else LeaderState(Status.ELIMINATED)
            for leader in self.start.leaders
        }  # fmt: skip

    def _levels(self, marker: str) -> dict[Hex, int]:
        """Return the face, counted from 1, of the markers of one kind, by hex; of two in a hex the higher one."""
        levels: dict[Hex, int] = {}
        for standing in self._standing:
            if standing.properties.get("MarkerId") == marker and isinstance(standing.place, Hex):
                level = max(_whole(standing.properties.get("Face_Level", "1")), 1)
                levels[standing.place] = max(level, levels.get(standing.place, 0))
        return dict(sorted(levels.items()))

    def _mines(self) -> dict[Hex, int]:
        """Return the minefields that markers have changed: the first face is a light one, the second none."""
        return {place: 1 if level == 1 else 0 for place, level in self._levels("minefield").items()}

    # tracks and cards

    def _time(self) -> TurnTime:
        """Return the turn that the turn tracker shows; the scenario's first one where it shows none."""
        calendar = self.game.calendar
        for state in self.table.turns.values():
            numbers = [_whole(text) for text in re.findall(r"(?:^|[|;\\])([0-9]+)\\?;0", state)]
            if len(numbers) >= 2 and numbers[0] < len(calendar.dates) and numbers[1] < len(calendar.turns):
                return TurnTime(calendar.dates[numbers[0]], calendar.turns[numbers[1]])
        self.doubts.append(f"the turn cannot be read; taken for {self.start.time}")
        return self.start.time

    def _weather(self, markers: Mapping[str, _Standing]) -> str:
        day = self._space_of("weather", markers.get("weather"))
        storm = markers.get("sand-storm")
        if day.startswith("Sand storm") and storm is not None and storm.place == "sand-storm-now":
            return "sandstorm"
        return "mist" if day == "Mist" else "clear" if day else self.start.weather

    def _supply(self, markers: Mapping[str, _Standing]) -> str:
        name = self._space_of("supply", markers.get("supply"))
        chart = self.game.charts.get("supply-levels")
        rows = chart.rows if chart else ()
        return next((row.key for row in rows if row.cells["name"] == name), self.start.supply)

    def _morale(self, markers: Mapping[str, _Standing]) -> int | None:
        space = self._space_of("morale", markers.get("french-morale"))
        return int(space) if space and self.start.morale is not None else self.start.morale

    def _flags(self, markers: Mapping[str, _Standing]) -> frozenset[str]:
        """Return the events that are in effect: their markers lie on a division's card."""
        cards = {division.name for division in self.game.divisions.values()}
        names = ("travers-injured", "artillery-leader-killed")
        return frozenset(name for name in names if name in markers and markers[name].mat in cards)

    def _points(self, markers: Mapping[str, _Standing]) -> dict[str, Points]:
        found = {}
        for division, start in self.start.points.items():
            command = _spaces(command_points_name, HIGHEST_COMMAND_POINTS)
            dispatch = _spaces(dispatch_points_name, HIGHEST_DISPATCH_POINTS)
            found[division] = Points(
                self._points_of(f"command-points-{division}", command, markers, start.command),
                self._points_of(f"dispatch-points-{division}", dispatch, markers, start.dispatch),
            )
        return found

    def _points_of(
        self, marker: str, spaces: Mapping[str, int], markers: Mapping[str, _Standing], otherwise: int
    ) -> int:
        standing = markers.get(marker)
        return spaces.get(standing.space, otherwise) if standing else otherwise

    # chits

    def _chits(self) -> dict[str, object]:
        """Return where the chits lie; those in the mug are members of its deck."""
        places: dict[str, list[str]] = {MUG: [], IN_PLAY: [], PLAYED: [], NEXT_TURN: []}
        decks = {member for deck in self.table.decks() for member in self.table.contents[deck.id]}
        for chit, standing in self._by("ChitId").items():
            space = MUG if standing.piece.id in decks else standing.space if standing.mat == CHITS else ""
            if space in places:
                places[space].append(chit)
        in_play = places[IN_PLAY]
        if len(in_play) > 1:
            self.doubts.append(f"{len(in_play)} chits lie in play; taken for {in_play[0]}")
        return {
            "mug": tuple(sorted(places[MUG])),
            "played": (*sorted(places[PLAYED]), *in_play),
            "next_turn": tuple(sorted(places[NEXT_TURN])),
            "activation": Activation(chit=in_play[0] if in_play else ""),
        }


def _cards(game: GameData) -> Iterator[Mat]:
    for division in game.divisions:
        yield division_card(game, division)


def _space_at(mat: Mat | None, x: int, y: int) -> str:
    spaces = mat.spaces if mat else ()
    return next((s.name for s in spaces if s.x <= x < s.x + s.width and s.y <= y < s.y + s.height), "")


def _spaces(name_of: Callable[[int], str], highest: int) -> dict[str, int]:
    return {name_of(number): number for number in range(highest + 1)}


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
