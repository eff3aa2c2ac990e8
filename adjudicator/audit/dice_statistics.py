"""Exact significance tests for dice: is a run of results unusual for a fair die?

Pure functions of lists of integers; nothing here knows VASSAL. Every p-value is an exact fraction,
counted with whole numbers under the hypothesis that each face of the die is equally likely and each
roll independent of the others. Three kinds of test are made:

- ``sum``: the sum of the results (the same as their mean), from the exact distribution of the sum;
- ``face``: how often one face came up, binomial with 1/k; one test for each face;
- ``repeats``: how often a result equals the one before. For a fair die these are independent events
  of chance 1/k each, so the count is binomial with one trial fewer than there are results.

For totals of several dice only the sum is tested. All tests are two-sided: twice the smaller tail,
at most 1, so a p-value of x or less has a chance of at most x. A report holds all players and dice,
and each of its tests is compared with the error of the whole report divided by the number of tests
(Bonferroni), so the chance of any false alarm in one report is at most the error asked for.

Very long runs are tested on their first results only, see :func:`results_tested`: still exact, but
coarser. Work and memory stay small whatever is given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb, prod
from typing import Literal

__all__ = [
    "DEFAULT_FAMILY_ERROR",
    "MAX_DICE",
    "MAX_FACES",
    "MAX_TESTED",
    "DiceSample",
    "DieReport",
    "SampleError",
    "SignificanceTest",
    "TestKind",
    "Verdict",
    "binomial_p_value",
    "binomial_p_values",
    "results_tested",
    "significance",
    "smallest_p_value",
    "sum_p_value",
]

MAX_FACES = 1_000
"""The largest number of faces of a die that is tested."""
MAX_DICE = 1_000
"""The largest number of dice whose totals are tested."""
MAX_TESTED = 10_000
"""The largest number of single dice that enter one test."""
_MAX_WORK = 200_000
"""The largest product of faces and single dice in one test; keeps a d1000 as quick as a d6."""
_SHOWN_UNEXPECTED = 10

DEFAULT_FAMILY_ERROR = Fraction(1, 1000)
"""The greatest chance that a report on fair dice calls anything remarkable."""

TestKind = Literal["sum", "face", "repeats"]
Verdict = Literal["unremarkable", "remarkable", "too few rolls"]


class SampleError(ValueError):
    """A sample or an error level that cannot be tested; the message says what is allowed."""


@dataclass(frozen=True, slots=True)
class DiceSample:
    """The results of one player with one kind of die, in the order in which they were rolled.

    The faces are ``low`` to ``high``. Each of ``results`` is one die, or, where ``dice`` is above 1,
    the total of that many dice. ``in_order`` is False when results may have been sorted after the
    roll; the repeats are then not tested. ``other_lows`` are further numberings that the die may have
    had, where ``low`` was chosen because the results fit it (0-9 or 1-10). They keep the promise about
    false alarms: the tests of single dice then count once for each numbering, the sum of totals is
    remarkable only if it is so under each numbering that fits. Raises :class:`SampleError` for faces
    or dice out of bounds.
    """

    player: str
    die: str
    low: int
    high: int
    results: tuple[int, ...]
    dice: int = 1
    in_order: bool = True
    other_lows: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not 2 <= self.faces <= MAX_FACES:
            raise SampleError(f"a die of {self.faces:,} faces cannot be tested (2 to {MAX_FACES:,} can)")
        if not 1 <= self.dice <= MAX_DICE:
            raise SampleError(f"totals of {self.dice:,} dice cannot be tested (1 to {MAX_DICE:,} can)")

    @property
    def faces(self) -> int:
        """The number of faces of one die."""
        return self.high - self.low + 1

    def expects(self, result: int, low: int | None = None) -> bool:
        """Return whether *result* is possible with these dice, numbered from *low* if it is given."""
        lowest = (self.low if low is None else low) * self.dice
        return lowest <= result <= lowest + (self.faces - 1) * self.dice


@dataclass(frozen=True, slots=True)
class SignificanceTest:
    """One test of one sample.

    ``face`` is the face that was counted, None for the other kinds. ``observed`` is the sum, the
    count of the face or the number of repeats; ``expected`` its mean for a fair die. The verdict is
    ``remarkable`` if ``p_value`` is below ``threshold`` and ``too few rolls`` if no result of that few
    rolls could have been; ``rolls_needed`` is the least number of rolls with which one could.
    """

    kind: TestKind
    face: int | None
    observed: int
    expected: Fraction
    p_value: Fraction
    threshold: Fraction
    verdict: Verdict
    rolls_needed: int

    @property
    def name(self) -> str:
        """The test's name as it is printed: ``sum``, ``face 6`` or ``repeats``."""
        return self.kind if self.face is None else f"{self.kind} {self.face}"


