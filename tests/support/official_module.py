"""A module like the official one of the Grand Tactical Series, written by vassal-files.md 6 from our data.

The units are those of our game, with ratings of their own (drawn from a seed), so that whoever reads them from the
module cannot have them from our data. Pieces have the properties and layers that the official code reads (6.3);
traits come from prototypes for some and stand in the piece for others, as in real modules. For tests only.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from adjudicator.game.game_data import GameData
from adjudicator.game.game_map import GameMap
from adjudicator.game.hexes import Hex
from adjudicator.game.units import Leader, Ratings, Unit
from adjudicator.vassal import sequence
from adjudicator.vassal.archive import pack_archive
from adjudicator.vassal.metadata import Metadata, Text, build_metadata
from adjudicator.vassal.pieces import Piece
from adjudicator.vassal.prototypes import expand_prototypes
from tests.support.small_module import png
from vmod_builder.elements import Element, component, entry, serialised
from vmod_builder.trait_building import Level, basic_piece, definition, marks, trait

__all__ = [
    "BOARD", "DIVISION_CODES", "MAP", "OfficialCounter", "OfficialModule", "Side", "expected_ratings",
    "oblique_position", "official_leader", "official_module", "official_unit", "plain_position", "terrain_text",
]  # fmt: skip

BOARD, MAP = "Bir Hacheim", "Map Bir Hacheim"
DIVISION_CODES = {"ariete": "Ar", "trieste": "Tr", "french": "Fr", "90-leichte": "Ge"}
CLASSES = {"infantry": "Infantry", "gun": "Gun", "vehicle": "Vehicle"}
MOVE_COLOURS = {"leg": "White", "tracked": "Red", "wheeled": "Black"}
VERSION = "3.7.10"
HEX_HEIGHT, HEX_WIDTH = 96.0, 83.138
_IMAGE = re.compile(r"[\w-]+\.png")
OBLIQUE_FIRST = 14
"""How many columns an oblique grid begins before the first one with a number."""


@dataclass
class Side:
    """One set of ratings as the trait has them, in our names and the trait's texts."""

    fire: str = "No"
    fire_colour: str = "White"
    assault: str = "No"
    assault_colour: str = "White"
    assault_double: bool = False
    range: str = "1"
    defence: str = "0"
    armoured: bool = False
    troop_quality: str = "4"
    move: str = "6"
    move_colour: str = "White"
    flak: str = "No"

    def fields(self, prefix: str = "") -> dict[str, Any]:
        """Return the trait's fields, all but the Flak Rating."""
        return {f"{prefix}{name}": value for name, value in vars(self).items() if name != "flak"}


@dataclass
class OfficialCounter:
    """A counter of the module; a test may change whatever it likes before the module is written."""

    id: str
    """The id of our unit or leader."""
    name: str
    properties: dict[str, str]
    front: Side = field(default_factory=Side)
    second: Side = field(default_factory=Side)
    organic: bool = False
    step_differs: bool = False
    leader: tuple[int, int] | None = None
    """For a leader: how many independents he activates, and his Command Range."""
    raw_ratings: str = ""
    """The text of the trait, if it is to be another than the fields give."""
    by_prototype: bool = False
    """Whether the ratings stand in a prototype."""
    slot_name: str = ""
    hidden_as: str = ""
    extra: tuple[Level, ...] = ()

    def ratings(self) -> Level:
        """Return the trait ``ratings;`` or ``leader;``."""
        if self.leader:
            limit, reach = self.leader
            return trait("leader", activation_limit=limit, command_range=reach, replacement_limit=4,
                         replacement_range=8, state={"remaining": limit, "replacement": False, "count": 0})  # fmt: skip
        if self.raw_ratings:
            return Level(self.raw_ratings, "")
        return trait(
            "ratings", organic=self.organic, step_differs=self.step_differs, flak=self.front.flak,
            reduced_troop_quality=False, organic_flak=self.second.flak, organic_reduced_troop_quality=False,
            **self.front.fields(), **self.second.fields("second_"),
        )  # fmt: skip


# -- counters from our data ---------------------------------------------------------------------------------------


