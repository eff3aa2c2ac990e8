"""Positions read from saves of our own module: the setups are the scenarios' starts, and pieces tell their states."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from adjudicator.game.game_data import GameData
from adjudicator.game.hexes import Hex
from adjudicator.game.loading import BUILT_IN, find_game, load_game
from adjudicator.game.position import Position, Status
from adjudicator.game.scenarios import TurnTime
from adjudicator.game.start import start_position
from adjudicator.referee.saved_position import NotThisGame, saved_position
from adjudicator.vassal.commands import MovePiece, RemovePiece
from adjudicator.vassal.replay import Replay
from adjudicator.vassal.saved_game import open_game
from adjudicator.vassal.table import Table
from vmod_builder.workshop import built, open_workpiece

from .synthetic import archive, small_position, stream


@cache
def game() -> GameData:
    return load_game(find_game(BUILT_IN))


@cache
def setups() -> dict[int, Table]:
    """The tables of the four predefined setups."""
    entries = built(open_workpiece(find_game(BUILT_IN))).entries
    return {n: Replay(open_game(entries[f"scenario-{n}.vsav"])).initial for n in (1, 2, 3, 4)}


def waiting(position: Position) -> Position:
    """The position with all that could stand in several places taken back: the setups leave that choice to players."""
    scenario = position.game.scenarios[position.scenario]
    open_groups = [r for r in scenario.reinforcements if len((*r.places.entry_hexes, *r.places.boxes)) > 1]
    units = {unit for group in open_groups for unit in group.units}
    leaders = {leader for group in open_groups for leader in group.leaders}
    return position.after(
        units={u: replace(s, status=Status.WAITING, place=None) if u in units else s
               for u, s in position.units.items()},
        leaders={k: replace(s, status=Status.WAITING, place=None) if k in leaders else s
                 for k, s in position.leaders.items()},
    )  # fmt: skip


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_setup_is_the_start_of_its_scenario(number: int) -> None:
    saved = saved_position(setups()[number], game())
    assert saved.doubts == ()
    assert saved.position == waiting(start_position(game(), number))


def changed(properties: dict[str, str], unit: str = "1/VIII/132") -> Position:
    """The start of scenario 1 with states of one unit changed on the table."""
    table = setups()[1].copy()
    piece = next(piece for piece in table.units() if piece.name == unit)
    states = list(piece.trait_states)
    for level, trait in enumerate(piece.type.traits):
        if trait.id == "PROP" and trait.text_field("name") in properties:
            states[level] = properties[trait.text_field("name")]
    table.pieces[piece.id] = piece.with_trait_states(states)
    return saved_position(table, game()).position


@pytest.mark.parametrize(
    ("properties", "field", "value"),
    [
        ({"Suppressed": "1"}, "suppressed", True),
        ({"Cohesion": "2"}, "cohesion", 2),
        ({"Column": "1"}, "column", True),
        ({"StepLoss": "1"}, "steps", 1),
        ({"Position": "2"}, "improvement", 0),
        ({"Suppressed": "yes"}, "suppressed", False),
        ({"Cohesion": "99"}, "cohesion", 2),
    ],
)
def test_states_are_read_from_the_pieces(properties: dict[str, str], field: str, value: object) -> None:
    assert getattr(changed(properties).units["1-viii-132"], field) == value


def test_a_moved_piece_is_where_it_lies() -> None:
    table = setups()[1].copy()
    piece = next(piece for piece in table.units() if piece.name == "1/VIII/132")
    table.apply(MovePiece(piece.id, "Bir Hacheim", "96", "88", None, None, None, None, "somebody"))
    assert saved_position(table, game()).position.units["1-viii-132"].place == Hex(1, 1)


def test_a_removed_piece_is_taken_for_eliminated_and_said_so() -> None:
    table = setups()[1].copy()
    piece = next(piece for piece in table.units() if piece.name == "2/VIII/132")
    table.apply(RemovePiece(piece.id))
    saved = saved_position(table, game())
    assert saved.position.units["2-viii-132"].status is Status.ELIMINATED
    assert saved.doubts == ("2/VIII/132 has no piece and was taken for eliminated",)


def test_the_turn_is_that_of_the_turn_tracker() -> None:
    assert saved_position(setups()[3], game()).position.time == TurnTime("06-08", "1900")


def test_another_game_is_refused() -> None:
    other = Replay(open_game(archive(stream(small_position())))).initial
    with pytest.raises(NotThisGame, match="this is no game of the module of No Question of Surrender"):
        saved_position(other, game())


def test_without_notes_the_scenario_must_be_told() -> None:
    table = setups()[1].copy()
    table.notes.clear()
    with pytest.raises(NotThisGame, match="--scenario with one of 1, 2, 3, 4"):
        saved_position(table, game())
    assert saved_position(table, game(), scenario=1).position == start_position(game(), 1)
