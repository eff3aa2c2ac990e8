"""The places of everything when a scenario begins: the map, the pixel, the stack.

Counters are in the hexes that the data's ``start`` names, leaders on top. Reinforcements of the first turn are
where they enter, if the scenario leaves no choice; all others wait in the calendar's space of their turn. What
waits off the map is on its division's card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from adjudicator.drawing import mats
from adjudicator.drawing.chit_places import chits_beside
from adjudicator.drawing.counters import COUNTER_SIZE
from adjudicator.drawing.marker_places import card_marks, track_marker
from adjudicator.drawing.mats import Mat, Space
from adjudicator.game.game_data import GameData
from adjudicator.game.game_map import Box
from adjudicator.game.hexes import Hex
from adjudicator.game.scenarios import DivisionPoints, Places, Reinforcement, Scenario

from .chit_pieces import chit_key
from .grids import geometry_of, track_place
from .maps import STEP_RIGHT, STEP_UP
from .marker_pieces import marker_key

__all__ = ["Heap", "in_the_mug", "scenario_heaps", "track_places"]

_HALF = COUNTER_SIZE // 2 + 1
_GAP = 4
"""The pixels between a stack and the edge of the map, at the least."""


@dataclass(frozen=True, slots=True)
class Heap:
    """A stack of counters."""

    map: str
    x: int
    y: int
    keys: tuple[str, ...]
    """The counters' keys in the lock file, the lowest first."""
    masked: frozenset[str] = frozenset()
    """The keys of the counters that are face down."""


@dataclass(frozen=True, slots=True)
class _Group:
    """Counters that are kept together."""

    units: tuple[str, ...]
    leaders: tuple[str, ...] = ()
    masked: bool = False


_Place = tuple[str, Hex | Space]
"""A map's name, and a hex or a space of it."""


class _Layout:
    """The groups in each place, in the order in which they were put down."""

    def __init__(self, game: GameData) -> None:
        self._geometry = geometry_of(game.map)
        self._lowest = game.map.hex_height // 2 - _GAP
        self._groups: dict[_Place, list[_Group]] = {}

    def put(self, place: _Place, group: _Group) -> None:
        """Put a group down."""
        self._groups.setdefault(place, []).append(group)

    def heaps(self) -> Iterator[Heap]:
        """Yield the stacks."""
        for (map_name, where), groups in self._groups.items():
            if isinstance(where, Hex):
                yield _heap(map_name, self._in_hex(where, groups), groups)
            else:
                stacks = list(_stacks(where, groups))
                places = mats.places_in(where.free, len(stacks))
                for at, stack in zip(places, stacks, strict=True):
                    yield _heap(map_name, _inside(where.free, at, len(stack.units)), [stack])

    def _in_hex(self, place: Hex, groups: list[_Group]) -> tuple[int, int]:
        """Return the hex's centre; a stack that would reach over the map's upper edge is lower in the hex."""
        centre = self._geometry.centre(place)
        height = _HALF + STEP_UP * (sum(map(_size, groups)) - 1)
        return centre.x, centre.y + min(max(height + _GAP - centre.y, 0), self._lowest)


