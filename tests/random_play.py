"""Plays at random by the rules, and holds every position to what must always be true.

The turns follow the rules too: dice at their start, chits bought, reinforcements, events and rolls for withdrawal, to
the scenario's end.

What goes wrong leaves a file that replays it: ``python -m tests.random_play FILE``.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from adjudicator.game import play
from adjudicator.game.action_words import ActionType
from adjudicator.game.hexes import Hex
from adjudicator.game.notation.parsing import read_action_line
from adjudicator.game.notation.printing import action_line
from adjudicator.game.play import Action
from adjudicator.game.play_json import action_text, action_to_data, read_action
from adjudicator.game.position import Position, Status
from adjudicator.game.position_json import position_text, position_to_data, read_position
from adjudicator.game.start import start_position
from adjudicator.rules.bir_hacheim.break_out import break_out_is_due
from adjudicator.rules.bir_hacheim.waiting_formations import chit_wait
from adjudicator.rules.exclusive_rules import Wait
from adjudicator.rules.judge import judge
from adjudicator.rules.legal_actions import KINDS, free_actions, legal_actions, playable_chits, would_be_legal
from adjudicator.rules.random_dice import complete
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.series.command import ACTION_TYPES, may_begin
from adjudicator.rules.series.paths import ways
from adjudicator.rules.series.sequence import is_set_up
from adjudicator.rules.series.stacking import is_overstacked
from adjudicator.rules.standing import is_over, standing
from adjudicator.rules.switches import all_switches
from adjudicator.rules.turn_actions import turn_actions
from tests.support.rule_cases import book_for, built_in_game, built_in_notation

__all__ = ["Failure", "Game", "replay"]

_LOOKED_AT: Final = 6
"""How many units are asked for an action before the next chit is drawn."""
_EVERY: Final = 40
"""Every how manieth position goes through JSON."""
_ALL_TRIED: Final = 0.004
"""How often all that a unit is offered is tried."""
_LIKELY: Final = {"outside": 0.25, "movement": 0.6}
"""How often a kind of action is thought of."""
_BOUGHT: Final = 0.25
"""How often one more chit is bought."""
_ACTS: Final = 0.95
"""How often a unit acts before the next chit is drawn."""


def agreed_book(sheet: str = "") -> RuleBook:
    """Return a book in which the players have agreed on what is not safe to assume, so that nothing is left open.

    *sheet* is the version whose map is on the table, empty for the present one.
    """
    agreed = tuple((switch.id, switch.default) for switch in all_switches().values() if not switch.safe)
    return book_for(agreed, sheet=sheet)


def settled_book() -> RuleBook:
    """Return a book in which the players have agreed on every switch, so that no verdict hangs on an unsettled rule."""
    return book_for(tuple((switch.id, switch.default) for switch in all_switches().values()))


class Failure(AssertionError):
    """Something that must not happen in a game."""


@dataclass
class Game:
    """A game that is played at random from a scenario's start."""

    scenario: int
    seed: int
    failures: Path
    """The file that is written when something goes wrong."""
    book: RuleBook = field(default_factory=agreed_book)
    done: Counter[str] = field(default_factory=Counter)
    """How many actions of each kind were played."""
    tried: int = 0
    """How many more were offered, completed and judged, but not played."""
    acts: float = _ACTS
    """How often a unit acts before the next chit is drawn."""
    ends: Counter[str] = field(default_factory=Counter)
    """How the games have ended."""
    turns: Counter[str] = field(default_factory=Counter)
    """How often each turn of the day began."""

    def __post_init__(self) -> None:
        self.rng = Random(f"{self.scenario}/{self.seed}")  # noqa: S311 - nothing secret hangs on it
        self.position = self._start()

    def _start(self) -> Position:
        return start_position(built_in_game(), self.scenario)

    def run(self, actions: int) -> None:
        """Play a number of actions. Raises :class:`Failure` at the first thing that is wrong."""
        while sum(self.done.values()) < actions:
            self.play_action(self._choice() or self._turn_over())

    def run_to_the_end(self) -> str:
        """Play until a game has ended, and return how."""
        before = sum(self.ends.values())
        while sum(self.ends.values()) == before:
            self.play_action(self._choice() or self._turn_over())
        return next(iter(self.ends))

    def play_action(self, action: Action) -> None:
        """Play an action. Raises :class:`Failure`."""
        completed = complete(self.position, action, self.book, self.rng)
        with self._reporting(completed):
            after = judged(self.position, completed, self.book)
            check_change(self.position, after, completed, self.book)
            check_notation(self.position, completed)
            if sum(self.done.values()) % _EVERY == 0:
                check_json(after, completed)
        self.done[type(action).__name__] += 1
        if isinstance(action, play.EndTurn):
            self.turns[after.time.turn] += 1
        self.position = after
        sides = {after.side(unit) for unit, state in after.units.items() if state.status is Status.ON_MAP}
        if after.outcome or (is_over(after) and not break_out_is_due(after)) or len(sides) < 2:
            self.ends[standing(after, self.book).result] += 1
            self.position = self._start()

    @contextmanager
    def _reporting(self, action: Action) -> Iterator[None]:
        """Write down what goes wrong with an action, whatever it is."""
        try:
            yield
        except Exception as error:
            data = {
                "error": f"{type(error).__name__}: {error}",
                "action": action_to_data(action),
                "position": position_to_data(self.position),
            }
            self.failures.write_text(json.dumps(data, ensure_ascii=False, indent=1), encoding="utf-8")
            raise Failure(f"{data['error']}; replay it with python -m tests.random_play {self.failures}") from error

    # what to do next

    def _choice(self) -> Action | None:
        """Return an action that is offered, None if the turn is over."""
        rng, position = self.rng, self.position
        first = self._before_chits()
        if first is not None:
            return first
        if position.last_indirect and rng.random() < 0.7:
            answers = self._answers()
            if answers:
                return rng.choice(answers)
        if position.activation.chit and rng.random() < self.acts:
            for unit in self._candidates():
                action = self._action_of(unit)
                if action is not None:
                    return action
        strikes = free_actions(position, self.book)
        chits = playable_chits(position, self.book)
        waiting = (chit_wait(position, chit) is Wait.WAITS for chit in position.mug)
        if not chits and len(position.mug) > 1 and not all(waiting):
            with self._reporting(play.PlayChit(position.mug[0])):
                raise Failure("a dead end: no chit can be drawn, though the turn is not over")
        return rng.choice([*(strikes or chits)]) if strikes or chits else None

    def _before_chits(self) -> Action | None:
        """Return something that comes before the next chit, None if nothing has to, or if enough chits are bought."""
        position = self.position
        held = position.withdrawals or position.event or break_out_is_due(position)
        if not (position.due or held or (self.scenario > 1 and is_set_up(position))):
            return None
        offered = turn_actions(position, self.book, chits=False)
        purchases = [action for action in offered if isinstance(action, play.BuyChit)]
        others = [action for action in offered if action not in purchases and not isinstance(action, play.EndTurn)]
        if purchases and self.rng.random() < _BOUGHT:
            return self.rng.choice(purchases)
        return self._arriving(self.rng.choice(others)) if others else None

    def _arriving(self, action: Action) -> Action:
        """Return an arrival in another form, if it is one."""
        if not isinstance(action, play.Arrive) or self.rng.random() < 0.5:
            return action
        varied = replace(action, column=self.rng.random() < 0.5, mounted=self.rng.random() < 0.5)
        return varied if would_be_legal(self.position, varied, self.book) else action

    def _answers(self) -> list[Action]:
        side = self.position.side(self.position.last_indirect)
        others = [unit for unit in self.position.units if self.position.side(unit) != side]
        return [
            action
            for unit in others
            for action in legal_actions(self.position, unit, self.book, ["outside"])
            if isinstance(action, play.Counterbattery)
        ]

    def _candidates(self) -> Iterator[str]:
        """Yield units that may do something, the active one mostly first."""
        active = self.position.activation.unit
        if active and self.rng.random() < 0.8:
            yield active
        units = list(self.position.units)
        self.rng.shuffle(units)
        able = (u for u in units if any(may_begin(self.position, self.book, u, kind) for kind in ACTION_TYPES))
        for _, unit in zip(range(_LOOKED_AT), able, strict=False):
            yield unit
        yield from units[:2]

    def _action_of(self, unit: str) -> Action | None:
        """Return one of a unit's actions, of a kind that is drawn first."""
        if self.rng.random() < _ALL_TRIED:
            self._try_all(unit)
        kinds = [kind for kind in KINDS if self.rng.random() < _LIKELY.get(kind, 0.8)]
        self.rng.shuffle(kinds)
        for kind in sorted(kinds, key=lambda kind: kind != "assault"):  # which is seldom possible
            offered = self._moves(unit) if kind == "movement" else legal_actions(self.position, unit, self.book, [kind])
            if offered:
                return self._varied(self.rng.choice(offered))
        return None

    def _moves(self, unit: str) -> list[Action]:
        """Return one of the moves that a unit may make: to list them all takes long."""
        if not may_begin(self.position, self.book, unit, ActionType.MOVEMENT):
            return []
        found = list(islice(ways(self.position, self.book, unit), self.rng.randrange(1, 100)))
        if not found:
            return []
        some = self.rng.sample(found, min(len(found), self.rng.choice([1, 4, 20])))
        nearest = min(some, key=lambda way: self._distance_to_enemies(unit, way.hex))
        return [self._with_reveals(play.Move(unit, nearest.steps))]

    def _distance_to_enemies(self, unit: str, start: Hex) -> int:
        """Return how far the nearest enemy is from a hex, so that the armies meet."""
        side, position = self.position.side(unit), self.position
        return min(
            (
                self.book.grid.distance(start, place)
                for place, units in position.occupants.items()
                if isinstance(place, Hex) and position.side(units[0]) != side
            ),
            default=0,
        )

    def _with_reveals(self, move: play.Move) -> play.Move:
        """Return a move in which the other side now and then shows a gun at the last step."""
        side = self.position.side(move.unit)
        guns = [u for u, state in self.position.units.items() if state.hidden and self.position.side(u) != side]
        if not guns or self.rng.random() > 0.05:
            return move
        *steps, last = move.steps
        return replace(move, steps=(*steps, replace(last, reveals=(self.rng.choice(guns),))))

    def _varied(self, action: Action) -> Action:
        """Return an action with other choices within it, if they are allowed."""
        varied = action
        if isinstance(action, play.DirectFire | play.IndirectFire):
            varied = replace(action, company_bonus=self.rng.random() < 0.4)
        elif isinstance(action, play.Assault):
            varied = self._varied_assault(action)
        return varied if would_be_legal(self.position, varied, self.book) else action

    def _varied_assault(self, action: play.Assault) -> play.Assault:
        rng, defenders = self.rng, self.position.units_in(action.target)
        everyone = (*action.units, *defenders)
        near = [place for place in self.book.layout.within(action.target, 2) if place in self.book.grid.hexes]
        retreats = rng.random() < 0.4
        return replace(
            action,
            company_bonus=tuple(unit for unit in everyone if rng.random() < 0.2),
            targets=tuple((unit, rng.choice(defenders)) for unit in action.units if rng.random() < 0.3),
            defender_retreats=retreats,
            retreat_to=tuple((unit, rng.choice(near)) for unit in defenders) if retreats else (),
        )

    def _try_all(self, unit: str) -> None:
        """Judge every action that a unit is offered, with dice."""
        for action in legal_actions(self.position, unit, self.book):
            completed = complete(self.position, action, self.book, self.rng)
            with self._reporting(completed):
                judged(self.position, completed, self.book)
            self.tried += 1

    # the turn

    def _turn_over(self) -> Action:
        """Return what is done when no chit is left to draw: some units leave by their entry hexes, then it ends."""
        offered = turn_actions(self.position, self.book)
        leaving = [action for action in offered if isinstance(action, play.LeaveMap)]
        if leaving and self.rng.random() < 0.3:
            return self.rng.choice(leaving)
        return play.EndTurn()


