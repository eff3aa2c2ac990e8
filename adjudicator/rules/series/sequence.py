"""The sequence of play: the steps before a turn's first chit, and what takes precedence over all else (R4.1 to R4.4).

A position lists the steps that are still to come; they are taken in order. Chits need not be bought, and so that step
is over as soon as a later one begins; the others have to be done. Of a position that was read from a table it is not
known what has been done: until its first chit is played every step of the turn may be taken, and none must.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ...game.action_words import TurnStepKind
from ...game.game_data import GameData
from ...game.position import Position
from ...game.start import is_set_up
from ..exclusive_rules import Hold, TurnStep
from ..judgement import Judgement
from ..rule_book import RuleBook
from ..rule_sets import exclusive_rules
from .reinforcements import units_due

__all__ = [
    "ARRIVALS",
    "CHITS",
    "begin_step",
    "end_step",
    "held_up",
    "hold",
    "is_required",
    "is_set_up",
    "open_steps",
    "required_steps",
    "step_words",
    "steps_due",
    "turn_steps",
]

CHITS, ARRIVALS = TurnStepKind.CHITS, TurnStepKind.ARRIVALS
_WORDS: Final[Mapping[str, str]] = {CHITS: "buying chits", ARRIVALS: "reinforcements"}
"""The steps of the series before the mug is filled, with their names in a sentence."""


def turn_steps(game: GameData) -> dict[str, TurnStep]:
    """Return the steps that a game adds to those of the series, by id (R4.1)."""
    return {step.id: step for step in exclusive_rules(game).turn_steps()}


def _numbers(game: GameData) -> Iterable[tuple[str, int]]:
    """Return the steps before a turn's first chit in order, with their numbers in the game's sequence of play (R4.1).

    A game whose sequence does not say which steps they are has its own first, then those of the series.
    """
    told = [(step.kind, step.number) for step in game.sequence_of_play if step.kind]
    return told or [(step, 0) for step in (*turn_steps(game), CHITS, ARRIVALS)]


def _is_due(position: Position, book: RuleBook, step: str) -> bool:
    if step == CHITS:
        return position.game.scenarios[position.scenario].formation_chits
    if step == ARRIVALS:
        return any(True for _ in units_due(position))
    own = turn_steps(position.game).get(step)
    return own is not None and own.is_due(position, book)


def is_required(position: Position, step: str) -> bool:
    """Return whether a step may not be left out."""
    own = turn_steps(position.game).get(step)
    return own is not None and own.is_required


def required_steps(position: Position) -> frozenset[str]:
    """Return the steps that are still to come in this turn and may not be left out."""
    return frozenset(step for step in position.due if is_required(position, step))


def steps_due(position: Position, book: RuleBook) -> tuple[str, ...]:
    """Return the steps of a turn before its first chit (R4.1, R4.3, R4.4; without those that the scenario skips)."""
    skipped = position.game.scenarios[position.scenario].skipped_steps
    numbers = _numbers(position.game)
    return tuple(step for step, number in numbers if number not in skipped and _is_due(position, book, step))


def open_steps(position: Position, book: RuleBook) -> tuple[str, ...]:
    """Return the steps that may be taken now, in order (R4.1, R4.3)."""
    if position.due:
        return position.due
    if is_set_up(position):
        return tuple(step for step in steps_due(position, book) if step in (CHITS, ARRIVALS))
    return () if position.played or position.activation.chit else steps_due(position, book)


def begin_step(judgement: Judgement, step: str) -> bool:
    """Take a step of the turn, and return whether that is possible; optional steps before it are over now (R4.1).

    It is refused if something takes precedence over everything, if it is not due, and if one before it has to be done.
    """
    if held_up(judgement):
        return False
    position = judgement.position
    steps = open_steps(position, judgement.book)
    if step not in steps:
        judgement.refuse("step-not-due", step=step_words(position, step))
        return False
    before = [each for each in steps[: steps.index(step)] if is_required(position, each)]
    if before and position.due:
        judgement.refuse("step-out-of-order", step=step_words(position, step), first=step_words(position, before[0]))
        return False
    if position.due:
        judgement.position = position.after(due=position.due[position.due.index(step) :])
    return True


def step_words(position: Position, step: str) -> str:
    """Return the name of a step in a sentence."""
    return _WORDS.get(step) or turn_steps(position.game)[step].words


def end_step(position: Position, step: str) -> Position:
    """Return the position without a step that has been done."""
    left = tuple(each for each in position.due if each != step)
    return position if left == position.due else position.after(due=left)


# precedence over everything else


def hold(position: Position) -> Hold | None:
    """Return the refusal, with its figures, of any action while something else takes precedence over everything.

    Such precedence belongs to the end of the game, and to what the game's own rules put first.
    """
    if position.outcome:
        return "game-is-over", {"outcome": position.outcome}
    return exclusive_rules(position.game).hold(position)


def held_up(judgement: Judgement) -> bool:
    """Return whether something else takes precedence, and refuse the judged action for it; see :func:`hold`."""
    found = hold(judgement.position)
    if found is not None:
        judgement.refuse(found[0], **found[1])
    return found is not None
