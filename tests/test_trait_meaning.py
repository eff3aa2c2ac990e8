"""Traits and pieces as two releases of VASSAL write them: the same with defaults left out, and otherwise different."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.vassal import sequence
from adjudicator.vassal.piece_changes import property_changes
from adjudicator.vassal.pieces import Piece, PieceReader, join_chain
from adjudicator.vassal.trait_meaning import other_traits, same_piece_type, same_state, same_trait_type
from adjudicator.vassal.trait_table import FREE_ROTATION, TRAIT_KINDS, Field, FieldKind, TraitKind
from adjudicator.vassal.traits import Trait, read_trait_type

DATA = tomllib.loads((Path(__file__).parent / "cases" / "traits" / "meaning.toml").read_text(encoding="utf-8"))
SETTINGS = settings(derandomize=True, deadline=None, max_examples=300)
KINDS = {**TRAIT_KINDS, "free rotation": FREE_ROTATION}
WRITTEN = sorted(
    name
    for name, kind in KINDS.items()
    if kind.type_delimiter and any(not each.is_several for each in kind.type_fields)
)
BASIC = "piece;;;tank.png;Tank"


@dataclass(frozen=True)
class Written:
    """A trait's type with all its fields, and how many of them a later release may have added."""

    kind: TraitKind
    elements: tuple[str, ...]

    def text(self, count: int | None = None) -> str:
        """The type with its first elements."""
        return f"{self.kind.id};{sequence.encode(self.elements[:count], self.kind.type_delimiter)}"

    def with_element(self, index: int, text: str) -> Written:
        """The same with another element."""
        return Written(self.kind, (*self.elements[:index], text, *self.elements[index + 1 :]))


def default_of(field: Field) -> str:
    """What a release writes that knows a field which was missing."""
    return "in the player's language" if field.default is None else field.default


def written(name: str) -> Written:
    """A trait with every single field at its default."""
    kind = KINDS[name]
    elements = [default_of(field) for field in kind.type_fields if not field.is_several]
    if name == "rotate":
        elements[0] = "6"
    if name == "free rotation":
        elements[0] = "1"
    return Written(kind, tuple(elements))


def another(field: Field) -> str:
    """A text that says something else than a field's default."""
    match field.kind:
        case FieldKind.INTEGER | FieldKind.DECIMAL:
            return "77"
        case FieldKind.BOOLEAN:
            return "false" if field.default == "true" else "true"
        case _:
            return "something else"


@pytest.mark.parametrize("case", DATA["case"], ids=lambda case: case["name"])
def test_two_texts_of_one_trait(case: dict[str, str | bool]) -> None:
    one, other = (read_trait_type(str(case[key])) for key in ("one", "other"))
    assert same_trait_type(one, other) is case["same"]
    assert same_trait_type(other, one) is case["same"]


@pytest.mark.parametrize("case", DATA["state"], ids=lambda case: case["name"])
def test_two_states_of_one_trait(case: dict[str, str | bool]) -> None:
    kind = read_trait_type(str(case["type"]))
    one, other = (Trait(kind, str(case[key])) for key in ("one", "other"))
    assert same_state(one, other) is case["same"]
    assert same_state(other, one) is case["same"]


@SETTINGS
@given(st.sampled_from(WRITTEN), st.data())
def test_trailing_defaults_may_be_left_out(name: str, data: st.DataObject) -> None:
    trait = written(name)
    count = data.draw(st.integers(1, len(trait.elements)))
    known = trait
    if count > 1:  # what both have need not be the default
        index = data.draw(st.integers(1, count - 1))
        known = trait.with_element(index, data.draw(st.sampled_from(["", "4", "true", "57391,0,Go", "a;b"])))
    assert same_trait_type(read_trait_type(known.text(count)), read_trait_type(known.text()))


@SETTINGS
@given(st.sampled_from(WRITTEN), st.data())
def test_another_value_is_a_change(name: str, data: st.DataObject) -> None:
    trait = written(name)
    fields = [field for field in trait.kind.type_fields if not field.is_several]
    index = data.draw(st.integers(1 if trait.kind.id == "rotate" else 0, len(fields) - 1))
    changed = read_trait_type(trait.with_element(index, another(fields[index])).text())
    assert not same_trait_type(read_trait_type(trait.text()), changed)
    if fields[index].default is not None and index > 0:
        assert not same_trait_type(read_trait_type(trait.text(index)), changed)


@SETTINGS
@given(st.lists(st.sampled_from(WRITTEN), max_size=6), st.data())
def test_a_piece_of_two_releases_is_the_same(names: list[str], data: st.DataObject) -> None:
    traits = [written(name) for name in names]
    counts = [data.draw(st.integers(1, len(trait.elements))) for trait in traits]
    reader = PieceReader()
    old = reader.piece_type(join_chain([*(t.text(n) for t, n in zip(traits, counts, strict=True)), BASIC]))
    new = reader.piece_type(join_chain([*(t.text() for t in traits), BASIC]))
    assert same_piece_type(old, new)
    fewer = reader.piece_type(join_chain([*(t.text() for t in traits[1:]), BASIC]))
    assert same_piece_type(new, fewer) is not bool(traits)


def test_a_piece_tells_which_of_its_traits_is_another() -> None:
    reader = PieceReader()
    trail, mark = "footprint;84,130;Trail;false;false;10", "mark;Strength"
    before = Piece("1", reader.piece_type(join_chain([mark, trail, BASIC])), join_chain(["4", "false;;0", "null;0;0"]))
    later = Piece("1", reader.piece_type(join_chain([mark, f"{trail};255,255,255", BASIC])), before.state)
    other = Piece("1", reader.piece_type(join_chain([mark, f"{trail};255,0,0", BASIC])), before.state)
    assert property_changes(before, later) == ()
    assert other_traits(before.type, other.type) == ("Movement Trail",)
    assert [(each.name, each.new) for each in property_changes(before, other)] == [
        ("type", "Tank with another Movement Trail")
    ]


def test_an_odd_text_is_compared_without_an_error() -> None:
    for name in sorted(TRAIT_KINDS):
        one, other = read_trait_type(f"{name};';\\;;x\t,"), read_trait_type(f"{name};")
        assert same_trait_type(one, one)
        assert same_trait_type(one, other) is same_trait_type(other, one)
