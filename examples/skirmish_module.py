"""The VASSAL module "Skirmish at Alder Ford": a small invented game of two sides, made for these examples.

Everything that the game's files need is here by name: maps, sides, pieces, deck and dice. The build
file and the archive are made from it; :mod:`skirmish_drawings` has the images.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from lxml import etree
from skirmish_drawings import (
    CARD,
    CARD_TABLE_SIZE,
    COLUMN_PITCH,
    COUNTER,
    FIRST_CENTRE,
    HEX_HEIGHT,
    IMAGES,
    outline,
)

from adjudicator.vassal import sequence
from adjudicator.vassal.archive import pack_archive
from adjudicator.vassal.commands import AddPiece
from adjudicator.vassal.metadata import Metadata, Text, build_metadata
from adjudicator.vassal.pieces import join_chain

NAME, VERSION, VASSAL_VERSION = "Skirmish at Alder Ford", "1.0", "3.7.0"
DESCRIPTION = "A small invented skirmish, made as an example"
SAVED = 1767225600000
"""When the module was made, in milliseconds since 1970: a fixed day."""

FIELD, CARDS = "Alder Ford", "Card table"
ZONE = "Field of hexes"
"""The part of the field's board that has hexes; without it the engine would number the margins, too."""
SIDES = ("Amber", "Slate")
DECK = "Event deck"
DICE = "1d10"
TURN_TRACKER = "TurnTracker0"
MOVE_REPORT = "$pieceName$ moves $previousLocation$ &rarr; $location$ *"
CREATE_REPORT = "$pieceName$ placed in $location$ *"
TURN_REPORT = "$oldTurn$ ends, $newTurn$ begins"
POINTS_REPORT = "$PlayerName$: $description$ from $oldValue$ to $newValue$"

_CTRL = 130
FLIP_KEY, DELETE_KEY, MARK_KEY, REVEAL_KEY = (f"{ord(letter)},{_CTRL}" for letter in "FDMR")


class Counter(NamedTuple):
    """A counter of one side, and the hex where it begins."""

    name: str
    side: str
    image: str
    strength: int
    pace: int
    start: str


