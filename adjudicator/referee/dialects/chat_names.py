"""The units that a line of chat names: in part, by the only one of its kind, or by an ordinal ("2nd company")."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ...game.hexes import Hex
from ...game.names import (
    begins_to_the_letter,
    only_unit_named,
    other_spellings,
    with_compounds_parted,
    without_place,
    words_of,
)
from ...game.position import Position, Status
from .chat_phrases import Phrase, phrases_in, words_of_phrases
from .chat_vocabulary import (
    WordGroup,
    any_of,
    figures,
    numbers_in_letters,
    ordinals,
    relative_places,
    spoken_letters,
    unit_nouns,
    words_in,
)  # fmt: skip

__all__ = ["Mention", "aims_at_some_of_several", "mentions_in"]

_HEX: Final = re.compile(r"\b\d{2}\.\d{2}\b")
_NAME: Final = re.compile(r"[^\s,;:()=<>+→]+")
_ORDINAL: Final = re.compile(r"(\d+)(?:st|nd|rd|th)[,;:.!?)]*", re.IGNORECASE)
_COUNTS_ACTION: Final = re.compile(r"2nd\s*(?::|,?\s*-\s*\d)", re.IGNORECASE)
"""The second action of the unit spoken of: "2nd: DF L/2", "2nd -1 DF L/2"."""
_RUN_TOGETHER: Final = re.compile(r"(?<=\d)(?=[A-Za-z]{2})|(?<=[A-Za-z])(?=\d)")
"""The place of a space that was left out in a name: "1/1RA", "1/I65"."""
_NUMBER_RUN_TOGETHER: Final = re.compile(r"^\d{1,2}(?=[A-Za-z])(?![A-Za-z]$)|^\d{1,2}(?=[A-BDF-RT-Za-bdf-rt-z]$)")
"""The number of a company that its name goes on behind: "7bm2", "1v"; what a figure and a result stand for is none."""
_TIMES: Final = re.compile(r"(?<=[^\W\d_])\s+$")
"""The end of a word before "2x", which says how often something was done."""
_INITIALS: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
"""The places of the full stops and spaces that were left out between abbreviated words: "GrW" for "Gr. W."."""
_OF_ORDINAL: Final = re.compile(r"\s*of\s+(?:the\s+)?(?P<name>\d+(?:st|nd|rd|th)|\w+)\b", re.IGNORECASE)
"""The formation that an ordinal counts in: "1st of the 33rd", "2nd of the 200th"."""
_OF_BATTALION: Final = re.compile(
    rf"(?:\s*,\s*|\s+)(?:of\s+)?(?:{any_of(WordGroup.ARTICLES, WordGroup.OWNERS, WordGroup.OTHERS_OWNERS)}\s+)?"
    rf"(?P<name>\w+)\s+{any_of(WordGroup.BATTALION_NOUNS)}(?!\w)\.?(?=\W|$)",
    re.IGNORECASE,
)
"""The battalion behind the number of a company: "of the 2nd battalion", ", second battalion", "of the V battalion"."""
_OTHER_SIDE: Final = re.compile(rf"\b{any_of(WordGroup.OTHERS_OWNERS)}\s+$", re.IGNORECASE)
_THE: Final = re.compile(rf"\b{any_of(WordGroup.DEFINITE_ARTICLES)}\s+$", re.IGNORECASE)
"""The article of what was spoken of before."""
_FIRED_AT: Final = re.compile(
    rf"\b{any_of(WordGroup.TARGET_PREPOSITIONS)}\s+(?:the\s+|those\s+|that\s+)?$", re.IGNORECASE
)
"""The words before a noun for the kind of a target."""
_OF_ANOTHER_KIND: Final = re.compile(rf"[\s-]+{any_of(WordGroup.OTHER_KINDS)}\b", re.IGNORECASE)
"""The noun behind one for a kind that it makes another kind of: "tank destroyers"."""
_ROLLS: Final = re.compile(rf"[^\W\d_-]+['’]s\s+(?:\d|(?:{'|'.join(figures())})\b)", re.IGNORECASE)
"""A noun for a kind with the face of its die: "the mortar's four comes out"."""
_OF_NAME: Final = re.compile(r"\s*(?:of\s+(?:the\s+)?)?(?P<name>[^\W_]*\d[^\W_]*|[^\W_]*[A-Z]{2}[^\W_]*)\b")
"""The word of a name behind the noun for a kind: "the mortar of BP1", "mortar bm2"."""
_NAME_BEFORE: Final = re.compile(r"(?P<name>[^\W_]*\d[^\W_]*|[^\W_]*[A-Z]{2}[^\W_]*)(?:['’]s)?\s+$")
"""The word of a name before the noun for a kind: "bm2 mortar", "BP1's mortar"."""
_IN_HEX: Final = re.compile(r"\s*(?:in|at|@)\s*(?P<hex>\d{2}\.\d{2})\b", re.IGNORECASE)
"""The hex of the unit that a noun for its kind means: "the sappers in 24.16"."""
_STANDS_IN: Final = re.compile(
    rf"[^,;:()\d]*?\b(?:in|at|@|on|{any_of(WordGroup.ORIGIN_PREPOSITIONS)})?\s*(?P<hex>\d{{2}}\.\d{{2}})\b",
    re.IGNORECASE,
)
"""The first hex behind an ordinal, in which its company stands: "the first company (goes) from 18.09"."""
_SAME: Final = re.compile(rf"(?:the\s+)?same\s+{any_of(WordGroup.PEOPLE)}\b(?=\s+(?P<act>[^\W\d_]))", re.IGNORECASE)
"""The unit that was spoken of before, with something that it does behind it: "same guys fire at 1/XII"."""
_CLAUSE_BEGINS: Final = re.compile(rf"(?:^|[,;:.!?(]|\b{any_of(WordGroup.CONNECTIVES)})\s*$", re.IGNORECASE)
_ACTS_OF_UNIT: Final = frozenset({
    Phrase.FIRE, Phrase.OPPORTUNITY_FIRE, Phrase.INDIRECT_FIRE, Phrase.SPOTTER, Phrase.MOVE, Phrase.ASSAULT,
    Phrase.RALLY, Phrase.CONVERSION_CHECK, Phrase.TROOP_QUALITY_CHECK, Phrase.HOLD, Phrase.RETREAT,
})  # fmt: skip
"""What a unit that is not named may be said to do."""
_SEVERAL: Final = re.compile(
    rf"(?:(?P<both>both)|(?:all|the)\s+(?P<number>two|three|four|both))\s+(?:{any_of(WordGroup.OWNERS)}\s+|of\s+the\s+)?"
    rf"{any_of(WordGroup.SEVERAL_COMPANIES)}\b"
    r"(?:\s+(?:(?:in|at|from|of)\s+(?P<hex>\d{2}\.\d{2})\b|of\s+(?:the\s+)?(?P<name>[^\W_]+)))?",
    re.IGNORECASE,
)
"""Units that are counted, and not named: "both companies in 14.11", "all three companies of the XII"."""
_BOTH: Final = "both"
_COUNTED_OF_FORMATION: Final = re.compile(
    rf"\b(?:{any_of(WordGroup.COUNTING_NUMBERS)}|{'|'.join(numbers_in_letters())}|{_BOTH})\s+(?:[^\W\d_]+\s+)?"
    rf"{any_of(WordGroup.SEVERAL_COMPANIES)}\s+of\s+(?:the\s+)?(?P<name>[^\W_]+)",
    re.IGNORECASE,
)
"""Companies that are counted before each of them is called by its number: "three companies of the XI: first …"."""
_ASIDE: Final = re.compile(r",(?:[^,;:.!?()]|\.(?=\d))*,\s*")
"""What is said of a unit between its name and what it does: "second, in 14.18 already, shoots"."""
_OF_FORMATION: Final = re.compile(r"(\d{3})(?:st|nd|rd|th)?[,;:.!?)]*", re.IGNORECASE)
"""The number of a formation: "the 288th", "rally of 288"."""
_AT_PART_OF_NAME: Final = re.compile(
    rf"\b{any_of(WordGroup.TARGET_PREPOSITIONS)}\s+(?:{any_of(WordGroup.ARTICLES, WordGroup.OTHERS_OWNERS)}\s+)?"
    r"(?:(?P<letters>[^\W\d_]{2,})\.?\s?(?P<number>\d{1,3})|(?P<formation>\d{3}))(?![\w./])",
    re.IGNORECASE,
)
"""A target that is called by a part of a name: "at pi33", "on the 361"."""
_NUMBER: Final = re.compile(r"\d{1,2}")
_NUMBERED: Final = re.compile(r"\d{1,2}\.?")
BATTERIES: Final = frozenset({"artillery", "self-propelled-artillery", "coastal-artillery"})
"""The symbols of units that answer each other's fire (R10.11)."""
_OF_BATTERIES: Final = re.compile(rf"\b{any_of(WordGroup.COUNTERBATTERY_WORDS)}", re.IGNORECASE)
_MIN_LETTERS_AFTER_ORDINAL: Final = 3
"""The least letters of the first word of a name behind an ordinal in letters: in "First I fire" there is none."""
_JOINS: Final = frozenset({"+", "&", *words_in(WordGroup.NAME_CONNECTIVES)})
"""What stands between the numbers of units that have the rest of their names in common."""
_LETTER: Final = re.compile(r"[B-HJ-RT-Z](?!\w)")
"""A capital letter that may be a name; "A" and "I" are words, and "S" is a result."""
_RESULTS: Final = frozenset({"C", "E"})
_ACTS: Final = re.compile(
    rf"\s*(?:(?:->|→|=>)(?!\s*(?:[SCE]\b|{any_of(WordGroup.SHOT_REMARKS)}|ok\b|no\b))|{any_of(WordGroup.UNIT_VERBS)}\b"
    r"|(?:in)?to\s+\d\d\.\d\d)",
    re.IGNORECASE,
)
"""The action of a unit that is called by its number alone: "6 -> 2/VIII", and not "4 -> S"."""
_BEGINS: Final = re.compile(r"(?:^|[,;:.(+&]|\b(?:dc|and|then|also|my|our))\s*$", re.IGNORECASE)
_ACTIVATED: Final = re.compile(r"\bdc\s+$", re.IGNORECASE)
_AIMED: Final = re.compile(r"(?<!\bpoints)(?<!\bcp)(?<!\bdp)(?<=[a-z])\s*(?:->|→|=>|\bvs\.?)\s*$", re.IGNORECASE)
"""The words before the number of a target: "L -> 6". Points go up in this way as well."""
_SENTENCE_BEGINS: Final = re.compile(r"\d\.\s+I$")
"""The end of a sentence with a number, and the beginning of the next one: "with a 2. I pay"."""
_TERM_BEHIND: Final = re.compile(r"\d\s+-\d")
"""A term of a sum behind a figure, and no part of a name: "4 +3 -1"."""
_BETWEEN_NAMES: Final = re.compile(r"[,;:()=<>+→]")
"""Signs that are never part of a name."""
_SPOKEN_LETTER: Final = re.compile(r"^[A-Z][a-z-]+(?=\s+\d)")
"""A word that may be the letter of a unit, before its number: "Lima 2"."""
_POSSESSIVE: Final = re.compile(r"['’]s?$")
_MAX_WORDS: Final = 6
"""The most words in a name."""
_MAX_BEFORE: Final = 40
"""The most characters before a number that show whether it is a unit's: a long line has many numbers."""
_MIN_LETTERS: Final = 3
"""The least letters of a word in capital letters that is a name by itself, and of an abbreviated word of a name."""
_MIN_LETTERS_OF_NUMBERED: Final = 2
"""The same of a word behind a number and a stroke: "14./Pi" for 14./Pioneer 115."""
_NUMBER_AND_STROKE: Final = re.compile(r"\d+\.?/[^\W\d_]")
_MIN_LETTERS_ALONE: Final = 4
"""The least letters of a word that is a name by itself though it is only some word of one, as in "StuG"."""
_MIN_LETTERS_OF_SEVERAL: Final = 7
"""The least letters of a word in small letters for the people of a unit: "pioneers" for Pioneer 115."""
_ONE: Final = frozenset({"one", "ones"})
_MIDDLE: Final = "middle"
_MIN_OF_KIND: Final = 2
_WITH_MIDDLE: Final = 3
"""The number of units of which one is in the middle."""
_LEAST: Final = frozenset({"north", "west"})
"""Where the numbers of the hexes are least: their rows grow to the south, their columns to the east."""
_MIN_WORDS_OF_SEVERAL: Final = 2
"""The least words of a name that several units may begin with, as "1/1"."""
_ABBREVIATION: Final = re.compile(r"[^\W\d_]*[a-zß-ÿ][A-Z][^\W\d_]*")
"""A word with a capital letter inside: "StuG"."""
_MAX_NAMES_KEPT: Final = 1 << 10
_MIN_CAPITALS: Final = 2
"""The capital letters that show a word to be an abbreviation, as in "PaK"."""
_COMPANIES: Final = words_in(WordGroup.COMPANY_NOUNS)
_COUNTED: Final = words_in(WordGroup.COUNTED_NOUNS) | words_in(WordGroup.BATTALION_NOUNS)
"""Behind an ordinal that numbers no company: "2nd action", "the 2nd battalion"."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A unit that a text names."""

    unit: str
    start: int
    end: int


