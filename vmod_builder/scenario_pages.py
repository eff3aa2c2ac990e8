"""A page for each scenario in the charts window: all that its data say, so that nobody needs the scenario's card.

Set-up with its areas, reinforcements with every entry hex, points and ratings, chits, the special rules in our own
words, length and victory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from adjudicator.drawing.marker_places import track_marker
from adjudicator.game.game_data import GameData
from adjudicator.game.scenario_words import arrival_words, chit_words, listed, places_words, region_words, turn_words
from adjudicator.game.scenarios import Reinforcement, Scenario, SetupGroup
from adjudicator.report.scenario_rules import RuleInWords, general_rules, rules_in_words

from .charts_html import HtmlPage, page, plain_table

__all__ = ["scenario_body", "scenario_pages", "scenario_title"]

_DASH, _BLANK = "\N{EN DASH}", "\N{NO-BREAK SPACE}"


def scenario_title(scenario: Scenario) -> str:
    """Return what a scenario is called: its number and its title."""
    return f"Scenario {scenario.number}: {scenario.title}"


def scenario_pages(game: GameData) -> tuple[HtmlPage, ...]:
    """Return a page for each scenario."""
    return tuple(
        HtmlPage(
            scenario_title(scenario), f"scenario_{scenario.number}.html",
            page(scenario_title(scenario), scenario_body(game, scenario)),
        )
        for scenario in game.scenarios.values()
    )  # fmt: skip


def scenario_body(game: GameData, scenario: Scenario) -> str:
    """Return a scenario's page without its title: a fragment for VASSAL's window and for a browser's page."""
    sections = (
        ("", _paragraphs([scenario.subtitle, scenario.description])),
        ("Length and first turn", _paragraphs(_length(game, scenario))),
        ("Points and ratings", _points(game, scenario)),
        ("Chits", _paragraphs(chit_words(game, scenario))),
        ("Set-up", _set_up(game, scenario)),
        ("Reinforcements", _reinforcements(game, scenario)),
        ("Rules of this scenario", _paragraphs(_own_rules(game, scenario))),
        ("Victory", _paragraphs([scenario.victory.text])),
        ("Special rules in effect", _rules(rules_in_words(game, scenario.rules))),
        ("In every scenario", _rules(general_rules(game))),
        ("Notes", _paragraphs(scenario.notes)),
    )
    return "".join((f"<h3>{title}</h3>\n" if title else "") + body for title, body in sections if body)


def _paragraphs(texts: Iterable[str]) -> str:
    return "".join(f"<p>{escape(text)}</p>\n" for text in texts if text)


def _length(game: GameData, scenario: Scenario) -> Iterator[str]:
    yield f"From {turn_words(game, scenario.first)} to {turn_words(game, scenario.last)}."
    steps = {step.number: step for step in game.sequence_of_play}
    if scenario.first_step in steps:
        yield f"Play begins with step {scenario.first_step}, {steps[scenario.first_step].title}."
    if scenario.skipped_steps:
        skipped = listed(f"{number} ({steps[number].title})" for number in scenario.skipped_steps)
        yield f"These steps never apply: {skipped}."
    yield _weather(game, scenario)
    if scenario.supply:
        marker = track_marker(game, "supply")
        whose = game.sides[marker.side].name + " supply" if marker and marker.side else "Supply"
        yield f"{whose} at the start: {scenario.supply}."
    if scenario.morale is not None:
        marker = track_marker(game, "morale")
        yield f"{marker.name if marker else 'Morale'} at the start: {scenario.morale}."


def _weather(game: GameData, scenario: Scenario) -> str:
    """Return the weather in a sentence, empty where the game has none."""
    first, rolled_from = str(scenario.weather.get("first_day", "")), str(scenario.weather.get("rolled_from", ""))
    if not first:
        return ""
    if not rolled_from:
        return f"The weather is {first} throughout."
    storms = "; a sand storm 4 counts as a sand storm 2" if scenario.weather.get("sandstorm_4_as_2") else ""
    return f"The weather is {first} at first and rolled for from {game.calendar.date_names[rolled_from]} on{storms}."


