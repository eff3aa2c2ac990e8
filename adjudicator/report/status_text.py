"""The state of a game: the turn, what may come next, points, supply, reinforcements, victory so far.

As text and as JSON (``schema/status.schema.json``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..game.position import Position, Status
from ..game.position_words import time_words, weather_words
from ..game.scenario_words import places_words
from ..game.scenarios import Places, TurnTime
from ..rules.next_steps import NextStep
from ..rules.rule_sets import exclusive_rules
from ..rules.standing import Standing
from ..viewing.viewer import Viewer
from .safe_text import columns, count
from .standing_text import standing_document, standing_lines

__all__ = ["Expected", "GameStatus", "status_document", "status_lines"]

FORMAT = 1
_WORDS: Final = {
    "withdrawal-roll": "roll for withdrawal",
    "carry-out-event": "carry out the random event",
    "break-out": "break out",
    "weather": "roll for the weather",
    "airpower": "roll for airpower",
    "supply": "roll for supply",
    "buy-chit": "buy a chit",
    "arrive": "bring a reinforcement",
    "air-strike": "make an air strike",
    "play-chit": "play a chit",
    "leave-map": "take a unit off its entry hex",
    "end-turn": "end the turn",
    "act": "act with a unit",
}


@dataclass(frozen=True, slots=True)
class Expected:
    """Units that are to come together, or to come back."""

    time: TurnTime
    places: Places
    """The places where they arrive; none for those that come back."""
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameStatus:
    """The state of a game."""

    position: Position
    steps: tuple[NextStep, ...]
    standing: Standing
    expected: tuple[Expected, ...]
    """The units that are to come or to come back, the soonest first."""


def _name(status: GameStatus, viewer: Viewer, id_: str) -> str:
    game = status.position.game
    if id_ in game.chits:
        return game.chits[id_].name
    if id_ in game.formations:
        return game.formations[id_].name
    return viewer.name(status.position, id_)


def _names(status: GameStatus, viewer: Viewer, ids: Sequence[str]) -> str:
    return ", ".join(_name(status, viewer, each) for each in ids)


# text


def status_lines(status: GameStatus, viewer: Viewer) -> Iterator[str]:
    """Yield the state of a game."""
    position = status.position
    scenario = position.game.scenarios[position.scenario]
    yield f"Scenario {scenario.number}: {scenario.title}"
    yield from columns([row for row in _rows(status, viewer) if row[1]])
    yield from ("", _coming(status))
    yield from columns(list(_step_rows(status, viewer)))
    yield from ("", "Points")
    yield from columns(
        [
            (
                position.game.divisions[division].name,
                f"{count(points.command, 'Command Point')}, {count(points.dispatch, 'Dispatch Point')}",
            )
            for division, points in position.points.items()
        ]
    )
    if status.expected:
        yield from ("", "Reinforcements")
        yield from columns(
            [
                (
                    time_words(position, each.time),
                    f"{_arriving(places_words(position.game, each.places))}{_names(status, viewer, each.units)}",
                )
                for each in status.expected
            ]
        )
    yield from standing_lines(status.standing, position, viewer)


def _coming(status: GameStatus) -> str:
    """Return the heading of the steps that may come next, or why there are none."""
    if status.steps:
        return "What may come next"
    return "The game is over" if status.standing.over else "Nothing comes next"


def _arriving(places: str) -> str:
    return f"{places}: " if places else ""


def _rows(status: GameStatus, viewer: Viewer) -> Iterator[tuple[str, str]]:
    position = status.position
    game, chit = position.game, position.activation.chit
    yield "Turn", time_words(position, position.time)
    yield "Weather", weather_words(position)
    yield "Chit in play", game.chits[chit].name if chit else "none"
    yield "In the mug", _names(status, viewer, position.mug)
    yield "Played first", _names(status, viewer, (position.first_chit,) if position.first_chit else ())
    yield "Bought for next turn", _names(status, viewer, position.next_turn)
    yield from exclusive_rules(game).conditions_in_effect(position)
    yield "In effect", ", ".join(sorted(flag.replace("-", " ") for flag in position.flags))
    yield (
        "Not known",
        ", ".join(
            f"whether {game.formations[formation].name} still waits: "
            f"who has been in {place} before is nowhere to be seen"
            for formation, place in exclusive_rules(game).open_waits(position)
        ),
    )


def _step_rows(status: GameStatus, viewer: Viewer) -> Iterator[tuple[str, str, str]]:
    words = {**_WORDS, **exclusive_rules(status.position.game).step_words}
    for step in status.steps:
        yield "must" if step.required else "may", words[step.kind], _names(status, viewer, step.about)


# JSON


def _unit_or_id(status: GameStatus, viewer: Viewer, id_: str) -> dict[str, str | None]:
    if id_ in status.position.units:
        return viewer.unit_document(status.position, id_)
    return {"id": id_, "name": _name(status, viewer, id_)}


def status_document(status: GameStatus, viewer: Viewer) -> dict[str, Any]:
    """Return the state of a game as JSON."""
    position = status.position
    return {
        "format": FORMAT,
        "kind": "status",
        "scenario": position.scenario,
        "time": {"date": position.time.date, "turn": position.time.turn},
        "weather": position.weather,
        "day_weather": position.day_weather or None,
        "chit_in_play": position.activation.chit or None,
        "mug": list(position.mug),
        "first_chit": position.first_chit or None,
        "next_turn": list(position.next_turn),
        "next": [
            {
                "kind": step.kind, "required": step.required,
                "about": [_unit_or_id(status, viewer, each) for each in step.about],
            }
            for step in status.steps
        ],
        "points": {
            division: {"command": points.command, "dispatch": points.dispatch}
            for division, points in position.points.items()
        },
        "supply": position.supply or None,
        "morale": position.morale,
        "strikes": {"now": position.strikes, "later": list(position.planned_strikes)},
        "rommel": position.commander_with or None,
        "flags": sorted(position.flags),
        "reinforcements": [
            {
                "time": {"date": each.time.date, "turn": each.time.turn},
                "places": _places_document(each.places),
                "units": [_unit_or_id(status, viewer, unit) for unit in each.units],
            }
            for each in status.expected
        ],
        "losses": _losses(position),
        "victory": standing_document(status.standing, position, viewer),
    }  # fmt: skip


def _places_document(places: Places) -> dict[str, Any]:
    return {
        "entry_hexes": list(places.entry_hexes),
        "hexes": list(map(str, places.hexes)),
        "areas": list(places.areas),
        "boxes": list(places.boxes),
        "fortified_without_mines": places.fortified_without_mines,
    }


def _losses(position: Position) -> dict[str, int]:
    """Return how many units each side has lost. A dummy that was turned over and left play was no unit."""
    units = position.game.units
    lost = [
        unit for unit, state in position.units.items()
        if state.status is Status.ELIMINATED and not units[unit].dummy
    ]  # fmt: skip
    return {side: sum(position.side(unit) == side for unit in lost) for side in position.game.sides}
