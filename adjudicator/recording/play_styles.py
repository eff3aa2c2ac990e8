"""Styles of play: the same acts, done in the many ways in which players do them.

A style never changes what is done, only how and in which order; every style is legal play. It is drawn again
for each action with the random numbers that it is given, so that the same seed plays in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from random import Random
from typing import Final

from ..game.action_words import Declaration
from ..game.counter_states import HOW_IT_MOVES, CounterState
from ..game.play import RollPurpose
from .table_actions import (
    AdvanceTurn,
    Declare,
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
    TableAction,
    ThrowDice,
    Undone,
)

__all__ = ["PLAIN", "VARIED", "PlayStyle", "StyledPlay", "together"]


@dataclass(frozen=True, slots=True)
class PlayStyle:
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


PLAIN: Final = PlayStyle()
VARIED: Final = PlayStyle(
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
        (RollPurpose.AIRPOWER, RollPurpose.AIRPOWER_AGAINST),
        (RollPurpose.STRIKE_TURN, RollPurpose.STRIKE_TURN),
    }
)
"""The purposes of dice that players throw together, the first one first."""
_TALK: Final = (
    "Well, well.", "That was close!", "Nice shot.", "I have to think about this one.", "Sorry for the delay.",
    "Good luck with that.", "What a mess :-)", "Your tanks look nervous.", "Let me know if you see it differently.",
)  # fmt: skip
_BARRAGE: Final = "barrage"
_TARGET_HEX: Final = "target-hex"
"""The marker for the hex where something is about to happen."""
_MORALE: Final = "morale"
_OF_THE_TURN: Final = ("turn", "date")
"""The tracks of the map that show the turn."""
_WITHDRAWAL: Final = "withdrawal"


class StyledPlay:
    """Play in a style: *style*, and the random numbers that decide each time."""

    def __init__(self, style: PlayStyle = PLAIN, rng: Random | None = None) -> None:
        self._style = style
        self._rng = rng or Random(0)  # noqa: S311 - nothing secret hangs on it
        self._late: tuple[TableAction, ...] = ()
        self._presses = Random(1)  # noqa: S311 - for itself, so that all else is drawn as without it
        self._marks_actions = self._feels_like(style.marks_actions)

    def styled(self, what: Iterable[TableAction]) -> tuple[TableAction, ...]:
        """Return the acts of an action in this style, with acts of the previous action that were put off.

        Some of the action's own acts may be put off in turn: they come with the next ones, or from :meth:`put_off`.
        """
        found = list(what)
        for way in _WAYS:
            found = way(self, found)
        return self._with_presses(self._in_time(found))

    def put_off(self) -> tuple[TableAction, ...]:
        """Return the acts that were put off and are still to be done; they are put off no longer."""
        late, self._late = self._late, ()
        return late

    def _feels_like(self, habit: float) -> bool:
        return habit > 0 and self._rng.random() < habit

    def _mark_actions(self, what: list[TableAction]) -> list[TableAction]:
        """Leave out the marks of actions done, by players who do not use them."""
        if self._marks_actions:
            return what
        return [act for act in what if not _marks_actions(act)]

    # declarations

    def _keep_silent(self, what: list[TableAction]) -> list[TableAction]:
        if not self._feels_like(self._style.silent):
            return what
        return [act for act in what if not (isinstance(act, Declare) and act.implied)]

    def _type(self, what: list[TableAction]) -> list[TableAction]:
        """Type some lines; then the target need not be declared as such."""
        found: list[TableAction] = []
        for act in what:
            before = found[-1] if found else None
            if isinstance(act, Declare):
                if isinstance(before, Declare) and before.typed and act.counter == before.at:
                    continue
                act = replace(act, typed=self._feels_like(self._style.typed))
            found.append(act)
        return found

    def _talk(self, what: list[TableAction]) -> list[TableAction]:
        if what and self._feels_like(self._style.talk):
            at = self._rng.randrange(len(what) + 1)
            return [*what[:at], Say(self._rng.choice(_TALK)), *what[at:]]
        return what

    # drags

    def _jump(self, what: list[TableAction]) -> list[TableAction]:
        """Drag over several hexes at once, where nothing happens between them."""
        if not self._feels_like(self._style.jumps):
            return what
        found: list[TableAction] = []
        for act in what:
            before = found[-1] if found else None
            if (
                isinstance(act, Drag)
                and isinstance(before, Drag)
                and act.counters == before.counters
                and not act.provokes
            ):
                found.pop()
            found.append(act)
        return found

    def _press_buttons(self, what: list[TableAction]) -> list[TableAction]:
        """Take all barrages off by the button, if all are to be removed."""
        removed = [act for act in what if isinstance(act, RemoveMarker) and act.marker == _BARRAGE]
        if not removed or not self._feels_like(self._style.buttons):
            return what
        at = what.index(removed[0])
        rest = [act for act in what if act not in removed]
        return [*rest[:at], PressOff(removed[0].marker), *rest[at:]]

    # dice and points

    def _throw_together(self, what: list[TableAction]) -> list[TableAction]:
        """Throw together dice that follow each other with nothing but words between them."""
        found: list[TableAction] = []
        for act in what:
            words = _tail(found, _is_word)
            before = found[-len(words) - 1] if len(found) > len(words) else None
            if isinstance(act, ThrowDice) and isinstance(before, ThrowDice):
                both = (before.rolls[-1].purpose, act.rolls[0].purpose)
                if both in _THROWN_TOGETHER and self._feels_like(self._style.dice_together):
                    found[-len(words) - 1 :] = [*words, ThrowDice((*before.rolls, *act.rolls))]
                    continue
            found.append(act)
        return found

    def _throw_first(self, what: list[TableAction]) -> list[TableAction]:
        """Throw a die before its declaration."""
        found: list[TableAction] = []
        for at, act in enumerate(what):
            words = _tail(what[:at], _can_follow_die)
            if isinstance(act, ThrowDice) and words and self._feels_like(self._style.dice_first):
                found[-len(words) :] = [act, *words]
            else:
                found.append(act)
        return found

    def _pay_first(self, what: list[TableAction]) -> list[TableAction]:
        """Move the points' marker before the purpose is declared."""
        found = list(what)
        for at, (act, following) in enumerate(pairwise(what)):
            paid = isinstance(act, Declare) and isinstance(following, SetPoints)
            if paid and self._feels_like(self._style.pays_first):
                found[at : at + 2] = [following, act]
        return found

    def _pay_after(self, what: list[TableAction]) -> list[TableAction]:
        """Move the points' marker after the thing that is bought: a chit, or a better die."""
        found = list(what)
        for at, (act, following) in enumerate(pairwise(what)):
            if isinstance(act, SetPoints) and _is_bought(following) and self._feels_like(self._style.pays_after):
                found[at : at + 2] = [following, act]
        return found

    def _form_first(self, what: list[TableAction]) -> list[TableAction]:
        """Mount a reinforcement, or put it in Column, before it is dragged onto the map."""
        arrives = any(isinstance(act, Declare) and act.action is Declaration.ARRIVE for act in what)
        if not arrives or not self._feels_like(self._style.forms_first):
            return what
        return sorted(what, key=lambda act: 0 if isinstance(act, Declare) else 1 if isinstance(act, SetState) else 2)

    # markers and second thoughts

    def _mark_late(self, what: list[TableAction]) -> list[TableAction]:
        """Set states and place markers only after the next word, if that belongs to another counter."""
        found: list[TableAction] = []
        for marking, run in groupby(what, _is_mark):
            acts = list(run)
            marks = _tail(found, _is_mark)
            if not marking and marks and _can_wait(marks, acts[0]) and self._feels_like(self._style.marks_late):
                found[-len(marks) :] = [acts[0], *marks, *acts[1:]]
            else:
                found += acts
        return found

    def _think_again(self, what: list[TableAction]) -> list[TableAction]:
        """Do something other than a die, take it back and do it again."""
        found: list[TableAction] = []
        for act in what:
            plain = isinstance(act, Drag | SetState | SetPoints) or (isinstance(act, Declare) and not act.typed)
            if plain and self._feels_like(self._style.second_thoughts):
                found.append(Undone(act))
            found.append(act)
        return found

    def _with_presses(self, what: Sequence[TableAction]) -> tuple[TableAction, ...]:
        """Do what one press can do: end a turn by its button, roll from the menu entry that declares the purpose."""
        found: list[TableAction] = []
        for act in self._end_by_button(what):
            before = found[-1] if found else None
            if isinstance(act, ThrowDice) and isinstance(before, Declare) and self._can_roll(before, act):
                found[-1] = RollFromMenu(before, act)
            else:
                found.append(act)
        return tuple(found)

    def _can_roll(self, declared: Declare, thrown: ThrowDice) -> bool:
        return len(thrown.rolls) == 1 and not declared.typed and self._presses.random() < self._style.presses

    def _end_by_button(self, what: Sequence[TableAction]) -> Sequence[TableAction]:
        """End the turn by the button, which does all that it can at once."""
        if not any(isinstance(act, AdvanceTurn) for act in what) or self._presses.random() >= self._style.presses:
            return what
        parts = [act for act in what if _is_of_the_end(act)]
        rest = [act for act in what if not _is_of_the_end(act)]
        at = what.index(parts[0])
        return [*rest[:at], EndOfTurn(tuple(parts)), *rest[at:]]

    def _in_time(self, what: list[TableAction]) -> tuple[TableAction, ...]:
        """Return the acts to do now: with those that were put off, and without those that are put off in turn."""
        late = self.put_off()
        waits = int(bool(late and what) and _can_wait(late, what[0]))
        what = [*what[:waits], *late, *what[waits:]]
        marks = _tail(what, _is_mark)
        if marks and len(marks) < len(what) and self._feels_like(self._style.marks_late):
            self._late = tuple(marks)
            return tuple(what[: -len(marks)])
        return tuple(what)


