"""The audit of a whole game: totals, the audit file with its chain, its check, many games at once."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.audit.findings import FINDING_KINDS
from adjudicator.audit_file.chain import chain_faults, sealed
from adjudicator.audit_file.check import check_audit, read_audit_file
from adjudicator.audit_file.replay import merge_patch, patched
from adjudicator.audit_file.versions import game_version
from adjudicator.cli import audit_checks
from adjudicator.cli.game_audits import Answer, AuditRequest, audit_answer
from adjudicator.game.loading import BUILT_IN, find_game
from adjudicator.report.check_text import check_document, check_lines
from adjudicator.schemas import load_json_schema
from tests.support.command_line import command
from tests.support.raw_games import piece, raw_file
from tests.support.rule_cases import built_in_game
from tests.support.schemas import follow_schema

LOGS = Path(__file__).parent / "cases" / "engine_logs"
EXAMPLES = Path(__file__).parent.parent / "examples"
FILES = tuple(LOGS / f"{name}.vlog" for name in "abcd")
Document = dict[str, Any]
OTHER_HASH = "0" * 64
NO_AUDIT_FILES = (
    "", "[]", "{}", "\x00", "[" * 100_000, '{"kind":"game-audit","format":1}', '{"kind":"game-audit","format":2}',
    '{"kind":"game-audit","format":1,"entries":[1],"end":{}}',
    '{"kind":"game-audit","format":1,"entries":[],"end":{},"totals":1e999}',
)  # fmt: skip


def valid(document: Document, schema: str) -> Document:
    follow_schema(document, f"{schema}.schema.json")
    return document


@cache
def audit_text(*options: str) -> str:
    """Return what an audit prints as JSON, which follows its schema."""
    outcome = command("audit", *FILES, "--json", *options)
    assert outcome.err == ""
    valid(json.loads(outcome.out), "game-audit")
    return outcome.out


def audited(*options: str) -> Document:
    document: Document = json.loads(audit_text(*options))
    return document


def once(answer: Callable[[AuditRequest], Answer]) -> Callable[[AuditRequest], Answer]:
    """Return a function that answers a request the first time only, and repeats itself after that."""
    known: dict[str, Answer] = {}

    def answered(request: AuditRequest) -> Answer:
        if repr(request) not in known:
            known[repr(request)] = answer(request)
        return known[repr(request)]

    return answered


ANSWERED = once(audit_answer)


def check(document: Document, folder: Path, *arguments: str | Path) -> Document:
    """Return what comes of checking an audit file."""
    path = folder / "audit.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        # the same logs are refereed once for both forms, and for all tests that check a file of them
        patch.setattr(audit_checks, "audit_answer", ANSWERED)
        outcome = command("audit", "--check", path, *arguments, "--json")
        text = command("audit", "--check", path, *arguments)
    result = valid(json.loads(outcome.out), "audit-check")
    assert outcome.code == result["exit_code"]
    assert text.code == outcome.code
    assert text.out.count("Verdict: ") == 1
    return result


# the audit


@pytest.mark.parametrize("name", ["game-audit", "verify"])
def test_the_schemas_know_the_findings_of_any_module(name: str) -> None:
    kinds = load_json_schema(f"{name}.schema.json")["$defs"]["file-finding"]["properties"]["kind"]["enum"]
    assert kinds == list(FINDING_KINDS)


@pytest.mark.parametrize("options", [(), ("--referee",), ("--side", "french"), ("--steps",)], ids=" ".join)
def test_the_audit_file_follows_its_schema(options: tuple[str, ...]) -> None:
    document = audited(*options)
    assert [entry["number"] for entry in document["entries"]] == list(range(1, len(document["entries"]) + 1))
    assert (document["replay"] is not None) == ("--referee" in options)
    assert all(("steps" in log) == ("--steps" in options) for log in document["logs"])


def test_totals_add_up() -> None:
    document = audited()
    entries, totals = document["entries"], document["totals"]
    assert sum(totals["all"].values()) == len(entries)
    for verdict, number in totals["all"].items():
        assert number == sum(player["counts"][verdict] for player in totals["players"])
    for row in totals["rules"]:
        cited = [f for entry in entries for f in entry["findings"] if f["rule"] == row["rule"]]
        assert sum(row["counts"].values()) == len(cited)
    assert {row["rule"] for row in totals["rules"]} == {f["rule"] for entry in entries for f in entry["findings"]}


def test_the_course_has_every_entry_once() -> None:
    document = audited()
    runs = [(phase["first_entry"], phase["last_entry"]) for phase in document["course"]]
    numbers = [number for first, last in runs for number in range(first, last + 1)]
    assert numbers == [entry["number"] for entry in document["entries"]]
    assert sum(sum(phase["losses"].values()) for phase in document["course"]) > 0


def test_the_text_has_each_action_and_the_sums() -> None:
    printed = " ".join(command("audit", *FILES).out.split())
    document = audited()
    for entry in document["entries"]:
        assert " ".join(entry["words"].split()) in printed
    for heading in ("By player", "By rule", "Activation by activation", "Unexplained changes", "Dice"):
        assert heading in printed
    for change in document["unexplained"]:
        assert change["text"] in printed


def test_steps_are_listed_on_demand() -> None:
    short, long = command("audit", LOGS / "a.vlog").out, command("audit", LOGS / "a.vlog", "--steps").out
    steps = command("audit", LOGS / "a.vlog", "--generic").out.split("\n\n")[1]
    assert steps.startswith(" Step  Player  What happened")
    assert steps in long
    assert "What happened" not in short


def test_a_generic_audit_is_that_of_any_module() -> None:
    outcome = command("audit", LOGS / "a.vlog", "--generic", "--json")
    assert valid(json.loads(outcome.out), "audit")["kind"] == "audit"


def test_a_log_of_another_module_is_audited_as_ever() -> None:
    log = EXAMPLES / "skirmish-turn-1.vlog"
    assert command("audit", log) == command("audit", log, "--generic")
    assert json.loads(command("audit", log, "--json").out)["kind"] == "audit"


# the audit file


def recut(document: Document, change: Callable[[list[Document]], None]) -> Document:
    changed = deepcopy(document)
    change(changed["entries"])
    return changed


def alter_words(entries: list[Document]) -> None:
    entries[4]["words"] = "nothing happens"


def alter_verdict(entries: list[Document]) -> None:
    entries[0]["verdict"] = "legal"


def cut_one(entries: list[Document]) -> None:
    del entries[6]


def cut_the_end(entries: list[Document]) -> None:
    del entries[-2:]


def put_in(entries: list[Document]) -> None:
    entries.insert(3, {**deepcopy(entries[3]), "hash": OTHER_HASH})


def exchange(entries: list[Document]) -> None:
    entries[2], entries[3] = entries[3], entries[2]


def repeat(entries: list[Document]) -> None:
    entries.insert(5, deepcopy(entries[4]))


def drop_all(entries: list[Document]) -> None:
    entries.clear()


@pytest.mark.parametrize(
    ("change", "kinds"),
    [
        (alter_words, {"entry-altered"}), (alter_verdict, {"entry-altered"}), (cut_one, {"entry-moved", "end-mark"}),
        (cut_the_end, {"end-mark"}), (put_in, {"entry-altered", "entry-moved", "end-mark"}),
        (exchange, {"entry-moved"}), (repeat, {"entry-repeated", "end-mark"}), (drop_all, {"end-mark"}),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)  # fmt: skip
def test_every_change_of_the_entries_is_found(
    change: Callable[[list[Document]], None], kinds: set[str], tmp_path: Path
) -> None:
    for options in ((), ("--referee",)):
        result = check(recut(audited(*options), change), tmp_path)
        assert (result["chain"], result["verdict"], result["exit_code"]) == ("broken", "altered", 1)
        assert kinds <= {fault["kind"] for fault in result["faults"]}


def places_of(value: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the place of every text, number and truth value in a document."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if items is None:
        return [place]
    return [found for key, below in items for found in places_of(below, (*place, key))]


@settings(derandomize=True, deadline=None, max_examples=40)
@given(st.data())
def test_any_value_that_is_changed_is_found(data: st.DataObject) -> None:
    document = deepcopy(audited())
    place = data.draw(st.sampled_from(places_of(document)))
    holder = document
    for key in place[:-1]:
        holder = holder[key]
    holder[place[-1]] = f"{holder[place[-1]]} and more"
    assert list(chain_faults(document))


@pytest.mark.parametrize("mark", [{"entries": 3}, {"hash": OTHER_HASH}], ids=str)
def test_a_wrong_end_mark_is_found(mark: Document, tmp_path: Path) -> None:
    document = audited()
    result = check({**document, "end": {**document["end"], **mark}}, tmp_path)
    assert {fault["kind"] for fault in result["faults"]} == {"end-mark"}


def test_a_whole_file_is_sound_and_judged_again(tmp_path: Path) -> None:
    result = check(audited("--referee"), tmp_path)
    assert (result["verdict"], result["chain"], result["replay"]) == ("sound-in-part", "sound", "same")
    assert result["faults"] == []
    assert any("in which step" in each for each in result["not_checked"])


def test_a_file_without_positions_says_so(tmp_path: Path) -> None:
    result = check(audited(), tmp_path)
    assert (result["verdict"], result["replay"]) == ("sound-in-part", "left-out")
    assert any(each.startswith("the rulings") for each in result["not_checked"])
    assert "made without --referee" in result["remarks"][0]


def resealed(document: Document) -> Document:
    """Return a document that was chained anew by whoever changed it."""
    head = {key: value for key, value in document.items() if key not in ("entries", "end")}
    entries = [{key: value for key, value in entry.items() if key != "hash"} for entry in document["entries"]]
    return sealed(head, entries)


def whitewash(entries: list[Document]) -> None:
    """Take away what the rules have against an action."""
    guilty = next(entry for entry in entries if any(f["by"] == "rules" for f in entry["findings"]))
    guilty["findings"] = [finding for finding in guilty["findings"] if finding["by"] != "rules"]
    guilty["verdict"] = guilty["replay"]["verdict"] = "legal"


def other_die(entries: list[Document]) -> None:
    """Change a die that was rolled."""
    rolled = next(entry for entry in entries if entry["action"] and entry["action"].get("rolls"))
    roll = rolled["action"]["rolls"][0]
    roll["die"] = 9 - roll["die"] if roll["die"] is not None else 0


def contradict(entries: list[Document]) -> None:
    """Call an action legal that has findings."""
    guilty = next(entry for entry in entries if entry["verdict"] == "illegal")
    guilty["verdict"] = "legal"


def move_a_unit(entries: list[Document]) -> None:
    """Put a unit elsewhere between two actions."""
    entries[5]["replay"]["carried"] = {"units": {"1-viii-132": {"place": "20.12"}}}


@pytest.mark.parametrize("change", [whitewash, other_die, contradict, move_a_unit], ids=lambda change: change.__name__)
def test_judging_again_finds_what_was_chained_anew(change: Callable[[list[Document]], None], tmp_path: Path) -> None:
    document = resealed(recut(audited("--referee"), change))
    result = check(document, tmp_path)
    found_by = "recomputed" if change is contradict else "replay"
    assert (result["chain"], result["verdict"]) == ("sound", "altered")
    assert found_by in {fault["kind"] for fault in result["faults"]}
    against = check(document, tmp_path, *FILES)
    assert against["logs"] == "different"
    assert "made-anew" in {fault["kind"] for fault in against["faults"]}


@pytest.mark.parametrize("options", [(), ("--referee",), ("--side", "axis", "--steps")], ids=" ".join)
def test_the_same_logs_give_the_same_file(options: tuple[str, ...], tmp_path: Path) -> None:
    result = check(audited(*options), tmp_path, *FILES)
    assert (result["logs"], result["verdict"], result["not_checked"]) == ("same", "sound", [])


def test_other_logs_are_not_taken(tmp_path: Path) -> None:
    for logs in (FILES[:3], (*FILES[:3], LOGS / "e.vlog"), (FILES[1], FILES[0], *FILES[2:])):
        result = check(audited(), tmp_path, *logs)
        assert (result["logs"], result["exit_code"]) == ("different", 1)
        assert "input" in {fault["kind"] for fault in result["faults"]}


@pytest.mark.parametrize(("part", "key"), [("program", "rules"), ("game", "sha256"), ("game", "version")])
def test_a_file_of_another_version_is_judged_again_and_is_a_question(part: str, key: str, tmp_path: Path) -> None:
    document = deepcopy(audited("--referee"))
    document[part][key] = OTHER_HASH
    result = check(resealed(document), tmp_path)
    assert (result["verdict"], result["exit_code"], result["replay"]) == ("other-version", 2, "same")
    assert len(result["versions"]) == 1


def test_an_option_that_the_file_was_made_with_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "audit.json"
    path.write_text(command("audit", FILES[1], "--after", FILES[0], "--json").out, encoding="utf-8")
    outcome = command("audit", "--check", path, FILES[1])
    assert outcome.code == 64
    assert "--after a.vlog: give that file, too" in outcome.err
    assert command("audit", "--check", path, FILES[1], "--after", FILES[0]).code == 0


@pytest.mark.parametrize("text", NO_AUDIT_FILES, ids=lambda text: text[:50])
def test_what_is_no_audit_file_gives_one_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "audit.json"
    path.write_text(text, encoding="utf-8")
    outcome = command("audit", "--check", path)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (3, "", 1)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.data())
def test_a_broken_file_is_told_of_and_no_traceback(data: st.DataObject) -> None:
    """Also one that was chained anew after it was broken."""
    document = deepcopy(audited("--referee"))
    place = data.draw(st.sampled_from(places_of(document)))
    holder = document
    for key in place[:-1]:
        holder = holder[key]
    holder[place[-1]] = data.draw(st.sampled_from([None, -1, "", "x", [], {}, 10**30, True]))
    if holder[place[-1]] == audited_value(place) or place[0] in ("format", "kind"):
        return
    version = game_version(built_in_game(), find_game(BUILT_IN))
    broken = check_audit(read_audit_file(json.dumps(document), "audit.json", 10**8), built_in_game(), version)
    assert broken.exit_code == 1
    assert list(check_lines("audit.json", broken))[-1].startswith("Verdict: the audit file was ALTERED")
    valid(check_document("audit.json", check_audit(resealed(document), built_in_game(), version)), "audit-check")


def audited_value(place: tuple[Any, ...]) -> Any:
    value: Any = audited("--referee")
    for key in place:
        value = value[key]
    return value


JSON_OBJECTS = st.recursive(
    st.integers() | st.text(max_size=3) | st.booleans() | st.lists(st.integers(), max_size=2),
    lambda inner: st.dictionaries(st.text(max_size=2), inner, max_size=4), max_leaves=12,
).filter(lambda value: isinstance(value, dict))  # fmt: skip


@settings(derandomize=True, deadline=None, max_examples=300)
@given(JSON_OBJECTS, JSON_OBJECTS)
def test_a_patch_makes_one_document_of_the_other(old: Any, new: Any) -> None:
    assert patched(old, merge_patch(old, new)) == new


# many games


@pytest.fixture
def many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a directory with games, one of them damaged."""
    monkeypatch.chdir(tmp_path)
    folder = Path("games")
    folder.mkdir()
    for path in FILES:
        (folder / path.name).write_bytes(path.read_bytes())
    (folder / "damaged.vlog").write_bytes(FILES[0].read_bytes()[:300])
    (folder / "other.vlog").write_bytes(raw_file([piece("11", "Red Guard")], ["CHAT<Anna> - done"]))
    return folder


