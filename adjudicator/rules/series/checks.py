"""Troop Quality Checks: the rating with every modifier, the die, and the Command Point that passes some (R3)."""

from __future__ import annotations

from collections.abc import Mapping

from ...game.action_words import Barrage, Improvement
from ...game.hexes import Hex
from ...game.play import RollPurpose
from ...game.position import Position
from ..chance import MissingRoll
from ..exclusive_rules import QualityCondition
from ..judgement import Judgement
from ..rule_book import RuleBook
from ..rule_sets import exclusive_rules
from ..ruling import Modifier, Resolution
from .command import in_command, payer, short_of_points

__all__ = [
    "can_pay",
    "check",
    "check_row",
    "is_exposing",
    "passing_faces",
    "quality_modifiers",
    "troop_quality",
    "weather_on_die",
]

_MODIFIERS = "troop-quality-modifiers"
_DIE = "troop-quality-die"
_CHECKS = "troop-quality-checks"
_CHECK_ROWS: Mapping[RollPurpose, str] = {RollPurpose.OPPORTUNITY: "opportunity-fire"}
"""The rows of checks whose names differ from the purpose of the roll."""
_EXPOSING: frozenset[RollPurpose] = frozenset({RollPurpose.ENGINEER, RollPurpose.BARRAGE_EXIT, RollPurpose.BRAVERY})
"""Checks of units whose action provokes Opportunity Fire, or that are assaulting (S4.1)."""
_COUNTERBATTERY_DIE = "counterbattery-die"


def _has_step_loss_marker(position: Position, _book: RuleBook, unit: str) -> bool:
    """Return whether a Step Loss marker lowers the ratings: no reduced side is printed (R2.12)."""
    counter = position.game.units[unit]
    return counter.reduced is None and position.units[unit].steps < counter.steps


def _barrage(level: Barrage) -> QualityCondition:
    def is_under(position: Position, _book: RuleBook, unit: str) -> bool:
        place = position.units[unit].place
        return isinstance(place, Hex) and position.barrages.get(place, 0) == level

    return is_under


def _improvement(level: Improvement) -> QualityCondition:
    return lambda position, _book, unit: position.units[unit].improvement == level


def _cohesion(hits: int) -> QualityCondition:
    return lambda position, _book, unit: position.units[unit].cohesion == hits


_CONDITIONS: Mapping[str, QualityCondition] = {
    "out-of-command": lambda position, book, unit: not in_command(position, book, unit),
    "suppressed": lambda position, _book, unit: position.units[unit].suppressed,
    "cohesion-1": _cohesion(1),
    "cohesion-2": _cohesion(2),
    "step-loss": _has_step_loss_marker,
    "light-barrage": _barrage(Barrage.LIGHT),
    "heavy-barrage": _barrage(Barrage.HEAVY),
    "improved-position": _improvement(Improvement.IMPROVED_POSITION),
    "entrenched": _improvement(Improvement.ENTRENCHMENT),
}
"""The conditions under which each row of the series' own chart applies (R3.4)."""


def is_exposing(purpose: RollPurpose) -> bool:
    """Return whether a check itself shows that the unit has left its defensive positions (NQoS S4.1)."""
    return purpose in _EXPOSING


def quality_modifiers(position: Position, book: RuleBook, unit: str, *, exposed: bool) -> tuple[Modifier, ...]:
    """Return the Troop Quality modifiers of a unit in the chart's order, zero ones left out.

    R3.4, R6.4, R9.24 and R13.3. An exposed unit has left the positions that the map gives it; the rating of a
    face-down one has them counted already.
    """
    known = book.memory(_Known)
    left_out = known.positions_left if exposed or position.units[unit].hidden else frozenset[str]()
    return tuple([
        modifier for modifier, applies in known.modifiers
        if modifier.name not in left_out and applies(position, book, unit)
    ])  # fmt: skip


class _Known:
    """A book's cached data on checks: the modifiers of its chart, and the faces that pass."""

    def __init__(self, book: RuleBook) -> None:
        exclusive = exclusive_rules(book.game)
        conditions = {**_CONDITIONS, **exclusive.quality_conditions}
        self.positions_left = exclusive.positions_left
        every = ((book.modifier(_MODIFIERS, row), condition) for row, condition in conditions.items())
        self.modifiers = tuple((modifier, condition) for modifier, condition in every if modifier.value)
        self._always = [book.number(_DIE, row) for row in ("always-passes", "always-fails")]
        self._faces: dict[int, tuple[bool, ...]] = {}

    def faces(self, highest: int) -> tuple[bool, ...]:
        """Return for each face whether it passes, if *highest* is the highest passing face that is not automatic."""
        if highest not in self._faces:
            passes, fails = self._always
            self._faces[highest] = tuple(
                face == passes or (face != fails and face <= highest) for face in range(10)
            )  # fmt: skip
        return self._faces[highest]


