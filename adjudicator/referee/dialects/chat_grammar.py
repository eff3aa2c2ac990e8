"""A small grammar over what players type into the chat in their own words.

A line is cut into clauses (``chat_clauses.py``); in each of them the units that it names and the phrases of
``chat_words.toml`` are found. Clauses that say one thing together are joined (``chat_joined_clauses.py``). Each of them
declares something (``chat_declarations.py``) or reports the face of a die (``chat_reported_faces.py``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ...game.action_words import Declaration
from ...game.hexes import Hex
from ...game.names import words_of
from ...game.play import RollPurpose
from ...game.position import Position
from ...rules.rule_sets import exclusive_rules
from ...rules.series.minefields import mine_level
from ..events import Declared, ResultTold, RollNamed
from .chat_clauses import BOUGHT, COUNTED_POINTS, POSSIBLE_SUPPRESSION, SPOTTED_FOR, Clause, clauses_of, is_kind_alone
from .chat_context import LineContext
from .chat_declarations import declarations
from .chat_faces import OWN_ROLLS, SHOTS, ReportedFace
from .chat_fire_checks import (
    face_of_check_without_name,
    is_others_chit_in_play,
    of_check_for_shot,
    tells_of_no_shot,
)
from .chat_joined_clauses import joined_clauses
from .chat_payments import LETS_ACT, acts_once_more
from .chat_phrases import Phrase, with_usual_spelling
from .chat_reported_faces import faces_reported, is_bare, with_face_before, with_reported_faces
from .chat_results import ResultsOfLine, names_attack_of_die, of_check_for_code, tells_result_alone
from .chat_vocabulary import WordGroup, any_of, words_in

__all__ = ["MAX_LENGTH", "ChatReading", "read_chat"]

MAX_LENGTH: Final = 6_000
"""The most characters of a line that is read: some describe a whole Division chit in one."""
_JOINS: Final = rf"{any_of(WordGroup.CONNECTIVES)}\b[\s,]*+"
"""A word that joins, with all blanks behind it."""
_THEN: Final = rf"(?>(?:{_JOINS})+)"
"""Several of them, of which none is given back: they could be shared out in ever so many ways."""
_MAY_JOIN: Final = rf"(?>(?:{_JOINS})*)"
_GOES_ON: Final = re.compile(
    rf"{_MAY_JOIN}(?:{any_of(WordGroup.PRONOUNS)}\s+)?{_MAY_JOIN}{any_of(WordGroup.FIRE_VERBS)}\b"
    rf"|{_MAY_JOIN}{any_of(WordGroup.PRONOUNS)}\s+(?:{any_of(WordGroup.FIRE_ADVERBS)}\s+)+{any_of(WordGroup.FIRE_VERBS)}\b"
    rf"|(?:{_THEN}|{_MAY_JOIN}{any_of(WordGroup.PRONOUNS)}\s+){any_of(WordGroup.FIRE_IMPERATIVES)}\b"
    rf"|{_MAY_JOIN}(?:{any_of(WordGroup.PRICE_PREPOSITIONS)}\s+)?"
    rf"{any_of(WordGroup.ARTICLES, WordGroup.COUNTING_NUMBERS)}\s+{any_of(WordGroup.COMMAND_POINTS)}\s+"
    rf"(?:{any_of(WordGroup.DESTINATION_PREPOSITIONS)}|{any_of(WordGroup.PRICE_PREPOSITIONS)}\s+an?"
    rf"|{_MAY_JOIN}{any_of(WordGroup.PRONOUNS)})\b"
    rf"|{_THEN}{any_of(WordGroup.MOVEMENT_VERBS)}\b.*\d\d\.\d\d",
    re.IGNORECASE,
)
"""A line that goes on about the unit spoken of before it: "and shoots at 6/2", "a point to shoot L/2", "e vado …"."""
_FIRE_AT: Final = re.compile(
    rf"\W*{any_of(WordGroup.FIRE_IMPERATIVES)}\s+{any_of(WordGroup.TARGET_PREPOSITIONS)}\b", re.IGNORECASE
)
"""The beginning of a line about a shot of the unit spoken of before it: "fire at 6/2, bonus"."""
_SHOT_AT: Final = re.compile(r"->|→|=>|\bvs\b", re.IGNORECASE)
"""The signs and words that stand before nothing but a target."""
_FIRE_WORDS: Final = frozenset({*SHOTS, Phrase.COMPANY_BONUS_CHECK, Phrase.WITHOUT_COMPANY_BONUS})
"""Phrases that are about fire."""
_AFTER_HIT: Final = frozenset({Phrase.CONVERSION_CHECK, Phrase.SUPPRESSION_CHECK})
"""The checks of a unit that was hit."""
_ROLLS_NEXT: Final = re.compile(rf"\W*{any_of(WordGroup.ROLLS_NEXT)}\W*", re.IGNORECASE)
_CHECKS_OF_OTHERS: Final = frozenset({Phrase.CONVERSION_CHECK, Phrase.LEFT_TO_THE_OTHER_SIDE})
"""What is said of the conversion of an S that the other side suffers: "your conversion"."""
_OF_POINTS: Final = frozenset({Phrase.COMMAND_POINTS, Phrase.SAYS_NOTHING})
"""The phrases of a line that is about points and nothing else."""
_SILENT: Final = frozenset({Phrase.AIM, Phrase.SAYS_NOTHING})
"""The phrases that say no more of a unit whose check is told: "6/2 looking the other way (8)"."""
_HEADED: Final = re.compile(r"\W*[^\W\d]+(?:\s[^\W\d]+)?:")
"""A heading of one or two words, before a name."""
_OUTCOME: Final = re.compile(rf"\b{any_of(WordGroup.CHECK_OUTCOMES)}\b", re.IGNORECASE)
_INTRODUCES: Final = re.compile(r"[^\W\d]+:\s*\w")
"""A name with a colon behind it, and what the unit does: "3 is 3/VIII: up to 29.12"."""
_TYPED_FACE: Final = re.compile(r"(?<![\w/.+-])\d(?![\w/.])")
_CONTACT_MADE: Final = re.compile(rf"\b{any_of(WordGroup.CONTACT_MADE)}\b", re.IGNORECASE)
"""What comes of the check of a battery that seeks contact: "3 1/132 in contact"."""
_ANOTHER_ATTACK: Final = re.compile(rf"\b{any_of(WordGroup.ANOTHER_ATTACK)}\b", re.IGNORECASE)
_ITS_ATTACK: Final = re.compile(rf"\W*{_MAY_JOIN}{any_of(WordGroup.POSSESSIVES)}\s", re.IGNORECASE)
"""The beginning of a clause about an attack of the unit spoken of: "then its assault shot"."""
_ASSAULTS: Final = re.compile(
    rf"\W*{_MAY_JOIN}(?:{any_of(WordGroup.POSSESSIVES, WordGroup.ARTICLES)}\s+)?{any_of(WordGroup.ASSAULT_NOUNS)}\b",
    re.IGNORECASE,
)
"""The beginning of a clause about an assault that names nobody: "and assaults with a 3", "now its assault"."""
_SAID_OF_ASSAULT: Final = frozenset({Phrase.ASSAULT, Phrase.COMPANY_BONUS_CHECK, Phrase.WITHOUT_COMPANY_BONUS})
"""What may be said in it."""
_FIRES: Final = frozenset({Phrase.FIRE, Phrase.ASSAULT_FIRE})
_GOES_FOR: Final = re.compile(rf"\b{any_of(WordGroup.PRONOUNS)}\s+(?:go|goes|going|went)\s+for\b", re.IGNORECASE)
"""Going for an enemy, of the unit spoken of: "he goes for 1/XII"."""
_TOO_HIGH: Final = re.compile(rf"\b{any_of(WordGroup.TOO_HIGH)}\b", re.IGNORECASE)
_RALLIED: Final = re.compile(rf"\b{any_of(WordGroup.RALLY_OUTCOMES)}\b", re.IGNORECASE)
"""What comes of the rally of a Suppressed unit."""
_HAS_RALLIED: Final = re.compile(
    rf"\W*{any_of(WordGroup.PRONOUNS)}\s+(?:{any_of(WordGroup.AUXILIARIES)}\s+)?{any_of(WordGroup.RALLY_OUTCOMES)}\b",
    re.IGNORECASE,
)
"""What came of the rally of the unit spoken of: "he is up again"."""
_STANDS: Final = re.compile(rf"(?:\W|\b{any_of(WordGroup.STANDING)}\b)*", re.IGNORECASE)
"""All that a clause says of where a unit is, beside its name."""
_HEX_NAMED: Final = re.compile(r"\b\d\d\.\d\d\b")
_INTENDED: Final = re.compile(rf"\b{any_of(WordGroup.INTENTIONS)}\b", re.IGNORECASE)
_ONCE_MORE: Final = re.compile(
    rf"\W*(?:{any_of(WordGroup.CONNECTIVES)}\s+)?{any_of(WordGroup.REPETITIONS)}\b", re.IGNORECASE
)
"""The beginning of a clause about the same check as in the line before."""
_WITHOUT_DIE: Final = re.compile(rf"\W*{any_of(WordGroup.WITHOUT_DIE)}\W*", re.IGNORECASE)
_PUTS_RIGHT: Final = re.compile(rf"\W*{any_of(WordGroup.LATE_CORRECTIONS)}\b", re.IGNORECASE)
"""The beginning of a clause that puts right what came of a roll: "2 misses.. no wait, its an S"."""
_LONG_WORD: Final = re.compile(r"[^\W\d_]{3,}")

_BEFORE_SHOT: Final = frozenset({
    Declaration.OPPORTUNITY_FIRE, Declaration.SPOTTER, Declaration.TROOP_QUALITY_CHECK,
})  # fmt: skip
"""The declarations of a check after which its unit may take Opportunity Fire."""
_ATTACKS: Final = 2
"""How many attacks a unit has in an assault (R11.9)."""
_ATTACKS_NAMED: Final = frozenset({Phrase.ASSAULT, Phrase.ASSAULT_FIRE, Phrase.FIRE})
"""What a shot in an assault is called."""
_LEAVES_MARK: Final = re.compile(rf"(?<!\bi )(?<!\bwe )(?<!\bi'll )\b{any_of(WordGroup.MARKS_LEFT)}\b", re.IGNORECASE)
_OMITTED: Final = re.compile(rf"\b{any_of(WordGroup.OMISSIONS)}\b", re.IGNORECASE)
_SORRY: Final = re.compile(rf"\b{any_of(WordGroup.APOLOGIES)}\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ChatReading:
    """The reading of a chat line."""

    events: tuple[Declared | RollNamed, ...] = ()
    dismisses: bool = False
    """True if the line says that a die was none."""
    takes_drag_back: bool = False
    """True if the line says that a drag was a mistake."""
    takes_action_back: bool = False
    """True if the line says that what was announced last is not done."""
    speaks_of_action: bool = False
    """True if the line speaks of units or of fire, moves and checks at all; if not, it is talk."""
    speaks_of_points: bool = False
    """True if the line speaks of Command Points."""
    asks_other_side: bool = False
    """True if the line asks the other side for what it has to do."""
    is_read_in_part: bool = False
    """True if the line says that somebody acts, and what he does could not be read."""
    results: tuple[ResultTold, ...] = ()
    """The results of rolls that a line tells before it declares anything."""
    units: frozenset[str] = frozenset()
    """The units that a line names."""
    stands_fast: bool = False
    """True if the line says that the speaker's units hold, and names none."""
    admits_omission: bool = False
    """True if the line says that something was left out before; an apology says so of points."""
    leaves_marks: bool = False
    """True if the line asks the other side to put a marker down."""


