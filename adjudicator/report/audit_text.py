"""The audit of a log as text for a terminal, and its JSON form (``schema/audit.schema.json``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from ..audit.audit import Audit
from ..audit.continuity import Continuity, Link
from ..audit.dice import DiceRoll, LogPatterns
from ..audit.dice_rolls import BY_NAME
from ..audit.dice_statistics import DieReport
from ..audit.findings import Finding, Weight
from ..audit.steps import AuditedStep
from ..vassal.replay import PropertyChanged, Said, UndoMade
from ..vassal.saved_game import SavedGame
from .explained_changes import untold_facts
from .safe_text import columns, count, folded, one_line, readable_chat, widest_line
from .wording import OF_PIECES, Wording

__all__ = [
    "audit_document",
    "audit_lines",
    "continuity_document",
    "continuity_lines",
    "dice_lines",
    "die_document",
    "die_row",
    "file_finding_document",
    "file_finding_lines",
    "file_finding_words",
    "finding_details",
    "header_line",
    "kind_words",
    "step_document",
    "step_lines",
    "step_words",
    "verdict_line",
    "weight_words",
]

FORMAT = 1
_RESULT = "_result"
_DICE_SUFFIXES = ("result", "total", "keep", "summary")
_VERDICTS = {
    Weight.NOTE: "nothing found",
    Weight.QUESTION: "there are questions",
    Weight.FAULT: "there are faults",
}
_LINKS = {
    Link.CONTINUES: "continues {}, exactly where that ended",
    Link.CONTAINS: "contains {}: it starts with all its steps",
    Link.SHORTER: "is only the beginning of {}",
    Link.MIDDLE: "continues {} from the middle, not from the end",
    Link.FORK: "does not continue {}: both start from the same position and go different ways",
    Link.BROKEN: "does not continue {}",
    Link.OTHER_GAME: "has nothing in common with {}",
}
_MAX_DIFFERENCES = 20
_MAX_DETAILS = 5
_OTHERWISE_SHOWN = ("dice", "talk", "undo")
"""The kinds of lines that are not shown as the module's words: rolls, what players say, what is taken back."""
_NO_TRACE = "does something that leaves no trace in the file"
_EMPTY_LINE = "an empty line in the chat"


def header_line(game: SavedGame) -> str:
    """Return what the file is, in one line."""
    return f"{one_line(game.file)}: {kind_words(game)}"


def kind_words(game: SavedGame, number: int = 1) -> str:
    """Return what a file is, or a *number* of files like it: a log or a save, of which module, by which VASSAL."""
    module, save = game.module_metadata, game.save_metadata
    kind = "log" if game.is_log else "save"
    words = f"a {kind}" if number == 1 else count(number, kind)
    if module and module.title:
        words += f" of {one_line(module.title)} {one_line(module.version)}".rstrip()
    if save and save.vassal_version:
        words += f", written by VASSAL {one_line(save.vassal_version)}"
    return words


def audit_lines(audit: Audit, wording: Wording, patterns: LogPatterns) -> Iterator[str]:
    """Yield the audit line by line: what the file is, its steps, the dice, the findings, the verdict."""
    yield f"{header_line(audit.game)}, {count(len(audit.steps), 'step')}"
    if audit.continuity:
        yield from continuity_lines(audit.continuity, wording)
    yield ""
    yield from step_lines(audit, wording, patterns)
    yield from dice_lines(audit.dice)
    yield from file_finding_lines(audit.findings, wording)
    yield ""
    yield verdict_line(audit)


def verdict_line(audit: Audit) -> str:
    """Return the verdict on one log."""
    shown = weight_words(audit.findings)
    return f"Verdict: {_VERDICTS[audit.weight]}" + (f" ({shown})" if shown else "")


def weight_words(findings: Iterable[Finding]) -> str:
    """Return how many findings there are of each weight, empty for none."""
    weights = [finding.weight for finding in findings]
    return ", ".join(count(weights.count(w), w.name.lower()) for w in sorted(Weight, reverse=True) if w in weights)


def continuity_lines(
    continuity: Continuity, wording: Wording, *, refereed: bool = False, subject: str = "It"
) -> Iterator[str]:
    """Yield how a log, the *subject*, relates to the file before it.

    In a *refereed* game the differences are reported as the game has them, so that here only the counters are named.
    """
    yield f"{subject} " + _LINKS[continuity.link].format(one_line(continuity.previous))
    if refereed and continuity.differences:
        pieces = (fact.piece for fact in continuity.differences if isinstance(fact, OF_PIECES))
        names = sorted({wording.name(piece) for piece in pieces if not piece.type.is_stack})
        more = f" and {len(names) - _MAX_DIFFERENCES} more" if len(names) > _MAX_DIFFERENCES else ""
        changed = f"{', '.join(names[:_MAX_DIFFERENCES]) or 'the notes or the turn'}{more}"
        yield from folded(f"  Moved or changed in between: {changed}", widest_line())
    elif continuity.link in (Link.MIDDLE, Link.BROKEN, Link.OTHER_GAME):
        lines = wording.differences(continuity.differences, _MAX_DIFFERENCES, continuity.previous_end.pieces)
        yield from ("  " + line for line in lines)
    yield from ("  " + line for line in wording.differences(continuity.harmless, _MAX_DIFFERENCES))


