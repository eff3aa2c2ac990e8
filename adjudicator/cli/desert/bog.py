"""``adjudicator desert bog``: the rolls that could stop a vehicle."""

from __future__ import annotations

from typing import Any

import click

from ...report.desert.common import exit_code
from ...report.desert.move_text import bog_answer
from ..options import json_option
from ..rule_options import show
from .way_options import asked_way, way_options

__all__ = ["command"]

_EPILOG = """\b
Examples:
  adjudicator desert bog truck sand,double sand,vca --weight heavy --ground-pressure normal"""


@click.command(epilog=_EPILOG)
@way_options
@json_option
def command(as_json: bool, **values: Any) -> int:
    """List the rolls that could bog a vehicle, with exact odds.

    CLASS is the kind of vehicle, such as truck. HEX is a list of words, with or without the hex's name:
    26E9:sand,scrub,track. See adjudicator desert words.
    """
    asked = asked_way(values)
    return show(bog_answer(asked), exit_code(asked.ruling), as_json=as_json)
