"""Manners of play: the same deeds, done in the many ways in which players do them.

A manner never changes what is done, only how and in which order; every manner is legal play. It is drawn again
for each action with the random numbers that it is given, so that the same seed plays in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from random import Random
from typing import Final

from ..game.play import RollPurpose
from .table_actions import (
    HOW_IT_MOVES,
    AdvanceTurn,
    Declare,
    Deed,
    Drag,
    DrawChit,
    EndOfTurn,
    FlipMarker,
    MoveOnTrack,
    PlaceMarker,
    PressOff,
    RemoveMarker,
    ReturnChit,
    RollFromMenu,
    Say,
    SendChit,
    SetPoints,
    SetState,
    ThrowDice,
    Undone,
)

__all__ = ["PLAIN", "VARIED", "Habits", "Manner", "together"]


@dataclass(frozen=True, slots=True)
class Habits:
    """The frequencies with which players do things in certain ways, from 0 (never) to 1 (always)."""

    jumps: float = 0.0
    """A stretch of hexes is crossed in one drag."""
    silent: float = 0.0
    """Things that the rest of an action shows are not declared."""
    typed: float = 0.0
    """A line is typed instead of chosen from the menu."""
    dice_first: float = 0.0
    """A die is thrown before its purpose is declared."""
    dice_together: float = 0.0
    """Several dice are thrown at once."""
    pays_first: float = 0.0
    """The points' marker is moved before the purpose is declared."""
    pays_after: float = 0.0
    """The points' marker is moved after the chit that was bought, or after the die that the point improved."""
    forms_first: float = 0.0
    """A reinforcement is mounted, or put in Column, before it is dragged onto the map."""
    marks_late: float = 0.0
    """A state is set, or a marker placed, only when the next thing has been declared."""
    buttons: float = 0.0
    """Markers come off by the toolbar's button."""
    presses: float = 0.0
    """A turn ends by its button, and a die is rolled by the entry of the menu that declares its purpose."""
    talk: float = 0.0
    second_thoughts: float = 0.0
    """Something is done, taken back and done again."""
    marks_actions: float = 0.0
    """In a whole game the number of actions that each unit has done is marked."""


PLAIN: Final = Habits()
VARIED: Final = Habits(
    jumps=0.5, silent=0.4, typed=0.15, dice_first=0.1, dice_together=0.2, pays_first=0.2, pays_after=0.3,
    forms_first=0.5, marks_late=0.2, buttons=0.6, talk=0.06, second_thoughts=0.04, marks_actions=0.3,
)  # fmt: skip

_THROWN_TOGETHER: Final = frozenset(
    {
        (RollPurpose.OPPORTUNITY, RollPurpose.FIRE),
        (RollPurpose.COMPANY_BONUS, RollPurpose.FIRE),
        (RollPurpose.SPOTTING, RollPurpose.FIRE),
        (RollPurpose.SPOTTING, RollPurpose.COMPANY_BONUS),
        (RollPurpose.COUNTERBATTERY, RollPurpose.FIRE),
        (RollPurpose.SUPPRESSION, RollPurpose.SUPPRESSION),
        (RollPurpose.WEATHER, RollPurpose.SANDSTORM),
        (RollPurpose.AIRPOWER_FRENCH, RollPurpose.AIRPOWER_AXIS),
        (RollPurpose.STRIKE_TURN, RollPurpose.STRIKE_TURN),
    }
)
"""The purposes of dice that players throw together, the first one first."""
_TALK: Final = (
    "Well, well.", "That was close!", "Nice shot.", "I have to think about this one.", "Sorry for the delay.",
    "Good luck with that.", "What a mess :-)", "Your tanks look nervous.", "Let me know if you see it differently.",
)  # fmt: skip
_ARRIVE: Final = "arrive"
_BARRAGE: Final = "barrage"
_TARGET_HEX: Final = "target-hex"
"""The marker for the hex where something is about to happen."""
_MORALE: Final = "morale"
_OF_THE_TURN: Final = ("turn", "date")
"""The tracks of the map that show the turn."""
_COUNTERBATTERY: Final = "counterbattery-fired"
_WITHDRAWAL: Final = "withdrawal"
_ACTIVATED: Final = "activated"
"""The state by which a counter shows how many actions its unit has done."""


