"""Games of other modules than the siege's that play themselves by mail, and are audited: Two Wells, and any folder.

``python -m tests.two_wells N`` plays N games of Two Wells and tells what the referee does not read as it was played;
``python -m tests.two_wells FIRST LAST`` those with these seeds, the last one not among them.
``--write SEED DIRECTORY`` writes the logs of one game.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from adjudicator.game.position import Position
from adjudicator.module_layout.saved_position import saved_position
from adjudicator.recording.game_record import Seat
from adjudicator.recording.module_kit import PlayKit
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.ruling import Verdict
from adjudicator.rules.switches import HouseRules, all_switches
from adjudicator.vassal.module import read_module
from adjudicator.vassal.replay import Replay
from adjudicator.vassal.saved_game import SavedGame, open_game
from tests.self_play import PlayedGame, SelfPlay
from tests.support.self_audit import problems
from vmod_builder.build_context import built, open_workpiece

__all__ = ["WELLS", "OtherGame", "OtherPlay", "faults", "other_game", "two_wells"]

WELLS: Final = Path(__file__).parent.parent / "examples" / "two_wells"
_NAMES: Final = ("Anna", "Bert")


@dataclass(frozen=True)
class OtherGame:
    """A game with its module, its rules and its first scenario set up."""

    kit: PlayKit
    book: RuleBook
    start: SavedGame
    position: Position


@cache
def other_game(folder: Path) -> OtherGame:
    """Return the game in a folder, in which the players have agreed on what is not safe to assume."""
    workpiece = open_workpiece(folder)
    build = built(workpiece)
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "game.vmod"
        path.write_bytes(build.archive)
        module = read_module(path)
    game = workpiece.game
    agreed = HouseRules({switch.id: switch.default for switch in all_switches().values() if not switch.safe})
    start = open_game(build.entries["scenario-1.vsav"])
    position = saved_position(Replay(start).table, game, scenario=1).position
    return OtherGame(PlayKit(game, module), RuleBook(game, agreed), start, position)


def two_wells() -> OtherGame:
    """Return Two Wells."""
    return other_game(WELLS)


class OtherPlay(SelfPlay):
    """A random legal game of a module that is not the siege's, played by mail."""

    def __init__(self, of: OtherGame, seed: int) -> None:
        self._of = of
        super().__init__(seed, on_line=False, book=of.book)
        self.rng = Random(f"{of.kit.game.id}/{seed}")  # noqa: S311 - nothing secret hangs on it

    def _kit(self) -> PlayKit:
        return self._of.kit

    def _seats(self) -> dict[str, Seat]:
        sides = self._of.kit.game.sides.values()
        return {
            side.id: Seat(f"{name.lower()}-example", name, side.name) for side, name in zip(sides, _NAMES, strict=True)
        }

    def _beginning(self) -> tuple[SavedGame, Position]:
        return self._of.start, self._of.position


def faults(of: OtherGame, seed: int) -> tuple[PlayedGame, list[str]]:
    """Play a game and return it with what is wrong with its audit."""
    played = OtherPlay(of, seed).to_the_end()
    return played, list(problems(played, of.book, of.kit))


def main(arguments: list[str]) -> int:
    """Play and audit games, or write one."""
    of = two_wells()
    if arguments[0] == "--write":
        folder = Path(arguments[2])
        folder.mkdir(parents=True, exist_ok=True)
        for file in OtherPlay(of, int(arguments[1])).to_the_end().files:
            folder.joinpath(file.file).write_bytes(file.archive_bytes())
        return 0
    seeds = range(*map(int, arguments))
    bad = accused = 0
    for seed in seeds:
        played, found = faults(of, seed)
        bad += bool(found)
        accused += any(problem.startswith(Verdict.ILLEGAL.value) for problem in found)
        for problem in found:
            print(f"{seed} ({len(played.actions)} actions): {problem}", flush=True)
    print(f"{len(seeds)} games: {accused} with an accusation, {bad} not read as they were played")
    return bad


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 1))
