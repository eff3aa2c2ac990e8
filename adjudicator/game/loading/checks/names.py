"""The names that a game's files define: the ids, letters and hexes that other rows may mention."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..files import GameFiles

__all__ = ["KINDS", "Kind", "Names"]

_Table = Mapping[str, Any]


def _column(file: str, table: str, key: str = "id") -> Callable[[GameFiles], tuple[str, ...]]:
    """Return a function that reads the values of a key from all rows of a table."""
    return lambda files: tuple(str(row.get(key)) for row in files.rows(file, table))


def _dates(files: GameFiles) -> tuple[str, ...]:
    return tuple(row["date"] for row in files["game.toml"]["calendar"]["dates"])


def _turns(files: GameFiles) -> tuple[str, ...]:
    return tuple(files["game.toml"]["calendar"]["turns"])


def _types(files: GameFiles) -> tuple[str, ...]:
    return tuple(files["units.toml"].get("types", {}))


def _hexes(files: GameFiles) -> tuple[str, ...]:
    columns, rows = files["map.toml"]["columns"], files["map.toml"]["rows"]
    return tuple(f"{column:02}.{row:02}" for column in range(1, columns + 1) for row in range(1, rows + 1))


def _supply(files: GameFiles) -> tuple[str, ...]:
    tracks: list[_Table] = files["map.toml"].get("tracks", [])
    return tuple(space for track in tracks if track["id"] == "supply" for space in track["spaces"])


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of thing that has names: the word for it, and the source of its names."""

    called: str
    read: Callable[[GameFiles], tuple[str, ...]]


KINDS: Final[Mapping[str, Kind]] = {
    "side": Kind("side", _column("game.toml", "sides")),
    "division": Kind("division", _column("game.toml", "divisions")),
    "formation": Kind("formation", _column("game.toml", "formations")),
    "weapon": Kind("weapon class", _column("game.toml", "weapons")),
    "step": Kind("step of the sequence of play", _column("game.toml", "sequence_of_play", "number")),
    "date": Kind("date in the calendar", _dates),
    "turn": Kind("turn in the calendar", _turns),
    "type": Kind("type of unit", _types),
    "unit": Kind("unit", _column("units.toml", "units")),
    "leader": Kind("leader", _column("units.toml", "leaders")),
    "hex": Kind("hex on the map", _hexes),
    "terrain": Kind("terrain", _column("map.toml", "terrains")),
    "trail": Kind("trail", _column("map.toml", "trails")),
    "area": Kind("area", _column("map.toml", "areas")),
    "entry-hex": Kind("entry hex", _column("map.toml", "entry_hexes", "letter")),
    "box": Kind("box", _column("map.toml", "boxes")),
    "supply": Kind("space on the track supply", _supply),
    "chit": Kind("chit", _column("markers.toml", "chits")),
}


class Names:
    """The names that the files of one game give, by kind."""

    def __init__(self, files: GameFiles) -> None:
        self._ordered = {kind: tuple(dict.fromkeys(entry.read(files))) for kind, entry in KINDS.items()}
        self._known = {kind: frozenset(names) for kind, names in self._ordered.items()}

    def __getitem__(self, kind: str) -> tuple[str, ...]:
        """Return the names of a kind, in the order of the files."""
        return self._ordered[kind]

    def knows(self, kind: str, name: str) -> bool:
        """Return whether there is something of this kind and name."""
        return name in self._known[kind]
