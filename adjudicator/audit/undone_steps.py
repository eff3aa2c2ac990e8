"""The undoing steps of a log: which steps they take back, and whether somebody had learned something before.

Which step an undo takes back is the replay's knowledge (``UndoMade``); engines without the ``UNDO``
command only leave the chat line that was taken back. An undo can take back an undo: then the first
step is in force again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..vassal.replay import UndoMade
from .findings import FINDING_KINDS, Finding
from .roll_labels import describe_roll, same_roll
from .steps import AuditedStep

__all__ = ["Undoing", "steps_in_force", "undo_findings", "undoings"]

_NAME_LENGTH = 40
"""The most characters of a player's name in a finding: what follows the name is not to be cut off."""


@dataclass(frozen=True, slots=True)
class Undoing:
    """One undo of a step."""

    step: AuditedStep
    """The undoing step."""
    target: AuditedStep | None
    """The step that the undo takes back; None if the log does not hold it."""
    since: tuple[AuditedStep, ...] = ()
    """The steps that were in force, from the target up to the undo; empty if an undo was taken back."""


def undoings(steps: Sequence[AuditedStep]) -> list[Undoing]:
    """Return the undos of a log in order."""
    force = _Force()
    found = []
    for index, audited in enumerate(steps):
        made = next((fact for fact in audited.step.facts if isinstance(fact, UndoMade)), None)
        if made is None and not audited.undone_lines:
            force.add(audited.number)
            continue
        number = _target(audited, made, steps[:index], force)
        target = steps[number - 1] if number and number <= index else None
        if target is None:
            if made is not None:
                found.append(Undoing(audited, None))
            continue
        first = target.number - 1 if force.holds(target.number) else index
        found.append(Undoing(audited, target, tuple(s for s in steps[first:index] if force.holds(s.number))))
        force.take_back(audited.number, target.number)
    return found


def steps_in_force(steps: Sequence[AuditedStep]) -> frozenset[int]:
    """Return the numbers of the steps that are in force at the end: without those taken back, and without their undos.

    An undo of something that the log does not hold is in force: it changes the table as any other step does.
    """
    taken = undoings(steps)
    of_nothing = {undoing.step.number for undoing in taken if undoing.target is None}
    force = _Force()
    by_undo = {undoing.step.number: undoing.target.number for undoing in taken if undoing.target is not None}
    for audited in steps:
        if audited.number in by_undo:
            force.take_back(audited.number, by_undo[audited.number])
        elif audited.number in of_nothing or not audited.undone_lines:
            force.add(audited.number)
    return frozenset(audited.number for audited in steps if force.holds(audited.number))


class _Force:
    """The set of steps that are in force."""

    def __init__(self) -> None:
        self._steps: set[int] = set()
        self._targets: dict[int, int] = {}

    def add(self, number: int) -> None:
        self._steps.add(number)

    def holds(self, number: int) -> bool:
        return number in self._steps

    def take_back(self, undo: int, target: int) -> None:
        """Note that *undo* takes *target* back; to take an undo back puts its own target in force."""
        self._targets[undo] = target
        back = True
        while target in self._targets:
            target = self._targets[target]
            back = not back
        if back:
            self._steps.discard(target)
        else:
            self._steps.add(target)


def _target(audited: AuditedStep, made: UndoMade | None, before: Sequence[AuditedStep], force: _Force) -> int | None:
    """Return the number of the step that an undo takes back.

    In a log of several players on line each one's engine counts for itself; then the lines taken back show more.
    """
    counted = made.step if made else None
    lines = set(audited.undone_lines)
    if not lines or (counted and counted <= len(before) and lines & set(before[counted - 1].step.chat)):
        return counted
    return _step_with_lines(before, audited.undone_lines, force) or counted


