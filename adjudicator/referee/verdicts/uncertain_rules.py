"""Accusations that rest only on a rule that the sources leave uncertain: they are left open.

An account is chosen by the rules as they are supposed. Then each action that they refuse is judged again under the
other choices that the players could have agreed on (:mod:`adjudicator.rules.alternatives`), and so is an action that
lacks a die which only such a rule demands.
"""

from __future__ import annotations

from dataclasses import replace

from ...game.play import Action
from ...rules.judge import reviewed, without_missing_dice
from ...rules.rule_book import RuleBook
from ...rules.ruling import Finding, Ruling, Verdict
from ..entries.entry import Entry
from ..finding_names import FindingName

__all__ = ["with_uncertain_left_open"]


def with_uncertain_left_open(entry: Entry, book: RuleBook) -> Entry:
    """Return an entry with the findings undecided that another choice of an uncertain rule lifts; they say which."""
    if entry.verdict is not Verdict.ILLEGAL or entry.action is None or entry.ruling is None:
        return entry
    return _with_dice_reviewed(_with_ruling_reviewed(entry, entry.action, entry.ruling, book), entry.action, book)


def _with_ruling_reviewed(entry: Entry, action: Action, ruling: Ruling, book: RuleBook) -> Entry:
    if ruling.verdict is not Verdict.ILLEGAL:
        return entry
    found = reviewed(ruling, entry.judged_in or entry.before, action, book)
    changed = dict(zip(ruling.findings, found.findings, strict=False))
    known = tuple(changed.get(each, each) for each in entry.findings)
    return replace(entry, ruling=found, findings=(*known, *found.findings[len(ruling.findings) :]))


def _with_dice_reviewed(entry: Entry, action: Action, book: RuleBook) -> Entry:
    """Leave open that a roll was left out where another choice demands none."""
    if all(each.name != FindingName.ROLL_LEFT_OUT for each in entry.findings):
        return entry
    lifted = without_missing_dice(entry.judged_in or entry.before, action, book)
    if lifted is None:
        return entry
    findings = (_with(each, lifted) if each.name == FindingName.ROLL_LEFT_OUT else each for each in entry.findings)
    return replace(entry, findings=tuple(findings))


def _with(finding: Finding, lifted: Finding) -> Finding:
    return replace(finding, verdict=lifted.verdict, switch=lifted.switch, alternatives=lifted.alternatives)
