"""A small grammar over what players type into the chat in their own words.

A line is cut into clauses; in each of them the units that it names and the phrases of ``chat_words.toml`` are found.
The side that speaks shows who acts: in a clause about fire its own unit fires and the enemy's is the target, whatever
the order of the words. What a clause leaves out it has in common with the one before it ("M/2 on 1/VIII, L/2 spots").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ...game.hexes import Hex
from ...game.open_enums import is_added
from ...game.play import RollPurpose
from ...game.position import Position
from ..events import Declared, ResultTold, RollNamed
from .chat_clauses import COUNTED_POINTS, OF_ONE_UNIT, Clause, clauses_of, with_figures
from .chat_faces import SHOTS, ReportedFace, with_faces
from .chat_phrases import Phrase
from .chat_results import ResultsOfLine

__all__ = ["MAX_LENGTH", "ChatReading", "read_chat"]

_TO_HEX: Final = re.compile(
    r"(?:\b(?:to|into|nach|bis|a|fino a|per|vers|jusqu'en|jusqu'à)|->|=>|→)\s*(?P<hex>\d{2}\.\d{2})\b", re.IGNORECASE
)
"""A move without a verb: "L/2 to 26.12", "2/VIII a 30.13"."""
_POSSIBLY_SUPPRESSED: Final = re.compile(r"\bs\?", re.IGNORECASE)
"""The result S?: with a face and a unit of the speaker's own, his check against it."""
_BARE_FACE: Final = re.compile(
    r"(?:(?:i\s+)?roll(?:ed|s)?\s+|it'?s\s+)?(?:an?\s+|the\s+)?\d"
    r"(?:\s+(?:ok|okay|no|nope|of course|again|made it|damn|argh|sadly))?[\s.!?]*",
    re.IGNORECASE,
)
"""A clause that is a face and no more than a sigh: "9 of course"."""
_GOES_ON: Final = re.compile(
    r"\s*(?:(?:and|then|now|also)\b[\s,]*)*(?:(?:it|he|she|they)\s+)?(?:then\s+|also\s+)?(?:fires|shoots|opens\s+up|attacks|engages)\b"
    r"|\s*(?:and|then)\b[\s,]*(?:fire|shoot)\b"
    r"|\s*(?:(?:and|then|e|ed|poi|et|puis|und|dann)\b[\s,]*)+(?:goes|moves|drives|vad?[oa]?|prosegu[oe]|geht|fährt)\b.*\d\d\.\d\d",
    re.IGNORECASE,
)
"""A line that goes on about the unit spoken of before it: "and shoots at 6/2", "e vado in 27.13"."""
_OTHER_SUBJECT: Final = re.compile(
    r"\s*(?:and\s+|then\s+|now\s+)*(?:the|my|our|a|one\s+of|another)\s+\w", re.IGNORECASE
)
"""The beginning of a clause about somebody who could not be read: "The mortar of BP1 fires at 1/I"."""
_YOU_ACT: Final = re.compile(
    r"\b(?:if|whether|do|did|will|would|may|can)\s+(?:you|u)\s+(?:want\s+to\s+|wish\s+to\s+|like\s+to\s+)?[a-z]+"
    r"|\bfor\s+\w+\s+to\s+(?:convert|check|roll|mark)\b",
    re.IGNORECASE,
)
"""What the other player may do: "say if you fire at the tanks", "an S for Pieter to convert"."""
_OF_ANOTHER: Final = re.compile(r"\b(?:of|by|with|for)\s+(?:the\s+)?(?:\d{2,}|\w+/)", re.IGNORECASE)
"""Somebody whose name could not be read: "rally of 288"."""
_THEY: Final = re.compile(r"\b(?:it|he|she|they)\b", re.IGNORECASE)
"""The unit that was named last."""
_THEY_DO: Final = re.compile(r"\s*(?:and\s+|so\s+|then\s+)*(?:it|he|she|they)\s+\w", re.IGNORECASE)
_SHOT_AT: Final = re.compile(r"->|→|=>|\bvs\b", re.IGNORECASE)
"""The signs and words that stand before nothing but a target."""
_CHECKED: Final = re.compile(r"\b(?:ok(?:ay)?|pass(?:ed|es)?|fail(?:ed|s)?|too\s+(?:much|high))\b", re.IGNORECASE)
"""What is said of a check and of no shot: "7 is too much"."""
MAX_LENGTH: Final = 3_000
"""The most characters of a line that is read: some tell of a whole Division chit in one."""
_SPOTTING: Final = re.compile(r"\bspot", re.IGNORECASE)

