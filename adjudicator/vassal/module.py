"""Reading a module (``.vmod``) or an extension (``.vmdx``) into its definition (vassal-files.md 4).

Nothing in a build file is fatal but the file itself: a component that makes no sense is left out and
named in the definition's ``problems``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from . import sequence
from .archive import Archive, open_archive
from .boards import BoardDefinition, BoardPlacement, read_placements
from .build_file import Component, Kind, attempt, note, parse_build_file
from .errors import ArchiveError, LimitExceeded, ModuleError
from .geometry import MAX_PIXEL, Point, Size
from .grid_building import build_grid
from .image_size import image_size
from .limits import DEFAULT_LIMITS, Limits
from .module_definition import (
    ONE_LAYER,
    ActionButton,
    CounterTurnLevel,
    DeckDefinition,
    DiceButton,
    ExtensionInfo,
    GlobalPropertyDefinition,
    KeyButton,
    ListTurnLevel,
    MapDefinition,
    ModuleDefinition,
    PieceDefinition,
    PieceLayers,
    PieceSlot,
    Prototype,
    SetupStack,
    SpecialDiceButton,
    SpecialDie,
    SpecialDieFace,
    TurnLevel,
    TurnTracker,
)
from .move_reports import MapReports

__all__ = ["BUILD_FILE_ENTRIES", "read_build_file", "read_module"]

BUILD_FILE_ENTRIES = ("buildFile.xml", "buildFile")
"""The entries that may be the build file: since VASSAL 3.5, and before."""
_DEFAULT_BOARD_SIDE = 500
_DEFAULT_STACK_PLACE = 100
_ANY_BOARD = ("", "<any>")
_TURN_REPORT = "* &lt;$PlayerId$&gt; Turn Updated from $oldTurn$ to $newTurn$"
_TURN_FORMAT = "$level1$ $level2$ $level3$ $level4$"

T = TypeVar("T")


def read_module(path: Path, limits: Limits = DEFAULT_LIMITS) -> ModuleDefinition:
    """Read the module or extension at *path*.

    Raises FileAccessError, ArchiveError or LimitExceeded if the archive cannot be read, ModuleError
    if it holds no build file that can be.
    """
    archive = open_archive(path, limits)
    entry = next((name for name in BUILD_FILE_ENTRIES if archive.has(name)), None)
    if entry is None:
        raise ModuleError(
            "the archive holds no build file", file=str(path), expected=f"an entry {BUILD_FILE_ENTRIES[0]!r}"
        )
    return read_build_file(archive.read(entry), limits, archive=archive, file=str(path))


def read_build_file(
    data: bytes, limits: Limits = DEFAULT_LIMITS, *, archive: Archive | None = None, file: str = ""
) -> ModuleDefinition:
    """Read a build file given as bytes; *archive* holds the images that tell the boards' sizes.

    *file* is named in errors. Raises ModuleError or LimitExceeded.
    """
    root = parse_build_file(data, limits, file=file)
    return _Reader(root, archive).module()


class _Reader:
    """Turns one build file into a ModuleDefinition, collecting problems on the way."""

    def __init__(self, root: Component, archive: Archive | None) -> None:
        self._root = root
        self._archive = archive
        self._problems: list[str] = []
        self._sizes: dict[str, Size | None] = {}
        self._image_bytes = 0
        self._paths: dict[Component, tuple[str, ...]] = {}
        self._is_extension = root.kind is Kind.EXTENSION

    def module(self) -> ModuleDefinition:
        """Return the whole definition."""
        root = self._root
        next_id = attempt(root, self._problems, _next_piece_slot_id)
        return ModuleDefinition(
            name=root.text("module" if self._is_extension else "name").strip(),
            version=root.text("version", "0.0").strip(),
            vassal_version=root.text("vassalVersion" if self._is_extension else "VassalVersion"),
            description=root.text("description"),
            next_piece_slot_id=next_id,
            extension=_extension_info(root) if self._is_extension else None,
            sides=tuple(entry.content() for roster in root.within(Kind.ROSTER) for entry in roster.everything()),
            maps=self._maps(),
            prototypes=MappingProxyType({proto.name: proto for proto in self._all(_prototype, Kind.PROTOTYPE)}),
            piece_slots=tuple(self._all(self._slot, Kind.SLOT)),
            dice_buttons=tuple(self._all(_dice_button, Kind.DICE)),
            special_dice_buttons=tuple(self._all(_special_dice_button, Kind.SPECIAL_DICE)),
            key_buttons=tuple(self._all(_key_button, Kind.GLOBAL_KEY)),
            action_buttons=tuple(self._all(_action_button, Kind.DO_ACTION)),
            turn_trackers=self._turn_trackers(),
            global_properties=tuple(self._all(_global_property, Kind.GLOBAL_PROPERTY, Kind.ZONE_PROPERTY)),
            problems=tuple(self._problems),
        )

    def _all(self, build: Callable[[Component], T], *kinds: Kind) -> Iterator[T]:
        """Yield what *build* makes of each component of *kinds*, leaving out what makes no sense."""
        for component in self._root.within(*kinds):
            built = attempt(component, self._problems, build)
            if built is not None:
                yield built

    def _maps(self) -> tuple[MapDefinition, ...]:
        found = [component for component in self._root.within(Kind.MAP) if not any(component.outer(Kind.MAP))]
        return tuple(
            self._map(component, "" if self._is_extension else f"Map{index}") for index, component in enumerate(found)
        )

    def _map(self, component: Component, identifier: str) -> MapDefinition:
        boards = tuple(
            self._board(board)
            for picker in component.within(Kind.BOARD_PICKER)
            for board in picker.children(Kind.BOARD)
        )
        decks = (attempt(deck, self._problems, self._deck) for deck in component.within(Kind.DECK))
        stacks = (attempt(stack, self._problems, self._stack) for stack in component.within(Kind.STACK))
        return MapDefinition(
            name=component.text("mapName"),
            id=identifier,
            class_name=component.class_name,
            edge=attempt(component, self._problems, _edge),
            private_to=() if component.flag("visible") else _string_array(component.text("side")),
            boards=boards,
            decks=tuple(deck for deck in decks if deck),
            stacks=tuple(stack for stack in stacks if stack),
            default_placements=_default_placements(component, boards),
            reports=_map_reports(component),
            piece_layers=_piece_layers(component),
        )

    def _board(self, component: Component) -> BoardDefinition:
        image = component.text("image")
        plain = None if image.strip() else attempt(component, self._problems, _board_size)
        size = self._image_size(component, image) if image.strip() else plain
        return BoardDefinition(
            component.text("name"),
            image,
            size,
            build_grid(component, size, self._problems),
            component.flag("reversible"),
        )

    def _image_size(self, component: Component, image: str) -> Size | None:
        """Return an image's size; None, and a problem, if the archive does not tell."""
        if self._archive is None:
            return None
        wanted = f"images/{image}"
        names = (wanted, unicodedata.normalize("NFD", wanted), wanted + ".gif")
        entry = next((name for name in names if self._archive.has(name)), None)
        if entry and entry not in self._sizes:
            self._sizes[entry] = self._read_size(self._archive, entry)
        size = self._sizes[entry] if entry else None
        if size is None:
            problem = "its size cannot be read" if entry else "it is missing"
            note(self._problems, f"{component.label}, attribute image: {problem} (got {image[:60]!r})")
        return size

    def _read_size(self, archive: Archive, entry: str) -> Size | None:
        """Return the size of the image in an entry; images above the limit in all are not looked at."""
        if self._image_bytes > archive.limits.archive_bytes:
            return None
        try:
            data = archive.read(entry)
        except (ArchiveError, LimitExceeded):
            return None
        self._image_bytes += len(data)
        return image_size(data)

    def _turn_trackers(self) -> tuple[TurnTracker, ...]:
        trackers = []
        for index, component in enumerate(self._root.within(Kind.TURN_TRACKER)):
            levels = attempt(component, self._problems, _turn_levels)
            trackers.append(
                TurnTracker(
                    f"TurnTracker{index}",
                    component.text("name"),
                    component.text("turnFormat", _TURN_FORMAT),
                    component.text("reportFormat", _TURN_REPORT),
                    levels or (),
                )
            )
        return tuple(trackers)

    def _deck(self, component: Component) -> DeckDefinition:
        name = component.text("name") if component.has("name") else None
        return DeckDefinition(name, *_place(component), self._slots(component))

    def _stack(self, component: Component) -> SetupStack:
        location = component.text("location") if component.flag("useGridLocation") else ""
        return SetupStack(component.text("name"), *_place(component), location, self._slots(component))

    def _slots(self, component: Component) -> tuple[PieceSlot, ...]:
        return tuple(self._slot(slot) for slot in component.within(Kind.SLOT))

    def _slot(self, component: Component) -> PieceSlot:
        return PieceSlot(
            component.text("entryName"),
            component.text("gpid"),
            PieceDefinition(component.content()),
            self._path(next(component.outer(), None)),
        )

    def _path(self, widget: Component | None) -> tuple[str, ...]:
        """Return the entry names of a widget and of those around it, worked out once for each."""
        if widget is None:
            return ()
        if widget not in self._paths:
            name = widget.text("entryName")
            own: tuple[str, ...] = (name,) if name else ()
            if widget.kind is Kind.EXTENSION_ELEMENT:
                own = _target_path(widget.text("target"))
            self._paths[widget] = (*self._path(next(widget.outer(), None)), *own)
        return self._paths[widget]


