"""Mutations of what comes before a turn's first chit: weather, airpower, supply, and chits that are bought."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from adjudicator.drawing.mats import NEXT_TURN
from adjudicator.game import play
from adjudicator.game.order_of_battle import Chit, ChitKind
from adjudicator.game.play import RollPurpose
from adjudicator.game.position import Position
from adjudicator.module_layout.table_places import Spot
from adjudicator.module_layout.turn_markers import STORM_BOX
from adjudicator.recording.scripts import script
from adjudicator.recording.table_actions import (
    MoveOnTrack,
    PlaceMarker,
    RemoveMarker,
    ReturnChit,
    SendChit,
    SetPoints,
    TableAction,
    ThrowDice,
)
from adjudicator.recording.turn_sequence import side_of
from adjudicator.rules.judge import judge
from adjudicator.rules.legal_actions import playable_chits
from adjudicator.rules.series.purchases import chit_price
from adjudicator.rules.series.sequence import is_set_up, required_steps
from tests.mutations.planting import STRAY_DIE, Expected, Kind, Moment, Plan
from tests.mutations.telling import Way, completed, expect, first_illegal, illegal, on_map

__all__ = [
    "AIRPOWER", "PURCHASES", "SUPPLY", "WEATHER", "Change", "altered", "as_told", "without",
]  # fmt: skip

Change = Callable[[Moment, tuple[TableAction, ...], Position], tuple[tuple[TableAction, ...], Position] | None]
"""From a moment, the acts of its action and the position after it: other acts, and what lies on the table then."""
Kept = Callable[[Moment, Position], Position]
"""What lies on the table in truth, from the position by the rules."""


def altered(kind: type, change: Change, *expected: Expected, or_else: tuple[Expected, ...] = ()) -> Way:
    """Return what plays the next action, if it is of a kind, with its acts changed."""

    def way(moment: Moment) -> Plan | None:
        if not isinstance(moment.action, kind):
            return None
        ruling = judge(moment.position, moment.action, moment.book)
        if not ruling.legal or ruling.after is None:
            return None
        found = change(moment, script(moment.position, moment.action, moment.book), ruling.after)
        return Plan(*found, expected, side_of(moment.position, moment.action), or_else) if found else None

    return way


def without(matches: Callable[[Any], bool], kept: Kept, wanted: Callable[[Moment], bool] = lambda _: True) -> Change:
    """Return what leaves out the acts that match, if there are any."""

    def change(
        moment: Moment, acts: tuple[TableAction, ...], after: Position
    ) -> tuple[tuple[TableAction, ...], Position] | None:
        left = tuple(act for act in acts if not matches(act))
        return (left, kept(moment, after)) if len(left) < len(acts) and wanted(moment) else None

    return change


def as_told(_moment: Moment, after: Position) -> Position:
    """Return the position by the rules: the table shows that too."""
    return after


def _keeping(*names: str) -> Kept:
    """Return what keeps some fields as they were."""
    return lambda moment, after: after.after(**{name: getattr(moment.position, name) for name in names})


def _is(act_type: type, /, **values: Any) -> Callable[[Any], bool]:
    def matches(act: Any) -> bool:
        return isinstance(act, act_type) and all(getattr(act, name) == value for name, value in values.items())

    return matches


STRIKE, RAF_BOX = "raf-air-strike", "raf-air-strikes"
_IS_DIE: Final = _is(ThrowDice)


# weather


def _tells(moment: Moment) -> bool:
    """Return whether the weather changes by the dice, so that a table shows it; the day before it was clear."""
    after = judge(moment.position, moment.action, moment.book).after
    return after is not None and after.day_weather not in ("clear", moment.position.day_weather)


def _other_weather(moment: Moment, acts: tuple[TableAction, ...], after: Position) -> Any:
    marker = next((act for act in acts if isinstance(act, MoveOnTrack)), None)
    if marker is None or after.day_weather != "clear" or moment.position.day_weather:
        return None
    mist = replace(marker, space="Mist")
    changed = tuple(mist if act == marker else act for act in acts)
    return changed, after.after(day_weather="mist", weather="mist")


def _storm_marked(moment: Moment, acts: tuple[TableAction, ...], after: Position) -> Any:
    rolled = any(roll.purpose == "sandstorm" for roll in getattr(moment.action, "rolls", ()))
    if not rolled or after.weather == "sandstorm":
        return None
    return (*acts, PlaceMarker("sand-storm", STORM_BOX)), after.after(weather="sandstorm")


def _storm_not_rolled(moment: Moment, acts: tuple[TableAction, ...], after: Position) -> Any:
    dice = [act for act in acts if isinstance(act, ThrowDice) and act.rolls[0].purpose == "sandstorm"]
    if not dice or len(getattr(moment.action, "rolls", ())) < 2:
        return None
    left = tuple(act for act in acts if act not in dice and not _is(PlaceMarker)(act))
    return left, after.after(weather="clear")


def _mist_lifted(moment: Moment, acts: tuple[TableAction, ...], after: Position) -> Any:
    if moment.position.day_weather != "mist" or after.day_weather != "mist":
        return None
    return (*acts, MoveOnTrack("weather", "Clear")), after.after(weather="clear", day_weather="clear")


def _rolled_twice(moment: Moment, acts: tuple[TableAction, ...], after: Position) -> Any:
    first = next((act for act in acts if isinstance(act, ThrowDice)), None)
    if first is None or len([act for act in acts if isinstance(act, ThrowDice)]) > 1 or not _tells(moment):
        return None
    other = ThrowDice((replace(first.rolls[0], die=5),))
    return (other, *acts), after


_ONE_DIE_SHORT: Final = (expect("roll-left-out", "NQoS S1.0"),)
"""How it shows that one of a turn's first dice is missing: the last of them, those for airpower, are too few."""

