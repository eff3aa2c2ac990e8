"""Rolls of dice: their data, and how the chat line and the properties of one roll are put together.

A dice button of the engine writes a chat line in the module's own words and sets the properties
``<button>_result`` (a list, or the total), from VASSAL 3.6 on ``_total`` and ``_keep``, and from 3.7
on ``_summary`` (vassal-files.md 2.4, 5.2 and 5.3). Both together are one
roll; the property's value is the exact one, and where the chat line has something else the roll
says so. The chat lines are recognised in ``dice.py``.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from .dice_patterns import MAX_LINE, LinePattern
from .dice_statistics import MAX_DICE, MAX_FACES, DiceSample

__all__ = [
    "BY_NAME",
    "ChatRoll",
    "DiceRoll",
    "Faces",
    "KnownDie",
    "PropertyChange",
    "PropertyRoll",
    "chat_roll",
    "dice_samples",
    "join_faces",
    "make_roll",
    "pair_rolls",
    "pattern_faces",
    "property_rolls",
]

PropertyChange = tuple[str, str, str, str]
"""One ``MutableProperty`` command: name, old value, new value, container."""

_CONTAINERS: Final = ("Module", "")
_MAX_DIGITS: Final = 12
_NUMBER = re.compile(r"[-+]?[0-9]+")
_SUMMARY = re.compile(r"(-?[0-9]{1,9}) \D{1,3}?([0-9]{1,4})(?![0-9])")
_MAX_SUMMARY: Final = 1_000
_CUSTOMARY_LOWS: Final = (1, 0)
BY_NAME: Final = " (by name)"
"""The addition to the name of dice whose faces only their button's name shows."""


@dataclass(frozen=True, slots=True)
class KnownDie:
    """The dice of one button as the module's build file has them (vassal-files.md 4.2).

    ``low`` is the lowest face before ``plus``, which is added to each die; ``dice`` is None where the
    player says at each roll how many there are. ``added`` is what is added to the total (``addToTotal``).
    ``sorted`` is the button's option to sort the results.
    """

    sides: int
    low: int = 1
    dice: int | None = 1
    plus: int = 0
    added: int = 0
    sorted: bool = False


@dataclass(frozen=True, slots=True)
class DiceRoll:
    """One roll of one or more equal dice.

    ``player`` is empty where the log does not show it; ``button`` likewise. ``results`` are the single
    dice, empty if only the ``total`` is known; ``total`` is None unless the log states it, and holds
    ``added``, what the module adds to totals. ``sides`` is None if it is unknown; the faces run from
    ``low``, which is a mere custom unless ``numbering_known``. ``dice`` were rolled, and ``kept`` of
    them reported where the button keeps only some, else None. ``source`` says where the numbers are from;
    ``pattern`` and ``text`` are the name of the chat pattern and the line as it is, empty without one.
    ``disagreement`` says in words where the chat line and the properties differ, which the engine
    never writes. ``manual`` numbers were typed in. ``in_order`` is True if ``results`` are known to
    stand in the order of rolling.
    """

    player: str
    button: str
    results: tuple[int, ...]
    total: int | None
    sides: int | None
    low: int
    dice: int
    source: Literal["property", "chat"]
    pattern: str = ""
    text: str = ""
    disagreement: str = ""
    kept: int | None = None
    added: int = 0
    manual: bool = False
    in_order: bool = False
    numbering_known: bool = False


class Faces(NamedTuple):
    """The data of the dice from one source, before their results are looked at; None is unknown."""

    sides: int | None = None
    low: int | None = None
    dice: int | None = None


def join_faces(sources: Sequence[Faces]) -> Faces:
    """Return the data from several sources together; for each part the first that knows it is believed."""
    known = [[part for part in parts if part is not None] for parts in zip(*sources, strict=True)]
    return Faces(*(parts[0] if parts else None for parts in known))


@dataclass(frozen=True, slots=True)
class ChatRoll:
    """A chat line that a dice pattern matched: its groups, and the numbers in them."""

    pattern: LinePattern
    groups: Mapping[str, str]
    line: str
    numbers: tuple[int, ...]
    total: int | None

    @property
    def button(self) -> str:
        """The button's name in the line, empty if it has none."""
        return self.groups.get("button", "")


