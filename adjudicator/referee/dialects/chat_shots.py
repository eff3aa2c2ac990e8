"""Shots in a chat line: who fires, with what kind of fire, who spots, at whom, and the faces of the dice for it.

What a clause leaves out it has in common with the shot before it in the line ("M/2 on 1/VIII, L/2 spots").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ...game.action_words import Declaration
from ...game.hexes import Hex
from ...game.play import RollPurpose
from ...game.position import Position, Status
from ..events import Declared, RollNamed
from .chat_clauses import AGAINST_SUPPRESSION, OF_ONE_UNIT, POSSIBLE_SUPPRESSION, SPOTTED_FOR, SUPPRESSION_ALONE, Clause
from .chat_context import LineContext
from .chat_names import BATTERIES
from .chat_phrases import Phrase
from .chat_results import tells_of_shot
from .chat_vocabulary import WordGroup, any_of

__all__ = ["aims", "are_adjacent", "is_at_battery", "part_of_shot", "shot", "target_alone"]

_OTHER_SUBJECT: Final = re.compile(
    rf"\s*(?:{any_of(WordGroup.CONNECTIVES)}\s+)*{any_of(WordGroup.SUBJECT_ARTICLES)}\s+"
    rf"(?!{any_of(WordGroup.COMMAND_POINTS)}\b)\w",
    re.IGNORECASE,
)
"""The beginning of a clause about somebody who could not be read: "The mortar of BP1 fires at 1/I"."""
_THEY: Final = re.compile(rf"\b{any_of(WordGroup.PRONOUNS)}\b", re.IGNORECASE)
"""The unit that was named last."""
_ITSELF: Final = re.compile(rf"\b{any_of(WordGroup.REFLEXIVES)}\b", re.IGNORECASE)
"""The unit that fires, which needs nobody to spot for it: "it spots for itself"."""
_THEY_DO: Final = re.compile(
    rf"\s*(?:{any_of(WordGroup.CONSEQUENCES)}\s+)*{any_of(WordGroup.PRONOUNS)}\s+\w", re.IGNORECASE
)
_AS_WELL: Final = re.compile(rf"\b{any_of(WordGroup.AS_WELL)}\b", re.IGNORECASE)
_ONLY_AS_WELL: Final = re.compile(
    rf"\W*(?:{any_of(WordGroup.ARTICLES)}\W+)?{any_of(WordGroup.AS_WELL)}\W*", re.IGNORECASE
)
"""All that is said of one more unit that fires: "the gun too"."""
_ONCE_MORE: Final = re.compile(
    rf"\W*(?:{any_of(WordGroup.CONNECTIVES)}\s+)?{any_of(WordGroup.ONCE_MORE)}\W*", re.IGNORECASE
)
"""All that is said of who spots once more: "Mortier BP1 on 2/V, 1/BIM again"."""
_OUTCOME: Final = re.compile(rf"[:\s]*\d\s*[,:=]?\s*(?:is\s+)?{any_of(WordGroup.CHECK_REMARKS)}?[\s.!]*", re.IGNORECASE)
"""The rest of a clause about nothing but a unit's check: "3rd 9 no"."""


_CHECK_AND_SHOT: Final = re.compile(r"(?<![\w/.])\d:\s\d(?![\w/.])")
"""The dice of a shot for which a unit checks first, whatever for: the second one is the shot's (R9.6, R12.1)."""
_LETS_FIRE: Final = re.compile(
    rf"\W*\d\W+(?:{any_of(WordGroup.CONSEQUENCES)}\s+)?(?:{any_of(WordGroup.PRONOUNS)}\s+)?"
    rf"(?:(?:may|can|will)\s+fire|(?:may|can|will)\s+shoot|fires|shoots)\W*",
    re.IGNORECASE,
)
"""The face of a check after which somebody fires, and nothing of the shot itself: "5 fires", "2, so he may shoot"."""
_BONUS: Final = frozenset({Phrase.COMPANY_BONUS_CHECK, Phrase.WITHOUT_COMPANY_BONUS})
"""What may be said of a unit that fires at the same target as the one before it."""
_FACE_OF_SHOT: Final = frozenset({Phrase.FIRE, Phrase.RESULT})
"""What is said of the die of a shot that was told in another line: "fire 9", "shot 3 = C"."""


_TARGET_ALONE: Final = re.compile(
    rf"(?:{any_of(WordGroup.TARGET_PREPOSITIONS)}\b|->|→|=>|>|@)?"
    rf"(?:\s*{any_of(WordGroup.ARTICLES, WordGroup.OTHERS_OWNERS)}\b)?"
    r"\s*(?:(?:in|at|@)\b)?",
    re.IGNORECASE,
)
"""What may stand around the name of a target that a clause has alone."""


