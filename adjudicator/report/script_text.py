"""A refereed game as a script in the notation: a line for each action, with the steps of the log as comments.

A reader who may not know who is who among the face-down guns gets a script of the veiled game: a unit that he may not
know is ``Gun Unit in 26.12`` in it, and where such units were set up is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ..game.notation.names import Names, notation_of
from ..game.notation.printing import action_line, set_up_line
from ..game.notation.scripts import head_lines
from ..game.notation.set_up import SetUp, set_up_differences, with_set_up
from ..game.play import EndTurn, PlayChit
from ..game.position import Position
from ..game.start import start_position
from ..referee.discrepancies.aspects import differing
from ..referee.entries.entry import Entry, EntryKind, RefereedGame
from ..viewing.viewer import Viewer
from .alternatives_text import alternative_lines
from .entries_text import entry_words, ruling_words, steps_text
from .safe_text import one_line

__all__ = ["ScriptText", "script_lines"]

_BEGINS_PART: Final = (PlayChit, EndTurn)
"""Actions that have an empty line before them."""


@dataclass(frozen=True, slots=True)
class ScriptText:
    """The game that is written as a script, and its reader."""

    game: RefereedGame
    viewer: Viewer
    bare: bool = False
    """Without comments."""


def script_lines(script: ScriptText) -> Iterator[str]:
    """Yield the script line by line."""
    yield from _Writer(script).lines()


class _Writer:
    """Writes one script."""

    def __init__(self, script: ScriptText) -> None:
        self._game = script.game
        self._viewer = script.viewer
        self._bare = script.bare
        self._notation = notation_of(script.game.book.game)
        self._files = [one_line(log.audit.game.file) for log in script.game.logs]
        self._side = ""

    def lines(self) -> Iterator[str]:
        """Yield the head, how the counters are set up, and a line for each entry."""
        start = self._set_up()
        scenario = start_position(self._notation.game, start.scenario)
        set_ups = [each for each in set_up_differences(scenario, start) if self._is_known(start, each)]
        later = self._begins_later(scenario, start, set_ups)
        if not self._bare:
            yield f"# {', '.join(self._files)}"
        yield from head_lines(self._notation, start.scenario, str(start.time), later=later)
        if set_ups and not later:
            yield ""
            yield from (set_up_line(each, self._notation.names()) for each in set_ups)
        for entry in self._game.entries:
            if entry.kind is not EntryKind.SET_UP:
                yield from self._entry(entry)

    # the set-up

    def _set_up(self) -> Position:
        """Return the position in which the first action was done."""
        position = self._game.start
        for entry in self._game.entries:
            if entry.kind is not EntryKind.SET_UP or entry.after is None:
                continue
            for leader, there in entry.after.leaders.items():
                if there != entry.before.leaders.get(leader):
                    position = with_set_up(position, SetUp(leader, there.place))
            if entry.unit:
                state = entry.after.units[entry.unit]
                position = with_set_up(position, SetUp(entry.unit, state.place, state.column, state.mounted))
        return position

    def _is_known(self, position: Position, set_up: SetUp) -> bool:
        return set_up.counter in position.leaders or self._viewer.knows(position, set_up.counter)

    def _begins_later(self, scenario: Position, start: Position, set_ups: list[SetUp]) -> bool:
        """Return whether a game begins differently from its scenario once the counters are set up."""
        for each in set_ups:
            scenario = with_set_up(scenario, each)
        known = [unit for unit in start.units if unit in scenario.units and self._viewer.knows(start, unit)]
        if any(differing(scenario, start, known)):
            return True
        chits = [(each.activation.chit or each.first_chit, sorted(each.mug)) for each in (scenario, start)]
        return scenario.time != start.time or chits[0] != chits[1]

    # entries

    def _entry(self, entry: Entry) -> Iterator[str]:
        action = entry.action
        steps = steps_text(entry, 0 if len(self._files) == 1 else -1, self._files)
        where = f"{'step' if len(entry.steps) == 1 else 'steps'} {steps}" if steps else ""
        if isinstance(action, _BEGINS_PART):
            yield ""
        if action is not None:
            if entry.side and entry.side != self._side:
                self._side = entry.side
                yield self._notation.game.sides[entry.side].name
            line = action_line(action, self._names(entry.before))
            yield line if self._bare or not where else f"{line}  # {where}"
        if self._bare:
            return
        if action is None:
            yield f"# {entry_words(entry, self._viewer)}" + (f" ({where})" if where else "")
        for each in entry.findings:
            yield f"# {ruling_words(entry)} {each.rule}: {one_line(each.text)}"
            yield from (f"#   {one_line(line)}" for line in alternative_lines(each))
        yield from (f"# assumed: {one_line(note)}" for note in entry.notes)

    def _names(self, position: Position) -> Names:
        return self._notation.names(position, lambda unit: self._viewer.knows(position, unit))
