"""The checks that the schemas cannot make: each looks at one kind of reference between the files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

from ...errors import GameDataError
from ..error_limit import MAX_ERRORS, raise_all
from ..files import GameFiles
from . import (
    action_checks,
    chart_checks,
    dialect_checks,
    dice_checks,
    map_checks,
    order_of_battle,
    references,
    scenario_checks,
    setup_checks,
    uniqueness,
)
from .names import Names

__all__ = ["CHECKS", "cross_check"]

CHECKS: Final[tuple[Callable[[GameFiles, Names], Iterator[GameDataError]], ...]] = (
    uniqueness.same_in_table,
    uniqueness.same_in_row,
    uniqueness.same_names_of_pieces,
    uniqueness.same_scenario_number,
    references.unknown_names,
    order_of_battle.dates_in_order,
    order_of_battle.formation_of_division,
    order_of_battle.figures_complete,
    order_of_battle.figures_founded,
    order_of_battle.chits_of_their_kind,
    order_of_battle.faces_named,
    dice_checks.dice_have_faces,
    dialect_checks.words_known,
    map_checks.terrain_rows_complete,
    map_checks.earlier_sheets_within_the_map,
    map_checks.trails_connected,
    map_checks.junctions_on_trails,
    map_checks.doors_in_minefields,
    map_checks.hexes_on_the_sheet,
    map_checks.boxes_apart,
    chart_checks.cells_of_their_kind,
    chart_checks.row_keys_apart,
    chart_checks.bands_apart,
    action_checks.kinds_explained,
    action_checks.keys_apart,
    action_checks.words_apart,
    action_checks.names_readable_in_logs,
    scenario_checks.times_in_order,
    scenario_checks.units_once,
    scenario_checks.members_of_their_group,
    scenario_checks.arrivals_possible,
    scenario_checks.choices_possible,
    scenario_checks.first_chit_not_in_mug,
    scenario_checks.limits_on_the_map,
    scenario_checks.victory_complete,
    setup_checks.starts_allowed,
    setup_checks.everyone_has_a_start,
    setup_checks.starts_within_stacking,
    setup_checks.one_unit_each,
    setup_checks.starts_not_adjacent,
    setup_checks.leaders_with_their_units,
)
"""Every check. Each tolerates the errors that another finds: an unknown name is reported once, by its own check."""


def cross_check(files: GameFiles) -> None:
    """Make every check. Raises :class:`GameDataErrors` with all errors found, in the order of the files."""
    names = Names(files)
    found = [error for check in CHECKS for error in islice(check(files, names), MAX_ERRORS)]
    order = {file: index for index, file in enumerate(files.documents)}
    raise_all(sorted(found, key=lambda error: order[error.file]))
