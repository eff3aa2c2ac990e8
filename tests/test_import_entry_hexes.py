"""Entry hexes of the module: found by zones, tags, markers and reinforcements; else they keep their estimates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from adjudicator.game.game_data import GameData
from adjudicator.game.hexes import Hex
from adjudicator.game.loading import BUILT_IN, find_game, load_game
from adjudicator.game.provenance import Source
from tests.support.official_module import BOARD, HEX_HEIGHT, HEX_WIDTH, OfficialModule, official_module
from vmod_builder.elements import Element, component
from vmod_builder.importing.entry_hexes import entry_hexes_told, letter_in
from vmod_builder.importing.findings import FindingList

from .test_import import found, imported

__all__ = ["imported"]

OURS = load_game(find_game(BUILT_IN))
ENTRY = f"terrainMaps/{BOARD}.txt"
Importing = Callable[..., tuple[GameData, dict[str, Any]]]


def zone(name: str, place: Hex, size: int = 30) -> Element:
    """Return a zone around the middle of a hex."""
    column, row = place.column - 1, place.row - 1
    x = int(HEX_WIDTH * column + 96)
    y = int(HEX_HEIGHT * row + (HEX_HEIGHT / 2 if column % 2 else 0) + 88)
    corners = ((x - size, y - size), (x + size, y - size), (x + size, y + size), (x - size, y + size))
    return component("module.map.boardPicker.board.mapgrid.Zone", name=name, locationFormat="$name$",
                     path=";".join(f"{each[0]},{each[1]}" for each in corners), useParentGrid=False)  # fmt: skip


def entries(game: GameData) -> dict[str, tuple[Hex, Source]]:
    return {letter: (each.hex, each.source) for letter, each in game.map.entry_hexes.items()}


def test_without_any_sign_they_stay_estimated(imported: Importing) -> None:
    game, _ = imported(official_module(OURS))
    assert entries(game) == entries(OURS)
    assert {source for _, source in entries(game).values()} == {Source.ESTIMATED}


def test_a_zone_names_one(imported: Importing) -> None:
    module = official_module(OURS)
    module.zones = [zone("Entry Hex A", Hex(30, 1)), zone("Entry B", Hex(34, 12)), zone("Sector C", Hex(33, 20))]
    game, _ = imported(module)
    assert entries(game)["A"] == (Hex(30, 1), Source.MODULE)
    assert entries(game)["B"] == (Hex(34, 12), Source.MODULE)
    assert entries(game)["C"] == entries(OURS)["C"]


def test_a_zone_over_several_hexes_is_none(imported: Importing) -> None:
    module = official_module(OURS)
    module.zones = [zone("Entry Hex A", Hex(30, 5), size=150)]
    game, _ = imported(module)
    assert entries(game)["A"] == entries(OURS)["A"]


@pytest.mark.parametrize("tag", ["a,33,11,Entry,B", "a,33,11,Entry Hex B,true"])
def test_a_tag_of_the_terrain_names_one(imported: Importing, tag: str) -> None:
    module: OfficialModule = official_module(OURS)
    module.terrain[ENTRY] += f"\r\n{tag}".encode()
    game, _ = imported(module)
    assert entries(game)["B"] == (Hex(34, 12), Source.MODULE)


def test_two_places_for_one_letter_are_told(imported: Importing) -> None:
    module = official_module(OURS)
    module.zones = [zone("Entry Hex A", Hex(30, 1))]
    module.terrain[ENTRY] += b"\r\na,20,0,Entry,A"
    game, report = imported(module)
    assert entries(game)["A"] == entries(OURS)["A"]
    assert "entry hex A: the module has it in 21.01 and in 30.01; its estimate was kept" in found(report, "map-differs")


def test_letters_that_the_game_does_not_have_are_passed_over() -> None:
    findings = FindingList()
    assert entry_hexes_told([("Z", Hex(1, 1)), ("A", Hex(2, 2)), ("A", Hex(2, 2))], "AB", findings) == {"A": Hex(2, 2)}
    assert list(findings) == []


@pytest.mark.parametrize(
    ("name", "letter"),
    [("Entry Hex A", "A"), ("b entry", "B"), ("Entry", ""), ("Artillery Park A", ""), ("Entry A B", ""),
     ("Axis Reinforcements C", "C")],
)  # fmt: skip
def test_names_of_entry_hexes(name: str, letter: str) -> None:
    assert letter_in(name) == letter
