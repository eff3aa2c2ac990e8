"""The counters of units and leaders as VASSAL pieces: what they show, what they are, and which menu they have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from adjudicator.game.game_data import GameData
from adjudicator.game.units import Leader, Ratings, Unit

from .counter_kinds import MOUNTED, STEP_LOSS, leader_kinds, unit_kinds
from .decks import mixing_levels
from .prototypes import DIVISION, RANGE, REDUCED_SIDE, Behaviour, behaviour_of, hidden_levels, picture_layer
from .trait_building import Level, basic_piece, definition, marks, trait

__all__ = ["CounterPiece", "counter_pieces"]

REFEREE = "Referee"
"""The side that may look under every mask."""


@dataclass(frozen=True, slots=True)
class CounterPiece:
    """A counter without its id, from which a slot of the palette is made."""

    key: str
    """The piece's key in the lock file, ``unit-5-2-13-dble``; its picture is called the same."""
    name: str
    behaviour: Behaviour
    levels: tuple[Level, ...]
    """All but the basic piece, the outermost first."""

    @property
    def image(self) -> str:
        """The name of its picture."""
        return f"{self.key}.svg"

    def definition(self, gpid: int) -> str:
        """Return the piece's definition in the slot *gpid*."""
        return definition([*self.levels, basic_piece(self.name, self.image, gpid)])


def counter_pieces(game: GameData) -> tuple[CounterPiece, ...]:
    """Return the counters of all leaders and units, in the order of the data."""
    leaders = (_leader_piece(game, leader) for leader in game.leaders.values())
    return (*leaders, *(_unit_piece(game, unit) for unit in game.units.values()))


def _leader_piece(game: GameData, leader: Leader) -> CounterPiece:
    behaviour = behaviour_of(game, leader_kinds(game, leader), shows_range=True)
    properties = {
        "LeaderId": leader.id, "Type": "Leader", **_belonging(game, leader.division, leader.formation),
        "CommandRange": str(leader.command_range), RANGE: str(leader.command_range),
        "Summary": f"command range {leader.command_range}",
    }  # fmt: skip
    return CounterPiece(leader.id, leader.name, behaviour, (_menu(behaviour), marks(properties)))


def _unit_piece(game: GameData, unit: Unit) -> CounterPiece:
    kinds = unit_kinds(game, unit)
    if unit.reduced:
        kinds |= {REDUCED_SIDE}
    reach = unit.ratings.fire_range if unit.ratings.fire is not None else None
    behaviour = behaviour_of(game, kinds, shows_range=reach is not None)
    key = f"unit-{unit.id}"
    properties = {
        "UnitId": unit.id, "Type": "Dummy" if unit.dummy else "Unit", "Class": unit.unit_class,
        **_belonging(game, unit.division, unit.formation), **_figures(unit),
        "Summary": _summary(game, unit), **({RANGE: str(reach)} if reach is not None else {}),
    }  # fmt: skip
    levels = [*_hidden(game, unit), _menu(behaviour), *_other_sides(game, unit, key), marks(properties)]
    return CounterPiece(key, unit.name, behaviour, tuple(levels))


def _menu(behaviour: Behaviour) -> Level:
    return trait("prototype", name=behaviour.name)


def _hidden(game: GameData, unit: Unit) -> list[Level]:
    if not unit.hidden_as:
        return []
    side = game.sides[game.divisions[unit.division].side].name
    image = f"{'-'.join(unit.hidden_as.lower().split())}.svg"
    return [*hidden_levels(game, unit.hidden_as, image, side, (side, REFEREE)), *mixing_levels(side)]


def _other_sides(game: GameData, unit: Unit, key: str) -> Iterator[Level]:
    """Yield the layers that show another printed side over the picture; the mounted one goes over the reduced."""
    printed = {MOUNTED: unit.mounted, STEP_LOSS: unit.reduced}
    images = {MOUNTED: f"{key}-mounted.svg", STEP_LOSS: f"{key}-reduced.svg"}
    states = {state.id: state for state in game.states}
    for id_, side in printed.items():
        if side and id_ in states:
            yield picture_layer(states[id_], [images[id_] for _ in states[id_].levels])


def _belonging(game: GameData, division: str, formation: str) -> dict[str, str]:
    owner = game.divisions[division]
    return {
        "Side": game.sides[owner.side].name,
        DIVISION: owner.name,
        "Formation": game.formations[formation].name if formation else "",
    }


def _figures(unit: Unit) -> dict[str, str]:
    """Return the properties that hold the printed figures; those of the mounted side begin with ``Mounted``."""
    sides: Mapping[str, Ratings | None] = {"": unit.ratings, "Mounted": unit.mounted, "Reduced": unit.reduced}
    figures = {"Steps": str(unit.steps), "Engineer": _flag(unit.engineer)}
    for side, ratings in sides.items():
        if ratings:
            figures |= {f"{side}{name}": value for name, value in _rating_texts(ratings).items()}
    return figures


def _rating_texts(ratings: Ratings) -> dict[str, str]:
    return {
        "Fire": _number(ratings.fire),
        "Weapon": ratings.weapon,
        "FireRange": "*" if ratings.fire_range is None else str(ratings.fire_range),
        "Assault": _number(ratings.assault),
        "AssaultWeapon": ratings.assault_weapon,
        "DoubleAssault": _flag(ratings.double_assault),
        "Defence": _number(ratings.defence),
        "Armoured": _flag(ratings.armoured),
        "TroopQuality": _number(ratings.troop_quality),
        "Movement": ratings.movement_text or _number(ratings.movement),
        "MovementClass": ratings.movement_class,
        **({"Flak": str(ratings.flak)} if ratings.flak is not None else {}),
    }


def _number(value: int | None) -> str:
    return "No" if value is None else str(value)


def _flag(value: bool) -> str:
    return "true" if value else "false"


def _summary(game: GameData, unit: Unit) -> str:
    """Return a unit's figures as one line, for the view of a stack."""
    if unit.dummy:
        return "dummy"
    ratings = unit.ratings
    parts = []
    if ratings.fire is not None:
        reach = "unlimited" if ratings.fire_range is None else ratings.fire_range
        parts.append(f"fire {ratings.fire} {game.weapons[ratings.weapon].colour_name} range {reach}")
    figures = (ratings.assault, ratings.defence, ratings.troop_quality)
    parts += [
        f"{name} {value}"
        for name, value in zip(("assault", "defence", "quality"), figures, strict=True)
        if value is not None
    ]
    if ratings.movement_text or ratings.movement is not None:
        parts.append(f"move {ratings.movement_text or ratings.movement}")
    return ", ".join(parts)
