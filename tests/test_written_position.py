"""A position written by hand as XML is what it says; what makes no sense is told with its line, its element and advice.

The texts that are refused are ``cases/game/written_errors.toml``.
"""

from __future__ import annotations

import tempfile
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest
from lxml import etree

from adjudicator.game.errors import GameDataError
from adjudicator.game.hexes import Hex
from adjudicator.game.position import Activation, LeaderState, Points, Position, Status
from adjudicator.game.scenarios import TurnTime
from adjudicator.game.start import start_position
from adjudicator.game.state_words import STATES
from adjudicator.referee.written_position import WrittenPosition, read_written_position
from adjudicator.schemas import schema_bytes
from adjudicator.vassal.document_kind import DocumentKind, document_kind
from adjudicator.vassal.errors import VassalError
from tests.support.command_line import Outcome, command
from tests.support.rule_cases import built_in_game

ROOT: Final = Path(__file__).parent.parent
EXAMPLE: Final = ROOT / "examples" / "few_pieces.xml"
CASES: Final[list[dict[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "cases" / "game" / "written_errors.toml").read_text(encoding="utf-8")
)["case"]
ACTIONS: Final = ROOT / "examples" / "few_pieces.jsonl"
XS: Final = "{http://www.w3.org/2001/XMLSchema}"


def document(pieces: str, attributes: str = 'scenario="1"') -> bytes:
    return (
        f'<game-position xmlns="urn:adjudicator:vassal-game:1" {attributes}>\n{pieces}\n</game-position>\n'
    ).encode()


def written(pieces: str, attributes: str = 'scenario="1"', scenario: int = 0) -> WrittenPosition:
    return read_written_position(built_in_game(), document(pieces, attributes), scenario=scenario, file="few.xml")


def on_map(position: Position) -> set[str]:
    units = {name for name, state in position.units.items() if state.status is Status.ON_MAP}
    return units | {name for name, state in position.leaders.items() if state.status is Status.ON_MAP}


# what it says


def test_pieces_stand_as_they_are_written() -> None:
    position = written(
        '<piece name="1/VIII/132" hex="30.15" state="column, cohesion-1 one-step"/>\n'
        '<piece name="5/2/13" hex="26.12" state="entrenched"/>\n'
        '<!-- a remark --><piece name="leader-pasqualini" hex="30.15"/>\n'
        '<piece name="6/2/13 DBLE" state="eliminated"/>\n'
        '<marker kind="heavy-barrage" hex="26.12"/><marker kind="no-minefield" hex="28.13"/>\n'
        '<division name="Ariete" dispatch="3"/>',
        'scenario="1" date="05-27" turn="1300" weather="mist" chit="1re Brigade Française Libre"',
    ).position
    first = position.units["1-viii-132"]
    assert (first.place, first.column, first.cohesion, first.steps) == (Hex(30, 15), True, 1, 1)
    assert position.units["5-2-13-dble"].improvement == 2
    assert position.leaders["leader-pasqualini"] == LeaderState(Status.ON_MAP, Hex(30, 15))
    assert position.units["6-2-13-dble"].status is Status.ELIMINATED
    assert on_map(position) == {"1-viii-132", "5-2-13-dble", "leader-pasqualini"}
    assert (position.barrages, position.mines) == ({Hex(26, 12): 2}, {Hex(28, 13): 0})
    start = start_position(built_in_game(), 1)
    [ariete] = [each for each in start.points if "ariete" in each]
    assert position.points[ariete] == Points(start.points[ariete].command, 3)
    assert (position.time, position.weather) == (TurnTime("05-27", "1300"), "mist")
    assert position.activation == Activation("division-french")
    assert "division-french" not in position.mug
    assert start.activation.chit in position.mug


@pytest.mark.parametrize("scenario", [1, 2, 3, 4])
def test_what_is_not_told_is_as_at_the_start(scenario: int) -> None:
    position, start = written("", f'scenario="{scenario}"').position, start_position(built_in_game(), scenario)
    assert on_map(position) == set()
    assert (position.units.keys(), position.leaders.keys()) == (start.units.keys(), start.leaders.keys())
    assert position.after(units=start.units, leaders=start.leaders) == start
    later = {unit for unit, state in start.units.items() if state.status is Status.WAITING and not state.place}
    assert {unit for unit, state in position.units.items() if state.status is Status.WAITING} <= later


def test_who_arrives_later_still_waits() -> None:
    assert "June 9, 1500" in command_on(document("", 'scenario="3"'), "status").out


def command_on(data: bytes, *words: str) -> Outcome:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "few.xml"
        path.write_bytes(data)
        return command(words[0], path, *words[1:])


@pytest.mark.parametrize("word", STATES)
def test_every_state_can_be_written(word: str) -> None:
    units = {"mounted": "1./I./155", "face-down": "3/1 Antichar"}
    name = units.get(word, "5/2/13 DBLE" if word != "one-step" else "1/VIII/132")
    found = written(f'<piece name="{name}" hex="26.12" state="{word.upper()}"/>', "").position
    [unit] = on_map(found)
    state = found.units[unit]
    assert state == written(f'<piece name="{name}" hex="26.12"/>', "", found.scenario).position.units[unit].after(
        **STATES[word]
    )


def test_the_scenario_is_told_asked_for_or_found() -> None:
    piece = '<piece name="5/2/13 DBLE" hex="26.12"/>'
    assert written(piece, 'scenario="2"', scenario=4).position.scenario == 2
    asked = written(piece, "", scenario=4)
    assert (asked.position.scenario, asked.doubts) == (4, ())
    found = written(f'{piece}<piece name="1./I./155" hex="10.10"/>', "")
    assert found.position.scenario == 4
    assert found.doubts == ("few.xml: no scenario is named; taken for scenario 4, The Siege of Bir Hacheim",)


def test_an_abbreviated_name_is_pointed_out() -> None:
    assert written('<piece name="1/VIII" hex="26.12"/>').doubts == ()
    doubts = written('<piece name="1/VII/132" hex="26.12"/>').doubts
    assert doubts == ("few.xml, line 2: '1/VII/132' is taken for 1/VIII/132",)


# what it says wrong


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_mistake_is_told(case: dict[str, Any]) -> None:
    with pytest.raises((GameDataError, VassalError)) as caught:
        written(case["text"], case.get("attributes", 'scenario="1"'))
    lines = str(caught.value).splitlines()
    assert len(lines) == len(case["errors"])
    for line, expected in zip(lines, case["errors"], strict=True):
        assert line == f"few.xml, {expected}"


def test_the_schema_has_the_words_of_the_program() -> None:
    root = etree.fromstring(schema_bytes("vassal-game.xsd"))
    [piece] = [node for node in root if node.get("name") == "piece"]
    told = " ".join(" ".join(str(text).split()) for text in piece.itertext())
    assert all(word in told for word in STATES)
    assert etree.XMLSchema(root).validate(etree.parse(EXAMPLE))


# the commands

COMMANDS: Final = (
    (("status",), 0, "1/VIII/132, 2/VIII/132"),
    (("moves", "1/VIII"), 0, "1/VIII/132 in 30.15"),
    (("moves", "1/VIII", "--to", "29.15"), 0, "29.15"),
    (("judge", str(ACTIONS)), 0, "2 actions: 2 legal"),
    (("resolve", "fire", "--from", "1/VIII", "--at", "5/2", "--roll", "4"), 0, "Roll     4: miss"),
    (("resolve", "check", "--unit", "5/2", "--for", "suppression", "--roll", "3"), 0, "5/2/13 DBLE"),
    (("odds", "fire", "--from", "1/VIII", "--at", "5/2"), 0, "Assumes that everyone"),
)


@pytest.mark.parametrize(("words", "code", "expected"), COMMANDS, ids=lambda value: str(value)[:40])
def test_the_example_is_enough(words: tuple[str, ...], code: int, expected: str) -> None:
    group = 2 if words[0] in ("resolve", "odds") else 1
    outcome = command(*words[:group], EXAMPLE, *words[group:])
    assert (outcome.code, outcome.err) == (code, "")
    assert expected in outcome.out


def test_it_is_drawn(tmp_path: Path) -> None:
    outcome = command("show", EXAMPLE, "--unit", "1/VIII", "-o", tmp_path / "map.svg")
    assert (outcome.code, outcome.err) == (0, "")
    assert (tmp_path / "map.svg").read_text(encoding="utf-8").count("1/VIII/132") > 1


def test_a_script_begins_with_it(tmp_path: Path) -> None:
    script = tmp_path / "shot.script"
    script.write_text("1/VIII/132: direct fire at 5/2/13 DBLE; die 4 fire\n", encoding="utf-8")
    outcome = command("script", "judge", script, "--start", EXAMPLE)
    assert outcome.out.endswith(
        "1 action: 1 legal\n\nUses estimated values (vmod-builder check --estimated): the counter of 1/VIII/132.\n"
    )


def test_a_face_down_gun_is_told_to_its_owner_only() -> None:
    data = document('<piece name="3/1 Antichar" hex="26.12" state="face-down"/>')
    assert command_on(data, "moves", "Gun Unit in 26.12").code == 64
    assert "Antichar" not in command_on(data, "status").out
    assert "3/1 Antichar" in command_on(data, "moves", "3/1 Antichar", "--side", "french").out


def test_what_it_is_not_enough_for_says_so(tmp_path: Path) -> None:
    assert document_kind(EXAMPLE) is DocumentKind.POSITION
    outcomes = [command(*words, EXAMPLE) for words in (["inspect"], ["audit"], ["verify"], ["script", "read"])]
    assert {outcome.code for outcome in outcomes} == {3}
    assert all("line 7: this is a position written by hand, and no save or log" in each.err for each in outcomes)
    picture = command("show", EXAMPLE, "--step", "1", "-o", tmp_path / "map.svg")
    assert (picture.code, picture.err.partition(":")[2]) == (
        64,
        " --step goes with a log (try: adjudicator show --help)\n",
    )
