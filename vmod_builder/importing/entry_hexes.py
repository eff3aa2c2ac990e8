"""The entry hexes of the module: named by a zone, a tag of the terrain or a marker, or by the reinforcements there.

A letter keeps its estimate if nothing shows its hex, or if two things contradict each other (NQoS scenarios 1 to 4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from adjudicator.game.game_data import GameData
from adjudicator.game.hexes import Hex
from adjudicator.game.loading.files import GameFiles
from adjudicator.game.names import words_of
from adjudicator.vassal.boards import BoardDefinition
from adjudicator.vassal.geometry import Point
from adjudicator.vassal.locations import Locator
from adjudicator.vassal.zones import Zone, ZonedGrid

from .findings import FindingList
from .module_setups import ModuleSetup, SetupTable, hexes_in_setup
from .numbering import HexNumbers
from .official_module import OfficialModule
from .terrain_file import TerrainFile

__all__ = ["EntryEvidence", "entry_hexes_told", "of_markers", "of_reinforcements", "of_tags", "of_zones"]

_ENTRY: Final = frozenset({"entry", "arrival", "reinforcement", "reinforcements"})
_TRUE: Final = "true"

EntryEvidence = tuple[str, Hex]
"""An entry hex's letter, and a hex that something in the module says it is."""


def entry_hexes_told(
    evidence: Iterable[EntryEvidence], letters: Sequence[str], findings: FindingList
) -> Mapping[str, Hex]:
    """Return the hex of each letter for which all that was found speaks for one; contradictions are findings."""
    told: dict[str, set[Hex]] = {}
    for letter, place in evidence:
        if letter in letters:
            told.setdefault(letter, set()).add(place)
    for letter, places in told.items():
        if len(places) > 1:
            text = f"the module has it in {' and in '.join(map(str, sorted(places)))}; its estimate was kept"
            findings.add("map-differs", f"entry hex {letter}", text)
    return {letter: next(iter(places)) for letter, places in told.items() if len(places) == 1}


def letter_in(name: str) -> str:
    """Return the letter of the entry hex that a name means, such as ``Entry Hex A``; empty for none."""
    words = words_of(name[:80])
    letters = [word.upper() for word in words if len(word) == 1 and word.isalpha()]
    return letters[0] if len(letters) == 1 and _ENTRY & set(words) else ""


def of_zones(board: BoardDefinition, numbers: HexNumbers) -> Iterator[EntryEvidence]:
    """Yield the entry hexes that zones of the board are: each around the middle of one hex."""
    zones = board.grid.zones if isinstance(board.grid, ZonedGrid) else ()
    for zone in zones:
        if letter := letter_in(zone.name):
            inside = set(_hexes_within(zone, numbers))
            if len(inside) == 1:
                yield letter, inside.pop()


def _hexes_within(zone: Zone, numbers: HexNumbers) -> Iterator[Hex]:
    """Yield the hexes whose middle is in a zone, which is not much larger than one."""
    xs, ys = [point.x for point in zone.polygon], [point.y for point in zone.polygon]
    middle = Point((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2)
    column, row = numbers.grid.raw(numbers.grid.snap(middle))
    for across in range(column - 1, column + 2):
        for down in range(row - 1, row + 2):
            place = numbers(numbers.position((across, down)))
            if place is not None and zone.contains(numbers.grid.centre(across, down)):
                yield place


def of_tags(terrain: TerrainFile, numbers: HexNumbers) -> Iterator[EntryEvidence]:
    """Yield the entry hexes that tags name: ``Entry Hex A`` = true, ``Entry`` = A."""
    for tag, values in terrain.tags.items():
        for raw, value in values.items():
            letter, place = letter_in(tag if value == _TRUE else f"{tag} {value}"), numbers(raw)
            if letter and place is not None:
                yield letter, place


def of_markers(module: OfficialModule, tables: Sequence[SetupTable]) -> Iterator[EntryEvidence]:
    """Yield the entry hexes on which pieces of setups lie that are named like them."""
    for setup in tables:
        locator = Locator(module.definition, setup.table.boards)
        for piece in setup.table.units():
            if letter := letter_in(piece.name):
                place = Hex.last_in(locator.name(setup.table.placement(piece.id)) or "")
                if place is not None:
                    yield letter, place


def of_reinforcements(
    setups: Iterable[ModuleSetup], files: GameFiles, document: Mapping[str, Any], game: GameData
) -> Iterator[EntryEvidence]:
    """Yield the entry hexes where a setup has all the reinforcements that come by one of them."""
    for setup in setups:
        file = next((each for each in files.scenarios if files[each]["number"] == setup.scenario), "")
        groups = [row for row in files[file].get("reinforcements", ()) if len(row.get("entry_hexes", ())) == 1]
        wanted = {id_ for row in groups for id_ in row.get("units", ())}
        places = hexes_in_setup(setup, [row for row in document["units"] if row["id"] in wanted], game)
        for row in groups:
            found = {places[id_] for id_ in row.get("units", ()) if id_ in places}
            if len(found) == 1:
                yield row["entry_hexes"][0], Hex.parse(found.pop())
