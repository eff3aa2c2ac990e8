"""The pages of ``--html`` in a real browser: stepping, filters, links, the map, a phone; and nothing on its console.

One start of Chromium opens all pages in frames (``cases/html/browser.js``) and prints what they showed. Skipped where
there is no Chromium.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from lxml import html

from tests.support.command_line import command

from .test_html_report import EXAMPLES, GAME, TRICKS, hostile_log

CASES = Path(__file__).parent / "cases" / "html"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-extensions",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--allow-file-access-from-files",
    "--enable-logging=stderr", "--v=0", "--virtual-time-budget=60000", "--window-size=1500,1000", "--dump-dom",
)  # fmt: skip
ENTRIES = 23


pytestmark = pytest.mark.xdist_group("browser")
"""One process has them all: what they share is made once."""


@pytest.fixture(scope="module")
def browsed(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], list[str]]:
    """Return what the pages showed, and what the browser wrote on its console."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        pytest.skip(f"no browser here ({', '.join(BROWSERS)}): the pages were not opened in one")
    folder = tmp_path_factory.mktemp("browser")
    (folder / "game.vlog").write_bytes(hostile_log(TRICKS["script"] + TRICKS["image"]))
    for name, arguments in {
        "audit": (GAME,), "log": (EXAMPLES / "skirmish-turn-2-again.vlog",), "hostile": (folder / "game.vlog",),
    }.items():  # fmt: skip
        command("audit", *arguments, "--html", folder / f"{name}.html")
    for name in ("game 2", "game 10"):
        (folder / "games" / name).mkdir(parents=True)
    for number in range(1, 4):
        shutil.copy(GAME / f"mail-0{number}.vlog", folder / "games" / "game 10")
    shutil.copy(EXAMPLES / "skirmish-turn-1.vlog", folder / "games" / "game 2")
    (folder / "games" / "game 3.vlog").write_bytes(b"no log")
    command("audit", "--each", folder / "games", "--html", folder / "many")
    for path in CASES.iterdir():
        shutil.copy(path, folder)
    done = subprocess.run(  # noqa: S603
        [browser, *OPTIONS, f"--user-data-dir={folder / 'profile'}", (folder / "browser.html").as_uri()],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    document: Any = html.document_fromstring(done.stdout)
    told = document.get_element_by_id("results").text
    assert told, done.stderr[-2000:]
    return json.loads(told), re.findall(r"CONSOLE.*", done.stderr)


@pytest.fixture
def shown(browsed: tuple[dict[str, Any], list[str]]) -> dict[str, Any]:
    """Return what the pages showed."""
    return browsed[0]


def test_nothing_goes_wrong(browsed: tuple[dict[str, Any], list[str]]) -> None:
    results, console = browsed
    assert results.get("error") is None
    assert console == []


def test_the_page_opens_at_its_first_problem(shown: dict[str, Any]) -> None:
    marked, title, place = shown["bare"]
    assert marked.startswith("3 ✗ illegal")
    assert title == marked
    assert place == "3"


def test_the_page_can_be_gone_through_from_before_the_first_action(shown: dict[str, Any]) -> None:
    assert shown["start"] == {
        "shown": ["", "Before the first action", "0"], "listed": list(range(1, ENTRIES + 1)), "script": "js",
    }  # fmt: skip


def test_the_buttons_go_through_the_actions(shown: dict[str, Any]) -> None:
    assert shown["buttons"]["places"] == [1, 2, 1, 23, 23, 15, 0, 3, 11]
    marked, title, _ = shown["buttons"]["shown"]
    assert marked == title == "11 ✗ illegal 2/VIII/132 forms Column, moves 30.15-30.14-29.14-28.13"
    assert "GTS R6.13: Division Activation" in shown["buttons"]["rules"]
    assert "Fire Zone to Fire Zone: Target moves from Fire Zone to Fire Zone (GTS R9.14)" in shown["buttons"]["rules"]


def test_so_do_the_keys_but_not_while_one_types(shown: dict[str, Any]) -> None:
    assert shown["keys"] == {"places": [1, 2, 1, 23, 0, 3, 11, 3], "inTheSearch": False}


def test_the_map_shows_each_position_from_whichever_side_one_comes(shown: dict[str, Any]) -> None:
    found = shown["positions"]
    assert found["same"] == [True] * 6
    assert found["depths"] is True
    assert any("1/VIII/132 in 28.12" in label for label in found["last"])
    assert found["words"] == found["last"]


def test_filters_narrow_the_list_and_the_steps(shown: dict[str, Any]) -> None:
    found = shown["filters"]
    assert found["illegal"] == [3, 11, 15]
    assert found["places"] == [3, 11, 15, 15]
    assert (found["both"], found["state"]) == ([15], "1 of 23 actions are listed.")
    assert found["link"] == "#entry=15&verdict=illegal&player=Bert%2C+French"
    assert (found["reset"], found["found"], found["none"]) == (ENTRIES, [18], [])
    assert found["unit"] == [7]
    assert found["rule"] == [11]


def test_a_link_leads_to_an_action_with_its_filters(shown: dict[str, Any]) -> None:
    found = shown["links"]
    assert found["first"]["listed"] == [3, 11, 15]
    assert found["first"]["shown"][0].startswith("11 ✗ illegal")
    assert found["plain"][0].startswith("9 ✓ legal 1/VIII/132: rallies")
    assert found["odd"] == 0


def test_the_map_can_be_moved_about(shown: dict[str, Any]) -> None:
    found = shown["map"]
    widths = [found[name][0] for name in ("whole", "wheeled", "before", "nearer")]
    assert widths == sorted(widths)
    assert len(set(widths)) == 4
    assert found["traces"] == ["way-rim", "way", "shot"]
    assert found["tip"]


def test_playing_goes_on_by_itself_until_it_is_stopped(shown: dict[str, Any]) -> None:
    found = shown["playing"]
    assert found["playing"] == ["Pause (P)", 1]
    assert found["later"] == 2
    assert found["paused"] == "Play (P)"
    assert found["afterwards"] == 2


def test_it_can_be_made_dark(shown: dict[str, Any]) -> None:
    assert shown["theme"]["light"] != shown["theme"]["dark"]
    assert shown["theme"]["pressed"] == "true"


def test_it_fits_a_phone(shown: dict[str, Any]) -> None:
    assert shown["phone"]["wide"] <= 390
    assert shown["phone"]["small"] == []
    assert 250 <= shown["phone"]["map"] <= 500


def test_a_hostile_log_runs_nothing(shown: dict[str, Any]) -> None:
    assert shown["hostile"]["pwned"] is True
    assert shown["hostile"]["images"] == 0
    assert shown["hostile"]["listed"] > 0


def test_a_log_of_any_module_is_a_list_with_its_rulings_and_no_empty_pane(shown: dict[str, Any]) -> None:
    assert shown["log"] == {"marked": "19 says: Over to you.", "ruling": "block", "panes": [None, None]}


@pytest.mark.parametrize("place", ["desk", "phone"])
def test_the_table_of_many_games_is_sorted_by_a_click(place: str, shown: dict[str, Any]) -> None:
    index = shown["index"][place]
    assert index["caption"] == "2 games and 1 file that cannot be read"
    assert index["found"] == index["again"] == ["game 3.vlog", "game 2", "game 10"]
    clicked = index["clicked"]
    assert clicked["Game"] == [
        ["ascending", ["game 2", "game 3.vlog", "game 10"]], ["descending", ["game 10", "game 3.vlog", "game 2"]],
    ]  # fmt: skip
    assert clicked["Verdict"] == [["ascending", ["0", "1", "3"]], ["descending", ["3", "1", "0"]]]
    for name, most in (("Actions", [11]), ("Dice", [6.5, 29 / 7])):
        directions, columns = zip(*clicked[name], strict=True)
        assert directions == ("descending", "ascending")  # figures: the greatest first
        empty = [None] * (3 - len(most))  # what has no figure comes last either way
        assert [[float(each) if each else None for each in column] for column in columns] == [
            most + empty, most[::-1] + empty,
        ]  # fmt: skip
    assert index["chosen"] == {name: each[0] for name, each in clicked.items()}
    assert index["searched"] == [["game 10"], "1 of 3 rows"]
    assert index["headings"] == (place == "desk")  # on a phone each game is a card, and the list sorts them
    assert place == "desk" or index["wide"] <= 390