def read_chat(
    text: str, position: Position, side: str, subject: str = "", target: str = "", *, untargeted: bool = False,
    fired: bool = False,
) -> ChatReading:  # fmt: skip
    """Return the reading of a chat line.

    Args:
        text: what was typed.
        position: the table at that moment; units answer to their names in it.
        side: the side that the speaker plays; empty if unknown, and then the unit named first acts.
        subject: the unit of his that he moved or spoke of last; a line that only goes on is about it.
        target: the unit that his side has fired at last, which "same target" means.
        untargeted: true if he has just announced a shot, and not yet its target.
        fired: true if a shot at that unit is the last thing that he did: "the gun too" goes on about it.
    """
    if len(text) > MAX_LENGTH:
        return ChatReading(speaks_of_action=True)
    text = with_usual_spelling(text)
    clauses = _with_heading(list(clauses_of(text, position, side, subject, target)), position, side)
    fires = any(_FIRE_WORDS.intersection(each.phrases) for each in clauses)
    goes_on = _GOES_ON.match(text) or _FIRE_AT.match(text) or _acts_again(clauses)
    context = LineContext(
        subject=subject if goes_on else "", target=target, fires=fires, fired=fired, untargeted=untargeted
    )
    line = _Line(context, subject, side)
    for clause in _without_intentions(list(joined_clauses(clauses))):
        line.take(clause, position)
    own = {unit for each in clauses for unit in each.own}
    for_something = not own.isdisjoint(line.units) or POSSIBLE_SUPPRESSION.search(text) is not None
    pays = BOUGHT.search(text) is not None and for_something
    reading = line.reading(counts_points=pays or COUNTED_POINTS.search(text) is not None)
    return replace(
        reading, admits_omission=_admits_omission(text, reading), leaves_marks=_LEAVES_MARK.search(text) is not None
    )


