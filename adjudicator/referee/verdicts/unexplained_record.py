"""Words of a player's own may be read wrongly: an accusation that rests on them needs a record that is explained.

Under each chit all that the record leaves over is looked for: a die for nothing, a marker or a result without a reason,
a roll that is missing, words that the account contradicts. All that one act leaves over is one thing: the dice, the
words and the marker of a shot that is not due. One such thing may be a fault, and is reported so. Where there are more
of them in what was said in free words, or where an account uses a die against the words beside it, the likelier
account is that the words were read wrongly. A die for nothing may be any other's of the same mail: it makes a question
of all in that mail that hangs on dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from ...game.play import CHECKS, Airpower, Assault, EndTurn, Engineer, Move, PlayChit, Supply, Weather
from ...rules.ruling import Finding, Verdict
from ..accounts.slips import Slip, row_of
from ..discrepancies.aspects import Aspect, AspectKind
from ..entries.entry import Entry, EntryKind, StrayDie
from ..entries.game_findings import all_game_findings
from ..events import Declared, DieDismissed, ObservedStep, Said, StepNumber
from ..finding_names import FindingName

__all__ = ["with_unexplained_left_open"]

_NOTE: Final = "either it was so, or the words here were read wrongly, for more is left over: {others}"
_DIE_NOTE: Final = "a die of the same mail may be what it lacks, for nobody knows what it was for: {dice}"
_UNSETTLED_NOTE: Final = "which die of this mail was for which roll is not certain: {text}"
_DIE: Final = "the {face} in step {step}"
_MAX_TOLD: Final = 2
_FOLLOWS_LOSSES: Final = frozenset({"morale"})
"""The tracks that show nothing but what happened elsewhere on the table."""
_CHANGED_BY_ACTS: Final = frozenset(
    {AspectKind.UNIT, AspectKind.LEADER, AspectKind.POINTS, AspectKind.BARRAGES, AspectKind.MINES}
)
_UNUSED: Final = frozenset({Slip.ANNOUNCED_DIE_UNUSED, Slip.ANNOUNCEMENT_UNUSED, Slip.ANNOUNCED_ROLL_NOT_MADE})
"""The slips of words that came to nothing: they are left over with the dice and the marks of the same act."""

_STEPS_OF_TURN: Final = (EndTurn, Weather, Airpower, Supply)
_OF_TURN: Final = (PlayChit, *_STEPS_OF_TURN)
"""The actions that are no units' acts."""

_Numbers = frozenset[StepNumber]
_NEVER: Final = (1 << 30, 0)
"""The number of a step after all others."""


@dataclass(frozen=True, slots=True)
class _Leftover:
    """Something that the account of an entry does not explain."""

    entry: Entry
    subject: str
    """The subject of the leftover; two leftovers with the same subject are one."""
    text: str
    is_die: bool = False
    """True if the leftover is a die that was for nothing."""
    is_asked: bool = False
    """True if it is asked what that die was for: it may have been a shot, which explains marks on the other side."""
    is_refusal: bool = False
    """True if the leftover is an action that the rules refuse: by itself it is explained."""
    contradicts: bool = False
    """True if the account uses a die against the words beside it."""
    is_change: bool = False
    """True if the leftover is a change on the table that does not follow from the action."""
    is_unused: bool = False
    """True if the leftover is words that came to nothing."""
    steps: frozenset[StepNumber] = frozenset()
    """The steps in which it lies, if not those of its entry."""
    side: str = ""
    """The side that rolled it, if it is a die and that is known."""
    in_own_words: bool = False
    """True if something was said in words of a player's own about the act that it is left over from."""


@dataclass(frozen=True, slots=True)
class _Hands:
    """Who did what, step by step."""

    players: Mapping[StepNumber, str]
    sides: Mapping[StepNumber, str]
    spoken: _Numbers
    """The steps in which a player said what he does in words of his own, read or not."""


