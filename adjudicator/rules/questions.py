"""Questions that a player asks of a position: what if this unit fired at that one, moved there, assaulted?

The rules that judge actions answer them. A unit that the chit in play does not activate is treated as if Direct
Command activated it, and the obstacles to it now are reported as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from ..game.action_words import ActionType
from ..game.hexes import Hex
from ..game.order_of_battle import ChitKind
from ..game.play import Action, Counterbattery, DirectFire, IndirectFire, MoveStep
from ..game.position import Activation, Position, Status
from .dice_queue import Dealt
from .judge import handle
from .judgement import Judgement
from .legal_actions import legal_actions
from .rule_book import RuleBook
from .ruling import Finding
from .series.command import action_price, begin_action, chit_in_play, may_begin
from .series.fire import PLAIN, Circumstances, can_fire, fire_rating, is_in_range, is_seen, is_target, shoot
from .series.fire_sums import Mode, ShotSum
from .series.opportunity import fire_of, movement_circumstances, possible_firers
from .series.ranges import fire_range, is_indirect_gun
from .series.sight import fire_zone, line_of_sight, zone_hexes, zone_units

__all__ = [
    "ShotQuestion",
    "WhatIf",
    "as_if_activated",
    "dangers",
    "firers_on",
    "hexes_in_sight",
    "shot_question",
]


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A position in which units may act."""

    position: Position
    now: tuple[Finding, ...]
    """The findings that forbid the units to act in the position as it is; empty if there are none."""


def as_if_activated(position: Position, book: RuleBook, units: Iterable[str], kind: ActionType) -> WhatIf:
    """Return a position in which units may begin an action of a kind: as it is, or under Direct Command (R6.16)."""
    asked = tuple(dict.fromkeys(units))
    if all(may_begin(position, book, unit, kind) for unit in asked):
        return WhatIf(position, ())
    judgement = Judgement(position, book, Dealt(()))
    for unit in asked:
        begin_action(judgement, unit, kind, stack=asked)
    side = position.side(asked[0])
    chit = next((c for c in position.game.chits.values() if c.kind == ChitKind.DIRECT_COMMAND and c.side == side), None)
    changed = position.after(activation=Activation(chit.id)) if chit else position
    for unit in asked:
        if unit in changed.units:
            changed = changed.with_unit(unit, actions=(), finished=False)
            division = position.game.units[unit].division
            if chit is not None and division in changed.points:
                changed = changed.with_points(division, command=action_price(book, chit, first=True))
    return WhatIf(changed, tuple(judgement.findings))


def firers_on(position: Position, book: RuleBook, unit: str, steps: Iterable[MoveStep]) -> tuple[str, ...]:
    """Return the enemies that have Fire Zones in the hexes that a unit leaves on a way (R12.1, R12.2), each once."""
    place = position.units[unit].place
    firers: dict[str, None] = {}
    for step in steps:
        if isinstance(place, Hex):
            firers |= dict.fromkeys(possible_firers(position, book, unit, place))
        place = step.to or place
    return tuple(firers)


def dangers(position: Position, book: RuleBook, unit: str) -> Mapping[Hex, tuple[str, ...]]:
    """Return the enemies that have Fire Zones in each hex, as a unit would meet them that has left its own (R12.2)."""
    away, side = position.with_unit(unit, status=Status.WAITING, place=None), position.side(unit)
    return {place: zone_units(away, book, place, side) for place in sorted(zone_hexes(away, book, side))}


def hexes_in_sight(position: Position, book: RuleBook, place: Hex) -> frozenset[Hex]:
    """Return the hexes that a unit sees from a hex, without that hex (R8.9 to R8.11)."""
    return frozenset(
        seen for seen in book.game.map.hexes if seen != place and line_of_sight(position, book, place, seen)
    )


