"""Every kind of trait with its fields by name, old types with fewer of them, later ones with more."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.vassal import sequence
from adjudicator.vassal.trait_table import FREE_ROTATION, TRAIT_KINDS, FieldKind
from adjudicator.vassal.traits import Trait, Value, read_fields, read_trait_type

CASES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "cases" / "traits" / "traits.toml").read_text("utf-8")
)["case"]
IDS = [case["type"][:40] for case in CASES]
SETTINGS = settings(derandomize=True, deadline=None, max_examples=300)
ODD_NUMBERS = ["9" * 30, "-", "1e9999", "NaN", "Infinity", "0x10", " 5", "٣", "1_000", "--1", ".", "1.e", "2147483648"]


def plain(fields: Any) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_fields_by_name(case: dict[str, Any]) -> None:
    trait_type = read_trait_type(case["type"])
    assert (trait_type.text, trait_type.title) == (case["type"], case["title"])
    assert plain(trait_type.fields) == case["fields"]
    assert [type(value) for value in plain(trait_type.fields).values()] == [type(v) for v in case["fields"].values()]
    assert plain(Trait(trait_type, case["state"]).state_fields) == case["state_fields"]


def test_every_kind_has_a_case() -> None:
    assert {read_trait_type(case["type"]).id for case in CASES} == set(TRAIT_KINDS)
    assert any(read_trait_type(case["type"]).kind is FREE_ROTATION for case in CASES)


def test_only_the_last_field_takes_the_rest() -> None:
    for kind in [*TRAIT_KINDS.values(), FREE_ROTATION]:
        for fields in (kind.type_fields, kind.state_fields):
            assert all(field.kind is not FieldKind.REST for field in fields[:-1]), kind.id
            counts = [before for before, field in pairwise(fields) if field.kind is FieldKind.COUNTED]
            assert all(field.kind is FieldKind.INTEGER for field in counts), kind.id
            assert len({field.name for field in fields}) == len(fields), kind.id


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_fewer_and_more_fields_than_known(case: dict[str, Any]) -> None:
    whole = read_trait_type(case["type"])
    if whole.kind is None or not whole.kind.type_delimiter or not whole.kind.type_fields:
        return
    body = case["type"][len(whole.id) + 1 :]
    delimiter = whole.kind.type_delimiter
    tokens = sequence.decode(body, delimiter)
    for count in range(1, len(tokens)):
        less = read_trait_type(f"{whole.id};{sequence.encode(tokens[:count], delimiter)}")
        assert list(less.fields) == list(whole.fields)[: len(less.fields)]
        rest = whole.kind.type_fields[-1].kind is FieldKind.REST
        assert len(less.fields) == min(count + rest * (count < len(whole.kind.type_fields)), len(whole.fields)) or rest
    if whole.kind.type_fields[-1].kind is not FieldKind.REST and len(tokens) == len(whole.kind.type_fields):
        more = read_trait_type(f"{case['type']}{delimiter}later{delimiter}still later")
        assert more.fields == whole.fields


def test_numbers_and_truth_values_that_do_not_parse_stay_text() -> None:
    for word in ODD_NUMBERS:
        fields = read_trait_type(f"pivot;Pivot;80,130;{word};0;{word};{word}").fields
        assert fields["x"] == word
        assert fields["fixed_angle"] == word
        assert isinstance(fields["angle"], str | float)
    for word in ("True", "TRUE", "1", "yes", " true"):
        trait_type = read_trait_type(f"pivot;Pivot;80,130;0;0;{word}")
        assert trait_type.fields["fixed_angle"] == word
        assert not trait_type.boolean("fixed_angle", True)


def test_readers_of_single_fields() -> None:
    trait_type = read_trait_type("pivot;Pivot;80,130;7;x;true")
    assert trait_type.integer("x") == 7
    assert trait_type.integer("y", 3) == 3
    assert trait_type.integer("fixed_angle", 5) == 5
    assert trait_type.text_field("x") == "7"
    assert trait_type.text_field("description", "none") == "none"
    assert trait_type.boolean("fixed_angle")
    assert trait_type.items("x") == ()
    assert read_trait_type("mark;a,b").text_field("names", "none") == "none"


@pytest.mark.parametrize("text", ["turr;3;x", "unknown", "", ";", ";;;", "x" * 100_000, "my.Trait;a\tb", "piecemeal;a"])
def test_unknown_kinds_keep_their_words(text: str) -> None:
    trait_type = read_trait_type(text)
    assert (trait_type.text, trait_type.kind, dict(trait_type.fields)) == (text, None, {})
    assert text.startswith(trait_type.id)
    assert dict(Trait(trait_type, "any;state").state_fields) == {}


@pytest.mark.parametrize("facings", ["1", "01", "+1"])
def test_one_facing_is_free_rotation(facings: str) -> None:
    assert read_trait_type(f"rotate;{facings};93,130;Rotate").kind is FREE_ROTATION
    assert read_trait_type("rotate;10;93,130;Rotate").kind is TRAIT_KINDS["rotate"]


@SETTINGS
@given(
    st.sampled_from(sorted(TRAIT_KINDS)),
    st.text(st.sampled_from(";,~\\'|1-.e a\t"), max_size=40) | st.lists(st.sampled_from(ODD_NUMBERS)).map(";".join),
    st.text(max_size=20),
)
def test_any_text_is_read(kind: str, body: str, state: str) -> None:
    trait = Trait(read_trait_type(f"{kind};{body}"), state)
    fields: dict[str, Value] = {**trait.type.fields, **trait.state_fields}
    for name, value in fields.items():
        assert isinstance(value, str | int | float | bool | tuple)
        trait.type.text_field(name)
        trait.type.integer(name)
        trait.type.boolean(name)
    assert isinstance(trait.label, str)


def test_a_field_of_a_million_digits() -> None:
    trait_type = read_trait_type(f"pivot;{'9' * 1_000_000};;{'9' * 1_000_000}")
    assert trait_type.integer("x", 4) == 4


def test_a_list_of_nothing_is_empty() -> None:
    assert read_fields("", TRAIT_KINDS["hideCmd"].type_fields[3:], ";") == {"keys": ()}
