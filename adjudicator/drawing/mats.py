"""The mats next to the map: each division's card, the calendar of arrivals and the chits, as places of one layout.

Both the drawing (:mod:`adjudicator.drawing.cards`) and the module's zones are made from these places, so that a
counter's location name is what the picture shows. All measures are pixels of the mat, from its upper left corner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from textwrap import wrap
from types import MappingProxyType
from typing import Final

from ..game.charts import ChartRow
from ..game.game_data import GameData
from ..game.order_of_battle import Division, Formation
from ..game.scenario_words import entry_letters
from ..game.scenarios import Reinforcement, Scenario, TurnTime

__all__ = [
    "ARRIVALS",
    "CELL",
    "CHITS",
    "ELIMINATED",
    "GONE",
    "HIGHEST_COMMAND_POINTS",
    "HIGHEST_DISPATCH_POINTS",
    "HIGHEST_RATING",
    "IN_PLAY",
    "MARKERS",
    "MIXED",
    "MUG",
    "NEXT_TURN",
    "NOT_IN_USE",
    "PLAYED",
    "STACK",
    "Label",
    "Mat",
    "Panel",
    "Space",
    "arrival_name",
    "arrivals",
    "available_name",
    "calendar_mat",
    "chits_mat",
    "command_points_name",
    "command_rating_name",
    "dispatch_points_name",
    "dispatch_rating_name",
    "division_card",
    "event_name",
    "formation_name",
    "guns_mat",
    "places_in",
    "stands_at_once",
]

CELL = 84
"""The side of a space that holds one counter of 75 pixels."""
NOTE = 15
"""The height of a line of a space's notes."""
STACK = 5
"""The number of counters in one stack of a space, if there is room."""
HIGHEST_COMMAND_POINTS = 59
HIGHEST_DISPATCH_POINTS = 59
HIGHEST_RATING = 6
ARRIVALS = "Arrivals"
CHITS = "Chits"
MUG = "Mug"
IN_PLAY = "In play"
PLAYED = "Played"
NEXT_TURN = "Next turn"
NOT_IN_USE = "Not in use"
ELIMINATED = "Eliminated"
GONE = "Gone for good"
"""The space of the calendar for what has left the game without being eliminated."""
MARKERS = "Markers"
MIXED = "To be mixed"
"""The space of the deck in which face-down guns are mixed."""

_MARGIN = 20
_TITLE = 64
_HEADING = 26
_TRACK = 10
_PAPER = "#f4eddc"
_INK = "#2b2418"
_FAINT = "#8a7c62"
_BAND = "#e3d7bb"
_FORMATIONS_IN_A_ROW = 4
_GAP = 10
_BETWEEN = 24
"""The room between things that are side by side on a division's card."""
_MARKERS_WIDTH = 4 * CELL
_EVENTS = "random-events"
_USED_UP = "Random events so far"
_ALWAYS = "every time"
"""The number of times that an event which is never used up can happen."""
_HEAP_WIDTH, _HEAP_HEIGHT = 94, 92
"""The room for a full stack in the calendar: it is wider and higher than one counter."""
_NOTE_LENGTH = 30
"""The number of characters that fit in a line of a space of the calendar."""
_INDEPENDENT = "independent"
"""The name for units of no formation."""
_ACROSS = 2
"""The number of stacks that are side by side in a space of the calendar."""


@dataclass(frozen=True, slots=True)
class Space:
    """A place that holds counters; its name is the location name in VASSAL."""

    name: str
    x: int
    y: int
    width: int
    height: int
    text: str = ""
    """The words that are written into it."""
    fill: str = "#fffaf0"
    """Its background, ``#rrggbb``."""
    notes: tuple[str, ...] = ()
    """Lines in small letters along its upper edge."""

    @property
    def free(self) -> Space:
        """The part of it below its notes, for counters."""
        height = NOTE * len(self.notes)
        return replace(self, y=self.y + height, height=self.height - height, notes=())

    @property
    def centre(self) -> tuple[int, int]:
        """The pixel in its middle."""
        return self.x + self.width // 2, self.y + self.height // 2


