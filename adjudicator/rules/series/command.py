"""Command: units In Command, units that the chit in play activates, costs of a unit's actions (R6, R7.1, R7.2).

A unit's activation begins with its first action and ends after the second one, when its player ends it, or when
another unit begins; then its hex is checked for stacking (R8.1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ...game.action_words import ActionType
from ...game.hexes import Hex
from ...game.order_of_battle import Chit, ChitKind
from ...game.play import EndActivation
from ...game.position import Place, Position, Status
from ...game.units import Unit
from ..exclusive_rules import Wait
from ..judgement import Judgement
from ..rule_book import RuleBook
from ..rule_sets import exclusive_rules
from ..switches import Choice
from .parks import is_in_park
from .sequence import hold
from .stacking import check_at_end

__all__ = [
    "ACTION_TYPES",
    "action_price",
    "begin_action",
    "chit_in_play",
    "commands_hex",
    "end_action",
    "end_activation",
    "finish",
    "in_command",
    "is_activated",
    "is_entry_hex",
    "may_begin",
    "may_enter_zones",
    "passed_over",
    "payer",
    "short_of_points",
]

_FIRE_ACTIONS = "fire-actions"
ACTION_TYPES: Final = tuple(kind for kind in ActionType if kind != ActionType.INDIRECT_FIRE)
"""The kinds of action (R7.1); Direct and Indirect Fire are one kind."""
_ACTIVATIONS = "activations"
_MAX_ACTIONS = 2
_STATE_FLAGS: Final = {
    ActionType.MOVEMENT: "may_move", ActionType.FIRE: "may_fire", ActionType.ASSAULT: "may_assault",
}  # fmt: skip
"""The columns of the chart ``state-effects`` for the actions of a Suppressed unit (R7.2)."""
_DONE: Final[Mapping[ActionType, str]] = {
    ActionType.MOVEMENT: "moved", ActionType.FIRE: "fired", ActionType.ASSAULT: "assaulted",
    ActionType.ENGINEER: "done an Engineer Action", ActionType.RALLY: "rallied", ActionType.CONTACT: "sought contact",
}  # fmt: skip
"""The words for what a unit has done by an action of each kind."""
_NOT_WHEN_SUPPRESSED: Final = frozenset({ActionType.ENGINEER, ActionType.CONTACT})

SwitchValue = Callable[[str], Choice]


# units In Command


def is_entry_hex(position: Position, place: Place) -> bool:
    """Return whether a place is an entry hex that is in play (R6.2; NQoS S5.1: hex G from June 7 on)."""
    date = position.time.date
    for entry in position.game.map.entry_hexes.values():  # noqa: SIM110 - asked at every check; any() costs twice as much
        if entry.hex == place and entry.available_from <= date:
            return True
    return False


def in_command(position: Position, book: RuleBook, unit: str) -> bool:
    """Return whether a unit is In Command now (R6.1, R6.2, R6.3).

    It must be in range of a leader of its formation, an independent one of any leader of its division, in plain hexes;
    neither may be in an entry hex. In an Artillery Park it always is (NQoS S5.2), as some units are in this game.
    """
    if is_in_park(position, unit) or exclusive_rules(position.game).is_always_in_command(position, unit):
        return True
    counter, place = position.game.units[unit], position.units[unit].place
    if not isinstance(place, Hex) or is_entry_hex(position, place):
        return False
    leaders = book.memory(_Leaders).of(counter)
    return any(commands_hex(position, book, leader, place) for leader in leaders if leader in position.leaders)


class _Leaders:
    """The units that each leader of a game can command."""

    def __init__(self, book: RuleBook) -> None:
        self._leaders = book.game.leaders.values()
        self._found: dict[tuple[str, bool], tuple[str, ...]] = {}

    def of(self, unit: Unit) -> tuple[str, ...]:
        """Return the leaders of a unit's formation; those of its division for an independent unit (R6.1)."""
        key = (unit.division if unit.independent else unit.formation, unit.independent)
        if key not in self._found:
            groups = ((each.id, each.division if unit.independent else each.formation) for each in self._leaders)
            self._found[key] = tuple(leader for leader, group in groups if group == key[0])
        return self._found[key]


def commands_hex(position: Position, book: RuleBook, leader: str, place: Hex) -> bool:
    """Return whether a leader's range reaches a hex; from an entry hex it reaches none (R6.1, R6.2)."""
    state = position.leaders[leader]
    return (
        state.status is Status.ON_MAP
        and isinstance(state.place, Hex)
        and book.grid.distance(state.place, place) <= position.game.leaders[leader].command_range
        and not is_entry_hex(position, state.place)
    )


