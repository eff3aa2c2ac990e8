"""The units that a viewer may not know, taken out of a game before it is judged: face-down guns (NQoS S4.3).

Whatever is said must be the same whether a gun or a dummy is under a marker that was never turned over. So for a
viewer who may not know it, each such unit becomes a nameless *Gun Unit* (:mod:`adjudicator.game.nameless_units`), and
the true one is not in the game at all: no ruling, no sum, no order and no name can then reveal it. A unit whose counter
was face up at any time is known to both players and stays what it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..game.game_data import GameData
from ..game.nameless_units import is_nameless, nameless_id, with_nameless_units
from ..game.position import Position, Status, StepRange
from ..game.units import Unit
from ..module_layout.saved_position import saved_position
from ..vassal.properties import masked_by, piece_properties
from ..vassal.replay import Replay
from ..vassal.saved_game import SavedGame
from ..vassal.table import Table, placed_units
from .viewer import Viewer

__all__ = ["HiddenUnits", "hidden_in_files", "hidden_in_position", "hidden_in_saves", "own_pieces"]

_Spot = tuple[str, int, int, int]
"""A map of VASSAL's, a pixel of it, and a place in a stack from the bottom up."""
_NOWHERE: Final[_Spot] = ("", 0, 0, 0)


@dataclass(frozen=True)
class HiddenUnits:
    """Units that a viewer may not know, and the nameless units that stand for them."""

    whole_game: GameData
    """The game with the true units."""
    game: GameData
    """The game with the nameless units instead."""
    names: Mapping[str, str]
    """The id of the nameless unit by that of the true one."""
    secrets: tuple[str, ...]
    """The names of all units that the viewer may not know, also of those that are not in the game."""
    hidden_as: str

    def position(self, position: Position) -> Position:
        """Return a position with the nameless units in it."""
        units = {self.names.get(unit, unit): state for unit, state in position.units.items()}
        possible = {
            self.names[unit]: position.face_down.get(unit, _full_steps(position, unit))
            for unit in position.units if unit in self.names
        }  # fmt: skip
        activation = position.activation
        return position.after(
            game=self.game,
            units={unit: units[unit] for unit in self.game.units if unit in units},
            activation=replace(
                activation,
                unit=self.unit(activation.unit),
                passed_over=frozenset(map(self.unit, activation.passed_over)),
            ),
            last_indirect=self.unit(position.last_indirect),
            returning={self.unit(subject): time for subject, time in position.returning.items()},
        ).with_face_down(possible)

    def unit(self, unit: str) -> str:
        """Return the id that a unit has for the viewer."""
        return self.names.get(unit, unit)

    def true_unit(self, unit: str) -> str:
        """Return the true unit for one of the viewer's ids: for what is written into a file, not shown."""
        return next((true for true, nameless in self.names.items() if nameless == unit), unit)

    def true_position(self, position: Position) -> Position:
        """Return a position with the true units in it: for what is written into a file, not shown."""
        units = {self.true_unit(unit): state for unit, state in position.units.items()}
        for unit in self.names:
            if unit in units and units[unit].status is not Status.ELIMINATED:
                units[unit] = units[unit].after(steps=self.whole_game.units[unit].steps)
        ordered = {unit: units[unit] for unit in self.whole_game.units if unit in units}
        return position.after(game=self.whole_game, units=ordered, face_down={})

    def text(self, text: str) -> str:
        """Return a text without the names of units that the viewer may not know."""
        for name in self.secrets:
            text = text.replace(name, self.hidden_as)
        return text


def hidden_in_position(viewer: Viewer, position: Position) -> HiddenUnits | None:
    """Return the hidden units for a position: those that are face down and that a viewer may not know; None if none."""
    unknown = [unit for unit in position.units if not viewer.knows(position, unit)]
    if not unknown:
        return None
    in_order = sorted(unknown, key=lambda unit: _order(position, unit))
    return _hidden(position, in_order, unknown)


def hidden_in_saves(
    viewer: Viewer, files: Sequence[SavedGame], game: GameData, *, scenario: int = 0
) -> HiddenUnits | None:
    """Return the hidden units for files of our own module and a viewer; None if he may know all.

    Raises :class:`NotThisGame` and LimitExceeded.
    """
    if viewer.referee:
        return None
    positions = [
        saved_position(Replay(file).initial, game, scenario=scenario, file=file.file).position for file in files
    ]
    return hidden_in_files(viewer, files, positions[0], [own_pieces(Replay(file).initial) for file in files])


