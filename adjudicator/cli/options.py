"""The options and helpers that several commands share."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, TypeVar

import click

from ..audit.annotations import annotation_count, without_annotations
from ..report.safe_text import count, one_line, printable_json
from ..vassal.archive import check_output, write_file
from ..vassal.limits import DEFAULT_LIMITS, Limits
from ..vassal.module_definition import ModuleDefinition
from ..vassal.pseudonyms import is_pseudonym, player_ids, pseudonymise_together, restore_ids
from ..vassal.saved_game import SavedGame, open_game
from ..vassal.table import Table
from ..viewing.viewer import Viewer
from .completion import GAME_FILE, MODULE_FILE, PATH, FilePath, complete_limits, complete_sides
from .progress import busy, make_way, watched
from .terminal import emit

__all__ = [
    "PATH",
    "as_played",
    "busy",
    "check_outputs",
    "emit",
    "emit_json",
    "explain_option",
    "file_argument",
    "force_option",
    "html_option",
    "json_option",
    "limit_option",
    "module_option",
    "note",
    "note_pseudonyms",
    "output_option",
    "read_games_for",
    "reveal_option",
    "tell_page",
    "viewer_at",
    "viewer_options",
    "watched",
    "write_page",
]

F = TypeVar("F", bound=Callable[..., Any])
_PAGE_WRITTEN = "the page is in "


def _limits(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> Limits:
    limits = DEFAULT_LIMITS
    names = [field.name for field in fields(Limits)]
    for value in values:
        name, equals, number = value.partition("=")
        if name not in names or not equals:
            raise click.BadParameter(f"{value!r} is not NAME=N with NAME one of {', '.join(names)}")
        if not number.isascii() or not number.isdecimal() or not 0 < len(number) <= 15 or int(number) == 0:
            raise click.BadParameter(f"{number!r} is not a whole number above 0")
        limits = replace(limits, **{name: int(number)})
    return limits


limit_option = click.option(
    "--limit", "limits", multiple=True, metavar="NAME=N", callback=_limits, shell_complete=complete_limits,
    help="Change a limit on file size and the like, such as text_bytes=100000000 (see docs/promises.md).",
)  # fmt: skip
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON (its schema is in schema/).")
output_option = click.option("-o", "--output", type=PATH, help="Write to this new file instead of standard output.")
force_option = click.option("--force", is_flag=True, help="Replace the output file if it exists.")
reveal_option = click.option(
    "--reveal-ids", is_flag=True, help="Show players' ids, which are their passwords, instead of pseudonyms."
)
html_option = click.option(
    "--html", "page", type=PATH, metavar="OUT.html",
    help="Also write a web page to this new file: rulings, charts and the map, step by step.",
)  # fmt: skip
explain_option = click.option(
    "--explain", is_flag=True, help="Show how each action was read from the log: what was assumed, what was untidy."
)
module_option = click.option(
    "--module",
    "module_path",
    type=MODULE_FILE,
    metavar="M.vmod",
    help="The game's module, for the names of places and dice.",
)


def viewer_options(command: F) -> F:
    """Add the options that tell who is looking."""
    side = click.option(
        "--side",
        default="",
        metavar="SIDE",
        help="Show what this side, or the player of this name, may see of masked and hidden pieces.",
        shell_complete=complete_sides,
    )
    referee = click.option("--referee", is_flag=True, help="Show everything, masked and hidden pieces too.")
    return side(referee(command))


def file_argument(name: str, kind: FilePath = GAME_FILE, **settings: Any) -> Callable[[F], F]:
    """Return an argument that is a file's path."""
    return click.argument(name, type=kind, **settings)


def viewer_at(viewer: Viewer, tables: Iterable[Table], module: ModuleDefinition | None = None) -> Viewer:
    """Return who is looking, with a file before him; a side that nobody plays is pointed out on standard error."""
    there = viewer.at(tables, module)
    if not there.is_played:
        there = replace(there, side=there.side_of_player or there.side)
    side = there.side_name or there.side
    if side and not there.is_played:
        played = ", ".join(map(one_line, there.played_sides)) or "none is named"
        note(f"nobody in the file plays the side {one_line(side)!r}; played are: {played}")
    return there


def read_games_for(
    paths: Iterable[Path], limits: Limits, reveal_ids: bool, *, with_rulings: bool = False
) -> list[SavedGame]:
    """Open saves and logs and take the players' ids out unless they are wanted.

    An id that one of the files has in a field of its own is taken out of the texts of all; where ids are wanted, those
    that a document has as pseudonyms are put back if another of the files has them. What ``annotate`` has put
    into a log is taken out as well, unless *with_rulings*: it is no step of the game.
    """
    games = []
    for path in paths:
        with busy(f"reading {path.name}"):
            game = replace(open_game(path, limits), file=path.name)
            games.append(game if with_rulings else as_played(game))
    if reveal_ids:
        return _revealed(games)
    with busy("looking for players' ids"):
        return pseudonymise_together(games)


def _revealed(games: list[SavedGame]) -> list[SavedGame]:
    """Return games with pseudonyms, which exported documents have, replaced by the ids that the others tell."""
    known = [player_ids(game) for game in games]
    ids = frozenset[str]().union(*known)
    return [
        restore_ids(game, ids) if any(map(is_pseudonym, own)) else game
        for game, own in zip(games, known, strict=True)
    ]  # fmt: skip


def as_played(game: SavedGame) -> SavedGame:
    """Return a log without rulings, and say so if it had some: anybody can write such lines."""
    played = without_annotations(game)
    if played is not game:
        rulings = count(annotation_count(game), "ruling")
        note(f"{one_line(game.file)}: {rulings} in it passed over (adjudicator annotate)")
    return played


def note(text: str) -> None:
    """Print a remark to standard error."""
    make_way()
    click.echo(f"adjudicator: note: {text}", err=True)


def note_pseudonyms(restored_by: str) -> None:
    """Say that a file was made of a document with pseudonyms, and what puts the players' ids back."""
    note("the document has pseudonyms instead of the players' ids, and so has this file; VASSAL will not know the "
         f"players again ({restored_by})")  # fmt: skip


def emit_json(document: Any, output: Path | None = None, *, force: bool = False) -> None:
    """Print a JSON document, or write it to a new file."""
    if output is not None:
        write_file(output, f"{printable_json(document)}\n".encode(), force=force)
        return
    encoding = (getattr(sys.stdout, "encoding", "") or "").lower()
    make_way()
    click.echo(printable_json(document, only_ascii=not encoding.startswith("utf")))


def check_outputs(*outputs: Path | None, force: bool) -> None:
    """Raise OutputExists or FileAccessError if one of the outputs cannot be written, before any work is done."""
    for output in outputs:
        if output is not None:
            check_output(output, force=force)


def write_page(page: Path | None, content: bytes | None, *, force: bool) -> None:
    """Write a page to its new file if it was asked for.

    That comes before the text is printed, whose reader may have seen enough after its first lines.
    """
    if page is not None and content is not None:
        write_file(page, content, force=force)


def tell_page(page: Path | None, *, as_json: bool) -> None:
    """Say where a page was written, if it was: on standard error where the output is JSON."""
    if page is None:
        return
    words = f"{_PAGE_WRITTEN}{one_line(str(page))}"
    if as_json:
        note(words)
    else:
        emit([words])