WEATHER = (
    Kind("weather not rolled", "the weather of the day is marked without a die",
         altered(play.Weather, without(_IS_DIE, as_told, _tells), expect("roll-left-out", "NQoS 3.0")),
         scenario=3, follows=1),
    Kind("other weather marked", "mist is marked though the die says a clear day",
         altered(play.Weather, _other_weather, expect("result-not-applied", "NQoS 3.0")), scenario=3, follows=2),
    Kind("sand storm not marked", "a die brings a sand storm for the turn, and nobody marks it",
         altered(play.Weather, without(_is(PlaceMarker), lambda _m, after: after.after(weather="clear")),
                 expect("result-not-applied", "NQoS 3.2")), scenario=3, follows=3),
    Kind("sand storm without a cause", "a sand storm is marked though the die brings none",
         altered(play.Weather, _storm_marked, expect("change-not-explained", "NQoS 3.2")), scenario=3, follows=3),
    Kind("sand storm not rolled for", "the day's die is rolled, but none for a storm in the first turn",
         altered(play.Weather, _storm_not_rolled, expect("roll-left-out", "NQoS 3.2"), or_else=_ONE_DIE_SHORT),
         scenario=3, follows=3,
         why_else="what is missing of dice that nobody announces shows with the last of them"),
    Kind("mist lifted by a bad die", "the die leaves the mist, and it lifts all the same",
         altered(play.Weather, _mist_lifted, expect("change-not-explained", "NQoS 3.1")), scenario=3, follows=3),
    Kind("weather rolled twice", "a second die is rolled for the weather of the day, and that one counts",
         altered(play.Weather, _rolled_twice, STRAY_DIE,
                 or_else=(expect("result-not-applied", "NQoS 3.0"),)), scenario=3, follows=3,
         why_else="the first die may be the one that counts, and the second one that for airpower"),
)  # fmt: skip


# airpower


def _has_effect(moment: Moment) -> bool:
    after = judge(moment.position, moment.action, moment.book).after
    return after is not None and (after.points, after.planned_strikes) != (
        moment.position.points, moment.position.planned_strikes
    )  # fmt: skip


