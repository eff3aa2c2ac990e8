"""Weather and preparation of players' own scenarios (11.1 to 11.5, 11.701), and dust in play (11.76, 11.77, 11.78)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final

from ..ruling import Finding
from .conditions import DENSITIES, dust_can_exist, no_such_dust
from .dice import FACES, distribution
from .dice_rolls import Rolling
from .findings import illegal
from .tables import desert_tables

__all__ = [
    "LANDS", "WINDS", "DustTurn", "Illumination", "Scenario", "Weather", "chances", "dust_in_play", "illumination",
    "prepare",
    "shaky_months",
]  # fmt: skip

LANDS: Final = ("north-africa", "middle-east", "mediterranean", "east-africa")
"""The Arid Lands (11.2)."""
WINDS: Final = ("calm", "mild", "gusts", "heavy", "heavy+gusts", "rain")
"""The winds that a Player Turn can have after its Wind Change DR."""
_NO_TIME: Final = "none"


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario of the players' own."""

    month: int
    land: str = "north-africa"
    desert_board: bool = True
    """True if a Desert Board is in play."""
    only_desert: bool = True
    board: str = "desert"
    bombardments: int = 0
    no_night: bool = False
    """True if both players treat Night as no result (11.3)."""


@dataclass(frozen=True, slots=True)
class Weather:
    """The weather that was rolled for a scenario."""

    weather: str
    time: str
    effects: tuple[tuple[str, str], ...]
    """The effects of the time of day, each with its paragraph."""
    ec: str
    ec_rule: str
    wind: str
    wind_effect: str
    dust: str
    """The density of dust; ``none`` too if there was no roll."""
    estimated: tuple[str, ...] = ()


def _table(name: str) -> Sequence[Mapping[str, Any]]:
    rows: Sequence[Mapping[str, Any]] = desert_tables()["weather.toml"][name]
    return rows


def _row(name: str, roll: int) -> Mapping[str, Any]:
    """Return the row of a table for a Final dr."""
    return next(row for row in _table(name) if roll <= row.get("up_to", roll))


def prepare(scenario: Scenario, dice: Rolling) -> Weather:
    """Roll for a scenario in the order of 11.3: Weather, time of day, EC, Wind Force, dust. Raises ``DieMissing``."""
    column = next(row for row in _table("weather") if scenario.month in row["months"])
    weather = column["results"][dice.roll("Weather", "11.2", 2).total - 2]
    dice.note(weather)
    time = _time(scenario, weather, dice)
    effects = tuple(_effects(scenario, time))
    ec, ec_rule = _ec(scenario, weather, time, dice)
    wind = _row("wind", dice.roll("Wind Force", "11.5").total)
    dice.note(wind["id"])
    dust = _dust(scenario, ec, wind, dice)
    return Weather(weather, time, effects, ec, ec_rule, wind["id"], wind["effect"], dust, shaky_months(scenario.month))


def shaky_months(month: int) -> tuple[str, ...]:
    """Return the estimated figures of a month: two columns of the Weather Chart have lost their headings (11.2)."""
    column = next(row for row in _table("weather") if month in row["months"])
    return () if column["source"] == "rulebook" else ("the months of this column of the Weather Chart",)


def _time(scenario: Scenario, weather: str, dice: Rolling) -> str:
    """Return the time of day (11.3): Overcast leaves nothing but Night."""
    if not scenario.desert_board:
        return _NO_TIME
    roll = dice.roll("Time of Day", "11.3").total
    time = str(next(row["id"] for row in _table("time_of_day") if row["roll"] == roll))
    if (time == "night" and scenario.no_night) or (time != "night" and "overcast" in weather):
        time = _NO_TIME
    dice.note(time)
    return time


def _effects(scenario: Scenario, time: str) -> Iterable[tuple[str, str]]:
    """Yield the effects of a time of day (11.3, 11.61, 11.62)."""
    for row in _table("effects"):
        in_season = scenario.month in row.get("months", [scenario.month])
        here = scenario.land == "north-africa" or not row.get("north_africa", False)
        if row["time"] == time and in_season and here:
            yield row["effect"], row["rule"]