def mentions_in(
    text: str, position: Position, side: str, subject: str = "", target: str = ""
) -> Iterator[Mention]:  # fmt: skip
    """Yield the units that a text names, from left to right, each by the longest name that fits one unit only.

    Args:
        text: what was typed.
        position: the table at that moment.
        side: the side that speaks; empty if unknown.
        subject: the unit that it spoke of last: "the middle one" is of its kind.
        target: the enemy that it fired at last: "the battery" may mean him.
    """
    words = list(_NAME.finditer(text))
    at, before = 0, ""
    while at < len(words):
        if several := _several(words[at], position, side, subject):
            yield from several
            at += sum(each.start() < several[0].end for each in words[at:])
            continue
        mention, used = _mention_at(text, words, at, position)
        if mention is None:
            mention, used = _short_name(words, at, position, side, (subject, target), before), 1
        if mention is not None:
            yield mention
            before = mention.unit if position.side(mention.unit) == side else before
            used = max(used, sum(each.start() < mention.end for each in words[at:]))
        at += used


def _mention_at(text: str, words: Sequence[re.Match[str]], at: int, position: Position) -> tuple[Mention | None, int]:
    start = words[at].start()
    if not _may_begin_name(words[at][0]):
        return None, 1
    for number in range(min(_MAX_WORDS, len(words) - at), 0, -1):
        end = words[at + number - 1].end()
        last = words[at + number - 1][0]
        if number > 1 and (_BETWEEN_NAMES.search(text[start:end]) or not any(map(str.isalnum, last))):
            continue
        name = text[start:end].rstrip("?.!:")
        if _SENTENCE_BEGINS.search(name) or _TERM_BEHIND.search(name):
            continue
        if name[1:] in {"x", "X"} and _TIMES.search(text[:start]):
            continue
        spellings = dict.fromkeys((
            name, _RUN_TOGETHER.sub(" ", name), _NUMBER_RUN_TOGETHER.sub(r"\g<0> ", name),
            _SPOKEN_LETTER.sub(_letter, name), _INITIALS.sub(" ", name),
        ))  # fmt: skip
        if unit := next(filter(None, (_unit_named(each, position) for each in spellings)), None):
            return Mention(
                unit, start, start + len(name) + _ends_with_stop(unit, name, text[start:end], position)
            ), number
    return None, 1


