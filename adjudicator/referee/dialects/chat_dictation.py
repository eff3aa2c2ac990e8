"""Dictated lines: names, hexes and faces in letters, signs that are said, and words that the machine has misheard.

Whoever speaks into a telephone has "six two in twenty six thirteen" written down for 6/2 in 26.13. A line is dictated
if it has no figure, and the name of a unit, a hex, a sign or the face of a die just rolled is said in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from ...game.hexes import Hex
from ...game.names import only_unit_named, words_of
from ...game.position import Position, Status
from .chat_phrases import phrases_in
from .chat_vocabulary import (
    WordGroup,
    any_of,
    dictated_signs,
    misheard_words,
    numbers_in_letters,
    spoken_letters,
    unit_nouns,
    words_in,
)

__all__ = ["in_figures"]

_MAX_LENGTH: Final = 1_500
"""The most characters of a dictated line: more are not said in one breath."""
_WRITTEN: Final = re.compile(r"[\d/]")
"""The figures and strokes that no dictated line has."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_JOINED: Final = re.compile(r"[\s-]+")
"""What may stand between the words of a number or a name."""
_STOPS: Final = re.compile(r"[.,;:!]|\bSTOP\b")
"""The signs that whoever writes ends his clauses with, and the word of telegrams."""
_ROMAN: Final = re.compile(r"(?=[ivxl])(?:xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_ROMAN_VALUES: Final[Mapping[str, int]] = {"i": 1, "v": 5, "x": 10, "l": 50}
_PARTS: Final = re.compile(r"[^\W\d_]+|\d+")
_MIN_BEGINNING: Final = 3
"""The least letters of the beginning of a word of a name that stand for it."""
_MAX_SPELLED: Final = 4
"""The most letters of a word that is spelled letter by letter."""
_MIN_ROMAN_ALONE: Final = 3
"""The least letters of a Roman number that is a name by itself: "the thirty two" for XXXII."""
_BEFORE_FACE: Final = re.compile(
    rf"(?:^|[.,;:!?]|\b(?:{any_of(WordGroup.CLAUSE_CONNECTIVES)}|{any_of(WordGroup.BEFORE_DICTATED_FACE)}))\s*$",
    re.IGNORECASE,
)
"""What a face may follow without a sign between them."""
_POINTING: Final = re.compile(rf"\b{any_of(WordGroup.BEFORE_PRONOUN_ONE)}\s*$", re.IGNORECASE)
"""The word before "one" that makes it a pronoun: "this one", "the two"."""
_MAX_POINTED_AT: Final = 2
"""The highest number that may be a pronoun."""
_COUNTED_THINGS: Final = (
    WordGroup.COUNTED_BEHIND_FIGURE, WordGroup.COMMAND_POINTS, WordGroup.OTHER_POINTS, WordGroup.HITS,
)  # fmt: skip
_COUNTED: Final = re.compile(rf"\s+{any_of(*_COUNTED_THINGS)}\b", re.IGNORECASE)
"""What follows a number that counts something."""
_SUM: Final = re.compile(rf"\s+(?:{any_of(WordGroup.MINUS)}|plus)\b", re.IGNORECASE)
_IN: Final = re.compile(r"\b(?:in|to|into|from|through|hex)\s*$", re.IGNORECASE)
"""The words before a hex."""
_THE: Final = re.compile(rf"\b{any_of(WordGroup.ARTICLES, WordGroup.OWNERS)}\s+$", re.IGNORECASE)
"""The words before a long Roman number that is a name by itself."""
_REPEATED: Final = re.compile(r"(.)\1")
"""A letter written twice, which sounds like one: "miss" for "Mis."."""
_BEFORE_SENTENCE: Final = re.compile(
    rf"(?<=\w)(?<!\band)(?<!\bthen)(?<!\bthat)(?<!\bif)\s+(?={any_of(WordGroup.DICTATED_SENTENCES)}\b)", re.IGNORECASE
)
"""What stands before a sentence that is said to the other player."""
_BEHIND_FACE: Final = re.compile(
    rf"(?<![\w/.])\d(?:\s+{any_of(WordGroup.AFTER_FIGURE_IN_LETTERS)})?(?=\s+{any_of(WordGroup.DICTATED_SUBJECTS)}\b)",
    re.IGNORECASE,
)
"""The face of a die, and one word about it, before a sentence about what comes of it."""
_MIN_INTRODUCTION: Final = 3
"""The least words before the first name of a line that are a sentence of their own."""
_LEADS: Final = frozenset().union(*map(words_in, (
    WordGroup.ARTICLES, WordGroup.OWNERS, WordGroup.OTHERS_OWNERS, WordGroup.TARGET_PREPOSITIONS,
    WordGroup.DESTINATION_PREPOSITIONS, WordGroup.SPOTTER_PREPOSITIONS, WordGroup.AGENT_PREPOSITIONS,
    WordGroup.HELPER_PREPOSITIONS, WordGroup.PRICE_PREPOSITIONS, WordGroup.CLAUSE_CONNECTIVES,
)))  # fmt: skip
"""The words that go on with a name."""


@dataclass(frozen=True, slots=True)
class _Said:
    """A name, a hex or a face that is said in a line, as it is written."""

    first: int
    end: int
    """The number of its first word, and that of the word behind its last one."""
    written: str
    is_face: bool = False


def in_figures(text: str, position: Position, rolled: Sequence[int] = ()) -> str:
    """Return a dictated line as it is written; other lines as they are.

    Args:
        text: what was typed, or dictated.
        position: the table at that moment: it has the units and the hexes that may be meant.
        rolled: the faces that the speaker has rolled since he wrote last.
    """
    if len(text) > _MAX_LENGTH or _WRITTEN.search(text):
        return text
    heard = _with_signs(text)
    words = [*_WORD.finditer(heard)]
    has_numbers = any(each[0].casefold() in numbers_in_letters() for each in words)
    named = _names_said(heard, words, position) if has_numbers else []
    if not named and heard == text and (not has_numbers or _STOPS.search(text)):
        return text  # whoever writes has his faces in letters as well, and a stop behind them
    said = _with_faces(named, heard, words, rolled)
    if not said and heard == text:
        return text
    return _as_heard(_written(heard, words, said))


def _with_signs(text: str) -> str:
    """Return a text with the signs that are said, if none is written in it: "an S question mark"."""
    if _STOPS.search(text):
        return text
    for words, sign in dictated_signs().items():
        text = re.sub(rf"\s+{_spaced(words)}(?!\w)", sign, text, flags=re.IGNORECASE)
    return text


def _as_heard(text: str) -> str:
    """Return a text with the words that the machine has misheard as they were spoken: "the company bone us"."""
    for words, spoken in misheard_words().items():
        text = re.sub(rf"(?<![\w/]){_spaced(words)}(?![\w/])", spoken, text, flags=re.IGNORECASE)
    return text


def _spaced(words: str) -> str:
    return r"\s+".join(map(re.escape, words.split()))


def _written(heard: str, words: Sequence[re.Match[str]], said: Sequence[_Said]) -> str:
    """Return a text with what was said in it as it is written, and where it has no stops one before each face."""
    without_stops, text, at = _STOPS.search(heard) is None, "", 0
    for each in said:
        text, at = text + heard[at : words[each.first].start()], words[each.end - 1].end()
        if without_stops and (_is_news(text) if each.is_face else each is said[0] and _is_introduction(text)):
            text = f"{text.rstrip()}, "
        text += each.written
    text += heard[at:]
    return _BEFORE_SENTENCE.sub(", ", _BEHIND_FACE.sub(r"\g<0>,", text)) if without_stops else text


def _is_news(before: str) -> bool:
    """Return whether a face begins something new behind some words."""
    return _BEFORE_FACE.search(before) is None


def _is_introduction(before: str) -> bool:
    """Return whether nothing is said yet in the words before a name: "okay now it gets serious one five eight"."""
    words = before.casefold().split()
    return len(words) >= _MIN_INTRODUCTION and words[-1] not in _LEADS and not any(
        phrases_in(before)
    ) and unit_nouns().keys().isdisjoint(words)  # fmt: skip


# names and hexes


def _names_said(text: str, words: Sequence[re.Match[str]], position: Position) -> list[_Said]:
    """Return the units and the hexes that are said in a text, from left to right, each the longest that fits."""
    tokens, found, at = _tokens(text, words), list[_Said](), 0
    while at < len(tokens):
        before = text[: words[at].start()]
        name, place = _unit_said(tokens, at, position, before), _hex_said(tokens, at, position)
        best = _longer(name, place, is_place_wanted=_IN.search(before) is not None)
        if best is not None:
            found.append(best)
        at = best.end if best is not None else at + 1
    return found


def _longer(name: _Said | None, place: _Said | None, *, is_place_wanted: bool) -> _Said | None:
    """Return a name or a hex, whichever is longer; of two of the same length the hex where one is wanted."""
    if name is None or place is None:
        return name or place
    if name.end == place.end:
        return place if is_place_wanted else name
    return name if name.end > place.end else place


def _tokens(text: str, words: Sequence[re.Match[str]]) -> list[str]:
    """Return words as they are compared; one behind a sign begins with a blank, so that no name goes on there."""
    ends = [0, *(each.end() for each in words)]
    return [
        each[0].casefold() if _JOINED.fullmatch(text, end, each.start()) or not end else f" {each[0].casefold()}"
        for each, end in zip(words, ends, strict=False)
    ]


def _unit_said(tokens: Sequence[str], at: int, position: Position, before: str) -> _Said | None:
    """Return the unit that is named at some place of a text by the longest name, None if there is none, or several."""
    ends: dict[int, set[str]] = {}
    for unit, state in position.units.items():
        counter = position.game.units[unit]
        for name in (counter.hidden_as,) if state.hidden else counter.names:
            for end, wanted in _ends_of_name(words_of(name), tokens, at, before):
                named = only_unit_named(position, wanted)
                ends.setdefault(end, set()).update([named] if named else [])
    if not ends:
        return None
    end = max(ends)
    there = {unit for unit in ends[end] if position.units[unit].status is Status.ON_MAP} or ends[end]
    return _Said(at, end, position.game.units[there.pop()].name) if len(there) == 1 else None


def _ends_of_name(name: tuple[str, ...], tokens: Sequence[str], at: int, before: str) -> Iterator[tuple[int, str]]:
    """Yield where a name may end that begins at some place, each with the part of it that was said there.

    That is two words of it or more, from its beginning or the first and the last one, or a long Roman number alone.
    """
    for wanted in dict.fromkeys((name, (name[0], name[-1]))):
        for number, end in _ends_of_words(wanted, tokens, at):
            alone = number == 1 and len(name) > 1 and _is_long_roman(name[0]) and _THE.search(before)
            says_number = any(token in numbers_in_letters() for token in tokens[at:end])
            if says_number and (number > 1 or alone):
                yield end, " ".join(wanted[:number])


def _is_long_roman(word: str) -> bool:
    return len(word) >= _MIN_ROMAN_ALONE and _ROMAN.fullmatch(word) is not None


def _ends_of_words(name: Sequence[str], tokens: Sequence[str], at: int) -> Iterator[tuple[int, int]]:
    """Yield how many words of a name may be said from some place on, each with the place where they end."""
    begun = {at}
    for number, word in enumerate(name, start=1):
        starts = {at + (number > 1 and _joins(tokens, at)) for at in begun}
        begun = {end for start in starts for end in _ends_of_word(word, tokens, start)}
        yield from ((number, end) for end in begun)


def _joins(tokens: Sequence[str], at: int) -> bool:
    return at < len(tokens) and tokens[at] in words_in(WordGroup.DICTATED_STROKES)


def _ends_of_word(word: str, tokens: Sequence[str], at: int) -> Iterator[int]:
    """Yield where one word of a name may end that is said from some place on."""
    for form in _forms(word):
        end = at + len(form)
        heard = tokens[at:end]
        if len(heard) == len(form) and all(map(_is_heard, form, heard)):
            yield end
    if at < len(tokens) and word.isalpha() and len(tokens[at]) >= _MIN_BEGINNING:
        heard_once = _REPEATED.sub(r"\1", tokens[at])
        if word.startswith(tokens[at]) or _REPEATED.sub(r"\1", word) == heard_once:
            yield at + 1


def _is_heard(form: str, token: str) -> bool:
    if form == token:
        return True
    return len(form) == 1 and form.isalpha() and spoken_letters().get(token, "").casefold() == form


@cache
def _forms(word: str) -> frozenset[tuple[str, ...]]:
    """Return the ways in which one word of a name is said, each as words: "one thirty two" and "one three two"."""
    forms: set[tuple[str, ...]] = {()}
    for part in _PARTS.findall(word):
        forms = {(*form, *more) for form in forms for more in _forms_of_part(part)}
    if _ROMAN.fullmatch(word):
        forms |= set(_forms_of_part(str(_value(word))))
    return frozenset(forms - {()})


def _forms_of_part(part: str) -> Iterator[tuple[str, ...]]:
    if part.isdigit():
        yield from _forms_of_number(part)
        return
    yield (part,)
    if len(part) <= _MAX_SPELLED:
        yield tuple(part)


def _forms_of_number(figures: str) -> Iterator[tuple[str, ...]]:
    """Yield the ways in which a number is said: figure by figure, as a whole, its hundreds before the rest."""
    yield from _figure_by_figure(figures)
    number = int(figures)
    yield from _below_hundred(number)
    hundreds, rest = divmod(number, 100)
    if 0 < hundreds < 10:
        behind = [*_below_hundred(rest)] if rest else [()]
        first = [*_below_hundred(hundreds), *([("a",)] if hundreds == 1 else [])]
        for one in first:
            for more in behind:
                yield from ((*one, *between, *more) for between in ((), ("hundred",), ("hundred", "and")))


def _figure_by_figure(figures: str) -> Iterator[tuple[str, ...]]:
    forms: list[tuple[str, ...]] = [()]
    for figure in figures:
        forms = [(*form, word) for form in forms for word in _words_of_number(int(figure))]
    yield from forms


def _below_hundred(number: int) -> Iterator[tuple[str, ...]]:
    """Yield the ways in which a number of two figures at most is said as a whole."""
    yield from ((word,) for word in _words_of_number(number))
    tens, ones = number - number % 10, number % 10
    if 20 <= number < 100 and ones:
        yield from ((ten, one) for ten in _words_of_number(tens) for one in _words_of_number(ones))


@cache
def _words_of_number(number: int) -> tuple[str, ...]:
    return tuple(word for word, value in numbers_in_letters().items() if value == number)


def _value(roman: str) -> int:
    """Return the value of a Roman number."""
    values = [_ROMAN_VALUES[letter] for letter in roman]
    return sum(-one if one < other else one for one, other in zip(values, [*values[1:], 0], strict=True))


def _hex_said(tokens: Sequence[str], at: int, position: Position) -> _Said | None:
    """Return the hex of the map that is said at some place: its column and its row, each as a number or by figures."""
    found = {}
    for column, middle in _two_figures(tokens, at):
        for row, end in _two_figures(tokens, middle + _is_point(tokens, middle)):
            if column >= 10 and Hex(column, row) in position.game.map.hexes:
                found[end] = Hex(column, row)
    return _Said(at, max(found), str(found[max(found)])) if found else None


def _is_point(tokens: Sequence[str], at: int) -> bool:
    return at < len(tokens) and tokens[at] in words_in(WordGroup.DICTATED_POINTS)


def _two_figures(tokens: Sequence[str], at: int) -> Iterator[tuple[int, int]]:
    """Yield the numbers of two figures that may be said at some place, each with the place where it ends."""
    known = numbers_in_letters()
    one, other = (known.get(token) for token in (*tokens[at : at + 2], "", "")[:2])
    if one is None:
        return
    if one >= 10:
        yield one, at + 1
    if other is not None and other < 10:
        if one >= 20 and other:
            yield one + other, at + 2
        elif one < 10:
            yield 10 * one + other, at + 2


# faces


def _with_faces(
    said: Sequence[_Said], text: str, words: Sequence[re.Match[str]], rolled: Sequence[int]
) -> list[_Said]:  # fmt: skip
    """Return what is said in a text, with the faces of the dice just rolled.

    They are faces if the numbers left in the text are those that were rolled, in their order: all of them, or there is
    each of those beside other numbers.
    """
    taken = {at for each in said for at in range(each.first, each.end)}
    left = {at: number for at in range(len(words)) if at not in taken
            and (number := _may_be_face(text, words[at])) is not None}  # fmt: skip
    faces = _in_order(left, rolled) if rolled else {}
    if len(faces) not in (len(rolled), len(left)):
        faces = {}
    spoken = [_Said(at, at + 1, str(face), is_face=True) for at, face in faces.items()]
    others = {*left} - {*faces}
    clear = [
        each for each in said
        if not _touches(each, others, text, words) and not _may_be_faces(each, words, rolled)
    ]  # fmt: skip
    return sorted([*clear, *spoken], key=lambda each: each.first)


def _may_be_face(text: str, word: re.Match[str]) -> int | None:
    """Return the number of a word that may be the face of a die, None if it is none."""
    number = numbers_in_letters().get(word[0].casefold())
    if number is None or number > 9 or _COUNTED.match(text, word.end()):
        return None
    return None if number <= _MAX_POINTED_AT and _POINTING.search(text[: word.start()]) else number


def _in_order(left: Mapping[int, int], rolled: Sequence[int]) -> dict[int, int]:
    """Return the numbers that are faces rolled, in the order in which they were."""
    faces, rest = {}, [*rolled]
    for at, number in left.items():
        if number in rest:
            faces[at] = number
            rest = rest[rest.index(number) + 1 :]
    return faces


def _may_be_faces(said: _Said, words: Sequence[re.Match[str]], rolled: Sequence[int]) -> bool:
    """Return whether a name or a hex is the faces just rolled, word by word: a 6 and a 2, or 6/2."""
    known = numbers_in_letters()
    return [known.get(each[0].casefold()) for each in words[said.first : said.end]] == [*rolled]


def _touches(said: _Said, others: set[int], text: str, words: Sequence[re.Match[str]]) -> bool:
    """Return whether another number stands right beside a name or a hex, so that it is not clear where it begins."""
    return said.first - 1 in others or (said.end in others and _SUM.match(text, words[said.end].end()) is None)
