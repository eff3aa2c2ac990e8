"""The findings of the referee of a game: a closed list (``game_findings.toml``), and the rules that they cite."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from ..drawing.mats import arrival_name
from ..game.game_data import GameData
from ..game.hexes import Hex
from ..game.position import Position, Status
from ..rules.bir_hacheim.waiting_formations import LAST_HELD_BY_AXIS
from ..rules.ruling import Finding, Resolution, Verdict
from .differences import Aspect, value_of
from .marker_places import CONTROL, used_up

__all__ = [
    "PURPOSE_RULES",
    "PURPOSE_WORDS",
    "GameFinding",
    "all_game_findings",
    "aspect_rule",
    "aspect_words",
    "finding",
    "subject_name",
]

PURPOSE_RULES: Final[Mapping[str, str]] = {
    "command-points": "GTS R6.7",
    "company-bonus": "GTS R9.6",
    "fire": "GTS R9.2",
    "suppression": "GTS R9.19",
    "conversion": "GTS R9.20",
    "opportunity": "GTS R12.2",
    "minefield": "NQoS 4.3",
    "barrage-exit": "GTS R7.14",
    "spotting": "GTS R10.5",
    "contact": "GTS R10.4",
    "counterbattery": "NQoS S2.0",
    "bravery": "GTS R11.3",
    "rally": "GTS R13.1",
    "engineer": "GTS R13.4",
    "weather": "NQoS 3.0",
    "mist": "NQoS 3.1",
    "sandstorm": "NQoS 3.2",
    "airpower-french": "NQoS S1.0",
    "airpower-axis": "NQoS S1.0",
    "strike-turn": "NQoS S1.0",
    "supply": "NQoS S4.2",
    "random-event": "NQoS S3.0",
    "event": "NQoS S3.0",
    "relief": "NQoS S3.0",
    "surrender": "NQoS S3.0",
    "withdrawal": "NQoS S5.3",
}
"""The rule that asks for a roll, by its purpose."""
PURPOSE_WORDS: Final[Mapping[str, str]] = {
    "command-points": "die for the Command Points",
    "company-bonus": "check for the Company Bonus",
    "fire": "fire die",
    "suppression": "check against Suppression",
    "conversion": "check to convert the Suppression",
    "opportunity": "check for Opportunity Fire",
    "minefield": "minefield roll",
    "barrage-exit": "check to leave the Heavy Barrage",
    "spotting": "spotting check",
    "contact": "check to get In Contact",
    "counterbattery": "check to spot for Counterbattery Fire",
    "bravery": "Bravery Check",
    "rally": "check to rally",
    "engineer": "check of the Engineer Action",
    "weather": "die for the weather of the day",
    "mist": "die for the mist",
    "sandstorm": "die for a sand storm",
    "airpower-french": "French die for airpower",
    "airpower-axis": "Axis die for airpower",
    "strike-turn": "die for the turn of an air strike",
    "supply": "die for French supply",
    "random-event": "die for a random event",
    "event": "die for which random event it is",
    "relief": "die for the steps that withdraw",
    "surrender": "French die for the surrender",
    "withdrawal": "roll for withdrawal",
}
_RESULT_RULES: Final[Mapping[str, str]] = {
    "C": "GTS R9.18", "S?": "GTS R9.19", "S": "GTS R9.20", "1": "GTS R9.22", "E": "GTS R9.23",
}  # fmt: skip
"""The rule of a result of the Combat Results Table."""
_FIELD_RULES: Final[Mapping[str, str]] = {
    "status": "GTS R9.23",
    "place": "GTS R7.3",
    "hidden": "NQoS S4.3",
    "steps": "GTS R9.22",
    "suppressed": "GTS R9.24",
    "cohesion": "GTS R9.18",
    "column": "GTS R7.8",
    "mounted": "GTS R7.8",
    "improvement": "GTS R13.3",
    "men_at_work": "GTS R13.4",
    "contact": "GTS R10.3",
    "counterbattery_fired": "NQoS S2.0",
    "wrong_ammo": "NQoS S3.0",
    "weather": "NQoS 3.0",
    "day_weather": "NQoS 3.0",
    "supply": "NQoS S4.2",
    "morale": "NQoS S4.6",
    "planned_strikes": "NQoS S1.0",
    "rommel": "NQoS S3.0",
    "flag": "NQoS S3.0",
    "command": "GTS R6.11",
    "dispatch": "GTS R6.6",
    "leader": "GTS R6.5",
    "chit": "GTS R6.10",
    "barrages": "GTS R10.7",
    "mines": "NQoS 4.3.2",
}
"""The rule that a thing on the table follows, where no roll tells a better one."""
_CAUSES: Final[Mapping[str, frozenset[str]]] = {
    "suppression": frozenset({"suppressed"}),
    "conversion": frozenset({"suppressed", "cohesion"}),
    "minefield": frozenset({"suppressed", "place"}),
    "rally": frozenset({"suppressed", "cohesion"}),
    "engineer": frozenset({"improvement", "men_at_work"}),
    "contact": frozenset({"contact"}),
    "command-points": frozenset({"command"}),
}
"""What a roll changes of the unit that rolls."""
_HURTS: Final = frozenset({"suppressed", "cohesion", "steps", "status"})
"""What fire changes of its target."""


@dataclass(frozen=True, slots=True)
class GameFinding:
    """One kind of finding."""

    name: str
    rule: str
    text: str
    undecided: bool = False


@cache
def all_game_findings() -> Mapping[str, GameFinding]:
    """Return every kind of finding by its name, in the order of the file."""
    text = files(__package__).joinpath("game_findings.toml").read_text(encoding="utf-8")
    return {row["name"]: GameFinding(**row) for row in tomllib.loads(text)["findings"]}


def finding(name: str, **figures: Any) -> Finding:
    """Return a finding of the closed list; *figures* go into its sentence. Raises ``KeyError``."""
    kind = all_game_findings()[name]
    verdict = Verdict.UNDECIDED if kind.undecided else Verdict.ILLEGAL
    return Finding(kind.rule.format(**figures), name, kind.text.format(**figures), verdict)


# what an aspect is called


def subject_name(position: Position, aspect: Aspect) -> str:
    """Return what an aspect is about: a unit by the name that all may know, a leader, a division's points, a hex."""
    game = position.game
    if aspect.kind == "unit":
        return position.shown_name(aspect.subject)
    if aspect.kind == "leader":
        return game.leaders[aspect.subject].name
    if aspect.kind == "points":
        return f"the number of {aspect.field.title()} Points of {game.divisions[aspect.subject].name}"
    if aspect.kind == "condition":
        return _CONDITION_NAMES[aspect.subject]
    if aspect.kind == "flag":
        return _flag_name(game, aspect.subject)
    if aspect.kind == "chit":
        return game.chits[aspect.subject].name
    if aspect.kind == "return":
        leader = game.leaders.get(aspect.subject)
        return f"the return of {leader.name if leader else position.shown_name(aspect.subject)}"
    return f"the {'barrage' if aspect.kind == 'barrages' else 'minefield'} in {aspect.subject}"


