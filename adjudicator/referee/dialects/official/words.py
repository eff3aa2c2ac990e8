"""The words of the official Grand Tactical Series module (``grand_tactical.toml``), as types."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any, Final

from ....game.action_words import Declaration
from ...events import KnownDifference

__all__ = [
    "Arithmetic",
    "AttackMode",
    "ChitWords",
    "DifferenceWords",
    "GrandTacticalWords",
    "GuessWords",
    "ModifierWords",
    "OpenFact",
    "grand_tactical_words",
]

_FILE: Final = "grand_tactical.toml"


@dataclass(frozen=True, slots=True)
class AttackMode:
    """A mode of the attack wizard."""

    text: str
    action: Declaration
    headline: str = ""
    arithmetic: str = ""
    """The kind of fire in the table of the wizard's arithmetic, where its name differs from the action's."""
    at_park: Declaration = Declaration.NONE
    """The action at a unit in an Artillery Park, where that is another."""
    is_defence: bool = False
    """True for the fire of a unit that is assaulted."""


@dataclass(frozen=True, slots=True)
class ModifierWords:
    """The attack wizard's words for a modifier."""

    words: re.Pattern[str]
    bonus: str = ""
    penalty: str = ""
    twice: str = ""
    """The penalty of -2 or worse, where that is another modifier."""

    def name(self, value: int) -> str:
        """Return the rules' modifier that a value stands for, empty for none."""
        if value > 0:
            return self.bonus
        return self.twice if self.twice and value < -1 else self.penalty


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """The arithmetic of one version of the attack wizard."""

    since: date
    uncounted: Mapping[str, frozenset[str]]
    """The rules' modifiers that are listed and not counted, by the kind of fire; ``by-hand`` for the player's."""


@dataclass(frozen=True, slots=True)
class DifferenceWords:
    """A difference between the wizard's arithmetic and the rules, and who is right."""

    known: KnownDifference
    actions: frozenset[str]
    weapons: frozenset[str]
    beside: frozenset[str]
    """The modifiers of which the report must have one; none: it may have any."""
    at_assault: bool
    """True if it shows only at a unit next to the firer that has not moved, and so may be assaulting."""
    rule: str
    inside: str = ""
    """The unit that is a vehicle in a fortified hex where it shows, ``firer`` or ``target``; empty: neither need be."""

    def concerns(
        self, action: str, weapon: str, told: frozenset[str] = frozenset(), *, at_assault: bool = False,
        inside: frozenset[str] = frozenset(),
    ) -> bool:  # fmt: skip
        """Return whether the difference may show in fire of a kind by a weapon.

        *told* are the report's modifiers, *inside* is which of the two units are vehicles in fortified hexes.
        """
        fits = action in (self.actions or {action}) and weapon in (self.weapons or {weapon})
        stands = (at_assault or not self.at_assault) and self.inside in ("", *inside)
        return fits and stands and bool(not self.beside or self.beside & told)


@dataclass(frozen=True, slots=True)
class OpenFact:
    """A fact that logs do not show, and the findings that hang on it."""

    fact: str
    names: frozenset[str]
    except_rules: frozenset[str]
    actions: frozenset[str]

    def concerns(self, name: str, rule: str, action: str) -> bool:
        """Return whether a finding hangs on the fact: by its name, the rule that it cites, the kind of action."""
        return action in self.actions or (name in self.names and rule not in self.except_rules)


