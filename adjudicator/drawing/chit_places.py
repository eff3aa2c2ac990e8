"""The places of the chits that are in a scenario's game and not in its mug: those for sale, those left out."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ..game.game_data import GameData
from ..game.order_of_battle import ChitKind
from ..game.scenarios import Scenario
from .mats import NOT_IN_USE, available_name

__all__ = ["chits_beside"]


def chits_beside(game: GameData, scenario: Scenario, elsewhere: Collection[str]) -> Mapping[str, str]:
    """Return the space of the chits' mat for each chit of a scenario that is not *elsewhere* on it.

    Formation chits can be bought if the scenario has that and units of the formation; of the Direct Command chits of
    a side one is used, and the others are left out (S5.6).
    """
    formations = _formations(scenario) if scenario.formation_chits else set()
    sides = {game.chits[id_].side for id_ in scenario.mug if game.chits[id_].kind == ChitKind.DIRECT_COMMAND}
    spaces = {}
    for chit in game.chits.values():
        if chit.id in elsewhere:
            continue
        if chit.kind == ChitKind.FORMATION and chit.formation in formations:
            spaces[chit.id] = available_name(game.sides[chit.side].name)
        elif chit.kind == ChitKind.DIRECT_COMMAND and chit.side in sides:
            spaces[chit.id] = NOT_IN_USE
    return spaces


def _formations(scenario: Scenario) -> set[str]:
    """Return the formations that have units in a scenario."""
    return {group.formation for group in scenario.setup} | {group.formation for group in scenario.reinforcements}
