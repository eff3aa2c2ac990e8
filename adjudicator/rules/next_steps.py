"""The possible and the required next steps in a position, by kind (R4.1 to R4.6; NQoS S3.0, S4.6, S5.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ..game import play
from ..game.play import Action
from ..game.play_json import action_type
from ..game.position import Position
from .rule_book import RuleBook
from .rule_sets import exclusive_rules
from .series.arrivals import units_that_must_come
from .series.command import ACTION_TYPES, may_begin
from .series.sequence import required_steps
from .turn_actions import turn_actions

__all__ = ["ACT", "NextStep", "what_next"]

ACT: Final = "act"
"""The kind of a step in which units act under the chit in play."""


@dataclass(frozen=True, slots=True)
class NextStep:
    """Something that may come next."""

    kind: str
    """The type of an action, or :data:`ACT`."""
    required: bool
    """True if the step has to be done before the game goes on."""
    about: tuple[str, ...] = ()
    """The ids of the chits, units or formations that the step may be about, each once."""


def what_next(position: Position, book: RuleBook) -> tuple[NextStep, ...]:
    """Return the possible next steps, in the order of the turn; none once the game is over (R4.1 to R4.6).

    For a position that was read from a table it is not known which dice have been rolled: they are offered then.
    """
    found: dict[str, dict[str, None]] = {}
    for action in turn_actions(position, book):
        found.setdefault(action_type(action), {}).update(dict.fromkeys(_about(action)))
    due = units_that_must_come(position, book) if position.due else ()
    first = {action_type(action) for action in exclusive_rules(position.game).first_actions(position, book)}
    must = first | required_steps(position)
    steps = [
        NextStep(kind, kind in must or (kind == "arrive" and bool(due)), tuple(about)) for kind, about in found.items()
    ]
    if not any(step.required for step in steps) and not position.outcome:
        steps += _acting(position, book)
    return tuple(steps)


def _acting(position: Position, book: RuleBook) -> Iterable[NextStep]:
    units = tuple(
        unit for unit in position.units if any(may_begin(position, book, unit, kind) for kind in ACTION_TYPES)
    )  # fmt: skip
    return [NextStep(ACT, required=False, about=units)] if units else []


def _about(action: Action) -> tuple[str, ...]:
    """Return the ids of what an action is about."""
    if isinstance(action, play.BuyChit | play.PlayChit):
        return (action.chit,)
    if isinstance(action, play.WithdrawalRoll):
        return (action.formation,)
    if isinstance(action, play.Arrive | play.LeaveMap):
        return (action.unit,)
    return ()
