"""The cases of the rules, ``cases/rules/<chapter>/*.toml``: how they are written, and how they are run.

A file holds any number of ``[[case]]`` tables. Units are called by their printed names (or ids), leaders likewise;
hexes are ``"24.12"``. Every key but ``name`` and ``rule`` may be left out; a key that is not listed here is an error.

The case::

    name = "…"                       # says what is shown
    rule = "GTS R9.9"                # or several: ["GTS R9.9", "NQoS 1.0"]
    boundary = true                  # the case stands right at a limit of the rule
    example = "WE-2a"                # the worked example (WE: printed, D: derived) that it is, in worked_examples/
    note = "…"

The position::

    scenario = 1                     # the start of a scenario (1 if left out); its first chit is in play
    sheet = "1.0"                    # on the map as it was in that version of the data, for what happens in mines there
    base = "a base"                  # or: what [bases."a base"] of the same file says; it takes the same keys
    only = ["1/VIII/132", …]         # all other units and leaders (unless named in units, leaders) go off the map
    units = { "1/VIII/132" = { place = "25.12", cohesion = 1, suppressed = true } }   # or [case.units."1/VIII/132"]
    leaders = { "Pasqualini" = "25.12" }     # "" takes one off the map
    chit = "direct-command-italian"  # the chit in play, "" for none
    active = "1/VIII/132"            # the unit whose activation has begun
    time = "05-27 Night"; weather = "mist"; supply = "full"; morale = 12; strikes = 1
    points = { ariete = 3, french = [2, 0] }          # Command Points, or these and Dispatch Points
    barrages = { "24.12" = "heavy" } # light, heavy
    mines = { "24.12" = 1 }          # the level where it is not the printed one
    mug = […]; played = […]; next_turn = […]; first_chit = "…"; flags = ["…"]; last_indirect = "1/1 RA FFL"
    due = ["weather", "chits"]; day_weather = "mist"; planned_strikes = ["0900"]; event = "rommel"
    from_start = false               # only what lies on the table is known, not what has happened before
    face_down = "axis"               # as a reader of that side sees it, "" for one of neither side
    withdrawals = ["kg-wolz"]; returning = { "1/I/65" = "06-03 0700" }; rommel = "Wolz"; outcome = "…"

A unit that is given a place is on the map; one that the scenario lacks is added, whole. A unit's keys are those of
:class:`~adjudicator.game.position.UnitState`; ``improvement`` may be ``"improved"`` or ``"entrenched"``, ``contact``
``"pending"`` or ``"in"``, and ``contact_leader`` a name.

The house rules::

    house_rules = { "division-first-action-assault" = "allowed" }
    waived = ["NQoS 4.3"]

What is done, either an action that is judged::

    action = { type = "direct-fire", unit = "…", target = "…", rolls = ["fire 3", "suppression 5"] }
    before = [ { type = … }, … ]     # actions that are done first; they must be legal

``type`` is the action's class in small letters (``move``, ``end-activation``, ``take-back-jock-column``), the other
keys are its fields. A roll is ``"purpose unit die"``, or ``cp`` for the die. The unit may be left out: it is the target
for ``suppression`` and ``conversion``, the acting unit otherwise. A step of a move is ``"25.12"``, ``"form-column"``,
or one of these and what happens at it, with commas between::

    steps = ["form-column", "25.12: opportunity 7/2/13 DBLE 5, fire 7/2/13 DBLE 1, suppression cp, minefield 6",
             "26.12: reveal 1/1 Antichar"]

(suppression, conversion and minefield are the moving unit's own.) Or a question to a function of the rules::

    ask = { function = "series.sight.line_of_sight", of = ["24.12", "26.12"] }

It is called with the position (or the judgement, if it takes one), the book if it takes one, and the values of
``of``; texts that are hexes or names of units or leaders stand for them. Named arguments stand in ``with = {…}``.
``each = [[…], […]]`` instead of ``of`` asks once for each, and has a list of answers.

Or the position is a set-up, and is judged as one: ``set_up = true``.

Or something that needs no position: a shot or a check by plain facts (those of
:class:`~adjudicator.rules.series.fire_sums.ShotFacts` and :class:`~adjudicator.rules.series.check_sums.CheckFacts`), or
cells of a chart::

    shot = { rating = 5, colour = "pink", distance = 2, dice = [0, 9] }        # a result for each die
    shot = { rating = 5, colour = "pink", each = { distance = [1, 2, 4] } }    # a shot for each distance
    check = { quality = 6, conditions = ["suppressed"], dice = [5, 6] }
    look_up = { chart = "weather", by = "die", of = [0, 9], cell = "name" }    # or rows = ["mist"] instead of by and of

What is expected::

    [case.expect]
    verdict = "legal"                # if left out: legal without refusals, illegal with them
    refusals = ["die-missing"]       # names of all findings, in their order; none if left out
    switches = ["…"]                 # those that the ruling hangs on
    of = "fire"                      # only resolutions for these purposes (a text or a list) count for what follows
    ratings = [7, 5]; results = ["S?", "pass"]; dice = [1, "cp"]; lines = ["pink, armoured"]
    modifiers = { zone-to-zone = 3 } # all of them; a list of tables if there are several resolutions
    after = { units = { "…" = { steps = 1 } }, leaders = {…}, points = {…}, barrages = {…}, active = "…", … }
    unchanged = true                 # the position after is the one before
    answer = …                       # of the function asked: hexes as texts, units by their names, sets sorted;
                                     # of a chart: a list of cells, a run of numbers as { low = …, high = … }
    unlimited = [11]                 # ratings of shots by plain facts before the limits
    barrages = ["light", ""]         # the markers that such shots leave, for each die

``after`` takes the keys of the position. Of units, leaders and points only those named are looked at, of a unit only
the keys named; ``barrages`` and ``mines`` must be all there are.
"""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from adjudicator.game import play
from adjudicator.game.action_kinds import ACTION_TYPES
from adjudicator.game.game_data import GameData
from adjudicator.game.hexes import Hex
from adjudicator.game.loading import BUILT_IN, find_game, load_game
from adjudicator.game.notation.names import Notation
from adjudicator.game.play_json import with_words
from adjudicator.game.position import Activation, LeaderState, Place, Points, Position, Status, StepRange, UnitState
from adjudicator.game.scenarios import TurnTime
from adjudicator.game.start import start_position
from adjudicator.rules.chance import Recorded
from adjudicator.rules.judge import judge
from adjudicator.rules.judgement import Judgement
from adjudicator.rules.refusals import Refusal, series_refusals
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.rule_sets import exclusive_rules
from adjudicator.rules.ruling import Ruling, Verdict
from adjudicator.rules.set_up import judge_set_up
from adjudicator.rules.switches import HouseRules
from adjudicator.viewing.viewer import Viewer
from tests.support.plain_cases import check_findings, looked_up, shot_findings

