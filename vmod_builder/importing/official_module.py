"""Reads the pieces of an official Grand Tactical Series module: units with ratings, and leaders (notes 6.2, 6.3).

A piece's traits may come from prototypes; all are looked at in the expanded piece. A piece that cannot be read is a
finding and no error, since a module has many.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from adjudicator.report.plain import one_line
from adjudicator.vassal.archive import Archive, open_archive
from adjudicator.vassal.errors import LimitExceeded, ModuleError, StreamError
from adjudicator.vassal.limits import Limits
from adjudicator.vassal.module import BUILD_FILE_ENTRIES, read_build_file
from adjudicator.vassal.module_definition import ModuleDefinition, PieceSlot
from adjudicator.vassal.pieces import Piece
from adjudicator.vassal.properties import piece_properties
from adjudicator.vassal.prototypes import expand_prototypes
from adjudicator.vassal.traits import TraitType

from .findings import FindingList

__all__ = ["ModulePiece", "OfficialModule", "module_pieces", "open_official_module"]

_FULL_PIECES: Final = 1_000
"""The factor for all pieces of a module: together they may have this many times the traits allowed for one piece."""
_RATINGS, _LEADER = "ratings", "leader"
_UNIT_TYPES: Final = frozenset({"", "Unit", "Flak", "Engineer", "Rearguard"})
"""The values of ``Type`` that the module takes for a unit."""


@dataclass(frozen=True, slots=True)
class OfficialModule:
    """A module's file and what its build file says."""

    archive: Archive
    definition: ModuleDefinition


@dataclass(frozen=True, slots=True)
class ModulePiece:
    """A unit or a leader of the module."""

    name: str
    """The basic piece's name."""
    slot_name: str
    """The name of the slot, which may be another."""
    path: tuple[str, ...]
    """Its place: the names of the palette's tabs and lists."""
    trait: TraitType
    """Its ``ratings`` or ``leader`` trait."""
    properties: Mapping[str, str]

    @property
    def is_leader(self) -> bool:
        """True if it is a leader."""
        return self.trait.id == _LEADER

    @property
    def is_unit(self) -> bool:
        """True if the module takes it for a unit that moves and fights."""
        return not self.is_leader and self.properties.get("Type", "") in _UNIT_TYPES

    @property
    def place(self) -> str:
        """The path and name of the piece, for a reader."""
        return one_line(" / ".join([*self.path, self.name or self.slot_name]), 120)


def open_official_module(path: Path, limits: Limits) -> OfficialModule:
    """Open a module's file.

    Raises the errors of :func:`adjudicator.vassal.module.read_module`, and ModuleError for an extension.
    """
    archive = open_archive(path, limits)
    entry = next((name for name in BUILD_FILE_ENTRIES if archive.has(name)), None)
    if entry is None:
        raise ModuleError("not a module: the archive holds no build file", file=str(path),
                          expected=f"an entry {BUILD_FILE_ENTRIES[0]!r}")  # fmt: skip
    definition = read_build_file(archive.read(entry), limits, archive=archive, file=str(path))
    if definition.extension is not None:
        raise ModuleError("this is an extension, not a module", file=str(path))
    return OfficialModule(archive, definition)


def module_pieces(module: OfficialModule, findings: FindingList) -> tuple[ModulePiece, ...]:
    """Return the units and leaders of a module, in its order.

    Pieces that cannot be read are added to *findings*. Raises ModuleError if no piece has ratings, LimitExceeded if
    the pieces have too many traits together.
    """
    found = tuple(_pieces(module, findings))
    if not any(piece.trait.id == _RATINGS for piece in found):
        raise ModuleError(
            "no piece of the module has a trait 'ratings;': it is not the official module of a game of this series",
            file=module.archive.file,
        )
    return found


def _pieces(module: OfficialModule, findings: FindingList) -> Iterator[ModulePiece]:
    prototypes = {name: prototype.piece.text for name, prototype in module.definition.prototypes.items()}
    limits, traits = module.archive.limits, 0
    for slot in module.definition.piece_slots:
        piece = _expanded(slot, prototypes, limits, findings)
        if piece is None:
            continue
        traits += len(piece.type.traits)
        if traits > _FULL_PIECES * limits.traits:
            raise LimitExceeded(
                "the pieces of the module have too many traits together", file=module.archive.file,
                expected=f"at most {_FULL_PIECES * limits.traits:,}; --limit traits=N raises it",
            )  # fmt: skip
        trait = next((trait.type for trait in piece.traits if trait.id in (_RATINGS, _LEADER)), None)
        if trait is not None:
            yield ModulePiece(piece.name.strip(), slot.entry_name.strip(), slot.path, trait, piece_properties(piece))


def _expanded(slot: PieceSlot, prototypes: Mapping[str, str], limits: Limits, findings: FindingList) -> Piece | None:
    """Return a slot's piece with its prototypes put in; None, and a finding, if that cannot be."""
    try:
        return expand_prototypes(slot.piece.text, prototypes, limits)
    except (ModuleError, StreamError, LimitExceeded) as error:
        place = one_line(" / ".join([*slot.path, slot.entry_name]), 120)
        findings.add("piece-unreadable", place, one_line(str(error), 200))
        return None
