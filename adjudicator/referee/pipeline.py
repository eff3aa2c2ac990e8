"""One or several logs of a game refereed: from the files to the rulings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from itertools import pairwise
from typing import Final

from ..audit.audit import Audit, audit_log
from ..audit.continuity import Ends, Link
from ..audit.dice import LogPatterns
from ..audit.steps import AuditedStep, Watch
from ..audit.undone_steps import steps_in_force
from ..game.position import Position
from ..module_layout.saved_position import NotThisGame
from ..rules.rule_book import RuleBook
from ..vassal.errors import VassalError
from ..vassal.module_definition import ModuleDefinition
from ..vassal.replay import Replay, Step
from ..vassal.saved_game import SavedGame
from ..vassal.table import Table
from .advance import beginning
from .dialects.base import Dialect, LogObserver
from .dialects.registry import ChosenDialect, choose_dialect
from .dialects.visibility import BETWEEN_CHITS, Sight, softened
from .discrepancies.aspects import differing
from .entries.entry import Entry, EntryKind, RefereedGame, RefereedLog
from .events import DieRolled, ObservedStep, Said, TableEvent, is_said_in_chat
from .mails import Mail, concluded, with_mail
from .obligations.obligations import what_is_owed
from .referee import Referee
from .segments.dice_between_chits import without_dice_between_chits
from .segments.dismissed_actions import without_dismissed_actions
from .segments.dismissed_dice import with_dismissed_dice
from .set_up import is_start, start_doubts
from .sheets import book_of_file
from .state import RefereeState
from .stray_dice import with_told_dice_asked_about
from .verdicts.acts_in_words import with_acts_in_words_left_open
from .verdicts.checks_reported_twice import with_failed_checks_reported_once
from .verdicts.checks_told_otherwise import with_checks_told_otherwise_left_open
from .verdicts.doubtful_losses import with_answers_to_doubtful_losses_left_open
from .verdicts.doubtful_states import with_acts_of_doubtful_units_left_open
from .verdicts.due_rolls import due_rolls, without_due_repeats
from .verdicts.event_markers import with_event_markers_asked_about
from .verdicts.fire_at_assaults import with_fire_at_assaults
from .verdicts.last_chit import with_last_chits_of_their_players
from .verdicts.late_strikes import with_strikes_rolled_late
from .verdicts.late_tracks import with_late_tracks_left_open, with_tracks_in_question_left_open
from .verdicts.marks_of_the_start import without_marks_of_the_start
from .verdicts.others_findings import with_findings_in_doubtful_actions_left_open, with_findings_of_their_players
from .verdicts.own_points import with_too_few_own_points_left_open
from .verdicts.rolls_after_fire import with_rolls_after_fire
from .verdicts.rolls_left_out import with_missing_rolls_asked_about
from .verdicts.supposed_choices import with_first_withdrawals_left_open, with_supposed_choices_left_open
from .verdicts.uncertain_rules import with_uncertain_left_open
from .verdicts.unexplained_record import with_unexplained_left_open
from .verdicts.unknown_past import excused_by_past
from .verdicts.unread_words import excused_by_unread_words
from .verdicts.work_under_fire import with_work_under_fire_left_open

__all__ = ["OtherScenario", "ReadGame", "ReadLog", "no_logs_read", "read_log", "referee_game", "referee_read_game"]


class OtherScenario(VassalError):
    """Files that were given as one game are of two scenarios."""


WatchFor = Callable[[SavedGame], Watch]
"""A function that returns for each file what is handed its steps as they are replayed."""


_ANSWERED: Final = 2
"""How many mails before his own a player may go on about: the one that he answers, and his own before that."""


def _no_watch(_game: SavedGame) -> Watch:
    return iter


@dataclass(frozen=True)
class ReadLog:
    """A log as a dialect reads it."""

    audit: Audit
    start: Position
    """The position on the table at the start of the log."""
    end: Position
    doubts: tuple[str, ...]
    steps: tuple[ObservedStep, ...]
    """The steps that were not taken back."""


@dataclass
class _Observed:
    """The observations of a dialect, step by step."""

    watch: LogObserver
    events: list[tuple[tuple[TableEvent, ...], Position]] = field(default_factory=list)

    def see(self, step: Step, table: Table) -> None:
        """Follow a step."""
        events = self.watch.observe(step, table)
        if self.watch.rereads_line and self.events:
            before, position = self.events[-1]
            self.events[-1] = tuple(event for event in before if not is_said_in_chat(event)), position
        self.events.append((events, self.watch.position))


def read_log(
    game: SavedGame, dialect: Dialect, patterns: LogPatterns, *, number: int = 0, scenario: int = 0,
    previous: SavedGame | None = None, ends: Ends | None = None, module: ModuleDefinition | None = None,
    watch: Watch = iter, earlier: Iterable[TableEvent] = (),
) -> ReadLog:  # fmt: skip
    """Read a log through a dialect, and audit it as a log of any module.

    *number* is the log's place among those of a game; *ends* are the tables of the *previous* file where they are
    known; *earlier* are the events of the mails that it answers. Raises NotThisGame and LimitExceeded.
    """
    table_watch = dialect.watch(Replay(game).initial, scenario=scenario, file=game.file)
    table_watch.recall(earlier)
    start, observed = table_watch.position, _Observed(table_watch)
    audit = audit_log(game, patterns, previous=previous, ends=ends, module=module, dice=dialect.dice, watch=watch,
                      observe=observed.see)  # fmt: skip
    standing = steps_in_force(audit.steps)
    steps = tuple(
        ObservedStep(
            number, audited.number, audited.player, table_watch.side_of(audited.player),
            (*_undone_already(events, audited.number, standing), *_dice(audited, events, dialect.buttons)), table,
        )
        for audited, (events, table) in zip(audit.steps, observed.events, strict=True)
        if audited.number in standing
    )  # fmt: skip
    return ReadLog(
        audit, start, table_watch.position, table_watch.doubts,
        with_dismissed_dice(without_dismissed_actions(without_dice_between_chits(steps))),
    )  # fmt: skip


def _undone_already(
    events: tuple[TableEvent, ...], number: int, standing: Collection[int]
) -> tuple[TableEvent, ...]:  # fmt: skip
    """Return the events of a step, with words about a mistake that was undone right before them as mere talk."""
    if number == 1 or number - 1 in standing:
        return events
    return tuple(replace(each, takes_drag_back=False) if isinstance(each, Said) else each for each in events)


def _dice(audited: AuditedStep, events: Sequence[TableEvent], buttons: Collection[str]) -> tuple[DieRolled, ...]:
    """Return the ten-sided dice of a step, of these *buttons* or of any; none if its *events* have them already."""
    if any(isinstance(event, DieRolled) for event in events):
        return ()
    rolls = (roll for roll in audited.rolls if not buttons or roll.button in ("", *buttons))
    faces = (face for roll in rolls for face in roll.results)
    return tuple(DieRolled(face) for face in faces if 0 <= face <= 9)


@dataclass(frozen=True)
class ReadGame:
    """The logs of a game that have been read, each the continuation of the one before it."""

    book: RuleBook
    patterns: LogPatterns
    chosen: ChosenDialect
    previous: SavedGame | None = None
    """A save or a log that the first log should continue; it is not refereed itself."""
    module: ModuleDefinition | None = None
    scenario: int = 0
    """The scenario's number, 0 to look it up in the files."""
    logs: tuple[ReadLog, ...] = ()

    def with_log(self, game: SavedGame, watch: Watch = iter) -> ReadGame:
        """Return the game with one more log; *watch* sees its steps.

        Raises NotThisGame, OtherScenario and LimitExceeded.
        """
        dialect, last = self.chosen.dialect, self.logs[-1] if self.logs else None
        before = last.audit.game if last else self.previous
        log = read_log(
            game, dialect, self.patterns, number=len(self.logs), scenario=self.scenario, previous=before,
            ends=Ends(last.audit.start, last.audit.end) if last else None, module=self.module, watch=watch,
            earlier=[event for each in self.logs[-_ANSWERED:] for step in each.steps for event in step.events],
        )  # fmt: skip
        if before is not None:
            earlier = last.start.scenario if last else _scenario_of(before, dialect, self.scenario)
            _refuse_other_scenario(earlier, before, log)
        return replace(self, logs=(*self.logs, log))


