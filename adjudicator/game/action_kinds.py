"""The kinds of action that the exclusive rules of games add to those of :mod:`.play`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from typing import Any, Final, get_args, get_type_hints

from .hexes import Hex
from .play import Action, RollPurpose
from .position import Place, Position

__all__ = [
    "ACTION_TYPES", "ActionKind", "SeenAction", "add_action_kind", "added_kinds", "declared_kind", "kind_of_action",
    "rolls_declared", "spelled", "word_lists",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class SeenAction:
    """An action that was declared, as a log shows it."""

    position: Position
    """The position before it, by the rules."""
    unit: str
    """The unit that declared it."""
    hexes: tuple[Hex, ...] = ()
    """The hexes that it was dragged to, the last one first, and then those that were named."""
    targets: tuple[str, ...] = ()
    """The units that were named with it."""
    words: str = ""
    """The words after those of the menu."""


@dataclass(frozen=True, slots=True)
class ActionKind:
    """A kind of action that a game's own rules add."""

    made: type[Any]
    """Its class: a frozen dataclass with the bases of :mod:`.play` that fit."""
    notation: Mapping[str, Any]
    """Its form as a line: a row like those of ``notation.toml``, without the type."""
    properties: Mapping[str, Any]
    """The form of its fields in JSON, as in ``action.schema.json``, to whose definitions they may refer."""
    menus: tuple[str, ...] = ()
    """The ids of the entries of the game's menus that declare it; by default the one that is called as its type."""
    chat: tuple[str, ...] = ()
    """The words by which players declare it in the chat, in small letters; ``*`` stands for the end of a word."""
    rolls: tuple[RollPurpose, ...] = ()
    """The purposes of the dice that are rolled once it is declared."""
    meant: Callable[[SeenAction], Iterable[Any]] | None = None
    """A function that returns the actions that a log may mean, the likeliest first.

    By default that is one: its unit is who declared it, its hex where that unit was dragged, or else the hex that was
    named, and its target the unit that was named; other fields have their usual value.
    """

    @property
    def declared_by(self) -> tuple[str, ...]:
        """The ids of the menu entries that declare it."""
        return self.menus or (spelled(self.made),)

    def meanings(self, seen: SeenAction) -> Iterator[Any]:
        """Yield the actions that a log may mean."""
        if self.meant is not None:
            yield from self.meant(seen)
            return
        values, hints = dict[str, Any](), get_type_hints(self.made)
        for each in fields(self.made):
            found = _seen_value(each.name, hints[each.name], seen)
            if found is not None:
                values[each.name] = found
            elif each.default is MISSING:
                return
        yield self.made(**values)

    @property
    def schema(self) -> dict[str, Any]:
        """The schema of the action as a JSON object."""
        needed = [each.name for each in fields(self.made) if each.default is MISSING]
        type_ = {"description": "what is done", "const": spelled(self.made)}
        return {
            "type": "object",
            "additionalProperties": False,
            "required": ["type", *needed],
            "properties": {"type": type_, **self.properties},
        }


def _seen_value(name: str, hint: Any, seen: SeenAction) -> object:
    """Return the value of a field of an action that a log shows, None if it shows none."""
    if name == "unit":
        return seen.unit
    if name == "target":
        return next(iter(seen.targets), None)
    return next(iter(seen.hexes), None) if hint in (Hex, Place) else None


def spelled(kind: type) -> str:
    """Return the type of the actions of a class: ``direct-fire``."""
    if stored := getattr(kind, "stored_as", ""):  # files have it from when the class was called so
        return str(stored)
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in kind.__name__).removeprefix("-")


ACTION_TYPES: Final[Mapping[str, type[Any]]] = {spelled(kind): kind for kind in get_args(Action)}
"""The program's own classes of actions by their types: ``direct-fire``."""
_ADDED: Final[dict[str, tuple[str, ActionKind]]] = {}
"""The added kinds by their types, each with the name of the rules that have added it."""


def add_action_kind(kind: ActionKind, rules: str) -> None:
    """Add a kind of action of a set of exclusive rules. Raises ``ValueError`` if there is another one of its type."""
    name = spelled(kind.made)
    if name in ACTION_TYPES or _ADDED.get(name, (rules, kind))[0] != rules:
        raise ValueError(f"there is a kind of action {name!r} already")
    _ADDED[name] = rules, kind


def added_kinds(rules: str) -> Iterator[tuple[str, ActionKind]]:
    """Yield the kinds of action that a set of exclusive rules has added, with their types."""
    yield from ((name, kind) for name, (by, kind) in _ADDED.items() if by == rules)


def kind_of_action(name: str) -> ActionKind | None:
    """Return the added kind of a type, None if there is none."""
    return _ADDED[name][1] if name in _ADDED else None


def declared_kind(rules: str, menu: str) -> ActionKind | None:
    """Return the kind of action of some rules that an entry of the menus declares, None for none."""
    return next((kind for _, kind in added_kinds(rules) if menu in kind.declared_by), None)


def rolls_declared(menu: str) -> frozenset[RollPurpose]:
    """Return the purposes of the dice that belong to an entry of the menus that declares an added kind of action."""
    if not _ADDED:
        return frozenset()
    kinds = (kind for _, kind in _ADDED.values() if menu in kind.declared_by)
    return frozenset(purpose for kind in kinds for purpose in kind.rolls)


def word_lists(kind: type[Any]) -> Mapping[str, type[StrEnum]]:
    """Return the enums of the fields of a class that have a closed list of words."""
    hints = get_type_hints(kind)
    return {name: hint for name, hint in hints.items() if isinstance(hint, type) and issubclass(hint, StrEnum)}
