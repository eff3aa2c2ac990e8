"""A whole game as data: the contents of the TOML files of one directory, read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from .charts import Chart
from .dice import SERIES_DICE, DiceKind
from .game_map import GameMap
from .menus import ActionWording, UnitState
from .module_dialect import ModuleDialect, series_dialect
from .order_of_battle import Chit, Division, Formation, Marker, MarkerRole, Side, WeaponClass
from .provenance import Figure
from .scenarios import Calendar, Scenario
from .table_layout import TableLayout
from .units import Leader, Unit

__all__ = ["GameData", "HelpSection", "Stacking", "Step"]


@dataclass(frozen=True, slots=True)
class Stacking:
    """The stacking limits of a hex."""

    not_in_column: int
    in_column: int
    rule: str


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the sequence of play."""

    number: int
    title: str
    text: str
    rule: str = ""
    kind: str = ""
    """The rules' name for a step before the mug is filled: ``arrivals``, ``chits`` or one of the game's own."""


@dataclass(frozen=True, slots=True)
class HelpSection:
    """What the help page of the module says of this game only."""

    title: str
    """The title of a section of the page, which gets more paragraphs, or of a new one."""
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameData:
    """A game. Mappings are by id and in the order of the data files."""

    id: str
    name: str
    version: str
    description: str
    sides: Mapping[str, Side]
    divisions: Mapping[str, Division]
    formations: Mapping[str, Formation]
    weapons: Mapping[str, WeaponClass]
    units: Mapping[str, Unit]
    leaders: Mapping[str, Leader]
    chits: Mapping[str, Chit]
    markers: Mapping[str, Marker]
    stacking: Stacking
    map: GameMap
    charts: Mapping[str, Chart]
    calendar: Calendar
    sequence_of_play: tuple[Step, ...]
    scenarios: Mapping[int, Scenario]
    actions: tuple[ActionWording, ...]
    states: tuple[UnitState, ...]
    figures: tuple[Figure, ...]
    """Every figure of the data with its source, in the order of the files."""
    layouts: tuple[TableLayout, ...] = ()
    """The layouts of the module with which games may have begun, the newest last."""
    dialect: ModuleDialect = field(default_factory=series_dialect)
    """The dialect of the module that its games are played in, where that is none of ours."""
    dice: tuple[DiceKind, ...] = SERIES_DICE
    """The dice of the module's toolbar."""
    earlier_maps: Mapping[str, GameMap] = field(default_factory=dict)
    """The map as earlier versions of the data showed it, by version, where it was different."""
    unshown_charts: frozenset[str] = frozenset()
    """The charts of the series that apply to the game and that its own data do not show, by id."""
    help: tuple[HelpSection, ...] = ()
    rules: str = ""
    """The name of the game's exclusive rules; empty for the rules of the series alone."""
    sheet: str = ""
    """The version whose map this is, if it is one of :attr:`earlier_maps`; empty for the present map."""

    @property
    def shown_charts(self) -> tuple[Chart, ...]:
        """The charts that the game's module shows, in the order of the data."""
        return tuple(chart for name, chart in self.charts.items() if name not in self.unshown_charts)

    def markers_of(self, role: MarkerRole) -> tuple[Marker, ...]:
        """Return the markers of a role, in the order of the data."""
        return tuple(marker for marker in self.markers.values() if marker.role is role)

    def marker_of(self, role: MarkerRole) -> Marker | None:
        """Return the only marker of a role, None if the game has none."""
        return next(iter(self.markers_of(role)), None)

    def with_sheet_of(self, version: str) -> GameData:
        """Return the game with the map that a version of its data showed: the map of games begun with that version."""
        if version == self.sheet or version not in self.earlier_maps:
            return self
        return replace(self, map=self.earlier_maps[version], sheet=version)
