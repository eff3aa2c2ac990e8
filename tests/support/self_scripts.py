"""Turns games that play themselves into scripts, those into logs, and these into scripts again: nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import unified_diff

from adjudicator.audit.dice import load_patterns
from adjudicator.recording.script_writing import write_script
from adjudicator.referee.discrepancies.aspects import differing
from adjudicator.referee.entries.entry import RefereedGame
from adjudicator.referee.pipeline import referee_game
from adjudicator.report.script_text import ScriptText, script_lines
from adjudicator.rules.script_runner import play_script
from adjudicator.vassal.saved_game import SavedGame, open_game
from adjudicator.viewing.viewer import Viewer
from tests.random_play import agreed_book
from tests.self_play import PlayedGame, SelfPlay, play_kit
from tests.support.rule_cases import built_in_notation
from tests.support.self_audit import refereed

__all__ = ["script_of", "script_problems", "scripts_of_seeds"]


def script_of(game: RefereedGame) -> list[str]:
    """Return a game as a script without comments."""
    return list(script_lines(ScriptText(game, Viewer(referee=True), bare=True)))


def script_problems(played: PlayedGame) -> Iterator[str]:
    """Yield what is lost between a game, its script, the logs that are written of that, and the script of these."""
    game = refereed(played)
    script = script_of(game)
    scripted = play_script("\n".join(script), built_in_notation(), agreed_book(), file="script")
    for each in scripted.actions:
        yield from (f"line {each.line}: {finding.text}" for finding in each.ruling.findings)
    yield from (f"{aspect} differs at the end of the script" for aspect in differing(scripted.end, played.end))
    files = write_script(play_kit(), agreed_book(), played.start, scripted, by_mail=len(played.files) > 1)
    again = _refereed(files, played.start)
    verdicts = [[(each.verdict, [finding.name for finding in each.findings]) for each in one.entries]
                for one in (game, again)]  # fmt: skip
    if verdicts[0] != verdicts[1]:
        yield "the rulings differ"
    yield from unified_diff(script, script_of(again), "first script", "second script", lineterm="", n=0)
    yield from (f"{aspect} differs at the end of the second log" for aspect in differing(again.end, game.end))


def _refereed(files: Sequence[SavedGame], start: SavedGame) -> RefereedGame:
    logs = [open_game(file.archive_bytes(), name=file.file) for file in files]
    return referee_game(logs, agreed_book(), load_patterns(()), previous=start, module=play_kit().module)


def scripts_of_seeds(first: int, last: int) -> int:
    """Print what is lost in the scripts of the games with these seeds; return how many lose something."""
    bad = 0
    for seed in range(first, last):
        found = list(script_problems(SelfPlay(seed).to_the_end()))
        bad += bool(found)
        for problem in found:
            print(f"{seed}: {problem}")
    print(f"{last - first} games, {bad} of them not the same after they were scripts")
    return bad
