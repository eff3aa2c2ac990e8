"""``adjudicator watch``: mails are verified as they arrive in a folder; nothing in it is moved or written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any, Final

import click

from ..audit.dice import load_patterns
from ..game.errors import GameDataError
from ..report.opponent_text import problem_lines
from ..report.safe_text import one_line
from ..report.verdicts import verdict_words
from ..report.verify_text import VerifiedTurn
from ..report.your_move_text import your_move_lines
from ..vassal.errors import FileAccessError, VassalError
from ..vassal.limits import Limits
from ..vassal.module import read_module
from ..vassal.saved_game import open_game
from ..viewing.sides import roster_in
from .completion import DIRECTORY
from .options import emit, limit_option, module_option, note
from .referee_options import patterns_option, waive_option
from .refereed_turn import TurnRequest, verified_turn
from .rule_options import book_options, playable_game, reader_options, side_of
from .whole_number import WholeNumber

__all__ = ["Arrivals", "command", "mail_lines"]

_LOG: Final = ".vlog"
_QUIET: Final = 1.0
"""The number of seconds for which a file must not have changed before it is read."""
_PATIENCE: Final = 15.0
"""The number of seconds for which a file that cannot be read may still be on its way."""
_TICK: Final = 0.5
_EPILOG: Final = """\b
Examples:
  adjudicator watch our-game/ --side french
  adjudicator watch our-game/ --side french --house-rules ours.toml

\b
It needs the extra "watch": pip install 'no-question-of-surrender-adjudicator[watch]'"""


@dataclass
class _Seen:
    """A file as it was when it was looked at."""

    state: tuple[int, int]
    """Its size and when it was changed."""
    since: float
    """Since when it has been so."""
    told: bool = False


@dataclass
class Arrivals:
    """The logs of a folder that are new since it was looked at first."""

    folder: Path
    limits: Limits
    _files: dict[Path, _Seen] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for path, state in self._logs():
            self._files[path] = _Seen(state, 0.0, told=True)

    def _logs(self) -> Iterator[tuple[Path, tuple[int, int]]]:
        """Yield the logs of the folder with their sizes and times; what vanishes meanwhile is left out."""
        try:
            paths = sorted(path for path in self.folder.iterdir() if path.suffix.lower() == _LOG)
        except OSError as error:
            raise FileAccessError(f"the directory cannot be looked into: {error.strerror}", file=str(self.folder)
                                  ) from None  # fmt: skip
        for path in paths:
            try:
                status = path.stat()
            except OSError:
                continue
            if path.is_file():
                yield path, (status.st_size, status.st_mtime_ns)

    def whole(self, now: float) -> Iterator[tuple[Path, VassalError | None]]:
        """Yield mails that have arrived and can be read, and with what is wrong those that stay broken.

        A file is let alone as long as it grows, and a while longer if it cannot be read: it may be on its way.
        """
        there = dict(self._logs())
        for gone in self._files.keys() - there.keys():
            del self._files[gone]
        for path, state in there.items():
            seen = self._files.get(path)
            if seen is None or seen.state != state:
                self._files[path] = _Seen(state, now)
                continue
            if seen.told or now - seen.since < _QUIET:
                continue
            problem = self._problem(path)
            if problem is None or now - seen.since >= _PATIENCE:
                seen.told = True
                yield path, problem

    @property
    def waiting(self) -> bool:
        """True if a file has to be looked at again though nothing may happen to it any more."""
        return any(not seen.told for seen in self._files.values())

    def _problem(self, path: Path) -> VassalError | None:
        try:
            open_game(path, self.limits)
        except VassalError as error:
            return error
        return None


@click.command(epilog=_EPILOG)
@click.argument("folder", type=DIRECTORY, metavar="DIR")
@click.option("--mails", type=WholeNumber(1, 1_000_000), help="Stop after N mails.")
@book_options
@reader_options
@waive_option
@module_option
@patterns_option
@limit_option
def command(folder: Path, mails: int | None, **values: Any) -> int:
    """Verify each mail as it arrives in a directory.

    A log that is saved or copied into DIR is verified once it is complete, with the earlier mails in DIR, as by
    adjudicator verify. Nothing is moved, changed or written. Stop it with Ctrl-C.
    """
    _check_options(folder, values)
    arrivals = Arrivals(folder, values["limits"])
    woken = Event()
    observer = _observer(folder, woken.set)
    told = 0
    try:
        note(f"waiting for mails in {one_line(str(folder))}")
        while mails is None or told < mails:
            woken.wait(_TICK if arrivals.waiting else None)
            woken.clear()
            for path, problem in arrivals.whole(monotonic()):
                told += 1
                emit(mail_lines(path, problem, values))
                if told == mails:
                    break
    finally:
        observer.stop()
        observer.join()
    return 0


def _check_options(folder: Path, values: dict[str, Any]) -> None:
    """Raise what is wrong with an option before anything is waited for."""
    if not folder.is_dir():
        raise FileAccessError("not a directory", file=str(folder), expected="the directory in which mails arrive")
    game = playable_game(values["game_name"])
    side_of(click.get_current_context(), game, values["side"], lambda: roster_in(sorted(folder.glob("*.vlog"))))
    load_patterns(values["patterns"])
    if values["module_path"]:
        read_module(values["module_path"], values["limits"])


def _observer(folder: Path, wake: Callable[[], None]) -> Any:
    """Return what calls *wake* when something happens in a folder. Raises ClickException without the library."""
    try:
        from watchdog.events import FileSystemEvent, FileSystemEventHandler
        from watchdog.observers import Observer
    except ImportError:
        raise click.ClickException(
            "this needs the extra watch: pip install 'no-question-of-surrender-adjudicator[watch]'"
        ) from None

    class Handler(FileSystemEventHandler):
        """Wakes whoever waits."""

        def on_any_event(self, event: FileSystemEvent) -> None:
            """Note that something happened; reading files is none of it."""
            if event.event_type not in ("opened", "closed_no_write"):
                wake()

    observer = Observer()
    observer.schedule(Handler(), str(folder))
    try:
        observer.start()
    except OSError as error:
        raise FileAccessError(f"the directory cannot be watched: {error.strerror}", file=str(folder)) from None
    return observer


def mail_lines(path: Path, problem: VassalError | None, values: dict[str, Any]) -> Iterator[str]:
    """Yield what there is to say of a mail; what is wrong with it ends nothing."""
    yield f"{one_line(path.name)}"
    if problem is not None:
        yield f"  cannot be read: {one_line(str(problem))}"
        return
    try:
        turn = verified_turn(TurnRequest(turn=path, **values))
    except (VassalError, GameDataError, click.UsageError) as error:
        words = error.format_message() if isinstance(error, click.UsageError) else str(error)
        yield f"  cannot be verified: {one_line(' '.join(words.split()))}"
        return
    yield from _turn_lines(turn)


def _turn_lines(turn: VerifiedTurn) -> Iterator[str]:
    yield verdict_words(turn.entries, turn.audit.findings)
    yield from problem_lines(turn)
    yield from your_move_lines(turn.game, turn.viewer)
    yield ""
