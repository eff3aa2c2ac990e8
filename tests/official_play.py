"""Random legal play of scenario 1, written as a log of the official-style module: nobody may be accused of anything.

Units move, fire and rally one at a time, each under a chit that activates it, which the log does not tell. Markers go
on as results fall; the dice of checks are shown or not. Moves that draw fire, and stacks, are left out.
"""

from __future__ import annotations

from random import Random
from typing import Final

from adjudicator.game import play
from adjudicator.game.hexes import Hex
from adjudicator.game.play import Action
from adjudicator.game.position import Activation, Points, Position, Status
from adjudicator.rules.completing import complete
from adjudicator.rules.judge import judge
from adjudicator.rules.legal_actions import legal_actions
from adjudicator.rules.ruling import Ruling, Verdict

from .official_game import OfficialGame

__all__ = ["random_official_game"]

_FRENCH: Final = {"5/2/13 DBLE": "24.12", "6/2/13 DBLE": "24.13", "7/2/13 DBLE": "25.13", "L/2/13 DBLE": "25.12",
                  "M/2/13 DBLE": "26.14", "3/1 Antichar": "23.14"}  # fmt: skip
_AXIS: Final = ("1/VIII/132", "2/VIII/132", "3/VIII/132")
_KINDS: Final = ("movement", "fire", "rally")
_STEPS: Final = {
    "form-column": ("Column", 1), "leave-column": ("Column", -1), "mount": ("Trn", 1), "dismount": ("Trn", -1),
}  # fmt: skip
_MARKERS: Final = {"suppressed": ("Suppressed", ""), "cohesion": ("CoHit", "Cohesion Hit"), "improvement": ("IP", "")}


def random_official_game(seed: int, actions: int) -> OfficialGame:
    """Return a log with a number of actions, none of them illegal."""
    rng = Random(seed)  # noqa: S311 - the same for everybody
    there = [Hex(column, row) for column in range(26, 33) for row in range(9, 18)]
    places = rng.sample([str(place) for place in there if str(place) not in _FRENCH.values()], len(_AXIS))
    game = OfficialGame({**_FRENCH, **dict(zip(_AXIS, places, strict=True))})
    done = 0
    for _ in range(40 * actions):
        found = _choice(game, rng)
        if found is not None:
            _write(game, rng, *found)
            done += 1
        if done == actions:
            break
    return game


def _choice(game: OfficialGame, rng: Random) -> tuple[Action, Ruling] | None:
    """Return something that a unit may do, with its dice."""
    unit = rng.choice([unit for unit, state in game.position.units.items() if state.status is Status.ON_MAP])
    start = _activated(game, unit, rng)
    offered = legal_actions(start, unit, game.book, [rng.choice(_KINDS)])
    if not offered:
        return None
    action = complete(start, rng.choice(offered), game.book, rng)
    ruling = judge(start, action, game.book)
    if ruling.verdict is Verdict.ILLEGAL or ruling.after is None or _is_left_out(action, ruling.after):
        return None
    return action, ruling


def _activated(game: OfficialGame, unit: str, rng: Random) -> Position:
    """Return the position with a chit in play that activates a unit."""
    counter, position = game.game.units[unit], game.position
    chits = [chit.id for chit in game.game.chits.values()
             if (chit.kind == "division" and chit.division == counter.division)
             or (chit.kind == "formation" and chit.formation == counter.formation)]  # fmt: skip
    units = {each: state.after(actions=(), finished=False) for each, state in position.units.items()}
    points = dict.fromkeys(position.points, Points(9, 9))
    return position.after(units=units, points=points, activation=Activation(rng.choice(chits)), last_indirect="")


def _is_left_out(action: Action, after: Position) -> bool:
    if isinstance(action, play.Move):
        drawn = any(roll.purpose == "opportunity" for step in action.steps for roll in step.rolls)
        stacked = len(after.units_in(after.units[action.unit].place)) > 1
        return drawn or stacked or any(step.to is None and step.kind not in _STEPS for step in action.steps)
    return not isinstance(action, play.DirectFire | play.IndirectFire | play.Rally)


