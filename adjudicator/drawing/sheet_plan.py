"""The sheet that a whole position is shown on: the map, and around it the cards, the chits, the arrivals and the rest.

Its places are those of the module's maps, moved to where each map is on the sheet, and a few that the module leaves to
the players: units withdrawn, and stacks too large for a hex. All measures are pixels of the sheet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ..game.game_data import GameData
from ..game.hexes import Hex
from ..game.scenarios import Scenario, TurnTime
from . import mats
from .counters import COUNTER_SIZE
from .map_field import Field
from .mats import Mat
from .stack_layout import NAME_BAR
from .style import Box
from .table_items import Key

__all__ = ["BESIDE", "SHEETS_KEPT", "SMALLEST", "WITHDRAWN", "PlacedMat", "SheetPlan", "crowd_name", "sheet_plan"]

BESIDE: Final = "Off the map"
"""The mat for what has no place on the module's maps."""
WITHDRAWN: Final = "Withdrawn"
"""The space for units that have withdrawn, and for whatever has no other place on the sheet."""
SMALLEST: Final = 0.6
"""A stack whose counters would be drawn smaller is laid out off the map: in a hex that is a stack of seven."""

SHEETS_KEPT: Final = 8
"""The number of sheets, and of drawings of their grounds, that are remembered."""

_HEAD: Final = 130
"""The height of the title's bar."""
_GAP: Final = 20
_CELL_GAP: Final = 2
"""The pixels between the counters of neighbouring hexes, at the least."""
_HEADING: Final = 46
"""The room for the name of a park."""
_NARROW: Final = 200
"""A box that is narrower is one counter's, whose name the counter covers."""
_FEW_UNITS: Final = 20
"""A scenario with fewer units needs no room for large stacks."""
_CROWDS: Final = 4
_ROW: Final = 184
"""The height of a space of the mat next to the map."""
_NOTES: Final = 500
"""The height that the notes need at the least."""
_MAX_ROWS: Final = 10
"""The greatest number of counters of a stack in the calendar that are drawn in full size, two stacks side by side."""
_CALENDAR_EDGE: Final = 16
_TITLE: Final = 64
_LABEL: Final = 26


@dataclass(frozen=True, slots=True)
class PlacedMat:
    """A mat and its upper left corner on the sheet."""

    mat: Mat
    x: int
    y: int


@dataclass(frozen=True, eq=False)
class SheetPlan:
    """The places of everything on the sheet of one scenario. Two plans are never equal, so that one can be a key."""

    game: GameData
    scenario: Scenario
    size: tuple[int, int]
    head: Box
    """The bar of the title."""
    map_at: tuple[int, int]
    """The upper left corner of the map sheet."""
    mats: tuple[PlacedMat, ...]
    notes: Box
    """The box for the notes on what no counter shows."""
    hexes: Mapping[Hex, Box]
    """The part of each hex that its counters may cover: those of neighbouring hexes do not meet."""
    boxes: Mapping[str, Box]
    """The boxes of the map sheet that hold counters, by id."""
    spaces: Mapping[tuple[str, str], Box]
    """The spaces of the tracks and mats, by the track's id or the mat's name, and the space's name."""

    def has(self, key: Key) -> bool:
        """Return whether the sheet has a place; it has cards only for the divisions of its scenario."""
        return key in self.hexes or key in self.boxes or key in self.spaces

    def area(self, key: Key) -> Box:
        """Return the box of a place. Raises ``KeyError`` if there is none."""
        if isinstance(key, Hex):
            return self.hexes[key]
        return self.boxes[key] if isinstance(key, str) else self.spaces[key]


def crowd_name(number: int) -> str:
    """Return the space for the large stack of that number, counted from 1."""
    return f"Large stack {number}"


def sheet_plan(game: GameData, scenario: int) -> SheetPlan:
    """Return the sheet of a scenario. Raises ``KeyError`` if the game has none of that number.

    The last sheets are remembered: a page or a table of many games is about one and the same.
    """
    return _plan(_Subject(game, scenario))


class _Subject:
    """A game, which is itself and no other like it, and the number of a scenario."""

    def __init__(self, game: GameData, scenario: int) -> None:
        self.game = game
        self.scenario = scenario

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Subject) and self.game is other.game and self.scenario == other.scenario

    def __hash__(self) -> int:
        return hash((id(self.game), self.scenario))


@lru_cache(maxsize=SHEETS_KEPT)
def _plan(subject: _Subject) -> SheetPlan:
    """Lay out the sheet: the map, the cards beside it, the calendar and the other spaces below."""
    game, found = subject.game, subject.game.scenarios[subject.scenario]
    width, height = game.map.sheet_size
    map_at = (_GAP, _HEAD + _GAP)
    cards = [mats.division_card(game, division) for division in _divisions(game, found)]
    beside = list(_in_columns([*cards, mats.chits_mat(game)], map_at[0] + width + _GAP, map_at[1], height))
    band_top = max([map_at[1] + height, *(each.y + each.mat.size[1] for each in beside)]) + _GAP
    calendar = PlacedMat(mats.calendar_mat(game, _calendar_rows(game, found)), _GAP, band_top)
    other_x = calendar.x + calendar.mat.size[0] + _GAP
    other = PlacedMat(_beside_map(found, map_at[0] + width - other_x), other_x, band_top)
    right = max([map_at[0] + width, *(each.x + each.mat.size[0] for each in beside)])
    band_height = max(calendar.mat.size[1], other.mat.size[1])
    notes = _notes(beside, map_at, height, Box(map_at[0] + width + _GAP, band_top, 0, band_height), right)
    placed = (*beside, calendar, other)
    return SheetPlan(
        game=game,
        scenario=found,
        size=(right + _GAP, band_top + band_height + _GAP),
        head=Box(_GAP, _GAP, right - _GAP, _HEAD - _GAP),
        map_at=map_at,
        mats=placed,
        notes=notes,
        hexes=_hexes(game, map_at),
        boxes=dict(_boxes(game, map_at)),
        spaces={**dict(_track_spaces(game, map_at)), **dict(_mat_spaces(placed))},
    )


