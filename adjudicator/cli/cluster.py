"""Games judged by the workers of a Dask cluster: Dask distributed as it is, games go there and results come back.

A worker needs this program, the same version of it, and nothing else: the logs are sent along. A worker that dies costs
time only, Dask gives its games to another one. Only a few games for each worker are on their way at one time, and a
result is dropped there as soon as it is here, so that memory grows with the workers and not with the games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import click

from ..audit_file.versions import program_digest
from ..report.safe_text import one_line
from ..vassal.archive import read_file
from ..vassal.errors import VassalError
from ..vassal.limits import Limits
from .game_tasks import GameTask, JudgedGame, judged_game
from .progress import silence
from .worker_pool import Lost

__all__ = ["SentGame", "judged_there", "results_from", "sent"]

_AHEAD: Final = 2
"""The number of games that are on their way for each thread of the workers."""
_CONNECT: Final = "10s"


@dataclass(frozen=True)
class SentGame:
    """A game with all files that it takes to judge it, by their paths here."""

    task: GameTask
    files: tuple[tuple[Path, bytes], ...]
    digest: str
    """The digest of the program."""


class OtherVersion(Exception):
    """A worker has another version of the program."""


def sent(task: GameTask) -> SentGame:
    """Return a game with its files. Raises VassalError."""
    request = task.request
    paths = [path for part in task.parts for path in part]
    paths += [path for path in (request.previous, request.module_path) if path is not None]
    if Path(request.game_name).is_dir():
        raise click.UsageError("--dask goes with games that come with the program: --game DIRECTORY is not sent along")
    limits = Limits(entry_bytes=request.limits.archive_bytes)
    return SentGame(task, tuple((path, read_file(path, limits)) for path in [*paths, *request.patterns]),
                    program_digest())  # fmt: skip


def judged_there(game: SentGame) -> JudgedGame | Lost:
    """Judge a game where it was sent to. Raises OtherVersion."""
    if program_digest() != game.digest:
        raise OtherVersion
    silence()
    with TemporaryDirectory(prefix="adjudicator-") as name:
        places: dict[Path, Path] = {}
        for number, (path, data) in enumerate(game.files):
            places[path] = Path(name, str(number), path.name)
            places[path].parent.mkdir()
            places[path].write_bytes(data)
        try:
            return judged_game(_moved(game.task, places))
        except MemoryError:
            return Lost("there is not enough memory for this file on the worker")
        except RecursionError:
            return Lost("the file is nested deeper than this program can follow")


def _moved(task: GameTask, places: dict[Path, Path]) -> GameTask:
    request = task.request
    return replace(
        task,
        parts=tuple(tuple(places[path] for path in part) for part in task.parts),
        request=replace(
            request,
            previous=places[request.previous] if request.previous else None,
            module_path=places[request.module_path] if request.module_path else None,
            patterns=tuple(places[path] for path in request.patterns),
        ),
    )


def results_from(address: str, tasks: Sequence[GameTask]) -> Iterator[tuple[int, JudgedGame | Lost]]:
    """Yield the results of games, each as soon as it is done. Raises ClickException if there is no such cluster."""
    distributed = _library()
    try:
        client = distributed.Client(address, timeout=_CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        words = one_line(" ".join(str(error).split()), 200)
        raise click.ClickException(f"the cluster at {one_line(address)} cannot be reached: {words}") from None
    with client:
        if not client.nthreads():
            raise click.ClickException(f"the cluster at {one_line(address)} has no workers")
        yield from _gathered(distributed, client, tasks)


def _gathered(distributed: Any, client: Any, tasks: Sequence[GameTask]) -> Iterator[tuple[int, JudgedGame | Lost]]:
    """Yield the games as the cluster judges them, with their numbers, and keep a few ahead of its workers."""
    ahead = _AHEAD * max(1, sum(client.nthreads().values()))
    numbers: dict[str, int] = {}
    following = iter(range(len(tasks)))
    waiting = distributed.as_completed([], loop=client.loop)

    def submit() -> Iterator[tuple[int, Lost]]:
        """Send the next game; yield those that cannot be sent."""
        for number in following:
            try:
                game = sent(tasks[number])
            except VassalError as error:
                yield number, Lost(one_line(str(error)))
                continue
            future = client.submit(judged_there, game, pure=False)
            numbers[future.key] = number
            waiting.add(future)
            return

    for _ in range(ahead):
        yield from submit()
    while numbers:
        future = next(waiting)
        number = numbers.pop(future.key)
        yield number, _result(distributed, future)
        future.release()
        yield from submit()


def _result(distributed: Any, future: Any) -> JudgedGame | Lost:
    try:
        result: JudgedGame | Lost = future.result()
    except OtherVersion:
        raise click.ClickException("a worker of the cluster has another version of this program") from None
    except distributed.scheduler.KilledWorker:
        return Lost("several workers of the cluster ended when they judged it: there may not be enough memory")
    return result


def _library() -> Any:
    try:
        import distributed
        import distributed.scheduler
    except ImportError:
        raise click.ClickException(
            "this needs the extra cluster: pip install 'no-question-of-surrender-adjudicator[cluster]'"
        ) from None
    return distributed
