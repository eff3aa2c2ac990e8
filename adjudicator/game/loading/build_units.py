"""Makes units and leaders from their rows: a unit takes the figures of its type, which its own row overrides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ..provenance import Source
from ..units import RATING_NAMES, Leader, Ratings, Unit

__all__ = ["OTHER_SIDES", "UNIT_FIGURES", "build_leader", "build_unit", "unit_figures"]

UNIT_FIGURES: Final = ("unit_class", "steps", "engineer", *RATING_NAMES)
"""The figures of a unit's front side, in the order in which they are listed."""
OTHER_SIDES: Final = ("mounted", "reduced")
_FIELDS: Final[Mapping[str, str]] = {"range": "fire_range"}
"""The fields of :class:`Ratings` that have another name in the data files."""
_NOT_PRINTED: Final = ("No", "*")

_Table = Mapping[str, Any]


def build_unit(row: _Table, types: Mapping[str, _Table], document: _Table) -> Unit:
    """Return the unit of a row of the document ``units.toml``."""
    values = {**types.get(row.get("type", ""), {}), **row}
    return Unit(
        id=row["id"],
        name=row["name"],
        division=row["division"],
        formation=row.get("formation", ""),
        unit_class=values["unit_class"],
        symbol=values["symbol"],
        steps=values["steps"],
        ratings=_ratings(values),
        engineer=values.get("engineer", False),
        mounted=_ratings(values["mounted"]) if "mounted" in values else None,
        reduced=_ratings(values["reduced"]) if "reduced" in values else None,
        hidden_as=values.get("hidden_as", ""),
        dummy=row.get("dummy", False),
        spellings=tuple(row.get("spellings", ())),
        formerly=tuple(row.get("formerly", ())),
        note=row.get("note", ""),
        type=row.get("type", ""),
        sources={name: source for name, _, source in unit_figures(row, types, document)},
    )


def build_leader(row: _Table, document: _Table) -> Leader:
    """Return the leader of a row of the document ``units.toml``."""
    return Leader(
        id=row["id"],
        name=row["name"],
        division=row["division"],
        formation=row.get("formation", ""),
        command_range=row["command_range"],
        spellings=tuple(row.get("spellings", ())),
        formerly=tuple(row.get("formerly", ())),
        note=row.get("note", ""),
        sources={"command_range": _source("command_range", row, document)},
    )


def unit_figures(row: _Table, types: Mapping[str, _Table], document: _Table) -> Iterator[tuple[str, Any, Source]]:
    """Yield each figure of a unit: its name (``fire``, ``mounted.movement``), value and source."""
    type_row = types.get(row.get("type", ""), {})
    for name in UNIT_FIGURES:
        if name in row:
            yield name, row[name], _source(name, row, document)
        elif name in type_row:
            # a unit's row may state a better source for a figure of its type
            better = row.get("sources", {}).get(name)
            yield name, type_row[name], Source(better) if better else _source(name, type_row, document)
    for side in OTHER_SIDES:
        home = row if side in row else type_row
        ratings = home.get(side, {})
        for name in RATING_NAMES:
            if name in ratings:
                yield f"{side}.{name}", ratings[name], _source(name, ratings, home, document)


def _source(name: str, row: _Table, *outer: _Table) -> Source:
    """Return the source of a figure: its own, that of its row, or that of the nearest table around the row."""
    stated = (row.get("sources", {}).get(name), row.get("source"), *(table.get("source") for table in outer))
    return Source(next((source for source in stated if source), Source.ESTIMATED))


def _ratings(values: _Table) -> Ratings:
    """Return one side of a counter; figures that the side does not print keep the value of an absent rating."""
    stated = {_FIELDS.get(name, name): _number(values[name]) for name in RATING_NAMES if name in values}
    movement = values.get("movement", "No")
    return Ratings(**stated, movement_text=str(movement))


def _number(value: Any) -> Any:
    return None if value in _NOT_PRINTED and isinstance(value, str) else value
