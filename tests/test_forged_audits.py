"""Audit files that somebody changed and chained anew: each change is found, with the logs or without them."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit_file.chain import sealed

from .command_line import command

Document = dict[str, Any]
LOG = Path(__file__).parent / "cases" / "engine_logs" / "a.vlog"
OTHER_HASH = "0" * 64


@cache
def audit_text(*options: str) -> str:
    return command("audit", LOG, "--json", *options).out


def chained_anew(document: Document) -> Document:
    head = {key: value for key, value in document.items() if key not in ("entries", "end")}
    return sealed(head, [{key: value for key, value in each.items() if key != "hash"} for each in document["entries"]])


def checked(document: Document, folder: Path, *arguments: Path) -> Document:
    path = folder / "audit.json"
    path.write_text(json.dumps(chained_anew(document)), encoding="utf-8")
    result: Document = json.loads(command("audit", "--check", path, *arguments, "--json").out)
    assert result["chain"] == "sound"
    return result


def illegal(document: Document) -> Document:
    """Return the first entry that the rules have something against."""
    found: Document = next(
        each for each in document["entries"]
        if any(finding["verdict"] == "illegal" and finding["by"] == "rules" for finding in each["findings"])
    )  # fmt: skip
    return found


def waive_in_other_words(document: Document) -> None:
    rule = illegal(document)["findings"][0]["rule"]
    document["house_rules"]["waived"] = [rule.removeprefix("GTS ").removeprefix("NQoS ")]


def waive_beside_the_finding(document: Document) -> None:
    document["house_rules"]["waived"] = [illegal(document)["findings"][0]["rule"]]


def mark_as_waived(document: Document) -> None:
    illegal(document)["findings"][0]["waived"] = True


def clear_the_verdict(document: Document) -> None:
    document["verdict"], document["exit_code"] = "legal", 0


def clear_the_exit_code(document: Document) -> None:
    document["exit_code"] = 0


def fewer_in_all(document: Document) -> None:
    document["totals"]["all"]["illegal"] -= 1


def give_it_to_another_player(document: Document) -> None:
    document["totals"]["players"][0]["player"] = "Zoe"


def exchange_the_sides(document: Document) -> None:
    for each in document["totals"]["players"]:
        each["side"] = {"axis": "french", "french": "axis"}.get(each["side"])


def forget_a_rule(document: Document) -> None:
    del document["totals"]["rules"][0]


def explain_a_change(document: Document) -> None:
    document["unexplained"].append({"entry": 1, "rule": "GTS R9.23", "text": "nothing"})


def another_face(document: Document) -> None:
    document["dice"][0]["counts"][0]["count"] += 1


def another_mean(document: Document) -> None:
    document["dice"][0]["mean"] += 0.5


def a_step_that_is_none(document: Document) -> None:
    document["entries"][0]["steps"][0]["step"] = 9_999


def another_log(document: Document) -> None:
    document["inputs"][0]["file"] = "other.vlog"


def another_name_of_the_game(document: Document) -> None:
    document["game"]["name"] += " II"


def a_phase_less(document: Document) -> None:
    del document["course"][-1]


BY_ITSELF = (
    waive_in_other_words, waive_beside_the_finding, mark_as_waived, clear_the_verdict, clear_the_exit_code,
    fewer_in_all, give_it_to_another_player, exchange_the_sides, forget_a_rule, explain_a_change, another_face,
    another_mean, a_step_that_is_none, another_log, another_name_of_the_game, a_phase_less,
)  # fmt: skip


def another_scenario(document: Document) -> None:
    document["scenario"] = 2


def fewer_losses(document: Document) -> None:
    document["course"][-1]["losses"]["axis"] += 1


def other_points(document: Document) -> None:
    for points in document["course"][0]["points"].values():
        points["command"] += 1


def other_words(document: Document) -> None:
    entry = next(each for each in document["entries"] if each["replay"]["supposed"] is not None)
    entry["words"] += ", as was agreed"


def another_end(document: Document) -> None:
    del next(each for each in document["entries"] if each["changed"])["changed"][0]


WITH_POSITIONS = (another_scenario, fewer_losses, other_points, other_words, another_end)


def name_of(value: object) -> str:
    return str(getattr(value, "__name__", ""))


@pytest.mark.parametrize("change", BY_ITSELF, ids=name_of)
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


def test_a_waived_rule_is_named_in_one_form_however_it_was_given(tmp_path: Path) -> None:
    rules = tmp_path / "rules.toml"
    made = []
    for name in ("R6.13", "GTS R6.13"):
        rules.write_text(f'waived = ["{name}"]\n', encoding="utf-8")
        made.append(command("audit", LOG, "--house-rules", rules, "--json").out)
    assert made[0] == made[1]
    assert json.loads(made[0])["house_rules"]["waived"] == ["GTS R6.13"]
