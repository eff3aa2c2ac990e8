"""The dice that players' announcements are about: by the order of words and dice, and by the faces that they name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ...game.play import CHECKS, RollPurpose
from ..dialects.chat_faces import SHOTS_DECLARED
from ..events import Declared, DieRolled, RollNamed, StepNumber, TableEvent
from .roll_purposes import CHECKS_OF_TARGET, rolls_of

__all__ = ["Announcement", "Announcements", "is_for", "told_together"]

Announcement = Declared | RollNamed
"""A player's words about a roll: the unit and its action, or the purpose of a die."""


@dataclass(frozen=True, slots=True)
class Announcements:
    """The announcements of an action, among its other events; texts and tuples are empty where they do not matter."""

    events: Sequence[TableEvent]
    steps: Sequence[StepNumber]
    """The step in which each event is."""
    sides: Sequence[str]
    """The side whose player caused each event."""
    unit_sides: Mapping[str, str]
    """The side of each unit."""

    def of_dice(self) -> Mapping[int, tuple[Announcement, ...]]:
        """Return for each die what was announced between the die before it and itself, if that calls for a roll.

        Where the player named the face, the announcement is of the die that shows it: of the one that the announcement
        knows, or of the last one before it that no other names, else of the next one. What is announced after the last
        die is said of it as well: some say afterwards what they rolled for. If its face was named for something else it
        is said of the die before it. What a player announces is of his own dice, unless it is a roll of the other
        side's unit that he leaves to it.
        """
        found: dict[int, tuple[Announcement, ...]] = {}
        said: list[tuple[str, Announcement]] = []
        named: set[int] = set()
        for at, event in enumerate(self.events):
            if isinstance(event, DieRolled):
                meant = [number for number, (_, each) in enumerate(said) if self._names_die(each, at)]
                if not meant:
                    found[at] = self._about(at, said)
                    said = [each for each in said if each[1] not in found[at]]
                else:  # what is said after those words is about a later die
                    named.add(at)
                    if self._has_twin(at):
                        meant = [min(meant, key=lambda number: (_is_shot(said[number][1]), number))]
                    found[at] = _with_result([each for _, each in said[: meant[0] + 1]])
                    over = self._about(at, said[: meant[0]])
                    said = [each for number, each in enumerate(said) if number not in meant and each[1] not in over]
            elif isinstance(event, RollNamed) or (isinstance(event, Declared) and rolls_of(event.action)):
                die = self._die_named(at, named)
                if die is None:
                    said = _with_announcement(said, (self._side(at), event))
                else:
                    named.add(die)
                    found[die] = found[die] if _is_told_already(event, found[die]) else (event,)
        last = next((at for at in sorted(found, reverse=True) if at not in named), None)
        if last is not None and (not named or last > max(named) or not found[last]):
            found[last] += self._about(last, [each for each in said if not self._is_left(*each)])
        return found

    def _is_left(self, speaker: str, said: Announcement) -> bool:
        """Return whether a player names a check of the other side's unit: with no die after it, he asks for one."""
        if not isinstance(said, Declared) or said.action not in CHECKS_OF_TARGET:
            return False
        return bool(speaker) and self.unit_sides.get(said.unit, speaker) != speaker

    def naming(self, die: int) -> tuple[Announcement, ...]:
        """Return the announcements that name the face of a die and know which die they mean."""
        said = (event for event in self.events if isinstance(event, Declared | RollNamed))
        return tuple(each for each in said if self._names_die(each, die))

    def dice_of_checks(self) -> frozenset[int]:
        """Return the dice that are said to be of some check, whichever it was: nobody says "too much" of a shot."""
        return frozenset(
            die for die in range(len(self.events))
            if any(isinstance(each, RollNamed) and each.purpose is RollPurpose.OPEN for each in self.naming(die))
        )  # fmt: skip

    def _side(self, at: int) -> str:
        return self.sides[at] if self.sides else ""

    def _about(self, die: int, said: Iterable[tuple[str, Announcement]]) -> tuple[Announcement, ...]:
        """Return those of some announcements, each with the speaker's side, that may be about a die by their order."""
        return tuple(each for speaker, each in said if each.step_of_die is None and self._is_about(die, speaker, each))

    def _is_about(self, die: int, speaker: str, said: Announcement) -> bool:
        """Return whether the words of one side may be about a die, which the other may have rolled for its own unit."""
        side = self._side(die)
        unit = said.unit if isinstance(said, Declared) else ""
        return not side or speaker in ("", side) or said.asked or self.unit_sides.get(unit, "") == side

    def _names_die(self, said: Announcement, at: int) -> bool:
        """Return whether words that were put before their die name the one of a number."""
        event = self.events[at]
        there = bool(self.steps) and said.step_of_die == self.steps[at]
        return there and isinstance(event, DieRolled) and event.face == said.face

    def _has_twin(self, at: int) -> bool:
        """Return whether a later die of the same step shows the same face: then some of the words mean that one."""
        later = range(at + 1, len(self.events))
        return bool(self.steps) and any(
            isinstance(die := self.events[other], DieRolled) and die.face == getattr(self.events[at], "face", None)
            for other in later if self.steps[other] == self.steps[at]
        )  # fmt: skip

    def _die_named(self, at: int, named: Collection[int]) -> int | None:
        """Return the die before an announcement that it knows, or the last one that shows its face; None for none."""
        said = self.events[at]
        if not isinstance(said, Declared | RollNamed) or said.face is None:
            return None
        if said.step_of_die is not None:
            return next((die for die in range(at) if die not in named and self._names_die(said, die)), None)
        dice = ((number, self.events[number]) for number in reversed(range(at)) if number not in named)
        return next((number for number, die in dice if isinstance(die, DieRolled) and die.face == said.face), None)


