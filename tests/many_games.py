"""Folders with many games as a tournament director has them: nested, some mails missing, damaged, hostile, doubled.

``python -m tests.many_games NUMBER DIRECTORY`` plays the games of Scenario 1 with the seeds from 0 on, each by other
players, and writes their mails below a new directory; what was played is in ``DIRECTORY.truth.json``. With
``--played N`` only so many are played, and the rest are copies of those under other names. ``--check TABLE.json`` holds
what ``adjudicator audit --each --json`` printed of it against that. The same numbers give the same files.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from adjudicator.rules.standing import standing
from adjudicator.vassal.archive import pack_archive
from adjudicator.vassal.saved_game import PAYLOAD_ENTRY, SavedGame
from tests.self_play import PlayedGame, SelfPlay

__all__ = ["PlayedMails", "Truth", "differences", "mails_of", "make", "renamed"]

_FIRST: Final = ("Ada", "Boris", "Clara", "Dario", "Edith", "Farid", "Greta", "Hugo", "Ines", "Jakob")
_LAST: Final = ("Abel", "Brandt", "Conti", "Dubois", "Evans", "Ferrari", "Garnier", "Hoffmann", "Ivanov", "Jansen")
_MISSING, _DAMAGED, _HOSTILE, _DOUBLED = "missing", "damaged", "hostile", "doubled"
_EVERY: Final = {_MISSING: (7, 3), _DAMAGED: (40, 12), _DOUBLED: (100, 22)}
"""Every how manieth game has something wrong, and which is the first of them."""
_FEWEST: Final = 3
"""How many mails a game must have for one of them to be missing between others."""
_HOSTILE_GAME: Final = 17
_BOMB: Final = 70_000_000
_SHORT_NAMES: Final = ("mail-{:02}.vlog", "turn {}.vlog", "{}.VLOG")


@dataclass(frozen=True)
class PlayedMails:
    """A game that was played: its mails and how it ended."""

    files: tuple[SavedGame, ...]
    actions: int
    turn: str
    result: str


@dataclass(frozen=True)
class Truth:
    """What is to be found of a game."""

    folder: str
    players: tuple[str, str]
    files: int
    """How many of its mails are there and can be read."""
    actions: int
    turn: str
    result: str
    wrong: str = ""
    """What was done to it."""


@cache
def mails_of(seed: int) -> PlayedMails:
    """Play a game and return its mails."""
    playing = SelfPlay(seed)
    played: PlayedGame = playing.to_the_end()
    return PlayedMails(
        played.files, len(played.actions), str(played.end.time), standing(played.end, playing.book).result
    )


def renamed(game: SavedGame, players: tuple[str, str]) -> SavedGame:
    """Return a log of Anna and Bert as others played it."""
    ids = [f"{name.lower().replace(' ', '-')}-example" for name in players]
    words = {"Anna": players[0], "Bert": players[1], "anna-example": ids[0], "bert-example": ids[1]}

    text = game.text
    for old, new in words.items():
        text = text.replace(old, new)
    return game.with_text(text)


def _players(number: int) -> tuple[str, str]:
    """Return who plays a game; in a hundred games nobody plays the same opponent twice."""
    names = [
        f"{_FIRST[at % 10]} {_LAST[at // 10 % 10]}" for at in (number % 100, (number * 7 + 31 + number // 100) % 100)
    ]
    return names[0], names[1] if names[1] != names[0] else f"{names[1]} junior"


def _folder(number: int) -> Path:
    return Path(f"round {number // 50 + 1}", f"group {number % 50 // 10 + 1}", f"game {number + 1:04}")


def _wrong(number: int) -> str:
    if number == _HOSTILE_GAME:
        return _HOSTILE
    return next((name for name, (every, first) in _EVERY.items() if number % every == first), "")


def hostile_mail() -> bytes:
    """Return a log of a few bytes that unpacks to more than any game is long."""
    return pack_archive({PAYLOAD_ENTRY: bytes(_BOMB)})


def make(directory: Path, numbers: Sequence[int], played: int) -> Iterator[Truth]:
    """Write games below a directory, and yield what is to be found of each; *played* are not copies of others."""
    for number in numbers:
        game, players, wrong = mails_of(number % played), _players(number), _wrong(number)
        mails = [renamed(file, players).archive_bytes() for file in game.files]
        if wrong in (_MISSING, _DAMAGED) and len(mails) < _FEWEST:
            wrong = ""
        yield Truth(
            _folder(number).as_posix(), players, len(mails) - (wrong in (_MISSING, _DAMAGED)), game.actions, game.turn,
            game.result, wrong,
        )  # fmt: skip
        _write(directory / _folder(number), number, mails, wrong)
        if wrong == _DOUBLED:
            _write(directory / "copies" / _folder(number).name, number, mails, wrong)


def _write(folder: Path, number: int, mails: Sequence[bytes], wrong: str) -> None:
    folder.mkdir(parents=True)
    middle = len(mails) // 2
    for at, data in enumerate(mails):
        path = folder / _SHORT_NAMES[number % 3].format(at + 1)
        if wrong == _DAMAGED and at == middle:
            path.write_bytes(data[: len(data) // 2])
        elif wrong != _MISSING or at != middle:
            path.write_bytes(data)
    if wrong == _HOSTILE:
        (folder / "a hostile mail.vlog").write_bytes(hostile_mail())


def differences(truths: Sequence[Truth], table: Mapping[str, Any]) -> Iterator[str]:
    """Yield where a table is not what was played."""
    rows = {row["name"]: row for row in table["games"] if row["verdict"] != "unreadable"}
    unreadable = [row for row in table["games"] if row["verdict"] == "unreadable"]
    for truth in truths:
        names = (truth.folder, _copy_of(truth.folder)) if truth.wrong == _DOUBLED else (truth.folder,)
        row = next((rows.pop(name) for name in names if name in rows), None)
        if row is None:
            yield f"{truth.folder}: not found"
            continue
        yield from (f"{truth.folder}: {each}" for each in _row_differences(truth, row))
    yield from (f"{name}: nobody played it" for name in rows)
    broken = sum(truth.wrong in (_DAMAGED, _HOSTILE) for truth in truths)
    if len(unreadable) != broken:
        yield f"{len(unreadable)} files cannot be read, {broken} should not"


def _copy_of(folder: str) -> str:
    """Return the folder in which a game's mails lie a second time; the game may be called after either."""
    return f"copies/{folder.rpartition('/')[2]}"


