"""The scenario notes of a predefined setup: what the scenario's data say, as a text for the players."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from adjudicator.drawing.mats import guns_mat
from adjudicator.game.game_data import GameData
from adjudicator.game.scenario_words import arrival_words, chit_words, listed, region_words, turn_words
from adjudicator.game.scenarios import Reinforcement, Scenario, TurnTime

__all__ = ["scenario_notes"]

_WIDTH = 60
"""The letters in a line: VASSAL's window of notes breaks none, and is 500 pixels wide when it opens."""
_NEW_LINE = "|"
"""The sign with which VASSAL separates the lines of notes; the texts may not have it themselves."""


def scenario_notes(game: GameData, scenario: Scenario) -> str:
    """Return the notes as saves hold them."""
    lines: list[str] = []
    for paragraph in _paragraphs(game, scenario):
        lines += textwrap.wrap(paragraph.replace(_NEW_LINE, "/"), _WIDTH) or [""]
    return _NEW_LINE.join(lines)


def _paragraphs(game: GameData, scenario: Scenario) -> Iterator[str]:
    """Yield the notes of a setup: what the scenario is, its length, what to set up and who wins."""
    yield f"{game.name}, scenario {scenario.number}: {scenario.title} ({scenario.subtitle})"
    yield ""
    yield scenario.description
    yield ""
    yield f"Length: from {turn_words(game, scenario.first)} to {turn_words(game, scenario.last)}."
    steps = {step.number: step for step in game.sequence_of_play}
    yield f"Play begins with step {scenario.first_step}, {steps[scenario.first_step].title}."
    if scenario.skipped_steps:
        yield "These steps never apply: " + listed(f"{n} ({steps[n].title})" for n in scenario.skipped_steps) + "."
    yield from chit_words(game, scenario)
    yield from (region_words(game, limit) for limit in scenario.region_limits)
    if scenario.rules:
        yield f"Special rules in effect: {', '.join(scenario.rules)}."
    if scenario.extra_units:
        yield f"May be added by agreement: {listed(game.units[id_].name for id_ in scenario.extra_units)}."
    for special in scenario.special:
        yield special["text"]
    yield from _hidden(game, scenario)
    yield from _reinforcements(game, scenario)
    yield ""
    yield f"Victory: {scenario.victory.text}"
    if scenario.notes:
        yield ""
        yield from (f"Note: {note}" for note in scenario.notes)


def _hidden(game: GameData, scenario: Scenario) -> Iterator[str]:
    """Yield how face-down counters are mixed: whoever opens this setup knows which of them are dummies."""
    divisions = dict.fromkeys(group.division for group in scenario.setup if group.hidden)
    for side in dict.fromkeys(game.divisions[division].side for division in divisions):
        name = game.sides[side].name
        yield (
            f"The face-down counters are where everybody can look them up. Before play the {name} player mixes them: "
            "he selects them all, chooses Mix with the other guns, and drags them out of the window "
            f"{guns_mat(name).name} into their hexes. Or begin with a setup that the command adjudicator setup draws."
        )


def _reinforcements(game: GameData, scenario: Scenario) -> Iterator[str]:
    """Yield when which formations arrive, and where; the charts list their units."""
    turns: dict[TurnTime, dict[str, list[str]]] = {}
    for group in scenario.reinforcements:
        ways = turns.setdefault(group.time, {})
        ways.setdefault(arrival_words(game, group), []).append(_group_name(game, group))
    if turns:
        yield ""
        yield "Reinforcements (Charts, Scenarios, lists their units):"
    for time, ways in turns.items():
        yield from (f"{turn_words(game, time)}: {listed(names)} {way}." for way, names in ways.items())


def _group_name(game: GameData, group: Reinforcement) -> str:
    division = game.divisions[group.division]
    formation = game.formations.get(group.formation)
    return formation.name if formation is not None else f"independent units of {division.name}"
