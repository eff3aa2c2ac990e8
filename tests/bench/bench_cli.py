"""How long ``adjudicator --help`` takes beside the bare import of click; prints the ratio. Run it as a program."""

from __future__ import annotations

import subprocess
import sys
import time

RUNS = 15
PROGRAMS = {
    "import click": "import click",
    "adjudicator --help": "from adjudicator.cli.main import run; run(['--help'])",
}


def best_time(code: str) -> float:
    """Return the shortest time in seconds of several runs of a new interpreter."""
    times = []
    for _ in range(RUNS):
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)  # noqa: S603
        times.append(time.perf_counter() - begin)
    return min(times)


def main() -> None:
    """Measure both and print the ratio; the aim is 2."""
    floor, found = (best_time(code) for code in PROGRAMS.values())
    for name, seconds in zip(PROGRAMS, (floor, found), strict=True):
        print(f"{name:<20} {1000 * seconds:7.1f} ms")
    print(f"{'ratio':<20} {found / floor:7.2f} (aim: at most 2)")


if __name__ == "__main__":
    main()
