"""The evidence of the record of one action on its dice: all that can be known of them without the rules.

It is worked out here once, before the rules are asked again and again with other dice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Final

from ...game.action_words import Declaration
from ...game.counter_states import LOSSES, CounterState
from ...game.play import CHECKS, RollPurpose
from ...game.position import Status
from ..events import Declared, DieRolled, RollNamed, Said, StateSet, TableEvent, UnitMoved
from .announcements import Announcement, Announcements, is_for, told_together
from .results_told import shots_told
from .roll_purposes import CHECKS_OF_TARGET, rolls_of
from .slips import Slip

if TYPE_CHECKING:
    from .observation import DeferredCheck, Observation

__all__ = ["Evidence"]

_ENDS: Final = frozenset({Declaration.MOVE_END, Declaration.END_OF_ACTIVATION, Declaration.SECOND_ACTION})
"""Declarations about a unit when its action is over."""
_CLAIMS: Final = frozenset({Declaration.AUTOMATIC_PASS, Declaration.OPPORTUNITY_FIRE})
"""Declarations that must explain something when they were made."""
_TOLD_OF_CHECK: Final = frozenset({Declaration.TROOP_QUALITY_CHECK, Declaration.SPOTTER})
"""Declarations of a check that may be the one for Opportunity Fire."""
_SHOTS: Final = frozenset(
    {
        Declaration.FIRE,
        Declaration.DIRECT_FIRE,
        Declaration.INDIRECT_FIRE,
        Declaration.ASSAULT_FIRE,
        Declaration.OPPORTUNITY_FIRE,
        Declaration.COUNTERBATTERY_FIRE,
    }
)
"""Actions with several dice, not all of which are the firer's."""
_OF_A_SHOT: Final[frozenset[RollPurpose]] = frozenset(
    {
        RollPurpose.OPPORTUNITY,
        RollPurpose.FIRE,
        RollPurpose.COMPANY_BONUS,
        RollPurpose.SPOTTING,
        RollPurpose.SUPPRESSION,
        RollPurpose.CONVERSION,
    }
)
"""The possible purposes of the dice of a shot."""
_CHOICES: Final = frozenset({Declaration.HOLD, Declaration.RETREAT})
_OF_OPPORTUNITY: Final = frozenset({RollPurpose.OPPORTUNITY, RollPurpose.FIRE})
"""The rolls of Opportunity Fire."""
_OF_NO_RESULT: Final = frozenset({
    RollPurpose.OPPORTUNITY, RollPurpose.SPOTTING, RollPurpose.COMPANY_BONUS, RollPurpose.COUNTERBATTERY,
    RollPurpose.CONTACT, RollPurpose.BRAVERY, RollPurpose.SUPPRESSION,
})  # fmt: skip
"""The checks of which nobody tells a result of fire: "4, an S" is a shot."""
_OF_A_TARGET: Final[frozenset[RollPurpose]] = frozenset({RollPurpose.SUPPRESSION, RollPurpose.CONVERSION})
"""The purposes for which the target rolls."""


