"""A module that is being checked: its archive, its build file, and the findings so far."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from adjudicator.vassal.archive import Archive, open_archive
from adjudicator.vassal.build_file import Component, Kind, parse_build_file
from adjudicator.vassal.errors import ModuleError
from adjudicator.vassal.limits import Limits
from adjudicator.vassal.module import BUILD_FILE_ENTRIES, read_build_file
from adjudicator.vassal.module_definition import ModuleDefinition
from adjudicator.vassal.pieces import PieceReader

from .component_table import ComponentTable, component_table
from .findings import MODULE_FINDING_KINDS, ModuleFinding

__all__ = ["CheckedModule", "open_module"]

_IMAGES = "images/"
_GENERATED = "VASSAL.build.module.gamepieceimage.GamePieceImage"


@dataclass
class CheckedModule:
    """One module under check. The parts of the check read it and add to ``findings``."""

    archive: Archive
    build_entry: str
    """The archive's entry that the build file was read from."""
    build_text: str
    root: Component
    definition: ModuleDefinition
    findings: list[ModuleFinding] = field(default_factory=list)

    def found(self, kind: str, place: str, text: str) -> None:
        """Add a finding, once."""
        finding = ModuleFinding(MODULE_FINDING_KINDS[kind], place, text)
        if finding not in self._seen:
            self._seen.add(finding)
            self.findings.append(finding)

    @cached_property
    def _seen(self) -> set[ModuleFinding]:
        return set(self.findings)

    @property
    def table(self) -> ComponentTable:
        """The components that VASSAL knows."""
        return component_table()

    @property
    def is_extension(self) -> bool:
        """True if this is an extension: what it names may be in its module."""
        return self.root.kind is Kind.EXTENSION

    @cached_property
    def reader(self) -> PieceReader:
        """Reads the piece definitions."""
        return PieceReader(self.archive.limits)

    @cached_property
    def prototypes(self) -> Mapping[str, str]:
        """The definitions of the prototypes by name."""
        return {name: prototype.piece.text for name, prototype in self.definition.prototypes.items()}

    @cached_property
    def brings_classes(self) -> bool:
        """True if the module has Java classes of its own, which may know more than VASSAL does."""
        return any(name.endswith(".class") for name in self.archive.names)

    @cached_property
    def _generated_images(self) -> frozenset[str]:
        return frozenset(part.name for part in self.root.everything() if part.class_name == _GENERATED)

    def image_entry(self, name: str) -> str | None:
        """Return the archive's entry that VASSAL finds for an image, None if there is none."""
        wanted = f"{_IMAGES}{name}"
        names = (wanted, unicodedata.normalize("NFD", wanted), f"{wanted}.gif")
        return next((entry for entry in names if self.archive.has(entry)), None)

    def check_image(self, name: str, place: str) -> None:
        """Add a finding if the image or icon called *name* does not exist."""
        if not name.strip() or self.is_extension:
            return
        if name.startswith("/"):
            if name not in self.table.icons:
                self.found("unknown-icon", place, f"VASSAL has no icon {name!r}")
            return
        own = {f"/{_IMAGES}{name}", f"/{_IMAGES}{name}.gif"} & self.table.icons
        if not own and name not in self._generated_images and self.image_entry(name) is None:
            self.found("missing-image", place, f"the image {name!r} is not in the archive")


def open_module(source: Path | bytes, limits: Limits, name: str) -> CheckedModule:
    """Open a module or extension. Raises the errors of :func:`adjudicator.vassal.module.read_module`."""
    archive = open_archive(source, limits, name=name)
    entry = next((entry for entry in BUILD_FILE_ENTRIES if archive.has(entry)), None)
    if entry is None:
        inside = next((found for found in archive.names if found.endswith(f"/{BUILD_FILE_ENTRIES[0]}")), "")
        raise ModuleError(
            "the archive holds everything inside a folder" if inside else "the archive holds no build file",
            file=archive.file, found=inside, expected=f"an entry {BUILD_FILE_ENTRIES[0]!r}",
        )  # fmt: skip
    data = archive.read(entry)
    definition = read_build_file(data, limits, archive=archive, file=archive.file)
    root = parse_build_file(data, limits, file=archive.file)
    return CheckedModule(archive, entry, data.decode("utf-8", "replace"), root, definition)
