"""The report of what an import did and could not do: lines for the terminal, a file for the directory, JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.game.game_data import GameData
from adjudicator.game.module_dialect import DIALECT_FILE
from adjudicator.game.provenance import Source
from adjudicator.game.start import start_position
from adjudicator.game.units import Unit
from adjudicator.report.safe_text import columns, count, one_line

from .findings import FindingList

__all__ = ["ImportReport", "report_document", "report_lines", "report_text", "summary_lines"]


_UNITS, _CHARTS = "units.toml", "charts.toml"
_EXAMPLES = 5
"""The number of counters that are shown."""


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
    result: GameData
    """The game that was made."""
    units: int
    """The number of units of the game that have a piece in the module."""
    leaders: int
    figures: int
    """The number of figures of units and leaders that are the module's."""
    board: str
    """The board whose terrain was read; empty if there is none."""
    hexes: int
    """The number of hexes, doors, posts, trails and junctions of the map that are the module's."""
    setups: Mapping[int, tuple[int, int]]
    """The scenarios with a setup in the module: how many of their counters start where it has them, of how many."""
    guessed: tuple[str, ...]
    """The keys of ``dialect.toml`` that are guesses."""
    findings: FindingList

    @property
    def examples(self) -> list[Unit]:
        """A few counters that were found, each with other weapons than the others as far as there are."""
        found = [unit for unit in self.result.units.values() if _is_read(unit)]
        by_weapon = {unit.ratings.weapon: unit for unit in reversed(found)}
        return [*by_weapon.values(), *(unit for unit in found if unit not in by_weapon.values())][:_EXAMPLES]


def report_lines(report: ImportReport, most: int = 0, *, summary: bool = True) -> Iterator[str]:
    """Yield what could not be taken over, at *most* so many findings of each kind, and then the *summary*."""
    for kind, findings, further in report.findings.by_kind():
        shown = findings[:most] if most else findings
        yield f"{kind.title} ({len(findings) + further:,})"
        yield from _listed([(each.place, each.text) for each in shown])
        if left := len(findings) - len(shown) + further:
            yield f"  … and {left:,} more"
        yield ""
    if summary:
        yield from summary_lines(report)


def summary_lines(report: ImportReport) -> Iterator[str]:
    """Yield what was found of what was expected, what stays estimated, and a few counters, to be checked."""
    game = report.game
    yield one_line(f"{report.module_file}: {report.module} {report.module_version}".strip(), 110)
    yield from columns([
        ("", "Units", f"{report.units:,} of {len(game.units):,}"),
        ("", "Leaders", f"{report.leaders:,} of {len(game.leaders):,}"),
        ("", "Figures", f"{report.figures:,} of units and leaders"),
        ("", "Map", _map_words(report)),
        ("", "Setups", _setup_words(report)),
        ("", "Guesses", _guess_words(report)),
    ])  # fmt: skip
    yield from ("", "Counters found, by scenario")
    yield from columns([("", str(number), *each) for number, *each in _by_scenario(report)])
    yield from ("", "Still estimated, so that nobody is accused over it")
    yield from columns([("", *each) for each in _estimated(report)] or [("", "nothing", "")])
    yield from ("", "Five counters, as they were read: please compare them with the module")
    yield from columns([("", unit.name, _figures(unit)) for unit in report.examples])


def _is_read(unit: Unit) -> bool:
    """Return whether a figure of a counter is the module's."""
    return Source.MODULE in unit.sources.values()


def _by_scenario(report: ImportReport) -> Iterator[tuple[int, str, str, str]]:
    """Yield for each scenario its number, title, and how many of its units and leaders the module has."""
    result = report.result
    for number, scenario in result.scenarios.items():
        start = start_position(result, number)
        units = [_is_read(result.units[unit]) for unit in start.units]
        leaders = [result.leaders[leader].sources.get("command_range") is Source.MODULE for leader in start.leaders]
        led = f"{sum(leaders)} of {count(len(leaders), 'leader')}" if leaders else ""
        yield number, scenario.title, f"{sum(units)} of {count(len(units), 'unit')}", led