def _flag_name(game: GameData, flag: str) -> str:
    """Return what the marker is called that shows a flag: of an event in effect, of one used up, of who held a hex."""
    if flag in game.markers:
        return f"the marker {game.markers[flag].name}"
    spot = used_up(game).get(flag)
    return f"the marker of the event {spot.space}" if spot else f"the marker {game.markers[CONTROL].name} of the Axis"


_CONDITION_NAMES: Final[Mapping[str, str]] = {
    "weather": "the weather of this turn",
    "day_weather": "the weather of the day",
    "supply": "French supply",
    "morale": "French Morale",
    "planned_strikes": "the plan of air strikes",
    "rommel": "Rommel",
}


def aspect_words(position: Position, aspect: Aspect) -> str:
    """Return what an aspect is in a position, in words that follow ``is``."""
    value = value_of(position, aspect)
    if aspect.kind == "unit":
        return _unit_words(position, aspect, value)
    if aspect.kind == "leader":
        return _place_words(position.game, value)
    if aspect.kind == "points":
        return str(value)
    if aspect.kind == "condition":
        return _condition_words(position.game, aspect.subject, value)
    if aspect.kind == "flag":
        return "in effect" if value else "not in effect"
    if aspect.kind == "chit":
        return "among the chits of the next turn" if value else "in the mug"
    if aspect.kind == "return":
        return f"due on {arrival_name(position.game, value)}" if value else "not due"
    names = {0: "none", 1: "light", 2: "heavy"}
    return names.get(value, "as printed" if aspect.kind == "mines" else "none")