# what must always be true


def judged(position: Position, action: Action, book: RuleBook) -> Position:
    """Return the position after an action. Raises :class:`Failure` if it is not legal."""
    ruling = judge(position, action, book)
    if not ruling.legal or ruling.after is None:
        raise Failure("; ".join(f"{finding.name}: {finding.text}" for finding in ruling.findings))
    return ruling.after


def check_change(before: Position, after: Position, action: Action, book: RuleBook) -> None:
    """Hold the position after an action against what no action may do."""
    _hold(list(after.units) == list(before.units), "units came or went")
    _hold(list(after.leaders) == list(before.leaders), "leaders came or went")
    _hold(list(after.points) == list(before.points), "divisions came or went")
    _hold(all(p.command >= 0 and p.dispatch >= 0 for p in after.points.values()), "points are below zero")
    if not isinstance(action, play.BuyChit | play.EndTurn):
        _hold(Counter((*before.mug, *before.played)) == Counter((*after.mug, *after.played)), "chits came or went")
    _hold(after.morale is None or 0 <= after.morale <= 30, "French Morale is off its track")
    _hold(len({*after.mug, *after.played}) == len(after.mug) + len(after.played), "a chit is there twice")
    for name in after.returning:
        state = after.units.get(name) or after.leaders[name]
        _hold(state.status in (Status.WAITING, Status.WITHDRAWN), f"{name} is to come back, but has not left")
    for unit, state in after.units.items():
        if state is not before.units[unit]:
            _check_unit(before, after, unit, action)
    _check_places(before, after, book)
    again = replace(after, units=dict(after.units))
    _hold(again == after and hash(again) == hash(after), "the hash is not that of the position made anew")
    _hold(again.occupants == after.occupants, "what is remembered of the places is wrong")


