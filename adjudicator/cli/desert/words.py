"""``adjudicator desert words``: what a hex can be described by."""

from __future__ import annotations

import click

from ...report.desert.move_text import words_answer
from ...rules.desert.terrain import terrain
from ..options import emit

__all__ = ["command"]


@click.command()
def command() -> None:
    """List the words that describe a hex."""
    emit(words_answer(terrain()))
