"""Logs of the official-style module (``official_module.py``) with the attack wizard's texts (vassal-files.md 6.7).

A game has the units that a test names on the map and all others beside it. What the wizard writes of a shot is worked
out by the rules, so that it is right, unless the test says otherwise.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from adjudicator.game.game_data import GameData
from adjudicator.game.hexes import Hex
from adjudicator.game.names import find_unit
from adjudicator.game.position import LeaderState, Position, Status, UnitState
from adjudicator.game.start import start_position
from adjudicator.game.units import Ratings
from adjudicator.rules.chance import Recorded
from adjudicator.rules.judgement import Judgement
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.ruling import Modifier, Resolution
from adjudicator.rules.series.fire import Circumstances, Mode, fire_rating
from adjudicator.rules.series.fire_sums import MISS, ShotSum
from adjudicator.vassal.boards import BoardPlacement
from adjudicator.vassal.building import PositionBuilder, saved_game
from adjudicator.vassal.log_building import LogBuilder
from adjudicator.vassal.module import read_module
from adjudicator.vassal.module_definition import DiceButton, ModuleDefinition
from adjudicator.vassal.pieces import Piece
from adjudicator.vassal.prototypes import expand_prototypes
from adjudicator.vassal.saved_game import SavedGame
from tests.support.official_module import BOARD, MAP, OfficialModule, Side, official_module
from tests.support.rule_cases import book_for, built_in_game
from vmod_builder.trait_building import basic_piece, definition, marks, trait

__all__ = ["OfficialGame", "faithful_module", "marker", "module_file"]

_BESIDE = "Division Cards"
_STEP_FIGURES = {"0": {}, "1": {"Step": "1"}, "2": {"Step": "2"}}
_MODES = {"Direct Fire": Mode.DIRECT, "Indirect Fire": Mode.INDIRECT, "Opportunity Fire": Mode.OPPORTUNITY}
_RESULTS = {"C": "Cohesion Hit", "S": "Suppression", "S?": "Possible Supression", "1": "Step Loss", "E": "Elimination"}
_WORDS = {
    "firer-column": "In Column", "target-column": "In Column", "firer-cohesion-1": "Cohesion Hit",
    "firer-cohesion-2": "Cohesion Hit x 2", "firer-step-loss": "Step Loss", "firer-light-barrage": "Barraged",
    "firer-heavy-barrage": "Barraged", "firer-entrenched": "Entrenched2", "target-entrenched": "Entrenched",
    "target-improved-position": "IP", "firer-bir-hacheim": "In Bir Hacheim", "target-bir-hacheim": "In Bir Hacheim",
    "night": "Night", "mist": "Mist", "sandstorm": "Sand Storm", "defence": "Base Defence Rating",
    "zone-to-zone": "Target moving FZ to FZ", "zone-to-clear": "Target moving FZ to Non-FZ",
    "company-bonus": "Company Bonus",
}  # fmt: skip
_MARKED = {"suppressed": "Suppressed", "column": "Column"}


# -- the module -------------------------------------------------------------------------------------------------------


def _side(game: GameData, ratings: Ratings) -> Side:
    """Return a set of ratings of ours as the module's trait has it."""
    colour = {weapon.id: weapon.colour_name for weapon in game.weapons.values()}

    def text(value: int | None, otherwise: str = "No") -> str:
        return otherwise if value is None else str(value)

    return Side(
        text(ratings.fire), colour.get(ratings.weapon, "White"), text(ratings.assault),
        colour.get(ratings.assault_weapon, "White"), ratings.double_assault, text(ratings.fire_range, "*"),
        f"{ratings.defence or 0:+d}" if ratings.defence else "0", ratings.armoured, text(ratings.troop_quality, "4"),
        ratings.movement_text, {"tracked": "Red", "wheeled": "Black"}.get(ratings.movement_class, "White"),
        text(ratings.flak),
    )  # fmt: skip


