"""One trait of a piece: its type and its state, with the fields by name (vassal-files.md 3.1, 3.3).

The texts are the truth and are written back as they are; the named fields are read from them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType

from . import sequence
from .commands import integer
from .trait_table import FREE_ROTATION, TRAIT_KINDS, Field, FieldKind, TraitKind

__all__ = ["Trait", "TraitType", "Value", "field_shares", "read_element", "read_fields", "read_trait_type"]

Value = str | int | float | bool | tuple[str, ...]
"""The value of a field after reading. A number or a truth value that does not parse stays text."""

_UNKNOWN_PREFIX = re.compile(r"[^;]{0,200};?")
_MAX_REMEMBERED = 1_000
"""Characters of a type that is remembered."""
_DECIMAL = re.compile(r"[+-]?(?:[0-9]{1,18}\.?[0-9]{0,18}|\.[0-9]{1,18})(?:[eE][+-]?[0-9]{1,2})?")
_BOOLEANS = {"true": True, "false": False}


@dataclass(frozen=True)
class TraitType:
    """A trait's type, which never changes during a game."""

    text: str
    id: str
    """The text before the first semicolon; the kind of trait."""
    kind: TraitKind | None
    """The row of the trait table; None for a module's own trait."""

    @cached_property
    def fields(self) -> Mapping[str, Value]:
        """The type's fields by name; those that the text leaves out are missing."""
        if self.kind is None or not self.kind.type_fields:
            return MappingProxyType({})
        body = self.text[len(self.id) + 1 :]
        return MappingProxyType(read_fields(body, self.kind.type_fields, self.kind.type_delimiter))

    @property
    def title(self) -> str:
        """The name of the trait for people."""
        return self.kind.title if self.kind else f"unknown trait {self.id!r}"

    def text_field(self, name: str, default: str = "") -> str:
        """Return a field as text."""
        value = self.fields.get(name, default)
        return value if isinstance(value, str) else default if isinstance(value, tuple) else str(value)

    def integer(self, name: str, default: int = 0) -> int:
        """Return a field as a whole number; *default* where it is none."""
        value = self.fields.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) else default

    def boolean(self, name: str, default: bool = False) -> bool:
        """Return a field as a truth value; *default* where it is missing, False for any other text."""
        value = self.fields.get(name)
        return default if value is None else value is True

    def items(self, name: str) -> tuple[str, ...]:
        """Return a list field; empty where it is missing."""
        value = self.fields.get(name)
        return value if isinstance(value, tuple) else ()


@dataclass(frozen=True, slots=True)
class Trait:
    """A trait of one piece at one moment."""

    type: TraitType
    state: str

    @property
    def id(self) -> str:
        """The kind of trait, as its type names it."""
        return self.type.id

    @property
    def state_fields(self) -> Mapping[str, Value]:
        """The state's fields by name."""
        kind = self.type.kind
        if kind is None or not kind.state_fields:
            return MappingProxyType({})
        return MappingProxyType(read_fields(self.state, kind.state_fields, kind.state_delimiter))

    @property
    def label(self) -> str:
        """The name that the module gives this trait, empty if it gives none."""
        return self.type.text_field("name") or self.type.text_field("property")


def _integer(text: str) -> Value:
    value = integer(text)
    return text if value is None else value


def _decimal(text: str) -> Value:
    if not _DECIMAL.fullmatch(text):
        return text
    value = float(text)
    return value if math.isfinite(value) else text


def _boolean(text: str) -> Value:
    return _BOOLEANS.get(text, text)


def _list(text: str) -> Value:
    return tuple(sequence.decode(text, ",")) if text else ()


_SEVERAL = frozenset({FieldKind.COUNTED, FieldKind.REST})
"""The kinds of fields that are several elements, or none."""
_READERS = {
    FieldKind.INTEGER: _integer,
    FieldKind.DECIMAL: _decimal,
    FieldKind.BOOLEAN: _boolean,
    FieldKind.LIST: _list,
}


def field_shares(tokens: Sequence[str], fields: Sequence[Field]) -> Iterator[tuple[Field, list[str]]]:
    """Yield each field that the tokens reach with its share of them: one, or for a field of several any number.

    A counted field whose count is wrong has all that is left.
    """
    at = 0
    for field in fields:
        left = len(tokens) - at
        if field.kind not in _SEVERAL:
            share = 1
        elif field.kind is FieldKind.REST:
            share = left
        else:
            number = integer(tokens[at - 1])
            share = number if number is not None and 0 <= number <= left else left
        if share > left:
            return
        yield field, list(tokens[at : at + share])
        at += share


def read_element(field: Field, text: str) -> Value:
    """Return what the one element of a field says; a number or a truth value that does not parse stays text."""
    reader = _READERS.get(field.kind)
    return reader(text) if reader else text


def read_fields(text: str, fields: tuple[Field, ...], delimiter: str) -> dict[str, Value]:
    """Split *text* and name its elements. Elements beyond the known ones are not in the result."""
    tokens = sequence.decode(text, delimiter) if delimiter else [text]
    values: dict[str, Value] = {}
    for field, share in field_shares(tokens, fields):
        reader = _READERS.get(field.kind)
        if field.kind in _SEVERAL:
            values[field.name] = tuple(share)
        else:
            values[field.name] = reader(share[0]) if reader else share[0]
    return values


def read_trait_type(text: str) -> TraitType:
    """Read the type of one trait or basic piece. Never fails; an unknown kind has no fields."""
    return _remembered(text) if len(text) <= _MAX_REMEMBERED else _read_trait_type(text)


def _read_trait_type(text: str) -> TraitType:
    prefix = _UNKNOWN_PREFIX.match(text)
    name = (prefix.group() if prefix else "").removesuffix(";")
    kind = TRAIT_KINDS.get(name)
    if kind is None:
        return TraitType(text, name, None)
    if kind.id == "rotate" and integer(text[len(name) + 1 :].partition(";")[0]) == 1:
        kind = FREE_ROTATION
    return TraitType(text, name, kind)


_remembered = lru_cache(maxsize=4096)(_read_trait_type)
"""All files of one game have the same types, and a command reads each file several times."""
