"""Every command that takes a save or a log does with its XML document what it does with the file itself.

The files of both kinds are called alike, with names of the same length, and what is printed and written is compared to
the byte. The commands are data: ``tests/cases/xml_inputs.toml``.
"""

from __future__ import annotations

import io
import re
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import escape

import click
import pytest

from adjudicator.audit.audit import audit_log
from adjudicator.audit.dice import load_patterns
from adjudicator.cli.completion import GAME_FILE, LOG_FILE, POSITION_FILE, VASSAL_FILE
from adjudicator.cli.main import cli
from adjudicator.vassal.document import export_xml
from adjudicator.vassal.errors import DocumentError, FileAccessError, LimitExceeded, MetadataEntitiesError, VassalError
from adjudicator.vassal.pseudonyms import player_ids, pseudonymise
from adjudicator.vassal.saved_game import SAVE_ENTRY, SavedGame, open_game
from tests.support.built_module import built_module
from tests.support.command_line import Outcome, command

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
MAILS = EXAMPLES / "italians_attack"
CASES: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "cases" / "xml_inputs.toml").read_text("utf-8"))[
    "case"
]
FORMS: Final = ("pseudonyms", "revealed")
"""What ids the documents have."""
GIVEN_FILES: Final = {GAME_FILE, LOG_FILE, POSITION_FILE, VASSAL_FILE}
GAMES: Final = {
    **{str(number): MAILS / f"mail-{number:02}.vlog" for number in range(1, 5)},
    "a": EXAMPLES / "skirmish-turn-1.vlog",
    "b": EXAMPLES / "skirmish-turn-2-again.vlog",
    "s": EXAMPLES / "skirmish-start.vsav",
}
OUTPUTS: Final = (".xml", ".html", ".vlog", ".svg")
SCRIPT: Final = "the chit Ordine Directo is played\n1/VIII/132: rally from cohesion; die 2 rally\n"
ACTIONS: Final = '{"type":"rally","unit":"1/VIII","of":"cohesion"}\n{"type":"end-activation","unit":"1/VIII"}\n'


@dataclass(frozen=True)
class Desk:
    """Directories with the same games in three forms, and files that are given as they are."""

    root: Path

    def path(self, word: str, form: str) -> Path:
        """Return a file; *form* is ``archives``, ``pseudonyms`` or ``revealed``."""
        if word in GAMES or word == "save":
            ending = "xx.xml" if form != "archives" else "x.vsav" if word in ("s", "save") else "x.vlog"
            return self.root / form / f"{word}-{ending}"
        if word == "game":
            return self.root / form / "game"
        return self.root / ("pseudonyms/a-xx.xml" if word == "pseudonyms" else word)

    def run(self, case: Mapping[str, Any], form: str) -> tuple[Outcome, bytes]:
        """Run a case's command and return what it printed and wrote, with the names of the archives."""
        out = self.root / "out"
        words = [self._filled(word, form, out) for word in case["command"]]
        outcome = command(*words)
        written = b""
        for ending in OUTPUTS:
            path = out.with_suffix(ending)
            if path.exists():
                written += path.read_bytes()
                path.unlink()
        return Outcome(outcome.code, alike(outcome.out), alike(outcome.err)), alike_bytes(written)

    def _filled(self, word: str, form: str, out: Path) -> str:
        return re.sub(r"\{(\w+)\}", lambda match: str(out if match[1] == "out" else self.path(match[1], form)), word)


def alike(text: str) -> str:
    """Return a text with the names of archives in place of those of documents, and without hashes of files."""
    text = re.sub(r"(s|save)-xx\.xml", r"\1-x.vsav", text)
    text = re.sub(r"(\w+)-xx\.xml", r"\1-x.vlog", text)
    text = re.sub(r'("sha256": ?)"[0-9a-f]{64}"', r"\1_", text)
    return re.sub(r'("(?:hash|chain)": ?)"[0-9a-f]{64}"', r"\1_", text)


