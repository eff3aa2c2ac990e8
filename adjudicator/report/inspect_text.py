"""The kind and contents of a VASSAL file, as text and as JSON (``schema/inspect.schema.json``)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from ..vassal.commands import Command, ExtensionInUse, UnknownCommand
from ..vassal.metadata import Metadata
from ..vassal.module_definition import ModuleDefinition
from ..vassal.saved_game import SavedGame
from ..vassal.table import Table
from .safe_text import columns, count, one_line

__all__ = ["document_lines", "game_document", "module_document"]

FORMAT = 1
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LATEST_MILLISECONDS = 253_402_300_799_000


def _metadata_document(metadata: Metadata | None) -> dict[str, Any] | None:
    if metadata is None:
        return None
    return {
        "name": metadata.title, "version": metadata.version, "vassal_version": metadata.vassal_version,
        "saved": saved_date(metadata), "description": metadata.comment,
    }  # fmt: skip


def saved_date(metadata: Metadata) -> str | None:
    """Return when the file was saved, as ISO 8601 in UTC; None if it does not say."""
    if not re.fullmatch(r"[0-9]{1,15}", metadata.date_saved):
        return None
    milliseconds = int(metadata.date_saved)
    if milliseconds > _LATEST_MILLISECONDS:
        return None
    return (_EPOCH + timedelta(milliseconds=milliseconds)).isoformat(timespec="seconds")


def game_document(game: SavedGame) -> dict[str, Any]:
    """Return what is known of a save or a log as a JSON document.

    The characters of its command stream are counted as *game* has them: those of the file, less what the ids that are
    kept secret are longer than their pseudonyms, would tell how long these passwords are.
    """
    table = Table.of_position(game.position_commands, game.limits)
    commands = list(game.position_commands)
    logged = [command for step in game.steps for command in step]
    return {
        "format": FORMAT,
        "kind": "log" if game.is_log else "save",
        "file": game.file,
        "encoding": {
            "name": game.payload.encoding.value,
            "title": game.payload.encoding.title,
            "key": game.payload.key if game.payload.encoding.keyed else None,
        },
        "characters": len(game.text),
        "save": _metadata_document(game.save_metadata),
        "module": _metadata_document(game.module_metadata),
        "extensions": [{"name": c.name, "version": c.version or ""} for c in commands if isinstance(c, ExtensionInUse)],
        "players": [{"id": p.id, "name": p.name, "side": p.side} for p in table.players.values()],
        "maps": _maps(table),
        "pieces": sum(1 for _ in table.units()),
        "stacks": sum(1 for _ in table.stacks()),
        "decks": [{"name": deck.name, "cards": len(table.contents[deck.id])} for deck in table.decks()],
        "steps": len(game.steps),
        "commands": _counts(commands),
        "logged_commands": _counts(logged),
        "not_understood": {
            "commands": _unknown_commands([*commands, *logged]),
            "traits": _unknown_traits(table),
        },
        "problems": list(game.problems),
    }


def _counts(commands: list[Command]) -> dict[str, int]:
    return dict(sorted(Counter(command.NAME for command in commands).items()))


def _unknown_commands(commands: list[Command]) -> dict[str, int]:
    heads = Counter(c.text.partition("\t")[0][:40] for c in commands if isinstance(c, UnknownCommand))
    return dict(sorted(heads.items()))


def _unknown_traits(table: Table) -> dict[str, int]:
    kinds = Counter(trait.id[:40] for piece in table.pieces.values() for trait in piece.type.traits if not trait.kind)
    return dict(sorted(kinds.items()))


def _maps(table: Table) -> list[dict[str, Any]]:
    pieces: Counter[str] = Counter()
    for piece in table.units():
        pieces[table.placement(piece.id).map or ""] += 1
    return [
        {"name": name, "boards": list(table.boards.get(name, ())[::3]), "pieces": pieces[name]}
        for name in dict.fromkeys([*table.boards, *sorted(pieces)])
    ]


def module_document(module: ModuleDefinition, file: str) -> dict[str, Any]:
    """Return what is known of a module or an extension as a JSON document."""
    return {
        "format": FORMAT,
        "kind": "extension" if module.extension else "module",
        "file": file,
        "module": {
            "name": module.name, "version": module.version, "vassal_version": module.vassal_version,
            "saved": None, "description": module.description,
        },
        "sides": list(module.sides),
        "maps": [
            {"name": entry.name, "boards": [board.name for board in entry.boards], "decks": len(entry.decks)}
            for entry in module.maps
        ],
        "pieces": len(module.piece_slots),
        "prototypes": len(module.prototypes),
        "dice": [
            {"name": b.name, "dice": b.dice, "sides": b.sides} for b in module.dice_buttons
        ],
        "turn_trackers": [tracker.name for tracker in module.turn_trackers],
        "global_properties": len(module.global_properties),
        "problems": list(module.problems),
    }  # fmt: skip


def document_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield an inspection in lines for a terminal."""
    yield f"{one_line(document['file'])}: {_KINDS[document['kind']]}"
    rows = _module_rows(document) if document["kind"] in ("module", "extension") else _game_rows(document)
    yield from columns([(label, value) for label, value in rows if value])