def _row_differences(truth: Truth, row: Mapping[str, Any]) -> Iterator[str]:
    whole = truth.wrong not in (_MISSING, _DAMAGED)
    found: dict[str, tuple[Any, Any]] = {
        "players": (sorted(truth.players), sorted(each["name"] for each in row["players"])),
        "files": (truth.files, len(row["files"])),
        "turn": (truth.turn, row["turn"]),
        "standing": (truth.result, row["standing"]),
        "illegal": (0, row["illegal"]),
        "faults": (0, row["faults"]),
        "verdict": (
            row["verdict"] if whole and row["undecided"] else "legal" if whole else "undecided",
            row["verdict"],
        ),
        "copies": (truth.files if truth.wrong == _DOUBLED else 0, len(row["copies"])),
    }
    for name, (played, told) in found.items():
        if played != told:
            yield f"{name}: {played} was played, {told} is told"


def main(arguments: list[str]) -> int:
    """Make games, or check a table of them."""
    number, directory = int(arguments[0]), Path(arguments[1])
    options = dict(zip(arguments[2::2], arguments[3::2], strict=True))
    truth_path = directory.with_name(f"{directory.name}.truth.json")
    if "--check" in options:
        truths = [Truth(**{**each, "players": tuple(each["players"])}) for each in json.loads(truth_path.read_text())]
        found = list(differences(truths, json.loads(Path(options["--check"]).read_text(encoding="utf-8"))))
        print(*found, f"{len(truths)} games, {len(found)} differences", sep="\n")
        return min(len(found), 1)
    directory.mkdir()
    truths = list(make(directory, range(number), int(options.get("--played", number))))
    truth_path.write_text(json.dumps([asdict(each) for each in truths], indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
