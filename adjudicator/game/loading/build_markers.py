"""The markers of a game, and the roles of those whose data come from before markers had any."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..order_of_battle import Marker, MarkerRole
from .game_folders import built_in_games, find_built_in

__all__ = ["build_markers"]

_FILE: Final = "markers.toml"
_OF_A_ROLE: Final = ("role", "box", "division")


def build_markers(game: str, rows: Sequence[Mapping[str, Any]]) -> dict[str, Marker]:
    """Return the markers of a game by id.

    A copy of a game that comes with the program, made before markers had roles, has those of that game.
    """
    known = {} if any("role" in row for row in rows) else _known_roles(game)
    return {row["id"]: _marker({**known.get(row["id"], {}), **row}) for row in rows}


def _known_roles(game: str) -> dict[str, dict[str, Any]]:
    """Return the keys about roles of the program's own data of a game, by marker; none for another game."""
    if game not in built_in_games():
        return {}
    text = find_built_in(game).joinpath(_FILE).read_text(encoding="utf-8")
    rows = [row for row in tomllib.loads(text)["markers"] if "role" in row]
    return {row["id"]: {key: row[key] for key in _OF_A_ROLE if key in row} for row in rows}


def _marker(row: Mapping[str, Any]) -> Marker:
    lists = {key: tuple(row.get(key, ())) for key in ("faces", "face_names", "formerly")}
    return Marker(**{**row, **lists, "role": MarkerRole(row["role"]) if "role" in row else None})
