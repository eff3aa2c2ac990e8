"""Dice that nothing needed: with whom they are reported, and when it is an offence that they were rolled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import Final

from ..drawing.mats import PLAYED
from ..game.action_words import Declaration
from ..game.play import Assault, EndTurn, Move, PlayChit, RollPurpose
from ..rules.ruling import Finding, Verdict
from ..rules.series.sequence import is_set_up
from .accounts.slips import Slip
from .carried_dice import CarriedDice, WaitingEvent, is_refused
from .entries.entry import Entry, EntryKind, StrayDie, left_open
from .entries.game_findings import finding
from .events import ChitMoved, Declared, DieRolled, ObservedStep, RollNamed, StepNumber, UnitMoved
from .finding_names import FindingName
from .obligations.exposures import could_fire_before
from .referee import Passage, Referee
from .segments.segment import Segment, SegmentKind
from .state import RefereeState

__all__ = [
    "dice_given_up",
    "with_rest_reported",
    "with_stray_dice",
    "with_stray_die",
    "with_told_dice_asked_about",
    "without_dice_of_last_chit",
    "without_dice_of_other_side",
    "without_stray_note",
]

_OF_TURN: Final = frozenset({
    RollPurpose.WEATHER, RollPurpose.AIRPOWER, RollPurpose.SUPPLY, RollPurpose.COMMAND_POINTS,
    RollPurpose.RANDOM_EVENT,
})  # fmt: skip
"""The purposes of rolls that players name without a unit and that a turn or a chit begins with."""
_ASKED: Final = frozenset(
    {FindingName.DICE_NOT_UNDERSTOOD, FindingName.ACTION_NOT_UNDERSTOOD, FindingName.DIE_TOLD_OF_UNUSED}
)
"""Findings of dice or acts that could not be read."""
_OPEN: Final = "the {face} rolled in step {step} completes something from an earlier mail"
_STRAY: Final = "stray die roll: {face} in step {step}; {why}"
_NOT_CALLED_FOR, _NOT_TOLD = "no rule calls for it", "nothing in logs of this module shows what it was for"
_VOID: Final = "the {face} rolled in step {step} no longer counts: it was rolled before the answer came"


def with_stray_dice(referee: Referee, state: RefereeState, left: Sequence[WaitingEvent]) -> RefereeState:
    """Report dice that nobody needed, unless they were rolled for something that the rules refuse.

    Dice that were rolled for Opportunity Fire are reported as that, once for each shot (R12.2); a die of another file
    than the words is not certain to be of it.
    """
    firer, told, log_of_words = "", False, 0
    for each in left:
        if isinstance(each.event, Declared):
            firer, told = each.event.unit if each.event.action is Declaration.OPPORTUNITY_FIRE else "", False
            log_of_words = each.step.log
        elif isinstance(each.event, DieRolled) and not told:
            if is_refused(each.event, state.ledger[each.entry] if each.entry else None):
                continue
            state, number = _with_entry(state, each)
            if note := _excuse(referee, state, number, each, is_shot=bool(firer)):
                state = state.with_notes(number, note.format(step=each.step.number, face=each.event.face))
                state = _with_void_die(state, number, each.event, each.step) if note is _VOID else state
            elif firer:
                not_due = _not_due(referee, state, number, firer, each.step)
                not_due = not_due if each.step.log == log_of_words else left_open(not_due)
                state, number = _with_entry_of_roller(state, number, each)
                state, told = state.with_findings(number, not_due), True
            else:
                state = with_stray_die(referee, state, number, each.event, each.step)
    return state


def _with_void_die(state: RefereeState, number: int, die: DieRolled, step: ObservedStep) -> RefereeState:
    """Return the state with a die among those of an entry that an answer has voided."""
    void = StrayDie(die.face, (step.log, step.number))
    return state.changing(number, void_dice=(*state.ledger[number].void_dice, void))


def _not_due(referee: Referee, state: RefereeState, number: int, firer: str, die: ObservedStep) -> Finding:
    """Return the finding of Opportunity Fire that was not due; open if another account or another move calls for it."""
    name = state.position.shown_name(firer) if firer in state.position.units else ""
    found = finding(FindingName.OPPORTUNITY_FIRE_NOT_DUE, unit=name)
    before = could_fire_before(state.ledger.entries, referee.book, firer, die.log)
    return left_open(found) if before or state.ledger[number].rival_after is not None else found


def _with_entry(state: RefereeState, die: WaitingEvent) -> tuple[RefereeState, int]:
    """Return the state with the entry that a die is reported in, and the number of the entry."""
    if not die.entry:
        return _with_own_entry(state, die)
    return state.changing(die.entry, after=state.ledger[die.entry].after or state.position), die.entry


def _with_entry_of_roller(state: RefereeState, number: int, die: WaitingEvent) -> tuple[RefereeState, int]:
    """Return the state with an entry that reports a die to the player who rolled it, and the entry's number.

    In the other's action that has gone on over several mails it would be laid to the first of them.
    """
    entry = state.ledger[number]
    before = {log for log, _ in entry.steps if log != die.step.log}
    return _with_own_entry(state, die) if die.step.player != entry.player and len(before) > 1 else (state, number)


def _with_own_entry(state: RefereeState, die: WaitingEvent) -> tuple[RefereeState, int]:
    alone = Segment(SegmentKind.LOOSE, events=(die.event,), steps=(die.step,))
    state, number = state.begin(alone, EntryKind.TABLE, "")
    return state.changing(number, after=state.position), number


def _excuse(referee: Referee, state: RefereeState, number: int, die: WaitingEvent, *, is_shot: bool) -> str:
    """Return why a die may have been rolled for something after all, empty for no reason."""
    if not is_shot and _is_void(state.ledger[number], die):
        return _VOID
    return _OPEN if _may_be_open(referee, state, die.step) else ""


def _is_void(entry: Entry, die: WaitingEvent) -> bool:
    """Return whether a die may be void by the answer: a mail after that of the die had a part in its entry.

    The answer voids what the unit's own player has rolled before it. The other side's dice are the answer; if they are
    for nothing, that is no question only where they are said to have failed.
    """
    step, told = die.step, die.event.told if isinstance(die.event, DieRolled) else None
    is_own = not (entry.unit and step.player) or step.player == entry.player
    failed = told is not None and told.failed
    return (is_own or failed) and any(log > step.log for log, _ in entry.steps)


def _may_be_open(referee: Referee, state: RefereeState, step: ObservedStep) -> bool:
    """Return whether a die is at the beginning of the first file, and so may be for what was left open there."""
    acts = (entry.steps[0] for entry in state.ledger.entries if entry.kind is EntryKind.ACTION and entry.steps)
    first = min(acts, default=(step.log, step.number))
    return not is_set_up(referee.start) and step.log == 0 and (step.log, step.number) <= first


def with_stray_die(
    referee: Referee, state: RefereeState, number: int, die: DieRolled, step: ObservedStep
) -> RefereeState:
    """Note a die that no rule calls for; where words beside it were not understood, ask what it was for."""
    if _is_rolled_ahead(state, number, step):
        return state
    words = referee.unread.get((step.log, step.number), "")
    if words and not (die.dismissed or die.is_binding):
        asked = finding(FindingName.DICE_NOT_UNDERSTOOD, face=die.face, step=step.number, words=words)
        return state.with_findings(number, asked)
    why = _NOT_CALLED_FOR if referee.sight.tells_between_chits else _NOT_TOLD
    state = state.with_notes(number, _STRAY.format(step=step.number, face=die.face, why=why))
    if die.is_binding or (die.dismissed and not die.again):
        return state
    place = step.log, step.number
    slips = state.ledger[number].slips
    is_announced = Slip.ANNOUNCED_DIE_UNUSED in slips and Slip.DIE_OF_UNKNOWN_PAST not in slips
    is_told = place in referee.spoken_of or is_announced
    is_failure = die.told is not None and die.told.failed  # then nothing was to be gained with it,
    is_failure = is_failure and Slip.ANNOUNCED_ROLL_NOT_MADE not in slips  # unless for the enemy
    is_asked = is_told and not is_failure and why is _NOT_CALLED_FOR
    stray = StrayDie(die.face, place, is_asked)
    return state.changing(number, stray_dice=(*state.ledger[number].stray_dice, stray))


def _is_rolled_ahead(state: RefereeState, number: int, step: ObservedStep) -> bool:
    """Return whether a die is for what comes after the conversion of a hit that an action leaves to the other side."""
    due = [each for each in state.unfinished if each.entry == number and each.purpose is RollPurpose.CONVERSION]
    return any(state.position.side(each.unit) not in ("", step.side) for each in due)


def with_told_dice_asked_about(entries: Sequence[Entry], steps: Sequence[ObservedStep]) -> tuple[Entry, ...]:
    """Return entries; those that nothing is wrong with ask about each die of which a player tells but no rule.

    He may have taken a shot whose check had failed, or told of a check that was passed though it was none. A mail that
    begins with a die may answer what could not be read in the mail before it; and the dice of what may have begun
    before the first file are only half known, but for those of an assault in a later one, as are those with which a
    player's first mail begins.
    """
    unread = {log for each in entries if any(found.name in _ASKED for found in each.findings) for log, _ in each.steps}
    found: list[Entry] = []
    for entry in entries:
        told = [
            each for each in entry.stray_dice if each.is_told and not _is_of_past(each.step, entry, steps)
        ] if entry.verdict is Verdict.LEGAL else []  # fmt: skip
        asked = [each for each in told if each.step[0] - 1 not in unread or not _begins_mail(each.step, steps)]
        unread |= {each.step[0] for each in asked}
        found.append(reduce(_asked_about, asked, entry))
    return tuple(found)


def _is_of_past(die: StepNumber, entry: Entry, steps: Sequence[ObservedStep]) -> bool:
    """Return whether a die may be for what was begun before the first file: its player's first mail begins with it.

    So it may wherever the entry is no action that was begun in the files, but in an assault, or in the other answer.
    """
    player = next((step.player for step in steps if (step.log, step.number) == die), "")
    first = next((step.log for step in steps if step.player == player), die[0])
    of_other = player not in ("", entry.player) and isinstance(entry.action, Move)
    answers = die[0] > 0 and (of_other or isinstance(entry.action, Assault))
    begun = entry.may_go_on or entry.action is None or isinstance(entry.action, PlayChit | EndTurn)
    before = bool(entry.steps) and die[0] == first and die < entry.steps[0]
    return entry.past_unknown and (before or (begun and not answers))


def _begins_mail(die: StepNumber, steps: Sequence[ObservedStep]) -> bool:
    """Return whether nothing is moved or rolled in a log before a die."""
    before = (step for step in steps if step.log == die[0] and step.number < die[1])
    return not any(isinstance(event, UnitMoved | ChitMoved | DieRolled) for step in before for event in step.events)


def without_stray_note(entry: Entry, die: StrayDie) -> Entry:
    """Return an entry without the note that no rule calls for a die."""
    note = _STRAY.format(step=die.step[1], face=die.face, why=_NOT_CALLED_FOR)
    return replace(entry, notes=tuple(each for each in entry.notes if each != note))


def _asked_about(entry: Entry, die: StrayDie) -> Entry:
    return without_stray_note(entry, die).with_findings(
        finding(FindingName.DIE_TOLD_OF_UNUSED, face=die.face, step=die.step[1])
    )


def dice_given_up(state: RefereeState, segment: Segment) -> tuple[WaitingEvent, ...]:
    """Return the dice that an earlier mail of the other side left over and that serve no longer before a segment.

    While steps of the turn are due, they may be for these, unless words call them dice for something else.
    """
    old = state.carried.given_up_in(segment)
    if not state.position.due:
        return old
    named = [each.event for each in state.carried.told if isinstance(each.event, RollNamed)]
    others = {each.step_of_die for each in named if each.purpose not in _OF_TURN}
    return tuple(each for each in old if (each.step.log, each.step.number) in others)


def without_dice_of_other_side(referee: Referee, state: RefereeState, segment: Segment) -> RefereeState:
    """Give up the dice that an earlier mail of the other side left over, before a segment, and what announced them."""
    old = dice_given_up(state, segment)
    if not old:
        return state
    kept = state.carried.without((*old, *_words_before(old, state.carried)))
    return with_stray_dice(referee, state.with_carried(kept), old)


def _words_before(dice: Sequence[WaitingEvent], carried: CarriedDice) -> tuple[WaitingEvent, ...]:
    """Return the words that wait and that their player said before the last of some dice, but for his requests."""
    last = {each.step.log: each.step.number for each in dice}
    return tuple(
        each for each in carried.told
        if isinstance(each.event, Declared | RollNamed) and not each.event.asked
        and each.step.number < last.get(each.step.log, 0)
    )  # fmt: skip


def _last_chit_put_away(state: RefereeState, passage: Passage) -> StepNumber | None:
    """Return the log and the step in which a segment puts away the last chit played in a turn.

    None is returned if it does not, or if what comes next was begun before that.
    """
    segment, chit = passage.segment, state.position.activation.chit
    gone = [
        (step.log, step.number) for event, step in zip(segment.events, segment.steps, strict=True)
        if isinstance(event, ChitMoved) and (event.chit, event.target) == (chit, PLAYED)
    ]  # fmt: skip
    if not gone or len(state.position.mug) != 1:
        return None
    begun = [(each.steps[0].log, each.steps[0].number) for each, _ in passage.following[:1]]
    return None if begun and begun[0] < gone[-1] else gone[-1]


def without_dice_of_last_chit(referee: Referee, state: RefereeState, passage: Passage) -> RefereeState:
    """Give up the dice that fell before the last chit played in a turn was put away: the next turn rolls its own.

    Dice that words call dice of the turn are its own, however early they fall. What was begun before the chit was put
    away may still need them.
    """
    last = _last_chit_put_away(state, passage)
    if last is None or any(each in _OF_TURN for each in state.carried.rolls_named):
        return state
    old = tuple(
        each for each in state.carried.told
        if isinstance(each.event, DieRolled) and (each.step.log, each.step.number) < last
    )  # fmt: skip
    for each in old:
        if each.entry:  # as a die that still waits when the lines are decided, which this one does no longer
            state = state.changing(each.entry, slips=(*state.ledger[each.entry].slips, Slip.STRAY_DIE))
    return with_stray_dice(referee, state.with_carried(state.carried.without(old)), old) if old else state


def with_rest_reported(referee: Referee, state: RefereeState) -> RefereeState:
    """Report all dice that still wait when nothing comes any more."""
    return with_stray_dice(referee, state, state.carried.told).with_carried(CarriedDice())
