"""The referee's entries on one mail against which something is held, for games whose verdicts were written before."""

from __future__ import annotations

import re
from dataclasses import dataclass

from adjudicator.referee.entries.entry import Entry
from adjudicator.rules.ruling import Verdict

__all__ = ["JudgedMail"]


@dataclass(frozen=True)
class JudgedMail:
    """The entries of a mail that the referee does not call legal."""

    illegal: tuple[Entry, ...]
    undecided: tuple[Entry, ...]

    @property
    def offenders(self) -> frozenset[str]:
        """The players whose actions are illegal."""
        return frozenset(entry.player for entry in self.illegal)

    def broken(self, number: re.Pattern[str]) -> frozenset[str]:
        """Return the numbers of the rules that illegal actions break; *number* is the form of a number."""
        broken = (each.rule for entry in self.illegal for each in entry.findings if each.verdict is Verdict.ILLEGAL)
        return frozenset(found for rule in broken for found in number.findall(rule))
