"""A game among many in a few figures: who played what, how far it came, what was ruled, and its rolls.

It is made where a game is judged, kept as JSON, and put together with others to tables and statistics elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from typing import Any, Final, Self

from ..audit.audit import Audit
from ..audit.dice import DiceRoll, dice_samples
from ..audit.dice_statistics import DieReport, significance
from ..audit.findings import Finding, Weight, worst
from ..game.position_words import time_words
from ..referee.entries.entry import Entry
from ..referee.entries.tallies import game_rolls, tally
from ..referee.set_up import is_start
from ..rules.ruling import Verdict
from ..rules.standing import standing
from ..vassal.table import Table
from .entries_text import entry_lines, figures_read, steps_text
from .game_audit_text import AuditedGame
from .safe_text import one_line

__all__ = [
    "EXIT_CODES",
    "GameDie",
    "GameSummary",
    "GameVerdict",
    "Place",
    "Player",
    "of_logs",
    "of_refereed",
    "together",
]

_OBSERVERS: Final = "<"


class GameVerdict(StrEnum):
    """The verdict on a game."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNDECIDED = "undecided"
    NOT_REFEREED = "not-refereed"
    """A game of a module whose rules nobody knows here, with nothing found in its logs."""
    UNREADABLE = "unreadable"

    @property
    def words(self) -> str:
        """The words for the verdict."""
        return self.value.replace("-", " ")


EXIT_CODES: Final = {
    GameVerdict.LEGAL: 0,
    GameVerdict.ILLEGAL: 1,
    GameVerdict.UNDECIDED: 2,
    GameVerdict.NOT_REFEREED: 0,
    GameVerdict.UNREADABLE: 3,
}
_GRAVEST_FIRST: Final = (
    GameVerdict.UNREADABLE, GameVerdict.ILLEGAL, GameVerdict.UNDECIDED, GameVerdict.NOT_REFEREED, GameVerdict.LEGAL,
)  # fmt: skip
_OF_RULINGS: Final = {
    Verdict.LEGAL: GameVerdict.LEGAL, Verdict.ILLEGAL: GameVerdict.ILLEGAL, Verdict.UNDECIDED: GameVerdict.UNDECIDED,
}  # fmt: skip
_OF_FINDINGS: Final = {
    Weight.FAULT: GameVerdict.ILLEGAL, Weight.QUESTION: GameVerdict.UNDECIDED, Weight.NOTE: GameVerdict.NOT_REFEREED,
}  # fmt: skip
_ROLL_FIELDS: Final = (
    "results", "total", "sides", "low", "dice", "kept", "added", "manual", "in_order", "numbering_known",
)  # fmt: skip
"""The fields of a roll that the tests of dice need."""


@dataclass(frozen=True)
class Player:
    """Somebody at the table."""

    name: str
    side: str


@dataclass(frozen=True)
class Place:
    """The point that a game has reached."""

    scenario: int
    title: str
    turn: str
    """Date and turn as in the data: ``05-27 1100``."""
    turn_words: str
    """The same as players write it."""
    standing: str
    """The words for who has won, or is ahead."""
    over: bool
    from_start: bool
    """True if the game's first log begins with the start of the scenario."""


@dataclass(frozen=True)
class GameDie:
    """The rolls of one player with one kind of die in a game."""

    player: str
    die: str
    rolls: int
    mean: float | None
    remarkable: bool


