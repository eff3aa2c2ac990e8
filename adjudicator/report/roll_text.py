"""A roll on one of the game's tables, as text and as JSON (``schema/roll.schema.json``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..game.charts import Chart
from ..rules.table_results import TableResult
from .safe_text import columns

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
    of_results: bool
    """True for a table of results; else each row says on which dice something happens."""
    difference: bool = False
    """True if the other dice are subtracted from the first one."""


def roll_lines(roll: TableRoll) -> Iterator[str]:
    """Yield the table's name and rule, its rows with a mark at those that the roll is in, and the result."""
    yield f"{roll.chart.title} ({roll.chart.rule})"
    named = any(each.name not in {each.band, each.result} for each in roll.results)
    rows = [("", "Die", _name_title(roll.chart) if named else "", "Result")]
    rows += [("→" if each.applies else "", each.band, each.name if named else "", each.result) for each in roll.results]
    yield from columns(rows if named else [(mark, die, result) for mark, die, _name, result in rows])
    yield f"Rolled: {_sum(roll)}"
    yield from _notes(roll.chart.notes)


def _name_title(chart: Chart) -> str:
    titles = {column.id: column.title for column in chart.columns}
    return titles.get("name", chart.columns[0].title)


def _sum(roll: TableRoll) -> str:
    """Return a die, or several and what modifies them as a sum: ``7 - 4 - 2 = 1``."""
    first, *others = roll.dice
    modifier = roll.total - first + (sum(others) if roll.difference else -sum(others))
    terms = [str(first), *(f"{'-' if roll.difference else '+'} {die}" for die in others)]
    if modifier:
        terms.append(f"{'-' if modifier < 0 else '+'} {abs(modifier)}")
    return " ".join(terms) + (f" = {roll.total}" if len(terms) > 1 else "")


def _notes(notes: Sequence[str]) -> Iterator[str]:
    yield from (f"Note: {note}" for note in notes)


def roll_document(roll: TableRoll) -> dict[str, Any]:
    """Return a roll as JSON: in a table of results, only the rows that apply have theirs."""
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
                "result": each.result if each.applies or not roll.of_results else None,
            }
            for each in roll.results
        ],
    }  # fmt: skip
