"""The desert's modifiers to an attack: DLV Hindrances (11.6), dust (11.7), the terrain of target and firer (3.4, 4.5,
4.51, 5.66, 6.51, 6.52, 7.4 to 7.513, 8.4, 12.43, 12.44, 13.1 to 13.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from ..ruling import Finding, Modifier, Ruling
from .conditions import DENSITIES, density_text, dust_can_exist, no_such_dust
from .dice import FACES
from .findings import illegal, ruling
from .spelling import known_as, nearest
from .tables import desert_tables
from .terrain import BadDescription

__all__ = ["TARGETS", "Attack", "AttackSum", "attack_kinds", "attack_sum", "fact_words", "known_facts", "light_dust"]

TARGETS = ("infantry", "cavalry", "vehicle", "passengers", "aerial", "empty", "mixed")
"""The possible targets; ``mixed`` is a hex with both, by the Area Target Type (11.623)."""
_FOOT = frozenset({"infantry", "cavalry", "empty"})
_OPEN = -2
_INDOORS = "same-building"
_ENTRENCHED = frozenset({"in-foxhole", "in-sangar", "emplaced"})
"""The facts that make a target entrenched; a sangar is treated as a foxhole (8.1)."""
_LEVELS_OVER_A_CLIFF = 4


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack, as far as the desert rules concern it."""

    kind: str
    """The id of an attack: ``th``, ``ift``, ``oba`` …"""
    distance: int
    target: str = "infantry"
    """One of :data:`TARGETS`."""
    facts: frozenset[str] = frozenset()
    firer_level: Fraction = Fraction(0)
    target_level: Fraction = Fraction(0)
    ec: str = "dry"
    board: str = "desert"
    dust: str = "none"
    haze: str = "none"
    sun: bool = False
    """True if Sun Blindness is in effect."""
    only_desert: bool = True
    """True if only Desert Boards are in play (11.73)."""
    fire_power: int | None = None
    round_down: bool = False
    """True if half a dr of Light Dust is rounded down, as in the example to 11.732, not up as 11.71 says."""


@dataclass(frozen=True, slots=True)
class AttackSum:
    """All modifiers of the desert to an attack."""

    attack: Attack
    modifiers: tuple[Modifier, ...]
    """The modifiers to the DR, in the order of the document's chapters."""
    dust: Mapping[int, Fraction]
    """The chance of each DLV Hindrance of Dust; 0 for certain without one."""
    dust_rule: str
    factors: tuple[Modifier, ...]
    """The divisors of the FP."""
    morale: tuple[Modifier, ...]
    notes: tuple[Modifier, ...]
    ruling: Ruling

    @property
    def total(self) -> int:
        """The sum without the die for dust."""
        return sum(modifier.value for modifier in self.modifiers)

    @property
    def totals(self) -> dict[int, Fraction]:
        """The chance of each sum."""
        return {self.total + value: chance for value, chance in self.dust.items()}

    @property
    def fire_power(self) -> Fraction | None:
        """The FP that is left, None if none was given."""
        if self.attack.fire_power is None:
            return None
        left = Fraction(self.attack.fire_power)
        for factor in self.factors:
            left /= factor.value
        return left

    @property
    def column(self) -> int | None:
        """The column of the IFT for the FP (7.4 EX): the greatest that is no greater; None for less than the first."""
        left = self.fire_power
        columns: list[int] = desert_tables()["fire.toml"]["ift_columns"]
        return None if left is None else max((each for each in columns if each <= left), default=None)

    @property
    def estimated(self) -> tuple[str, ...]:
        """The titles of figures that the document does not print: columns of the IFT other than its examples'."""
        printed = desert_tables()["fire.toml"]["ift_columns_printed"]
        return () if self.column is None or self.column in printed else (f"column {self.column} of the IFT",)


def attack_kinds() -> Mapping[str, Mapping[str, Any]]:
    """Return the kinds of attack by id."""
    return {row["id"]: row for row in desert_tables()["fire.toml"]["attacks"]}


def fact_words() -> Mapping[str, str]:
    """Return every fact that can be stated of an attack, with its meaning."""
    return {row["id"]: row["text"] for row in desert_tables()["fire.toml"]["facts"]}


def known_facts(words: tuple[str, ...]) -> frozenset[str]:
    """Return facts as a set. Raises :class:`BadDescription` for an unknown one."""
    return frozenset(_known_fact(word) for word in words)


def _known_fact(word: str) -> str:
    found = known_as(word, fact_words())
    if found is None:
        near = nearest(word, fact_words())
        raise BadDescription(f"no fact is called {word!r}{near} (adjudicator desert words lists what can be said)")
    return found


