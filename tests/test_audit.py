"""Audits of logs made of command texts: each case's findings, words, links and exit code."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit.findings import FINDING_KINDS
from adjudicator.schemas import load_json_schema
from tests.support.command_line import command
from tests.support.corpus import OTHER_GAMES, corpus_file, corpus_files
from tests.support.raw_games import file_of_case, raw_file
from tests.support.schemas import follow_schema

CASES = Path(__file__).parent / "cases" / "audit"
POSITIONS: dict[str, list[str]] = tomllib.loads((CASES / "positions.toml").read_text(encoding="utf-8"))
SCHEMA = "audit.schema.json"


def cases() -> list[Any]:
    files = [path for path in sorted(CASES.glob("*.toml")) if path.name != "positions.toml"]
    return [
        pytest.param(case, id=f"{path.stem}: {case['name']}")
        for path in files
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    ]


def write_log(case: dict[str, Any], path: Path) -> Path:
    if "repeat" in case:
        case = {**case, "steps": case["repeat"]["steps"] * case["repeat"]["times"]}
    if case.get("damaged"):
        path.write_bytes(raw_file(POSITIONS[case["position"]], case["steps"], entries={"savedata": b"<data"}))
    else:
        path.write_bytes(file_of_case(case, POSITIONS))
    return path


def audit(*arguments: str | Path) -> tuple[dict[str, Any], int]:
    outcome = command("audit", "--json", *arguments)
    assert outcome.err == ""
    document: dict[str, Any] = json.loads(outcome.out)
    follow_schema(document, SCHEMA)
    return document, outcome.code


@pytest.mark.parametrize("case", cases())
def test_case(case: dict[str, Any], tmp_path: Path) -> None:
    arguments: list[str | Path] = [write_log(case, tmp_path / "log.vlog")]
    if "previous" in case:
        arguments += ["--after", write_log(case["previous"], tmp_path / "previous.vlog")]
    document, code = audit(*arguments)
    assert [finding["kind"] for finding in document["findings"]] == case["findings"]
    assert code == document["exit_code"] == case["exit_code"]
    first = {finding["kind"]: finding for finding in reversed(document["findings"])}
    for kind, text in case.get("text", {}).items():
        assert text in first[kind]["text"]
    for kind, details in case.get("details", {}).items():
        assert first[kind]["details"][: len(details)] == details
    steps = {str(step["number"]): step for step in document["steps"]}
    for number, words in case.get("words", {}).items():
        assert steps[number]["words"] == words
    for number, target in case.get("undo", {}).items():
        assert steps[number]["undo"] == {"step": target}
    for key, name in (("link", "link"), ("differences", "differences"), ("harmless", "harmless_differences")):
        if key in case:
            assert document["continuity"][name] == case[key]


def test_each_kind_of_finding_has_a_case_and_each_case_says_what_it_finds() -> None:
    found = {kind for parameters in cases() for kind in parameters.values[0]["findings"]}
    assert found == set(FINDING_KINDS)


def test_schema_and_program_know_the_same_findings() -> None:
    kinds = load_json_schema("audit.schema.json")["$defs"]["finding"]["properties"]["kind"]["enum"]
    assert kinds == list(FINDING_KINDS)


@pytest.mark.parametrize("path", corpus_files(".vlog", folders=OTHER_GAMES), ids=lambda path: path.name)
def test_real_logs_are_audited_to_the_last_step_and_nothing_is_held_against_them(path: Path) -> None:
    document, code = audit(path)
    assert code == 0
    assert [step["number"] for step in document["steps"]] == list(range(1, len(document["steps"]) + 1))
    assert all(finding["weight"] == "note" for finding in document["findings"])


def test_the_second_mail_continues_the_first_in_the_modules_words() -> None:
    module, first, second = map(corpus_file, ("engine/mini.vmod", "engine/mail-1.vlog", "engine/mail-2.vlog"))
    document, code = audit(second, "--after", first, "--module", module)
    assert code == 0
    assert document["continuity"]["continues"]
    assert document["steps"][1]["words"] == ["moves 1st Blue from 05.02 to 04.03"]


def test_several_logs_are_audited_each_after_the_one_before() -> None:
    first, second = map(corpus_file, ("engine/mail-1.vlog", "engine/mail-2.vlog"))
    document, code = audit(first, second, "--after", corpus_file("engine/mail-1.vlog"))
    assert [each["continuity"]["link"] for each in document["audits"]] == ["contains", "continues"]
    assert code == 0


def test_the_end_of_a_log_is_the_save_made_then() -> None:
    document, _ = audit(corpus_file("engine/mail-2.vlog"), "--after", corpus_file("engine/mail-1-end.vsav"))
    assert document["continuity"]["link"] == "continues"
