"""The slips of players and their levels, read from ``slips.toml``: what an account of a log may be charged with."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum, unique
from functools import cache
from importlib.resources import files
from typing import Final

from jsonschema import Draft202012Validator

from ...schemas import load_json_schema

__all__ = [
    "SHOWN_BY_TABLE",
    "Level",
    "Slip",
    "SlipRow",
    "Slips",
    "cost_of",
    "cost_of_level",
    "is_doubt_only",
    "level_of",
    "row_of",
    "worst_level",
]


class Level(IntEnum):
    """The frequency of a slip, from the commonest to what nobody does."""

    EVERY_DAY = 0
    COMMON = 1
    UNUSUAL = 2
    RARE = 3
    STRANGE = 4
    NEVER = 5


@unique
class Slip(StrEnum):
    """The slips, each a row of ``slips.toml``."""

    DIE_LEFT_OVER = "die-left-over"
    DIE_SKIPPED = "die-skipped"
    DIE_SKIPPED_AS_ANNOUNCED = "die-skipped-as-announced"
    DIE_OF_EARLIER_MAIL_SKIPPED = "die-of-earlier-mail-skipped"
    ANNOUNCED_DIE_PASSED_OVER = "announced-die-passed-over"
    POINTS_ROLLED_LATE = "points-rolled-late"
    DICE_REVERSED = "dice-reversed"
    DIE_AFTER_THE_END = "die-after-the-end"
    DIE_ROLLED_BY_THE_OTHER_SIDE = "die-rolled-by-the-other-side"
    DIE_OF_THE_TURN_ROLLED_BY_THE_OTHER_SIDE = "die-of-the-turn-rolled-by-the-other-side"
    ONLY_DIE_OF_THE_TURN_EXCHANGED = "only-die-of-the-turn-exchanged"
    DIE_ANNOUNCED_FOR_ANOTHER_UNIT = "die-announced-for-another-unit"
    DIE_OF_ANOTHER_FIRER = "die-of-another-firer"
    DIE_ANNOUNCED_FOR_ANOTHER_ROLL = "die-announced-for-another-roll"
    DIE_NAMED_FOR_ANOTHER_ROLL = "die-named-for-another-roll"
    SINGLE_DIE_AFTER_FAILED_CHECK = "single-die-after-failed-check"
    DIE_WITHIN_ANNOUNCED_SHOT = "die-within-announced-shot"
    WORDS_AFTER_THE_DIE = "words-after-the-die"
    STRAY_DIE = "stray-die"
    DIE_OF_UNKNOWN_PAST = "die-of-unknown-past"
    BEGUN_BEFORE_FIRST_FILE = "begun-before-first-file"
    STRAY_DIE_PERHAPS_FOR_NEXT = "stray-die-perhaps-for-next"
    ANNOUNCED_DIE_UNUSED = "announced-die-unused"
    LABELLED_DIE_UNUSED = "labelled-die-unused"
    DIE_OF_A_HIT_UNUSED = "die-of-a-hit-unused"
    ROLL_LEFT_OUT = "roll-left-out"
    ROLL_LEFT_OUT_AGAIN = "roll-left-out-again"
    ROLL_LEFT_OUT_BESIDE_DICE = "roll-left-out-beside-dice"
    ANNOUNCED_ROLL_LEFT_OUT = "announced-roll-left-out"
    FAILED_CHECK_IGNORED = "failed-check-ignored"
    ROLL_LEFT_TO_THE_OTHER_SIDE = "roll-left-to-the-other-side"
    ACTION_UNFINISHED = "action-unfinished"
    ROLL_LEFT_TO_THE_OTHER_SIDE_IN_PASSING = "roll-left-to-the-other-side-in-passing"
    ANSWER_DELAYED = "answer-delayed"
    ACTED_BEFORE_ITS_CHECK = "acted-before-its-check"
    ANNOUNCED_ANSWER_IGNORED = "announced-answer-ignored"
    POINT_PAID_SILENTLY = "point-paid-silently"
    POINT_PAID_ON_THE_TRACK = "point-paid-on-the-track"
    POINT_SAID_TOO_EARLY = "point-said-too-early"
    UNANNOUNCED_OPPORTUNITY_FIRE = "unannounced-opportunity-fire"
    UNANNOUNCED_OPPORTUNITY_FIRE_BESIDE_OTHERS = "unannounced-opportunity-fire-beside-others"
    OPPORTUNITY_FIRE_ANNOUNCED_EARLY = "opportunity-fire-announced-early"
    OPPORTUNITY_FIRE_ANNOUNCED_LATE = "opportunity-fire-announced-late"
    OPPORTUNITY_FIRE_OF_A_LATER_STEP = "opportunity-fire-of-a-later-step"
    ANNOUNCED_ROLL_NOT_MADE = "announced-roll-not-made"
    OPTIONAL_ROLL_UNANNOUNCED = "optional-roll-unannounced"
    ANNOUNCEMENT_UNUSED = "announcement-unused"
    COUNTER_ELSEWHERE = "counter-elsewhere"
    GONE_PAST_AN_OPEN_ROLL = "gone-past-an-open-roll"
    MARKER_WRONG = "marker-wrong"
    MARKER_LATE = "marker-late"
    RESULT_LEFT_TO_ITS_OWNER = "result-left-to-its-owner"
    POINTS_WRONG = "points-wrong"
    BARRAGE_WRONG = "barrage-wrong"
    BARRAGE_FOR_NOTHING = "barrage-for-nothing"
    MINEFIELD_WRONG = "minefield-wrong"
    CONDITION_WRONG = "condition-wrong"
    RESULT_TOLD_OTHERWISE = "result-told-otherwise"
    RULE_BROKEN = "rule-broken"
    UNNAMED_CHOICE = "unnamed-choice"
    COMPANY_BONUS_NOT_TRIED = "company-bonus-not-tried"
    UNANNOUNCED_COMPANY_BONUS = "unannounced-company-bonus"
    CHANGE_TRIED_WITHOUT_A_WORD = "change-tried-without-a-word"
    CHANGE_OF_LOST_UNIT_NOT_MARKED = "change-of-lost-unit-not-marked"
    HEX_ENTERED_WITHOUT_A_DRAG = "hex-entered-without-a-drag"
    ANNOUNCED_HEX_WITHOUT_A_DRAG = "announced-hex-without-a-drag"
    DRAG_WAITS_FOR_ANSWER = "drag-waits-for-answer"
    DRAG_TAKEN_BACK = "drag-taken-back"
    OTHER_PATH = "other-path"
    FIRE_ANSWERED_LATER = "fire-answered-later"
    EARLIER_FACT_ASSUMED = "earlier-fact-assumed"
    PAYMENT_MARKED_LATE = "payment-marked-late"
    PAID_FOR_NOTHING = "paid-for-nothing"
    PAYMENT_NOT_MARKED = "payment-not-marked"
    ACTION_NOT_READ = "action-not-read"


SHOWN_BY_TABLE: Final = frozenset({Slip.MARKER_WRONG, Slip.COUNTER_ELSEWHERE, Slip.BARRAGE_FOR_NOTHING})
"""The slips of what is wrong on the table by an account: somebody put it there."""


Slips = tuple[Slip, ...]
"""The slips of an account, or of a part of it, in the order in which they were met."""


@dataclass(frozen=True, slots=True)
class SlipRow:
    """One row of ``slips.toml``."""

    slip: Slip
    level: Level
    text: str
    """The slip in words for players: a sentence without a capital and a full stop."""
    why: str
    """The reason for its level."""
    against_words: bool = False
    """True if an account that needs the slip does not explain all that was said."""
    doubt_only: bool = False
    """True if an account that needs the slip is never taken for what was done, and only makes another one doubtful."""
    unsettles_mail: bool = False
    """True if the slip makes doubtful how the other dice of the same mail were shared out."""


@dataclass(frozen=True, slots=True)
class _Table:
    rows: Mapping[Slip, SlipRow]
    weights: Mapping[Level, float]
    costs: Mapping[Slip, float]


_SCHEMA: Final = "slips.schema.json"


@cache
def _table() -> _Table:
    """Return the table that comes with the program. Raises ValueError if a row is missing, or no slip of the enum."""
    document = tomllib.loads(files(__package__).joinpath("slips.toml").read_text(encoding="utf-8"))
    Draft202012Validator(load_json_schema(_SCHEMA)).validate(document)
    names = {level.name.casefold().replace("_", "-"): level for level in Level}
    weights = {names[name]: float(weight) for name, weight in document["levels"].items()}
    rows = {
        Slip(row["id"]): SlipRow(
            Slip(row["id"]),
            names[row["level"]],
            row["text"],
            row["why"],
            row.get("against_words", False),
            row.get("doubt_only", False),
            row.get("unsettles_mail", False),
        )
        for row in document["slip"]
    }
    if missing := set(Slip) - rows.keys():
        raise ValueError(f"slips.toml has no row for {', '.join(sorted(missing))}")
    return _Table(rows, weights, {slip: weights[row.level] for slip, row in rows.items()})


def row_of(slip: Slip) -> SlipRow:
    """Return the row of a slip."""
    return _table().rows[slip]


def level_of(slip: Slip) -> Level:
    """Return the level of a slip."""
    return _table().rows[slip].level


def is_doubt_only(slips: Iterable[Slip]) -> bool:
    """Return whether an account with some slips can only make another one doubtful."""
    return any(_table().rows[slip].doubt_only for slip in slips)


def cost_of(slips: Iterable[Slip]) -> float:
    """Return the summed weight of some slips."""
    return sum(map(_table().costs.__getitem__, slips))


def cost_of_level(level: Level) -> float:
    """Return the weight of a level."""
    return _table().weights[level]


def worst_level(slips: Iterable[Slip]) -> Level:
    """Return the worst level among some slips; an account without any is of the every-day level."""
    return max((level_of(slip) for slip in slips), default=Level.EVERY_DAY)