def _inside(space: Space, at: tuple[int, int], count: int) -> tuple[int, int]:
    """Return where the lowest of *count* counters is placed for the stack's middle to be *at*, but within the space."""
    right, up = STEP_RIGHT * (count - 1), STEP_UP * (count - 1)
    x = min(max(at[0] - right // 2, space.x + _HALF), space.x + space.width - _HALF - right)
    y = max(min(at[1] + up // 2, space.y + space.height - _HALF), space.y + _HALF + up)
    return x, y


def _heap(map_name: str, at: tuple[int, int], groups: Iterable[_Group]) -> Heap:
    """Return one stack of groups, all leaders on top of all units."""
    listed = list(groups)
    units = [key for group in listed for key in group.units]
    leaders = [key for group in listed for key in group.leaders]
    masked = frozenset(key for group in listed if group.masked for key in group.units)
    return Heap(map_name, *at, (*units, *leaders), masked)


def _stacks(space: Space, groups: list[_Group]) -> Iterator[_Group]:
    """Split groups into stacks of five counters, or of more where the space has no room for that many stacks."""
    room = len(set(_cells(space.free)))
    largest = max(map(_size, groups))
    size = next((n for n in range(mats.STACK, largest) if sum(_count(group, n) for group in groups) <= room), largest)
    for group in groups:
        keys = (*group.units, *group.leaders)
        for start in range(0, len(keys), size):
            yield _Group(keys[start : start + size], masked=group.masked)


def _cells(space: Space) -> Iterator[tuple[int, int]]:
    across, down = max(space.width // mats.CELL, 1), max(space.height // mats.CELL, 1)
    return product(range(across), range(down))


def _size(group: _Group) -> int:
    return len(group.units) + len(group.leaders)


def _count(group: _Group, size: int) -> int:
    return -(-_size(group) // size)


class _Setting:
    """Puts the counters of one scenario where they belong."""

    def __init__(self, game: GameData, scenario: Scenario) -> None:
        self._game, self._scenario = game, scenario
        self._arrivals = mats.arrivals(game)
        self._cards: Mapping[str, Mat] = {id_: mats.division_card(game, id_) for id_ in game.divisions}
        self._chits = mats.chits_mat(game)
        self.layout = _Layout(game)

    def set_up(self) -> None:
        """Put down what is on the map, or waits off the map, at the start."""
        for group in self._scenario.setup:
            for id_ in (*group.units, *group.leaders):
                place = group.start.get(id_)
                if place is not None:
                    self.layout.put((self._game.map.name, place), self._single(id_, group.hidden))
                elif not group.choose:
                    self._put_beside_map(group.division, self._single(id_, group.hidden))

    def _single(self, id_: str, hidden: bool) -> _Group:
        if id_ in self._game.leaders:
            return _Group((), (id_,))
        return _Group((f"unit-{id_}",), (), hidden and bool(self._game.units[id_].hidden_as))

    def _put_beside_map(self, division: str, group: _Group) -> None:
        card = self._cards[division]
        self.layout.put((card.name, card.space(mats.MARKERS)), group)

    def reinforce(self) -> None:
        """Put the reinforcements where they enter, or into the calendar."""
        for group in self._scenario.reinforcements:
            units = tuple(f"unit-{id_}" for id_ in group.units)
            self.layout.put(self._place_of(group), _Group(units, group.leaders))

    def _place_of(self, group: Reinforcement) -> _Place:
        if mats.stands_at_once(self._scenario, group):
            return self._only_place(group.places)
        return self._arrivals.name, self._arrivals.space(mats.arrival_name(self._game, group.time))

    def _only_place(self, places: Places) -> _Place:
        """Return the place of reinforcements that have no choice."""
        game_map = self._game.map
        hexes = [*places.hexes, *(game_map.entry_hexes[letter].hex for letter in places.entry_hexes)]
        boxes = [_space_of(game_map.boxes[id_]) for id_ in places.boxes]
        return game_map.name, (hexes or boxes)[0]

    def mark(self) -> None:
        """Put down the markers that keep the points, and those that the scenario's own rules need."""
        for points in self._scenario.points:
            card = self._cards[points.division]
            for mark in card_marks(points.division, _figures(points)):
                if mark.marker in self._game.markers:
                    marker = self._game.markers[mark.marker]
                    self.layout.put((card.name, card.space(mark.space)), _Group((marker_key(marker),)))
        for rule in self._scenario.special:
            if "marker" in rule:
                marker = self._game.markers[rule["marker"]]
                divisions = [d.id for d in self._game.divisions.values() if d.side == marker.side]
                self._put_beside_map(divisions[0], _Group((marker_key(marker),)))

    def lay_out_chits(self) -> None:
        """Put down the chits that are not in the mug: the first one, those to buy, and those left out by choice."""
        for id_, space in _chit_spaces(self._game, self._scenario).items():
            chit = self._game.chits[id_]
            self.layout.put((self._chits.name, self._chits.space(space)), _Group((chit_key(chit),)))


def _space_of(box: Box) -> Space:
    return Space(box.name, box.x, box.y, box.width, box.height)


def _figures(points: DivisionPoints) -> Mapping[str, int | None]:
    """Return the figures that a division begins with."""
    return {
        "command-points": points.command_points, "dispatch-points": points.dispatch_points,
        "command-rating": points.command_rating, "dispatch-rating": points.dispatch_rating,
    }  # fmt: skip


def _chit_spaces(game: GameData, scenario: Scenario) -> Mapping[str, str]:
    """Return the spaces of the chits that are in the game but not in the mug."""
    first = {scenario.first_chit: mats.IN_PLAY} if scenario.first_chit else {}
    return {**first, **chits_beside(game, scenario, {*scenario.mug, *first})}


def in_the_mug(game: GameData, scenario: Scenario) -> tuple[str, ...]:
    """Return the keys of the chits that are in the mug."""
    return tuple(chit_key(game.chits[id_]) for id_ in scenario.mug)


def track_places(game: GameData, scenario: Scenario) -> Mapping[str, str]:
    """Return the markers on the map's tracks by their keys, each with the name of its place."""
    values = {
        "turn": scenario.first.turn,
        "date": game.calendar.date_names[scenario.first.date],
        "weather": str(scenario.weather.get("first_day", "")),
        "supply": scenario.supply,
        "morale": "" if scenario.morale is None else str(scenario.morale),
    }
    places = {}
    for id_, value in values.items():
        track, marker = game.map.tracks.get(id_), track_marker(game, id_)
        if track and marker and value:
            space = next(space for space in track.spaces if space.casefold() == value.casefold())
            places[marker_key(marker)] = track_place(track, space)
    return places


def scenario_heaps(game: GameData, scenario: Scenario) -> tuple[Heap, ...]:
    """Return all stacks of a scenario's setup but for the mug and the markers on the map's tracks."""
    setting = _Setting(game, scenario)
    setting.set_up()
    setting.reinforce()
    setting.mark()
    setting.lay_out_chits()
    return tuple(setting.layout.heaps())