class Manner:
    """A manner of play: *habits*, and the random numbers that decide each time."""

    def __init__(self, habits: Habits = PLAIN, rng: Random | None = None) -> None:
        self._habits = habits
        self._rng = rng or Random(0)  # noqa: S311 - nothing secret hangs on it
        self._late: tuple[Deed, ...] = ()
        self._presses = Random(1)  # noqa: S311 - for itself, so that all else is drawn as without it
        self._marks_actions = self._feels_like(habits.marks_actions)

    def styled(self, what: Iterable[Deed]) -> tuple[Deed, ...]:
        """Return the deeds of an action in this manner, with deeds of the previous action that were put off.

        Some of the action's own deeds may be put off in turn: they come with the next ones, or from :meth:`put_off`.
        """
        found = list(what)
        for way in _WAYS:
            found = way(self, found)
        return self._with_presses(self._in_time(found))

    def put_off(self) -> tuple[Deed, ...]:
        """Return the deeds that were put off and are still to be done; they are put off no longer."""
        late, self._late = self._late, ()
        return late

    def _feels_like(self, habit: float) -> bool:
        return habit > 0 and self._rng.random() < habit

    def _mark_actions(self, what: list[Deed]) -> list[Deed]:
        """Leave out the marks of actions done, by players who do not use them."""
        if self._marks_actions:
            return what
        return [deed for deed in what if not _marks_actions(deed)]

    # declarations

    def _keep_silent(self, what: list[Deed]) -> list[Deed]:
        if not self._feels_like(self._habits.silent):
            return what
        return [deed for deed in what if not (isinstance(deed, Declare) and deed.implied)]

    def _type(self, what: list[Deed]) -> list[Deed]:
        """Type some lines; then the target need not be declared as such."""
        found: list[Deed] = []
        for deed in what:
            before = found[-1] if found else None
            if isinstance(deed, Declare):
                if isinstance(before, Declare) and before.typed and deed.counter == before.at:
                    continue
                deed = replace(deed, typed=self._feels_like(self._habits.typed))
            found.append(deed)
        return found

    def _talk(self, what: list[Deed]) -> list[Deed]:
        if what and self._feels_like(self._habits.talk):
            at = self._rng.randrange(len(what) + 1)
            return [*what[:at], Say(self._rng.choice(_TALK)), *what[at:]]
        return what

    # drags

    def _jump(self, what: list[Deed]) -> list[Deed]:
        """Drag over several hexes at once, where nothing happens between them."""
        if not self._feels_like(self._habits.jumps):
            return what
        found: list[Deed] = []
        for deed in what:
            before = found[-1] if found else None
            if (
                isinstance(deed, Drag)
                and isinstance(before, Drag)
                and deed.counters == before.counters
                and not deed.provokes
            ):
                found.pop()
            found.append(deed)
        return found

    def _press_buttons(self, what: list[Deed]) -> list[Deed]:
        """Take all barrages off by the button, if all are to be removed."""
        removed = [deed for deed in what if isinstance(deed, RemoveMarker) and deed.marker == _BARRAGE]
        if not removed or not self._feels_like(self._habits.buttons):
            return what
        at = what.index(removed[0])
        rest = [deed for deed in what if deed not in removed]
        return [*rest[:at], PressOff(removed[0].marker), *rest[at:]]

    # dice and points

    def _throw_together(self, what: list[Deed]) -> list[Deed]:
        """Throw together dice that follow each other with nothing but words between them."""
        found: list[Deed] = []
        for deed in what:
            words = _tail(found, _is_word)
            before = found[-len(words) - 1] if len(found) > len(words) else None
            if isinstance(deed, ThrowDice) and isinstance(before, ThrowDice):
                both = (before.rolls[-1].purpose, deed.rolls[0].purpose)
                if both in _THROWN_TOGETHER and self._feels_like(self._habits.dice_together):
                    found[-len(words) - 1 :] = [*words, ThrowDice((*before.rolls, *deed.rolls))]
                    continue
            found.append(deed)
        return found

    def _throw_first(self, what: list[Deed]) -> list[Deed]:
        """Throw a die before its declaration."""
        found: list[Deed] = []
        for at, deed in enumerate(what):
            words = _tail(what[:at], _can_follow_die)
            if isinstance(deed, ThrowDice) and words and self._feels_like(self._habits.dice_first):
                found[-len(words) :] = [deed, *words]
            else:
                found.append(deed)
        return found

    def _pay_first(self, what: list[Deed]) -> list[Deed]:
        """Move the points' marker before the purpose is declared."""
        found = list(what)
        for at, (deed, following) in enumerate(pairwise(what)):
            paid = isinstance(deed, Declare) and isinstance(following, SetPoints)
            if paid and self._feels_like(self._habits.pays_first):
                found[at : at + 2] = [following, deed]
        return found

    def _pay_after(self, what: list[Deed]) -> list[Deed]:
        """Move the points' marker after the thing that is bought: a chit, or a better die."""
        found = list(what)
        for at, (deed, following) in enumerate(pairwise(what)):
            if isinstance(deed, SetPoints) and _is_bought(following) and self._feels_like(self._habits.pays_after):
                found[at : at + 2] = [following, deed]
        return found

    def _form_first(self, what: list[Deed]) -> list[Deed]:
        """Mount a reinforcement, or put it in Column, before it is dragged onto the map."""
        arrives = any(isinstance(deed, Declare) and deed.action == _ARRIVE for deed in what)
        if not arrives or not self._feels_like(self._habits.forms_first):
            return what
        return sorted(what, key=lambda deed: 0 if isinstance(deed, Declare) else 1 if isinstance(deed, SetState) else 2)

    # markers and second thoughts

    def _mark_late(self, what: list[Deed]) -> list[Deed]:
        """Set states and place markers only after the next word, if that belongs to another counter."""
        found: list[Deed] = []
        for marking, run in groupby(what, _is_mark):
            deeds = list(run)
            marks = _tail(found, _is_mark)
            if not marking and marks and _can_wait(marks, deeds[0]) and self._feels_like(self._habits.marks_late):
                found[-len(marks) :] = [deeds[0], *marks, *deeds[1:]]
            else:
                found += deeds
        return found

    def _think_again(self, what: list[Deed]) -> list[Deed]:
        """Do something other than a die, take it back and do it again."""
        found: list[Deed] = []
        for deed in what:
            plain = isinstance(deed, Drag | SetState | SetPoints) or (isinstance(deed, Declare) and not deed.typed)
            if plain and self._feels_like(self._habits.second_thoughts):
                found.append(Undone(deed))
            found.append(deed)
        return found

    def _with_presses(self, what: Sequence[Deed]) -> tuple[Deed, ...]:
        """Do what one press can do: end a turn by its button, roll from the menu entry that declares the purpose."""
        found: list[Deed] = []
        for deed in self._end_by_button(what):
            before = found[-1] if found else None
            if isinstance(deed, ThrowDice) and isinstance(before, Declare) and self._can_roll(before, deed):
                found[-1] = RollFromMenu(before, deed)
            else:
                found.append(deed)
        return tuple(found)

    def _can_roll(self, declared: Declare, thrown: ThrowDice) -> bool:
        return len(thrown.rolls) == 1 and not declared.typed and self._presses.random() < self._habits.presses

    def _end_by_button(self, what: Sequence[Deed]) -> Sequence[Deed]:
        """End the turn by the button, which does all that it can at once."""
        if not any(isinstance(deed, AdvanceTurn) for deed in what) or self._presses.random() >= self._habits.presses:
            return what
        parts = [deed for deed in what if _is_of_the_end(deed)]
        rest = [deed for deed in what if not _is_of_the_end(deed)]
        at = what.index(parts[0])
        return [*rest[:at], EndOfTurn(tuple(parts)), *rest[at:]]

    def _in_time(self, what: list[Deed]) -> tuple[Deed, ...]:
        """Return the deeds to do now: with those that were put off, and without those that are put off in turn."""
        late = self.put_off()
        waits = int(bool(late and what) and _can_wait(late, what[0]))
        what = [*what[:waits], *late, *what[waits:]]
        marks = _tail(what, _is_mark)
        if marks and len(marks) < len(what) and self._feels_like(self._habits.marks_late):
            self._late = tuple(marks)
            return tuple(what[: -len(marks)])
        return tuple(what)


