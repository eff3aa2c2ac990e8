"""Counters for the tests: the built-in game's, and a few made ones that show what the built-in game has none of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from adjudicator.drawing.counters import all_counters
from adjudicator.drawing.style import load_style
from adjudicator.game.game_data import GameData
from adjudicator.game.loading import BUILT_IN, find_game, load_game
from adjudicator.game.order_of_battle import Formation
from adjudicator.game.units import Ratings, Unit

ROOT = Path(__file__).parent.parent.parent
GOLDEN = ROOT / "tests" / "cases" / "drawing"
"""Drawings as they must be, by the names of their files. ``python -m tests.renew_golden`` makes them anew."""

_LONG = Formation("long", "Reggimento Bersaglieri Motorizzato", "raiders", "Reggimento Bersaglieri", "#f7e04b")
_EVERYTHING = Unit(
    id="everything",
    name="14./Pioneer-Abt. 1115",
    division="raiders",
    formation="long",
    unit_class="vehicle",
    symbol="assault-gun",
    steps=2,
    ratings=Ratings(
        fire=9, weapon="blue", fire_range=None, assault=8, assault_weapon="pink", double_assault=True, defence=-5,
        armoured=True, troop_quality=9, movement=40, movement_class="tracked", movement_text="40", flak=7,
    ),
    engineer=True,
    mounted=Ratings(defence=5, troop_quality=0, movement=18, movement_class="tracked", movement_text="18"),
    reduced=Ratings(fire=0, weapon="pink", fire_range=83, movement_text="No"),
    hidden_as="Gun Unit",
)  # fmt: skip
_STRANGE = Unit(
    id="strange",
    name='Żółć & <Sons> "Œ"',
    division="garrison",
    formation="",
    unit_class="gun",
    symbol="rocket-launcher",
    steps=0,
    ratings=Ratings(fire=5, weapon="blue", movement_text="*", movement_class="leg"),
)


@cache
def built_in_game() -> GameData:
    """Return the game that comes with the program."""
    return load_game(find_game(BUILT_IN))


@cache
def small_game() -> GameData:
    """Return the small example, with the made units in it."""
    game = load_game(ROOT / "examples" / "two_wells")
    units = {**game.units, _EVERYTHING.id: _EVERYTHING, _STRANGE.id: _STRANGE}
    return replace(game, units=units, formations={**game.formations, _LONG.id: _LONG})


@cache
def built_in_counters() -> Mapping[str, str]:
    """Return the counters of the built-in game, in its own style."""
    return all_counters(built_in_game(), load_style(find_game(BUILT_IN)))


@cache
def small_counters() -> Mapping[str, str]:
    """Return the counters of the small game, in the style that comes with the program."""
    return all_counters(small_game(), load_style(None))
