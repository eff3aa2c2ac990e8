"""What a clause of a chat line declares, in the order in which the menus would say it.

The side that speaks shows who acts: in a clause about fire its own unit fires and the enemy's is the target, whatever
the order of the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Final

from ...game.action_words import Declaration
from ...game.hexes import Hex
from ...game.open_enums import is_added
from ...game.play import RollPurpose
from ...game.position import Position
from ...rules.series.minefields import mine_level
from ..events import Declared, RollNamed
from .chat_clauses import BOUGHT, INTO_HEX, OF_ONE_UNIT, POSSIBLE_SUPPRESSION, SPOTTED_FOR, Clause
from .chat_faces import OWN_ROLLS, SHOTS
from .chat_fire_checks import is_others_chit_in_play
from .chat_phrases import Phrase
from .chat_shots import LineContext, aims, are_adjacent, is_at_battery, part_of_shot, shot, target_alone
from .chat_vocabulary import WordGroup, any_of

__all__ = ["LETS_ACT", "acts_once_more", "declarations"]

_TO_HEX: Final = re.compile(
    rf"(?:\b{any_of(WordGroup.DESTINATION_PREPOSITIONS)}|->|=>|→)\s*(?P<hex>\d{{2}}\.\d{{2}})\b", re.IGNORECASE
)
"""A move without a verb: "L/2 to 26.12", "2/VIII a 30.13"."""
_IN_OWN_HEX: Final = re.compile(r"(?:\b(?:in|at)|@)\s*\d{2}\.\d{2}\b", re.IGNORECASE)
"""The hex that a unit is in, said to tell which unit is meant: "the mortars in 19.06 move"."""
_FROM_HEX: Final = re.compile(
    rf"\b{any_of(WordGroup.ORIGIN_PREPOSITIONS)}\s+(?P<hex>\d{{2}}\.\d{{2}})\b", re.IGNORECASE
)
"""The hex that a move begins in, where it is said to be that: "7/2 shuffles along from 26.14"."""
_JOINS_UNIT: Final = re.compile(rf"\b{any_of(WordGroup.JOINS)}\b", re.IGNORECASE)
"""What is said of a move to where another unit of the speaker's stands: "to join 6/2 in 26.13"."""
_ARROW: Final = re.compile(r"(?:->|→|=>|>)")
"""The sign before a target, at the beginning of a clause about the unit spoken of: "1/VIII to 29.12 and > L/2"."""
_WAY: Final = re.compile(r"\b\d{2}\.\d{2}(?:\s*(?:-|–|->|=>|→)\s*\d{2}\.\d{2})+\b")
"""The hexes of a move without a verb: "2/VIII 29.14 - 28.13"."""
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
_ATTACKS: Final = frozenset({Phrase.ASSAULT, Phrase.FIRE})
_CHECKS_OF_TARGET: Final = frozenset({
    Phrase.SUPPRESSION_CHECK, Phrase.CONVERSION_CHECK, Phrase.TROOP_QUALITY_CHECK,
})  # fmt: skip
_CHOICES: Final = frozenset({Phrase.HOLD, Phrase.RETREAT})
"""The choices of those who are assaulted (R11.7)."""
_TOLD_OF_ENEMY: Final = _CHECKS_OF_TARGET | _CHOICES
"""What a player tells of the enemy who is named with it: he may roll for his target, or drag those whom he assaults."""
_CHECKS: Final = frozenset({
    Phrase.TROOP_QUALITY_CHECK, Phrase.SUPPRESSION_CHECK, Phrase.CONVERSION_CHECK, Phrase.COMPANY_BONUS_CHECK,
})  # fmt: skip
"""The checks that a Command Point buys, where one is said to be paid for them."""
_INTO_MINES: Final = re.compile(
    rf"\b{any_of(WordGroup.WAY_PREPOSITIONS)}\s+(?:{any_of(WordGroup.ARTICLES, WordGroup.OTHERS_OWNERS)}\s+)?"
    r"mine(?:s|field)\b",
    re.IGNORECASE,
)
"""The mines that a move leads into: "29.14-28.14, into the mines"."""
_GOES_THERE: Final = re.compile(
    rf"\b{any_of(WordGroup.ATTACKS_OR_MOVES)}\s+(?:with\s+[^,;:\d]*)?"
    rf"(?:{any_of(WordGroup.TARGET_PREPOSITIONS, WordGroup.WAY_PREPOSITIONS)}\s+)?"
    rf"(?:(?:{any_of(WordGroup.ARTICLES, WordGroup.OTHERS_OWNERS)}\s+)?[^\W\d_]+[\s,]+)?\d\d\.\d\d",
    re.IGNORECASE,
)
"""What is said of fire and assaults, with a hex: "goes in 11.17", "has a go at the gate, 27.13" may be a move."""
_GOES_FOR: Final = re.compile(r"\b(?:go|goes|going|went)\s+for\b", re.IGNORECASE)
"""Going for an enemy, which is no move: "the mortar goes for 1/XII"."""
_PAID_FOR: Final = re.compile(
    rf"\b(?:\d|one|{any_of(WordGroup.ARTICLES)})\s+{any_of(WordGroup.COMMAND_POINTS)}\b"
    rf"|\b{any_of(WordGroup.COMMAND_POINTS)}\s+{any_of(WordGroup.PRICE_PREPOSITIONS)}\b"
    rf"|\b{any_of(WordGroup.COMMAND_POINTS)}\s*[-–−]1\b",
    re.IGNORECASE,
)
"""A Command Point that is paid for something: "1 cp on the check", "cp for the tq"."""
_ONE_PAID: Final = re.compile(
    rf"\b(?:1|one|{any_of(WordGroup.ARTICLES)})\s+{any_of(WordGroup.COMMAND_POINTS)}\b", re.IGNORECASE
)
_BOUGHT: Final = re.compile(rf"\W*(?:(?:i|we)\s+)?{any_of(WordGroup.PAYMENTS)}\b", re.IGNORECASE)
"""The beginning of a clause about what is bought: "Paid for the tanks' test"."""
_BOUGHT_BEHIND: Final = frozenset({Phrase.RALLY, Phrase.SUPPRESSION_CHECK, Phrase.CONVERSION_CHECK})
"""What a point may be said to be paid for in the next clause: "6/2 rallies, I pay for it"."""
_PAYS_MORE: Final = re.compile(rf"\b{any_of(WordGroup.ONE_MORE)}\s+{any_of(WordGroup.COMMAND_POINTS)}\b", re.IGNORECASE)
"""The point for the second action of the unit spoken of before: "another point for a shot at L/2"."""
_FOR: Final = re.compile(rf"{any_of(WordGroup.OWNER_PREPOSITIONS)}", re.IGNORECASE)
"""All that is said of who acts by Direct Command: "DC, 13-1=12 for 1/V"."""
_BUYS: Final = re.compile(rf"\s*{any_of(WordGroup.PRICE_PREPOSITIONS)}\b", re.IGNORECASE)
"""What follows a number of points that buy something."""
_BACK: Final = re.compile(r"\bback\s+(?:to|in|into|at)\s+\d\d\.\d\d", re.IGNORECASE)
"""The hex that those who have been repelled never left: "the company went back to 27.13"."""
LETS_ACT: Final = frozenset({Phrase.DIRECT_COMMAND, Phrase.SECOND_ACTION})
"""Phrases that say why a unit may act, and not what it does."""


