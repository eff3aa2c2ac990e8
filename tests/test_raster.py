"""Boards and positions as PNG, painted by the library of an extra; without it boards are SVG, and a PNG is refused."""

from __future__ import annotations

import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest

from adjudicator.cli import show
from adjudicator.drawing import raster, svg
from adjudicator.drawing.mats import Mat
from adjudicator.drawing.raster import RendererMissing, has_texts, png_of
from adjudicator.drawing.splash import SPLASH_SIZE, splash_svg
from adjudicator.drawing.text import FONT
from adjudicator.game.loading import find_game
from adjudicator.vassal.archive import open_archive
from tests.support.built_module import built_module, workpiece
from tests.support.command_line import command, run_with
from vmod_builder import library
from vmod_builder.build_context import open_workpiece
from vmod_builder.cli import run
from vmod_builder.commands import build
from vmod_builder.images import board_drawings
from vmod_builder.maps import MAP_IMAGE, BoardFormat, mats_of

ROOT = Path(__file__).parent.parent
WELLS = ROOT / "examples" / "two_wells"
BOARD = "VASSAL.build.module.map.boardPicker.Board"


def size(png: bytes) -> tuple[int, int]:
    """Return the width and height that a PNG's head says."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


@pytest.fixture
def no_renderer(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (raster, show, build, library):
        monkeypatch.setattr(module, "has_renderer", lambda: False)


def test_a_drawing_is_painted_pixel_for_pixel_and_the_same_each_time() -> None:
    drawing = svg.document(40, 30, [svg.rect(0, 0, 40, 30, fill="#336699")])
    assert size(png_of(drawing)) == (40, 30)
    assert png_of(drawing) == png_of(drawing)
    assert png_of(drawing) != png_of(drawing.replace("#336699", "#336698"))


@pytest.mark.usefixtures("no_renderer")
def test_without_the_library_the_extra_is_named() -> None:
    with pytest.raises(RendererMissing, match=r"pip install '.*\[pictures\]'"):
        png_of(svg.document(1, 1, []))


@pytest.mark.parametrize("game", ["siege", "wells"])
def test_no_board_has_text_that_would_look_as_the_machine_s_fonts_do(game: str) -> None:
    data = workpiece().game if game == "siege" else open_workpiece(find_game(str(WELLS))).game
    assert [name for name, drawing in board_drawings(data).items() if has_texts(drawing)] == []


def test_a_module_has_its_boards_as_png_of_their_size(tmp_path: Path) -> None:
    outcome = run_with(run, "build", WELLS, "-o", tmp_path / "wells.vmod")
    assert (outcome.code, outcome.err) == (0, "")
    assert "SVG" not in outcome.out
    module = open_archive((tmp_path / "wells.vmod").read_bytes())
    game = open_workpiece(find_game(str(WELLS))).game
    sizes = {MAP_IMAGE: game.map.sheet_size} | {name: mat.size for name, mat in mats_of(game).items()}
    for name, expected in sizes.items():
        assert size(module.read(f"images/{name}.png")) == expected
        assert not module.has(f"images/{name}.svg")
    boards = ElementTree.fromstring(module.read("buildFile.xml")).iter(BOARD)  # noqa: S314
    assert [board.get("image") for board in boards] == [BoardFormat.PNG.file_name(name) for name in sizes]


@pytest.mark.usefixtures("no_renderer")
def test_without_the_library_boards_are_svg_and_a_note_says_so(tmp_path: Path) -> None:
    outcome = run_with(run, "build", WELLS, "-o", tmp_path / "wells.vmod")
    assert outcome.code == 0
    assert "the map and the mats are SVG, which VASSAL paints slowly" in outcome.out
    assert "[pictures]" in outcome.out
    module = open_archive((tmp_path / "wells.vmod").read_bytes())
    assert {"images/map.svg", "images/arrivals.svg", "images/chits.svg"} <= set(module.names)
    assert not [name for name in module.names if name.endswith(".png")]


def test_a_position_is_shown_as_png(tmp_path: Path) -> None:
    outcome = command("show", "--scenario", "1", "--game", WELLS, "-o", tmp_path / "start.PNG")
    assert (outcome.code, outcome.err) == (0, "")
    assert command("show", "--scenario", "1", "--game", WELLS, "-o", tmp_path / "start.svg").code == 0
    drawing = ElementTree.fromstring((tmp_path / "start.svg").read_text(encoding="utf-8"))  # noqa: S314
    expected = tuple(map(int, drawing.get("viewBox", "").split()[2:]))
    assert size((tmp_path / "start.PNG").read_bytes()) == expected


def test_texts_are_painted_in_a_font_that_the_machine_has() -> None:
    words = svg.document(60, 20, [svg.text(2, 15, "Ab", font_family=FONT, font_size=12)])
    assert png_of(words) != png_of(svg.document(60, 20, []))


@pytest.mark.usefixtures("no_renderer")
def test_a_png_without_the_library_is_refused_in_one_line(tmp_path: Path) -> None:
    outcome = command("show", "--scenario", "1", "--game", WELLS, "-o", tmp_path / "start.png")
    assert outcome.code == 64
    assert 'start.png: PNG pictures need the extra "pictures"' in outcome.err
    assert list(tmp_path.iterdir()) == []


def test_a_mat_writes_each_colour_of_words_as_one_path() -> None:
    for name, drawing in board_drawings(workpiece().game).items():
        if name != MAP_IMAGE:
            mat: Mat = mats_of(workpiece().game)[name]
            colours = {label.colour for label in mat.labels}
            paths = drawing.count("<path")
            assert paths <= len({space.fill for space in mat.spaces}) + len(colours) + 2


@pytest.mark.parametrize("game", ["siege", "wells"])
def test_the_picture_that_greets_players_tells_the_game_and_needs_no_fonts(game: str) -> None:
    work = workpiece() if game == "siege" else open_workpiece(find_game(str(WELLS)))
    drawing = splash_svg(work.game, work.style)
    assert not has_texts(drawing)
    assert size(png_of(drawing)) == SPLASH_SIZE
    for division in work.game.divisions.values():
        assert f'fill="{division.colour}"' in drawing


def test_a_module_opens_with_its_picture() -> None:
    root = ElementTree.fromstring(built_module().entries["buildFile.xml"])  # noqa: S314
    (about,) = root.iter("VASSAL.build.module.documentation.AboutScreen")
    assert f"images/{about.get('fileName')}" in built_module().entries
