"""The answers of ``resolve`` and ``odds`` put together, as lines and as JSON.

The JSON follows ``schema/resolve.schema.json`` and ``schema/odds.schema.json``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from ..game.game_data import GameData
from ..game.hexes import Hex
from ..game.play import RollPurpose
from ..game.position import Place, Position, Status
from ..game.roll_kinds import purpose_words
from ..rules.dice_queue import Dealing
from ..rules.odds import Odds, Shot, UnitEnd
from ..rules.questions import ShotQuestion
from ..rules.ruling import Finding, Verdict
from ..rules.series.check_sums import CheckSum
from ..rules.series.fire_sums import ShotFacts, ShotSum
from ..rules.switches import HouseRules
from ..viewing.viewer import Viewer
from .alternatives_text import finding_document
from .outcomes_text import (
    RESULTS,
    chances_document,
    chances_lines,
    end_document,
    end_lines,
    ends_document,
    odds_document,
    odds_lines,
    ordered,
    resolution_document,
    resolution_lines,
    state_words,
)
from .sums_text import (
    check_document,
    check_lines,
    finding_lines,
    result_lines,
    shot_document,
    shot_lines,
    switch_lines,
)

__all__ = [
    "HYPOTHETICAL",
    "Answer",
    "Foot",
    "Scene",
    "ShotAnswer",
    "assault_odds_answer",
    "check_answer",
    "dealt_answer",
    "move_odds_answer",
    "plain_odds_answer",
    "plain_shot_answer",
    "shot_answer",
    "shot_odds_answer",
    "unit_check_answer",
]

FORMAT = 1
Answer = tuple[list[str], dict[str, Any]]
"""An answer as lines and as JSON."""
_AGAINST = "Not allowed"
_LEFT_OPEN = "Undecided"
HYPOTHETICAL: Final = "Hypothetical: assumes a Direct Command activation"
_EVERYBODY = (
    "Assumes that everyone who may fire does, every S is checked for conversion, and no Command Points are spent."
)


@dataclass(frozen=True)
class Foot:
    """The lines below an answer."""

    house_rules: HouseRules
    estimated: Sequence[str] = ()
    """The lines on estimated figures."""

    def lines(self, switches: Sequence[str]) -> Iterator[str]:
        """Yield the switches that an answer depends on, and the estimated figures that it rests on."""
        yield from switch_lines(switches, self.house_rules.value)
        yield from self.estimated

    def document(self, switches: Sequence[str]) -> dict[str, Any]:
        """Return the same as JSON."""
        return {"switches": list(switches), "estimated": [line for line in self.estimated if line]}


@dataclass(frozen=True)
class Scene:
    """The position that a question is about, and its reader."""

    position: Position
    viewer: Viewer
    now: tuple[Finding, ...] = ()
    """The findings that forbid the action in the position as it is."""

    def name(self, unit: str) -> str:
        """Return what the reader calls a unit."""
        return self.viewer.name(self.position, unit)

    def against(self, findings: Sequence[Finding]) -> list[str]:
        """Return what the rules have against the action as lines."""
        against = [finding for finding in findings if finding.verdict is Verdict.ILLEGAL]
        left_open = [finding for finding in findings if finding.verdict is Verdict.UNDECIDED]
        parts = ((against, _AGAINST), (left_open, _LEFT_OPEN), (self.now, HYPOTHETICAL))
        return [line for some, heading in parts for line in finding_lines(some, heading)]

    def findings_document(self, findings: Sequence[Finding]) -> dict[str, Any]:
        """Return the same as JSON, with the verdict."""
        verdicts = {finding.verdict for finding in findings}
        worst = next((v for v in (Verdict.ILLEGAL, Verdict.UNDECIDED) if v in verdicts), Verdict.LEGAL)
        return {
            "verdict": worst.value,
            "findings": [finding_document(finding) for finding in findings],
            "now": [finding_document(finding) for finding in self.now],
        }


# a shot by plain facts


def plain_shot_answer(
    facts: ShotFacts, total: ShotSum, roll: int | None, game: GameData, findings: Sequence[Finding], foot: Foot
) -> Answer:
    """Return the sum of a shot that is given by plain facts, and what a die gives."""
    lines = [f"{_mode(facts)}, {_distance(facts.distance)}", *shot_lines(total, game)]
    if roll is not None:
        lines += result_lines(total.result(roll), total.barrage(roll), roll, game)
    lines += finding_lines(findings, _AGAINST)
    lines += foot.lines(total.switches)
    document = {"format": FORMAT, "kind": "shot", "mode": facts.mode.value, **shot_document(total, roll)}
    return lines, {**document, **_plain_findings(findings), **foot.document(total.switches)}


def _plain_findings(findings: Sequence[Finding]) -> dict[str, Any]:
    return {"findings": [finding_document(finding) for finding in findings]}


def _mode(facts: ShotFacts) -> str:
    return f"{facts.mode.value.capitalize()} Fire" if facts.mode.value != "assault" else "Fire in an assault"


def _distance(distance: int) -> str:
    return "1 hex" if distance == 1 else f"{distance} hexes"


def plain_odds_answer(
    facts: ShotFacts, shot: Shot, roll: int | None, game: GameData, findings: Sequence[Finding], foot: Foot
) -> Answer:
    """Return the exact chances of a shot that is given by plain facts."""
    results = {result: shot.results.get(result, Fraction(0)) for result in RESULTS}
    lines = [f"{_mode(facts)}, {_distance(facts.distance)}", *shot_lines(shot.sum, game)]
    lines += chances_lines(results, "Chance of each result")
    lines += chances_lines(_markers(shot.barrages), "Barrage marker") if any(shot.barrages) else []
    lines += chances_lines(_bare_ends(shot.ends), "The target ends, checks and conversion included")
    lines += finding_lines(findings, _AGAINST)
    lines += foot.lines(shot.switches)
    document = {"format": FORMAT, "kind": "shot-odds", "mode": facts.mode.value, **shot_document(shot.sum, roll)}
    ends = [
        {**end_document(end, None, Viewer()), "chance": str(chance)}
        for end, chance in sorted(shot.ends.items(), key=lambda item: -item[1])
    ]
    return lines, {
        **document,
        "chances": chances_document(results),
        "barrage_chances": chances_document(_markers(shot.barrages)),
        "ends": ends,
        **_plain_findings(findings),
        **foot.document(shot.switches),
    }


def _markers(barrages: Mapping[str, Fraction]) -> dict[str, Fraction]:
    return {
        name: barrages.get(level, Fraction(0)) for name, level in (("none", ""), ("light", "light"), ("heavy", "heavy"))
    }


def _bare_ends(ends: Mapping[UnitEnd, Fraction]) -> dict[str, Fraction]:
    return {state_words(end): chance for end, chance in sorted(ends.items(), key=lambda item: -item[1])}


# a shot in a position


@dataclass(frozen=True)
class ShotAnswer:
    """A shot in a position that has been resolved as far as there were dice."""

    question: ShotQuestion
    total: ShotSum | None
    """None for a firer without a rating."""
    dealing: Dealing
    game: GameData
    concerned: Sequence[str] = field(default=())
    """The units whose states afterwards are reported."""


def shot_answer(answer: ShotAnswer, scene: Scene, foot: Foot) -> Answer:
    """Return the sum of a shot, the dice, and the result."""
    question, ruling = answer.question, answer.dealing.ruling
    shot = next(
        (r for r in reversed(ruling.resolutions) if r.purpose == RollPurpose.FIRE and r.unit == question.firer), None
    )
    roll = shot.die if shot else None
    switches = sorted({*ruling.switches, *(answer.total.switches if answer.total else ())})
    lines = _shot_head(question, scene)
    document: dict[str, Any] = {
        "format": FORMAT, "kind": "shot", "mode": question.mode.value, **_shot_units(question, scene),
    }  # fmt: skip
    if answer.total is not None:
        lines += shot_lines(answer.total, answer.game, base=f"Fire Rating of {scene.name(question.firer)}")
        lines += result_lines(shot.result, answer.total.barrage(roll or 0), roll, answer.game) if shot else []
        document |= shot_document(answer.total, roll)
    lines += _outcome_lines(answer.dealing, scene, answer.concerned)
    lines += scene.against(ruling.findings)
    lines += foot.lines(switches)
    return lines, {
        **document,
        **scene.findings_document(ruling.findings),
        **_dealing_document(answer.dealing, scene, answer.concerned),
        **foot.document(switches),
    }


def _shot_head(question: ShotQuestion, scene: Scene) -> list[str]:
    mode = "in an assault" if question.mode.value == "assault" else f"{question.mode.value.capitalize()} Fire"
    away = _away(scene.position, question)
    spotter = f", spotted by {scene.name(question.spotter)}" if question.spotter else ""
    to = f", which is about to enter {question.to}" if question.to else ""
    at = f"{scene.name(question.firer)} at {scene.name(question.target)}{to}"
    return [f"{at}: {mode}{f', {_distance(away)}' if away else ''}{spotter}"]


def _away(position: Position, question: ShotQuestion) -> int | None:
    start, end = (position.units[unit].place for unit in (question.firer, question.target))
    return _hexes_between(position, start, end)


def _hexes_between(position: Position, start: Place, end: Place) -> int | None:
    if not (isinstance(start, Hex) and isinstance(end, Hex)):
        return None
    return position.game.map.layout.distance(start, end)


def _shot_units(question: ShotQuestion, scene: Scene) -> dict[str, Any]:
    document: dict[str, Any] = {
        "firer": scene.viewer.unit_document(scene.position, question.firer),
        "target": scene.viewer.unit_document(scene.position, question.target),
        "distance": _away(scene.position, question),
    }
    if question.spotter:
        document["spotter"] = scene.viewer.unit_document(scene.position, question.spotter)
    if question.to is not None:
        document["to"] = str(question.to)
    return document


def _outcome_lines(dealing: Dealing, scene: Scene, units: Sequence[str]) -> list[str]:
    """Return every roll, whose state has changed, and what the next die would be for."""
    lines: list[str] = []
    if dealing.ruling.resolutions:
        lines += ["", "Rolls", *resolution_lines(dealing.ruling.resolutions, scene.position, scene.viewer)]
        if dealing.ruling.after is not None:
            changed = end_lines(scene.position, dealing.ruling.after, units, scene.viewer)
            if changed or dealing.next_roll is None:
                lines += ["", "Afterwards", *(changed or ["  no effect"])]
    return lines + (_next_lines(dealing, scene) if dealing.rolls else [])


def _next_lines(dealing: Dealing, scene: Scene) -> list[str]:
    """Return what the die is for that is missing."""
    roll = dealing.next_roll
    return [] if roll is None else ["", f"Next die: the {purpose_words(roll.purpose)} of {scene.name(roll.unit)}"]


def _dealing_document(dealing: Dealing, scene: Scene, units: Sequence[str]) -> dict[str, Any]:
    ruling, roll = dealing.ruling, dealing.next_roll
    after = ruling.after or scene.position
    return {
        "resolutions": [resolution_document(each, scene.position, scene.viewer) for each in ruling.resolutions],
        "ends": ends_document(scene.position, after, units, scene.viewer),
        "next": None if roll is None else {
            "purpose": roll.purpose, "unit": scene.viewer.unit_document(scene.position, roll.unit),
        },
    }  # fmt: skip


def shot_odds_answer(
    question: ShotQuestion, total: ShotSum | None, odds: Odds, units: Sequence[str], scene: Scene, game: GameData,
    foot: Foot, roll: int | None,
) -> Answer:  # fmt: skip
    """Return the exact chances of a shot in a position."""
    lines = _shot_head(question, scene)
    document: dict[str, Any] = {
        "format": FORMAT, "kind": "shot-odds", "mode": question.mode.value, **_shot_units(question, scene),
    }  # fmt: skip
    if total is not None:
        lines += shot_lines(total, game, base=f"Fire Rating of {scene.name(question.firer)}")
        document |= shot_document(total, roll)
    results = ordered(odds.results)
    lines += chances_lines(results, "Chance of each result")
    lines += chances_lines(_markers(odds.barrages), "Barrage marker afterwards") if any(odds.barrages) else []
    lines += odds_lines(odds, scene.position, units, scene.viewer)
    lines += scene.against(odds.findings)
    lines += ["", _EVERYBODY, *foot.lines(odds.switches)]
    return lines, {
        **document,
        "chances": chances_document(results),
        "barrage_chances": chances_document(_markers(odds.barrages)),
        **odds_document(odds, scene.position, units, scene.viewer),
        **scene.findings_document(odds.findings),
        **foot.document(odds.switches),
    }


# checks


def check_answer(total: CheckSum, purpose: RollPurpose, roll: int | None, rule: str, foot: Foot) -> Answer:
    """Return the sum of a check that is given by plain facts, and what a die gives."""
    lines = [f"Troop Quality Check: {purpose_words(purpose)}", *check_lines(total, roll, rule), *foot.lines(())]
    document = {"format": FORMAT, "kind": "check", "purpose": purpose, **check_document(total, roll)}
    return lines, {**document, **foot.document(())}


def unit_check_answer(
    total: CheckSum, purpose: RollPurpose, unit: str, dealing: Dealing, scene: Scene, foot: Foot
) -> Answer:
    """Return the sum of a unit's check in a position, and what a die, or a Command Point, gives."""
    done = dealing.ruling.resolutions
    roll = done[-1].die if done else None
    lines = [f"{scene.name(unit)}: {purpose_words(purpose)}"]
    lines += check_lines(total, roll, "GTS R3.2")
    lines += ["  A Command Point is paid: pass"] if done and roll is None else []
    lines += scene.against(dealing.ruling.findings)
    lines += foot.lines(dealing.ruling.switches)
    document = {"format": FORMAT, "kind": "check", "purpose": purpose, **check_document(total, roll)}
    return lines, {
        **document,
        "result": done[-1].result if done else None,
        "unit": scene.viewer.unit_document(scene.position, unit),
        **scene.findings_document(dealing.ruling.findings),
        **foot.document(dealing.ruling.switches),
    }


