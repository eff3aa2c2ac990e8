"""The rolls that stop a vehicle: Hammada Immobilization (3.31, 3.32), Sand Bog (7.31), Bog in Mud (11.8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final

from ..ruling import Finding, Modifier
from .conditions import Conditions, Mover
from .dice import distribution, mapped
from .findings import undecided
from .tables import desert_tables
from .terrain import DesertHex

__all__ = ["StopRoll", "rolls_for", "stop_roll"]

_NEVER_OPEN: Final = frozenset(
    {"brush", "vineyard", "orchard", "cactus-patch", "olive-grove", "crag", "woods", "building", "grain", "tents"}
)
"""Terrain that is never Open Ground."""


@dataclass(frozen=True, slots=True)
class StopRoll:
    """One roll (DR) that may stop a vehicle, with its exact chances."""

    check: str
    """The title of the check."""
    rule: str
    occasion: str
    """``enters`` or ``changes VCA``."""
    modifiers: tuple[Modifier, ...]
    fails_at: int
    """The lowest Final DR that fails."""
    results: Mapping[str, Fraction]
    """The chance of each result; the empty one means that nothing happens."""

    @property
    def needed(self) -> int:
        """The least original DR that fails."""
        return self.fails_at - sum(modifier.value for modifier in self.modifiers)

    @property
    def passes(self) -> Fraction:
        """The chance that nothing happens."""
        return self.results.get("", Fraction(0))


@cache
def _checks() -> Mapping[str, Mapping[str, Any]]:
    return {row["id"]: row for row in desert_tables()["checks.toml"]["checks"]}


def stop_roll(check: str, facts: frozenset[str], mover: Mover, occasion: str = "enters") -> StopRoll:
    """Return a roll with the modifiers for which there are facts, and its exact chances (3.31, 3.32, 7.31).

    *check* is ``hammada-immobilization`` or ``sand-bog``; *facts* are the ``when`` of the modifiers.
    """
    row = _checks()[check]
    modifiers = tuple(
        Modifier(each["name"], each["title"], each["value"], row["rule"])
        for each in row["modifiers"]
        if each["when"] in facts
    )
    added = sum(modifier.value for modifier in modifiers)
    motorcycle = mover.unit.id == "motorcycle"

    def result(roll: int) -> str:
        if motorcycle:
            return _thrown(roll + added)
        return str(row["result"]) if roll + added >= row["fails_at"] else ""

    chances = mapped(distribution(2), result)
    return StopRoll(row["title"], row["rule"], occasion, modifiers, row["fails_at"], chances)


def _thrown(final: int) -> str:
    """Return the result for a motorcycle and its rider (3.32)."""
    rows = desert_tables()["checks.toml"]["motorcycle"]
    return next((str(row["result"]) for row in rows if final >= row["at_least"]), "")


def rolls_for(
    to: DesertHex, words: frozenset[str], mover: Mover, conditions: Conditions, *, slow: bool
) -> tuple[tuple[StopRoll, ...], tuple[Finding, ...]]:
    """Return the rolls for entering a hex, or a change of VCA there, and the findings on what is not known of them.

    *words* are those of the hex as the boards turn them. Hammada goes before sand (7.31); along a track or road
    there is no roll (9.2).
    """
    if not mover.unit.vehicle:
        return (), ()
    occasions = ["enters", *(["changes VCA"] if "vca" in to.step else [])]
    rolls = tuple(roll for occasion in occasions for roll in _rolls(to, words, mover, conditions, occasion, slow=slow))
    return rolls, tuple(_other_bog(to, words, mover, conditions))


def _rolls(
    to: DesertHex, words: frozenset[str], mover: Mover, conditions: Conditions, occasion: str, *, slow: bool
) -> Iterator[StopRoll]:
    if to.side & {"track", "paved"} or (words & {"road", "bridge"} and not to.is_wadi):
        return
    facts = _facts_of(mover) | ({"wet-or-mud"} if conditions.is_wet else frozenset())
    hammada = _exposed("hammada", words, conditions, mover)
    if hammada and not mover.unit.fully_tracked:
        here = facts | hammada | (frozenset() if slow else {"not-slow"})
        yield stop_roll("hammada-immobilization", here, mover, occasion)
    sand = _exposed("sand", words, conditions, mover)
    if sand and mover.unit.id != "motorcycle":
        crest = {"dune-crest"} if "dune-crest" in to.side and occasion == "enters" else frozenset()
        yield stop_roll("sand-bog", facts | sand | crest, mover, occasion)


def _facts_of(mover: Mover) -> frozenset[str]:
    heavy = mover.unit.id == "truck" and mover.weight != "light" and not mover.british
    facts = {
        "heavy-truck": heavy,
        "motorcycle-or-heavy-truck": heavy or mover.unit.id == "motorcycle",
        "high-ground-pressure": mover.pressure == "high",
        "normal-ground-pressure": mover.pressure == "normal",
        "not-fully-tracked": not mover.unit.fully_tracked,
    }
    return frozenset(name for name, holds in facts.items() if holds)


def _exposed(kind: str, words: frozenset[str], conditions: Conditions, mover: Mover) -> frozenset[str]:
    """Return the facts of a hex that requires a roll because of hammada or sand; none if it does not.

    To hammada neither scrub nor sand is Open Ground (2.2, 7.2); to sand scrub is, and hammada is not (3.2). In Mud and
    on Broken Terrain an Open Ground hex by hammada is one of the normal Bog rules instead, but motorcycles still make
    the roll of 3.32 there (11.8, 13.1).
    """
    in_it = bool(words & ({"hammada"} if kind == "hammada" else {"sand", "dune"}))
    if in_it:
        return frozenset({kind})
    not_open = {"hammada": {"scrub", "sand", "dune"}, "sand": {"hammada"}}[kind]
    beside = f"near-{kind}" in words or (kind == "hammada" and "broken-ground" in words)
    if not beside or words & not_open or words & _NEVER_OPEN or conditions.board == "steppe":
        return frozenset()
    broken = _is_broken_ground(words, conditions)
    normal_bog = broken or (kind == "hammada" and conditions.ec == "mud")
    if normal_bog and (kind == "sand" or mover.unit.id != "motorcycle"):
        return frozenset()
    return frozenset({"only-accessible"})


def _is_broken_ground(words: frozenset[str], conditions: Conditions) -> bool:
    """Return whether an Open Ground hex beside former hammada is Broken Ground (13.1); a wadi hex never is."""
    beside = "near-hammada" in words and "wadi" not in words
    return "broken-ground" in words or (conditions.board == "broken" and beside)


def _other_bog(to: DesertHex, words: frozenset[str], mover: Mover, conditions: Conditions) -> Iterator[Finding]:
    """Yield a finding if a hex is a Bog hex by rules that the document does not have (11.8, 13.1, 13.6).

    Motorcycles are exempt on Broken Ground: they make the roll of 3.32 instead (13.1).
    """
    where = to.name or "the hex"
    if "paved" in to.side:
        return
    if "vineyard" in words:
        yield undecided("normal-bog-not-printed", rule="13.6", hex=where)
    plain = not words & ({"scrub", "hammada", "sand", "dune", "wadi"} | _NEVER_OPEN)
    if plain and _is_broken_ground(words, conditions) and mover.unit.id != "motorcycle":
        yield undecided("normal-bog-not-printed", rule="13.1", hex=where)
    if plain and "near-hammada" in words and conditions.board == "desert" and conditions.ec == "mud":
        yield undecided("normal-bog-not-printed", rule="11.8", hex=where)
