"""The clauses of a chat line: the units, the phrases and the figures in each of them.

A lone figure is the face of a die ("check 4, ok", "4 = cp", "L/2 vs 2/VIII = 3"); sums ("2+3=5") and points are not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from ...game.hexes import Hex
from ...game.open_enums import is_added
from ...game.position import Position, Status
from .chat_corrections import with_corrections
from .chat_faces import SHOTS
from .chat_names import BATTERIES, Mention, aims_at_some_of_several, mentions_in
from .chat_phrases import Phrase, PhraseFound, phrases_in, with_letters_in_order
from .chat_sums import compares_figures, is_between_figures, without_sums
from .chat_telegrams import in_plain_words
from .chat_vocabulary import WordGroup, any_of, figures, words_in

__all__ = [
    "AGAINST_SUPPRESSION", "BOUGHT", "COUNTED_POINTS", "INTO_HEX", "OF_ONE_UNIT", "POSSIBLE_SUPPRESSION", "SPOTTED_FOR",
    "SUPPRESSION_ALONE", "Clause", "clauses_of", "is_kind_alone", "with_figures",
]  # fmt: skip

INTO_HEX: Final = re.compile(rf"\b{any_of(WordGroup.INWARD_PREPOSITIONS)}\s+\d\d\.\d\d\b", re.IGNORECASE)
"""The hex that somebody goes into: who fires into one says so."""
POSSIBLE_SUPPRESSION: Final = re.compile(r"\b[Ss]\?")
"""The result after which a unit has to check: "1 CP for the S? of L/2"."""
_THE_SUPPRESSION: Final = rf"(?:{any_of(WordGroup.DEFINITE_ARTICLES, WordGroup.OTHERS_OWNERS)}\s+)*s\?"
SUPPRESSION_ALONE: Final = re.compile(
    rf"\W*(?:{_THE_SUPPRESSION}(?:[\s:=]*\d)?|{any_of(WordGroup.TARGET_PREPOSITIONS)}\s+{_THE_SUPPRESSION}[\s:=]*\d)"
    rf"(?:[\s,]*{any_of(WordGroup.CHECK_REMARKS)})?\W*",
    re.IGNORECASE,
)
"""The same behind the name of a unit, with nothing else but the face of its die: "your S?", "against the S? 4"."""
AGAINST_SUPPRESSION: Final = re.compile(
    rf"\b{any_of(WordGroup.TARGET_PREPOSITIONS)}\s+{_THE_SUPPRESSION}", re.IGNORECASE
)
"""What a unit is said to do that checks: nobody fires at a result, "the 8 was L/2 against your S?"."""
BOUGHT: Final = re.compile(rf"\b{any_of(WordGroup.PURCHASES)}\b", re.IGNORECASE)
"""What is said of a check for which a point is paid, and of much else."""
_TWO_FACES: Final = rf"(?<=\b\d)\s{any_of(WordGroup.NAME_CONNECTIVES)}\s\d\s*:"
"""What stands between the faces of two dice for one thing: "4 and 2: 6/2 fires at 1/VIII"."""
_CLAUSE_ENDS: Final = re.compile(
    r"[;!()]|\s\|\s|(?<!2nd),|:(?=\s*(?:co(?:mpany)?\s+)?bonus)"
    r"|(?:(?<=\bok)|(?<=\bno)|(?<=passed)|(?<=failed)):(?=\s*\d(?!\w))"
    r"|\.{2,}|…|\.(?=\s|$)|(?<=[^\s:sS])\?(?=\s|$)"
    rf"|(?!{_TWO_FACES})\s{any_of(WordGroup.CLAUSE_CONNECTIVES)}\s(?!\s*{any_of(WordGroup.ENDS_OF_LISTS)}\s*(?:[.,;!?]|$))"
    r"|(?-i:\bSTOP\b)",
    re.IGNORECASE,
)
_TWO_ATTACKS: Final = re.compile(
    rf"(?P<fire>\b{any_of(WordGroup.FIRE_NOUNS)}[\s:]*\d)\s+(?={any_of(WordGroup.ASSAULT_NOUNS)}[\s:]*\d(?!\w))",
    re.IGNORECASE,
)
"""The two attacks of a unit in an assault without a sign between them: "1/I fire 9 assault 3"."""
_HEXES_OF_WAY: Final = re.compile(
    rf"(?P<one>\b{any_of(WordGroup.WAY_PREPOSITIONS)}\s+\d\d\.\d\d)\s(?P<join>{any_of(WordGroup.NAME_CONNECTIVES)})"
    r"(?=\s\d\d\.\d\d\b)",
    re.IGNORECASE,
)
"""Two hexes of one way, between which no clause ends: "over 13.19 and 14.18 into 15.18"."""
_HEX_OF_PLACE: Final = re.compile(r"(?<=[^\W\d_]),(?=\s*\d{2}\.\d{2}\s*(?:[;,!?)]|\.(?!\d)|$))")
"""The sign between a noun for a place and its hex, and nothing behind that: "has a go at the gate, 27.13"."""
_TURN_BEFORE_TARGET: Final = re.compile(
    rf"(?P<turn>\s{any_of(WordGroup.TURNS)}),(?=\s*{any_of(WordGroup.TARGET_PREPOSITIONS)}\s)",
    re.IGNORECASE,
)
"""The sign between whose turn it is and its target: "L/2 first, at 1/VIII", "the mortars next, on 2/VIII"."""
_ITEM: Final = re.compile(r"(?:^|(?<=[.!?;]\s))\s*\d{1,2}\)(?=\s)")
"""The number of an item in a list: "2) 1/I on 6/2"."""
_POSSESSIVE: Final = re.compile(r"(?P<name>/\w+|\b[A-Z][^\W\d_]{2,})['’]s\b")
"""A name in the possessive case: "L/2's S?"."""
_OUTCOME_IN_BRACKETS: Final = re.compile(
    rf"\((?P<said>\s*\d\s*,?\s*{any_of(WordGroup.CHECK_REMARKS)}?\s*)\)", re.IGNORECASE
)
"""A die in brackets, which goes with the words before it: "with bonus (4 ok)"."""
_AFTER_QUESTIONED_RESULT: Final = re.compile(r"(?<=\b[sS]\?)\s+")
"""What ends a clause before a unit alone: "L/2 on 1/VIII 6, S? 1/VIII rolls 3"."""
_HEX: Final = re.compile(r"\b\d{2}\.\d{2}\b")
_HEX_WITHOUT_DOT: Final = re.compile(r"(?<![\w./])(\d{2})(\d{2})(?![\w/]|\.\d)")
_ANY_FACE: Final = rf"(?:\d|{'|'.join(figures())})"
_OF_RATING: Final = rf"(?:\s+{any_of(WordGroup.RATING_WORDS)}\b)?"
"""What a figure of a rating stands for: "4 green - 1 range = 3"."""
_SUM: Final = re.compile(
    rf"\d+{_OF_RATING}(?:(?:[+-]|\s+[+-]\s*)\d+{_OF_RATING})+(?:[\s,]*(?:=|{any_of(WordGroup.BEFORE_SUM)}\b)\s*(?:\d+|{_ANY_FACE}\b))?"
    rf"|(?<![\d\w])\+\s*\d+|\d+\s+{any_of(WordGroup.RATING_WORDS)}\b",
    re.IGNORECASE,
)
"""A sum, or a rating; what passes and what fails is written "3+" and "8-"."""
_WHOLE_SUM: Final = re.compile(
    rf"(?<![\w./])\d{{1,2}}{_OF_RATING}(?:\s*\+\s*\d{{1,2}}{_OF_RATING})*\s*-\s*\d{{1,2}}{_OF_RATING}"
    rf"(?:\s*[+-]\s*\d{{1,2}}{_OF_RATING})*"
    rf"(?:[\s,]*(?:=|{any_of(WordGroup.BEFORE_SUM)}\b)\s*(?:\d{{1,2}}(?![\w./])|{_ANY_FACE}\b)|,\s*(?:{'|'.join(figures())})\b)",
    re.IGNORECASE,
)
"""A sum from which something is taken, with what it makes, none of it part of a name: "6+1-1-1, so 5"."""
_RULE: Final = re.compile(
    rf"\(?\b(?:(?:{any_of(WordGroup.RULE_WORDS)}\s+)+[RS]?|[RS])\d{{1,2}}\.\d{{1,2}}(?:\.\d{{1,2}})?\b\)?"
    r"|\(?(?<![\w.])\d{1,2}\.\d{1,2}\.\d{1,2}\b\)?|\(\d\.\d{1,2}\)",
    re.IGNORECASE,
)
"""The number of a rule: "R9.19", "(4.3)", "4.3.2", "rule 9.6"."""
_RATED: Final = re.compile(
    rf"(?P<at>\b{any_of(WordGroup.TARGET_PREPOSITIONS)}\s+[^\s,;]*\d)\s+on\s+(?:an?\s+)?{_ANY_FACE}(?=\s*(?:[.,;!]|$))",
    re.IGNORECASE,
)
"""A target, and what the shot at it must not be over: "rifles at 9/3 on 2"."""
_RAISED: Final = re.compile(
    rf"(?<=\d)\s*\+\s*1\s*{any_of(WordGroup.COMMAND_POINTS)}\b(?:\s*(?:=|is)\s*\d)?", re.IGNORECASE
)
"""The Command Point that is paid to add 1 to a die, with the sum (NQoS S5.3): "2+1cp=3"."""
_RAISED_IN_WORDS: Final = re.compile(
    rf"(?<=\d)[\s,]*(?:\+|and|plus|with)\s*(?:1|one|{any_of(WordGroup.ARTICLES)})\s+{any_of(WordGroup.COMMAND_POINTS)}\b"
    rf"\s*(?:=|{any_of(WordGroup.BEFORE_SUM)}\b)\s*\d(?![\w.])",
    re.IGNORECASE,
)
"""The same in words: "Withdrawal 2 and a CP makes 3"."""
_BROUGHT: Final = re.compile(r"\W*\d\s*\+\s*\d\s*=\s*(?P<points>\d+)\W")
"""The sum of what a roll for Command Points brings, at the beginning of a clause."""
_STEP_LOST: Final = re.compile(r"(?<=\d)\s*=\s*1(?![\w.]|\s*steps?\b)")
"""The result 1 behind a die: "6 = 1"."""
_HALVED: Final = re.compile(r"(?<![\w./+-])(?P<die>\d)\s*=\s*(?P<half>\d)(?![\w./]|\s*[+-])")
COUNTED_POINTS: Final = re.compile(
    rf"(?:(?:\d+\s+{any_of(WordGroup.OUT_OF, WordGroup.DESTINATION_PREPOSITIONS)}\s+)?\d+"
    rf"|\b{any_of(WordGroup.COUNTING_NUMBERS)}\b)\s*"
    rf"{any_of(WordGroup.COMMAND_POINTS, WordGroup.OTHER_POINTS)}\b"
    rf"(?:\s+{any_of(WordGroup.OUT_OF)}\s+\d+\b)?"
    rf"|\ba\s+command\s+point\b|\b{any_of(WordGroup.ONE_MORE)}\s+{any_of(WordGroup.COMMAND_POINTS)}\b"
    rf"|\b{any_of(WordGroup.COMMAND_POINTS)}\s*[-–−][1-3](?![\w.,/=+-])",
    re.IGNORECASE,
)
"""A number of points: "3 cp", "3 to 10 cp", "1 KP", "a command point", "1 more cp", "CP -1"."""
_COMPARED: Final = re.compile(
    r"(?<![\d.])(\d)(?:\s*(?:<=|>=|<|>|≤|≥)\s*"
    rf"|\s+{any_of(WordGroup.OUT_OF, WordGroup.COMPARED_WITH)}\s+)\d+(?![./\d])",
    re.IGNORECASE,
)
"""A die compared with a rating: "3 <= 5", "2 of 6"."""
_SPENT: Final = re.compile(
    rf"(?<![\w./+-])\d{{1,2}}\s+{any_of(WordGroup.OUT_OF)}\s+(?:1[1-9]|[2-9]\d)(?![\w./])", re.IGNORECASE
)
"""Movement Points that are spent of those that a unit has: "6 of 18" is no die, for no rating is so high."""
_WANTED: Final = re.compile(
    rf"\b{any_of(WordGroup.BEFORE_WANTED_NUMBER)}\s+(?:{any_of(WordGroup.ARTICLES)}\s+)?{_ANY_FACE}\b(?!\.?/)(?:\s*[+-]\s*\d+\b)*(?:\s*=\s*\d+\b)?"
    rf"|(?<=\btq)\s?\d(?=\s*[:,]\s*\d)|\bd10\s*(?:<=|≤|<)\s*\d+\b"
    rf"|\b{any_of(WordGroup.RATING_NAMES)}\s?\d{{1,2}}\s*[:,]\s*(?=\d(?![\w./]))"
    rf"|\(\s*tq\s?{_ANY_FACE}\s*(?:\)|(?=,))|\b{_ANY_FACE}\s+{any_of(WordGroup.AFTER_WANTED_NUMBER)}\b"
    rf"(?:\s+{any_of(WordGroup.WANTED_FOR)}\b)?",
    re.IGNORECASE,
)
"""The number that a die must not be over, which is no face itself: "need 2", "rally tq4: 3 ok", "FR 5: 6 miss"."""
_MODIFIER: Final = rf"[^\W\d_][^(),+\d-]*(?:{any_of(WordGroup.SIGNS)}|[+-])\s*\d+"
_RECKONED: Final = re.compile(rf"\(\s*\d+(?:\s*,\s*{_MODIFIER})+\s*\)", re.IGNORECASE)
"""How a rating comes about, in brackets: "(4, fort plus 1, assault plus 3)"."""
_TERM: Final = rf"[\s,]*[+-]\s*\d{{1,2}}(?![\w./])(?:\s+(?!{any_of(WordGroup.BEFORE_SUM)}\b)[^\W\d_]+)?"
_RECKONED_SUM: Final = re.compile(
    rf"(?<![\w./+-])\d{{1,2}}(?:{_TERM}){{1,9}}[\s,]*(?:=|{any_of(WordGroup.BEFORE_SUM)}\b)\s*\d{{1,2}}(?![\w/]|\.\d)",
    re.IGNORECASE,
)
"""How a rating comes about, modifier by modifier: "6+1 fort, -1 armour, +1 mines is 7"."""
_MODIFIER_NAMED: Final = re.compile(r"[+-]\s*\d+\s+[^\W\d_]")
_ASKS: Final = re.compile(rf"^\W*{any_of(WordGroup.QUESTIONS)}\b", re.IGNORECASE)
"""How a question about what a unit does begins, without its name: "L/2 may want a shot?"."""
_ROLLED: Final = rf"(?:{any_of(WordGroup.ROLL_REPORTS)})\s*[:=]?\s*(?={_ANY_FACE}(?!\w))"
_ROLL_TOLD: Final = re.compile(rf":\s*{_ROLLED}", re.IGNORECASE)
_REPORTED: Final = re.compile(
    rf"(?P<wanted>(?:,\s*)?(?:{_WANTED.pattern}|{_SUM.pattern}))(?P<end>\s*[,;:.–-]\s*|\s+)(?={_ROLLED})", re.IGNORECASE
)
"""A rating and the die that came for it, which are one clause: "company bonus: needed 8, rolled 5"."""
_ADDRESS: Final = re.compile(rf"\b{any_of(WordGroup.ADDRESS)}\b", re.IGNORECASE)
"""An address to the other player, which is not about the speaker's own rolls."""
_FACE: Final = re.compile(rf"(?<![\w./+-])(\d)(?![\w/]|\.[\d/]|\s*{any_of(WordGroup.COUNTED_BEHIND_FIGURE)}\b)")
_FACE_NEXT: Final = re.compile(
    rf"[\s:=]*(?:{any_of(WordGroup.BEFORE_FACE_OF_CHECK)}\s+)?\d(?!\w)|\s*:\s*:?\s*{_ROLLED}", re.IGNORECASE
)
_FACE_FIRST: Final = re.compile(r"\W*\d\s*")
"""The face of a die at the beginning of a clause."""
_FACE_IS: Final = re.compile(
    rf"\W*(?:{any_of(WordGroup.ARTICLES)}\s+)?\d\s*(?:{any_of(WordGroup.AUXILIARIES)}\s+)?", re.IGNORECASE
)
"""The same before the name of whose check it was: "the eight is L/2 spotting 2/V/8 for M/2"."""
_ONE_OR_MORE: Final = rf"(?:one|{'|'.join(figures())})"
"""A number in letters; "one" alone is hardly ever the face of a die."""
_PRICE: Final = re.compile(rf"(?<=\b2nd)\s*,?\s*-\s*\d\b|\b{any_of(WordGroup.PURCHASES)}\s+\d\b(?![./])", re.IGNORECASE)
"""What is paid: the Command Point that a second action costs, "2nd, -1: DF L/2", or any number, "I pay 2"."""
_SUM_IN_WORDS: Final = re.compile(
    rf"\bso\s+{_ONE_OR_MORE}\s+(?:and|plus)\s+{_ONE_OR_MORE}\b"
    rf"|(?<![\w.,/+-])(?<!\bthe\s)(?<!\ba\s)(?<!\ban\s)(?:{_ANY_FACE}|one)(?:,?\s+{any_of(WordGroup.MINUS)}\s+(?:{_ANY_FACE}|one)\b)+"
    rf"(?:[\s,]*(?:that's|that\s+is|is|makes|=)\s+{_ANY_FACE}\b)?",
    re.IGNORECASE,
)
"""A sum in words: "six, so three and three", "5 less 2 less 1, that's 2"."""
_NUMBER: Final = rf"(?:{_ANY_FACE}|one)(?![/\w]|\.[\d/])"
_MODIFIED: Final = re.compile(
    rf"\b{any_of(WordGroup.MODIFIERS)}\s+{_NUMBER}(?:[^.;!?\d]*?[,\s](?:and\s+)?{_NUMBER})*?"
    rf"[^.;!?\d]*?[,\s]{any_of(WordGroup.MODIFIED)}\s+(?:{any_of(WordGroup.ARTICLES)}\s+)?{_ANY_FACE}\b",
    re.IGNORECASE,
)
"""Modifiers in words and the rating that they make, which is no die: "minus two for the walls, so a 2"."""
_MODIFIER_IN_WORDS: Final = re.compile(
    rf"\b{any_of(WordGroup.MODIFIERS)}\s+{_NUMBER}(?!\s*\d|\s+{any_of(WordGroup.COMMAND_POINTS)}\b)", re.IGNORECASE
)
"""One modifier in words: "plus two for that", "down two for the fort"."""
_NAME_OF_ROLL: Final = re.compile(
    rf"\b(?P<name>{any_of(WordGroup.NAMES_OF_ROLLS)})\s*,(?=\s*{_ANY_FACE}(?!\w))", re.IGNORECASE
)
_POINTS_IN_BRACKETS: Final = re.compile(
    rf"\((?P<said>\s*(?:(?:for|pays?|paid)\s+)?(?:(?:\d|{any_of(WordGroup.ARTICLES, WordGroup.COUNTING_NUMBERS)})\s+)?"
    rf"{any_of(WordGroup.COMMAND_POINTS)}\s*)\)",
    re.IGNORECASE,
)
"""The points for what stands around them: "dc 6/2 (1 cp) on 1/I"."""
_ASIDE: Final = r"(?:\s+[^\d(),;:]{1,24})?"
_CHECK_AND_SHOT: Final = re.compile(
    rf"\(\s*(?P<check>\d){_ASIDE}\s*(?:,|\bthen\b)\s*(?:then\s+)?(?P<shot>\d){_ASIDE}\s*\)", re.IGNORECASE
)
"""The two dice of a shot in brackets, of its check and its own: "(5 to get it, then 4)", "(3 ok, 2)"."""
_FACE_IN_WORDS: Final = re.compile(
    rf"(?<![\w-])(?:{'|'.join(figures())})(?=\s*(?:$|[.,!?:;)]|{any_of(WordGroup.AFTER_FIGURE_IN_LETTERS)}\b))",
    re.IGNORECASE,
)
"""A number in letters that nothing is counted with: "six good", not "two companies"."""
_RALLIED: Final = re.compile(rf"\b{any_of(WordGroup.RALLY_OUTCOMES)}\b", re.IGNORECASE)
"""What comes of the rally of a Suppressed unit."""
_CIRCUMSTANCE: Final = re.compile(
    rf"(?<=\S)\s+{any_of(WordGroup.CIRCUMSTANCES)}\s+(?!{any_of(WordGroup.NO_CIRCUMSTANCES)}\b)[^:?]*",
    re.IGNORECASE,
)
"""The time of an action: "6/2 as it leaves 28.13" is no move of 6/2."""
_OF_MOVER: Final = re.compile(
    rf"\s{any_of(WordGroup.CIRCUMSTANCES)}\s+{any_of(WordGroup.PRONOUNS)}\s+{any_of(WordGroup.MOVER_VERBS)}\b",
    re.IGNORECASE,
)
"""The time of a shot that is Opportunity Fire, whatever it is called: "L/2 at the tanks as they leave 29.12"."""
_ONE_WORD: Final = re.compile(
    rf"[\s:.–-]*(?:[^\W\d]+\.?)?(?:\s+{any_of(WordGroup.ARTICLES, WordGroup.OWNERS)})?[\s:.–-]*", re.IGNORECASE
)
"""What may stand between who fires and at whom where no word says so: one word at most, whatever it is, and signs.

An article or a pronoun may come behind it: "1/1 RA FFL finds your 1/132".
"""
_RESULT_ON: Final = re.compile(
    rf"[\s:.–-]*\d\s*[=:–-]?\s*(?:s\?|[sce]|c[12])\s+{any_of(WordGroup.TARGET_PREPOSITIONS)}\s+",
    re.IGNORECASE,
)
"""A die and what came of it by its code, between who fired and at whom."""
_BEFORE_SPOTTER: Final = re.compile(rf"\s{any_of(WordGroup.SPOTTER_PREPOSITIONS)}$", re.IGNORECASE)
"""The end of words that the name of who spots comes after."""
_BEFORE_HELPER: Final = re.compile(rf"\b{any_of(WordGroup.HELPER_PREPOSITIONS)}\s+$", re.IGNORECASE)
"""The word before the name of who spots for a shot: "1/132 on 1/BIM with 1/V"."""
SPOTTED_FOR: Final = frozenset({
    "mortar", "artillery", "self-propelled-artillery", "coastal-artillery", "infantry-gun",
})  # fmt: skip
"""The symbols of units that fire at what others see."""
_NOT_TRIED: Final = re.compile(
    rf"\b{any_of(WordGroup.NEGATIONS)}\s+{any_of(WordGroup.ATTEMPTS)}(?:\s+(?:for|with|on|about|to\s+get|to\s+use))?"
    rf"(?:\s+{any_of(WordGroup.ARTICLES, WordGroup.OWNERS)})?\s*$",
    re.IGNORECASE,
)
"""The words before the name of a roll that is not made: "didn't bother with the bonus"."""
_MAY_BE_COUNTERBATTERY: Final = frozenset({Phrase.COMPANY_BONUS_CHECK, Phrase.FIRE})
"""The phrases with words that are Counterbattery Fire before a battery."""
_WITH: Final = re.compile(
    rf"[\s:]*(?:{any_of(WordGroup.HELPER_PREPOSITIONS, WordGroup.AGENT_PREPOSITIONS)}\s+)?", re.IGNORECASE
)
"""What may stand between the name of a kind of fire and that of who fires: "cb with 1/1 RA", "cb by 1/1 RA"."""
_DOES: Final = re.compile(rf"(?:\s*{any_of(WordGroup.AUXILIARIES)}\b)*\s*", re.IGNORECASE)
"""What may stand between who spots and the words for it: "I asked L/2 to have a look at 1/VIII for the mortar"."""
_BY: Final = re.compile(rf"\s*{any_of(WordGroup.AGENT_PREPOSITIONS)}\s*", re.IGNORECASE)
"""What stands between who was hit and who did it."""
_AT_YOURS: Final = re.compile(
    rf"\b{any_of(WordGroup.TARGET_PREPOSITIONS)}\s+{any_of(WordGroup.OTHERS_OWNERS)}\s+(?!s\?)[^\W\d_]", re.IGNORECASE
)
"""A target that has no name: "at your column"."""
_YOUR: Final = re.compile(
    rf"\b{any_of(WordGroup.TARGET_PREPOSITIONS, WordGroup.FIRE_VERBS, WordGroup.FIRE_IMPERATIVES)}\s+"
    rf"(?P<your>{any_of(WordGroup.OTHERS_OWNERS)})\s+$",
    re.IGNORECASE,
)
"""The words before a target of the other player's, with what is said of it and not to him: "shoots at your mg"."""
_GLUED_TO_TARGET: Final = re.compile(r"@(?=[^\W\d_]|\d)")
"""The sign before a target without a space: "1./Pi33 @9/3"."""
_AIMED: Final = re.compile(
    rf"(?:->|→|=>|@|\b(?:into|{any_of(WordGroup.TARGET_PREPOSITIONS)}|(?:fire|shot|shoot)\s+to))\s*$", re.IGNORECASE
)
"""The words and signs before the name of a target."""

