"""Make ``docs/data-files.md`` from the JSON Schemas: every data file that people write, key by key.

Schemas say what a key means and what is allowed; this page says it to whoever does not read schemas. A test holds the
page to the schemas; ``python -m tests.renew_golden --data-files`` makes it anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
DATA_FILES: Final = ROOT / "docs" / "data-files.md"
_SCHEMAS: Final = ROOT / "schema"
_PAGES: Final = (
    "game", "game-units", "game-map", "game-markers", "game-charts", "game-actions", "game-scenario", "game-style",
    "game-dialect", "house-rules", "dice-patterns",
)  # fmt: skip
"""The schemas of the files that people write, in the order in which one writes them."""
_HEAD: Final = """\
# The data files, key by key

Generated from the JSON Schemas in `schema/` with `python -m tests.renew_golden --data-files`. A key with a star is
required.
[The module, and a module of your own](module-makers.md) says what each file is for. A table with `sources` in its
name has the keys of the figures beside it, and each says where its figure comes from: `rulebook`, `module` or
`estimated`.
"""


def data_file_reference() -> str:
    """Return the whole page."""
    parts = [_HEAD]
    for name in _PAGES:
        schema = _schema(name)
        title, _colon, rest = schema["title"].partition(":")
        parts.append(f"## {title}\n\n{_sentence(rest or schema.get('description', ''))}\n")
        parts += ["\n".join(_table(kind, each, schema)) for kind, each in _objects(schema)]
    return "\n".join(parts)


def _schema(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((_SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
    return found


def _objects(schema: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the file's own table and those within it, each with its name."""
    if schema.get("properties"):
        yield "", schema
    for name, each in schema.get("$defs", {}).items():
        if each.get("properties") and not name.endswith("sources"):
            yield name.replace("_", " "), each


def _table(kind: str, schema: Mapping[str, Any], whole: Mapping[str, Any]) -> Iterator[str]:
    if kind:
        yield f"### {kind}\n"
        yield f"{_sentence(schema.get('description', ''))}\n"
    yield "| key | what it is |\n|---|---|"
    required = set(schema.get("required", ()))
    for key, each in schema["properties"].items():
        star = "\\*" if key in required else ""
        yield f"| `{key}`{star} | {_told(each, whole)} |"
    yield ""


def _told(schema: Mapping[str, Any], whole: Mapping[str, Any]) -> str:
    """Return what is said of a key: its own description, then that of what it refers to."""
    aim = _aim(schema.get("$ref", ""), whole)
    said = dict.fromkeys(text for each in (schema, aim) if (text := each.get("description")))
    words = "; ".join(said)
    choices = schema.get("enum") or aim.get("enum")
    if choices and not any(str(each) in words for each in choices):
        words += f" ({', '.join(map(str, choices))})"
    return words.replace("|", "\\|").replace("<", "&lt;")


def _aim(reference: str, whole: Mapping[str, Any]) -> Mapping[str, Any]:
    if not reference:
        return {}
    file, _mark, path = reference.partition("#/")
    found: Any = _schema(file.removesuffix(".schema.json")) if file else whole
    for part in filter(None, path.split("/")):
        found = found[part]
    return found if isinstance(found, Mapping) else {}


def _sentence(text: str) -> str:
    text = text.strip().replace("<", "&lt;")
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') or not text else '.'}"
