"""The head of a game's audit: what its files are, and how they follow each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command_line import command

MAILS = Path(__file__).resolve().parents[1] / "examples" / "italians_attack"
MADE_BY = "of No Question of Surrender 1.2, written by VASSAL 3.7.26"


@pytest.mark.parametrize(
    ("mails", "after", "head"),
    [
        ((1,), None, [f"mail-01.vlog: a log {MADE_BY}, 20 steps"]),
        (
            (1, 2, 3),
            None,
            [
                f"mail-01.vlog … mail-03.vlog: 3 logs {MADE_BY}, 52 steps",
                "Each continues the one before, exactly where that ended",
            ],
        ),
        (
            (3,),
            2,
            [f"mail-03.vlog: a log {MADE_BY}, 18 steps", "It continues mail-02.vlog, exactly where that ended"],
        ),
        (
            (3, 4),
            2,
            [
                f"mail-03.vlog … mail-04.vlog: 2 logs {MADE_BY}, 25 steps",
                "The first one continues mail-02.vlog, exactly where that ended",
                "Each of the others continues the one before, exactly where that ended",
            ],
        ),
        (
            (1, 2, 4),
            None,
            [
                f"mail-01.vlog … mail-02.vlog: 2 logs {MADE_BY}, 34 steps",
                "Each continues the one before, exactly where that ended",
                f"mail-04.vlog: a log {MADE_BY}, 7 steps",
                "It does not continue mail-02.vlog",
                "  Moved or changed in between: 1/VIII/132, 103 Ariete Divisione, 1re Brigade Française Libre, "
                "2/VIII/132,",
                "    Ariete Command Points, Ordine Directo",
            ],
        ),
    ],
)  # fmt: skip
def test_logs_that_follow_each_other_are_one_line(mails: tuple[int, ...], after: int | None, head: list[str]) -> None:
    logs = [MAILS / f"mail-{number:02}.vlog" for number in mails]
    previous = ("--after", MAILS / f"mail-{after:02}.vlog") if after else ()
    lines = command("audit", *logs, *previous).out.splitlines()
    assert lines[: len(head)] == head
    assert lines[len(head)].startswith("Scenario 1, The Italians Attack: May 27, ")