def _admits_omission(text: str, reading: ChatReading) -> bool:
    of_points = reading.speaks_of_points or any(
        isinstance(each, RollNamed) and each.purpose is RollPurpose.COMMAND_POINTS for each in reading.events
    )
    return _OMITTED.search(text) is not None or (of_points and _SORRY.search(text) is not None)


def _with_heading(clauses: Sequence[Clause], position: Position, side: str) -> list[Clause]:
    """Return clauses; the last one may be a word and no more, the name of a roll that follows: "clear. Supply"."""
    if not clauses or clauses[-1].says_something or len(clauses[-1].text.split()) > 1:
        return [*clauses]
    named = list(clauses_of(f"{clauses[-1].text}:", position, side))
    heads = len(named) == 1 and not OWN_ROLLS.keys().isdisjoint(named[0].phrases)
    return [*clauses[:-1], *(named if heads else clauses[-1:])]


def _without_intentions(clauses: Sequence[Clause]) -> Iterator[Clause]:
    """Yield clauses without what came to nothing: "I was going to send 1/V for a drive", with no die behind it.

    What is no more than the name of the attack whose die comes next announces nothing either: "assault, 8 no".
    """
    for number, clause in enumerate(clauses):
        behind = clauses[number + 1] if number + 1 < len(clauses) else None
        if behind is not None and names_attack_of_die(clause, behind):
            continue
        rolled = behind is not None and bool(behind.faces) and not (behind.own or behind.enemy)
        if rolled or _INTENDED.search(clause.text) is None:
            yield clause


def _acts_again(clauses: Iterable[Clause]) -> bool:
    """Return whether a line says that the unit spoken of before acts once more: "2nd act there, 1 CP, on 6/2".

    So it does if that is what has rallied: "rally 2, he is up again".
    """
    first = next((each for each in clauses if each.own or acts_once_more(each) or _HAS_RALLIED.match(each.text)), None)
    return first is not None and not first.own


