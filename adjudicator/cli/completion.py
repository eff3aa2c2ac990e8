"""Shell completion after a command: files by their endings, units, sides, rules, scenarios and games.

click does the rest (README, *In your shell*). Nothing in here may fail or take long: what cannot be found at once is
not completed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

import click
from click.shell_completion import CompletionItem

from ..vassal.kept_inputs import note_input

__all__ = [
    "DIRECTORY",
    "GAME_FILE",
    "JSON_FILE",
    "KEY_FILE",
    "LOG_FILE",
    "MODULE_FILE",
    "NEW_LOG",
    "NEW_MODULE",
    "PATH",
    "POSITION_FILE",
    "SCRIPT_FILE",
    "TOML_FILE",
    "VASSAL_FILE",
    "XML_FILE",
    "FilePath",
    "complete_games",
    "complete_limits",
    "complete_rules",
    "complete_scenarios",
    "complete_sides",
    "complete_units",
    "game_folder",
    "table_rows",
]  # fmt: skip

_PLAIN_NAME: Final = re.compile(r"[\w./~+@%,:=-]+")
"""Names that every shell takes as they are; others it completes by its own means."""
_MOST: Final = 200
_BUILT_IN: Final = "no-question-of-surrender"
_GAMES: Final = files("adjudicator") / "games"
_MAIN_FILE: Final = "game.toml"
_SCENARIO: Final = re.compile(r"scenario_(\d+)\.toml")

Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


class FilePath(click.Path):
    """A path as it was typed; the shell offers files with certain endings, and directories.

    What is wrong with it is said when it is opened, with exit code 3. An *output* is written; any other file is read.
    """

    def __init__(self, *endings: str, output: bool = False) -> None:
        super().__init__(path_type=Path)
        self.endings = endings
        self.output = output

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; of one that is read, note that no output may be the same file."""
        path = super().convert(value, param, ctx)
        if isinstance(path, Path) and not self.output:
            note_input(path)
        return path

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """Return the files with this beginning and such an ending, and directories; all files where there are none."""
        files, directories = self._found(incomplete) if self.endings else ([], [])
        if not files or not all(map(_PLAIN_NAME.fullmatch, (*files, *directories))):
            return [CompletionItem(incomplete, type="file")]
        return [CompletionItem(name) for name in (*files, *directories)]

    def _found(self, incomplete: str) -> tuple[list[str], list[str]]:
        """Return the files and the directories that begin so, as they would be typed."""
        directory, slash, start = incomplete.rpartition("/")
        files, directories = [], []
        try:
            for path in sorted(Path((directory + slash) or ".").expanduser().iterdir()):
                if path.name.startswith(start) and not (path.name.startswith(".") and not start):
                    if path.is_dir():
                        directories.append(f"{directory}{slash}{path.name}/")
                    elif path.name.lower().endswith(self.endings):
                        files.append(f"{directory}{slash}{path.name}")
        except (OSError, RuntimeError):
            return [], []
        return files[:_MOST], directories[:_MOST]


class _DirectoryPath(click.Path):
    """A directory as it was typed."""

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """Let the shell offer directories."""
        return [CompletionItem(incomplete, type="dir")]


PATH: Final = FilePath(output=True)
LOG_FILE: Final = FilePath(".vlog", ".xml")
GAME_FILE: Final = FilePath(".vlog", ".vsav", ".xml")
POSITION_FILE: Final = FilePath(".vlog", ".vsav", ".xml", ".json")
VASSAL_FILE: Final = FilePath(".vlog", ".vsav", ".xml", ".vmod", ".vmdx")
MODULE_FILE: Final = FilePath(".vmod")
NEW_LOG: Final = FilePath(".vlog", ".xml", output=True)
NEW_MODULE: Final = FilePath(".vmod", output=True)
TOML_FILE: Final = FilePath(".toml")
JSON_FILE: Final = FilePath(".json", ".jsonl")
SCRIPT_FILE: Final = FilePath(".script")
XML_FILE: Final = FilePath(".xml")
KEY_FILE: Final = FilePath()
DIRECTORY: Final = _DirectoryPath(path_type=Path)


def _completer(words: Callable[[click.Context], Iterable[tuple[str, str]]]) -> Completer:
    """Return what completes to words, each with what it means, whatever the case of the letters typed."""

    def complete(ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        typed = incomplete.casefold()
        return [CompletionItem(word, help=help_) for word, help_ in words(ctx) if word.casefold().startswith(typed)]

    return complete


def game_folder(name: str) -> Traversable:
    """Return the folder of a game by its name or directory, or of the one that comes with the program."""
    named = name or _BUILT_IN
    for folder in (Path(named), _GAMES / named.replace("-", "_")):
        if folder.joinpath(_MAIN_FILE).is_file():
            return folder
    return _GAMES / _BUILT_IN.replace("-", "_")


def _folder_named(ctx: click.Context) -> Traversable:
    """Return the folder of the game that the command line names, or of the one that comes with the program."""
    return game_folder(str(ctx.params.get("game_name") or ""))


def table_rows(path: Traversable, table: str) -> list[dict[str, Any]]:
    """Return the rows of a table of a data file; none where it cannot be read.

    The data are read as they are. To check them as a game takes longer than anybody waits for a word.
    """
    try:
        rows = tomllib.loads(path.read_text(encoding="utf-8")).get(table, [])
    except (OSError, ValueError):
        return []
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _named(ctx: click.Context, file: str, table: str, key: str) -> Iterable[tuple[str, str]]:
    """Yield a key of each row of a game's table, with the row's name."""
    for row in table_rows(_folder_named(ctx) / file, table):
        if row.get(key):
            yield str(row[key]), str(row.get("name", ""))


def _units(ctx: click.Context) -> Iterable[tuple[str, str]]:
    return (("-".join(name.split()), name) for name, _ in _named(ctx, "units.toml", "units", "name"))


def _scenarios(ctx: click.Context) -> Iterable[tuple[str, str]]:
    for path in sorted(_folder_named(ctx).iterdir(), key=lambda each: each.name):
        if (number := _SCENARIO.fullmatch(path.name)) is not None:
            title = re.search(r'^title = "(.*)"', path.read_text(encoding="utf-8"), re.MULTILINE)
            yield number[1], title[1] if title else ""


def _rules(_context: click.Context) -> Iterable[tuple[str, str]]:
    rules = files("adjudicator") / "rules"
    for folder in (*sorted((each for each in rules.iterdir() if each.is_dir()), key=lambda each: each.name), rules):
        if (catalogue := folder / "catalogue.toml").is_file():
            for chapter in table_rows(catalogue, "chapters"):
                yield from ((rule["number"].rpartition(" ")[2], rule["title"]) for rule in chapter["rules"])


def complete_games(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the game that comes with the program, and let the shell offer directories."""
    ours = [CompletionItem(_BUILT_IN)] if _BUILT_IN.startswith(incomplete) else []
    return [CompletionItem(incomplete, type="dir"), *ours]


def _limits(_context: click.Context) -> Iterable[tuple[str, str]]:
    from dataclasses import fields

    from ..vassal.limits import Limits

    return ((f"{field.name}=", "") for field in fields(Limits))


complete_rules: Final = _completer(_rules)
complete_limits: Final = _completer(_limits)
complete_sides: Final = _completer(lambda ctx: _named(ctx, _MAIN_FILE, "sides", "id"))
complete_scenarios: Final = _completer(_scenarios)
complete_units: Final = _completer(_units)
"""Units by their names; where a name has blanks, hyphens do as well, and need no quotes."""
