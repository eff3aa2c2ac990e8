"""The results of rolls: the weather of a scenario, dust in play, overlays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ...rules.desert.dice_rolls import Roll
from ...rules.desert.findings import ruling
from ...rules.desert.overlays import Placed, kind_of
from ...rules.desert.weather import DustTurn, Weather, illumination
from ...rules.ruling import Ruling
from ..safe_text import columns
from .common import Answer, chances_document, chances_rows, document, foot_lines

__all__ = ["chances_answer", "dust_answer", "overlays_answer", "weather_answer"]

_HEADINGS = {"weather": "Weather", "time": "Time of day", "ec": "EC", "wind": "Wind Force", "dust": "Dust"}


def weather_answer(weather: Weather | None, rolls: Sequence[Roll], found: Ruling) -> Answer:
    """Return the answer about the weather that was rolled; None if a die is missing."""
    lines = ["Rolls", *_roll_lines(rolls)]
    if weather is not None:
        rows = [(_HEADINGS[name], _words(getattr(weather, name)), "") for name in ("weather", "time")]
        rows += [("", _words(effect), rule) for effect, rule in weather.effects]
        rows += [
            (_HEADINGS["ec"], _words(weather.ec), weather.ec_rule),
            (_HEADINGS["wind"], _words(weather.wind), "11.5"),
            ("", weather.wind_effect, ""),
            (_HEADINGS["dust"], _words(weather.dust), "11.701"),
        ]
        lines += ["", "The scenario", *columns(rows)]
    estimated = weather.estimated if weather else ()
    as_json = document("weather", found, estimated, rolls=_rolls_document(rolls), result=_weather_document(weather))
    return [*lines, *foot_lines(found, estimated)], as_json


def _weather_document(weather: Weather | None) -> dict[str, Any] | None:
    if weather is None:
        return None
    effects = [effect for effect, _ in weather.effects]
    names = ("weather", "time", "ec", "ec_rule", "wind", "wind_effect", "dust")
    return {**{name: getattr(weather, name) for name in names}, "effects": effects}


def chances_answer(chances: Mapping[str, Mapping[str, Fraction]], estimated: Sequence[str]) -> Answer:
    """Return the answer about what the weather may be."""
    lines: list[str] = []
    for name, results in chances.items():
        lines += ["", _HEADINGS[name], *chances_rows({_words(result): chance for result, chance in results.items()})]
    found = ruling(())
    parts = {name: chances_document(results) for name, results in chances.items()}
    return [*lines[1:], *foot_lines(found, estimated)], document("weather-chances", found, estimated, **parts)


def dust_answer(start: str, turns: Sequence[DustTurn], found: Ruling, *, night: bool) -> Answer:
    """Return the answer about dust from turn to turn, at night with how far light carries."""
    rows = [("start", "", _words(start), _light(start) if night else "")]
    rows += [
        (f"{number}", each.wind, _words(each.dust), _light(each.dust) if night else "")
        for number, each in enumerate(turns, 1)
    ]
    lines = ["Dust after the Wind Change DR of each Player Turn (11.76)", *columns(rows)]
    as_json = document(
        "dust",
        found,
        start=start,
        turns=[{"wind": each.wind, "dust": each.dust, "change": each.change} for each in turns],
        illumination=_light_document(turns[-1].dust if turns else start) if night else None,
    )
    return [*lines, *foot_lines(found)], as_json


def _light(density: str) -> str:
    light = illumination(density)
    if light is None:
        return "light as ever"
    shell, fire = (_hexes(value) for value in (light.starshell, light.fire))
    return f"starshell {shell}, fire {fire} (11.78)"


def _hexes(value: int | None) -> str:
    return "nothing" if value is None else "its own hex" if value == 0 else f"{value} around"


def _light_document(density: str) -> dict[str, int | None] | None:
    light = illumination(density)
    return None if light is None else {"starshell": light.starshell, "fire": light.fire}


def overlays_answer(placed: Sequence[Placed], rolls: Sequence[Roll], found: Ruling, *, whole: bool) -> Answer:
    """Return the answer about overlays; *whole* unless a die is missing."""
    lines = ["Rolls", *_roll_lines(rolls)]
    if whole:
        rows = [
            (each.overlay, _kind(each), f"{each.half.board} {each.half.name}",
             f"1 in hexrow {each.hexrow}, hex {each.coordinate}, 2 in direction {each.direction}")
            for each in placed
        ]  # fmt: skip
        lines += ["", "Overlays", *(columns(rows) if rows else ["  none"])]
        lines += ["", "Overlap and wadis that run on are for the players to see to (12.33, 12.41)."] if rows else []
    as_json = document(
        "overlays", found, rolls=_rolls_document(rolls), overlays=[_placed_document(each) for each in placed]
    )
    return [*lines, *foot_lines(found)], as_json


def _kind(each: Placed) -> str:
    name, rule = kind_of(each.overlay)
    height = ("High " if each.high else "Low ") if name == "sand dune" else ""
    return f"{height}{name} ({rule})"


def _placed_document(each: Placed) -> dict[str, Any]:
    return {
        "overlay": each.overlay,
        "kind": kind_of(each.overlay)[0],
        "board": each.half.board,
        "half": each.half.name,
        "high": each.high,
        "hexrow": each.hexrow,
        "coordinate": each.coordinate,
        "direction": each.direction,
    }


def _roll_lines(rolls: Iterable[Roll]) -> list[str]:
    return columns([(each.purpose, " ".join(map(str, each.dice)), each.rule, _words(each.result)) for each in rolls])


def _rolls_document(rolls: Iterable[Roll]) -> list[dict[str, Any]]:
    return [
        {"purpose": each.purpose, "rule": each.rule, "dice": list(each.dice), "result": each.result} for each in rolls
    ]


def _words(text: str) -> str:
    return text.replace("-overcast", " and overcast").replace("-gusty", " and gusty") if text in _TWO else _spaced(text)


_TWO = frozenset({"mud-overcast", "clear-gusty"})


def _spaced(text: str) -> str:
    return text.replace("-", " ") if text.replace("-", "").isalpha() else text