_GOING_IN: Final = frozenset({Phrase.AIM, Phrase.MOVE, Phrase.SAYS_NOTHING})
"""What an assault may be said with that is not named: "1/V and 2/V into 26.13"."""
_OF_ANY_WORK: Final = frozenset({Phrase.AIM, Phrase.FIRE, Phrase.MOVE, Phrase.SECOND_ACTION, Phrase.SAYS_NOTHING})
"""What engineers' work may be said with that is not named: "the engineers have another go in 14.12"."""
_WORKS: Final = re.compile(rf"\b{any_of(WordGroup.WORK_VERBS)}\b", re.IGNORECASE)


def declarations(clause: Clause, context: LineContext, position: Position) -> Iterator[Declared | RollNamed]:
    """Yield what a clause declares, in the order in which the menus would say it."""
    phrases = set(clause.phrases)
    if context.checks and not (clause.own or clause.enemy or clause.faces) and _BOUGHT.match(clause.text):
        yield Declared(context.checks, Declaration.AUTOMATIC_PASS, clause.text, spoken=True)
        context.checks = ""
        return
    if clause.own or clause.faces:
        mentions = not clause.faces and not phrases.isdisjoint(_BOUGHT_BEHIND)
        context.checks = clause.own[0] if mentions else ""
    if phrases & _CHOICES:
        context.kind = None  # what is fired after that is fire in the combat
    if Phrase.RESULT in phrases and not clause.own and not phrases & (SHOTS | {Phrase.BRAVERY_CHECK}):
        yield from _roll_of_result(clause, phrases, context)
        return
    if Phrase.DECLINED in phrases:
        declined, phrases = phrases, phrases & OWN_ROLLS.keys() if clause.faces else set()
        if clause.face is not None and declined == {Phrase.DECLINED} and not (clause.own or clause.enemy):
            yield RollNamed(RollPurpose.OPEN, clause.face)  # "9 no op fire"
        if not phrases:  # "supply 7 none" is what came of a roll
            return
    if Phrase.LEFT_TO_THE_OTHER_SIDE in phrases:
        phrases -= {*OWN_ROLLS, Phrase.OPPORTUNITY_FIRE, Phrase.FIRE}
    if Phrase.AIR_STRIKE in phrases and clause.enemy and not clause.own:
        yield Declared(clause.enemy[0], Declaration.TARGET, clause.text, spoken=True)
        return
    if target := target_alone(clause, context, position):
        yield from target
        return
    context.acts_again = context.acts_again or acts_once_more(clause)
    if Phrase.DIRECT_COMMAND in phrases:
        context.directed = context.directed or not clause.own
    if not clause.own and phrases & _CHECKS_OF_TARGET and _FOR_YOU.search(clause.text):
        yield from _of_own_unit(clause, phrases & _CHECKS_OF_TARGET, position)
        return
    if clause.asks_the_other_side or (clause.addresses and not clause.own) or _YOU_ACT.search(clause.text):
        return
    if _buys_check(clause, phrases):
        yield from (Declared(unit, Declaration.AUTOMATIC_PASS, clause.text, spoken=True) for unit in clause.own)
        return
    activated = list(_activations(clause, phrases, context, position))
    context.paying = bool(activated) and not phrases & SHOTS
    yield from activated
    clause = _at_target_alone(clause, phrases, context)
    clause, phrases = _as_meant(clause, phrases, context, position)
    if phrases & SHOTS or aims(clause, phrases) or _fires_again(clause, phrases, context):
        yield from shot(clause, phrases, context, position)
        return
    if (part := part_of_shot(clause, phrases, context, position)) is not None:
        yield from part
        return
    if Phrase.COMPANY_BONUS_CHECK in phrases and clause.own:
        context.firer = clause.own[0]
    if phrases & _TOLD_OF_ENEMY and clause.enemy and not clause.own:
        clause = replace(clause, own=clause.enemy)
    yield from _of_own_unit(_going_on(clause, phrases, context, position), phrases, position)
    if phrases & {Phrase.RALLY, *LETS_ACT} == {Phrase.RALLY} and _BOUGHT.match(clause.text):
        yield from (Declared(unit, Declaration.AUTOMATIC_PASS, spoken=True) for unit in clause.own)


