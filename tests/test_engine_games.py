"""No honest player is accused, and every cheat is found: mails that were made in the real VASSAL, as people play.

Each mail is refereed with all mails before it, and with only the one before it. How the games are written down is told
in ``support/engine_games.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import pytest

from tests.support.engine_games import ENGINE_GAMES, EngineMail, Expected, Said, engine_mails, refereed_mail


class Known(StrEnum):
    """What the referee knows of a game before the mail."""

    ALL = "all mails"
    PREVIOUS = "the previous mail"


MADE_BY_ITSELF = {
    "g7p/mail-03-x": "its row tells of what follows: the minefield roll is still to come when this mail ends, and is "
    "left out in mail-05-x",
}
"""Mails whose row says ILLEGAL for what only a later mail does: they are honest, and why."""

OTHER_RULES: dict[str, tuple[tuple[str, ...], str]] = {
    "g7/mail-04-c1": (("6.11",), "one Command Point too few was taken off the track: the rule of the payment"),
    "g7/mail-05-c1": (("7.2",), "the failed conversion leaves the unit Suppressed; what is wrong is that it moves on"),
}
"""Mails for which another rule than the row's is cited rightly: the rules, and why."""

CHEATS_BESIDES: dict[str, tuple[tuple[str, ...], str]] = {
    "g2/mail-01-c1": ((), "only the points of the chit are doubtful; units never arrive in that hex"),
    "g2/mail-01-c2": (("6.9",), "only the points of the chit are doubtful; the bought chit is never paid for"),
}
"""Mails whose row calls them DOUBTFUL for the points of the first chit, and that cheat besides: the rules, and why."""

ALONE = (
    "g1/mail-02", "g1/mail-08", "g7/mail-02-h1", "g7/mail-02-h2", "g7/mail-05-h1", "g7p/mail-02", "g7p/mail-04-n-h2",
)  # fmt: skip
"""Honest mails that begin with what an earlier one left open: the points of a chit, a check, Opportunity Fire."""


def expected_of(mail: EngineMail) -> Expected:
    return Expected.HONEST if mail.id in MADE_BY_ITSELF else mail.expected


def faults_of(mail: EngineMail, said: Said) -> Iterator[str]:
    """Yield what is wrong with what the referee says of a mail."""
    match expected_of(mail):
        case Expected.HONEST:
            yield from (f"accused: {entry.findings}" for entry in said.illegal)
            yield from (f"a fault of the log: {fault.text}" for fault in said.faults)
        case Expected.DOUBTFUL:
            if mail.id in CHEATS_BESIDES:
                yield from _faults_of_cheat(mail, said)
            else:
                yield from (f"accused of what is doubtful: {entry.findings}" for entry in said.illegal)
            if not said.undecided:
                yield "what is doubtful is not left undecided"
        case Expected.FAULT:
            if not said.faults and not said.illegal:
                yield "the fault of the log is not found"
        case Expected.CHEAT:
            yield from _faults_of_cheat(mail, said)


def _faults_of_cheat(mail: EngineMail, said: Said) -> Iterator[str]:
    if not said.illegal and not said.faults:
        yield "the cheat is not found"
        return
    if said.offenders - {mail.player}:
        yield f"the offence is laid to {', '.join(sorted(said.offenders))}"
    named = OTHER_RULES.get(mail.id) or CHEATS_BESIDES.get(mail.id)
    rules = named[0] if named else mail.rules
    if rules and said.illegal and not said.rules & set(rules):
        yield f"rules {sorted(said.rules)} are cited, not {rules}"


@pytest.mark.parametrize("known", Known)
@pytest.mark.parametrize("mail", engine_mails(), ids=lambda mail: mail.id)
def test_a_mail_is_refereed_as_its_row_expects(mail: EngineMail, known: Known) -> None:
    before = mail.before if known is Known.ALL else mail.before[-1:]
    faults = list(faults_of(mail, refereed_mail(mail.game, mail.name, before)))
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", ALONE)
def test_an_honest_mail_by_itself_accuses_nobody(name: str) -> None:
    """A file alone begins with what earlier mails left open: that is not known, and no offence."""
    assert not refereed_mail(*name.split("/"), ()).illegal


def test_the_tables_name_mails_that_there_are() -> None:
    mails = {mail.id for mail in engine_mails()}
    assert {*MADE_BY_ITSELF, *OTHER_RULES, *CHEATS_BESIDES, *ALONE} <= mails


def test_every_log_of_the_games_has_its_row() -> None:
    rows = {mail.id for mail in engine_mails()}
    logs = {f"{path.parent.name}/{path.stem}" for path in ENGINE_GAMES.glob("*/*.vlog")}
    assert logs == rows | {"g1/v38-mail-04"}


def test_a_mail_of_a_later_vassal_goes_on_from_those_of_an_earlier_one() -> None:
    """VASSAL 3.8 writes some traits otherwise than 3.7 does: they mean the same, and the mail is an honest one."""
    said = refereed_mail("g1", "v38-mail-04", ("mail-01", "mail-02", "mail-03"))
    assert said == Said((), (), ())
