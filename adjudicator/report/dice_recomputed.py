"""The dice of an audit file checked against themselves: their figures are worked out again from their counts.

The tests are worked out again as far as the counts allow. They do not show the order of the dice, on which the test of
repeats rests, nor the other numberings that a total was tested for. No action may have a die that nobody rolled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from ..audit.dice_statistics import (
    DEFAULT_FAMILY_ERROR,
    MAX_TESTED,
    DiceSample,
    SampleError,
    binomial_p_value,
    results_tested,
    significance,
)
from ..audit_file.chain import Basis, Fault, is_same
from .audit_text import die_document

__all__ = ["dice_faults"]

_FACES: Final = 10
"""The faces of the die that all rolls of the rules are made with."""
_REPEATS: Final = "repeats"
_COUNTED: Final = ("mean", "expected_mean", "counts")
_OF_TOTALS: Final = ("name", "observed", "expected")
"""The parts of the test of a total that do not depend on how its dice are numbered."""
_OF_ANY_THRESHOLD: Final = (*_OF_TOTALS, "p_value")


def dice_faults(document: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield where the dice of an audit file, which follows its schema, contradict themselves or its entries."""
    dice = document["dice"]
    tests = sum(len(die["tests"]) for die in dice)
    thresholds = {test["threshold"] for die in dice for test in die["tests"]}
    threshold = _exact(max(thresholds, default=0), tests)
    if len(thresholds) > 1:
        yield Fault("recomputed", None, "the tests of the dice have different thresholds")
    elif tests and threshold is None:
        text = "the threshold of the dice's tests does not follow from their number"
        yield Fault("replay", None, text, Basis.PROGRAM)
    for die in dice:
        name = f"the {die['die']} of {die['player'] or 'nobody'}"
        yield from (Fault("recomputed", None, f"{name}: {each}") for each in _die_problems(die, threshold))
    if not any(each["role"] == "previous" for each in document["inputs"]):
        yield from _unrolled(document["entries"], dice)


def _exact(threshold: float, tests: int) -> Fraction | None:
    """Return the share of the family error that a threshold is; None for another number."""
    shares = round(DEFAULT_FAMILY_ERROR / Fraction(threshold)) if threshold > 0 else 0
    share = DEFAULT_FAMILY_ERROR / shares if shares >= max(tests, 1) else Fraction(0)
    return share if share and float(share) == threshold else None


def _die_problems(die: Mapping[str, Any], threshold: Fraction | None) -> Iterator[str]:
    counted = sum(each["count"] for each in die["counts"])
    if counted != die["results"]:
        yield f"{die['results']} results, its counts make {counted}"
        return
    if die["verdict"] != _verdict_of([test["verdict"] for test in die["tests"]]):
        yield "its verdict is not that of its tests"
    if counted > MAX_TESTED:
        return
    results = tuple(each["face"] for each in die["counts"] for _ in range(each["count"]))
    try:
        sample = DiceSample("", "", die["low"], die["high"], results, die["dice"], in_order=False)
    except SampleError as error:
        yield str(error)
        return
    if not all(map(sample.expects, results)):
        yield "it has results that it cannot show"
    elif len(results_tested(sample)) == len(results):
        yield from _test_problems(die, sample, threshold)


def _verdict_of(verdicts: Sequence[str]) -> str:
    return next((each for each in ("remarkable", "unremarkable") if each in verdicts), "too few rolls")


def _test_problems(die: Mapping[str, Any], sample: DiceSample, threshold: Fraction | None) -> Iterator[str]:
    names = ["sum", *(f"face {face}" for face in range(sample.low, sample.high + 1) if sample.dice == 1)]
    told = [test["name"] for test in die["tests"]]
    if told not in (names, [*names, _REPEATS]):
        yield "it has other tests than a die of this kind"
        return
    family_error = DEFAULT_FAMILY_ERROR if threshold is None else threshold * len(names)
    made = die_document(significance([sample], family_error)[0])
    for key in _COUNTED:
        if not is_same(die[key], made[key]):
            yield f"its {key.replace('_', ' ')} is not that of its results"
    for test, found in zip(die["tests"], made["tests"], strict=False):
        keys = _OF_TOTALS if sample.dice > 1 else _OF_ANY_THRESHOLD if threshold is None else tuple(found)
        if not all(is_same(test[key], found[key]) for key in keys):
            yield f"the test of its {test['name']} does not follow from its results"
    needed = made["tests"][0]["rolls_needed"] + 1
    if told[-1] == _REPEATS and not _may_be_repeats(die["tests"][-1], sample, needed if threshold else None):
        yield "the test of its repeats contradicts itself"


def _may_be_repeats(test: Mapping[str, Any], sample: DiceSample, needed: int | None) -> bool:
    """Return whether a test of the repeats is right for as many of them as it names."""
    trials = max(len(sample.results) - 1, 0)
    if not 0 <= test["observed"] <= trials or not is_same(test["expected"], trials / sample.faces):
        return False
    p_value = binomial_p_value(test["observed"], trials, sample.faces)
    if not is_same(test["p_value"], float(p_value)):
        return False
    if needed is None:
        return True
    is_remarkable = p_value < Fraction(test["threshold"])
    verdict = "remarkable" if is_remarkable else "unremarkable"
    told = verdict if len(sample.results) >= needed else "too few rolls"
    return bool(test["rolls_needed"] == needed and test["verdict"] == told)


def _unrolled(entries: Sequence[Mapping[str, Any]], dice: Sequence[Mapping[str, Any]]) -> Iterator[Fault]:
    """Yield a fault for each die that the entries use more often than it was rolled."""
    of_ten = [die for die in dice if die["high"] - die["low"] + 1 == _FACES]
    if any(die["impossible"] or die["dice"] > 1 for die in of_ten):
        return
    rolled: Counter[int] = Counter()
    for die in of_ten:
        for each in die["counts"]:
            rolled[each["face"] % _FACES] += each["count"]
    used = Counter(each["roll"] for entry in entries for each in entry["resolutions"] if each["roll"] is not None)
    for face in sorted(used - rolled):
        text = f"its entries have {used[face]} dice that show {face}, the logs have {rolled[face]}"
        yield Fault("recomputed", None, text)
