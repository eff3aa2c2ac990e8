"""Games that play themselves: random legal play of a scenario to its end, written as logs of our own module.

The same seed plays the same game to the byte. ``python -m tests.self_play SEED DIRECTORY`` writes its logs;
``python -m tests.self_play --audit FIRST LAST`` lets the referee audit the games with these seeds (the last one not
among them) and tells what it does not read as it was played; ``--write FIRST LAST`` only writes them, and holds the
table against the position by the rules after each action. ``--scenario N`` before that is for another scenario; then
``--quiet`` is for games in which hardly anybody attacks: the siege lasts for all its days.
``--scripts FIRST LAST`` turns the games of Scenario 1 into scripts, those into logs, and these into scripts again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from adjudicator.game import play
from adjudicator.game.hexes import Hex
from adjudicator.game.play import Action
from adjudicator.game.position import Activation, LeaderState, Position, Status, UnitState
from adjudicator.module_layout.saved_position import saved_position
from adjudicator.module_layout.turn_markers import effects, used_up
from adjudicator.recording.game_record import GameRecord, Seat
from adjudicator.recording.game_writer import GameWriter, Written
from adjudicator.recording.module_kit import PlayKit
from adjudicator.recording.play_styles import PLAIN, VARIED, PlayStyle, StyledPlay, together
from adjudicator.recording.scripts import script
from adjudicator.recording.set_up_save import set_up_save
from adjudicator.recording.table_actions import TableAction
from adjudicator.rules.bir_hacheim.waiting_formations import LAST_HELD_BY_AXIS
from adjudicator.rules.judge import judge
from adjudicator.rules.random_dice import complete
from adjudicator.rules.random_set_up import random_set_up
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.ruling import Ruling
from adjudicator.rules.series.reinforcements import units_due
from adjudicator.rules.series.turns import turn_is_over
from adjudicator.rules.turn_actions import turn_actions
from adjudicator.vassal.errors import VassalError
from adjudicator.vassal.replay import Replay
from adjudicator.vassal.saved_game import SavedGame, open_game
from tests.random_play import Game, agreed_book
from tests.support.built_module import built_module, module_definition
from tests.support.rule_cases import built_in_game

__all__ = [
    "Played",
    "PlayedGame",
    "QuietPlay",
    "SelfPlay",
    "play_kit",
    "seats",
    "setup",
    "start_of",
    "unlike",
    "visible",
]

_IN_A_STACK: Final = 0.3
"""How often two units that can make the same way are moved together."""
_ALONG: Final = 0.6
"""How often one more reinforcement is dragged along."""
_SIDES: Final = ("axis", "french")
_PREDEFINED: Final = 3
"""Every how manieth game begins with the module's own setup."""
_OFF_MAP: Final = frozenset({Status.WAITING, Status.WITHDRAWN})
_RICH: Final = 40
"""With how many Dispatch Points a division buys whatever it can: its track ends at 59."""
_ATTACKS: Final = 0.03
"""How often a unit attacks in a quiet game when it could."""


@cache
def play_kit() -> PlayKit:
    """Return the built-in game with its module."""
    return PlayKit(built_in_game(), module_definition())


@cache
def setup(scenario: int) -> SavedGame:
    """Return the predefined setup of a scenario."""
    return open_game(built_module().entries[f"scenario-{scenario}.vsav"])


@cache
def start_of(scenario: int, seed: int) -> tuple[SavedGame, Position]:
    """Return the save and the position that a game begins with.

    Scenario 1 begins with its predefined setup. So does every third game of the others: there reinforcements of the
    first turn are still to come. Before the rest all have been set up, at random.
    """
    predefined = setup(scenario)
    if scenario == 1 or seed % _PREDEFINED == 0:
        table = Replay(predefined).table
        return predefined, saved_position(table, built_in_game(), scenario=scenario).position
    rng = Random(f"set-up/{scenario}/{seed}")  # noqa: S311 - nothing secret hangs on it
    position = random_set_up(built_in_game(), scenario, agreed_book(), rng)
    return set_up_save(play_kit(), agreed_book(), predefined, position), position


