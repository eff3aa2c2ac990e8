"""``adjudicator desert see``: whether one sees along a described line."""

from __future__ import annotations

from typing import Any

import click

from ...report.desert.see_text import see_answer
from ...rules.desert.contradictions import check_line
from ...rules.desert.sight import described_obstacles, sight
from ..options import json_option
from ..rule_options import show
from ..whole_number import WholeNumber
from .way_options import hex_text, meant, word_text

__all__ = ["command"]

_EPILOG = """\b
Examples:
  adjudicator desert see --viewer hillock --target level=1 hillock
  adjudicator desert see --viewer 25D5:wadi --target 25F7:level=3 --range 3 cliff"""


@click.command(epilog=_EPILOG)
@click.argument("between", metavar="[THING]...", nargs=-1, callback=word_text(described_obstacles))
@click.option("--viewer", metavar="HEX", default="open", callback=hex_text, help="Who looks: the hex in words (open).")
@click.option("--target", metavar="HEX", default="open", callback=hex_text, help="Who is looked at (open).")
@click.option("--range", "distance", type=WholeNumber(1, 200), default=2, help="The range in hexes (2).")
@click.option("--same-wadi", is_flag=True, help="Both are in hexes of the same wadi.")
@json_option
def command(as_json: bool, **values: Any) -> int:
    """Check the line of sight past hillocks, dunes, deirs and wadis.

    THING is terrain between them, in order from the viewer, as WORD or WORD=LEVEL; see adjudicator desert words.
    """
    viewer, target, between, same_wadi = (values[name] for name in ("viewer", "target", "between", "same_wadi"))
    meant(check_line, viewer, target, between, same_wadi=same_wadi)
    line = sight(viewer, target, values["distance"], between, same_wadi=same_wadi)
    return show(*see_answer(line), as_json=as_json)
