"""What ``adjudicator audit --each`` does: many games at once, one a process, told in the order of the arguments."""

from __future__ import annotations

import re
import signal
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any, Final

import click

from ..game.errors import GameDataError
from ..report.plain import count, lines_of_width, one_line, terminal_width
from ..vassal.document_kind import DocumentKind, document_kind
from ..vassal.errors import FileAccessError, VassalError
from .game_audits import AuditRequest, audit_answer
from .options import emit, emit_json, note
from .progress import silence, watched

__all__ = ["audit_each", "logs_in"]

FORMAT: Final = 1
_NAMES: Final = {0: "legal", 1: "illegal", 2: "undecided", 3: "unreadable"}
_GRAVEST_FIRST: Final = (1, 3, 2, 0)
_LOG: Final = ".vlog"
_DOCUMENT: Final = ".xml"


@dataclass(frozen=True)
class _Done:
    """What came of one game."""

    file: str
    exit_code: int
    lines: tuple[str, ...]
    document: dict[str, Any] | None
    problem: str = ""
    """Why it cannot be read."""


def audit_each(request: AuditRequest, jobs: int, *, as_json: bool) -> int:
    """Audit each log of a request as a game of its own, print what comes of them, and return the exit code.

    A directory stands for the logs in it. What is printed is the same for any number of jobs.
    """
    paths = list(logs_in(request.logs))
    requests = [replace(request, logs=(path,), form="json" if as_json else "brief") for path in paths]
    games: list[_Done] = []
    with _results(requests, jobs) as results:
        for done in watched(results, "auditing games", len(requests)):
            games.append(done if as_json else replace(done, lines=()))
            if not as_json:
                emit(done.lines)
    counts = Counter(_NAMES[game.exit_code] for game in games)
    code = next((each for each in _GRAVEST_FIRST if counts[_NAMES[each]]), 0)
    if as_json:
        emit_json(_document(games, counts, code))
    else:
        told = ", ".join(f"{counts[name]} {name}" for name in _NAMES.values() if counts[name])
        emit(["", f"{count(len(games), 'game')}: {told}"])
    return code


def _document(games: Sequence[_Done], counts: Counter[str], code: int) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "kind": "audit-batch",
        "games": [
            {"file": game.file, "verdict": _NAMES[game.exit_code], "exit_code": game.exit_code,
             "problem": game.problem or None, "audit": game.document}
            for game in games
        ],
        "counts": {name: counts[name] for name in _NAMES.values()},
        "exit_code": code,
    }  # fmt: skip


def logs_in(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield logs, of a directory those in it in the order of their names and numbers. Raises FileAccessError.

    A log may be the XML document of one; beside the log that it is called after, it is passed over.
    """
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        entries = sorted(path.iterdir(), key=_in_order)
        logs = [each for each in entries if each.name.lower().endswith(_LOG)]
        documents = [each for each in entries if each.name.lower().endswith(_DOCUMENT) and _is_log_document(each)]
        copies = [each for each in documents if each.stem in {log.stem for log in logs}]
        if copies:
            names = ", ".join(one_line(each.name) for each in copies)
            note(f"passed over, since the log of the same name lies beside it: {names}")
        found = sorted([*logs, *(each for each in documents if each not in copies)], key=_in_order)
        if not found:
            raise FileAccessError("there is no log in this directory", file=str(path),
                                  expected=f"files *{_LOG}, or the XML documents of logs")  # fmt: skip
        yield from found


def _is_log_document(path: Path) -> bool:
    return document_kind(path) is DocumentKind.LOG


def _in_order(path: Path) -> list[tuple[int, str]]:
    """Return what puts ``turn-2`` before ``turn-10``, by whatever ending they have."""
    parts = [*re.split(r"(\d+)", path.stem), path.suffix]
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


@contextmanager
def _results(requests: Sequence[AuditRequest], jobs: int) -> Iterator[Iterable[_Done]]:
    """Hand out what comes of requests, in their order; who leaves early leaves no process behind."""
    audit = partial(_one, terminal_width())
    if jobs == 1:
        yield map(audit, requests)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin_work) as pool:
        try:
            with _deaf_to_interrupts():
                # not pool.map, which withdraws what waits when it is left: that and broken processes do not agree
                running = [pool.submit(audit, request) for request in requests]
            yield (each.result() for each in running)
        except BaseException as error:
            for process in active_children():
                process.terminate()
            if isinstance(error, BrokenProcessPool):
                problem = "a process ended before its time; --jobs 1 does without others"
                raise click.ClickException(problem) from None
            raise


def _begin_work() -> None:
    """Prepare a process: it shows nothing on the terminal, and Ctrl-C ends it without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    silence()


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C while processes are started: each of them does so, too, until it is up."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _one(width: int | None, request: AuditRequest) -> _Done:
    """Audit one game for a terminal of some width; what is wrong with its file is told, not raised."""
    name = request.logs[0].name
    try:
        with lines_of_width(width):
            answer = audit_answer(request)
            return _Done(name, answer.exit_code, tuple(answer.lines), answer.document)
    except (VassalError, GameDataError) as error:
        problem = " ".join(str(error).split())
    except MemoryError:
        problem = "there is not enough memory for this file"
    except RecursionError:
        problem = "the file is nested deeper than this program can follow"
    return _Done(name, 3, (f"{one_line(name)}: cannot be read: {one_line(problem)}",), None, problem)
