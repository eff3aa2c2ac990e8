"""Reads what players type into the chat instead of choosing it from a counter's menu.

Understood are lines of the notation, with all that they say (who spots, the way of a move, the other units of an
assault), the menu's own words behind a unit's name, with its place or without (``5/2/13 DBLE in 24.12: direct fire at
1/VIII/132``), and players' own words (:mod:`.chat_grammar`). Anything else is talk. Dice that a line reports count only
if they were rolled.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ...game.action_words import Declaration
from ...game.game_data import GameData
from ...game.hexes import Hex
from ...game.menus import PLACE_ENDS, UNIT_ENDS, find_words
from ...game.names import only_unit_named, words_of
from ...game.notation.errors import NotationError
from ...game.notation.names import notation_of
from ...game.notation.parsing import read_action_line
from ...game.play import Action, DirectFire, IndirectFire, Move
from ...game.position import Position
from ...viewing.hidden_units import HiddenUnits
from ..events import Declared, DieDismissed, RollNamed, Said
from .chat_dictation import in_figures
from .chat_grammar import MAX_LENGTH, read_chat
from .chat_lines import ChatEvent, quoted_words

__all__ = ["ChatEvent", "ChatReader", "RedactedChat", "chat_reader"]

_TOLD_BESIDES: Final = frozenset({Declaration.SPOTTER, Declaration.COMPANY_BONUS_CHECK})
_ABOUT_A_SHOT: Final = _TOLD_BESIDES | {Declaration.TARGET}
_MAX_SHOWN: Final = 200
"""The most characters that are kept of a line that is too long to be read."""
_SAID_ENDS: Final = re.compile("[,;(]")
"""The words that may follow an action in the notation."""


class ChatReader:
    """Reads chat lines by the words of one game's actions, its notation, and the grammar of players' own words."""

    def __init__(self, game: GameData) -> None:
        self._actions: Mapping[str, Declaration] = {action.words: action.id for action in game.actions}
        self._notation = notation_of(game)

    def read(
        self, text: str, position: Position, side: str = "", subject: str = "", target: str = "",
        rolled: Sequence[int] = (), *, untargeted: bool = False, fired: bool = False,
    ) -> tuple[ChatEvent, ...]:  # fmt: skip
        """Return what a text says: what it declares, in the order in which menus would say it, or that it is talk.

        *side* is the one that the speaker plays, empty if unknown; *subject* the unit of his that he moved or spoke
        of last, which a line that only goes on is about ("and shoots at 6/2"); *target* the unit that his side has
        fired at last ("L/2 at the same target"); *rolled* the faces of the dice that he has rolled since he spoke last,
        which are known again in a dictated line; *untargeted*: that unit of his has announced a shot, and not its
        target; *fired*: its shot at the *target* is the last thing that he did.
        """
        if len(text) > MAX_LENGTH:
            shown = f"{text[:_MAX_SHOWN]}…"
            return (Said(shown, speaks_of_action=True, speaks_of_points=True, too_long=True),)
        if _is_quotation(text, position, side):
            return (Said(text),)
        if told := tuple(self._in_notation(text, position)) or tuple(self._behind_prefix(text, position)):
            return told
        written = in_figures(text, position, rolled)
        single, reading = (
            self._with_colon(text, position),
            read_chat(written, position, side, subject, target, untargeted=untargeted, fired=fired),
        )
        if single is not None and not _tells_of_others(reading.events, single):
            return (single, *(each for each in reading.events if _goes_with(each, single)))
        if reading.dismisses:
            return (DieDismissed(text), *_in_own_words(reading.events))
        events = _in_own_words(reading.events)
        takes_back = reading.takes_drag_back or reading.takes_action_back
        if events and not (takes_back or reading.is_read_in_part):
            talk = Said(text, results=reading.results, stands_fast=reading.stands_fast,
                        admits_omission=reading.admits_omission, leaves_marks=reading.leaves_marks)  # fmt: skip
            return (talk, *events) if talk != Said(text) or talk.results else events
        unread = reading.speaks_of_action or reading.is_read_in_part
        talk = Said(
            text, unread, reading.speaks_of_points, reading.takes_drag_back,
            takes_action_back=reading.takes_action_back, asks_other_side=reading.asks_other_side, units=reading.units,
            results=reading.results, stands_fast=reading.stands_fast, admits_omission=reading.admits_omission,
            leaves_marks=reading.leaves_marks,
        )  # fmt: skip
        return talk, *events

    def _behind_prefix(self, text: str, position: Position) -> Iterator[Declared]:
        """Yield what a line of the notation declares behind some words and a colon ("coast guns: …")."""
        before, colon, line = text.partition(PLACE_ENDS)
        if colon and PLACE_ENDS in line and not _named(before, position):
            yield from self._in_notation(line.strip(), position)

    def _in_notation(self, text: str, position: Position) -> Iterator[Declared]:
        """Yield what a line of the notation declares; nothing if the text is none."""
        said = text.partition(PLACE_ENDS)[2]
        found = find_words(_SAID_ENDS.split(said, maxsplit=1)[0].strip().casefold(), self._actions)
        action = self._action(text, position) if found else None
        units = action.actors if action is not None else ()
        if not found or action is None or not units or not all(unit in position.units for unit in units):
            return
        rest = said[len(found[0]) :].strip()
        for unit in units:
            yield Declared(unit, self._actions[found[0]], rest, spoken=True, way=_way(action))
        for extra, who in _told_besides(action):
            yield from (Declared(unit, extra, spoken=True) for unit in who if unit in position.units)

    def _action(self, text: str, position: Position) -> Action | None:
        if self._notation is None:
            return None
        try:
            return read_action_line(text, self._notation.names(position))
        except NotationError:
            return None

    def _with_colon(self, text: str, position: Position) -> Declared | None:
        """Read ``<unit>: <words>``, the unit with its place or without it."""
        name, colon, said = text.partition(PLACE_ENDS)
        found = find_words(said.casefold(), self._actions) if colon else None
        unit = _named(name, position) if found else ""
        if not found or not unit:
            return None
        return Declared(unit, self._actions[found[0]], said[len(found[0]) :].strip(), spoken=True)


class RedactedChat(ChatReader):
    """The chat for a viewer: a name that nobody may know yet means no unit."""

    def __init__(self, hidden: HiddenUnits) -> None:
        super().__init__(hidden.game)
        self._hidden = hidden
        self._true = {nameless: unit for unit, nameless in hidden.names.items()}

    def read(
        self, text: str, position: Position, side: str = "", subject: str = "", target: str = "",
        rolled: Sequence[int] = (), *, untargeted: bool = False, fired: bool = False,
    ) -> tuple[ChatEvent, ...]:  # fmt: skip
        """Return what a text says."""
        spoken_of = {"subject": subject, "target": target}
        named = {word: self._hidden.names.get(unit, unit) for word, unit in spoken_of.items()}
        told = super().read(
            text, self._hidden.position(position), side, **named, rolled=rolled, untargeted=untargeted, fired=fired
        )
        return tuple(
            replace(each, unit=self._true.get(each.unit, each.unit)) if isinstance(each, Declared) else each
            for each in told
        )


def chat_reader(game: GameData, hidden: HiddenUnits | None) -> ChatReader:
    """Return the reader of a game's chat, with the units hidden that its viewer may not know."""
    return ChatReader(game) if hidden is None else RedactedChat(hidden)


