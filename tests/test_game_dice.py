"""The dice of a game are those of its data: in the module, in the statistics, and in the tests of fairness."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit.dice import KnownDie, load_patterns
from adjudicator.game.dice import SERIES_DICE, DiceKind
from adjudicator.game.loading import load_game
from adjudicator.referee.dialects.official.dialect import GrandTactical
from adjudicator.referee.dialects.own_module import OwnModule
from tests.support.built_module import built_module, module_definition
from tests.support.command_line import command
from tests.support.rule_cases import built_in_game
from tests.support.tiny_game import TINY_GAME, changed_texts, write_texts
from vmod_builder.elements import serialised
from vmod_builder.windows import dice

EXAMPLE = Path(__file__).parent.parent / "examples" / "italians_attack"
ENGINE_LOGS = Path(__file__).parent / "cases" / "engine_logs"


def told_of(*arguments: str | Path) -> list[str]:
    lines = command(*arguments).out.splitlines()
    start = lines.index("Dice") + 1
    return lines[start : lines.index("", start)]


def reports(*arguments: str | Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(command(*arguments, "--json").out)["dice"]
    return found


def test_the_data_say_what_the_dice_are() -> None:
    assert built_in_game().dice == (DiceKind("1d10", 0, 9, 1), DiceKind("d10s", 0, 9, None))
    assert load_game(TINY_GAME).dice == SERIES_DICE == built_in_game().dice


def test_a_game_may_have_other_dice(tmp_path: Path) -> None:
    rows = '[[dice]]\nbutton = "2d6"\nlow = 1\nhigh = 6\ncount = 2\n\n[[sides]]\nid = "red"'
    game = load_game(write_texts(tmp_path, changed_texts([
        {"file": "game.toml", "replace": '[[sides]]\nid = "red"', "by": rows},
    ])))  # fmt: skip
    assert game.dice == (DiceKind("2d6", 1, 6, 2),)
    assert OwnModule(game, load_patterns()).dice == {"2d6": KnownDie(sides=6, low=1, dice=2)}
    (button,) = (serialised(each).decode() for each in dice(game))
    for said in ('name="2d6"', 'nDice="2"', 'nSides="6"', 'plus="0"', 'prompt="false"', "Roll 2 dice from 1 to 6"):
        assert said in button


def test_the_module_has_the_dice_of_the_data() -> None:
    assert built_module().plan.slots
    found = [
        (each.name, each.plus + 1, each.plus + each.sides, None if each.prompt else each.dice)
        for each in module_definition().dice_buttons
    ]
    assert found == [(each.button, each.low, each.high, each.count) for each in built_in_game().dice]


@pytest.mark.parametrize("options", [[], ["--referee"], ["--side", "french"]], ids=" ".join)
def test_the_statistics_are_those_of_a_die_from_0_to_9(options: list[str]) -> None:
    for report in reports("audit", EXAMPLE, *options):
        assert (report["die"], report["low"], report["high"], report["expected_mean"]) == ("d10", 0, 9, 4.5)
    told = told_of("audit", EXAMPLE, *options)
    assert len(told) == 2
    assert all("  1d10 (0–9)  " in line and "(fair: 4.50)" in line for line in told)
    verified = told_of("verify", EXAMPLE / "mail-02.vlog", *options)
    assert all("  1d10 (0–9)  " in line for line in verified)


def test_several_dice_at_once_are_of_the_same_kind() -> None:
    found = [(report["die"], report["low"]) for name in "abcde"
             for report in reports("audit", ENGINE_LOGS / f"{name}.vlog")]  # fmt: skip
    assert set(found) == {("d10", 0)}


def test_the_module_at_hand_says_the_same_of_one_die(tmp_path: Path) -> None:
    path = tmp_path / "game.vmod"
    path.write_bytes(built_module().archive)
    assert told_of("audit", EXAMPLE, "--module", path) == told_of("audit", EXAMPLE)


def test_the_dice_of_the_official_module_are_its_own() -> None:
    assert not GrandTactical(built_in_game(), load_patterns()).dice
