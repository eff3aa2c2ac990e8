"""The schemas that travel with the program: JSON Schemas for its data, XSDs for its XML.

In a checkout they are in ``schema/``; an installed package carries them inside itself, so that no
package of another name is put beside it. A schema is named by its file name.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

__all__ = ["load_json_schema", "schema_bytes", "schema_names"]

_ENDINGS = (".json", ".xsd")


@cache
def _folder() -> Traversable:
    carried = files(__package__).joinpath("schema_files")
    return carried if carried.is_dir() else Path(__file__).parent.parent / "schema"


@cache
def schema_names() -> tuple[str, ...]:
    """Return the file names of all schemas, sorted."""
    return tuple(sorted(entry.name for entry in _folder().iterdir() if entry.name.endswith(_ENDINGS)))


def schema_bytes(name: str) -> bytes:
    """Return the content of the schema with the file name *name*.

    Raises ``FileNotFoundError``, with the names that there are, for any other name.
    """
    if name not in schema_names():
        raise FileNotFoundError(f"no schema named {name!r}; there are: {', '.join(schema_names())}")
    return _folder().joinpath(name).read_bytes()


def load_json_schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema with the file name *name* as a new dictionary.

    Raises ``FileNotFoundError`` as :func:`schema_bytes` does, and ``ValueError`` if it is not JSON.
    """
    schema: dict[str, Any] = json.loads(schema_bytes(name))
    return schema
