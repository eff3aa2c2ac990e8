"""What must be true of a table whatever was done to it."""

from __future__ import annotations

from adjudicator.vassal.pieces import Placement
from adjudicator.vassal.properties import never_stacks
from adjudicator.vassal.table import Table


def check_table(table: Table) -> None:
    """Assert that every piece is in exactly one place and that all books agree."""
    containers = {piece.id for piece in table.pieces.values() if piece.type.is_stack or piece.type.is_deck}
    assert set(table.contents) == containers
    assert set(table.placements) | set(table.parents) == set(table.pieces)
    assert not set(table.placements) & set(table.parents)
    assert containers <= set(table.placements)
    members = [(owner, member) for owner, contents in table.contents.items() for member in contents]
    assert len(members) == len(table.parents)
    assert {member: owner for owner, member in members} == table.parents
    assert all(piece_id == piece.id for piece_id, piece in table.pieces.items())
    assert all(isinstance(table.placement(piece_id), Placement) for piece_id in table.pieces)
    assert table._orphans <= set(table.placements) - containers
    _check_ground(table)


def _check_ground(table: Table) -> None:
    """Assert that the index of what takes moved pieces in says what a look at everything says."""
    hosts: dict[tuple[Placement, bool], set[str]] = {}
    for piece_id, placement in table.placements.items():
        piece = table.pieces[piece_id]
        if piece.type.is_stack:
            top = table.contents[piece_id][-1:]
            is_host = bool(top) and not never_stacks(table.pieces[top[0]])
        else:
            is_host = piece.type.is_deck or not never_stacks(piece)
        if is_host:
            hosts.setdefault((placement, piece.type.is_deck), set()).add(piece_id)
    ground = table._ground
    assert {key: {entry[1] for entry in entries} for key, entries in ground._hosts.items()} == hosts
    assert set(ground._heights) == set(table.placements)
    assert len(set(ground._heights.values())) == len(ground._heights)
    for entries in ground._hosts.values():
        assert entries == sorted(entries)
        assert all(ground._heights[piece_id] == height for height, piece_id in entries)
