"""Lines of the notation read as actions (:mod:`.printing` prints them).

What the rules can determine may be left open: a die without a stated purpose has an empty purpose, and a step
``to`` a hex an empty kind; :mod:`adjudicator.rules.notation_resolution` fills them in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from ..hexes import Hex
from ..loading.suggestions import did_you_mean
from ..names import NameNotFound
from ..play import Action, MoveStep, Roll, RollPurpose
from .matching import KINDS, SUBJECT, Fit, Miss, first_wrong, fit, refused
from .names import Names
from .printing import COMMAND_POINT, NOBODY
from .set_up import SetUp
from .table import ActionForms, Clause, Form, Phrase, StepForm
from .words import Words, words_of_line

__all__ = ["read_action_line", "read_action_words", "read_script_words"]

_DICE: Final = ("die", "dice")
_BY: Final = "by"
_MAX_DICE: Final = 1_000
_MAX_CLAUSES: Final = 200


def read_action_line(line: str, names: Names) -> Action:
    """Return the action that a line describes. Raises :class:`NotationError` at the first word that fits nothing."""
    return read_action_words(words_of_line(line), names)


def read_action_words(words: Words, names: Names) -> Action:
    """Return the action that the words of a line describe. Raises :class:`NotationError`."""
    action: Action = _Parser(names).made(words, tuple(names.notation.table.actions.values()))
    return action


def read_script_words(words: Words, names: Names) -> Action | SetUp:
    """Return the action, or the set-up of a counter, in the words of a script's line. Raises :class:`NotationError`."""
    table = names.notation.table
    made: Action | SetUp = _Parser(names).made(words, (*table.actions.values(), table.set_up))
    return made


def _named(names: Names, kind: str, words: Words) -> str:
    """Return the id of the one that words name. Raises :class:`NotationError`."""
    if not words:
        raise words.error(0, f"{KINDS[kind]} is missing here")
    is_id = len(words) == 1 and words.words[0].is_quoted
    wrong = (at for at, word in enumerate(words.words) if word.mark or word.is_quoted)
    if not is_id and (at := next(wrong, None)) is not None:
        raise words.error(at, f"only one {kind} can be named here", KINDS[kind])
    try:
        return names.by_id(kind, words.words[0].text) if is_id else names.find(kind, words.text)
    except NameNotFound as error:
        raise words.whole_error(f"{error.problem} this name", error.listed) from None


def _hex(words: Words) -> Hex:
    try:
        return Hex.parse(words.text)
    except ValueError:
        raise words.whole_error("not a hex", KINDS["hex"]) from None


def _place(names: Names, words: Words) -> Hex | str:
    """Return the hex, or the id of the box of the map, that words name. Raises :class:`NotationError`."""
    return _hex(words) if words.text[:1].isdigit() else _named(names, "place", words)


