"""``adjudicator desert move``: what a way costs, hex by hex."""

from __future__ import annotations

from typing import Any

import click

from ...report.desert.common import exit_code
from ...report.desert.move_text import move_answer
from ..options import json_option
from ..rule_options import show
from .way_options import asked_way, way_options

__all__ = ["command"]

_EPILOG = """\b
Examples:
  adjudicator desert move truck 26D4:hammada,track 26D5:near-hammada --towing
  adjudicator desert move infantry K2:sand I2:sand,dune-crest --ec wet"""


@click.command(epilog=_EPILOG)
@way_options
@json_option
def command(as_json: bool, **values: Any) -> int:
    """Compute the cost of a move hex by hex, and the rolls that could stop it.

    CLASS is the kind of unit, such as truck. HEX is a list of words, with or without the hex's name:
    26E9:sand,scrub,track. See adjudicator desert words.
    """
    asked = asked_way(values)
    return show(move_answer(asked), exit_code(asked.ruling_with_dust), as_json=as_json)