def _other_turn(moment: Moment, acts: tuple[TableAction, ...], after: Position) -> Any:  # noqa: ARG001
    if not after.planned_strikes:
        return None
    turns = after.game.calendar.turns
    old, new = after.planned_strikes[-1], turns[turns.index(after.planned_strikes[-1]) - 1]
    if new in after.planned_strikes or turns.index(new) <= turns.index(after.time.turn):
        return None
    placed = PlaceMarker(STRIKE, Spot("turn", old))
    changed = tuple(PlaceMarker(STRIKE, Spot("turn", new)) if act == placed else act for act in acts)
    planned = sorted((*after.planned_strikes[:-1], new), key=turns.index)
    return changed, after.after(planned_strikes=tuple(planned))


def _one_more(moment: Moment, acts: tuple[TableAction, ...], after: Position) -> Any:  # noqa: ARG001
    turns = after.game.calendar.turns
    planned = tuple(sorted((*after.planned_strikes, "1700"), key=turns.index))
    return (*acts, PlaceMarker(STRIKE, Spot("turn", "1700"))), after.after(planned_strikes=planned)


def _not_placed(moment: Moment, acts: tuple[TableAction, ...], after: Position) -> Any:  # noqa: ARG001
    placed = [act for act in acts if _is(PlaceMarker, marker=STRIKE)(act) and act.at != RAF_BOX]  # type: ignore[union-attr]
    if not placed:
        return None
    left = list(after.planned_strikes)
    left.remove(placed[-1].at.space)  # type: ignore[union-attr]
    at = len(acts) - 1 - acts[::-1].index(placed[-1])
    return (*acts[:at], *acts[at + 1 :]), after.after(planned_strikes=tuple(left))


def _before_first_chit(moment: Moment) -> bool:
    position = moment.position
    return not position.played and not position.activation.chit and not required_steps(position)


def _strikes_at(units: Callable[[Moment], Iterator[str]], *, available: bool) -> Callable[[Moment], Iterator[Any]]:
    """Return the strikes at some units, before the turn's first chit."""

    def actions(moment: Moment) -> Iterator[Any]:
        if _before_first_chit(moment) and available == (moment.position.strikes > 0):
            yield from (play.AirStrike(unit) for unit in units(moment))

    return actions


def _with_marker(way: Way) -> Way:
    """Return an air strike that takes its marker away, as every one does."""

    def again(moment: Moment) -> Plan | None:
        plan = way(moment)
        if plan is None or not moment.position.strikes:
            return plan
        acts = (*plan.acts, RemoveMarker(STRIKE, RAF_BOX))
        return replace(plan, acts=acts, after=plan.after.after(strikes=moment.position.strikes - 1))

    return again


def _in_parks(moment: Moment) -> Iterator[str]:
    return (u for u, state in moment.position.units.items() if isinstance(state.place, str))


def _french(moment: Moment) -> Iterator[str]:
    return on_map(moment.position, "french")


def _strike_too_late(moment: Moment) -> Plan | None:
    """Play the turn's first chit, which shows by its die, and make an air strike then."""
    if not isinstance(moment.action, play.AirStrike) or not _before_first_chit(moment):
        return None
    for chit in playable_chits(moment.position, moment.book):
        full = completed(moment, play.PlayChit(chit.chit))
        played = script(moment.position, full, moment.book)
        after = judge(moment.position, full, moment.book).after
        if after is not None and not after.event and any(map(_IS_DIE, played)):
            strike = replace(moment.action, rolls=())
            plan = illegal(replace(moment, position=after), strike, "air-strike-too-late", die=RollPurpose.FIRE)
            return plan and replace(plan, prelude=played)
    return None


