"""Shots of the siege by plain facts, as the cases write them down."""

from __future__ import annotations

from typing import Any, Final

from adjudicator.rules.series.fire_sums import Mode, ShotFacts

__all__ = ["shot_facts"]

_ROWS: Final = {"firer_in_bir_hacheim": "firer_rows", "target_in_bir_hacheim": "target_rows"}
"""The facts that stand for a row of the siege's charts."""


def shot_facts(**facts: Any) -> ShotFacts:
    """Return the facts of a shot; whether somebody is in Bir Hacheim stands for the row of the chart that applies."""
    rows: dict[str, Any] = {row: ("bir-hacheim",) if facts.pop(fact, False) else () for fact, row in _ROWS.items()}
    mode = Mode(facts.pop("mode", Mode.DIRECT))
    return ShotFacts(**facts, **rows, mode=mode)
