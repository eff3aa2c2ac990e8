"""The other side's offences in an action: they are held against the player who commits them, not whoever acts.

A roll that was never made is of whoever went on without it: by mail one side may draw the other's chit, and a check
that a shot demands is its target's. Opportunity Fire that may not be taken is of who takes it, a retreat of who
retreats, and a failed check of who rolled it and went on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from ...game.play import Airpower, PlayChit, RollPurpose
from ...rules.rule_sets import exclusive_rules
from ...rules.ruling import Finding, Verdict
from ..discrepancies.aspects import AspectKind
from ..entries.entry import Entry, EntryKind, left_open
from ..entries.game_findings import subject_name
from ..events import ObservedStep, Said, StateSet, StepNumber, UnitMoved
from ..finding_names import FindingName

__all__ = ["with_findings_in_doubtful_actions_left_open", "with_findings_of_their_players"]

_NO_POINT: Final = "no-point-for-this-check"
_STILL_TO_ROLL: Final = "a roll of this step is still to come: its owner has not had a log in hand since"
_OF_DOUBTFUL: Final = "it was found in an action of the other player of which not all is known"
_OF_THE_OTHER_SIDE: Final = frozenset({
    FindingName.OPPORTUNITY_FIRE_NOT_DUE, "retreat-hex", "retreat-into-zone", "retreat-without-hex",
    "retreat-without-movement", "suppressed-cannot-retreat",
})  # fmt: skip
"""Findings of what the other side does in an action: Opportunity Fire at the acting unit, the defenders' retreat."""


def with_findings_of_their_players(entries: Iterable[Entry], steps: Sequence[ObservedStep]) -> tuple[Entry, ...]:
    """Return entries with the findings laid to their players, at the first step that shows what they are about.

    A missing roll of a chit takes its entry along; all else that the other side does has an entry of its own.
    """
    known = list(entries)
    unused = frozenset(die.step for entry in known for die in (*entry.stray_dice, *entry.void_dice))
    found: list[Entry] = []
    new = max((entry.number for entry in known), default=0)
    for entry in known:
        if isinstance(entry.action, PlayChit):
            found.append(_chit_of_its_owner(entry, steps))
            continue
        entry = _without_rolls_to_come(entry, steps)
        others = [
            *_rolls_of_others(entry, steps, unused), *_ignored_by_others(entry, steps), *_shots_of_others(entry, steps),
            *_tracks_of_others(entry, steps), *_points_of_others(entry, steps), *_told_by_others(entry, steps),
        ]  # fmt: skip
        moved = [each for each, _ in others]
        found.append(replace(entry, findings=tuple(each for each in entry.findings if each not in moved)))
        for number, (each, step) in enumerate(others, new + 1):
            found.append(_entry_of(step, entry, each, number))
        new += len(others)
    return tuple(found)