@dataclass(slots=True)
class PropertyRoll:
    """The properties that one roll of one button set; what was not set is None or empty."""

    button: str
    numbers: tuple[int, ...]
    total: int | None = None
    keep: int | None = None
    summary: tuple[int, ...] = ()


class _Numbers(NamedTuple):
    """The numbers of a roll from one source: the single results, or the total, or both."""

    results: tuple[int, ...]
    total: int | None


def _integer(text: str | None) -> int | None:
    """Return the integer that *text* is; None if it is none, or absurdly long."""
    if text is None or len(text) > _MAX_DIGITS or not _NUMBER.fullmatch(text):
        return None
    return int(text)


def _integers(text: str) -> tuple[int, ...] | None:
    """Return all integers in *text*, separated by anything but letters; None if it is no list of integers."""
    parts = _NUMBER.findall(text)
    if not parts or re.search(r"[^\W0-9_]|[0-9]\.[0-9]", text) or max(map(len, parts)) > _MAX_DIGITS:
        return None
    return tuple(int(part) for part in parts)


def chat_roll(pattern: LinePattern, line: str) -> ChatRoll | None:
    """Read *line* with one dice pattern; None if it does not match or its numbers are none."""
    groups = pattern.read(line)
    if groups is None:
        return None
    total = _integer(groups.get("total"))
    numbers = _integers(groups["results"]) if "results" in groups else ()
    if numbers is None or not (numbers or total is not None):
        return None
    return ChatRoll(pattern, groups, line, numbers, total)


def pattern_faces(pattern: LinePattern, groups: Mapping[str, str]) -> Faces:
    """Return what a pattern and the groups that it read say of the dice; the groups come first."""
    sides, dice = _integer(groups.get("sides")), _integer(groups.get("dice"))
    return Faces(
        sides=sides if sides is not None and sides >= 2 else pattern.sides,
        low=pattern.low,
        dice=dice if dice is not None and 1 <= dice <= MAX_LINE else pattern.dice,
    )


def _summary(text: str) -> tuple[int, ...]:
    """Return the sorted results that a summary such as ``1 x2, 5 x1`` counts; empty if it is none."""
    pairs = [(int(face), int(count)) for face, count in _SUMMARY.findall(text)]
    if sum(count for _, count in pairs) > _MAX_SUMMARY:
        return ()
    return tuple(sorted(face for face, count in pairs for _ in range(count)))


def property_rolls(changes: Iterable[PropertyChange]) -> list[PropertyRoll]:
    """Collect the rolls that property changes show, in order; other properties are passed over."""
    rolls: list[PropertyRoll] = []
    latest: dict[str, PropertyRoll] = {}
    for name, _, new, container in changes:
        button, _, suffix = name.rpartition("_")
        if container not in _CONTAINERS or not button or max(len(button), len(new)) > MAX_LINE:
            continue
        if suffix == "result":
            latest.pop(button, None)
            numbers = _integers(new)
            if numbers is not None:
                latest[button] = PropertyRoll(button, numbers)
                rolls.append(latest[button])
        elif button in latest:
            _add_detail(latest[button], suffix, new)
    return rolls


def _add_detail(roll: PropertyRoll, suffix: str, value: str) -> None:
    if suffix == "total":
        roll.total = _integer(value)
    elif suffix == "keep":
        roll.keep = _integer(value)
    elif suffix == "summary":
        roll.summary = _summary(value)


_Pairing = tuple[Callable[[ChatRoll], Hashable], Callable[[PropertyRoll], Hashable]]
_PAIRINGS: Final[tuple[_Pairing, ...]] = (
    (lambda chat: chat.button, lambda stated: stated.button),
    (lambda chat: chat.numbers or (chat.total,), lambda stated: stated.numbers),
)


def pair_rolls(
    chats: Sequence[ChatRoll], stated: Sequence[PropertyRoll]
) -> list[tuple[ChatRoll | None, PropertyRoll | None]]:
    """Put each chat line together with the properties of the same roll.

    First by the button's name, then by equal numbers; then, if as many of both are left, in their
    order. Chat lines keep their order; properties without a line come last.
    """
    partner: dict[int, int] = {}
    for chat_key, stated_key in _PAIRINGS:
        waiting: defaultdict[Hashable, deque[int]] = defaultdict(deque)
        for index in _left(len(stated), partner.values()):
            waiting[stated_key(stated[index])].append(index)
        for index in _left(len(chats), partner):
            if queue := waiting.get(chat_key(chats[index])):
                partner[index] = queue.popleft()
    lines, facts = _left(len(chats), partner), _left(len(stated), partner.values())
    if len(lines) == len(facts):
        partner.update(zip(lines, facts, strict=True))
        facts = []
    found: list[tuple[ChatRoll | None, PropertyRoll | None]] = [
        (chat, stated[partner[index]] if index in partner else None) for index, chat in enumerate(chats)
    ]
    return found + [(None, stated[index]) for index in facts]


