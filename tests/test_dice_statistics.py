"""The dice tests are exact and keep their promise: proven by going through every possible result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.audit.dice_statistics import (
    DEFAULT_FAMILY_ERROR,
    MAX_DICE,
    MAX_FACES,
    MAX_TESTED,
    DiceSample,
    DieReport,
    SampleError,
    binomial_p_value,
    binomial_p_values,
    results_tested,
    significance,
    smallest_p_value,
    sum_p_value,
)

Statistic = Callable[[Sequence[int]], int]
SMALL = [(2, 0), (2, 1), (2, 5), (2, 9), (3, 1), (3, 4), (3, 6), (4, 3), (4, 5), (6, 1), (6, 2), (6, 4)]
STATISTICS: list[tuple[str, Statistic]] = [
    ("sum", sum),
    ("face 0", lambda results: results.count(0)),
    ("face 1", lambda results: results.count(1)),
    ("repeats", lambda results: sum(a == b for a, b in pairwise(results))),
]


def all_results(faces: int, rolls: int, low: int = 0) -> Iterable[tuple[int, ...]]:
    return product(range(low, low + faces), repeat=rolls)


def brute_p_values(faces: int, rolls: int, statistic: Statistic) -> tuple[dict[int, Fraction], Counter[int]]:
    """Twice the smaller tail, at most 1, for each value; and how many of all results give it."""
    ways = Counter(statistic(results) for results in all_results(faces, rolls))
    possible = faces**rolls
    values = {
        value: min(
            Fraction(1),
            2 * Fraction(sum(n for v, n in ways.items() if v <= value), possible),
            2 * Fraction(sum(n for v, n in ways.items() if v >= value), possible),
        )
        for value in ways
    }
    return values, ways


def sample(*results: int, low: int = 1, high: int = 6, dice: int = 1) -> DiceSample:
    return DiceSample("Anna", "d6", low, high, results, dice)


def one(*samples: DiceSample) -> DieReport:
    (report,) = significance(samples)
    return report


@pytest.mark.parametrize(("faces", "rolls"), SMALL)
@pytest.mark.parametrize(("name", "statistic"), STATISTICS)
def test_p_values_are_those_of_full_enumeration(faces: int, rolls: int, name: str, statistic: Statistic) -> None:
    expected, _ = brute_p_values(faces, rolls, statistic)
    for results in all_results(faces, rolls):
        die = DiceSample("", "", 0, faces - 1, results)
        (found,) = [test for test in one(die).tests if test.name == name]
        assert found.observed == statistic(results)
        assert found.p_value == expected[found.observed]
    trials = {"sum": rolls, "repeats": max(rolls - 1, 0)}.get(name, rolls)
    for value, p_value in expected.items():
        found_value = sum_p_value(value, rolls, faces) if name == "sum" else binomial_p_value(value, trials, faces)
        assert found_value == p_value


@pytest.mark.parametrize(("faces", "rolls"), SMALL)
@pytest.mark.parametrize(("name", "statistic"), STATISTICS)
def test_the_chance_of_a_p_value_is_at_most_the_p_value(
    faces: int, rolls: int, name: str, statistic: Statistic
) -> None:
    p_values, ways = brute_p_values(faces, rolls, statistic)
    for threshold in p_values.values():
        chance = Fraction(sum(n for value, n in ways.items() if p_values[value] <= threshold), faces**rolls)
        assert chance <= threshold, name


@pytest.mark.parametrize(("faces", "rolls", "dice"), [(2, 3, 2), (3, 2, 3), (2, 4, 2), (4, 2, 2)])
def test_totals_of_several_dice_by_full_enumeration(faces: int, rolls: int, dice: int) -> None:
    expected, _ = brute_p_values(faces, rolls * dice, sum)
    for results in all_results(faces, rolls * dice):
        totals = [sum(results[i : i + dice]) for i in range(0, len(results), dice)]
        (test,) = one(sample(*totals, low=0, high=faces - 1, dice=dice)).tests
        assert test.name == "sum"
        assert test.p_value == expected[sum(results)]


@pytest.mark.parametrize("error", [Fraction(1, 1000), Fraction(1, 20), Fraction(1, 3), Fraction(3, 4)])
def test_a_whole_report_raises_a_false_alarm_no_more_often_than_asked(error: Fraction) -> None:
    alarms = 0
    outcomes = 0
    for first, second in product(all_results(2, 7), all_results(3, 3, low=1)):
        samples = [DiceSample("Anna", "d2", 0, 1, first), DiceSample("Björn", "d3", 1, 3, second)]
        alarms += any(report.verdict == "remarkable" for report in significance(samples, error))
        outcomes += 1
    assert Fraction(alarms, outcomes) <= error
    assert alarms > 0 or error < Fraction(1, 10)


@pytest.mark.parametrize(("faces", "rolls", "dice"), [(2, 8, 1), (3, 6, 1), (4, 4, 1), (2, 4, 2), (3, 3, 2), (2, 3, 3)])
@pytest.mark.parametrize("truth", [0, 1])
def test_an_unknown_numbering_costs_no_more_false_alarms(faces: int, rolls: int, dice: int, truth: int) -> None:
    error = Fraction(1, 3)
    alarms = 0
    for results in all_results(faces, rolls * dice, low=truth):
        values = tuple(sum(results[i : i + dice]) for i in range(0, len(results), dice))
        low = 1 if dice <= min(values) else 0
        if max(values) <= (low + faces - 1) * dice:
            die = DiceSample("", "", low, low + faces - 1, values, dice, other_lows=(1 - low,))
            (report,) = significance([die], error)
            alarms += report.verdict == "remarkable"
    assert Fraction(alarms, faces ** (rolls * dice)) <= error


@pytest.mark.parametrize(("faces", "most", "dice"), [(2, 9, 1), (3, 6, 1), (6, 4, 1), (2, 4, 2), (3, 3, 2)])
@pytest.mark.parametrize("error", [Fraction(1, 2), Fraction(1, 5), Fraction(1, 50)])
def test_too_few_rolls_is_said_exactly_where_nothing_could_be_found(
    faces: int, most: int, dice: int, error: Fraction
) -> None:
    for rolls in range(most + 1):
        smallest: dict[str, Fraction] = {}
        for results in all_results((faces - 1) * dice + 1, rolls):
            (report,) = significance([sample(*results, low=0, high=faces - 1, dice=dice)], error)
            for test in report.tests:
                smallest[test.name] = min(smallest.get(test.name, Fraction(1)), test.p_value)
                assert (test.verdict == "remarkable") == (test.p_value < test.threshold)
        for test in report.tests:
            reachable = smallest[test.name] < test.threshold
            assert reachable == (rolls >= test.rolls_needed) == (test.verdict != "too few rolls")


def test_the_smallest_p_value() -> None:
    assert smallest_p_value(6, 0) == 1
    assert smallest_p_value(6, 1) == Fraction(1, 3)
    assert smallest_p_value(2, 1) == 1
    for faces, rolls in SMALL:
        for _, statistic in STATISTICS[:2]:
            assert smallest_p_value(faces, rolls) == min(brute_p_values(faces, rolls, statistic)[0].values())


def test_sums_of_many_dice_agree_with_plain_convolution() -> None:
    faces, dice = 6, 40
    ways = [1]
    for _ in range(dice):
        wider = [0] * (len(ways) + faces - 1)
        for total, count in enumerate(ways):
            for face in range(faces):
                wider[total + face] += count
        ways = wider
    for total in range(len(ways)):
        tail = min(sum(ways[: total + 1]), sum(ways[total:]))
        assert sum_p_value(total, dice, faces) == min(Fraction(1), Fraction(2 * tail, faces**dice))


@settings(derandomize=True, deadline=None)
@given(st.integers(2, 30), st.integers(0, 300), st.data())
def test_binomial_p_values_agree_with_the_plain_formula(faces: int, trials: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, trials))
    ways = [comb(trials, n) * (faces - 1) ** (trials - n) for n in range(trials + 1)]
    tail = min(sum(ways[: count + 1]), sum(ways[count:]))
    assert binomial_p_value(count, trials, faces) == min(Fraction(1), Fraction(2 * tail, faces**trials))
    assert binomial_p_values([], trials, faces) == {}


@settings(derandomize=True, deadline=None)
@given(st.integers(2, 20), st.integers(1, 30))
def test_p_values_fall_towards_both_ends(faces: int, dice: int) -> None:
    sums = [sum_p_value(total, dice, faces) for total in range(dice * (faces - 1) + 1)]
    middle = len(sums) // 2
    assert sums == sums[::-1]
    assert sums[: middle + 1] == sorted(sums[: middle + 1])
    counts = binomial_p_values(range(dice + 1), dice, faces)
    highest = max(counts.values())
    rising = [counts[n] for n in range(dice + 1) if n * faces <= dice]
    falling = [counts[n] for n in range(dice + 1) if n * faces >= dice]
    assert rising == sorted(rising)
    assert falling == sorted(falling, reverse=True)
    assert highest <= 1


def test_no_samples_and_no_rolls() -> None:
    assert significance([]) == []
    report = one(sample())
    assert (report.rolls, report.mean, report.verdict) == (0, None, "too few rolls")
    assert report.counts == tuple((face, 0) for face in range(1, 7))
    assert report.expected_mean == Fraction(7, 2)
    assert [test.name for test in report.tests] == ["sum", *(f"face {face}" for face in range(1, 7)), "repeats"]
    assert {test.p_value for test in report.tests} == {Fraction(1)}
    assert {test.observed for test in report.tests} == {0}
    (total,) = one(sample(dice=2)).tests
    assert (total.p_value, total.verdict) == (Fraction(1), "too few rolls")


def test_one_roll() -> None:
    report = one(sample(6))
    assert (report.rolls, report.mean, report.verdict) == (1, Fraction(6), "too few rolls")
    by_name = {test.name: test for test in report.tests}
    assert by_name["sum"].p_value == by_name["face 6"].p_value == Fraction(1, 3)
    assert by_name["face 5"].p_value == 1
    repeats = by_name["repeats"]
    assert (repeats.observed, repeats.expected, repeats.p_value) == (0, Fraction(0), Fraction(1))


def test_all_equal() -> None:
    report = one(sample(*[3] * 5))
    assert report.verdict == "too few rolls"
    tests = {test.name: test for test in one(sample(*[3] * 7)).tests}
    assert tests["face 3"].p_value == Fraction(2, 6**7)
    assert tests["face 3"].threshold == DEFAULT_FAMILY_ERROR / 8
    assert (tests["face 3"].rolls_needed, tests["face 3"].verdict) == (6, "remarkable")
    assert (tests["repeats"].rolls_needed, tests["repeats"].observed, tests["repeats"].verdict) == (7, 6, "remarkable")
    assert tests["sum"].verdict == tests["face 1"].verdict == "unremarkable"
    assert one(sample(*[3] * 7)).verdict == "remarkable"


def test_thresholds_are_shared_by_the_whole_report() -> None:
    samples = [sample(1), sample(2, high=10), sample(4, dice=3), DiceSample("", "", 0, 1, (), in_order=False)]
    assert {test.threshold for report in significance(samples) for test in report.tests} == {
        DEFAULT_FAMILY_ERROR / (8 + 12 + 1 + 3)
    }
    doubled = DiceSample("", "", 0, 1, (), other_lows=(1,))
    assert {test.threshold for test in one(doubled).tests} == {DEFAULT_FAMILY_ERROR / 8}
    assert {test.threshold for test in one(DiceSample("", "", 0, 1, (), 2, other_lows=(1,))).tests} == {
        DEFAULT_FAMILY_ERROR
    }


def test_results_that_the_die_cannot_give_are_counted_apart() -> None:
    report = one(sample(0, 3, 7, 3, 10**30, -5, 7))
    assert (report.rolls, report.tested, report.unexpected) == (2, 2, 5)
    assert report.unexpected_values == (0, 7, 10**30, -5)
    assert report.mean == 3
    assert dict(report.counts)[3] == 2
    assert report.tests[-1].observed == 1
    totals = one(sample(1, 2, 12, 13, dice=2))
    assert (totals.counts, totals.unexpected_values, totals.expected_mean) == (((2, 1), (12, 1)), (1, 13), Fraction(7))
    assert len(one(sample(*range(100, 200))).unexpected_values) == 10


def test_dice_that_start_at_another_face() -> None:
    zero, one_up = one(sample(0, 9, 9, low=0, high=9)), one(sample(1, 10, 10, high=10))
    assert [test.p_value for test in zero.tests] == [test.p_value for test in one_up.tests]
    assert (zero.expected_mean, one_up.expected_mean) == (Fraction(9, 2), Fraction(11, 2))
    assert zero.counts[0] == (0, 1)
    negative = one(sample(-1, -1, low=-1, high=1))
    assert (negative.mean, negative.tests[0].observed, negative.tests[0].p_value) == (Fraction(-1), -2, Fraction(2, 9))


def test_long_runs_are_tested_on_their_first_results() -> None:
    run = sample(*[1, 2, 3, 4, 5, 6] * 2_000, *[6] * 500)
    report = one(run)
    assert (report.rolls, report.tested) == (12_500, MAX_TESTED)
    assert results_tested(run) == run.results[:MAX_TESTED]
    assert dict(report.counts)[6] == 2_500
    assert {test.name for test in report.tests if test.verdict == "remarkable"} == {"repeats"}
    assert one(sample(*[500] * 1_000, high=MAX_FACES)).tested == 200
    assert one(sample(*[7] * 6_000, dice=2)).tested == 5_000


@pytest.mark.parametrize(
    ("low", "high", "dice"), [(1, 1, 1), (1, 0, 1), (5, 1, 1), (1, MAX_FACES + 1, 1), (1, 6, 0), (1, 6, MAX_DICE + 1)]
)
def test_dice_that_cannot_be_tested(low: int, high: int, dice: int) -> None:
    with pytest.raises(SampleError, match="cannot be tested"):
        DiceSample("", "", low, high, (), dice)


@pytest.mark.parametrize("error", [Fraction(0), Fraction(1), Fraction(-1, 2), Fraction(3)])
def test_errors_out_of_range(error: Fraction) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        significance([], error)


def test_sums_out_of_range() -> None:
    for total in (-1, 11):
        with pytest.raises(SampleError, match="cannot sum"):
            sum_p_value(total, 2, 6)
