"""Questions instead of offences: words that could not be read may explain the changes on the table beside them.

Words beside a die may be those of a shot: they explain a result that the other side marks on its unit in its answer.
Points that were not taken off a track are an offence all the same, unless the words speak of points and a Division chit
is in play, which alone brings any: whatever else was done would have cost more of them, not fewer. Words about points
alone ("1 cp, passed") explain points that are gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

from ...game.order_of_battle import ChitKind
from ...game.play import PlayChit
from ...rules.ruling import Finding
from ..entries.entry import Entry, EntryKind
from ..events import DieRolled, ObservedStep, Said
from ..finding_names import FindingName
from .unknown_past import POINTS, RESULTS_OF_FIRE, brings_points

__all__ = ["excused_by_unread_words"]

_NEAR: Final = 3
"""The most steps between an action and words that may be about it."""
_NOTHING_TO_RALLY: Final = "nothing-to-rally"
_SHOWN_BY_TABLE: Final = frozenset(
    {FindingName.RESULT_NOT_APPLIED, FindingName.CHANGE_NOT_EXPLAINED, FindingName.LEADER_MOVED_ALONE}
)
"""Findings of something on the table that no action explains."""
_UNREAD: Final = "the words in step {step}, which could not be read, may explain it: {words}"
_UNREAD_BEFORE: Final = "words in the mail before, which could not be read, may explain it: {words}"


def excused_by_unread_words(entries: Iterable[Entry], steps: Iterable[ObservedStep]) -> tuple[Entry, ...]:
    """Return entries with undecided what the table shows beside words that could not be read."""
    known = tuple(steps)
    unread = [
        (step, event) for step in known for event in step.events
        if isinstance(event, Said) and (event.speaks_of_action or event.speaks_of_points)
    ]  # fmt: skip
    dice = [step for step in known if any(isinstance(event, DieRolled) for event in step.events)]
    spoken = [step for step in known if any(isinstance(event, Said) for event in step.events)]
    acts = [(step, words) for step, words in unread if words.speaks_of_action]
    shots = [(step, words) for step, words in acts if any(_is_beside(step, die) for die in dice)]
    return tuple(_excused_in_answer(_excused(entry, unread, spoken), shots) for entry in entries)


def _excused(
    entry: Entry, unread: Iterable[tuple[ObservedStep, Said]], spoken: Sequence[ObservedStep]
) -> Entry:  # fmt: skip
    for step, words in unread:
        if _is_near(entry, step) or _is_told_of(entry, step, words) or _is_first_word_of(entry, step, spoken):
            found = entry.with_left_open(partial(_is_explained, entry, words))
        elif _is_about_mark(entry, step, words):
            found = entry.with_left_open(lambda each: each.name == FindingName.CHANGE_NOT_EXPLAINED)
        else:
            continue
        if found is not entry:
            return found.with_notes(_UNREAD.format(step=step.number, words=words.text))
    return entry


def _excused_in_answer(entry: Entry, shots: Iterable[tuple[ObservedStep, Said]]) -> Entry:
    """Return an entry with undecided what was marked on a unit after words that may be those of a shot at it."""
    for step, words in shots:
        if step.log == entry.log - 1 and step.player != entry.player and _is_about_others(entry, step):
            found = entry.with_left_open(_is_mark_of_result)
            if found is not entry:
                return found.with_notes(_UNREAD_BEFORE.format(words=words.text))
    return entry


def _is_about_others(entry: Entry, step: ObservedStep) -> bool:
    """Return whether an entry is about units of another side than the speaker's: his shot is at none of his own."""
    marked = [each.aspect.subject for each in entry.corrections if each.aspect.subject in step.table.units]
    return not marked or any(step.table.side(unit) != step.side for unit in marked)


def _is_mark_of_result(finding: Finding) -> bool:
    """Return whether a finding is of a mark that a shot may have made, or of a unit that recovers from such a mark."""
    return finding.name == _NOTHING_TO_RALLY or (
        finding.name == FindingName.CHANGE_NOT_EXPLAINED and finding.rule.startswith(RESULTS_OF_FIRE)
    )


def _is_beside(step: ObservedStep, die: ObservedStep) -> bool:
    same_hand = (step.log, step.player) == (die.log, die.player)
    return same_hand and abs(step.number - die.number) <= _NEAR


def _is_near(entry: Entry, step: ObservedStep) -> bool:
    numbers = [number for log, number in entry.steps if log == step.log]
    return bool(numbers) and min(numbers) - _NEAR <= step.number <= max(numbers) + _NEAR


def _is_told_of(entry: Entry, step: ObservedStep, words: Said) -> bool:
    """Return whether words that are too long to be read may tell of an entry: all that is done in their mail."""
    return words.too_long and any(log == step.log for log, _ in entry.steps)


def _is_first_word_of(entry: Entry, step: ObservedStep, spoken: Sequence[ObservedStep]) -> bool:
    """Return whether nothing was said in a log between a change on the table and some words, which may be about it.

    Some describe everything at the end of a mail. What belongs to an action is reported with it.
    """
    if entry.kind is not EntryKind.TABLE:
        return False
    last = max((number for log, number in entry.steps if log == step.log), default=0)
    if not last or step.number <= last or step.player != entry.player:
        return False
    return not any(each.log == step.log and last <= each.number < step.number for each in spoken)


def _is_about_mark(entry: Entry, step: ObservedStep, words: Said) -> bool:
    """Return whether words name an enemy that is marked after them in the same mail: some mark all at its end."""
    units = step.table.units
    marked = {
        each.aspect.subject for each in entry.corrections
        if each.aspect.subject in units and step.table.side(each.aspect.subject) != step.side
    }  # fmt: skip
    after = ((log, number) for log, number in entry.steps if log == step.log and number > step.number)
    return step.player == entry.player and not marked.isdisjoint(words.units) and any(after)


def _is_explained(entry: Entry, words: Said, finding: Finding) -> bool:
    if finding.name not in _SHOWN_BY_TABLE:
        return False
    if not words.speaks_of_action:  # "1 cp, passed": what it was paid for is not said
        return finding.rule.startswith(POINTS) and not brings_points(entry)
    gained = finding.rule.startswith(POINTS) and brings_points(entry)
    return not gained or (words.speaks_of_points and _may_bring_points(entry))


def _may_bring_points(entry: Entry) -> bool:
    """Return whether a Division chit is in play, or put into play, which brings points (R6.7)."""
    chit = entry.before.game.chits.get(entry.before.activation.chit)
    return isinstance(entry.action, PlayChit) or (chit is not None and chit.kind is ChitKind.DIVISION)
