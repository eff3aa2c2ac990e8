"""Dice in logs: the patterns as data, the lines they read, and the rolls of a step."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from adjudicator.audit.dice import (
    DiceRoll,
    KnownDie,
    LineKind,
    LogPatterns,
    PatternError,
    PropertyChange,
    dice_samples,
    load_patterns,
)
from adjudicator.audit.dice_patterns import MAX_LINE, LinePattern, builtin_tables
from adjudicator.audit.dice_statistics import MAX_FACES, DiceSample
from adjudicator.schemas import load_json_schema, schema_bytes, schema_names
from adjudicator.vassal.errors import VassalError

CASES = Path(__file__).parent / "cases" / "dice"
PATTERNS = load_patterns()
KINDS = {"dice": "dice", "turn": "turn", "chat": "talk", "report": "report", "undo": "undo"}
BUILTIN = [(table, row) for table, rows in builtin_tables().items() for row in rows]
USER_FILE = r"""
[[dice]]
name = "my-morale"
regex = '(?P<player>\w+) tests morale, (?P<results>\d+)'
sides = 10
low = 0
examples = [{ line = "Anna tests morale, 7", expect = { player = "Anna", results = [7], sides = 10, low = 0 } }]

[[button]]
name = "my-button"
regex = "Morale"
sides = 10
low = 0
"""


def cases(file: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((CASES / file).read_text(encoding="utf-8"))["case"]
    assert found
    return found


def user_patterns(tmp_path: Path, text: str) -> LogPatterns:
    path = tmp_path / "patterns.toml"
    path.write_text(text, encoding="utf-8")
    return load_patterns([path])


def roll(results: Sequence[int], **values: Any) -> DiceRoll:
    base: dict[str, Any] = {
        "player": "", "button": "d6", "total": None, "sides": 6, "low": 1, "dice": 1, "source": "chat",
        "in_order": True,
    }  # fmt: skip
    return DiceRoll(results=tuple(results), **(base | values))


@pytest.mark.parametrize(("table", "row"), BUILTIN, ids=[f"{table}-{row.name}" for table, row in BUILTIN])
def test_each_supplied_pattern_has_examples_and_no_earlier_row_takes_them(table: str, row: LinePattern) -> None:
    # load_patterns() has held each row against its examples by itself.
    assert row.examples
    for example in row.examples:
        if table != "button":
            reading = PATTERNS.read(example.line)
            assert (reading.kind, reading.pattern) == (KINDS[table], row.name)


@pytest.mark.parametrize("case", cases("rolls.toml"), ids=lambda case: case["name"])
def test_rolls_of_a_step(case: dict[str, Any]) -> None:
    changes: list[PropertyChange] = [(name, old, new, where) for name, old, new, where in case.get("properties", [])]
    known = {name: KnownDie(**die) for name, die in case.get("known", {}).items()}
    rolls = PATTERNS.rolls(case.get("lines", []), changes, known)
    assert len(rolls) == len(case["expect"])
    for found, expected in zip(rolls, case["expect"], strict=True):
        wanted = {key: tuple(value) if key == "results" else value for key, value in expected.items()}
        wanted = {key: None if value == "none" else value for key, value in wanted.items()}
        assert {key: getattr(found, key) for key in wanted} == wanted


@pytest.mark.parametrize("case", cases("lines.toml"), ids=lambda case: case["line"][:40])
def test_lines(case: dict[str, Any]) -> None:
    assert PATTERNS.kind(case["line"]) == case["kind"]
    assert PATTERNS.speaker(case["line"]) == case.get("speaker")
    assert PATTERNS.read(case["line"]).pattern == case.get("pattern", PATTERNS.read(case["line"]).pattern)


@pytest.mark.parametrize("case", cases("bad_files.toml"), ids=lambda case: case["name"])
def test_bad_pattern_files_are_refused_in_one_line(case: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(PatternError) as caught:
        user_patterns(tmp_path, case["text"])
    message = str(caught.value)
    assert "patterns.toml" in message
    assert str(tmp_path) not in message
    assert "\n" not in message
    for part in case["message"]:
        assert part in message


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"\xff\xfe", "not UTF-8"),
        (b"x = " + b"[" * 100_000, "nested too deeply"),
        (b"x = " + b"9" * 5_000, "not TOML"),
        (b"#" * (1024 * 1024 + 1), "too large"),
        (b"[[undo]]\nname='a'\nregex='" + b"(" * 900 + b"(?P<text>a)" + b")" * 80 + b"'", "does not compile"),
        (b"".join(b"[[undo]]\nname='a%d'\nregex='(?P<text>a)'\n" % n for n in range(1001)), "too many rows"),
    ],
)
def test_hostile_pattern_files_are_refused(data: bytes, part: str, tmp_path: Path) -> None:
    path = tmp_path / "patterns.toml"
    path.write_bytes(data)
    with pytest.raises(PatternError, match=part):
        load_patterns([path])


def test_pattern_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.toml"):
        with pytest.raises(PatternError):
            load_patterns([path])
    assert issubclass(PatternError, VassalError)
    assert issubclass(PatternError, ValueError)


def test_a_users_file_is_tried_first(tmp_path: Path) -> None:
    patterns = user_patterns(tmp_path, USER_FILE)
    assert PATTERNS.kind("Anna tests morale, 7") == "other"
    (found,) = patterns.rolls(["Anna tests morale, 7"])
    assert (found.player, found.results, found.sides, found.low, found.pattern) == ("Anna", (7,), 10, 0, "my-morale")
    assert found.numbering_known
    (found,) = patterns.rolls([], [("Morale_result", "1", "0", "Module")])
    assert (found.sides, found.low, found.numbering_known) == (10, 0, True)
    assert patterns.rolls(["*** 1d6 = 1 *** <Anna>"])[0].pattern == "vassal-default"
    everything = '[[dice]]\nname = "all"\nregex = ".*?(?P<results>[0-9]+).*"'
    assert user_patterns(tmp_path, everything).rolls(["*** 1d6 = 1 *** <A>"])[0].pattern == "all"


def test_a_pattern_may_read_the_sides_and_the_number_of_dice(tmp_path: Path) -> None:
    text = "[[dice]]\nname = 'a'\nregex = 'roll (?P<dice>[0-9]+)x(?P<sides>[0-9]+): (?P<total>.*)'"
    patterns = user_patterns(tmp_path, text)
    (found,) = patterns.rolls(["roll 3x8: 17"])
    assert (found.results, found.total, found.dice, found.sides) == ((), 17, 3, 8)
    (found,) = patterns.rolls(["roll 99999999999999999999x1: 17"])
    assert (found.total, found.dice, found.sides) == (17, 1, None)
    assert patterns.kind("roll 3x8: many") == "other"


@pytest.mark.parametrize("name", ["2d6+1", "1d6 or 1d10", "D66", "Attack", "d", "6", "x" * 3000 + " d6", "mod6"])
def test_names_that_tell_no_sides(name: str) -> None:
    (found,) = PATTERNS.rolls([], [(f"{name}_result", "1", "3,4", "Module")]) or (roll((), sides=None),)
    assert found.sides is None


def test_talk_may_be_of_any_length() -> None:
    said = "L/2 goes to 28.12. " * 500
    read = PATTERNS.read(f"&lt;Anna&gt; - {said}&amp; so on")
    assert (read.kind, read.groups) == ("talk", {"player": "Anna", "text": f"{said}& so on"})


def test_other_long_lines_are_matched_by_nothing() -> None:
    line = "*** 1d6 = 1 *** <Anna>"
    longest = line[:-1].ljust(MAX_LINE - 1, "a") + ">"
    assert PATTERNS.kind(longest) == "dice"
    assert PATTERNS.kind(longest[:-1] + "a>") == "other"
    assert PATTERNS.rolls([longest[:-1] + "a>"]) == ()
    assert PATTERNS.kind("&#" + "9" * 100_000 + ";") == "other"
    assert PATTERNS.rolls([], [("1d6_result", "1", "9" * 100_000, "Module")]) == ()


@pytest.mark.parametrize(
    "unit", ["*", " ", "1", "1,", "d6 ", "&lt;", "<", "* moves -> ", "[1], ", " to ", "1 + ", "- "]
)
def test_supplied_patterns_come_to_an_end_on_repetitive_lines(unit: str) -> None:
    for head in ("", "*** ", "* <a> ", "*** 1d6 = ", "* Anna rolls ", "* x moves ", "* Turn ", "<a"):
        line = (head + unit * MAX_LINE)[: MAX_LINE - 1] + "x"
        assert PATTERNS.read(line).kind in get_args(LineKind)


@settings(derandomize=True, deadline=None)
@given(
    st.lists(
        st.text(max_size=60) | st.from_regex(r"\*\*\* ?[12]?d6 = [0-9,]{1,5} \*\*\* <a>", fullmatch=True), max_size=4
    ),
    st.lists(
        st.tuples(
            st.sampled_from(
                ["1d6_result", "1d6_total", "1d6_keep", "1d6_summary", "2d6_result", "2d6_total", "a", "_result"]
            ),
            st.just(""),
            st.text(max_size=20) | st.sampled_from(["1", "2,2", "4", "2 x2", "1 x1"]),
            st.sampled_from(["Module", ""]),
        ),
        max_size=6,
    ),
)
def test_no_step_makes_trouble(lines: list[str], changes: list[PropertyChange]) -> None:
    for line in lines:
        assert (PATTERNS.kind(line) == "dice") == bool(PATTERNS.rolls([line]))
    for found in PATTERNS.rolls(lines, changes):
        assert found.results or found.total is not None
        assert found.dice >= max(1, len(found.results))
        assert (found.source == "property") or not found.disagreement
    dice_samples([("", found) for found in PATTERNS.rolls(lines, changes)])


def test_samples_group_by_player_and_die() -> None:
    rolls = [
        ("Anna", roll([1, 2], dice=2, numbering_known=True, in_order=False)),
        ("Björn", roll([3], numbering_known=True)),
        ("Anna", roll([6], button="other", numbering_known=True)),
        ("Anna", roll([], total=8, dice=2, added=1, numbering_known=True)),
        ("Anna", roll([9], sides=10, low=0, numbering_known=True)),
    ]
    assert dice_samples(rolls) == [
        DiceSample("Anna", "d6", 1, 6, (1, 2, 6), in_order=False),
        DiceSample("Björn", "d6", 1, 6, (3,)),
        DiceSample("Anna", "2d6 total", 1, 6, (7,), dice=2),
        DiceSample("Anna", "d10", 0, 9, (9,)),
    ]


def test_samples_of_dice_known_by_name_only() -> None:
    def sampled(*results: int) -> list[DiceSample]:
        return dice_samples([("Anna", roll([result], sides=10)) for result in results])

    assert sampled(1, 9) == [DiceSample("Anna", "d10 (by name)", 1, 10, (1, 9), other_lows=(0,))]
    assert sampled(10, 1) == [DiceSample("Anna", "d10 (by name)", 1, 10, (10, 1), other_lows=(0,))]
    assert sampled(0, 9) == [DiceSample("Anna", "d10 (by name)", 0, 9, (0, 9), other_lows=(1,))]
    assert sampled(0, 10) == []
    assert sampled(11) == []


def test_samples_leave_out_what_is_no_plain_random_number() -> None:
    left_out = [
        roll([1], manual=True),
        roll([1], dice=2, kept=1),
        roll([1], sides=None),
        roll([1], sides=1),
        roll([1], sides=MAX_FACES + 1),
        roll([], total=None),
        roll([], total=5000, dice=5000),
    ]
    assert dice_samples([("", each) for each in left_out]) == []


def test_the_schema_describes_every_value_that_can_be_wrong() -> None:
    schema = load_json_schema("dice-patterns.schema.json")
    Draft202012Validator.check_schema(schema)

    def values(part: Any) -> list[dict[str, Any]]:
        if isinstance(part, list):
            return [found for each in part for found in values(each)]
        if not isinstance(part, dict):
            return []
        own = [part] if isinstance(part.get("type"), str) else []
        return own + [found for each in part.values() for found in values(each)]

    assert all(value.get("description") for value in values(schema))


def test_schemas_are_package_data() -> None:
    assert "dice-patterns.schema.json" in schema_names()
    assert schema_bytes("dice-patterns.schema.json").startswith(b"{")
    for name in ("none.json", "../pyproject.toml", "__init__.py"):
        with pytest.raises(FileNotFoundError, match="dice-patterns"):
            schema_bytes(name)


def test_rolls_are_plain_values() -> None:
    (found,) = PATTERNS.rolls(["*** 1d6 = 1 *** <Anna>"])
    assert {field.name for field in fields(found)} >= {"player", "button", "results", "total", "sides", "low", "dice"}
    assert hash(found) == hash(PATTERNS.rolls(["*** 1d6 = 1 *** <Anna>"])[0])


@pytest.mark.parametrize(
    ("report", "line", "read"),
    [
        ("$PlayerName$ würfelt: $result$", "* Bert würfelt: 6", ("Bert", "", (6,))),
        ("** $name$ gives $result1$ (of $nSides$) to &lt;$playerId$&gt;",
         "*** Check gives 0 (of 10) to <Anna B.>", ("Anna B.", "Check", (0,))),
        ("$name$: $result$", "* Check: 4, 7", ("", "Check", (4, 7))),
        ("$name$: $result$", "* Chance: 4", None),
        ("$PlayerName$ $result$", "* 5/2/13 DBLE 4", None),
        ("thrown", "* thrown", None),
        ("Check $result$$a$$b$", "* Check 4", None),
    ],
)  # fmt: skip
def test_lines_of_a_dice_button_are_read_by_its_report_format(
    report: str, line: str, read: tuple[str, str, tuple[int, ...]] | None
) -> None:
    rolls = load_patterns().with_reports({"Check": report}).rolls([line])
    assert [(roll.player, roll.button, roll.results) for roll in rolls] == ([] if read is None else [read])


def test_the_programs_own_patterns_come_before_those_of_a_module() -> None:
    patterns = load_patterns().with_reports({"1d10": "** $name$ = $result$ *** &lt;$PlayerName$&gt;"})
    (roll,) = patterns.rolls(["*** 1d10 = 6 *** <Bert>"])
    assert (roll.player, roll.results) == ("Bert", (6,))
    assert roll.pattern != "module-dice"