@dataclass(slots=True)
class _Line:
    """A line as far as it has been read."""

    context: LineContext
    subject: str
    """The unit that the speaker moved or spoke of before the line."""
    side: str
    """The side that the speaker plays; empty if unknown."""
    phrases: set[Phrase] = field(default_factory=set)
    events: list[Declared | RollNamed] = field(default_factory=list)
    reported: list[ReportedFace] = field(default_factory=list)
    """The faces of which it is not known yet what they were rolled for."""
    results: ResultsOfLine = field(default_factory=ResultsOfLine)
    units: set[str] = field(default_factory=set)
    speaks_of_action: bool = False
    speaks_of_enemy: bool = False
    """True if the line says something of an enemy, and not only that he is the target."""
    is_read_in_part: bool = False
    dismisses_first: bool = False
    """True if the line says that a die was none, before it declares anything."""
    before: Clause | None = None
    """The clause before."""
    without_bonus: int | None = None
    """The face with which the line says that there is no Company Bonus."""
    told_before_bonus: int = 0
    """The number of results that the line tells before it says so: those are of other rolls."""

    def take(self, clause: Clause, position: Position) -> None:
        """Read one more clause."""
        clause = of_check_for_code(clause)
        if _ROLLS_NEXT.fullmatch(clause.text):
            self.phrases.add(Phrase.ROLLED_FOR_THE_OTHER_SIDE)
        if not clause.own and self._goes_on_after_remark(clause):
            self.context.subject = self.subject
        asked = {Phrase.HOLD} if clause.text.endswith("?") else set()  # "do you hold?"
        self.phrases.update(set(clause.phrases) - asked)
        self.units.update((*clause.own, *clause.enemy, *filter(None, [clause.stands])))
        self.speaks_of_enemy = self.speaks_of_enemy or (bool(clause.enemy) and Phrase.AIM not in clause.phrases)
        tells = tells_result_alone(clause) or _tells_place(clause, position)
        self.speaks_of_action = self.speaks_of_action or (clause.speaks_of_action and not tells)
        if {Phrase.DISMISSED_DIE, Phrase.COMMAND_POINTS} <= set(clause.phrases):
            self.phrases.discard(Phrase.DISMISSED_DIE)
            return  # "I pay a CP and no roll": there is no die
        if {Phrase.DISMISSED_DIE, Phrase.DISMISSED_DRAG} & set(clause.phrases):
            self.dismisses_first = self.dismisses_first or (Phrase.DISMISSED_DIE in clause.phrases and not self.events)
            return
        if Phrase.DISMISSED_ACTION in clause.phrases:
            self._take_action_back()
            return
        if self.context.checks and _WITHOUT_DIE.fullmatch(clause.text):
            return  # "6/2 rallies, no die, I pay for it" is no failure
        if _PUTS_RIGHT.match(clause.text):
            self.results.take_back()
            if not clause.says_something:
                return
        if LETS_ACT.intersection(clause.phrases):
            self.context.kind = None  # another action begins: what is fired in it is not what was fired in the last one
        if Phrase.ASSAULT in self.phrases:
            clause = _of_defender(clause)
        clause = self._of_another_attack(clause, position)
        clause = of_check_for_shot(_of_unit_hit(clause, self.before), self.before, position)
        told = [each for each in declarations(clause, self.context, position)
                if not _is_asked_for(each, clause, self.side, position)]  # fmt: skip
        told = told or self._target_of_result(clause) or _check_of_unit(clause, self.before, position)
        told = told or _check_once_more(clause, self.subject) or self._hit_by_event(clause, position)
        told = told or self._roll_without_name(clause, position) or self._mines_of_next_hex(clause)
        if clause.phrases == (Phrase.WITHOUT_COMPANY_BONUS,):
            self.without_bonus, self.told_before_bonus = clause.face, len(self.results.leading)
        if clause.says_something:
            self.context.announced = clause.phrases[0] if is_kind_alone(clause) else None
        self.is_read_in_part = self.is_read_in_part or _is_read_in_part(clause, told)
        self._take_declared(clause, told, position)
        if not self._is_of_spotter(clause, position):
            self.context.subject = clause.own[0] if clause.own else clause.stands or self.context.subject

    def _goes_on_after_remark(self, clause: Clause) -> bool:
        """Return whether a clause goes on about the unit spoken of, behind a remark: "no op fire. shoots at 6/2".

        A die is a remark as well: "rolled 5, he fires at 1/VIII".
        """
        remarked = bool(self.reported) or not self.phrases.isdisjoint({Phrase.DECLINED, Phrase.RESULT})
        return remarked and not self.context.subject and _GOES_ON.match(clause.text) is not None

    def _of_another_attack(self, clause: Clause, position: Position) -> Clause:
        """Return a clause about one more attack as one of the unit spoken of: "his second attack at 1/V"."""
        unit = self.context.firer or self.context.subject or self.subject
        again = _ANOTHER_ATTACK.search(clause.text) or _GOES_FOR.search(clause.text)
        attacks = not {Phrase.ASSAULT, Phrase.ASSAULT_FIRE}.isdisjoint(clause.phrases) and clause.face is not None
        if attacks and unit and not _names_any(clause) and _is_beside_enemy(unit, position):
            return replace(clause, own=(unit,))  # "And an 8 hand to hand"
        if unit and self._has_other_attack(clause) and _is_beside_enemy(unit, position):
            bonus = tuple(each for each in clause.phrases if each is not Phrase.ASSAULT)
            return replace(clause, own=(unit,), phrases=(Phrase.ASSAULT_FIRE, *bonus))
        if unit and _ITS_ATTACK.match(clause.text) and Phrase.ASSAULT_FIRE in clause.phrases and not _names_any(clause):
            return replace(clause, own=(unit,))  # "then its assault shot"
        if not again or not unit or not clause.enemy or clause.own or clause.text.endswith("?"):
            return clause
        kept = tuple(each for each in clause.phrases if each not in (Phrase.MOVE, Phrase.FIRE))
        return replace(clause, own=(unit,), phrases=(Phrase.FIRE, *kept))

    def _has_other_attack(self, clause: Clause) -> bool:
        """Return whether a clause is about the other attack of the unit that has just fired: "and assaults".

        The target of both may stand behind it: "1/I fire and assault at 6/2".
        """
        told = Phrase.ASSAULT in clause.phrases and _SAID_OF_ASSAULT.issuperset({*clause.phrases} - {Phrase.AIM})
        fired = self.context.fired or self.context.untargeted or self.context.kind in _FIRES
        goes_on = fired and _ASSAULTS.match(clause.text) is not None and not clause.text.endswith("?")
        named = replace(clause, enemy=()) if self.context.untargeted and self.context.firer else clause
        return told and goes_on and not _names_any(named)

    def _roll_without_name(self, clause: Clause, position: Position) -> list[Declared | RollNamed]:
        """Return the roll of a face for a shot that is told of no unit: "8 no op fire", "6 assault at 1/V".

        Whoever answers may tell the face behind it: "assault at 1/V, 2 = S?". A result of an earlier shot is no shot,
        nor is one that nobody takes: "C on 1/V from the op fire", "nobody wants to shoot at 1/V".
        """
        face = face_of_check_without_name(clause, self.side, position)
        if face is not None:
            return [RollNamed(RollPurpose.OPPORTUNITY, face)]
        if clause.own or clause.hexes or _ATTACKS_NAMED.isdisjoint(clause.phrases):
            return []
        is_shot = Phrase.DECLINED not in clause.phrases and not clause.text.endswith("?")
        is_told = is_shot and (clause.face is not None or Phrase.RESULT not in clause.phrases)
        answers = bool(clause.enemy) and is_told and is_others_chit_in_play(self.side, position)
        known = clause.enemy or Phrase.FIRE in self.phrases  # a storm alone is weather
        attacks = Phrase.ASSAULT in clause.phrases and known and clause.face is not None
        return [RollNamed(RollPurpose.FIRE, clause.face)] if answers or attacks else []

    def _mines_of_next_hex(self, clause: Clause) -> list[Declared | RollNamed]:
        """Return one more roll for mines behind one, where a clause has its face alone: "mines 4 and 6"."""
        last = self.events[-1] if self.events else None
        bare = is_bare(replace(clause, text=_HEX_NAMED.sub("", clause.text).strip()))
        follows = last is not None and last.face is not None and _is_of_mines(last) and not self.reported
        return [RollNamed(RollPurpose.MINEFIELD, clause.face)] if follows and bare else []

    def _target_of_result(self, clause: Clause) -> list[Declared | RollNamed]:
        """Return the target of the shot after a check, if it is named with what came of it: "4 = C on 1/33"."""
        last = self.events[-1] if self.events else None
        known = self.context.target if getattr(last, "action", "") == Declaration.SPOTTER else ""
        checked = isinstance(last, Declared) and last.action in _BEFORE_SHOT and not known
        told = Phrase.RESULT in clause.phrases and len(clause.enemy) == 1 and not clause.own
        return [Declared(clause.enemy[0], Declaration.TARGET, spoken=True)] if checked and told else []

    def _hit_by_event(self, clause: Clause, position: Position) -> list[Declared | RollNamed]:
        """Return whom an event hits that is told before: "event 0, then a 1. I'll have 26.12", "S? each on L/2"."""
        last = self.events[-1] if self.events else None
        if not isinstance(last, RollNamed) or last.purpose is not RollPurpose.RANDOM_EVENT or clause.own:
            return []
        there = (
            unit for place in clause.hexes for unit in position.units_in(place) if position.side(unit) != self.side
        )
        unit = next(iter(clause.enemy), None) or next(there, None)
        return [Declared(unit, Declaration.TARGET, clause.text, spoken=True)] if unit else []

    def _is_of_spotter(self, clause: Clause, position: Position) -> bool:
        """Return whether a clause says no more than who spots for the unit named before: "M/2, L/2 spotting, fires"."""
        before = self.context.subject
        fires_at_seen = bool(before) and position.game.units[before].symbol in SPOTTED_FOR
        return fires_at_seen and clause.own == (clause.spotter,) and not clause.enemy

    def _has_just_fired(self, position: Position) -> bool:
        """Return whether all that was declared last is a shot that needs no check, and its die is not known yet."""
        last = [each for each in self.events if getattr(each, "action", "") != Declaration.TARGET][-1:]
        return all(
            isinstance(each, Declared) and each.action in (Declaration.FIRE, Declaration.ASSAULT_FIRE)
            and each.face is None and position.game.units[each.unit].symbol not in SPOTTED_FOR
            for each in last
        ) and bool(last)  # fmt: skip

    def _take_declared(self, clause: Clause, told: list[Declared | RollNamed], position: Position) -> None:
        """Put what a clause declares to the rest, and the faces reported so far with what they were rolled for."""
        told, reported = with_face_before(told, self.reported, self.before)
        known = [] if told else faces_reported(clause, reported, self.before, self.events)
        too_high = _TOO_HIGH.search(clause.text) is not None
        fired = too_high and self._has_just_fired(position)
        behind_bonus = Phrase.WITHOUT_COMPANY_BONUS in self.phrases - set(clause.phrases)
        if len(known) > len(reported) and (fired or (too_high and behind_bonus)):
            known[-1] = replace(known[-1], of_check=False, of_shot=True)
        if told:
            self.events = with_reported_faces(self.events, reported)
        of_any_roll = fired or (too_high and not self.events)
        if not self._is_of_others_in_stack(clause, position):
            self.results.take(
                clause, len(self.events), told, tells_face=len(known) > len(reported), of_any_roll=of_any_roll
            )
        events = _with_result_told([*self.events, *told], clause, position)
        self.events, self.reported, self.before = events, known, clause

    def _is_of_others_in_stack(self, clause: Clause, position: Position) -> bool:
        """Return whether a clause tells what a shot did to others in the hex (R9.19): "C on 1/V, S? 2/V"."""
        tells = clause.phrases in ((), (Phrase.RESULT,)) and POSSIBLE_SUPPRESSION.match(clause.text) is not None
        if not tells or clause.own or clause.faces or len(clause.enemy) != 1 or self.before is None:
            return False
        hit = self.before.enemy or tuple(filter(None, [self.context.target]))
        same_hex = len(hit) == 1 and position.units[hit[0]].place == position.units[clause.enemy[0]].place
        return same_hex and hit != clause.enemy and self.results.tells_hit

    def _take_action_back(self) -> None:
        """Forget all that the line has said: its speaker takes it back."""
        self.context.subject, self.context.corrects = self.subject, True
        self.events, self.reported, self.results = [], [], ResultsOfLine()
        self.speaks_of_action = self.is_read_in_part = False

    def _bonus_failed(self) -> Iterator[Declared | RollNamed]:
        """Yield the check for the Company Bonus of which the line says that it failed, with its face."""
        faces = [each.face for each in self.reported]
        if self.context.firer and self.without_bonus in faces[:-1]:  # "no bonus (8), hit anyway (4)"
            bonus = Declaration.COMPANY_BONUS_CHECK
            yield Declared(self.context.firer, bonus, spoken=True, face=self.without_bonus)
        elif self.phrases == {Phrase.WITHOUT_COMPANY_BONUS} and len(faces) == 1 and not self.units:
            if self.reported[0].of_shot:
                return  # "no bonus, and the 7 is too high for its rating"
            yield RollNamed(RollPurpose.COMPANY_BONUS, faces[0])  # "8, no bonus"
        elif Phrase.WITHOUT_COMPANY_BONUS in self.phrases and not (self.events or self.units):
            told = self.results.leading
            if told[self.told_before_bonus :] and all(each.face is None for each in told):
                # with what came of the shot, and none of the two dice: "no bonus, missed"
                yield RollNamed(RollPurpose.COMPANY_BONUS, results=told)

    def _rolled_for_others(self) -> RollPurpose | None:
        """Return the check that the speaker rolls for the other side: "an S?. I roll it for you"; None for none."""
        if Phrase.ROLLED_FOR_THE_OTHER_SIDE not in self.phrases:
            return None
        if any(result.is_open for result in self.results.leading):
            return RollPurpose.SUPPRESSION
        hit = any(result.of_shot and not result.failed for result in self.results.leading)
        return None if self.phrases.isdisjoint(_CHECKS_OF_OTHERS) or not hit else RollPurpose.CONVERSION

    def reading(self, *, counts_points: bool) -> ChatReading:
        """Return what the line says; *counts_points*: it has a number of points."""
        speaks_of_points = counts_points or Phrase.COMMAND_POINTS in self.phrases
        events = self.results.after(with_reported_faces(self.events, self.reported))
        events = [*_in_order_told(events), *self._bonus_failed()]
        rolled = None if events else self._rolled_for_others()
        if rolled is not None:
            events = [RollNamed(rolled)]
        if Phrase.ROLLED_BY_THE_OTHER_SIDE in self.phrases:
            events = [replace(each, asked=each.face is None) for each in events]
        dismisses = self.dismisses_first or (Phrase.DISMISSED_DIE in self.phrases and not events)
        told = any(result.of_shot is not None for result in self.results.leading)  # "4 ok. 5 cp left": a check's face
        if speaks_of_points and not (events or told) and len(self.reported) == 1 and self.phrases <= _OF_POINTS:
            events = [RollNamed(RollPurpose.COMMAND_POINTS, self.reported[0].face)]  # "3: we have 10 cp"
        return ChatReading(
            tuple(events), dismisses, Phrase.DISMISSED_DRAG in self.phrases, Phrase.DISMISSED_ACTION in self.phrases,
            self.speaks_of_action, speaks_of_points,
            Phrase.LEFT_TO_THE_OTHER_SIDE in self.phrases and rolled is None,
            self.is_read_in_part or (self.speaks_of_enemy and _is_bonus_alone(self.events)), self.results.leading,
            frozenset(self.units),
            Phrase.HOLD in self.phrases and not any(getattr(each, "action", "") == Phrase.HOLD for each in events),
        )  # fmt: skip


