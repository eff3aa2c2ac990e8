"""Matches words about rolls with the dice that they mean: dice and words are in the same order.

A player who rolls several dice and describes them afterwards does so in the order in which he rolled. So the dice right
before a block of words are matched with the words as a whole: as many words as possible get a die with the face that
they name, each one after the die of the words before it, and as many results as possible get any die at all. Where a
turn begins with the dice, those of its steps come before that of the chit, which the words name first. Nobody
knows how many dice an action had if none of its results is given. Words without a face mean a die only if the order
leaves them no other; words with a face that find none in that order take another die with that face.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import dropwhile, takewhile
from typing import Final

from ...game.action_words import Declaration
from ...game.play import CHECKS, RollPurpose
from ..accounts.roll_purposes import rolls_of
from ..dialects.chat_faces import SHOTS_DECLARED
from ..events import Declared, DieRolled, ResultTold, RollNamed, Said, TableEvent, TimeSet
from .late_points import begins_with_points
from .places_of_dice import PlaceOfDie, aligned, certain, is_only_best, most_dice_before
from .word_blocks import (
    EventOfStep,
    Record,
    dice_among_all_done,
    dice_among_marks,
    dice_before_menus,
    dice_of_menus,
    is_word,
    word_blocks,
)

__all__ = ["dice_in_order", "with_dice_named"]

_PART_OF_SHOT: Final = frozenset({Declaration.SPOTTER, Declaration.COMPANY_BONUS_CHECK})
"""Declarations of a roll that is part of the shot said with it."""
_PROVOKING: Final = frozenset({
    Declaration.RALLY, Declaration.BUILD_IMPROVED_POSITION, Declaration.BUILD_ENTRENCHMENT, Declaration.CLEAR_MINES,
    Declaration.LAY_MINES,
})  # fmt: skip
"""Actions with a roll at which Opportunity Fire is taken before it."""
_CHECKS: Final = frozenset(CHECKS)
_GOES_ON: Final = frozenset({*_PART_OF_SHOT, Declaration.TARGET})


@dataclass(frozen=True, slots=True)
class _Place(PlaceOfDie):
    """A place for a die among the words of a block."""

    at: int | None = None
    """The number of the words about the die; None if no more than its result is given."""
    of_shot: bool = False
    begun_with: int | None = None
    """The number of the words that announce what the die begins; None if others do."""
    check_after: int | None = None
    """The number of the words that are followed by a check which they do not name."""
    result: ResultTold | None = None
    """What the words say came of the die."""
    follows_shot: bool = False
    """True if a shot was announced right before the dice: the die of that may have the same face."""


@dataclass(slots=True)
class _Group:
    """What is said of one action: declarations, each by its number in the block, and results."""

    told: list[tuple[int, Declared | RollNamed]] = field(default_factory=list)
    results: list[tuple[int, ResultTold]] = field(default_factory=list)
    answers: bool = False
    """True if nothing is said of an action before it in the mail: a check may have been left to its player."""
    goes_on_with_shot: bool = False
    """True if its player announced a shot before the dice: he tells the results of its rolls one by one."""
    goes_on_with_check: bool = False
    """True if that is Opportunity Fire, for which a unit checks first (R12.1)."""
    follows_shot: bool = False
    """True if a shot was announced right before the dice."""
    follows_checks: bool = False
    """True if checks were announced right before the dice with the shots: results may be told of these alone."""

    @property
    def fires(self) -> bool:
        """True if a shot is among it."""
        return any(_is_shot(event) for _, event in self.told)

    @property
    def waits_for_fire(self) -> bool:
        """True if a unit works or rallies, and nothing is told of its roll: it may be fired at before that (R12.1)."""
        works = (
            isinstance(event, Declared) and event.face is None and event.action in _PROVOKING for _, event in self.told
        )
        return bool(self.told) and not self.results and all(works)

    @property
    def checks_first(self) -> bool:
        """True if Opportunity Fire is among it, for which a unit checks (R12.1)."""
        return any(_is_opportunity_fire(event) for _, event in self.told)


def with_dice_named(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, with the step of the die in the words that mean one.

    And each die has the result that is given for it.
    """
    record = Record.of(events)
    known = list(record.events)
    checks: dict[int, list[TableEvent]] = {}
    for block in word_blocks(record):
        for place, die in _dice_of(record, block, _dice_told(record, block)):
            for words in (place.at, place.begun_with):
                if words is not None:
                    event, step = known[block[words]]
                    known[block[words]] = _of_die(event, record.events[die]), step
            known[die] = _with_result(known[die], place.result)
            if place.check_after is not None:
                check = _of_die(RollNamed(RollPurpose.OPEN), record.events[die])
                checks.setdefault(block[place.check_after], []).append(check)
    with_checks = ((told, *((check, told[1]) for check in checks.get(at, ()))) for at, told in enumerate(known))
    return [each for told in with_checks for each in told]