def _letter(word: re.Match[str]) -> str:
    """Return the letter that a word is said for on the radio, the word itself if it is none."""
    return spoken_letters().get(word[0].casefold(), word[0])


def _ends_with_stop(unit: str, name: str, typed: str, position: Position) -> bool:
    """Return whether the full stop after a name that was typed belongs to it, as in "XXXII Mis."."""
    counter = position.game.units[unit]
    with_stop = "".join(f"{name}.".casefold().split())
    return typed.startswith(f"{name}.") and any(
        "".join(each.casefold().split()).startswith(with_stop) for each in counter.names
    )


def _may_begin_name(word: str) -> bool:
    """Return whether a word may begin the name of a unit: it has a stroke, or a number and more."""
    return "/" in word.strip("/") or word[:1].isupper() or (word[:1].isdigit() and not _HEX.fullmatch(word))


def _unit_named(name: str, position: Position) -> str | None:
    """Return the unit of a name that is given whole, or in part; or by its hex.

    A part has two words or more, from the beginning, or with the first and the last ("3/33" for 3./Pioneer 33).
    """
    unit = only_unit_named(position, name)
    if unit is None:
        return None
    counter = position.game.units[unit]
    wanted = words_of(without_place(name))
    names = [each for each in (counter.name, counter.hidden_as, *counter.spellings) if each]
    known = [words_of(each) for each in (*names, *other_spellings(names))]
    enough = 1 if _is_designation(name) else 2
    letters = _MIN_LETTERS_OF_NUMBERED if _NUMBER_AND_STROKE.match(name) else _MIN_LETTERS
    return unit if wanted in known or any(_is_part(words, wanted, enough, letters) for words in known) else None


