"""``vmod-builder check``: a game's data and its module, or any module."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from adjudicator.cli.completion import MODULE_FILE
from adjudicator.cli.options import busy, emit, emit_json, json_option, limit_option
from adjudicator.game.game_data import GameData
from adjudicator.game.loading import GameFolder
from adjudicator.report.safe_text import columns, count, one_line
from adjudicator.vassal.limits import Limits

from ..build_context import Workpiece, built, new_piece_keys, open_workpiece
from ..data_notes import data_notes
from ..estimates import ranked_estimates
from ..finding_lines import finding_lines
from ..layouts import has_version
from ..module_check import ModuleFinding, Weight, check_module, worst
from .options import estimated_line, game_argument

_EXIT_CODES = {Weight.FAULT: 1, Weight.QUESTION: 2, Weight.NOTE: 0}


@click.command()
@game_argument
@click.option("--module", "module_path", type=MODULE_FILE, metavar="FILE.vmod",
              help="Check this module file, of any game.")  # fmt: skip
@click.option("--estimated", is_flag=True, help="List the estimated figures, the most important first.")
@click.option("--all", "all_of_them", is_flag=True, help="List all findings, not the first few of each kind.")
@json_option
@limit_option
@click.pass_context
def command(
    context: click.Context, folder: GameFolder, module_path: Path | None, estimated: bool, all_of_them: bool,
    as_json: bool, limits: Limits,
) -> int:  # fmt: skip
    """Check a game's data and its module, or any module.

    GAME is a directory of data files; by default it is No Question of Surrender. The files are checked one by one and
    against each other; then the module is built in memory and searched for whatever VASSAL would complain about, or
    would silently get wrong.
    """
    if module_path is not None:
        _refuse_both(context, estimated)
        findings = check_module(module_path, limits)
        _report(as_json, _module_document(module_path.name, findings),
                finding_lines(findings, all_of_them=all_of_them))  # fmt: skip
        return _exit_code(findings)
    work = open_workpiece(folder)
    with busy("building"):
        findings = check_module(built(work).archive, limits, name=f"{work.game.id}.vmod")
    _report(
        as_json,
        _game_document(work, findings),
        _game_lines(work, finding_lines(findings, all_of_them=all_of_them), estimated),
    )
    return _exit_code(findings)


def _refuse_both(context: click.Context, estimated: bool) -> None:
    if estimated or any(context.params.get(name) for name in ("game_argument", "game_name")):
        raise click.UsageError("--module checks a file; it goes with neither a game nor --estimated", context)


def _exit_code(findings: Sequence[ModuleFinding]) -> int:
    return _EXIT_CODES[worst(findings)] if findings else 0


def _report(as_json: bool, document: dict[str, Any], lines: Iterator[str]) -> None:
    if as_json:
        emit_json(document)
    else:
        emit(lines)


def _game_lines(work: Workpiece, told: Iterable[str], estimated: bool) -> Iterator[str]:
    game = work.game
    yield f"{game.name} {game.version}"
    yield from columns([("", *row) for row in _contents(game)])
    yield ""
    yield from told
    yield from (f"note  {text}" for text in data_notes(game, work.style))
    added = new_piece_keys(work)
    if added:
        yield f"{count(len(added), 'piece')} not in piece_ids.toml yet: the next build adds them"
    if not has_version(game):
        yield f"the layout of version {game.version} is not in layouts.toml yet: the next build adds it"
    if estimated:
        yield ""
        yield from _estimated_lines(game)
    yield estimated_line(game)


def _estimated_lines(game: GameData) -> Iterator[str]:
    """Yield the estimated figures under what they decide, the weightiest first."""
    for effect, figures in ranked_estimates(game).items():
        yield f"{effect.title} ({len(figures):,})"
        yield from columns(
            [("", figure.file, one_line(figure.row, 60), figure.name, one_line(figure.value, 40)) for figure in figures]
        )
        yield ""


def _contents(game: GameData) -> list[tuple[str, str]]:
    return [
        ("Units", f"{len(game.units):,} of {count(len(game.divisions), 'division')}"),
        ("Leaders", f"{len(game.leaders):,}"),
        ("Map", f"{count(len(game.map.hexes), 'hex', 'hexes')}, {count(len(game.map.trails), 'trail')}"),
        ("Charts", f"{len(game.shown_charts):,}"),
        ("Scenarios", f"{len(game.scenarios):,}"),
    ]  # fmt: skip


def _finding_document(finding: ModuleFinding) -> dict[str, str]:
    return {
        "kind": finding.kind.name, "weight": finding.weight.name.lower(), "place": finding.place, "text": finding.text,
    }  # fmt: skip


def _module_document(name: str, findings: Sequence[ModuleFinding]) -> dict[str, Any]:
    return {"file": name, "findings": list(map(_finding_document, findings))}


def _game_document(work: Workpiece, findings: Sequence[ModuleFinding]) -> dict[str, Any]:
    game = work.game
    figures = [
        {"file": figure.file, "row": figure.row, "name": figure.name, "value": figure.value, "effect": effect.id}
        for effect, found in ranked_estimates(game).items()
        for figure in found
    ]
    return {
        "game": {"id": game.id, "name": game.name, "version": game.version},
        "units": len(game.units), "leaders": len(game.leaders), "hexes": len(game.map.hexes),
        "charts": len(game.shown_charts), "scenarios": len(game.scenarios),
        "new_pieces": list(new_piece_keys(work)), "new_layout": not has_version(game),
        "findings": list(map(_finding_document, findings)),
        "figures": len(game.figures), "estimated": figures,
    }  # fmt: skip
