"""Accusations that rest only on a rule that the sources leave uncertain: they are left open.

An account is chosen by the rules as they are supposed. Then each action that they refuse is judged again under the
other choices that the players could have agreed on (:mod:`adjudicator.rules.alternatives`), and so is an action that
lacks a die which only such a rule demands.
"""

from __future__ import annotations

from dataclasses import replace

from ...game.play import Action, Engineer, RollPurpose
from ...rules.judge import reviewed, without_missing_dice
from ...rules.rule_book import RuleBook
from ...rules.ruling import Finding, Ruling, Verdict
from ..discrepancies.aspects import AspectField
from ..entries.entry import Entry
from ..finding_names import FindingName

__all__ = ["with_uncertain_left_open"]

_ANY_WORK = "the sources do not settle whether any work that fails leaves Men at Work, or only work that clears mines"


def with_uncertain_left_open(entry: Entry, book: RuleBook) -> Entry:
    """Return an entry with the findings undecided that another choice of an uncertain rule lifts; they say which."""
    if entry.verdict is not Verdict.ILLEGAL or entry.action is None or entry.ruling is None:
        return entry
    action, ruling = entry.action, entry.ruling
    known = _with_ruling_reviewed(_with_marker_of_failed_work_left_open(entry), action, ruling, book)
    return _with_dice_reviewed(known, action, book)


def _with_marker_of_failed_work_left_open(entry: Entry) -> Entry:
    """Return an entry with a Men at Work marker undecided that any work which has failed may leave (R13.4)."""
    failed = any(each.purpose is RollPurpose.ENGINEER and each.result == "fail" for each in entry.resolutions)
    shown = {(each.aspect.subject, each.aspect.field) for each in entry.corrections}
    if not isinstance(entry.action, Engineer) or not failed or shown != {(entry.unit, AspectField.MEN_AT_WORK)}:
        return entry
    found = entry.with_left_open(lambda each: each.name == FindingName.CHANGE_NOT_EXPLAINED)
    return found if found is entry else found.with_notes(_ANY_WORK)


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
