"""The module's file: the build file, the pictures, the pages and the setups in one archive."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from adjudicator.drawing.mats import ARRIVALS, CHITS
from adjudicator.drawing.style import Style
from adjudicator.game.game_data import GameData
from adjudicator.vassal.archive import pack_archive

from .about_page import about_page
from .charts_html import HtmlPage, chart_pages, sequence_of_play_page
from .decks import mixing_mats
from .elements import Element, component, serialised
from .how_to_play import help_page
from .images import SPLASH_IMAGE, module_images
from .maps import BoardFormat, map_windows
from .module_plan import VASSAL_VERSION, ModulePlan
from .palette import palette_window
from .scenario_pages import scenario_pages
from .turn import end_of_turn, global_properties, turn_tracker
from .windows import (
    cards_menu,
    charts_window,
    dice,
    documentation,
    options,
    roster,
    simple_windows,
)

__all__ = ["ModuleBuild", "Setup", "build_module"]

_SETUPS = "Scenarios"
"""The menu with the setups."""


@dataclass(frozen=True, slots=True)
class Setup:
    """A predefined setup: a save that the File menu opens."""

    title: str
    file_name: str
    """The entry of the archive, ``scenario_1.vsav``."""
    data: bytes


@dataclass(frozen=True, slots=True)
class ModuleBuild:
    """A module as it is written."""

    archive: bytes
    """The ``.vmod`` file."""
    entries: Mapping[str, bytes]
    """The contents of the file, by the entries' names."""
    build_file: Element
    plan: ModulePlan


def build_module(
    game: GameData,
    style: Style,
    plan: ModulePlan,
    setups: Iterable[Setup] = (),
    boards: BoardFormat = BoardFormat.SVG,
) -> ModuleBuild:
    """Return the module of a game. The same game, style, plan, setups and boards give the same bytes.

    Raises RendererMissing for boards as PNG without the extra.
    """
    saves = tuple(setups)
    charts = (*chart_pages(game), sequence_of_play_page(game))
    scenarios = scenario_pages(game)
    helps = (help_page(game), about_page(game))
    root = _build_file(game, plan, boards, charts, scenarios, helps, saves)
    entries = {
        "moduledata": plan.module_data,
        "buildFile.xml": serialised(root),
        **{page.file_name: page.html.encode() for page in (*charts, *scenarios, *helps)},
        **{save.file_name: save.data for save in saves},
        **{f"images/{name}": data for name, data in module_images(game, style, boards).items()},
    }
    return ModuleBuild(pack_archive(entries), entries, root, plan)


def _build_file(
    game: GameData,
    plan: ModulePlan,
    boards: BoardFormat,
    charts: Iterable[HtmlPage],
    scenarios: Iterable[HtmlPage],
    helps: Iterable[HtmlPage],
    setups: Iterable[Setup],
) -> Element:
    """Return the root of the build file: the module with its maps, pieces, windows and charts."""
    prototypes = (
        component("module.PrototypeDefinition", content=text, description="", name=name)
        for name, text in plan.prototypes.items()
    )
    return component(
        "GameModule",
        component("module.BasicCommandEncoder"),
        documentation(helps, boards.file_name(SPLASH_IMAGE)),
        roster(game),
        options(),
        *global_properties(game),
        component("module.PrototypesContainer", *prototypes),
        palette_window(game, plan.slots),
        charts_window(charts, scenarios),
        turn_tracker(game),
        *dice(game),
        *map_windows(game, boards),
        cards_menu(game, (ARRIVALS, CHITS, *(mat.name for mat in mixing_mats(game).values()))),
        *simple_windows(),
        *end_of_turn(game),
        *_setup_menu(setups),
        component("module.Chatter"),
        component("module.KeyNamer"),
        ModuleOther1="", ModuleOther2="", VassalVersion=VASSAL_VERSION, description=game.description, name=game.name,
        nextPieceSlotId=plan.ids.next_id, version=game.version,
    )  # fmt: skip


def _setup_menu(setups: Iterable[Setup]) -> list[Element]:
    """Return the menu that opens the setups, none if there are none."""
    items = [_setup_entry(each.title, each.file_name) for each in setups]
    return [_setup_entry(_SETUPS, "", *items)] if items else []


def _setup_entry(name: str, file: str, *inner: Element) -> Element:
    """Return an entry that opens a file, or without a file a menu of entries."""
    return component(
        "module.PredefinedSetup", *inner, description="", file=file, isMenu=not file, name=name, useFile=bool(file)
    )
