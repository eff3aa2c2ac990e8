"""Holds the rule catalogues against the commands: what enforces a rule is reached by them, and does enforce it.

Two questions are asked of each function that a row names, since neither answers the other:

- Do the commands reach it? A walk through the source text starts at the commands that click knows
  (:mod:`tests.support.call_graph`). It needs no run and no luck with the choice of runs, takes all rows of both
  catalogues at once, and a function that is dead, or that only tests call, is found.
- Does it take part when the rule is applied? A function may well be reached without having to do with the rule: one
  that lists what can be chosen, say, where another judges what was chosen. So the cases about the rule are run, and the
  function must be called. Only what the commands themselves ask counts: the judge of an action, the judge of a set-up
  and the standing of a scenario (:data:`ENTRIES`); that a case calls the function itself proves nothing.
"""

from __future__ import annotations

import inspect
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import click
import pytest

import adjudicator
from adjudicator.cli.main import cli
from adjudicator.rules.catalogue import Catalogue, Rule, Status, rule_catalogue
from adjudicator.rules.desert.catalogue import desert_catalogue
from tests.support.call_graph import CallGraph, Reached
from tests.support.called_functions import Calls, function_named
from tests.support.rule_cases import Case, differences, rule_cases

pytestmark = pytest.mark.xdist_group("reached rules")
"""One process does it all: the walk is made once, and a case about several rules is run once."""

RULES: Final = "adjudicator.rules."
STANDING: Final = "standing.standing"
ENTRIES: Final = tuple(RULES + name for name in ("judge.judge", "set_up.judge_set_up", STANDING))
"""What the commands ask, and the cases with them."""
DEAD: Final = "adjudicator.rules.chance.enumerate_outcomes"
"""A function of the rules that tests alone call."""
BESIDE: Final = "adjudicator.rules.legal_actions.legal_actions"
"""A function that commands reach, but that judges nothing."""


def enforced(catalogue: Catalogue) -> list[Rule]:
    return [rule for rule in catalogue.rules.values() if rule.status is Status.ENFORCED]


# what the commands reach


def callbacks(command: click.Command) -> Iterator[str]:
    """Yield the full names of the functions that a command and the commands under it run."""
    if command.callback is not None:
        function = inspect.unwrap(command.callback)
        yield f"{function.__module__}.{function.__qualname__}"
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            part = command.get_command(context, name)
            assert part is not None
            yield from callbacks(part)


@cache
def reached_by_commands() -> Reached:
    return CallGraph(Path(adjudicator.__file__).parent).reach(callbacks(cli))


def unreached(rules: list[Rule]) -> dict[str, list[str]]:
    """Return the functions that no command reaches, by the rules whose rows name them."""
    found = {rule.number: reached_by_commands().missing(rule.functions) for rule in rules}
    return {number: functions for number, functions in found.items() if functions}


@pytest.mark.parametrize("catalogue", [rule_catalogue(), desert_catalogue()], ids=["rulebook", "desert"])
def test_the_commands_reach_every_function_of_every_enforced_rule(catalogue: Catalogue) -> None:
    rules = enforced(catalogue)
    assert [rule.number for rule in rules if not rule.functions] == []
    assert unreached(rules) == {}


def test_the_commands_reach_what_the_cases_ask() -> None:
    assert reached_by_commands().missing(ENTRIES) == []


def test_a_row_with_a_function_that_no_command_reaches_is_found() -> None:
    right = enforced(rule_catalogue())[0]
    assert callable(function_named(DEAD))
    assert unreached([replace(right, functions=(*right.functions, DEAD))]) == {right.number: [DEAD]}


def test_a_row_with_a_function_that_does_not_exist_is_found() -> None:
    right = enforced(rule_catalogue())[0]
    assert unreached([replace(right, functions=("adjudicator.rules.judge.nobody",))]) != {}


# what enforces


@cache
def cases_by_rule() -> dict[str, list[Case]]:
    """Return the cases in which the program is asked as the commands ask it, by the rules that they cite."""
    found = defaultdict[str, list[Case]](list)
    for case in rule_cases():
        if "action" in case or case.get("set_up") or case.get("ask", {}).get("function") == STANDING:
            for rule in [case["rule"]] if isinstance(case["rule"], str) else case["rule"]:
                found[rule].append(case)
    return found


@cache
def calls() -> Calls:
    return Calls({BESIDE, *(function for rule in enforced(rule_catalogue()) for function in rule.functions)})


_CALLED: Final[dict[tuple[str, str], set[str]]] = {}
"""What each case calls, by its file and name, as far as it has been run."""


def called_in(case: Case) -> set[str]:
    """Run a case with a rule book that remembers nothing, and return which functions of the catalogue it calls."""
    key = case["file"], case["name"]
    if key not in _CALLED:
        with calls().recorded() as called:
            differences(case, with_new_book=True)
        _CALLED[key] = called
    return _CALLED[key]


def idle(rule: Rule) -> list[str]:
    """Return the functions of a rule's row that no case about the rule calls.

    A scenario's parts and the general comments have no numbers in the rulebook, so that cases cite the whole.
    """
    left = list(rule.functions)
    cited = (rule.number, rule.number.partition(",")[0], *(f"GTS {section}" for section in rule.sections))
    for case in (case for number in dict.fromkeys(cited) for case in cases_by_rule().get(number, ())):
        if not left:
            break
        left = [function for function in left if function not in called_in(case)]
    return left


@pytest.mark.parametrize("rule", enforced(rule_catalogue()), ids=lambda rule: rule.number)
def test_what_a_row_names_is_called_where_its_rule_is_applied(rule: Rule) -> None:
    assert idle(rule) == []


def test_a_row_with_a_function_beside_the_matter_is_found() -> None:
    right = rule_catalogue().rules["NQoS 3.0"]
    assert reached_by_commands().missing([BESIDE]) == []
    assert idle(replace(right, functions=(*right.functions, BESIDE))) == [BESIDE]
