"""The arithmetic of fire (series rules R9.2 to R9.16, R10.8): from plain facts to a rating, a line and results.

There is one arithmetic: :mod:`.fire` makes :class:`ShotFacts` from a position, and a shot that is given by options is
:class:`ShotFacts` directly. Every figure is looked up in the game's charts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from ..rule_book import RuleBook
from ..rule_sets import exclusive_rules
from ..ruling import Modifier

__all__ = ["BARRAGE_LEVELS", "MISS", "Mode", "ShotFacts", "ShotSum", "mass_modifier", "shot_results", "shot_sum"]

MISS = "miss"
"""The result of a shot that does not hit."""


class Mode(StrEnum):
    """The mode in which a unit fires."""

    DIRECT = "direct"
    INDIRECT = "indirect"
    OPPORTUNITY = "opportunity"
    ASSAULT = "assault"
    COUNTERBATTERY = "counterbattery"
    AIR = "air"


_RANGED_MODES = frozenset({Mode.DIRECT, Mode.OPPORTUNITY})
"""The modes whose rating the range modifies (R9.11)."""

BARRAGE_LEVELS = ("", "light", "heavy")
"""The words for a barrage marker by its level."""


@dataclass(frozen=True, slots=True)
class ShotFacts:
    """The facts behind a shot's rating. Ratings and ranges are the printed ones of the side that the counter shows."""

    rating: int
    colour: str
    """The weapon class of the rating."""
    mode: Mode = Mode.DIRECT
    fire_range: int | None = None
    """The firer's printed maximum range; None is unlimited."""
    distance: int = 1
    target: str = "unarmoured"
    """``armoured`` or ``unarmoured``."""
    defence: int = 0
    mass: int = 0
    """The steps in the target's hex."""
    other_mass: int | None = None
    """The other possible number of steps, if a face-down unit in the hex hides its own; None if the number is known."""
    firer_column: bool = False
    firer_cohesion: int = 0
    firer_step_loss: bool = False
    """True if the firer has a Step Loss marker: it has lost a step and no reduced side is printed (R2.12)."""
    firer_improved: bool = False
    firer_entrenched: bool = False
    firer_barrage: str = ""
    """Empty, ``light`` or ``heavy``."""
    firer_rows: tuple[str, ...] = ()
    """The game's own rows of the chart of the firer's modifiers that apply."""
    company_bonus: bool = False
    target_column: bool = False
    target_improved: bool = False
    target_entrenched: bool = False
    target_rows: tuple[str, ...] = ()
    """The game's own rows of the chart of the target's modifiers that apply."""
    target_in_park: bool = False
    night: bool = False
    weather: str = "clear"
    zone_to_zone: bool = False
    zone_to_clear: bool = False
    running_from_assault: bool = False
    into_minefield: bool = False
    wrong_ammo: bool = False
    ignores_protection: bool = False
    """True if modifiers that protect the target do not count (R9.16)."""


@dataclass(frozen=True, slots=True)
class ShotSum:
    """A shot's rating and the result of each face of the die."""

    base: int
    modifiers: tuple[Modifier, ...]
    """All applied modifiers, in the order of the rules, zero values left out."""
    unlimited_rating: int
    rating: int
    """The rating within its limits (R9.2)."""
    section: str
    """The section of the Combat Results Table: ``armoured`` or ``unarmoured``."""
    colour: str
    """The line of the Combat Results Table."""
    results: tuple[str, ...]
    """The results of the faces 0 to 9."""
    barrages: tuple[int, ...]
    """The level of the barrage marker that each face places: 0 none, 1 light, 2 heavy."""
    switches: tuple[str, ...] = ()
    """The uncertain rules that the sum depends on."""
    other: ShotSum | None = None
    """The sum under the other assumption about a face-down unit in the target's hex; None if it is the same."""

    def is_certain(self, die: int) -> bool:
        """Return whether a face gives the same result whatever a face-down unit in the hex is (R9.13)."""
        return self.other is None or self.results[die] == self.other.results[die]

    def result(self, die: int) -> str:
        """Return the result of a face: ``miss`` or a code of the table."""
        return self.results[die]

    def barrage(self, die: int) -> str:
        """Return the barrage marker that a face places: empty, ``light`` or ``heavy``."""
        return BARRAGE_LEVELS[self.barrages[die]]

    @property
    def line(self) -> str:
        """The line and the section in words: ``pink, armoured``."""
        return f"{self.colour}, {self.section}"


