"""Names as players type them: in part, without accents, by other spellings, and never past a face-down marker."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.game.hexes import Hex
from adjudicator.game.names import NameNotFound, called, find_unit, words_of
from adjudicator.game.position import Position, Status
from adjudicator.game.start import start_position
from tests.support.rule_cases import built_in_game

FOUND = {
    "1/VIII/132": "1-viii-132",
    "1/viii": "1-viii-132",
    " 1 / Viii ": "1-viii-132",
    "1-viii-132": "1-viii-132",
    "VIII/132 in 26.10": "2-viii-132",
    "M/2/13;DBLE": "m-2-13-dble",
    "5/2": "5-2-13-dble",
    "jock column": "jock-colonne",
    "bersaglieri 1 v": None,
    "Mortier BP1": "mortier-bp1",
    "mort bp": "mortier-bp1",
}


@pytest.fixture(scope="module")
def position() -> Position:
    start = start_position(built_in_game(), 2)
    return start.with_unit("2-viii-132", status=Status.ON_MAP, place=Hex(26, 10))


@pytest.mark.parametrize("text", ["2./z.b.V.288", "2./zbV", "2 ZBV 288", "2/zbV.288", "2/z.b.V."])
def test_initials_are_typed_with_full_stops_or_without(text: str) -> None:
    assert find_unit(start_position(built_in_game(), 3), text) == "2-z-b-v-288"


@pytest.mark.parametrize("text", ["3./PzAufkl", "3/Aufkl", "3. Aufkl", "Aufkl", "pz aufkl"])
def test_the_last_word_of_a_compound_is_enough(text: str) -> None:
    assert find_unit(start_position(built_in_game(), 3), text) == "3-pzaufkl"


@pytest.mark.parametrize("text", FOUND)
def test_a_name_is_found(position: Position, text: str) -> None:
    if FOUND[text] is None:
        with pytest.raises(NameNotFound):
            find_unit(position, text)
    else:
        assert find_unit(position, text) == FOUND[text]


def test_of_several_that_are_there_the_one_spelled_so_is_meant() -> None:
    start = start_position(built_in_game(), 4)
    gone = {unit: replace(start.units[unit], status=Status.ELIMINATED) for unit in ("2-i-66", "2-i-361")}
    there = {unit: replace(start.units[unit], status=Status.ON_MAP) for unit in ("2-i-65", "2-i-flak-18")}
    assert find_unit(start.after(units={**start.units, **gone, **there}), "2/I") == "2-i-65"
    with pytest.raises(NameNotFound, match="several units match '2/I'"):
        find_unit(start.after(units={**start.units, **there, "2-i-66": there["2-i-65"]}), "2/I")


def test_a_whole_name_goes_before_a_part(position: Position) -> None:
    for key, counter in position.game.units.items():
        if key in position.units:
            assert find_unit(position, counter.name) == find_unit(position, counter.name.upper()) == key


@pytest.mark.parametrize("text", ["", "  ", "zzz", "99.99", "/", "٣"])
def test_what_fits_nothing(position: Position, text: str) -> None:
    with pytest.raises(NameNotFound, match="no unit matches"):
        find_unit(position, text)


def test_what_fits_several_lists_them(position: Position) -> None:
    with pytest.raises(
        NameNotFound, match="several units match 'VIII/132': 1/VIII/132, 2/VIII/132, 3/VIII/132"
    ) as error:
        find_unit(position, "VIII/132")
    assert error.value.candidates == ("1/VIII/132", "2/VIII/132", "3/VIII/132")


def test_what_is_nearly_right_lists_what_is_like_it(position: Position) -> None:
    with pytest.raises(NameNotFound, match=r"no unit matches '4/VIII/132'; did you mean .*1/VIII/132"):
        find_unit(position, "4/VIII/132")


def test_a_face_down_gun_has_no_name_for_others(position: Position) -> None:
    hidden = [unit for unit, state in position.units.items() if state.hidden]
    unit = hidden[0]
    name, place = position.game.units[unit].name, position.units[unit].place

    def nobody_knows(_unit: str) -> bool:
        return False

    with pytest.raises(NameNotFound) as error:
        find_unit(position, name, knows=nobody_knows)
    assert name not in str(error.value.candidates)
    assert find_unit(position, f"gun unit in {place}", knows=nobody_knows) == unit
    assert called(position, unit, nobody_knows) == f"Gun Unit in {place}"
    with pytest.raises(NameNotFound) as error:
        find_unit(position, "Gun Unit", knows=nobody_knows)
    assert list(error.value.candidates) == sorted(error.value.candidates)
    assert find_unit(position, name) == unit


def test_words() -> None:
    assert words_of("Gr. W./I./155 Straße Éa") == ("gr", "w", "i", "155", "strasse", "ea")
