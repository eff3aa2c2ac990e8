"""Three Fords: no unit of North enters the marsh (Fords 2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from adjudicator.game.hexes import Hex
from adjudicator.game.position import Position
from adjudicator.rules.catalogue import Chapter, Rule, Status
from adjudicator.rules.exclusive_rules import ExclusiveRules
from adjudicator.rules.judging import Judging
from adjudicator.rules.refusals import Refusal
from adjudicator.rules.rule_book import RuleBook

MARSH = "marsh"


class ThreeFords(ExclusiveRules):
    """The rules of Three Fords."""

    name = "three_fords"
    title = "Three Fords"
    books = ("Fords",)
    refusals: ClassVar[Mapping[str, Refusal]] = {
        "marsh": Refusal("marsh", "Fords 2", "{unit} may not enter the marsh in {hex}")
    }

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """Return the one rule."""
        text = "The marsh belongs to South: no unit of North enters it."
        return (Chapter("Three Fords", (Rule("Fords 2", "The marsh", text, Status.ENFORCED, "A"),), self.name),)

    def closed_hexes(self, position: Position, book: RuleBook, side: str) -> frozenset[Hex]:  # noqa: ARG002
        """Return the marsh, for North (Fords 2)."""
        marsh = (place for place, hex_ in position.game.map.hexes.items() if hex_.terrain == MARSH)
        return frozenset(marsh) if side == "north" else frozenset()

    def check_entry(self, judging: Judging, unit: str, place: Hex) -> None:
        """Refuse the marsh to North (Fords 2)."""
        if place in self.closed_hexes(judging.position, judging.book, judging.side(unit)):
            judging.refuse("marsh", unit=judging.name(unit), hex=place)