def _is_designation(name: str) -> bool:
    """Return whether one word is enough of a name: it is written in capital letters, as "XXXII" and "DLI".

    Some write all their words so: one that means something else is no name.
    """
    designation = name.isalpha() and name.isupper() and len(name) >= _MIN_LETTERS
    return designation and name.casefold() not in words_of_phrases() | unit_nouns().keys()


def _is_part(words: tuple[str, ...], wanted: tuple[str, ...], enough: int, letters: int) -> bool:
    """Return whether words that are some of a name, in its order, are enough of it."""
    if enough <= len(wanted) <= len(words) and all(
        _is_short_for(typed, word, letters) for typed, word in zip(wanted, words, strict=False)
    ):
        return True
    return len(wanted) > 1 and (words[0], words[-1]) == (wanted[0], wanted[-1])


def _is_short_for(typed: str, word: str, letters: int) -> bool:
    """Return whether a word stands for one of a name: it is that word, or its beginning ("17 Sap" for 17 Sapeurs)."""
    return typed == word or (len(typed) >= letters and typed.isalpha() and word.startswith(typed))


def _several(word: re.Match[str], position: Position, side: str, subject: str) -> list[Mention]:
    """Return the units that are counted and not named, where just so many can be meant: "both companies in 14.11".

    Without a hex or a name they are those in the hex of the unit spoken of before.
    """
    found = _SEVERAL.match(word.string, word.start()) if side else None
    if found is None:
        return []
    before = word.string[: word.start()]
    of_others = bool(_OTHER_SIDE.search(before) or _FIRED_AT.search(before))
    wanted = 2 if (found["number"] or _BOTH).casefold() == _BOTH else numbers_in_letters()[found["number"].casefold()]
    named = [
        unit for unit in position.units if found["name"] and words_of(found["name"])[:1] in _parts_of(unit, position)
    ]
    place = Hex.parse(found["hex"]) if found["hex"] else position.units[subject].place if subject else None
    there = [
        unit for unit, state in position.units.items()
        if state.status is Status.ON_MAP and not state.hidden and (position.side(unit) == side) is not of_others
        and (unit in named if named else state.place == place)
    ]  # fmt: skip
    if len(there) > wanted:
        there = [unit for unit in there if words_of(position.game.units[unit].name)[0].isdigit()]
    end = found.end() if named or not found["name"] else found.start("name")
    return [Mention(unit, word.start(), end) for unit in there] if len(there) == wanted else []


def _of_same(words: Sequence[re.Match[str]], at: int, subject: str) -> Mention | None:
    """Return the unit spoken of before, of which is said that the same one does more: "same guys fire at 1/XII"."""
    text, start = words[at].string, words[at].start()
    found = _SAME.match(text, start) if subject and _CLAUSE_BEGINS.search(text[:start]) else None
    if found is None:
        return None
    act = next(phrases_in(text[found.start("act") :]), None)
    acts = act is not None and not act.start and act.phrase in _ACTS_OF_UNIT
    return Mention(subject, start, found.end()) if acts else None


def _short_name(
    words: Sequence[re.Match[str]], at: int, position: Position, side: str, spoken_of: tuple[str, str], before: str
) -> Mention | None:  # fmt: skip
    """Return the unit that a word names which is no part of a name by itself: by its kind, its number, its letter.

    *before* is the speaker's unit that is named before it in the line.
    """
    if not side:
        return None
    subject, _ = spoken_of
    return (
        _of_several(words[at], position, side, spoken_of)
        or _of_same(words, at, subject)
        or _of_relative_place(words, at, position, side, subject)
        or _of_kind(words, at, position, side, spoken_of, before)
        or _company_in_hex(words[at], position)
        or _of_stack(words, at, position, side)
        or _of_number(words, at, position, side)
        or _of_counted_companies(words, at, position, subject)
        or _of_formation(words[at], position, side)
        or _of_first_word(words[at], position, side)
        or _of_any_word(words[at], position, side)
    )


