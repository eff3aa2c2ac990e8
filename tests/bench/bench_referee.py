"""How fast the referee reads finished games: ``python -m tests.bench.bench_referee``.

Whole random games, written as logs, from the built-in scenarios. The number is steps of the log a second of processor
time; a game of a thousand steps should take less than two seconds.
"""

from __future__ import annotations

import time

from adjudicator.audit.dice import load_patterns
from adjudicator.referee.pipeline import referee_game
from tests.random_play import agreed_book
from tests.self_play import PlayedGame, SelfPlay

REPEATS = 3
SEEDS = range(24)
SECONDS = 2.0
"""What a thousand steps should take at most."""


def seconds(game: PlayedGame) -> float:
    """Return how long the quickest of several runs over a game takes."""
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        referee_game(game.files, agreed_book(), load_patterns(()))
        times.append(time.process_time() - start)
    return min(times)


def main() -> None:
    """Print how many steps a second are audited, and what a thousand steps take in the slowest game."""
    total_steps, total_time, slowest = 0, 0.0, 0.0
    for seed in SEEDS:
        game = SelfPlay(seed).to_the_end()
        steps = sum(len(file.steps) for file in game.files)
        taken = seconds(game)
        total_steps, total_time = total_steps + steps, total_time + taken
        slowest = max(slowest, 1000 * taken / steps)
    print(f"{len(SEEDS)} games of scenario 1, {total_steps:,} steps")
    print(f"{total_steps / total_time:12,.0f} steps a second")
    print(f"{1000 * total_time / total_steps:12.2f} s for a thousand steps (aim: less than {SECONDS:.0f})")
    print(f"{slowest:12.2f} s for a thousand steps of the slowest game")


if __name__ == "__main__":
    main()
