"""Which files of a folder lead to a turn: chains, branches and other games, made of one piece that is moved."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from adjudicator.cli.found_mails import FoundMails, mails_of
from adjudicator.vassal.limits import DEFAULT_LIMITS
from tests.support.raw_games import piece, raw_file


def write(folder: Path, name: str, origin: int, target: int, unit: str = "11") -> None:
    """Write a log in which a piece goes from one place to another."""
    move = f"M/{unit}/Main Map/{target}/100/null/Main Map/{origin}/100/null/red-secret"
    (folder / f"{name}.vlog").write_bytes(raw_file([piece(unit, "Red Guard", f"Main Map;{origin};100")], [move]))


def names(found: FoundMails) -> tuple[list[str], list[str]]:
    """Return the names of the mails that lead to a turn and the turn's, and those of the forks."""
    return [path.stem for path in (*found.previous, found.turn)], [path.stem for path in found.forks]


def test_a_chain_is_found_by_positions_and_not_by_names(tmp_path: Path) -> None:
    write(tmp_path, "zebra", 100, 200)
    write(tmp_path, "ape", 200, 300)
    write(tmp_path, "lion", 300, 400)
    assert names(mails_of(tmp_path, DEFAULT_LIMITS)) == (["zebra", "ape", "lion"], [])
    assert names(mails_of(tmp_path / "ape.vlog", DEFAULT_LIMITS)) == (["zebra", "ape"], [])


def test_a_branch_of_several_mails_is_of_the_same_game(tmp_path: Path) -> None:
    write(tmp_path, "a", 100, 200)
    write(tmp_path, "b", 200, 300)
    write(tmp_path, "c", 200, 400)
    write(tmp_path, "d", 400, 500)
    assert names(mails_of(tmp_path, DEFAULT_LIMITS)) == (["a", "b"], ["c"])
    assert names(mails_of(tmp_path / "d.vlog", DEFAULT_LIMITS)) == (["a", "c", "d"], ["b"])


def test_a_piece_that_comes_back_makes_no_endless_chain(tmp_path: Path) -> None:
    write(tmp_path, "there", 100, 200)
    write(tmp_path, "back", 200, 100)
    assert names(mails_of(tmp_path / "back.vlog", DEFAULT_LIMITS)) == (["there", "back"], [])


def test_two_games_in_one_folder_are_a_question(tmp_path: Path) -> None:
    write(tmp_path, "ours", 100, 200)
    write(tmp_path, "theirs", 100, 200, unit="77")
    with pytest.raises(click.UsageError, match="more than one game"):
        mails_of(tmp_path, DEFAULT_LIMITS)
    assert names(mails_of(tmp_path / "ours.vlog", DEFAULT_LIMITS)) == (["ours"], [])
