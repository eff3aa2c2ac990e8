"""Reads the pieces of the official series module: units with ratings, and leaders (vassal-files.md 6.2, 6.3).

A piece's traits may come from prototypes; all are looked at in the expanded piece. A piece that cannot be read is a
finding and no error, since a module has many.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from adjudicator.report.safe_text import one_line
from adjudicator.vassal.archive import Archive, open_archive
from adjudicator.vassal.build_file import Component, parse_build_file
from adjudicator.vassal.errors import LimitExceeded, ModuleError, StreamError, VassalError
from adjudicator.vassal.limits import Limits
from adjudicator.vassal.module import BUILD_FILE_ENTRIES, read_build_file, read_module
from adjudicator.vassal.module_definition import ModuleDefinition, PieceSlot
from adjudicator.vassal.pieces import Piece
from adjudicator.vassal.properties import piece_properties
from adjudicator.vassal.prototypes import expand_prototypes
from adjudicator.vassal.traits import TraitType

from .findings import FindingList

__all__ = [
    "ModulePiece", "OfficialModule", "SlotPiece", "module_pieces", "open_official_module", "rated_trait", "slot_pieces",
]  # fmt: skip

_FULL_PIECES: Final = 1_000
"""The factor for all pieces of a module: together they may have this many times the traits allowed for one piece."""
_EXTENSIONS: Final = "_ext"
"""The ending of the folder of a module's extensions."""
_MAX_EXTENSIONS: Final = 40
_RATINGS, _LEADER = "ratings", "leader"
_UNIT_TYPES: Final = frozenset({"", "Unit", "Flak", "Engineer", "Rearguard"})
"""The values of ``Type`` that the module takes for a unit."""


@dataclass(frozen=True, slots=True)
class OfficialModule:
    """A module's file and what its build file says, with the extensions that belong to it."""

    archive: Archive
    definition: ModuleDefinition
    root: Component
    """The build file."""
    extensions: tuple[ModuleDefinition, ...] = ()

    @property
    def prototypes(self) -> Mapping[str, str]:
        """The texts of all prototypes by name."""
        parts = (self.definition, *self.extensions)
        return {name: each.piece.text for part in parts for name, each in part.prototypes.items()}

    @property
    def slots(self) -> tuple[PieceSlot, ...]:
        """The slots of palettes, decks and at-start stacks."""
        return tuple(slot for part in (self.definition, *self.extensions) for slot in part.piece_slots)


@dataclass(frozen=True, slots=True)
class SlotPiece:
    """A piece of a slot, with its prototypes put in."""

    slot: PieceSlot
    piece: Piece

    @property
    def properties(self) -> Mapping[str, str]:
        """The properties of the piece."""
        return piece_properties(self.piece)

    @property
    def is_rated(self) -> bool:
        """True if it is a unit or a leader."""
        return rated_trait(self.piece) is not None


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


def open_official_module(path: Path, limits: Limits, findings: FindingList) -> OfficialModule:
    """Open a module's file, and the extensions in the folder beside it in which VASSAL looks for them.

    An extension that cannot be read is added to *findings*. Raises the errors of
    :func:`adjudicator.vassal.module.read_module`, and ModuleError for an extension.
    """
    archive = open_archive(path, limits)
    entry = next((name for name in BUILD_FILE_ENTRIES if archive.has(name)), None)
    if entry is None:
        raise ModuleError("not a module: the archive holds no build file", file=str(path),
                          expected=f"an entry {BUILD_FILE_ENTRIES[0]!r}")  # fmt: skip
    data = archive.read(entry)
    definition = read_build_file(data, limits, archive=archive, file=str(path))
    if definition.extension is not None:
        raise ModuleError(
            "this is an extension, not a module", file=str(path),
            expected=f"the module; its extensions are read from the folder MODULE{_EXTENSIONS} beside it",
        )  # fmt: skip
    root = parse_build_file(data, limits, file=str(path))
    return OfficialModule(archive, definition, root, tuple(_extensions(path, definition, limits, findings)))


def _extensions(
    path: Path, module: ModuleDefinition, limits: Limits, findings: FindingList
) -> Iterator[ModuleDefinition]:
    """Yield the extensions of a module."""
    for file in sorted(path.with_name(f"{path.stem}{_EXTENSIONS}").glob("*.vmdx"))[:_MAX_EXTENSIONS]:
        try:
            found = read_module(file, limits)
        except VassalError as error:
            findings.add("extension-unreadable", one_line(file.name, 80), one_line(error.problem, 200))
            continue
        if found.extension is None or (found.name != module.name and not found.extension.any_module):
            findings.add("extension-unreadable", one_line(file.name, 80), "it is no extension of this module")
        else:
            yield found


def module_pieces(
    module: OfficialModule, pieces: Sequence[SlotPiece], findings: FindingList
) -> tuple[ModulePiece, ...]:
    """Return the units and leaders among the *pieces* of a module, in its order.

    Raises ModuleError if no piece has ratings.
    """
    found = []
    for each in pieces:
        traits = [trait.type for trait in each.piece.traits if trait.id in (_RATINGS, _LEADER)]
        if traits:
            name, slot = each.piece.name.strip(), each.slot
            found.append(ModulePiece(name, slot.entry_name.strip(), slot.path, traits[0], each.properties))
        if len(traits) > 1:
            findings.add(
                "figures-contradict", found[-1].place, f"it has {len(traits)} sets of ratings; the first was read"
            )
    if not any(piece.trait.id == _RATINGS for piece in found):
        raise ModuleError(
            "not the official module of a game of this series: none of its counters has ratings",
            file=module.archive.file,
        )
    return tuple(found)


def rated_trait(piece: Piece) -> TraitType | None:
    """Return the trait that makes a piece a unit or a leader, None for another piece."""
    return next((trait.type for trait in piece.traits if trait.id in (_RATINGS, _LEADER)), None)


def slot_pieces(module: OfficialModule, findings: FindingList) -> tuple[SlotPiece, ...]:
    """Return the pieces of all slots of a module and its extensions, in their order.

    Pieces that cannot be read are added to *findings*. Raises LimitExceeded if they have too many traits together.
    """
    prototypes, limits, found, traits = module.prototypes, module.archive.limits, [], 0
    for slot in module.slots:
        piece = _expanded(slot, prototypes, limits, findings)
        if piece is None:
            continue
        traits += len(piece.type.traits)
        if traits > _FULL_PIECES * limits.traits:
            raise LimitExceeded(
                "the pieces of the module have too many traits together", file=module.archive.file,
                expected=f"at most {_FULL_PIECES * limits.traits:,}; --limit traits=N raises it",
            )  # fmt: skip
        found.append(SlotPiece(slot, piece))
    return tuple(found)


def _expanded(slot: PieceSlot, prototypes: Mapping[str, str], limits: Limits, findings: FindingList) -> Piece | None:
    """Return a slot's piece with its prototypes put in; None, and a finding, if that cannot be."""
    try:
        return expand_prototypes(slot.piece.text, prototypes, limits)
    except (ModuleError, StreamError, LimitExceeded) as error:
        place = one_line(" / ".join([*slot.path, slot.entry_name]), 120)
        findings.add("piece-unreadable", place, one_line(str(error), 200))
        return None
