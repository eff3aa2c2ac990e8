"""Holds the check of modules to what VASSAL's engine does: each kind of finding provoked on a small module."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from adjudicator.vassal.archive import pack_archive
from adjudicator.vassal.boards import BoardPlacement
from adjudicator.vassal.building import PositionBuilder, saved_game
from adjudicator.vassal.errors import ModuleError
from adjudicator.vassal.metadata import Metadata, Text, build_metadata
from vmod_builder.checks.drawings import drawing_problems
from vmod_builder.module_check import MODULE_FINDING_KINDS, Weight, check_module, worst

CASES = tomllib.loads((Path(__file__).parent / "cases" / "module_check.toml").read_text(encoding="utf-8"))
EXAMPLES = Path(__file__).parent.parent / "examples"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'
SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">{}</svg>'


def moduledata(name: str = "Tiny", version: str = "1.0", engine: str = "3.7.0") -> bytes:
    return build_metadata(Metadata(version=version, vassal_version=engine, date_saved="1", name=(Text(name),)))


def setup(
    module: str = "Tiny",
    map: str = "Field",  # noqa: A002
    board: str = "Field",
    gpid: str = "1",
    x: int = 125,
) -> bytes:
    builder = PositionBuilder(first_id=1)
    builder.lay_boards(map, [BoardPlacement(board)])
    builder.add_stack([f"+/null/piece;;;guards.svg;Guards/null;0;0;{gpid};0"], map, x, 125)
    game = saved_game(builder.tree(), moduledata(module), date_saved=1, vassal_version="3.7.0")
    return game.archive_bytes()


def module(case: dict[str, Any]) -> bytes:
    """Return the small module with a case's changes."""
    build_file = CASES["build_file"]
    for old, new in case.get("replace", []):
        assert old in build_file, "the case changes something"
        build_file = build_file.replace(old, new)
    files: dict[str, bytes] = {
        "buildFile.xml": (HEAD + build_file.replace("\\t", "\t")).encode(),
        "moduledata": moduledata(**case.get("metadata", {})),
        "start.vsav": setup(**case.get("setup", {})),
        **{name: text.encode() for name, text in CASES["files"].items()},
    }
    files |= {name: text.encode() for name, text in case.get("files", {}).items()}
    return pack_archive({name: data for name, data in files.items() if name not in case.get("remove", [])})


@pytest.mark.parametrize("case", CASES["case"], ids=lambda case: case["name"])
def test_a_change_is_found_and_nothing_else(case: dict[str, Any]) -> None:
    found = check_module(module(case))
    assert [[finding.kind.name, str(finding)] for finding in found] == case["finds"]


@pytest.mark.parametrize("case", CASES["drawing"], ids=lambda case: case["svg"][:50])
def test_what_a_drawing_does_wrong_is_found(case: dict[str, Any]) -> None:
    svg = case["svg"] if case["svg"].startswith(("<svg", "<html", "<!")) else SVG.format(case["svg"])
    assert [list(problem) for problem in drawing_problems(svg.encode())] == case["finds"]


def test_every_kind_of_finding_is_provoked() -> None:
    lists = [case["finds"] for case in (*CASES["case"], *CASES["drawing"])]
    assert {kind for finds in lists for kind, _text in finds} == set(MODULE_FINDING_KINDS)


def test_a_module_without_findings_weighs_nothing_and_the_worst_counts() -> None:
    assert worst(check_module(module({}))) is Weight.NOTE
    assert worst(check_module(module({"remove": ["rules.html"]}))) is Weight.FAULT
    assert worst(check_module(module({"remove": ["moduledata"], "metadata": {}}))) is Weight.FAULT
    assert worst(check_module(module({"metadata": {"version": "2"}}))) is Weight.QUESTION


def test_the_example_is_in_order() -> None:
    assert check_module(EXAMPLES / "skirmish.vmod") == ()


def test_an_archive_with_everything_inside_a_folder_says_so() -> None:
    with pytest.raises(ModuleError, match="everything inside a folder"):
        check_module(pack_archive({"Tiny/buildFile.xml": b"<a/>"}))


def test_the_unknown_traits_of_an_extension_are_notes_with_a_count() -> None:
    slots = "".join(
        f'<VASSAL.build.widget.PieceSlot entryName="Tank {n}" gpid="a:{n}" height="50" width="50">'
        f"+/null/ratings;5\tpiece;;;;Tank {n}/\tnull;0;0;a:{n};0</VASSAL.build.widget.PieceSlot>"
        for n in range(1, 345)
    )
    build_file = (
        '<VASSAL.build.module.ModuleExtension module="Duel" moduleVersion="1" version="1" vassalVersion="3.7" '
        'nextPieceSlotId="400" extensionId="a" anyModule="false">'
        '<VASSAL.build.module.ExtensionElement target=""><VASSAL.build.module.PieceWindow name="More">'
        f'<VASSAL.build.widget.ListWidget entryName="Tanks">{slots}</VASSAL.build.widget.ListWidget>'
        "</VASSAL.build.module.PieceWindow></VASSAL.build.module.ExtensionElement>"
        "</VASSAL.build.module.ModuleExtension>"
    )
    found = check_module(pack_archive({"buildFile.xml": build_file.encode(), "extensiondata": b"<data/>"}))
    told = [each for each in found if "ratings" in str(each)]
    assert [(each.kind.name, each.weight) for each in told] == [("foreign-trait", Weight.NOTE)]
    assert "(used 344 times)" in str(told[0])