_KINDS = {
    "save": "a saved game", "log": "a log", "module": "a module", "extension": "an extension of a module",
}  # fmt: skip


def _game_rows(document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what is in a save or a log: label and value."""
    yield "Module", _version_words(document["module"]) or "not named"
    save = document["save"] or {}
    yield "Saved", _join(_date_words(save.get("saved")), _by_engine(save.get("vassal_version", "")))
    yield "Comment", one_line(save.get("description", ""))
    encoding = document["encoding"]
    key = "" if encoding["key"] is None else f", key 0x{encoding['key']:02x}"
    yield "Encoding", f"{encoding['title']}{key}; {document['characters']:,} characters"
    yield (
        "Players",
        ", ".join(
            f"{one_line(p['name']) or '?'} ({one_line(p['side']) or 'no side'}, id {one_line(p['id'])})"
            for p in document["players"]
        ),
    )
    yield "Extensions", ", ".join(f"{one_line(e['name'])} {one_line(e['version'])}" for e in document["extensions"])
    yield (
        "Contents",
        _join(
            count(document["pieces"], "piece"),
            count(document["stacks"], "stack"),
            count(len(document["decks"]), "deck"),
            count(document["steps"], "logged step"),
        ),
    )
    for entry in document["maps"]:
        boards = ", ".join(one_line(board) for board in entry["boards"]) or "no board named"
        yield "Map", f"{one_line(entry['name']) or '(on no map)'}: {count(entry['pieces'], 'piece')} ({boards})"
    for deck in document["decks"]:
        yield "Deck", f"{one_line(deck['name'])}: {count(deck['cards'], 'card')}"
    yield "Commands", _count_words(document["commands"])
    yield "Logged", _count_words(document["logged_commands"])
    unknown = document["not_understood"]
    yield (
        "Not known",
        _join(
            *(f"{number} × command {one_line(name, 40)!r}" for name, number in unknown["commands"].items()),
            *(f"{number} × trait {one_line(name, 40)!r}" for name, number in unknown["traits"].items()),
        ),
    )
    for problem in document["problems"]:
        yield "Odd", one_line(problem)


def _module_rows(document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what is in a module or an extension: label and value."""
    yield "Module", _version_words(document["module"])
    yield "Saved", _by_engine(document["module"]["vassal_version"])
    yield "Description", one_line(document["module"]["description"])
    yield "Sides", ", ".join(one_line(side) for side in document["sides"])
    yield (
        "Contents",
        _join(
            count(document["pieces"], "piece slot"),
            count(document["prototypes"], "prototype"),
            count(document["global_properties"], "global property", "global properties"),
        ),
    )
    for entry in document["maps"]:
        boards = ", ".join(one_line(board) for board in entry["boards"])
        yield (
            "Map",
            _join(
                f"{one_line(entry['name'])} ({boards or 'no boards'})",
                count(entry["decks"], "deck") if entry["decks"] else "",
            ),
        )
    yield "Dice", ", ".join(f"{one_line(d['name'])} ({d['dice']}d{d['sides']})" for d in document["dice"])
    yield "Turns", ", ".join(one_line(name) for name in document["turn_trackers"])
    for problem in document["problems"]:
        yield "Odd", one_line(problem)


def _join(*words: str) -> str:
    return ", ".join(word for word in words if word)


def _by_engine(version: str) -> str:
    return f"by VASSAL {one_line(version)}" if version else ""


def _date_words(saved: str | None) -> str:
    return saved.replace("T", " ").removesuffix("+00:00") + " UTC" if saved else ""


def _version_words(metadata: Mapping[str, Any] | None) -> str:
    return f"{one_line(metadata['name'])} {one_line(metadata['version'])}".strip() if metadata else ""


def _count_words(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in counts.items())