def test_a_damaged_log_among_many_is_told_of_and_the_others_are_done(many: Path) -> None:
    outcome = command("audit", "--each", many)
    assert outcome.code == 1
    verdicts = re.findall(
        r"^(\S+\.vlog) +(illegal|legal|undecided|unreadable|not refereed)  ", outcome.out, re.MULTILINE
    )
    assert verdicts == [("a.vlog", "illegal"), ("damaged.vlog", "unreadable"), ("other.vlog", "not refereed")]
    assert "damaged.vlog: cannot be read: " in outcome.out
    assert outcome.out.endswith("2 games: 1 illegal, 1 not refereed; 1 file cannot be read\n")


def test_many_games_as_json(many: Path) -> None:
    outcome = command("audit", "--each", many, "--json", "--referee")
    document = valid(json.loads(outcome.out), "audit-batch")
    games = {game["name"]: game for game in document["games"]}
    totals = audited("--referee")["totals"]["all"]
    assert games["a.vlog"]["files"] == [path.name for path in FILES]
    assert {name: games["a.vlog"][name] for name in ("illegal", "undecided", "waived")} == {
        name: totals[name] for name in ("illegal", "undecided", "waived")
    }
    assert games["damaged.vlog"]["actions"] is None


@pytest.mark.parametrize(
    ("kept", "code"), [(["other"], 0), (["other", "damaged"], 3), (["damaged", "a"], 1), (["a", "other"], 1)]
)
def test_the_exit_code_of_many_is_that_of_the_gravest(kept: list[str], code: int, many: Path) -> None:
    assert command("audit", "--each", *(many / f"{name}.vlog" for name in kept)).code == code


def test_an_empty_directory_is_told_of(tmp_path: Path) -> None:
    outcome = command("audit", "--each", tmp_path)
    assert (outcome.code, outcome.err.count("\n")) == (3, 1)
    assert "there is no log in this directory" in outcome.err


def test_the_json_goes_to_a_file(tmp_path: Path) -> None:
    output = tmp_path / "audit.json"
    outcome = command("audit", *FILES, "--json", "-o", output)
    assert outcome.out == ""
    assert output.read_text(encoding="utf-8") == audit_text()
    assert command("audit", *FILES, "--json", "-o", output).code == 3
    assert command("audit", "--check", output, *FILES).code == 0