def with_unexplained_left_open(entries: Sequence[Entry], steps: Iterable[ObservedStep]) -> tuple[Entry, ...]:
    """Return entries with undecided what free words may have been about, where the record leaves more unexplained."""
    known = list(steps)
    read = frozenset((step.log, step.number) for step in known if any(map(_is_in_own_words, step.events)))
    unread = frozenset((step.log, step.number) for step in known if any(map(_is_unread, step.events)))
    rolled_anew = frozenset((step.log, step.number) for step in known if any(map(_takes_back, step.events)))
    players = {(step.log, step.number): step.player for step in known}
    sides = {(step.log, step.number): step.side for step in known}
    found: dict[int, Entry] = {}
    for stretch, first, after in _under_each_chit(entries):
        steps_of_stretch = frozenset(each for entry in stretch for each in entry.steps)
        leftovers = [each for entry in stretch for each in _leftovers(entry, rolled_anew)]
        if any(first <= each < after for each in read) or read & steps_of_stretch:
            found |= {each.number: each for each in _reviewed(stretch, leftovers, _may_be_misread)}
        elif unread & steps_of_stretch:
            found |= {each.number: each for each in _reviewed(stretch, leftovers, _hangs_on_shares)}
    reviewed = tuple(found.get(entry.number, entry) for entry in entries)
    hands = _Hands(players, sides, read | unread)
    weighed = _with_dice_of_each_mail_weighed(reviewed, hands, rolled_anew)
    return _with_unsettled_mails_left_open(weighed, hands)


def _with_dice_of_each_mail_weighed(
    entries: Sequence[Entry], hands: _Hands, rolled_anew: _Numbers
) -> tuple[Entry, ...]:
    """Return entries with undecided what depends on how dice were shared out where a player has one for nothing.

    Some roll all dice of a mail first, some tell at its end what they were for, and an act without any words has a die
    as well: wherever the die lies in his mail, it may be what something else in it lacks.
    """
    found = {each.number: each for each in entries}
    dice = [each for entry in entries for each in _leftovers(entry, rolled_anew) if each.is_die]
    dice += [each for entry in entries for each in _dice_left_over(entry, entry.void_dice)]
    dice = [
        replace(each, side=hands.sides.get(max(each.steps, default=_NEVER), ""),
                in_own_words=not hands.spoken.isdisjoint(each.entry.steps))
        for each in dice
    ]  # fmt: skip
    players = hands.players
    for mail in dict.fromkeys((step[0], player) for step, player in players.items()):
        own = [each for each in dice if _mail_of(max(each.steps or each.entry.steps, default=_NEVER), players) == mail]
        if own:
            sent = [each for each in found.values() if any(_mail_of(step, players) == mail for step in each.steps)]
            found |= {entry.number: _with_dice_weighed(entry, own, sent) for entry in sent}
    return tuple(found.values())


def _with_unsettled_mails_left_open(entries: Sequence[Entry], hands: _Hands) -> tuple[Entry, ...]:
    """Return entries with undecided what depends on dice in a mail of which an account takes liberties with the record.

    Who reads one act of a mail against the order of its dice, or without its drag, has probably not understood it, if
    something in it was said in a player's own words. What the menus say is not read wrongly.
    """
    mails: dict[tuple[int, str], str] = {}
    players = hands.players
    spoken = {_mail_of(step, players) for step in hands.spoken}
    for entry in entries:
        mail = _mail_of(max(entry.steps, default=_NEVER), players)
        for row in (row_of(slip) for slip in entry.slips):
            if row.unsettles_mail and mail in spoken:
                mails.setdefault(mail, row.text)
    return tuple(_with_mail_unsettled(entry, mails, players) for entry in entries)


def _with_mail_unsettled(
    entry: Entry, mails: Mapping[tuple[int, str], str], players: Mapping[StepNumber, str]
) -> Entry:  # fmt: skip
    """Return an entry with undecided what depends on dice, if it has a step in one of some unsettled *mails*."""
    if entry.verdict is not Verdict.ILLEGAL or entry.is_reported:
        return entry
    text = next((mails[mail] for mail in (_mail_of(step, players) for step in entry.steps) if mail in mails), "")
    found = entry.with_left_open(partial(_may_be_shared_otherwise, entry)) if text else entry
    return found if found is entry else found.with_notes(_UNSETTLED_NOTE.format(text=text))


def _with_dice_weighed(entry: Entry, dice: Iterable[_Leftover], sent: Sequence[Entry]) -> Entry:
    """Return an entry with undecided what a die for nothing in its mail may be about, of all that its player *sent*."""
    if entry.verdict is not Verdict.ILLEGAL or entry.is_reported:
        return entry
    others = [each.text for each in dice if _may_be_of(each, entry, sent)]
    found = entry.with_left_open(partial(_hangs_on_dice, entry)) if others else entry
    return found if found is entry else found.with_notes(_DIE_NOTE.format(dice="; ".join(others[:_MAX_TOLD])))