@dataclass(frozen=True, slots=True)
class ChitWords:
    """The words of players who say which chit they play, beside its name."""

    beside: frozenset[str]
    """The words that say nothing more."""
    abbreviations: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class GuessWords:
    """A table of a game's dialect that findings may hang on, and those that always hang on it, by their names."""

    key: str
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class GrandTacticalWords:
    """The whole table."""

    ruleset: str
    modes: tuple[AttackMode, ...]
    sections: Mapping[str, str]
    chits: ChitWords
    modifiers: tuple[ModifierWords, ...]
    arithmetic: tuple[Arithmetic, ...]
    """The versions of the arithmetic, the newest first."""
    differences: tuple[DifferenceWords, ...]
    open_facts: tuple[OpenFact, ...]
    of_guesses: tuple[GuessWords, ...]
    of_entry_hexes: frozenset[str]
    """Findings that result from the places of entry hexes."""
    after_untold_roll: frozenset[str]
    certain: frozenset[str]

    def modifier(self, text: str, value: int) -> str:
        """Return the rules' modifier that the wizard's words and value stand for, empty for none that is known."""
        return next((each.name(value) for each in self.modifiers if each.words.fullmatch(text)), "")

    def names(self, text: str, modifier: str) -> bool:
        """Return whether a text has the wizard's words for one of the rules' modifiers."""
        rows = (each for each in self.modifiers if modifier in (each.bonus, each.penalty, each.twice))
        return any(each.words.search(text) for each in rows)

    def mode(self, text: str) -> AttackMode | None:
        """Return the mode with this text, None for none."""
        return next((mode for mode in self.modes if mode.text == text), None)

    def mode_of_headline(self, headline: str) -> AttackMode | None:
        """Return the mode whose reports have this headline, None for none."""
        return next((mode for mode in self.modes if mode.headline == headline), None)


@cache
def grand_tactical_words() -> GrandTacticalWords:
    """Return the table, which is read once."""
    data = tomllib.loads(files(__package__).joinpath(_FILE).read_text(encoding="utf-8"))
    return GrandTacticalWords(
        ruleset=data["ruleset"],
        modes=tuple(_mode(row) for row in data["modes"]), sections=data["sections"],
        chits=_chits(data["chits"]),
        modifiers=tuple(_modifier(row) for row in data["modifiers"]),
        arithmetic=tuple(_arithmetic(row) for row in data["arithmetic"]),
        differences=tuple(_difference(row) for row in data["differences"]),
        open_facts=tuple(_open_fact(row) for row in data["open"]),
        of_guesses=tuple(
            GuessWords(key, frozenset(names)) for key, names in data["guessed"].items()
        ),
        of_entry_hexes=frozenset(data["estimated"]["entry_hexes"]),
        after_untold_roll=frozenset(data["after_untold_roll"]["names"]), certain=frozenset(data["certain"]["names"]),
    )  # fmt: skip


def _mode(row: Mapping[str, Any]) -> AttackMode:
    kinds = {key: Declaration(row[key]) for key in ("action", "at_park") if key in row}
    return AttackMode(**{**row, **kinds})


def _chits(row: Mapping[str, Any]) -> ChitWords:
    abbreviations = {short: tuple(long.split()) for short, long in row["abbreviations"].items()}
    return ChitWords(frozenset(row["beside"]), abbreviations)


def _modifier(row: Mapping[str, str]) -> ModifierWords:
    return ModifierWords(**{**row, "words": re.compile(row["words"])})  # type: ignore[arg-type]


def _arithmetic(row: Mapping[str, Any]) -> Arithmetic:
    return Arithmetic(row["since"], {action: frozenset(names) for action, names in row["uncounted"].items()})


def _difference(row: Mapping[str, Any]) -> DifferenceWords:
    sets = {key: frozenset(row.get(key, ())) for key in ("findings", "modifiers", "actions", "weapons", "beside")}
    known = KnownDifference(sets["findings"], sets["modifiers"], row["text"], row["right"] == "open")
    return DifferenceWords(
        known,
        sets["actions"],
        sets["weapons"],
        sets["beside"],
        row.get("at_assault", False),
        row["rule"],
        row.get("inside", ""),
    )


def _open_fact(row: Mapping[str, Any]) -> OpenFact:
    sets = {key: frozenset(row.get(key, ())) for key in ("names", "except_rules", "actions")}
    return OpenFact(row["fact"], **sets)