_SUFFERED_FROM: Final = re.compile(
    rf"\b{any_of(WordGroup.CAUSE_PREPOSITIONS)}\s+(?:{any_of(WordGroup.ARTICLES, WordGroup.OTHERS_OWNERS)}\s+)?$",
    re.IGNORECASE,
)
"""The words before the name of an enemy from whom somebody suffers: "under your mortar"."""

_THEIR_CHECK: Final = re.compile(
    rf"\b{any_of(WordGroup.OTHERS_OWNERS)}\s+(?P<behind>\w+)|\b(?P<before>\w+)\s+of\s+yours\b", re.IGNORECASE
)
"""A check of the other player's: "your conversion", "conversion of yours"."""
_CHECKS_LEFT: Final = frozenset({Phrase.CONVERSION_CHECK, Phrase.SUPPRESSION_CHECK, Phrase.TROOP_QUALITY_CHECK})
"""The checks that may be left to the owner of the unit."""
_LEFT: Final = frozenset({Phrase.LEFT_TO_THE_OTHER_SIDE, Phrase.SAYS_NOTHING})
_CHECK: Final = re.compile(rf"\W*{any_of(WordGroup.CHECK_VERBS)}\W*", re.IGNORECASE)
"""What is said beside the unit of the other player that is to check: "check 2./I./155"."""
_CHECK_HIM: Final = re.compile(
    rf"\W*{any_of(WordGroup.CHECK_VERBS)}\s+{any_of(WordGroup.PRONOUNS_FOR_TARGETS)}\W*", re.IGNORECASE
)
_COMMENTS: Final = frozenset({Phrase.RESULT, Phrase.DECLINED, Phrase.LEFT_TO_THE_OTHER_SIDE})
"""Remarks on what has been done, or that nothing is."""
OF_ONE_UNIT: Final = frozenset({
    Phrase.SPOTTER, Phrase.SUPPRESSION_CHECK, Phrase.TROOP_QUALITY_CHECK,
    Phrase.CONVERSION_CHECK, Phrase.COMPANY_BONUS_CHECK, Phrase.RALLY,
    Phrase.MINEFIELD_ROLL, Phrase.SEEK_CONTACT, Phrase.MOVE, Phrase.MOVE_END, Phrase.SECOND_ACTION,
    Phrase.AUTOMATIC_PASS, Phrase.END_OF_ACTIVATION, Phrase.DIRECT_COMMAND, Phrase.BUILD_IMPROVED_POSITION,
    Phrase.BUILD_ENTRENCHMENT, Phrase.CLEAR_MINES, Phrase.LAY_MINES, Phrase.BRAVERY_CHECK, Phrase.HOLD, Phrase.RETREAT,
    Phrase.ARRIVE, Phrase.LEAVE_MAP, Phrase.WITHDRAW, Phrase.WITHDRAWAL_ROLL, Phrase.DEPLOY,
})  # fmt: skip
"""Phrases about a unit of the speaker's own."""
_EXCLAMATION: Final = re.compile(any_of(WordGroup.FIRE_IMPERATIVES, WordGroup.EXCLAMATIONS), re.IGNORECASE)
"""The order to fire, or a cry, and nothing else: "Fire!"."""
_HITS_COUNTED: Final = re.compile(rf"^\W*(?:1|2|2nd)\s+{any_of(WordGroup.HITS)}(?:\s+[a-z]+)?\W*$", re.IGNORECASE)
"""How many hits a unit has now: "1/V 2 hits"."""
_HITS_OF_UNIT: Final = re.compile(
    rf"(?:\s*,\s*|\s*[(–-]\s*|\s+)(?:with\s+|on\s+)?(?:its\s+|his\s+|their\s+)?(?:1|2|one|two)\s+{any_of(WordGroup.HITS)}\s*"
    r"(?:[,)–-](?=\s*[^\W\d]+\s)|(?=\s[^\W\d]+\s(?:at|on)\s))",
    re.IGNORECASE,
)
"""How many hits a unit has that is said to do something."""
_MINES_WORKED_ON: Final = frozenset({Phrase.CLEAR_MINES, Phrase.LAY_MINES})
"""Work that only engineers do, in their own hex: "clearing 27.11"."""
_BARE_VERB: Final = re.compile(any_of(WordGroup.BARE_VERBS), re.IGNORECASE)
_KINDS_NAMED_ALONE: Final = frozenset({Phrase.COUNTERBATTERY_FIRE, Phrase.INDIRECT_FIRE, Phrase.OPPORTUNITY_FIRE})
"""The kinds of shots that are named before or behind the shot as well: "Counterbattery, 1/1 RA FFL at 1/132"."""
_BEGINS_WITH_HEX: Final = re.compile(r"\W*(?:(?:my|our|the)\s+)?\d{2}\.\d{2}\b", re.IGNORECASE)
_STANDS_IN_HEX: Final = re.compile(
    rf"\W*(?:{any_of(WordGroup.CONNECTIVES, WordGroup.CONSEQUENCES)}\s+)*{any_of(WordGroup.PRONOUNS)}"
    rf"(?:['’]?(?:s|re)|\s+{any_of(WordGroup.STANDS)})(?:\s+[^\W\d_]+)?\s+(?:in|at|on)\s+\d{{2}}\.\d{{2}}\b",
    re.IGNORECASE,
)
"""A unit that a pronoun stands for, with where it is: "so he's in 28.13", "they are now in 26.13"."""
_BY_HEX: Final = frozenset({
    *SHOTS, Phrase.AIM, Phrase.SPOTTER, Phrase.SUPPRESSION_CHECK, Phrase.TROOP_QUALITY_CHECK, Phrase.CONVERSION_CHECK,
    Phrase.COMPANY_BONUS_CHECK, Phrase.RALLY, Phrase.SEEK_CONTACT,
})  # fmt: skip
"""Phrases about a unit that may be called by its hex: "20.13 at 30.14, 26.12 spots"; one that moves is gone from it."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a line, with what was found in it."""

    text: str
    own: tuple[str, ...]
    enemy: tuple[str, ...]
    phrases: tuple[Phrase, ...]
    faces: tuple[int, ...]
    hexes: tuple[Hex, ...] = ()
    pays: bool = False
    """True if the clause has a number of points and no sum: what is paid, not what was rolled."""
    addresses: bool = False
    """True if the clause is said to the other player."""
    rest: str = ""
    """The clause without the units and hexes that it names."""
    face_of_bonus: bool = False
    """True if the only face stands right behind the words for the Company Bonus: "cb 5 ok"."""
    face_of_spotter: bool = False
    """True if the only face stands right behind the name of who spots: "131/8 on 6/2 sp 2/I/66 4 ok".

    Or at the beginning, before the word for it: "8 obs L/2 for M/2 on 1/VIII".
    """
    is_aimed: bool = False
    """True if a unit of the speaker's own stands before one of the enemy with a word between at most: "L/2: 1/VIII"."""
    spotter: str = ""
    """The unit of the speaker's own that is said to spot."""
    is_hit_by: bool = False
    """True if an enemy stands before a unit of the speaker's own and a word for who did it: "C on 1/I by L/2"."""
    stands: str = ""
    """The unit that nothing is said of but where it stands, by a pronoun: "so he's in 28.13"."""
    aims_at_yours: bool = False
    """True if a unit of the speaker's own aims at something of the enemy's that has no name: "L/2 at your column"."""

    @property
    def phrase_set(self) -> frozenset[Phrase]:
        """The phrases of the clause, in whatever order."""
        return frozenset(self.phrases)

    @property
    def tells_roll(self) -> bool:
        """True if the face stands behind a colon and a word for a roll: "the fire: rolled 4"."""
        return _ROLL_TOLD.search(self.text) is not None

    @property
    def asks_the_other_side(self) -> bool:
        """True if the clause is a question to the other player about what he does: "op fire from L/2?"."""
        of_others = Phrase.OPPORTUNITY_FIRE in self.phrases and not (self.own and self.enemy)
        of_enemy = bool(self.enemy) and not self.own and _ASKS.search(self.rest) is not None
        checks = bool(self.own) and AGAINST_SUPPRESSION.search(self.rest) is not None
        return (self.addresses or of_others or of_enemy) and self.text.endswith("?") and not checks

    @property
    def face(self) -> int | None:
        """The face of the die in the clause; None if it has none, or more than one."""
        return self.faces[0] if len(self.faces) == 1 else None

    @property
    def face_of_sum(self) -> int | None:
        """The face of the die whose sum is given: "4 = 2+3, 9 cp"; None if there is no sum."""
        return self.face if len(self.faces) < 2 or not _SUM.search(self.text) else self.faces[0]

    @property
    def points_brought(self) -> int | None:
        """The points that a roll has brought whose die is not told: "3+3 = 6, 9 cp"; None if none are told."""
        found = _BROUGHT.match(self.text) if not self.faces else None
        return int(found["points"]) if found else None

    @property
    def says_something(self) -> bool:
        """True if the clause has a unit, a phrase, a hex or a figure; else it is no more than a remark: "surely!"."""
        return bool(self.own or self.enemy or self.phrases or self.hexes or self.faces)

    @property
    def speaks_of_action(self) -> bool:
        """Return whether the clause is about units or actions, and neither about a result nor about doing nothing."""
        if _EXCLAMATION.fullmatch(self.text):
            return False
        told = set(self.phrases)
        acts = SHOTS | OF_ONE_UNIT - {Phrase.SPOTTER, Phrase.HOLD}
        if self.asks_the_other_side or (self.addresses and not self.own):
            return False
        return not told & _COMMENTS and bool(self.own or self.enemy or told & acts or any(map(is_added, told)))