@dataclass(frozen=True, slots=True)
class DieReport:
    """The report on the results of one sample, and its tests.

    ``rolls`` counts the results that the die can give, ``tested`` those of them that entered the
    tests. ``counts`` pairs each face with its number of results; for totals, each total that came up.
    ``unexpected`` counts the results that the die cannot give; they are left out of everything else,
    and ``unexpected_values`` shows the first ten different ones. ``mean`` is None without rolls.
    """

    player: str
    die: str
    low: int
    high: int
    dice: int
    rolls: int
    tested: int
    counts: tuple[tuple[int, int], ...]
    mean: Fraction | None
    expected_mean: Fraction
    unexpected: int
    unexpected_values: tuple[int, ...]
    tests: tuple[SignificanceTest, ...]

    @property
    def verdict(self) -> Verdict:
        """The verdict on the die: remarkable if any test is, too few rolls if all tests say so."""
        verdicts = {test.verdict for test in self.tests}
        if "remarkable" in verdicts:
            return "remarkable"
        return "unremarkable" if "unremarkable" in verdicts else "too few rolls"


def _two_sided(tail: int, possible: int) -> Fraction:
    """Return twice the smaller tail (*tail* of *possible* equally likely cases), at most 1."""
    return min(Fraction(2 * tail, possible), Fraction(1))


