"""Steps that our writer makes of acts, held against what the engine itself wrote for the same at our own module.

The cases (``cases/engine_forms/*.toml``) are played from the setup of scenario 1, one after the other. ``do`` are the
acts of a case, of which the last one's step is compared: one line a command, two blanks a level, ``null`` for a
command without a text, and of a changed piece only the traits that change.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from adjudicator.game.hexes import Hex
from adjudicator.game.play import Roll, RollPurpose
from adjudicator.game.scenarios import TurnTime
from adjudicator.recording import table_actions
from adjudicator.recording.game_record import GameRecord
from adjudicator.recording.game_writer import GameWriter
from adjudicator.recording.play_styles import StyledPlay
from adjudicator.recording.table_actions import TableAction
from adjudicator.vassal.commands import AddPiece, ChangePiece, LogEntry, decode_command
from adjudicator.vassal.pieces import Piece, PieceReader
from adjudicator.vassal.stream import Group, Leaf, Node
from adjudicator.vassal.traits import TraitType
from tests.random_play import agreed_book
from tests.self_play import play_kit, seats, setup

CASES: Final = [
    pytest.param(case, id=f"{path.stem}: {case['name']}")
    for path in sorted((Path(__file__).parent / "cases" / "engine_forms").glob("*.toml"))
    for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
]
_NEW_ID: Final = re.compile(r"\b17950\d{8}\b")

STEP_ACTIONS: Final[dict[str, Callable[..., TableAction]]] = {
    "drag": lambda counters, place: table_actions.Drag(tuple(counters.split("+")), Hex.parse(place)),
    "declare": table_actions.Declare,
    "state": lambda unit, state, value: table_actions.SetState(unit, state, int(value)),
    "eliminate": table_actions.Eliminate,
    "reveal": table_actions.TurnOver,
    "points": lambda division, points: table_actions.SetPoints(division, "command", int(points)),
    "throw": lambda *dice: table_actions.ThrowDice(tuple(Roll(RollPurpose.FIRE, "", int(die)) for die in dice)),
    "place": lambda marker, place: table_actions.PlaceMarker(marker, Hex.parse(place)),
    "flip": lambda marker, place: table_actions.FlipMarker(marker, Hex.parse(place)),
    "remove": lambda marker, place: table_actions.RemoveMarker(marker, Hex.parse(place)),
    "press": table_actions.PressOff,
    "draw": table_actions.DrawChit,
    "send": lambda chit, *space: table_actions.SendChit(chit, " ".join(space)),
    "return": table_actions.ReturnChit,
    "turn": lambda date, turn: table_actions.AdvanceTurn(TurnTime(date, turn)),
    "say": lambda *words: table_actions.Say(" ".join(words)),
}


@pytest.mark.parametrize("case", CASES)
def test_a_step_is_as_the_engine_writes_it(case: dict[str, Any]) -> None:
    record = GameRecord(play_kit(), setup(1), seats())
    writer = GameWriter(play_kit(), agreed_book(), record, StyledPlay())
    log = record.hands(case.get("side", "axis"))
    for line in case["do"]:
        before = dict(log.table.pieces)
        if line == "undo":
            log.undo()
        else:
            verb, *words = line.split()
            writer.do([STEP_ACTIONS[verb](*words)])
    tree = log.tree()
    assert "\n".join(written(tree.children[-1], before)) == case["step"].strip("\n")


def written(node: Node, pieces: dict[str, Piece], depth: int = 0) -> Iterator[str]:
    """Yield the lines of a step."""
    first, *below = node.children if isinstance(node, Group) else (node,)
    assert isinstance(first, Leaf)
    yield "  " * depth + line_of(first.text.removeprefix(LogEntry.PREFIX), pieces)
    for child in below:
        yield from written(child, pieces, depth + 1)


def _called(trait: TraitType) -> str:
    return f"{trait.id} {trait.text_field('name')}" if trait.id in ("PROP", "emb2") else trait.id


def line_of(text: str, pieces: dict[str, Piece]) -> str:
    """Return a command as a line."""
    command = decode_command(text)
    if isinstance(command, ChangePiece):
        piece = pieces[command.id]
        old, new = piece.with_state(command.old_state or ""), piece.with_state(command.state)
        levels = zip(piece.type.traits, old.trait_states, new.trait_states, strict=True)
        changes = [f"{_called(trait)} {was!r} -> {now!r}" for trait, was, now in levels if was != now]
        return f"D/{command.id} {'; '.join(changes)}"
    if isinstance(command, AddPiece):
        piece = PieceReader().piece(command)
        pieces[command.id] = piece
        text = f"+/{command.id} {piece.name or 'stack'} {piece.basic_state}"
    return _NEW_ID.sub("NEW", text).replace("\t", " ")
