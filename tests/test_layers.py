"""Holds the imports to the house's layers: each room may know the rooms below it, and no others."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parent.parent
MAY_KNOW = {
    "library": {"report", "referee", "audit", "viewing", "module_layout", "rules", "drawing", "game", "vassal"},
    "__main__": {"cli"},
    "cli": {
        "report",
        "audit_file",
        "referee",
        "recording",
        "audit",
        "viewing",
        "module_layout",
        "rules",
        "drawing",
        "game",
        "vassal",
        "schemas",
    },
    "report": {
        "audit_file",
        "referee",
        "recording",
        "audit",
        "viewing",
        "rules",
        "drawing",
        "game",
        "vassal",
        "schemas",
    },
    "audit_file": {"referee", "audit", "rules", "game", "schemas"},
    "referee": {"recording", "audit", "viewing", "module_layout", "rules", "drawing", "game", "vassal", "schemas"},
    "recording": {"viewing", "module_layout", "rules", "drawing", "game", "vassal", "schemas"},
    "audit": {"vassal", "schemas"},
    "viewing": {"module_layout", "game", "vassal", "schemas"},
    "module_layout": {"rules", "drawing", "game", "vassal", "schemas"},
    "rules": {"game", "schemas"},
    "drawing": {"game", "schemas"},
    "game": {"schemas"},
    "vassal": {"schemas"},
    "schemas": set(),
    # shares the program's way of printing and of ending with an exit code
    "vmod_builder": {"cli", "report", "module_layout", "drawing", "game", "vassal", "schemas"},
}
MODULES = sorted([*(ROOT / "adjudicator").rglob("*.py"), *(ROOT / "vmod_builder").rglob("*.py")])


def _room(parts: tuple[str, ...]) -> str:
    """Return the room of a dotted name's parts, empty for the package itself."""
    if parts[0] != "adjudicator":
        return parts[0]
    return parts[1] if len(parts) > 1 else ""


def _imported(path: Path) -> set[tuple[str, ...]]:
    """Return the dotted names that a module imports, relative ones made absolute."""
    package = path.relative_to(ROOT).parent.parts
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {tuple(alias.name.split(".")) for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = (*base, *(node.module.split(".") if node.module else ()))
            names |= {(*module, alias.name) for alias in node.names} if len(module) < 2 else {module}
    return names


def _rooms_it_must_not_know(path: Path) -> set[str]:
    """Return the rooms that a file imports from and must not know."""
    room = _room(path.relative_to(ROOT).with_suffix("").parts)
    known = {
        _room(name) for name in _imported(path) if name[0] in ("adjudicator", "vmod_builder", "schema", "tests")
    } - {"__init__", "__version__", "", room}
    return set() if room == "__init__" else known - MAY_KNOW[room]


def test_a_room_knows_only_the_rooms_below() -> None:
    assert {str(path.relative_to(ROOT)): found for path in MODULES if (found := _rooms_it_must_not_know(path))} == {}


def test_only_the_search_for_rules_knows_those_of_a_game() -> None:
    users = {
        path.relative_to(ROOT / "adjudicator").parts[:2]
        for path in MODULES if any(name[:3] == ("adjudicator", "rules", "bir_hacheim") for name in _imported(path))
    }  # fmt: skip
    assert users == {("rules", "bir_hacheim"), ("rules", "rule_sets.py")}


def test_only_the_command_line_knows_click() -> None:
    users = {_room(path.relative_to(ROOT).parts) for path in MODULES if ("click",) in _imported(path)}
    assert users == {"cli", "vmod_builder"}