def _write(game: OfficialGame, rng: Random, action: Action, ruling: Ruling) -> None:
    """Write an action with its dice and what comes of it."""
    unit = str(getattr(action, "unit", ""))
    name = game.game.units[unit].name
    game.chit("a chit")
    game.player("Bert" if game.position.side(unit) == "french" else "Anna")
    after = ruling.after
    assert after is not None
    if isinstance(action, play.Move):
        _write_move(game, rng, action, name)
        if game.position.units[unit].place != after.units[unit].place and after.units[unit].status is Status.ON_MAP:
            game.move(name, to=str(after.units[unit].place))  # it was stopped before the last hex
    elif isinstance(action, play.Rally):
        game.say(f"{name} rallies" + (" cohesion" if action.of == "cohesion" else ""))
        _show_checks(game, rng, [roll.die for roll in action.rolls])
    elif isinstance(action, play.DirectFire | play.IndirectFire):
        _write_shot(game, rng, action, ruling)
    for each in after.units:
        _write_changes(game, each, after)
    for place, level in after.barrages.items():
        if game.position.barrages.get(place) != level and not isinstance(action, play.IndirectFire):
            game.barrage(str(place), level=level)
    game.position = after.after(activation=Activation())


def _write_move(game: OfficialGame, rng: Random, move: play.Move, name: str) -> None:
    _show_checks(game, rng, [roll.die for roll in move.rolls])
    for step in move.steps:
        if step.to is not None:
            game.move(name, to=str(step.to))
        else:
            layer, level = _STEPS[step.kind]
            game.layer(name, name=layer, level=level)
        _show_checks(game, rng, [roll.die for roll in step.rolls])


def _write_shot(game: OfficialGame, rng: Random, action: play.DirectFire | play.IndirectFire, ruling: Ruling) -> None:
    before = [roll.die for roll in action.rolls if roll.purpose == "spotting"]
    later = [roll.die for roll in action.rolls if roll.purpose in ("suppression", "conversion")]
    _show_checks(game, rng, before)
    shots = [each for each in ruling.resolutions if each.purpose == "fire"]
    mode = "Indirect Fire" if isinstance(action, play.IndirectFire) else "Direct Fire"
    for shot in shots:
        firer, target = (game.game.units[unit].name for unit in (shot.unit, shot.target))
        _barrage_before(game, ruling, shot.target)
        game.attack(firer, at=target, mode=mode, roll=shot.die, shot=shot)
    _show_checks(game, rng, later)


def _barrage_before(game: OfficialGame, ruling: Ruling, target: str) -> None:
    """Place the barrage of a shot as the wizard does: in a step of its own before the report."""
    place = game.position.units[target].place
    assert isinstance(place, Hex)
    level = ruling.after.barrages.get(place) if ruling.after else None
    if level and game.position.barrages.get(place) != level:
        game.barrage(str(place), level=level)


def _show_checks(game: OfficialGame, rng: Random, dice: list[int | None]) -> None:
    """Show the dice of checks, all or none: what rolls them is not known of the module."""
    if rng.random() < 0.5:
        for die in dice:
            if die is not None:
                game.die(die)


def _write_changes(game: OfficialGame, unit: str, after: Position) -> None:
    """Put on and take off the markers that a unit's new state asks for."""
    old, new, name = game.position.units[unit], after.units[unit], game.game.units[unit].name
    if old.status is Status.ON_MAP and new.status is not Status.ON_MAP:
        for piece in [piece for (owner, _), piece in game.marks.items() if owner == unit]:
            game.log.delete(piece)
        game.remove(name)
        return
    for field, (kind, layer) in _MARKERS.items():
        before, now = int(getattr(old, field)), int(getattr(new, field))
        if before != now and (unit, kind) in game.marks:
            game.unmark(name, kind=kind)
        if before != now and now:
            game.mark(name, kind=kind, level=now, layer=layer)
    if new.steps < old.steps:
        game.mark(name, kind="Step Loss")
