"""Compiles a schema into a function that says whether a value follows it.

That is many times quicker than to look for errors, which hardly any document has. What is said of a value that does
not follow its schema is not known here: :mod:`.schema_check` looks for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

__all__ = ["Predicate", "has_unlike_items", "is_exactly", "predicate", "simple_items", "whole_text"]

Predicate = Callable[[Any], bool]
"""Tells whether a value follows a schema, or a part of one."""

_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
"""The very types of the values that JSON and TOML give; 1.0 is no whole number, and ``True`` is no number."""


def predicate(schema: Any) -> Predicate:
    """Return the function for a *schema* without references. Raises ``KeyError`` for a keyword that is not known."""
    if isinstance(schema, bool):
        return lambda _: schema
    return _all([
        _KEYWORDS[keyword](value, schema)
        for keyword, value in schema.items() if keyword not in _WITHOUT_EFFECT
    ])  # fmt: skip


def whole_text(pattern: str) -> re.Pattern[str]:
    """Return a schema's pattern, to be matched against a whole text."""
    return re.compile(pattern.removeprefix("^").removesuffix("$"))


def has_unlike_items(items: Sequence[Any]) -> bool:
    """Return True if a list has no text and no number twice; its tables are not looked at."""
    simple = simple_items(items)
    return len(set(simple)) == len(simple)


def simple_items(items: Sequence[Any]) -> list[str | int]:
    """Return the texts and numbers in a list."""
    return [item for item in items if isinstance(item, str | int)]


def is_exactly(value: object, found: object) -> bool:
    """Return True for the very value of a schema: 1.0 is not 1."""
    return value == found and type(value) is type(found)


def _all(parts: Sequence[Predicate]) -> Predicate:
    if len(parts) == 1:
        return parts[0]

    def follows(value: Any) -> bool:
        """Return whether a value follows all parts of the schema."""
        for part in parts:  # noqa: SIM110 (all() takes twice as long)
            if not part(value):
                return False
        return True

    return follows


def _if_a(kind: type | tuple[type, ...], test: Predicate) -> Predicate:
    """Return a test of values of one kind, since a keyword says nothing about those of others."""
    return lambda value: not isinstance(value, kind) or test(value)


def _type(names: str | list[str], _schema: Any) -> Predicate:
    types = frozenset(each for name in ([names] if isinstance(names, str) else names) for each in _TYPES[name])
    return lambda value: type(value) in types


def _properties(schemas: Mapping[str, Any], _schema: Any) -> Predicate:
    parts = {name: predicate(schema) for name, schema in schemas.items()}

    def follows(table: Mapping[str, Any]) -> bool:
        """Return whether the values of a table follow the schemas of their keys."""
        for key, value in table.items():
            part = parts.get(key)
            if part is not None and not part(value):
                return False
        return True

    return _if_a(dict, follows)


def _additional_properties(schema: Any, whole: Mapping[str, Any]) -> Predicate:
    known, part = frozenset(whole.get("properties", ())), predicate(schema)
    if schema is False:
        return _if_a(dict, lambda table: known.issuperset(table))
    return _if_a(dict, lambda table: all(part(value) for key, value in table.items() if key not in known))


def _items(schema: Any, whole: Mapping[str, Any]) -> Predicate:
    first, part = len(whole.get("prefixItems", ())), predicate(schema)
    return _if_a(list, lambda items: all(map(part, items[first:] if first else items)))


def _prefix_items(schemas: Sequence[Any], _schema: Any) -> Predicate:
    parts = [predicate(schema) for schema in schemas]
    return _if_a(list, lambda items: all(part(item) for part, item in zip(parts, items, strict=False)))


def _any_of(schemas: Sequence[Any], _schema: Any) -> Predicate:
    parts = [predicate(schema) for schema in schemas]
    return lambda value: any(part(value) for part in parts)


def _one_of(schemas: Sequence[Any], _schema: Any) -> Predicate:
    parts = [predicate(schema) for schema in schemas]
    return lambda value: sum(part(value) for part in parts) == 1


def _if(schema: Any, whole: Mapping[str, Any]) -> Predicate:
    condition = predicate(schema)
    then, otherwise = (predicate(whole.get(keyword, True)) for keyword in ("then", "else"))
    return lambda value: then(value) if condition(value) else otherwise(value)


def _one_of_values(values: Sequence[Any], _schema: Any) -> Predicate:
    if all(isinstance(value, str) for value in values):
        texts = frozenset(values)
        return lambda found: type(found) is str and found in texts
    return lambda found: any(is_exactly(value, found) for value in values)


def _pattern(pattern: str, _schema: Any) -> Predicate:
    matches = whole_text(pattern).fullmatch
    return _if_a(str, lambda text: matches(text) is not None)


def _property_names(schema: Any, _schema: Any) -> Predicate:
    part = predicate(schema)
    return _if_a(dict, lambda table: all(map(part, table)))


_Maker = Callable[[Any, Mapping[str, Any]], Predicate]
_NUMBER: Final = (int, float)
_KEYWORDS: Final[Mapping[str, _Maker]] = {
    "type": _type,
    "const": lambda value, _: lambda found: is_exactly(value, found),
    "enum": _one_of_values,
    "properties": _properties,
    "additionalProperties": _additional_properties,
    "propertyNames": _property_names,
    "required": lambda keys, _: _if_a(dict, lambda table: all(key in table for key in keys)),
    "maxProperties": lambda most, _: _if_a(dict, lambda table: len(table) <= most),
    "items": _items,
    "prefixItems": _prefix_items,
    "minItems": lambda least, _: _if_a(list, lambda items: len(items) >= least),
    "maxItems": lambda most, _: _if_a(list, lambda items: len(items) <= most),
    "uniqueItems": lambda wanted, _: _if_a(list, lambda items: not wanted or has_unlike_items(items)),
    "pattern": _pattern,
    "minLength": lambda least, _: _if_a(str, lambda text: len(text) >= least),
    "maxLength": lambda most, _: _if_a(str, lambda text: len(text) <= most),
    "minimum": lambda least, _: _if_a(_NUMBER, lambda number: number >= least),
    "maximum": lambda most, _: _if_a(_NUMBER, lambda number: number <= most),
    "exclusiveMinimum": lambda limit, _: _if_a(_NUMBER, lambda number: number > limit),
    "anyOf": _any_of,
    "oneOf": _one_of,
    "if": _if,
}
"""The functions that make the test of a keyword from its value and the schema that it is in."""
_WITHOUT_EFFECT: Final = frozenset({
    "$schema", "$id", "$defs", "$comment", "title", "description", "default", "examples", "then", "else",
})  # fmt: skip
"""The keywords that say nothing about a value, and those that another one reads."""
