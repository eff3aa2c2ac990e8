"""The composition of the cost of a hex where it is not the plain one, in words (NQoS 3.2, 4.3; R5.6, R7.14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ...game.hexes import Hex
from ...game.play import MoveStep
from ...game.position import Position
from ..rule_book import RuleBook
from .minefields import mine_level, terrain_for
from .move_forms import CHANGED_STATES
from .movement_costs import BARRAGES, TRAIL, barrage_points, hex_costs, shown_ratings, step_cost, trail_helps
from .trails import Trails

__all__ = ["cost_words", "way_cost_words"]

_REASONS: Final[Mapping[str, str]] = {
    "leaving-minefield": "out of a minefield",
    "mist": "in mist",
    "sandstorm": "in a sand storm",
    "night": "at night",
}
"""The words for the rows of the chart of movement modifiers."""


def cost_words(position: Position, book: RuleBook, unit: str, start: Hex, end: Hex, *, by_trail: bool = False) -> str:
    """Return the plain cost of a hex and its changes, such as ``2, doubled at night``; empty if there are none."""
    state = position.units[unit]
    kind = shown_ratings(position, unit, state.mounted).movement_class
    terrain = TRAIL if by_trail else terrain_for(position, end, position.side(unit)).id
    leaving = mine_level(position, start, position.side(unit)) > 0
    table = hex_costs(position, book)
    changes = [*_changes(table.changes(leaving_mines=leaving)), *_barrage(position, book, start)]
    plain = table.plain_cost(terrain, kind, column=state.column)
    return ", ".join((str(plain), *changes)) if changes else ""


def _changes(rows: Sequence[tuple[str, int, int]]) -> Iterator[str]:
    """Yield the words for what is added, and then for the factors."""
    for row, added, _ in rows:
        if added:
            yield f"{added} more {_REASONS[row]}"
    for row, _, factor in rows:
        if factor != 1:
            yield f"{'doubled' if factor == 2 else f'times {factor}'} {_REASONS[row]}"


def _barrage(position: Position, book: RuleBook, start: Hex) -> Iterator[str]:
    points = barrage_points(position, book, start)
    if points:
        yield f"{points} more out of the {BARRAGES[position.barrages[start]].title()} Barrage"


def way_cost_words(
    position: Position, book: RuleBook, unit: str, steps: Sequence[MoveStep]
) -> Iterator[tuple[Hex, str]]:
    """Yield the hexes of a way whose costs are not the plain ones, with their composition and the sum."""
    for step in steps:
        state = position.units[unit]
        start, end = state.place, step.to
        if isinstance(start, Hex) and end is not None:
            crossed = book.memory(Trails).crossing(start, end)
            by_trail = bool(crossed) and trail_helps(position, book, unit, end)
            if words := cost_words(position, book, unit, start, end, by_trail=by_trail):
                yield end, f"{words} = {step_cost(position, book, unit, start, end, by_trail=by_trail)}"
            position = position.with_unit(unit, place=end)
        elif step.kind in CHANGED_STATES:
            position = position.with_unit(unit, **CHANGED_STATES[step.kind])
