"""``adjudicator script`` as a player uses it: logs to scripts, rulings on scripts, scripts to logs; and wrong use."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from adjudicator.report.safe_text import widest_line
from adjudicator.vassal.replay import Replay
from adjudicator.vassal.saved_game import open_game
from tests.support.built_module import built_module
from tests.support.command_line import Outcome, command
from tests.support.schemas import follow_schema

ROOT: Final = Path(__file__).parents[1]
GAME: Final = ROOT / "examples" / "italians_attack"
SCRIPT: Final = ROOT / "examples" / "italians_attack.script"
LEGAL: Final = "scenario: 1\nAxis\n1/VIII/132: move 33.13, 32.13\nthe chit French Direct Command is played\n"


pytestmark = pytest.mark.xdist_group("script-command")
"""One process has them all: what they share is made once."""


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("module") / "game.vmod"
    path.write_bytes(built_module().archive)
    return path


def on(text: str, directory: Path, *arguments: str | Path) -> Outcome:
    """Run a command of ``script`` on a text; its name comes first."""
    path = directory / "typed.script"
    path.write_text(text, encoding="utf-8")
    return command("script", arguments[0], path, *arguments[1:])


def without_comments(lines: list[str]) -> list[str]:
    return [line.partition("  #")[0] for line in lines if not line.startswith("#")]


# reading


def test_the_example_is_its_logs_as_a_script() -> None:
    read = command("script", "read", GAME, "--referee")
    assert (read.code, read.err) == (0, "")
    assert read.out == SCRIPT.read_text(encoding="utf-8")


def test_a_bare_script_has_no_comments() -> None:
    bare = command("script", "read", GAME, "--referee", "--bare")
    assert bare.out.splitlines() == without_comments(SCRIPT.read_text(encoding="utf-8").splitlines())


def test_each_reader_gets_the_names_that_he_may_know() -> None:
    logs = sorted(GAME.glob("*.vlog"))[:8]
    assert "revealed Gun Unit in 26.12" in command("script", "read", *logs).out
    assert "revealed 3/1 Antichar" in command("script", "read", *logs, "--side", "french").out


def test_what_was_not_understood_is_a_comment() -> None:
    read = command("script", "read", GAME / "mail-03.vlog")
    assert read.code == 0
    assert "start: 05-27 0900, in the middle of a game" in read.out
    assert "# assumed: the 3 rolled in step 2 completes something from an earlier mail" in read.out
    assert "# ILLEGAL GTS R6.13: 2/VIII/132 may not enter 29.14" in read.out


def test_a_script_is_written_to_a_new_file_only(tmp_path: Path) -> None:
    output = tmp_path / "game.script"
    assert command("script", "read", GAME, "--referee", "-o", output).code == 0
    assert output.read_text(encoding="utf-8") == SCRIPT.read_text(encoding="utf-8")
    refused = command("script", "read", GAME, "-o", output)
    assert (refused.code, "already exists" in refused.err) == (3, True)


def test_a_log_of_another_game_is_refused() -> None:
    refused = command("script", "read", ROOT / "examples" / "skirmish-turn-1.vlog")
    assert (refused.code, refused.out) == (3, "")


# rulings


def test_each_line_gets_its_ruling() -> None:
    judged = command("script", "judge", SCRIPT)
    assert judged.code == 1
    assert "23 actions: 22 legal, 1 illegal" in judged.out
    lines = SCRIPT.read_text(encoding="utf-8").splitlines()
    number, *_ = next(line for line in judged.out.splitlines() if "ILLEGAL" in line).split()
    assert lines[int(number) - 1].startswith("2/VIII/132: move in column, 30.14, 29.14, 28.13")


def test_rulings_as_json(tmp_path: Path) -> None:
    judged = on(LEGAL, tmp_path, "judge", "--json")
    document = json.loads(judged.out)
    assert judged.code == 0
    follow_schema(document, "rulings.schema.json")
    assert [(each["number"], each["line"], each["verdict"]) for each in document["rulings"]] == [
        (1, 3, "legal"), (2, 4, "legal"),
    ]  # fmt: skip


def test_a_script_without_an_action_is_in_order(tmp_path: Path) -> None:
    assert on("scenario: 1\n", tmp_path, "judge") == Outcome(0, "There are no actions.\n", "")


def test_undecided_is_told_by_the_exit_code(tmp_path: Path) -> None:
    assert on("scenario: 1\nthe chit 103 Ariete is played\n", tmp_path, "judge").code == 2


def test_a_scenario_may_be_given_by_an_option(tmp_path: Path) -> None:
    assert on("1/VIII/132: move 33.13\n", tmp_path, "judge", "--scenario", "1").code == 0
    assert on("1/VIII/132: move 33.13\n", tmp_path, "judge").code == 3


def test_a_script_goes_on_from_a_log(tmp_path: Path) -> None:
    text = command("script", "read", GAME / "mail-03.vlog").out
    refused = on(text, tmp_path, "judge")
    assert (refused.code, refused.out) == (3, "")
    assert "line 4, column 1: the script begins later than its scenario: --start gives" in refused.err
    judged = on(text, tmp_path, "judge", "--start", GAME / "mail-02.vlog")
    assert (judged.code, "4 actions: 3 legal, 1 illegal" in judged.out) == (1, True)


def test_every_error_is_told_with_its_line(tmp_path: Path) -> None:
    refused = on("scenario: 1\n1/VIII/132: mvoe 33.13\nthe turn ends\nBonzo: revealed\n", tmp_path, "judge")
    assert (refused.code, refused.out) == (3, "")
    lines = refused.err.splitlines()
    assert lines[0].startswith("adjudicator: typed.script, line 2, column 13: not an action: did you mean m")
    assert lines[1:3] == ["adjudicator:   1/VIII/132: mvoe 33.13", "adjudicator:               ^^^^"]
    assert lines[3] == "adjudicator: typed.script, line 4, column 1: no unit matches this name (got Bonzo)"


# writing


def test_a_legal_script_is_written_as_one_log(tmp_path: Path, module: Path) -> None:
    output = tmp_path / "game.vlog"
    written = on(LEGAL, tmp_path, "write", "--module", module, "-o", output)
    assert (written.code, written.err) == (0, "")
    assert written.out.endswith("steps\n")
    assert len(Replay(open_game(output)).steps()) == len(open_game(output).steps)
    again = command("script", "read", output, "--bare")
    assert [line for line in again.out.splitlines() if line and ": " in line][3:] == ["1/VIII/132: move 33.13, 32.13"]
    assert "the chit French Direct Command is drawn" in again.out


def test_an_illegal_script_is_not_written(tmp_path: Path, module: Path) -> None:
    output = tmp_path / "game.vlog"
    refused = command("script", "write", SCRIPT, "--module", module, "-o", output)
    assert (refused.code, output.exists()) == (1, False)
    assert "GTS R6.13: 2/VIII/132 may not enter 29.14" in refused.out
    assert "nothing was written: 23 actions: 22 legal, 1 illegal (--as-played writes" in refused.err


@pytest.mark.parametrize("name", ["game.vlog", "mails"])
def test_a_game_is_written_as_it_was_played(name: str, tmp_path: Path, module: Path) -> None:
    output = tmp_path / name
    written = command("script", "write", SCRIPT, "--module", module, "-o", output, "--as-played")
    assert (written.code, written.err) == (1, "")
    assert output.is_dir() == (name == "mails")
    again = command("script", "read", output, "--referee", "--bare")
    assert again.out.splitlines() == without_comments(SCRIPT.read_text(encoding="utf-8").splitlines())
    assert command("audit", output).code == 1
    kept = command("script", "write", SCRIPT, "--module", module, "-o", output, "--as-played")
    assert (kept.code, "already exists" in kept.err) == (3, True)


def test_a_turn_is_written_on_top_of_a_log(tmp_path: Path, module: Path) -> None:
    text, output = command("script", "read", GAME / "mail-03.vlog").out, tmp_path / "turn.vlog"
    options = ("--start", GAME / "mail-02.vlog", "--module", module, "-o", output, "--as-played")
    written = on(text, tmp_path, "write", *options)
    assert (written.code, written.err) == (1, "")
    audit = command("audit", output, "--after", GAME / "mail-02.vlog").out
    assert "It continues mail-02.vlog, exactly where that ended" in audit
    assert "the chit 103 Ariete Divisione is drawn (Anna," in audit


def test_the_same_script_is_written_to_the_same_bytes(tmp_path: Path, module: Path) -> None:
    files = [tmp_path / f"{number}.vlog" for number in range(2)]
    for file in files:
        assert on(LEGAL, tmp_path, "write", "--module", module, "-o", file).code == 0
    assert files[0].read_bytes() == files[1].read_bytes()


# wrong use

WRONG: Final = (
    (("script", "read"), 64, "Missing argument 'LOG...'"),
    (("script", "judge"), 64, "Missing argument 'SCRIPT'"),
    (("script", "write", SCRIPT), 64, "Missing option '--module'"),
    (("script", "write", SCRIPT, "--module", "m.vmod"), 64, "Missing option '-o'"),
    (("script", "wirte", SCRIPT), 64, "No such command 'wirte'"),
    (("script", SCRIPT), 64, "No such command"),
    (("script",), 64, "Missing command"),
    (("script", "judge", "nothing.script"), 3, "No such file or directory"),
    (("script", "judge", GAME / "mail-01.vlog"), 3, "this is a save, a log or a module (expected a script, as"),
    (("script", "judge", SCRIPT, "--side", "romans"), 64, "no such side or player: 'romans'"),
    (("script", "judge", SCRIPT, "--scenario", "9"), 3, "no scenario 9; choose one of"),
    (("script", "judge", SCRIPT, "--start", "nothing.vsav"), 3, "No such file or directory"),
    (("script", "judge", SCRIPT, "--start", GAME / "mail-05.vlog"), 3, "that was given is of another turn"),
    (("script", "read", SCRIPT), 3, "not a VASSAL file"),
    (("script", "read", GAME, "--limit", "text_bytes=9"), 3, "--limit text_bytes=N raises it"),
    (("script", "write", SCRIPT, "--module", ROOT / "examples" / "skirmish.vmod", "-o", "new.vlog", "--as-played"), 3,
     "not a module of No Question of Surrender"),
    (("script", "write", SCRIPT, "--module", "nothing.vmod", "-o", "new.vlog", "--as-played"), 3, "No such file"),
)  # fmt: skip


@pytest.mark.parametrize(("arguments", "code", "says"), WRONG, ids=lambda value: str(value)[-40:])
def test_wrong_use(
    arguments: tuple[str | Path, ...], code: int, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = command(*arguments)
    assert (outcome.code, outcome.out) == (code, "")
    assert says in outcome.err
    assert "Traceback" not in outcome.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["", "scenario: 1\n"])
def test_a_script_without_an_action_is_no_log(text: str, tmp_path: Path, module: Path) -> None:
    refused = on(text, tmp_path, "write", "--module", module, "-o", tmp_path / "game.vlog")
    assert (refused.code, (tmp_path / "game.vlog").exists()) == (3, False)


def test_no_line_of_a_ruling_is_too_wide() -> None:
    lines = command("script", "judge", SCRIPT).out.splitlines()
    assert any("in the Fire Zone of 6/2/13 DBLE" in line for line in lines)
    assert [line for line in lines if len(line) > widest_line()] == []
