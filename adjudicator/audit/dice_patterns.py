"""The tables of patterns by which chat lines of modules are recognised: their reading and checking.

``dice_patterns.toml`` beside this file holds VASSAL's own wordings and the common ones; a user's file
has the same form (``schema/dice-patterns.schema.json``). Each row has a name and a regular expression
that must match a whole line, blanks at both ends left out; its named groups say what is read:

==========  ==================================  =============================================
table       groups                              what it recognises
==========  ==================================  =============================================
[[dice]]    player button results total         a roll; ``results`` or ``total`` is needed
            sides dice
[[turn]]    player old new                      the turn was changed
[[chat]]    player text                         talk; ``player`` is needed
[[report]]  player piece old new                a move or another report of the module
[[undo]]    text                                an undone chat line; ``text`` is needed
[[button]]  dice sides                          not a line: what a button's name says of its dice
==========  ==================================  =============================================

Lines of more than :data:`MAX_LINE` characters match nothing, which bounds the work of patterns whose
time grows with the square of the length. That does not stop one that grows exponentially, as ``(a+)+b``
does. Python's own matcher cannot be stopped either, so that patterns of users are matched by the library
``regex``, which takes a time limit (:data:`MAX_SECONDS` of computing time a line); it comes with the
extra ``patterns``. Our own patterns need no limit and no library.
"""

from __future__ import annotations

import html
import re
import tomllib
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from adjudicator.vassal.errors import DocumentError

from ..schemas import load_json_schema
from .pattern_length import written_out_length

__all__ = [
    "MAX_LINE",
    "Example",
    "LinePattern",
    "PatternError",
    "PatternTables",
    "builtin_tables",
    "join_tables",
    "read_tables",
]

MAX_SECONDS: Final = 1.0
"""The greatest time for which one line may be matched against a user's pattern, in seconds."""
_QUOTED: Final = re.compile(r'"""[\s\S]*?"""|\'\'\'[\s\S]*?\'\'\'|"(?:[^"\\\n]|\\.)*+"|\'[^\'\n]*+\'|#.*')
_LONG_KEY: Final = re.compile(r"(?<![\w \t-])[ \t]*+(?:[\w-]*+[ \t]*+\.[ \t]*+){12}")
"""A key of many parts, texts taken out: to read one takes time that grows with the square of their number."""
MAX_LINE: Final = 2_000
"""The greatest length in characters of a line, or of a button's name, that is matched."""
_MAX_BYTES: Final = 1024 * 1024
_MAX_VALUES: Final = 50_000
_GREATEST: Final = 10**100
"""Greater numbers are not looked at, those that Python does not print among them."""
_MAX_WRITTEN_OUT: Final = 200_000
_BUILTIN: Final = "dice_patterns.toml"
_SCHEMA: Final = "dice-patterns.schema.json"
_FORMAT_TAG = re.compile(
    r"</?(?:b|big|br|center|code|div|em|font|h[1-6]|hr|i|img|p|s|small|span|strong|sub|sup|tt|u)\b[^<>]*>",
    re.IGNORECASE,
)


class PatternError(DocumentError):
    """A file of patterns that cannot be read, or that does not follow its schema."""


@dataclass(frozen=True, slots=True)
class _Groups:
    """The named groups that the patterns of one table may have, and those of which one is needed."""

    allowed: frozenset[str]
    needed: frozenset[str] = frozenset()


_TABLES: Final[Mapping[str, _Groups]] = {
    "dice": _Groups(
        frozenset({"player", "button", "results", "total", "sides", "dice"}), frozenset({"results", "total"})
    ),
    "turn": _Groups(frozenset({"player", "old", "new"})),
    "chat": _Groups(frozenset({"player", "text"}), frozenset({"player"})),
    "report": _Groups(frozenset({"player", "piece", "old", "new"})),
    "undo": _Groups(frozenset({"text"}), frozenset({"text"})),
    "button": _Groups(frozenset({"dice", "sides"})),
}

_PROBLEMS: Final[Mapping[str, str]] = {
    "additionalProperties": "no such key",
    "required": "a key is missing",
    "type": "the value is of the wrong kind",
    "minimum": "the number is too small",
    "maximum": "the number is too large",
    "minLength": "the text is empty",
    "maxLength": "the text is too long",
    "maxItems": "there are too many rows",
    "pattern": "the name is not allowed",
}


