"""The declarations with which an action begins, by the action's kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from ..game import play
from ..game.action_kinds import kind_of_action
from ..game.action_words import Declaration
from ..game.open_enums import member
from ..game.play import Action
from ..game.play_json import action_type
from .table_actions import Declare

__all__ = ["opening"]

_WORKS: Final[Mapping[play.EngineerWork, Declaration]] = {
    play.EngineerWork.IMPROVED_POSITION: Declaration.BUILD_IMPROVED_POSITION,
    play.EngineerWork.ENTRENCHMENT: Declaration.BUILD_ENTRENCHMENT,
    play.EngineerWork.CLEAR_MINES: Declaration.CLEAR_MINES,
    play.EngineerWork.LAY_MINES: Declaration.LAY_MINES,
}


def opening(action: Action) -> Iterable[Declare]:
    """Return the declarations with which an action begins; none for most kinds."""
    make = _OPENINGS.get(type(action))
    added = kind_of_action(action_type(action))
    if added is not None and isinstance(action, play.UnitAction):
        return (Declare(action.unit, member(Declaration, added.declared_by[0])),)
    return make(action) if make else ()


def _direct_fire(action: play.DirectFire) -> Iterator[Declare]:
    yield Declare(action.unit, Declaration.DIRECT_FIRE, action.target)
    yield Declare(action.target, Declaration.TARGET)


def _indirect_fire(action: play.IndirectFire) -> Iterator[Declare]:
    yield Declare(action.unit, Declaration.INDIRECT_FIRE, action.target)
    yield Declare(action.target, Declaration.TARGET)
    yield Declare(action.spotter or action.unit, Declaration.SPOTTER)


def _counterbattery(action: play.Counterbattery) -> Iterator[Declare]:
    yield Declare(action.unit, Declaration.COUNTERBATTERY_FIRE, action.target)
    yield Declare(action.target, Declaration.TARGET)


def _seek_contact(action: play.SeekContact) -> Iterator[Declare]:
    yield Declare(action.unit, Declaration.SEEK_CONTACT, action.leader)


def _rally(action: play.Rally) -> Iterator[Declare]:
    yield Declare(action.unit, Declaration.RALLY)


def _engineer(action: play.Engineer) -> Iterator[Declare]:
    yield Declare(action.unit, _WORKS[action.work])


def _air_strike(action: play.AirStrike) -> Iterator[Declare]:
    yield Declare(action.target, Declaration.TARGET, opens=True)


def _end_activation(action: play.EndActivation) -> Iterator[Declare]:
    yield Declare(action.unit, Declaration.END_OF_ACTIVATION, implied=True)


def _deploy(action: play.Deploy) -> Iterator[Declare]:
    yield Declare(action.unit, Declaration.DEPLOY)


def _take_back(action: play.TakeBack) -> Iterator[Declare]:
    yield Declare(action.unit, Declaration.TAKE_BACK)


def _arrive(action: play.Arrive) -> Iterator[Declare]:
    yield Declare(action.unit, Declaration.ARRIVE, implied=True)


_OPENINGS: Final[Mapping[type, Callable[[Any], Iterable[Declare]]]] = {
    play.DirectFire: _direct_fire,
    play.IndirectFire: _indirect_fire,
    play.Counterbattery: _counterbattery,
    play.SeekContact: _seek_contact,
    play.Rally: _rally,
    play.Engineer: _engineer,
    play.AirStrike: _air_strike,
    play.EndActivation: _end_activation,
    play.Deploy: _deploy,
    play.TakeBack: _take_back,
    play.Arrive: _arrive,
}