def aims(clause: Clause) -> bool:
    """Return whether a clause is a shot without a verb: one unit, a preposition, an arrow or any word, an enemy.

    Who spots an enemy for another unit speaks of its shot: "the mortars look for 22 CNA through the glasses of 1/XII".
    """
    others = OF_ONE_UNIT - {Phrase.SPOTTER, Phrase.COMPANY_BONUS_CHECK, Phrase.DIRECT_COMMAND, Phrase.SECOND_ACTION}
    at_hex = bool(clause.hexes) and Phrase.AIM in clause.phrase_set
    aimed = (
        clause.is_aimed or clause.is_hit_by or clause.aims_at_yours or Phrase.SAME_TARGET in clause.phrase_set
        or (Phrase.AIM in clause.phrase_set and clause.enemy)
        or (clause.spotter and len(clause.own) > 1 and (clause.enemy or at_hex))
    )  # fmt: skip
    return bool(aimed and clause.own) and not clause.phrase_set & others


def shot(clause: Clause, context: LineContext, position: Position) -> Iterator[Declared | RollNamed]:
    """Yield a shot: who fires, who spots, at whom; of Opportunity Fire no more than that, if nobody is named for it."""
    spotter = clause.spotter if Phrase.SPOTTER in clause.phrase_set and len(clause.own) > 1 else ""
    own = [each for each in clause.own if each != spotter]
    firer = own[0] if own else context.firer or (context.subject if _begins_with_verb(clause) else "")
    if Phrase.COMPANY_BONUS_CHECK in clause.phrase_set and not (own or clause.enemy):
        if context.firer:  # "1/VIII at L/2, I try the bonus"
            yield Declared(context.firer, Declaration.COMPANY_BONUS_CHECK, spoken=True, face=clause.face)
        return
    target = clause.enemy[0] if clause.enemy else context.target if Phrase.SAME_TARGET in clause.phrase_set else ""
    if not firer and target and Phrase.OPPORTUNITY_FIRE in clause.phrase_set and not clause.text.endswith("?"):
        yield RollNamed(RollPurpose.OPPORTUNITY, clause.face)
    fires_in_assault = _attacks_in_assault(clause)
    if not firer or not (own or target or fires_in_assault or (clause.hexes and Phrase.ASSAULT in clause.phrase_set)):
        alone = not (firer or target or clause.hexes or context.firer)
        if alone and clause.phrase_set <= _FACE_OF_SHOT and clause.face is not None:
            lets_fire = _LETS_FIRE.fullmatch(clause.text) is not None
            yield RollNamed(RollPurpose.OPEN if lets_fire else RollPurpose.FIRE, clause.face)
        return
    kind = _kind_of_shot(clause, context, firer, target, position)
    context.firer, context.target, context.kind = firer, target or context.target, kind
    context.untargeted, context.spotted = not target, bool(spotter)
    bonus = Phrase.COMPANY_BONUS_CHECK in clause.phrase_set
    checked = not (spotter or bonus)
    of_spotting, of_bonus, of_shot = _faces_of_shot(clause, spotted=bool(spotter), bonus=bonus, checked=checked)
    yield Declared(firer, kind.declaration, clause.text, spoken=True, face=of_shot)
    if kind is Phrase.ASSAULT:
        yield from (Declared(unit, kind.declaration, clause.text, spoken=True) for unit in own if unit != firer)
    if spotter:
        yield Declared(spotter, Declaration.SPOTTER, spoken=True, face=of_spotting)
    if bonus:
        yield Declared(firer, Declaration.COMPANY_BONUS_CHECK, spoken=True, face=of_bonus)
    if target and kind is not Phrase.OPPORTUNITY_FIRE:
        yield Declared(target, Declaration.TARGET, spoken=True)


def _begins_with_verb(clause: Clause) -> bool:
    """Return whether nobody is named before what a clause says of a shot: it goes on about the unit before it."""
    return _OTHER_SUBJECT.match(clause.text) is None


def _faces_of_shot(
    clause: Clause, *, spotted: bool, bonus: bool, checked: bool
) -> tuple[int | None, int | None, int | None]:
    """Return the faces of a shot's dice that its clause tells: of the spotter's check, of the bonus, of the shot.

    As many faces as dice are in the order of the rules, or the other way round behind a result that is told first; one
    alone is the shot's, unless it stands with the bonus or with who spots.
    """
    faces = list(reversed(clause.faces) if clause.is_hit_by else clause.faces)
    if checked and faces and _CHECK_AND_SHOT.search(clause.text):
        return None, None, faces[-1]
    if len(faces) == 1 + spotted + bonus:
        of_spotting = faces.pop(0) if spotted else None
        return of_spotting, faces.pop(0) if bonus else None, faces[0]
    if clause.face_of_bonus and bonus:
        return None, clause.face, None
    if clause.face_of_spotter and spotted:
        return clause.face, None, None
    return None, None, clause.face


