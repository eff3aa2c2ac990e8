"""The costs of a step and of a whole way in the desert, by parts (D.2, D.2A, 2.21, 3.3, 4.3, 5.2 to 5.6, 6.3, 7.3,
7.511, 8.5, 9.1, 11.73, 12.45, 12.51, 13.1 to 13.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from ...game.provenance import Source
from ..ruling import Finding, Modifier, Ruling
from .bog import StopRoll, rolls_for
from .conditions import Conditions, Mover
from .findings import illegal, ruling, undecided
from .questions import ask, questions
from .terrain import Cost, DesertHex, Terrain

__all__ = ["End", "Step", "Way", "step_cost", "way"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step with its cost and its rolls."""

    hex: DesertHex
    parts: tuple[Modifier, ...]
    total: int | None
    """None if a figure is missing or the step is not allowed."""
    spent: int | None
    """The points that the unit spends: the total, or more if it states more; None too if it states less than needed."""
    rolls: tuple[StopRoll, ...]
    dust: str
    """``yes``, ``no`` or ``open``: a vehicle leaves Vehicle Dust behind in the hex that it left (11.74)."""
    findings: tuple[Finding, ...]
    estimated: tuple[str, ...]
    """The titles of the estimated figures in the step."""


@dataclass(frozen=True, slots=True)
class End:
    """One of the ways in which a move can end."""

    step: int
    """The number of the step, counted from 1; 0 for a move that goes through."""
    result: str
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Way:
    """A whole way."""

    mover: Mover
    start: DesertHex
    steps: tuple[Step, ...]
    total: int | None
    ends: tuple[End, ...]
    """Every end with its exact chance; they add up to 1."""
    ruling: Ruling

    @property
    def ruling_with_dust(self) -> Ruling:
        """The ruling where Vehicle Dust is asked for too: a step that leaves it open is undecided (11.74)."""
        return ruling(self.ruling.findings, left_open=any(step.dust == "open" for step in self.steps))

    @property
    def estimated(self) -> tuple[str, ...]:
        """The titles of the estimated figures in the total, each once."""
        return tuple(dict.fromkeys(title for step in self.steps for title in step.estimated))


@dataclass(slots=True)
class _Sum:
    """The parts of a step while they are collected."""

    mover: Mover
    conditions: Conditions
    tables: Terrain
    parts: list[Modifier] = field(default_factory=list)
    lowered: int = 0
    """The sum of the costs that a track lowers."""
    findings: list[Finding] = field(default_factory=list)
    estimated: list[str] = field(default_factory=list)
    is_open: bool = False

    def add(self, name: str, times: int = 1) -> None:
        """Add a row of the costs; where it has no figure, the step is undecided."""
        cost = self.tables.costs[name]
        value = self.figure(cost)
        if value is None:
            self.is_open = True
            who = self.mover.unit.name
            self.findings.append(undecided("cost-not-printed", rule=cost.rule, title=cost.title, who=who, name=name))
            return
        if cost.sources.get(self.mover.unit.id) is Source.ESTIMATED and name not in self.conditions.costs:
            self.estimated.append(f"{cost.title} for {self.mover.unit.name}")
        value *= times
        if value or cost.role == "terrain":
            self.parts.append(Modifier(name, cost.title, value, cost.rule))
        self.lowered += 0 if self.mover.unit.id in cost.kept else value

    def figure(self, cost: Cost) -> int | None:
        """Return the points of a row: those given, those printed, or a multiple of those of another row."""
        if cost.id in self.conditions.costs:
            return self.conditions.costs[cost.id]
        if cost.of:
            figure = self.figure(self.tables.costs[cost.of])
            return None if figure is None else figure * cost.times
        return cost.figures.get(self.mover.unit.id)

    def refuse(self, finding: Finding) -> None:
        """Note that the step is not allowed, or that something about it is not known."""
        self.findings.append(finding)
        self.is_open = True


def step_cost(before: DesertHex, to: DesertHex, mover: Mover, conditions: Conditions, tables: Terrain) -> Step:
    """Return the cost of going from one hex to the next, with the rolls that the step requires (D.2)."""
    words = tables.converted(conditions.board, to.words)
    total = _Sum(mover, conditions, tables)
    _allowed(total, before, to)
    if total.is_open:
        return Step(to, (), None, None, (), "no", tuple(total.findings), ())
    if to.has("descend"):
        total.add("wadi")
        total.add(_terrain(total, before, to, words))
    else:
        _leaving(total, before, to)
        _side(total, to)
        _entering(total, before, to, words)
        _around(total, words)
    if "track" in to.side and total.lowered > 1:
        total.parts.append(Modifier("track", "Along a track", -1, "9.1"))
    cost = None if total.is_open else sum(part.value for part in total.parts)
    spent = _spent(total, to, cost)
    if cost is not None and spent is None:
        return Step(to, tuple(total.parts), cost, None, (), "no", tuple(total.findings), tuple(total.estimated))
    slow = to.has("double") or (cost is not None and spent is not None and spent >= 2 * cost)
    rolls, bog = rolls_for(to, words, mover, conditions, slow=slow)
    findings = tuple(dict.fromkeys([*total.findings, *bog]))
    dust = _vehicle_dust(total, to, spent)
    return Step(to, tuple(total.parts), cost, spent, rolls, dust, findings, tuple(total.estimated))


