"""Play in the official module as its real code writes it: nobody who plays by the rules is accused of anything.

More games than these: ``python -m tests.official_play 100``.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any, Final

import pytest

from .official_play import OfficialPlay, accusations, refereed
from .official_wizard import Shot, WizardMode

SHOTS: Final = Path(__file__).parent / "official_logs/shots.jsonl.gz"
MODES: Final = (WizardMode.DIRECT, WizardMode.INDIRECT, WizardMode.OPPORTUNITY, WizardMode.ASSAULT)
GAMES: Final = ((1, 4), (1, 8), (2, 5), (2, 9))
"""Scenarios with seeds in which much happens."""


def shot_of(row: dict[str, Any]) -> Shot:
    """Return a row of the table of shots as the wizard's inputs."""
    kind = "assault" if row["assaultRating"] else "fire"
    colour = "assaultColour" if row["assaultRating"] else "colour"
    return Shot(
        MODES[row["mode"]], row[kind], row[colour], row["range"], row["distance"], armoured=row["armoured"],
        defence=row["defence"], firer_column=row["fcol"], cohesion=row["cohesion"], barrage=row["barrage"],
        firer_position=row["fip"], firer_inside=row["frFires"] and row["fin"], step_loss=row["fsl"],
        company_bonus=row["bonus"], target_column=row["tcol"], target_position=row["tip"],
        target_inside=row["tin"] and not row["frFires"], steps=row["mass"], night=row["time"] == "Night",
        weather=row["weather"], moves=row["fz"],
    )  # fmt: skip


def test_the_wizard_that_plays_is_the_modules() -> None:
    for row in map(json.loads, gzip.decompress(SHOTS.read_bytes()).splitlines()):
        shot = shot_of(row)
        found = (shot.report(), shot.rating(), [shot.result(die) for die in range(10)])
        assert found == (row["report"][1:], row["rating"], row["results"]), row["i"]


@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_nobody_is_accused_who_plays_by_the_rules(scenario: int, seed: int) -> None:
    game = OfficialPlay(scenario, seed).play_out(12)
    result = refereed(game)
    assert accusations(result) == []
    assert sum(entry.action is not None for entry in result.entries) >= game.written
