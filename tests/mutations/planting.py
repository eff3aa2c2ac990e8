"""Puts one kind of illegal or altered play into a self-played game, and looks whether the referee finds it.

A game is played once without being written; in it a kind of mutation looks for a place. Then the game is written up to
there, with the mutation in the place of the action that came next, and goes on from what lies on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import gettempdir
from typing import Final
from zlib import crc32

from adjudicator.audit.dice import LogPatterns, load_patterns
from adjudicator.audit.findings import FINDING_KINDS, Weight
from adjudicator.game.play import Action, BreakOut, EndTurn
from adjudicator.game.position import Position
from adjudicator.recording.game_writer import GameWriter, Written
from adjudicator.recording.table_actions import TableAction
from adjudicator.referee.entries.entry import Entry, EntryKind, RefereedGame
from adjudicator.referee.pipeline import referee_game
from adjudicator.rules.judge import judge
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.ruling import Verdict
from adjudicator.vassal.errors import BuildingError
from adjudicator.vassal.saved_game import SavedGame, open_game
from tests.random_play import Failure, settled_book
from tests.self_play import SelfPlay, play_kit

__all__ = [
    "STRAY_DIE", "Expected", "Kind", "Moment", "Outcome", "Plan", "Planted", "Trial", "Trick", "book",
    "trial_at", "trials",
]  # fmt: skip

_SEEDS: Final = {1: 48, 2: 24, 3: 24, 4: 12}
"""How many games of each scenario a kind may look for its place in."""
_FIRST_SEED: Final = 1000
"""The first of these games: none of them was looked at while the referee was built."""
_SPREAD: Final = 12
"""How many of them are taken first by some kind."""
_MAX_SKIPPED: Final = 3
"""How many places in a game may be passed over for a later one."""
_NOWHERE: Final = Written(0, 0, 0, 0)
_WHOLE: Final = 100_000
"""More actions than any game has, the longest too."""
Expected = tuple[str, str]
"""The rule that a finding has to cite, and its name. Findings of a log of any module cite none: ``""``."""
STRAY_DIE: Final[Expected] = ("", "stray-die")
"""The note or the question about a die that nobody needed: it accuses nobody, and tells the die and its step."""
_STRAY_NOTE: Final = "stray die roll: "
_STRAY_QUESTION: Final = "die-told-of-unused"
Trick = Callable[[GameWriter], None]
"""What is done at the table that no act of legal play is."""
FileTrick = Callable[[tuple[SavedGame, ...], "Planted"], tuple[SavedGame, ...]]
"""What is done to the files of a game before they are handed in."""


@dataclass(frozen=True)
class Moment:
    """A moment of a game: an action is about to be made."""

    position: Position
    action: Action
    """What comes next, with its dice."""
    book: RuleBook
    on_line: bool
    rng: Random
    past: tuple[tuple[Position, Action], ...]
    """What was done before."""


@dataclass(frozen=True)
class Plan:
    """What is done instead of the next action."""

    acts: tuple[TableAction | Trick, ...]
    after: Position
    """From where the game goes on: what lies on the table then."""
    expected: tuple[Expected, ...]
    """What has to be found, all of it."""
    side: str = ""
    """Who has the log in hand; empty: who has it already."""
    or_else: tuple[Expected, ...] = ()
    """What may be found instead: it tells the same of the same steps in other words."""
    plain: bool = False
    """Whether it is done as it stands, not in the manner of the game."""
    prelude: tuple[TableAction, ...] = ()
    """What is done first, and is legal."""
    files: FileTrick | None = None


@dataclass(frozen=True)
class Kind:
    """A kind of illegal or altered play: a row of the table."""

    name: str
    words: str
    """What is done."""
    plan: Callable[[Moment], Plan | None] | None
    """Returns what to do at a moment, None if the kind has no place there; None for what cannot be found at all."""
    why_not: str = ""
    """Why it cannot be found."""
    scenario: int = 1
    """The scenario whose games it is put into."""
    why_else: str = ""
    """Why it may be told in other words."""
    follows: int = 0
    """With which of the things done next it may be found as well: what is left undone shows later only."""


@dataclass(frozen=True)
class Planted:
    """Where a mutation stands in the logs."""

    first: tuple[int, int]
    """Log, from 0, and step."""
    last: tuple[int, int]
    expected: tuple[Expected, ...]
    or_else: tuple[Expected, ...] = ()


class Outcome(Enum):
    """What came of a trial. The value is its word in the stored table."""

    FOUND = "found"
    """All that is expected was reported as a fault, with its rule, of the very steps."""
    UNDECIDED = "undecided"
    """The referee asks about these steps what it cannot tell, or a rule is unsettled."""
    MISSED = "missed"
    """Nothing of the kind was said."""


@dataclass(frozen=True)
class Trial:
    """A mutation tried."""

    kind: Kind
    seed: int
    before: int
    """How many actions of the game come before it."""
    planted: Planted
    game: RefereedGame
    outcome: Outcome
    missed: tuple[Expected, ...]
    """What is expected and was not reported as a fault."""
    beside: tuple[Expected, ...]
    """What else was found in the same place."""
    elsewhere: tuple[str, ...]
    """What was found in other places, though nothing is wrong there."""


# games


@cache
def book() -> RuleBook:
    """Return the book that the games are played and refereed by."""
    return settled_book()


class _Course:
    """The actions of a game, each with the position before it, played as far as is asked for; nothing is written."""

    def __init__(self, scenario: int, seed: int) -> None:
        self._playing = SelfPlay(seed, scenario=scenario)
        self._actions = self._playing.actions()
        self._known: list[tuple[Position, Action]] = []
        self._over = False

    def first(self, count: int) -> tuple[tuple[Position, Action], ...]:
        """Return the first actions; the last one of a game is the end of the last turn, which is none any more."""
        while len(self._known) < count and not self._over:
            action = next(self._actions, None)
            self._over = action is None
            self._known.append((self._playing.position, action or EndTurn()))
            if action is not None:
                self._playing.note(action, _NOWHERE)
        return tuple(self._known[:count])


@cache
def _course(scenario: int, seed: int) -> _Course:
    return _Course(scenario, seed)


def _moments(scenario: int, seed: int) -> Iterator[tuple[int, Moment]]:
    whole = _course(scenario, seed).first(_WHOLE)
    last = len(whole) - 9  # what is left undone at the very end of a game is only owed
    for number, (position, action) in enumerate(whole):
        if last < number < len(whole) - 1 and not isinstance(action, BreakOut):
            continue
        yield number, _moment(seed, position, action, whole[:number])


def _moment(seed: int, position: Position, action: Action, past: tuple[tuple[Position, Action], ...]) -> Moment:
    rng = Random(f"{seed}/{len(past)}")  # noqa: S311 - nothing secret hangs on it
    return Moment(position, action, book(), seed % 2 == 1, rng, past)


def _places(kind: Kind) -> Iterator[tuple[int, int, Plan]]:
    """Yield a place of a kind in each game that has one: the seed, how many actions come before, and what is done."""
    assert kind.plan is not None
    first = crc32(kind.name.encode()) % _SPREAD
    for number in (*range(first, _SEEDS[kind.scenario]), *range(first)):
        seed = _FIRST_SEED + number
        skipped = crc32(f"{kind.name}/{seed}".encode()) % (_MAX_SKIPPED + 1)
        moments = _moments(kind.scenario, seed)
        plans = ((number, plan) for number, moment in moments if (plan := kind.plan(moment)) is not None)
        if found := list(islice(plans, skipped + 1)):
            yield seed, *found[-1]


# trials


def trials(kind: Kind, count: int, tail: int) -> list[Trial]:
    """Try a kind in so many games, each going on for *tail* actions after it."""
    if kind.plan is None:
        return []
    return [_trial(kind, seed, before, plan, tail) for seed, before, plan in islice(_places(kind), count)]


def trial_at(kind: Kind, seed: int, before: int, tail: int) -> Trial:
    """Try a kind in a game after so many actions, where it has a place."""
    *past, (position, action) = _course(kind.scenario, seed).first(before + 1)
    plan = kind.plan(_moment(seed, position, action, tuple(past))) if kind.plan is not None else None
    assert plan is not None, f"{kind.name} has no place in game {seed} after {before} actions"
    return _trial(kind, seed, before, plan, tail)


def _trial(kind: Kind, seed: int, before: int, plan: Plan, tail: int) -> Trial:
    playing = SelfPlay(seed, scenario=kind.scenario, failures=Path(gettempdir()) / "mutation-failure.json")
    for _position, action in _course(kind.scenario, seed).first(before):
        playing.note(action, playing.writer.write(playing.position, action))
    written = _plant(playing, plan)
    planted = Planted((written.log, written.first), (written.last_log, written.last), plan.expected, plan.or_else)
    playing.position = plan.after
    with suppress(Failure, BuildingError):  # what was done may have left what nobody can go on from, or a lone counter
        for action in islice(playing.actions(), tail):
            if not judge(playing.position, action, book()).legal:
                break
            playing.note(action, playing.writer.write(playing.position, action))
    files = playing.finished().files
    if plan.files is not None:
        files = tuple(open_game(file.archive_bytes(), name=file.file) for file in plan.files(files, planted))
    game = referee_game(files, book(), _patterns(), previous=playing.start, module=play_kit().module)
    return _judged(kind, (seed, before), planted, game)


@cache
def _patterns() -> LogPatterns:
    return load_patterns(())


def _plant(playing: SelfPlay, plan: Plan) -> Written:
    """Do what a plan says; what is legal about it is done in the manner of the game."""
    writer, styled_play = playing.writer, playing.writer.styled_play
    writer.do(styled_play.put_off(), plan.side)
    writer.do((*styled_play.styled(plan.prelude), *styled_play.put_off()))
    legal = [act for act in plan.acts if not callable(act)]
    plain = plan.plain or len(legal) < len(plan.acts)
    acts = plan.acts if plain else (*styled_play.styled(legal), *styled_play.put_off())
    written = writer.do(())
    for act in acts:
        if callable(act):
            act(writer)
        else:
            writer.do([act])
    return Written(written.log, written.first, playing.record.number, playing.record.log.steps)


def _judged(kind: Kind, place: tuple[int, int], planted: Planted, game: RefereedGame) -> Trial:
    here = _entries_here(kind, planted, game.entries)
    findings = [finding for entry in here for finding in entry.findings]
    found = {(each.rule, each.name) for each in findings if each.verdict is Verdict.ILLEGAL}
    verdicts = {*(each.verdict for each in findings), *(entry.verdict for entry in here)}
    asked = Verdict.UNDECIDED in verdicts
    until = max((entry.steps[-1] for entry in here if entry.steps), default=planted.last)
    told = {("", name) for name in _generic_here(planted, game, max(planted.last, until))}
    noted = any(note.startswith(_STRAY_NOTE) for entry in here for note in entry.notes)
    if noted or any(each.name == _STRAY_QUESTION for each in findings):
        told.add(STRAY_DIE)
    numbers = {entry.number for entry in here}
    elsewhere = [
        f"{finding.name}: {finding.text}"
        for entry in game.entries for finding in entry.findings
        if entry.number not in numbers and finding.verdict is Verdict.ILLEGAL
    ]  # fmt: skip
    wanted = {name for _rule, name in (*planted.expected, *planted.or_else)}
    elsewhere += [
        f"{each.kind.name}: {each.text}"
        for log in game.logs for each in log.audit.findings
        if each.weight > Weight.NOTE and each.kind.name not in wanted
    ]  # fmt: skip
    instead = bool(set(planted.or_else) & (found | told))
    missed = tuple(each for each in planted.expected if each not in found | told and not instead)
    beside = found - {*planted.expected, *planted.or_else}
    outcome = Outcome.FOUND if not missed else Outcome.UNDECIDED if asked else Outcome.MISSED
    return Trial(kind, *place, planted, game, outcome, missed, tuple(sorted(beside)), tuple(elsewhere))


def _entries_here(kind: Kind, planted: Planted, entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries of the steps of a mutation, those that come right after them, and what is laid to others.

    What the other side left undone in an action has an entry of its own, where its player goes on; it is about the
    position in which the action was judged.
    """
    at = [number for number, entry in enumerate(entries) if _touches(entry, planted)]
    if not at:
        later = [number for number, entry in enumerate(entries) if entry.steps and entry.steps[0] > planted.last]
        at = [later[0] - 1] if later and later[0] else []
    here = [entries[n] for n in at] + list(entries[at[-1] + 1 : at[-1] + 1 + kind.follows] if at else ())
    judged = [entry.before for entry in here if entry.action is not None]
    laid = [each for each in entries if each.kind is EntryKind.TABLE and any(each.before is one for one in judged)]
    return here + [each for each in laid if each not in here]


def _touches(entry: Entry, planted: Planted) -> bool:
    if not entry.steps:
        return planted.first[0] <= entry.log <= planted.last[0] + 1
    return any(planted.first <= step <= planted.last for step in entry.steps)


def _generic_here(planted: Planted, game: RefereedGame, until: tuple[int, int]) -> Iterator[str]:
    """Yield what was found in a log as in one of any module: of the mutation's steps, or of the whole file.

    *until* is the last step of what it may be found with as well: a step that was taken out shows where the same
    counter is touched next.
    """
    for number, log in enumerate(game.logs):
        for each in log.audit.findings:
            steps = [(number, step) for step in each.steps]
            spans = bool(steps) and min(steps) <= until and max(steps) >= planted.first
            if spans or (not steps and planted.first[0] <= number <= planted.last[0] + 1):
                assert each.kind.name in FINDING_KINDS
                yield each.kind.name
