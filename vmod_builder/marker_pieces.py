"""The markers of the palette as VASSAL pieces: they can be cloned, deleted and turned to their other faces."""

from __future__ import annotations

from adjudicator.game.game_data import GameData
from adjudicator.game.menus import log_line
from adjudicator.game.order_of_battle import Marker

from .key_strokes import key_stroke, named_key_stroke
from .prototypes import DATE, TURN
from .trait_building import Level, basic_piece, definition, marks, on_maps_only, trait

__all__ = [
    "DELETE_KEY", "FOLLOW_KEY", "GROUND", "LAYER", "MARKER_PROTOTYPE", "NEXT_TURN_KEY", "PREVIOUS_TURN_KEY",
    "following", "marker_definition", "marker_image", "marker_key", "marker_prototype",
]  # fmt: skip

MARKER_PROTOTYPE = "Marker"
DELETE_KEY = "ctrl D"
_CLONE_KEY, _FLIP_KEY = "ctrl C", "ctrl F"
LAYER, GROUND = "PieceLayer", "Ground"
"""The property that names the layer of a map's pieces, and the one below all others: that of the hexes' markers."""
_FACE = "Face"
"""The layer of the faces."""
NEXT_TURN_KEY, PREVIOUS_TURN_KEY = named_key_stroke("next turn"), named_key_stroke("previous turn")
"""The keys that move the turn tracker."""
FOLLOW_KEY = named_key_stroke("to the turn")
"""The key that sends the markers of the turn to what the tracker shows."""
_FOLLOWING = {"turn": TURN, "date": DATE}
"""The markers that follow the tracker, and what of it they show."""
_ASIDE = ((-14, 14), (14, 14), (-18, 0), (18, 0))
"""The pixels by which a marker of a hex is drawn aside, to the right and down, to show beside the counters there.

Each kind has its own, in the order of the data, and none stacks: two of them in one hex would hide each other, and in a
stack VASSAL draws each where the one below it is.
"""
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
            on_maps_only([key_stroke(DELETE_KEY), key_stroke(_CLONE_KEY)]),
            trait("report", keys=[key_stroke(DELETE_KEY)], format=log_line(_NAME, _OLD_PLACE, "taken off the map")),
            trait("delete", command="Delete", key=key_stroke(DELETE_KEY)),
            trait("clone", command="Clone", key=key_stroke(_CLONE_KEY)),
            basic_piece("", "", 0),
        ]
    )


def marker_definition(game: GameData, marker: Marker, gpid: int) -> str:
    """Return the definition of a marker in the slot *gpid*."""
    side = game.sides[marker.side].name if marker.side else ""
    shared = _followed(game, marker) or [trait("prototype", name=MARKER_PROTOTYPE)]
    properties = {"MarkerId": marker.id, "Type": "Marker", "MarkerGroup": marker.group, "Side": side}
    image = marker_image(marker.faces[0])
    if marker.of_the_hex:
        properties[LAYER], image = GROUND, ""
        shared = [*shared, trait("immob", move="N", stack="R")]
    levels = [*_faces(game, marker), *shared, marks(properties)]
    return definition([*levels, basic_piece(marker.name, image, gpid)])


def following(game: GameData, marker: Marker) -> str:
    """Return the property of the turn tracker that a marker follows on its track, empty if it follows none."""
    return _FOLLOWING.get(marker.id, "") if marker.id in game.map.tracks else ""


def _followed(game: GameData, marker: Marker) -> list[Level]:
    """Return the traits of a marker that follows the turn tracker: its menu moves that, and no hand moves it."""
    shown = following(game, marker)
    if not shown:
        return []
    moves = (("Next turn", NEXT_TURN_KEY), ("Previous turn", PREVIOUS_TURN_KEY))
    return [
        on_maps_only([named_key_stroke(menu) for menu, _key in moves]),
        *(trait("globalhotkey", command=menu, key=named_key_stroke(menu), global_key=key) for menu, key in moves),
        trait("sendto", key=FOLLOW_KEY, map=game.map.name, board=game.map.name, destination="R", region=f"${shown}$"),
        trait("immob", move="V", stack="L"),
    ]


def _faces(game: GameData, marker: Marker) -> list[Level]:
    """Return the traits that turn a marker of several faces over: it is called as its face, the log names both.

    That of a marker of a hex shows its only face, too: it is drawn aside, which a piece without a layer is not.
    """
    images, (right, down) = [marker_image(face) for face in marker.faces], _aside(game, marker)
    if len(marker.faces) < 2:
        only = trait("emb2", images=images, level_names=[""], name=_FACE, x_offset=right, y_offset=down)
        return [only] if marker.of_the_hex else []
    key = key_stroke(_FLIP_KEY)
    return [
        on_maps_only([key]),
        trait("report", keys=[key], format=log_line(_NAME, _PLACE, f"${_FACE}_Name$")),
        trait(
            "emb2", images=images, level_names=list(marker.face_names), name=_FACE, up_command="Turn over",
            increase_key_stroke=key, x_offset=right, y_offset=down,
        ),
    ]  # fmt: skip


def _aside(game: GameData, marker: Marker) -> tuple[int, int]:
    """Return by how much a marker is drawn aside: not at all, unless it is one of a hex."""
    of_hexes = [each.id for each in game.markers.values() if each.of_the_hex]
    return _ASIDE[of_hexes.index(marker.id) % len(_ASIDE)] if marker.of_the_hex else (0, 0)
