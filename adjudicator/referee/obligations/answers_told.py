"""Checks left to their owner that he tells were passed, although his die is a failure."""

from __future__ import annotations

from ...game.play import RollPurpose
from ...rules.cited_rules import rule_of_roll
from ...rules.purposes import roll_name
from ..accounts.dice_assignment import Answer, IgnoredCheck
from ..entries.game_findings import finding
from ..events import DieRolled, TableEvent
from ..finding_names import FindingName
from ..segments.segment import Segment
from ..state import RefereeState

__all__ = ["with_answer_told_otherwise"]


def with_answer_told_otherwise(state: RefereeState, number: int, answer: Answer, told: Segment) -> RefereeState:
    """Return the state with a report of a Suppression check that failed, was told as passed, and is not marked.

    Args:
        state: the state with the result of the check in its position.
        number: the number of the entry that the check belongs to.
        answer: the check with its die.
        told: the events and steps among which the die is.
    """
    unit = answer.check.unit
    failed = answer.check.purpose is RollPurpose.SUPPRESSION and state.position.units[unit].suppressed
    steps = [told.steps[at] for at in sorted(answer.events) if failed and _is_told_as_passed(told.events[at])]
    if not steps or told.table.units[unit].suppressed:
        return state
    game, action = state.position.game, state.ledger[number].action
    found = finding(
        FindingName.FAILED_CHECK_IGNORED, rule=rule_of_roll(answer.check.purpose, game, action),
        unit=state.position.shown_name(unit), purpose=roll_name(game, answer.check.purpose), face=answer.face,
    )  # fmt: skip
    place = steps[0].log, steps[0].number
    check = IgnoredCheck(answer.check.purpose, unit, answer.face or 0, place, is_answer=True)
    return state.changing(number, ignored_checks=(*state.ledger[number].ignored_checks, check)).with_findings(
        number, found
    )


def _is_told_as_passed(event: TableEvent) -> bool:
    result = event.told if isinstance(event, DieRolled) else None
    return result is not None and result.of_shot is False and not result.failed
