"""What the kinds of mutations are made of: illegal actions as they are told, and the places where they can be put."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from adjudicator.game import play
from adjudicator.game.action_words import ActionType
from adjudicator.game.hexes import Hex
from adjudicator.game.order_of_battle import ChitKind
from adjudicator.game.play import Action, Roll, RollPurpose
from adjudicator.game.position import Activation, Position, Status
from adjudicator.recording.scripts import script
from adjudicator.recording.table_actions import Declare, TableAction, ThrowDice
from adjudicator.recording.turn_sequence import side_of
from adjudicator.referee.entries.game_findings import all_game_findings
from adjudicator.rules.judge import judge
from adjudicator.rules.random_dice import complete
from adjudicator.rules.ruling import Ruling, Verdict
from adjudicator.rules.series.command import may_begin
from tests.mutations.planting import Expected, Moment, Plan
from tests.support.rule_cases import built_in_refusals

__all__ = [
    "ANSWERED", "POINTS_SETTLED", "Way", "able", "allowed", "as_if", "begun", "changed_rolls", "completed", "expect",
    "first_illegal", "illegal", "on_map", "only_die", "refused", "rolls_of",
]  # fmt: skip

Way = Callable[[Moment], Plan | None]
"""What a kind does at a moment."""
ANSWERED: Final = 10
"""The number of further actions after which an answer, in which a player does what was left to him, has begun."""
POINTS_SETTLED: Final = 6
"""After how many further actions a points track that was not moved is held against its player."""
_MISS: Final = 9


def expect(name: str, rule: str = "") -> Expected:
    """Return what is expected of a finding: its own rule if none is given."""
    known = built_in_refusals().get(name) or all_game_findings()[name]
    return rule or known.rule, name


def on_map(position: Position, side: str = "") -> Iterator[str]:
    """Yield the units on the map, those of a side if one is given."""
    for unit, state in position.units.items():
        if state.status is Status.ON_MAP and isinstance(state.place, Hex) and side in ("", position.side(unit)):
            yield unit


def able(moment: Moment, kind: ActionType) -> Iterator[str]:
    """Yield the units that may begin an action of a kind now."""
    return (unit for unit in on_map(moment.position) if may_begin(moment.position, moment.book, unit, kind))


# illegal actions


def completed(moment: Moment, action: Action, position: Position | None = None) -> Action:
    """Return an action with its dice."""
    return complete(position or moment.position, action, moment.book, moment.rng)


def refused(ruling: Ruling) -> set[str]:
    """Return the names of all that the rules hold against an action."""
    return {finding.name for finding in ruling.findings if finding.verdict is Verdict.ILLEGAL}


def illegal(
    moment: Moment, action: Action, name: str, *, die: RollPurpose = RollPurpose.OPEN, dice: bool = True
) -> Plan | None:
    """Return the plan of an action that is illegal for one reason and no other, None if it is not.

    *die* is what a die is thrown for though the rules come to none.
    """
    full = completed(moment, action) if dice else action
    ruling = judge(moment.position, full, moment.book)
    found = {(f.rule, f.name) for f in ruling.findings if f.verdict is Verdict.ILLEGAL}
    if {each for _rule, each in found} != {name} or ruling.after is None:
        return None
    acts = script(moment.position, full, moment.book)
    if die:
        at = max(at for at, act in enumerate(acts) if isinstance(act, Declare)) + 1
        acts = (*acts[:at], ThrowDice((Roll(die, getattr(action, "unit", ""), _MISS),)), *acts[at:])
    return Plan(acts, ruling.after, tuple(found), side_of(moment.position, action))


def first_illegal(
    name: str,
    actions: Callable[[Moment], Iterable[Action]],
    *,
    die: RollPurpose = RollPurpose.OPEN,
    or_else: tuple[Expected, ...] = (),
) -> Way:
    """Return what does the first of some actions that is illegal for that reason."""

    def way(moment: Moment) -> Plan | None:
        plans = (illegal(moment, action, name, die=die) for action in actions(moment))
        plan = next((plan for plan in plans if plan is not None), None)
        return plan and replace(plan, or_else=or_else)

    return way


def ended(moment: Moment, unit: str) -> Position:
    """Return the position in which another unit than *unit* has ended its activation (R6.18)."""
    active = moment.position.activation.unit
    if active in ("", unit):
        return moment.position
    return judge(moment.position, play.EndActivation(active), moment.book).after or moment.position


def begun(moment: Moment) -> bool:
    """Return whether somebody has acted: before that, units may still be set up elsewhere."""
    return any(not isinstance(action, play.PlayChit | play.Reveal) for _position, action in moment.past)


def allowed(position: Position, unit: str) -> Position:
    """Return a position in which a unit could begin an action: what its player would like it to be."""
    counter = position.game.units[unit]
    chits = position.game.chits.values()
    formation = (c.id for c in chits if c.kind == ChitKind.FORMATION and c.formation == counter.formation)
    division = (c.id for c in chits if c.kind == ChitKind.DIVISION and c.division == counter.division)
    chit = next((*formation, *division).__iter__())
    return position.with_unit(unit, actions=(), finished=False, suppressed=False).after(activation=Activation(chit))


def as_if(
    moment: Moment,
    action: Any,
    expected: Expected,
    *,
    before: tuple[TableAction, ...] = (),
    supposed: Position | None = None,
) -> Plan | None:
    """Return the plan of an action that its unit may not even begin, done as if it might; None if that is no reason."""
    position, unit = moment.position, action.unit
    if not begun(moment) or expected[1] not in refused(judge(position, action, moment.book)):
        return None
    there = supposed or allowed(position, unit)
    full = completed(moment, action, there)
    ruling = judge(there, full, moment.book)
    if not ruling.legal or ruling.after is None:
        return None
    position = ended(moment, unit)
    old, new = position.units[unit], ruling.after.units[unit]
    kept = {"actions": old.actions, "finished": old.finished, "suppressed": old.suppressed or new.suppressed}
    active = moment.position.activation.unit
    after = ruling.after.after(activation=position.activation)
    if active and active != unit and after.units[active].status is Status.ON_MAP:
        after = after.with_unit(active, finished=True)
    if new.status is Status.ON_MAP:
        after = after.with_unit(unit, **kept)
    return Plan((*before, *script(there, full, moment.book)), after, (expected,), position.side(unit))


# dice


def only_die(acts: tuple[Any, ...], purpose: str) -> ThrowDice | None:
    """Return the only die for a purpose."""
    dice = [act for act in acts if isinstance(act, ThrowDice) and act.rolls[0].purpose == purpose]
    return dice[0] if len(dice) == 1 else None


def rolls_of(action: Any) -> Iterator[Roll]:
    """Yield the dice of an action in their order."""
    yield from getattr(action, "rolls", ())
    for step in getattr(action, "steps", ()):
        yield from step.rolls


def changed_rolls(action: Any, change: Callable[[Roll], Roll | None]) -> Any:
    """Return an action with each of its dice changed; a die that becomes None is left out."""

    def changed(rolls: tuple[Roll, ...]) -> tuple[Roll, ...]:
        return tuple(new for roll in rolls if (new := change(roll)) is not None)

    if isinstance(action, play.Move):
        steps = tuple(replace(step, rolls=changed(step.rolls)) for step in action.steps)
        return replace(action, steps=steps, rolls=changed(action.rolls))
    return replace(action, rolls=changed(action.rolls)) if getattr(action, "rolls", ()) else action
