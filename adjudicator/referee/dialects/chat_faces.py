"""Faces of dice that a chat line reports after its declarations: "M/2 on 1/VIII, L/2 spots; 4, spotted; 8, miss"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ...game.play import RollPurpose
from ..events import Declared, RollNamed
from .chat_phrases import Phrase

__all__ = ["CHECKS_DECLARED", "OWN_ROLLS", "SHOTS", "SHOTS_DECLARED", "WORKS", "ReportedFace", "with_faces"]

_BEFORE_THE_SHOT: Final = frozenset({Phrase.SPOTTER, Phrase.COMPANY_BONUS_CHECK})
"""The checks that a shot begins with: its own die comes after theirs, whatever the line names first (R9.6, R10.4)."""
SHOTS: Final = frozenset({
    Phrase.OPPORTUNITY_FIRE, Phrase.INDIRECT_FIRE, Phrase.COUNTERBATTERY_FIRE, Phrase.FIRE, Phrase.ASSAULT,
    Phrase.ASSAULT_FIRE,
})  # fmt: skip
"""The phrases of a shot."""
SHOTS_DECLARED: Final = frozenset(each.declaration for each in SHOTS)
"""The declarations of a shot in players' own words."""
OWN_ROLLS: Final[Mapping[Phrase, RollPurpose]] = {
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
CHECKS_DECLARED: Final = frozenset(each.declaration for each in (*OWN_ROLLS, Phrase.SPOTTER))
"""The declarations of rolls that are no shots."""
WORKS: Final = frozenset({
    Phrase.BUILD_IMPROVED_POSITION, Phrase.BUILD_ENTRENCHMENT, Phrase.CLEAR_MINES, Phrase.LAY_MINES,
    Phrase.SEEK_CONTACT,
})  # fmt: skip
"""Actions for which a unit checks once."""


@dataclass(frozen=True, slots=True)
class ReportedFace:
    """The face of a die in a clause that declares nothing."""

    face: int
    of_spotting: bool = False
    """True if the words with it are about a spotting check."""
    of_check: bool = False
    """True if the words with it are about a check, not about a shot."""
    of_shot: bool = False
    """True if the words with it tell the result of a shot."""


def with_faces(
    events: Sequence[Declared | RollNamed], rolls: Sequence[int], reported: Sequence[ReportedFace]
) -> list[Declared | RollNamed]:
    """Return what a line declares, with the faces that it reports afterwards.

    A lone face is that of the last shot, or of the last roll where the line has no shot; several are those of the last
    rolls, in the order in which the rules want them.

    Args:
        events: what the line declares, in its order.
        rolls: the numbers of the events that dice are rolled for and no face is known of.
        reported: the faces, in the order of the line.
    """
    faces: dict[int, int] = {}
    others = [each.face for each in reported if not each.of_spotting]
    spotting = [each.face for each in reported if each.of_spotting]
    spotters = [at for at in rolls if _action(events[at]) == Phrase.SPOTTER]
    faces |= dict(zip(reversed(spotters), reversed(spotting), strict=False))
    in_order = [at for at in _in_order_of_rules(events, rolls) if at not in faces]
    if len(others) == 1:
        in_order = [at for at in in_order if _action(events[at]) in SHOTS] or in_order
    faces |= dict(zip(reversed(in_order), reversed(others), strict=False))
    return _with(events, faces)


def _in_order_of_rules(events: Sequence[Declared | RollNamed], rolls: Sequence[int]) -> list[int]:
    """Return the numbers of rolls with each shot behind the checks that are said of it."""
    found: list[int] = []
    shot: list[int] = []
    for at in rolls:
        if shot and _action(events[at]) not in _BEFORE_THE_SHOT:
            found, shot = found + shot, []
        if _action(events[at]) in SHOTS:
            shot = [at]
        else:
            found.append(at)
    return found + shot


def _action(event: Declared | RollNamed) -> str:
    return event.action if isinstance(event, Declared) else ""


def _with(events: Sequence[Declared | RollNamed], faces: Mapping[int, int]) -> list[Declared | RollNamed]:
    return [replace(each, face=faces[at]) if at in faces else each for at, each in enumerate(events)]
