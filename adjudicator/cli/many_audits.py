"""The work of ``adjudicator audit --each``: the games below folders, each judged in a separate process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import click

from ..audit.games import FoundGame, Gap, games_of
from ..report.game_summary import GameSummary
from ..report.games_table import GameRow, GamesTable, csv_text, pooled_dice, row_lines, table_document, table_lines
from ..report.html.games_page import games_page
from ..report.safe_text import count, one_line
from ..vassal.archive import check_output, write_file
from ..vassal.errors import FileAccessError, VassalError
from .cluster import results_from
from .game_audits import AuditRequest, playable
from .game_tasks import FileTask, GameTask, JudgedGame, MarkedFile, judged_game, marked_file, unreadable
from .log_files import games_below
from .options import emit, emit_json, note
from .progress import watched
from .referee_options import agreed
from .results_cache import ResultsCache, file_digest
from .worker_pool import Bounds, Lost, results_of

__all__ = ["ManyOptions", "audit_each"]

_FILES_AT_ONCE: Final = 16
"""The number of files that one process looks at: it is so quick that starting a process for each would take longer."""
_INDEX: Final = "index.html"
_GIVEN: Final = "."
"""The folder of the files that are in the folder that was given itself."""


@dataclass(frozen=True)
class ManyOptions:
    """The options for going through many games: how many at once, and where the results go."""

    jobs: int = 1
    cluster: str = ""
    """The address of a Dask scheduler; the games are judged here without one."""
    bounds: Bounds = field(default_factory=Bounds)
    cache: Path | None = None
    csv: Path | None = None
    output: Path | None = None
    """The file for the JSON; JSON that is asked for without a file goes to the terminal."""
    pages: Path | None = None
    """The directory for the web pages."""
    as_json: bool = False
    force: bool = False


@dataclass(frozen=True)
class _Found:
    """A game with its row, as far as it is known before it is judged."""

    row: GameRow
    task: GameTask | None
    """None for a file that cannot be read."""
    key: str = ""


def audit_each(request: AuditRequest, options: ManyOptions) -> int:
    """Audit the games below folders, print the results, and return the exit code.

    What is printed and written is the same for any number of processes. Raises VassalError, GameDataError, and
    UsageError if an output is one of the inputs.
    """
    paths = games_below(request.logs)
    _check_outputs(options, paths)
    request = replace(request, logs=(), with_page=options.pages is not None)
    cache = ResultsCache.open(options.cache, request) if options.cache else None
    digests = _digests(paths, request)
    marks = _marks(paths, digests, request, options, cache)
    found = _found(paths, digests, marks, request, cache)
    if options.pages:
        _make_directory(options.pages)
    rows = list(_judged(found, options, cache))
    table = GamesTable(
        tuple(rows), request.settings or agreed(request.house_rules, request.waived), playable(request.game_name),
        _games_and_orphans(marks)[1], pooled_dice(rows),
    )  # fmt: skip
    _write(table, options)
    return table.exit_code


# before any work is done


def _check_outputs(options: ManyOptions, paths: Mapping[str, Path]) -> None:
    """Raise what is wrong with an output before anything is read."""
    inputs = {path.resolve() for path in paths.values()}
    outputs = [path for path in (options.csv, options.output) if path is not None]
    if options.pages is not None:
        outputs.append(options.pages / _INDEX)
        if options.pages.exists() and not options.pages.is_dir():
            raise FileAccessError("not a directory", file=str(options.pages), expected="a new directory")
        if options.pages.is_dir() and any(options.pages.iterdir()) and not options.force:
            raise FileAccessError("the directory is not empty", file=str(options.pages),
                                  expected="a new directory, or --force")  # fmt: skip
    for path in outputs:
        if path.resolve() in inputs:
            raise click.UsageError(f"{path} is one of the files to be audited: it is not written over")
    for output in (options.csv, options.output):
        if output is not None:
            check_output(output, force=options.force)


def _make_directory(directory: Path) -> None:
    try:
        directory.mkdir(exist_ok=True)
    except OSError as error:
        raise FileAccessError(f"the directory cannot be made: {error.strerror}", file=str(directory)) from None


# which games there are


def _digests(paths: Mapping[str, Path], request: AuditRequest) -> dict[str, str | VassalError]:
    """Return the hash of each file, or why it cannot be read."""
    found: dict[str, str | VassalError] = {}
    for name, path in paths.items():
        try:
            found[name] = file_digest(path, request.limits.archive_bytes)
        except VassalError as error:
            found[name] = error
    return found


def _marks(
    paths: Mapping[str, Path], digests: Mapping[str, str | VassalError], request: AuditRequest, options: ManyOptions,
    cache: ResultsCache | None,
) -> dict[str, MarkedFile]:  # fmt: skip
    """Return what was seen of each file."""
    found: dict[str, MarkedFile] = {}
    keys: dict[str, str] = {}
    waiting: list[str] = []
    for name, digest in digests.items():
        if isinstance(digest, VassalError):
            found[name] = MarkedFile(None, one_line(str(digest)))
            continue
        known = None
        if cache:
            keys[name] = cache.key("file", [digest, paths[name].name])
            known = cache.file(keys[name])
        if known is not None:
            found[name] = known
        else:
            waiting.append(name)
    tasks = [FileTask(paths[name], request.limits, request.patterns) for name in waiting]
    results = results_of(marked_file, tasks, options.jobs, options.bounds, at_once=_FILES_AT_ONCE)
    for number, seen in watched(results, "looking for games", len(tasks)):
        name = waiting[number]
        if isinstance(seen, Lost):
            found[name] = MarkedFile(None, seen.problem)
            continue
        found[name] = seen
        if cache:
            cache.keep_file(keys[name], seen)
    return {name: found[name] for name in paths}


def _games_and_orphans(marks: Mapping[str, MarkedFile]) -> tuple[tuple[FoundGame, ...], tuple[str, ...]]:
    readable = {name: seen.mark for name, seen in marks.items() if seen.mark is not None}
    return games_of(readable, marks.keys() - readable.keys())


def _found(
    paths: Mapping[str, Path], digests: Mapping[str, str | VassalError], marks: Mapping[str, MarkedFile],
    request: AuditRequest, cache: ResultsCache | None,
) -> list[_Found]:  # fmt: skip
    """Return the games in the order of their files, each file that cannot be read among them."""
    games, _orphans = _games_and_orphans(marks)
    names = _names(games, paths)
    found = [_game(game, names[id(game)], paths, digests, request, cache) for game in games]
    broken = [
        _Found(GameRow(name, unreadable(seen.problem), (name,)), None)
        for name, seen in marks.items() if seen.mark is None
    ]  # fmt: skip
    order = {name: number for number, name in enumerate(paths)}
    ordered = sorted([*found, *broken], key=lambda each: order[each.row.files[0]])
    digits = len(str(len(ordered)))
    if not request.with_page:
        return ordered
    return [replace(each, row=replace(each.row, pages=_page_names(each, number, digits)))
            for number, each in enumerate(ordered, 1)]  # fmt: skip


def _page_names(found: _Found, number: int, digits: int) -> tuple[str, ...]:
    if found.task is None:
        return ()
    base = f"game-{number:0{digits}}"
    return tuple(f"{base}{f'-part-{part}' * (part > 1)}.html" for part in range(1, len(found.task.parts) + 1))


def _names(games: Sequence[FoundGame], paths: Mapping[str, Path]) -> dict[int, str]:
    """Return what games are called: after their folders, or where one has several games after their first files."""
    folders = [{each.folder for each in game.files} for game in games]
    times = Counter(folder for found in folders for folder in found)
    return {
        id(game): (len(found) == 1 and times[folder := next(iter(found))] == 1 and _folder_name(game, folder, paths))
        or game.files[0].path
        for game, found in zip(games, folders, strict=True)
    }


def _folder_name(game: FoundGame, folder: str, paths: Mapping[str, Path]) -> str:
    """Return what the folder of a game is called; empty for a file by itself, or if the caller is in the folder."""
    if folder != _GIVEN:
        return folder
    return paths[game.files[0].path].parent.name if len(game.files) > 1 else ""


def _changed(gap: Gap) -> str:
    """Return in words how much is different after a gap."""
    if not gap.pieces:
        return "no piece was moved, but some show another state"
    return f"{count(gap.pieces, 'piece')} {'was' if gap.pieces == 1 else 'were'} moved"


def _game(
    game: FoundGame, name: str, paths: Mapping[str, Path], digests: Mapping[str, str | VassalError],
    request: AuditRequest, cache: ResultsCache | None,
) -> _Found:  # fmt: skip
    """Return a game as found: its row, what has to be judged, and its key in the cache."""
    files = tuple(each.path for each in game.files)
    row = GameRow(
        name, unreadable(""), files, game.start.path if game.start else "",
        tuple(copy for each in game.files for copy in each.copies), game.forks, game.replaced,
    )  # fmt: skip
    remarks = [
        f"a mail is missing between {gap.before} and {gap.after}, or the position was changed: {_changed(gap)}"
        for gap in game.gaps
    ]
    remarks += [f"the same players begin another game with the same position: {twin}" for twin in game.twins]
    task = GameTask(
        tuple(tuple(paths[each.path] for each in part) for part in game.parts),
        replace(request, previous=paths[game.start.path] if game.start else None), tuple(remarks), bool(game.gaps),
    )  # fmt: skip
    key = ""
    if cache:
        inputs = [[(paths[each.path].name, digests[each.path]) for each in part] for part in game.parts]
        start = (paths[game.start.path].name, digests[game.start.path]) if game.start else None
        key = cache.key("game", [inputs, start, remarks])
    return _Found(row, task, key)


# judging them


def _judged(found: Sequence[_Found], options: ManyOptions, cache: ResultsCache | None) -> Iterator[GameRow]:
    """Yield the games' rows in their order, as soon as each is done; what is against a game is printed meanwhile."""
    done: dict[int, GameRow] = {}
    position = 0
    for number, judged in watched(_results(found, options, cache), "judging games", len(found)):
        each = found[number]
        done[number] = replace(each.row, summary=judged.summary, pages=_kept_pages(each.row, judged, options))
        while position in done:
            row = done.pop(position)
            position += 1
            if not options.as_json:
                emit(row_lines(row))
            yield row


