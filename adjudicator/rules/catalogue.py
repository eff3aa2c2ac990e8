"""The rule catalogue: every numbered rule in our own words, with its treatment by the program.

Those of the series are in ``catalogue.toml`` beside this file; a game's own rules bring theirs, and what they add to
rules of the series. Tests check it against the code: a rule that is called enforced names the functions that do it, and
they cite its number.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from functools import cache, reduce
from importlib.resources import files
from typing import Any, Final

from .exclusive_rules import ExclusiveRules
from .rule_sets import all_rule_sets, rule_set
from .switches import Switch, all_switches

__all__ = [
    "CONFIDENCES", "Addition", "Catalogue", "Chapter", "Rule", "Status", "UnknownRule", "additions_in",
    "catalogue_of", "catalogue_of_set", "chapters_in", "coverage", "rule_catalogue",
]  # fmt: skip

CONFIDENCES: Final = ("A", "B", "C")
"""The degrees of certainty of a rule's wording: A read in a rules text, B likely, C assumed."""
_MAX_NEAR: Final = 5
_MAX_LENGTH: Final = 80
_LAST_PART: Final = re.compile(r"(?:,? |\.)[^ .]+$")
_EVENT: Final = re.compile(r"S3\.0 event (\d)$")


class Status(StrEnum):
    """The program's treatment of a rule."""

    ENFORCED = "enforced"
    """The program judges by the rule."""
    ASSISTED = "assisted"
    """The program needs a player's word to judge."""
    BACKGROUND = "background"
    """The rule explains or arranges; there is nothing to judge."""
    PLANNED = "planned"
    """The rule is not implemented yet."""


@dataclass(frozen=True, slots=True, repr=False)
class Rule:
    """One rule."""

    number: str
    """``NQoS 4.3``, ``NQoS S3.0 event 4``, ``Scenario 3, victory`` or ``GTS R9.14``."""
    title: str
    summary: str
    status: Status
    confidence: str
    """The weakest of :data:`CONFIDENCES` that anything in the summary has."""
    functions: tuple[str, ...] = ()
    """The functions that enforce it, by their full names."""
    limit: bool = False
    """True if the rule has a limit, so that a case right at it can be shown."""
    not_yet: str = ""
    """The part of an enforced rule that is still to come."""
    doubt: str = ""
    """The uncertain part of the rule, and the reason."""
    see: tuple[str, ...] = ()
    """The numbers of related rules."""
    sections: tuple[str, ...] = ()
    """The sections of the printed series rulebook that contain the rule."""

    def __str__(self) -> str:
        """Return the number, the title and what the rule says."""
        return f"{self.number} {self.title}: {self.summary}"

    def __repr__(self) -> str:
        """Return the number and the title."""
        return f"<{self.number} {self.title}>"

    @property
    def switches(self) -> tuple[Switch, ...]:
        """The switches that settle the uncertain points of the rule."""
        return tuple(switch for switch in all_switches().values() if switch.rule == self.number)


@dataclass(frozen=True, slots=True)
class Chapter:
    """Rules under one heading."""

    title: str
    rules: tuple[Rule, ...]
    set: str = ""
    """The exclusive rules that it belongs to, as games name them; empty for the series."""


@dataclass(frozen=True, slots=True)
class Addition:
    """What a game's own rules add to a rule of the series."""

    number: str
    """The rule of the series."""
    summary: str = ""
    functions: tuple[str, ...] = ()
    """The functions that enforce it in this game."""
    limit: bool = False
    """True if the rule has a limit in this game."""
    see: tuple[str, ...] = ()
    """The game's own rules that are related."""


class UnknownRule(ValueError):
    """An unknown rule number; ``near`` has the numbers that look like it."""

    def __init__(self, number: str, near: tuple[str, ...]) -> None:
        self.number = number
        self.near = near
        super().__init__(f"there is no rule {number!r}{self.similar}")

    @property
    def similar(self) -> str:
        """The numbers that look like it, as they follow the sentence that there is no such rule."""
        return f"; similar numbers: {', '.join(self.near)}" if self.near else ""


Spelling = Callable[[Rule], Iterator[str]]
"""A function that yields the spellings by which a rule is found."""


class Catalogue:
    """All rules, to be looked up by number."""

    def __init__(self, chapters: Iterable[Chapter]) -> None:
        self.chapters = tuple(chapters)
        self.rules: Mapping[str, Rule] = {rule.number: rule for chapter in self.chapters for rule in chapter.rules}
        """Every rule by its number, in the order of the catalogue."""
        self._found: dict[str, tuple[Rule, ...]] = {}
        for spell in (_full, _of_the_game, _of_the_series, _without_letter):
            self._learn(spell)

    def _learn(self, spell: Spelling) -> None:
        """Note a way to write the numbers; a text that already has a meaning keeps it."""
        new: dict[str, list[Rule]] = {}
        for rule in self.rules.values():
            for text in dict.fromkeys(map(_squeezed, spell(rule))):
                new.setdefault(text, []).append(rule)
        for text, rules in new.items():
            self._found.setdefault(text, tuple(rules))

    def find(self, number: str) -> tuple[Rule, ...]:
        """Return the rule with a number and its parts, or the rules of a chapter.

        Books and capitals may be left out (``4.3``, ``s5.3``, ``r9.14``, ``16.4.1``); ``4.3`` is the rulebook's, not
        the series'. ``R9`` and ``S4`` are chapters, ``Scenario 3`` and ``S3.0`` come before their parts. Raises
        :class:`UnknownRule`.
        """
        text = _squeezed(number[:_MAX_LENGTH])
        if text in self._found:
            return self._found[text]
        names = {_squeezed(_bare(rule)): rule.number for rule in self.rules.values()}
        near = [*get_close_matches(text, names, _MAX_NEAR), *get_close_matches(text[:-1], names, _MAX_NEAR)]
        raise UnknownRule(number, tuple(dict.fromkeys(names[name] for name in near))[:_MAX_NEAR])


