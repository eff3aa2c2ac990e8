"""Follows the attack wizard of the official Grand Tactical Series module from its opening to its report.

An attack that is opened and cancelled is nothing. It counts when its report is written, or when the Company Bonus is
rolled for, since a die has fallen then. The assault wizard only opens: what it opens is an assault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from ....game.game_data import GameData
from ....vassal.commands import UnknownCommand
from ....vassal.replay import Step
from ...events import Declared, DieRolled, ShotReported, TableEvent
from .reports import AttackBlock, NamedUnit, read_block
from .words import grand_tactical_words

__all__ = ["AttackReader"]

_START, _CANCELLED, _END = "START ATTACK", "ATTACK CANCELLED", "END ATTACK"
_ATTACK, _ASSAULT = "Awiz\t", "Assaultwiz\t"
_OPEN: Final = "Open"
_NOBODY: Final = "no roll that the rules know"
"""The purpose of a die that is none of the rules' (air defence and the like)."""
_COMPANY_BONUS: Final = "company-bonus"

NameUnit = Callable[[NamedUnit], str]
"""Returns the unit that a line names, empty if that is not certain."""
UnitOfPiece = Callable[[str], str]
"""Returns the unit of a piece's id, empty for none."""
HexBeside = Callable[[str, str, str], str]
"""Returns the hex at a pixel of the map that a piece is on, by the piece's id; empty if it is not known."""


@dataclass(slots=True)
class _Attack:
    """The attack that the wizard has open."""

    firer: str = ""
    target: str = ""
    mode: str = ""
    declared: bool = False


class AttackReader:
    """Reads the attacks of one log."""

    def __init__(self, game: GameData, name_unit: NameUnit, unit_of_piece: UnitOfPiece, hex_beside: HexBeside) -> None:
        self._colours = {weapon.colour_name: weapon.id for weapon in game.weapons.values()}
        self._name_unit = name_unit
        self._unit_of_piece = unit_of_piece
        self._hex_beside = hex_beside
        self._attack = _Attack()

    def read(self, step: Step) -> Iterator[TableEvent]:
        """Yield what a step says of attacks: declarations, reports, and the dice that the wizard rolled."""
        block = read_block(step.chat)
        opened = list(_opened(step))
        for each in opened:
            if each.wizard == _ASSAULT and (unit := self._unit_of_piece(each.piece)):
                yield Declared(unit, "assault", self._hex_beside(each.piece, each.x, each.y))
        if _START in block.headlines:
            pieces = [each.piece for each in opened if each.wizard == _ATTACK]
            firers = [unit for piece in pieces if (unit := self._unit_of_piece(piece))]
            self._attack = _Attack(firer=firers[0] if firers else "")
        self._note(block)
        yield from self._events(block)
        if _CANCELLED in block.headlines or _END in block.headlines:
            self._attack = _Attack()

    def _note(self, block: AttackBlock) -> None:
        """Take in who fires at whom, and how."""
        attack = self._attack
        if block.firer is not None:
            attack.firer = self._name_unit(block.firer) or attack.firer
        if block.target is not None:
            attack.target = self._name_unit(block.target)
        attack.mode = block.mode or attack.mode

    def _events(self, block: AttackBlock) -> Iterator[TableEvent]:
        attack = self._attack
        if block.bonus_die is not None:
            yield from self._declaration(block)
            if attack.firer:
                yield Declared(attack.firer, "company-bonus-check")
            yield DieRolled(block.bonus_die, _COMPANY_BONUS, attack.firer)
        if block.die is None:
            return
        known = attack.firer and attack.target and self._action(block)
        if known:
            yield from self._declaration(block)
            yield self._report(block)
        yield DieRolled(block.die, "fire" if known else _NOBODY, attack.firer)

    def _action(self, block: AttackBlock) -> str:
        """Return what kind of fire it is: by the mode that was chosen, else by the report's headline."""
        words = grand_tactical_words()
        modes = [words.mode(self._attack.mode), *map(words.mode_of_headline, block.headlines)]
        if self._attack.mode and modes[0] is None:
            return ""
        return next((mode.action for mode in modes if mode is not None), "")

    def _declaration(self, block: AttackBlock) -> Iterator[Declared]:
        """Yield what a player would have said of the attack, once."""
        attack, action = self._attack, self._action(block)
        if attack.declared or not (attack.firer and attack.target and action):
            return
        attack.declared = True
        yield Declared(attack.firer, action, f"at {attack.target}")
        yield Declared(attack.target, "target")

    def _report(self, block: AttackBlock) -> ShotReported:
        return ShotReported(
            self._attack.firer, self._attack.target, base=block.base, rating=block.rating, modifiers=block.modifiers,
            by_hand=block.by_hand, colour=self._colours.get(block.colour, ""), section=block.section,
            distance=block.distance, die=block.die, typed_in=block.typed_in, result=block.result,
            ignored=block.ignored,
        )  # fmt: skip


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
