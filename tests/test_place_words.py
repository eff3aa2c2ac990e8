"""Holds the words for places: hexes by their numbers, boxes by their names, and no id or ``None`` anywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.game import play
from adjudicator.game.hexes import Hex
from adjudicator.game.position import Place
from adjudicator.game.position_json import position_text
from adjudicator.game.position_words import place_words
from adjudicator.report.action_words import action_words
from adjudicator.viewing.viewer import Viewer
from tests.support.command_line import command
from tests.support.rule_cases import build_position, unit_id

POSITION = build_position({"scenario": 4, "only": []})
GUN = unit_id("3./Küst.Art. 523")
COLUMN = unit_id("Jock Colonne")


@pytest.mark.parametrize(
    ("place", "words"),
    [(Hex.parse("05.05"), "05.05"), ("artillery-park-a", "Artillery Park A"), (None, "off the map")],
)
def test_a_place_has_words(place: Place, words: str) -> None:
    assert place_words(POSITION, place) == words


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (play.Arrive(GUN, "artillery-park-b"), "3./Küst.Art. 523 arrives in Artillery Park B"),
        (play.Move(COLUMN, (play.MoveStep(play.StepKind.ENTER, Hex.parse("05.06")),)), "Jock Colonne moves 05.06"),
    ],
)
def test_an_action_names_its_places(action: play.Action, words: str) -> None:
    assert action_words(action, POSITION, Viewer(referee=True)) == words


def test_moves_of_a_unit_that_is_not_on_the_map(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(position_text(POSITION), encoding="utf-8")
    told = command("moves", path, "Jock Colonne").out.splitlines()[0]
    assert told.startswith("Jock Colonne off the map: ")