def _in_order_told(events: Sequence[Declared | RollNamed]) -> Iterator[Declared | RollNamed]:
    """Yield what a line declares without a rally that it names once more behind other rolls: its turn is there.

    "I'd rather rally 6/2 than wait. CP roll first, then the rally" announces one rally, behind the points.
    """
    for at, event in enumerate(events):
        later = events[at + 1 :]
        silent = isinstance(event, Declared) and event.action is Declaration.RALLY and event.face is None
        again = next((number for number, each in enumerate(later) if _is_rally_of(each, event)), 0)
        rolls = any(isinstance(each, RollNamed) for each in later[:again])
        if not (silent and rolls and not event.results):
            yield event


def _is_rally_of(event: Declared | RollNamed, other: Declared | RollNamed) -> bool:
    """Return whether what is declared is a rally of the same unit as the other one."""
    same = isinstance(event, Declared) and isinstance(other, Declared) and event.unit == other.unit
    return same and isinstance(event, Declared) and event.action is Declaration.RALLY


def _check_of_unit(clause: Clause, before: Clause | None, position: Position) -> list[Declared | RollNamed]:
    """Return the check whose face a clause gives of a unit of the speaker's own, in words that say no more of it.

    "8 = the gun is at its supper", "4, 5/BM2 is still there", "the gun in 20.10 has 5": what is going on shows
    what it was for. A number in letters may count anything, words behind a colon tell more of the unit, and with its
    leader it makes contact.
    """
    units, face = clause.own, clause.face if _TYPED_FACE.search(clause.text) else None
    if face is None and before is not None and is_bare(before):
        face = before.face
    elif is_bare(clause) and before is not None and _only_names(before):
        units = before.own
    if len(units) == 1 and clause.face is not None and clause.own and _CONTACT_MADE.search(clause.text):
        return [Declared(units[0], Declaration.SEEK_CONTACT, clause.text, spoken=True, face=clause.face)]
    silent = _SILENT.issuperset(clause.phrases) and not (clause.enemy or _introduces(clause))
    if len(units) != 1 or not silent or _names_leader(clause, position):
        return []
    if len(clause.faces) == _ATTACKS and clause.own and _is_beside_enemy(units[0], position):
        action = Declaration.TROOP_QUALITY_CHECK
        return [Declared(units[0], action, clause.text, spoken=True, face=each) for each in clause.faces]
    if face is None:
        return []
    action = Declaration.CLEAR_MINES if _works_on_mines(clause, units[0], position) else Declaration.TROOP_QUALITY_CHECK
    return [Declared(units[0], action, clause.text, spoken=True, face=face)]