def _of_several(
    word: re.Match[str], position: Position, side: str, spoken_of: Collection[str]
) -> Mention | None:  # fmt: skip
    """Return the unit that is meant by the beginning of several names: the one that the speaker can know of.

    Where guns answer guns it is the only battery: "cb 1/1", "1/1 answers III/21"; what takes Opportunity Fire is none.
    Else it is the only company, or the one that was *spoken of* last: guns and tanks are called by their kind, and may
    be meant only if one of them was.
    """
    called = _POSSESSIVE.sub("", word[0].rstrip("?.!:"))
    typed = words_of(called)
    if "/" not in called or len(typed) < _MIN_WORDS_OF_SEVERAL:
        return None
    fits = [
        unit for unit, state in position.units.items()
        if state.status is Status.ON_MAP and (position.side(unit) == side or not state.hidden)
        and words_of(position.game.units[unit].name)[: len(typed)] == typed
    ]  # fmt: skip
    if len(fits) > 1 and _OF_BATTERIES.search(word.string):
        fits = [unit for unit in fits if position.game.units[unit].symbol in BATTERIES]
    if len(fits) > 1 and _takes_opportunity_fire(word):
        fits = [unit for unit in fits if position.game.units[unit].symbol not in BATTERIES]
    if len(fits) > 1:
        fits = _companies_of(fits, called, position, spoken_of)
    return Mention(fits[0], word.start(), word.start() + len(called)) if len(fits) == 1 else None


def _takes_opportunity_fire(word: re.Match[str]) -> bool:
    """Return whether the first thing that is said behind a word is that somebody takes Opportunity Fire."""
    act = next(phrases_in(word.string[word.end() :]), None)
    return act is not None and act.phrase is Phrase.OPPORTUNITY_FIRE


def _companies_of(units: Sequence[str], called: str, position: Position, spoken_of: Collection[str]) -> list[str]:
    """Return those of several units that the name which they have in common may mean: the companies, or none."""
    spelled = [
        unit for unit in units if begins_to_the_letter(position.game.units[unit].name, called.casefold())
    ] or [*units]  # fmt: skip
    companies = [unit for unit in spelled if position.game.units[unit].symbol not in unit_nouns().values()]
    if known := set(spelled).intersection(spoken_of):
        return [unit for unit in companies if known == {unit}]
    return companies


def _of_relative_place(
    words: Sequence[re.Match[str]], at: int, position: Position, side: str, subject: str
) -> Mention | None:  # fmt: skip
    """Return the unit of a kind that words mean by where it is: "the top tank", "middle one"."""
    where = relative_places().get(words[at][0].casefold())
    if where is None or at + 1 == len(words):
        return None
    noun = words[at + 1][0].casefold().strip("?.!:")
    symbol = unit_nouns().get(noun.removesuffix("s")) or unit_nouns().get(noun)
    before = words[at].string[: words[at].start()]
    of_others = _OTHER_SIDE.search(before) or (_FIRED_AT.search(before) and noun not in _ONE)
    if noun in _ONE and not of_others:
        symbol = position.game.units[subject].symbol if subject else _only_kind(position, side)
    if not symbol:
        return None
    there = {
        unit: state.place for unit, state in position.units.items()
        if state.status is Status.ON_MAP and not state.hidden and isinstance(state.place, Hex)
        and position.game.units[unit].symbol == symbol and (position.side(unit) == side) is not bool(of_others)
    }  # fmt: skip
    unit = _at_relative_place(there, where)
    return Mention(unit, words[at].start(), words[at + 1].end()) if unit else None


def _only_kind(position: Position, side: str) -> str:
    """Return the symbol that all units of a side on the map have; empty if they have several."""
    kinds = {
        position.game.units[unit].symbol for unit, state in position.units.items()
        if state.status is Status.ON_MAP and isinstance(state.place, Hex) and position.side(unit) == side
    }  # fmt: skip
    return kinds.pop() if len(kinds) == 1 else ""


def _at_relative_place(there: Mapping[str, Hex], where: str) -> str:
    """Return the unit that is farthest to some side of others, or in the middle of three; empty if two may be."""
    at = 1 if where == _MIDDLE else 0 if where in _LEAST else -1
    if len(there) < _MIN_OF_KIND or (where == _MIDDLE and len(there) != _WITH_MIDDLE):
        return ""
    for number in _NUMBERS.get(where, (_by_row, _by_column)):
        along = sorted((number(place), unit) for unit, place in there.items())
        if sum(place == along[at][0] for place, _ in along) == 1:
            return along[at][1]
    return ""


def _by_row(place: Hex) -> int:
    return place.row


def _by_column(place: Hex) -> int:
    return place.column


_NUMBERS: Final[Mapping[str, tuple[Callable[[Hex], int], ...]]] = {
    "north": (_by_row,), "south": (_by_row,), "west": (_by_column,), "east": (_by_column,),
}  # fmt: skip


