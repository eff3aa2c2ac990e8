"""The layout by which a saved table is read: that of the version of the module with which it was saved.

Builds of one version may have differed while the module was in the making. Then the counters show which one it was:
they snap to the middle of the mats' spaces.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ..game.game_data import GameData
from ..game.table_layout import TableLayout
from ..vassal.table import Table, placed_units
from .present_layout import present_layout

__all__ = ["layout_of_table", "layout_of_version"]


def layout_of_table(game: GameData, table: Table) -> TableLayout:
    """Return the layout of the module that saved a table; the present one if the file states no version."""
    layouts = _of_version(game, table.module_version)
    return layouts[0] if len(layouts) == 1 else _best_fitting(layouts, table)


def layout_of_version(game: GameData, version: str) -> TableLayout:
    """Return the newest layout of a version of the module; the present one for a version that is not known."""
    return _of_version(game, version)[-1]


def _of_version(game: GameData, version: str) -> Sequence[TableLayout]:
    """Return the layouts of a version, the newest last; at least one."""
    return _layouts(_Version(game, version))


class _Version:
    """A game, which is itself and no other like it, and a version of its module."""

    def __init__(self, game: GameData, version: str) -> None:
        self.game = game
        self.version = version

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Version) and self.game is other.game and self.version == other.version

    def __hash__(self) -> int:
        return hash((id(self.game), self.version))


@lru_cache(maxsize=16)
def _layouts(of: _Version) -> tuple[TableLayout, ...]:
    """Return the layouts of a version. They are remembered: every table of a game is read by them."""
    recorded = tuple(each for each in of.game.layouts if of.version in each.versions)
    present = present_layout(of.game)
    if not recorded or (of.version == of.game.version and present not in recorded):
        return (*recorded, present)
    return recorded


def _best_fitting(layouts: Sequence[TableLayout], table: Table) -> TableLayout:
    """Return the layout in which most counters are in the middle of a space; of several the newest."""
    where = [table.placement(piece.id) for piece in placed_units(table).values()]

    def lying_right(layout: TableLayout) -> int:
        middles = {(mat, *place.centre) for mat, place in layout.places_of_mats()}
        return sum((each.map, each.x, each.y) in middles for each in where)

    return max(reversed(layouts), key=lying_right)
