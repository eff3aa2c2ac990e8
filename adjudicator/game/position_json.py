"""A position as JSON, by ``schema/position.schema.json``: an exact round trip, and one text for each position.

Usual values are left out: a unit without ``status`` is on the map, without ``steps`` it has all that its
counter shows, and so on. Reading checks everything against the game, since the text may come from anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from .action_words import Barrage, Contact, Improvement
from .errors import GameDataError
from .game_data import GameData
from .hexes import Hex
from .json_text import json_line, read_json
from .loading.error_limit import raise_all
from .loading.schema_check import document_errors
from .loading.suggestions import did_you_mean
from .nameless_units import is_nameless_id, units_left_out, with_nameless_units
from .position import Activation, LeaderState, Place, Points, Position, Status, StepRange, UnitState
from .scenarios import TurnTime
from .start import is_set_up

__all__ = ["position_from_data", "position_text", "position_to_data", "read_position"]

FORMAT: Final = 1
_SCHEMA: Final = "position.schema.json"
_CHART_KEYS: Final = (
    ("supply", "supply-levels", "level of supply"),
    ("day_weather", "weather", "weather"),
    ("event", "random-events", "event"),
)
"""The keys whose values are rows of a chart, with the chart and the words for them."""
_STATE_DEFAULTS: Final = {each.name: each.default for each in fields(UnitState) if each.name not in ("status", "steps")}
_HEX_LEVELS: Final[Mapping[str, Callable[[int], int]]] = {"barrages": Barrage, "mines": int}
_CHIT_LISTS: Final = ("mug", "played", "next_turn")
_NAME_LISTS: Final = ("due", "planned_strikes", "withdrawals")
_PLAIN: Final = (
    "supply", "morale", "strikes", "first_chit", "last_indirect", "day_weather", "event", "commander_with", "outcome",
)  # fmt: skip
_STORED_AS: Final[Mapping[str, str]] = {"commander_with": "rommel"}
"""The keys that are not called as the field of a position: those of files from before other games were known."""
_PLAIN_DEFAULTS: Final = {each.name: each.default for each in fields(Position) if each.name in _PLAIN}


def position_text(position: Position) -> str:
    """Return the one text of a position: a line of canonical JSON."""
    return json_line(position_to_data(position))


def read_position(game: GameData, text: str, *, file: str = "") -> Position:
    """Return the position that a text describes. Raises :class:`GameDataError`; *file* names the text in it."""
    return position_from_data(game, read_json(text, file=file), file=file)


def position_to_data(position: Position) -> dict[str, Any]:
    """Return a position as a JSON object."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "kind": "position",
        "game": position.game.id,
        **({"sheet": position.game.sheet} if position.game.sheet else {}),
        "scenario": position.scenario,
        "time": {"date": position.time.date, "turn": position.time.turn},
        "weather": position.weather,
        "units": {unit: _unit_data(position.game, unit, state) for unit, state in position.units.items()},
        "leaders": {leader: _leader_data(state) for leader, state in position.leaders.items()},
        "points": {
            division: {"command": points.command, "dispatch": points.dispatch}
            for division, points in position.points.items()
        },
    }
    if position.activation != Activation():
        data["activation"] = {"chit": position.activation.chit, "unit": position.activation.unit}
        if position.activation.passed_over:
            data["activation"]["passed_over"] = sorted(position.activation.passed_over)
    for key in _HEX_LEVELS:
        data |= (
            {key: {str(place): level for place, level in levels.items()}} if (levels := getattr(position, key)) else {}
        )
    for key in (*_CHIT_LISTS, *_NAME_LISTS):
        data |= {key: list(chits)} if (chits := getattr(position, key)) else {}
    if position.returning:
        data["returning"] = {name: {"date": time.date, "turn": time.turn} for name, time in position.returning.items()}
    if position.flags:
        data["flags"] = sorted(position.flags)
    if position.from_start:
        data["from_start"] = True
    plain = {key: value for key in _PLAIN if (value := getattr(position, key)) != _PLAIN_DEFAULTS[key]}
    return data | {_STORED_AS.get(key, key): value for key, value in plain.items()}


def _unit_data(game: GameData, unit: str, state: UnitState) -> dict[str, Any]:
    data = {key: value for key, default in _STATE_DEFAULTS.items() if (value := getattr(state, key)) != default}
    if state.place is not None:
        data["place"] = str(state.place)
    if state.actions:
        data["actions"] = list(state.actions)
    if state.status is not Status.ON_MAP:
        data["status"] = state.status.value
    if state.steps != game.units[unit].steps:
        data["steps"] = state.steps
    return data


def _leader_data(state: LeaderState) -> dict[str, Any]:
    place = {} if state.place is None else {"place": str(state.place)}
    return place if state.status is Status.ON_MAP else {**place, "status": state.status.value}


