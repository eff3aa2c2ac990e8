"""The small words of ``chat_vocabulary.toml``, from which the grammar of the chat builds its patterns."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from enum import StrEnum, unique
from functools import cache
from importlib.resources import files
from typing import Any, Final

__all__ = [
    "WordGroup", "any_of", "dictated_signs", "figures", "misheard_words", "numbers_in_letters", "ordinals",
    "relative_places", "spellings", "spoken_letters", "telegram_words", "unit_nouns", "words_in",
]  # fmt: skip

_FILE: Final = "chat_vocabulary.toml"
_END_OF_WORD: Final = "*"


@unique
class WordGroup(StrEnum):
    """A group of words that do the same in a sentence."""

    DESTINATION_PREPOSITIONS = "destination-prepositions"
    """Before the hex that a move ends in: "L/2 to 26.12", "2/VIII a 30.13"."""
    WAY_PREPOSITIONS = "way-prepositions"
    """Before what a move leads through: "into the mines"."""
    POSSESSIVES = "possessives"
    """Before what the unit that was named last does: "then its assault shot"."""
    DEFENDS = "defends"
    """What is said of a unit that was assaulted, before how it fires: "6/2 defends, fire with bonus"."""
    EARNINGS = "earnings"
    """What a die for Command Points is said to bring: "5 makes 3+5"."""
    TURNS = "turns"
    """Whose turn it is among several: "L/2 first, at 1/VIII"."""
    TARGET_PREPOSITIONS = "target-prepositions"
    """Before the name of a target."""
    SPOTTER_PREPOSITIONS = "spotter-prepositions"
    """The last words before the name of who spots: "spotted by L/2", "through the glasses of L/2"."""
    AGENT_PREPOSITIONS = "agent-prepositions"
    """Between who was hit and who did it: "C on 1/I by L/2"."""
    BARE_VERBS = "bare-verbs"
    """What a unit does, in words that say nothing of it without its name: "the 17 lifts 22.17", "the mist lifts"."""
    CAUSE_PREPOSITIONS = "cause-prepositions"
    """Before what somebody suffers from, which he neither fires nor aims at: "6/2 keeps calm under your mortar"."""
    PURCHASES = "purchases"
    """What is said of a check that is bought for a Command Point: "I'm buying the S? of L/2"."""
    PRICE_PREPOSITIONS = "price-prepositions"
    """Between a Command Point and what it buys."""
    OWNER_PREPOSITIONS = "owner-prepositions"
    """Before whoever acts, behind the noun for what he does: "rally of 288"."""
    ARTICLES = "articles"
    DEFINITE_ARTICLES = "definite-articles"
    """Before a noun for the unit that was spoken of before: "the battery fires"."""
    SUBJECT_ARTICLES = "subject-articles"
    """The first words of who acts, if he has no name: "The mortar of BP1 fires"."""
    OWNERS = "owners"
    """Before an ordinal in letters that needs no noun: "my seventh fires"."""
    OTHERS_OWNERS = "others-owners"
    """Before a noun for something of the other player's: "at your column"."""
    PRONOUNS = "pronouns"
    """For the unit that was named last."""
    SIGNS = "signs"
    PRONOUNS_FOR_TARGETS = "pronouns-for-targets"
    """Behind the words before a target, for the enemy that was named last: "fired at it"."""
    RELATIVE_PRONOUNS = "relative-pronouns"
    """The beginning of a clause within another one: "XXXII Mis., who has had enough, rallies"."""
    ADDRESS = "address"
    """Addresses to the other player: what is said with them is not about the speaker's own rolls."""
    SPEAKERS = "speakers"
    """The speaker himself, who says that he rolls for the other side: "I convert for you"."""
    ROLL_VERBS = "roll-verbs"
    """Between the speaker and a check of the other side: "I roll your conversion"."""
    QUESTIONS = "questions"
    """Before "you" in a question or an invitation: "say if you fire"."""
    WISHES = "wishes"
    """Behind "you" in such a question: "do you want to fire"."""
    CONNECTIVES = "connectives"
    """The first words of a line that goes on about the same unit."""
    CLAUSE_CONNECTIVES = "clause-connectives"
    """Between two clauses."""
    ENDS_OF_LISTS = "ends-of-lists"
    """Behind "and" where no clause begins: "mines and all"."""
    NAME_CONNECTIVES = "name-connectives"
    OTHER_KINDS = "other-kinds"
    """Between the numbers of units that have the rest of their names in common: "1. and 2./Pioneer 33"."""
    CONSEQUENCES = "consequences"
    """Before a pronoun at the beginning of a clause."""
    TOGETHER = "together"
    """With one more unit of an assault that has been told already: "1./Pi from 20.09 and 3./Pi from 21.08 together"."""
    WITHOUT_DIE = "without-die"
    """Said of a check for which nobody rolls, since a point is paid for it: "6/2 rallies, no die"."""
    ALL_OF_THEM = "all-of-them"
    """All of the units that are said to do something: "1/I and 2/I fire at 6/2, both with bonus"."""
    AS_WELL = "as-well"
    """With a unit that does what another one does."""
    REFLEXIVES = "reflexives"
    """The unit that does something for itself: "it spots for itself"."""
    AUXILIARIES = "auxiliaries"
    """Between a unit and what it does: "L/2 can see them"."""
    CIRCUMSTANCES = "circumstances"
    """Before the time of an action: "6/2 as it leaves 28.13" is no move of 6/2."""
    NO_CIRCUMSTANCES = "no-circumstances"
    """Behind such a word where it says no time: "as planned"."""
    FIRE_VERBS = "fire-verbs"
    """Verbs of fire in a line that goes on about the same unit."""
    FIRE_IMPERATIVES = "fire-imperatives"
    """The same verbs without an ending: "and shoot"."""
    EXCLAMATIONS = "exclamations"
    """What is no more than a cry by itself, though it may be short for what somebody does: "ops, the wrong die"."""
    LETS_FIRE = "lets-fire"
    """Between a die and who may take a shot by it: "the six is enough for 6/2 to fire", "the six lets 6/2 fire"."""
    DOES_NOT_LET_FIRE = "does-not-let-fire"
    """Between a die and who may not: "8 is too much for 6/2 to fire"."""
    INWARD_PREPOSITIONS = "inward-prepositions"
    """The words before a hex that somebody goes into: "1/V and 2/V into 26.13"."""
    ROLLS_NEXT = "rolls-next"
    """All of a clause behind a result of which the other side's check decides: "S?, I roll"."""
    NO_SHOT_TAKEN = "no-shot-taken"
    """What comes of a check for Opportunity Fire that failed: "9 was 6/2, no shot"."""
    TO_FIRE = "to-fire"
    """What the die lets him do, behind his name."""
    MAY_FIRE = "may-fire"
    """Behind who may take a shot by his die: "with a 3 6/2 gets his shot"."""
    MAY_NOT_FIRE = "may-not-fire"
    """Behind who may not: "a nine: 6/2 has no time to fire"."""
    FIRE_NOUNS = "fire-nouns"
    """The attack by the Fire Rating, before its die and that of the other one: "1/I fire 9 assault 3"."""
    ASSAULT_NOUNS = "assault-nouns"
    """The attack by the Assault Rating, before its die."""
    CONTACT_MADE = "contact-made"
    """What comes of the check of a battery that seeks contact."""
    HITS = "hits"
    """The nouns for what a counter is marked with, behind a number that is no face of a die."""
    SHORT_FOR_COUNTERBATTERY = "short-for-counterbattery"
    """Before a battery that fires at another one: Counterbattery Fire, and not the Company Bonus."""
    MOVEMENT_VERBS = "movement-verbs"
    """Verbs of movement in a line that goes on about the same unit."""
    ORIGIN_PREPOSITIONS = "origin-prepositions"
    """Before the hex that a move begins in."""
    JOINS = "joins"
    """Before the unit to whose hex another one moves."""
    STANDS = "stands"
    """Between a pronoun for a unit and the hex in which it is."""
    ATTACKS_OR_MOVES = "attacks-or-moves"
    """What is said of fire and of assaults, and of moves as well: "3/VIII has a go at the gate, 27.13"."""
    MOVER_VERBS = "mover-verbs"
    """What the target of Opportunity Fire does: "as they leave 29.12"."""
    UNIT_VERBS = "unit-verbs"
    """What a unit does that is called by its number alone: "6 fires"."""
    CHECK_VERBS = "check-verbs"
    """What the other player has to do: "an S for Pieter to convert"."""
    SPOTTING = "spotting"
    CHECK_OUTCOMES = "check-outcomes"
    """What is said of a check and of no shot: "7 is too much"."""
    RALLY_OUTCOMES = "rally-outcomes"
    """What comes of the rally of a Suppressed unit: "2/IX 7, stays down"."""
    FIRE_ADVERBS = "fire-adverbs"
    """What may stand before the verb of a shot: "it still op fires at 1/V"."""
    STANDING = "standing"
    """What is said of where a unit is."""
    CHECK_REMARKS = "check-remarks"
    """What may stand behind the face of a unit's check: "3rd 9 no"."""
    SHOT_REMARKS = "shot-remarks"
    """What an arrow may point to besides a target: "4 -> miss"."""
    BEFORE_WANTED_NUMBER = "before-wanted-number"
    """Before the number that a die must not be over, which is no face: "need 2"."""
    AFTER_WANTED_NUMBER = "after-wanted-number"
    RATING_NAMES = "rating-names"
    """Before the number that the die of a shot must not be over, with a colon behind it: "FR 5: 6 miss"."""
    WANTED_FOR = "wanted-for"
    """Behind such a number: "6 or under for the shot"."""
    MINUS = "minus"
    """Between the figures of a sum: "5 less 1, that's 4"."""
    OUT_OF = "out-of"
    """Between a die and the number that it must not be over, or points and all that there are: "2 of 6"."""
    BEFORE_SUM = "before-sum"
    """Between the figures of a sum and what they make: "6+1-1-1, so 5"."""
    RATING_WORDS = "rating-words"
    """Behind a figure of a fire rating: "4 green - 1 range"."""
    MODIFIERS = "modifiers"
    """What comes before the figure of a modifier."""
    REASONS = "reasons"
    """Before what a modifier is for: "minus 1 for the barrage"."""
    MODIFIED = "modified"
    """What comes before the rating that modifiers make."""
    NAMES_OF_ROLLS = "names-of-rolls"
    """The names of rolls with a comma and the face behind them."""
    COUNTERBATTERY_WORDS = "counterbattery-words"
    """Words about guns that answer guns."""
    PAYMENTS = "payments"
    """Words for a payment, behind which stands what is bought."""
    RULE_WORDS = "rule-words"
    """Before the number of a rule: "rule 9.6"."""
    CORRECTIONS = "corrections"
    """Between the name of a unit and that of the one that is meant: "M/2, no sorry, L/2 fires"."""
    LATE_CORRECTIONS = "late-corrections"
    """Before the name of the unit that is meant, wherever the other one was named: "no, hang on, at 2/VIII"."""
    MARKS_LEFT = "marks-left"
    """How the other player is asked to put a marker down: "a hit, you mark it", "step gone, put it on pls"."""
    OMISSIONS = "omissions"
    """What a player says of what he has not marked before, as he marks it: "forgot the points of my last mail"."""
    APOLOGIES = "apologies"
    """What he says with it; of points it says the same alone: "2 + 2 of the division (sorry)"."""
    MEANT = "meant"
    """Behind the name of the unit that is meant: "7/2 I mean"."""
    WITHDRAWALS_OF_WORDS = "withdrawals-of-words"
    """Between what is taken back and what is said in its place: "6/2 at 1/VIII. Scratch that. L/2 at 1/VIII"."""
    """Between what was said wrongly and what is right: "M/2, no sorry, L/2 fires"."""
    NEGATIONS = "negations"
    """Before what somebody does not do: "didn't bother with the bonus"."""
    ATTEMPTS = "attempts"
    """What he does not do, before the roll: "I do not try for the bonus"."""
    WORK_VERBS = "work-verbs"
    """What engineers do with the mines of their hex, if no more is said than that: "the engineers work on in 14.12"."""
    BEFORE_FACE = "before-face"
    """Before the face of a die in a clause of no more than that: "I rolled a 9"."""
    BEFORE_FACE_OF_CHECK = "before-face-of-check"
    """Between who checks and the face of his die: "spotted by 10/3 with 6"."""
    ROLL_REPORTS = "roll-reports"
    """Between the number that is wanted and the face that came: "needed 8, rolled 6"."""
    PASSES = "passes"
    """Before the name of a check that somebody has passed: "passed its Bravery Check with a 3"."""
    FAILS = "fails"
    """The same of one that he has failed."""
    STOCKS = "stocks"
    """With points that somebody has, and does not pay: "1 CP left"."""
    INTENTIONS = "intentions"
    """Before what somebody wished to do and does not: "I was going to send the gun for a drive"."""
    COMPARED_WITH = "compared-with"
    """Between the face of a die and the rating that it is compared with: "5 against 8"."""
    REPETITIONS = "repetitions"
    """For the check of the line before, once more: "the same in 20.06: needed 5, rolled 8"."""
    AFTER_FACE = "after-face"
    """A sigh behind the face of a die: "9 of course"."""
    AFTER_FIGURE_IN_LETTERS = "after-figure-in-letters"
    """Behind a number in letters that nothing is counted with: "six good", not "two companies"."""
    COUNTING_NUMBERS = "counting-numbers"
    """Numbers of points in letters."""
    COMMAND_POINTS = "command-points"
    HELPER_PREPOSITIONS = "helper-prepositions"
    """Before who spots for a shot that needs it: "1/132 on 1/BIM with 1/V"."""
    ANOTHER_ATTACK = "another-attack"
    """What is said of one more attack of the unit spoken of: "the second attack goes at 1/V"."""
    TOO_HIGH = "too-high"
    """What is said of a die that is over a rating, of a check or of a shot: "7 is too high"."""
    ONCE_MORE = "once-more"
    """With who spots once more: "Mortier BP1 on 2/V, 1/BIM again"."""
    ONE_MORE = "one-more"
    """Before a point that the unit spoken of before is paid for once more: "another point for a shot at L/2"."""
    OTHER_POINTS = "other-points"
    COUNTED_BEHIND_FIGURE = "counted-behind-figure"
    """Behind a figure that is no face of a die: "2 steps"."""
    ACTIVATION = "activation"
    """The words with which nothing more is said than that a unit is activated, and at what price."""
    COUNTED_NOUNS = "counted-nouns"
    """Behind an ordinal that numbers no unit: "2nd action", "my first roll"."""
    COMPANY_NOUNS = "company-nouns"
    """Behind the number of a unit: "2nd company"."""
    SEVERAL_COMPANIES = "several-companies"
    """Behind a number of units that are not named: "both companies in 14.11"."""
    PEOPLE = "people"
    """Behind "same", for the unit that was spoken of before: "same guys fire at 1/XII"."""
    BATTALION_NOUNS = "battalion-nouns"
    """Behind the number of the battalion that a company belongs to: "7th company of the 2nd battalion"."""
    GIVEN_NAMES = "given-names"
    """Words for letters on the radio that may be somebody's name: they name a unit only with its number."""
    DICTATED_STROKES = "dictated-strokes"
    """Between the words of a name that is dictated: "one stroke five stroke eight"."""
    DICTATED_POINTS = "dictated-points"
    """Between the column and the row of a hex that is dictated: "twenty six point thirteen"."""
    DICTATED_SENTENCES = "dictated-sentences"
    """The first words of a sentence that is said to the other player, in a line without stops."""
    DICTATED_SUBJECTS = "dictated-subjects"
    """The first word of what is said of a die, behind its face: "four they hear you"."""
    BEFORE_DICTATED_FACE = "before-dictated-face"
    """Before the face of a die that is dictated, in the same clause: "that is four"."""
    BEFORE_PRONOUN_ONE = "before-pronoun-one"
    """Before "one" where it is no number: "this one"."""


