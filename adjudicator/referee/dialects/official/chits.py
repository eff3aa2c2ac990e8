"""The chits of the official Grand Tactical Series module: cards of a deck, known by their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ....game.game_data import GameData
from ....game.names import words_of
from ....game.order_of_battle import ChitKind
from ....vassal.replay import PieceMoved, Step
from ...events import SequenceShown
from .words import grand_tactical_words

__all__ = ["DrawnChits"]

_WITH_ROLL: Final = frozenset({ChitKind.DIVISION, ChitKind.RANDOM_EVENT})
_Words = tuple[str, ...]


class DrawnChits:
    """The chit in play, through all logs of a game: the one that was drawn last."""

    def __init__(self, game: GameData) -> None:
        names = {name: chit.id for chit in game.chits.values() for name in chit.names}
        for chit in game.chits.values():
            if formation := game.formations.get(chit.formation):
                names |= dict.fromkeys((formation.name, formation.short_name), chit.id)
        names |= {name: chit for name, chit in game.dialect.chits.items() if chit in game.chits}
        self._chits = {words_of(name): chit for name, chit in names.items()}
        self._spoken = {tuple(sorted(name)): chit for name, chit in self._chits.items()}
        self._kinds = {chit.id: chit.kind for chit in game.chits.values()}
        self._times = {word for name in _names_of_times(game) for word in words_of(name)}
        self.in_play = ""
        """The chit's id; empty if it is not known."""

    @property
    def shown(self) -> SequenceShown:
        """The event that the chit in play is played."""
        return SequenceShown(self.in_play, self._kinds.get(self.in_play) in _WITH_ROLL)

    def announce(self, text: str) -> bool:
        """Take in what a player says; return whether he names a chit and says nothing else, which he then plays.

        The turn and the points may go with it, and the words of one who draws: "1100, next is the French DC: 5 cp".
        """
        chit = self._spoken.get(tuple(sorted(self._told(words_of(text)))))
        self.in_play = chit or self.in_play
        return chit is not None

    def _told(self, words: _Words) -> Iterator[str]:
        """Yield the words that name a chit, abbreviations written out."""
        names, known = grand_tactical_words().chits, {word for name in self._chits for word in name}
        for word in words:
            if word in known or not (word in names.beside or word in self._times or word.isdigit()):
                yield from names.abbreviations.get(word, (word,))

    def follow(self, step: Step, *, turn_is_over: bool) -> None:
        """Follow what happens in a step: a chit leaves its deck, or goes back; between turns none is in play."""
        if turn_is_over:
            self.in_play = ""
        for fact in step.facts:
            if isinstance(fact, PieceMoved) and (chit := self._chits.get(words_of(fact.piece.name))):
                if fact.origin_deck is not None and fact.target_deck is None:
                    self.in_play = chit
                elif fact.target_deck is not None and chit == self.in_play:
                    self.in_play = ""


def _names_of_times(game: GameData) -> Iterable[str]:
    """Return the names of the dates and turns of the game."""
    return (*game.calendar.turns, *game.calendar.date_names.values())
