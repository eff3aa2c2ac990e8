"""A way through the desert: what each step costs, and the rolls that could stop it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from ...rules.desert.bog import StopRoll
from ...rules.desert.movement import Step, Way
from ...rules.desert.terrain import DesertHex, Terrain
from ...rules.ruling import Ruling
from ..safe_text import columns
from ..sums_text import signed
from .common import (
    Answer,
    chance_cells,
    chances_document,
    document,
    foot_lines,
    half_text,
    modifiers_document,
    parts_text,
)

__all__ = ["bog_answer", "hex_document", "hex_words", "move_answer", "words_answer"]


def move_answer(way: Way) -> Answer:
    """Return the answer about a whole way: the cost of every step, the rolls, the chance of each end."""
    unit = way.mover.unit
    rows = [("Step", unit.points, "What it costs")]
    rows += [_step_row(number, step) for number, step in enumerate(way.steps, 1)]
    rows.append(("Total", "?" if way.total is None else str(way.total), ""))
    width = max(len(row[1]) for row in rows)
    lines = [f"{unit.name} from {hex_words(way.start)}"]
    lines += columns([(first, f"{points:>{width}}", parts) for first, points, parts in rows])
    lines += [*_roll_lines(way), *_dust_lines(way)]
    return [*lines, *foot_lines(way.ruling, way.estimated)], _document("move", way, way.ruling_with_dust)


def bog_answer(way: Way) -> Answer:
    """Return the answer about the rolls of a way alone, modifier by modifier."""
    lines = [f"{way.mover.unit.name}: what could stop it"]
    if not any(step.rolls for step in way.steps):
        lines += columns([("No roll", "neither hammada nor sand calls for one (3.31, 7.31)")])
    for number, step in enumerate(way.steps, 1):
        for roll in step.rolls:
            lines += ["", f"Step {number}, {hex_words(step.hex)}: {roll.check}, {roll.occasion} ({roll.rule})"]
            lines += columns([("  " + each.title, f"{signed(each.value):>3}", each.rule) for each in roll.modifiers])
            lines += columns([("  Fails on", _needed(roll), "")])
            results = {name or "passes": chance for name, chance in roll.results.items()}
            lines += columns([(f"  {name}", *chance_cells(chance)) for name, chance in results.items()])
    lines += _end_lines(way)
    return [*lines, *foot_lines(way.ruling, way.estimated)], _document("bog", way, way.ruling)


def hex_words(place: DesertHex) -> str:
    """Return a hex with the words that were said of it."""
    words = [*sorted(place.words or {"open"}), *sorted(place.side), *sorted(place.step)]
    words += [f"level {place.level}"] if place.level else []
    return f"{place.name} {', '.join(words)}".strip()


def _step_row(number: int, step: Step) -> tuple[str, str, str]:
    total = "?" if step.total is None else str(step.total)
    more = step.spent is not None and step.total is not None and step.spent > step.total
    parts = parts_text(step.parts) + (f"; {step.spent} spent" if more else "")
    return (f"{number:>2} {hex_words(step.hex)}", str(step.spent) if more else total, parts)


def _roll_lines(way: Way) -> list[str]:
    rows = [
        (f"{number:>2} {step.hex.name}".rstrip(), roll.check, _needed(roll), *chance_cells(1 - roll.passes), roll.rule)
        for number, step in enumerate(way.steps, 1)
        for roll in step.rolls
    ]
    return ["", "Rolls that stop it", *columns(rows), *_end_lines(way)] if rows else []


def _dust_lines(way: Way) -> list[str]:
    """Return where a vehicle leaves dust behind (11.74)."""
    words = {"yes": "left behind by", "open": "left open for"}
    rows = [(words[answer], [n for n, step in enumerate(way.steps, 1) if step.dust == answer]) for answer in words]
    told = [
        f"{word} {'step' if len(steps) == 1 else 'steps'} {', '.join(map(str, steps))}" for word, steps in rows if steps
    ]
    return ["", f"Vehicle Dust (11.74): {'; '.join(told)}"] if told else []


def _needed(roll: StopRoll) -> str:
    """Return the original DR that fails, with the sum of the modifiers."""
    added = sum(each.value for each in roll.modifiers)
    total = f"Final DR {roll.fails_at} or more, with {signed(added)}"
    return f"{total}: never" if roll.needed > 12 else f"{total}: a DR of {max(roll.needed, 2)} or more"


def _end_lines(way: Way) -> list[str]:
    if len(way.ends) < 2:
        return []
    rows = [(f"step {end.step}" if end.step else "", end.result, *chance_cells(end.chance)) for end in way.ends]
    return ["", "How it ends", *columns(rows)]


def _document(kind: str, way: Way, found: Ruling) -> dict[str, Any]:
    return document(
        kind,
        found,
        way.estimated,
        unit=way.mover.unit.id,
        points=way.mover.unit.points,
        start=hex_document(way.start),
        steps=[_step_document(step, dust=kind == "move") for step in way.steps],
        total=way.total,
        ends=[{"step": end.step, "result": end.result, "chance": str(end.chance)} for end in way.ends],
    )


def hex_document(place: DesertHex) -> dict[str, Any]:
    """Return a described hex as JSON."""
    words = [*sorted(place.words), *sorted(place.side), *sorted(place.step)]
    return {"name": place.name, "words": words, "level": place.level, "elevation": half_text(Fraction(place.elevation))}


def _step_document(step: Step, *, dust: bool) -> dict[str, Any]:
    """Return a step as JSON; *dust* unless the rolls alone were asked for."""
    return {
        "hex": hex_document(step.hex),
        "parts": modifiers_document(step.parts),
        "total": step.total,
        "spent": step.spent,
        "rolls": [_roll_document(roll) for roll in step.rolls],
        **({"dust": step.dust} if dust else {}),
    }


def _roll_document(roll: StopRoll) -> dict[str, Any]:
    return {
        "check": roll.check,
        "rule": roll.rule,
        "occasion": roll.occasion,
        "modifiers": modifiers_document(roll.modifiers),
        "fails_at": roll.fails_at,
        "needed": roll.needed,
        "chances": chances_document({name or "passes": chance for name, chance in roll.results.items()}),
    }


def words_answer(tables: Terrain) -> Iterable[str]:
    """Yield all words that a hex can be described by, each with its meaning."""
    headings = {
        "terrain": "The terrain of a hex",
        "hex": "What else is in it",
        "side": "The hexside by which it is entered",
        "step": "What the unit does there",
    }
    for place, heading in headings.items():
        yield heading
        yield from columns([(word, tables.meanings[word]) for word, where in tables.words.items() if where == place])
    yield "Numbers"
    yield from columns([("level=N", "the Base Level of the hex (0)"), ("spend=N", "the points spent to enter it")])