class Evidence:
    """The evidence in the record of an action on its dice, before the rules ask for them."""

    def __init__(self, observed: Observation) -> None:
        self.observed = copy(observed)  # which does not hold this evidence: neither outlives its use
        self.events = observed.events
        self._said: dict[tuple[int, str, str], bool] = {}
        self._served: dict[tuple[int, str, str], bool] = {}
        self._of_the_other: dict[tuple[int, str, str], bool] = {}
        self._of_opportunity: dict[tuple[int, str], bool] = {}
        self._announced: dict[int, bool] = {}
        rolled = [at for at, event in enumerate(self.events) if isinstance(event, DieRolled) and not event.dismissed]
        end = len(self.events) if observed.kept_back is None else observed.kept_back
        self.dice = tuple(at for at in rolled if at < end)
        """The numbers of the events that are dice and may be for something here."""
        self.kept_back = tuple(at for at in rolled if at >= end)
        """The numbers of the dice that are left to what comes next."""
        announcements = Announcements(observed.events, observed.steps, observed.sides, observed.unit_sides)
        self.labels = announcements.of_dice()
        """The declarations between the die before each die and itself."""
        self._of_checks = announcements.dice_of_checks()
        self._named = {
            at: found for at in self.dice if (found := tuple(filter(_tells_which_die, announcements.naming(at))))
        }
        """The announcements that name the face of a die and the roll that it was."""
        self.shots_told = shots_told(self.events, observed.steps)
        """Whether the players claimed a hit, for the dice of shots of which that is known."""
        self.told_together = told_together(self.events, self.labels)
        """The declarations before several dice that follow each other, for each of these but the first."""
        self.drags = _drag_numbers(observed)
        self.first_drag = next(
            (at for at, e in enumerate(self.events) if isinstance(e, UnitMoved) and e.unit == observed.unit), 0
        )
        """The number of the first drag of the acting unit, 0 if it was not dragged."""
        self.end = _end_of(observed)
        self.claims = tuple(
            at
            for at, event in enumerate(self.events)
            if isinstance(event, Declared) and event.action in _CLAIMS and not event.told_again
        )
        """The announcements that must explain something: not so words that repeat those of the menus."""
        self._firers_announced = frozenset(
            event.unit for event in self.events
            if isinstance(event, Declared) and event.action is Declaration.OPPORTUNITY_FIRE
        )  # fmt: skip
        self.others_announced = bool(self._firers_announced)
        """True if anybody was said to take Opportunity Fire."""
        self.is_fire_announced = any(
            isinstance(event, RollNamed) and event.purpose is RollPurpose.OPPORTUNITY for event in self.events
        )
        """True if Opportunity Fire was announced without a word about who takes it."""

    def face(self, at: int) -> int:
        """Return the face of a die."""
        event = self.events[at]
        return event.face if isinstance(event, DieRolled) else 0

    def own_purpose(self, at: int) -> tuple[RollPurpose, str]:
        """Return what the log itself says that a die was for: purpose and unit; empty if it says nothing."""
        event = self.events[at]
        return (event.purpose, event.unit) if isinstance(event, DieRolled) else (RollPurpose.OPEN, "")

    def says(self, at: int, purpose: RollPurpose, unit: str) -> bool:
        """Return whether the words before a die say that it is for this roll of this unit.

        Both sides call their dice of the turn by one name: it is the other's if that rolls its own.
        """
        known = self._said.get((at, purpose, unit))
        if known is None:
            told = any(is_for(each, purpose, unit) for each in self._told_of(at))
            told = told and not self._is_told_to_be_shot(at, purpose, unit)
            known = self._said[at, purpose, unit] = told and not self.is_for_the_other(at, purpose)
        return known

    def is_declared(self, purpose: RollPurpose, unit: str) -> bool:
        """Return whether a unit was said to make a roll, in words about nothing else."""
        return any(
            isinstance(event, Declared) and event.unit == unit and rolls_of(event.action) == {purpose}
            for event in self.events
        )

    def is_opportunity_fire(self, at: int, unit: str) -> bool:
        """Return whether all that is said of a die is that it is of a unit's Opportunity Fire: no other fire has it.

        So is what is rolled right after such a die, without another word.
        """
        known = self._of_opportunity.get((at, unit))
        if known is None:
            known = self._of_opportunity[at, unit] = self._is_opportunity_fire(at, unit)
        return known

    def _is_opportunity_fire(self, at: int, unit: str) -> bool:
        said = self._told_of(at)
        if not said:
            after_die = at > 0 and isinstance(self.events[at - 1], DieRolled) and at - 1 in self.labels
            return after_die and self._roller(at) == self._roller(at - 1) and self.is_opportunity_fire(at - 1, unit)
        is_named = any(
            each.purpose is RollPurpose.OPPORTUNITY if isinstance(each, RollNamed)
            else each.action is Declaration.OPPORTUNITY_FIRE
            for each in said
        )  # fmt: skip
        return is_named and all(
            is_for(each, RollPurpose.OPPORTUNITY, unit) if isinstance(each, RollNamed)
            else (each.action, each.unit) == (Declaration.OPPORTUNITY_FIRE, unit)
            for each in said
        )  # fmt: skip

    def is_single_after_check(self, at: int, unit: str, meant: Mapping[int, tuple[RollPurpose, str]]) -> bool:
        """Return whether a die is the only one that its player rolls after a unit's check for Opportunity Fire.

        No other fire of that unit is spoken of in his mail, and nobody has chosen to hold or to retreat before the die.
        *meant* is what the dice taken so far are for.
        """
        check = self._before_last.get(at)
        if check is None or meant.get(check) != (RollPurpose.OPPORTUNITY, unit):
            return False
        logs = self.observed.logs
        same_mail = (each for number, each in enumerate(self.events) if not logs or logs[number] == logs[at])
        shots = {
            each.action for each in same_mail
            if isinstance(each, Declared) and each.unit == unit and each.action in _SHOTS
        }  # fmt: skip
        return shots == {Declaration.OPPORTUNITY_FIRE} and not any(map(_is_choice, self.events[check:at]))

    @cached_property
    def _before_last(self) -> Mapping[int, int]:
        """For the last die that a player rolls in a mail the one that he rolls before it there, if there is one."""
        logs = self.observed.logs
        own: dict[tuple[str, int], list[int]] = {}
        for at in self.dice:
            own.setdefault((self._roller(at), logs[at] if logs else 0), []).append(at)
        return {dice[-1]: dice[-2] for dice in own.values() if len(dice) > 1}

    def passes_told(self, at: int) -> bool | None:
        """Return whether the player told of a die that a check was passed by it; None if he told of no check."""
        event = self.events[at]
        told = event.told if isinstance(event, DieRolled) else None
        return None if told is None or told.of_shot is not False else not told.failed

    def is_hit(self, unit: str) -> bool:
        """Return whether something shows a unit to be hit: a check that is said of it, or the mark of a result."""
        return unit in self._hit

    def is_marked_with_hit(self, unit: str) -> bool:
        """Return whether a Cohesion Hit was marked on a unit."""
        return any(
            isinstance(event, StateSet) and (event.unit, event.state) == (unit, CounterState.COHESION) and event.level
            for event in self.events
        )  # fmt: skip

    @cached_property
    def _hit(self) -> frozenset[str]:
        return frozenset(
            event.unit for event in self.events
            if (isinstance(event, StateSet) and event.state in LOSSES and event.level)
            or (isinstance(event, UnitMoved) and event.went is not Status.ON_MAP)
            or (isinstance(event, Declared) and event.action in CHECKS_OF_TARGET)
        )  # fmt: skip

    def _told_of(self, at: int) -> tuple[Declared | RollNamed, ...]:
        """Return what is said of a die, by itself or together with others."""
        return (*self.labels[at], *self.told_together.get(at, ()))

    def is_announced(self, at: int) -> bool:
        """Return whether the words before a die, or those that name its face, say that it is a part of this action."""
        known = self._announced.get(at)
        if known is None:
            known = self._announced[at] = self._is_announced(at)
        return known

    def _is_announced(self, at: int) -> bool:
        unit, face = self.observed.unit, self.face(at)
        before = self.events[:at]  # what is said after several dice may be said of another one of them
        said = (each for each in self.labels[at] if each.face == face or any(each is told for told in before))
        return any(
            each.unit == unit or each.action is Declaration.OPPORTUNITY_FIRE if isinstance(each, Declared)
            else each.face == face and each.purpose is not RollPurpose.OPEN
            for each in said
        )  # fmt: skip

    def is_named(self, at: int) -> bool:
        """Return whether words name the face of a die, and the roll that it was."""
        return at in self._named

    def is_named_for(self, at: int, purpose: RollPurpose, unit: str) -> bool:
        """Return whether words name the face of a die, and a roll of a unit as what it was."""
        return any(_is_of_named(each, purpose, unit) for each in self._named.get(at, ()))

    def is_told_to_hit(self, at: int) -> bool:
        """Return whether the words that name a die tell of a hit by it."""
        return any(result.of_shot and not result.failed for each in self._named.get(at, ()) for result in each.results)

    def mismatch(
        self, at: int, purpose: RollPurpose, unit: str, meant: Mapping[int, tuple[RollPurpose, str]]
    ) -> Slip | None:
        """Return how a die does not fit a roll, by the words before it; None if it does.

        *meant* is what the dice taken so far are for.
        """
        said = self.labels[at]
        if self.is_named(at) and not self.is_named_for(at, purpose, unit):
            return Slip.DIE_NAMED_FOR_ANOTHER_ROLL
        if at in self._of_checks and purpose not in CHECKS:
            return Slip.DIE_ANNOUNCED_FOR_ANOTHER_ROLL
        if self._is_told_to_be_shot(at, purpose, unit):
            return Slip.DIE_NAMED_FOR_ANOTHER_ROLL
        if not said or self.own_purpose(at) == (purpose, unit) or self.says(at, purpose, unit):
            return None
        if self._may_be_of_next(at):
            return None
        mine = any(isinstance(each, Declared) and each.unit == unit for each in said)
        if mine and purpose in _OF_A_TARGET and all(self._is_work_interrupted(each, at) for each in said):
            return None
        if self._is_work_under_fire(at, purpose, unit):
            return None
        shot = all(isinstance(each, Declared) and each.action in _SHOTS for each in said)
        if shot and purpose is RollPurpose.SPOTTING and self._is_shot_without_spotter(said):
            return Slip.DIE_WITHIN_ANNOUNCED_SHOT
        if shot and purpose in (_OF_A_SHOT if mine else _OF_A_TARGET):
            return Slip.DIE_WITHIN_ANNOUNCED_SHOT
        if purpose in _OF_OPPORTUNITY and any(self._is_of_another_firer(each, unit) for each in said):
            return Slip.DIE_OF_ANOTHER_FIRER
        if all(self._is_of_the_last(at, each, meant) for each in said):
            return Slip.WORDS_AFTER_THE_DIE
        return Slip.DIE_ANNOUNCED_FOR_ANOTHER_ROLL if mine else Slip.DIE_ANNOUNCED_FOR_ANOTHER_UNIT

    def _is_shot_without_spotter(self, said: Iterable[Declared | RollNamed]) -> bool:
        """Return whether words announce the acting unit's shot, and nobody is named who spots: his check is part of it.

        With a single die that is the shot's.
        """
        firer = self.observed.unit
        named = (isinstance(each, Declared) and each.action is Declaration.SPOTTER for each in self.events)
        own = all(isinstance(each, Declared) and each.unit == firer for each in said)
        return own and len(self.dice) > 1 and not any(named)

    def _is_told_to_be_shot(self, at: int, purpose: RollPurpose, unit: str) -> bool:
        """Return whether the player told a hit of a die that would be a check: in words that can be about no other die.

        Words that name the die as that check tell more, and where two of his dice show its face it may be the other. A
        conversion makes a hit as well, unless a shot is announced right before its die.
        """
        event = self.events[at]
        told = event.told if isinstance(event, DieRolled) else None
        of_none = purpose in _OF_NO_RESULT or (purpose is RollPurpose.CONVERSION and self._is_announced_as_shot(at))
        if told is None or not of_none or not told.of_shot or told.failed:
            return False
        if told.is_open and purpose is RollPurpose.SUPPRESSION:
            return False
        same = [die for die in self.dice if self._roller(die) == self._roller(at) and self.face(die) == self.face(at)]
        return len(same) == 1 and not any(is_for(each, purpose, unit) for each in self._named.get(at, ()))

    def _is_announced_as_shot(self, at: int) -> bool:
        """Return whether the words before a die announce a shot, and nothing else."""
        said = self.labels[at]
        return bool(said) and all(isinstance(each, Declared) and each.action in _SHOTS for each in said)

    def _may_be_of_next(self, at: int) -> bool:
        """Return whether the words before a die may be of the die right after it, of which nothing is said.

        Dice that follow each other after fewer words are told apart by nothing, if the words name no face.
        """
        following = self.labels.get(at + 1)
        follows = at > 0 and isinstance(self.events[at - 1], DieRolled)
        return follows and following == () and all(each.face is None for each in self.labels[at])

    def _is_work_interrupted(self, said: Declared | RollNamed, at: int) -> bool:
        """Return whether words of an earlier mail announce the engineer work of the acting unit.

        The other side's fire comes between such words and their die (R12.1).
        """
        return (
            bool(self.observed.logs)
            and self._is_own_work(said)
            and any(
                each is said and self.observed.logs[number] < self.observed.logs[at]
                for number, each in enumerate(self.events[:at])
            )
        )

    def _is_work_under_fire(self, at: int, purpose: RollPurpose, firer: str) -> bool:
        """Return whether the words before a die announce no more than engineer work at which a unit is said to fire.

        Such fire comes before the die of the work (R12.1), even if the words of the work come first.
        """
        said = self.labels[at]
        if purpose not in _OF_OPPORTUNITY or not said or not all(map(self._is_own_work, said)):
            return False
        return any(
            isinstance(each, Declared) and (each.unit, each.action) == (firer, Declaration.OPPORTUNITY_FIRE)
            for each in self.events
        )

    def _is_own_work(self, said: Declared | RollNamed) -> bool:
        """Return whether words announce the engineer work of the acting unit."""
        if not isinstance(said, Declared) or said.unit != self.observed.unit:
            return False
        return rolls_of(said.action) == {RollPurpose.ENGINEER}

    def _is_of_another_firer(self, said: Declared | RollNamed, unit: str) -> bool:
        """Return whether words name another unit of a side for the Opportunity Fire that one of them may take."""
        sides = self.observed.unit_sides
        return (
            isinstance(said, Declared) and said.unit != unit and is_for(said, RollPurpose.OPPORTUNITY, said.unit)
            and sides.get(said.unit) == sides.get(unit)
        )  # fmt: skip

    def _is_of_the_last(
        self, at: int, said: Declared | RollNamed, meant: Mapping[int, tuple[RollPurpose, str]]
    ) -> bool:
        """Return whether the die before another one is what was said between the two: some roll before they speak."""
        before = self.dice.index(at) - 1
        purpose, unit = meant.get(self.dice[before] if before >= 0 else -1, (RollPurpose.OPEN, ""))
        return is_for(said, purpose, unit)

    def may_serve(self, at: int, purpose: RollPurpose, unit: str) -> bool:
        """Return whether the player who rolled a die can have rolled it for a purpose and a unit.

        He rolls for his own units; and in an action of his own side, at a target of his own shot, or where the words
        before the die, or the log itself, name the roll, for the enemy's. Whoever has rolled a die himself rolls for
        all that is his to choose: his fire, and whether his units convert.
        """
        known = self._served.get((at, purpose, unit))
        if known is None:
            known = self._served[at, purpose, unit] = self._may_serve(at, purpose, unit)
        return known

    def _may_serve(self, at: int, purpose: RollPurpose, unit: str) -> bool:
        roller, sides = self._roller(at), self.observed.unit_sides
        owner = sides.get(unit, "")
        said = self.says(at, purpose, unit) and (purpose is not RollPurpose.FIRE or self._is_said_of(at, unit))
        if not roller or not owner or roller == owner or said:
            return True
        if self.own_purpose(at) == (purpose, unit) or purpose is RollPurpose.SUPPRESSION or self.is_asked_for(at):
            return True
        if purpose is RollPurpose.FIRE and self.is_opportunity_fire(at, unit):
            return True  # whoever rolls the check for a shot rolls for the shot as well
        if self._is_rolled_by(owner):
            return False
        if purpose in _OF_A_TARGET:
            return True
        if at < self.observed.carried and self._is_told_to_miss(at):
            return False  # whoever tells of a miss before the words of an action is done with that die
        if roller != sides.get(self.observed.unit, roller):
            return False
        return self._is_work_under_fire(at, purpose, unit) or not self._is_said_of_own(at, roller)

    def _is_said_of(self, at: int, unit: str) -> bool:
        """Return whether the words before a die name a unit: a shot of no name is of its speaker's side."""
        return any(isinstance(each, Declared) and each.unit == unit for each in self._told_of(at))

    def _is_told_to_miss(self, at: int) -> bool:
        """Return whether the player told of a die that a shot missed with it."""
        event = self.events[at]
        told = event.told if isinstance(event, DieRolled) else None
        return told is not None and told.of_shot is True and told.failed

    def _is_rolled_by(self, side: str) -> bool:
        """Return whether the player of a side has rolled a die himself: then he rolls for all that his units may do."""
        return any(self._roller(at) == side for at in self.dice)

    def _is_said_of_own(self, at: int, roller: str) -> bool:
        """Return whether all that is said of a die is about rolls of units of whoever rolled it.

        Where several dice follow fewer words, one of them is for something that the words do not name.
        """
        said = self._told_of(at)
        if len(said) < self._dice_of_words(at) or self._may_be_of_next(at):
            return False
        return bool(said) and all(self.observed.unit_sides.get(getattr(each, "unit", "")) == roller for each in said)

    def _dice_of_words(self, at: int) -> int:
        """Return how many dice follow each other after the words about a die."""
        words = self.told_together.get(at) or self.labels[at]
        return 1 + sum(each == words for each in self.told_together.values())

    def is_own(self, at: int, unit: str) -> bool:
        """Return whether a die was rolled by the player of a unit, as far as that is known."""
        roller, owner = self._roller(at), self.observed.unit_sides.get(unit, "")
        return not roller or not owner or roller == owner

    def is_of_the_other(self, at: int, purpose: RollPurpose, unit: str) -> bool:
        """Return whether a die is of the mail to which another player answered by saying what he rolls for."""
        known = self._of_the_other.get((at, purpose, unit))
        if known is None:
            known = self._of_the_other[at, purpose, unit] = self._is_of_the_other(at, purpose, unit)
        return known

    def _is_of_the_other(self, at: int, purpose: RollPurpose, unit: str) -> bool:
        logs, sides = self.observed.logs, self.observed.sides
        if not logs or not sides:
            return False
        return any(
            isinstance(event, Declared) and event.unit == unit and purpose in rolls_of(event.action)
            and logs[at] < logs[said] and sides[at] != sides[said]
            for said, event in enumerate(self.events)
        )  # fmt: skip

    def is_answer_to(self, at: int, other: int) -> bool:
        """Return whether a die was rolled in a later mail than another one, and by the other player."""
        logs = self.observed.logs
        return bool(logs) and logs[at] > logs[other] and self._roller(at) != self._roller(other)

    def is_for_its_side(self, at: int, purpose: RollPurpose) -> bool:
        """Return whether a die was rolled by the side that a roll of the turn belongs to."""
        return bool(self._roller(at)) and self._roller(at) == self.observed.roll_sides.get(purpose)

    def is_for_the_other(self, at: int, purpose: RollPurpose) -> bool:
        """Return whether one side would have rolled the other's die of the turn, though that rolls one itself."""
        owner, roller = self.observed.roll_sides.get(purpose, ""), self._roller(at)
        return bool(owner and roller) and roller != owner and any(self._roller(each) == owner for each in self.dice)

    def is_only_die_of_its_side(self, at: int) -> bool:
        """Return whether the player who rolled a die has rolled no other one."""
        return sum(self._roller(each) == self._roller(at) for each in self.dice) == 1

    def may_answer(self, at: int, check: DeferredCheck) -> bool:
        """Return whether a die may be for a check that waited: its player rolled it afterwards, or it was said so.

        What is said of any check ("check 4, ok") is said of one that comes up where it is said.
        """
        if self.names_check(at, check) or self.own_purpose(at) == (check.purpose, check.unit):
            return True
        logs = self.observed.logs
        is_his = self._roller(at) in ("", check.side) or self.is_asked_for(at)
        return bool(logs) and logs[at] > check.log and is_his

    def names_check(self, at: int, check: DeferredCheck) -> bool:
        """Return whether the words before a die say that it is for a check that waited: "4, ok" is said of any."""
        told = (each for each in self._told_of(at) if getattr(each, "purpose", "") is not RollPurpose.OPEN)
        return any(is_for(each, check.purpose, check.unit) for each in told)

    def is_asked_for(self, at: int) -> bool:
        """Return whether the player who rolled a die was asked in an earlier mail to roll for the other side."""
        return at in self._asked_for

    @cached_property
    def _asked_for(self) -> frozenset[int]:
        logs, sides = self.observed.logs, self.observed.sides
        if not (logs and sides):
            return frozenset()
        asked = {
            (logs[at], sides[at]) for at, each in enumerate(self.events)
            if isinstance(each, Declared | RollNamed) and each.asked
        }  # fmt: skip
        return frozenset(at for at in self.dice if any(log < logs[at] and side != sides[at] for log, side in asked))

    @cached_property
    def answered(self) -> frozenset[int]:
        """The dice after which the other side has gone on in a later mail: they are for nothing to come."""
        return frozenset(filter(self.observed.is_answered, self.dice))

    @cached_property
    def dice_after(self) -> Mapping[int, frozenset[int]]:
        """For each die those after it."""
        return {at: frozenset(self.dice[number:]) for number, at in enumerate(self.dice, 1)}

    def _roller(self, at: int) -> str:
        return self.observed.sides[at] if self.observed.sides else ""

    def skipped(self, dice: Sequence[int], taken: int, slip: Slip) -> tuple[Slip, ...]:
        """Return the slips of passing over some dice for a later one; those of an earlier mail hardly count.

        Those before what goes on from before the first file do not count at all.
        """
        logs, first = self.observed.logs, self.observed.of_past if self.observed.begun_before else 0
        own = [at for at in dice if at >= first]
        return tuple(slip if not logs or logs[at] == logs[taken] else Slip.DIE_OF_EARLIER_MAIL_SKIPPED for at in own)

    def is_pass(self, at: int, unit: str) -> bool:
        """Return whether an event says that a Command Point is paid for a roll of a unit."""
        event = self.events[at]
        return isinstance(event, Declared) and (event.action, event.unit) == (Declaration.AUTOMATIC_PASS, unit)

    def is_mined(self, at: int, window: int | None) -> bool:
        """Return whether the acting unit was said to roll for the mines that it has just entered."""
        event = self.events[at]
        said = isinstance(event, Declared) and (event.unit, event.action) == (
            self.observed.unit,
            Declaration.MINEFIELD_ROLL,
        )
        return said and self.drags[at] == window

    def is_opportunity(self, at: int, taken: Collection[int] = ()) -> bool:
        """Return whether an event announces Opportunity Fire.

        So does what a player tells in his own words of the check of a unit of his, or of what it sees, while an enemy
        acts: unless it is of a die among those *taken*, or only somebody else is said to take such fire.
        """
        event = self.events[at]
        if not isinstance(event, Declared) or event.action not in _TOLD_OF_CHECK:
            return isinstance(event, Declared) and event.action is Declaration.OPPORTUNITY_FIRE
        sides = self.observed.unit_sides
        enemy = sides.get(event.unit) != sides.get(self.observed.unit)
        dice = [die for die in self.dice if event in self.labels[die]]
        told_so = event.own_words and enemy and self._firers_announced <= {event.unit}
        return told_so and bool(dice) and not any(die in taken for die in dice)

    def timing(self, at: int, window: int | None) -> tuple[Slip, ...] | None:
        """Return the slips of an announcement that belongs to a part of the action; None if it was of another one.

        The announcement was made after the drag of that part, or right before it; or before the first drag, or after
        the last one, for any part of the move; or nobody knows when.
        """
        if window is None or self.drags[at] == window or self.is_displaced(at):
            return ()
        if self.drags[at] > window:
            return (Slip.OPPORTUNITY_FIRE_ANNOUNCED_LATE,) if self.drags[at] == self.drags[-1] else None
        if self.drags[at] != window - 1:
            return (Slip.OPPORTUNITY_FIRE_ANNOUNCED_EARLY,) if at < self.first_drag else None
        return () if self._is_said_again(at) else (Slip.OPPORTUNITY_FIRE_ANNOUNCED_EARLY,)

    def tells_step(self, at: int) -> bool:
        """Return whether an announcement's place among the drags of a move shows at which step it was meant."""
        if self.is_displaced(at) or at < self.first_drag:
            return False
        return self.drags[at] == 0 or self.drags[at] < self.drags[-1]

    def _is_said_again(self, at: int) -> bool:
        """Return whether the same was said after the same drag already: a unit fires once at each step."""
        event = self.events[at]
        return any(
            isinstance(each, Declared) and isinstance(event, Declared)
            and (each.unit, each.action) == (event.unit, event.action) and self.drags[number] == self.drags[at]
            for number, each in enumerate(self.events[:at])
        )  # fmt: skip

    def is_displaced(self, at: int) -> bool:
        """Return whether an event's place among the drags shows nothing."""
        event = self.events[at]
        return isinstance(event, Declared) and event.displaced

    def goes_on_between(self, first: int, last: int) -> bool:
        """Return whether the acting unit moved on or changed between two events."""
        between = self.events[first:last]
        return any(isinstance(each, UnitMoved | StateSet) and each.unit == self.observed.unit for each in between)


