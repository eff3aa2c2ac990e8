"""The data of the desert rules: reads the files, checks them against their schemas, and checks their references to each
other.

The files are in ``adjudicator/games/desert/``. They are read once; an error is reported with file, row and key.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from ...game.errors import GameDataError, GameDataErrors
from ...game.loading import GameFolder
from ...game.loading.error_limit import raise_all
from ...game.loading.schema_check import document_errors
from ...game.loading.toml_text import MAX_BYTES, parse_toml
from .table_checks import table_errors

__all__ = ["FOLDER", "SCHEMAS", "Documents", "desert_tables", "read_tables"]

Documents = Mapping[str, Mapping[str, Any]]
"""The documents by file name."""

FOLDER: Final = files("adjudicator").joinpath("games", "desert")
SCHEMAS: Final[Mapping[str, str]] = {
    "terrain.toml": "desert-terrain.schema.json",
    "checks.toml": "desert-checks.schema.json",
    "fire.toml": "desert-fire.schema.json",
    "sight.toml": "desert-sight.schema.json",
    "weather.toml": "desert-weather.schema.json",
    "overlays.toml": "desert-overlays.schema.json",
    "vehicles.toml": "desert-arms.schema.json",
    "ordnance.toml": "desert-arms.schema.json",
    "questions.toml": "desert-questions.schema.json",
    "catalogue.toml": "desert-catalogue.schema.json",
    "register.toml": "desert-register.schema.json",
    "refusals.toml": "desert-refusals.schema.json",
    "spellings.toml": "desert-spellings.schema.json",
}
"""Every file with the schema that it follows."""


@cache
def desert_tables() -> Documents:
    """Return the data that comes with the program."""
    return read_tables(FOLDER)


def read_tables(folder: GameFolder) -> Documents:
    """Return the data in a folder. Raises :class:`GameDataErrors` with all that is wrong in its files."""
    errors: list[GameDataError] = []
    documents: dict[str, dict[str, Any]] = {}
    for name in SCHEMAS:
        try:
            documents[name] = _document(folder, name)
        except GameDataError as error:
            errors.append(error)
    if errors:
        raise GameDataErrors(errors)
    raise_all(_schema_errors(documents))
    raise_all(table_errors(documents))
    return documents


def _document(folder: GameFolder, name: str) -> dict[str, Any]:
    try:
        with folder.joinpath(name).open("rb") as file:
            data: bytes = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise GameDataError(f"the file cannot be read: {error.strerror or 'unknown reason'}", file=name) from error
    return parse_toml(data, name)


def _schema_errors(documents: Mapping[str, dict[str, Any]]) -> Iterator[GameDataError]:
    for name, document in documents.items():
        yield from document_errors(name, document, SCHEMAS[name])
