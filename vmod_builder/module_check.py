"""Checks any VASSAL module for what the engine complains about, and for what it accepts though it is wrong.

The kinds of findings, with what VASSAL does in each case, are in :mod:`vmod_builder.checks.findings`.
"""

from __future__ import annotations

from pathlib import Path

from adjudicator.vassal.limits import DEFAULT_LIMITS, Limits

from .checks.attributes import check_attributes
from .checks.checked_module import open_module
from .checks.drawings import check_drawings
from .checks.files import check_archive, check_reachability
from .checks.findings import MODULE_FINDING_KINDS, ModuleFinding, ModuleFindingKind, Weight, worst
from .checks.maps import check_maps
from .checks.pieces import check_pieces
from .checks.setups import check_setups

__all__ = ["MODULE_FINDING_KINDS", "ModuleFinding", "ModuleFindingKind", "Weight", "check_module", "worst"]

_PARTS = (
    check_archive,
    check_maps,
    check_pieces,
    check_attributes,
    check_setups,
    check_drawings,
    check_reachability,
)


def check_module(source: Path | bytes, limits: Limits = DEFAULT_LIMITS, *, name: str = "") -> tuple[ModuleFinding, ...]:
    """Return all that is odd about the module or extension at a path or in memory, in a fixed order.

    *name* is what errors call it. Raises FileAccessError, ArchiveError or LimitExceeded if the archive cannot be
    read, ModuleError if it holds no build file that can be.
    """
    module = open_module(source, limits, name)
    for part in _PARTS:
        part(module)
    return tuple(module.findings)