@dataclass(frozen=True, slots=True)
class ShotQuestion:
    """The question of a shot by one unit at another."""

    firer: str
    target: str
    mode: Mode
    spotter: str = ""
    """The unit that spots for Indirect Fire."""
    to: Hex | None = None
    """For Opportunity Fire: the hex that the target is about to enter; None for an action that is no move."""
    company_bonus: bool = False
    """True if the firer tries for the Company Bonus."""

    @property
    def hits_others(self) -> bool:
        """True if the shot concerns the other units in the target's hex as well (16.4.1, R9.25)."""
        return self.mode in (Mode.INDIRECT, Mode.COUNTERBATTERY)

    @property
    def action(self) -> Action | None:
        """The action of the shot, without dice; None where the fire is a part of another unit's action."""
        if self.mode is Mode.DIRECT:
            return DirectFire(self.firer, self.target, self.company_bonus)
        if self.mode is Mode.INDIRECT:
            return IndirectFire(self.firer, self.target, self.spotter, self.company_bonus)
        return Counterbattery(self.firer, self.target) if self.mode is Mode.COUNTERBATTERY else None

    def what_if(self, position: Position, book: RuleBook) -> WhatIf:
        """Return a position in which the firer may fire."""
        if self.mode in (Mode.DIRECT, Mode.INDIRECT):
            return as_if_activated(position, book, (self.firer,), ActionType.FIRE)
        if self.mode is Mode.COUNTERBATTERY:
            return WhatIf(position.after(last_indirect=self.target), ())
        return WhatIf(position, ())

    def resolve(self, judgement: Judgement) -> None:
        """Resolve the shot by the rules, with everything before and after it."""
        action = self.action
        if action is not None:
            handle(judgement, action)
        elif self._is_possible(judgement):
            circumstances = self.circumstances(judgement)
            if self.mode is Mode.OPPORTUNITY:
                fire_of(judgement, self.firer, self.target, circumstances)
            else:
                shoot(
                    judgement, self.firer, self.target, self.mode,
                    circumstances=circumstances, company_bonus=self.company_bonus,
                )  # fmt: skip

    def _is_possible(self, judgement: Judgement) -> bool:
        if self.mode is not Mode.OPPORTUNITY:
            if judgement.ratings(self.firer).fire is None:
                judgement.refuse("no-fire-rating", unit=judgement.name(self.firer))
                return False
            return is_target(judgement, self.firer, self.target)
        return self._is_in_zone(judgement)

    def _is_in_zone(self, judgement: Judgement) -> bool:
        """Return whether the target is in a Fire Zone of the firer (R12.2), and refuse it for the reason if not."""
        in_zone = judgement.state(self.target).place in fire_zone(judgement.position, judgement.book, self.firer)
        if in_zone and is_target(judgement, self.firer, self.target):
            return True
        if not in_zone and self._could_fire(judgement):
            judgement.refuse("not-in-fire-zone", unit=judgement.name(self.firer), target=judgement.name(self.target))
        return False

    def _could_fire(self, judgement: Judgement) -> bool:
        """Return whether the firer could fire at the target if its Fire Zone reached there, and refuse it if not."""
        return (
            can_fire(judgement, self.firer, self.mode)
            and is_target(judgement, self.firer, self.target)
            and is_in_range(judgement, self.firer, self.target)
            and is_seen(judgement, self.firer, self.target)
        )

    def circumstances(self, judgement: Judgement) -> Circumstances:
        """Return the circumstances of the shot besides the two units (R9.14, R11.10)."""
        if self.mode is Mode.OPPORTUNITY:
            return movement_circumstances(judgement, self.firer, self.target, self.to)
        if self.mode is not Mode.ASSAULT:
            return PLAIN
        chit = chit_in_play(judgement.position)
        sides = {judgement.side(unit): unit for unit in (self.firer, self.target)}
        active = chit.side if chit else ""
        if chit and chit.division:
            active = judgement.position.game.divisions[chit.division].side
        return Circumstances(exposed=frozenset({sides.get(active, self.firer)}))

    def sum(self, position: Position, book: RuleBook, *, bonus: bool | None = None) -> ShotSum | None:
        """Return the shot's rating with its modifiers; *bonus*: whether the Company Bonus counts.

        None if the side that the firer shows has no Fire Rating (R2.2).
        """
        if position.ratings(self.firer).fire is None:
            return None
        judgement = Judgement(position, book, Dealt(()))
        return fire_rating(
            judgement, self.firer, self.target, self.mode,
            circumstances=self.circumstances(judgement),
            company_bonus=self.company_bonus if bonus is None else bonus,
        )  # fmt: skip


def shot_question(
    position: Position,
    book: RuleBook,
    firer: str,
    target: str,
    *,
    mode: Mode | None = None,
    spotter: str = "",
    to: Hex | None = None,
    company_bonus: bool = False,
) -> ShotQuestion:
    """Return the question of a shot; a mode and a spotter that are not named are those that the position suggests.

    The mode is Direct Fire if the weapon has it and the target is near enough, else Indirect Fire. The spotter is the
    first unit with which the shot would be legal, else the firer itself.
    """
    found = mode or (Mode.OPPORTUNITY if to is not None else _usual_mode(position, book, firer, target))
    question = ShotQuestion(firer, target, found, spotter, to, company_bonus)
    if found is not Mode.INDIRECT or spotter:
        return question
    free = question.what_if(position, book).position
    spotters = (
        action.spotter
        for action in legal_actions(free, firer, book, [ActionType.FIRE])
        if isinstance(action, IndirectFire) and action.target == target
    )
    return replace(question, spotter=next(spotters, firer))


def _usual_mode(position: Position, book: RuleBook, firer: str, target: str) -> Mode:
    weapon = position.ratings(firer).weapon
    if not weapon or not book.flag("weapon-modes", weapon, "indirect"):
        return Mode.DIRECT
    if not book.flag("weapon-modes", weapon, "direct"):
        return Mode.INDIRECT
    start, end = position.units[firer].place, position.units[target].place
    if not (isinstance(start, Hex) and isinstance(end, Hex)) or not is_indirect_gun(position, book, firer):
        return Mode.INDIRECT
    return Mode.DIRECT if book.grid.distance(start, end) <= fire_range(position, book, firer) else Mode.INDIRECT
