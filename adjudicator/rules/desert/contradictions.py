"""Contradictions: impossible descriptions of hexes, ways, lines of sight, attacks and facts.

A rule that forbids something becomes a finding of the answer; a contradiction has no answer at all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from .conditions import Mover
from .fire import Attack, attack_kinds
from .questions import Question, known_fact
from .sight import Obstacle
from .tables import desert_tables
from .terrain import BadDescription, DesertHex

__all__ = ["check_attack", "check_facts", "check_line", "check_way"]


def _check_pairs(told: Collection[str], rows: Iterable[Mapping[str, Any]]) -> None:
    for row in rows:
        if set(row["all"]) <= set(told):
            raise BadDescription(f"{' and '.join(row['all'])} cannot be together: {row['text']}")


# hexes and ways


def _check_hex(place: DesertHex) -> None:
    """Raise :class:`BadDescription` if the description of a hex contradicts itself."""
    document = desert_tables()["terrain.toml"]
    told = place.words | place.side | place.step
    _check_pairs(told, document["contradictions"])
    for row in document["words"]:
        needed = row.get("needs", ())
        if row["id"] in told and needed and told.isdisjoint(needed):
            raise BadDescription(f"{row['id']} goes with {' or '.join(needed)} in the same hex: {row['text']}")
    if "double" in place.step and place.spend is not None:
        raise BadDescription("double and spend=N cannot be together: either says what is spent")
    if "level-4" in place.words and place.level not in (0, *range(4, 13)):
        raise BadDescription(f"level-4 and level={place.level} cannot be together: the level is 4 or above")


def check_way(start: DesertHex, hexes: Sequence[DesertHex], mover: Mover) -> None:
    """Raise :class:`BadDescription` if a way contradicts itself, or states of a unit what is true only of others."""
    rows = [row for row in desert_tables()["terrain.toml"]["words"] if "classes" in row]
    before = start
    for number, place in enumerate((start, *hexes)):
        _check_hex(place)
        for row in rows:
            if place.has(row["id"]) and mover.unit.id not in row["classes"]:
                raise BadDescription(f"{row['id']} cannot be said of {mover.unit.name}: {row['text']}")
        if number and not before.words & {"wadi", "bridge"}:
            _check_from_outside(before, place)
        before = place
    _check_mover(mover)


def _check_from_outside(before: DesertHex, to: DesertHex) -> None:
    """Raise :class:`BadDescription` for a way along a wadi, or over its cliff, that leaves or enters no wadi."""
    where = before.name or "the hex left"
    if "connected" in to.side:
        raise BadDescription(f"connected goes from wadi to wadi (5.21), and {where} is no wadi hex")
    if "cliff" in to.side and not to.words & {"wadi", "bridge"}:
        raise BadDescription("a wadi cliff is a side of a wadi hex (5.6), and neither hex is one")


def _check_mover(mover: Mover) -> None:
    """Raise :class:`BadDescription` for options that are impossible for the unit."""
    unit = mover.unit
    told = {
        "--towing": (mover.towing, unit.vehicle),
        "--buttoned-up": (mover.buttoned_up, unit.id in ("full-tracked", "half-track", "armored-car")),
        "--british": (mover.british, unit.id == "truck"),
        "--weight": (mover.weight != "light", unit.id == "truck"),
        "--ground-pressure": (mover.pressure != "low", unit.vehicle),
        "--small": (mover.small, unit.vehicle),
    }
    for option, (said, can_be) in told.items():
        if said and not can_be:
            raise BadDescription(f"{option} cannot be said of {unit.name}")


# lines of sight


def check_line(viewer: DesertHex, target: DesertHex, between: Sequence[Obstacle], *, same_wadi: bool) -> None:
    """Raise :class:`BadDescription` if a line of sight contradicts itself."""
    for place in (viewer, target):
        _check_hex(place)
    in_wadi = ["wadi" in place.words for place in (viewer, target)]
    if same_wadi and not all(in_wadi):
        raise BadDescription("--same-wadi is for two wadi hexes, and not both are")
    if any(obstacle.kind == "cliff" for obstacle in between) and not any(in_wadi):
        raise BadDescription("a wadi cliff is a side of a wadi hex (5.6), and neither hex is one")


# questions


def check_facts(question: Question, facts: Sequence[str]) -> None:
    """Raise :class:`BadDescription` if the facts of a question exclude each other, or are not asked for."""
    told = [known_fact(question, fact) for fact in facts]
    for group in question.one_of:
        both = [name for name in told if name in group]
        if len(both) > 1:
            raise BadDescription(f"{both[0]} and {both[1]} cannot be together")
    for name, needed in question.needs.items():
        if name in told and needed not in told:
            raise BadDescription(f"{name} says nothing without {needed}: {question.facts[name]}")


# attacks


def check_attack(attack: Attack) -> None:
    """Raise :class:`BadDescription` if an attack contradicts itself, such as Close Combat at a range."""
    document = desert_tables()["fire.toml"]
    kind = attack_kinds()[attack.kind]
    if attack.distance > kind.get("most_range", attack.distance):
        raise BadDescription(f"{kind['name']} is made in one hex: its range is {kind['most_range']}")
    for row in document["facts"]:
        if row["id"] in attack.facts:
            _check_fact(attack, row, kind["name"])
    _check_pairs(attack.facts, document["contradictions"])
    if attack.target == "aerial":
        for name in sorted(attack.facts & set(document["on_the_ground"])):
            raise BadDescription(f"{name} cannot be said of an Aerial target")


def _check_fact(attack: Attack, row: Mapping[str, Any], kind: str) -> None:
    if attack.target not in row.get("targets", [attack.target]):
        raise BadDescription(
            f"{row['id']} cannot be said of the target {attack.target}, of {_either(row['targets'])} only"
        )
    if attack.kind not in row.get("attacks", [attack.kind]):
        raise BadDescription(f"{row['id']} cannot be said of the attack {kind}, of {_either(row['attacks'])} only")
    if row.get("needs", row["id"]) not in attack.facts:
        raise BadDescription(f"{row['id']} says nothing without {row['needs']}")


def _either(names: Sequence[str]) -> str:
    return ", ".join(names[:-1]) + f" or {names[-1]}" if len(names) > 1 else names[0]
