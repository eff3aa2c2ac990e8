"""The commands as a player meets them: right and wrong use, exit codes, terminals, pipes, encodings."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import click
import pytest
from jsonschema import Draft202012Validator

import vmod_builder.cli
from adjudicator.cli.main import COMMANDS, cli
from adjudicator.schemas import load_json_schema
from adjudicator.vassal.archive import pack_archive
from adjudicator.vassal.pseudonyms import pseudonymise
from adjudicator.vassal.saved_game import PAYLOAD_ENTRY, open_game
from tests.support.command_line import command, run_with
from tests.support.corpus import corpus_file, corpus_files
from tests.support.raw_games import metadata, piece, raw_file
from tests.support.schemas import follow_schema

EXAMPLES = Path(__file__).parent.parent / "examples"

ROOT = Path(__file__).resolve().parents[1]
CASES = tomllib.loads((Path(__file__).parent / "cases" / "cli_errors.toml").read_text(encoding="utf-8"))["case"]
POSITION = [piece("11", "Red Guard"), piece("12", "Blue Horse", "Main Map;300;100"), "PLAYER\tsecret-word\tAnna\tRed"]
MOVE = ["M/11/Main Map/200/100/null/Main Map/100/100/null/secret-word", "CHAT* Red Guard moves *"]
BUILD_FILE = b"""<?xml version="1.0"?><VASSAL.build.GameModule name="Skirmish" version="1.0" VassalVersion="3.7.0">
</VASSAL.build.GameModule>"""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """Return files of every kind in the current directory, by the names that the cases use."""
    monkeypatch.chdir(tmp_path)
    contents: dict[str, tuple[str, bytes]] = {
        "log": ("log.vlog", raw_file(POSITION, [MOVE, "CHAT<Anna> - done"])),
        "save": ("save.vsav", raw_file(POSITION)),
        "module": ("game.vmod", pack_archive({"buildFile.xml": BUILD_FILE, "moduledata": metadata(name="Skirmish")})),
        "text": ("text.txt", b"not a archive, and no TOML"),
        "empty": ("empty.vlog", b""),
        "zip": ("other.zip", pack_archive({"readme.txt": b"hello"})),
        "cut": ("cut.vlog", raw_file(POSITION, [MOVE])[:200]),
        "nameless": ("endless.vlog", pack_archive({PAYLOAD_ENTRY: b"begin_save\x1bCHAT"})),
        "xml": ("game.xml", command_output(tmp_path)),
    }
    paths = {key: Path(name) for key, (name, _) in contents.items()}
    for key, (_, data) in contents.items():
        paths[key].write_bytes(data)
    Path("folder").mkdir()
    others = {"directory": "folder", "missing": "missing.vlog", "new": "new.vlog", "nowhere": "nowhere/new.vlog"}
    return {**paths, **{key: Path(name) for key, name in others.items()}}


def command_output(tmp_path: Path) -> bytes:
    """Return a document as export writes it."""
    path = tmp_path / "source.vlog"
    path.write_bytes(raw_file(POSITION, [MOVE]))
    return command("export", path).out.encode()


def contents_of(directory: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(directory.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join(case["arguments"]))
def test_wrong_use(case: dict[str, Any], files: dict[str, Path]) -> None:
    before = contents_of(Path())
    outcome = command(*[argument.format(**files) for argument in case["arguments"]])
    assert outcome.code == case["code"]
    assert case["says"] in outcome.err
    assert outcome.out == ""
    assert outcome.err.startswith("adjudicator")
    assert outcome.err.count("\n") == 1
    assert outcome.err[:-1].isprintable()
    assert contents_of(Path()) == before
    if "writes" in case:
        assert not Path(case["writes"].format(**files)).exists()


def test_without_arguments_the_help_is_shown() -> None:
    outcome = command()
    assert (outcome.code, outcome.err) == (64, "")
    assert outcome.out == command("--help").out


def test_exit_codes(files: dict[str, Path], tmp_path: Path) -> None:
    other = tmp_path / "other.vlog"
    other.write_bytes(raw_file(POSITION, [MOVE, "CHAT<Anna> - no"], version="2.0"))
    assert command("audit", files["log"]).code == 0
    assert command("audit", files["log"], "--after", files["save"]).code == 0
    assert command("audit", other, "--after", files["save"]).code == 2
    assert command("audit", other, "--after", files["log"]).code == 1
    assert command("diff", files["save"], files["log"]).code == 0
    assert command("diff", files["save"], files["log"], "--exit-code").code == 1
    assert command("diff", files["log"], other, "--exit-code").code == 0
    assert command("--version").out.startswith("adjudicator")


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_commands_help_is_that_of_the_table_and_documents_all(name: str) -> None:
    found = cli.get_command(click.Context(cli), name)
    assert found is not None
    assert found.get_short_help_str(limit=200) == COMMANDS[name][1]
    assert COMMANDS[name][1] in " ".join(command("--help").out.split())
    for parameter in found.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name
    outcome = command(name, "--help")
    assert outcome.code == 0
    assert max(map(len, outcome.out.splitlines())) <= 110


def test_the_main_help_lists_the_commands_and_imports_little() -> None:
    listed = command("--help").out.partition("Commands:")[2]
    assert re.findall(r"^  ([a-z]+)  ", listed, re.MULTILINE) == sorted(COMMANDS)
    script = "import sys, adjudicator.cli.main; print([m for m in ('lxml', 'jsonschema') if m in sys.modules])"
    assert python("-c", script).stdout == b"[]\n"


def environment(**changes: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "PYTHON"))}
    return {**kept, "PYTHONPATH": str(ROOT), **changes}


def python(*arguments: str | Path, **changes: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(  # noqa: S603
        [sys.executable, *arguments], capture_output=True, env=environment(**changes), stdin=subprocess.DEVNULL,
        timeout=120, check=False,
    )  # fmt: skip


PROGRAM = ("-c", "from adjudicator.cli.main import run; run()")
PIPE_BYTES = 65_536
"""As much as a pipe takes before its reader has read anything."""


@pytest.mark.parametrize("name", ["audit", "inspect", "export"])
def test_a_locale_without_utf8_gets_escapes(name: str, files: dict[str, Path]) -> None:
    files["log"].write_bytes(raw_file([piece("1", "Größe 日本 🎲")], ["CHAT<Anna> - Grüße ›"]))
    for options in ([], ["--json"] if name != "export" else ["--format", "json"]):
        done = python(*PROGRAM, name, files["log"], *options, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
        assert (done.returncode, done.stderr) == (0, b"")
        if options:
            assert json.loads(done.stdout.decode("ascii"))


def test_a_reader_that_stops_early_is_no_error(files: dict[str, Path]) -> None:
    """Each output is several times as long as what a pipe takes, so that it is still being written."""
    lines = [f"CHAT<Anna> - line {number}" for number in range(PIPE_BYTES // 8)]
    files["log"].write_bytes(raw_file(POSITION, lines))
    for arguments in (["audit"], ["audit", "--json"], ["export"], ["export", "--format", "json"]):
        assert len(command(*arguments, files["log"]).out) > 3 * PIPE_BYTES
        with subprocess.Popen(  # noqa: S603
            [sys.executable, *PROGRAM, *arguments, files["log"]], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=environment(),
        ) as process:  # fmt: skip
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.readline()
            process.stdout.close()
            assert process.stderr.read() == b""
        assert process.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_told_in_one_line(files: dict[str, Path]) -> None:
    for arguments in (["audit"], ["export"]):
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(  # noqa: S603
                [sys.executable, *PROGRAM, *arguments, files["log"]], stdout=full, stderr=subprocess.PIPE,
                env=environment(), check=False, timeout=120,
            )  # fmt: skip
        assert done.returncode == 3
        assert done.stderr.startswith(b"adjudicator: the output cannot be written")
        assert done.stderr.count(b"\n") == 1


def test_nothing_but_text_goes_into_a_pipe(files: dict[str, Path]) -> None:
    many = [f"CHAT<Anna> - line {number}" for number in range(1_000)]
    files["log"].write_bytes(raw_file(POSITION, many))
    done = python(*PROGRAM, "audit", files["log"], NO_COLOR="1")
    assert done.stderr == b""
    assert b"\x1b" not in done.stdout
    assert b"\r" not in done.stdout


def test_several_logs(files: dict[str, Path], tmp_path: Path) -> None:
    second = tmp_path / "second.vlog"
    moved = [piece("11", "Red Guard", "Main Map;200;100"), *POSITION[1:]]
    second.write_bytes(raw_file(moved, ["CHAT<Ben> - hello"]))
    outcome = command("audit", files["log"], second)
    assert outcome.code == 0
    assert "It continues log.vlog" in outcome.out
    assert outcome.out.count("Verdict: ") == 2
    document = json.loads(command("audit", files["log"], second, "--json").out)
    follow_schema(document, "audit.schema.json")
    assert document["kind"] == "audits"


def test_json_and_xml_to_a_file(files: dict[str, Path], tmp_path: Path) -> None:
    for form in ("json", "xml"):
        output = tmp_path / f"out.{form}"
        outcome = command("export", files["log"], "--format", form, "-o", output)
        assert (outcome.code, outcome.out) == (0, "")
        assert output.read_text(encoding="utf-8") == command("export", files["log"], "--format", form).out
        assert command("export", files["log"], "--format", form, "-o", output).code == 3
        assert command("export", files["log"], "--format", form, "-o", output, "--force").code == 0


def test_export_and_pack_give_the_game_back(files: dict[str, Path], tmp_path: Path) -> None:
    xml, copy, plain = tmp_path / "a.xml", tmp_path / "a.vlog", tmp_path / "b.vlog"
    command("export", files["log"], "--reveal-ids", "-o", xml)
    assert command("pack", xml, "-o", copy).code == 0
    assert command("diff", files["log"], copy, "--exit-code").code == 0
    command("export", files["log"], "-o", xml, "--force")
    outcome = command("pack", xml, "-o", plain)
    assert (outcome.code, outcome.out) == (0, "")
    assert "--ids-from" in outcome.err
    assert command("pack", xml, "-o", plain, "--force", "--ids-from", files["log"], "--encoding", "plain").err == ""
    assert command("audit", plain, "--after", files["log"]).out.count("repeated") == 0
    assert "secret-word" in command("inspect", plain, "--reveal-ids").out


@pytest.mark.parametrize("path", corpus_files(".vlog", ".vsav", ".vmod"), ids=lambda path: path.name)
def test_every_real_file_is_inspected_by_the_schema(path: Path) -> None:
    document = json.loads(command("inspect", path, "--json").out)
    follow_schema(document, "inspect.schema.json")
    outcome = command("inspect", path)
    assert outcome.code == 0
    assert max(map(len, outcome.out.splitlines())) <= 120


@pytest.mark.parametrize("path", corpus_files(".vlog", ".vsav"), ids=lambda path: path.name)
def test_every_real_file_is_compared_by_the_schema(path: Path) -> None:
    other = corpus_file("engine/mail-1.vlog")
    document = json.loads(command("diff", other, path, "--json").out)
    follow_schema(document, "diff.schema.json")
    assert command("diff", path, path).out.endswith("Nothing differs.\n")


@pytest.mark.parametrize("name", ["audit", "audit-batch", "audit-check", "diff", "game-audit", "inspect", "verify"])
def test_the_schemas_describe_every_property(name: str) -> None:
    document = load_json_schema(f"{name}.schema.json")
    Draft202012Validator.check_schema(document)
    assert document["$id"] == f"urn:adjudicator:{name}:{2 if name == 'audit-batch' else 1}"
    undescribed = [
        f"{place}/{key}"
        for place, part in parts_of(document)
        for key, value in part.get("properties", {}).items()
        if "description" not in value
    ]
    assert undescribed == []
    assert all(part["additionalProperties"] is not True for _, part in parts_of(document) if "properties" in part)


def parts_of(document: Any, place: str = "") -> list[tuple[str, dict[str, Any]]]:
    """Return every object of a schema with its place."""
    if isinstance(document, list):
        return [found for index, value in enumerate(document) for found in parts_of(value, f"{place}/{index}")]
    if not isinstance(document, dict):
        return []
    return [(place, document), *(f for key, value in document.items() for f in parts_of(value, f"{place}/{key}"))]


def test_the_module_command(files: dict[str, Path]) -> None:
    outcome = run_with(vmod_builder.cli.run, "show", files["module"])
    assert (outcome.code, outcome.err) == (0, "")
    assert "Skirmish" in outcome.out
    assert run_with(vmod_builder.cli.run, "show", files["log"]).code == 3
    assert run_with(vmod_builder.cli.run, "show").code == 64
    assert "Pieces" in run_with(vmod_builder.cli.run, "show", corpus_file("engine/mini.vmod")).out


def test_inspect_tells_when_and_how_long() -> None:
    printed = command("inspect", EXAMPLES / "skirmish-turn-1.vlog").out
    stored = open_game(EXAMPLES / "skirmish-turn-1.vlog")
    assert "Saved     2026-01-02 01:30:00 UTC, by VASSAL 3.7.0" in printed
    assert f"{len(pseudonymise(stored).text):,} characters" in printed, "else it would tell how long the ids are"
    revealed = command("inspect", EXAMPLES / "skirmish-turn-1.vlog", "--reveal-ids").out
    assert f"{len(stored.text):,} characters" in revealed


def test_a_limit_that_was_raised_too_far_gives_one_line(tmp_path: Path) -> None:
    text = "begin_save\x1bend_save\x1b" + "'" * 20_000
    path = tmp_path / "deep.vsav"
    path.write_bytes(pack_archive({PAYLOAD_ENTRY: text.encode()}))
    outcome = command("inspect", path, "--limit", "nesting=1000000")
    assert (outcome.code, outcome.out) == (3, "")
    assert "nested deeper than this program can follow" in outcome.err


def test_metadata_with_entities_are_refused(tmp_path: Path) -> None:
    trick = b'<!DOCTYPE data [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><data version="1"><version>&c;</version></data>'
    path = tmp_path / "trick.vsav"
    path.write_bytes(pack_archive({PAYLOAD_ENTRY: b"begin_save\x1bend_save", "savedata": trick}))
    outcome = command("inspect", path)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (3, "", 1)
    assert "savedata: the XML defines entities" in outcome.err


def test_places_of_the_game_s_own_module_have_their_names_without_the_module() -> None:
    mails = Path(__file__).parents[1] / "examples" / "italians_attack"
    lines = command("diff", mails / "mail-02.vlog", mails / "mail-03.vlog").out.splitlines()
    assert "  2/VIII/132: 30.15 → 28.13" in lines
    assert "  1re Brigade Française Libre: Chits, In play → Chits, Played" in lines
    assert not [line for line in lines if re.search(r"\([0-9]+,[0-9]+\)", line)]


def test_a_diff_has_no_bookkeeping_of_the_module() -> None:
    mails = Path(__file__).parents[1] / "examples" / "italians_attack"
    lines = command("diff", mails / "mail-03.vlog", mails / "mail-04.vlog").out.splitlines()
    assert "  2/VIII/132: Suppressed 0 → 1" in lines
    assert "  L/2/13 DBLE: last declaration spotter → opportunity fire" in lines
    assert "  last roll of 1d10: 6 → 7" in lines
    assert lines[-1] == "3 differences"
