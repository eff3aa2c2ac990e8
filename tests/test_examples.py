"""The examples: made again they are the same, the module is sound, and the story has what an audit is to find."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from lxml import etree

from adjudicator.vassal.archive import open_archive
from adjudicator.vassal.building import PositionBuilder
from adjudicator.vassal.comparison import compare_tables
from adjudicator.vassal.metadata import parse_metadata
from adjudicator.vassal.module import read_module
from adjudicator.vassal.module_definition import ModuleDefinition, stack_point
from adjudicator.vassal.prototypes import expand_prototypes
from adjudicator.vassal.replay import Contradiction, PropertyChanged, Replay, Step
from adjudicator.vassal.saved_game import SavedGame, open_game
from adjudicator.vassal.stream import Group, encode_stream

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
LOGS = ("skirmish-turn-1.vlog", "skirmish-turn-2.vlog", "skirmish-turn-2-again.vlog")
FILES = ("skirmish.vmod", "skirmish-start.vsav", *LOGS)
SVG = "{http://www.w3.org/2000/svg}"


def make(directory: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the script as a player would."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(EXAMPLES / "make_examples.py"), str(directory), *options]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)  # noqa: S603


def entries(path: Path) -> dict[str, bytes]:
    archive = open_archive(path)
    return {name: archive.read(name) for name in archive.names}


pytestmark = pytest.mark.xdist_group("examples")
"""One process has them all: what they share is made once."""


@pytest.fixture(scope="module")
def module() -> ModuleDefinition:
    return read_module(EXAMPLES / "skirmish.vmod")


@pytest.fixture(scope="module")
def steps() -> dict[str, tuple[Step, ...]]:
    return {name: Replay(game(name)).steps() for name in LOGS}


def game(name: str) -> SavedGame:
    return open_game(EXAMPLES / name)


class TestMaking:
    def test_the_committed_files_come_out_again(self, tmp_path: Path) -> None:
        for number in ("first", "second"):
            (tmp_path / number).mkdir()
            assert make(tmp_path / number).returncode == 0
        for name in FILES:
            made = tmp_path / "first" / name
            assert made.read_bytes() == (tmp_path / "second" / name).read_bytes()
            # what a compressor makes of it differs between versions of zlib
            assert entries(made) == entries(EXAMPLES / name)

    def test_nothing_is_overwritten_without_force(self, tmp_path: Path) -> None:
        kept = tmp_path / LOGS[0]
        kept.write_text("mine")
        refused = make(tmp_path)
        assert refused.returncode == 3
        assert refused.stderr.count("\n") == 1
        assert "already exists" in refused.stderr
        assert [path.name for path in tmp_path.iterdir()] == [LOGS[0]]
        assert kept.read_text() == "mine"
        assert make(tmp_path, "--force").returncode == 0
        assert entries(kept) == entries(EXAMPLES / LOGS[0])

    def test_they_are_small_and_speak_of_nothing_but_the_game(self) -> None:
        for name in FILES:
            assert (EXAMPLES / name).stat().st_size < 60_000
            for text in entries(EXAMPLES / name).values():
                assert not re.search(rb"/(?:work|tmp|root|home)\b", text)

    def test_the_players_ids_are_made_up(self) -> None:
        for name in FILES[1:]:
            read = game(name)
            commands = (*read.position_commands, *(command for step in read.steps for command in step))
            ids = {player for command in commands for player in command.player_ids()}
            assert ids <= {"anna-example", "bert-example"}


class TestModule:
    def test_it_is_read_without_a_problem(self, module: ModuleDefinition) -> None:
        assert module.problems == ()
        assert (module.name, module.sides) == ("Skirmish at Alder Ford", ("Amber", "Slate"))
        assert [each.name for each in module.maps] == ["Alder Ford", "Card table"]
        assert [(button.name, button.dice, button.sides) for button in module.dice_buttons] == [("1d10", 1, 10)]

    def test_its_metadata_agree(self, module: ModuleDefinition) -> None:
        metadata = parse_metadata(entries(EXAMPLES / "skirmish.vmod")["moduledata"])
        assert (metadata.title, metadata.version) == (module.name, module.version)
        assert metadata.vassal_version == "3.7.0"

    def test_every_slot_has_its_own_id_below_the_next_one(self, module: ModuleDefinition) -> None:
        ids = [int(slot.gpid) for slot in module.piece_slots]
        assert len(set(ids)) == len(ids)
        assert module.next_piece_slot_id is not None
        assert max(ids) < module.next_piece_slot_id
        pieces = [expand_prototypes(slot.piece.text, _prototypes(module)) for slot in module.piece_slots]
        assert [int(piece.gpid) for piece in pieces] == ids

    def test_every_image_that_is_named_is_there(self) -> None:
        build_file = entries(EXAMPLES / "skirmish.vmod")["buildFile.xml"].decode()
        named = set(re.findall(r"[\w-]+\.svg", build_file))
        there = {name.removeprefix("images/") for name in entries(EXAMPLES / "skirmish.vmod") if "images/" in name}
        assert named == there

    def test_its_drawings_are_what_the_engine_draws_well(self) -> None:
        for name, data in entries(EXAMPLES / "skirmish.vmod").items():
            if not name.endswith(".svg"):
                continue
            root = etree.fromstring(data)
            width, height = root.get("width", ""), root.get("height", "")
            assert width.isdigit()
            assert root.get("viewBox") == f"0 0 {width} {height}"
            assert all(len(element.get("id", "long enough")) >= 3 for element in root.iter())
            tags = {element.tag for element in root.iter()}
            assert tags <= {f"{SVG}{tag}" for tag in ("svg", "rect", "path", "text")}
            assert f"{SVG}text" not in tags or name not in ("images/field.svg", "images/card-table.svg")
            assert b"rgba(" not in data

    def test_hexes_are_numbered_by_column_and_row(self, module: ModuleDefinition) -> None:
        layout = module.maps[0].default_layout()
        assert layout.location_name(*layout.location_point("06.04")) == "06.04"
        assert layout.location_name(54, 48) == "01.01"
        assert layout.location_name(116, 84) == "02.01"
        assert layout.location_name(3, 3) == "offboard"

    def test_the_save_is_what_the_module_sets_up(self, module: ModuleDefinition) -> None:
        table = Replay(game("skirmish-start.vsav")).initial
        expected = [
            (slot, stack_point(layout, stack), definition.name)
            for definition in module.maps
            for layout in (definition.default_layout(),)
            for stack in definition.stacks
            for slot in stack.slots
        ]
        expected += [(slot, deck.offset, "Card table") for deck in module.maps[1].decks for slot in deck.slots]
        pieces = {piece.gpid: piece for piece in table.units()}
        assert len(pieces) == len(expected)
        for slot, point, map_name in expected:
            piece = pieces[slot.gpid]
            place = table.placement(piece.id)
            assert (place.map, place.x, place.y) == (map_name, *point)
            source = expand_prototypes(slot.piece.text, _prototypes(module))
            assert piece.type.text == source.type.text
            assert piece.trait_states[:-1] == source.trait_states[:-1]


def _prototypes(module: ModuleDefinition) -> dict[str, str]:
    return {name: prototype.piece.text for name, prototype in module.prototypes.items()}


class TestStory:
    def test_the_logs_have_no_contradictions(self, steps: dict[str, tuple[Step, ...]]) -> None:
        for log in steps.values():
            assert 15 <= len(log) <= 25
            assert not [fact for step in log for fact in step.facts if isinstance(fact, Contradiction)]
        assert all(game(name).problems == () for name in FILES[1:])

    def test_turn_1_begins_with_the_save(self) -> None:
        start, first = game("skirmish-start.vsav"), game(LOGS[0])
        assert start.text == encode_stream(Group(tuple(first.tokens[: first.position_end])))

    @pytest.mark.parametrize("name", LOGS[1:])
    def test_turn_2_begins_where_turn_1_ended(self, name: str) -> None:
        first = Replay(game(LOGS[0]))
        first.steps()
        second = game(name)
        assert compare_tables(first.table, Replay(second).initial) == ()
        written = PositionBuilder.after(first, first_id=1).tree().children
        assert tuple(second.tokens[: second.position_end]) == written

    def test_turn_1_takes_one_harmless_move_back(self, steps: dict[str, tuple[Step, ...]]) -> None:
        (undo,) = [step for step in steps[LOGS[0]] if step.is_undo]
        assert not undo.property_changes
        assert undo.changes_pieces

    def test_turn_2_is_by_the_book(self, steps: dict[str, tuple[Step, ...]]) -> None:
        assert not [step for step in steps[LOGS[1]] if step.is_undo]
        assert not _silent(steps[LOGS[0]] + steps[LOGS[1]])

    def test_turn_2_again_rolls_again(self, steps: dict[str, tuple[Step, ...]]) -> None:
        log = steps[LOGS[2]]
        (undo,) = [step for step in log if step.is_undo]
        before, after = log[undo.number - 2], log[undo.number]
        assert _rolls(before)
        assert _rolls(undo)
        assert _rolls(after)
        assert any(line.startswith("* UNDO: *** 1d10 = 8") for line in undo.chat)

    def test_turn_2_again_changes_one_piece_without_a_word(self, steps: dict[str, tuple[Step, ...]]) -> None:
        assert len(_silent(steps[LOGS[2]])) == 1


def _silent(log: tuple[Step, ...]) -> list[Step]:
    return [step for step in log if step.changes_pieces and not step.chat]


def _rolls(step: Step) -> bool:
    return any(isinstance(fact, PropertyChanged) and fact.name == "1d10_result" for fact in step.facts)
