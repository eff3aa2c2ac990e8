"""The table: what each command does to it, held against the engine's rules and against its own books."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.vassal.commands import AddPiece, Command, decode_command
from adjudicator.vassal.errors import LimitExceeded
from adjudicator.vassal.limits import Limits
from adjudicator.vassal.pieces import Placement, join_chain
from adjudicator.vassal.table import PlayerEntry, Table
from tests.support.invariants import check_table
from tests.support.synthetic import COMPONENTS

CASES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "cases" / "table" / "commands.toml").read_text("utf-8")
)["case"]
SETTINGS = settings(derandomize=True, deadline=None, max_examples=300)
_UNIT = join_chain(["emb2;;;;;;;;;;;;;;;a,b", "markmoved;", "piece;;;a.png;{}"])


def unit(piece_id: str, map_name: str, x: int, y: int) -> AddPiece:
    return AddPiece(piece_id, _UNIT.format(piece_id), join_chain(["1", "false", f"{map_name};{x};{y};0"]))


def start() -> list[Command]:
    return [
        unit("a", "M", 10, 10), unit("b", "M", 20, 20), unit("c", "M", 30, 30),
        AddPiece("n", join_chain(["immob;n;V;R;", "piece;;;n.png;n"]), join_chain(["", "M;40;40;0"])),
        *[unit(i, "M", 50, 50) for i in "def"], AddPiece("s", "stack", "M;50;50;d;e;f;@@1"),
        unit("g", "M", 60, 60), AddPiece("t", "stack", "M;60;60;g;@@1"),
        AddPiece("u", "stack", "M;70;70"),
        *[unit(i, "M", 80, 80) for i in "xy"], AddPiece("k", "deck;true", "M;80;80;false;x,y"),
        unit("z", "null", 0, 0),
    ]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_commands(case: dict[str, Any]) -> None:
    table = Table.of_position(start())
    check_table(table)
    for text in case["commands"]:
        table.apply(decode_command(text))
        check_table(table)
    contents = case.get("contents", {})
    assert {owner: table.contents.get(owner) for owner in contents} == contents
    for piece_id, (map_name, x, y) in case.get("places", {}).items():
        assert table.placement(piece_id) == Placement(map_name or None, x, y), piece_id
    for piece_id in case.get("loose", []):
        assert piece_id not in table.parents, piece_id
    for piece_id, members in case.get("made", {}).items():
        assert table.contents[table.parents[piece_id]] == members
    for piece_id, state in case.get("states", {}).items():
        assert table.pieces[piece_id].state == state
    assert [piece_id for piece_id in case.get("gone", []) if piece_id in table.pieces] == []


def test_members_that_come_after_their_stack() -> None:
    """Two old files name a stack before its members."""
    commands = [AddPiece("s", "stack", "M;50;50;d;e;f"), unit("d", "M", 50, 50), unit("f", "M", 50, 50)]
    table = Table.of_position([*commands, AddPiece("t", "stack", "M;60;60;f"), unit("e", "M", 50, 50)])
    check_table(table)
    assert table.contents == {"s": ["d", "e"], "t": ["f"]}


def test_everything_that_is_no_piece() -> None:
    table = Table.of_position([decode_command(text) for text in COMPONENTS])
    assert table.players == {
        "secret-one": PlayerEntry("secret-one", "Anna", "Axis"),
        "secret-two": PlayerEntry("secret-two", "Björn", "Allies"),
    }
    assert table.boards == {"Main Map": ("Desert", "0", "0", "Hills/rev", "1", "0")}
    assert table.turns["TurnTracker0"].startswith("0|3;0")
    assert table.properties["Module", "Weather"] == "Clear"
    assert "Scenario 1|Second line" in table.notes.values()
    table.apply(decode_command("MutableProperty\tWeather\tClear\tRain\tModule"))
    table.apply(decode_command("PYREMOVE\tsecret-one"))
    table.apply(decode_command("PYREMOVE\tnobody"))
    assert table.properties["Module", "Weather"] == "Rain"
    assert list(table.players) == ["secret-two"]


def test_a_copy_is_a_table_of_its_own() -> None:
    table = Table.of_position(start())
    copy = table.copy()
    for text in ("M/a/M/50/50/e/M/10/10/null/p", "-/s", "MutableProperty\tA\t\t1\tModule", "PLAYER\ti\tn\ts"):
        copy.apply(decode_command(text))
    check_table(table)
    check_table(copy)
    assert table.contents["s"] == ["d", "e", "f"]
    assert "s" not in copy.pieces
    assert (table.properties, table.players) == ({}, {})


def test_pieces_written_where_they_are() -> None:
    table = Table.of_position(start())
    for text in (
        "M/s/Other/1/2/null/M/50/50/null/p",
        "M/a/Other/1/2/f/M/10/10/null/p",
        "M/b/null/0/0/null/M/20/20/x/p",
        "M/y/M/81/81/null/M/80/80/x/p",
    ):
        table.apply(decode_command(text))
    again = Table.of_position([table.placed_piece(piece_id).command() for piece_id in table.pieces])
    check_table(again)
    assert {i: again.placement(i) for i in table.pieces} == {i: table.placement(i) for i in table.pieces}
    assert again.contents == table.contents
    assert table.placed_piece("s").state == "Other;1;2;d;e;f;a;@@1"
    assert table.placed_piece("k").state == "M;80;80;false;x"
    assert table.placed_piece("b").basic_state == "null;0;0;0"


def test_the_limit_on_pieces() -> None:
    with pytest.raises(LimitExceeded, match="pieces"):
        Table.of_position([unit(str(number), "M", 1, 1) for number in range(12)], Limits(pieces=10))


def test_moving_large_stacks_again_and_again_ends() -> None:
    limits = Limits(pieces=10_000)
    members = [unit(f"m{number}", "M", 0, 0) for number in range(500)]
    hosts = [unit(f"h{number}", "M", number + 1, 0) for number in range(200)]
    state = ";".join(["M;0;0", *[piece.id for piece in members]])
    table = Table.of_position([*members, *hosts, AddPiece("s", "stack", state)], limits)
    with pytest.raises(LimitExceeded, match="moved with their stacks"):
        _roll_up(table, hosts)
    check_table(table)


def _roll_up(table: Table, hosts: list[AddPiece]) -> None:
    """Move the stack that all are in onto one piece after the other."""
    for number, host in enumerate(hosts, 1):
        table.apply(decode_command(f"M/{table.parents['m0']}/M/{number}/0/{host.id}/null/0/0/null"))


def test_changing_a_large_piece_again_and_again_ends() -> None:
    """A short change of a piece with a long state costs as much as a long one."""
    piece = AddPiece("a", join_chain(["PROP;A;;;", "piece;;;a;A"]), join_chain(["x" * 100_000, "M;1;2"]))
    table = Table.of_position([piece], Limits(text_bytes=1_000_000))
    for _ in range(9):
        table.apply(decode_command("D/a/y\tz/y\tz"))
    with pytest.raises(LimitExceeded, match="states that changes rewrite"):
        _again(table, 3)


def _again(table: Table, times: int) -> None:
    for _ in range(times):
        table.apply(decode_command("D/a/y\tz/y\tz"))


IDS = [*"abcdefgnstukxyz", "new", "stack-of-a", "null", ""]
PIECES = st.sampled_from(IDS)
NUMBERS = st.sampled_from(["10", "20", "30", "40", "50", "60", "80", "51", "x", "-1", "9" * 12])
MAPS = st.sampled_from(["M", "M", "M", "Other", "null", ""])
MEMBERS = st.lists(PIECES, max_size=5)
STATES = (
    st.tuples(MAPS, NUMBERS, NUMBERS, MEMBERS.map(";".join)).map(";".join)
    | st.tuples(MAPS, NUMBERS, NUMBERS, st.just("true"), MEMBERS.map(",".join)).map(";".join)
    | st.tuples(st.sampled_from("12x"), st.just("true"), MAPS.map(lambda name: f"{name};20;20;0")).map(join_chain)
    | st.text(max_size=5)
)
TYPES = st.sampled_from(["stack", "deck;true", _UNIT, "piece;;;a;A", join_chain(["mat;T;", "piece;;;a;A"]), ""])


def _joined(prefix: str, *parts: st.SearchStrategy[str]) -> st.SearchStrategy[Command]:
    return st.tuples(*parts).map(lambda fields: decode_command(prefix + "/".join(fields)))


COMMANDS = st.one_of(
    _joined("M/", PIECES, MAPS, NUMBERS, NUMBERS, PIECES, MAPS, NUMBERS, NUMBERS, PIECES),
    _joined("M/", PIECES, st.just("M"), NUMBERS, NUMBERS, st.just("null")),
    _joined("D/", PIECES, STATES),
    _joined("D/", PIECES, STATES, STATES),
    _joined("-/", PIECES),
    st.builds(AddPiece, PIECES, TYPES, STATES),
)


@SETTINGS
@given(st.lists(COMMANDS, min_size=1, max_size=25))
def test_any_commands(commands: list[Command]) -> None:
    table = Table.of_position(start())
    copy = table.copy()
    for command in commands:
        table.apply(command)
        check_table(table)
        for piece_id in table.pieces:
            table.placed_piece(piece_id)
            table.properties_of(piece_id)
    check_table(copy)
    assert copy.contents == Table.of_position(start()).contents


@SETTINGS
@given(st.lists(COMMANDS, max_size=25))
def test_any_position(commands: list[Command]) -> None:
    check_table(Table.of_position(commands))
