"""The components that VASSAL knows, with the kinds of their attributes (``engine_components.toml``)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

__all__ = ["ComponentTable", "component_table"]

_FILE = "engine_components.toml"


@dataclass(frozen=True, slots=True)
class ComponentTable:
    """The contents of the table."""

    attributes: Mapping[str, Mapping[str, str]]
    """For each class its attributes, each with its kind; text is empty."""
    icons: frozenset[str]
    """The icons that VASSAL brings along, as ``/images/moved.gif``."""
    traits: frozenset[str]
    """The identifiers of VASSAL's own traits, without the semicolon."""


@cache
def component_table() -> ComponentTable:
    """Return the table, which is read once."""
    text = resources.files(__package__).joinpath(_FILE).read_text(encoding="utf-8")
    data = tomllib.loads(text)
    components = {name: _attributes(words) for name, words in data["components"].items()}
    engine = data["engine"]
    return ComponentTable(components, frozenset(engine["icons"]), frozenset(engine["traits"].split()))


def _attributes(words: str) -> dict[str, str]:
    pairs = (word.partition(":") for word in words.split())
    return {name: kind for name, _colon, kind in pairs}
