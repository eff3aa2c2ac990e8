"""The kinds of action that the exclusive rules of games add to those of :mod:`.play`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from typing import Any, Final, get_args, get_type_hints

from .play import Action

__all__ = ["ACTION_TYPES", "ActionKind", "add_action_kind", "added_kinds", "kind_of_action", "spelled", "word_lists"]


@dataclass(frozen=True, slots=True)
class ActionKind:
    """A kind of action that a game's own rules add."""

    made: type[Any]
    """Its class: a frozen dataclass with the bases of :mod:`.play` that fit."""
    notation: Mapping[str, Any]
    """How it is written as a line: a row like those of ``notation.toml``, without the type."""
    properties: Mapping[str, Any]
    """How its fields are written as JSON, as in ``action.schema.json``, to whose definitions they may refer."""

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


def spelled(kind: type) -> str:
    """Return the type of the actions of a class: ``direct-fire``."""
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


def word_lists(kind: type[Any]) -> Mapping[str, type[StrEnum]]:
    """Return the enums of the fields of a class that have a closed list of words."""
    hints = get_type_hints(kind)
    return {name: hint for name, hint in hints.items() if isinstance(hint, type) and issubclass(hint, StrEnum)}
