"""Mails of invented players, refereed with all mails before them, and with only the one before: see ``cases/mails``.

Every cheat is laid to its player by its rule, and nobody else is accused. What the referee still leaves open, does not
find, or holds against an honest player is told with its reason beside the mail; to find it after all is no fault.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.written_mails import Found, WrittenMail, found_of, judged, player, written_mails


def _faults(mail: WrittenMail, *, alone: bool) -> Iterator[str]:
    said, expected = judged(mail, alone=alone), mail.expected(alone=alone)
    if found_of(mail, said) not in (expected, Found.RIGHT):
        yield f"{found_of(mail, said)}, not {expected}"
    if expected is not Found.ACCUSED and said.offenders - ({player(mail.side)} if not mail.honest else set()):
        yield f"laid to {', '.join(sorted(said.offenders))}"


@pytest.mark.parametrize("alone", [False, True], ids=["all mails", "the previous mail"])
@pytest.mark.parametrize(
    "mail", [pytest.param(mail, id=mail.id, marks=pytest.mark.xdist_group(mail.game)) for mail in written_mails()]
)
def test_a_mail_is_refereed_as_its_verdict_says(mail: WrittenMail, alone: bool) -> None:
    faults = list(_faults(mail, alone=alone))
    told = "; ".join(
        f"{each.rule} {each.name}" for entry in judged(mail, alone=alone).accusing for each in entry.findings
    )
    assert not faults, f"{'; '.join(faults)} ({mail.verdict}): {told}"


def test_every_exception_has_a_reason_and_is_one() -> None:
    for mail in written_mails():
        assert all(reason for _, reason in mail.exceptions)
        assert all(found is not Found.RIGHT for found, _ in mail.exceptions)


def test_the_names_are_their_own() -> None:
    names = [mail.id for mail in written_mails()]
    assert len(names) == len(set(names)) > 0


def test_no_honest_mail_is_accused() -> None:
    assert all(found is not Found.ACCUSED for mail in written_mails() for found, _ in mail.exceptions)
