"""``adjudicator show`` as a player meets it: saves, logs at a step, units with overlays, other modules, output kept."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from lxml import etree

from adjudicator.cli.show import command as show
from adjudicator.drawing.overlays import KINDS, OverlayKind
from adjudicator.game.action_words import ActionType
from adjudicator.game.hexes import Hex
from adjudicator.game.position import Status
from adjudicator.game.position_json import position_text
from adjudicator.game.start import start_position
from adjudicator.module_layout.saved_position import saved_position
from adjudicator.report.unit_overlays import unit_overlays
from adjudicator.rules.questions import as_if_activated
from adjudicator.rules.series.paths import reachable
from adjudicator.rules.series.sight import fire_zone, line_of_sight
from adjudicator.vassal.replay import Replay
from adjudicator.vassal.saved_game import open_game
from adjudicator.viewing.viewer import Viewer
from tests.support.built_module import built_module
from tests.support.command_line import Outcome, command
from tests.support.raw_games import piece, raw_file
from tests.support.rule_cases import book_for, build_position, built_in_game

MAILS = Path(__file__).parent.parent / "examples" / "italians_attack"
SVG = "{http://www.w3.org/2000/svg}"
TANKS = "1-viii-132"


@pytest.fixture(autouse=True)
def in_a_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def shown(*arguments: str | Path) -> list[str]:
    """Return the titles and texts of the picture that the command draws."""
    outcome = command("show", *arguments, "-o", "map.svg", "--force")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("map.svg: No Question of Surrender, scenario ")
    root = etree.parse("map.svg").getroot()
    return [str(element.text) for element in root.iter(f"{SVG}title", f"{SVG}text")]


def test_a_log_is_shown_at_its_end_and_at_any_step() -> None:
    log = MAILS / "mail-01.vlog"
    replay, pictures = Replay(open_game(log)), set()
    for step in (0, 5, 20):
        position = saved_position(replay.table_after(step), built_in_game()).position
        found = shown(log, "--step", str(step))
        assert any(text.startswith(f"1/VIII/132 in {position.units[TANKS].place}") for text in found)
        pictures.add(Path("map.svg").read_bytes())
    assert len(pictures) == 3
    assert picture_of(log) in pictures


def picture_of(*arguments: str | Path) -> bytes:
    shown(*arguments)
    return Path("map.svg").read_bytes()


def test_a_save_and_its_position_as_json_are_the_same_picture() -> None:
    save = built_module().entries["scenario-4.vsav"]
    Path("start.vsav").write_bytes(save)
    position = saved_position(Replay(open_game(save)).table, built_in_game()).position
    Path("start.json").write_text(position_text(position), encoding="utf-8")
    of_save = picture_of("start.vsav", "--referee")
    assert of_save == picture_of("start.json", "--referee")
    assert of_save != picture_of("start.vsav")


def test_the_usual_overlays_are_reach_and_fire_zone() -> None:
    found = shown(MAILS / "mail-05.vlog", "--unit", "1/VIII")
    legend = {text.partition(" (")[0] for text in found if text.startswith("1/VIII/132: ")}
    assert legend >= {"1/VIII/132: its Fire Zone", "1/VIII/132: can go here, at that cost"}
    assert not any("it sees here" in text or "may be fired at here by so" in text for text in found)


def test_several_units_have_letters() -> None:
    units = ("--unit", "1/VIII", "--unit", "5/2/13", "--overlay", "fire-zone")
    outcome = command("show", MAILS / "mail-05.vlog", *units, "-o", "map.svg")
    assert re.search(r"^  1/VIII/132 +fire zone +36 hexes$", outcome.out, re.MULTILINE)
    texts = [str(element.text) for element in etree.parse("map.svg").getroot().iter(f"{SVG}text")]
    assert {"A", "B"} <= set(texts)
    assert any(text.startswith("B: 5/2/13 DBLE: its Fire Zone") for text in texts)


def test_units_are_put_where_a_question_wants_them() -> None:
    found = shown("--scenario", "1", "--place", "1/VIII/132=30.16,column", "--unit", "1/VIII", "--overlay", "reach")
    assert "1/VIII/132 in 30.16: Column" in found
    assert any(text.startswith("30.15: 1/VIII/132 can go here for ") for text in found)


@pytest.mark.parametrize("kind", KINDS)
def test_an_overlay_marks_what_the_rules_say(kind: OverlayKind) -> None:
    position = saved_position(Replay(open_game(MAILS / "mail-05.vlog")).table_after(12), built_in_game()).position
    book, place = book_for(), position.units[TANKS].place
    assert isinstance(place, Hex)
    [overlay] = unit_overlays(position, book, TANKS, [kind], Viewer(referee=True)).overlays
    if kind == "reach":
        ways = reachable(as_if_activated(position, book, [TANKS], ActionType.MOVEMENT).position, book, TANKS)
        assert overlay.hexes.keys() == ways.keys()
        for there, way in ways.items():
            assert re.match(rf"{way.points}(?!\d)", overlay.hexes[there].figure)
    elif kind == "fire-zone":
        assert overlay.hexes.keys() == fire_zone(position, book, TANKS)
    elif kind == "sight":
        assert overlay.hexes.keys() == {
            there for there in built_in_game().map.hexes
            if there != place and line_of_sight(position, book, place, there)
        }  # fmt: skip
    else:
        away = position.with_unit(TANKS, status=Status.WAITING, place=None)
        enemies = [unit for unit in away.units if away.side(unit) == "french"]
        for there in built_in_game().map.hexes:
            firers = [unit for unit in enemies if there in fire_zone(away, book, unit)]
            assert overlay.hexes[there].figure == f"×{len(firers)}" if firers else there not in overlay.hexes


def test_a_unit_that_can_go_nowhere_is_told_so() -> None:
    found = shown("--scenario", "1", "--place", "1/VIII/132=30.16,suppressed", "--unit", "1/VIII")
    assert "1/VIII/132: can go here" in " ".join(found)
    assert "(nowhere)" in " ".join(found)


@pytest.mark.parametrize(
    ("options", "least", "most"),
    [
        (("--around", "28.13", "--radius", "2"), 8, 9),
        (("--around", "28.13", "--around", "10.13", "--radius", "0"), 19, 22),
        (("--crop",), 8, 12),
        (("--unit", TANKS, "--overlay", "fire-zone", "--crop"), 8, 12),
    ],
)
def test_a_picture_is_cropped_to_what_matters(options: Sequence[str], least: int, most: int) -> None:
    shown(str(MAILS / "mail-05.vlog"), *options)
    picture = etree.parse("map.svg").getroot()
    [window] = picture.findall(f"{SVG}svg")
    _x, _y, width, height = map(float, window.get("viewBox", "").split())
    columns = width / (0.866 * built_in_game().map.hex_height)
    assert least <= columns <= most
    assert (picture.get("width"), picture.get("height")) == (None, None), "it fills the window"
    drawn_width, drawn_height = map(float, picture.get("viewBox", "").split()[2:])
    assert drawn_width == round(width), "hexes keep their size"
    assert drawn_height > height, "the title is above the map"


# wrong use


ERRORS: tuple[tuple[Sequence[str], int, str], ...] = (
    (("{log}",), 64, "Missing option '-o'"),
    (("{log}", "-o", "old.svg"), 3, "already exists; use another name or --force"),
    (("{log}", "-o", "map.bmp"), 64, "-o map.bmp: the picture is SVG or PNG"),
    (("{log}", "--around", "99.99", "-o", "map.svg"), 64, "--around: 99.99 is not on the map"),
    (("{log}", "--around", "nowhere", "-o", "map.svg"), 64, "'--around'"),
    (("{log}", "-o", "nowhere/map.svg"), 3, "nowhere"),
    (("missing.vlog", "-o", "map.svg"), 3, "No such file or directory"),
    (("other.vlog", "-o", "map.svg"), 3, "not a game of the module of No Question of Surrender"),
    (("text.txt", "-o", "map.svg"), 3, "text.txt"),
    (("-o", "map.svg"), 64, "give a POSITION"),
    (("{log}", "--step", "21", "-o", "map.svg"), 64, "--step: the log has steps 1 to 20, not 21"),
    (("{log}", "--step", "-1", "-o", "map.svg"), 64, "-1 is not in the range"),
    (("start.vsav", "--step", "1", "-o", "map.svg"), 64, "--step: the file has no steps, not 1"),
    (("start.json", "--step", "0", "-o", "map.svg"), 64, "--step goes with a log"),
    (("--scenario", "1", "--step", "0", "-o", "map.svg"), 64, "--step goes with a log"),
    (("--scenario", "9", "-o", "map.svg"), 3, "no scenario 9; choose one of 1, 2, 3, 4"),
    (("{log}", "--unit", "11/VII/132", "-o", "map.svg"), 64, "no unit matches '11/VII/132'; did you mean "),
    (("{log}", "--unit", "Gun Unit in 26.12", "-o", "map.svg"), 64, "is face down; only its owner may ask this"),
    (("{log}", "--overlay", "reach", "-o", "map.svg"), 64, "--overlay goes with --unit"),
    (("{log}", "--unit", "1/VIII", "--overlay", "smell", "-o", "map.svg"), 64, "'smell' is not one of"),
    (("{log}", "--side", "british", "-o", "map.svg"), 64, "no such side or player: 'british'"),
    (("parked.json", "--unit", "I/21", "-o", "map.svg"), 64, "--unit: I/21 is not in a hex of the map"),
)  # fmt: skip


@pytest.mark.parametrize(("arguments", "code", "says"), ERRORS, ids=lambda each: each if isinstance(each, str) else "")
def test_wrong_use_is_one_line_and_leaves_no_file(arguments: Sequence[str], code: int, says: str) -> None:
    Path("old.svg").write_text("old", encoding="utf-8")
    Path("text.txt").write_text("not a archive", encoding="utf-8")
    Path("other.vlog").write_bytes(raw_file([piece("11", "Red Guard")], ["CHATx"]))
    Path("start.vsav").write_bytes(built_module().entries["scenario-1.vsav"])
    Path("start.json").write_text(position_text(start_position(built_in_game(), 1)), encoding="utf-8")
    parked = build_position({"scenario": 4, "units": {"I/21": {"place": "artillery-park-a"}}})
    Path("parked.json").write_text(position_text(parked), encoding="utf-8")
    before = sorted(Path().iterdir())
    outcome: Outcome = command("show", *[each.format(log=MAILS / "mail-01.vlog") for each in arguments])
    assert (outcome.code, outcome.out) == (code, "")
    assert says in outcome.err
    assert outcome.err.count("\n") == 1
    assert sorted(Path().iterdir()) == before
    assert Path("old.svg").read_text(encoding="utf-8") == "old"


def test_an_existing_picture_is_replaced_with_force() -> None:
    Path("map.svg").write_text("old", encoding="utf-8")
    assert command("show", "--scenario", "1", "-o", "map.svg", "--force").code == 0
    assert etree.parse("map.svg").getroot().tag == f"{SVG}svg"


def test_the_overlays_are_those_of_the_help() -> None:
    option = next(parameter for parameter in show.params if parameter.name == "kinds")
    assert set(getattr(option.type, "choices", ())) == set(KINDS)
