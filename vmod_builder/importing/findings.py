"""Things that an import could not take over, or took with a remark: a closed list of kinds, reported in this order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

__all__ = ["IMPORT_FINDING_KINDS", "MAX_OF_A_KIND", "FindingList", "ImportFinding", "ImportFindingKind"]

MAX_OF_A_KIND: Final = 1_000
"""The greatest number of findings of one kind that are kept; of further ones only the number is reported."""


@dataclass(frozen=True, slots=True)
class ImportFindingKind:
    """A kind of finding."""

    name: str
    title: str
    """The heading above the findings of this kind."""


_KINDS: Final = (
    ("unit-unknown", "Units of the module that the game does not have"),
    ("unit-ambiguous", "Units of the module whose name matches several units of the game, or none for certain"),
    ("unit-missing", "Units of the game without a piece in the module"),
    ("leader-unknown", "Leaders of the module that the game does not have"),
    ("leader-missing", "Leaders of the game without a piece in the module"),
    ("other-piece", "Pieces with ratings that are no units"),
    ("extension-unreadable", "Extensions of the module that cannot be read"),
    ("piece-unreadable", "Pieces that cannot be read"),
    ("matched-loosely", "Names that are spelled differently: please check that they were matched correctly"),
    ("figure-outside", "Figures that the rules do not allow, and were left as they were"),
    ("figures-contradict", "Figures on which pieces of the same name disagree, and were left as they were"),
    ("figure-impossible", "Figures that the game's data cannot hold, and were left as they were"),
    ("belongs-elsewhere", "Units that the module assigns differently from the rulebook, which takes precedence"),
    ("rulebook-differs", "Figures that differ from the rulebook; the module's were used"),
    ("map-untold", "What the module does not say about the map, and was left as it was"),
    ("terrain-unreadable", "Lines of the terrain file that cannot be read"),
    ("terrain-unknown", "Terrain that the game does not have, and was left out"),
    (
        "terrain-contradicts",
        "Hexes that the terrain file has twice, with different terrain, and were left as they were",
    ),
    ("hex-outside", "Hexes of the module that are not on the game's map, and were left out"),
    ("line-broken", "Lines between hexes that do not fit the game's map, and were left out"),
    ("map-differs", "Where the module's map differs from the rulebook or from the built-in map"),
    ("setup-untold", "Setups of the module, and groups in them, that could not be imported"),
    ("start-forbidden", "Counters that the module sets up where the scenario does not allow it"),
    ("dialect-changed", "What the module shows otherwise than the module that was imported before"),
    ("start-moved", "Counters of predefined setups that were moved, because the module's map forbids their hex"),
)

IMPORT_FINDING_KINDS: Final = {name: ImportFindingKind(name, title) for name, title in _KINDS}
"""Every kind by its name, in the order in which they are reported."""


@dataclass(frozen=True, slots=True)
class ImportFinding:
    """One thing that was found."""

    kind: ImportFindingKind
    place: str
    """The thing that it is about: a piece with its palette, a unit, a hex, a terrain."""
    text: str
    """The fact that was found; empty where the kind says everything."""

    def __str__(self) -> str:
        return f"{self.place}: {self.text}" if self.text else self.place


@dataclass(slots=True)
class FindingList:
    """The findings of one import, collected on the way."""

    _found: dict[str, list[ImportFinding]] = field(default_factory=dict)
    _further: dict[str, int] = field(default_factory=dict)

    def add(self, kind: str, place: str, text: str = "") -> None:
        """Add a finding; one that is there already is not added again."""
        finding = ImportFinding(IMPORT_FINDING_KINDS[kind], place, text)
        of_kind = self._found.setdefault(kind, [])
        if len(of_kind) >= MAX_OF_A_KIND:
            self._further[kind] = self._further.get(kind, 0) + 1
        elif finding not in of_kind:
            of_kind.append(finding)

    def forget(self, kind: str) -> None:
        """Take all findings of a kind back: what they are about was not done after all."""
        self._found.pop(kind, None)
        self._further.pop(kind, None)

    def __iter__(self) -> Iterator[ImportFinding]:
        """Yield the findings by kinds."""
        for kind in IMPORT_FINDING_KINDS:
            yield from self._found.get(kind, ())

    def by_kind(self) -> Iterator[tuple[ImportFindingKind, tuple[ImportFinding, ...], int]]:
        """Yield each kind that was found with its findings, and how many more there are."""
        for name, kind in IMPORT_FINDING_KINDS.items():
            if name in self._found:
                yield kind, tuple(self._found[name]), self._further.get(name, 0)
