"""A roll on one of the game's tables, as text and as JSON (``schema/roll.schema.json``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..game.charts import Chart
from ..rules.table_results import TableResult
from .plain import columns

__all__ = ["TableRoll", "roll_document", "roll_lines"]

FORMAT = 1


@dataclass(frozen=True, slots=True)
class TableRoll:
    """A roll and what the table says of it."""

    kind: str
    chart: Chart
    dice: tuple[int, ...]
    total: int
    results: tuple[TableResult, ...]


def roll_lines(roll: TableRoll) -> Iterator[str]:
    """Yield the table's name and rule, its rows with a mark at those that the roll is in, and the result."""
    yield f"{roll.chart.title} ({roll.chart.rule})"
    rows = [("", "Die", "Row", "Result")]
    rows += [("→" if each.applies else "", each.band, each.name, each.result) for each in roll.results]
    yield from columns(rows)
    dice = " less ".join(map(str, roll.dice))
    yield f"Rolled: {dice}" + (f", which counts as {roll.total}" if roll.dice != (roll.total,) else "")
    yield from _notes(roll.chart.notes)


def _notes(notes: Sequence[str]) -> Iterator[str]:
    yield from (f"Note: {note}" for note in notes)


def roll_document(roll: TableRoll) -> dict[str, Any]:
    """Return a roll as JSON."""
    return {
        "format": FORMAT,
        "kind": "roll",
        "roll": roll.kind,
        "title": roll.chart.title,
        "rule": roll.chart.rule,
        "dice": list(roll.dice),
        "total": roll.total,
        "rows": [
            {
                "row": each.row, "name": each.name, "dice": each.band, "applies": each.applies,
                "result": each.result or None,
            }
            for each in roll.results
        ],
    }  # fmt: skip