def _kept_pages(row: GameRow, judged: JudgedGame, options: ManyOptions) -> tuple[str, ...]:
    """Write a game's pages and return their names."""
    if options.pages is None:
        return ()
    names = row.pages[: len(judged.pages)]
    for name, page in zip(names, judged.pages, strict=True):
        write_file(options.pages / name, page, force=options.force)
    return names


def _results(
    found: Sequence[_Found], options: ManyOptions, cache: ResultsCache | None
) -> Iterator[tuple[int, JudgedGame]]:
    """Yield the result of each game: first those that are known, then those that are judged now."""
    waiting: list[int] = []
    for number, each in enumerate(found):
        known = cache.game(each.key, len(each.row.pages)) if cache and each.task else None
        if each.task is None:
            yield number, JudgedGame(each.row.summary)
        elif known is not None:
            yield number, known
        else:
            waiting.append(number)
    tasks = [task for number in waiting if (task := found[number].task) is not None]
    for position, judged in _run(tasks, options):
        number = waiting[position]
        if isinstance(judged, Lost):
            yield number, JudgedGame(_lost(judged))
            continue
        if cache:
            cache.keep_game(found[number].key, judged)
        yield number, judged


def _run(tasks: Sequence[GameTask], options: ManyOptions) -> Iterator[tuple[int, JudgedGame | Lost]]:
    if options.cluster and tasks:
        return results_from(options.cluster, tasks)
    return results_of(judged_game, tasks, options.jobs, options.bounds)


def _lost(lost: Lost) -> GameSummary:
    return unreadable(lost.problem)


# telling them


def _write(table: GamesTable, options: ManyOptions) -> None:
    """Write what was asked for and print the table; its reader may have seen enough, so the files come first."""
    told = []
    if options.csv is not None:
        write_file(options.csv, csv_text(table).encode(), force=options.force)
        told.append(f"the table is in {one_line(str(options.csv))}")
    if options.pages is not None:
        write_file(options.pages / _INDEX, games_page(table), force=options.force)
        told.append(f"the pages are in {one_line(str(options.pages))}: begin with {_INDEX}")
    if options.as_json:
        emit_json(table_document(table), options.output, force=options.force)
    else:
        emit(table_lines(table))
    for words in told:
        _tell(words, options)


def _tell(words: str, options: ManyOptions) -> None:
    if options.as_json:
        note(words)
    else:
        emit([words])
