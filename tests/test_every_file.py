"""Every kind of file is given to every command that takes one, in every place of its command line."""

from __future__ import annotations

import shutil
from pathlib import Path

import click
import pytest

from tests.support.every_file import COMMANDS, SLOW, UNTAKEN, VALUES, WAITING, kinds_of_files, places, uses

CODES = (0, 1, 2, 3, 64)
WITH_FILES = [name for name in sorted(COMMANDS) if places(name) and name not in WAITING]


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return kinds_of_files(tmp_path_factory.mktemp("files"))


@pytest.mark.parametrize("name", WITH_FILES)
def test_any_file_is_read_or_refused_in_one_line(name: str, kinds: dict[str, Path], tmp_path: Path) -> None:
    contents = {path: path.read_bytes() for path in kinds.values() if path.parent.name == path.name}
    taken = set()
    for kind, use in uses(name, kinds, tmp_path):
        if name in SLOW and kind in ("missing", "missing.svg", "name-too-long", "directory") and use.place.is_output:
            continue
        outcome = use.run()
        shown = " ".join(use.words), outcome.code, outcome.out[-500:], outcome.err[-500:]
        assert outcome.code in CODES, shown
        assert "Traceback" not in outcome.err, shown
        if outcome.code == 3:
            told = [line for line in outcome.err.splitlines() if ": note: " not in line]
            assert told, shown
            assert outcome.out == "", shown
            assert all(line.startswith(f"{use.words[0]}: ") for line in told), shown
        if outcome.code in (0, 1, 2):
            taken.add(use.place.name)
        if kind in ("missing", "missing.svg"):  # what was made there would be no missing file for the next command
            _remove(kinds[kind])
    for left in kinds["directory"].iterdir():
        _remove(left)
    unread = {place.name for place in places(name) if not place.is_game} - taken - UNTAKEN.get(name, set())
    assert not unread or name in SLOW, f"no kind of file is taken there: {unread}"
    assert {path: path.read_bytes() for path in contents} == contents


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)


@pytest.mark.parametrize("name", WITH_FILES)
def test_what_a_command_needs_besides_files_is_known(name: str) -> None:
    files = {place.name for place in places(name)}
    needed = {
        str(each.name) for each in COMMANDS[name].params
        if each.required and str(each.name) not in files and not isinstance(each.type, click.Path)
    }  # fmt: skip
    assert needed <= VALUES.get(name, {}).keys(), f"tests/support/every_file.py does not tell {needed} of {name}"
