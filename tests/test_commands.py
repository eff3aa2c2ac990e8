"""Every command of the format notes as a typed value, written back, and texts that are none."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.vassal.commands import COMMAND_TYPES, Command, UnknownCommand, decode_command, integer

CASES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "cases" / "commands" / "commands.toml").read_text("utf-8")
)["case"]
SETTINGS = settings(derandomize=True, deadline=None, max_examples=500)
PREFIXES = sorted({cls.PREFIX for cls in COMMAND_TYPES} | {"Main MapBoardPicker\t"})
FIELDS = st.text(st.sampled_from("\t/;\\'|,@ aü0-"), max_size=20) | st.text(max_size=20)


@pytest.mark.parametrize("case", CASES, ids=[f"{case['kind']}: {case['text'][:30]!r}" for case in CASES])
def test_known_texts(case: dict[str, Any]) -> None:
    command = decode_command(case["text"])
    assert type(command).__name__ == case["kind"]
    given_fields = case.get("fields", {})
    for name in command.field_names():
        value = getattr(command, name)
        assert (list(value) if isinstance(value, tuple) else value) == given_fields.get(name), name
    assert set(given_fields) <= set(command.field_names())
    assert list(command.extra) == case.get("extra", [])
    assert command.encode() == case.get("rewritten", case["text"])
    assert decode_command(command.encode()) == command


def test_every_kind_has_a_case() -> None:
    assert {case["kind"] for case in CASES} == {cls.__name__ for cls in COMMAND_TYPES}
    assert len({cls.NAME for cls in COMMAND_TYPES}) == len(COMMAND_TYPES)


def test_every_prefix_is_told_from_the_others() -> None:
    """A longer prefix is not taken for a shorter one that it begins with."""
    for case in CASES:
        cls = next(c for c in COMMAND_TYPES if c.__name__ == case["kind"])
        longer = [c for c in COMMAND_TYPES if c.PREFIX != cls.PREFIX and c.PREFIX.startswith(cls.PREFIX)]
        for other in longer if cls.PREFIX else ():
            assert not case["text"].startswith(other.PREFIX)


@SETTINGS
@given(st.text() | st.tuples(st.sampled_from(PREFIXES), FIELDS).map("".join))
def test_any_text_is_some_command(text: str) -> None:
    command = decode_command(text)
    assert isinstance(command.encode(), str)
    command.with_ids(str.upper)
    command.player_ids()
    if isinstance(command, UnknownCommand):
        assert command.encode() == text


@SETTINGS
@given(st.sampled_from([cls for cls in COMMAND_TYPES if cls.PREFIX]), st.data())
def test_any_fields_there_and_back(cls: type[Command], data: st.DataObject) -> None:
    """What the engine could have written is read back and written the same."""
    safe = st.text(max_size=8).map(lambda text: text.rstrip("\\"))
    if type(cls(*[""] * len(cls.field_names()))).encode is not Command.encode or not cls.field_names():
        return
    command = cls(*[data.draw(safe) for _ in cls.field_names()], extra=("more",) if cls.DELIMITER else ())
    text = command.encode()
    assert decode_command(text) == command
    assert decode_command(text).encode() == text


@pytest.mark.parametrize("case", CASES, ids=[f"{case['kind']}: {case['text'][:30]!r}" for case in CASES])
def test_ids_are_found_and_replaced(case: dict[str, Any]) -> None:
    command = decode_command(case["text"])
    ids = command.player_ids()
    replaced = command.with_ids(lambda player_id: f"<{player_id}>")
    assert replaced.player_ids() == tuple(f"<{player_id}>" for player_id in ids)
    assert ("secret" in case["text"]) == any("secret" in player_id for player_id in ids)
    if not ids:
        assert replaced == command


def test_commands_are_values() -> None:
    command = decode_command("M/1/Map/2/3/null/Map/1/1/null/me")
    assert command == decode_command(command.encode())
    assert hash(command) == hash(decode_command(command.encode()))
    assert command != replace(command, extra=("x",))


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("-12", -12), ("+7", 7), ("007", 7), ("2147483647", 2**31 - 1), ("-2147483648", -(2**31)),
     ("2147483648", None), ("-2147483649", None), ("9" * 1_000_000, None), ("", None), (" 1", None), ("1.0", None),
     ("1e3", None), ("٣", None), ("²", None), ("NaN", None), ("--1", None), ("1\n", None), (None, None)],
)  # fmt: skip
def test_whole_numbers_are_those_of_the_engine(text: str | None, number: int | None) -> None:
    assert integer(text) == number
