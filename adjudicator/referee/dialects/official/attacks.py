"""Follows the attack wizard of the official Grand Tactical Series module from its opening to its report.

An attack that is opened and cancelled is nothing. It counts when its report is written, or when the Company Bonus is
rolled for, since a die has fallen then. The assault wizard only opens: what it opens is an assault.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Protocol

from ....game.action_words import Declaration
from ....game.game_data import GameData
from ....game.hexes import Hex
from ....game.play import RollPurpose
from ....game.position import Place
from ....vassal.commands import UnknownCommand
from ....vassal.replay import Step
from ...events import Declared, DieRolled, KnownDifference, ReportedModifier, ShotReported, TableEvent
from ...finding_names import FindingName
from .reports import AttackBlock, BonusRoll, NamedUnit, read_block
from .words import AttackMode, grand_tactical_words

__all__ = ["AttackReader", "TableView", "counted"]

_START, _CANCELLED, _END = "START ATTACK", "ATTACK CANCELLED", "END ATTACK"
_ATTACK, _ASSAULT = "Awiz\t", "Assaultwiz\t"
_OPEN: Final = "Open"

_BONUS_COUNTED: Final = "company-bonus"
"""The modifier of the Company Bonus."""
_BY_HAND: Final = "by-hand"
"""The name in the table of the arithmetic of what the player adds."""


class TableView(Protocol):
    """The table, as far as the reader needs it."""

    def unit_named(self, named: NamedUnit) -> str:
        """Return the unit that a line names, empty if that is not certain."""

    def unit_of(self, piece: str) -> str:
        """Return the unit of a piece's id, empty for none."""

    def hex_beside(self, piece: str, x: str, y: str) -> str:
        """Return the hex at a pixel of the map that a piece is on, by the piece's id; empty if it is not known."""

    def place_named(self, text: str) -> Place:
        """Return the place of the game that the name of a location means, None if it is none."""

    def is_in_park(self, unit: str) -> bool:
        """Return whether a unit is in an Artillery Park."""

    def is_vehicle_inside(self, unit: str) -> bool:
        """Return whether a unit is a vehicle, or mounted, in a fortified hex."""

    def way_of(self, unit: str) -> tuple[Hex, ...]:
        """Return the hexes in which a unit has been since it began to move, in order; none if it has not moved."""

    def changed_by(self, unit: str) -> frozenset[str]:
        """Return the states that a unit has changed without leaving its hex, as a part of its move."""

    def is_revealed_since(self, unit: str, target: str) -> bool:
        """Return whether a unit was turned over since another one moved."""

    def told_id(self, unit: str) -> str:
        """Return the id that a unit has for the viewer."""

    def weapon_of(self, unit: str) -> str:
        """Return the weapon that a unit has now."""


@dataclass(slots=True)
class _Attack:
    """The attack that the wizard has open."""

    firer: str = ""
    target: str = ""
    mode: str = ""
    declared: bool = False
    bonus: BonusRoll | None = None
    """The roll for the Company Bonus, if there was one."""
    named: tuple[NamedUnit, NamedUnit] = (NamedUnit("", ""), NamedUnit("", ""))
    """The wizard's names for the two units."""


