"""Assaults, Rally, Engineer and Contact Actions, chits, and the rest of what units do."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import product, zip_longest
from typing import Final

from ....drawing.mats import IN_PLAY
from ....game.action_kinds import SeenAction, declared_kind
from ....game.action_words import Declaration
from ....game.counter_states import LOSSES
from ....game.hexes import Hex
from ....game.play import (
    Assault,
    Deploy,
    EndActivation,
    EndTurn,
    Engineer,
    EngineerWork,
    PlayChit,
    Rally,
    RallyKind,
    Reveal,
    RollPurpose,
    SeekContact,
    TakeBack,
)
from ....game.position import Position, Status
from ....rules.legal_actions import would_be_legal
from ....rules.series.minefields import mine_level, rolls_for_mines
from ....rules.series.retreat import retreat_ways
from ....rules.series.sight import zone_hexes
from ...discrepancies.contacts import NOBODY, leaders_on_map, possible_leaders, with_contact_known
from ...events import ChitMoved, Declared, DieRolled, RollNamed, Said, StateSet, TurnedOver, UnitMoved
from ...segments.segment import SegmentKind
from ..slips import Slip, Slips, cost_of
from .assault_shots import assault_shot_candidates
from .candidate import Candidate, Context
from .fire import (
    aimed_at,
    counterbattery_candidates,
    fire_candidates,
    nearest_enemy,
    opportunity_candidates,
    targets_told,
)
from .moves import move_candidates
from .turn_sequence import BETWEEN_CHITS

__all__ = ["CANDIDATES"]

_WORKS: Final = {
    Declaration.BUILD_IMPROVED_POSITION: EngineerWork.IMPROVED_POSITION,
    Declaration.BUILD_ENTRENCHMENT: EngineerWork.ENTRENCHMENT,
    Declaration.CLEAR_MINES: EngineerWork.CLEAR_MINES,
    Declaration.LAY_MINES: EngineerWork.LAY_MINES,
}
"""The works of engineers by the actions of the menus."""
_HEX: Final = re.compile(r"\b\d{2}\.\d{2}\b")
_UNNAMED: Final[Slips] = (Slip.UNNAMED_CHOICE,)
_TOLD_OF_CHECK: Final = frozenset({Declaration.TROOP_QUALITY_CHECK, Declaration.SPOTTER})
"""What players say of a check for Opportunity Fire that they do not name."""
_CHOICES_OF_DEFENDERS: Final = frozenset({Declaration.HOLD, Declaration.RETREAT})


def _assaults(scene: Context) -> Iterator[Candidate]:
    """Yield the assaults that a segment may mean: on a hex beside the units, with what each side did in it (R11)."""
    units, said = _in_order_of_attacks(scene), _who_said(scene, Declaration.COMPANY_BONUS_CHECK)
    tries: list[tuple[Slips, tuple[str, ...]]] = [((), said)]
    tries += [((Slip.UNANNOUNCED_COMPANY_BONUS,), (*said, *silent)) for silent in _tries_silently(scene, said)]
    meant = sorted(product(_assaulted(scene), tries), key=lambda each: cost_of(each[0][0] + each[1][0]))
    named = dict.fromkeys((*_aims_from_opportunity_fire(scene), _aims_of_each_shot(scene), _aims(scene)))
    aims: list[tuple[Slips, tuple[tuple[str, str], ...]]] = [((), each) for each in named]
    aims += [(_UNNAMED, each) for each in _aims_after_opportunity_fire(scene)]
    meant_with_retreats = (
        (*each, retreats, shots) for each in meant for retreats in _retreats(scene, each[0][1]) for shots in aims
    )  # fmt: skip
    for (slips, place, note), (more, bonus), retreats, (unnamed, targets) in meant_with_retreats:
        retreat = bool(retreats) or _said(scene, Declaration.RETREAT, enemy=True)
        advance = tuple(unit for unit, end in _drags(scene, enemy=False).items() if end == place)
        yield Candidate(
            Assault(
                units, place, company_bonus=bonus, targets=targets,
                defender_retreats=retreat, retreat_to=tuple(retreats.items()), advance=advance,
                charge=_said(scene, Declaration.CHARGE, enemy=False),
            ), (*slips, *more, *unnamed), note=note,
        )  # fmt: skip


def _in_order_of_attacks(scene: Context) -> tuple[str, ...]:
    """Return the assaulting units: if several are said to attack, in that order, which is their player's choice."""
    units = tuple(dict.fromkeys(scene.segment.units))
    attack = [unit for unit in _who_said(scene, Declaration.ASSAULT_FIRE) if unit in units]
    return units if len(attack) < len(units) else tuple(attack)


