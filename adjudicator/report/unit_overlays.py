"""Marks of what the rules say of a unit on the picture of its position: reach, danger, Fire Zone, sight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from ..drawing.overlays import Mark, Overlay, OverlayKind
from ..game.action_words import ActionType
from ..game.hexes import Hex
from ..game.position import Position
from ..rules.questions import as_if_activated, dangers, hexes_in_sight
from ..rules.rule_book import RuleBook
from ..rules.ruling import Finding
from ..rules.series.paths import Way, reachable
from ..rules.series.sight import fire_zone
from ..viewing.viewer import Viewer
from .safe_text import count

__all__ = ["UnitOverlays", "overlay_rows", "unit_overlays"]

_LEGENDS: Final[Mapping[OverlayKind, str]] = {
    "reach": "can go here, at that cost (c in Column, m mounted, + with a Cohesion Hit,"
    " ×2 two shots on the way, * mines or checks)",
    "danger": "may be fired at here by so many enemies (×2: by two)",
    "fire-zone": "its Fire Zone",
    "sight": "it sees here",
}


@dataclass(frozen=True, slots=True)
class UnitOverlays:
    """The marks for one unit."""

    unit: str
    overlays: tuple[Overlay, ...]
    now: tuple[Finding, ...] = ()
    """The findings that forbid the unit to begin to move in the position as it is; empty without its reach."""


@dataclass(frozen=True, slots=True)
class _Question:
    """A unit in a hex, and the reader who asks about it."""

    position: Position
    book: RuleBook
    unit: str
    place: Hex
    viewer: Viewer

    def names(self, units: Iterable[str]) -> str:
        """Return what the reader calls units, each with its hex."""
        return ", ".join(
            f"{self.viewer.name(self.position, unit)} ({self.position.units[unit].place})" for unit in units
        )


def unit_overlays(
    position: Position, book: RuleBook, unit: str, kinds: Iterable[OverlayKind], viewer: Viewer, *, letter: str = ""
) -> UnitOverlays:
    """Return what is to be marked for a unit in a hex; *letter* distinguishes it from others that are marked.

    Its reach is what ``adjudicator moves`` shows: as if Direct Command activated the unit, where the chit in play does
    not. Raises ``ValueError`` if it is in no hex.
    """
    name, place = viewer.name(position, unit), position.units[unit].place
    if not isinstance(place, Hex):
        raise ValueError(f"{name} is not in a hex of the map")
    question = _Question(position, book, unit, place, viewer)
    overlays: list[Overlay] = []
    now: tuple[Finding, ...] = ()
    for kind in kinds:
        asked = question
        if kind == "reach":
            what_if = as_if_activated(position, book, (unit,), ActionType.MOVEMENT)
            asked, now = replace(question, position=what_if.position), what_if.now
        marks = {there: _lettered(mark, name, letter) for there, mark in _MARKS[kind](asked)}
        whose = f"{letter}: {name}" if letter else name
        overlays.append(Overlay(kind, f"{whose}: {_LEGENDS[kind]}{'' if marks else ' (nowhere)'}", marks))
    return UnitOverlays(unit, tuple(overlays), now)


def overlay_rows(position: Position, marked: UnitOverlays, viewer: Viewer) -> Iterator[tuple[str, str, str]]:
    """Yield a row for each overlay: the unit, what is marked, in how many hexes."""
    for overlay in marked.overlays:
        kind = overlay.kind.replace("-", " ")
        yield viewer.name(position, marked.unit), kind, count(len(overlay.hexes), "hex", "hexes")


def _lettered(mark: Mark, name: str, letter: str) -> Mark:
    """Return a mark that says whose it is; with a letter, in the hex too."""
    return Mark(f"{letter} {mark.figure}".strip() if letter else mark.figure, f"{name} {mark.words}")


def _reach(question: _Question) -> Iterator[tuple[Hex, Mark]]:
    for place, way in reachable(question.position, question.book, question.unit).items():
        shots = sum(len(shot.firers) for shot in way.shots)
        signs = ("c" if way.column else "", "m" if way.mounted else "", "+" * way.cohesion_hits,
                 f" ×{shots}" if shots else "", "*" if way.mines or way.checks else "")  # fmt: skip
        yield place, Mark(f"{way.points}{''.join(signs)}", _way_words(question, way))


def _way_words(question: _Question, way: Way) -> str:
    words = [f"can go here for {count(way.points, 'point')}"]
    words += ["in Column"] if way.column else []
    words += ["mounted"] if way.mounted else []
    words += ["with 1 Cohesion Hit"] if way.cohesion_hits else []
    firers = dict.fromkeys(firer for shot in way.shots for firer in shot.firers)
    words += [f"fired at on the way by {question.names(firers)}"] if firers else []
    words += [f"mines in {' '.join(map(str, way.mines))}"] if way.mines else []
    words += [f"checks to leave {' '.join(map(str, way.checks))}"] if way.checks else []
    return ", ".join(words)


def _danger(question: _Question) -> Iterator[tuple[Hex, Mark]]:
    for place, firers in dangers(question.position, question.book, question.unit).items():
        yield place, Mark(f"×{len(firers)}", f"may be fired at here by {question.names(firers)}")


def _fire_zone(question: _Question) -> Iterator[tuple[Hex, Mark]]:
    for place in sorted(fire_zone(question.position, question.book, question.unit)):
        yield place, Mark("", f"has its Fire Zone here, {_range(question, place)}")


def _sight(question: _Question) -> Iterator[tuple[Hex, Mark]]:
    for place in sorted(hexes_in_sight(question.position, question.book, question.place)):
        yield place, Mark("", f"sees here, {_range(question, place)}")


def _range(question: _Question, place: Hex) -> str:
    return f"range {question.book.grid.distance(question.place, place)}"


_MARKS: Final[Mapping[OverlayKind, Callable[[_Question], Iterable[tuple[Hex, Mark]]]]] = {
    "reach": _reach, "danger": _danger, "fire-zone": _fire_zone, "sight": _sight,
}  # fmt: skip
