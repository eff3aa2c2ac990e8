"""The XML form comes back to the character, an edit does what it says, a mistake is named; the JSON form is valid."""

from __future__ import annotations

import base64
import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from adjudicator.schemas import load_json_schema, schema_bytes
from adjudicator.vassal.commands import COMMAND_TYPES, LogEntry
from adjudicator.vassal.document import export_json, export_xml, import_xml
from adjudicator.vassal.document.facts import FACT_NAMES
from adjudicator.vassal.document.stream_elements import split_raw
from adjudicator.vassal.errors import DocumentError, LimitExceeded, StreamError
from adjudicator.vassal.limits import Limits
from adjudicator.vassal.payload import Encoding, Payload
from adjudicator.vassal.pieces import Placement
from adjudicator.vassal.saved_game import SavedGame, open_game
from adjudicator.vassal.stream import decode_stream
from adjudicator.vassal.trait_table import FREE_ROTATION, TRAIT_KINDS
from tests.support import synthetic
from tests.support.corpus import VARIABLE, corpus_files
from tests.support.schemas import follow_schema

CASES = Path(__file__).parent / "cases" / "document"
SCHEMA = "vassal-game.schema.json"
ESCAPE = "\x1b"


def cases(name: str) -> list[Any]:
    table = tomllib.loads((CASES / f"{name}.toml").read_text(encoding="utf-8"))
    return [pytest.param(case, id=case["name"]) for case in table["case"]]


def game_of(text: str, entries: dict[str, bytes] | None = None) -> SavedGame:
    return SavedGame(Payload(text, Encoding.VCSK, 78), decode_stream(text), entries or {})


def export(game: SavedGame) -> bytes:
    return export_xml(game, player_ids="revealed")


def round_trip(game: SavedGame) -> bytes:
    """Check that a game comes back from its document, which is the same each time; return the document."""
    document = export(game)
    assert export(game) == document
    imported = import_xml(document)
    assert imported.game.text == game.text
    assert imported.game.payload == game.payload
    assert list(imported.game.entries.items()) == list(game.entries.items())
    assert imported.kind == ("log" if game.is_log else "save")
    assert export(imported.game).splitlines()[10:] == document.splitlines()[10:]
    return document


def small_log() -> bytes:
    return export(open_game(synthetic.archive(synthetic.small_log())))


# there and back


@pytest.mark.parametrize("case", cases("streams"))
def test_stream_comes_back(case: dict[str, Any]) -> None:
    text = re.sub("<([0-9A-F]{2})>", lambda match: chr(0xDC00 + int(match[1], 16)), ESCAPE.join(case["tokens"]))
    document = round_trip(game_of(text.replace("<FFFE>", "\ufffe"))).decode("utf-8")
    for element in case["elements"]:
        assert element in document


@pytest.mark.parametrize("make", [synthetic.small_save, synthetic.small_log])
def test_everything_that_a_game_may_hold_comes_back(make: Any) -> None:
    document = round_trip(open_game(synthetic.archive(make())))
    assert b"<verbatim" not in document.split(b"<definitions>")[0], "every command has an element of its own"


@pytest.mark.parametrize("encoding", Encoding)
def test_encoding_is_kept(encoding: Encoding) -> None:
    game = open_game(synthetic.archive(synthetic.small_save(), encoding, 200))
    imported = import_xml(export(game)).game
    assert (imported.payload.encoding, imported.payload.key) == (encoding, 200 if encoding.keyed else 0)
    assert imported.archive_bytes() == game.archive_bytes()


@pytest.mark.parametrize("path", corpus_files(".vsav", ".vlog") or [None], ids=lambda path: path and path.name)
def test_corpus_file_comes_back(path: Path | None) -> None:
    if path is None:
        pytest.skip(f"no corpus here ({VARIABLE} can name its directory)")
    game = open_game(path)
    document = round_trip(game)
    assert len(document) < 2_000 + 6 * len(game.text)
    record = json.loads(json.dumps(export_json(game, player_ids="revealed")))
    follow_schema(record, SCHEMA)
    assert len(record["steps"]) == len(game.steps)


FRAGMENTS = [
    ESCAPE, "\\" + ESCAPE, "\\\\" + ESCAPE, "\\", "'", "\t", "\\\t", ";", ",", "/", "\\/", "+/1/", "+/2/",
    "D/1/", "D/2/", "M/1/", "-/1", "LOG\t", "CHAT", "null", "stack", "piece;;;a;b", "emb2;",
    "mark;A,B", "rotate;1;", "deck;", "PROP;x",
    "own;", "begin_save", "end_save", "PLAYER\t", "UNMASK\t", "BoardPicker\t", "TURN", "GlobalProperty\t;", "SYNC",
    "PNOTE\t", "SNOTE\t", "\\u{1b}", "]]>", "UNDO\ttrue", "Map;1;2;3;1;OldX;5",
]  # fmt: skip
CHARACTERS = st.characters(codec="utf-8") | st.characters(min_codepoint=0xDC80, max_codepoint=0xDCFF)
TEXTS = st.lists(st.sampled_from(FRAGMENTS) | st.text(CHARACTERS, max_size=8), max_size=25).map("".join)


