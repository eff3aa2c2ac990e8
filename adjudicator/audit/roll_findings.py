"""Findings on the rolls of a log: records that differ, rolls that are missing, odd dice.

A dice button of the engine writes its line in the chat and sets properties in one step, and each
property's change names the value before it. A roll that was cut out of a log, or made where no log
was written, shows in the next one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from .dice import DiceRoll
from .dice_statistics import DieReport
from .findings import FINDING_KINDS, Finding
from .roll_labels import describe_roll, same_roll
from .steps import AuditedStep

__all__ = ["GlobalProperties", "repeated_rolls", "roll_findings", "statistics_findings", "step_list"]

GlobalProperties = Mapping[tuple[str, str], str]
"""Values of global properties by container and name."""

_MODULE = "Module"
_SUFFIXES = ("result", "total", "keep", "summary")
_UNROLLED_RESULTS = ("", "1")
"""The values that a button's result may have before the first roll since the module was started."""
_UNROLLED_TOTAL = "0"
_SHOWN_STEPS = 12
_SHOWN_TESTS = 3
_SAYABLE = 10**9


def step_list(numbers: Sequence[int]) -> str:
    """Return step numbers as words: ``step 4`` or ``steps 4, 7``, a long list cut short."""
    shown = ", ".join(map(str, numbers[:_SHOWN_STEPS]))
    more = len(numbers) - _SHOWN_STEPS
    return f"step{'s' * (len(numbers) > 1)} {shown}" + (f" and {more} more" if more > 0 else "")


def roll_findings(steps: Sequence[AuditedStep], before: GlobalProperties | None = None) -> Iterator[Finding]:
    """Find what is odd about the rolls.

    *before* are the global properties at the end of the log that this one continues, None if it
    continues none.
    """
    for audited in steps:
        for roll in audited.rolls:
            if roll.disagreement:
                yield Finding(FINDING_KINDS["dice-disagree"], f"step {audited.number}: {roll.disagreement}",
                              (audited.number,))  # fmt: skip
    yield from _missing_rolls(steps, before or {})
    yield from _half_told_rolls(steps)
    yield from _repeated_rolls(steps)


@dataclass(frozen=True, slots=True)
class _Value:
    """A dice property's value and the step that set it, 0 for the file before."""

    value: str
    step: int


def _missing_rolls(steps: Sequence[AuditedStep], before: GlobalProperties) -> Iterator[Finding]:
    """Find rolls that do not begin with the values that the roll before them left."""
    buttons = {roll.button for audited in steps for roll in audited.rolls if roll.source == "property"}
    known = {name: _Value(value, 0) for (container, name), value in before.items() if container == _MODULE}
    for audited in steps:
        told: set[str] = set()
        changes = [c for c in audited.step.property_changes if c[3] == _MODULE]
        fresh = _unrolled_buttons(changes)
        for name, old, new, _container in changes:
            button, _, suffix = name.rpartition("_")
            if button not in buttons or suffix not in _SUFFIXES:
                continue
            last = known.get(name)
            known[name] = _Value(new, audited.number)
            if last is None or last.value == old or button in told or (not last.step and button in fresh):
                continue
            told.add(button)
            yield _missing(audited.number, name, old, last)


def _unrolled_buttons(changes: Sequence[tuple[str, str, str, str]]) -> set[str]:
    """Return the buttons that had not been rolled since the module was started, by their old values."""
    old = {name: value for name, value, _new, _container in changes}
    stems = {name.rpartition("_")[0] for name in old}
    return {
        stem for stem in stems
        if old.get(f"{stem}_total", _UNROLLED_TOTAL) == _UNROLLED_TOTAL
        and old.get(f"{stem}_result", "") in _UNROLLED_RESULTS
    }  # fmt: skip


