"""The unknown past before the first file: an accusation that some possible past would lift does not stand.

Who has acted already under the chit in play, what was rolled, paid for or left to an answer before the file begins, no
table shows. Until the next chit is put into play, whatever depends on such things is undecided at most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from ...game.action_words import Declaration
from ...game.order_of_battle import ChitKind
from ...game.play import Counterbattery, DirectFire, Move, PlayChit, RollPurpose
from ...rules.cited_rules import rule_of_roll
from ...rules.ruling import Finding, Verdict
from ..accounts.roll_purposes import CHECKS_OF_TARGET
from ..discrepancies.aspects import AspectField, AspectKind
from ..entries.entry import Entry, EntryKind
from ..entries.game_findings import all_game_findings
from ..events import Declared, ObservedStep, Said, StateSet
from ..finding_names import FindingName
from ..segments.beginnings import ACTIVATIONS
from ..segments.marks_left import MarksLeft, marks_left

__all__ = ["POINTS", "RESULTS_OF_FIRE", "brings_points", "excused_by_past"]

_NOTE: Final = "earlier mails would settle this: it depends on what was done before the first file begins"
_LOSS: Final = "taken for a result of what was done before the first file begins"
_DEPENDS_ON_PAST: Final = ("GTS R6.", "GTS R7.1.", "GTS R10.3.", "GTS R10.4.", "GTS R12.")
"""The rules by which an action may be illegal for what was done before it: command, activation, contact, Fire Zones."""
_NO_CAUSE: Final = "counterbattery-without-cause"
"""The finding that nobody had fired: the fire that is answered may lie before the first file (NQoS S2.0)."""
_NEVER_EXCUSED: Final = frozenset({"two-actions-done", "too-few-points"})
"""Findings of too much that was done: what was done before can only add to it."""
RESULTS_OF_FIRE: Final = "GTS R9."
"""The rules on the results of fire and the checks for them."""
_LEFT_BY_LOSSES: Final = frozenset({FindingName.CHANGE_NOT_EXPLAINED, FindingName.LEADER_MOVED_ALONE})
"""Findings of marks of losses: a leader is displaced from where his unit is lost."""
POINTS: Final = "GTS R6."
"""The rules on Command Points and Dispatch Points."""
_CHECKS_OF_HITS: Final = frozenset({RollPurpose.SUPPRESSION, RollPurpose.CONVERSION})
_HIGHEST_FACE: Final = 9
_ENEMY_THERE: Final = "enemy-in-hex"
_ACTED_ALREADY: Final = frozenset({"activation-over", "same-kind-of-action"})
"""Findings that a unit has done already what it does."""
_MAY_FOLLOW_FROM_PAST: Final = frozenset(
    {FindingName.CHANGE_NOT_EXPLAINED, FindingName.LEADER_MOVED_ALONE, FindingName.OPPORTUNITY_FIRE_NOT_DUE}
)
"""Findings of something that does not follow from what was done: it may follow from what was done before."""


def excused_by_past(entries: Iterable[Entry], steps: Sequence[ObservedStep]) -> tuple[Entry, ...]:
    """Return entries with undecided what some possible past would excuse, if they were made before the first chit.

    *steps* are those of all logs.
    """
    known = tuple(entries)
    paid, asked = _perhaps_paid(known, steps), _checks_asked_for_first(steps) | _attacked_before(known)
    left = [*marks_left((event, step) for step in steps for event in step.events)]
    return tuple(
        entry.without(lambda each: each.name in _LEFT_BY_LOSSES).with_notes(_LOSS)
        if _takes_losses(entry, known, steps) else _excused(_without_marks_left(entry, left), paid, asked)
        for entry in known
    )  # fmt: skip


def _without_marks_left(entry: Entry, left: Iterable[MarksLeft]) -> Entry:
    """Return an entry without what its player has marked because the other one, whose loss it is, has asked him to."""
    asked = {(each.side, unit) for each in left if each.log < entry.log for unit in each.units}
    marked = {(each.harms, each.aspect.subject) for each in entry.corrections}
    if not entry.past_unknown or not marked or not marked <= asked:
        return entry
    return entry.without(lambda each: each.name == FindingName.CHANGE_NOT_EXPLAINED).with_notes(_LOSS)


def _excused(entry: Entry, paid: Mapping[str, int], asked: frozenset[str]) -> Entry:
    if not entry.past_unknown or entry.kind is EntryKind.SET_UP:
        return entry
    found = entry.with_left_open(partial(_depends_on_past, entry))
    if _is_price_alone(entry, found):
        found = found.with_left_open(_is_of_points_left)
    if entry.corrections and asked.issuperset(each.aspect.subject for each in entry.corrections):
        found = found.with_left_open(lambda each: each.name == FindingName.CHANGE_NOT_EXPLAINED)
    if _missing_points(entry) and all(paid.get(division, 0) >= n for division, n in _missing_points(entry).items()):
        found = found.with_left_open(
            lambda each: each.rule.startswith(POINTS) and each.name == FindingName.RESULT_NOT_APPLIED
        )
    return found if found is entry else found.with_notes(_NOTE)


def _is_price_alone(entry: Entry, found: Entry) -> bool:
    """Return whether an action is held against nobody any more but for the price of a second action that it was not.

    It goes on with what had begun before.
    """
    left = [each for each in found.findings if each.verdict is Verdict.ILLEGAL]
    lifted = [each for each in entry.findings if each.verdict is Verdict.ILLEGAL and each not in left]
    goes_on = any(each.name in _ACTED_ALREADY for each in lifted)
    return goes_on and bool(left) and all(map(_is_of_points_left, left))


def _is_of_points_left(finding: Finding) -> bool:
    """Return whether a finding is that points are still on the track."""
    return finding.rule.startswith(POINTS) and finding.name == FindingName.RESULT_NOT_APPLIED


def _checks_asked_for_first(steps: Iterable[ObservedStep]) -> frozenset[str]:
    """Return the units whose checks the other side is asked to roll before anything is done: they were fired at."""
    asked = set[str]()
    for event in (event for step in steps for event in step.events):
        if isinstance(event, Declared) and event.asked and event.action in CHECKS_OF_TARGET:
            asked.add(event.unit)
        elif not isinstance(event, Said):
            break
    return frozenset(asked)


def _attacked_before(entries: Iterable[Entry]) -> frozenset[str]:
    """Return the targets of fire that may be of an assault begun before the first file: they may lose more in that."""
    fire = (entry.action for entry in entries if entry.may_go_on)
    return frozenset(action.target for action in fire if isinstance(action, DirectFire))


def _takes_losses(entry: Entry, entries: Sequence[Entry], steps: Sequence[ObservedStep]) -> bool:
    """Return whether a player marks his own units as worse off, before any chit and before he does anything else.

    They were fired at before: by mail a shot is made in one mail, and its result is marked in the next one. Whoever
    answers a battery's fire has done nothing else yet.
    """
    answers = isinstance(entry.action, Counterbattery)
    loose = entry.kind is EntryKind.TABLE or isinstance(entry.action, PlayChit) or answers
    if not entry.past_unknown or not loose or not entry.steps:
        return False
    names = {each.name for each in entry.findings if each.verdict is not Verdict.LEGAL}
    if (
        FindingName.CHANGE_NOT_EXPLAINED not in names
        or not names <= _LEFT_BY_LOSSES
        or entry.chit_seen
        or (entry.rests_on_dice and not answers)
    ):
        return False
    side = entry.side or _side_of_mail(entry, steps)
    if any(each.kind is EntryKind.ACTION and each.side == side and not each.may_go_on
           and each.steps and each.steps[-1] < entry.steps[0] for each in entries):  # fmt: skip
        return False
    rolled = {roll.unit for each in entries for roll in each.resolutions if roll.purpose in _CHECKS_OF_HITS}
    hurt = [each for each in entry.corrections if each.harms and each.aspect.kind is AspectKind.UNIT]
    if any(each.aspect.subject in rolled for each in hurt):
        return False  # what came of that shot is in the files
    lost = {entry.before.units[each.aspect.subject].place for each in hurt}
    return all(
        each.harms == side if each in hurt
        else each.aspect.kind is AspectKind.LEADER and entry.before.leaders[each.aspect.subject].place in lost
        for each in entry.corrections
    )  # fmt: skip


def _side_of_mail(entry: Entry, steps: Sequence[ObservedStep]) -> str:
    """Return the side whose mail an entry is in, if no line of the log names a player: it answers the mail before."""
    log = entry.steps[0][0] if entry.steps else entry.log
    own = next((step.side for step in steps if step.log == log and step.side), "")
    answered = next((step.side for step in reversed(steps) if step.log < log and step.side), "")
    others = [side for side in entry.before.game.sides if side != answered]
    return own or (others[0] if answered and len(others) == 1 else "")


def _perhaps_paid(entries: Sequence[Entry], steps: Sequence[ObservedStep]) -> Mapping[str, int]:
    """Return the Command Points of each division that may have been paid before the first file.

    They are those of an action that may have been begun there: it was paid for with its first words.
    """
    paid: Counter[str] = Counter()
    for entry in entries:
        after = entry.ruling.after if entry.ruling is not None else None
        if after is not None and (entry.may_go_on or _goes_on_after_fire(entry, entries, steps)):
            for division, points in entry.before.points.items():
                paid[division] += max(points.command - after.points[division].command, 0)
    return paid


def _goes_on_after_fire(entry: Entry, entries: Sequence[Entry], steps: Sequence[ObservedStep]) -> bool:
    """Return whether a move, the first action of its side, may go on with one that the other side has fired at.

    Its player says anew that the unit moves, and has paid for that in the mail that was answered with the fire.
    """
    if not entry.past_unknown or not isinstance(entry.action, Move) or not entry.steps:
        return False
    unit, side, first = entry.action.unit, entry.side, entry.steps[0]
    if any(each.kind is EntryKind.ACTION and each.side == side and each.number < entry.number for each in entries):
        return False
    told = [(event, step) for step in steps for event in step.events if isinstance(event, Declared | StateSet)]
    own = set(entry.steps)
    if any(isinstance(event, Declared) and event.action in ACTIVATIONS and event.unit == unit
           and (step.log, step.number) in own for event, step in told):  # fmt: skip
        return False
    return any(
        event.unit == unit and step.side not in ("", side) and (step.log, step.number) < first
        for event, step in told
        if isinstance(event, StateSet) or event.action in (Declaration.TARGET, Declaration.OPPORTUNITY_FIRE)
    )


def _missing_points(entry: Entry) -> Mapping[str, int]:
    """Return by how many Command Points more the tracks stand than they should after an entry."""
    return {
        each.aspect.subject: int(each.found) - int(each.expected)
        for each in entry.corrections
        if each.aspect.kind is AspectKind.POINTS and each.found.isdecimal() and each.expected.isdecimal()
    }


def _depends_on_past(entry: Entry, finding: Finding) -> bool:
    """Return whether some past may excuse a finding; what dice of the file itself decide does not depend on it.

    An action that may have begun before the first file is only half known, and so is all that follows from it.
    """
    if entry.may_go_on:
        # the roll for a hex that a unit is seen to enter cannot have been made before; where it stands after it may be
        # otherwise, for the roll may have been for the hex that it entered before
        mines = (
            finding.rule == rule_of_roll(RollPurpose.MINEFIELD, entry.before.game)
            and finding.name != FindingName.CHANGE_NOT_EXPLAINED
        )
        entered = mines and isinstance(entry.action, Move)  # those of an assault are rolled for before the answer
        return finding.name not in _NEVER_EXCUSED and not entered and not _is_told_of_answer(entry, finding)
    if finding.name == _ENEMY_THERE:  # who takes it off may have beaten it in an assault that began before
        return any(each.aspect.field is AspectField.STATUS for each in entry.corrections)
    points = finding.rule.startswith(POINTS)
    if points and finding.name == FindingName.RESULT_NOT_APPLIED and _may_be_of_chit(entry):
        return True
    if points and entry.chit_seen and brings_points(entry):
        return False
    if points and any(each.purpose == RollPurpose.COMMAND_POINTS for each in entry.resolutions):
        return False
    if finding.name == FindingName.RESULT_NOT_APPLIED:
        if points:
            return entry.others_points
        return finding.rule.startswith(RESULTS_OF_FIRE) and not (entry.is_reported or entry.rests_on_dice)
    if finding.name in all_game_findings():
        answers = finding.name == FindingName.OPPORTUNITY_FIRE_NOT_DUE and entry.log > 0  # a mail that is at hand
        decided = answers or entry.rests_on_dice or (entry.resolutions and not points)
        return finding.name in _MAY_FOLLOW_FROM_PAST and not decided
    depends = finding.name == _NO_CAUSE or f"{finding.rule}.".startswith(_DEPENDS_ON_PAST)
    return depends and finding.name not in _NEVER_EXCUSED


def _is_told_of_answer(entry: Entry, finding: Finding) -> bool:
    """Return whether a die of a later file than the first was told wrongly, or ignored: it is of what is there."""
    rolled: dict[str, list[int]] = {
        FindingName.FAILED_CHECK_IGNORED: [each.step[0] for each in entry.ignored_checks],
        FindingName.TOLD_RESULT_WRONG: [log for log, _ in entry.dice_told_wrongly],
    }
    return finding.name in rolled and min(rolled[finding.name] or [entry.log]) > 0


def _may_be_of_chit(entry: Entry) -> bool:
    """Return whether points that were put on a division's track are no more than its chit may have brought (R6.7).

    The chit was drawn before the first file; its roll may be one of the dice in it.
    """
    chit = entry.before.game.chits.get(entry.before.activation.chit)
    if entry.chit_seen or chit is None or chit.kind != ChitKind.DIVISION:
        return False
    known = entry.before.game.scenarios[entry.before.scenario].points
    rating = next((each.command_rating for each in known if each.division == chit.division), 0)
    too_many = _missing_points(entry).get(chit.division, 0)
    put = any(
        each.aspect.kind is AspectKind.POINTS and each.aspect.subject == chit.division and each.found.isdecimal()
        and int(each.found) > entry.before.points[chit.division].command
        for each in entry.corrections
    )  # fmt: skip
    return put and 0 < too_many <= _HIGHEST_FACE + rating


def brings_points(entry: Entry) -> bool:
    """Return whether an entry leaves more points on a track: points that were paid before can only be missing."""
    return any(
        each.aspect.kind is AspectKind.POINTS and each.found.isdecimal() and each.expected.isdecimal()
        and int(each.found) > int(each.expected)
        for each in entry.corrections
    )  # fmt: skip