def clauses_of(
    text: str, position: Position, side: str, subject: str = "", target: str = ""
) -> Iterator[Clause]:  # fmt: skip
    """Yield the clauses of a line; a full stop within the name of a unit ends none ("Gr. W./II. digs in").

    Args:
        text: what was typed.
        position: the table at that moment.
        side: the side that speaks; empty if unknown.
        subject: the unit that it spoke of last.
        target: the enemy that it fired at last.
    """
    text = _with_dots(with_letters_in_order(_RULE.sub(_blank, in_plain_words(text))), position)
    text = with_corrections(text, position, side)
    text = _HEXES_OF_WAY.sub(lambda found: found["one"] + " " * (len(found["join"]) + 1), text)
    text = _HEX_OF_PLACE.sub(_blank, _GLUED_TO_TARGET.sub("@ ", text))
    text = _TURN_BEFORE_TARGET.sub(r"\g<turn> ", text)
    text = _TWO_ATTACKS.sub(r"\g<fire>, ", text)
    text = _RAISED_IN_WORDS.sub(_blank, text)
    text = _NAME_OF_ROLL.sub(lambda found: f"{found['name']}:", text)
    text = _CHECK_AND_SHOT.sub(
        r" \g<check>: \g<shot> ", _POINTS_IN_BRACKETS.sub(lambda found: f" {found['said']} ", text)
    )
    text = _OUTCOME_IN_BRACKETS.sub(lambda found: f" {found['said']} ", _ITEM.sub(_blank, text))
    text = _RATED.sub(_as_rated, _REPORTED.sub(_as_reported, _RECKONED.sub(_blank, _without_reckoning(text))))
    text = without_sums(text)
    text = _SUM_IN_WORDS.sub(_blank, _WANTED.sub(_blank, _WHOLE_SUM.sub(_blank, text)))
    text = _MODIFIER_IN_WORDS.sub(_blank, _MODIFIED.sub(_blank, text))
    text = _POSSESSIVE.sub(lambda found: f"{found['name']}  ", text)
    named = [
        each for each in mentions_in(text, position, side, subject, target)
        if not compares_figures(text, each.start, each.end)
    ]  # fmt: skip
    mentions = [each for each in named if not _is_suffered_from(each, text, position, side)]
    text = _without_brackets_around(_without_hits_told(text, mentions, position, side), mentions)
    start = 0
    for end in [*_ends_of_clauses(text, mentions), None]:
        if end is not None and any(_is_within(end, each, text, position) for each in mentions):
            continue
        stop = end.start() + (end[0] == "?") if end else len(text)
        part = _CIRCUMSTANCE.sub(_blank, text[start:stop])
        within = [each for each in mentions if start <= each.start < start + len(part.rstrip())]
        if part.strip():
            own = [Mention(each.unit, each.start - start, each.end - start) for each in within]
            clause = _clause(part, own, position, side)
            yield _at_mover(clause) if _OF_MOVER.search(text[start:stop]) else _of_their_check(clause)
        start = end.end() if end else stop


