"""Direct, Indirect and Counterbattery Fire from what was declared, or from whom it hit (R9, R10, NQoS S2.0)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Final

from ....game.action_words import ActionType, Declaration
from ....game.counter_states import LOSSES, CounterState
from ....game.hexes import Hex
from ....game.names import only_unit_named, without_place
from ....game.play import Counterbattery, DirectFire, IndirectFire, OpportunityFire, RollPurpose
from ....game.position import Position, Status
from ....rules.chance import Recorded
from ....rules.judgement import Judgement
from ....rules.legal_actions import legal_actions, would_be_legal
from ....rules.questions import shot_question
from ....rules.series.command import may_begin
from ....rules.series.fire_sums import Mode
from ....rules.series.opportunity import opportunity_rating
from ...discrepancies.contacts import possible_leaders, with_contact_supposed
from ...events import Declared, DieRolled, RollNamed, Said, ShotReported, StateSet, UnitMoved
from ...segments.segment import Segment
from ..slips import Slip, Slips
from .candidate import Candidate, Context

__all__ = [
    "aimed_at",
    "battery_spoken_of",
    "counterbattery_candidates",
    "fire_candidates",
    "named_after",
    "nearest_enemy",
    "opportunity_candidates",
    "targets_told",
]

_AT: Final = re.compile(
    r"(?:\b(?:at|on|against|into|vs\.?)|\b(?:fires?|shoots?|shot)\b(?:(?!\b(?:at|on)\b).)*?\bto)\s+(.+)", re.IGNORECASE
)
"""What comes before a target: "fires at L/2", "op fire with L/2 to 1/VIII"."""
_SPOTTED_BY: Final = re.compile(r"\b(?:spotted by|spotter)\s+(.+)", re.IGNORECASE)
_ENDS: Final = re.compile(r"[,;.!](?:\s|$)|\s\(|\s(?:spotted by|spotter|with|for|rating|roll|result)\b", re.IGNORECASE)
_FACE_BEHIND: Final = re.compile(r"(?:\s+\d:?)+\s*$")
"""Dice behind a name."""
_UNNAMED: Final[Slips] = (Slip.UNNAMED_CHOICE,)
_MAX_GUESSES: Final = 8


def named_after(text: str, pattern: re.Pattern[str], position: Position) -> str:
    """Return the unit that a text names after a word, empty if it names none.

    A hex behind the name tells units of one name apart; the unit may have gone on from there since.
    """
    found = pattern.search(text)
    if found is None:
        return ""
    name = found[1]
    if (faced := _FACE_BEHIND.search(name)) and any(map(str.isdigit, name[: faced.start()])):
        name = name[: faced.start()]  # "on 2/I 3"
    for end in (_ENDS.search(name), None):
        part = name[: end.start()] if end else name
        if unit := only_unit_named(position, part) or only_unit_named(position, without_place(part)):
            return unit
    return ""


def aimed_at(event: Declared, position: Position) -> str:
    """Return the unit that a player named as the target when he typed what a unit does, empty if he named none.

    Nobody aims at himself: "S? on 3/VIII" names the unit that has to check.
    """
    named = named_after(event.rest, _AT, position) if event.rest else ""
    return named if named != event.unit else ""


def targets_told(scene: Context, *, enemy: bool = True) -> tuple[str, ...]:
    """Return the units that were named as targets, enemies or not, in the order in which they were.

    Those named after the first word of the unit itself come first: one named before it may be an earlier action's.
    """
    events, found = scene.segment.events, list[str]()
    own = (at for at, event in enumerate(events) if isinstance(event, Declared) and event.unit == scene.unit)
    begun = next(own, 0)
    for event in (*events[begun:], *events[:begun]):
        if isinstance(event, Declared):
            if event.action is Declaration.TARGET and scene.enemy(event.unit) is enemy:
                found.append(event.unit)
            elif event.unit == scene.unit and (unit := aimed_at(event, scene.position)):
                found.append(unit)
    return tuple(dict.fromkeys(found))


def _hurt(scene: Context) -> tuple[str, ...]:
    """Return the enemies to whom something happened."""
    units = (
        event.unit for event in scene.segment.events
        if (isinstance(event, StateSet) and event.state in LOSSES and event.level)
        or (isinstance(event, UnitMoved) and event.went is Status.ELIMINATED)
    )  # fmt: skip
    return tuple(unit for unit in dict.fromkeys(units) if scene.enemy(unit))


def _targets(scene: Context, possible: Iterator[str]) -> list[tuple[Slips, str, str]]:
    """Return the targets that may be meant: the slips, the unit, and what was taken for granted."""
    told = targets_told(scene) or targets_told(scene, enemy=False)
    if told:
        return [((), told[0], "")]
    known = list(dict.fromkeys(possible))
    hurt = [unit for unit in _hurt(scene) if unit in known] or list(_hurt(scene))
    note = "its target is {}, though not named"
    named = [(_UNNAMED, unit) for unit in hurt]
    named += [(_UNNAMED if len(known) == 1 else 2 * _UNNAMED, unit) for unit in known if unit not in hurt]
    if not named and (unit := _enemy_spoken_of(scene)):
        return [((), unit, "")]
    if not named and not may_begin(scene.position, scene.book, scene.unit, ActionType.FIRE):
        named = [(2 * _UNNAMED, unit) for unit in nearest_enemy(scene)]
    return [(slips, unit, note.format(scene.position.shown_name(unit))) for slips, unit in named[:_MAX_GUESSES]]


def _enemy_spoken_of(scene: Context) -> str:
    """Return the only enemy that the talk in a segment names: "at 2/V, 3, S" behind a menu that names no target."""
    enemies = [unit for unit in _units_in_talk(scene.segment) if scene.enemy(unit)]
    return enemies[0] if len(enemies) == 1 else ""


def _units_in_talk(segment: Segment) -> set[str]:
    """Return the units that the talk in a segment names."""
    return {unit for event in segment.events if isinstance(event, Said) for unit in event.units}


def nearest_enemy(scene: Context) -> list[str]:
    """Return the nearest enemy: for a unit that may not do a thing at all it does not matter to whom."""
    start = scene.position.units[scene.unit].place
    there = [(scene.book.layout.distance(start, state.place), unit) for unit, state in scene.position.units.items()
             if isinstance(start, Hex) and isinstance(state.place, Hex) and scene.enemy(unit)]  # fmt: skip
    return [min(there)[1]] if there else []


def fire_candidates(scene: Context) -> Iterator[Candidate]:
    """Yield the shots that a segment may mean."""
    indirect = scene.segment.action is Declaration.INDIRECT_FIRE or (
        scene.segment.action is Declaration.FIRE and not _fires_directly(scene)
    )
    for slips, target, note in _targets(scene, _legal_targets(scene, IndirectFire if indirect else DirectFire)):
        for more, bonus in _bonus(scene):
            if indirect:
                yield from _indirect(scene, target, bonus, slips + more, note)
            else:
                yield Candidate(DirectFire(scene.unit, target, bonus), slips + more, note=note)


def _legal_targets(scene: Context, kind: type[IndirectFire | DirectFire]) -> Iterator[str]:
    """Yield the legal targets of a unit; they are worked out only on demand, for most shots name their target.

    With whom a gun's contact marker is need not be known, and those that a spotter sees who is named go first.
    """
    supposed = _with_leaders_supposed(scene.position, scene.unit) if kind is IndirectFire else {"": scene.position}
    spots = frozenset(each.unit for each in _declared(scene) if each.action is Declaration.SPOTTER)
    legal = [
        action for each in supposed.values() for action in legal_actions(each, scene.unit, scene.book, ["fire"])
        if isinstance(action, kind)
    ]  # fmt: skip
    legal.sort(key=lambda action: isinstance(action, IndirectFire) and bool(spots) and action.spotter not in spots)
    yield from (action.target for action in legal)


def _fires_directly(scene: Context) -> bool:
    """Return whether fire of which no more was said is Direct Fire: the weapon has it, and the target is near enough.

    Where a spotter was named for a weapon that has it, it is Indirect Fire.
    """
    weapon = scene.position.ratings(scene.unit).weapon
    if weapon and not scene.book.flag("weapon-modes", weapon, "indirect"):
        return True
    if any(event.action is Declaration.SPOTTER for event in _declared(scene)):
        return False
    targets = targets_told(scene) or tuple(nearest_enemy(scene))
    return not targets or shot_question(scene.position, scene.book, scene.unit, targets[0]).mode is not Mode.INDIRECT


def _bonus(scene: Context) -> tuple[tuple[Slips, bool], ...]:
    """Return whether the firer tries for the Company Bonus: as was said, or perhaps without a word.

    With a single die a player's own words about it may as well say that he does without: "nae bonus".
    """
    said = [
        event for event in scene.segment.events
        if isinstance(event, Declared) and (event.unit, event.action) == (scene.unit, Declaration.COMPANY_BONUS_CHECK)
    ]  # fmt: skip
    dice = sum(isinstance(event, DieRolled) for event in scene.segment.events)
    if said:
        own_words = all(event.own_words for event in said)
        without = (((Slip.COMPANY_BONUS_NOT_TRIED,), False),) if own_words and dice == 1 else ()
        return (((), True), *without)
    if _names_bonus(scene):
        return (((), True), ((Slip.COMPANY_BONUS_NOT_TRIED,), False))
    if any(isinstance(event, ShotReported) for event in scene.segment.events):
        return (((), False),)  # what reports shots says each roll for the bonus too
    silent = _own_dice(scene) > 1
    return (((), False), ((Slip.UNANNOUNCED_COMPANY_BONUS,), True)) if silent else (((), False),)


def _own_dice(scene: Context) -> int:
    """Return how many dice were not rolled by the side that is fired at, as far as it is known whose they are."""
    told = zip(scene.segment.events, scene.segment.steps, strict=True)
    side = scene.position.side(scene.unit)
    return sum(isinstance(event, DieRolled) and step.side in ("", side) for event, step in told)


def _names_bonus(scene: Context) -> bool:
    """Return whether a roll for the Company Bonus is named, without a unit, after the firer was spoken of."""
    spoken_of = False
    for event in scene.segment.events:
        spoken_of = spoken_of or (isinstance(event, Declared) and event.unit == scene.unit)
        if spoken_of and isinstance(event, RollNamed) and event.purpose is RollPurpose.COMPANY_BONUS:
            return True
    return False


def _indirect(scene: Context, target: str, bonus: bool, slips: Slips, note: str) -> Iterator[Candidate]:
    """Yield Indirect Fire by each spotter that may be meant, and with the leader that the marker may be with."""
    for more, spotter, spotter_note in _spotters(scene, target):
        action = IndirectFire(scene.unit, target, spotter, bonus)
        notes = ", and ".join(filter(None, (note, spotter_note)))
        for position, leader_note in _with_leaders(scene, action):
            whole = ", and ".join(filter(None, (notes, leader_note)))
            yield Candidate(action, slips + more, note=whole, position=position)


def _spotters(scene: Context, target: str) -> list[tuple[Slips, str, str]]:
    position = scene.position
    for event in _declared(scene):
        if event.action is Declaration.SPOTTER:
            return [((), event.unit, "")]
        if event.unit == scene.unit and (unit := named_after(event.rest, _SPOTTED_BY, position)):
            return [((), unit, "")]
    own = [unit for unit, state in position.units.items()
           if isinstance(state.place, Hex) and not scene.enemy(unit) and not state.hidden]  # fmt: skip
    own.sort(key=lambda unit: unit != scene.unit)  # who sees the target himself needs nobody else
    possible = _with_leaders_supposed(position, scene.unit)
    able = [unit for unit in own if any(
        would_be_legal(each, IndirectFire(scene.unit, target, unit), scene.book) for each in possible.values()
    )]  # fmt: skip
    named = "its spotter is {}, though not named"
    found = [(_UNNAMED, unit, named.format(position.shown_name(unit))) for unit in able[:_MAX_GUESSES]]
    return found or [(2 * _UNNAMED, scene.unit, "")]


def _declared(scene: Context) -> Iterator[Declared]:
    """Yield what is declared, without the spotters that the other side names: those of its own shots."""
    side = scene.position.side(scene.unit)
    for event, step in zip(scene.segment.events, scene.segment.steps, strict=True):
        if isinstance(event, Declared) and not (
            event.action is Declaration.SPOTTER and step.side not in ("", side) and scene.enemy(event.unit)
        ):
            yield event


def _with_leaders_supposed(position: Position, unit: str) -> Mapping[str, Position]:
    """Return a position with a gun's contact marker at each leader where it may be; as it is, if that is known."""
    leaders = sorted(possible_leaders(position, unit), key=list(position.leaders).index)
    return {each: position.with_unit(unit, contact_leader=each) for each in leaders} or {"": position}


