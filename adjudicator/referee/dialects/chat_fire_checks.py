"""The check that lets a unit take a shot, as players tell it: "the six is enough for 6/2 to fire", "6/2 may fire".

By the rules only Opportunity Fire needs a check of the unit that fires itself.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ...game.position import Position
from .chat_clauses import SPOTTED_FOR, Clause
from .chat_phrases import Phrase
from .chat_results import tells_of_shot
from .chat_vocabulary import WordGroup, any_of

__all__ = [
    "face_of_check_without_name",
    "is_others_chit_in_play",
    "of_check_for_shot",
    "tells_of_check_for_shot",
    "tells_of_no_shot",
]

_TO_FIRE: Final = rf"\s+(?:\w+\s+)?{any_of(WordGroup.TO_FIRE)}\b"
_LETS: Final = any_of(WordGroup.LETS_FIRE, WordGroup.DOES_NOT_LET_FIRE)
_MAY: Final = any_of(WordGroup.MAY_FIRE, WordGroup.MAY_NOT_FIRE)
_CHECK_FOR_SHOT: Final = re.compile(
    rf"\b\d\s+{_LETS}\b(?:{_TO_FIRE}|\s+{any_of(WordGroup.ARTICLES, WordGroup.OWNERS)}{_TO_FIRE})|\b{_MAY}\b",
    re.IGNORECASE,
)
"""What a clause without the names in it says of such a check: "the 6 is enough for      to fire"."""
_WANTS_TO_FIRE: Final = re.compile(rf"(?:\b{any_of(WordGroup.WISHES)}|\s{{3,}}to)\s+(?:fire|shoot)\b", re.IGNORECASE)
"""A check that is announced: "wants to shoot", or "needs a seven to shoot", in which the number is blanked out."""
_NO_SHOT: Final = re.compile(rf"\b{any_of(WordGroup.NO_SHOT_TAKEN)}\b", re.IGNORECASE)
_FACE_ALONE: Final = re.compile(r"\W*\d\W*")
_NOTHING_ELSE: Final = frozenset({
    Phrase.FIRE, Phrase.OPPORTUNITY_FIRE, Phrase.AIM, Phrase.DECLINED, Phrase.SAYS_NOTHING, Phrase.RESULT,
})  # fmt: skip
"""The phrases that the words for such a check may have in them."""


def tells_of_check_for_shot(clause: Clause) -> bool:
    """Return whether a clause says of a unit that it may take a shot, or that it may not."""
    alone = len(clause.own) == 1 and not clause.hexes and set(clause.phrases) <= _NOTHING_ELSE
    return alone and _CHECK_FOR_SHOT.search(clause.rest) is not None


def of_check_for_shot(clause: Clause, before: Clause | None, position: Position) -> Clause:
    """Return a clause that tells the die of such a check as one about Opportunity Fire with this die.

    The die may be told in the clause before: "a nine, so 6/2 has no time to fire". Who needs a spotter may fire by the
    die of somebody else.
    """
    if _wants_to_fire(clause, position):
        return replace(clause, phrases=(Phrase.OPPORTUNITY_FIRE,))
    faces = clause.faces or (before.faces if before is not None and not (before.own or before.enemy) else ())
    if len(faces) != 1:
        return clause
    told = clause.faces or (before is not None and _FACE_ALONE.fullmatch(before.text))
    if told and len(clause.own) == 1 and tells_of_no_shot(clause, clause.own[0], position):
        return replace(clause, faces=faces, phrases=(Phrase.OPPORTUNITY_FIRE,))
    if not tells_of_check_for_shot(clause) or position.game.units[clause.own[0]].symbol in SPOTTED_FOR:
        return clause
    aim = tuple(each for each in clause.phrases if each is Phrase.AIM)
    return replace(clause, faces=faces, phrases=(Phrase.OPPORTUNITY_FIRE, *aim))


def tells_of_no_shot(clause: Clause, unit: str, position: Position) -> bool:
    """Return whether a clause says that a unit whose side does not act takes no shot: "no shot" behind its face."""
    alone = not clause.enemy and not clause.hexes and set(clause.own) <= {unit} and set(clause.phrases) <= _NOTHING_ELSE
    return alone and is_others_chit_in_play(position.side(unit), position) and _NO_SHOT.search(clause.rest) is not None


def face_of_check_without_name(clause: Clause, side: str, position: Position) -> int | None:
    """Return the face of a check for Opportunity Fire of a side, if a clause tells it of no unit: "8 no op fire"."""
    alone = not (clause.own or clause.enemy or clause.hexes) and set(clause.phrases) <= _NOTHING_ELSE
    told = Phrase.OPPORTUNITY_FIRE in clause.phrases or _NO_SHOT.search(clause.rest) is not None
    answers = bool(side) and is_others_chit_in_play(side, position) and not clause.text.endswith("?")
    return clause.face if alone and told and answers and not tells_of_shot(clause) else None


def is_others_chit_in_play(side: str, position: Position) -> bool:
    """Return whether the chit in play is not of a *side*, but of its opponent: what it does is an answer."""
    chit = position.game.chits.get(position.activation.chit)
    return chit is not None and chit.side not in ("", side)


def _wants_to_fire(clause: Clause, position: Position) -> bool:
    """Return whether a unit whose side does not act is said to want a shot, and at nobody else than who acts."""
    others = len(clause.own) == 1 and is_others_chit_in_play(position.side(clause.own[0]), position)
    alone = others and not (clause.enemy or clause.hexes) and set(clause.phrases) <= _NOTHING_ELSE
    return alone and _WANTS_TO_FIRE.search(clause.rest) is not None
