"""Audit files that somebody changed and chained anew: each change is found, with the logs or without them."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path

import pytest

from adjudicator.report.audit_recomputed import _totals
from tests.support.command_line import command
from tests.support.forgeries import (
    BY_ANY_RULES,
    BY_ITSELF,
    BY_THEIR_NAMES,
    LOG,
    OTHER_HASH,
    WITH_POSITIONS,
    Document,
    audit_text,
    by_players_whose_name_is_their_id,
    call_a_unit_otherwise,
    checked,
    illegal,
    word_a_finding_otherwise,
)


def name_of(value: object) -> str:
    return str(getattr(value, "__name__", ""))


@pytest.mark.parametrize("change", [*BY_ITSELF, *BY_THEIR_NAMES], ids=name_of)
@pytest.mark.parametrize("options", [(), ("--referee",)])
def test_a_file_that_contradicts_itself_was_altered(
    change: Callable[[Document], None], options: tuple[str, ...], tmp_path: Path
) -> None:
    document = json.loads(audit_text(*options))
    change(document)
    assert (result := checked(document, tmp_path))["verdict"] == "altered", result


@pytest.mark.parametrize("change", WITH_POSITIONS, ids=name_of)
def test_what_does_not_follow_from_the_positions_was_altered(
    change: Callable[[Document], None], tmp_path: Path
) -> None:
    document = json.loads(audit_text("--referee"))
    change(document)
    assert (result := checked(document, tmp_path))["verdict"] == "altered", result


def test_a_changed_file_that_names_other_versions_is_called_changed(tmp_path: Path) -> None:
    document = json.loads(audit_text("--referee"))
    document["program"]["rules"] = OTHER_HASH
    honest = checked(deepcopy(document), tmp_path)
    assert (honest["verdict"], honest["exit_code"]) == ("other-version", 2), honest
    guilty = illegal(document)
    guilty["findings"], guilty["verdict"] = [], "legal"
    for logs in ((), (LOG,)):
        result = checked(deepcopy(document), tmp_path, *logs)
        assert (result["verdict"], result["exit_code"]) == ("altered", 1)


@pytest.mark.parametrize("change", [*BY_ITSELF, *BY_ANY_RULES], ids=name_of)
def test_other_versions_do_not_explain_what_contradicts_itself(
    change: Callable[[Document], None], tmp_path: Path
) -> None:
    document = json.loads(audit_text("--referee"))
    change(document)
    document["program"]["rules"] = OTHER_HASH
    assert (result := checked(document, tmp_path))["verdict"] == "altered", result


def another_length(document: Document) -> None:
    document["logs"][0]["step_count"] += 1


def another_player(document: Document) -> None:
    for entry in document["entries"]:
        entry["player"] = "Zoe"
    document["totals"] = _totals(document["entries"])


def by_milder_rules(document: Document) -> None:
    """Make a document what rules that have nothing against an action would have made of the same logs."""
    mild = illegal(document)
    mild["findings"] = [each for each in mild["findings"] if each["by"] != "rules"]
    mild["verdict"] = mild["replay"]["verdict"] = "legal"
    document["totals"] = _totals(document["entries"])


@pytest.mark.parametrize("logs", [(), (LOG,)], ids=len)
def test_what_other_rules_can_explain_is_called_theirs(logs: tuple[Path, ...], tmp_path: Path) -> None:
    document = json.loads(audit_text("--referee"))
    by_milder_rules(document)
    assert checked(deepcopy(document), tmp_path, *logs)["verdict"] == "altered"
    document["program"]["rules"] = OTHER_HASH
    result = checked(deepcopy(document), tmp_path, *logs)
    assert (result["verdict"], result["exit_code"], result["may_be_other_rules"]) == ("other-results", 2, True), result
    assert "made with other rules or data" in command("audit", "--check", tmp_path / "audit.json", *logs).out
    for change in (another_length, another_player):
        forged = deepcopy(document)
        change(forged)
        assert checked(forged, tmp_path, LOG)["verdict"] == "altered"


def test_another_number_of_the_same_data_explains_nothing(tmp_path: Path) -> None:
    document = json.loads(audit_text("--referee"))
    document["game"]["version"] = "9.9"
    assert checked(deepcopy(document), tmp_path)["verdict"] == "other-version"
    by_milder_rules(document)
    assert checked(document, tmp_path)["verdict"] == "altered"


def test_a_waived_rule_is_named_in_one_form_however_it_was_given(tmp_path: Path) -> None:
    rules = tmp_path / "rules.toml"
    made = []
    for name in ("R6.13", "GTS R6.13"):
        rules.write_text(f'waived = ["{name}"]\n', encoding="utf-8")
        made.append(command("audit", LOG, "--house-rules", rules, "--json").out)
    assert made[0] == made[1]
    assert json.loads(made[0])["house_rules"]["waived"] == ["GTS R6.13"]


# versions that explain some differences only


def another_title(document: Document) -> None:
    document["totals"]["rules"][0]["title"] += ", as was agreed"


def a_unit_by_another_name(document: Document) -> None:
    unit = next(each["unit"] for each in document["entries"] if each["unit"])
    old, new = unit["name"], f"{unit['name']} II"
    changed = json.loads(json.dumps(document["entries"], ensure_ascii=False).replace(old, new))
    document["entries"] = changed


def another_effect(document: Document) -> None:
    """Put a unit into another hex by an action, and go on from there as if it had always been so."""
    entry = next(each for each in document["entries"] if "effect" in each["replay"] and each["replay"]["effect"])
    entry["replay"]["effect"].setdefault("units", {}).setdefault("1-viii-132", {})["place"] = "33.13"


@pytest.mark.parametrize(
    ("change", "explained_by"),
    [
        (another_title, {"rules", "version"}),
        (word_a_finding_otherwise, {"rules", "version"}),
        (call_a_unit_otherwise, {"sha256", "version"}),
        (a_unit_by_another_name, {"sha256", "version"}),
        (by_milder_rules, {"rules", "sha256", "version"}),
        (another_effect, set()),
    ],
    ids=name_of,
)
def test_only_what_a_result_rests_on_explains_another_one(
    change: Callable[[Document], None], explained_by: set[str], tmp_path: Path
) -> None:
    for part, key, value in (
        ("program", "rules", OTHER_HASH),
        ("program", "version", "9.9"),
        ("game", "sha256", OTHER_HASH),
    ):
        document = json.loads(audit_text("--referee"))
        change(document)
        document[part][key] = value
        result = checked(document, tmp_path)
        assert (result["verdict"] == "other-results") == (key in explained_by), (key, result)
        assert result["verdict"] in ("altered", "other-results")


def any_position(document: Document) -> None:
    """Give a position another hash, as if other rules had led elsewhere, so that nothing after it could be checked."""
    document["entries"][0]["replay"]["after"] = OTHER_HASH


def no_effect_of_one(document: Document) -> None:
    del document["entries"][0]["replay"]["effect"]


def the_start_of_the_next(document: Document) -> None:
    document["entries"][1]["replay"]["before"] = OTHER_HASH


def a_start_that_cannot_be_read(document: Document) -> None:
    document["replay"]["start"]["mug"].append("chit-of-another-game")


def an_action_that_cannot_be_read(document: Document) -> None:
    """Name what this program does not know, so that nothing after it is judged, and change a position after it."""
    document["entries"][0]["action"]["steps"][0]["kind"] = "fly"
    the_end(document)


def the_end(document: Document) -> None:
    document["replay"]["end"] = OTHER_HASH


@pytest.mark.parametrize(
    "change",
    [
        a_start_that_cannot_be_read,
        an_action_that_cannot_be_read,
        any_position,
        no_effect_of_one,
        the_start_of_the_next,
        the_end,
    ],
    ids=name_of,
)
def test_other_rules_lead_to_no_position_that_the_file_does_not_have(
    change: Callable[[Document], None], tmp_path: Path
) -> None:
    document = json.loads(audit_text("--referee"))
    change(document)
    document["program"] = {"version": "9.9", "rules": OTHER_HASH}
    assert checked(document, tmp_path)["verdict"] == "altered"


def test_a_file_of_an_older_program_lacks_the_effects(tmp_path: Path) -> None:
    document = json.loads(audit_text("--referee"))
    for entry in document["entries"]:
        entry["replay"].pop("effect", None)
    assert checked(deepcopy(document), tmp_path)["verdict"] == "sound-in-part"
    document["entries"][0]["replay"]["after"] = OTHER_HASH
    assert checked(deepcopy(document), tmp_path)["verdict"] == "altered"
    document["program"]["version"] = "0.1"
    assert checked(document, tmp_path)["verdict"] == "other-results"


def test_without_logs_all_but_what_is_listed_is_checked(tmp_path: Path) -> None:
    document = json.loads(audit_text("--referee"))
    document["view"]["ids"] = True
    result = checked(deepcopy(document), tmp_path)
    assert result["verdict"] == "sound-in-part"
    assert "whether players' ids are shown" in result["not_checked"]
    result = checked(document, tmp_path, LOG)
    assert (result["verdict"], result["faults"][0]["text"]) == ("altered", "view: the logs give something else")


def test_an_audit_file_that_has_no_id_to_show_is_the_same_with_and_without_them(tmp_path: Path) -> None:
    assert audit_text("--reveal-ids") == audit_text()
    assert checked(json.loads(audit_text("--reveal-ids", "--referee")), tmp_path, LOG)["verdict"] == "sound"


def test_what_a_file_says_of_ids_is_true(tmp_path: Path) -> None:
    log = tmp_path / "named.vlog"
    log.write_bytes(by_players_whose_name_is_their_id(LOG))
    for options, ids in (((), False), (("--reveal-ids",), True)):
        made = command("audit", log, "--json", *options)
        document = json.loads(made.out)
        assert document["view"]["ids"] == ids
        assert ("player-" in document["dice"][0]["player"]) != ids
        assert checked(deepcopy(document), tmp_path, log)["verdict"] == "sound"
        document["view"]["ids"] = not ids
        assert checked(document, tmp_path, log)["verdict"] == "altered"
