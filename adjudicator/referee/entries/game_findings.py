"""The findings of the referee of a game: a closed list (``game_findings.toml``), and the rules that they cite."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from ...drawing.mats import arrival_name
from ...game.game_data import GameData
from ...game.hexes import Hex
from ...game.position import Position
from ...game.position_words import turn_weather_words
from ...module_layout.turn_markers import CONTROL, effects, used_up
from ...rules.rule_sets import exclusive_rules
from ...rules.ruling import Finding, Verdict
from ..discrepancies.aspects import Aspect, AspectField, AspectKind, value_of
from ..finding_names import FindingName

__all__ = [
    "GameFinding",
    "all_game_findings",
    "aspect_words",
    "condition_name",
    "difference_words",
    "finding",
    "heading_of",
    "subject_name",
]


@dataclass(frozen=True, slots=True)
class GameFinding:
    """One kind of finding."""

    name: FindingName
    rule: str
    text: str
    undecided: bool = False
    hangs_on_reading: bool = False
    """True if the finding comes as easily from a log that was read wrongly as from a fault."""


@cache
def all_game_findings() -> Mapping[str, GameFinding]:
    """Return every kind of finding by its name, in the order of the file."""
    text = files(__package__).joinpath("game_findings.toml").read_text(encoding="utf-8")
    rows = tomllib.loads(text)["findings"]
    return {row["name"]: GameFinding(**{**row, "name": FindingName(row["name"])}) for row in rows}


def finding(name: FindingName, **figures: Any) -> Finding:
    """Return a finding of the closed list; *figures* go into its sentence."""
    kind = all_game_findings()[name]
    verdict = Verdict.UNDECIDED if kind.undecided else Verdict.ILLEGAL
    return Finding(kind.rule.format(**figures), name, kind.text.format(**figures), verdict)


# what an aspect is called


def subject_name(position: Position, aspect: Aspect) -> str:
    """Return the name of an aspect's subject: a unit as all may know it, a leader, a division's points, a hex."""
    return _SUBJECTS[aspect.kind](position, aspect)


def heading_of(position: Position, aspect: Aspect) -> str:
    """Return the heading of an aspect, to go before its value: a counter has its name alone, a number after it."""
    name = subject_name(position, aspect).removeprefix("the number of ")
    if aspect.kind is AspectKind.POINTS:
        name = name.removeprefix("the ")
    stands_alone = (aspect.kind in _COUNTERS or aspect == _COMMANDER) and aspect.field not in _COUNTED
    return name if stands_alone else f"{name}:"


def _points_name(position: Position, aspect: Aspect) -> str:
    return f"the {aspect.field.title()} Points of {position.game.divisions[aspect.subject].name}"


def _flag_name(position: Position, aspect: Aspect) -> str:
    """Return the name of the marker that shows a flag: of an event in effect, of one used up, of who held a hex."""
    game, flag = position.game, aspect.subject
    if flag in game.markers:
        return f"the marker {game.markers[flag].name}"
    if spot := used_up(game).get(flag):
        return f"the marker of the event {spot.space.removeprefix(_EVENT)}"
    return exclusive_rules(game).condition_names.get(flag) or f"the marker {game.markers[CONTROL].name}"


def _return_name(position: Position, aspect: Aspect) -> str:
    leader = position.game.leaders.get(aspect.subject)
    return f"the return of {leader.name if leader else position.shown_name(aspect.subject)}"


_SUBJECTS: Final[Mapping[AspectKind, Callable[[Position, Aspect], str]]] = {
    AspectKind.UNIT: lambda position, aspect: position.shown_name(aspect.subject),
    AspectKind.LEADER: lambda position, aspect: position.game.leaders[aspect.subject].name,
    AspectKind.POINTS: _points_name,
    AspectKind.CONDITION: lambda position, aspect: condition_name(position.game, aspect.subject),
    AspectKind.FLAG: _flag_name,
    AspectKind.CHIT: lambda position, aspect: position.game.chits[aspect.subject].name,
    AspectKind.MUG: lambda position, aspect: position.game.chits[aspect.subject].name,
    AspectKind.RETURN: _return_name,
    AspectKind.BARRAGES: lambda _, aspect: f"the barrage in {aspect.subject}",
    AspectKind.MINES: lambda _, aspect: f"the minefield in {aspect.subject}",
}
"""The names of the subjects of each kind of aspect."""
_COUNTERS: Final = frozenset({AspectKind.UNIT, AspectKind.LEADER, AspectKind.FLAG, AspectKind.CHIT, AspectKind.MUG})
"""The kinds of aspects that are about a counter."""
_COUNTERS_OF_PLAY: Final = frozenset({AspectKind.UNIT, AspectKind.LEADER})
_COUNTED: Final = frozenset({AspectField.COHESION, AspectField.STEPS})
"""The fields of a unit that are counts."""
_TRACKS: Final = frozenset({"weather", "day_weather", "supply", "morale", "strikes"})
"""The conditions that a marker on a track shows."""
_IN_HEXES: Final = frozenset({AspectKind.BARRAGES, AspectKind.MINES})
_EVENT: Final = "Event "
"""The beginning of the names of the spaces for the markers of events."""
_COMMANDER: Final = Aspect(AspectKind.CONDITION, "commander_with")
"""The only condition that a counter shows."""
_CONDITION_NAMES: Final[Mapping[str, str]] = {
    "weather": "the weather of this turn",
    "day_weather": "the weather of the day",
    "supply": "the level of supply",
    "morale": "the level of morale",
    "strikes": "the number of air strikes of this turn",
    "planned_strikes": "the plan of air strikes",
    "commander_with": "the commander",
}


def condition_name(game: GameData, condition: str) -> str:
    """Return what a game's players call a condition beside the map, which is a field of a position."""
    return exclusive_rules(game).condition_names.get(condition) or _CONDITION_NAMES[condition]


