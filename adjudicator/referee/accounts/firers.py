"""The units that take Opportunity Fire at one step of a move, and their order: by what players say of it (R12.2)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..events import Declared
from .evidence import Evidence
from .search import Option
from .slips import Slip

__all__ = ["FirersSaid"]

_MAX_UNANNOUNCED: Final = 6
"""The most units that are tried as firers without a word."""


@dataclass(frozen=True, slots=True)
class FirersSaid:
    """The units that are said to take Opportunity Fire at one step of a move."""

    said: Mapping[str, int]
    """The units in the order in which it is said of them, each with the number of that event."""
    evidence: Evidence
    window: int | None
    """The number of the drag with which the step was made, None if nobody knows."""

    @classmethod
    def of(cls, evidence: Evidence, units: Sequence[str], window: int | None, taken: Collection[int]) -> FirersSaid:
        """Return those of some units of which it is said; *taken* are the events that explain something already."""
        found: dict[str, int] = {}
        for at, event in enumerate(evidence.events):
            if found and evidence.is_mined(at, window):
                break  # mines are rolled for when all have fired: what is said after that is said of the next step
            if at not in taken and evidence.is_displaced(at) and getattr(event, "unit", "") in found:
                break  # a unit fires once at each step: from here on the words are about the next one
            if at in taken or not isinstance(event, Declared) or not evidence.is_opportunity(at, taken):
                continue
            if event.unit in units and evidence.timing(at, window) is not None:
                found.setdefault(event.unit, at)
        return cls(found, evidence, window)

    def orders(self, units: Sequence[str], *, may_be_silent: bool) -> list[Option[tuple[str, ...]]]:
        """Return the orders in which they may have fired, with the slips of each.

        Args:
            units: all units that may fire.
            may_be_silent: whether one of these may have fired without a word: there are dice left.
        """
        if not self.said:
            return self._unannounced(units if may_be_silent else ())
        firers = tuple(self.said)
        early = max((self.evidence.timing(at, self.window) or () for at in self.said.values()), key=len)
        options: list[Option[tuple[str, ...]]] = [
            Option(firers, early), Option((), (Slip.OPPORTUNITY_FIRE_OF_A_LATER_STEP,))
        ]  # fmt: skip
        return options + [
            Option(firers[:number], (*early, self._slip_of_leaving(firers[number - 1], firers[number])))
            for number in range(1, len(firers))
        ]

    def _unannounced(self, units: Sequence[str]) -> list[Option[tuple[str, ...]]]:
        silent: list[Option[tuple[str, ...]]] = [Option(())]
        slip = Slip.UNNAMED_CHOICE if self.evidence.is_fire_announced else Slip.UNANNOUNCED_OPPORTUNITY_FIRE
        if self.evidence.others_announced:
            slip = Slip.UNANNOUNCED_OPPORTUNITY_FIRE_BESIDE_OTHERS
        return silent + [Option((unit,), (slip,)) for unit in units[:_MAX_UNANNOUNCED]]

    def _slip_of_leaving(self, last: str, left: str) -> Slip:
        """Return the slip if those from *left* on fire at a later step only.

        The slip is small if the acting unit moved on or changed before that was said, if nothing shows at which step
        it was meant, or if one of them is said to fire twice: a unit fires once at each step.
        """
        evidence, said = self.evidence, self.said
        again = any(
            isinstance(each, Declared) and evidence.is_opportunity(at) and each.unit in said
            and at > said[each.unit] and evidence.timing(at, self.window) is not None
            for at, each in enumerate(evidence.events)
        )  # fmt: skip
        moved_on = evidence.goes_on_between(said[last], said[left])
        if again or moved_on or not evidence.tells_step(said[left]):
            return Slip.OPPORTUNITY_FIRE_OF_A_LATER_STEP
        return Slip.ANNOUNCED_ROLL_NOT_MADE
