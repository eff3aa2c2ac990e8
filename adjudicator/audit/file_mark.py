"""The mark of a save or a log by which its game is found: small, so that thousands of files can be compared.

Nothing in a mark shows a player's id or where a certain piece is: both are there as hashes only.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Self

from ..vassal.piece_changes import lasting_state
from ..vassal.pseudonyms import pseudonymise
from ..vassal.replay import Replay
from ..vassal.saved_game import SavedGame
from ..vassal.stream import encode_stream
from ..vassal.table import Table, placed_units
from .annotations import without_annotations
from .dice import LogPatterns
from .file_chain import places, saved_at
from .steps import read_steps

__all__ = ["FileMark", "mark_of"]

_OBSERVERS = "<"
"""The beginning of those side names of VASSAL's that are no sides, such as ``<observer>``."""


@dataclass(frozen=True, slots=True)
class FileMark:
    """A save or a log, as far as others have to be compared with it."""

    content: str
    """A value that is the same for copies of one file, also for its XML document."""
    is_log: bool
    saved: int
    """The time when the file was saved, in milliseconds; 0 if unknown."""
    module: str
    """The module's title; empty if unknown."""
    has_dice: bool
    """True if a die is rolled in the file."""
    steps: tuple[str, ...]
    """A hash of each step."""
    start: frozenset[int]
    """The places of the pieces at the start, as hashes."""
    end: frozenset[int]
    start_states: str
    """A hash of the pieces' states at the start."""
    end_states: str
    players: tuple[tuple[str, str, str], ...]
    """The side, the name, and a hash of the id, of each player in the roster."""

    def with_player_of(self, other: FileMark) -> bool:
        """Return whether no side is played by somebody else in another file."""
        mine, others = self._by_side, other._by_side
        return all(set(mine[side]) & set(others[side]) for side in mine.keys() & others.keys())

    @property
    def _by_side(self) -> dict[str, tuple[str, str]]:
        return {side: (f"name {name}", f"id {player}") for side, name, player in self.players}

    def to_data(self) -> dict[str, Any]:
        """Return the mark as JSON."""
        return {
            "content": self.content, "is_log": self.is_log, "saved": self.saved, "module": self.module,
            "has_dice": self.has_dice, "steps": list(self.steps), "start": sorted(self.start),
            "end": sorted(self.end), "start_states": self.start_states, "end_states": self.end_states,
            "players": [list(each) for each in self.players],
        }  # fmt: skip

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """Return the mark that :meth:`to_data` made JSON of."""
        kept = {key: data[key] for key in ("content", "is_log", "saved", "module", "has_dice",
                                           "start_states", "end_states")}  # fmt: skip
        players = tuple((side, name, player) for side, name, player in data["players"])
        return cls(steps=tuple(data["steps"]), start=frozenset(data["start"]), end=frozenset(data["end"]),
                   players=players, **kept)  # fmt: skip


def mark_of(game: SavedGame, patterns: LogPatterns) -> FileMark:
    """Replay a file to its end and return its mark. Raises LimitExceeded and StreamError."""
    played = pseudonymise(without_annotations(game))
    replay = Replay(played)
    before = _places(replay.initial), _states(replay.initial), dict(replay.initial.players)
    steps = read_steps(replay, patterns, {})
    players = {**before[2], **replay.table.players}.values()
    metadata = played.module_metadata
    return FileMark(
        content=_hash([encode_stream(played.tree)]),
        is_log=played.is_log,
        saved=saved_at(played),
        module=metadata.title or "" if metadata else "",
        has_dice=any(step.rolls for step in steps),
        steps=tuple(_hash([encode_stream(node)]) for node in played.step_nodes),
        start=before[0], end=_places(replay.table), start_states=before[1], end_states=_states(replay.table),
        players=tuple(sorted(
            (each.side, each.name, each.id) for each in players if each.side and not each.side.startswith(_OBSERVERS)
        )),
    )  # fmt: skip


def _places(table: Table) -> frozenset[int]:
    return frozenset(_number(each) for each in places(table))


def _states(table: Table) -> str:
    units = placed_units(table)
    return _hash(f"{piece_id} {lasting_state(units[piece_id])}" for piece_id in sorted(units))


def _number(value: Hashable) -> int:
    return int.from_bytes(blake2b(repr(value).encode("utf-8", "surrogatepass"), digest_size=6).digest())


def _hash(parts: Iterable[str]) -> str:
    total = blake2b(digest_size=10)
    for part in parts:
        total.update(part.encode("utf-8", "surrogatepass") + b"\0")
    return total.hexdigest()