class AttackReader:
    """Reads the attacks of one log."""

    def __init__(self, game: GameData, view: TableView) -> None:
        self._colours = {weapon.colour_name: weapon.id for weapon in game.weapons.values()}
        self._view = view
        self._attack = _Attack()

    def read(self, step: Step) -> Iterator[TableEvent]:
        """Yield what a step says of attacks: declarations, reports, and the dice that the wizard rolled."""
        block = read_block(step.chat)
        opened = list(_opened(step))
        for each in opened:
            if each.wizard == _ASSAULT and (unit := self._view.unit_of(each.piece)):
                yield Declared(unit, Declaration.ASSAULT, self._view.hex_beside(each.piece, each.x, each.y))
        if _START in block.headlines:
            pieces = [each.piece for each in opened if each.wizard == _ATTACK]
            firers = [unit for piece in pieces if (unit := self._view.unit_of(piece))]
            self._attack = _Attack(firer=firers[0] if firers else "")
        self._note(block)
        yield from self._events(block)
        if _CANCELLED in block.headlines or _END in block.headlines:
            self._attack = _Attack()

    def _note(self, block: AttackBlock) -> None:
        """Take in who fires at whom, and how."""
        attack = self._attack
        if block.firer is not None:
            attack.firer = self._view.unit_named(block.firer) or attack.firer
        if block.target is not None:
            attack.target = self._view.unit_named(block.target)
        attack.named = (block.firer or attack.named[0], block.target or attack.named[1])
        attack.mode = block.mode or attack.mode
        attack.bonus = block.bonus or attack.bonus

    def _events(self, block: AttackBlock) -> Iterator[TableEvent]:
        attack = self._attack
        mode = self._mode(block)
        if block.bonus is not None:
            yield from self._declaration(mode)
            if attack.firer:
                yield Declared(attack.firer, Declaration.COMPANY_BONUS_CHECK)
            yield DieRolled(block.bonus.die, RollPurpose.COMPANY_BONUS, attack.firer)
        if block.die is None:
            return
        known = attack.firer and attack.target and mode is not None
        if known:
            yield from self._declaration(mode)
        yield self._report(block, mode)
        yield DieRolled(block.die, RollPurpose.FIRE if known else RollPurpose.OTHER, attack.firer)

    def _mode(self, block: AttackBlock) -> AttackMode | None:
        """Return what kind of fire it is: by the mode that was chosen, else by the report's headline."""
        words = grand_tactical_words()
        found = words.mode(self._attack.mode)
        if not self._attack.mode:
            modes = (words.mode_of_headline(line) for line in block.headlines)
            found = next((mode for mode in modes if mode is not None), None)
        if found is not None and found.at_park and self._attack.target and self._view.is_in_park(self._attack.target):
            return replace(found, action=found.at_park, arithmetic=found.arithmetic or found.action)
        return found

    def _declaration(self, mode: AttackMode | None) -> Iterator[Declared]:
        """Yield the declaration that a player would have made of the attack, once; Opportunity Fire needs none."""
        attack = self._attack
        if (
            attack.declared
            or not (attack.firer and attack.target)
            or mode is None
            or mode.action is Declaration.OPPORTUNITY_FIRE
        ):
            return
        attack.declared = True
        yield Declared(attack.firer, mode.action, f"at {self._view.told_id(attack.target)}")
        yield Declared(attack.target, Declaration.TARGET)

    def _report(self, block: AttackBlock, mode: AttackMode | None) -> ShotReported:
        attack = self._attack
        known = attack.firer and attack.target and mode is not None
        names = (attack.named[0].name, attack.named[1].name)
        places = (self._view.place_named(attack.named[0].place), self._view.place_named(attack.named[1].place))
        action, uncounted = mode.action if mode is not None else Declaration.NONE, _uncounted(block, mode)
        return ShotReported(
            attack.firer if known else "", attack.target if known else "", base=block.base, rating=block.rating,
            modifiers=_counted(block, uncounted), by_hand=_by_hand(block, uncounted),
            colour=self._colours.get(block.colour, ""),
            section=block.section, distance=block.distance, die=block.die, typed_in=block.typed_in,
            result=block.result, ignored=block.ignored, action=action, names=names, places=places,
            defends=mode is not None and mode.is_defence,
            way=self._view.way_of(attack.target) if known else (),
            changed=self._view.changed_by(attack.target) if known else frozenset(),
            revealed=bool(known) and self._view.is_revealed_since(attack.firer, attack.target),
            differences=self._differences(block, action) if known else (),
        )  # fmt: skip

    def _differences(self, block: AttackBlock, action: str) -> tuple[KnownDifference, ...]:
        """Return the ways in which the wizard's arithmetic is known to differ from the rules for such a shot."""
        target, weapon = self._attack.target, self._view.weapon_of(self._attack.firer)
        told = frozenset(each.name for each in block.modifiers)
        stands = not self._view.way_of(target) and not self._view.changed_by(target)
        at_assault = stands and block.distance is not None and block.distance <= 1
        units = {"firer": self._attack.firer, "target": target}
        inside = frozenset(name for name, unit in units.items() if self._view.is_vehicle_inside(unit))
        rows = grand_tactical_words().differences
        known = tuple(
            each.known for each in rows if each.concerns(action, weapon, told, at_assault=at_assault, inside=inside)
        )
        return (*known, *_of_bonus(self._attack.bonus))


