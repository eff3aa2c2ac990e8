"""The figures of one piece of the official Grand Tactical Series module, each checked against what it may be.

They are in its trait ``ratings;`` and its properties (vassal-files.md 6.2, 6.3).

The names are those of our data: ``fire``, ``mounted.movement``. A text that is none of those allowed becomes a
problem and no figure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from .traits import TraitType

__all__ = ["FigureValue", "PieceFigures", "RatingWords", "command_range", "unit_figures_of"]

FigureValue = int | str | bool

_NUMBER: Final = re.compile(r"[0-9]{1,2}")
_DEFENCE: Final = re.compile(r"[+-]?[0-5]")
_STEPS: Final[Mapping[str, int]] = {"0": 0, "1": 1, "2": 2}
_ENGINEER: Final = "Engineer"
_TRUE: Final = "true"
_SECOND: Final = "second_"
"""The prefix of the names of the fields of the second set of ratings."""
_SIDES: Final[Mapping[str, str]] = {"organic": "mounted", "step_differs": "reduced"}
"""The fields that say what the second set is for, and the side that each means."""


@dataclass(frozen=True, slots=True)
class RatingWords:
    """The meanings of the module's words in our data."""

    weapons: Mapping[str, str]
    """The ids of the weapon classes by their colours' names."""
    movement_classes: Mapping[str, str]
    """The movement classes of units, by the colour of their Movement Allowance."""
    unit_classes: Mapping[str, str]
    """Unit classes by the property ``Class``."""


@dataclass(frozen=True, slots=True)
class PieceFigures:
    """The figures of a unit as one of its pieces has them."""

    figures: Mapping[str, FigureValue]
    """Each figure by its name."""
    sides: frozenset[str] | None
    """Those of ``mounted`` and ``reduced`` that the counter has; None if it does not say so clearly."""
    problems: tuple[tuple[str, str], ...] = ()
    """The figures that cannot be taken, each with the text that was found."""


def _number(text: str, least: int, most: int) -> int | None:
    return int(text) if _NUMBER.fullmatch(text) and least <= int(text) <= most else None


def _rating(text: str) -> FigureValue | None:
    return "No" if text == "No" else _number(text, 0, 9)


def _quality(text: str) -> FigureValue | None:
    return _number(text, 0, 9)


def _defence(text: str) -> FigureValue | None:
    return int(text) if _DEFENCE.fullmatch(text) else None


def _range(text: str) -> FigureValue | None:
    return "*" if text == "*" else _number(text, 1, 83)


def _movement(text: str) -> FigureValue | None:
    return text if text in ("No", "*") else _number(text, 1, 40)


def _flag(text: str) -> FigureValue | None:
    return {_TRUE: True, "false": False, "": False}.get(text)


_Reader = Callable[[str], FigureValue | None]
_READERS: Final[tuple[tuple[str, str, _Reader], ...]] = (
    ("fire", "fire", _rating),
    ("range", "range", _range),
    ("assault", "assault", _rating),
    ("double_assault", "assault_double", _flag),
    ("defence", "defence", _defence),
    ("armoured", "armoured", _flag),
    ("troop_quality", "troop_quality", _quality),
    ("movement", "move", _movement),
)
"""The figures, the trait's fields, and how these are read."""
_GOES_WITH: Final[Mapping[str, str]] = {
    "range": "fire", "weapon": "fire", "assault_weapon": "assault", "double_assault": "assault",
}  # fmt: skip
"""The figures that a counter shows only together with a rating; next to ``No`` the trait's field means nothing."""


def unit_figures_of(trait: TraitType, properties: Mapping[str, str], words: RatingWords) -> PieceFigures:
    """Return the figures of a unit's piece with a trait ``ratings;`` and properties."""
    figures: dict[str, FigureValue] = {}
    problems: list[tuple[str, str]] = []
    sides = _sides(trait)
    if sides is None:
        problems.append(("mounted", " ".join(_field(trait, name) for name in _SIDES)))
    told = [("", _side(trait, "", words)), ("", _properties(properties, words))]
    told += [(f"{side}.", _side(trait, _SECOND, words)) for side in sorted(sides or ())]
    for prefix, side_figures in told:
        for name, text, value in side_figures:
            if value is None:
                problems.append((prefix + name, text))
            else:
                figures[prefix + name] = value
    return PieceFigures(figures, sides, tuple(problems))


def command_range(trait: TraitType) -> tuple[int | None, str]:
    """Return the Command Range of a trait ``leader;`` and the text that it was read from; None if that is no range."""
    text = trait.text_field("command_range")
    return _number(text, 0, 83), text


def _sides(trait: TraitType) -> frozenset[str] | None:
    """Return which other side the second set of ratings is for; None if it is for both, or if that is not clear."""
    flags = [_flag(_field(trait, name)) for name in _SIDES]
    if None in flags or all(flags):
        return None
    return frozenset(side for side, flag in zip(_SIDES.values(), flags, strict=True) if flag)


_Told = Iterator[tuple[str, str, FigureValue | None]]
"""Figures: the name, the text that was found, and the value, None if the text is not allowed."""


def _field(trait: TraitType, name: str) -> str:
    """Return a field's text; truth values in Java's words."""
    text = trait.text_field(name)
    return text.lower() if isinstance(trait.fields.get(name), bool) else text


def _side(trait: TraitType, prefix: str, words: RatingWords) -> _Told:
    """Yield the figures of the first set, or with a prefix of the second one."""
    weapon = words.weapons.get
    readers = (*_READERS, ("weapon", "fire_colour", weapon), ("assault_weapon", "assault_colour", weapon))
    for name, field, read in readers:
        if _field(trait, prefix + _GOES_WITH.get(name, "")) != "No":
            text = _field(trait, prefix + field)
            yield name, text, read(text)
    if isinstance(_movement(_field(trait, f"{prefix}move")), int):
        text = _field(trait, f"{prefix}move_colour")
        yield "movement_class", text, words.movement_classes.get(text)
    yield from _flak(trait, prefix)


def _flak(trait: TraitType, prefix: str) -> _Told:
    """Yield the Flak Rating. A trait of an older module ends before it; most counters have ``No``."""
    text = _field(trait, "organic_flak" if prefix else "flak")
    if text:
        yield "flak", text, _rating(text)


def _properties(properties: Mapping[str, str], words: RatingWords) -> _Told:
    """Yield what the piece's properties say; a property that it does not have says nothing."""
    if steps := properties.get("Step", ""):
        yield "steps", steps, _STEPS.get(steps)
    if unit_class := properties.get("Class", ""):
        yield "unit_class", unit_class, words.unit_classes.get(unit_class)
    if _ENGINEER in (properties.get("Type"), properties.get("Subclass")):
        yield "engineer", _ENGINEER, True
