"""Positions read from saves of our own module: the setups are the scenarios' starts, and pieces tell their states."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from adjudicator.drawing.mats import CHITS, IN_PLAY, NEXT_TURN, PLAYED
from adjudicator.game.game_data import GameData
from adjudicator.game.hexes import Hex
from adjudicator.game.loading import BUILT_IN, find_game, load_game
from adjudicator.game.position import Position, Status
from adjudicator.game.scenarios import TurnTime
from adjudicator.game.start import start_position
from adjudicator.module_layout.saved_position import NotThisGame, SavedPosition, saved_position
from adjudicator.vassal.commands import MovePiece, RemovePiece
from adjudicator.vassal.replay import Replay
from adjudicator.vassal.saved_game import open_game
from adjudicator.vassal.table import Table
from tests.support.synthetic import archive, small_position, stream
from tests.support.table_scripts import play
from vmod_builder.build_context import built, open_workpiece


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
    return saved_position(table_with(properties, unit), game()).position


def table_with(properties: dict[str, str], unit: str = "1/VIII/132") -> Table:
    table = setups()[1].copy()
    piece = next(piece for piece in table.units() if piece.name == unit)
    states = list(piece.trait_states)
    for level, trait in enumerate(piece.type.traits):
        if trait.id == "PROP" and trait.text_field("name") in properties:
            states[level] = properties[trait.text_field("name")]
    table.pieces[piece.id] = piece.with_trait_states(states)
    return table


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
    with pytest.raises(NotThisGame, match="not a game of the module of No Question of Surrender"):
        saved_position(other, game())


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_where_the_notes_were_overwritten_the_units_on_the_table_tell_the_scenario(number: int) -> None:
    table = setups()[number].copy()
    table.notes = dict.fromkeys(table.notes, "house rules: none")
    saved = saved_position(table, game())
    assert saved.doubts == (f"no note names the scenario; taken for scenario {number}, whose units are on the table",)
    assert saved.position == saved_position(setups()[number], game()).position


def test_without_notes_and_one_of_the_units_the_scenario_must_be_told() -> None:
    table = setups()[1].copy()
    table.notes.clear()
    piece = next(piece for piece in table.units() if piece.name == "2/VIII/132")
    table.apply(RemovePiece(piece.id))
    with pytest.raises(NotThisGame, match="--scenario with one of 1, 2, 3, 4"):
        saved_position(table, game())
    assert saved_position(table, game(), scenario=1).position.scenario == 1


# marks of activation

PLACES = {IN_PLAY: (288, 189), PLAYED: (598, 190), NEXT_TURN: (272, 400)}


def marked(levels: dict[str, str], chits: dict[str, str]) -> SavedPosition:
    """The start of scenario 1 with marks of activation on units and chits elsewhere; the first one is not in play."""
    table = setups()[1].copy()
    chits = {"132 Corazzato": NEXT_TURN, **chits}
    for unit, level in levels.items():
        table.pieces |= {
            piece.id: piece for piece in table_with({"Activated": level}, unit).units() if piece.name == unit
        }  # fmt: skip
    for piece in [*table.units()]:
        if piece.name in chits:
            x, y = PLACES[chits[piece.name]]
            table.apply(MovePiece(piece.id, CHITS, str(x), str(y), None, None, None, None, "somebody"))
    return saved_position(table, game(), marks=True)


UNCLEAR = "the activation markers do not show what {} did under the chit in play; assumed to be nothing"


@pytest.mark.parametrize(
    ("levels", "chits", "finished", "doubts"),
    [
        ({"1/VIII/132": "2"}, {"132 Corazzato": IN_PLAY}, {"1-viii-132"}, ()),
        ({"1/VIII/132": "2"}, {"103 Ariete Divisione": IN_PLAY}, {"1-viii-132"}, ()),
        ({"1/VIII/132": "2"}, {"Ordine Directo": IN_PLAY}, {"1-viii-132"}, ()),
        ({"1/VIII/132": "2"}, {"132 Corazzato": IN_PLAY, "1re Brigade Française Libre": PLAYED}, {"1-viii-132"}, ()),
        ({"1/VIII/132": "1"}, {"132 Corazzato": IN_PLAY}, set(), (UNCLEAR.format("1/VIII/132"),)),
        ({"1/VIII/132": "2", "2/VIII/132": "1"}, {"103 Ariete Divisione": IN_PLAY, "132 Corazzato": PLAYED}, set(),
         (UNCLEAR.format("1/VIII/132, 2/VIII/132"),)),
        ({"1/VIII/132": "2"}, {"1re Brigade Française Libre": IN_PLAY}, set(), ()),
        ({"3/1 Antichar": "1"}, {"1re Brigade Française Libre": IN_PLAY}, set(), (UNCLEAR.format("Gun Unit"),)),
        ({"1/VIII/132": "2"}, {"132 Corazzato": PLAYED}, set(), ()),
        ({"1/VIII/132": "0"}, {"132 Corazzato": IN_PLAY}, set(), ()),
        ({"1/VIII/132": "many"}, {"132 Corazzato": IN_PLAY}, set(), ()),
    ],
)  # fmt: skip
def test_marks_of_activation_count_if_they_must_be_of_the_chit_in_play(
    levels: dict[str, str], chits: dict[str, str], finished: set[str], doubts: tuple[str, ...]
) -> None:
    saved = marked(levels, chits)
    assert {unit for unit, state in saved.position.units.items() if state.finished} == finished
    assert saved.doubts == doubts


def test_who_follows_a_log_does_not_begin_with_its_marks() -> None:
    table = table_with({"Activated": "2"})
    chit = next(piece for piece in table.units() if piece.name == "132 Corazzato")
    table.apply(MovePiece(chit.id, CHITS, "288", "189", None, None, None, None, "somebody"))
    saved = saved_position(table, game())
    assert saved.position.activation.chit
    assert not saved.position.units["1-viii-132"].finished
    assert saved.doubts == ()


def test_of_chits_left_in_play_the_one_drawn_last_is_in_play() -> None:
    drawn = ["draw division-french", "draw direct-command-german"]
    replay = Replay(play(["axis", *drawn], scenario=3)[-1])
    replay.steps()
    found = saved_position(replay.table, game(), scenario=3).position
    assert found.activation.chit == "direct-command-german"
    assert found.played == ("division-90-leichte", "division-french", "direct-command-german")
