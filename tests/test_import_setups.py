"""The predefined setups of the official module become the scenarios' starts; what cannot stand there is said."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from adjudicator.game.hexes import Hex
from adjudicator.game.loading import BUILT_IN, find_game, load_game
from adjudicator.game.provenance import Source
from adjudicator.game.start import start_position
from adjudicator.vassal.archive import pack_archive
from adjudicator.vassal.saved_game import PAYLOAD_ENTRY
from tests.support.command_line import Outcome, run_with
from tests.support.official_mails import MODULE, OfficialTable
from vmod_builder.cli import run

SETUP = "scenario1.vsav"
NAME = "Scenario 1 - The Italians Attack"
PLACES = {
    "5/2/13 DBLE": "24.12", "6/2/13 DBLE": "26.13", "7/2/13 DBLE": "25.14", "M/2/13 DBLE": "33.12",
    "3/1 Antichar": "26.14", "22 CNA": "20.10",
}  # fmt: skip


def setup(places: dict[str, str]) -> bytes:
    """Return a file in which counters stand in hexes when it is opened."""
    table = OfficialTable({name: Hex.parse(place) for name, place in places.items()}, date="May 27", time="0900")
    table.say("ready")
    table.send()
    mail = table.mails[0]
    return pack_archive({**mail.entries, PAYLOAD_ENTRY: mail.payload_bytes()})


def imported(tmp_path: Path, setups: dict[str, bytes], *, names: tuple[str, str] = ("", "")) -> Outcome:
    """Import the module with other setups, and their name in its build file replaced."""
    with zipfile.ZipFile(MODULE) as module:
        entries = {name: module.read(name) for name in module.namelist()}
    entries |= setups
    entries["buildFile.xml"] = entries["buildFile.xml"].replace(names[0].encode(), names[1].encode())
    other = tmp_path / "other.vmod"
    other.write_bytes(pack_archive(entries))
    return run_with(run, "import", other, "-o", tmp_path / "game")


@pytest.fixture(scope="module")
def setups() -> dict[str, bytes]:
    return {SETUP: setup(PLACES)}


def test_counters_start_where_the_modules_setup_has_them(tmp_path: Path, setups: dict[str, bytes]) -> None:
    outcome = imported(tmp_path, setups)
    assert outcome.code == 0, outcome.err
    start = start_position(load_game(tmp_path / "game"), 1)
    found = {start.game.units[unit].name: str(state.place) for unit, state in start.units.items()}
    assert {name: found[name] for name in ("5/2/13 DBLE", "6/2/13 DBLE", "7/2/13 DBLE")} == {
        "5/2/13 DBLE": "24.12", "6/2/13 DBLE": "26.13", "7/2/13 DBLE": "25.14",
    }  # fmt: skip
    assert "scenario 1: 3 of 8 counters" in outcome.out


def test_what_the_scenario_does_not_allow_stays_and_is_said(tmp_path: Path, setups: dict[str, bytes]) -> None:
    outcome = imported(tmp_path, setups)
    report = (tmp_path / "game" / "import_report.txt").read_text(encoding="utf-8")
    start = start_position(load_game(tmp_path / "game"), 1)
    assert {str(start.units[unit].place) for unit in ("m-2-13-dble",)} == {"24.13"}
    assert "scenario_1.toml: M/2/13 DBLE  in 33.12; left in 24.13" in report
    assert "scenario_1.toml: 3/1 Antichar" in report
    assert "3-1-antichar" not in outcome.out


@pytest.mark.parametrize(
    ("files", "names", "problem"),
    [
        ({SETUP: b"nothing"}, ("", ""), NAME),
        ({}, ("Scenario 1 - The Italians Attack", "A fine day"), "A fine day  it is not clear of which scenario it is"),
        (
            {},
            ("Scenario 1 - The Italians Attack", "Scenario 99"),
            "Scenario 99  it is not clear of which scenario it is",
        ),
    ],
)
def test_a_setup_that_cannot_be_taken_is_said(
    tmp_path: Path, files: dict[str, bytes], names: tuple[str, str], problem: str
) -> None:
    outcome = imported(tmp_path, files, names=names)
    assert outcome.code == 0, outcome.err
    assert "Setups of the module, and groups in them, that could not be imported (1)" in outcome.out
    assert problem in outcome.out
    assert "left as they were" in outcome.out


@pytest.mark.parametrize(
    ("places", "found"),
    [
        ({"1/VIII/132": "33.13", "2/VIII/132": "33.13", "3/VIII/132": "33.13"}, "33.13"),
        ({"1/VIII/132": "33.13", "2/VIII/132": "33.14"}, ""),
    ],
    ids=["in one hex", "apart"],
)
def test_reinforcements_in_one_hex_tell_their_entry_hex(tmp_path: Path, places: dict[str, str], found: str) -> None:
    outcome = imported(tmp_path, {SETUP: setup(places)})
    assert outcome.code == 0, outcome.err
    entry = load_game(tmp_path / "game").map.entry_hexes["B"]
    before = load_game(find_game(BUILT_IN)).map.entry_hexes["B"]
    assert (str(entry.hex), entry.source) == ((found, Source.MODULE) if found else (str(before.hex), before.source))


def test_each_scenario_has_its_own_setup(tmp_path: Path, setups: dict[str, bytes]) -> None:
    files = {f"scenario{number}.vsav": setups[SETUP] for number in range(1, 5)}
    one = f'name="{NAME}" file="{SETUP}"'
    element = f'<VASSAL.build.module.PredefinedSetup {one} useFile="true" isMenu="false"/>'
    four = "".join(
        element.replace(one, f'name="{name}" file="scenario{number}.vsav"')
        for number, name in enumerate((NAME, "The Italians Really Attack", "Scenario 3", "Scenario 4: the siege"), 1)
    )
    outcome = imported(tmp_path, files, names=(element, four))
    assert outcome.code == 0, outcome.err
    assert "it is not clear of which scenario it is" not in outcome.out
    told = " ".join(outcome.out.split())
    assert [number for number in range(1, 5) if f"scenario {number}: " in told] == [1, 2, 3, 4]
