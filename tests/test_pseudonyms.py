"""Players' ids, which are passwords, never leave the program unless they are asked for."""

from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.vassal import sequence
from adjudicator.vassal.archive import pack_archive
from adjudicator.vassal.errors import LimitExceeded
from adjudicator.vassal.payload import Encoding, encode_payload
from adjudicator.vassal.pseudonyms import has_pseudonyms, player_ids, pseudonym, pseudonymise, restore_ids
from adjudicator.vassal.saved_game import PAYLOAD_ENTRY, SavedGame, open_game
from tests.support.command_line import command
from tests.support.corpus import corpus_files
from tests.support.raw_games import nested, piece, raw_file

MASK = "obs;82,130;back.svg;Flip;B;?;player:;Peek;;false;;"
SIDE_MASK = "obs;82,130;back.svg;Flip;B;?;side:;Peek;;false;;"
HIDING = "hide;73,130;Hide;255,255,255;player:;0.3;"
SIDE_HIDING = "hide;73,130;Hide;255,255,255;side:;0.3;"
RESTRICTION = "restrict;Red,Blue;true;false;"
STRANGE = (
    "anna.*[pw]", "two words", "quo'te\"s", "sla/sh/es", "back\\slash",
    "emoji🎲dice", "a<b&c>d", "semi;co;lon", "Ünï-çödé",
)  # fmt: skip

ids = st.one_of(
    st.sampled_from(STRANGE),
    st.text(
        st.characters(exclude_characters="\\'", exclude_categories=("Cs", "Cc", "Zs")), min_size=4, max_size=12
    ).map(lambda text: f"{text}#7"),
)


def field(text: str, delimiter: str = "\t") -> str:
    return sequence.encode([text], delimiter)


def position(player: str, other: str) -> list[str]:
    """Return commands with ids in each place that has one, and in free text."""
    owned = sequence.encode([player, sequence.encode(["false", "1", other, "Blue"], "|")], ";")
    return [
        piece("1", "Masked", traits={MASK: owned}),
        piece("2", "Hidden", traits={HIDING: field(other, ";")}),
        piece("3", "Restricted", traits={RESTRICTION: player}),
        piece("4", "Concealed", traits={f"concealment;{field(other, ';')};128;;": "null", "conceal;82,130;;": owned}),
        piece("5", "Strange", traits={f"custom;{field(player, ';')}": other, "PROP;Note;false;;": f"by {player}"}),
        piece("6", "Side", traits={SIDE_MASK: "Red;|0", SIDE_HIDING: "Blue"}),
        sequence.encode(["PLAYER", player, "Anna", "Red"], "\t"),
        sequence.encode(["PLAYER", other, "Ben", "Blue"], "\t"),
        sequence.encode(["PNOTE", player, f"remember {other}"], "\t"),
        sequence.encode(["SNOTE", f"for {player}", other, "true", f"text {player}", "01/01/2024 1:00 AM", "2"], "\t"),
        sequence.encode(["UNMASK", player, "Red", other], "\t"),
        sequence.encode(["LOCKSPOTAB", "Tab", player, other, "today"], "\t"),
        sequence.encode(["SEMAIL", other], "\t"),
        f"NOTES\twritten by {player}",
        "GlobalProperty\t;" + sequence.encode(["Owner", player, "Module"], ";"),
        f"Homemade\t{player} {html.escape(other)}",
    ]


def steps(player: str, other: str) -> list[list[str]]:
    state = sequence.encode([player, sequence.encode(["false", "1", other], "|")], ";")
    place = "Main Map;100;100;1;0"
    change = sequence.encode(["1", nested("null;", place), nested(state, place)], "/")
    return [
        [f"CHAT&lt;Anna&gt; - my password is {player}", f"CHAT{html.escape(player)}!"],
        [sequence.encode(["M", "1", "Main Map", "5", "5", "null", "Main Map", "100", "100", "null", other], "/")],
        [f"D/{change}"],
        [sequence.encode(["PYREMOVE", player], "\t")],
        [sequence.encode(["MutableProperty", "Owner", player, other, "Module"], "\t"), f"Own\t{other}"],
        [f"CHATan old tree\x1bCHATsaid {player}\x1bPLAYER\t{field(other)}\tBen\tBlue"],
    ]


def make(player: str, other: str) -> SavedGame:
    return open_game(raw_file(position(player, other), steps(player, other), comment=f"saved by {player}"))


def forms(player_id: str) -> set[str]:
    lists = {player_id.replace(d, f"\\{d}") for d in ";/,|~:" if d in player_id}
    return {player_id, html.escape(player_id), json.dumps(player_id)[1:-1], *lists}


@settings(derandomize=True, deadline=None, max_examples=60)
@given(ids, ids)
def test_no_id_is_left_and_all_come_back(player: str, other: str) -> None:
    game = make(player, other)
    assert {player, other} <= player_ids(game)
    hidden = pseudonymise(game)
    for text in (hidden.text, hidden.entries["savedata"].decode()):
        assert not any(form in text for form in forms(player) | forms(other))
    assert pseudonym(player) in hidden.text
    assert has_pseudonyms(hidden)
    back = restore_ids(hidden, player_ids(game))
    assert back.text == game.text
    assert back.entries == game.entries
    assert not has_pseudonyms(back)
    assert pseudonymise(hidden, ()).position_commands != game.position_commands


def test_pseudonyms_are_the_same_in_every_file_and_short() -> None:
    assert pseudonym("secret-word") == pseudonym("secret-word")
    assert pseudonym("secret-word") != pseudonym("secret-wort")
    assert re.fullmatch(r"player-[0-9a-f]{6}", pseudonym("secret-word"))
    first, second = make("secret-word", "the-other"), make("the-other", "secret-word")
    for game in (first, second):
        assert pseudonym("secret-word") in pseudonymise(game).text