def _of_kind(
    words: Sequence[re.Match[str]], at: int, position: Position, side: str, spoken_of: Sequence[str] = (),
    named_before: str = "",
) -> Mention | None:  # fmt: skip
    """Return the unit on the map that a noun for its kind means: "mortars", "machine guns", "the mortar of BP1".

    It is the speaker's only one, or the one with the word behind the noun in its name, or before it ("bm2 mortar"), or
    else the one of the formation, or the battalion, whose unit is named next or spoken of before; or with an article
    one of those *spoken_of* ("the battery fires"). "Your engineers", and whoever is fired at, are of the other side,
    and so is a kind that the speaker has none of.
    """
    word, called = words[at], words[at][0].casefold()
    joined = f"{called}-{words[at + 1][0].casefold()}" if at + 1 < len(words) else ""
    if joined.strip("?.!:") in unit_nouns():  # "machine gun", "armoured car"
        word, called = words[at + 1], joined
    symbol = unit_nouns().get(_POSSESSIVE.sub("", called.strip("?.!:")))
    if not symbol or _OF_ANOTHER_KIND.match(word.string, word.end()) or _ROLLS.match(word.string, word.start()):
        return None
    start = words[at].start()
    before = word.string[:start]
    of_kind = [
        unit for unit, state in position.units.items()
        if state.status is Status.ON_MAP and not state.hidden and position.game.units[unit].symbol == symbol
    ]  # fmt: skip
    there = [unit for unit in of_kind if isinstance(position.units[unit].place, Hex)]
    if (where := _IN_HEX.match(word.string, word.end())) is not None:
        in_hex = [unit for unit in there if position.units[unit].place == Hex.parse(where["hex"])]
        if len(in_hex) == 1:
            return Mention(in_hex[0], start, word.end())
    own = [unit for unit in there if position.side(unit) == side]
    others = [unit for unit in of_kind if position.side(unit) != side]  # guns off the map are fired at as well
    has_none = all(position.game.units[unit].symbol != symbol for unit in position.units if position.side(unit) == side)
    meant = others if _OTHER_SIDE.search(before) or (_FIRED_AT.search(before) and others) or has_none else own
    if (named := _of_name_beside(words, at, word, meant, position)) is not None:
        return named
    if len(meant) > 1:
        known = [each for each in spoken_of if each in meant and _THE.search(before)]
        beside = (_named_behind(words, at, position, side), named_before, *spoken_of[:1])
        next_to = (_companions(meant, unit, position) for unit in beside if unit)
        meant = known or next((found for found in next_to if len(found) == 1), meant)
    return Mention(meant[0], start, word.end()) if len(meant) == 1 else None


def _company_in_hex(word: re.Match[str], position: Position) -> Mention | None:
    """Return the unit that "the company in 20.10" means: the only one there, or of several the only one on foot."""
    where = _IN_HEX.match(word.string, word.end()) if word[0].casefold() in _COMPANIES else None
    if where is None:
        return None
    there = [unit for unit in position.units_in(Hex.parse(where["hex"])) if not position.units[unit].hidden]
    if len(there) > 1:
        there = [unit for unit in there if position.game.units[unit].symbol not in unit_nouns().values()]
    return Mention(there[0], word.start(), word.end()) if len(there) == 1 else None


def _of_name_beside(
    words: Sequence[re.Match[str]], at: int, word: re.Match[str], meant: Sequence[str], position: Position
) -> Mention | None:  # fmt: skip
    """Return the unit of some that a word of its name behind or before a noun tells apart; None if none does."""
    start = words[at].start()
    of = None if word[0].endswith(tuple("?.!:")) else _OF_NAME.match(word.string, word.end())
    for found in filter(None, (of, _NAME_BEFORE.search(word.string[:start]))):
        called_so = [each for each in meant if words_of(found["name"])[-1:] in _parts_of(each, position)]
        if len(called_so) == 1 and found is of:
            return Mention(called_so[0], start, max(of.end(), _end_of_name(words, at, of.start("name"), position)))
        if len(called_so) == 1:
            return Mention(called_so[0], found.start(), word.end())
    return None


def _end_of_name(words: Sequence[re.Match[str]], at: int, start: int, position: Position) -> int:
    """Return the end of the name that begins at some place behind a noun: "the engineers of XXXII Mis. Gen."."""
    number = next((number for number in range(at + 1, len(words)) if words[number].start() == start), None)
    mention = _mention_at(words[at].string, words, number, position)[0] if number is not None else None
    return mention.end if mention is not None else start


def _named_behind(words: Sequence[re.Match[str]], at: int, position: Position, side: str) -> str:
    """Return the speaker's unit named next behind a noun: "the mortars at 1/I, 5/BM2 spots"; empty if none is."""
    for number in range(at + 1, len(words)):
        mention, _ = _mention_at(words[at].string, words, number, position)
        if mention is not None and position.side(mention.unit) == side:
            return mention.unit
    return ""


def _companions(units: Sequence[str], unit: str, position: Position) -> list[str]:
    """Return those of some units that are of the formation of another one, or of several its battalion's."""
    if not unit:
        return []
    of_formation = [
        each for each in units if position.game.units[each].formation == position.game.units[unit].formation
    ]
    if len(of_formation) < _MIN_OF_KIND:
        return of_formation
    return [each for each in of_formation if not _parts_of(each, position).isdisjoint(_parts_of(unit, position))]


def _parts_of(unit: str, position: Position) -> set[tuple[str, ...]]:
    """Return the words of a unit's name that are more than its number, each by itself."""
    return {(each,) for each in words_of(position.game.units[unit].name) if not each.isdigit()}