def _is_choice(event: TableEvent) -> bool:
    """Return whether defenders say that they hold, or that they retreat (R11.7)."""
    if isinstance(event, Declared):
        return event.action in _CHOICES
    return isinstance(event, Said) and event.stands_fast


def _tells_which_die(said: Announcement) -> bool:
    """Return whether words with a face tell which roll of an action it was: of a shot only its result does."""
    return not _is_shot(said) or any(result.of_shot and result.face == said.face for result in said.results)


def _is_shot(said: Announcement) -> bool:
    return isinstance(said, Declared) and said.action in _SHOTS


def _is_of_named(said: Announcement, purpose: RollPurpose, unit: str) -> bool:
    """Return whether a die that is named in some words is a roll of a unit, as they tell."""
    return is_for(said, purpose, unit) and (purpose is RollPurpose.FIRE or not _is_shot(said))


def _drag_numbers(observed: Observation) -> tuple[int, ...]:
    """Return for each event which drag of the acting unit came last before it, counted from 0."""
    numbers, drags = [], -1
    for event in observed.events:
        drags += isinstance(event, UnitMoved) and event.unit == observed.unit
        numbers.append(max(drags, 0))
    return tuple(numbers)


def _end_of(observed: Observation) -> int:
    """Return the number of the event with which the acting unit's player ended the action; or one past all."""
    done = False
    for at, event in enumerate(observed.events):
        own = at >= max(observed.carried, observed.of_past)
        done = done or (own and isinstance(event, DieRolled | UnitMoved))
        said = isinstance(event, Declared) and event.unit == observed.unit and event.action in _ENDS
        # a second action that is said before anything is done begins this one
        if said and (done or getattr(event, "action", "") != Declaration.SECOND_ACTION):
            return at
    return len(observed.events)
