"""The refusals: all reasons for which the rules call an action illegal or undecided, as a closed list.

The list of the series is ``refusals.toml`` beside this file: a name, the rule's number and the sentence with its
figures. A game's own rules have a list of their own, in which a name of the series may have another rule or sentence.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

__all__ = ["Refusal", "refusals_in", "series_refusals"]


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason why an action is not legal."""

    name: str
    rule: str
    text: str
    """One sentence without a full stop, with the names of figures in braces."""


@cache
def series_refusals() -> Mapping[str, Refusal]:
    """Return every refusal of the series rules by name, in the order of the file."""
    return {row["name"]: Refusal(**row) for row in _rows(__package__)}


def refusals_in(package: str) -> Mapping[str, Refusal]:
    """Return the refusals of a set of exclusive rules by name: ``refusals.toml`` in its package.

    One without a text has the sentence that the series has for this name.
    """
    own = series_refusals()
    return {row["name"]: Refusal(row["name"], row["rule"], row.get("text") or own[row["name"]].text)
            for row in _rows(package)}  # fmt: skip


def _rows(package: str) -> list[dict[str, str]]:
    text = files(package).joinpath("refusals.toml").read_text(encoding="utf-8")
    rows: list[dict[str, str]] = tomllib.loads(text)["refusals"]
    return rows
