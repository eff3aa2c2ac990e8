"""The attack wizard of the official module, as its own classes work: what it writes of a shot, and what a die gives.

Written down from the 700 shots that those classes worked out (``official_logs/shots.jsonl.gz``), which hold it to the
letter. It knows neither our rules nor what our referee reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

__all__ = ["MISS", "RESULT_WORDS", "Shot", "WizardMode"]

MISS: Final = "miss"
RESULT_WORDS: Final = {
    "C": "Cohesion Hit", "S?": "Possible Supression", "S": "Suppression", "1": "Step Loss", "E": "Elimination",
}  # fmt: skip
_WEAPONS: Final = {
    "Pink": ("Small Arms", "C S? S? S C C 1 1 E", "C S? S? S S C C 1 E"),
    "Green": ("Mortar", "1 S? S S C C 1 E E", "C S? S? S? S? S C C 1"),
    "Purple": ("Small Mortar", "C S? S? S? S C C 1 E", "C S? S? S? S? S? S? S S"),
    "Blue": ("Amour Piercing", "C S? S? S? S S S C 1", "C S S C 1 1 E E E"),
    "Orange": ("Indirect HE", "1 S? S C C 1 E E E", "C S? S? S? S? C C 1 1"),
    "Yellow": ("Direct HE", "1 S S C C 1 E E E", "C S? S? S S S C 1 1"),
    "White": ("Dual Purpose", "1 S S C C 1 E E E", "C S S C 1 1 E E E"),
}  # fmt: skip
"""Each weapon's name as the wizard spells it, and its results for the dice 0 to 8, unarmoured and else."""
_BANDS: Final = ((3, "2-3", -1), (4, "4", -2), (6, "5-6", -3), (99, "7+", -4))
_MASS: Final = ((9, "9+", 3), (7, "7-8", 2), (5, "5-6", 1), (0, "", 0))
_FZ: Final = {"Target moving FZ to FZ": 3, "Target moving FZ to Non-FZ": -1, "Running from Assault": 2}


class WizardMode(Enum):
    """A mode of the wizard: its name in the chat, and the headline of its report."""

    DIRECT = ("Direct Fire", "DIRECT FIRE ATTACK")
    INDIRECT = ("Indirect Fire", "INDIRECT FIRE ATTACK")
    OPPORTUNITY = ("Opportunity Fire", "OPPORTUNITY FIRE ATTACK")
    ASSAULT = ("Assault Fire", "OPPORTUNITY FIRE ATTACK")
    ASSAULT_DEFENCE = ("Assault Def Fire", "OPPORTUNITY FIRE ATTACK")

    def __init__(self, text: str, headline: str) -> None:
        self.text = text
        self.headline = headline

    @property
    def is_assault(self) -> bool:
        """Whether it is fire within an assault."""
        return self in (WizardMode.ASSAULT, WizardMode.ASSAULT_DEFENCE)


