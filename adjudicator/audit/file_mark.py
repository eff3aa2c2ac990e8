"""What is kept of a save or a log to tell which game it belongs to: small, so that thousands of files can be compared.

Nothing in a mark tells a player's id or where a certain piece lies: both are there as hashes only.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Self

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
"""How VASSAL's names of sides begin that are none, such as ``<observer>``."""


@dataclass(frozen=True, slots=True)
class FileMark:
    """A save or a log, as far as others have to be compared with it."""

    content: str
    """The same for copies of one file, also for its XML document."""
    is_log: bool
    saved: int
    """When it was saved, in milliseconds; 0 if it does not tell."""
    module: str
    """The module's title; empty if it does not tell."""
    has_dice: bool
    """Whether a die is rolled in it."""
    steps: tuple[str, ...]
    """A hash of each step."""
    start: frozenset[int]
    """Where each piece lies at its start, as hashes."""
    end: frozenset[int]
    start_states: str
    """A hash of the pieces' states at its start."""
    end_states: str
    players: tuple[tuple[str, str, str], ...]
    """Side, name, and a hash of the id, of each player in its roster."""

    def with_player_of(self, other: FileMark) -> bool:
        """Return whether no side is somebody else's in another file."""
        mine, others = self._by_side, other._by_side
        return all(set(mine[side]) & set(others[side]) for side in mine.keys() & others.keys())

    @property
    def _by_side(self) -> dict[str, tuple[str, str]]:
        return {side: (f"name {name}", f"id {player}") for side, name, player in self.players}

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {
            "content": self.content, "is_log": self.is_log, "saved": self.saved, "module": self.module,
            "has_dice": self.has_dice, "steps": list(self.steps), "start": sorted(self.start),
            "end": sorted(self.end), "start_states": self.start_states, "end_states": self.end_states,
            "players": [list(each) for each in self.players],
        }  # fmt: skip

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """Return what :meth:`to_data` made JSON of."""
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
    return _hash(f"{piece_id} {units[piece_id].trait_states[:-1]}" for piece_id in sorted(units))


def _number(value: Hashable) -> int:
    return int.from_bytes(blake2b(repr(value).encode("utf-8", "surrogatepass"), digest_size=6).digest())


def _hash(parts: Iterable[str]) -> str:
    total = blake2b(digest_size=10)
    for part in parts:
        total.update(part.encode("utf-8", "surrogatepass") + b"\0")
    return total.hexdigest()
