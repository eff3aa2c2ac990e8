"""Takes words about a shot for talk where nothing shows that one was made: no target, no die and no mark.

"My battery keeps calm under your shells" speaks of fire, and is no shot of the battery.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ...game.action_words import Declaration
from ..events import Declared, Said
from .segment import OpenSegment, SegmentKind

__all__ = ["without_shots_in_words_alone"]

_SHOTS: Final = frozenset({SegmentKind.FIRE, SegmentKind.COUNTERBATTERY})
_AIMED: Final = frozenset({Declaration.TARGET, Declaration.SPOTTER})
"""The declarations that show that a shot was meant."""


def without_shots_in_words_alone(segments: Iterable[OpenSegment]) -> Iterator[OpenSegment]:
    """Yield segments, with nothing but what was said in those of shots that only words of a player's own speak of."""
    for segment in segments:
        if segment.kind in _SHOTS and all(map(_is_talk, segment.events)):
            said = [at for at, event in enumerate(segment.events) if isinstance(event, Said)]
            yield OpenSegment(
                SegmentKind.LOOSE,
                events=[segment.events[at] for at in said],
                steps=[segment.steps[at] for at in said],
            )
        else:
            yield segment


def _is_talk(event: object) -> bool:
    return isinstance(event, Said) or (
        isinstance(event, Declared) and event.own_words and event.action not in _AIMED and event.face is None
    )