@dataclass(frozen=True)
class Shot:
    """What the wizard knows of a shot."""

    mode: WizardMode
    base: int
    colour: str
    range: int
    distance: int
    armoured: bool = False
    defence: int = 0
    firer_column: bool = False
    cohesion: int = 0
    barrage: int = 0
    """The level in the firer's hex."""
    firer_position: int = 0
    """1 for an Improved Position, 2 for an Entrenchment."""
    firer_inside: bool = False
    """Whether a French unit fires out of Bir Hacheim."""
    step_loss: bool = False
    by_hand: int = 0
    company_bonus: bool = False
    target_column: bool = False
    target_position: int = 0
    target_inside: bool = False
    """Whether its target is French, and in Bir Hacheim."""
    steps: int = 0
    """The steps in the target's hex, for the Mass."""
    night: bool = False
    weather: str = "Clear"
    moves: str = ""
    """The line that is ticked for a moving target."""

    @property
    def section(self) -> str:
        """The section of the table that the wizard names."""
        if self.target_position == 2 or self.target_inside:
            return "Entrenched"
        return "Armoured" if self.armoured else "Unarmoured"

    @property
    def used_colour(self) -> str:
        """The colour that it resolves the shot by."""
        direct = self.colour == "Orange" and self.mode is not WizardMode.INDIRECT and self.distance <= 4
        return "Yellow" if direct else self.colour

    @property
    def sees_target(self) -> bool:
        """Whether sight limits the range."""
        return self.mode is not WizardMode.INDIRECT and self.colour != "Orange"

    def modifiers(self) -> list[tuple[str, int]]:
        """Return all modifiers that are not zero, whether they count or not, in the wizard's order."""
        return [(text, value) for text, value in self._all() if value]

    def _all(self) -> Iterator[tuple[str, int]]:
        yield "In Column", -self.firer_column
        yield "Cohesion Hit" + " x 2" * (self.cohesion == 2), -self.cohesion
        yield "Entrenched", int(self.firer_position == 2)
        yield "Barraged", -self.barrage
        yield "Night", -2 * self.night
        yield self.weather, {"Mist": -1, "Sand Storm": -2}.get(self.weather, 0)
        yield "Step Loss", -self.step_loss
        yield "In Bir Hacheim", int(self.firer_inside)
        yield "Other", self.by_hand
        yield "Company Bonus", 2 * self.company_bonus
        yield self._range_modifier()
        yield "In Column", 2 * self.target_column
        yield ("Entrenched", -2) if self.target_position == 2 else ("IP", -self.target_position)
        yield "In Bir Hacheim", -2 * self.target_inside
        yield f"Mass {next(band for least, band, _ in _MASS if self.steps >= least)} steps", self._mass()
        yield "Base Defence Rating", self.defence
        yield self.moves, _FZ.get(self.moves, 0)

    def _range_modifier(self) -> tuple[str, int]:
        if self.distance < 2 or self.mode is WizardMode.INDIRECT:
            return "", 0
        if self.armoured:
            return (
                (f"Range max v {self.section}", -2)
                if self.distance >= self.range
                else (f"Range > 1, < max v {self.section}", -1)
            )
        return next((f"Range {band} v Unarmoured", value) for most, band, value in _BANDS if self.distance <= most)

    def _mass(self) -> int:
        return next(value for least, _, value in _MASS if self.steps >= least)

    def rating(self) -> int:
        """Return the rating: what the mode does not count stands in the report all the same."""
        counted = sum(value for _, value in self.modifiers())
        if self.mode is WizardMode.OPPORTUNITY:
            counted += 2 * self.target_inside + 2 * (self.target_position == 2) - 2 * self.company_bonus
        elif self.mode.is_assault:
            counted -= self.defence + self._mass() + self.by_hand
        return max(0, min(9, self.base + counted))

    def result(self, die: int) -> str:
        """Return what a die gives."""
        if die > self.rating() or die == 9:
            return MISS
        return _WEAPONS[self.used_colour][1 if self.section == "Unarmoured" else 2].split()[die]

    def effective_range(self) -> tuple[int, str]:
        """Return the range with its reason, empty for the printed one."""
        limits = [
            (1, "Barraged", self.barrage > 0), (1, "Adjacent Enemy", self.distance == 1),
            (2, "Sand Storm", self.weather == "Sand Storm"),
            (3, "Night", self.night and self.sees_target),
            (3, "Mist", self.weather == "Mist" and self.sees_target),
        ]  # fmt: skip
        most, why = next(((most, why) for most, why, holds in limits if holds), (self.range, ""))
        return (self.range, "") if self.range <= most else (most, why)

    def report(self) -> list[str]:
        """Return the lines of the report between the one that names the two units and the die."""
        most, why = self.effective_range()
        shown = ", ".join(f"{value:+d} {text}" for text, value in self.modifiers())
        return [
            f"Range {self.distance}/{most}" + (f" ({why})" if why else ""),
            *(["*** OUT OF RANGE ***"] if self.distance > most else []),
            f"Weapon Class - {_WEAPONS[self.used_colour][0]} ({self.used_colour}) v {self.section}",
            f"Fire Rating {self.rating()} [Base {self.base}" + (f": {shown}]" if shown else "]"),
        ]
