"""The names of the drawings of counters: the same in the module's archive, in pictures and in reports.

A picture in the module's archive has the drawing's name with ``.svg`` after it.
"""

from __future__ import annotations

from typing import Final, Literal

from ..game.units import Unit

__all__ = [
    "CHIT_BACK",
    "FACE_DOWN",
    "Side",
    "bar_drawing",
    "bar_of",
    "chit_drawing",
    "crowd_drawing",
    "crowd_of",
    "face_down_drawing",
    "figure_drawing",
    "figure_of",
    "leader_drawing",
    "marker_drawing",
    "plate_drawing",
    "plate_of",
    "state_drawing",
    "unit_drawing",
]

Side = Literal["front", "mounted", "reduced"]
"""A side of a unit's counter."""
CHIT_BACK: Final = "chit-back"
FACE_DOWN: Final = "face-down"
"""The drawing over a unit that is face down, for a reader who knows which unit it is."""
_CROWD: Final = "crowd-"
_FIGURE: Final = "figure-"
_PLATE: Final = "plate-"
_BAR: Final = "bar-"


def unit_drawing(unit: str, side: Side = "front") -> str:
    """Return the drawing of a side of the unit with that id."""
    return f"unit-{unit}" if side == "front" else f"unit-{unit}-{side}"


def face_down_drawing(unit: Unit) -> str:
    """Return the drawing of a unit that is face down: the same for all units that are called the same there (S4.3)."""
    return "-".join(unit.hidden_as.lower().split())


def leader_drawing(leader: str) -> str:
    """Return the drawing of the leader with that id."""
    return leader


def chit_drawing(chit: str) -> str:
    """Return the drawing of the face of the chit with that id."""
    return f"chit-{chit}"


def marker_drawing(face: str) -> str:
    """Return the drawing of a face of a marker."""
    return f"marker-{face}"


def state_drawing(drawing: str) -> str:
    """Return the drawing of a state's level."""
    return f"state-{drawing}"


def figure_drawing(value: str) -> str:
    """Return the drawing of the space's name that a marker on a track would cover: it is drawn on the marker."""
    return f"{_FIGURE}{value.replace(' ', '_')}"


def figure_of(name: str) -> str | None:
    """Return the words that a drawing of :func:`figure_drawing` shows, None for another drawing."""
    return name.removeprefix(_FIGURE).replace("_", " ") if name.startswith(_FIGURE) else None


def bar_drawing(name: str) -> str:
    """Return the drawing of a name bar, for a marker in a stack, whose own name would be covered."""
    return f"{_BAR}{name.replace(' ', '_')}"


def bar_of(name: str) -> str | None:
    """Return the words that a drawing of :func:`bar_drawing` shows, None for another drawing."""
    return name.removeprefix(_BAR).replace("_", " ") if name.startswith(_BAR) else None


def plate_drawing(width: int, height: int) -> str:
    """Return the drawing of an empty space of a track, which hides the space's name under a marker that says it."""
    return f"{_PLATE}{width}x{height}"


def plate_of(name: str) -> tuple[int, int] | None:
    """Return the size that a drawing of :func:`plate_drawing` has, None for another drawing."""
    if not name.startswith(_PLATE):
        return None
    width, _, height = name.removeprefix(_PLATE).partition("x")
    return int(width), int(height)


def crowd_drawing(place: str, count: int) -> str:
    """Return the drawing of the card for *count* counters of one place that are laid out elsewhere."""
    return f"{_CROWD}{place.replace(' ', '_')}-{count}"


def crowd_of(name: str) -> tuple[str, str] | None:
    """Return the place and the number that a drawing of :func:`crowd_drawing` shows, None for another drawing."""
    if not name.startswith(_CROWD):
        return None
    place, _, count = name.removeprefix(_CROWD).rpartition("-")
    return place.replace("_", " "), count
