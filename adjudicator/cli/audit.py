"""``adjudicator audit``: a log of any module explained step by step, with its dice and findings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from ..referee.audit import Audit, audit_log
from ..referee.dice import LogPatterns, load_patterns
from ..report.audit_text import audit_document, audit_lines
from ..report.wording import Wording
from ..vassal.limits import Limits
from ..vassal.locations import locator_for
from ..vassal.module import read_module
from ..vassal.module_definition import ModuleDefinition
from ..vassal.replay import Step
from ..vassal.saved_game import SavedGame
from ..vassal.table import placed_units
from .options import (
    PATH,
    emit,
    emit_json,
    file_argument,
    json_option,
    limit_option,
    module_option,
    read_games_for,
    reveal_option,
    viewer_for,
    viewer_options,
    watched,
)

_EPILOG = """\b
Examples:
  adjudicator audit turn-07.vlog --after turn-06.vlog
  adjudicator audit turn-*.vlog --module game.vmod --json"""


@click.command(epilog=_EPILOG)
@file_argument("logs", nargs=-1, required=True, metavar="LOG...")
@click.option("--after", "previous", type=PATH, metavar="PREVIOUS",
              help="The save or log that the (first) log should continue.")
@module_option
@click.option("--patterns", type=PATH, multiple=True, metavar="FILE.toml",
              help="More wordings of dice and turn lines; may be given several times.")
@json_option
@viewer_options
@reveal_option
@limit_option
def command(
    logs: tuple[Path, ...], previous: Path | None, module_path: Path | None, patterns: tuple[Path, ...],
    as_json: bool, side: str, referee: bool, reveal_ids: bool, limits: Limits,
) -> int:  # fmt: skip
    """Explain a log step by step and look for what should not be.

    Works for a log of any module. Several logs are audited in the order given, each as the
    continuation of the one before it.
    """
    known = load_patterns(patterns)
    module = read_module(module_path, limits) if module_path else None
    files = read_games_for([*([previous] if previous else []), *logs], limits, reveal_ids)
    audits = _audit_all(files, len(logs), known, module)
    wordings = [_wording(audit, module, side, referee) for audit in audits]
    if as_json:
        documents = [audit_document(a, w, known) for a, w in zip(audits, wordings, strict=True)]
        emit_json(documents[0] if len(documents) == 1 else {"format": 1, "kind": "audits", "audits": documents})
    else:
        for index, (audit, wording) in enumerate(zip(audits, wordings, strict=True)):
            emit([""] * (index > 0))
            emit(audit_lines(audit, wording, known))
    return max(audit.weight for audit in audits).exit_code


def _audit_all(
    files: Sequence[SavedGame], count: int, patterns: LogPatterns, module: ModuleDefinition | None
) -> list[Audit]:
    """Audit the last *count* files, each after the one before it."""
    audits = []
    first = len(files) - count
    for index in range(first, len(files)):
        game = files[index]

        def watch(steps: Iterable[Step], game: SavedGame = game) -> Iterable[Step]:
            return watched(steps, game.file, len(game.steps))

        before = files[index - 1] if index else None
        audits.append(audit_log(game, patterns, previous=before, module=module, watch=watch))
    return audits


def _wording(audit: Audit, module: ModuleDefinition | None, side: str, referee: bool) -> Wording:
    locator = locator_for(audit.game, module, audit.start.boards)
    viewer = viewer_for(side, referee, (audit.start, audit.end), module)
    pieces = {**placed_units(audit.start), **placed_units(audit.end)}
    return Wording(locator, viewer, module.turn_trackers if module else (), pieces)