def _step_with_lines(steps: Sequence[AuditedStep], lines: Sequence[str], force: _Force) -> int | None:
    """Return the number of the last step in force that wrote one of *lines*."""
    wanted = {line.strip() for line in lines}
    for audited in reversed(steps):
        if force.holds(audited.number) and any(line.strip() in wanted for line in audited.step.chat):
            return audited.number
    return None


def undo_findings(steps: Sequence[AuditedStep]) -> Iterator[Finding]:
    """Find undos of a roll or a draw, or of something before one, and the same roll made again after the undo."""
    found = undoings(steps)
    again = _made_again(found, steps)
    for undoing in found:
        undo, target = undoing.step.number, undoing.target
        if target is None:
            yield Finding(FINDING_KINDS["undo-of-nothing"], f"step {undo} undoes a step that is not in the log",
                          (undo,))  # fmt: skip
            continue
        rolled = [step for step in undoing.since if step.rolls]
        drawn = [step for step in undoing.since if step.uncovered]
        if rolled:
            yield _of_roll(undo, target, rolled, again.get(undo))
        elif drawn:
            yield _of_draw(undo, target, drawn[0])


def _of_roll(undo: int, target: AuditedStep, rolled: Sequence[AuditedStep], again: AuditedStep | None) -> Finding:
    if not target.rolls:
        last = rolled[-1]
        text = (f"step {undo} undoes step {target.number}, though {describe_roll(last.rolls[0])} had been rolled "
                f"since (step {last.number})")  # fmt: skip
        return Finding(FINDING_KINDS["undo-after-roll"], text, (target.number, last.number, undo))
    roll = describe_roll(target.rolls[0])
    player = target.player[:_NAME_LENGTH] or "somebody"
    undone = f"{player} undid the roll {roll} (step {target.number}) in step {undo}"
    if again is None:
        return Finding(FINDING_KINDS["undo-after-roll"], undone, (target.number, undo))
    steps, new = (target.number, undo, again.number), describe_roll(again.rolls[0])
    if new == roll:
        text = f"{undone}; step {again.number} has the same result again"
        return Finding(FINDING_KINDS["undo-after-roll"], text, steps)
    return Finding(FINDING_KINDS["roll-made-again"], f"{undone} and re-rolled: {new} (step {again.number})", steps)


def _made_again(found: Sequence[Undoing], steps: Sequence[AuditedStep]) -> dict[int, AuditedStep]:
    """Return the roll that was made again for each undo of a roll, by the undoing step's number.

    It is the same player's next step with dice, if these are the same dice. Of several rolls that were
    taken back together the first one that was made comes first again.
    """
    groups: dict[tuple[int, str], list[Undoing]] = {}
    for undoing in found:
        if undoing.since and undoing.target is not None and undoing.target.rolls:
            following = _next_roll(steps, undoing.step.number, undoing.target.player)
            if following is not None:
                groups.setdefault((following.number, undoing.target.player), []).append(undoing)
    again: dict[int, AuditedStep] = {}
    for (number, player), group in groups.items():
        following = steps[number - 1]
        for undoing in sorted(group, key=lambda each: each.target.number if each.target else 0):
            if following is None or undoing.target is None or not same_roll(following, undoing.target):
                break
            again[undoing.step.number] = following
            following = _next_roll(steps, following.number, player)
    return again


def _next_roll(steps: Sequence[AuditedStep], number: int, player: str) -> AuditedStep | None:
    """Return a player's first step with dice after step *number*."""
    return next((s for s in steps[number:] if s.rolls and s.player == player), None)


def _of_draw(undo: int, target: AuditedStep, drawn: AuditedStep) -> Finding:
    text = f"step {undo} undoes step {target.number}"
    text += ", which" if drawn.number == target.number else f"; meanwhile step {drawn.number}"
    return Finding(FINDING_KINDS["undo-after-draw"], f"{text} had uncovered something hidden",
                   (*sorted({target.number, drawn.number}), undo), facts=drawn.uncovered)  # fmt: skip