def _roll_of_result(
    clause: Clause, phrases: set[Phrase], context: LineContext
) -> Iterator[Declared | RollNamed]:  # fmt: skip
    """Yield the roll that a clause names beside what came of it."""
    if Phrase.COMPANY_BONUS_CHECK in phrases and context.firer:  # "L/2 at 1/VIII, bonus failed, 3 = S"
        yield Declared(context.firer, Declaration.COMPANY_BONUS_CHECK, spoken=True, face=clause.face)
    elif Phrase.COMPANY_BONUS_CHECK in phrases and not clause.faces:  # the last shot's: "bonus failed, missed"
        yield RollNamed(RollPurpose.COMPANY_BONUS)
    elif Phrase.RALLY in phrases and clause.face is not None:  # of whom shows what was announced: "rally 7 failed"
        yield RollNamed(RollPurpose.RALLY, clause.face)


def _as_meant(
    clause: Clause, phrases: set[Phrase], context: LineContext, position: Position
) -> tuple[Clause, set[Phrase]]:  # fmt: skip
    """Return a clause and its phrases by what the units that it names can mean by them."""
    if Phrase.RALLY in phrases and not clause.enemy:
        phrases -= SHOTS  # "3/VIII has a go at getting its head up"
    if Phrase.SEEK_CONTACT in phrases and clause.own and not clause.enemy:
        phrases -= SHOTS  # "1/132 tries the radio"
    if Phrase.CLEAR_MINES in phrases and not clause.enemy and _is_engineer_alone(clause, position):
        phrases -= SHOTS  # "the engineers have a go at the mines"
    if phrases <= _OF_ANY_WORK and _works_in_mines(clause, position):
        phrases = {Phrase.CLEAR_MINES}  # "the engineers work on in 14.12"
        clause = replace(clause, phrases=(Phrase.CLEAR_MINES,))
    if Phrase.BUILD_IMPROVED_POSITION in phrases and _digs_in_mines(clause, position):
        phrases = phrases - {Phrase.BUILD_IMPROVED_POSITION} | {Phrase.CLEAR_MINES}  # "1./Pi200 digs in 18.08"
        clause = replace(clause, phrases=tuple(phrases))
    if Phrase.MINEFIELD_ROLL in phrases:
        meant = _about_mines(clause, context, position)
        said, now = set(clause.phrases), set(meant.phrases)
        clause, phrases = meant, phrases - (said - now) | (now - said)
    if phrases == {Phrase.SPOTTER} and _looks_for_battery(clause, position):
        phrases = {Phrase.COUNTERBATTERY_FIRE}  # "3/1 RA FFL looks for 148/8"
        clause = replace(clause, phrases=(Phrase.COUNTERBATTERY_FIRE,), spotter="")
    if Phrase.MOVE in phrases and clause.own and clause.enemy and _GOES_FOR.search(clause.text):
        phrases = phrases - {Phrase.MOVE} | {Phrase.FIRE}
        clause = replace(clause, phrases=tuple(phrases))
    if Phrase.AIM in phrases and phrases <= _GOING_IN and _goes_into_next_hex(clause, position):
        phrases = {Phrase.ASSAULT}  # "1/V and 2/V into 26.13"
        place = position.units[clause.enemy[0]].place
        clause = replace(clause, phrases=(Phrase.ASSAULT,), hexes=(place,) if isinstance(place, Hex) else ())
    if _ATTACKS & phrases and _goes_to_free_hex(clause, position):
        phrases = phrases - _ATTACKS | {Phrase.MOVE}
        clause = replace(clause, phrases=tuple(phrases))
    if Phrase.MOVE in phrases and _goes_among_enemies(clause, position):
        phrases = phrases - {Phrase.MOVE} | {Phrase.ASSAULT}  # there is no other way into such a hex (R7.11)
        clause = replace(clause, phrases=tuple(phrases), hexes=_destination(clause, position))
    return clause, phrases