def position_from_data(
    game: GameData, data: Mapping[str, Any], *, file: str = "", may_lack_places: bool = False
) -> Position:
    """Return the position that a JSON object describes. Raises :class:`GameDataErrors` with all that makes no sense.

    *may_lack_places* allows units on the map in no known place, as logs without their module have them.
    """
    raise_all(document_errors(file, data, _SCHEMA))
    game = game.with_sheet_of(data.get("sheet", ""))
    nameless = _Nameless.of(game, data)
    game = nameless.in_game(game)
    raise_all(
        GameDataError(each.problem, file=file, place=each.place, found=each.found)
        for each in (*_faults(game, data), *(() if may_lack_places else _missing_places(data)))
    )
    plain: dict[str, Any] = {key: data[stored] for key in _PLAIN if (stored := _STORED_AS.get(key, key)) in data}
    levels: dict[str, Any] = {
        key: {Hex.parse(name): read(level) for name, level in data.get(key, {}).items()}
        for key, read in _HEX_LEVELS.items()
    }
    lists: dict[str, Any] = {key: tuple(data.get(key, ())) for key in (*_CHIT_LISTS, *_NAME_LISTS)}
    position = Position(
        game=game,
        scenario=data["scenario"],
        time=TurnTime(**data["time"]),
        weather=data["weather"],
        units={unit: _unit_state(game, unit, data["units"][unit]) for unit in game.units if unit in data["units"]},
        leaders={
            leader: _leader_state(data["leaders"][leader]) for leader in game.leaders if leader in data["leaders"]
        },
        points={
            division: Points(**data["points"][division]) for division in game.divisions if division in data["points"]
        },
        activation=_activation(data.get("activation", {})),
        flags=frozenset(data.get("flags", ())),
        returning={name: TurnTime(**row) for name, row in data.get("returning", {}).items()},
        **levels,
        **lists,
        **plain,
    )
    position = position.after(from_start=data.get("from_start", is_set_up(position)))
    return nameless.in_position(position)


@dataclass(frozen=True, slots=True)
class _Nameless:
    """The face-down units of a position whose writer did not know which ones they are."""

    ids: tuple[str, ...]
    candidates: tuple[str, ...]
    """The units of the scenario that they may be."""
    known: tuple[str, ...]
    steps: StepRange

    @classmethod
    def of(cls, game: GameData, data: Mapping[str, Any]) -> _Nameless:
        """Return the nameless units of a JSON object; none if the scenario leaves fewer, which is a fault."""
        ids = sorted((unit for unit in data["units"] if is_nameless_id(unit)), key=lambda unit: (len(unit), unit))
        known = ids and data["game"] == game.id and data["scenario"] in game.scenarios
        candidates = units_left_out(game, data["scenario"], data["units"]) if known else ()
        if not ids or len(ids) > len(candidates):
            return cls((), (), (), StepRange(0, 0))
        steps = [game.units[unit].steps for unit in candidates]
        return cls(tuple(ids), candidates, tuple(set(data["units"]) - set(ids)), StepRange(min(steps), max(steps)))

    def in_game(self, game: GameData) -> GameData:
        """Return a game that contains the nameless units."""
        names = dict(zip(self.candidates, self.ids, strict=False))
        return with_nameless_units(game, names, self.known) if names else game

    def in_position(self, position: Position) -> Position:
        """Return a position whose reader knows of the nameless units what its writer knew."""
        return position.with_face_down(dict.fromkeys(self.ids, self.steps))


def _activation(data: Mapping[str, Any]) -> Activation:
    return Activation(data.get("chit", ""), data.get("unit", ""), frozenset(data.get("passed_over", ())))


def _unit_state(game: GameData, unit: str, row: Mapping[str, Any]) -> UnitState:
    values = {
        **row,
        "status": Status(row.get("status", Status.ON_MAP)),
        "steps": row.get("steps", game.units[unit].steps),
        "place": _place(row.get("place")),
        "improvement": Improvement(row.get("improvement", Improvement.NONE)),
        "contact": Contact(row.get("contact", Contact.NONE)),
        "actions": tuple(row.get("actions", ())),
    }
    return UnitState(**values)


def _leader_state(row: Mapping[str, Any]) -> LeaderState:
    return LeaderState(Status(row.get("status", Status.ON_MAP)), _place(row.get("place")))


def _place(text: str | None) -> Place:
    return Hex.parse(text) if text and text[:1].isdigit() else text


# faults


