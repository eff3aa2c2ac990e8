"""``adjudicator desert vehicles``: Italian vehicles by date, theater and name."""

from __future__ import annotations

from typing import Any

import click

from .arms_options import arms_options, show_arms

__all__ = ["command"]

_EPILOG = """\b
Examples:
  adjudicator desert vehicles --date 5/42 --theater north-africa
  adjudicator desert vehicles m13"""


@click.command(epilog=_EPILOG)
@arms_options("vehicles")
def command(as_json: bool, **values: Any) -> int:
    """List Italian vehicles: when and where they are available, how rare, what is special.

    NAME is a part of a vehicle's name.
    """
    return show_arms("vehicles", values, as_json=as_json)
