"""Logs of the official module's real code: what the referee says of each stands in ``cases/official/logs.toml``."""

from __future__ import annotations

import json
import os
import shutil
import tomllib
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from adjudicator.audit.dice import load_patterns
from adjudicator.cli.main import run as adjudicator
from adjudicator.game.loading import load_game
from adjudicator.referee.entries.entry import Entry, RefereedGame
from adjudicator.referee.pipeline import referee_game
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.ruling import Verdict
from adjudicator.rules.switches import HouseRules
from adjudicator.vassal.archive import open_archive, pack_archive
from adjudicator.vassal.limits import DEFAULT_LIMITS
from adjudicator.vassal.module import read_module
from adjudicator.vassal.saved_game import open_game
from tests.support.command_line import run_with
from tests.support.flat_chains import flat_build_file, flat_log
from vmod_builder.cli import run

HERE = Path(__file__).parent
LOGS = HERE / "official_logs"
CASES = tomllib.loads((HERE / "cases/official/logs.toml").read_text(encoding="utf-8"))["case"]


@cache
def imported(kind: str) -> RuleBook:
    """Return the rules with the game that is imported from a module, which is done once."""
    target = Path(mkdtemp()) / "game"
    outcome = run_with(run, "import", LOGS / kind / "nqos_facsimile.vmod", "-o", target)
    assert outcome.code == 0, outcome.err
    return RuleBook(load_game(target), HouseRules())


def refereed(case: dict[str, Any]) -> RefereedGame:
    """Referee the logs of a case."""
    files = [open_game(LOGS / name) for name in case["logs"]]
    module = read_module(LOGS / case["module"] / "nqos_facsimile.vmod")
    return referee_game(files, imported(case["module"]), load_patterns(), module=module, scenario=case["scenario"])


def place(entry: Entry) -> str:
    """Return the log of an entry, counted from 1, and its first step."""
    log, step = entry.steps[0]
    return f"{log + 1}:{step}"


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_log(case: dict[str, Any]) -> None:
    game = refereed(case)
    entries = game.entries
    assert str(game.logs[-1].end.time) == case.get("turn", str(game.logs[-1].end.time))
    found = {
        place(entry): [each.name for each in entry.findings if each.verdict is Verdict.ILLEGAL]
        for entry in entries if entry.verdict is Verdict.ILLEGAL
    }  # fmt: skip
    assert found == case["illegal"]
    open_ones = {each.name for entry in entries for each in entry.findings if each.verdict is Verdict.UNDECIDED}
    assert open_ones <= set(case["undecided"])
    notes = [note for entry in entries for note in entry.notes]
    assert [text for text in case.get("notes", ()) if not any(text in note for note in notes)] == []
    shooting = {"DirectFire", "IndirectFire", "Counterbattery", "OpportunityFire"}
    assert sum(type(entry.action).__name__ in shooting for entry in entries) == case["shots"]


def test_the_module_beside_the_mails_is_used(tmp_path: Path) -> None:
    for name in ("mail-01.vlog", "mail-02.vlog", "nqos_facsimile.vmod"):
        shutil.copy(LOGS / "straight" / name, tmp_path)
    game = Path(mkdtemp()) / "game"
    assert run_with(run, "import", tmp_path / "nqos_facsimile.vmod", "-o", game).code == 0
    outcome = run_with(adjudicator, "verify", tmp_path, "--game", game, "--scenario", "1", "--referee")
    assert outcome.code == 1, outcome.err
    assert "the module nqos_facsimile.vmod beside mail-02.vlog is used" in outcome.err
    assert "which reaches 3" in outcome.out


@cache
def imported_directory() -> Path:
    """Return the directory of the game that is imported from the straight module."""
    target = Path(mkdtemp()) / "game"
    assert run_with(run, "import", LOGS / "straight/nqos_facsimile.vmod", "-o", target).code == 0
    return target


def test_the_imported_directory_alone_tells_the_hexes(tmp_path: Path) -> None:
    for name in ("mail-01.vlog", "mail-02.vlog", "mail-03.vlog"):
        shutil.copy(LOGS / "straight" / name, tmp_path)
    outcome = run_with(adjudicator, "verify", tmp_path, "--game", imported_directory(), "--referee")
    assert outcome.code == 0, outcome.out
    assert "3/VIII/132 moves 31.12-30.12-29.13" in outcome.out
    assert "module" not in outcome.err


def test_without_the_module_nobody_is_accused_of_unknown_hexes(tmp_path: Path) -> None:
    game = tmp_path / "game"
    shutil.copytree(imported_directory(), game)
    (game / "module.zip").unlink()
    mails = [Path(shutil.copy(LOGS / f"straight/mail-0{number}.vlog", tmp_path)) for number in (1, 2, 3)]
    outcome = run_with(adjudicator, "audit", *mails, "--game", game, "--referee")
    assert outcome.code == 2, outcome.out
    assert "ILLEGAL" not in outcome.out
    assert "off the map" not in outcome.out
    assert "give the module with --module" in outcome.out


