"""Checks the predefined setups: every counter is where the scenario allows it to be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from ...errors import GameDataError
from ...hexes import Hex
from ..build_map import layout_of
from ..files import GameFiles
from ..places import Row
from .names import Names

__all__ = [
    "AllowedStarts",
    "everyone_has_a_start",
    "leaders_with_their_units",
    "one_unit_each",
    "starts_allowed",
    "starts_not_adjacent",
    "starts_within_stacking",
]

_PLACES: Final = ("areas", "hexes", "entry_hexes", "boxes", "fortified_without_mines")


def _setups(files: GameFiles) -> Iterator[Row]:
    for file in files.scenarios:
        yield from files.rows(file, "setup")


def _unit_starts(row: Row) -> dict[str, str]:
    units = set(row.get("units"))
    return {id_: place for id_, place in row.get("start", {}).items() if id_ in units}


def _fortified_without_mines(document: Mapping[str, Any]) -> frozenset[str]:
    """Return the hexes of the fortress that are no minefield."""
    mined = {row["id"] for row in document["terrains"] if row.get("minefield_level", 0)}
    wanted = {
        letter
        for letter, said in document["legend"].items()
        if said.get("fortified", False) and said["terrain"] not in mined
    }
    return frozenset(
        f"{column:02}.{row:02}"
        for row, letters in enumerate(document["terrain_rows"], 1)
        for column, letter in enumerate(letters, 1)
        if letter in wanted
    )


class AllowedStarts:
    """The hexes in which a group may set up, by the scenario and the map."""

    def __init__(self, files: GameFiles) -> None:
        self._areas = files.rows_by("map.toml", "areas")
        self._entries = files.rows_by("map.toml", "entry_hexes", "letter")
        self._fortified = _fortified_without_mines(files["map.toml"])

    def __call__(self, row: Row) -> set[str]:
        """Return the hexes for the group of a row ``setup``."""
        hexes = set(row.get("hexes", ()))
        for area in row.get("areas", ()):
            hexes.update(self._areas[area].get("hexes") if area in self._areas else ())
        hexes.update(
            self._entries[letter].get("hex") for letter in row.get("entry_hexes", ()) if letter in self._entries
        )
        return hexes | self._fortified if row.get("fortified_without_mines", False) else hexes


def starts_allowed(files: GameFiles, names: Names) -> Iterator[GameDataError]:
    """Yield an error for each counter that starts in a hex that its group may not use, or is not of the group."""
    allowed = AllowedStarts(files)
    for row in _setups(files):
        members = {*row.get("units"), *row.get("leaders", ())}
        hexes = allowed(row)
        for id_, place in row.get("start", {}).items():
            if id_ not in members:
                yield row.error("this counter is not one of the group", key=f"start.{id_}", found=id_)
            elif place not in hexes and names.knows("hex", place):
                problem = "the group may not set up in this hex"
                yield row.error(problem, key=f"start.{id_}", found=place, expected=_places_words(row))


def _places_words(row: Row) -> str:
    given = [
        f"{key.replace('_', ' ')} {' '.join(row.get(key))}" if isinstance(row.get(key), list) else key.replace("_", " ")
        for key in _PLACES
        if row.get(key)
    ]
    return ", or ".join(given) or "no hex: the group has no places"


def everyone_has_a_start(files: GameFiles, names: Names) -> Iterator[GameDataError]:
    """Yield an error for each counter without a start, and for a draw of more or fewer units than the group draws."""
    for row in _setups(files):
        placed, choose = row.get("start", {}), row.get("choose", 0)
        if not any(row.get(key) for key in _PLACES) or row.get("boxes"):
            continue  # the group waits beside the map, or in a box
        units = [] if choose else row.get("units")
        for id_ in (*units, *row.get("leaders", ())):
            if id_ not in placed and (names.knows("unit", id_) or names.knows("leader", id_)):
                yield row.error("the predefined setup leaves this counter out", key="start", found=id_)
        drawn = len(_unit_starts(row))
        if choose and drawn != choose:
            yield row.error(
                f"the predefined setup draws {drawn} units", key="start", expected=f"{choose}, as choose says"
            )


def starts_within_stacking(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each hex in which more units start than may stack; leaders do not count."""
    most = files["game.toml"]["stacking"]["not_in_column"]
    for file in files.scenarios:
        count: Counter[str] = Counter()
        for row in files.rows(file, "setup"):
            for id_, place in _unit_starts(row).items():
                count[place] += 1
                if count[place] == most + 1:
                    problem = f"more units start in {place} than may stack there"
                    yield row.error(problem, key=f"start.{id_}", found=most + 1, expected=f"at most {most}")


def one_unit_each(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each hex that should take exactly one unit of a group and does not."""
    for row in _setups(files):
        if row.get("one_each", False):
            count = Counter(_unit_starts(row).values())
            for place in row.get("hexes", ()):
                if count[place] != 1:
                    problem = f"each hex takes exactly one unit of the group, but {place} has {count[place]}"
                    yield row.error(problem, key="start")


def starts_not_adjacent(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each unit that starts next to another one, or with it, though their group forbids it."""
    layout = layout_of(files["map.toml"])
    for row in _setups(files):
        taken: dict[str, str] = {}
        for id_, place in _unit_starts(row).items() if row.get("not_adjacent", False) else ():
            near = (place, *map(str, layout.neighbours(Hex.parse(place))))
            other = next((name for name in near if name in taken), "")
            if other:
                where = "the same hex" if other == place else f"{other}, which is adjacent"
                yield row.error(f"{taken[other]} starts in {where}", key=f"start.{id_}", found=place)
            taken.setdefault(place, id_)


def leaders_with_their_units(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each leader who starts in a hex without a unit of his formation."""
    known = files.rows_by("units.toml", "units")
    for file in files.scenarios:
        rows = tuple(files.rows(file, "setup"))
        manned = {
            (known[id_].get("formation", ""), place)
            for row in rows
            for id_, place in _unit_starts(row).items()
            if id_ in known
        }
        for row in rows:
            for id_ in row.get("leaders", ()):
                place = row.get("start", {}).get(id_)
                if place is not None and (row.get("formation", ""), place) not in manned:
                    problem = "the leader starts in a hex without a unit of the formation"
                    yield row.error(problem, key=f"start.{id_}", found=place)