def _kind_of_shot(clause: Clause, context: LineContext, firer: str, target: str, position: Position) -> Phrase:
    """Return the kind of a shot; an assault on a hex that is named is one, however far away.

    Who joins an assault whose hex is not named yet takes part in it: "assault: 1/I and 2/I into 24.15".
    """
    if Phrase.ASSAULT in clause.phrase_set and _attacks_in_assault(clause):
        return Phrase.ASSAULT_FIRE
    for phrase in (Phrase.OPPORTUNITY_FIRE, Phrase.COUNTERBATTERY_FIRE, Phrase.ASSAULT_FIRE, Phrase.INDIRECT_FIRE):
        if phrase in clause.phrase_set:
            return phrase
    if is_at_battery(firer, target, position):
        return Phrase.COUNTERBATTERY_FIRE
    if Phrase.ASSAULT in clause.phrase_set and (clause.hexes or are_adjacent(firer, target, position)):
        return Phrase.ASSAULT
    if _joins_assault(clause, context, firer, position):
        return Phrase.ASSAULT
    if context.announced is not None:
        return context.announced
    if context.kind is Phrase.ASSAULT and firer == context.firer and Phrase.ASSAULT not in clause.phrase_set:
        return Phrase.ASSAULT_FIRE  # the assault has been declared before it in the line
    return context.kind if context.kind is not None and firer == context.firer else Phrase.FIRE


def is_at_battery(firer: str, target: str, position: Position) -> bool:
    """Return whether a battery fires at another one beside the map, which only its answer can reach (R10.11)."""
    if not target or position.game.units[firer].symbol not in BATTERIES:
        return False
    state = position.units[target]
    return state.status is Status.ON_MAP and not isinstance(state.place, Hex)


def _attacks_in_assault(clause: Clause) -> bool:
    """Return whether a clause gives the die of an attack in an assault: nobody rolls for the assault as such (R11.8).

    "1/I fire 5, assault 2" is said of the two attacks of a unit; with a hex or an enemy an assault may be announced.
    """
    told = Phrase.ASSAULT in clause.phrase_set and clause.face is not None and not (clause.enemy or clause.hexes)
    return told or (Phrase.ASSAULT_FIRE in clause.phrase_set and bool(clause.faces))


def _joins_assault(clause: Clause, context: LineContext, firer: str, position: Position) -> bool:
    """Return whether a unit takes part in the assault that was spoken of last: it is of its side, and does not fire."""
    if context.kind is not Phrase.ASSAULT or not context.untargeted or Phrase.FIRE in clause.phrase_set:
        return False
    return bool(clause.hexes) and position.side(firer) == position.side(context.firer or firer)


def are_adjacent(firer: str, target: str, position: Position) -> bool:
    """Return whether an assault is possible by distance: "attacks" of a unit farther away is fire (R11.1)."""
    if not target:
        return True
    here, there = position.units[firer].place, position.units[target].place
    layout = position.game.map.layout
    return isinstance(here, Hex) and isinstance(there, Hex) and layout.distance(here, there) <= 1


def part_of_shot(clause: Clause, context: LineContext, position: Position) -> list[Declared] | None:
    """Return what a clause declares of the shot that was mentioned before it; None if it is about something else."""
    if Phrase.SPOTTER in clause.phrase_set and (spotter := _spotter(clause, context)) is not None:
        return spotter
    if Phrase.TARGET in clause.phrase_set and (clause.enemy or clause.own):
        return [Declared((clause.enemy or clause.own)[0], Declaration.TARGET, spoken=True)]
    firer = context.firer or context.subject
    if Phrase.COMPANY_BONUS_CHECK in clause.phrase_set and firer and not clause.own:
        context.firer = firer
        return [Declared(firer, Declaration.COMPANY_BONUS_CHECK, spoken=True, face=clause.face)]
    failed = Phrase.WITHOUT_COMPANY_BONUS in clause.phrase_set and len(clause.own) == 1 and not clause.enemy
    if failed and clause.face is not None:
        return [_said_of_own_unit(clause, Phrase.COMPANY_BONUS_CHECK)]  # "1/BIM 8 no bonus"
    of_suppression = clause.own and not clause.enemy and (
        SUPPRESSION_ALONE.fullmatch(clause.rest) or AGAINST_SUPPRESSION.search(clause.rest)
    )  # fmt: skip
    told_of = clause.phrase_set - {Phrase.SAYS_NOTHING} == {Phrase.RESULT}
    if of_suppression or (told_of and POSSIBLE_SUPPRESSION.search(clause.text)):
        return [_said_of_own_unit(clause, Phrase.SUPPRESSION_CHECK)]
    if _spots_once_more(clause, context, position):
        context.spotted = True
        return [_said_of_own_unit(clause, Phrase.SPOTTER)]
    if _fires_as_well(clause, context):
        context.firer = clause.own[0]
        kind = context.kind or Phrase.FIRE
        at = [] if kind is Phrase.OPPORTUNITY_FIRE else [Declared(context.target, Declaration.TARGET, spoken=True)]
        if Phrase.COMPANY_BONUS_CHECK in clause.phrase_set:
            at.insert(0, Declared(context.firer, Declaration.COMPANY_BONUS_CHECK, spoken=True))
        return [_said_of_own_unit(clause, kind), *at]
    if _is_result_of_shot(clause):
        context.firer = clause.own[0]
        return [_said_of_own_unit(clause, Phrase.FIRE)]
    if _is_outcome(clause):
        is_fire = context.kind is Phrase.OPPORTUNITY_FIRE and clause.own[0] != context.firer
        return [_said_of_own_unit(clause, Phrase.OPPORTUNITY_FIRE if is_fire else Phrase.TROOP_QUALITY_CHECK)]
    return None


