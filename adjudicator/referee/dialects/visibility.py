"""The visible part of a game in the logs of a module's dialect, and what the referee supposes beyond it.

Not every module writes down who is activated, or what a die was for. Such things are not refused: an action is judged
under the supposition that is best for the player who made it, and a finding that hangs on what cannot be seen is an
open one that names the missing fact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, Protocol

from ...game.position import Position
from ...rules.rule_book import RuleBook
from ...rules.rule_sets import exclusive_rules
from ...rules.ruling import Finding, Verdict
from ..discrepancies.aspects import Aspect
from ..entries.entry import Entry, worst_verdict

__all__ = ["BETWEEN_CHITS", "FULL_SIGHT", "FullSight", "Sight", "softened", "without_what_is_not_read"]

BETWEEN_CHITS: Final = (
    "the dice and purchases between the turns, random events and withdrawals are not read from the log: "
    "their results may be reported as unexplained changes"
)
"""The note on a scenario that has more to it than the actions of its chits."""


class Sight(Protocol):
    """The part of a game that the logs of a dialect show."""

    tells_set_up: bool
    """True if a unit is known to be set up and not moved: the chit in play does not allow it to act."""
    tells_checks: bool
    """True if all checks are shown. If not, what the table shows of a unit goes before the rules' word."""
    tells_between_chits: bool
    """True if dice, purchases, random events and withdrawals between the chits are read."""
    tells_points: bool
    """True if the Command and Dispatch Points that are left are shown."""
    reports_shots: bool
    """True if the module reports each shot of Opportunity Fire by itself, with its die."""

    def suppositions(self, position: Position, table: Position, unit: str) -> Iterator[Position]:
        """Yield the positions in which an action of a unit may be judged, the likeliest first; never none.

        *position* is that by the rules, *table* the one on the table then. *unit* is empty for a chit or the turn.
        """

    def activation_in_doubt(self, tables: Sequence[Position], unit: str, judged_in: Position) -> tuple[str, str]:
        """Return the rule by which a unit may not be allowed to act, and the reason, empty if nothing shows that.

        *tables* are the positions on the table in the action's steps, *judged_in* is the one in which it was judged.
        """

    def compares(self, aspect: Aspect) -> bool:
        """Return whether the table shows something at all, so that it can be compared with the rules."""

    def missing(self, table: Position, units: Iterable[str]) -> str:
        """Return what is missing for judging what some units do, empty for nothing."""

    def open_fact(self, finding: Finding, entry: Entry, book: RuleBook) -> str:
        """Return the fact that a finding hangs on and that logs do not show, empty if it hangs on none."""

    def fact_of_assault(self, finding: Finding) -> str:
        """Return why a finding on a report does not stand if the shot was at an assault, empty if it stands."""


class FullSight:
    """The logs show everything: those of our own module."""

    tells_set_up = True
    tells_checks = True
    tells_between_chits = True
    tells_points = True
    reports_shots = False

    def suppositions(self, position: Position, table: Position, unit: str) -> Iterator[Position]:  # noqa: ARG002
        """Yield the position as it is."""
        yield position

    def activation_in_doubt(
        self, tables: Sequence[Position], unit: str, judged_in: Position  # noqa: ARG002
    ) -> tuple[str, str]:  # fmt: skip
        """Return nothing: the rules judge it."""
        return "", ""

    def compares(self, aspect: Aspect) -> bool:  # noqa: ARG002
        """Return True."""
        return True

    def missing(self, table: Position, units: Iterable[str]) -> str:  # noqa: ARG002
        """Return nothing."""
        return ""

    def open_fact(self, finding: Finding, entry: Entry, book: RuleBook) -> str:  # noqa: ARG002
        """Return nothing."""
        return ""

    def fact_of_assault(self, finding: Finding) -> str:  # noqa: ARG002
        """Return nothing."""
        return ""


FULL_SIGHT: Final = FullSight()


def softened(entry: Entry, sight: Sight, book: RuleBook) -> Entry:
    """Return an entry with findings open that hang on facts which the logs do not show; their texts name the fact."""
    findings = tuple(_softened(finding, entry, sight, book) for finding in entry.findings)
    ruling = entry.ruling
    if ruling is not None:
        ruled = tuple(_softened(finding, entry, sight, book) for finding in ruling.findings)
        ruling = replace(ruling, findings=ruled, verdict=worst_verdict(ruled, entry.waived))
    return replace(entry, findings=findings, ruling=ruling)


def _softened(finding: Finding, entry: Entry, sight: Sight, book: RuleBook) -> Finding:
    fact = sight.open_fact(finding, entry, book) if finding.verdict is Verdict.ILLEGAL else ""
    return replace(finding, verdict=Verdict.UNDECIDED, text=f"{finding.text} ({fact})") if fact else finding


def without_what_is_not_read(position: Position) -> Position:
    """Return a position in which nothing waits for what no log is read for yet; the table shows the result."""
    position = exclusive_rules(position.game).with_break_out_demanded(position, demanded=False)
    return position.after(due=(), event="", withdrawals=(), planned_strikes=(), returning={}, outcome="")