def _string_array(text: str) -> tuple[str, ...]:
    return tuple(sequence.decode(text, ",")) if text else ()


def _next_piece_slot_id(component: Component) -> int | None:
    return component.integer("nextPieceSlotId", 0) if component.text("nextPieceSlotId") else None


def _extension_info(component: Component) -> ExtensionInfo:
    return ExtensionInfo(
        component.text("module"),
        component.text("moduleVersion"),
        component.text("extensionId"),
        component.flag("anyModule"),
    )


def _edge(component: Component) -> Size:
    """Read the map's edge; old build files have one attribute ``edge`` with both numbers."""
    both = component.text("edge").split(",")
    width, height = both if len(both) == 2 else ("0", "0")
    edge = [component.integer("edgeWidth", 0), component.integer("edgeHeight", 0)]
    if len(both) == 2 and not component.text("edgeWidth") and not component.text("edgeHeight"):
        if not all(part.isascii() and part.isdigit() and len(part) < 9 for part in (width, height)):
            raise ModuleError("these are not two whole numbers", place="attribute edge", found=",".join(both))
        edge = [int(width), int(height)]
    if not all(0 <= side <= MAX_PIXEL for side in edge):
        raise ModuleError(
            "this width makes no sense",
            place="attribute edgeWidth or edgeHeight",
            found=f"{edge[0]}, {edge[1]}",
            expected=f"0 to {MAX_PIXEL:,} pixels",
        )
    return Size(*edge)


