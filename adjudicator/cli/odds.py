"""``adjudicator odds``: the exact chances of a shot, an assault or a move."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..game.action_words import ActionType
from ..game.hexes import Hex
from ..game.play import Move, MoveStep, StepKind
from ..game.position import Position
from ..report.action_words import action_words
from ..report.answers_text import (
    Answer,
    Foot,
    Scene,
    assault_odds_answer,
    move_odds_answer,
    plain_odds_answer,
    shot_odds_answer,
)
from ..rules.chance import TooManyOutcomes
from ..rules.odds import TargetFacts, assault_odds, exact_odds, fire_odds, move_odds
from ..rules.questions import ShotQuestion, as_if_activated, firers_on
from ..rules.ruling import Finding, Verdict
from ..rules.series.paths import reachable
from ..rules.shot_facts_check import plain_findings
from ..rules.unreachable import steps_towards
from .assault_options import asked_assault, assault_options, assault_scene, participants
from .completion import complete_units
from .main import CommandGroup
from .options import busy, json_option
from .own_options import GameCommand
from .rule_options import Table, estimated_line, hex_name, position_argument, rule_options, show, take_seat
from .shot_options import SHOT_CHARTS, asked_shot, dice, plain_shot, shot_options
from .whole_number import WholeNumber

__all__ = ["command"]

_SHOT_EPILOG = """\b
Examples:
  adjudicator odds fire --rating 5 --colour pink --distance 2 --target-quality 6
  adjudicator odds fire turn-07.vsav --from 1/VIII --at 5/2"""
_MOVE_EPILOG = """\b
Examples:
  adjudicator odds move turn-07.vsav --unit 1/VIII --to 25.13
  adjudicator odds move turn-07.vsav --unit 1/VIII --path form-column,26.12,26.13"""
_CHANGES = tuple(kind for kind in StepKind if kind not in (StepKind.OPEN, StepKind.ENTER))
_QUALITY = ("target_steps", "target_cohesion", "target_suppressed")


@click.group(cls=CommandGroup, no_args_is_help=False)
def command() -> None:
    """Compute exact odds of a shot, an assault or a move."""


@command.command(
    "fire",
    cls=GameCommand,
    charts=SHOT_CHARTS,
    epilog=_SHOT_EPILOG,
    short_help="Each result of a shot, and what becomes of its target.",
)
@position_argument
@shot_options
@click.option(
    "--target-quality",
    type=WholeNumber(-9, 19),
    help="The target's Troop Quality for its checks, all modifiers included: adds what happens to it.",
)
@click.option("--target-steps", type=WholeNumber(0, 2), help="The steps of the target (2).")
@click.option("--target-cohesion", type=WholeNumber(0, 2), help="The Cohesion Hits of the target (0).")
@click.option("--target-suppressed", is_flag=True, help="The target is Suppressed.")
@rule_options
@json_option
def fire(position_path: Path | None, as_json: bool, **values: Any) -> int:  # fmt: skip
    """Compute the exact chance of each result of a shot.

    Describe the shot with options, or name two units in a POSITION (a save, a log, or a position as JSON or XML). With
    --roll the fire roll is known, and only the checks are left to chance.
    """
    table = take_seat(position_path, values)
    rolled = dice(values)
    if len(rolled) > 1 or None in rolled:
        raise table.refuse("--roll: give the fire die only; the odds cover the rest")
    roll = rolled[0] if rolled else None
    if table.position is None:
        return show(_plain_fire(table, values, roll), 0, as_json=as_json)
    for name in ("target_quality", *_QUALITY):
        if values[name] not in (None, False):
            raise table.refuse(f"--{name.replace('_', '-')} comes from the position: leave it out")
    question = asked_shot(table, values)
    return show(*_fire(table, question, roll), as_json=as_json)


def _plain_fire(table: Table, values: dict[str, Any], roll: int | None) -> Answer:
    facts = plain_shot(table, values)
    target = None
    if values["target_quality"] is not None:
        steps = 2 if values["target_steps"] is None else values["target_steps"]
        target = TargetFacts(
            values["target_quality"], steps, values["target_cohesion"] or 0, values["target_suppressed"]
        )
    elif any(values[name] not in (None, False) for name in _QUALITY):
        raise table.refuse("--target-steps, --target-cohesion and --target-suppressed go with --target-quality")
    shot = fire_odds(facts, table.book, target, roll)
    findings = list(plain_findings(facts, table.book))
    return plain_odds_answer(facts, shot, roll, table.game, findings, Foot(table.book.house_rules))


def _fire(table: Table, question: ShotQuestion, roll: int | None) -> tuple[Answer, int]:
    what_if = question.what_if(table.known_position, table.book)
    position = what_if.position
    odds = exact_odds(position, table.book, question.resolve, firer=question.firer, target=question.target, die=roll)
    beside = position.units_in(position.units[question.target].place) if question.hits_others else ()
    units = [unit for unit in position.units if unit in {question.target, *beside}]
    total = question.sum(position, table.book)
    scene = Scene(position, table.viewer, what_if.now)
    foot = Foot(table.book.house_rules, estimated_line(table, (question.firer, question.target)))
    return shot_odds_answer(question, total, odds, units, scene, table.game, foot, roll), _exit_code(odds.findings)


@command.command("assault", short_help="Whether the hex is taken, and what becomes of each unit.")
@position_argument
@assault_options
@rule_options
@json_option
def assault(position_path: Path | None, as_json: bool, **values: Any) -> int:
    """Compute the exact chance that a hex is taken, and of each unit's losses.

    POSITION is a save, a log (its end), or a position as JSON or XML.
    """
    table = take_seat(position_path, values, in_position=True)
    action = asked_assault(table, values)
    words, scene = assault_scene(table, action)
    try:
        with busy("working out every possible die roll"):
            odds = assault_odds(scene.position, action, table.book)
    except TooManyOutcomes as error:
        raise click.ClickException(f"{error}: give fewer units") from None
    units = participants(table, action)
    foot = Foot(table.book.house_rules, estimated_line(table, units))
    answer = assault_odds_answer(words, odds, action.target, action.units, units, scene, foot)
    return show(answer, _exit_code(odds.findings), as_json=as_json)


@command.command("move", epilog=_MOVE_EPILOG, short_help="How far a unit gets under fire, and in what state.")
@position_argument
@click.option("--unit", "unit", required=True, metavar="UNIT", shell_complete=complete_units, help="Who moves.")
@click.option("--to", type=hex_name, metavar="CC.RR", help="Where it goes, by the cheapest path.")
@click.option("--path", metavar="STEP,…", help="Its path: hexes, form-column, leave-column, mount, dismount.")
@rule_options
@json_option
def move(position_path: Path | None, as_json: bool, **values: Any) -> int:
    """Compute the exact chances of a move under Opportunity Fire and through mines.

    POSITION is a save, a log (its end), or a position as JSON or XML.
    """
    table = take_seat(position_path, values, in_position=True)
    unit = table.unit(values["unit"], "--unit")
    what_if = as_if_activated(table.known_position, table.book, (unit,), ActionType.MOVEMENT)
    action = Move(unit, _steps(table, what_if.position, unit, values))
    try:
        with busy("working out every possible die roll"):
            odds = move_odds(what_if.position, action, table.book)
    except TooManyOutcomes as error:
        raise click.ClickException(f"{error}: give a shorter path") from None
    firers = firers_on(what_if.position, table.book, unit, action.steps)
    scene = Scene(what_if.position, table.viewer, what_if.now)
    ends = [step.to for step in action.steps if step.to is not None]
    words = action_words(action, what_if.position, table.viewer)
    foot = Foot(table.book.house_rules, estimated_line(table, (unit, *firers), with_map=True))
    answer = move_odds_answer(words, odds, unit, ends[-1] if ends else None, scene, foot)
    return show(answer, _exit_code(odds.findings), as_json=as_json)


def _steps(table: Table, position: Position, unit: str, values: dict[str, Any]) -> tuple[MoveStep, ...]:
    """Return the way of a move: the one that is given, or the cheapest one."""
    if (values["to"] is None) == (values["path"] is None):
        raise table.refuse("give either --to or --path")
    if values["path"] is not None:
        return tuple(_step(table, text.strip()) for text in values["path"].split(","))
    end = table.hex(values["to"], "--to")
    ways = reachable(position, table.book, unit)
    if end in ways:
        return ways[end].steps
    steps = steps_towards(position, table.book, unit, end, ways)
    if not steps:
        raise table.refuse(f"--to: no way leads {table.viewer.name(position, unit)} to {end}")
    return steps


def _step(table: Table, text: str) -> MoveStep:
    if text in _CHANGES:
        return MoveStep(StepKind(text))
    try:
        return MoveStep(StepKind.ENTER, table.hex(Hex.parse(text), "--path"))
    except ValueError:
        raise table.refuse(f"--path: {text!r} is neither a hex nor one of {', '.join(_CHANGES)}") from None


def _exit_code(findings: tuple[Finding, ...]) -> int:
    verdicts = {finding.verdict for finding in findings}
    return 1 if Verdict.ILLEGAL in verdicts else 2 if Verdict.UNDECIDED in verdicts else 0
