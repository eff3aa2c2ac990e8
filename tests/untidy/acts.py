"""What is done at the table in an action, one act after the other, each with its side and its sort."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from random import Random
from typing import Final

from adjudicator.game import play
from adjudicator.game.hexes import Hex
from adjudicator.game.play import Action, Roll
from adjudicator.game.position import Place, Position
from adjudicator.recording import table_actions
from adjudicator.recording.table_actions import TableAction
from adjudicator.rules.ruling import Resolution
from tests.untidy.manners import Manner, Words, wordings
from tests.untidy.names import called

__all__ = ["Act", "Sort", "acts_of"]

_WITH_TARGET: Final = frozenset(
    {"direct-fire", "indirect-fire", "counterbattery-fire", "opportunity-fire", "assault-fire"}
)
_IN_FIRE: Final = frozenset({"target", "spotter", "company-bonus-check"})
"""What is declared for a fire after the fire itself, and said with it in one line."""
_UNSAID: Final = frozenset({"move-end", "end-of-activation", "advance", "target"})
"""What nobody says in words."""
_ACTIVATED: Final = "activated"
_CHECKED: Final = frozenset({"spotting", "conversion"})
"""The checks whose results have words of their own."""
_MARKS: Final = (table_actions.SetState, table_actions.PlaceMarker, table_actions.FlipMarker)
_HOW_IT_MOVES: Final = frozenset({"column", "mounted"})


class Sort(Enum):
    """What sort of thing an act is."""

    WORD = auto()
    RESULT = auto()
    DIE = auto()
    DRAG = auto()
    MARK = auto()
    PAY = auto()
    APART = auto()
    """Nothing is done before or after it than what was done before or after it in the action."""


@dataclass(frozen=True, slots=True)
class Act:
    """A done, whose it is, and what sort of thing."""

    done: TableAction
    sort: Sort
    side: str
    """Empty for whoever has the log in hand."""


def acts_of(
    position: Position, action: Action, script: Iterable[TableAction], resolutions: Iterable[Resolution], side: str,
    manner: Manner, rng: Random,
) -> tuple[Act, ...]:  # fmt: skip
    """Return the acts of an action of *side* whose script and rolls are given, in the order in which they are due."""
    telling = _Telling(position, action, [*script], [*resolutions], side, manner, rng)
    return tuple(telling.acts())


class _Telling:
    def __init__(
        self, position: Position, action: Action, script: list[TableAction], resolutions: list[Resolution], side: str,
        manner: Manner, rng: Random,
    ) -> None:  # fmt: skip
        self.position, self.action, self.side = position, action, side
        self.script = [done for done in script if not _marks_actions(done)]
        self.resolutions = resolutions
        self.manner, self.rng = manner, rng
        self.shown: set[str] = set()
        """Guns that have been turned over."""

    def acts(self) -> Iterator[Act]:
        """Yield the acts."""
        at = 0
        while at < len(self.script):
            done = self.script[at]
            if isinstance(done, table_actions.Declare) and self._says:
                count = self._spoken_with(at)
                yield from self._words(self.script[at : at + count])
                at += count
                continue
            yield from self._act(done)
            at += 1

    @property
    def _says(self) -> bool:
        return self.manner.words is Words.FREE

    # words

    def _spoken_with(self, at: int) -> int:
        """Return how many declarations from one on are said in one line."""
        first = self.script[at]
        count = 1
        if isinstance(first, table_actions.Declare) and first.action in _WITH_TARGET:
            while at + count < len(self.script):
                following = self.script[at + count]
                if not isinstance(following, table_actions.Declare) or following.action not in _IN_FIRE:
                    break
                count += 1
        return count

    def _words(self, declared: list[TableAction]) -> Iterator[Act]:
        first, *others = [done for done in declared if isinstance(done, table_actions.Declare)]
        key, names = str(first.action), {"unit": first.counter, "target": first.at}
        said_with = {str(done.action): done.counter for done in others}
        if key == "direct-fire" and "company-bonus-check" in said_with:
            key = "direct-fire-bonus"
        elif key == "indirect-fire":
            spotter = said_with.get("spotter", first.counter)
            key = key if spotter != first.counter else "indirect-fire-alone"
            names["spotter"] = spotter
        elif key == "seek-contact":
            names["leader"] = first.at
        place = self.position.units[first.at].place if first.at in self.position.units else None
        if key == "move" and (to := self._destination(first.counter)) is not None:
            key, place = "move-to", to
        if key == "assault":
            place = getattr(self.action, "target", None)
        if key == "target" and isinstance(self.action, play.AirStrike):
            yield self._said(self._line("target", names, place), first.counter)
        elif key not in _UNSAID:
            yield self._said(self._line(key, names, place), first.counter)

    def _destination(self, unit: str) -> Place:
        """Return where a move ends on which nothing happens, None for another."""
        if any(isinstance(done, table_actions.ThrowDice) for done in self.script):
            return None
        ends = [done.to for done in self.script if isinstance(done, table_actions.Drag) and unit in done.counters]
        return ends[-1] if ends and isinstance(ends[-1], Hex) else None

    def _line(self, key: str, counters: dict[str, str], place: Place) -> str:
        """Return one of the ways to say something."""
        table = wordings().says
        if key not in table:
            raise KeyError(f"nobody has words for {key}")
        ways = [way for way in table[key] if not ("{hex}" in way and place is None)]
        ways = [way for way in ways if not ("{leader}" in way and not counters.get("leader"))]
        names = {role: self._called(counter) for role, counter in counters.items() if counter}
        return self.rng.choice(ways).format(**names, hex=place)

    def _called(self, counter: str) -> str:
        speaker = self.position.side(counter) if counter in self.shown else self.side
        return called(self.position, counter, speaker, self.rng)

    def _said(self, line: str, counter: str, sort: Sort = Sort.WORD) -> Act:
        return Act(table_actions.Say(line), sort, self._side_of(counter))

    # the others

    def _act(self, done: TableAction) -> Iterator[Act]:
        if isinstance(done, table_actions.Declare):
            yield Act(done, Sort.WORD, self._side_of("" if done.action == "target" else done.counter))
        elif isinstance(done, table_actions.ThrowDice):
            yield from self._die(done)
        elif isinstance(done, table_actions.Drag):
            yield Act(done, Sort.DRAG, self.side)
        elif isinstance(done, table_actions.SetPoints):
            yield Act(done, Sort.PAY, self.side)
        elif (
            isinstance(done, table_actions.SetState)
            and done.state in _HOW_IT_MOVES
            and done.unit in _movers(self.action)
        ):
            yield Act(done, Sort.DRAG, self.side)
        elif isinstance(done, _MARKS) and not _is_apart(done):
            yield Act(done, Sort.MARK, self._side_of(getattr(done, "unit", "")))
        else:
            if isinstance(done, table_actions.TurnOver):
                self.shown.add(done.unit)
            yield Act(done, Sort.APART, "")

    def _die(self, done: table_actions.ThrowDice) -> Iterator[Act]:
        roll = done.rolls[0]
        yield Act(done, Sort.DIE, self._side_of(roll.unit))
        found = next((each for each in self.resolutions if _is_of(each, roll)), None)
        if found is None or self.rng.random() >= self.manner.results:
            return
        self.resolutions.remove(found)
        key = self._result_key(found)
        if key in wordings().results:
            points = next((each.points for each in self.script if isinstance(each, table_actions.SetPoints)), 0)
            target = self._called(found.target) if found.target in self.position.units else "them"
            line = self.rng.choice(wordings().results[key]).format(die=roll.die, points=points, target=target)
            yield self._said(line, roll.unit, Sort.RESULT)

    def _result_key(self, found: Resolution) -> str:
        if found.purpose in play.CHECKS:
            return f"{found.purpose if found.purpose in _CHECKED else 'check'} {found.result}"
        return "command-points" if found.purpose == "command-points" else f"{found.purpose} {found.result}"

    def _side_of(self, counter: str) -> str:
        return self.position.side(counter) if counter in self.position.units else self.side


def _marks_actions(done: TableAction) -> bool:
    """Return whether a done marks how many actions units have done: none of these players uses that."""
    return (isinstance(done, table_actions.SetState) and done.state == _ACTIVATED) or done == table_actions.PressOff(
        _ACTIVATED
    )


def _movers(action: Action) -> tuple[str, ...]:
    return (action.unit,) if isinstance(action, play.Move | play.Arrive) else ()


def _is_apart(done: TableAction) -> bool:
    """Return whether a marker is about something that does not belong to a unit's action: an event, the weather."""
    return isinstance(done, table_actions.PlaceMarker | table_actions.FlipMarker) and done.marker != "barrage"


def _is_of(resolution: Resolution, roll: Roll) -> bool:
    """Return whether a resolution is that of a roll; a card's roll for points has the card's name in one of them."""
    same = (resolution.purpose, resolution.die) == (roll.purpose, roll.die)
    return same and (resolution.unit == roll.unit or roll.purpose == "command-points")
