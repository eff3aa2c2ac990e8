"""Lays a counter's figures from the module over the row that our data have for it.

The row keeps its type where the type's figures are overruled by the row's own, as they are in data that are corrected
by hand. A row says ``source = "module"``; figures of it that are from elsewhere are named in its ``sources``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from adjudicator.game.loading.build_units import OTHER_SIDES, UNIT_FIGURES, unit_figures
from adjudicator.game.provenance import Source
from adjudicator.game.units import RATING_NAMES
from adjudicator.vassal.series_ratings import FigureValue

__all__ = ["MergedFigures", "OverlaidRow", "overlaid_row"]

_GOES_WITH: Final = (("fire", "weapon"), ("assault", "assault_weapon"), ("movement", "movement_class"))
"""Ratings, and what else each needs if it is a number."""
_OF_THE_TYPE: Final = ("symbol", "hidden_as")
"""The keys that a row must have itself when it has no type any more."""
_ONLY_WITH: Final[Mapping[str, tuple[str, ...]]] = {
    "fire": ("weapon", "range"), "assault": ("assault_weapon", "double_assault"),
}  # fmt: skip
"""The keys that go when a rating becomes ``No``, by the rating."""

_Table = Mapping[str, Any]
_Figures = dict[str, tuple[FigureValue, Source]]
"""Figures of one side by name, each with its source."""


@dataclass(frozen=True, slots=True)
class MergedFigures:
    """The figures of one unit from all its pieces together."""

    figures: Mapping[str, FigureValue]
    sides: frozenset[str] | None
    """The other sides that the counter has; None if they are not known."""


@dataclass(slots=True)
class OverlaidRow:
    """The changes of a unit's row."""

    changes: dict[str, Any] = field(default_factory=dict)
    """Keys of the row with their new values; None takes one out."""
    taken: int = 0
    """The number of figures that are the module's."""
    differing: list[tuple[str, FigureValue, FigureValue]] = field(default_factory=list)
    """Figures of the rulebook that the module has differently: name, the rulebook's value, the module's."""
    impossible: list[tuple[str, FigureValue]] = field(default_factory=list)
    """Figures of the module that the game's data cannot hold."""


def overlaid_row(row: _Table, document: _Table, merged: MergedFigures) -> OverlaidRow:
    """Return what becomes of a unit's *row* in the *document* ``units.toml`` with the module's figures."""
    types = document.get("types", {})
    before = {name: (value, source) for name, value, source in unit_figures(row, types, document)}
    result = OverlaidRow()
    sides = {"": _laid_over(_of_side(before, ""), _own(merged, ""), "", result)}
    for side in OTHER_SIDES:
        old = _of_side(before, side)
        new = old if merged.sides is None else {}
        if merged.sides and side in merged.sides:
            new = _laid_over(old, _own(merged, side), side, result)
        if new:
            sides[side] = new
    _compare(before, sides, result)
    result.changes = _row_changes(row, types.get(row.get("type", ""), {}), sides)
    return result


def _own(merged: MergedFigures, side: str) -> _Figures:
    """Return the module's figures of a side."""
    prefix = f"{side}." if side else ""
    names = RATING_NAMES if side else UNIT_FIGURES
    return {name: (merged.figures[prefix + name], Source.MODULE) for name in names if prefix + name in merged.figures}


def _of_side(figures: Mapping[str, tuple[FigureValue, Source]], side: str) -> _Figures:
    if not side:
        return {name: figure for name, figure in figures.items() if "." not in name}
    return {name.partition(".")[2]: figure for name, figure in figures.items() if name.startswith(f"{side}.")}


def _laid_over(old: _Figures, new: _Figures, side: str, result: OverlaidRow) -> _Figures:
    """Return a side's figures with the module's in the place of ours, as far as the game's data can hold them."""
    laid = {**old, **{name: figure for name, figure in new.items() if _says_something(name, figure[0]) or name in old}}
    for rating, companions in _ONLY_WITH.items():
        if laid.get(rating, ("No",))[0] == "No":
            laid = {name: figure for name, figure in laid.items() if name not in companions}
    for rating, needed in _GOES_WITH:
        if isinstance(laid.get(rating, ("No",))[0], int) and needed not in laid:
            _put_back(rating, old, laid, side, result)
    if side == "mounted" and not isinstance(laid.get("movement", ("No",))[0], int):
        result.impossible.append((f"{side}.movement", laid.get("movement", ("No",))[0]))
        return old
    return {name: laid[name] for name in (RATING_NAMES if side else UNIT_FIGURES) if name in laid}


def _says_something(name: str, value: FigureValue) -> bool:
    """Return whether a figure differs from its value on a counter that does not show it."""
    return value is not False and (name, value) != ("flak", "No")


def _put_back(rating: str, old: _Figures, laid: _Figures, side: str, result: OverlaidRow) -> None:
    """Put our own rating back in the place of one that the data cannot hold."""
    result.impossible.append((f"{side}.{rating}" if side else rating, laid[rating][0]))
    del laid[rating]
    if rating in old:
        laid[rating] = old[rating]


def _compare(
    before: Mapping[str, tuple[FigureValue, Source]], sides: Mapping[str, _Figures], result: OverlaidRow
) -> None:
    """Count the figures that are the module's, and name those that the rulebook has differently."""
    for side, figures in sides.items():
        for name, (value, source) in figures.items():
            if source is not Source.MODULE:
                continue
            result.taken += 1
            full = f"{side}.{name}" if side else name
            old, old_source = before.get(full, (value, Source.ESTIMATED))
            if old_source is Source.RULEBOOK and old != value:
                result.differing.append((full, old, value))


def _row_changes(row: _Table, type_row: _Table, sides: Mapping[str, _Figures]) -> dict[str, Any]:
    alone = any(side in type_row and side not in sides for side in OTHER_SIDES)
    inherited = {} if alone else type_row
    changes: dict[str, Any] = {}
    if alone:
        changes |= {"type": None, **{key: type_row[key] for key in _OF_THE_TYPE if key in type_row and key not in row}}
    front = sides[""]
    stated = [name for name in front if front[name][1] is Source.MODULE or name in row or name not in inherited]
    changes |= {name: None for name in UNIT_FIGURES if name in row and name not in front}
    changes |= {name: front[name][0] for name in stated}
    for side in OTHER_SIDES:
        figures = sides.get(side, {})
        if figures and (side in row or alone or any(source is Source.MODULE for _, source in figures.values())):
            changes[side] = _side_table(figures)
        elif side in row:
            changes[side] = None
    sources = {name: str(source) for name in stated if (source := front[name][1]) is not Source.MODULE}
    kept = {name: source for name, source in row.get("sources", {}).items() if name in front and name not in stated}
    changes |= {"source": str(Source.MODULE), "sources": {**kept, **sources} or None}
    return {key: value for key, value in changes.items() if value is not None or key in row}


def _side_table(figures: _Figures) -> dict[str, Any]:
    """Return a side's figures as a table; what is not the module's says so in its ``sources``."""
    others = {name: str(source) for name, (_, source) in figures.items() if source is not Source.MODULE}
    table: dict[str, Any] = {name: value for name, (value, _) in figures.items()}
    if others and len(others) == len(figures) and len(set(others.values())) == 1:
        return table | {"source": next(iter(others.values()))}
    return table | ({"sources": others} if others else {})
