"""The map of a refereed game entry by entry: the ground and each drawing once, and what each entry changes on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ...drawing.counter_symbols import counter_symbols
from ...drawing.placed_counters import PlacedCounter, placed_counters
from ...drawing.position_picture import counter_group, sheet_ground
from ...drawing.sheet_plan import SheetPlan, sheet_plan
from ...drawing.style import Style
from ...drawing.svg import Point
from ...game.hexes import Hex
from ...game.position import Position
from ...referee.entries.entry import Entry
from ...viewing.viewer import Viewer
from .markup import Html, printable
from .page_model import Board
from .traces import Trace, trace_of

__all__ = ["game_board"]

_TENTHS: Final = 1
"""The decimals of a pixel that are kept."""
_HEXES_ROUND: Final = 1.5
"""The number of hexes around an action that are brought into view with it."""


def game_board(start: Position, entries: Sequence[Entry], viewer: Viewer, style: Style) -> Board:
    """Return the map from a position on, as the reader may see it, drawn in a style."""
    plan = sheet_plan(start.game, start.scenario)
    frames = _Frames(plan, viewer)
    first = frames.counters(start)
    document = {
        "width": plan.size[0],
        "height": plan.size[1],
        "view": frames.view(start),
        "ring": round(start.game.map.hex_height / 2, _TENTHS),
        "start": [frames.row(counter) for counter in first],
        "frames": list(frames.all(first, start, entries)),
        "drawings": list(frames.drawings),
        "labels": list(frames.labels),
    }
    return Board(
        width=plan.size[0],
        height=plan.size[1],
        ground=Html(sheet_ground(plan)),
        symbols=Html("".join(counter_symbols(start.game, style, frames.drawings).values())),
        still=Html("".join(map(counter_group, first))),
        document=document,
    )


@dataclass
class _Frames:
    """Turns positions into data for the page's script; gathers the drawings and the words that they need."""

    plan: SheetPlan
    viewer: Viewer
    things: dict[str, int] = field(default_factory=dict)
    drawings: dict[str, int] = field(default_factory=dict)
    labels: dict[str, int] = field(default_factory=dict)

    def counters(self, position: Position) -> tuple[PlacedCounter, ...]:
        """Return the counters of a position as the reader may see them."""
        return placed_counters(self.plan, position, lambda unit: self.viewer.knows(position, unit))

    def row(self, counter: PlacedCounter) -> list[Any]:
        """Return a counter as ``schema/report-page.schema.json`` has it."""
        x, y, scale = round(counter.x, _TENTHS), round(counter.y, _TENTHS), round(counter.scale, 4)
        drawings = [_number(self.drawings, name) for name in counter.drawings]
        label = _number(self.labels, printable(counter.label))
        return [_number(self.things, counter.thing), x, y, scale, label, drawings]

    def view(self, position: Position) -> list[float]:
        """Return the part of the sheet that is shown first: where the units are, the map if there are none."""
        boxes = [self.plan.hexes[place] for place in position.occupants if isinstance(place, Hex)]
        if not boxes:
            (left, top), (width, height) = self.plan.map_at, self.plan.game.map.sheet_size
            return [left, top, left + width, top + height]
        corners = [(box.x + right, box.y + low) for box in boxes for right in (0, box.width) for low in (0, box.height)]
        return self._round(corners)

    def all(
        self, first: Iterable[PlacedCounter], start: Position, entries: Iterable[Entry]
    ) -> Iterator[dict[str, Any]]:
        """Yield what each entry changes, and what is shown of it on the map."""
        lying, position = {counter.thing: counter for counter in first}, start
        for entry in entries:
            now = lying
            if entry.after is not None and entry.after is not position:
                position = entry.after
                now = {counter.thing: counter for counter in self.counters(position)}
            yield {
                "set": [self.row(counter) for thing, counter in now.items() if lying.get(thing) != counter],
                "gone": [self.things[thing] for thing in lying if thing not in now],
                **self._trace(trace_of(entry, self.plan)),
            }
            lying = now

    def _trace(self, trace: Trace) -> dict[str, Any]:
        points = [point for line in (*trace.ways, *trace.shots, trace.rings) for point in line]
        return {
            "ways": [_flat(line) for line in trace.ways],
            "shots": [_flat(line) for line in trace.shots],
            "rings": [_flat([point]) for point in trace.rings],
            "focus": self._round(points) if points else None,
        }

    def _round(self, points: Sequence[Point]) -> list[float]:
        """Return the part of the sheet that has some points in it and some hexes around them."""
        reach = self.plan.game.map.hex_height * _HEXES_ROUND
        across, down = [x for x, _ in points], [y for _, y in points]
        box = (min(across) - reach, min(down) - reach, max(across) + reach, max(down) + reach)
        return [round(number, _TENTHS) for number in box]


def _number(known: dict[str, int], name: str) -> int:
    """Return the number of a name, a new one if it has none yet."""
    return known.setdefault(name, len(known))


def _flat(points: Iterable[Point]) -> list[float]:
    return [round(number, _TENTHS) for point in points for number in point]
