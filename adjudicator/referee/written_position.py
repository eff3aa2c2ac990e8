"""A position that somebody wrote by hand as XML: a few pieces by their names, with their places and states.

The form is the element ``game-position`` of ``schema/vassal-game.xsd``. What the text omits is as at the start of the
scenario, but for the map, which is empty: units and leaders that it does not name are gone, or wait if they come later.
Names are found as wherever a player types them. All that is wrong is reported at once, with its line and its element.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, ParamSpec, TypeVar

from ..game.action_words import Barrage
from ..game.arrival_times import arrival_time
from ..game.errors import GameDataError
from ..game.game_data import GameData
from ..game.hexes import Hex
from ..game.loading.error_limit import raise_all
from ..game.loading.suggestions import did_you_mean, listed
from ..game.names import NameNotFound, find_named, words_of
from ..game.position import Activation, LeaderState, Place, Points, Position, Status, UnitState
from ..game.scenarios import Calendar, TurnTime
from ..game.start import start_position
from ..game.state_words import STATES, StateRefused, state_fields
from ..vassal.document import read_document
from ..vassal.document.markup import Element, is_data, line_of, read_element
from ..vassal.document_kind import POSITION_ROOT
from ..vassal.errors import VassalError
from ..vassal.limits import DEFAULT_LIMITS, Limits

__all__ = ["WrittenPosition", "read_written_position"]

T = TypeVar("T")
P = ParamSpec("P")
_AWAY: Final = {each.value: each for each in Status if each is not Status.ON_MAP}
_WHO: Final = "unit or leader"
_EXAMPLES: Final = 3
_WORDS: Final = re.compile(r"[^\s,]+")
_HEX_NUMBERS: Final = re.compile(r"([0-9]{1,2})[^0-9]{1,3}([0-9]{1,2})")
_MARKERS: Final[Mapping[str, tuple[str, int]]] = {
    "light-barrage": ("barrages", Barrage.LIGHT),
    "heavy-barrage": ("barrages", Barrage.HEAVY),
    "no-minefield": ("mines", 0),
    "light-minefield": ("mines", 1),
    "heavy-minefield": ("mines", 2),
}
"""The field of a position that a marker belongs to, and its level there."""


@dataclass(frozen=True, slots=True)
class WrittenPosition:
    """A position, and what its text left open and how it was taken, a sentence each."""

    position: Position
    doubts: tuple[str, ...]


def read_written_position(
    game: GameData, data: bytes, *, scenario: int = 0, file: str = "", limits: Limits = DEFAULT_LIMITS
) -> WrittenPosition:
    """Return the position that somebody wrote.

    *scenario* is the scenario's number where the text does not give it; 0 takes the first that has all the pieces.
    Raises DocumentError for what does not follow the schema, LimitExceeded, and GameDataErrors with all else that is
    wrong.
    """
    try:
        root = read_document(data, limits, POSITION_ROOT)
        elements = [read_element(node) for node in root if is_data(node)]
    except VassalError as error:
        raise error.in_file(file) from None
    top = Element(POSITION_ROOT, {str(name): str(value) for name, value in root.attrib.items()}, line=line_of(root))
    reader = _Reader(game, top, elements, file, scenario)
    position = reader.position()
    raise_all(sorted(reader.errors, key=lambda error: _line(error.place)))
    return WrittenPosition(position, tuple(reader.doubts))


class _Refused(ValueError):
    """An error in one value: *found* is the value, *expected* what would do."""

    def __init__(self, problem: str, found: str, expected: str = "") -> None:
        super().__init__(problem)
        self.found = found
        self.expected = expected


@dataclass
class _Reader:
    """Reads one document; what is wrong is collected, and the value passed over."""

    game: GameData
    top: Element
    elements: list[Element]
    file: str
    asked_scenario: int
    errors: list[GameDataError] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)

    def position(self) -> Position:
        """Return the position, as far as it makes sense."""
        start = start_position(self.game, self._scenario())
        start = start.after(**self._header(start), **self._markers())
        return self._with_points(self._placed(start))

    # what goes wrong

    def _try(self, element: Element, otherwise: T, read: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
        """Return what is read; note it with its line and element if it makes no sense."""
        try:
            return read(*values, **named)
        except _Refused as error:
            self._wrong(element, str(error), error.found, error.expected)
        except StateRefused as error:
            self._wrong(element, str(error), error.word, _listed(STATES, _AWAY) if error.word not in STATES else "")
        return otherwise

    def _wrong(self, element: Element, problem: str, found: str, expected: str = "") -> None:
        place = f"{element.place}, element {element.name!r}"
        self.errors.append(GameDataError(problem, file=self.file, place=place, found=found, expected=expected))

    # the scenario

    @cached_property
    def _named(self) -> list[tuple[Element, str]]:
        """The pieces with the ids of their units or leaders."""
        pieces = [each for each in self.elements if each.name == "piece"]
        found = [(each, self._try(each, "", self._id, each)) for each in pieces]
        return [(each, name) for each, name in found if name]

    @cached_property
    def _names(self) -> Mapping[str, tuple[str, ...]]:
        units = {unit.id: unit.names for unit in self.game.units.values()}
        return {**units, **{leader.id: leader.names for leader in self.game.leaders.values()}}

    def _id(self, element: Element) -> str:
        """Return the owner of a piece's name; anything that is no part of his present name is pointed out."""
        text = element.attributes["name"]
        name = self._called(text)
        typed = f" {' '.join(words_of(text))} "
        if not any(typed in f" {' '.join(words_of(each))} " for each in (name, *self._names[name])):
            called = self._names[name][0]
            self.doubts.append(f"{self.file}, {element.place}: {text[:80]!r} is taken for {called}")
        return name

    def _called(self, text: str) -> str:
        """Return the owner of a name: somebody in the scenario, if it is given and has him, else anybody."""
        there = _members(start_position(self.game, self._told)) if self._told in self.game.scenarios else {*self._names}
        try:
            return _found(text, {name: names for name, names in self._names.items() if name in there}, _WHO)
        except _Refused as error:
            whole = [name for name, names in self._names.items() if words_of(text) in map(words_of, names)]
            if len(whole) == 1 and not there.issuperset(whole):
                return whole[0]
            raise error from None

    @cached_property
    def _told(self) -> int:
        """The number of the scenario that the text gives, or else the one that was asked for; 0 for none."""
        return int(self.top.attributes.get("scenario", "0")) or self.asked_scenario

    def _scenario(self) -> int:
        """Return the number of the scenario: the one that is given, asked for, or fits."""
        told = self._told
        numbers = list(self.game.scenarios)
        if told in self.game.scenarios:
            return told
        if told:
            self._wrong(self.top, "no such scenario", str(told), ", ".join(map(str, numbers)))
            return numbers[0]
        ids = {name for _element, name in self._named}
        fitting = (number for number in numbers if ids <= _members(start_position(self.game, number)))
        number = next(fitting, numbers[0])
        if not self.errors:
            self.doubts.append(f"{self.file}: no scenario is named; taken for scenario {number}, "
                               f"{self.game.scenarios[number].title}")  # fmt: skip
        return number

    # pieces

    def _placed(self, start: Position) -> Position:
        """Return the start with nothing on the map but the pieces that are named."""
        cleared = self._cleared(start)
        units, leaders = dict(cleared.units), dict(cleared.leaders)
        told: dict[str, Element] = {}
        for element, name in self._named:
            if name not in units and name not in leaders:
                self._wrong(element, f"{self._names[name][0]} is not in scenario {start.scenario}",
                            element.attributes["name"], self._scenarios_with(name))  # fmt: skip
            elif name in told:
                self._wrong(element, f"{self._names[name][0]} is there already, in {told[name].place}",
                            element.attributes["name"])  # fmt: skip
            elif name in units:
                units[name] = self._try(element, units[name], self._unit, element, name)
            else:
                leaders[name] = self._try(element, leaders[name], self._leader, element, name)
            told.setdefault(name, element)
        return start.after(units=units, leaders=leaders)

    def _cleared(self, start: Position) -> Position:
        """Return the start with an empty map: who would have come by then is gone, who comes later waits."""
        waiting = start.after(
            units={unit: UnitState(Status.WAITING, steps=self.game.units[unit].steps) for unit in start.units},
            leaders={leader: LeaderState(Status.WAITING) for leader in start.leaders},
        )
        calendar = self.game.calendar

        def absent(name: str) -> Status:
            """Return the status of a counter that the position does not mention."""
            began = (start.units[name] if name in start.units else start.leaders[name]).status
            comes = arrival_time(waiting, name)
            due = comes is not None and _order(comes, calendar) <= _order(start.time, calendar)
            return Status.WITHDRAWN if began is Status.ON_MAP or due else Status.WAITING

        return waiting.after(
            units={unit: state.after(status=absent(unit)) for unit, state in waiting.units.items()},
            leaders={leader: LeaderState(absent(leader)) for leader in waiting.leaders},
        )

    def _scenarios_with(self, name: str) -> str:
        numbers = [n for n in self.game.scenarios if name in _members(start_position(self.game, n))]
        return f"scenario {' or '.join(map(str, numbers))}" if numbers else ""

    def _unit(self, element: Element, name: str) -> UnitState:
        status, place, words = self._standing(element)
        unit = self.game.units[name]
        fields = state_fields(unit, words)
        if status is Status.ELIMINATED:
            return UnitState(status)
        return UnitState(status, place, steps=unit.steps).after(**fields)

    def _leader(self, element: Element, name: str) -> LeaderState:
        status, place, words = self._standing(element)
        for word in words:
            known = word in STATES
            problem = f"{self._names[name][0]} is a leader, who is never {word}" if known else "no such state"
            raise _Refused(problem + ("" if known else did_you_mean(word, _AWAY)), word, _listed(_AWAY))
        return LeaderState(status, place)

    def _standing(self, element: Element) -> tuple[Status, Place, list[str]]:
        """Return whether a piece is on the map, where, and the other words of its state."""
        words = _WORDS.findall(element.attributes.get("state", "").casefold())
        away = [word for word in words if word in _AWAY]
        told = [element.attributes[key] for key in ("hex", "box") if key in element.attributes]
        if len(told) + len(away) > 1:
            expected = f"a hex, a box, or one of {_listed(_AWAY)}"
            raise _Refused("a piece is in one place only", ", ".join((*told, *away)), expected)
        if away and len(words) > 1:
            raise _Refused(f"what is {away[0]} has no other state", " ".join(words))
        if away:
            return _AWAY[away[0]], None, []
        if not told:
            raise _Refused("the piece is nowhere", "", f"a hex, a box, or a state of {_listed(_AWAY)}")
        place = self._hex(told[0]) if "hex" in element.attributes else self._box(told[0])
        return Status.ON_MAP, place, words

    def _hex(self, text: str) -> Hex:
        """Return a hex of the map. Raises _Refused."""
        try:
            place = Hex.parse(text.strip())
        except ValueError:
            raise _Refused(f"not a hex{self._nearest_hex(text)}", text, "two digits, dot, two digits") from None
        if place not in self.game.map.hexes:
            hexes = self.game.map.hexes
            columns, rows = [each.column for each in hexes], [each.row for each in hexes]
            raise _Refused(f"the hex is not on the map{self._nearest_hex(text)}", text,
                           f"{Hex(min(columns), min(rows))} to {Hex(max(columns), max(rows))}")  # fmt: skip
        return place

    def _marked_hex(self, marker: Element) -> Hex | None:
        return self._hex(marker.attributes["hex"])

    def _nearest_hex(self, text: str) -> str:
        """Return the hex that is meant most likely, as a question: the same numbers in another form, or like ones."""
        hexes = self.game.map.hexes
        if numbers := _HEX_NUMBERS.fullmatch(text.strip()):
            meant = Hex(int(numbers[1]), int(numbers[2]))
            if meant in hexes:
                return f": did you mean {meant}?"
        return did_you_mean(text.strip(), map(str, hexes))

    def _box(self, text: str) -> str:
        return _found(text, {box.id: (box.name,) for box in self.game.map.boxes.values()}, "box")

    # the other fields

    def _header(self, position: Position) -> dict[str, Any]:
        """Return the fields of the position in the first element."""
        told, readers = self.top.attributes, dict[str, Callable[[str, Position], dict[str, Any]]](
            weather=lambda text, _position: {"weather": text},
            chit=self._chit, supply=self._supply, morale=self._morale,
        )  # fmt: skip
        fields: dict[str, Any] = {"time": self._try(self.top, position.time, self._time, position.time)}
        for key, read in readers.items():
            if key in told:
                fields |= self._try(self.top, {}, read, told[key], position)
        return fields

    def _time(self, first: TurnTime) -> TurnTime:
        date, turn = (self.top.attributes.get(key, getattr(first, key)) for key in ("date", "turn"))
        calendar = self.game.calendar
        for text, known, what in ((date, calendar.dates, "date"), (turn, calendar.turns, "turn")):
            if text not in known:
                raise _Refused(f"no such {what}{did_you_mean(text, known)}", text, ", ".join(known))
        return TurnTime(date, turn)

    def _chit(self, text: str, position: Position) -> dict[str, Any]:
        if not text.strip():
            return {"activation": Activation(), "played": ()}
        chit = _found(text, {each.id: (each.name,) for each in self.game.chits.values()}, "chit")
        mug = sorted({*position.mug, position.activation.chit} - {chit, ""})
        return {"activation": Activation(chit), "played": (chit,), "mug": tuple(mug)}

    def _supply(self, text: str, _position: Position) -> dict[str, Any]:
        chart = self.game.charts.get("supply-levels")
        rows = chart.rows if chart else ()
        return {"supply": _found(text, {row.key: (str(row.cells["name"]),) for row in rows}, "level of supply")}

    def _morale(self, text: str, position: Position) -> dict[str, Any]:
        if position.morale is None:
            raise _Refused(f"scenario {position.scenario} has no Morale", text)
        return {"morale": int(text)}

    def _markers(self) -> dict[str, Any]:
        """Return the fields of the position that markers give."""
        fields: dict[str, dict[Hex, int]] = {}
        for element in self.elements:
            if element.name == "marker":
                name, level = _MARKERS[element.attributes["kind"]]
                place = self._try(element, None, self._marked_hex, element)
                if place is not None:
                    fields.setdefault(name, {})[place] = level
        return fields

    def _with_points(self, position: Position) -> Position:
        points = dict(position.points)
        known = {each: (self.game.divisions[each].name,) for each in points}
        for element in self.elements:
            if element.name != "division":
                continue
            division = self._try(element, "", _found, element.attributes["name"], known, "division")
            if division:
                old, told = points[division], element.attributes
                points[division] = Points(
                    _number(told.get("command"), old.command), _number(told.get("dispatch"), old.dispatch)
                )
        return position.after(points=points)