class _Parser:
    """Reads one line."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._table = names.notation.table

    def made(self, words: Words, possible: Sequence[ActionForms]) -> Any:
        """Return what the words describe, by one of the *possible* ways to write it. Raises NotationError."""
        said, *dice = words.split(";")
        if not said:
            raise said.error(0, "an action is missing before the semicolon" if dice else "there is no action here")
        main, clauses = _main_and_clauses(said)
        forms, form, found = _begun(main, possible)
        values: dict[str, Any] = dict(form.values)
        for slot, part in found.slots:
            values[slot.field] = self._value(slot.kind, part)
        rest = main.part(found.end)
        if forms.type == "move":
            self._read_move(forms, values, rest, clauses)
        else:
            self._read_clauses(forms, values, [rest] * bool(len(rest)) + clauses, [*self._values_of(forms, values)])
        for part in dice:
            if not forms.takes_dice:
                raise part.error(0, "no die is rolled for this")
            values["rolls"] = (*values.get("rolls", ()), *self._dice(part, forms, values))
        if len(values.get("rolls", ())) > _MAX_DICE:
            raise words.whole_error("there are too many dice", f"at most {_MAX_DICE:,}")
        return forms.made(**values)

    @staticmethod
    def _values_of(forms: ActionForms, values: Mapping[str, Any]) -> tuple[str, ...]:
        return tuple(clause.field for clause in forms.clauses if clause.field in values)

    def _value(self, kind: str, words: Words) -> Any:
        match kind:
            case "hex":
                return _hex(words)
            case "place":
                return _place(self._names, words)
            case "units":
                if words.text.casefold() == NOBODY:
                    return ()
                return tuple(_named(self._names, "unit", part) for part in words.split(","))
            case _:
                return _named(self._names, kind, words)

    # clauses

    def _read_clauses(
        self, forms: ActionForms, values: dict[str, Any], parts: Sequence[Words], said: list[str]
    ) -> None:
        for part in parts:
            clause, fitted = self._clause(forms, part)
            item = tuple(self._value(slot.kind, found) for slot, found in fitted.slots)
            value: Any = True if not item else item[0] if len(item) == 1 else item
            if clause.is_list:
                values[clause.field] = (*values.get(clause.field, ()), value)
                if len(values[clause.field]) > _MAX_CLAUSES:
                    raise part.error(0, "too much is said here", f"at most {_MAX_CLAUSES}")
            elif clause.field in said:
                raise part.whole_error("this is said twice")
            else:
                values[clause.field] = value
                said.append(clause.field)

    def _clause(self, forms: ActionForms, words: Words) -> tuple[Clause, Fit]:
        misses: list[Miss] = []
        for clause in forms.clauses:
            for pattern in clause.patterns:
                found = fit(pattern, words)
                if isinstance(found, Fit):
                    return clause, found
                misses.append(found)
        raise refused(words, misses, "this cannot follow here")

    # moves

    def _read_move(self, forms: ActionForms, values: dict[str, Any], rest: Words, clauses: list[Words]) -> None:
        """Read the steps of a move, and the rest of the line."""
        rest, bracket = _without_bracket(rest, at_end=False)
        if bracket is not None:
            values["rolls"], reveals = self._happenings(bracket, forms, values)
            if reveals:
                raise bracket.error(0, "a gun is turned over after a step, not before the first")
        steps: list[MoveStep] = []
        for part in [rest] * bool(len(rest)) + clauses:
            if self._begins_clause(forms, part):
                self._read_clauses(forms, values, [part], [])
            elif "leaders" in values:
                raise part.error(0, "the steps of a move come before those who move with it")
            else:
                steps.append(self._step(part, forms, values))
        if len(steps) > _MAX_CLAUSES:
            raise rest.error(0, "there are too many steps", f"at most {_MAX_CLAUSES}")
        values["steps"] = tuple(steps)

    @staticmethod
    def _begins_clause(forms: ActionForms, words: Words) -> bool:
        return any(
            isinstance(pattern[0], Phrase) and first_wrong(pattern[0], words, 0) is None
            for clause in forms.clauses for pattern in clause.patterns
        )  # fmt: skip

    def _step(self, words: Words, forms: ActionForms, values: Mapping[str, Any]) -> MoveStep:
        bare, bracket = _without_bracket(words, at_end=True)
        misses: list[Miss] = []
        for form in self._table.steps:
            found = _step_place(form, bare)
            if not isinstance(found, Miss):
                rolls, reveals = self._happenings(bracket, forms, values) if bracket is not None else ((), ())
                return MoveStep(form.kind, found, rolls, reveals)
            misses.append(found)
        raise refused(bare, misses, "no step of a move is written so")

    def _happenings(
        self, words: Words, forms: ActionForms, values: Mapping[str, Any]
    ) -> tuple[tuple[Roll, ...], tuple[str, ...]]:
        """Return the contents of the brackets after a step: dice, and guns that are turned over."""
        rolls: list[Roll] = []
        reveals: list[str] = []
        for part in words.split(";"):
            revealed = self._table.revealed
            if first_wrong(revealed, part, 0) is None:
                reveals.append(_named(self._names, "unit", part.part(len(revealed.words))))
            else:
                rolls += self._dice(part, forms, values)
        return tuple(rolls), tuple(reveals)

    # dice

    def _dice(self, words: Words, forms: ActionForms, values: Mapping[str, Any]) -> Iterator[Roll]:
        """Yield the dice that words describe: ``die 3 fire``, ``dice 3 fire, cp suppression check by 1/VIII/132``."""
        if not words or words.words[0].folded not in _DICE:
            raise words.error(0, "there are dice here", "“die” or “dice”")
        before = ""
        for part in words.part(1).split(","):
            roll = self._roll(part, forms, values, before)
            before = roll.unit
            yield roll

    def _roll(self, words: Words, forms: ActionForms, values: Mapping[str, Any], before: str) -> Roll:
        face = words.words[0].folded if words else ""
        if face != COMMAND_POINT and not (len(face) == 1 and face in "0123456789"):
            raise words.error(0, "not a die", f"0 to 9, or {COMMAND_POINT} for a Command Point that was paid")
        by = next((at for at, word in enumerate(words.words) if word.folded == _BY), None)
        purpose = self._purpose(words.part(1, by))
        if by is None:
            unit = forms.owner(purpose, values, before)
        elif (who := words.part(by + 1)) and who.text.casefold() == NOBODY:
            unit = ""
        else:
            unit = _named(self._names, "unit", who)
        return Roll(purpose, unit, None if face == COMMAND_POINT else int(face))

    def _purpose(self, words: Words) -> RollPurpose:
        """Return the purpose of a die."""
        if not words:
            return RollPurpose.OPEN
        said = tuple(word.folded for word in words.words)
        for purpose, phrase in self._table.purposes.items():
            if phrase.words == said:
                return purpose
        known = [phrase.text for phrase in self._table.purposes.values()]
        raise words.whole_error("no die is rolled for this" + did_you_mean(" ".join(said), known))


def _begun(words: Words, possible: Iterable[ActionForms]) -> tuple[ActionForms, Form, Fit]:
    """Return the action, form and fit with which a line begins. Raises NotationError."""
    misses: list[Miss] = []
    for forms in possible:
        for form in forms.forms:
            for number, pattern in enumerate(form.patterns):
                found = fit(pattern, words, to_the_end=not forms.joined)
                if isinstance(found, Fit):
                    return forms, form, found
                if not number or found.at:  # of other texts for the same thing, only those that were begun are reported
                    misses.append(found)
    misses.sort(key=lambda miss: miss.expected != SUBJECT)
    raise refused(words, misses, "not an action")


def _main_and_clauses(said: Words) -> tuple[Words, list[Words]]:
    """Return the part before the first comma after the colon, and the clauses after it."""
    colon = next((at for at, word in enumerate(said.words) if word.mark == ":"), -1)
    parts = said.part(colon + 1).split(",")
    first = colon + 1 + len(parts[0])
    return said.part(0, first), parts[1:]


def _without_bracket(words: Words, *, at_end: bool) -> tuple[Words, Words | None]:
    """Return words without the brackets at their end, or at their beginning, and the contents of the brackets."""
    opened = next((at for at, word in enumerate(words.words) if word.mark == "("), None)
    if opened is None or (opened and not at_end):
        return words, None
    closed = next(at for at, word in enumerate(words.words) if word.mark == ")")
    if at_end and closed + 1 < len(words):
        raise words.error(closed + 1, "there is something after the brackets", "a comma, or the end")
    rest = words.part(0, opened) if at_end else words.part(closed + 1)
    return rest, words.part(opened + 1, closed)


def _step_place(form: StepForm, words: Words) -> Hex | Miss | None:
    """Return the hex of a step, None if it has none; a :class:`Miss` if the words are no such step."""
    if form.nowhere is not None and tuple(word.folded for word in words.words) == form.nowhere.words:
        return None
    begin = 0
    if form.phrase is not None:
        wrong = first_wrong(form.phrase, words, 0)
        if wrong is not None:
            return Miss(wrong, f"“{form.phrase.text}”")
        begin = len(form.phrase.words)
        if begin == len(words) and not form.is_open:
            return None
        if not form.is_open:
            if begin < len(words) and words.words[begin].folded != "in":
                return Miss(begin, "a comma, or the end")
            begin += 1
    if begin >= len(words) or not words.words[begin].text[:1].isdigit():
        return Miss(begin, KINDS["hex"])
    return _hex(words.part(begin))
