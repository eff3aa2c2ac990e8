"""The options by which dice are given: one after the other, or a seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from ...report.safe_text import one_line
from ...rules.desert.dice_rolls import DieMissing, Rolling
from ...rules.desert.findings import ruling, undecided
from ...rules.ruling import Ruling
from ..whole_number import WholeNumber

__all__ = ["dice_options", "rolled", "rolling_of"]

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
_MAX_DICE = 500
_MAX_SEED = 2**31 - 1


def _dice(_context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[int, ...] | None:
    if value is None:
        return None
    faces = [face.strip() for face in value.split(",")]
    if len(faces) > _MAX_DICE or not all(face in tuple("123456") for face in faces):
        raise click.BadParameter(f"{one_line(value, 40)!r} is not a list of dice such as 3,1,6", param=parameter)
    return tuple(map(int, faces))


def dice_options(command: F) -> F:
    """Add the options for dice."""
    seed = click.option("--seed", type=WholeNumber(0, _MAX_SEED), help="Roll the dice from this seed.")
    dice = click.option("--dice", metavar="N,…", callback=_dice, help="The die rolls, in order.")
    return dice(seed(command))


def rolling_of(values: dict[str, Any]) -> Rolling:
    """Return the dice that were given, or those of the seed."""
    given, seed = values.pop("dice"), values.pop("seed")
    if given is not None and seed is not None:
        raise click.UsageError("either --dice or --seed", click.get_current_context())
    return Rolling(given or (), seed)


def rolled(dice: Rolling, procedure: Callable[[], T]) -> tuple[T | None, Ruling]:
    """Return what a procedure gives, None if a die is missing. A usage error if dice are left over."""
    try:
        result = procedure()
    except DieMissing as error:
        return None, ruling([undecided("die-missing", purpose=error.purpose, rule=error.rule)])
    if dice.left:
        problem = f"--dice: {dice.left} more {'die was' if dice.left == 1 else 'dice were'} given than needed"
        raise click.UsageError(problem, click.get_current_context())
    return result, ruling(())
