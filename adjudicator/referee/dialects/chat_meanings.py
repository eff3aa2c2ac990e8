"""What a clause means by the units that it names, where its words alone say something else.

"The engineers have a go at the mines" is work, and "7/BM2 goes into 18.09" is an assault if an enemy is there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Set
from dataclasses import replace
from typing import Final

from ...game.hexes import Hex
from ...game.position import Position
from ...rules.series.minefields import mine_level
from .chat_clauses import INTO_HEX, SPOTTED_FOR, Clause
from .chat_faces import SHOTS
from .chat_moves import destination, leaves_its_hex
from .chat_names import BATTERIES
from .chat_phrases import Phrase
from .chat_shots import are_adjacent
from .chat_vocabulary import WordGroup, any_of

__all__ = ["as_meant"]

_ATTACKS: Final = frozenset({Phrase.ASSAULT, Phrase.FIRE})
_INTO_MINES: Final = re.compile(
    rf"\b{any_of(WordGroup.WAY_PREPOSITIONS)}\s+(?:{any_of(WordGroup.ARTICLES, WordGroup.OTHERS_OWNERS)}\s+)?"
    r"mine(?:s|field)\b",
    re.IGNORECASE,
)
"""The mines that a move leads into: "29.14-28.14, into the mines"."""
_GOES_THERE: Final = re.compile(
    rf"\b{any_of(WordGroup.ATTACKS_OR_MOVES)}\s+(?:with\s+[^,;:\d]*)?"
    rf"(?:{any_of(WordGroup.TARGET_PREPOSITIONS, WordGroup.WAY_PREPOSITIONS)}\s+)?"
    rf"(?:(?:{any_of(WordGroup.ARTICLES, WordGroup.OTHERS_OWNERS)}\s+)?[^\W\d_]+[\s,]+)?\d\d\.\d\d",
    re.IGNORECASE,
)
"""What is said of fire and assaults, with a hex: "goes in 11.17", "has a go at the gate, 27.13" may be a move."""
_GOES_FOR: Final = re.compile(r"\b(?:go|goes|going|went)\s+for\b", re.IGNORECASE)
"""Going for an enemy, which is no move: "the mortar goes for 1/XII"."""
_GOING_IN: Final = frozenset({Phrase.AIM, Phrase.MOVE, Phrase.SAYS_NOTHING})
"""What an assault may be said with that is not named: "1/V and 2/V into 26.13"."""
_OF_ANY_WORK: Final = frozenset({Phrase.AIM, Phrase.FIRE, Phrase.MOVE, Phrase.SECOND_ACTION, Phrase.SAYS_NOTHING})
"""What engineers' work may be said with that is not named: "the engineers have another go in 14.12"."""
_WORKS: Final = re.compile(rf"\b{any_of(WordGroup.WORK_VERBS)}\b", re.IGNORECASE)


def as_meant(clause: Clause, subject: str, position: Position) -> Clause:
    """Return a clause with the phrases that the units which it names can mean; *subject* was spoken of before it."""
    clause = _about_mines(_fire_that_sounds_like_move(clause), subject, position)
    for meant in _MEANINGS:
        clause = meant(clause, position)
    return clause


def _instead(clause: Clause, gone: Set[Phrase], phrase: Phrase) -> Clause:
    """Return a clause that says *phrase* in the place of those that are *gone*."""
    return replace(clause, phrases=tuple(dict.fromkeys(phrase if each in gone else each for each in clause.phrases)))


def _action_that_is_no_shot(clause: Clause, position: Position) -> Clause:
    """Return what a unit does by itself as that alone, whatever it sounds like.

    "3/VIII has a go at getting its head up", "1/132 tries the radio", "the engineers have a go at the mines".
    """
    told = clause.phrase_set
    by_itself = (
        Phrase.RALLY in told
        or (Phrase.SEEK_CONTACT in told and bool(clause.own))
        or (Phrase.CLEAR_MINES in told and _is_engineer_alone(clause, position))
    )
    if clause.enemy or not by_itself:
        return clause
    return replace(clause, phrases=tuple(each for each in clause.phrases if each not in SHOTS))


