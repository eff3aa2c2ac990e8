"""``adjudicator resolve``: a shot, an assault or a check with all its arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ..game.hexes import Hex
from ..game.play import RollPurpose
from ..game.position import Position
from ..report.answers_text import (
    Answer,
    Foot,
    Scene,
    ShotAnswer,
    check_answer,
    dealt_answer,
    plain_shot_answer,
    shot_answer,
    unit_check_answer,
)
from ..rules.dice_queue import Dealing, deal
from ..rules.judge import handle
from ..rules.judgement import Judgement
from ..rules.questions import ShotQuestion
from ..rules.ruling import Verdict
from ..rules.series.check_sums import check_sum, unit_check_sum
from ..rules.series.checks import check
from ..rules.series.fire_sums import shot_sum
from ..rules.shot_facts_check import plain_findings
from .assault_options import asked_assault, assault_options, assault_scene, participants
from .check_options import CHECK_CHARTS, asked_check, check_options, plain_check
from .main import CommandGroup
from .options import json_option
from .own_options import GameCommand
from .rule_options import Table, die, estimated_line, position_argument, rule_options, show, take_seat
from .shot_options import SHOT_CHARTS, asked_shot, dice, plain_shot, shot_options

__all__ = ["command"]

_SHOT_EPILOG = """\b
Examples:
  adjudicator resolve fire --rating 5 --colour pink --distance 2 --defence -1 --mass 5 --roll 3
  adjudicator resolve fire turn-07.vsav --from 1/VIII --at 5/2 --roll 4 --roll 7
  adjudicator resolve fire turn-07.vsav --from 7/2 --at 1/VIII --to 25.13 --roll 5 --roll 1"""

_ASSAULT_EPILOG = """\b
Examples:
  adjudicator resolve assault turn-07.vsav --unit 1/VIII --unit 2/VIII --at 25.13 \\
    --house-rules ours.toml
  adjudicator resolve assault --scenario 4 --place 1./I./155=10.10 --place 5/2/13=10.11 \\
    --unit 1./I./155 --at 10.11"""


@click.group(cls=CommandGroup, no_args_is_help=False)
def command() -> None:
    """Resolve a shot, an assault or a check, modifier by modifier."""


@command.command(
    "fire", cls=GameCommand, charts=SHOT_CHARTS, epilog=_SHOT_EPILOG, short_help="A shot: modifiers, rating, result."
)
@position_argument
@shot_options
@rule_options
@json_option
def fire(position_path: Path | None, as_json: bool, **values: Any) -> int:
    """Resolve a shot: every modifier, the rating, the line of the table, the result.

    Describe the shot with options, or name two units in a POSITION (a save, a log, or a position as JSON or XML), with
    the die rolls in order.
    """
    table = take_seat(position_path, values)
    if table.position is None:
        return show(*_plain_fire(table, values), as_json=as_json)
    return show(*_fire(table, asked_shot(table, values), dice(values)), as_json=as_json)


def _plain_fire(table: Table, values: dict[str, Any]) -> tuple[Answer, int]:
    facts, rolled = plain_shot(table, values), dice(values)
    if len(rolled) > 1:
        raise table.refuse("--roll: one die is enough for a shot by options")
    if None in rolled:
        raise table.refuse("--roll: no Command Point can be paid for the fire die")
    findings = list(plain_findings(facts, table.book))
    roll = rolled[0] if rolled else None
    foot = Foot(table.book.house_rules)
    return plain_shot_answer(facts, shot_sum(facts, table.book), roll, table.game, findings, foot), 0


def _fire(table: Table, question: ShotQuestion, rolled: list[int | None]) -> tuple[Answer, int]:
    what_if = question.what_if(table.known_position, table.book)
    position = what_if.position
    dealing = _dealt(table, what_if.position, question.resolve, rolled)
    bonus = next(
        (r.result == "pass" for r in dealing.ruling.resolutions if r.purpose == RollPurpose.COMPANY_BONUS), None
    )
    total = question.sum(position, table.book, bonus=bonus)
    place = position.units[question.target].place
    beside = position.units_in(place) if isinstance(place, Hex) and question.hits_others else ()
    units = [unit for unit in position.units if unit in {question.target, *beside}]
    answer = ShotAnswer(question, total, dealing, table.game, units)
    foot = Foot(table.book.house_rules, estimated_line(table, (question.firer, question.target)))
    return shot_answer(answer, Scene(position, table.viewer, what_if.now), foot), _exit_code(dealing)


@command.command("assault", epilog=_ASSAULT_EPILOG, short_help="An assault, roll by roll.")
@position_argument
@assault_options
@click.option("--roll", type=die, metavar="DIE", multiple=True, help="The die rolls, in order.")
@rule_options
@json_option
def assault(position_path: Path | None, as_json: bool, **values: Any) -> int:
    """Resolve an assault, roll by roll.

    POSITION is a save, a log (its end), or a position as JSON or XML. Give the die rolls in order; when they run out,
    the next roll is named.
    """
    table = take_seat(position_path, values, in_position=True)
    action = asked_assault(table, values)
    words, scene = assault_scene(table, action)
    dealing = _dealt(table, scene.position, lambda judgement: handle(judgement, action), dice(values))
    units = participants(table, action)
    foot = Foot(table.book.house_rules, estimated_line(table, units))
    return show(dealt_answer("assault", words, dealing, scene, units, foot), _exit_code(dealing), as_json=as_json)


@command.command(
    "check", cls=GameCommand, charts=CHECK_CHARTS, short_help="A Troop Quality Check: modifiers, sum, result."
)
@position_argument
@check_options
@rule_options
@json_option
def check_command(position_path: Path | None, as_json: bool, **values: Any) -> int:
    """Resolve a Troop Quality Check: every modifier, the sum, the result of each die roll.

    Describe the check with options, or name a unit in a POSITION (a save, a log, or a position as JSON or XML).
    """
    table = take_seat(position_path, values)
    purpose, roll = values["purpose"], values["roll"]
    if table.position is None:
        if roll == "cp":
            raise table.refuse("--roll: cp needs a POSITION (whose Command Point?)")
        total = check_sum(plain_check(table, values), table.book)
        rule = table.book.rule("troop-quality-die")
        return show(check_answer(total, purpose, roll, rule, Foot(table.book.house_rules)), 0, as_json=as_json)
    unit, position = asked_check(table, values), table.position
    rolled = [] if roll is None else [None if roll == "cp" else roll]

    def resolve(judgement: Judgement) -> None:
        check(judgement, purpose, unit, exposed=values["exposed"])

    total = unit_check_sum(position, table.book, unit, purpose, exposed=values["exposed"])
    dealing = _dealt(table, position, resolve, rolled)
    foot = Foot(table.book.house_rules, estimated_line(table, (unit,)))
    scene = Scene(position, table.viewer)
    return show(unit_check_answer(total, purpose, unit, dealing, scene, foot), _exit_code(dealing), as_json=as_json)


def _dealt(
    table: Table, position: Position, resolve: Callable[[Judgement], object], rolled: list[int | None]
) -> Dealing:
    """Resolve something with dice; it is a usage error if some are left over, unless it is illegal."""
    dealing = deal(position, table.book, resolve, rolled)
    if dealing.unused and dealing.ruling.verdict is not Verdict.ILLEGAL:
        used = len(rolled) - dealing.unused
        raise table.refuse(f"--roll: {len(rolled)} dice were given, but only {used} needed")
    return dealing


def _exit_code(dealing: Dealing) -> int:
    """Return 1 for what is illegal, 2 for what is undecided or lacks a die after others were given, else 0."""
    verdict = dealing.ruling.verdict
    if verdict is Verdict.ILLEGAL:
        return 1
    return 2 if verdict is Verdict.UNDECIDED or (dealing.next_roll is not None and dealing.rolls) else 0