def _of_die(words: TableEvent, die: EventOfStep) -> TableEvent:
    """Return words about a roll with the die that they mean."""
    rolled, step = die
    if not (isinstance(words, Declared | RollNamed) and isinstance(rolled, DieRolled)):
        return words
    return replace(words, face=rolled.face, step_of_die=(step.log, step.number))


def _with_result(die: EventOfStep, result: ResultTold | None) -> EventOfStep:
    """Return a die with what is said of it."""
    rolled, step = die
    return (replace(rolled, told=result), step) if isinstance(rolled, DieRolled) and result is not None else die


def dice_in_order(record: Record, block: Sequence[int], dice: Sequence[int]) -> Mapping[int, int]:
    """Return the die that each words of a block name by its face, of the numbers of *dice* before them."""
    found = ((block[place.at], die) for place, die in _dice_of(record, block, dice) if place.at is not None)
    return {at: die for at, die in found if getattr(record.events[at][0], "face", None) is not None}


def _dice_of(record: Record, block: Sequence[int], dice: Sequence[int]) -> Iterator[tuple[_Place, int]]:
    """Yield the places for dice in a block of words with the dice that they mean, of some *dice* before it."""
    places = list(_places_in(record, block))
    dice = _from_chit_on(record, block, dice, places)
    faces = [event.face for die in dice if isinstance(event := record.events[die][0], DieRolled)]
    readings, told = [places], _without_open_end(places)
    if _is_followed_by_die(record, block):
        if _is_right_before_die(record, block):
            readings = [told]
        elif _need_as_many(told, places, faces):  # the next die may be for the end of the words, or for what follows
            readings.insert(0, told)
    elif _ends_with_question(record, block):  # what he asks the other side for may be just that
        readings.insert(0, told)
    places = readings[0]
    if all(each.is_open for each in places):
        return
    found = {place: die for place, die in aligned(places, faces) if places[place].face is not None}
    doubtful = {place for place, die in found.items() if _may_be_of_shot(places, faces, place, die)}
    found = {place: die for place, die in found.items() if place not in doubtful}
    sure = [{} if _tells_menus_again(record, block, dice) else certain(each, faces) for each in readings]
    found |= {place: die for place, die in sure[0].items() if all(each.get(place) == die for each in sure)}
    for number, place in enumerate(places):  # said in another order
        left = [at for at, face in enumerate(faces) if face == place.face and at not in found.values()]
        if number not in found and number not in doubtful and left and place.at is not None:
            found[number] = left[0]
    yield from ((places[number], dice[at]) for number, at in sorted(found.items()))
    yield from _rolled_before_menus(record, block, [each for at, each in enumerate(places) if at not in found])


def _may_be_of_shot(places: Sequence[_Place], faces: Sequence[int], place: int, die: int) -> bool:
    """Return whether a place may as well have another die with the same face, and one of the two be a shot's."""
    is_alone = faces.count(faces[die]) == 1 or is_only_best(places, faces, place, die)
    return places[place].follows_shot and not is_alone


def _tells_menus_again(record: Record, block: Sequence[int], dice: Sequence[int]) -> bool:
    """Return whether a block tells acts of the menus again, among which its dice are: these have their order."""
    again = any(getattr(record.events[at][0], "told_again", False) for at in block)
    between = (record.events[at][0] for at in range(dice[0], block[0])) if dice else ()
    return again and any(isinstance(each, Declared) and not each.spoken for each in between)


