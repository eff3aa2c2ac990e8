"""The end of a turn: the last chit stays for the next one, markers come off, the mug is filled (R4.1, R4.5, R4.6)."""

from __future__ import annotations

from ...game.play import EndTurn
from ...game.position import Activation, Position
from ...game.scenarios import TurnTime
from ..bir_hacheim.waiting_formations import chit_waits, note_occupation
from ..judging import Judging
from .chits import finish_all, fresh

__all__ = ["end_turn", "next_time", "turn_is_over"]

_FORMATION = "formation"
"""The kind of chit that has to be bought each turn (R6.12)."""


def next_time(position: Position) -> TurnTime | None:
    """Return the turn after this one (NQoS 2.0: Night is followed by 0500 of the next day).

    None after the calendar's last turn.
    """
    calendar = position.game.calendar
    times = [TurnTime(date, turn) for date in calendar.dates for turn in calendar.turns]
    after = times.index(position.time) + 1
    return times[after] if after < len(times) else None


def turn_is_over(position: Position) -> bool:
    """Return whether no chit is left to draw: only the last one, or such as cannot be had yet (R4.6; Scenario 3)."""
    waiting = [chit for chit in position.mug if not chit_waits(position, chit)]
    return len(waiting) <= 1 and bool(position.played)


def end_turn(judging: Judging, action: EndTurn) -> None:  # noqa: ARG001
    """Judge the end of a turn (R4.6), and begin the next one.

    All activations are over. Barrage markers and Counterbattery Fired markers come off (R4.5; NQoS S2.0). The chit that
    is left in the mug is the first one of the next turn (NQoS General Comments). To it come the chits that are free
    each turn (R6.12), those that were bought for it (R6.10), and those that the scenario puts there (Scenario 1).
    There is no turn after the scenario's last one.
    """
    judging.position = note_occupation(judging.position)
    finish_all(judging)
    position = judging.position
    time, last = next_time(position), position.game.scenarios[position.scenario].last
    if not turn_is_over(position):
        names = ", ".join(position.game.chits[chit].name for chit in position.mug)
        judging.refuse("chits-left", chits=names or "none")
    if time is None or position.time >= last:
        judging.refuse("scenario-is-over", rule=f"Scenario {position.scenario}", time=last)
        return
    units = {
        unit: state.after(counterbattery_fired=False) if state.counterbattery_fired else state
        for unit, state in fresh(position).units.items()
    }
    left = position.mug
    judging.position = position.after(
        time=time, units=units, barrages={}, activation=Activation(), played=(), next_turn=(), last_indirect="",
        first_chit=left[0] if len(left) == 1 else "", mug=tuple(sorted((*left, *_coming(position, time)))),
    )  # fmt: skip


def _coming(position: Position, time: TurnTime) -> tuple[str, ...]:
    """Return the chits that go into the mug for the next turn besides the one left there (R6.12, Scenario 1)."""
    game = position.game
    free = [chit for chit in position.played if game.chits[chit].kind != _FORMATION]
    special = [
        row["chit"]
        for row in game.scenarios[position.scenario].special
        if "chit" in row and (row.get("date"), row.get("turn")) == (time.date, time.turn)
    ]
    return tuple(chit for chit in dict.fromkeys((*free, *position.next_turn, *special)) if chit not in position.mug)