def _work_of_engineers(clause: Clause, position: Position) -> Clause:
    """Return what engineers among mines do as work on these: "they work on in 14.12", "1./Pi200 digs in 18.08"."""
    if clause.phrase_set <= _OF_ANY_WORK and _works_in_mines(clause, position):
        return replace(clause, phrases=(Phrase.CLEAR_MINES,))
    if Phrase.BUILD_IMPROVED_POSITION in clause.phrases and _digs_in_mines(clause, position):
        return _instead(clause, {Phrase.BUILD_IMPROVED_POSITION}, Phrase.CLEAR_MINES)
    return clause


def _fire_at_battery(clause: Clause, position: Position) -> Clause:
    """Return what a battery says of another one as its answer: "3/1 RA FFL looks for 148/8"."""
    if clause.phrase_set == {Phrase.SPOTTER} and _looks_for_battery(clause, position):
        return replace(clause, phrases=(Phrase.COUNTERBATTERY_FIRE,), spotter="")
    return clause


def _fire_that_sounds_like_move(clause: Clause) -> Clause:
    """Return a clause about a unit that goes for an enemy as one about fire."""
    goes_for = clause.own and clause.enemy and _GOES_FOR.search(clause.text)
    return _instead(clause, {Phrase.MOVE}, Phrase.FIRE) if Phrase.MOVE in clause.phrases and goes_for else clause


def _assault_on_neighbour(clause: Clause, position: Position) -> Clause:
    """Return a clause about units that go to an enemy next to them as an assault: "1/V and 2/V into 26.13"."""
    going_in = Phrase.AIM in clause.phrases and clause.phrase_set <= _GOING_IN
    if not going_in or not _goes_into_next_hex(clause, position):
        return clause
    place = position.units[clause.enemy[0]].place
    return replace(clause, phrases=(Phrase.ASSAULT,), hexes=(place,) if isinstance(place, Hex) else ())


def _move_that_sounds_like_attack(clause: Clause, position: Position) -> Clause:
    """Return a clause about a unit that goes into a hex without an enemy as a move."""
    attacks = not _ATTACKS.isdisjoint(clause.phrases)
    return _instead(clause, _ATTACKS, Phrase.MOVE) if attacks and _goes_to_free_hex(clause, position) else clause


def _assault_that_sounds_like_move(clause: Clause, position: Position) -> Clause:
    """Return a clause about a unit that goes among enemies as an assault: there is no other way in (R7.11)."""
    if Phrase.MOVE not in clause.phrases or not _goes_among_enemies(clause, position):
        return clause
    return replace(_instead(clause, {Phrase.MOVE}, Phrase.ASSAULT), hexes=destination(clause, position))


def _looks_for_battery(clause: Clause, position: Position) -> bool:
    """Return whether a battery alone looks for another one: it does so to answer, for others spot for it (R10.11)."""
    units = position.game.units
    return len(clause.own) == 1 == len(clause.enemy) and all(
        units[unit].symbol in BATTERIES for unit in (*clause.own, *clause.enemy)
    )


