"""The lines that a player writes in one mail, one after the other: his list, and what he answers to the other's lines.

A number with a letter is one of his list ("1a. 4, seen"). A bare one may be the face of a die ("8. blind"): it is of
the list if it is the next one, and if no die with that face was rolled just before the list begins. Behind a line of
the other player's that is quoted ("> S?, your check"), the next die is what it asks for, unless the player says
something else of it before. Some send a sentence in two lines ("2/V fires at 9/3,", "sorry, make that 10/3"): the
first is read once more with the second.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from ...game.action_words import Declaration
from ...game.play import RollPurpose
from ...game.position import Position
from ..events import Declared, DieDismissed, RollNamed, Said
from .chat_phrases import Phrase, phrases_in, with_usual_spelling
from .chat_vocabulary import WordGroup, any_of, figures

__all__ = ["ChatEvent", "PlayersLines", "quoted_words"]

ChatEvent = Declared | RollNamed | DieDismissed | Said

_WITH_LETTER: Final = re.compile(r"\s*(?P<number>\d{1,2})[a-z][.)]\s+(?=\S)")
_BARE: Final = re.compile(r"\s*(?P<number>\d{1,2})[.)]\s+(?=\S)")
_QUOTED: Final = re.compile(r">+\s+(?P<words>\S.*)")
"""A line of the other player's mail: "> S?, your check"."""
_BROKEN_OFF: Final = re.compile(
    rf"(?:,|\s(?:{any_of(WordGroup.TARGET_PREPOSITIONS, WordGroup.ARTICLES, WordGroup.OTHERS_OWNERS)}))\s*$",
    re.IGNORECASE,
)
"""The end of a line that is no end of a sentence: "and hand to hand at"."""
_PUTS_RIGHT: Final = re.compile(
    rf"\W*(?:{any_of(WordGroup.APOLOGIES)}[\s,]+)*{any_of(WordGroup.LATE_CORRECTIONS)}\b", re.IGNORECASE
)
"""The beginning of a line that puts right what was said in the one before: "sorry, make that 10/3"."""
_ROLL_TOLD: Final = re.compile(rf"\b{any_of(WordGroup.ROLL_REPORTS)}\s+\d(?!\w)", re.IGNORECASE)
"""A die with the word for it: "S? of 9/3: needed 8, rolled 6"."""
_IN_LETTERS: Final = re.compile(
    rf"(?:^|(?<=[.!?;]\s))\s*(?P<number>one|{'|'.join(figures())})\s*[,:]\s+(?=\S)", re.IGNORECASE
)
"""The number of an item in letters, at the beginning of a sentence: "Two, 1/V goes to 18.08"."""
_ONE: Final = "one"
_QUESTIONED: Final = re.compile(r"\b[Ss]\?")
_WORD: Final = re.compile(r"[^\W\d_]+")
_PURPOSES: Final[Mapping[Phrase, RollPurpose]] = {
    Phrase.CONVERSION_CHECK: RollPurpose.CONVERSION,
    Phrase.OPPORTUNITY_FIRE: RollPurpose.OPPORTUNITY,
}
"""What is asked for, by the words for it without those that ask."""
_DECLARATIONS: Final[Mapping[RollPurpose, Declaration]] = {
    RollPurpose.SUPPRESSION: Declaration.SUPPRESSION_CHECK,
    RollPurpose.CONVERSION: Declaration.CONVERSION_CHECK,
    RollPurpose.OPPORTUNITY: Declaration.OPPORTUNITY_FIRE,
}
"""What a unit declares that makes a roll which was asked for."""
_WITHOUT_UNIT: Final = frozenset({RollPurpose.SUPPRESSION, RollPurpose.CONVERSION})
"""The rolls that need no unit named with them: the unit is the one that was hit."""
_ENDS: Final = frozenset({Phrase.DECLINED, Phrase.COMMAND_POINTS})
"""What is said of a roll that is not made: it is bought, or given up."""


