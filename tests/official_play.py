"""Random legal play in the official module: mails as its real code writes them, of which nobody may be accused.

Some counters of a scenario stand near each other and play by the rules: chits, activation, moves with the Opportunity
Fire that they draw, direct and indirect fire, rallies, the turn. ``python -m tests.official_play N`` plays N games,
lets the referee read them, and tells whom it accuses.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Final

from adjudicator.audit.dice import load_patterns
from adjudicator.game import play
from adjudicator.game.hexes import Hex
from adjudicator.game.loading import load_game
from adjudicator.game.order_of_battle import ChitKind
from adjudicator.game.play import Action
from adjudicator.game.position import LeaderState, Position, Status, UnitState
from adjudicator.game.start import start_position
from adjudicator.referee.entries.entry import RefereedGame
from adjudicator.referee.pipeline import referee_game
from adjudicator.rules.judge import judge
from adjudicator.rules.random_dice import complete
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.ruling import Resolution, Ruling, Verdict
from adjudicator.rules.switches import HouseRules, all_switches
from adjudicator.vassal.errors import VassalError
from tests.support.command_line import run_with
from tests.support.official_full_module import full_module
from tests.support.official_mails import OfficialTable, module_definition, names_in_module
from tests.support.official_wizard import MISS, Shot, WizardMode
from vmod_builder.cli import run

from .official_assaults import play_assault
from .random_play import Game

__all__ = ["OfficialPlay", "accusations", "imported_book", "refereed"]

_FRENCH_COLUMNS, _AXIS_COLUMNS, _ROWS = range(22, 27), range(28, 33), range(9, 17)
_NEAR_COLUMNS, _NEAR_ROWS = (range(25, 27), range(27, 30)), range(11, 15)
_NEAR: Final = 0.3
"""How often the counters stand so near each other that they assault."""
_OF_EACH_SIDE: Final = 6
_PLAYERS: Final = {"axis": "Anna", "french": "Bert"}
_LAYERS: Final = {
    "form-column": ("Column", 1), "leave-column": ("Column", -1), "mount": ("Trn", 1), "dismount": ("Trn", -1),
}  # fmt: skip
_CHITS: Final = {
    "1re Brigade Française Libre": "French Division", "103 Ariete Divisione": "Ariete Division",
    "Ordine Directo": "Italian Direct Command",
}  # fmt: skip
"""The names of chits in the module, where they are others."""
_WEATHER: Final = {"clear": "Clear", "mist": "Mist", "sandstorm": "Sand Storm"}
_RESULTS: Final = {
    "C": "cohesion hit", "S?": "S?, please check", "S": "suppressed", "1": "step loss", "E": "he is gone",
}  # fmt: skip
_MASS_STEPS: Final = {0: 0, 1: 5, 2: 7, 3: 9}
_ZONES: Final = {"zone-to-zone": "Target moving FZ to FZ", "zone-to-clear": "Target moving FZ to Non-FZ"}
_BY_MAIL: Final = 0.5
"""How often the other player's answer comes in a mail of its own."""


@cache
def imported_book() -> RuleBook:
    """Return the rules with the game that is imported from the module, with all switches agreed on."""
    target = Path(mkdtemp()) / "game"
    outcome = run_with(run, "import", full_module(), "-o", target)
    assert outcome.code == 0, outcome.err
    agreed = tuple((switch.id, switch.default) for switch in all_switches().values() if not switch.safe)
    return RuleBook(load_game(target), HouseRules(dict(agreed)))