def _points(game: GameData, scenario: Scenario) -> str:
    rows = [
        (
            game.divisions[points.division].name, str(points.command_points), str(points.command_rating),
            _figure(points.dispatch_points), _figure(points.dispatch_rating),
        )
        for points in scenario.points
    ]  # fmt: skip
    titles = ("Division", "Command Points", "Command Rating", "Dispatch Points", "Dispatch Rating")
    return plain_table(titles, rows) if rows else ""


def _figure(number: int | None) -> str:
    return _DASH if number is None else str(number)


def _set_up(game: GameData, scenario: Scenario) -> str:
    rows = [
        (
            _whose(game, group), _members(game, group), places_words(game, group.places) or "off the map",
            " ".join(_conditions(group)),
        )
        for group in scenario.setup
    ]  # fmt: skip
    extra = listed(game.units[id_].name for id_ in scenario.extra_units)
    said = [_order(game, scenario), f"May be added by agreement: {extra}." if extra else ""]
    return _paragraphs(said) + (plain_table(("Formation", "Units and leaders", "Where", "How"), rows) if rows else "")


def _order(game: GameData, scenario: Scenario) -> str:
    """Return who sets up first: the sides as the scenario's rows name them; the others only have reinforcements."""
    names = {side.id: side.name for side in game.sides.values()}
    there = list(dict.fromkeys(game.divisions[group.division].side for group in scenario.setup))
    later = [names[side] for side in names if side not in there]
    if len(there) == 1 and later:
        return f"Only the {names[there[0]]} player sets up; the {listed(later)} units arrive as reinforcements."
    return f"Set up in this order: {', '.join(names[side] for side in there)}." if there else ""


def _whose(game: GameData, group: SetupGroup | Reinforcement) -> str:
    division = game.divisions[group.division].name
    formation = game.formations.get(group.formation)
    return f"{division}, {formation.name if formation is not None else 'independent'}"


def _members(game: GameData, group: SetupGroup | Reinforcement) -> str:
    units = ", ".join(game.units[id_].name for id_ in group.units)
    leaders = ", ".join(_leader(game.leaders[id_].name) for id_ in group.leaders)
    return "; ".join(filter(None, (units, leaders)))


def _leader(name: str) -> str:
    """Return a leader's name with his rank, which those called after their formation have already."""
    return name if "leader" in name.casefold() else f"Leader {name}"


def _conditions(group: SetupGroup) -> Iterator[str]:
    """Yield how the units of a group are set up, a sentence each."""
    if group.choose:
        yield f"{group.choose} of them, drawn at random."
    if group.one_each:
        yield "One in each of the hexes."
    if group.hidden:
        yield "Face down."
    if group.not_adjacent:
        yield "No two in the same hex or in adjacent ones."
    if group.note:
        yield group.note


def _reinforcements(game: GameData, scenario: Scenario) -> str:
    rows = [
        (_unbroken(turn_words(game, group.time)), _whose(game, group), _members(game, group), _arrival(game, group))
        for group in scenario.reinforcements
    ]
    return plain_table(("Turn", "Formation", "Units and leaders", "Where"), rows) if rows else ""


def _unbroken(words: str) -> str:
    return words.replace(" ", _BLANK)


def _arrival(game: GameData, group: Reinforcement) -> str:
    return f"{arrival_words(game, group)}. {group.note}".rstrip()


def _own_rules(game: GameData, scenario: Scenario) -> Iterator[str]:
    yield from (region_words(game, limit) for limit in scenario.region_limits)
    yield from (special["text"] for special in scenario.special)


def _rules(rules: Sequence[RuleInWords]) -> str:
    rows = [(rule.number, rule.title, rule.text) for rule in rules]
    return plain_table(("Rule", "About", "What it says"), rows) if rows else ""