COUNTERS = (
    Counter("1st Guards", "Amber", "amber-guards.svg", 4, 3, "02.03"),
    Counter("2nd Guards", "Amber", "amber-guards.svg", 4, 3, "02.03"),
    Counter("Amber Riders", "Amber", "amber-riders.svg", 2, 6, "02.05"),
    Counter("Ford Watch", "Slate", "slate-guards.svg", 4, 3, "06.04"),
    Counter("Mill Company", "Slate", "slate-guards.svg", 4, 3, "07.03"),
    Counter("Slate Riders", "Slate", "slate-riders.svg", 2, 6, "09.05"),
)
CARD_NAMES = (("Sudden Rain", "card-rain.svg"), ("Rally", "card-rally.svg"), ("Good Scouts", "card-scout.svg"))
DECK_PLACE = (CARD_TABLE_SIZE[0] // 2, CARD_TABLE_SIZE[1] // 2)
HANDS = {"Amber hand": (96, DECK_PLACE[1]), "Slate hand": (CARD_TABLE_SIZE[0] - 96, DECK_PLACE[1])}

_FIRST_GPID = 1
_STACK_GPID = 20
_SMOKE_GPID = 40
_CARD_GPID = 50
NEXT_GPID = 60


def _trait(*fields: str) -> str:
    return sequence.encode(fields, ";")


def _definition(*levels: tuple[str, str]) -> str:
    """A piece definition of (type, state) of each trait, the outermost first."""
    types, states = zip(*levels, strict=True)
    return AddPiece("null", join_chain(types), join_chain(states)).encode()


def _report(key: str, message: str) -> tuple[str, str]:
    return _trait("report", sequence.encode([key], ","), message, "", "", "", "false"), "-1"


_DELETE = (_trait("delete", "Delete", DELETE_KEY, ""), "")
_REMOVED = _report(DELETE_KEY, "$oldPieceName$ is removed")
_WORN = (
    _trait("emb2", "Lose or regain a step", "128", "", "", "128", "", "", "128", "", "", "", "1", "false", "0", "0",
           "worn.svg", "+ (worn)", "true", "Worn", "", "", "false", "", "1", "1", "false", FLIP_KEY, "", "", "", "1.0",
           "", "true"),
    "-1",
)  # fmt: skip
_MOVED = (
    _trait("markmoved", "/images/moved.gif", "21", "-21", "Mark moved", MARK_KEY, "", "false", "", "", "", ""),
    "false",
)
_MASK = (
    _trait("obs", REVEAL_KEY, "card-back.svg", "Play or hide", "B", "an event card", "side:", "", "", "false", "", ""),
    "null;",
)
PROTOTYPES = {
    "Unit": _definition(
        _REMOVED, _report(FLIP_KEY, "$oldPieceName$ becomes $newPieceName$ in $location$"), _WORN, _MOVED, _DELETE,
        ("piece;;;;", "null;0;0;;0"),
    ),
    "Marker": _definition(_REMOVED, _DELETE, ("piece;;;;", "null;0;0;;0")),
    "Event card": _definition(
        _report(REVEAL_KEY, "$newPieceName$ is turned over"), _MASK, ("piece;;;;", "null;0;0;;0")
    ),
}  # fmt: skip
"""The definitions of the module's prototypes by name."""


def counter_definition(counter: Counter, gpid: int) -> str:
    """The definition of a counter in the slot *gpid*."""
    marks = sequence.encode([counter.side, str(counter.strength), str(counter.pace)], ",")
    return _definition(
        (_trait("prototype", "Unit"), ""), (_trait("mark", "Side,Strength,Pace"), marks),
        *_basic(counter.image, counter.name, gpid),
    )  # fmt: skip


def smoke_definition() -> str:
    """The definition of the smoke marker."""
    return _definition((_trait("prototype", "Marker"), ""), *_basic("smoke.svg", "Smoke", _SMOKE_GPID))


def card_definition(index: int) -> str:
    """The definition of an event card: two of each kind, *index* from 0 to 5."""
    name, image = CARD_NAMES[index // 2]
    return _definition((_trait("prototype", "Event card"), ""), *_basic(image, name, _CARD_GPID + index))


def _basic(image: str, name: str, gpid: int) -> tuple[tuple[str, str]]:
    return ((_trait("piece", "", "", image, name), f"null;0;0;{gpid};0"),)


def start_definitions() -> dict[str, list[str]]:
    """The definitions of the pieces on the field at the start, by hex."""
    stacks: dict[str, list[str]] = {}
    for index, counter in enumerate(COUNTERS):
        stacks.setdefault(counter.start, []).append(counter_definition(counter, _STACK_GPID + index))
    return stacks


def deck_type() -> str:
    """The type that the engine gives to the deck of the build file."""
    return _trait(
        "deck", "true", "239,228,196", str(CARD[0]), str(CARD[1]), "Always", "Always", "false", "false", "false",
        "", "", "", DECK, "", "", "", "false", "false", "", "", "15", "", "false", "", "false", "",
        "$BasicName$", "", "false", "", "Shuffle", "Reverse", "", "Draw multiple cards", "Draw specific cards",
        "Face up", "Face down", "", "", "", "", "Save Deck", "", "Deck Saved", "Load Deck", "", "Deck Loaded",
        "false", "",
    )  # fmt: skip


def turn_state(turn: int, side: str) -> str:
    """The turn tracker's state (format notes 2.5)."""
    sides = _trait(str(SIDES.index(side)), "0", "0", ",".join("true" for _ in SIDES))
    return sequence.encode(["0", _trait(str(turn), "0", "false", "-1", sides)], "|")


# the build file


def _component(
    class_name: str, /, *children: etree._Element, content: str = "", **attributes: str | float
) -> etree._Element:
    """A component of the build file; its attributes come in the order of their names, as VASSAL has them."""
    element = etree.Element(f"VASSAL.build.{class_name}")
    for key in sorted(attributes):
        value = attributes[key]
        element.set(key, str(value).lower() if isinstance(value, bool) else str(value))
    element.extend(children)
    element.text = content or None
    return element


def _slot(kind: str, name: str, definition: str, gpid: int, size: tuple[int, int]) -> etree._Element:
    return _component(f"widget.{kind}", content=definition, entryName=name, gpid=gpid, width=size[0], height=size[1])


def _counter_slot(counter: Counter, gpid: int) -> etree._Element:
    return _slot("PieceSlot", counter.name, counter_definition(counter, gpid), gpid, (COUNTER, COUNTER))


def _palette() -> etree._Element:
    lists = [
        _component(
            "widget.ListWidget",
            *(_counter_slot(c, _FIRST_GPID + i) for i, c in enumerate(COUNTERS) if c.side == side),
            entryName=side, divider=150, width=300, height=400,
        )
        for side in SIDES
    ]  # fmt: skip
    smoke = _slot("PieceSlot", "Smoke", smoke_definition(), _SMOKE_GPID, (COUNTER, COUNTER))
    markers = _component("widget.ListWidget", smoke, entryName="Markers", divider=150, width=300, height=400)
    tabs = _component("widget.TabWidget", *lists, markers, entryName="Counters")
    return _component("module.PieceWindow", tabs, defaultWidth=300, hidden=False, hotkey="67,130", icon="", scale="1.0",
                      text="Counters", tooltip="Show or hide the counters")  # fmt: skip


def _points(side: str) -> etree._Element:
    name = f"{side}Points"
    button = _component(
        "module.properties.ChangePropertyButton", desc="", hotkey="", icon="", propChanger="I,1",
        reportFormat=POINTS_REPORT, text=f"{side} +1", tooltip=f"One point for {side}",
    )  # fmt: skip
    return _component("module.properties.GlobalProperty", button, description=f"{side}'s points", initialValue=0,
                      isNumeric=True, max=99, min=0, name=name, wrap=False)  # fmt: skip


def _turn_tracker() -> etree._Element:
    sides = _component("module.turn.ListTurnLevel", configFirst=False, configList=False, list=",".join(SIDES),
                       property="TurnSide", prompt="", turnFormat="$value$")  # fmt: skip
    turns = _component("module.turn.CounterTurnLevel", sides, incr=1, loop=False, loopLimit=-1, property="TurnNumber",
                       start=1, turnFormat="$value$")  # fmt: skip
    return _component(
        "module.turn.TurnTracker", turns, buttonText="Turn", fwdOnly=False, hotkey="84,130", icon="", length=0,
        lengthStyle="Maximum", name="Turn", nexthotkey="", plusButtonSize=22, prevhotkey="", reportFormat=TURN_REPORT,
        tooltip="", turnButtonHeight=22, turnFormat="Turn $level1$ - $level2$",
    )  # fmt: skip


def _dice() -> etree._Element:
    return _component(
        "module.DiceButton", addToTotal=0, hotkey="68,520", icon="/images/die.gif", keepCount=1, keepDice=False,
        keepOption=">", lockAdd=False, lockDice=False, lockPlus=False, lockSides=False, nDice=1, nSides=10, name=DICE,
        plus=0, prompt=False, reportFormat="** $name$ = $result$ *** &lt;$PlayerName$&gt;", reportTotal=False,
        sortDice=False, text=DICE, tooltip="Roll a ten-sided die",
    )  # fmt: skip


def _field_board() -> etree._Element:
    numbering = _component(
        "module.map.boardPicker.board.mapgrid.HexGridNumbering", color="90,74,42", first="H", fontSize=9,
        hDescend=False, hDrawOff=0, hLeading=1, hOff=1, hType="N", locationFormat="$gridLocation$", rotateText=0,
        sep=".", stagger=False, vDescend=False, vDrawOff=0, vLeading=1, vOff=1, vType="N", visible=True,
    )  # fmt: skip
    grid = _component(
        "module.map.boardPicker.board.HexGrid", numbering, color="0,0,0", cornersLegal=False, dotsVisible=False,
        dx=COLUMN_PITCH, dy=float(HEX_HEIGHT), edgesLegal=False, sideways=False, snapTo=True, visible=False,
        x0=FIRST_CENTRE[0], y0=FIRST_CENTRE[1],
    )  # fmt: skip
    corners = ";".join(f"{x},{y}" for x, y in outline())
    zone = _component(
        "module.map.boardPicker.board.mapgrid.Zone", grid, highlightProperty="", locationFormat="$gridLocation$",
        name=ZONE, path=corners, useHighlight=False, useParentGrid=False,
    )  # fmt: skip
    zoned = _component("module.map.boardPicker.board.ZonedGrid", zone)
    return _component("module.map.boardPicker.Board", zoned, image="field.svg", name="Field", reversible=False)


def _card_board() -> etree._Element:
    regions = [
        _component("module.map.boardPicker.board.Region", name=name, originx=x, originy=y)
        for name, (x, y) in HANDS.items()
    ]
    grid = _component("module.map.boardPicker.board.RegionGrid", *regions, fontsize=9, snapto=False, visible=False)
    return _component("module.map.boardPicker.Board", grid, image="card-table.svg", name="Table", reversible=False)


_PLAIN_PARTS = (
    "ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer", "StackExpander",
    "PieceMover", "KeyBufferer", "SelectionHighlighters",
)  # fmt: skip


def _map(name: str, board: etree._Element, contents: Iterable[etree._Element], hotkey: str) -> etree._Element:
    """A map with all the parts that it needs to work: the engine adds none of them by itself."""
    picker = _component("module.map.BoardPicker", board, addColumnText="Add column", addRowText="Add row",
                        boardPrompt="Select board", slotHeight=125, slotScale=0.2, slotWidth=350,
                        title="Choose boards")  # fmt: skip
    metrics = _component("module.map.StackMetrics", bottom="40,0", disabled=False, down="37,0", exSepX=6, exSepY=18,
                         top="38,0", unexSepX=3, unexSepY=5, up="39,0")  # fmt: skip
    zoomer = _component(
        "module.map.Zoomer", inButtonText="", inIconName="/images/zoomIn.gif", inTooltip="Zoom in", outButtonText="",
        outIconName="/images/zoomOut.gif", outTooltip="Zoom out", pickButtonText="", pickIconName="/images/zoom.png",
        pickTooltip="Zoom", zoomInKey="61,130", zoomLevels="0.5,0.75,1.0,1.5,2.0", zoomOutKey="45,130",
        zoomPickKey="", zoomStart=3,
    )  # fmt: skip
    last_moved = _component("module.map.HighlightLastMoved", color="255,0,0", enabled=True, thickness=2)
    return _component(
        "module.Map", picker, metrics, *(_component(f"module.map.{part}") for part in _PLAIN_PARTS), zoomer,
        last_moved, *contents,
        allowMultiple=False, backgroundcolor="255,255,255", buttonName=name, changeFormat="$message$", color="0,0,255",
        createFormat=CREATE_REPORT, edgeHeight=0, edgeWidth=0, hideKey="", hotkey=hotkey, icon="", launch=name != FIELD,
        mapName=name, markMoved="Always", markUnmovedHotkey="", markUnmovedIcon="/images/unmoved.gif",
        markUnmovedReport="", markUnmovedText="", markUnmovedTooltip="Mark all pieces on this map as not moved",
        moveKey="", moveToFormat=MOVE_REPORT, moveWithinFormat=MOVE_REPORT, onlyReportChangedLocation=False, showKey="",
        thickness=3,
    )  # fmt: skip


def _start_stacks() -> list[etree._Element]:
    stacks: dict[str, list[etree._Element]] = {}
    for index, counter in enumerate(COUNTERS):
        stacks.setdefault(counter.start, []).append(_counter_slot(counter, _STACK_GPID + index))
    return [
        _component("module.map.SetupStack", *slots, location=hex_name, name=f"Start in {hex_name}", owningBoard="Field",
                   useGridLocation=True, x=0, y=0)
        for hex_name, slots in stacks.items()
    ]  # fmt: skip


def _deck() -> etree._Element:
    cards = [
        _slot("CardSlot", CARD_NAMES[index // 2][0], card_definition(index), _CARD_GPID + index, CARD)
        for index in range(2 * len(CARD_NAMES))
    ]
    return _component(
        "module.map.DrawPile", *cards, allowMultiple=False, allowSelect=False, canSave=False, color="239,228,196",
        draw=True, drawFaceUp=False, emptyHotkey="", expressionCounting=False, faceDown="Always", faceDownFormat="",
        height=CARD[1], hotkeyOnEmpty=False, location="", maxStack=15, name=DECK, owningBoard="Table",
        reshufflable=False, restrictExpression="", restrictOption=False, reverseFormat="", reversible=False,
        shuffle="Always", shuffleFormat="", useGridLocation=False, width=CARD[0], x=DECK_PLACE[0], y=DECK_PLACE[1],
    )  # fmt: skip


def _roster() -> etree._Element:
    roster = _component("module.PlayerRoster", buttonKeyStroke="", buttonText="Retire", buttonToolTip="Change sides")
    for side in SIDES:
        etree.SubElement(roster, "entry").text = side
    return roster


def build_file() -> bytes:
    """The module's build file."""
    prototypes = [
        _component("module.PrototypeDefinition", content=text, description="", name=name)
        for name, text in PROTOTYPES.items()
    ]
    options = _component(
        "module.GlobalOptions", autoReport="Always", chatterHTMLSupport="Always",
        hotKeysOnClosedWindows="Never", inventoryForAll="Always",
        nonOwnerUnmaskable="Use Preferences Setting", playerIdFormat="$PlayerName$",
        promptString="Opponents can unmask pieces", sendToLocationMoveTrails="Never",
        storeLeadingZeroIntegersAsStrings=True,
    )  # fmt: skip
    root = _component(
        "GameModule",
        _component("module.BasicCommandEncoder"),
        _component("module.Documentation"),
        _roster(),
        options,
        _component("module.properties.GlobalProperties", *map(_points, SIDES)),
        _component("module.PrototypesContainer", *prototypes),
        _palette(),
        _dice(),
        _turn_tracker(),
        _map(FIELD, _field_board(), _start_stacks(), ""),
        _map(CARDS, _card_board(), [_deck()], "75,130"),
        _component("module.Chatter"),
        _component("module.KeyNamer"),
        ModuleOther1="", ModuleOther2="", VassalVersion=VASSAL_VERSION, description=DESCRIPTION, name=NAME,
        nextPieceSlotId=NEXT_GPID, version=VERSION,
    )  # fmt: skip
    etree.indent(root, "    ")
    head = b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
    return head + etree.tostring(root, encoding="UTF-8") + b"\n"


def module_data() -> bytes:
    """The module's metadata entry."""
    return build_metadata(Metadata(VERSION, VASSAL_VERSION, str(SAVED), (Text(DESCRIPTION),), (Text(NAME),)))


def module_archive() -> bytes:
    """The module's file."""
    images = {f"images/{name}": text.encode() for name, text in IMAGES.items()}
    return pack_archive({"moduledata": module_data(), "buildFile.xml": build_file(), **images})
