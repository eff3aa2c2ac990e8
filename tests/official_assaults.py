"""Assaults in the official module, shot by shot, as its wizard reports them (R11).

The game's rules know an assault as one action. The module knows only its shots, in two modes of the attack wizard; the
checks before them are dice of the button, and who retreats or advances is dragged.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Final

from adjudicator.game import play
from adjudicator.game.hexes import Hex
from adjudicator.game.play import RollPurpose
from adjudicator.game.position import Position, Status
from adjudicator.rules.judge import judge
from adjudicator.rules.legal_actions import would_be_legal
from adjudicator.rules.random_dice import complete
from tests.support.official_wizard import Shot, WizardMode

if TYPE_CHECKING:
    from .official_play import OfficialPlay

__all__ = ["play_assault"]

_ROUNDS: Final = 2
_TOO_MUCH: Final = 9
"""The die that never hits."""
_OPENED: Final = 0.5
"""How often the players open the wizard for assaults, which can do nothing yet."""
_STOPPED: Final = 0.4
"""How often the attacker does not go on after a round."""


def play_assault(game: OfficialPlay, assault: play.Assault, ruled: Position) -> None:
    """Play the shots of an assault, and write them; *ruled* is the position after it as one action.

    Only what it costs its units is taken from there: their action, and the activation.
    """
    manner, start = game.manner, game.position
    defenders = tuple(unit for unit in start.units_in(assault.target) if not start.units[unit].hidden)
    game.take_seat(assault.units[0])
    if manner.random() < _OPENED:
        game.table.open_assault(game.names[assault.units[0]], assault.target)
    game.roll_dice(tuple(play.Roll(RollPurpose.BRAVERY, unit, 0) for unit in assault.units))
    _opportunity_fire(game, assault, defenders, manner)
    for _ in range(_ROUNDS):
        _shots(game, defenders, assault.units, assaults=False)
        _shots(game, assault.units, defenders, assaults=True)
        if manner.random() < _STOPPED:
            break
    game.sit(game.position.side(assault.units[0]))
    _advance(game, assault, defenders)
    _pay(game, assault, ruled)


def _opportunity_fire(
    game: OfficialPlay, assault: play.Assault, defenders: tuple[str, ...], manner: Random
) -> None:  # fmt: skip
    """Let a defender fire at the assaulting units before the combat, and miss (R11.6)."""
    able = [unit for unit in defenders if _is_able(game.position, unit)]
    if not able or manner.random() < 0.6:
        return
    firer, target = able[0], assault.units[0]
    game.sit(game.position.side(firer))
    game.roll_dice((play.Roll(RollPurpose.OPPORTUNITY, firer, 0),))
    shot = _wizard_shot(game, firer, target, WizardMode.OPPORTUNITY)
    game.table.attack(game.names[firer], game.names[target],
                      replace(shot, moves="Target moving FZ to FZ"), _TOO_MUCH)  # fmt: skip


def _is_able(position: Position, unit: str) -> bool:
    ratings = position.ratings(unit)
    fires_directly = ratings.fire is not None and ratings.weapon not in ("green", "purple")
    return fires_directly and not position.units[unit].suppressed


def _wizard_shot(game: OfficialPlay, firer: str, target: str, mode: WizardMode) -> Shot:
    """Return what the wizard knows of a shot from hex to hex, as the counters stand."""
    position, data = game.position, game.position.game
    ratings, aimed = position.ratings(firer), position.ratings(target)
    state, other = position.units[firer], position.units[target]
    assert isinstance(state.place, Hex)
    assert isinstance(other.place, Hex)
    return Shot(
        mode, ratings.fire or 0, data.weapons[ratings.weapon].colour_name, ratings.fire_range or 99,
        game.book.grid.distance(state.place, other.place), armoured=aimed.armoured, defence=aimed.defence or 0,
        firer_column=state.column, cohesion=state.cohesion, barrage=position.barrages.get(state.place, 0),
        firer_position=state.improvement, firer_inside=game.is_inside(firer, state.place),
        step_loss=game.shows_step_loss(firer), target_column=other.column, target_position=other.improvement,
        target_inside=game.is_inside(target, other.place), steps=game.steps_in(other.place),
        night=position.time.turn == "Night", weather=game.weather_in_module(),
    )  # fmt: skip


def _shots(game: OfficialPlay, firers: tuple[str, ...], targets: tuple[str, ...], *, assaults: bool) -> None:
    """Let each unit of one side fire at one of the other, if the module gives its shot the result of the rules."""
    for firer in firers:
        there = [unit for unit in targets if game.position.units[unit].status is Status.ON_MAP]
        if not there:
            return
        target = game.manner.choice(there)
        by_assault = game.position.ratings(firer).assault is not None
        action = play.AssaultFire(firer, target, assaults, by_assault)
        if not would_be_legal(game.position, action, game.book):
            continue
        completed = complete(game.position, action, game.book, game.rng)
        ruling = judge(game.position, completed, game.book)
        fired = [each for each in ruling.resolutions if each.purpose is RollPurpose.FIRE]
        if ruling.after is None or not all(game.is_as_ruled(shot, completed) for shot in fired):
            continue
        game.sit(game.position.side(firer))
        game.write_shots(completed, ruling)


def _advance(game: OfficialPlay, assault: play.Assault, defenders: tuple[str, ...]) -> None:
    """Drag the assaulting units into a hex that nobody defends any more (R11.11)."""
    if any(game.position.units[unit].status is Status.ON_MAP for unit in defenders):
        return
    able = [unit for unit in assault.units if game.position.units[unit].status is Status.ON_MAP
            and not game.position.units[unit].suppressed]  # fmt: skip
    if able and not game.position.units_in(assault.target) and game.table.is_hex(assault.target):
        after = game.position.with_unit(able[0], place=assault.target)
        game.written += 1
        game.bring_to(after)


def _pay(game: OfficialPlay, assault: play.Assault, ruled: Position) -> None:
    """Take over what an assault costs: the units' action, and who is activated."""
    position = game.position.after(activation=ruled.activation, played=ruled.played)
    for unit in assault.units:
        state = ruled.units[unit]
        if position.units[unit].status is Status.ON_MAP:
            position = position.with_unit(unit, actions=state.actions, finished=state.finished)
    game.position = position