def _rolled_before_menus(
    record: Record, block: Sequence[int], places: Iterable[_Place]
) -> Iterator[tuple[_Place, int]]:  # fmt: skip
    """Yield the places of rolls without a menu, for points or rallies, with the only die before the menus that fits."""
    loose = [at for at in dice_before_menus(record, block) if isinstance(record.events[at][0], DieRolled)]
    for place in places:
        words = record.events[block[place.at]][0] if place.at is not None and place.face is not None else None
        if words is not None and _needs_no_menu(words):
            dice = [at for at in loose if getattr(record.events[at][0], "face", None) == place.face]
            yield from ((place, die) for die in dice if len(dice) == 1)


def _needs_no_menu(words: TableEvent) -> bool:
    """Return whether words are of a roll that players make without a menu: for points, or to rally."""
    if isinstance(words, RollNamed):
        return words.purpose is RollPurpose.COMMAND_POINTS
    return isinstance(words, Declared) and words.action is Declaration.RALLY


def _from_chit_on(record: Record, block: Sequence[int], dice: Sequence[int], places: Sequence[_Place]) -> Sequence[int]:
    """Return the dice that a block may be about without those of the steps of the turn that begins before them."""
    words = record.events[block[places[0].at]][0] if places and places[0].at is not None else None
    names_points = isinstance(words, RollNamed) and words.purpose is RollPurpose.COMMAND_POINTS
    if not names_points or not dice or not _begins_turn(record, dice[0]):
        return dice
    faces = [event.face for die in dice if isinstance(event := record.events[die][0], DieRolled)]
    return dice[most_dice_before(places, faces) :]


def _begins_turn(record: Record, first: int) -> bool:
    """Return whether a turn begins before the event of a number, and its player has said nothing since."""
    own = (record.events[at][0] for at in reversed(range(first)) if record.authors[at] == record.authors[first])
    return any(isinstance(event, TimeSet) for event in takewhile(lambda each: not is_word(each), own))


def _without_open_end(places: Sequence[_Place]) -> list[_Place]:
    """Return places without those at the end of which no result is told: what is rolled next may be for these."""
    number = len(places)
    while number and places[number - 1].is_open:
        number -= 1
    return list(places[:number])


def _need_as_many(some: Sequence[_Place], places: Sequence[_Place], faces: Sequence[int]) -> bool:
    """Return whether some of the places take as many of the dice as all of them."""
    return len(list(aligned(some, faces))) == len(list(aligned(places, faces)))


def _group_before(record: Record, block: Sequence[int]) -> _Group:
    """Return what a block goes on with: a shot that its player announced before the dice, or an answer.

    Where a block is the first of his mail that declares anything his dice were announced nowhere: then a check that he
    tells the result of was left to him.
    """
    own = (record.events[at][0] for at in reversed(range(block[0])) if record.authors[at] == record.authors[block[0]])
    before = next((event for event in own if isinstance(event, Declared) and not _goes_on(event)), None)
    announced = _announced_before_dice(record, block)
    shots = sum(map(_is_shot, announced))
    return _Group(
        answers=before is None, goes_on_with_shot=before is not None and _is_shot(before),
        goes_on_with_check=before is not None and _is_opportunity_fire(before),
        follows_shot=shots > 0,
        follows_checks=shots > 1 and any(map(_calls_for_check, announced)),
    )  # fmt: skip


def _announced_before_dice(record: Record, block: Sequence[int]) -> list[Declared]:
    """Return what its player declared right before the dice that are right before a block."""
    own = ((each, record.authors[at]) for at, (each, _) in reversed(list(enumerate(record.events[: block[0]]))))
    before = takewhile(lambda each: each[1] == record.authors[block[0]], own)
    behind_dice = dropwhile(lambda each: isinstance(each[0], DieRolled), before)
    told = takewhile(lambda each: is_word(each[0]), behind_dice)
    return [event for event, _ in told if isinstance(event, Declared)]


def _calls_for_check(event: Declared) -> bool:
    """Return whether a check is announced, by itself or with the Opportunity Fire for which it is made (R12.1)."""
    return _is_opportunity_fire(event) or (bool(rolls_of(event.action)) and rolls_of(event.action) <= _CHECKS)


def _is_followed_by_die(record: Record, block: Sequence[int]) -> bool:
    """Return whether the player of a block rolls after it, before he says anything else."""
    return bool(_dice_behind(record, block))


