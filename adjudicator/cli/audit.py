"""``adjudicator audit``: a log of any module explained step by step; a game of our own with all rulings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from ..audit_file.check import GAME_AUDIT
from ..audit_file.signature import SigningKey, signed
from ..viewing.sides import UnknownSide
from .audit_checks import check_answer
from .completion import GAME_FILE, JSON_FILE, KEY_FILE, LOG_FILE, PATH
from .game_audits import Answer, AuditRequest, audit_answer
from .key_files import signing_key
from .log_files import logs_in
from .many_audits import ManyOptions, audit_each
from .many_options import many_options
from .options import (
    check_outputs,
    emit,
    emit_json,
    explain_option,
    file_argument,
    force_option,
    html_option,
    json_option,
    limit_option,
    module_option,
    reveal_option,
    tell_page,
    viewer_options,
    write_page,
)
from .referee_options import patterns_option, waive_option
from .rule_options import book_options, side_problem
from .whole_number import WholeNumber
from .worker_pool import Bounds

_EPILOG = """\b
Examples:
  adjudicator audit turn-07.vlog --after turn-06.vlog
  adjudicator audit our-game/
  adjudicator audit turn-*.vlog --module game.vmod --json
  adjudicator audit game.vlog --referee --json -o game.audit.json
  adjudicator audit our-game/ --html our-game.html
  adjudicator audit --check game.audit.json game.vlog
  adjudicator audit game.vlog --referee --json --sign director -o game.audit.json
  adjudicator audit --check game.audit.json --signed-by director.pub
  adjudicator audit --each tournament/ --jobs 4
  adjudicator audit --each tournament/ --html tournament-pages --csv tournament.csv --cache kept

\b
Exit codes with --each: 1 if any game is illegal or has a fault, else 3 if any log can't be
read, else 2 if any game is undecided."""


@click.command(epilog=_EPILOG)
@file_argument("logs", LOG_FILE, nargs=-1, metavar="LOG...")
@click.option(
    "--after",
    "previous",
    type=GAME_FILE,
    metavar="PREVIOUS",
    help="The save or log that the first LOG should continue.",
)
@module_option
@patterns_option
@book_options
@waive_option
@click.option("--steps", is_flag=True, help="Also list every step of the logs.")
@explain_option
@click.option("--generic", is_flag=True, help="Give no rulings: audit it like the log of any other module.")
@click.option(
    "--check",
    type=JSON_FILE,
    metavar="FILE",
    help="Verify the audit file FILE (made with --json); with LOGs, also that they reproduce it.",
)
@click.option(
    "--sign",
    type=KEY_FILE,
    metavar="KEYFILE",
    help="With --json: sign the audit file with this private Ed25519 key (made by ssh-keygen or openssl).",
)
@click.option(
    "--signed-by",
    type=KEY_FILE,
    metavar="PUBLIC",
    help="With --check: verify that the audit file was signed with this key and not changed since.",
)
@click.option("--each", is_flag=True, help="Sort all LOGs into games and print a summary of each.")
@click.option(
    "--jobs",
    type=WholeNumber(1, 256),
    default=1,
    help="With --each: audit N games in parallel.",
)
@many_options
@json_option
@click.option("-o", "--output", type=PATH, help="Write the JSON to this new file instead of standard output.")
@html_option
@force_option
@viewer_options
@reveal_option
@limit_option
def command(
    as_json: bool, output: Path | None, page: Path | None, force: bool, check: Path | None, sign: Path | None,
    signed_by: Path | None, each: bool, jobs: int, cache: Path | None, csv: Path | None, dask: str | None,
    memory: int | None, seconds: int | None, **values: Any,
) -> int:  # fmt: skip
    """Rule on a whole game, or check the log of any module.

    Each LOG is audited in the order given, as the continuation of the one before; a directory stands for
    all logs in it, in the order of their names. In a game of No Question of Surrender, or of any game given with
    --game, each action gets a ruling. In a log of any other module, dice, undone steps and continuity are checked.

    With --each, the logs in and below the directories are sorted into games by their positions and players, whatever
    their names, and a table of the games is printed; --html DIR writes it as a page, with a page for each game.
    """
    if values["explain"] and (as_json or each or check is not None or values["generic"]):
        problem = "--explain goes with the text of a game, not with --json, --each, --check or --generic"
        raise click.UsageError(problem, click.get_current_context())
    many = {"--cache": cache, "--csv": csv, "--dask": dask, "--memory": memory, "--seconds": seconds}
    keys = {"sign": sign, "signed_by": signed_by}
    _refuse_contradictions(as_json, output, page, check, each, jobs, values["logs"], values["previous"], many, **keys)
    if not each:
        check_outputs(output, page, force=force)
    logs = values["logs"] if each else tuple(logs_in(values["logs"]))
    request = AuditRequest(
        **{**values, "logs": logs, "scenario": values["scenario"] or 0}, form="json" if as_json else "text",
        with_page=page is not None,
    )  # fmt: skip
    try:
        if each:
            bounds = Bounds(memory or Bounds().memory, seconds or Bounds().seconds)
            return audit_each(request, ManyOptions(jobs, dask or "", bounds, cache, csv, output, page, as_json, force))
        key = signing_key(sign) if sign is not None else None
        answer = audit_answer(request) if check is None else check_answer(check, request, signed_by)
    except UnknownSide as error:
        raise click.UsageError(side_problem(error), click.get_current_context()) from None
    if key is not None:
        answer = _signed(answer, key)
    write_page(page, answer.page, force=force)
    code = _print(answer, output, force=force)
    if answer.page is not None:
        tell_page(page, as_json=as_json and output is None)
    return code


def _signed(answer: Answer, key: SigningKey) -> Answer:
    if answer.document is None or answer.document["kind"] != GAME_AUDIT:
        problem = "--sign: only the audit of a game that is refereed is signed, and this is the audit of other logs"
        raise click.UsageError(problem, click.get_current_context())
    return replace(answer, document=signed(answer.document, key))


def _print(answer: Answer, output: Path | None, *, force: bool) -> int:
    if answer.document is None:
        emit(answer.lines)
    else:
        emit_json(answer.document, output, force=force)
    return answer.exit_code


def _refuse_contradictions(
    as_json: bool, output: Path | None, page: Path | None, check: Path | None, each: bool, jobs: int,
    logs: tuple[Path, ...], previous: Path | None, many: Mapping[str, object],
    sign: Path | None, signed_by: Path | None,
) -> None:  # fmt: skip
    context = click.get_current_context()
    contradictions = (
        (not logs and check is None, "Missing argument 'LOG...'."),
        (output is not None and not as_json, "-o goes with --json"),
        (page is not None and check is not None, "--html does not go with --check"),
        (previous is not None and each, "--after does not go with --each: what a log continues is found"),
        *((value is not None and not each, f"{name} goes with --each") for name, value in many.items()),
        (sign is not None and not as_json, "--sign goes with --json: what is signed is the audit file"),
        (sign is not None and check is not None, "--sign does not go with --check, which changes nothing"),
        (sign is not None and each, "--sign does not go with --each, which makes no audit file"),
        (signed_by is not None and check is None, "--signed-by goes with --check"),
        (check is not None and each, "--check and --each do not go together"),
        (jobs > 1 and not each, "--jobs goes with --each: the logs of one game are read one after the other"),
    )
    for is_wrong, problem in contradictions:
        if is_wrong:
            raise click.UsageError(problem, context)