def hidden_in_files(
    viewer: Viewer, files: Sequence[SavedGame], first: Position, pieces: Sequence[Mapping[str, str]]
) -> HiddenUnits | None:
    """Return the hidden units for files and a viewer; None if he may know all.

    *first* is the position with which the first file begins; *pieces* are for each file those of its units at its
    beginning. Raises LimitExceeded.
    """
    if viewer.referee:
        return None
    secret = {
        unit: counter for unit, counter in first.game.units.items()
        if counter.hidden_as and first.game.divisions[counter.division].side != viewer.side
    }  # fmt: skip
    replays = [Replay(file) for file in files]
    pieces = [{unit: piece for unit, piece in own.items() if unit in secret} for own in pieces]
    followed = list(zip(replays, pieces, strict=True))
    seen = frozenset[str]().union(*(_seen_at_start(each.initial, own) for each, own in followed))
    if secret.keys() - seen:
        seen = seen.union(*(_seen_later(each, own) for each, own in followed))
    unknown = [unit for unit in first.units if unit in secret and unit not in seen]
    if not unknown:
        return None
    spots = _spots(replays[0].initial, pieces[0])
    in_order = sorted(unknown, key=lambda unit: _order(first, unit, spots.get(unit, _NOWHERE)))
    return _hidden(first, in_order, [unit for unit in secret if unit not in seen])


def own_pieces(table: Table) -> Mapping[str, str]:
    """Return the pieces of a table of our own module by their units: of several the first one, as they are read."""
    found: dict[str, str] = {}
    for piece in placed_units(table).values():
        if unit := piece_properties(piece).get("UnitId", ""):
            found.setdefault(unit, piece.id)
    return found


# in which order they are numbered: by what everybody sees


def _order(position: Position, unit: str, spot: _Spot = _NOWHERE) -> tuple[str, _Spot, str, str]:
    """Return the sort key of nameless units: where they are and what lies on them, the id only if all is alike."""
    state = position.units[unit]
    return str(state.place or "~"), spot, repr(state.after(steps=0)), unit


def _spots(table: Table, pieces: Mapping[str, str]) -> dict[str, _Spot]:
    """Return where each unit is on the table, and how high in its stack."""
    spots = {}
    for unit, piece in pieces.items():
        where, stack = table.placement(piece), table.contents.get(table.parents.get(piece, ""), [piece])
        spots[unit] = (where.map or "", where.x, where.y, stack.index(piece))
    return spots


def _hidden(position: Position, in_order: Sequence[str], secret: Iterable[str]) -> HiddenUnits:
    """Return the hidden units of a position; the names of all *secret* units are shown to nobody."""
    game = position.game
    names = {unit: nameless_id(number) for number, unit in enumerate(in_order, 1)}
    secrets = tuple(name for unit in secret for name in _names_told(game.units[unit]))
    known = (unit for unit in position.units if unit not in names)
    without_them = with_nameless_units(game, names, known)
    return HiddenUnits(game, without_them, names, secrets, game.units[in_order[0]].hidden_as)


def _full_steps(position: Position, unit: str) -> StepRange:
    steps = position.game.units[unit].steps
    return StepRange(steps, steps)


def _names_told(counter: Unit) -> tuple[str, ...]:
    """Return the names by which a text may refer to a unit: its present name, and those of earlier builds."""
    return () if is_nameless(counter) else (counter.name, *counter.formerly)


# who was seen


def _seen_at_start(table: Table, pieces: Mapping[str, str]) -> frozenset[str]:
    return frozenset(unit for unit, piece in pieces.items() if _is_face_up(table, piece))


def _seen_later(replay: Replay, pieces: Mapping[str, str]) -> frozenset[str]:
    """Return the units whose counters are turned face up in a log."""
    left = dict(pieces)
    seen: set[str] = set()
    for table in replay.tables():
        found = {unit for unit, piece in left.items() if _is_face_up(table, piece)}
        seen |= found
        left = {unit: piece for unit, piece in left.items() if unit not in found}
    return frozenset(seen)


def _is_face_up(table: Table, piece: str) -> bool:
    return piece in table.pieces and masked_by(table.pieces[piece]) is None
