"""Games of the siege scenarios: each mail after the one before, and audit files that are judged again.

The games are legal, and end early: nobody is accused, and nothing comes out otherwise.
"""

from __future__ import annotations

import json
from functools import cache
from itertools import islice, pairwise
from pathlib import Path

import pytest

from adjudicator.audit.dice import load_patterns
from adjudicator.referee.pipeline import referee_game
from adjudicator.rules.ruling import Verdict
from adjudicator.vassal.saved_game import open_game
from tests.random_play import agreed_book
from tests.self_play import PlayedGame, SelfPlay, play_kit
from tests.support.command_line import command

GAMES = pytest.mark.parametrize(
    "scenario", [pytest.param(scenario, marks=pytest.mark.xdist_group(f"siege {scenario}")) for scenario in (2, 3, 4)]
)
SEEDS = {2: 3, 3: 0, 4: 0}
ACTIONS = {2: 60, 3: 90, 4: 130}


@cache
def game(scenario: int) -> PlayedGame:
    """Return the beginning of a game by mail."""
    playing = SelfPlay(SEEDS[scenario], scenario=scenario, on_line=False)
    for action in islice(playing.actions(), ACTIONS[scenario]):
        playing.make(action)
    return playing.finished()


@GAMES
def test_a_mail_read_after_the_one_before_accuses_nobody(scenario: int) -> None:
    files = [open_game(file.archive_bytes(), name=file.file) for file in game(scenario).files]
    assert len(files) > 2
    for before, mail in pairwise(files):
        read = referee_game((before, mail), agreed_book(), load_patterns(()), module=play_kit().module)
        told = [entry for entry in read.entries if any(log == 1 for log, _ in entry.steps)]
        assert [finding.text for entry in told for finding in entry.findings] == [], mail.file
        assert all(entry.verdict is Verdict.LEGAL for entry in told)


@GAMES
def test_an_audit_file_is_judged_again_and_an_altered_one_found(scenario: int, tmp_path: Path) -> None:
    paths = []
    for file in game(scenario).files:
        paths.append(tmp_path / file.file)
        paths[-1].write_bytes(file.archive_bytes())
    audit = command("audit", *paths, "--referee", "--json")
    document = json.loads(audit.out)
    assert document["replay"] is not None
    path = tmp_path / "game.audit.json"
    path.write_text(audit.out, encoding="utf-8")
    checked = command("audit", "--check", path, *paths, "--json")
    result = json.loads(checked.out)
    assert (checked.code, result["verdict"], result["faults"]) == (0, "sound", [])
    entry = next(each for each in document["entries"] if each["resolutions"])
    entry["resolutions"][0]["roll"] = (entry["resolutions"][0]["roll"] + 1) % 10
    path.write_text(json.dumps(document), encoding="utf-8")
    again = command("audit", "--check", path, "--json")
    faults = json.loads(again.out)["faults"]
    assert again.code == 1
    assert {"replay"} <= {fault["kind"] for fault in faults}
