"""The entries of a refereed game: one for each thing that was done, with its ruling, and what is owed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction

from ...audit.audit import Audit
from ...game.play import Action, Move
from ...game.position import Position
from ...rules.rule_book import RuleBook
from ...rules.ruling import Finding, Resolution, Ruling, Verdict
from ..accounts.dice_assignment import IgnoredCheck
from ..accounts.slips import Slips
from ..discrepancies.aspects import Aspect

__all__ = [
    "Correction",
    "Entry",
    "EntryKind",
    "MenuEntry",
    "Owed",
    "OwedKind",
    "RefereedGame",
    "RefereedLog",
    "StrayDie",
    "left_open",
    "worst_verdict",
]


class EntryKind(StrEnum):
    """The subject of an entry."""

    ACTION = "action"
    """Something that the rules judge."""
    SET_UP = "set-up"
    """A unit was put elsewhere before the first action."""
    TABLE = "table"
    """Something was done on the table that no action explains."""
    CHIT_DRAWN = "chit-drawn"
    """A chit was drawn that is played only after the steps with which its turn begins."""
    BETWEEN_FILES = "between-files"
    """The table of a file is not the one that the file before it had left."""


def worst_verdict(findings: Iterable[Finding], waived: Collection[str] = ()) -> Verdict:
    """Return the worst verdict of some findings, those of waived rules left out."""
    verdicts = {finding.verdict for finding in findings if finding.rule not in waived}
    return next((v for v in (Verdict.ILLEGAL, Verdict.UNDECIDED) if v in verdicts), Verdict.LEGAL)


def left_open(finding: Finding) -> Finding:
    """Return a finding that accuses nobody any more."""
    return replace(finding, verdict=Verdict.UNDECIDED) if finding.verdict is Verdict.ILLEGAL else finding


@dataclass(frozen=True, slots=True)
class Correction:
    """A difference of the table from the rules; the game goes on from the table."""

    aspect: Aspect
    expected: str
    """The value by the rules, in words."""
    found: str
    """The value on the table."""
    harms: str = ""
    """The side that is worse off on the table than by the rules: by what a unit has lost, or by fewer points."""


@dataclass(frozen=True, slots=True)
class StrayDie:
    """A die that no rule calls for."""

    face: int
    step: tuple[int, int]
    """The number of the log, and of the step in it."""
    is_told: bool = False
    """True if its player said what it was for, or that something came of it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that was done.

    That a result was never applied, or a roll left to the answer, shows later only: then another entry takes its place
    in the :class:`~adjudicator.referee.entries.ledger.EntryLedger`.
    """

    number: int
    """The number of the entry, counted from 1: while the logs are read, in the order in which the entries were begun;
    in the end, in the order of their first steps."""
    log: int
    """The number of the log, from 0, in which the entry's first step is."""
    steps: tuple[tuple[int, int], ...]
    """The steps that made up the entry: number of the log, number of the step in it."""
    player: str
    """The player who made the first of them, empty if unknown."""
    side: str
    """The side that acted, an id of the game's sides; empty if unknown."""
    kind: EntryKind
    before: Position
    """The position by the rules, before the entry."""
    unit: str = ""
    """The unit that the entry is about, empty for a chit, the turn, or something on the table."""
    action: Action | None = None
    ruling: Ruling | None = None
    """The rules' ruling on the action alone."""
    judged_in: Position | None = None
    """The position in which the action was judged: the one before it, unless something had to be supposed."""
    findings: tuple[Finding, ...] = ()
    """The rules' findings, and the referee's after them: what was not rolled, not applied, not explained."""
    notes: tuple[str, ...] = ()
    """The reading of the entry where the log is silent, a sentence each without a full stop."""
    after: Position | None = None
    """The position from which the game goes on."""
    corrections: tuple[Correction, ...] = ()
    resolutions: tuple[Resolution, ...] = ()
    """The rolls with their arithmetic."""
    waived: frozenset[str] = frozenset()
    """The rules that both players waive."""
    past_unknown: bool = False
    """True if the entry comes before the first chit that a file shows to be put into play: the past is unknown."""
    is_reported: bool = False
    """True if the module itself reports a shot of the entry, with its die."""
    chit_seen: bool = False
    """True if the files show that a chit was put into play before the entry, or as it was done."""
    may_go_on: bool = False
    """True if the action may have begun before the first file: the first of its side, without words that begin it."""
    slips: Slips = ()
    """The slips of the account by which the entry was read, in the order in which they were met."""
    stray_dice: tuple[StrayDie, ...] = ()
    """The dice of the entry's steps that no rule calls for and that nobody dismissed."""
    void_dice: tuple[StrayDie, ...] = ()
    """The dice of the entry's steps that an answer has voided: it came before they were for anything."""
    rival_after: Position | None = None
    """The position after another account with the same dice, by which nobody did anything wrong; None for none."""
    is_unproven: bool = False
    """True if the search for an account that fits the table was cut off: then results of dice do not stand."""
    rests_on_dice: bool = False
    """True if dice of the files decide what is said of the table: nothing before the first of them can excuse it."""
    point_without_mark: bool = False
    """True if a Command Point may have been paid for the entry's roll and shows nowhere but on the track."""
    others_points: bool = False
    """True if points are missing of another side than that of whoever made its steps: paid before, perhaps."""
    missing_rolls: tuple[str, ...] = ()
    """The units whose rolls are missing, one for each finding that says so, in order; empty for a roll of no unit."""
    ignored_checks: tuple[IgnoredCheck, ...] = ()
    """The failed checks that were ignored, one for each finding that says so, in order."""
    dice_told_wrongly: tuple[tuple[int, int], ...] = ()
    """The steps of the dice of whose shots something else was told, one for each finding that says so, in order."""
    of_entry: int = 0
    """The number of the other player's action in which it was found what this entry reports; 0 if it has its own."""
    earlier: tuple[Finding, ...] = ()
    """The findings that were there already when only the earlier mails were known: they count for those."""

    @property
    def steps_begun_before(self) -> int:
        """The number of the first steps of a move that had been made before the first file: they are supposed."""
        action, supposed = self.action, self.judged_in
        if not isinstance(action, Move) or supposed is None or action.unit not in supposed.units:
            return 0
        here, there = self.before.units[action.unit], supposed.units[action.unit]
        if (here.column, here.mounted) != (there.column, there.mounted):
            return 1
        reached = (at for at, step in enumerate(action.steps, 1) if step.to == here.place)
        return next(reached, 0) if here.place != there.place else 0

    @property
    def verdict(self) -> Verdict:
        """The verdict, with findings of waived rules left out."""
        return worst_verdict(self.findings, self.waived)

    def with_findings(self, *findings: Finding) -> Entry:
        """Return the entry with more findings."""
        return replace(self, findings=(*self.findings, *findings)) if findings else self

    def with_notes(self, *notes: str) -> Entry:
        """Return the entry with more notes."""
        return replace(self, notes=(*self.notes, *notes)) if notes else self

    def with_left_open(self, which: Callable[[Finding], bool]) -> Entry:
        """Return the entry with the accusations undecided that are asked for; the same entry if there is none."""
        findings = tuple(left_open(each) if which(each) else each for each in self.findings)
        if findings == self.findings:
            return self
        ruling = self.ruling
        if ruling is not None and ruling.verdict is Verdict.ILLEGAL:
            ruled = tuple(left_open(each) if which(each) else each for each in ruling.findings)
            ruling = replace(ruling, findings=ruled, verdict=worst_verdict(ruled))
        return replace(self, findings=findings, ruling=ruling)

    def without(self, which: Callable[[Finding], bool]) -> Entry:
        """Return the entry without the referee's own findings that are asked for."""
        return replace(self, findings=tuple(each for each in self.findings if not which(each)))

    @property
    def is_waived(self) -> bool:
        """Return whether the entry is legal only because the players waive a rule."""
        return self.verdict is Verdict.LEGAL and any(f.verdict is not Verdict.LEGAL for f in self.findings)


