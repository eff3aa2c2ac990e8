"""The ferry of South (Fords 3): an action of its own, with its notation, its judge and a switch."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.game.action_kinds import ActionKind
from adjudicator.game.hexes import Hex
from adjudicator.game.play import UnitAction
from adjudicator.rules.judging import Judging
from adjudicator.rules.refusals import Refusal
from adjudicator.rules.switches import Switch

__all__ = ["AT_DUSK", "FERRY", "REFUSALS", "Ferry", "ferry"]


@dataclass(frozen=True, slots=True)
class Ferry(UnitAction):
    """A unit of South is ferried out of the marsh (Fords 3)."""

    unit: str
    to: Hex


FERRY = ActionKind(
    Ferry,
    notation={"forms": [{"text": "{unit}: is ferried to {to:hex}"}]},
    properties={
        "unit": {"description": "the unit", "$ref": "#/$defs/id"},
        "to": {"description": "the hex", "$ref": "game-common.schema.json#/$defs/hex"},
    },
)
AT_DUSK = Switch(
    "ferry-at-dusk", "Fords 3", "The ferry at Dusk", "Whether the ferry goes in the turn Dusk.",
    choices=("no", "yes"), default="no", confidence="C",
)  # fmt: skip
_MOST = 3
"""The hexes that the ferry goes."""
REFUSALS = (
    Refusal("ferry-of-south", "Fords 3", "{unit} cannot take the ferry: it is South's"),
    Refusal("ferry-from-marsh", "Fords 3", "the ferry leaves from the marsh: {hex} is none"),
    Refusal("ferry-too-far", "Fords 3", "the ferry goes {most} hexes at most: {hex} is {distance} away"),
    Refusal("ferry-at-dusk", "Fords 3", "the ferry does not go at Dusk"),
)


def ferry(judging: Judging, action: Ferry) -> None:
    """Judge the ferry: South's units leave the marsh, and not at Dusk unless the players agree (Fords 3)."""
    place, hexes = judging.state(action.unit).place, judging.position.game.map.hexes
    if judging.side(action.unit) != "south":
        judging.refuse("ferry-of-south", unit=judging.name(action.unit))
    if not isinstance(place, Hex) or hexes[place].terrain != "marsh":
        judging.refuse("ferry-from-marsh", hex=place)
    elif (distance := judging.book.grid.distance(place, action.to)) > _MOST:
        judging.refuse("ferry-too-far", hex=action.to, distance=distance, most=_MOST)
    if judging.position.time.turn == "Dusk" and judging.switch("ferry-at-dusk") == "no":
        judging.refuse("ferry-at-dusk", switch="ferry-at-dusk")
    judging.change(action.unit, place=action.to)