def short_of_points(position: Position, book: RuleBook, unit: str, price: int) -> bool:
    """Return whether there are fewer Command Points for a unit than a price (R6.6)."""
    return price > 0 and not payer(position, book, unit, price)


def payer(position: Position, book: RuleBook, unit: str, price: int) -> str:
    """Return the division that pays for a unit: its own, or another of its side if a switch says so (R3.3, R6.16).

    Empty if none has enough.
    """
    own = position.game.units[unit].division
    if _has_points(position, own, price):
        return own
    if book.switch("points-of-the-side") == "own-division":
        return ""
    side = position.side(unit)
    divisions = (each for each in position.points if position.game.divisions[each].side == side)
    return next((each for each in divisions if _has_points(position, each, price)), "")


def _has_points(position: Position, division: str, price: int) -> bool:
    points = position.points.get(division)
    return points is not None and points.command >= price


# errors of an action


@dataclass(frozen=True, slots=True)
class _Problem:
    """A refusal before it is made."""

    name: str
    figures: Mapping[str, Any] = field(default_factory=dict)
    switch: str = ""
    final: bool = False
    """True if the action cannot even begin."""


def begin_action(judgement: Judgement, unit: str, kind: ActionType, *, stack: tuple[str, ...] = ()) -> bool:
    """Begin an action of a unit: refuse its errors, pay for it, note it. False: it cannot even begin.

    R6.11, R6.13 to R6.18, R7.1, R7.2, R9.24. Another unit whose activation is not over ends it now (R6.18), unless it
    is in the *stack* that assaults together (R11.2).
    """
    judgement.position = exclusive_rules(judgement.position.game).note(judgement.position)
    noted = kind
    if kind == ActionType.INDIRECT_FIRE:
        kind = ActionType.FIRE
        if judgement.book.switch(_FIRE_ACTIONS) != "two-kinds":
            noted = kind
    problems = list(_problems(judgement.position, judgement.book, unit, kind, judgement.switch, noted))
    for problem in problems:
        judgement.refuse(problem.name, switch=problem.switch, **problem.figures)
    if any(problem.final for problem in problems):
        return False
    formation = judgement.unit(unit).formation
    if not judgement.state(unit).actions and _wait(judgement.position, formation) is Wait.NOT_KNOWN:
        judgement.leave_open("formation-may-wait", unit=judgement.name(unit))
    _end_others(judgement, unit, stack)
    _pay_for_action(judgement, unit)
    done = judgement.state(unit).actions
    if len(done) < _MAX_ACTIONS or noted not in done:  # what is done too often has to be known once only
        judgement.change(unit, actions=(*done, noted))
    activation = replace(judgement.position.activation, unit=unit)
    judgement.position = judgement.position.after(activation=activation, last_indirect="")
    return True


def _wait(position: Position, formation: str) -> Wait:
    return exclusive_rules(position.game).formation_wait(position, formation)


def may_begin(position: Position, book: RuleBook, unit: str, kind: ActionType) -> bool:
    """Return whether :func:`begin_action` would refuse nothing."""
    return not any(True for _ in _problems(position, book, unit, kind, book.switch))


def is_activated(position: Position, book: RuleBook, unit: str) -> bool:
    """Return whether the chit in play is one that activates a unit, whatever state it is in (R6.13, R6.15, R6.16)."""
    chit = chit_in_play(position)
    return chit is not None and _not_activated(position, book, chit, unit, book.switch) is None


def _problems(
    position: Position,
    book: RuleBook,
    unit: str,
    kind: ActionType,
    switch: SwitchValue,
    noted: ActionType | None = None,
) -> Iterator[_Problem]:
    """Yield the errors of a new action of a unit, the worst first; *noted* is its kind where that differs."""
    state = position.units[unit]
    who = {"unit": position.shown_name(unit)}
    if state.status is not Status.ON_MAP:
        yield _Problem("not-on-the-map", who, final=True)
        return
    chit = chit_in_play(position)
    if chit is None:
        yield _Problem("no-chit-in-play", who, final=True)
        return
    if (held := hold(position)) is not None:
        yield _Problem(*held)
    problem = None if state.actions else _not_activated(position, book, chit, unit, switch)
    if problem is not None:
        yield problem
        return
    if state.suppressed and not _suppressed_may(book, kind, switch):
        name = "suppressed-cannot-act" if kind in _STATE_FLAGS else "suppressed-only-rallies"
        yield _Problem(name, who, "" if kind in _STATE_FLAGS else "suppressed-only-rallies", final=True)
        return
    first = not state.actions
    yield from (_first_action if first else _second_action)(position, book, chit, unit, noted or kind, switch)
    price = action_price(book, chit, first=first)
    if short_of_points(position, book, unit, price):
        yield _short(position, unit, price)


