"""The commands of ``vmod-builder`` from end to end: build, check, init, preview, and their wrong uses."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import click
import pytest
from jsonschema import Draft202012Validator

from adjudicator.schemas import load_json_schema
from tests.support.command_line import Outcome, run_with
from vmod_builder.cli import COMMANDS, cli, run
from vmod_builder.estimates import Effect
from vmod_builder.print_sheets import PAGES

ROOT = Path(__file__).parent.parent
TINY = ROOT / "examples" / "two_wells"
CASES = tomllib.loads((ROOT / "tests/cases/vmod_builder_errors.toml").read_text(encoding="utf-8"))["case"]


def builder(*arguments: str | Path) -> Outcome:
    return run_with(run, *arguments)


pytestmark = pytest.mark.xdist_group("vmod-builder")
"""One process has them all: what they share is made once."""


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The files and directories that the cases name."""
    root = tmp_path_factory.mktemp("workshop")
    places = {name: root / name for name in ("game", "broken", "directory", "missing", "new")}
    places |= {"module": root / "tiny.vmod", "text": root / "text.txt"}
    for name in ("game", "broken"):
        shutil.copytree(TINY, places[name])
    units = places["broken"] / "units.toml"
    text = units.read_text(encoding="utf-8")
    units.write_text(text.replace('formation = "watch"', 'formation = "watsch"', 1), encoding="utf-8")
    places["directory"].mkdir()
    (places["directory"] / "letter.txt").write_text("mine", encoding="utf-8")
    places["text"].write_text("no module", encoding="utf-8")
    assert builder("build", places["game"], "-o", places["module"]).code == 0
    return places


@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join(case["arguments"]))
def test_wrong_use_ends_in_plain_words(case: dict[str, Any], places: dict[str, Path]) -> None:
    before = {name: _content(path) for name, path in places.items()}
    outcome = builder(*(argument.format(**places) for argument in case["arguments"]))
    assert outcome.code == case["code"]
    said = case["says"].format(**{name: path.name for name, path in places.items()})
    assert said in outcome.err
    assert "Traceback" not in outcome.err
    assert {name: _content(path) for name, path in places.items()} == before


def _content(path: Path) -> Any:
    """Return all that is at a path: nothing may be changed by a command that fails."""
    if path.is_dir():
        return {each.name: _content(each) for each in sorted(path.iterdir())}
    return path.read_bytes() if path.exists() else None


def test_the_same_data_give_the_same_module(places: dict[str, Path], tmp_path: Path) -> None:
    assert builder("build", places["game"], "-o", tmp_path / "again.vmod").code == 0
    assert (tmp_path / "again.vmod").read_bytes() == places["module"].read_bytes()


def test_pieces_keep_their_ids_when_the_data_change(places: dict[str, Path], tmp_path: Path) -> None:
    game = tmp_path / "mine"
    shutil.copytree(places["game"], game)
    lock = game / "piece_ids.toml"
    before = tomllib.loads(lock.read_text(encoding="utf-8"))["pieces"]
    units = game / "units.toml"
    text = units.read_text(encoding="utf-8")
    first = text.index("[[units]]")
    new = '[[units]]\nid = "0-watch"\nname = "0/Watch"\ndivision = "garrison"\nformation = "watch"\ntype = "guards"\n\n'
    units.write_text(text[:first] + new + text[first:], encoding="utf-8")
    outcome = builder("build", game, "-o", tmp_path / "mine.vmod")
    assert "piece_ids.toml has 1 new piece" in outcome.out
    after = tomllib.loads(lock.read_text(encoding="utf-8"))["pieces"]
    assert after == before | {"unit-0-watch": max(before.values()) + 1}


def test_a_unit_taken_out_leaves_its_id_behind(places: dict[str, Path], tmp_path: Path) -> None:
    game = tmp_path / "mine"
    shutil.copytree(places["game"], game)
    lock = game / "piece_ids.toml"
    before = lock.read_text(encoding="utf-8")
    markers = game / "markers.toml"
    text = markers.read_text(encoding="utf-8")
    markers.write_text(text[: text.index("[[markers]]")], encoding="utf-8")
    assert builder("build", game, "-o", tmp_path / "mine.vmod").code == 0
    assert lock.read_text(encoding="utf-8") == before


