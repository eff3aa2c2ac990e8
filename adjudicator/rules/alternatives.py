"""The dependence of refusals on uncertain rules: the action is judged again under the other choices of those it met.

A rule on which the sources are uncertain is a switch. Whatever is refused only because of the choice that is supposed,
as long as the players have not agreed on one, is undecided: some other choice would lift it. What is refused under
every choice stays illegal. Only the switches that were really asked for are tried, one by one and then together.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final, TypeVar

from ..game.play import Roll, RollPurpose
from .chance import HARMLESS_FACES, MissingRoll, Recorded
from .judgement import Judgement
from .refusals import series_refusals
from .rule_book import RuleBook
from .ruling import Alternative, Finding, Ruling, Verdict
from .switches import Choice, all_switches

__all__ = ["Indulgent", "Judged", "Trial", "judged_under", "with_alternatives"]

T = TypeVar("T")

_MAX_TRIALS: Final = 256
_MAX_TOGETHER: Final = 4
"""The greatest number of switches that are changed at once."""
_NOT_NEEDED: Final = "die-not-needed"
_TOO_MANY: Final = "choices-not-exhausted"

Settings = frozenset[tuple[str, Choice]]


class Indulgent(Recorded):
    """The rolls of an action; a missing roll has the most harmless face, and is noted."""

    def __init__(self, rolls: Iterable[Roll], missing: set[tuple[RollPurpose, str]] | None = None) -> None:
        super().__init__(rolls)
        self.missing = set[tuple[RollPurpose, str]]() if missing is None else missing
        """The rolls that were needed and not made: purpose and unit."""

    def roll(
        self, purpose: RollPurpose, unit: str, outcomes: Sequence[T], bought: T | None = None
    ) -> tuple[int | None, T]:
        """Return the next roll for this purpose and unit, or the face that changes least.

        Raises MissingRoll if there is a roll that does not count: a Command Point that cannot be paid.
        """
        try:
            return super().roll(purpose, unit, outcomes, bought)
        except MissingRoll:
            if self.is_tried(purpose, unit):  # a Command Point that cannot be paid
                raise
        self.missing.add((purpose, unit))
        face = HARMLESS_FACES.get(purpose, 0)
        return face, outcomes[face]

    def part(self, rolls: Iterable[Roll]) -> Indulgent:
        """Return the dice of a part of the action."""
        return Indulgent(rolls, self.missing)


@dataclass(frozen=True, slots=True)
class Judged:
    """The findings on an action under some choices."""

    findings: tuple[Finding, ...]
    asked: frozenset[str]
    """The switches that were asked for."""
    traits: tuple[object, ...]
    """The traits by which two judgements differ: if all are the same, the different choice does not matter."""
    missing: frozenset[tuple[RollPurpose, str]]
    """The dice that were needed and not rolled."""

    def refusals(self, waived: Collection[str]) -> tuple[Finding, ...]:
        """Return the findings for which the action is illegal."""
        return tuple(f for f in self.findings if f.verdict is Verdict.ILLEGAL and f.rule not in waived)


Trial = Callable[[RuleBook], Judged]
"""A function that judges the action by a rule book."""


def judged_under(book: RuleBook, dice: Indulgent, judge: Callable[[], Judgement]) -> Judged:
    """Return the findings of a judgement with *dice*, and the switches that it asked *book* for."""
    with book.consultations() as asked:
        judgement = judge()
    traits = (tuple(judgement.findings), tuple(judgement.resolutions))
    return Judged(tuple(judgement.findings), frozenset(asked), traits, frozenset(dice.missing))


def with_alternatives(ruling: Ruling, first: Judged, book: RuleBook, trial: Trial, *, is_rolled: bool) -> Ruling:
    """Return a ruling in which a finding is illegal only if it holds under every choice of the uncertain rules.

    *first* are the findings under the supposed choices, with the same dice as in each *trial*. *is_rolled*: dice have
    been rolled for the action; a choice by which others were needed is not the one that its player went by.
    """
    wrong = first.refusals(book.house_rules.waived)
    if not wrong:
        return ruling
    search = _Search(book, trial, first, is_rolled=is_rolled)
    search.run()
    if search.is_cut_off:
        ruling = replace(ruling, findings=(*ruling.findings, search.cut_off_finding()))
    findings = tuple(_reviewed(finding, search, book) for finding in ruling.findings)
    return replace(ruling, verdict=_verdict(findings, book), findings=findings)


def _verdict(findings: Iterable[Finding], book: RuleBook) -> Verdict:
    found = {finding.verdict for finding in findings if finding.rule not in book.house_rules.waived}
    return next((each for each in (Verdict.ILLEGAL, Verdict.UNDECIDED) if each in found), Verdict.LEGAL)


def _reviewed(finding: Finding, search: _Search, book: RuleBook) -> Finding:
    """Return a finding, left open if another choice lifts it, and the action is not illegal for it in any case."""
    if finding.verdict is not Verdict.ILLEGAL or finding.rule in book.house_rules.waived:
        return finding
    lifting = search.lifting(finding)
    if search.is_cut_off and not lifting:
        return replace(finding, verdict=Verdict.UNDECIDED, switch="")
    if not lifting:
        agreed = finding.switch if book.house_rules.is_agreed(finding.switch) else ""
        return replace(finding, switch=agreed)
    first = next(switch for switch in all_switches() if any(switch in dict(each) for each in lifting))
    alternatives = tuple(search.alternatives(lifting))
    return replace(finding, verdict=Verdict.UNDECIDED, switch=first, alternatives=alternatives)


class _Search:
    """The trials of one action: under each other choice of one switch, then of several, until one lifts the refusal."""

    def __init__(self, book: RuleBook, trial: Trial, first: Judged, *, is_rolled: bool) -> None:
        self._book, self._trial = book, trial
        self._waived = book.house_rules.waived
        self._tried: dict[Settings, Judged] = {frozenset(): first}
        self._is_rolled = is_rolled
        self.is_cut_off = False

    def run(self) -> None:
        """Try the choices, those of fewer switches first; a choice that changes nothing is not pursued."""
        frontier: list[Settings] = [frozenset()]
        for _ in range(_MAX_TOGETHER):
            frontier = [new for settings in frontier for new in self._try_next(settings)]
            if not frontier or self._is_lifted() or self.is_cut_off:
                return

    def _try_next(self, settings: Settings) -> Iterator[Settings]:
        before = self._tried[settings]
        for switch, choice in self._other_choices(before.asked, settings):
            new = settings | {(switch, choice)}
            if new in self._tried:
                continue
            if len(self._tried) > _MAX_TRIALS:
                self.is_cut_off = not self._is_lifted()
                return
            judged = self._tried[new] = self._trial(self._book.supposing(dict(new)))
            if judged.traits != before.traits or judged.asked != before.asked:
                yield new

    def _other_choices(self, asked: Collection[str], settings: Settings) -> Iterator[tuple[str, Choice]]:
        taken = dict(settings)
        for switch in sorted(asked):
            if switch in taken or self._book.house_rules.is_agreed(switch):
                continue
            for choice in all_switches()[switch].choices:
                if choice != self._book.switch(switch):
                    yield switch, choice

    def _is_lifted(self) -> bool:
        return any(self._is_clean(judged) for judged in self._tried.values())

    def _is_clean(self, judged: Judged) -> bool:
        return not self._wrong(judged) and not self._lacks_dice(judged)

    def _lacks_dice(self, judged: Judged) -> bool:
        return self._is_rolled and not judged.missing <= self._tried[frozenset()].missing

    def _wrong(self, judged: Judged) -> tuple[Finding, ...]:
        """Return the refusals of a trial; dice that only another choice makes superfluous do not count against it."""
        known = {finding.name for finding in self._tried[frozenset()].refusals(self._waived)}
        return tuple(f for f in judged.refusals(self._waived) if f.name != _NOT_NEEDED or _NOT_NEEDED in known)

    # the result

    def lifting(self, finding: Finding) -> list[Settings]:
        """Return the fewest choices that lift a finding: with all others, or beside one that holds in any case."""
        lifted = [settings for settings, judged in self._tried.items() if self._is_clean(judged)]
        if not lifted and self._standing() - {finding.name}:
            lifted = [
                settings for settings, judged in self._tried.items()
                if not self._lacks_dice(judged) and all(found.name != finding.name for found in self._wrong(judged))
            ]  # fmt: skip
        fewest = min(map(len, lifted), default=0)
        return [settings for settings in lifted if len(settings) == fewest]

    def _standing(self) -> set[str]:
        """Return the names of the findings that hold under every choice that was tried."""
        names = ({finding.name for finding in self._wrong(judged)} for judged in self._tried.values())
        return set.intersection(*names)

    def alternatives(self, lifting: Collection[Settings]) -> Iterator[Alternative]:
        """Yield the outcome of each choice of the switches that lift a finding, the supposed choice first."""
        switches = {switch for settings in lifting for switch, _ in settings}
        own = frozenset((switch, self._book.switch(switch)) for switch in switches)
        told = [
            settings for settings in self._tried
            if settings and {switch for switch, _ in settings} <= switches
        ]  # fmt: skip
        for settings in (frozenset[tuple[str, Choice]](), *sorted(told, key=lambda each: (len(each), _in_order(each)))):
            judged = self._tried[settings]
            wrong = self._wrong(judged)
            open_ones = judged.missing or any(found.verdict is Verdict.UNDECIDED for found in judged.findings)
            verdict = Verdict.ILLEGAL if wrong else Verdict.UNDECIDED if open_ones else Verdict.LEGAL
            texts = tuple(dict.fromkeys(finding.text for finding in wrong))
            yield Alternative(tuple(sorted(settings or own, key=lambda each: each[0])), verdict, texts)

    def cut_off_finding(self) -> Finding:
        """Return the finding that not all choices could be tried."""
        refusal = series_refusals()[_TOO_MANY]
        asked = sorted(set(chain.from_iterable(judged.asked for judged in self._tried.values())))
        return Finding(refusal.rule, refusal.name, refusal.text.format(switches=", ".join(asked)), Verdict.UNDECIDED)


def _in_order(settings: Settings) -> list[tuple[int, int]]:
    """Return a key that sorts choices as the switches and their choices are listed."""
    switches: Mapping[str, int] = {name: number for number, name in enumerate(all_switches())}
    return sorted((switches[name], all_switches()[name].choices.index(choice)) for name, choice in settings)
