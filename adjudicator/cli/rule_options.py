"""The options that the commands about the rules share, and what they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import click

from ..game.game_data import GameData
from ..game.hexes import Hex
from ..game.loading import BUILT_IN, find_game, load_game
from ..game.names import NameNotFound, find_unit
from ..game.position import Position
from ..game.position_json import read_position
from ..game.start import start_position
from ..game.state_words import STATES
from ..module_layout.saved_position import saved_position
from ..referee.set_up import is_start
from ..referee.sheets import game_of_file
from ..referee.written_position import read_written_position
from ..report.safe_text import one_line
from ..report.sums_text import estimated_lines
from ..rules.house_rules import read_house_rules
from ..rules.playable import check_playable
from ..rules.rule_book import RuleBook
from ..rules.switches import HouseRules
from ..vassal.archive import read_file
from ..vassal.document_kind import DocumentKind, document_kind
from ..vassal.replay import Replay
from ..vassal.saved_game import SavedGame, open_game
from ..vassal.table import Table as VassalTable
from ..viewing.hidden_units import HiddenUnits, hidden_in_position, hidden_in_saves
from ..viewing.sides import Roster, UnknownSide, roster_in, side_named, viewer_of
from ..viewing.viewer import Viewer
from .completion import POSITION_FILE, TOML_FILE, complete_games, complete_scenarios, complete_sides
from .options import as_played, busy, emit, emit_json, note
from .place_option import with_places
from .whole_number import WholeNumber

__all__ = [
    "Table",
    "book_options",
    "die",
    "estimated_line",
    "hex_name",
    "house_rules_option",
    "playable",
    "playable_game",
    "position_argument",
    "reader_options",
    "rule_options",
    "show",
    "side_of",
    "side_problem",
    "take_seat",
]

F = TypeVar("F", bound=Callable[..., Any])
"""The type of a command that a decorator takes and returns."""


def die(text: str | int) -> int | str:
    """Read a ten-sided die, or ``cp`` for a Command Point that was paid instead."""
    found = str(text).strip().casefold()
    if found == "cp":
        return found
    if len(found) == 1 and found in "0123456789":
        return int(found)
    raise click.BadParameter(f"{text!r} is neither a die roll (0 to 9) nor cp (a Command Point)")


def hex_name(text: str | Hex) -> Hex:
    """Read a hex by its name."""
    if isinstance(text, Hex):
        return text
    try:
        return Hex.parse(text.strip())
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def _read_house_rules(context: click.Context, _parameter: click.Parameter, path: Path | None) -> HouseRules:
    """Return the house rules of a file, read and checked whether or not the command comes to need one of them."""
    return read_house_rules(path) if path is not None and not context.resilient_parsing else HouseRules()


house_rules_option = click.option(
    "--house-rules", "house_rules", type=TOML_FILE, metavar="FILE.toml", callback=_read_house_rules,
    help="The players' house rules (see: adjudicator rules --switches).",
)  # fmt: skip


def book_options(command: F) -> F:
    """Add the options that say by which rules a game is judged: the game, house rules, the scenario."""
    options = (
        click.option("--game", "game_name", default=BUILT_IN, metavar="GAME", shell_complete=complete_games,
                     help="Another game: its name, or its directory of data files."),
        house_rules_option,
        click.option("--scenario", type=WholeNumber(1, 99), shell_complete=complete_scenarios,
                     help="Scenario number, if the file doesn't say. Without a file: the scenario's set-up."),
    )  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


def reader_options(command: F) -> F:
    """Add the options that say who reads the answer."""
    side = click.option("--side", default="", metavar="SIDE", shell_complete=complete_sides,
                        help="Show what this side, or this player, may know of face-down guns.")  # fmt: skip
    referee = click.option("--referee", is_flag=True, help="Show everything, face-down guns too.")
    return side(referee(command))


def rule_options(command: F) -> F:
    """Add the options of every command that asks about a position: the game, house rules, who is looking."""
    place = click.option("--place", "placings", multiple=True, metavar="UNIT=CC.RR[,STATE]",
                         help=f"Place a unit or leader there first. STATE: {', '.join(STATES)}.")  # fmt: skip
    return book_options(place(reader_options(command)))


def position_argument(command: F) -> F:
    """Add the position that may be asked about."""
    return click.argument("position_path", type=POSITION_FILE, required=False, metavar="[POSITION]")(command)


@dataclass(frozen=True)
class Table:
    """The setting of a question: the rules, the reader, and a position if there is one."""

    context: click.Context
    book: RuleBook
    viewer: Viewer
    position: Position | None = None
    """The position as the reader sees it."""
    begins: bool = True
    """True if nobody has acted before the position, as far as its file says."""
    hidden: HiddenUnits | None = None
    """The units that the viewer may not know: they are not in the position."""

    @property
    def game(self) -> GameData:
        """The game."""
        return self.book.game

    @property
    def known_position(self) -> Position:
        """The position. A usage error if there is none."""
        if self.position is None:
            raise _no_position(self.context, self.game)
        return self.position

    def unit(self, text: str, what: str, *, open_to_all: bool = False) -> str:
        """Return the unit that a text means. A usage error if none or several fit.

        So too if the reader may not know it, since the answer would tell which one it is; unless *open_to_all*.
        """
        position = self.known_position
        try:
            unit = find_unit(position, text, knows=lambda each: self.viewer.knows(position, each))
        except NameNotFound as error:
            raise click.UsageError(f"{what}: {one_line(str(error))}", self.context) from None
        if not open_to_all and not self.viewer.knows(position, unit):
            name = self.viewer.name(position, unit)
            problem = f"{what}: {name} is face down; only its owner may ask this (--side SIDE or --referee)"
            raise click.UsageError(problem, self.context)
        return unit

    def hex(self, place: Hex, what: str) -> Hex:
        """Return a hex of the map. A usage error if it is not on it."""
        if place not in self.game.map.hexes:
            raise click.UsageError(f"{what}: {place} is not on the map", self.context)
        return place

    def refuse(self, problem: str) -> click.UsageError:
        """Return an error about how the command was used."""
        return click.UsageError(problem, self.context)


def _no_position(context: click.Context, game: GameData) -> click.UsageError:
    """Return the error about a question without a position: it lists the scenarios that could be asked about."""
    scenarios = ", ".join(f"{number} {each.title}" for number, each in game.scenarios.items())
    return click.UsageError(f"give a POSITION (a save, a log, JSON or XML), or --scenario N: {scenarios}", context)


def _only_scenario(context: click.Context, game: GameData) -> int:
    """Return the scenario of a game that has one. A usage error, which lists them, if it has several."""
    if len(game.scenarios) != 1:
        raise _no_position(context, game)
    return next(iter(game.scenarios))


def take_seat(
    position_path: Path | None, values: dict[str, Any], *, step: int | None = None, in_position: bool = False
) -> Table:
    """Return the setting of a question, and take the shared options out of *values*.

    *step* is the step of a log after which the position is taken; None is its end. A question that only makes sense
    *in_position* is about the set-up of the game's only scenario if neither a file nor a scenario is named. The units
    that the viewer may not know are taken out of the game, also those that are face down off the map.
    """
    context = click.get_current_context()
    game_name, house_rules, scenario = values.pop("game_name"), values.pop("house_rules"), values.pop("scenario")
    side, referee, placings = values.pop("side"), values.pop("referee"), values.pop("placings")
    game = playable_game(game_name)
    paths = () if position_path is None else (position_path,)
    viewer = viewer_of(game, side_of(context, game, side, lambda: roster_in(paths)), referee=referee)
    known = _Known(None)
    if position_path is not None:
        known = _Reading(context, game, scenario, step, viewer).known(position_path)
    elif step is not None:
        raise click.UsageError("--step goes with a log", context)
    elif scenario is not None or in_position:
        number = _only_scenario(context, game) if scenario is None else scenario
        known = _known_to(viewer, start_position(game, number))
    rules_game = known.position.game if known.position else game
    book = RuleBook(rules_game, house_rules)
    return with_places(Table(context, book, viewer, known.position, known.begins, known.hidden), placings)


def playable_game(name: str) -> GameData:
    """Return a game by its name or directory. Raises :class:`GameDataError`, also for one that cannot be judged.

    That is a game without a chart that the rules read, or whose exclusive rules are not installed.
    """
    with busy("reading the game"):
        game = load_game(find_game(name))
    check_playable(game)
    return game


@cache
def playable(name: str) -> GameData:
    """Return a game by its name or directory as :func:`playable_game` does, read once. Raises GameDataError."""
    return playable_game(name)


def show(answer: tuple[list[str], dict[str, Any]], code: int, *, as_json: bool) -> int:
    """Print an answer and return the exit code."""
    lines, document = answer
    if as_json:
        emit_json(document)
    else:
        emit(lines)
    return code


def side_of(context: click.Context, game: GameData, text: str, roster: Roster = tuple) -> str:
    """Return what :func:`side_named` does; a usage error if there is no such side or player."""
    try:
        return side_named(game, text, roster)
    except UnknownSide as error:
        raise click.UsageError(side_problem(error), context) from None


def side_problem(error: UnknownSide) -> str:
    """Return what is wrong with the option ``--side``, in one line."""
    return f"--side: {one_line(str(error))}"


@dataclass(frozen=True, slots=True)
class _Known:
    """A position as its viewer may know it."""

    position: Position | None
    begins: bool = True
    """True if nobody has acted before the position."""
    hidden: HiddenUnits | None = None


def _known_to(viewer: Viewer, position: Position, *, begins: bool = True) -> _Known:
    """Return a position without the units that are face down in it and that its viewer may not know."""
    hidden = hidden_in_position(viewer, position)
    return _Known(hidden.position(position) if hidden else position, begins, hidden)


@dataclass(frozen=True, slots=True)
class _Reading:
    """The settings with which the position of a file is read."""

    context: click.Context
    game: GameData
    scenario: int | None
    step: int | None
    viewer: Viewer

    def known(self, path: Path) -> _Known:
        """Return the position in a file as its viewer may know it.

        The file is JSON, written by hand, or a save or a log, of which a step may be named.
        """
        data = read_file(path)
        if data.lstrip()[:1] == b"{":
            if self.step is not None:
                raise click.UsageError("--step goes with a log", self.context)
            return _known_to(self.viewer, read_position(self.game, data.decode("utf-8", "replace"), file=path.name))
        if document_kind(path) is DocumentKind.POSITION:
            return _known_to(self.viewer, self._written(data, path.name), begins=False)
        return self._saved(path)

    def _saved(self, path: Path) -> _Known:
        """Return the position in a save or a log; who was turned over at any time in it is known."""
        with busy(f"reading {path.name}"):
            file = as_played(replace(open_game(path), file=path.name))
            game, number = game_of_file(self.game, file), self.scenario or 0
            saved = saved_position(self._table(file), game, scenario=number, file=path.name, marks=True)
            hidden = hidden_in_saves(self.viewer, [file], game, scenario=number)
            position = hidden.position(saved.position) if hidden else saved.position
            begins = is_start(position, RuleBook(position.game))
        for doubt in saved.doubts:
            note(hidden.text(doubt) if hidden else doubt)
        return _Known(position, begins, hidden)

    def _written(self, data: bytes, name: str) -> Position:
        """Return a position that somebody wrote by hand."""
        if self.step is not None:
            raise click.UsageError("--step goes with a log", self.context)
        written = read_written_position(self.game, data, scenario=self.scenario or 0, file=name)
        for doubt in written.doubts:
            note(doubt)
        return written.position

    def _table(self, file: SavedGame) -> VassalTable:
        """Return the table after the step. A usage error if the file has no such step."""
        replay = Replay(file)
        if self.step is None:
            replay.steps()
            return replay.table
        try:
            return replay.table_after(self.step)
        except IndexError:
            has = f"the log has steps 1 to {len(file.steps)}" if file.steps else "the file has no steps"
            raise click.UsageError(f"--step: {has}, not {self.step}", self.context) from None


def estimated_line(table: Table, units: Iterable[str] = (), *, with_map: bool = False) -> list[str]:
    """Return the line on estimated figures, about those units that the reader may know."""
    position = table.position
    known = [unit for unit in dict.fromkeys(units) if position is None or table.viewer.knows(position, unit)]
    return estimated_lines(table.game, known, with_map=with_map)