def _ec(scenario: Scenario, weather: str, time: str, dice: Rolling) -> tuple[str, str]:
    """Return the EC and their paragraph (11.4): Mud by the Weather (11.8), Moist in the early morning (11.6111)."""
    if "mud" in weather:
        return "mud", "11.8"
    if time == "early-morning":
        return "moist", "11.6111"
    drm = next((row["drm"] for row in _table("ec_months") if scenario.month in row["months"]), 0)
    ec = str(_row("ec", dice.roll(f"EC ({drm:+d})" if drm else "EC", "11.4").total + drm)["id"])
    dice.note(ec)
    return ec, "11.4"


def _dust(scenario: Scenario, ec: str, wind: Mapping[str, Any], dice: Rolling) -> str:
    """Return the dust at the start (11.701); Heavy is Moderate where there can be no Heavy Dust."""
    if not scenario.desert_board or not dust_can_exist(ec, scenario.board):
        return "none"
    drm = wind["dust_drm"] + 3 * scenario.bombardments
    dust = str(_row("dust", dice.roll(f"Dust ({drm:+d})" if drm else "Dust", "11.701").total + drm)["id"])
    if dust == "heavy" and (scenario.board == "steppe" or not scenario.only_desert):
        dust = "moderate"
    dice.note(dust)
    return dust


@cache
def chances(scenario: Scenario) -> Mapping[str, Mapping[str, Fraction]]:
    """Return the exact chance of each Weather, time of day, EC, wind and dust: every roll is considered (11.2)."""
    found: dict[str, dict[str, Fraction]] = {name: {} for name in ("weather", "time", "ec", "wind", "dust")}
    for weather, share in distribution(2).items():
        for faces in product(FACES, repeat=4):
            dice = Rolling([*_two(weather), *faces])
            rolled = prepare(scenario, dice)
            weight = share / len(FACES) ** 4
            for name, results in found.items():
                result = getattr(rolled, name)
                results[result] = results.get(result, Fraction(0)) + weight
    return found


def _two(total: int) -> tuple[int, int]:
    """Return two dice with a sum."""
    first = max(1, total - 6)
    return first, total - first


# in play


@dataclass(frozen=True, slots=True)
class DustTurn:
    """One Player Turn: its wind, and the dust after the Wind Change DR."""

    wind: str
    dust: str
    change: int


def dust_in_play(
    start: str, winds: Iterable[str], *, ec: str = "dry", board: str = "desert", only_desert: bool = True
) -> tuple[tuple[DustTurn, ...], tuple[Finding, ...]]:
    """Return the dust of each Player Turn, with the findings against it (11.71, 11.73, 11.76, 11.77).

    A turn with Heavy Winds and Gusts makes it a level denser; when the two cease to be there together it becomes a
    level lighter, once. Rain ends all dust for good. Wind that changes dust is a finding in a scenario without Heavy
    Dust only where wind would have changed some: Light Dust exists there too, and rain and night are for all.
    """
    can_change = only_desert and board != "steppe" and dust_can_exist(ec, board)
    level = DENSITIES.index(start)
    before, rained = "", False
    turns, idle = [], False
    for wind in winds:
        rained = rained or wind == "rain"
        wanted = 0 if rained else _change(before, wind)
        idle = idle or (wanted != 0 and not can_change)
        after = 0 if rained else min(max(level + (wanted if can_change else 0), 0), len(DENSITIES) - 1)
        turns.append(DustTurn(wind, DENSITIES[after], after - level))
        level, before = after, wind
    findings = [*no_such_dust(start, ec, board, only_desert=only_desert)]
    return tuple(turns), (*findings, *([illegal("no-change-of-dust-here")] if idle else []))


def _change(before: str, wind: str) -> int:
    both = "heavy+gusts"
    return 1 if wind == both else -1 if before == both else 0


@dataclass(frozen=True, slots=True)
class Illumination:
    """The distances in hexes that light carries at night; None: not at all."""

    starshell: int | None
    fire: int | None


def illumination(density: str) -> Illumination | None:
    """Return the reach of light in dust at night; None without dust (11.78)."""
    row = next((row for row in _table("illumination") if row["density"] == density), None)
    return None if row is None else Illumination(row.get("starshell"), row.get("fire"))
