"""Legal games in untidy manners, refereed: nobody is to be accused.

``python -m tests.untidy_play --scenario N FIRST LAST`` plays the games with these seeds (the last one not among them)
in the manners of ``tests/untidy/manners.toml``, one after the other by the seeds; ``--manner M`` plays all in one;
``--last`` lets the referee have only the mail before each; ``--actions N`` ends a game after so many actions;
``--undecided`` prints also what he cannot decide; ``--write DIRECTORY`` keeps the mails there, and a script of each
game. It prints each accusation with its game, manner, mail and steps, then the share of entries that are undecided,
and ends with 1 if anybody is accused.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.self_play import PlayedGame, write_files
from tests.untidy.games import Audit, UntidyPlay, audit, audit_of_last_mails
from tests.untidy.manners import Manner, manners

__all__ = ["main"]


def main(arguments: Sequence[str]) -> int:
    """Play and referee the games that are asked for; return the exit code."""
    asked = _parser().parse_args(arguments)
    accused, entries, undecided = Counter[str](), 0, 0
    for seed, manner in _games(asked):
        game = UntidyPlay(seed, manner, scenario=asked.scenario)
        played = game.for_a_while(asked.actions) if asked.actions else game.to_the_end()
        if asked.write:
            _keep(game, played, asked.write / manner.name)
        for each in audit_of_last_mails(played) if asked.last_mails else [audit(played)]:
            _print(each, seed, manner, with_undecided=asked.undecided)
            accused[manner.name] += len(each.accusations)
            entries += each.entries
            undecided += len(each.undecided)
    share = 100 * undecided / entries if entries else 0
    print(f"{sum(accused.values())} accusations; {undecided} of {entries} entries undecided ({share:.1f} %)")
    print("by manner: " + ", ".join(f"{name} {count}" for name, count in accused.items()))
    return 1 if sum(accused.values()) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.untidy_play", description="Referee untidy, legal games.")
    parser.add_argument("first", type=int, help="the first seed")
    parser.add_argument("last", type=int, help="the seed after the last one")
    parser.add_argument("--scenario", type=int, choices=(1, 2, 3, 4), default=1)
    parser.add_argument("--manner", choices=sorted(manners()))
    parser.add_argument("--last", dest="last_mails", action="store_true", help="only with the mail before each")
    parser.add_argument("--actions", type=int, default=0, help="end each game after so many actions")
    parser.add_argument("--undecided", action="store_true", help="print also what is undecided")
    parser.add_argument("--write", type=Path, help="keep the mails in this directory")
    return parser


def _games(asked: argparse.Namespace) -> Iterator[tuple[int, Manner]]:
    """Yield each seed with the manner of its game."""
    found = [manners()[asked.manner]] if asked.manner else list(manners().values())
    yield from ((seed, found[seed % len(found)]) for seed in range(asked.first, asked.last))


def _keep(game: UntidyPlay, played: PlayedGame, directory: Path) -> None:
    """Keep a game's mails, and what was done in them as a script."""
    write_files(played, directory)
    lines: list[str] = []
    log, side = -1, ""
    for number, hand, line in game.writer.lines:
        if number != log:
            lines.append(f"# {number + 1:02}.vlog")
        if hand != side:
            lines.append(hand)
        log, side = number, hand
        lines.append(line)
    (directory / f"game-{game.seed}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _print(found: Audit, seed: int, manner: Manner, *, with_undecided: bool) -> None:
    """Print what is said of a game."""
    for word, said in (("accused", found.accusations), ("undecided", found.undecided if with_undecided else ())):
        for each in said:
            print(f"{word}: game {seed}, {manner.name}, {each.mail}, steps {list(each.steps)}: {each.text}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