def no_logs_read(
    first: SavedGame, book: RuleBook, patterns: LogPatterns, *, previous: SavedGame | None = None,
    module: ModuleDefinition | None = None, scenario: int = 0, chosen: ChosenDialect | None = None,
) -> ReadGame:  # fmt: skip
    """Return a game before its *first* log is read; the other arguments are those of :func:`referee_game`."""
    book = book_of_file(book, first)
    patterns = patterns.with_reports(book.game.dialect.dice_reports)
    chosen = chosen or choose_dialect(first, book.game, patterns, module)
    return ReadGame(book, patterns, chosen, previous, module, scenario)


def referee_game(
    files: Sequence[SavedGame], book: RuleBook, patterns: LogPatterns, *, previous: SavedGame | None = None,
    module: ModuleDefinition | None = None, scenario: int = 0, watch_for: WatchFor = _no_watch,
    chosen: ChosenDialect | None = None,
) -> RefereedGame:  # fmt: skip
    """Referee logs in their order, each the continuation of the one before it.

    *previous* is a save or a log that the first of them should continue; it is not refereed itself. *scenario* is the
    scenario's number, 0 to look it up in the files; *chosen* the dialect, if it is known. Raises NotThisGame,
    OtherScenario and LimitExceeded.
    """
    begun = no_logs_read(files[0], book, patterns, previous=previous, module=module, scenario=scenario, chosen=chosen)
    return referee_read_game(reduce(lambda read, game: read.with_log(game, watch_for(game)), files, begun))


