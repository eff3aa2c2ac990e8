"""The predefined setups of the official module as the scenarios' starts: where each counter stands in them.

A setup belongs to the scenario whose number or title is in its name. Counters are recognized by their names, as in the
palette; the module's own grid gives their places.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from adjudicator.game.game_data import GameData
from adjudicator.game.hexes import Hex
from adjudicator.game.loading.checks.setup_checks import AllowedStarts
from adjudicator.game.loading.files import GameFiles
from adjudicator.game.name_index import NameIndex, same_words
from adjudicator.game.series_words import series_words
from adjudicator.report.safe_text import one_line
from adjudicator.vassal.errors import LimitExceeded, VassalError
from adjudicator.vassal.locations import Locator
from adjudicator.vassal.module_definition import PieceDefinition, PieceSlot
from adjudicator.vassal.properties import piece_properties
from adjudicator.vassal.replay import Replay
from adjudicator.vassal.saved_game import open_game
from adjudicator.vassal.table import Table

from .counters import named_counter
from .findings import FindingList
from .official_module import OfficialModule, SlotPiece, rated_trait

__all__ = [
    "ModuleSetup", "SetupTable", "TakenStarts", "hexes_in_setup", "module_setups", "setup_pieces", "setup_tables",
    "taken_starts",
]  # fmt: skip

_SETUP: Final = "VASSAL.build.module.PredefinedSetup"
_NUMBER: Final = re.compile(r"\bscenario\s*([0-9]{1,2})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ModuleSetup:
    """A predefined setup of the module."""

    scenario: int
    places: tuple[tuple[str, str, str], ...]
    """The counters on the map: name, the id of the division (empty if it is not known), hex."""


@dataclass(frozen=True, slots=True)
class TakenStarts:
    """The starts of one scenario that a setup tells."""

    file: str
    rows: Mapping[int, Mapping[str, str]]
    """The hex of each counter, by the number of its group."""
    found: int
    """The number of counters with a start that the setup has in a hex where the scenario allows them."""
    all: int
    """The number of counters with a start."""


@dataclass(frozen=True, slots=True)
class SetupTable:
    """A predefined setup of the module, as its save has it."""

    name: str
    table: Table


def setup_tables(module: OfficialModule, findings: FindingList) -> tuple[SetupTable, ...]:
    """Return the setups of the module that are saves; those that cannot be read are findings."""
    found = []
    for each in module.root.everything():
        entry = each.text("file")
        if each.class_name != _SETUP or not module.archive.has(entry):
            continue
        try:
            game = open_game(module.archive.read(entry), module.archive.limits, name=entry)
            found.append(SetupTable(each.name, Replay(game).table))
        except LimitExceeded:
            raise
        except VassalError as error:
            findings.add("setup-untold", one_line(each.name, 60), one_line(error.problem, 200))
    return tuple(found)


def setup_pieces(tables: Sequence[SetupTable], known: Iterable[SlotPiece]) -> Iterator[SlotPiece]:
    """Yield the units and leaders that only the setups have, each once."""
    names = {each.piece.name.strip() for each in known if each.is_rated}
    for setup in tables:
        for piece in setup.table.units():
            name = piece.name.strip()
            if name not in names and rated_trait(piece) is not None:
                names.add(name)
                slot = PieceSlot(name, piece.gpid, PieceDefinition(""), (setup.name,))
                yield SlotPiece(slot, piece)


def module_setups(
    module: OfficialModule, tables: Sequence[SetupTable], game: GameData, findings: FindingList
) -> Iterator[ModuleSetup]:
    """Yield the setups of the module, each of one scenario; the others are findings."""
    numbers = [_scenario(each.name, game) for each in tables]
    for setup, number in zip(tables, numbers, strict=True):
        if not number or numbers.count(number) > 1:
            findings.add("setup-untold", one_line(setup.name, 60), "it is not clear of which scenario it is")
        else:
            yield ModuleSetup(number, tuple(_places(module, setup.table)))


def _scenario(name: str, game: GameData) -> int:
    """Return the number of the scenario that a setup's name tells, 0 if it tells none."""
    told = {int(number) for number in _NUMBER.findall(name[:200])}
    told = told or {number for number, each in game.scenarios.items() if same_words(each.title, name)}
    return told.pop() if len(told) == 1 and told <= game.scenarios.keys() else 0


def _places(module: OfficialModule, table: Table) -> Iterator[tuple[str, str, str]]:
    locator = Locator(module.definition, table.boards)
    maps = {each.name for each in module.definition.maps if each.class_name.endswith("TdcMap")}
    for piece in table.units():
        where = table.placement(piece.id)
        place = Hex.last_in(locator.name(where) or "") if where.map in maps or not maps else None
        if place is not None:
            division = series_words().divisions.get(piece_properties(piece).get("Division", ""), "")
            yield piece.name, division, str(place)


def taken_starts(
    setup: ModuleSetup, files: GameFiles, document: Mapping[str, Any], game: GameData, findings: FindingList
) -> TakenStarts | None:
    """Return the starts that a setup tells for its scenario; None if the scenario has no predefined setup.

    *document* is that of ``units.toml``. A place that the scenario does not allow is a finding, and not taken.
    """
    file = next((each for each in files.scenarios if files[each]["number"] == setup.scenario), "")
    if not file:
        return None
    groups = [(number, row, dict(row.get("start", {}))) for number, row in enumerate(files.rows(file, "setup"))]
    wanted = {id_ for _, _, starts in groups for id_ in starts}
    told = hexes_in_setup(setup, [row for table in ("units", "leaders") for row in document.get(table, ())
                          if row["id"] in wanted], game)  # fmt: skip
    allowed, rows, fitting = AllowedStarts(files), dict[int, Mapping[str, str]](), 0
    for number, row, starts in groups:
        here = {id_: told[id_] for id_ in starts if id_ in told}
        for id_, place in [(id_, place) for id_, place in here.items() if place not in allowed(row)]:
            counter = game.units.get(id_) or game.leaders[id_]
            findings.add("start-forbidden", f"{file}: {counter.name}", f"in {place}; left in {starts[id_]}")
            del here[id_]
        fitting += len(here)
        if moved := {id_: place for id_, place in here.items() if starts[id_] != place}:
            rows[number] = moved
    return TakenStarts(file, rows, fitting, len(wanted))


def hexes_in_setup(setup: ModuleSetup, rows: list[Mapping[str, Any]], game: GameData) -> dict[str, str]:
    """Return the hex of each counter that one piece of a setup is for certain; of dummies, one each."""
    index = NameIndex(named_counter(game, row) for row in rows)
    claims: dict[str, set[str]] = {}
    for name, division, place in setup.places:
        ids = index.find(name, division).ids
        free = next((id_ for id_ in ids if id_ not in claims), "") if len(ids) > 1 else next(iter(ids), "")
        if free:
            claims.setdefault(free, set()).add(place)
    return {id_: places.pop() for id_, places in claims.items() if len(places) == 1}