@dataclass
class OfficialPlay(Game):
    """A game that is played at random, and written."""

    failures: Path = Path("official-play.json")
    book: RuleBook = field(default_factory=imported_book)
    written: int = 0
    """How many actions of units were written."""

    def __post_init__(self) -> None:
        self.rng = Random(f"official/{self.scenario}/{self.seed}")  # noqa: S311 - nothing secret hangs on it
        self.names: dict[str, str] = {}
        self.position = self._start()
        self.activates = self.rng.random() < 0.7
        """Whether the players use the buttons for activation."""
        self.shows_dice = self.rng.random() < 0.8
        """Whether they roll checks with the button; else nobody can tell how they rolled."""
        self.manner = Random(f"official/manner/{self.seed}")  # noqa: S311 - nothing secret hangs on it
        """How the players go about what they do: it changes nothing in what they do."""
        self.jumps = self.manner.random() < 0.4
        """Whether they drag over several hexes in one go."""
        self.talks = self.manner.random() < 0.4
        """Whether they say what the wizard reports anyway."""
        self.marks_late = self.manner.random() < 0.3
        """Whether they often forget to activate a unit, or do it only after it has acted."""
        date, time = self.position.time.date, self.position.time.turn
        places = {self.names[id_]: place for id_, place in self._places()}
        self.table = OfficialTable(
            places, date=self.position.game.calendar.date_names[date], time=time,
            weather=_WEATHER[self.position.weather],
        )  # fmt: skip
        self._active_formation = ""

    def _start(self) -> Position:
        """Return the scenario's start with a few of its counters, near each other."""
        game, rng = self.book.game, self.rng
        start = start_position(game, self.scenario)
        units: dict[str, UnitState] = {}
        is_near = Random(f"official/near/{self.seed}").random() < _NEAR  # noqa: S311 - nothing secret hangs on it
        all_columns, rows = (_NEAR_COLUMNS, _NEAR_ROWS) if is_near else ((_FRENCH_COLUMNS, _AXIS_COLUMNS), _ROWS)
        for side, columns in zip(("french", "axis"), all_columns, strict=True):
            able = [unit for unit in start.units if start.side(unit) == side and self._name(unit)
                    and not game.units[unit].dummy]  # fmt: skip
            for unit in rng.sample(able, min(len(able), _OF_EACH_SIDE)):
                place = Hex(rng.choice(columns), rng.choice(rows))
                units[unit] = UnitState(Status.ON_MAP, place, steps=game.units[unit].steps)
        gone = {unit: UnitState(Status.ELIMINATED) for unit in start.units if unit not in units}
        leaders = dict.fromkeys(start.leaders, LeaderState(Status.ELIMINATED))
        position = start.after(units={**gone, **units}, leaders=leaders, due=(), weather="clear")
        for leader in leaders:
            led = [unit for unit in units if game.units[unit].formation == game.leaders[leader].formation]
            if led and self._leader_name(leader):
                leaders[leader] = LeaderState(Status.ON_MAP, units[led[0]].place)
        return position.after(leaders=leaders)

    def _name(self, unit: str) -> str:
        """Return the name of a unit's counter in the module, empty if it has none; note it."""
        name = names_in_module().get(self.book.game.units[unit].name.replace(" ", ""), "")
        if name:
            self.names[unit] = name
        return name

    def _leader_name(self, leader: str) -> str:
        name = names_in_module().get(self.book.game.leaders[leader].name.replace(" ", ""), "")
        if name:
            self.names[leader] = name
        return name

    def _places(self) -> Iterator[tuple[str, Hex]]:
        states: dict[str, UnitState | LeaderState] = {**self.position.units, **self.position.leaders}
        for id_, state in states.items():
            if state.status is Status.ON_MAP and isinstance(state.place, Hex):
                yield id_, state.place

    # playing

    def play_out(self, actions: int) -> OfficialPlay:
        """Play until a number of actions of units are written, or nothing more can be done."""
        for _ in range(20 * actions):
            if self.written >= actions or not self._step():
                break
        self.table.send()
        return self

    def _step(self) -> bool:
        action = self._choice()
        if action is None or isinstance(action, play.EndTurn):
            return self._next_turn()
        completed = complete(self.position, action, self.book, self.rng)
        ruling = judge(self.position, completed, self.book)
        assert ruling.legal, ruling
        if ruling.after is not None and isinstance(action, play.Assault) and self._all_shown(action):
            play_assault(self, action, ruling.after)
            return True
        if ruling.after is None or not self._can_be_written(completed, ruling):
            return True
        self._write(completed, ruling)
        self.position = ruling.after
        return True

    def _all_shown(self, assault: play.Assault) -> bool:
        """Return whether all units in an assault have counters that lie face up on the map."""
        units = (*assault.units, *self.position.units_in(assault.target))
        return all(unit in self.names and not self.position.units[unit].hidden for unit in units)

    def _next_turn(self) -> bool:
        """End the turn, and begin the next one with the chits and without its other rolls."""
        ended = judge(self.position, play.EndTurn(), self.book)
        if ended.after is None:
            return False
        self._end_activation()
        self._write_changes(ended.after)
        self.table.next_turn()
        self.position = ended.after.after(due=(), event="", withdrawals=())
        return not self.position.outcome

    def _can_be_written(self, action: Action, ruling: Ruling) -> bool:
        """Return whether an action is one that is written, and the wizard gives its shots the results of the rules."""
        if isinstance(action, play.Move):
            layers = {_LAYERS[step.kind][0] for step in action.steps if step.to is None}
            able = all(self.table.has_layer(self.names[action.unit], layer) for layer in layers)
            shown = any(step.reveals or (step.rolls and step.kind in ("mount", "dismount")) for step in action.steps)
            if not able or shown or not all(step.to is None or self.table.is_hex(step.to) for step in action.steps):
                return False
        kinds = play.PlayChit | play.EndActivation | play.Move | play.DirectFire | play.IndirectFire | play.Rally
        if not isinstance(action, kinds):
            return False
        fired = (each for each in ruling.resolutions if each.purpose == "fire")
        if not isinstance(action, play.Move):
            return all(self.is_as_ruled(shot, action) for shot in fired)
        steps = (step for step in action.steps for roll in step.rolls if roll.purpose == "fire")
        return all(self.is_as_ruled(shot, action, step) for shot, step in zip(fired, steps, strict=False))

    def is_as_ruled(self, shot: Resolution, action: Action, step: play.MoveStep | None = None) -> bool:
        """Return whether the wizard gives a shot the result that it has by the rules."""
        return shot.die is None or self._shot(shot, action, step).result(shot.die) == shot.result

    # writing

    def _write(self, action: Action, ruling: Ruling) -> None:
        after = ruling.after
        assert after is not None
        self.written += not isinstance(action, play.PlayChit | play.EndActivation)
        match action:
            case play.PlayChit():
                self._play_chit(action)
            case play.Move():
                self.take_seat(action.unit)
                self._move(action, ruling)
            case play.DirectFire() | play.IndirectFire():
                self.take_seat(action.unit)
                self._fire(action, ruling)
            case play.Rally():
                self.take_seat(action.unit)
                self.table.say(f"{self.names[action.unit]} rallies" + (" cohesion" if action.of == "cohesion" else ""))
                self.roll_dice(action.rolls)
        self._write_changes(after)
        unit = getattr(action, "unit", "")
        if unit and self.marks_late and self.activates and not self._active_formation and self.manner.random() < 0.5:
            self.table.activate_alone(self.names[unit])

    def take_seat(self, unit: str) -> None:
        """Let the unit's player go on, with the unit activated."""
        self.table.seat(_PLAYERS[self.position.side(unit)], mail=self.rng.random() < _BY_MAIL)
        if self.activates and not self._active_formation and not (self.marks_late and self.manner.random() < 0.7):
            self.table.activate_alone(self.names[unit])

    def sit(self, side: str) -> None:
        """Let a side's player go on, in a mail of his own or at the same table."""
        self.table.seat(_PLAYERS[side], mail=self.rng.random() < _BY_MAIL)

    def write_shots(self, action: Action, ruling: Ruling) -> None:
        """Write a shot of an assault with the checks that it brings, and go on from there."""
        assert ruling.after is not None
        assert isinstance(action, play.AssaultFire)
        self.written += 1
        self._fire(action, ruling)
        self.bring_to(ruling.after)

    def bring_to(self, after: Position) -> None:
        """Bring the table to a position, and go on from it."""
        self._write_changes(after)
        self.position = after

    def _play_chit(self, action: play.PlayChit) -> None:
        chit = self.position.game.chits[action.chit]
        self._end_activation()
        if chit.kind == ChitKind.FORMATION:
            side = self.position.game.divisions[self.position.game.formations[chit.formation].division].side
            self.table.seat(_PLAYERS[side], mail=self.rng.random() < _BY_MAIL)
        self.table.say(chit.name)
        self.table.draw(_CHITS.get(chit.name, chit.name))
        self.roll_dice(action.rolls)
        members = [unit for unit in self.names if unit in self.position.units
                   and self.position.game.units[unit].formation == chit.formation
                   and self.names[unit] in self.table.pieces]  # fmt: skip
        if self.activates and chit.kind == ChitKind.FORMATION and members:
            self._active_formation = self.table.formation_of(self.names[members[0]])
            self.table.activate(self._active_formation)

    def _end_activation(self) -> None:
        """Take all activations and marks back."""
        if self._active_formation:
            self.table.activate(self._active_formation)
        for name in self.table.pieces:
            self.table.activate_alone(name, 1)
        self._active_formation = ""
        self.table.reset_marks()

    def roll_dice(self, rolls: tuple[play.Roll, ...]) -> None:
        """Roll dice with the button, in their order."""
        for roll in rolls:
            if roll.die is not None and (self.shows_dice or roll.purpose == "rally"):
                self.table.roll(roll.die)

    def _fire(self, action: play.DirectFire | play.IndirectFire | play.AssaultFire, ruling: Ruling) -> None:
        spotter = getattr(action, "spotter", "")
        if spotter and spotter != action.unit:
            self.table.say(f"{self.names[spotter]} spots")
        shots = [each for each in ruling.resolutions if each.purpose == "fire"]
        bonus = next((each for each in ruling.resolutions if each.purpose == "company-bonus"), None)
        before = ("company-bonus", "fire")
        self.roll_dice(tuple(roll for roll in action.rolls if roll.purpose == "spotting"))
        for shot in shots:
            self._attack(shot, action, ruling, bonus)
        later = tuple(roll for roll in action.rolls if roll.purpose not in (*before, "spotting"))
        if later:
            self.table.seat(_PLAYERS[self.position.side(action.target)], mail=self.rng.random() < _BY_MAIL)
        self.roll_dice(later)

    def _attack(
        self, shot: Resolution, action: Action, ruling: Ruling, bonus: Resolution | None = None,
        step: play.MoveStep | None = None,
    ) -> None:  # fmt: skip
        assert shot.die is not None
        assert ruling.after is not None
        place = self.position.units[shot.target].place
        level = ruling.after.barrages.get(place, 0) if isinstance(place, Hex) else 0
        new = isinstance(action, play.IndirectFire) and isinstance(place, Hex) and level
        held = (bonus.die, bonus.rating) if bonus is not None and bonus.die is not None else None
        self._talk(f"{self.names[shot.unit]} fires at {self.names[shot.target]}")
        self.table.attack(
            self.names[shot.unit], self.names[shot.target], self._shot(shot, action, step), shot.die, bonus=held,
            barrage=level if new and isinstance(place, Hex) and level != self.position.barrages.get(place, 0) else None,
            words="one moment" if self.talks and new and self.manner.random() < 0.5 else "",
        )  # fmt: skip
        self._talk(f"{shot.die}, {'missed' if shot.result == MISS else _RESULTS[shot.result]}")

    def _talk(self, words: str) -> None:
        """Say something that the wizard reports anyway, if the player is one who talks."""
        if self.talks and self.manner.random() < 0.6:
            self.table.say(words)

    def _shot(self, shot: Resolution, action: Action, step: play.MoveStep | None = None) -> Shot:
        """Return what the wizard knows of a shot: what stands on the table, and what the players tick.

        The target of Opportunity Fire has made the *step* already at which it is fired at.
        """
        due, position = {each.name: each.value for each in shot.modifiers}, self.position
        game, firer, target = position.game, position.units[shot.unit], position.units[shot.target]
        mode = _mode(action)
        ratings, aimed = position.ratings(shot.unit), position.ratings(shot.target)
        weapon = ratings.assault_weapon if getattr(action, "by_assault_rating", False) else ratings.weapon
        here, there = firer.place, step.to if step and step.to else target.place
        assert isinstance(here, Hex)
        assert isinstance(there, Hex)
        shown = {"form-column": True, "leave-column": False, "enter": "target-column" in due}
        column = shown.get(step.kind if step else "", target.column)
        return Shot(
            mode, shot.base, game.weapons[weapon].colour_name, ratings.fire_range or 99,
            self.book.grid.distance(here, there), armoured=aimed.armoured, defence=aimed.defence or 0,
            firer_column=firer.column, cohesion=firer.cohesion, barrage=position.barrages.get(here, 0),
            firer_position=firer.improvement, firer_inside=self.is_inside(shot.unit, here),
            step_loss="firer-step-loss" in due, company_bonus="company-bonus" in due,
            target_column=column, target_position=target.improvement,
            target_inside=self.is_inside(shot.target, there),
            steps=self._mass_beside(shot.target, there) if step else _MASS_STEPS[due.get("mass", 0)],
            night=position.time.turn == "Night", weather=self.weather_in_module(),
            moves=next((line for name, line in _ZONES.items() if name in due), ""),
        )  # fmt: skip

    def shows_step_loss(self, unit: str) -> bool:
        """Return whether a unit's counter shows that it has lost a step."""
        return self.table.has_lost_step(self.names[unit])

    def steps_in(self, place: Hex) -> int:
        """Return the steps in a hex."""
        return sum(self.position.units[unit].steps for unit in self.position.units_in(place))

    def weather_in_module(self) -> str:
        """Return the value of the module's property for the weather."""
        return _WEATHER[self.position.weather]

    def _mass_beside(self, target: str, place: Hex) -> int:
        """Return the steps where a moving counter stands, with its own: the wizard counts those."""
        units = {target, *self.position.units_in(place)}
        return sum(self.position.units[unit].steps for unit in units)

    def is_inside(self, unit: str, place: Hex) -> bool:
        return self.position.side(unit) == "french" and self.position.game.map.hexes[place].fortified

    # moves

    def _move(self, move: play.Move, ruling: Ruling) -> None:
        """Write a move step by step, with the fire that it draws; who is stopped is dragged back."""
        name, owner, start = self.names[move.unit], self.table.player, self.position
        self.roll_dice(move.rolls)
        shots = [each for each in ruling.resolutions if each.purpose == "fire"]
        for number, step in enumerate(move.steps):
            if step.to is not None:
                if not self._goes_past(move.steps[number:]):
                    self.table.drag([name], step.to)
            else:
                self._turn_layer(move.unit, step.kind)
            if step.rolls:
                self._opportunity_fire(move, step, shots, ruling)
            so_far = judge(start, replace(move, steps=move.steps[: number + 1]), self.book).after
            assert so_far is not None
            if step.rolls:
                self._write_changes(so_far)
                self.table.seat(owner, mail=self.rng.random() < _BY_MAIL)
            self.position = so_far
            if step.to not in (None, so_far.units[move.unit].place):
                break

    def _goes_past(self, steps: Sequence[play.MoveStep]) -> bool:
        """Return whether a unit is dragged past the first of some hexes, at which nothing happens."""
        plain = len(steps) > 1 and not steps[0].rolls and not steps[1].rolls and steps[1].to is not None
        return plain and self.jumps and self.manner.random() < 0.8

    def _opportunity_fire(self, move: play.Move, step: play.MoveStep, shots: list[Resolution], ruling: Ruling) -> None:
        for roll in step.rolls:
            firing = roll.unit != move.unit and roll.unit in self.position.units
            if firing:
                self.table.seat(_PLAYERS[self.position.side(roll.unit)], mail=self.rng.random() < _BY_MAIL)
            else:
                self.table.seat(_PLAYERS[self.position.side(move.unit)], mail=False)
            if roll.purpose == "fire":
                shot = next(each for each in shots if each.unit == roll.unit)
                shots.remove(shot)
                self._attack(shot, move, ruling, step=step)
            else:
                self.roll_dice((roll,))

    def _turn_layer(self, unit: str, kind: str) -> None:
        layer, level = _LAYERS[kind]
        self.table.layer(self.names[unit], layer, level)

    # what comes of it

    def _write_changes(self, after: Position) -> None:
        """Bring the table to a position: counters, markers, barrages."""
        for unit, new in after.units.items():
            if unit in self.names and self.names[unit] in self.table.pieces:
                self._write_state(unit, new)
        for leader, his in after.leaders.items():
            if leader in self.names:
                self._write_leader(leader, his)
        for place in {**self.position.barrages, **after.barrages}:
            level = after.barrages.get(place, 0)
            if self.table.barrage_level(place) != level:
                self.table.barrage(place, level)

    def _write_leader(self, leader: str, state: LeaderState) -> None:
        name = self.names[leader]
        if state.status is not Status.ON_MAP and self.table.place_of(name) is not None:
            self.table.bury(name)
        elif isinstance(state.place, Hex) and self.table.place_of(name) != state.place:
            self.table.drag([name], state.place)

    def _write_state(self, unit: str, new: UnitState) -> None:
        name = self.names[unit]
        if new.status is not Status.ON_MAP:
            if self.table.place_of(name) is not None:
                self.table.bury(name)
            return
        if isinstance(new.place, Hex) and self.table.place_of(name) != new.place:
            self.table.drag([name], new.place)
        wanted = {"Suppressed": int(new.suppressed), "Cohesion Hit": new.cohesion,
                  "IP": int(new.improvement == 1), "Entrenchment": int(new.improvement == 2)}  # fmt: skip
        for kind, level in wanted.items():
            lies = self.table.mark_level(name, kind)
            if lies > level:
                self.table.unmark(name, kind)
            if lies != level and level:
                self.table.mark(name, kind, level)
        if new.steps < self.book.game.units[unit].steps and not self.table.has_lost_step(name):
            self._lose_step(name)
        for layer, is_due in (("Column", new.column), ("Trn", new.mounted)):
            if self.table.is_layer_on(name, layer) is not is_due:
                self.table.layer(name, layer, 1 if is_due else -1)

    def _lose_step(self, name: str) -> None:
        if self.table.has_layer(name, "Step"):
            self.table.layer(name, "Step", 1)
        else:
            self.table.mark(name, "Step Loss")


