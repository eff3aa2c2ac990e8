"""The option ``--place``: units and leaders put where a question wants them, so that it needs no file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ..game.hexes import Hex
from ..game.names import words_of
from ..game.position import LeaderState, Position, Status
from ..game.state_words import STATES, StateRefused, state_fields
from ..report.safe_text import one_line

if TYPE_CHECKING:
    from .rule_options import Table

__all__ = ["with_places"]

_FORM: Final = f"UNIT=CC.RR, and after commas any of {', '.join(STATES)}"


def with_places(table: Table, placings: Iterable[str]) -> Table:
    """Return the table with units and leaders put into hexes, each given as ``UNIT=CC.RR[,STATE…]``.

    A usage error if a text is not of that form, or names what is not there.
    """
    for text in placings:
        name, equals, rest = text.rpartition("=")
        place, *states = (part.strip() for part in rest.split(","))
        unknown = [state for state in states if state not in STATES]
        if not (name.strip() and equals) or unknown:
            found = unknown[0] if unknown else text
            raise table.refuse(f"--place: {one_line(found)!r} is not of the form {_FORM}")
        table = replace(table, position=_placed(table, name.strip(), _hex(table, place), states))
    return table


def _hex(table: Table, text: str) -> Hex:
    try:
        return table.hex(Hex.parse(text), "--place")
    except ValueError as error:
        raise table.refuse(f"--place: {error}") from None


def _leader(table: Table, name: str) -> str | None:
    """Return the leader who is or was called so, None if nobody is."""
    wanted, leaders = words_of(name), table.game.leaders
    return next((key for key in table.known_position.leaders
                 if wanted in {words_of(each) for each in (key, *leaders[key].names)}), None)  # fmt: skip


def _placed(table: Table, name: str, place: Hex, states: Iterable[str]) -> Position:
    """Return the position with one counter in a hex: a leader if one is called so, else a unit."""
    position = table.known_position
    leader = _leader(table, name)
    if leader is not None:
        if states := list(states):
            raise table.refuse(f"--place: {name} is a leader, who is never {states[0]}")
        return position.after(leaders={**position.leaders, leader: LeaderState(Status.ON_MAP, place)})
    unit = table.unit(name, "--place")
    counter, changes = table.game.units[unit], dict[str, Any](status=Status.ON_MAP, place=place)
    if position.units[unit].status is not Status.ON_MAP:
        changes["steps"] = counter.steps
    try:
        return position.with_unit(unit, **changes | state_fields(counter, states))
    except StateRefused as error:
        raise table.refuse(f"--place: {error}") from None
