"""The dialect of the official Grand Tactical Series module, as far as its code shows (vassal-files.md 6).

Markers are on units, the attack wizard reports each shot line by line; what Command Points are left and what checks
were for is not written down in a way that is known (see :mod:`.visibility`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final

from ....audit.dice import KnownDie, LogPatterns
from ....game.errors import GameDataError
from ....game.game_data import GameData
from ....game.module_dialect import DIALECT_FILE
from ....game.position import Status
from ....game.start import no_scenario_words, start_position
from ....module_layout.saved_position import NotThisGame
from ....vassal.module_definition import ModuleDefinition
from ....vassal.pieces import Placement
from ....vassal.properties import piece_properties
from ....vassal.table import Table
from ....viewing.hidden_units import HiddenUnits
from ..chat import chat_reader
from .chits import DrawnChits
from .conditions import global_property
from .counters import GrandTacticalCounters
from .movement_trails import MovementTrails
from .places import GrandTacticalPlaces
from .visibility import GrandTacticalSight
from .watch import GrandTacticalWatch
from .words import grand_tactical_words

__all__ = ["GrandTactical", "is_grand_tactical"]

_RATINGS: Final = "ratings"
_RULESET: Final = "Ruleset"
_MAX_NAME, _MAX_MAPS = 40, 8
_SCENARIO: Final = re.compile(r"\bscenario ([0-9]{1,2})\b", re.IGNORECASE)


def is_grand_tactical(start: Table) -> bool:
    """Return whether a log is of the official module: a piece has ratings."""
    return any(trait.id == _RATINGS for piece in start.units() for trait in piece.traits)


class GrandTactical:
    """The dialect of the official module."""

    name = "official Grand Tactical Series module"
    has_menus = False
    dice: Mapping[str, KnownDie] = MappingProxyType({})
    """The dice are known only from the module at hand."""

    def __init__(
        self, game: GameData, patterns: LogPatterns, module: ModuleDefinition | None = None,
        hidden: HiddenUnits | None = None,
    ) -> None:  # fmt: skip
        self.game = game
        self.buttons: Collection[str] = game.dialect.dice
        self.patterns = patterns
        self.module = module
        self.counters = GrandTacticalCounters(game)
        self.spoken = chat_reader(game, hidden)
        self.hidden = hidden
        self.sight = GrandTacticalSight(hidden.game if hidden else game)
        self.trails = MovementTrails()
        """The ways of units, through all logs of a game: an answer comes in the next mail."""
        self.chits = DrawnChits(game)
        self.learned: dict[Placement, str] = {}
        """The names that the logs of a game give to places, where the module is not at hand."""

    def pieces(self, start: Table, *, scenario: int = 0, file: str = "") -> Mapping[str, str]:
        """Return the pieces of the units on a table, by their units. Raises :class:`NotThisGame`."""
        return self.watch(start, scenario=scenario, file=file).pieces

    def watch(self, start: Table, *, scenario: int = 0, file: str = "") -> GrandTacticalWatch:
        """Begin to follow a log. Raises :class:`NotThisGame` for a log of another module or another game of it."""
        expected = f"a log of the official module with the ruleset {grand_tactical_words().ruleset}"
        if not is_grand_tactical(start):
            raise NotThisGame(f"not a game of the {self.name}", file=file, expected=expected)
        ruleset = self._ruleset(start)
        if ruleset not in ("", grand_tactical_words().ruleset):
            raise NotThisGame("this is another game of the series", file=file, found=f"ruleset {ruleset[:40]!r}",
                              expected=expected)  # fmt: skip
        self._check_main_map(start, file)
        number = scenario or self._scenario(start) or self._scenario_of_counters(start)
        if number not in self.game.scenarios:
            raise NotThisGame(no_scenario_words(self.game, number), file=file)
        watch = GrandTacticalWatch(self, start, start_position(self.game, number))
        self.sight.other_ratings |= {unit for unit in watch.table.other_ratings if not self.hides(unit)}
        self.sight.other_reduced_sides |= {unit for unit in watch.table.other_reduced_sides if not self.hides(unit)}
        return watch

    def _check_main_map(self, start: Table, file: str) -> None:
        """Raise an error if the map that is played on, by the game's dialect, is not there.

        That is GameDataError for the dialect of an imported game, which can be corrected, else NotThisGame.
        """
        there = {each.name for each in self.module.maps} if self.module else {
            start.placement(piece.id).map or "" for piece in start.units()
        }  # fmt: skip
        dialect, named = self.game.dialect, sorted(filter(None, there))
        if not named or any(map(dialect.is_main_map, named)):
            return
        found, expected = dialect.main_map[:_MAX_NAME], ", ".join(name[:_MAX_NAME] for name in named[:_MAX_MAPS])
        if dialect.imported:
            raise GameDataError("no such map", file=DIALECT_FILE, place="key main_map", found=found, expected=expected)
        raise NotThisGame("it has no such map", file=file, found=found, expected=expected)

    def hides(self, unit: str) -> bool:
        """Return whether the viewer may not know a unit."""
        return self.hidden is not None and unit in self.hidden.names

    def _ruleset(self, start: Table) -> str:
        """Return the ruleset that the log names, else the module's; empty if neither does."""
        definitions = self.module.global_properties if self.module else ()
        initial = next((each.initial_value for each in definitions if each.name == _RULESET), "")
        return global_property(start, _RULESET) or initial

    def _scenario(self, start: Table) -> int:
        found = (_SCENARIO.search(text[:10_000]) for text in start.notes.values())
        numbers = {int(match[1]) for match in found if match}
        return numbers.pop() if len(numbers) == 1 else 0

    def _scenario_of_counters(self, start: Table) -> int:
        """Return the scenario whose counters are on the map, most of them and no others; 0 if that is not one alone."""
        places = GrandTacticalPlaces(self.game, start.boards, self.module)
        there: set[str] = set()
        for piece in start.units():
            kind = self.counters.kind(piece, piece_properties(piece))
            if kind.kind == "unit" and places.locate(start.placement(piece.id))[0] is Status.ON_MAP:
                there |= set(kind.ids[:1])
        rosters = {number: set(start_position(self.game, number).units) for number in self.game.scenarios}
        missing = {
            number: len(units - there) for number, units in rosters.items()
            if there <= units and 2 * len(there) > len(units)
        }  # fmt: skip
        fewest = [number for number, left in missing.items() if left == min(missing.values())]
        return fewest[0] if len(fewest) == 1 else 0
