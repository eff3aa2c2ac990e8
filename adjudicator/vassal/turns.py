"""The text that a turn tracker shows, from its state and the module's definition of it (vassal-files.md 2.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from . import sequence
from .commands import integer
from .module_definition import CounterTurnLevel, ListTurnLevel, TurnLevel, TurnTracker

__all__ = ["turn_properties", "turn_state", "turn_text"]

_LEVEL_FIELDS = 4
"""A level's own fields; the states of the levels within it follow."""
_SHOWN_LEVELS = 10
"""The number of levels that a format can name: ``$level1$`` to ``$level10$``."""


def turn_state(tracker: TurnTracker, values: Sequence[str]) -> str:
    """Return the state in which a tracker of lists shows *values*, the outermost first.

    Raises ValueError for a value that its list does not have.
    """
    return sequence.encode(["0", *_list_states(tracker.levels, values)], "|")


def _list_states(levels: Sequence[TurnLevel], values: Sequence[str]) -> Iterator[str]:
    """Yield the states of lists, each set to the value of its depth."""
    for level in levels:
        if isinstance(level, ListTurnLevel):
            allowed = ",".join("true" for _ in level.entries)
            inner = _list_states(level.levels, values[1:])
            yield sequence.encode([str(level.entries.index(values[0])), "0", "0", allowed, *inner], ";")


def turn_text(tracker: TurnTracker, state: str) -> str:
    """Return the turn as the tracker shows it, such as ``Turn 3 - Blue``.

    *state* is a ``TURN`` command's state. Levels beyond those in the state are left empty.
    """
    values = [_filled(level.turn_format, {"value": value}) for level, value in _active_levels(tracker, state)]
    names = {f"level{number}": value for number, value in enumerate(values[:_SHOWN_LEVELS], 1)}
    names |= {f"level{number}": "" for number in range(len(values) + 1, _SHOWN_LEVELS + 1)}
    return " ".join(_filled(tracker.turn_format, names).split())


def turn_properties(tracker: TurnTracker, state: str) -> dict[str, str]:
    """Return the properties that the tracker's active levels set, by name."""
    return {level.property: value for level, value in _active_levels(tracker, state) if level.property}


def _filled(pattern: str, values: Mapping[str, str]) -> str:
    for name, value in values.items():
        pattern = pattern.replace(f"${name}$", value)
    return pattern


def _active_levels(tracker: TurnTracker, state: str) -> Iterator[tuple[TurnLevel, str]]:
    """Yield the active levels from the top down with their values."""
    index, *states = sequence.decode(state, "|")
    yield from _descend(tracker.levels, integer(index) or 0, states)


def _descend(levels: Sequence[TurnLevel], index: int, states: Sequence[str]) -> Iterator[tuple[TurnLevel, str]]:
    if not 0 <= index < min(len(levels), len(states)):
        return
    level = levels[index]
    fields = [*sequence.decode(states[index], ";"), "", "", "", ""]
    yield level, _value(level, fields[0])
    yield from _descend(level.levels, integer(fields[1]) or 0, fields[_LEVEL_FIELDS:])


def _value(level: TurnLevel, current: str) -> str:
    if isinstance(level, CounterTurnLevel):
        return current
    number = integer(current) or 0
    return level.entries[number] if isinstance(level, ListTurnLevel) and 0 <= number < len(level.entries) else ""
