"""``adjudicator desert words``: what hexes, attacks and lines of sight can be described by."""

from __future__ import annotations

import click

from ...report.desert.fire_text import fact_lines
from ...report.desert.move_text import words_answer
from ...report.desert.see_text import obstacle_lines
from ...rules.desert.terrain import terrain
from ..options import emit

__all__ = ["command"]


@click.command()
def command() -> None:
    """List the words that describe hexes, attacks and lines of sight."""
    emit(words_answer(terrain()))
    emit(fact_lines())
    emit(obstacle_lines())
