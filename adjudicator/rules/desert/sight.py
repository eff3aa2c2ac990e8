"""Sight along a described line: wadis (5.4, 5.65, 5.67), deirs (4.4), hillocks (6.4 to 6.6), dunes (7.512),
walls on hillsides (10.2), crag and cactus patches (6.412, 13.1, 13.4)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from .spelling import known_as, nearest
from .tables import desert_tables
from .terrain import BadDescription, DesertHex

__all__ = ["Obstacle", "Reason", "Sight", "described_obstacles", "obstacle_words", "sight"]

_LEVEL: Final = re.compile(r"-?[0-9]")
_WADI_LEVELS: Final = 3
_CLIFF_LEVELS: Final = 4
_ORDER: Final = ("blocked", "open", "clear")


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something on the line."""

    id: str
    kind: str
    top: Fraction
    rule: str


@dataclass(frozen=True, slots=True)
class Reason:
    """The effect of one thing on the line, with the reason."""

    on: str
    """The id of the obstacle, or ``line``."""
    name: str
    rule: str
    outcome: str
    """``clear``, ``blocked`` or ``open``."""
    text: str
    fire: bool = True
    """True if units that see each other may fire as well."""


@dataclass(frozen=True, slots=True)
class Sight:
    """The answer whether two units see each other."""

    viewer: DesertHex
    target: DesertHex
    reasons: tuple[Reason, ...]

    @property
    def outcome(self) -> str:
        """``blocked`` if anything blocks it, else ``open`` if anything is not settled, else ``clear``."""
        outcomes = {reason.outcome for reason in self.reasons}
        return next((outcome for outcome in _ORDER if outcome in outcomes), "clear")

    @property
    def fire(self) -> bool:
        """True if units that see each other may fire, as far as the line is concerned (5.67)."""
        return all(reason.fire for reason in self.reasons)


def obstacle_words() -> Mapping[str, str]:
    """Return everything that can be on a line, with its meaning."""
    return {row["id"]: row["text"] for row in desert_tables()["sight.toml"]["obstacles"]}


def described_obstacles(words: Sequence[str]) -> tuple[Obstacle, ...]:
    """Return obstacles given as ``WORD`` or ``WORD=LEVEL``. Raises :class:`BadDescription`."""
    rows = {row["id"]: row for row in desert_tables()["sight.toml"]["obstacles"]}
    found = []
    for text in words:
        said, equals, level = text.partition("=")
        word = known_as(said, rows)
        if word is None:
            near = nearest(said, rows)
            raise BadDescription(f"nothing on a line is called {said!r}{near}: there are {', '.join(rows)}")
        if equals and not _LEVEL.fullmatch(level):
            raise BadDescription(f"{text!r}: the level that it stands on is a whole number")
        row = rows[word]
        top = Fraction(row["height"], 2) + (int(level) if equals else 0)
        found.append(Obstacle(word, row["kind"], top, row["rule"]))
    return tuple(found)


def sight(
    viewer: DesertHex, target: DesertHex, distance: int, between: Sequence[Obstacle], *, same_wadi: bool = False
) -> Sight:
    """Return whether two units see each other over the obstacles between them, in the order from the viewer."""
    reasons = [*_wadi(viewer, target, distance, between, same_wadi=same_wadi)]
    hillocks = 0
    for obstacle in between:
        hillocks += obstacle.kind == "hillock"
        reasons += _past(obstacle, viewer, target, hillocks)
    return Sight(viewer, target, tuple(reasons))


def _reason(on: str, name: str, figures: Mapping[str, Fraction | int] | None = None, *, by: str = "") -> Reason:
    rows: Sequence[Mapping[str, Any]] = desert_tables()["sight.toml"]["reasons"]
    row = next(row for row in rows if row["name"] == name)
    shown = {key: _plain(value) for key, value in (figures or {}).items()}
    return Reason(on, name, by or row["rule"], row["outcome"], row["text"].format(**shown), row.get("fire", True))


def _plain(value: Fraction | int) -> str:
    return f"level {float(value):g}" if isinstance(value, Fraction) else str(value)


# wadis


def _wadi(
    viewer: DesertHex, target: DesertHex, distance: int, between: Sequence[Obstacle], *, same_wadi: bool
) -> Iterator[Reason]:
    """Yield the effects of a wadi on the sight of a unit down in it (5.4, 5.65), and on its fire (5.67)."""
    for low, other in ((viewer, target), (target, viewer)):
        if not low.is_wadi or "crest" in low.step:
            continue
        if same_wadi:
            yield _reason("line", "along-the-wadi")
            return
        cliff = any(obstacle.kind == "cliff" for obstacle in between)
        yield _from_the_wadi(int(other.elevation - low.elevation), distance, cliff=cliff)
        if cliff and distance <= 1 and other.is_entrenched:
            yield _reason("cliff", "entrenched-above-the-cliff")


