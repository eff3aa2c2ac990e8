"""The hexes that a unit can go to: cost, way, who will fire at it (``schema/moves.schema.json``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from ..game.hexes import Hex
from ..game.play import StepKind
from ..game.position import Position
from ..game.position_words import place_words
from ..rules.ruling import Finding
from ..rules.series.paths import Way
from ..rules.switches import Choice, all_switches, choice_text
from ..viewing.viewer import Viewer
from .action_words import path_words
from .alternatives_text import finding_document
from .answers_text import HYPOTHETICAL
from .safe_text import columns, count

__all__ = ["Reach", "moves_document", "moves_lines", "no_way_words", "undecided_lines", "way_lines"]

FORMAT = 1
_HEXES_IN_ROW = 4


@dataclass(frozen=True, slots=True)
class Reach:
    """The hexes that a unit can go to."""

    position: Position
    unit: str
    allowance: int
    movement_class: str
    ways: Mapping[Hex, Way]
    now: tuple[Finding, ...]
    """The findings that forbid the unit to begin to move in the position as it is."""
    undecided: Mapping[tuple[tuple[str, Choice], ...], Mapping[Hex, Way]] = field(default_factory=dict)
    """The hexes that only other choices of uncertain rules let it reach, by these choices."""
    obstacle: Finding | None = None
    """The finding that keeps a unit which can go nowhere from entering any hex, or from the one that is asked for."""
    costs: Sequence[tuple[Hex, str]] = ()
    """The hexes of one way whose costs are not the plain ones, with what the costs are made of."""


def moves_lines(reach: Reach, viewer: Viewer) -> Iterator[str]:
    """Yield a summary and two tables: the hexes that are reached undisturbed, and those under fire or through mines."""
    yield from _head_lines(reach, viewer)
    ways = sorted(reach.ways.values(), key=lambda way: (way.points, way.hex))
    quiet = [way for way in ways if not way.shots and not way.mines and not way.checks]
    noisy = [way for way in ways if way not in quiet]
    if quiet:
        yield from ("", "Safe")
        rows = [("Cost", "How", "Hexes")]
        for (points, how), group in groupby(sorted(quiet, key=_cost_and_how), key=_cost_and_how):
            rows.append((f"{points:>4}", how, " ".join(str(way.hex) for way in group)))
        yield from columns(rows)
    if noisy:
        yield from ("", "Under fire or through mines")
        yield from columns([("Cost", "How", "Shots", "Hexes", "Fired at in, by"), *_noisy_rows(noisy, reach, viewer)])
    yield from undecided_lines(reach)


def undecided_lines(reach: Reach) -> Iterator[str]:
    """Yield the hexes that the unit reaches only by another choice of a rule that the players have not agreed on."""
    if reach.undecided:
        yield from ("", "Undecided: in reach only if the players agree on it")
    for settings, ways in reach.undecided.items():
        rules = ", ".join(f"{all_switches()[name].rule} ({all_switches()[name].title})" for name, _ in settings)
        chosen = " and ".join(f"{name} = {choice_text(choice)}" for name, choice in settings)
        yield from columns([(f"{rules}, with {chosen}:", " ".join(map(str, sorted(ways))))])


def _noisy_rows(ways: Sequence[Way], reach: Reach, viewer: Viewer) -> Iterator[tuple[str, ...]]:
    """Yield a row for the hexes that are alike in all but their names, a few in each."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for way in ways:
        shots = sum(len(shot.firers) for shot in way.shots)
        key = (f"{way.points:>4}", _how(way), f"{shots:>5}", _shots_by(way, reach, viewer))
        alike.setdefault(key, []).append(str(way.hex))
    for (points, how, shots_text, fire), hexes in alike.items():
        for at in range(0, len(hexes), _HEXES_IN_ROW):
            row = (points, how, shots_text, " ".join(hexes[at : at + _HEXES_IN_ROW]), fire)
            yield row if at == 0 else ("", "", "", row[3], "")


def refusal_words(finding: Finding, name: str) -> str:
    """Return why a unit that has just been named cannot do a thing, with the rule."""
    text = finding.text.replace(f"{name} ", "it ", 1) if finding.text.startswith(f"{name} ") else finding.text
    return f"{text} ({finding.rule})"


def no_way_words(name: str, end: Hex, failing: Finding | None) -> str:
    """Return that a unit cannot get to a hex, and what the rules have against the first step that fails."""
    why = f": {refusal_words(failing, name)}" if failing is not None else ""
    return f"{name} cannot get to {end}{why}"


