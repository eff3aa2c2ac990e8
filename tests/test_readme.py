"""Holds the README to its word: its tables are the program's own, its examples print what it shows."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path

import pytest

from adjudicator.audit.findings import FINDING_KINDS
from adjudicator.cli.main import COMMANDS
from adjudicator.referee.game_findings import all_game_findings
from adjudicator.vassal.limits import DEFAULT_LIMITS, Limits
from vmod_builder.cli import COMMANDS as BUILDER_COMMANDS
from vmod_builder.cli import run as run_builder

from .command_line import command, run_with

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE_BLOCKS = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
PYTHON_BLOCKS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def _sessions() -> list[tuple[str, str]]:
    """Return each command line shown after a ``$`` with the output shown after it."""
    found = []
    for block in CONSOLE_BLOCKS:
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _newline, output = part.partition("\n")
            found.append((line, output.strip("\n")))
    return found


@pytest.mark.parametrize(("line", "shown"), _sessions(), ids=lambda text: text[:50])
def test_a_command_prints_what_the_readme_shows(
    line: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Run a command where the README lies; what it writes goes elsewhere."""
    monkeypatch.chdir(ROOT)
    program, *words = shlex.split(line)
    arguments = [
        str(tmp_path / word) if before == "-o" else word for before, word in zip(["", *words], words, strict=False)
    ]
    if program == "vmod-builder":
        outcome = run_with(run_builder, *arguments)
    else:
        assert program == "adjudicator"
        outcome = command(*arguments)
    printed = outcome.out.strip("\n").splitlines()
    expected = shown.splitlines()
    if "…" in expected:
        cut = expected.index("…")
        after = expected[cut + 1 :]
        assert printed[:cut] == expected[:cut]
        assert printed[len(printed) - len(after) :] == after
    else:
        assert printed == expected


def test_there_are_examples() -> None:
    assert len(_sessions()) >= 4


@pytest.mark.parametrize("code", PYTHON_BLOCKS)
def test_the_python_example_runs(
    code: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(code, "README.md", "exec"), {})  # noqa: S102
    assert capsys.readouterr().out.startswith("1 ")


def test_every_limit_is_told() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| ([\d,]+) \|", README, re.MULTILINE))
    assert {name: int(number.replace(",", "")) for name, number in rows.items()} == {
        field.name: getattr(DEFAULT_LIMITS, field.name) for field in fields(Limits)
    }


def test_every_finding_is_told() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| (fault|question|note) \| (.+) \|$", README, re.MULTILINE)
    assert rows == [(kind.name, kind.weight.name.lower(), kind.meaning) for kind in FINDING_KINDS.values()]


def test_every_finding_of_the_referee_of_a_game_is_told() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| (illegal|undecided) \| .+ \|$", README, re.MULTILINE)
    assert rows == [(each.name, "undecided" if each.undecided else "illegal") for each in all_game_findings().values()]


@pytest.mark.parametrize(("program", "commands"), [("adjudicator", COMMANDS), ("vmod-builder", BUILDER_COMMANDS)])
def test_every_command_is_told(program: str, commands: Mapping[str, object]) -> None:
    told = set(re.findall(rf"^\| `{program} (\w+)", README, re.MULTILINE))
    assert told == set(commands)


def test_every_file_of_a_game_is_told() -> None:
    told = set(re.findall(r"^\| `(\w+\.toml)` \|", README, re.MULTILINE))
    assert {path.name for path in (ROOT / "examples" / "two_wells").iterdir()} <= told