AIRPOWER = (
    Kind("airpower not rolled", "the dice for airpower are left out, and something comes of them",
         altered(play.Airpower, without(_IS_DIE, as_told, _has_effect), expect("roll-left-out", "NQoS S1.0"),
                 or_else=(expect("step-still-due"),)), scenario=3, follows=3,
         why_else="without any die the whole step is left out, which the first chit shows"),
    Kind("airpower's loss not taken", "Dispatch Points that airpower costs are kept",
         altered(play.Airpower, without(_is(SetPoints), _keeping("points")),
                 expect("result-not-applied", "NQoS S1.0")), scenario=3, follows=3),
    Kind("air strike on another turn", "an air strike is put on another turn than its die says",
         altered(play.Airpower, _other_turn, expect("result-not-applied", "NQoS S1.0"),
                 or_else=(expect("change-not-explained", "NQoS S1.0"),)),
         scenario=3, follows=3, why_else="beside other strikes it is one that no die has given"),
    Kind("one air strike too many", "an air strike is put on the track that no die has given",
         altered(play.Airpower, _one_more, expect("change-not-explained", "NQoS S1.0"),
                 or_else=(expect("result-not-applied", "NQoS S1.0"),)), scenario=3, follows=3,
         why_else="beside a strike that the dice have given both are one plan"),
    Kind("air strike not placed", "an air strike that the dice have given is not put on the track",
         altered(play.Airpower, _not_placed, expect("result-not-applied", "NQoS S1.0")), scenario=3, follows=3),
    Kind("air strike kept", "the marker of an air strike stays in its box when it has been made",
         altered(play.AirStrike, without(_is(RemoveMarker, marker=STRIKE), _keeping("strikes")),
                 expect("result-not-applied", "NQoS S1.0"), or_else=(expect("no-air-strike-left"),)), scenario=3,
         follows=3, why_else="if it is used once more at once, that strike is the one too many"),
    Kind("air strike out of nothing", "an air strike is made though none is ready",
         first_illegal("no-air-strike-left", _strikes_at(lambda m: on_map(m.position, "axis"), available=False),
                       die=RollPurpose.FIRE), scenario=3),
    Kind("air strike too late", "an air strike is made after the turn's first chit", _with_marker(_strike_too_late),
         scenario=3),
    Kind("air strike at the French", "an air strike is made at a French unit",
         _with_marker(first_illegal("air-strike-at-french", _strikes_at(_french, available=True),
                                    die=RollPurpose.FIRE)), scenario=3),
    Kind("air strike at a park", "an air strike is made at a unit in an Artillery Park",
         _with_marker(first_illegal("air-strike-place", _strikes_at(_in_parks, available=True), die=RollPurpose.FIRE)),
         scenario=3),
)  # fmt: skip


# supply


_IS_SUPPLY: Final = _is(MoveOnTrack, track="supply")


def _lowered_twice(moment: Moment, acts: tuple[TableAction, ...], after: Position) -> Any:
    if (moment.position.supply, after.supply) != ("full", "reduced"):
        return None
    lower = MoveOnTrack("supply", "Diminished Supply")
    return tuple(lower if _IS_SUPPLY(act) else act for act in acts), after.after(supply="diminished")


def _supply_changes(moment: Moment) -> bool:
    after = judge(moment.position, moment.action, moment.book).after
    return after is not None and after.supply != moment.position.supply


SUPPLY = (
    Kind("supply not rolled", "the supply marker is moved without a die",
         altered(play.Supply, without(_IS_DIE, as_told, _supply_changes),
                 expect("roll-left-out", "NQoS S4.2")), scenario=3, follows=3),
    Kind("supply not lowered", "no supplies arrive, and the marker stays",
         altered(play.Supply, without(_IS_SUPPLY, _keeping("supply")), expect("result-not-applied", "NQoS S4.2")),
         scenario=3, follows=3),
    Kind("supply lowered twice", "no supplies arrive, and the marker goes down by two levels",
         altered(play.Supply, _lowered_twice, expect("result-not-applied", "NQoS S4.2")), scenario=4, follows=3),
)  # fmt: skip


# chits


def _unpaid(moment: Moment, after: Position) -> Position:
    return after.after(points=moment.position.points)


def _must_pay(moment: Moment) -> bool:
    """Return whether the chit cannot be the one that a side has for nothing (Scenario 2)."""
    return not is_set_up(moment.position) or "free-chit-taken" in moment.position.flags


def _cheaper(saved: int, wanted: Callable[[Moment, Any], bool]) -> Change:
    """Return what pays so many points less for a chit."""

    def change(moment: Moment, acts: tuple[TableAction, ...], after: Position) -> Any:
        paid = next((act for act in acts if isinstance(act, SetPoints)), None)
        if paid is None or not wanted(moment, moment.action):
            return None
        less = replace(paid, points=paid.points + saved)
        return tuple(less if act == paid else act for act in acts), after.with_points(paid.division, dispatch=saved)

    return change


