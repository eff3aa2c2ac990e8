"""Positions and actions as JSON: exact round trips, one text for each, and clear words for what makes no sense.

The texts that are refused are ``cases/game/position_errors.toml``.
"""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from adjudicator.game.errors import GameDataError
from adjudicator.game.hexes import Hex
from adjudicator.game.play import PURPOSES, Action, Assault, Move, MoveStep, PlayChit, Roll, RollPurpose, StepKind
from adjudicator.game.play_json import ACTION_TYPES, action_from_data, action_text, read_action, read_actions
from adjudicator.game.position import Activation, LeaderState, Points, Position, Status, UnitState
from adjudicator.game.position_json import position_text, position_to_data, read_position
from adjudicator.game.scenarios import TurnTime
from adjudicator.game.start import start_position
from adjudicator.schemas import load_json_schema
from tests.support.rule_cases import built_in_game

STORED_AS = {"commander_with": "rommel"}
K = TypeVar("K")
V = TypeVar("V")
CASES: Final = tomllib.loads(
    (Path(__file__).parent / "cases" / "game" / "position_errors.toml").read_text(encoding="utf-8")
)
SCENARIOS: Final = pytest.mark.parametrize("scenario", [1, 2, 3, 4])
VIEW: Final = "face_down"
"""What a reader may not know: a view of a position, not a part of it."""
SUPPOSED: Final = ("possible_contacts", "possible_refuges")
"""What the referee supposes while he reads: it is not stored either."""
NOT_COMPARED: Final = ("from_start", VIEW, *SUPPOSED)
WAYS: Final = {"status": Status.WAITING, "place": None}


def full_position() -> Position:
    """A position in which every field has another value than its usual one."""
    position = start_position(built_in_game(), 4)
    busy = {each.name: _unusual(each.name, each.default) for each in fields(UnitState) if each.name not in WAYS}
    position = position.with_unit("5-2-13-dble", **busy).with_unit("1-bp1", status=Status.ELIMINATED, place=None)
    return position.after(
        weather="sandstorm",
        leaders={**position.leaders, "leader-wolz": LeaderState(Status.WITHDRAWN)},
        points={**position.points, "french": Points(0, 7)},
        activation=Activation("direct-command-french", "5-2-13-dble"),
        barrages={Hex(30, 2): 2, Hex(3, 2): 1},
        mines={Hex(14, 11): 0},
        supply="emergency",
        morale=-3,
        played=("random-event", "division-french"),
        next_turn=("formation-13-dble",),
        strikes=2,
        flags=frozenset({"travers-injured", "artillery-leader-killed"}),
        first_chit="direct-command-german",
        last_indirect="i-21",
        due=("airpower", "chits"),
        day_weather="sandstorm-4",
        planned_strikes=("0900", "1700"),
        event="ammo-dump",
        withdrawals=("kg-wolz", "65-motorizzato", "kg-wolz"),
        returning={"1-i-65": TurnTime("06-03", "0700"), "leader-wolz": TurnTime("06-02", "1900")},
        commander_with="leader-155-schuetzen",
        outcome="Axis victory",
    )


def _unusual(name: str, default: object) -> object:
    if name in ("steps", "improvement"):
        return 1
    if name == "contact_leader":
        return "leader-amilakvary"
    return True if default is False else ("movement", "fire") if default == () else 2


def assert_same(position: Position) -> None:
    """Hold a position against what its text says."""
    again = read_position(built_in_game(), position_text(position))
    assert again == position
    assert hash(again) == hash(position)
    assert list(again.units) == list(position.units)
    assert position_text(again) == position_text(position)


@SCENARIOS
def test_start_comes_back_from_its_text(scenario: int) -> None:
    assert_same(start_position(built_in_game(), scenario))


@pytest.mark.parametrize("known", [True, False])
def test_it_comes_back_whether_all_that_happened_before_is_known(known: bool) -> None:
    position = replace(full_position(), from_start=known)
    assert read_position(built_in_game(), position_text(position)).from_start is known
    assert_same(position)


def test_position_with_everything_comes_back_from_its_text() -> None:
    position = full_position()
    data = position_to_data(position)
    stored = {STORED_AS.get(each.name, each.name) for each in fields(Position)}
    assert stored - {VIEW, *SUPPOSED} <= set(data)
    assert set(data["units"]["5-2-13-dble"]) == {each.name for each in fields(UnitState)} - {"status"}
    assert_same(position)


