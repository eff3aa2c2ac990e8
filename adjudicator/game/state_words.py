"""The words for a unit's state, as players type them: ``column``, ``cohesion-1``, ``entrenched``.

One table for all who type them: the option ``--place`` and positions written by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from .action_words import Contact, Improvement
from .loading.suggestions import did_you_mean
from .units import Unit

__all__ = ["STATES", "StateRefused", "state_fields"]

STATES: Final[Mapping[str, Mapping[str, Any]]] = {
    "column": {"column": True},
    "mounted": {"mounted": True},
    "suppressed": {"suppressed": True},
    "cohesion-1": {"cohesion": 1},
    "cohesion-2": {"cohesion": 2},
    "one-step": {"steps": 1},
    "improved": {"improvement": Improvement.IMPROVED_POSITION},
    "entrenched": {"improvement": Improvement.ENTRENCHMENT},
    "men-at-work": {"men_at_work": True},
    "contact-pending": {"contact": Contact.PENDING},
    "in-contact": {"contact": Contact.IN_CONTACT},
    "counterbattery-fired": {"counterbattery_fired": True},
    "wrong-ammo": {"wrong_ammo": True},
    "face-down": {"hidden": True},
    "activated": {"finished": True},
}
"""The words, and the fields of a unit's state that each sets."""
_TWO_STEPS: Final = 2
_POSSIBLE: Final[Mapping[str, Callable[[Unit], bool]]] = {
    "mounted": lambda unit: unit.mounted is not None,
    "one-step": lambda unit: unit.steps >= _TWO_STEPS,
    "face-down": lambda unit: bool(unit.hidden_as),
}
"""The units that can be in a state; all can where there is no entry."""


class StateRefused(ValueError):
    """An unknown word, or one that does not apply to a unit; ``word`` is that word."""

    def __init__(self, problem: str, word: str) -> None:
        super().__init__(problem)
        self.word = word


def state_fields(unit: Unit, words: Iterable[str]) -> dict[str, Any]:
    """Return the fields of a unit's state that words set. Raises :class:`StateRefused`."""
    fields: dict[str, Any] = {}
    for word in words:
        if word not in STATES:
            raise StateRefused(f"no such state{did_you_mean(word, STATES)}", word)
        if word in _POSSIBLE and not _POSSIBLE[word](unit):
            raise StateRefused(f"{unit.name} is never {word}", word)
        if fields.keys() & STATES[word].keys():
            raise StateRefused(f"{unit.name} cannot be {word} and something else of the kind at once", word)
        fields |= STATES[word]
    return fields