def _tries_silently(scene: Context, said: Collection[str]) -> Iterator[tuple[str, ...]]:
    """Yield the units of which nothing is *said* that may try for the Company Bonus: each alone, and all together.

    There have to be more dice than shots are named, or a check that is named for nothing else.
    """
    events = scene.segment.events
    shots = [event.unit for event in events if isinstance(event, Declared) and event.action is Declaration.ASSAULT_FIRE]
    told = any(isinstance(event, RollNamed) and event.names(RollPurpose.COMPANY_BONUS) for event in events)
    dice = sum(isinstance(event, DieRolled) and not event.purpose for event in events)
    if not told and dice <= max(len(shots), 1):
        return
    silent = [unit for unit in dict.fromkeys(shots or scene.segment.units) if unit not in said]
    yield from ((unit,) for unit in silent)
    if len(silent) > 1:
        yield tuple(silent)


def _assaulted(scene: Context) -> list[tuple[Slips, Hex, str]]:
    """Return the hexes whose assault may be meant."""
    position = scene.position
    places = [position.units[target].place for target in targets_told(scene)]
    start = position.units[scene.unit].place
    near = sorted(scene.book.grid.neighbours(start)) if isinstance(start, Hex) else []
    told = [place for place in places if isinstance(place, Hex)]
    rests = [e.rest for e in scene.segment.events if isinstance(e, Declared) and e.unit in scene.segment.units]
    told += [place for place in near if any(str(place) in rest for rest in rests)]
    held = [place for place in near
            if (there := position.units_in(place)) and scene.enemy(there[0])]  # fmt: skip
    told += [place for place in held if any(str(place) in text for text in _own_talk(scene))]
    told += [place for place in held if not _staying(scene).isdisjoint(position.units_in(place))]
    if told:
        return [((), told[0], "")]
    if not held:
        afar = (position.units[unit].place for unit in nearest_enemy(scene))
        held = [place for place in afar if isinstance(place, Hex)]
    note = "the assaulted hex is {}, though not named"
    fought = {position.units[unit].place for unit in _touched(scene)}
    return [(() if len(held) == 1 or place in fought else _UNNAMED, place, note.format(place)) for place in held]


def _own_talk(scene: Context) -> Iterator[str]:
    """Yield what the assaulting side says beside its menus: "on 26.13"."""
    side = scene.position.side(scene.unit)
    for event, step in zip(scene.segment.events, scene.segment.steps, strict=True):
        if isinstance(event, Said) and step.side == side:
            yield event.text


def _staying(scene: Context) -> frozenset[str]:
    """Return the enemies who are said to hold or to retreat: those who are assaulted (R11.7)."""
    return frozenset(
        event.unit for event in scene.segment.events
        if isinstance(event, Declared) and event.action in _CHOICES_OF_DEFENDERS and scene.enemy(event.unit)
    )  # fmt: skip


def _touched(scene: Context) -> Iterator[str]:
    """Yield the enemies to whom something happened."""
    for event in scene.segment.events:
        if isinstance(event, StateSet | TurnedOver | UnitMoved) and scene.enemy(event.unit):
            yield event.unit


def _retreats(scene: Context, place: Hex) -> Iterator[dict[str, Hex]]:
    """Yield where the defenders of a hex may retreat that do.

    Who was stopped on the way was never dragged to its end: any end is meant to which the way can lead.
    """
    dragged = _drags(scene, enemy=True)
    said = {
        event.unit
        for event in scene.segment.events
        if isinstance(event, Declared) and event.action is Declaration.RETREAT
    }
    going = sorted((said | dragged.keys()) & set(scene.position.units_in(place)))
    ends = {unit: _ends_of_retreat(scene, unit, place, dragged.get(unit)) for unit in going}
    known = [unit for unit in going if ends[unit]]
    for chosen in product(*(ends[unit] for unit in known)):
        yield dragged | dict(zip(known, chosen, strict=True))


