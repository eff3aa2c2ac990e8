"""Joins the clauses of a chat line that say one thing: a target behind its shot, units before what they do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import pairwise, zip_longest
from typing import Final

from .chat_clauses import INTO_HEX, OF_ONE_UNIT, POSSIBLE_SUPPRESSION, SUPPRESSION_ALONE, Clause, is_kind_alone
from .chat_faces import OWN_ROLLS, SHOTS
from .chat_phrases import Phrase
from .chat_vocabulary import WordGroup, any_of

__all__ = ["joined_clauses"]

_QUESTIONED_ALONE: Final = re.compile(r"[sS]\?:?")
"""The result S?, and nothing else."""
_RELATIVE: Final = re.compile(rf"\s*{any_of(WordGroup.RELATIVE_PRONOUNS)}\b", re.IGNORECASE)
"""The beginning of a clause that only says more of the unit before it."""
_NO_MORE: Final = re.compile(
    rf"(?:{any_of(WordGroup.CONNECTIVES)}\s*)*(?:{any_of(WordGroup.ARTICLES, WordGroup.SUBJECT_ARTICLES)})?",
    re.IGNORECASE,
)
_FIRE_TOGETHER: Final = re.compile(rf"\b{any_of(WordGroup.FIRE_IMPERATIVES)}\b", re.IGNORECASE)
"""What several units are said to do, and one is not: "1/I and 2/I fire at 6/2"."""
_BONUS_OF_ALL: Final = re.compile(
    rf"\W*(?:{any_of(WordGroup.CONNECTIVES)}\s+)?{any_of(WordGroup.ALL_OF_THEM)}\b", re.IGNORECASE
)
"""The beginning of a clause about the bonus of all units that were said to fire: "both with bonus"."""
_OWN_ACTIONS: Final = OF_ONE_UNIT - OWN_ROLLS.keys() - {Phrase.SPOTTER, Phrase.DIRECT_COMMAND, Phrase.SECOND_ACTION} | {
    Phrase.RALLY
}
"""What a unit is said to do, and nobody else."""
_OF_UNCLASSIFIED_SHOT: Final = frozenset({Phrase.AIM, Phrase.SPOTTER, Phrase.FIRE})
"""What a shot is said with before its kind is named."""
_TOGETHER: Final = re.compile(rf"\b{any_of(WordGroup.TOGETHER)}\b", re.IGNORECASE)
_AT_IT: Final = re.compile(
    rf"\b{any_of(WordGroup.TARGET_PREPOSITIONS)}\s+{any_of(WordGroup.PRONOUNS_FOR_TARGETS)}\b", re.IGNORECASE
)
"""A target for which a pronoun stands: "fired at it"."""
_BEGINS_WITH_FACE: Final = re.compile(r"\W*\d\s")
_CHECKS_OF_SHOT: Final = frozenset({Phrase.SPOTTER, Phrase.COMPANY_BONUS_CHECK})
_CHECKS_NAMED_BEHIND: Final = frozenset({
    Phrase.SPOTTER, Phrase.CONVERSION_CHECK, Phrase.SUPPRESSION_CHECK, Phrase.RALLY, Phrase.BRAVERY_CHECK,
})  # fmt: skip
"""What may be named behind a unit and the face of its die."""
_CHECKS_THAT_POINTS_BUY: Final = frozenset({
    Phrase.CONVERSION_CHECK, Phrase.SUPPRESSION_CHECK, Phrase.TROOP_QUALITY_CHECK, Phrase.SAYS_NOTHING,
})  # fmt: skip
_ONE_PAID: Final = re.compile(
    rf"(?!.*\b{any_of(WordGroup.STOCKS)}\b).*?\b(?:1|one|{any_of(WordGroup.ARTICLES)})\s+{any_of(WordGroup.COMMAND_POINTS)}\b",
    re.IGNORECASE,
)
"""A point that is paid, and not one that is left."""
_DEFENDS: Final = re.compile(rf"\W*{any_of(WordGroup.DEFENDS)}\W*", re.IGNORECASE)
_FIRE_IN_ASSAULT: Final = frozenset({
    Phrase.FIRE, Phrase.ASSAULT_FIRE, Phrase.COMPANY_BONUS_CHECK, Phrase.WITHOUT_COMPANY_BONUS, Phrase.SAYS_NOTHING,
})  # fmt: skip
"""What may be said of the fire of a unit that was assaulted."""
_EARNED: Final = re.compile(
    rf"\W*(?:{any_of(WordGroup.ARTICLES)}\s+)?\d\s*(?:"
    rf"(?:=|:|{any_of(WordGroup.EARNINGS)}\b)\s*\d+\s*\+\s*\d+(?:\s*(?:=|{any_of(WordGroup.BEFORE_SUM)}\b)\s*\d+)?"
    rf"|{any_of(WordGroup.EARNINGS)}\s+\d+)\W*",
    re.IGNORECASE,
)
"""A die and what it makes, and nothing else: "8 = 4+5", "2 gives 1+5", "5 makes 9"."""
_ACTIVATES: Final = frozenset({Phrase.DIRECT_COMMAND, Phrase.COMMAND_POINTS})
"""What is said of who may act, and not of what it does."""
_ROLLS_FIRE_FOR_OTHERS: Final = frozenset({Phrase.ROLLED_FOR_THE_OTHER_SIDE, Phrase.OPPORTUNITY_FIRE})
_BESIDE_WHO_MAY_FIRE: Final = frozenset({
    Phrase.AIM, Phrase.SPOTTER, Phrase.MOVE, Phrase.SECOND_ACTION, Phrase.SAYS_NOTHING,
})  # fmt: skip
"""What may be said of an enemy that may take Opportunity Fire: a result or a check is rolled for by itself."""
_ATTACK: Final = re.compile(rf"\W*{any_of(WordGroup.ANOTHER_ATTACK)}\W*", re.IGNORECASE)
_JOINS_ONLY: Final = re.compile(
    rf"\W*(?:{any_of(WordGroup.CONNECTIVES)}\b\W*)*(?:{any_of(WordGroup.TARGET_PREPOSITIONS)}\W*)?", re.IGNORECASE
)
_CHOICES: Final = frozenset({Phrase.OPPORTUNITY_FIRE, Phrase.HOLD, Phrase.RETREAT})
"""What whoever is assaulted may do (R11.6, R11.7)."""
_AT_MOVER: Final = frozenset({Phrase.OPPORTUNITY_FIRE, Phrase.AIM})
"""What is said of Opportunity Fire and its target: "opportunity fire at 1/V as it leaves 28.12"."""
_WAY_ALONE: Final = re.compile(
    rf"(?:\W*(?:(?:{any_of(WordGroup.CONNECTIVES)}|{any_of(WordGroup.ORIGIN_PREPOSITIONS)}"
    rf"|{any_of(WordGroup.DESTINATION_PREPOSITIONS, WordGroup.WAY_PREPOSITIONS)})\s+)*\d\d\.\d\d\b)+\W*",
    re.IGNORECASE,
)
"""All of a clause that says where somebody goes: "from 17.07 into 17.08"."""
_BEFORE_WAY: Final = frozenset({Phrase.MOVE, Phrase.MINEFIELD_ROLL, Phrase.SAYS_NOTHING})
"""What may be said of a unit before its way."""
_BESIDE_TARGET: Final = frozenset({Phrase.AIM, Phrase.COMPANY_BONUS_CHECK, Phrase.WITHOUT_COMPANY_BONUS})
"""What may be said in a clause of a target alone."""


def joined_clauses(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield the clauses of a line, each with what the clauses beside it say of the same action."""
    asked = _with_ways_named_behind(_with_questions_listed(clauses))
    rolled = _with_fire_rolled_for_others(_with_firers_who_check(_with_wishes_before_spotters(asked)))
    shots = _with_targets_spoken_of(_with_kinds_named_behind(rolled))
    behind = _with_points_before_checks(_with_checks_named_behind(_with_checks_before_shot(shots)))
    told = _with_firers_named_behind(_with_checks_before_units(_with_units_before_checks(behind)))
    told = _with_dice_before_points(_with_attacks_named_behind(_merged(told, _defends, _fire_of_defender)))
    named = _with_targets_behind_spotters(_with_targets_named_behind(_with_second_actions(told)))
    return _with_units_named_before(_with_bonus_of_all(_with_assault_named_before(named)))