_OWN_ROLLS: Final[Mapping[Phrase, RollPurpose]] = {
    Phrase.SUPPRESSION_CHECK: RollPurpose.SUPPRESSION,
    Phrase.TROOP_QUALITY_CHECK: RollPurpose.OPEN,
    Phrase.CONVERSION_CHECK: RollPurpose.CONVERSION,
    Phrase.COMPANY_BONUS_CHECK: RollPurpose.COMPANY_BONUS,
    Phrase.COMMAND_POINTS: RollPurpose.COMMAND_POINTS,
    Phrase.RALLY: RollPurpose.RALLY,
    Phrase.MINEFIELD_ROLL: RollPurpose.MINEFIELD,
    Phrase.WITHDRAWAL_ROLL: RollPurpose.WITHDRAWAL,
    Phrase.WEATHER_ROLL: RollPurpose.WEATHER,
    Phrase.AIRPOWER_ROLL: RollPurpose.AIRPOWER,
    Phrase.SUPPLY_ROLL: RollPurpose.SUPPLY,
    Phrase.EVENT_ROLL: RollPurpose.RANDOM_EVENT,
}
"""The rolls that are announced without a unit, by the purpose of the roll; open for any check of Troop Quality."""
_WORKS: Final = frozenset({
    Phrase.BUILD_IMPROVED_POSITION, Phrase.BUILD_ENTRENCHMENT, Phrase.CLEAR_MINES, Phrase.LAY_MINES,
    Phrase.SEEK_CONTACT,
})  # fmt: skip
"""Actions for which a unit checks once."""
_ROLLED: Final = frozenset({*SHOTS, *_OWN_ROLLS, *_WORKS, Phrase.COMPANY_BONUS_CHECK, Phrase.SPOTTER})
"""The declarations with a die."""
_BEGIN: Final = frozenset({*SHOTS, *_WORKS, Phrase.RALLY})
"""The declarations that begin an action with dice."""
_FIRE_WORDS: Final = frozenset({*SHOTS, Phrase.COMPANY_BONUS_CHECK, Phrase.WITHOUT_COMPANY_BONUS})
"""Phrases that are about fire."""
_AS_WELL: Final = re.compile(r"\b(?:also|too|as well|likewise)\b", re.IGNORECASE)
_CHECKS_OF_TARGET: Final = frozenset({
    Phrase.SUPPRESSION_CHECK, Phrase.CONVERSION_CHECK, Phrase.TROOP_QUALITY_CHECK,
})  # fmt: skip
_CHECKS: Final = frozenset({
    Phrase.TROOP_QUALITY_CHECK, Phrase.SUPPRESSION_CHECK, Phrase.CONVERSION_CHECK, Phrase.COMPANY_BONUS_CHECK,
})  # fmt: skip
"""The checks that a Command Point buys, where one is said to be paid for them."""
_PAID_FOR: Final = re.compile(
    r"\b(?:\d|an?|one)\s+(?:cps?|(?:command\s+)?points?)\b|\b(?:cps?|points?)\s+(?:for|buys?|on)\b", re.IGNORECASE
)
"""A Command Point that is paid for something: "1 cp on the check", "cp for the tq"."""
_OUTCOME: Final = re.compile(
    r"[:\s]*\d\s*[,:=]?\s*(?:is\s+)?(?:ok(?:ay)?|yes|no|nope|good|bon|gut|passed|failed|passes|fails|pass|fail|holds?|supp\.?|suppressed)?[\s.!]*",
    re.IGNORECASE,
)
"""The rest of a clause about nothing but a unit's check: "3rd 9 no"."""
_LONG_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_OF_ACTIVATION: Final = frozenset({
    "direct", "command", "activated", "activates", "acts", "action", "second", "again", "point", "points", "cps", "pay",
    "paying", "pays", "costs", "spend", "spending", "for", "one", "two", "three", "each", "also", "too", "with", "and",
    "then", "now", "next", "the", "its", "under",
})  # fmt: skip
"""The words with which nothing more is said than that a unit is activated, and at what price."""
_LETS_ACT: Final = frozenset({Phrase.DIRECT_COMMAND, Phrase.SECOND_ACTION})
"""Phrases that say why a unit may act, and not what it does."""


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


