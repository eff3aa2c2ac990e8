"""The module built from the game's data: every piece, name, id and key is what the data say, and stays so."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.drawing.mats import ELIMINATED, division_card
from adjudicator.game.errors import GameDataError
from adjudicator.game.menus import log_line
from adjudicator.vassal import sequence
from adjudicator.vassal.boards import MapLayout
from adjudicator.vassal.building import PositionBuilder, saved_game
from adjudicator.vassal.commands import AddPiece
from adjudicator.vassal.geometry import Point
from adjudicator.vassal.log_building import LogBuilder
from adjudicator.vassal.pieces import Piece, PieceReader
from adjudicator.vassal.properties import piece_name
from adjudicator.vassal.prototypes import expand_prototypes
from adjudicator.vassal.replay import PieceChanged, Replay, Said
from adjudicator.vassal.trait_table import FieldKind
from adjudicator.vassal.traits import read_trait_type
from adjudicator.vassal.zones import ZonedGrid
from tests.support.built_module import built_module, module_definition, workpiece
from vmod_builder.grids import entry_hex_name, geometry_of, track_place
from vmod_builder.key_strokes import key_stroke, named_key_stroke
from vmod_builder.module_check import Weight, check_module
from vmod_builder.module_plan import piece_keys, plan_module
from vmod_builder.piece_ids import PieceIds, piece_ids_text, read_piece_ids
from vmod_builder.prototypes import DECLARED, action_key, state_key
from vmod_builder.trait_building import trait
from vmod_builder.unit_pieces import CounterPiece, counter_pieces

ROOT = Path(__file__).parents[1]
CASES = Path(__file__).parent / "cases" / "module_build"
KEYS = tomllib.loads((CASES / "key_strokes.toml").read_text(encoding="utf-8"))
LOCKS = tomllib.loads((CASES / "piece_ids.toml").read_text(encoding="utf-8"))
GAME = workpiece().game


def definitions() -> Iterator[tuple[str, str]]:
    """Yield the definitions of all slots and prototypes with what to call them."""
    plan = built_module().plan
    yield from ((key, slot.definition) for key, slot in plan.slots.items())
    yield from plan.prototypes.items()


def expanded(definition: str) -> Piece:
    return expand_prototypes(definition, built_module().plan.prototypes)


def one_of_each_behaviour() -> list[CounterPiece]:
    return list({piece.behaviour.name: piece for piece in reversed(counter_pieces(GAME))}.values())


def sheet() -> MapLayout:
    found = module_definition().map_named(GAME.map.name)
    assert found is not None
    return found.default_layout()


class TestKeys:
    @pytest.mark.parametrize("case", KEYS["stroke"], ids=lambda case: case["text"] or "none")
    def test_a_key_is_written_as_vassal_does(self, case: dict[str, str]) -> None:
        assert key_stroke(case["text"]) == case["vassal"]

    @pytest.mark.parametrize("case", KEYS["refused"], ids=lambda case: case["text"])
    def test_what_is_no_key_is_refused(self, case: dict[str, str]) -> None:
        with pytest.raises(GameDataError, match="not a key"):
            key_stroke(case["text"])

    def test_a_name_is_a_key_of_its_own(self) -> None:
        assert named_key_stroke("show range").split(",")[2] == "show range"


class TestLockFile:
    def test_old_ids_stay_and_new_ones_come_behind_all_that_ever_were(self) -> None:
        ids = PieceIds({"gone": 9, "kept": 2}).extended(["new", "kept", "newer"])
        assert ids.ids == {"gone": 9, "kept": 2, "new": 10, "newer": 11}
        assert ids.next_id == 12
        assert PieceIds().extended(["first"]).ids == {"first": 1}

    def test_the_file_is_in_the_order_of_the_ids_and_is_read_again(self) -> None:
        ids = PieceIds({"b": 2, "a.c": 1})
        text = piece_ids_text(ids)
        assert text.splitlines()[-2:] == ['"a.c" = 1', '"b" = 2']
        assert read_piece_ids(text) == ids

    @pytest.mark.parametrize("case", LOCKS["refused"], ids=lambda case: case["text"] or "empty")
    def test_what_is_no_lock_file_is_refused(self, case: dict[str, str]) -> None:
        with pytest.raises(GameDataError) as error:
            read_piece_ids(case["text"])
        assert str(error.value).startswith(case["says"])

    def test_the_games_own_lock_file_has_every_piece(self) -> None:
        assert [key for key in piece_keys(GAME) if key not in workpiece().ids.ids] == []


class TestTraits:
    def test_an_unknown_field_or_kind_is_a_slip(self) -> None:
        with pytest.raises(KeyError, match="the trait delete has no field 'keys'"):
            trait("delete", keys=["1,2"])
        with pytest.raises(KeyError, match="the trait emb2 has no field 'levl'"):
            trait("emb2", {"levl": 1})

    def test_fields_stand_where_the_engine_reads_them(self) -> None:
        level = trait("sendto", key="88,130", map="$Division$", destination="Z", zone="Dead; or gone")
        fields = read_trait_type(level.type).fields
        assert (fields["key"], fields["map"], fields["destination"], fields["zone"]) == (
            "88,130", "$Division$", "Z", "Dead; or gone",
        )  # fmt: skip

    def test_every_field_of_every_piece_is_of_its_kind(self) -> None:
        kinds = {FieldKind.BOOLEAN: bool, FieldKind.INTEGER: int, FieldKind.DECIMAL: float}
        for name, text in definitions():
            for level in PieceReader().definition(text).type.traits:
                assert level.kind is not None, (name, level.id)
                for field in level.kind.type_fields:
                    value = level.fields.get(field.name)
                    if (level.id, field.name) == ("footprint", "ignore_same_location"):
                        assert value is None, "only VASSAL 3.8 knows it"
                        continue
                    assert field.kind not in kinds or type(value) is kinds[field.kind], (name, level.id, field.name)

    def test_every_definition_is_written_again_as_it_was_read(self) -> None:
        for name, text in definitions():
            piece = PieceReader().definition(text)
            assert AddPiece("null", piece.type.text, piece.state).encode() == text, name


class TestPieces:
    def test_the_slots_are_those_of_the_lock_file(self) -> None:
        slots, ids = module_definition().piece_slots, workpiece().ids
        assert len(slots) == len(built_module().plan.slots) == len({slot.gpid for slot in slots})
        assert {slot.gpid for slot in slots} == {str(ids[key]) for key in piece_keys(GAME)}
        assert module_definition().next_piece_slot_id == ids.next_id > max(int(slot.gpid) for slot in slots)

    def test_a_slots_piece_has_its_name_its_picture_and_its_id(self) -> None:
        pieces = {slot.gpid: expanded(slot.piece.text) for slot in module_definition().piece_slots}
        ids = workpiece().ids
        for unit in GAME.units.values():
            piece = pieces[str(ids[f"unit-{unit.id}"])]
            assert (piece.name, piece.gpid) == (unit.name, str(ids[f"unit-{unit.id}"]))
            assert piece.type.basic.text_field("image") == f"unit-{unit.id}.svg"
            assert piece_name(piece) == unit.name
        names = {piece.name for piece in pieces.values()}
        assert names >= {leader.name for leader in GAME.leaders.values()}
        assert names >= {chit.name for chit in GAME.chits.values()}
        assert names >= {marker.name for marker in GAME.markers.values()}

    def test_the_check_of_modules_has_nothing_against_it(self) -> None:
        findings = check_module(built_module().archive, name="game.vmod")
        assert [str(finding) for finding in findings if finding.kind.weight > Weight.NOTE] == []
        assert {finding.kind.name for finding in findings} <= {"slow-board"}


def pressed(piece: Piece, key: str) -> dict[str, str]:
    """Return what a key sets the piece's dynamic properties to, by their names."""
    values = {}
    for level in piece.type.traits:
        for command in level.items("key_commands"):
            _menu, stroke, changer = sequence.decode(command, ":")
            if stroke == key:
                kind, value = sequence.decode(changer, ",")
                assert kind == "P"
                values[level.text_field("name")] = value
    return values