class OwedKind(StrEnum):
    """A kind of thing that one side owes the other, or may claim."""

    CHECK = "check"
    """A roll that an action needs and that has not been made."""
    LOSS = "loss"
    """A result that has not been put on the table."""
    OPPORTUNITY_FIRE = "opportunity-fire"
    """A shot that may be claimed."""
    COUNTERBATTERY = "counterbattery"
    """Counterbattery Fire that may be claimed."""
    STEP = "step"
    """A step before all else that has not been done: dice of the turn, a random event, rolls for withdrawal."""


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """An entry of a counter's menu, as the game's wording of actions and states has it."""

    submenu: str
    """The title of the submenu; empty for the menu itself."""
    text: str
    words: str
    """The words that choosing it writes into the log."""


@dataclass(frozen=True, slots=True)
class Owed:
    """Something that is still to be done, or may be done, in answer to a log."""

    kind: OwedKind
    side: str
    """The side that owes the thing or may claim it, an id of the game's sides; empty if either may do it."""
    unit: str
    """The unit that checks, loses or may fire; empty for none."""
    text: str
    """One sentence without a full stop."""
    rule: str
    entry: int
    """The number of the entry that the obligation comes from."""
    chances: Mapping[str, Fraction] = field(default_factory=dict)
    """The exact chance of each result of the roll, or of the shot; empty where none is known."""
    faces: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The faces of the die that give each result; empty for a shot, which needs more than one die."""
    menu: tuple[MenuEntry, ...] = ()
    """The entries of the unit's menu for it; empty where the menu has nothing."""


@dataclass(frozen=True)
class RefereedLog:
    """One log of the game."""

    audit: Audit
    """The audit of the log as one of any module: dice, undos, continuity."""
    start: Position
    """The position on the table at the start of the log."""
    end: Position
    doubts: tuple[str, ...]


@dataclass(frozen=True)
class RefereedGame:
    """One or several logs, each the continuation of the one before, as a game of the board game."""

    book: RuleBook = field(repr=False)
    dialect: str
    """The name of the module's dialect."""
    logs: tuple[RefereedLog, ...] = field(repr=False)
    """The logs, with all that is in their files: no text about a game has them in it."""
    entries: tuple[Entry, ...]
    start: Position
    end: Position
    """The position by the rules and the table, after the last entry."""
    owed: tuple[Owed, ...]
    tells_points: bool = True
    """True if the logs show what Command Points are left."""

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of all entries."""
        verdicts = {entry.verdict for entry in self.entries}
        return next((v for v in (Verdict.ILLEGAL, Verdict.UNDECIDED) if v in verdicts), Verdict.LEGAL)
