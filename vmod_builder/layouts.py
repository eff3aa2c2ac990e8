"""The lock file ``layouts.toml``: the places of everything in each version of the module with which games have begun.

A save holds pixels; the referee knows by the module's version what they mean. So a layout never changes: where the
data or the drawing put things elsewhere, the module gets a new version, and its layout is added to the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count
from typing import Final

from adjudicator.game.errors import GameDataError
from adjudicator.game.game_data import GameData
from adjudicator.game.table_layout import Spaces, TableLayout
from adjudicator.module_layout.present_layout import present_layout

__all__ = [
    "LAYOUTS_FILE", "check_layout", "has_version", "layout_text", "layouts_text", "lies_elsewhere", "next_version",
    "with_version",
]  # fmt: skip

LAYOUTS_FILE: Final = "layouts.toml"
_HEAD: Final = """\
# Where everything is in the versions of the VASSAL module, written by vmod-builder.
# Games in progress depend on it: a layout is never changed; where things are elsewhere, the module has a new version.
# Each line of a text is a box or a space: x, y, width and height in pixels, and its id or name.
"""


def has_version(game: GameData) -> bool:
    """Return whether the lock file has a layout of the module's version."""
    return any(game.version in each.versions for each in game.layouts)


def with_version(game: GameData) -> tuple[TableLayout, ...]:
    """Return the layouts of the lock file with that of the module's version, which it does not have yet."""
    present = present_layout(game)
    *earlier, last = game.layouts or (present,)
    if game.layouts and last != present:
        return (*game.layouts, present)
    return (*earlier, replace(last, versions=tuple(dict.fromkeys((*last.versions, game.version)))))


def lies_elsewhere(game: GameData) -> str:
    """Return the first place that is not where the lock file has it for the module's version, empty for none."""
    recorded = [each for each in game.layouts if game.version in each.versions]
    return _difference(recorded[-1], present_layout(game)) if recorded else ""


def next_version(game: GameData) -> str:
    """Return the next version of the module of which the lock file has no layout."""
    *front, last = game.version.split(".")
    known = {version for each in game.layouts for version in each.versions}
    return next(version for number in count(int(last) + 1) if (version := ".".join((*front, str(number)))) not in known)


def check_layout(game: GameData) -> None:
    """Raise GameDataError if something is not where the lock file has it for the module's version."""
    if found := lies_elsewhere(game):
        raise GameDataError(
            f"the module of version {game.version}, with which games may have begun, has it elsewhere",
            file=LAYOUTS_FILE, found=found,
            expected=f'version = "{next_version(game)}" in game.toml; if nobody plays with {game.version} yet, '
            "take its layout out of this file",
        )  # fmt: skip


def _difference(old: TableLayout, new: TableLayout) -> str:
    """Return the first place that differs between two layouts, empty if there is none."""
    if (old.hex_height, old.origin, old.even_columns_lower) != (new.hex_height, new.origin, new.even_columns_lower):
        return "the hexes of the map"
    sheets = {"box": (old.boxes, new.boxes)}
    for kind, before, after in (("track", old.tracks, new.tracks), ("mat", old.mats, new.mats)):
        sheets |= {f"{kind} {name}, space": (before.get(name, {}), after.get(name, {})) for name in {**before, **after}}
    places = (
        f"{what} {name}" for what, (before, after) in sheets.items() for name in {**before, **after}
        if before.get(name) != after.get(name)
    )  # fmt: skip
    return next(places, "")


def layouts_text(layouts: Iterable[TableLayout]) -> str:
    """Return the lock file's text."""
    return "\n".join((_HEAD, *map(layout_text, layouts)))


def layout_text(layout: TableLayout) -> str:
    """Return the row of the lock file for a layout."""
    return "\n".join(_lines(layout)) + "\n"


def _lines(layout: TableLayout) -> Iterator[str]:
    yield "[[layouts]]"
    yield f"versions = [{', '.join(map(_quoted, layout.versions))}]"
    yield f"hex_height = {layout.hex_height}"
    yield f"origin = [{layout.origin[0]}, {layout.origin[1]}]"
    yield f"even_columns_lower = {'true' if layout.even_columns_lower else 'false'}"
    yield from _spaces("boxes", layout.boxes)
    for table, key, sheets in (("tracks", "id", layout.tracks), ("mats", "name", layout.mats)):
        for sheet, spaces in sheets.items():
            yield ""
            yield f"[[layouts.{table}]]"
            yield f"{key} = {_quoted(sheet)}"
            yield from _spaces("spaces", spaces)


def _spaces(key: str, spaces: Spaces) -> Iterator[str]:
    yield f'{key} = """'
    for name, area in spaces.items():
        yield f"{area.x} {area.y} {area.width} {area.height} {_quoted(name)[1:-1]}"
    yield '"""'


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