def _order(time: TurnTime, calendar: Calendar) -> tuple[int, int]:
    return calendar.dates.index(time.date), calendar.turns.index(time.turn)


def _line(place: str) -> int:
    found = re.search(r"[0-9,]+", place)
    return int(found.group().replace(",", "")) if found else 0


def _number(text: str | None, otherwise: int) -> int:
    return otherwise if text is None else int(text)


def _members(position: Position) -> set[str]:
    return {*position.units, *position.leaders}


def _listed(*words: Mapping[str, object]) -> str:
    return ", ".join(word for each in words for word in each)


def _found(text: str, known: Mapping[str, tuple[str, ...]], what: str) -> str:
    """Return the owner of a name, given in part or whole. Raises _Refused, with those whose names are like it."""
    whole = [each for each, names in known.items() if words_of(text) in map(words_of, (each, *names))]
    if len(whole) == 1:
        return whole[0]
    try:
        return find_named(text, known, what)
    except NameNotFound as error:
        several = bool(whole) or error.problem.startswith("several")
        problem = f"several are called so: which {what} is meant?" if several else f"no such {what}"
        likely = f": did you mean {error.candidates[0]}?" if error.candidates and not several else ""
        names = [each[0] for each in known.values()]
        allowed = error.listed or listed(names) or f"a name such as {', '.join(names[:_EXAMPLES])}"
        raise _Refused(f"{problem}{likely}", text, allowed) from None
