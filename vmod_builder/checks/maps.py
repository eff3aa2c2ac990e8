"""Maps without what they need, boards that nobody chose, stacks and decks that have no place."""

from __future__ import annotations

from collections import Counter

from adjudicator.vassal.boards import MapLayout
from adjudicator.vassal.build_file import Component, Kind
from adjudicator.vassal.errors import GridError
from adjudicator.vassal.module_definition import DeckDefinition, MapDefinition, SetupStack, stack_point

from .checked_module import CheckedModule

__all__ = ["check_maps"]

_PARTS = {
    "PieceMover": ("map-cannot-play", "pieces cannot be dragged"),
    "KeyBufferer": ("map-cannot-play", "pieces cannot be selected"),
    "MenuDisplayer": ("map-cannot-play", "pieces have no menu"),
    "ForwardToKeyBuffer": ("map-cannot-play", "no key reaches the pieces"),
    "StackExpander": ("map-part-missing", "stacks cannot be spread out"),
    "Scroller": ("map-part-missing", "the map does not scroll while a piece is dragged"),
    "MapCenterer": ("map-part-missing", "the map does not follow the moves of a log"),
    "ForwardToChatter": ("map-part-missing", "keys for the chat and for logs do not work on the map"),
}
"""The parts that a map needs, what their lack is called and what it means."""


def check_maps(module: CheckedModule) -> None:
    """Look at every map with its boards, decks and at-start stacks."""
    for component in module.root.within(Kind.MAP):
        _check_parts(module, component)
        _check_boards(module, component)
    for definition in module.definition.maps:
        _check_places(module, definition)


def _check_parts(module: CheckedModule, component: Component) -> None:
    children = [child.class_name for child in component.children()]
    for part, (kind, words) in _PARTS.items():
        if not any(child.endswith(part) for child in children):
            module.found(kind, component.label, f"it has no {part}: {words}")


def _check_boards(module: CheckedModule, component: Component) -> None:
    pickers = list(component.children(Kind.BOARD_PICKER))
    boards = [board for picker in pickers for board in picker.children(Kind.BOARD)]
    names = Counter(board.text("name") for board in boards)
    if not boards:
        module.found("no-board", component.label, "it has no board")
    for name, count in names.items():
        if count > 1:
            module.found("duplicate-board", component.label, f"{count} boards are called {name!r}")
    choices = [setup for picker in pickers for setup in picker.children(Kind.BOARD_SETUP)]
    if len(choices) > 1:
        module.found("two-default-boards", component.label, f"it has {len(choices)} default choices of boards")
    elif not choices and (len(boards) > 1 or any(board.flag("reversible") for board in boards)):
        module.found("boards-not-chosen", component.label, "it has no default choice of boards")
    _check_order(module, component)


def _check_order(module: CheckedModule, component: Component) -> None:
    kinds = [child.kind for child in component.children()]
    early = [kind for kind in kinds if kind in (Kind.BOARD_PICKER, Kind.DECK, Kind.STACK)]
    if Kind.BOARD_PICKER in early and early[0] is not Kind.BOARD_PICKER:
        module.found("boards-too-late", component.label, "decks or at-start stacks come before its boards")


def _check_places(module: CheckedModule, definition: MapDefinition) -> None:
    try:
        layout = definition.default_layout()
    except GridError as error:
        module.found("broken-component", f"the map {definition.name!r}", str(error))
        return
    for stack in definition.stacks:
        _check_place(module, definition, layout, stack, f"at-start stack {stack.name!r}")
    for deck in definition.decks:
        as_stack = SetupStack(deck.name or "", deck.board, deck.offset)
        _check_place(module, definition, layout, as_stack, _deck_words(deck))


def _deck_words(deck: DeckDefinition) -> str:
    return f"deck {deck.name!r}" if deck.name is not None else "deck without a name"


def _check_place(
    module: CheckedModule, definition: MapDefinition, layout: MapLayout, stack: SetupStack, words: str
) -> None:
    place = f"{words} on the map {definition.name!r}"
    if stack.board is not None and definition.board_named(stack.board) is None:
        module.found("unknown-board", place, f"the map has no board {stack.board!r}: it is never put there")
        return
    laid_out = [placed.board.name for placed in layout.boards]
    if not laid_out or (stack.board is not None and stack.board not in laid_out):
        return  # its board is not there when a game begins; then it does not appear
    try:
        point = stack_point(layout, stack)
    except GridError:
        module.found("unknown-location", place, f"there is no location {stack.location!r} on its board")
        return
    if layout.board_at(point) is None:
        module.found("off-board", place, f"it is off the board, at {point.x},{point.y}")