def alike_bytes(data: bytes) -> bytes:
    return data if data.startswith(b"PK") else alike(data.decode("utf-8")).encode()


def document(game: SavedGame, form: str) -> bytes:
    shown = pseudonymise(game) if form == "pseudonyms" else game
    return export_xml(shown, player_ids="pseudonyms" if form == "pseudonyms" else "revealed")


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    desk = Desk(tmp_path_factory.mktemp("xml"))
    games = {word: path.read_bytes() for word, path in GAMES.items()}
    with zipfile.ZipFile(io.BytesIO(built_module().archive)) as module:
        games["save"] = module.read(next(name for name in module.namelist() if name.endswith(".vsav")))
    for form in ("archives", *FORMS):
        (desk.root / form / "game").mkdir(parents=True)
        for word, data in games.items():
            path = desk.path(word, form)
            path.write_bytes(data if form == "archives" else document(open_game(data), form))
            if word in "1234" and not (word == "2" and form == "revealed"):
                (desk.path("game", form) / path.name).write_bytes(path.read_bytes())
    mixed = desk.path("game", "revealed")
    (mixed / desk.path("2", "archives").name).write_bytes(games["2"])
    (desk.root / "module").write_bytes(built_module().archive)
    (desk.root / "script").write_text(SCRIPT, encoding="utf-8")
    (desk.root / "actions").write_text(ACTIONS, encoding="utf-8")
    made = command("audit", desk.path("1", "archives"), desk.path("2", "archives"), "--referee", "--json")
    (desk.root / "audit").write_text(made.out, encoding="utf-8")
    return desk


def case_name(case: Mapping[str, Any]) -> str:
    return " ".join(case["command"])


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_a_document_gives_what_its_file_gives(case: dict[str, Any], desk: Desk) -> None:
    expected, expected_file = desk.run(case, "archives")
    assert expected.code in (0, 1, 2), expected.err
    assert expected.out or expected_file
    for form in [case["only"]] if "only" in case else FORMS:
        found, found_file = desk.run(case, form)
        if "remark" in case:
            assert case["remark"] in " ".join(found.out.split())
            assert case["remark"] not in expected.out
            lines = found.out.splitlines()
            found = Outcome(found.code, "\n".join(lines[:4] + lines[-2:]) + "\n", found.err)
        assert found.code == expected.code
        assert found.out == expected.out
        assert found.err == expected.err
        assert found_file == expected_file


def parameters_for_files(group: click.Group, name: str = "") -> Iterator[str]:
    """Yield each parameter of each command that is the path of a save or a log to be read."""
    context = click.Context(group)
    for word in group.list_commands(context):
        each = group.get_command(context, word)
        assert each is not None
        if isinstance(each, click.Group):
            yield from parameters_for_files(each, f"{name}{word} ")
            continue
        for parameter in each.params:
            if parameter.type in GIVEN_FILES and parameter.name != "output":
                yield f"{name}{word} {parameter.name}"


def test_no_command_is_forgotten() -> None:
    assert set(parameters_for_files(cli)) == {name for case in CASES for name in case["parameters"]}


# directories


def test_a_directory_may_mix_both_and_other_files(desk: Desk, tmp_path: Path) -> None:
    for word, form in (("1", "pseudonyms"), ("2", "archives"), ("3", "revealed"), ("4", "archives")):
        path = desk.path(word, form)
        (tmp_path / path.name).write_bytes(path.read_bytes())
    for name, data in {"notes.xml": b"<notes/>", "broken.xml": b"<", "few.xml": b"<game-position/>"}.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "save.xml").write_bytes(desk.path("save", "revealed").read_bytes())
    mixed = command("audit", tmp_path)
    assert (mixed.code, mixed.err) == (1, "")
    assert alike(mixed.out) == command("audit", desk.path("game", "archives")).out
    each = command("audit", "--each", tmp_path).out
    assert each.endswith("\n1 game: 1 illegal\n")


