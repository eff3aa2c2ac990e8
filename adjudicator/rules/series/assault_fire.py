"""The fire of an assault: Opportunity Fire at assaulting or retreating units, combat and charge (R11.6 to R11.10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypedDict

from ...game.hexes import Hex
from ...game.play import RollPurpose
from ...game.position import Place, Status
from ..judgement import Judgement
from ..ruling import Modifier
from .assault_limits import rely_on
from .checks import check
from .fire import Circumstances, Hit, Mode, has_company_bonus, roll_shot, shoot
from .minefields import enters_minefield
from .results import apply_result, eliminate
from .sight import zone_units

__all__ = ["Fight", "charge", "combat", "defenders_opportunity_fire", "fire_at_retreating", "suppressed_modifier"]

_OPPORTUNITY: Final = "fire-modifiers-opportunity"
_CHARGE: Final = "charge"
"""The switch of the charge, and the purpose of the check against it."""

Group = Callable[[Judgement], tuple[str, ...]]
"""The units of one side that are still in the fight."""


@dataclass(slots=True)
class Fight:
    """An assault in progress."""

    units: tuple[str, ...]
    """The assaulting units that take part in it."""
    source: Place
    """The hex that the units assault from."""
    target: Hex
    defenders: tuple[str, ...]
    """The units that were in the hex when the assault began."""
    revealed: frozenset[str]
    """The defenders that were face down until then."""
    company_bonus: frozenset[str]
    """The units of both sides that try for the Company Bonus in the combat."""
    aims: tuple[tuple[str, str], ...]
    """Pairs of firer and target; a unit that is named several times has its shots in this order."""
    stack: tuple[str, ...] = ()
    """All units that were to assault: none of them has the benefits of the map's own positions."""
    shots: Counter[str] = field(default_factory=Counter)
    """The number of shots that each unit has had."""
    round: int = 0
    """The round of the combat, counted from 0."""
    hits: tuple[Hit, ...] = ()
    """The hits of this round's dice, while simultaneous results wait for those of the other side."""

    def __post_init__(self) -> None:
        self.stack = self.units

    def saved(self) -> Hashable:
        """Return the facts on which the rest of the assault depends besides the position."""
        return self.units, self.round, self.hits, tuple((unit, self.shots[unit]) for unit, _ in self.aims)

    def restore(self, saved: tuple[Any, ...]) -> None:
        """Restore a saved state."""
        self.units, self.round, self.hits, shots = saved
        self.shots = Counter(dict(shots))

    def attackers(self, judgement: Judgement) -> tuple[str, ...]:
        """Return the assaulting units that can still fight (R7.2)."""
        return tuple(unit for unit in self.units if _is_able(judgement, unit))

    def remaining(self, judgement: Judgement) -> tuple[str, ...]:
        """Return the defenders that are still in the hex."""
        states = judgement.position.units
        return tuple(
            unit
            for unit in self.defenders
            if states[unit].status is Status.ON_MAP and states[unit].place == self.target
        )

    def able_defenders(self, judgement: Judgement) -> tuple[str, ...]:
        """Return the defenders that are still in the hex and not Suppressed."""
        return tuple(unit for unit in self.remaining(judgement) if _is_able(judgement, unit))

    def aim(self, judgement: Judgement, unit: str, among: tuple[str, ...]) -> str:
        """Return the target of a unit's next shot: the one that its player has named, or the first one (R11.8)."""
        said = [target for firer, target in self.aims if firer == unit]
        wanted = said[min(self.shots[unit], len(said) - 1)] if said else judgement.chance.target(unit, among)
        return wanted if wanted in among else among[0]


Attack = Callable[[Judgement, Fight, str, str, bool], None]
"""A function that makes an attack of one unit on another, with its Assault Rating or not."""


class _Manner(TypedDict):
    """The manner in which an attack is made."""

    circumstances: Circumstances
    company_bonus: bool
    extra: tuple[Modifier, ...]


def _is_able(judgement: Judgement, unit: str) -> bool:
    state = judgement.state(unit)
    return state.status is Status.ON_MAP and not state.suppressed


# Opportunity Fire


def defenders_opportunity_fire(judgement: Judgement, fight: Fight) -> None:
    """Let each defender that passes a check fire at one assaulting unit (R11.6); +1 into a minefield (NQoS 4.3).

    Only units in the assaulted hex may fire. A gun that was face down until now had no Fire Zone (NQoS S4.3).
    The other modifiers of such fire are uncertain (R9.15, R11.6).
    """
    if not fight.attackers(judgement) or not isinstance(fight.source, Hex):
        return
    zoned = zone_units(judgement.position, judgement.book, fight.source, judgement.side(fight.units[0]))
    firers = [unit for unit in zoned if unit in fight.defenders]
    if fight.revealed.intersection(firers) and judgement.switch("assault-on-face-down-gun") == "no-opportunity-fire":
        firers = [unit for unit in firers if unit not in fight.revealed]

    def fire(firer: str) -> None:
        """Let a unit take Opportunity Fire at the attackers that are left."""
        attackers = fight.attackers(judgement)
        if not attackers:
            return
        target = fight.aim(judgement, firer, attackers)
        if check(judgement, RollPurpose.OPPORTUNITY, firer, target=target):
            _fire_at_assault(judgement, fight, firer, target)

    _one_by_one(judgement, firers, fire)


