"""Mutations of what units do: moves that may not be made, actions out of their activation, payments left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from adjudicator.game.action_words import ActionType, Declaration
from adjudicator.game.hexes import Hex
from adjudicator.game.play import DirectFire, EndActivation, Move, MoveStep, StepKind
from adjudicator.game.position import Position
from adjudicator.recording.scripts import script
from adjudicator.recording.table_actions import Declare, Drag, SetPoints, TableAction
from adjudicator.rules.judge import judge
from adjudicator.rules.legal_actions import legal_actions
from adjudicator.rules.random_dice import complete
from adjudicator.rules.series.paths import reachable
from tests.mutations.planting import Kind, Moment, Plan
from tests.mutations.telling import (
    POINTS_SETTLED,
    Way,
    able,
    allowed,
    as_if,
    expect,
    first_illegal,
    on_map,
    refused,
)

__all__ = ["ACTIVATIONS", "MOVES"]

_TRIED = 40
"""How many ways of doing a thing wrong are looked at in a moment."""


# moves


def _ways_on(moment: Moment, unit: str) -> Iterator[Move]:
    """Yield moves of a unit that go one hex further than the ways that the rules know."""
    ways = reachable(moment.position, moment.book, unit)
    place = moment.position.units[unit].place
    starts = [(place, ()), *((end, way.steps) for end, way in ways.items())] if isinstance(place, Hex) else []
    for end, steps in sorted(starts, key=lambda each: (-len(each[1]), str(each[0]))):
        for beyond in sorted(moment.book.grid.neighbours(end)):
            if beyond not in ways and beyond != place:
                yield Move(unit, (*steps, MoveStep(StepKind.ENTER, beyond)))


def _too_far(moment: Moment) -> Iterator[Move]:
    for unit in able(moment, ActionType.MOVEMENT):
        yield from islice(_ways_on(moment, unit), _TRIED)


def _one_step(moment: Moment) -> Iterator[Move]:
    """Yield moves by one hex of all units that may move."""
    for unit in able(moment, ActionType.MOVEMENT):
        place = moment.position.units[unit].place
        if isinstance(place, Hex):
            yield from (
                Move(unit, (MoveStep(StepKind.ENTER, end),)) for end in sorted(moment.book.grid.neighbours(place))
            )


def _teleported(moment: Moment) -> Plan | None:
    """Drag a unit across the map without a word."""
    for unit in able(moment, ActionType.MOVEMENT):
        ways, state = reachable(moment.position, moment.book, unit), moment.position.units[unit]
        if not isinstance(state.place, Hex) or not ways:
            continue
        far = [place for place in moment.book.layout.within(state.place, 14) if _is_free(moment, unit, place)]
        ends = [place for place in sorted(far) if moment.book.grid.distance(place, state.place) > 9]
        if ends:
            end = moment.rng.choice(ends)
            jump = judge(moment.position, Move(unit, (MoveStep(StepKind.ENTER, end),)), moment.book).after
            if jump is None or state.improvement or _led(moment.position, unit) or state.actions:
                continue
            acts, after = (
                (Declare(unit, Declaration.MOVE, implied=True), Drag((unit,), end)),
                jump.with_unit(unit, place=end),
            )
            return Plan(acts, after, (expect("too-few-points"),), moment.position.side(unit))
    return None


def _led(position: Position, unit: str) -> bool:
    place = position.units[unit].place
    return any(leader.place == place for leader in position.leaders.values())


def _is_free(moment: Moment, unit: str, place: Hex) -> bool:
    limits = refused(judge(moment.position, Move(unit, (MoveStep(StepKind.ENTER, place),)), moment.book))
    return place in moment.book.grid.hexes and not moment.position.units_in(place) and limits <= {"not-adjacent"}


def _into_enemy(moment: Moment) -> Plan | None:
    for move in _one_step(moment):
        end, state = move.steps[0].to, moment.position.units[move.unit]
        wrong = refused(judge(moment.position, move, moment.book))
        fresh = not (state.actions or state.improvement or _led(moment.position, move.unit))
        if wrong == {"enemy-in-hex"} and fresh:
            after = judge(moment.position, move, moment.book).after
            assert after is not None
            acts = (Declare(move.unit, Declaration.MOVE, implied=True), Drag((move.unit,), end))
            return Plan(acts, after.with_unit(move.unit, place=end, improvement=0), (expect("enemy-in-hex"),),
                        moment.position.side(move.unit))  # fmt: skip
    return None


def _overstacked(moment: Moment) -> Plan | None:
    """Gather units in a hex until one ends its activation there that has no room."""
    held = sorted(place for place, units in moment.position.occupants.items() if isinstance(place, Hex) and units[1:])
    return next((plan for place in held if (plan := _gathered(moment, place)) is not None), None)


def _gathered(moment: Moment, place: Hex) -> Plan | None:
    """Move one unit after the other into a hex; None if it never is too full."""
    position, before = moment.position, tuple[TableAction, ...]()
    for unit in able(moment, ActionType.MOVEMENT):
        way = reachable(position, moment.book, unit).get(place)
        if way is None or position.units[unit].actions:
            continue
        steps = (*way.steps, MoveStep(StepKind.LEAVE_COLUMN)) if way.column else way.steps
        move = complete(position, Move(unit, steps), moment.book, moment.rng)
        moved = judge(position, move, moment.book)
        if not moved.legal or moved.after is None or moved.after.units[unit].place != place:
            continue
        over = judge(moved.after, EndActivation(unit), moment.book)
        acts = (*script(position, move, moment.book), *script(moved.after, EndActivation(unit), moment.book))
        if refused(over) == {"overstacked"} and over.after is not None:
            return Plan(acts, over.after, (expect("overstacked"),), position.side(unit), prelude=before)
        position, before = over.after or position, (*before, *acts)
    return None


def _goes_on(moment: Moment) -> Plan | None:
    """Drag a unit on that Opportunity Fire or mines have stopped."""
    move = moment.action
    if not isinstance(move, Move):
        return None
    if any(roll.purpose == "minefield" for roll in move.steps[-1].rolls):
        return None
    after = judge(moment.position, move, moment.book).after
    place = after.units[move.unit].place if after else None
    if after is None or not isinstance(place, Hex) or not after.units[move.unit].suppressed:
        return None
    if moment.position.units[move.unit].suppressed:
        return None
    ends = [end for end in sorted(moment.book.grid.neighbours(place)) if end != move.steps[-1].to]
    wrong = {end: Move(move.unit, (*move.steps, MoveStep(StepKind.ENTER, end))) for end in ends}
    for end, longer in wrong.items():
        if refused(judge(moment.position, longer, moment.book)) == {"moved-on-after-stop"}:
            acts = script(moment.position, move, moment.book)
            acts = tuple(each for each in acts if not (isinstance(each, Declare) and each.action == "move-end"))
            return Plan((*acts, Drag((move.unit,), end)), after.with_unit(move.unit, place=end),
                        (expect("moved-on-after-stop"),), moment.position.side(move.unit),
                        or_else=(expect("result-not-applied", "GTS R7.3"), expect("change-not-explained", "GTS R7.3")),
                        )  # fmt: skip
    return None


def _leader_alone(moment: Moment) -> Plan | None:
    for leader, state in moment.position.leaders.items():
        if isinstance(state.place, Hex):
            side = moment.position.game.divisions[moment.position.game.leaders[leader].division].side
            friends = {moment.position.units[unit].place for unit in on_map(moment.position, side)}
            ends = [end for end in sorted(moment.book.grid.neighbours(state.place)) if end in friends]
            if ends:
                leaders = {**moment.position.leaders, leader: type(state)(state.status, ends[0])}
                acts = (Drag((leader,), ends[0]),)
                return Plan(acts, moment.position.after(leaders=leaders), (expect("leader-moved-alone"),), side)
    return None


MOVES = (
    Kind("one hex too far", "a unit goes one hex further than its Movement Points reach",
         first_illegal("too-few-points", _too_far)),
    Kind("teleported", "a unit is dragged across the map in one jump", _teleported),
    Kind("overstacked", "a unit ends its activation in a hex that is full already", _overstacked, follows=1),
    Kind("into a Fire Zone first", "a unit enters an enemy Fire Zone with its first action under a Division chit",
         first_illegal("zone-in-first-action", _one_step)),
    Kind("enemy hex entered", "a unit is dragged into a hex with an enemy unit, without an assault", _into_enemy),
    Kind("beyond the limits", "a unit goes beyond the limits of the scenario",
         first_illegal("outside-scenario-limits", _too_far)),
    Kind("near an enemy entry hex", "a unit comes too near to the enemy's entry hex",
         first_illegal("near-enemy-entry-hex", _too_far)),
    Kind("two in Column", "a unit in Column enters a hex where another one is in Column",
         first_illegal("second-in-column", _one_step)),
    Kind("on after a stop", "a unit that Opportunity Fire or mines have Suppressed is dragged on", _goes_on,
         why_else="where it was stopped is told by where its counter should be"),
    Kind("leader alone", "a leader is dragged to the next hex without a unit", _leader_alone),
)  # fmt: skip


# activations


def _doable(moment: Moment, unit: str, kinds: Iterable[str], there: Position) -> Iterator[Move | DirectFire]:
    for action in legal_actions(there, unit, moment.book, kinds):
        if isinstance(action, Move | DirectFire):
            yield action


def _is_refused(moment: Moment, unit: str, kind: str, name: str) -> bool:
    """Return whether a unit may not begin an action of a kind, for one reason."""
    place = moment.position.units[unit].place
    near = sorted(moment.book.grid.neighbours(place)) if isinstance(place, Hex) else []
    enemy = next(each for each in moment.position.units if moment.position.side(each) != moment.position.side(unit))
    action = Move(unit, (MoveStep(StepKind.ENTER, near[0]),)) if kind == "movement" else DirectFire(unit, enemy)
    return name in refused(judge(moment.position, action, moment.book))


def _not_allowed(name: str, *kinds: str) -> Way:
    """Return what lets a unit act that may not begin an action, for one reason."""

    def way(moment: Moment) -> Plan | None:
        for unit in on_map(moment.position):
            last = moment.past[-1][1] if moment.past else None
            done = kinds or ("movement", "fire")
            if unit == getattr(last, "unit", "") or not any(_is_refused(moment, unit, kind, name) for kind in done):
                continue
            there = allowed(moment.position, unit)
            for action in islice(_doable(moment, unit, kinds or ("movement", "fire"), there), 3):
                if refused(judge(moment.position, action, moment.book)) == {name}:
                    plan = as_if(moment, action, expect(name))
                    if plan is not None:
                        return plan
        return None

    return way


def _again(moment: Moment) -> Iterator[Move | DirectFire]:
    """Yield what units could do that have acted already, if they had not."""
    for unit in on_map(moment.position):
        if moment.position.units[unit].actions:
            fresh = moment.position.with_unit(unit, actions=(), finished=False)
            yield from islice(_doable(moment, unit, ("movement", "fire"), fresh), 4)


def _rallying_first(moment: Moment) -> Iterator[Move | DirectFire]:
    """Yield what units do that are in the middle of their activation."""
    for unit in on_map(moment.position):
        state = moment.position.units[unit]
        if state.actions and not state.finished:
            fresh = moment.position.with_unit(unit, actions=())
            yield from islice(_doable(moment, unit, ("movement", "fire"), fresh), 6)


def _unpaid(moment: Moment) -> Plan | None:
    """Do a second action, or one by Direct Command, and leave the Command Points as they are."""
    acts = script(moment.position, moment.action, moment.book)
    paid = [act for act in acts if isinstance(act, Declare) and act.action in ("second-action", "direct-command")]
    ruling = judge(moment.position, moment.action, moment.book)
    changes = [act for act in acts if isinstance(act, SetPoints)]
    if len(paid) != 1 or len(changes) != 1 or ruling.after is None:
        return None
    left = tuple(act for act in acts if act not in paid and act not in changes)
    division = moment.position.game.units[paid[0].counter].division
    after = ruling.after.with_points(division, command=1)
    return Plan(left, after, (expect("result-not-applied", "GTS R6.11"),), moment.position.side(paid[0].counter),
                (expect("command-points-short", "GTS R6.11"),))  # fmt: skip


ACTIVATIONS = (
    Kind("other division's unit", "a Division chit is in play and a unit of another division acts",
         _not_allowed("not-of-the-division")),
    Kind("other formation's unit", "a Formation chit is in play and a unit of another formation acts",
         _not_allowed("not-of-the-formation")),
    Kind("wrong side's unit", "a Direct Command chit is in play and a unit of the other side acts",
         _not_allowed("not-of-the-side")),
    Kind("no chit in play", "a unit acts before the first chit of the turn is played", None,
         "the chit that was left over lies in play since the turn before ended: to act under it is to play it"),
    Kind("Suppressed unit moves", "a Suppressed unit moves", _not_allowed("suppressed-cannot-act", "movement")),
    Kind("Suppressed unit fires", "a Suppressed unit fires", _not_allowed("suppressed-cannot-act", "fire")),
    Kind("finished unit acts", "a unit whose activation is over acts again",
         first_illegal("activation-over", _again)),
    Kind("third action", "a unit does a third action under a chit", first_illegal("two-actions-done", _again)),
    Kind("same kind twice", "a unit does the same kind of action twice",
         first_illegal("same-kind-of-action", _rallying_first)),
    Kind("second action out of command", "a unit that is not In Command does a second action",
         first_illegal("second-action-out-of-command", _rallying_first)),
    Kind("no point left", "an action is paid for by a division without Command Points",
         first_illegal("command-points-short", lambda moment: (*_again(moment), *_fresh(moment)))),
    Kind("second action unpaid", "an action that costs a Command Point is done, and the points are left", _unpaid,
         follows=POINTS_SETTLED, why_else="what is not paid with the last point is short with the next one"),
)  # fmt: skip


def _fresh(moment: Moment) -> Iterator[Move | DirectFire]:
    """Yield what units could do that have not acted."""
    for unit in on_map(moment.position):
        if not moment.position.units[unit].actions:
            there = allowed(moment.position, unit)
            yield from islice(_doable(moment, unit, ("movement", "fire"), there), 2)