def _dice_behind(record: Record, block: Sequence[int]) -> list[int]:
    """Return the numbers of the dice that the player of a block rolls after it, before he says anything else."""
    found: list[int] = []
    for at in range(block[-1] + 1, len(record.events)):
        event = record.events[at][0]
        if record.authors[at] != record.authors[block[0]] or is_word(event):
            break
        if isinstance(event, DieRolled):
            found.append(at)
    return found


def _ends_with_question(record: Record, block: Sequence[int]) -> bool:
    """Return whether the last thing that the player of a block says in it is what the other side has to do."""
    last = record.events[block[-1]][0]
    return isinstance(last, Said) and last.asks_other_side


def _is_right_before_die(record: Record, block: Sequence[int]) -> bool:
    """Return whether nothing is done between a block and the next die: then it is said before that one is rolled."""
    at = block[-1] + 1
    return at < len(record.events) and isinstance(record.events[at][0], DieRolled)


def _dice_told(record: Record, block: Sequence[int]) -> list[int]:
    """Return the numbers of the dice that a block may be about.

    They are those right before it, or if these do not show the faces that it mentions, those among the marks before it
    as well; and those among all that was done, if only these show them all. If dice follow, it may be about these,
    unless only those before show its faces. Words without a face about several targets of menus may be about any die of
    these.
    """
    near = list(_dice_before(record, block))
    told = Counter(each.face for each in _places_in(record, block) if each.face is not None)
    if not told and (of_menus := _dice_since(record, block, dice_of_menus(record, block))):
        return of_menus
    if near and told <= _faces_of(record, near):
        return near
    among_marks = _dice_since(record, block, dice_among_marks(record, block))
    among_all = _dice_since(record, block, dice_among_all_done(record, block))
    behind = _dice_behind(record, block)
    if behind and (not told or told <= _faces_of(record, behind)):
        return near
    if told <= _faces_of(record, among_marks):
        return among_marks
    if told <= _faces_of(record, among_all) and not (behind and near):
        return among_all
    return near if behind else among_marks


def _dice_since(record: Record, block: Sequence[int], first: int) -> list[int]:
    """Return the numbers of the dice from the event of a number up to a block that are not said to be for something."""
    dice = (at for at in range(first, block[0]) if isinstance(record.events[at][0], DieRolled))
    return [at for at in dice if not _is_spoken_for(record.events[at][0])]


def _faces_of(record: Record, dice: Iterable[int]) -> Counter[int]:
    return Counter(event.face for at in dice if isinstance(event := record.events[at][0], DieRolled))


def _dice_before(record: Record, block: Sequence[int]) -> Iterator[int]:
    """Yield the numbers of the dice right before a block, in their order, without one that was rolled for a chit."""
    start = block[0]
    while start and record.authors[start - 1] == record.authors[block[0]]:
        if not isinstance(record.events[start - 1][0], DieRolled):
            break
        start -= 1
    if start < block[0] and begins_with_points(record, block, start):
        start += 1
    yield from (at for at in range(start, block[0]) if not _is_spoken_for(record.events[at][0]))


def _is_spoken_for(event: TableEvent) -> bool:
    """Return whether a die is for nothing, or says itself what it is for."""
    return isinstance(event, DieRolled) and (event.dismissed or bool(event.purpose))


def _places_in(record: Record, block: Sequence[int]) -> Iterator[_Place]:
    """Yield the places for dice among the words of a block, in the order in which the dice were rolled.

    Whoever is fired at as he works or rallies rolls for that after the fire (R12.1).
    """
    waiting: list[_Place] = []
    for group in _groups_in(record, block):
        places = list(_places_of(group))
        if group.waits_for_fire:
            waiting += places
            continue
        if not group.checks_first:
            yield from waiting
            waiting = []
        yield from places
    yield from waiting


def _groups_in(record: Record, block: Sequence[int]) -> Iterator[_Group]:
    """Yield what is said of each action in a block; the first one may have been announced before it."""
    group = _group_before(record, block)
    for at, event in enumerate(record.events[number][0] for number in block):
        if isinstance(event, Declared | RollNamed):
            if not _goes_on(event) or _is_of_another_shot(event, group):
                yield group
                group = _Group(follows_shot=group.follows_shot, follows_checks=group.follows_checks)
            if _calls_for_die(event):
                group.told.append((at, event))
        if isinstance(event, Declared | RollNamed | Said):
            group.results += ((at, result) for result in event.results)
    yield group