def step_lines(audit: Audit, wording: Wording, patterns: LogPatterns) -> Iterator[str]:
    """Yield the steps of a log."""
    rows = [("Step", "Player", "What happened")]
    for step in audit.steps:
        player = one_line(step.player, 24) or "?"
        for index, line in enumerate(step_words(step, wording, patterns)):
            rows.append(("" if index else str(step.number), "" if index else player, line))
    if len(rows) == 1:
        yield "There are no steps in this file."
        return
    yield from columns([(f"{number:>5}", player, line) for number, player, line in rows], indent="")


def step_words(audited: AuditedStep, wording: Wording, patterns: LogPatterns) -> list[str]:
    """Return what happened in a step, one line a fact; never empty."""
    buttons = _rolled_buttons(audited)
    facts = [fact for fact in audited.step.facts if not _is_dice_property(fact, buttons)]
    undo = [fact for fact in facts if isinstance(fact, UndoMade)]
    done = [fact for fact in facts if not isinstance(fact, UndoMade | Said)]
    others = untold_facts(done, _module_lines(audited), wording.viewer)
    words = wording.sentences(undo) + wording.sentences(others, asides=False)
    words += [_roll_words(roll) for roll in audited.rolls]
    for text, kind in zip(audited.step.chat, audited.line_kinds, strict=True):
        if not (undo and kind == "undo"):  # the line that VASSAL adds says the same in other words
            words += _chat_words(text, kind, patterns)
    return words or wording.sentences(others) or [_EMPTY_LINE if audited.step.chat else _NO_TRACE]


def _module_lines(audited: AuditedStep) -> list[str]:
    """Return the lines of a step that the module wrote, and that are shown."""
    lines = zip(audited.step.chat, audited.line_kinds, strict=True)
    return [readable_chat(text) for text, kind in lines if kind not in _OTHERWISE_SHOWN]


def _rolled_buttons(audited: AuditedStep) -> set[str]:
    """Return the dice buttons whose properties a step sets or, taking a roll back, sets back."""
    if audited.rolls:
        return {roll.button for roll in audited.rolls}
    changed = (fact.name for fact in audited.step.facts if isinstance(fact, PropertyChanged))
    return {name.removesuffix(_RESULT) for name in changed if audited.step.is_undo and name.endswith(_RESULT)}


def _is_dice_property(fact: object, buttons: set[str]) -> bool:
    if not isinstance(fact, PropertyChanged):
        return False
    button, _, suffix = fact.name.rpartition("_")
    return suffix in _DICE_SUFFIXES and button in buttons


def _roll_words(roll: DiceRoll) -> str:
    results = ", ".join(map(str, roll.results)) if roll.results else f"a total of {roll.total}"
    words = f"rolls {one_line(roll.button, 60) or 'dice'}: {results}"
    if roll.results and roll.total is not None and len(roll.results) > 1:
        words += f" (total {roll.total})"
    if roll.manual:
        words += " (typed in)"
    return words


def _chat_words(text: str, kind: str, patterns: LogPatterns) -> list[str]:
    line = readable_chat(text)
    if kind == "dice" or not line:
        return []
    if kind == "talk":
        said = patterns.read(text).groups.get("text")
        return [f"says: {readable_chat(said) if said is not None else line}"]
    return [f"log line: {line}"]


def dice_lines(reports: tuple[DieReport, ...]) -> Iterator[str]:
    """Yield the statistics of dice; nothing if there are none."""
    if not reports:
        return
    yield ""
    yield "Dice"
    yield from columns([die_row(report) for report in reports])


def die_row(report: DieReport) -> tuple[str, str, str, str]:
    """Return the row of a die: who rolled it, what it is, the figures, and what the tests say."""
    figures = count(report.rolls, "result")
    if report.mean is not None:
        figures += f", mean {float(report.mean):.2f} (fair: {float(report.expected_mean):.2f})"
    if report.unexpected:
        figures += f", {report.unexpected} impossible"
    return one_line(report.player) or "?", _die_words(report), figures, _die_verdict(report)


def _die_words(report: DieReport) -> str:
    """Return what a die is, with its faces: ``1d10 (0–9)``, ``2d6 total (2 × 1–6)``, ``1d6 (1–6, by its name)``."""
    die, by_name, _ = one_line(report.die).partition(BY_NAME)
    several = report.dice > 1
    faces = f"{f'{report.dice} × ' if several else ''}{report.low}–{report.high}"
    return f"{'' if several else '1'}{die} ({faces}{', by its name' if by_name else ''})"


def _die_verdict(report: DieReport) -> str:
    if report.verdict == "too few rolls":
        needed = min((test.rolls_needed for test in report.tests), default=0)
        return f"too few rolls (at least {needed:,} needed)"
    if report.verdict == "unremarkable":
        return "consistent with fair dice"
    tests = [
        f"{t.name}: {t.observed}, chance {float(t.p_value):.1g}" for t in report.tests if t.verdict == "remarkable"
    ]
    return f"remarkable ({'; '.join(tests)})"