def aspect_words(position: Position, aspect: Aspect) -> str:
    """Return an aspect's value in a position, in words that follow ``is``, or ``has`` if it counts something."""
    return _VALUES[aspect.kind](position, aspect, value_of(position, aspect))


def difference_words(rules: Position, table: Position, aspect: Aspect) -> tuple[str, str]:
    """Return an aspect's value by the rules, in words that follow ``should``, and the table's value."""
    counted = aspect.field in _COUNTED
    found = aspect_words(table, aspect)
    if aspect.kind in _COUNTERS_OF_PLAY:
        shown = f"its counter {'has' if counted else 'is'} {found}"
    elif aspect.kind is AspectKind.POINTS or (aspect.kind is AspectKind.CONDITION and aspect.subject in _TRACKS):
        shown = f"the track shows {found}"
    else:
        shown = f"the map shows {found}" if aspect.kind in _IN_HEXES else f"it is {found}"
    wanted = aspect_words(rules, aspect)
    if wanted.startswith(_NOT):
        return f"{_NOT}be {wanted.removeprefix(_NOT)}", shown
    return f"{'have' if counted else 'be'} {wanted}", shown


_NOT: Final = "not "
_CHARTS: Final[Mapping[str, str]] = {"day_weather": "weather", "supply": "supply-levels"}
"""The chart that names the levels of a condition."""


def _condition_words(position: Position, aspect: Aspect, value: Any) -> str:
    game, name = position.game, aspect.subject
    if name == "planned_strikes":
        return f"on {', '.join(value)}" if value else "without any"
    if name == _COMMANDER.subject:
        return f"with {game.leaders[value].name}" if value else "with nobody"
    if name == "weather":
        return turn_weather_words(position) or "unknown"
    if name in _CHARTS and value:
        return str(game.charts[_CHARTS[name]].row(value).cells["name"])
    return str(value) if value not in ("", None) else "unknown"


_FLAG_WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "hidden": ("face up", "face down"),
    "suppressed": ("not Suppressed", "Suppressed"),
    "column": ("not in Column", "in Column"),
    "mounted": ("dismounted", "mounted"),
    "men_at_work": ("without Men at Work", "under Men at Work"),
    "counterbattery_fired": ("without a Counterbattery Fired marker", "under a Counterbattery Fired marker"),
    "wrong_ammo": ("without the mark for wrong ammunition", "under the mark for wrong ammunition"),
}
_LEVEL_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "cohesion": ("no Cohesion Hits", "1 Cohesion Hit", "2 Cohesion Hits"),
    "improvement": ("in no position", "in an Improved Position", "Entrenched"),
    "contact": ("without contact", "Contact Pending", "In Contact"),
}


def _unit_words(position: Position, aspect: Aspect, value: Any) -> str:
    if aspect.field == AspectField.STATUS or value is None:
        return "on the map" if value else "off the map"
    if aspect.field == AspectField.PLACE:
        return _place_words(position.game, value)
    if aspect.field == AspectField.STEPS:
        return f"{value} step{'s' * (value != 1)}"
    words = _FLAG_WORDS.get(aspect.field) or _LEVEL_WORDS[aspect.field]
    return words[int(value)]


def _flag_words(position: Position, aspect: Aspect, value: Any) -> str:
    words = "in effect" if aspect.subject in effects(position.game) else "put down"
    return words if value else f"not {words}"


def _return_words(position: Position, _: Aspect, value: Any) -> str:
    return f"due on {arrival_name(position.game, value)}" if value else "not due"


def _place_words(game: GameData, place: Hex | str | None) -> str:
    if place is None:
        return "off the map"
    return f"in {game.map.boxes[place].name}" if isinstance(place, str) and place in game.map.boxes else f"in {place}"


_LEVELS: Final[Mapping[int, str]] = {0: "none", 1: "light", 2: "heavy"}
_VALUES: Final[Mapping[AspectKind, Callable[[Position, Aspect, Any], str]]] = {
    AspectKind.UNIT: _unit_words,
    AspectKind.LEADER: lambda position, _, value: _place_words(position.game, value),
    AspectKind.POINTS: lambda _, __, value: str(value),
    AspectKind.CONDITION: _condition_words,
    AspectKind.FLAG: _flag_words,
    AspectKind.CHIT: lambda _, __, value: "among the chits of the next turn" if value else "in the mug",
    AspectKind.MUG: lambda _, __, value: "in the mug" if value else "not in the mug",
    AspectKind.RETURN: _return_words,
    AspectKind.BARRAGES: lambda _, __, value: _LEVELS.get(value, "none"),
    AspectKind.MINES: lambda _, __, value: _LEVELS.get(value, "as printed"),
}
"""The words for the value of each kind of aspect in a position."""