def faithful_module(*, oblique: bool = False) -> OfficialModule:
    """Return a module whose counters have the figures of our data."""
    game = built_in_game()
    module = official_module(game, oblique=oblique)
    for counter in module.counters:
        if counter.leader:
            counter.leader = (6, game.leaders[counter.id].command_range)
            continue
        unit = game.units[counter.id]
        counter.front, counter.second = _side(game, unit.ratings), _side(game, unit.mounted or unit.ratings)
        counter.organic, counter.step_differs = unit.mounted is not None, False
        counter.properties.pop("Step", None)
        counter.properties |= {**_STEP_FIGURES[str(unit.steps)], "Class": unit.unit_class.title()}
    return module


@cache
def module_file(module_kind: str) -> tuple[OfficialModule, ModuleDefinition]:
    """Return a module and what is read back from its file: ``straight``, ``oblique``, or ``other`` (figures)."""
    kinds = {"other": lambda: official_module(built_in_game())}
    module = kinds.get(module_kind, lambda: faithful_module(oblique=module_kind == "oblique"))()
    with tempfile.TemporaryDirectory() as directory:
        return module, read_module(module.write(Path(directory) / "official.vmod"))


def marker(kind: str, level: int = 0, layer: str = "") -> str:
    """Return the definition of a marker with a Type, on a level of a layer that is named like it or *layer*."""
    levels = [marks({"Type": kind, "Adjust": "true"}), basic_piece(kind, "marker.png", 4100)]
    if level:
        levels.insert(0, trait("emb2", name=layer or kind, images=["a.png", "b.png"], level_names=["", ""],
                               description="", activate_key_stroke="", always_active=True,
                               state={"level": level}))  # fmt: skip
    return definition(levels)


# -- a game -----------------------------------------------------------------------------------------------------------


