"""The mats beside the map: their spaces have names of their own, lie inside, do not overlap, and are drawn."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from itertools import combinations

import pytest
from lxml import etree

from adjudicator.drawing import lettering
from adjudicator.drawing.cards import mat_svg
from adjudicator.drawing.lettering import number_path
from adjudicator.drawing.mats import (
    CELL,
    ELIMINATED,
    GONE,
    IN_PLAY,
    MARKERS,
    MUG,
    NEXT_TURN,
    NOT_IN_USE,
    PLAYED,
    Mat,
    Space,
    arrival_name,
    arrivals,
    available_name,
    chits_mat,
    command_points_name,
    command_rating_name,
    dispatch_points_name,
    dispatch_rating_name,
    division_card,
    event_name,
    formation_name,
    places_in,
    stands_at_once,
)
from adjudicator.game.loading import find_game, load_game
from adjudicator.game.scenarios import TurnTime

GAME = load_game(find_game("no-question-of-surrender"))
MATS = (*(division_card(GAME, division) for division in GAME.divisions), arrivals(GAME), chits_mat(GAME))
SVG = "{http://www.w3.org/2000/svg}"
each = pytest.mark.parametrize("mat", MATS, ids=lambda mat: mat.name)


@each
def test_spaces_have_unique_names_lie_inside_and_do_not_overlap(mat: Mat) -> None:
    assert len({space.name for space in mat.spaces}) == len(mat.spaces)
    for space in mat.spaces:
        assert space.width > 0 < space.height
        assert 0 <= space.x <= space.x + space.width <= mat.size[0]
        assert 0 <= space.y <= space.y + space.height <= mat.size[1]
    for one, other in combinations(mat.spaces, 2):
        apart = (
            one.x + one.width <= other.x
            or other.x + other.width <= one.x
            or one.y + one.height <= other.y
            or other.y + other.height <= one.y
        )
        assert apart, (one.name, other.name)


@each
def test_a_space_holds_a_counter_and_can_be_found(mat: Mat) -> None:
    for space in mat.spaces:
        assert min(space.width, space.height) >= CELL
        assert mat.space(space.name) is space
    with pytest.raises(KeyError, match="has no space"):
        mat.space("nowhere")


@each
def test_labels_stand_beside_the_spaces(mat: Mat) -> None:
    for label in mat.labels:
        assert 0 < label.y - label.size / 2 < label.y + label.size / 2 < mat.size[1]
        for space in mat.spaces:
            inside = space.x < label.x < space.x + space.width and space.y < label.y < space.y + space.height
            assert not inside, (label.text, space.name)


@each
def test_the_drawing_is_well_formed_and_shows_every_space(mat: Mat) -> None:
    root = etree.fromstring(mat_svg(mat).encode())
    assert (root.get("width"), root.get("height")) == tuple(map(str, mat.size))
    outlines = "".join(path.get("d", "") for path in root.iter(f"{SVG}path"))
    for space in mat.spaces:
        assert f"M{space.x} {space.y}L" in outlines


@each
def test_every_label_is_written(mat: Mat, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def written(words: Iterable[lettering.Words], *_: str, **__: str) -> Iterator[str]:
        drawn.extend(each.value for each in words)
        yield ""

    monkeypatch.setattr(lettering, "draw", written)
    mat_svg.__wrapped__(mat)  # drawn anew, and not kept
    notes = [line for space in mat.spaces for line in space.notes]
    assert sorted(drawn) == sorted([*(label.text for label in mat.labels), *notes])


def test_the_calendar_says_where_those_who_wait_in_it_arrive() -> None:
    notes = {space.name: space.notes for space in arrivals(GAME).spaces if space.notes}
    assert notes["June 6 1500"] == ("Scenario 4: A, B or F",)
    assert notes["June 8 Night"] == ("Scenario 3: F", "Scenario 4: A, B, F or G")
    assert notes["June 3 0700"] == ("Scenario 4: Artillery Park B",)
    assert " ".join(notes["May 27 1300"]) == (
        "Scenario 2, 132 Corazzato, 8 Bersaglieri, independent: A, B, C, D or F "
        "Scenario 2, Ariete Art.: A, B, C, D, F, Artillery Park A or Artillery Park B"
    )
    for scenario in GAME.scenarios.values():
        for group in scenario.reinforcements:
            lines = notes.get(arrival_name(GAME, group.time), ())
            told = any(f"Scenario {scenario.number}" in line for line in lines)
            assert told or stands_at_once(scenario, group)


@each
def test_counters_have_room_below_the_notes_of_a_space(mat: Mat) -> None:
    for space in mat.spaces:
        assert space.free.y + space.free.height == space.y + space.height
        assert space.free.height >= min(CELL, space.height)


@each
def test_the_number_of_a_space_is_drawn_in_it(mat: Mat) -> None:
    drawn = mat_svg(mat)
    for space in mat.spaces:
        if space.text:
            assert number_path(space.text, space.centre, 28) in drawn


def test_a_word_in_a_space_is_written() -> None:
    empty = dataclasses.replace(MATS[0], spaces=(Space("s", 0, 0, CELL, CELL, ""),), labels=())
    full = dataclasses.replace(MATS[0], spaces=(Space("s", 0, 0, CELL, CELL, "Full"),), labels=())
    foreign = dataclasses.replace(MATS[0], spaces=(Space("s", 0, 0, CELL, CELL, "Полно"),), labels=())
    assert mat_svg(empty).count("<path") + 1 == mat_svg(full).count("<path")
    assert ">Полно<" in mat_svg(foreign)


@each
def test_a_drawing_has_no_texts(mat: Mat) -> None:
    assert "<text" not in mat_svg(mat)


@pytest.mark.parametrize("division", GAME.divisions.values(), ids=lambda division: division.id)
def test_a_card_has_what_its_division_needs(division: object) -> None:
    card = next(mat for mat in MATS if mat.name == getattr(division, "name", ""))
    names = {space.name for space in card.spaces}
    assert {ELIMINATED, MARKERS} <= names
    formations = {formation_name(f) for f in GAME.formations.values() if GAME.divisions[f.division] is division}
    assert {name for name in names if name.startswith("Formation ")} == formations


def test_every_scenario_finds_its_points_and_ratings_on_the_cards() -> None:
    for scenario in GAME.scenarios.values():
        for points in scenario.points:
            card = division_card(GAME, points.division)
            wanted = [command_points_name(points.command_points), command_rating_name(points.command_rating)]
            if points.dispatch_points is not None:
                wanted.append(dispatch_points_name(points.dispatch_points))
            if points.dispatch_rating is not None:
                wanted.append(dispatch_rating_name(points.dispatch_rating))
            for name in wanted:
                assert card.space(name).text == name.rsplit(" ", 1)[1]


def test_the_calendar_has_every_turn_of_every_date_with_room_for_what_comes() -> None:
    mat = arrivals(GAME)
    times = [TurnTime(date, turn) for date in GAME.calendar.dates for turn in GAME.calendar.turns]
    assert [space.name for space in mat.spaces] == [*(arrival_name(GAME, time) for time in times), GONE]
    for scenario in GAME.scenarios.values():
        for time in times:
            groups = sum(time == group.time for group in scenario.reinforcements)
            space = mat.space(arrival_name(GAME, time))
            places = places_in(space, groups)
            assert len(set(places)) == groups
            assert all(inside(space, place) for place in places)


def inside(space: Space, place: tuple[int, int], margin: int = 38) -> bool:
    x, y = place
    return (
        space.x <= x - margin < x + margin <= space.x + space.width
        and space.y <= y - margin < y + margin <= space.y + space.height
    )


def test_arrivals_are_named_like_a_diary() -> None:
    assert arrival_name(GAME, TurnTime("06-06", "1500")) == "June 6 1500"


def test_the_chits_have_a_place_for_all_that_happens_to_them() -> None:
    mat = chits_mat(GAME)
    sides = [available_name(side.name) for side in GAME.sides.values()]
    used = [event_name(row) for row in GAME.charts["random-events"].rows if row.cells["repeats"] != "every time"]
    assert [space.name for space in mat.spaces] == [MUG, IN_PLAY, PLAYED, NEXT_TURN, NOT_IN_USE, *sides, *used]
    assert len(used) == 7
    for side in GAME.sides.values():
        chits = sum(chit.side == side.id for chit in GAME.chits.values())
        places = places_in(mat.space(available_name(side.name)), chits)
        assert all(inside(mat.space(available_name(side.name)), place) for place in places)


@pytest.mark.parametrize(
    ("count", "places"),
    [
        (0, ()),
        (1, ((142, 142),)),
        (4, ((142, 142), (226, 142), (142, 226), (226, 226))),
        (5, ((142, 142), (226, 142), (142, 226), (226, 226), (150, 150))),
    ],
)
def test_stacks_lie_side_by_side_and_then_on_each_other(count: int, places: tuple[tuple[int, int], ...]) -> None:
    assert places_in(Space("x", 100, 100, 168, 168), count) == places


def test_a_space_smaller_than_a_counter_still_has_a_place() -> None:
    assert places_in(Space("x", 0, 0, 40, 40), 1) == ((20, 20),)


def test_texts_are_escaped() -> None:
    mat = dataclasses.replace(MATS[0], name="<&>", spaces=(Space("s", 0, 0, CELL, CELL, "<b>&"),))
    assert "<b>" not in mat_svg(mat)
    etree.fromstring(mat_svg(mat).encode())


@each
def test_the_same_mat_is_the_same_drawing(mat: Mat) -> None:
    assert mat_svg(mat) == mat_svg(dataclasses.replace(mat))