def _may_be_of(die: _Leftover, entry: Entry, sent: Sequence[Entry]) -> bool:
    """Return whether a die for nothing may be what an entry lacks: beside chits and the turn no act needs another."""
    if isinstance(entry.action, _OF_TURN) and _lacks_roll(entry):
        return True
    if _changes_what_is_not_its_own(entry):
        explains_die = _is_act(die.entry) and _is_for_nothing(die.entry, sent, of_side=die.side)
        return not (explains_die and _may_have_changed(die.entry, entry))
    if die.entry is entry:
        return die.is_asked or (die.in_own_words and not _is_for_nothing(entry, sent, of_side=die.side))
    return not _is_of_same_act(die, entry, sent)


def _changes_what_is_not_its_own(entry: Entry) -> bool:
    """Return whether the table has changed beside an entry as its action cannot change it: some other act did."""
    shown = (each.aspect.subject for each in entry.corrections if _is_of_acts(each.aspect))
    return any(map(_is_change, entry.findings)) and not _touched(entry).issuperset(shown)


def _may_have_changed(action: Entry, entry: Entry) -> bool:
    """Return whether an action may have left a mark that an entry found without a reason: a rally lays no barrage."""
    shown = {each.aspect.subject for each in entry.corrections if _is_of_acts(each.aspect)}
    return not _touched(action).isdisjoint(shown)


def _mail_of(step: StepNumber, players: Mapping[StepNumber, str]) -> tuple[int, str]:
    """Return the log of a step, and the player whose step it is: what he has sent."""
    return step[0], players.get(step, "")


def _is_in_own_words(event: object) -> bool:
    return isinstance(event, Declared) and event.own_words


def _is_unread(event: object) -> bool:
    return isinstance(event, Said) and event.speaks_of_action


def _takes_back(event: object) -> bool:
    """Return whether a player takes a die back that he had announced: what he rolls after it explains itself."""
    return isinstance(event, DieDismissed) and event.in_vain


def _under_each_chit(entries: Iterable[Entry]) -> Iterator[tuple[list[Entry], StepNumber, StepNumber]]:
    """Yield the entries under each chit in play, with the entry that reports the chit, and the steps that are its own.

    What was done is in the order in which it was judged, for dice may be rolled before the chit is mentioned that they
    are used under; what is reported of the table alone is where its steps are, and what shows at the step in which the
    next chit is drawn is of the chit before it.
    """
    stretches: list[list[Entry]] = [[]]
    begun: list[tuple[int, int]] = [(-1, 0)]
    ordered = sorted(entries, key=lambda each: each.number)
    for entry in ordered:
        if entry.kind is EntryKind.TABLE:
            continue
        if isinstance(entry.action, PlayChit | EndTurn) or entry.kind is EntryKind.CHIT_DRAWN:
            stretches.append([])
            begun.append(_place(entry))
        stretches[-1].append(entry)
    for entry in ordered:
        if entry.kind is EntryKind.TABLE:
            stretches[max(at for at, place in enumerate(begun) if place < _place(entry))].append(entry)
    yield from zip(stretches, begun, [*begun[1:], _NEVER], strict=True)


def _place(entry: Entry) -> tuple[int, int]:
    """Return the first step of an entry, by its log and its number."""
    return entry.steps[0] if entry.steps else (entry.log, 0)


def _reviewed(
    stretch: Sequence[Entry], leftovers: Sequence[_Leftover], may_be_wrong: Callable[[Entry, Finding], bool]
) -> Iterator[Entry]:
    """Yield the entries under one chit, with left open what may be wrongly held against them, if more is left over.

    Where actions were reported in free words that is everything: what a unit did may be another's act. Where there are
    only words that could not be read, or none at all, it is all that depends on how dice and markers were shared.
    """
    if all(each.is_refusal for each in leftovers):
        return
    for entry in stretch:
        if entry.verdict is not Verdict.ILLEGAL or entry.is_reported:
            continue  # what a module reports rests on no player's words
        own = next((each.subject for each in leftovers if each.entry is entry and each.subject), "")
        is_refused = any(each.entry is entry and each.is_refusal for each in leftovers)  # so is what was paid for it
        others = [
            each for each in leftovers
            if not _is_same_on_table(each, entry, own)
            and (not each.is_asked or _marks_the_other_side(entry))
            and (each.entry is not entry or (each.subject != own and not is_refused and not _is_of_move(each)))
            and not _is_of_same_act(each, entry, stretch)
        ]  # fmt: skip
        found = entry.with_left_open(partial(may_be_wrong, entry)) if others else entry
        if found is not entry:
            plain = [each for each in others if not each.is_refusal]  # a refusal has an entry of its own
            told = dict.fromkeys(each.text for each in plain or others)
            yield found.with_notes(_NOTE.format(others="; ".join(list(told)[:_MAX_TOLD])))