def test_init_makes_a_copy_that_builds_the_same_module(tmp_path: Path) -> None:
    assert builder("init", tmp_path / "mine").code == 0
    assert builder("build", tmp_path / "mine", "-o", tmp_path / "mine.vmod").code == 0
    assert builder("build", "-o", tmp_path / "ours.vmod").code == 0
    assert (tmp_path / "mine.vmod").read_bytes() == (tmp_path / "ours.vmod").read_bytes()


def test_a_corrected_figure_is_no_longer_estimated(tmp_path: Path) -> None:
    assert builder("init", tmp_path / "mine", "--game", TINY).code == 0
    units = tmp_path / "mine" / "units.toml"
    text = units.read_text(encoding="utf-8")
    units.write_text(text.replace('source = "estimated"', 'source = "module"'), encoding="utf-8")
    assert "Estimated: 1 of" in builder("check", "--game", TINY).out
    assert "Estimated: 0 of" in builder("check", "--game", tmp_path / "mine").out


@pytest.mark.parametrize("game", ["no-question-of-surrender", str(TINY)])
def test_check_finds_nothing_against_our_games(game: str) -> None:
    outcome = builder("check", game)
    assert outcome.code == 0
    assert "Module: nothing found" in outcome.out
    assert re.fullmatch(r"Estimated: [\d,]+ of [\d,]+ figures.*", outcome.out.splitlines()[-1])


def test_check_lists_the_estimated_figures(places: dict[str, Path]) -> None:
    outcome = builder("check", places["game"], "--estimated")
    listed = [line.split() for line in outcome.out.splitlines() if line.strip().startswith("units.toml")]
    assert listed == [["units.toml", "3/Watch", "troop_quality", "4"]]
    assert outcome.out.splitlines()[-1].startswith("Estimated: 1 of")


def test_check_ranks_the_estimated_figures_by_what_they_decide() -> None:
    told = json.loads(builder("check", "--json").out)["estimated"]
    order = [effect.id for effect in Effect]
    assert sorted(told, key=lambda figure: order.index(figure["effect"])) == told
    effects = {(figure["row"], figure["name"]): figure["effect"] for figure in told}
    assert effects["5/2/13 DBLE", "range"] == "range"
    assert effects["Amilakvary", "command_range"] == "range"
    assert effects["5/2/13 DBLE", "movement"] == "movement"
    assert effects["1/1 RA FFL", "mounted.movement"] == "movement"
    assert effects["5/2/13 DBLE", "troop_quality"] == "troop-quality"
    assert effects["18.08", "terrain"] == effects["areas 2 BLE", "hexes"] == "fort"
    assert effects["5/2/13 DBLE", "fire"] == "combat"
    assert effects["34.24", "terrain"] == effects["trails west-track", "path"] == "map"
    lines = builder("check", "--estimated").out.splitlines()
    heads = [line.rpartition(" (")[0] for line in lines if line.rpartition(" (")[0] in {each.title for each in Effect}]
    assert heads == [effect.title for effect in Effect]


def test_check_notes_a_symbol_that_no_style_has(tmp_path: Path) -> None:
    assert builder("init", tmp_path / "mine", "--game", TINY).code == 0
    assert "no style has the symbol" not in builder("check", tmp_path / "mine").out
    units = tmp_path / "mine" / "units.toml"
    text = units.read_text(encoding="utf-8")
    units.write_text(text.replace('symbol = "infantry"', 'symbol = "infantri"'), encoding="utf-8")
    outcome = builder("check", tmp_path / "mine")
    assert outcome.code == 0
    assert "no style has the symbol 'infantri': did you mean infantry?" in outcome.out
    assert "1/Watch" in outcome.out


def test_check_prints_json_by_its_schema(places: dict[str, Path]) -> None:
    validator = Draft202012Validator(load_json_schema("module-check.schema.json"))
    for arguments in (("check", places["game"]), ("check", "--module", places["module"])):
        assert list(validator.iter_errors(json.loads(builder(*arguments, "--json").out))) == []


def test_the_preview_shows_every_counter_and_needs_nothing_from_elsewhere(tmp_path: Path) -> None:
    assert builder("preview", TINY, "-o", tmp_path / "shown").code == 0
    pictures = {path.name for path in (tmp_path / "shown" / "images").iterdir()}
    pages = {name: (tmp_path / "shown" / name).read_text(encoding="utf-8") for name in ("index.html", "print.html")}
    for text in pages.values():
        named = set(re.findall(r'src="images/([^"]+)"', text))
        assert named <= pictures
        assert not re.search(r'(?:src|href)="(?:https?:)?//|<script|@import|url\(', text)
    shown = set(re.findall(r'src="images/([^"]+)"', pages["index.html"]))
    assert {name for name in pictures if name.startswith(("unit-", "leader-", "marker-"))} <= shown
    for path in (tmp_path / "shown" / "images").iterdir():
        assert ElementTree.parse(path).getroot().tag.endswith("svg")  # noqa: S314 - our own drawing