class TestMenus:
    @pytest.mark.parametrize("piece", one_of_each_behaviour(), ids=lambda piece: piece.key)
    def test_a_key_sets_one_state_and_the_words_that_are_reported(self, piece: CounterPiece) -> None:
        counter = expanded(piece.definition(1))
        reported = [key for level in counter.type.traits if level.id == "report" for key in level.items("keys")]
        for state in piece.behaviour.states:
            rows = [(level.value, level.words) for level in state.levels]
            for value, words in (*rows, (0, state.off_words)):
                key = state_key(state, value)
                assert pressed(counter, key) == {DECLARED: words, state.property: str(value)}
                assert reported.count(key) == 1
        for action in piece.behaviour.actions:
            assert pressed(counter, action_key(action)) == {DECLARED: action.words}

    def test_the_log_tells_each_state_and_nothing_else_changes(self) -> None:
        pieces = one_of_each_behaviour()
        position = PositionBuilder(first_id=1, prototypes=built_module().plan.prototypes)
        position.add_player("id", "Anna", "French")
        position.lay_boards(GAME.map.name, module_definition().maps[0].default_placements)
        point = sheet().location_point("01.01")
        ids = [position.add_piece(piece.definition(1), GAME.map.name, point.x, point.y) for piece in pieces]
        log, expected = LogBuilder(position, "id"), []
        for piece, id_ in zip(pieces, ids, strict=True):
            for state in piece.behaviour.states:
                before = "0"
                for value, words in (*((level.value, level.words) for level in state.levels), (0, state.off_words)):
                    line = log_line(piece.name, "01.01", words)
                    log.change(id_, state.property, str(value), report=line)
                    expected.append((id_, (state.property, before, str(value)), f"* {line}"))
                    before = str(value)
        save = saved_game(log.tree(), built_module().plan.module_data, date_saved=0, vassal_version="3.7.0")
        told = []
        for step in Replay(save).steps():
            changed, said = (next(f for f in step.facts if isinstance(f, kind)) for kind in (PieceChanged, Said))
            assert isinstance(changed, PieceChanged)
            assert isinstance(said, Said)
            own = [change for change in changed.changes if not change.name.startswith(f"{change.trait}_")]
            assert len(own) == 1
            told.append((changed.piece.id, (own[0].name, own[0].old, own[0].new), said.text))
        assert told == expected

    def test_two_entries_with_one_key_are_refused(self) -> None:
        first, second, *others = GAME.actions
        twice = replace(second, key=first.key, kinds=first.kinds)
        with pytest.raises(GameDataError, match=f"the key is that of {first.id} already"):
            plan_module(replace(GAME, actions=(first, twice, *others)), PieceIds())

    def test_a_submenu_is_not_called_like_an_entry(self) -> None:
        first, *others = GAME.actions
        with pytest.raises(GameDataError, match=f"the menu text is that of submenu {first.menu} already"):
            plan_module(replace(GAME, actions=(replace(first, submenu=first.menu), *others)), PieceIds())

    def test_units_that_can_hide_need_actions_that_turn_them_over(self) -> None:
        actions = tuple(action for action in GAME.actions if action.id != "hide")
        with pytest.raises(GameDataError, match="no action turns them over"):
            plan_module(replace(GAME, actions=actions), PieceIds())

    def test_only_its_owner_and_the_referee_look_under_a_hidden_gun(self) -> None:
        hidden = [unit for unit in GAME.units.values() if unit.hidden_as]
        assert hidden
        for unit in hidden:
            traits = expanded(built_module().plan.slots[f"unit-{unit.id}"].definition).type.traits
            masks = [place for place, level in enumerate(traits) if level.id == "obs"]
            mask = traits[masks[0]]
            assert len(masks) == 1
            assert mask.text_field("access") == "sides:French:Referee"
            assert (mask.text_field("mask_name"), mask.text_field("image")) == ("Gun Unit", "gun-unit.svg")
            assert {level.id for level in traits[: masks[0]]} == {"macro"}, "nothing else tells what is under it"

    def test_lost_units_go_to_their_divisions_box(self) -> None:
        unit = next(iter(GAME.units.values()))
        piece = expanded(built_module().plan.slots[f"unit-{unit.id}"].definition)
        sent = next(level for level in piece.type.traits if level.id == "sendto")
        assert (sent.text_field("map"), sent.text_field("zone")) == ("$Division$", ELIMINATED)
        division = GAME.divisions[unit.division]
        card = module_definition().map_named(division.name)
        assert card is not None
        centre = division_card(GAME, division.id).space(ELIMINATED).centre
        assert card.default_layout().location_name(*centre) == ELIMINATED


