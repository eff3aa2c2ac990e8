"""The units and leaders of the pieces of the official Grand Tactical Series module, and never by a guess.

Found by name and division, as the import does it (:mod:`adjudicator.game.name_index`); by its formation where several
units have the name, or where the rulebook does not name a leader.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from ....game.game_data import GameData
from ....game.name_index import Found, NamedCounter, NameIndex
from ....game.series_words import series_words
from ....game.units import RATING_NAMES, Leader, Ratings, Unit
from ....vassal.pieces import Piece
from ....vassal.properties import masked_by
from ....vassal.series_ratings import RatingWords, command_range, unit_figures_of
from ....vassal.traits import TraitType

__all__ = ["GrandTacticalCounters", "PieceKind"]

_RATINGS, _LEADER = "ratings", "leader"
_REDUCED: Final = "reduced"
"""The name of the reduced side, with which its figures begin."""
_MAX_NAME: Final = 60
_FIELDS: Final = {"range": "fire_range"}
_NOT_THERE: Final[Mapping[str, object]] = {"range": "*", "weapon": "", "assault_weapon": "", "defence": 0}
"""The module's words for a rating that a counter of ours does not have; ``No`` where nothing is said."""


@dataclass(frozen=True, slots=True)
class PieceKind:
    """The unit or leader that a piece is."""

    kind: Literal["unit", "leader"] | None
    """None for anything else."""
    ids: tuple[str, ...] = ()
    """The counters that the piece can be: one, or several dummies of the same name. Empty if unknown."""
    doubt: str = ""
    """The reason why the counter is not known, for a player."""


_NOTHING: Final = PieceKind(None)


class GrandTacticalCounters:
    """The counters of one game."""

    def __init__(self, game: GameData) -> None:
        self._game = game
        self._units = NameIndex(_named(game, unit) for unit in game.units.values())
        self._leaders = NameIndex(_named(game, leader) for leader in game.leaders.values())
        self._formations = NameIndex(
            NamedCounter(each.id, (each.name, each.short_name), each.division) for each in game.formations.values()
        )
        weapons = {weapon.colour_name: weapon.id for weapon in game.weapons.values()}
        self._words = RatingWords(weapons, series_words().movement_classes, series_words().unit_classes)

    def kind(self, piece: Piece, properties: Mapping[str, str]) -> PieceKind:
        """Return the kind of a piece."""
        trait = _rated(piece)
        if trait is None:
            return _NOTHING
        division = series_words().divisions.get(properties.get("Division", ""), "")
        if trait.id == _LEADER:
            return self._leader(piece, properties, division)
        if properties.get("Type", "") not in self._game.dialect.unit_types:
            return _NOTHING
        found = self._units.find(piece.name, division)
        ids = found.ids or self._of_formation(found.could_be, properties)
        if ids:
            return PieceKind("unit", ids)
        called = "a face-down counter" if masked_by(piece) is not None else f"{_shown(piece.name)!r}"
        return PieceKind("unit", doubt=self._why(called, found))

    def _leader(self, piece: Piece, properties: Mapping[str, str], division: str) -> PieceKind:
        found = self._leaders.find(piece.name, division)
        formation = self._formation(properties)
        alone = tuple(each.id for each in self._game.leaders.values() if formation and each.formation == formation)
        ids = found.ids or (alone if len(alone) == 1 else ())
        if ids:
            return PieceKind("leader", ids)
        return PieceKind("leader", doubt=self._why(f"the leader {_shown(piece.name)!r}", found))

    def _why(self, called: str, found: Found) -> str:
        counters: Mapping[str, Unit | Leader] = {**self._game.units, **self._game.leaders}
        could_be = ", ".join(counters[each].name for each in found.could_be)
        reason = f"it could be {could_be}" if could_be else "the game has no counter of that name"
        return f"{called} was left out: {reason}"

    def _formation(self, properties: Mapping[str, str]) -> str:
        found = self._formations.find(properties.get("Formation", ""))
        return found.ids[0] if len(found.ids) == 1 and not found.loosely else ""

    def _of_formation(self, could_be: Iterable[str], properties: Mapping[str, str]) -> tuple[str, ...]:
        formation = self._formation(properties)
        right = tuple(unit for unit in could_be if formation and self._game.units[unit].formation == formation)
        return right if len(right) == 1 else ()

    def has_other_ratings(self, piece: Piece, properties: Mapping[str, str], id_: str) -> bool:
        """Return whether a counter's figures are others than those of the game's data, the reduced side left aside."""
        trait = _rated(piece)
        if trait is None:
            return False
        if trait.id == _LEADER:
            return command_range(trait)[0] not in (None, self._game.leaders[id_].command_range)
        ours = _figures(self._game.units[id_])
        told = unit_figures_of(trait, properties, self._words)
        if told.sides is not None and told.sides - {_REDUCED} != _sides(self._game.units[id_]) - {_REDUCED}:
            return True
        return _differ(ours, {name: value for name, value in told.figures.items() if not name.startswith(_REDUCED)})

    def has_other_reduced_side(self, piece: Piece, properties: Mapping[str, str], id_: str) -> bool:
        """Return whether a counter has a reduced side that the game's data have not, or the other way round (R2.12).

        The difference matters once the unit has lost a step.
        """
        trait = _rated(piece)
        if trait is None or trait.id == _LEADER:
            return False
        told = unit_figures_of(trait, properties, self._words)
        if told.sides is not None and (_REDUCED in told.sides) is not (_REDUCED in _sides(self._game.units[id_])):
            return True
        reduced = {name: value for name, value in told.figures.items() if name.startswith(_REDUCED)}
        return _differ(_figures(self._game.units[id_]), reduced)


def _rated(piece: Piece) -> TraitType | None:
    return next((trait.type for trait in piece.traits if trait.id in (_RATINGS, _LEADER)), None)


def _named(game: GameData, counter: Unit | Leader) -> NamedCounter:
    formation, division = game.formations.get(counter.formation), game.divisions[counter.division]
    belonging = (division.name, division.short_name, *((formation.name,) if formation else ()))
    dummy = isinstance(counter, Unit) and counter.dummy
    return NamedCounter(counter.id, counter.names, counter.division, " ".join(belonging), dummy)


def _shown(name: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in name[:_MAX_NAME])


def _sides(unit: Unit) -> frozenset[str]:
    return frozenset(name for name in ("mounted", _REDUCED) if getattr(unit, name) is not None)


def _differ(ours: Mapping[str, object], told: Mapping[str, object]) -> bool:
    return any(ours.get(name, value) != value for name, value in told.items() if name != "engineer")


def _figures(unit: Unit) -> dict[str, object]:
    """Return a unit's figures under the names, and in the words, of :func:`unit_figures_of`."""
    figures: dict[str, object] = {"steps": unit.steps, "unit_class": unit.unit_class}
    for prefix, ratings in (("", unit.ratings), ("mounted.", unit.mounted), ("reduced.", unit.reduced)):
        if ratings is not None:
            figures |= {prefix + name: _figure(ratings, name) for name in RATING_NAMES}
    return figures


def _figure(ratings: Ratings, name: str) -> object:
    if name == "movement" and ratings.movement is None:
        return ratings.movement_text or "No"
    value = getattr(ratings, _FIELDS.get(name, name))
    return _NOT_THERE.get(name, "No") if value is None else value