def _ends_of_retreat(scene: Context, unit: str, place: Hex, dragged: Hex | None) -> list[Hex]:
    """Return where a unit may have meant to retreat: one hex for each kind of mines on the way (NQoS 4.3).

    It got where it was *dragged*; only mines stop it farther on. Fire may stop it before it goes: then nobody is taken
    to have gone where he may not (R11.7).
    """
    position, book = scene.position, scene.book
    zones = zone_hexes(position, book, position.side(unit))
    ways = retreat_ways(position, book, unit, place, int(book.switch("assault-retreat")))
    free = [end for end in ways if end not in zones] or list(ways)
    ends: dict[tuple[int, ...], Hex] = {(): dragged} if dragged else {}
    for end in sorted(free, key=lambda end: len(ways[end])):
        ahead = _ahead(ways[end], dragged)
        mines = tuple(mine_level(position, each, position.side(unit))
                      for each in ahead if rolls_for_mines(position, unit, each))  # fmt: skip
        if not dragged or (ahead and rolls_for_mines(position, unit, ahead[0])):
            ends.setdefault(mines, end)
    return list(ends.values())


def _ahead(way: tuple[Hex, ...], dragged: Hex | None) -> tuple[Hex, ...]:
    """Return what is left of a way for a unit that got as far as it was *dragged*."""
    if not dragged:
        return way
    return way[way.index(dragged) + 1 :] if dragged in way else ()


def _drags(scene: Context, *, enemy: bool) -> dict[str, Hex]:
    """Return where units were dragged to on the map, those of the one side or the other."""
    return {
        event.unit: event.target
        for event in scene.segment.events
        if isinstance(event, UnitMoved) and isinstance(event.target, Hex) and scene.enemy(event.unit) is enemy
    }


def _said(scene: Context, action: Declaration, *, enemy: bool) -> bool:
    return any(isinstance(event, Declared) and event.action == action and scene.enemy(event.unit) is enemy
               for event in scene.segment.events)  # fmt: skip


def _who_said(scene: Context, action: Declaration) -> tuple[str, ...]:
    units = (event.unit for event in scene.segment.events if isinstance(event, Declared) and event.action == action)
    return tuple(dict.fromkeys(units))


def _aims(scene: Context) -> tuple[tuple[str, str], ...]:
    """Return who fires at whom: the target that is named with a unit's fire in the assault, or next after it.

    What a unit that has no part in it did before the assault was announced is of another one, begun before the file.
    """
    aims: dict[str, str] = {}
    firer = ""
    events = scene.segment.events
    said = (n for n, event in enumerate(events) if isinstance(event, Declared) and event.action is Declaration.ASSAULT)
    begun = next(said, 0)
    for number, event in enumerate(events):
        if isinstance(event, Declared) and event.action is Declaration.ASSAULT_FIRE:
            foreign = number < begun and event.unit not in scene.segment.units and not scene.enemy(event.unit)
            firer = "" if foreign else event.unit
            if firer and firer not in aims and (target := aimed_at(event, scene.position)):
                aims[firer] = target
        elif isinstance(event, Declared) and event.action is Declaration.TARGET and firer and firer not in aims:
            aims[firer] = event.unit
    return tuple(aims.items())


def _hit_by_opportunity_fire(scene: Context) -> Iterator[tuple[str, str]]:
    """Yield the defenders who were said to take Opportunity Fire, or to check for it, each with the target named."""
    events = [event for event in scene.segment.events if isinstance(event, Declared)]
    for event, following in zip_longest(events, events[1:]):
        if not scene.enemy(event.unit):
            continue
        named = following.unit if following is not None and following.action is Declaration.TARGET else ""
        told = event.own_words and event.face is not None and event.action in _TOLD_OF_CHECK
        fires = event.action is Declaration.OPPORTUNITY_FIRE
        hit = event.hit or aimed_at(event, scene.position) or named if fires else named if told else ""
        if hit in scene.segment.units:
            yield event.unit, hit


def _aims_of_each_shot(scene: Context) -> tuple[tuple[str, str], ...]:
    """Return who fires at whom with each of his shots, of units for which several targets are named.

    Who may have taken Opportunity Fire before had another shot first.
    """
    checked = {
        event.unit for event in scene.segment.events
        if isinstance(event, Declared) and event.action in (*_TOLD_OF_CHECK, Declaration.OPPORTUNITY_FIRE)
    }  # fmt: skip
    return tuple(
        (firer, target)
        for firer, first in _aims(scene)
        for target in (() if firer in checked else tuple(_targets_of(scene, firer))) or (first,)
    )