class TestPlaces:
    def test_every_hex_has_its_name_and_its_place(self) -> None:
        layout, geometry = sheet(), geometry_of(GAME.map)
        for hex_ in GAME.map.hexes:
            centre = Point(*geometry.centre(hex_))
            assert layout.location_name(*centre) == str(hex_)
            assert layout.location_point(str(hex_)) == centre

    def test_entry_hexes_parks_boxes_and_tracks_are_zones(self) -> None:
        layout, grid = sheet(), module_definition().maps[0].boards[0].grid
        assert isinstance(grid, ZonedGrid)
        for entry in GAME.map.entry_hexes.values():
            zone = grid.zone_at(Point(*geometry_of(GAME.map).centre(entry.hex)))
            assert zone is not None
            assert zone.name == entry_hex_name(entry)
        for box in GAME.map.boxes.values():
            name = layout.location_name(box.x + box.width // 2, box.y + box.height // 2)
            assert name == (box.name if box.kind in ("park", "box") else "Margin")
        for track in GAME.map.tracks.values():
            for space in track.spaces:
                place = track_place(track, space)
                assert layout.location_name(*layout.location_point(place)) == place
        assert layout.location_name(1, 1) == "Margin"

    def test_each_window_has_its_board(self) -> None:
        names = [found.name for found in module_definition().maps]
        divisions = [division.name for division in GAME.divisions.values()]
        assert names == [GAME.map.name, *divisions, "Arrivals", "Chits", "French guns"]
        assert all([board.name for board in found.boards] == [found.name] for found in module_definition().maps)
        decks = {found.name: [deck.name for deck in found.decks] for found in module_definition().maps if found.decks}
        assert decks == {"Chits": ["Mug"], "French guns": ["French guns"]}


class TestWindows:
    def test_sides_dice_and_turns(self) -> None:
        definition = module_definition()
        assert definition.sides == ("French", "Axis", "Referee")
        assert [(die.name, die.sides, die.plus, die.prompt) for die in definition.dice_buttons] == [
            ("1d10", 10, -1, False), ("d10s", 10, -1, True),
        ]  # fmt: skip
        (tracker,) = definition.turn_trackers
        (dates,) = tracker.levels
        (turns,) = dates.levels
        assert (dates.property, turns.property) == ("Date", "Turn")
        assert getattr(turns, "entries", ()) == GAME.calendar.turns
        assert getattr(dates, "entries", ()) == tuple(GAME.calendar.date_names[date] for date in GAME.calendar.dates)


def test_the_same_data_give_the_same_bytes_in_another_process() -> None:
    script = (
        "import hashlib; from tests.support.built_module import built_module;"
        "print(hashlib.sha256(built_module().archive).hexdigest())"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "4711", "TZ": "Asia/Tokyo"}
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True, cwd=ROOT
    )
    assert done.stdout.strip() == hashlib.sha256(built_module().archive).hexdigest()