def _is_quotation(text: str, position: Position, side: str) -> bool:
    """Return whether a line is quoted from the other player's mail: nothing is done by it.

    Before the name of an enemy and no more the sign is an arrow at a target.
    """
    words = quoted_words(text)
    if words is None:
        return False
    unit = _named(words, position)
    return not unit or position.side(unit) == side


def _in_own_words(events: Iterable[Declared | RollNamed]) -> tuple[ChatEvent, ...]:
    """Return events marked as said by a player in words of his own."""
    return tuple(replace(each, own_words=True) if isinstance(each, Declared) else each for each in events)


def _tells_of_others(events: Sequence[Declared | RollNamed], said: Declared) -> bool:
    """Return whether a line goes on about other units after what it begins with in a menu's words."""
    told = [each for each in events if isinstance(each, Declared)]
    begins = bool(told) and told[0].unit == said.unit
    return begins and any(each.unit != said.unit and each.action not in _ABOUT_A_SHOT for each in told)


def _goes_with(event: Declared | RollNamed, said: Declared) -> bool:
    """Return whether a clause says more of a shot than its menu's words: who spots, that the bonus is tried for."""
    return isinstance(event, Declared) and event.action in _TOLD_BESIDES and event.action != said.action


def _way(action: Action) -> tuple[Hex, ...]:
    """Return the hexes of a move that are listed one after the other."""
    steps = action.steps if isinstance(action, Move) else ()
    return tuple(step.to for step in steps if step.kind == "enter" and step.to is not None)


def _told_besides(action: Action) -> Iterator[tuple[Declaration, tuple[str, ...]]]:
    """Yield what else menus would declare about an action, and about whom."""
    if isinstance(action, IndirectFire) and action.spotter:
        yield Declaration.SPOTTER, (action.spotter,)
    if isinstance(action, DirectFire | IndirectFire) and action.company_bonus:
        yield Declaration.COMPANY_BONUS_CHECK, (action.unit,)


def _named(text: str, position: Position) -> str:
    """Return the unit that a text names, empty if it is no name: a name of a unit has a number in it, or is whole."""
    name, _, place = text.strip().partition(UNIT_ENDS)
    unit = only_unit_named(position, name if place.casefold() in _boxes(position.game) else text)
    if unit is None:
        return ""
    counter = position.game.units[unit]
    whole = words_of(name) in {words_of(each) for each in (counter.name, counter.hidden_as)}
    return unit if whole or any(letter.isdigit() for letter in text) else ""


def _boxes(game: GameData) -> frozenset[str]:
    """Return the names of the boxes that units may be in beside the hexes, as they are compared."""
    return frozenset(box.name.casefold() for box in game.map.boxes.values())
