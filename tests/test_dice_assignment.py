"""What is observed of an action, and which of its dice were for what, on a toy rule that asks for what a case says.

``log`` is written as in ``support/table_log.py``, all events of the action in one text. ``asks`` are the rolls that
the toy rule asks for in their order, ``purpose unit``; with ``!`` behind it a Command Point may pay for it. What is
expected is told in ``found``, one for each: the face, ``paid``, ``left out``, ``waiting`` or ``owed``; ``slips`` are
those of the cheapest assignment, ``unused`` the faces that nobody needed, ``as_likely`` what costs the same. A check
``awaited`` that fails, on 6 to 9, brings those of ``following``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.game.action_words import Declaration
from adjudicator.game.play import RollPurpose
from adjudicator.referee.accounts.announcements import Announcements
from adjudicator.referee.accounts.dice_assignment import Assigned, DiceAssignment, assign_dice
from adjudicator.referee.accounts.observation import DeferredCheck, Observation, PaymentTrace
from adjudicator.referee.accounts.search import SearchResult
from adjudicator.referee.accounts.slips import Slip, Slips, cost_of
from adjudicator.referee.events import Declared, DieRolled
from adjudicator.rules.bir_hacheim.rule_set import BirHacheim
from adjudicator.rules.chance import MissingRoll
from tests.support.table_log import events

CASES = tomllib.loads(
    (Path(__file__).parent / "cases" / "stages" / "dice_assignment.toml").read_text(encoding="utf-8")
)["case"]
EVIDENCE = tomllib.loads((Path(__file__).parent / "cases" / "stages" / "observation.toml").read_text(encoding="utf-8"))[
    "case"
]
FACES = tuple(range(10))


def observed(case: dict[str, Any]) -> Observation:
    """Return the observation that a case describes."""
    kept = case.get("kept_back")
    return Observation(
        unit=case.get("unit", "A"),
        events=events(case["log"]),
        may_owe=frozenset(case.get("may_owe", ())),
        may_be_unfinished=frozenset(case.get("may_be_unfinished", ())),
        carried=case.get("carried", 0),
        tail=Slip(case.get("tail", "stray-die")) if case.get("tail", "stray-die") else None,
        logs=tuple(case.get("logs", ())),
        sides=tuple(case.get("sides", ())),
        unit_sides=case.get("unit_sides", {}),
        roll_sides=BirHacheim.roll_sides,
        may_wait=frozenset(case.get("may_wait", ())),
        awaited=checks(case, "awaited"),
        settled=frozenset(case.get("settled", ())),
        payments=dict.fromkeys(("", *case.get("unit_sides", {}).values()), PaymentTrace(case.get("payment", "later"))),
        kept_back=kept,
    )


def checks(case: dict[str, Any], key: str) -> tuple[DeferredCheck, ...]:
    """Return the checks that a case has under a key."""
    return tuple(DeferredCheck(**{**each, "purpose": RollPurpose(each["purpose"])}) for each in case.get(key, ()))


def ask(dice: DiceAssignment, rolls: list[str], following: Sequence[DeferredCheck] = ()) -> tuple[str, ...]:
    """Ask for rolls as a rule does, and return what was found for each."""
    told: list[str] = []
    dice.answer(lambda answers: following if len(answers) == 1 and (answers[0].face or 0) > 5 else ())
    for each in rolls:
        purpose, _, unit = each.removesuffix("!").partition(" ")
        passes = [face <= 5 for face in FACES]
        before = len(dice.left_out), len(dice.waiting)
        try:
            face, _ = dice.roll(RollPurpose(purpose), unit, passes, True if each.endswith("!") else None)
        except MissingRoll:
            return (*told, "owed")
        if (len(dice.left_out), len(dice.waiting)) != before:
            told.append("left out" if len(dice.left_out) > before[0] else "waiting")
        else:
            told.append("paid" if face is None else str(face))
    return tuple(told)


def assigned(case: dict[str, Any], *, margin: float = 0.0) -> SearchResult[Assigned[tuple[str, ...]]]:
    def no_slips(_result: tuple[str, ...]) -> Slips:
        return ()

    def resolve(dice: DiceAssignment) -> tuple[str, ...]:
        return ask(dice, case["asks"], checks(case, "following"))

    return assign_dice(observed(case), resolve, no_slips, margin=margin, max_runs=2000)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_dice_are_assigned_with_the_fewest_and_smallest_slips(case: dict[str, Any]) -> None:
    result = assigned(case)
    assert result.proven
    best = result.found[0]
    dice = best.result.dice
    assert list(best.result.result) == case["found"]
    assert sorted(best.slips) == sorted(case.get("slips", ()))
    faces = [event.face for at, event in enumerate(dice.observed.events)
             if isinstance(event, DieRolled) and at in dice.unused]  # fmt: skip
    assert faces == case.get("unused", [])
    if "as_likely" in case:
        others = [each for each in assigned(case, margin=0.05).found if each.cost == best.cost]
        assert case["as_likely"] in [list(each.result.result) for each in others]
    assert [(answer.check.purpose, answer.face) for answer in dice.answers] == [
        (purpose, face if face != "paid" else None) for purpose, face in case.get("answers", ())
    ]


def test_the_names_are_their_own() -> None:
    for rows in (CASES, EVIDENCE):
        names = [case["name"] for case in rows]
        assert len(names) == len(set(names))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_no_die_serves_twice_and_none_is_made_up(case: dict[str, Any]) -> None:
    for each in assigned(case, margin=3.0).found:
        dice = each.result.dice
        taken = [at for at in dice.taken if isinstance(dice.observed.events[at], DieRolled)]
        used = [roll.die for roll in dice.rolls if roll.die is not None] + [
            answer.face for answer in dice.answers if answer.face is not None
        ]
        used += [face for each in dice.ignored for face in (each.face, each.again) if face is not None]
        assert sorted(used) == sorted(dice.observed.evidence.face(at) for at in taken)
        assert not set(taken) & set(dice.unused)
        assert each.cost == pytest.approx(cost_of(each.slips))


WORDS = st.sampled_from(
    ["A: fire", "B: suppression-check", "A: rally", "A: move", "roll named spotting", "A: automatic-pass", '"well"']
)
LOGS = st.lists(st.one_of(st.integers(0, 9).map(lambda face: f"die {face}"), WORDS), max_size=6).map("; ".join)
ASKS = st.lists(st.sampled_from(["fire A", "spotting A", "suppression B!", "rally A", "company-bonus A"]), max_size=3)


@settings(max_examples=60, deadline=None)
@given(LOGS, ASKS, st.sets(st.sampled_from("AB")), st.sets(st.sampled_from("AB")))
def test_every_roll_is_told_and_every_die_accounted_for(
    log: str, asks: list[str], may_owe: set[str], unfinished: set[str]
) -> None:
    case = {"log": log, "asks": asks, "may_owe": may_owe, "may_be_unfinished": unfinished}
    result = assigned(case)
    assert result.proven
    best = result.found[0].result
    told = best.result
    assert len(told) == len(asks) or told[-1] == "owed"
    dice = sum(isinstance(event, DieRolled) for event in best.dice.observed.events)
    rolled_again = sum(each.again is not None for each in best.dice.ignored)
    assert dice == sum(each.isdigit() for each in told) + len(best.dice.unused) + rolled_again
    if best.dice.owed:
        # nobody says that a roll is to come while a die of his lies there, of which nothing else was said
        labels = best.dice.observed.evidence.labels
        purpose, unit = best.dice.owed[0]
        assert all(labels[at] and not best.dice.observed.evidence.says(at, purpose, unit) for at in best.dice.unused)


@pytest.mark.parametrize("case", EVIDENCE, ids=lambda case: case["name"])
def test_the_evidence_says_what_was_recorded(case: dict[str, Any]) -> None:
    evidence = observed(case).evidence
    for row in case["expect"]:
        question, *values = row
        *arguments, answer = values
        found = getattr(evidence, question)
        if callable(found):
            if question == "mismatch":
                arguments.append({})
            if question == "may_answer":
                arguments[1] = DeferredCheck(**arguments[1])
            found = found(*(None if value == "none" else value for value in arguments))
        assert as_data(found) == answer, row


def as_data(found: object) -> object:
    """Return what was found as TOML has it."""
    if found is None:
        return "none"
    if isinstance(found, tuple | list):
        return [as_data(each) for each in found]
    return str(found) if isinstance(found, Slip) else found


def test_of_two_dice_of_a_step_with_the_same_face_the_last_one_is_the_shot() -> None:
    shot = Declared("A", Declaration.FIRE, own_words=True, spoken=True, face=6, step_of_die=(0, 1))
    bonus = replace(shot, action=Declaration.COMPANY_BONUS_CHECK)
    told = (shot, bonus, DieRolled(6), DieRolled(6))
    labels = Announcements(told, ((0, 2), (0, 2), (0, 1), (0, 1)), (), {}).of_dice()
    assert labels == {2: (bonus,), 3: (shot,)}
