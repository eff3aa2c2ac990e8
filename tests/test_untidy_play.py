"""The writer of untidy mails is honest and knows nothing of the reading, and nobody is accused of what it writes."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from adjudicator.module_layout.saved_position import saved_position
from adjudicator.vassal.replay import Replay
from tests.self_play import unlike, visible
from tests.support.rule_cases import built_in_game
from tests.untidy.games import UntidyPlay, audit
from tests.untidy.manners import manners

UNTIDY = Path(__file__).parent / "untidy"
READING = ("accounts", "dialects", "segments", "carried_dice", "advance")
"""What reads a log in the referee: the writer may use none of it."""
ACTIONS = 14
REFEREED = (
    (1, "menu", 1, ACTIONS), (1, "jumps", 1, ACTIONS), (1, "own-words", 1, ACTIONS), (1, "clumsy-menu", 1, ACTIONS),
    # a check that fails in the middle of a move brings one beside its unit
    (2, "leaves-checks-by-menu", 4302, 178),
    # a leader goes to whichever of the nearest hexes his player likes
    (1, "leaves-checks-by-menu", 6110, 20),
    # a check is said to be of the other side's unit; an assault with the Company Bonus, and a second action after one
    (1, "markers-at-the-end", 1096, 35), (1, "terse", 4003, 30),
    # a shot that is told to hit was made where it hits
    (1, "all-at-once", 3110, 45),
    # "0, ok" is said of any check: it names none that was left to the answer; who is assaulted fails its check for
    # Opportunity Fire, stays, and fires in the combat
    (1, "all-at-once", 13079, 44),
    # three dice after words about two rolls: the shot between the check and these has no words of its own
    (1, "words-last", 8102, 45),
    # a shot that is missing in an action about which something is open is held against nobody
    (1, "words-last", 12262, 24),
    # a unit that has rolled for the mines is fired at on its way into a hex to which it was never dragged
    (1, "leaves-checks-by-menu", 12206, 8),
    # "7, no" is of the shot when the spotter's die is another; a check is named twice, the second time by its die
    (1, "dice-first", 8004, 12), (1, "dice-first", 8068, 24),
    # a shot on the way misses where it was fired, and the step loss that is marked later is of the next action
    (1, "dice-first", 20404, 42),
    # a move asks for a check, and the answer to it stands before the choice in the assault that came after it
    (1, "leaves-checks", 20445, 30),
    # a unit is said to fire at one that moves, and by later words at another one that moves after that
    (1, "words-last", 20822, 14),
    # the check that "0, ok" is said of has one die: the other one is that of the mines, told before it
    (1, "all-at-once", 20967, 16),
    # where a mover stopped is undecided, and another one goes through the hex in which it is by one account
    (1, "leaves-checks-by-menu", 20910, 20),
)  # fmt: skip
"""Games: scenario, manner, seed and number of actions. More of them: ``python -m tests.untidy_play FIRST LAST``."""


def test_the_writer_shares_nothing_with_the_reading() -> None:
    """Only ``games.py`` knows the referee, to ask it."""
    for path in UNTIDY.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [each.name for each in node.names] if isinstance(node, ast.Import) else []
            assert not [name for name in names if set(name.split(".")) & set(READING)], f"{path.name} reads"


@pytest.mark.parametrize("manner", manners())
def test_what_is_written_shows_what_was_played(manner: str) -> None:
    """In whatever order and by whosever hands: in the end the table shows the position by the rules."""
    game = UntidyPlay(1, manners()[manner])
    played = game.for_a_while(ACTIONS)
    replay = Replay(played.files[-1])
    replay.steps()
    found = saved_position(replay.table, built_in_game(), scenario=1).position
    told = found if played.end.day_weather else found.after(day_weather="")
    assert list(unlike(visible(told), visible(played.end))) == []


@pytest.mark.parametrize(("scenario", "manner", "seed", "actions"), REFEREED)
def test_nobody_is_accused(scenario: int, manner: str, seed: int, actions: int) -> None:
    found = audit(UntidyPlay(seed, manners()[manner], scenario=scenario).for_a_while(actions))
    assert found.entries
    assert found.accusations == ()