def chit_in_play(position: Position) -> Chit | None:
    """Return the chit in play, None between chits (R6.12)."""
    return position.game.chits.get(position.activation.chit)


def action_price(book: RuleBook, chit: Chit, *, first: bool) -> int:
    """Return the price of an action in Command Points under a chit (R6.11, R6.13, R6.15, R6.16).

    A chit that activates nobody has none.
    """
    if chit.kind not in book.rows(_ACTIVATIONS):
        return 0
    return book.number(_ACTIVATIONS, chit.kind, "first_action" if first else "second_action")


def _short(position: Position, unit: str, price: int) -> _Problem:
    division = position.game.units[unit].division
    points = position.points.get(division)
    return _Problem(
        "command-points-short",
        {
            "unit": position.shown_name(unit),
            "price": price,
            "division": position.game.divisions[division].name,
            "points": points.command if points else 0,
        },
    )


def _not_activated(position: Position, book: RuleBook, chit: Chit, unit: str, switch: SwitchValue) -> _Problem | None:
    """Return why a chit does not activate a unit: R6.13 division, R6.15 formation, R6.16 side; S5.6 any division."""
    counter = position.game.units[unit]
    figures = {"unit": position.shown_name(unit), "chit": chit.name}
    if counter.formation and _wait(position, counter.formation) is Wait.WAITS:
        return _Problem("formation-waits", figures, final=True)
    if chit.kind == ChitKind.DIVISION:
        return None if counter.division == chit.division else _Problem("not-of-the-division", figures, final=True)
    if chit.kind == ChitKind.DIRECT_COMMAND:
        own = position.side(unit) == chit.side
        return None if own else _Problem("not-of-the-side", figures, final=True)
    if chit.kind != ChitKind.FORMATION:
        return _Problem("chit-activates-nobody", figures, final=True)
    if counter.formation == chit.formation:
        return None
    if counter.independent and counter.division == chit.division:
        return _independent(position, book, chit, unit, switch, figures)
    return _Problem("not-of-the-formation", figures, final=True)


def _independent(
    position: Position, book: RuleBook, chit: Chit, unit: str, switch: SwitchValue, figures: Mapping[str, str]
) -> _Problem | None:
    """Return why an independent unit does not join a formation of its division: out of its leader's range (R6.15)."""
    name = "independents-in-formation"
    joining = switch(name)
    if joining == "all":
        return None
    if joining == "none":
        return _Problem("independent-not-in-formation", figures, name, final=True)
    place = position.units[unit].place
    in_range = (
        isinstance(place, Hex)
        and not is_entry_hex(position, place)
        and any(
            commands_hex(position, book, leader, place)
            for leader in position.leaders
            if position.game.leaders[leader].formation == chit.formation
        )
    )
    return None if in_range else _Problem("independent-out-of-range", figures, name, final=True)


def _suppressed_may(book: RuleBook, kind: ActionType, switch: SwitchValue) -> bool:
    """Return whether a Suppressed unit may do an action: it may rally; the rest is forbidden or likely so (R7.2)."""
    if kind in _STATE_FLAGS:
        return book.flag("state-effects", "suppressed", _STATE_FLAGS[kind])
    return kind not in _NOT_WHEN_SUPPRESSED or switch("suppressed-only-rallies") == "no"


def _first_action(
    position: Position, book: RuleBook, chit: Chit, unit: str, kind: ActionType, switch: SwitchValue
) -> Iterator[_Problem]:
    """Yield the errors of a first action (R6.13, R6.16)."""
    figures = {"unit": position.shown_name(unit), "chit": chit.name}
    if position.units[unit].finished:
        yield _Problem("activation-over", figures)
    if kind == ActionType.ASSAULT and not book.flag(_ACTIVATIONS, chit.kind, "first_assaults"):
        name = "division-first-action-assault"
        if switch(name) == "forbidden":
            yield _Problem("first-action-assault", figures, name)
    if chit.kind == ChitKind.DIRECT_COMMAND and not in_command(position, book, unit):
        name = "direct-command-out-of-command"
        if switch(name) == "forbidden":
            yield _Problem("direct-command-out-of-command", figures, name)


