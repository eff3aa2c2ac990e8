"""The module's help page: how two players use it by e-mail, with the menus that the game's data give its counters.

The words are in ``how_to_play.toml``, and those that only this game has in its ``game.toml``; tables of scenarios,
actions and states come from the game's data.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Sequence
from html import escape
from importlib.resources import files
from typing import Any

from adjudicator.game.game_data import GameData

from .charts_html import HtmlPage, page, plain_table

__all__ = ["help_page"]

_FILE = "how_to_play.toml"
_Rows = Iterable[Sequence[str]]


def _keys(stroke: str) -> str:
    """Return ``ctrl shift D`` as ``Ctrl+Shift+D``."""
    return "+".join(word.capitalize() for word in stroke.split())


def _scenarios(game: GameData) -> tuple[tuple[str, ...], _Rows]:
    return ("Scenario", "Begins", "Ends", "What it is"), (
        (
            f"{scenario.number}. {scenario.title}",
            f"{game.calendar.date_names[scenario.first.date]}, {scenario.first.turn}",
            f"{game.calendar.date_names[scenario.last.date]}, {scenario.last.turn}",
            scenario.description,
        )
        for scenario in game.scenarios.values()
    )


def _actions(game: GameData) -> tuple[tuple[str, ...], _Rows]:
    return ("Menu", "Entry", "Keys", "The log says", "Rule"), (
        (action.submenu, action.menu, _keys(action.key), action.words, action.rule) for action in game.actions
    )


def _states(game: GameData) -> tuple[tuple[str, ...], _Rows]:
    rows = []
    for state in game.states:
        rows += [(state.submenu, level.menu, _keys(level.key), level.words, state.rule) for level in state.levels]
        if state.off_menu:
            rows.append((state.submenu, state.off_menu, _keys(state.off_key), state.off_words, state.rule))
    return ("Menu", "Entry", "Keys", "The log says", "Rule"), rows


_TABLES: dict[str, Callable[[GameData], tuple[tuple[str, ...], _Rows]]] = {
    "scenarios": _scenarios,
    "actions": _actions,
    "states": _states,
}


_NEEDS: dict[str, Callable[[GameData], bool]] = {
    "hidden-units": lambda game: any(unit.hidden_as for unit in game.units.values()),
}
"""What a game must have for some sections."""


def _sections(game: GameData, sections: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the sections of the page for a game, with what its own data say."""
    found = [section for section in sections if "needs" not in section or _NEEDS[section["needs"]](game)]
    words = {"game": game.name, "sides": " or ".join(side.name for side in game.sides.values())}
    found = [{**each, "paragraphs": [text.format_map(words) for text in each["paragraphs"]]} for each in found]
    for own in game.help:
        there = next((each for each in found if each["title"] == own.title), None)
        if there is None:
            found.append({"title": own.title, "paragraphs": list(own.paragraphs)})
        else:
            there["paragraphs"] += own.paragraphs
    return found


def _section(game: GameData, section: dict[str, Any]) -> str:
    paragraphs = "".join(f"<p>{escape(text)}</p>\n" for text in section["paragraphs"])
    table = plain_table(*_TABLES[section["table"]](game)) if "table" in section else ""
    return f"<h3>{escape(section['title'])}</h3>\n{paragraphs}{table}"


def help_page(game: GameData) -> HtmlPage:
    """Return the page ``how_to_play.html``."""
    document = tomllib.loads((files(__package__) / _FILE).read_text("utf-8"))
    body = "".join(_section(game, section) for section in _sections(game, document["sections"]))
    return HtmlPage(document["title"], "how_to_play.html", page(f"{game.name}: {document['title']}", body))
