"""Chains of traits, split and joined in one go, against the engine's way of one level at a time."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.vassal import sequence
from adjudicator.vassal.commands import AddPiece, decode_command
from adjudicator.vassal.errors import LimitExceeded, StreamError
from adjudicator.vassal.limits import Limits
from adjudicator.vassal.pieces import Piece, PieceReader, Placement, join_chain, rejoin_chain, split_chain
from adjudicator.vassal.saved_game import open_game
from adjudicator.vassal.stream import leaves
from tests.support.command_line import command
from tests.support.corpus import NESTED_TRAITS, corpus_files
from tests.support.raw_games import raw_file
from tests.support.synthetic import COUNTER_TRAITS, UNIT, archive, counter, deck, small_save, stack

SETTINGS = settings(derandomize=True, deadline=None, max_examples=400)
LEVELS = st.text(st.sampled_from("\t\\';a"), max_size=6) | st.text(max_size=6)
READER = PieceReader()


def slow_split(text: str, at_most: int | None = None) -> list[str]:
    """Split level by level: two elements at a time, or all of a list of three or more."""
    levels: list[str] = []
    while at_most is None or len(levels) < at_most - 1:
        elements = sequence.decode(text, "\t")
        if len(elements) == 1:
            return [*levels, *elements]
        if len(elements) > 2 and at_most is not None and len(levels) + len(elements) >= at_most:
            return [*levels, *elements[: at_most - len(levels)]]
        levels += elements[:-1]
        text = elements[-1]
    return [*levels, text]


def slow_join(levels: list[str]) -> str:
    text = levels[-1]
    for level in reversed(levels[:-1]):
        text = sequence.encode([level, text], "\t")
    return text


@SETTINGS
@given(st.lists(LEVELS, min_size=1, max_size=60))
def test_joining_agrees_with_the_slow_way(levels: list[str]) -> None:
    assert join_chain(levels) == slow_join(levels)


@SETTINGS
@given(st.lists(LEVELS, min_size=1, max_size=60).map(slow_join), st.none() | st.integers(1, 70))
def test_splitting_agrees_with_the_slow_way(text: str, at_most: int | None) -> None:
    assert split_chain(text, at_most) == slow_split(text, at_most)


@SETTINGS
@given(st.text(st.sampled_from("\t\t\\\\\\'a"), max_size=30), st.none() | st.integers(1, 6))
def test_splitting_any_text_agrees_with_the_slow_way(text: str, at_most: int | None) -> None:
    assert split_chain(text, at_most) == slow_split(text, at_most)


@SETTINGS
@given(st.lists(LEVELS.map(lambda level: level.rstrip("\\")), max_size=60))
def test_there_and_back(traits: list[str]) -> None:
    levels = [*traits, "piece;;;a.png;A"]
    assert split_chain(join_chain(levels)) == levels


@SETTINGS
@given(st.lists(LEVELS.map(lambda level: level.rstrip("\\")), min_size=2, max_size=60), st.data())
def test_a_flat_chain_says_the_same(traits: list[str], data: st.DataObject) -> None:
    levels = [*traits, "piece;;;a.png;A"]
    flat = sequence.encode(levels, "\t")
    assert split_chain(flat) == split_chain(flat, len(levels)) == levels
    outer = data.draw(st.integers(1, len(levels) - 1))
    nested_first = slow_join([*levels[:outer], sequence.encode(levels[outer:], "\t")])
    assert split_chain(nested_first) == split_chain(nested_first, len(levels)) == levels
    flat_first = sequence.encode([*levels[:outer], slow_join(levels[outer:])], "\t")
    assert split_chain(flat_first) == split_chain(flat_first, len(levels)) == levels
    assert rejoin_chain(levels, flat) == flat
    assert rejoin_chain(levels, slow_join(levels)) == slow_join(levels)


def test_a_chain_that_changes_its_form_without_end_is_refused() -> None:
    text = "a\tb\tc"
    for _ in range(40):
        text = sequence.encode(["a", "b", text], "\t")
    with pytest.raises(StreamError, match="nested and flat by turns"):
        split_chain(text)


def test_forty_eight_levels() -> None:
    levels = [f"trait{number};" for number in range(47)] + ["piece;;;a.png;A"]
    text = join_chain(levels)
    assert text.endswith("\\" * 46 + "\tpiece;;;a.png;A")
    assert split_chain(text) == levels


@pytest.mark.parametrize(
    "text",
    ["\t" * 1_000_000, "\\\t" * 500_000, "\\" * 1_000_000, "'" * 1_000_000, "'\t" * 500_000, "\t'" * 500_000,
     "".join("\\" * depth + "\t" for depth in range(1400)),
     "".join("\\" * depth + "\t" for depth in range(999)) + ("\\" * 999 + "\t") * 500,
     "\\" * 500_000 + "\t" * 500_000],
    ids=["tabs", "escaped tabs", "backslashes", "apostrophes", "quoted 1", "quoted 2", "deep", "deep and wide", "odd"],
)  # fmt: skip
def test_a_million_characters(text: str) -> None:
    """Texts that took time that grows with the square of their length; no time is asserted."""
    for at_most in (None, 1, 40):
        levels = split_chain(text, at_most)
        assert at_most is None or len(levels) <= at_most
    assert join_chain([text[:200_000]] * 3)
    try:
        piece = READER.piece(AddPiece("1", text, text))
    except LimitExceeded:
        return
    assert len(piece.trait_states) == len(piece.type.traits)


def test_fields_of_a_counter() -> None:
    piece = READER.piece(counter(UNIT, "Tank", 100, 200, COUNTER_TRAITS))
    assert (piece.id, piece.name, piece.gpid) == (UNIT, "Tank", "1")
    assert piece.placement == Placement("Main Map", 100, 200)
    assert [trait.type.text for trait in piece.traits] == [type_ for type_, _state in COUNTER_TRAITS]
    assert [trait.state for trait in piece.traits] == [state for _type, state in COUNTER_TRAITS]
    assert piece.basic.type is piece.type.basic
    assert piece.basic_state == "Main Map;100;200;1;0"
    assert not piece.type.is_stack
    assert not piece.type.is_deck
    assert piece.members == ()
    assert piece.command() == counter(UNIT, "Tank", 100, 200, COUNTER_TRAITS)


def test_fields_of_stacks_and_decks() -> None:
    pile = READER.piece(stack("9", 1, 2, ["5", "6"]))
    assert (pile.type.is_stack, pile.members, pile.gpid) == (True, ("5", "6"), "")
    assert (pile.placement, pile.persistent_properties) == (Placement("Main Map", 1, 2), {})
    cards = READER.piece(deck("9", "Draw Pile", 1, 2, ["5", "6"]))
    assert (cards.type.is_deck, cards.members, cards.name, cards.gpid) == (True, ("5", "6"), "Draw Pile", "")
    assert READER.piece(AddPiece("9", "stack", "Map;1;2")).members == ()
    assert READER.piece(AddPiece("9", "deck;", "Map;1;2")).members == ()


@pytest.mark.parametrize(
    ("state", "placement", "gpid", "properties"),
    [
        ("Scenario Card;467;237", Placement("Scenario Card", 467, 237), "", {}),
        ("null;350;100;7488", Placement(None, 350, 100), "7488", {}),
        ("Map;1;2;08d:75;2;OldX;5;OldMap;Map", Placement("Map", 1, 2), "08d:75", {"OldX": "5", "OldMap": "Map"}),
        ("Map;1;2;7;3;OldX;5;OldMap", Placement("Map", 1, 2), "7", {"OldX": "5"}),
        ("Map;1;2;7;999999999;OldX;5", Placement("Map", 1, 2), "7", {"OldX": "5"}),
        ("Map;1;2;7;-1;OldX;5", Placement("Map", 1, 2), "7", {}),
        ("Map;1;2;7;x;OldX;5", Placement("Map", 1, 2), "7", {}),
        ("Map;1e5;--;7", Placement("Map", 0, 0), "7", {}),
        (f"Map;{'9' * 100};-2147483648", Placement("Map", 0, -(2**31)), "", {}),
        ("", Placement(None, 0, 0), "", {}),
        (";", Placement(None, 0, 0), "", {}),
    ],
)
def test_basic_states_of_every_age(state: str, placement: Placement, gpid: str, properties: dict[str, str]) -> None:
    piece = READER.piece(AddPiece("1", "piece;;;a.png;A", state))
    assert (piece.placement, piece.gpid, piece.persistent_properties) == (placement, gpid, properties)


def test_a_state_with_fewer_levels_than_the_type() -> None:
    type_ = join_chain(["mark;A", "obs;;;", "hide;", "PROP;B", "piece;;;a;A"])
    piece = READER.piece(AddPiece("1", type_, "value"))
    assert piece.trait_states == ("value", "null", "null", "", "")
    assert piece.placement == Placement(None, 0, 0)
    assert piece.state == "value"


def test_a_state_with_more_levels_than_the_type() -> None:
    piece = READER.piece(AddPiece("1", join_chain(["mark;A", "piece;;;a;A"]), join_chain(["v", "Map;1;2", "more"])))
    assert piece.trait_states == ("v", "Map;1;2\tmore")
    assert piece.placement == Placement("Map", 1, 0)
    flat = READER.piece(AddPiece("1", join_chain(["mark;A", "piece;;;a;A"]), "v\tMap;1;2\tdropped"))
    assert flat.trait_states == ("v", "Map;1;2")


def test_changed_states() -> None:
    piece = READER.piece(counter(UNIT, "Tank", 100, 200, COUNTER_TRAITS[:2]))
    changed = piece.with_trait_states(["Unit,Allies", "2", piece.basic_state])
    assert changed.trait_states == ("Unit,Allies", "2", piece.basic_state)
    assert changed.with_basic_fields(["Map", "1", "2"]).placement == Placement("Map", 1, 2)
    assert changed.type is piece.type


def test_definitions_of_modules() -> None:
    type_ = join_chain(["mark;A", "piece;;;a;A"])
    command = decode_command("+/" + sequence.encode(["null", type_, "v\tnull;0;0;5"], "/"))
    assert isinstance(command, AddPiece)
    piece = READER.definition(command.encode())
    assert (piece.id, piece.name, piece.gpid) == ("null", "A", "5")
    for text in ("", "+/null/piece;;;a;A", "D/1/2/3", "x" * 1000):
        with pytest.raises(StreamError, match="not a piece definition"):
            READER.definition(text)


def test_the_limit_on_traits_counts_levels_and_not_tabs() -> None:
    reader = PieceReader(Limits(traits=10))
    marker = "placemark;Mark;;+/null/" + join_chain(["mark;A"] * 30 + ["piece;;;a;A"])
    assert len(reader.piece_type(join_chain([marker] * 10 + ["piece;;;b;B"])).traits) == 11
    with pytest.raises(LimitExceeded, match="traits"):
        reader.piece_type(join_chain(["mark;A"] * 11 + ["piece;;;b;B"]))


def test_types_are_read_once() -> None:
    reader = PieceReader()
    first = reader.piece(counter("11", "Tank", 1, 2, COUNTER_TRAITS))
    second = reader.piece(counter("12", "Gun", 1, 2, COUNTER_TRAITS))
    third = reader.piece(counter("13", "Tank", 5, 6, COUNTER_TRAITS))
    assert first.type is third.type
    assert all(a is b for a, b in zip(first.type.traits[:-1], second.type.traits[:-1], strict=True))


@pytest.mark.parametrize("path", corpus_files(".vsav", ".vlog", folders=NESTED_TRAITS), ids=lambda path: path.name)
def test_every_piece_of_the_corpus_is_written_back(path: Path) -> None:
    _assert_written_back(path.read_bytes())


def test_every_piece_of_a_small_save_is_written_back() -> None:
    _assert_written_back(archive(small_save()))


def _assert_written_back(data: bytes) -> None:
    reader = PieceReader()
    for leaf in leaves(open_game(data).tree):
        command = leaf.command
        if isinstance(command, AddPiece):
            piece = reader.piece(command)
            assert join_chain([trait.text for trait in piece.type.traits]) == command.type
            assert split_chain(command.type) == slow_split(command.type)
            assert len(split_chain(command.state)) == len(piece.type.traits)
            assert piece.with_trait_states(piece.trait_states).state == command.state
            assert Piece(piece.id, piece.type, command.state).command().encode() == leaf.text


@pytest.mark.parametrize("place", ["type", "state"])
def test_a_piece_of_nothing_but_tabs_is_refused(place: str, tmp_path: Path) -> None:
    path = tmp_path / "save.vsav"
    tabs = "\t" * 100_001
    path.write_bytes(raw_file([f"+/1/{tabs}/x" if place == "type" else f"+/1/piece;;;picture.svg;A/{tabs}"]))
    outcome = command("inspect", path)
    assert outcome.code == 3
    assert "a piece has too many tabs to be true (got '100,001'" in outcome.err