def _looks_for_battery(clause: Clause, position: Position) -> bool:
    """Return whether a battery alone looks for an enemy beside the map: only its answer can reach him (R10.11)."""
    return len(clause.own) == 1 and bool(clause.enemy) and is_at_battery(clause.own[0], clause.enemy[0], position)


def acts_once_more(clause: Clause) -> bool:
    """Return whether a clause says of the unit spoken of before that it acts once more: "2nd act", "another point"."""
    return not clause.own and (
        Phrase.SECOND_ACTION in clause.phrases or _PAYS_MORE.search(clause.text) is not None
    )  # fmt: skip


def _about_mines(clause: Clause, context: LineContext, position: Position) -> Clause:
    """Return a clause about mines as one about a move or about engineers' work, if it has no die and is one.

    "1/V goes from 19.20 into the mines of 19.19" is a move, and "into the mines" says of one where it leads. What
    engineers on foot do with the mines of their own hex is no roll: leg units make none.
    """
    unit = (*clause.own, context.subject)[0]
    others = [each for each in clause.phrases if each is not Phrase.MINEFIELD_ROLL]
    goes_there = not clause.faces and _INTO_MINES.search(clause.text)
    if clause.faces or clause.enemy or not unit:
        return replace(clause, phrases=tuple(others)) if goes_there else clause
    if _leaves_its_hex(moving := replace(clause, own=(unit,)), position):
        return replace(moving, phrases=(*others, Phrase.MOVE))
    if goes_there:
        return replace(clause, phrases=tuple(others))
    counter, state = position.game.units[unit], position.units[unit]
    works = bool(clause.own) and counter.engineer and not state.mounted and set(clause.hexes) <= {state.place}
    return replace(clause, phrases=(*others, Phrase.CLEAR_MINES)) if works else clause


