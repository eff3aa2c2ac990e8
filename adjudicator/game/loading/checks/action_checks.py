"""Checks the actions and states: kinds that are explained, keys that do one thing, words that can be distinguished."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ...errors import GameDataError
from ...menus import PLACE_ENDS, UNIT_ENDS
from ..files import GameFiles
from ..places import Row
from ..suggestions import did_you_mean
from .names import Names

__all__ = ["keys_apart", "kinds_explained", "names_readable_in_logs", "words_apart"]

_FILE: Final = "actions.toml"
_BY_THEMSELVES: Final = frozenset({"leader", "marker"})
"""The kinds that include no unit: a key may do one thing for these and another for units."""
_UNITS: Final = "unit"
_OWNERS: Final = ("side", "division", "formation", "unit", "leader")
_LOGGED: Final = (
    ("units.toml", "units"), ("units.toml", "leaders"), ("markers.toml", "markers"), ("map.toml", "boxes"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Entry:
    """One entry of a menu: a key and the words that it writes."""

    row: Row
    key: str
    pressed: str
    words_key: str
    words: str
    kinds: tuple[str, ...]


def _entries(files: GameFiles) -> Iterator[_Entry]:
    for row in files.rows(_FILE, "actions"):
        yield _Entry(row, "key", row.get("key", ""), "words", row.get("words"), tuple(row.get("kinds")))
    for row in files.rows(_FILE, "states"):
        kinds = tuple(row.get("kinds"))
        for level in row.inner("levels"):
            yield _Entry(level, "key", level.get("key", ""), "words", level.get("words"), kinds)
        yield _Entry(row, "off_key", row.get("off_key", ""), "off_words", row.get("off_words", ""), kinds)


def kinds_explained(files: GameFiles, names: Names) -> Iterator[GameDataError]:
    """Yield an error for each kind that the table of kinds does not have, or whose owner is not known."""
    known: Mapping[str, Any] = files[_FILE].get("kinds", {})
    for table in ("actions", "states"):
        for row in files.rows(_FILE, table):
            for said in row.get("kinds"):
                owner, colon, kind = said.rpartition(":")
                if known and kind not in known:
                    problem = "the table kinds does not explain this kind" + did_you_mean(kind, known)
                    yield row.error(problem, key="kinds", found=said, expected=", ".join(known))
                if colon and not any(names.knows(each, owner) for each in _OWNERS):
                    everyone = [name for each in _OWNERS for name in names[each]]
                    problem = "there is no side, division, formation or unit of this id" + did_you_mean(owner, everyone)
                    yield row.error(problem, key="kinds", found=said)


def _who(kinds: tuple[str, ...]) -> frozenset[str]:
    plain = {kind.rpartition(":")[2] for kind in kinds}
    return frozenset(kind if kind in _BY_THEMSELVES else _UNITS for kind in plain)


def keys_apart(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each key that is reserved, or does two things for units, leaders or markers."""
    taken: dict[tuple[str, str], str] = {}
    reserved = {row.get("key"): row.get("use") for row in files.rows(_FILE, "reserved_keys")}
    for entry in _entries(files):
        if entry.pressed in reserved and entry.pressed:
            problem = f"the key is reserved: it {reserved[entry.pressed]}"
            yield entry.row.error(problem, key=entry.key, found=entry.pressed)
        claims = [(who, entry.pressed) for who in sorted(_who(entry.kinds)) if entry.pressed]
        clash = next((taken[claim] for claim in claims if claim in taken), "")
        if clash:
            yield entry.row.error(f"the key is already that of {clash}", key=entry.key, found=entry.pressed)
        for claim in claims:
            taken.setdefault(claim, entry.row.place)


def words_apart(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for words that begin with the words of another entry, so that a log could be misread."""
    earlier: dict[str, str] = {}
    for entry in _entries(files):
        if not entry.words:
            continue
        for words, place in earlier.items():
            if _begins(entry.words, words) or _begins(words, entry.words):
                problem = f"in a log these words could not be distinguished from those of {place} ({words})"
                yield entry.row.error(problem, key=entry.words_key, found=entry.words)
        earlier.setdefault(entry.words, entry.row.place)
    for row in files.rows("markers.toml", "markers"):
        for face in row.get("face_names"):
            for words, place in earlier.items():
                if _begins(face, words) or _begins(words, face):
                    problem = f"in a log this face could not be distinguished from the words of {place} ({words})"
                    yield row.error(problem, key="face_names", found=face)


def _begins(words: str, beginning: str) -> bool:
    return words == beginning or words.startswith(f"{beginning} ")


def names_readable_in_logs(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each name of a counter or box that would break a line of the log in the wrong place."""
    for file, table in _LOGGED:
        for row in files.rows(file, table):
            for ending in (UNIT_ENDS, PLACE_ENDS):
                if ending in f"{row.get('name')} ":
                    problem = f'a name must not have "{ending}" in it: that parts the lines of the log'
                    yield row.error(problem, key="name", found=row.get("name"))
