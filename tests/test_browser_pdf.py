"""``vmod-builder print``: the sheets as PDF, the same bytes each time; refused in one line where no browser is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.command_line import run_with
from vmod_builder import browser_pdf
from vmod_builder.browser_pdf import BrowserFailed, BrowserMissing, find_browser, pdf_of
from vmod_builder.cli import run
from vmod_builder.commands import print_sheets

WELLS = Path(__file__).parents[1] / "examples" / "two_wells"
PAGE = {"page.html": b"<!DOCTYPE html><title>Sheet</title><p>One sheet</p>"}

pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture
def browser() -> str:
    try:
        return find_browser()
    except BrowserMissing as error:
        pytest.skip(str(error))


def test_a_page_is_the_same_pdf_each_time_and_nothing_is_left_behind(browser: str, tmp_path: Path) -> None:
    first = pdf_of(PAGE, "page.html", browser, tmp_path)
    assert first.startswith(b"%PDF-")
    assert b"(D:20000101000000" in first
    assert pdf_of(PAGE, "page.html", browser, tmp_path) == first
    assert list(tmp_path.iterdir()) == []


def test_the_sheets_of_a_game_are_written_once(browser: str, tmp_path: Path) -> None:
    assert browser
    output = tmp_path / "wells.pdf"
    outcome = run_with(run, "print", WELLS, "-o", output)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("wells.pdf: Two Wells ")
    assert output.read_bytes().startswith(b"%PDF-")
    assert run_with(run, "print", WELLS, "-o", output).code == 3


def test_without_a_browser_it_is_refused_and_another_way_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    monkeypatch.setattr(browser_pdf, "_PLACES", ())
    outcome = run_with(run, "print", WELLS, "-o", tmp_path / "wells.pdf")
    assert outcome.code == 64
    assert "needs Chromium, Chrome or Edge" in outcome.err
    assert "print.html" in outcome.err
    assert outcome.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("wrong", ["false", "no-such-browser"])
def test_a_browser_that_paints_nothing_is_an_error_in_one_line(
    wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BrowserFailed, match=wrong):
        pdf_of(PAGE, "page.html", wrong, tmp_path)
    monkeypatch.setattr(print_sheets, "find_browser", lambda: wrong)
    outcome = run_with(run, "print", WELLS, "-o", tmp_path / "wells.pdf")
    assert outcome.code == 3
    assert f"wells.pdf: {wrong} painted no PDF" in outcome.err