__all__ = [
    "RULE_CASES",
    "Case",
    "book_for",
    "build_action",
    "build_position",
    "built_in_game",
    "built_in_notation",
    "built_in_refusals",
    "differences",
    "rule_cases",
    "unit_id",
]

Case = dict[str, Any]

RULE_CASES: Final = Path(__file__).parent.parent / "cases" / "rules"
POSITION_KEYS: Final = {
    "scenario", "base", "only", "units", "leaders", "chit", "active", "time", "weather", "supply", "morale", "strikes",
    "points", "barrages", "mines", "mug", "played", "next_turn", "first_chit", "flags", "last_indirect", "due",
    "day_weather", "planned_strikes", "event", "withdrawals", "returning", "rommel", "outcome", "from_start",
    "face_down",
}  # fmt: skip
CASE_KEYS: Final = POSITION_KEYS | {
    "name", "rule", "boundary", "example", "note", "house_rules", "waived", "action", "before", "ask", "shot", "check",
    "look_up", "set_up", "sheet", "expect", "file",
}  # fmt: skip
EXPECT_KEYS: Final = {
    "verdict", "refusals", "switches", "of", "ratings", "results", "dice", "lines", "modifiers", "after", "unchanged",
    "answer", "unlimited", "barrages",
}  # fmt: skip
LEVELS: Final = {"light": 1, "heavy": 2, "improved": 1, "entrenched": 2, "pending": 1, "in": 2, "none": 0}