def _digs_in_mines(clause: Clause, position: Position) -> bool:
    """Return whether engineers on foot are said to dig in their own hex, and it has mines."""
    if len(clause.own) != 1 or clause.enemy or len(clause.hexes) != 1:
        return False
    counter, state = position.game.units[clause.own[0]], position.units[clause.own[0]]
    digs = counter.engineer and not state.mounted and isinstance(state.place, Hex) and clause.hexes[0] == state.place
    return digs and bool(mine_level(position, clause.hexes[0]))


def _is_engineer_alone(clause: Clause, position: Position) -> bool:
    """Return whether a clause names one unit, and that is one of engineers on foot."""
    if len(clause.own) != 1:
        return False
    return position.game.units[clause.own[0]].engineer and not position.units[clause.own[0]].mounted


def _works_in_mines(clause: Clause, position: Position) -> bool:
    """Return whether engineers are said to be at work in their own hex, which has mines: "they roll for 14.12"."""
    works = not clause.faces and not clause.text.endswith("?") and _WORKS.search(clause.text) is not None
    return works and _is_engineer_alone(clause, position) and _digs_in_mines(clause, position)


def _leaves_its_hex(clause: Clause, position: Position) -> bool:
    """Return whether a clause names a unit's own hex and then another one: "3/VIII pulls out of 30.12 for 29.12"."""
    if not clause.own or clause.enemy or len(clause.hexes) < 2:
        return False
    here = position.units[clause.own[0]].place
    return clause.hexes[0] == here != clause.hexes[-1]


def _at_target_alone(clause: Clause, phrases: set[Phrase], context: LineContext) -> Clause:
    """Return a clause that names a target alone as one of the unit spoken of before, if the line goes on about it."""
    goes_on = context.corrects or (
        (context.acts_again or _ARROW.match(clause.text) is not None) and not clause.text.endswith("?")
    )
    if goes_on and context.subject and Phrase.AIM in phrases and clause.enemy and not clause.own:
        return replace(clause, own=(context.subject,))
    return clause


def _goes_to_free_hex(clause: Clause, position: Position) -> bool:
    """Return whether a unit is said to go into a hex that no enemy is in: "the 2/V goes in 11.17" is no assault.

    Nor does anybody fire at such a hex.
    """
    if not (clause.own and clause.hexes and _GOES_THERE.search(clause.text)) or clause.enemy:
        return False
    side = position.side(clause.own[0])
    there = (unit for unit, state in position.units.items() if state.place == clause.hexes[-1])
    return all(position.side(unit) == side for unit in there)


def _fires_again(clause: Clause, phrases: set[Phrase], context: LineContext) -> bool:
    """Return whether a clause gives a die for one more target of the unit that has just fired: "2nd go at 2/33 7"."""
    aims_at = Phrase.AIM in phrases and phrases <= {Phrase.AIM, Phrase.SECOND_ACTION} and not clause.own
    return bool(aims_at and clause.enemy and context.firer and context.target) and clause.face is not None