def test_a_game_of_another_module_is_not_read_by_the_kept_one(tmp_path: Path) -> None:
    game, module = tmp_path / "game", LOGS / "straight/nqos_facsimile.vmod"
    shutil.copytree(imported_directory(), game)
    archive = open_archive(module, DEFAULT_LIMITS)
    build_file = archive.read("buildFile.xml").replace(b"No Question of Surrender", b"Another Module")
    (game / "module.zip").write_bytes(pack_archive({"buildFile.xml": build_file}))
    mail = shutil.copy(LOGS / "straight/mail-01.vlog", tmp_path)
    outcome = run_with(adjudicator, "verify", mail, "--game", game)
    assert "was imported from another module than mail-01.vlog names" in outcome.err


def of_version(module: Path, target: Path, version: bytes) -> Path:
    """Write a module's build file and metadata with another version."""
    archive = open_archive(module, DEFAULT_LIMITS)
    entries = {name: archive.read(name).replace(b"1.8.0", version) for name in ("buildFile.xml", "moduledata")}
    target.write_bytes(pack_archive(entries))
    return target


def test_another_module_than_that_of_the_mails_is_refused() -> None:
    mail, other = LOGS / "straight/mail-01.vlog", LOGS / "oblique/nqos_facsimile.vmod"
    outcome = run_with(adjudicator, "verify", mail, "--game", imported_directory(), "--module", other)
    assert (outcome.code, outcome.out) == (3, "")
    assert "the hexes of the module are not those of this log" in outcome.err


@pytest.mark.parametrize("side", ["french", "axis"])
def test_the_sides_of_the_modules_roster_are_those_of_the_game(side: str, tmp_path: Path) -> None:
    for name in ("mail-01.vlog", "mail-02.vlog"):
        shutil.copy(LOGS / "straight" / name, tmp_path)
    outcome = run_with(adjudicator, "verify", tmp_path, "--game", imported_directory(), "--side", side)
    assert outcome.code in (0, 1, 2), outcome.err
    assert "nobody in the file plays" not in outcome.err


def test_a_module_with_other_hexes_beside_the_mails_is_left_out(tmp_path: Path) -> None:
    for name in ("mail-01.vlog", "mail-02.vlog"):
        shutil.copy(LOGS / "straight" / name, tmp_path)
    shutil.copy(LOGS / "oblique/nqos_facsimile.vmod", tmp_path / "other.vmod")
    outcome = run_with(adjudicator, "verify", tmp_path, "--game", imported_directory(), "--referee")
    assert "other.vmod beside mail-02.vlog is not used: its hexes are not those of the log" in outcome.err
    assert "which reaches 3" in outcome.out


@pytest.mark.parametrize("damaged", ["a pipe", "no archive"])
def test_a_kept_module_that_cannot_be_read_is_told(damaged: str, tmp_path: Path) -> None:
    game = tmp_path / "game"
    shutil.copytree(imported_directory(), game)
    (game / "module.zip").unlink()
    if damaged == "a pipe":
        os.mkfifo(game / "module.zip")
    else:
        (game / "module.zip").write_bytes(b"junk")
    outcome = run_with(adjudicator, "verify", LOGS / "straight/B/b-01.vlog", "--game", game)
    assert (outcome.code, outcome.out) == (3, "")
    assert f"{game / 'module.zip'}: not a " in outcome.err


@pytest.mark.parametrize("damaged", ["a pipe", "a directory", "other letters"])
def test_a_dialect_that_cannot_be_read_is_not_overwritten(damaged: str, tmp_path: Path) -> None:
    game, module = tmp_path / "game", LOGS / "straight/nqos_facsimile.vmod"
    shutil.copytree(imported_directory(), game)
    file = game / "dialect.toml"
    file.unlink()
    if damaged == "a pipe":
        os.mkfifo(file)
    elif damaged == "a directory":
        file.mkdir()
    else:
        file.write_bytes("# Fallschirmjäger".encode("latin-1"))
    outcome = run_with(run, "import", module, "-o", game, "--force")
    assert (outcome.code, outcome.out) == (3, "")
    assert str(file) in outcome.err
    assert damaged != "other letters" or file.read_bytes() == "# Fallschirmjäger".encode("latin-1")


