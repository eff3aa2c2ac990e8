"""The faces of dice that the clauses of a chat line report, and the rolls of the line that they belong to."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from ...game.action_words import Declaration
from ...game.play import RollPurpose
from ..events import Declared, RollNamed
from .chat_clauses import Clause, with_figures
from .chat_faces import OWN_ROLLS, SHOTS, SHOTS_DECLARED, WORKS, ReportedFace, with_faces
from .chat_phrases import Phrase
from .chat_results import tells_of_shot
from .chat_vocabulary import WordGroup, any_of

__all__ = ["faces_reported", "is_bare", "with_face_before", "with_reported_faces"]

_BARE_FACE: Final = re.compile(
    rf"(?:{any_of(WordGroup.CONNECTIVES)}\s+)?(?:{any_of(WordGroup.BEFORE_FACE)}\s+)?(?:{any_of(WordGroup.ARTICLES)}\s+)?\d"
    rf"(?:\s+{any_of(WordGroup.AFTER_FACE)})?[\s.!?]*",
    re.IGNORECASE,
)
"""A clause that is a face and no more than a sigh: "9 of course", "then a 9"."""
_CHECKED: Final = re.compile(rf"\b{any_of(WordGroup.CHECK_OUTCOMES)}\b", re.IGNORECASE)
"""What is said of a check and of no shot: "7 is too much"."""
_SHOT: Final = re.compile(rf"\b{any_of(WordGroup.FIRE_NOUNS)}[\s:]*\d(?!\w)", re.IGNORECASE)
"""The die of the shot spoken of: "shot 5"."""
_SPOTTING: Final = re.compile(rf"\b{any_of(WordGroup.SPOTTING)}", re.IGNORECASE)
_ROLLED: Final = frozenset(
    each.declaration for each in (*SHOTS, *OWN_ROLLS, *WORKS, Phrase.COMPANY_BONUS_CHECK, Phrase.SPOTTER)
)
"""The declarations with a die."""
_CHECKS_NAMED: Final = frozenset({RollPurpose.OPEN, RollPurpose.COMPANY_BONUS, RollPurpose.OPPORTUNITY})
"""The checks that are named without a unit."""
_BEGIN: Final = frozenset(each.declaration for each in (*SHOTS, *WORKS, Phrase.RALLY))
"""The declarations that begin an action with dice."""


def with_face_before(
    told: list[Declared | RollNamed], reported: list[ReportedFace], before: Clause | None
) -> tuple[list[Declared | RollNamed], list[ReportedFace]]:
    """Return what a clause declares, and the faces reported before it: "1, converted" is one roll in two clauses."""
    bare = before is not None and is_bare(before)
    first = told[0] if len(told) == 1 else None
    if not (bare and reported and isinstance(first, RollNamed) and first.face is None):
        return told, reported
    return [replace(first, face=reported[-1].face)], reported[:-1]


def is_bare(clause: Clause) -> bool:
    """Return whether a clause is a face and no more than a sigh."""
    return clause.face is not None and _BARE_FACE.fullmatch(with_figures(clause.text)) is not None


def faces_reported(
    clause: Clause, known: Sequence[ReportedFace], before: Clause | None, events: Sequence[Declared | RollNamed] = ()
) -> list[ReportedFace]:
    """Return the faces reported so far with that of a clause ("3 is a C", "9 of course"), or with what it says of them.

    "4, spotted" and "4, ok" are two clauses: a face, and the check that it was rolled for; "no spot, 9" are, too. Right
    behind the face of a check that a shot begins with, the shot's is reported in whatever words: "M/2 on 1/VIII, L/2
    spots, 3, bombs 2".
    """
    spots = Phrase.SPOTTER in clause.phrases or _SPOTTING.search(clause.text) is not None
    if before is not None and before.face is None and Phrase.RESULT in before.phrases and is_bare(clause):
        spots = spots or _SPOTTING.search(before.text) is not None
    of_check = _CHECKED.search(clause.text) is not None
    if clause.own or clause.enemy:
        return [*known]
    without_bonus = _has_no_bonus(clause)
    of_shot = _SHOT.search(with_figures(clause.text)) is not None
    if clause.face is not None and (
        Phrase.RESULT in clause.phrases or spots or of_check or is_bare(clause) or clause.tells_roll or of_shot
        or without_bonus or _is_behind_check(known, before, events)
        or (tells_of_shot(clause) and before is not None and _has_no_bonus(before))
    ):  # fmt: skip
        return [*known, ReportedFace(clause.face, spots, of_check, of_shot or tells_of_shot(clause))]
    if (spots or of_check) and known and clause.face is None:
        last = known[-1]
        return [*known[:-1], replace(last, of_spotting=spots or last.of_spotting, of_check=of_check or last.of_check)]
    return [*known]


def _is_behind_check(
    known: Sequence[ReportedFace], before: Clause | None, events: Sequence[Declared | RollNamed]
) -> bool:
    """Return whether a lone face was reported right before, and a shot has a check and a die of its own to report."""
    awaited = any(_is_part_of_shot(each) and each.face is None for each in events)
    return awaited and bool(known) and before is not None and is_bare(before)


def _has_no_bonus(clause: Clause) -> bool:
    """Return whether a clause says that there is no Company Bonus, and nothing else: "no bonus (8)"."""
    return clause.phrases == (Phrase.WITHOUT_COMPANY_BONUS,)


def with_reported_faces(
    events: Sequence[Declared | RollNamed], reported: Sequence[ReportedFace]
) -> list[Declared | RollNamed]:
    """Return what a line declares with the faces that it reports of its rolls.

    A lone face is that of the check that was mentioned last, or of the action. The face of a check is no shot's: it may
    be that of a check in one, or of the action that the shot interrupts. The face of a shot is no check's and no
    rally's: "tq ok, 2 is an S", "bonus, 2 is an S", "L/2 at 1/VIII and 7/2 rallies. The 2 is an S".
    """
    shots = bool(reported) and all(each.of_shot for each in reported)
    rolls = [
        at for at, each in enumerate(events)
        if each.face is None and _has_die(each) and not (shots and _is_no_shot(each))
    ]  # fmt: skip
    begun = max((at for at in rolls if _begins(events[at])), default=0)
    checks = [each for each in reported if each.of_check and not each.of_spotting]
    in_order = [at for at in rolls if at >= begun and not (_begins(events[at]) and _is_shot(events[at]))]
    told_last = bool(rolls) and rolls[-1] == len(events) - 1 in in_order
    if (
        len(reported) == 1
        and told_last
        and not reported[0].of_spotting
        and (checks or not _is_part_of_shot(events[-1]))
    ):
        return _with_check_faces(events, {rolls[-1]: reported[0].face})
    if not rolls or not checks:
        return with_faces(events, [at for at in rolls if at >= begun] if len(reported) == 1 else rolls, reported)
    parts = [at for at in in_order if _is_part_of_shot(events[at])]
    told = _with_check_faces(events, dict(zip(parts, [each.face for each in checks], strict=False)))
    told = with_faces(
        told, [at for at in rolls if told[at].face is None], [each for each in reported if each not in checks]
    )
    return [*told, *(RollNamed(RollPurpose.OPEN, each.face) for each in checks[len(parts) :])]


def _with_check_faces(
    events: Sequence[Declared | RollNamed], faces: Mapping[int, int]
) -> list[Declared | RollNamed]:  # fmt: skip
    return [replace(each, face=faces[at]) if at in faces else each for at, each in enumerate(events)]


def _is_shot(event: Declared | RollNamed) -> bool:
    return isinstance(event, Declared) and event.action in SHOTS_DECLARED


def _is_no_shot(event: Declared | RollNamed) -> bool:
    """Return whether what is declared is a roll that has no result of the fire table."""
    rallies = isinstance(event, Declared) and event.action is Declaration.RALLY
    return rallies or _is_check(event) or _is_part_of_shot(event)


def _is_check(event: Declared | RollNamed) -> bool:
    return isinstance(event, RollNamed) and event.purpose in _CHECKS_NAMED


def _is_part_of_shot(event: Declared | RollNamed) -> bool:
    """Return whether what is declared is a check that a shot begins with."""
    return isinstance(event, Declared) and event.action in (Declaration.SPOTTER, Declaration.COMPANY_BONUS_CHECK)


def _begins(event: Declared | RollNamed) -> bool:
    """Return whether an action with dice begins with what is declared."""
    return isinstance(event, Declared) and event.action in _BEGIN


def _has_die(event: Declared | RollNamed) -> bool:
    """Return whether a line may report a die of what it declares: not of a roll that is told by what it brought."""
    return event.brought is None if isinstance(event, RollNamed) else event.action in _ROLLED
