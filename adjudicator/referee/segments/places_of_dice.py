"""The places that words have for dice, laid beside the dice themselves: both are in one order.

An alignment gives a place the die of its face, or any die if it names none; an open place may have any number of dice.
Of all alignments those are best that give most named places their dice, then most others, then most dice a place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

__all__ = ["PlaceOfDie", "aligned", "certain", "is_only_best", "most_dice_before"]

_NAMED: Final = 10_000
"""The worth of a die for words that name its face: more than that of any number of others."""
_TOLD: Final = 100
"""The worth of a die for a result without a face: more than that of any number of dice in open places."""
_OPEN: Final = 1
_MAX_SIZE: Final = 2_500
"""The most places times dice for which it is looked whether there is only one best alignment."""

_Edge = tuple[int, int]
"""The number of a place, and that of a die in it."""


@dataclass(frozen=True, slots=True)
class PlaceOfDie:
    """A place for a die."""

    face: int | None
    """The face of the die; None: any."""
    is_open: bool = False
    """True if there may be several dice in the place, or none."""

    def worth(self, face: int) -> int:
        """Return the worth of a die with a face in this place; 0 if it does not fit."""
        if self.face is not None:
            return _NAMED if self.face == face else 0
        return _OPEN if self.is_open else _TOLD


def aligned(places: Sequence[PlaceOfDie], faces: Sequence[int]) -> Iterator[_Edge]:
    """Yield the places with their dice by the best alignment; of several that with the earliest dice."""
    yield from _path(places, faces, _worth(places, faces))


def certain(places: Sequence[PlaceOfDie], faces: Sequence[int]) -> Mapping[int, int]:
    """Return the places without a face that have the same single die in all best alignments, with that die."""
    if len(places) * len(faces) > _MAX_SIZE:
        return {}
    worth = _worth(places, faces)
    dice: dict[int, list[int]] = {}
    for place, die in _path(places, faces, worth):
        dice.setdefault(place, []).append(die)
    return {
        place: rolled[0] for place, rolled in dice.items()
        if places[place].face is None and len(rolled) == 1
        and _worth(places, faces, without=(place, rolled[0]))[0][0] < worth[0][0]
    }  # fmt: skip


def is_only_best(places: Sequence[PlaceOfDie], faces: Sequence[int], place: int, die: int) -> bool:
    """Return whether a place has this die in all best alignments."""
    if len(places) * len(faces) > _MAX_SIZE:
        return True
    return _worth(places, faces, without=(place, die))[0][0] < _worth(places, faces)[0][0]


def most_dice_before(places: Sequence[PlaceOfDie], faces: Sequence[int]) -> int:
    """Return the most dice that may come before the one whose face the first place names, with all others served."""
    fitting = [at for at, face in enumerate(faces) if face == places[0].face]
    served = {at: _worth(places[1:], faces[at + 1 :])[0][0] // _TOLD for at in fitting}
    return max((at for at in fitting if served[at] == max(served.values())), default=0)


def _worth(places: Sequence[PlaceOfDie], faces: Sequence[int], without: _Edge | None = None) -> list[list[int]]:
    """Return the worth of the best alignment of the places and the dice from each place and die on."""
    worth = [[0] * (len(faces) + 1) for _ in range(len(places) + 1)]
    for i in range(len(places) - 1, -1, -1):
        for j in range(len(faces) - 1, -1, -1):
            own = 0 if (i, j) == without else places[i].worth(faces[j])
            rest = worth[i if places[i].is_open else i + 1][j + 1]
            worth[i][j] = max(own + rest if own else 0, worth[i + 1][j], worth[i][j + 1])
    return worth


def _path(places: Sequence[PlaceOfDie], faces: Sequence[int], worth: Sequence[Sequence[int]]) -> Iterator[_Edge]:
    i = j = 0
    while i < len(places) and j < len(faces):
        own, following = places[i].worth(faces[j]), i if places[i].is_open else i + 1
        if own and worth[i][j] == own + worth[following][j + 1]:
            yield i, j
            i, j = following, j + 1
        elif worth[i][j] == worth[i + 1][j]:
            i += 1
        else:
            j += 1
