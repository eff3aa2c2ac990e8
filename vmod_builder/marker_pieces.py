"""The markers of the palette as VASSAL pieces: they can be cloned, deleted and turned to their other faces."""

from __future__ import annotations

from adjudicator.game.actions import log_line
from adjudicator.game.game_data import GameData
from adjudicator.game.order_of_battle import Marker

from .key_strokes import key_stroke
from .trait_building import Level, basic_piece, definition, marks, trait

__all__ = ["DELETE_KEY", "MARKER_PROTOTYPE", "marker_definition", "marker_image", "marker_key", "marker_prototype"]

MARKER_PROTOTYPE = "Marker"
DELETE_KEY = "ctrl D"
_CLONE_KEY, _FLIP_KEY = "ctrl C", "ctrl F"
_FACE = "Face"
"""The layer of the faces."""
_NAME, _PLACE, _OLD_PLACE = "$BasicName$", "$location$", "$oldLocation$"


def marker_key(marker: Marker) -> str:
    """Return a marker's key in the lock file."""
    return f"marker-{marker.id}"


def marker_image(drawing: str) -> str:
    """Return the name of the picture of a face."""
    return f"marker-{drawing}.svg"


def marker_prototype() -> str:
    """Return the definition of what all markers share."""
    return definition(
        [
            trait("report", keys=[key_stroke(DELETE_KEY)], format=log_line(_NAME, _OLD_PLACE, "taken off the map")),
            trait("delete", command="Delete", key=key_stroke(DELETE_KEY)),
            trait("clone", command="Clone", key=key_stroke(_CLONE_KEY)),
            basic_piece("", "", 0),
        ]
    )


def marker_definition(game: GameData, marker: Marker, gpid: int) -> str:
    """Return the definition of a marker in the slot *gpid*."""
    side = game.sides[marker.side].name if marker.side else ""
    properties = {"MarkerId": marker.id, "Type": "Marker", "MarkerGroup": marker.group, "Side": side}
    levels = [*_faces(marker), trait("prototype", name=MARKER_PROTOTYPE), marks(properties)]
    return definition([*levels, basic_piece(marker.name, marker_image(marker.faces[0]), gpid)])


def _faces(marker: Marker) -> list[Level]:
    """Return the traits that turn a marker of several faces over: it is called as its face, the log names both."""
    if len(marker.faces) < 2:
        return []
    key = key_stroke(_FLIP_KEY)
    return [
        trait("report", keys=[key], format=log_line(_NAME, _PLACE, f"${_FACE}_Name$")),
        trait(
            "emb2", images=[marker_image(face) for face in marker.faces], level_names=list(marker.face_names),
            name=_FACE, up_command="Turn over", increase_key_stroke=key,
        ),
    ]  # fmt: skip
