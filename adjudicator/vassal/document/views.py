"""The additions of the XML form to the data, for the reader: names, places, the facts of a step, the metadata.

Everything here is derived, carries the prefix ``view:`` and is passed over when a document is read.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

from ..metadata import Metadata
from ..pieces import Piece
from ..properties import layer_level, piece_name
from ..replay import Replay
from ..saved_game import SavedGame
from ..traits import Trait
from .facts import Locate, fact_record, place_record
from .markup import VIEW, Element

__all__ = ["View", "layer_shows", "metadata_element", "saved_at"]

_SHOWN_MEMBERS = 4
_SAID_BY_COMMANDS = frozenset({"said", "symbol", "unknown", "property", "notes", "turn"})
"""Facts that say no more than the command next to them."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECONDS = re.compile("[0-9]{1,14}")
"""Fourteen digits reach into the year 5138."""


class View:
    """The state of the game at the place in the document that is being written."""

    def __init__(self, game: SavedGame, locate: Locate | None) -> None:
        self._replay = Replay(game)
        self._steps = iter(self._replay)
        self._table = self._replay.initial
        self._locate = locate
        self._names = {piece.id: piece_name(piece) for piece in self._table.units()}

    def named(self, piece_id: str, said: str = "") -> dict[str, str]:
        """Return the name of a piece, or of what is in a stack, as an attribute; none if *said* says it already."""
        name = self._name(piece_id)
        return {f"{VIEW}name": name} if name and name != said else {}

    def added(self, piece_id: str, said: str) -> dict[str, str]:
        """Return where a piece is, and its name if *said* does not say it already, as attributes."""
        piece = self._table.pieces.get(piece_id)
        if piece is None:
            return {}
        attributes = self.named(piece_id, said)
        owner = self._table.parents.get(piece_id)
        if owner is not None:
            attributes[f"{VIEW}in"] = self._table.pieces[owner].name or f"stack {owner}"
        place = place_record(self._table.placement(piece_id), self._locate)
        if place.get("location"):
            attributes[f"{VIEW}location"] = place["location"]
        return attributes

    def next_step(self) -> tuple[int, list[Element]]:
        """Go on by one step and return its number and its facts."""
        step = next(self._steps)
        self._table = self._replay.table
        facts: list[Element] = []
        for fact in step.facts:
            record = fact_record(fact, self._locate)
            if record["fact"] not in _SAID_BY_COMMANDS:
                facts += _fact_elements(record)
        return step.number, facts

    def _name(self, piece_id: str) -> str:
        piece = self._table.pieces.get(piece_id)
        if piece is None:
            return self._names.get(piece_id, "")
        if piece.type.is_stack:
            return self._members(piece)
        self._names[piece_id] = piece_name(piece)
        return self._names[piece_id]

    def _members(self, stack: Piece) -> str:
        members = self._table.members(stack.id)
        names = [piece_name(member) for member in members[:_SHOWN_MEMBERS]]
        more = len(members) - len(names)
        return ", ".join([*names, f"and {more} more"] if more else names)


def layer_shows(trait: Trait) -> str:
    """Return the name of the level that an active layer shows; empty for one without names, and other traits."""
    if trait.id != "emb2":
        return ""
    level, names = layer_level(trait), trait.type.items("level_names")
    return names[level - 1] if 0 < level <= len(names) else ""


def _fact_elements(record: dict[str, Any]) -> list[Element]:
    """Return a fact as elements: one, or one for each change of a property."""
    name = VIEW + record["fact"]
    common = {key: _words(value) for key, value in record.items() if key not in ("fact", "changes")}
    common = {key: value for key, value in common.items() if value}
    return [Element(name, {**common, **change}) for change in record.get("changes", [{}])]


def _words(value: Any) -> str:
    """Return a value of a fact in few words."""
    if value is None or value is False:
        return ""
    if isinstance(value, list):
        return " ".join(value)
    if isinstance(value, dict):
        if "map" in value:
            return _place_words(value)
        return str(value.get("name") or value.get("id", ""))
    return "yes" if value is True else str(value)


def _place_words(place: dict[str, Any]) -> str:
    if place["map"] is None:
        return "off the maps"
    known = place.get("deck") or place.get("location")
    return str(known) if known else f"{place['map']} ({place['x']},{place['y']})"


def saved_at(metadata: Metadata) -> str:
    """Return when a file was saved, in UTC; empty if the metadata does not say."""
    if not _MILLISECONDS.fullmatch(metadata.date_saved):
        return ""
    moment = _EPOCH + timedelta(milliseconds=int(metadata.date_saved))
    return moment.strftime("%Y-%m-%d %H:%M:%S UTC")


def metadata_element(game: SavedGame) -> Element:
    """Return the metadata of a game for the reader."""
    parts = (("save", game.save_metadata), ("module", game.module_metadata))
    children = [_metadata(VIEW + name, metadata) for name, metadata in parts if metadata is not None]
    children += [Element(f"{VIEW}problem", text=problem) for problem in game.problems]
    return Element(f"{VIEW}metadata", children=children)


def _metadata(name: str, metadata: Metadata) -> Element:
    values = {
        "name": metadata.title,
        "version": metadata.version,
        "vassal_version": metadata.vassal_version,
        "saved": saved_at(metadata),
        "comment": metadata.comment,
    }
    return Element(name, {key: value for key, value in values.items() if value})
