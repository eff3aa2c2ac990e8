"""Work done in separate processes, each with bounds on its memory and its time, a given number of them at once.

A process does a few jobs, one after the other, and hands back the result of each. One that dies takes only the job in
hand with it: that job is reported as lost, and the rest is done by another process. Where the system cannot bound a
process, only a watch on the time does.
"""

from __future__ import annotations

import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import Any, Final, Generic, TypeVar

from .progress import silence

if sys.platform != "win32":
    import resource

__all__ = ["Bounds", "Lost", "results_of"]

J = TypeVar("J")
R = TypeVar("R")

_MEBIBYTE: Final = 1024 * 1024
_PRELOADED: Final = ["adjudicator.cli.preloaded"]
_SLOWEST: Final = 20
"""The number of times its bound on processor time that a job may take by the clock: the machine may be busy."""
_TICK: Final = 1.0


@dataclass(frozen=True, slots=True)
class Bounds:
    """The memory and the time that one job may use."""

    memory: int = 2048
    """Mebibytes."""
    seconds: int = 600
    """Seconds of processor time."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The result of a job whose process ended before its time."""

    problem: str


@dataclass
class _Worker(Generic[J]):
    """A process, and what it still has to do."""

    process: Any
    pipe: Connection
    jobs: deque[tuple[int, J]]
    since: float = field(default_factory=monotonic)
    """Since when the job in hand is done."""


def results_of(
    work: Callable[[J], R], jobs: Sequence[J], processes: int, bounds: Bounds, *, at_once: int = 1
) -> Iterator[tuple[int, R | Lost]]:
    """Yield the number of each job with its result, in the order in which they are done.

    *at_once* jobs are handed to each process. A caller who stops early leaves no process behind.
    """
    waiting = deque(
        deque(list(enumerate(jobs))[first : first + at_once]) for first in range(0, len(jobs), at_once)
    )  # fmt: skip
    running: dict[Connection, _Worker[J]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < processes:
                worker = _started(work, waiting.popleft(), bounds)
                running[worker.pipe] = worker
            ready = wait(list(running), timeout=_TICK)
            for pipe in ready:
                worker = running[pipe]  # type: ignore[index]
                yield from _received(worker, bounds)
                if worker.pipe.closed:
                    del running[worker.pipe]
                    if worker.jobs:
                        waiting.appendleft(worker.jobs)
            for worker in running.values():
                if monotonic() - worker.since > bounds.seconds * _SLOWEST:
                    worker.process.kill()
    finally:
        for worker in running.values():
            worker.process.kill()
            worker.process.join()
            worker.pipe.close()


def _started(work: Callable[[J], R], jobs: deque[tuple[int, J]], bounds: Bounds) -> _Worker[J]:
    context: Any = get_context("spawn" if sys.platform == "win32" else "forkserver")
    if sys.platform != "win32":
        context.set_forkserver_preload(_PRELOADED)
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(theirs, work, [job for _number, job in jobs], bounds), daemon=True)
    with _interrupts_put_off():
        process.start()
    theirs.close()
    return _Worker(process, ours, jobs)


def _received(worker: _Worker[J], bounds: Bounds) -> Iterator[tuple[int, Any]]:
    """Yield what a process has done; close its pipe once it is at its end."""
    try:
        result = worker.pipe.recv()
    except (EOFError, OSError):
        worker.process.join()
        worker.pipe.close()
        if worker.jobs:
            number, _job = worker.jobs.popleft()
            yield number, Lost(_reason(worker, bounds))
        return
    number, _job = worker.jobs.popleft()
    worker.since = monotonic()
    yield number, result
    if not worker.jobs:
        worker.process.join()
        worker.pipe.close()


def _reason(worker: _Worker[J], bounds: Bounds) -> str:
    code = worker.process.exitcode
    too_long = {-int(getattr(signal, name)) for name in ("SIGXCPU",) if hasattr(signal, name)}
    if code in too_long or monotonic() - worker.since > bounds.seconds * _SLOWEST:
        return f"it takes longer than {bounds.seconds:,} seconds (--seconds N allows more)"
    if code == 1:
        return "the program failed on it: this is a bug, please report it"
    return "its process was ended before it was done: there may not be enough memory"


@contextmanager
def _interrupts_put_off() -> Iterator[None]:
    """Let Ctrl-C wait while a process is started: in the middle of that it would leave half a process behind."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# in the process


def _work(pipe: Connection, work: Callable[[Any], Any], jobs: list[Any], bounds: Bounds) -> None:
    """Do jobs and send back the result of each; Ctrl-C ends the process without a message."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    silence()
    _bound_memory(bounds)
    with suppress(BrokenPipeError):
        for job in jobs:
            _bound_time(bounds)
            pipe.send(_result(work, job))


def _result(work: Callable[[Any], Any], job: Any) -> Any:
    try:
        return work(job)
    except MemoryError:
        return Lost("there is not enough memory for this file (--memory MIB allows more)")
    except RecursionError:
        return Lost("the file is nested deeper than this program can follow")


def _bound_memory(bounds: Bounds) -> None:
    if sys.platform != "win32":
        with suppress(ValueError, OSError):
            _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
            resource.setrlimit(resource.RLIMIT_AS, (bounds.memory * _MEBIBYTE, hard))


def _bound_time(bounds: Bounds) -> None:
    """Let the system end the process if the next job takes too long."""
    if sys.platform != "win32":
        used = resource.getrusage(resource.RUSAGE_SELF)
        with suppress(ValueError, OSError):
            _soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
            resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + bounds.seconds + 1, hard))