def together(first: Sequence[TableAction], second: Sequence[TableAction]) -> tuple[TableAction, ...] | None:
    """Return two moves made as one, the counters dragged as a stack; None if they do not take the same way.

    Nothing else may be done on the way, so that the order in which they went does not show.
    """
    parts = [_way_of(acts) for acts in (first, second)]
    one, other = parts
    if one is None or other is None or [drag.to for drag in one[1]] != [drag.to for drag in other[1]]:
        return None
    drags = [
        replace(drag, counters=(*drag.counters, *also.counters)) for drag, also in zip(one[1], other[1], strict=True)
    ]
    return (*one[0], *other[0], *drags, *one[2], *other[2])


def _way_of(acts: Sequence[TableAction]) -> tuple[list[TableAction], list[Drag], list[TableAction]] | None:
    """Return the acts before the drags of a move, the drags, and the acts after; None if these are interrupted."""
    drags = [act for act in acts if isinstance(act, Drag)]
    at = [index for index, act in enumerate(acts) if isinstance(act, Drag)]
    if not drags or at[-1] - at[0] != len(at) - 1 or any(drag.provokes for drag in drags):
        return None
    return list(acts[: at[0]]), drags, list(acts[at[-1] + 1 :])


def _is_word(act: TableAction) -> bool:
    return isinstance(act, Declare)


