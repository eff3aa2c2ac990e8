"""What a clause of a chat line declares, in the order in which the menus would say it.

The side that speaks shows who acts: in a clause about fire its own unit fires and the enemy's is the target, whatever
the order of the words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from ...game.action_words import Declaration
from ...game.open_enums import is_added
from ...game.play import RollPurpose
from ...game.position import Position
from ..events import Declared, RollNamed
from .chat_clauses import OF_ONE_UNIT, Clause
from .chat_context import LineContext
from .chat_faces import OWN_ROLLS, SHOTS
from .chat_meanings import as_meant
from .chat_moves import leaves_its_hex, returns, says_way, way
from .chat_payments import LETS_ACT, activations, acts_once_more, begins_with_payment, buys_check
from .chat_phrases import Phrase
from .chat_shots import aims, part_of_shot, shot, target_alone
from .chat_vocabulary import WordGroup, any_of

__all__ = ["declarations"]

_Told: TypeAlias = "Sequence[Declared | RollNamed]"
"""What a reading makes of a clause: nothing if it is empty."""
_ARROW: Final = re.compile(r"(?:->|→|=>|>)")
"""The sign before a target, at the beginning of a clause about the unit spoken of: "1/VIII to 29.12 and > L/2"."""
_YOU_ACT: Final = re.compile(
    rf"\b{any_of(WordGroup.QUESTIONS)}\s+(?:you|u)\s+(?:{any_of(WordGroup.WISHES)}\s+)?[a-z]+"
    rf"|\bfor\s+\w+\s+to\s+{any_of(WordGroup.CHECK_VERBS)}\b",
    re.IGNORECASE,
)
"""What the other player may do: "say if you fire at the tanks", "an S for Pieter to convert"."""
_FOR_YOU: Final = re.compile(
    rf"\b{any_of(WordGroup.SPEAKERS)}\b.*\b(?:for\s+(?:you|u)|{any_of(WordGroup.ROLL_VERBS)}\s+(?:your|ur))\b",
    re.IGNORECASE,
)
"""The speaker rolls for the other side: "I try to convert for you", "I roll your conversion"."""
_OF_ANOTHER: Final = re.compile(
    rf"\b{any_of(WordGroup.OWNER_PREPOSITIONS)}\s+(?:{any_of(WordGroup.ARTICLES)}\s+)?(?:\d{{2,}}|\w+/)", re.IGNORECASE
)
"""Somebody whose name could not be read: "rally of 288"."""
_CHECKS_OF_TARGET: Final = frozenset({
    Phrase.SUPPRESSION_CHECK, Phrase.CONVERSION_CHECK, Phrase.TROOP_QUALITY_CHECK,
})  # fmt: skip
_CHOICES: Final = frozenset({Phrase.HOLD, Phrase.RETREAT})
"""The choices of those who are assaulted (R11.7)."""
_TOLD_OF_ENEMY: Final = _CHECKS_OF_TARGET | _CHOICES
"""What a player tells of the enemy who is named with it: he may roll for his target, or drag those whom he assaults."""
_BOUGHT_BEHIND: Final = frozenset({Phrase.RALLY, Phrase.SUPPRESSION_CHECK, Phrase.CONVERSION_CHECK})
"""What a point may be said to be paid for in the next clause: "6/2 rallies, I pay for it"."""
_ROLLS_OF_OTHERS: Final = frozenset({*OWN_ROLLS, Phrase.OPPORTUNITY_FIRE, Phrase.FIRE})
"""What a player may leave to the other one."""


@dataclass(frozen=True, slots=True)
class _ClauseReader:
    """The readings of a clause, which its line and the table lend their meaning."""

    context: LineContext
    position: Position

    def first(self, readings: Iterable[_Reading], clause: Clause) -> _Told | None:
        """Return what the first reading that applies to a clause makes of it; None if none does."""
        return next((told for reading in readings if (told := reading(self, clause)) is not None), None)

    def check_bought_behind(self, clause: Clause) -> _Told | None:
        """Return the check of the unit mentioned before that a clause buys: "6/2 rallies, I pay for it"."""
        unit, names_any = self.context.checks, clause.own or clause.enemy or clause.faces
        if unit and not names_any and begins_with_payment(clause):
            self.context.checks = ""
            return [Declared(unit, Declaration.AUTOMATIC_PASS, clause.text, spoken=True)]
        if clause.own or clause.faces:
            mentions = not clause.faces and not _BOUGHT_BEHIND.isdisjoint(clause.phrases)
            self.context.checks = clause.own[0] if mentions else ""
        return None

    def roll_of_result(self, clause: Clause) -> _Told | None:
        """Return the roll that a clause names beside what came of it, if it names no unit of the speaker's."""
        told = clause.phrase_set
        if not _CHOICES.isdisjoint(told):
            self.context.kind = None  # what is fired after that is fire in the combat
        if Phrase.RESULT not in told or clause.own or told & (SHOTS | {Phrase.BRAVERY_CHECK}):
            return None
        if Phrase.COMPANY_BONUS_CHECK in told and self.context.firer:  # "L/2 at 1/VIII, bonus failed, 3 = S"
            return [Declared(self.context.firer, Declaration.COMPANY_BONUS_CHECK, spoken=True, face=clause.face)]
        if Phrase.COMPANY_BONUS_CHECK in told and not clause.faces:  # the last shot's: "bonus failed, missed"
            return [RollNamed(RollPurpose.COMPANY_BONUS)]
        if Phrase.RALLY in told and clause.face is not None:  # of whom shows what was announced: "rally 7 failed"
            return [RollNamed(RollPurpose.RALLY, clause.face)]
        return []

    def nothing_done(self, clause: Clause) -> _Told | None:
        """Return no more than a die of a clause that declines something, and names no roll: "9 no op fire"."""
        if Phrase.DECLINED not in clause.phrases or _as_declined(clause).phrases:
            return None
        alone = clause.face is not None and clause.phrase_set == {Phrase.DECLINED} and not (clause.own or clause.enemy)
        return [RollNamed(RollPurpose.OPEN, clause.face)] if alone else []

    def target_of_air_strike(self, clause: Clause) -> _Told | None:
        """Return the target of an air strike, which no unit makes."""
        if Phrase.AIR_STRIKE not in clause.phrases or not clause.enemy or clause.own:
            return None
        return [Declared(clause.enemy[0], Declaration.TARGET, clause.text, spoken=True)]

    def target_of_shot_before(self, clause: Clause) -> _Told | None:
        """Return the target of the shot that was mentioned last; note what is said of how a unit may act."""
        if target := target_alone(clause, self.context, self.position):
            return target
        self.context.acts_again = self.context.acts_again or acts_once_more(clause)
        if Phrase.DIRECT_COMMAND in clause.phrases:
            self.context.directed = self.context.directed or not clause.own
        return None

    def check_rolled_for_others(self, clause: Clause) -> _Told | None:
        """Return the check that a clause says to be rolled for the other side: "I roll your conversion"."""
        checks = tuple(each for each in clause.phrases if each in _CHECKS_OF_TARGET)
        if clause.own or not checks or not _FOR_YOU.search(clause.text):
            return None
        return list(_of_own_unit(replace(clause, phrases=checks), self.position))

    def words_to_other_side(self, clause: Clause) -> _Told | None:
        """Return nothing for a clause that only says what the other side does, or asks for."""
        asks = clause.asks_the_other_side or (clause.addresses and not clause.own)
        return [] if asks or _YOU_ACT.search(clause.text) else None

    def checks_bought(self, clause: Clause) -> _Told | None:
        """Return the checks that a clause says a Command Point to be paid for."""
        if not buys_check(clause):
            return None
        return [Declared(unit, Declaration.AUTOMATIC_PASS, clause.text, spoken=True) for unit in clause.own]

    def shot_of_clause(self, clause: Clause) -> _Told | None:
        """Return the shot that a clause is about."""
        fires = clause.phrase_set & SHOTS or aims(clause) or _fires_again(clause, self.context)
        return list(shot(clause, self.context, self.position)) if fires else None

    def part_of_shot(self, clause: Clause) -> _Told | None:
        """Return what a clause declares of the shot that was mentioned before it."""
        return part_of_shot(clause, self.context, self.position)

    def action_of_own_unit(self, clause: Clause) -> _Told:
        """Return what a unit of the speaker's own does, or a check of the enemy's that he rolls for him."""
        told = clause.phrase_set
        if Phrase.COMPANY_BONUS_CHECK in told and clause.own:
            self.context.firer = clause.own[0]
        if told & _TOLD_OF_ENEMY and clause.enemy and not clause.own:
            clause = replace(clause, own=clause.enemy)
        acts = list(_of_own_unit(_going_on(clause, self.context, self.position), self.position))
        if told & {Phrase.RALLY, *LETS_ACT} == {Phrase.RALLY} and begins_with_payment(clause):
            acts += [Declared(unit, Declaration.AUTOMATIC_PASS, spoken=True) for unit in clause.own]
        return acts


