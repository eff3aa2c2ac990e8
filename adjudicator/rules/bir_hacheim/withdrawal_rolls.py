"""The rolls that Axis formations owe for steps that they have lost (NQoS S5.3, Scenario 3; Rommel: S3.0, event 0)."""

from __future__ import annotations

from ...game.position import Position
from ..judgement import Judgement
from ..series.formations import is_on_map

__all__ = ["AXIS_WITHDRAWAL", "owe_withdrawal"]

AXIS_WITHDRAWAL = "axis-withdrawal"
"""The chart with the dice on which formations withdraw, by division."""
_RULE = "S5.3"


def owe_withdrawal(judgement: Judgement, unit: str, steps: int) -> None:
    """Note that a unit's formation has to roll for each of the steps that the unit has lost (NQoS S5.3).

    No roll is owed for independent units, nor while Rommel is with a formation (S3.0, event 0). A scenario may omit
    the first step of each formation (Scenario 3), and players may waive the rule altogether.
    """
    position, formation = judgement.position, judgement.unit(unit).formation
    if not steps or not formation or not _is_in_force(judgement) or not _has_die(position, formation):
        return
    if not is_on_map(position, formation):
        left = tuple(each for each in position.withdrawals if each != formation)
        judgement.position = position.after(withdrawals=left)
        return
    if position.commander_with and position.game.leaders[position.commander_with].formation == formation:
        return
    flag = f"step-lost-by-{formation}"
    if _first_is_free(position) and flag not in position.flags and _lost_steps(position, formation) <= steps:
        position, steps = position.after(flags=position.flags | {flag}), steps - 1
    judgement.position = position.after(withdrawals=(*position.withdrawals, *[formation] * steps))


def _lost_steps(position: Position, formation: str) -> int:
    """Return the steps that a formation has lost so far: its units show those lost before a save was made."""
    units = position.game.units
    return sum(units[unit].steps - state.steps for unit, state in position.units.items()
               if units[unit].formation == formation)  # fmt: skip


def _is_in_force(judgement: Judgement) -> bool:
    position = judgement.position
    in_scenario = _RULE in position.game.scenarios[position.scenario].rules
    return in_scenario and f"NQoS {_RULE}" not in judgement.book.house_rules.waived


def _has_die(position: Position, formation: str) -> bool:
    division = position.game.formations[formation].division
    return any(row.key == division for row in position.game.charts[AXIS_WITHDRAWAL].rows)


def _first_is_free(position: Position) -> bool:
    """Return whether the first step that each formation loses is not rolled for (Scenario 3)."""
    return any(row.get("changes") == _RULE for row in position.game.scenarios[position.scenario].special)