def test_sides_are_not_taken_for_ids() -> None:
    game = make("secret-word", "the-other")
    assert not {"Red", "Blue"} & player_ids(game)
    hidden = pseudonymise(game)
    for kept in ("Red;|0", "\tAnna\tRed", "|Blue"):
        assert kept in hidden.text


def test_short_ids_are_replaced_in_their_fields_only() -> None:
    game = pseudonymise(open_game(raw_file(["PLAYER\tab\tab\tRed", "PLAYER\tc\tCe\tBlue"], ["CHATab and c"])))
    assert f"PLAYER\t{pseudonym('ab')}\t{pseudonym('ab')}\tRed" in game.text
    assert f"PLAYER\t{pseudonym('c')}\tCe\tBlue" in game.text
    assert "CHATab and c" in game.text


def test_words_that_only_contain_an_id_stay() -> None:
    game = pseudonymise(open_game(raw_file(["PLAYER\tgerman\tAnna\tRed"], ["CHATgermany, german, German"])))
    assert f"CHATgermany, {pseudonym('german')}, German" in game.text


def test_ids_of_the_other_files_are_taken_out_of_the_texts() -> None:
    game = open_game(raw_file([], ["CHATsecret-word"]))
    assert "secret-word" in pseudonymise(game).text
    assert "secret-word" not in pseudonymise(game, {"secret-word"}).text


def test_a_game_without_ids_is_left_alone() -> None:
    game = open_game(raw_file(["NOTES\tnothing"], ["CHAThello"]))
    assert pseudonymise(game) is game


def outputs(path: Path, tmp_path: Path) -> str:
    """Return everything that the commands print about a file, as one text."""
    xml = tmp_path / "out.xml"
    runs = [
        command("inspect", path), command("inspect", path, "--json"),
        command("audit", path, "--after", path), command("audit", path, "--json", "--referee", "--after", path),
        command("diff", path, path), command("export", path), command("export", path, "--format", "json"),
        command("export", path, "-o", xml, "--force"), command("diff", path, path, "--limit", "traits=1"),
        command("audit", path, "--limit", "commands=3"), command("inspect", path, "--limit", "text_bytes=5"),
    ]  # fmt: skip
    return "\n".join([*(outcome.out + outcome.err for outcome in runs), xml.read_text(encoding="utf-8")])


@pytest.mark.parametrize("player", STRANGE)
def test_no_command_prints_an_id(player: str, tmp_path: Path) -> None:
    path = tmp_path / "game.vlog"
    path.write_bytes(raw_file(position(player, "the-other"), steps(player, "the-other"), comment=f"by {player}"))
    printed = outputs(path, tmp_path)
    assert pseudonym(player) in printed
    for form in forms(player) | forms("the-other"):
        assert form not in printed


def test_ids_are_printed_when_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "game.vlog"
    path.write_bytes(raw_file(position("secret-word", "the-other"), steps("secret-word", "the-other")))
    for name in ("inspect", "audit", "export"):
        assert "secret-word" not in command(name, path).out
        assert "secret-word" in command(name, path, "--reveal-ids").out


@pytest.mark.parametrize("path", corpus_files(".vlog", ".vsav"), ids=lambda path: path.name)
def test_no_id_of_a_real_file_is_printed(path: Path, tmp_path: Path) -> None:
    found = player_ids(open_game(path))
    if not found:
        pytest.skip("the file has no player's id")
    printed = outputs(path, tmp_path)
    for player_id in found:
        assert not re.search(rf"(?<!\w){re.escape(player_id)}(?!\w)", printed), "an id is printed"


@pytest.mark.parametrize("path", corpus_files(".vlog", ".vsav"), ids=lambda path: path.name)
def test_real_files_come_back_to_the_letter(path: Path) -> None:
    game = open_game(path)
    hidden = pseudonymise(game)
    back = restore_ids(hidden, player_ids(game))
    assert back.text == game.text
    assert replace(back, stored_payload=None).entries == game.entries


def stored(text: str) -> SavedGame:
    """Return a game of this very command stream."""
    return open_game(pack_archive({PAYLOAD_ENTRY: encode_payload(text, Encoding.PLAIN)}))


@pytest.mark.parametrize(
    "logged", ["LOG\t" * 20_000 + "CHATsecret-word", "LOG\t'CHAT secret-word", "LOG\tLOG\t'LOG\tCHATsecret-word'"]
)
def test_odd_marks_of_logged_commands_are_followed(logged: str) -> None:
    text = "\x1b".join(["begin_save", "PLAYER\tsecret-word\tAnna\tRed", "end_save", logged])
    expected = text.replace("secret-word", pseudonym("secret-word"))
    assert pseudonymise(stored(text)).text.replace("'", "") == expected.replace("'", "")


def test_logged_commands_in_logged_commands_have_an_end() -> None:
    logged = "CHATx"
    for _ in range(50):
        logged = f"LOG\t'{logged}'"
    with pytest.raises(LimitExceeded, match="too deep to be true"):
        pseudonymise(stored(f"begin_save\x1bend_save\x1b{logged}"))


def test_an_id_that_is_too_long_to_be_true_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "save.vsav"
    path.write_bytes(raw_file([sequence.encode(["PLAYER", "x" * 1_001, "Anna", "Red"], "\t")]))
    outcome = command("inspect", path)
    assert outcome.code == 3
    assert "a player's id is too long to be true (got '1,001 characters'" in outcome.err
