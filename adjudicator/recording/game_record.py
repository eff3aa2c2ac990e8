"""The logs in which a game is recorded: one mail after the other, or one log of a game on line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..vassal.building import PositionBuilder, saved_game
from ..vassal.log_building import LogBuilder
from ..vassal.replay import Replay
from ..vassal.saved_game import MODULE_ENTRY, SavedGame
from .module_kit import PlayKit

__all__ = ["GameRecord", "Seat"]

_FIRST_ID = 1_795_000_000_000
"""The time on the engine's clock when the first log begins, for the ids of new pieces and the files' dates."""
_BETWEEN_LOGS = 3_600_000
_ENGINE = "3.7.26"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table."""

    player_id: str
    """The text that VASSAL takes for the player's password."""
    name: str
    side: str
    """The side's name, as the module spells it."""


class GameRecord:
    """The logs of a game that begins with *start*: a setup, or a log from whose end it goes on.

    *seats* are the players by the ids of their sides. By mail each log is one player's; when another has something to
    do, he begins a log of his own. *on_line*: all play in one log, which the first of them records. *files* are logs
    that such a record has written already.
    """

    def __init__(
        self, kit: PlayKit, start: SavedGame, seats: Mapping[str, Seat], *, on_line: bool = False,
        files: Sequence[SavedGame] = (),
    ) -> None:  # fmt: skip
        self._kit = kit
        self._seats = dict(seats)
        self._on_line = on_line
        self._files = list(files)
        self._before = self._files[-1] if files else start
        self._log: LogBuilder | None = None
        self.side = next(iter(self._seats))
        """The side whose player has the log in hand."""

    @property
    def log(self) -> LogBuilder:
        """The log that is being recorded; it is begun when it is first needed."""
        if self._log is None:
            replay = Replay(self._before)
            replay.to_the_end()
            first_id = _FIRST_ID + len(self._files) * _BETWEEN_LOGS
            start = PositionBuilder.after(replay, first_id=first_id, prototypes=self._kit.prototypes)
            for seat in self._seats.values():
                start.add_player(seat.player_id, seat.name, seat.side)
            self._log = self._kit.log(start, self._seats[self.side].player_id)
        return self._log

    @property
    def number(self) -> int:
        """The number of the log in hand, counted from 0."""
        return len(self._files)

    def hands(self, side: str) -> LogBuilder:
        """Return the log in the hands of a side's player; for a side without a player, of the side that has it now."""
        if side != self.side and side in self._seats:
            if not self._on_line:
                self.end_log()
            self.side = side
            if self._log is not None:
                self._log.hand_over(self._seats[side].player_id)
        return self.log

    def end_log(self) -> None:
        """Write the log in hand, if it has any step."""
        if self._log is None or not self._log.steps:
            self._log = None
            return
        self._before = saved_game(
            self._log.tree(), self._before.entries[MODULE_ENTRY],
            date_saved=_FIRST_ID + (len(self._files) + 1) * _BETWEEN_LOGS, vassal_version=_ENGINE,
            limits=self._before.limits, file=f"{len(self._files) + 1:02}.vlog",
        )  # fmt: skip
        self._files.append(self._before)
        self._log = None

    def go_on_from(self, start: SavedGame) -> None:
        """Begin the next log at the end of a file other than the one written last; no log may be in hand."""
        self._before = start

    @property
    def files(self) -> tuple[SavedGame, ...]:
        """The logs that have been written, in order."""
        return tuple(self._files)
