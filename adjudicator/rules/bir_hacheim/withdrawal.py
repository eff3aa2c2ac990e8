"""Axis formations that withdraw for the rest of the day (NQoS S5.3; relief columns: S3.0, events 2 and 3)."""

from __future__ import annotations

from ...game.hexes import Hex
from ...game.play import RollPurpose, WithdrawalRoll
from ...game.position import Activation, LeaderState, Position, Status, UnitState
from ..judgement import Judgement
from ..rule_book import RuleBook
from ..series.calendar import next_day
from ..series.command import commands_hex
from ..series.contact import lose_contact
from ..series.formations import is_on_map
from ..series.results import displace_leader
from ..series.table_rolls import roll_on_table
from .withdrawal_rolls import AXIS_WITHDRAWAL

__all__ = ["units_that_go_along", "withdraw_formation", "withdrawal_faces", "withdrawal_roll"]


def withdrawal_faces(book: RuleBook, division: str, *, command_point: bool) -> tuple[bool, ...]:
    """Return for each face whether a formation of a division withdraws (NQoS S5.3): a Command Point adds to the die."""
    band = book.band(AXIS_WITHDRAWAL, division, "die")
    added = book.number(AXIS_WITHDRAWAL, division, "command_point") if command_point else 0
    return tuple(face + added in band for face in range(10))


def withdrawal_roll(judgement: Judgement, action: WithdrawalRoll) -> None:
    """Judge a formation's roll for a step that it has lost (NQoS S5.3).

    Whether the Command Point is paid before or after the die is seen is left open by the rules: either is right.
    """
    formation = judgement.position.game.formations.get(action.formation)
    name = formation.name if formation else action.formation
    if formation is None or formation.id not in judgement.position.withdrawals:
        judgement.refuse("no-withdrawal-roll-due", formation=name)
        return
    if action.command_point:
        _pay(judgement, formation.division, name)
    faces = withdrawal_faces(judgement.book, formation.division, command_point=action.command_point)
    rule = judgement.book.rule(AXIS_WITHDRAWAL)
    goes = roll_on_table(judgement, RollPurpose.WITHDRAWAL, faces, rule, what=name)
    owed = list(judgement.position.withdrawals)
    owed.remove(formation.id)
    judgement.position = judgement.position.after(withdrawals=tuple(owed))
    if goes:
        withdraw_formation(judgement, formation.id)


def _pay(judgement: Judgement, division: str, name: str) -> None:
    """Take the Command Point that adds 1 to the die (NQoS S5.3, R6.11)."""
    price = judgement.book.number("command-point-uses", "axis-withdrawal")
    points = judgement.position.points.get(division)
    if points is None or points.command < price:
        judgement.refuse("withdrawal-point-short", formation=name, price=price)
    else:
        judgement.position = judgement.position.with_points(division, command=-price)


def units_that_go_along(position: Position, book: RuleBook, formation: str) -> tuple[str, ...]:
    """Return the units that withdraw with a formation (NQoS S5.3).

    These are all its own on the map, and the independent ones of its nationality in range of its leader and of no
    other leader of that nationality.
    """
    game, division = position.game, position.game.formations[formation].division
    own = {leader for leader in position.leaders if game.leaders[leader].formation == formation}
    others = {leader for leader in position.leaders if game.leaders[leader].division == division} - own

    def goes(unit: str) -> bool:
        """Return whether a unit withdraws with the formation."""
        counter, place = game.units[unit], position.units[unit].place
        if counter.formation == formation:
            return True
        if not counter.independent or counter.division != division or not isinstance(place, Hex):
            return False
        reached = [any(commands_hex(position, book, leader, place) for leader in leaders) for leaders in (own, others)]
        return reached == [True, False]

    return tuple(unit for unit, state in position.units.items() if state.status is Status.ON_MAP and goes(unit))


def withdraw_formation(judgement: Judgement, formation: str) -> None:
    """Take a formation off the map until 0700 of the next day, without its markers (NQoS S5.3).

    So it is before a relief column (S3.0, event 2; S3.0, event 3). Lost steps stay lost. A leader of another formation
    who stood with its units alone goes to his own (R6.5).
    """
    if not is_on_map(judgement.position, formation):
        return
    position, game = judgement.position, judgement.position.game
    units = units_that_go_along(position, judgement.book, formation)
    leaders = tuple(
        leader for leader, state in position.leaders.items()
        if state.status is Status.ON_MAP and game.leaders[leader].formation == formation
    )  # fmt: skip
    back = next_day(position, judgement.book.text(AXIS_WITHDRAWAL, game.formations[formation].division, "return"))
    returning = dict.fromkeys((*units, *leaders), back) if back else {}
    left_places = {position.units[unit].place for unit in units}
    active = position.activation
    judgement.position = position.after(
        units={**position.units, **{unit: _gone(position.units[unit]) for unit in units}},
        leaders={**position.leaders, **{leader: LeaderState(Status.WITHDRAWN) for leader in leaders}},
        returning={**position.returning, **returning},
        withdrawals=tuple(each for each in position.withdrawals if each != formation),
        activation=Activation(active.chit) if active.unit in units else active,
    )
    _lose_contacts(judgement, leaders)
    _find_company(judgement, {place for place in left_places if isinstance(place, Hex)})


def _gone(state: UnitState) -> UnitState:
    return UnitState(Status.WITHDRAWN, steps=state.steps, actions=state.actions, finished=state.finished)


def _lose_contacts(judgement: Judgement, leaders: tuple[str, ...]) -> None:
    """Give back the contact markers that are with leaders who have left (R10.3)."""
    for unit, state in judgement.position.units.items():
        if state.contact_leader and state.contact_leader in leaders:
            lose_contact(judgement, unit)


def _find_company(judgement: Judgement, places: set[Hex]) -> None:
    """Move leaders who are now alone where units have left (R2.13, R6.5)."""
    for leader, state in judgement.position.leaders.items():
        place = state.place
        if isinstance(place, Hex) and place in places and not judgement.position.units_in(place):
            displace_leader(judgement, leader, place)
