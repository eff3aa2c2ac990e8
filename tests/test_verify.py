"""``adjudicator verify``: a turn by mail with its rulings, in words and as JSON; what is waived; exit codes."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adjudicator.vassal.saved_game import open_game
from adjudicator.vassal.stream import Group, encode_stream
from tests.support.command_line import Outcome, command
from tests.support.raw_games import piece, raw_file
from tests.support.schemas import follow_schema

from .self_play import SelfPlay

LOGS = Path(__file__).parent / "cases" / "engine_logs"
NAMES = ("a", "b", "c", "d", "e")
SCHEMA = "verify.schema.json"


def verified(*arguments: str | Path) -> dict[str, Any]:
    """Return what the command prints as JSON; it follows the schema, and the exit code is its own."""
    outcome = command("verify", *arguments, "--json")
    document: dict[str, Any] = json.loads(outcome.out)
    follow_schema(document, SCHEMA)
    assert outcome.code == document["exit_code"]
    return document


@cache
def stored(name: str, *options: str) -> dict[str, Any]:
    """Return what is verified of a stored log, which several tests look at."""
    return verified(LOGS / f"{name}.vlog", *options)


@cache
def told(name: str, *options: str) -> Outcome:
    """Return what the command prints of a stored log as text."""
    return command("verify", LOGS / f"{name}.vlog", *options)


@cache
def mails() -> tuple[bytes, ...]:
    """Return the logs of a game by mail that was played legally."""
    return tuple(file.archive_bytes() for file in SelfPlay(2).to_the_end().files)


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Return the logs of a game by mail in the current directory."""
    monkeypatch.chdir(tmp_path)
    paths = [Path(f"turn-{number}.vlog") for number in range(1, len(mails()) + 1)]
    for path, data in zip(paths, mails(), strict=True):
        path.write_bytes(data)
    return paths


@pytest.mark.parametrize(
    ("name", "options"),
    [*((name, []) for name in NAMES), ("b", ["--referee"]), ("b", ["--side", "french"]), ("d", ["--side", "Axis"])],
    ids=str,
)
def test_a_log_of_the_real_program_is_verified_by_the_schema(name: str, options: list[str]) -> None:
    document = stored(name, *options)
    assert document["entries"]
    numbers = [entry["number"] for entry in document["entries"]]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert all(("action" in entry) == (options == ["--referee"]) for entry in document["entries"])
    counts = document["counts"]
    assert sum(counts.values()) == len(document["entries"])
    for verdict in ("illegal", "undecided"):
        assert counts[verdict] == sum(entry["verdict"] == verdict for entry in document["entries"])


@pytest.mark.parametrize("name", NAMES)
def test_the_text_tells_all_that_the_json_has(name: str) -> None:
    document = stored(name)
    printed = " ".join(told(name).out.split())
    for entry in document["entries"]:
        assert " ".join(entry["words"].split()) in printed
        for finding in entry["findings"]:
            assert f"{finding['rule']}: {' '.join(finding['text'].split())}" in printed
            if "switch" in finding:
                assert finding["switch"] in printed
        for text in entry["notes"]:
            assert f"assumed: {text}" in printed
        for roll in entry["resolutions"]:
            assert f"= {roll['rating']}" in printed or f" {roll['rating']}" in printed
    for owed in document["your_move"]:
        assert f"{owed['text']} ({owed['rule']})" in printed
    assert max(map(len, told(name).out.splitlines())) <= 120


def test_only_the_turn_is_told_of_though_the_log_before_it_is_read(game: list[Path]) -> None:
    after = verified(game[1], "--after", game[0])
    first = verified(game[0])
    assert after["previous"] == game[0].name
    assert {step["log"] for entry in after["entries"] for step in entry["steps"]} <= {1, 2}
    assert all(any(step["log"] == 2 for step in entry["steps"]) for entry in after["entries"])
    assert after["entries"][0]["number"] > len(first["entries"]) - 2
    assert after["continuity"]["link"] == "continues"
    assert first["continuity"] is None
    assert f"It continues {game[0].name}" in command("verify", game[1], "--after", game[0]).out


def test_the_mails_before_it_are_found_in_its_folder(game: list[Path], tmp_path: Path) -> None:
    """Whatever they are called: by where each begins and ends."""
    folder = tmp_path / "mails"
    folder.mkdir()
    names = [f"{name}.vlog" for name in ("zebra", "ape", "lion", "bear", "wolf", "cat", "fox", "owl")][: len(game)]
    for path, name in zip(game, names, strict=True):
        (folder / name).write_bytes(path.read_bytes())
    newest = verified(folder)
    assert (newest["files"], newest["forks"], newest["file"]) == (names, [], names[-1])
    second = verified(folder / names[1])
    assert (second["files"], second["previous"]) == (names[:2], names[0])
    assert second["entries"] == verified(game[1], "--after", game[0])["entries"]
    assert verified(folder / names[1], "--after", folder / names[0])["files"] == []
    assert f"Earlier mails read from the same folder: {names[0]}" in command("verify", folder / names[1]).out


