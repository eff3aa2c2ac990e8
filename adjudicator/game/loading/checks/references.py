"""Checks that every name that a row mentions is defined in the files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from ...errors import GameDataError
from ..files import GameFiles
from ..places import Row
from ..suggestions import did_you_mean, listed
from .names import KINDS, Names

__all__ = ["unknown_names"]

_SCENARIO: Final = "scenario"
_MENTIONS: Final[tuple[tuple[str, str, dict[str, str]], ...]] = (
    ("game.toml", "divisions", {"side": "side"}),
    ("game.toml", "formations", {"division": "division"}),
    ("units.toml", "types", {
        "weapon": "weapon", "assault_weapon": "weapon", "mounted.weapon": "weapon", "mounted.assault_weapon": "weapon",
        "reduced.weapon": "weapon", "reduced.assault_weapon": "weapon",
    }),
    ("units.toml", "units", {
        "division": "division", "formation": "formation", "type": "type",
        "weapon": "weapon", "assault_weapon": "weapon", "mounted.weapon": "weapon", "mounted.assault_weapon": "weapon",
        "reduced.weapon": "weapon", "reduced.assault_weapon": "weapon",
    }),
    ("units.toml", "leaders", {"division": "division", "formation": "formation"}),
    ("map.toml", "", {"rulebook_hexes": "hex", "module_hexes": "hex"}),
    ("map.toml", "legend", {"terrain": "terrain"}),
    ("map.toml", "doors", {"hex": "hex"}),
    ("map.toml", "observation_posts", {"hex": "hex"}),
    ("map.toml", "trails", {"path": "hex"}),
    ("map.toml", "junctions", {"hex": "hex", "trails": "trail"}),
    ("map.toml", "areas", {"hexes": "hex"}),
    ("map.toml", "entry_hexes", {"hex": "hex", "side": "side", "available_from": "date"}),
    ("markers.toml", "chits", {"side": "side", "division": "division", "formation": "formation"}),
    ("markers.toml", "markers", {"side": "side", "box": "box", "division": "division"}),
    (_SCENARIO, "", {
        "first.date": "date", "first.turn": "turn", "last.date": "date", "last.turn": "turn",
        "first_step": "step", "skipped_steps": "step", "weather.rolled_from": "date",
        "points": "division", "supply": "supply", "mug": "chit", "first_chit": "chit", "free_formation_chit": "side",
        "victory.side": "side", "victory.area": "area", "victory.hex": "hex", "extra_units": "unit",
    }),
    (_SCENARIO, "setup", {
        "division": "division", "formation": "formation", "units": "unit", "leaders": "leader",
        "areas": "area", "hexes": "hex", "entry_hexes": "entry-hex", "boxes": "box",
    }),
    (_SCENARIO, "reinforcements", {
        "time.date": "date", "time.turn": "turn", "withhold_until.date": "date", "withhold_until.turn": "turn",
        "division": "division", "formation": "formation", "units": "unit", "leaders": "leader",
        "areas": "area", "hexes": "hex", "entry_hexes": "entry-hex", "boxes": "box",
        "withheld_areas": "area", "withheld_hexes": "hex", "withheld_entry_hexes": "entry-hex", "withheld_boxes": "box",
    }),
    (_SCENARIO, "region_limits", {"side": "side"}),
)  # fmt: skip
"""By file and table (empty: the top of the file), the keys whose values are names, and the kind of name."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A name that a row mentions under a key."""

    row: Row
    key: str
    kind: str
    name: str


def unknown_names(files: GameFiles, names: Names) -> Iterator[GameDataError]:
    """Yield an error for each name that is not defined."""
    for mention in _mentions(files):
        if not names.knows(mention.kind, mention.name):
            yield _unknown(mention, names)
    yield from _unknown_start_hexes(files, names)


def _mentions(files: GameFiles) -> Iterator[Mention]:
    for said_of, table, keys in _MENTIONS:
        for file in files.scenarios if said_of == _SCENARIO else (said_of,):
            rows = files.rows(file, table) if table else (Row(file, "", files[file]),)
            for row in rows:
                for key, kind in keys.items():
                    for name in _said(row.values, key):
                        yield Mention(row, key, kind, name)


def _said(values: Any, key: str) -> Iterator[str]:
    """Yield the names under a dotted key: a text, each item of a list, or each key of a table."""
    for part in key.split("."):
        values = values.get(part, {})
    several = values if isinstance(values, list | dict) else [values]
    yield from (str(name) for name in several if name != "")


def _unknown(mention: Mention, names: Names) -> GameDataError:
    known = names[mention.kind]
    problem = f"no such {KINDS[mention.kind].called}"
    if mention.kind == "hex":
        expected = f"{known[0]} to {known[-1]}"
    else:
        problem += did_you_mean(mention.name, known)
        expected = listed(known)
    return mention.row.error(problem, key=mention.key, found=mention.name, expected=expected)


def _unknown_start_hexes(files: GameFiles, names: Names) -> Iterator[GameDataError]:
    """Yield an error for each hex of a predefined setup that is not on the map."""
    for file in files.scenarios:
        for row in files.rows(file, "setup"):
            for id_, name in row.get("start", {}).items():
                if not names.knows("hex", name):
                    yield _unknown(Mention(row, f"start.{id_}", "hex", name), names)
