"""Every kind of file that there is, and every place of a command line that takes one, as click has them."""

from __future__ import annotations

import gzip
import io
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

from adjudicator.cli.completion import (
    DIRECTORY,
    GAME_FILE,
    JSON_FILE,
    KEY_FILE,
    LOG_FILE,
    MODULE_FILE,
    POSITION_FILE,
    SCRIPT_FILE,
    TOML_FILE,
    VASSAL_FILE,
    XML_FILE,
    complete_games,
)
from adjudicator.cli.main import cli, run
from adjudicator.vassal.payload import Encoding
from adjudicator.vassal.saved_game import SavedGame, open_game
from adjudicator.vassal.stream import Group, encode_stream
from tests.support.command_line import Outcome, command, run_with
from tests.support.keys import ssh_private, ssh_public
from tests.support.synthetic import archive, small_log, small_save
from vmod_builder.cli import cli as builder
from vmod_builder.cli import run as run_builder

__all__ = [
    "COMMANDS", "GAME_LOG", "LAUGHTER", "OTHER_SCENARIO", "SLOW", "UNTAKEN", "VALUES", "WAITING", "Place", "Use",
    "kinds_of_files", "places", "uses",
]  # fmt: skip

ROOT: Final = Path(__file__).parent.parent.parent
GAME_LOG: Final = ROOT / "examples" / "italians_attack" / "mail-01.vlog"
OTHER_SCENARIO: Final = ROOT / "tests" / "cases" / "strangers" / "scenario-3.vsav"
PROGRAMS: Final = {"adjudicator": (cli, run), "vmod-builder": (builder, run_builder)}
OUTPUTS: Final = frozenset({"output", "page", "csv", "cache"})
"""The names of parameters that are written, not read."""
UNTAKEN: Final = {
    "adjudicator script write": {"script", "module_path", "output", "start_path", "house_rules"},
    "vmod-builder import": {"module", "directory"},
}
"""Places that take nothing of these kinds: the modules that the commands want are too large to be made here."""
WAITING: Final = frozenset({"adjudicator watch"})
"""Commands that end by Ctrl-C only, once their options are right; test_watch.py gives them what is wrong."""
SLOW: Final = frozenset({"vmod-builder build", "vmod-builder preview", "vmod-builder print"})
"""Commands that make much of a game's data: they are given what they refuse."""
OUTPUT_KINDS: Final = frozenset({"start.vsav", "text.txt", "directory", "missing", "missing.svg", "name-too-long"})
"""Kinds that are given where something is written; what they hold does not matter there."""
_ENDINGS: Final = {"adjudicator show": ".svg"}
"""The endings that commands want of what they write."""
STEPS_KEPT: Final = 2

_ASSAULT: Final = {
    "units": ("1/VIII/132",), "place": ("30.13",), "placings": ("1/VIII/132=31.13", "5/2/13 DBLE=30.13"),
}  # fmt: skip
VALUES: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "adjudicator moves": {"name": ("1/VIII/132",)},
    "adjudicator odds assault": _ASSAULT,
    "adjudicator odds fire": {"from_unit": ("L/2/13 DBLE",), "at_unit": ("1/VIII/132",)},
    "adjudicator odds move": {"unit": ("1/VIII/132",), "path": ("33.13",)},
    "adjudicator resolve assault": _ASSAULT,
    "adjudicator resolve check": {"unit": ("1/VIII/132",)},
    "adjudicator resolve fire": {"from_unit": ("L/2/13 DBLE",), "at_unit": ("1/VIII/132",)},
    "adjudicator roll": {"kind": ("weather",), "dice": ("3",)},
    "adjudicator setup": {"scenario": ("1",), "seed": ("1",)},
}
"""What a command needs besides files, by the names of its parameters."""
WITH_FILES: Final[Mapping[str, tuple[str, ...]]] = {
    "adjudicator audit": ("logs",),
    **{
        f"adjudicator {name}": ("position_path",)
        for name in ("odds assault", "odds fire", "odds move", "resolve assault", "resolve check", "resolve fire",
                     "show", "status")
    },
}  # fmt: skip
"""Files that a command line has here though click calls them optional."""
FORCED: Final = {
    "adjudicator audit cache": ("--each",),
    "adjudicator audit csv": ("--each",),
    "adjudicator audit output": ("--json",),
    "adjudicator audit sign": ("--json",),
    "adjudicator audit signed_by": ("--check", "audit.json"),
}
"""What goes with a file in some place: words, and files by their kinds."""


