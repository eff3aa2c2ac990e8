"""Metadata of every age, written anew, and XML that is up to no good."""

from __future__ import annotations

import io
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.vassal.archive import pack_archive
from adjudicator.vassal.errors import MetadataEntitiesError, MetadataError
from adjudicator.vassal.metadata import Metadata, Text, build_metadata, parse_metadata, version_numbers
from adjudicator.vassal.saved_game import open_game
from tests.support.synthetic import MODULE, SAVED, archive, small_save

CASES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "cases" / "metadata" / "ages.toml").read_text("utf-8")
)["case"]
SETTINGS = settings(derandomize=True, deadline=None, max_examples=200)
VALUES = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=20).map(str.strip)


def texts(pairs: list[list[str]]) -> tuple[Text, ...]:
    return tuple(Text(*pair) for pair in pairs)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_ages(case: dict[str, Any]) -> None:
    data = case["xml"].encode()
    if "error" in case:
        with pytest.raises(MetadataError, match=case["error"]) as caught:
            parse_metadata(data, entry="savedata")
        assert caught.value.place == "savedata"
        return
    assert parse_metadata(data) == Metadata(
        case.get("version", ""), case.get("vassal_version", ""), case.get("date_saved", ""),
        texts(case.get("description", [])), texts(case.get("title", [])), tuple(case.get("extra", ["", ""])),
    )  # fmt: skip


def test_other_encodings_are_read() -> None:
    text = '<?xml version="1.0" encoding="{}"?><data><version>ü</version></data>'
    for encoding in ("UTF-8", "UTF-16", "ISO-8859-1"):
        assert parse_metadata(text.format(encoding).encode(encoding)).version == "ü"
    hidden = '<!DOCTYPE data [<!ENTITY a "b">]><data>&a;</data>'.encode("utf-16")
    with pytest.raises(MetadataError, match="not allowed"):
        parse_metadata(hidden)


def test_a_billion_laughs() -> None:
    entities = b"".join(b'<!ENTITY %c "%s">' % (c, b"&%c;" % (c - 1) * 10) for c in range(98, 108))
    laughs = b'<!DOCTYPE data [<!ENTITY a "ha">' + entities + b"]><data><version>&k;</version></data>"
    for data in (laughs, laughs.replace(b"<version>", b'<version a="&k;">')):
        with pytest.raises(MetadataError):
            parse_metadata(data)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"<data>" + b" " * 2_000_000 + b"</data>", "too large"),
        (b"<data>" + b"<a>" * 100_000 + b"</a>" * 100_000 + b"</data>", "not well-formed"),
        (bytes(range(256)), "not well-formed"),
        (b"<data>\xff</data>", "not well-formed"),
        (b"<data>\x01</data>", "not well-formed"),
        (b"<data>&#0;</data>", "not well-formed"),
    ],
)
def test_bad_bytes(data: bytes, words: str) -> None:
    with pytest.raises(MetadataError, match=words):
        parse_metadata(data)


@SETTINGS
@given(st.binary(max_size=200) | st.text(st.sampled_from("<>/&;!data[]\"'= x"), max_size=60).map(str.encode))
def test_any_bytes(data: bytes) -> None:
    try:
        assert isinstance(parse_metadata(data), Metadata)
    except MetadataError:
        return


@SETTINGS
@given(
    st.builds(
        Metadata,
        version=VALUES, vassal_version=st.sampled_from(["3.7.26", "3.8.0-SNAPSHOT", ""]), date_saved=VALUES,
        description=st.lists(st.builds(Text, VALUES, VALUES), max_size=3).map(tuple),
        name=st.lists(st.builds(Text, VALUES, VALUES), max_size=3).map(tuple), extra=st.tuples(VALUES, VALUES),
    )
)  # fmt: skip
def test_there_and_back(metadata: Metadata) -> None:
    assert parse_metadata(build_metadata(metadata)) == metadata


def test_what_today_s_engine_writes() -> None:
    assert build_metadata(Metadata("1.0", "3.7.26", "5", (Text("A"), Text("B", "de")), (Text("N"),))).decode() == (
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<data version="1">\n  <version>1.0</version>\n'
        "  <extra1/>\n  <extra2/>\n  <VassalVersion>3.7.26</VassalVersion>\n  <dateSaved>5</dateSaved>\n"
        '  <description>A</description>\n  <description lang="de">B</description>\n  <name>N</name>\n</data>\n'
    )


@pytest.mark.parametrize("bad", ["\x01", "\ud800", "\0"])
def test_texts_that_xml_cannot_hold(bad: str) -> None:
    for metadata in (Metadata(version=bad), Metadata(name=(Text("a", bad),)), Metadata(description=(Text(bad),))):
        with pytest.raises(MetadataError, match="cannot hold"):
            build_metadata(metadata)


@pytest.mark.parametrize(
    ("version", "numbers"),
    [("3.7.0-beta2", (3, 7, 0)), ("3.6.11", (3, 6, 11)), (" 3.2 ", (3, 2)), ("", ()), ("beta", ()), ("3.", (3,)),
     ("3.8.0-SNAPSHOT", (3, 8, 0)), ("9" * 5000, (int("9" * 9),))],
)  # fmt: skip
def test_version_numbers(version: str, numbers: tuple[int, ...]) -> None:
    assert version_numbers(version) == numbers


def test_a_save_with_and_without_metadata() -> None:
    game = open_game(archive(small_save()))
    assert (game.save_metadata, game.module_metadata, game.problems) == (SAVED, MODULE, ())
    assert game.module_metadata is not None
    assert (game.module_metadata.title, game.module_metadata.comment) == ("Proving Ground", "Small test module")
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as target:
        target.writestr("savedGame", small_save())
    old = open_game(buffer.getvalue())
    assert (old.save_metadata, old.module_metadata, old.problems) == (None, None, ())


def test_bad_metadata_keeps_no_game_from_being_read() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as target:
        target.writestr("savedGame", small_save())
        target.writestr("savedata", "<data")
        target.writestr("moduledata", "<other/>")
    game = open_game(buffer.getvalue())
    assert (game.save_metadata, game.module_metadata) == (None, None)
    assert [problem.partition(":")[0] for problem in game.problems] == ["savedata", "moduledata"]
    assert open_game(game.archive_bytes()).entries["savedata"] == b"<data"


@pytest.mark.parametrize("entry", ["savedata", "moduledata"])
def test_metadata_with_a_document_type_are_refused(entry: str) -> None:
    data = pack_archive({"savedGame": small_save().encode(), entry: b"<!DOCTYPE data><data/>"})
    with pytest.raises(MetadataEntitiesError, match=f"{entry}: the XML defines entities"):
        open_game(data)