def test_a_fork_and_a_broken_file_in_the_folder_are_told_of(game: list[Path], tmp_path: Path) -> None:
    folder = tmp_path / "mails"
    folder.mkdir()
    for mail in game:
        (folder / mail.name).write_bytes(mail.read_bytes())
    path = next(path for path in game if len(open_game(path).steps) > 1)
    turn = open_game(path)
    end = turn.position_end
    played_otherwise = turn.with_text(encode_stream(Group((*turn.tokens[:end], *turn.tokens[end + 1 :]))))
    (folder / "again.vlog").write_bytes(played_otherwise.archive_bytes())
    (folder / "broken.vlog").write_bytes(b"no log at all")
    outcome = command("verify", folder / path.name)
    assert "Also in that folder, but unreadable: broken.vlog" in outcome.out
    assert "Left out, since another mail starts from the same position: again.vlog" in outcome.out
    assert verified(folder / path.name)["forks"] == ["again.vlog"]


def test_a_folder_without_logs_or_with_two_games_is_refused(game: list[Path], tmp_path: Path) -> None:
    empty, both = tmp_path / "empty", tmp_path / "both"
    empty.mkdir()
    both.mkdir()
    assert (command("verify", empty).code, command("verify", tmp_path / "none").code) == (3, 3)
    (both / "one.vlog").write_bytes(game[0].read_bytes())
    (both / "other.vlog").write_bytes((LOGS / "c.vlog").read_bytes())
    outcome = command("verify", both)
    assert outcome.code == 64
    assert "more than one game" in outcome.err


def test_a_save_before_it_is_only_compared(game: list[Path], tmp_path: Path) -> None:
    save = tmp_path / "other.vsav"
    save.write_bytes(raw_file([piece("11", "Red Guard")]))
    document = verified(game[1], "--after", save)
    assert document["continuity"]["link"] == "other game"
    assert document["verdict"] == "illegal"


def test_waived_rules_are_shown_as_waived() -> None:
    """An action that breaks only one rule is legal for players who waive that rule."""
    name, rule = next(
        (name, entry["findings"][0]["rule"]) for name in NAMES for entry in stored(name)["entries"]
        if len({finding["rule"] for finding in entry["findings"]}) == 1 and entry["verdict"] == "illegal"
    )  # fmt: skip
    before, waived = stored(name), stored(name, "--waive", rule.casefold())
    assert not any(finding["waived"] for entry in before["entries"] for finding in entry["findings"])
    after = [finding for entry in waived["entries"] for finding in entry["findings"]]
    assert {finding["rule"] for finding in after if finding["waived"]} == {rule}
    assert rule in waived["house_rules"]["waived"]
    assert waived["counts"]["illegal"] < before["counts"]["illegal"]
    assert waived["counts"]["waived"] > 0
    printed = told(name, "--waive", rule).out
    assert f"Waived by both players: {rule}" in printed
    assert re.search(r"^ +\d+  waived ", printed, re.MULTILINE)
    assert "waived by both players)" in " ".join(printed.split())


def test_house_rules_and_waived_rules_add_up(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('waived = ["GTS R3.1"]\n[settings]\nconsecutive-actions = "no"\n', encoding="utf-8")
    document = verified(LOGS / "a.vlog", "--house-rules", file, "--waive", "R6.13", "--waive", "9.1")
    assert {"GTS R3.1", "GTS R6.13", "GTS R9.1"} <= set(document["house_rules"]["waived"])
    assert document["house_rules"]["settings"] == {"consecutive-actions": "no"}


def test_a_rule_that_there_is_none_of_lists_near_ones() -> None:
    outcome = command("verify", LOGS / "a.vlog", "--waive", "4.33")
    assert (outcome.code, outcome.out) == (64, "")
    assert "there is no rule '4.33'; similar numbers: NQoS 4.3," in outcome.err


def test_exit_codes(tmp_path: Path, game: list[Path]) -> None:
    other = tmp_path / "other.vlog"
    other.write_bytes(raw_file([piece("11", "Red Guard")], ["CHAT<Anna> - done"]))
    assert told("a").code == 1
    assert command("verify", other).code == 3
    assert command("verify", tmp_path / "missing.vlog").code == 3
    assert command("verify", LOGS / "a.vlog", "--side", "british").code == 64
    quiet = [path for path in game if verified(path, "--referee")["exit_code"] == 0]
    for path in quiet[:1]:
        assert "Verdict: all legal" in command("verify", path, "--referee").out


def test_the_same_log_gives_the_same_bytes() -> None:
    assert command("verify", LOGS / "c.vlog") == told("c")