def _spent(total: _Sum, to: DesertHex, cost: int | None) -> int | None:
    """Return the points that the unit spends; fewer than the cost of entering do not get it there (D.2)."""
    if cost is None:
        return None
    if to.spend is not None and to.spend < cost:
        points = total.mover.unit.points
        where = to.name or "the hex"
        total.findings.append(illegal("spends-too-little", hex=where, cost=cost, points=points, spent=to.spend))
        return None
    return max(to.spend or 0, cost * 2 if to.has("double") else cost)


def _vehicle_dust(total: _Sum, to: DesertHex, spent: int | None) -> str:
    """Return whether the step leaves Vehicle Dust behind; points for a Gun in tow do not count (11.74)."""
    if not total.mover.unit.vehicle:
        return "no"
    if spent is None:
        return "open"
    towing = sum(part.value for part in total.parts if part.name == "towing")
    facts = {
        "dry": total.conditions.ec == "dry",
        "very-dry": total.conditions.ec == "very-dry",
        "steppe": total.conditions.board == "steppe",
        "start-mp": "start" in to.step,
        "paved": "paved" in to.side,
        "windy": total.conditions.windy,
    }
    said = tuple(name for name, holds in facts.items() if holds)
    return ask(questions()["vehicle-dust"], said, spent - towing).answer


def _leaving(total: _Sum, before: DesertHex, to: DesertHex) -> None:
    """Add the cost of leaving a hex: a wadi (5.2, 5.21), its cliff (5.63), a deir (4.3), a sangar, crest (6.11).

    Along the wadi there is no cost of leaving it, nor to a hex with a bridge (5.21).
    """
    if "crest" in before.step:
        total.add("out-of-crest")
    elif before.is_wadi and not _runs_on(to):
        total.add("cliff-up" if "cliff" in to.side else "wadi-out")
    if "deir" in before.words and "lip" in to.side:
        total.add("lip")
    for shelter in ("sangar", "foxhole"):
        if shelter in before.step:
            total.add(f"out-of-{shelter}")


def _runs_on(to: DesertHex) -> bool:
    """Return whether a step goes through the connecting hexside of a wadi (5.21, 12.41); a bridge does not end it."""
    return "connected" in to.side and bool(to.words & {"wadi", "bridge"})


def _side(total: _Sum, to: DesertHex) -> None:
    """Add the cost of crossing a hexside: a Dune Crest (7.511), a wall, a cactus hedge (13.3)."""
    for name in ("dune-crest", "wall", "cactus-hedge"):
        if name in to.side:
            total.add(name)


def _entering(total: _Sum, before: DesertHex, to: DesertHex, words: frozenset[str]) -> None:
    """Add the cost of entering a hex: its terrain, sand, the way down into a wadi or up to a height."""
    if to.is_wadi and "cliff" in to.side:
        total.add("cliff-down")
        return
    if to.is_wadi:
        total.add("wadi")
    if _levels_up(before, to):
        total.add("ascend")
    if to.is_hillock and before.elevation < to.elevation:
        total.add("hillock-up")
    if words & {"sand", "dune"}:
        total.add("sand")
        if total.conditions.is_wet:
            total.add("wet-sand")
    name = _terrain(total, before, to, words)
    doubled = "trench-sangar" in words and total.mover.unit.vehicle
    total.add(name, 2 if doubled else 1)
    for shelter in ("sangar", "foxhole"):
        if shelter in to.step:
            total.add(f"into-{shelter}")


def _levels_up(before: DesertHex, to: DesertHex) -> int:
    """Return the number of levels of ground that the unit goes up, 0 if it goes down.

    Down in a wadi it is a level below its Base Level, so that a wadi on higher ground need not be higher (5.22 Exc.,
    the example to 12.51). The way up out of a wadi is in its exit cost (5.41), along it higher ground is paid (5.22).
    """
    if before.is_wadi and not to.is_wadi:
        return 0
    start = before.floor if _runs_on(to) else before.level
    return max(0, to.floor - start)


def _terrain(total: _Sum, before: DesertHex, to: DesertHex, words: frozenset[str]) -> str:
    """Return the row of the hex's terrain (COT): the dearest of those that it has, Open Ground if it has none.

    A board 25 hill hex with scrub, hammada or a wadi has the desert's figures (D.2A); so has level 4 of overlay E1
    unless the unit comes up from a lower hex outside a wadi (12.51).
    """
    if words & {"bridge", "road"} and not to.is_wadi:
        return "road"
    here = {name for name in words if total.tables.words.get(name) == "terrain"}
    if to.is_wadi or here & {"scrub", "hammada"}:
        here.discard("hill-open")
    if not here:
        return "hill-open" if "level-4" in words and _levels_up(before, to) else "open"
    figures = {name: total.figure(total.tables.costs[name]) for name in sorted(here)}
    missing = [name for name, figure in figures.items() if figure is None]
    return missing[0] if missing else max(figures, key=lambda name: figures[name] or 0)


