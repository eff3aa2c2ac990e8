"""``adjudicator annotate``: the rulings stand in the log behind the actions, and nothing else in it is changed."""

from __future__ import annotations

import html
import io
import json
import re
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.audit.annotations import PREFIX, annotated, annotation_count, without_annotations
from adjudicator.vassal.archive import pack_archive
from adjudicator.vassal.commands import Chat
from adjudicator.vassal.payload import Encoding
from adjudicator.vassal.replay import Replay
from adjudicator.vassal.saved_game import PAYLOAD_ENTRY, SavedGame, open_game
from adjudicator.vassal.stream import leaves
from tests.support.command_line import Outcome, command
from tests.support.corpus import OTHER_GAMES, corpus_files
from tests.support.raw_games import Step, piece, raw_file

from .test_verify import mails

ROOT = Path(__file__).parent.parent
LOGS = Path(__file__).parent / "cases" / "engine_logs"
MAILS = ROOT / "examples" / "italians_attack"
OWN = [*sorted(MAILS.glob("*.vlog")), *sorted(LOGS.glob("*.vlog"))]
OTHERS = [*sorted((ROOT / "examples").glob("*.vlog")), *corpus_files(".vlog", folders=OTHER_GAMES)]
ALL = {path.name: path.read_bytes() for path in (*OWN, *OTHERS)}
CUT = re.compile("(?<!\\\\)\x1b")
"""Where the engine cuts a stream."""
RULING = re.compile(rf"'?LOG\tCHAT{re.escape(PREFIX)}")
POSITION = [piece("11", "Red Guard"), piece("12", "Blue Horse", "Main Map;300;100"), "PLAYER\tword\tAnna\tRed"]
MOVE = ["M/11/Main Map/200/100/null/Main Map/100/100/null/word", "CHAT* Red Guard moves *"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a directory of its own, with one below for what is written."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "new").mkdir()
    return tmp_path


def ruled(log: bytes, *options: str | Path, name: str = "log.vlog") -> bytes:
    """Return a log with its rulings as the command writes it."""
    Path(name).write_bytes(log)
    outcome = command("annotate", name, *options, "-o", f"new/{name}", "--force")
    assert outcome.code in (0, 1, 2)
    return (Path("new") / name).read_bytes()


def ruling_lines(game: SavedGame) -> list[str]:
    """Return the lines of all rulings in a log as a player reads them."""
    lines = (each.text for step in game.steps for each in step if isinstance(each, Chat))
    return [html.unescape(line).replace("\xa0", " ") for line in lines if line.startswith(PREFIX)]


def printed(*arguments: str | Path) -> Outcome:
    """Return what a command prints, without the notes."""
    outcome = command(*arguments)
    assert not [line for line in outcome.err.splitlines() if ": note: " not in line]
    return Outcome(outcome.code, outcome.out, "")


def check_nothing_else_is_changed(before: bytes, after: bytes) -> None:
    old, new = open_game(before), open_game(after)
    kept = [token for token in CUT.split(new.text) if not RULING.match(token)]
    assert "\x1b".join(kept) == old.text
    assert len(kept) < len(CUT.split(new.text))
    assert without_annotations(new).text == old.text
    assert (new.payload.encoding, new.payload.key) == (old.payload.encoding, old.payload.key)
    assert new.position_commands == old.position_commands
    assert new.entries == old.entries
    names = [zipfile.ZipFile(io.BytesIO(data)).namelist() for data in (before, after)]
    assert names[0] == names[1]


@pytest.mark.parametrize("name", ALL)
def test_nothing_but_rulings_is_put_into_a_log(name: str) -> None:
    check_nothing_else_is_changed(ALL[name], ruled(ALL[name]))


@pytest.mark.parametrize("name", ["mail-03.vlog", "a.vlog", "skirmish-turn-2-again.vlog"])
def test_rulings_are_replaced_and_not_doubled(name: str) -> None:
    once = ruled(ALL[name])
    assert ruled(once) == once
    without = ruled(once, "--waive", "R6.13")
    assert without == ruled(ALL[name], "--waive", "R6.13")


def test_nothing_but_rulings_is_put_into_a_log_of_a_game_that_played_itself() -> None:
    log = min(mails(), key=len)
    check_nothing_else_is_changed(log, ruled(log))


def test_nothing_but_rulings_is_put_into_a_log_of_the_official_module() -> None:
    log = (Path(__file__).parent / "official_logs/straight/mail-02.vlog").read_bytes()
    after = ruled(log, "--scenario", "1")
    check_nothing_else_is_changed(log, after)
    assert any(": 1/VIII/132" in line or "DBLE" in line for line in ruling_lines(open_game(after)))
    assert ruled(after, "--scenario", "1") == after


@pytest.mark.parametrize("path", OWN[:3] + OWN[-2:], ids=lambda path: path.name)
def test_each_entry_stands_behind_its_last_step(path: Path) -> None:
    log = path.read_bytes()
    Path("log.vlog").write_bytes(log)
    entries = json.loads(command("verify", "log.vlog", "--json").out)["entries"]
    steps, number, behind = open_game(ruled(log)).step_nodes, 0, {}
    for step in steps:
        texts = [leaf.text.removeprefix("LOG\tCHAT") for leaf in leaves(step)]
        if not texts[0].startswith(PREFIX):
            number += 1
        elif found := re.match(r"(\d+) (?:legal|ILLEGAL|UNDECIDED|waived): ", texts[0].removeprefix(PREFIX)):
            behind[int(found[1])] = (number, " ".join(html.unescape(" ".join(texts)).replace(PREFIX, "").split()))
    assert {entry["number"]: max((step["step"] for step in entry["steps"]), default=0) for entry in entries} == {
        entry: at for entry, (at, _) in behind.items()
    }  # fmt: skip
    for entry in entries:
        told = behind[entry["number"]][1]
        assert entry["words"] in told
        for finding in entry["findings"]:
            assert f"{finding['rule']}: {finding['text']}" in told
        assert f"{entry['verdict'] if entry['verdict'] == 'legal' else entry['verdict'].upper()}: " in told


def test_the_last_ruling_is_the_verdict_and_what_is_owed() -> None:
    path = next(path for path in OWN if json.loads(command("verify", path, "--json").out)["your_move"])
    document = json.loads(command("verify", path, "--json").out)
    lines = ruling_lines(last_step(ruled(path.read_bytes())))
    last = " ".join(" ".join(line.removeprefix(PREFIX) for line in lines).split())
    assert last.startswith("Verdict: ")
    for owed in document["your_move"]:
        assert f"{owed['text']} ({owed['rule']})" in last


def last_step(log: bytes) -> SavedGame:
    """Return a log of only its last step."""
    game = open_game(log)
    raw = CUT.split(game.text)
    return game.with_text("\x1b".join([*raw[: game.position_end], raw[-1]]))


USES: tuple[tuple[str, ...], ...] = (
    ("verify",), ("verify", "--json"), ("verify", "--referee"), ("audit", "--steps"), ("audit", "--generic"),
    ("audit", "--generic", "--json"),
)  # fmt: skip


@pytest.mark.parametrize("use", USES, ids=" ".join)
@pytest.mark.parametrize("path", [MAILS / "mail-03.vlog", LOGS / "b.vlog"], ids=lambda path: path.name)
def test_a_log_with_rulings_is_read_as_the_one_without(path: Path, use: Sequence[str]) -> None:
    """The rulings count neither as steps nor as anybody's words."""
    log = path.read_bytes()
    Path("log.vlog").write_bytes(log)
    without = printed(use[0], "log.vlog", *use[1:])
    Path("log.vlog").write_bytes(ruled(log))
    assert printed(use[0], "log.vlog", *use[1:]) == without
    assert "passed over" in command(use[0], "log.vlog").err


def test_steps_are_counted_as_in_the_log_without_rulings() -> None:
    pictures = []
    for log in (ALL["mail-03.vlog"], ruled(ALL["mail-03.vlog"])):
        Path("log.vlog").write_bytes(log)
        assert command("show", "log.vlog", "--step", "12", "-o", "map.svg", "--force").code == 0
        pictures.append(Path("map.svg").read_bytes())
    assert pictures[0] == pictures[1]


def test_inspect_says_that_rulings_are_in_it() -> None:
    log = (MAILS / "mail-03.vlog").read_bytes()
    Path("log.vlog").write_bytes(ruled(log))
    outcome = command("inspect", "log.vlog")
    assert f"{annotation_count(open_game(Path('log.vlog')))} of the logged steps are rulings" in outcome.err
    assert f"{len(open_game(Path('log.vlog')).steps)} logged steps" in outcome.out


@pytest.mark.parametrize("use", [("verify", "--json"), ("audit", "--generic")], ids=" ".join)
def test_the_next_mail_is_read_after_a_log_with_rulings_as_after_the_other(use: Sequence[str]) -> None:
    third, fourth = MAILS / "mail-03.vlog", MAILS / "mail-04.vlog"
    (Path("new") / "mail-03.vlog").write_bytes(ruled(third.read_bytes()))
    for option in ([], ["--referee"]):
        after = [printed(use[0], fourth, "--after", each, *use[1:], *option) for each in (third, "new/mail-03.vlog")]
        assert after[0] == after[1]


def recorded(first: bytes, then: bytes) -> bytes:
    """Return a log of somebody who recorded while he stepped through *first*, and then did what is in *then*."""
    one, other = open_game(first), open_game(then)
    more = CUT.split(other.text)[other.position_end :]
    return one.with_text("\x1b".join([one.text, *more])).archive_bytes()


def test_rulings_that_were_recorded_again_are_passed_over() -> None:
    third, fourth = ((MAILS / f"mail-0{number}.vlog").read_bytes() for number in (3, 4))
    Path("mail-03.vlog").write_bytes(third)
    answers = []
    for first in (third, ruled(third, name="mail.vlog")):
        Path("next.vlog").write_bytes(recorded(first, fourth))
        answers.append(printed("verify", "next.vlog", "--after", "mail-03.vlog"))
    assert answers[0] == answers[1]
    assert "It contains mail-03.vlog" in answers[0].out


def test_a_ruling_that_was_taken_back_is_passed_over() -> None:
    """The engine takes back what was done last, a line in the chat as well, and leaves both in the log."""
    log = open_game(raw_file(POSITION, [MOVE]))
    taken_back = ["LOG\tUNDO\ttrue", f"LOG\tCHAT* UNDO: {PREFIX}x", "LOG\tUNDO\tfalse"]
    ruling = annotated(log, {1: [["x"]]})
    undone = ruling.with_text("\x1b".join([ruling.text, "\\\x1b".join(taken_back)]))
    assert len(undone.steps) == 3
    assert without_annotations(undone).text == log.text


def test_the_engine_s_table_is_the_same_at_the_end() -> None:
    for path in (MAILS / "mail-03.vlog", LOGS / "d.vlog"):
        replays = [Replay(open_game(log)) for log in (path.read_bytes(), ruled(path.read_bytes()))]
        for replay in replays:
            replay.steps()
        assert replays[0].table.placements == replays[1].table.placements
        assert {i: p.state for i, p in replays[0].table.pieces.items()} == {
            i: p.state for i, p in replays[1].table.pieces.items()
        }  # fmt: skip


# plain text


@pytest.mark.parametrize("name", ["<b>Anna</b>", "&lt;Anna&gt;", "*!Anna", "Anna\\", "<img src='x'>"])
def test_what_players_call_themselves_is_no_markup(name: str) -> None:
    log = ALL["mail-03.vlog"]
    game = open_game(log)
    renamed = game.map_leaves(lambda leaf: type(leaf)(leaf.text.replace("Anna", name)))
    lines = [
        each.text for step in open_game(ruled(renamed.archive_bytes())).steps for each in step
        if isinstance(each, Chat) and each.text.startswith(PREFIX)
    ]  # fmt: skip
    assert lines
    for line in lines:
        assert not re.search(r"[<>]|&(?!lt;|gt;|amp;)", line)
        assert not line.endswith("\\")
        assert line.isprintable() or "\xa0" in line
        assert len(html.unescape(line)) <= 120
    assert "\\" in name or any(f": {name}: " in html.unescape(line) for line in lines)


LINES = st.lists(st.text(st.characters(codec="utf-8", exclude_categories=["Cc"])), min_size=1, max_size=3)
TEXTS = st.text(st.sampled_from("ab'\\\x1b &<"), max_size=6)


@settings(derandomize=True, deadline=None, max_examples=150)
@given(st.lists(TEXTS, max_size=5), st.lists(st.tuples(st.integers(0, 5), LINES), max_size=5))
def test_rulings_can_be_put_into_any_log_and_taken_out_again(texts: list[str], rulings: list[tuple[int, Any]]) -> None:
    steps: list[Step] = [f"CHAT<Anna> - {text}" for text in texts]
    game = open_game(raw_file(POSITION, steps))
    by_step: dict[int, list[list[str]]] = {}
    for number, lines in rulings:
        by_step.setdefault(min(number, len(game.steps)), []).append(lines)
    told = annotated(game, by_step)
    assert len(told.steps) == len(game.steps) + len(rulings)
    assert annotation_count(told) == len(rulings)
    again = open_game(told.archive_bytes())
    assert again.tree == told.tree
    assert without_annotations(again).text == game.text
    assert without_annotations(again).steps == game.steps
    assert sorted(map(len, (step for step in again.steps if step not in game.steps))) == sorted(
        len(lines) for _, lines in rulings
    )


# other logs, other files


def test_a_log_of_another_module_has_what_the_audit_finds() -> None:
    log = (ROOT / "examples" / "skirmish-turn-2-again.vlog").read_bytes()
    previous = ROOT / "examples" / "skirmish-turn-1.vlog"
    game = open_game(ruled(log, "--after", previous))
    lines = ruling_lines(game)
    assert f"{PREFIX}It continues skirmish-turn-1.vlog, exactly where that ended" in lines
    assert f"{PREFIX}fault: Bert undid the roll 1d10 = 8 (step 6) in step 7 and re-rolled: 1d10 = 3 (step" in lines
    assert lines[-1] == f"{PREFIX}Verdict: there are faults (1 fault, 1 note)"
    places = [index for index, step in enumerate(game.steps) if any(PREFIX in str(each) for each in step)]
    assert places == [0, 9, 15, 22]
    outcome = command("annotate", "log.vlog", "--after", previous, "-o", "out.vlog")
    assert outcome.code == 1


@pytest.mark.parametrize("encoding", Encoding)
def test_the_encoding_stays(encoding: Encoding) -> None:
    log = open_game(raw_file(POSITION, [MOVE])).with_encoding(encoding).archive_bytes()
    check_nothing_else_is_changed(log, ruled(log))


def test_other_entries_stay_in_their_order() -> None:
    game = open_game(raw_file(POSITION, [MOVE]))
    log = pack_archive({"a/": b"", "b.txt": b"b", **game.entries, PAYLOAD_ENTRY: game.payload_bytes(), "c": b"c"})
    after = zipfile.ZipFile(io.BytesIO(ruled(log)))
    before = zipfile.ZipFile(io.BytesIO(log))
    assert after.namelist() == before.namelist()
    assert {n: after.read(n) for n in after.namelist() if n != PAYLOAD_ENTRY} == {
        n: before.read(n) for n in before.namelist() if n != PAYLOAD_ENTRY
    }  # fmt: skip


def test_a_log_without_steps_has_only_the_verdict() -> None:
    game = open_game(ruled(raw_file(POSITION)))
    assert ruling_lines(game) == [f"{PREFIX}Verdict: nothing found"]


def test_wrong_use_and_exit_codes() -> None:
    log = ALL["mail-03.vlog"]
    Path("log.vlog").write_bytes(log)
    Path("save.vsav").write_bytes(raw_file(POSITION))
    Path("there.vlog").write_bytes(b"mine")
    assert command("annotate", "log.vlog").code == 64
    outcome = command("annotate", "log.vlog", "-o", "there.vlog")
    assert (outcome.code, Path("there.vlog").read_bytes()) == (3, b"mine")
    assert "this is a save" in command("annotate", "save.vsav", "-o", "new.vlog").err
    assert command("annotate", "log.vlog", "-o", "new.vlog", "--side", "british").code == 64
    assert not Path("new.vlog").exists()
    verified = command("verify", "log.vlog", "--after", MAILS / "mail-02.vlog")
    outcome = command("annotate", "log.vlog", "--after", MAILS / "mail-02.vlog", "-o", "there.vlog", "--force")
    assert (outcome.code, outcome.err) == (verified.code, "")
    assert outcome.out.splitlines()[1] in verified.out
    assert Path("log.vlog").read_bytes() == log


def test_a_reader_who_sees_more_is_warned() -> None:
    Path("log.vlog").write_bytes(ALL["b.vlog"])
    outcome = command("annotate", "log.vlog", "--side", "french", "-o", "a.vlog")
    assert "may know: keep it from the other side" in outcome.err
    assert "for the referee only" in command("annotate", "log.vlog", "--referee", "-o", "b.vlog").err
    assert command("annotate", "log.vlog", "-o", "c.vlog").err == ""
