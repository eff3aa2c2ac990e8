"""The referee's own findings: each name has a row, with a sentence, and each row a name."""

from __future__ import annotations

from adjudicator.referee.entries.game_findings import all_game_findings, finding
from adjudicator.referee.finding_names import FindingName
from adjudicator.rules.ruling import Verdict


def test_the_file_has_a_row_for_each_name_and_no_other() -> None:
    assert set(all_game_findings()) == set(FindingName)
    assert all(kind.text and kind.rule for kind in all_game_findings().values())


def test_a_finding_has_its_figures_in_its_rule_and_its_sentence() -> None:
    said = finding(FindingName.ROLL_LEFT_OUT, rule="GTS R9.19", purpose="Suppression check", unit=" of L/2")
    assert (said.rule, said.verdict) == ("GTS R9.19", Verdict.ILLEGAL)
    assert "Suppression check of L/2" in said.text


def test_a_question_accuses_nobody() -> None:
    asked = finding(FindingName.DICE_NOT_UNDERSTOOD, face=4, step=2, words="hm")
    assert asked.verdict is Verdict.UNDECIDED