@dataclass(frozen=True)
class GameSummary:
    """A game in short; of one with several parts they are added up."""

    verdict: GameVerdict
    module: str = ""
    players: tuple[Player, ...] = ()
    place: Place | None = None
    """None for a game that is not refereed."""
    actions: int = 0
    illegal: int = 0
    undecided: int = 0
    waived: int = 0
    faults: int = 0
    questions: int = 0
    dice: tuple[GameDie, ...] = ()
    rolls: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    """Every roll with who made it, for statistics over many games."""
    switches: Mapping[str, int] = ()  # type: ignore[assignment]
    """The number of actions that are undecided for want of a house rule, by the switch."""
    units: tuple[str, ...] = ()
    """The units whose counters were read, ids; none that the reader may not know."""
    with_map: bool = False
    """True if anybody moved, so that the map was read."""
    lines: tuple[str, ...] = ()
    """The illegal actions of the game, and the faults, line by line."""
    remarks: tuple[str, ...] = ()
    """Other remarks, a sentence each without a full stop."""
    problem: str = ""
    """The reason why the game cannot be read."""

    @property
    def words(self) -> str:
        """The words for the verdict: a fault in the logs alone makes no action illegal."""
        return "fault" if self.verdict is GameVerdict.ILLEGAL and not self.illegal else self.verdict.words

    @property
    def exit_code(self) -> int:
        """The exit code that the game would have alone."""
        return EXIT_CODES[self.verdict]

    def to_data(self) -> dict[str, Any]:
        """Return the summary as JSON, to be kept."""
        return asdict(self) | {"switches": dict(self.switches)}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Return what :meth:`to_data` made JSON of. Raises KeyError, TypeError or ValueError for anything else."""
        known = {each.name: data[each.name] for each in fields(cls)}
        return cls(**known | {
            "verdict": GameVerdict(data["verdict"]),
            "players": tuple(Player(**each) for each in data["players"]),
            "place": Place(**data["place"]) if data["place"] else None,
            "dice": tuple(GameDie(**each) for each in data["dice"]),
            "rolls": tuple((player, dict(roll)) for player, roll in data["rolls"]),
            **{name: tuple(data[name]) for name in ("units", "lines", "remarks")},
        })  # fmt: skip

    def dice_rolls(self) -> Iterator[tuple[str, DiceRoll]]:
        """Yield its rolls with who made them."""
        for player, roll in self.rolls:
            values = dict(roll) | {"results": tuple(roll["results"])}
            yield player, DiceRoll(player=player, button="", source="chat", **values)


# of one part


def of_refereed(audited: AuditedGame) -> GameSummary:
    """Return a refereed game, or a part of one, in short."""
    game, viewer = audited.game, audited.viewer
    counts, findings = tally(game.entries), audited.findings
    scenario = game.end.game.scenarios[game.end.scenario]
    found = standing(game.end, game.book)
    units, with_map = figures_read(game, game.entries, viewer)
    last = game.logs[-1].audit
    return GameSummary(
        verdict=_OF_RULINGS[audited.verdict],
        module=_module(last),
        players=_players([log.audit.start for log in game.logs] + [last.end]),
        place=Place(
            game.end.scenario, scenario.title, str(game.end.time), time_words(game.end, game.end.time),
            found.result, found.over, is_start(game.start, game.book),
        ),
        actions=counts.all, illegal=counts.illegal, undecided=counts.undecided, waived=counts.waived,
        faults=_of_weight(findings, Weight.FAULT), questions=_of_weight(findings, Weight.QUESTION),
        dice=_dice(game_rolls(game.logs)), rolls=_kept(game_rolls(game.logs)),
        switches=_switches(game.entries), units=units, with_map=with_map,
        lines=(*_illegal_lines(audited), *_fault_lines(findings)),
    )  # fmt: skip


def of_logs(audits: Sequence[Audit]) -> GameSummary:
    """Return logs of a module without a referee, in short."""
    findings = [each for audit in audits for each in audit.findings]
    rolls = [(step.player, roll) for audit in audits for step in audit.steps for roll in step.rolls]
    return GameSummary(
        verdict=_OF_FINDINGS[worst(findings)],
        module=_module(audits[-1]),
        players=_players([table for audit in audits for table in (audit.start, audit.end)]),
        faults=_of_weight(findings, Weight.FAULT),
        questions=_of_weight(findings, Weight.QUESTION),
        dice=_dice(rolls), rolls=_kept(rolls), lines=tuple(_fault_lines(findings)),
    )  # fmt: skip


def _module(audit: Audit) -> str:
    metadata = audit.game.module_metadata
    return one_line(metadata.title or "", 100) if metadata else ""


def _players(tables: Iterable[Table]) -> tuple[Player, ...]:
    """Return who sits at a table, by side: one who took over a side comes after the one before him."""
    found = {
        (one_line(each.side, 60), one_line(each.name, 60)): None
        for table in tables for each in table.players.values() if each.side and not each.side.startswith(_OBSERVERS)
    }  # fmt: skip
    return tuple(Player(name, side) for side, name in sorted(found, key=lambda each: each[0]))


def _of_weight(findings: Iterable[Finding], weight: Weight) -> int:
    return sum(each.weight is weight for each in findings)


def _dice(rolls: Iterable[tuple[str, DiceRoll]]) -> tuple[GameDie, ...]:
    return tuple(_die(report) for report in significance(dice_samples(rolls)))


def _die(report: DieReport) -> GameDie:
    mean = None if report.mean is None else float(report.mean)
    return GameDie(one_line(report.player, 60), one_line(report.die, 60), report.rolls, mean,
                   report.verdict == "remarkable")  # fmt: skip


def _kept(rolls: Iterable[tuple[str, DiceRoll]]) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    return tuple((one_line(player, 60), {name: getattr(roll, name) for name in _ROLL_FIELDS}) for player, roll in rolls)


def _switches(entries: Iterable[Entry]) -> Mapping[str, int]:
    """Return how many undecided actions depend on each switch alone."""
    hanging = (
        {each.switch for each in entry.findings if each.verdict is not Verdict.LEGAL and each.rule not in entry.waived}
        for entry in entries if entry.verdict is Verdict.UNDECIDED
    )  # fmt: skip
    return dict(sorted(Counter(name for names in hanging for name in names if name).items()))


def _illegal_lines(audited: AuditedGame) -> Iterator[str]:
    game = audited.game
    names = [log.audit.game.file for log in game.logs]
    for entry in game.entries:
        if entry.verdict is Verdict.ILLEGAL:
            steps = steps_text(entry, -1, names)
            yield from entry_lines(entry, audited.viewer, game.book.house_rules, steps=steps, details=False)


def _fault_lines(findings: Iterable[Finding]) -> Iterator[str]:
    for each in findings:
        if each.weight is Weight.FAULT:
            place = f"{one_line(each.file, 80)}: " if each.file else ""
            yield f"      fault    {place}{one_line(each.text)}"


# of several


def together(parts: Sequence[GameSummary], remarks: Collection[str], *, incomplete: bool) -> GameSummary:
    """Add up the parts of a game; of one that is *incomplete* nobody can say that all was legal."""
    verdicts = {part.verdict for part in parts}
    verdict = next(each for each in _GRAVEST_FIRST if each in verdicts)
    if incomplete and verdict in (GameVerdict.LEGAL, GameVerdict.NOT_REFEREED):
        verdict = GameVerdict.UNDECIDED
    places = [part.place for part in parts if part.place]
    rolls = [each for part in parts for each in part.dice_rolls()]
    switches = sum((Counter(part.switches) for part in parts), Counter[str]())
    return replace(
        parts[-1],
        verdict=verdict,
        players=tuple(sorted({each: None for part in parts for each in part.players}, key=lambda each: each.side)),
        place=replace(places[-1], from_start=places[0].from_start) if places else None,
        **{name: sum(getattr(part, name) for part in parts)
           for name in ("actions", "illegal", "undecided", "waived", "faults", "questions")},
        dice=_dice(rolls), rolls=_kept(rolls), switches=dict(sorted(switches.items())),
        units=tuple(sorted({unit for part in parts for unit in part.units})),
        with_map=any(part.with_map for part in parts),
        lines=tuple(line for part in parts for line in part.lines),
        remarks=(*(each for part in parts for each in part.remarks), *remarks),
        problem="; ".join(filter(None, (part.problem for part in parts))),
    )  # fmt: skip