def _is_within(end: re.Match[str], mention: Mention, text: str, position: Position) -> bool:
    """Return whether the end of a clause is no more than a sign within the name of a unit.

    Behind a noun a full stop ends the sentence; some names end in one: "XXXII Mis. Gen.", and a second one ends it. No
    name has a question mark.
    """
    if end[0] == "?" or not mention.start <= end.start() <= end.end() <= mention.end:
        return False
    last = end.start() == mention.end - 1 and end[0] == "." and text[mention.end :].lstrip()
    abbreviated = any(name.endswith(".") for name in position.game.units[mention.unit].names)
    return not last or abbreviated or any(sign.isdigit() or sign == "/" for sign in text[mention.start : mention.end])


def _with_dots(text: str, position: Position) -> str:
    """Return a text with the dot in each hex of the map that was typed without one: "7/2 in 2514"."""
    known = position.game.map.hexes
    return _HEX_WITHOUT_DOT.sub(
        lambda found: f"{found[1]}.{found[2]}" if Hex(int(found[1]), int(found[2])) in known else found[0], text
    )


def _is_suffered_from(mention: Mention, text: str, position: Position, side: str) -> bool:
    """Return whether an enemy is named for what somebody else suffers from, and for nothing that is done to him."""
    is_enemy = bool(side) and position.side(mention.unit) != side
    return is_enemy and _SUFFERED_FROM.search(text[: mention.start]) is not None


