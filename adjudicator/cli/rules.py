"""``adjudicator rules``: what the rules say, what the program does about them, and what is uncertain."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import click

from ..game.loading import BUILT_IN
from ..report.rules_text import (
    coverage_document,
    coverage_lines,
    document,
    list_lines,
    register_document,
    register_lines,
    rule_lines,
    rules_document,
    switch_document,
    switch_lines,
)
from ..report.safe_text import one_line
from ..rules.catalogue import Catalogue, Rule, UnknownRule, catalogue_of_set
from ..rules.contradictions import register_of
from ..rules.rule_sets import exclusive_rules
from ..rules.switches import all_switches
from .completion import complete_games, complete_rules
from .options import emit, emit_json, json_option
from .rule_options import playable_game

_BOOKS = frozenset({"nqos", "gts", "scenario", "event"})
"""Words that come before a number and belong to it, though the shell separates them."""
_VIEWS: dict[str, tuple[Callable[[list[Any]], Iterable[str]], Callable[[list[Any]], Any]]] = {
    "coverage": (coverage_lines, coverage_document),
    "switches": (switch_lines, switch_document),
    "register": (register_lines, register_document),
}
"""The lists of rules that can be asked for: as lines, and as JSON."""


@click.command()
@click.argument("numbers", nargs=-1, metavar="[NUMBER]...", shell_complete=complete_rules)
@click.option("--coverage", is_flag=True, help="Count the rules: enforced, partly enforced, and so on.")
@click.option("--switches", is_flag=True, help="List the unsettled rules that house rules can settle.")
@click.option(
    "--register", is_flag=True, help="List the contradictions in the printed game, and how each is ruled here."
)
@click.option("--game", "game_name", default=BUILT_IN, metavar="GAME", shell_complete=complete_games,
              help="Another game: its name, or its directory of data files.")  # fmt: skip
@json_option
def command(
    numbers: tuple[str, ...], coverage: bool, switches: bool, register: bool, game_name: str, as_json: bool
) -> None:
    """Explain a rule, and whether the program enforces it.

    NUMBER is a rule (4.3, S5.3, R9.14, 16.4.1, "Scenario 3") or a chapter (S4, R9). By default all rules are listed.
    """
    own = exclusive_rules(playable_game(game_name))
    catalogue = catalogue_of_set(own.name)
    chosen = _chosen(numbers, catalogue)
    rules = list(chosen.values())
    material: dict[str, list[Any]] = {
        "coverage": rules,
        "switches": [switch for switch in all_switches().values() if switch.rule in chosen],
        "register": [entry for entry in register_of(own) if not chosen.keys().isdisjoint(entry.rules)],
    }
    asked = {"coverage": coverage, "switches": switches, "register": register}
    views = [view for view, is_asked in asked.items() if is_asked]
    if as_json:
        shown = {view: _VIEWS[view][1](material[view]) for view in views}
        emit_json(document(**shown or {"rules": rules_document(rules, catalogue)}))
    elif not views:
        emit(rule_lines(rules, catalogue) if numbers else list_lines(catalogue.chapters))
    for place, view in enumerate([] if as_json else views):
        emit([""] if place else [])
        emit(_VIEWS[view][0](material[view]))


def _chosen(numbers: Sequence[str], catalogue: Catalogue) -> dict[str, Rule]:
    """Return the rules asked for by number, each once; all if none was."""
    if not numbers:
        return dict(catalogue.rules)
    rules: dict[str, Rule] = {}
    problems = []
    for number in _whole_numbers(numbers):
        try:
            rules |= {rule.number: rule for rule in catalogue.find(number)}
        except UnknownRule as error:
            hint = error.similar or "; without a number, all rules are listed"
            problems.append(f"there is no rule {one_line(number, 40)!r}{hint}")
    if problems:
        raise click.BadParameter(". And ".join(problems), param_hint="NUMBER")
    return rules


def _whole_numbers(arguments: Sequence[str]) -> Iterator[str]:
    """Yield the numbers, with the words before them that belong to them: ``Scenario 3``, ``GTS R9.14``."""
    words: list[str] = []
    for argument in arguments:
        words.append(argument)
        if argument.casefold() not in _BOOKS:
            yield " ".join(words)
            words = []
    if words:
        yield " ".join(words)
