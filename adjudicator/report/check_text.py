"""The check of an audit file as text and as JSON (``schema/audit-check.schema.json``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ..audit_file.check import AuditCheck
from ..audit_file.signature import SignatureState
from .safe_text import columns, count, one_line

__all__ = ["check_document", "check_lines"]

FORMAT: Final = 1
_MAX_FAULTS: Final = 20
_CHAIN: Final = {
    "sound": "whole: nothing was changed, cut, put in, moved or repeated since the file was made",
    "broken": "broken",
}
_REPLAY: Final = {
    "same": "every entry gives the same result",
    "different": "the results differ",
    "left-out": "not done",
}
_LOGS: Final = {
    "same": "these are the logs that it was made from, and they reproduce it",
    "different": "these are other logs, or they do not reproduce it",
    "not-given": "not given",
}
_VERDICTS: Final = {
    "sound": "the audit file is sound",
    "sound-in-part": "the audit file is sound in part: what can be checked without the logs agrees",
    "altered": "the audit file was ALTERED, or does not belong to these logs",
    "other-results": "the audit file is as it was signed; the other rules or data that it names gave other results",
    "not-signed": "the audit file was not signed with this key",
    "other-version": "the audit file was made with other rules or data than these",
}
_OTHER_RULES: Final = "; it says that it was made with other rules or data, but anybody can write that into it"
_MAY_BE_OTHER_RULES: Final = (
    "the audit file was made with other rules or data than these, which gave other results, or somebody altered it and "
    "wrote that into it: its signature (--signed-by), or a check with the version that it names, settles it"
)
_SIGNATURES: Final = {
    SignatureState.VALID: "it was signed with this key, and not changed since",
    SignatureState.MISSING: "there is none",
    SignatureState.OTHER_KEY: "it names another key",
    SignatureState.BROKEN: "it does not fit: the file was changed after it was signed, or not signed with this key",
    SignatureState.NOT_ASKED: "not checked: --signed-by PUBLIC checks it; it names the key",
}


def check_lines(file: str, check: AuditCheck) -> Iterator[str]:
    """Yield the check line by line."""
    yield f"{one_line(file)}: the audit of {count(len(check.document['entries']), 'action')}"
    yield from columns([
        ("Chain", _CHAIN[check.chain]), ("Judged again", _REPLAY[check.replay]), ("Logs", _LOGS[check.logs]),
        *_signature_row(check),
        *(("Other version", one_line(each)) for each in check.versions),
        *(("Not checked without the logs", one_line(each)) for each in check.not_checked),
        *(("Note", one_line(each)) for each in check.remarks),
    ])  # fmt: skip
    if check.faults:
        yield ""
        yield "What does not agree"
        rows = [(f"entry {each.entry}" if each.entry else "file", one_line(each.text)) for each in check.faults]
        yield from columns(rows[:_MAX_FAULTS])
        if len(rows) > _MAX_FAULTS:
            yield f"  and {len(rows) - _MAX_FAULTS} more"
    yield ""
    yield f"Verdict: {_verdict(check)}"


def _signature_row(check: AuditCheck) -> Iterator[tuple[str, str]]:
    state, signer = check.signature, check.signer
    if state is SignatureState.NOT_ASKED and not signer:
        return
    named = f" ({one_line(signer)})" if signer else ""
    yield "Signature", f"{_SIGNATURES[state]}{named}"


def _verdict(check: AuditCheck) -> str:
    if check.verdict == "altered" and check.versions:
        return _VERDICTS["altered"] + _OTHER_RULES
    if check.verdict == "other-results" and check.signature is not SignatureState.VALID:
        return _MAY_BE_OTHER_RULES
    if check.verdict == "not-signed" and check.signature is SignatureState.MISSING:
        return "the audit file is not signed"
    return _VERDICTS[check.verdict]


def check_document(file: str, check: AuditCheck) -> dict[str, Any]:
    """Return the check as JSON."""
    return {
        "format": FORMAT,
        "kind": "audit-check",
        "file": file,
        "entries": len(check.document["entries"]),
        "chain": check.chain,
        "replay": check.replay,
        "logs": check.logs,
        "versions": list(check.versions),
        "remarks": list(check.remarks),
        "not_checked": list(check.not_checked),
        "signature": {"state": check.signature.value, "key": check.signer or None},
        "faults": [{"kind": each.kind, "entry": each.entry, "text": one_line(each.text)} for each in check.faults],
        "may_be_other_rules": bool(check.faults) and check.may_be_other_rules,
        "verdict": check.verdict,
        "exit_code": check.exit_code,
    }
