"""Every counter of a position with its place on the sheet: units, leaders, chits, and markers that show the rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..game.hexes import Hex
from ..game.position import Position
from .counters import COUNTER_SIZE
from .drawing_names import crowd_drawing
from .mats import CHITS
from .sheet_plan import BESIDE, SMALLEST, WITHDRAWN, SheetPlan, crowd_name
from .stack_layout import NAME_BAR, fanned
from .style import Box
from .table_items import Item, Key, Knows
from .table_markers import chit_items, commander_items, hex_marker_items, track_marker_items
from .table_units import leader_items, unit_items

__all__ = ["PlacedCounter", "placed_counters"]


@dataclass(frozen=True, slots=True)
class PlacedCounter:
    """A counter on the sheet of a position."""

    thing: str
    """The name of the counter, the same in every position of a game: ``unit 5-2-13-dble``, ``chit random-event``.
    No two counters of a position have the same."""
    drawings: tuple[str, ...]
    """Its drawings, from the bottom to the top: names for :func:`.counter_symbols.counter_symbols`."""
    x: float
    y: float
    """Its upper left corner, in pixels of the sheet."""
    scale: float
    """1 for a counter of 75 pixels; less where many share a place."""
    label: str
    """The counter, its place and its state, in words."""


def placed_counters(
    plan: SheetPlan, position: Position, knows: Knows = lambda _unit: True
) -> tuple[PlacedCounter, ...]:
    """Return the counters of a position of the plan's scenario, in the order in which they are drawn.

    *knows* says which units the reader may know; of the others nothing is shown but that they are there face down.
    The position may also be one from which they have been taken out already
    (:mod:`adjudicator.viewing.hidden_units`). The same position gives the same counters, and two that a reader cannot
    tell apart give him the same.
    """
    heaps: dict[Key, list[Item]] = {}
    for item in _items(plan, position, knows):
        heaps.setdefault(item.key if plan.has(item.key) else (BESIDE, WITHDRAWN), []).append(item)
    _spread(plan, heaps)
    return tuple(counter for key, heap in heaps.items() for counter in _laid_out(plan.area(key), heap))


def _items(plan: SheetPlan, position: Position, knows: Knows) -> Iterator[Item]:
    """Yield every counter, the lowest of each stack first."""
    leaders = tuple(leader_items(plan, position))
    yield from track_marker_items(plan, position)
    yield from chit_items(position)
    yield from hex_marker_items(position)
    yield from unit_items(plan, position, knows)
    yield from leaders
    yield from commander_items(position, leaders)


def _spread(plan: SheetPlan, heaps: dict[Key, list[Item]]) -> None:
    """Move stacks that would be too small off the map, as far as there is room, and put a card in their place."""
    crowds = sorted((key for key, heap in heaps.items() if _is_crowd(plan, key, heap)), key=_words)
    for number, key in enumerate(crowds, 1):
        beside = (BESIDE, crowd_name(number))
        if beside not in plan.spaces:
            break
        heap, place = heaps[key], _words(key)
        drawings = (crowd_drawing(place, len(heap)),)
        there = f"{len(heap)} counters in {place}: laid out beside the map as {crowd_name(number).lower()}"
        heaps[key] = [Item(key, f"crowd {place}", drawings, there)]
        heaps[beside] = [Item(beside, f"crowd beside {place}", drawings, f"{len(heap)} counters in {place}"), *heap]


def _is_crowd(plan: SheetPlan, key: Key, heap: list[Item]) -> bool:
    area = plan.area(key)
    return fanned(area.width, area.height, len(heap))[0].scale < SMALLEST


def _words(key: Key) -> str:
    """Return the name of a place: a hex, a box or a space."""
    return str(key) if isinstance(key, Hex | str) else key[1]


def _laid_out(area: Box, heap: list[Item]) -> Iterator[PlacedCounter]:
    chits = heap[0].key[0] == CHITS if isinstance(heap[0].key, tuple) else False
    spots = fanned(area.width, area.height, len(heap), peek=COUNTER_SIZE if chits else NAME_BAR)
    for item, spot in zip(heap, spots, strict=True):
        drawings = item.drawings if item is heap[-1] else (*item.drawings, *item.covered)
        yield PlacedCounter(item.thing, drawings, area.x + spot.x, area.y + spot.y, spot.scale, item.label)