def _faults(game: GameData, data: Mapping[str, Any]) -> Iterator[GameDataError]:
    """Yield each fault that the schema allows, but not the game."""
    if data["game"] != game.id:
        yield _fault("the position is of another game", "key game", data["game"])
        return
    if "sheet" in data and data["sheet"] != game.sheet:
        yield _fault("no version of the game had another map", "key sheet", data["sheet"])
    if data["scenario"] not in game.scenarios:
        yield _fault("no such scenario", "key scenario", str(data["scenario"]))
    yield from _unknown("time", [data["time"]["date"]], game.calendar.dates, "date")
    yield from _unknown("time", [data["time"]["turn"]], game.calendar.turns, "turn")
    yield from _unknown("units", data["units"], game.units, "unit")
    yield from _unknown("leaders", data["leaders"], game.leaders, "leader")
    yield from _unknown("points", data["points"], game.divisions, "division")
    for key in _CHIT_LISTS:
        yield from _unknown(key, data.get(key, ()), game.chits, "chit")
    activation = data.get("activation", {})
    yield from _unknown("activation", filter(None, [activation.get("chit")]), game.chits, "chit")
    units = [*filter(None, [activation.get("unit")]), *activation.get("passed_over", ())]
    yield from _unknown("activation", units, data["units"], "unit of the position")
    yield from _unknown(
        "last_indirect", filter(None, [data.get("last_indirect")]), data["units"], "unit of the position"
    )
    yield from _unknown("first_chit", filter(None, [data.get("first_chit")]), data.get("mug", ()), "chit of the mug")
    for key, chart, what in _CHART_KEYS:
        if chart in game.charts:
            rows = [row.key for row in game.charts[chart].rows]
            yield from _unknown(key, filter(None, [data.get(key)]), rows, what)
    yield from _faults_of_later(game, data)
    for key in _HEX_LEVELS:
        yield from (
            _fault("the hex is not on the map", key, name) for name in data.get(key, {}) if not _is_place(game, name)
        )
    for unit, row in data["units"].items():
        yield from _unit_faults(game, data, unit, row)
    for leader, row in data["leaders"].items():
        yield from _place_faults(game, f"leaders, {leader}", row)


def _faults_of_later(game: GameData, data: Mapping[str, Any]) -> Iterator[GameDataError]:
    """Yield the faults of what comes later: strikes, rolls for withdrawal, units that return, the commander."""
    yield from _unknown("planned_strikes", data.get("planned_strikes", ()), game.calendar.turns, "turn")
    yield from _unknown("withdrawals", data.get("withdrawals", ()), game.formations, "formation")
    commander = _STORED_AS["commander_with"]
    yield from _unknown(commander, filter(None, [data.get(commander)]), data["leaders"], "leader of the position")
    returning = data.get("returning", {})
    yield from _unknown("returning", returning, [*data["units"], *data["leaders"]], "unit or leader of the position")
    yield from _unknown("returning", [row["date"] for row in returning.values()], game.calendar.dates, "date")
    yield from _unknown("returning", [row["turn"] for row in returning.values()], game.calendar.turns, "turn")


def _unit_faults(game: GameData, data: Mapping[str, Any], unit: str, row: Mapping[str, Any]) -> Iterator[GameDataError]:
    where = f"units, {unit}"
    yield from _place_faults(game, where, row)
    if unit in game.units and row.get("steps", 0) > game.units[unit].steps:
        yield _fault("the unit has more steps than its counter", where, str(row["steps"]))
    yield from _unknown(where, filter(None, [row.get("contact_leader")]), data["leaders"], "leader of the position")


def _place_faults(game: GameData, where: str, row: Mapping[str, Any]) -> Iterator[GameDataError]:
    place = row.get("place")
    if place is not None and not _is_on_map(row):
        yield _fault("it has a place though it is not on the map", where, place)
    if place is not None and not _is_place(game, place):
        yield _fault("the place is not on the map", where, place)


def _is_on_map(row: Mapping[str, Any]) -> bool:
    return bool(row.get("status", Status.ON_MAP) == Status.ON_MAP)


def _missing_places(data: Mapping[str, Any]) -> Iterator[GameDataError]:
    for kind in ("units", "leaders"):
        for name, row in data[kind].items():
            if row.get("place") is None and _is_on_map(row):
                yield _fault("it is on the map, but the place is missing", f"{kind}, {name}", "")


def _is_place(game: GameData, name: str) -> bool:
    return _place(name) in game.map.hexes if name[:1].isdigit() else name in game.map.boxes


def _unknown(where: str, names: Iterable[str], known: Iterable[str], what: str) -> Iterator[GameDataError]:
    every = list(known)
    allowed = set(every)
    for name in names:
        if name not in allowed:
            yield _fault(f"no such {what}{did_you_mean(name, every)}", where, name)


def _fault(problem: str, place: str, found: str) -> GameDataError:
    return GameDataError(problem, place=place, found=found)