def test_print_sheets_have_each_back_behind_its_front(tmp_path: Path) -> None:
    assert builder("preview", TINY, "-o", tmp_path / "shown").code == 0
    text = (tmp_path / "shown" / "print.html").read_text(encoding="utf-8")
    sheets = re.findall(r'<div class="sheet">(.*?)</div>', text)
    cells = [re.findall(r'<img src="images/([^"]+)" alt="">|<span></span>', sheet) for sheet in sheets]
    fronts, backs = cells[0], cells[1]
    rows = [(fronts[at : at + 11], backs[at : at + 11]) for at in range(0, len(fronts), 11)]
    pairs = {front: back for row, behind in rows for front, back in zip(row, reversed(behind), strict=False)}
    assert pairs["unit-well-gun.svg"] == "unit-well-gun-mounted.svg"
    assert pairs["chit-division-garrison.svg"] == "chit-back.svg"
    assert pairs["unit-1-watch.svg"] == ""


def test_printed_tables_repeat_their_titles_and_short_ones_stay_whole(tmp_path: Path) -> None:
    assert builder("preview", "-o", tmp_path / "shown").code == 0
    text = (tmp_path / "shown" / "print.html").read_text(encoding="utf-8")
    tables = re.findall(r"<table[^<>]*>.*?</table>", text, re.DOTALL)
    titled = [table for table in tables if "<th " in table]
    assert titled
    assert all(table.count("<thead>") == table.count("</tbody>") == 1 for table in titled)
    assert all("<td" not in table.partition("</thead>")[0] for table in titled)
    unbroken = ['class="short"' in table for table in titled]
    assert any(unbroken)
    assert not all(unbroken)
    assert text.count("<tr>") == text.count("</tr>")


def test_boards_are_printed_in_equal_shares_that_fit_the_paper(tmp_path: Path) -> None:
    assert builder("preview", "-o", tmp_path / "shown").code == 0
    text = (tmp_path / "shown" / "print.html").read_text(encoding="utf-8")
    shares: dict[str, list[tuple[float, float]]] = {}
    for turned, width, height, image in re.findall(
        r'<section class="(\w+)">\n<h2>[^<]*</h2>\n<div class="map" style="width:([\d.]+)mm;height:([\d.]+)mm">'
        r'<img src="images/([^"]+)"',
        text,
    ):
        room = {page.name: page for page in PAGES}[turned]
        assert float(width) <= room.width
        assert float(height) <= room.height
        shares.setdefault(image, []).append((float(width), float(height)))
    assert {"map.svg", "arrivals.svg", "chits.svg", "card-french.svg"} <= set(shares)
    assert all(len(set(each)) == 1 for each in shares.values())
    assert len(shares["map.svg"]) == 8


def test_scenarios_and_charts_are_among_the_sheets(tmp_path: Path) -> None:
    assert builder("preview", TINY, "-o", tmp_path / "shown").code == 0
    for name in ("index.html", "print.html"):
        text = (tmp_path / "shown" / name).read_text(encoding="utf-8")
        assert "Scenario 1: Thirst" in text
        assert "at entry hex A (10.04)" in text
        assert "The raiders win with an unsuppressed unit" in text


def test_an_existing_preview_is_kept_unless_forced(tmp_path: Path) -> None:
    shown = tmp_path / "shown"
    assert builder("preview", TINY, "-o", shown).code == 0
    (shown / "index.html").write_text("old", encoding="utf-8")
    (shown / "mine.txt").write_text("mine", encoding="utf-8")
    assert builder("preview", TINY, "-o", shown).code == 3
    assert (shown / "index.html").read_text(encoding="utf-8") == "old"
    assert builder("preview", TINY, "-o", shown, "--force").code == 0
    assert (shown / "index.html").read_text(encoding="utf-8") != "old"
    assert (shown / "mine.txt").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_each_command_says_what_the_list_says(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert (command.help or "").splitlines()[0] == COMMANDS[name][1]
    assert builder(name, "--help").code == 0