def _from_the_wadi(levels: int, distance: int, *, cliff: bool) -> Reason:
    if distance <= 1:
        return _reason("line", "cliff-adjacent" if cliff else "wadi-adjacent")
    needed = _CLIFF_LEVELS if cliff else _WADI_LEVELS
    names = ("cliff-from-high", "under-the-cliff") if cliff else ("wadi-from-high", "down-in-the-wadi")
    return _reason("line", names[0] if levels >= needed else names[1], {"levels": levels})


# obstacles


def _past(obstacle: Obstacle, viewer: DesertHex, target: DesertHex, number: int) -> Iterator[Reason]:
    """Yield the effects of an obstacle; a hillock is the *number*-th on the line."""
    if obstacle.kind == "nothing":
        yield _reason(obstacle.id, "no-obstacle", by=obstacle.rule)
    elif obstacle.kind == "hillock":
        yield _past_hillock(obstacle, viewer, target, number)
    elif obstacle.kind == "rubble":
        yield _past_rubble(obstacle, viewer, target)
    elif obstacle.kind == "lip":
        yield _past_lip(viewer, target)
    elif obstacle.kind == "hillside-wall" and abs(viewer.elevation - target.elevation) >= 1:
        yield _reason(obstacle.id, "hillside-wall-ignored")
    elif obstacle.kind != "cliff":
        yield _past_wall(obstacle, viewer, target)


def _past_hillock(obstacle: Obstacle, viewer: DesertHex, target: DesertHex, number: int) -> Reason:
    """Return the effect of a hillock: units see over it from above (6.42), from a hillock over the next (6.41, 6.6)."""
    ends = sorted((viewer, target), key=lambda end: end.elevation)
    low, high = ends[0].elevation, ends[1].elevation
    figures: dict[str, Fraction | int] = {"higher": high, "lower": low, "top": obstacle.top}
    if high > obstacle.top:
        return _reason(obstacle.id, "above-the-obstacle", figures)
    if high < obstacle.top:
        return _reason(obstacle.id, "both-below-the-top", figures)
    if not any(end.is_hillock and end.elevation == high for end in ends):
        return _reason(obstacle.id, "level-with-the-top", figures)
    if low < high:
        return _reason(obstacle.id, "lower-behind-the-next-hillock", figures)
    return _reason(obstacle.id, "from-hillock-over-the-next" if number == 1 else "second-hillock", figures)


def _past_wall(obstacle: Obstacle, viewer: DesertHex, target: DesertHex) -> Reason:
    """Return the effect of a wall or a Dune Crest (6.411, 7.512)."""
    ends = sorted((viewer, target), key=lambda end: end.elevation)
    high = ends[1].elevation
    figures: dict[str, Fraction | int] = {"higher": high, "top": obstacle.top}
    if high > obstacle.top and ends[1].is_hillock:
        return _reason(obstacle.id, "past-the-wall-from-a-hillock", figures)
    if high >= obstacle.top:
        return _reason(obstacle.id, "past-the-wall", figures)
    if obstacle.id == "high-dune-crest" and obstacle.top - high == Fraction(1, 2):
        return _reason(obstacle.id, "half-below-a-high-crest", figures)
    return _reason(obstacle.id, "behind-the-wall", figures)


def _past_rubble(obstacle: Obstacle, viewer: DesertHex, target: DesertHex) -> Reason:
    """Return the effect of rubble, and of what counts as rubble (6.412, 13.1, 13.4)."""
    high = max(viewer.elevation, target.elevation)
    figures: dict[str, Fraction | int] = {"higher": high, "top": obstacle.top}
    if high > obstacle.top:
        return _reason(obstacle.id, "over-the-rubble", figures)
    return _reason(obstacle.id, "level-with-the-rubble" if high == obstacle.top else "below-the-rubble", figures)


def _past_lip(viewer: DesertHex, target: DesertHex) -> Reason:
    """Return the effect of the Lip of a deir on a unit entrenched inside (4.4)."""
    for inside, other in ((viewer, target), (target, viewer)):
        if not ("deir" in inside.words and "lip-hex" not in inside.words and inside.is_entrenched):
            continue
        if other.elevation > inside.elevation:
            return _reason("lip", "lip-to-higher-ground")
        beside = "beside-lip" in other.words and other.elevation == inside.elevation
        return _reason("lip", "lip-to-the-hex-beyond" if beside else "behind-the-lip")
    return _reason("lip", "past-the-lip")