@dataclass(frozen=True, slots=True)
class Example:
    """A line, or the name of a button, and what its pattern must read from it."""

    line: str
    expect: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LinePattern:
    """One row of a table.

    ``html`` has HTML's character references replaced before matching, ``tags`` has formatting tags
    such as ``<b>`` dropped first. ``sides``, ``low`` and ``dice`` are given where the wording implies
    them, else None. ``manual`` marks numbers that a player typed in, ``in_order`` results that are
    known to be listed as they were rolled. ``file`` and ``place`` say where the row stands.
    """

    name: str
    regex: Any
    """A compiled pattern: of ``re``, or in a user's file of the library ``regex``, whose matching can be stopped."""
    file: str
    place: str
    html: bool = False
    tags: bool = False
    sides: int | None = None
    low: int | None = None
    dice: int | None = None
    manual: bool = False
    in_order: bool = False
    examples: tuple[Example, ...] = ()

    def read(self, line: str) -> dict[str, str] | None:
        """Return the groups that took part in a match of the whole *line*; None if it does not match."""
        if len(line) > MAX_LINE:
            return None
        text = line.strip()
        if self.tags:
            text = _FORMAT_TAG.sub("", text).strip()
        if self.html:
            text = html.unescape(text)
        match = self._match(text)
        if match is None:
            return None
        return {name: value.strip() for name, value in match.groupdict().items() if value is not None}

    def _match(self, text: str) -> Any:
        """Match a whole text. Raises :class:`PatternError` if a user's pattern takes too long."""
        if isinstance(self.regex, re.Pattern):
            return self.regex.fullmatch(text)
        try:
            return self.regex.fullmatch(text, timeout=MAX_SECONDS)
        except TimeoutError:
            raise PatternError("the regular expression takes too long: it tries again and again", file=self.file,
                               place=f"{self.place}, regex", found=self.regex.pattern,
                               expected="(?>...) where repetitions are nested") from None  # fmt: skip


PatternTables = Mapping[str, tuple[LinePattern, ...]]
"""The rows of each table by its name, in the order in which they are tried; every table is there."""


@cache
def builtin_tables() -> PatternTables:
    """Return the tables that come with the program. Raises :class:`PatternError` if they are wrong."""
    data = files(__package__).joinpath(_BUILTIN).read_bytes()
    return _tables(data, _BUILTIN)


def read_tables(path: Path) -> PatternTables:
    """Return the tables of a user's file, TOML in UTF-8 of at most 1 MiB.

    Raises :class:`PatternError`, which names the file, the row and what is allowed.
    """
    return _tables(_read_bytes(path), path.name)


def join_tables(sets: Sequence[PatternTables]) -> PatternTables:
    """Join several sets of tables; the rows of earlier sets are tried first."""
    return {kind: tuple(row for tables in sets for row in tables[kind]) for kind in _TABLES}


def _read_bytes(path: Path) -> bytes:
    if path.exists() and not path.is_file():
        raise PatternError("not a regular file", file=path.name, expected="a TOML file of patterns")
    try:
        with path.open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
    except OSError as error:
        reason = error.strerror or "the file cannot be read"
        raise PatternError(reason, file=path.name, expected="a TOML file of patterns") from error
    if len(data) > _MAX_BYTES:
        raise PatternError("the file is too large", file=path.name, expected=f"at most {_MAX_BYTES:,} bytes")
    return data


def _tables(data: bytes, file: str) -> PatternTables:
    """Turn the bytes of one TOML file into compiled tables."""
    document = _parse(data, file)
    _validate(document, file)
    _refuse_large_patterns(document, file)
    tables = {kind: tuple(_rows(kind, document.get(kind, []), file)) for kind in _TABLES}
    for rows in tables.values():
        _check_names(rows)
    return tables


def _parse(data: bytes, file: str) -> dict[str, Any]:
    try:
        text = data.decode("utf-8-sig")
        if _LONG_KEY.search(_QUOTED.sub("", text)):
            raise PatternError("a key has too many parts", file=file, expected="rows of plain values")
        document = tomllib.loads(text)
        _refuse_large_numbers(document, file)
    except PatternError:
        raise
    except UnicodeDecodeError as error:
        place = f"byte {error.start}"
        raise PatternError("the file is not UTF-8 text", file=file, place=place) from error
    except RecursionError as error:
        raise PatternError("the file is nested too deeply", file=file, expected="rows of plain values") from error
    except tomllib.TOMLDecodeError as error:
        raise PatternError(f"not TOML: {error}", file=file) from error
    except ValueError as error:  # Python reads no more than some thousand digits
        raise PatternError("not TOML: a number is too long", file=file) from error
    return document


def _refuse_large_numbers(document: Mapping[str, Any], file: str) -> None:
    """Refuse what no schema should have to look at: too many values, and numbers that cannot even be printed."""
    waiting: list[Any] = [document]
    count = 0
    while waiting:
        value = waiting.pop()
        count += 1
        if count > _MAX_VALUES:
            raise PatternError("the file has too many values", file=file, expected=f"at most {_MAX_VALUES:,}")
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, int) and abs(value) > _GREATEST:
            raise PatternError("a number is too large", file=file)


