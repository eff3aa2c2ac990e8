"""The findings of the referee in a log of any module: a closed list, each kind with its weight."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from ..vassal.replay import Fact

__all__ = ["FINDING_KINDS", "Finding", "FindingKind", "Weight", "worst"]


class Weight(IntEnum):
    """The weight of a finding; the exit code of a command is that of the worst."""

    NOTE = 0
    """Worth knowing; nobody did anything wrong."""
    QUESTION = 1
    """A thing that somebody should explain."""
    FAULT = 2
    """A thing that should not be."""

    @property
    def exit_code(self) -> int:
        """The exit code of the design: 0 nothing, 2 undecided, 1 illegal."""
        return {Weight.NOTE: 0, Weight.QUESTION: 2, Weight.FAULT: 1}[self]


@dataclass(frozen=True, slots=True)
class FindingKind:
    """One kind of finding: its name in the JSON form, its weight and what it means."""

    name: str
    weight: Weight
    meaning: str


def _kinds(*rows: tuple[str, Weight, str]) -> dict[str, FindingKind]:
    return {name: FindingKind(name, weight, meaning) for name, weight, meaning in rows}


FINDING_KINDS = _kinds(
    ("not-continued", Weight.FAULT, "The log does not begin where the previous file ended."),
    ("fork", Weight.FAULT, "Two files continue the same position in different ways."),
    ("other-game", Weight.FAULT, "The two files have no pieces in common."),
    ("other-module", Weight.FAULT, "The file was made with another module."),
    ("other-module-version", Weight.QUESTION, "The file was made with another version of the module."),
    ("other-engine", Weight.NOTE, "The file was written by another version of VASSAL."),
    ("repeated-file", Weight.NOTE, "The log begins with all the steps of the previous one."),
    ("shorter-file", Weight.QUESTION, "The previous log has all the steps of this one, and more."),
    ("roster-changed", Weight.NOTE, "Somebody took or left a side between the files."),
    ("undo-after-roll", Weight.QUESTION, "Something was undone after a die had been rolled."),
    ("roll-made-again", Weight.FAULT, "A roll was undone and made again."),
    ("roll-repeated", Weight.NOTE, "The same player rolled the same dice twice with nothing in between."),
    ("undo-after-draw", Weight.QUESTION, "A card was drawn or a piece was uncovered, and that was undone."),
    ("undo-of-nothing", Weight.QUESTION, "The log undoes what it does not contain. VASSAL would refuse that."),
    ("roll-missing", Weight.QUESTION, "Before a roll, the dice showed a result that no roll in the log left."),
    ("roll-outside", Weight.NOTE, "The dice were rolled between the two files, perhaps in another game."),
    (
        "roll-half-told",
        Weight.QUESTION,
        "A roll left only a line or only a record, where others of its button left both.",
    ),
    ("dice-disagree", Weight.FAULT, "The chat line of a roll and its recorded result differ."),
    ("dice-impossible", Weight.QUESTION, "The dice showed something that they cannot show."),
    ("dice-remarkable", Weight.QUESTION, "Fair dice would fall like this in fewer than 1 of 1,000 games."),
    ("contradiction", Weight.QUESTION, "A command describes a piece differently from how it was."),
    (
        "outside-steps",
        Weight.QUESTION,
        "There are commands between the steps, which VASSAL obeys without showing them.",
    ),
    ("copied-piece", Weight.NOTE, "A piece was made as a copy of another one on the table."),
    ("silent-change", Weight.NOTE, "Pieces changed without a line in the log."),
    ("not-understood", Weight.NOTE, "Commands that the module defines itself were skipped."),
    ("damaged", Weight.NOTE, "Part of the file is odd, but it can be read."),
)
"""Every kind of finding by name."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that the referee noticed."""

    kind: FindingKind
    text: str
    """One sentence with the figures."""
    steps: tuple[int, ...] = ()
    """The numbers of the steps that the finding concerns, empty if it concerns the whole file."""
    file: str = ""
    """The file that the finding concerns."""
    facts: tuple[Fact, ...] = ()
    """The facts that the finding rests on; the report says them in words, to each reader what he may know."""

    @property
    def weight(self) -> Weight:
        """The weight of the finding's kind."""
        return self.kind.weight


def worst(findings: Iterable[Finding]) -> Weight:
    """Return the greatest weight among *findings*, NOTE if there are none."""
    return max((finding.weight for finding in findings), default=Weight.NOTE)