def _without_brackets_around(text: str, mentions: Iterable[Mention]) -> str:
    """Return a text without the brackets in which nothing but a unit stands: "the mortars (M/2) on 1/VIII"."""
    for each in mentions:
        before, behind = text[: each.start].rstrip(), text[each.end :].lstrip()
        if before.endswith("(") and behind.startswith(")"):
            end = len(text) - len(behind)
            text = _without(text, [(len(before) - 1, len(before)), (end, end + 1)])
    return text


def _without_hits_told(text: str, mentions: Iterable[Mention], position: Position, side: str) -> str:
    """Return a text without how many hits the speaker's unit has that acts: "2/V, two hits, fires at L/2"."""
    for each in mentions:
        hits = _HITS_OF_UNIT.match(text, each.end) if position.side(each.unit) == side else None
        text = _without(text, [hits.span()]) if hits else text
    return text


def _at_mover(clause: Clause) -> Clause:
    """Return a clause about a shot that is taken at an enemy while he does something."""
    shoots = bool(clause.enemy) and not {Phrase.AIM, *SHOTS}.isdisjoint(clause.phrases)
    return replace(clause, phrases=(Phrase.OPPORTUNITY_FIRE, *clause.phrases)) if shoots else clause


def _without_reckoning(text: str) -> str:
    """Return a text without sums whose modifiers are named: what they make is no die, unless points are counted."""
    return _RECKONED_SUM.sub(
        lambda found: _blank(found) if _MODIFIER_NAMED.search(found[0]) and not COUNTED_POINTS.search(found[0])
        else found[0],
        text,
    )  # fmt: skip


