"""The example game: its logs come out again as they are, and the referee finds its mistakes, no others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.audit.findings import Weight
from adjudicator.cli.log_files import logs_in
from adjudicator.referee.entries.entry import RefereedGame
from adjudicator.rules.rule_book import RuleBook
from adjudicator.vassal.archive import open_archive
from adjudicator.vassal.saved_game import open_game
from tests.support.command_line import command
from tests.support.rule_cases import built_in_game
from tests.support.table_scripts import entry_line, referee

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
MAILS = tuple(f"mail-{number:02}.vlog" for number in range(1, 12))
MISTAKES = [
    "illegal: 3/VIII/132 forms Column, moves 34.13-33.13-32.13-31.13-30.12, leaves Column"
    " | GTS R9.18 result-not-applied",
    "illegal: 2/VIII/132 forms Column, moves 30.15-30.14-29.14-28.13"
    " | GTS R6.13 zone-in-first-action; GTS R6.13 zone-in-first-action",
    "illegal: L/2/13 DBLE: Direct Fire at 2/VIII/132 | GTS R6.11 result-not-applied",
]


def make(directory: Path) -> subprocess.CompletedProcess[str]:
    """Run the script as a player would."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(EXAMPLES / "make_italians_attack.py"), str(directory)]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)  # noqa: S603


def entries(path: Path) -> dict[str, bytes]:
    archive = open_archive(path)
    return {name: archive.read(name) for name in archive.names}


pytestmark = pytest.mark.xdist_group("italians-attack")
"""One process has them all: what they share is made once."""


@pytest.fixture(scope="module")
def game() -> RefereedGame:
    logs = [open_game(EXAMPLES / "italians_attack" / mail) for mail in MAILS]
    return referee(logs, RuleBook(built_in_game()))


def test_the_committed_logs_come_out_again_and_are_left_alone(tmp_path: Path) -> None:
    assert make(tmp_path).returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == list(MAILS)
    for mail in MAILS:
        # what a compressor makes of it differs between versions of zlib
        assert entries(tmp_path / mail) == entries(EXAMPLES / "italians_attack" / mail)
    refused = make(tmp_path)
    assert (refused.returncode, refused.stdout) == (3, "")
    assert "already exists" in refused.stderr


def test_the_mistakes_are_found_and_nothing_else(game: RefereedGame) -> None:
    assert [entry_line(entry) for entry in game.entries if entry.verdict.value != "legal"] == MISTAKES
    faults = [(Path(log.audit.game.file).name, finding.kind.name) for log in game.logs for finding in log.audit.findings
              if finding.weight is Weight.FAULT]  # fmt: skip
    assert faults == [("mail-02.vlog", "roll-made-again")]


def test_both_turns_are_played_to_the_end(game: RefereedGame) -> None:
    assert (str(game.start.time), str(game.end.time)) == ("05-27 0900", "05-27 1100")
    assert game.end.mug == ("direct-command-italian",)
    assert game.owed == ()
    assert {entry.player for entry in game.entries} == {"Anna", "Bert"}


def test_a_directory_stands_for_its_logs_in_order(tmp_path: Path) -> None:
    directory = EXAMPLES / "italians_attack"
    assert command("audit", directory) == command("audit", *(directory / mail for mail in MAILS))
    for name in ("turn-10.vlog", "turn-2.vlog", "TURN-1.VLOG", "turn-2.vsav"):
        (tmp_path / name).touch()
    assert [path.name for path in logs_in([tmp_path])] == ["TURN-1.VLOG", "turn-2.vlog", "turn-10.vlog"]


def test_an_action_goes_on_from_several_mails() -> None:
    seventh, eighth, ninth = (EXAMPLES / "italians_attack" / mail for mail in MAILS[6:9])
    whole = command("verify", ninth, "--after", seventh, "--after", eighth)
    assert (whole.code, "Gun Unit in 26.12 fires at 1/VIII/132" in whole.out) == (0, True)
    alone = command("verify", ninth, "--after", eighth)
    assert "ILLEGAL" not in alone.out
    assert "earlier mails would settle this" in alone.out