def _of_number(words: Sequence[re.Match[str]], at: int, position: Position, side: str) -> Mention | None:
    """Return the only unit on the map that an ordinal names, the speaker's before the enemy's: "2nd company", "3rd".

    An ordinal in letters needs a noun, or its owner; none may number something else ("2nd action").
    """
    word, following = words[at], words[at + 1] if at + 1 < len(words) else None
    found = _ORDINAL.fullmatch(word[0])
    number = found[1] if found else ordinals().get(word[0].casefold())
    noun = _POSSESSIVE.sub("", following[0].casefold().rstrip("?.!:,")) if following is not None else ""
    if number is None or (noun in _COUNTED and word[0][-1].isalnum()):
        return None
    if found and _COUNTS_ACTION.match(word.string, word.start()):
        return None
    if _OF_ORDINAL.match(word.string, word.end()) is not None:
        return _of_battalion_behind(number, word, word.end(), position)
    if (named := _of_number_and_name(number, words, at, position, in_letters=found is None)) is not None:
        return named
    owned = at > 0 and words[at - 1][0].casefold() in words_in(WordGroup.OWNERS)
    if not (noun in _COMPANIES or found or owned):
        return None
    if noun in _COMPANIES and following is not None:
        named = _of_battalion_behind(number, word, following.end(), position)
        if named is not None:
            return named
    end = following.end() if noun in _COMPANIES and following is not None else word.end()
    return _only(_begins_with(number), position, side, word.start(), end) or _in_its_hex(number, word, end, position)


def _of_counted_companies(
    words: Sequence[re.Match[str]], at: int, position: Position, subject: str
) -> Mention | None:  # fmt: skip
    """Return the company that an ordinal in letters numbers at the beginning of a clause: "first drives to 14.18".

    Its formation is the one whose companies have been counted before, in the line or, by the unit spoken of, in the
    line before it; there "first" says when.
    """
    word = words[at]
    text, number = word.string, ordinals().get(word[0].casefold())
    if number is None or not _CLAUSE_BEGINS.search(text[: word.start()]):
        return None
    counted = list(_COUNTED_OF_FORMATION.finditer(text[: word.start()]))
    aside = _ASIDE.match(text, word.end()) if counted else None
    rest = text[aside.end() if aside else word.end() :]
    act = next(phrases_in(rest), None)
    acts = act is not None and not rest[: act.start].strip() and act.phrase in _ACTS_OF_UNIT
    if not acts or not (counted or (subject and number != "1")):
        return None
    of_subject = words_of(position.game.units[subject].name)[1:] if subject else ()
    name = counted[-1]["name"] if counted else " ".join(of_subject)
    unit = _unit_named(f"{number}/{name}", position) if name else None
    return Mention(unit, word.start(), word.end()) if unit is not None else None


def _in_its_hex(number: str, word: re.Match[str], end: int, position: Position) -> Mention | None:
    """Return the unit of a number in the hex that is named next, if only one there begins with it."""
    where = _STANDS_IN.match(word.string, end)
    if where is None:
        return None
    fits = _begins_with(number)
    there = [
        unit for unit in position.units_in(Hex.parse(where["hex"]))
        if not position.units[unit].hidden and fits(words_of(position.game.units[unit].name))
    ]  # fmt: skip
    return Mention(there[0], word.start(), end) if len(there) == 1 else None


def _of_battalion_behind(number: str, word: re.Match[str], end: int, position: Position) -> Mention | None:
    """Return the unit of a number in the battalion, or other formation, that is named behind it."""
    for pattern in (_OF_BATTALION, _OF_ORDINAL):
        of = pattern.match(word.string, end)
        ordinal = _ORDINAL.fullmatch(of["name"]) if of is not None else None
        if of is not None:
            name = ordinal[1] if ordinal else ordinals().get(of["name"].casefold(), of["name"])
            if (unit := _unit_named(f"{number}/{name}", position)) is not None:
                return Mention(unit, word.start(), of.end())
    return None


def _of_number_and_name(
    number: str, words: Sequence[re.Match[str]], at: int, position: Position, *, in_letters: bool
) -> Mention | None:  # fmt: skip
    """Return the unit whose name goes on behind an ordinal: "2nd lancers", "zweite Pioneer 200"."""
    first = words[at + 1][0] if at + 1 < len(words) else ""
    if not first or (in_letters and not (first.isalpha() and len(first) >= _MIN_LETTERS_AFTER_ORDINAL)):
        return None
    text = words[at].string
    for last in reversed(words[at + 1 : at + _MAX_WORDS]):
        rest = text[words[at + 1].start() : last.end()]
        spellings = (rest.rstrip("?.!:"), rest.rstrip("?.!:").removesuffix("s"))
        if _BETWEEN_NAMES.search(rest) is None:
            unit = next(filter(None, (_unit_named(f"{number} {each}", position) for each in spellings)), None)
            if unit is not None:
                return Mention(unit, words[at].start(), last.end())
    return None


def aims_at_some_of_several(text: str, position: Position, side: str) -> bool:
    """Return whether a text aims at an enemy whose name is not told apart: "at pi33", as two companies are called.

    Args:
        text: a clause of a line, without the units that are known by their names.
        position: the position, by which the units are known.
        side: the side that speaks.
    """
    for found in _AT_PART_OF_NAME.finditer(text):
        letters, number = (found["letters"] or "").casefold(), found["number"] or found["formation"]
        for unit, state in position.units.items():
            if state.status is not Status.ON_MAP or state.hidden or position.side(unit) == side:
                continue
            known = words_of(position.game.units[unit].name)
            if known[-1:] == (number,) and (not letters or any(each.startswith(letters) for each in known[:-1])):
                return True
    return False


