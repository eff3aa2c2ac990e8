"""Command Points in a chat line: the checks that they buy, and the units that they activate."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ...game.action_words import Declaration
from ...game.position import Position
from ..events import Declared
from .chat_clauses import BOUGHT, POSSIBLE_SUPPRESSION, Clause
from .chat_context import LineContext
from .chat_faces import SHOTS
from .chat_fire_checks import is_others_chit_in_play
from .chat_phrases import Phrase
from .chat_shots import aims
from .chat_vocabulary import WordGroup, any_of

__all__ = ["LETS_ACT", "activations", "acts_once_more", "begins_with_payment", "buys_check"]

_CHECKS: Final = frozenset({
    Phrase.TROOP_QUALITY_CHECK, Phrase.SUPPRESSION_CHECK, Phrase.CONVERSION_CHECK, Phrase.COMPANY_BONUS_CHECK,
})  # fmt: skip
"""The checks that a Command Point buys, where one is said to be paid for them."""
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
_PAYS_MORE: Final = re.compile(rf"\b{any_of(WordGroup.ONE_MORE)}\s+{any_of(WordGroup.COMMAND_POINTS)}\b", re.IGNORECASE)
"""The point for the second action of the unit spoken of before: "another point for a shot at L/2"."""
_FOR: Final = re.compile(rf"{any_of(WordGroup.OWNER_PREPOSITIONS)}", re.IGNORECASE)
"""All that is said of who acts by Direct Command: "DC, 13-1=12 for 1/V"."""
_BUYS: Final = re.compile(rf"\s*{any_of(WordGroup.PRICE_PREPOSITIONS)}\b", re.IGNORECASE)
"""What follows a number of points that buy something."""
LETS_ACT: Final = frozenset({Phrase.DIRECT_COMMAND, Phrase.SECOND_ACTION})
"""Phrases that say why a unit may act, and not what it does."""


def acts_once_more(clause: Clause) -> bool:
    """Return whether a clause says of the unit spoken of before that it acts once more: "2nd act", "another point"."""
    return not clause.own and (
        Phrase.SECOND_ACTION in clause.phrases or _PAYS_MORE.search(clause.text) is not None
    )  # fmt: skip


def buys_check(clause: Clause) -> bool:
    """Return whether a clause says that a Command Point is paid for a check, and not for an activation."""
    paid = _PAID_FOR.search(clause.text) or _BOUGHT.match(clause.text)
    if paid is None and clause.own and not clause.faces:
        paid = BOUGHT.search(clause.text)
    if clause.phrase_set & LETS_ACT or paid is None:
        return False
    if clause.enemy and Phrase.AIM in clause.phrase_set and _BUYS.match(clause.text, paid.end()) is None:
        return False  # "22 CNA on XXXII 1 cp bonus and shot": the point is for the shot
    return bool(clause.phrase_set & _CHECKS) or POSSIBLE_SUPPRESSION.search(clause.text) is not None


def begins_with_payment(clause: Clause) -> bool:
    """Return whether a clause begins with what is bought: "Paid for the tanks' test"."""
    return _BOUGHT.match(clause.text) is not None


def _is_under_chit_of_others(clause: Clause, position: Position) -> bool:
    """Return whether a clause names one unit alone, and the chit in play lets the other side act."""
    alone = len(clause.own) == 1 and not (clause.enemy or clause.hexes or clause.faces)
    return alone and is_others_chit_in_play(position.side(clause.own[0]), position)


def activations(
    clause: Clause, context: LineContext, position: Position
) -> Iterator[Declared]:  # fmt: skip
    """Yield the units that a clause says to be activated by Direct Command, or by a Command Point each.

    Under a chit of the other side nobody is: the point buys the check that is left to the unit.
    """
    paid = Phrase.COMMAND_POINTS in clause.phrase_set or (context.paying and not clause.phrase_set)
    paid = paid or (context.directed and not clause.phrase_set and _FOR.fullmatch(clause.rest) is not None)
    buys = clause.phrase_set == {Phrase.COMMAND_POINTS} and _ONE_PAID.search(clause.text) is not None
    if buys and _is_under_chit_of_others(clause, position):
        yield from (Declared(unit, Declaration.AUTOMATIC_PASS, spoken=True) for unit in clause.own)
    elif Phrase.DIRECT_COMMAND in clause.phrase_set or (paid and not clause.enemy):
        acting = (unit for unit in clause.own if unit != clause.spotter)
        yield from (Declared(unit, Declaration.DIRECT_COMMAND, spoken=True) for unit in acting)
    elif (
        context.directed
        and clause.own
        and (clause.phrase_set & (SHOTS | {Phrase.MOVE, Phrase.RALLY}) or (clause.pays and aims(clause)))
    ):
        together = clause.own if Phrase.ASSAULT in clause.phrase_set else clause.own[:1]
        yield from (Declared(unit, Declaration.DIRECT_COMMAND, spoken=True) for unit in together)
