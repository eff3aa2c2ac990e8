"""The rolls of an audit file worked out again from their own figures: sums, and the results that the dice give.

This takes no position, so it holds for what was made without them and for actions that cannot be judged again. Which
modifiers apply is not known here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ..audit_file.chain import Basis, Fault
from ..game.play import CHECKS, RollPurpose
from ..rules.rule_book import RuleBook
from ..rules.series.checks import passing_faces
from ..rules.series.fire_sums import shot_results

__all__ = ["roll_faults"]

_LIMITS: Final = "fire-rating-limits"


def roll_faults(document: Mapping[str, Any], book: RuleBook) -> Iterator[Fault]:
    """Yield where a roll of an audit file, which follows its schema, has a sum or a result that its figures deny."""
    for place, entry in enumerate(document["entries"], 1):
        for roll in entry["resolutions"]:
            total = roll["base"] + sum(each["value"] for each in roll["modifiers"])
            if roll["purpose"] in CHECKS:
                problems = _check_problems(roll, total, book)
            elif roll["purpose"] == RollPurpose.FIRE:
                problems = _shot_problems(roll, total, book)
            else:
                continue
            yield from (Fault("replay", place, text, Basis.ANYTHING) for text in problems)


def _check_problems(roll: Mapping[str, Any], total: int, book: RuleBook) -> Iterator[str]:
    to_die = sum(each["value"] for each in roll["die_modifiers"])
    if roll["rating"] != total:
        yield "the rating of a check is not its sum"
    is_passed = roll["roll"] is None or passing_faces(book, roll["rating"], to_die)[roll["roll"]]
    if roll["result"] != ("pass" if is_passed else "fail"):
        yield f"a check with the die {roll['roll']} has another result"


def _shot_problems(roll: Mapping[str, Any], total: int, book: RuleBook) -> Iterator[str]:
    least, most = (book.number(_LIMITS, key) for key in ("lowest-rating", "highest-rating"))
    if roll["rating"] != max(least, min(most, total)):
        yield "the rating of a shot is not its sum"
    colour, _, section = (roll["line"] or "").partition(", ")
    if (section, colour) not in book.combat_results:
        yield "a shot is looked up in a line that the Combat Results Table does not have"
    elif roll["roll"] is None or roll["result"] != shot_results(book, section, colour, roll["rating"])[roll["roll"]]:
        yield f"a shot with the die {roll['roll']} has another result"
