"""Entries: what is added to one makes another, and the worst of its findings decides."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest

from adjudicator.game.start import start_position
from adjudicator.referee.entries.entry import Entry, EntryKind, worst_verdict
from adjudicator.rules.ruling import Finding, Ruling, Verdict
from tests.support.rule_cases import built_in_game


def entry(*findings: Finding) -> Entry:
    """Return an entry at the start of Scenario 1."""
    position = start_position(built_in_game(), 1)
    return Entry(3, 0, ((0, 7),), "Anna", "axis", EntryKind.ACTION, position, findings=findings,
                 waived=frozenset({"GTS R7.1"}))  # fmt: skip


WRONG = Finding("GTS R9.2", "too-far", "it is too far")
WAIVED = Finding("GTS R7.1", "acted-already", "it has acted")
OPEN = Finding("GTS R9.2", "fact-missing", "nobody knows", Verdict.UNDECIDED)


def test_an_entry_is_not_changed_by_what_is_added_to_it() -> None:
    begun = entry(OPEN)
    told = begun.with_findings(WRONG).with_notes("it was read so")
    assert (begun.findings, begun.notes) == ((OPEN,), ())
    assert (told.findings, told.notes) == ((OPEN, WRONG), ("it was read so",))
    with pytest.raises(FrozenInstanceError):
        begun.number = 4  # type: ignore[misc]


def test_only_the_accusations_that_are_asked_for_are_left_open() -> None:
    other = replace(WRONG, name="not-rolled")
    begun = replace(entry(WRONG, other), ruling=Ruling(Verdict.ILLEGAL, (WRONG,), None))
    left = begun.with_left_open(lambda finding: finding.name == "too-far")
    assert [each.verdict for each in left.findings] == [Verdict.UNDECIDED, Verdict.ILLEGAL]
    assert left.ruling is not None
    assert left.ruling.verdict is Verdict.UNDECIDED
    assert begun.with_left_open(lambda _: False) is begun
    assert left.with_left_open(lambda finding: finding.name == "too-far") is left


@pytest.mark.parametrize(("findings", "verdict"), [
    ((), Verdict.LEGAL),
    ((WAIVED,), Verdict.LEGAL),
    ((OPEN, WAIVED), Verdict.UNDECIDED),
    ((OPEN, WRONG), Verdict.ILLEGAL),
])  # fmt: skip
def test_the_worst_finding_decides_but_for_waived_rules(findings: tuple[Finding, ...], verdict: Verdict) -> None:
    assert entry(*findings).verdict is verdict
    assert worst_verdict(findings, entry().waived) is verdict


def test_an_entry_that_only_a_waiver_lifts_says_so() -> None:
    assert entry(WAIVED).is_waived
    assert not entry(WRONG).is_waived
    assert not entry().is_waived
