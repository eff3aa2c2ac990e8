"""The end of a turn: the last chit stays for the next one, markers come off, the mug is filled (R4.1, R4.5, R4.6)."""

from __future__ import annotations

from collections.abc import Iterable

from ...game.game_data import GameData
from ...game.order_of_battle import ChitKind
from ...game.play import EndTurn
from ...game.position import Activation, Position
from ...game.position_words import time_words
from ...game.scenarios import TurnTime
from ..judgement import Judgement
from ..rule_book import RuleBook
from ..rule_sets import exclusive_rules
from .calendar import is_last_turn, next_time
from .chits import finish_all, fresh
from .conditions import is_night
from .sequence import held_up, steps_due
from .turn_end import turn_is_over

__all__ = ["end_turn", "next_time", "turn_is_over"]

_DIRECT_COMMAND = "direct-command"


def end_turn(judgement: Judgement, action: EndTurn) -> None:  # noqa: ARG001
    """Judge the end of a turn (R4.6), and begin the next one.

    All activations are over. Barrage markers and Counterbattery Fired markers come off (R4.5; NQoS S2.0). The chit that
    is left in the mug is the first one of the next turn (NQoS General Comments). To it are added the chits free
    each turn (R6.12), those that were bought for it (R6.10), and those that the scenario puts there (Scenario 1).
    There is no turn after the scenario's last one (Scenario 2, Scenario 3, Scenario 4 as well). With the Night turn
    end the effects that last for a day.
    """
    judgement.position = exclusive_rules(judgement.position.game).note(judgement.position)
    finish_all(judgement)
    held_up(judgement)
    position = judgement.position
    time, last = next_time(position), position.game.scenarios[position.scenario].last
    if not turn_is_over(position):
        names = ", ".join(position.game.chits[chit].name for chit in position.mug)
        judgement.refuse("chits-left", chits=names or "none")
    if time is None or is_last_turn(position):
        judgement.refuse("scenario-is-over", rule=f"Scenario {position.scenario}", time=time_words(position, last))
        return
    units = {
        unit: state.after(counterbattery_fired=False) if state.counterbattery_fired else state
        for unit, state in fresh(position).units.items()
    }
    left = position.mug
    begun = _day_ended(position).after(
        time=time, units=units, barrages={}, activation=Activation(), played=(), next_turn=(), last_indirect="",
        first_chit=left[0] if len(left) == 1 else "", mug=tuple(sorted((*left, *_coming(position, time)))), strikes=0,
    )  # fmt: skip
    judgement.position = _with_steps(begun, judgement.book)


def _day_ended(position: Position) -> Position:
    """Return the position without the effects that last for a day, if the day's last turn has ended (R4.5)."""
    return exclusive_rules(position.game).day_ended(position) if is_night(position) else position


def _with_steps(position: Position, book: RuleBook) -> Position:
    """Return a turn's beginning with its steps (R4.1), and with what the game begins a turn with."""
    exclusive = exclusive_rules(position.game)
    begun = exclusive.turn_began(position, book)
    steps = steps_due(begun, book)
    return exclusive.steps_known(begun, book, steps).after(due=steps)


def _is_second(game: GameData, chit: str, others: Iterable[str]) -> bool:
    """Return whether a chit is a second Direct Command chit of its side beside others (NQoS S5.6)."""
    own = game.chits[chit]
    same = (each for each in others if (game.chits[each].kind, game.chits[each].side) == (own.kind, own.side))
    return own.kind == _DIRECT_COMMAND and any(each != chit for each in same)


def _coming(position: Position, time: TurnTime) -> tuple[str, ...]:
    """Return the chits that go into the mug for the next turn besides the one left there (R6.12, Scenario 1)."""
    game = position.game
    free = [chit for chit in position.played if game.chits[chit].kind != ChitKind.FORMATION]
    free = [chit for at, chit in enumerate(free) if not _is_second(game, chit, (*free[:at], *position.mug))]
    special = [
        row["chit"]
        for row in game.scenarios[position.scenario].special
        if "chit" in row and (row.get("date"), row.get("turn")) == (time.date, time.turn)
    ]
    return tuple(chit for chit in dict.fromkeys((*free, *position.next_turn, *special)) if chit not in position.mug)
