"""The table of the notation (``notation.toml``) with one game's words: the form of each line.

The words of menus and states are the game's own (``actions.toml``), so that a line of the notation and a line of the
log cannot differ.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import resources
from typing import Any, Final

from ..action_kinds import ACTION_TYPES, added_kinds, kind_of_action
from ..game_data import GameData
from ..play import PURPOSES, Action, RollPurpose, StepKind
from ..play_json import action_type, with_words
from ..roll_kinds import added_roll_kinds
from .set_up import SetUp

__all__ = [
    "COLON",
    "ActionForms",
    "Clause",
    "Form",
    "Pattern",
    "Phrase",
    "Slot",
    "StepForm",
    "Table",
    "plain_sentence",
    "table_of",
    "words_before_names",
]

_FILE: Final = "notation.toml"
_BEFORE: Final = "before"
_WORDS_OF: Final = re.compile(r"\[(?P<id>[a-z-]+)(?::(?P<level>\d))?\]")
_PARTS: Final = re.compile(
    r"\{(?P<slot>[a-z_]+)(?::(?P<kind>[a-z]+))?\}|(?P<colon>:)(?=\s|$)|(?P<phrase>(?:[^{}:]|:(?!\s|$))+)"
)


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that occur in a line as they are."""

    words: tuple[str, ...]
    """The words in small letters."""
    text: str
    """The words as they are printed."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a line where something is named."""

    field: str
    """The field of the action; in a clause the kind again."""
    kind: str
    """``unit``, ``units``, ``leader``, ``counter``, ``chit``, ``formation``, ``hex`` or ``place``."""


Pattern = tuple[Phrase | Slot, ...]

COLON: Final = Phrase((":",), ":")
"""The separator between the actor and the action."""


@dataclass(frozen=True, slots=True)
class Form:
    """One of the ways in which an action begins."""

    patterns: tuple[Pattern, ...]
    """The patterns of the form: the first one is printed, all are read."""
    values: Mapping[str, str] = field(default_factory=dict)
    """Fields that the form fixes."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a line that may follow a comma."""

    field: str
    patterns: tuple[Pattern, ...]
    is_list: bool
    """True if the field has a clause for each of its items."""

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The slots of the clause; empty for a flag."""
        return tuple(part for part in self.patterns[0] if isinstance(part, Slot))


@dataclass(frozen=True, slots=True)
class ActionForms:
    """The ways to write an action of one type."""

    type: str
    made: Callable[..., Any]
    """The class of the object that is written in these ways."""
    forms: tuple[Form, ...]
    clauses: tuple[Clause, ...]
    joined: str
    """The field whose first clause follows without a comma, empty if none does."""
    by: Mapping[str, tuple[str, ...]]
    """The owner of a die if none is named, by its purpose."""
    takes_dice: bool

    def owner(self, purpose: RollPurpose, values: Mapping[str, Any], before: str) -> str:
        """Return the owner of a die if none is named.

        *values* are the action's fields, *before* is the unit that rolled the previous die.
        """
        names = (before if name == _BEFORE else str(values.get(name, "")) for name in self.by.get(purpose, ()))
        return next(filter(None, names), "")


@dataclass(frozen=True, slots=True)
class StepForm:
    """The way to write a step of a move."""

    kind: StepKind
    phrase: Phrase | None
    """The words of the step; None: only its hex."""
    nowhere: Phrase | None = None
    """The words in place of the hex if there is none."""

    @property
    def is_open(self) -> bool:
        """True if the rules find the way of the step."""
        return self.kind == StepKind.OPEN


@dataclass(frozen=True)
class Table:
    """The table with one game's words."""

    actions: Mapping[str, ActionForms]
    """By type."""
    set_up: ActionForms
    steps: tuple[StepForm, ...]
    purposes: Mapping[RollPurpose, Phrase]
    """The label of a die by its purpose."""
    revealed: Phrase
    """The words before a gun that is turned over after a step."""

    def phrases(self) -> Iterator[Phrase]:
        """Yield every phrase of a line."""
        for action in (*self.actions.values(), self.set_up):
            patterns = [each for form in action.forms for each in form.patterns]
            patterns += [each for clause in action.clauses for each in clause.patterns]
            for pattern in patterns:
                yield from (part for part in pattern if isinstance(part, Phrase))