def file_finding_lines(
    findings: tuple[Finding, ...], wording: Wording, heading: str = "Findings", nothing: str = "none"
) -> Iterator[str]:
    """Yield what was found in a log of any module under a heading; *nothing* is what is said if that is nothing."""
    yield ""
    if not findings:
        yield f"{heading}: {nothing}"
        return
    yield heading
    rows: list[tuple[str, str]] = []
    for finding in sorted(findings, key=lambda finding: -finding.weight):
        weight, *told = file_finding_words(finding, wording)
        rows += zip([weight, *[""] * (len(told) - 1)], told, strict=True)
    yield from columns(rows)


def file_finding_words(finding: Finding, wording: Wording) -> list[str]:
    """Return the weight of a finding, its text, and below it, set in, what it is about."""
    details = ("  " + line for line in finding_details(finding, wording))
    return [finding.weight.name.lower(), one_line(finding.text), *details]


def finding_details(finding: Finding, wording: Wording) -> list[str]:
    """Return the facts that a finding rests on, the first of them if they are many."""
    lines = wording.sentences(finding.facts)
    more = len(lines) - _MAX_DETAILS
    return [*lines[:_MAX_DETAILS], f"and {more} more"] if more > 0 else lines


def audit_document(audit: Audit, wording: Wording, patterns: LogPatterns) -> dict[str, Any]:
    """Return the audit as a JSON document."""
    game = audit.game
    module, save = game.module_metadata, game.save_metadata
    return {
        "format": FORMAT,
        "kind": "audit",
        "file": game.file,
        "module": {"name": module.title, "version": module.version} if module else None,
        "vassal_version": save.vassal_version if save else None,
        "continuity": continuity_document(audit.continuity, wording) if audit.continuity else None,
        "steps": [step_document(step, wording, patterns) for step in audit.steps],
        "dice": [die_document(report) for report in audit.dice],
        "findings": [file_finding_document(finding, wording) for finding in audit.findings],
        "verdict": audit.weight.name.lower(),
        "exit_code": audit.weight.exit_code,
    }


def continuity_document(continuity: Continuity, wording: Wording) -> dict[str, Any]:
    """Return how a log relates to the file before it, as JSON."""
    return {
        "previous": continuity.previous,
        "link": continuity.link.value,
        "continues": continuity.link is Link.CONTINUES,
        "same_steps": continuity.same_steps,
        "differences": wording.differences(continuity.differences, before=continuity.previous_end.pieces),
        "harmless_differences": wording.differences(continuity.harmless),
    }


def step_document(audited: AuditedStep, wording: Wording, patterns: LogPatterns) -> dict[str, Any]:
    """Return a step as JSON."""
    undo = next((fact for fact in audited.step.facts if isinstance(fact, UndoMade)), None)
    return {
        "number": audited.number,
        "player": audited.player or None,
        "player_presumed": audited.presumed,
        "words": step_words(audited, wording, patterns),
        "changes_pieces": audited.step.changes_pieces,
        "undo": {"step": undo.step} if undo else None,
        "rolls": [_roll_document(roll) for roll in audited.rolls],
        "chat": [
            {"kind": kind, "text": one_line(text)}
            for text, kind in zip(audited.step.chat, audited.line_kinds, strict=True)
        ],
    }


def _roll_document(roll: DiceRoll) -> dict[str, Any]:
    return {
        "player": roll.player or None, "button": roll.button, "results": list(roll.results), "total": roll.total,
        "sides": roll.sides, "low": roll.low, "dice": roll.dice, "source": roll.source, "pattern": roll.pattern or None,
        "disagreement": roll.disagreement or None,
    }  # fmt: skip


def _number(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def die_document(report: DieReport) -> dict[str, Any]:
    """Return the statistics of a die as JSON."""
    return {
        "player": report.player or None, "die": report.die, "low": report.low, "high": report.high,
        "dice": report.dice, "results": report.rolls, "mean": _number(report.mean),
        "expected_mean": float(report.expected_mean),
        "counts": [{"face": face, "count": number} for face, number in report.counts],
        "impossible": report.unexpected, "verdict": report.verdict,
        "tests": [
            {"name": test.name, "observed": test.observed, "expected": float(test.expected),
             "p_value": float(test.p_value), "threshold": float(test.threshold), "verdict": test.verdict,
             "rolls_needed": test.rolls_needed}
            for test in report.tests
        ],
    }  # fmt: skip


def file_finding_document(finding: Finding, wording: Wording) -> dict[str, Any]:
    """Return a finding of any module's audit as JSON."""
    return {
        "kind": finding.kind.name, "weight": finding.weight.name.lower(), "text": one_line(finding.text),
        "meaning": finding.kind.meaning, "steps": list(finding.steps), "file": finding.file,
        "details": wording.sentences(finding.facts),
    }  # fmt: skip