def _with_leaders(scene: Context, action: IndirectFire) -> Iterator[tuple[Position | None, str]]:
    """Yield the position with the contact marker at a leader where it may be, if that is not known.

    The leaders by whom the fire would be legal are those possible from now on.
    """
    position, unit = scene.position, scene.unit
    supposed = _with_leaders_supposed(position, unit)
    leaders = [each for each in supposed if each]
    fitting = [each for each in leaders if would_be_legal(supposed[each], action, scene.book)] or leaders
    if not fitting:
        yield None, ""
        return
    lies = position.units[unit].contact_leader
    leader = lies if lies in fitting else fitting[0]
    note = "" if leader == lies else f"its contact marker is with {position.game.leaders[leader].name}"
    yield with_contact_supposed(position, unit, leader, fitting), note


def counterbattery_candidates(scene: Context) -> Iterator[Candidate]:
    """Yield the Counterbattery Fire that a segment may mean: at who has just fired, unless another is named."""
    told = targets_told(scene)
    target = told[0] if told else scene.position.last_indirect or battery_spoken_of(scene.segment, scene.position)
    if target:
        yield Candidate(Counterbattery(scene.unit, target))


def battery_spoken_of(segment: Segment, position: Position) -> str:
    """Return the only enemy beside the map that a segment's words name: only its answer reaches him (R10.11)."""
    side = position.side(segment.units[0])
    beside = [
        unit for unit in _units_in_talk(segment)
        if position.side(unit) != side and position.units[unit].status is Status.ON_MAP
        and not isinstance(position.units[unit].place, Hex)
    ]  # fmt: skip
    return beside[0] if len(beside) == 1 else ""