def _fire_at_assault(judgement: Judgement, fight: Fight, firer: str, target: str) -> None:
    added = rely_on(judgement, "assault-opportunity-fire")
    circumstances = Circumstances(
        zone_to_zone=added == "zone-to-zone",
        into_minefield=enters_minefield(judgement.position, target, fight.target),
        exposed=frozenset(fight.stack),
    )
    extra = _charging(judgement) if added == "charging" else ()
    fight.shots[firer] += 1
    shoot(judgement, firer, target, Mode.OPPORTUNITY, circumstances=circumstances, extra=extra)


def _charging(judgement: Judgement) -> tuple[Modifier, ...]:
    """Return the modifier of a later edition for fire at units that charge (R9.15)."""
    return (judgement.book.modifier(_OPPORTUNITY, "charging"),)


def fire_at_retreating(judgement: Judgement, fight: Fight, retreating: Iterable[str]) -> None:
    """Let each assaulting unit that passes a check fire at a unit that retreats from it (R11.7, R9.14)."""
    zoned = zone_units(judgement.position, judgement.book, fight.target, judgement.side(fight.defenders[0]))
    running = tuple(retreating)
    circumstances = Circumstances(running_from_assault=True, exposed=frozenset(fight.stack))

    def fire(firer: str) -> None:
        """Let a unit fire at the retreating units that are left."""
        there = tuple(unit for unit in running if _is_able(judgement, unit))
        if not there:
            return
        target = fight.aim(judgement, firer, there)
        if check(judgement, RollPurpose.OPPORTUNITY, firer, exposed=True, target=target):
            fight.shots[firer] += 1
            shoot(judgement, firer, target, Mode.OPPORTUNITY, circumstances=circumstances)

    _one_by_one(judgement, [unit for unit in fight.attackers(judgement) if unit in zoned], fire)


def _one_by_one(judgement: Judgement, firers: list[str], fire: Callable[[str], None]) -> None:
    """Let units fire in the order in which their owner rolled for them; a unit without a roll does not fire (R12.3)."""
    for firer in judgement.chance.in_order(RollPurpose.OPPORTUNITY, firers):
        judgement.part(partial(fire, firer), "opportunity", firer)


# the combat


def combat(judgement: Judgement, fight: Fight) -> None:
    """Fight the combat, in rounds in which both sides fire (R11.8).

    The side that fires first, and the most rounds possible, are uncertain. It ends when one side cannot go on, or when
    the assaulting side does not roll for another round.
    """
    if not fight.attackers(judgement) or not fight.remaining(judgement):
        return
    fight_round = _ROUNDS[str(judgement.switch("assault-order"))]
    for fight.round in range(int(rely_on(judgement, "assault-rounds"))):
        if fight.round and not _goes_on(judgement, fight):
            return
        fight_round(judgement, fight)


def _goes_on(judgement: Judgement, fight: Fight) -> bool:
    """Return whether there is another round: both sides have units, and dice were rolled for it (R11.8)."""
    fighters = (*fight.attackers(judgement), *fight.remaining(judgement))
    able = fight.attackers(judgement) and fight.remaining(judgement)
    return bool(able) and any(judgement.chance.is_tried(RollPurpose.FIRE, unit) for unit in fighters)


def _defenders_first(judgement: Judgement, fight: Fight) -> None:
    _take_turns(judgement, fight, _defenders_fire, _attackers_fire)


def _attackers_first(judgement: Judgement, fight: Fight) -> None:
    _take_turns(judgement, fight, _attackers_fire, _defenders_fire)


def _take_turns(judgement: Judgement, fight: Fight, *sides: Callable[[Judgement, Fight, Attack], None]) -> None:
    for fire in sides:
        if fight.attackers(judgement) and fight.remaining(judgement):
            fire(judgement, fight, _shoot)


def _at_once(judgement: Judgement, fight: Fight) -> None:
    """Let both sides fire with all that they have; then apply the results of both, in their order."""
    if not fight.attackers(judgement) or not fight.remaining(judgement):
        return
    _defenders_fire(judgement, fight, _roll)
    _attackers_fire(judgement, fight, _roll)
    while fight.hits:
        judgement.part(partial(_take_first_hit, judgement, fight), "result", len(fight.hits))


def _take_first_hit(judgement: Judgement, fight: Fight) -> None:
    hit, *later = fight.hits
    fight.hits = tuple(later)
    if judgement.state(hit.target).status is Status.ON_MAP:
        apply_result(judgement, hit.target, hit.code, exposed=hit.exposed)