def _around(total: _Sum, words: frozenset[str]) -> None:
    """Add the costs of the surroundings: SMOKE, vehicles to be passed, a Gun in tow (9.1), dust (11.73, 11.731)."""
    if "smoke" in words:
        total.add("smoke")
    if words & {"wreck", "small-vehicle"}:
        total.add("wreck")
    if total.mover.towing:
        total.add("towing")
    density = total.conditions.dust
    if density in ("heavy", "very-heavy", "extremely-heavy"):
        total.add("heavy-dust")
        if density != "heavy" and total.mover.buttoned_up:
            total.add("very-heavy-dust")


# prohibitions


def _allowed(total: _Sum, before: DesertHex, to: DesertHex) -> None:
    """Note the findings that forbid the step, or leave it open."""
    who = total.mover.unit.name
    infantry = total.mover.unit.id == "infantry"
    _cliff_allowed(total, before, to, who)
    if "cactus-hedge" in to.side and total.mover.unit.id in ("cavalry", "wagon"):
        total.refuse(illegal("no-horse-over-cactus", who=who))
    if to.is_wadi and "connected" in to.side and "wreck" in to.words and total.mover.unit.vehicle and not _slips(total):
        total.refuse(illegal("no-passing-in-the-wadi", who=who))
    if "sangar" in to.step and _is_sand(to):
        total.refuse(illegal("no-sangar-in-sand", hex=to.name or "the hex"))
    levels = _levels_up(before, to)
    if levels > 1:
        total.refuse(undecided("more-than-a-level-up", hex=to.name or "the hex", levels=levels))
    if not infantry and ("crest" in to.step or "crest" in before.step):
        total.refuse(illegal("crest-only-for-infantry", who=who))
    _crest_allowed(total, before, to)


def _is_sand(place: DesertHex) -> bool:
    """Return whether a hex is sand (7.1); overlay D6 has one sand hex (12.421)."""
    return bool(place.words & {"sand", "dune", "d6-sand"})


def _slips(total: _Sum) -> bool:
    """Return whether a vehicle is small enough to pass another one along a wadi (5.3)."""
    return total.mover.unit.id == "motorcycle" or total.mover.small


def _cliff_allowed(total: _Sum, before: DesertHex, to: DesertHex, who: str) -> None:
    """Note that no vehicle crosses a wadi cliff (5.63), and that a portaged motorcycle's cost is not known (5.64)."""
    if "cliff" not in to.side or not (to.is_wadi or before.is_wadi) or not total.mover.unit.vehicle:
        return
    if total.mover.unit.id == "motorcycle" and "portaged" in to.step:
        total.refuse(undecided("portage-not-printed"))
    else:
        total.refuse(illegal("no-vehicle-over-a-cliff", who=who))


def _crest_allowed(total: _Sum, before: DesertHex, to: DesertHex) -> None:
    """Note the prohibitions for crest status (6.0 crest, 6.11)."""
    where = to.name or "the hex"
    if "descend" in to.step:
        if "crest" not in before.step:
            total.refuse(illegal("not-in-crest-status"))
    elif "crest" in to.step:
        total.refuse(illegal("from-crest-to-crest" if "crest" in before.step else _claims(to), hex=where))
    elif "crest" in before.step and (to.is_wadi or "other-side" in to.side):
        total.refuse(illegal("leave-crest-first", hex=where))


def _claims(to: DesertHex) -> str:
    return "crest-is-claimed-in-the-advance-phase" if to.is_wadi else "crest-needs-a-wadi"


# the way


def way(start: DesertHex, hexes: Iterable[DesertHex], mover: Mover, conditions: Conditions, tables: Terrain) -> Way:
    """Return a whole way: every step, the total, and the exact chance of each end (D.2, 3.31, 7.31)."""
    steps: list[Step] = []
    before = start
    for each in hexes:
        steps.append(step_cost(before, each, mover, conditions, tables))
        before = each
    findings = [finding for step in steps for finding in step.findings]
    costs = [step.spent for step in steps]
    total = None if None in costs else sum(cost or 0 for cost in costs)
    return Way(mover, start, tuple(steps), total, tuple(_ends(steps)), ruling(findings))


def _ends(steps: Iterable[Step]) -> Iterator[End]:
    """Return every end of a way: each roll stops it with its chance, else it goes on."""
    left = Fraction(1)
    for number, step in enumerate(steps, 1):
        for roll in step.rolls:
            for result, chance in roll.results.items():
                if result and chance:
                    yield End(number, f"{roll.check}: {result}", left * chance)
            left *= roll.passes
    yield End(0, "gets through", left)