_CHARTS: Final[Mapping[str, str]] = {"day_weather": "weather", "supply": "supply-levels"}
"""The chart that names the levels of a condition."""


def _condition_words(game: GameData, name: str, value: Any) -> str:
    if name == "planned_strikes":
        return f"on {', '.join(value)}" if value else "without any"
    if name == "rommel":
        return f"with {game.leaders[value].name}" if value else "with nobody"
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
    "cohesion": ("without Cohesion Hits", "at 1 Cohesion Hit", "at 2 Cohesion Hits"),
    "improvement": ("in no position of its own", "in an Improved Position", "Entrenched"),
    "contact": ("without contact", "Contact Pending", "In Contact"),
}


def _unit_words(position: Position, aspect: Aspect, value: Any) -> str:
    if aspect.field == "status" or value is None:
        return "on the map" if value else "off the map"
    if aspect.field == "place":
        return _place_words(position.game, value)
    if aspect.field == "steps":
        return f"at {value} step{'s' * (value != 1)}"
    words = _FLAG_WORDS.get(aspect.field) or _LEVEL_WORDS[aspect.field]
    return words[int(value)]


def _place_words(game: GameData, place: Hex | str | None) -> str:
    if place is None:
        return "off the map"
    return f"in {game.map.boxes[place].name}" if isinstance(place, str) and place in game.map.boxes else f"in {place}"


# which rule it is


def aspect_rule(
    aspect: Aspect, resolutions: tuple[Resolution, ...], position: Position, table: Position | None = None
) -> str:
    """Return the rule that a thing on the table should follow: that of the last roll that changed it, or its own.

    A dummy leaves play when it is turned over (NQoS S4.3). Who is off the map for a while by the rules, or on the
    *table*, has left it by an entry hex or withdrawn (NQoS S5.1, S5.3), or has surrendered (S3.0).
    """
    if aspect.kind == "unit" and position.game.units[aspect.subject].dummy:
        return "NQoS S4.3"
    for each in reversed(resolutions):
        if each.purpose == "fire" and each.target == aspect.subject and aspect.field in _HURTS:
            return _RESULT_RULES.get(each.result, each.rule)
        mine = each.unit == aspect.subject or (aspect.kind == "points" and each.target == aspect.subject)
        if mine and aspect.field in _CAUSES.get(each.purpose, ()):
            return each.rule if each.purpose == "minefield" else PURPOSE_RULES[each.purpose]
    if aspect.kind == "return" or aspect.field == "status" or aspect.kind == "leader":
        for where in filter(None, (position, table)):
            if rule := _rule_of_absence(where, aspect.subject):
                return rule
    if aspect.kind == "flag" and aspect.subject == LAST_HELD_BY_AXIS:
        return f"Scenario {position.scenario}"
    own = aspect.subject if aspect.kind == "condition" else aspect.field or aspect.kind
    return _FIELD_RULES[own]


def _rule_of_absence(position: Position, name: str) -> str:
    """Return the rule by which a unit or a leader has left the map; empty if he has not, or is lost.

    The table does not tell whether somebody has withdrawn until the next day or left for two turns.
    """
    counter = position.units[name] if name in position.units else position.leaders[name]
    back = position.returning.get(name)
    if counter.status is Status.WITHDRAWN:
        return "NQoS S5.3" if back else "NQoS S3.0"
    if back is None or counter.status is Status.ON_MAP:
        return ""
    return "NQoS S5.3" if back.date != position.time.date else "NQoS S5.1"