@cache
def _document() -> Mapping[str, Any]:
    return tomllib.loads(files(__package__).joinpath(_FILE).read_text(encoding="utf-8"))


@cache
def words_in(group: WordGroup) -> frozenset[str]:
    """Return the words of a group in all languages, as the file has them."""
    return frozenset(word for words in _document()["groups"][group].values() for word in words)


def any_of(*groups: WordGroup) -> str:
    """Return an expression for one of the words of *groups*, the longest that fits; it says nothing of their ends."""
    words = frozenset[str]().union(*map(words_in, groups))
    return f"(?:{'|'.join(map(_expression, sorted(words, key=lambda each: (-len(each), each))))})"


def _expression(words: str) -> str:
    """Return the expression for some words: any white space between them, any end where the file says so."""
    body = r"\s+".join(map(re.escape, words.removesuffix(_END_OF_WORD).split()))
    return body + (r"\w*" if words.endswith(_END_OF_WORD) else "")


def figures() -> Mapping[str, str]:
    """Return the figure for each word that is one in letters: "8" for "eight"."""
    return _by_word("figures")


def ordinals() -> Mapping[str, str]:
    """Return the number for each ordinal in letters: "2" for "second"."""
    return _by_word("ordinals")


def spellings() -> Mapping[str, str]:
    """Return the word for each one that is spelled as it is spoken: "on" for "oan"."""
    return _by_word("spellings")


