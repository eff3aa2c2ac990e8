"""A piece's properties as VASSAL's expressions see them, trait by trait and together."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.vassal.commands import AddPiece
from adjudicator.vassal.pieces import Piece, PieceReader, Placement, join_chain
from adjudicator.vassal.properties import (
    hidden_by,
    masked_by,
    never_stacks,
    piece_name,
    piece_properties,
    trait_properties,
)
from adjudicator.vassal.table import Table
from adjudicator.vassal.trait_table import TRAIT_KINDS
from tests.support.synthetic import CARDS, COUNTER_TRAITS, LOOSE, OTHER, UNIT, counter, deck, stack

CASES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "cases" / "properties" / "properties.toml").read_text("utf-8")
)["case"]
SETTINGS = settings(derandomize=True, deadline=None, max_examples=300)
READER = PieceReader()


def tank(traits: list[list[str]]) -> Piece:
    basic = ["piece;;;tank.png;Tank", "Main Map;100;200;7;1;OldX;90"]
    types, states = zip(*[*traits, basic], strict=True)
    return READER.piece(AddPiece("15", join_chain(types), join_chain(states)))


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_properties(case: dict[str, Any]) -> None:
    piece = tank(case["traits"])
    properties = piece_properties(piece)
    expected = case.get("expected", {})
    assert {name: properties.get(name) for name in expected} == expected
    assert [name for name in case.get("absent", []) if name in properties] == []
    if "piece_name" in case:
        assert properties["PieceName"] == piece_name(piece) == case["piece_name"]


def test_place_and_location_come_from_outside() -> None:
    piece = tank([])
    properties = piece_properties(piece, Placement("Other", 5, 6), {"LocationName": "0101", "CurrentZone": "Z"})
    assert properties["CurrentMap"] == "Other"
    assert (properties["CurrentX"], properties["CurrentY"]) == ("5", "6")
    assert (properties["LocationName"], properties["CurrentZone"]) == ("0101", "Z")
    assert piece_properties(piece, Placement(None, 0, 0))["CurrentMap"] == ""


def test_who_masked_and_hid_a_piece() -> None:
    mask, hide = "obs;77,130;back.png;Mask;I;?;side:", "hide;73,130;Invisible;;side:"
    assert masked_by(tank([[mask, "Axis;"]])) == "Axis"
    assert masked_by(tank([[mask, "null;"]])) is None
    assert masked_by(tank([[mask, "null;"], [mask, "Allies;"]])) == "Allies"
    assert masked_by(tank([[mask, ";"]])) == ""
    assert hidden_by(tank([[hide, "Axis"]])) == "Axis"
    assert hidden_by(tank([[hide, "null"]])) is None
    assert hidden_by(tank([[hide, ""]])) == ""
    assert (masked_by(tank([])), hidden_by(tank([]))) == (None, None)


def test_a_mask_without_a_state_masks_nobody() -> None:
    piece = READER.piece(AddPiece("1", join_chain(["PROP;A;;;", "obs;;;", "hide;", "piece;;;a;A"]), "x"))
    assert (masked_by(piece), hidden_by(piece)) == (None, None)


def test_stacking() -> None:
    assert not never_stacks(tank([]))
    assert never_stacks(tank([["mat;Tray;", "0"], ["immob;g;N;L;", ""]]))
    assert not never_stacks(tank([["immob;g;N;L;", ""], ["mat;Tray;", "0"]]))


def test_company() -> None:
    """Stack, deck and mat, as the table knows them."""
    tray = counter("1030", "Tray", 300, 300, [("mat;Tray;", f"1;{LOOSE}")])
    table = Table.of_position([
        counter(UNIT, "Tank", 1, 2), counter(OTHER, "Gun", 1, 2), stack("1010", 1, 2, [UNIT, OTHER]),
        counter(CARDS[0], "One", 5, 5), counter(CARDS[1], "Two", 5, 5), deck("1011", "Draw Pile", 5, 5, CARDS),
        tray, counter(LOOSE, "Token", 300, 300, [("matPiece;;true;0;0", "1030")]),
    ])  # fmt: skip
    names = ("StackPos", "StackSize", "DeckName", "DeckPosition", "CurrentMat", "CurrentMatID")

    def company(piece_id: str) -> list[str | None]:
        properties = table.properties_of(piece_id)
        return [properties.get(name) for name in names]

    assert company(UNIT) == ["2", "2", "", "0", None, None]
    assert company(OTHER) == ["1", "2", "", "0", None, None]
    assert company(CARDS[0]) == ["2", "2", "Draw Pile", "2", None, None]
    assert company(CARDS[1]) == ["1", "2", "Draw Pile", "1", None, None]
    assert company(LOOSE) == ["1", "1", "", "0", "Tray", "Tray_1030"]


def test_a_usual_counter() -> None:
    piece = READER.piece(counter("1001", "Tank", 100, 200, COUNTER_TRAITS))
    properties = piece_properties(piece)
    assert properties["Type"] == "Unit"
    assert properties["Step_Level"] == "1"
    assert properties["PieceName"] == "Tank"
    assert "NoStack" not in properties
    own = [trait_properties(trait) for trait in piece.traits]
    assert all(properties[name] == value for trait in own for name, value in trait.items())


@SETTINGS
@given(
    st.lists(
        st.tuples(
            st.sampled_from(sorted(TRAIT_KINDS)),
            st.text(st.sampled_from(";,~$+-'\\019aA"), max_size=30),
            st.text(st.sampled_from(";,~$+-.'\\019aA"), max_size=12),
        ),
        max_size=6,
    )
)
def test_any_traits(traits: list[tuple[str, str, str]]) -> None:
    piece = tank([[f"{kind};{body}", state] for kind, body, state in traits])
    properties = piece_properties(piece)
    assert all(isinstance(value, str) for value in properties.values())
    assert piece_name(piece) == properties["PieceName"]
    masked_by(piece)
    hidden_by(piece)


@pytest.mark.parametrize("angle", ["1e308", "-1e300", "9" * 18, "1e-99", "0.49999999999999994"])
def test_wild_angles(angle: str) -> None:
    turn, spin = ["rotate;1;93,130;Rotate;;;Turn;", angle], ["rotate;999999999;;;;;;;Spin;", "5"]
    properties = piece_properties(tank([turn, spin]))
    assert properties["Turn_Degrees"].isdigit()
    assert properties["Spin_Facing"] == "6"


def test_long_labels() -> None:
    text = "$Note$" * 100_000 + "$MP$" * 100_000 + "$" * 100_000
    properties = piece_properties(
        tank([["label;;;10;;;t;0;c;0;b;c;$label$;Dialog;0;0;Note;;false", text], ["PROP;MP;;;", "4"]])
    )
    assert properties["Note"].startswith("4" * 100_000)
