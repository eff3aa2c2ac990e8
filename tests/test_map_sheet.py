"""The drawing of a map sheet: whole, quick for VASSAL to draw, the same every time, for large and tiny maps."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from adjudicator.drawing import lettering
from adjudicator.drawing.map_field import FORT, MINE_TINTS
from adjudicator.drawing.map_sheet import map_sheet
from adjudicator.game.game_map import GameMap, HexTerrain, MapScale, Terrain, Trail
from adjudicator.game.hexes import Hex
from adjudicator.game.loading.build_map import build_map

MAP_FILE = Path(__file__).parent.parent / "adjudicator" / "games" / "no_question_of_surrender" / "map.toml"
MAP = build_map(tomllib.loads(MAP_FILE.read_text(encoding="utf-8")))
SVG = "{http://www.w3.org/2000/svg}"
HEX_NAME = re.compile(r"\d\d\.\d\d")


def bare_map(columns: int, rows: int, *, even_columns_lower: bool) -> GameMap:
    """Return a map of desert and nothing else."""
    places = [Hex(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)]
    return GameMap(
        "Nowhere", columns, rows, even_columns_lower, 48, (60, 80), (400, 400),
        {"desert": Terrain("desert", "Desert", "#8a5a2b")}, dict.fromkeys(places, HexTerrain("desert")),
        (), (), {}, {}, {}, {},
    )  # fmt: skip


MAPS = {
    "Bir Hacheim": MAP,
    "one hex": bare_map(1, 1, even_columns_lower=True),
    "bare": bare_map(5, 4, even_columns_lower=False),
    "trail": replace(
        bare_map(5, 4, even_columns_lower=False), trails=(Trail("short", (Hex(1, 1), Hex(2, 2), Hex(3, 2))),)
    ),
}


def texts(drawing: str) -> list[str]:
    return ["".join(element.itertext()) for element in ElementTree.fromstring(drawing).iter(f"{SVG}text")]  # noqa: S314


@pytest.mark.parametrize("game_map", MAPS.values(), ids=MAPS)
def test_a_drawing_is_one_picture_as_large_as_the_sheet(game_map: GameMap) -> None:
    root = ElementTree.fromstring(map_sheet(game_map))  # noqa: S314
    assert root.tag == f"{SVG}svg"
    assert (root.get("width"), root.get("height")) == tuple(map(str, game_map.sheet_size))
    assert all(element.get("d") for element in root.iter(f"{SVG}path"))


@pytest.mark.parametrize("game_map", MAPS.values(), ids=MAPS)
def test_nothing_that_vassal_draws_wrongly(game_map: GameMap) -> None:
    drawing = map_sheet(game_map)
    colours = re.findall(r'(?:fill|stroke)="([^"]*)"', drawing)
    assert all(colour == "none" or re.fullmatch(r"#[0-9a-f]{6}", colour) for colour in colours)
    ids = re.findall(r' id="([^"]*)"', drawing)
    assert all(len(each) >= 3 for each in ids)
    assert set(re.findall(r"url\(#([^)]*)\)", drawing)) <= set(ids)
    assert "<pattern" not in drawing
    assert not re.search(r"\d[eE][+-]?\d|nan|inf", "".join(re.findall(r' d="([^"]*)"', drawing)))


def test_the_module_s_drawing_has_few_elements_and_no_hex_names() -> None:
    drawing = map_sheet(MAP, hex_lines=False, relief=False)
    root = ElementTree.fromstring(drawing)  # noqa: S314
    assert not [text for text in texts(drawing) if HEX_NAME.search(text)]
    assert not texts(drawing)
    assert sum(1 for _ in root.iter()) <= 80
    assert len(drawing) < 150_000


def test_every_place_beside_the_hexes_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def written(words: Iterable[lettering.Words], *_: str, **__: str) -> Iterator[str]:
        drawn.extend(each.value for each in words)
        yield ""

    monkeypatch.setattr(lettering, "draw", written)
    map_sheet(MAP)
    names = [box.name for box in MAP.boxes.values()]
    names += [name for track in MAP.tracks.values() for name in (track.name, *track.spaces)]
    names += [area.name for area in MAP.areas.values()] + [entry.letter for entry in MAP.entry_hexes.values()]
    assert [name for name in names if name not in drawn] == []


def test_a_name_in_foreign_letters_is_text() -> None:
    drawing = map_sheet(replace(MAP, areas={key: replace(area, name="Поле") for key, area in MAP.areas.items()}))
    assert set(texts(drawing)) == {"Поле"}


def test_pictures_outside_vassal_can_have_every_hex_name() -> None:
    drawn = [text for text in texts(map_sheet(MAP, hex_names=True)) if HEX_NAME.fullmatch(text)]
    assert sorted(drawn) == sorted(map(str, MAP.hexes))


def test_signs_stand_for_what_the_hexes_hold() -> None:
    drawing = map_sheet(MAP)
    dots = re.findall(r'<path d="([^"]*)" fill="none" stroke="(#[0-9a-f]{6})"', drawing)
    for kind in MAP.terrains.values():
        count = sum(terrain.terrain == kind.id for terrain in MAP.hexes.values())
        assert max(outline.count("h.01") for outline, colour in dots if colour == kind.centre) == count


@pytest.mark.parametrize("game_map", MAPS.values(), ids=MAPS)
def test_the_same_map_is_the_same_drawing(game_map: GameMap) -> None:
    again = replace(game_map, hexes=dict(reversed(list(game_map.hexes.items()))))
    assert map_sheet(game_map) == map_sheet(again)


def test_the_relief_is_drawn_only_where_it_is_asked_for_and_is_the_same_each_time() -> None:
    with_relief = map_sheet(MAP)
    assert with_relief == map_sheet(MAP)
    assert len(map_sheet(MAP, relief=False)) < len(with_relief) < 500_000
    assert not texts(with_relief)


def test_a_map_without_a_scale_has_no_compass(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def written(words: Iterable[lettering.Words], *_: str, **__: str) -> Iterator[str]:
        drawn.extend(each.value for each in words)
        yield ""

    monkeypatch.setattr(lettering, "draw", written)
    map_sheet(replace(MAP, scale=None))
    assert "N" not in drawn
    map_sheet(MAP)
    assert {"N", "0", "500 m", "1 km"} <= set(drawn)
    drawn.clear()
    map_sheet(replace(MAP, scale=MapScale((300, 300), 1200)))
    assert "1 km" in drawn
    assert "500 m" not in drawn


def test_the_legend_shows_mined_hexes_in_their_tints() -> None:
    drawing = map_sheet(MAP)
    for tint in (*MINE_TINTS.values(), FORT):
        assert drawing.count(f'fill="{tint}"') >= 2
