"""Cases of the rules that need no position: shots and checks by plain facts, and cells of the charts.

How they are written is told at the head of ``rule_cases.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from adjudicator.game.charts import Band, Cell
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.series.check_sums import CheckFacts, check_sum
from adjudicator.rules.series.fire_sums import shot_sum
from tests.support.shot_facts import shot_facts

__all__ = ["check_findings", "looked_up", "shot_findings"]


def _variants(facts: Mapping[str, Any], each: Mapping[str, list[Any]]) -> Iterator[dict[str, Any]]:
    """Yield the facts, once for every value of those facts that ``each`` varies; these are as many for each fact."""
    if not each:
        yield dict(facts)
    for values in zip(*each.values(), strict=True):
        yield {**facts, **dict(zip(each, values, strict=True))}


def shot_findings(row: Mapping[str, Any], book: RuleBook) -> dict[str, Any]:
    """Return what comes of the shots that a table describes."""
    facts, each, dice = dict(row), row.get("each", {}), row.get("dice", [])
    plain = {key: value for key, value in facts.items() if key not in ("each", "dice")}
    shots = [shot_sum(shot_facts(**variant), book) for variant in _variants(plain, each)]
    modifiers: list[Any] = [{m.name: m.value for m in shot.modifiers} for shot in shots]
    return {
        "unlimited": [shot.unlimited_rating for shot in shots],
        "ratings": [shot.rating for shot in shots],
        "results": [shot.result(die) for shot in shots for die in dice],
        "lines": [shot.line for shot in shots],
        "barrages": [shot.barrage(die) for shot in shots for die in dice],
        "modifiers": modifiers if each else modifiers[0],
    }


def check_findings(row: Mapping[str, Any], book: RuleBook) -> dict[str, Any]:
    """Return what comes of the check that a table describes."""
    facts: dict[str, Any] = {key: value for key, value in row.items() if key != "dice"}
    facts["conditions"] = tuple(facts.get("conditions", ()))
    total = check_sum(CheckFacts(**facts), book)
    return {
        "ratings": [total.rating],
        "results": ["pass" if total.passes[die] else "fail" for die in row.get("dice", [])],
        "modifiers": {m.name: m.value for m in (*total.modifiers, *total.die_modifiers)},
    }


def looked_up(row: Mapping[str, Any], book: RuleBook) -> list[Any]:
    """Return the cells of a chart that a table asks for: of rows by their keys, or by numbers that a column has."""
    chart = book.game.charts[row["chart"]]
    if "rows" in row:
        return [_plain(chart.row(key).cells[row["cell"]]) for key in row["rows"]]
    found = [chart.lookup(row["by"], number) for number in row["of"]]
    return [_plain(each.cells[row["cell"]]) if each else "" for each in found]


def _plain(cell: Cell) -> object:
    return asdict(cell) if isinstance(cell, Band) else cell