def _left(size: int, taken: Iterable[int]) -> list[int]:
    gone = set(taken)
    return [index for index in range(size) if index not in gone]


def _shape(numbers: tuple[int, ...], total: int | None, dice: int, keep: int | None) -> _Numbers:
    """Decide whether one number for several dice is their total."""
    if len(numbers) == 1 and keep != 1 and max(dice, keep or 1) > 1:
        return _Numbers((), numbers[0])
    return _Numbers(numbers, total)


def _shown(numbers: _Numbers, with_total: bool = False) -> str:
    results = ",".join(map(str, numbers.results))
    if not results:
        return f"a total of {numbers.total}"
    return f"{results} with a total of {numbers.total}" if with_total else results


def _holds(more: Sequence[int], fewer: Sequence[int]) -> bool:
    """Return whether each of *fewer* is among *more*, as often."""
    return not Counter(fewer) - Counter(more)


def _agree(told: _Numbers, fact: _Numbers, known: KnownDie | None) -> bool:
    """Return whether a chat line and the properties can be of one roll, as far as they can be compared.

    Lists differ in length where some dice are kept and the line has all. Dice and totals
    can be compared only if the module says what is added.
    """
    if told.total is not None and fact.total is not None and told.total != fact.total:
        return False
    if told.results and fact.results:
        if len(told.results) == len(fact.results):
            return told.results == fact.results
        return _holds(told.results, fact.results) or _holds(fact.results, told.results)
    if known is None:
        return True
    results = told.results or fact.results
    totals = {each for each in (told.total, fact.total) if each is not None}
    return not results or not totals or totals == {sum(results) + known.added}


def _differences(told: _Numbers | None, fact: _Numbers, stated: PropertyRoll, known: KnownDie | None) -> str:
    """Return in words where the sources of one roll contradict each other; empty if they do not."""
    name, result, found = stated.button, f"{stated.button}_result says {_shown(fact)}", []
    if told is not None and not _agree(told, fact, known):
        totals = told.total is not None and fact.total is not None
        said, true = _shown(told, totals), _shown(fact, totals)
        found.append(f"the chat line says {said}, the property {name}_result says {true}")
    if stated.summary and fact.results and stated.summary != tuple(sorted(fact.results)):
        counted = ",".join(map(str, stated.summary))
        found.append(f"the property {name}_summary counts {counted}, {result}")
    if stated.keep is not None and fact.results and stated.keep != len(fact.results):
        found.append(f"the property {name}_keep says {stated.keep}, {result}")
    right = fact.total if not fact.results else sum(fact.results) + known.added if known else stated.total
    if stated.total is not None and stated.total != right:
        found.append(f"the property {name}_total says {stated.total}, {result}")
    return "; ".join(found)


def _merge(told: _Numbers | None, fact: _Numbers, stated: PropertyRoll, disagreement: str) -> _Numbers:
    """Return the numbers that hold: the properties', and single dice from elsewhere if they give a total only."""
    if fact.results or disagreement:
        return fact
    results = told.results if told else ()
    if stated.summary and tuple(sorted(results)) != stated.summary:
        results = stated.summary
    return _Numbers(results, fact.total)


def _in_order(
    chat: ChatRoll | None, stated: PropertyRoll | None, results: tuple[int, ...], known: KnownDie | None
) -> bool:
    if len(results) == 1:
        return True
    if stated is not None and len(stated.numbers) != len(results):
        return False
    if known is not None:
        return not known.sorted
    return chat is not None and chat.pattern.in_order


