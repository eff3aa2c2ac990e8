"""Runs every case of the referee: what players do at the table, in an order and with slips as people have them.

A case of ``cases/referee`` is a ``script`` (its lines are told at the head of ``table_script.py``), what is
``said`` of it afterwards, a line for each action in order, and what is ``owed`` to the one who sent the last log. With
``by_mail`` each change of hands begins the next log; without it there is one log. ``base`` names one of the tables
under ``[bases]`` of its file, with the ``scenario``, the ``start`` that a position of ``rule_cases.py`` makes of it,
and an ``opening`` that goes before the script. ``offenders`` are the players of what is illegal. ``stands`` is how the
scenario has ended, or would if it ended there. ``slips`` are those of all accounts, entry by entry.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from adjudicator.referee.entries.entry import EntryKind, RefereedGame
from adjudicator.rules.ruling import Verdict
from adjudicator.rules.standing import standing
from tests.support.table_scripts import entry_line, owed_line, play, referee

DIRECTORY: Final = Path(__file__).parent / "cases" / "referee"
KEYS: Final = frozenset({
    "file", "name", "base", "scenario", "start", "opening", "script", "by_mail", "said", "owed", "offenders", "stands",
    "slips",
})  # fmt: skip


def cases() -> list[dict[str, Any]]:
    """Return every case, with the file it is in."""
    return [
        {"file": path.stem, "by_mail": False, "owed": "", "scenario": 1, "opening": "", **_base(data, case), **case}
        for path in sorted(DIRECTORY.glob("*.toml"))
        for data in [tomllib.loads(path.read_text(encoding="utf-8"))]
        for case in data["cases"]
    ]


def _base(data: dict[str, Any], case: dict[str, Any]) -> dict[str, Any]:
    """Return the scenario and the start that a case shares with others of its file."""
    return dict(data["bases"][case["base"]]) if "base" in case else {}


def refereed(case: dict[str, Any]) -> RefereedGame:
    """Return what the referee makes of the logs of a case."""
    lines, start = (case["opening"] + case["script"]).splitlines(), case.get("start")
    return referee(play(lines, scenario=case["scenario"], on_line=not case["by_mail"], start=start))


CASES: Final = cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['file']}: {case['name']}")
def test_the_referee_says_what_the_case_expects(case: dict[str, Any]) -> None:
    game = refereed(case)
    assert [entry_line(entry) for entry in game.entries] == case["said"].splitlines()
    assert list(owed_line(game)) == case["owed"].splitlines()
    if "offenders" in case:
        found = {entry.player for entry in game.entries if entry.verdict is Verdict.ILLEGAL}
        assert sorted(found) == case["offenders"]
    if "stands" in case:
        assert _standing(game) == case["stands"]
    if "slips" in case:
        assert [slip for entry in game.entries for slip in entry.slips] == case["slips"]
    check_what_is_said(game)


def _standing(game: RefereedGame) -> str:
    """Return who has won at the end of a game, or would if it ended there."""
    found = standing(game.end, game.book)
    return f"{'ended' if found.over else 'so far'}: {found.result}"


def check_what_is_said(game: RefereedGame) -> None:
    """No text is left with a place that nothing was put into, and an entry has its steps once, in their order.

    Only the set-up with which the first file begins was made in none of its steps.
    """
    for entry in game.entries:
        made = list(entry.steps)
        assert made == sorted(set(made))
        assert made or (entry.kind is EntryKind.SET_UP and not entry.unit and entry.findings)
        for finding in entry.findings:
            assert finding.text.strip() == finding.text != ""
            assert "{" not in finding.text


def test_a_case_has_only_keys_that_are_looked_at() -> None:
    assert {key for case in CASES for key in case} <= KEYS


def test_the_names_are_their_own() -> None:
    names = [(case["file"], case["name"]) for case in CASES]
    assert len(names) == len(set(names)) > 0
