"""Mails of one game that two releases of VASSAL wrote: a later release adds fields to the traits, and nothing more."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from adjudicator.vassal.archive import pack_archive
from adjudicator.vassal.comparison import compare_tables
from adjudicator.vassal.payload import encode_payload
from adjudicator.vassal.replay import PieceChanged, PieceMoved, Replay
from adjudicator.vassal.saved_game import PAYLOAD_ENTRY, SAVE_ENTRY, SavedGame, open_game
from tests.support.command_line import command

GAME = Path(__file__).parent / "cases" / "engine_games" / "g1"
_TRAIL = re.compile(r"(footprint;84,130;[^\t]*?;1\.0;;;;)(?=\\*\t)")
_TRAIL_STATE = re.compile(r"(?<=[\t'])((?:true|false);(?:Map0)?;(\d+);(?:[\d,;]*;)?(?:true|false))(?=\\*\t)")


def as_3_8_writes(game: SavedGame) -> bytes:
    """The file with the fields of 3.8 in the types and the states of its movement trails."""
    text = _TRAIL_STATE.sub(r"\1;\2", _TRAIL.sub(r"\1;false", game.text))
    assert text.count(";1.0;;;;;false") == 12
    assert text.count("false;;0;false;0") >= 7
    save = game.entries[SAVE_ENTRY].replace(b"3.7.26", b"3.8.0")
    payload = encode_payload(text, game.payload.encoding, 7)
    return pack_archive({**game.entries, PAYLOAD_ENTRY: payload, SAVE_ENTRY: save})


def verified(path: Path, *earlier: Path) -> dict[str, Any]:
    """What ``verify`` says of a mail."""
    outcome = command("verify", "--json", path, *(each for file in earlier for each in ("--after", file)))
    assert outcome.err == ""
    document: dict[str, Any] = json.loads(outcome.out)
    return document


@pytest.fixture(scope="module")
def rewritten(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The fourth mail of the game as 3.8 would have written it."""
    path = tmp_path_factory.mktemp("later") / "mail-04.vlog"
    path.write_bytes(as_3_8_writes(open_game(GAME / "mail-04.vlog")))
    return path


def mails(*numbers: int) -> list[Path]:
    """Mails of the game as 3.7 wrote them."""
    return [GAME / f"mail-{number:02}.vlog" for number in numbers]


def test_a_mail_of_3_8_continues_one_of_3_7() -> None:
    document = verified(GAME / "v38-mail-04.vlog", *mails(1, 2, 3))
    assert document["continuity"]["link"] == "continues"
    assert document["continuity"]["differences"] == []
    assert {entry["verdict"] for entry in document["entries"]} == {"legal"}


def test_the_same_mail_of_another_release_has_the_same_verdicts(rewritten: Path) -> None:
    one, other = verified(mails(4)[0], *mails(1, 2, 3)), verified(rewritten, *mails(1, 2, 3))
    assert other["continuity"]["link"] == "continues"
    assert one["entries"] == other["entries"]


def test_a_mail_of_3_7_continues_one_of_3_8(rewritten: Path) -> None:
    one, other = verified(mails(5)[0], *mails(1, 2, 3, 4)), verified(mails(5)[0], *mails(1, 2, 3), rewritten)
    assert other["continuity"]["link"] == "continues"
    assert one["entries"] == other["entries"]


def test_what_was_done_between_two_releases_is_still_seen() -> None:
    """The fifth mail follows another fourth one: what that one's player left out differs, and only that."""
    end = Replay(open_game(GAME / "v38-mail-04.vlog"))
    end.steps()
    facts = compare_tables(end.table, Replay(open_game(mails(5)[0])).initial)
    assert sorted(fact.piece.name for fact in facts if isinstance(fact, PieceChanged | PieceMoved)) == [
        "2/VIII/132", "5/2/13 DBLE", "French Command Points", "L/2/13 DBLE",
    ]  # fmt: skip