def _goes_into_next_hex(clause: Clause, position: Position) -> bool:
    """Return whether units on the map are said to go, or no more than that, into the hex of an enemy next to them."""
    into = INTO_HEX.search(clause.text) is not None and not clause.faces
    return (
        into
        and bool(clause.own)
        and len(clause.enemy) == 1
        and all(
            position.game.units[unit].symbol not in SPOTTED_FOR and are_adjacent(unit, clause.enemy[0], position)
            for unit in clause.own
        )
    )


def _goes_among_enemies(clause: Clause, position: Position) -> bool:
    """Return whether a unit is said to go into a hex next to it in which an enemy is: "7/BM2 goes into 18.09"."""
    if not (clause.own and clause.hexes) or clause.enemy:
        return False
    here, there, side = (
        position.units[clause.own[0]].place,
        _destination(clause, position),
        position.side(clause.own[0]),
    )
    held = any(position.side(unit) != side for each in there[-1:] for unit in position.units_in(each))
    return held and isinstance(here, Hex) and position.game.map.layout.distance(here, there[-1]) == 1


def _buys_check(clause: Clause, phrases: set[Phrase]) -> bool:
    """Return whether a clause says that a Command Point is paid for a check, and not for an activation."""
    paid = _PAID_FOR.search(clause.text) or _BOUGHT.match(clause.text)
    if paid is None and clause.own and not clause.faces:
        paid = BOUGHT.search(clause.text)
    if phrases & LETS_ACT or paid is None:
        return False
    if clause.enemy and Phrase.AIM in phrases and _BUYS.match(clause.text, paid.end()) is None:
        return False  # "22 CNA on XXXII 1 cp bonus and shot": the point is for the shot
    return bool(phrases & _CHECKS) or POSSIBLE_SUPPRESSION.search(clause.text) is not None


def _is_under_chit_of_others(clause: Clause, position: Position) -> bool:
    """Return whether a clause names one unit alone, and the chit in play lets the other side act."""
    alone = len(clause.own) == 1 and not (clause.enemy or clause.hexes or clause.faces)
    return alone and is_others_chit_in_play(position.side(clause.own[0]), position)


def _activations(
    clause: Clause, phrases: set[Phrase], context: LineContext, position: Position
) -> Iterator[Declared]:  # fmt: skip
    """Yield the units that a clause says to be activated by Direct Command, or by a Command Point each.

    Under a chit of the other side nobody is: the point buys the check that is left to the unit.
    """
    paid = Phrase.COMMAND_POINTS in phrases or (context.paying and not phrases)
    paid = paid or (context.directed and not phrases and _FOR.fullmatch(clause.rest) is not None)
    buys = phrases == {Phrase.COMMAND_POINTS} and _ONE_PAID.search(clause.text) is not None
    if buys and _is_under_chit_of_others(clause, position):
        yield from (Declared(unit, Declaration.AUTOMATIC_PASS, spoken=True) for unit in clause.own)
    elif Phrase.DIRECT_COMMAND in phrases or (paid and not clause.enemy):
        acting = (unit for unit in clause.own if unit != clause.spotter)
        yield from (Declared(unit, Declaration.DIRECT_COMMAND, spoken=True) for unit in acting)
    elif (
        context.directed
        and clause.own
        and (phrases & (SHOTS | {Phrase.MOVE, Phrase.RALLY}) or (clause.pays and aims(clause, phrases)))
    ):
        together = clause.own if Phrase.ASSAULT in phrases else clause.own[:1]
        yield from (Declared(unit, Declaration.DIRECT_COMMAND, spoken=True) for unit in together)