# ways to write a number


def _squeezed(text: str) -> str:
    """Return a text without capitals, blanks and all signs but full stops between characters."""
    return "".join(sign for sign in text.casefold() if sign.isalnum() or sign == ".").strip(".")


def _bare(rule: Rule) -> str:
    return rule.number.removeprefix("NQoS ").removeprefix("GTS ")


def _with_wholes(number: str) -> Iterator[str]:
    """Yield a number and the numbers of the rules that contain it: ``4.3.2``, ``4.3``, ``4``."""
    while number:
        yield number
        shorter = _LAST_PART.sub("", number)
        number = shorter if shorter != number else ""


def _full(rule: Rule) -> Iterator[str]:
    """Yield a rule's number and those of the rules that contain it, with the book's name."""
    yield from _with_wholes(rule.number)
    yield from (f"GTS {section}" for section in rule.sections)


def _of_the_game(rule: Rule) -> Iterator[str]:
    """Yield the numbers of the rulebook without its name; an event also by its own number."""
    if rule.number.startswith("GTS"):
        return
    yield from _with_wholes(_bare(rule))
    if event := _EVENT.search(rule.number):
        yield from (f"event {event[1]}", f"S3.0.{event[1]}", f"S3.0 {event[1]}")


def _of_the_series(rule: Rule) -> Iterator[str]:
    """Yield the numbers of the series without its name: ours, and the printed ones."""
    if rule.number.startswith("GTS"):
        yield from _with_wholes(_bare(rule))
        yield from rule.sections


def _without_letter(rule: Rule) -> Iterator[str]:
    """Yield the numbers of the series without the R."""
    if rule.number.startswith("GTS R"):
        number = _bare(rule).removeprefix("R")
        yield from (number, f"GTS {number}")


# the list


@cache
def rule_catalogue() -> Catalogue:
    """Return the rules of every set that is installed, and those of the series as they apply with these sets."""
    return _catalogue_with(all_rule_sets())


@cache
def catalogue_of_set(name: str) -> Catalogue:
    """Return the rules that hold in games with a set of exclusive rules, empty for the series alone.

    Raises :class:`~adjudicator.game.errors.GameDataError` if no set of this name is installed.
    """
    return _catalogue_with([rule_set(name)])


def _catalogue_with(sets: Iterable[ExclusiveRules]) -> Catalogue:
    sets = tuple(sets)
    additions = defaultdict[str, list[Addition]](list)
    for each in (addition for rules in sets for addition in rules.additions):
        additions[each.number].append(each)
    series = (
        replace(chapter, rules=tuple(reduce(_with, additions[rule.number], rule) for rule in chapter.rules))
        for chapter in chapters_in(__package__)
    )
    return Catalogue((*(chapter for rules in sets for chapter in rules.chapters), *series))


def _with(rule: Rule, addition: Addition) -> Rule:
    """Return a rule of the series as it applies in a game that adds something to it."""
    is_enforced = bool(addition.functions) and rule.status is Status.BACKGROUND
    return replace(
        rule, summary=f"{rule.summary} {addition.summary}".rstrip(), functions=rule.functions + addition.functions,
        status=Status.ENFORCED if is_enforced else rule.status, limit=rule.limit or addition.limit,
        see=rule.see + addition.see,
    )  # fmt: skip


@cache
def chapters_in(package: str, name: str = "") -> tuple[Chapter, ...]:
    """Return the chapters in ``catalogue.toml`` of a package, as those of a set of exclusive rules by its name."""
    return _chapters(_document(package), name)


@cache
def additions_in(package: str) -> tuple[Addition, ...]:
    """Return what ``catalogue.toml`` of a package adds to rules of the series."""
    rows = _document(package)["additions"]
    return tuple(Addition(**{**row, **{key: tuple(row.get(key, ())) for key in ("functions", "see")}}) for row in rows)


def _document(package: str) -> Mapping[str, Any]:
    return tomllib.loads(files(package).joinpath("catalogue.toml").read_text(encoding="utf-8"))


def catalogue_of(document: Mapping[str, Any]) -> Catalogue:
    """Make the catalogue from a document in the form of ``catalogue.toml``."""
    return Catalogue(_chapters(document))


def _chapters(document: Mapping[str, Any], name: str = "") -> tuple[Chapter, ...]:
    return tuple(
        Chapter(chapter["title"], tuple(map(_rule, chapter["rules"])), name) for chapter in document["chapters"]
    )


def _rule(row: Mapping[str, Any]) -> Rule:
    lists = {key: tuple(row.get(key, ())) for key in ("functions", "see", "sections")}
    return Rule(**{**row, **lists, "status": Status(row["status"])})


def coverage(rules: Iterable[Rule]) -> Mapping[tuple[Status, str], int]:
    """Return the number of rules of each status and confidence, zeros included."""
    counts = {(status, confidence): 0 for status in Status for confidence in CONFIDENCES}
    for rule in rules:
        counts[rule.status, rule.confidence] += 1
    return counts
