"""The turns of air strikes that are rolled for after the other side has gone on: by mail that is their owner's answer.

Whoever rolls the second die of airpower may play the first chit at once; the roll for each strike then comes with the
next mail of its owner, with a die that nothing else called for and a marker on the turn's space (NQoS S1.0).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Final

from ...game.play import Airpower, Roll, RollPurpose
from ...rules.rule_book import RuleBook
from ...rules.ruling import Finding
from ..accounts.assumptions import Supposition, judged_again, lacks_rolls
from ..discrepancies.aspects import AspectKind
from ..entries.entry import Correction, Entry, StrayDie
from ..entries.game_findings import aspect_words, subject_name
from ..finding_names import FindingName
from ..stray_dice import without_stray_note

__all__ = ["with_strikes_rolled_late"]

_PLANNED: Final = "planned_strikes"
_MAX_DICE: Final = 6
"""More dice of a mail than are ever tried."""
_LATE: Final = "the turn of its air strikes was rolled for in a later mail"


def with_strikes_rolled_late(entries: Sequence[Entry], book: RuleBook) -> tuple[Entry, ...]:
    """Return entries without what is said of strikes whose turns were rolled for later, and without their dice."""
    found = list(entries)
    for at, entry in enumerate(entries):
        planned = next((each for each in entry.corrections if _is_of_strikes(each)), None)
        begun = _airpower_of(entries, entry)
        if planned is not None and begun is None and entries[0].before.time.date == entry.before.time.date:
            found[at] = entry.with_left_open(_is_unexplained)  # what was rolled that morning is not known
        if planned is None or begun is None:
            continue
        dice = next(_rolls_that_plan(planned, entries[begun], _stray_in(entries, entry.log), book), ())
        if dice:
            found[begun] = found[begun].with_notes(_LATE)
            found[at] = _without_plan(found[at], planned)
            found = [_without_dice(each, dice) for each in found]
    return tuple(found)


def _is_of_strikes(correction: Correction) -> bool:
    return (correction.aspect.kind, correction.aspect.subject) == (AspectKind.CONDITION, _PLANNED)


def _airpower_of(entries: Sequence[Entry], entry: Entry) -> int | None:
    """Return the place of the airpower of an entry's day; None if it has not been rolled for."""
    today = entry.before.time.date
    return next((at for at, each in enumerate(entries) if isinstance(each.action, Airpower)
                 and each.before.time.date == today and each.number < entry.number), None)  # fmt: skip


def _stray_in(entries: Sequence[Entry], log: int) -> tuple[StrayDie, ...]:
    """Return the first dice of a log that no rule calls for."""
    dice = (die for each in entries for die in each.stray_dice if die.step[0] == log)
    return tuple(sorted(dice, key=lambda each: each.step))[:_MAX_DICE]


def _rolls_that_plan(
    planned: Correction, airpower: Entry, dice: Sequence[StrayDie], book: RuleBook
) -> Iterator[tuple[StrayDie, ...]]:
    """Yield the dice by which the strikes of airpower come in the turns that the table shows."""
    action, before = airpower.action, airpower.judged_in or airpower.before
    if action is None or not lacks_rolls(before, action, book, ()):
        return
    for number in range(1, len(dice) + 1):
        for taken in permutations(dice, number):
            rolls = tuple(Roll(RollPurpose.STRIKE_TURN, "", die.face) for die in taken)
            after = judged_again(before, action, book, Supposition(rolls, unfinished=True)).after
            if after is None or lacks_rolls(before, action, book, rolls):
                continue
            if aspect_words(after, planned.aspect) == planned.found:
                yield taken
        if not lacks_rolls(before, action, book, tuple(Roll(RollPurpose.STRIKE_TURN, "", 0) for _ in range(number))):
            return  # there are no more strikes than these


def _without_plan(entry: Entry, planned: Correction) -> Entry:
    """Return an entry without the finding that the plan of strikes is not explained."""
    about = subject_name(entry.before, planned.aspect)
    left = tuple(each for each in entry.corrections if each is not planned)
    return replace(entry, corrections=left).without(lambda each: _is_unexplained(each) and about in each.text)


def _is_unexplained(finding: Finding) -> bool:
    return finding.name == FindingName.CHANGE_NOT_EXPLAINED


def _without_dice(entry: Entry, dice: Sequence[StrayDie]) -> Entry:
    for die in (each for each in entry.stray_dice if each in dice):
        entry = without_stray_note(entry, die)
    return replace(entry, stray_dice=tuple(each for each in entry.stray_dice if each not in dice))
