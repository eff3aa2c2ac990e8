"""Checks that no two rows have the same id, name or number where each must be unique."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from ...errors import GameDataError
from ...names import words_of
from ..files import GameFiles
from ..places import Row
from .names import Names

__all__ = ["same_in_row", "same_in_table", "same_names_of_pieces", "same_scenario_number"]

_Words = tuple[str, ...]

_OWN: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    ("game.toml", "sides", ("id", "name")),
    ("game.toml", "divisions", ("id", "name")),
    ("game.toml", "formations", ("id", "name")),
    ("game.toml", "weapons", ("id", "colour_name")),
    ("game.toml", "dice", ("button",)),
    ("game.toml", "sequence_of_play", ("number",)),
    ("units.toml", "units", ("id",)),
    ("units.toml", "leaders", ("id",)),
    ("map.toml", "terrains", ("id", "name")),
    ("map.toml", "doors", ("hex",)),
    ("map.toml", "observation_posts", ("hex",)),
    ("map.toml", "trails", ("id",)),
    ("map.toml", "areas", ("id", "name")),
    ("map.toml", "entry_hexes", ("letter", "hex")),
    ("map.toml", "boxes", ("id", "name")),
    ("map.toml", "tracks", ("id", "name")),
    ("charts.toml", "charts", ("id", "title")),
    ("markers.toml", "chits", ("id",)),
    ("markers.toml", "markers", ("id",)),
    ("actions.toml", "reserved_keys", ("key",)),
    ("actions.toml", "actions", ("id",)),
    ("actions.toml", "states", ("id", "property")),
)
"""By file and table, the keys whose values must be unique to each row."""
_INNER: Final[tuple[tuple[str, str, str, tuple[str, ...]], ...]] = (
    ("charts.toml", "charts", "columns", ("id",)),
    ("actions.toml", "states", "levels", ("value",)),
)
"""The same for tables within a row."""
_PIECES: Final = (
    ("units.toml", "leaders"), ("units.toml", "units"), ("markers.toml", "chits"), ("markers.toml", "markers"),
)  # fmt: skip
"""The files and tables whose rows become pieces of the module."""
_OTHER_NAMES: Final = ("spellings", "formerly")
"""The keys of a row that hold a piece's other names."""


def _twice(rows: Iterable[Row], key: str) -> Iterator[GameDataError]:
    seen: dict[Any, str] = {}
    for row in rows:
        value = row.get(key)
        if value in seen:
            problem = f"this {key.replace('_', ' ')} is already that of {seen[value]}"
            yield row.error(problem, key=key, found=value)
        elif value is not None:
            seen[value] = row.place


def same_in_table(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each row of a table that has the id, name or the like of an earlier one."""
    for file, table, keys in _OWN:
        for key in keys:
            yield from _twice(files.rows(file, table), key)
    game = files["game.toml"]["calendar"]
    dates = (Row("game.toml", "calendar", game),)
    yield from (error for row in dates for error in _twice(row.inner("dates"), "date"))


def same_in_row(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each column of a chart or level of a state that repeats an earlier one."""
    for file, table, inner, keys in _INNER:
        for row in files.rows(file, table):
            for key in keys:
                yield from _twice(row.inner(inner), key)


def same_names_of_pieces(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each piece that has the name of another one, of whatever kind: the log names them alike.

    Names that differ in capital letters, accents or dots only are the same. Other spellings and former names may be
    those of a piece of another kind, but not of its own: the action tells the kind.
    """
    seen: dict[_Words, str] = {}
    for kind in _PIECES:
        of_kind: dict[_Words, str] = {}
        for row in files.rows(*kind):
            yield from _called_alike(row, "name", row.get("name"), seen, of_kind)
            for key in _OTHER_NAMES:
                for name in row.get(key, ()):
                    yield from _called_alike(row, key, name, of_kind)


def _called_alike(row: Row, key: str, name: str, *seen: dict[_Words, str]) -> Iterator[GameDataError]:
    """Yield an error if another row has this name among those *seen*, and note it there."""
    words = words_of(name) or (name,)
    owners = [names.setdefault(words, row.place) for names in seen]
    other = next((place for place in owners if place != row.place), "")
    if other:
        yield row.error(f"this is already a name of {other}", key=key, found=name)


def same_scenario_number(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each scenario whose number is not that of its file's name."""
    for file in files.scenarios:
        number = int(file.removeprefix("scenario_").removesuffix(".toml"))
        if files[file]["number"] != number:
            row = Row(file, "", files[file])
            yield row.error("the number is not that of the file's name", key="number", found=row.get("number"))