def _calls_for_die(event: Declared | RollNamed) -> bool:
    return isinstance(event, RollNamed) or event.face is not None or bool(rolls_of(event.action))


def _goes_on(event: Declared | RollNamed) -> bool:
    """Return whether words go on about the roll before them: "tq 4 ok" is said of any check, "fire 9" of any shot."""
    if isinstance(event, RollNamed):
        return event.purpose in (RollPurpose.OPEN, RollPurpose.FIRE)
    return event.action in _GOES_ON


def _is_of_another_shot(event: Declared | RollNamed, group: _Group) -> bool:
    """Return whether words tell the Company Bonus of a shot and what that did, behind the result of another shot."""
    bonus = isinstance(event, Declared) and event.action is Declaration.COMPANY_BONUS_CHECK
    tells_shot = any(result.of_shot for result in event.results)
    return bonus and tells_shot and not group.told and any(result.of_shot for _, result in group.results)


def _places_of(group: _Group) -> Iterator[_Place]:
    """Yield the places for dice in what is said of one action.

    The die of a shot comes after the checks in it, whatever its player says first (R9.6, R10.4, R12.3): so those of
    which nothing is told may be before it. How many dice a roll had of which no result is told nobody knows; but who
    has not spotted his target does not shoot (R9.6).
    """
    words_of = _words_of_results(group)
    unseen = _is_unseen(group, words_of)
    opens, told, shots = list[_Place](), list[tuple[int, int, _Place]](), list[_Place]()
    for at, event in group.told:
        if at in words_of.values() or _is_told_later(group, at, event):
            continue
        place = _Place(
            event.face, is_open=event.face is None, at=at, of_shot=_is_shot(event),
            follows_shot=group.follows_shot,
        )  # fmt: skip
        if place.of_shot:
            if not (place.is_open and unseen):
                shots.append(place)
        elif place.is_open and isinstance(event, Declared) and event.action in _PART_OF_SHOT:
            opens.append(place)
        else:
            told.append((at, 0, place))
    faces: dict[int | None, int | None] = {at: event.face for at, event in group.told}
    for number, (at, result) in enumerate(group.results):
        words = words_of.get(number)
        may_check = group.fires or ((group.answers or group.goes_on_with_shot) and not group.told)
        is_check = words is None and may_check and result.of_shot is False
        face = result.face if result.face is not None else faces.get(words)
        place = _Place(
            face, at=words, of_shot=bool(result.of_shot), check_after=at if is_check else None, result=result,
            follows_shot=group.follows_shot,
        )  # fmt: skip
        if group.follows_checks and words is None:
            told.append((at, 1, _Place(None, is_open=True)))
        told.append((at, 1, place))
    places = _with_spotter_before_shots(group, [place for _, _, place in sorted(told, key=lambda each: each[:2])])
    seen = _after_spotting(group, places)
    yield from places[:seen]
    yield from (*opens, *(_with_opportunity_fire(group, places[seen:], shots)))


def _is_told_later(group: _Group, at: int, event: Declared | RollNamed) -> bool:
    """Return whether the die of a check is told in the next words of an action: "rally 3/1, tq 0 ok"."""
    later = next((each for number, each in group.told if number > at), None)
    if not isinstance(event, Declared) or event.face is not None or not isinstance(later, RollNamed):
        return False
    purposes = rolls_of(event.action)
    return later.face is not None and bool(purposes) and purposes <= _CHECKS and any(map(later.names, purposes))


def _spotters(group: _Group) -> frozenset[int | None]:
    """Return the numbers of the words that announce who spots."""
    return frozenset(
        at for at, event in group.told if isinstance(event, Declared) and event.action is Declaration.SPOTTER
    )


def _with_spotter_before_shots(group: _Group, told: Sequence[_Place]) -> list[_Place]:
    """Return places with what is told of a spotter before all shots: "an S? on the tanks. L/2 spotted it" (R9.6)."""
    spotters = _spotters(group)
    first = next((number for number, place in enumerate(told) if place.of_shot), len(told))
    late = [place for place in told[first:] if place.at in spotters]
    return [*told[:first], *late, *(place for place in told[first:] if place.at not in spotters)]