def together(first: Sequence[Deed], second: Sequence[Deed]) -> tuple[Deed, ...] | None:
    """Return two moves made as one, the counters dragged as a stack; None if they do not take the same way.

    Nothing else may be done on the way, so that the order in which they went does not show.
    """
    parts = [_way_of(deeds) for deeds in (first, second)]
    one, other = parts
    if one is None or other is None or [drag.to for drag in one[1]] != [drag.to for drag in other[1]]:
        return None
    drags = [
        replace(drag, counters=(*drag.counters, *also.counters)) for drag, also in zip(one[1], other[1], strict=True)
    ]
    return (*one[0], *other[0], *drags, *one[2], *other[2])


def _way_of(deeds: Sequence[Deed]) -> tuple[list[Deed], list[Drag], list[Deed]] | None:
    """Return the deeds before the drags of a move, the drags, and the deeds after; None if these are interrupted."""
    drags = [deed for deed in deeds if isinstance(deed, Drag)]
    at = [index for index, deed in enumerate(deeds) if isinstance(deed, Drag)]
    if not drags or at[-1] - at[0] != len(at) - 1 or any(drag.provokes for drag in drags):
        return None
    return list(deeds[: at[0]]), drags, list(deeds[at[-1] + 1 :])


def _is_word(deed: Deed) -> bool:
    return isinstance(deed, Declare)


