"""A shot of an assault from its report: by the firer's Fire Rating or its Assault Rating (R11.9)."""

from __future__ import annotations

from collections.abc import Iterator

from ....game.action_words import Declaration
from ....game.play import AssaultFire
from ....game.units import Ratings
from ...events import Declared, ShotReported
from .candidate import Candidate, Context

__all__ = ["assault_shot_candidates"]


def assault_shot_candidates(scene: Context) -> Iterator[Candidate]:
    """Yield the one shot that a report means; the primary attack if it may be either."""
    report = next(each for each in scene.segment.events if isinstance(each, ShotReported) and each.unit == scene.unit)
    ratings = scene.position.ratings(scene.unit)
    by_assault_rating = max((False, True), key=lambda secondary: _likeness(report, ratings, secondary=secondary))
    bonus = any(
        isinstance(each, Declared) and each.action is Declaration.COMPANY_BONUS_CHECK for each in scene.segment.events
    )
    yield Candidate(AssaultFire(report.unit, report.target, not report.defends, by_assault_rating, bonus))


def _likeness(report: ShotReported, ratings: Ratings, *, secondary: bool) -> tuple[bool, bool, bool]:
    """Return how well a report fits the firer's Assault Rating (the secondary attack), or its Fire Rating."""
    rating, weapon = (
        (ratings.assault, ratings.assault_weapon) if secondary else (ratings.fire, ratings.weapon)
    )  # fmt: skip
    return rating is not None, rating == report.base, weapon == report.colour
