"""Shots that the official module's own classes worked out, against the rules: equal, or a difference that is known.

``official_logs/shots.jsonl.gz`` has 700 random shots: all inputs, the report and what each die would give. In which
ways the module's arithmetic differs from the rules, and who is right, stands in ``grand_tactical.toml``.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from adjudicator.game.module_dialect import series_dialect
from adjudicator.referee.dialects.official.attacks import counted
from adjudicator.referee.dialects.official.reports import AttackBlock, read_block
from adjudicator.referee.dialects.official.words import DifferenceWords, grand_tactical_words
from adjudicator.rules.series.fire_sums import Mode, ShotFacts, ShotSum, shot_sum
from tests.support.rule_cases import book_for

SHOTS: Final = Path(__file__).parent / "official_logs/shots.jsonl.gz"
MODES: Final = (Mode.DIRECT, Mode.INDIRECT, Mode.OPPORTUNITY, Mode.ASSAULT)
TEXTS: Final = ("Direct Fire", "Indirect Fire", "Opportunity Fire", "Assault Fire")
WORDS: Final = grand_tactical_words()


@cache
def shots() -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(SHOTS.read_bytes()).splitlines()]


@cache
def colours() -> dict[str, str]:
    return {weapon.colour_name: weapon.id for weapon in book_for().game.weapons.values()}


def facts(shot: dict[str, Any]) -> ShotFacts:
    """Return the inputs of a shot in the rules' terms."""
    by_assault_rating = shot["assaultRating"]
    return ShotFacts(
        rating=shot["assault" if by_assault_rating else "fire"],
        colour=colours()[shot["assaultColour" if by_assault_rating else "colour"]], mode=MODES[shot["mode"]],
        fire_range=shot["range"], distance=shot["distance"], target="armoured" if shot["armoured"] else "unarmoured",
        defence=shot["defence"], mass=shot["mass"], firer_column=shot["fcol"], firer_cohesion=shot["cohesion"],
        firer_step_loss=shot["fsl"], firer_improved=shot["fip"] == 1, firer_entrenched=shot["fip"] == 2,
        firer_barrage=("", "light", "heavy")[shot["barrage"]], firer_rows=("bir-hacheim",) if shot["fin"] else (),
        company_bonus=shot["bonus"], target_column=shot["tcol"], target_improved=shot["tip"] == 1,
        target_entrenched=shot["tip"] == 2, target_rows=("bir-hacheim",) if shot["tin"] and not shot["frFires"] else (),
        night=shot["time"] == "Night", weather=series_dialect().weather.values[shot["weather"]],
        zone_to_zone=shot["fz"] == "Target moving FZ to FZ", zone_to_clear=shot["fz"] == "Target moving FZ to Non-FZ",
        running_from_assault=shot["fz"] == "Running from Assault",
    )  # fmt: skip


def report(shot: dict[str, Any]) -> AttackBlock:
    return read_block(tuple(f"  <Anna> {line}" for line in shot["report"]))


def test_each_report_adds_up_by_the_modules_own_arithmetic() -> None:
    for shot in shots():
        block, mode = report(shot), WORDS.mode(TEXTS[shot["mode"]])
        total = (block.base or 0) + sum(each.value for each in counted(block, mode) if each.counted)
        assert max(0, min(9, total)) == block.rating == shot["rating"], shot["i"]
        assert all(each.name for each in block.modifiers), shot["i"]


def differences(shot: dict[str, Any], ours: ShotSum) -> Iterator[tuple[str, str]]:
    """Yield the findings in which a shot differs from the rules, each with the modifier that it is about."""
    block = report(shot)
    said = {each.name: each.value for each in counted(block, WORDS.mode(TEXTS[shot["mode"]])) if each.counted}
    due = {each.name: each.value for each in ours.modifiers}
    yield from (("declared-modifier-missing", name) for name in due.keys() - said.keys())
    yield from (("declared-modifier-not-due", name) for name in said.keys() - due.keys())
    both = said.keys() & due.keys()
    yield from (("declared-modifier-value", name) for name in both if said[name] != due[name])
    if block.section != ours.section:
        yield "declared-line-wrong", ""
    if colours()[shot["usedColour"]] != ours.colour:
        yield "declared-line-wrong", "colour"


def row_of(shot: dict[str, Any], found: tuple[str, str]) -> DifferenceWords | None:
    mode = WORDS.mode(TEXTS[shot["mode"]])
    assert mode is not None
    rows = (row for row in WORDS.differences if row.concerns(mode.action, facts(shot).colour))
    name, modifier = found
    return next((row for row in rows if name in row.known.findings and modifier in (row.known.modifiers or {""})), None)


def test_each_shot_is_that_of_the_rules_or_differs_in_a_known_way() -> None:
    known: Counter[str] = Counter()
    for shot in shots():
        ours = shot_sum(facts(shot), book_for(), ())
        rows = [row_of(shot, found) for found in differences(shot, ours)]
        assert None not in rows, (shot["i"], list(differences(shot, ours)))
        if not rows:
            assert (list(ours.results), ours.rating) == (shot["results"], shot["rating"]), shot["i"]
        known.update({row.rule for row in rows if row is not None} or {"equal"})
    assert known == {"equal": 556, "GTS R11.10": 111, "NQoS S4.1": 30, "GTS R9.12": 3}
