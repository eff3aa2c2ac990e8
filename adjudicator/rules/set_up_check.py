"""The check of a set-up in progress: the findings so far, with the counters that each is about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..game.position import Position
from .chance import Recorded
from .judgement import Judgement
from .rule_book import RuleBook
from .ruling import Finding

__all__ = ["SetUpCheck", "SetUpFinding"]


@dataclass(frozen=True, slots=True)
class SetUpFinding:
    """A single error in a set-up."""

    finding: Finding
    counters: tuple[str, ...]
    """The units, leaders and chits that the finding is about, by id; none for a finding on a track."""


class SetUpCheck:
    """Collects the errors of a set-up."""

    def __init__(self, position: Position, book: RuleBook) -> None:
        self.position = position
        self.book = book
        self.judgement = Judgement(position, book, Recorded(()))
        self._counters: list[tuple[str, ...]] = []

    @property
    def rule(self) -> str:
        """The rule by which the scenario's own text is cited."""
        return f"Scenario {self.position.scenario}"

    def refuse(self, name: str, *counters: str, **figures: Any) -> None:
        """Note a reason why the set-up is illegal, and the counters that it is about."""
        self.judgement.refuse(name, **figures)
        self._counters.append(counters)

    def leave_open(self, name: str, *counters: str, **figures: Any) -> None:
        """Note a fact that is missing, and the counters that it is about."""
        self.judgement.leave_open(name, **figures)
        self._counters.append(counters)

    def found(self) -> Iterator[SetUpFinding]:
        """Yield the findings, in order."""
        return map(SetUpFinding, self.judgement.findings, self._counters)
