"""Rolls for withdrawal after a loss that is a question itself: whoever rolls them, or withdraws, answers the table.

A step that the other side has marked without an action that is understood may be a loss all the same. Its owner can do
nothing but what the marker demands, so that what he does for it is no offence while that is open.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

from ...game.play import RollPurpose, WithdrawalRoll
from ...rules.cited_rules import rule_of_roll
from ...rules.ruling import Finding, Verdict
from ..discrepancies.aspects import AspectField, AspectKind
from ..entries.entry import Entry
from ..finding_names import FindingName

__all__ = ["with_answers_to_doubtful_losses_left_open"]

_POINTS: Final = "GTS R6."
_LOSSES: Final = frozenset({AspectField.STEPS, AspectField.STATUS})
_NOTE: Final = "it answers a loss that no action explains"


def with_answers_to_doubtful_losses_left_open(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return entries with undecided what a player did because of losses that are undecided themselves."""
    found, doubtful, paid = list[Entry](), set[str](), set[str]()
    for entry in entries:
        answered, rule = entry, rule_of_roll(RollPurpose.WITHDRAWAL, entry.before.game)
        if entry.side in doubtful or _side_of_withdrawal(entry) in doubtful:
            answered = entry.with_left_open(partial(_cites, rule))
        if isinstance(entry.action, WithdrawalRoll) and entry.action.command_point and answered is not entry:
            paid.add(entry.player)
        elif entry.player in paid:
            answered = answered.with_left_open(_is_of_points)
        found.append(answered if answered is entry else answered.with_notes(_NOTE))
        doubtful |= _sides_of_doubtful_losses(entry)
    return tuple(found)


def _cites(rule: str, finding: Finding) -> bool:
    return finding.rule == rule


def _is_of_points(finding: Finding) -> bool:
    return finding.rule.startswith(_POINTS) and finding.name == FindingName.RESULT_NOT_APPLIED


def _side_of_withdrawal(entry: Entry) -> str:
    """Return the side of the units that an entry found to have left the map, empty for none."""
    units = entry.before.units
    gone = (each.aspect.subject for each in entry.corrections if each.aspect.kind is AspectKind.UNIT)
    return next((entry.before.side(unit) for unit in gone if unit in units), "")


def _sides_of_doubtful_losses(entry: Entry) -> set[str]:
    """Return the sides that have lost steps by an entry about which it is undecided what was done."""
    if all(each.verdict is not Verdict.UNDECIDED for each in entry.findings):
        return set()
    lost = (
        each.aspect.subject for each in entry.corrections
        if each.aspect.kind is AspectKind.UNIT and each.aspect.field in _LOSSES
    )  # fmt: skip
    return {entry.before.side(unit) for unit in lost}
