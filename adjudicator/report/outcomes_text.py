"""The actual or possible results of an action: rolls with their sums, the states of units, exact chances."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..game.play import CHECKS, PURPOSES, RollPurpose
from ..game.position import Place, Position, Status
from ..game.position_words import place_words
from ..game.roll_kinds import roll_kind
from ..game.units import Unit
from ..rules.odds import Odds, UnitEnd
from ..rules.purposes import roll_name
from ..rules.ruling import Modifier, Resolution
from ..rules.series.fire_sums import MISS
from ..viewing.viewer import Viewer
from .safe_text import columns, count, display_width, widest_line
from .sums_text import modifier_document, signed

__all__ = [
    "RESULTS",
    "chance_text",
    "chances_document",
    "chances_lines",
    "end_document",
    "end_lines",
    "end_of",
    "end_rows",
    "ends_document",
    "odds_document",
    "odds_lines",
    "percent",
    "resolution_document",
    "resolution_lines",
    "resolution_words",
    "roll_row",
    "state_words",
    "sum_parts",
]

_PRINTED = "printed"
_SECTIONS = ("armoured", "unarmoured")
"""The sections of the Combat Results Table."""
RESULTS = (MISS, "C", "S?", "S", "1", "E")
"""The results of a shot, the harmless ones first."""
_STATUS_WORDS = {Status.WAITING: "off the map", Status.ELIMINATED: "eliminated", Status.WITHDRAWN: "withdrawn"}
_LONGEST_FRACTION = 15
_RARE = "<0.1 %"
"""The chance of an end so unlikely that its share does not show."""
_MAX_RARE = 2
"""The most of these that have lines of their own."""
GOOD_ORDER = "in good order"
"""The state of a unit that nothing has been done to."""
_ON_TABLES = (
    frozenset(PURPOSES) - frozenset(CHECKS) - {RollPurpose.FIRE, RollPurpose.MINEFIELD, RollPurpose.COMMAND_POINTS}
)
"""Rolls that have no rating: the die is looked up as it is."""


# rolls


def resolution_lines(
    resolutions: Iterable[Resolution], position: Position, viewer: Viewer, indent: str = "  "
) -> list[str]:
    """Return a line for each roll: what for, the die, the result, the sum behind it.

    Where the line would become too wide, the sum is put below.
    """
    rows = [roll_row(each, position, viewer) for each in resolutions]
    beside = columns(rows, indent)
    if all(display_width(line) <= widest_line() for line in beside):
        return beside
    return [
        line
        for who, die, result, total in rows
        for line in (*columns([(who, die, result)], indent), *columns([(total,)], f"{indent}  "))
    ]


def resolution_words(resolution: Resolution, position: Position, viewer: Viewer) -> str:
    """Return a roll in one line: what for, the die, the result, the sum behind it."""
    who, die, result, total = roll_row(resolution, position, viewer)
    return f"{who}, {die}: {result}" + (f" ({total})" if total else "")


def roll_row(resolution: Resolution, position: Position, viewer: Viewer) -> tuple[str, str, str, str]:
    """Return the columns of a roll: who for what, the die, the result, the sum."""
    die = "CP" if resolution.die is None else f"die {resolution.die}"
    total = "".join(text for text, _ in sum_parts(resolution))
    return _who(resolution, position, viewer), die, resolution.result, total


def _who(resolution: Resolution, position: Position, viewer: Viewer) -> str:
    purpose = roll_name(position.game, resolution.purpose)
    if not resolution.unit:
        divisions = position.game.divisions
        target = resolution.target
        return f"{divisions[target].name}: {purpose}" if target in divisions else purpose
    name = viewer.name(position, resolution.unit)
    if resolution.purpose == RollPurpose.FIRE:
        return f"{name} fires at {viewer.name(position, resolution.target)}"
    at = f" at {viewer.name(position, resolution.target)}" if resolution.target else ""
    return f"{name}: {purpose}{at}"


def sum_parts(resolution: Resolution) -> list[tuple[str, Modifier | None]]:
    """Return the sum of a roll piece by piece: the text, and the modifier that it is, if it is one."""
    if resolution.purpose == RollPurpose.MINEFIELD:
        return [(f"Suppressed on {'0-' * bool(resolution.rating)}{resolution.rating}", None)]
    if (resolution.purpose in _ON_TABLES or roll_kind(resolution.purpose)) and not resolution.modifiers:
        return [(resolution.line, None)]
    parts: list[tuple[str, Modifier | None]] = []
    if resolution.modifiers:
        parts += [(f"{resolution.base} {resolution.base_words or _PRINTED}", None)]
        parts += [(f", {signed(each.value)} {each.words}", each) for each in resolution.modifiers]
        parts += [(" = ", None)]
    parts += [(str(resolution.rating), None)]
    parts += [(f", {signed(each.value)} {each.words} to the die", each) for each in resolution.die_modifiers]
    return parts + ([(f" ({_line_words(resolution)})", None)] if resolution.line else [])


def _line_words(resolution: Resolution) -> str:
    """Return the line of the Combat Results Table in words; what another table says is left as it is."""
    colour, _, section = resolution.line.partition(", ")
    return f"{colour} line, {section} targets" if section in _SECTIONS else resolution.line


def resolution_document(resolution: Resolution, position: Position, viewer: Viewer) -> dict[str, Any]:
    """Return a roll as JSON."""
    return {
        "purpose": resolution.purpose,
        "unit": viewer.unit_document(position, resolution.unit) if resolution.unit else None,
        "target": viewer.unit_document(position, resolution.target) if resolution.target else None,
        "base": resolution.base,
        "modifiers": modifier_document(resolution.modifiers),
        "rating": resolution.rating,
        "die_modifiers": modifier_document(resolution.die_modifiers),
        "roll": resolution.die,
        "result": resolution.result,
        "line": resolution.line or None,
        "rule": resolution.rule,
    }


# states


def end_of(position: Position, unit: str) -> UnitEnd:
    """Return the state of a unit in a position."""
    state = position.units[unit]
    return UnitEnd(unit, state.status, state.place, state.steps, state.cohesion, state.suppressed)


def state_words(end: UnitEnd, counter: Unit | None = None) -> str:
    """Return a state in words; *counter* gives the steps that the unit has when it is whole."""
    if end.status is not Status.ON_MAP:
        return _STATUS_WORDS[end.status]
    words = ["Suppressed"] if end.suppressed else []
    words += [count(end.cohesion, "Cohesion Hit")] if end.cohesion else []
    words += [f"{count(end.steps, 'step')} left"] if counter is None or end.steps < counter.steps else []
    return ", ".join(words) or GOOD_ORDER


def end_lines(before: Position, after: Position, units: Iterable[str], viewer: Viewer) -> list[str]:
    """Return a line for each unit whose state or place has changed."""
    return columns(end_rows(before, after, units, viewer))


def end_rows(before: Position, after: Position, units: Iterable[str], viewer: Viewer) -> list[tuple[str, str]]:
    """Return each unit whose state or place has changed, with what it is like now."""
    rows = []
    for unit in units:
        old, new = end_of(before, unit), end_of(after, unit)
        if old != new:
            moved = f"in {place_words(after, new.place)}" if new.place is not None and new.place != old.place else ""
            words = state_words(new, after.game.units[unit])
            words = f"{words}, {moved}" if moved and words != GOOD_ORDER else moved or words
            rows.append((viewer.name(before, unit), words))
    return rows


def end_document(end: UnitEnd, position: Position | None, viewer: Viewer) -> dict[str, Any]:
    """Return a unit's state as JSON; without a position it is the bare target of a shot.

    The steps of a unit that the reader may not know are left out.
    """
    document: dict[str, Any] = {}
    known = True
    if position is not None:
        known = viewer.knows(position, end.unit)
        document |= {"unit": viewer.unit_document(position, end.unit), "place": _place(end.place)}
    document["status"] = end.status.value
    if known:
        document["steps"] = end.steps
    return document | {"cohesion": end.cohesion, "suppressed": end.suppressed}


def _place(place: Place) -> str | None:
    return None if place is None else str(place)


def ends_document(position: Position, after: Position, units: Iterable[str], viewer: Viewer) -> list[dict[str, Any]]:
    """Return the states of units after an action as JSON."""
    return [end_document(end_of(after, unit), position, viewer) for unit in units]


# chances


def percent(chance: Fraction) -> str:
    """Return a chance in hundredths, ``<0.1`` and ``>99.9`` where rounding would say never or always."""
    rounded = f"{float(chance * 100):.1f}"
    if rounded == "0.0" and chance:
        rounded = "<0.1"
    if rounded == "100.0" and chance != 1:
        rounded = ">99.9"
    return f"{rounded} %"


def chance_text(chance: Fraction) -> str:
    """Return a chance as a fraction if that is short."""
    text = str(chance)
    return text if len(text) <= _LONGEST_FRACTION else ""


def chances_lines(chances: Mapping[str, Fraction], heading: str) -> list[str]:
    """Return chances as a table under a heading, the fractions to the right."""
    rows = [(name, f"{percent(chance):>7}", chance_text(chance)) for name, chance in chances.items()]
    return ["", heading, *columns(rows)] if rows else []


def chances_document(chances: Mapping[str, Fraction]) -> dict[str, str]:
    """Return chances as JSON has them: fractions as texts."""
    return {name: str(chance) for name, chance in chances.items()}


def ordered(results: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Return the chance of every result of a shot, in their order; what comes before a shot first, if it can be."""
    others = {name: chance for name, chance in results.items() if name not in RESULTS}
    return others | {name: results.get(name, Fraction(0)) for name in RESULTS}


