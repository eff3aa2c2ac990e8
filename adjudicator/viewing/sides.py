"""Sides by the names that people give them: the game's, the module's, or that of the player who plays one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from ..game.errors import GameDataError
from ..game.game_data import GameData
from ..vassal.errors import VassalError
from ..vassal.replay import Replay
from ..vassal.saved_game import SavedGame, open_game
from ..vassal.table import PlayerEntry
from .viewer import Viewer

__all__ = ["Roster", "UnknownSide", "roster_in", "roster_of", "side_named", "viewer_of"]

Roster = Callable[[], Iterable[PlayerEntry]]
"""A function that returns the players of the files at hand; it is called only for a name that no side has."""


class UnknownSide(GameDataError):
    """Nobody plays a side of that name."""


def side_named(game: GameData, text: str, roster: Roster = tuple) -> str:
    """Return the id of the side that a text names, or that the player of this name plays; empty for an empty text.

    Raises :class:`UnknownSide`.
    """
    names = {name.casefold(): side for name, side in game.dialect.sides.items() if side in game.sides}
    names |= {name.casefold(): side.id for side in game.sides.values() for name in (side.id, side.name)}
    if not text or text.casefold() in names:
        return names[text.casefold()] if text else ""
    played = {names[each.side.casefold()]: each for each in roster()
              if each.name.casefold() == text.casefold() and each.side.casefold() in names}  # fmt: skip
    if len(played) != 1:
        raise UnknownSide(f"no such side or player: {text!r}; sides: {', '.join(game.sides)}")
    return next(iter(played))


def roster_of(games: Iterable[SavedGame]) -> Iterator[PlayerEntry]:
    """Yield the players of saves and logs, by their start positions."""
    for game in games:
        yield from Replay(game).initial.players.values()


def roster_in(paths: Iterable[Path]) -> Iterator[PlayerEntry]:
    """Yield the players of files; a file that is no save or log has none."""
    for path in paths:
        with suppress(VassalError):
            yield from roster_of([open_game(path)])


def viewer_of(game: GameData, side: str, *, referee: bool) -> Viewer:
    """Return who looks at a game: the referee, or the side of an id; empty for neither."""
    named = frozenset(name for name, of in game.dialect.sides.items() if side and of == side)
    return Viewer(side, referee, game.sides[side].name if side else "", roster_sides=named)