def _board_size(component: Component) -> Size:
    size = Size(component.integer("width", _DEFAULT_BOARD_SIDE), component.integer("height", _DEFAULT_BOARD_SIDE))
    if not all(0 <= side <= MAX_PIXEL for side in size):
        raise ModuleError(
            "this size makes no sense",
            place="attribute width or height",
            found=f"{size.width}, {size.height}",
            expected=f"0 to {MAX_PIXEL:,} pixels",
        )
    return size


def _default_placements(component: Component, boards: tuple[BoardDefinition, ...]) -> tuple[BoardPlacement, ...]:
    """Return the board picker's default; without one, a single board that cannot be turned round."""
    setup = next((entry.content() for entry in component.within(Kind.BOARD_SETUP)), "")
    if setup:
        return read_placements(sequence.decode(setup, "\t")[1:])
    if len(boards) == 1 and not boards[0].reversible:
        return (BoardPlacement(boards[0].name),)
    return ()


def _map_reports(component: Component) -> MapReports:
    """Return what a map says of moves; what the build file leaves to the engine's own language is left out."""
    return MapReports(
        within=component.text("moveWithinFormat"),
        to=component.text("moveToFormat"),
        created=component.text("createFormat"),
        mark_moved=component.text("markMoved") != "Never",
    )


