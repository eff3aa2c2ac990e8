"""The definition of a module or an extension: the typed contents of its build file (vassal-files.md 4.2, 4.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from . import sequence
from .boards import BoardDefinition, BoardPlacement, DeckPlace, MapLayout, lay_out
from .errors import GridError
from .geometry import NO_SIZE, Point, Size
from .move_reports import MapReports
from .zones import ZonedGrid

__all__ = [
    "ONE_LAYER", "ActionButton", "CounterTurnLevel", "DeckDefinition", "DiceButton", "ExtensionInfo",
    "GlobalPropertyDefinition", "KeyButton", "ListTurnLevel", "MapDefinition", "ModuleDefinition", "PieceDefinition",
    "PieceLayers", "PieceSlot", "Prototype", "SetupStack", "SpecialDiceButton", "SpecialDie", "SpecialDieFace",
    "TurnLevel", "TurnTracker", "stack_point",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class PieceDefinition:
    """A piece as the build file holds it: ``+/null/type/state``."""

    text: str

    @property
    def type_text(self) -> str:
        """The type of all traits, empty if the text is no piece."""
        return self._field(1)

    @property
    def state_text(self) -> str:
        """The state of all traits, empty if the text is no piece."""
        return self._field(2)

    def _field(self, index: int) -> str:
        fields = sequence.decode(self.text[2:], "/") if self.text.startswith("+/") else []
        return fields[index] if index < len(fields) else ""


@dataclass(frozen=True, slots=True)
class Prototype:
    """Traits that many pieces share."""

    name: str
    description: str
    piece: PieceDefinition


@dataclass(frozen=True, slots=True)
class PieceSlot:
    """A piece in a palette, a deck or an at-start stack."""

    entry_name: str
    gpid: str
    piece: PieceDefinition
    path: tuple[str, ...] = ()
    """The entry names of the palette's tabs, lists and panels around it, the outermost first."""


@dataclass(frozen=True, slots=True)
class DeckDefinition:
    """A deck, and the cards that are in it when a game begins."""

    name: str | None
    """None if the build file names none; then the deck's place has no name either."""
    board: str | None
    """The board that the place counts from; None for the map."""
    offset: Point
    slots: tuple[PieceSlot, ...] = ()

    @property
    def place(self) -> DeckPlace | None:
        """The deck as a layout of boards needs it."""
        return None if self.name is None else DeckPlace(self.name, self.board, self.offset)


@dataclass(frozen=True, slots=True)
class SetupStack:
    """An at-start stack: pieces that are on the map when a game begins."""

    name: str
    board: str | None
    """The board that it is on; None for any."""
    offset: Point
    location: str = ""
    """The location's name, if that gives the place; else ``offset`` does."""
    slots: tuple[PieceSlot, ...] = ()


@dataclass(frozen=True, slots=True)
class DiceButton:
    """A button that rolls ordinary dice, with the engine's defaults."""

    name: str
    button_text: str = ""
    dice: int = 2
    sides: int = 6
    plus: int = 0
    """Added to each die."""
    add_to_total: int = 0
    report_total: bool = False
    sort: bool = False
    prompt: bool = False
    """The player is asked for the numbers at each roll."""
    keep: str = ""
    """The dice that count: ``>``, ``<`` or ``=`` (than ``keep_count``), ``l`` or ``s``; empty for all."""
    keep_count: int = 1
    report_format: str = "** $name$ = $result$ *** &lt;$playerName$&gt;"


@dataclass(frozen=True, slots=True)
class SpecialDieFace:
    """A face of a special die."""

    text: str
    value: int = 0


@dataclass(frozen=True, slots=True)
class SpecialDie:
    """A die with faces of its own."""

    name: str
    faces: tuple[SpecialDieFace, ...] = ()


@dataclass(frozen=True, slots=True)
class SpecialDiceButton:
    """A button that rolls dice with faces of their own."""

    name: str
    report_format: str = "** $name$ = [$result1$] *** &lt;$playerName$&gt;"
    dice: tuple[SpecialDie, ...] = ()


@dataclass(frozen=True, slots=True)
class KeyButton:
    """A button that gives a key to all pieces that meet a condition."""

    name: str
    filter: str = ""
    """The condition, ``{MarkerId == "barrage"}``."""
    report_format: str = ""
    report_single: bool = False
    """True if the pieces themselves report nothing."""


@dataclass(frozen=True, slots=True)
class ActionButton:
    """A button that presses other keys, all of them as one step."""

    name: str
    report_format: str = ""


@dataclass(frozen=True, slots=True)
class CounterTurnLevel:
    """A level of a turn tracker that counts."""

    name: str
    property: str = ""
    """The property that holds the value."""
    turn_format: str = "$value$"
    start: int = 1
    increment: int = 1
    loop: bool = False
    loop_limit: int = -1
    levels: tuple[TurnLevel, ...] = ()
    """The levels within this one."""


@dataclass(frozen=True, slots=True)
class ListTurnLevel:
    """A level of a turn tracker that goes through a list."""

    name: str
    property: str = ""
    """The property that holds the value."""
    turn_format: str = "$value$"
    entries: tuple[str, ...] = ()
    levels: tuple[TurnLevel, ...] = ()
    """The levels within this one."""


TurnLevel = CounterTurnLevel | ListTurnLevel


@dataclass(frozen=True, slots=True)
class TurnTracker:
    """A turn tracker; ``id`` is what its commands in saves are called by."""

    id: str
    name: str
    turn_format: str
    report_format: str
    levels: tuple[TurnLevel, ...] = ()


