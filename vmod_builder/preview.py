"""A game to look at without VASSAL: one page with all counters, the map and the charts, and sheets to print.

The pages need nothing from elsewhere: no script, no font, no network.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from adjudicator.drawing.cards import mat_svg
from adjudicator.drawing.counters import all_counters, state_marker_svg
from adjudicator.drawing.map_sheet import map_sheet
from adjudicator.drawing.style import Style
from adjudicator.game.game_data import GameData
from adjudicator.game.provenance import Source
from adjudicator.game.units import Unit

from .charts_html import chart_table
from .maps import MAP_IMAGE, BoardFormat, mats_of
from .print_sheets import PrintedBoard, print_page, printed_counters, state_marker_image
from .scenario_pages import scenario_body, scenario_title

__all__ = ["preview_files"]


def preview_files(game: GameData, style: Style) -> dict[str, bytes]:
    """Return the preview's files by their paths: two pages and the pictures that they show."""
    images = dict(all_counters(game, style))
    mats = {BoardFormat.SVG.file_name(name): mat_svg(mat) for name, mat in mats_of(game).items()}
    map_image = BoardFormat.SVG.file_name(MAP_IMAGE)
    sheets = {map_image: map_sheet(game.map, hex_lines=True, hex_names=True), **mats}
    printed = {
        state_marker_image(level): state_marker_svg(level, style)
        for state in game.states
        for level in state.levels
        if level.drawing
    }
    files = {f"images/{name}": text.encode() for name, text in {**sheets, **images, **printed}.items()}
    files["index.html"] = _index(game, images, tuple(sheets)).encode()
    files["print.html"] = _print_page(game, images).encode()
    return files


def _print_page(game: GameData, images: Mapping[str, str]) -> str:
    """Return the sheets to print."""
    boards = [PrintedBoard(game.map.name, BoardFormat.SVG.file_name(MAP_IMAGE), game.map.sheet_size)]
    boards += [PrintedBoard(mat.name, BoardFormat.SVG.file_name(name), mat.size) for name, mat in mats_of(game).items()]
    texts = {scenario_title(scenario): scenario_body(game, scenario) for scenario in game.scenarios.values()}
    for chart in game.shown_charts:
        table = chart_table(chart, game.weapons, game.formations)
        texts[chart.page] = texts.get(chart.page, "") + table
    return print_page(game, printed_counters(game, images), boards, texts)


def _index(game: GameData, images: Mapping[str, str], sheets: Sequence[str]) -> str:
    """Return the page with all counters, sheets and charts."""
    sections = [
        ("map", "Map", _sheets(sheets[:1])),
        ("units", "Units", _units(game, images)),
        ("chits", "Chits", _figures((f"chit-{chit.id}.svg", chit.name) for chit in game.chits.values())),
        ("markers", "Markers", _markers(game)),
        ("cards", "Cards and mats", _sheets(sheets[1:])),
        (
            "scenarios",
            "Scenarios",
            "".join(
                f"<h3>{escape(scenario_title(scenario))}</h3>\n{scenario_body(game, scenario)}"
                for scenario in game.scenarios.values()
            ),
        ),
        (
            "charts",
            "Charts",
            "".join(chart_table(chart, game.weapons, game.formations) for chart in game.shown_charts),
        ),
    ]
    links = " · ".join(f'<a href="#{name}">{title}</a>' for name, title, body in sections if body)
    body = "".join(
        f'<section id="{name}"{_class(name)}>\n<h2>{title}</h2>\n{text}</section>\n'
        for name, title, text in sections
        if text
    )
    name = escape(game.name)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{name}: preview</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>\n{_STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{name}</h1>\n"
        f"<p>{escape(game.description)} Version {escape(game.version)}. {_estimated(game)}</p>\n"
        f'<nav>{links} · <a href="print.html">Sheets to print</a></nav>\n</header>\n<main>\n{body}</main>\n'
        "</body>\n</html>\n"
    )


def _class(section: str) -> str:
    return ' class="tables"' if section in _TABLES else ""