def _is_shot(said: Announcement) -> bool:
    return isinstance(said, Declared) and said.action in SHOTS_DECLARED


def is_for(said: Announcement, purpose: RollPurpose, unit: str) -> bool:
    """Return whether an announcement is of a roll of a unit; one without a unit is of any."""
    if isinstance(said, RollNamed):
        return said.names(purpose)
    return said.unit == (unit or said.unit) and purpose in rolls_of(said.action)


def told_together(
    events: Sequence[TableEvent], labels: Mapping[int, tuple[Announcement, ...]]
) -> Mapping[int, tuple[Announcement, ...]]:
    """Return for each die that follows another one at once the several things that were declared before the first."""
    found: dict[int, tuple[Announcement, ...]] = {}
    for at in labels:
        if at and isinstance(events[at - 1], DieRolled):
            told = found.get(at - 1) or labels.get(at - 1, ())
            if len(told) > 1:
                found[at] = told
    return found


def _with_announcement(
    said: Sequence[tuple[str, Announcement]], event: tuple[str, Announcement]
) -> list[tuple[str, Announcement]]:
    """Return announcements with another one: the result of a check that was said right before is about its die."""
    speaker, words = event
    before = said[-1][1] if said else None
    if before is None or words.step_of_die is None or before.step_of_die not in (None, words.step_of_die):
        return [*said, event]
    if said[-1][0] != speaker or not _is_told_already(words, (before,)):
        return [*said, event]
    return [*said[:-1], (speaker, replace(before, face=words.face, step_of_die=words.step_of_die))]


def _with_result(said: Sequence[Announcement]) -> tuple[Announcement, ...]:
    """Return what is announced of a die that the last of some words name.

    A result ("check 4, ok") is of the check that was said right before it.
    """
    known, before = said[-1], tuple(said[-2:-1])
    return before if _is_told_already(known, before) else (known,)


def _is_told_already(said: Announcement, before: Iterable[Announcement]) -> bool:
    """Return whether words tell no more than the result of what was announced before the die.

    A check was announced with its unit ("check 4, ok"), or a shot in a menu, which says what kind of fire it is.
    """
    if not isinstance(said, RollNamed):
        return said.own_words and said.action in SHOTS_DECLARED and any(
            isinstance(each, Declared) and not each.own_words and each.unit == said.unit
            and each.action in SHOTS_DECLARED for each in before
        )  # fmt: skip
    checks = [check for check in CHECKS if said.names(check)]
    return any(is_for(each, check, getattr(each, "unit", "")) for each in before for check in checks)
