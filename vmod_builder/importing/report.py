"""What an import did and could not do: as lines for the terminal, as a file for the directory, as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.game.game_data import GameData
from adjudicator.report.plain import columns, count, one_line

from .findings import FindingList

__all__ = ["ImportReport", "report_document", "report_lines", "report_text"]


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The report of one import."""

    module_file: str
    """The module's file name."""
    module: str
    """The module's name."""
    module_version: str
    game: GameData
    """The game that the figures were laid over."""
    units: int
    """How many units of the game have a piece in the module."""
    leaders: int
    figures: int
    """How many figures of units and leaders are the module's."""
    board: str
    """The board whose terrain was read; empty if there is none."""
    hexes: int
    """How many hexes, doors, posts, trails and junctions of the map are the module's."""
    findings: FindingList


def report_lines(report: ImportReport, most: int = 0) -> Iterator[str]:
    """Yield the report as lines; with *most*, only so many findings of each kind."""
    game = report.game
    yield one_line(f"{report.module_file}: {report.module} {report.module_version}".strip(), 110)
    yield from columns([
        ("", "Units", f"{report.units:,} of {len(game.units):,}"),
        ("", "Leaders", f"{report.leaders:,} of {len(game.leaders):,}"),
        ("", "Figures", f"{report.figures:,} of units and leaders"),
        ("", "Map", _map_words(report)),
    ])  # fmt: skip
    for kind, findings, further in report.findings.by_kind():
        shown = findings[:most] if most else findings
        yield ""
        yield f"{kind.title} ({len(findings) + further:,})"
        yield from _listed([(each.place, each.text) for each in shown])
        if left := len(findings) - len(shown) + further:
            yield f"  … and {left:,} more"


def _listed(rows: Sequence[tuple[str, str]]) -> list[str]:
    if not any(text for _, text in rows):
        return [f"  {place}" for place, _ in rows]
    return columns(rows)


def _map_words(report: ImportReport) -> str:
    if not report.hexes:
        return "left as it was"
    return f"{count(report.hexes, 'fact')} (hexes, doors, posts, trails and junctions)"


def report_text(report: ImportReport) -> str:
    """Return the report as the text of a file."""
    head = (
        "What vmod-builder import took from a module, and what it could not. Figures that were not taken are those",
        "that the data had before; each says in its source where it comes from.",
        "",
    )
    return "".join(f"{line}\n" for line in (*head, *report_lines(report)))


def report_document(report: ImportReport, directory: str) -> dict[str, Any]:
    """Return the report as the JSON document of ``module-import.schema.json``."""
    game = report.game
    return {
        "module": {"file": report.module_file, "name": report.module, "version": report.module_version},
        "game": {"id": game.id, "name": game.name, "version": game.version},
        "directory": directory,
        "units": {"matched": report.units, "all": len(game.units)},
        "leaders": {"matched": report.leaders, "all": len(game.leaders)},
        "figures": report.figures,
        "map": {"board": report.board, "facts": report.hexes},
        "findings": [
            {"kind": kind.name, "place": finding.place, "text": finding.text}
            for kind, findings, _ in report.findings.by_kind()
            for finding in findings
        ],
        "further": {kind.name: further for kind, _, further in report.findings.by_kind() if further},
    }
