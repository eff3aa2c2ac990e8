"""The search for the cheapest account, held against every script there is, on a toy rule: three rolls, four dice.

The toy rule asks for its rolls one after the other. For each, every die that is left is an option, and so is leaving
the roll out; whether more are asked for hangs on the faces, as it does in the rules. What is left over is charged at
the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.referee.accounts.search import ChoiceSequence, Explanation, KnownRuns, Option, SearchResult, search
from adjudicator.referee.accounts.slips import Level, Slip, Slips, cost_of, cost_of_level

ROLLS, DICE = 3, 4
ENOUGH = 10_000
"""More runs than there are scripts."""
LEFT_OUT = -1
BRUTE_FORCE = settings(max_examples=40, deadline=None)

SLIPS = st.lists(st.sampled_from(sorted(Slip)), max_size=2).map(tuple)


@dataclass(frozen=True)
class ToyRule:
    """Three rolls and four dice, with the slips of every use that they can be put to."""

    faces: tuple[int, ...]
    uses: tuple[tuple[Slips, ...], ...]
    """For each roll and each die the slips of taking it."""
    left_out: tuple[Slips, ...]
    unused: tuple[Slips, ...]

    def options(self, roll: int, taken: Sequence[int]) -> list[Option[int]]:
        """Return the dice that may be taken for a roll, and that none is."""
        left = [Option(die, self.uses[roll][die]) for die in range(DICE) if die not in taken]
        return [*left, Option(LEFT_OUT, self.left_out[roll])]

    def run(self, choices: ChoiceSequence) -> tuple[int, ...]:
        """Return the die that was taken for each roll that was asked for."""
        taken: list[int] = []
        for roll in range(ROLLS):
            die = choices.choose(partial(self.options, roll, taken))
            taken.append(die)
            if die != LEFT_OUT and self.faces[die] % 3 == 0:
                break  # this result asks for no more
        return tuple(taken)

    def charge(self, taken: tuple[int, ...]) -> Slips:
        """Return the slips of the dice that were not taken."""
        return tuple(slip for die in range(DICE) if die not in taken for slip in self.unused[die])

    def all_explanations(self) -> Iterator[Explanation[tuple[int, ...]]]:
        """Yield what every script comes to."""
        waiting: list[tuple[int, ...]] = [()]
        while waiting:
            script = waiting.pop()
            choices = ChoiceSequence(script)
            taken = self.run(choices)
            slips = self.charge(taken)
            yield Explanation(choices.cost + cost_of(slips), choices.slips + slips, taken)
            waiting += [
                (*choices.made[:at], other)
                for at in range(len(script), len(choices.made))
                for other in range(1, len(choices.options[at]))
            ]

    def search(
        self, *, bound: float = float("inf"), margin: float = 0.0, max_runs: int = ENOUGH
    ) -> SearchResult[tuple[int, ...]]:
        """Return what the search finds."""
        return search(self.run, self.charge, bound=bound, margin=margin, max_runs=max_runs)


TOY_RULES = st.builds(
    ToyRule,
    faces=st.tuples(*[st.integers(0, 9)] * DICE),
    uses=st.tuples(*[st.tuples(*[SLIPS] * DICE)] * ROLLS),
    left_out=st.tuples(*[SLIPS] * ROLLS),
    unused=st.tuples(*[SLIPS] * DICE),
)
MARGINS = st.sampled_from([0.0, *map(cost_of_level, Level)])


def results(found: SearchResult[tuple[int, ...]]) -> list[tuple[int, ...]]:
    return [each.result for each in found.found]


@BRUTE_FORCE
@given(TOY_RULES)
def test_every_script_comes_to_another_explanation(rule: ToyRule) -> None:
    taken = [each.result for each in rule.all_explanations()]
    assert len(taken) == len(set(taken))


@BRUTE_FORCE
@given(TOY_RULES)
def test_the_cheapest_explanation_is_found_and_proven(rule: ToyRule) -> None:
    found = rule.search()
    assert found.proven
    assert found.found[0].cost == min(each.cost for each in rule.all_explanations())


@BRUTE_FORCE
@given(TOY_RULES)
def test_an_explanation_has_the_slips_that_it_costs(rule: ToyRule) -> None:
    known = list(rule.all_explanations())
    for each in rule.search(margin=cost_of_level(Level.RARE)).found:
        assert each.cost == pytest.approx(cost_of(each.slips))
        assert each in known


@BRUTE_FORCE
@given(TOY_RULES, MARGINS)
def test_with_a_margin_all_that_cost_less_than_that_more_are_found(rule: ToyRule, margin: float) -> None:
    known = list(rule.all_explanations())
    least = min(each.cost for each in known)
    within = {each.result for each in known if each.cost < least + margin}
    found = rule.search(margin=margin)
    assert found.proven
    assert (
        set(results(found)) == within
        if margin
        else set(results(found)) <= {each.result for each in known if each.cost == least}
    )
    assert len(results(found)) == len(set(results(found)))
    assert [each.cost for each in found.found] == sorted(each.cost for each in found.found)


@BRUTE_FORCE
@given(TOY_RULES, st.floats(0.05, 20), MARGINS)
def test_nothing_is_found_that_costs_as_much_as_the_bound_and_the_margin(
    rule: ToyRule, bound: float, margin: float
) -> None:
    known = list(rule.all_explanations())
    limit = min(bound, *(each.cost for each in known))
    found = rule.search(bound=bound, margin=margin)
    assert found.proven
    if margin:
        assert set(results(found)) == {each.result for each in known if each.cost < limit + margin}
    else:
        assert [each.cost for each in found.found] == [limit] * (limit < bound)


@BRUTE_FORCE
@given(TOY_RULES, MARGINS)
def test_a_known_account_as_bound_leaves_its_rivals_to_be_found(rule: ToyRule, margin: float) -> None:
    """The bound may be what the best explanation costs that is known already: those a little dearer are still found."""
    known = list(rule.all_explanations())
    least = min(each.cost for each in known)
    within = {each.result for each in known if each.cost < least + margin}
    assert set(results(rule.search(bound=least, margin=margin))) == within


@BRUTE_FORCE
@given(TOY_RULES, st.integers(0, 60), MARGINS)
def test_what_is_called_proven_is_so_however_few_the_runs(rule: ToyRule, max_runs: int, margin: float) -> None:
    whole, cut = rule.search(margin=margin), rule.search(margin=margin, max_runs=max_runs)
    if cut.proven:
        assert cut == whole
    else:
        assert not cut.found or cut.found[0].cost >= whole.found[0].cost


@BRUTE_FORCE
@given(TOY_RULES, st.integers(0, 60))
def test_the_judgement_is_run_no_more_often_than_allowed(rule: ToyRule, max_runs: int) -> None:
    runs = 0

    def counted(choices: ChoiceSequence) -> tuple[int, ...]:
        nonlocal runs
        runs += 1
        return rule.run(choices)

    found = search(counted, rule.charge, margin=cost_of_level(Level.NEVER), max_runs=max_runs)
    assert runs <= max_runs
    assert found.proven or runs == max_runs


@BRUTE_FORCE
@given(TOY_RULES)
def test_the_runs_that_a_proof_needs_are_enough_for_it(rule: ToyRule) -> None:
    runs = 0

    def counted(choices: ChoiceSequence) -> tuple[int, ...]:
        nonlocal runs
        runs += 1
        return rule.run(choices)

    whole = search(counted, rule.charge, max_runs=ENOUGH)
    assert rule.search(max_runs=runs) == whole
    assert not rule.search(max_runs=runs - 1).proven


@BRUTE_FORCE
@given(TOY_RULES, st.lists(st.integers(0, 60), max_size=4))
def test_searches_that_share_their_runs_find_the_same_and_run_nothing_twice(rule: ToyRule, bounds: list[int]) -> None:
    runs = 0

    def counted(choices: ChoiceSequence) -> tuple[int, ...]:
        nonlocal runs
        runs += 1
        return rule.run(choices)

    known: KnownRuns[tuple[int, ...]] = {}
    for bound in (60, *bounds):
        shared = search(counted, rule.charge, bound=bound, margin=bound % 7, max_runs=ENOUGH, known=known)
        alone = search(rule.run, rule.charge, bound=bound, margin=bound % 7, max_runs=ENOUGH)
        assert (shared, shared.tried) == (alone, alone.tried)
    assert runs == len(known)


def test_without_a_run_nothing_is_found_and_nothing_proven() -> None:
    found = search(lambda _choices: 0, lambda _result: (), max_runs=0)
    assert found == SearchResult((), proven=False)


def test_a_judgement_without_choices_is_run_once() -> None:
    found = search(lambda choices: choices.cost, lambda _result: (Slip.RULE_BROKEN,), max_runs=1)
    assert found == SearchResult((Explanation(cost_of_level(Level.COMMON), (Slip.RULE_BROKEN,), 0.0),), proven=True)


def test_of_two_options_that_cost_the_same_the_first_one_is_taken() -> None:
    options = [Option("dear", (Slip.STRAY_DIE,)), Option("first"), Option("second")]
    found = search(lambda choices: choices.choose(lambda: options), lambda _result: (), max_runs=ENOUGH)
    assert results_of(found) == ["first"]


def test_of_two_explanations_that_cost_the_same_the_first_one_found_comes_first() -> None:
    options = [Option("first"), Option("second"), Option("dear", (Slip.STRAY_DIE,))]
    found = search(
        lambda choices: choices.choose(lambda: options),
        lambda _result: (),
        margin=cost_of_level(Level.COMMON),
        max_runs=ENOUGH,
    )
    assert results_of(found) == ["first", "second"]


def results_of(found: SearchResult[str]) -> list[str]:
    return [each.result for each in found.found]


def test_the_options_of_a_script_are_worked_out_once() -> None:
    asked: list[str] = []

    def either(made: str) -> list[Option[str]]:
        asked.append(made)
        return [Option("a"), Option("b")]

    def run(choices: ChoiceSequence) -> str:
        first = choices.choose(partial(either, ""))
        return first + choices.choose(partial(either, first))

    found = search(run, lambda _result: (), margin=cost_of_level(Level.COMMON), max_runs=ENOUGH)
    assert sorted(results_of(found)) == ["aa", "ab", "ba", "bb"]
    assert sorted(asked) == ["", "a", "b"]