def _second_action(
    position: Position, book: RuleBook, chit: Chit, unit: str, kind: ActionType, switch: SwitchValue
) -> Iterator[_Problem]:
    """Yield the errors of a second action: it must be the last one, In Command, of another kind (R6.4, R6.13, R7.1)."""
    state = position.units[unit]
    figures = {"unit": position.shown_name(unit), "chit": chit.name, "done": _DONE.get(kind, "done this")}
    if len(state.actions) >= _MAX_ACTIONS:
        yield _Problem("two-actions-done", figures)
    elif state.finished and not (
        unit in position.activation.passed_over and _is_supposed(book, switch, "consecutive-actions")
    ):
        yield _Problem("activation-over", figures)
    if kind in state.actions and not (
        kind == ActionType.FIRE and _fires_both_ways(position, book, unit) and _is_supposed(book, switch, _FIRE_ACTIONS)
    ):
        yield _Problem("same-kind-of-action", figures)
    if not in_command(position, book, unit):
        yield _Problem("second-action-out-of-command", figures)
    if chit.kind == ChitKind.DIRECT_COMMAND and switch("direct-command-second-action") == "forbidden":
        yield _Problem("direct-command-second-action", figures, "direct-command-second-action")


def _fires_both_ways(position: Position, book: RuleBook, unit: str) -> bool:
    """Return whether a unit's weapon has Direct and Indirect Fire, so that its first fire may have been either."""
    weapon = position.ratings(unit).weapon
    return bool(weapon) and all(book.flag("weapon-modes", weapon, mode) for mode in ("direct", "indirect"))


def _is_supposed(book: RuleBook, switch: SwitchValue, name: str) -> bool:
    """Return whether a switch is tried with another choice than the one by which the position came about.

    What the position has noted by the other choice, such as an activation that is over, does not count then.
    """
    switch(name)
    return name in book.house_rules.supposed


def may_enter_zones(
    position: Position, book: RuleBook, unit: str, *, begun: bool = True, switch: SwitchValue | None = None
) -> bool:
    """Return whether a unit's Movement Action may enter enemy Fire Zones under the chit in play (R6.13).

    It may not as the first action of a Division Activation. *begun*: whether :func:`begin_action` has noted the action
    already. *switch* is ``judgement.switch`` where a ruling is made.
    """
    chit = chit_in_play(position)
    if chit is None or chit.kind not in _row_keys(book) or book.flag(_ACTIVATIONS, chit.kind, "first_enters_zone"):
        return True
    number = len(position.units[unit].actions) + (not begun)
    return number > 1 and (switch or book.switch)("division-second-action-zones") == "allowed"


def _row_keys(book: RuleBook) -> frozenset[str]:
    return frozenset(book.rows(_ACTIVATIONS))


# beginning and end of an action


def _end_others(judgement: Judgement, unit: str, stack: tuple[str, ...]) -> None:
    """End the activation of the unit that was active before (R6.18)."""
    previous = judgement.position.activation.unit
    if previous and previous != unit and previous not in stack and judgement.switch("consecutive-actions") == "yes":
        finish(judgement, previous)
        judgement.position = passed_over(judgement.position, previous)


def passed_over(position: Position, unit: str) -> Position:
    """Return a position with a note that a unit's activation is over only because another one began (R6.18)."""
    activation = position.activation
    return position.after(activation=replace(activation, passed_over=activation.passed_over | {unit}))


def _pay_for_action(judgement: Judgement, unit: str) -> None:
    """Take the price of an action from the unit's division, as far as the division has the points (R6.6, R6.11)."""
    chit = chit_in_play(judgement.position)
    if chit is None:
        return
    price = action_price(judgement.book, chit, first=not judgement.state(unit).actions)
    if price and (division := payer(judgement.position, judgement.book, unit, price)):
        judgement.position = judgement.position.with_points(division, command=-price)


def end_action(judgement: Judgement, unit: str) -> None:
    """End an action: after the second one, or if the unit is gone, its activation is over (R6.13, R6.18)."""
    judgement.position = exclusive_rules(judgement.position.game).note(judgement.position)
    state = judgement.state(unit)
    if state.status is not Status.ON_MAP or len(state.actions) >= _MAX_ACTIONS:
        finish(judgement, unit)


def finish(judgement: Judgement, unit: str) -> None:
    """End a unit's activation and check the stacking in its hex (R6.18, R8.1; NQoS 1.0)."""
    state = judgement.state(unit)
    if judgement.position.activation.unit == unit:
        judgement.position = judgement.position.after(activation=replace(judgement.position.activation, unit=""))
    if state.finished:
        return
    judgement.change(unit, finished=True)
    if state.status is Status.ON_MAP:
        check_at_end(judgement, unit)


def end_activation(judgement: Judgement, action: EndActivation) -> None:
    """Judge a player's word that a unit's activation is over (R6.18, R8.1)."""
    state = judgement.state(action.unit)
    figures = {"unit": judgement.name(action.unit)}
    if not state.actions:
        judgement.refuse("activation-not-begun", **figures)
        return
    if state.finished:
        chit = chit_in_play(judgement.position)
        judgement.refuse("activation-over", **figures, chit=chit.name if chit else "")
        return
    finish(judgement, action.unit)