@dataclass(frozen=True, slots=True)
class Panel:
    """A coloured rectangle without a name."""

    x: int
    y: int
    width: int
    height: int
    fill: str


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text; ``y`` is its middle."""

    text: str
    x: int
    y: int
    size: int
    colour: str = _INK
    anchor: str = "start"
    """``start``, ``middle`` or ``end``."""
    bold: bool = False
    width: int = 0
    """The room that it has: a longer text is set smaller. 0 is as much as it needs."""


@dataclass(frozen=True, slots=True)
class Mat:
    """A mat: its spaces, and what else is drawn on it."""

    name: str
    """The name of the module's map window and board."""
    size: tuple[int, int]
    spaces: tuple[Space, ...]
    panels: tuple[Panel, ...] = ()
    labels: tuple[Label, ...] = ()
    paper: str = _PAPER

    def space(self, name: str) -> Space:
        """Return the space called *name*. Raises ``KeyError`` if there is none."""
        for space in self.spaces:
            if space.name == name:
                return space
        raise KeyError(f"the mat {self.name} has no space {name!r}")


def command_points_name(points: int) -> str:
    """Return the space of the Command Point track for *points*."""
    return f"Command points {points}"


def dispatch_points_name(points: int) -> str:
    """Return the space of the Dispatch Point track for *points*."""
    return f"Dispatch points {points}"


def command_rating_name(rating: int) -> str:
    """Return the space of the Command Rating *rating*."""
    return f"Command Rating {rating}"


def dispatch_rating_name(rating: int) -> str:
    """Return the space of the Dispatch Rating *rating*."""
    return f"Dispatch Rating {rating}"


def formation_name(formation: Formation) -> str:
    """Return the space of a formation on its division's card."""
    return f"Formation {formation.name}"


def available_name(side: str) -> str:
    """Return the space of the chits that *side* (its name) could buy."""
    return f"Available {side}"


def arrival_name(game: GameData, time: TurnTime) -> str:
    """Return the space of the calendar where what arrives at *time* waits: ``June 6 1500``."""
    return f"{game.calendar.date_names[time.date]} {time.turn}"