def official_unit(game: GameData, unit: Unit, chance: random.Random, *, by_prototype: bool) -> OfficialCounter:
    """Return the counter of a unit with ratings that are drawn anew."""
    steps = chance.choice([1, 2]) if unit.steps else 0
    properties = {
        "Type": "Engineer" if unit.engineer else "Unit",
        "Class": CLASSES[chance.choice(sorted(CLASSES))],
        **_belonging(game, unit.division, unit.formation),
        **({"Step": str(steps)} if steps else {}),
    }
    organic, step_differs = chance.choice([(False, False), (True, False), (True, False), (False, True)])
    counter = OfficialCounter(
        unit.id, unit.name, properties, _drawn(game, chance), _drawn(game, chance, moves=True), organic, step_differs,
        by_prototype=by_prototype, hidden_as=unit.hidden_as,
    )  # fmt: skip
    if organic:
        properties["Organic"] = "true"
    return counter


def official_leader(game: GameData, leader: Leader, chance: random.Random) -> OfficialCounter:
    """Return the counter of a leader with a Command Range that is drawn anew."""
    properties = {"Type": "Leader", "Class": "Leader", **_belonging(game, leader.division, leader.formation)}
    return OfficialCounter(leader.id, leader.name, properties, leader=(6, chance.randint(1, 20)))


def _belonging(game: GameData, division: str, formation: str) -> dict[str, str]:
    side = "Allied" if game.divisions[division].side == "french" else "German"
    return {
        "Army": side, "Division": DIVISION_CODES.get(division, division),
        **({"Formation": game.formations[formation].short_name} if formation else {"isIndependent": "true"}),
    }  # fmt: skip


def _drawn(game: GameData, chance: random.Random, *, moves: bool = False) -> Side:
    """Return a set of ratings of the domains of the notes (6.2); with *moves* the movement is a number."""
    colours = [weapon.colour_name for weapon in game.weapons.values()]
    ratings = ["No", *map(str, range(10))]
    return Side(
        fire=chance.choice(ratings), fire_colour=chance.choice(colours), assault=chance.choice(ratings),
        assault_colour=chance.choice(colours), assault_double=chance.random() < 0.2,
        range=chance.choice(["*", *map(str, range(1, 84))]),
        defence=chance.choice(["-5", "-4", "-3", "-2", "-1", "0", "+1", "+2", "+3", "+4", "+5"]),
        armoured=chance.random() < 0.3, troop_quality=str(chance.randint(0, 9)),
        move=str(chance.randint(1, 40)) if moves or chance.random() < 0.8 else chance.choice(["No", "*"]),
        move_colour=chance.choice(sorted(MOVE_COLOURS.values())),
        flak=str(chance.randint(0, 9)) if chance.random() < 0.1 else "No",
    )  # fmt: skip


# -- what a game's unit is by its counter ---------------------------------------------------------------------------


def expected_ratings(side: Side, game: GameData, ours: Ratings | None) -> dict[str, Any]:
    """Return a side in the terms of :class:`Ratings`; what the counter does not say is *ours*."""
    weapons = {weapon.colour_name: weapon.id for weapon in game.weapons.values()}
    classes = {colour: name for name, colour in MOVE_COLOURS.items()}
    told: dict[str, Any] = {
        "fire": _number(side.fire), "assault": _number(side.assault), "defence": int(side.defence),
        "armoured": side.armoured, "troop_quality": int(side.troop_quality), "movement": _number(side.move),
        "movement_text": side.move, "flak": _number(side.flak),
    }  # fmt: skip
    if side.fire != "No":
        told |= {"weapon": weapons[side.fire_colour], "fire_range": _number(side.range)}
    if side.assault != "No":
        told |= {"assault_weapon": weapons[side.assault_colour], "double_assault": side.assault_double}
    if side.move.isdigit():
        told["movement_class"] = classes[side.move_colour]
    elif ours:
        told["movement_class"] = ours.movement_class
    return told


def _number(text: str) -> int | None:
    return None if text in ("No", "*") else int(text)


# -- the module -------------------------------------------------------------------------------------------------------