@dataclass(slots=True)
class _Context:
    """The context that a clause takes from those before it."""

    firer: str = ""
    subject: str = ""
    """The speaker's own unit that was named last; it fires if a clause names none."""
    target: str = ""
    kind: Phrase | None = None
    directed: bool = False
    """True if the line begins with who acts by Direct Command ("dc: …")."""
    fires: bool = False
    """True if the line speaks of fire."""
    untargeted: bool = False
    """True if a shot was told last, and its target not yet: "6/BM2 fires at those pioneers, 1/33"."""
    announced: Phrase | None = None
    """The kind of the shot that the clause before consists of: "Counterbattery, 1/1 RA FFL at 1/132"."""
    paying: bool = False
    """True if Command Points were just said to be paid for units."""
    corrects: bool = False
    """True if the line has taken back what was announced: a target alone is then that of the unit spoken of."""


def read_chat(text: str, position: Position, side: str, subject: str = "", target: str = "") -> ChatReading:
    """Return the reading of a chat line.

    Args:
        text: what was typed.
        position: the table at that moment; units answer to their names in it.
        side: the side that the speaker plays; empty if unknown, and then the unit named first acts.
        subject: the unit of his that he moved or spoke of last; a line that only goes on is about it.
        target: the unit that his side has fired at last, which "same target" means.
    """
    if len(text) > MAX_LENGTH:
        return ChatReading(speaks_of_action=True)
    context = _Context(subject=subject if _GOES_ON.match(text) else "", target=target)
    events, reported, found = list[Declared | RollNamed](), list[ReportedFace](), set[Phrase]()
    results = ResultsOfLine()
    speaks_of_action = in_part = False
    clauses = list(clauses_of(text, position, side))
    before: Clause | None = None
    context.fires = any(_FIRE_WORDS.intersection(each.phrases) for each in clauses)
    named = _with_targets_behind_spotters(_with_targets_named_behind(clauses))
    for clause in _with_units_named_before(_with_assault_named_before(named)):
        found.update(clause.phrases)
        speaks_of_action = speaks_of_action or clause.speaks_of_action
        if {Phrase.DISMISSED_DIE, Phrase.DISMISSED_DRAG} & set(clause.phrases):
            continue
        if Phrase.DISMISSED_ACTION in clause.phrases:
            context.subject, context.corrects = subject, True
            events, reported, speaks_of_action, in_part = [], [], False, False
            results = ResultsOfLine()
            continue
        if _LETS_ACT.intersection(clause.phrases):
            context.kind = None  # another action begins: what is fired in it is not what was fired in the last one
        told = list(_events(clause, context, position))
        context.announced = _kind_announced(clause)
        in_part = in_part or _is_read_in_part(clause, told)
        told, reported = _with_face_before(told, reported, before)
        last, before = before, clause
        if told:
            events, known = _with_reported(events, reported), []
        else:
            known = _reported(clause, reported, last)
        results.take(clause, len(events), told, tells_face=len(known) > len(reported))
        events, reported = [*events, *told], known
        context.subject = clause.own[0] if clause.own else context.subject
    events = results.after(_with_reported(events, reported))
    if Phrase.ROLLED_BY_THE_OTHER_SIDE in found:
        events = [replace(each, asked=each.face is None) for each in events]
    dismisses = Phrase.DISMISSED_DIE in found and not events
    speaks_of_points = Phrase.COMMAND_POINTS in found or bool(COUNTED_POINTS.search(text))
    if speaks_of_points and not events and len(reported) == 1 and found <= {Phrase.COMMAND_POINTS, Phrase.SAYS_NOTHING}:
        events = [RollNamed(RollPurpose.COMMAND_POINTS, reported[0].face)]  # "3: we have 10 cp"
    takes_back = Phrase.DISMISSED_DRAG in found
    return ChatReading(
        tuple(events), dismisses, takes_back, Phrase.DISMISSED_ACTION in found, speaks_of_action, speaks_of_points,
        Phrase.LEFT_TO_THE_OTHER_SIDE in found, in_part, results.leading,
    )  # fmt: skip


def _with_targets_named_behind(clauses: Sequence[Clause]) -> Iterator[Clause]:
    """Yield clauses; a target that is named only behind a noun goes with the shot: "6/2 at the other tank, 2/IX"."""
    at = 0
    while at < len(clauses):
        clause, at = clauses[at], at + 1
        following = clauses[at] if at < len(clauses) else None
        aims = clause.own and Phrase.AIM in clause.phrases and not (clause.enemy or clause.hexes)
        if aims and following is not None and following.enemy and not (following.own or following.phrases):
            clause = replace(clause, enemy=following.enemy)
        yield clause