@dataclass
class OfficialGame:
    """A log of the official-style module that is being written."""

    places: Mapping[str, str]
    """The units and leaders on the map by their names, with their hexes."""
    states: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """What their markers and layers show: fields of :class:`UnitState`."""
    kind: str = "straight"
    properties: Mapping[str, str] = field(default_factory=lambda: {"Ruleset": "NQOS", "Weather": "Clear"})
    unknown: Mapping[str, str] = field(default_factory=dict)
    """Units on the map by names that the game does not have, with their hexes."""
    masked: bool = False
    """Whether these lie face down."""
    scenario: int = 1
    book: RuleBook = field(default_factory=book_for)

    def __post_init__(self) -> None:
        self.module, self.definition = module_file(self.kind)
        self.game = self.book.game
        self.prototypes = self.module.all_prototypes()
        self.layout = next(each for each in self.definition.maps if each.name == MAP).default_layout()
        self.pieces: dict[str, str] = {}
        self.marks: dict[tuple[str, str], str] = {}
        self.name = "Anna"
        self.position = self._position()
        self.log = self._begin()

    def unit(self, name: str) -> str:
        """Return the unit, or leader, that a name means."""
        leaders = {leader.name: leader.id for leader in self.game.leaders.values()}
        return leaders.get(name) or find_unit(start_position(self.game, self.scenario), name)

    def _position(self) -> Position:
        start = start_position(self.game, self.scenario)
        units = {unit: UnitState(Status.WAITING, steps=self.game.units[unit].steps) for unit in start.units}
        leaders = {leader: LeaderState(Status.WAITING) for leader in start.leaders}
        for name, place in self.places.items():
            id_, there = self.unit(name), Hex.parse(place)
            if id_ in leaders:
                leaders[id_] = LeaderState(Status.ON_MAP, there)
            else:
                units[id_] = units[id_].after(status=Status.ON_MAP, place=there, **self.states.get(name, {}))
        return start.after(units=units, leaders=leaders, weather="clear")

    def _begin(self) -> LogBuilder:
        builder = PositionBuilder(first_id=1_700_000_000_001)
        builder.add_player("anna-example", "Anna", "German")
        builder.add_player("bert-example", "Bert", "Allied")
        builder.lay_boards(MAP, [BoardPlacement(BOARD)])
        for name, value in self.properties.items():
            builder.set_property(name, value)
        builder.set_notes("Played by mail", "")
        stacks: dict[Hex, list[tuple[str, Piece]]] = {}
        for id_ in (*self.position.leaders, *self.position.units):
            state = self.position.leaders.get(id_) or self.position.units[id_]
            if state.status is Status.ON_MAP and isinstance(state.place, Hex):
                stacks.setdefault(state.place, []).append((id_, self._piece(id_)))
            else:
                self.pieces[id_] = builder.add_piece(self._piece(id_), _BESIDE, 100, 100)
        for place, members in stacks.items():
            definitions: list[Piece | str] = []
            names: list[tuple[str, str]] = []
            for id_, piece in members:
                markers = list(self._markers(id_))
                definitions += [piece, *(definition for _, definition in markers)]
                names += [(id_, ""), *((id_, kind) for kind, _ in markers)]
            ids = builder.add_stack(definitions, MAP, *self.layout.location_point(str(place)))
            for (id_, kind), piece_id in zip(names, ids, strict=True):
                if kind:
                    self.marks[id_, kind] = piece_id
                else:
                    self.pieces[id_] = piece_id
        for name, where in self.unknown.items():
            piece = self._piece("3-1-antichar", name)
            builder.add_piece(piece, MAP, *self.layout.location_point(where))
        return LogBuilder(
            builder, "anna-example", layouts={each.name: each.default_layout() for each in self.definition.maps},
            reports={each.name: each.reports for each in self.definition.maps},
            map_ids={each.name: each.id for each in self.definition.maps},
        )  # fmt: skip

    def _piece(self, id_: str, name: str = "") -> Piece:
        """Return a counter as saves hold it, by another name if one is given."""
        gpid = next(number for number, counter in enumerate(self.module.counters, 1) if counter.id == id_)
        counter = self.module.counter(id_)
        levels = self.module.levels(replace(counter, name=name or counter.name), gpid)
        piece = expand_prototypes(definition(levels), self.prototypes)
        hidden = self.masked if name else id_ in self.position.units and self.position.units[id_].hidden
        if not hidden:
            return piece
        masked = ["bert-example" if each.id == "obs" else each.state for each in piece.traits]
        return piece.with_trait_states(masked)

    def _markers(self, id_: str) -> Iterable[tuple[str, str]]:
        state = self.position.units.get(id_)
        if state is None:
            return
        for name, kind in _MARKED.items():
            if getattr(state, name):
                yield kind, marker(kind)
        if state.cohesion:
            yield "CoHit", marker("CoHit", state.cohesion, "Cohesion Hit")
        if state.improvement:
            yield "IP", marker("IP", state.improvement)
        if state.steps < self.game.units[id_].steps:
            yield "Step Loss", marker("Step Loss")

    # what players do

    def play(self, step: Mapping[str, Any]) -> None:
        """Do what a step of a case says: its first key is a method, the others are what that takes."""
        (name, first), *more = step.items()
        getattr(self, name)(first, **dict(more))

    def move(self, units: str | list[str], *, to: str) -> None:
        """Drag units with their markers to a hex."""
        names = [units] if isinstance(units, str) else units
        ids = [self.unit(name) for name in names]
        pieces = [piece for id_ in ids for piece in (self.pieces[id_], *self._marks_on(id_))]
        self.log.move(pieces, *self.layout.location_point(to))
        for id_ in ids:
            if id_ in self.position.units:
                self.position = self.position.with_unit(id_, place=Hex.parse(to))

    def _marks_on(self, id_: str) -> list[str]:
        return [piece for (unit, _), piece in self.marks.items() if unit == id_]

    def mark(self, unit: str, *, kind: str, level: int = 0, layer: str = "") -> None:
        """Put a marker on a unit that is the highest of its stack."""
        id_ = self.unit(unit)
        place = self.log.table.placement(self.pieces[id_])
        self.marks[id_, kind] = self.log.create(marker(kind, level, layer), MAP, place.x, place.y)

    def unmark(self, unit: str, *, kind: str) -> None:
        """Take a marker off a unit."""
        self.log.delete(self.marks.pop((self.unit(unit), kind)))

    def barrage(self, place: str, *, level: int = 1) -> None:
        """Place a barrage marker."""
        self.log.create(marker("Barrage", level), MAP, *self.layout.location_point(place))

    def remove(self, unit: str) -> None:
        """Delete a unit's counter."""
        self.log.delete(self.pieces[self.unit(unit)])

    def layer(self, unit: str, *, name: str, level: int) -> None:
        """Set a layer of a unit's counter."""
        self.log.change(self.pieces[self.unit(unit)], name, str(level))

    def unmask(self, unit: str) -> None:
        """Turn a face-down counter over."""
        self.log.change(self.pieces[self.unit(unit)], "obs", "")

    def chit(self, name: str) -> None:
        """Draw a chit: it is a new piece beside the map."""
        self.log.create(definition([marks({"Type": "Chit"}), basic_piece(name, "chit.png", 4200)]), _BESIDE, 300, 300)

    def die(self, face: int) -> None:
        """Press the dice button."""
        self.log.roll(DiceButton("1d10", dice=1, sides=10, plus=-1), face + 1)

    def say(self, text: str) -> None:
        """Say something."""
        self.log.say(text)

    def lines(self, lines: list[str], *, own: str = "") -> None:
        """Write lines of any kind, behind a command of the module's own making."""
        self.log.post(*lines, own=own)

    def undo(self, times: int) -> None:
        """Take back the latest steps."""
        for _ in range(times):
            self.log.undo()

    def assault(self, unit: str, *, on: str) -> None:
        """Open the assault wizard on a hex."""
        x, y = self.layout.location_point(on)
        piece = self.pieces[self.unit(unit)]
        self._post("START ASSAULT", own=f"Assaultwiz\tAssaultWizard0\tOpen\t{piece}\t{x}\t{y}")

    def player(self, name: str) -> None:
        """Let another player go on."""
        self.name = name
        self.log.hand_over(f"{name.lower()}-example")

    # the wizard

    def attack(self, firer: str, *, at: str, **how: Any) -> None:
        """Attack with the wizard: open it, roll for the Company Bonus if that is said, and resolve, or cancel."""
        who, whom = self.unit(firer), self.unit(at)
        mode = how.get("mode", "Direct Fire")
        x, y = self.layout.location_point(str(self.position.units[whom].place))
        opening = f"Awiz\tAttackWizard0\tOpen\t{self.pieces[who]}\t{x}\t{y}\t3"
        self._post("START ATTACK", f"{self._line(who, whom, how)} - {mode}", own=opening)
        if "bonus" in how:
            quality = self.position.ratings(who).troop_quality
            won = how["bonus"] == 0 or how["bonus"] <= (quality or 0)
            self.log.post(
                f"  <{self.name}> Company Bonus Roll: TQR={quality}[({quality})], roll={how['bonus']} "
                + ("Success!" if won else "Failed!"), own="Awiz\tAttackWizard0\tMod\tCompanyBonus\t2",
            )  # fmt: skip
            how["won"] = won
        if how.get("cancelled"):
            self._post("ATTACK CANCELLED", own="Awiz\tAttackWizard0\tClose")
            return
        if "barrage" in how:
            self.barrage(str(self.position.units[whom].place), level=how["barrage"])
        self.log.post(*self._report(who, whom, how, mode), f"* <{self.name}> - END ATTACK")
        self.log.post(own="Awiz\tAttackWizard0\tClose")

    def _post(self, headline: str, *details: str, own: str) -> None:
        self.log.post(f"* <{self.name}> - {headline}", *(f"  <{self.name}> {text}" for text in details), own=own)

    def _line(self, who: str, whom: str, how: Mapping[str, Any]) -> str:
        named = [self._named(who, how.get("firer_name")), self._named(whom, how.get("target_name"))]
        return f"{named[0]} attacks {named[1]}"

    def _named(self, unit: str, name: str | None) -> str:
        army = "Allied" if self.position.side(unit) == "french" else "German"
        return f"{army} unit {name or self.game.units[unit].name} [{self.position.units[unit].place}]"

    def _report(self, who: str, whom: str, how: Mapping[str, Any], mode: str) -> list[str]:
        """Return the lines of a report, with what a test changes of it."""
        shot: ShotSum | Resolution = how.get("shot") or self._shot(who, whom, mode, how)
        change = how.get("change", {})
        true = [(self._words(each, who, whom), each.value) for each in shot.modifiers]
        shown = [each for each in (*(each for each in true if each[0] not in change), *change.items()) if each[1]]
        base = how.get("base", shot.base)
        rating = how.get("rating", base + sum(value for _, value in shown))
        ratings = self.position.ratings(who)
        colour = how.get("colour", self.game.weapons[ratings.weapon].colour_name)
        class_name = next(each.name for each in self.game.weapons.values() if each.colour_name == colour)
        true_section = shot.line.partition(", ")[2]
        section = how.get("section", true_section.title())
        most = "*" if ratings.fire_range is None else ratings.fire_range
        parts = ", ".join(f"{value:+d} {text}" for text, value in shown)
        details = [
            self._line(who, whom, how),
            f"Range {how.get('range', self._distance(who, whom))}/{most}",
            f"Weapon Class - {class_name} ({colour}) v {section}",
            f"Fire Rating {rating} [Base {base}{': ' if parts else ''}{parts}]",
            *how.get("notes", []),
        ]
        if "roll" in how:
            die = how["roll"]
            codes = self.book.combat_results["armoured" if section != "Unarmoured" else "unarmoured", colour.lower()]
            result = how.get("result", MISS if die > rating or die == 9 else codes[die])
            details.append(f">{die}< Rolled!" + (" (Manually entered)" if how.get("typed") else ""))
            details.append("Miss, no effect" if result == MISS else f"*HIT*, Result = {result} - {_RESULTS[result]}")
        word = {Mode.DIRECT: "DIRECT", Mode.INDIRECT: "INDIRECT"}.get(_MODES.get(mode, Mode.OPPORTUNITY), "OPPORTUNITY")
        return [f"* <{self.name}> - {word} FIRE ATTACK", *(f"  <{self.name}> {text}" for text in details)]

    def _distance(self, who: str, whom: str) -> int:
        start, end = (self.position.units[unit].place for unit in (who, whom))
        assert isinstance(start, Hex)
        assert isinstance(end, Hex)
        return self.book.grid.distance(start, end)

    def _shot(self, who: str, whom: str, mode: str, how: Mapping[str, Any]) -> ShotSum:
        judgement = Judgement(self.position, self.book, Recorded(()))
        circumstances = Circumstances(
            zone_to_zone=how.get("zone_to_zone", False), zone_to_clear=how.get("zone_to_clear", False)
        )
        return fire_rating(judgement, who, whom, _MODES.get(mode, Mode.ASSAULT), circumstances=circumstances,
                           company_bonus=how.get("won", False))  # fmt: skip

    def _words(self, modifier: Modifier, who: str, whom: str) -> str:
        """Return what the wizard calls a modifier."""
        distance = self._distance(who, whom)
        if modifier.name == "range-unarmoured":
            band = next(text for most, text in ((3, "2-3"), (4, "4"), (6, "5-6"), (99, "7+")) if distance <= most)
            return f"Range {band} v Unarmoured"
        if modifier.name == "range-armoured":
            return "Range max v Armoured" if modifier.value == -2 else "Range > 1, < max v Armoured"
        if modifier.name == "mass":
            return {1: "Mass 5-6 steps", 2: "Mass 7-8 steps", 3: "Mass 9+ steps"}[modifier.value]
        return _WORDS[modifier.name]

    # the file

    def file(self) -> SavedGame:
        """Return the log."""
        return saved_game(
            self.log.tree(), self.module.entries()["moduledata"], date_saved=1_700_000_000_000,
            vassal_version="3.7.10", file="official.vlog",
        )  # fmt: skip