# assaults and moves


def dealt_answer(kind: str, head: str, dealing: Dealing, scene: Scene, units: Sequence[str], foot: Foot) -> Answer:
    """Return what dice gave in their order."""
    lines = [head, *_outcome_lines(dealing, scene, units)]
    lines += [] if dealing.rolls else _next_lines(dealing, scene)
    lines += scene.against(dealing.ruling.findings)
    lines += foot.lines(dealing.ruling.switches)
    return lines, {
        "format": FORMAT,
        "kind": kind,
        "words": head,
        **scene.findings_document(dealing.ruling.findings),
        **_dealing_document(dealing, scene, units),
        **foot.document(dealing.ruling.switches),
    }


def assault_odds_answer(
    head: str, odds: Odds, target: Hex, attackers: Sequence[str], units: Sequence[str], scene: Scene, foot: Foot
) -> Answer:
    """Return the exact chances of an assault: whether the hex is taken, and how each unit ends."""
    taken = odds.chance(lambda ends: any(end.unit in attackers and end.place == target for end in ends))
    lines = [head, *chances_lines({"taken": taken, "not taken": 1 - taken}, f"Hex {target}")]
    lines += odds_lines(odds, scene.position, units, scene.viewer)
    lines += scene.against(odds.findings)
    lines += ["", _EVERYBODY, *foot.lines(odds.switches)]
    return lines, {
        "format": FORMAT,
        "kind": "assault-odds",
        "words": head,
        "taken": str(taken),
        **odds_document(odds, scene.position, units, scene.viewer),
        **scene.findings_document(odds.findings),
        **foot.document(odds.switches),
    }


def move_odds_answer(head: str, odds: Odds, unit: str, end: Hex | None, scene: Scene, foot: Foot) -> Answer:
    """Return the exact chances of a move: whether the unit gets where it wants, and in what state it ends where."""
    chances = {
        "arrives": odds.chance(lambda ends: ends[0].place == end and ends[0].status is Status.ON_MAP),
        "is stopped on the way": odds.chance(lambda ends: ends[0].place != end and ends[0].status is Status.ON_MAP),
        "is eliminated": odds.chance(lambda ends: ends[0].status is not Status.ON_MAP),
    }
    arrives = chances_lines(chances, f"Move to {end}") if end else []
    lines = [head, *arrives, *odds_lines(odds, scene.position, (unit,), scene.viewer)]
    lines += scene.against(odds.findings)
    lines += ["", _EVERYBODY, *foot.lines(odds.switches)]
    return lines, {
        "format": FORMAT,
        "kind": "move-odds",
        "words": head,
        "to": None if end is None else str(end),
        "arrives": str(chances["arrives"]) if end else None,
        **odds_document(odds, scene.position, (unit,), scene.viewer),
        **scene.findings_document(odds.findings),
        **foot.document(odds.switches),
    }
