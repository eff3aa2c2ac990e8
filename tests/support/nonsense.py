"""Actions that somebody might write down in ignorance, or to do harm: the judge must rule on all of them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from adjudicator.game import play
from adjudicator.game.hexes import Hex
from adjudicator.game.play import Action, MoveStep, Roll, RollPurpose
from adjudicator.game.position import Position

__all__ = ["Nonsense"]

_STRANGE: Final = ("", "nobody", "leader-wolz", "artillery-park-a", "5/2/13 DBLE", "{unit}", "\ud800")
_OFTEN: Final = 0.9


class Nonsense:
    """Makes actions at random: mostly of units and hexes that there are, and of dice that there can be."""

    def __init__(self, position: Position, rng: Random) -> None:
        self.rng = rng
        self._units = list(position.units)
        self._leaders = list(position.leaders)
        self._chits = list(position.game.chits)
        self._hexes = list(position.game.map.hexes)
        self._occupied = [place for place in position.occupants if isinstance(place, Hex)]

    def action(self) -> Action:
        """Return any action at all."""
        makers: list[Callable[[], Action]] = [
            lambda: play.PlayChit(self._one(self._chits), self._rolls()),
            lambda: play.EndActivation(self._unit()),
            lambda: play.Move(self._unit(), self._steps(), self._rolls(), self._some(self._leaders)),
            lambda: play.DirectFire(self._unit(), self._unit(), self._flag(), self._rolls()),
            lambda: play.IndirectFire(self._unit(), self._unit(), self._unit(), self._flag(), self._rolls()),
            lambda: play.Counterbattery(self._unit(), self._unit(), self._rolls()),
            lambda: play.OpportunityFire(self._unit(), self._unit(), rolls=self._rolls()),
            lambda: play.AssaultFire(
                self._unit(), self._unit(), self._flag(), self._flag(), self._flag(), self._rolls()
            ),
            lambda: play.SeekContact(self._unit(), self._one(self._leaders), self._rolls()),
            self._assault,
            lambda: play.Rally(self._unit(), self.rng.choice(list(play.RallyKind)), self._rolls()),
            lambda: play.Engineer(self._unit(), self.rng.choice(list(play.EngineerWork)), self._rolls()),
            lambda: play.AirStrike(self._unit(), self._rolls()),
            lambda: play.Reveal(self._unit()),
            lambda: play.Deploy(self._unit(), self._hex()),
            lambda: play.TakeBack(self._unit()),
            play.EndTurn,
            lambda: play.Weather(self._rolls()),
            lambda: play.Airpower(self._rolls()),
            lambda: play.Supply(self._rolls()),
            lambda: play.BuyChit(self._one(self._chits), self.rng.choice(list(play.Purchase))),
            lambda: play.Arrive(self._unit(), self._hex(), self._flag(), self._flag()),
            lambda: play.LeaveMap(self._unit(), self._some(self._leaders)),
            lambda: play.CarryOutEvent(self._one(self._leaders), self._hex(), self._some(["kg-wolz"]), self._rolls()),
            lambda: play.WithdrawalRoll(self._one(["kg-wolz"]), self._flag(), self._rolls()),
            lambda: play.BreakOut(tuple(self._hex() for _ in range(3))),
        ]
        return self.rng.choice(makers)()

    def _one(self, known: list[str]) -> str:
        return self.rng.choice(known) if self.rng.random() < _OFTEN else self.rng.choice(_STRANGE)

    def _some(self, known: list[str]) -> tuple[str, ...]:
        return tuple(self._one(known) for _ in range(self.rng.choice([0, 0, 0, 1, 3])))

    def _unit(self) -> str:
        return self._one(self._units)

    def _flag(self) -> bool:
        return self.rng.random() < 0.3

    def _hex(self) -> Hex:
        if self.rng.random() < _OFTEN:
            return self.rng.choice(self._occupied if self._flag() else self._hexes)
        return Hex(self.rng.choice([-1, 0, 1, 34, 35, 99]), self.rng.choice([-1, 0, 1, 24, 25, 99]))

    def _die(self) -> int | None:
        return self.rng.randrange(10) if self.rng.random() < 0.95 else self.rng.choice([None, -1, 10])

    def _rolls(self) -> tuple[Roll, ...]:
        purposes = list(RollPurpose)
        return tuple(
            Roll(self.rng.choice(purposes), self._unit(), self._die()) for _ in range(self.rng.choice([0, 1, 5]))
        )

    def _steps(self) -> tuple[MoveStep, ...]:
        kinds = [play.StepKind.ENTER, *play.StepKind]
        return tuple(
            MoveStep(
                self.rng.choice(kinds),
                self._hex() if self.rng.random() < 0.8 else None,
                self._rolls(),
                self._some(self._units),
            )
            for _ in range(self.rng.choice([0, 1, 2, 6]))
        )

    def _assault(self) -> Action:
        return play.Assault(
            units=self._some(self._units),
            target=self._hex(),
            company_bonus=self._some(self._units),
            targets=tuple((self._unit(), self._unit()) for _ in range(self.rng.randrange(2))),
            defender_retreats=self._flag(),
            retreat_to=tuple((self._unit(), self._hex()) for _ in range(self.rng.randrange(2))),
            advance=self._some(self._units),
            rolls=self._rolls(),
        )
