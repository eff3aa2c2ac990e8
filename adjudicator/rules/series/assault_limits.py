"""The hexes open to units of an assault, and the uncertain parts of its procedure (R11; NQoS 1.0)."""

from __future__ import annotations

from ...game.hexes import Hex
from ..judgement import Judgement
from ..rule_sets import exclusive_rules
from ..switches import Choice, all_switches
from .regions import limit_broken, threatened_entry_hex

__all__ = ["entry_allowed", "rely_on"]


def rely_on(judgement: Judgement, switch: str) -> Choice:
    """Return the setting of a switch for something that has to be done now.

    If the players have not agreed on one that is not safe to assume, the ruling is left open, once for each switch:
    the procedure of assaults is the part of the series rules of which the least is known (R11.6 to R11.11).
    """
    choice = judgement.switch(switch)
    said = any(finding.switch == switch for finding in judgement.findings)
    if judgement.book.house_rules.is_open(switch) and not said:
        row = all_switches()[switch]
        judgement.leave_open(
            "house-rule-missing", switch=switch, rule=row.rule, title=row.title, choice=choice,
            setting=row.setting(choice),
        )  # fmt: skip
    return choice


def entry_allowed(judgement: Judgement, unit: str, place: Hex) -> bool:
    """Return whether the game's limits let a unit go into a hex, and refuse it if not (NQoS 1.0; Scenario 1, 3)."""
    position, side, name = judgement.position, judgement.side(unit), judgement.name(unit)
    limit = limit_broken(position, side, place)
    if limit is not None:
        judgement.refuse("outside-scenario-limits", unit=name, hex=place, rule=limit.rule)
        return False
    entry = threatened_entry_hex(position, judgement.book, side, place)
    if entry is not None:
        near, away = (
            judgement.book.number("distances", "enemy-entry-hex"),
            judgement.book.grid.distance(entry.hex, place),
        )
        judgement.refuse("near-enemy-entry-hex", unit=name, hex=place, letter=entry.letter, distance=away, limit=near)
        return False
    known = len(judgement.findings)
    exclusive_rules(position.game).check_entry(judgement, unit, place)
    return len(judgement.findings) == known