def test_text_is_canonical() -> None:
    text = position_text(full_position())
    assert text == json.dumps(json.loads(text), sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _backwards(table: Mapping[K, V]) -> dict[K, V]:
    return dict(reversed(list(table.items())))


def test_order_in_which_a_position_was_made_does_not_matter() -> None:
    position = full_position()
    backwards = replace(
        position,
        units=_backwards(position.units),
        leaders=_backwards(position.leaders),
        points=_backwards(position.points),
        barrages=_backwards(position.barrages),
        returning=_backwards(position.returning),
    )
    assert backwards == position
    assert hash(backwards) == hash(position)
    assert position_text(backwards) == position_text(position)


def test_every_field_makes_another_position() -> None:
    full, start = full_position(), start_position(built_in_game(), 4)
    names = [each.name for each in fields(Position) if getattr(full, each.name) != getattr(start, each.name)]
    same = {"game", "scenario", "time", "mug", *NOT_COMPARED}
    assert same == {each.name for each in fields(Position)} - set(names)
    for name in names:
        other = start.after(**{name: getattr(full, name)})
        assert other != start
        assert position_text(other) != position_text(start)


def _text(case: dict[str, Any]) -> str:
    if "text" in case:
        return str(case["text"])
    data: Any = position_to_data(start_position(built_in_game(), 1))
    *path, key = case["path"]
    table = data
    for part in path:
        table = table[part]
    if "to" in case:
        table[key] = json.loads(case["to"])
    else:
        del table[key]
    return json.dumps(data)


@pytest.mark.parametrize("case", CASES["position"], ids=lambda case: str(case["name"]))
def test_what_is_no_position_is_refused_in_clear_words(case: dict[str, Any]) -> None:
    with pytest.raises(GameDataError) as caught:
        read_position(built_in_game(), _text(case), file="siege.json")
    assert case["says"] in str(caught.value)
    assert all(line.startswith("siege.json") for line in str(caught.value).splitlines())


@pytest.mark.parametrize("case", CASES["action"], ids=lambda case: str(case["name"]))
def test_what_is_no_action_is_refused_in_clear_words(case: dict[str, Any]) -> None:
    with pytest.raises(GameDataError) as caught:
        read_action(case["text"], file="moves.jsonl")
    assert case["says"] in str(caught.value)


@pytest.mark.parametrize("text", ["[" * 200_000, '{"a":' * 200_000, '{"a": 1' + "0" * 5_000 + "}", " " * 4_000_001, ""])
def test_hostile_texts_are_refused(text: str) -> None:
    with pytest.raises(GameDataError):
        read_position(built_in_game(), text)
    with pytest.raises(GameDataError):
        read_action(text)


def test_position_with_any_part_replaced_is_read_or_refused() -> None:
    """Nothing but a GameDataError comes of a position that somebody has tampered with."""
    rng = random.Random(1)  # noqa: S311
    junk: list[Any] = [
        None,
        True,
        -1,
        10**30,
        0.5,
        "",
        "x",
        "26.11",
        "\ud800",
        [],
        {},
        [[]],
        {"place": "26.11"},
        ["a", "a"],
    ]
    refused = 0
    for _ in range(300):
        data = position_to_data(full_position()) if rng.random() < 0.1 else json.loads(_START)
        table: Any = data
        while True:
            key = rng.choice(list(table))
            if not isinstance(table[key], dict) or not table[key] or rng.random() < 0.2:
                break
            table = table[key]
        table[key if rng.random() < 0.8 else "strange"] = rng.choice(junk)
        try:
            assert_same(read_position(built_in_game(), json.dumps(data)))
        except GameDataError as error:
            refused += bool(str(error))
    assert refused > 100


_START: Final = position_text(start_position(built_in_game(), 1))


ACTIONS: Final[list[Action]] = [
    PlayChit("division-french", (Roll(RollPurpose.COMMAND_POINTS, "", 3),)),
    Move(
        "a",
        (
            MoveStep(StepKind.FORM_COLUMN),
            MoveStep(
                StepKind.ENTER,
                Hex(1, 2),
                (Roll(RollPurpose.OPPORTUNITY, "b", 9), Roll(RollPurpose.SUPPRESSION, "a", None)),
                ("c",),
            ),
        ),
        (Roll(RollPurpose.BARRAGE_EXIT, "a", 0),),
    ),
    Assault(("a", "b"), Hex(3, 4), ("a",), (("a", "c"), ("c", "b")), True, (("c", Hex(5, 6)),), ("b",)),
]


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: type(action).__name__)
def test_action_comes_back_from_its_text(action: Any) -> None:
    assert read_action(action_text(action)) == action


def test_each_kind_of_action_has_its_schema_with_all_its_fields() -> None:
    schema = load_json_schema("action.schema.json")
    assert [part["$ref"].removeprefix("#/$defs/") for part in schema["oneOf"]] == list(ACTION_TYPES)
    for name, kind in ACTION_TYPES.items():
        assert set(schema["$defs"][name]["properties"]) == {"type", *(each.name for each in fields(kind))}
    assert set(schema["$defs"]["step"]["properties"]) == {each.name for each in fields(MoveStep)}
    assert set(schema["$defs"]["roll"]["properties"]) == {each.name for each in fields(Roll)}
    assert schema["$defs"]["roll"]["properties"]["purpose"]["anyOf"][0]["enum"] == list(PURPOSES)


def test_actions_are_read_line_by_line() -> None:
    text = "\n".join(["", *(action_text(action) for action in ACTIONS), "", "{}"])
    lines = read_actions(text, file="moves.jsonl")
    assert [next(lines) for _ in ACTIONS] == ACTIONS
    with pytest.raises(GameDataError, match=r"moves\.jsonl, line 6, key type"):
        next(lines)


def test_any_validator_finds_that_the_texts_follow_the_schemas() -> None:
    common = load_json_schema("game-common.schema.json")
    registry: Any = Registry().with_resource("urn:adjudicator:game-common.schema.json", Resource.from_contents(common))
    registry = registry.with_resource("game-common.schema.json", Resource.from_contents(common))
    for name, data in [
        ("position.schema.json", position_to_data(full_position())),
        *(("action.schema.json", json.loads(action_text(action))) for action in ACTIONS),
    ]:
        schema = {**load_json_schema(name), "$id": ""}
        assert list(Draft202012Validator(schema, registry=registry).iter_errors(data)) == []


def test_action_of_unknown_units_is_an_action() -> None:
    action = action_from_data({"type": "end-activation", "unit": "nobody"})
    assert action == ACTION_TYPES["end-activation"]("nobody")
