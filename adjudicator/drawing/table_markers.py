"""The markers and chits of a position, without its units: on the map, on its tracks, on the cards, in the mug."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from ..game.action_words import Barrage
from ..game.hexes import Hex
from ..game.order_of_battle import Division, Marker, MarkerRole
from ..game.position import Points, Position
from ..game.position_words import row_name
from ..game.scenarios import DivisionPoints
from . import mats
from .chit_places import chits_beside
from .drawing_names import bar_drawing, chit_drawing, figure_drawing, marker_drawing, plate_drawing
from .marker_places import card_marks, track_marker
from .sheet_plan import SheetPlan
from .table_items import Item, Key

__all__ = ["chit_items", "commander_items", "hex_marker_items", "track_marker_items"]

_WIDE: Final = 110
"""A space of a track that is wider is not covered by a marker."""
_BARRAGES: Final = {Barrage.LIGHT: "Light Barrage", Barrage.HEAVY: "Heavy Barrage"}
_MINEFIELDS: Final = {0: "Minefield Removed", 1: "Light Minefield", 2: "Heavy Minefield"}
_STORM: Final = ("sand-storm", "sand-storm-now")


def track_marker_items(plan: SheetPlan, position: Position) -> Iterator[Item]:
    """Yield the markers on the map's tracks and boxes and on the divisions' cards, as far as the game has them.

    The marker of a value beyond the end of its track is at the end, and the figure on the marker says the value.
    """
    yield from _on_tracks(plan, position)
    yield from _on_cards(plan, position)
    if position.weather == "sandstorm" and _STORM[1] in plan.boxes:
        yield from _marker(position, _STORM[1], _STORM[0], "Sand storm now")
    strike = position.game.marker_of(MarkerRole.AIR_STRIKE)
    if strike is not None and strike.box in plan.boxes:
        for number in range(1, position.strikes + 1):
            label = f"Air strike {number}, available"
            yield from _marker(position, strike.box, strike.id, label, thing=f"air-strike {number}")


def hex_marker_items(position: Position) -> Iterator[Item]:
    """Yield the barrages, and the minefields that are no longer as printed."""
    for place, level in position.barrages.items():
        yield from _in_hex(position, place, "barrage", level, _BARRAGES[level])
    for place, density in position.mines.items():
        yield from _in_hex(position, place, "minefield", 1 if density else 2, _MINEFIELDS[density])


def commander_items(position: Position, leaders: Iterable[Item]) -> Iterator[Item]:
    """Yield the commander in the place of the leader whom he is with."""
    marker, leader = position.game.marker_of(MarkerRole.COMMANDER), position.commander_with
    for item in leaders:
        if marker is not None and item.thing == f"leader {leader}":
            yield from _marker(
                position, item.key, marker.id, f"{marker.name} with {position.game.leaders[leader].name}"
            )


def chit_items(position: Position) -> Iterator[Item]:
    """Yield the chits: in the mug, in play, played, bought for the next turn, and those that are not in use."""
    in_play = position.activation.chit
    places: dict[str, tuple[str, ...]] = {
        mats.MUG: position.mug,
        mats.IN_PLAY: (in_play,) if in_play else (),
        mats.PLAYED: tuple(chit for chit in position.played if chit != in_play),
        mats.NEXT_TURN: position.next_turn,
    }
    seen: set[str] = set()
    for space, chits in places.items():
        for chit in chits:
            thing = f"chit {chit} {space.lower()}" if chit in seen else f"chit {chit}"
            seen.add(chit)
            first = ", to be played first" if chit == position.first_chit and space == mats.MUG else ""
            label = f"Chit {position.game.chits[chit].name}: {space.lower()}{first}"
            yield Item((mats.CHITS, space), thing, (chit_drawing(chit),), label)
    used = {*position.mug, *position.played, *position.next_turn, in_play}
    for chit, space in chits_beside(position.game, position.game.scenarios[position.scenario], used).items():
        label = f"Chit {position.game.chits[chit].name}: {space.lower()}"
        yield Item((mats.CHITS, space), f"chit {chit}", (chit_drawing(chit),), label)


def _on_tracks(plan: SheetPlan, position: Position) -> Iterator[Item]:
    game = position.game
    weather = row_name(position, "weather", position.day_weather) or position.weather.capitalize()
    values = {
        "turn": position.time.turn,
        "date": game.calendar.date_names[position.time.date],
        "weather": weather,
        "supply": row_name(position, "supply-levels", position.supply),
        "morale": "" if position.morale is None else str(position.morale),
    }
    for track, value in values.items():
        if (track, value) in plan.spaces:
            marker = track_marker(game, track)
            label = f"{game.map.tracks[track].name}: {value}"
            box = plan.spaces[track, value]
            plate = (plate_drawing(int(box.width), int(box.height)),) if box.width > _WIDE else ()
            yield from _marker(
                position, (track, value), marker.id if marker else track, label,
                under=plate, over=(figure_drawing(value),),
            )  # fmt: skip


def _on_cards(plan: SheetPlan, position: Position) -> Iterator[Item]:
    begun_with = {points.division: points for points in plan.scenario.points}
    for division, points in position.points.items():
        name = position.game.divisions[division].name
        for mark in card_marks(division, _figures(points, begun_with.get(division))):
            label = f"{name}: {mark.value} {mark.kind.replace('-', ' ').title()}"
            figure = figure_drawing(str(mark.value))
            yield from _marker(position, (name, mark.space), mark.marker, label, over=(figure,))
    for marker in position.game.markers_of(MarkerRole.EFFECT_OF_DAY):
        if marker.id in position.flags:
            yield from _marker(position, (_card_of(marker, position).name, mats.MARKERS), marker.id, marker.name)


def _card_of(marker: Marker, position: Position) -> Division:
    """Return the division on whose card a marker is: its own, or the first of its side that has points."""
    divisions = position.game.divisions
    if marker.division:
        return divisions[marker.division]
    cards = [each for each in divisions.values() if each.side == marker.side]
    return next((each for each in cards if each.id in position.points), cards[0])


def _figures(points: Points, begun_with: DivisionPoints | None) -> Mapping[str, int | None]:
    """Return the figures of a division that a card shows, by their kinds; ratings are those of the scenario."""
    uses_dispatch = begun_with is None or begun_with.dispatch_points is not None
    return {
        "command-points": points.command,
        "dispatch-points": points.dispatch if uses_dispatch else None,
        "command-rating": begun_with.command_rating if begun_with else None,
        "dispatch-rating": begun_with.dispatch_rating if begun_with else None,
    }


def _in_hex(position: Position, place: Hex, marker: str, face: int, name: str) -> Iterator[Item]:
    """Yield a marker in a hex, with its name along the edge where another counter is over it."""
    for item in _marker(position, place, marker, f"{name} in {place}", face=face, thing=f"{marker} {place}"):
        yield replace(item, covered=(bar_drawing(name),))


def _marker(
    position: Position,
    key: Key,
    marker: str,
    label: str,
    *,
    face: int = 1,
    thing: str = "",
    under: tuple[str, ...] = (),
    over: tuple[str, ...] = (),
) -> Iterator[Item]:
    """Yield a marker in its place; only the drawings under and over it if the game has none of that id."""
    found = position.game.markers.get(marker)
    own = (marker_drawing(found.faces[min(face, len(found.faces)) - 1]),) if found is not None else ()
    if own or over:
        yield Item(key, thing or f"marker {marker}", (*under, *own, *over), label)
