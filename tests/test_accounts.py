"""Accounts of hand-made candidates: which one is taken, when another lifts its accusation, and how that is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.game.hexes import Hex
from adjudicator.game.play import Move, MoveStep, StepKind
from adjudicator.game.position import Position
from adjudicator.referee.accounts.candidates.candidate import Candidate
from adjudicator.referee.accounts.candidates.fire import battery_spoken_of
from adjudicator.referee.accounts.doubt import account_words, with_doubt
from adjudicator.referee.accounts.interpretation import Account, Interpreter, Tables
from adjudicator.referee.accounts.observation import Observation
from adjudicator.referee.accounts.slips import Slip, Slips, row_of
from adjudicator.referee.entries.entry import Entry, EntryKind
from adjudicator.referee.events import Said
from adjudicator.referee.segments.segment import Segment, SegmentKind
from adjudicator.rules.ruling import Verdict
from tests.random_play import agreed_book
from tests.support.rule_cases import build_position, unit_id
from tests.support.table_log import named

UNIT = unit_id("2/VIII/132")
NEAR, FAR = Hex.parse("32.14"), Hex.parse("20.02")


def position() -> Position:
    return build_position(
        {"scenario": 1, "units": {"2/VIII/132": {"place": "33.14"}}, "chit": "formation-132-corazzato"}
    )


def candidate(to: Hex, *slips: Slip) -> Candidate:
    return Candidate(Move(UNIT, (MoveStep(StepKind.ENTER, to),)), slips)


def read(*candidates: Candidate) -> Account:
    """Return what becomes of candidates of which the table shows nothing."""
    start = position()
    observed = Observation(UNIT, ())
    interpreter = Interpreter(start, agreed_book(), observed, Tables(start, start, ()))
    best = interpreter.best(candidates)
    assert best is not None
    return interpreter.with_rival(best, candidates) if best.accuses else best


def slips_of(account: Account) -> Slips:
    return tuple(slip for slip in account.slips if slip is not Slip.COUNTER_ELSEWHERE)


def test_of_two_accounts_the_one_with_fewer_slips_is_taken() -> None:
    found = read(candidate(NEAR), candidate(NEAR, Slip.OTHER_PATH))
    assert slips_of(found) == ()


def test_an_illegal_account_says_that_a_rule_is_broken() -> None:
    found = read(candidate(FAR))
    assert Slip.RULE_BROKEN in found.slips
    assert found.accuses
    assert found.proven
    assert not found.is_doubtful


def entry_of(account: Account) -> Entry:
    return Entry(1, 0, (), "Anna", "axis", EntryKind.ACTION, position(), unit=UNIT, ruling=account.ruling,
                 findings=account.ruling.findings)  # fmt: skip


def test_what_a_rival_lifts_is_undecided_and_both_are_told() -> None:
    best = read(candidate(FAR))
    doubtful = replace(best, rival=read(candidate(NEAR)))
    entry = entry_of(best)
    assert best.ruling.verdict is Verdict.ILLEGAL
    entry = with_doubt(entry, doubtful, named)
    assert entry.verdict is Verdict.UNDECIDED
    assert entry.ruling is not None
    assert entry.ruling.verdict is Verdict.UNDECIDED
    assert "either" in entry.notes[0]
    assert "or" in entry.notes[0]


def test_what_was_not_proven_is_undecided() -> None:
    best = replace(read(candidate(FAR)), proven=False)
    entry = entry_of(best)
    entry = with_doubt(entry, best, named)
    assert entry.verdict is Verdict.UNDECIDED
    assert "not every explanation" in entry.notes[0]


@pytest.mark.parametrize("slip", [Slip.MARKER_LATE, Slip.OTHER_PATH])
def test_an_account_is_told_with_its_slips(slip: Slip) -> None:
    account = replace(read(candidate(NEAR)), slips=(slip, slip))
    assert account_words(account, named, agreed_book().game).count(row_of(slip).text) == 1


def held_against(*slips: Slip) -> Account:
    """Return what becomes of an illegal account if the table shows a legal one that needs some slips."""
    start = position()
    tables = Tables(start, start.with_unit(UNIT, place=NEAR), ())
    interpreter = Interpreter(start, agreed_book(), Observation(UNIT, ()), tables)
    illegal, legal = candidate(FAR), candidate(NEAR, *slips)
    best = interpreter.best([illegal])
    assert best is not None
    assert best.accuses
    return interpreter.with_rival(best, [illegal, legal])


def test_an_account_with_slips_of_every_day_is_what_was_done() -> None:
    found = held_against(Slip.MARKER_LATE, Slip.OTHER_PATH)
    assert not found.accuses
    assert found.slips == (Slip.MARKER_LATE, Slip.OTHER_PATH)


def test_an_account_that_is_a_little_dearer_makes_the_accusation_doubtful() -> None:
    found = held_against(Slip.DIE_SKIPPED)
    assert found.accuses
    assert found.is_doubtful
    assert found.rival is not None
    assert found.rival.slips == (Slip.DIE_SKIPPED,)


@pytest.mark.parametrize("slips", [(Slip.STRAY_DIE,) * 3, (Slip.GONE_PAST_AN_OPEN_ROLL,)])
def test_an_account_that_is_much_dearer_lifts_nothing(slips: Slips) -> None:
    found = held_against(*slips)
    assert found.accuses
    assert not found.is_doubtful


@pytest.mark.parametrize(
    ("spoken_of", "target"),
    [
        pytest.param(["1./Art.Abt. 361"], "1./Art.Abt. 361", id="a battery beside the map"),
        pytest.param(["1./Art.Abt. 361", "2./Art.Abt. 361"], "", id="two of them"),
        pytest.param(["1./Pioneer 33"], "", id="an enemy on the map"),
        pytest.param(["2/1 RA FFL"], "", id="the battery itself"),
    ],
)
def test_counterbattery_fire_is_at_the_battery_spoken_of(spoken_of: list[str], target: str) -> None:
    units = {"1./Pioneer 33": {"place": "19.08"}, "2/1 RA FFL": {"place": "22.12"}}
    units |= {name: {"place": "artillery-park-a"} for name in ("1./Art.Abt. 361", "2./Art.Abt. 361")}
    start = build_position({"scenario": 3, "units": units})
    said = Said("on it", units=frozenset(map(unit_id, spoken_of)))
    segment = Segment(SegmentKind.COUNTERBATTERY, (unit_id("2/1 RA FFL"),), events=(said,))
    assert battery_spoken_of(segment, start) == (unit_id(target) if target else "")
