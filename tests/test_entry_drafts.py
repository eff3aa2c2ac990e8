"""Entries: drafts change while a log is read, what is made of them does not."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields

import pytest

from adjudicator.game.start import start_position
from adjudicator.referee.entries import Entry, EntryKind, worst_verdict
from adjudicator.referee.entry_drafts import EntryDraft
from adjudicator.rules.ruling import Finding, Verdict
from tests.rule_cases import built_in_game


def draft(*findings: Finding) -> EntryDraft:
    """Return a draft of an entry at the start of Scenario 1."""
    position = start_position(built_in_game(), 1)
    return EntryDraft(3, 0, ((0, 7),), "Anna", "axis", EntryKind.ACTION, position, findings=list(findings),
                      waived=frozenset({"GTS R7.1"}))  # fmt: skip


WRONG = Finding("GTS R9.2", "too-far", "it is too far")
WAIVED = Finding("GTS R7.1", "acted-already", "it has acted")
OPEN = Finding("GTS R9.2", "fact-missing", "nobody knows", Verdict.UNDECIDED)


def test_a_draft_has_the_fields_of_an_entry() -> None:
    assert [each.name for each in fields(EntryDraft)] == [each.name for each in fields(Entry)]


def test_an_entry_is_not_changed_by_its_draft() -> None:
    begun = draft(OPEN)
    entry = begun.finished()
    begun.findings.append(WRONG)
    begun.notes.append("it was read so")
    assert entry.findings == (OPEN,)
    assert entry.notes == ()
    assert begun.finished().findings == (OPEN, WRONG)
    assert entry.number == 3
    with pytest.raises(FrozenInstanceError):
        entry.number = 4  # type: ignore[misc]


@pytest.mark.parametrize(("findings", "verdict"), [
    ((), Verdict.LEGAL),
    ((WAIVED,), Verdict.LEGAL),
    ((OPEN, WAIVED), Verdict.UNDECIDED),
    ((OPEN, WRONG), Verdict.ILLEGAL),
])  # fmt: skip
def test_the_worst_finding_decides_but_for_waived_rules(findings: tuple[Finding, ...], verdict: Verdict) -> None:
    begun = draft(*findings)
    assert begun.verdict is begun.finished().verdict is verdict
    assert worst_verdict(findings, begun.waived) is verdict


def test_an_entry_that_only_a_waiver_lifts_says_so() -> None:
    assert draft(WAIVED).finished().is_waived
    assert not draft(WRONG).finished().is_waived
    assert not draft().finished().is_waived
