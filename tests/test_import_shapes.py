"""Modules of other shapes than the facsimile's: each is imported, or it is said clearly what was not understood."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from adjudicator.game.game_data import GameData
from adjudicator.game.hexes import Hex
from adjudicator.game.loading import BUILT_IN, find_game, load_game
from adjudicator.game.provenance import Source
from adjudicator.referee.dialects.official.places import GrandTacticalPlaces
from adjudicator.vassal.archive import pack_archive
from adjudicator.vassal.module import read_module
from adjudicator.vassal.pieces import Placement
from tests.support.official_module import BOARD, HEX_HEIGHT, HEX_WIDTH, MAP, OfficialModule, official_module
from vmod_builder.elements import Element, component, serialised
from vmod_builder.trait_building import basic_piece, definition, trait

from .test_import import builder, found, imported, kinds

__all__ = ["imported"]

OURS = load_game(find_game(BUILT_IN))
ENTRY = f"terrainMaps/{BOARD}.txt"
Y0 = 88
COLUMNS, ROWS = range(34), range(24)
Importing = Callable[..., tuple[GameData, dict[str, Any]]]


def slots(module: OfficialModule, *ids: str) -> list[Element]:
    """Return the slots of counters, and take them out of the palette."""
    module.elsewhere |= set(ids)
    return [
        module.slot(counter, gpid) for gpid, counter in enumerate(module.counters, 1) if counter.id in ids
    ]  # fmt: skip


class TestCounters:
    def test_ratings_may_be_in_prototypes_of_prototypes(self, imported: Importing) -> None:
        module = official_module(OURS)
        counter = next(each for each in module.counters if each.by_prototype and not each.leader)
        inner = definition([counter.ratings(), basic_piece("", "", 0)])
        module.prototypes["Innermost"] = inner
        module.prototypes["Middle"] = definition([trait("prototype", name="Innermost"), basic_piece("", "", 0)])
        outer = definition([trait("prototype", name="Middle"), basic_piece("", "", 0)])
        module.prototypes[f"Ratings {counter.id}"] = outer
        game, report = imported(module)
        assert report["units"]["matched"] == 191
        assert game.units[counter.id].ratings.troop_quality == int(counter.front.troop_quality)

    @pytest.mark.parametrize("kind", ["SetupStack", "DrawPile"])
    def test_counters_may_be_in_stacks_and_decks_only(self, imported: Importing, kind: str) -> None:
        module = official_module(OURS)
        ids = ("5-2-13-dble", "1-viii-132", "leader-pasqualini")
        tag = "widget.CardSlot" if kind == "DrawPile" else "widget.PieceSlot"
        elements = slots(module, *ids)
        for element in elements:
            element.tag = f"VASSAL.build.{tag}"
        module.map_parts.append(component(f"module.map.{kind}", *elements, name="First", x=100, y=100))
        game, report = imported(module)
        assert report["units"] == {"matched": 191, "all": 191}
        assert game.units["1-viii-132"].sources["fire"] is Source.MODULE
        assert game.leaders["leader-pasqualini"].sources["command_range"] is Source.MODULE

    def test_counters_may_be_in_an_extension(self, tmp_path: Path) -> None:
        module = official_module(OURS)
        ids = ("5-2-13-dble", "1-viii-132")
        path = extended(module, tmp_path, slots(module, *ids))
        game, told = written(path, tmp_path)
        assert "191 of 191" in told
        assert game.units["1-viii-132"].sources["fire"] is Source.MODULE

    def test_an_extension_may_bring_prototypes(self, tmp_path: Path) -> None:
        module = official_module(OURS)
        counter = next(each for each in module.counters if each.by_prototype and not each.leader)
        prototype = component(
            "module.PrototypeDefinition", content=definition([counter.ratings(), basic_piece("", "", 0)]),
            name="Of the extension", description="",
        )  # fmt: skip
        inner = definition([trait("prototype", name="Of the extension"), basic_piece("", "", 0)])
        module.prototypes[f"Ratings {counter.id}"] = inner
        game, told = written(extended(module, tmp_path, [], prototype), tmp_path)
        assert "191 of 191" in told
        assert game.units[counter.id].ratings.troop_quality == int(counter.front.troop_quality)

    @pytest.mark.parametrize(
        ("name", "data", "problem"),
        [
            ("broken.vmdx", b"nothing", "broken.vmdx"),
            ("other.vmdx", None, "other.vmdx  it is no extension of this module"),
        ],
    )
    def test_an_extension_that_is_none_is_told(
        self, tmp_path: Path, name: str, data: bytes | None, problem: str
    ) -> None:
        module = official_module(OURS)
        path = extended(module, tmp_path, [], of="Another game", name=name)
        if data is not None:
            (tmp_path / "official_ext" / name).write_bytes(data)
        _, told = written(path, tmp_path)
        assert "Extensions of the module that cannot be read (1)" in told
        assert problem in told

    def test_the_extension_alone_is_refused_and_says_what_to_do(self, tmp_path: Path) -> None:
        extended(official_module(OURS), tmp_path, [])
        outcome = builder("import", tmp_path / "official_ext/more.vmdx", "-o", tmp_path / "game")
        assert outcome.code == 3
        assert "this is an extension, not a module" in outcome.err
        assert "its extensions are read from the folder MODULE_ext beside it" in outcome.err

    def test_names_may_have_other_spaces_accents_and_strokes(self, imported: Importing) -> None:
        module = official_module(OURS)
        names = {"l-2-13-dble": "L / 2 / 13  DBLE", "1-viii-132": "1/VIII/132 ", "1-pioneer-33": "1. / Piönier 33"}
        for id_, name in names.items():
            module.counter(id_).name = name
        game, report = imported(module)
        assert game.units["l-2-13-dble"].sources["fire"] is Source.MODULE
        assert game.units["1-viii-132"].sources["fire"] is Source.MODULE
        lost = found(report, "unit-unknown") + found(report, "unit-ambiguous") + found(report, "matched-loosely")
        assert any("1. / Piönier 33" in each for each in lost)

    def test_a_piece_with_two_sets_of_ratings_is_told(self, imported: Importing) -> None:
        module = official_module(OURS)
        counter = module.counter("1-viii-132")
        counter.extra = (replace(counter, front=replace(counter.front, troop_quality="1")).ratings(),)
        _, report = imported(module)
        assert any("it has 2 sets of ratings; the first was read" in each
                   for each in found(report, "figures-contradict"))  # fmt: skip

    def test_hundreds_of_slots_that_are_no_units_do_no_harm(self, imported: Importing) -> None:
        module = official_module(OURS)
        for number in range(110):
            text = definition([trait("delete", command="Delete", key="68,130"),
                               basic_piece(f"Note {number}", "note.png", 6000 + number)])  # fmt: skip
            module.extra_slots.append(component("widget.PieceSlot", content=text, entryName=f"Note {number}",
                                                gpid=6000 + number, width=75, height=75))  # fmt: skip
        _, report = imported(module)
        assert kinds(report) == {"rulebook-differs"}


def extended(
    module: OfficialModule, tmp_path: Path, slots_of: list[Element], *others: Element, of: str = "",
    name: str = "more.vmdx",
) -> Path:  # fmt: skip
    """Write a module with an extension that has some slots; return the module's path."""
    window = component("widget.ListWidget", *slots_of, entryName="More")
    target = "VASSAL.build.module.PieceWindow:Counters/VASSAL.build.widget.TabWidget:Counters"
    root = component(
        "module.ModuleExtension", component("module.ExtensionElement", window, target=target),
        *(component("module.ExtensionElement", each, target="VASSAL.build.module.PrototypesContainer")
          for each in others),
        anyModule=False, module=of or module.name, moduleVersion=module.version, version="0.1", description="",
        nextPieceSlotId=1, extensionId="abc", vassalVersion="3.7.10",
    )  # fmt: skip
    (tmp_path / "official_ext").mkdir()
    (tmp_path / "official_ext" / name).write_bytes(pack_archive({"buildFile.xml": serialised(root)}))
    return module.write(tmp_path / "official.vmod")