def _is_of_mines(event: Declared | RollNamed) -> bool:
    """Return whether a roll for mines is declared."""
    if isinstance(event, RollNamed):
        return event.purpose is RollPurpose.MINEFIELD
    return event.action is Declaration.MINEFIELD_ROLL


def _tells_place(clause: Clause, position: Position) -> bool:
    """Return whether a clause only says where a unit is, as the table shows it: "2./I is in 27.13"."""
    silent = not (clause.enemy or clause.faces) and _SILENT.issuperset(clause.phrases)
    there = len(clause.own) == 1 and clause.hexes == (position.units[clause.own[0]].place,)
    return silent and there and _STANDS.fullmatch(_HEX_NAMED.sub(" ", clause.rest)) is not None


def _names_any(clause: Clause) -> bool:
    return bool(clause.own or clause.enemy or clause.hexes)


def _introduces(clause: Clause) -> bool:
    """Return whether a name stands before a colon, and more behind it; not so behind a heading: "dump: L/2 6"."""
    return _INTRODUCES.search(clause.text) is not None and _HEADED.match(clause.rest) is None


def _only_names(clause: Clause) -> bool:
    """Return whether a clause names units, and says no more of them than what came of a check: "1/V passed"."""
    told = {Phrase.SAYS_NOTHING, Phrase.RESULT} if _OUTCOME.search(clause.text) else {Phrase.SAYS_NOTHING}
    return not (clause.enemy or clause.faces) and set(clause.phrases) <= told