def table_of(game: GameData) -> Table:
    """Return the table with a game's words: what needs a menu that the game does not have is left out."""
    data, words = _document(), _Words(game)
    rows = [(row, ACTION_TYPES[row["type"]]) for row in data["actions"]]
    rows += [({**kind.notation, "type": name}, kind.made) for name, kind in added_kinds(game.rules)]
    actions = (_action(row, made, words) for row, made in rows)
    own = {purpose: data["purposes"][purpose] for purpose in PURPOSES}
    return Table(
        actions={action.type: action for action in actions if action.forms},
        set_up=_action(data["set_up"], SetUp, words),
        steps=tuple(_step(row, words) for row in data["steps"] if words.has(row["text"])),
        purposes={
            **{purpose: words.phrase(text if words.has(text) else PURPOSES[purpose]) for purpose, text in own.items()},
            **{kind.purpose: words.phrase(kind.label) for kind in added_roll_kinds(game.rules)},
        },
        revealed=words.phrase("[reveal]" if words.has("[reveal]") else "revealed"),
    )


def plain_sentence(action: Action, called: Callable[[str, str], str]) -> str:
    """Return the beginning of an action's line in the notation, for an action that needs no words of a game's menus.

    *called* returns a name, from the kind (``unit``, ``chit``) and the id.
    """
    name = action_type(action)
    added = kind_of_action(name)
    row = added.notation if added else next(row for row in _document()["actions"] if row["type"] == name)
    form = next(
        form for form in row["forms"]
        if all(getattr(action, name) == value for name, value in form.get("values", {}).items())
    )  # fmt: skip

    def filled(found: re.Match[str]) -> str:
        slot = found["slot"]
        return called(found["kind"] or slot, getattr(action, slot)) if slot else found[0]

    return _PARTS.sub(filled, form["text"])


@cache
def _document() -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath(_FILE).read_text(encoding="utf-8"))


class _Words:
    """The words of one game's menus and states."""

    def __init__(self, game: GameData) -> None:
        self._known = {str(action.id): action.words for action in game.actions}
        for state in game.states:
            self._known[f"{state.id}:0"] = state.off_words
            self._known |= {f"{state.id}:{level.value}": level.words for level in state.levels}

    def has(self, text: str) -> bool:
        """Return whether the game has all words that a text needs."""
        return all(found[0][1:-1] in self._known for found in _WORDS_OF.finditer(text))

    def filled(self, text: str) -> str:
        """Return a text with the game's words in it."""
        return _WORDS_OF.sub(lambda found: self._known[found[0][1:-1]], text)

    def phrase(self, text: str) -> Phrase:
        """Return a text of the table as a phrase."""
        filled = self.filled(text)
        return Phrase(tuple(filled.casefold().split()), filled)

    def pattern(self, text: str) -> Pattern:
        """Return a text of the table as the phrases and slots that it consists of."""
        return tuple(self._parts(text))

    def _parts(self, text: str) -> Iterator[Phrase | Slot]:
        for found in _PARTS.finditer(text):
            if slot := found["slot"]:
                yield Slot(slot, found["kind"] or slot)
            elif found["colon"]:
                yield COLON
            elif phrase := found["phrase"].strip():
                yield self.phrase(phrase)


def _patterns(row: Mapping[str, Any], words: _Words) -> tuple[Pattern, ...]:
    return tuple(words.pattern(text) for text in (row["text"], *row.get("also", ())) if words.has(text))


def _action(row: Mapping[str, Any], made: type[Any], words: _Words) -> ActionForms:
    kinds = {each.name: each for each in fields(made)}
    return ActionForms(
        type=row["type"],
        made=made,
        forms=tuple(
            Form(_patterns(form, words), with_words(made, form.get("values", {})))
            for form in row["forms"]
            if words.has(form["text"])
        ),
        clauses=tuple(
            Clause(clause["field"], _patterns(clause, words), isinstance(kinds[clause["field"]].default, tuple))
            for clause in row.get("clauses", ())
            if words.has(clause["text"])
        ),
        joined=row.get("joined", ""),
        by={purpose: tuple(names) for purpose, names in row.get("by", {}).items()},
        takes_dice="rolls" in kinds,
    )


def _step(row: Mapping[str, Any], words: _Words) -> StepForm:
    nowhere = words.phrase(row["nowhere"]) if "nowhere" in row else None
    text = row["text"].removesuffix("{hex}").strip()
    return StepForm(StepKind(row["kind"]), words.phrase(text) if text else None, nowhere)


def words_before_names(table: Table) -> frozenset[tuple[str, ...]]:
    """Return the phrases before which a name ends: no name may have one of them in it."""
    return frozenset(phrase.words for phrase in table.phrases())
