"""Makes scenarios from their documents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..hexes import Hex
from ..provenance import Source
from ..scenarios import (
    DivisionPoints,
    Places,
    RegionLimit,
    Reinforcement,
    Scenario,
    SetupGroup,
    TurnTime,
    Victory,
)
from .build_map import parse_hexes

__all__ = ["build_scenario"]

_Table = Mapping[str, Any]
_WITHHELD: Final = "withheld_"


def build_scenario(document: _Table) -> Scenario:
    """Return the scenario of a document ``scenario_N.toml``."""
    return Scenario(
        number=document["number"],
        title=document["title"],
        subtitle=document.get("subtitle", ""),
        description=document.get("description", ""),
        first=TurnTime(**document["first"]),
        last=TurnTime(**document["last"]),
        first_step=document.get("first_step", 1),
        skipped_steps=tuple(document.get("skipped_steps", ())),
        weather=dict(document.get("weather", {})),
        points=tuple(_points(division, row, document) for division, row in document.get("points", {}).items()),
        supply=document.get("supply", ""),
        morale=document.get("morale"),
        mug=tuple(document.get("mug", ())),
        first_chit=document.get("first_chit", ""),
        free_formation_chit=document.get("free_formation_chit", ""),
        formation_chits=document.get("formation_chits", False),
        setup=tuple(map(_setup, document.get("setup", []))),
        reinforcements=tuple(map(_reinforcement, document.get("reinforcements", []))),
        region_limits=tuple(RegionLimit(**row) for row in document.get("region_limits", [])),
        rules=tuple(document.get("rules", ())),
        special=tuple(dict(row) for row in document.get("special", [])),
        victory=_victory(document["victory"]),
        notes=tuple(document.get("notes", ())),
        extra_units=tuple(document.get("extra_units", ())),
    )


def _points(division: str, row: _Table, document: _Table) -> DivisionPoints:
    return DivisionPoints(
        division=division,
        command_points=row["command_points"],
        dispatch_points=row.get("dispatch_points"),
        command_rating=row["command_rating"],
        dispatch_rating=row.get("dispatch_rating"),
        source=Source(row.get("source", document.get("source", Source.ESTIMATED))),
    )


def _places(row: _Table, prefix: str = "") -> Places:
    """Return the places that a row lists; the keys of the places for withheld units have a prefix."""
    return Places(
        areas=tuple(row.get(f"{prefix}areas", ())),
        hexes=parse_hexes(row.get(f"{prefix}hexes", ())),
        entry_hexes=tuple(row.get(f"{prefix}entry_hexes", ())),
        boxes=tuple(row.get(f"{prefix}boxes", ())),
        fortified_without_mines=row.get(f"{prefix}fortified_without_mines", False),
    )


def _setup(row: _Table) -> SetupGroup:
    return SetupGroup(
        division=row["division"],
        formation=row.get("formation", ""),
        units=tuple(row["units"]),
        leaders=tuple(row.get("leaders", ())),
        places=_places(row),
        hidden=row.get("hidden", False),
        choose=row.get("choose", 0),
        one_each=row.get("one_each", False),
        not_adjacent=row.get("not_adjacent", False),
        start={id_: Hex.parse(name) for id_, name in row.get("start", {}).items()},
        note=row.get("note", ""),
    )


def _reinforcement(row: _Table) -> Reinforcement:
    return Reinforcement(
        time=TurnTime(**row["time"]),
        division=row["division"],
        formation=row.get("formation", ""),
        units=tuple(row["units"]),
        leaders=tuple(row.get("leaders", ())),
        places=_places(row),
        may_split=row.get("may_split", False),
        withhold_until=TurnTime(**row["withhold_until"]) if "withhold_until" in row else None,
        withheld_places=_places(row, _WITHHELD),
        note=row.get("note", ""),
    )


def _victory(row: _Table) -> Victory:
    given = dict(row)
    if "hex" in row:
        given["hex"] = Hex.parse(row["hex"])
    return Victory(**{**given, "outcomes": tuple(dict(outcome) for outcome in row.get("outcomes", []))})