_ROUNDS: Final[Mapping[str, Callable[[Judgement, Fight], None]]] = {
    "defenders-first": _defenders_first,
    "attackers-first": _attackers_first,
    "simultaneous": _at_once,
}
"""The functions that carry out a round of combat, by the choices of the switch."""


def _defenders_fire(judgement: Judgement, fight: Fight, attack: Attack) -> None:
    for unit in fight.defenders:
        _attack(judgement, fight, unit, fight.remaining, fight.attackers, attack)


def _attackers_fire(judgement: Judgement, fight: Fight, attack: Attack) -> None:
    for unit in fight.units:
        _attack(judgement, fight, unit, fight.attackers, fight.remaining, attack)


def _attack(judgement: Judgement, fight: Fight, unit: str, own: Group, enemies: Group, attack: Attack) -> None:
    """Let a unit make its attacks: the primary and the secondary one (R11.9).

    The primary attack has its Fire Rating, or its Assault Rating if that is a double one (R2.8); the secondary one the
    Assault Rating. Whether both are made is uncertain. A Suppressed defender has only the second (R11.10).
    """
    which = rely_on(judgement, "assault-attacks")
    for secondary in (False, True):
        if unit not in own(judgement) or not enemies(judgement):
            return
        if which in ("both", "secondary" if secondary else "primary"):
            fire = partial(_fire, judgement, fight, unit, enemies(judgement), attack, secondary=secondary)
            judgement.part(fire, "combat", unit, secondary)


def _fire(
    judgement: Judgement, fight: Fight, unit: str, enemies: tuple[str, ...], attack: Attack, *, secondary: bool
) -> None:
    """Make one attack, if the unit has a rating for it (R2.2), without range (R9.11), with Company Bonus (R9.6)."""
    ratings, suppressed = judgement.ratings(unit), judgement.state(unit).suppressed
    by_assault = secondary or ratings.double_assault
    if (ratings.assault if by_assault else ratings.fire) is None or (suppressed and not secondary):
        return
    target = fight.aim(judgement, unit, enemies)
    fight.shots[unit] += 1
    attack(judgement, fight, unit, target, by_assault)


def _shoot(judgement: Judgement, fight: Fight, unit: str, target: str, by_assault: bool) -> None:
    """Make an attack whose result is applied at once."""
    shoot(judgement, unit, target, Mode.ASSAULT, **_manner(judgement, fight, unit, by_assault))


def _roll(judgement: Judgement, fight: Fight, unit: str, target: str, by_assault: bool) -> None:
    """Make an attack whose result waits for the other side's."""
    hit = roll_shot(judgement, unit, target, Mode.ASSAULT, **_manner(judgement, fight, unit, by_assault))
    fight.hits = (*fight.hits, hit)


def _shoot_at_charge(judgement: Judgement, fight: Fight, unit: str, target: str, by_assault: bool) -> None:
    """Make an attack at a unit that charges; whether the modifier of a later edition counts is uncertain (R9.15)."""
    manner = _manner(judgement, fight, unit, by_assault)
    if judgement.switch(_CHARGE) == "charging-fire":
        manner["extra"] += _charging(judgement)
    shoot(judgement, unit, target, Mode.ASSAULT, **manner)


def _manner(judgement: Judgement, fight: Fight, unit: str, by_assault: bool) -> _Manner:
    return {
        "circumstances": Circumstances(assault_rating=by_assault, exposed=frozenset(fight.stack)),
        "company_bonus": (
            unit in fight.company_bonus
            and has_company_bonus(judgement, unit)
            and judgement.chance.is_next(RollPurpose.COMPANY_BONUS, unit, RollPurpose.FIRE)
        ),
        "extra": suppressed_modifier(judgement) if judgement.state(unit).suppressed else (),
    }


def suppressed_modifier(judgement: Judgement) -> tuple[Modifier, ...]:
    """Return the modifier of being Suppressed to an Assault Rating (R9.24, R11.10)."""
    book, chart, row = judgement.book, "state-effects", "suppressed"
    value = book.number(chart, row, "assault")
    return (Modifier("firer-suppressed", "Firer is Suppressed", value, book.rule(chart, row), "firer Suppressed"),)


# the charge


def charge(judgement: Judgement, fight: Fight) -> None:
    """Charge instead of fighting (R11.8).

    Each defender checks its Troop Quality, and is eliminated if it fails; those that pass fire at the chargers.
    Whether this may be chosen at all is uncertain, and so are its details.
    """
    if not fight.attackers(judgement) or not fight.remaining(judgement):
        return
    if rely_on(judgement, _CHARGE) == "not-used":
        judgement.refuse("no-charge", switch=_CHARGE, hex=fight.target)
        return
    for unit in fight.remaining(judgement):
        judgement.part(partial(_stand, judgement, unit), _CHARGE, unit)
    if fight.remaining(judgement):
        _defenders_fire(judgement, fight, _shoot_at_charge)


def _stand(judgement: Judgement, unit: str) -> None:
    if not check(judgement, RollPurpose.CHARGE, unit):
        eliminate(judgement, unit)