def _head_lines(reach: Reach, viewer: Viewer) -> Iterator[str]:
    """Yield what the unit has, how many hexes are in reach, and why it cannot move, or not now."""
    name, place = viewer.name(reach.position, reach.unit), reach.position.units[reach.unit].place
    under_fire = sum(bool(way.shots) for way in reach.ways.values())
    where = "off the map" if place is None else f"in {place_words(reach.position, place)}"
    told = f"{name} {where}: {count(reach.allowance, 'point')}, {reach.movement_class or 'no movement'}"
    why = [*reach.now, *([] if reach.ways or reach.obstacle is None else [reach.obstacle])]
    if reach.ways:
        fire = f"{under_fire or 'none'} of them under fire"
        yield f"{told}; {count(len(reach.ways), 'hex', 'hexes')} in reach, {fire}"
    else:
        yield f"{told}; no hex in reach"
    yield from (f"cannot move: {words}" for words in dict.fromkeys(refusal_words(each, name) for each in why))
    if reach.now and reach.ways:
        yield HYPOTHETICAL


def _cost_and_how(way: Way) -> tuple[int, str]:
    return way.points, _how(way)


def _how(way: Way) -> str:
    words = ["in Column"] if way.column else []
    words += ["mounted"] if way.mounted else []
    words += ["1 Cohesion Hit"] if way.cohesion_hits else []
    return ", ".join(words)


def _shots_by(way: Way, reach: Reach, viewer: Viewer) -> str:
    """Return where on a way a unit is fired at and by whom how often, then what else it meets."""
    parts = []
    if way.shots:
        places = " ".join(dict.fromkeys(str(shot.hex) for shot in way.shots))
        times = Counter(firer for shot in way.shots for firer in shot.firers)
        firers = [_times(viewer.name(reach.position, firer), number) for firer, number in times.items()]
        parts.append(f"{places}: {', '.join(firers)}")
    parts += [f"mines {' '.join(map(str, way.mines))}"] if way.mines else []
    parts += [f"check to leave {place}" for place in way.checks]
    return "; ".join(parts)


def _times(name: str, number: int) -> str:
    return name if number == 1 else f"{name} ×{number}"


def way_lines(reach: Reach, way: Way, viewer: Viewer) -> Iterator[str]:
    """Yield one way in detail."""
    name = viewer.name(reach.position, reach.unit)
    yield f"{name} to {way.hex}: {count(way.points, 'point')}, {way.left} left"
    rows = [("Way", path_words(way.steps))]
    rows += [("Costs", f"{place}: {words}") for place, words in reach.costs]
    rows += [("Ends", _how(way))] if _how(way) else []
    rows += [("Fire", text) for text in _shot_rows(way, reach, viewer)]
    rows += [("Mines", " ".join(map(str, way.mines)))] if way.mines else []
    rows += [("Checks", f"to leave the Heavy Barrage in {place}") for place in way.checks]
    yield from columns(rows)


def _shot_rows(way: Way, reach: Reach, viewer: Viewer) -> list[str]:
    return [
        f"leaving {shot.hex}: {', '.join(viewer.name(reach.position, firer) for firer in shot.firers)}"
        if way.steps[shot.step].kind == StepKind.ENTER
        else f"{path_words([way.steps[shot.step]])} in {shot.hex}: "
        + ", ".join(viewer.name(reach.position, firer) for firer in shot.firers)
        for shot in way.shots
    ]


def moves_document(reach: Reach, viewer: Viewer, estimated: Sequence[str]) -> dict[str, Any]:
    """Return where a unit can go as JSON."""
    position = reach.position
    return {
        "format": FORMAT,
        "kind": "moves",
        "unit": viewer.unit_document(position, reach.unit),
        "place": str(position.units[reach.unit].place or "") or None,
        "allowance": reach.allowance,
        "movement_class": reach.movement_class,
        "now": [finding_document(finding) for finding in reach.now],
        "obstacle": finding_document(reach.obstacle) if reach.obstacle is not None else None,
        "estimated": list(estimated),
        "undecided": [
            {
                "settings": [
                    {"switch": name, "rule": all_switches()[name].rule, "choice": choice} for name, choice in settings
                ],
                "hexes": [str(place) for place in sorted(ways)],
            }
            for settings, ways in reach.undecided.items()
        ],
        "destinations": [
            _way_document(way, position, viewer)
            for way in sorted(reach.ways.values(), key=lambda way: (way.points, way.hex))
        ],
    }


def _way_document(way: Way, position: Position, viewer: Viewer) -> dict[str, Any]:
    return {
        "hex": str(way.hex),
        "points": way.points,
        "left": way.left,
        "column": way.column,
        "mounted": way.mounted,
        "cohesion_hits": way.cohesion_hits,
        "steps": [{"kind": s.kind, **({"to": str(s.to)} if s.to is not None else {})} for s in way.steps],
        "shots": [
            {
                "step": shot.step,
                "hex": str(shot.hex),
                "firers": [viewer.unit_document(position, firer) for firer in shot.firers],
            }
            for shot in way.shots
        ],
        "mines": [str(place) for place in way.mines],
        "checks": [str(place) for place in way.checks],
    }