def _is_of_trieste(moment: Moment, action: play.BuyChit) -> bool:
    return moment.position.game.chits[action.chit].division == "trieste" and action.when == "next-turn"


def _put_aside(moment: Moment, acts: tuple[TableAction, ...], after: Position) -> Any:
    chit = getattr(moment.action, "chit", "")
    if getattr(moment.action, "when", "") != "this-turn":
        return None
    changed = tuple(SendChit(chit, NEXT_TURN) if act == ReturnChit(chit) else act for act in acts)
    left = tuple(each for each in after.mug if each != chit)
    return changed, after.after(mug=left, next_turn=tuple(sorted((*after.next_turn, chit))))


_PAID = (play.Purchase.THIS_TURN, play.Purchase.NEXT_TURN)


def _purchases(*when: play.Purchase, side: str = "") -> Callable[[Moment], Iterator[Any]]:
    """Return purchases of all chits while they are bought; a chit that lies elsewhere cannot be taken."""

    def actions(moment: Moment) -> Iterator[Any]:
        position = moment.position
        if "chits" in position.due or is_set_up(position):
            for chit in position.game.chits.values():
                free = chit.id not in (*position.mug, *position.next_turn, *position.played)
                if chit.kind == ChitKind.FORMATION and free and side in ("", chit.side):
                    yield from (play.BuyChit(chit.id, each) for each in when)

    return actions


def _lies_for_sale(position: Position, chit: Chit) -> bool:
    elsewhere = (*position.mug, *position.next_turn, *position.played)
    return chit.id not in elsewhere and any(
        position.game.units[unit].formation == chit.formation for unit in position.units
    )


def _bought_late(moment: Moment) -> Plan | None:
    """Buy a chit when the turn's first chit has been played."""
    position = moment.position
    if len(position.played) < 2 or not isinstance(moment.action, play.PlayChit):
        return None
    for chit in position.game.chits.values():
        points = position.points.get(chit.division)
        if chit.kind != ChitKind.FORMATION or points is None or not _lies_for_sale(position, chit):
            continue
        price = chit_price(moment.book, chit, play.Purchase.NEXT_TURN)
        if points.dispatch >= price:
            acts = (SetPoints(chit.division, "dispatch", points.dispatch - price), SendChit(chit.id, NEXT_TURN))
            after = position.with_points(chit.division, dispatch=-price)
            after = after.after(next_turn=tuple(sorted((*after.next_turn, chit.id))))
            return Plan(acts, after, (expect("step-not-due"),), chit.side)
    return None


def _dispatch(amount: int, wanted: Callable[[Moment], bool] = lambda _: True) -> Change:
    """Return what brings so many Dispatch Points more than a Division chit does."""

    def change(moment: Moment, acts: tuple[TableAction, ...], after: Position) -> Any:
        brought = next((act for act in acts if _is(SetPoints, kind="dispatch")(act)), None)
        if not isinstance(brought, SetPoints) or not wanted(moment):
            return None
        other = replace(brought, points=brought.points + amount)
        return tuple(other if act == brought else act for act in acts), after.with_points(
            brought.division, dispatch=amount
        )

    return change


def _no_dispatch(moment: Moment, after: Position) -> Position:
    old = moment.position.points
    points = {name: replace(each, dispatch=old[name].dispatch) for name, each in after.points.items()}
    return after.after(points=points)


def _back_in_mug(moment: Moment, acts: tuple[TableAction, ...], after: Position) -> Any:  # noqa: ARG001
    sold = [act for act in acts if isinstance(act, SendChit) and act.space.startswith("Available")]
    if not sold:
        return None
    changed = tuple(ReturnChit(sold[0].chit) if act == sold[0] else act for act in acts)
    return changed, after.after(mug=tuple(sorted((*after.mug, sold[0].chit))))


def _forgotten(moment: Moment, acts: tuple[TableAction, ...], after: Position) -> Any:
    bought = [ReturnChit(chit) for chit in moment.position.next_turn]
    if not bought:
        return None
    left = tuple(act for act in acts if act not in bought)
    mug = tuple(chit for chit in after.mug if ReturnChit(chit) not in bought)
    return left, after.after(mug=mug, next_turn=moment.position.next_turn)


