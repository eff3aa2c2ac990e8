"""Contact: Indirect HE fires indirectly only while its marker is In Contact with a leader (R10.3, R10.4, R10.6)."""

from __future__ import annotations

from ...game.action_words import ActionType, Contact
from ...game.play import RollPurpose, SeekContact
from ...game.position import Status
from ..judgement import Judgement
from .checks import check
from .command import begin_action, end_action, in_command
from .fire_sums import Mode
from .ranges import is_indirect_gun

__all__ = ["contact_losing_die", "lose_contact", "seek_contact"]

"""The kind of action (R7.1)."""


def contact_losing_die(judgement: Judgement, unit: str, mode: Mode) -> int | None:
    """Return the fire die that loses contact, None if there is none to lose (R10.6; Counterbattery: NQoS S2.0)."""
    if mode not in (Mode.INDIRECT, Mode.COUNTERBATTERY) or not judgement.state(unit).contact:
        return None
    return judgement.book.number("artillery-limits", "contact-lost")


def lose_contact(judgement: Judgement, unit: str) -> None:
    """Turn a contact marker to Pending and give it back to its gun unit (R10.3)."""
    judgement.change(unit, contact=Contact.PENDING, contact_leader="")


def seek_contact(judgement: Judgement, action: SeekContact) -> None:
    """Judge a Contact Action (R10.4).

    The gun, In Command, places its marker with a leader of its division, Contact Pending. In another Action it checks,
    and turns the marker to In Contact. Whether it takes one Action or two is uncertain.
    """
    if not begin_action(judgement, action.unit, ActionType.CONTACT):
        return
    if _may_seek(judgement, action):
        state = judgement.state(action.unit)
        waited = state.contact == Contact.PENDING and state.contact_leader == action.leader
        judgement.change(action.unit, contact=Contact.PENDING, contact_leader=action.leader)
        at_once = judgement.switch("contact-procedure") == "one-action"
        if (waited or at_once) and check(judgement, RollPurpose.CONTACT, action.unit):
            judgement.change(action.unit, contact=Contact.IN_CONTACT)
    end_action(judgement, action.unit)


def _may_seek(judgement: Judgement, action: SeekContact) -> bool:
    """Return whether a unit may seek contact with a leader, and refuse it if not (R10.3, R10.4)."""
    unit, state = action.unit, judgement.state(action.unit)
    leader = judgement.position.game.leaders[action.leader]
    names = {"unit": judgement.name(unit), "leader": leader.name}
    if not is_indirect_gun(judgement.position, judgement.book, unit):
        judgement.refuse("contact-only-for-artillery", **names)
    elif state.contact == Contact.IN_CONTACT and (
        state.contact_leader == action.leader or judgement.switch("contact-again") == "no"
    ):
        judgement.refuse("already-in-contact", **names)
    elif leader.division != judgement.unit(unit).division:
        judgement.refuse("contact-with-other-division", **names)
    elif judgement.position.leaders[action.leader].status is not Status.ON_MAP:
        judgement.refuse("leader-not-on-the-map", **names)
    elif (
        not in_command(judgement.position, judgement.book, unit) and judgement.switch("contact-in-command") == "needed"
    ):
        judgement.refuse("contact-out-of-command", switch="contact-in-command", **names)
    else:
        return True
    return False
