"""Legal games played in an untidy manner, cut into mails, and what the referee finds wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random

from adjudicator.audit.dice import load_patterns
from adjudicator.audit.findings import Weight
from adjudicator.game.play import Action
from adjudicator.referee.entries.entry import Entry, RefereedGame
from adjudicator.referee.pipeline import referee_game
from adjudicator.report.action_words import action_words
from adjudicator.rules.ruling import Verdict
from adjudicator.vassal.saved_game import SavedGame, open_game
from adjudicator.viewing.viewer import Viewer
from tests.random_play import agreed_book
from tests.self_play import PlayedGame, SelfPlay, play_kit
from tests.untidy.manners import Manner
from tests.untidy.writer import UntidyWriter

__all__ = ["Accusation", "Audit", "UntidyPlay", "audit", "audit_of_last_mails"]


class UntidyPlay(SelfPlay):
    """A random legal game by mail, written in an untidy manner."""

    def __init__(
        self, seed: int, manner: Manner, *, scenario: int = 1, failures: Path = Path("untidy-play-failure.json")
    ) -> None:
        super().__init__(seed, scenario=scenario, on_line=False, failures=failures)
        rng = Random(f"untidy/{manner.name}/{seed}")  # noqa: S311 - nothing secret hangs on it
        self.writer: UntidyWriter = UntidyWriter(play_kit(), self.book, self.record, manner, rng)

    def make(self, action: Action) -> None:
        """Make a legal action, and write it."""
        self.note(action, self.writer.write(self.position, action))

    def for_a_while(self, actions: int) -> PlayedGame:
        """Play at most so many actions, and return the game as it is then."""
        for _, action in zip(range(actions), self.actions(), strict=False):
            self.make(action)
        return self.finished()


@dataclass(frozen=True, slots=True)
class Accusation:
    """Something that the referee has against a legal game."""

    mail: str
    steps: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Audit:
    """What the referee has against a legal game, and how much of it he cannot tell."""

    accusations: tuple[Accusation, ...]
    entries: int
    undecided: tuple[Accusation, ...]


def audit(played: PlayedGame) -> Audit:
    """Return what the referee says of a game with all its mails."""
    files = _files(played)
    game = referee_game(files, agreed_book(), load_patterns(()), previous=played.start, module=play_kit().module)
    return _audit(game, files, 0)


def audit_of_last_mails(played: PlayedGame) -> Iterator[Audit]:
    """Yield what the referee says of each mail if he has only the one before it."""
    files = _files(played)
    for before, mail in pairwise(files):
        game = referee_game([before, mail], agreed_book(), load_patterns(()), module=play_kit().module)
        yield _audit(game, [before, mail], 1)


def _files(played: PlayedGame) -> list[SavedGame]:
    return [open_game(file.archive_bytes(), name=file.file) for file in played.files]


def _audit(game: RefereedGame, files: list[SavedGame], first: int) -> Audit:
    """Return what is said of the logs from one on."""
    entries = [entry for entry in game.entries if _log_of(entry) >= first]
    found = [_accusation(entry, files) for entry in entries if entry.verdict is Verdict.ILLEGAL]
    for file, log in zip(files[first:], game.logs[first:], strict=True):
        found += [Accusation(file.file, (), each.text) for each in log.audit.findings if each.weight is Weight.FAULT]
    undecided = [_accusation(entry, files) for entry in entries if entry.verdict is Verdict.UNDECIDED]
    return Audit(tuple(found), len(entries), tuple(undecided))


def _log_of(entry: Entry) -> int:
    return max((log for log, _step in entry.steps), default=entry.log)


def _accusation(entry: Entry, files: list[SavedGame]) -> Accusation:
    what = action_words(entry.action, entry.before, Viewer(referee=True)) if entry.action else entry.kind.value
    findings = "; ".join(
        f"{each.text} [{each.rule} {each.name}]" for each in entry.findings if each.verdict is not Verdict.LEGAL
    )
    log = _log_of(entry)
    return Accusation(files[log].file, tuple(step for at, step in entry.steps if at == log), f"{what}: {findings}")