def _estimated(report: ImportReport) -> Iterator[tuple[str, str]]:
    """Yield what is still estimated of counters, map and charts, each with an example or two."""
    result = report.result
    figures = Counter(each.row for each in result.figures if each.file == _UNITS and each.source is Source.ESTIMATED)
    if figures:
        whole = [unit.name for unit in result.units.values() if not _is_read(unit)]
        without = f", of {count(len(whole), 'unit')} without a counter in the module" if whole else ""
        yield "counters", f"{count(sum(figures.values()), 'figure')} of {count(len(figures), 'counter')}{without}"
    ground = sum(said.source is Source.ESTIMATED for said in result.map.hexes.values())
    if ground:
        yield "terrain", f"{count(ground, 'hex', 'hexes')} of {len(result.map.hexes):,}"
    entries = [each.letter for each in result.map.entry_hexes.values() if each.source is Source.ESTIMATED]
    if entries:
        yield "entry hexes", f"{', '.join(entries)} (map.toml, key entry_hexes)"
    charts = sum(each.file == _CHARTS and each.source is Source.ESTIMATED for each in result.figures)
    if charts:
        yield "charts", count(charts, "figure")


def _guess_words(report: ImportReport) -> str:
    if not report.guessed:
        return f"none: the module says how it shows the game ({DIALECT_FILE})"
    return f"{', '.join(report.guessed)}: please look at them in {DIALECT_FILE}"


def _figures(unit: Unit) -> str:
    """Return the figures of a counter's front side in words."""
    ratings = unit.ratings
    fire = (
        "no fire"
        if ratings.fire is None
        else f"fire {ratings.fire} {ratings.weapon}, range {ratings.fire_range or '*'}"
    )
    assault = "no assault" if ratings.assault is None else f"assault {ratings.assault} {ratings.assault_weapon}"
    defence = f"defence {ratings.defence or 0}{' armoured' if ratings.armoured else ''}"
    quality, moves = ratings.troop_quality, ratings.movement or ratings.movement_text or "No"
    return f"{fire}; {assault}; {defence}; Troop Quality {quality}; moves {moves}; steps {unit.steps}"


def _listed(rows: Sequence[tuple[str, str]]) -> list[str]:
    if not any(text for _, text in rows):
        return [f"  {place}" for place, _ in rows]
    return columns(rows)


def _map_words(report: ImportReport) -> str:
    if not report.hexes:
        return "left as it was"
    ground = report.result.map.hexes.values()
    hexes = sum(said.source is Source.MODULE for said in ground)
    others = count(report.hexes - hexes, "door, post, trail or junction", "doors, posts, trails and junctions")
    return f"{hexes:,} of {len(ground):,} hexes" + (f", {others}" if report.hexes > hexes else "")


def _setup_words(report: ImportReport) -> str:
    told = (
        f"scenario {number}: {found} of {count(of, 'counter')} where the module has them"
        for number, (found, of) in report.setups.items()
    )
    return "; ".join(told) or "left as they were"


def report_text(report: ImportReport) -> str:
    """Return the report as the text of a file."""
    head = (
        "What vmod-builder import took from a module, and what it could not. Figures that were not taken are those",
        "that the data had before; each says in its source where it comes from.",
        "",
    )
    return "".join(f"{line}\n" for line in (*head, *summary_lines(report), "", *report_lines(report, summary=False)))


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
        "setups": [{"scenario": number, "found": found, "all": of} for number, (found, of) in report.setups.items()],
        "guessed": list(report.guessed),
        "findings": [
            {"kind": kind.name, "place": finding.place, "text": finding.text}
            for kind, findings, _ in report.findings.by_kind()
            for finding in findings
        ],
        "further": {kind.name: further for kind, _, further in report.findings.by_kind() if further},
    }