def _is_of_acts(aspect: Aspect) -> bool:
    """Return whether units' acts change something: the steps of a turn have dice of their own."""
    return aspect.kind in _CHANGED_BY_ACTS or aspect.subject in _FOLLOWS_LOSSES


def _is_change(finding: Finding) -> bool:
    return finding.name == FindingName.CHANGE_NOT_EXPLAINED


def _is_same_on_table(each: _Leftover, entry: Entry, own: str) -> bool:
    """Return whether a leftover is the other half of one wrong mark: a unit has one marker in the place of another."""
    on_table = entry.kind is EntryKind.TABLE and each.entry.kind is EntryKind.TABLE
    return on_table and own != "" and each.subject == own


def _is_act(entry: Entry) -> bool:
    """Return whether an entry is an act of a unit: the turn of chits has no words or dice of its own to leave over."""
    return entry.action is not None and not isinstance(entry.action, PlayChit | EndTurn)


def _is_of_same_act(each: _Leftover, entry: Entry, stretch: Sequence[Entry]) -> bool:
    """Return whether a leftover is of the act that an entry is about: one act may leave its dice, words and mark.

    A die beside a mark may be that of a shot which was not understood, unless it shows why the die is for nothing.

    Where words came to nothing and a roll is missing, that roll may be what the words were about. An action that goes
    over several mails has words of both sides: what one of them said is no part of what the other did.
    """
    if each.contradicts or each.is_asked or (each.is_unused and _lacks_roll(each.entry)):
        return False
    if each.entry is entry:
        if each.is_unused:
            return len({log for log, _ in entry.steps}) == 1
        return not each.is_change or not each.subject or each.subject in _touched(entry)
    if not each.steps.isdisjoint(entry.steps):
        return True
    return any(
        (_has_part(action, each.entry, each.steps) or _is_mark_of(each, action)) and _has_part(action, entry)
        and (not each.is_die or _is_for_nothing(action, stretch))
        for action in stretch if _is_act(action)
    )  # fmt: skip


def _is_mark_of(each: _Leftover, action: Entry) -> bool:
    """Return whether a leftover is a mark for an action, though it is beside another one, which cannot have made it."""
    return each.is_change and each.subject in _touched(action) and each.subject not in _touched(each.entry)


def _is_for_nothing(action: Entry, stretch: Sequence[Entry], of_side: str = "") -> bool:
    """Return whether it is known why a die of an action is for nothing: a check has failed, or the fire is not due.

    The check is one of a unit of the side that rolled the die, if that is known.
    """
    failed = (each for each in action.resolutions if each.purpose in CHECKS and each.result == "fail")
    checked = any(not of_side or action.before.side(each.unit) == of_side for each in failed)
    return checked or any(
        found.name == FindingName.OPPORTUNITY_FIRE_NOT_DUE and _has_part(action, entry)
        for entry in stretch
        for found in entry.findings
    )


def _has_part(action: Entry, entry: Entry, steps: _Numbers = frozenset()) -> bool:
    """Return whether an entry, or some *steps* of it, are a part of an action: within its steps, or marked for it."""
    if entry is action:
        return True
    if _is_act(entry):
        return False
    if (steps or entry.kind is EntryKind.TABLE) and all(_is_within(step, action) for step in steps or entry.steps):
        return True
    marked = {each.aspect.subject for each in entry.corrections}
    return bool(marked) and marked <= _touched(action)


def _is_within(step: StepNumber, action: Entry) -> bool:
    numbers = [number for log, number in action.steps if log == step[0]]
    return bool(numbers) and min(numbers) <= step[1] <= max(numbers)


def _touched(entry: Entry) -> frozenset[str]:
    """Return what an entry's action may leave its marks on: its units, and at whom and where it is aimed."""
    action, units = entry.action, entry.before.units
    if action is None:
        return frozenset()
    target = action.unit_fired_at
    hexes = [units[target].place] if target in units else [action.target] if isinstance(action, Assault) else []
    if isinstance(action, Engineer):
        hexes = [units[action.unit].place]  # where it works
    return frozenset({*action.actors, *([target] if target else []), *(str(each) for each in hexes)})


