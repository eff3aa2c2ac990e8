"""The phrases of ``chat_words.toml``: the meanings of the words that players type."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cache
from importlib.resources import files
from typing import Final

from ...game.action_kinds import added_kinds
from ...game.action_words import Declaration
from ...game.open_enums import member
from .chat_vocabulary import spellings

__all__ = ["Phrase", "PhraseFound", "phrases_in", "with_letters_in_order", "with_usual_spelling", "words_of_phrases"]


@unique
class Phrase(StrEnum):
    """The meaning of a phrase. Most are ids of the menus' actions."""

    OPPORTUNITY_FIRE = "opportunity-fire"
    INDIRECT_FIRE = "indirect-fire"
    COUNTERBATTERY_FIRE = "counterbattery-fire"
    FIRE = "fire"
    """Fire of whatever kind the weapon has."""
    ASSAULT = "assault"
    ASSAULT_FIRE = "assault-fire"
    BRAVERY_CHECK = "bravery-check"
    HOLD = "hold"
    RETREAT = "retreat"
    ARRIVE = "arrive"
    LEAVE_MAP = "leave-by-entry-hex"
    WITHDRAW = "withdraw"
    WITHDRAWAL_ROLL = "withdrawal-roll"
    WEATHER_ROLL = "weather-roll"
    AIRPOWER_ROLL = "airpower-roll"
    AIR_STRIKE = "air-strike"
    """An air strike at the enemy that is named (NQoS S1.0)."""
    SUPPLY_ROLL = "supply-roll"
    EVENT_ROLL = "event-roll"
    DEPLOY = Declaration.DEPLOY.value
    AIM = "aim"
    """A mere preposition or arrow between who fires and at whom."""
    SPOTTER = "spotter"
    SUPPRESSION_CHECK = "suppression-check"
    TROOP_QUALITY_CHECK = "troop-quality-check"
    """A check of Troop Quality, whatever it is for."""
    CONVERSION_CHECK = "conversion-check"
    COMPANY_BONUS_CHECK = "company-bonus-check"
    RALLY = "rally"
    MINEFIELD_ROLL = "minefield-roll"
    SEEK_CONTACT = "seek-contact"
    MOVE = "move"
    MOVE_END = "move-end"
    DIRECT_COMMAND = "direct-command"
    SECOND_ACTION = "second-action"
    AUTOMATIC_PASS = "automatic-pass"  # noqa: S105
    END_OF_ACTIVATION = "end-of-activation"
    BUILD_IMPROVED_POSITION = "build-improved-position"
    BUILD_ENTRENCHMENT = "build-entrenchment"
    CLEAR_MINES = "clear-mines"
    LAY_MINES = "lay-mines"
    COMMAND_POINTS = "command-points"
    TARGET = "target"
    SAME_TARGET = "same-target"
    """The unit at which the speaker's side has fired last."""
    LEFT_TO_THE_OTHER_SIDE = "left-to-the-other-side"
    ROLLED_BY_THE_OTHER_SIDE = "rolled-by-the-other-side"
    ROLLED_FOR_THE_OTHER_SIDE = "rolled-for-the-other-side"
    """The other player is asked to roll for the speaker's own units as well."""
    DECLINED = "declined"
    DISMISSED_DIE = "dismissed-die"
    DISMISSED_DRAG = "dismissed-drag"
    DISMISSED_ACTION = "dismissed-action"
    """An announced action is not done."""
    RESULT = "result"
    """The result of a roll; it announces none."""
    WITHOUT_COMPANY_BONUS = "without-company-bonus"
    """The bonus is not tried for."""
    SAYS_NOTHING = "says-nothing"
    """Words that begin like others, and say nothing of what is done."""

    @property
    def declaration(self) -> Declaration:
        """The declaration that the phrase makes."""
        return member(Declaration, self.value)


@dataclass(frozen=True, slots=True)
class PhraseFound:
    """A phrase of a text, and where it is."""

    phrase: Phrase
    start: int
    end: int


_FILES: Final = ("chat_words.toml", "chat_words_of_other_languages.toml")
_END_OF_WORD: Final = "*"
_BEFORE_FACE: Final = " #"
"""The mark of a phrase that is one only before the face of a die: "air 6", and not "in the air"."""
_LONG_WORD: Final = re.compile(r"[^\W\d_]{6,}")
"""A word long enough that it is known with two of its letters exchanged."""
_WRITTEN: Final = re.compile(r"(?<![\w/])[^\W\d_]+(?:(?<=in)['’](?![^\W\d_]))?(?!['’/]?\w)")
"""A word that is no part of a name: "spottin", "shootin'"."""
_Added = tuple[tuple[str, str], ...]
"""The phrases that a game's own rules add: the words, and the menu entry that they stand for."""


