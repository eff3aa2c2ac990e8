"""Actions printed in the notation: one line each, which :mod:`.parsing` reads as the same action again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any, Final

from ..errors import GameDataError
from ..hexes import Hex
from ..play import Action, MoveStep, Roll
from ..play_json import action_type
from .names import Names
from .set_up import SetUp
from .table import COLON, ActionForms, Clause, Form, Pattern, Phrase, Slot, StepForm
from .words import quoted

__all__ = ["COMMAND_POINT", "NOBODY", "action_line", "set_up_line"]

NOBODY: Final = "nobody"
"""The word for no unit."""
COMMAND_POINT: Final = "cp"
"""The word in place of the die if a Command Point was paid."""


def action_line(action: Action, names: Names) -> str:
    """Return an action as a line. Raises :class:`GameDataError` if the game has no words for it."""
    forms = names.notation.table.actions.get(action_type(action))
    if forms is None:
        raise GameDataError("the game has no words for such an action", file="actions.toml", found=action_type(action))
    return _Printer(names, action, forms).line()


def set_up_line(set_up: SetUp, names: Names) -> str:
    """Return the line that sets a counter up."""
    return _Printer(names, set_up, names.notation.table.set_up).line()


class _Printer:
    """Prints one action, or the set-up of one counter."""

    def __init__(self, names: Names, action: Action | SetUp, forms: ActionForms) -> None:
        self._names = names
        self._forms = forms
        self._values: Mapping[str, Any] = {each.name: getattr(action, each.name) for each in fields(action)}
        self._defaults = {each.name: each.default for each in fields(action)}
        self._table = names.notation.table

    def line(self) -> str:
        """Return the whole line."""
        forms, rolls = self._forms, self._values.get("rolls", ())
        text = self._filled(self._form().patterns[0], [])
        clauses = {field: list(self._clauses(field)) for field in dict.fromkeys(each.field for each in forms.clauses)}
        joined: list[str] = []
        if forms.type == "move":
            joined, rolls = list(map(self._step, self._values["steps"])), ()
            text += self._bracket(self._values["rolls"], ())
        elif forms.joined:
            joined = clauses.pop(forms.joined)
        if joined:
            text += f" {', '.join(joined)}"
        text = ", ".join([text, *(each for found in clauses.values() for each in found)])
        return f"{text}; {self._dice(rolls)}" if rolls else text

    def _form(self) -> Form:
        """Return the form that fits the action's fields, and has a slot for each place that the action has."""
        return next(form for form in self._forms.forms if self._fits(form))

    def _fits(self, form: Form) -> bool:
        named = (part.field for part in form.patterns[0] if isinstance(part, Slot))
        fixed = all(self._values[name] == value for name, value in form.values.items())
        return fixed and all(self._values[name] is not None for name in named)

    def _filled(self, pattern: Pattern, given: Iterable[Any]) -> str:
        """Return a pattern with names in its slots: the *given* ones in order, then those of the action's fields."""
        rest = iter(given)
        parts: list[str] = []
        for part in pattern:
            if isinstance(part, Phrase):
                parts += [f"{parts.pop()}:"] if part == COLON else [part.text]
            else:
                parts.append(self._named(part.kind, next(rest, self._values.get(part.field))))
        return " ".join(parts)

    def _named(self, kind: str, value: Any) -> str:
        if isinstance(value, Hex):
            return str(value)
        if kind == "units":
            return ", ".join(self._named("unit", unit) for unit in value) or NOBODY
        return self._names.called(kind, value)

    # clauses

    def _clauses(self, field: str) -> Iterator[str]:
        value = self._values[field]
        if value == self._defaults[field]:
            return
        clause = next(each for each in self._forms.clauses if each.field == field)
        for item in value if clause.is_list else [value]:
            yield self._clause(clause, item)

    def _clause(self, clause: Clause, item: Any) -> str:
        given = item if len(clause.slots) > 1 else (item,) * len(clause.slots)
        return self._filled(clause.patterns[0], given)

    def _step(self, step: MoveStep) -> str:
        form = next(each for each in self._table.steps if each.kind == step.kind)
        return f"{_step_words(form, step.to)}{self._bracket(step.rolls, step.reveals)}"

    # dice

    def _bracket(self, rolls: tuple[Roll, ...], reveals: tuple[str, ...]) -> str:
        """Return the events at a step, in brackets; an empty text if there are none."""
        parts = [self._dice(rolls)] if rolls else []
        parts += [f"{self._table.revealed.text} {self._names.called('unit', unit)}" for unit in reveals]
        return f" ({'; '.join(parts)})" if parts else ""

    def _dice(self, rolls: tuple[Roll, ...]) -> str:
        items, before = [], ""
        for roll in rolls:
            items.append(self._roll(roll, before))
            before = roll.unit
        return f"{'die' if len(items) == 1 else 'dice'} {', '.join(items)}"

    def _roll(self, roll: Roll, before: str) -> str:
        words = [COMMAND_POINT if roll.die is None else str(roll.die)]
        if roll.purpose:
            words.append(self._table.purposes[roll.purpose].text)
        if roll.unit != self._forms.owner(roll.purpose, self._values, before):
            words += ["by", self._names.called("unit", roll.unit) if roll.unit else NOBODY]
        return " ".join(words)


def _step_words(form: StepForm, place: Hex | None) -> str:
    if form.phrase is None:
        nowhere = form.nowhere.text if form.nowhere else quoted("")
        return nowhere if place is None else str(place)
    if place is None:
        return form.phrase.text
    return f"{form.phrase.text} {place}" if form.is_open else f"{form.phrase.text} in {place}"
