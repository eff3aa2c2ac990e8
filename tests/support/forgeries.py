"""Changes of an audit file that somebody might make who then chains it anew, in groups by what contradicts them."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from adjudicator.audit_file.chain import sealed
from adjudicator.report.audit_recomputed import _totals
from adjudicator.vassal.commands import Player
from adjudicator.vassal.saved_game import open_game
from adjudicator.vassal.stream import Leaf
from tests.support.command_line import command

__all__ = [
    "BY_ANY_RULES",
    "BY_ITSELF",
    "BY_THEIR_NAMES",
    "LOG",
    "OTHER_HASH",
    "WITH_POSITIONS",
    "Document",
    "audit_text",
    "by_players_whose_name_is_their_id",
    "call_a_unit_otherwise",
    "chained_anew",
    "checked",
    "illegal",
    "word_a_finding_otherwise",
]

Document = dict[str, Any]
LOG = Path(__file__).parent.parent / "cases" / "engine_logs" / "a.vlog"
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


def by_players_whose_name_is_their_id(log: Path) -> bytes:
    """Return a log whose players have their names as their ids, which is as good as a name that is an id."""

    def change(leaf: Leaf) -> Leaf:
        each = leaf.command
        return Leaf(replace(each, id=each.name).encode()) if isinstance(each, Player) and each.name else leaf

    return open_game(log).map_leaves(change).archive_bytes()


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


def make_it_likelier(document: Document) -> None:
    document["dice"][0]["tests"][0]["p_value"] /= 2


def other_thresholds(document: Document) -> None:
    for test in (test for die in document["dice"] for test in die["tests"]):
        test["threshold"] = 1e-9


def fewer_rolls_needed(document: Document) -> None:
    document["dice"][0]["tests"][0]["rolls_needed"] = 1


def count_a_face_more_often(document: Document) -> None:
    document["dice"][0]["tests"][1]["observed"] += 1


def other_repeats(document: Document) -> None:
    document["dice"][0]["tests"][-1]["observed"] += 1


def exchange_two_faces(document: Document) -> None:
    """Say that other faces came up, so that all figures of the die but those of its tests are right."""
    die = document["dice"][0]
    used, other = die["counts"][2], die["counts"][7]
    assert used["count"] != other["count"]
    used["count"], other["count"] = other["count"], used["count"]
    die["mean"] = sum(each["face"] * each["count"] for each in die["counts"]) / die["results"]


def leave_out_a_die(document: Document) -> None:
    del document["dice"][0]


def another_expected_mean(document: Document) -> None:
    document["dice"][0]["expected_mean"] -= 1


def name_a_log_that_is_not_there(document: Document) -> None:
    document["entries"][0]["log"] = 2


def say_that_it_was_made_for_others(document: Document) -> None:
    document["view"]["referee"] = not document["view"]["referee"]


def promise_the_steps(document: Document) -> None:
    document["view"]["steps"] = True


def settle_what_is_called_unsettled(document: Document) -> None:
    document["house_rules"]["settings"] = {"consecutive-actions": "no"}


def repeat_an_entry(document: Document) -> None:
    document["entries"].append(deepcopy(document["entries"][0]))


def exchange_two_entries(document: Document) -> None:
    document["entries"][:2] = document["entries"][1::-1]


def leave_out_what_is_illegal(document: Document) -> None:
    document["entries"].remove(illegal(document))


def lay_it_to_the_table(document: Document) -> None:
    illegal(document)["findings"][0]["by"] = "table"


def leave_out_the_log(document: Document) -> None:
    document["inputs"] = []


def put_in_a_letter_that_nobody_sees(document: Document) -> None:
    document["totals"]["players"][0]["player"] += "\u200b"


def add_a_word_of_the_director(document: Document) -> None:
    document["entries"][0]["approved"] = True


def call_a_unit_otherwise(document: Document) -> None:
    next(each for each in document["entries"] if each["unit"])["unit"]["name"] += " II"


def call_a_unit_that_rolled_otherwise(document: Document) -> None:
    next(each for each in document["entries"] if each["resolutions"])["resolutions"][0]["unit"]["id"] = "nobody"


def name_a_rule_in_other_letters(document: Document) -> None:
    finding = illegal(document)["findings"][0]
    finding["rule"] = finding["rule"].replace("R", "\uff32")
    document["totals"] = _totals(document["entries"])


def name_a_finding_that_there_is_not(document: Document) -> None:
    illegal(document)["findings"][0]["name"] = "agreed-between-us"


def word_a_finding_otherwise(document: Document) -> None:
    illegal(document)["findings"][0]["text"] = "all is well"


def name_a_switch_that_there_is_not(document: Document) -> None:
    illegal(document)["findings"][0]["switch"] = "anything-goes"


def number_the_form_with_a_point(document: Document) -> None:
    document["format"] = 1.0


def number_the_exit_code_with_a_point(document: Document) -> None:
    document["exit_code"] = float(document["exit_code"])


def name_a_step_twice(document: Document) -> None:
    steps = next(each["steps"] for each in document["entries"] if each["steps"])
    steps.append(dict(steps[-1]))


def exchange_two_steps(document: Document) -> None:
    steps = next(each["steps"] for each in document["entries"] if len(each["steps"]) > 1)
    steps[:2] = steps[1::-1]


def make_it_for_a_side_that_there_is_not(document: Document) -> None:
    document["view"]["side"] = "neutral"


BY_ITSELF = (
    name_a_step_twice, exchange_two_steps, number_the_form_with_a_point, number_the_exit_code_with_a_point,
    repeat_an_entry, exchange_two_entries, leave_out_what_is_illegal, lay_it_to_the_table, leave_out_the_log,
    put_in_a_letter_that_nobody_sees, add_a_word_of_the_director,
    make_it_likelier, other_thresholds, fewer_rolls_needed, count_a_face_more_often, other_repeats,
    exchange_two_faces, leave_out_a_die, another_expected_mean, name_a_log_that_is_not_there,
    say_that_it_was_made_for_others, promise_the_steps, settle_what_is_called_unsettled,
    waive_in_other_words, waive_beside_the_finding, mark_as_waived, clear_the_verdict, clear_the_exit_code,
    fewer_in_all, give_it_to_another_player, exchange_the_sides, forget_a_rule, explain_a_change, another_face,
    another_mean, a_step_that_is_none, another_log, another_name_of_the_game, a_phase_less,
)  # fmt: skip


BY_THEIR_NAMES = (
    call_a_unit_otherwise, call_a_unit_that_rolled_otherwise, name_a_rule_in_other_letters,
    name_a_finding_that_there_is_not, word_a_finding_otherwise, name_a_switch_that_there_is_not,
    make_it_for_a_side_that_there_is_not,
)  # fmt: skip
"""Names and sentences that the program never writes, by the lists that it has now."""


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


def leave_out_the_positions(document: Document) -> None:
    document["replay"] = None
    for entry in document["entries"]:
        del entry["replay"]


def rolled_otherwise(document: Document) -> None:
    entry = next(each for each in document["entries"] if each["resolutions"])
    entry["resolutions"][0]["roll"] = (entry["resolutions"][0]["roll"] + 1) % 10


def by_another_unit(document: Document) -> None:
    document["entries"][0]["unit"] = dict(document["entries"][1]["unit"])


def another_verdict_of_the_rules(document: Document) -> None:
    illegal(document)["replay"]["verdict"] = "legal"


def unsettled_by_another_switch(document: Document) -> None:
    entry = next(each for each in document["entries"] if each["replay"]["supposed"] is not None and each["findings"])
    entry["findings"][0]["switch"] = "consecutive-actions"


def another_place_before(document: Document) -> None:
    document["replay"]["start"]["units"]["1-viii-132"]["place"] = "33.13"


def read_an_action_otherwise(document: Document) -> None:
    del next(each for each in document["entries"] if each["action"])["action"]["unit"]


def write_a_die_with_a_point(document: Document) -> None:
    steps = (step for each in document["entries"] for step in each["action"]["steps"] if step.get("rolls"))
    roll = next(steps)["rolls"][0]
    roll["die"] = float(roll["die"])


def judge_nothing(document: Document) -> None:
    """Say that an action cannot be judged again, and keep the verdict of the rules."""
    illegal(document)["replay"]["supposed"] = None


def judge_what_is_no_action(document: Document) -> None:
    guilty = illegal(document)
    guilty["action"] = None


def forget_what_one_entry_left(document: Document) -> None:
    del document["entries"][0]["replay"]["left"]


def estimate_nothing(document: Document) -> None:
    document["estimated"] = None


def leave_a_finding_open(document: Document) -> None:
    """Soften a finding, and everything that follows from it."""
    guilty = illegal(document)
    guilty["findings"] = [{**guilty["findings"][0], "verdict": "undecided"}]
    guilty["verdict"] = guilty["replay"]["verdict"] = "undecided"
    document["totals"] = _totals(document["entries"])


def exchange_two_findings(document: Document) -> None:
    entry = next(each for each in document["entries"] if sum(f["by"] == "rules" for f in each["findings"]) > 1)
    entry["findings"].reverse()


def other_result_of_a_roll(document: Document) -> None:
    roll = next(roll for each in document["entries"] for roll in each["resolutions"] if roll["line"])
    roll["result"] = "miss" if roll["result"] != "miss" else "S"


WITH_POSITIONS = (
    read_an_action_otherwise, write_a_die_with_a_point, judge_nothing, judge_what_is_no_action,
    forget_what_one_entry_left, estimate_nothing, leave_a_finding_open, exchange_two_findings, other_result_of_a_roll,
    another_scenario, fewer_losses, other_points, other_words, another_end, leave_out_the_positions, rolled_otherwise,
    by_another_unit, another_verdict_of_the_rules, unsettled_by_another_switch, another_place_before,
)  # fmt: skip
BY_ANY_RULES = (
    leave_out_the_positions, rolled_otherwise, by_another_unit, another_verdict_of_the_rules, another_place_before,
    another_scenario,
)  # fmt: skip
"""Changes that contradict the rest of the file whatever the rules are."""