def declarations(clause: Clause, context: LineContext, position: Position) -> Iterator[Declared | RollNamed]:
    """Yield what a clause declares, in the order in which the menus would say it."""
    reader = _ClauseReader(context, position)
    told = reader.first(_OF_ROLLS, clause)
    if told is None:
        clause = _as_left(_as_declined(clause))
        told = reader.first(_WITHOUT_ACTION, clause)
    if told is not None:
        yield from told
        return
    activated = list(activations(clause, context, position))
    context.paying = bool(activated) and not clause.phrase_set & SHOTS
    yield from activated
    clause = as_meant(_at_target_alone(clause, context), context.subject, position)
    yield from reader.first(_ACTIONS, clause) or ()


def _as_declined(clause: Clause) -> Clause:
    """Return a clause that declines something with the rolls alone that it names: "supply 7 none" was rolled."""
    if Phrase.DECLINED not in clause.phrases:
        return clause
    return replace(clause, phrases=tuple(each for each in clause.phrases if each in OWN_ROLLS and clause.faces))


def _as_left(clause: Clause) -> Clause:
    """Return a clause without the rolls that it leaves to the other side."""
    if Phrase.LEFT_TO_THE_OTHER_SIDE not in clause.phrases:
        return clause
    return replace(clause, phrases=tuple(each for each in clause.phrases if each not in _ROLLS_OF_OTHERS))


