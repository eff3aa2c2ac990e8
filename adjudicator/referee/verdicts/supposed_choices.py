"""Refusals of what an account supplies itself: nobody named the spotter, or nobody dragged the counter there.

An account fills in what players leave out. What the rules refuse of that is the referee's choice and not the player's,
so it is a question. The order in which the steps of a turn are noted down is nobody's gain either: a step that is never
done at all shows as a roll left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from ...game.play import IndirectFire, WithdrawalRoll
from ...rules.judge import judge
from ...rules.rule_book import RuleBook
from ...rules.ruling import Finding, Verdict
from ..accounts.slips import Slip
from ..entries.entry import Entry

__all__ = ["with_first_withdrawals_left_open", "with_supposed_choices_left_open"]

_STEP_OUT_OF_ORDER: Final = "step-out-of-order"
_NO_WITHDRAWAL_DUE: Final = "no-withdrawal-roll-due"
_SUPPOSED: Final = "the counter was never dragged there; the move is only assumed"
_UNNAMED: Final = "nobody named the spotter"
_HARMS_HIMSELF: Final = "a roll for withdrawal can only cost the side that makes it"
_UNSEEN_STEPS: Final = frozenset({Slip.HEX_ENTERED_WITHOUT_A_DRAG, Slip.CHANGE_OF_LOST_UNIT_NOT_MARKED})
"""What an account adds to a move though nothing on the table shows it."""
_IN_ANY_ORDER: Final = "the steps of a turn may have been noted down in another order"


def with_supposed_choices_left_open(entry: Entry, book: RuleBook) -> Entry:
    """Return an entry with the accusations undecided that hang on what its account supplies itself."""
    if entry.verdict is not Verdict.ILLEGAL:
        return entry
    for note, is_supposed in _reasons(entry, book):
        found = entry.with_left_open(is_supposed)
        entry = found if found is entry else found.with_notes(note)
    return entry


def with_first_withdrawals_left_open(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield entries; the first roll of a formation for withdrawal is a question if it seems not to be due (S5.3).

    It can only cost the side that makes it, and the loss that it answers was not seen. A second one is rolled anew.
    """
    rolled = set[str]()
    for entry in entries:
        action = entry.action
        if isinstance(action, WithdrawalRoll) and action.formation not in rolled:
            found = entry.with_left_open(lambda each: each.name == _NO_WITHDRAWAL_DUE)
            entry = found if found is entry else found.with_notes(_HARMS_HIMSELF)
            rolled.add(action.formation)
        yield entry


def _reasons(entry: Entry, book: RuleBook) -> Iterator[tuple[str, Callable[[Finding], bool]]]:
    """Yield each reason to leave findings open, in words, with a test of whether it holds for a finding."""
    yield _IN_ANY_ORDER, lambda each: each.name == _STEP_OUT_OF_ORDER
    if not _UNSEEN_STEPS.isdisjoint(entry.slips):
        yield _SUPPOSED, lambda _: True
    if isinstance(entry.action, IndirectFire) and Slip.UNNAMED_CHOICE in entry.slips:
        yield _UNNAMED, partial(_hangs_on_spotter, list(_refusals_with_other_spotters(entry, entry.action, book)))


def _hangs_on_spotter(refused: Sequence[frozenset[str]], finding: Finding) -> bool:
    """Return whether one of the rules' findings is not there with every other spotter."""
    return any(finding.name not in names for names in refused)


def _refusals_with_other_spotters(entry: Entry, fire: IndirectFire, book: RuleBook) -> Iterator[frozenset[str]]:
    """Yield what an entry finds with each other unit as the spotter of its Indirect Fire (R10.2, R10.5), by names."""
    position = entry.judged_in or entry.before
    ruled = {each.name for each in (entry.ruling.findings if entry.ruling else ())}
    referees = {each.name for each in entry.findings} - ruled
    for unit in position.units:
        if unit != fire.spotter and position.side(unit) == position.side(fire.unit):
            ruling = judge(position, replace(fire, spotter=unit), book)
            yield frozenset(each.name for each in ruling.findings) | referees
