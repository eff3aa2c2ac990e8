"""Makes the typed game data from documents that have been checked."""

from __future__ import annotations

from typing import Any

from ..action_words import Declaration
from ..charts import Chart
from ..dice import SERIES_DICE, DiceKind
from ..game_data import GameData, HelpSection, Stacking, Step
from ..menus import ActionWording, StateLevel, UnitState
from ..module_dialect import build_dialect
from ..open_enums import member
from ..order_of_battle import Chit, ChitKind, Division, Formation, Side, WeaponClass
from ..provenance import Source
from ..scenarios import Calendar
from .build_charts import build_charts
from .build_layouts import build_layout
from .build_map import build_earlier_maps, build_map
from .build_markers import build_markers
from .build_scenarios import build_scenario
from .build_units import build_leader, build_unit
from .figures import all_figures
from .files import GameFiles
from .series_charts import series_charts

__all__ = ["build_game"]


def build_game(files: GameFiles) -> GameData:
    """Return the game that the documents describe."""
    game, scenarios = files["game.toml"], [build_scenario(files[file]) for file in files.scenarios]
    units, charts = files["units.toml"], build_charts(files["charts.toml"])
    calendar = game["calendar"]
    others = _other_series_charts(charts)
    types = units.get("types", {})
    return GameData(
        id=game["id"],
        name=game["name"],
        version=game["version"],
        description=game.get("description", ""),
        sides={row["id"]: Side(**row) for row in game["sides"]},
        divisions={row["id"]: _division(row) for row in game["divisions"]},
        formations={row["id"]: _formation(row, game) for row in game.get("formations", [])},
        weapons={row["id"]: WeaponClass(**row) for row in game.get("weapons", [])},
        units={row["id"]: build_unit(row, types, units) for row in units["units"]},
        leaders={row["id"]: build_leader(row, units) for row in units.get("leaders", [])},
        chits={row["id"]: _chit(row) for row in files["markers.toml"].get("chits", [])},
        markers=build_markers(game["id"], files["markers.toml"].get("markers", [])),
        stacking=_stacking(game["stacking"]),
        map=build_map(files["map.toml"]),
        charts={chart.id: chart for chart in charts} | others,
        unshown_charts=frozenset(others),
        calendar=Calendar(
            dates=tuple(row["date"] for row in calendar["dates"]),
            turns=tuple(calendar["turns"]),
            date_names={row["date"]: row["name"] for row in calendar["dates"]},
        ),
        sequence_of_play=tuple(Step(**row) for row in game.get("sequence_of_play", [])),
        help=tuple(HelpSection(row["title"], tuple(row["paragraphs"])) for row in game.get("help", [])),
        scenarios={scenario.number: scenario for scenario in sorted(scenarios, key=lambda each: each.number)},
        actions=tuple(_action(row) for row in files["actions.toml"].get("actions", [])),
        states=tuple(_state(row) for row in files["actions.toml"].get("states", [])),
        figures=all_figures(files),
        rules=game.get("rules", ""),
        earlier_maps=build_earlier_maps(files["map.toml"]),
        dice=tuple(_dice(row) for row in game.get("dice", [])) or SERIES_DICE,
        dialect=build_dialect(files["dialect.toml"]),
        layouts=tuple(build_layout(row) for row in files["layouts.toml"].get("layouts", [])),
    )


def _other_series_charts(charts: tuple[Chart, ...]) -> dict[str, Chart]:
    """Return the charts of the series that a game does not state itself."""
    stated = {chart.id for chart in charts}
    return {name: chart for name, chart in series_charts().items() if name not in stated}


def _dice(row: dict[str, Any]) -> DiceKind:
    return DiceKind(row["button"], row["low"], row["high"], row.get("count"))


def _stacking(row: dict[str, Any]) -> Stacking:
    return Stacking(not_in_column=row["not_in_column"], in_column=row["in_column"], rule=row.get("rule", ""))


def _division(row: dict[str, Any]) -> Division:
    values = {key: value for key, value in row.items() if key != "source"}
    return Division(**{"short_name": row["name"], **values})


def _formation(row: dict[str, Any], game: dict[str, Any]) -> Formation:
    values = {key: value for key, value in row.items() if key not in ("source", "sources")}
    source = row.get("source", game.get("source", Source.ESTIMATED))
    sources = {name: Source(row.get("sources", {}).get(name, source)) for name in ("chit", "bar")}
    return Formation(**{"short_name": row["name"], **values, "sources": sources})


def _chit(row: dict[str, Any]) -> Chit:
    return Chit(**{**row, "kind": ChitKind(row["kind"]), "formerly": tuple(row.get("formerly", ()))})


def _action(row: dict[str, Any]) -> ActionWording:
    said = member(Declaration, row["id"])
    return ActionWording(**{"submenu": "", "key": "", **row, "id": said, "kinds": tuple(row["kinds"])})


def _state(row: dict[str, Any]) -> UnitState:
    levels = tuple(StateLevel(**{"drawing": "", "key": "", **level}) for level in row["levels"])
    empty = {"off_menu": "", "off_key": "", "off_words": ""}
    return UnitState(**{**empty, **row, "kinds": tuple(row["kinds"]), "levels": levels})