def _of_their_check(clause: Clause) -> Clause:
    """Return a clause about a check of the other player's with what it says of it: the die, or that he is to roll.

    "Your conversion is a 5" tells of a die that its speaker has rolled for him. The name of his unit, or a word for it,
    bids him make the check himself: "check 2./I./155", "S?, check him".
    """
    if clause.own:
        return clause
    if clause.face is not None:
        named = _THEIR_CHECK.search(clause.rest)
        noun = [each.phrase for each in phrases_in(named["before"] or named["behind"])] if named else []
        alone = _CHECKS_LEFT.issuperset(noun) and set(clause.phrases) <= _CHECKS_LEFT | _LEFT
        return replace(clause, phrases=tuple(noun), addresses=False) if noun and alone else clause
    bids = _CHECK_HIM.fullmatch(clause.rest) or (clause.enemy and _CHECK.fullmatch(clause.rest))
    return replace(clause, phrases=(Phrase.LEFT_TO_THE_OTHER_SIDE,)) if bids else clause


def _ends_of_clauses(text: str, mentions: Sequence[Mention]) -> list[re.Match[str]]:
    begin = {each.start for each in mentions}
    asked = [each for each in _AFTER_QUESTIONED_RESULT.finditer(text) if each.end() in begin]
    return sorted([*_CLAUSE_ENDS.finditer(text), *asked], key=re.Match.start)


