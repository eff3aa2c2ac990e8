"""Audit files that are signed: whose they are is shown, and nothing in them can be changed unnoticed."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest

from adjudicator.audit_file.signature import PublicKey, SigningKey, signed
from adjudicator.report.audit_recomputed import _totals
from tests.support.command_line import Outcome, command
from tests.support.forgeries import LOG, OTHER_HASH, audit_text, chained_anew, illegal

from .support.keys import other_key, pem_private, pem_public, ssh_private, ssh_public

Document = dict[str, Any]


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    """Return a directory with the keys of a director and of somebody else, and with one that has a passphrase."""
    contents = {
        "director": ssh_private(1), "director.pub": ssh_public(1), "director.pem": pem_private(1),
        "director.pub.pem": pem_public(1), "other.pub": ssh_public(2), "protected.pem": pem_private(1, "open sesame"),
    }  # fmt: skip
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


@cache
def director() -> SigningKey:
    return SigningKey.read(ssh_private(1), "director")


def by_the_director() -> Document:
    return signed(json.loads(audit_text("--referee")), director())


def checked(document: Document, folder: Path, key: str, *arguments: Path) -> Document:
    """Return what comes of checking an audit file with a key, held against what is printed."""
    path = folder / "audit.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    words: tuple[str | Path, ...] = ("audit", "--check", path, *arguments, "--signed-by", folder / key)
    outcome = command(*words, "--json")
    result: Document = json.loads(outcome.out)
    text = command(*words)
    assert text.code == outcome.code == result["exit_code"]
    assert "Signature" in text.out
    return result


def outcome_of(result: Document) -> tuple[str, str, int]:
    return result["signature"]["state"], result["verdict"], result["exit_code"]


@pytest.mark.parametrize(("private", "public"), [("director", "director.pub.pem"), ("director.pem", "director.pub")])
def test_a_signed_file_is_known_as_its_signers(private: str, public: str, keys: Path) -> None:
    made = command("audit", LOG, "--referee", "--json", "--sign", keys / private)
    document = json.loads(made.out)
    assert document == by_the_director()
    assert outcome_of(checked(document, keys, public)) == ("valid", "sound-in-part", 0)
    assert outcome_of(checked(document, keys, public, LOG)) == ("valid", "sound", 0)


def test_the_signature_changes_nothing_else() -> None:
    document = by_the_director()
    del document["signature"]
    assert document == json.loads(audit_text("--referee"))


def test_another_key_no_signature_and_a_changed_file_are_told_apart(keys: Path) -> None:
    document = by_the_director()
    assert outcome_of(checked(document, keys, "other.pub")) == ("other-key", "not-signed", 1)
    unsigned = json.loads(audit_text("--referee"))
    assert outcome_of(checked(unsigned, keys, "director.pub")) == ("missing", "not-signed", 1)
    document["entries"][0]["words"] += ", as was agreed"
    for changed in (document, chained_anew(document)):
        assert outcome_of(checked(changed, keys, "director.pub")) == ("broken", "altered", 1)


def test_a_file_signed_anew_by_a_forger_is_not_the_directors(keys: Path) -> None:
    forged = json.loads(audit_text("--referee"))
    forged["logs"][0]["player"] = "Zoe"
    forger = SigningKey.read(ssh_private(2), "other")
    document = signed(chained_anew(forged), forger)
    assert outcome_of(checked(document, keys, "director.pub"))[0] == "other-key"
    document["signature"]["public_key"] = director().public.line
    assert outcome_of(checked(document, keys, "director.pub")) == ("broken", "altered", 1)


@pytest.mark.parametrize("signature", [None, 7, [], {}, {"public_key": 1}, {"public_key": "x", "value": "?"}])
def test_what_is_no_signature_is_none(signature: object, keys: Path) -> None:
    result = checked({**by_the_director(), "signature": signature}, keys, "director.pub")
    assert outcome_of(result)[1:] == ("altered", 1)


def test_without_the_question_a_signature_is_named_only(tmp_path: Path) -> None:
    path = tmp_path / "audit.json"
    path.write_text(json.dumps(by_the_director()), encoding="utf-8")
    result = json.loads(command("audit", "--check", path, "--json").out)
    public = PublicKey.read(ssh_public(1), "director.pub")
    assert result["signature"] == {"state": "not-asked", "key": public.fingerprint}
    assert public.fingerprint in command("audit", "--check", path).out


def with_other_results(document: Document) -> Document:
    """Return a document as other rules would have made it: they had nothing against an action."""
    document["program"]["rules"] = OTHER_HASH
    lenient = illegal(document)
    known = [each for each in lenient["findings"] if each["by"] == "rules"]
    lenient["findings"] = [each for each in lenient["findings"] if each not in known]
    lenient["replay"]["verdict"] = "legal"
    if not lenient["findings"]:
        lenient["verdict"] = "legal"
        document["totals"] = _totals(document["entries"])
    return document


def test_other_results_of_other_rules_are_proven_by_a_signature_only(keys: Path) -> None:
    older = chained_anew(with_other_results(json.loads(audit_text("--referee"))))
    proven = checked(signed(older, director()), keys, "director.pub")
    assert outcome_of(proven) == ("valid", "other-results", 2), proven["faults"]
    assert proven["may_be_other_rules"]
    for document, key in ((older, "director.pub"), (signed(older, director()), "other.pub")):
        result = checked(document, keys, key)
        assert (result["verdict"], result["exit_code"], result["may_be_other_rules"]) == ("not-signed", 1, True)
    unasked = command("audit", "--check", keys / "audit.json")
    assert unasked.code == 2
    text = unasked.out.splitlines()[-1]
    assert text.startswith("Verdict: the audit file was made with other rules or data than these")
    assert "or somebody altered it" in text


def test_a_signed_file_that_contradicts_itself_or_names_the_present_rules_is_not_excused(keys: Path) -> None:
    older = with_other_results(json.loads(audit_text("--referee")))
    older["exit_code"] = 0
    assert outcome_of(checked(signed(chained_anew(older), director()), keys, "director.pub"))[1] == "altered"
    present = with_other_results(json.loads(audit_text("--referee")))
    present["program"]["rules"] = json.loads(audit_text("--referee"))["program"]["rules"]
    result = checked(signed(chained_anew(present), director()), keys, "director.pub")
    assert (result["verdict"], result["may_be_other_rules"]) == ("altered", False)


# the key files


class _Terminal:
    def isatty(self) -> bool:
        return True


def signing(key: Path) -> Outcome:
    return command("audit", LOG, "--json", "--sign", key)


def test_a_passphrase_is_asked_for_on_a_terminal_only(keys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = signing(keys / "protected.pem")
    assert (refused.code, refused.out, refused.err.count("\n")) == (3, "", 1)
    assert "passphrase" in refused.err
    asked = []

    def prompt(words: str, **_settings: object) -> str:
        asked.append(words)
        return "open sesame" if len(asked) == 1 else "open barley"

    monkeypatch.setattr(sys, "stdin", _Terminal())
    monkeypatch.setattr(click, "prompt", prompt)
    assert signing(keys / "protected.pem").out == signing(keys / "director").out
    wrong = signing(keys / "protected.pem")
    assert (wrong.code, len(asked)) == (3, 2)
    assert "the passphrase is wrong" in wrong.err


@pytest.mark.parametrize("option", ["--sign", "--signed-by"])
@pytest.mark.parametrize(
    "content", [b"", b"ssh-ed25519 AAAA", b"\xff\xfe", ssh_public(1)[:40], pem_private(1)[:60], b"x" * 70_000],
    ids=["empty", "short", "bytes", "cut public", "cut private", "long"],
)  # fmt: skip
def test_what_is_no_key_is_refused_in_one_line(option: str, content: bytes, keys: Path) -> None:
    path = keys / "key"
    path.write_bytes(content)
    before = ("audit", LOG, "--json") if option == "--sign" else ("audit", "--check", keys / "audit.json")
    outcome = command(*before, option, path)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (3, "", 1)
    assert "AAAA" not in outcome.err


@pytest.mark.parametrize(("option", "name"), [("--sign", "director.pub"), ("--signed-by", "director")])
def test_the_other_key_of_the_pair_is_named_as_what_it_is(option: str, name: str, keys: Path) -> None:
    before = ("audit", LOG, "--json") if option == "--sign" else ("audit", "--check", keys / "audit.json")
    outcome = command(*before, option, keys / name)
    assert outcome.code == 3
    assert ("public key" if option == "--sign" else "private key") in outcome.err


# forgeries of a signed file


def cut_off(document: Document) -> None:
    del document["signature"]


def shorter_value(document: Document) -> None:
    document["signature"]["value"] = document["signature"]["value"][:40]


def no_value(document: Document) -> None:
    document["signature"]["value"] = ""


def other_bits(document: Document) -> None:
    value = document["signature"]["value"]
    document["signature"]["value"] = ("B" if value[0] != "B" else "C") + value[1:]


def of_another_file(document: Document) -> None:
    document["signature"] = signed(json.loads(audit_text()), director())["signature"]


def of_the_forger(document: Document) -> None:
    del document["signature"]
    document |= signed(document, SigningKey.read(ssh_private(2), "other"))


def of_the_forger_under_the_directors_name(document: Document) -> None:
    of_the_forger(document)
    document["signature"]["public_key"] = director().public.line


def by_another_algorithm(document: Document) -> None:
    document["signature"]["algorithm"] = "none"


def with_a_word_beside_it(document: Document) -> None:
    document["signature"]["approved"] = True


def a_number_of_the_head(document: Document) -> None:
    document["totals"]["all"]["illegal"] = 0


def an_entry_less(document: Document) -> None:
    document["entries"].pop()


def another_hash(document: Document) -> None:
    document["entries"][0]["hash"] = OTHER_HASH


FORGERIES: dict[Callable[[Document], None], tuple[str, str]] = {
    cut_off: ("missing", "not-signed"),
    shorter_value: ("broken", "altered"),
    no_value: ("broken", "altered"),
    other_bits: ("broken", "altered"),
    of_another_file: ("broken", "altered"),
    of_the_forger: ("other-key", "not-signed"),
    of_the_forger_under_the_directors_name: ("broken", "altered"),
    by_another_algorithm: ("valid", "altered"),
    with_a_word_beside_it: ("valid", "altered"),
    a_number_of_the_head: ("broken", "altered"),
    an_entry_less: ("broken", "altered"),
    another_hash: ("broken", "altered"),
}  # fmt: skip


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
@pytest.mark.parametrize("logs", [(), (LOG,)], ids=len)
def test_each_forgery_of_a_signed_file_is_found(
    forge: Callable[[Document], None], logs: tuple[Path, ...], keys: Path
) -> None:
    document = by_the_director()
    forge(document)
    assert outcome_of(checked(document, keys, "director.pub", *logs)) == (*FORGERIES[forge], 1)


def test_a_name_that_is_there_twice_hides_nothing_behind_a_signature(keys: Path) -> None:
    text = json.dumps(by_the_director())
    forged = text.replace('"exit_code": 1', '"exit_code": 0, "exit_code": 1', 1)
    assert forged != text
    path = keys / "audit.json"
    path.write_text(forged, encoding="utf-8")
    outcome = command("audit", "--check", path, "--signed-by", keys / "director.pub")
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (3, "", 1)


def test_spaces_and_the_order_of_names_are_no_change(keys: Path) -> None:
    path = keys / "audit.json"
    path.write_text(json.dumps(by_the_director(), indent=7, sort_keys=True), encoding="utf-8")
    assert command("audit", "--check", path, "--signed-by", keys / "director.pub").code == 0


@pytest.mark.parametrize(
    ("kind", "form"), [("rsa", "ssh"), ("rsa", "pem"), ("ecdsa", "ssh"), ("ecdsa", "pem"), ("ed448", "pem")]
)
@pytest.mark.parametrize(("option", "is_private"), [("--sign", True), ("--signed-by", False)])
def test_a_key_of_another_kind_is_refused_in_one_line(
    kind: str, form: str, option: str, is_private: bool, keys: Path
) -> None:
    (keys / "key").write_bytes(other_key(kind, form, is_private=is_private))
    before = ("audit", LOG, "--json") if option == "--sign" else ("audit", "--check", keys / "audit.json")
    outcome = command(*before, option, keys / "key")
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (3, "", 1)
    assert "of another kind" in outcome.err


@pytest.mark.parametrize("name", ["nowhere", "."])
@pytest.mark.parametrize("option", ["--sign", "--signed-by"])
def test_a_key_file_that_is_none(option: str, name: str, keys: Path) -> None:
    before = ("audit", LOG, "--json") if option == "--sign" else ("audit", "--check", keys / "audit.json")
    outcome = command(*before, option, keys / name)
    assert outcome.code in (3, 64)
    assert outcome.out == ""
    assert "Traceback" not in outcome.err