def _with_ways_named_behind(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; a way alone is that of the unit before it: "1/V fancies the mines, from 19.20 into 19.19"."""
    return _merged(clauses, _may_lack_way, _with_way)


def _may_lack_way(clause: Clause) -> bool:
    """Return whether a clause has one unit, and says neither where it goes nor what else it does."""
    silent = not (clause.enemy or clause.hexes or clause.faces) and _BEFORE_WAY.issuperset(clause.phrases)
    return len(clause.own) == 1 and silent and not clause.text.endswith("?")


def _with_way(unit: Clause, way: Clause) -> Clause | None:
    """Return a clause about a unit with the way behind it; None if the next one is none."""
    if way.own or way.enemy or way.text.endswith("?") or _WAY_ALONE.fullmatch(way.text) is None:
        return None
    return replace(
        unit, hexes=way.hexes, text=f"{unit.text}, {way.text}", rest=f"{unit.rest}, {way.rest}"
    )  # fmt: skip


def _with_bonus_of_all(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; the bonus of all who fire goes with their shot: "1/I and 2/I fire at 6/2, both with bonus"."""
    return _merged(clauses, _shoots_at_enemy, _with_bonus)


def _shoots_at_enemy(clause: Clause) -> bool:
    """Return whether a clause says of units that they fire at an enemy, and not what came of it."""
    aims = bool(clause.own and clause.enemy) and Phrase.FIRE in clause.phrases
    return aims and not (clause.faces or Phrase.RESULT in clause.phrases)


def _with_bonus(shot: Clause, clause: Clause) -> Clause | None:
    """Return a shot with the bonus that the next clause tells of all who fire; None if it tells of none."""
    told = clause.phrases == (Phrase.COMPANY_BONUS_CHECK,) and not (clause.own or clause.enemy or clause.faces)
    if not told or _BONUS_OF_ALL.match(clause.text) is None:
        return None
    return replace(shot, phrases=(*shot.phrases, *clause.phrases), text=f"{shot.text}, {clause.text}")


def _with_questions_listed(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; what may be answered is asked with the last of them: "op fire, hold, run?"."""
    known = list(clauses)
    asked = False
    for at in reversed(range(len(known))):
        if known[at].text.endswith("?"):
            asked = not _names_anything(known[at])
            continue
        asked = asked and _is_choice_alone(known[at])
        if asked:
            known[at] = replace(known[at], text=f"{known[at].text}?")
    yield from known


def _is_choice_alone(clause: Clause) -> bool:
    """Return whether a clause names an answer to an act of the other side, and nothing else."""
    return bool(clause.phrases) and _CHOICES.issuperset(clause.phrases) and not (clause.pays or _names_anything(clause))


def _with_fire_rolled_for_others(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; an enemy for whom the speaker says that he rolls takes Opportunity Fire: "your gun, I'll roll".

    Right behind an S? he rolls the check against it: "S? on 6/2, roll for you".
    """
    known = list(clauses)
    hit = [behind for before, behind in pairwise(known) if POSSIBLE_SUPPRESSION.search(before.text)]
    return _merged(known, lambda each: each not in hit and _names_enemy_alone(each), _rolled_for)


def _names_enemy_alone(clause: Clause) -> bool:
    alone = len(clause.enemy) == 1 and not (clause.own or clause.faces or clause.text.endswith("?"))
    return alone and _BESIDE_WHO_MAY_FIRE.issuperset(clause.phrases)


def _rolled_for(named: Clause, clause: Clause) -> Clause | None:
    """Return the Opportunity Fire of the enemy that a clause names; None if the next one does not roll for it."""
    rolls = Phrase.ROLLED_FOR_THE_OTHER_SIDE in clause.phrases and set(clause.phrases) <= _ROLLS_FIRE_FOR_OTHERS
    if not rolls or clause.own or clause.enemy:
        return None
    return replace(
        named, own=named.enemy, enemy=(), phrases=(Phrase.OPPORTUNITY_FIRE,), hexes=(), addresses=False,
        faces=clause.faces, text=f"{named.text}, {clause.text}",
    )  # fmt: skip


def _with_kinds_named_behind(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; the kind of a shot that is named behind it goes with it: "I/21 at your 1/1 RA, counterbattery".

    Before another shot it is the heading of that one.
    """
    known, at = list(clauses), 0
    while at < len(known):
        clause, at = known[at], at + 1
        behind, after = known[at : at + 1], known[at + 1 : at + 2]
        shoots = clause.own and clause.enemy and set(clause.phrases) <= _OF_UNCLASSIFIED_SHOT
        shoots = shoots and INTO_HEX.search(clause.text) is None
        if shoots and behind and is_kind_alone(behind[0]) and not (after and after[0].own):
            clause, at = replace(clause, phrases=(*clause.phrases, *behind[0].phrases)), at + 1
        yield clause


def _with_targets_spoken_of(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; a target without a name is the enemy named before: "6/2 spotted 2/VIII, M/2 fired at it"."""
    enemy: tuple[str, ...] = ()
    for clause in clauses:
        lacks_target = clause.own and not (clause.enemy or clause.hexes) and Phrase.SAME_TARGET not in clause.phrases
        if lacks_target and len(enemy) == 1 and _AT_IT.search(clause.text) and Phrase.AIM in clause.phrases:
            clause = replace(clause, enemy=enemy)
        enemy = clause.enemy or enemy
        yield clause


def _with_checks_before_shot(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; the die of a spotter or of a Company Bonus goes with the shot behind it.

    "4 L/2 spots, 2 M/2 on 1/VIII", "5 bonus ok, 4 L/2 on 1/VIII": whoever tells each die and then what it was for
    tells them in their order.
    """
    return _merged(clauses, _is_check_told_first, _with_check_of_shot)


def _merged(
    clauses: Iterable[Clause], waits: Callable[[Clause], bool], merge: Callable[[Clause, Clause], Clause | None]
) -> Iterator[Clause]:
    """Yield clauses; one that *waits* is made one with the next by *merge*, unless that returns None."""
    held: Clause | None = None
    for clause in clauses:
        merged = None if held is None else merge(held, clause)
        if held is not None and merged is None:
            yield held
        held = merged or clause
        if not waits(held):
            yield held
            held = None
    if held is not None:
        yield held


def _with_check_of_shot(check: Clause, clause: Clause) -> Clause | None:
    """Return a shot with the check before it; None if a clause is none, or has checks of its own."""
    shoots = clause.own and clause.enemy and not _CHECKS_OF_SHOT & set(clause.phrases) and _begins_with_face(clause)
    return _with_check(clause, check) if shoots else None


def _is_check_told_first(clause: Clause) -> bool:
    """Return whether a clause has the face of a spotter's die, or of one for the bonus, and then what it was for."""
    bonus = clause.phrases == (Phrase.COMPANY_BONUS_CHECK,) and not clause.own
    spots = clause.phrases == (Phrase.SPOTTER,) and len(clause.own) == 1
    return (bonus or spots) and not (clause.enemy or clause.hexes) and _begins_with_face(clause)


def _begins_with_face(clause: Clause) -> bool:
    return clause.face is not None and _BEGINS_WITH_FACE.match(clause.text) is not None


def _with_check(shot: Clause, check: Clause) -> Clause:
    """Return a clause about a shot with the check before it, who spots included."""
    return replace(
        shot, own=(*shot.own, *check.own), spotter=check.own[0] if check.own else shot.spotter,
        phrases=(*shot.phrases, *check.phrases), faces=(*check.faces, *shot.faces),
    )  # fmt: skip


def _with_checks_named_behind(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; what is said behind a unit and the face of its die tells what that was for.

    "1/V 3, sees" makes it the spotter, "the 7th company threw a 4 and converted its S" is a conversion.
    """
    before: Clause | None = None
    for clause in clauses:
        if before is not None and _is_check_told_behind(clause):
            yield replace(before, phrases=clause.phrases, text=f"{before.text}, {clause.text}")
            before = None
            continue
        if before is not None:
            yield before
        silent = not (clause.enemy or clause.phrases or clause.hexes)
        before = clause if silent and len(clause.own) == 1 and clause.face is not None else None
        if before is None:
            yield clause
    if before is not None:
        yield before


def _is_check_told_behind(clause: Clause) -> bool:
    """Return whether a clause names a check and nobody who makes it."""
    return len(clause.phrases) == 1 and clause.phrases[0] in _CHECKS_NAMED_BEHIND and not _names_anything(clause)


def _with_points_for_checks(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; a point that is paid right behind a check without a die buys it: "10/3 converts, I pay 1 CP"."""
    return _merged(clauses, _may_be_bought, _bought)


def _with_points_before_checks(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; a point is paid for a check without a die beside it: "I pay 1 CP and 10/3 converts"."""
    return _with_points_for_checks(_merged(clauses, _pays_one, lambda paid, check: _bought(check, paid)))


def _pays_one(clause: Clause) -> bool:
    """Return whether a clause says that a point is paid, and nothing else."""
    of_points = clause.phrases == (Phrase.COMMAND_POINTS,) and clause.pays and not _names_anything(clause)
    return of_points and _ONE_PAID.match(clause.text) is not None


def _bought(check: Clause, clause: Clause) -> Clause | None:
    """Return a check with the point that is paid for it; None if a clause pays none, or names no such check."""
    if not (_pays_one(clause) and _may_be_bought(check)):
        return None
    return replace(
        check, phrases=(*check.phrases, *clause.phrases), pays=True,
        text=f"{check.text}, {clause.text}", rest=f"{check.rest}, {clause.rest}",
    )  # fmt: skip


def _may_be_bought(clause: Clause) -> bool:
    """Return whether a clause names a check of one unit, and no die of it."""
    checks = bool(clause.phrases) and set(clause.phrases) <= _CHECKS_THAT_POINTS_BUY
    checks = checks or (clause.phrases == (Phrase.RESULT,) and POSSIBLE_SUPPRESSION.search(clause.text) is not None)
    return checks and len(clause.own) == 1 and not (clause.enemy or clause.faces)


def _defends(clause: Clause) -> bool:
    """Return whether a clause says of one unit that it defends itself, and no more."""
    silent = not (clause.enemy or clause.phrases or clause.hexes or clause.faces)
    return len(clause.own) == 1 and silent and _DEFENDS.fullmatch(clause.rest) is not None


def _fire_of_defender(unit: Clause, clause: Clause) -> Clause | None:
    """Return the fire in an assault that a clause tells of a unit that defends itself; None if it names others."""
    fires = not SHOTS.isdisjoint(clause.phrases) and set(clause.phrases) <= _FIRE_IN_ASSAULT
    if not fires or clause.own or clause.enemy or clause.hexes or clause.addresses:
        return None
    others = tuple(each for each in clause.phrases if each not in SHOTS)
    return replace(
        clause, own=unit.own, phrases=(Phrase.ASSAULT_FIRE, *others), text=f"{unit.text}, {clause.text}"
    )  # fmt: skip


def _with_dice_before_points(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; a die and what it makes go with the points told behind it: "5 makes 3+5 = 8, so 11 cp" (R6.7)."""
    return _merged(clauses, _earns_points, _earned)


def _earns_points(clause: Clause) -> bool:
    """Return whether a clause says nothing but what a die makes."""
    silent = not (clause.own or clause.enemy or clause.hexes) and {Phrase.RESULT}.issuperset(clause.phrases)
    return silent and _EARNED.fullmatch(clause.text) is not None


def _earned(die: Clause, clause: Clause) -> Clause | None:
    """Return the points of a clause as what a die has brought; None if it counts none, or pays for something."""
    counts = clause.phrases == (Phrase.COMMAND_POINTS,) and (clause.pays or clause.faces)
    if not counts or clause.own or clause.enemy or clause.hexes:
        return None
    return replace(clause, faces=die.faces[:1], text=f"{die.text}, {clause.text}")


def _names_anything(clause: Clause) -> bool:
    return bool(clause.own or clause.enemy or clause.hexes or clause.faces)


def _with_checks_before_units(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; an S? before a unit of the speaker's own alone is the check that it makes: "S? 5/BM2"."""
    return _merged(clauses, _is_questioned_result, _checked)


def _with_units_before_checks(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; an S? alone behind a unit of the speaker's own is what that has to check: "L/2 and your S?"."""
    return _merged(clauses, _is_silent_of_unit, _checked_behind)


def _is_silent_of_unit(clause: Clause) -> bool:
    """Return whether a clause has one unit and says nothing that it does: "L/2", "L/2 beside him"."""
    silent = set(clause.phrases) <= {Phrase.SAYS_NOTHING} and not (clause.enemy or clause.hexes or clause.faces)
    return len(clause.own) == 1 and silent and not clause.pays


def _checked_behind(unit: Clause, clause: Clause) -> Clause | None:
    """Return the check of a unit against the S? behind its name; None if a clause is none, or says more."""
    if SUPPRESSION_ALONE.fullmatch(clause.text) is None:
        return None
    return replace(
        unit, phrases=(Phrase.SUPPRESSION_CHECK,), text=f"{unit.text}, {clause.text}",
        faces=clause.faces,
    )  # fmt: skip


def _is_questioned_result(clause: Clause) -> bool:
    return _QUESTIONED_ALONE.fullmatch(clause.text) is not None


def _checked(result: Clause, clause: Clause) -> Clause | None:
    """Return the check of the unit that a clause names and no more, against the result before it; None for none."""
    if len(clause.own) != 1 or not _is_only_named(clause):
        return None
    return replace(clause, phrases=result.phrases, text=f"{result.text} {clause.text}")


def _with_firers_named_behind(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; who is only named behind a call for Opportunity Fire takes it: "op fire! L/2 and 5/2:"."""
    called: Clause | None = None
    answered = False
    for clause in clauses:
        if called is not None and _is_only_named(clause):
            answered = True
            yield replace(called, own=clause.own)
            continue
        if called is not None and not answered:
            yield called
        calls = clause.phrases == (Phrase.OPPORTUNITY_FIRE,) and not (clause.own or clause.enemy or clause.hexes)
        called, answered = clause if calls and not clause.text.endswith("?") else None, False
        if called is None:
            yield clause
    if called is not None and not answered:
        yield called


def _with_second_actions(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; a second action at an enemy is a shot: "1/VIII to 29.13, 2nd action (1 cp) at L/2"."""
    acts_again = False
    for clause in clauses:
        told = set(clause.phrases)
        weighs = clause.text.endswith("?")
        if acts_again and clause.enemy and not clause.own and told == {Phrase.AIM} and not weighs:
            clause = replace(clause, phrases=(Phrase.SECOND_ACTION, Phrase.FIRE, *clause.phrases))
        acts_again = not clause.enemy and (told == {Phrase.SECOND_ACTION} or (acts_again and clause.pays))
        yield clause


def _with_targets_named_behind(found: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; a target that is named only behind goes with the shot.

    It stands behind a noun, "6/2 at the other tank, 2/IX", "they shoot, at the other tank, 2/IX", or with the words
    before a target: "6/2 fires, at 2/IX", "the mortars, M/2, at 1/VIII".
    """
    clauses, at = list(found), 0
    while at < len(clauses):
        clause, at = clauses[at], at + 1
        following = clauses[at] if at < len(clauses) else None
        lacks_target = not (clause.enemy or clause.hexes)
        shoots = not SHOTS.isdisjoint(clause.phrases)
        if lacks_target and shoots and following is not None and _is_aim_alone(following):
            clause, at = replace(clause, phrases=(*clause.phrases, Phrase.AIM)), at + 1
            following = clauses[at] if at < len(clauses) else None
        if lacks_target and following is not None and following.enemy and not following.own:
            if (
                (clause.own or not SHOTS.isdisjoint(clause.phrases))
                and Phrase.AIM in clause.phrases
                and not following.phrases
            ):
                clause = replace(clause, enemy=following.enemy)
            elif _may_lack_target(clause) and _is_target_of_shot(following):
                clause, at = _joined(clause, following), at + 1
            elif _is_firer_alone(clause) and _is_target_alone(following):
                clause, at = _joined(clause, following, Phrase.AIM), at + 1
        yield clause


def _may_lack_target(clause: Clause) -> bool:
    """Return whether a clause says that somebody fires, or has nothing but a unit."""
    return not SHOTS.isdisjoint(clause.phrases) or (len(clause.own) == 1 and _is_only_named(clause))


def _with_attacks_named_behind(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; an attack that is named beside a target goes with it: "now 1/XII, rifles"."""
    return _merged(clauses, _is_target_of_attack, _with_attack)


def _is_target_of_attack(clause: Clause) -> bool:
    """Return whether a clause has an enemy, and at most a word that joins it: "now 1/XII"."""
    alone = bool(clause.enemy) and not (clause.own or clause.hexes or clause.faces)
    return alone and set(clause.phrases) <= {Phrase.AIM} and _JOINS_ONLY.fullmatch(clause.rest) is not None


def _with_attack(target: Clause, attack: Clause) -> Clause | None:
    """Return a target with the attack that is named behind it; None if a clause is none."""
    if _names_anything(attack) or _ATTACK.fullmatch(attack.text) is None:
        return None
    return replace(target, text=f"{target.text} {attack.text}")


def _is_aim_alone(clause: Clause) -> bool:
    """Return whether a clause aims at somebody whose name could not be read, and says nothing else."""
    return clause.phrases == (Phrase.AIM,) and not _names_anything(clause)


def _is_target_of_shot(clause: Clause) -> bool:
    """Return whether a clause has no more than a target, and maybe the Company Bonus: "at 6/2 with bonus".

    With the face of a die it tells of another shot.
    """
    return Phrase.AIM in clause.phrases and set(clause.phrases) <= _BESIDE_TARGET and not clause.faces


def _is_firer_alone(clause: Clause) -> bool:
    """Return whether a clause has one unit and not even an article."""
    return len(clause.own) == 1 and _is_only_named(clause) and not clause.rest


def _is_target_alone(clause: Clause) -> bool:
    """Return whether a clause has one enemy and nothing else at all: "mg, L/2"."""
    return len(clause.enemy) == 1 and not (clause.phrases or clause.hexes or clause.faces or clause.rest)


def _joined(shot: Clause, target: Clause, *aimed: Phrase) -> Clause:
    """Return a clause about a shot with the target, and all else, of the clause behind it."""
    return replace(shot, enemy=target.enemy, hexes=target.hexes, phrases=(*shot.phrases, *aimed, *target.phrases))


def _with_targets_behind_spotters(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; who is only named before a spotter fires at the enemy behind.

    "M/2, L/2 looks with the 3, and the 2 = S on 1/I".
    """
    known = list(clauses)
    for at, clause in enumerate(known):
        spots, following = known[at + 1 : at + 2], known[at + 2 : at + 3]
        if (
            len(clause.own) == 1 and _is_only_named(clause)
            and spots and Phrase.SPOTTER in spots[0].phrases and spots[0].own and not spots[0].enemy
            and following and following[0].enemy and set(following[0].phrases) <= {Phrase.RESULT, Phrase.AIM}
            and not following[0].own
        ):  # fmt: skip
            clause = replace(clause, enemy=following[0].enemy, phrases=(Phrase.FIRE,))
        yield clause


def _with_wishes_before_spotters(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; a unit and an enemy with any words before who spots are a shot: "M/2 wants 1/I, L/2 to spot"."""
    known = list(clauses)
    for clause, behind in zip_longest(known, known[1:]):
        wishes = len(clause.own) == 1 == len(clause.enemy) and not (clause.phrases or clause.hexes or clause.faces)
        spots = behind is not None and behind.phrases == (Phrase.SPOTTER,) and len(behind.own) == 1
        if wishes and spots and not behind.enemy and not clause.text.endswith("?"):
            clause = replace(clause, phrases=(Phrase.FIRE,))
        yield clause


def _with_firers_who_check(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; who checks behind Opportunity Fire of nobody takes it: "op fire at 1/V. L/2 checks"."""
    known = list(clauses)
    for clause, behind in zip_longest(known, known[1:]):
        at_mover = set(clause.phrases) == _AT_MOVER and clause.enemy and not (clause.own or clause.text.endswith("?"))
        checks = behind is not None and behind.phrases == (Phrase.TROOP_QUALITY_CHECK,) and len(behind.own) == 1
        if at_mover and checks and not behind.enemy:
            clause = replace(clause, own=behind.own)
        yield clause


def _says_what_one_unit_does(clause: Clause) -> bool:
    """Return whether a clause is about an action of a single unit, and about nothing else."""
    return bool(clause.phrases) and set(clause.phrases) <= _OWN_ACTIONS


def _is_only_named(clause: Clause) -> bool:
    """Return whether a clause has units and no more than their article."""
    if not clause.own or clause.enemy or clause.phrases or clause.hexes or clause.faces:
        return False
    return clause.rest.endswith(":") or _NO_MORE.fullmatch(clause.rest) is not None


def _is_only_activated(clause: Clause) -> bool:
    """Return whether a clause says of units that they act by Direct Command, and no more: "DC: 1/I"."""
    silent = not (clause.enemy or clause.hexes or clause.faces)
    return bool(clause.own and clause.phrases) and silent and set(clause.phrases) <= _ACTIVATES


def _with_assault_named_before(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; units that are named behind an assault make it together: "assault by 1/I and 2/I on 24.15".

    Where the assault has its hex already, they are said to do so: "to 24.15: 1/I from 24.14, 2/I from 25.15 together".
    The hexes alone may be named behind as well: "2/I storms the hill, 24.14 into 24.15".
    """
    begun: Clause | None = None
    for clause in _with_those_who_join(clauses):
        if begun is not None and clause.own and not (clause.enemy or set(clause.phrases) - {Phrase.AIM}):
            begun = replace(
                begun, own=(*begun.own, *clause.own), hexes=clause.hexes, text=f"{begun.text} {clause.text}"
            )
            if not clause.hexes:
                continue
            clause, begun = begun, None
        elif begun is not None:
            alone = clause.hexes and not (clause.own or clause.enemy or set(clause.phrases) - {Phrase.AIM})
            yield replace(begun, hexes=clause.hexes, text=f"{begun.text} {clause.text}") if alone else begun
            begun = None
            if alone:
                continue
        if Phrase.ASSAULT in clause.phrases and clause.own and not (clause.enemy or clause.hexes):
            begun = clause
        else:
            yield clause
    if begun is not None:
        yield begun


def _with_those_who_join(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; who is said to take part in the assault of the clause before it is named there."""
    known: Clause | None = None
    for clause in clauses:
        joins = clause.own and not (clause.enemy or clause.phrases) and _TOGETHER.search(clause.text)
        if known is not None and joins and Phrase.ASSAULT in known.phrases and known.own and known.hexes:
            known = replace(known, own=(*known.own, *clause.own))
            continue
        if known is not None:
            yield known
        known = clause
    if known is not None:
        yield known


def _with_units_named_before(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; who is only named before others joins in what they are said to do: "1/I and 2/I assault 24.15".

    An assault is one action of them all, a move is each one's own. What is said of a unit alone comes behind whatever
    else is said of it: "3/VIII, who has had enough, rallies". Who is only said to be activated joins in an assault as
    well: "DC: 1/I and 2/I assault 24.15".
    """
    named: tuple[str, ...] = ()
    activated: tuple[str, ...] = ()
    for clause in clauses:
        if named and not (clause.own or clause.enemy) and _RELATIVE.match(clause.text):
            pass
        elif len(named) == 1 and not (clause.own or clause.enemy) and _says_what_one_unit_does(clause):
            clause, named = replace(clause, own=named), ()
        elif _is_only_named(clause):
            named = (*named, *clause.own)
        elif _is_only_activated(clause):
            activated = (*activated, *clause.own)
        elif (named or activated) and clause.own and Phrase.ASSAULT in clause.phrases:
            joined = dict.fromkeys((*activated, *named, *clause.own))
            clause, named, activated = replace(clause, own=tuple(joined)), (), ()
        elif named and clause.own and Phrase.MOVE in clause.phrases and not clause.enemy:
            yield from (replace(clause, own=(unit,), faces=()) for unit in named)
            named = activated = ()
        elif named and _shoots_at_enemy(clause) and _FIRE_TOGETHER.search(clause.text):
            yield from (replace(clause, own=(unit,)) for unit in named)
            named = activated = ()
        else:
            named = activated = ()
        yield clause
