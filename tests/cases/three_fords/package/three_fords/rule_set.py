"""Three Fords: no unit of North enters the marsh (Fords 2); South has a ferry there (Fords 3), and there is a tide."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from adjudicator.game.hexes import Hex
from adjudicator.game.play import ActionBase
from adjudicator.game.position import Position
from adjudicator.rules.catalogue import Chapter, Rule, Status
from adjudicator.rules.exclusive_rules import ExclusiveRules, Handler
from adjudicator.rules.judgement import Judgement
from adjudicator.rules.refusals import Refusal
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.table_results import RolledTable

from .ferry import AT_DUSK, CURRENT, FERRY, REFUSALS, Ferry, ferry, ferry_ends

MARSH = "marsh"


class ThreeFords(ExclusiveRules):
    """The rules of Three Fords."""

    name = "three_fords"
    title = "Three Fords"
    refusals: ClassVar[Mapping[str, Refusal]] = {
        each.name: each for each in (Refusal("marsh", "Fords 2", "{unit} may not enter the marsh in {hex}"), *REFUSALS)
    }
    action_kinds = (FERRY,)
    roll_kinds = (CURRENT,)
    switches = (AT_DUSK,)
    handlers: ClassVar[Mapping[type[ActionBase], Handler]] = {Ferry: ferry}
    table_rolls: ClassVar[Mapping[str, RolledTable]] = {"tide": RolledTable("tide", "dice", "tide", dice=2)}

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """Return the three rules."""
        marsh = "The marsh belongs to South: no unit of North enters it."
        ferry = "A unit of South in the marsh may be ferried up to 3 hexes away, but not at Dusk. A die of 7 shakes it."
        rules = (
            Rule("Fords 2", "The marsh", marsh, Status.ENFORCED, "A"),
            Rule("Fords 3", "The ferry", ferry, Status.ENFORCED, "C"),
            Rule("Fords 4", "The tide", "Two dice tell how high the water is.", Status.BACKGROUND, "A"),
        )
        return (Chapter("Three Fords", rules, self.name),)

    def closed_hexes(self, position: Position, book: RuleBook, side: str) -> frozenset[Hex]:  # noqa: ARG002
        """Return the marsh, for North (Fords 2)."""
        marsh = (place for place, hex_ in position.game.map.hexes.items() if hex_.terrain == MARSH)
        return frozenset(marsh) if side == "north" else frozenset()

    def check_entry(self, judgement: Judgement, unit: str, place: Hex) -> None:
        """Refuse the marsh to North (Fords 2)."""
        if place in self.closed_hexes(judgement.position, judgement.book, judgement.side(unit)):
            judgement.refuse("marsh", unit=judgement.name(unit), hex=place)

    def unit_actions(self, position: Position, book: RuleBook, unit: str) -> Iterable[Any]:
        """Return the ferries that a unit may take (Fords 3)."""
        return ferry_ends(position, book, unit)
