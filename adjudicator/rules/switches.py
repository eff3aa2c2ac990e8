"""The switches: rules that the sources leave uncertain, each with its choices and the default that they recommend.

The list of the series is ``switches.toml`` beside this file; a game's own rules add theirs. A house-rules file
(``schema/house-rules.schema.json``) sets some of them and names rules that both players waive.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Final

__all__ = ["Choice", "HouseRules", "Switch", "add_switches", "all_switches", "choice_text", "switches_in"]

Choice = str | int | bool
"""A choice of a switch."""


def choice_text(choice: object) -> str:
    """Return a choice as it is written in a house-rules file."""
    return str(choice).lower() if isinstance(choice, bool) else repr(choice).replace("'", '"')


@dataclass(frozen=True, slots=True)
class Switch:
    """A rule that the sources leave uncertain."""

    id: str
    rule: str
    title: str
    text: str
    """The uncertain point, and the meaning of each choice."""
    choices: tuple[Choice, ...]
    default: Choice
    confidence: str
    """``B`` or ``C``, as in the series facts."""
    safe: bool = True
    """True if the default may be assumed; if not, a ruling that depends on it is undecided until players set it."""

    def setting(self, choice: Choice) -> str:
        """Return the line of a house-rules file that sets the switch to a choice."""
        return f"{self.id} = {choice_text(choice)}"


@dataclass(frozen=True)
class HouseRules:
    """The agreements of the players."""

    settings: Mapping[str, Choice] = field(default_factory=dict)
    """The settings of switches that the players agreed on, by id."""
    waived: frozenset[str] = frozenset()
    """Rules that both sides waive, by their numbers."""
    supposed: frozenset[str] = frozenset()
    """The switches whose settings nobody agreed on: they are tried, to see what depends on them."""

    def value(self, switch: str) -> Choice:
        """Return the setting of a switch. Raises ``KeyError`` for an unknown switch."""
        return self.settings.get(switch, all_switches()[switch].default)

    def is_agreed(self, switch: str) -> bool:
        """Return whether the players have agreed on a switch."""
        return switch in self.settings and switch not in self.supposed

    def with_supposed(self, settings: Mapping[str, Choice]) -> HouseRules:
        """Return these house rules with choices of other switches that nobody agreed on."""
        return replace(self, settings={**self.settings, **settings}, supposed=self.supposed | frozenset(settings))

    def is_open(self, switch: str) -> bool:
        """Return whether a ruling that depends on the switch is undecided."""
        return switch not in self.settings and not all_switches()[switch].safe


_ADDED: Final[dict[str, Switch]] = {}
"""The switches that games' own rules have added."""


def add_switches(switches: Iterable[Switch]) -> None:
    """Add the switches of a set of exclusive rules. Raises ``ValueError`` if there is another one of a name."""
    for switch in switches:
        if all_switches().get(switch.id, switch) != switch:
            raise ValueError(f"there is a switch {switch.id!r} already")
        if switch.id not in _series_switches():
            _ADDED[switch.id] = switch


def all_switches() -> Mapping[str, Switch]:
    """Return every switch by id, in the order of the file, then those that games' own rules have added."""
    return _series_switches() | _ADDED if _ADDED else _series_switches()


@cache
def _series_switches() -> dict[str, Switch]:
    return {switch.id: switch for switch in switches_in(__package__)}


def switches_in(package: str) -> tuple[Switch, ...]:
    """Return the switches in ``switches.toml`` of a package, in the order of the file."""
    text = files(package).joinpath("switches.toml").read_text(encoding="utf-8")
    return tuple(Switch(**{**row, "choices": tuple(row["choices"])}) for row in tomllib.loads(text)["switches"])