def attack_sum(attack: Attack) -> AttackSum:
    """Return all modifiers of the desert to an attack."""
    facts = _facts(attack)
    rows = [row for row in desert_tables()["fire.toml"]["modifiers"] if _applies(row, facts)]
    added = [_modifier(row) for row in rows if row["kind"] in ("dlv", "hindrance", "tem", "drm")]
    modifiers = [*_sun(attack, facts), *_haze(attack), *_heavy_dust(attack), *added]
    modifiers += _in_the_open(attack, modifiers, rows)
    dust, rule = _dust(attack, facts)
    return AttackSum(
        attack=attack,
        modifiers=tuple(modifiers),
        dust=dust,
        dust_rule=rule,
        factors=tuple(_modifier(row) for row in rows if row["kind"] == "fp"),
        morale=tuple(_modifier(row) for row in rows if row["kind"] == "morale"),
        notes=tuple(_modifier(row) for row in rows if row["kind"] == "note"),
        ruling=ruling(_refused(attack)),
    )


def _applies(row: Mapping[str, Any], facts: frozenset[str]) -> bool:
    return facts.issuperset(row["when"]) and facts.isdisjoint(row["unless"])


def _modifier(row: Mapping[str, Any]) -> Modifier:
    return Modifier(row["name"], row["title"], row["value"], row["rule"])


def _facts(attack: Attack) -> frozenset[str]:
    """Return the facts that the players stated, and those that follow from them."""
    kind = attack_kinds()[attack.kind]
    told = attack.facts
    higher = attack.target_level - attack.firer_level
    wet = attack.ec in ("wet", "mud")
    shells = attack.kind in ("th", "oba")
    follows = {
        "direct": bool(kind["direct"]) and "indirect-fire" not in told,
        "unarmored": attack.target != "aerial" and "armored" not in told,
        "on-foot": attack.target in ("infantry", "cavalry"),
        "wet": wet,
        "sand-is-loose": "in-sand" in told and not wet,
        "dusty": attack.dust != "none",
        "densest-dust": attack.dust == "extremely-heavy",
        "dust-can-exist": dust_can_exist(attack.ec, attack.board),
        "same-hex": attack.distance == 0,
        "adjacent": attack.distance == 1,
        "level": higher == 0,
        "not-lower": higher >= 0,
        "full-level-up": higher >= 1,
        "firer-four-up": -higher >= 4,
        "shells": shells,
        "bursts": attack.kind == "dc" or (shells and "he" in told),
        "barrage": attack.kind in ("oba", "bombardment"),
        "oba-or-ovr": attack.kind in ("oba", "ovr"),
    }
    return told | {attack.kind, attack.target} | {name for name, holds in follows.items() if holds}


# Desert Low Visibility


def _sun(attack: Attack, facts: frozenset[str]) -> Iterator[Modifier]:
    """Yield the +2 of Sun Blindness if all its conditions hold (11.61, 11.611, 11.612), and not indoors (11.791)."""
    kind = attack_kinds()[attack.kind]
    aerial = attack.target == "aerial" or attack.kind == "aerial"
    high = attack.firer_level - attack.target_level >= 2
    free = aerial or high or attack.distance == 0 or not kind["dlv"] or facts & {"sun-hidden", "overcast", _INDOORS}
    if attack.sun and "into-the-sun" in facts and not free:
        yield Modifier("sun-blindness", "Sun Blindness", 2, "11.611")


def _haze(attack: Attack) -> Iterator[Modifier]:
    """Yield the DLV Hindrance of (Intense) Heat Haze by range and target (11.62 to 11.623), indoors none (11.791)."""
    rows = {row["against"]: row for row in desert_tables()["fire.toml"]["haze"] if row["kind"] == attack.haze}
    if not rows or attack.target == "aerial" or attack.facts & {"overcast", _INDOORS}:
        return
    title = "Heat Haze" if attack.haze == "normal" else "Intense Heat Haze"
    if attack.kind == "aerial":
        yield Modifier("heat-haze", title, rows["foot"]["aerial"], "11.622")
        return
    if not attack_kinds()[attack.kind]["dlv"]:
        return
    values = {each: max(0, ceil((attack.distance - row["free"]) / row["step"])) for each, row in rows.items()}
    against = "foot" if attack.target in _FOOT else "vehicle"
    value = min(values.values()) if attack.target == "mixed" else values[against]
    special = attack.target in ("mixed", "empty")
    if value:
        yield Modifier("heat-haze", title, value, "11.623" if special else rows[against]["rule"])


def _dust_row(attack: Attack) -> Mapping[str, Any] | None:
    rows = desert_tables()["fire.toml"]["dust"]
    return next((row for row in rows if row["density"] == attack.dust), None)


