"""The Special Weather and Airpower Phase, and the roll for supply: the dice at the start of a turn (NQoS 3.0, S1.0).

The French supply of the Night turn is rolled for here too (NQoS S4.2, R4.4).
"""

from __future__ import annotations

from ...game.action_words import TurnStepKind
from ...game.play import Airpower, RollPurpose, Supply, Weather
from ...game.position import Position
from ..judgement import Judgement
from ..rule_book import RuleBook
from ..ruling import Modifier, Resolution
from ..series.calendar import is_first_turn_of_day
from ..series.conditions import conditions
from ..series.sequence import begin_step, end_step
from ..series.table_rolls import roll_on_table
from .morale import change_morale
from .weather import CLEAR, MIST, SANDSTORM, STORMS, days_weather

__all__ = ["airpower", "airpower_modifier", "strikes_of_turn", "supply", "weather"]

_FRENCH = "french"
_TABLE = "airpower"
_FULL = "full"


def weather(judgement: Judgement, action: Weather) -> None:  # noqa: ARG001
    """Judge the rolls for the weather at the start of a turn.

    On 0500 of the day (NQoS 3.0, R5.1), then on a day of mist whether it lifts (3.1, R5.2), or on a day of sand storms
    whether there is one in this turn, 0500 included (3.2, R5.5). An air strike that the weather forbids is lost (S1.0).
    """
    if not begin_step(judgement, TurnStepKind.WEATHER):
        return
    position, book = judgement.position, judgement.book
    day = position.day_weather
    if is_first_turn_of_day(position):
        day = roll_on_table(judgement, RollPurpose.WEATHER, days_weather(position, book), book.rule("weather"))
    elif day == MIST:
        band = book.band("mist-lift", position.time.turn, "die")
        lifts = roll_on_table(
            judgement, RollPurpose.MIST, tuple(face in band for face in range(10)), book.rule("mist-lift")
        )
        day = CLEAR if lifts else MIST
    now = day
    if day in STORMS:
        band = book.band("sand-storm", day, "die")
        storm = roll_on_table(
            judgement,
            RollPurpose.SANDSTORM,
            tuple(face in band for face in range(10)),
            book.rule("sand-storm"),
            what=day,
        )
        now = SANDSTORM if storm else CLEAR
    done = end_step(judgement.position, TurnStepKind.WEATHER).after(weather=now, day_weather=day)
    judgement.position = strikes_of_turn(done, book)


def strikes_of_turn(position: Position, book: RuleBook) -> Position:
    """Return the position with the air strikes of this turn ready; they are lost if weather or night forbids (S1.0)."""
    turn = position.time.turn
    ready = position.planned_strikes.count(turn)
    allowed = all(book.flag("weather-effects", row, "air_strikes") for row in conditions(position))
    planned = tuple(each for each in position.planned_strikes if each != turn)
    return position.after(planned_strikes=planned, strikes=ready if allowed else 0)


def airpower_modifier(position: Position, book: RuleBook) -> int:
    """Return French supply's modifier to the airpower result: -2 under Diminished or Emergency Supply (NQoS S1.0)."""
    return book.number("supply-levels", position.supply, "airpower") if position.supply else 0


def airpower(judgement: Judgement, action: Airpower) -> None:  # noqa: ARG001
    """Judge airpower on 0500 (NQoS S1.0, R14.1).

    The Axis die is taken from the French one; the French lose Dispatch Points, never below 0, or get air strikes,
    each with a die for its turn.
    """
    if not begin_step(judgement, TurnStepKind.AIRPOWER):
        return
    book = judgement.book
    modifier = airpower_modifier(judgement.position, book)
    faces = tuple(range(10))
    french, _ = judgement.roll(RollPurpose.AIRPOWER, "", faces)
    axis, _ = judgement.roll(RollPurpose.AIRPOWER_AGAINST, "", faces)
    differential = (french or 0) - (axis or 0) + modifier
    row = book.row_for(_TABLE, "differential", differential)
    lost, strikes = book.number(_TABLE, row, "french_dispatch_loss"), book.number(_TABLE, row, "strikes")
    effect = f"{lost} Dispatch Points lost" if lost else f"air strikes: {strikes}" if strikes else "no effect"
    _note(judgement, french or 0, axis or 0, modifier, differential, effect)
    _lose_dispatch_points(judgement, lost)
    turns = tuple(book.text("strike-turn", book.row_for("strike-turn", "die", face), "turn") for face in faces)
    found = [roll_on_table(judgement, RollPurpose.STRIKE_TURN, turns, book.rule("strike-turn")) for _ in range(strikes)]
    order = judgement.position.game.calendar.turns
    planned = sorted((*judgement.position.planned_strikes, *found), key=order.index)
    done = end_step(judgement.position, TurnStepKind.AIRPOWER).after(planned_strikes=tuple(planned))
    judgement.position = strikes_of_turn(done, book)


def _note(judgement: Judgement, french: int, axis: int, modifier: int, total: int, result: str) -> None:
    rule = judgement.book.rule(_TABLE)
    modifiers = (
        Modifier("axis-die", "Axis die", -axis, rule), Modifier("supply", "French supply", modifier, rule),
    )  # fmt: skip
    counted = tuple(each for each in modifiers if each.value)
    judgement.resolved(
        Resolution(
            RollPurpose.AIRPOWER, "", "", french, counted, total, french, result, rule, base_words="French die",
        )
    )  # fmt: skip


def _lose_dispatch_points(judgement: Judgement, lost: int) -> None:
    points = judgement.position.points
    division = next((each for each in points if judgement.position.game.divisions[each].side == _FRENCH), "")
    if division and lost:
        judgement.position = judgement.position.with_points(division, dispatch=-min(lost, points[division].dispatch))


def supply(judgement: Judgement, action: Supply) -> None:  # noqa: ARG001
    """Judge the roll for French supply at the start of a Night turn (NQoS S4.2).

    Supplies make it full and end the lack of the right ammunition (S3.0, event 4); without them it falls by a level,
    and French Morale with it (NQoS S4.6).
    """
    if not begin_step(judgement, TurnStepKind.SUPPLY):
        return
    book, level = judgement.book, judgement.position.supply
    arrives = tuple(book.flag("supply-roll", book.row_for("supply-roll", "die", f), "arrives") for f in range(10))
    came = roll_on_table(judgement, RollPurpose.SUPPLY, arrives, book.rule("supply-roll"), what=level)
    level = _FULL if came else book.text("supply-levels", level, "lower")
    judgement.position = end_step(judgement.position, TurnStepKind.SUPPLY).after(supply=level)
    if came:
        _end_wrong_ammo(judgement)
    else:
        change_morale(judgement, book.number("supply-levels", level, "morale"))


def _end_wrong_ammo(judgement: Judgement) -> None:
    units = {
        unit: state.after(wrong_ammo=False) if state.wrong_ammo else state
        for unit, state in judgement.position.units.items()
    }
    judgement.position = judgement.position.after(units=units)
