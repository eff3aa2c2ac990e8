"""The findings that depend on a guess of the import: another reading of the guessed table would lift them.

A table of ``dialect.toml`` that is a guess may be wrong in every way: the layer of the Column may show something else,
the night another turn. So an action is judged again in the positions that the table might have stood for, and a report
is compared again. A finding that stands in all of them does not hang on the guess.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Final

from ....game.action_words import Barrage
from ....game.counter_states import STATES, CounterState
from ....game.hexes import Hex
from ....game.module_dialect import ModuleDialect
from ....game.play import Move, RollPurpose
from ....game.position import Position, Status
from ....module_layout.saved_position import state_changes
from ....rules.judge import judge
from ....rules.rule_book import RuleBook
from ....rules.ruling import Finding, Resolution, Verdict
from ....rules.series.parks import PARK
from ...discrepancies.aspects import Aspect, AspectKind
from ...entries.entry import Entry
from ...finding_names import FindingName
from .words import GuessWords, grand_tactical_words

__all__ = ["concerned_units", "guess_behind", "hexes_of"]

_LEVELS: Final = (0, 1, 2)
_ARTILLERY_LEADER_KILLED: Final = "artillery-leader-killed"
_REPORTED: Final = "declared-"
"""The beginning of the names of findings on a report of the attack wizard."""


def guess_behind(finding: Finding, entry: Entry, book: RuleBook) -> str:
    """Return the key of the game's dialect that a finding hangs on and that is a guess, empty for none."""
    guessed = book.game.dialect.guessed
    rows = (row for row in grand_tactical_words().of_guesses if row.key in guessed)
    return next((row.key for row in rows if _hangs(finding, entry, book, row)), "")


def _hangs(finding: Finding, entry: Entry, book: RuleBook, row: GuessWords) -> bool:
    if finding.name in row.names:
        return True
    if entry.corrections and not _is_of_rules(finding, entry):
        return any(_shows(row.key, each.aspect, book.game.dialect) for each in entry.corrections)
    return any(_is_lifted(finding, entry, other, book) for other in _readings(row.key, entry, book))


def _is_of_rules(finding: Finding, entry: Entry) -> bool:
    """Return whether a finding is about the action itself or its report, and not about what the table shows."""
    return finding.name.startswith(_REPORTED) or (entry.ruling is not None and finding in entry.ruling.findings)


def _shows(key: str, aspect: Aspect, dialect: ModuleDialect) -> bool:
    """Return whether a table of the dialect says what an aspect of the table is."""
    if aspect.kind is AspectKind.BARRAGES:
        return key == "barrage"
    return STATES.get(aspect.field, "") in _states(key, dialect)


def _states(key: str, dialect: ModuleDialect) -> list[str]:
    """Return the states of units that a table shows."""
    shown = {
        "layers": [each.state for each in dialect.layers],
        "markers": [each.state for each in dialect.markers.values()],
    }
    return list(dict.fromkeys(shown.get(key, ())))


# judging again


def _is_lifted(finding: Finding, entry: Entry, other: Position, book: RuleBook) -> bool:
    """Return whether a finding would not be there in another position, and nothing else be wrong in its place."""
    if entry.action is None:
        return False
    ruling = judge(other, entry.action, book)
    if finding.name.startswith(_REPORTED):
        return _is_summed_otherwise(finding, entry.resolutions, ruling.resolutions)
    wrong = {each.name for each in ruling.findings if each.verdict is Verdict.ILLEGAL}
    return finding.name not in wrong and wrong <= {each.name for each in entry.findings}


def _is_summed_otherwise(finding: Finding, ours: Iterable[Resolution], others: Iterable[Resolution]) -> bool:
    """Return whether two judgements differ in what a finding says of the sum of a shot that both have."""
    sums = {(each.unit, each.target): _told(finding, each) for each in others}
    shots = (each for each in ours if each.purpose is RollPurpose.FIRE)
    return any(_told(finding, each) != sums.get((each.unit, each.target), _told(finding, each)) for each in shots)


