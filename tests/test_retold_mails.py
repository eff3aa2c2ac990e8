"""Honest mails told otherwise: whatever the words and their place, nobody is accused of what was done rightly."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.retold_mails import RetoldMail, retold_mails
from tests.support.retellings import RETELLINGS
from tests.support.table_scripts import entry_line

PART = 100
"""One mail in so many is told in each way; all of them: ``python -m tests.retold_mails``."""
KNOWN = Path(__file__).parent / "cases" / "retold_mails.toml"
"""The retellings after which somebody is accused all the same, each with its reason."""


def known() -> dict[str, str]:
    rows = tomllib.loads(KNOWN.read_text(encoding="utf-8"))["accused"]
    return {row["id"]: row["reason"] for row in rows}


@pytest.mark.parametrize(
    "retold",
    [pytest.param(each, id=each.id, marks=pytest.mark.xdist_group(each.mail.game)) for each in retold_mails(part=PART)],
)
def test_nobody_is_accused_after_a_mail_is_told_otherwise(retold: RetoldMail) -> None:
    said = retold.judged()
    accusations = [entry_line(entry) for entry in said.illegal] if said is not None else []
    assert not accusations or retold.id in known()


@pytest.mark.parametrize("name", RETELLINGS)
def test_each_retelling_is_tried(name: str) -> None:
    assert any(each.retelling == name for each in retold_mails([name]))


def test_every_known_accusation_has_a_reason_and_a_mail() -> None:
    ids = {each.id for each in retold_mails()}
    assert all(each in ids and reason for each, reason in known().items())