def shot_sum(facts: ShotFacts, book: RuleBook, extra: tuple[Modifier, ...] = ()) -> ShotSum:
    """Return a shot's rating, line and results (R9.2). *extra* are modifiers that the facts do not cover."""
    return book.memory(_Known).sum(facts, extra)


class _Known:
    """A book's cached data: modifiers of its charts, each made once, and the latest sums."""

    MAX_SUMS = 4096

    def __init__(self, book: RuleBook) -> None:
        self._book = book
        self._modifiers: dict[tuple[str, str, Mode], Modifier | None] = {}
        self._sums: dict[tuple[ShotFacts, tuple[Modifier, ...]], ShotSum] = {}

    def sum(self, facts: ShotFacts, extra: tuple[Modifier, ...]) -> ShotSum:
        """Return the sum of a shot, cached since odds use the same one again and again."""
        key = (facts, extra)
        found = self._sums.get(key)
        if found is None:
            if len(self._sums) >= self.MAX_SUMS:
                self._sums.clear()
            found = self._sums[key] = _sum(facts, self._book, extra)
        return found

    def modifier(self, chart: str, row: str, name: str, mode: Mode) -> Modifier | None:
        """Return the modifier of a chart's row, None if it does not count in a mode of fire."""
        key = (chart, name, mode)
        if key not in self._modifiers:
            self._modifiers[key] = self._make(chart, row, name, mode)
        return self._modifiers[key]

    def _make(self, chart: str, row: str, name: str, mode: Mode) -> Modifier | None:
        book = self._book
        value = book.number(chart, row)
        if not value or mode is Mode.AIR or not book.flag(chart, row, mode):
            return None
        return book.modifier(chart, row, name)


def _sum(facts: ShotFacts, book: RuleBook, extra: tuple[Modifier, ...]) -> ShotSum:
    switches: list[str] = []
    modifiers = (*_modifiers(facts, book, switches), *extra)
    unlimited = facts.rating + sum(modifier.value for modifier in modifiers)
    lowest, highest = (book.number("fire-rating-limits", key) for key in ("lowest-rating", "highest-rating"))
    rating = max(lowest, min(highest, unlimited))
    section, colour = _section(facts, book, switches), _line_colour(facts, book)
    other = None
    if facts.other_mass is not None and mass_modifier(facts.mass, book) != mass_modifier(facts.other_mass, book):
        other = _sum(replace(facts, mass=facts.other_mass, other_mass=None), book, extra)
    return ShotSum(
        base=facts.rating,
        modifiers=modifiers,
        unlimited_rating=unlimited,
        rating=rating,
        section=section,
        colour=colour,
        results=shot_results(book, section, colour, rating),
        barrages=_barrages(facts, book),
        switches=tuple(switches),
        other=other,
    )


# the modifiers, in the order of the rules


def _modifiers(facts: ShotFacts, book: RuleBook, switches: list[str]) -> Iterator[Modifier]:
    if facts.mode is not Mode.AIR:
        yield from _of_chart(book, "fire-modifiers-firer", _firer_rows(facts), facts.mode)
    yield from (m for m in _target_modifiers(facts, book) if not (facts.ignores_protection and m.value < 0))
    if facts.mode in _RANGED_MODES:
        yield from _range_modifier(facts, book, switches)
    mass = mass_modifier(facts.mass, book)
    if mass:
        steps = _mass_words(facts)
        yield Modifier("mass", f"Mass: {steps} steps in the hex", mass, book.rule("mass"), f"mass ({steps} steps)")
    yield from _of_chart(book, "fire-modifiers-opportunity", _opportunity_rows(facts), facts.mode)