def _aims_from_opportunity_fire(scene: Context) -> Iterator[tuple[tuple[str, str], ...]]:
    """Yield who fires at whom where defenders were said to take Opportunity Fire at a target that is named for it.

    Each unit's shots are in their order; if it fails its check the target named for that fire means none of them.
    """
    at = dict(_hit_by_opportunity_fire(scene))
    if at:
        others = (pair for pair in _aims_of_each_shot(scene) if pair[0] not in at)
        shots = ((firer, target) for firer in at for target in (at[firer], *_targets_of(scene, firer)))
        yield (*others, *shots)


def _aims_after_opportunity_fire(scene: Context) -> Iterator[tuple[tuple[str, str], ...]]:
    """Yield who fires at whom where a defender took Opportunity Fire at another unit than at the one named later.

    A mark shows that other unit to be hit.
    """
    named = _aims(scene)
    marked = dict.fromkeys(
        event.unit for event in scene.segment.events
        if isinstance(event, StateSet) and event.state in LOSSES and event.level and event.unit in scene.segment.units
    )  # fmt: skip
    for firer, first in named:
        if scene.enemy(firer):
            shots = [(firer, target) for target in _targets_of(scene, firer)] or [(firer, first)]
            others = [pair for pair in named if pair[0] != firer]
            yield from ((*others, (firer, unit), *shots) for unit in marked if unit != first)


def _targets_of(scene: Context, firer: str) -> Iterator[str]:
    """Yield the targets that are named with a unit's fire in the assault, in their order."""
    fires = False
    for event in scene.segment.events:
        if isinstance(event, Declared) and event.action is Declaration.ASSAULT_FIRE:
            fires = event.unit == firer
            if fires and (target := aimed_at(event, scene.position)):
                yield target
                fires = False
        elif isinstance(event, Declared) and event.action is Declaration.TARGET and fires:
            yield event.unit
            fires = False


def _rallies(scene: Context) -> Iterator[Candidate]:
    """Yield the rallies that a segment may mean (R13.1): of the Suppression first."""
    rest = " ".join(e.rest for e in scene.segment.events if isinstance(e, Declared) and e.unit == scene.unit).casefold()
    state = scene.position.units[scene.unit]
    if "cohesion" in rest:
        yield Candidate(Rally(scene.unit, RallyKind.COHESION))
    elif state.suppressed or "suppress" in rest or not state.cohesion:
        yield Candidate(Rally(scene.unit, RallyKind.SUPPRESSION))
        if state.cohesion:
            yield Candidate(Rally(scene.unit, RallyKind.COHESION), _UNNAMED)
    else:
        yield Candidate(Rally(scene.unit, RallyKind.COHESION))


def _works(scene: Context) -> Iterator[Candidate]:
    yield Candidate(Engineer(scene.unit, _WORKS[scene.segment.action]))


def _contacts(scene: Context) -> Iterator[Candidate]:
    """Yield the leaders through whom a gun may seek contact (R10.4)."""
    position = scene.position
    rest = " ".join(e.rest for e in scene.segment.events if isinstance(e, Declared) and e.unit == scene.unit).casefold()
    division = position.game.units[scene.unit].division
    leaders = tuple(leader for leader in position.leaders if position.game.leaders[leader].division == division)
    named = [leader for leader in leaders if any(n.casefold() in rest for n in position.game.leaders[leader].names)]
    able = [leader for leader in leaders if would_be_legal(position, SeekContact(scene.unit, leader), scene.book)]
    waiting = position.units[scene.unit].contact_leader
    for leader in named or able or (leaders_on_map(position, scene.unit) or leaders)[:1]:
        supposed = f"the leader is {position.game.leaders[leader].name}, though not named"
        note = "" if named or len(able) < 2 else supposed
        slips = () if named else _UNNAMED if waiting in ("", leader) else 2 * _UNNAMED
        there = _with_leader_told(position, scene.unit, leader, named)
        yield Candidate(SeekContact(scene.unit, leader), slips, note=note, position=there)
        yield from _with_another_leader(scene, leader, named, slips)


def _with_another_leader(scene: Context, leader: str, named: Sequence[str], slips: Slips) -> Iterator[Candidate]:
    """Yield contact with a waiting marker supposed to be with another leader, where it is not known with whom.

    Of a marker there at the start, or that may be with a leader who has left since, it is not even known whether it had
    been given back to its gun. Which leader it is with afterwards is known only if he is named.
    """
    position, unit = scene.position, scene.unit
    waiting = position.units[unit].contact_leader
    for lay in (*sorted(possible_leaders(position, unit) - {waiting}), *_given_back(position, unit)):
        if leader in (waiting, lay):
            where = f"was with {position.game.leaders[lay].name}" if lay else "had been given back"
            there = _with_leader_told(position.with_unit(unit, contact_leader=lay), unit, leader, named)
            yield Candidate(
                SeekContact(unit, leader), (*slips, Slip.EARLIER_FACT_ASSUMED),
                note=f"its contact marker {where}", position=there,
            )  # fmt: skip