def phrases_in(text: str, rules: str = "") -> Iterator[PhraseFound]:
    """Yield the phrases of a text in their order; of two that overlap the longer one.

    A phrase with capital letters is found only if it is written with them.

    *rules* are a game's exclusive rules, whose actions may have phrases of their own.
    """
    added = tuple((words, kind.declared_by[0]) for _, kind in added_kinds(rules) for words in kind.chat)
    for found in _pattern(added).finditer(text):
        yield PhraseFound(_phrases(added)[_key(found[0], added)], found.start(), found.end())


@cache
def words_of_phrases() -> frozenset[str]:
    """Return all words that are a phrase or some part of one, in small letters."""
    return frozenset(each.strip(_END_OF_WORD) for words in _phrases(()) for each in words.casefold().split())


def with_usual_spelling(text: str) -> str:
    """Return a text with the words that its player spells as he speaks as others write them: "spottin oan"."""
    return _WRITTEN.sub(lambda found: _usually(found[0]), text)


def _usually(word: str) -> str:
    known, spoken = spellings(), word.casefold()
    if spoken in known:
        return known[spoken]
    ending = spoken.removesuffix("'").removesuffix("’")
    return f"{word[: len(ending)]}g" if ending.endswith("in") and f"{ending}g" in words_of_phrases() else word


def with_letters_in_order(text: str) -> str:
    """Return a text of the same length, with the words of phrases as they are spelled: "convrets" is "converts"."""
    return _LONG_WORD.sub(lambda found: _misspelled().get(found[0].casefold(), found[0]), text)


@cache
def _misspelled() -> Mapping[str, str]:
    """Return the word that is meant by each in which two letters that follow each other are exchanged."""
    known = {word for words in _phrases(()) for word in _LONG_WORD.findall(words.casefold())}
    meant: dict[str, set[str]] = {}
    for word in known:
        for at in range(1, len(word) - 1):
            typed = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
            meant.setdefault(typed, set()).add(word)
    return {typed: words.pop() for typed, words in meant.items() if len(words) == 1 and typed not in known}


def _key(words: str, added: _Added) -> str:
    """Return the phrase of the table that some words were found by."""
    known, written = _phrases(added), " ".join(words.split())
    if written in known:
        return written
    words = written.casefold()
    if words in known:
        return words
    if words + _BEFORE_FACE in known:
        return words + _BEFORE_FACE
    return next(each for each in known if each.endswith(_END_OF_WORD) and words.startswith(each[:-1]))


@cache
def _phrases(added: _Added) -> Mapping[str, Phrase]:
    """Return the meaning of each phrase, longest first. Raises ValueError if one stands for two things.

    Words that a game's own rules add go before the program's, whatever those stand for.
    """
    known: dict[str, Phrase] = {}
    for name in _FILES:
        document = tomllib.loads(files(__package__).joinpath(name).read_text(encoding="utf-8"))
        for row in document["phrases"]:
            for words in row["words"]:
                if words in known:
                    raise ValueError(f"{name} has {words!r}, which is there already")
                known[words] = Phrase(row["kind"])
    known |= {words: member(Phrase, menu) for words, menu in added}
    return dict(sorted(known.items(), key=lambda each: (-len(each[0]), each[0])))


@cache
def _pattern(added: _Added) -> re.Pattern[str]:
    by_first: dict[str, list[str]] = {}
    for words in _phrases(added):
        by_first.setdefault(words[0].lower(), []).append(_expression(words))
    return re.compile("|".join(_beginning_with(first, each) for first, each in by_first.items()))


def _beginning_with(first: str, expressions: Sequence[str]) -> str:
    """Return an expression for one of several that begin with a letter: none is tried where another letter is."""
    return f"(?=(?i:{re.escape(first)}))(?:{'|'.join(expressions)})"


def _expression(words: str) -> str:
    """Return the expression for one phrase: whole words, any white space between them, any end where it says so.

    A figure may stand right behind the last letter ("cb5").
    """
    if words.endswith(_BEFORE_FACE):
        return rf"{_expression(words.removesuffix(_BEFORE_FACE))}(?=[\s:]*\d(?![\w.]))"
    open_end = words.endswith(_END_OF_WORD)
    body = r"\s+".join(map(re.escape, words.removesuffix(_END_OF_WORD).split()))
    start = r"(?<!\w)" if body[:1].isalnum() else ""
    end = (
        r"\w*" if open_end else r"(?![^\W\d]|_)" if words[-1:].isalpha() else r"(?!\w)" if words[-1:].isalnum() else ""
    )
    capitals = body != body.casefold()
    return f"{start}{body}{end}" if capitals else f"(?i:{start}{body}{end})"
