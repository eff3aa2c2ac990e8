"""``adjudicator verify``: one mail's worth of a game, each action with the rules' verdict on it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..drawing.style import load_style
from ..game.loading import find_game
from ..report.html.pages import verify_page
from ..report.opponent_text import opponent_lines
from ..report.safe_text import lines_of_width
from ..report.verdicts import EXIT_CODES
from ..report.verify_text import VerifiedTurn, verify_document, verify_lines
from .options import (
    busy,
    check_outputs,
    explain_option,
    force_option,
    html_option,
    json_option,
    reveal_option,
    tell_page,
    write_page,
)
from .refereed_turn import TurnRequest, turn_options, verified_turn
from .rule_options import show

__all__ = ["command"]

_EPILOG = """\b
Examples:
  adjudicator verify our-game/ --side french
  adjudicator verify our-game/turn-07.vlog --side french
  adjudicator verify turn-07.vlog --after turn-06.vlog --side french
  adjudicator verify turn-07.vlog --after turn-06.vlog --house-rules ours.toml
  adjudicator verify turn-07.vlog --waive R6.18
  adjudicator verify turn-07.vlog --after turn-06.vlog --side french --html turn-07.html"""


@click.command(epilog=_EPILOG)
@turn_options
@json_option
@html_option
@force_option
@reveal_option
@explain_option
def command(as_json: bool, page: Path | None, force: bool, **values: Any) -> int:
    """Rule on your opponent's mail, and list what you must or may do.

    TURN is the log that your opponent sent, or the folder of your game, whose newest mail is taken. The earlier mails
    in the folder are found by the positions they begin and end with, whatever their names, and read first, to know who
    has already acted. With --after, only the files given there are read; a save there is only compared.
    """
    check_outputs(page, force=force)
    verified = verified_turn(TurnRequest(**values))
    if page is not None:
        with busy("making the page"):
            content = verify_page(verified, load_style(find_game(values["game_name"])), _answer(verified, values))
        write_page(page, content, force=force)
    answer = list(verify_lines(verified)), verify_document(verified)
    code = show(answer, EXIT_CODES[verified.verdict], as_json=as_json)
    tell_page(page, as_json=as_json)
    return code


def _answer(verified: VerifiedTurn, values: dict[str, Any]) -> list[str]:
    """Return the answer to the opponent, from a verification by what both sides may know."""
    if verified.viewer.side or verified.viewer.referee:
        verified = verified_turn(TurnRequest(**{**values, "side": "", "referee": False}))
    with lines_of_width(None):
        return list(opponent_lines(verified))
