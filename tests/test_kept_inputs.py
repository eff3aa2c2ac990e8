"""An output that is one of the inputs is always refused, also with ``--force``, and the input is left as it was."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from adjudicator.cli.completion import FilePath
from tests.support.command_line import command
from tests.support.command_reference import PROGRAMS, commands_of

ROOT = Path(__file__).resolve().parents[1]
MAILS = ROOT / "examples" / "italians_attack"
GIVEN = {
    "the turn": ("annotate", "mail-02.vlog", "-o", "mail-02.vlog"),
    "another spelling of it": ("annotate", "mail-02.vlog", "-o", "../game/mail-02.vlog"),
    "a mail found before it": ("annotate", "mail-02.vlog", "-o", "mail-01.vlog"),
    "a link to it": ("annotate", "mail-02.vlog", "-o", "link.vlog"),
    "the mail before it": ("verify", "mail-02.vlog", "--after", "mail-01.vlog", "--html", "mail-01.vlog"),
    "a mail of a folder": ("audit", ".", "--json", "-o", "mail-01.vlog"),
    "the house rules": ("audit", "mail-01.vlog", "--house-rules", "ours.toml", "--json", "-o", "ours.toml"),
    "the file of an export": ("export", "mail-01.vlog", "-o", "mail-01.vlog"),
}


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "game"
    folder.mkdir()
    for name in ("mail-01.vlog", "mail-02.vlog"):
        shutil.copy(MAILS / name, folder)
    shutil.copy(ROOT / "examples" / "house_rules.toml", folder / "ours.toml")
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize("what", GIVEN)
def test_no_input_is_overwritten(what: str, game: Path) -> None:
    (game / "link.vlog").symlink_to(game / "mail-01.vlog")
    before = {path.name: path.read_bytes() for path in game.iterdir()}
    outcome = command(*GIVEN[what], "--force")
    assert outcome.code == 3
    assert "this is one of the inputs, and inputs are never overwritten" in outcome.err
    assert {path.name: path.read_bytes() for path in game.iterdir()} == before
    assert (game / "link.vlog").is_symlink()


def test_what_an_earlier_run_wrote_may_be_written_again(game: Path) -> None:
    first = command("annotate", "mail-02.vlog", "-o", "ruled.vlog")
    written = (game / "ruled.vlog").read_bytes()
    again = command("annotate", "mail-02.vlog", "-o", "ruled.vlog", "--force")
    assert (first.code, again.code) == (1, 1)
    assert (game / "ruled.vlog").read_bytes() == written


def test_what_a_command_writes_is_not_taken_for_what_it_reads() -> None:
    files = {
        (name, str(parameter.name)): parameter.type.output
        for program, group in PROGRAMS.items() for name, each in commands_of(group, program)
        for parameter in each.params if isinstance(parameter.type, FilePath)
    }  # fmt: skip
    assert {place for place, is_output in files.items() if is_output} == {
        place for place in files if place[1] in ("output", "page", "csv", "cache")
    }
    assert sum(files.values()) > 10