def written(path: Path, tmp_path: Path) -> tuple[GameData, str]:
    """Import a module; return the game and the report."""
    outcome = builder("import", path, "-o", tmp_path / "game")
    assert outcome.code == 0, outcome.err
    return load_game(tmp_path / "game"), (tmp_path / "game/import_report.txt").read_text(encoding="utf-8")


class TestNumbers:
    """Wherever a counter lies, the module's own name for its hex and the terrain that is imported are of one hex."""

    @pytest.mark.parametrize(
        ("numbers", "named"),
        [
            ({}, lambda column, row: (column + 1, row + 1)),
            ({"hOff": 5, "vOff": 3}, lambda column, row: (column + 5, row + 3)),
            ({"hOff": 0, "vOff": 0}, lambda column, row: (column, row)),
            ({"hOff": -4}, lambda column, row: (column - 4, row + 1)),
            ({"sep": ""}, lambda column, row: (column + 1, row + 1)),
            ({"sep": "-", "hLeading": 0, "vLeading": 0}, lambda column, row: (column + 1, row + 1)),
            ({"hLeading": 2, "vLeading": 2}, lambda column, row: (column + 1, row + 1)),
            ({"locationFormat": "Hex $gridLocation$"}, lambda column, row: (column + 1, row + 1)),
        ],
        ids=["plain", "origin", "zero", "negative", "no sign", "no zeros", "three digits", "words"],
    )  # fmt: skip
    @pytest.mark.parametrize("sideways", [False, True])
    def test_a_hex_is_where_its_counters_are(
        self, tmp_path: Path, numbers: dict[str, Any], named: Callable[[int, int], tuple[int, int]], sideways: bool
    ) -> None:
        module = official_module(OURS)
        module.numbers, module.sideways = numbers, sideways
        told = {(column, row): Hex(*named(*((row, column) if sideways else (column, row))))
                for column, row in product(COLUMNS, ROWS)}  # fmt: skip
        lines = [
            f"h,{column},{row},{OURS.map.terrains[OURS.map.hexes[place].terrain].name}"
            for (column, row), place in told.items() if place in OURS.map.hexes
        ]  # fmt: skip
        module.terrain[ENTRY] = "\n".join([*lines, "l,20,10,20,11,Trail"]).encode()
        game, report = written(module.write(tmp_path / "m.vmod"), tmp_path)
        taken = {place for place, said in game.map.hexes.items() if said.source is Source.MODULE}
        assert {place: game.map.hexes[place].terrain for place in taken} == {
            place: OURS.map.hexes[place].terrain for place in taken
        }
        kept = read_module(tmp_path / "game/module.zip")
        places = GrandTacticalPlaces(game, {}, kept)
        for (column, row), place in told.items():
            x, y = middle(column, row, sideways=sideways)
            _, where = places.locate(Placement(MAP, x, y))
            if place in taken:
                assert where == place, (column, row)
        open_ground = {
            place for place in told.values() if place in OURS.map.hexes and not OURS.map.hexes[place].fortified
        }
        assert taken == open_ground, report

    def test_rows_that_are_named_first_have_the_modules_neighbours(self, tmp_path: Path) -> None:
        module = official_module(OURS)
        module.numbers = {"first": "V"}
        lines = [f"h,{row - 1},{column - 1},{OURS.map.terrains[OURS.map.hexes[Hex(column, row)].terrain].name}"
                 for column, row in product(range(1, 35), range(1, 25))]  # fmt: skip
        module.terrain[ENTRY] = "\n".join([*lines, "l,20,10,20,11,Trail"]).encode()
        game, report = written(module.write(tmp_path / "m.vmod"), tmp_path)
        assert "they do not run column by column" in report
        places = GrandTacticalPlaces(game, {}, read_module(tmp_path / "game/module.zip"))
        assert places.locate(Placement(MAP, *middle(9, 19, sideways=False)))[1] == Hex(20, 10)
        assert game.map.layout.distance(Hex(10, 10), Hex(11, 10)) == 1
        assert game.map.layout.distance(Hex(10, 10), Hex(11, 9)) != game.map.layout.distance(Hex(10, 9), Hex(11, 8))

    def test_two_hexes_of_one_number_are_both_left(self, imported: Importing) -> None:
        module = official_module(OURS)
        module.numbers = {"sep": "", "vOff": -2}
        _, report = imported(module)
        assert any("hexes of the module have this number" in each for each in found(report, "hex-outside"))

    def test_zones_with_grids_of_their_own_leave_the_map(self, imported: Importing) -> None:
        module = official_module(OURS)
        numbering = component("module.map.boardPicker.board.mapgrid.HexGridNumbering", hOff=50, vOff=1, sep=".",
                              hType="N", vType="N", first="H", hLeading=1, vLeading=1)  # fmt: skip
        grid = component("module.map.boardPicker.board.HexGrid", numbering, dx=HEX_WIDTH, dy=HEX_HEIGHT, x0=0, y0=0)
        module.zones.append(component("module.map.boardPicker.board.mapgrid.Zone", grid, name="East",
                                      locationFormat="$gridLocation$", path="3000,0;6000,0;6000,6000;3000,6000",
                                      useParentGrid=False))  # fmt: skip
        game, report = imported(module)
        assert game.map == OURS.map
        assert found(report, "map-untold") == [
            "the whole map: the zones of the board 'Bir Hacheim' have 2 hex grids, which differ"
        ]

    def test_a_second_board_is_no_harm(self, imported: Importing) -> None:
        module = official_module(OURS)
        module.more_boards.append(component("module.map.boardPicker.Board", name="Turn Track", width=500, height=500))
        game, report = imported(module)
        assert report["map"]["board"] == BOARD
        assert game.map.hexes[Hex(20, 12)].source is Source.MODULE

    def test_two_boards_with_terrain_are_told_apart_by_name_only(self, imported: Importing) -> None:
        module = official_module(OURS)
        module.more_boards.append(component("module.map.boardPicker.Board", name="Desert", width=500, height=500))
        module.terrain["terrainMaps/Desert.txt"] = b"h,0,0,Clear"
        _, report = imported(module)
        assert report["map"]["board"] == BOARD
        module.boards = ("Fortress",)
        module.terrain["terrainMaps/Fortress.txt"] = module.terrain.pop(ENTRY)
        _, report = imported(module, "--force")
        (told,) = [each for each in found(report, "map-untold") if each.startswith("the whole map")]
        assert told.endswith("(boards with one: Fortress, Desert)")


def middle(column: int, row: int, *, sideways: bool) -> tuple[int, int]:
    """Return the pixel in the middle of a raw hex of the terrain file: of a grid on its side, it swaps the axes."""
    across, down = (row, column) if sideways else (column, row)
    x = int(HEX_WIDTH * across + 96)
    y = int(HEX_HEIGHT * down + (HEX_HEIGHT / 2 if across % 2 else 0) + Y0)
    return (y, x) if sideways else (x, y)
