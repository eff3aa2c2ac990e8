"""The markers of figures and their places: on a track of the map sheet, on a track of a division's card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from ..game.game_data import GameData
from ..game.order_of_battle import Marker
from . import mats

__all__ = ["CARD_TRACKS", "CardMark", "card_marks", "track_marker"]

CARD_TRACKS: Final[Mapping[str, tuple[Callable[[int], str], int]]] = {
    "command-points": (mats.command_points_name, mats.HIGHEST_COMMAND_POINTS),
    "dispatch-points": (mats.dispatch_points_name, mats.HIGHEST_DISPATCH_POINTS),
    "command-rating": (mats.command_rating_name, mats.HIGHEST_RATING),
    "dispatch-rating": (mats.dispatch_rating_name, mats.HIGHEST_RATING),
}
"""The tracks of a division's card: the names of their spaces, and how far they go."""


class CardMark(NamedTuple):
    """A figure of a division on its card."""

    kind: str
    """A key of :data:`CARD_TRACKS`."""
    marker: str
    """The id of the marker that keeps it."""
    space: str
    """The space of the marker: at the end of the track for a figure beyond it."""
    value: int


def card_marks(division: str, values: Mapping[str, int | None]) -> Iterator[CardMark]:
    """Yield where the markers of a division's figures are placed; a figure that is None is not used."""
    for kind, value in values.items():
        if value is not None:
            space, highest = CARD_TRACKS[kind]
            yield CardMark(kind, f"{kind}-{division}", space(min(value, highest)), value)


def track_marker(game: GameData, track: str) -> Marker | None:
    """Return the marker of a track: it is called the same, perhaps with the side's name before it."""
    return next((m for m in game.markers.values() if m.id == track or m.id.endswith(f"-{track}")), None)
