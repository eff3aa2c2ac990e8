"""The module's map windows: the map sheet, the divisions' cards, the calendar of arrivals, the chits with their mug.

VASSAL adds none of a map's parts by itself, so every window lists all that it needs (vassal-files.md 4.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

from adjudicator.drawing.mats import Mat, arrivals, chits_mat, division_card
from adjudicator.game.game_data import GameData

from .decks import decks_of, mixing_mats
from .elements import Element, component
from .grids import board_zones, mat_zones
from .hex_texts import hex_text_expression
from .key_strokes import HIDE_KEY, LINE_OF_SIGHT_KEY, OVERVIEW_KEY, UNMOVED_KEY, key_stroke
from .marker_pieces import GROUND, LAYER

__all__ = ["MAP_IMAGE", "STEP_RIGHT", "STEP_UP", "BoardFormat", "map_windows", "mats_of"]

MAP_IMAGE = "map"
"""The name of the map sheet's picture, without its ending."""
STEP_RIGHT, STEP_UP = 4, 5
"""The distance of each counter of a stack to the right of and above the one below it."""
_PLAIN_PARTS = (
    "ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer", "StackExpander",
    "PieceMover", "KeyBufferer", "SelectionHighlighters",
)  # fmt: skip
_MOVE_REPORT = "$pieceName$ moves $previousLocation$ &rarr; $location$ *"
_CREATE_REPORT = "$pieceName$ placed in $location$ *"
_PLACE = "$LocationName$"
_PAPER = "205,187,143"
_ZOOM_LEVELS = (0.25, 0.333, 0.5, 0.625, 0.75, 1.0, 1.25, 1.6, 2.0)
_FIRST_ZOOM = 0.75


class BoardFormat(Enum):
    """The format of the pictures of boards: the ending of their files' names."""

    SVG = ".svg"
    PNG = ".png"

    def file_name(self, name: str) -> str:
        """Return the file of the board's picture called *name*."""
        return f"{name}{self.value}"


def mats_of(game: GameData) -> Mapping[str, Mat]:
    """Return the mats next to the map by the names of their pictures, without their ending."""
    cards = {f"card-{id_}": division_card(game, id_) for id_ in game.divisions}
    guns = {f"guns-{side}": mat for side, mat in mixing_mats(game).items()}
    return {**cards, "arrivals": arrivals(game), "chits": chits_mat(game), **guns}


def map_windows(game: GameData, boards: BoardFormat) -> list[Element]:
    """Return the map windows in the order of their buttons."""
    return [
        _map_sheet(game, boards),
        *(_mat(game, mat, boards.file_name(name)) for name, mat in mats_of(game).items()),
    ]


def _map_sheet(game: GameData, boards: BoardFormat) -> Element:
    name = game.map.name
    board = _board(name, boards.file_name(MAP_IMAGE), board_zones(game.map))
    layers = [_layers()] if any(marker.of_the_hex for marker in game.markers.values()) else []
    extras = [*layers, _thread(), _overview(), *_savers()]
    viewer = _stack_viewer(hex_text_expression(game), empty_hexes=True)
    return _window(name, board, [viewer, *extras], button="", main=True)


def _mat(game: GameData, mat: Mat, image: str) -> Element:
    contents = [deck.element() for deck in decks_of(game) if deck.mat == mat.name]
    short = {division.name: division.short_name for division in game.divisions.values()}
    parts = [_stack_viewer(_PLACE, empty_hexes=False), *contents]
    return _window(mat.name, _board(mat.name, image, mat_zones(mat)), parts, button=short.get(mat.name, mat.name))


def _board(name: str, image: str, zones: Element) -> Element:
    return component("module.map.boardPicker.Board", zones, image=image, name=name, reversible=False)


def _window(name: str, board: Element, extras: Iterable[Element], *, button: str, main: bool = False) -> Element:
    """Return a map window; with a *button* it is opened by that, without one it is open all the time.

    The buttons of the *main* one have keys.
    """
    return component(
        "module.Map", _picker(board), _stacks(), *(component(f"module.map.{part}") for part in _PLAIN_PARTS),
        _zoomer(), component("module.map.HighlightLastMoved", color="255,0,0", enabled=True, thickness=2),
        _hide_button(key_stroke(HIDE_KEY) if main else ""), _flare(), *extras,
        allowMultiple=False, backgroundcolor=_PAPER, buttonName=button, changeFormat="$message$", color="255,0,0",
        createFormat=_CREATE_REPORT, edgeHeight=0, edgeWidth=0, hideKey="", hotkey="", icon="", launch=bool(button),
        mapName=name, markMoved="Always", markUnmovedHotkey=key_stroke(UNMOVED_KEY) if main else "",
        markUnmovedIcon="/images/unmoved.gif" if main else "", markUnmovedReport="", markUnmovedText="",
        markUnmovedTooltip="Take the marks and trails of movement off this map", moveKey="",
        moveToFormat=_MOVE_REPORT, moveWithinFormat=_MOVE_REPORT, onlyReportChangedLocation=True, showKey="",
        thickness=3, tooltip=f"Show or hide {name}" if button else "",
    )  # fmt: skip


def _picker(board: Element) -> Element:
    return component(
        "module.map.BoardPicker", board, addColumnText="Add column", addRowText="Add row",
        boardPrompt="Select board", slotHeight=125, slotScale=0.2, slotWidth=350, title="Choose boards",
    )  # fmt: skip


