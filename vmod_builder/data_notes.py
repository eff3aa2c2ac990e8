"""Oddities in a game's data though nothing is wrong with it: names of drawings that no style has."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.drawing.style import Style
from adjudicator.game.game_data import GameData
from adjudicator.game.loading.suggestions import did_you_mean

__all__ = ["data_notes"]

_FEW = 3
"""The number of units of a symbol that are named."""


def data_notes(game: GameData, style: Style) -> Iterator[str]:
    """Yield a sentence for each unit symbol that the style does not have."""
    units: dict[str, list[str]] = {}
    for unit in game.units.values():
        if unit.symbol not in style.symbols:
            units.setdefault(unit.symbol, []).append(unit.name)
    for symbol, names in units.items():
        others = f" and {len(names) - _FEW:,} more" if len(names) > _FEW else ""
        guess = did_you_mean(symbol, style.symbols) or "."
        shown = f"It is drawn as a frame with its name: {', '.join(names[:_FEW])}{others}"
        yield f"units.toml: no style has the symbol {symbol!r}{guess} {shown}"