def _told(finding: Finding, shot: Resolution) -> object:
    """Return the part of a shot's sum that a finding is about; nothing if it is about the report by itself."""
    words, modifiers = grand_tactical_words(), {each.name: each for each in shot.modifiers}
    match finding.name:
        case FindingName.DECLARED_BASE_WRONG:
            return shot.base
        case FindingName.DECLARED_LINE_WRONG:
            return shot.line
        case FindingName.DECLARED_RATING_WRONG:
            return shot.rating
        case (
            FindingName.DECLARED_MODIFIER_MISSING
            | FindingName.DECLARED_MODIFIER_NOT_DUE
            | FindingName.DECLARED_MODIFIER_VALUE
        ):
            named = (each for each in modifiers.values() if each.title in finding.text)
            told = (each for name, each in modifiers.items() if words.names(finding.text, name))
            return frozenset((each.name, each.value) for each in (*named, *told))
    return None


# the positions that a guessed table might stand for


def _readings(key: str, entry: Entry, book: RuleBook) -> Iterator[Position]:
    """Yield the positions in which an action may have been done if a table is wrong."""
    position = entry.judged_in or entry.before
    yield from _with_states(position, entry, _states(key, book.game.dialect))
    if key in _CONDITIONS:
        yield from _CONDITIONS[key](position, entry, book.game.dialect)


def _with_states(position: Position, entry: Entry, states: list[str]) -> Iterator[Position]:
    there = [unit for unit, state in position.units.items() if state.status is Status.ON_MAP]
    concerned = [unit for unit in there if unit in concerned_units(entry)]
    for units, state, level in product((concerned, there), states, _LEVELS):
        yield _with_state(position, units, state, level)


def _with_state(position: Position, units: Iterable[str], state: str, level: int) -> Position:
    for unit in units:
        if state != CounterState.MOUNTED or position.game.units[unit].mounted is not None:
            position = position.with_unit(unit, **state_changes(position.game, unit, state, level))
    return position


def _barrages(position: Position, entry: Entry, _dialect: ModuleDialect) -> Iterator[Position]:
    yield position.after(barrages={})
    for level in (Barrage.LIGHT, Barrage.HEAVY):
        yield position.after(barrages={**position.barrages, **dict.fromkeys(hexes_of(entry), level)})


def _turns(position: Position, _entry: Entry, _dialect: ModuleDialect) -> Iterator[Position]:
    for turn in position.game.calendar.turns:
        yield position.after(time=replace(position.time, turn=turn))


def _weathers(position: Position, _entry: Entry, dialect: ModuleDialect) -> Iterator[Position]:
    for weather in sorted({position.weather, *dialect.weather.values.values()}):
        yield position.after(weather=weather)


def _supplies(position: Position, _entry: Entry, dialect: ModuleDialect) -> Iterator[Position]:
    for supply in sorted({"", *dialect.supply.values.values()}):
        yield position.after(supply=supply)


def _leader_killed(position: Position, _entry: Entry, _dialect: ModuleDialect) -> Iterator[Position]:
    yield position.after(flags=position.flags ^ {_ARTILLERY_LEADER_KILLED})


def _parks(position: Position, entry: Entry, _dialect: ModuleDialect) -> Iterator[Position]:
    parks = [box.id for box in position.game.map.boxes.values() if box.kind == PARK]
    inside = [unit for unit in sorted(concerned_units(entry)) if position.units[unit].place in parks]
    yield from (position.with_unit(unit, place=park) for unit in inside for park in parks)


_CONDITIONS: Final[Mapping[str, Callable[[Position, Entry, ModuleDialect], Iterator[Position]]]] = {
    "barrage": _barrages, "turn": _turns, "weather": _weathers, "supply": _supplies,
    "artillery_leader_killed": _leader_killed, "zones": _parks, "cards": _parks,
}  # fmt: skip


# what an entry is about


def concerned_units(entry: Entry) -> set[str]:
    """Return the units that an entry is about: who acts, spots, is fired at, and rolls."""
    units = {entry.unit, *(unit for each in entry.resolutions for unit in (each.unit, each.target))}
    if (action := entry.action) is not None:
        units |= {action.unit_fired_at, action.spotting_unit}
    return units & entry.before.units.keys()


def hexes_of(entry: Entry) -> Iterator[Hex]:
    """Yield the hexes that an action is about: those of a move, and those of its units."""
    if isinstance(entry.action, Move):
        yield from (step.to for step in entry.action.steps if isinstance(step.to, Hex))
    states = (entry.before.units[unit] for unit in sorted(concerned_units(entry)))
    yield from (state.place for state in states if isinstance(state.place, Hex))
