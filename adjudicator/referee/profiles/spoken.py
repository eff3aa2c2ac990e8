"""Reads what players type into the chat instead of choosing it from a counter's menu.

Understood are the menu's own words behind a unit's name, with its place or without (``5/2/13 DBLE in 24.12: direct
fire at 1/VIII/132``), and common verbs (``spoken.toml``). Anything else is talk.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from ...game.actions import PLACE_ENDS, UNIT_ENDS, find_words
from ...game.game_data import GameData
from ...game.names import NameNotFound, find_unit, words_of
from ...game.position import Position
from ..table_events import Declared

__all__ = ["SpokenWords"]

_MOST_LENGTH: Final = 300


class SpokenWords:
    """The words of one game's actions, and the verbs that stand for them."""

    def __init__(self, game: GameData) -> None:
        self._actions: Mapping[str, str] = {action.words: action.id for action in game.actions}
        known = set(self._actions.values())
        verbs = {verb: action for verb, action in _verbs().items() if action in known}
        self._verbs = dict(sorted(verbs.items(), key=lambda item: (-len(item[0]), item[0])))

    def read(self, text: str, position: Position) -> Declared | None:
        """Return what a text declares, None if that is nothing."""
        if len(text) > _MOST_LENGTH:
            return None
        return self._with_colon(text, position) or self._with_verb(text, position)

    def _with_colon(self, text: str, position: Position) -> Declared | None:
        """Read ``<unit>: <words>``, the unit with its place or without it."""
        name, colon, said = text.partition(PLACE_ENDS)
        found = find_words(said.casefold(), self._actions) if colon else None
        unit = _named(name, position) if found else ""
        if not found or not unit:
            return None
        return Declared(unit, self._actions[found[0]], said[len(found[0]) :].strip(), spoken=True)

    def _with_verb(self, text: str, position: Position) -> Declared | None:
        lowered = f"{text.casefold()} "
        for verb, action in self._verbs.items():
            at = lowered.find(f" {verb} ")
            if at > 0 and (unit := _named(text[:at], position)):
                return Declared(unit, action, text[at + len(verb) + 2 :].strip(), spoken=True)
        return None


def _named(text: str, position: Position) -> str:
    """Return the unit that a text names, empty if it is no name: a name of a unit has a number in it, or is whole."""
    name, _, place = text.strip().partition(UNIT_ENDS)
    try:
        unit = find_unit(position, name if place.casefold() in _boxes(position.game) else text)
    except NameNotFound:
        return ""
    counter = position.game.units[unit]
    whole = words_of(name) in {words_of(each) for each in (counter.name, counter.hidden_as)}
    return unit if whole or any(letter.isdigit() for letter in text) else ""


def _boxes(game: GameData) -> frozenset[str]:
    """Return the names of the boxes that units stand in beside the hexes, as they are compared."""
    return frozenset(box.name.casefold() for box in game.map.boxes.values())


@cache
def _verbs() -> Mapping[str, str]:
    """Return the id of an action by each verb for it."""
    text = files(__package__).joinpath("spoken.toml").read_text(encoding="utf-8")
    return {word: row["action"] for row in tomllib.loads(text)["verbs"] for word in row["words"]}
