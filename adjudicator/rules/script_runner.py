"""A script in the notation played by the rules: each action in the position that the one before it left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ..game.errors import GameDataError, GameDataErrors
from ..game.notation.names import Names, Notation
from ..game.notation.scripts import Head, Line, Script, SideLine
from ..game.notation.set_up import SetUp, with_set_up
from ..game.play import Action
from ..game.position import Position
from ..game.start import start_position
from .judge import judge
from .notation_resolution import TooManyDice, fill_in
from .rule_book import RuleBook
from .ruling import Ruling
from .series.sequence import is_set_up
from .set_up import judged_set_up, side_of_counter

__all__ = ["PlayedScript", "ScriptedAction", "ScriptedSetUp", "play_script"]

_NO_POSITION: Final = "nothing says which scenario is played"
_BEGINS_LATER: Final = "the script begins later than its scenario: --start gives the position that it begins with"


@dataclass(frozen=True, slots=True)
class ScriptedAction:
    """An action of a script."""

    line: int
    """The number of its line."""
    side: str
    """The side that has the log in hand, by id; empty as long as the script does not name it."""
    before: Position
    action: Action
    """The action with nothing left open."""
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class ScriptedSetUp:
    """The set-up that a script begins with, with the ruling on it."""

    ruling: Ruling
    """The ruling on everything on the map and beside it."""
    lines: tuple[int, ...]
    """For each finding of the ruling, the line that sets up its counter, 0 if no line does."""
    said: bool
    """True if the script sets up anything."""


@dataclass(frozen=True, slots=True)
class PlayedScript:
    """A script that was played."""

    start: Position
    """The position before the first action, with the counters as they were set up."""
    actions: tuple[ScriptedAction, ...]
    set_up: ScriptedSetUp | None = None
    """The set-up; None if the script does not begin with the start of a scenario."""

    @property
    def end(self) -> Position:
        """The position at the end."""
        last = self.actions[-1] if self.actions else None
        return (last.ruling.after or last.before) if last else self.start


def play_script(
    text: str, notation: Notation, book: RuleBook, *, start: Position | None = None, scenario: int = 0, file: str = "",
    knows: Callable[[Position, str], bool] = lambda _position, _unit: True, begins: bool = True,
) -> PlayedScript:  # fmt: skip
    """Play a script by the rules. An illegal action is played as far as the rules can follow it.

    *start* is the position that the script begins with; by default that of the scenario that the script names, or
    else of *scenario*. *begins* is whether nobody has acted before a *start* that looks like a scenario's: then its
    set-up is judged. *knows* says of a face-down unit whether its true name counts. Raises :class:`GameDataErrors`
    with all that cannot be read, and its place; :class:`GameDataError` if there is no such scenario.
    """
    player = _Player(notation, book, start, knows)
    if start is None and scenario:
        player.position = player.start = start_position(notation.game, scenario)
    script = Script(text, notation, file=file)
    for line in script.lines(player.names):
        try:
            player.take(line, judges=not script.errors)
        except _WrongLine as wrong:
            script.errors.append(line.error(str(wrong), file, wrong.expected))
            if player.position is None:
                break
    if script.errors:
        raise GameDataErrors(script.errors)
    if player.start is None:
        raise GameDataErrors([GameDataError(_NO_POSITION, file=file, expected="a line such as “scenario: 1”")])
    set_up = player.set_up() if begins and is_set_up(player.start) else None
    return PlayedScript(player.start, tuple(player.actions), set_up)


class _WrongLine(Exception):
    """An error of a line although each of its words can be understood."""

    def __init__(self, problem: str, expected: str = "") -> None:
        super().__init__(problem)
        self.expected = expected


class _Player:
    """Plays line by line."""

    def __init__(
        self, notation: Notation, book: RuleBook, start: Position | None, knows: Callable[[Position, str], bool]
    ) -> None:
        self.position = self.start = start
        self.actions: list[ScriptedAction] = []
        self._notation, self._book, self._knows = notation, book, knows
        self._given = start
        self._side = ""
        self._lines: dict[str, int] = {}
        """The last line that sets up a counter."""
        self._of_others: dict[str, int] = {}
        """The lines in which a player sets up counters of the other side."""
        self._names: tuple[Position | None, Names] | None = None

    def names(self) -> Names:
        """Return the names as they are understood now."""
        position = self.position
        if self._names is None or self._names[0] is not position:
            if position is None:
                self._names = None, self._notation.names()
            else:
                known = position
                self._names = position, self._notation.names(known, lambda unit: self._knows(known, unit))
        return self._names[1]

    def take(self, line: Line, *, judges: bool) -> None:
        """Do what a line says; *judges* is whether actions are played. Raises _WrongLine."""
        said = line.said
        if isinstance(said, Head):
            self._head(said)
        elif isinstance(said, SideLine):
            self._side = said.side
        elif self.position is None:
            raise _WrongLine(f"{_NO_POSITION} before the first counter is touched", "a line such as “scenario: 1”")
        elif isinstance(said, SetUp):
            self._set_up(self.position, said, line)
        elif judges:
            self._act(self.position, line, said)

    def _head(self, head: Head) -> None:
        if self.actions:
            raise _WrongLine("this belongs at the head of a script, before the first action")
        match head.key:
            case "game":
                name = self._notation.game.name
                if not head.value.casefold().startswith(name.casefold()):
                    raise _WrongLine("the script is of another game", name)
            case "scenario":
                self._scenario(head.value.partition(",")[0].strip())
            case _:
                self._begins(head.value)

    def _scenario(self, number: str) -> None:
        scenarios = self._notation.game.scenarios
        known = next((each for each in scenarios if str(each) == number), None)
        if known is None:
            raise _WrongLine("no such scenario", ", ".join(map(str, scenarios)))
        if self._given is None:
            self.position = self.start = start_position(self._notation.game, known)
        elif self._given.scenario != known:
            raise _WrongLine("the position that was given is of another scenario", str(self._given.scenario))

    def _begins(self, start: str) -> None:
        """Check the turn that a script begins with against the position."""
        turn, _, later = (part.strip() for part in start.partition(","))
        if self.position is None or (turn == str(self.position.time) and (self._given is not None or not later)):
            return
        if self._given is None:
            raise _WrongLine(_BEGINS_LATER, f"{self.position.time}, the beginning of the scenario")
        raise _WrongLine("the position that was given is of another turn", str(self.position.time))

    def _set_up(self, position: Position, set_up: SetUp, line: Line) -> None:
        counter = set_up.counter
        if self.actions:
            raise _WrongLine("counters are set up before the first action")
        if counter not in position.units and counter not in position.leaders:
            raise _WrongLine("the scenario has no such counter")
        if not is_set_up(position):
            raise _WrongLine("counters are set up at the start of a scenario, before anybody has acted")
        self._lines[counter] = line.number
        if self._side not in ("", side_of_counter(position, counter)):
            self._of_others[counter] = line.number
        self.position = self.start = with_set_up(position, set_up)

    def set_up(self) -> ScriptedSetUp | None:
        """Return the set-up before the first action, with the ruling on it."""
        if self.start is None:
            return None
        ruling, counters = judged_set_up(self.start, self._book, set_by_others=self._of_others)
        lines = tuple(max((self._lines.get(each, 0) for each in about), default=0) for about in counters)
        return ScriptedSetUp(ruling, lines, bool(self._lines))

    def _act(self, position: Position, line: Line, given: Action) -> None:
        try:
            action = fill_in(position, given, self._book)
        except TooManyDice as error:
            raise _WrongLine(str(error)) from None
        ruling = judge(position, action, self._book)
        self.actions.append(ScriptedAction(line.number, self._side, position, action, ruling))
        self.position = ruling.after or position
