"""The findings that the check of a module can have: a closed list, each kind with its weight."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

__all__ = ["MODULE_FINDING_KINDS", "ModuleFinding", "ModuleFindingKind", "Weight", "worst"]


class Weight(IntEnum):
    """The weight of a finding."""

    NOTE = 0
    """Worth knowing; the module works."""
    QUESTION = 1
    """It works, but hardly as it was meant."""
    FAULT = 2
    """VASSAL complains, leaves something out, or does something else."""


@dataclass(frozen=True, slots=True)
class ModuleFindingKind:
    """One kind of finding: its name, its weight and what VASSAL does with such a module."""

    name: str
    weight: Weight
    meaning: str


def _kinds(*rows: tuple[str, Weight, str]) -> dict[str, ModuleFindingKind]:
    return {name: ModuleFindingKind(name, weight, meaning) for name, weight, meaning in rows}


MODULE_FINDING_KINDS = _kinds(
    # files of the archive
    ("build-file-misplaced", Weight.FAULT, "VASSAL looks for the build file under another name and fails."),
    ("metadata-missing", Weight.FAULT, "The Module Manager does not take the file for a module."),
    ("metadata-differs", Weight.QUESTION, "The Module Manager shows another name or version than the module has."),
    ("newer-engine", Weight.QUESTION, "VASSAL 3.7 warns that the module was made with a newer VASSAL."),
    ("older-engine", Weight.NOTE, "The module was made before VASSAL 3.5."),
    ("missing-file", Weight.FAULT, "The button or menu entry that should show the file does nothing, or complains."),
    ("missing-image", Weight.FAULT, "VASSAL complains and shows nothing there."),
    ("unknown-icon", Weight.FAULT, "VASSAL has no built-in icon of that name: it complains and shows none."),
    ("unreachable-chart", Weight.QUESTION, "A chart or page is in the archive, but no window shows it."),
    ("unused-file", Weight.NOTE, "A file is in the archive, but nothing in the module names it."),
    # components and their attributes
    ("unknown-component", Weight.FAULT, "VASSAL opens a bug report and leaves the component out."),
    ("own-component", Weight.NOTE, "The component is a class that the module defines itself, which is not checked."),
    ("unknown-attribute", Weight.NOTE, "VASSAL ignores the attribute, and drops it when the module is edited."),
    ("bad-boolean", Weight.QUESTION, "VASSAL takes anything but true for false."),
    ("bad-number", Weight.FAULT, "VASSAL opens a bug report, or takes another number."),
    ("bad-colour", Weight.FAULT, "VASSAL complains and takes black."),
    ("empty-numbering", Weight.FAULT, "The whole module does not load."),
    ("broken-component", Weight.FAULT, "The component makes no sense as it is."),
    # maps and boards
    ("no-board", Weight.FAULT, "VASSAL complains; nothing can be put on the map."),
    ("duplicate-board", Weight.FAULT, "VASSAL complains, and saved games name a board that is not unique."),
    ("boards-not-chosen", Weight.QUESTION, "Every new game begins with a dialog that asks for the boards."),
    ("two-default-boards", Weight.FAULT, "VASSAL opens a bug report; only one of the default choices counts."),
    ("boards-too-late", Weight.FAULT, "Decks and at-start stacks before the boards are placed wrongly."),
    ("map-cannot-play", Weight.FAULT, "VASSAL adds no map components by itself: without this one nobody can play."),
    ("map-part-missing", Weight.QUESTION, "VASSAL adds no map components by itself: a convenience is missing."),
    ("unknown-board", Weight.FAULT, "VASSAL silently leaves the deck or stack off the map."),
    ("unknown-location", Weight.FAULT, "VASSAL complains and puts the stack into the map's corner."),
    ("off-board", Weight.FAULT, "The pieces are off the board, where nobody sees them."),
    ("slow-board", Weight.NOTE, "VASSAL redraws the whole drawing for every tile of 256 pixels."),
    # pieces
    ("encoder-too-late", Weight.FAULT, "VASSAL comes to the pieces before it knows how to read them, and complains."),
    ("unreadable-definition", Weight.FAULT, "VASSAL complains; the slot stays empty."),
    ("unknown-trait", Weight.FAULT, "VASSAL complains and leaves the trait out."),
    ("foreign-trait", Weight.NOTE, "A class that the module brings must know the trait; VASSAL itself does not."),
    ("unknown-prototype", Weight.FAULT, "VASSAL silently leaves out everything that the piece has from it."),
    ("recursive-prototype", Weight.FAULT, "VASSAL opens an error and gives up on the piece."),
    ("missing-gpid", Weight.FAULT, "Pieces of games in progress lose their link to the palette."),
    ("bad-gpid", Weight.FAULT, "Pieces of games in progress lose their link to the palette."),
    ("duplicate-gpid", Weight.FAULT, "Pieces of games in progress cannot be told apart when the module changes."),
    ("next-gpid-too-low", Weight.FAULT, "New pieces get ids that others have."),
    ("duplicate-name", Weight.NOTE, "The chat and the logs call several palette pieces by the same name."),
    ("no-trail", Weight.QUESTION, "A unit leaves no movement trail."),
    ("no-mark-when-moved", Weight.QUESTION, "A unit does not show that it has moved."),
    # drawings
    ("drawing-vanishes", Weight.FAULT, "VASSAL's drawing engine shows nothing, or not this part."),
    ("drawing-black", Weight.FAULT, "VASSAL's drawing engine paints this black."),
    ("drawing-ignored", Weight.QUESTION, "VASSAL's drawing engine ignores this."),
    ("drawing-unreadable", Weight.FAULT, "The drawing is not valid XML."),
    # predefined setups
    ("setup-unreadable", Weight.FAULT, "The setup cannot be opened."),
    ("setup-other-module", Weight.FAULT, "VASSAL asks whether the setup belongs to the module."),
    ("setup-unknown-board", Weight.FAULT, "VASSAL silently shows an empty map after the setup."),
    ("setup-unknown-slot", Weight.QUESTION, "A piece of the setup has no slot in the module: it cannot be refreshed."),
    ("setup-off-board", Weight.FAULT, "Pieces of the setup are off the board, where nobody sees them."),
)  # fmt: skip
"""Every kind of finding by name."""


@dataclass(frozen=True, slots=True)
class ModuleFinding:
    """Something that the check of a module noticed."""

    kind: ModuleFindingKind
    place: str
    """The place of the finding: a file of the archive, a component, a piece."""
    text: str
    """One sentence without a full stop."""

    @property
    def weight(self) -> Weight:
        """The weight of its kind."""
        return self.kind.weight

    def __str__(self) -> str:
        return f"{self.place}: {self.text}" if self.place else self.text


def worst(findings: Iterable[ModuleFinding]) -> Weight:
    """Return the greatest weight among *findings*, NOTE if there are none."""
    return max((finding.weight for finding in findings), default=Weight.NOTE)
