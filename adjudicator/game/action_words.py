"""The closed lists of words in actions and positions, as enums: the values are the words of files and the notation."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from typing import Final

__all__ = [
    "ROLLS_DECLARED",
    "ActionType",
    "Barrage",
    "Contact",
    "Declaration",
    "EngineerWork",
    "Improvement",
    "Purchase",
    "RallyKind",
    "RollPurpose",
    "StepKind",
    "TurnStepKind",
]


class Improvement(IntEnum):
    """The position that a unit has dug (R13.3)."""

    NONE = 0
    IMPROVED_POSITION = 1
    ENTRENCHMENT = 2


class Contact(IntEnum):
    """The contact marker of an Indirect HE unit (R10.4)."""

    NONE = 0
    PENDING = 1
    IN_CONTACT = 2


class Barrage(IntEnum):
    """The level of a barrage marker (R10.7)."""

    NONE = 0
    LIGHT = 1
    HEAVY = 2


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


class ActionType(StrEnum):
    """A kind of action that an activated unit does (R7.1): no two of a kind under one chit."""

    MOVEMENT = "movement"
    FIRE = "fire"
    """Direct and Indirect Fire are one kind, unless the players agree that they are two."""
    INDIRECT_FIRE = "indirect-fire"
    ASSAULT = "assault"
    ENGINEER = "engineer"
    RALLY = "rally"
    CONTACT = "contact"


class EngineerWork(StrEnum):
    """A work of an Engineer Action (R13.3; NQoS 4.3.2)."""

    IMPROVED_POSITION = "improved-position"
    ENTRENCHMENT = "entrenchment"
    CLEAR_MINES = "clear-mines"
    LAY_MINES = "lay-mines"


class Declaration(StrEnum):
    """What a player says that a unit does: the values are the ids of the menus' entries for it.

    A game may have entries of its own, which :func:`.open_enums.member` adds.
    """

    NONE = ""
    """Nothing was said."""
    MOVE = "move"
    MOVE_END = "move-end"
    FIRE = "fire"
    """Fire of whatever kind the weapon has; only in players' own words."""
    DIRECT_FIRE = "direct-fire"
    INDIRECT_FIRE = "indirect-fire"
    COUNTERBATTERY_FIRE = "counterbattery-fire"
    OPPORTUNITY_FIRE = "opportunity-fire"
    TARGET = "target"
    """The unit is fired at."""
    SPOTTER = "spotter"
    COMPANY_BONUS_CHECK = "company-bonus-check"
    SUPPRESSION_CHECK = "suppression-check"
    CONVERSION_CHECK = "conversion-check"
    TROOP_QUALITY_CHECK = "troop-quality-check"
    """A check of Troop Quality, whatever it is for."""
    MINEFIELD_ROLL = "minefield-roll"
    ASSAULT = "assault"
    ASSAULT_FIRE = "assault-fire"
    CHARGE = "charge"
    BRAVERY_CHECK = "bravery-check"
    HOLD = "hold"
    RETREAT = "retreat"
    ADVANCE = "advance"
    RALLY = "rally"
    SEEK_CONTACT = "seek-contact"
    BUILD_IMPROVED_POSITION = "build-improved-position"
    BUILD_ENTRENCHMENT = "build-entrenchment"
    CLEAR_MINES = "clear-mines"
    LAY_MINES = "lay-mines"
    DIRECT_COMMAND = "direct-command"
    SECOND_ACTION = "second-action"
    AUTOMATIC_PASS = "automatic-pass"  # noqa: S105
    """A Command Point is paid, and a check passes (R6.11)."""
    END_OF_ACTIVATION = "end-of-activation"
    ARRIVE = "arrive"
    LEAVE_MAP = "leave-by-entry-hex"
    WITHDRAW = "withdraw"
    WITHDRAWAL_ROLL = "withdrawal-roll"
    SURRENDER = "surrender"
    DEPLOY = "deploy-jock-column"
    """A unit that comes and goes by actions of its own is placed on the map."""
    TAKE_BACK = "return-jock-column"
    REVEAL = "reveal"
    ELIMINATE = "eliminate"


