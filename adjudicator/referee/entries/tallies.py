"""The sums of a refereed game: rulings by player and by rule, losses and points turn by turn, dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ...audit.continuity import Link
from ...audit.dice import DiceRoll, dice_samples
from ...audit.dice_statistics import DieReport, significance
from ...audit.findings import Finding
from ...audit.roll_findings import statistics_findings
from ...audit.steps import AuditedStep
from ...game.game_data import GameData
from ...game.play import PlayChit
from ...game.position import Points, Position, Status
from ...game.scenarios import TurnTime
from ...rules.ruling import Finding as RuleFinding
from ...rules.ruling import Verdict
from ..finding_names import FindingName
from .entry import Entry, RefereedGame, RefereedLog

__all__ = [
    "Phase",
    "Tally",
    "by_player",
    "by_rule",
    "course",
    "findings_by_log",
    "game_dice",
    "game_rolls",
    "side_name",
    "tally",
    "unexplained",
    "worst_verdict",
]

_WAIVED = "waived"
_DICE_FINDINGS = frozenset({"dice-remarkable", "dice-impossible"})
_UNEXPLAINED = frozenset({FindingName.CHANGE_NOT_EXPLAINED, FindingName.CHANGED_BETWEEN_FILES})


@dataclass(slots=True)
class Tally:
    """The number of entries or findings with each verdict."""

    legal: int = 0
    illegal: int = 0
    undecided: int = 0
    waived: int = 0
    """The number of entries that are legal only because the players waive a rule."""

    @property
    def all(self) -> int:
        """The number of all together."""
        return self.legal + self.illegal + self.undecided + self.waived

    def add(self, name: str) -> None:
        """Count one more."""
        setattr(self, name, getattr(self, name) + 1)


def tally(entries: Iterable[Entry]) -> Tally:
    """Return how many entries there are of each verdict."""
    counts = Tally()
    for entry in entries:
        counts.add(_WAIVED if entry.is_waived else entry.verdict.value)
    return counts


def by_player(entries: Iterable[Entry]) -> Mapping[tuple[str, str], Tally]:
    """Return the counts of each side and player, in the order of their names; a side is an id, empty if unknown."""
    found: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        found.setdefault((entry.side, entry.player), []).append(entry)
    return {key: tally(found[key]) for key in sorted(found)}


def by_rule(entries: Iterable[Entry]) -> Mapping[str, Tally]:
    """Return how many findings cite each rule, in the order of the rules' numbers."""
    found: dict[str, Tally] = {}
    for entry in entries:
        for each in entry.findings:
            name = _WAIVED if each.rule in entry.waived else each.verdict.value
            found.setdefault(each.rule, Tally()).add(name)
    return dict(sorted(found.items()))


# the course of the game


@dataclass(slots=True)
class Phase:
    """The play under one chit."""

    time: TurnTime
    chit: str
    """The id of the chit; empty before the first one."""
    before: Position
    after: Position
    entries: list[int] = field(default_factory=list)
    """The numbers of the phase's entries."""
    tells_points: bool = True
    """True if the logs show what points are left."""

    @property
    def points(self) -> Mapping[str, Points]:
        """The points that each division has left, by division; empty if the logs do not show them."""
        return self.after.points if self.tells_points else {}

    @property
    def losses(self) -> Mapping[str, int]:
        """The steps that each side has lost, by side."""
        lost = dict.fromkeys(self.after.game.sides, 0)
        for unit, state in self.before.units.items():
            later = self.after.units.get(unit, state)
            if later is not state:
                lost[self.before.side(unit)] += max(_steps(self.before, unit) - _steps(self.after, unit), 0)
        return lost


def _steps(position: Position, unit: str) -> int:
    state = position.units[unit]
    return 0 if state.status is Status.ELIMINATED else state.steps


def course(game: RefereedGame) -> tuple[Phase, ...]:
    """Return the phases of a game in order: one for each chit that was played."""
    start = game.start
    phases = [Phase(start.time, start.activation.chit, start, start, tells_points=game.tells_points)]
    for entry in game.entries:
        if isinstance(entry.action, PlayChit):
            before = entry.before
            phases.append(Phase(before.time, entry.action.chit, before, before, tells_points=game.tells_points))
        phases[-1].entries.append(entry.number)
        phases[-1].after = entry.after or phases[-1].after
    return tuple(phase for phase in phases if phase.entries)


def unexplained(entries: Iterable[Entry]) -> Iterator[tuple[Entry, RuleFinding]]:
    """Yield what changed on the table, or between two files, without an action that explains it."""
    for entry in entries:
        yield from ((entry, each) for each in entry.findings if each.name in _UNEXPLAINED)


# dice and findings of all logs together


def _own_steps(log: RefereedLog) -> Sequence[AuditedStep]:
    """Return the steps of a log that are not those of the one before it."""
    continuity = log.audit.continuity
    known = continuity.same_steps if continuity is not None and continuity.link is Link.CONTAINS else 0
    return [step for step in log.audit.steps if step.number > known]


def game_rolls(logs: Sequence[RefereedLog]) -> tuple[tuple[str, DiceRoll], ...]:
    """Return the rolls of all logs with who made them, each once."""
    steps = [step for number, log in enumerate(logs) for step in (_own_steps(log) if number else log.audit.steps)]
    return tuple((step.player, roll) for step in steps for roll in step.rolls)


def game_dice(logs: Sequence[RefereedLog]) -> tuple[DieReport, ...]:
    """Return the statistics of the dice of all logs together."""
    return tuple(significance(dice_samples(game_rolls(logs))))


def findings_by_log(logs: Sequence[RefereedLog]) -> tuple[tuple[Finding, ...], ...]:
    """Return the findings in each log as in one of any module.

    Of several logs the dice are tested together: the findings of that come last, after those of each log.
    """
    if len(logs) == 1:
        return (logs[0].audit.findings,)
    found = [tuple(each for each in log.audit.findings if each.kind.name not in _DICE_FINDINGS) for log in logs]
    return (*found, tuple(statistics_findings(game_dice(logs))))


def worst_verdict(entries: Iterable[Entry]) -> Verdict:
    """Return the worst verdict of entries."""
    verdicts = {entry.verdict for entry in entries}
    return next((each for each in (Verdict.ILLEGAL, Verdict.UNDECIDED) if each in verdicts), Verdict.LEGAL)


def side_name(game: GameData, side: str) -> str:
    """Return the name of a side; empty if it is unknown."""
    return game.sides[side].name if side in game.sides else ""
