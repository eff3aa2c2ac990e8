"""The objections of the rules to a shot given by plain facts: its sum is valid, but no unit could make the shot."""

from __future__ import annotations

from collections.abc import Iterator

from .rule_book import RuleBook
from .rule_sets import refusal_of
from .ruling import Finding
from .series.fire_sums import Mode, ShotFacts

__all__ = ["least_distance", "plain_findings"]

_FIRER, _TARGET = "the firer", "the target"
_LIMITS = "fire-range-limits"
_RANGED = frozenset({Mode.DIRECT, Mode.OPPORTUNITY, Mode.INDIRECT})


def least_distance(book: RuleBook, colour: str, mode: Mode) -> int:
    """Return the least distance of a target: Indirect HE needs some distance for Indirect Fire (R10.1, NQoS 1.0)."""
    is_far = mode is Mode.INDIRECT and book.flag("weapon-modes", colour, "contact")
    return book.number("artillery-limits", "indirect-range") if is_far else 1


def plain_findings(facts: ShotFacts, book: RuleBook) -> Iterator[Finding]:
    """Yield the findings against a shot: weapon (R8.4, R10.1), distance (R9.1, NQoS 1.0), ammunition (NQoS S3.0)."""
    column = "indirect" if facts.mode is Mode.COUNTERBATTERY else facts.mode.value
    artillery = book.flag("weapon-modes", facts.colour, "contact")
    if facts.mode is not Mode.ASSAULT and not book.flag("weapon-modes", facts.colour, column):
        yield _finding(book, f"weapon-not-{column}", unit=_FIRER, weapon=book.game.weapons[facts.colour].name)
    if facts.wrong_ammo and artillery and facts.mode in (Mode.INDIRECT, Mode.COUNTERBATTERY):
        yield _finding(book, "wrong-ammo-fires-directly", unit=_FIRER)
    if facts.mode not in _RANGED:
        return
    figures = {"unit": _FIRER, "target": _TARGET, "distance": facts.distance}
    limit, name = min(_limits(facts, book), default=(facts.distance, ""))
    if facts.distance > limit:
        yield _finding(book, name, range=limit, **figures)
    least = least_distance(book, facts.colour, facts.mode)
    if facts.distance < least:
        yield _finding(book, "too-near-for-indirect-fire", least=least, **figures)


def _limits(facts: ShotFacts, book: RuleBook) -> Iterator[tuple[int, str]]:
    """Yield each limit of the firer's range, and the refusal beyond it (R5.4, R5.5, R8.5, R8.6, R8.8)."""
    if facts.fire_range is not None:
        yield facts.fire_range, "out-of-range"
    if book.flag("weapon-modes", facts.colour, "contact") and facts.mode is not Mode.INDIRECT:
        yield book.number("artillery-limits", "direct-range"), "too-far-for-direct-fire"
    exempt = book.flag("weapon-modes", facts.colour, "indirect")
    for row in (("night",) if facts.night else ()) + ((facts.weather,) if facts.weather != "clear" else ()):
        free = exempt and book.flag(_LIMITS, row, "indirect_exempt")
        if not free or (row == "sandstorm" and book.switch("sandstorm-artillery-range") == "limited"):
            yield book.number(_LIMITS, row, "range"), "range-cut-by-sight"
    if facts.firer_barrage:
        yield book.number(_LIMITS, "barrage", "range"), "range-cut-by-barrage"


def _finding(book: RuleBook, name: str, **figures: object) -> Finding:
    refusal = refusal_of(book.game, name)
    return Finding(refusal.rule.format(**figures), name, refusal.text.format(**figures))