@dataclass(frozen=True)
class Place:
    """A parameter that is a file."""

    parameter: click.Parameter

    @property
    def name(self) -> str:
        """The parameter's name."""
        return str(self.parameter.name)

    @property
    def is_output(self) -> bool:
        """Whether the file is written."""
        return self.name in OUTPUTS

    @property
    def is_game(self) -> bool:
        """Whether it is a game's directory."""
        return getattr(self.parameter, "_custom_shell_complete", None) is complete_games


@dataclass(frozen=True)
class Use:
    """A command line in which one file stands in one place, and good files in the others."""

    command: str
    place: Place
    words: tuple[str, ...]

    def run(self) -> Outcome:
        """Run the command."""
        program, *words = self.words
        return run_with(PROGRAMS[program][1], *words)


def _walk(group: click.Group, path: tuple[str, ...]) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        if isinstance(found, click.Group):
            yield from _walk(found, (*path, name))
        elif found is not None:
            yield " ".join((*path, name)), found


COMMANDS: Final = {name: each for program, (group, _) in PROGRAMS.items() for name, each in _walk(group, (program,))}
"""All commands of both programs."""


def places(name: str) -> list[Place]:
    """Return the places of a command that take files."""
    found = [Place(each) for each in COMMANDS[name].params]
    return [each for each in found if isinstance(each.parameter.type, click.Path | click.File) or each.is_game]


# the files


def _cut(game: SavedGame, steps: int) -> bytes:
    """Return a log with its first steps only; with none of them a save."""
    tokens = game.tokens[: game.position_end + steps]
    return game.with_text(encode_stream(Group(tuple(tokens)))).archive_bytes()