def _going_on(clause: Clause, phrases: set[Phrase], context: LineContext, position: Position) -> Clause:
    """Return a clause that goes on about the unit before it as one of that unit.

    "1/VIII failed, then rallied", "1/VIII goes to 29.13 and on to 28.13", "1/VIII slips away, 29.13-28.13".
    """
    leads = Phrase.MOVE in phrases or (not phrases and bool(_TO_HEX.search(clause.text) or _WAY.search(clause.text)))
    moves = leads and bool(clause.hexes)
    checks = Phrase.BRAVERY_CHECK in phrases and clause.face is not None
    if clause.own or clause.enemy or not context.subject or not (moves or checks or Phrase.RALLY in phrases):
        return clause
    if _OF_ANOTHER.search(clause.rest) or _is_back(clause, context.subject, position):
        return clause
    if Phrase.RALLY in phrases and clause.face is not None and context.firer == context.subject:
        return clause  # "L/2 got 2 = S. rally 4 ok": its die is of a rally that was announced before
    return replace(clause, own=(context.subject,))


def _is_back(clause: Clause, unit: str, position: Position) -> bool:
    """Return whether a unit is said to go back to where it stands: it has been repelled, and does not move."""
    return _BACK.search(clause.text) is not None and clause.hexes[-1:] == (position.units[unit].place,)


def _names_action(phrases: set[Phrase]) -> bool:
    """Return whether phrases say what a unit of the speaker's own does."""
    return bool(phrases & OF_ONE_UNIT) or any(map(is_added, phrases))


def _of_own_unit(clause: Clause, phrases: set[Phrase], position: Position) -> Iterator[Declared | RollNamed]:
    """Yield the declarations about the speaker's own units, or about a roll without a unit."""
    for phrase in clause.phrases:
        if phrase not in phrases or phrase is Phrase.DIRECT_COMMAND:
            continue
        if phrase is Phrase.COMMAND_POINTS:
            if not clause.own and (clause.face_of_sum is not None or not clause.pays):
                yield RollNamed(OWN_ROLLS[phrase], clause.face_of_sum)
        elif (phrase in OF_ONE_UNIT or is_added(phrase)) and clause.own:
            way = _way(clause, position) if phrase is Phrase.MOVE or is_added(phrase) else ()
            yield Declared(clause.own[0], phrase.declaration, clause.text, spoken=True, way=way, face=clause.face)
            return
        elif phrase in OWN_ROLLS:
            yield RollNamed(OWN_ROLLS[phrase], clause.face)
            return
    leads = _TO_HEX.search(clause.text) or _WAY.search(clause.text) or _leaves_its_hex(clause, position)
    if clause.own and clause.hexes and leads and not _names_action(phrases - LETS_ACT):
        yield Declared(
            clause.own[0], Declaration.MOVE, clause.text, spoken=True, way=_way(clause, position), face=clause.face
        )


def _way(clause: Clause, position: Position) -> tuple[Hex, ...]:
    """Return the hexes of a move: all of them if they are named one by one from where the unit stands, else the end."""
    end, here = _destination(clause, position)[-1:], position.units[clause.own[0]].place
    stands_there = len(clause.own) == 1 and end == (here,) and set(clause.hexes) == {here}
    if stands_there and _IN_OWN_HEX.search(clause.text):
        return ()  # "the mortars in 19.06 move"
    named = clause.hexes[1:] if clause.hexes[:1] == (here,) else clause.hexes
    layout = position.game.map.layout
    whole = isinstance(here, Hex) and named[-1:] == end and all(
        layout.distance(one, other) == 1 for one, other in pairwise((here, *named))
    )  # fmt: skip
    return named if whole else end


def _destination(clause: Clause, position: Position) -> tuple[Hex, ...]:
    """Return the hex that a move ends in: behind the last "to", of the unit that is joined, or the last one named."""
    to = [found["hex"] for found in _TO_HEX.finditer(clause.text)]
    if to:
        return (Hex.parse(to[-1]),)
    joined = position.units[clause.own[-1]].place if len(clause.own) > 1 and _JOINS_UNIT.search(clause.rest) else None
    begun = {Hex.parse(found["hex"]) for found in _FROM_HEX.finditer(clause.text)}
    return (joined,) if isinstance(joined, Hex) else tuple(each for each in clause.hexes if each not in begun)