@given(position=TEXTS, steps=TEXTS)
@settings(deadline=None, derandomize=True, max_examples=400)
def test_any_text_comes_back(position: str, steps: str) -> None:
    text = ESCAPE.join([position, "end_save", steps])
    assert ESCAPE.join(split_raw(text)) == text
    game = game_of(text)
    if position.endswith("\\"):
        with pytest.raises(StreamError):
            export(game)
        return
    round_trip(game)
    follow_schema(export_json(game, player_ids="revealed"), SCHEMA)


def test_depth_and_length_are_bounded() -> None:
    nested = "x"
    for _ in range(150):
        nested = f"y{ESCAPE}{nested}".replace(ESCAPE, "\\" + ESCAPE)
    long = "CHAT" + "<é\x01" * 200_000
    piece = f"+/1/piece;;;;{'n' * 700_000}/Map;1;2"
    document = round_trip(game_of(ESCAPE.join([nested, "end_save", f"LOG\t{long}", piece])))
    assert document.count(b"<group>") == 60
    assert document.count(b"<part") == 4


# the archive's other entries


def test_entries_come_back_to_the_byte() -> None:
    entries = {
        "savedata": b"\xef\xbb\xbf<data>\r\n&amp;</data>\r\n",
        'an <odd> & "long" name/\x01': bytes(range(256)) * 4_000,
        "empty": b"",
        "text": "ä\u2028\tb]]>".encode(),
        "many\tlines": b"<a>\n<b>\n",
    }
    document = round_trip(game_of("begin_save\x1bend_save", entries))
    assert document.count(b"<base64>") == 3
    assert base64.b64encode(bytes(range(63))) in document


# what a person changes and mistakes


@pytest.mark.parametrize("case", cases("edits"))
def test_edit(case: dict[str, Any]) -> None:
    document = small_log().decode("utf-8")
    assert case["find"] in document
    text = import_xml(document.replace(case["find"], case["replace"], 1).encode()).game.text
    before = synthetic.small_log()
    assert case["old"] in before
    assert text == before.replace(case["old"], case["new"], case.get("times", 1))


@pytest.mark.parametrize("case", cases("broken"))
def test_mistake_is_named(case: dict[str, Any]) -> None:
    document = small_log().decode("utf-8")
    assert case["find"] in document
    line = document[: document.index(case["find"])].count("\n") + 1
    with pytest.raises((DocumentError, LimitExceeded)) as caught:
        import_xml(document.replace(case["find"], case["replace"], 1).encode(), file="game.xml")
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith("game.xml")
    assert "urn:adjudicator:vassal-view" not in message
    for part in case["error"]:
        assert part in message
    offset = case.get("offset", 0)
    if offset != "any":
        assert f"line {line + offset:,}:" in message


OTHERS = [
    b"",
    b"x",
    b"\x00" * 10,
    b"PK\x03\x04",
    b"<data/>",
    b"\xff\xfe<\x00",
    "<a>\ud7ff".encode("utf-16"),
    b"<?xml version='1.0' encoding='ISO-8859-1'?><vassal-game/>",
]


@pytest.mark.parametrize("data", OTHERS, ids=range(len(OTHERS)))
def test_something_else_altogether(data: bytes) -> None:
    with pytest.raises(DocumentError):
        import_xml(data)


# bounds


GREEDY: dict[str, Callable[[], str]] = {
    "'zzz' is not allowed here": lambda: "<zzz/>" * 100_000,
    "no attribute 'x'": lambda: '<remove id="1" x="y"/>' * 100_000,
    "Excessive depth": lambda: "<group>" * 300 + "</group>" * 300,
    "number of commands": lambda: '<null repeat="1000"/>' * 10_000,
    "not well-formed": lambda: "<chat>" + "x" * 11_000_000 + "</chat>",
    "size of the command stream": lambda: "<add id='1' type='big'/>" * 3_000,
    "size of a group": lambda: "<group>" * 200 + "<null/>" * 40_000 + "</group>" * 200,
    "size of a state": lambda: f"<add id='1' type='big'><basic state='{'&#9;' * 20_000}'/></add>",
}
"""Positions that ask for much, by the words that refuse them."""


@pytest.mark.parametrize("word", GREEDY)
def test_greed_is_refused(word: str) -> None:
    use = '<use trait="t"/>'
    definitions = (
        f'<trait-type name="t"><verbatim>{"x" * 5_000}</verbatim></trait-type>'
        f'<piece-type name="big">{use * 900}</piece-type>'
    )
    with pytest.raises((DocumentError, LimitExceeded), match=word):
        import_xml(document_around(GREEDY[word](), definitions), Limits(text_bytes=7_000_000, commands=500_000))


