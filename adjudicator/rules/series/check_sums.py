"""A Troop Quality Check that is given by plain facts instead of a position (R3.2 to R3.5, R11.3; NQoS S2.0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ...game.play import RollPurpose
from ...game.position import Position
from ..chance import Recorded
from ..judgement import Judgement
from ..rule_book import RuleBook
from ..ruling import Modifier
from .assault import bravery_sum
from .checks import can_pay, check_row, passing_faces, troop_quality, weather_on_die

__all__ = ["CheckFacts", "CheckSum", "check_sum", "unit_check_sum"]

_MODIFIERS = "troop-quality-modifiers"
_CHECKS = "troop-quality-checks"


@dataclass(frozen=True, slots=True)
class CheckFacts:
    """The facts on which a check depends."""

    quality: int
    """The printed Troop Quality Rating of the side that the counter shows."""
    purpose: RollPurpose = RollPurpose.SUPPRESSION
    """A key of :data:`adjudicator.game.play.PURPOSES`."""
    conditions: tuple[str, ...] = ()
    """The rows of the chart of Troop Quality modifiers that apply."""
    weather: str = "clear"
    bravery: Mapping[str, int | None] = field(default_factory=dict)
    """For a Bravery Check: the rows of its chart that apply, with the Defence Rating in question."""


@dataclass(frozen=True, slots=True)
class CheckSum:
    """The sum of a check, and the result of each face of the die."""

    base: int
    modifiers: tuple[Modifier, ...]
    rating: int
    die_modifiers: tuple[Modifier, ...]
    """The modifiers that are added to the die, not to the rating."""
    passes: tuple[bool, ...]
    """True if each of the faces 0 to 9 passes."""
    command_point: bool
    """True if a Command Point could pass it, if the unit is In Command (R3.3)."""
    rule: str


def unit_check_sum(
    position: Position, book: RuleBook, unit: str, purpose: RollPurpose, *, exposed: bool = False
) -> CheckSum:
    """Return the sum of a unit's check in a position (R3.4)."""
    judgement = Judgement(position, book, Recorded(()))
    base, modifiers, rating = troop_quality(judgement, unit, purpose, exposed=exposed)
    return _sum(book, purpose, base, modifiers, position.weather, can_pay(judgement, purpose, unit), rating)


def check_sum(facts: CheckFacts, book: RuleBook) -> CheckSum:
    """Return the sum of a check (R3.2, R3.4)."""
    rows = [row for row in book.rows(_MODIFIERS) if row in facts.conditions]
    modifiers = tuple(book.modifier(_MODIFIERS, row) for row in rows if book.number(_MODIFIERS, row))
    if facts.purpose == RollPurpose.BRAVERY:
        modifiers += tuple(modifier for modifier in bravery_sum(book, facts.bravery) if modifier.value)
    rating = facts.quality + sum(modifier.value for modifier in modifiers)
    point = book.flag(_CHECKS, check_row(facts.purpose), "command_point") and "out-of-command" not in facts.conditions
    return _sum(book, facts.purpose, facts.quality, modifiers, facts.weather, point, rating)


def _sum(
    book: RuleBook,
    purpose: RollPurpose,
    base: int,
    modifiers: tuple[Modifier, ...],
    weather: str,
    point: bool,
    rating: int,
) -> CheckSum:
    to_die = weather_on_die(book, purpose, weather)
    return CheckSum(
        base=base,
        modifiers=modifiers,
        rating=rating,
        die_modifiers=to_die,
        passes=passing_faces(book, rating, sum(modifier.value for modifier in to_die)),
        command_point=point,
        rule=book.rule(_CHECKS, check_row(purpose)),
    )