def _given_back(position: Position, unit: str) -> tuple[str, ...]:
    """Return that a unit's waiting marker is with nobody, if it may have been with a leader who has left (R10.3)."""
    supposed = position.possible_contacts.get(unit, frozenset())
    gone = supposed - {*leaders_on_map(position, unit)}
    return (NOBODY,) if gone and position.units[unit].contact_leader in supposed else ()


def _with_leader_told(position: Position, unit: str, leader: str, named: Sequence[str]) -> Position:
    """Return a position in which a unit's contact marker may be laid with any leader unless one is named."""
    possible = frozenset(leaders_on_map(position, unit))
    if leader == position.units[unit].contact_leader:
        possible &= possible_leaders(position, unit)  # whichever it waits with already
    position = with_contact_known(position, unit)
    if named or len(possible) < 2:
        return position
    return position.after(possible_contacts={**position.possible_contacts, unit: possible})


def _chits(scene: Context) -> Iterator[Candidate]:
    drawn = [e.chit for e in scene.segment.events if isinstance(e, ChitMoved) and e.target == IN_PLAY]
    yield Candidate(PlayChit(drawn[-1]))


def _deployments(scene: Context) -> Iterator[Candidate]:
    places = [e.target for e in scene.segment.events if isinstance(e, UnitMoved) and e.unit == scene.unit]
    yield from (Candidate(Deploy(scene.unit, place)) for place in places[-1:] if isinstance(place, Hex))


def _take_backs(scene: Context) -> Iterator[Candidate]:
    if scene.table.units[scene.unit].status is not Status.ON_MAP:
        yield Candidate(TakeBack(scene.unit))


def _of_the_game(scene: Context) -> Iterator[Candidate]:
    """Yield what a declaration of an action may mean that only the game's own rules have."""
    own = [each for each in scene.segment.events if isinstance(each, Declared) and each.unit == scene.unit]
    dragged = [
        event.target for event, _ in scene.segment.drags() if event.unit == scene.unit and isinstance(event.target, Hex)
    ]
    rest = " ".join(each.rest for each in own)
    named = [place for each in own for place in each.way]
    named += [Hex.parse(found) for found in _HEX.findall(rest)]
    kind = declared_kind(scene.position.game.rules, scene.segment.action)
    seen = SeenAction(
        scene.position, scene.unit, tuple(dict.fromkeys((*reversed(dragged), *named))), targets_told(scene), rest
    )
    yield from (Candidate(action) for action in (kind.meanings(seen) if kind else ()))


def _ends(scene: Context) -> Iterator[Candidate]:
    """Yield the end of an activation; said of one that is over anyhow, it means nothing."""
    state = scene.position.units[scene.unit]
    if state.actions and not state.finished:
        yield Candidate(EndActivation(scene.unit))


CANDIDATES: Final[Mapping[SegmentKind, Callable[[Context], Iterator[Candidate]]]] = {
    SegmentKind.MOVE: move_candidates,
    SegmentKind.FIRE: fire_candidates,
    SegmentKind.COUNTERBATTERY: counterbattery_candidates,
    SegmentKind.OPPORTUNITY_FIRE: opportunity_candidates,
    SegmentKind.ASSAULT: _assaults,
    SegmentKind.ASSAULT_FIRE: assault_shot_candidates,
    SegmentKind.RALLY: _rallies,
    SegmentKind.ENGINEER: _works,
    SegmentKind.CONTACT: _contacts,
    SegmentKind.CHIT: _chits,
    SegmentKind.TURN: lambda _scene: iter([Candidate(EndTurn())]),
    SegmentKind.REVEAL: lambda scene: iter([Candidate(Reveal(scene.unit))]),
    SegmentKind.DEPLOY: _deployments,
    SegmentKind.TAKE_BACK: _take_backs,
    SegmentKind.OF_THE_GAME: _of_the_game,
    SegmentKind.END_ACTIVATION: _ends,
    **BETWEEN_CHITS,
}
"""The functions that make the candidates of a segment, by its kind."""