def _hold(fact: bool, problem: str) -> None:
    if not fact:
        raise Failure(problem)


def _check_unit(before: Position, after: Position, unit: str, action: Action) -> None:
    old, new, counter = before.units[unit], after.units[unit], after.game.units[unit]
    fresh = isinstance(action, play.Deploy)
    _hold(new.steps <= (counter.steps if fresh else old.steps), f"{unit} has won a step")
    _hold((new.place is not None) == (new.status is Status.ON_MAP), f"{unit} is nowhere, or gone and somewhere")
    _hold(0 <= new.cohesion <= 2, f"{unit} has {new.cohesion} Cohesion Hits")
    _hold(not (new.mounted and counter.mounted is None), f"{unit} is mounted without transport")
    _hold(not new.hidden or old.hidden, f"{unit} has hidden itself")
    _hold(not (old.status is Status.ELIMINATED and new.status is not Status.ELIMINATED), f"{unit} came back")
    _hold(
        not new.place or not isinstance(new.place, Hex) or new.place in after.game.map.hexes, f"{unit} is off the map"
    )
    _hold(len(new.actions) <= 2, f"{unit} has done {new.actions}")


def _check_places(before: Position, after: Position, book: RuleBook) -> None:
    """One side only in a hex; no stack too high but that of a unit still active, or stopped; leaders with units."""
    for place, units in after.occupants.items():
        if isinstance(place, Hex) and before.occupants.get(place) != units:
            _hold(len({after.side(unit) for unit in units}) == 1, f"both sides are in {place}")
            stopped = any(after.units[unit].suppressed or unit == after.activation.unit for unit in units)
            _hold(stopped or not is_overstacked(after, book, place), f"{place} is overstacked")
    for leader, state in after.leaders.items():
        if state.status is Status.ON_MAP:
            side = after.game.divisions[after.game.leaders[leader].division].side
            with_him = {after.side(unit) for unit in after.units_in(state.place)}
            _hold(side in with_him, f"{leader} is alone in {state.place}")


def check_json(position: Position, action: Action) -> None:
    """Hold a position and an action against their texts."""
    again = read_position(position.game, position_text(position))
    _hold(again == position and hash(again) == hash(position), "the position does not come back from its text")
    _hold(read_action(action_text(action)) == action, "the action does not come back from its text")


def check_notation(position: Position, action: Action) -> None:
    """Hold an action against its line in the notation, by the names of the game and by those of the position."""
    notation = built_in_notation()
    for names in (notation.names(), notation.names(position)):
        line = action_line(action, names)
        _hold(read_action_line(line, names) == action, f"the action does not come back from its line: {line}")


# failures


def replay(path: Path) -> None:
    """Do once more what went wrong, with everything that is held against it."""
    data = json.loads(path.read_text(encoding="utf-8"))
    position = read_position(built_in_game(), json.dumps(data["position"]))
    action = read_action(json.dumps(data["action"]))
    after = judged(position, action, agreed_book())
    check_change(position, after, action, agreed_book())
    check_json(after, action)


if __name__ == "__main__":
    replay(Path(sys.argv[1]))
