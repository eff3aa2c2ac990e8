"""Runs the cases of the walk through a package, ``cases/call_graph.toml``, on packages written for it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.call_graph import CallGraph

CASES: Final = tomllib.loads((Path(__file__).parent / "cases" / "call_graph.toml").read_text(encoding="utf-8"))["case"]


def package_of(case: dict[str, Any], folder: Path) -> Path:
    """Write the package of a case and return its folder."""
    package = folder / "shop"
    for name, text in {"__init__.py": "", **case["files"]}.items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return package


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_walk_reaches_what_is_named_and_nothing_else(case: dict[str, Any], tmp_path: Path) -> None:
    reached = CallGraph(package_of(case, tmp_path)).reach(case["start"])
    assert reached.missing(case["reached"]) == []
    assert reached.missing(case["not_reached"]) == case["not_reached"]


def test_a_walk_starts_at_functions_that_exist(tmp_path: Path) -> None:
    graph = CallGraph(package_of(CASES[0], tmp_path))
    for name in ("shop.counter.buy", "shop.bank.pay", "shop.counter", "bank.pay"):
        with pytest.raises(KeyError):
            graph.reach([name])
