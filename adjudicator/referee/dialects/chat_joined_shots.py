"""Joins the clauses of a chat line about one shot: its target, its firers, its spotter, its checks, its kind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise, zip_longest
from typing import Final

from .chat_clause_pairs import is_only_named, merged, names_anything
from .chat_clauses import INTO_HEX, POSSIBLE_SUPPRESSION, Clause, is_kind_alone
from .chat_faces import SHOTS
from .chat_phrases import Phrase
from .chat_vocabulary import WordGroup, any_of

__all__ = [
    "with_attacks_named_behind",
    "with_bonus_of_all",
    "with_checks_before_shot",
    "with_fire_rolled_for_others",
    "with_firers_named_behind",
    "with_firers_who_check",
    "with_kinds_named_behind",
    "with_second_actions",
    "with_targets_behind_spotters",
    "with_targets_named_behind",
    "with_targets_spoken_of",
    "with_wishes_before_spotters",
]

_BONUS_OF_ALL: Final = re.compile(
    rf"\W*(?:{any_of(WordGroup.CONNECTIVES)}\s+)?{any_of(WordGroup.ALL_OF_THEM)}\b", re.IGNORECASE
)
"""The beginning of a clause about the bonus of all units that were said to fire: "both with bonus"."""
_OF_UNCLASSIFIED_SHOT: Final = frozenset({Phrase.AIM, Phrase.SPOTTER, Phrase.FIRE})
"""What a shot is said with before its kind is named."""
_AT_IT: Final = re.compile(
    rf"\b{any_of(WordGroup.TARGET_PREPOSITIONS)}\s+{any_of(WordGroup.PRONOUNS_FOR_TARGETS)}\b", re.IGNORECASE
)
"""A target for which a pronoun stands: "fired at it"."""
_BEGINS_WITH_FACE: Final = re.compile(r"\W*\d\s")
_CHECKS_OF_SHOT: Final = frozenset({Phrase.SPOTTER, Phrase.COMPANY_BONUS_CHECK})
_ROLLS_FIRE_FOR_OTHERS: Final = frozenset({Phrase.ROLLED_FOR_THE_OTHER_SIDE, Phrase.OPPORTUNITY_FIRE})
_BESIDE_WHO_MAY_FIRE: Final = frozenset({
    Phrase.AIM, Phrase.SPOTTER, Phrase.MOVE, Phrase.SECOND_ACTION, Phrase.SAYS_NOTHING,
})  # fmt: skip
"""What may be said of an enemy that may take Opportunity Fire: a result or a check is rolled for by itself."""
_ATTACK: Final = re.compile(rf"\W*{any_of(WordGroup.ANOTHER_ATTACK)}\W*", re.IGNORECASE)
_JOINS_ONLY: Final = re.compile(
    rf"\W*(?:{any_of(WordGroup.CONNECTIVES)}\b\W*)*(?:{any_of(WordGroup.TARGET_PREPOSITIONS)}\W*)?", re.IGNORECASE
)
_AT_MOVER: Final = frozenset({Phrase.OPPORTUNITY_FIRE, Phrase.AIM})
"""What is said of Opportunity Fire and its target: "opportunity fire at 1/V as it leaves 28.12"."""
_BESIDE_TARGET: Final = frozenset({Phrase.AIM, Phrase.COMPANY_BONUS_CHECK, Phrase.WITHOUT_COMPANY_BONUS})
"""What may be said in a clause of a target alone."""


def with_bonus_of_all(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; the bonus of all who fire goes with their shots: "1/I at 6/2, 2/I at L/2, both with bonus"."""
    found: list[Clause] = []
    for clause in clauses:
        shots = [at for at, each in enumerate(found) if _is_announced_shot(each)] if _is_bonus_of_all(clause) else []
        if not shots or not _is_announced_shot(found[-1]):
            found.append(clause)
            continue
        for at in shots:
            if Phrase.COMPANY_BONUS_CHECK not in found[at].phrases:
                phrases = tuple(dict.fromkeys((*found[at].phrases, *clause.phrases)))
                found[at] = replace(found[at], phrases=phrases, text=f"{found[at].text}, {clause.text}")
    yield from found