@cache
def built_in_refusals() -> Mapping[str, Refusal]:
    """Return the refusals of the game that comes with the program: the series', and its own in place of some."""
    return {**series_refusals(), **exclusive_rules(built_in_game()).refusals}


@cache
def built_in_game() -> GameData:
    """Return the built-in game, read once for all tests."""
    return load_game(find_game(BUILT_IN))


@cache
def game_on_sheet(version: str = "") -> GameData:
    """Return the built-in game with the map of a version of its data, that of today for none."""
    return built_in_game().with_sheet_of(version)


@cache
def built_in_notation() -> Notation:
    """Return the notation of the built-in game."""
    return Notation(built_in_game())


@cache
def book_for(settings: tuple[tuple[str, Any], ...] = (), waived: tuple[str, ...] = (), sheet: str = "") -> RuleBook:
    """Return the rule book under some house rules; one for each, so that it keeps what it worked out."""
    return RuleBook(game_on_sheet(sheet), HouseRules(dict(settings), frozenset(waived)))


def rule_cases() -> list[Case]:
    """Return every case of every file; each gets its ``file``, and the keys of its base."""
    cases = []
    for path in sorted(RULE_CASES.glob("*/*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        for case in data.get("case", []):
            base = _base(data.get("bases", {}), case.get("base", ""), path)
            cases.append({**base, **case, **_merged(base, case), "file": str(path.relative_to(RULE_CASES))})
    return cases


def _base(bases: Mapping[str, Case], name: str, path: Path) -> Case:
    if not name:
        return {}
    assert name in bases, f"{path.name} has no base {name!r}"
    deeper = _base(bases, bases[name].get("base", ""), path)
    return {**deeper, **bases[name], **_merged(deeper, bases[name])}


def _merged(base: Case, case: Case) -> Case:
    """Return the tables of a case with those of its base put under them, row by row."""
    keys = ("units", "leaders", "points", "barrages", "mines", "house_rules")
    merged = {key: {**base.get(key, {}), **case.get(key, {})} for key in keys if key in base or key in case}
    for unit, state in merged.get("units", {}).items():
        merged["units"][unit] = {**base.get("units", {}).get(unit, {}), **state}
    return merged


# names


@cache
def _names() -> dict[str, str]:
    """Return the ids of units and leaders by their ids, names and other spellings."""
    game = built_in_game()
    names = {name: leader.id for leader in game.leaders.values() for name in leader.names}
    names |= {name: unit.id for unit in game.units.values() for name in unit.names}
    return names | {key: key for key in (*game.units, *game.leaders)}


def unit_id(name: str) -> str:
    """Return the id of the unit or leader that a case calls so."""
    assert name in _names(), f"no unit or leader is called {name!r}"
    return _names()[name]


def _id_or_any(name: str) -> str:
    """Return the id that a name stands for; other texts as they are, since a case may name a unit that is none."""
    return _names().get(name, name)


def _printed(key: str) -> str:
    game = built_in_game()
    return game.units[key].name if key in game.units else key


def _place(text: str) -> Place:
    if not text:
        return None
    return text if text in built_in_game().map.boxes else Hex.parse(text)


def _levels(table: Mapping[str, Any]) -> dict[Hex, int]:
    return {Hex.parse(name): LEVELS.get(level, level) for name, level in table.items()}


# positions


def build_position(case: Case, start: Position | None = None) -> Position:
    """Return the position that a case describes, from *start* or else from that of its scenario."""
    position = start or start_position(game_on_sheet(case.get("sheet", "")), case.get("scenario", 1))
    if "only" in case:
        position = _cleared(position, {unit_id(name) for name in case["only"]})
    for name, changes in case.get("units", {}).items():
        position = _with_unit(position, unit_id(name), changes)
    leaders = dict(position.leaders)
    for name, text in case.get("leaders", {}).items():
        leaders[unit_id(name)] = LeaderState(Status.ON_MAP if text else Status.WAITING, _place(text))
    whole = _with_points(replace(position, leaders=leaders, **_whole_fields(case, position)), case.get("points", {}))
    return _seen_by(case["face_down"], whole) if "face_down" in case else whole


def _seen_by(side: str, position: Position) -> Position:
    """Return a position of which a side does not know the other's face-down units."""
    unknown = [unit for unit in position.units if not Viewer(side).knows(position, unit)]
    steps = {unit: position.game.units[unit].steps for unit in unknown}
    return position.with_face_down({unit: StepRange(number, number) for unit, number in steps.items()})


def _cleared(position: Position, kept: set[str]) -> Position:
    units = {
        unit: state if unit in kept else replace(state, status=Status.WAITING, place=None, hidden=False)
        for unit, state in position.units.items()
    }
    leaders = {k: state if k in kept else LeaderState(Status.WAITING) for k, state in position.leaders.items()}
    return replace(position, units=units, leaders=leaders)


def _with_unit(position: Position, unit: str, changes: Mapping[str, Any]) -> Position:
    new = UnitState(Status.WAITING, steps=built_in_game().units[unit].steps)
    values = _state_values(changes)
    if "place" in changes:
        values.setdefault("status", Status.ON_MAP)
    units = {**position.units, unit: replace(position.units.get(unit, new), **values)}
    return replace(position, units={key: units[key] for key in built_in_game().units if key in units})


def _state_values(changes: Mapping[str, Any]) -> dict[str, Any]:
    known = {field.name for field in fields(UnitState)}
    assert set(changes) <= known, f"a unit has no {sorted(set(changes) - known)}"
    values = {key: LEVELS.get(value, value) if isinstance(value, str) else value for key, value in changes.items()}
    values |= {key: make(changes[key]) for key, make in _STATE_MAKERS.items() if key in changes}
    return values


_STATE_MAKERS: Final[dict[str, Callable[[Any], Any]]] = {
    "place": _place,
    "status": Status,
    "actions": tuple,
    "contact_leader": _id_or_any,
}


def _with_points(position: Position, points: Mapping[str, Any]) -> Position:
    every = dict(position.points)
    for unit in position.units:
        every.setdefault(built_in_game().units[unit].division, Points(0, 0))
    for division, value in points.items():
        old = every.get(division, Points(0, 0))
        every[division] = Points(*value) if isinstance(value, list) else replace(old, command=value)
    return replace(position, points=every)


def _whole_fields(case: Case, position: Position) -> dict[str, Any]:
    """Return the position's other fields that a case gives."""
    plain = ("weather", "supply", "morale", "strikes", "first_chit", "day_weather", "event", "outcome", "from_start")
    values: dict[str, Any] = {key: case[key] for key in plain if key in case}
    values |= {key: tuple(case[key]) for key in ("due", "planned_strikes", "withdrawals") if key in case}
    if "returning" in case:
        values["returning"] = {unit_id(name): TurnTime(*time.split(" ")) for name, time in case["returning"].items()}
    if "rommel" in case:
        values["commander_with"] = _id_or_any(case["rommel"])
    values |= {key: _levels(case[key]) for key in ("barrages", "mines") if key in case}
    values |= {key: tuple(sorted(case[key])) for key in ("mug", "next_turn") if key in case}
    if "time" in case:
        values["time"] = TurnTime(*case["time"].split(" "))
    if "played" in case:
        values["played"] = tuple(case["played"])
    if "flags" in case:
        values["flags"] = frozenset(case["flags"])
    if "last_indirect" in case:
        values["last_indirect"] = _id_or_any(case["last_indirect"])
    chit, active = case.get("chit", position.activation.chit), case.get("active", position.activation.unit)
    return {**values, "activation": Activation(chit, _id_or_any(active))}


# actions


def build_action(row: Mapping[str, Any]) -> play.Action:
    """Return the action that a table describes."""
    kind = ACTION_TYPES[row["type"]]
    known = {field.name for field in fields(kind)}
    assert set(row) - {"type"} <= known, f"{row['type']} has no {sorted(set(row) - known - {'type'})}"
    unit = _id_or_any(row.get("unit", ""))
    target = _id_or_any(str(row.get("target", unit))) if "target" in row else unit
    values: dict[str, Any] = {key: _action_value(key, value) for key, value in row.items() if key != "type"}
    if "rolls" in row:
        values["rolls"] = tuple(_roll(text, unit, target) for text in row["rolls"])
    if "steps" in row:
        values["steps"] = tuple(_step(text, unit) for text in row["steps"])
    if kind is play.Assault:
        values["target"] = Hex.parse(row["target"])
    action: play.Action = kind(**with_words(kind, values))
    return action


def _action_value(key: str, value: Any) -> Any:
    """Return a field's value: names as ids, lists and tables as tuples, hexes as hexes."""
    if isinstance(value, Mapping):
        return tuple((_id_or_any(unit), _hex_or_id(place)) for unit, place in value.items())
    if isinstance(value, list):
        return tuple(map(Hex.parse, value)) if key == "route" else tuple(_id_or_any(name) for name in value)
    if key in ("hex", "to", "left", "at", "entered"):
        return _hex_or_id(value)
    if key == "when":
        return value
    return _id_or_any(value) if isinstance(value, str) else value


def _hex_or_id(text: str) -> Hex | str:
    try:
        return Hex.parse(text)
    except ValueError:
        return _id_or_any(text)


def _roll(text: str, unit: str, target: str) -> play.Roll:
    purpose, *name, die = text.split(" ")
    of_target = purpose in ("suppression", "conversion")
    who = _id_or_any(" ".join(name)) if name else (target if of_target else unit)
    return play.Roll(play.RollPurpose(purpose), who, None if die == "cp" else int(die))


def _step(text: str, unit: str) -> play.MoveStep:
    what, _, happenings = text.partition(": ")
    parts = [part.strip() for part in happenings.split(",") if part.strip()]
    reveals = tuple(unit_id(part.removeprefix("reveal ")) for part in parts if part.startswith("reveal "))
    rolls = tuple(_roll(part, unit, unit) for part in parts if not part.startswith("reveal "))
    to = _hex_or_id(what)
    if isinstance(to, Hex):
        return play.MoveStep(play.StepKind.ENTER, to, rolls, reveals)
    return play.MoveStep(play.StepKind(what), None, rolls, reveals)


# the run


def differences(case: Case, *, with_new_book: bool = False) -> list[str]:
    """Run a case and return what differs from what it expects, a line each; none if all is well.

    *with_new_book*: the rule book remembers nothing of other cases, so that all is worked out again.
    """
    expect = case["expect"]
    assert set(case) <= CASE_KEYS, f"a case has no {sorted(set(case) - CASE_KEYS)}"
    assert set(expect) <= EXPECT_KEYS, f"an expectation has no {sorted(set(expect) - EXPECT_KEYS)}"
    settings = tuple(sorted(case.get("house_rules", {}).items()))
    make_book = book_for.__wrapped__ if with_new_book else book_for
    book = make_book(settings, tuple(case.get("waived", ())), case.get("sheet", ""))
    plain = _plain_findings(case, book)
    if plain is not None:
        return [line for key in expect for line in _compared(key, expect[key], plain[key])]
    position = build_position(case)
    for row in case.get("before", ()):
        ruling = judge(position, build_action(row), book)
        assert ruling.legal, f"{row} is not legal: {[f.text for f in ruling.findings]}"
        assert ruling.after is not None
        position = ruling.after
    if case.get("set_up"):
        return _ruling_differences(expect, judge_set_up(position, book), position)
    if "ask" in case:
        return _compared("answer", expect["answer"], _plain(_answer(case["ask"], position, book)))
    return _ruling_differences(expect, judge(position, build_action(case["action"]), book), position)


def _plain_findings(case: Case, book: RuleBook) -> dict[str, Any] | None:
    """Return what comes of a case that needs no position, by the keys of its expectation; None for any other case."""
    if "shot" in case:
        return shot_findings(case["shot"], book)
    if "check" in case:
        return check_findings(case["check"], book)
    return {"answer": looked_up(case["look_up"], book)} if "look_up" in case else None


def _compared(what: str, expected: object, found: object) -> list[str]:
    return [] if expected == found else [f"{what}: expected {expected!r}, found {found!r}"]


def _ruling_differences(expect: Case, ruling: Ruling, before: Position) -> list[str]:
    refusals = expect.get("refusals", [])
    verdict = expect.get("verdict", Verdict.ILLEGAL if refusals else Verdict.LEGAL)
    lines = _compared("verdict", verdict, ruling.verdict.value)
    lines += _compared("refusals", refusals, [finding.name for finding in ruling.findings])
    if lines:
        lines += [f"  said: {finding.rule}: {finding.text}" for finding in ruling.findings]
    if "switches" in expect:
        lines += _compared("switches", expect["switches"], list(ruling.switches))
    lines += _resolution_differences(expect, ruling)
    if expect.get("unchanged") and ruling.after != before:
        lines.append("the position has changed")
    if "after" in expect:
        lines += _after_differences(expect["after"], ruling.after) if ruling.after else ["there is no position after"]
    return lines


def _resolution_differences(expect: Case, ruling: Ruling) -> list[str]:
    wanted = expect.get("of", [])
    purposes = [wanted] if isinstance(wanted, str) else wanted
    counted = [r for r in ruling.resolutions if not purposes or r.purpose in purposes]
    modifiers: Any = [{m.name: m.value for m in r.modifiers} for r in counted]
    if isinstance(expect.get("modifiers"), Mapping):
        modifiers = modifiers[0] if len(modifiers) == 1 else modifiers
    found = {
        "ratings": [r.rating for r in counted],
        "results": [r.result for r in counted],
        "dice": ["cp" if r.die is None else r.die for r in counted],
        "lines": [r.line for r in counted],
        "modifiers": modifiers,
    }
    lines = [line for key, value in found.items() if key in expect for line in _compared(key, expect[key], value)]
    if lines:
        lines += [f"  {r.purpose} of {r.unit}: {r.base} {[(m.name, m.value) for m in r.modifiers]}" for r in counted]
    return lines


def _after_differences(expect: Case, after: Position) -> list[str]:
    assert set(expect) <= POSITION_KEYS, f"a position has no {sorted(set(expect) - POSITION_KEYS)}"
    lines = []
    for name, changes in expect.get("units", {}).items():
        state = after.units[unit_id(name)]
        for key, value in _state_values(changes).items():
            lines += _compared(f"{name}, {key}", _plain(value), _plain(getattr(state, key)))
    for name, text in expect.get("leaders", {}).items():
        lines += _compared(f"place of {name}", text, _plain(after.leaders[unit_id(name)].place) or "")
    for division, value in expect.get("points", {}).items():
        points = after.points[division]
        found = [points.command, points.dispatch] if isinstance(value, list) else points.command
        lines += _compared(f"points of {division}", value, found)
    whole = _whole_fields(expect, after)
    return lines + [line for key in whole for line in _compared(key, whole[key], getattr(after, key))]


def _answer(row: Mapping[str, Any], position: Position, book: RuleBook) -> object:
    module, _, name = row["function"].rpartition(".")
    function = getattr(import_module(f"adjudicator.rules.{module}"), name)
    parameters = inspect.signature(function).parameters
    given: dict[str, object] = {
        "position": position,
        "book": book,
        "judgement": Judgement(position, book, Recorded(())),
    }
    first = [value for key, value in given.items() if key in parameters]
    named = {key: _hex_or_id(v) if isinstance(v, str) else v for key, v in row.get("with", {}).items()}
    answers: list[object] = [
        function(*first, *(_hex_or_id(value) if isinstance(value, str) else value for value in values), **named)
        for values in row.get("each", [row.get("of", ())])
    ]
    return answers if "each" in row else answers[0]


def _plain(value: object) -> object:
    """Return an answer as TOML could write it."""
    if isinstance(value, Hex):
        return str(value)
    if isinstance(value, Mapping):
        return {str(_plain(key)): _plain(item) for key, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted((_plain(item) for item in value), key=str)
    if is_dataclass(value) and not isinstance(value, type):
        found = {field.name: getattr(value, field.name) for field in fields(value)}
        return {name: _plain(item) for name, item in found.items() if item is not None}  # TOML has no word for None
    if isinstance(value, str):
        return _printed(str(value))
    return [_plain(item) for item in value] if isinstance(value, Iterable) else value
