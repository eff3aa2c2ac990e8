"""``adjudicator watch``: mails that arrive are told of once they are whole, and nothing in the folder changes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.cli.watch import Arrivals
from adjudicator.vassal.limits import DEFAULT_LIMITS
from tests.support.command_line import command
from tests.support.raw_games import piece, raw_file

MAIL = Path(__file__).parent / "cases" / "engine_logs" / "a.vlog"
LOG = raw_file([piece("11", "Red Guard")], ["CHAT<Anna> - done"])


def told(arrivals: Arrivals, now: float) -> list[tuple[str, bool]]:
    return [(path.name, problem is None) for path, problem in arrivals.whole(now)]


def test_a_mail_is_told_of_once_and_only_when_it_is_whole(tmp_path: Path) -> None:
    (tmp_path / "old.vlog").write_bytes(LOG)
    arrivals = Arrivals(tmp_path, DEFAULT_LIMITS)
    assert told(arrivals, 10) == []
    path = tmp_path / "new.vlog"
    path.write_bytes(LOG[:100])
    (tmp_path / "notes.txt").write_bytes(LOG)
    assert told(arrivals, 11) == []
    assert told(arrivals, 14) == []
    path.write_bytes(LOG)
    assert told(arrivals, 15) == []
    assert arrivals.waiting
    assert told(arrivals, 17) == [("new.vlog", True)]
    assert told(arrivals, 19) == []
    assert not arrivals.waiting


def test_a_mail_that_stays_broken_is_told_of_and_one_that_is_replaced_again(tmp_path: Path) -> None:
    arrivals = Arrivals(tmp_path, DEFAULT_LIMITS)
    path = tmp_path / "new.vlog"
    path.write_bytes(LOG[:100])
    assert [told(arrivals, now) for now in (1, 5, 20, 30)] == [[], [], [("new.vlog", False)], []]
    path.write_bytes(LOG)
    assert [told(arrivals, now) for now in (31, 33, 34)] == [[], [("new.vlog", True)], []]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("nowhere",), 3, "not a directory"),
        ((".", "--side", "purple"), 64, "no such side or player"),
        ((".", "--house-rules", "none.toml"), 3, "none.toml"),
        ((".", "--waive", "99.99"), 64, "there is no rule"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_waited_for(
    arguments: tuple[str, ...], code: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = command("watch", *arguments)
    assert (outcome.code, outcome.out) == (code, "")
    assert said in outcome.err


def test_a_mail_that_arrives_is_verified_and_nothing_is_changed(tmp_path: Path) -> None:
    pytest.importorskip("watchdog")
    code = "import sys; from adjudicator.cli.main import run; run(sys.argv[1:])"
    arguments = [sys.executable, "-c", code, "watch", str(tmp_path), "--mails", "1"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:  # noqa: S603
        assert running.stderr is not None
        assert "waiting for mails" in running.stderr.readline()
        (tmp_path / "mail.vlog").write_bytes(MAIL.read_bytes())
        out, err = running.communicate(timeout=300)
    assert (running.returncode, err) == (0, "")
    assert out.startswith("mail.vlog\nVerdict: ")
    assert "Your move" in out
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"mail.vlog": MAIL.read_bytes()}
