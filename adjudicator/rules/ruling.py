"""What the rules say of an action: a verdict, the findings behind it, the arithmetic, and the position after it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..game.position import Position
from .switches import Choice

__all__ = ["Alternative", "Finding", "Modifier", "Resolution", "Ruling", "Verdict"]


class Verdict(StrEnum):
    """What the rules say of an action."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNDECIDED = "undecided"
    """A fact was missing, which the finding names."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """What the rules would say of an action if the players had agreed on some choices."""

    settings: tuple[tuple[str, Choice], ...]
    """The switches and their choices, sorted."""
    verdict: Verdict
    refusals: tuple[str, ...] = ()
    """Why it would be illegal: the texts of the findings."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that the rules say of an action."""

    rule: str
    """The rule's printed number: ``NQoS 4.3``, ``GTS R6.13``, ``Scenario 3``."""
    name: str
    """The refusal's name, from the closed list of :mod:`adjudicator.rules.refusals`: tests assert it exactly."""
    text: str
    """What is wrong and what would have been right, with the figures: one sentence without a full stop."""
    verdict: Verdict = Verdict.ILLEGAL
    switch: str = ""
    """The switch that it hangs on, if the series rules are uncertain here."""
    alternatives: tuple[Alternative, ...] = ()
    """What each choice of the uncertain rules that it hangs on would give; empty if it hangs on none. The first one is
    what was supposed here."""


@dataclass(frozen=True, slots=True)
class Modifier:
    """One modifier of a sum."""

    name: str
    """The key of its row in the game's charts, such as ``zone-to-zone``."""
    title: str
    value: int
    rule: str
    short: str = ""
    """What it is called within a sum, if the title is too long for that."""

    @property
    def words(self) -> str:
        """What it is called within a sum: ``firer in Bir Hacheim``."""
        return self.short or self.title


@dataclass(frozen=True, slots=True)
class Resolution:
    """One roll with the sum behind it and what came of it."""

    purpose: str
    """A key of :data:`adjudicator.game.play.PURPOSES`."""
    unit: str
    """Who rolled."""
    target: str
    """Whom it was about, empty for the unit itself."""
    base: int
    """The rating before modifiers."""
    modifiers: tuple[Modifier, ...]
    """All that were applied, in the order of the rules, zero values left out."""
    rating: int
    """The sum within its limits."""
    die: int | None
    """None: a Command Point was paid."""
    result: str
    """``pass``, ``fail``, ``miss``, or a code of the Combat Results Table."""
    rule: str
    line: str = ""
    """For fire: the weapon class and the section of the table, ``pink, armoured``."""
    die_modifiers: tuple[Modifier, ...] = ()
    """What is added to the die, not to the rating (S2.0)."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules say of an action in a position."""

    verdict: Verdict
    findings: tuple[Finding, ...]
    after: Position | None
    """The position after the action; also after an illegal one where its effects are clear. None otherwise."""
    resolutions: tuple[Resolution, ...] = ()
    switches: tuple[str, ...] = ()
    """The switches that the ruling hangs on, sorted."""

    @property
    def legal(self) -> bool:
        """Whether the action is legal."""
        return self.verdict is Verdict.LEGAL