def _free_of_dust(attack: Attack) -> bool:
    """Return whether dust does nothing at all: at no range (11.7), in Close Combat (11.792)."""
    return attack.distance == 0 or attack.kind == "cc"


def _heavy_dust(attack: Attack) -> Iterator[Modifier]:
    """Yield the LOS Hindrance of Heavy or denser Dust, which every type of attack has (11.73, 11.731).

    It is no DLV Hindrance, and so applies within a building too (11.6, 11.791).
    """
    row = _dust_row(attack)
    if row is not None and row["range_halves"] and not _free_of_dust(attack):
        value = ceil(Fraction(attack.distance * row["range_halves"], 2))
        title = f"{attack.dust.replace('-', ' ').capitalize()} Dust over {attack.distance} hexes"
        yield Modifier("heavy-dust", title, value, row["rule"])


def light_dust(die: int, *, round_down: bool = False) -> int:
    """Return half a dr, rounded up as 11.71 says, or down as in the example to 11.732."""
    return die // 2 if round_down else ceil(die / 2)


def _dust(attack: Attack, facts: frozenset[str]) -> tuple[Mapping[int, Fraction], str]:
    """Return the chance of each DLV Hindrance of Dust, and its paragraph (11.71 to 11.732); indoors none (11.791)."""
    row = _dust_row(attack)
    heavy = row is not None and row["range_halves"] > 0
    hindered = attack_kinds()[attack.kind]["dlv"] or heavy
    if row is None or not hindered or _free_of_dust(attack) or _INDOORS in facts:
        return {0: Fraction(1)}, ""
    chances: dict[int, Fraction] = {}
    for face in FACES:
        value = face if row["dr_halves"] == 2 else light_dust(face, round_down=attack.round_down)
        chances[value] = chances.get(value, Fraction(0)) + Fraction(1, len(FACES))
    return chances, row["rule"]


# moving in the open


def _in_the_open(attack: Attack, modifiers: list[Modifier], rows: list[Mapping[str, Any]]) -> Iterator[Modifier]:
    """Yield the -2 against units that move in the open, unless a LOS Hindrance or a TEM ends it (2.2, 4.2, 11.793).

    Scrub, hammada, sand, a wadi without brush and a hillock do not end it (2.2, 3.2, 5.43, 6.5, 7.2).
    """
    if "moving" not in attack.facts or attack.target not in ("infantry", "cavalry"):
        return
    covered = any(row["kind"] == "hindrance" or (row["kind"] == "tem" and row["value"] > 0) for row in rows)
    covered = covered or "in-brush" in attack.facts
    if not covered and not any(modifier.name == "heavy-dust" for modifier in modifiers):
        yield Modifier("open-ground", "Moves in the open", _OPEN, "1.1")


# impossible attacks


def _refused(attack: Attack) -> Iterator[Finding]:
    """Yield the findings that the attack is impossible."""
    yield from _no_dust(attack)
    yield from _no_fire_over_the_cliff(attack)
    if {"in-sand", "in-sangar"} <= attack.facts:
        yield illegal("no-sangar-in-sand", hex="the target's hex")


def _no_fire_over_the_cliff(attack: Attack) -> Iterator[Finding]:
    """Yield what the cliff side of a wadi forbids to units that are not in crest status (5.65, 5.67)."""
    out, into = ("from-wadi-through-cliff" in attack.facts, "into-wadi-through-cliff" in attack.facts)
    if not out and not into:
        return
    outside = "firer-entrenched" in attack.facts if into else bool(attack.facts & _ENTRENCHED)
    levels = attack.target_level - attack.firer_level
    if attack.distance > 1 and (levels if out else -levels) < _LEVELS_OVER_A_CLIFF:
        yield illegal("no-sight-over-the-cliff")
    elif attack.distance <= 1 and outside:
        yield illegal("no-fire-over-the-cliff")
    if attack.distance <= 1 and "by-vehicle" in attack.facts and "with-aa" not in attack.facts:
        yield illegal("no-fire-so-steep")


def _no_dust(attack: Attack) -> Iterator[Finding]:
    """Yield the findings that such dust, or such an attack in it, is impossible (11.71, 11.73, 11.731, 13.2)."""
    yield from no_such_dust(attack.dust, attack.ec, attack.board, only_desert=attack.only_desert)
    aerial = attack.kind == "aerial" or attack.target == "aerial"
    if aerial and DENSITIES.index(attack.dust) >= DENSITIES.index("very-heavy"):
        yield illegal("no-aerial-attack-in-dust", density=density_text(attack.dust))