def _about_mines(clause: Clause, subject: str, position: Position) -> Clause:
    """Return a clause about mines as one about a move or about engineers' work, if it has no die and is one.

    "1/V goes from 19.20 into the mines of 19.19" is a move, and "into the mines" says of one where it leads. What
    engineers on foot do with the mines of their own hex is no roll: leg units make none. "And then the mines" is said
    of those that were spoken of before.
    """
    if Phrase.MINEFIELD_ROLL not in clause.phrases:
        return clause
    unit = (*clause.own, subject)[0]
    others = [each for each in clause.phrases if each is not Phrase.MINEFIELD_ROLL]
    goes_there = not clause.faces and _INTO_MINES.search(clause.text)
    if clause.faces or clause.enemy or not unit:
        return replace(clause, phrases=tuple(others)) if goes_there else clause
    if leaves_its_hex(moving := replace(clause, own=(unit,)), position):
        return replace(moving, phrases=(*others, Phrase.MOVE))
    if goes_there:
        return replace(clause, phrases=tuple(others))
    counter, state = position.game.units[unit], position.units[unit]
    among_mines = isinstance(state.place, Hex) and mine_level(position, state.place) > 0
    works = counter.engineer and not state.mounted and set(clause.hexes) <= {state.place}
    if not works or not (clause.own or (among_mines and not clause.hexes)):
        return clause
    return replace(clause, own=(unit,), phrases=(*others, Phrase.CLEAR_MINES))


def _digs_in_mines(clause: Clause, position: Position) -> bool:
    """Return whether engineers on foot are said to dig in their own hex, and it has mines."""
    if len(clause.own) != 1 or clause.enemy or len(clause.hexes) != 1:
        return False
    counter, state = position.game.units[clause.own[0]], position.units[clause.own[0]]
    digs = counter.engineer and not state.mounted and isinstance(state.place, Hex) and clause.hexes[0] == state.place
    return digs and bool(mine_level(position, clause.hexes[0]))


def _is_engineer_alone(clause: Clause, position: Position) -> bool:
    """Return whether a clause names one unit, and that is one of engineers on foot."""
    if len(clause.own) != 1:
        return False
    return position.game.units[clause.own[0]].engineer and not position.units[clause.own[0]].mounted


def _works_in_mines(clause: Clause, position: Position) -> bool:
    """Return whether engineers are said to be at work in their own hex, which has mines: "they roll for 14.12"."""
    works = not clause.faces and not clause.text.endswith("?") and _WORKS.search(clause.text) is not None
    return works and _is_engineer_alone(clause, position) and _digs_in_mines(clause, position)


def _goes_to_free_hex(clause: Clause, position: Position) -> bool:
    """Return whether a unit is said to go into a hex that no enemy is in: "the 2/V goes in 11.17" is no assault.

    Nor does anybody fire at such a hex.
    """
    if not (clause.own and clause.hexes and _GOES_THERE.search(clause.text)) or clause.enemy:
        return False
    side = position.side(clause.own[0])
    there = (unit for unit, state in position.units.items() if state.place == clause.hexes[-1])
    return all(position.side(unit) == side for unit in there)


def _goes_into_next_hex(clause: Clause, position: Position) -> bool:
    """Return whether units on the map are said to go, or no more than that, into the hex of an enemy next to them."""
    into = INTO_HEX.search(clause.text) is not None and not clause.faces
    return (
        into
        and bool(clause.own)
        and len(clause.enemy) == 1
        and all(
            position.game.units[unit].symbol not in SPOTTED_FOR and are_adjacent(unit, clause.enemy[0], position)
            for unit in clause.own
        )
    )


def _goes_among_enemies(clause: Clause, position: Position) -> bool:
    """Return whether a unit is said to go into a hex next to it in which an enemy is: "7/BM2 goes into 18.09"."""
    if not (clause.own and clause.hexes) or clause.enemy:
        return False
    here, there, side = (
        position.units[clause.own[0]].place,
        destination(clause, position),
        position.side(clause.own[0]),
    )
    held = any(position.side(unit) != side for each in there[-1:] for unit in position.units_in(each))
    return held and isinstance(here, Hex) and position.game.map.layout.distance(here, there[-1]) == 1


_MEANINGS: Final[tuple[Callable[[Clause, Position], Clause], ...]] = (
    _action_that_is_no_shot,
    _work_of_engineers,
    _fire_at_battery,
    _assault_on_neighbour,
    _move_that_sounds_like_attack,
    _assault_that_sounds_like_move,
)
"""Each of them takes the clause as the one before it returns it."""