class PlayersLines:
    """What one player has written so far in a mail."""

    def __init__(self) -> None:
        self._item = 0
        self._faces: list[int] = []
        """The faces that he rolled since he wrote last."""
        self.rolled: tuple[int, ...] = ()
        """The faces that he rolled between his last line and the one before it, in their order."""
        self._open = ""
        """The last line, if he has done nothing since."""
        self._rolled_before: tuple[int, ...] = ()
        """The faces that he rolled before it."""
        self._asked: RollPurpose | None = None
        """The roll that the other player asks for in the line that was quoted last."""

    def without_number(self, text: str) -> str:
        """Return the next line that the player writes, without its number in his list."""
        self.rolled, self._faces = tuple(self._faces), []
        found = _WITH_LETTER.match(text)
        if found is None:
            found = _BARE.match(text)
            if found is None or not self._is_next(int(found["number"]), text):
                return _IN_LETTERS.sub(self._without_next, text)
        self._item = max(self._item, int(found["number"]))
        return text[found.end() :]

    def _without_next(self, found: re.Match[str]) -> str:
        """Return a number in letters as blanks if it is the next one of the list."""
        word = found["number"].casefold()
        if not self._is_next(int(1 if word == _ONE else figures()[word]), found.string):
            return found[0]
        self._item += 1
        return " " * len(found[0])

    def _is_next(self, number: int, text: str) -> bool:
        """Return whether a number is the next of the list; the first may be the face of a die, if no other is told."""
        is_face = not self._item and number in self.rolled and _ROLL_TOLD.search(text) is None
        return number == self._item + 1 and not is_face

    def with_line_before(self, text: str) -> str:
        """Return a line that the player writes, with the one before it if both are one sentence."""
        before = self._open
        broken_off = _BROKEN_OFF.search(before) is not None and quoted_words(text) is None
        joined = f"{before} {text}" if before and (broken_off or _PUTS_RIGHT.match(text)) else text
        if joined != text:
            self.rolled = self._rolled_before  # no die has fallen since the first of the two
        self._open, self._rolled_before = joined if quoted_words(joined) is None else "", self.rolled
        return joined

    def interrupt(self) -> None:
        """Note that something happened since the player wrote last: what he writes next is a sentence of its own."""
        self._open = ""

    def with_answer(self, text: str, told: Sequence[ChatEvent], side: str, position: Position) -> tuple[ChatEvent, ...]:
        """Return what was *told* in a line, with the roll of the unit that it names, if it answers a quotation.

        A quotation itself asks for a roll. What is announced, bought or given up needs no purpose any more.
        """
        if (words := quoted_words(text)) is not None:
            self._asked = _roll_asked_for(words)
            return tuple(told)
        if self._asked is not None and (unit := _only_unit(told, side, position)):
            said = Declared(unit, _DECLARATIONS[self._asked], text, spoken=True, own_words=True)
            told, self._asked = [*(_as_talk(each) for each in told), said], None
        elif any(isinstance(each, Declared | RollNamed | DieDismissed) for each in told) or _gives_up(text):
            self._asked = None
        return tuple(told)

    def note_die(self, results: str) -> Iterator[RollNamed]:
        """Note the results of a roll as the log has them; yield its purpose if a quotation asked for it."""
        self._faces += map(int, re.findall(r"\d+", results))
        if self._asked in _WITHOUT_UNIT:
            yield RollNamed(self._asked)
        self._asked = None


def quoted_words(text: str) -> str | None:
    """Return the words of the other player that a line quotes; None if it quotes nothing."""
    found = _QUOTED.fullmatch(text)
    return found["words"] if found else None


def _only_unit(told: Sequence[ChatEvent], side: str, position: Position) -> str:
    """Return the only unit of a side that words name which declare nothing; empty for none, or if there are several."""
    if not side or not all(isinstance(each, Said) for each in told):
        return ""
    named = {unit for each in told if isinstance(each, Said) for unit in each.units if position.side(unit) == side}
    return named.pop() if len(named) == 1 else ""


def _as_talk(event: ChatEvent) -> ChatEvent:
    """Return words that have been read after all."""
    return replace(event, speaks_of_action=False) if isinstance(event, Said) else event


def _roll_asked_for(words: str) -> RollPurpose | None:
    """Return the check that a player asks the other one for."""
    if _QUESTIONED.search(words):
        return RollPurpose.SUPPRESSION
    typed = _WORD.findall(words)
    asked = {each.phrase for text in (*typed, *map(" ".join, pairwise(typed))) for each in phrases_in(text)}
    return next((purpose for phrase, purpose in _PURPOSES.items() if phrase in asked), None)


def _gives_up(text: str) -> bool:
    return any(each.phrase in _ENDS for each in phrases_in(with_usual_spelling(text)))
