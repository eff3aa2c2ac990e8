"""Checks the scenarios: their time, who takes part in them, chits, limits and victory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ...errors import GameDataError
from ..files import GameFiles
from ..places import Row
from .names import Names

__all__ = [
    "arrivals_possible",
    "choices_possible",
    "first_chit_not_in_mug",
    "limits_on_the_map",
    "members_of_their_group",
    "times_in_order",
    "units_once",
    "victory_complete",
]

_GROUPS: Final = ("setup", "reinforcements")
_PLACES: Final = ("areas", "hexes", "entry_hexes", "boxes", "fortified_without_mines")
_VICTORY_NEEDS: Final[Mapping[str, tuple[str, ...]]] = {
    "unit-in-area": ("side", "area"),
    "points": ("side", "threshold"),
    "last-occupier": ("hex",),
    "withdrawal": ("outcomes",),
}


def _groups(files: GameFiles, file: str) -> Iterator[Row]:
    for table in _GROUPS:
        yield from files.rows(file, table)


def _top(files: GameFiles, file: str) -> Row:
    return Row(file, "", files[file])


class _Clock:
    """Puts the turns of the calendar in order."""

    def __init__(self, names: Names) -> None:
        self.dates = {date: index for index, date in enumerate(names["date"])}
        self.turns = {turn: index for index, turn in enumerate(names["turn"])}

    def __call__(self, time: Mapping[str, str] | None) -> tuple[int, int] | None:
        """Return the sort key of a time, None if the time is not in the calendar."""
        if time is None or time["date"] not in self.dates or time["turn"] not in self.turns:
            return None
        return self.dates[time["date"]], self.turns[time["turn"]]


def _said(time: Mapping[str, str]) -> str:
    return f"{time['date']} {time['turn']}"


def times_in_order(files: GameFiles, names: Names) -> Iterator[GameDataError]:
    """Yield an error for a scenario that ends before it begins, and for arrivals outside its time."""
    clock = _Clock(names)
    for file in files.scenarios:
        top = _top(files, file)
        first, last = top.get("first"), top.get("last")
        begin, end = clock(first), clock(last)
        if begin is None or end is None:
            continue
        if end < begin:
            yield top.error("the scenario ends before it begins", key="last", found=_said(last))
            continue
        allowed = f"{_said(first)} to {_said(last)}"
        for row in files.rows(file, "reinforcements"):
            arrival, later = clock(row.get("time")), clock(row.get("withhold_until"))
            for key, when in (("time", arrival), ("withhold_until", later)):
                if when is not None and not begin <= when <= end:
                    problem = "the turn is not one of the scenario's"
                    yield row.error(problem, key=key, found=_said(row.get(key)), expected=allowed)
            if arrival is not None and later is not None and later <= arrival:
                problem = "withheld units must come later than the others"
                yield row.error(problem, key="withhold_until", found=_said(row.get("withhold_until")))


def units_once(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each unit or leader that occurs twice in a scenario."""
    for file in files.scenarios:
        seen: dict[str, str] = {}
        for row in _groups(files, file):
            for key in ("units", "leaders"):
                for id_ in row.get(key, ()):
                    if id_ in seen:
                        yield row.error(f"it is already in {seen[id_]}", key=key, found=id_)
                    seen.setdefault(id_, row.place)
        for id_ in files[file].get("extra_units", ()):
            if id_ in seen:
                yield _top(files, file).error(f"it is already in {seen[id_]}", key="extra_units", found=id_)


def members_of_their_group(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each unit or leader in a group of another division or formation."""
    known = files.rows_by("units.toml", "leaders") | files.rows_by("units.toml", "units")
    for file in files.scenarios:
        for row in _groups(files, file):
            for key in ("units", "leaders"):
                for id_ in row.get(key, ()):
                    if id_ in known:
                        yield from _membership(row, key, id_, known[id_])


def _membership(row: Row, key: str, id_: str, member: Row) -> Iterator[GameDataError]:
    for belonging in ("division", "formation"):
        mine, group = member.get(belonging, ""), row.get(belonging, "")
        if mine != group:
            whose = f"belongs to {mine}" if mine else f"belongs to no {belonging}"
            yield row.error(f"it {whose}, the group to {group or f'no {belonging}'}", key=key, found=id_)
            return


def arrivals_possible(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for reinforcements without a place to arrive, or whose entry hex is not theirs or not in play."""
    entries = files.rows_by("map.toml", "entry_hexes", "letter")
    divisions = files.rows_by("game.toml", "divisions")
    for file in files.scenarios:
        for row in files.rows(file, "reinforcements"):
            if not any(row.get(key) for key in _PLACES):
                yield row.error("the reinforcements have nowhere to arrive", expected=f"one of {', '.join(_PLACES)}")
            if "withhold_until" in row.values and not any(row.get(f"withheld_{key}") for key in _PLACES):
                expected = f"one of {', '.join(f'withheld_{key}' for key in _PLACES)}"
                yield row.error("the withheld units have nowhere to arrive", expected=expected)
            division = divisions.get(row.get("division"))
            for key, time in (("entry_hexes", "time"), ("withheld_entry_hexes", "withhold_until")):
                date = row.get(time, {}).get("date", "")
                for letter in row.get(key, ()):
                    entry = entries.get(letter)
                    if entry and division and entry.get("side") != division.get("side"):
                        yield row.error(f"the entry hex is one of the side {entry.get('side')}", key=key, found=letter)
                    if entry and date < entry.get("available_from", ""):
                        problem = f"the entry hex is not in play before {entry.get('available_from')}"
                        yield row.error(problem, key=key, found=letter)


def choices_possible(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for a group that draws more units than it has."""
    for file in files.scenarios:
        for row in files.rows(file, "setup"):
            units = len(row.get("units"))
            if row.get("choose", 0) > units:
                yield row.error(f"the group has only {units} units", key="choose", found=row.get("choose"))


def first_chit_not_in_mug(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for a first chit that is in the mug as well."""
    for file in files.scenarios:
        top = _top(files, file)
        if top.get("first_chit") in top.get("mug", ()):
            problem = "the first chit in play cannot be in the mug too"
            yield top.error(problem, key="first_chit", found=top.get("first_chit"))


def limits_on_the_map(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for a limit that limits nothing, leaves nothing, or is off the map."""
    ends = (("north", "south", files["map.toml"]["rows"]), ("west", "east", files["map.toml"]["columns"]))
    for file in files.scenarios:
        for row in files.rows(file, "region_limits"):
            if not any(key in row.values for low, high, _ in ends for key in (low, high)):
                yield row.error("the row limits nothing", expected="north, south, west or east")
            for low, high, most in ends:
                for key in (low, high):
                    if row.get(key, 1) > most:
                        yield row.error(
                            "the limit is off the map", key=key, found=row.get(key), expected=f"1 to {most}"
                        )
                if row.get(low, 1) > row.get(high, most):
                    yield row.error(f"nothing is left between {low} and {high}", key=low, found=row.get(low))


def victory_complete(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for a victory that lacks a key that its kind needs."""
    for file in files.scenarios:
        victory = Row(file, "victory", files[file]["victory"])
        for key in _VICTORY_NEEDS[victory.get("kind")]:
            if key not in victory.values:
                yield victory.error(f"a victory of the kind {victory.get('kind')} needs the key {key}")