@pytest.mark.parametrize("text", ["x" * 5_000, "'&#9;" * 100 + "'"])
def test_definitions_cannot_grow_without_bound(text: str) -> None:
    uses = '<use trait="t"/>' * 900
    pieces = "".join(f'<piece-type name="{number}">{uses}</piece-type>' for number in range(10))
    definitions = f'<trait-type name="t"><verbatim>{text}</verbatim></trait-type>{pieces}'
    with pytest.raises(LimitExceeded, match="size of the piece types"):
        import_xml(document_around("", definitions), Limits(text_bytes=10_000_000))


@pytest.mark.parametrize(("limits", "word"), [
    (Limits(entry_bytes=10_000), "size of the document"),
    (Limits(commands=100), "number of elements"),
    (Limits(traits=5), "number of a piece's traits"),
    (Limits(archive_entries=1), "number of entries"),
])  # fmt: skip
def test_limits_hold(limits: Limits, word: str) -> None:
    with pytest.raises(LimitExceeded, match=word):
        import_xml(small_log(), limits)


def document_around(position: str, definitions: str = "") -> bytes:
    attributes = 'xmlns="urn:adjudicator:vassal-game:1" format="1" kind="save" encoding="plain" player-ids="pseudonyms"'
    return (
        f"<vassal-game {attributes}><position>{position}<end-save/></position><steps/>"
        f"<definitions>{definitions}</definitions><entries/></vassal-game>"
    ).encode()


# what the document says


def test_player_ids_are_marked() -> None:
    game = game_of("begin_save\x1bend_save")
    assert import_xml(export_xml(game, player_ids="pseudonyms")).player_ids == "pseudonyms"
    assert import_xml(export_xml(game, player_ids="revealed")).player_ids == "revealed"


def test_places_are_named() -> None:
    def locate(place: Placement) -> str | None:
        return f"{place.x // 100}.{place.y // 100}" if place.map == synthetic.MAP else None

    game = open_game(synthetic.archive(synthetic.small_log()))
    document = export_xml(game, player_ids="revealed", locate=locate).decode()
    assert '<add id="1003" type="Marker" view:location="3.3">' in document
    assert '<view:moved piece="Tank" from="1.2" to="3.3" player="secret-one"/>' in document
    record = export_json(game, player_ids="revealed", locate=locate)
    follow_schema(record, SCHEMA)
    pieces = {piece["id"]: piece for piece in record["position"]["pieces"]}
    assert (pieces["1001"]["in"], pieces["1001"]["location"]) == ("1010", "1.2")
    assert pieces["1001"]["properties"]["Step_Level"] == "1"
    assert pieces["1010"]["members"] == ["1001", "1002"]


def test_json_tells_traits_steps_and_facts() -> None:
    record = export_json(open_game(synthetic.archive(synthetic.small_log())), player_ids="pseudonyms")
    follow_schema(record, SCHEMA)
    [tank] = [piece for piece in record["position"]["pieces"] if piece["name"] == "Tank"]
    [layer] = [trait for trait in tank["traits"] if trait["title"] == "Layer"]
    assert layer["state"] == {"level": 1}
    assert record["trait_types"][layer["type"]]["fields"]["images"] == ["a.png", "b.png", "c.png"]
    assert record["steps"][0]["facts"] == [{"fact": "said", "text": "<Anna> - hello 'there' \\ friend"}]
    assert record["steps"][4]["undo"] is True
    assert record["position"]["maps"][0]["boards"][1] == {"name": "Hills", "column": 1, "row": 0, "reversed": True}


# the schemas keep up with the code

XS = "{http://www.w3.org/2001/XMLSchema}"


def test_xsd_has_every_command_and_state_field() -> None:
    root = etree.fromstring(schema_bytes("vassal-game.xsd"))
    [group] = [node for node in root.iter(f"{XS}group") if node.get("name") == "command"]
    listed = {node.get("ref") for node in group.iter(f"{XS}element")}
    assert listed == {command.NAME for command in COMMAND_TYPES if command is not LogEntry}
    [state] = [node for node in root.iter(f"{XS}complexType") if node.get("name") == "trait-state"]
    attributes = {node.get("name") for node in state.iter(f"{XS}attribute")} - {"state"}
    kinds = [*TRAIT_KINDS.values(), FREE_ROTATION]
    assert attributes == {field.name for kind in kinds for field in kind.state_fields}


def test_names_of_fields_do_not_clash_with_the_document_s_own() -> None:
    kinds = [*TRAIT_KINDS.values(), FREE_ROTATION]
    assert not {"escaped", "state", "type"} & {field.name for kind in kinds for field in kind.state_fields}
    assert "escaped" not in {field.name for kind in kinds for field in kind.type_fields}
    assert not {"escaped", "repeat"} & {name for command in COMMAND_TYPES for name in command.field_names()}


def test_json_schema_has_every_fact() -> None:
    definitions = load_json_schema("vassal-game.schema.json")["$defs"]
    facts = {entry["properties"]["fact"]["const"] for name, entry in definitions.items() if name.startswith("fact_")}
    assert facts == set(FACT_NAMES)