def _clause(text: str, mentions: Sequence[Mention], position: Position, side: str) -> Clause:
    plain = _without(text, [(each.start, each.end) for each in mentions])
    hexes = tuple(Hex.parse(each) for each in _HEX.findall(plain))
    plain = _HEX.sub(_blank, plain)
    found = [
        _as_counterbattery(_as_left_out(each, plain), plain, mentions, position)
        for each in phrases_in(plain, position.game.rules)
        if (each.phrase is not Phrase.AIM or not is_between_figures(plain, each.start, each.end))
        and not _is_in_outcome_of_rally(each, plain)
    ]  # fmt: skip
    counted = _with_faces_alone(plain, found)
    acting = side or (position.side(mentions[0].unit) if mentions else "")
    phrases = _kinds(found)
    if mentions and _rolls_for_the_other_side(text, plain, phrases, mentions, acting, position):
        acting = position.side(mentions[0].unit)
    phrases = _kinds(each for each in found if not _is_of_enemy(each, plain, mentions, acting, position))
    own = tuple(dict.fromkeys(each.unit for each in mentions if position.side(each.unit) == acting))
    enemy = tuple(dict.fromkeys(each.unit for each in mentions if position.side(each.unit) != acting))
    begins = acting and not own and _BEGINS_WITH_HEX.match(text) and not _BY_HEX.isdisjoint(phrases)
    if begins and (own := _only_unit_in(hexes[0], position, lambda unit: position.side(unit) == acting)):
        hexes = hexes[1:]
    if acting and not own and hexes and not _MINES_WORKED_ON.isdisjoint(phrases):
        own = _only_unit_in(hexes[0], position, lambda unit: _is_engineer(unit, position, acting))
    if own and not enemy:
        enemy = _aimed_at_by_hex(own, hexes, phrases, acting, position)
    if not own:
        found = [each for each in found if _BARE_VERB.fullmatch(plain[each.start : each.end]) is None]
        phrases = _kinds(each for each in found if not _is_of_enemy(each, plain, mentions, acting, position))
    if own and not enemy and _HITS_COUNTED.search(plain):
        counted, phrases = "", (Phrase.RESULT,)
    named = [each for each in mentions if each.unit in own]
    spotter = _spotter(plain, found, named, position)
    if not spotter and enemy and (spotter := _helper(plain, named, position)):
        phrases = (*phrases, Phrase.SPOTTER)
    return Clause(
        text.strip(), own, enemy, phrases, tuple(map(int, _FACE.findall(counted))), hexes,
        pays=_SUM.search(plain) is None and COUNTED_POINTS.search(plain) is not None,
        addresses=_addresses(plain, phrases, mentions, acting, position), rest=with_figures(plain).strip(),
        face_of_bonus=any(
            each.phrase is Phrase.COMPANY_BONUS_CHECK and _FACE_NEXT.match(counted, each.end) for each in found
        ),
        face_of_spotter=_is_of_spotter(counted, found, [each for each in mentions if each.unit == spotter]),
        is_aimed=_is_aimed(plain, phrases, mentions, acting, position),
        spotter=spotter,
        is_hit_by=_is_hit_by(plain, mentions, acting, position),
        stands=_standing(text, own, hexes, acting, position),
        aims_at_yours=bool(own) and not enemy and (
            _AT_YOURS.search(plain) is not None or aims_at_some_of_several(plain, position, acting)
        ),
    )  # fmt: skip


def _addresses(
    plain: str, phrases: Iterable[Phrase], mentions: Sequence[Mention], acting: str, position: Position
) -> bool:  # fmt: skip
    """Return whether a clause is said to the other player; "your" before his unit that is fired at does not tell so."""
    own = any(position.side(each.unit) == acting for each in mentions)
    for each in mentions if not (own or SHOTS.isdisjoint(phrases)) else ():
        if (found := _YOUR.search(plain[: each.start])) is not None:
            plain = _without(plain, [found.span("your")])
    return _ADDRESS.search(plain) is not None


def _with_faces_alone(plain: str, found: Iterable[PhraseFound]) -> str:
    """Return a text in which the only figures are those that may be faces of dice."""
    plain = _HALVED.sub(_without_half, plain)
    without_sums = _SUM.sub(_blank, _PRICE.sub(_blank, _RAISED.sub(_blank, plain)))
    run_together = [(each.start, each.end) for each in found if without_sums[each.end : each.end + 1].isdigit()]
    without_sums = _STEP_LOST.sub(_blank, _without(without_sums, run_together))
    without_points = COUNTED_POINTS.sub(_blank, _SPENT.sub(_blank, without_sums))
    return with_figures(_COMPARED.sub(r"\1", without_points))


def _without_half(found: re.Match[str]) -> str:
    """Return a die without the half of it, rounded up, that is said to come of it: "7 = 4" of Command Points (R6.7)."""
    is_half = int(found["half"]) == (int(found["die"]) + 1) // 2
    return found["die"] + " " * (len(found[0]) - 1) if is_half else found[0]


def _aimed_at_by_hex(
    own: Sequence[str], hexes: Sequence[Hex], phrases: Sequence[Phrase], acting: str, position: Position
) -> tuple[str, ...]:
    """Return the only enemy in the hex that a shot is aimed at; none if a clause tells of no shot.

    Who spots a hex for another unit speaks of its shot: "L/2 looks at 28.13 for the battery 3/1 RA".
    """
    for_another = Phrase.SPOTTER in phrases and any(position.game.units[unit].symbol in SPOTTED_FOR for unit in own[1:])
    if not hexes or ({Phrase.AIM, *SHOTS}.isdisjoint(phrases) and not for_another):
        return ()
    return _only_unit_in(hexes[-1], position, lambda unit: position.side(unit) != acting)


def _is_of_spotter(counted: str, found: Iterable[PhraseFound], spotter: Iterable[Mention]) -> bool:
    """Return whether a face stands right behind who spots or the word for it, or at the beginning before either."""
    words = [each for each in found if each.phrase is Phrase.SPOTTER]
    ends = [*(each.end for each in spotter), *(each.end for each in words)]
    return (
        any(_FACE_NEXT.match(counted, end) for end in ends)
        or any(_FACE_FIRST.fullmatch(counted[: each.start]) for each in words)
        or any(_FACE_IS.fullmatch(counted[: each.start]) for each in spotter)
    )


def _spotter(plain: str, found: Iterable[PhraseFound], own: Sequence[Mention], position: Position) -> str:
    """Return who spots: the unit right before the words for it, the next one behind them, or the last one.

    "L/2 spots 1/VIII for M/2", "M/2 at 1/VIII spotted by L/2", "M/2 looks for 1/VIII through the glasses of L/2". Of a
    unit that others spot for and one right behind the words it is the latter: "M/2 obs L/2".
    """
    words = [each for each in found if each.phrase is Phrase.SPOTTER]
    if not words or not own:
        return ""
    by = (each for each in words if _BEFORE_SPOTTER.search(plain, each.start, each.end))
    spots = next(by, words[0])
    if before := [each for each in own if each.end <= spots.start and _DOES.fullmatch(plain[each.end : spots.start])]:
        next_to = [each for each in own if each.start >= spots.end and not plain[spots.end : each.start].strip()]
        needs_it = position.game.units[before[-1].unit].symbol in SPOTTED_FOR
        return next_to[0].unit if next_to and needs_it else before[-1].unit
    return next((each.unit for each in own if each.start >= spots.end), own[-1].unit)