class Purchase(StrEnum):
    """The use for which a Formation chit is bought (R6.9)."""

    THIS_TURN = "this-turn"
    NEXT_TURN = "next-turn"
    FREE = "free"
    """For this turn and for nothing."""


class TurnStepKind(StrEnum):
    """A step of the turn before its first chit that the program knows (R4.1); a game's own rules may have others."""

    WEATHER = "weather"
    AIRPOWER = "airpower"
    SUPPLY = "supply"
    CHITS = "chits"
    """Chits are bought."""
    ARRIVALS = "arrivals"
    """Reinforcements come."""


class RollPurpose(StrEnum):
    """A purpose of a roll; beside each the rule."""

    OPEN = ""
    """Not stated: the rules find it; only in lines of the notation and in logs."""
    OTHER = "other"
    """Nothing that the rules need a die for (air defence and the like); only in logs."""
    COMMAND_POINTS = "command-points"  # R6.7
    COMPANY_BONUS = "company-bonus"  # R9.6
    FIRE = "fire"  # R9.2
    SUPPRESSION = "suppression"  # R9.19
    CONVERSION = "conversion"  # R9.20
    OPPORTUNITY = "opportunity"  # R12.2
    MINEFIELD = "minefield"  # 4.3
    BARRAGE_EXIT = "barrage-exit"  # R7.14
    SPOTTING = "spotting"  # R10.5
    CONTACT = "contact"  # R10.4
    COUNTERBATTERY = "counterbattery"  # S2.0
    BRAVERY = "bravery"  # R11.3
    CHARGE = "charge"  # R11.8
    RALLY = "rally"  # R13.1
    ENGINEER = "engineer"  # R13.4, 4.3.2
    WEATHER = "weather"  # 3.0
    MIST = "mist"  # 3.1
    SANDSTORM = "sandstorm"  # 3.2
    AIRPOWER = "airpower-french"  # S1.0
    AIRPOWER_AGAINST = "airpower-axis"  # S1.0
    STRIKE_TURN = "strike-turn"  # S1.0
    SUPPLY = "supply"  # S4.2
    RANDOM_EVENT = "random-event"  # S3.0
    EVENT = "event"  # S3.0
    RELIEF = "relief"  # S3.0, event 2
    SURRENDER = "surrender"  # S3.0, event 9
    WITHDRAWAL = "withdrawal"  # S5.3


ROLLS_DECLARED: Final[Mapping[RollPurpose, Declaration]] = {
    RollPurpose.COMPANY_BONUS: Declaration.COMPANY_BONUS_CHECK,
    RollPurpose.SUPPRESSION: Declaration.SUPPRESSION_CHECK,
    RollPurpose.CONVERSION: Declaration.CONVERSION_CHECK,
    RollPurpose.OPPORTUNITY: Declaration.OPPORTUNITY_FIRE,
    RollPurpose.MINEFIELD: Declaration.MINEFIELD_ROLL,
    RollPurpose.BARRAGE_EXIT: Declaration.TROOP_QUALITY_CHECK,
    RollPurpose.SPOTTING: Declaration.SPOTTER,
    RollPurpose.CONTACT: Declaration.SEEK_CONTACT,
    RollPurpose.COUNTERBATTERY: Declaration.SPOTTER,
    RollPurpose.BRAVERY: Declaration.BRAVERY_CHECK,
    RollPurpose.CHARGE: Declaration.TROOP_QUALITY_CHECK,
    RollPurpose.RALLY: Declaration.RALLY,
    RollPurpose.ENGINEER: Declaration.TROOP_QUALITY_CHECK,
    RollPurpose.WITHDRAWAL: Declaration.WITHDRAWAL_ROLL,
}
"""The menus' declaration of the roll for a purpose, where there is one."""