def mass_modifier(steps: int, book: RuleBook) -> int:
    """Return the modifier of *steps* steps in the target's hex to the rating (R9.13)."""
    return book.number("mass", book.row_for("mass", "steps", steps))


def _mass_words(facts: ShotFacts) -> str:
    if facts.other_mass is None:
        return str(facts.mass)
    return " or ".join(map(str, sorted((facts.mass, facts.other_mass))))


def _firer_rows(facts: ShotFacts) -> Iterator[tuple[str, str]]:
    """Yield the modifier's name and the chart's row for all facts of the firer (R9.5, R9.6, R9.24; R5.5)."""
    if facts.firer_column:
        yield "firer-column", "column"
    if facts.firer_cohesion:
        yield f"firer-cohesion-{facts.firer_cohesion}", f"cohesion-{facts.firer_cohesion}"
    if facts.firer_step_loss:
        yield "firer-step-loss", "step-loss"
    if facts.firer_barrage:
        yield f"firer-{facts.firer_barrage}-barrage", f"{facts.firer_barrage}-barrage"
    if facts.firer_improved:
        yield "firer-improved-position", "improved-position"
    if facts.firer_entrenched:
        yield "firer-entrenched", "entrenched"
    if facts.night:
        yield "night", "night"
    if facts.weather != "clear":
        yield facts.weather, facts.weather
    for row in facts.firer_rows:
        yield f"firer-{row}", row
    if facts.company_bonus:
        yield "company-bonus", "company-bonus"


def _target_modifiers(facts: ShotFacts, book: RuleBook) -> Iterator[Modifier]:
    """Yield the target's modifiers (R9.7, R9.8). In Column it has no benefit of protective terrain (R7.10)."""
    if facts.defence:
        rule = book.rule("fire-modifiers-target")
        yield Modifier("defence", "Defence Rating of the target", facts.defence, rule, "Defence")
    rows = (
        (facts.target_column, "column"),
        (facts.target_improved, "improved-position"),
        (facts.target_entrenched, "entrenched"),
        *((True, row) for row in facts.target_rows),
        (facts.target_in_park and not facts.target_column, "artillery-park"),
    )
    # an air strike is aimed as Direct Fire is
    mode = Mode.DIRECT if facts.mode is Mode.AIR else facts.mode
    present = ((f"target-{row}", row) for applies, row in rows if applies)
    yield from _of_chart(book, "fire-modifiers-target", present, mode)


def _range_modifier(facts: ShotFacts, book: RuleBook, switches: list[str]) -> Iterator[Modifier]:
    """Yield the range modifier: bands for an unarmoured target (R9.9), the firer's maximum for armour (R9.10)."""
    if facts.target == "armoured":
        chart, row = "range-armoured", _armoured_row(facts, book, switches)
    else:
        chart, row = "range-unarmoured", book.row_for("range-unarmoured", "range", facts.distance)
    value = book.number(chart, row)
    if value:
        title = f"Range {facts.distance} to an {facts.target} target"
        yield Modifier(chart, title, value, book.rule(chart), f"range {facts.distance}")


def _armoured_row(facts: ShotFacts, book: RuleBook, switches: list[str]) -> str:
    if facts.distance <= 1:
        return "adjacent"
    maximum = _maximum_range(facts, book, switches)
    return "within" if maximum is None or facts.distance < maximum else "maximum"


def _maximum_range(facts: ShotFacts, book: RuleBook, switches: list[str]) -> int | None:
    """Return the range that counts as the firer's maximum (R9.10); None is unlimited.

    For Indirect HE that fires directly it is the limit of its Direct Fire (R9.12), unless a switch says otherwise.
    """
    if not book.flag("weapon-modes", facts.colour, "contact"):
        return facts.fire_range
    switches.append("direct-maximum-of-artillery")
    if book.switch("direct-maximum-of-artillery") == "printed-range":
        return facts.fire_range
    limit = book.number("artillery-limits", "direct-range")
    return limit if facts.fire_range is None else min(limit, facts.fire_range)