def _is_in_outcome_of_rally(found: PhraseFound, plain: str) -> bool:
    """Return whether words are part of what came of a rally: "1/IX is up again" is no second action."""
    told = (each.span() for each in _RALLIED.finditer(plain))
    within = any(start <= found.start and found.end <= end for start, end in told)
    return within and found.phrase is not Phrase.RALLY


def _as_left_out(found: PhraseFound, plain: str) -> PhraseFound:
    """Return a phrase for the Company Bonus, as that for none if it is said not to be tried."""
    left_out = found.phrase is Phrase.COMPANY_BONUS_CHECK and _NOT_TRIED.search(plain, 0, found.start) is not None
    return replace(found, phrase=Phrase.WITHOUT_COMPANY_BONUS) if left_out else found


def _as_counterbattery(
    found: PhraseFound, plain: str, mentions: Sequence[Mention], position: Position
) -> PhraseFound:  # fmt: skip
    """Return a phrase, as that of Counterbattery Fire if a word for it stands before the name of a battery.

    "cb" is short for the Company Bonus as well: "cb 3/1 RA on 1/132", but "L/2 at 1/VIII, cb 5"; and whoever is no
    battery answers in other ways: "I answer with L/2".
    """
    short = plain[found.start : found.end].casefold() in words_in(WordGroup.SHORT_FOR_COUNTERBATTERY)
    if found.phrase not in _MAY_BE_COUNTERBATTERY or not short:
        return found
    follows = next((each for each in mentions if each.start >= found.end), None)
    is_battery = follows is not None and position.game.units[follows.unit].symbol in BATTERIES
    if follows is None or not is_battery or not _WITH.fullmatch(plain[found.end : follows.start]):
        return found
    return replace(found, phrase=Phrase.COUNTERBATTERY_FIRE)


def _helper(plain: str, own: Sequence[Mention], position: Position) -> str:
    """Return who spots for the unit named first, if it may need that: the one that it is said to fire with."""
    if not own or position.game.units[own[0].unit].symbol not in SPOTTED_FOR:
        return ""
    return next((each.unit for each in own[1:] if _BEFORE_HELPER.search(plain[: each.start])), "")


def _kinds(found: Iterable[PhraseFound]) -> tuple[Phrase, ...]:
    """Return the meanings of phrases, each once."""
    return tuple(dict.fromkeys(each.phrase for each in found))


def _is_of_enemy(
    found: PhraseFound, plain: str, mentions: Sequence[Mention], acting: str, position: Position
) -> bool:  # fmt: skip
    """Return whether words are about a move of the enemy named just before them: "L/2 at 1/VIII leaving 29.13"."""
    return found.phrase is Phrase.MOVE and any(
        position.side(each.unit) != acting and not plain[each.end : found.start].strip()
        for each in mentions if each.end <= found.start
    )  # fmt: skip


def _only_unit_in(place: Hex, position: Position, may_be: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the only unit that can be meant by a hex: "6/2 at that tank in 28.13"; none if there are several."""
    there = [
        unit for unit, state in position.units.items()
        if state.place == place and state.status is Status.ON_MAP and not state.hidden and may_be(unit)
    ]  # fmt: skip
    return (there[0],) if len(there) == 1 else ()


def _standing(text: str, own: Sequence[str], hexes: Sequence[Hex], side: str, position: Position) -> str:
    """Return the only unit of a side in the hex where a pronoun's unit is said to stand; empty for none."""
    if own or not side or not hexes or _STANDS_IN_HEX.match(text) is None:
        return ""
    return next(iter(_only_unit_in(hexes[0], position, lambda unit: position.side(unit) == side)), "")


def _is_engineer(unit: str, position: Position, side: str) -> bool:
    return position.side(unit) == side and position.game.units[unit].engineer


def _is_aimed(
    plain: str, phrases: Sequence[Phrase], mentions: Sequence[Mention], acting: str, position: Position
) -> bool:
    """Return whether a clause names a unit and its target one after the other; *plain* has none of the names.

    Who spots a unit does not fire at it: "L/2 spots 1/VIII". The die and what came of it may stand between them: "M/2
    4 = S? on 1/VIII".
    """
    pairs = pairwise(mentions)
    return Phrase.SAYS_NOTHING not in phrases and any(
        position.side(one.unit) == acting != position.side(other.unit)
        and (_ONE_WORD.fullmatch(between := plain[one.end : other.start]) or _RESULT_ON.fullmatch(between)) is not None
        and all(each.phrase is not Phrase.SPOTTER for each in phrases_in(between))
        for one, other in pairs
    )


def _is_hit_by(plain: str, mentions: Sequence[Mention], acting: str, position: Position) -> bool:
    """Return whether a clause names an enemy, and behind him who did something to him: "5 = C on 1/I/65 by L/2"."""
    return any(
        position.side(one.unit) != acting == position.side(other.unit) and _BY.fullmatch(plain[one.end : other.start])
        for one, other in pairwise(mentions)
    )


def _rolls_for_the_other_side(
    text: str, plain: str, phrases: Sequence[Phrase], mentions: Sequence[Mention], side: str, position: Position
) -> bool:  # fmt: skip
    """Return whether the speaker reports a shot of the other side, whose dice he rolls: "L/2 takes op fire at 1/VIII".

    The other side's unit is named first and the speaker's own as the target; or only the former, in Opportunity Fire
    that is neither at it nor asked for.
    """
    first, *others = mentions
    if position.side(first.unit) == side or not set(phrases) & {Phrase.AIM, *SHOTS}:
        return False
    if others:
        between = plain[first.end : others[0].start]
        return position.side(others[0].unit) == side and any(
            each.phrase is Phrase.AIM for each in phrases_in(between)
        ) and not _AIMED.search(plain[: first.start])  # fmt: skip
    return (
        Phrase.OPPORTUNITY_FIRE in phrases
        and not {Phrase.LEFT_TO_THE_OTHER_SIDE, Phrase.DECLINED} & set(phrases)
        and not _AIMED.search(plain[: first.start])
        and not text.endswith("?")
    )


def is_kind_alone(clause: Clause) -> bool:
    """Return whether a clause names a kind of shot and no more, and asks for none."""
    alone = len(clause.phrases) == 1 and not (clause.own or clause.enemy or clause.hexes or clause.faces)
    return alone and clause.phrases[0] in _KINDS_NAMED_ALONE and not clause.text.endswith("?")


def with_figures(text: str) -> str:
    """Return a text with the faces of dice that it has in letters as figures."""
    return _FACE_IN_WORDS.sub(lambda found: figures()[found[0].casefold()], text)


def _as_reported(found: re.Match[str]) -> str:
    """Return a rating and what stands behind it as blanks and a colon: the die goes with the words before them."""
    return f"{' ' * (len(found[0]) - 2)}: " if len(found[0]) > 1 else found[0]


def _as_rated(found: re.Match[str]) -> str:
    return found["at"] + " " * (len(found[0]) - len(found["at"]))


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text