def _divisions(game: GameData, scenario: Scenario) -> list[str]:
    """Return the divisions that have points or units in a scenario, in the order of the data."""
    there = {group.division for group in scenario.setup} | {group.division for group in scenario.reinforcements}
    there |= {points.division for points in scenario.points}
    return [division for division in game.divisions if division in there]


def _in_columns(listed: list[Mat], left: int, top: int, height: int) -> Iterator[PlacedMat]:
    """Yield mats one under the other, as many in a column as the height has room for."""
    x, y, widest = left, top, 0
    for mat in listed:
        if y > top and y + mat.size[1] > top + height:
            x, y, widest = x + widest + _GAP, top, 0
        yield PlacedMat(mat, x, y)
        y, widest = y + mat.size[1] + _GAP, max(widest, mat.size[0])


def _notes(columns: list[PlacedMat], map_at: tuple[int, int], height: int, band: Box, right: int) -> Box:
    """Return the place for the notes: below the last column of mats if there is room, else in the band below all."""
    last = columns[-1]
    top = last.y + last.mat.size[1] + _GAP
    left = map_at[1] + height - top
    if left >= _NOTES:
        return Box(last.x, top, right - last.x, left)
    return Box(band.x, band.y, right - band.x, band.height)


def _calendar_rows(game: GameData, scenario: Scenario) -> dict[str, int]:
    """Return the scenario's dates with the height that each needs for what comes after the first turn."""
    due: Counter[TurnTime] = Counter()
    for group in scenario.reinforcements:
        for time in (group.time, group.withhold_until):
            if time is not None and time != scenario.first:
                due[time] += len(group.units) + len(group.leaders)
    dates = [date for date in game.calendar.dates if scenario.first.date <= date <= scenario.last.date]
    most = {date: max(due[TurnTime(date, turn)] for turn in game.calendar.turns) for date in dates}
    return {
        date: COUNTER_SIZE + _CALENDAR_EDGE + NAME_BAR * (min(max(-(-count // 2), 1), _MAX_ROWS) - 1)
        for date, count in most.items()
    }


def _beside_map(scenario: Scenario, width: int) -> Mat:
    """Return the mat for units that have withdrawn, and for the stacks that are too large for a hex."""
    units = sum(len(group.units) for group in scenario.setup)
    units += sum(len(group.units) for group in scenario.reinforcements)
    rows = [[WITHDRAWN]]
    if units >= _FEW_UNITS:
        rows += [[crowd_name(number), crowd_name(number + 1)] for number in range(1, _CROWDS, 2)]
    labels = [mats.Label(BESIDE, width // 2, _TITLE // 2, 30, "#ffffff", "middle", bold=True)]
    spaces, top = list[mats.Space](), _TITLE + 8
    for row in rows:
        each = (width - _GAP * (len(row) + 1)) // len(row)
        for number, name in enumerate(row):
            x = _GAP + number * (each + _GAP)
            labels.append(mats.Label(name, x, top + _LABEL // 2, 16, bold=True, width=each))
            spaces.append(mats.Space(name, x, top + _LABEL, each, _ROW))
        top += _LABEL + _ROW + 8
    panel = mats.Panel(0, 0, width, _TITLE, "#5b4a2f")
    return Mat(BESIDE, (width, top + _GAP), tuple(spaces), (panel,), tuple(labels))


def _hexes(game: GameData, at: tuple[int, int]) -> dict[Hex, Box]:
    """Return a rectangle for each hex, as high as the hex and as wide as a column, so that none meet."""
    geometry = Field(game.map).geometry
    width, height = geometry.column_pitch - _CELL_GAP, game.map.hex_height - _CELL_GAP
    return {
        place: Box(at[0] + x - width / 2, at[1] + y - height / 2, width, height)
        for place in game.map.hexes
        for x, y in [geometry.centre(place)]
    }


def _boxes(game: GameData, at: tuple[int, int]) -> Iterator[tuple[str, Box]]:
    for box in game.map.boxes.values():
        if box.kind in ("park", "box"):
            head = _HEADING if box.width >= _NARROW else 0
            yield box.id, Box(at[0] + box.x + 6, at[1] + box.y + head + 4, box.width - 12, box.height - head - 10)


def _track_spaces(game: GameData, at: tuple[int, int]) -> Iterator[tuple[tuple[str, str], Box]]:
    for track in game.map.tracks.values():
        for number, name in enumerate(track.spaces):
            row, column = divmod(number, track.per_row)
            x, y = at[0] + track.x + column * track.space_width, at[1] + track.y + row * track.space_height
            yield (track.id, name), Box(x + 3, y + 3, track.space_width - 6, track.space_height - 6)


def _mat_spaces(placed: tuple[PlacedMat, ...]) -> Iterator[tuple[tuple[str, str], Box]]:
    for each in placed:
        for space in each.mat.spaces:
            box = Box(each.x + space.x + 3, each.y + space.y + 3, space.width - 6, space.height - 6)
            yield (each.mat.name, space.name), box
