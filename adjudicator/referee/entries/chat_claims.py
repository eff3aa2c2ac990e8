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

_RATING: Final = re.compile(r"\b(?:fire )?(?:rating|fr)[ :=]+(?P<sum>\d[^;!?\n]*)", re.IGNORECASE)
"""A rating, or the sum that brings it, with what stands between its figures: "FR 5 - 2 = 3", "rating 5 (walls) -2"."""
_REMARK: Final = re.compile(r"\([^()]*\)")
_FULL_STOP: Final = re.compile(r"\.(?:\s|$)")
_COMES_TO: Final = re.compile(r"=\s*(\d{1,2})\b(?!\s*[+-])")
_SUM_ALONE: Final = re.compile(r"\d{1,2}\b(?:\s?[+-]\s?\d{1,2}\b)*")
_MORE_OF_SUM: Final = re.compile(r"[+-]\s?\d")
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
    rating = _claimed(found["sum"]) if found else None
    if rating not in (None, shot.rating):
        parts = [str(shot.base), *(f"{each.value:+d} {each.title}" for each in shot.modifiers)]
        yield finding(FindingName.DECLARED_RATING_WRONG, said=rating, rating=shot.rating, sum=", ".join(parts))


def _claimed(said: str) -> int | None:
    """Return the rating that a player claims: what his sum comes to by his own words, or the sum itself.

    A sum that words break up, and of which he does not say what it comes to, is no claim.
    """
    text = _FULL_STOP.split(_REMARK.sub(" ", said), maxsplit=1)[0]
    if comes_to := _COMES_TO.search(text.partition(",")[0]):
        return int(comes_to[1])
    figures = _SUM_ALONE.match(text)
    if figures is None or _MORE_OF_SUM.search(text, figures.end()):
        return None
    return sum(int(each) for each in re.findall(r"[+-]?\d+", re.sub(r"\s", "", figures[0])))


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