def _of_formation(word: re.Match[str], position: Position, side: str) -> Mention | None:
    """Return the only unit on the map whose name ends, or begins, with a number of three figures.

    Who is called otherwise in the line is not meant: "288 is suppressed. StuG must check".
    """
    found = _OF_FORMATION.fullmatch(word[0])
    if found is None:
        return None
    others = set(words_of(word.string))

    def fits(name: tuple[str, ...]) -> bool:
        called = any(each.isalpha() and len(each) >= _MIN_LETTERS and each in others for each in name)
        return (found[1],) in (name[-1:], name[:1]) and not called

    return _only(fits, position, side, word.start(), word.start() + len(found[1]))


def _of_stack(words: Sequence[re.Match[str]], at: int, position: Position, side: str) -> Mention | None:
    """Return the unit that shares the rest of its name with the one named after it: "1+2/V", "1. and 2./Pioneer 33"."""
    word = words[at]
    number = word[0].rstrip(".") if _NUMBERED.fullmatch(word[0]) else ordinals().get(word[0].casefold())
    if number is None:
        return None
    if at and words[at - 1][0].casefold() in words_in(WordGroup.ARTICLES):
        return None  # the face of a die: "with a 5 and M/2 fired"
    joined = at + 1 < len(words) and words[at + 1][0].casefold() in _JOINS
    if joined and word.string[word.end() : words[at + 1].start()].strip():
        return None  # a sentence goes on behind a comma: "with 5, and M/2 fires"
    other = at + 1 + joined
    if other >= len(words) or not (joined or word.string[word.end() : words[other].start()].strip() in _JOINS):
        return None
    named, _ = _mention_at(word.string, words, other, position)
    named = named or _of_number(words, other, position, side)
    if named is None:
        return None
    _, *rest = words_of(position.game.units[named.unit].name)
    unit = _unit_named(" ".join([number, *rest]), position) if rest else None
    return Mention(unit, word.start(), word.end()) if unit is not None else None


def _of_first_word(word: re.Match[str], position: Position, side: str) -> Mention | None:
    """Return the only unit whose name begins with a letter, or with a number that something shows to be no die."""
    called = _POSSESSIVE.sub("", word[0].rstrip("?.!:"))
    end = word.start() + len(called)
    if called.istitle() and called.casefold() not in words_in(WordGroup.GIVEN_NAMES):
        called = spoken_letters().get(called.casefold(), called)
    if _NUMBER.fullmatch(called):
        before = (word.string, max(0, word.start() - _MAX_BEFORE), word.start())
        acts = _BEGINS.search(*before) and _ACTS.match(word.string, end)
        if not (acts or _ACTIVATED.search(*before) or _AIMED.search(*before)):
            return None
    elif not _LETTER.fullmatch(called) or called in _RESULTS:
        return None
    return _only(_begins_with(called), position, side, word.start(), end)


def _of_any_word(word: re.Match[str], position: Position, side: str) -> Mention | None:
    """Return the only unit on the map in whose name a word in capitals stands, or half of it: "StuG", "Aufkl".

    In small letters it must be the whole first word of a name, as in "sappers", an abbreviation with a capital letter
    inside ("stug"), which is no other word, or a long word: "pioneers".
    """
    called = word[0].rstrip("?.!:'")
    folded = words_of(called)
    abbreviates = sum(map(str.isupper, called)) >= _MIN_CAPITALS
    enough = _MIN_LETTERS if abbreviates else _MIN_LETTERS_ALONE
    if len(folded) != 1 or not called.isalpha() or len(called) < enough:
        return None
    if called.islower():
        end = word.start() + len(called)
        found = _only(_begins_with(called), position, side, word.start(), end) or _only_called(
            lambda name: called in _abbreviations_in(name), position, side, word.start(), end
        )
        if found is not None or len(called) < _MIN_LETTERS_OF_SEVERAL:
            return found
        people = called.removesuffix("s")
        return _only(lambda name: people in name, position, side, word.start(), end)
    leaders = {each for leader in position.game.leaders.values() for name in leader.names for each in words_of(name)}
    if folded[0] in leaders | _COMPANIES:
        return None
    return _only_called(
        lambda name: folded[0] in words_of(with_compounds_parted(name))
        or any(_is_half_of(folded[0], each) for each in words_of(name)),
        position, side, word.start(), word.start() + len(called),
    )  # fmt: skip


@lru_cache(_MAX_NAMES_KEPT)
def _abbreviations_in(name: str) -> frozenset[str]:
    """Return the words of a name with a capital letter inside, in small letters."""
    return frozenset(map(str.casefold, _ABBREVIATION.findall(name)))


def _is_half_of(typed: str, word: str) -> bool:
    return word.startswith(typed) and 2 * len(typed) >= len(word)


def _begins_with(first: str) -> Callable[[tuple[str, ...]], bool]:
    return lambda name: name[:1] == (first.casefold(),)


def _only(
    fits: Callable[[tuple[str, ...]], bool], position: Position, side: str, start: int, end: int
) -> Mention | None:
    """Return the only unit on the map whose name, as words, fits; the speaker's before the enemy's."""
    return _only_called(lambda name: fits(words_of(name)), position, side, start, end)


def _only_called(fits: Callable[[str], bool], position: Position, side: str, start: int, end: int) -> Mention | None:
    """Return the only unit on the map whose name fits; the speaker's before the enemy's."""
    there = [
        unit for unit, state in position.units.items()
        if state.status is Status.ON_MAP and not state.hidden and fits(position.game.units[unit].name)
    ]  # fmt: skip
    named = [unit for unit in there if position.side(unit) == side] or there
    return Mention(named[0], start, end) if len(named) == 1 else None
