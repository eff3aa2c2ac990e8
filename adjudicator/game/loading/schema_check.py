"""Checks the data files against their JSON Schemas and reports errors in a player's words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from typing import Any, Final

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

from ...schemas import load_json_schema
from ..errors import GameDataError
from .error_limit import raise_all
from .files import GameFiles
from .places import place_words, shown
from .schema_predicate import Predicate, has_unlike_items, is_exactly, predicate, simple_items, whole_text
from .suggestions import did_you_mean, listed
from .toml_scan import Path

__all__ = ["SchemaForm", "check_schemas", "document_errors", "schema_form", "schema_name"]

_MAX_LOOKED_AT: Final = 500
"""The number of errors of one file that are looked at, so that a file full of them is quickly checked."""
_SCHEMAS: Final[Mapping[str, str]] = {
    "game.toml": "game.schema.json",
    "units.toml": "game-units.schema.json",
    "map.toml": "game-map.schema.json",
    "charts.toml": "game-charts.schema.json",
    "markers.toml": "game-markers.schema.json",
    "actions.toml": "game-actions.schema.json",
    "layouts.toml": "game-layouts.schema.json",
    "dialect.toml": "game-dialect.schema.json",
    "style.toml": "game-style.schema.json",
}
_PROBLEMS: Final[Mapping[str, str]] = {
    "type": "the value is of the wrong kind",
    "enum": "the value is not one of those allowed",
    "const": "the value is not one of those allowed",
    "pattern": "the text is not of the form allowed",
    "minimum": "the number is too small",
    "maximum": "the number is too large",
    "minLength": "the text is too short",
    "maxLength": "the text is too long",
    "minItems": "the list is too short",
    "maxItems": "the list is too long",
    "maxProperties": "the table has too many keys",
    "uniqueItems": "the list has an item twice",
}


def _no_line(_: Path) -> str:
    return ""


def schema_name(file: str) -> str:
    """Return the file name of the schema that a data file follows."""
    return _SCHEMAS.get(file, "game-scenario.schema.json")


def check_schemas(files: GameFiles) -> None:
    """Check every file against its schema.

    Raises :class:`GameDataErrors` with all that does not follow it.
    """
    raise_all(
        error
        for file, document in files.documents.items()
        for error in document_errors(file, document, schema_name(file), line=partial(files.line_words, file))
    )


def document_errors(
    file: str, document: Mapping[str, Any], schema: str, added: Mapping[str, Any] | None = None,
    line: Callable[[Path], str] = _no_line,
) -> Iterator[GameDataError]:  # fmt: skip
    """Yield the errors of one file in the order of the file, one for each value that is wrong.

    *schema* is a schema's file name; a definition of it may follow: ``action.schema.json#/$defs/move``. An *added*
    definition stands for one that the file does not have, and may refer to its others. *line* gives the words for the
    line of a value.
    """
    form = schema_form(schema) if added is None else _added_form(schema, added)
    if not form.follows(document):
        yield from _errors(file, document, form.validator, line)


def _errors(
    file: str, document: Mapping[str, Any], validator: Any, line: Callable[[Path], str]
) -> Iterator[GameDataError]:
    """Yield the errors of a document that are to be reported."""
    found = sorted(
        islice(validator.iter_errors(document), _MAX_LOOKED_AT),
        key=lambda error: (_position(document, error.absolute_path), error.validator != "type"),
    )
    told: set[tuple[Any, ...]] = set()
    for error in found:
        # a name that is not allowed is reported at the table that has it
        value = (*error.absolute_path, error.instance) if _is_name(error) else tuple(error.absolute_path)
        if error.validator in _TELLERS:
            yield from _TELLERS[str(error.validator)](error, file, document, line)
        elif value not in told:
            told.add(value)
            yield _value_error(error, file, document, line)


def _is_name(error: ValidationError) -> bool:
    return "propertyNames" in error.absolute_schema_path


def _position(document: Any, path: Sequence[str | int]) -> tuple[int, ...]:
    """Return the rank of a value among its neighbours, at each level of the document."""
    position = []
    for part in path:
        position.append(part if isinstance(part, int) else list(document).index(part))
        document = document[part]
    return tuple(position)


def _rule(error: ValidationError) -> Mapping[str, Any]:
    """Return the part of the schema that a value does not follow."""
    return error.schema if isinstance(error.schema, Mapping) else {}


def _value_error(
    error: ValidationError, file: str, document: Mapping[str, Any], line: Callable[[Path], str]
) -> GameDataError:
    rule = _rule(error)
    problem = _PROBLEMS.get(str(error.validator), "the value is not allowed")
    if _is_name(error):
        problem = "a key is not of the form allowed"
    expected = str(rule.get("description", ""))
    if error.validator == "enum":
        if isinstance(error.instance, str):
            problem += did_you_mean(error.instance, [each for each in rule["enum"] if isinstance(each, str)])
        expected = ", ".join(map(shown, rule["enum"]))
    place = line(tuple(error.absolute_path)) + place_words(document, list(error.absolute_path))
    return GameDataError(problem, file=file, place=place, found=shown(error.instance), expected=expected)


def _unknown_keys(
    error: ValidationError, file: str, document: Mapping[str, Any], line: Callable[[Path], str]
) -> Iterator[GameDataError]:
    """Yield one error for each key that a table must not have."""
    allowed = list(_rule(error)["properties"])
    place = place_words(document, list(error.absolute_path))
    table: Any = error.instance
    for key in table:
        if key not in allowed:
            problem = "no such key" + did_you_mean(key, allowed)
            where = line((*error.absolute_path, key)) + place
            yield GameDataError(problem, file=file, place=where.removesuffix(", "), found=key, expected=listed(allowed))


def _missing_key(
    error: ValidationError, file: str, document: Mapping[str, Any], line: Callable[[Path], str]
) -> Iterator[GameDataError]:
    """Yield the error that a key is missing; the validator gives one for each."""
    needed: Any = error.validator_value
    key = next(key for key in needed if error.message.startswith(f"{key!r} "))
    expected = str(_rule(error)["properties"].get(key, {}).get("description", ""))
    place = line(tuple(error.absolute_path)) + place_words(document, list(error.absolute_path))
    yield GameDataError(f"the key {key} is missing", file=file, place=place, expected=expected)


_Teller = Callable[[ValidationError, str, Mapping[str, Any], Callable[[Path], str]], Iterator[GameDataError]]
_TELLERS: Final[Mapping[str, _Teller]] = {
    "additionalProperties": _unknown_keys,
    "required": _missing_key,
}


def _is_whole(_checker: object, value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _whole_text(_validator: object, pattern: str, text: Any, _schema: object) -> Iterator[ValidationError]:
    """Match a whole text against a pattern. (The plain validator allows a line end after it.)"""
    if isinstance(text, str) and not whole_text(pattern).fullmatch(text):
        yield ValidationError(f"{text!r} does not match {pattern!r}")


def _unlike_items(_validator: object, wanted: bool, items: Any, _schema: object) -> Iterator[ValidationError]:
    """Look for equal texts or numbers in a list. (The plain validator takes very long over tables.)"""
    if wanted and isinstance(items, list) and not has_unlike_items(items):
        twice = next(item for item, number in Counter(simple_items(items)).items() if number > 1)
        yield ValidationError(f"{twice!r} is there twice", instance=twice)


def _exactly(_validator: object, value: Any, found: Any, _schema: object) -> Iterator[ValidationError]:
    """Look for the very value of a schema. (For the plain validator 1.0 is 1.)"""
    if not is_exactly(value, found):
        yield ValidationError(f"{value!r} was expected")


def _one_of(_validator: object, values: Any, found: Any, _schema: object) -> Iterator[ValidationError]:
    if not any(is_exactly(value, found) for value in values):
        yield ValidationError(f"{found!r} is not one of {values!r}")


_Validator: Any = extend(  # type: ignore[no-untyped-call]
    Draft202012Validator,
    validators={"pattern": _whole_text, "uniqueItems": _unlike_items, "const": _exactly, "enum": _one_of},
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_whole),
)
"""A validator for which 1.0 is no whole number, and which matches patterns against the whole text."""


@dataclass(frozen=True, slots=True)
class SchemaForm:
    """A schema, compiled: to see at once whether a document follows it, and to find the errors of one that does not."""

    follows: Predicate
    validator: Any
    """The validator of ``jsonschema`` that finds the errors."""


@cache
def schema_form(name: str) -> SchemaForm:
    """Return a schema by its file name, or one of its definitions, as :func:`document_errors` names it."""
    file, _, definition = name.partition("#/$defs/")
    schema = load_json_schema(file)
    return _compiled(schema["$defs"][definition] if definition else schema, schema)


def _added_form(name: str, definition: Mapping[str, Any]) -> SchemaForm:
    return _compiled(definition, load_json_schema(name.partition("#/$defs/")[0]))


def _compiled(part: Mapping[str, Any], schema: Mapping[str, Any]) -> SchemaForm:
    whole = _without_references(part, schema)
    return SchemaForm(predicate(whole), _Validator(whole))


def _without_references(part: Any, schema: Mapping[str, Any]) -> Any:
    """Return a part of a schema with each ``$ref`` replaced by what it refers to, which is quicker to check against.

    The schemas of game data refer to their own definitions and to those of the common schema, never in a circle.
    """
    if isinstance(part, list):
        return [_without_references(each, schema) for each in part]
    if not isinstance(part, dict):
        return part
    own = {key: _without_references(value, schema) for key, value in part.items() if key not in ("$ref", "$defs")}
    if "$ref" not in part:
        return own
    file, _, pointer = part["$ref"].partition("#/$defs/")
    home = load_json_schema(file) if file else schema
    return own | _without_references(home["$defs"][pointer], home)
