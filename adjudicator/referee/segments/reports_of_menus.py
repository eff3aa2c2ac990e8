"""Marks the words in which a player tells what he has just done with the menus: nothing new begins with them.

Many declare with the menus, roll and mark, and then say it all in a line of their own: "Mortars on 6/2, 1/I spotting,
a 2, S?". What such a line adds, faces and results, belongs to that act.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from ...game.action_words import Declaration
from ..dialects.chat_faces import SHOTS_DECLARED
from ..events import ChitMoved, Declared, DieRolled, Said, TableEvent, TimeSet, UnitMoved
from .membership import is_same_action
from .word_blocks import EventOfStep, Record, is_word, word_blocks
from .words_after_dice import BEGINNINGS, actions_told

__all__ = ["with_reports_of_menus_marked"]

_ACTS: Final = BEGINNINGS | SHOTS_DECLARED
"""Declarations of an act with dice of its own."""


def with_reports_of_menus_marked(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, with the declarations marked that tell what menus said."""
    record = Record.of(events)
    known = list(record.events)
    for block in word_blocks(record):
        words = [at for at in block if not _is_of_menus(record, at)]
        menus = _menus_before(record, words[0]) if words else []
        for group in actions_told(record, words) if menus else ():
            for at in _told_again(record, group, menus):
                known[at] = _marked(known[at])
        for at in words if menus else ():
            if _is_about(known[at][0], record, menus):
                known[at] = _marked(known[at])
    return known


def _marked(known: EventOfStep) -> EventOfStep:
    """Return words that tell of an act of the menus: nothing begins with them, and none of them explains more."""
    event, step = known
    if isinstance(event, Declared):
        return replace(event, told_again=True), step
    return (replace(event, speaks_of_action=False) if isinstance(event, Said) else event), step


def _is_about(event: TableEvent, record: Record, menus: Sequence[int]) -> bool:
    """Return whether words of which nothing could be made name nobody but who took part in an act of the menus."""
    units = {each.unit for at in menus if isinstance(each := record.events[at][0], Declared)}
    return isinstance(event, Said) and bool(event.units) and event.units <= units


def _is_of_menus(record: Record, at: int) -> bool:
    event = record.events[at][0]
    return isinstance(event, Declared) and not event.spoken


def _menus_before(record: Record, start: int) -> list[int]:
    """Return the numbers of what a player declared with the menus right before some words, with its dice.

    Between them lies nothing that he said himself, and nothing that begins something else.
    """
    found: list[int] = []
    rolled = False
    for at in reversed(range(start)):
        event = record.events[at][0]
        of_menus = _is_of_menus(record, at)
        if record.authors[at] != record.authors[start] or isinstance(event, ChitMoved | TimeSet | UnitMoved):
            break
        if is_word(event) and not of_menus:
            break
        rolled = rolled or isinstance(event, DieRolled)
        if of_menus and rolled:
            found.append(at)
    return found


def _told_again(record: Record, group: Sequence[int], menus: Sequence[int]) -> list[int]:
    """Return the numbers of the words about one action that begin it, if the menus have declared it already."""
    told = [at for at in group if isinstance(event := record.events[at][0], Declared) and event.action in _ACTS]
    shown = [record.events[at][0] for at in menus]
    aimed, targets = _targets(record, group), _targets(record, menus)
    if aimed and targets and not aimed & targets:
        return []
    return [at for at in told if any(_is_same(record.events[at][0], each) for each in shown)]


def _is_same(words: TableEvent, menu: TableEvent) -> bool:
    """Return whether words are about an act of the menus: they may say no more of a shot than that it is fire."""
    if not (isinstance(words, Declared) and isinstance(menu, Declared)) or words.unit != menu.unit:
        return False
    fires = words.action is Declaration.FIRE and menu.action in SHOTS_DECLARED
    return fires or is_same_action(words.action, menu.action)


def _targets(record: Record, numbers: Iterable[int]) -> set[str]:
    told = (record.events[at][0] for at in numbers)
    return {each.unit for each in told if isinstance(each, Declared) and each.action is Declaration.TARGET}