def referee_read_game(read: ReadGame) -> RefereedGame:
    """Referee the logs of a game that have been read: at least one."""
    book, chosen, logs = read.book, read.chosen, read.logs
    referee = Referee(book, logs[0].start, chosen.sight)
    begun = beginning(referee, begins_game=_begins_game(logs[0], book, chosen.sight))
    state = concluded(referee, reduce(partial(with_mail, referee), _mails(logs), begun))
    state, owed = what_is_owed(state, book, logs[-1].steps)
    needed = {each.entry for each in owed}
    reviewed = _reviewed(_with_superseded(state), logs, book, chosen.sight)
    entries, numbers = _in_order(each for each in reviewed if each.number in needed or not _is_empty(each))
    due = due_rolls(entries)
    return RefereedGame(
        book=book, dialect=chosen.dialect.name,
        logs=tuple(
            RefereedLog(without_due_repeats(log.audit, number, due), log.start, log.end,
                        _doubts(log, chosen.sight, book))
            for number, log in enumerate(logs)
        ),
        entries=entries, start=logs[0].start, end=state.position,
        owed=tuple(
            replace(each, entry=numbers[each.entry], menu=each.menu if chosen.dialect.has_menus else ())
            for each in owed
        ),
        tells_points=chosen.sight.tells_points,
    )  # fmt: skip


def _mails(logs: Sequence[ReadLog]) -> Iterator[Mail]:
    """Yield the logs as the referee goes on with them."""
    for before, log in pairwise([None, *logs]):
        if log is not None:
            broken = _between(before, log) if before is not None else None
            number = log.steps[0].log if log.steps else 0
            continuity = log.audit.continuity if before is not None else None
            yield Mail(
                log.start, log.end, _new_steps(log), number, broken,
                same_steps=continuity.same_steps if continuity else 0,
                is_longer=continuity is not None and continuity.link is Link.CONTAINS,
            )  # fmt: skip


def _with_superseded(state: RefereeState) -> tuple[Entry, ...]:
    """Return the entries of a game, and after them those of mails that others have taken the place of."""
    known = state.ledger.entries
    others = (replace(each, number=number) for number, each in enumerate(state.superseded, len(known) + 1))
    return (*known, *others)