def with_findings_in_doubtful_actions_left_open(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return entries with undecided what was found in an action of the other player of which not all is known.

    It lacks another roll, its own or one of his, that is open, or the search for its account was cut off.
    """
    doubtful = {entry.number for entry in entries if entry.is_unproven}
    doubtful |= {entry.of_entry or entry.number for entry in entries if any(map(_is_open_roll, entry.findings))}
    return tuple(_left_open(entry) if entry.of_entry in doubtful else entry for entry in entries)


def _is_open_roll(finding: Finding) -> bool:
    return finding.name == FindingName.ROLL_LEFT_OUT and finding.verdict is Verdict.UNDECIDED


def _left_open(entry: Entry) -> Entry:
    found = entry.with_left_open(lambda _finding: True)
    return found if found is entry else found.with_notes(_OF_DOUBTFUL)


def _chit_of_its_owner(entry: Entry, steps: Sequence[ObservedStep]) -> Entry:
    """Return the entry of a chit that the other side drew, laid to its owner where he does something wrong with it."""
    names = {each.name for each in entry.findings}
    if (
        not names & {FindingName.ROLL_LEFT_OUT, FindingName.RESULT_NOT_APPLIED}
        or not isinstance(entry.action, PlayChit)
        or not entry.steps
    ):
        return entry
    owner = entry.before.game.chits[entry.action.chit].side
    done = (
        _next_step_of(owner, entry, steps) if FindingName.ROLL_LEFT_OUT in names else _step_of_side(owner, entry, steps)
    )
    if done is None or done.player == entry.player:
        return entry
    # what the points should be is not known without the roll
    findings = tuple(
        each
        for each in entry.findings
        if each.name != FindingName.RESULT_NOT_APPLIED or FindingName.ROLL_LEFT_OUT not in names
    )
    numbers = tuple(sorted({*entry.steps, (done.log, done.number)}))
    return replace(entry, player=done.player, side=done.side, steps=numbers, findings=findings)


def _without_rolls_to_come(entry: Entry, steps: Sequence[ObservedStep]) -> Entry:
    """Return the entry of airpower without a roll that its owner has not come to: by mail the other side went on.

    Each has rolled his own die then; whoever rolls for both makes all of the rolls.
    """
    by_mail = len({log for log, _ in entry.steps}) > 1
    if (
        not isinstance(entry.action, Airpower)
        or not by_mail
        or all(each.name != FindingName.ROLL_LEFT_OUT for each in entry.findings)
    ):
        return entry
    rolled = {roll.purpose for roll in entry.action.rolls}
    rules = exclusive_rules(entry.before.game)
    due = next((each for each in rules.roll_sides if each not in rolled), RollPurpose.STRIKE_TURN)
    if _next_step_of(rules.roll_owner(due), entry, steps) is not None:
        return entry
    return entry.without(lambda each: each.name == FindingName.ROLL_LEFT_OUT).with_notes(_STILL_TO_ROLL)


def _step_of_side(side: str, entry: Entry, steps: Sequence[ObservedStep]) -> ObservedStep | None:
    """Return the step in which a side goes on with an entry, or after it; None if no side is given."""
    if not side:
        return None
    own = (step for step in steps if (step.log, step.number) in entry.steps and step.side == side and step.player)
    return next(own, None) or _next_step_of(side, entry, steps)


def _rolls_of_others(
    entry: Entry, steps: Sequence[ObservedStep], unused: Collection[StepNumber]
) -> Iterator[tuple[Finding, ObservedStep]]:  # fmt: skip
    """Yield the missing rolls of units of the other side, with the step in which their player goes on.

    If he goes on with a die for which there is no use, that may be the roll: whoever checks for the other side's
    Opportunity Fire may leave the shot to it.
    """
    left_out = [each for each in entry.findings if each.name == FindingName.ROLL_LEFT_OUT]
    for missing, unit in zip(left_out, entry.missing_rolls, strict=False):
        owner = entry.before.side(unit) if unit in entry.before.units else entry.side
        after = _next_step_of(owner, entry, steps) if owner != entry.side and entry.steps else None
        if after is not None and after.player != entry.player:
            yield left_open(missing) if (after.log, after.number) in unused else missing, after


def _ignored_by_others(entry: Entry, steps: Sequence[ObservedStep]) -> Iterator[tuple[Finding, ObservedStep]]:
    """Yield the failed checks that another player than the entry's ignored, with the step in which he rolled."""
    ignored = [each for each in entry.findings if each.name == FindingName.FAILED_CHECK_IGNORED]
    for each, check in zip(ignored, entry.ignored_checks, strict=False):
        step = next(step for step in steps if (step.log, step.number) == check.step)
        if step.player not in ("", entry.player):
            yield each, step


def _told_by_others(entry: Entry, steps: Sequence[ObservedStep]) -> Iterator[tuple[Finding, ObservedStep]]:
    """Yield the results that another player than the entry's told wrongly, with the step in which he rolled."""
    told = [each for each in entry.findings if each.name == FindingName.TOLD_RESULT_WRONG]
    for each, die in zip(told, entry.dice_told_wrongly, strict=False):
        step = next(step for step in steps if (step.log, step.number) == die)
        if step.player not in ("", entry.player):
            yield each, step


def _shots_of_others(entry: Entry, steps: Sequence[ObservedStep]) -> Iterator[tuple[Finding, ObservedStep]]:
    """Yield what is wrong with Opportunity Fire at the acting unit, or a retreat, with the first step of its player."""
    refused = [each for each in entry.findings if each.name in _OF_THE_OTHER_SIDE or _is_check_of_enemy(entry, each)]
    if not refused:
        return
    own, acting = set(entry.steps), ("", entry.player)
    firing = (step for step in steps if (step.log, step.number) in own and step.side not in ("", entry.side))
    if first := next((step for step in firing if step.player not in acting), None):
        yield from ((each, first) for each in refused)


def _is_check_of_enemy(entry: Entry, finding: Finding) -> bool:
    """Return whether a finding is that no Command Point passes the check of a unit of the other side."""
    before = entry.before
    enemies = (unit for unit in before.units if before.side(unit) not in ("", entry.side))
    return finding.name == _NO_POINT and any(f" {before.game.units[unit].name} " in finding.text for unit in enemies)


def _tracks_of_others(entry: Entry, steps: Sequence[ObservedStep]) -> Iterator[tuple[Finding, ObservedStep]]:
    """Yield what does not follow a loss on a track, with the step in which the owner of the unit marks the loss."""
    names = [
        subject_name(entry.before, each.aspect) for each in entry.corrections
        if each.aspect.kind is AspectKind.CONDITION
    ]  # fmt: skip
    wrong = [
        each
        for each in entry.findings
        if each.name == FindingName.RESULT_NOT_APPLIED and each.text.startswith(tuple(names))
    ]
    lost = entry.action.unit_fired_at if entry.action is not None else ""
    if not wrong or lost not in entry.before.units or not entry.steps:
        return
    owner = entry.before.side(lost)
    marks = (
        step for step in steps
        if (step.log, step.number) > entry.steps[-1] and step.side == owner and step.player not in ("", entry.player)
        and any(isinstance(event, StateSet | UnitMoved) and event.unit == lost for event in step.events)
    )  # fmt: skip
    if owner != entry.side and (first := next(marks, None)) is not None:
        yield from ((each, first) for each in wrong)


def _points_of_others(entry: Entry, steps: Sequence[ObservedStep]) -> Iterator[tuple[Finding, ObservedStep]]:
    """Yield what the other side has not paid for its checks, with the last step that it made in the entry's action."""
    for each in entry.corrections:
        aspect = each.aspect
        owner = entry.before.game.divisions[aspect.subject].side if aspect.kind is AspectKind.POINTS else entry.side
        own = [step for step in steps if (step.log, step.number) in entry.steps and step.side == owner]
        if owner == entry.side or not own or own[-1].player in ("", entry.player):
            continue
        name = subject_name(entry.before, aspect)
        unpaid = (found for found in entry.findings if found.name == FindingName.RESULT_NOT_APPLIED)
        yield from ((found, own[-1]) for found in unpaid if found.text.startswith(name))


def _next_step_of(side: str, entry: Entry, steps: Sequence[ObservedStep]) -> ObservedStep | None:
    """Return the first step after an entry in which a side does more than talk; any side's, if none is given."""
    return next((
        step for step in steps
        if (step.log, step.number) > entry.steps[-1] and step.player and side in ("", step.side)
        and not all(isinstance(event, Said) for event in step.events)
    ), None)  # fmt: skip


def _entry_of(step: ObservedStep, entry: Entry, found: Finding, number: int) -> Entry:
    """Return an entry of whoever made a step, for what he did wrong in another player's entry."""
    return Entry(
        number=number, log=step.log, steps=((step.log, step.number),), player=step.player, side=step.side,
        kind=EntryKind.TABLE, before=entry.before, findings=(found,), waived=entry.waived, after=entry.after,
        past_unknown=entry.past_unknown, chit_seen=entry.chit_seen, may_go_on=entry.may_go_on, of_entry=entry.number,
    )  # fmt: skip