def _place(component: Component) -> tuple[str | None, Point]:
    board = component.text("owningBoard")
    offset = Point(component.integer("x", _DEFAULT_STACK_PLACE), component.integer("y", _DEFAULT_STACK_PLACE))
    return None if board in _ANY_BOARD else board, offset


def _target_path(target: str) -> tuple[str, ...]:
    """Return the entry names in the place that an extension puts something: ``class:name/class:name``."""
    parts = (sequence.decode(part, ":") for part in sequence.decode(target, "/"))
    return tuple(part[1] for part in parts if len(part) > 1 and ".widget." in part[0])


def _prototype(component: Component) -> Prototype:
    return Prototype(component.text("name"), component.text("description"), PieceDefinition(component.content()))


def _dice_button(component: Component) -> DiceButton:
    label = component.text("label")  # one attribute for both, before VASSAL 1.3
    return DiceButton(
        name=component.text("name", label),
        button_text=component.text("text", label),
        dice=component.integer("nDice", 2),
        sides=component.integer("nSides", 6),
        plus=component.integer("plus", 0),
        add_to_total=component.integer("addToTotal", 0),
        report_total=component.flag("reportTotal"),
        sort=component.flag("sortDice"),
        prompt=component.flag("prompt"),
        keep=component.text("keepOption", ">") if component.flag("keepDice") else "",
        keep_count=component.integer("keepCount", 1),
        report_format=component.text("reportFormat", DiceButton("").report_format),
    )


def _special_dice_button(component: Component) -> SpecialDiceButton:
    dice = [
        SpecialDie(die.text("name"), tuple(_face(face) for face in die.children(Kind.SPECIAL_FACE)))
        for die in component.children(Kind.SPECIAL_DIE)
    ]
    report_format = component.text("format", SpecialDiceButton("").report_format)
    return SpecialDiceButton(component.text("name"), report_format, tuple(dice))


def _piece_layers(component: Component) -> PieceLayers:
    found = component.last(Kind.PIECE_LAYERS)
    return PieceLayers(found.text("property"), _string_array(found.text("layerOrder"))) if found else ONE_LAYER


def _key_button(component: Component) -> KeyButton:
    return KeyButton(
        component.text("name"),
        component.text("filter"),
        component.text("reportFormat"),
        component.flag("reportSingle"),
    )


def _action_button(component: Component) -> ActionButton:
    report = component.text("reportFormat") if component.flag("doReport") else ""
    return ActionButton(component.text("name"), report)


def _face(component: Component) -> SpecialDieFace:
    return SpecialDieFace(component.text("text"), component.integer("value", 0))


def _turn_levels(component: Component) -> tuple[TurnLevel, ...]:
    return tuple(_turn_level(child) for child in component.children(Kind.COUNTER_LEVEL, Kind.LIST_LEVEL))


def _turn_level(component: Component) -> TurnLevel:
    name, property_name = component.text("name"), component.text("property")
    turn_format, levels = component.text("turnFormat", "$value$"), _turn_levels(component)
    if component.kind is Kind.LIST_LEVEL:
        return ListTurnLevel(name, property_name, turn_format, _string_array(component.text("list")), levels)
    return CounterTurnLevel(
        name,
        property_name,
        turn_format,
        component.integer("start", 1),
        component.integer("incr", 1),
        component.flag("loop"),
        component.integer("loopLimit", -1),
        levels,
    )


def _global_property(component: Component) -> GlobalPropertyDefinition:
    zone, in_map = next(component.outer(Kind.ZONE), None), next(component.outer(Kind.MAP), None)
    map_name = in_map.text("mapName") if in_map else ""
    container = f"{map_name}:{zone.text('name')}" if zone else map_name if in_map else "Module"
    return GlobalPropertyDefinition(
        component.text("name"),
        container,
        component.text("initialValue"),
        component.flag("isNumeric"),
        component.text("min"),
        component.text("max"),
        component.flag("wrap"),
    )