# Opportunity Fire that a module reports by itself


def opportunity_candidates(scene: Context) -> Iterator[Candidate]:
    """Yield the Opportunity Fire that a report may mean: at each hex that the target left, the last one first (R12.4).

    A module measures to where the counter is: the hex left and the hex reached are both taken. Yielded are the shots
    with the reported range that are allowed, as far as there are any, and of these the nearest to the reported rating.
    """
    report = next(each for each in scene.segment.events if isinstance(each, ShotReported) and each.unit == scene.unit)
    actions = list(dict.fromkeys(_shots_at_mover(scene, report)))
    actions = [action for action in actions if _range(scene, action) == report.distance] or actions
    able = [action for action in actions if would_be_legal(scene.position, action, scene.book)]
    off = {action: abs(_rating(scene, action) - (report.rating or 0)) for action in able or actions}
    yield from (Candidate(action) for action, by in off.items() if by == min(off.values()))


def _shots_at_mover(scene: Context, report: ShotReported) -> Iterator[OpportunityFire]:
    drags = [event for event in scene.segment.events if isinstance(event, UnitMoved) and event.unit == report.target]
    back = drags[-1].target if drags else None
    shot = OpportunityFire(scene.unit, report.target, revealed=report.revealed)
    undone = {event.state for event in scene.segment.events
              if isinstance(event, StateSet) and event.unit == report.target} & report.changed  # fmt: skip
    standing = replace(
        shot, column_undone=CounterState.COLUMN in undone, transport_undone=CounterState.MOUNTED in undone
    )
    way = report.way
    if report.changed or not way:
        yield standing
    for left, entered in reversed(list(pairwise(way))):
        for start, end in _passed(scene, left, entered):
            for at in (None, way[-1]):
                yield replace(standing, left=start, entered=end, at=at if at != start else None, held=back == start)


def _passed(scene: Context, start: Hex, end: Hex) -> Iterator[tuple[Hex, Hex]]:
    """Yield the hexes that a drag leaves, each with the one that it enters; a jump may go through those between."""
    between = [place for step in scene.book.layout.line(start, end)[1:-1] for place in step]
    yield start, end if not between else between[0]
    if between:
        yield start, end
        yield from ((place, end) for place in between)


def _range(scene: Context, action: OpportunityFire) -> int | None:
    """Return the range of a shot, None where it is not measured in hexes."""
    start = scene.position.units[action.unit].place
    end = action.at or action.left or scene.position.units[action.target].place
    return scene.book.grid.distance(start, end) if isinstance(start, Hex) and isinstance(end, Hex) else None


def _rating(scene: Context, action: OpportunityFire) -> int:
    return opportunity_rating(Judgement(scene.position, scene.book, Recorded(())), action)
