"""The sequence of play: what is due before a turn's first chit, and what goes before everything else (R4.1 to R4.4).

A position knows the steps that are still to come; they are taken in order. Chits need not be bought, and so that step
is over as soon as a later one begins; the others have to be done. Of a position that was read from a table it is not
known what has been done: until its first chit is played every step of the turn may be taken, and none must.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ...game.position import Position
from ...game.start import is_set_up
from ..bir_hacheim.morale import WITHDRAWAL_OVERDUE, withdrawal_demanded
from ..bir_hacheim.weather import is_weather_due
from ..judging import Judging
from ..rule_book import RuleBook
from .calendar import is_first_turn_of_day
from .conditions import is_night
from .reinforcements import units_due

__all__ = [
    "AIRPOWER",
    "ARRIVALS",
    "CHITS",
    "MUST_BE_DONE",
    "SUPPLY",
    "WEATHER",
    "begin_step",
    "end_step",
    "held_up",
    "hold",
    "is_break_out_due",
    "is_set_up",
    "open_steps",
    "step_words",
    "steps_due",
]

WEATHER, AIRPOWER, SUPPLY, CHITS, ARRIVALS = "weather", "airpower", "supply", "chits", "arrivals"
_NUMBERS: Final[Mapping[str, int]] = {WEATHER: 1, AIRPOWER: 2, SUPPLY: 3, CHITS: 4, ARRIVALS: 5}
"""The steps before the mug is filled, and their numbers in the game's sequence of play (R4.1)."""
MUST_BE_DONE: Final = frozenset({WEATHER, AIRPOWER, SUPPLY})
"""The steps that nobody may leave out."""


def _has_rule(position: Position, rule: str) -> bool:
    return rule in position.game.scenarios[position.scenario].rules


_IS_DUE: Final[Mapping[str, Callable[[Position, RuleBook], bool]]] = {
    WEATHER: is_weather_due,
    AIRPOWER: lambda position, _book: is_first_turn_of_day(position) and _has_rule(position, "S1.0"),
    SUPPLY: lambda position, _book: is_night(position) and _has_rule(position, "S4.2"),
    CHITS: lambda position, _book: position.game.scenarios[position.scenario].formation_chits,
    ARRIVALS: lambda position, _book: any(True for _ in units_due(position)),
}


def steps_due(position: Position, book: RuleBook) -> tuple[str, ...]:
    """Return the steps that a turn has before its first chit (R4.1, R4.3, R4.4; those that the scenario skips not)."""
    skipped = position.game.scenarios[position.scenario].skipped_steps
    return tuple(s for s, number in _NUMBERS.items() if number not in skipped and _IS_DUE[s](position, book))


def open_steps(position: Position, book: RuleBook) -> tuple[str, ...]:
    """Return the steps that may be taken now, in order (R4.1, R4.3)."""
    if position.due:
        return position.due
    if is_set_up(position):
        return tuple(step for step in steps_due(position, book) if step in (CHITS, ARRIVALS))
    return () if position.played or position.activation.chit else steps_due(position, book)


def begin_step(judging: Judging, step: str) -> bool:
    """Take a step of the turn, and return whether that is possible; what may be left out before it is over now (R4.1).

    It is refused if something goes before everything else, if the step is not due, and if one before it has to be done.
    """
    if held_up(judging):
        return False
    position = judging.position
    steps = open_steps(position, judging.book)
    if step not in steps:
        judging.refuse("step-not-due", step=_WORDS[step])
        return False
    before = [each for each in steps[: steps.index(step)] if each in MUST_BE_DONE]
    if before and position.due:
        judging.refuse("step-out-of-order", step=_WORDS[step], first=_WORDS[before[0]])
        return False
    if position.due:
        judging.position = position.after(due=position.due[position.due.index(step) :])
    return True


_WORDS: Final[Mapping[str, str]] = {
    WEATHER: "the weather",
    AIRPOWER: "airpower",
    SUPPLY: "French supply",
    CHITS: "buying chits",
    ARRIVALS: "reinforcements",
}


def step_words(step: str) -> str:
    """Return what a step is called in a sentence."""
    return _WORDS[step]


def end_step(position: Position, step: str) -> Position:
    """Return the position without a step that has been done."""
    left = tuple(each for each in position.due if each != step)
    return position if left == position.due else position.after(due=left)


# what goes before everything else


def is_break_out_due(position: Position) -> bool:
    """Return whether the French have to withdraw now (NQoS S4.6, Scenario 4).

    In a Night turn once French Morale has been too low, or is; and in that of the scenario's last day in any case.
    """
    if position.outcome or not is_night(position):
        return False
    scenario = position.game.scenarios[position.scenario]
    last_day = scenario.victory.kind == "withdrawal" and position.time.date >= scenario.last.date
    return withdrawal_demanded(position) or (last_day and WITHDRAWAL_OVERDUE not in position.flags)


def hold(position: Position) -> tuple[str, Mapping[str, Any]] | None:
    """Return the refusal, with its figures, of whatever comes before something that goes before everything else.

    A roll for withdrawal (NQoS S5.3), a random event (S3.0), the French withdrawal (S4.6); and the end of the game.
    """
    game = position.game
    if position.outcome:
        return "game-is-over", {"outcome": position.outcome}
    if position.withdrawals:
        return "withdrawal-roll-due", {"formation": game.formations[position.withdrawals[0]].name}
    if position.event:
        return "event-due", {"event": game.charts["random-events"].row(position.event).cells["name"]}
    return ("break-out-due", {}) if is_break_out_due(position) else None


def held_up(judging: Judging) -> bool:
    """Return whether something else goes before everything, and refuse what is judged for it; see :func:`hold`."""
    found = hold(judging.position)
    if found is not None:
        judging.refuse(found[0], **found[1])
    return found is not None