def test_the_document_of_a_log_that_lies_beside_it_is_passed_over(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "mail.vlog").write_bytes(desk.path("1", "archives").read_bytes())
    (tmp_path / "mail.xml").write_bytes(desk.path("1", "revealed").read_bytes())
    outcome = command("audit", tmp_path)
    assert "mail.xml" not in outcome.out
    assert outcome.err.endswith("skipped, because the log of the same name is beside it: mail.xml\n")


def test_a_directory_of_other_documents_has_no_log(tmp_path: Path) -> None:
    (tmp_path / "notes.xml").write_bytes(b"<notes/>")
    outcome = command("audit", tmp_path)
    assert outcome.code == 3
    assert "there is no log in this directory" in outcome.err


# what annotate writes


def test_annotate_writes_what_the_ending_says(desk: Desk, tmp_path: Path) -> None:
    previous = desk.path("2", "archives")
    outcomes = {}
    for form in ("archives", *FORMS):
        for ending in (".vlog", ".xml"):
            out = tmp_path / f"{form}{ending}"
            outcomes[out.name] = command("annotate", desk.path("3", form), "--after", previous, "-o", out)
            assert outcomes[out.name].code == 1
            assert (out.read_bytes()[:2] == b"PK") == (ending == ".vlog")
    texts = {name: open_game(tmp_path / name).text for name in outcomes}
    ids = player_ids(open_game(desk.path("3", "archives")))
    assert texts["archives.vlog"] == texts["revealed.vlog"] == texts["revealed.xml"]
    assert texts["archives.xml"] == texts["pseudonyms.xml"] == texts["pseudonyms.vlog"]
    assert not any(player_id in texts["archives.xml"] for player_id in ids)
    assert {name for name, outcome in outcomes.items() if "pseudonyms" in outcome.err} == {"pseudonyms.vlog"}


def test_ids_are_put_back_where_another_file_tells_them(desk: Desk) -> None:
    arguments = ("--after", desk.path("a", "archives"), "--reveal-ids")
    told = command("audit", desk.path("b", "archives"), *arguments).out
    assert alike(command("audit", desk.path("b", "pseudonyms"), *arguments).out) == told


# the library


@pytest.mark.parametrize("word", [*GAMES, "save"])
def test_the_library_opens_both_alike(word: str, desk: Desk) -> None:
    read = open_game(desk.path(word, "archives"))
    opened = open_game(desk.path(word, "revealed"))
    from_memory = open_game(desk.path(word, "revealed").read_bytes(), name="from memory")
    assert from_memory.file == "from memory"
    for game in (opened, from_memory):
        assert (game.payload, game.tree, dict(game.entries)) == (read.payload, read.tree, dict(read.entries))
        assert (game.is_log, game.problems) == (read.is_log, read.problems)
    hidden = open_game(desk.path(word, "pseudonyms"))
    assert pseudonymise(hidden) == hidden
    assert hidden.text == pseudonymise(read).text


def test_a_log_without_steps_is_still_one(desk: Desk, tmp_path: Path) -> None:
    save = tmp_path / "empty.vlog"
    save.write_bytes(desk.path("s", "archives").read_bytes())
    (tmp_path / "empty.xml").write_bytes(document(open_game(save), "revealed"))
    audits = [audit_log(open_game(tmp_path / name), load_patterns(())) for name in ("empty.vlog", "empty.xml")]
    assert [audit.game.is_log for audit in audits] == [True, True]
    assert command("inspect", tmp_path / "empty.xml").out.startswith("empty.xml: a log")


# bad documents