def _not_in_mug(moment: Moment) -> Iterator[Any]:
    position = moment.position
    if isinstance(moment.action, play.PlayChit) and not position.due and not position.first_chit:
        for chit in position.game.chits.values():
            if chit.kind == ChitKind.FORMATION and _lies_for_sale(position, chit):
                yield play.PlayChit(chit.id)


def _last_chit(moment: Moment) -> Iterator[Any]:
    if isinstance(moment.action, play.EndTurn) and not judge(moment.position, moment.action, moment.book).legal:
        yield from (play.PlayChit(chit) for chit in moment.position.mug)


PURCHASES = (
    Kind("chit not paid", "a chit is bought, and no Dispatch Points are taken off",
         altered(play.BuyChit, without(_is(SetPoints), _unpaid, _must_pay), expect("result-not-applied", "GTS R6.9")),
         scenario=2, follows=2),
    Kind("chit beyond one's means", "a chit is bought with fewer Dispatch Points than it costs",
         first_illegal("dispatch-points-short", _purchases(*_PAID)), scenario=2),
    Kind("chit at half its price", "a chit goes into the mug of this turn at the price of the next turn",
         altered(play.BuyChit, _cheaper(1, lambda _m, action: action.when == "this-turn"),
                 expect("result-not-applied", "GTS R6.9")), scenario=2, follows=2),
    Kind("Trieste pays like others", "a chit of Trieste is not paid twice",
         altered(play.BuyChit, _cheaper(1, _is_of_trieste), expect("result-not-applied", "NQoS S5.4")),
         scenario=4, follows=2),
    Kind("chit put aside", "a chit that was paid for this turn is put to those of the next turn",
         altered(play.BuyChit, _put_aside, expect("result-not-applied", "GTS R6.9")), scenario=2, follows=2),
    Kind("second free chit", "a second chit is put into the mug for nothing",
         first_illegal("no-free-chit", _purchases(play.Purchase.FREE, side="axis"),
                       or_else=(expect("result-not-applied", "GTS R6.9"), expect("dispatch-points-short"))), scenario=2,
         why_else="nobody says whether it is meant to be for nothing or was not paid"),
    Kind("chit before its time", "the chit of 13 DBLE is bought before a German was at the observation post",
         first_illegal("chit-waits", _purchases(*_PAID, side="french")), scenario=3),
    Kind("chit bought late", "a chit is bought after the turn's first chit", _bought_late, scenario=3),
    Kind("Dispatch Points not brought", "a Division chit brings no Dispatch Points",
         altered(play.PlayChit, without(_is(SetPoints, kind="dispatch"), _no_dispatch),
                 expect("result-not-applied", "GTS R6.8")), scenario=2, follows=2),
    Kind("one Dispatch Point too many", "a Division chit brings one Dispatch Point more than it does",
         altered(play.PlayChit, _dispatch(1), expect("result-not-applied", "GTS R6.8")), scenario=2, follows=2),
    Kind("Dispatch Points of 1700 forgotten", "a Division chit on 1700 brings no more than at other times",
         altered(play.PlayChit, _dispatch(-2, lambda m: m.position.time.turn == "1700"),
                 expect("result-not-applied", "NQoS 5.0")), scenario=2, follows=2),
    Kind("bought chit kept", "a chit that was bought and played goes back into the mug when the turn ends",
         altered(play.EndTurn, _back_in_mug, expect("change-not-explained", "GTS R6.12")), scenario=2, follows=3),
    Kind("chit of the next turn forgotten", "a chit that was bought for the turn that begins is not put into the mug",
         altered(play.EndTurn, _forgotten, expect("result-not-applied", "GTS R6.10")), scenario=3, follows=3),
    Kind("chit that nobody bought", "a Formation chit is played that is not in the mug",
         first_illegal("chit-not-in-mug", _not_in_mug), scenario=3),
    Kind("last chit of the game played", "the last chit is played though the game has ended",
         first_illegal("last-chit-stays", _last_chit), scenario=2, follows=1),
)  # fmt: skip
