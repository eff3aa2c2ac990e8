"""The names of the referee's own findings; each is a row of ``entries/game_findings.toml``."""

from __future__ import annotations

from enum import StrEnum, unique

__all__ = ["FindingName"]


@unique
class FindingName(StrEnum):
    """The name of a finding, by which outputs and files know it."""

    ROLL_LEFT_OUT = "roll-left-out"
    FAILED_CHECK_IGNORED = "failed-check-ignored"
    DICE_NOT_UNDERSTOOD = "dice-not-understood"
    DIE_TOLD_OF_UNUSED = "die-told-of-unused"
    RESULT_NOT_TOLD = "result-not-told"
    MARKER_NOT_EXPLAINED = "marker-not-explained"
    RESULT_NOT_APPLIED = "result-not-applied"
    CHANGE_NOT_EXPLAINED = "change-not-explained"
    CHANGED_BETWEEN_FILES = "changed-between-files"
    ACTION_NOT_UNDERSTOOD = "action-not-understood"
    SET_UP_OUTSIDE = "set-up-outside"
    SET_UP_OR_MOVE = "set-up-or-move"
    ARRIVES_ELSEWHERE = "arrives-elsewhere"
    ARRIVES_TOO_EARLY = "arrives-too-early"
    NO_REINFORCEMENT = "no-reinforcement"
    DECLARED_RATING_WRONG = "declared-rating-wrong"
    DECLARED_LINE_WRONG = "declared-line-wrong"
    DECLARED_RESULT_WRONG = "declared-result-wrong"
    TOLD_RESULT_WRONG = "told-result-wrong"
    LEADER_MOVED_ALONE = "leader-moved-alone"
    COUNTER_ADDED = "counter-added"
    OPPORTUNITY_FIRE_NOT_DUE = "opportunity-fire-not-due"
    CHIT_DRAWN_AGAIN = "chit-drawn-again"
    ACTIVATION_IN_DOUBT = "activation-in-doubt"
    FACT_MISSING = "fact-missing"
    REPORT_NOT_UNDERSTOOD = "report-not-understood"
    DECLARED_MODIFIER_MISSING = "declared-modifier-missing"
    DECLARED_MODIFIER_NOT_DUE = "declared-modifier-not-due"
    DECLARED_MODIFIER_VALUE = "declared-modifier-value"
    DECLARED_MODIFIER_UNKNOWN = "declared-modifier-unknown"
    DECLARED_BASE_WRONG = "declared-base-wrong"
    DECLARED_SUM_WRONG = "declared-sum-wrong"
    DECLARED_LINE_OPEN = "declared-line-open"
    DECLARED_RANGE_OPEN = "declared-range-open"
    MODIFIERS_IGNORED = "modifiers-ignored"
