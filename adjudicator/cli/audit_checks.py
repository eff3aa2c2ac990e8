"""The work of ``adjudicator audit --check``: checks an audit file against itself, the rules, and the logs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Any

import click

from ..audit_file.chain import Fault
from ..audit_file.check import AN_AUDIT_FILE, AuditCheck, agreed_in, check_audit, compare_audits, read_audit_file
from ..audit_file.versions import game_version
from ..game.errors import GameDataError
from ..game.loading import find_game
from ..report.audit_recomputed import not_checked, remade_faults
from ..report.check_text import check_document, check_lines
from ..report.safe_text import one_line
from ..rules.rule_book import RuleBook
from ..vassal.archive import read_file
from .game_audits import Answer, AuditRequest, audit_answer, inputs_of
from .key_files import public_key
from .options import busy
from .rule_options import playable_game

__all__ = ["check_answer"]

_OPTIONS = {"previous": "--after", "module": "--module", "patterns": "--patterns"}
_DOCUMENT = ".xml"

_Input = Mapping[str, str]
"""The role, the name and the hash of a file."""


def check_answer(path: Path, request: AuditRequest, signed_by: Path | None = None) -> Answer:
    """Check an audit file; with logs in the request also whether they give the same file again.

    *signed_by* holds the public key with which it should be signed.

    Raises VassalError, GameDataError, and UsageError if a file is missing that it was made of.
    """
    key = public_key(signed_by) if signed_by is not None else None
    data = read_file(path, replace(request.limits, entry_bytes=request.limits.text_bytes))
    try:
        text = data.decode("utf-8-sig", "surrogatepass")
    except UnicodeDecodeError:
        raise GameDataError("not an audit file", file=path.name, expected=AN_AUDIT_FILE) from None
    document = read_audit_file(text, path.name, request.limits.text_bytes)
    game = playable_game(request.game_name)
    with busy(f"judging {path.name} again"):
        check = check_audit(document, game, game_version(game, find_game(request.game_name)), key)
    if check.house_rules is not None:
        sheet = (document["replay"] or {}).get("start", {}).get("sheet", "")
        check.faults += remade_faults(check, RuleBook(game.with_sheet_of(sheet), check.house_rules))
        if not request.logs:
            check.not_checked += not_checked(check)
    if request.logs and not any(fault.kind == "form" for fault in check.faults):
        found = list(_log_faults(check, document, request))
        check.logs = "different" if found else "same"
        check.faults += found
    if request.form == "json":
        return Answer(check.exit_code, document=check_document(path.name, check))
    return Answer(check.exit_code, check_lines(path.name, check))


def _log_faults(check: AuditCheck, document: Mapping[str, Any], request: AuditRequest) -> Iterator[Fault]:
    """Yield where the files given are not those that the audit file was made of, or give another one."""
    given = inputs_of(request)
    _refuse_missing(document["inputs"], given)
    others = list(_other_inputs(document["inputs"], given))
    yield from others
    if others:
        check.remarks.append("it was not made again, because the files are not the same")
        return
    view = document["view"]
    made = audit_answer(replace(
        request, side=view["side"] or "", referee=view["referee"], reveal_ids=view["ids"], steps=view["steps"],
        scenario=document["scenario"], settings=agreed_in(document), form="json", generic=False,
    ))  # fmt: skip
    copies = list(_document_pairs(document["inputs"], given))
    if copies:
        names = [one_line(now["file"], 60) for _one, now in copies]
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        check.remarks.append(f"{names[0]}{more}: compared by its contents and not by its bytes, because one "
                             "is an XML document and the other a VASSAL file")  # fmt: skip
    yield from compare_audits(document, _as_told(made.document or {}, copies))


def _refuse_missing(told: list[dict[str, str]], given: tuple[dict[str, str], ...]) -> None:
    for each in told:
        role = each["role"]
        if role in _OPTIONS and sum(e["role"] == role for e in given) < sum(e["role"] == role for e in told):
            problem = f"it was made with {_OPTIONS[role]} {one_line(each['file'], 60)}: give that file, too"
            raise click.UsageError(problem, click.get_current_context())


def _other_inputs(told: list[dict[str, str]], given: tuple[dict[str, str], ...]) -> Iterator[Fault]:
    for role in ("log", *_OPTIONS):
        before = [each for each in told if each["role"] == role]
        now = [each for each in given if each["role"] == role]
        if len(before) != len(now):
            yield Fault("input", None, f"it was made of {len(before)} files ({role}), {len(now)} are given")
        for one, other in zip(before, now, strict=False):
            if one["sha256"] != other["sha256"] and not _is_document_pair(one, other):
                yield Fault("input", None, f"{other['file']} is not the file that it was made of ({one['file']})")


def _is_document_pair(one: _Input, other: _Input) -> bool:
    """Return whether one of two files is an archive and the other an XML document: their bytes cannot be the same."""
    return (_ending(one) == _DOCUMENT) != (_ending(other) == _DOCUMENT)


def _ending(file: _Input) -> str:
    return PurePath(file["file"]).suffix.lower()


def _document_pairs(told: Sequence[_Input], given: Sequence[_Input]) -> Iterator[tuple[_Input, _Input]]:
    """Yield the files that the audit file was made of, each with the one given in another form."""
    for role in ("log", *_OPTIONS):
        before, now = ([each for each in files if each["role"] == role] for files in (told, given))
        yield from (pair for pair in zip(before, now, strict=False) if _is_document_pair(*pair))


def _as_told(made: Any, copies: Sequence[tuple[_Input, _Input]]) -> Any:
    """Return a JSON value with the names and hashes of files replaced by those of their other form."""
    words = {now[key]: one[key] for one, now in copies for key in ("file", "sha256")}
    if not words:
        return made
    names = "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))
    pattern = re.compile(rf"(?<![\w.-])(?:{names})(?![\w-])")

    def told(value: Any) -> Any:
        """Return a JSON value, or a part of one, with these words replaced."""
        if isinstance(value, str):
            return pattern.sub(lambda match: words[match.group()], value)
        if isinstance(value, list):
            return [told(item) for item in value]
        if isinstance(value, dict):
            return {told(name): told(item) for name, item in value.items()}
        return value

    return told(made)
