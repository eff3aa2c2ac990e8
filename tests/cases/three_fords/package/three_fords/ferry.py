"""The ferry of South (Fords 3): an action of its own, with its words, its die, its judge and a switch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.game.action_kinds import ActionKind
from adjudicator.game.hexes import Hex
from adjudicator.game.play import Roll, RolledAction, UnitAction
from adjudicator.game.position import Position
from adjudicator.game.roll_kinds import RollKind
from adjudicator.rules.judgement import Judgement
from adjudicator.rules.refusals import Refusal
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.ruling import Resolution
from adjudicator.rules.switches import Switch

__all__ = ["AT_DUSK", "CURRENT", "FERRY", "REFUSALS", "Ferry", "ferry", "ferry_ends"]


@dataclass(frozen=True, slots=True)
class Ferry(UnitAction, RolledAction):
    """A unit of South is ferried out of the marsh; the current may shake it (Fords 3)."""

    unit: str
    to: Hex
    rolls: tuple[Roll, ...] = ()


CURRENT = RollKind("current", words="die against the current", rule="Fords 3", label="current")
FERRY = ActionKind(
    Ferry,
    notation={"forms": [{"text": "{unit}: is ferried to {to:hex}"}], "by": {"current": ["unit"]}},
    properties={
        "unit": {"description": "the unit", "$ref": "#/$defs/id"},
        "to": {"description": "the hex", "$ref": "game-common.schema.json#/$defs/hex"},
        "rolls": {"description": "the die against the current", "$ref": "#/$defs/rolls"},
    },
    chat=("takes the ferry", "ferries", "is ferried"),
    rolls=(CURRENT.purpose,),
)
AT_DUSK = Switch(
    "ferry-at-dusk", "Fords 3", "The ferry at Dusk", "Whether the ferry goes in the turn Dusk.",
    choices=("no", "yes"), default="no", confidence="C",
)  # fmt: skip
_MOST = 3
"""The hexes that the ferry goes."""
_MAX_HITS = 2
_SHAKEN = 7
"""The die from which on the current gives the unit a Cohesion Hit."""
REFUSALS = (
    Refusal("ferry-of-south", "Fords 3", "{unit} cannot take the ferry: it is South's"),
    Refusal("ferry-from-marsh", "Fords 3", "the ferry leaves from the marsh: {hex} is none"),
    Refusal("ferry-too-far", "Fords 3", "the ferry goes {most} hexes at most: {hex} is {distance} away"),
    Refusal("ferry-to-enemy", "Fords 3", "the ferry does not land in {hex}, which the enemy holds"),
    Refusal("ferry-at-dusk", "Fords 3", "the ferry does not go at Dusk"),
)


def ferry(judgement: Judgement, action: Ferry) -> None:
    """Judge the ferry: South's units leave the marsh, and not at Dusk unless the players agree (Fords 3)."""
    place, hexes = judgement.state(action.unit).place, judgement.position.game.map.hexes
    if judgement.side(action.unit) != "south":
        judgement.refuse("ferry-of-south", unit=judgement.name(action.unit))
    if not isinstance(place, Hex) or hexes[place].terrain != "marsh":
        judgement.refuse("ferry-from-marsh", hex=place)
    elif (distance := judgement.book.grid.distance(place, action.to)) > _MOST:
        judgement.refuse("ferry-too-far", hex=action.to, distance=distance, most=_MOST)
    if judgement.position.time.turn == "Dusk" and judgement.switch("ferry-at-dusk") == "no":
        judgement.refuse("ferry-at-dusk", switch="ferry-at-dusk")
    if _is_held(judgement, action):
        judgement.refuse("ferry-to-enemy", hex=action.to)
    die, shaken = judgement.roll(CURRENT.purpose, action.unit, [face >= _SHAKEN for face in range(10)])
    judgement.change(action.unit, place=action.to)
    if shaken and judgement.state(action.unit).cohesion < _MAX_HITS:
        judgement.change(action.unit, cohesion=judgement.state(action.unit).cohesion + 1)
    result = "Cohesion Hit" if shaken else "safe"
    judgement.resolved(Resolution(CURRENT.purpose, action.unit, "", die or 0, (), die or 0, die, result, CURRENT.rule))


def _is_held(judgement: Judgement, action: Ferry) -> bool:
    return any(judgement.side(unit) != "south" for unit in judgement.position.units_in(action.to))


def ferry_ends(position: Position, book: RuleBook, unit: str) -> Iterator[Ferry]:
    """Yield the ferries that a unit may take, legal or not: to each hex that is near enough."""
    place = position.units[unit].place
    if isinstance(place, Hex) and position.game.map.hexes[place].terrain == "marsh":
        near = (end for end in sorted(position.game.map.hexes) if 0 < book.grid.distance(place, end) <= _MOST)
        yield from (Ferry(unit, end) for end in near)
