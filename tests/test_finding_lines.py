"""The findings of a module's check as text: kinds with their counts, the gravest first."""

from __future__ import annotations

from vmod_builder.checks.findings import MODULE_FINDING_KINDS, ModuleFinding
from vmod_builder.finding_lines import finding_lines, summary_line


def found(kind: str, times: int) -> list[ModuleFinding]:
    return [ModuleFinding(MODULE_FINDING_KINDS[kind], f"piece {number}", "it is so") for number in range(times)]


def test_findings_are_put_together_by_kind_the_gravest_first() -> None:
    lines = list(finding_lines([*found("unused-file", 1), *found("missing-gpid", 9)], all_of_them=False))
    assert lines == [
        "fault     Pieces of games in progress lose their link to the palette. (9 times)",
        *(f"          piece {number}: it is so" for number in range(5)),
        "          and 4 more (--all lists them)",
        "note      A file is in the archive, but nothing in the module names it.",
        "          piece 0: it is so",
        "Module: 9 faults, 1 note",
    ]


def test_all_are_listed_where_that_is_asked_for_or_hardly_longer() -> None:
    assert len(list(finding_lines(found("missing-gpid", 9), all_of_them=True))) == 11
    assert len(list(finding_lines(found("missing-gpid", 6), all_of_them=False))) == 8


def test_nothing_found_is_said() -> None:
    assert summary_line([]) == "Module: nothing found"