def _is_beside_enemy(unit: str, position: Position) -> bool:
    """Return whether a unit is so near to an enemy that it may be in an assault."""
    here, layout = position.units[unit].place, position.game.map.layout
    return isinstance(here, Hex) and any(
        isinstance(state.place, Hex) and layout.distance(here, state.place) <= 1
        and position.side(other) != position.side(unit)
        for other, state in position.units.items()
    )  # fmt: skip


def _with_result_told(
    events: list[Declared | RollNamed], clause: Clause, position: Position
) -> list[Declared | RollNamed]:  # fmt: skip
    """Return what a line declares; what a clause says of its last check may show what that was for.

    It is a rally if the clause says what came of one: "2/IX 7, stays down". A unit rallies that is Suppressed, under a
    chit of its own side (R13.1). Under one of the other side it is the check of Opportunity Fire: "9 = 6/2, no shot".
    """
    last = events[-1] if events else None
    if not isinstance(last, Declared) or last.action is not Declaration.TROOP_QUALITY_CHECK:
        return events
    if last.face is not None and tells_of_no_shot(clause, last.unit, position):
        return [*events[:-1], replace(last, action=Declaration.OPPORTUNITY_FIRE)]
    if clause.enemy or set(clause.own) - {last.unit} or _RALLIED.search(clause.text) is None:
        return events
    chit = position.game.chits.get(position.activation.chit)
    acts = chit is not None and chit.side in ("", position.side(last.unit))
    rallies = acts and position.units[last.unit].suppressed
    return [*events[:-1], replace(last, action=Declaration.RALLY)] if rallies else events


