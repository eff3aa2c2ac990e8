"""Hold the documentation to its word: tables are the programs', outputs what is printed, and links lead somewhere."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path

import pytest

from adjudicator.audit.findings import FINDING_KINDS
from adjudicator.cli.main import COMMANDS
from adjudicator.referee.entries.game_findings import all_game_findings
from adjudicator.vassal.limits import DEFAULT_LIMITS, Limits
from tests.support.data_file_reference import DATA_FILES, data_file_reference
from tests.support.shown_outputs import printed_lines
from vmod_builder.cli import COMMANDS as BUILDER_COMMANDS

from .support.notebook import executed, pictures, printed, stored
from .support.pages import ALL_PAGES, DOCS, PAGES, ROOT, code_blocks

PYTHON_BLOCKS = code_blocks(ALL_PAGES, "python")


def _sessions() -> list[tuple[str, str]]:
    """Return each command line shown after a ``$`` with the output shown after it, each once."""
    found: dict[tuple[str, str], None] = {}
    for block in code_blocks(ALL_PAGES, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _newline, output = part.partition("\n")
            found[line, output.strip("\n")] = None
    return list(found)


@pytest.mark.parametrize(("line", "shown"), _sessions(), ids=lambda text: text[:50])
def test_a_command_prints_what_a_page_shows(line: str, shown: str, tmp_path: Path) -> None:
    """If not: ``python -m tests.renew_golden --docs``."""
    printed = printed_lines(line, tmp_path)
    expected = shown.splitlines()
    if "…" in expected:
        cut = expected.index("…")
        after = expected[cut + 1 :]
        assert printed[:cut] == expected[:cut]
        assert printed[len(printed) - len(after) :] == after
    else:
        assert printed == expected


def test_there_are_examples() -> None:
    assert len(_sessions()) >= 4


PRINTED = {
    "Replay(": "1 ['Said']",
    "for action in game.actions": "1 legal 1/VIII/132 forms Column",
    "adjudicator.open_position": "C 3/10",
    "except": "no such side or player: 'british'; sides: french, axis",
    "vmod_builder.write_module": "two-wells.vmod Two Wells ",
}
"""How the output of each example begins, by a word of its code."""


@pytest.mark.parametrize("code", PYTHON_BLOCKS)
def test_a_python_example_runs(
    code: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "docs", "exec"), {})  # noqa: S102
    (begins,) = (output for word, output in PRINTED.items() if word in code)
    assert capsys.readouterr().out.startswith(begins)


def test_the_notebook_runs_and_prints_what_it_shows() -> None:
    """``python -m tests.renew_golden --notebook`` stores its outputs anew."""
    notebook = executed()
    assert printed(notebook) == printed(stored())
    assert [picture.startswith("<svg") for picture in pictures(notebook)] == [True]
    assert pictures(stored()) == []


def test_every_limit_is_told() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| ([\d,]+) \|", ALL_PAGES, re.MULTILINE))
    assert {name: int(number.replace(",", "")) for name, number in rows.items()} == {
        field.name: getattr(DEFAULT_LIMITS, field.name) for field in fields(Limits)
    }


def test_every_finding_is_told() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| (fault|question|note) \| (.+) \|$", ALL_PAGES, re.MULTILINE)
    assert rows == [(kind.name, kind.weight.name.lower(), kind.meaning) for kind in FINDING_KINDS.values()]


def test_every_finding_of_the_referee_of_a_game_is_told() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| (illegal|undecided) \| .+ \|$", ALL_PAGES, re.MULTILINE)
    assert rows == [(each.name, "undecided" if each.undecided else "illegal") for each in all_game_findings().values()]


@pytest.mark.parametrize(("program", "commands"), [("adjudicator", COMMANDS), ("vmod-builder", BUILDER_COMMANDS)])
def test_every_command_is_told(program: str, commands: Mapping[str, object]) -> None:
    told = set(re.findall(rf"^\| `{program} (\w+)", ALL_PAGES, re.MULTILINE))
    assert told == set(commands)


def test_every_file_of_a_game_is_told() -> None:
    told = set(re.findall(r"^\| `(\w+\.toml)` \|", ALL_PAGES, re.MULTILINE))
    assert {path.name for path in (ROOT / "examples" / "two_wells").glob("*.toml")} <= told


def test_the_reference_of_the_data_files_is_what_the_schemas_have() -> None:
    """If not: ``python -m tests.renew_golden --data-files``."""
    assert DATA_FILES.read_text(encoding="utf-8") == data_file_reference()


# links


def _links() -> list[tuple[str, str]]:
    return [
        (page, target)
        for page, text in PAGES.items()
        for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL))
        if not re.match(r"https?:|mailto:", target)
    ]


def test_every_link_leads_to_a_file_and_a_heading() -> None:
    assert len(_links()) > 20
    broken = [(page, target) for page, target in _links() if not _leads_somewhere(page, target)]
    assert broken == []


def _leads_somewhere(page: str, target: str) -> bool:
    path, _mark, heading = target.partition("#")
    aim = (ROOT / page).parent / path if path else ROOT / page
    if not aim.is_file():
        return False
    return not heading or heading in _headings(aim.read_text(encoding="utf-8"))


def _headings(text: str) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title).strip().lower().replace(" ", "-") for title in titles}


def test_a_page_of_the_docs_links_within_the_docs_only() -> None:
    """The site is made of docs/ alone: a link out of it would lead nowhere there."""
    assert [(page, target) for page, target in _links() if page.startswith("docs/") and target.startswith("..")] == []


def test_every_page_stands_in_the_navigation_of_the_site() -> None:
    named = set(re.findall(r"([\w-]+\.md)", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")))
    assert named == {path.name for path in DOCS.glob("*.md")}


def test_the_readme_is_short() -> None:
    assert PAGES["README.md"].count("\n") <= 175
