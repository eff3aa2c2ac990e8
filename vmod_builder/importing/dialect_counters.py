"""The dialect of a module's counters: sides, layers, activation and markers, as tables of ``dialect.toml``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from adjudicator.game.game_data import GameData
from adjudicator.game.module_dialect import series_dialect
from adjudicator.game.names import words_of
from adjudicator.game.series_words import series_words
from adjudicator.report.safe_text import count, one_line
from adjudicator.vassal.properties import follows_property
from adjudicator.vassal.traits import Trait

from .dialect_table import DialectTable, dialect_words, is_like, listed
from .official_module import OfficialModule, SlotPiece

__all__ = ["counter_tables"]

_LAYER, _PLACE_MARKER = "emb2", "placemark"
_LEADER: Final = "Leader"
_LONGEST: Final = 60


@dataclass(slots=True)
class _Layer:
    """A layer of the module's counters."""

    name: str
    names: tuple[str, ...]
    """The additions of its levels to a counter's name."""
    always_on: bool
    menu: tuple[str, ...]
    counters: int = 0

    @property
    def level(self) -> int:
        """The first level that shows something: a layer that is always on begins with one that does not."""
        return 2 if self.always_on and len(self.names) > 1 else 1


def counter_tables(module: OfficialModule, pieces: Sequence[SlotPiece], game: GameData) -> Iterator[DialectTable]:
    """Yield the tables that the counters of a module tell, among the *pieces* of its slots."""
    return _Counters(module, pieces, game).tables()


class _Counters:
    """The way from the counters to the tables."""

    def __init__(self, module: OfficialModule, pieces: Sequence[SlotPiece], game: GameData) -> None:
        self._sides_of_module = module.definition.sides
        self._game = game
        self._series = series_dialect()
        self._units = [each for each in pieces if each.is_rated and each.properties.get("Type") != _LEADER]
        self._others = [each for each in pieces if not each.is_rated]
        self._layers = _layers_of(self._units)

    def tables(self) -> Iterator[DialectTable]:
        """Yield the tables in the order of the file."""
        yield self._unit_types()
        yield self._sides()
        yield self._layer_states()
        yield self._activation()
        yield self._markers()
        yield self._barrage()

    def _unit_types(self) -> DialectTable:
        told = Counter(each.properties.get("Type", "") for each in self._units)
        known = [name for name in sorted(told) if name in self._series.unit_types]
        others = [f"{name!r} ({count(told[name], 'counter')})" for name in sorted(told.keys() - set(known))]
        notes = [f"Counters with ratings that are not taken for units: {listed(others)}."] if others else []
        if not known and told:
            words = "Values of the property Type that units have: none of the series, so whatever has ratings."
            return DialectTable("unit_types", sorted(told), False, (words,))
        return DialectTable(
            "unit_types", known or sorted(self._series.unit_types), bool(known),
            ("Values of the property Type that units have.", *notes),
        )  # fmt: skip

    def _sides(self) -> DialectTable:
        about = "The sides of the players, and the sides of the game"
        armies: dict[str, Counter[str]] = {}
        for each in self._units:
            division = series_words().divisions.get(each.properties.get("Division", ""), "")
            if division in self._game.divisions and (army := each.properties.get("Army", "")):
                armies.setdefault(army, Counter())[self._game.divisions[division].side] += 1
        value = {}
        for side in self._sides_of_module:
            army = next((each for each in armies if words_of(each) == words_of(side)), "")
            if army:
                value[side] = armies[army].most_common(1)[0][0]
        left = [side for side in self._sides_of_module if side not in value]
        missing = [side.name for side in self._game.sides.values() if side.id not in value.values()]
        if missing:
            words = f"{about}: no side of the module has counters of {listed(missing)}, so this is a guess."
            series = {name: side for name, side in self._series.sides.items() if side in self._game.sides}
            return DialectTable("sides", series | value, False, (words,))
        notes = [f"Sides without counters of their own: {listed(left)}."] if left else []
        return DialectTable("sides", value, True, (f"{about}, by the property Army of the counters.", *notes))

    def _layer_states(self) -> DialectTable:
        rows, guessed, notes = [], False, dict[str, str]()
        for known in self._series.layers:
            layer, exact = self._layer(known.layer, dialect_words()["layers"][known.state])
            guessed = guessed or not exact
            name = layer.name if layer else known.layer
            level = {"level": layer.level} if layer and layer.level > 1 else {}
            rows.append({"layer": name, "state": known.state, **level})
            notes[name] = _told_of(layer, exact=exact)
        about = "Layers of a unit's counter, and the states that they show from `level` on (1 if it is left out)."
        return DialectTable("layers", rows, not guessed, (about,), notes)

    def _activation(self) -> DialectTable:
        value, guessed, lines = (
            {},
            False,
            ["The layers and levels of a unit that is activated, and of one that has acted."],
        )
        for key, known in (("activated", self._series.activated), ("acted", self._series.acted)):
            layer, exact = self._layer(known.layer, dialect_words()["activation"][key])
            guessed = guessed or not exact
            value[key] = {"layer": layer.name if layer else known.layer, "level": known.level}
            lines.append(f"{key}: {_told_of(layer, exact=exact)}.")
        return DialectTable("activation", value, not guessed, tuple(lines))

    def _layer(self, name: str, like: Sequence[str]) -> tuple[_Layer | None, bool]:
        """Return the layer of a name, else the only one of a like name or menu; and whether it is of that name."""
        if name in self._layers:
            return self._layers[name], True
        fitting = [
            each for each in self._layers.values()
            if is_like((each.name, *each.menu), like)
        ]  # fmt: skip
        return (fitting[0] if len(fitting) == 1 else None), False

    # -- markers ----------------------------------------------------------------------------------------------------

    def _markers(self) -> DialectTable:
        rows, guessed, notes = [], False, dict[str, str]()
        for known in self._series.markers.values():
            entrenched = known.least > 1
            like = dialect_words()["entrenched" if entrenched else "markers"][known.state]
            marker, exact = self._marker(known.type, like)
            guessed = guessed or not exact
            type_ = marker.properties["Type"] if marker else known.type
            layer = _level_layer(marker, known.layer) if marker else known.layer
            rows.append({
                "type": type_, "state": known.state, **({"layer": layer} if layer and not entrenched else {}),
                **({"least": known.least} if entrenched else {}),
            })  # fmt: skip
            notes[type_] = self._told_of_marker(marker, exact=exact)
        about = "Markers on a unit: their property Type, and the layer whose level shows how much."
        return DialectTable("markers", _apart(rows), not guessed, (about,), notes)

    def _barrage(self) -> DialectTable:
        known = self._series.barrage
        marker, exact = self._marker(known.type, dialect_words()["barrage"]["barrage"])
        type_ = marker.properties["Type"] if marker else known.type
        layer = (_level_layer(marker, known.layer) if marker else "") or known.layer
        value = {"type": type_, "layer": layer, "heavy": known.heavy}
        about = "The marker of a barrage, and the level of its layer that means a heavy one"
        return DialectTable("barrage", value, exact, (f"{about}: {self._told_of_marker(marker, exact=exact)}.",))

    def _marker(self, type_: str, like: Sequence[str]) -> tuple[SlotPiece | None, bool]:
        """Return the marker of a Type, else the only one of a like name that has a Type."""
        typed = [each for each in self._others if each.properties.get("Type", "")]
        same = [each for each in typed if each.properties["Type"] == type_]
        if same:
            return same[0], True
        fitting = {
            each.properties["Type"]: each for each in reversed(typed)
            if is_like((each.piece.name, each.slot.entry_name), like)
        }  # fmt: skip
        return (next(iter(fitting.values())) if len(fitting) == 1 else None), False

    def _told_of_marker(self, marker: SlotPiece | None, *, exact: bool) -> str:
        if marker is None:
            return "not found in the module: this is a guess"
        menu = listed(sorted(_menu_entries(self._units, marker)))
        laid = f", laid with the menu entry {menu}" if menu else ""
        name = one_line(marker.slot.entry_name or marker.piece.name, _LONGEST)
        return f"{'found' if exact else 'guessed by its name'}: {name}{laid}"


