"""Rolls for withdrawal after a loss that is a question itself: whoever rolls them, or withdraws, answers the table.

A step that the other side has marked without an action that is understood may be a loss all the same. Its owner can do
nothing but what the marker demands, so that what he does for it is no offence while that is open. So it is with what he
marks where the other side fired before anything is known of the game: the shot may have been one of an assault. And
what he marks in his answer to a shot of which it is asked what a die was for is what he has read out of those dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Final

from ...game.play import RollPurpose, WithdrawalRoll
from ...game.position import Place
from ...rules.cited_rules import rule_of_roll
from ...rules.ruling import Finding, Verdict
from ..discrepancies.aspects import AspectField, AspectKind
from ..entries.entry import Entry, EntryKind
from ..finding_names import FindingName
from .unknown_past import RESULTS_OF_FIRE

__all__ = ["with_answers_to_doubtful_losses_left_open"]

_POINTS: Final = "GTS R6."
_LOSSES: Final = frozenset({AspectField.STEPS, AspectField.STATUS})
_DICE_ASKED_ABOUT: Final = frozenset({FindingName.DICE_NOT_UNDERSTOOD, FindingName.DIE_TOLD_OF_UNUSED})
_NOTE: Final = "it answers a loss that no action explains"


def with_answers_to_doubtful_losses_left_open(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return entries with undecided what a player did because of losses that are undecided themselves."""
    found, doubtful, paid = list[Entry](), set[str](), set[str]()
    fired_at = dict[Place, float]()
    for entry in entries:
        answered, rule = entry, rule_of_roll(RollPurpose.WITHDRAWAL, entry.before.game)
        if _marks_units_in(entry, fired_at):
            answered = entry.with_left_open(_is_mark_of_fire)
        if entry.side in doubtful or _side_of_withdrawal(entry) in doubtful:
            answered = entry.with_left_open(partial(_cites, rule))
        if isinstance(entry.action, WithdrawalRoll) and entry.action.command_point and answered is not entry:
            paid.add(entry.player)
        elif entry.player in paid:
            answered = answered.with_left_open(_is_of_points)
        found.append(answered if answered is entry else answered.with_notes(_NOTE))
        doubtful |= _sides_of_doubtful_losses(entry)
        fired_at |= _fired_at_in_doubt(entry)
    return tuple(found)


def _fired_at_in_doubt(entry: Entry) -> Mapping[Place, float]:
    """Return the place at which a shot was aimed that is in doubt, with the last log that may have marks for it.

    An unknown past may decide what it was, perhaps an assault's, or what its dice were for is asked: then the answer
    marks it.
    """
    target = entry.action.unit_fired_at if entry.action is not None else ""
    undecided = {each.name for each in entry.findings if each.verdict is Verdict.UNDECIDED}
    if not undecided or target not in entry.before.units:
        return {}
    place = entry.before.units[target].place
    if entry.past_unknown:
        return {place: float("inf")}
    return {place: entry.steps[-1][0] + 1} if entry.steps and undecided & _DICE_ASKED_ABOUT else {}


def _marks_units_in(entry: Entry, places: Mapping[Place, float]) -> bool:
    """Return whether an entry is of nothing but marks that a player puts on his own units in some places in time."""
    units, log = entry.before.units, entry.steps[0][0] if entry.steps else entry.log
    marked = [each.aspect.subject for each in entry.corrections if each.aspect.kind is AspectKind.UNIT]
    return entry.kind is EntryKind.TABLE and bool(marked) and all(
        unit in units and entry.before.side(unit) == entry.side and log <= places.get(units[unit].place, -1)
        for unit in marked
    )  # fmt: skip


def _is_mark_of_fire(finding: Finding) -> bool:
    return finding.name == FindingName.CHANGE_NOT_EXPLAINED and finding.rule.startswith(RESULTS_OF_FIRE)


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
