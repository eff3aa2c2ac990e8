"""Every module, class and function that a docstring refers to is there."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
REFERENCE = re.compile(r":(mod|class|func|meth|attr|data|exc):`~?([\w.]+)`")
FILES = sorted(path for package in ("adjudicator", "vmod_builder") for path in (ROOT / package).rglob("*.py"))
WITH_REFERENCES = [path for path in FILES if REFERENCE.search(path.read_text(encoding="utf-8"))]


def references(path: Path) -> list[tuple[str, str]]:
    """Return the kinds and the targets of the references in the strings of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return [(kind, target) for text in texts for kind, target in REFERENCE.findall(text)]


def is_there(target: str, package: str, names: object) -> bool:
    """Return whether a dotted name can be reached: from a package, from a module's names, or absolutely."""
    if target.startswith("."):
        target = f"{package}{target}"
    elif reached(names, target.split(".")):
        return True
    parts = target.split(".")
    for end in range(len(parts), 0, -1):
        try:
            module = import_module(".".join(parts[:end]))
        except ImportError:
            continue
        return reached(module, parts[end:])
    return False


def reached(start: object, names: list[str]) -> bool:
    """Return whether attributes lead from an object to the last of *names*; the fields of a class count."""
    for name in names:
        if name in getattr(start, "__annotations__", ()) and not hasattr(start, name):
            return True
        if not hasattr(start, name):
            return False
        start = getattr(start, name)
    return True


@cache
def all_names() -> frozenset[str]:
    """Return the names of all classes and functions of the packages, and of the fields of classes."""
    found = set()
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                found.add(node.name)
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                found.add(node.target.id)
    return frozenset(found)


@pytest.mark.parametrize("path", WITH_REFERENCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_references_lead_somewhere(path: Path) -> None:
    dotted = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    module = import_module(dotted.removesuffix(".__init__"))
    package = dotted.rpartition(".")[0]
    missing = [
        target
        for _kind, target in references(path)
        if not is_there(target, package, module) and not all_names().issuperset(target.split("."))
    ]
    assert missing == []
