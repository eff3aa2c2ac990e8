"""The sums of ratings that players write out: "5 vs -2, +2 bonus, adjacent = 5", "7 minus 1 for the barrage, so 6".

None of their figures is the face of a die, a rating is no unit, and nobody does what a modifier is for:
"minus 1 for the barrage" is no Indirect Fire.
"""

from __future__ import annotations

import re
from typing import Final

from .chat_vocabulary import WordGroup, any_of, figures

__all__ = ["compares_figures", "is_between_figures", "without_sums"]

_NUMBER: Final = rf"(?:\d{{1,2}}|one|{'|'.join(figures())})(?![\w/]|\.[\w/])"
_SIGN: Final = rf"(?:[+−-]\s?|{any_of(WordGroup.MODIFIERS)}\s+)"
_VERSUS: Final = rf"(?:\s+(?:v|{any_of(WordGroup.TARGET_PREPOSITIONS)})\s*(?:[+−-]\s?)?{_NUMBER})"
_TOTAL_NEXT: Final = rf"(?:=|{any_of(WordGroup.BEFORE_SUM, WordGroup.MODIFIED)}\b)"
_REASON_ENDS: Final = rf"(?=\s*(?:[,;:)=]|\.(?:\s|$)|$|{_SIGN}\d|{_TOTAL_NEXT}\s*(?:an?\s+)?{_NUMBER}))"
_PLACE: Final = r"(?:\s+\d\d\.\d\d)?"
_TIME: Final = rf"(?:\s+{any_of(WordGroup.REASONS)}\s+\d{{4}}(?![\w./]))"
_REASON: Final = (
    rf"(?:\s+(?:{any_of(WordGroup.REASONS)}\s+)?(?!{any_of(WordGroup.ROLL_REPORTS, WordGroup.COMMAND_POINTS)}\b)"
    rf"[^\W\d_]+(?:[\s-]+[^\W\d_]+(?![\w/]|\.\w)){{0,4}}?{_PLACE}{_REASON_ENDS}|{_TIME})"
)
"""What a modifier is for: "cohesion", "for the mines in 20.18", "because they are suppressed"."""
_POINTS: Final = rf"\s+{any_of(WordGroup.COMMAND_POINTS, WordGroup.OTHER_POINTS)}\b"
_TERM: Final = rf"(?:[\s,]*(?:and\s+)?{_SIGN}{_NUMBER}(?!{_POINTS}){_REASON}?)"
_ASIDE: Final = r"(?:,\s*[^\W\d_]+(?:\s+[^\W\d_]+){0,2}(?=\s*[,=]))"
"""What makes no difference to a rating: "adjacent", "next door"."""
_TOTAL: Final = (
    rf"(?:[\s,]*{_TOTAL_NEXT}\s*(?:an?\s+)?(?P<total>{_NUMBER})"
    rf"|,\s*(?P<sum>{_NUMBER})(?=\s*(?:[.;!?]|$))|,\s*an?\s+(?P<made>\d{{1,2}})(?=\s*(?:[,.;!?]|$)))"
)
_SUM: Final = re.compile(
    rf"(?<![\w./+−-])(?P<rating>{_NUMBER})"
    rf"(?P<terms>{_VERSUS}?(?:{_TERM}(?:{_ASIDE}(?={_TERM}))?)*){_ASIDE}?{_TOTAL}?",
    re.IGNORECASE,
)
_ADDED: Final = re.compile(
    rf"(?<![\w./+−-])(?P<rating>\d{{1,2}})\s+{any_of(WordGroup.NAME_CONNECTIVES)}\s+(?P<more>\d{{1,2}})"
    rf"\s+{any_of(WordGroup.REASONS)}\s[^\d;!?]*{_TOTAL}",
    re.IGNORECASE,
)
"""A modifier that is added without a sign, with what the sum makes: "6 and 1 for the fort, so 7"."""
_SIGNED: Final = re.compile(_SIGN + _NUMBER, re.IGNORECASE)
_SIGNED_FIGURE: Final = re.compile(r"[+−-]\s?\d{1,2}")
_WHOLE: Final = re.compile(r"[+−-]?\s?\d{1,2}")
_MINUS_SIGNS: Final = re.compile(r"[−-]\s?")
_POINTS_EARNED: Final = re.compile(
    rf"\d\s*\+\s*\d\s*=\s*(?P<earned>\d)[\s,;]+(?P<stock>\d{{1,2}})\s+{any_of(WordGroup.COMMAND_POINTS)}\b",
    re.IGNORECASE,
)
"""What a roll for Command Points has brought, and how many there are then: "3+3 = 6, 9 cp"."""
_OF_DIE: Final = re.compile(rf"\d\s*{_TOTAL_NEXT}\s*$", re.IGNORECASE)
"""What stands before a number that was made of a die already: "7 = 4, +3"."""
_SPOKEN_OF: Final = re.compile(rf"\b{any_of(WordGroup.ARTICLES)}\s+$", re.IGNORECASE)
_FIGURE_BEFORE: Final = re.compile(r"(?<![\w./+−-])\d\s*$")
_FIGURE_BEHIND: Final = re.compile(r"\s*[+−-]?\d{1,2}(?![\w./])")
_REST_OF_COMPARISON: Final = re.compile(rf"\s+(?:v|{any_of(WordGroup.COMPARED_WITH)})\s+[+−-]?\d{{1,2}}(?![\w./])")


