"""The forms in which a unit moves, and the changes from one into another: Column, mounted, on foot (R7.8, R2.10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import lcm
from typing import Final, NamedTuple

from ...game.play import MoveStep, StepKind
from ...game.position import Position
from ..rule_book import RuleBook
from .movement_costs import change_points, has_allowance, scale, shown_ratings

__all__ = ["CHANGED_STATES", "LEAVE_COLUMN", "Change", "Form", "forms_of"]


@dataclass(slots=True)
class Form:
    """A form in which a unit moves: one side of its counter, in Column or not."""

    mounted: bool
    column: bool
    mobile: bool
    movement_class: str
    whole: int
    point: int
    """The value of a point on the scale that both sides of the counter share."""
    changes: tuple[Change, ...] = ()
    """The forms into which the unit can change where it is."""


class Change(NamedTuple):
    """A change of form."""

    step: MoveStep
    to: int
    """The number of the new form."""
    points: int
    hits: int
    needs_room: bool
    """True if another unit in Column is in the way."""


FORM_COLUMN, LEAVE_COLUMN = MoveStep(StepKind.FORM_COLUMN), MoveStep(StepKind.LEAVE_COLUMN)
MOUNT, DISMOUNT = MoveStep(StepKind.MOUNT), MoveStep(StepKind.DISMOUNT)
CHANGED_STATES: Final[Mapping[StepKind, dict[str, bool]]] = {
    StepKind.FORM_COLUMN: {"column": True},
    StepKind.LEAVE_COLUMN: {"column": False},
    StepKind.MOUNT: {"mounted": True},
    StepKind.DISMOUNT: {"mounted": False},
}
"""The changes of a unit's state by kinds of steps."""


def forms_of(position: Position, book: RuleBook, unit: str) -> list[Form]:
    """Return the forms in which a unit can move: each side of its counter that it can show, in Column or not."""
    has_transport = position.game.units[unit].mounted is not None
    sides = (False, True) if has_transport else (position.units[unit].mounted,)
    wholes = {mounted: scale(position, unit, mounted) for mounted in sides}
    shared = lcm(*wholes.values())
    forms = [
        Form(
            mounted,
            column,
            has_allowance(position, unit, mounted),
            shown_ratings(position, unit, mounted).movement_class,
            wholes[mounted],
            shared // wholes[mounted] if wholes[mounted] else 0,
        )
        for mounted in sides
        for column in (False, True)
    ]
    for form in forms:
        form.changes = tuple(_changes_of(position, book, unit, forms, form))
    return forms


def _changes_of(position: Position, book: RuleBook, unit: str, forms: list[Form], form: Form) -> Iterator[Change]:
    """Yield the changes that a form allows (R7.8, R7.9): leaving Column by no Cohesion Hit that would cost a step."""
    other = next(i for i, each in enumerate(forms) if (each.mounted, each.column) == (form.mounted, not form.column))
    if form.column:
        hits = 0
        if book.switch("leave-column") == "cohesion-hit":
            hits = book.number("movement-actions", "leave-column", "cohesion_hits")
        if position.units[unit].cohesion + hits <= book.number("fire-rating-limits", "most-cohesion-hits"):
            yield Change(LEAVE_COLUMN, other, change_points(book, "leave-column", form.whole), hits, False)
    elif form.mobile:
        yield Change(FORM_COLUMN, other, change_points(book, "enter-column", form.whole), 0, True)
    for number, each in enumerate(forms):
        if each.mounted != form.mounted and each.column == form.column and (each.mobile or not each.column):
            step = MOUNT if each.mounted else DISMOUNT
            yield Change(step, number, change_points(book, step.kind, form.whole), 0, False)
