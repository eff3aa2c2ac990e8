"""Later tables that note what is looked up in them: what is read of a segment depends on nothing else of theirs.

With each mail a segment has more tables after it. Most show nothing new of what the segment is about, so what was read
of it stands.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any, Final, cast

from ...game.position import Position
from .kept_runs import is_same

__all__ = ["Lookup", "WatchedTables", "are_alike"]

Lookup = tuple[str, Hashable]
"""A field of a position and the key that was looked up in it, :data:`_WHOLE` for all of the field."""
_WHOLE: Final = None
_ABSENT: Final = object()
_ALWAYS_THE_SAME: Final = frozenset({"game", "side"})
"""What is the same on all tables of a game."""


class WatchedTables:
    """Some tables, and what has been looked up in any of them."""

    def __init__(self, tables: Iterable[Position]) -> None:
        self._seen: set[Lookup] = set()
        self.tables: tuple[Position, ...] = tuple(cast(Position, _WatchedTable(each, self._seen)) for each in tables)

    @property
    def seen(self) -> frozenset[Lookup]:
        """What has been looked up so far."""
        return frozenset(self._seen)


def are_alike(some: Iterable[Position], others: Iterable[Position], seen: Iterable[Lookup]) -> bool:
    """Return whether two series of tables show the same of what was looked up, one thing after the other.

    How long something lies on the table unchanged does not matter.
    """
    lookups = sorted(seen, key=str)
    one, other = list(_shown(some, lookups)), list(_shown(others, lookups))
    return is_same(one, other)


def _shown(tables: Iterable[Position], lookups: Iterable[Lookup]) -> Iterator[tuple[Any, ...]]:
    """Yield what tables show of some lookups, each time that it changes."""
    last: tuple[Any, ...] | None = None
    for table in tables:
        found = tuple(_value(table, field, key) for field, key in lookups)
        if last is None or not is_same(found, last):
            yield found
        last = found


def _value(table: Position, field: str, key: Hashable) -> Any:
    value = getattr(table, field)
    return value if key is _WHOLE else value.get(key, _ABSENT)


class _WatchedTable:
    """A position that notes which of its fields are looked up; of a mapping, which keys."""

    __slots__ = ("_seen", "_table")

    def __init__(self, table: Position, seen: set[Lookup]) -> None:
        self._table = table
        self._seen = seen

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._table, name)
        if name in _ALWAYS_THE_SAME:
            return value
        if isinstance(value, Mapping):
            return _WatchedMapping(name, value, self._seen)
        self._seen.add((name, _WHOLE))
        return value


class _WatchedMapping(Mapping[Any, Any]):
    """A field of a position that notes which of its keys are looked up."""

    __slots__ = ("_field", "_seen", "_values")

    def __init__(self, field: str, values: Mapping[Any, Any], seen: set[Lookup]) -> None:
        self._field = field
        self._values = values
        self._seen = seen

    def __getitem__(self, key: Any) -> Any:
        self._seen.add((self._field, key))
        return self._values[key]

    def __iter__(self) -> Iterator[Any]:
        self._seen.add((self._field, _WHOLE))
        return iter(self._values)

    def __len__(self) -> int:
        self._seen.add((self._field, _WHOLE))
        return len(self._values)
