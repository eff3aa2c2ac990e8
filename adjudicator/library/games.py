"""A game played by mail: its actions with their rulings, and the position after each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from ..audit.annotations import without_annotations
from ..audit.dice import load_patterns
from ..audit.file_chain import KnownFile, chain_to, last_logs
from ..game.loading import BUILT_IN, find_game, load_game
from ..game.position import Position
from ..referee.entries.entry import Entry, RefereedGame
from ..referee.viewer_pipeline import referee_for
from ..report.entries_text import entry_words
from ..rules.ruling import Finding, Verdict
from ..vassal.errors import FileAccessError
from ..vassal.module import read_module
from ..vassal.saved_game import SavedGame
from ..vassal.saved_game import open_game as open_file
from ..viewing.sides import roster_of
from ..viewing.viewer import Viewer
from .positions import GamePosition, agreed_on, viewer_named

__all__ = ["Game", "MixedGames", "PlayedAction", "open_game"]

_MAILS = frozenset({".vlog", ".vsav"})


class MixedGames(FileAccessError):
    """A folder has the mails of more than one game."""


@dataclass(frozen=True, repr=False)
class PlayedAction:
    """One action of a game with its ruling."""

    number: int
    """Its place in the game, from 1."""
    player: str
    """The player who did it, empty if the logs do not show it."""
    side: str
    """The name of his side, empty if the logs do not show it."""
    text: str
    """The action in words."""
    verdict: Verdict
    findings: tuple[Finding, ...]
    """The objections to it, each with its rule."""
    notes: tuple[str, ...]
    """The assumptions that it was read with."""
    position: GamePosition
    """After it."""

    def __str__(self) -> str:
        """Return what was done."""
        return self.text

    def __repr__(self) -> str:
        """Return the number, the verdict and what was done."""
        return f"<{self.number} {self.verdict}: {self.text}>"


@dataclass(frozen=True, repr=False)
class Game:
    """A refereed game, as its viewer may know it."""

    refereed: RefereedGame
    """Everything that the referee found."""
    viewer: Viewer

    def __repr__(self) -> str:
        """Return the scenario, and how many actions there are."""
        return f"<Game: {self.title}, {len(self.actions)} actions, {self.verdict}>"

    @property
    def title(self) -> str:
        """The scenario's title."""
        start = self.refereed.start
        return start.game.scenarios[start.scenario].title

    @property
    def players(self) -> Mapping[str, str]:
        """The player of each side that has acted, by the side's name."""
        sides = self.refereed.book.game.sides
        return {sides[each.side].name: each.player for each in self.refereed.entries if each.side and each.player}

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of an action."""
        verdicts = {action.verdict for action in self.actions}
        return next((each for each in (Verdict.ILLEGAL, Verdict.UNDECIDED) if each in verdicts), Verdict.LEGAL)

    @cached_property
    def actions(self) -> tuple[PlayedAction, ...]:
        """Every action, in the order in which they were done."""
        return tuple(map(self._action, self.refereed.entries))

    @property
    def position(self) -> GamePosition:
        """The position at the end of the last file."""
        return self._position(self.refereed.end)

    def _position(self, position: Position) -> GamePosition:
        return GamePosition(position, self.refereed.book, self.viewer)

    def _action(self, entry: Entry) -> PlayedAction:
        sides = self.refereed.book.game.sides
        return PlayedAction(
            entry.number, entry.player, sides[entry.side].name if entry.side else "", entry_words(entry, self.viewer),
            entry.verdict, tuple(entry.findings), tuple(entry.notes), self._position(entry.after or entry.before),
        )  # fmt: skip


def open_game(
    path: Path | str | Sequence[Path | str], *, side: str = "", referee: bool = False, game: str = BUILT_IN,
    module: Path | str | None = None, scenario: int = 0, house_rules: Path | str | None = None,
) -> Game:  # fmt: skip
    """Read and referee a game: a folder with its mails, one log, or logs in their order.

    In a folder the mails are put in order by where each begins and ends, whatever they are called. *side* is the side
    for which the game is read, or its player; *referee* is for whoever may know everything; without them, face-down
    guns stay unknown. *game* is a game's name or its directory, *module* its ``.vmod``, *scenario* the number of the
    scenario if the files do not say, *house_rules* the file of what the players agreed on.

    Raises VassalError (MixedGames and NotThisGame, for a log of another module, are kinds of it), and GameDataError.

    >>> import adjudicator
    >>> game = adjudicator.open_game("examples/italians_attack/")
    >>> game.players
    {'Axis': 'Anna', 'French': 'Bert'}
    >>> [action.number for action in game.actions if action.verdict == "illegal"]
    [3, 11, 15]
    """
    data = load_game(find_game(game))
    files = _files(path)
    viewer = viewer_named(data, side, referee=referee, roster=lambda: roster_of(files))
    refereed = referee_for(
        viewer, files, data, agreed_on(house_rules), load_patterns(()),
        module=read_module(Path(module)) if module else None, scenario=scenario,
    )  # fmt: skip
    return Game(refereed, viewer)


def _files(path: Path | str | Sequence[Path | str]) -> tuple[SavedGame, ...]:
    if not isinstance(path, (str, Path)):
        if not path:
            raise FileAccessError("no log was given", expected="the mails of a game")
        return tuple(_opened(Path(each)) for each in path)
    place = Path(path)
    return _chain(place) if place.is_dir() else (_opened(place),)


def _chain(folder: Path) -> tuple[SavedGame, ...]:
    """Return the logs of the game in a folder, the oldest first."""
    files = [KnownFile.of(_opened(each)) for each in _mails(folder.iterdir())]
    last = last_logs(files)
    if not last:
        raise FileAccessError("there is no log in this folder", file=str(folder), expected="the mails of a game")
    if len(last) > 1:
        names = ", ".join(each.game.file for each in last[:4])
        raise MixedGames(f"the mails of several games, or of a game that branches; the last ones are {names}",
                         file=str(folder), expected="the mails of one game")  # fmt: skip
    return tuple(each.game for each in chain_to(last[0], files).files if each.game.steps)


def _mails(paths: Iterable[Path]) -> Iterator[Path]:
    return (path for path in sorted(paths) if path.suffix.lower() in _MAILS)


def _opened(path: Path) -> SavedGame:
    return replace(without_annotations(open_file(path)), file=path.name)
