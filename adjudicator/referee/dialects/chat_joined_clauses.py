"""Joins the clauses of a chat line that say one thing: a target behind its shot, units before what they do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import reduce
from typing import Final

from .chat_clause_pairs import is_only_named, merged, names_anything, shoots_at_enemy
from .chat_clauses import OF_ONE_UNIT, POSSIBLE_SUPPRESSION, SUPPRESSION_ALONE, Clause
from .chat_faces import OWN_ROLLS, SHOTS
from .chat_joined_shots import (
    with_attacks_named_behind,
    with_bonus_of_all,
    with_checks_before_shot,
    with_fire_rolled_for_others,
    with_firers_named_behind,
    with_firers_who_check,
    with_kinds_named_behind,
    with_second_actions,
    with_targets_behind_spotters,
    with_targets_named_behind,
    with_targets_spoken_of,
    with_wishes_before_spotters,
)
from .chat_phrases import Phrase
from .chat_vocabulary import WordGroup, any_of

__all__ = ["joined_clauses"]

_QUESTIONED_ALONE: Final = re.compile(r"[sS]\?:?")
"""The result S?, and nothing else."""
_RELATIVE: Final = re.compile(rf"\s*{any_of(WordGroup.RELATIVE_PRONOUNS)}\b", re.IGNORECASE)
"""The beginning of a clause that only says more of the unit before it."""
_FIRE_TOGETHER: Final = re.compile(rf"\b{any_of(WordGroup.FIRE_IMPERATIVES)}\b", re.IGNORECASE)
"""What several units are said to do, and one is not: "1/I and 2/I fire at 6/2"."""
_OWN_ACTIONS: Final = OF_ONE_UNIT - OWN_ROLLS.keys() - {Phrase.SPOTTER, Phrase.DIRECT_COMMAND, Phrase.SECOND_ACTION} | {
    Phrase.RALLY
}
"""What a unit is said to do, and nobody else."""
_TOGETHER: Final = re.compile(rf"\b{any_of(WordGroup.TOGETHER)}\b", re.IGNORECASE)
_CHECKS_NAMED_BEHIND: Final = frozenset({
    Phrase.SPOTTER, Phrase.CONVERSION_CHECK, Phrase.SUPPRESSION_CHECK, Phrase.RALLY, Phrase.BRAVERY_CHECK,
})  # fmt: skip
"""What may be named behind a unit and the face of its die."""
_CHECKS_THAT_POINTS_BUY: Final = frozenset({
    Phrase.CONVERSION_CHECK, Phrase.SUPPRESSION_CHECK, Phrase.TROOP_QUALITY_CHECK, Phrase.SAYS_NOTHING,
})  # fmt: skip
_ONE_PAID: Final = re.compile(
    rf"(?!.*\b{any_of(WordGroup.STOCKS)}\b).*?\b(?:1|one|{any_of(WordGroup.ARTICLES)})\s+{any_of(WordGroup.COMMAND_POINTS)}\b",
    re.IGNORECASE,
)
"""A point that is paid, and not one that is left."""
_DEFENDS: Final = re.compile(rf"\W*{any_of(WordGroup.DEFENDS)}\W*", re.IGNORECASE)
_FIRE_IN_ASSAULT: Final = frozenset({
    Phrase.FIRE, Phrase.ASSAULT_FIRE, Phrase.COMPANY_BONUS_CHECK, Phrase.WITHOUT_COMPANY_BONUS, Phrase.SAYS_NOTHING,
})  # fmt: skip
"""What may be said of the fire of a unit that was assaulted."""
_EARNED: Final = re.compile(
    rf"\W*(?:{any_of(WordGroup.ARTICLES)}\s+)?\d\s*(?:"
    rf"(?:=|:|{any_of(WordGroup.EARNINGS)}\b)\s*\d+\s*\+\s*\d+(?:\s*(?:=|{any_of(WordGroup.BEFORE_SUM)}\b)\s*\d+)?"
    rf"|{any_of(WordGroup.EARNINGS)}\s+\d+)\W*"
    r"|\W*\d\s*\+\s*\d\s*=\s*\d+\W*",
    re.IGNORECASE,
)
"""What a die makes, with it or without, and nothing else: "8 = 4+5", "2 gives 1+5", "5 makes 9", "3+5 = 8"."""
_ACTIVATES: Final = frozenset({Phrase.DIRECT_COMMAND, Phrase.COMMAND_POINTS})
"""What is said of who may act, and not of what it does."""
_CHOICES: Final = frozenset({Phrase.OPPORTUNITY_FIRE, Phrase.HOLD, Phrase.RETREAT})
"""What whoever is assaulted may do (R11.6, R11.7)."""
_WAY_ALONE: Final = re.compile(
    rf"(?:\W*(?:(?:{any_of(WordGroup.CONNECTIVES)}|{any_of(WordGroup.ORIGIN_PREPOSITIONS)}"
    rf"|{any_of(WordGroup.DESTINATION_PREPOSITIONS, WordGroup.WAY_PREPOSITIONS)})\s+)*\d\d\.\d\d\b)+\W*",
    re.IGNORECASE,
)
"""All of a clause that says where somebody goes: "from 17.07 into 17.08"."""
_PLACE_OF_UNIT: Final = re.compile(
    rf"(?P<said>.*?)(?:\b(?:{any_of(WordGroup.ORIGIN_PREPOSITIONS)}|in|at)\b|@)\s*", re.IGNORECASE
)
"""What is said before the hex of a unit that is named with it."""
_BEFORE_WAY: Final = frozenset({Phrase.MOVE, Phrase.MINEFIELD_ROLL, Phrase.SAYS_NOTHING})
"""What may be said of a unit before its way."""


def joined_clauses(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield the clauses of a line, each with what the clauses beside it say of the same action."""
    return reduce(lambda found, join: join(found), _JOINS, iter(clauses))


