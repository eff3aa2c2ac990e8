"""The results in a chat line: "missed", "S", "4, ok". Each stands for one die, with or without its face.

A face and what came of it may be two clauses ("4, spotted", "9, no"); and so may two words for one result ("hit, C").
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from ...game.action_words import Declaration
from ...game.play import RollPurpose
from ..events import Declared, ResultTold, RollNamed
from .chat_clauses import Clause
from .chat_faces import SHOTS
from .chat_phrases import Phrase, phrases_in
from .chat_vocabulary import WordGroup, any_of, words_in

__all__ = ["ResultsOfLine", "names_attack_of_die", "of_check_for_code", "tells_of_shot", "tells_result_alone"]

_FILES: Final = ("chat_results.toml", "chat_results_of_other_languages.toml")
_WORD: Final = re.compile(r"[^\W\d]+(?:['’][^\W\d]+)?\??")
_KINDS: Final[Mapping[str, ResultTold]] = {
    "passed": ResultTold(of_shot=False),
    "failed": ResultTold(of_shot=False, failed=True),
    "hit": ResultTold(of_shot=True),
    "code": ResultTold(of_shot=True),
    "open-code": ResultTold(of_shot=True, is_open=True),
    "missed": ResultTold(of_shot=True, failed=True),
    "failed-or-missed": ResultTold(failed=True),
    "nobody-withdraws": ResultTold(unchanged=RollPurpose.WITHDRAWAL),
    "clear-weather": ResultTold(unchanged=RollPurpose.WEATHER),
    "same-supply": ResultTold(unchanged=RollPurpose.SUPPLY),
}
_NEW_CODE: Final = re.compile(r"\b(?i:an?|another)\s+(?P<code>[SCE]\b\??)")
"""A code of the Combat Results Table that comes of a die, "an S"; "the S becomes a hit" is about an earlier one."""
_CODES: Final = frozenset({"code", "open-code"})
_WORDS_OF_CODE: Final = re.compile(r"\W*(?:an?\s+|the\s+)?S\?", re.IGNORECASE)
"""An S? that a clause begins with: "S? to check"."""
_CHECK_FOR_CODE: Final = re.compile(r"\W*(?:the\s+)?S\?[\s:=]*\d\b(?P<outcome>.*)", re.IGNORECASE)
"""An S? with the face of the check for it, and what came of that: "S? 5 ok"."""
_DASH: Final = re.compile(r"\d\s*[:=]\s*[-–—]\s*$")
_CHECKS: Final = frozenset({
    Phrase.TROOP_QUALITY_CHECK, Phrase.SUPPRESSION_CHECK, Phrase.CONVERSION_CHECK, Phrase.COMPANY_BONUS_CHECK,
    Phrase.BRAVERY_CHECK, Phrase.OPPORTUNITY_FIRE,
})  # fmt: skip
_OUTCOME_OF_CHECK: Final = re.compile(
    rf"\W*(?:{any_of(WordGroup.ARTICLES)}\s+|{any_of(WordGroup.PRONOUNS)}\s+)?"
    rf"(?:(?P<passed>{any_of(WordGroup.PASSES)})|(?P<failed>{any_of(WordGroup.FAILS)}))\s+",
    re.IGNORECASE,
)
"""What came of a check that is told in a whole sentence: "2/V passed its Bravery Check with a 3"."""


@dataclass(frozen=True, slots=True)
class _Words:
    results: Mapping[str, ResultTold]
    """The result that each words stand for."""
    codes: frozenset[str]
    """The words that are codes of the Combat Results Table."""
    filler: frozenset[str]


@cache
def _words() -> _Words:
    found = [tomllib.loads(files(__package__).joinpath(name).read_text(encoding="utf-8")) for name in _FILES]
    rows = [row for document in found for row in document["results"]]
    filler = frozenset(each for document in found for each in document["filler"])
    results = {
        known: _KINDS[row["kind"]] for row in rows for words in row["words"]
        for known in (words, _without_filler(words, filler)) if known
    }  # fmt: skip
    codes = {words for row in rows if row["kind"] in _CODES for words in row["words"]}
    return _Words(results, frozenset(codes), filler)


def _all_words(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))


def _without_filler(words: str, filler: frozenset[str]) -> str:
    return " ".join(each for each in _WORD.findall(words.casefold()) if each not in filler)


class _Result(NamedTuple):
    """What a clause tells of a roll."""

    told: ResultTold | None = None
    """The result; None if the clause has other words too, or none at all."""
    is_code: bool = False
    """True if it is told by its code."""
    of_attack: bool = False
    """True if it stands behind the name of an attack: it is the result of that one."""


def _result_in(clause: Clause) -> _Result:
    """Return the result that a clause tells.

    Behind a colon it may stand by itself: "dust over the marines: an S". A dash there is no result: "DR 6: -".
    """
    if clause.face is not None and _DASH.search(clause.rest):
        return _Result(ResultTold(clause.face, failed=True))
    if _CHECKS.intersection(clause.phrases) and (told_of_check := _OUTCOME_OF_CHECK.match(clause.rest)):
        return _Result(ResultTold(clause.face, of_shot=False, failed=told_of_check["failed"] is not None))
    if clause.phrases == (Phrase.SAYS_NOTHING,) and clause.face is None:
        return _Result()  # "the hit is on" tells of a marker
    known, behind = _words(), clause.rest.rpartition(":")[2]
    others = sum(map(str.isdigit, behind)) > len(clause.faces)
    for words in (clause.rest, *([] if others else [behind])):
        if clause.face is not None and _all_words(words) in words_in(WordGroup.ROLL_REPORTS):
            return _Result()  # "got a 2" tells a face, and "got it" what came of it
        told = _without_filler(words, known.filler)
        if told in known.results:
            found = replace(known.results[told], face=clause.face)
            return _Result() if _asks_for_check(clause, found) else _Result(found, told in known.codes)
    by_attack = _result_of_attack(clause)
    return by_attack if by_attack.told is not None else _code_of_die(clause)


def _code_of_die(clause: Clause) -> _Result:
    """Return the code that a clause gives for its die among other words: "but a 1 is still an S for you".

    Only a shot has it, so the die is that of one.
    """
    codes = {each["code"].casefold() for each in _NEW_CODE.finditer(clause.rest)}
    alone = not (clause.own or clause.enemy) and {Phrase.RESULT, Phrase.LEFT_TO_THE_OTHER_SIDE}.issuperset(
        clause.phrases
    )
    if len(codes) != 1 or len(clause.faces) != 1 or not alone or clause.text.endswith("?"):
        return _Result()
    return _Result(replace(_words().results[codes.pop()], face=clause.face), is_code=True)


def _result_of_attack(clause: Clause) -> _Result:
    """Return the result that a clause tells behind the name of an attack: "fire C", "assault 8 no".

    Without a face only words of the fire table do: "op fire no" says that there is none.
    """
    known, attack = _words(), next(phrases_in(clause.rest), None)
    if attack is None or attack.phrase not in SHOTS or _without_filler(clause.rest[: attack.start], known.filler):
        return _Result()
    told = _without_filler(clause.rest[attack.end :], known.filler)
    result = known.results.get(told)
    if result is None or not (result.of_shot or (clause.face is not None and result.failed)):
        return _Result()
    return _Result(replace(result, face=clause.face), told in known.codes, of_attack=True)


def _asks_for_check(clause: Clause, result: ResultTold) -> bool:
    """Return whether an S? is not told, but the check for one that was told before is asked for: "check S?"."""
    begins = _CHECKS.intersection(clause.phrases) and not _WORDS_OF_CODE.match(clause.rest)
    return result.is_open and result.face is None and bool(begins)


def of_check_for_code(clause: Clause) -> Clause:
    """Return a clause that tells what came of the check for an S? as one of that check: "S? 5 ok", "S? 7 failed"."""
    told = _CHECK_FOR_CODE.fullmatch(clause.text) if clause.phrases == (Phrase.RESULT,) else None
    result = _words().results.get(_all_words(told["outcome"])) if told else None
    if result is None or result.of_shot is not False or clause.own or clause.enemy:
        return clause
    return replace(clause, phrases=(Phrase.SUPPRESSION_CHECK,))


def tells_of_shot(clause: Clause) -> bool:
    """Return whether a clause tells a result that no check has: "2 is an S"."""
    result = _result_in(clause).told
    return result is not None and result.of_shot is True


def tells_result_alone(clause: Clause) -> bool:
    """Return whether a clause tells the result of a roll and names no unit: "assault misses" is no assault."""
    return not (clause.own or clause.enemy) and _result_in(clause).told is not None


def names_attack_of_die(clause: Clause, behind: Clause) -> bool:
    """Return whether a clause is no more than the name of the attack whose die the next one tells: "assault, 8 no"."""
    attack = next(phrases_in(clause.text), None)
    if attack is None or attack.phrase not in SHOTS or clause.own or clause.enemy:
        return False
    alone = not _WORD.search(clause.text[: attack.start] + clause.text[attack.end :]) and not clause.faces
    return alone and behind.face is not None and _result_in(behind).told is not None


@dataclass(frozen=True, slots=True)
class _Told:
    """What one clause says of a roll."""

    at: int
    """The number of declarations before it."""
    result: ResultTold
    says_result: bool
    """True if the clause says what came of the roll, not its face alone."""
    is_declared: bool = False
    """True if the roll is that of what the clause declares."""
    is_code: bool = False
    """True if the result is told by its code."""

    @property
    def is_result(self) -> bool:
        """True if this is a result of its own: a face that is declared is known without it."""
        return self.says_result or not self.is_declared


@dataclass(slots=True)
class ResultsOfLine:
    """The results told so far in a line."""

    _before: list[_Told] = field(default_factory=list)
    _last: _Told | None = None
    """What the clause before says of a roll; None if it says nothing of one."""

    def take(
        self, clause: Clause, declared: int, told: Sequence[Declared | RollNamed], *, tells_face: bool,
        of_any_roll: bool = False,
    ) -> None:  # fmt: skip
        """Take in a clause.

        Args:
            clause: the clause.
            declared: the number of declarations before it.
            told: what it declares itself.
            tells_face: true if a face in it is that of a roll.
            of_any_roll: true if a failure in it may be that of a shot as well as that of a check.
        """
        (result, is_code, of_attack), last = _result_in(clause), self._last
        if result is not None and result.failed and of_any_roll:
            result = replace(result, of_shot=None)
        if told:
            if result is None and last is not None and _lacks_its_face(last) and clause.face is not None:
                result, self._last = last.result, None  # "1/V passed, 4"
            self._take_declaration(clause, declared, told, result, of_attack=of_attack)
        elif result is not None and last is not None and _completes(result, last, is_code=is_code, of_attack=of_attack):
            known = replace(result, face=last.result.face)
            self._last = replace(last, result=known, says_result=True, is_code=is_code or last.is_code)
        elif tells_face and result is None and last is not None and _lacks_face(last):
            self._last = replace(last, result=replace(last.result, face=clause.face))
        elif result is not None or tells_face:
            found = result or ResultTold(clause.face)
            self._begin(_Told(declared, found, says_result=result is not None, is_code=is_code))
        else:
            self._begin(None)

    def _take_declaration(
        self, clause: Clause, declared: int, told: Sequence[Declared | RollNamed], result: ResultTold | None, *,
        of_attack: bool,
    ) -> None:  # fmt: skip
        """Take in a clause that declares something: a face in it is that of what it declares.

        An attack of a unit that is declared with its face names its die already: "assault 7 miss" tells of no other.
        """
        face = next((each.face for each in told if each.face is not None), None)
        if face is not None and clause.face is None and self._last is not None and self._last.result.face == face:
            self._last = None  # "1, converted" is one roll in two clauses
        behind = declared + len(told)
        names_die = of_attack and any(isinstance(each, Declared) and each.face is not None for each in told)
        if result is not None and not names_die:
            at = declared if result.of_shot and face is None and not of_attack else behind
            of_target = all(isinstance(each, Declared) and each.action is Declaration.TARGET for each in told)
            known = clause.face if of_target else face  # "4 = C on 1/33" names the target of a shot told before
            by_itself = of_target and known is not None
            self._begin(_Told(at, replace(result, face=known), says_result=True, is_declared=not by_itself))
        else:
            found = None if face is None else _Told(behind, ResultTold(face), says_result=False, is_declared=True)
            self._begin(found)

    def take_back(self) -> None:
        """Forget what came of the last roll, which its player puts right: "2 misses, no wait, so it is an S"."""
        if self._last is not None and self._last.says_result:
            self._last = replace(self._last, result=ResultTold(self._last.result.face), says_result=False)

    @property
    def tells_hit(self) -> bool:
        """True if the clause before tells a hit by its code."""
        return self._last is not None and self._last.is_code and not self._last.result.is_open

    def _begin(self, told: _Told | None) -> None:
        if self._last is not None:
            self._before.append(self._last)
        self._last = told

    @property
    def leading(self) -> tuple[ResultTold, ...]:
        """The results that come before anything is declared, in the order of the line."""
        return tuple(each.result for each in self._all() if not each.at)

    def after(self, events: Sequence[Declared | RollNamed]) -> list[Declared | RollNamed]:
        """Return what the line declares, each with the results that follow it."""
        results = list(self._all())
        told = (tuple(each.result for each in results if each.at == number) for number in range(1, len(events) + 1))
        return [replace(event, results=each) if each else event for event, each in zip(events, told, strict=True)]

    def _all(self) -> Iterator[_Told]:
        last = [] if self._last is None else [self._last]
        return (each for each in (*self._before, *last) if each.is_result)


def _completes(result: ResultTold, last: _Told, *, is_code: bool, of_attack: bool) -> bool:
    """Return whether a result is what came of the face before it, or says the same of a shot once more.

    Two codes are those of two shots ("S and S?"), and so is what came of a named attack: "C, assault misses".
    """
    if result.face is not None or (is_code and last.is_code) or (of_attack and last.says_result):
        return False
    return not last.says_result or bool(last.result.of_shot and result.of_shot and not last.is_declared)


def _lacks_its_face(last: _Told) -> bool:
    """Return whether what came of a check was told without its face, which the next clause may give."""
    return last.says_result and last.result.face is None and last.result.of_shot is False


def _lacks_face(last: _Told) -> bool:
    """Return whether a failure was mentioned without its face: "no spot, 9" is one roll in two clauses."""
    return last.says_result and last.result.failed and last.result.face is None
