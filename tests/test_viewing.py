"""Masked and hidden pieces are told to those only who may know them, by every command, in text and in JSON."""

from __future__ import annotations

import itertools
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from adjudicator.vassal.archive import pack_archive
from tests.support.command_line import command
from tests.support.corpus import corpus_file
from tests.support.raw_games import file_of_case, piece, raw_file
from tests.support.schemas import follow_schema

FILE = tomllib.loads((Path(__file__).parent / "cases" / "viewer" / "viewer.toml").read_text(encoding="utf-8"))
READERS = {"nobody": [], "Red": ["--side", "Red"], "red": ["--side", "red"], "Blue": ["--side", "Blue"],
           "referee": ["--referee"]}  # fmt: skip
CASES = [
    pytest.param(case, reader, id=f"{case['name']}: {reader}")
    for case in FILE["case"] for reader in READERS if reader in case
]  # fmt: skip


def words_of(document: Any) -> str:
    """Return all texts and numbers of a JSON document."""
    return json.dumps(document, ensure_ascii=False)


@pytest.mark.parametrize(("case", "reader"), CASES)
def test_reader(case: dict[str, Any], reader: str, tmp_path: Path) -> None:
    log, start = tmp_path / "log.vlog", tmp_path / "start.vsav"
    log.write_bytes(file_of_case(case, FILE["positions"]))
    start.write_bytes(file_of_case({**case, "steps": []}, FILE["positions"]))
    options = READERS[reader]
    texts = [command("audit", log, *options).out, command("audit", log, "--after", log, *options).out]
    document = json.loads(command("audit", log, "--json", *options).out)
    texts.append(words_of({key: document[key] for key in ("continuity", "steps", "findings")}))
    for pair in ((start, log), (log, start)):
        texts.append(command("diff", *pair, *options).out)
        found = json.loads(command("diff", *pair, "--json", *options).out)
        follow_schema(found, "diff.schema.json")
        texts.append(words_of(found))
    for word in case[reader].get("shown", ()):
        assert word in texts[0]
    for word in case[reader].get("hidden", ()):
        assert all(word not in text for text in texts), word


def test_a_side_that_nobody_plays_is_pointed_out(tmp_path: Path) -> None:
    log = tmp_path / "log.vlog"
    log.write_bytes(file_of_case({"position": "hidden"}, FILE["positions"]))
    outcome = command("audit", log, "--side", "Rad\x1b[31m")
    assert outcome.err == "adjudicator: note: nobody in the file plays the side 'Rad·[31m'; played are: Red, Blue\n"
    assert command("audit", log, "--side", "rEd").err == ""


def test_a_real_hidden_and_a_real_concealed_unit_stay_unknown() -> None:
    save, other = corpus_file("analyze-vsav-hip-concealed.vsav"), corpus_file("update-vsav-empty.vsav")
    printed = command("diff", other, save).out + command("diff", other, save, "--json").out
    assert "SU-152:" not in printed
    assert "PzKw VIE (Pz" not in printed
    assert "SU-152" in command("diff", other, save, "--referee").out


PRIVATE = """<VASSAL.build.GameModule name="Skirmish" version="1.0">
 <VASSAL.build.module.PrivateMap mapName="Red hand" side="Red" visible="{}"/>
 <VASSAL.build.module.Map mapName="Main Map"/></VASSAL.build.GameModule>"""


@pytest.mark.parametrize(
    ("visible", "options", "shown"),
    [("false", [], False), ("false", ["--side", "Blue"], False), ("false", ["--side", "red"], True),
     ("false", ["--referee"], True), ("true", [], True)],
)  # fmt: skip
def test_a_private_map_is_for_its_side(visible: str, options: list[str], shown: bool, tmp_path: Path) -> None:
    game, module = tmp_path / "log.vlog", tmp_path / "module.vmod"
    module.write_bytes(pack_archive({"buildFile.xml": PRIVATE.format(visible).encode()}))
    players = ["PLAYER\tanna-word\tAnna\tRed", "PLAYER\tbert-word\tBert\tBlue"]
    position = [*players, piece("1", "Ambush", "Red hand;50;50", {"PROP;Plan;;": "hide"}), piece("2", "Guards")]
    change = "D/1/flank\tRed hand;50;50;1;0/hide\tRed hand;50;50;1;0"
    move = "M/1/Red hand/60/60/null/Red hand/50/50/null/anna-word"
    game.write_bytes(raw_file(position, [change, move, "-/1"]))
    start = tmp_path / "start.vsav"
    start.write_bytes(raw_file(position))
    files = {"audit": [game], "diff": [start, game]}
    for name, form in itertools.product(files, ([], ["--json"])):
        printed = command(name, *files[name], "--module", module, *form, *options).out
        assert ("Ambush" in printed) == shown
        assert shown or not {"flank", "hide"} & set(printed.replace('"', " ").split())