def _stacks() -> Element:
    return component(
        "module.map.StackMetrics", bottom=key_stroke("DOWN"), disabled=False, down=key_stroke("LEFT"), exSepX=8,
        exSepY=22, top=key_stroke("UP"), unexSepX=STEP_RIGHT, unexSepY=STEP_UP, up=key_stroke("RIGHT"),
    )  # fmt: skip


def _zoomer() -> Element:
    return component(
        "module.map.Zoomer", inButtonText="", inIconName="/images/zoomIn.gif", inTooltip="Zoom in",
        outButtonText="", outIconName="/images/zoomOut.gif", outTooltip="Zoom out", pickButtonText="",
        pickIconName="/images/zoom.png", pickTooltip="Choose the zoom", zoomInKey=key_stroke("ctrl EQUALS"),
        zoomLevels=",".join(map(str, _ZOOM_LEVELS)), zoomOutKey=key_stroke("ctrl MINUS"), zoomPickKey="",
        zoomStart=len(_ZOOM_LEVELS) - _ZOOM_LEVELS.index(_FIRST_ZOOM),
    )  # fmt: skip


def _stack_viewer(place: str, *, empty_hexes: bool) -> Element:
    """Return the view of a stack under the mouse: *place* above the counters, and below each its name and figures.

    With *empty_hexes* the place is shown where no counter is, too.
    ``PieceName`` and ``Summary`` are hidden with the counter when it is face down; ``BasicName`` would not be.
    """
    return component(
        "module.map.CounterDetailViewer", bgColor="255,250,240", borderColor="43,36,24", borderThickness=2,
        borderInnerThickness=1, borderWidth=6, centerAll=False, centerPiecesVertically=False, centerText=True,
        combineCounterSummary=False, counterReportFormat="$PieceName$<br>$Summary$", delay=500, description="",
        display="from all layers", emptyHexReportForma=place, enableHTML=True,
        extraTextPadding=2, fgColor="0,0,0", fontSize=10, graphicsZoom=1.0, hotkey=key_stroke("ctrl SPACE"),
        layerList="", minDisplayPieces=0 if empty_hexes else 1, onlyShowFirstSummary=False, propertyFilter="",
        showDeck=False, showDeckDepth=1, showDeckMasked=False, showMoveSelectde=False, showNoStack=False,
        showNonMovable=False, showOnlyTopOfStack=False, showOverlap=False, showTerrainBeneath="never",
        showTerrainHeight=150, showTerrainSnappy=True, showTerrainText="$LocationName$", showTerrainWidth=150,
        showTerrainZoom=1.0,
        showgraph=True, showgraphsingle=True, showtext=True, showtextsingle=True, stopAfterShowing=False,
        stretchWidthPieces=False, stretchWidthSummary=False, summaryReportFormat=place,
        unrotatePieces=False, version=4, verticalBottomText=5, verticalOffset=0, verticalTopText=0, zoomlevel=1.5,
    )  # fmt: skip


def _hide_button(key: str) -> Element:
    return component(
        "module.map.HidePiecesButton", buttonText="", hiddenIcon="/images/globe_selected.gif", hotkey=key,
        showingIcon="/images/globe_unselected.gif", tooltip="Hide or show the counters",
    )  # fmt: skip


def _flare() -> Element:
    """Return the flare: a click with Alt shows the other players a place."""
    return component(
        "module.map.Flare", circleColor="255,0,0", circleScale=True, circleSize=100, description="", flareKey="keyAlt",
        flareName="Flare", flarePulses=6, flarePulsesPerSec=3, reportFormat="$PlayerName$ points at $FlareLocation$",
    )  # fmt: skip


def _layers() -> Element:
    """Return the layers of the counters: the markers of the hexes are below all others, and in no stack with them."""
    return component("module.map.LayeredPieceCollection", description="", layerOrder=GROUND, property=LAYER)


def _thread() -> Element:
    """Return the thread that shows the range between two hexes and a line of sight."""
    return component(
        "module.map.LOS_Thread", canDisable=False, drawRange=True, hideCounters=True, hideOpacity=40,
        hotkey=key_stroke(LINE_OF_SIGHT_KEY),
        iconName="/images/thread.gif", label="", losThickness=2, persistence="Ctrl-Click & Drag",
        persistentIconName="/images/thread.gif", rangeBg="255,255,255", rangeFg="0,0,0", report="", round="Up", scale=0,
        snapEnd=True, snapStart=True, threadColor="200,0,0", threadName="LOS", tooltip="Line of sight and range",
        **{"global": "Always"},
    )  # fmt: skip


def _overview() -> Element:
    return component(
        "module.map.GlobalMap", buttonText="", color="255,0,0", hotkey=key_stroke(OVERVIEW_KEY),
        icon="/images/overview.gif", scale=0.15, tooltip="Show or hide the overview",
    )  # fmt: skip


def _savers() -> list[Element]:
    picture = component(
        "module.map.ImageSaver", buttonText="", hotkey="", icon="/images/camera.gif",
        tooltip="Save the map as a picture",
    )  # fmt: skip
    text = component(
        "module.map.TextSaver", buttonText="", hotkey="", icon="/images/camera.gif",
        tooltip="Save a list of the counters and their places as text",
    )  # fmt: skip
    return [picture, text]
