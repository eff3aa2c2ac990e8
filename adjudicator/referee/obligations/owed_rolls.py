"""The rolls and shots that are owed or may be claimed: their names, their exact chances, their menus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from ...game.action_words import Declaration
from ...game.game_data import GameData
from ...game.hexes import Hex
from ...game.play import Counterbattery, Move, Roll, RollPurpose
from ...game.position import Position, Status
from ...rules.chance import HARMLESS_FACES
from ...rules.judge import judge
from ...rules.judgement import Judgement
from ...rules.odds import Odds, exact_odds, shot_odds
from ...rules.rule_book import RuleBook
from ...rules.series.opportunity import fire_of, movement_circumstances
from ..accounts.assumptions import Supposition, judged_again, supposition_of
from ..entries.entry import Entry, MenuEntry

__all__ = [
    "Chances",
    "Faces",
    "action_menu",
    "counterbattery_chances",
    "opportunity_chances",
    "roll_faces",
    "state_menu",
]

Chances = Mapping[str, Fraction]
Faces = Mapping[str, tuple[int, ...]]

_DIE: Final = range(10)

# the menu


def action_menu(game: GameData, action: Declaration) -> tuple[MenuEntry, ...]:
    """Return the menu's entry for an action; nothing if the menu has none."""
    return tuple(MenuEntry(each.submenu, each.menu, each.words) for each in game.actions if each.id == action)


def state_menu(game: GameData, state: str, level: int) -> tuple[MenuEntry, ...]:
    """Return the menu's entry that gives a counter a level of a state, 0 to take the marker off."""
    found = next((each for each in game.states if each.id == state), None)
    if found is None:
        return ()
    if level == 0:
        return (MenuEntry(found.submenu, found.off_menu, found.off_words),)
    return tuple(MenuEntry(found.submenu, each.menu, each.words) for each in found.levels if each.value == level)


# the chances


def roll_faces(entry: Entry, book: RuleBook, missing: Sequence[tuple[RollPurpose, str]]) -> Faces:
    """Return for each result of the last of the rolls that an entry misses the faces that give it.

    Each roll is a purpose and a unit; those before it are assumed to be harmless. Nothing is returned where the
    action does not show what the roll would decide.
    """
    known = supposition_of(entry, book, entry.judged_in)
    if known is None or entry.action is None:
        return {}
    *earlier, (purpose, unit) = missing
    rolls = [each for each in known.rolls if (each.purpose, each.unit) not in missing]
    rolls += [Roll(each, who, HARMLESS_FACES.get(each, 0)) for each, who in earlier]
    found: dict[str, list[int]] = {}
    for face in _DIE:
        supposed = Supposition((*rolls, Roll(purpose, unit, face)), unfinished=True)
        ruling = judged_again(entry.judged_in or entry.before, entry.action, book, supposed)
        made = [r for r in ruling.resolutions if (r.purpose, r.unit, r.die) == (purpose, unit, face)]
        if not made:
            return {}
        found.setdefault(made[-1].result, []).append(face)
    return {result: tuple(faces) for result, faces in found.items()}


def opportunity_chances(position: Position, book: RuleBook, move: Move, firer: str, place: Hex) -> Chances:
    """Return the chance of each result of Opportunity Fire at a unit that leaves a hex on its way (R12.2, R12.6)."""
    there, end = _on_the_way(position, book, move, place)
    if end is None or there.units[move.unit].status is not Status.ON_MAP:
        return {}

    def resolve(judgement: Judgement) -> None:
        fire_of(judgement, firer, move.unit, movement_circumstances(judgement, firer, move.unit, end))

    return _results(exact_odds(there, book, resolve, firer=firer, target=move.unit))


def counterbattery_chances(position: Position, book: RuleBook, action: Counterbattery) -> Chances:
    """Return the chance of each result of Counterbattery Fire (NQoS S2.0)."""
    return _results(shot_odds(position, action, book))


def _results(odds: Odds) -> Chances:
    return {} if odds.findings else odds.results


def _on_the_way(position: Position, book: RuleBook, move: Move, place: Hex) -> tuple[Position, Hex | None]:
    """Return the unit's state in a hex of its way, and the hex that it enters from there; None if it leaves none."""
    here = position.units[move.unit].place
    for number, step in enumerate(move.steps):
        if step.to is None:
            continue
        if here == place:
            before = judge(position, replace(move, steps=move.steps[:number]), book).after if number else position
            return (before or position).with_unit(move.unit, place=place), step.to
        here = step.to
    return position, None
