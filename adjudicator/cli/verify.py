"""``adjudicator verify``: one mail's worth of a game, each action with the rules' verdict on it."""

from __future__ import annotations

from typing import Any

import click

from ..report.verdicts import EXIT_CODES
from ..report.verify_text import verify_document, verify_lines
from .options import json_option, reveal_option
from .rule_options import show
from .turns import TurnRequest, turn_options, verified_turn

__all__ = ["command"]

_EPILOG = """\b
Examples:
  adjudicator verify turn-07.vlog --after turn-06.vlog --side french
  adjudicator verify turn-07.vlog --after turn-06.vlog --house-rules ours.toml
  adjudicator verify turn-07.vlog --waive R6.18"""


@click.command(epilog=_EPILOG)
@turn_options
@json_option
@reveal_option
def command(as_json: bool, **values: Any) -> int:
    """Rule on each action of a turn, and say what its receiver owes or may claim.

    TURN is a log of a game that is played with our module. A log given with --after is read first, so that it is
    known who has acted already; of a save only the last position is compared.
    """
    verified = verified_turn(TurnRequest(**values))
    answer = list(verify_lines(verified)), verify_document(verified)
    return show(answer, EXIT_CODES[verified.verdict], as_json=as_json)