def seats() -> dict[str, Seat]:
    """Return the two players."""
    names = {"axis": "Anna", "french": "Bert"}
    sides = built_in_game().sides
    return {side: Seat(f"{names[side].lower()}-example", names[side], sides[side].name) for side in _SIDES}


@dataclass(frozen=True)
class Played:
    """An action of a game, and where it is written."""

    position: Position
    action: Action
    ruling: Ruling
    written: Written
    """That of actions written together is the same."""


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played to its end."""

    seed: int
    start: SavedGame
    actions: tuple[Played, ...]
    files: tuple[SavedGame, ...]
    end: Position


class SelfPlay(Game):
    """A random legal game. By default seeds alternate between play by mail and on line."""

    def __init__(
        self,
        seed: int,
        *,
        scenario: int = 1,
        style: PlayStyle = VARIED,
        on_line: bool | None = None,
        failures: Path = Path("self-play-failure.json"),
        book: RuleBook | None = None,
    ) -> None:
        super().__init__(scenario, seed, failures, book or agreed_book())
        self.on_line = seed % 2 == 1 if on_line is None else on_line
        self.start = self._beginning()[0]
        self.record = GameRecord(self._kit(), self.start, self._seats(), on_line=self.on_line)
        self.writer = GameWriter(self._kit(), self.book, self.record, StyledPlay(style, Random(f"manner/{seed}")))  # noqa: S311
        self.played: list[Played] = []

    def _kit(self) -> PlayKit:
        """Return the game with its module."""
        return play_kit()

    def _seats(self) -> dict[str, Seat]:
        return seats()

    def _beginning(self) -> tuple[SavedGame, Position]:
        """Return the save and the position that the game begins with."""
        return start_of(self.scenario, self.seed)

    def _start(self) -> Position:
        return self._beginning()[1]

    def to_the_end(self) -> PlayedGame:
        """Play the game to its end."""
        for action in self.actions():
            self.make(action)
        return self.finished()

    def finished(self) -> PlayedGame:
        """Write what is still to be written, and return the game as it is now."""
        self.writer.finish()
        return PlayedGame(self.seed, self.start, tuple(self.played), self.record.files, self.position)

    def actions(self) -> Iterator[Action]:
        """Yield the next action, with its dice, for as long as the scenario lasts; whoever takes it makes it."""
        while not self.position.outcome:
            action = self._next()
            if isinstance(action, play.EndTurn) and not judge(self.position, action, self.book).legal:
                return
            yield action

    def make(self, action: Action) -> None:
        """Make a legal action, and write it."""
        if isinstance(action, play.Arrive) and self.rng.random() < _IN_A_STACK:
            self._arrive_as_stack(action)
            return
        other = self._same_way(action) if self.rng.random() < _IN_A_STACK else None
        if other is None:
            written = self.writer.write(self.position, action)
            self.note(action, written)
            return
        acts = self._together(action, other)
        written = self.writer.write_acts(acts, self.position.side(getattr(action, "unit", "")))
        self.note(action, written)
        self.note(other, written)

    def _arrive_as_stack(self, action: play.Arrive) -> None:
        """Make an arrival, and drag some of those along who may come to the same place."""
        acts, position, arrived = script(self.position, action, self.book), self.position, [action]
        for unit in units_due(self.position):
            after = judge(position, arrived[-1], self.book).after
            other = play.Arrive(unit, action.to)
            if unit == action.unit or after is None or not judge(after, other, self.book).legal:
                continue
            both = together(acts, script(after, other, self.book))
            if both is not None and self.rng.random() < _ALONG:
                acts, position = both, after
                arrived.append(other)
        written = self.writer.write_acts(acts, self.position.side(action.unit))
        for each in arrived:
            self.note(each, written)

    def note(self, action: Action, written: Written) -> None:
        """Note a legal action that was written."""
        ruling = judge(self.position, action, self.book)
        assert ruling.legal, [finding.text for finding in ruling.findings]
        assert ruling.after is not None
        self.played.append(Played(self.position, action, ruling, written))
        self.done[type(action).__name__] += 1
        self.position = ruling.after

    def _next(self) -> Action:
        """Return an action that can be made now."""
        while True:
            action = self._choice()
            if action is None:
                if turn_is_over(self.position):
                    return self._turn_over()
                continue
            if not _has_counter(self.position, action):
                continue
            completed = complete(self.position, self._by_mail(action), self.book, self.rng)
            if self.on_line or not _shows_enemy_gun(self.position, completed):
                return completed

    def _by_mail(self, action: Action) -> Action:
        """Return a move without guns that are turned over on its way: by mail their owner cannot do that."""
        if self.on_line or not isinstance(action, play.Move):
            return action
        return replace(action, steps=tuple(replace(step, reveals=()) for step in action.steps))

    # two units together

    def _same_way(self, action: Action) -> Action | None:
        """Return the move of another unit of the same hex by the same way, if it can be made right after this one."""
        if not isinstance(action, play.Move) or any(step.rolls or step.reveals for step in action.steps):
            return None
        after = judge(self.position, action, self.book).after
        for unit in self.position.units_in(self.position.units[action.unit].place):
            other = complete(after or self.position, play.Move(unit, action.steps), self.book, Random(0))  # noqa: S311
            if unit != action.unit and after is not None and self._is_quiet(after, other, action):
                return other
        return None

    def _is_quiet(self, after: Position, other: Action, first: play.Move) -> bool:
        """Return whether a move is the same as another one and legal, without a die, and can be written with it.

        The unit must be able to stay where it ends: to nobody else could be done anything before it has gone on.
        """
        if not isinstance(other, play.Move) or other.steps != first.steps or other.rolls:
            return False
        moved = judge(after, other, self.book)
        ends = judge(moved.after or after, play.EndActivation(other.unit), self.book)
        return moved.legal and ends.legal and self._together(first, other) != ()

    def _together(self, action: Action, other: Action) -> tuple[TableAction, ...]:
        after = judge(self.position, action, self.book).after
        assert after is not None
        first, second = script(self.position, action, self.book), script(after, other, self.book)
        return together(first, second) or ()


class QuietPlay(SelfPlay):
    """A game in which hardly anybody attacks and all keep away from each other: it lasts for days."""

    def _action_of(self, unit: str) -> Action | None:
        action = super()._action_of(unit)
        attacks = isinstance(action, play.DirectFire | play.IndirectFire | play.Assault)
        return None if attacks and self.rng.random() > _ATTACKS else action

    def _distance_to_enemies(self, unit: str, start: Hex) -> int:
        return -super()._distance_to_enemies(unit, start)

    def _before_chits(self) -> Action | None:
        """Return a purchase of a rich division before all else."""
        first = super()._before_chits()
        if isinstance(first, play.BuyChit):
            return first
        rich = {division for division, points in self.position.points.items() if points.dispatch > _RICH}
        if not rich:
            return first
        purchases = [
            action for action in turn_actions(self.position, self.book, chits=False)
            if isinstance(action, play.BuyChit) and self.position.game.chits[action.chit].division in rich
            and _has_counter(self.position, action)
        ]  # fmt: skip
        return purchases[0] if purchases else first


def _shows_enemy_gun(position: Position, action: Action) -> bool:
    """Return whether an assault makes the other player turn a gun over in the middle of it."""
    return isinstance(action, play.Assault) and any(
        position.units[unit].hidden for unit in position.units_in(action.target)
    )


def _has_counter(position: Position, action: Action) -> bool:
    """Return whether the chit that is bought lies for sale: there is one of each, and so it cannot be had twice."""
    if not isinstance(action, play.BuyChit):
        return True
    return action.chit not in (position.mug if action.when == play.Purchase.NEXT_TURN else position.next_turn)


def visible(position: Position) -> Position:
    """Return a position as a table can show it: without what no counter tells.

    The chit that was left over from the turn before lies in play already. Who will come back lies in the calendar,
    whether it has withdrawn or left. Yesterday's weather lies on its track until that of the day is rolled for.
    """
    chit = position.activation.chit or position.first_chit
    units = {
        unit: UnitState(state.status) if state.status is Status.ELIMINATED
        else state.after(status=_shown_status(state.status), actions=(), finished=False, contact_leader="")
        for unit, state in position.units.items()
    }  # fmt: skip
    told = {*effects(position.game), *used_up(position.game), LAST_HELD_BY_AXIS}
    return position.after(
        units=units,
        leaders={name: LeaderState(_shown_status(each.status), each.place) for name, each in position.leaders.items()},
        weather=position.weather if position.day_weather else "clear",
        flags=position.flags & told,
        due=(), event="", withdrawals=(), outcome="",
        activation=Activation(chit),
        mug=tuple(sorted(each for each in position.mug if each != position.first_chit)),
        played=(*sorted(each for each in position.played if each != chit), *([chit] if chit else [])),
        first_chit="", last_indirect="",
    )  # fmt: skip


def _shown_status(status: Status) -> Status:
    return Status.WAITING if status in _OFF_MAP else status


def shown(game: SelfPlay) -> Position:
    """Return the position that the table of the log in hand shows."""
    found = saved_position(game.record.log.table, built_in_game(), scenario=game.scenario).position
    return visible(found if game.position.day_weather else found.after(day_weather=""))


def unlike(one: Position, other: Position) -> Iterator[str]:
    """Yield what is not the same in two positions, with both values."""
    for each in fields(Position):
        first, second = getattr(one, each.name), getattr(other, each.name)
        if first == second or not each.compare:
            continue
        if isinstance(first, Mapping):
            for key in (*first, *(key for key in second if key not in first)):
                if first.get(key) != second.get(key):
                    yield f"{each.name} {key}: {first.get(key)} and {second.get(key)}"
        else:
            yield f"{each.name}: {first} and {second}"


def write_files(game: PlayedGame, directory: Path) -> None:
    """Write the logs of a game into a directory."""
    directory.mkdir(parents=True, exist_ok=True)
    for file in game.files:
        (directory / f"game-{game.seed}-{file.file}").write_bytes(file.archive_bytes())


def write_seeds(first: int, last: int, scenario: int) -> int:
    """Print where the games with these seeds cannot be written, or the table is not as the rules have it; count them.

    Late marks would make the table differ: the games are played in the plain style.
    """
    bad = 0
    for seed in range(first, last):
        playing, problem = SelfPlay(seed, scenario=scenario, style=PLAIN), ""
        try:
            for action in playing.actions():
                playing.make(action)
                if wrong := list(unlike(shown(playing), visible(playing.position))):
                    problem = f"after {len(playing.played)} actions, {action}: {'; '.join(wrong)}"
                    break
        except (AssertionError, VassalError) as error:
            problem = f"after {len(playing.played)} actions: {error}"
        bad += bool(problem)
        done = f"{len(playing.played)} actions, {playing.position.time} {playing.position.outcome}"
        print(f"{seed}: {problem or done}", flush=True)
    print(f"{last - first} games, {bad} of them not written as they were played")
    return bad


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.self_play",
        description="Write the logs of a game that plays itself, or have games audited.",
    )
    parser.add_argument("seed", type=int, nargs="?", help="the seed of the game whose logs are written")
    parser.add_argument("directory", type=Path, nargs="?", help="where they are written")
    parser.add_argument("--scenario", type=int, choices=(1, 2, 3, 4), default=1)
    parser.add_argument("--quiet", action="store_true", help="hardly anybody attacks")
    seeds: dict[str, Any] = {"type": int, "nargs": 2, "metavar": ("FIRST", "LAST")}
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--audit", help="let the referee audit the games with these seeds, LAST not among them", **seeds)
    ways.add_argument("--write", help="only write them, and hold the table against the position", **seeds)
    ways.add_argument("--scripts", help="turn them into scripts, and back", **seeds)
    return parser


def main(arguments: list[str]) -> int:
    """Write the logs of a game, or have games audited."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    kind = QuietPlay if asked.quiet else SelfPlay
    if asked.audit:
        from tests.support.self_audit import audit_games

        return audit_games(kind(seed, scenario=asked.scenario) for seed in range(*asked.audit))
    if asked.write:
        first, last = asked.write
        return write_seeds(first, last, asked.scenario)
    if asked.scripts:
        from tests.support.self_scripts import scripts_of_seeds

        return scripts_of_seeds(*asked.scripts)
    if asked.directory is None:
        parser.error("a SEED and a DIRECTORY, or one of --audit, --write, --scripts")
    write_files(kind(asked.seed, scenario=asked.scenario).to_the_end(), asked.directory)
    return 0


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 1))