def target_alone(clause: Clause, context: LineContext, position: Position) -> list[Declared]:
    """Return the target of the shot that was mentioned last, in a clause that says no more: "at the gun in 22.16"."""
    alone = (
        context.untargeted and len(clause.enemy) == 1 and not (clause.own or clause.faces)
        and clause.phrase_set <= {Phrase.AIM} and _TARGET_ALONE.fullmatch(clause.rest)
        and {position.units[clause.enemy[0]].place}.issuperset(clause.hexes)
    )  # fmt: skip
    if not alone:
        return []
    context.untargeted, context.target = False, clause.enemy[0]
    return [Declared(clause.enemy[0], Declaration.TARGET, spoken=True)]


def _spotter(clause: Clause, context: LineContext) -> list[Declared] | None:
    """Return the spotter that a clause names; None if no unit of the speaker's spots."""
    if clause.own and _THEY_DO.match(clause.text):
        return []  # "it sees 1/I": the other side's unit sees one of the speaker's
    if not clause.own and context.firer and _ITSELF.search(clause.text):
        clause = replace(clause, own=(context.firer,))
    if not clause.own and context.subject and _THEY.search(clause.text) and context.subject != context.firer:
        clause = replace(clause, own=(context.subject,))
    if not clause.own:
        return None
    if clause.spotter:
        clause = replace(clause, own=(clause.spotter, *(each for each in clause.own if each != clause.spotter)))
    context.firer = clause.own[1] if len(clause.own) > 1 else context.firer
    return [_said_of_own_unit(clause, Phrase.SPOTTER)]


def _said_of_own_unit(clause: Clause, action: Phrase) -> Declared:
    """Return what a clause declares of its first unit of the speaker's side."""
    return Declared(clause.own[0], action.declaration, clause.text, spoken=True, face=clause.face)


def _spots_once_more(clause: Clause, context: LineContext, position: Position) -> bool:
    """Return whether a clause names a unit again behind a shot that nobody was said to spot for."""
    alone = len(clause.own) == 1 and not (clause.enemy or clause.hexes or clause.faces)
    needs = bool(context.firer and context.target) and not (context.untargeted or context.spotted)
    return (
        alone and needs and clause.phrase_set <= {Phrase.SECOND_ACTION} and clause.own[0] != context.firer
        and position.game.units[context.firer].symbol in SPOTTED_FOR
        and _ONCE_MORE.fullmatch(clause.rest) is not None
    )  # fmt: skip


def _fires_as_well(clause: Clause, context: LineContext) -> bool:
    """Return whether a clause says that one more unit fires at the same target: "6/2 also, without bonus"."""
    alone = len(clause.own) == 1 and not (clause.enemy or clause.phrase_set - _BONUS or clause.hexes)
    aims = bool(context.target) or context.kind is Phrase.OPPORTUNITY_FIRE
    if context.fires:
        return alone and aims and _AS_WELL.search(clause.text) is not None
    return alone and context.fired and bool(context.target) and _ONLY_AS_WELL.fullmatch(clause.rest) is not None


def _is_result_of_shot(clause: Clause) -> bool:
    """Return whether a clause tells one unit's die and a result that no check has: "L/2 got 2 = S", "L/2 6 misses"."""
    alone = len(clause.own) == 1 and not clause.enemy and not clause.hexes
    silent = clause.phrase_set <= {Phrase.AIM, Phrase.SAYS_NOTHING}
    return alone and len(clause.faces) == 1 and silent and tells_of_shot(clause)


def _is_outcome(clause: Clause) -> bool:
    """Return whether a clause is about nothing but the check of one unit: "3rd 9 no"."""
    alone = len(clause.own) == 1 and not clause.enemy and not clause.hexes
    return (
        alone
        and clause.face is not None
        and clause.phrase_set <= {Phrase.RESULT}
        and bool(_OUTCOME.fullmatch(clause.rest))
    )
