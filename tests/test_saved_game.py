"""The command stream as a tree, and whole saves and logs: read, changed, written back as they were."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.vassal import sequence
from adjudicator.vassal.commands import Chat, LogEntry, NullCommand
from adjudicator.vassal.errors import ArchiveError, LimitExceeded, StreamError, VassalError
from adjudicator.vassal.limits import DEFAULT_LIMITS, Limits
from adjudicator.vassal.payload import Encoding
from adjudicator.vassal.replay import Replay
from adjudicator.vassal.saved_game import SavedGame, open_game
from adjudicator.vassal.stream import (
    Group,
    Leaf,
    Node,
    decode_stream,
    encode_stream,
    is_step,
    leaves,
    map_leaves,
    step_commands,
)
from tests.support.corpus import corpus_files
from tests.support.synthetic import COMPONENTS, archive, small_log, small_position, small_save, step, stream

ESCAPE = "\x1b"
SETTINGS = settings(derandomize=True, deadline=None, max_examples=300)
TEXTS = st.text(st.sampled_from("\x1b\\'aü\t"), max_size=10) | st.text(max_size=10)


def game_of(text: str, limits: Limits = DEFAULT_LIMITS) -> SavedGame:
    return open_game(archive(text), limits)


# the tree


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("", Leaf("")),
        ("a", Leaf("a")),
        ("a\x1bb", Group((Leaf("a"), Leaf("b")))),
        ("\x1b", Group((Leaf(""), Leaf("")))),
        ("a\x1bb\\\x1bc", Group((Leaf("a"), Group((Leaf("b"), Leaf("c")))))),
        ("a\x1b\\\x1bc", Group((Leaf("a"), Group((Leaf(""), Leaf("c")))))),
        ("a\x1bb\\\x1bc\\\\\x1bd", Group((Leaf("a"), Group((Leaf("b"), Group((Leaf("c"), Leaf("d")))))))),
        ("'a'", Group((Leaf("a"),))),
        ("'a'\x1bb", Group((Leaf("a"), Leaf("b")))),
        ("a'\x1b'", Group((Leaf("a'"), Leaf("'")))),
        ("a\\\x1bb", Group((Group((Leaf("a"), Leaf("b"))),))),
    ],
)
def test_trees(text: str, tree: Node) -> None:
    assert decode_stream(text) == tree


def engine_leaves(text: str) -> list[str]:
    """Decode as the engine does: a text that is its own first and only element is a command."""
    elements = sequence.decode(text, ESCAPE)
    if elements == [text]:
        return [text]
    return [leaf for element in elements for leaf in engine_leaves(element)]


@SETTINGS
@given(TEXTS)
def test_any_text_is_some_tree(text: str) -> None:
    tree = decode_stream(text)
    assert [leaf.text for leaf in leaves(tree)] == engine_leaves(text)
    assert all(ESCAPE not in leaf.text for leaf in leaves(tree))
    encode_stream(tree)


LEAVES = st.text(max_size=6).map(lambda text: Leaf(text.replace(ESCAPE, "").rstrip("\\").strip("'")))
TREES = st.recursive(LEAVES, lambda nodes: st.lists(nodes, min_size=2, max_size=3).map(lambda n: Group(tuple(n))))


@SETTINGS
@given(TREES)
def test_trees_there_and_back(tree: Node) -> None:
    text = encode_stream(tree)
    assert [leaf.text for leaf in leaves(decode_stream(text))] == [leaf.text for leaf in leaves(tree)]
    assert encode_stream(decode_stream(text)) == text


def test_leaves_are_changed_and_the_shape_is_kept() -> None:
    tree = Group((Leaf("a"), Group((Leaf("b"), Leaf("")))))
    assert map_leaves(tree, lambda leaf: Leaf(leaf.text.upper())) == Group((Leaf("A"), Group((Leaf("B"), Leaf("")))))


def nested(depth: int, width: int = 1) -> str:
    return "a" + "".join("\\" * level + ESCAPE for level in range(depth)) * width


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        (ESCAPE * 3_000_000, "commands"),
        (f"\\{ESCAPE}" * 1_500_000, ""),
        (nested(150), ""),
        (nested(400), "nesting"),
        ("'" * 1_000_000, "text_bytes"),
        (f"'{ESCAPE}" * 500_000, ""),
        ("\\" * 1_000_000, ""),
        (f"begin_save{ESCAPE}" + "\\" * 1_000_000 + ESCAPE, "text_bytes"),
        (nested(150) + "x" * 5_000_000, "text_bytes"),
    ],
)
def test_streams_that_took_too_long(text: str, limit: str) -> None:
    """Each ends soon, with an answer or with a limit; no time is asserted."""
    assert _limit_of(text) == limit


def _limit_of(text: str) -> str:
    """Return the name of the limit that a stream runs into, empty if it is read."""
    try:
        decode_stream(text, Limits(text_bytes=6_000_000, commands=2_000_000, nesting=200))
    except LimitExceeded as error:
        return error.expected.partition("--limit ")[2].partition("=")[0]
    return ""


# steps


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("LOG\tCHATa", ["CHATa"]),
        ("LOG\t", []),
        ("LOG\tnull", ["null"]),
        ("LOG\tCHATa\\\x1bLOG\tCHATb", ["CHATa", "CHATb"]),
        ("LOG\tCHATa\\\x1b\\\x1bLOG\tCHATb", ["CHATa", "CHATb"]),
        ("LOG\tCHATa\\\x1bLOG\tCHATb\\\\\x1bLOG\tCHATc", ["CHATa", "CHATb", "CHATc"]),
        ("\\\x1bLOG\tCHATb", ["CHATb"]),
        ("LOG\tCHATa\\\x1bCHATb", ["CHATa", "CHATb"]),
        ("LOG\t'CHATa'", ["CHATa"]),
        ("LOG\t''", []),
    ],
)
def test_commands_of_a_step(text: str, texts: list[str]) -> None:
    game = game_of(f"end_save\x1b{text}")
    (node,) = game.step_nodes
    assert [command.encode() for command in step_commands(node)] == texts
    assert [command.encode() for command in game.steps[0]] == texts


def test_a_step_given_by_hand_may_hold_a_whole_tree() -> None:
    assert step_commands(Leaf(f"LOG\tCHATa{ESCAPE}CHATb")) == [Chat("a"), Chat("b")]


@pytest.mark.parametrize("text", ["CHATa", "", "\\\x1b", "CHATa\\\x1bLOG\tCHATb", "LOGCHATa", "log\tx", " LOG\tx"])
def test_what_is_no_step(text: str) -> None:
    game = game_of(f"end_save\x1b{text}")
    assert game.step_nodes == ()
    assert not any(is_step(token) for token in game.tokens)


def test_odd_tokens_around_the_steps() -> None:
    """The engine carries out all that is no step when it loads, and keeps every step for later."""
    tokens = [
        *small_position()[:-1],
        step("CHATearly"),
        *small_position()[-1:],
        Leaf("CHATloose"),
        Leaf(""),
        step("CHATone"),
        Group((Leaf(""), Leaf("PNOTES\tlate"))),
        step("CHATtwo"),
        Leaf(""),
    ]
    game = game_of(stream(tokens))
    assert [command for commands in game.steps for command in commands] == [Chat("early"), Chat("one"), Chat("two")]
    assert game.position_commands[-2:] == (Chat("loose"), game.position_commands[-1])
    assert not any(isinstance(command, LogEntry | NullCommand) for command in game.position_commands)
    assert len(Replay(game).steps()) == 3
    assert game.problems == (
        "savedGame: 1 logged steps come before the position's end",
        "savedGame: 2 commands come after the position's end and are not logged steps",
    )


def test_a_log_and_a_save() -> None:
    save, log = game_of(small_save()), game_of(small_log())
    assert (save.is_log, log.is_log) == (False, True)
    assert (len(save.steps), len(log.steps)) == (0, 14)
    assert save.position_commands == log.position_commands
    assert len(save.position_commands) == 2 + 7 + len(COMPONENTS)
    assert log.position_end == len(small_position())
    assert (save.problems, log.problems) == ((), ())
    empty = open_game(archive(small_save()), name="game.VLOG")
    assert empty.is_log


# whole games


def test_an_unchanged_game_is_written_back() -> None:
    for encoding in Encoding:
        data = archive(small_log(), encoding, 0x21)
        game = open_game(data)
        assert game.archive_bytes() == data
        assert game.map_leaves(lambda leaf: leaf) is game
        assert open_game(game.archive_bytes()) == game


@pytest.mark.parametrize("path", corpus_files(".vsav", ".vlog"), ids=lambda path: path.name)
def test_every_file_of_the_corpus_is_written_back(path: Path) -> None:
    game = open_game(path)
    assert game.problems == ()
    assert game.is_exact
    again = open_game(game.archive_bytes())
    assert (again.stored_payload, again.entries) == (game.stored_payload, game.entries)
    for encoding in Encoding:
        assert open_game(game.with_encoding(encoding).archive_bytes()).text == game.text
    assert game.with_encoding(game.payload.encoding).payload_bytes() == game.stored_payload
    for leaf in leaves(game.tree):
        assert leaf.command.encode() == leaf.text


def test_changed_games() -> None:
    game = game_of(small_log())
    shouted = game.map_leaves(lambda leaf: Leaf(leaf.text.replace("hello", "HELLO")))
    assert shouted.text == game.text.replace("hello", "HELLO")
    assert open_game(shouted.archive_bytes()).text == shouted.text
    assert shouted.payload.key == game.payload.key
    replaced = game.with_text("begin_save\x1bend_save")
    assert open_game(replaced.archive_bytes()).text == "begin_save\x1bend_save"
    with pytest.raises(LimitExceeded):
        game.with_text(ESCAPE * (DEFAULT_LIMITS.commands + 1))


def test_text_that_the_encoding_cannot_express_is_kept() -> None:
    text = "begin_save\x1bCHATa\\\x1bend_save\x1bend_save"
    quoted = "begin_save\x1b'CHATa'\x1bend_save"
    for odd in (text, quoted):
        game = game_of(odd)
        assert open_game(game.archive_bytes()).text == odd
    assert game_of(quoted).problems == (
        "savedGame: some text cannot be written again by VASSAL's rules; it is kept as it is",
    )
    assert not game_of(quoted).is_exact


def test_bytes_that_are_not_utf8() -> None:
    raw = b"begin_save\x1bCHAT\xff\xfe\xe4\x1bend_save"
    game = open_game(archive(raw.decode("utf-8", "surrogateescape")))
    assert game.problems == ("savedGame: 3 bytes are not UTF-8; they are kept as they are",)
    assert open_game(game.archive_bytes()).payload == game.payload


@pytest.mark.parametrize(
    "text", ["", "begin_save", "end_savex", "xend_save", "begin_save\\\x1bend_save\x1b", "CHATend_save", "\x1b" * 100]
)
def test_a_stream_without_an_end_is_no_saved_game(text: str) -> None:
    with pytest.raises(StreamError, match="its end is missing") as caught:
        game_of(text)
    assert caught.value.file


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "got 'nothing'"),
        ("!VCSK4e2c", "got \"a text that begins with '!VCSK4e2c'\""),
        ("\x1f\udc8b\x08\x00\udcaf", "got 'the bytes 1F 8B 08 00 AF'"),
    ],
)
def test_what_begins_otherwise_is_told_by_how_it_begins(text: str, words: str) -> None:
    with pytest.raises(StreamError, match="its beginning") as caught:
        open_game(archive(text))
    assert words in str(caught.value)


def test_two_positions_in_one_entry_are_odd() -> None:
    game = open_game(archive("begin_save\x1bend_save\x1bbegin_save\x1bend_save"))
    assert "savedGame: 2 saved positions are stored one after the other" in game.problems


def test_files_that_are_no_games() -> None:
    with pytest.raises(ArchiveError, match="neither a VASSAL save nor a log"):
        open_game(b"PK\x05\x06" + bytes(18))
    with pytest.raises(VassalError, match=r"mine\.vsav"):
        open_game(b"nonsense", name="mine.vsav")
    with pytest.raises(VassalError, match=r"mine\.vsav"):
        open_game(archive("no end"), name="mine.vsav")


def test_the_limits_name_the_file() -> None:
    data = archive(small_save())
    for limits in (
        Limits(text_bytes=100),
        Limits(commands=5),
        Limits(nesting=0),
        Limits(entry_bytes=50),
        Limits(archive_bytes=100),
        Limits(archive_entries=1),
    ):
        with pytest.raises(LimitExceeded) as caught:
            open_game(data, limits, name="mine.vsav")
        assert "mine.vsav" in str(caught.value)
        assert "--limit" in str(caught.value)
    assert open_game(data, Limits().scaled(2)).text == small_save()
