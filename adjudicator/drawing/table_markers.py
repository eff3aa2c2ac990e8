"""The markers and chits that show a position besides its units: on the map, on its tracks, on the cards, in the mug."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from ..game.hexes import Hex
from ..game.position import Position
from ..game.position_words import row_name
from . import mats
from .chit_places import chits_beside
from .drawing_names import bar_drawing, chit_drawing, figure_drawing, marker_drawing, plate_drawing
from .sheet_plan import SheetPlan
from .table_items import Item, Key

__all__ = ["chit_items", "hex_marker_items", "rommel_items", "track_marker_items"]

_TRACKS: Final[Mapping[str, tuple[Callable[[int], str], int]]] = {
    "command-points": (mats.command_points_name, mats.HIGHEST_COMMAND_POINTS),
    "dispatch-points": (mats.dispatch_points_name, mats.HIGHEST_DISPATCH_POINTS),
    "command-rating": (mats.command_rating_name, mats.HIGHEST_RATING),
    "dispatch-rating": (mats.dispatch_rating_name, mats.HIGHEST_RATING),
}
"""The tracks of a division's card: the names of their spaces, and how far they go."""
_ON_CARDS: Final = ("travers-injured", "artillery-leader-killed")
"""The flags that have a marker, which lies on a card of its side (S3.0)."""
_STRIKES: Final = ("raf-air-strike", "raf-air-strikes")
"""The marker of an air strike that is available, and the box that it lies in."""
_WIDE: Final = 110
"""A space of a track that is wider is not covered by a marker."""
_STORM: Final = ("sand-storm", "sand-storm-now")


def track_marker_items(plan: SheetPlan, position: Position) -> Iterator[Item]:
    """Yield the markers on the map's tracks and boxes and on the divisions' cards, as far as the game has them.

    A value beyond the end of its track lies at the end, and the figure on the marker tells it.
    """
    yield from _on_tracks(plan, position)
    yield from _on_cards(plan, position)
    if position.weather == "sandstorm" and _STORM[1] in plan.boxes:
        yield from _marker(position, _STORM[1], _STORM[0], "Sand storm now")
    if _STRIKES[1] in plan.boxes:
        for number in range(1, position.strikes + 1):
            label = f"Air strike {number}, available"
            yield from _marker(position, _STRIKES[1], _STRIKES[0], label, thing=f"air-strike {number}")


def hex_marker_items(position: Position) -> Iterator[Item]:
    """Yield the barrages, and the minefields that are no longer as printed."""
    for place, level in position.barrages.items():
        yield from _in_hex(position, place, "barrage", level)
    for place, level in position.mines.items():
        yield from _in_hex(position, place, "minefield", 1 if level else 2)


def rommel_items(position: Position, leaders: Iterable[Item]) -> Iterator[Item]:
    """Yield Rommel in the place of the leader whom he is with (S3.0)."""
    for item in leaders:
        if item.thing == f"leader {position.rommel}":
            label = f"Rommel with {position.game.leaders[position.rommel].name}"
            yield from _marker(position, item.key, "rommel", label)


def chit_items(position: Position) -> Iterator[Item]:
    """Yield the chits: in the mug, in play, played, bought for the next turn, and those that are not in use."""
    in_play = position.activation.chit
    places: dict[str, tuple[str, ...]] = {
        mats.MUG: position.mug,
        mats.IN_PLAY: (in_play,) if in_play else (),
        mats.PLAYED: tuple(chit for chit in position.played if chit != in_play),
        mats.NEXT_TURN: position.next_turn,
    }
    for space, chits in places.items():
        for chit in chits:
            first = ", to be played first" if chit == position.first_chit and space == mats.MUG else ""
            label = f"Chit {position.game.chits[chit].name}: {space.lower()}{first}"
            yield Item((mats.CHITS, space), f"chit {chit}", (chit_drawing(chit),), label)
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
            marker = next((key for key in game.markers if key == track or key.endswith(f"-{track}")), track)
            label = f"{game.map.tracks[track].name}: {value}"
            box = plan.spaces[track, value]
            plate = (plate_drawing(int(box.width), int(box.height)),) if box.width > _WIDE else ()
            yield from _marker(position, (track, value), marker, label, under=plate, over=(figure_drawing(value),))


def _on_cards(plan: SheetPlan, position: Position) -> Iterator[Item]:
    ratings = {points.division: points for points in plan.scenario.points}
    for division, points in position.points.items():
        values = {
            "command-points": points.command,
            "dispatch-points": points.dispatch if ratings[division].dispatch_points is not None else None,
            "command-rating": ratings[division].command_rating,
            "dispatch-rating": ratings[division].dispatch_rating,
        }
        for kind, value in values.items():
            if value is not None:
                yield from _figure(position, division, kind, value)
    for flag in _ON_CARDS:
        if flag in position.flags and flag in position.game.markers:
            marker = position.game.markers[flag]
            division = next(each for each in position.points if position.game.divisions[each].side == marker.side)
            yield from _marker(position, (position.game.divisions[division].name, mats.MARKERS), flag, marker.name)


def _figure(position: Position, division: str, kind: str, value: int) -> Iterator[Item]:
    """Yield the marker of one figure of a division on its card."""
    name = position.game.divisions[division].name
    space, highest = _TRACKS[kind]
    label = f"{name}: {value} {kind.replace('-', ' ').title()}"
    key, figure = (name, space(min(value, highest))), figure_drawing(str(value))
    yield from _marker(position, key, f"{kind}-{division}", label, over=(figure,))


def _in_hex(position: Position, place: Hex, marker: str, face: int) -> Iterator[Item]:
    names = position.game.markers[marker].face_names if marker in position.game.markers else ()
    name = names[min(face, len(names)) - 1].capitalize() if names else ""
    bar = (bar_drawing(name.title()),) if name else ()
    label = f"{name} in {place}"
    for item in _marker(position, place, marker, label, face=face, thing=f"{marker} {place}"):
        yield replace(item, covered=bar)


def _marker(
    position: Position, key: Key, marker: str, label: str, *, face: int = 1, thing: str = "",
    under: tuple[str, ...] = (), over: tuple[str, ...] = (),
) -> Iterator[Item]:
    """Yield a marker in its place; only what lies under and over it if the game has none of that id."""
    found = position.game.markers.get(marker)
    own = (marker_drawing(found.faces[min(face, len(found.faces)) - 1]),) if found is not None else ()
    if own or over:
        yield Item(key, thing or f"marker {marker}", (*under, *own, *over), label)
