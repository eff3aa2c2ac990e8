"""The closed lists that an audit file draws on: findings, rules, switches, units and sides are called what they are.

None of this needs the positions or the logs, so no name or sentence can be put in that the program never writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import Any, Final

from ..audit_file.chain import Basis, Fault, is_same
from ..game.errors import GameDataError
from ..game.game_data import GameData
from ..game.names import FACE_DOWN
from ..game.play_json import action_from_data, action_to_data
from ..referee.entries.game_findings import all_game_findings
from ..rules.refusals import Refusal, series_refusals
from ..rules.rule_sets import exclusive_rules
from ..rules.ruling import Verdict
from ..rules.switches import all_switches

__all__ = ["name_faults"]

_UNIT: Final = frozenset({"id", "name"})
_REASON: Final = " ({reason})"
"""What the referee adds to the sentence of a finding that he leaves open."""
_FIGURE: Final = re.compile(r"\\\{[^{}]*\\\}")


def name_faults(document: Mapping[str, Any], game: GameData) -> Iterator[Fault]:
    """Yield where an audit file, which follows its schema, names something otherwise than the program does."""
    side = document["view"]["side"]
    if side is not None and side not in game.sides:
        yield Fault("replay", None, "it was made for a side that the game does not have", Basis.CODE_OR_GAME)
    for place, entry in enumerate(document["entries"], 1):
        for text, basis in _entry_problems(entry, game):
            yield Fault("replay", place, text, basis)
        yield from (Fault("recomputed", place, text) for text in _step_problems(entry))


def _entry_problems(entry: Mapping[str, Any], game: GameData) -> Iterator[tuple[str, Basis]]:
    """Yield what is called otherwise than the program calls it, and what could explain that."""
    own = exclusive_rules(game).refusals
    for finding in (*entry["findings"], *entry.get("earlier_findings", ())):
        yield from ((text, Basis.CODE_OR_RULES) for text in _finding_problems(finding, own))
    if not set(entry["switches"]) <= all_switches().keys():
        yield "it depends on a switch that there is not", Basis.CODE_OR_RULES
    for unit in _units(entry):
        if not _is_called(unit, game):
            yield f"a unit is not called {unit['name']}", Basis.CODE_OR_GAME
    if entry.get("action") is not None:
        try:
            action = action_to_data(action_from_data(entry["action"]))
        except GameDataError as error:
            yield f"its action cannot be read: {' '.join(str(error).split())}", Basis.CODE_OR_GAME
        else:
            if not is_same(action, entry["action"]):
                yield "its action is not written as an audit writes it", Basis.PROGRAM


def _finding_problems(finding: Mapping[str, Any], own: Mapping[str, Refusal]) -> Iterator[str]:
    name, rule = finding["name"], finding["rule"]
    sentences = [text for its_rule, text in _sentences(name, own) if _fits(its_rule, rule)]
    if not sentences:
        yield f"no finding of {rule} is called {name}"
    elif not any(_fits(f"{text}{_REASON}", finding["text"]) or _fits(text, finding["text"]) for text in sentences):
        yield f"the finding {name} has another sentence"
    if finding["verdict"] == Verdict.LEGAL:
        yield "a finding is called legal"
    named = [finding.get("switch"), *(each["switch"] for each in _settings(finding))]
    if not {each for each in named if each is not None} <= all_switches().keys():
        yield "a finding depends on a switch that there is not"
    elif any(each["rule"] != all_switches()[each["switch"]].rule for each in _settings(finding)):
        yield "a switch is called one of another rule"


def _settings(finding: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return (setting for each in finding.get("alternatives", ()) for setting in each["settings"])


def _sentences(name: str, own: Mapping[str, Refusal]) -> Iterator[tuple[str, str]]:
    """Yield the rule and the sentence of each kind of finding of a name; figures are in braces."""
    if name in all_game_findings():
        yield all_game_findings()[name].rule, all_game_findings()[name].text
    refusal = own.get(name) or series_refusals().get(name)
    if refusal is not None:
        yield refusal.rule, refusal.text


def _fits(template: str, text: str) -> bool:
    """Return whether a text is a template with its figures put in."""
    return _pattern(template).fullmatch(text) is not None


@cache
def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(_FIGURE.sub(".*", re.escape(template)))


def _units(value: Any) -> Iterator[Mapping[str, Any]]:
    """Yield the units in an entry's JSON that have an id; the action and the positions name them by it alone."""
    if isinstance(value, dict):
        if value.keys() == _UNIT and value["id"] is not None:
            yield value
        value = [each for key, each in value.items() if key not in ("action", "replay")]
    if isinstance(value, list):
        for each in value:
            yield from _units(each)


def _is_called(unit: Mapping[str, Any], game: GameData) -> bool:
    if unit["id"] in game.units:
        name = game.units[unit["id"]].name
        return unit["name"] in (name, f"{name}{FACE_DOWN}")
    return unit["name"] == unit["id"] and (unit["id"] in game.divisions or unit["id"] in game.leaders)


def _step_problems(entry: Mapping[str, Any]) -> Iterator[str]:
    steps = [(each["log"], each["step"]) for each in entry["steps"]]
    if not all(one < other for one, other in pairwise(steps)):
        yield "its steps are not in order, or one is there twice"