ENTITIES: Final = b'<!DOCTYPE vassal-game [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><vassal-game>&b;</vassal-game>'
OUTSIDE: Final = b'<!DOCTYPE vassal-game SYSTEM "file:///etc/passwd"><vassal-game/>'
BAD: Final[dict[str, tuple[bytes, str]]] = {
    "entities": (ENTITIES, "entities or a document type"),
    "a document type": (OUTSIDE, "entities or a document type"),
    "UTF-16": ("<?xml version='1.0'?><vassal-game/>".encode("utf-16"), "not XML in UTF-8"),
    "another encoding": (b"<?xml version='1.0' encoding='EBCDIC-US'?><vassal-game/>", "not XML in UTF-8"),
    "not well-formed": (b"<vassal-game>\n<position>\n</vassal-game>", "line 3"),
    "something else": (b"\n<html/>", "line 2: not the XML form of a VASSAL game (got 'html'"),
    "no XML": (b"hello", "not XML"),
    "nested": (b"<a>" * 30_000, "depth"),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize(
    "words", [("inspect",), ("audit",), ("status",), ("script", "read"), ("verify",)], ids=" ".join
)
def test_bad_documents_are_refused(name: str, words: tuple[str, ...], tmp_path: Path) -> None:
    data, expected = BAD[name]
    path = tmp_path / "turn.xml"
    path.write_bytes(data)
    outcome = command(*words, path)
    assert (outcome.code, outcome.out) == (3, "")
    assert outcome.err.count("\n") == 1
    assert "turn.xml" in outcome.err
    assert expected in outcome.err


MISTAKES: Final = (
    (
        'kind="log"',
        'kind="lag"',
        "'lag' is not a value of the attribute 'kind' of 'vassal-game' (expected 'save', 'log')",
    ),
    ("<end-save/>", "<end-sav/>", "the element 'end-sav' is not allowed here (expected end-save"),
    ("<steps>", "<steps><stepp/>", "the element 'stepp' is not allowed here (expected step"),
)


@pytest.mark.parametrize(("find", "replace", "expected"), MISTAKES)
@pytest.mark.parametrize("after", [False, True])
def test_a_mistake_is_told_with_its_line_and_element(
    find: str, replace: str, expected: str, after: bool, desk: Desk, tmp_path: Path
) -> None:
    text = desk.path("2", "revealed").read_text(encoding="utf-8")
    line = text[: text.index(find)].count("\n") + 1
    path = tmp_path / "turn.xml"
    path.write_text(text.replace(find, replace, 1), encoding="utf-8")
    words = ("verify", desk.path("3", "archives"), "--after", path) if after else ("audit", path)
    outcome = command(*words)
    assert (outcome.code, outcome.out) == (3, "")
    assert expected in outcome.err
    found = re.search(r"turn\.xml, line ([0-9,]+): ", outcome.err)
    assert found
    assert line <= int(found[1].replace(",", "")) <= line + 1


def test_metadata_with_entities_are_refused(desk: Desk) -> None:
    harm = "<!DOCTYPE data [<!ENTITY a 'b'>]><data>&a;</data>"
    entry = f'<entry name="{SAVE_ENTRY}"><text>{escape(harm)}</text></entry>'
    text = desk.path("a", "revealed").read_text(encoding="utf-8")
    data = re.sub(rf'(?s)<entry name="{SAVE_ENTRY}">.*?</entry>', lambda _match: entry, text).encode()
    with pytest.raises(MetadataEntitiesError, match=r"bad\.xml"):
        open_game(data, name="bad.xml")


def test_errors_of_the_library_are_its_own(desk: Desk, tmp_path: Path) -> None:
    data = desk.path("a", "revealed").read_bytes()
    with pytest.raises(FileAccessError):
        open_game(tmp_path / "missing.xml")
    with pytest.raises(DocumentError, match="document in memory"):
        open_game(data[:-20])
    limits = open_game(data).limits
    with pytest.raises(LimitExceeded, match="size of the document"):
        open_game(data, type(limits)(entry_bytes=1_000))
    for cut in range(0, len(data), len(data) // 40):
        with pytest.raises(VassalError):
            open_game(data[:cut], name="cut.xml")