def _at_target_alone(clause: Clause, context: LineContext) -> Clause:
    """Return a clause that names a target alone as one of the unit spoken of before, if the line goes on about it."""
    goes_on = context.corrects or (
        (context.acts_again or _ARROW.match(clause.text) is not None) and not clause.text.endswith("?")
    )
    if goes_on and context.subject and Phrase.AIM in clause.phrase_set and clause.enemy and not clause.own:
        return replace(clause, own=(context.subject,))
    return clause


def _fires_again(clause: Clause, context: LineContext) -> bool:
    """Return whether a clause gives a die for one more target of the unit that has just fired: "2nd go at 2/33 7"."""
    aims_at = (
        Phrase.AIM in clause.phrase_set and clause.phrase_set <= {Phrase.AIM, Phrase.SECOND_ACTION} and not clause.own
    )
    return bool(aims_at and clause.enemy and context.firer and context.target) and clause.face is not None


def _going_on(clause: Clause, context: LineContext, position: Position) -> Clause:
    """Return a clause that goes on about the unit before it as one of that unit.

    "1/VIII failed, then rallied", "1/VIII goes to 29.13 and on to 28.13", "1/VIII slips away, 29.13-28.13".
    """
    leads = Phrase.MOVE in clause.phrase_set or (not clause.phrase_set and says_way(clause))
    moves = leads and bool(clause.hexes)
    checks = Phrase.BRAVERY_CHECK in clause.phrase_set and clause.face is not None
    if clause.own or clause.enemy or not context.subject or not (moves or checks or Phrase.RALLY in clause.phrase_set):
        return clause
    if _OF_ANOTHER.search(clause.rest) or returns(clause, context.subject, position):
        return clause
    if Phrase.RALLY in clause.phrase_set and clause.face is not None and context.firer == context.subject:
        return clause  # "L/2 got 2 = S. rally 4 ok": its die is of a rally that was announced before
    return replace(clause, own=(context.subject,))


def _names_action(clause: Clause) -> bool:
    """Return whether a clause says what a unit of the speaker's own does, and not only why it may."""
    told = clause.phrase_set - LETS_ACT
    return bool(told & OF_ONE_UNIT) or any(map(is_added, told))


def _of_own_unit(clause: Clause, position: Position) -> Iterator[Declared | RollNamed]:
    """Yield the declarations about the speaker's own units, or about a roll without a unit."""
    for phrase in clause.phrases:
        if phrase is Phrase.DIRECT_COMMAND:
            continue
        if phrase is Phrase.COMMAND_POINTS:
            if not clause.own and (clause.face_of_sum is not None or not clause.pays):
                yield RollNamed(OWN_ROLLS[phrase], clause.face_of_sum, brought=clause.points_brought)
        elif (phrase in OF_ONE_UNIT or is_added(phrase)) and clause.own:
            leads = phrase is Phrase.MOVE or is_added(phrase)
            hexes = way(clause, position) if leads else ()
            for face in _faces_of(clause, phrase):
                yield Declared(clause.own[0], phrase.declaration, clause.text, spoken=True, way=hexes, face=face)
            return
        elif phrase in OWN_ROLLS:
            yield from (RollNamed(OWN_ROLLS[phrase], face) for face in _faces_of(clause, phrase))
            return
    leads = says_way(clause) or leaves_its_hex(clause, position)
    if clause.own and clause.hexes and leads and not _names_action(clause):
        yield Declared(
            clause.own[0], Declaration.MOVE, clause.text, spoken=True, way=way(clause, position), face=clause.face
        )


def _faces_of(clause: Clause, phrase: Phrase) -> Sequence[int | None]:
    """Return the face of a roll that a clause names; each of its faces if the roll comes hex by hex: "mines 4 6"."""
    return clause.faces if phrase is Phrase.MINEFIELD_ROLL and clause.faces else (clause.face,)


_Reading: TypeAlias = "Callable[[_ClauseReader, Clause], _Told | None]"
"""One reading of a clause; None if it does not apply to it."""
_OF_ROLLS: Final[tuple[_Reading, ...]] = (
    _ClauseReader.check_bought_behind,
    _ClauseReader.roll_of_result,
    _ClauseReader.nothing_done,
)
"""Of clauses that tell of a roll, or of one that is not made."""
_WITHOUT_ACTION: Final[tuple[_Reading, ...]] = (
    _ClauseReader.target_of_air_strike,
    _ClauseReader.target_of_shot_before,
    _ClauseReader.check_rolled_for_others,
    _ClauseReader.words_to_other_side,
    _ClauseReader.checks_bought,
)
_ACTIONS: Final[tuple[_Reading, ...]] = (
    _ClauseReader.shot_of_clause,
    _ClauseReader.part_of_shot,
    _ClauseReader.action_of_own_unit,
)
