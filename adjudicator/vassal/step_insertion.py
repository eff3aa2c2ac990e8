"""Steps put into a log, and taken out, without touching a character of anything else (vassal-files.md 2.1 and 5.1).

The stream is cut where the engine cuts it and joined again; what is between two cuts is never decoded and encoded
again. A step that is put in changes nothing for the others: an undo is in a log with its own commands and points
at no other step (vassal-files.md 5.1).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from . import sequence
from .saved_game import SavedGame
from .step_tree import StepCommand, step_node
from .stream import ESCAPE, Node, encode_stream, is_step

__all__ = ["with_steps_inserted", "without_steps"]


def with_steps_inserted(game: SavedGame, inserted: Mapping[int, Sequence[StepCommand]]) -> SavedGame:
    """Return a log with more steps: those of *inserted* by the number of the step after which they come.

    Those of 0 come before the first. :func:`without_steps` gives the log again, to the letter. Raises LimitExceeded.
    """
    raw = sequence.raw_elements(game.text, ESCAPE)
    ends = [index for index, token in enumerate(game.tokens) if is_step(token)]
    after = {ends[number - 1] if number else game.position_end - 1: steps for number, steps in inserted.items()}
    texts: list[str] = []
    for index, text in enumerate(raw):
        more = [_raw(step) for step in after.get(index, ())]
        texts += [_closed(text), *more] if more else [text]
    return game.with_text(ESCAPE.join(texts))


def without_steps(game: SavedGame, is_unwanted: Callable[[Node], bool]) -> SavedGame:
    """Return a log without the steps that are unwanted; itself if there are none of them. Raises LimitExceeded."""
    unwanted = [is_step(token) and is_unwanted(token) for token in game.tokens]
    if not any(unwanted):
        return game
    raw = sequence.raw_elements(game.text, ESCAPE)
    kept = [text for text, drop in zip(raw, unwanted, strict=True) if not drop]
    if kept and unwanted[-1]:
        kept[-1] = _opened(kept[-1])
    return game.with_text(ESCAPE.join(kept))


def _raw(step: StepCommand) -> str:
    return sequence.encode([encode_stream(step_node(step))], ESCAPE)


def _closed(text: str) -> str:
    r"""Return a token so that another one can follow it: a ``\`` at the end of the last one would join them."""
    return f"'{text}'" if text.endswith("\\") else text


def _opened(text: str) -> str:
    r"""Return a token as it was before :func:`_closed`; the engine itself closes so only what begins with ``\``."""
    is_closed = text.startswith("'") and text.endswith("\\'") and not text.startswith("'\\")
    return text[1:-1] if is_closed else text
