"""The dice of a page: how often each face came up, how likely that is with fair dice, and what it means in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from ...audit.dice_statistics import DieReport, SignificanceTest
from ..audit_text import die_row
from .charts import face_chart
from .markup import Html, join, table, tag
from .page_model import Section

__all__ = ["chance_words", "dice_sections", "die_article"]

_MAX_COLUMNS: Final = 120
"""The greatest number of faces or totals that a chart shows."""
_MEANING: Final = (
    "Each die is tested exactly: the sum of its results, the count of each face and, where the order is known, how "
    "often a result repeats the one before. The chance beside a test says how often fair dice stray that far or "
    "farther. With so many tests in a report, something unlikely is always found, so a test is called remarkable only "
    "if its chance is below its limit. The limits are chosen so that fair dice give a false alarm in at most 1 of "
    "1,000 reports. Remarkable dice are something to ask the player about; they prove nothing."
)


def dice_sections(logs: Mapping[str, Sequence[DieReport]]) -> tuple[Section, ...]:
    """Return the section on the dice, log by log; none if there are none. A log alone, or all together, has no name."""
    parts: list[Html] = []
    for name, reports in logs.items():
        if not reports:
            continue
        parts += [tag("h3", name)] if name else []
        parts.append(tag("div", *(die_article(each, "h4" if name else "h3") for each in reports), class_="abreast"))
    return (Section("dice", "Dice", join([tag("p", _MEANING), *parts])),) if parts else ()


def die_article(report: DieReport, heading: str) -> Html:
    """Return what a player rolled with one kind of die, under a heading of that level."""
    player, die, figures, verdict = die_row(report)
    name = f"{player}: {die}"
    parts = [tag(heading, name), tag("p", f"{figures}. ", tag("b", f"{verdict[:1].upper()}{verdict[1:]}."))]
    if report.rolls and len(report.counts) <= _MAX_COLUMNS:
        expected = report.rolls / len(report.counts) if report.dice == 1 else None
        said = "; the dashed line is what fair dice give on average" if expected is not None else ""
        parts.append(face_chart(f"How often each result came up{said}", report.counts, expected))
    rows = [_test_row(test) for test in report.tests]
    tests = table(f"The tests of {name}", ("Test", "Found", "Expected", "Chance", "Limit", "In words"), rows, "figures")
    parts.append(tag("details", tag("summary", "The tests"), tests, class_="dice-tests"))
    return tag("article", *parts)


def _test_row(test: SignificanceTest) -> tuple[str, ...]:
    chance = f"{float(test.p_value):.2g}"
    limit = f"{float(test.threshold):.1g}"
    return (
        test.name, str(test.observed), f"{float(test.expected):.1f}", chance, limit,
        f"{_VERDICTS[test.verdict]}: {chance_words(test.p_value)}",
    )  # fmt: skip


_VERDICTS: Final = {
    "remarkable": "remarkable",
    "unremarkable": "nothing unusual",
    "too few rolls": "too few rolls",
}


def chance_words(chance: Fraction) -> str:
    """Return how often fair dice do something, so that everybody can picture it."""
    if chance >= Fraction(995, 1000):
        return "fair dice always stray this far"
    if chance >= Fraction(1, 100):
        return f"fair dice stray this far in {round(chance * 100)} of 100 games"
    if not chance:
        return "fair dice never do this"
    return f"fair dice stray this far in 1 of {round(1 / chance):,} games"
