"""``adjudicator desert fire``: what the desert adds to an attack."""

from __future__ import annotations

from typing import Any

import click

from ...report.desert.common import exit_code
from ...report.desert.fire_text import fire_answer
from ...rules.desert.contradictions import check_attack
from ...rules.desert.fire import TARGETS, Attack, attack_kinds, attack_sum, known_facts
from ..options import json_option
from ..rule_options import show
from ..whole_number import WholeNumber
from .spelled import Spelled
from .way_options import conditions_options, level, meant, word_text

__all__ = ["command"]

_EPILOG = """\b
Examples:
  adjudicator desert fire ift --range 14 --haze intense
  adjudicator desert fire th --range 3 --dust heavy in-sand he --fp 12"""


@click.command(epilog=_EPILOG)
@click.argument("kind", metavar="ATTACK", type=Spelled(list(attack_kinds())))
@click.argument("facts", metavar="[FACT]...", nargs=-1, callback=word_text(known_facts))
@click.option("--range", "distance", type=WholeNumber(0, 200), required=True, help="The range in hexes.")
@click.option("--target", type=Spelled(TARGETS), default="infantry", help="The target (infantry).")
@click.option("--firer-level", type=level, default="0", help="The firer's elevation, in halves: 0.5 (0).")
@click.option("--target-level", type=level, default="0", help="The target's elevation (0).")
@click.option("--sun", is_flag=True, help="Sun Blindness is in effect.")
@click.option("--haze", type=Spelled(["none", "normal", "intense"]), default="none", help="Heat Haze (none).")
@click.option("--mixed-boards", is_flag=True, help="Other boards than Desert Boards are in play too.")
@click.option("--fp", "fire_power", type=WholeNumber(1, 200), help="The FP before it is halved.")
@click.option("--round-down", is_flag=True, help="Half a dr of Light Dust is rounded down.")
@conditions_options
@json_option
def command(as_json: bool, **values: Any) -> int:
    """List the desert modifiers of an attack.

    ATTACK is the kind of attack. FACT is a circumstance, such as in-hammada; see adjudicator desert words.
    """
    board, mixed = values.pop("boards"), values.pop("mixed_boards")
    attack = Attack(board=board, only_desert=not mixed, **values)
    meant(check_attack, attack)
    total = attack_sum(attack)
    return show(fire_answer(total), exit_code(total.ruling), as_json=as_json)