@dataclass
class OfficialModule:
    """A module before it is written; tests change counters, terrain and the rest."""

    game: GameData
    counters: list[OfficialCounter]
    name: str = "GTS No Question of Surrender"
    version: str = "1.3"
    numbering: str = "tdc.ObliqueHexGridNumbering"
    position: Callable[[Hex], tuple[int, int]] = field(default=lambda place: plain_position(place))
    """The raw column and row of a hex."""
    terrain: dict[str, bytes] = field(default_factory=dict)
    """The entries with terrain."""
    boards: tuple[str, ...] = (BOARD,)
    extra_slots: list[Element] = field(default_factory=list)
    prototypes: dict[str, str] = field(default_factory=dict)
    x0: int = 96
    stagger: bool = False
    numbers: dict[str, Any] = field(default_factory=dict)
    """Attributes of the numbering that are others."""
    sideways: bool = False
    more_boards: list[Element] = field(default_factory=list)
    zones: list[Element] = field(default_factory=list)
    map_parts: list[Element] = field(default_factory=list)
    """Further components of the map: at-start stacks, decks."""
    elsewhere: set[str] = field(default_factory=set)
    """The counters that are not in the palette, by the ids of our units and leaders."""

    def counter(self, id_: str) -> OfficialCounter:
        """Return the counter of one of our units or leaders."""
        return next(counter for counter in self.counters if counter.id == id_)

    def entries(self) -> dict[str, bytes]:
        """Return the archive's entries."""
        data = Metadata(self.version, VERSION, "1700000000000", (Text("Official-style module"),), (Text(self.name),))
        root = self.build_file()
        own = sorted({str(part.tag) for part in root.iter() if str(part.tag).startswith(("tdc.", "terrain."))})
        text = serialised(root)
        images = sorted(set(_IMAGE.findall(text.decode())))
        return {
            "moduledata": build_metadata(data),
            "buildFile.xml": text,
            **{f"{name.replace('.', '/')}.class": b"\xca\xfe\xba\xbe" for name in own},
            **{f"images/{name}": png(75, 75) for name in images},
            **self.terrain,
        }

    def write(self, path: Path) -> Path:
        """Write the module to *path* and return it."""
        path.write_bytes(pack_archive(self.entries()))
        return path

    def build_file(self) -> Element:
        """Return the build file."""
        return component(
            "GameModule",
            _own("tdc.TdcCommandEncoder"),
            component("module.PlayerRoster", entry("entry", "Allied"), entry("entry", "German")),
            component("module.properties.GlobalProperties",
                      component("module.properties.GlobalProperty", name="Ruleset", initialValue="NQOS")),
            _terrain_catalogue(self.game.map),
            component("module.PrototypesContainer", component("module.folder.PrototypeFolder", *(
                component("module.PrototypeDefinition", content=text, description="", name=name)
                for name, text in self.all_prototypes().items()
            ), name="Counters")),
            self._palette(),
            component("module.DiceButton", name="1d10", text="1d10", nDice=1, nSides=10, plus=-1),
            *(self._map(board) for board in self.boards[:1]),
            component("module.Chatter"),
            component("module.KeyNamer"),
            VassalVersion=VERSION, description="Official-style module", name=self.name, nextPieceSlotId=5000,
            version=self.version,
        )  # fmt: skip

    def all_prototypes(self) -> dict[str, str]:
        """Return the definitions of all prototypes by name."""
        return {**_common_prototypes(), **dict(self._rating_prototypes()), **self.prototypes}

    def piece(self, id_: str) -> Piece:
        """Return the counter of one of our units or leaders as saves and logs hold it: with its prototypes put in."""
        gpid = next(number for number, counter in enumerate(self.counters, 1) if counter.id == id_)
        return expand_prototypes(definition(self.levels(self.counter(id_), gpid)), self.all_prototypes())

    def slot(self, counter: OfficialCounter, gpid: int) -> Element:
        """Return the slot of a counter."""
        return component(
            "widget.PieceSlot", content=definition(self.levels(counter, gpid)),
            entryName=counter.slot_name or counter.name, gpid=gpid, width=75, height=75,
        )  # fmt: skip

    def levels(self, counter: OfficialCounter, gpid: int) -> list[Level]:
        """Return the levels of a counter's piece, the outermost first."""
        levels = [*counter.extra, trait("prototype", name="Leader" if counter.leader else "Unit")]
        if counter.hidden_as:
            levels.append(trait("obs", key="71,130", image="gun.png", command="Hide", mask_name=counter.hidden_as))
        if counter.properties.get("Step") == "2":
            levels.append(_layer("Step", ["+ (reduced)"], active=False))
        if counter.organic:
            levels.append(_layer("Trn", ["+ (mounted)"], active=False))
        ratings = trait("prototype", name=_rating_prototype(counter)) if counter.by_prototype else counter.ratings()
        return [*levels, ratings, marks(counter.properties), basic_piece(counter.name, f"{counter.id}.png", gpid)]

    def _rating_prototypes(self) -> Iterator[tuple[str, str]]:
        for counter in self.counters:
            if counter.by_prototype:
                yield _rating_prototype(counter), definition([counter.ratings(), basic_piece("", "", 0)])

    def _palette(self) -> Element:
        """Return the counters in a window of nested tabs, lists and panels, as modules grow them."""
        tabs = []
        for division in self.game.divisions.values():
            mine = [
                (gpid, counter)
                for gpid, counter in enumerate(self.counters, 1)
                if counter.properties.get("Division") == DIVISION_CODES.get(division.id, division.id)
                and counter.id not in self.elsewhere
            ]
            leaders = [self.slot(counter, gpid) for gpid, counter in mine if counter.leader]
            units = [self.slot(counter, gpid) for gpid, counter in mine if not counter.leader]
            tabs.append(component(
                "widget.TabWidget",
                component("widget.PanelWidget", *leaders, entryName="Leaders", nColumns=4, fixed=False),
                component("widget.BoxWidget", component("widget.ListWidget", *units, entryName="Units", width=300),
                          entryName="All"),
                entryName=division.short_name,
            ))  # fmt: skip
        markers = component("widget.PanelWidget", *_markers(), *self.extra_slots, entryName="Markers")
        return component("module.PieceWindow", component("widget.TabWidget", *tabs, markers, entryName="Counters"),
                         name="Counters", hidden=False)  # fmt: skip

    def _map(self, board: str) -> Element:
        attributes = {
            "color": "0,0,0", "first": "H", "hDescend": False, "hLeading": 1, "hOff": 1 - self._hidden_columns(),
            "hType": "N", "sep": ".", "stagger": self.stagger, "vDescend": False, "vLeading": 1, "vOff": 1,
            "vType": "N", "visible": False,
        }  # fmt: skip
        numbering = _own(self.numbering, **{**attributes, **self.numbers})
        grid = _own("terrain.TerrainHexGrid", numbering, dx=HEX_WIDTH, dy=HEX_HEIGHT, x0=self.x0, y0=88,
                    sideways=self.sideways, snapTo=True, visible=False)  # fmt: skip
        zone = component("module.map.boardPicker.board.mapgrid.Zone", name="Artillery Park A",
                         locationFormat="$name$", path="20,20;60,20;60,60;20,60", useParentGrid=False)  # fmt: skip
        boards = component(
            "module.map.BoardPicker",
            component("module.map.boardPicker.Board",
                      component("module.map.boardPicker.board.ZonedGrid", zone, *self.zones, grid),
                      name=board, width=6000, height=6000),
            *self.more_boards,
        )  # fmt: skip
        parts = ("ForwardToChatter", "StackExpander", "MenuDisplayer", "MapCenterer", "KeyBufferer", "Scroller",
                 "ForwardToKeyBuffer")  # fmt: skip
        return _own("tdc.TdcMap", boards, *(component(f"module.map.{part}") for part in parts),
                    component("module.map.StackMetrics"), _own("tdc.TdcPieceMover"), _own("tdc.AttackWizard"),
                    _own("tdc.AssaultWizard"), *self.map_parts, mapName=MAP, allowMultiple=False)  # fmt: skip

    def _hidden_columns(self) -> int:
        return OBLIQUE_FIRST if self.numbering.startswith("tdc.") else 0


