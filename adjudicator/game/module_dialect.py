"""A module's dialect: its layers, markers, properties and names, and the meaning of each in the game.

The words of the series are in ``module_dialect.toml``. A game that was imported from a module has its own in
``dialect.toml``, table by table, to be corrected by hand.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, Final

__all__ = [
    "DIALECT_FILE", "BarrageMarker", "CardZone", "LayerLevel", "LayerState", "MarkerState", "ModuleDialect",
    "PropertyWords", "TurnWords", "build_dialect", "series_dialect",
]  # fmt: skip

DIALECT_FILE: Final = "dialect.toml"
"""The file of an imported game's directory."""
_FILE: Final = "module_dialect.toml"
_ANY_ENDING: Final = "*"


@dataclass(frozen=True, slots=True)
class LayerLevel:
    """A layer of a piece, and its level from which on it shows something."""

    layer: str
    level: int = 1


@dataclass(frozen=True, slots=True)
class LayerState:
    """A layer of a unit that shows a state of the game."""

    layer: str
    state: str
    level: int = 1
    """The first level that shows the state."""


@dataclass(frozen=True, slots=True)
class MarkerState:
    """A marker that is placed on a unit and shows a state of the game."""

    type: str
    state: str
    layer: str = ""
    """The layer whose level is the state's; empty for a marker without levels."""
    least: int = 1


@dataclass(frozen=True, slots=True)
class BarrageMarker:
    """The marker of a barrage."""

    type: str
    layer: str
    heavy: int
    """The level of a Heavy Barrage."""


@dataclass(frozen=True, slots=True)
class CardZone:
    """A zone of another map than the one that is played on, such as a division's card, that is a box of the game."""

    map: str
    zone: str
    box: str


@dataclass(frozen=True, slots=True)
class TurnWords:
    """The properties of the turn, and their values by the calendar's words."""

    date: str
    time: str
    dates: Mapping[str, str]
    times: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PropertyWords:
    """A global property, and the meaning of its values."""

    property: str
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ModuleDialect:
    """The whole table."""

    main_map: str
    """The map that is played on; with an asterisk at its end every map whose name begins so."""
    unit_types: frozenset[str]
    sides: Mapping[str, str]
    layers: tuple[LayerState, ...]
    activated: LayerLevel
    acted: LayerLevel
    markers: Mapping[str, MarkerState]
    """The markers by the property ``Type``."""
    barrage: BarrageMarker
    chit_type: str
    chits: Mapping[str, str]
    """The names of chits that are called otherwise than in the game's data."""
    turn: TurnWords
    weather: PropertyWords
    supply: PropertyWords
    artillery_leader_killed: tuple[str, str]
    """The global property, with the value that means that the artillery leader was killed."""
    zones: Mapping[str, str]
    """The boxes that zones of the main map are, by the zones' names."""
    cards: tuple[CardZone, ...] = ()
    dice: frozenset[str] = frozenset()
    """The buttons that roll the game's die; none: all of them."""
    dice_reports: Mapping[str, str] = field(default_factory=dict)
    """The report formats of dice buttons, by the buttons' names."""
    graveyard: str = ""
    """The map on which eliminated units are laid."""
    guessed: frozenset[str] = frozenset()
    """The tables of the game's ``dialect.toml`` that nobody has looked at."""

    imported: bool = False
    """True if the game has a ``dialect.toml`` of its own."""

    def is_main_map(self, name: str) -> bool:
        """Return whether a map is the one that is played on."""
        if self.main_map.endswith(_ANY_ENDING):
            return name.startswith(self.main_map.removesuffix(_ANY_ENDING))
        return name == self.main_map


def build_dialect(document: Mapping[str, Any]) -> ModuleDialect:
    """Return the dialect of a game with the *document* ``dialect.toml``; what that does not have is the series's."""
    data = {**_series_document(), **document}
    activation, chits, turn = data["activation"], data["chits"], data["turn"]
    killed = data["artillery_leader_killed"]
    return ModuleDialect(
        main_map=data["main_map"], unit_types=frozenset(data["unit_types"]), sides=data["sides"],
        layers=tuple(LayerState(**row) for row in data["layers"]),
        activated=LayerLevel(**activation["activated"]), acted=LayerLevel(**activation["acted"]),
        markers={row["type"]: MarkerState(**row) for row in data["markers"]}, barrage=BarrageMarker(**data["barrage"]),
        chit_type=chits["type"], chits=chits.get("names", {}),
        turn=TurnWords(turn["date"], turn["time"], turn.get("dates", {}), turn.get("times", {})),
        weather=_property(data["weather"]), supply=_property(data["supply"]),
        artillery_leader_killed=(killed["property"], killed["value"]), zones=data["zones"],
        cards=tuple(CardZone(**row) for row in data.get("cards", ())),
        dice=frozenset(data.get("dice", ())), dice_reports=data.get("dice_reports", {}),
        graveyard=data["graveyard"], guessed=frozenset(data.get("guessed", ())),
        imported=bool(document),
    )  # fmt: skip


def _property(row: Mapping[str, Any]) -> PropertyWords:
    return PropertyWords(row["property"], row.get("values", {}))


@cache
def _series_document() -> Mapping[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath(_FILE).read_text(encoding="utf-8"))


@cache
def series_dialect() -> ModuleDialect:
    """Return the dialect of the series, for a game that was imported from no module."""
    return build_dialect({})
