"""Words for a scenario's data: its turns, the places where counters are set up, and where reinforcements arrive."""

from __future__ import annotations

from collections.abc import Iterable

from .game_data import GameData
from .scenarios import Places, RegionLimit, Reinforcement, Scenario, TurnTime

__all__ = [
    "arrival_words",
    "chit_words",
    "choice",
    "entry_letters",
    "listed",
    "places_words",
    "region_words",
    "turn_words",
]


def turn_words(game: GameData, time: TurnTime) -> str:
    """Return a turn as ``May 27, 0900``."""
    return f"{game.calendar.date_names[time.date]}, {time.turn}"


def listed(words: Iterable[str]) -> str:
    """Return words as a list: ``A, B and C``."""
    return _joined(list(words), "and")


def choice(words: Iterable[str]) -> str:
    """Return words as a choice: ``A, B or C``."""
    return _joined(list(words), "or")


def _joined(words: list[str], last: str) -> str:
    return f" {last} ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def places_words(game: GameData, places: Places) -> str:
    """Return the places where counters may be put: ``at entry hex A (29.01) or B (34.13)``; empty if none are named."""
    board = game.map
    entries = [f"{letter} ({board.entry_hexes[letter].hex})" for letter in places.entry_hexes]
    ways = [f"in {_area_words(board.areas[area].name)}" for area in places.areas]
    ways += [f"in hex {choice(map(str, places.hexes))}"] if places.hexes else []
    ways += [f"at entry hex {choice(entries)}"] if entries else []
    ways += [f"in {board.boxes[box].name}" for box in places.boxes]
    ways += ["in any fortified hex without mines"] if places.fortified_without_mines else []
    return choice(ways)


def _area_words(name: str) -> str:
    """Return ``the 2 BLE area``; an area whose name has its article already is called by its name alone."""
    return name if name.lower().startswith("the ") else f"the {name} area"


def entry_letters(game: GameData, places: Places) -> str:
    """Return the places where reinforcements arrive in as few letters as a mat has room for: ``A, B or C``."""
    board = game.map
    ways = [*places.entry_hexes, *map(str, places.hexes), *(board.areas[area].name for area in places.areas)]
    return choice([*ways, *(board.boxes[box].name for box in places.boxes)])


def arrival_words(game: GameData, group: Reinforcement) -> str:
    """Return where reinforcements arrive, and when and where withheld ones do."""
    words = places_words(game, group.places)
    if group.may_split:
        words += ", not necessarily all at the same one"
    if group.withhold_until is not None:
        withheld = places_words(game, group.withheld_places)
        words += f"; those withheld arrive on {turn_words(game, group.withhold_until)} {withheld}"
    return words


def region_words(game: GameData, limit: RegionLimit) -> str:
    """Return the part of the map that a side stays in, as a sentence."""
    bounds = (
        ("row", "or farther south", limit.north), ("row", "or farther north", limit.south),
        ("column", "or farther east", limit.west), ("column", "or farther west", limit.east),
    )  # fmt: skip
    parts = [f"{line} {number:02} {words}" for line, words, number in bounds if number is not None]
    return f"{game.sides[limit.side].name} units must stay in {listed(parts)}."


def chit_words(game: GameData, scenario: Scenario) -> tuple[str, ...]:
    """Return sentences on the chits at the start."""
    said = []
    if scenario.mug:
        said.append(f"In the mug: {listed(game.chits[chit].name for chit in scenario.mug)}.")
    if scenario.first_chit:
        first = game.chits[scenario.first_chit].name
        said.append(f"The first chit is {first}, which begins in play.")
    if scenario.free_formation_chit:
        side = game.sides[scenario.free_formation_chit].name
        said.append(f"Before the first turn the {side} player puts a Formation Activation chit into the mug for free.")
    if game.chits and not scenario.formation_chits:
        said.append("No Formation Activation chits can be bought.")
    return tuple(said)