def unit_nouns() -> Mapping[str, str]:
    """Return the symbol of a counter for each noun that a unit of its kind is called by: "mortar" for "tubes"."""
    return _by_word("unit-nouns")


def relative_places() -> Mapping[str, str]:
    """Return which one of its kind is meant for each word for where it is: "north" for "top", "middle" for "centre"."""
    return _by_word("relative-places")


def spoken_letters() -> Mapping[str, str]:
    """Return the letter for each word that one is said as on the radio: "L" for "lima"."""
    return _by_word("spoken-letters")


def telegram_words() -> Mapping[str, str]:
    """Return the word in full for each short one of Morse code: "from" for "fm"."""
    return _by_word("telegram-words")


def dictated_signs() -> Mapping[str, str]:
    """Return the sign for the words that it is dictated by: "?" for "question mark"."""
    return _by_word("dictated-signs")


def misheard_words() -> Mapping[str, str]:
    """Return what was spoken for each words that a machine has understood instead: "bonus" for "bone us"."""
    return _by_word("misheard-words")


@cache
def numbers_in_letters() -> Mapping[str, int]:
    """Return the number for each word that is one: 13 for "thirteen"."""
    return {word: int(number) for word, number in _by_word("numbers-in-letters").items()}


@cache
def _by_word(table: str) -> Mapping[str, str]:
    return {word: key for key, words in _document()[table].items() for word in words}