def troop_quality(
    judgement: Judgement, unit: str, purpose: RollPurpose, *, extra: tuple[Modifier, ...] = (), exposed: bool = False
) -> tuple[int, tuple[Modifier, ...], int]:
    """Return the printed Troop Quality Rating, the modifiers, and their sum for a check (R3.4).

    *extra* are the modifiers of this check alone (R11.3). A hidden Gun Unit has the rating of its marker (NQoS S4.3).
    """
    position, book = judgement.position, judgement.book
    printed = judgement.ratings(unit).troop_quality or 0
    base = book.number(_DIE, "gun-unit") if position.units[unit].hidden else printed
    modifiers = quality_modifiers(position, book, unit, exposed=exposed or is_exposing(purpose))
    modifiers += tuple(modifier for modifier in extra if modifier.value)
    return base, modifiers, base + sum(modifier.value for modifier in modifiers)


def check(
    judgement: Judgement,
    purpose: RollPurpose,
    unit: str,
    *,
    extra: tuple[Modifier, ...] = (),
    exposed: bool = False,
    target: str = "",
) -> bool:
    """Make a Troop Quality Check and return whether it is passed (R3.2).

    A 0 passes and a 9 fails whatever the modifiers (R3.1). A Command Point passes it where the chart says so (R3.3);
    it is paid here. *exposed*: the unit's action provokes Opportunity Fire, or it assaults (S4.1).
    """
    base, modifiers, rating = troop_quality(judgement, unit, purpose, extra=extra, exposed=exposed)
    to_die = weather_on_die(judgement.book, purpose, judgement.position.weather)
    outcomes = passing_faces(judgement.book, rating, sum(modifier.value for modifier in to_die))
    die, passed = _roll(judgement, purpose, unit, outcomes)
    if die is None:
        _pay(judgement, unit)
    judgement.resolved(
        Resolution(
            purpose=purpose,
            unit=unit,
            target=target,
            base=base,
            modifiers=modifiers,
            rating=rating,
            die=die,
            result="pass" if passed else "fail",
            rule=judgement.book.rule(_CHECKS, check_row(purpose)) if die is None else judgement.book.rule(_DIE),
            die_modifiers=to_die,
        )
    )
    return passed


def can_pay(judgement: Judgement, purpose: RollPurpose, unit: str) -> bool:
    """Return whether a Command Point can pass a check of a unit now (R3.3, R6.4, R6.11)."""
    return not _why_not_paid(judgement, purpose, unit)


def check_row(purpose: RollPurpose) -> str:
    """Return the row of the chart ``troop-quality-checks`` for the purpose of a roll (R3.3)."""
    return _CHECK_ROWS.get(purpose, purpose)


def weather_on_die(book: RuleBook, purpose: RollPurpose, weather: str) -> tuple[Modifier, ...]:
    """Return the modifiers of bad weather to the die that spots for Counterbattery Fire (NQoS S2.0, R3.5)."""
    rows = book.rows(_COUNTERBATTERY_DIE) if purpose == RollPurpose.COUNTERBATTERY else ()
    return (book.modifier(_COUNTERBATTERY_DIE, weather),) if weather in rows else ()


def passing_faces(book: RuleBook, rating: int, to_die: int) -> tuple[bool, ...]:
    """Return for each face whether it passes: first the automatic ones, then by the rating (R3.1, R3.2, R3.5)."""
    return book.memory(_Known).faces(rating - to_die)


def _roll(judgement: Judgement, purpose: RollPurpose, unit: str, outcomes: tuple[bool, ...]) -> tuple[int | None, bool]:
    """Return the die; refuse a Command Point that cannot be paid here, and go on as if it could (R3.3).

    Where the dice are still to be rolled no Command Point has been paid.
    """
    if judgement.chance.is_open:
        return judgement.roll(purpose, unit, outcomes)
    problem = _why_not_paid(judgement, purpose, unit)
    try:
        return judgement.roll(purpose, unit, outcomes, None if problem else True)
    except MissingRoll:
        if not problem or not judgement.chance.is_tried(purpose, unit):
            raise
    judgement.refuse(problem, unit=judgement.name(unit), check=judgement.book.text(_CHECKS, check_row(purpose), "name"))
    return judgement.roll(purpose, unit, outcomes, True)


def _why_not_paid(judgement: Judgement, purpose: RollPurpose, unit: str) -> str:
    """Return the refusal of a Command Point for a check, empty if one can be paid (R3.3, R6.4, R6.11)."""
    if not judgement.book.flag(_CHECKS, check_row(purpose), "command_point"):
        return "no-point-for-this-check"
    if not in_command(judgement.position, judgement.book, unit):
        return "no-point-out-of-command"
    if short_of_points(judgement.position, judgement.book, unit, _price(judgement.book)):
        return "no-point-left"
    return ""


def _price(book: RuleBook) -> int:
    return book.number("command-point-uses", "troop-quality-check")


def _pay(judgement: Judgement, unit: str) -> None:
    """Take the price of a check from the division that pays it, if one can (R3.3, R6.6)."""
    price = _price(judgement.book)
    if division := payer(judgement.position, judgement.book, unit, price):
        judgement.position = judgement.position.with_points(division, command=-price)
