"""What a reader may not know is taken out of a game before it is refereed: who is who among face-down guns (NQoS S4.3).

Whatever the referee says must be the same whether a gun or a dummy lies under a marker that was never turned over. So
for a reader who may not know it, each such unit becomes a nameless *Gun Unit* with the figures of a real gun, and the
true one is not in the game at all: no ruling, no sum and no name can then tell it. A unit whose counter lay face up at
any time is known to both players and stays what it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from ..audit.dice import KnownDie, LogPatterns
from ..game.game_data import GameData
from ..game.position import Position
from ..game.scenarios import Reinforcement, Scenario, SetupGroup
from ..game.units import Unit
from ..module_layout.saved_position import is_own_module, saved_position
from ..vassal.properties import masked_by, piece_properties
from ..vassal.replay import Replay, Step
from ..vassal.saved_game import SavedGame
from ..vassal.table import Table, placed_units
from .dialects.chat import ChatEvent, ChatReader
from .dialects.own_module import OwnModule, OwnModuleObserver
from .events import CounterAdded, Declared, StateSet, TableEvent, TurnedOver, UnitMoved

__all__ = ["RedactedDialect", "Veil", "veil_for", "veil_of"]

_ID: Final = "face-down-{}"
G = TypeVar("G", SetupGroup, Reinforcement)


@dataclass(frozen=True)
class Veil:
    """Units that a reader may not know, and what stands for them."""

    game: GameData
    """The game with the nameless units instead."""
    names: Mapping[str, str]
    """The id of the nameless unit by that of the true one."""
    secrets: tuple[str, ...]
    """The names of all units that the reader may not know, also of those that are not in the game."""
    hidden_as: str

    def position(self, position: Position) -> Position:
        """Return a position with the nameless units in it."""
        units = {unit: state for unit, state in position.units.items() if unit not in self.names}
        steps: dict[str, int] = {}
        for unit, nameless in self.names.items():
            if unit in position.units:
                units[nameless] = position.units[unit]
                steps[nameless] = position.game.units[unit].steps
        return position.after(game=self.game, units=units).with_face_down(steps)

    def event(self, event: TableEvent) -> TableEvent | None:
        """Return an event with the nameless units in it; None for one that would tell who is who."""
        if isinstance(event, CounterAdded):
            return None if event.unit in self.names else event
        if isinstance(event, UnitMoved | StateSet | TurnedOver | Declared):
            return replace(event, unit=self.names.get(event.unit, event.unit))
        return event

    def text(self, text: str) -> str:
        """Return a text without the names of units that the reader may not know."""
        for name in self.secrets:
            text = text.replace(name, self.hidden_as)
        return text


class RedactedDialect:
    """Our own module's dialect, read for somebody who may not know all units."""

    name = OwnModule.name

    def __init__(self, game: GameData, patterns: LogPatterns, veil: Veil) -> None:
        self._veil = veil
        self._profile = OwnModule(game, patterns)
        self._profile.spoken = _RedactedChat(veil)
        self.dice: Mapping[str, KnownDie] = self._profile.dice

    def watch(self, start: Table, *, scenario: int = 0, file: str = "") -> RedactedObserver:
        """Begin to follow a log. Raises :class:`NotThisGame` for a log of another module."""
        return RedactedObserver(self._profile.watch(start, scenario=scenario, file=file), self._veil)


class RedactedObserver:
    """Follows one log."""

    def __init__(self, watch: OwnModuleObserver, veil: Veil) -> None:
        self._watch = watch
        self._veil = veil
        self.doubts = tuple(map(veil.text, watch.doubts))
        self.position = veil.position(watch.position)
        self._known = watch.position

    def observe(self, step: Step, table: Table) -> tuple[TableEvent, ...]:
        """Return what a step did and said, and follow it."""
        events = self._watch.observe(step, table)
        if self._watch.position is not self._known:
            self._known = self._watch.position
            self.position = self._veil.position(self._known)
        return tuple(veiled for event in events if (veiled := self._veil.event(event)) is not None)

    def side_of(self, player: str) -> str:
        """Return the side that a player of that name plays; empty if unknown."""
        return self._watch.side_of(player)


class _RedactedChat(ChatReader):
    """What is typed into the chat: a name that nobody may know yet means no unit."""

    def __init__(self, veil: Veil) -> None:
        super().__init__(veil.game)
        self._veil = veil
        self._true = {nameless: unit for unit, nameless in veil.names.items()}

    def read(self, text: str, position: Position, side: str = "") -> tuple[ChatEvent, ...]:
        """Return what a text says."""
        told = super().read(text, self._veil.position(position), side)
        return tuple(
            replace(each, unit=self._true.get(each.unit, each.unit)) if isinstance(each, Declared) else each
            for each in told
        )


# who is unknown