@dataclass(frozen=True, slots=True)
class GlobalPropertyDefinition:
    """A property of the module, of a map or of a zone."""

    name: str
    container: str = "Module"
    """``Module``, a map's name or ``map:zone``, as commands in saves have it."""
    initial_value: str = ""
    numeric: bool = False
    minimum: str = ""
    maximum: str = ""
    wrap: bool = False


@dataclass(frozen=True, slots=True)
class PieceLayers:
    """The layers of a map's pieces, which make no stack with those of another one."""

    property: str
    """The property that names a piece's layer."""
    names: tuple[str, ...]
    """The layers, the lowest first; above them is that of all pieces whose property names none."""

    def number(self, name: str | None) -> int:
        """Return the number of a layer, 0 for the lowest; the engine keeps it in a stack."""
        return self.names.index(name) if name in self.names else len(self.names)


ONE_LAYER = PieceLayers("", ("",))
"""The layers that the engine gives to a map without any: all pieces are in the one above the lowest."""


@dataclass(frozen=True, slots=True)
class MapDefinition:
    """A map window with the boards that it can show."""

    name: str
    id: str
    """``Map0`` and so on, in the build file's order; empty in an extension, where it is not known."""
    class_name: str = "VASSAL.build.module.Map"
    edge: Size | None = NO_SIZE
    """The empty space around the boards; None if it is unusable."""
    private_to: tuple[str, ...] = ()
    """The sides that a private map or a hand belongs to; empty where everybody may look."""
    boards: tuple[BoardDefinition, ...] = ()
    decks: tuple[DeckDefinition, ...] = ()
    stacks: tuple[SetupStack, ...] = ()
    default_placements: tuple[BoardPlacement, ...] = ()
    """The boards that a game begins with when the save names none."""
    reports: MapReports = field(default_factory=MapReports)
    """The reports of the map on moves on it."""
    piece_layers: PieceLayers = ONE_LAYER

    def board_named(self, name: str) -> BoardDefinition | None:
        """Return the board called *name* (the first, if there are several)."""
        return next((board for board in self.boards if board.name == name), None)

    def lay_out(self, placements: Iterable[BoardPlacement | tuple[str, bool, int, int]]) -> MapLayout:
        """Return the map with boards laid out: (name, reversed, column, row) of each.

        Boards that the map does not have are left out, as the engine does. Raises GridError if the
        places cannot be worked out.
        """
        if self.edge is None:
            raise GridError("the width of the map's edge is unusable", place=f"map {self.name!r}")
        decks = tuple(deck.place for deck in self.decks if deck.place)
        return lay_out(self.boards, placements, decks, self.edge)

    def default_layout(self) -> MapLayout:
        """Return the map with its default boards. Raises GridError."""
        return self.lay_out(self.default_placements)


@dataclass(frozen=True, slots=True)
class ExtensionInfo:
    """The statements of an extension on itself and on its module."""

    module: str
    module_version: str
    extension_id: str
    any_module: bool = False
    """True if the extension fits every module."""


@dataclass(frozen=True, slots=True)
class ModuleDefinition:
    """The contents of a module or of an extension. Sequences are in the build file's order."""

    name: str
    """The module's name; for an extension, that of the module that it extends."""
    version: str = ""
    vassal_version: str = ""
    description: str = ""
    next_piece_slot_id: int | None = None
    """None if the build file has none that is a number."""
    extension: ExtensionInfo | None = None
    """None for a module."""
    sides: tuple[str, ...] = ()
    maps: tuple[MapDefinition, ...] = ()
    prototypes: Mapping[str, Prototype] = field(default_factory=dict)
    piece_slots: tuple[PieceSlot, ...] = ()
    """All of them, also those in decks and stacks."""
    dice_buttons: tuple[DiceButton, ...] = ()
    special_dice_buttons: tuple[SpecialDiceButton, ...] = ()
    key_buttons: tuple[KeyButton, ...] = ()
    action_buttons: tuple[ActionButton, ...] = ()
    turn_trackers: tuple[TurnTracker, ...] = ()
    global_properties: tuple[GlobalPropertyDefinition, ...] = ()
    problems: tuple[str, ...] = ()
    """The things that made no sense and were left out, one line each."""

    def map_named(self, name: str) -> MapDefinition | None:
        """Return the map with this name or, as old saves have it, this id."""
        return next((found for found in self.maps if name and name in (found.name, found.id)), None)

    def properties_of(self, container: str) -> tuple[GlobalPropertyDefinition, ...]:
        """Return the properties of ``Module``, of a map or of a ``map:zone``."""
        return tuple(entry for entry in self.global_properties if entry.container == container)


def stack_point(layout: MapLayout, stack: SetupStack) -> Point:
    """Return the map pixel at which the engine puts an at-start stack.

    A location on an oblique grid is placed rightly here, which the engine does not. Raises GridError
    if its board is not laid out or has no such location.
    """
    placed = next((entry for entry in layout.boards if stack.board in (None, entry.board.name)), None)
    if placed is None and stack.board is not None:
        raise GridError("the board is not on the map", place=f"at-start stack {stack.name!r}", found=stack.board)
    offset = stack.offset
    grid = placed.board.grid if placed else None
    if stack.location and grid:
        try:
            offset = grid.location_point(stack.location)
        except GridError:
            if not isinstance(grid, ZonedGrid):
                raise
            offset = grid.region_point(stack.location)
    return layout.place(stack.board, offset)
