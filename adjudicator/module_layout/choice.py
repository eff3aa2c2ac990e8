"""The layout by which a saved table is read: that of the version of the module with which it was saved.

Builds of one version may have differed while the module was in the making. Then the counters show which one it was:
they snap to the middle of the mats' spaces.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..game.game_data import GameData
from ..game.table_layout import TableLayout
from ..vassal.table import Table, placed_units
from .present import present_layout

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
    recorded = [each for each in game.layouts if version in each.versions]
    present = present_layout(game)
    if not recorded or (version == game.version and present not in recorded):
        return [*recorded, present]
    return recorded


def _best_fitting(layouts: Sequence[TableLayout], table: Table) -> TableLayout:
    """Return the layout in which most counters are in the middle of a space; of several the newest."""
    where = [table.placement(piece.id) for piece in placed_units(table).values()]

    def lying_right(layout: TableLayout) -> int:
        middles = {(mat, *place.centre) for mat, place in layout.places_of_mats()}
        return sum((each.map, each.x, each.y) in middles for each in where)

    return max(reversed(layouts), key=lying_right)
