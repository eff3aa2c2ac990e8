"""The costs of entering hexes, and the other costs of a Movement Action (NQoS 3.2, 4.1 to 4.3, R7.4 to R7.8)."""

from __future__ import annotations

from ...game.hexes import Hex
from ...game.position import Position
from ...game.units import Ratings, Unit
from ..rule_book import RuleBook
from .conditions import CLEAR, is_night
from .minefields import mine_level, terrain_for

__all__ = [
    "BARRAGES",
    "TRAIL",
    "HexCosts",
    "barrage_points",
    "change_points",
    "cost_switches",
    "has_allowance",
    "hex_costs",
    "leaving_column_points",
    "needs_exit_check",
    "points_after_change",
    "scale",
    "shown_ratings",
    "step_cost",
    "trail_helps",
]

BARRAGES = ("", "light", "heavy")
"""The rows of the barrage charts by the level of the marker."""
_COSTS = "terrain-costs"
_MODIFIERS = "movement-modifiers"
_ACTIONS = "movement-actions"
_EXIT = "barrage-exit"
TRAIL = "trail"
"""The row of the chart for a hex entered along a trail."""
_LEAVING = "leaving-minefield"


class HexCosts:
    """The costs of hexes in one weather, by day or night: each computed once."""

    def __init__(self, book: RuleBook, weather: str, *, night: bool) -> None:
        self._book = book
        self._weather = weather
        self._night = night
        self._known: dict[tuple[str, str, bool, bool], int] = {}

    def cost(self, terrain: str, movement_class: str, *, column: bool, leaving_mines: bool) -> int:
        """Return the cost of a chart's row for a unit: with mist added first, then doubled (NQoS 3.2, 4.1-4.3)."""
        key = (terrain, movement_class, column, leaving_mines)
        if key not in self._known:
            base = self.plain_cost(terrain, movement_class, column=column)
            self._known[key] = (base + self._added(leaving_mines)) * self._factor(leaving_mines)
        return self._known[key]

    def plain_cost(self, terrain: str, movement_class: str, *, column: bool) -> int:
        """Return the cost in the chart, before anything is added or doubled."""
        return self._book.number(_COSTS, terrain, f"{movement_class}_column" if column else movement_class)

    def changes(self, *, leaving_mines: bool) -> list[tuple[str, int, int]]:
        """Return the changes of a cost: the rows of the chart with their additions and factors, as far as they count.

        If several reasons double a cost only once, the first one is named.
        """
        found = []
        once = self._book.switch("doubled-costs") == "once"
        most = 1
        for row in self._rows(leaving_mines):
            added = self._book.number(_MODIFIERS, row, "add")
            factor = self._book.number(_MODIFIERS, row, "factor")
            if row == "mist" and not self._mist_counts(leaving_mines):
                added = 0
            found.append((row, added, factor if not once or factor > most else 1))
            most = max(most, factor)
        return found

    def is_trail_of_use(self, terrain: str, movement_class: str, *, column: bool) -> bool:
        """Return whether a trail lowers the cost: only for wheeled and tracked units in Column (NQoS 4.2)."""
        kind = f"{movement_class}_column" if column else movement_class
        return self._book.number(_COSTS, TRAIL, kind) < self._book.number(_COSTS, terrain, kind)

    def _added(self, leaving_mines: bool) -> int:
        """Return the first addition: mist (R5.3; before doubling: NQoS 4.3, R7.5)."""
        rows = [row for row in self._rows(leaving_mines) if row != "mist" or self._mist_counts(leaving_mines)]
        return sum(self._book.number(_MODIFIERS, row, "add") for row in rows)

    def _mist_counts(self, leaving_mines: bool) -> bool:
        return leaving_mines or self._book.switch("mist-movement") == "every-hex"

    def _factor(self, leaving_mines: bool) -> int:
        """Return the factor: leaving a minefield, a sand storm, night (NQoS 4.3, 3.2, R5.6, R7.6)."""
        factors = [self._book.number(_MODIFIERS, row, "factor") for row in self._rows(leaving_mines)]
        if self._book.switch("doubled-costs") == "once":
            return max(factors, default=1)
        product = 1
        for factor in factors:
            product *= factor
        return product

    def _rows(self, leaving_mines: bool) -> list[str]:
        rows = [_LEAVING] if leaving_mines else []
        if self._weather in ("mist", "sandstorm"):
            rows.append(self._weather)
        if self._night and self._book.switch("night-movement") == "doubled":
            rows.append("night")
        return rows


class _Memory:
    """The costs computed so far, by weather and night."""

    def __init__(self, book: RuleBook) -> None:
        self._book = book
        self._costs: dict[tuple[str, bool], HexCosts] = {}

    def costs(self, weather: str, night: bool) -> HexCosts:
        """Return the costs of the hexes in a weather, by day or at Night."""
        key = (weather, night)
        if key not in self._costs:
            self._costs[key] = HexCosts(self._book, weather, night=night)
        return self._costs[key]


def hex_costs(position: Position, book: RuleBook) -> HexCosts:
    """Return the costs of hexes as weather and hour are now."""
    return book.memory(_Memory).costs(position.weather, is_night(position))


