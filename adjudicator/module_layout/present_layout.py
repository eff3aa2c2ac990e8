"""The layout of the module as vmod-builder makes it now: of the game's map, and of the mats as they are drawn."""

from __future__ import annotations

from collections.abc import Iterator

from ..drawing.mats import Mat, arrivals, chits_mat, division_card
from ..game.game_data import GameData
from ..game.game_map import Track
from ..game.table_layout import Rectangle, TableLayout

__all__ = ["present_layout"]


def present_layout(game: GameData) -> TableLayout:
    """Return the layout of a module that is made from *game* now."""
    board = game.map
    mats = (*(division_card(game, division) for division in game.divisions), arrivals(game), chits_mat(game))
    return TableLayout(
        versions=(game.version,),
        hex_height=board.hex_height,
        origin=board.origin,
        even_columns_lower=board.even_columns_lower,
        boxes={box.id: Rectangle(box.x, box.y, box.width, box.height) for box in board.boxes.values()},
        tracks={track.id: dict(_of_track(track)) for track in board.tracks.values()},
        mats={mat.name: dict(_of_mat(mat)) for mat in mats},
    )


def _of_track(track: Track) -> Iterator[tuple[str, Rectangle]]:
    for number, space in enumerate(track.spaces):
        row, column = divmod(number, track.per_row)
        x, y = track.x + column * track.space_width, track.y + row * track.space_height
        yield space, Rectangle(x, y, track.space_width, track.space_height)


def _of_mat(mat: Mat) -> Iterator[tuple[str, Rectangle]]:
    for space in mat.spaces:
        yield space.name, Rectangle(space.x, space.y, space.width, space.height)
