"""Checks units, leaders and chits: figures that belong together, and formations of the right division."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ...errors import GameDataError
from ..build_units import OTHER_SIDES, UNIT_FIGURES
from ..files import GameFiles
from ..places import Row
from .names import Names

__all__ = [
    "chits_of_their_kind",
    "dates_in_order",
    "faces_named",
    "figures_complete",
    "figures_founded",
    "formation_of_division",
]

_NEEDED: Final = ("unit_class", "symbol", "steps")
_GOES_WITH: Final = (("fire", "weapon"), ("assault", "assault_weapon"))
"""Ratings, and the weapon class that each needs."""
_MEMBERS: Final = (("units.toml", "units"), ("units.toml", "leaders"), ("markers.toml", "chits"))
_CHIT_NEEDS: Final[Mapping[str, str]] = {"division": "division", "formation": "formation", "direct-command": "side"}

_Table = Mapping[str, Any]


def formation_of_division(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each row that names a formation of another division."""
    home = files.rows_by("game.toml", "formations")
    tables = (*_MEMBERS, *((file, table) for file in files.scenarios for table in ("setup", "reinforcements")))
    for file, table in tables:
        for row in files.rows(file, table):
            formation, division = row.get("formation", ""), row.get("division", "")
            whose = home[formation].get("division") if formation in home else division
            if division and whose != division:
                problem = f"this formation belongs to {whose}, not to {division}"
                yield row.error(problem, key="formation", found=formation)


def figures_complete(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each unit that lacks a figure, or has one that is meaningless without another.

    An error of a type alone is reported for the type, and only once.
    """
    types = dict(zip(files["units.toml"].get("types", {}), files.rows("units.toml", "types"), strict=True))
    told: set[tuple[str, str]] = set()
    for row in files.rows("units.toml", "units"):
        type_row = types.get(row.get("type", ""), row)
        values = {**type_row.values, **row.values}
        for key in _NEEDED:
            if key not in values:
                yield row.error(f"neither the unit nor its type has the key {key}")
        for keys, problem in _incomplete(values):
            home = row if any(key in row.values for key in keys) else type_row
            if (home.place, problem) not in told:
                told.add((home.place, problem))
                yield home.error(problem)


def _incomplete(values: _Table) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield each error in the figures of a counter, and the keys of a row that contain it."""
    yield from _incomplete_side(values, "")
    for side in OTHER_SIDES:
        if side in values:
            yield from (((side,), problem) for _, problem in _incomplete_side(values[side], f"{side}."))


def _incomplete_side(values: _Table, prefix: str) -> Iterator[tuple[tuple[str, ...], str]]:
    needs = [(rating, weapon) for rating, weapon in _GOES_WITH if values.get(rating, "No") != "No"]
    if isinstance(values.get("movement"), int):
        needs.append(("movement", "movement_class"))
    elif prefix == "mounted.":
        yield ("movement",), "the transport side needs a movement that is a number"
    for key, needed in needs:
        if needed not in values:
            yield (key, needed), f"{prefix}{key} needs {prefix}{needed}"


def figures_founded(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each unit that overrides a figure of its type without stating a source for it."""
    types = files["units.toml"].get("types", {})
    for row in files.rows("units.toml", "units"):
        type_row = types.get(row.get("type", ""), {})
        founded = {*row.get("sources", {}), *(side for side in OTHER_SIDES if row.get(side, {}).get("source"))}
        for key in (*UNIT_FIGURES, *OTHER_SIDES):
            if key in row.values and key in type_row and not row.get("source") and key not in founded:
                problem = f"the unit states {key} itself, though its type does too, so it needs a source"
                yield row.error(problem, found=row.get(key), expected="source, or sources with this key")
        for key in row.get("sources", {}):
            if key not in row.values and key not in type_row:
                yield row.error("a source is given for a figure that the unit does not have", key=f"sources.{key}")


def chits_of_their_kind(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each chit that does not state what it activates."""
    for row in files.rows("markers.toml", "chits"):
        needed = _CHIT_NEEDS.get(row.get("kind", ""))
        if needed and not row.get(needed):
            yield row.error(f"a chit of the kind {row.get('kind')} needs the key {needed}")


def faces_named(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each marker that does not have a name for each of its faces."""
    for row in files.rows("markers.toml", "markers"):
        faces, face_names = row.get("faces", []), row.get("face_names", [])
        if len(faces) != len(face_names):
            problem = f"there are {len(faces)} faces but {len(face_names)} face_names"
            yield row.error(problem, key="face_names")


def dates_in_order(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each date of the calendar that comes before the one above it."""
    before = ""
    for row in Row("game.toml", "calendar", files["game.toml"]["calendar"]).inner("dates"):
        if row.get("date") < before:
            yield row.error(f"the date comes before {before}, which is above it", key="date", found=row.get("date"))
        before = row.get("date")