def _estimated(game: GameData) -> str:
    count = sum(figure.source is Source.ESTIMATED for figure in game.figures)
    if not count:
        return "None of its figures is estimated."
    return f"{count:,} of its {len(game.figures):,} figures are estimated."


def _units(game: GameData, images: Mapping[str, str]) -> str:
    return "".join(
        f"<h3>{escape(division.name)}</h3>\n"
        + "".join(
            f"<h4>{escape(title)}</h4>\n{_figures(figures)}"
            for title, figures in _groups(game, division.id, frozenset(images))
        )
        for division in game.divisions.values()
    )


def _groups(game: GameData, division: str, there: frozenset[str]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the division's formations and then its independent units: title and (image, caption)."""
    names = {formation.id: formation.name for formation in game.formations.values() if formation.division == division}
    for formation, title in {**names, "": "Independent"}.items():
        here = (division, formation)
        leaders = [leader for leader in game.leaders.values() if (leader.division, leader.formation) == here]
        figures = [(f"{leader.id}.svg", leader.name) for leader in leaders]
        units = [unit for unit in game.units.values() if (unit.division, unit.formation) == here]
        figures += [figure for unit in units for figure in _sides(unit, there)]
        if figures:
            yield title, figures


def _sides(unit: Unit, there: frozenset[str]) -> Iterator[tuple[str, str]]:
    yield f"unit-{unit.id}.svg", unit.name
    for side in ("mounted", "reduced"):
        if (name := f"unit-{unit.id}-{side}.svg") in there:
            yield name, f"{unit.name}, {side}"


def _markers(game: GameData) -> str:
    faces = [
        (f"marker-{face}.svg", name)
        for marker in game.markers.values()
        for face, name in zip(marker.faces, marker.face_names, strict=True)
    ]
    states = [
        (state_marker_image(level), level.name) for state in game.states for level in state.levels if level.drawing
    ]
    return _figures(dict([*faces, *states]).items())


def _figures(figures: Iterable[tuple[str, str]]) -> str:
    """Return pictures with captions, at the size a player sees them; a click opens one alone."""
    items = "".join(
        f'<figure><a href="images/{escape(name)}"><img src="images/{escape(name)}" alt="" loading="lazy"></a>'
        f"<figcaption>{escape(caption)}</figcaption></figure>\n"
        for name, caption in figures
    )
    return f'<div class="counters">\n{items}</div>\n' if items else ""


def _sheets(names: Iterable[str]) -> str:
    paths = [escape(f"images/{name}") for name in names]
    return "".join(f'<p><a href="{path}"><img class="sheet" src="{path}" alt=""></a></p>\n' for path in paths)


_TABLES = ("scenarios", "charts")
"""The sections that have tables."""
_STYLE = """:root { color-scheme: light dark; --ground: #f7f4ec; --ink: #26221a; --line: #cfc7b4; }
@media (prefers-color-scheme: dark) { :root { --ground: #1d1b17; --ink: #e9e3d5; --line: #4a4437; } }
body { margin: 0 auto; max-width: 1200px; padding: 1rem; font: 16px/1.5 system-ui, sans-serif;
  background: var(--ground); color: var(--ink); }
header { border-bottom: 1px solid var(--line); }
h1 { margin: 0; } h2 { margin-top: 2rem; } h3 { margin-bottom: 0; } h4 { margin: .6rem 0 .2rem; font-weight: 600; }
a { color: inherit; }
.counters { display: flex; flex-wrap: wrap; gap: .6rem; }
figure { margin: 0; width: 96px; text-align: center; }
figure img { width: 75px; height: 75px; }
figcaption { font-size: 11px; line-height: 1.2; overflow-wrap: anywhere; }
.sheet { max-width: 100%; height: auto; border: 1px solid var(--line); background: #fff; }
.tables { overflow-x: auto; }
.tables table { background: #fff; color: #111; border-collapse: collapse; margin: .3rem 0 1rem; }
.tables td, .tables th { border: 1px solid #b9b2a2; padding: .15rem .5rem; font-size: 14px; }
"""