def test_a_module_of_another_name_is_refused(tmp_path: Path) -> None:
    archive = open_archive(LOGS / "straight/nqos_facsimile.vmod", DEFAULT_LIMITS)
    build_file = archive.read("buildFile.xml").replace(b"No Question of Surrender", b"Another Module")
    other = tmp_path / "other.vmod"
    other.write_bytes(pack_archive({"buildFile.xml": build_file}))
    mail = LOGS / "straight/mail-01.vlog"
    outcome = run_with(adjudicator, "verify", mail, "--game", imported_directory(), "--module", other)
    assert outcome.code == 3
    assert "not the one of this log (got 'Another Module'; expected No Question of Surrender)" in outcome.err


def test_a_module_of_another_version_than_the_imported_one_is_told(tmp_path: Path) -> None:
    of_version(LOGS / "straight/nqos_facsimile.vmod", tmp_path / "newer.vmod", b"1.9.0")
    mail = shutil.copy(LOGS / "straight/mail-01.vlog", tmp_path)
    outcome = run_with(adjudicator, "verify", mail, "--game", imported_directory())
    assert "was imported from version 1.8.0 of the module, newer.vmod is version 1.9.0" in outcome.err


@pytest.mark.parametrize("flat", [(0, 1, 2), (1,), (0, 2)], ids=["all", "one of three", "two of three"])
def test_mails_with_flat_chains_are_read_beside_others(flat: tuple[int, ...], tmp_path: Path) -> None:
    """One player has a newer release of VASSAL than the other."""
    for number in range(3):
        mail = open_game(LOGS / f"straight/mail-0{number + 1}.vlog")
        written = flat_log(mail) if number in flat else mail
        (tmp_path / f"mail-0{number + 1}.vlog").write_bytes(written.archive_bytes())
    told = run_with(adjudicator, "verify", tmp_path, "--game", imported_directory(), "--referee")
    paths = [LOGS / f"straight/mail-0{number}.vlog" for number in (1, 2, 3)]
    after = [argument for path in paths[:2] for argument in ("--after", path)]
    usual = run_with(adjudicator, "verify", paths[2], *after, "--game", imported_directory(), "--referee")
    assert "It continues mail-02.vlog, exactly where that ended" in told.out
    assert told.out.partition("Your move")[2] == usual.out.partition("Your move")[2] != ""


def test_a_module_with_flat_chains_is_imported_as_any_other(tmp_path: Path) -> None:
    module = open_archive(LOGS / "straight/nqos_facsimile.vmod", DEFAULT_LIMITS)
    entries = {name: module.read(name) for name in module.names}
    entries["buildFile.xml"] = flat_build_file(entries["buildFile.xml"].decode()).encode()
    (tmp_path / "flat.vmod").write_bytes(pack_archive(entries))
    assert run_with(run, "import", tmp_path / "flat.vmod", "-o", tmp_path / "game").code == 0
    for name in ("units.toml", "map.toml", "dialect.toml", "scenario_1.toml"):
        assert (tmp_path / "game" / name).read_text() == (imported_directory() / name).read_text()


def test_points_that_logs_do_not_tell_are_not_shown() -> None:
    mails = [LOGS / f"straight/mail-0{number}.vlog" for number in (1, 2, 3)]
    told = run_with(adjudicator, "audit", *mails, "--game", imported_directory(), "--referee").out
    assert "Activation by activation" in told
    assert "Points left" not in told
    document = run_with(adjudicator, "audit", *mails, "--game", imported_directory(), "--referee", "--json").out
    assert [phase["points"] for phase in json.loads(document)["course"]] == [{}]


def test_the_menus_of_our_own_module_are_not_told() -> None:
    log = LOGS / "bulk/o1.vlog"
    outcome = run_with(adjudicator, "audit", log, "--game", imported_directory(), "--scenario", "2", "--referee")
    assert "may fire" in outcome.out
    assert "menu:" not in outcome.out


def test_units_without_a_counter_have_lost_nothing() -> None:
    log = LOGS / "bulk/o1.vlog"
    told = run_with(adjudicator, "audit", log, "--game", imported_directory(), "--scenario", "2", "--json", "--referee")
    counts = {each["what"]: each["value"] for each in json.loads(told.out)["victory"]["counts"]}
    assert counts["steps-lost"] == 2


def test_what_was_assumed_is_told_once_and_what_is_not_judged_is_not_legal(tmp_path: Path) -> None:
    game = tmp_path / "game"
    shutil.copytree(imported_directory(), game)
    (game / "module.zip").unlink()
    mails = [shutil.copy(LOGS / f"straight/B/b-0{number}.vlog", tmp_path) for number in range(1, 10)]
    told = run_with(adjudicator, "audit", *mails, "--game", game, "--referee").out
    assert told.count("Assumed: logs of this module do not show Command Points") == 1
    verified = run_with(adjudicator, "verify", tmp_path, "--game", game, "--referee").out
    assert "UNDECIDED  L/2/13 DBLE: an action that is not judged" in verified
    assert "legal      L/2/13 DBLE" not in verified
    assert max(map(len, told.splitlines())) <= 120
