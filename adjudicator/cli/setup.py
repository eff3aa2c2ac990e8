"""``adjudicator setup``: a legal set-up drawn at random, as a save of the game's own module or as JSON."""

from __future__ import annotations

from pathlib import Path
from random import Random
from secrets import token_hex

import click

from ..game.errors import GameDataError
from ..game.game_data import GameData
from ..game.loading import BUILT_IN
from ..game.position import Position, Status
from ..game.position_json import position_text
from ..module_layout.saved_position import NotThisGame, saved_position
from ..recording.module_kit import PlayKit
from ..recording.set_up_save import set_up_save
from ..report.safe_text import count, one_line
from ..rules.random_set_up import face_down_shuffled, random_set_up
from ..rules.rule_book import RuleBook
from ..rules.ruling import Ruling
from ..rules.set_up import judge_set_up
from ..vassal.archive import check_output, open_archive, write_file
from ..vassal.module import read_module
from ..vassal.replay import Replay
from ..vassal.saved_game import SavedGame, open_game
from .completion import MODULE_FILE, PATH, complete_scenarios
from .options import emit, force_option
from .rule_options import playable_game
from .whole_number import WholeNumber

__all__ = ["command", "predefined_setup"]

_SAVE = ".vsav"
_SEED_BYTES = 32
_EPILOG = """\b
Examples:
  adjudicator setup 4 --module game.vmod -o siege.vsav
  adjudicator setup 2 -o start.json"""


@click.command(epilog=_EPILOG)
@click.argument("scenario", type=WholeNumber(1, 99), metavar="N", shell_complete=complete_scenarios)
@click.option(
    "--seed",
    metavar="S",
    help="A seed: the same seed gives the same set-up. Without it nobody can reconstruct the draw.",
)
@click.option("--show-seed", is_flag=True, help="Print the seed; whoever has it knows which guns are dummies.")
@click.option(
    "--module",
    "module_path",
    type=MODULE_FILE,
    metavar="M.vmod",
    help="The module that vmod-builder made of the game; needed for a save.",
)
@click.option(
    "-o",
    "--output",
    type=PATH,
    required=True,
    metavar="FILE",
    help="The new file: a save (.vsav), or a position as JSON (.json).",
)
@click.option(
    "--game",
    "game_name",
    default=BUILT_IN,
    metavar="GAME",
    help="Another game: its name, or its directory of data files.",
)
@force_option
def command(
    scenario: int, seed: str | None, show_seed: bool, module_path: Path | None, output: Path, game_name: str,
    force: bool,
) -> None:  # fmt: skip
    """Set up scenario N at random, by its rules.

    Every free choice is drawn at random: hexes, Column, transport, leaders, and which face-down guns are dummies. In
    the setups that come with the module everybody can look up where the dummies are; with this command the French
    player gets a set-up that only he knows. The file shows everything: keep it to yourself.
    """
    check_output(output, force=force)
    as_save = output.suffix == _SAVE
    if as_save and module_path is None:
        raise click.UsageError("a save needs the game's module: --module M.vmod (made by: vmod-builder build)")
    game = playable_game(game_name)
    book = RuleBook(game)
    drawn = token_hex(_SEED_BYTES) if seed is None else seed
    rng = Random(drawn)  # noqa: S311 - the seed itself cannot be guessed
    position = face_down_shuffled(random_set_up(game, scenario, book, rng), rng)
    _check_legal(judge_set_up(position, book), game_name)
    if as_save and module_path is not None:
        kit = PlayKit(game, read_module(module_path))
        save = set_up_save(kit, book, predefined_setup(module_path, game, scenario), position)
        write_file(output, save.archive_bytes(), force=force)
    else:
        write_file(output, f"{position_text(position)}\n".encode(), force=force)
    emit([_summary(position), *([f"Seed {one_line(drawn)}"] if show_seed else [])])


def _check_legal(ruling: Ruling, game_name: str) -> None:
    """Raise :class:`GameDataError` unless a set-up is legal: there may be none in a game that somebody has changed."""
    if not ruling.legal:
        worst = ruling.findings[0]
        raise GameDataError("no legal set-up was found", file=game_name, found=f"{worst.rule}: {worst.text}")


def predefined_setup(path: Path, game: GameData, scenario: int) -> SavedGame:
    """Return the module's predefined setup of a scenario. Raises :class:`NotThisGame` if it has none."""
    archive = open_archive(path)
    for name in archive.names:
        if name.endswith(_SAVE):
            save = open_game(archive.read(name))
            if saved_position(Replay(save).table, game, file=name).position.scenario == scenario:
                return save
    raise NotThisGame(f"the module has no setup of scenario {scenario}", file=path.name)


def _summary(position: Position) -> str:
    on_map = sum(state.status is Status.ON_MAP for state in position.units.values())
    title = position.game.scenarios[position.scenario].title
    return f"Scenario {position.scenario}, {title}: {count(on_map, 'unit')} set up"
