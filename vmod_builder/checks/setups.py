"""Predefined setups: saves inside the module that have to fit it."""

from __future__ import annotations

from adjudicator.vassal.boards import MapLayout, read_placements
from adjudicator.vassal.build_file import Component
from adjudicator.vassal.errors import GridError, VassalError
from adjudicator.vassal.geometry import Point
from adjudicator.vassal.metadata import Metadata
from adjudicator.vassal.replay import Replay
from adjudicator.vassal.saved_game import SavedGame, open_game
from adjudicator.vassal.table import Table

from .checked_module import CheckedModule

__all__ = ["check_setups"]

_SETUP = "VASSAL.build.module.PredefinedSetup"


def check_setups(module: CheckedModule) -> None:
    """Open every predefined setup and compare it with the module."""
    for component in module.root.everything():
        entry = component.text("file")
        is_file = component.flag("useFile", default=True) and not component.flag("isMenu")
        if component.class_name == _SETUP and is_file and module.archive.has(entry):
            _check_setup(module, component, entry)


def _check_setup(module: CheckedModule, component: Component, entry: str) -> None:
    place = f"setup {component.name!r}"
    try:
        game = open_game(module.archive.read(entry), module.archive.limits, name=entry)
        table = Replay(game).table
    except VassalError as error:
        module.found("setup-unreadable", place, error.problem)
        return
    _check_metadata(module, game, place)
    _check_boards(module, table, place)
    known = {slot.gpid for slot in module.definition.piece_slots}
    for piece_id, piece in table.pieces.items():
        if piece.gpid and piece.gpid not in known:
            name = table.placed_piece(piece_id).name
            module.found("setup-unknown-slot", place, f"no slot has the gpid {piece.gpid} of {name!r}")


def _check_metadata(module: CheckedModule, game: SavedGame, place: str) -> None:
    metadata = game.module_metadata or Metadata()
    said = f"{metadata.title} {metadata.version}".strip()
    meant = f"{module.definition.name} {module.definition.version}".strip()
    if said != meant:
        module.found("setup-other-module", place, f"it belongs to {said or 'no module'!r}, not to {meant!r}")


def _check_boards(module: CheckedModule, table: Table, place: str) -> None:
    for map_name, tokens in table.boards.items():
        placements = read_placements(tokens)
        definition = module.definition.map_named(map_name)
        if definition is None:
            module.found("setup-unknown-board", place, f"the module has no map {map_name!r}")
            continue
        for placement in placements:
            if definition.board_named(placement.name) is None:
                module.found("setup-unknown-board", place, f"the map {map_name!r} has no board {placement.name!r}")
        try:
            layout = definition.lay_out(placements)
        except GridError as error:
            module.found("setup-unknown-board", place, str(error))
            continue
        _check_places(module, table, map_name, layout, place)


def _check_places(module: CheckedModule, table: Table, map_name: str, layout: MapLayout, place: str) -> None:
    for piece in table.units():
        at = table.placement(piece.id)
        if at.map == map_name and layout.boards and layout.board_at(Point(at.x, at.y)) is None:
            module.found("setup-off-board", place,
                         f"{piece.name!r} is off the board of the map {map_name!r}, at {at.x},{at.y}")  # fmt: skip
