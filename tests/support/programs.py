"""The two programs by their names, without anything else of the tests: for those that are run as processes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from adjudicator.cli.main import run as run_adjudicator
from vmod_builder.cli import run as run_builder

__all__ = ["RUN"]

RUN: Final[dict[str, Callable[..., Any]]] = {"adjudicator": run_adjudicator, "vmod-builder": run_builder}
