"""Rulings on actions: a verdict, the findings behind it, the arithmetic, and the position after the action."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..game.play import RollPurpose
from ..game.position import Position
from .switches import Choice

__all__ = ["Alternative", "Finding", "Modifier", "Resolution", "Ruling", "Verdict"]


class Verdict(StrEnum):
    """The verdict of the rules on an action."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNDECIDED = "undecided"
    """A fact was missing, which the finding names."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """The ruling that an action would get if the players had agreed on some choices."""

    settings: tuple[tuple[str, Choice], ...]
    """The switches and their choices, sorted."""
    verdict: Verdict
    refusals: tuple[str, ...] = ()
    """The reasons why the action would be illegal: the texts of the findings."""


@dataclass(frozen=True, slots=True, repr=False)
class Finding:
    """A single statement of the rules on an action."""

    rule: str
    """The rule's printed number: ``NQoS 4.3``, ``GTS R6.13``, ``Scenario 3``."""
    name: str
    """The refusal's name, from the closed list of :mod:`adjudicator.rules.refusals`: tests assert it exactly."""
    text: str
    """The error and what would have been right, with the figures: one sentence without a full stop."""
    verdict: Verdict = Verdict.ILLEGAL
    switch: str = ""
    """The switch that the finding depends on, if the series rules are uncertain here."""
    alternatives: tuple[Alternative, ...] = ()
    """The results of each choice of the uncertain rules that it depends on; empty if there are none. The first one is
    the choice supposed here."""

    def __repr__(self) -> str:
        """Return the rule and what is wrong."""
        return f"<{self.rule}: {self.text}>"


@dataclass(frozen=True, slots=True)
class Modifier:
    """One modifier of a sum."""

    name: str
    """The key of its row in the game's charts, such as ``zone-to-zone``."""
    title: str
    value: int
    rule: str
    short: str = ""
    """The name of the modifier within a sum, if the title is too long for that."""

    @property
    def words(self) -> str:
        """The name of the modifier within a sum: ``firer Entrenched``."""
        return self.short or self.title


@dataclass(frozen=True, slots=True)
class Resolution:
    """One roll with the sum behind it and its result."""

    purpose: RollPurpose
    unit: str
    """The unit that rolled."""
    target: str
    """The unit that the roll was about, empty for the rolling unit itself."""
    base: int
    """The rating before modifiers."""
    modifiers: tuple[Modifier, ...]
    """All applied modifiers, in the order of the rules, zero values left out."""
    rating: int
    """The sum within its limits."""
    die: int | None
    """The face of the die; None: a Command Point was paid."""
    result: str
    """``pass``, ``fail``, ``miss``, or a code of the Combat Results Table."""
    rule: str
    line: str = ""
    """For fire: the weapon class and the section of the table, ``pink, armoured``."""
    die_modifiers: tuple[Modifier, ...] = ()
    """The modifiers that are added to the die, not to the rating (S2.0)."""
    base_words: str = ""
    """What the base is, where it is no rating that a counter shows."""


@dataclass(frozen=True, slots=True, repr=False)
class Ruling:
    """The judgement of the rules on an action in a position."""

    verdict: Verdict
    findings: tuple[Finding, ...]
    after: Position | None
    """The position after the action; also after an illegal one where its effects are clear. None otherwise."""
    resolutions: tuple[Resolution, ...] = ()
    switches: tuple[str, ...] = ()
    """The switches that the ruling depends on, sorted."""

    def __repr__(self) -> str:
        """Return the verdict and the rules of the findings."""
        rules = ", ".join(dict.fromkeys(finding.rule for finding in self.findings))
        return f"<Ruling: {self.verdict} ({rules})>" if rules else f"<Ruling: {self.verdict}>"

    @property
    def legal(self) -> bool:
        """True if the action is legal."""
        return self.verdict is Verdict.LEGAL
