"""The scenario notes of a predefined setup: what the scenario's data say, as a text for the players."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from adjudicator.game.game_data import GameData
from adjudicator.game.scenarios import RegionLimit, Scenario, TurnTime

__all__ = ["scenario_notes"]

_WIDTH = 90
_NEW_LINE = "|"
"""VASSAL keeps the lines of notes apart with this sign; the texts may not have it themselves."""


def scenario_notes(game: GameData, scenario: Scenario) -> str:
    """Return the notes as saves hold them."""
    lines: list[str] = []
    for paragraph in _paragraphs(game, scenario):
        lines += textwrap.wrap(paragraph.replace(_NEW_LINE, "/"), _WIDTH) or [""]
    return _NEW_LINE.join(lines)


def _paragraphs(game: GameData, scenario: Scenario) -> Iterator[str]:
    yield f"{game.name}, scenario {scenario.number}: {scenario.title} ({scenario.subtitle})"
    yield ""
    yield scenario.description
    yield ""
    yield f"Length: from {_time(game, scenario.first)} to {_time(game, scenario.last)}."
    steps = {step.number: step for step in game.sequence_of_play}
    yield f"Play begins with step {scenario.first_step}, {steps[scenario.first_step].title}."
    if scenario.skipped_steps:
        yield "These steps never apply: " + _listed(f"{n} ({steps[n].title})" for n in scenario.skipped_steps) + "."
    yield from _chits(game, scenario)
    yield from (_limit(game, limit) for limit in scenario.region_limits)
    if scenario.rules:
        yield f"Special rules in effect: {', '.join(scenario.rules)}."
    if scenario.extra_units:
        yield f"By agreement these may be added: {_listed(game.units[id_].name for id_ in scenario.extra_units)}."
    for special in scenario.special:
        yield special["text"]
    yield ""
    yield f"Victory: {scenario.victory.text}"
    if scenario.notes:
        yield ""
        yield from (f"Note: {note}" for note in scenario.notes)


def _chits(game: GameData, scenario: Scenario) -> Iterator[str]:
    if scenario.mug:
        yield f"In the mug: {_listed(game.chits[id_].name for id_ in scenario.mug)}."
    if scenario.first_chit:
        yield f"The first chit is {game.chits[scenario.first_chit].name}: it lies on the mat of the chits, in play."
    if scenario.free_formation_chit:
        side = game.sides[scenario.free_formation_chit].name
        yield f"Before the first turn the {side} player puts one Formation Activation chit into the mug for free."
    if game.chits and not scenario.formation_chits:
        yield "No Formation Activation chits can be bought."


def _time(game: GameData, time: TurnTime) -> str:
    return f"{game.calendar.date_names[time.date]}, {time.turn}"


def _limit(game: GameData, limit: RegionLimit) -> str:
    bounds = (
        ("row", "or farther south", limit.north), ("row", "or farther north", limit.south),
        ("column", "or farther east", limit.west), ("column", "or farther west", limit.east),
    )  # fmt: skip
    parts = [f"{line} {number:02} {words}" for line, words, number in bounds if number is not None]
    return f"{game.sides[limit.side].name} units stay in {_listed(parts)}."


def _listed(words: Iterator[str] | list[str]) -> str:
    listed = list(words)
    return " and ".join([", ".join(listed[:-1]), listed[-1]]) if len(listed) > 1 else "".join(listed)
