"""A bounded number of seeded cases of the fuzzer, and proof that the fuzzer sees what goes wrong."""

from __future__ import annotations

from pathlib import Path

from adjudicator.vassal.errors import FileAccessError

from . import fuzz
from .support.damage import seeds

CASES = 250


def test_damaged_files() -> None:
    failures = list(fuzz.run(CASES, seed=20_261_120))
    assert failures == [], "\n".join(f"{failure.case}: {failure.error}" for failure in failures)


def test_the_files_to_begin_with_are_good(tmp_path: Path) -> None:
    for seed in seeds():
        path = tmp_path / seed.name
        path.write_bytes(seed.data)
        fuzz.read_everything(path)


def test_the_same_seed_gives_the_same_files() -> None:
    assert list(fuzz.cases(20, 7)) == list(fuzz.cases(20, 7))
    assert list(fuzz.cases(20, 7)) != list(fuzz.cases(20, 8))


def test_bugs_are_found_and_our_own_errors_are_none() -> None:
    def broken(_path: Path) -> None:
        raise KeyError("gone")

    def careful(_path: Path) -> None:
        raise FileAccessError("cannot be opened")

    failures = list(fuzz.run(3, 1, [broken, careful]))
    assert [(failure.target, "KeyError" in failure.error) for failure in failures] == [("broken", True)] * 3


def test_running_it_from_the_command_line(tmp_path: Path) -> None:
    assert fuzz.main(["--cases", "2", "--commands", "2", "--seed", "3", "--save", str(tmp_path / "new")]) == 0
    assert not (tmp_path / "new").exists()
