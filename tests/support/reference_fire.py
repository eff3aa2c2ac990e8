"""An independent reference for the rating of a shot: slow, flat, and written straight from the facts about the rules.

It shares no code and no table with the product; every figure stands here again. The R-numbers are those of the facts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["RESULTS_ARMOURED", "RESULTS_UNARMOURED", "ReferenceShot", "reference_shot"]

RESULTS_UNARMOURED = {
    "white": ["1", "S", "S", "C", "C", "1", "E", "E", "E"],
    "pink": ["C", "S?", "S?", "S", "C", "C", "1", "1", "E"],
    "purple": ["C", "S?", "S?", "S?", "S", "C", "C", "1", "E"],
    "blue": ["C", "S?", "S?", "S?", "S", "S", "S", "C", "1"],
    "yellow": ["1", "S", "S", "C", "C", "1", "E", "E", "E"],
    "green": ["1", "S?", "S", "S", "C", "C", "1", "E", "E"],
    "orange": ["1", "S?", "S", "C", "C", "1", "E", "E", "E"],
}
RESULTS_ARMOURED = {
    "white": ["C", "S", "S", "C", "1", "1", "E", "E", "E"],
    "pink": ["C", "S?", "S?", "S", "S", "C", "C", "1", "E"],
    "purple": ["C", "S?", "S?", "S?", "S?", "S?", "S?", "S", "S"],
    "blue": ["C", "S", "S", "C", "1", "1", "E", "E", "E"],
    "yellow": ["C", "S?", "S?", "S", "S", "S", "C", "1", "1"],
    "green": ["C", "S?", "S?", "S?", "S?", "S", "C", "C", "1"],
    "orange": ["C", "S?", "S?", "S?", "S?", "C", "C", "1", "1"],
}


@dataclass
class ReferenceShot:
    """What the reference says of a shot."""

    unlimited: int
    rating: int
    section: str
    colour: str
    results: list[str]
    barrages: list[str]


def reference_shot(shot: dict[str, Any]) -> ReferenceShot:
    """Work out a shot. *shot* has a value for every option: the names are those of ``resolve fire``."""
    unlimited = shot["rating"] + from_firer(shot) + from_target(shot) + from_range(shot) + from_mass(shot["mass"])
    unlimited += from_target_move(shot)
    rating = unlimited
    if rating > 9:
        rating = 9
    if rating < 0:
        rating = 0
    section, colour = which_section(shot), which_line(shot)
    cells = RESULTS_ARMOURED[colour] if section == "armoured" else RESULTS_UNARMOURED[colour]
    results = []
    for die in range(10):
        if die == 9 or die > rating:  # R9.2
            results.append("miss")
        else:
            results.append(cells[die])
    return ReferenceShot(unlimited, rating, section, colour, results, which_barrages(shot))


def from_firer(shot: dict[str, Any]) -> int:
    """R9.5 and R9.6. An air strike has no unit that fires."""
    total = 0
    if shot["mode"] == "air":
        return total
    if shot["firer_column"]:
        total -= 1
    total -= int(shot["firer_cohesion"])  # one for one hit, two for two
    if shot["firer_step_loss"]:
        total -= 1
    if shot["firer_barrage"] == "light":
        total -= 1
    if shot["firer_barrage"] == "heavy":
        total -= 2
    if shot["firer_entrenched"]:
        total += 1
    if shot["night"]:
        total -= 2
    if shot["weather"] == "mist":
        total -= 1
    if shot["weather"] == "sandstorm":
        total -= 2
    if shot["firer_in_bir_hacheim"]:
        total += 1
    if shot["company_bonus"] and shot["mode"] in ("direct", "indirect", "assault"):
        total += 2
    return total


def from_target(shot: dict[str, Any]) -> int:
    """R9.7 and R9.8; R7.10 for the park; R9.16 for air strikes."""
    parts = [shot["defence"]]
    opportunity = shot["mode"] == "opportunity"
    if shot["target_column"]:
        parts.append(2)
    if shot["target_improved"]:
        parts.append(-1)
    if shot["target_entrenched"] and not opportunity:
        parts.append(-2)
    if shot["target_in_bir_hacheim"] and not opportunity:
        parts.append(-2)
    if shot["target_in_park"] and shot["mode"] == "counterbattery" and not shot["target_column"]:
        parts.append(-1)
    if shot["ignores_protection"]:
        parts = [part for part in parts if part > 0]
    return int(sum(parts))


def from_range(shot: dict[str, Any]) -> int:
    """R9.9 to R9.12: never for Indirect Fire nor in an assault (R9.11), nor from the air."""
    if shot["mode"] not in ("direct", "opportunity"):
        return 0
    distance = shot["distance"]
    if distance == 1:
        return 0
    if shot["target"] == "unarmoured":
        if distance <= 3:
            return -1
        if distance == 4:
            return -2
        if distance <= 6:
            return -3
        return -4
    longest = shot["fire_range"]
    if shot["colour"] == "orange" and (longest is None or longest > 4):
        longest = 4
    if longest is not None and distance >= longest:
        return -2
    return -1


def from_mass(steps: int) -> int:
    """R9.13."""
    if steps >= 9:
        return 3
    if steps >= 7:
        return 2
    if steps >= 5:
        return 1
    return 0


def from_target_move(shot: dict[str, Any]) -> int:
    """R9.14 and NQoS 4.3: for Opportunity Fire alone."""
    if shot["mode"] != "opportunity":
        return 0
    total = 0
    if shot["zone_to_zone"]:
        total += 3
    if shot["zone_to_clear"]:
        total -= 1
    if shot["running_from_assault"]:
        total += 2
    if shot["into_minefield"]:
        total += 1
    return total


def which_section(shot: dict[str, Any]) -> str:
    """R9.3, NQoS S4.1 and S5.2."""
    if shot["target"] == "armoured" or shot["target_entrenched"] or shot["target_in_park"]:
        return "armoured"
    if shot["target_in_bir_hacheim"] and shot["mode"] != "opportunity":
        return "armoured"
    return "unarmoured"


def which_line(shot: dict[str, Any]) -> str:
    """R9.4 and NQoS S3.0, event 4."""
    if shot["colour"] != "orange" or shot["mode"] in ("indirect", "counterbattery"):
        return str(shot["colour"])
    if shot["wrong_ammo"]:
        return "blue"
    return "yellow"


def which_barrages(shot: dict[str, Any]) -> list[str]:
    """R10.7 and R10.8: the marker that each face of the die places."""
    if shot["mode"] != "indirect":
        return [""] * 10
    strength = shot["rating"] - shot["firer_cohesion"]
    strength += 2 if shot["company_bonus"] else 0
    strength += 1 if shot["firer_entrenched"] else 0
    strength -= {"": 0, "light": 1, "heavy": 2}[shot["firer_barrage"]]
    level = "heavy" if strength >= 6 else "light"
    return [level] * 9 + [""]
