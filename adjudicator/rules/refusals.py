"""The refusals: all reasons for which the rules call an action illegal or undecided, as a closed list.

The list is ``refusals.toml`` beside this file: a name, the rule's printed number and the sentence with its figures.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

__all__ = ["Refusal", "all_refusals"]


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason why an action is not legal."""

    name: str
    rule: str
    text: str
    """One sentence without a full stop, with the names of figures in braces."""
    series_rule: str = ""
    """The rule of the series behind it, for games without the book that *rule* is of; empty if they cannot have it."""


@cache
def all_refusals() -> Mapping[str, Refusal]:
    """Return every refusal by name, in the order of the file."""
    text = files(__package__).joinpath("refusals.toml").read_text(encoding="utf-8")
    return {row["name"]: Refusal(**row) for row in tomllib.loads(text)["refusals"]}