def _can_follow_die(deed: Deed) -> bool:
    """Return whether a deed is a declaration that players may make after its die."""
    return isinstance(deed, Declare) and not deed.opens


def _marks_actions(deed: Deed) -> bool:
    """Return whether a deed marks the number of actions that units have done, or takes these marks off."""
    return (isinstance(deed, SetState) and deed.state == _ACTIVATED) or deed == PressOff(_ACTIVATED)


def _is_mark(deed: Deed) -> bool:
    """Return whether a deed marks an effect on a unit; the way in which a unit moves is never marked late."""
    if isinstance(deed, SetState):
        return deed.state not in HOW_IT_MOVES
    if isinstance(deed, PlaceMarker):
        return deed.marker != _TARGET_HEX
    return isinstance(deed, FlipMarker) or (isinstance(deed, MoveOnTrack) and deed.track == _MORALE)


def _is_bought(deed: Deed) -> bool:
    """Return whether a deed is paid for with points: a chit, or a better die (R6.9; NQoS S5.3)."""
    if isinstance(deed, ThrowDice):
        return deed.rolls[0].purpose == _WITHDRAWAL
    return isinstance(deed, ReturnChit | SendChit)


def _is_of_the_end(deed: Deed) -> bool:
    """Return whether a deed at the end of a turn is one that the end-of-turn button does."""
    match deed:
        case SendChit() | DrawChit() | ReturnChit() | AdvanceTurn() | PressOff():
            return True
        case MoveOnTrack():
            return deed.track in _OF_THE_TURN
        case RemoveMarker():
            return deed.marker == _BARRAGE
        case SetState():
            return deed.state == _COUNTERBATTERY and not deed.value
        case _:
            return False


def _tail(what: Sequence[Deed], belongs: Callable[[Deed], bool]) -> list[Deed]:
    """Return the last deeds, as far back as they belong together."""
    at = len(what)
    while at and belongs(what[at - 1]):
        at -= 1
    return list(what[at:])


def _can_wait(marks: Iterable[Deed], following: Deed) -> bool:
    """Return whether marks can be made after the following deed: a declaration of no counter among them."""
    marked = {deed.unit for deed in marks if isinstance(deed, SetState)}
    return isinstance(following, Declare) and following.counter not in marked


_WAYS: Final[tuple[Callable[[Manner, list[Deed]], list[Deed]], ...]] = (
    Manner._mark_actions, Manner._form_first, Manner._pay_after, Manner._keep_silent, Manner._type, Manner._jump,
    Manner._press_buttons, Manner._throw_together, Manner._throw_first, Manner._pay_first, Manner._mark_late,
    Manner._talk, Manner._think_again,
)  # fmt: skip
"""The decisions of a manner, in their order."""
