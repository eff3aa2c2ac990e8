"""The JSON form of a save or a log, for programs: read-only, following ``schema/vassal-game.schema.json``.

The types of traits are listed once and referred to by name, as in the XML form. Numbers, truth
values and lists are JSON's own where VASSAL's text is one; a lone surrogate, which represents a
byte that is not UTF-8, is the replacement character.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..boards import read_placements
from ..commands import AddPiece, Command, ExtensionInUse, UnknownCommand
from ..metadata import Metadata
from ..pieces import Piece, levels_of
from ..properties import piece_name
from ..replay import Replay, Step, face_down
from ..saved_game import SavedGame
from ..table import Table
from ..traits import TraitType, Value
from .definitions import DefinitionWriter
from .facts import Locate, Record, command_fields, fact_record, place_record
from .views import saved_at
from .xml_form import PlayerIds

__all__ = ["export_json"]

_FORMAT = 1
_SURROGATE = re.compile("[\ud800-\udfff]")


def export_json(game: SavedGame, *, player_ids: PlayerIds, locate: Locate | None = None) -> Record:
    """Return a game as JSON values. The parameters and errors are those of :func:`export_xml`."""
    record = _Exporter(game, locate).record(player_ids)
    return record if game.text.isascii() else _storable(record)


def _storable(value: Any) -> Any:
    """Return JSON values without lone surrogates."""
    if isinstance(value, str):
        return value if value.isascii() else _SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_storable(item) for item in value]
    if isinstance(value, dict):
        return {_storable(name): _storable(item) for name, item in value.items()}
    return value


class _Exporter:
    """Collects the records of one game."""

    def __init__(self, game: SavedGame, locate: Locate | None) -> None:
        self._game = game
        self._locate = locate
        self._definitions = DefinitionWriter(game.limits)
        self._trait_types: dict[str, Record] = {}

    def record(self, player_ids: PlayerIds) -> Record:
        """Return the whole document."""
        game = self._game
        replay = Replay(game)
        position = self._position(replay.initial)
        steps = [self._step(step) for step in replay]
        return {
            "format": _FORMAT,
            "kind": "log" if game.is_log else "save",
            "player_ids": player_ids,
            "encoding": {
                "name": game.payload.encoding.value,
                "key": game.payload.key if game.payload.encoding.keyed else None,
            },
            "metadata": {"save": _metadata(game.save_metadata), "module": _metadata(game.module_metadata)},
            "entries": [{"name": name, "bytes": len(data)} for name, data in game.entries.items()],
            "problems": list(game.problems),
            "position": position,
            "steps": steps,
            "trait_types": self._trait_types,
        }

    def _position(self, table: Table) -> Record:
        commands = self._game.position_commands
        return {
            "players": [{"id": p.id, "name": p.name, "side": p.side} for p in table.players.values()],
            "maps": [{"name": name, "boards": _boards(boards)} for name, boards in table.boards.items()],
            "pieces": [self._piece(piece, table) for piece in table.pieces.values()],
            "properties": [
                {"container": container, "name": name, "value": value}
                for (container, name), value in table.properties.items()
            ],
            "turn_trackers": [{"id": tracker, "state": state} for tracker, state in table.turns.items()],
            "notes": [{"note": note, "text": text} for note, text in table.notes.items()],
            "extensions": [{"name": c.name, "version": c.version} for c in commands if isinstance(c, ExtensionInUse)],
            "unknown_commands": [c.text for c in commands if isinstance(c, UnknownCommand)],
        }

    def _piece(self, piece: Piece, table: Table) -> Record:
        special = piece.type.is_stack or piece.type.is_deck
        record: Record = {
            "id": piece.id,
            "kind": piece.type.basic.id if special else "piece",
            "name": piece_name(piece),
            "location": None,
            **place_record(table.placement(piece.id), self._locate),
            "in": table.parents.get(piece.id),
            "traits": list(self._traits(piece)),
        }
        if special:
            record["members"] = list(table.contents.get(piece.id, ()))
        else:
            record["properties"] = table.properties_of(piece.id)
        if piece.type.is_deck:
            record["face_down"] = face_down(piece)
        return record

    def _traits(self, piece: Piece) -> Iterator[Record]:
        """Yield the traits from the outermost in, the basic piece last."""
        for trait in levels_of(piece):
            record: Record = {"type": self._trait_type(trait.type), "title": trait.type.title}
            fields = trait.state_fields
            record["state"] = _values(fields) if fields else trait.state
            yield record

    def _trait_type(self, trait_type: TraitType) -> str:
        """Return the name of a trait's type, listing it when it is new."""
        name = self._definitions.trait_name(trait_type)
        if name not in self._trait_types:
            kind = trait_type.kind
            self._trait_types[name] = {
                "kind": kind.id if kind else None,
                "title": trait_type.title,
                "fields": _values(trait_type.fields),
                "text": None if kind else trait_type.text,
            }
        return name

    def _step(self, step: Step) -> Record:
        return {
            "number": step.number,
            "undo": step.is_undo,
            "commands": [self._command(command) for command in step.commands],
            "facts": [fact_record(fact, self._locate) for fact in step.facts],
        }

    def _command(self, command: Command) -> Record:
        fields = command_fields(command)
        if isinstance(command, AddPiece):
            fields["type"] = self._definitions.form(command.type).name
        return {"command": command.NAME, "fields": fields}


def _metadata(metadata: Metadata | None) -> Record | None:
    if metadata is None:
        return None
    return {
        "name": metadata.title,
        "version": metadata.version,
        "vassal_version": metadata.vassal_version,
        "date_saved": metadata.date_saved,
        "saved": saved_at(metadata),
        "description": metadata.comment,
        "extra": list(metadata.extra),
    }


def _boards(tokens: tuple[str, ...]) -> list[Record]:
    return [
        {"name": board.name, "column": board.column, "row": board.row, "reversed": board.reversed}
        for board in read_placements(tokens)
    ]


def _values(fields: Mapping[str, Value]) -> Record:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}