def _zipped(entries: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as target:
        for name, data in entries.items():
            target.writestr(zipfile.ZipInfo(name), data)
    return buffer.getvalue()


LAUGHTER: Final = b'<!DOCTYPE data [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><data>&b;</data>'


def kinds_of_files(folder: Path) -> dict[str, Path]:
    """Write one file of each kind and return them by their names."""
    game, other = open_game(GAME_LOG), OTHER_SCENARIO.read_bytes()
    skirmish = zipfile.ZipFile(io.BytesIO((ROOT / "examples" / "skirmish-turn-1.vlog").read_bytes()))
    contents: dict[str, bytes | str] = {
        "game.vlog": _cut(game, STEPS_KEPT),
        "start.vsav": _cut(game, 0),
        "other-scenario.vlog": other,
        "other-scenario.vsav": other,
        "skirmish.vlog": (ROOT / "examples" / "skirmish-turn-1.vlog").read_bytes(),
        "skirmish.vsav": (ROOT / "examples" / "skirmish-start.vsav").read_bytes(),
        "skirmish.vmod": (ROOT / "examples" / "skirmish.vmod").read_bytes(),
        "piece.vsav": archive(small_save()),
        "piece.vlog": archive(small_log(), Encoding.PLAIN),
        "plain-savedgame": small_save(),
        "laughter.vsav": _zipped({"savedGame": skirmish.read("savedGame"), "savedata": LAUGHTER}),
        "no-game.zip": _zipped({"readme.txt": b"nothing"}),
        "extension.vmdx": _zipped({"buildFile.xml": b"<VASSAL.build.module.ModuleExtension/>",
                                   "extensiondata": b"<data version='1'><version>1</version></data>"}),
        "cut-short.vlog": GAME_LOG.read_bytes()[:4000],
        "rules.toml": 'waived = ["R6.13"]\n[settings]\n"consecutive-actions" = "no"\n',
        "patterns.toml": '[[dice]]\nname = "ours"\npattern = "(?P<results>[0-9]) was rolled"\nsides = 10\n',
        "deep.toml": "a = " + "[" * 5_000,
        "broken.toml": "= 1",
        "game.script": 'game: No Question of Surrender 1.1\nscenario: 1\nAxis\n1/VIII/132: move to 33.13\n',
        "actions.jsonl": '{"type":"move","unit":"1/VIII/132","steps":[{"kind":"enter","to":"33.13"}]}\n',
        "list.json": "[1, 2, 3]",
        "deep.json": "[" * 100_000,
        "other.xml": "<a><b/></a>",
        "laughter.xml": LAUGHTER,
        "broken.xml": "<data><a></data>",
        "director": ssh_private(1),
        "director.pub": ssh_public(1),
        "key.pem": "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
        "text.txt": "Dear Bert,\nmy turn is in the other mail.\n",
        "latin-1.txt": "Köln\xff".encode("latin-1"),
        "empty": b"",
        "zeros": bytes(1_000),
        "gzip.gz": gzip.compress(b"nothing", mtime=0),
        "picture.png": b"\x89PNG\r\n\x1a\n" + bytes(64),
    }  # fmt: skip
    found = {}
    for name, content in contents.items():
        found[name] = _place_for(folder, name)
        found[name].write_bytes(content if isinstance(content, bytes) else content.encode())
    for name, words in _MADE_BY_COMMANDS.items():
        found[name] = _place_for(folder, name)
        made = command(*(found.get(word, word) for word in words), "-o", found[name])
        assert made.code in (0, 1, 2), made
    found["directory"] = _place_for(folder, "directory").parent
    found["missing"] = folder / "missing.vlog"
    found["missing.svg"] = folder / "missing.svg"
    found["name-too-long"] = folder / ("x" * 300)
    return found


def _place_for(folder: Path, name: str) -> Path:
    """Return the path for a file in a directory of its own: commands look into the directory of a mail."""
    (folder / name).mkdir()
    return folder / name / name


_MADE_BY_COMMANDS: Final = {
    "game.xml": ("export", "game.vlog"),
    "skirmish.xml": ("export", "skirmish.vsav"),
    "game.json": ("export", "game.vlog", "--format", "json"),
    "audit.json": ("audit", "game.vlog", "--referee", "--json"),
    "position.json": ("setup", "1", "--seed", "1"),
}

_ENDINGS_OF_GAMES: Final = frozenset({".vlog", ".vsav", ".xml"})
_GOOD: Final[Mapping[Any, str]] = {
    LOG_FILE: "game.vlog", GAME_FILE: "start.vsav", POSITION_FILE: "start.vsav", VASSAL_FILE: "game.vlog",
    MODULE_FILE: "skirmish.vmod", TOML_FILE: "rules.toml", JSON_FILE: "actions.jsonl", SCRIPT_FILE: "game.script",
    XML_FILE: "game.xml", KEY_FILE: "director.pub", DIRECTORY: "directory",
}  # fmt: skip
"""A file that a place of each type takes."""


# the uses


def uses(name: str, kinds: Mapping[str, Path], folder: Path) -> Iterator[tuple[str, Use]]:
    """Yield each kind of file in each place of a command, with the kind's name."""
    for place in places(name):
        for kind, path in kinds.items():
            if place.is_output and kind not in OUTPUT_KINDS:
                continue
            for number, given in enumerate(_given(place, path, kinds)):
                output = folder / f"{place.name}-{kind}-{number}{_ENDINGS.get(name, '')}"
                yield kind, Use(name, place, _command_line(name, place, given, kinds, output))


def _given(place: Place, path: Path, kinds: Mapping[str, Path]) -> list[tuple[Path, ...]]:
    """Return the file alone, and where a place takes several also beside a good one, before it and after it."""
    several = place.parameter.nargs == -1 or getattr(place.parameter, "multiple", False)
    if not several or path.suffix not in _ENDINGS_OF_GAMES or place.parameter.type not in (LOG_FILE, GAME_FILE):
        return [(path,)]
    good = kinds[_GOOD[LOG_FILE]]
    return [(path,), (good, path), (path, good)]


def _command_line(
    name: str, place: Place, given: tuple[Path, ...], kinds: Mapping[str, Path], output: Path
) -> tuple[str, ...]:
    """Return the words of a command line: options first, and then the arguments in their order."""
    forced = (str(kinds.get(word, word)) for word in FORCED.get(f"{name} {place.name}", ()))
    options, arguments = [*name.split(), *forced], list[str]()
    files = {each.name: each for each in places(name)}
    values = VALUES.get(name, {})
    for parameter in COMMANDS[name].params:
        key = str(parameter.name)
        if key == place.name:
            words = tuple(map(str, given))
        elif key in values:
            words = values[key]
        elif key in files and (parameter.required or key in WITH_FILES.get(name, ())):
            words = (str(output if files[key].is_output else kinds[_GOOD[parameter.type]]),)
        else:
            continue
        if isinstance(parameter, click.Argument):
            arguments += words
        else:
            options += [part for word in words for part in (parameter.opts[-1], word)]
    return (*options, *arguments)