def _layers_of(units: Sequence[SlotPiece]) -> dict[str, _Layer]:
    """Return the layers of counters by name, the commonest first."""
    found: dict[str, _Layer] = {}
    for each in units:
        for trait in each.piece.traits:
            name = trait.type.text_field("name") if trait.id == _LAYER else ""
            if name:
                layer = found.setdefault(name, _layer_of(name, trait))
                layer.counters += 1
    return found


def _layer_of(name: str, trait: Trait) -> _Layer:
    always_on = trait.type.boolean("always_active", True) or follows_property(trait)
    commands = (trait.type.text_field(each) for each in ("activate_command", "up_command", "description"))
    return _Layer(name, tuple(trait.type.items("level_names")), always_on, tuple(filter(None, commands)))


def _level_layer(marker: SlotPiece, known: str) -> str:
    """Return the layer of a marker that has levels: the known one, else the only one; empty for none."""
    layers = [
        trait.type.text_field("name") for trait in marker.piece.traits
        if trait.id == _LAYER and len(trait.type.items("images")) > 1
    ]  # fmt: skip
    return known if known in layers else layers[0] if len(layers) == 1 else ""


def _menu_entries(units: Sequence[SlotPiece], marker: SlotPiece) -> set[str]:
    """Return the menu entries of units that lay a marker."""
    name = marker.slot.entry_name
    return {
        one_line(trait.type.text_field("command"), _LONGEST)
        for each in units for trait in each.piece.traits
        if trait.id == _PLACE_MARKER and (
            trait.type.text_field("gpid") == marker.slot.gpid or trait.type.text_field("marker").endswith(f":{name}")
        )
    }  # fmt: skip


def _told_of(layer: _Layer | None, *, exact: bool) -> str:
    if layer is None:
        return "not found on any counter: this is a guess"
    menu = f", menu {one_line(layer.menu[0], _LONGEST)!r}" if layer.menu else ""
    return f"{'found' if exact else 'guessed by its name'} on {count(layer.counters, 'counter')}{menu}"


def _apart(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the rows with each Type once."""
    return list({row["type"]: row for row in reversed(rows)}.values())[::-1]
