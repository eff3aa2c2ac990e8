"""The words of the log: every line says one thing, can be read back, and every key does one thing on a counter."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.game.game_data import GameData
from adjudicator.game.loading import BUILT_IN, find_game, load_game
from adjudicator.game.menus import LogLine, find_words, log_line, read_log_line, vassal_format

GAME: Final = Path(__file__).parent.parent / "adjudicator" / "games" / "no_question_of_surrender"
FILE: Final[dict[str, Any]] = tomllib.loads((GAME / "actions.toml").read_text("utf-8"))
CASES: Final[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "cases" / "game" / "log_lines.toml").read_text("utf-8")
)
KEY: Final = re.compile(r"(ctrl|alt|ctrl shift|alt shift) ([A-Z0-9]|SPACE)")
WORDS: Final = re.compile(r"[a-z0-9]+([ -][a-z0-9]+)*")
PROPERTY: Final = settings(derandomize=True, deadline=None)


@cache
def game() -> GameData:
    """The built-in game, read once for all tests."""
    return load_game(find_game(BUILT_IN))


def entries() -> Iterator[tuple[str, str, str, str, tuple[str, ...]]]:
    """Yield id, menu, key, words and kinds of every menu entry: actions, levels of states, and their ends."""
    for action in game().actions:
        yield action.id, action.menu, action.key, action.words, action.kinds
    for state in game().states:
        yield f"{state.id} 0", state.off_menu, state.off_key, state.off_words, state.kinds
        for level in state.levels:
            yield f"{state.id} {level.value}", level.menu, level.key, level.words, state.kinds


def may_meet(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Tell whether a counter can have both of two entries: only leaders and units have nothing in common."""
    bare = [{kind.rpartition(":")[2] for kind in kinds} for kinds in (one, other)]
    return not any(kinds <= {"leader"} and "leader" not in others for kinds, others in permutations(bare))


def test_ids_properties_and_menus_are_unique() -> None:
    ids = [action.id for action in game().actions] + [state.id for state in game().states]
    assert len(set(ids)) == len(ids)
    properties = [state.property for state in game().states]
    assert len(set(properties)) == len(properties)
    for (one, menu, *_), (other, other_menu, *_) in combinations(entries(), 2):
        assert menu != other_menu, (one, other)


def test_no_key_does_two_things_on_a_counter_or_is_reserved() -> None:
    reserved = {row["key"] for row in FILE["reserved_keys"]}
    with_key = [(id_, key, kinds) for id_, _, key, _, kinds in entries() if key]
    for id_, key, _ in with_key:
        assert KEY.fullmatch(key), id_
        assert key not in reserved, id_
    for (one, key, kinds), (other, other_key, other_kinds) in combinations(with_key, 2):
        assert key != other_key or not may_meet(kinds, other_kinds), (one, other)


def test_no_words_begin_with_other_words() -> None:
    faces = {face for marker in game().markers.values() for face in marker.face_names}
    words = [*(said for _, _, _, said, _ in entries()), *sorted(faces)]
    assert all(WORDS.fullmatch(said) for said in words)
    for said, also_said in permutations(words, 2):
        assert not f"{also_said} ".startswith(f"{said} ")


def test_faces_of_a_marker_differ() -> None:
    for marker in game().markers.values():
        assert len(set(marker.face_names)) == len(marker.faces) == len(set(marker.faces)), marker.id


def test_every_kind_is_explained_and_restricted_by_something_of_the_game() -> None:
    data = game()
    known = {*data.sides, *data.divisions, *data.formations, *data.units, *data.leaders}
    for id_, _, _, _, kinds in entries():
        assert kinds, id_
        for kind in kinds:
            restriction, _, bare = kind.rpartition(":")
            assert bare in FILE["kinds"], id_
            assert not restriction or restriction in known, id_


def test_levels_of_a_state_count_from_one() -> None:
    for state in game().states:
        assert [level.value for level in state.levels] == list(range(1, len(state.levels) + 1)), state.id


def test_each_line_of_each_unit_is_read_back_as_its_one_entry() -> None:
    known = {said: id_ for id_, _, _, said, _ in entries()}
    names = [*(unit.name for unit in game().units.values()), *(leader.name for leader in game().leaders.values())]
    for name in (*names, "Gun Unit"):
        for said in known:
            for more in ("", "at 1/VIII/132 in 26.12"):
                line = read_log_line(log_line(name, "24.12", f"{said} {more}".strip()))
                assert line is not None
                assert (line.unit, line.place) == (name, "24.12")
                assert find_words(line.words, known) == (said, more)


def test_every_place_of_the_map_can_stand_in_a_line() -> None:
    board = game().map
    places = [*map(str, board.hexes), *(box.name for box in board.boxes.values())]
    places += [space for track in board.tracks.values() for space in track.spaces]
    for place in places:
        assert read_log_line(log_line("5/2/13 DBLE", place, "rally")) == LogLine("5/2/13 DBLE", place, "rally")


@pytest.mark.parametrize("case", CASES["read"], ids=lambda case: case["line"])
def test_lines_are_read(case: dict[str, Any]) -> None:
    expected = LogLine(*case["parts"]) if "parts" in case else None
    assert read_log_line(case["line"]) == expected


@pytest.mark.parametrize("case", CASES["refused"], ids=lambda case: " | ".join(case["parts"]))
def test_what_could_not_be_read_back_is_not_written(case: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="cannot be read back"):
        log_line(*case["parts"])


@pytest.mark.parametrize("case", CASES["words"], ids=lambda case: case["text"])
def test_words_are_found(case: dict[str, Any]) -> None:
    known = [said for _, _, _, said, _ in entries()]
    assert find_words(case["text"], known) == (tuple(case["found"]) if "found" in case else None)


def test_the_format_for_vassal_keeps_the_masks_closed() -> None:
    assert vassal_format("direct fire") == "$newPieceName$ in $location$: direct fire"


@PROPERTY
@given(unit=st.text(), place=st.text(), words=st.text())
def test_what_is_written_is_read_back_or_refused(unit: str, place: str, words: str) -> None:
    try:
        line = log_line(unit, place, words)
    except ValueError:
        assert read_log_line(f"{unit} in {place}: {words}") != LogLine(unit, place, words)
    else:
        assert read_log_line(line) == LogLine(unit, place, words)


NAMES: Final = st.text(alphabet="aZ09/.:°-()ü'", min_size=1, max_size=8)
SPACED: Final = st.lists(NAMES, min_size=1, max_size=4).map(" ".join)


@PROPERTY
@given(unit=SPACED, place=NAMES, words=SPACED)
def test_names_of_slashes_dots_and_colons_are_read_back(unit: str, place: str, words: str) -> None:
    assert read_log_line(log_line(unit, place, words)) == LogLine(unit, place, words)


@PROPERTY
@given(text=st.text(alphabet="ain :.\n\t1", max_size=30))
def test_a_line_that_is_read_is_the_line_that_would_be_written(text: str) -> None:
    line = read_log_line(text)
    if line is not None:
        assert log_line(line.unit, line.place, line.words) == text
