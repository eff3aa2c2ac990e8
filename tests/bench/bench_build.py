"""How long the full module takes from its data to its bytes, part by part. Run it as a program."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from adjudicator.drawing.style import load_style
from adjudicator.game.loading import BUILT_IN, find_game, load_game
from vmod_builder.build_context import built, open_workpiece
from vmod_builder.images import module_images
from vmod_builder.maps import BoardFormat
from vmod_builder.module_check import check_module

T = TypeVar("T")
RUNS = 3
AIM = 5.0
"""Seconds that reading the data and building the module should stay below."""


def best(action: Callable[[], T]) -> tuple[float, T]:
    """Return the shortest time of several runs in seconds, and what they returned."""
    times = []
    for _ in range(RUNS):
        begin = time.perf_counter()
        result = action()
        times.append(time.perf_counter() - begin)
    return min(times), result


def main() -> None:
    """Measure and print."""
    folder = find_game(BUILT_IN)
    reading, game = best(lambda: load_game(folder))
    style = load_style(folder)
    drawing, _images = best(lambda: module_images(game, style, BoardFormat.SVG))
    whole, module = best(lambda: built(open_workpiece(folder)))
    checking, _findings = best(lambda: check_module(module.archive))
    rows = {
        "read the data": reading, "draw the pictures": drawing, "data to module": whole, "check the module": checking,
    }  # fmt: skip
    for name, seconds in rows.items():
        print(f"{name:<18} {seconds:6.2f} s")
    print(f"{'aim':<18} {AIM:6.2f} s from data to module; {len(module.archive):,} bytes")


if __name__ == "__main__":
    main()