def _opportunity_rows(facts: ShotFacts) -> Iterator[tuple[str, str]]:
    """Yield the modifiers of the target's move to Opportunity Fire (R9.14; minefield: NQoS 4.3)."""
    rows = (
        (facts.zone_to_zone, "zone-to-zone"),
        (facts.zone_to_clear, "zone-to-clear"),
        (facts.running_from_assault, "running-from-assault"),
        (facts.into_minefield, "into-minefield"),
    )
    return ((row, row) for applies, row in rows if applies)


def _of_chart(book: RuleBook, chart: str, rows: Iterator[tuple[str, str]], mode: Mode) -> Iterator[Modifier]:
    """Yield the modifiers of a chart's rows that count in a mode of fire."""
    known = book.memory(_Known)
    for name, row in rows:
        modifier = known.modifier(chart, row, name, mode)
        if modifier is not None:
            yield modifier


# the table


def _section(facts: ShotFacts, book: RuleBook, switches: list[str]) -> str:
    """Return the section of the table: armoured also for entrenched targets and the like (R9.3, NQoS S4.1, S5.2)."""
    mode = Mode.DIRECT if facts.mode is Mode.AIR else facts.mode
    hardened = facts.target == "armoured" or facts.target_in_park
    hardening = exclusive_rules(book.game).hardening_rows.intersection(facts.target_rows)
    hardened = hardened or any(book.flag("fire-modifiers-target", row, mode) for row in hardening)
    if facts.target_entrenched and not hardened:
        hardened = mode is not Mode.OPPORTUNITY or _keeps_section(book, switches)
    return "armoured" if hardened else "unarmoured"


def _keeps_section(book: RuleBook, switches: list[str]) -> bool:
    """Return whether an Entrenched target of Opportunity Fire is in the armoured section (R9.3, R12.6: uncertain)."""
    switches.append("entrenched-under-opportunity-fire")
    return book.switch("entrenched-under-opportunity-fire") == "armoured"


def _line_colour(facts: ShotFacts, book: RuleBook) -> str:
    """Return the line of the table that a shot uses (R9.4; wrong ammunition: NQoS S3.0, event 4).

    Indirect Fire and Counterbattery Fire use the weapon's own line; any other fire the line for Direct Fire, which
    differs for Indirect HE. Mortars have none: in an assault they keep their own.
    """
    if facts.mode in (Mode.INDIRECT, Mode.COUNTERBATTERY):
        return facts.colour
    if facts.wrong_ammo and book.flag("weapon-modes", facts.colour, "contact"):
        return book.text("weapon-modes", facts.colour, "wrong_ammo_line")
    return book.text("weapon-modes", facts.colour, "direct_line") or facts.colour


def shot_results(book: RuleBook, section: str, colour: str, rating: int) -> tuple[str, ...]:
    """Return the results of the ten faces: one above the rating misses, and so does the one that always does (R9.2)."""
    misses = book.number("fire-rating-limits", "always-misses")
    codes = book.combat_results[section, colour]
    return tuple(MISS if die > rating or die == misses else codes[die] for die in range(10))


def _barrages(facts: ShotFacts, book: RuleBook) -> tuple[int, ...]:
    """Return the level of the barrage marker for each face (R10.7, R10.8): only Indirect Fire places one."""
    if facts.mode is not Mode.INDIRECT:
        return (0,) * 10
    chart = "fire-modifiers-firer"
    rating = facts.rating + sum(
        book.number(chart, row)
        for _, row in _firer_rows(facts)
        if book.flag(chart, row, "barrage_level") and book.flag(chart, row, facts.mode)
    )
    level = 2 if rating >= book.number("barrage", "heavy", "from") else 1
    none = book.number("artillery-limits", "no-barrage")
    return tuple(0 if die == none else level for die in range(10))