def _after_spotting(group: _Group, told: Sequence[_Place]) -> int:
    """Return the number of the first place after what is told of a spotter: he checks before all else (R9.6)."""
    spotters = _spotters(group)
    return next((number + 1 for number, place in enumerate(told) if place.at in spotters), 0)


def _is_unseen(group: _Group, words_of: Mapping[int, int]) -> bool:
    """Return whether the spotter of a shot is said to have failed its check, by the words of each result."""
    spotters = _spotters(group)
    return any(group.results[number][1].failed and at in spotters for number, at in words_of.items())


def _with_opportunity_fire(group: _Group, told: Sequence[_Place], shots: Sequence[_Place]) -> Iterator[_Place]:
    """Yield the places of an action with those of the *shots* that nothing is said of.

    Whoever says only how he checked for it means that die with it; if he failed there is no other one (R12.1).
    """
    announced = next((at for at, event in group.told if _is_opportunity_fire(event)), None)
    checks = [at for at, place in enumerate(told) if not place.of_shot]
    if announced is None and group.goes_on_with_check and not checks and told:
        yield from (_Place(None, is_open=True), *told, *shots)
    elif announced is None:
        yield from (*told, *shots)
    elif not checks:
        yield from (_Place(None, is_open=True), *told, *shots)
    elif any(place.at == announced and place.is_open for place in shots):
        first, failed = checks[0], any(result.failed for _, result in group.results)
        shot = [] if failed else [_Place(None, is_open=True, of_shot=True)]
        later = told[first + 1 :]
        yield from told[:first]
        yield replace(told[first], begun_with=announced)
        # the shot comes before any other check, of whomever (R12.1)
        yield from (*later, *shot) if any(place.of_shot for place in later) else (*shot, *later)
    else:
        yield from (*told, *shots)


def _words_of_results(group: _Group) -> Mapping[int, int]:
    """Return for the results of one action the numbers of the words that announce their rolls, as far as they do."""
    found: dict[int, int] = {}
    checked = False
    for number, (own, result) in enumerate(group.results):
        left = [
            (at, event) for at, event in group.told
            if at not in found.values() and (at == own or not _tells_own_result(event))
            and not (at > own and _may_be_of_roll_before(group, event))
        ]  # fmt: skip
        same = [
            at for at, event in left if event.face is not None
            and (event.face == result.face or (at == own and _is_of_check_told(event, result)))
        ]  # fmt: skip
        of_shot = result.of_shot
        if of_shot is None and not same:  # "no" is said of a check first, and of the shot afterwards
            waits = any(not _is_shot(event) for _, event in left) or (group.checks_first and not checked)
            of_shot = group.fires and not waits
            if waits and group.fires and result.face is not None:  # the dice show of which of the two it is
                checked = True
                continue
        fitting = same or [at for at, event in left if event.face is None and _is_shot(event) is of_shot]
        if not fitting and not group.fires and result.of_shot is not True:  # "3 is an S. Convert it" is no conversion
            fitting = [at for at, event in left if event.face is None]
        if fitting:
            found[number] = fitting[0]
        checked = checked or not of_shot
    return found


def _may_be_of_roll_before(group: _Group, event: Declared | RollNamed) -> bool:
    """Return whether a result told before words that go on with a shot may be that of its roll before.

    "1 ok; company bonus check II/21" may be about the spotter's die, and announce the next one.
    """
    return (
        group.goes_on_with_shot and event.face is None
        and isinstance(event, Declared) and event.action is Declaration.COMPANY_BONUS_CHECK
    )  # fmt: skip


def _tells_own_result(event: Declared | RollNamed) -> bool:
    """Return whether words that name a face tell what came of it: "8, no" before "check 8, failed" is another die."""
    return event.face is not None and any(result.face == event.face for result in event.results)


def _is_of_check_told(event: Declared | RollNamed, result: ResultTold) -> bool:
    """Return whether a result without a face is that of the check, with a face, in the same words: "bonus 3, ok"."""
    return result.face is None and result.of_shot is False and not _is_shot(event)


def _is_shot(event: Declared | RollNamed) -> bool:
    return event.purpose is RollPurpose.FIRE if isinstance(event, RollNamed) else event.action in SHOTS_DECLARED


def _is_opportunity_fire(event: Declared | RollNamed) -> bool:
    return isinstance(event, Declared) and event.action is Declaration.OPPORTUNITY_FIRE