def official_module(game: GameData, seed: int = 1, *, oblique: bool = False) -> OfficialModule:
    """Return a module with all units and leaders of a game, and its map as terrain."""
    chance = random.Random(seed)  # noqa: S311 - the same for everybody
    counters = [official_leader(game, leader, chance) for leader in game.leaders.values()]
    counters += [
        official_unit(game, unit, chance, by_prototype=number % 3 == 0)
        for number, unit in enumerate(game.units.values())
    ]
    module = OfficialModule(game, counters)
    if oblique:
        module.position = oblique_position
    else:
        module.numbering = "VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering"
    module.terrain[f"terrainMaps/{BOARD}.txt"] = "\r\n".join(terrain_text(game.map, module.position)).encode()
    return module


def plain_position(place: Hex) -> tuple[int, int]:
    """Return the raw column and row of a hex that is numbered straight, from 01.01 on."""
    return place.column - 1, place.row - 1


def oblique_position(place: Hex) -> tuple[int, int]:
    """Return the raw column and row of a hex that is numbered obliquely, by the inverse in the notes (6.4)."""
    column, row = place.column - 1 + OBLIQUE_FIRST, place.row - 1
    raw_column = column - (row + 1) // 2
    return raw_column, row + raw_column // 2


def terrain_text(game_map: GameMap, position: Callable[[Hex], tuple[int, int]]) -> Iterator[str]:
    """Yield the lines of a board's terrain file (6.5) for our map."""

    def line(*fields: object) -> str:
        return sequence.encode(list(map(str, fields)), ",")

    for place, said in game_map.hexes.items():
        yield line("h", *position(place), game_map.terrains[said.terrain].name)
    for place, said in game_map.hexes.items():
        tags = {"Bir Hacheim": said.fortified, "Minefield Door": said.door, "OP": said.observation_post}
        for tag, told in tags.items():
            if told:
                yield line("a", *position(place), tag, "true")
    for trail in game_map.trails:
        for first, second in pairwise(trail.path):
            yield line("l", *position(first), *position(second), "Trail")


