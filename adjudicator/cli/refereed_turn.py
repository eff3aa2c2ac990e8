"""A turn that arrived by mail, refereed for its reader: what ``verify`` prints and ``annotate`` writes into the log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from ..audit.continuity import Link, compare_files
from ..audit.dice import load_patterns
from ..game.loading import BUILT_IN
from ..referee.entries.entry import RefereedGame
from ..referee.viewer_pipeline import referee_for
from ..report.verify_text import VerifiedTurn
from ..rules.switches import HouseRules
from ..vassal.errors import VassalError
from ..vassal.limits import DEFAULT_LIMITS, Limits
from ..vassal.module import read_module
from ..vassal.saved_game import SavedGame
from ..viewing.sides import roster_in, viewer_of
from .completion import GAME_FILE, LOG_FILE
from .found_mails import FoundMails, mails_of
from .found_module import module_of
from .options import file_argument, limit_option, module_option, read_games_for, viewer_at
from .referee_options import agreed, patterns_option, waive_option, watching, wording_of
from .rule_options import book_options, playable_game, reader_options, side_of

__all__ = ["TurnRequest", "turn_options", "verified_turn"]

_MAIL_MISSING: Final = frozenset({Link.BROKEN, Link.MIDDLE})
"""Links of a turn that begins with another position than the file before it ended with: it is refereed by itself."""

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class TurnRequest:
    """A turn, what was before it, and how it is to be refereed. The fields are the parameters of the commands."""

    turn: Path
    previous: tuple[Path, ...] = ()
    module_path: Path | None = None
    patterns: tuple[Path, ...] = ()
    waived: frozenset[str] = frozenset()
    game_name: str = BUILT_IN
    house_rules: HouseRules = field(default_factory=HouseRules)
    scenario: int | None = None
    side: str = ""
    referee: bool = False
    reveal_ids: bool = False
    explain: bool = False
    limits: Limits = field(default=DEFAULT_LIMITS)


def turn_options(command: F) -> F:
    """Add the argument and the options that make up a :class:`TurnRequest`, but for ``--reveal-ids``."""
    after = click.option(
        "--after", "previous", type=GAME_FILE, multiple=True, metavar="PREVIOUS",
        help="Your own last file, a log or a save, which TURN should continue. Repeat it (oldest first) when an "
             "action spans several mails. By default the earlier mails are found in the folder of TURN.",
    )  # fmt: skip
    added = (
        file_argument("turn", LOG_FILE, metavar="TURN"), after, book_options, reader_options, waive_option,
        module_option, patterns_option, limit_option,
    )  # fmt: skip
    for option in reversed(added):
        command = option(command)
    return command


def verified_turn(request: TurnRequest) -> VerifiedTurn:
    """Referee a turn. Raises VassalError, GameDataError (also for another game), and UsageError for an unknown side."""
    game = playable_game(request.game_name)
    patterns = load_patterns(request.patterns)
    mails = FoundMails(request.turn) if request.previous else mails_of(request.turn, request.limits)
    request = replace(request, turn=mails.turn, previous=request.previous or mails.previous)
    side = side_of(click.get_current_context(), game, request.side, lambda: roster_in([request.turn]))
    viewer = viewer_of(game, side, referee=request.referee)
    files = read_games_for([*request.previous, request.turn], request.limits, request.reveal_ids)
    _refuse_save(files[-1])
    module_path = module_of(request.turn, files[-1], request.game_name, request.limits, request.module_path)
    module = read_module(module_path, request.limits) if module_path else None
    if request.previous:
        _refuse_same(files[-2], files[-1])
    if len(files) > 1 and compare_files(files[-2], files[-1]).link in _MAIL_MISSING:
        files = files[-2:]
        logs = files[-1:]
    else:
        logs = files if files[0].is_log else files[1:]
    refereed = referee_for(
        viewer, logs, game, agreed(request.house_rules, request.waived), patterns,
        previous=None if len(logs) == len(files) else files[0], module=module, scenario=request.scenario or 0,
        watch_for=watching,
    )  # fmt: skip
    earlier = _known_before(refereed, lambda: referee_for(
        viewer, logs[:-1], game, agreed(request.house_rules, request.waived), patterns,
        previous=None if len(logs) == len(files) else files[0], module=module, scenario=request.scenario or 0,
    ))  # fmt: skip
    audit = refereed.logs[-1].audit
    viewer = viewer_at(viewer, (audit.start, audit.end), module)
    return VerifiedTurn(
        refereed, viewer, wording_of(audit, module, viewer),
        files[-2].file if request.previous else "", earlier, request.explain,
        files=tuple(path.name for path in (*mails.previous, mails.turn)) if mails.previous else (),
        forks=tuple(path.name for path in mails.forks), unreadable=tuple(path.name for path in mails.unreadable),
    )  # fmt: skip


def _refuse_save(turn: SavedGame) -> None:
    """Raise VassalError if a file is no log: nothing was done in it that could be ruled on."""
    if not turn.is_log:
        raise VassalError("this is a save, without steps to rule on", file=turn.file, expected="a log")


def _refuse_same(previous: SavedGame, turn: SavedGame) -> None:
    """Raise UsageError if two files are the same game up to the same step."""
    if previous.text == turn.text:
        raise click.UsageError(f"{turn.file} and {previous.file}, given with --after, are the same file")


def _known_before(refereed: RefereedGame, without_last: Callable[[], RefereedGame]) -> frozenset[tuple[str, str, str]]:
    """Return what was against somebody already before the last log came.

    It is asked only where an action that began in an earlier log goes on in the last one and has something against it.
    """
    last = len(refereed.logs) - 1
    goes_on = any(
        each.findings and each.steps and each.steps[0][0] < last == each.steps[-1][0] for each in refereed.entries
    )
    if not goes_on:
        return frozenset()
    return frozenset(
        (each.rule, each.name, each.text) for entry in without_last().entries for each in entry.findings
    )  # fmt: skip