def _with_ways_named_behind(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; a way alone is that of the unit before it: "1/V fancies the mines, from 19.20 into 19.19"."""
    return merged(clauses, _may_lack_way, _with_way)


def _may_lack_way(clause: Clause) -> bool:
    """Return whether a clause has one unit, and says neither where it goes nor what else it does."""
    silent = not (clause.enemy or clause.hexes or clause.faces) and _BEFORE_WAY.issuperset(clause.phrases)
    return len(clause.own) == 1 and silent and not clause.text.endswith("?")


def _with_way(unit: Clause, way: Clause) -> Clause | None:
    """Return a clause about a unit with the way behind it; None if the next one is none."""
    if way.own or way.enemy or way.text.endswith("?") or _WAY_ALONE.fullmatch(way.text) is None:
        return None
    return replace(
        unit, hexes=way.hexes, text=f"{unit.text}, {way.text}", rest=f"{unit.rest}, {way.rest}"
    )  # fmt: skip


def _with_ways_continued(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; the rest of a way may be told behind it: "1/V drives 30.14 29.14 28.14 and over into 27.14"."""
    return merged(clauses, _tells_way, _with_rest_of_way)


def _tells_way(clause: Clause) -> bool:
    """Return whether a clause says of one unit that it moves, from hex to hex."""
    alone = len(clause.own) == 1 and not (clause.enemy or clause.faces)
    return alone and len(clause.hexes) > 1 and clause.phrases == (Phrase.MOVE,) and not clause.text.endswith("?")


def _with_rest_of_way(begun: Clause, way: Clause) -> Clause | None:
    """Return a clause about a move with the rest of its way; None if the next one is none."""
    goes_on = _with_way(begun, way)
    return None if goes_on is None else replace(goes_on, hexes=(*begun.hexes, *way.hexes))


def _with_questions_listed(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; what may be answered is asked with the last of them: "op fire, hold, run?"."""
    known = list(clauses)
    asked = False
    for at in reversed(range(len(known))):
        if known[at].text.endswith("?"):
            asked = not names_anything(known[at])
            continue
        asked = asked and _is_choice_alone(known[at])
        if asked:
            known[at] = replace(known[at], text=f"{known[at].text}?")
    yield from known


def _is_choice_alone(clause: Clause) -> bool:
    """Return whether a clause names an answer to an act of the other side, and nothing else."""
    return bool(clause.phrases) and _CHOICES.issuperset(clause.phrases) and not (clause.pays or names_anything(clause))


def _with_checks_named_behind(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; what is said behind a unit and the face of its die tells what that was for.

    "1/V 3, sees" makes it the spotter, "the 7th company threw a 4 and converted its S" is a conversion.
    """
    before: Clause | None = None
    for clause in clauses:
        if before is not None and _is_check_told_behind(clause):
            yield replace(before, phrases=clause.phrases, text=f"{before.text}, {clause.text}")
            before = None
            continue
        if before is not None:
            yield before
        silent = not (clause.enemy or clause.phrases or clause.hexes)
        before = clause if silent and len(clause.own) == 1 and clause.face is not None else None
        if before is None:
            yield clause
    if before is not None:
        yield before


def _is_check_told_behind(clause: Clause) -> bool:
    """Return whether a clause names a check and nobody who makes it."""
    return len(clause.phrases) == 1 and clause.phrases[0] in _CHECKS_NAMED_BEHIND and not names_anything(clause)


def _with_points_for_checks(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; a point that is paid right behind a check without a die buys it: "10/3 converts, I pay 1 CP"."""
    return merged(clauses, _may_be_bought, _bought)


def _with_points_before_checks(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; a point is paid for a check without a die beside it: "I pay 1 CP and 10/3 converts".

    It is that of the check behind it only if it is none of the one before it.
    """
    return merged(_with_points_for_checks(clauses), _pays_one, lambda paid, check: _bought(check, paid))


def _pays_one(clause: Clause) -> bool:
    """Return whether a clause says that a point is paid, and nothing else."""
    of_points = clause.phrases == (Phrase.COMMAND_POINTS,) and clause.pays and not names_anything(clause)
    return of_points and _ONE_PAID.match(clause.text) is not None


def _bought(check: Clause, clause: Clause) -> Clause | None:
    """Return a check with the point that is paid for it; None if a clause pays none, or names no such check."""
    if not (_pays_one(clause) and _may_be_bought(check)):
        return None
    return replace(
        check, phrases=(*check.phrases, *clause.phrases), pays=True,
        text=f"{check.text}, {clause.text}", rest=f"{check.rest}, {clause.rest}",
    )  # fmt: skip


def _may_be_bought(clause: Clause) -> bool:
    """Return whether a clause names a check of one unit, and no die of it."""
    checks = bool(clause.phrases) and set(clause.phrases) <= _CHECKS_THAT_POINTS_BUY
    checks = checks or (clause.phrases == (Phrase.RESULT,) and POSSIBLE_SUPPRESSION.search(clause.text) is not None)
    return checks and len(clause.own) == 1 and not (clause.enemy or clause.faces)


def _defends(clause: Clause) -> bool:
    """Return whether a clause says of one unit that it defends itself, and no more."""
    silent = not (clause.enemy or clause.phrases or clause.hexes or clause.faces)
    return len(clause.own) == 1 and silent and _DEFENDS.fullmatch(clause.rest) is not None


def _fire_of_defender(unit: Clause, clause: Clause) -> Clause | None:
    """Return the fire in an assault that a clause tells of a unit that defends itself; None if it names others."""
    fires = not SHOTS.isdisjoint(clause.phrases) and set(clause.phrases) <= _FIRE_IN_ASSAULT
    if not fires or clause.own or clause.enemy or clause.hexes or clause.addresses:
        return None
    others = tuple(each for each in clause.phrases if each not in SHOTS)
    return replace(
        clause, own=unit.own, phrases=(Phrase.ASSAULT_FIRE, *others), text=f"{unit.text}, {clause.text}"
    )  # fmt: skip


def _with_dice_before_points(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; a die and what it makes go with the points told behind it: "5 makes 3+5 = 8, so 11 cp" (R6.7)."""
    return merged(clauses, _earns_points, _earned)


def _earns_points(clause: Clause) -> bool:
    """Return whether a clause says nothing but what a die makes, whether it names that or not."""
    silent = not (clause.own or clause.enemy or clause.hexes) and {Phrase.RESULT}.issuperset(clause.phrases)
    return silent and _EARNED.fullmatch(clause.text) is not None


def _earned(die: Clause, clause: Clause) -> Clause | None:
    """Return the points of a clause as what a die has brought; None if it counts none, or pays for something."""
    counts = clause.phrases == (Phrase.COMMAND_POINTS,) and (clause.pays or clause.faces)
    if not counts or clause.own or clause.enemy or clause.hexes:
        return None
    pays = clause.pays and bool(die.faces)
    return replace(clause, faces=die.faces[:1], pays=pays, text=f"{die.text}, {clause.text}")


def _with_checks_before_units(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; an S? before a unit alone is that of the unit, or the check that it makes: "S? 5/BM2"."""
    return merged(clauses, _is_questioned_result, _checked)


def _with_units_before_checks(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; an S? alone behind a unit of the speaker's own is what that has to check: "L/2 and your S?"."""
    return merged(clauses, _is_silent_of_unit, _checked_behind)


def _is_silent_of_unit(clause: Clause) -> bool:
    """Return whether a clause has one unit and says nothing that it does: "L/2", "L/2 beside him"."""
    silent = set(clause.phrases) <= {Phrase.SAYS_NOTHING} and not (clause.enemy or clause.hexes or clause.faces)
    return len(clause.own) == 1 and silent and not clause.pays


def _checked_behind(unit: Clause, clause: Clause) -> Clause | None:
    """Return the check of a unit against the S? behind its name; None if a clause is none, or says more."""
    if SUPPRESSION_ALONE.fullmatch(clause.text) is None:
        return None
    return replace(
        unit, phrases=(Phrase.SUPPRESSION_CHECK,), text=f"{unit.text}, {clause.text}",
        faces=clause.faces,
    )  # fmt: skip


def _is_questioned_result(clause: Clause) -> bool:
    return _QUESTIONED_ALONE.fullmatch(clause.text) is not None


def _checked(result: Clause, clause: Clause) -> Clause | None:
    """Return the result before it with the unit that a clause names and no more; None if it does not name one."""
    alone = not (clause.phrases or clause.hexes or clause.faces or clause.rest)
    if not (is_only_named(clause) if clause.own else alone) or len(clause.own + clause.enemy) != 1:
        return None
    rest = clause.rest if clause.own else result.rest
    return replace(clause, phrases=result.phrases, text=f"{result.text} {clause.text}", rest=rest)


def _says_what_one_unit_does(clause: Clause) -> bool:
    """Return whether a clause is about an action of a single unit, and about nothing else."""
    return bool(clause.phrases) and set(clause.phrases) <= _OWN_ACTIONS


def _is_only_activated(clause: Clause) -> bool:
    """Return whether a clause says of units that they act by Direct Command, and no more: "DC: 1/I"."""
    silent = not (clause.enemy or clause.hexes or clause.faces)
    return bool(clause.own and clause.phrases) and silent and set(clause.phrases) <= _ACTIVATES


def _with_assault_named_before(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; units that are named behind an assault make it together: "assault by 1/I and 2/I on 24.15".

    Where the assault has its hex already, they are said to do so: "to 24.15: 1/I from 24.14, 2/I from 25.15 together".
    The hexes alone may be named behind as well: "2/I storms the hill, 24.14 into 24.15".
    """
    begun: Clause | None = None
    for clause in _with_those_who_join(clauses):
        if begun is not None and clause.own and not (clause.enemy or set(clause.phrases) - {Phrase.AIM}):
            begun = replace(
                begun, own=(*begun.own, *clause.own), hexes=clause.hexes, text=f"{begun.text} {clause.text}"
            )
            if not clause.hexes:
                continue
            clause, begun = begun, None
        elif begun is not None:
            alone = clause.hexes and not (clause.own or clause.enemy or set(clause.phrases) - {Phrase.AIM})
            yield replace(begun, hexes=clause.hexes, text=f"{begun.text} {clause.text}") if alone else begun
            begun = None
            if alone:
                continue
        if Phrase.ASSAULT in clause.phrases and clause.own and not (clause.enemy or clause.hexes):
            begun = clause
        else:
            yield clause
    if begun is not None:
        yield begun


def _with_those_who_join(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; who is said to take part in the assault of the clause before it is named there."""
    known: Clause | None = None
    for clause in clauses:
        joins = clause.own and not (clause.enemy or clause.phrases) and _TOGETHER.search(clause.text)
        if known is not None and joins and Phrase.ASSAULT in known.phrases and known.own and known.hexes:
            known = replace(known, own=(*known.own, *clause.own))
            continue
        if known is not None:
            yield known
        known = clause
    if known is not None:
        yield known


def _with_units_named_before(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; who is only named before others joins in what they are said to do: "1/I and 2/I assault 24.15".

    An assault is one action of them all, a move is each one's own. What is said of a unit alone comes behind whatever
    else is said of it: "3/VIII, who has had enough, rallies". Who is only said to be activated joins in an assault as
    well: "DC: 1/I and 2/I assault 24.15". An assault that names nobody is that of all whom the clause before it is
    about: "1/I and 2/I want that hill, assault on 24.15".
    """
    named: tuple[str, ...] = ()
    activated: tuple[str, ...] = ()
    spoken_of: tuple[str, ...] = ()
    for clause in clauses:
        spoken_of = () if clause.own else spoken_of
        if named and not (clause.own or clause.enemy) and _RELATIVE.match(clause.text):
            pass
        elif len(named) == 1 and not (clause.own or clause.enemy) and _says_what_one_unit_does(clause):
            clause, named = replace(clause, own=named), ()
        elif _is_named_with_place(clause):
            named = (*named, *clause.own)
        elif _is_only_activated(clause):
            activated = (*activated, *clause.own)
        elif (named or activated) and clause.own and Phrase.ASSAULT in clause.phrases:
            joined = dict.fromkeys((*activated, *named, *clause.own))
            clause, named, activated = replace(clause, own=tuple(joined)), (), ()
        elif named and clause.own and Phrase.MOVE in clause.phrases and not clause.enemy:
            yield from (replace(clause, own=(unit,), faces=()) for unit in named)
            named = activated = ()
        elif named and shoots_at_enemy(clause) and _FIRE_TOGETHER.search(clause.text):
            yield from (replace(clause, own=(unit,)) for unit in named)
            named = activated = ()
        elif named and clause.own and not (clause.phrases or clause.enemy or clause.hexes or clause.faces):
            spoken_of, named, activated = (*named, *clause.own), (), ()
        elif spoken_of and Phrase.ASSAULT in clause.phrases and clause.hexes and not clause.enemy:
            clause, spoken_of = replace(clause, own=spoken_of), ()
        else:
            named = activated = ()
        yield clause


def _is_named_with_place(clause: Clause) -> bool:
    """Return whether a clause has units and no more than the hex that they stand in or come from: "1/I from 24.14"."""
    place = _PLACE_OF_UNIT.fullmatch(clause.rest) if clause.hexes else None
    return is_only_named(clause if place is None else replace(clause, hexes=(), rest=place["said"].rstrip()))


def _with_fire_of_defenders(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; fire that is said to be a defender's is that of the unit before it."""
    return merged(clauses, _defends, _fire_of_defender)


_JOINS: Final[tuple[Callable[[Iterable[Clause]], Iterator[Clause]], ...]] = (
    _with_questions_listed,
    _with_ways_named_behind,
    _with_ways_continued,
    with_wishes_before_spotters,
    with_firers_who_check,
    with_fire_rolled_for_others,
    with_kinds_named_behind,
    with_targets_spoken_of,
    with_checks_before_shot,
    _with_checks_named_behind,
    _with_points_before_checks,
    _with_units_before_checks,
    _with_checks_before_units,
    with_firers_named_behind,
    _with_fire_of_defenders,
    with_attacks_named_behind,
    _with_dice_before_points,
    with_second_actions,
    with_targets_named_behind,
    with_targets_behind_spotters,
    _with_assault_named_before,
    with_bonus_of_all,
    _with_units_named_before,
)
"""Each of them takes the clauses as the one before it leaves them: targets are with their shots before units join."""
