"""The type of options that take a whole number: ``N`` in the help, and a plain word where it is none."""

from __future__ import annotations

import click

__all__ = ["WholeNumber"]


class WholeNumber(click.IntRange):
    """A whole number within limits."""

    name = "whole number"
    shown = "N"
    """What stands for the number in a help."""

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002 - as click calls it
        """Return what stands for the number in a help."""
        return self.shown
