"""The report and the properties that a dice button makes of a roll, as the engine does (vassal-files.md 4.2, 5.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress

from .errors import BuildingError
from .location_format import expand
from .module_definition import DiceButton

__all__ = ["Roll", "rolled"]

_FILTERS: Mapping[str, Callable[[int, int], bool]] = {
    ">": lambda die, bound: die >= bound,
    "<": lambda die, bound: die <= bound,
    "=": lambda die, bound: die == bound,
}


@dataclass(frozen=True, slots=True)
class Roll:
    """The outcome of one press of a dice button."""

    line: str
    """The chat line, empty if the button makes none."""
    properties: tuple[tuple[str, str, str], ...]
    """The properties that are set: name, the value before any roll, the new value."""


def rolled(button: DiceButton, faces: Sequence[int], values: Mapping[str, str]) -> Roll:
    """Return what a button makes of dice that show *faces* (1 to the number of sides).

    *values* are the properties that its report may name besides the roll's own. Raises BuildingError for
    another number of dice, or a die that has no such face.
    """
    if len(faces) != button.dice or not all(1 <= face <= button.sides for face in faces):
        raise BuildingError(
            "these dice cannot fall so",
            place=f"dice button {button.name!r}",
            found=", ".join(map(str, faces)),
            expected=f"{button.dice}d{button.sides}",
        )
    marked = _kept(button, [face + button.plus for face in faces])
    kept = sorted(marked) if button.sort else marked
    total = sum(kept) + button.add_to_total
    result = str(total) if button.report_total else ",".join(map(str, kept))
    summary = ", ".join(f"{die} x{number}" for die, number in sorted(Counter(kept).items()))
    own = {
        "name": button.name, "result": result, "summary": summary, "nDice": str(button.dice),
        "nSides": str(button.sides), "plus": str(button.plus), "addToTotal": str(button.add_to_total),
        "numericalTotal": str(total), "rawRolls": ", ".join(map(str, faces)),
        **{f"result{index}": str(die) for index, die in enumerate(kept, 1)},
    }  # fmt: skip
    line = expand(button.report_format, {**values, **own}, keep_unknown=False)
    set_to = (
        ("result", "1", result),
        ("total", "0", str(total)),
        ("keep", "0", str(len(kept))),
        ("summary", "", summary),
    )
    return Roll(
        line and (f"*{line}" if line.startswith("*") else f"* {line}"),
        tuple((f"{button.name}_{name}", first, new) for name, first, new in set_to),
    )


def _kept(button: DiceButton, dice: list[int]) -> list[int]:
    """Return the dice that count, in the order in which the engine lists them."""
    if button.keep in _FILTERS:
        counts = [_FILTERS[button.keep](die, button.keep_count) for die in dice]
        return list(compress(dice, counts))
    if button.keep == "s":
        return sorted(dice)[: max(button.keep_count, 0)]
    if button.keep == "l":
        return sorted(dice)[max(len(dice) - max(button.keep_count, 0), 0) :]
    return dice