def _check_once_more(clause: Clause, subject: str) -> list[Declared | RollNamed]:
    """Return the check of the unit spoken of before the line, if a clause tells one like it: "the same: rolled 8"."""
    alone = not (clause.own or clause.enemy or clause.phrases) and clause.face is not None and clause.tells_roll
    if not (subject and alone and _ONCE_MORE.match(clause.text)):
        return []
    return [Declared(subject, Declaration.TROOP_QUALITY_CHECK, clause.text, spoken=True, face=clause.face)]


def _works_on_mines(clause: Clause, unit: str, position: Position) -> bool:
    """Return whether engineers on foot are named with their own hex, and it has mines: "9, the sappers at 24.16"."""
    counter, state = position.game.units[unit], position.units[unit]
    if not (counter.engineer and isinstance(state.place, Hex)) or state.mounted or set(clause.hexes) != {state.place}:
        return False
    return bool(mine_level(position, state.place))


def _names_leader(clause: Clause, position: Position) -> bool:
    words = set(words_of(clause.text))
    names = (words_of(name)[:1] for leader in position.game.leaders.values() for name in leader.names)
    return any(words.issuperset(name) for name in names if name and not name[0].isdigit())


def _of_unit_hit(clause: Clause, before: Clause | None) -> Clause:
    """Return a clause that names a check as that of the unit whose hit is told before it: "S on L/2, conversion"."""
    hit = before is not None and Phrase.RESULT in before.phrases and set(before.phrases) <= {Phrase.RESULT, Phrase.AIM}
    if before is None or not hit or len(before.own) != 1 or before.enemy or clause.own or clause.enemy:
        return clause
    return replace(clause, own=before.own) if _AFTER_HIT.intersection(clause.phrases) else clause


def _of_defender(clause: Clause) -> Clause:
    """Return a clause about an assaulted unit that moves as one about its retreat: "2/VIII falls back"."""
    if clause.own or not clause.enemy:
        return clause
    return replace(clause, phrases=tuple(Phrase.RETREAT if each is Phrase.MOVE else each for each in clause.phrases))


def _is_asked_for(told: Declared | RollNamed, clause: Clause, side: str, position: Position) -> bool:
    """Return whether a clause asks for a roll that only the other side makes by the rules, such as "Supply?".

    Or says that it is now the turn of the other side, by its name.
    """
    if isinstance(told, RollNamed) and told.purpose is RollPurpose.COMMAND_POINTS and told.face is None:
        others = (each for each in position.game.sides.values() if side and each.id != side)
        if any({each.id, each.name.casefold()} & set(words_of(clause.text)) for each in others):
            return True
    owners = exclusive_rules(position.game).owed_rolls
    if not isinstance(told, RollNamed) or told.face is not None or not clause.text.endswith("?"):
        return False
    return bool(side) and owners.get(told.purpose, side) != side


def _is_read_in_part(clause: Clause, told: Sequence[Declared | RollNamed]) -> bool:
    """Return whether a clause says that somebody fires, rolls or is activated, and at whom or for what is not read."""
    fires = bool(SHOTS & set(clause.phrases) or _SHOT_AT.search(clause.text))
    if not told:
        silent = _SILENT.issuperset(clause.phrases)
        rolls = bool(clause.own) and silent and not clause.enemy and bool(_TYPED_FACE.search(clause.text))
        return rolls or (fires and bool(clause.enemy) and clause.speaks_of_action and not clause.own)
    if not all(isinstance(each, Declared) and each.action is Declaration.DIRECT_COMMAND for each in told):
        return False
    return fires or (set(clause.phrases) <= LETS_ACT and _says_more(clause))


def _is_bonus_alone(events: Sequence[Declared | RollNamed]) -> bool:
    """Return whether what was read of a line is the Company Bonus and nothing else: the shot could not be read."""
    bonus = RollPurpose.COMPANY_BONUS
    return bool(events) and all(isinstance(each, RollNamed) and each.purpose is bonus for each in events)


def _says_more(clause: Clause) -> bool:
    """Return whether a clause has other words than those of an activation: "DC 3/1 RA calls its leader"."""
    return any(word.casefold() not in words_in(WordGroup.ACTIVATION) for word in _LONG_WORD.findall(clause.rest))
