"""``status`` for every viewer: the score is the true one for all, or is said to be open between two bounds."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adjudicator.game.hexes import Hex
from adjudicator.game.position import Position, Status, StepRange
from adjudicator.game.position_json import position_text
from adjudicator.game.start import start_position
from adjudicator.report.standing_text import standing_document, standing_lines
from adjudicator.rules.standing import lost_steps, standing
from adjudicator.viewing.hidden_units import hidden_in_position
from adjudicator.viewing.viewer import Viewer
from tests.support.command_line import command
from tests.support.rule_cases import book_for, built_in_game
from tests.support.schemas import follow_schema

VIEWERS = (("--referee",), (), ("--side", "french"), ("--side", "axis"))
WHO_KNOW = (("--referee",), ("--side", "french"))


def status(*arguments: str | Path) -> dict[str, Any]:
    outcome = command("status", *arguments, "--json")
    assert (outcome.err, outcome.code) == ("", 0)
    document: dict[str, Any] = json.loads(outcome.out)
    follow_schema(document, "status.schema.json")
    return document


def without_names(document: dict[str, Any]) -> dict[str, Any]:
    """Return a status in which no unit is called by a name: a viewer may not know all of them."""
    steps = [(step["kind"], step["required"], len(step["about"])) for step in document["next"]]
    return {**document, "next": steps}


def after_losses(position: Position, steps: int) -> Position:
    """Return a position in which the French have lost so many steps of units that lie open."""
    for unit, state in position.units.items():
        lost = min(state.steps, steps)
        if position.side(unit) == "french" and not state.hidden and lost:
            gone = {"status": Status.ELIMINATED, "place": None} if lost == state.steps else {}
            position, steps = position.with_unit(unit, steps=state.steps - lost, **gone), steps - lost
    assert not steps
    return position


@pytest.mark.parametrize("scenario", [1, 2, 3, 4])
def test_the_start_is_the_same_for_all_viewers(scenario: int) -> None:
    found = [without_names(status("--scenario", str(scenario), *viewer)) for viewer in VIEWERS]
    assert all(each == found[0] for each in found)
    assert all(count["value"] >= 0 for count in found[0]["victory"]["counts"])


@pytest.mark.parametrize(("lost", "winner"), [(0, "french"), (13, "french"), (14, "axis"), (20, "axis")])
def test_all_viewers_are_told_the_same_winner(tmp_path: Path, lost: int, winner: str) -> None:
    position = after_losses(start_position(built_in_game(), 2), lost)
    path = tmp_path / "position.json"
    path.write_text(position_text(position), encoding="utf-8")
    found = [status(path, *viewer) for viewer in VIEWERS]
    assert {each["victory"]["winner"] for each in found} == {winner}
    assert all(each["victory"] == found[0]["victory"] for each in found)
    assert all(each["losses"] == found[0]["losses"] for each in found)


def test_a_dummy_that_has_left_play_is_no_loss(tmp_path: Path) -> None:
    position = start_position(built_in_game(), 2).with_unit(
        "dummy-1", status=Status.ELIMINATED, place=None, steps=0, hidden=False
    )
    path = tmp_path / "position.json"
    path.write_text(position_text(position), encoding="utf-8")
    for viewer in VIEWERS:
        assert status(path, *viewer)["losses"] == {"french": 0, "axis": 0}
        assert status(path, *viewer)["victory"]["counts"][0]["value"] == 0


@pytest.mark.parametrize(("lost", "winner"), [(12, "french"), (13, ""), (14, "axis")])
def test_what_left_play_face_down_leaves_the_score_open(lost: int, winner: str) -> None:
    position = after_losses(start_position(built_in_game(), 2), lost).with_unit(
        "dummy-1", status=Status.ELIMINATED, place=None, hidden=False
    )
    hidden = {unit: position.game.units[unit].steps for unit, state in position.units.items() if state.hidden}
    steps = {"dummy-1": 0, **hidden}
    seen = position.with_face_down({unit: StepRange(number, number) for unit, number in steps.items()})
    found = standing(seen, book_for())
    assert (found.winner, lost_steps(seen, "french")) == (winner, StepRange(lost, lost + 1))
    assert f"{lost} to {lost + 1}" in "\n".join(standing_lines(found, seen, Viewer()))
    assert standing_document(found, seen, Viewer())["counts"][0]["most"] == lost + 1


@pytest.mark.parametrize("scenario", [1, 2, 4])
def test_the_true_units_can_be_put_back(scenario: int) -> None:
    position = start_position(built_in_game(), scenario)
    for viewer in (Viewer(), Viewer("axis")):
        hidden = hidden_in_position(viewer, position)
        assert hidden is not None
        assert hidden.true_position(hidden.position(position)) == position
    for viewer in (Viewer("french"), Viewer(referee=True)):
        assert hidden_in_position(viewer, position) is None


def test_what_a_viewer_knows_tells_no_gun_from_a_dummy() -> None:
    position = start_position(built_in_game(), 2)
    swapped = position.with_unit("dummy-1", place=position.units["1-1-antichar"].place)
    swapped = swapped.with_unit("1-1-antichar", place=position.units["dummy-1"].place)
    one, other = (known(Viewer("axis"), each) for each in (position, swapped))
    assert list(one.units.items()) == list(other.units.items())
    assert one.game.units == other.game.units
    assert set(one.face_down.values()) == {StepRange(0, 1)}


def known(viewer: Viewer, position: Position) -> Position:
    hidden = hidden_in_position(viewer, position)
    return hidden.position(position) if hidden else position


def test_judged_positions_are_written_as_they_are(tmp_path: Path) -> None:
    position = start_position(built_in_game(), 2)
    start, actions, after = tmp_path / "start.json", tmp_path / "actions.json", tmp_path / "after.json"
    start.write_text(position_text(position), encoding="utf-8")
    actions.write_text('{"type":"end-activation","unit":"1/VIII/132"}\n', encoding="utf-8")
    for viewer in VIEWERS:
        command("judge", start, actions, "-o", after, "--force", *viewer)
        assert status(after, *viewer)["victory"] == status(start, *viewer)["victory"]
        assert ("dummy" in after.read_text(encoding="utf-8")) == (viewer in WHO_KNOW)


def test_a_position_may_have_no_more_nameless_guns_than_the_scenario(tmp_path: Path) -> None:
    start, actions, after = tmp_path / "start.json", tmp_path / "actions.json", tmp_path / "after.json"
    start.write_text(position_text(start_position(built_in_game(), 2)), encoding="utf-8")
    actions.write_text("", encoding="utf-8")
    command("judge", start, actions, "-o", after, "--side", "axis")
    document = json.loads(after.read_text(encoding="utf-8"))
    document["units"]["face-down-11"] = document["units"]["face-down-1"]
    after.write_text(json.dumps(document), encoding="utf-8")
    outcome = command("status", after)
    assert outcome.code == 3
    assert "no such unit" in outcome.err


def test_a_position_without_its_history_says_what_is_open(tmp_path: Path) -> None:
    position = start_position(built_in_game(), 3)
    away = position
    for unit in position.units_in(Hex.parse("17.10")):
        away = away.with_unit(unit, place=Hex.parse("21.14"))
    path = tmp_path / "position.json"
    texts = {}
    for known in (True, False):
        path.write_text(position_text(replace(away, from_start=known, played=("division-french",))), encoding="utf-8")
        texts[known] = command("status", path).out
    assert "Not known" not in texts[True]
    assert "French victory" in texts[True]
    assert "whether 13 DBLE still waits" in texts[False]
    assert "open: nothing shows who was the last to occupy the hex" in texts[False]


@pytest.mark.parametrize(("mail", "coming"), [(10, "What may come next"), (11, "The game is over")])
def test_a_game_that_is_over_says_so(mail: int, coming: str) -> None:
    log = Path(__file__).resolve().parents[1] / "examples" / "italians_attack" / f"mail-{mail}.vlog"
    assert coming in command("status", log).out.splitlines()