def _with_targets_behind_spotters(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; who is only named before a spotter fires at the enemy behind.

    "M/2, L/2 looks with the 3, and the 2 = S on 1/I".
    """
    known = list(clauses)
    for at, clause in enumerate(known):
        spots, following = known[at + 1 : at + 2], known[at + 2 : at + 3]
        if (
            len(clause.own) == 1 and _is_only_named(clause)
            and spots and Phrase.SPOTTER in spots[0].phrases and spots[0].own and not spots[0].enemy
            and following and following[0].enemy and set(following[0].phrases) <= {Phrase.RESULT, Phrase.AIM}
            and not following[0].own
        ):  # fmt: skip
            clause = replace(clause, enemy=following[0].enemy, phrases=(Phrase.FIRE,))
        yield clause


def _is_only_named(clause: Clause) -> bool:
    """Return whether a clause has units and no more."""
    only_named = not (clause.enemy or clause.phrases or clause.hexes or clause.faces)
    return bool(clause.own) and only_named and (not clause.rest or clause.rest.endswith(":"))


def _with_assault_named_before(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; units that are named behind an assault make it together: "assault by 1/I and 2/I on 24.15"."""
    begun: Clause | None = None
    for clause in clauses:
        if begun is not None and clause.own and not (clause.enemy or set(clause.phrases) - {Phrase.AIM}):
            begun = replace(
                begun, own=(*begun.own, *clause.own), hexes=clause.hexes, text=f"{begun.text} {clause.text}"
            )
            if not clause.hexes:
                continue
            clause, begun = begun, None
        elif begun is not None:
            yield begun
            begun = None
        if Phrase.ASSAULT in clause.phrases and clause.own and not (clause.enemy or clause.hexes):
            begun = clause
        else:
            yield clause
    if begun is not None:
        yield begun


def _with_units_named_before(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield clauses; who is only named before others joins in what they are said to do: "1/I and 2/I assault 24.15".

    An assault is one action of them all, a move is each one's own.
    """
    named: tuple[str, ...] = ()
    for clause in clauses:
        if _is_only_named(clause):
            named = (*named, *clause.own)
        elif named and clause.own and Phrase.ASSAULT in clause.phrases:
            clause, named = replace(clause, own=(*named, *clause.own)), ()
        elif named and clause.own and Phrase.MOVE in clause.phrases and not clause.enemy:
            yield from (replace(clause, own=(unit,), faces=()) for unit in named)
            named = ()
        else:
            named = ()
        yield clause


def _is_read_in_part(clause: Clause, told: Sequence[Declared | RollNamed]) -> bool:
    """Return whether a clause says that somebody fires or is activated, and at whom, or for what, could not be read."""
    fires = bool(SHOTS & set(clause.phrases) or _SHOT_AT.search(clause.text))
    if not told:
        return fires and bool(clause.enemy) and clause.speaks_of_action and not clause.own
    if not all(isinstance(each, Declared) and each.action == Phrase.DIRECT_COMMAND for each in told):
        return False
    return fires or (set(clause.phrases) <= _LETS_ACT and _says_more(clause))


def _says_more(clause: Clause) -> bool:
    """Return whether a clause has other words than those of an activation: "DC 3/1 RA calls its leader"."""
    return any(word.casefold() not in _OF_ACTIVATION for word in _LONG_WORD.findall(clause.rest))


def _with_face_before(
    told: list[Declared | RollNamed], reported: list[ReportedFace], before: Clause | None
) -> tuple[list[Declared | RollNamed], list[ReportedFace]]:
    """Return what a clause declares, and the faces reported before it: "1, converted" is one roll in two clauses."""
    bare = before is not None and before.face is not None and _is_bare(before)
    first = told[0] if len(told) == 1 else None
    if not (bare and reported and isinstance(first, RollNamed) and first.face is None):
        return told, reported
    return [replace(first, face=reported[-1].face)], reported[:-1]


def _is_bare(clause: Clause) -> bool:
    """Return whether a clause is a face and no more than a sigh."""
    return _BARE_FACE.fullmatch(with_figures(clause.text)) is not None


def _reported(clause: Clause, known: Sequence[ReportedFace], before: Clause | None) -> list[ReportedFace]:
    """Return the faces reported so far with that of a clause ("3 is a C", "9 of course"), or with what it says of them.

    "4, spotted" and "4, ok" are two clauses: a face, and the check that it was rolled for; "no spot, 9" are, too.
    """
    spots = Phrase.SPOTTER in clause.phrases or _SPOTTING.search(clause.text) is not None
    if before is not None and before.face is None and Phrase.RESULT in before.phrases and _is_bare(clause):
        spots = spots or _SPOTTING.search(before.text) is not None
    of_check = _CHECKED.search(clause.text) is not None
    if clause.own or clause.enemy:
        return [*known]
    if clause.face is not None and (
        Phrase.RESULT in clause.phrases or spots or of_check or _is_bare(clause)
    ):  # fmt: skip
        return [*known, ReportedFace(clause.face, spots, of_check)]
    if (spots or of_check) and known and clause.face is None:
        last = known[-1]
        return [*known[:-1], replace(last, of_spotting=spots or last.of_spotting, of_check=of_check or last.of_check)]
    return [*known]


def _with_reported(
    events: Sequence[Declared | RollNamed], reported: Sequence[ReportedFace]
) -> list[Declared | RollNamed]:
    """Return what a line declares with the faces that it reports of its rolls.

    A lone face is that of the check that was told last, or of the action. The face of a check is no shot's: it may be
    that of a check in one, or of the action that the shot interrupts.
    """
    rolls = [at for at, each in enumerate(events) if each.face is None and _has_die(each)]
    begun = max((at for at in rolls if _begins(events[at])), default=0)
    checks = [each for each in reported if each.of_check and not each.of_spotting]
    in_order = [at for at in rolls if at >= begun and not (_begins(events[at]) and _is_shot(events[at]))]
    told_last = bool(rolls) and rolls[-1] == len(events) - 1 in in_order
    if (
        len(reported) == 1
        and told_last
        and not reported[0].of_spotting
        and (checks or not _is_part_of_shot(events[-1]))
    ):
        return _with_check_faces(events, {rolls[-1]: reported[0].face})
    if not rolls or not checks:
        return with_faces(events, [at for at in rolls if at >= begun] if len(reported) == 1 else rolls, reported)
    parts = [at for at in in_order if _is_part_of_shot(events[at])]
    told = _with_check_faces(events, dict(zip(parts, [each.face for each in checks], strict=False)))
    told = with_faces(
        told, [at for at in rolls if told[at].face is None], [each for each in reported if each not in checks]
    )
    return [*told, *(RollNamed(RollPurpose.OPEN, each.face) for each in checks[len(parts) :])]


def _with_check_faces(
    events: Sequence[Declared | RollNamed], faces: Mapping[int, int]
) -> list[Declared | RollNamed]:  # fmt: skip
    return [replace(each, face=faces[at]) if at in faces else each for at, each in enumerate(events)]


def _is_shot(event: Declared | RollNamed) -> bool:
    return isinstance(event, Declared) and event.action in SHOTS


def _is_part_of_shot(event: Declared | RollNamed) -> bool:
    """Return whether what is declared is a check that a shot begins with."""
    return isinstance(event, Declared) and event.action in (Phrase.SPOTTER, Phrase.COMPANY_BONUS_CHECK)


def _begins(event: Declared | RollNamed) -> bool:
    """Return whether an action with dice begins with what is declared."""
    return isinstance(event, Declared) and event.action in _BEGIN


def _has_die(event: Declared | RollNamed) -> bool:
    """Return whether a line may report a die of what it declares."""
    return isinstance(event, RollNamed) or event.action in _ROLLED


def _events(clause: Clause, context: _Context, position: Position) -> Iterator[Declared | RollNamed]:
    """Yield what a clause declares, in the order in which the menus would say it."""
    phrases = set(clause.phrases)
    if Phrase.RESULT in phrases and not clause.own and not phrases & SHOTS:
        return
    if Phrase.LEFT_TO_THE_OTHER_SIDE in phrases or Phrase.DECLINED in phrases:
        phrases -= {*_OWN_ROLLS, Phrase.OPPORTUNITY_FIRE, Phrase.FIRE}
        if Phrase.DECLINED in phrases:
            return
    if Phrase.AIR_STRIKE in phrases and clause.enemy and not clause.own:
        yield Declared(clause.enemy[0], Phrase.TARGET, clause.text, spoken=True)
        return
    if Phrase.DIRECT_COMMAND in phrases:
        context.directed = context.directed or not clause.own
    if clause.asks_the_other_side or (clause.addresses and not clause.own) or _YOU_ACT.search(clause.text):
        return
    if phrases & _CHECKS and _PAID_FOR.search(clause.text):
        yield from (Declared(unit, Phrase.AUTOMATIC_PASS, clause.text, spoken=True) for unit in clause.own)
        return
    activated = list(_activations(clause, phrases, context))
    context.paying = bool(activated) and not phrases & SHOTS
    yield from activated
    if context.corrects and context.subject and Phrase.AIM in phrases and clause.enemy and not clause.own:
        clause = replace(clause, own=(context.subject,))
    if phrases & SHOTS or _aims(clause, phrases):
        yield from _shot(clause, phrases, context, position)
        return
    if (part := _part_of_shot(clause, phrases, context)) is not None:
        yield from part
        return
    if phrases & _CHECKS_OF_TARGET and clause.enemy and not clause.own:  # whoever fires may roll for his target
        clause = replace(clause, own=clause.enemy)
    yield from _of_own_unit(_going_on(clause, phrases, context), phrases)


def _part_of_shot(clause: Clause, phrases: set[Phrase], context: _Context) -> list[Declared] | None:
    """Return what a clause declares of the shot that was told before it; None if it is about something else."""
    if Phrase.SPOTTER in phrases and (spotter := _spotter(clause, context)) is not None:
        return spotter
    if Phrase.TARGET in phrases and (clause.enemy or clause.own):
        return [Declared((clause.enemy or clause.own)[0], Phrase.TARGET, spoken=True)]
    if Phrase.COMPANY_BONUS_CHECK in phrases and context.firer and not clause.own:
        return [Declared(context.firer, Phrase.COMPANY_BONUS_CHECK, spoken=True, face=clause.face)]
    if phrases == {Phrase.RESULT} and _POSSIBLY_SUPPRESSED.search(clause.text):
        return [_said_of_own_unit(clause, Phrase.SUPPRESSION_CHECK)]
    if clause.enemy and context.untargeted and not (clause.own or clause.phrases or clause.hexes or clause.rest):
        context.untargeted, context.target = False, clause.enemy[0]
        return [Declared(clause.enemy[0], Phrase.TARGET, spoken=True)]
    if _fires_as_well(clause, context):
        context.firer = clause.own[0]
        kind = context.kind or Phrase.FIRE
        return [_said_of_own_unit(clause, kind), Declared(context.target, Phrase.TARGET, spoken=True)]
    if _is_outcome(clause, phrases):
        is_fire = context.kind is Phrase.OPPORTUNITY_FIRE and clause.own[0] != context.firer
        return [_said_of_own_unit(clause, Phrase.OPPORTUNITY_FIRE if is_fire else Phrase.TROOP_QUALITY_CHECK)]
    return None


def _spotter(clause: Clause, context: _Context) -> list[Declared] | None:
    """Return the spotter that a clause names; None if no unit of the speaker's spots."""
    if clause.own and _THEY_DO.match(clause.text):
        return []  # "it sees 1/I": the other side's unit sees one of the speaker's
    if not clause.own and context.subject and _THEY.search(clause.text) and context.subject != context.firer:
        clause = replace(clause, own=(context.subject,))
    if not clause.own:
        return None
    context.firer = clause.own[1] if len(clause.own) > 1 else context.firer
    return [_said_of_own_unit(clause, Phrase.SPOTTER)]


def _said_of_own_unit(clause: Clause, action: Phrase) -> Declared:
    """Return what a clause declares of its first unit of the speaker's side."""
    return Declared(clause.own[0], action, clause.text, spoken=True, face=clause.face)


def _fires_as_well(clause: Clause, context: _Context) -> bool:
    """Return whether a clause says that one more unit fires at the same target: "6/2 also, without bonus"."""
    alone = len(clause.own) == 1 and not (clause.enemy or clause.phrases or clause.hexes)
    return alone and context.fires and bool(context.target) and _AS_WELL.search(clause.text) is not None


def _is_outcome(clause: Clause, phrases: set[Phrase]) -> bool:
    """Return whether a clause tells of nothing but the check of one unit: "3rd 9 no"."""
    alone = len(clause.own) == 1 and not clause.enemy and not clause.hexes
    return alone and clause.face is not None and phrases <= {Phrase.RESULT} and bool(_OUTCOME.fullmatch(clause.rest))


def _aims(clause: Clause, phrases: set[Phrase]) -> bool:
    """Return whether a clause is a shot without a verb: one unit, a preposition, an arrow or any word, an enemy.

    Who spots an enemy for another unit speaks of its shot: "the mortars look for 22 CNA through the glasses of 1/XII".
    """
    others = OF_ONE_UNIT - {Phrase.SPOTTER, Phrase.COMPANY_BONUS_CHECK, Phrase.DIRECT_COMMAND, Phrase.SECOND_ACTION}
    aimed = (
        clause.is_aimed or (Phrase.AIM in phrases and clause.enemy) or Phrase.SAME_TARGET in phrases
        or (clause.spotter and len(clause.own) > 1 and clause.enemy)
    )  # fmt: skip
    return bool(aimed and clause.own) and not phrases & others


def _activations(clause: Clause, phrases: set[Phrase], context: _Context) -> Iterator[Declared]:
    """Yield the units that a clause says to be activated by Direct Command, or by a Command Point each."""
    paid = Phrase.COMMAND_POINTS in phrases or (context.paying and not phrases)
    if Phrase.DIRECT_COMMAND in phrases or (paid and not clause.enemy):
        yield from (Declared(unit, Phrase.DIRECT_COMMAND, spoken=True) for unit in clause.own)
    elif context.directed and clause.own and phrases & (SHOTS | {Phrase.MOVE, Phrase.RALLY}):
        together = clause.own if Phrase.ASSAULT in phrases else clause.own[:1]
        yield from (Declared(unit, Phrase.DIRECT_COMMAND, spoken=True) for unit in together)


def _shot(
    clause: Clause, phrases: set[Phrase], context: _Context, position: Position
) -> Iterator[Declared | RollNamed]:
    """Yield a shot: who fires, who spots, at whom; of Opportunity Fire no more than that, if nobody is named for it."""
    spotter = clause.spotter if Phrase.SPOTTER in phrases and len(clause.own) > 1 else ""
    own = [each for each in clause.own if each != spotter]
    firer = own[0] if own else context.firer or (context.subject if _begins_with_verb(clause) else "")
    if Phrase.COMPANY_BONUS_CHECK in phrases and not (own or clause.enemy):
        return
    target = clause.enemy[0] if clause.enemy else context.target if Phrase.SAME_TARGET in phrases else ""
    if not firer and target and Phrase.OPPORTUNITY_FIRE in phrases and not clause.text.endswith("?"):
        yield RollNamed(RollPurpose.OPPORTUNITY, clause.face)
    if not firer or not (own or target or (clause.hexes and Phrase.ASSAULT in phrases)):
        return
    kind = _kind_of_shot(clause, phrases, context, firer, target, position)
    context.firer, context.target, context.kind = firer, target or context.target, kind
    context.untargeted = not target
    bonus = Phrase.COMPANY_BONUS_CHECK in phrases
    of_spotting, of_bonus, of_shot = _faces_of_shot(clause, spotted=bool(spotter), bonus=bonus)
    yield Declared(firer, kind, clause.text, spoken=True, face=of_shot)
    if kind is Phrase.ASSAULT:
        yield from (Declared(unit, kind, clause.text, spoken=True) for unit in own if unit != firer)
    if spotter:
        yield Declared(spotter, Phrase.SPOTTER, spoken=True, face=of_spotting)
    if bonus:
        yield Declared(firer, Phrase.COMPANY_BONUS_CHECK, spoken=True, face=of_bonus)
    if target and kind is not Phrase.OPPORTUNITY_FIRE:
        yield Declared(target, Phrase.TARGET, spoken=True)


def _begins_with_verb(clause: Clause) -> bool:
    """Return whether nobody is named before what a clause says of a shot: it goes on about the unit before it."""
    return _OTHER_SUBJECT.match(clause.text) is None


def _faces_of_shot(clause: Clause, *, spotted: bool, bonus: bool) -> tuple[int | None, int | None, int | None]:
    """Return the faces of a shot's dice that its clause tells: of the spotter's check, of the bonus, of the shot.

    As many faces as dice are in the order of the rules; one alone is the shot's, unless it stands with the bonus or
    with who spots.
    """
    faces = list(clause.faces)
    if len(faces) == 1 + spotted + bonus:
        of_spotting = faces.pop(0) if spotted else None
        return of_spotting, faces.pop(0) if bonus else None, faces[0]
    if clause.face_of_bonus and bonus:
        return None, clause.face, None
    if clause.face_of_spotter and spotted:
        return clause.face, None, None
    return None, None, clause.face


def _kind_of_shot(
    clause: Clause, phrases: set[Phrase], context: _Context, firer: str, target: str, position: Position
) -> Phrase:
    """Return the kind of a shot; an assault on a hex that is named is one, however far away.

    Who joins an assault whose hex is not named yet takes part in it: "assault: 1/I and 2/I into 24.15".
    """
    for phrase in (Phrase.OPPORTUNITY_FIRE, Phrase.COUNTERBATTERY_FIRE, Phrase.ASSAULT_FIRE, Phrase.INDIRECT_FIRE):
        if phrase in phrases:
            return phrase
    if Phrase.ASSAULT in phrases and (clause.hexes or _adjacent(firer, target, position)):
        return Phrase.ASSAULT
    if context.kind is Phrase.ASSAULT and context.untargeted and clause.hexes:
        return Phrase.ASSAULT
    if context.announced is not None:
        return context.announced
    if context.kind is Phrase.ASSAULT and firer == context.firer and Phrase.ASSAULT not in phrases:
        return Phrase.ASSAULT_FIRE  # the assault has been declared before it in the line
    return context.kind if context.kind is not None and firer == context.firer else Phrase.FIRE


def _kind_announced(clause: Clause) -> Phrase | None:
    """Return the kind of shot that a clause names and no more; None if it says anything else."""
    alone = len(clause.phrases) == 1 and not (clause.own or clause.enemy or clause.hexes or clause.faces)
    kinds = {Phrase.COUNTERBATTERY_FIRE, Phrase.INDIRECT_FIRE, Phrase.OPPORTUNITY_FIRE} & set(clause.phrases)
    return clause.phrases[0] if alone and kinds and not clause.text.endswith("?") else None


def _adjacent(firer: str, target: str, position: Position) -> bool:
    """Return whether an assault is possible by distance: "attacks" of a unit farther away is fire (R11.1)."""
    if not target:
        return True
    here, there = position.units[firer].place, position.units[target].place
    layout = position.game.map.layout
    return isinstance(here, Hex) and isinstance(there, Hex) and layout.distance(here, there) <= 1


def _going_on(clause: Clause, phrases: set[Phrase], context: _Context) -> Clause:
    """Return a clause that goes on about the unit before it as one of that unit: "1/VIII failed, then rallied"."""
    moves = Phrase.MOVE in phrases and bool(clause.hexes)
    if clause.own or clause.enemy or not context.subject or not (moves or Phrase.RALLY in phrases):
        return clause
    if _OF_ANOTHER.search(clause.rest):
        return clause
    return replace(clause, own=(context.subject,))


def _names_action(phrases: set[Phrase]) -> bool:
    """Return whether phrases say what a unit of the speaker's own does."""
    return bool(phrases & OF_ONE_UNIT) or any(map(is_added, phrases))


def _of_own_unit(clause: Clause, phrases: set[Phrase]) -> Iterator[Declared | RollNamed]:
    """Yield the declarations about the speaker's own units, or about a roll without a unit."""
    for phrase in clause.phrases:
        if phrase not in phrases or phrase is Phrase.DIRECT_COMMAND:
            continue
        if phrase is Phrase.COMMAND_POINTS:
            if not clause.own and (clause.face_of_sum is not None or not clause.pays):
                yield RollNamed(_OWN_ROLLS[phrase], clause.face_of_sum)
        elif (phrase in OF_ONE_UNIT or is_added(phrase)) and clause.own:
            way = _destination(clause) if phrase is Phrase.MOVE or is_added(phrase) else ()
            yield Declared(clause.own[0], phrase, clause.text, spoken=True, way=way[-1:], face=clause.face)
            return
        elif phrase in _OWN_ROLLS:
            yield RollNamed(_OWN_ROLLS[phrase], clause.face)
            return
    if clause.own and clause.hexes and _TO_HEX.search(clause.text) and not _names_action(phrases - _LETS_ACT):
        yield Declared(clause.own[0], Phrase.MOVE, clause.text, spoken=True, way=_destination(clause), face=clause.face)


def _destination(clause: Clause) -> tuple[Hex, ...]:
    """Return the hex that a move ends in: the one behind the last "to", or the last one that is named."""
    to = [found["hex"] for found in _TO_HEX.finditer(clause.text)]
    return (Hex.parse(to[-1]),) if to else clause.hexes
