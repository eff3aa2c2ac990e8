"""Who reads an answer about a position: a face-down gun is nothing but a Gun Unit for all but its owner (NQoS S4.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..game.names import called
from ..game.play import Action
from ..game.play_json import action_to_data
from ..game.position import Position
from ..rules.ruling import Finding
from .alternatives_text import alternatives_document

__all__ = ["Onlooker"]


@dataclass(frozen=True, slots=True)
class Onlooker:
    """A reader: the referee, a side, or (neither) anybody."""

    side: str = ""
    """The id of a side."""
    referee: bool = False

    def knows(self, position: Position, unit: str) -> bool:
        """Return whether the reader may know which unit a counter is."""
        return self.referee or not position.units[unit].hidden or position.side(unit) == self.side

    def name(self, position: Position, unit: str) -> str:
        """Return what the reader calls a unit; an unknown id is its own name."""
        if unit not in position.units:
            return unit
        return called(position, unit, lambda each: self.knows(position, each))

    def unit_document(self, position: Position, unit: str) -> dict[str, str | None]:
        """Return a unit as JSON: without its id if the reader may not know which one it is."""
        known = unit not in position.units or self.knows(position, unit)
        return {"id": unit if known else None, "name": self.name(position, unit)}

    def action_document(self, position: Position, action: Action) -> dict[str, Any]:
        """Return an action as JSON, with the names that the reader gives to units that he may not know."""
        named: dict[str, Any] = self._without_secrets(position, action_to_data(action))
        return named

    def _without_secrets(self, position: Position, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: self._without_secrets(position, each) for key, each in value.items()}
        if isinstance(value, list):
            return [self._without_secrets(position, each) for each in value]
        secret = isinstance(value, str) and value in position.units and not self.knows(position, value)
        return self.name(position, value) if secret else value

    def view(self, position: Position) -> Position:
        """Return a position in which a face-down gun and a dummy are alike for a reader who may not tell them apart.

        Otherwise the steps in a hex would tell.
        """
        unknown = [unit for unit in position.units if not self.knows(position, unit)]
        return position.with_face_down({unit: position.game.units[unit].steps for unit in unknown})

    @staticmethod
    def without_view(position: Position) -> Position:
        """Return the position of which a reader has such a view: a unit that lies face down has lost no step."""
        for unit in position.face_down:
            if position.units[unit].hidden:
                position = position.with_unit(unit, steps=position.game.units[unit].steps)
        return position.after(face_down={})

    def finding_document(self, finding: Finding) -> dict[str, Any]:
        """Return a finding as JSON."""
        document: dict[str, Any] = {
            "rule": finding.rule, "name": finding.name, "verdict": finding.verdict.value, "text": finding.text,
        }  # fmt: skip
        if finding.switch:
            document["switch"] = finding.switch
        if finding.alternatives:
            document["alternatives"] = alternatives_document(finding)
        return document