def _mode(action: Action) -> WizardMode:
    """Return the mode of the wizard in which an action's shots are fired."""
    match action:
        case play.Move():
            return WizardMode.OPPORTUNITY
        case play.IndirectFire():
            return WizardMode.INDIRECT
        case play.AssaultFire():
            return WizardMode.ASSAULT if action.assaults else WizardMode.ASSAULT_DEFENCE
    return WizardMode.DIRECT


# what the referee says


def refereed(game: OfficialPlay) -> RefereedGame:
    """Let the referee read the mails of a game."""
    return referee_game(
        game.table.mails, game.book, load_patterns(), module=module_definition(), scenario=game.scenario
    )


def accusations(result: RefereedGame) -> list[str]:
    """Return the offences that the referee sees, each with its log and step."""
    return [
        f"{entry.steps[0][0] + 1}:{entry.steps[0][1]} {finding.name}: {finding.text}"
        for entry in result.entries for finding in entry.findings if finding.verdict is Verdict.ILLEGAL
    ]  # fmt: skip


def main(first: int, last: int) -> None:
    """Play and referee games, and tell what is said of them."""
    names: Counter[str] = Counter()
    entries: Counter[str] = Counter()
    for seed in range(first, last):
        game = OfficialPlay(1 + seed % 4, seed)
        try:
            result = refereed(game.play_out(30))
        except (VassalError, AssertionError) as error:
            print(f"{seed}: {type(error).__name__} {str(error)[:400]}")
            raise
        told = accusations(result)
        names.update(each.split()[1] for each in told)
        entries.update(str(entry.verdict) for entry in result.entries if entry.action is not None)
        open_ones = Counter(f.name for e in result.entries for f in e.findings if f.verdict is Verdict.UNDECIDED)
        print(
            f"{seed}: {len(game.table.mails)} mails, {game.written} actions, {len(told)} accusations; {dict(open_ones)}"
        )
        for each in told:
            print("    " + each)
    print(dict(names), dict(entries))


if __name__ == "__main__":
    bounds = [int(each) for each in sys.argv[1:]]
    main(*(bounds if len(bounds) > 1 else [0, bounds[0]]))
