"""Claims of players about a shot besides rolling for it: its rating, its line of the table, its result."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ...game.play import RollPurpose
from ...rules.ruling import Finding, Resolution
from ..events import Declared, Said
from ..finding_names import FindingName
from ..segments.segment import Segment
from .game_findings import finding

__all__ = ["claim_findings"]

_RATING: Final = re.compile(
    r"\b(?:fire )?(?:rating|fr)[ :=]+(\d{1,2}\b(?:[ ]?[+-][ ]?\d{1,2}\b)*)(?:[ ]?=[ ]?(\d{1,2})\b)?", re.IGNORECASE
)
"""A rating, or the sum that brings it: "FR 3", "rating 5-2", "FR 5 - 2 = 3"."""
_LINE: Final = re.compile(
    r"\b(?:(?:line|column|colour|color)[ :=]+(\w+)|(\w+) (?:line|column))\b|\b(unarmou?red|armou?red)\b", re.IGNORECASE
)
_RESULT: Final = re.compile(r"\bresult[ :=]+(miss|C|S\?|S|1|E)(?![\w?])", re.IGNORECASE)
_COLOURS: Final = frozenset({"white", "pink", "purple", "blue", "yellow", "green", "orange"})


def claim_findings(segment: Segment, resolutions: tuple[Resolution, ...]) -> Iterator[Finding]:
    """Yield the wrong claims about the shots of an action; each shot is compared with what its firer said."""
    shots = [each for each in resolutions if each.purpose == RollPurpose.FIRE]
    for shot in shots:
        texts = [each.rest for each in segment.events if isinstance(each, Declared) and each.unit == shot.unit]
        if len(shots) == 1:
            texts += [each.text for each in segment.events if isinstance(each, Said)]
        said = " ; ".join(texts)
        yield from _rating(said, shot)
        yield from _line(said, shot)
        yield from _result(said, shot)


def _rating(said: str, shot: Resolution) -> Iterator[Finding]:
    found = _RATING.search(said)
    rating = _claimed(found) if found else shot.rating
    if rating != shot.rating:
        parts = [str(shot.base), *(f"{each.value:+d} {each.title}" for each in shot.modifiers)]
        yield finding(FindingName.DECLARED_RATING_WRONG, said=rating, rating=shot.rating, sum=", ".join(parts))


def _claimed(found: re.Match[str]) -> int:
    """Return the rating that a player claims: what his sum comes to by his own words, or the sum itself."""
    return int(found[2]) if found[2] else sum(int(each) for each in re.findall(r"[+-]?\d+", found[1].replace(" ", "")))


def _line(said: str, shot: Resolution) -> Iterator[Finding]:
    known = shot.line.casefold().replace("unarmored", "unarmoured")
    words = {word for groups in _LINE.findall(said) for word in groups if word}
    for word in sorted(words):
        spelled = word.casefold().replace("armored", "armoured")
        is_line = spelled in _COLOURS or spelled.endswith("armoured")
        if is_line and spelled not in re.findall(r"\w+", known):
            yield finding(FindingName.DECLARED_LINE_WRONG, said=spelled, line=shot.line)


def _result(said: str, shot: Resolution) -> Iterator[Finding]:
    found = _RESULT.search(said)
    if found and found[1].casefold() != shot.result.casefold():
        yield finding(
            FindingName.DECLARED_RESULT_WRONG, said=found[1], die=shot.die, rating=shot.rating, result=shot.result
        )
