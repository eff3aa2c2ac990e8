"""Many games at once: which logs are one game, the table of them, the cache, the bounds, the pages."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import signal
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from lxml import html

from adjudicator.audit.dice import load_patterns
from adjudicator.audit.file_mark import FileMark, mark_of
from adjudicator.audit.games import games_of
from adjudicator.cli import many_audits
from adjudicator.cli.cluster import results_from
from adjudicator.cli.worker_pool import Bounds, Lost, results_of
from adjudicator.report.game_summary import GameSummary, GameVerdict
from adjudicator.vassal.saved_game import open_game
from tests.support.command_line import command
from tests.support.raw_games import piece, raw_file
from tests.support.schemas import follow_schema

from .many_games import differences, hostile_mail, mails_of, make, renamed

BY_MAIL = 0
"""The seed of a game of five mails."""
OTHERS = ("Carla", "Denis")
ENGINE_LOGS = Path(__file__).parent / "cases" / "engine_logs"
"""Four logs of one game, made in VASSAL."""


def mark(origin: int, target: int, *, players: str = "AB", steps: str = "", dice: bool = True, log: bool = True,
         saved: int = 0) -> FileMark:  # fmt: skip
    """Return the mark of a file in which ten pieces, one in each of ten places, go to others."""
    names = [("Red", players[0], players[0]), ("Blue", players[1], players[1])] if players else []
    return FileMark(
        content=f"{origin} {target} {players} {steps}", is_log=log, saved=saved, module="M", has_dice=dice,
        steps=tuple(steps or f"{origin}{target}"), start=places(origin), end=places(target), start_states=str(origin),
        end_states=str(target), players=tuple(names),
    )  # fmt: skip


def places(position: int) -> frozenset[int]:
    """Return where ten pieces lie: in each position another one lies elsewhere."""
    return frozenset(100 * each + max(0, (position - each + 9) // 10) for each in range(10))


def grouped(marks: dict[str, FileMark]) -> list[list[list[str]]]:
    return [[[each.path for each in part] for part in game.parts] for game in games_of(marks)[0]]


def test_logs_are_put_together_by_positions_whatever_they_are_called() -> None:
    marks = {"z.vlog": mark(0, 2), "b/y.vlog": mark(2, 5), "a.vlog": mark(5, 6)}
    assert grouped(marks) == [[["z.vlog", "b/y.vlog", "a.vlog"]]]


def test_the_same_positions_by_other_players_are_another_game() -> None:
    marks = {f"{who}{n}.vlog": mark(n, n + 1, players=who) for who in ("AB", "AC", "BC") for n in range(3)}
    assert grouped(marks) == [[[f"{who}{n}.vlog" for n in range(3)]] for who in ("AB", "AC", "BC")]


def test_games_of_the_same_players_that_begin_alike_are_two() -> None:
    marks = {"1.vlog": mark(0, 2), "2.vlog": mark(2, 4), "3.vlog": mark(0, 3), "4.vlog": mark(3, 5)}
    games = games_of(marks)[0]
    assert grouped(marks) == [[["1.vlog", "2.vlog"]], [["3.vlog", "4.vlog"]]]
    assert [game.twins for game in games] == [("3.vlog",), ("1.vlog",)]


@pytest.mark.parametrize("log", [True, False])
def test_games_that_share_a_set_up_file_are_not_joined(log: bool) -> None:
    marks = {"set-up": mark(90, 0, players="" if log else "AB", dice=False, log=log)}
    if not log:
        marks["set-up"] = replace(marks["set-up"], start=places(0), players=())
    marks |= {f"{who}/{n}.vlog": mark(n, n + 1, players=who) for who in ("AB", "CD") for n in range(2)}
    first = ["set-up"] if log else []
    assert grouped(marks) == [[[*first, "AB/0.vlog", "AB/1.vlog"]], [[*first, "CD/0.vlog", "CD/1.vlog"]]]
    assert [game.start.path if game.start else "" for game in games_of(marks)[0]] == ["" if log else "set-up"] * 2
    assert games_of(marks)[1] == ()


def test_a_fork_is_told_and_the_longer_branch_is_the_game() -> None:
    marks = {"1.vlog": mark(0, 2), "2.vlog": mark(2, 4), "2b.vlog": mark(2, 5, steps="x"), "3.vlog": mark(4, 6)}
    (game,) = games_of(marks)[0]
    assert [each.path for each in game.files] == ["1.vlog", "2.vlog", "3.vlog"]
    assert game.forks == ("2b.vlog",)


def test_an_earlier_state_of_a_log_is_no_game() -> None:
    marks = {"1.vlog": mark(0, 2, steps="ab"), "1-whole.vlog": mark(0, 3, steps="abc")}
    (game,) = games_of(marks)[0]
    assert ([each.path for each in game.files], game.replaced) == (["1-whole.vlog"], ("1.vlog",))


def test_parts_around_a_missing_mail_are_one_game() -> None:
    marks = {f"{n}.vlog": mark(n, n + 1) for n in (0, 1, 3, 4)}
    (game,) = games_of(marks)[0]
    assert [[each.path for each in part] for part in game.parts] == [["0.vlog", "1.vlog"], ["3.vlog", "4.vlog"]]
    assert [(gap.before, gap.after, gap.pieces) for gap in game.gaps] == [("1.vlog", "3.vlog", 1)]


def test_a_missing_mail_of_one_of_two_like_games_is_no_guess() -> None:
    marks = {"a0.vlog": mark(0, 1), "b0.vlog": mark(0, 2), "a2.vlog": mark(4, 5)}
    assert grouped(marks) == [[["a0.vlog"]], [["a2.vlog"]], [["b0.vlog"]]]


def test_copies_of_a_game_under_other_names_that_lack_the_same_mail_are_put_together() -> None:
    marks = {f"{who}/{n}.vlog": mark(n, n + 1, players=who) for who in ("AB", "CD", "EF") for n in (0, 1, 3, 4)}
    parts = [[[f"{who}/0.vlog", f"{who}/1.vlog"], [f"{who}/3.vlog", f"{who}/4.vlog"]] for who in ("AB", "CD", "EF")]
    assert grouped(marks) == parts


def test_a_game_that_begins_where_most_others_do_is_not_the_rest_of_another() -> None:
    marks = {f"{who}/2.vlog": mark(3, 4, players=who) for who in ("AB", "CD", "EF")} | {"AB/1.vlog": mark(1, 2)}
    assert grouped(marks) == [[["AB/1.vlog"]], [["AB/2.vlog"]], [["CD/2.vlog"]], [["EF/2.vlog"]]]


def test_a_mail_that_cannot_be_read_may_have_changed_no_more_than_a_marker() -> None:
    marks = {"1.vlog": mark(0, 2), "3.vlog": replace(mark(2, 4), start_states="2, Suppressed")}
    assert grouped(marks) == [[["1.vlog", "3.vlog"]]]
    (game,), _saves = games_of(marks, ["2.vlog"])
    assert [[each.path for each in part] for part in game.parts] == [["1.vlog"], ["3.vlog"]]
    assert [len(each.parts) for each in games_of(marks, ["elsewhere/2.vlog"])[0]] == [1]


def test_a_copy_elsewhere_is_the_same_game() -> None:
    marks = {"a/1.vlog": mark(0, 2), "b/1.vlog": mark(0, 2), "b/2.vlog": mark(2, 3)}
    (game,) = games_of(marks)[0]
    assert [(each.path, each.copies) for each in game.files] == [("a/1.vlog", ("b/1.vlog",)), ("b/2.vlog", ())]


def test_a_mark_tells_no_id_and_is_read_back() -> None:
    file = mails_of(BY_MAIL).files[0]
    found = mark_of(file, load_patterns())
    text = json.dumps(found.to_data())
    assert FileMark.from_data(json.loads(text)) == found
    assert "anna-example" not in text
    assert found.has_dice


def test_what_engines_keep_for_themselves_parts_no_logs_that_continue_each_other() -> None:
    marks = [mark_of(open_game(ENGINE_LOGS / f"{name}.vlog"), load_patterns()) for name in "abcd"]
    assert all(one.end_states == other.start_states for one, other in pairwise(marks))
    assert len({each.end_states for each in marks}) == len(marks)


# the command


@pytest.fixture(scope="module")
def tournament(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a few games, and all that can be wrong with some."""
    root = tmp_path_factory.mktemp("tournament") / "club"
    mails: list[bytes | None] = [file.archive_bytes() for file in mails_of(BY_MAIL).files]
    others = [renamed(file, OTHERS).archive_bytes() for file in mails_of(BY_MAIL).files]
    folders: dict[str, list[bytes | None]] = {
        "round 1/whole": mails, "round 1/missing": [*others[:2], None, *others[3:]], "round 2/copy": mails,
    }  # fmt: skip
    for name, files in folders.items():
        (root / name).mkdir(parents=True)
        for number, data in enumerate(files):
            if data is not None:
                (root / name / f"mail {number + 1}.vlog").write_bytes(data)
    (root / "round 1" / "missing" / "mail 3.vlog").write_bytes(others[2][: len(others[2]) // 2])
    (root / "hostile.vlog").write_bytes(hostile_mail())
    (root / "other.vlog").write_bytes(raw_file([piece("11", "=Red Guard")], ["CHAT<Anna> - done"]))
    return root


def table(*arguments: str | Path) -> dict[str, Any]:
    outcome = command("audit", "--each", *arguments, "--json")
    document: dict[str, Any] = json.loads(outcome.out)
    follow_schema(document, "audit-batch.schema.json")
    assert document["exit_code"] == outcome.code
    return document


@dataclass(frozen=True)
class Run:
    """A run with all its outputs."""

    document: dict[str, Any]
    folder: Path


@pytest.fixture(scope="module")
def run(tournament: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("run")
    document = table(
        tournament, "--jobs", "2", "--html", folder / "pages", "--csv", folder / "table.csv", "--cache", folder / "kept"
    )
    return Run(document, folder)


@pytest.fixture(scope="module")
def judged(run: Run) -> dict[str, Any]:
    return {**run.document, "games": [{**row, "pages": []} for row in run.document["games"]]}


def rows_of(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in document["games"]}


def test_each_game_is_one_row_and_each_broken_file_another(judged: dict[str, Any]) -> None:
    rows = rows_of(judged)
    assert {name: row["verdict"] for name, row in rows.items()} == {
        "round 1/whole": "legal", "round 1/missing": "undecided", "round 1/missing/mail 3.vlog": "unreadable",
        "hostile.vlog": "unreadable", "other.vlog": "not-refereed",
    }  # fmt: skip
    assert judged["counts"]["not-refereed"] == 1
    assert judged["exit_code"] == 3


def test_a_row_tells_what_was_played(judged: dict[str, Any]) -> None:
    row, played = rows_of(judged)["round 1/whole"], mails_of(BY_MAIL)
    assert (row["turn"], row["standing"], row["over"]) == (played.turn, played.result, True)
    assert [(each["name"], each["side"]) for each in row["players"]] == [("Anna", "Axis"), ("Bert", "French")]
    assert (row["illegal"], row["faults"], row["scenario"]) == (0, 0, 1)
    assert row["actions"] > 20
    assert sorted(row["copies"]) == [f"round 2/copy/mail {n}.vlog" for n in range(1, 6)]


def test_what_was_ruled_before_a_missing_mail_is_kept(judged: dict[str, Any]) -> None:
    rows = rows_of(judged)
    whole, missing = rows["round 1/whole"], rows["round 1/missing"]
    assert len(missing["files"]) == 4
    assert whole["actions"] / 2 < missing["actions"] < whole["actions"]
    assert any("a mail is missing between" in each for each in missing["remarks"])
    assert [each["name"] for each in missing["players"]] == list(OTHERS)


def test_dice_are_pooled_by_player_and_corrected(judged: dict[str, Any]) -> None:
    ours = [each for each in judged["dice"] if each["die"] == "d10"]
    assert {each["player"].partition(" [")[0] for each in ours} == {"Anna", "Bert", *OTHERS}
    number = sum(len(each["tests"]) for each in judged["dice"])
    assert judged["dice_tests"] == {"number": number, "family_error": 0.001, "correction": "Bonferroni"}
    assert {test["threshold"] for each in judged["dice"] for test in each["tests"]} == {0.001 / number}


def test_the_number_of_processes_and_the_cache_change_nothing(
    tournament: Path, run: Run, judged: dict[str, Any], tmp_path: Path
) -> None:
    cache = tmp_path / "kept"
    shutil.copytree(run.folder / "kept", cache)
    kept = {path.name: path.read_bytes() for path in cache.iterdir()}
    assert not any(b"anna-example" in data for data in kept.values())
    assert table(tournament, "--cache", cache) == judged
    assert {path.name: path.read_bytes() for path in cache.iterdir()} == kept
    for path in cache.iterdir():
        path.write_bytes(b"{")
    assert table(tournament, "--cache", cache) == judged
    assert kept.keys() == {path.name for path in cache.iterdir()}


def test_only_what_is_new_is_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from adjudicator.cli import many_audits

    asked: list[int] = []

    def counted(work: Any, jobs: Sequence[Any], *rest: Any, **settings: Any) -> Any:
        asked.append(len(jobs))
        return results_of(work, jobs, *rest, **settings)

    monkeypatch.setattr(many_audits, "results_of", counted)
    for name in ("one", "two"):
        path = tmp_path / "games" / f"{name}.vlog"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(raw_file([piece("11", name, f"Main Map;{len(name) * ord(name[0])};5")], ["CHAT<A> - x"]))
        command("audit", "--each", path.parent, "--cache", tmp_path / "kept")
    command("audit", "--each", path.parent, "--cache", tmp_path / "kept", "--waive", "4.3")
    assert asked == [1, 1, 1, 1, 2, 2]


def test_pages_and_csv(tournament: Path, run: Run) -> None:
    pages, names = run.folder / "pages", {row["name"]: row["pages"] for row in run.document["games"]}
    index: Any = html.document_fromstring((pages / "index.html").read_bytes())
    links = [link.get("href") for link in index.iter("a") if not link.get("href").startswith("#")]
    assert sorted(links) == sorted(path.name for path in pages.iterdir() if path.name != "index.html")
    assert sorted(links) == sorted(name for found in names.values() for name in found)
    assert [len(names[name]) for name in ("round 1/whole", "round 1/missing", "hostile.vlog")] == [1, 2, 0]
    after_gap: Any = html.document_fromstring((pages / names["round 1/missing"][1]).read_bytes())
    assert {"mail 4.vlog", "mail 5.vlog"} <= set(re.findall(r"mail \d\.vlog", after_gap.text_content()))
    assert "mail 1.vlog" not in after_gap.text_content()
    assert len(index.xpath("//table[@id='games']/tbody/tr")) == len(names)
    with (run.folder / "table.csv").open(encoding="utf-8", newline="") as stream:
        found = {row["game"]: row["verdict"] for row in csv.DictReader(stream)}
    assert found == {row["name"]: row["verdict"] for row in run.document["games"]}
    assert command("audit", "--each", tournament, "--html", pages).code == 3


def test_names_that_a_spreadsheet_would_compute_are_texts() -> None:
    from adjudicator.report.games_table import GameRow, GamesTable, csv_text
    from adjudicator.rules.switches import HouseRules
    from tests.support.rule_cases import built_in_game

    row = GameRow("=1+1", GameSummary(GameVerdict.LEGAL, switches={}), ("=1+1/a.vlog",))
    assert "'=1+1,legal" in csv_text(GamesTable((row,), HouseRules(), built_in_game()))


def test_the_one_game_of_a_folder_is_named_after_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mails = Path(__file__).resolve().parents[1] / "examples" / "italians_attack"
    folder = tmp_path / "our-game"
    folder.mkdir()
    for number in (1, 2):
        shutil.copy(mails / f"mail-0{number}.vlog", folder)
    assert set(rows_of(json.loads(command("audit", "--each", folder, "--json").out))) == {"our-game"}
    alone = command("audit", "--each", folder / "mail-01.vlog", "--json")
    assert set(rows_of(json.loads(alone.out))) == {"mail-01.vlog"}
    monkeypatch.chdir(folder)
    assert set(rows_of(json.loads(command("audit", "--each", ".", "--json").out))) == {"mail-01.vlog"}


@pytest.mark.parametrize("option", ["--csv", "-o"])
def test_an_input_is_never_written_over(option: str, tmp_path: Path) -> None:
    path = tmp_path / "games" / "1.vlog"
    path.parent.mkdir()
    path.write_bytes(raw_file([piece("11", "Red Guard")], ["CHAT<Anna> - done"]))
    before = path.read_bytes()
    extra = ["--json"] if option == "-o" else []
    outcome = command("audit", "--each", path.parent, option, path, "--force", *extra)
    assert outcome.code == 64
    assert "is one of the files to be audited" in outcome.err
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == ["1.vlog"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("x.vlog", "--cache", "kept"), "--cache goes with --each"),
        (("x.vlog", "--csv", "a.csv"), "--csv goes with --each"),
        (("--each", "x.vlog", "--after", "y.vlog"), "--after does not go with --each"),
    ],
)
def test_options_are_checked_first(arguments: tuple[str, ...], said: str) -> None:
    outcome = command("audit", *arguments)
    assert (outcome.code, outcome.err.count("\n")) == (64, 1)
    assert said in outcome.err


def test_what_was_made_is_what_is_told(tmp_path: Path) -> None:
    truths = list(make(tmp_path / "games", range(1), 1))
    told = table(tmp_path / "games")
    assert list(differences(truths, told)) == []
    assert len(list(differences([replace(truths[0], turn="never")], told))) == 1


# processes and their bounds


def doubled(number: int) -> int:
    """Do what a test asks for."""
    if number == 1:
        os._exit(9)
    if number == 2:
        bytearray(3 << 30)
    while number == 3:
        pass
    return 2 * number


@pytest.mark.skipif(sys.platform == "win32", reason="processes cannot be bounded there")
def test_a_process_that_dies_takes_only_its_own_job_with_it() -> None:
    found = dict(results_of(doubled, [0, 1, 2, 3, 4, 5], 2, Bounds(memory=1024, seconds=1), at_once=3))
    assert {number: each for number, each in found.items() if not isinstance(each, Lost)} == {0: 0, 4: 8, 5: 10}
    problems = {number: each.problem for number, each in found.items() if isinstance(each, Lost)}
    assert "ended before it was done" in problems[1]
    assert "not enough memory" in problems[2]
    assert "longer than 1 seconds" in problems[3]


# elsewhere: a cluster, and a folder that is watched


def test_a_cluster_gives_the_same_table(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    for number in range(5):
        at = f"Main Map;{100 * number};5"
        (tmp_path / f"{number}.vlog").write_bytes(raw_file([piece("11", "Guard", at)], ["CHAT<Anna> - done"]))
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
    ) as cluster:
        there = table(tmp_path, "--dask", cluster.scheduler_address)
    assert len(there["games"]) == 5
    assert there == table(tmp_path)


def test_a_worker_that_is_killed_costs_nothing_but_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kill one of two workers as soon as the first result is here: its games go to the other one."""
    distributed = pytest.importorskip("distributed")
    for number in range(12):
        at = f"Main Map;{100 * number};5"
        (tmp_path / f"{number}.vlog").write_bytes(raw_file([piece("11", "Guard", at)], ["CHAT<Anna> - done"]))
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        processes = [worker.pid for worker in cluster.workers.values()]
        killed: list[int] = []

        def killing(tasks: Sequence[Any]) -> Iterator[tuple[int, Any]]:
            for each in results_from(cluster.scheduler_address, tasks):
                if not killed:
                    os.kill(processes[0], signal.SIGKILL)
                    killed.append(processes[0])
                yield each

        monkeypatch.setattr(many_audits, "results_from", lambda _address, tasks: killing(tasks))
        there = table(tmp_path, "--dask", cluster.scheduler_address)
    assert killed
    assert len(there["games"]) == 12
    assert there == table(tmp_path)


def test_a_cluster_that_is_not_there_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("adjudicator.cli.cluster._CONNECT", "0.2s")
    (tmp_path / "1.vlog").write_bytes(raw_file([piece("11", "Guard")], ["CHAT<Anna> - done"]))
    outcome = command("audit", "--each", tmp_path, "--dask", "tcp://127.0.0.1:9")
    assert outcome.code == 3
    assert "cannot be reached" in outcome.err.splitlines()[-1]