def _of_bonus(bonus: BonusRoll | None) -> Iterator[KnownDifference]:
    """Yield the difference where the wizard held a roll for the Company Bonus against another Troop Quality."""
    if bonus is not None and bonus.is_consistent:
        text = f"the module held the roll for the Company Bonus against a Troop Quality of {bonus.quality}"
        names = frozenset({FindingName.DECLARED_MODIFIER_MISSING, FindingName.DECLARED_MODIFIER_NOT_DUE})
        yield KnownDifference(names, frozenset({_BONUS_COUNTED}), text, open=True)


def counted(block: AttackBlock, mode: AttackMode | None) -> tuple[ReportedModifier, ...]:
    """Return the modifiers of a report with what the wizard counts: by the version of its code that fits the rating."""
    return _counted(block, _uncounted(block, mode))


def _counted(block: AttackBlock, uncounted: frozenset[str]) -> tuple[ReportedModifier, ...]:
    return tuple(replace(each, counted=each.name not in uncounted) for each in block.modifiers)


def _uncounted(block: AttackBlock, mode: AttackMode | None) -> frozenset[str]:
    """Return what the wizard does not count in a report: by the first version of its code that fits the rating.

    What a player adds is no offence if by one of them it makes no difference.
    """
    versions = list(_uncounted_by_version(mode))
    fitting = [each for each in versions if _adds_up(block, each)]
    harmless = [each for each in fitting if block.by_hand and _BY_HAND in each]
    return (*harmless, *fitting, *versions)[0]


def _uncounted_by_version(mode: AttackMode | None) -> Iterator[frozenset[str]]:
    """Yield what each version of the wizard does not count in a kind of fire, the newest first."""
    kinds = [""] if mode is None else [mode.arithmetic, mode.action] if mode.arithmetic else [mode.action]
    for version in grand_tactical_words().arithmetic:
        yield from (version.uncounted.get(kind, frozenset()) for kind in kinds)


def _by_hand(block: AttackBlock, uncounted: frozenset[str]) -> int | None:
    """Return what the player added by hand, None where the wizard does not count it."""
    return None if _BY_HAND in uncounted else block.by_hand


def _adds_up(block: AttackBlock, uncounted: frozenset[str]) -> bool:
    by_hand, modifiers = _by_hand(block, uncounted) or 0, _counted(block, uncounted)
    total = (block.base or 0) + by_hand + sum(each.value for each in modifiers if each.counted)
    return block.rating == max(0, min(9, total))


@dataclass(frozen=True, slots=True)
class _Opening:
    """A wizard that is opened: the piece that attacks, and the pixel that it attacks."""

    wizard: str
    piece: str
    x: str
    y: str


def _opened(step: Step) -> Iterator[_Opening]:
    """Yield the wizards that a step opens."""
    for command in step.commands:
        if isinstance(command, UnknownCommand) and command.text.startswith((_ATTACK, _ASSAULT)):
            fields = command.text.split("\t")
            if len(fields) > 5 and fields[2] == _OPEN:
                yield _Opening(f"{fields[0]}\t", *fields[3:6])
