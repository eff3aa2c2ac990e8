"""The lock file ``piece_ids.toml``: which id each kind of counter has in the module, for ever.

VASSAL knows by this id (the *gpid*) from which slot of the palette a counter of a running game came. So an id
never changes and is never given to another counter: keys are only added, and those that the data no longer have stay.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from adjudicator.game.errors import GameDataError

__all__ = ["PIECE_IDS_FILE", "PieceIds", "piece_ids_text", "read_piece_ids"]

PIECE_IDS_FILE = "piece_ids.toml"
_HEAD = """\
# The ids of the counters in the VASSAL module, written by vmod-builder.
# Running games rest on them: lines are only ever added, also when a counter is taken out of the data.

[pieces]
"""


@dataclass(frozen=True, slots=True)
class PieceIds:
    """The ids that were ever given, by the counters' keys (``unit-5-2-13-dble``)."""

    ids: Mapping[str, int] = field(default_factory=dict)

    @property
    def next_id(self) -> int:
        """The lowest id that is higher than all that were given."""
        return max(self.ids.values(), default=0) + 1

    def __getitem__(self, key: str) -> int:
        return self.ids[key]

    def extended(self, keys: Iterable[str]) -> PieceIds:
        """Return the ids with new ones for those *keys* that have none, in the order given."""
        ids = dict(self.ids)
        next_id = self.next_id
        for key in keys:
            if key not in ids:
                ids[key] = next_id
                next_id += 1
        return PieceIds(MappingProxyType(ids))


def read_piece_ids(text: str, *, file: str = PIECE_IDS_FILE) -> PieceIds:
    """Read a lock file. Raises GameDataError if it is none, or if two counters have one id."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise GameDataError(f"not TOML: {error}", file=file) from None
    pieces = document.get("pieces")
    if not isinstance(pieces, dict) or set(document) != {"pieces"}:
        raise GameDataError("the file is not a list of piece ids", file=file, expected="one table [pieces]")
    seen: dict[int, str] = {}
    for key, number in pieces.items():
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            raise GameDataError(
                "the id is no positive whole number", file=file, place=f"pieces, key {key}", found=str(number)
            )
        if number in seen:
            raise GameDataError(
                f"the id belongs to {seen[number]} already", file=file, place=f"pieces, key {key}", found=str(number)
            )
        seen[number] = key
    return PieceIds(MappingProxyType(pieces))


def piece_ids_text(ids: PieceIds) -> str:
    """Return the lock file's text, in the order of the ids."""
    rows = sorted(ids.ids.items(), key=lambda pair: pair[1])
    return _HEAD + "".join(f'"{key}" = {number}\n' for key, number in rows)