_ON_RATING: Final = re.compile(
    rf"(?<![\w./+−-])\d"
    rf"(?P<rating>\s+{any_of(WordGroup.COMPARED_WITH, WordGroup.TARGET_PREPOSITIONS)}\s+[+−-]?\d{{1,2}})(?=\s*=)",
    re.IGNORECASE,
)
"""A die with the rating that it was rolled against, and what came of it: "2 on 3 = S?"."""


def without_sums(text: str) -> str:
    """Return a text without the sums of ratings, as blanks; the sums of points remain, and so do dice."""
    text = _ON_RATING.sub(lambda found: found[0][0] + " " * len(found["rating"]), text)
    return _SUM.sub(_blank, _ADDED.sub(_blank_if_it_adds_up, text))


def _blank_if_it_adds_up(found: re.Match[str]) -> str:
    total = found["total"] or found["sum"] or found["made"]
    return " " * len(found[0]) if str(int(found["rating"]) + int(found["more"])) == total else found[0]


def _blank(found: re.Match[str]) -> str:
    """Return blanks for a sum of at least one signed number; other figures, and what a die makes, as they are.

    A number that is spoken of before is a die: "bonus with the 4, plus two".
    """
    before, rating = found.string[: found.start()], found["rating"]
    earned = _POINTS_EARNED.match(found.string, found.start())
    earns = earned is not None and int(earned["stock"]) >= int(earned["earned"])
    if earns or _SIGNED.search(found["terms"]) is None or _OF_DIE.search(before):
        return found[0]
    if _SPOKEN_OF.search(before):
        return rating + " " * (len(found[0]) - len(rating))
    end = found.end("terms") if found["made"] and not _adds_up(found) else found.end()
    return " " * (end - found.start()) + found.string[end : found.end()]


def _adds_up(found: re.Match[str]) -> bool:
    """Return whether the figures of a sum make the number with an article behind it, which may be a die as well."""
    figures_of_sum = [found["rating"], *_SIGNED_FIGURE.findall(found["terms"])]
    made = sum(int(_MINUS_SIGNS.sub("-", each)) for each in figures_of_sum if _WHOLE.fullmatch(each))
    return made == int(found["made"])


def compares_figures(text: str, start: int, end: int) -> bool:
    """Return whether what stands there is a figure that another one is compared with, and no unit: "8 vs 7"."""
    return text[start:end].isdigit() and _REST_OF_COMPARISON.match(text, end) is not None


def is_between_figures(text: str, start: int, end: int) -> bool:
    """Return whether a word stands between two figures that it compares: "against" in "7 against 5"."""
    return _FIGURE_BEFORE.search(text[:start]) is not None and _FIGURE_BEHIND.match(text, end) is not None
