"""Accusations that rest only on a rule of which the sources are not sure: they are left open.

An account is chosen by the rules as they are supposed. Then each action that they refuse is judged again under the
other choices that the players could have agreed on (:mod:`adjudicator.rules.alternatives`); so is one for which a die
is missing that only such a rule demands.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from ..rules.judge import reviewed, without_missing_dice
from ..rules.rule_book import RuleBook
from ..rules.ruling import Finding, Verdict
from .entry_drafts import EntryDraft

__all__ = ["leave_open_what_is_uncertain"]

_LEFT_OUT: Final = "roll-left-out"


def leave_open_what_is_uncertain(entries: Iterable[EntryDraft], book: RuleBook) -> None:
    """Make findings undecided that another choice of an uncertain rule lifts; they say which one it is."""
    for entry in entries:
        if entry.verdict is Verdict.ILLEGAL and entry.action is not None and entry.ruling is not None:
            _review_ruling(entry, book)
            _review_dice(entry, book)


def _review_ruling(entry: EntryDraft, book: RuleBook) -> None:
    ruling = entry.ruling
    if ruling is None or entry.action is None or ruling.verdict is not Verdict.ILLEGAL:
        return
    known = len(ruling.findings)
    entry.ruling = reviewed(ruling, entry.judged_in or entry.before, entry.action, book)
    changed = dict(zip(ruling.findings, entry.ruling.findings, strict=False))
    entry.findings = [changed.get(each, each) for each in entry.findings]
    entry.findings += entry.ruling.findings[known:]


def _review_dice(entry: EntryDraft, book: RuleBook) -> None:
    """Leave open that a roll was left out where another choice demands none."""
    if entry.action is None or all(each.name != _LEFT_OUT for each in entry.findings):
        return
    lifted = without_missing_dice(entry.judged_in or entry.before, entry.action, book)
    if lifted is not None:
        entry.findings = [_with(each, lifted) if each.name == _LEFT_OUT else each for each in entry.findings]


def _with(finding: Finding, lifted: Finding) -> Finding:
    return replace(finding, verdict=lifted.verdict, switch=lifted.switch, alternatives=lifted.alternatives)