def sum_p_value(total: int, dice: int, faces: int) -> Fraction:
    """Return the exact two-sided p-value of the sum of *dice* fair dice.

    The dice are numbered 0 to *faces* - 1 here, so *total* lies in 0 to *dice* x (*faces* - 1);
    *dice* may be 0. The distribution is symmetric, so the smaller tail is counted from 0 up, by
    inclusion and exclusion over the dice that would exceed their faces: the number of ways to a sum
    of at most s is the sum over j of (-1)^j C(n, j) C(s - jk + n, n). Each term follows from the one
    before by whole-number factors.
    """
    s = min(total, dice * (faces - 1) - total)
    if s < 0:
        raise SampleError(f"{dice:,} dice of {faces:,} faces cannot sum to {total:,}")
    m = s + dice
    term = ways = comb(m, dice)
    for j in range(1, s // faces + 1):
        above = (dice - j + 1) * prod(range(m - dice - faces + 1, m - dice + 1))
        below = j * prod(range(m - faces + 1, m + 1))
        term = term * above // below
        ways += -term if j % 2 else term
        m -= faces
    return _two_sided(ways, faces**dice)


def binomial_p_values(counts: Iterable[int], trials: int, faces: int) -> dict[int, Fraction]:
    """Return the exact two-sided p-value of each number of successes in *counts*.

    There are *trials* (0 or more) trials of chance 1/*faces* (*faces* of 2 or more); each count lies
    in 0 to *trials*. One pass serves all counts.
    """
    wanted = set(counts)
    possible = faces**trials
    term = (faces - 1) ** trials
    before = 0
    values: dict[int, Fraction] = {}
    for count in range(max(wanted, default=-1) + 1):
        if count in wanted:
            values[count] = _two_sided(min(before + term, possible - before), possible)
        before += term
        term = term * (trials - count) // ((count + 1) * (faces - 1))
    return values


def binomial_p_value(count: int, trials: int, faces: int) -> Fraction:
    """Return the exact two-sided p-value of one *count*, see :func:`binomial_p_values`."""
    return binomial_p_values([count], trials, faces)[count]


def smallest_p_value(faces: int, trials: int) -> Fraction:
    """Return the smallest p-value that *trials* single dice or trials can give; the same for all tests.

    It belongs to the rarest outcome of each test: all dice at one end, all of one face, all repeats.
    """
    return _two_sided(1, faces**trials)


def results_tested(sample: DiceSample) -> tuple[int, ...]:
    """Return the results of *sample* that are tested.

    Results that the dice cannot give are left out. Of the others the first are taken, as many as
    have at most :data:`MAX_TESTED` single dice, fewer for a die of more than 20 faces.
    """
    dice = min(MAX_TESTED, _MAX_WORK // sample.faces)
    possible = tuple(result for result in sample.results if sample.expects(result))
    return possible[: dice // sample.dice]


@dataclass(frozen=True, slots=True)
class _Measured:
    """One test before it is compared with a threshold; *spare* rolls and *dice* per roll make its trials."""

    kind: TestKind
    face: int | None
    observed: int
    expected: Fraction
    p_value: Fraction
    dice: int = 1
    spare: int = 0


def _test_count(sample: DiceSample) -> int:
    """Return the number of tests that *sample* adds to the report."""
    if sample.dice > 1:
        return 1
    return (1 + sample.faces + sample.in_order) * (1 + len(sample.other_lows))


def _lows(sample: DiceSample, results: Sequence[int]) -> list[int]:
    """Return the numberings under which the sum is tested: for totals, all that fit the *results*."""
    others = sample.other_lows if sample.dice > 1 else ()
    return [sample.low, *(low for low in others if all(sample.expects(each, low) for each in results))]


def _measure_sum(sample: DiceSample, results: Sequence[int]) -> _Measured:
    observed, dice = sum(results), len(results) * sample.dice
    lows = _lows(sample, results)
    p_value = max(sum_p_value(observed - low * dice, dice, sample.faces) for low in lows)
    expected = Fraction(dice * (sample.low + sample.high), 2)
    return _Measured("sum", None, observed, expected, p_value, dice=sample.dice)


def _measure_faces(sample: DiceSample, results: Sequence[int]) -> list[_Measured]:
    counts = Counter(results)
    faces = range(sample.low, sample.high + 1)
    p_values = binomial_p_values((counts[face] for face in faces), len(results), sample.faces)
    expected = Fraction(len(results), sample.faces)
    return [_Measured("face", face, counts[face], expected, p_values[counts[face]]) for face in faces]


def _measure_repeats(sample: DiceSample, results: Sequence[int]) -> _Measured:
    trials = max(len(results) - 1, 0)
    observed = sum(first == second for first, second in pairwise(results))
    p_value = binomial_p_value(observed, trials, sample.faces)
    return _Measured("repeats", None, observed, Fraction(trials, sample.faces), p_value, spare=1)


def _measure(sample: DiceSample, results: Sequence[int]) -> list[_Measured]:
    """Make every test of *sample*, as many as :func:`_test_count` says for one numbering."""
    measured = [_measure_sum(sample, results)]
    if sample.dice == 1:
        measured += _measure_faces(sample, results)
        if sample.in_order:
            measured.append(_measure_repeats(sample, results))
    return measured


def _trials_needed(faces: int, threshold: Fraction) -> int:
    """Return the least number of trials whose smallest p-value is below *threshold*."""
    trials, cases = 1, faces
    while 2 * threshold.denominator >= threshold.numerator * cases:
        trials, cases = trials + 1, cases * faces
    return trials


def _judge(measured: _Measured, rolls: int, trials_needed: int, threshold: Fraction) -> SignificanceTest:
    """Compare one test of *rolls* rolls with *threshold*."""
    rolls_needed = -(-trials_needed // measured.dice) + measured.spare
    verdict: Verdict = "too few rolls"
    if rolls >= rolls_needed:
        verdict = "remarkable" if measured.p_value < threshold else "unremarkable"
    return SignificanceTest(
        measured.kind, measured.face, measured.observed, measured.expected, measured.p_value,
        threshold, verdict, rolls_needed,
    )  # fmt: skip


def _count(sample: DiceSample, possible: Sequence[int]) -> tuple[tuple[int, int], ...]:
    counts = Counter(possible)
    values = range(sample.low, sample.high + 1) if sample.dice == 1 else sorted(counts)
    return tuple((value, counts[value]) for value in values)


def _report(sample: DiceSample, threshold: Fraction) -> DieReport:
    possible = [result for result in sample.results if sample.expects(result)]
    unexpected = [result for result in sample.results if not sample.expects(result)]
    tested = results_tested(sample)
    needed = _trials_needed(sample.faces, threshold)
    return DieReport(
        player=sample.player,
        die=sample.die,
        low=sample.low,
        high=sample.high,
        dice=sample.dice,
        rolls=len(possible),
        tested=len(tested),
        counts=_count(sample, possible),
        mean=Fraction(sum(possible), len(possible)) if possible else None,
        expected_mean=Fraction(sample.dice * (sample.low + sample.high), 2),
        unexpected=len(unexpected),
        unexpected_values=tuple(dict.fromkeys(unexpected))[:_SHOWN_UNEXPECTED],
        tests=tuple(_judge(test, len(tested), needed, threshold) for test in _measure(sample, tested)),
    )


def significance(samples: Sequence[DiceSample], family_error: Fraction = DEFAULT_FAMILY_ERROR) -> list[DieReport]:
    """Test every sample; return one report for each, in the same order.

    *family_error* (above 0, below 1) is the greatest chance that fair dice give any remarkable test
    in the whole list. It is shared equally among all tests, those with too few rolls included.
    Raises :class:`SampleError` for another *family_error*.
    """
    if not 0 < family_error < 1:
        raise SampleError(f"the error of the report is {family_error}; it must be between 0 and 1")
    tests = sum(_test_count(sample) for sample in samples)
    return [_report(sample, Fraction(family_error) / tests) for sample in samples]
