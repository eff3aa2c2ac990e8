"""Whatever stands in a file, what is printed is fit for a terminal: no escapes, no turned lines, no floods."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.report.safe_text import (
    LINE_WIDTH,
    columns,
    count,
    display_width,
    one_line,
    printable_json,
    printable_xml,
    readable_chat,
    short_text,
)
from adjudicator.vassal.document import import_xml
from tests.support.command_line import command
from tests.support.raw_games import metadata, piece, raw_file

TRICKS = {
    "escape": "a\x1b[31mred\x1b[2Jb",
    "c1": "a\x9b31mred",
    "bell": "a\x07\x08b",
    "bidi": "a‮gnp.exe‬⁦b⁩",
    "newline": "a\nVerdict: nothing found\r\nb",
    "separator": "a\u2028b\u2029c\x85d",
    "surrogate": "a\udc80b",
    "private": "a\ue000b\U000f0000",
    "long": "x" * 10_000,
    "words": "word " * 5_000,
    "zero width": "a\u200bb\u200dc\ufeff",
    "markup": "<b>bold</b> &lt;i&gt; &#27;[31m &#x202e;",
}


def is_fit(text: str) -> bool:
    return not {unicodedata.category(c) for c in text.replace("\n", "")} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@pytest.mark.parametrize("trick", TRICKS.values(), ids=TRICKS)
def test_every_command_prints_lines_that_are_fit(trick: str, tmp_path: Path) -> None:
    no_escape = trick.replace("\x1b", "\x1c").replace("\t", " ")
    player_id = no_escape.replace("/", "")[:1_000]  # a longer one is refused
    position = [
        piece("1", no_escape),
        piece("2", "Tank", f"{no_escape.replace(';', ',')};5;5", {"PROP;Note;false;;": no_escape}),
        f"PLAYER\tsecret-word\t{no_escape}\t{no_escape}", f"NOTES\t{no_escape}", f"EXT\t{no_escape}\t{no_escape}",
        f"Homemade\t{no_escape}", f"{no_escape}\tx", f"{no_escape}BoardPicker\t{no_escape}\t0\t0",
        f"GlobalProperty\t;{no_escape};{no_escape};Module",
    ]  # fmt: skip
    steps = [
        f"CHAT<{no_escape}> - {no_escape}", f"CHAT*** {no_escape} = 3 *** <{no_escape}>", f"CHAT{no_escape}",
        "M/1/Main Map/5/5/null/Main Map/100/100/null/secret-word",
        f"MutableProperty\t{no_escape}\ta\t{no_escape}\tModule",
        f"TURN{no_escape}\t{no_escape}", f"PLAYER\t{player_id}\t{no_escape}\t{no_escape}", f"Odd{no_escape}",
        f"M/1/{no_escape.replace('/', '')}/5/5/null/{no_escape.replace('/', '')}/1/1/null/{player_id}",
    ]  # fmt: skip
    log, save = tmp_path / "log.vlog", tmp_path / "save.vsav"
    log.write_bytes(raw_file(position, steps))
    save.write_bytes(raw_file(position[:1]))
    uses: list[list[str | Path]] = [
        ["inspect", log], ["audit", log, "--after", save], ["diff", save, log], ["audit", log, "--side", trick],
    ]  # fmt: skip
    for arguments in uses:
        for form in ([], ["--json"]):
            outcome = command(*arguments, *form)
            assert outcome.code in (0, 1, 2)
            assert is_fit(outcome.out)
            assert is_fit(outcome.err)
            if form:
                json.loads(outcome.out)
            else:
                assert len(outcome.out) < 20_000


def on_a_terminal(*arguments: str | Path) -> bytes:
    """Return what the program writes to a terminal, with its line ends."""
    pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
    ours, theirs = pty.openpty()
    words = [sys.executable, "-m", "adjudicator", *map(str, arguments)]
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=theirs, stderr=subprocess.DEVNULL) as process:  # noqa: S603
        os.close(theirs)
        shown = b""
        try:
            while read := os.read(ours, 65_536):
                shown += read
        except OSError:
            pass  # Linux tells the end so
        finally:
            os.close(ours)
        assert process.wait() == 0
    return shown.replace(b"\r\n", b"\n")


@pytest.mark.parametrize("form", ["xml", "json"])
def test_a_document_on_a_terminal_is_fit_and_says_the_same(form: str, tmp_path: Path) -> None:
    trick = "".join(TRICKS[name] for name in ("c1", "bidi", "separator", "private", "zero width"))
    log, output = tmp_path / "log.vlog", tmp_path / "out"
    save = metadata(version="1.0", VassalVersion="3.7.26", description=trick)
    log.write_bytes(raw_file([piece("1", trick)], [f"CHAT{trick}"], entries={"savedata": save}))
    words = ("export", log, "--format", form)
    shown = on_a_terminal(*words).decode()
    assert is_fit(shown)
    written, piped = command(*words, "-o", output), command(*words).out
    assert written.code == 0
    assert output.read_bytes().decode() == piped
    if form == "json":
        assert json.loads(shown) == json.loads(piped)
        return
    assert not is_fit(piped)
    assert "<![CDATA[" in piped
    for text in (shown, piped):
        game = import_xml(text.encode()).game
        assert trick in game.text
        assert trick.encode() in dict(game.entries)["savedata"]


@settings(derandomize=True, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs", "Cc"])))
def test_xml_says_the_same_and_is_fit(text: str) -> None:
    from lxml import etree

    plain = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    inner = text.replace("]]>", "")
    shown = printable_xml(f'<a b="{plain.replace(chr(34), "&quot;")}">{plain}<![CDATA[{inner}]]></a>')
    assert is_fit(shown)
    root = etree.fromstring(shown)
    assert (root.get("b"), root.text) == (text, text + inner)


def test_a_file_name_and_an_option_are_fit_as_well() -> None:
    for arguments in (["inspect", "a\x1b[31m\nb.vlog"], ["audit", "--\x1b[31m"], ["\x1b[31m"], ["inspect", "\udc80‮"]):
        outcome = command(*arguments)
        assert outcome.code in (3, 64)
        assert outcome.err.count("\n") == 1
        assert is_fit(outcome.err)


@settings(derandomize=True, deadline=None)
@given(st.text(), st.integers(2, 100))
def test_one_line_is_short_and_fit(text: str, length: int) -> None:
    line = one_line(text, length)
    assert is_fit(line)
    assert "\n" not in line
    assert len(line) <= length
    assert is_fit(short_text(text))
    assert is_fit(readable_chat(text))


@settings(derandomize=True, deadline=None)
@given(st.recursive(st.text() | st.integers(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_json_says_the_same_and_is_fit(document: object) -> None:
    for only_ascii in (False, True):
        text = printable_json(document, only_ascii=only_ascii)
        assert json.loads(text) == document
        assert is_fit(text)


@settings(derandomize=True, deadline=None)
@given(st.lists(st.tuples(st.text("ab 日é", max_size=20), st.text("abc, 日", max_size=400)), max_size=5))
def test_columns_are_aligned_and_nothing_is_lost(rows: list[tuple[str, str]]) -> None:
    lines = columns(rows)
    assert "".join("".join(lines).split()) == "".join("".join(map("".join, rows)).split())
    longest = max((display_width(word) for _, text in rows for word in text.split(" ")), default=0)
    assert all(display_width(line) <= max(LINE_WIDTH, 50 + longest) for line in lines)


def test_blanks_in_front_of_a_line_stay_when_it_is_folded() -> None:
    words = " ".join(["word"] * 10)
    assert columns([("a", f"  {words}")], width=45) == [f"  a    {words[:34]}", f"         {words[35:]}"]


def test_wide_characters_take_two_columns() -> None:
    assert columns([("日本", "x"), ("abc", "y")]) == ["  日本  x", "  abc   y"]
    assert display_width("e\u0301") == 1


def test_pages_are_told_by_their_words() -> None:
    assert short_text("<html><head><style>td { x }</style></head><b>U.S.</b> set-up &amp; more") == "U.S. set-up & more"
    assert short_text("<html><!-- only this -->") == "a label"
    assert short_text("a < b") == "a < b"


def test_counts() -> None:
    assert [count(1, "step"), count(2, "step")] == ["1 step", "2 steps"]
    assert count(1200, "entry", "entries") == "1,200 entries"