def _can_follow_die(act: TableAction) -> bool:
    """Return whether an act is a declaration that players may make after its die."""
    return isinstance(act, Declare) and not act.opens


def _marks_actions(act: TableAction) -> bool:
    """Return whether an act marks the number of actions that units have done, or takes these marks off."""
    state = CounterState.ACTIVATED
    return (isinstance(act, SetState) and act.state == state) or act == PressOff(state)


def _is_mark(act: TableAction) -> bool:
    """Return whether an act marks an effect on a unit; the way in which a unit moves is never marked late."""
    if isinstance(act, SetState):
        return act.state not in HOW_IT_MOVES
    if isinstance(act, PlaceMarker):
        return act.marker != _TARGET_HEX
    return isinstance(act, FlipMarker) or (isinstance(act, MoveOnTrack) and act.track == _MORALE)


def _is_bought(act: TableAction) -> bool:
    """Return whether an act is paid for with points: a chit, or a better die (R6.9; NQoS S5.3)."""
    if isinstance(act, ThrowDice):
        return act.rolls[0].purpose == _WITHDRAWAL
    return isinstance(act, ReturnChit | SendChit)


def _is_of_the_end(act: TableAction) -> bool:
    """Return whether an act at the end of a turn is one that the end-of-turn button does."""
    match act:
        case SendChit() | DrawChit() | ReturnChit() | AdvanceTurn() | PressOff():
            return True
        case MoveOnTrack():
            return act.track in _OF_THE_TURN
        case RemoveMarker():
            return act.marker == _BARRAGE
        case SetState():
            return act.state == CounterState.COUNTERBATTERY_FIRED and not act.value
        case _:
            return False


def _tail(what: Sequence[TableAction], belongs: Callable[[TableAction], bool]) -> list[TableAction]:
    """Return the last acts, as far back as they belong together."""
    at = len(what)
    while at and belongs(what[at - 1]):
        at -= 1
    return list(what[at:])


def _can_wait(marks: Iterable[TableAction], following: TableAction) -> bool:
    """Return whether marks can be made after the following act: a declaration of no counter among them."""
    marked = {act.unit for act in marks if isinstance(act, SetState)}
    return isinstance(following, Declare) and following.counter not in marked


_WAYS: Final[tuple[Callable[[StyledPlay, list[TableAction]], list[TableAction]], ...]] = (
    StyledPlay._mark_actions, StyledPlay._form_first, StyledPlay._pay_after, StyledPlay._keep_silent,
    StyledPlay._type, StyledPlay._jump, StyledPlay._press_buttons, StyledPlay._throw_together,
    StyledPlay._throw_first, StyledPlay._pay_first, StyledPlay._mark_late, StyledPlay._talk, StyledPlay._think_again,
)  # fmt: skip
"""The decisions of a style of play, in their order."""