def odds_lines(odds: Odds, position: Position, units: Sequence[str], viewer: Viewer) -> Iterator[str]:
    """Yield the chances of each end of each unit, the likeliest first."""
    for unit in units:
        ends = _likeliest_first(odds.of(unit))
        rows: dict[str, Fraction] = {}
        for end, chance in ends.items():
            words = _end_words(end, position, viewer)
            rows[words] = rows.get(words, Fraction(0)) + chance
        yield from chances_lines(_without_rare(rows), f"{viewer.name(position, unit)} ends")


def _without_rare(rows: Mapping[str, Fraction]) -> Mapping[str, Fraction]:
    """Return chances with those that are too small to show in one line, if there are many."""
    rare = {words: chance for words, chance in rows.items() if percent(chance) == _RARE}
    if len(rare) <= _MAX_RARE:
        return rows
    shown = {words: chance for words, chance in rows.items() if words not in rare}
    return shown | {f"in one of {len(rare)} other ways, together": sum(rare.values(), Fraction(0))}


def _end_words(end: UnitEnd, position: Position, viewer: Viewer) -> str:
    counter = position.game.units[end.unit]
    if viewer.knows(position, end.unit):
        words = state_words(end, counter)
    else:
        words = state_words(end, None).rpartition(", ")[0] or (
            GOOD_ORDER if end.status is Status.ON_MAP else "eliminated"
        )
    moved = end.place is not None and end.place != position.units[end.unit].place
    return f"{words}, in {place_words(position, end.place)}" if moved else words


def _likeliest_first(ends: Mapping[UnitEnd, Fraction]) -> dict[UnitEnd, Fraction]:
    return dict(sorted(ends.items(), key=lambda item: -item[1]))


def odds_document(odds: Odds, position: Position, units: Sequence[str], viewer: Viewer) -> dict[str, Any]:
    """Return the chances of each end as JSON: of each unit, and of all together."""
    return {
        "units": [
            {
                "unit": viewer.unit_document(position, unit),
                "ends": [
                    {**_bare(end, position, viewer), "chance": str(chance)}
                    for end, chance in _likeliest_first(odds.of(unit)).items()
                ],
            }
            for unit in units
        ],
        "together": [
            {"ends": [_bare(end, position, viewer) for end in ends], "chance": str(chance)}
            for ends, chance in sorted(odds.ends.items(), key=lambda item: -item[1])
        ],
    }


def _bare(end: UnitEnd, position: Position, viewer: Viewer) -> dict[str, Any]:
    document = end_document(end, position, viewer)
    del document["unit"]
    return document
