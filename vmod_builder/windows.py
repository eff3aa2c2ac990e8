"""The module's toolbar and windows: sides, options, charts, dice, notes, inventory, help."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, repeat

from adjudicator.game.dice import DiceKind
from adjudicator.game.game_data import GameData
from adjudicator.vassal import sequence

from .charts_html import HtmlPage
from .elements import Element, component, entry
from .key_strokes import DICE_KEYS, key_stroke
from .unit_pieces import REFEREE

__all__ = [
    "cards_menu", "charts_window", "dice", "documentation", "options", "roster", "simple_windows",
]  # fmt: skip

_DICE_REPORT = "** $name$ = $result$ *** &lt;$PlayerName$&gt;"
_IN_INVENTORY = '{Type == "Unit" || Type == "Dummy" || Type == "Leader"}'
"""The counters that the inventory lists: dummies as well, or it would reveal which hidden guns are real."""


def roster(game: GameData) -> Element:
    """Return the sides that players can take."""
    sides = [*(side.name for side in game.sides.values()), REFEREE]
    return component(
        "module.PlayerRoster", *(entry("entry", side) for side in sides), buttonKeyStroke="", buttonText="Retire",
        buttonToolTip="Change sides, leave the game, or release your side",
    )  # fmt: skip


def options() -> Element:
    """Return the options: reports always on, and nobody looks under another's counters."""
    return component(
        "module.GlobalOptions", autoReport="Always", chatterHTMLSupport="Always", hotKeysOnClosedWindows="Never",
        inventoryForAll="Always", nonOwnerUnmaskable="Never", playerIdFormat="$PlayerName$",
        promptString="Opponents can unmask pieces", sendToLocationMoveTrails="Never",
        storeLeadingZeroIntegersAsStrings=True,
    )  # fmt: skip


def documentation(pages: Iterable[HtmlPage], splash: str) -> Element:
    """Return the help menu, with the picture *splash* that greets players when the module opens."""
    greeting = component("module.documentation.AboutScreen", fileName=splash, title="About Module")
    files = (
        component("module.documentation.HelpFile", fileName=page.file_name, fileType="archive", title=page.title)
        for page in pages
    )
    return component("module.Documentation", greeting, *files)


def charts_window(pages: Iterable[HtmlPage], scenarios: Iterable[HtmlPage]) -> Element:
    """Return the charts window with a tab for each page, and one for all scenarios with tabs of its own."""
    inner = [_tab(page) for page in scenarios]
    tabs = component("widget.TabWidget", *(_tab(page) for page in pages), entryName="Charts")
    if inner:
        tabs.append(component("widget.TabWidget", *inner, entryName="Scenarios"))
    return component(
        "module.ChartWindow", tabs, description="", hotkey=key_stroke("F3"), icon="", name="Charts", text="Charts",
        tooltip="Show or hide the charts",
    )  # fmt: skip


def _tab(page: HtmlPage) -> Element:
    return component("widget.HtmlChart", chartName=page.title, description="", fileName=page.file_name)


def dice(game: GameData) -> list[Element]:
    """Return the dice buttons, those that come first with a key."""
    keys = chain(map(key_stroke, DICE_KEYS), repeat(""))
    return [_dice_button(kind, key) for kind, key in zip(game.dice, keys, strict=False)]


def _dice_button(kind: DiceKind, hotkey: str) -> Element:
    what = "a die" if kind.count == 1 else f"{kind.count} dice" if kind.count else "several dice"
    return component(
        "module.DiceButton", addToTotal=0, canDisable=False, hotkey=hotkey, icon="/images/die.gif", keepCount=1,
        keepDice=False, keepOption=">", lockAdd=True, lockDice=False, lockPlus=True, lockSides=True,
        nDice=kind.count or 2, nSides=kind.faces, name=kind.button, plus=kind.low - 1, prompt=kind.count is None,
        reportFormat=_DICE_REPORT, reportTotal=False, sortDice=False, text=kind.button,
        tooltip=f"Roll {what} from {kind.low} to {kind.high}",
    )  # fmt: skip


def cards_menu(game: GameData, others: Iterable[str]) -> Element:
    """Return the menu that opens the divisions' cards and the *others*, windows by the text of their buttons."""
    items = [*(division.short_name for division in game.divisions.values()), *others]
    return component(
        "module.ToolbarMenu", description="", hotkey="", icon="", menuItems=sequence.encode(items, ","),
        text="Cards", tooltip="Show or hide a division's card, the arrivals, or the chits",
    )  # fmt: skip


def simple_windows() -> list[Element]:
    """Return the notes and the inventory."""
    notes = component(
        "module.NotesWindow", buttonText="Notes", hotkey=key_stroke("F7"), icon="/images/notes.gif",
        tooltip="Show or hide the notes",
    )  # fmt: skip
    inventory = component(
        "module.Inventory", canDisable=False, centerOnPiece=True, drawPieces=True, foldersOnly=False,
        forwardKeystroke=True, groupBy=sequence.encode(["CurrentMap", "Division", "Formation"], ","),
        hotkey=key_stroke("F8"), icon="", include=_IN_INVENTORY, launchFunction="functionHide",
        leafFormat="$PieceName$ in $LocationName$", name="Inventory", nonLeafFormat="$PropertyValue$", pieceZoom=0.33,
        pieceZoom2=0.5, pieceZoom3=0.6, refreshHotkey="", showMenu=True, sides="", sortFormat="$PieceName$",
        sortPieces=True, sorting="alpha", text="Inventory", tooltip="Show or hide the list of all units", zoomOn=False,
    )  # fmt: skip
    return [notes, inventory]