def make_roll(chat: ChatRoll | None, stated: PropertyRoll | None, faces: Faces, known: KnownDie | None) -> DiceRoll:
    """Make one roll of a chat line, of properties, or of both.

    *faces* are what is known of the dice from all sources, *known* is what the module says.
    """
    keep = stated.keep if stated else None
    count = faces.dice or (len(chat.numbers) if chat else 0)
    told = _shape(chat.numbers, chat.total, count, keep) if chat else None
    numbers, disagreement = told or _Numbers((), None), ""
    if stated is not None:
        fact = _shape(stated.numbers, stated.total, count, keep)
        disagreement = _differences(told, fact, stated, known)
        numbers = _merge(told, fact, stated, disagreement)
    dice = max(faces.dice or 1, len(numbers.results), keep or 1)
    kept = len(numbers.results) or keep or dice
    return DiceRoll(
        player=chat.groups.get("player", "") if chat else "",
        button=stated.button if stated else chat.button if chat else "",
        results=numbers.results,
        total=numbers.total,
        sides=faces.sides,
        low=1 if faces.low is None else faces.low,
        dice=dice,
        source="property" if stated else "chat",
        pattern=chat.pattern.name if chat else "",
        text=chat.line if chat else "",
        disagreement=disagreement,
        kept=kept if kept < dice else None,
        added=known.added if known else 0,
        manual=chat is not None and chat.pattern.manual,
        in_order=_in_order(chat, stated, numbers.results, known),
        numbering_known=faces.low is not None,
    )


def _is_testable(roll: DiceRoll) -> bool:
    """Return whether *roll* is plain random numbers of dice that are known."""
    if roll.manual or roll.kept is not None or roll.sides is None or not 2 <= roll.sides <= MAX_FACES:
        return False
    return bool(roll.results) or (roll.total is not None and roll.dice <= MAX_DICE)


def _sample_dice(roll: DiceRoll) -> int:
    """Return 1 if the single dice of *roll* are known, else the number of dice in its total."""
    return 1 if roll.results else roll.dice


def _sample_values(roll: DiceRoll) -> tuple[int, ...]:
    return roll.results or ((roll.total or 0) - roll.added,)


def _customary_low(rolls: Sequence[DiceRoll], sides: int, dice: int) -> int | None:
    """Return 1 or 0, whichever first fits all results of dice of unknown numbering; None if none does."""
    values = [value for roll in rolls for value in _sample_values(roll)]
    for low in _CUSTOMARY_LOWS:
        if low * dice <= min(values) and max(values) <= (low + sides - 1) * dice:
            return low
    return None


def dice_samples(rolls: Iterable[tuple[str, DiceRoll]]) -> list[DiceSample]:
    """Group *rolls*, each with the name of the player who made it, for the tests of ``dice_statistics``.

    There is one sample for each player and kind of die, in the order of their first rolls. Left out
    are rolls that a player typed in, of which only some dice were kept, whose sides are unknown, or
    whose dice are out of the bounds of the tests. Dice whose sides are known from a button's name only
    are kept apart ("by name"); they are numbered from 1, or from 0 if only that fits all such dice of
    that many sides in the log, and left out if neither does: the name was no good witness.
    """
    testable = [(player, roll) for player, roll in rolls if _is_testable(roll)]
    unnumbered: defaultdict[tuple[int, int], list[DiceRoll]] = defaultdict(list)
    for _, roll in testable:
        if not roll.numbering_known:
            unnumbered[roll.sides or 0, _sample_dice(roll)].append(roll)
    lows = {key: _customary_low(group, *key) for key, group in unnumbered.items()}
    groups: defaultdict[tuple[str, int, int, int, bool], list[DiceRoll]] = defaultdict(list)
    for player, roll in testable:
        sides, dice = roll.sides or 0, _sample_dice(roll)
        low = roll.low if roll.numbering_known else lows[sides, dice]
        if low is not None:
            groups[player, sides, low, dice, roll.numbering_known].append(roll)
    return [_sample(group, *key) for key, group in groups.items()]


def _sample(rolls: Sequence[DiceRoll], player: str, sides: int, low: int, dice: int, known: bool) -> DiceSample:
    die = f"{dice}d{sides} total" if dice > 1 else f"d{sides}"
    return DiceSample(
        player=player,
        die=die if known else f"{die}{BY_NAME}",
        low=low,
        high=low + sides - 1,
        results=tuple(value for roll in rolls for value in _sample_values(roll)),
        dice=dice,
        in_order=all(roll.in_order for roll in rolls),
        other_lows=() if known else tuple(each for each in _CUSTOMARY_LOWS if each != low),
    )