def _missing(number: int, name: str, old: str, last: _Value) -> Finding:
    if last.step:
        text = f"before step {number} {name} was {old!r}, but step {last.step} had left it at {last.value!r}"
        return Finding(FINDING_KINDS["roll-missing"], f"{text}: a roll is not in the log", (last.step, number))
    text = f"before step {number} {name} was {old!r}, but the previous file had left it at {last.value!r}"
    return Finding(FINDING_KINDS["roll-outside"], f"{text}: it was rolled in between", (number,))


def _half_told_rolls(steps: Sequence[AuditedStep]) -> Iterator[Finding]:
    """Find rolls with only a line, or only properties, of buttons that leave both elsewhere in the log."""
    whole = {roll.button for audited in steps for roll in audited.rolls if roll.text and roll.source == "property"}
    results: defaultdict[str, str] = defaultdict(str)
    for audited in steps:
        for roll in audited.rolls:
            if roll.button not in whole:
                continue
            lone_line = roll.source == "chat" and _result_text(roll) != results[roll.button]
            lone_record = not roll.text and not audited.step.chat
            if lone_line or lone_record:
                missing = "the dice recorded no such roll" if lone_line else "the chat has no line for it"
                yield Finding(FINDING_KINDS["roll-half-told"], f"{describe_roll(roll)} of step {audited.number}: "
                              f"{missing}, as they do elsewhere in the log", (audited.number,))  # fmt: skip
        for name, _old, new, _container in audited.step.property_changes:
            button, _, suffix = name.rpartition("_")
            if suffix == "result":
                results[button] = new


def _result_text(roll: DiceRoll) -> str:
    """Return what the button's property would say: an engine may leave out a value that stays the same."""
    return ",".join(map(str, roll.results)) or str(roll.total)


def _repeated_rolls(steps: Sequence[AuditedStep]) -> Iterator[Finding]:
    """Find the same dice rolled twice by one player with nothing at all in between."""
    pairs: list[int] = []
    for one, other in pairwise(steps):
        quiet = not (one.step.changes_pieces or other.step.changes_pieces)
        if quiet and one.rolls and other.rolls and same_roll(one, other):
            pairs.append(other.number)
    if pairs:
        yield repeated_rolls(pairs)


def repeated_rolls(steps: Sequence[int]) -> Finding:
    """Return the finding of the same dice rolled twice in a row, for the numbers of the second rolls' steps."""
    return Finding(FINDING_KINDS["roll-repeated"],
                   f"the same dice rolled twice in a row, with nothing in between: {step_list(steps)}",
                   tuple(steps))  # fmt: skip


def statistics_findings(reports: Sequence[DieReport]) -> Iterator[Finding]:
    """Find dice that fell as fair ones hardly would, or that showed what they cannot show."""
    for report in reports:
        dice = f"{report.player or 'somebody'}'s {report.die}"
        if report.unexpected:
            values = ", ".join(map(str, report.unexpected_values))
            yield Finding(FINDING_KINDS["dice-impossible"],
                          f"{dice}: {report.unexpected} of {report.rolls + report.unexpected} results cannot be "
                          f"({values}), {report.low * report.dice} to {report.high * report.dice} can")  # fmt: skip
        remarkable = sorted((t for t in report.tests if t.verdict == "remarkable"), key=lambda test: test.p_value)
        if remarkable:
            figures = [f"{test.name} is {test.observed}, expected {float(test.expected):.1f}, with a chance of "
                       f"{_chance(test.p_value)}" for test in remarkable[:_SHOWN_TESTS]]  # fmt: skip
            more = len(remarkable) - _SHOWN_TESTS
            rest = f"; {more} more like this" if more > 0 else ""
            yield Finding(FINDING_KINDS["dice-remarkable"], f"{dice}: {'; '.join(figures)}{rest}")


def _chance(p_value: Fraction) -> str:
    """Return a chance as a player says it: ``1 in 5,000``."""
    cases = round(1 / p_value)
    return f"1 in {cases:,}" if cases < _SAYABLE else f"1 in 10^{len(str(cases)) - 1}"
