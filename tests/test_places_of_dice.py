"""The places that words have for dice, laid beside the dice: held against all alignments of a few."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.referee.segments.places_of_dice import PlaceOfDie, aligned, certain, is_only_best, most_dice_before

OPEN, TOLD = PlaceOfDie(None, is_open=True), PlaceOfDie(None)
Alignment = tuple[tuple[int, int], ...]

_FACES = st.lists(st.integers(0, 2), max_size=4)
_PLACES = st.lists(
    st.one_of(st.just(OPEN), st.just(TOLD), st.integers(0, 2).map(PlaceOfDie)), max_size=4
)  # fmt: skip


def _alignments(places: Sequence[PlaceOfDie], faces: Sequence[int]) -> Iterator[Alignment]:
    """Yield all alignments: each die in one place at most, in order, several of them only in an open place."""
    edges = [(i, j) for i in range(len(places)) for j in range(len(faces)) if places[i].worth(faces[j])]
    for size in range(len(faces) + 1):
        for chosen in combinations(edges, size):
            ordered = sorted(chosen, key=lambda edge: edge[1])
            if all(
                one[1] < other[1] and (one[0] < other[0] or (one[0] == other[0] and places[one[0]].is_open))
                for one, other in pairwise(ordered)
            ):  # fmt: skip
                yield tuple(ordered)


def _best(places: Sequence[PlaceOfDie], faces: Sequence[int]) -> set[Alignment]:
    worths = {each: sum(places[i].worth(faces[j]) for i, j in each) for each in _alignments(places, faces)}
    return {each for each, worth in worths.items() if worth == max(worths.values())}


@given(_PLACES, _FACES)
def test_the_alignment_is_one_of_the_best(places: list[PlaceOfDie], faces: list[int]) -> None:
    assert tuple(aligned(places, faces)) in _best(places, faces)


@given(_PLACES, _FACES)
def test_what_is_certain_is_so_in_all_of_the_best(places: list[PlaceOfDie], faces: list[int]) -> None:
    best = _best(places, faces)
    for place, die in certain(places, faces).items():
        assert places[place].face is None
        assert all((place, die) in each for each in best)


@given(_PLACES, _FACES)
def test_a_die_is_the_only_best_one_if_all_of_the_best_have_it(places: list[PlaceOfDie], faces: list[int]) -> None:
    best = _best(places, faces)
    for edge in aligned(places, faces):
        assert is_only_best(places, faces, *edge) is all(edge in each for each in best)


@pytest.mark.parametrize(
    ("places", "faces", "found"),
    [
        ([PlaceOfDie(4), TOLD, PlaceOfDie(9)], [4, 7, 9], {1: 1}),
        ([PlaceOfDie(4), TOLD, PlaceOfDie(9)], [4, 7, 6, 9], {}),
        ([TOLD, TOLD], [7, 6], {0: 0, 1: 1}),
        ([OPEN, TOLD], [7, 6], {0: 0, 1: 1}),
        ([OPEN, TOLD, OPEN], [7, 6], {}),
        ([OPEN], [7, 6], {}),
        ([TOLD, PlaceOfDie(5)], [5, 3], {}),
    ],
)
def test_places_without_a_face(places: list[PlaceOfDie], faces: list[int], found: dict[int, int]) -> None:
    assert certain(places, faces) == found


def test_of_several_alignments_that_with_the_earliest_dice_is_taken() -> None:
    assert list(aligned([PlaceOfDie(7), PlaceOfDie(1)], [7, 7, 1])) == [(0, 0), (1, 2)]


def test_nothing_is_certain_among_very_many_dice() -> None:
    assert certain([TOLD] * 60, [5] * 60) == {}


@pytest.mark.parametrize(
    ("places", "faces", "number"),
    [
        ([PlaceOfDie(3), PlaceOfDie(9)], [3, 9, 3, 9], 2),
        ([PlaceOfDie(3), PlaceOfDie(9)], [3, 9, 3, 1], 0),
        ([PlaceOfDie(3), TOLD, PlaceOfDie(9)], [3, 8, 3, 9], 0),
        ([PlaceOfDie(3), OPEN, PlaceOfDie(9)], [3, 8, 3, 9], 2),
        ([PlaceOfDie(3)], [1, 2], 0),
    ],
)
def test_dice_before_the_first_place_take_none_of_the_others(
    places: list[PlaceOfDie], faces: list[int], number: int
) -> None:
    assert most_dice_before(places, faces) == number
