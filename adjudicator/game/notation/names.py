"""The units, leaders and other things that names in a line mean, and unambiguous names for them.

Names are those of the counters, also in part and by their other spellings; a text in quotation marks is an id to the
letter. With a position, a face-down unit is found by its hex, and by its true name only for those who may know it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ..action_kinds import added_kinds
from ..game_data import GameData
from ..hexes import Hex
from ..names import NameNotFound, find_named, find_unit, words_of
from ..position import Position
from .table import Table, table_of, words_before_names
from .words import is_plain, quoted

__all__ = ["Names", "Notation", "notation_of"]

_MAX_REMEMBERED: Final = 5_000
_UNITS, _COUNTERS = "unit", "counter"


class Notation:
    """The notation of one game: its table, and the names of all that a line can mention. Make one and keep it."""

    def __init__(self, game: GameData) -> None:
        self.game = game
        self.table: Table = table_of(game)
        self.known: Mapping[str, Mapping[str, tuple[str, ...]]] = {
            _UNITS: {unit.id: unit.names for unit in game.units.values()},
            "leader": {leader.id: leader.names for leader in game.leaders.values()},
            "chit": {chit.id: chit.names for chit in game.chits.values()},
            "formation": {each.id: _unlike(each.name, each.short_name) for each in game.formations.values()},
            "place": {box.id: (box.name,) for box in game.map.boxes.values()},
            "side": {side.id: _unlike(side.name) for side in game.sides.values()},
        }
        self._whole = {kind: _by_words(names) for kind, names in self.known.items()}
        reserved = words_before_names(self.table)
        self._plain = {
            (kind, name): names[0] for kind, known in self.known.items() for name, names in known.items()
            if is_plain(names[0], reserved) and self.whole(kind, names[0]) == name
        }  # fmt: skip

    def whole(self, kind: str, text: str) -> str:
        """Return the id of the one whose whole name a text is, empty if there is none, or more than one."""
        found = self._whole[kind].get(words_of(text), frozenset[str]())
        return next(iter(found)) if len(found) == 1 else ""

    def plain(self, kind: str, name: str) -> str:
        """Return the unique name of an id, empty if there is none."""
        return self._plain.get((kind, name), "")

    def names(self, position: Position | None = None, knows: Callable[[str], bool] = lambda _unit: True) -> Names:
        """Return the names as they are understood in a position; without one, those of the whole game."""
        return Names(self, position, knows)


_NOTATIONS: Final[dict[tuple[int, int], Notation]] = {}
"""The notations already made, by the identity of each game, which they keep alive, and how many actions it adds."""
_MAX_NOTATIONS: Final = 8


def notation_of(game: GameData) -> Notation:
    """Return the notation of a game, made once."""
    key = id(game), sum(1 for _ in added_kinds(game.rules))
    known = _NOTATIONS.get(key)
    if known is None:
        if len(_NOTATIONS) >= _MAX_NOTATIONS:
            _NOTATIONS.clear()
        known = _NOTATIONS[key] = Notation(game)
    return known


class Names:
    """The names of one game, in one position if there is one.

    *knows* says of a face-down unit whether the reader may know which one it is.
    """

    def __init__(self, notation: Notation, position: Position | None, knows: Callable[[str], bool]) -> None:
        self.notation = notation
        self.position = position
        self._knows = knows
        self._remembered: dict[tuple[str, str], str] = {}

    def find(self, kind: str, text: str) -> str:
        """Return the id of the one that a text means: a unit, a leader, a chit … Raises :class:`NameNotFound`."""
        key = (kind, text)
        if key not in self._remembered:
            if len(self._remembered) >= _MAX_REMEMBERED:
                self._remembered.clear()
            self._remembered[key] = self._found(kind, text)
        return self._remembered[key]

    def by_id(self, kind: str, name: str) -> str:
        """Return an id given in quotation marks. Raises :class:`NameNotFound` for a unit whose name is secret."""
        state = self.position.units.get(name) if self.position is not None and kind in (_UNITS, _COUNTERS) else None
        if state is not None and state.hidden and not self._knows(name):
            raise NameNotFound("no unit matches", name, ())
        return name

    def _found(self, kind: str, text: str) -> str:
        if kind == _COUNTERS:
            return self.notation.whole("leader", text) or self._unit(text)
        if kind == _UNITS:
            return self._unit(text)
        return self.notation.whole(kind, text) or find_named(text, self.notation.known[kind], kind)

    def _unit(self, text: str) -> str:
        unit = self.notation.whole(_UNITS, text)
        if self.position is None:
            return unit or find_named(_without_place(text), self.notation.known[_UNITS], _UNITS)
        state = self.position.units.get(unit) if unit else None
        if state is not None and not state.hidden:
            return unit
        return find_unit(self.position, text, knows=self._knows)

    def called(self, kind: str, name: str) -> str:
        """Return the name for an id in a line, so that :meth:`find` finds it again; the id in quotation marks
        if there is no such name."""
        if kind == _COUNTERS:
            kind = "leader" if name in self.notation.game.leaders else _UNITS
        if kind == _UNITS and self.position is not None:
            return self._called_there(self.position, name) if name in self.position.units else quoted(name)
        return self.notation.plain(kind, name) or quoted(name)

    def _called_there(self, position: Position, unit: str) -> str:
        state, counter = position.units[unit], position.game.units[unit]
        plain = self.notation.plain(_UNITS, unit)
        if not state.hidden and plain:
            return plain
        known = not state.hidden or self._knows(unit)
        names = [plain] * bool(plain and known) + [f"{counter.hidden_as or counter.name} in {state.place}"]
        for name in names:
            try:
                if find_unit(position, name, knows=self._knows) == unit:
                    return name
            except NameNotFound:
                continue
        return quoted(unit)


def _without_place(text: str) -> str:
    """Return a name without the place that follows it in a line of the log."""
    name, in_, place = text.rpartition(" in ")
    try:
        Hex.parse(place.strip())
    except ValueError:
        return text
    return name if in_ else text


def _unlike(*names: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def _by_words(known: Mapping[str, tuple[str, ...]]) -> dict[tuple[str, ...], frozenset[str]]:
    """Return the ids that have each name, by its words."""
    found: dict[tuple[str, ...], frozenset[str]] = {}
    for name, names in known.items():
        for each in names:
            found[words_of(each)] = found.get(words_of(each), frozenset()) | {name}
    return found
