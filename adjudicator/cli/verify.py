"""``adjudicator verify``: one mail's worth of a game, each action with the rules' verdict on it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..drawing.style import load_style
from ..game.loading import find_game
from ..referee.dice import load_patterns
from ..referee.reading_for import Reader, referee_for
from ..report.html.pages import verify_page
from ..report.onlooker import Onlooker
from ..report.verdicts import EXIT_CODES
from ..report.verify_text import VerifiedTurn, verify_document, verify_lines
from ..vassal.limits import Limits
from ..vassal.module import read_module
from .options import (
    PATH,
    busy,
    check_page,
    emit_page,
    file_argument,
    force_option,
    html_option,
    json_option,
    limit_option,
    module_option,
    read_games_for,
    reveal_option,
    viewer_for,
)
from .referee_options import agreed, patterns_option, waive_option, watching, wording_of
from .rule_options import book_options, playable_game, reader_options, show, side_of

__all__ = ["command"]

_EPILOG = """\b
Examples:
  adjudicator verify turn-07.vlog --after turn-06.vlog --side french
  adjudicator verify turn-07.vlog --after turn-06.vlog --house-rules ours.toml
  adjudicator verify turn-07.vlog --waive R6.18
  adjudicator verify turn-07.vlog --after turn-06.vlog --side french --html turn-07.html"""


@click.command(epilog=_EPILOG)
@file_argument("turn", metavar="TURN")
@click.option("--after", "previous", type=PATH, multiple=True, metavar="PREVIOUS",
              help="Your own last file, a log or a save: TURN should continue it. Several times, the oldest first, "
                   "if an action runs through more mails.")
@book_options
@reader_options
@waive_option
@module_option
@patterns_option
@json_option
@html_option
@force_option
@reveal_option
@limit_option
def command(
    turn: Path, previous: tuple[Path, ...], module_path: Path | None, patterns: tuple[Path, ...],
    waived: frozenset[str], as_json: bool, page: Path | None, force: bool, reveal_ids: bool, limits: Limits,
    **values: Any,
) -> int:  # fmt: skip
    """Rule on each action of a turn, and say what its receiver owes or may claim.

    TURN is a log of a game that is played with our module. A log given with --after is read first, so that it is
    known who has acted already; of a save only the last position is compared.
    """
    check_page(page, force=force)
    game = playable_game(values["game_name"])
    side = side_of(click.get_current_context(), game, values["side"])
    reader = Reader(side, values["referee"])
    module = read_module(module_path, limits) if module_path else None
    files = read_games_for([*previous, turn], limits, reveal_ids)
    logs = files if files[0].is_log else files[1:]
    refereed = referee_for(
        reader, logs, game, agreed(values["house_rules"], waived), load_patterns(patterns),
        previous=None if len(logs) == len(files) else files[0], module=module, scenario=values["scenario"] or 0,
        watch_for=watching,
    )  # fmt: skip
    audit = refereed.logs[-1].audit
    name = game.sides[side].name if side else ""
    viewer = viewer_for(name, reader.referee, (audit.start, audit.end), module)
    verified = VerifiedTurn(
        refereed, Onlooker(side, reader.referee), wording_of(audit, module, viewer),
        files[-2].file if previous else "",
    )  # fmt: skip
    answer = list(verify_lines(verified)), verify_document(verified)
    code = show(answer, EXIT_CODES[verified.verdict], as_json=as_json)
    if page is not None:
        with busy("making the page"):
            content = verify_page(verified, load_style(find_game(values["game_name"])))
        emit_page(page, content, force=force, as_json=as_json)
    return code
