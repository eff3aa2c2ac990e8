"""What the siege adds to the state of a game, in words: supply, French Morale, air strikes, Rommel (NQoS S1 to S4)."""

from __future__ import annotations

from collections.abc import Iterator

from ...game.position import Position
from ...game.position_words import row_name

__all__ = ["conditions_in_effect"]

_FRENCH_SUPPLY = "S4.2"


def conditions_in_effect(position: Position) -> Iterator[tuple[str, str]]:
    """Yield each condition with its value, empty where there is none (NQoS S1.0, S3.0, S4.2, S4.6)."""
    game = position.game
    if _FRENCH_SUPPLY in game.scenarios[position.scenario].rules and position.supply:
        yield "French supply", row_name(position, "supply-levels", position.supply)
    yield "French Morale", "" if position.morale is None else str(position.morale)
    yield "Air strikes now", str(position.strikes) if position.strikes else ""
    yield "Air strikes later", ", ".join(position.planned_strikes)
    yield "Rommel", f"with {game.leaders[position.commander_with].name}" if position.commander_with else ""
