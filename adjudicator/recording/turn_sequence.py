"""The acts of players between the chits of a turn and at its ends: dice, purchases, arrivals, events.

The traces of each action in a log, in the order of the sequence of play (R4.1). Words in ``code`` are ids of the game's
data; *calendar* is the mat of arrivals, *card* a division's card. A line in brackets may be missing: the rest shows it.
Dice have no unit: the next one is what is due next. A step that a table does not show is passed over without a trace
(chits that nobody bought, the outcome of a break-out).

==================  ==================================================================================================
action              in the log
==================  ==================================================================================================
Weather             0500: a die for the day; `weather` dragged along the track `weather` (if it is elsewhere).
                    A day of sand storms: a die each turn, 0500 included (thrown singly or with the first one); if there
                    is a storm, a `sand-storm` marker is put into the box `sand-storm-now`; deleted when the turn ends.
                    Mist: a die, and `weather` goes to Clear if it lifts. No die where it lifts by itself: see EndTurn.
                    Air strikes that the weather forbids: their markers are deleted.
Airpower            a die of each side (singly or both with one button), then one die for each strike.
                    Dispatch Points are set; or for each strike its marker is put onto the space of its turn on the
                    track `turn`, for this very turn into the marker's box.
Supply              a die; `supply` dragged along its track; wrong ammo off by the menu, or the marker of `morale`.
BuyChit this-turn   the division's Dispatch Points set, then the chit put into the mug; in either order.
BuyChit next-turn   the same, but the chit is sent to the space *Next turn* of the mat of the chits.
BuyChit free        the chit put into the mug, no points.
Arrive              [`arrive`], unit and leaders dragged from the calendar (or a card) to the entry hex or park;
                    `column` and `mounted` by the menu, before or after.
AirStrike           `target` of the unit, always before the die, a die, its effects; a marker in the box is
                    deleted.
PlayChit, random    the chit drawn; a die; on a 0 a second one. An event for once (a day) that happens: an `event-used`
                    marker is put onto the space of its name on the mat of the chits. Then its result:
                    - an event with a choice (`event_choices` of the game's rules): see CarryOutEvent;
                    - relief-2: as a formation that withdraws;
                    - wrong-ammo: the state on each gun; radio-lines: contact off;
                    - in effect for a day: its marker onto its division's card, space *Markers*.
CarryOutEvent       - a leader: the commander's marker put onto the space of his formation on its division's card;
                    - a hex that is hit: a `target-hex` marker put there, checks of those in it, the marker deleted;
                    - a withdrawal: a die, then each formation chosen withdraws;
                    - a unit: dragged from its card into the hex;
                    - a surrender: a die; if it is above Morale [`surrender` of each] units and leader of the formation
                      dragged to the space *Gone for good* of the calendar, the marker of `morale` dragged to 0.
WithdrawalRoll      [`withdrawal-roll` of a unit of the formation; not missing if more than one formation owes a roll],
                    a die; for a Command Point the points are set before the die, or right after it.
a formation         [`withdraw` of each], its units and leader, and those who go along, dragged to the calendar's space
withdraws           of 0700 of the next day, without their states; *Gone for good* after the last day. Other leaders who
                    are left alone are dragged to their formation. Contacts off.
LeaveMap            [`leave-by-entry-hex`], after the turn's last chit: unit and leaders dragged to the calendar's space
                    two turns later, states off but for losses.
EndTurn             [chits sent to *Played*], the last chit of the mug dragged into play; chits that are free and
                    those of *Next turn* into the mug; bought ones that were played to *Available* of their side. The
                    turn is set, `turn` and `date` dragged; barrages and Counterbattery Fired off. `sand-storm` deleted;
                    mist that lifts by itself: `weather` to Clear. Strikes of this turn that were not made: deleted;
                    those of the new one dragged from the track into the box, or deleted if weather or night forbid
                    them. After Night the markers of the commander, of the effects of the day and of the events that may
                    come again, and strikes that are still planned are deleted. `weather` stays until the next roll.
a hex that decides  whenever a chit is drawn or the turn ends: `control` placed there with its first face when the side
                    of that face was there last, deleted when the other was.
BreakOut            the marker of the break-out dragged from its card to the first hex and hex by hex to an entry hex;
                    without a way out the marker is deleted from the card.
==================  ==================================================================================================

By mail the log is in the hands of the deciding side: the buyer, the side arriving or leaving, or the one that
the game's own rules name (`deciding_side`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, ClassVar, Final

from ..drawing.mats import ARRIVALS, MARKERS
from ..game import play
from ..game.action_words import Declaration
from ..game.play import Action
from ..game.position import Activation, Position, Status
from ..module_layout.table_places import Spot
from ..module_layout.turn_markers import driver_marker
from ..rules.exclusive_rules import Chosen
from ..rules.rule_book import RuleBook
from ..rules.rule_sets import exclusive_rules
from .narrator import Teller
from .position_diff_actions import consequences
from .table_actions import Declare, Drag, MarkerPlace, MoveMarker, PlaceMarker, RemoveMarker

__all__ = ["BETWEEN_CHITS", "side_of"]

_TARGET_HEX: Final = "target-hex"


class _Departing(Teller):
    """Tells an action by which counters leave the map: each declares that before it is dragged into the calendar."""

    word: ClassVar[Declaration] = Declaration.WITHDRAW
    """The action that the counters declare."""

    def catch_up(self, position: Position) -> None:
        """Catch up; a counter that leaves declares that first."""
        for act in consequences(self.shown, position):
            if isinstance(act, Drag) and isinstance(act.to, Spot) and act.to.sheet == ARRIVALS:
                for counter in act.counters:
                    self.declare(Declare(counter, self.word, implied=True))
            self.acts.append(act)
        self.shown = position


class _PlayChit(_Departing):
    """Tells the drawing of a chit; the one that was left over has been in play since the previous turn ended."""

    def begin(self) -> None:
        """Tell the drawing."""
        if self.shown.first_chit == self.action.chit:
            self.shown = _with_first_chit(self.shown)


class _EndTurn(Teller):
    """Tells the end of a turn: the last chit comes into play before the others go back into the mug (R4.6)."""

    def catch_up(self, position: Position) -> None:
        """Catch up, and draw the last chit."""
        super().catch_up(_with_first_chit(position))


def _with_first_chit(position: Position) -> Position:
    """Return a position with the chit that was left over in play."""
    chit = position.first_chit
    if not chit:
        return position
    return position.after(mug=tuple(each for each in position.mug if each != chit), activation=Activation(chit))


class _LeaveMap(_Departing):
    """Tells that a unit leaves by its entry hex (NQoS S5.1)."""

    word = Declaration.LEAVE_MAP

    def begin(self) -> None:
        """Tell nothing before the unit leaves."""


class _WithdrawalRoll(_Departing):
    """Tells the roll whether a formation withdraws (NQoS S5.3)."""

    def begin(self) -> None:
        """Declare the formation of the roll; the declaration may be left out if no other formation owes one."""
        position = self.start
        roller = next(
            (unit for unit, state in position.units.items() if state.status is Status.ON_MAP
             and position.game.units[unit].formation == self.action.formation), "",
        )  # fmt: skip
        if roller:
            self.declare(Declare(roller, Declaration.WITHDRAWAL_ROLL, implied=len({*position.withdrawals}) == 1))


class _Event(_Departing):
    """Tells the result of a random event (NQoS S3.0)."""

    def begin(self) -> None:
        """Mark the hex that is hit."""
        if self._is_hit:
            self.acts.append(PlaceMarker(_TARGET_HEX, self.action.hex))

    def end(self) -> None:
        """Take the mark off."""
        if self._is_hit:
            self.acts.append(RemoveMarker(_TARGET_HEX, self.action.hex))

    @property
    def _is_hit(self) -> bool:
        return _chosen(self.start) is Chosen.TARGET_HEX and self.action.hex is not None


class _Surrender(_Event):
    """Tells that a formation surrenders (NQoS S3.0, event 9)."""

    word = Declaration.SURRENDER


class _BreakOut(Teller):
    """Tells the drive of whoever breaks out."""

    def tell(self) -> None:
        """Drag the marker from its card to the first hex and hex by hex to the entry hex, or take it away."""
        game = self.start.game
        marker = driver_marker(game)
        if marker is None:
            return
        card: MarkerPlace = Spot(game.divisions[marker.division].name, MARKERS)
        if not self.action.route:
            self.acts.append(RemoveMarker(marker.id, card))
        way: tuple[MarkerPlace, ...] = (card, *self.action.route)
        self.acts += [MoveMarker(marker.id, one, other) for one, other in pairwise(way)]


def _event_teller(position: Position, action: Action, book: RuleBook) -> Teller:
    """Return the teller for the event that has come."""
    return (_Surrender if _chosen(position) is Chosen.SURRENDER else _Event)(position, action, book)


def _chosen(position: Position) -> Chosen | None:
    """Return what is chosen for the event that has come, None for nothing."""
    choice = exclusive_rules(position.game).event_choices.get(position.event)
    return choice.chosen if choice else None


BETWEEN_CHITS: Final[Mapping[type, Callable[[Position, Any, RuleBook], Teller]]] = {
    play.PlayChit: _PlayChit,
    play.EndTurn: _EndTurn,
    play.LeaveMap: _LeaveMap,
    play.WithdrawalRoll: _WithdrawalRoll,
    play.CarryOutEvent: _event_teller,
    play.BreakOut: _BreakOut,
}
"""The tellers of the actions between the chits that need more declarations than their changes show."""


# the side with the log in hand


def side_of(position: Position, action: Action) -> str:
    """Return the side that does an action; empty for dice, a chit or a turn: those fall to the side with the log."""
    if isinstance(action, play.BuyChit):
        return position.game.chits[action.chit].side
    units = [unit for unit in action.actors if unit in position.units]
    return position.side(units[0]) if units else exclusive_rules(position.game).deciding_side(position, action)
