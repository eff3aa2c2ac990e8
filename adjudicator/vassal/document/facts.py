"""The facts of a step as plain records, for the eye in the XML form and for programs in the JSON form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..commands import Command
from ..pieces import Piece, Placement
from ..properties import piece_name
from ..replay import (
    Contradiction,
    DeckChanged,
    Fact,
    NotesChanged,
    PieceChanged,
    PieceCreated,
    PieceMoved,
    PieceRemoved,
    PropertyChanged,
    RosterChanged,
    Said,
    StackReordered,
    Symbol,
    TurnChanged,
    UndoMade,
    UnknownSeen,
)
from ..table import PlayerEntry

__all__ = ["FACT_NAMES", "Locate", "Record", "fact_record", "place_record"]

Locate = Callable[[Placement], str | None]
"""Names a place; None where it has no name."""

Record = dict[str, Any]


def place_record(place: Placement, locate: Locate | None, deck: str | None = None) -> Record:
    """Return a place as a record: map, x, y, and where they are known location and deck."""
    record: Record = {"map": place.map, "x": place.x, "y": place.y}
    location = locate(place) if locate and place.map is not None else None
    if location:
        record["location"] = location
    if deck:
        record["deck"] = deck
    return record


def _piece(piece: Piece) -> Record:
    return {"id": piece.id, "name": piece_name(piece)}


def _player(player: PlayerEntry | None) -> Record | None:
    return {"id": player.id, "name": player.name, "side": player.side} if player else None


def _moved(fact: PieceMoved, locate: Locate | None) -> Record:
    return {
        "piece": _piece(fact.piece),
        "from": place_record(fact.origin, locate, fact.origin_deck),
        "to": place_record(fact.target, locate, fact.target_deck),
        "player": fact.player,
    }


def _changed(fact: PieceChanged, _locate: Locate | None) -> Record:
    changes = [{"name": c.name, "old": c.old, "new": c.new, "trait": c.trait} for c in fact.changes]
    return {"piece": _piece(fact.piece), "changes": changes}


def _at(fact: PieceCreated | PieceRemoved, locate: Locate | None) -> Record:
    return {"piece": _piece(fact.piece), "at": place_record(fact.placement, locate)}


def _reordered(fact: StackReordered, locate: Locate | None) -> Record:
    return {"at": place_record(fact.placement, locate), "before": list(fact.before), "after": list(fact.after)}


def _deck(fact: DeckChanged, _locate: Locate | None) -> Record:
    return {"deck": _piece(fact.deck), "reordered": fact.reordered, "face_down": fact.face_down}


def _property(fact: PropertyChanged, _locate: Locate | None) -> Record:
    return {"name": fact.name, "container": fact.container, "old": fact.old, "new": fact.new}


def _turn(fact: TurnChanged, _locate: Locate | None) -> Record:
    return {"tracker": fact.tracker, "old": fact.old, "new": fact.new}


def _roster(fact: RosterChanged, _locate: Locate | None) -> Record:
    return {"before": _player(fact.before), "after": _player(fact.after)}


def _contradiction(fact: Contradiction, _locate: Locate | None) -> Record:
    piece = _piece(fact.piece) if fact.piece else {"id": fact.piece_id, "name": ""}
    return {"piece": piece, "claimed": fact.claimed, "tracked": fact.tracked}


def _symbol(fact: Symbol, _locate: Locate | None) -> Record:
    return {"command": fact.command.NAME, "fields": command_fields(fact.command)}


def command_fields(command: Command) -> Record:
    """Return a command's fields by name; those that the text leaves out are missing, and
    ``extra`` has those beyond the known ones."""
    pairs = zip(command.field_names(), command.values(), strict=False)
    record = {name: list(value) if isinstance(value, tuple) else value for name, value in pairs}
    return {**record, "extra": list(command.extra)} if command.extra else record


_RECORDS: Mapping[type[Any], tuple[str, Callable[[Any, Locate | None], Record]]] = {
    PieceMoved: ("moved", _moved),
    PieceChanged: ("changed", _changed),
    PieceCreated: ("created", _at),
    PieceRemoved: ("removed", _at),
    StackReordered: ("stack-reordered", _reordered),
    DeckChanged: ("deck-changed", _deck),
    PropertyChanged: ("property", _property),
    TurnChanged: ("turn", _turn),
    Said: ("said", lambda fact, _locate: {"text": fact.text}),
    UndoMade: ("undo", lambda fact, _locate: {"step": fact.step}),
    RosterChanged: ("roster", _roster),
    NotesChanged: ("notes", lambda fact, _locate: {"kind": fact.kind}),
    Symbol: ("symbol", _symbol),
    UnknownSeen: ("unknown", lambda fact, _locate: {"text": fact.text}),
    Contradiction: ("contradiction", _contradiction),
}

FACT_NAMES = tuple(name for name, _record in _RECORDS.values())
"""The names of the kinds of facts."""


def fact_record(fact: Fact, locate: Locate | None) -> Record:
    """Return a fact as a record of JSON values; ``fact`` says of what kind it is."""
    name, record = _RECORDS[type(fact)]
    return {"fact": name, **record(fact, locate)}