def step_cost(
    position: Position,
    book: RuleBook,
    unit: str,
    start: Hex,
    end: Hex,
    *,
    by_trail: bool = False,
    column: bool | None = None,
    mounted: bool | None = None,
) -> int:
    """Return the cost for a unit to go from a hex to its neighbour (NQoS 4.1 to 4.3, 3.2; R5.5, R7.4 to R7.6, R7.14).

    *by_trail*: along a trail that it may follow. *column* and *mounted* are as the unit is now if they are left out.
    Whether it has an allowance at all, and what a failed check forbids, is checked apart.
    """
    state = position.units[unit]
    ratings = shown_ratings(position, unit, state.mounted if mounted is None else mounted)
    side = position.side(unit)
    costs = hex_costs(position, book)
    points = costs.cost(
        TRAIL if by_trail else terrain_for(position, end, side).id,
        ratings.movement_class,
        column=state.column if column is None else column,
        leaving_mines=mine_level(position, start, side) > 0,
    )
    return points + barrage_points(position, book, start)


def trail_helps(position: Position, book: RuleBook, unit: str, end: Hex) -> bool:
    """Return whether a trail into a hex lowers its cost for a unit as it is now (NQoS 4.2)."""
    state = position.units[unit]
    ratings = shown_ratings(position, unit, state.mounted)
    terrain = terrain_for(position, end, position.side(unit)).id
    return hex_costs(position, book).is_trail_of_use(terrain, ratings.movement_class, column=state.column)


def leaving_column_points(position: Position, book: RuleBook, unit: str, place: Hex, *, mounted: bool) -> int:
    """Return the cost of leaving Column where points pay for it: the hex as if entered without Column (R7.8)."""
    terrain = terrain_for(position, place, position.side(unit)).id
    ratings = shown_ratings(position, unit, mounted)
    return hex_costs(position, book).cost(terrain, ratings.movement_class, column=False, leaving_mines=False)


def cost_switches(position: Position, start: Hex, side: str) -> tuple[str, ...]:
    """Return the switches that the cost of leaving a hex depends on."""
    night, leaving = is_night(position), mine_level(position, start, side) > 0
    under_barrage = start in position.barrages
    if position.weather == CLEAR and not night and not under_barrage:
        return ()
    doubling = (position.weather == "sandstorm") + night + leaving
    hangs_on = {
        "mist-movement": position.weather == "mist" and not leaving,
        "night-movement": night,
        "doubled-costs": doubling > 1,
        "barrage-exit": under_barrage,
    }
    return tuple(switch for switch, applies in hangs_on.items() if applies)


def barrage_points(position: Position, book: RuleBook, start: Hex) -> int:
    """Return the additional cost of leaving a hex for a barrage marker in it (R7.14)."""
    level = position.barrages.get(start, 0)
    if not level or book.switch("barrage-exit") == "free":
        return 0
    return book.number(_EXIT, BARRAGES[level], "points")


def needs_exit_check(position: Position, book: RuleBook, start: Hex) -> bool:
    """Return whether leaving a hex needs a Troop Quality Check: out of a Heavy Barrage (R7.14)."""
    level = position.barrages.get(start, 0)
    return level > 0 and book.switch("barrage-exit") != "free" and book.flag(_EXIT, BARRAGES[level], "check")


# allowances


def shown_ratings(position: Position, unit: str, mounted: bool) -> Ratings:
    """Return the ratings of a unit's mounted side, or of the side that it shows when it is not mounted (R2.10)."""
    counter = position.game.units[unit]
    if mounted and counter.mounted is not None:
        return counter.mounted
    if counter.reduced is not None and position.units[unit].steps < counter.steps:
        return counter.reduced
    return counter.ratings


def has_allowance(position: Position, unit: str, mounted: bool) -> bool:
    """Return whether a unit can enter hexes as it is: ``*`` and ``No`` cannot (R7.13)."""
    return shown_ratings(position, unit, mounted).movement is not None


def scale(position: Position, unit: str, mounted: bool) -> int:
    """Return the allowance by which a Movement Action counts: that of the side shown, or of the mounted side for ``*``.

    0 if the unit has none at all (R7.13).
    """
    counter: Unit = position.game.units[unit]
    shown = shown_ratings(position, unit, mounted).movement
    if shown is not None:
        return shown
    return (counter.mounted.movement or 0) if counter.mounted is not None else 0


def change_points(book: RuleBook, action: str, whole: int) -> int:
    """Return the cost in a row of the chart of movement actions: its points, or half the allowance *whole* (R7.8)."""
    points = book.number(_ACTIONS, action, "points")
    if not book.flag(_ACTIONS, action, "half_allowance"):
        return points
    return points + (whole // 2 if book.switch("half-allowance") == "rounded-down" else (whole + 1) // 2)


def points_after_change(book: RuleBook, left: int, whole: int, new_whole: int) -> int:
    """Return the points left on the side turned up by mounting or dismounting, of *left* of the other one's (R7.8).

    They are the same part of the new allowance, rounded down, unless a switch ends the move.
    """
    if book.switch("points-after-mounting") == "none" or not whole:
        return 0
    return left * new_whole // whole