def places_in(space: Space, count: int) -> tuple[tuple[int, int], ...]:
    """Return the centres of *count* stacks laid side by side in *space*, row by row, as far apart as it allows.

    Once the space is full the stacks begin again at the first place, a little to the right and lower.
    """
    columns, rows = max(space.width // CELL, 1), max(space.height // CELL, 1)
    across, down = space.width // columns, space.height // rows
    left = space.x + (space.width - columns * across) // 2 + across // 2
    top = space.y + (space.height - rows * down) // 2 + down // 2
    grid = [(left + column * across, top + row * down) for row, column in product(range(rows), range(columns))]
    return tuple(
        (grid[number % len(grid)][0] + shift, grid[number % len(grid)][1] + shift)
        for number, shift in ((n, n // len(grid) * 8) for n in range(count))
    )


def _track(heading: str, names: list[str], texts: list[str], x: int, y: int, fill: str) -> tuple[Label, list[Space]]:
    """Return a heading and under it the spaces of a track, ten in a row."""
    top = y + _HEADING
    spaces = [
        Space(name, x + n % _TRACK * CELL, top + n // _TRACK * CELL, CELL, CELL, text, fill)
        for n, (name, text) in enumerate(zip(names, texts, strict=True))
    ]
    return Label(heading, x, y + _HEADING // 2, 16, bold=True), spaces


def _title(division: Division, width: int) -> tuple[Panel, Label]:
    return (
        Panel(0, 0, width, _TITLE, division.colour),
        Label(division.name, width // 2, _TITLE // 2, 32, division.ink, "middle", bold=True, width=width - 40),
    )


def _formations(
    game: GameData, division: Division, top: int, width: int
) -> Iterator[tuple[Panel, Space, tuple[Label, ...]]]:
    """Yield the box of each formation: its bar, the place for its chit or leader, and its names."""
    gap = 12
    each = (width - gap * (_FORMATIONS_IN_A_ROW - 1)) // _FORMATIONS_IN_A_ROW
    formations = [f for f in game.formations.values() if f.division == division.id]
    for number, formation in enumerate(formations):
        row, column = divmod(number, _FORMATIONS_IN_A_ROW)
        x, y = _MARGIN + column * (each + gap), top + row * (CELL + gap)
        yield (
            Panel(x, y, 10, CELL, formation.bar),
            Space(formation_name(formation), x + each - CELL, y, CELL, CELL, fill="#ffffff"),
            tuple(_about_formation(game, formation, x + 18, y + 22, each - CELL - 24)),
        )


def _about_formation(game: GameData, formation: Formation, x: int, y: int, width: int) -> Iterator[Label]:
    """Yield the lines next to a formation's place: its name, its leader, and whether it has a chit."""
    own_names = (formation.name, formation.short_name)
    yield Label(formation.short_name, x, y, 18, bold=True, width=width)
    # a leader whom the rulebook does not name is called after his formation
    leaders = [
        leader.name
        for leader in game.leaders.values()
        if leader.formation == formation.id and not leader.name.startswith(own_names)
    ]
    yield Label(", ".join(leaders), x, y + 24, 15, width=width)
    yield Label("chit or leader" if formation.chit else "no chit", x, y + 44, 12, _FAINT, width=width)


def _tracks(kind: str, x: int, y: int) -> tuple[list[Label], list[Space]]:
    """Return the track of a division's points, and under it that of the rating that they come from."""
    points_of, rating_of, highest, fill = _TRACKS[kind]
    labels, spaces = list[Label](), list[Space]()
    for what, name_of, last in (("Points", points_of, highest), ("Rating", rating_of, HIGHEST_RATING)):
        numbers = range(last + 1)
        label, track = _track(f"{kind} {what}", [name_of(n) for n in numbers], [str(n) for n in numbers], x, y, fill)
        labels.append(label)
        spaces += track
        y = track[-1].y + CELL + _GAP
    return labels, spaces


_TRACKS: Final[Mapping[str, tuple[Callable[[int], str], Callable[[int], str], int, str]]] = {
    "Command": (command_points_name, command_rating_name, HIGHEST_COMMAND_POINTS, "#fdf3d0"),
    "Dispatch": (dispatch_points_name, dispatch_rating_name, HIGHEST_DISPATCH_POINTS, "#e3eef7"),
}
"""The spaces of the two kinds of points, those of their ratings, the highest number of points, and the colour."""


def division_card(game: GameData, division_id: str) -> Mat:
    """Return the card of a division: points, ratings, formations, markers in effect, units eliminated (R6.6).

    The two kinds of points are side by side: one beneath the other they would not fit on a screen.
    """
    division = game.divisions[division_id]
    inner = 2 * _TRACK * CELL + _BETWEEN
    width = inner + 2 * _MARGIN
    bar, title = _title(division, width)
    panels, labels, spaces = [bar], [title], list[Space]()
    for number, kind in enumerate(_TRACKS):
        found = _tracks(kind, _MARGIN + number * (_TRACK * CELL + _BETWEEN), _TITLE + _GAP)
        labels += found[0]
        spaces += found[1]
    y = spaces[-1].y + CELL + _GAP
    labels.append(Label("Formations", _MARGIN, y + _HEADING // 2, 16, bold=True))
    top = y + _HEADING
    markers_x = _MARGIN + inner - _MARKERS_WIDTH
    for panel, space, texts in _formations(game, division, top, inner - _MARKERS_WIDTH - _BETWEEN):
        panels.append(panel)
        spaces.append(space)
        labels += texts
    bottom = max(spaces[-1].y, top + CELL) + CELL
    labels.append(Label("Markers in effect", markers_x, y + _HEADING // 2, 16, bold=True))
    spaces.append(Space(MARKERS, markers_x, top, _MARKERS_WIDTH, bottom - top, fill="#ffffff"))
    y = bottom + _GAP
    labels.append(Label(ELIMINATED, _MARGIN, y + _HEADING // 2, 16, bold=True))
    spaces.append(Space(ELIMINATED, _MARGIN, y + _HEADING, inner, CELL + _GAP, fill="#eadfd6"))
    height = spaces[-1].y + spaces[-1].height + _MARGIN
    return Mat(division.name, (width, height), tuple(spaces), tuple(panels), tuple(labels))


def stands_at_once(scenario: Scenario, group: Reinforcement) -> bool:
    """Return whether reinforcements begin on the map: they come on the first turn, and to one place only."""
    places = group.places
    choices = len(places.hexes) + len(places.entry_hexes) + len(places.boxes)
    return group.time == scenario.first and choices == 1 and not (places.areas or places.fortified_without_mines)


def _stacks_at(game: GameData) -> dict[TurnTime, int]:
    """Return the greatest number of stacks that wait for each time in any scenario."""
    most: dict[TurnTime, int] = {}
    for scenario in game.scenarios.values():
        counts: dict[TurnTime, int] = {}
        for group in scenario.reinforcements:
            stacks = -(-(len(group.units) + len(group.leaders)) // STACK)
            waits_for = None if stands_at_once(scenario, group) else group.time
            for time in (waits_for, group.withhold_until):
                if time:
                    counts[time] = counts.get(time, 0) + stacks
        for time, count in counts.items():
            most[time] = max(count, most.get(time, 0))
    return most


def arrivals(game: GameData) -> Mat:
    """Return the calendar: a space for each date and turn, where units wait until they arrive (series rules, step 4).

    A row is as high as the scenarios' reinforcements need. Below the rows is the place for what will not come back.
    """
    stacks = _stacks_at(game)
    heights = {}
    for date in game.calendar.dates:
        needed = max(stacks.get(TurnTime(date, turn), 0) for turn in game.calendar.turns)
        heights[date] = max(-(-needed // _ACROSS), 1) * _HEAP_HEIGHT + 28
    return calendar_mat(game, heights, _arrival_notes(game))


def _arrival_notes(game: GameData) -> dict[TurnTime, tuple[str, ...]]:
    """Return for each turn where those arrive who wait in the calendar: a line for each scenario and way."""
    ways: dict[TurnTime, dict[int, dict[str, list[Reinforcement]]]] = {}
    for scenario in game.scenarios.values():
        for group in scenario.reinforcements:
            waits_for = None if stands_at_once(scenario, group) else group.time
            for time, places in ((waits_for, group.places), (group.withhold_until, group.withheld_places)):
                if time is not None:
                    groups = ways.setdefault(time, {}).setdefault(scenario.number, {})
                    groups.setdefault(entry_letters(game, places), []).append(group)
    several = len(game.scenarios) > 1
    return {
        time: tuple(
            line
            for number, by_way in scenarios.items()
            for way, names in _named_ways(game, by_way)
            for line in _way_lines(f"Scenario {number}" if several else "", way, names)
        )
        for time, scenarios in ways.items()
    }


def _named_ways(game: GameData, by_way: Mapping[str, Sequence[Reinforcement]]) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield the ways with the names of who comes by them, if there are several: divisions, or formations of one."""
    one_division = len({group.division for groups in by_way.values() for group in groups}) == 1
    for way, groups in by_way.items():
        if len(by_way) == 1:
            yield way, ()
        elif one_division:
            formations = (game.formations.get(group.formation) for group in groups)
            yield way, [each.short_name if each is not None else _INDEPENDENT for each in formations]
        else:
            yield way, [game.divisions[group.division].short_name for group in groups]


def _way_lines(scenario: str, way: str, names: Iterable[str]) -> list[str]:
    """Return ``Scenario 4, 1st Division: A``, or what of it there is need of, in as many lines as it takes."""
    head = ", ".join(filter(None, [scenario, *dict.fromkeys(names)]))
    return wrap(f"{head}: {way}" if head else f"By {way}", _NOTE_LENGTH)


def calendar_mat(
    game: GameData, heights: Mapping[str, int], notes: Mapping[TurnTime, tuple[str, ...]] = MappingProxyType({})
) -> Mat:
    """Return a calendar of arrivals with these dates, whose rows have these heights in pixels.

    *notes* are lines to be written into the spaces of turns.
    """
    left, head = 120, 104
    box_width = _ACROSS * _HEAP_WIDTH + 10
    calendar = game.calendar
    width = left + len(calendar.turns) * box_width + _MARGIN
    panels = [Panel(0, 0, width, _TITLE, "#5b4a2f")]
    labels = [Label("Arrivals and withdrawn units", width // 2, _TITLE // 2, 30, "#ffffff", "middle", bold=True)]
    for column, turn in enumerate(calendar.turns):
        middle = left + column * box_width + box_width // 2
        labels.append(Label(turn, middle, (_TITLE + head) // 2, 20, anchor="middle", bold=True))
    spaces = []
    y = head
    for number, (date, height) in enumerate(heights.items()):
        panels.append(Panel(0, y, width, height, _BAND if number % 2 else _PAPER))
        labels.append(Label(calendar.date_names[date], left - 12, y + height // 2, 20, anchor="end", bold=True))
        for column, turn in enumerate(calendar.turns):
            name = arrival_name(game, TurnTime(date, turn))
            fill = "#c9cede" if turn == calendar.turns[-1] else "#fffaf0"
            place = (left + column * box_width + 3, y + 3, box_width - 6, height - 6)
            spaces.append(Space(name, *place, fill=fill, notes=notes.get(TurnTime(date, turn), ())))
        y += height
    labels.append(Label(GONE, left - 8, y + 60, 16, anchor="end", bold=True, width=left - 12))
    spaces.append(Space(GONE, left + 3, y + 3, width - _MARGIN - left - 6, 114, fill="#eadfd6"))
    y += 120
    return Mat(ARRIVALS, (width, y + _MARGIN), tuple(spaces), tuple(panels), tuple(labels))


def event_name(row: ChartRow) -> str:
    """Return the space for the marker that a random event is used up, by the event's row of its chart."""
    return f"Event {row.cells['name']}"


def _used_up(game: GameData) -> tuple[ChartRow, ...]:
    """Return the random events that do not happen any number of times; none where a game has no such chart."""
    chart = game.charts.get(_EVENTS)
    return tuple(row for row in chart.rows if row.cells["repeats"] != _ALWAYS) if chart else ()


def chits_mat(game: GameData) -> Mat:
    """Return the mat of the chits: the mug, what is in play, played, bought for the next turn, and still to buy.

    Below them are the random events that happen only once, or once a day.
    """
    gap, top = 16, _TITLE + 16 + _HEADING
    first = ((MUG, 2 * CELL, "#d9b98a"), (IN_PLAY, 2 * CELL, "#fff3c4"), (PLAYED, 5 * CELL, "#fffaf0"))
    second = ((NEXT_TURN, 6 * CELL, "#dcebdc"), (NOT_IN_USE, 3 * CELL + gap, "#ddd8d0"))
    inner = sum(wide for _name, wide, _fill in first) + gap * (len(first) - 1)
    sides = [side.name for side in game.sides.values()]
    each = (inner - gap * (len(sides) - 1)) // len(sides)
    third = tuple((available_name(side), each, "#eef1f5") for side in sides)
    width = inner + 2 * _MARGIN
    labels = [Label(CHITS, width // 2, _TITLE // 2, 30, "#ffffff", "middle", bold=True)]
    spaces = list[Space]()
    for row, rows_high in ((first, 2), (second, 2), (third, 5)):
        x = _MARGIN
        for name, wide, fill in row:
            labels.append(Label(name, x, top - _HEADING // 2, 16, bold=True, width=wide))
            spaces.append(Space(name, x, top, wide, rows_high * CELL, fill=fill))
            x += wide + gap
        top += rows_high * CELL + gap + _HEADING
    events = _used_up(game)
    if events:
        names, dice = [event_name(row) for row in events], [str(row.cells["die"]) for row in events]
        label, row_of_events = _track(_USED_UP, names, dice, _MARGIN, top - _HEADING, "#f6e6d8")
        labels.append(label)
        spaces += row_of_events
        top += CELL + gap + _HEADING
    height = top - gap - _HEADING + _MARGIN
    return Mat(CHITS, (width, height), tuple(spaces), (Panel(0, 0, width, _TITLE, "#5b4a2f"),), tuple(labels))


def guns_mat(side: str) -> Mat:
    """Return the mat with the deck in which a side (its name) mixes its face-down guns: no counter stays there."""
    width, top = 4 * CELL, _TITLE + _HEADING
    name = f"{side} guns"
    title = Label(name, width // 2, _TITLE // 2, 30, "#ffffff", "middle", bold=True, width=width - _MARGIN)
    how = Label("Put in by the menu, drawn by dragging", width // 2, _TITLE + _HEADING // 2, 14, anchor="middle")
    deck = Space(MIXED, CELL, top, 2 * CELL, 2 * CELL, fill="#d9b98a")
    size = (width, top + deck.height + _MARGIN)
    return Mat(name, size, (deck,), (Panel(0, 0, width, _TITLE, "#5b4a2f"),), (title, how))