def _marks_the_other_side(entry: Entry) -> bool:
    """Return whether an entry is of nothing but marks that a player put on units of the other side."""
    marked = [each.aspect.subject for each in entry.corrections]
    units = entry.before.units
    return (
        entry.action is None
        and bool(marked)
        and all(each in units and entry.before.side(each) != entry.side for each in marked)
    )


def _is_of_move(each: _Leftover) -> bool:
    """Return whether a die is left over in a move that lacks a roll: a move shows by its drags, not by words.

    The die and the roll that is missing are one thing: as that roll it would have stopped the unit.
    """
    return each.is_die and _lacks_roll(each.entry) and isinstance(each.entry.action, Move)


def _lacks_roll(entry: Entry) -> bool:
    return any(found.name == FindingName.ROLL_LEFT_OUT for found in entry.findings)


def _dice_left_over(entry: Entry, dice: Iterable[StrayDie]) -> Iterator[_Leftover]:
    """Yield some dice of an entry that were for nothing."""
    for die in dice:
        text = _DIE.format(face=die.face, step=die.step[1])
        yield _Leftover(entry, "", text, is_die=True, steps=frozenset({die.step}))


def _leftovers(entry: Entry, rolled_anew: _Numbers) -> Iterator[_Leftover]:
    """Yield what the account of an entry leaves unexplained."""
    if any(_hangs_on_reading(each) for each in entry.findings):
        found = [each for each in entry.findings if _hangs_on_reading(each)]
        subjects = _subjects(entry) or [entry.unit]
        for at, subject in enumerate(subjects):
            own = found[min(at, len(found) - 1)]
            yield _Leftover(entry, subject, own.text, is_change=_is_change(own))
    if rolled_anew.isdisjoint(entry.steps):
        yield from _dice_left_over(entry, entry.stray_dice)
    yield from (
        _Leftover(entry, "", each.text, is_die=True, is_asked=True)
        for each in entry.findings
        if each.name == FindingName.DICE_NOT_UNDERSTOOD
    )
    refusals = [each for each in (entry.ruling.findings if entry.ruling else ()) if each.verdict is Verdict.ILLEGAL]
    if refusals:  # what is refused leaves its own dice and words over
        yield _Leftover(entry, entry.unit, refusals[0].text, is_refusal=True)
        return
    for row in (row_of(slip) for slip in dict.fromkeys(entry.slips)):
        if row.against_words:
            unused = row.slip in _UNUSED and not (
                row.slip is Slip.ANNOUNCED_DIE_UNUSED and _fails_by_earlier_die(entry)
            )
            yield _Leftover(entry, "", row.text, contradicts=not unused, is_unused=unused)


def _fails_by_earlier_die(entry: Entry) -> bool:
    """Return whether a check that was ignored failed with a die that lies before its action.

    If a die beside the words is said to be that of the check, it may well be.
    """
    return any(each.step not in entry.steps for each in entry.ignored_checks)


def _subjects(entry: Entry) -> list[str]:
    """Return what an entry found wrong on the table; a track that follows the losses of units is no second thing."""
    found = dict.fromkeys(each.aspect.subject for each in entry.corrections)
    return [each for each in found if each not in _FOLLOWS_LOSSES] or list(found)


def _hangs_on_reading(finding: Finding) -> bool:
    kind = all_game_findings().get(finding.name)
    return kind is not None and kind.hangs_on_reading


def _hangs_on_shares(_entry: Entry, finding: Finding) -> bool:
    """Return whether a finding may result from dice and marks that were shared out wrongly."""
    return _hangs_on_reading(finding)


def _hangs_on_dice(entry: Entry, finding: Finding) -> bool:
    """Return whether a finding may result from dice of a mail that were shared out wrongly.

    The steps of a turn follow each other, and have dice of their own: only a roll that they lack may be anywhere.
    """
    shown = entry.corrections and not any(_is_of_acts(each.aspect) for each in entry.corrections)
    if shown or isinstance(entry.action, _STEPS_OF_TURN):
        return finding.name == FindingName.ROLL_LEFT_OUT
    return _hangs_on_reading(finding)


def _may_be_shared_otherwise(entry: Entry, finding: Finding) -> bool:
    """Return whether a finding may not stand if the dice of a mail were shared out otherwise.

    A check that failed was told with its die.
    """
    return finding.name != FindingName.FAILED_CHECK_IGNORED and _hangs_on_dice(entry, finding)


def _may_be_misread(_entry: Entry, finding: Finding) -> bool:
    """Return whether a finding may result from words that were read wrongly: the rules' findings may, all of them."""
    kind = all_game_findings().get(finding.name)
    return kind is None or kind.hangs_on_reading