# -- parts of the build file ------------------------------------------------------------------------------------------


def _own(class_name: str, *children: Element, **attributes: Any) -> Element:
    """Return a component of a class outside of VASSAL's ``build`` package."""
    element = component("x", *children, **attributes)
    element.tag = class_name
    return element


def _rating_prototype(counter: OfficialCounter) -> str:
    return f"Ratings {counter.id}"


def _layer(name: str, level_names: Sequence[str], *, active: bool = True) -> Level:
    images = [f"{name.lower()}{number}.png" for number, _ in enumerate(level_names, 1)]
    return trait("emb2", name=name, images=images, level_names=list(level_names), description=name,
                 activate_key_stroke="", always_active=active, state={"level": 1 if active else -1})  # fmt: skip


def _common_prototypes() -> dict[str, str]:
    """Return the prototypes of units and leaders: layers and marks that all of them have."""
    layers = [_layer("Active", ["", "+ (activated)"]), _layer("Mark", ["+ (not done)", ""])]
    moving = [
        trait("markmoved", icon="/images/moved.gif", command="Mark Moved", key="77,130", state={"moved": False}),
        trait("footprint", key="84,130", menu="Movement Trail"),
    ]
    unit = [*layers, _layer("Column", ["+ (column)"], active=False), Level("wizard;65,520;73,520;88,520", ""), *moving]
    texts = {"Moving": moving, "Unit": unit, "Leader": [*layers, trait("prototype", name="Moving")]}
    return {name: definition([*levels, basic_piece("", "", 0)]) for name, levels in texts.items()}


def _markers() -> Iterable[Element]:
    """Return markers, which have types but no ratings."""
    for number, (name, step) in enumerate((("Suppressed", ""), ("CoHit", ""), ("Step Loss", "-1"), ("Barrage", "")), 1):
        properties = {"Type": name, "Adjust": "true", **({"Step": step} if step else {})}
        text = definition([marks(properties), basic_piece(name, f"{name.replace(' ', '-')}.png", 4000 + number)])
        yield component("widget.PieceSlot", content=text, entryName=name, gpid=4000 + number, width=75, height=75)


def _terrain_catalogue(game_map: GameMap) -> Element:
    hexes = [_own("terrain.HexTerrain", name=terrain.name, color="90,60,30", blocking=False, PossBlocking=False)
             for terrain in game_map.terrains.values()]  # fmt: skip
    line = _own("terrain.LineTerrain", name="Trail", color="90,60,30", width=5, style="Dashed")
    tags = [_own("terrain.AttributeTerrain", name=name, color="0,0,0", type="true or false", default="false")
            for name in ("Bir Hacheim", "Minefield Door", "OP")]  # fmt: skip
    return _own(
        "terrain.TerrainDefinitions", _own("terrain.HexTerrainDefinitions", *hexes),
        _own("terrain.EdgeTerrainDefinitions"), _own("terrain.LineTerrainDefinitions", line),
        _own("terrain.AttributeTerrainDefinitions", *tags),
    )  # fmt: skip