def veil_for(files: Sequence[SavedGame], game: GameData, side: str = "", *, scenario: int = 0) -> Veil | None:
    """Return what hides the units of *files* that a side may not know; None if it may know all.

    *side* is an id of the game's sides, empty for a reader of neither side. Only logs of our own module are veiled.
    Raises :class:`NotThisGame` and LimitExceeded.
    """
    secret = {
        unit: counter for unit, counter in game.units.items()
        if counter.hidden_as and game.divisions[counter.division].side != side
    }  # fmt: skip
    starts = [Replay(file).initial for file in files]
    if not any(map(is_own_module, starts)):
        return None
    for table, file in zip(starts, files, strict=True):
        position = saved_position(table, game, scenario=scenario, file=file.file).position
        if table is starts[0]:
            first = position
    seen = frozenset().union(*(_seen_at_start(table, secret) for table in starts))
    if secret.keys() - seen:
        seen = seen.union(*(_seen_later(file, secret) for file in files))
    unknown = [unit for unit in first.units if unit in secret and unit not in seen]
    if not unknown:
        return None
    names = _nameless_ids(first, unknown)
    hidden_as = secret[unknown[0]].hidden_as
    secrets = tuple(name for unit, counter in secret.items() if unit not in seen for name in _names_told(counter))
    return Veil(_veiled_game(game, names), names, secrets, hidden_as)


def veil_of(position: Position, side: str = "") -> Veil | None:
    """Return what hides the units that lie face down in a position and that a side may not know; None if there is none.

    *side* is an id of the game's sides, empty for a reader of neither side.
    """
    game = position.game
    unknown = [unit for unit, state in position.units.items() if state.hidden and position.side(unit) != side]
    if not unknown:
        return None
    names = _nameless_ids(position, unknown)
    secrets = tuple(name for unit in unknown for name in _names_told(game.units[unit]))
    return Veil(_veiled_game(game, names), names, secrets, game.units[unknown[0]].hidden_as)


def _nameless_ids(position: Position, unknown: Iterable[str]) -> dict[str, str]:
    """Return the id of the nameless unit by that of each true one, numbered by where they lie."""
    in_order = sorted(unknown, key=lambda unit: (str(position.units[unit].place or "~"), unit))
    return {unit: _ID.format(number) for number, unit in enumerate(in_order, 1)}


def _counters(table: Table, secret: Iterable[str]) -> dict[str, str]:
    """Return the piece of each secret unit on a table: the first one, as the dialect reads it."""
    found: dict[str, str] = {}
    for piece in placed_units(table).values():
        if (unit := piece_properties(piece).get("UnitId", "")) in secret:
            found.setdefault(unit, piece.id)
    return found


def _seen_at_start(table: Table, secret: Iterable[str]) -> frozenset[str]:
    return frozenset(unit for unit, piece in _counters(table, secret).items() if _is_face_up(table, piece))


def _seen_later(file: SavedGame, secret: Iterable[str]) -> frozenset[str]:
    """Return the units whose counters are turned face up in a log."""
    replay = Replay(file)
    left = _counters(replay.initial, secret)
    seen: set[str] = set()
    for _step in replay:
        found = {unit for unit, piece in left.items() if _is_face_up(replay.table, piece)}
        seen |= found
        left = {unit: piece for unit, piece in left.items() if unit not in found}
    return frozenset(seen)


def _is_face_up(table: Table, piece: str) -> bool:
    return piece in table.pieces and masked_by(table.pieces[piece]) is None


def _names_told(counter: Unit) -> tuple[str, ...]:
    """Return the names that a text may tell a unit by: its present one, and those of earlier builds."""
    return (counter.name, *counter.formerly)


# the game without them


def _veiled_game(game: GameData, names: Mapping[str, str]) -> GameData:
    units = {unit: counter for unit, counter in game.units.items() if unit not in names}
    units |= {nameless: _nameless(game, unit, nameless) for unit, nameless in names.items()}
    scenarios = {number: _veiled_scenario(scenario, names) for number, scenario in game.scenarios.items()}
    return replace(game, units=units, scenarios=scenarios)


def _nameless(game: GameData, unit: str, nameless: str) -> Unit:
    """Return the counter of a nameless unit: the figures of a real gun of the division, whichever unit it is."""
    counter = game.units[unit]
    guns = (each for each in game.units.values() if each.hidden_as == counter.hidden_as and not each.dummy)
    real = next((each for each in guns if each.division == counter.division), counter)
    return replace(real, id=nameless, name=counter.hidden_as, spellings=(), formerly=(), note="", type="", dummy=False)


def _veiled_scenario(scenario: Scenario, names: Mapping[str, str]) -> Scenario:
    return replace(
        scenario,
        setup=tuple(_veiled_group(group, names) for group in scenario.setup),
        reinforcements=tuple(_veiled_group(group, names) for group in scenario.reinforcements),
    )


def _veiled_group(group: G, names: Mapping[str, str]) -> G:
    """Return a group with all nameless units in it if any unit of it is unknown."""
    if not any(unit in names for unit in group.units):
        return group
    units = (*(unit for unit in group.units if unit not in names), *names.values())
    return replace(group, units=units)