def _is_announced_shot(clause: Clause) -> bool:
    """Return whether a clause says that somebody fires at an enemy, and not what came of it."""
    aims = bool(clause.enemy) and not {Phrase.AIM, Phrase.FIRE}.isdisjoint(clause.phrases)
    return aims and not (clause.faces or Phrase.RESULT in clause.phrases)


def _is_bonus_of_all(clause: Clause) -> bool:
    """Return whether a clause tells of the bonus of all who fire, and no die of it."""
    told = {Phrase.COMPANY_BONUS_CHECK, Phrase.FIRE}.issuperset(clause.phrases) and not names_anything(clause)
    of_bonus = told and Phrase.COMPANY_BONUS_CHECK in clause.phrases
    return of_bonus and _BONUS_OF_ALL.match(clause.text) is not None


def with_fire_rolled_for_others(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; an enemy for whom the speaker says that he rolls takes Opportunity Fire: "your gun, I'll roll".

    Right behind an S? he rolls the check against it: "S? on 6/2, roll for you".
    """
    known = list(clauses)
    hit = [behind for before, behind in pairwise(known) if POSSIBLE_SUPPRESSION.search(before.text)]
    return merged(known, lambda each: each not in hit and _names_enemy_alone(each), _rolled_for)


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


def with_kinds_named_behind(clauses: Iterable[Clause]) -> Iterator[Clause]:
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


def with_targets_spoken_of(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; a target without a name is the enemy named before: "6/2 spotted 2/VIII, M/2 fired at it"."""
    enemy: tuple[str, ...] = ()
    for clause in clauses:
        lacks_target = clause.own and not (clause.enemy or clause.hexes) and Phrase.SAME_TARGET not in clause.phrases
        if lacks_target and len(enemy) == 1 and _AT_IT.search(clause.text) and Phrase.AIM in clause.phrases:
            clause = replace(clause, enemy=enemy)
        enemy = clause.enemy or enemy
        yield clause


def with_checks_before_shot(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; the die of a spotter or of a Company Bonus goes with the shot behind it.

    "4 L/2 spots, 2 M/2 on 1/VIII", "5 bonus ok, 4 L/2 on 1/VIII": whoever tells each die and then what it was for
    tells them in their order.
    """
    return merged(clauses, _is_check_told_first, _with_check_of_shot)


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


def with_firers_named_behind(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; who is only named behind a call for Opportunity Fire takes it: "op fire! L/2 and 5/2:"."""
    called: Clause | None = None
    answered = False
    for clause in clauses:
        if called is not None and is_only_named(clause):
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


def with_second_actions(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; a second action at an enemy is a shot: "1/VIII to 29.13, 2nd action (1 cp) at L/2"."""
    acts_again = False
    for clause in clauses:
        told = set(clause.phrases)
        weighs = clause.text.endswith("?")
        if acts_again and clause.enemy and not clause.own and told == {Phrase.AIM} and not weighs:
            clause = replace(clause, phrases=(Phrase.SECOND_ACTION, Phrase.FIRE, *clause.phrases))
        acts_again = not clause.enemy and (told == {Phrase.SECOND_ACTION} or (acts_again and clause.pays))
        yield clause


def with_targets_named_behind(found: Iterable[Clause]) -> Iterator[Clause]:
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
        if lacks_target and clause.spotter and following is not None and _is_hex_alone(following):
            text = f"{clause.text}, {following.text}"
            clause, at = replace(_joined(clause, following), text=text), at + 1
        elif lacks_target and following is not None and following.enemy and not following.own:
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
    return not SHOTS.isdisjoint(clause.phrases) or (len(clause.own) == 1 and is_only_named(clause))


def with_attacks_named_behind(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; an attack that is named beside a target goes with it: "now 1/XII, rifles"."""
    return merged(clauses, _is_target_of_attack, _with_attack)


def _is_target_of_attack(clause: Clause) -> bool:
    """Return whether a clause has an enemy, and at most a word that joins it: "now 1/XII"."""
    alone = bool(clause.enemy) and not (clause.own or clause.hexes or clause.faces)
    return alone and set(clause.phrases) <= {Phrase.AIM} and _JOINS_ONLY.fullmatch(clause.rest) is not None


def _with_attack(target: Clause, attack: Clause) -> Clause | None:
    """Return a target with the attack that is named behind it; None if a clause is none."""
    if names_anything(attack) or _ATTACK.fullmatch(attack.text) is None:
        return None
    return replace(target, text=f"{target.text} {attack.text}")


def _is_aim_alone(clause: Clause) -> bool:
    """Return whether a clause aims at somebody whose name could not be read, and says nothing else."""
    return clause.phrases == (Phrase.AIM,) and not names_anything(clause)


def _is_hex_alone(clause: Clause) -> bool:
    """Return whether a clause aims at a hex, and says nothing else: "1/V spots for M/2, on 14.18"."""
    return (
        clause.phrases == (Phrase.AIM,) and len(clause.hexes) == 1 and not (clause.own or clause.enemy or clause.faces)
    )


def _is_target_of_shot(clause: Clause) -> bool:
    """Return whether a clause has no more than a target, and maybe the Company Bonus: "at 6/2 with bonus".

    With the face of a die it tells of another shot.
    """
    return Phrase.AIM in clause.phrases and set(clause.phrases) <= _BESIDE_TARGET and not clause.faces


def _is_firer_alone(clause: Clause) -> bool:
    """Return whether a clause has one unit and not even an article."""
    return len(clause.own) == 1 and is_only_named(clause) and not clause.rest


def _is_target_alone(clause: Clause) -> bool:
    """Return whether a clause has one enemy and nothing else at all: "mg, L/2"."""
    return len(clause.enemy) == 1 and not (clause.phrases or clause.hexes or clause.faces or clause.rest)


def _joined(shot: Clause, target: Clause, *aimed: Phrase) -> Clause:
    """Return a clause about a shot with the target, and all else, of the clause behind it."""
    return replace(shot, enemy=target.enemy, hexes=target.hexes, phrases=(*shot.phrases, *aimed, *target.phrases))


def with_targets_behind_spotters(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; who is only named before a spotter fires at the enemy behind.

    "M/2, L/2 looks with the 3, and the 2 = S on 1/I".
    """
    known = list(clauses)
    for at, clause in enumerate(known):
        spots, following = known[at + 1 : at + 2], known[at + 2 : at + 3]
        if (
            len(clause.own) == 1 and is_only_named(clause)
            and spots and Phrase.SPOTTER in spots[0].phrases and spots[0].own and not spots[0].enemy
            and following and following[0].enemy and set(following[0].phrases) <= {Phrase.RESULT, Phrase.AIM}
            and not following[0].own
        ):  # fmt: skip
            clause = replace(clause, enemy=following[0].enemy, phrases=(Phrase.FIRE,))
        yield clause


def with_wishes_before_spotters(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; a unit and an enemy with any words before who spots are a shot: "M/2 wants 1/I, L/2 to spot"."""
    known = list(clauses)
    for clause, behind in zip_longest(known, known[1:]):
        wishes = len(clause.own) == 1 == len(clause.enemy) and not (clause.phrases or clause.hexes or clause.faces)
        spots = behind is not None and behind.phrases == (Phrase.SPOTTER,) and len(behind.own) == 1
        if wishes and spots and not behind.enemy and not clause.text.endswith("?"):
            clause = replace(clause, phrases=(Phrase.FIRE,))
        yield clause


def with_firers_who_check(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; who checks behind Opportunity Fire of nobody takes it: "op fire at 1/V. L/2 checks"."""
    known = list(clauses)
    for clause, behind in zip_longest(known, known[1:]):
        at_mover = set(clause.phrases) == _AT_MOVER and clause.enemy and not (clause.own or clause.text.endswith("?"))
        checks = behind is not None and behind.phrases == (Phrase.TROOP_QUALITY_CHECK,) and len(behind.own) == 1
        if at_mover and checks and not behind.enemy:
            clause = replace(clause, own=behind.own)
        yield clause