def _refuse_large_patterns(document: Mapping[str, Any], file: str) -> None:
    """Refuse expressions that would fill the memory with the copies that their counts stand for."""
    length = 0
    for kind in _TABLES:
        for index, row in enumerate(document.get(kind, [])):
            length += written_out_length(row["regex"])
            if length > _MAX_WRITTEN_OUT:
                raise PatternError("the regular expression repeats too much", file=file,
                                   place=f"{_row_place(kind, index, row['name'])}, regex", found=row["regex"],
                                   expected=f"at most {_MAX_WRITTEN_OUT:,} letters, counts written out")  # fmt: skip


def _validate(document: Mapping[str, Any], file: str) -> None:
    """Check the whole file against its schema; the first error in the file's order is raised."""
    errors = Draft202012Validator(load_json_schema(_SCHEMA)).iter_errors(document)
    first = min(errors, key=lambda error: [str(part).zfill(6) for part in error.absolute_path], default=None)
    if first is not None:
        raise _schema_error(first, document, file) from first


def _schema_error(error: ValidationError, document: Mapping[str, Any], file: str) -> PatternError:
    kind = str(error.validator)
    rule: Mapping[str, Any] = error.schema if isinstance(error.schema, Mapping) else {}
    value: Any = error.instance
    found, expected = repr(value), str(rule.get("description", ""))
    if kind == "additionalProperties":
        allowed = rule["properties"]
        found = next(str(key) for key in value if key not in allowed)
        expected = "one of " + ", ".join(allowed)
    elif kind == "required":
        found = ""
        expected = " and ".join(rule["required"])
    elif kind == "maxItems":
        found = f"{len(value):,}"
    problem = _PROBLEMS.get(kind, "the value is not allowed")
    place = _place(list(error.absolute_path), document)
    return PatternError(problem, file=file, place=place, found=found, expected=expected)


def _place(path: Sequence[str | int], document: Mapping[str, Any]) -> str:
    """Return the place of a value in the file: table, row by number and name, key."""
    if not path:
        return ""
    place = f"[[{path[0]}]]"
    if len(path) > 1 and isinstance(path[1], int):
        row = document[str(path[0])][path[1]]
        place = _row_place(str(path[0]), path[1], row.get("name", "") if isinstance(row, dict) else "")
    keys = [f"{part + 1}" if isinstance(part, int) else part for part in path[2:]]
    return f"{place}, {' '.join(keys)}" if keys else place


def _row_place(kind: str, index: int, name: object) -> str:
    known = f" ({name})" if isinstance(name, str) and 0 < len(name) <= 60 and name.isprintable() else ""
    return f"[[{kind}]] row {index + 1}{known}"


def _rows(kind: str, rows: Sequence[Mapping[str, Any]], file: str) -> Iterator[LinePattern]:
    for index, row in enumerate(rows):
        place = _row_place(kind, index, row["name"])
        values = {key: row[key] for key in ("html", "tags", "manual", "in_order") if key in row}
        values |= {key: int(row[key]) for key in ("sides", "low", "dice") if key in row}
        yield LinePattern(
            name=row["name"],
            regex=_compile(kind, row["regex"], values, file, place),
            file=file,
            place=place,
            examples=tuple(Example(each["line"], each["expect"]) for each in row.get("examples", [])),
            **values,
        )


def _stoppable(file: str) -> ModuleType:
    """Return the library whose matching can be stopped. Raises :class:`PatternError` if it is not installed."""
    try:
        return import_module("regex")
    except ImportError:
        raise PatternError("patterns of your own need the library regex", file=file,
                           expected="python -m pip install regex") from None  # fmt: skip


def _compile(kind: str, regex: str, values: Mapping[str, object], file: str, place: str) -> Any:
    """Compile the expression of one row and check its named groups."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            compiled = re.compile(regex)
        if file != _BUILTIN:
            compiled = _stoppable(file).compile(regex)
    except (re.error, ValueError, OverflowError, RecursionError, Warning) as error:
        if isinstance(error, PatternError):
            raise
        problem = f"the regular expression does not compile: {error}"
        raise PatternError(problem, file=file, place=f"{place}, regex", found=regex) from error
    groups, given = _TABLES[kind], frozenset(compiled.groupindex)
    for group in sorted(given - groups.allowed):
        expected = "one of " + ", ".join(sorted(groups.allowed))
        raise PatternError("no such group", file=file, place=f"{place}, regex", found=group, expected=expected)
    if groups.needed and not groups.needed & given:
        expected = " or ".join(f"(?P<{group}>...)" for group in sorted(groups.needed))
        raise PatternError("a named group is missing", file=file, place=f"{place}, regex", expected=expected)
    if kind == "button" and "sides" not in given and "sides" not in values:
        raise PatternError(
            "the row does not give the sides", file=file, place=place, expected="sides, or a group (?P<sides>...)"
        )
    return compiled


def _check_names(rows: Sequence[LinePattern]) -> None:
    seen: set[str] = set()
    for row in rows:
        if row.name in seen:
            raise PatternError("two rows of one table have this name", file=row.file, place=row.place)
        seen.add(row.name)
