"""The leaders that a gun's contact marker may be with (R10.3): no table shows it, and players do not always say it.

Where it is only supposed, the position has one leader of those possible, and all of them beside him. What would be
otherwise if it were another of them is no offence of anybody.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...game.action_words import Contact
from ...game.position import Position, Status
from .aspects import Aspect, AspectField, AspectKind

__all__ = [
    "NOBODY",
    "is_with_another_leader",
    "leaders_on_map",
    "possible_leaders",
    "with_contact_known",
    "with_contact_of_table",
    "with_contact_supposed",
    "with_contacts_unknown",
    "with_losses_known",
]

NOBODY = ""
"""In the place of a leader: the marker has been given back to its gun."""


def leaders_on_map(position: Position, unit: str) -> tuple[str, ...]:
    """Return the leaders on the map that a unit's contact marker can be with: those of its division (R10.4)."""
    division = position.game.units[unit].division
    return tuple(
        leader for leader, state in position.leaders.items()
        if state.status is Status.ON_MAP and position.game.leaders[leader].division == division
    )  # fmt: skip


def possible_leaders(position: Position, unit: str) -> frozenset[str]:
    """Return the leaders on the map that a unit's contact marker may be with; none where that is known.

    Where the one that it is supposed to be with has left, it may still be with another.
    """
    state, supposed = position.units[unit], position.possible_contacts.get(unit, frozenset())
    if state.contact and state.contact_leader in {*supposed, NOBODY} and supposed:
        return supposed.intersection(leaders_on_map(position, unit))
    if state.contact == Contact.IN_CONTACT and not state.contact_leader:
        return frozenset(leaders_on_map(position, unit))
    return frozenset()


def with_contacts_unknown(position: Position) -> Position:
    """Return a position on a table, which does not show whom the contact markers are with."""
    found = {
        unit: frozenset({*leaders_on_map(position, unit), NOBODY})
        for unit, state in position.units.items() if state.contact and not state.contact_leader
    }  # fmt: skip
    return position.after(possible_contacts=found) if found else position


def with_contact_supposed(position: Position, unit: str, leader: str, possible: Iterable[str]) -> Position:
    """Return a position in which a unit's contact marker is supposed to be with a leader, one of those possible."""
    supposed = {**position.possible_contacts, unit: frozenset({leader, *possible})}
    return position.with_unit(unit, contact_leader=leader).after(possible_contacts=supposed)


def with_contact_known(position: Position, unit: str) -> Position:
    """Return a position in which it is known whom a unit's contact marker is with."""
    if unit not in position.possible_contacts:
        return position
    known = {each: leaders for each, leaders in position.possible_contacts.items() if each != unit}
    return position.after(possible_contacts=known)


def is_with_another_leader(position: Position, aspect: Aspect, contact: Contact | None) -> bool:
    """Return whether the table may show a unit in contact, or not, because its marker is with another leader.

    A marker that is with a leader who has left goes back to its gun; one that is with another stays (R10.3).
    """
    if aspect.kind is not AspectKind.UNIT or aspect.field is not AspectField.CONTACT:
        return False
    possible = position.possible_contacts.get(aspect.subject, frozenset())
    on_map = {leader for leader in possible if leader in leaders_on_map(position, aspect.subject)}
    gone = possible - on_map - {NOBODY}
    if contact == Contact.PENDING:
        return bool(gone) and position.units[aspect.subject].contact == Contact.IN_CONTACT
    return contact == Contact.IN_CONTACT and bool(gone and on_map)


def with_contact_of_table(position: Position, unit: str, contact: Contact) -> Position:
    """Return a position in which a unit's marker is as on the table, because it is with another leader.

    One that has not been turned yet may be turned late, so whoever has left stays possible.
    """
    if contact == Contact.PENDING:
        return with_contact_known(position.with_unit(unit, contact=contact, contact_leader=NOBODY), unit)
    possible = position.possible_contacts[unit]
    others = possible.intersection(leaders_on_map(position, unit))
    return with_contact_supposed(position.with_unit(unit, contact=contact), unit, min(others), possible)


def with_losses_known(before: Position, after: Position) -> Position:
    """Return a position in which nothing is supposed of markers that went back to their guns from leaders who stay."""
    for unit in before.possible_contacts:
        was, state = before.units[unit], after.units[unit]
        if was.contact_leader in leaders_on_map(after, unit) and not state.contact_leader:
            after = with_contact_known(after, unit)
    return after
