"""How fast the rules answer: ``python -m tests.bench.bench_rules``.

Scenario 4 with everybody on the map, spread by a fixed seed. Numbers are answers a second of processor time; each is
the best of several runs, since what is remembered from run to run is meant to be. Where there is an aim it is shown
beside: 5,000 rulings a second, the hexes in reach of all units within a second, the odds of a shot within 1 ms.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from itertools import product

from adjudicator.game.action_words import Contact
from adjudicator.game.hexes import Hex
from adjudicator.game.loading import BUILT_IN, find_game, load_game
from adjudicator.game.play import DirectFire, IndirectFire
from adjudicator.game.position import Activation, LeaderState, Place, Points, Position, Status
from adjudicator.game.start import start_position
from adjudicator.rules.judge import judge
from adjudicator.rules.legal_actions import legal_actions
from adjudicator.rules.odds import TargetFacts, fire_odds, shot_odds
from adjudicator.rules.random_dice import complete
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.series import sight
from adjudicator.rules.series.fire_sums import ShotFacts
from adjudicator.rules.series.paths import reachable

REPEATS = 7
CHECKS = 2000
AIMS = {
    "rulings": 5000.0,
    "hexes in reach of all units": 1.0,
    "odds of shots by facts": 1000.0,
    "odds of shots by facts, with ends": 1000.0,
    "odds of a shot in a position": 1000.0,
    "odds of indirect fire at a unit": 1000.0,
}
"""What each row should reach."""


def per_second(answers: int, action: Callable[[], object]) -> float:
    """Return how many answers a second the fastest of several runs gives."""
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        action()
        times.append(time.process_time() - start)
    return answers / min(times)


def crowded_position(book: RuleBook, dice: random.Random) -> Position:
    """Return scenario 4 with every unit in some hex, the two sides in columns of their own."""
    position = start_position(book.game, 4)
    hexes = sorted(book.game.map.hexes)
    for unit in position.units:
        own = [place for place in hexes if place.column % 2 == (position.side(unit) == "axis")]
        position = position.with_unit(unit, status=Status.ON_MAP, place=dice.choice(own), hidden=False)
    return position


def moves(position: Position, book: RuleBook, dice: random.Random, count: int) -> Callable[[], None]:
    """Return a run of moves of a hex each, with the question after each who has a Fire Zone there."""
    units = dice.choices(list(position.units), k=count // 8)

    def run() -> None:
        now = position
        for unit in units:
            for _ in range(8):
                place = now.units[unit].place
                assert isinstance(place, Hex)
                now = now.with_unit(unit, place=min(book.grid.neighbours(place)))
                sight.zone_units(now, book, place, now.side(unit))

    return run


def sight_rows(book: RuleBook) -> dict[str, float]:
    """Return what the questions about Line of Sight and Fire Zones give."""
    dice = random.Random(4)  # noqa: S311 - a repeatable choice, nothing secret
    position = crowded_position(book, dice)
    hexes = sorted(book.game.map.hexes)
    smoky = position.after(barrages=dict.fromkeys(dice.sample(hexes, 10), 1))
    pairs = [(dice.choice(hexes), dice.choice(hexes)) for _ in range(CHECKS)]
    return {
        "sight checks": per_second(CHECKS, lambda: [sight.line_of_sight(position, book, *pair) for pair in pairs]),
        "sight checks, 10 barrages": per_second(
            CHECKS, lambda: [sight.line_of_sight(smoky, book, *pair) for pair in pairs]
        ),
        "hexes asked for Fire Zones": per_second(len(hexes), lambda: _all_hexes(position, book, hexes)),
        "steps of moves with their Fire Zones": per_second(CHECKS, moves(position, book, dice, CHECKS)),
    }


def _all_hexes(position: Position, book: RuleBook, hexes: list[Hex]) -> None:
    """Ask a rule book that nobody has asked yet who has Fire Zones where."""
    anew = RuleBook(book.game)
    for place in hexes:
        sight.zone_units(position, anew, place, "axis")


def ruling_rows(book: RuleBook) -> dict[str, float]:
    """Return what rulings and the search for hexes in reach give, in a battle of scenario 4."""
    dice = random.Random(5)  # noqa: S311 - a repeatable choice, nothing secret
    position = crowded_position(book, dice).after(activation=Activation("direct-command-italian"))
    position = position.after(points={division: Points(99, 0) for division in position.points})
    units = [unit for unit in position.units if position.side(unit) == "axis"]
    actions = [
        complete(position, action, book, dice)
        for unit in dice.sample(units, 20)
        for action in legal_actions(position, unit, book)[:20]
    ]
    return {
        "rulings": per_second(len(actions), lambda: [judge(position, action, book) for action in actions]),
        "hexes in reach of all units": per_second(
            1, lambda: [reachable(position, book, unit) for unit in position.units]
        ),
    }


def barrage(book: RuleBook, units: Sequence[str]) -> tuple[Position, IndirectFire]:
    """Return Indirect Fire from a park at the first of some units in a hex; the others may be Suppressed (16.4.1)."""
    position = start_position(book.game, 4).after(activation=Activation("division-trieste"))
    leader = "leader-65-motorizzato"
    places: dict[str, Place] = dict.fromkeys(units, Hex(30, 12))
    for unit, place in {**places, "1-i-65": Hex(30, 10), "i-21": "artillery-park-a"}.items():
        position = position.with_unit(unit, status=Status.ON_MAP, place=place)
    position = position.with_unit("i-21", contact=Contact.IN_CONTACT, contact_leader=leader)
    position = position.after(leaders={**position.leaders, leader: LeaderState(Status.ON_MAP, Hex(30, 10))})
    return position, IndirectFire("i-21", units[0], "1-i-65")


def odds_rows(book: RuleBook) -> dict[str, float]:
    """Return what exact odds give: of shots by plain facts, each another one, and of a shot in a position."""
    colours = sorted(book.game.weapons)
    facts = [
        ShotFacts(rating=rating, colour=colour, distance=distance, mass=mass)
        for rating, colour, distance, mass in product(range(10), colours, (1, 3, 6), (2, 5, 9))
    ]
    targets = [TargetFacts(quality) for quality in range(10)]
    start = start_position(book.game, 2)
    position = start.with_unit("1-viii-132", place=Hex(26, 11)).after(activation=Activation("direct-command-italian"))
    shot = DirectFire("1-viii-132", "l-2-13-dble")
    alone, mission = barrage(book, ["5-2-13-dble"])
    stacked, _ = barrage(book, ["5-2-13-dble", "6-2-13-dble", "7-2-13-dble"])
    return {
        "odds of shots by facts": per_second(len(facts), lambda: [fire_odds(each, book) for each in facts]),
        "odds of shots by facts, with ends": per_second(
            len(facts), lambda: [fire_odds(each, book, targets[each.rating]) for each in facts]
        ),
        "odds of a shot in a position": per_second(200, lambda: [shot_odds(position, shot, book) for _ in range(200)]),
        "odds of indirect fire at a unit": per_second(
            100, lambda: [shot_odds(alone, mission, book) for _ in range(100)]
        ),
        "odds of indirect fire at a stack of three": per_second(
            50, lambda: [shot_odds(stacked, mission, book) for _ in range(50)]
        ),
    }


def main() -> None:
    """Print a table."""
    book = RuleBook(load_game(find_game(BUILT_IN)))
    for rows in (sight_rows, ruling_rows, odds_rows):
        for what, number in rows(book).items():
            aim = f"  (aim: {AIMS[what]:,.0f})" if what in AIMS else ""
            sys.stdout.write(f"{what:<40} {number:>12,.1f} a second{aim}\n")


if __name__ == "__main__":
    main()
