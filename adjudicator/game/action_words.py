"""The closed lists of words in actions, as enums: the values are the words of files and of the notation."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["EngineerWork", "Purchase", "RallyKind", "StepKind"]


class StepKind(StrEnum):
    """A thing that a moving unit does (R7.3)."""

    OPEN = ""
    """It goes to a hex by a way that the rules still have to find; only in lines of the notation."""
    ENTER = "enter"
    """It enters a hex."""
    FORM_COLUMN = "form-column"
    LEAVE_COLUMN = "leave-column"
    MOUNT = "mount"
    DISMOUNT = "dismount"


class RallyKind(StrEnum):
    """A thing that a Rally Action takes away (R13.1)."""

    SUPPRESSION = "suppression"
    COHESION = "cohesion"


class EngineerWork(StrEnum):
    """A work of an Engineer Action (R13.3; NQoS 4.3.2)."""

    IMPROVED_POSITION = "improved-position"
    ENTRENCHMENT = "entrenchment"
    CLEAR_MINES = "clear-mines"
    LAY_MINES = "lay-mines"


class Purchase(StrEnum):
    """The use for which a Formation chit is bought (R6.9)."""

    THIS_TURN = "this-turn"
    NEXT_TURN = "next-turn"
    FREE = "free"
    """For this turn and for nothing (Scenario 2)."""