def _reviewed(entries: Iterable[Entry], logs: Sequence[ReadLog], book: RuleBook, sight: Sight) -> tuple[Entry, ...]:
    """Return entries with all accusations left open that do not stand when the whole record is known."""
    steps = [step for log in logs for step in log.steps]
    entries = with_failed_checks_reported_once(without_marks_of_the_start(tuple(entries)))
    entries = with_strikes_rolled_late(entries, book)
    entries = with_findings_of_their_players(with_last_chits_of_their_players(entries), steps)
    entries = with_fire_at_assaults(with_rolls_after_fire(entries, steps, book), steps, book, sight)
    excused = excused_by_past((softened(entry, sight, book) for entry in entries), steps)
    found = excused_by_unread_words(with_late_tracks_left_open(excused, steps), steps)
    explained = with_told_dice_asked_about(with_unexplained_left_open(found, steps), steps)
    explained = with_missing_rolls_asked_about(with_event_markers_asked_about(explained, steps), steps)
    explained = with_checks_told_otherwise_left_open(explained, steps)
    answered = with_findings_in_doubtful_actions_left_open(with_answers_to_doubtful_losses_left_open(explained))
    answered = with_acts_of_doubtful_units_left_open(answered, steps, book)
    worked = (with_work_under_fire_left_open(entry, steps, book) for entry in answered)
    seen = with_acts_in_words_left_open(worked, steps)
    harmless = (with_too_few_own_points_left_open(entry, steps) for entry in seen)
    withdrawn = with_first_withdrawals_left_open(harmless)
    supposed = (with_supposed_choices_left_open(entry, book) for entry in withdrawn)
    return with_tracks_in_question_left_open(with_uncertain_left_open(entry, book) for entry in supposed)


def _scenario_of(previous: SavedGame, dialect: Dialect, scenario: int) -> int:
    """Return the scenario of a file that is only compared; 0 if the dialect cannot find it."""
    try:
        return dialect.watch(Replay(previous).initial, scenario=scenario, file=previous.file).position.scenario
    except NotThisGame:
        return 0


def _refuse_other_scenario(earlier: int, previous: SavedGame, log: ReadLog) -> None:
    """Raise OtherScenario if a log is not of the scenario of the file before it: the two cannot be one game."""
    number = log.start.scenario
    if earlier not in (0, number):
        raise OtherScenario(f"not a game with {previous.file}: it is of another scenario",
                            file=log.audit.game.file, found=f"scenario {number}",
                            expected=f"scenario {earlier}")  # fmt: skip


def _begins_game(log: ReadLog, book: RuleBook, sight: Sight) -> bool:
    """Return whether a log begins with the start of a scenario; where chits are not shown, in its first turn."""
    start = log.start
    if not sight.tells_set_up:
        return start.time == start.game.scenarios[start.scenario].first
    return is_start(start, book)


def _doubts(log: ReadLog, sight: Sight, book: RuleBook) -> tuple[str, ...]:
    """Return what was doubtful in a log; where chits are bought, more goes on between them than some dialects show."""
    if sight.tells_set_up:
        first = log.steps and log.steps[0].log == 0
        return (*log.doubts, *(start_doubts(log.start, book, Replay(log.audit.game).initial) if first else ()))
    bought = not sight.tells_between_chits and log.start.game.scenarios[log.start.scenario].formation_chits
    return (BETWEEN_CHITS, *log.doubts) if bought else log.doubts


def _new_steps(log: ReadLog) -> tuple[ObservedStep, ...]:
    """Return the steps of a log that are not those of the one before it."""
    continuity = log.audit.continuity
    if continuity is not None and continuity.link is Link.CONTAINS:
        return tuple(step for step in log.steps if step.number > continuity.same_steps)
    return log.steps


def _between(before: ReadLog, log: ReadLog) -> Link | None:
    """Return how a log begins if it does not go on where the one before it ended; None if it does."""
    continuity = log.audit.continuity
    if continuity is None or continuity.link is Link.CONTAINS:
        return None
    if continuity.link is Link.CONTINUES and not any(differing(before.end, log.start)):
        return None
    return continuity.link


def _is_empty(entry: Entry) -> bool:
    """Return whether an entry on the table says nothing: what was found in it is reported with another player."""
    told = entry.findings or entry.notes or entry.corrections or entry.stray_dice
    return entry.kind is EntryKind.TABLE and not told


def _in_order(entries: Iterable[Entry]) -> tuple[tuple[Entry, ...], Mapping[int, int]]:
    """Return the entries in the order of their first steps, numbered anew, and their new numbers by the old ones."""
    ordered = sorted(entries, key=lambda each: each.steps[0] if each.steps else (each.log, 0))
    numbers = {entry.number: at for at, entry in enumerate(ordered, 1)}
    return tuple(
        replace(entry, number=numbers[entry.number], of_entry=numbers.get(entry.of_entry, 0)) for entry in ordered
    ), numbers
