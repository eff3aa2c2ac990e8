"""What the module offers at the table, in its build file and pieces: layers, keys, the flare, menus, the palette."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest
from lxml import etree

from adjudicator.drawing.mats import ARRIVALS, GONE
from adjudicator.game.game_data import GameData
from adjudicator.game.hexes import Hex
from adjudicator.game.scenarios import TurnTime
from adjudicator.recording.module_kit import PlayKit
from adjudicator.vassal import sequence
from adjudicator.vassal.building import PositionBuilder
from adjudicator.vassal.commands import Unmaskable
from adjudicator.vassal.pieces import Piece
from adjudicator.vassal.properties import piece_properties
from adjudicator.vassal.prototypes import expand_prototypes
from adjudicator.vassal.saved_game import open_game
from adjudicator.vassal.trait_changes import never_stacks
from tests.support.built_module import built_module, module_definition, workpiece
from tests.support.either_module import GAMES, built_game, each_build, either
from vmod_builder.chit_pieces import INTO_PLAY_KEY
from vmod_builder.hex_texts import hex_text
from vmod_builder.key_strokes import MAP_KEYS, key_stroke
from vmod_builder.maps import mats_of
from vmod_builder.marker_pieces import FOLLOW_KEY, marker_key
from vmod_builder.module_file import ModuleBuild
from vmod_builder.prototypes import action_key, behaviour_of, prototype_text

MAP = "VASSAL.build.module.map."
MAX_ENTRIES = 14
"""As many entries and submenus a counter's menu may have: so many are read at a glance."""


def pieces(build: ModuleBuild) -> Iterator[tuple[str, Piece]]:
    """Yield the pieces of the palette by their keys."""
    for key, slot in build.plan.slots.items():
        yield key, expand_prototypes(slot.definition, build.plan.prototypes)


def entries(piece: Piece) -> set[str]:
    """Return what a piece's menu shows before a submenu is opened."""
    shown, inside, submenus = set[str](), set[str](), set[str]()
    for trait in piece.type.traits:
        if trait.id == "submenu":
            submenus.add(trait.text_field("name"))
            inside |= set(trait.items("commands"))
        elif trait.id == "PROP":
            shown |= {command.partition(":")[0] for command in trait.items("key_commands")}
        else:
            shown |= {trait.text_field(name) for name in ("command", "menu_text", "menu", "up_command")
                      if name in trait.fields}  # fmt: skip
    return (shown - inside - {""}) | submenus


def part(root: etree._Element, path: str) -> etree._Element:
    """Return the first element at a path."""
    found = root.find(path)
    assert found is not None, path
    return found


def map_sheet(game: GameData, build: ModuleBuild) -> etree._Element:
    """Return the window of the map sheet."""
    return part(build.build_file, f"VASSAL.build.module.Map[@mapName='{game.map.name}']")


class TestPalette:
    @each_build
    def test_no_entry_looks_for_a_place_before_a_game_is_open(self, build: ModuleBuild) -> None:
        for key, piece in pieces(build):
            for trait in piece.type.traits:
                if trait.id == "sendto":
                    assert trait.text_field("command") == trait.text_field("back_command") == "", key

    @either
    def test_every_chit_can_still_be_sent(self, game: GameData, build: ModuleBuild) -> None:
        for chit in game.chits.values():
            piece = dict(pieces(build))[f"chit-{chit.id}"]
            triggered = {key for t in piece.type.traits if t.id == "macro" for key in t.items("action_keys")}
            sent = {t.text_field("zone"): t.text_field("key") for t in piece.type.traits if t.id == "sendto"}
            assert set(sent.values()) == triggered | {INTO_PLAY_KEY}, "the last one only a button carries over"
            assert {"Played", "Next turn"} <= sent.keys()
            assert {"Played", "Buy for the next turn", "Into the mug"} <= entries(piece)

    @each_build
    def test_no_key_takes_a_piece_out_of_the_palette(self, build: ModuleBuild) -> None:
        by_buttons = {INTO_PLAY_KEY, FOLLOW_KEY}
        for key, piece in pieces(build):
            kept = set[str]()
            for trait in piece.type.traits:
                if trait.id == "hideCmd":
                    assert trait.text_field("filter") == '{CurrentMap == ""}', "not on a map"
                    kept |= set(trait.items("keys"))
                elif trait.id == "macro" and trait.text_field("key") in kept:
                    kept |= set(trait.items("action_keys"))
                elif trait.id in {"sendto", "return"}:
                    assert trait.text_field("key") in kept | by_buttons, key

    @each_build
    def test_no_key_of_the_palette_writes_into_the_log(self, build: ModuleBuild) -> None:
        """Nor does it turn a piece over or put it into a state, in which it would come into the game."""
        for key, piece in pieces(build):
            kept = set[str]()
            for trait in piece.type.traits:
                if trait.id == "hideCmd":
                    kept |= set(trait.items("keys"))
                elif trait.id == "macro" and (
                    trait.text_field("key") in kept or 'CurrentMap != ""' in trait.text_field("filter")
                ):
                    kept |= set(trait.items("action_keys"))
                elif trait.id == "report":
                    assert set(trait.items("keys")) <= kept, key
                elif trait.id == "PROP":
                    pressed = {sequence.decode(each, ":")[1] for each in trait.items("key_commands")}
                    assert pressed <= kept, key

    @each_build
    def test_menus_are_short(self, build: ModuleBuild) -> None:
        assert all(len(entries(piece)) <= MAX_ENTRIES for _key, piece in pieces(build))


TOKEN = re.compile(r'\s*("[^"]*"|[A-Za-z]+|\.equals|[()?:+])')


def result_of(expression: str, values: Mapping[str, str]) -> str:
    """Return the text that an expression of choices between texts makes, as BeanShell reads it."""
    tokens = TOKEN.findall(expression.removeprefix("{").removesuffix("}"))

    def term() -> str:
        first = tokens.pop(0)
        if first == "(":
            found = choice()
            assert tokens.pop(0) == ")"
            return found
        found = first[1:-1] if first.startswith('"') else values[first]
        if tokens[:1] == [".equals"]:
            del tokens[0]
            return "yes" if found == term() else ""
        return found

    def choice() -> str:
        found = term()
        while tokens[:1] == ["+"]:
            del tokens[0]
            found += term()
        if tokens[:1] != ["?"]:
            return found
        del tokens[0]
        one = choice()
        assert tokens.pop(0) == ":"
        other = choice()
        return one if found else other

    found = choice()
    assert not tokens
    return found


class TestLeavingTheMap:
    @staticmethod
    def senders(build: ModuleBuild, menu: str) -> list[str]:
        """Return the expressions for the spaces of the calendar to which a menu entry sends counters."""
        key = next(action_key(action) for action in built_game(GAMES[0])[0].actions if action.menu == menu)
        return [
            trait.text_field("zone") for _key, piece in pieces(build) for trait in piece.type.traits
            if trait.id == "sendto" and trait.text_field("map") == ARRIVALS and trait.text_field("key") == key
        ]  # fmt: skip

    @pytest.mark.parametrize("menu", ["Withdraws", "Leave by the entry hex"])
    def test_the_entry_sends_a_counter_to_its_space_of_the_calendar(self, menu: str) -> None:
        game, build = built_game(GAMES[0])
        spaces = {space.name for space in mats_of(game)["arrivals"].spaces}
        senders = self.senders(build, menu)
        owners = [each.division for each in game.units.values()] + [each.division for each in game.leaders.values()]
        axis = [division for division in owners if game.divisions[division].side == "axis"]
        assert len(senders) == len(axis)
        names = game.calendar.date_names
        times = [TurnTime(date, turn) for date in game.calendar.dates for turn in game.calendar.turns]
        for number, time in enumerate(times):
            two_later = times[number + 2] if number + 2 < len(times) else None
            morning = next((each for each in times if each.date > time.date and each.turn == "0700"), None)
            back = two_later if menu != "Withdraws" else morning
            space = result_of(senders[0], {"Date": names[time.date], "Turn": time.turn})
            assert space == (f"{names[back.date]} {back.turn}" if back else GONE)
            assert space in spaces

    def test_a_game_of_one_day_has_no_next_one(self) -> None:
        game, _ = built_game(GAMES[0])
        calendar = replace(game.calendar, dates=game.calendar.dates[:1])
        kinds = frozenset({"unit", "axis:unit"})
        told = prototype_text(behaviour_of(replace(game, calendar=calendar), kinds, shows_range=False))
        assert f'Turn.equals("1700") ? Date + " Night" : "{GONE}"' in told.replace("\\", "")


class TestUnderTheMouse:
    @either
    def test_each_hex_shows_its_number_its_terrain_and_its_cost(self, game: GameData, build: ModuleBuild) -> None:
        viewer = part(map_sheet(game, build), f"{MAP}CounterDetailViewer")
        expression = str(viewer.get("emptyHexReportForma"))
        assert viewer.get("summaryReportFormat") == expression
        assert viewer.get("minDisplayPieces") == "0", "a hex without counters is shown, too"
        choices = re.findall(r'LocationName\.matches\("(.+?)"\) \? "(.+?)"', expression)
        for place in game.map.hexes:
            shown = next(text for pattern, text in choices if re.fullmatch(pattern, str(place)))
            assert shown == f"<br>{hex_text(game, place)}"
            assert game.map.terrains[game.map.hexes[place].terrain].name in shown
            assert "MP (in Column): Leg" in shown

    def test_what_is_printed_in_a_hex_is_named(self) -> None:
        game = built_game(GAMES[0])[0]
        assert hex_text(game, Hex.parse("17.10")).splitlines()[0].startswith("Desert, fortified, observation post<br>")
        assert hex_text(game, Hex.parse("14.11")) == (
            "Light Minefield, door<br>MP (in Column): Leg 2 (1), Wheeled 5 (3), Tracked 3 (2)<br>"
            "Along the trail: Wheeled in Column 1 and Tracked in Column 1"
        )

    @either
    def test_the_margin_shows_nothing_and_a_box_its_name(self, game: GameData, build: ModuleBuild) -> None:
        expression = str(part(map_sheet(game, build), f"{MAP}CounterDetailViewer").get("emptyHexReportForma"))
        assert expression.startswith('{LocationName.equals("Margin") ? "" : LocationName.trim() + (')
        assert expression.endswith(' : "")}')
        assert not any(
            re.fullmatch(pattern, name)
            for pattern, _text in re.findall(r'LocationName\.matches\("(.+?)"\) \? "(.+?)"', expression)
            for name in ("Turn 0900", "Artillery Park A", "French morale 12", "")
        )


class TestRollsFromMenus:
    @either
    def test_the_words_come_first_and_the_die_is_the_buttons(self, game: GameData, build: ModuleBuild) -> None:
        die = part(build.build_file, f"VASSAL.build.module.DiceButton[@name='{game.dice[0].button}']").get("hotkey")
        rolled = {action.roll_menu: action for action in game.actions if action.roll_menu}
        assert {"rally", "suppression-check", "target"} <= {action.id for action in rolled.values()}
        seen = set()
        for key, piece in pieces(build):
            hot = {t.text_field("key"): t.text_field("global_key") for t in piece.type.traits if t.id == "globalhotkey"}
            for trait in piece.type.traits:
                if trait.id == "macro" and (action := rolled.get(trait.text_field("menu_text"))):
                    declared, thrown = trait.items("action_keys")
                    assert (declared, hot[thrown]) == (action_key(action), die), key
                    seen.add(action.id)
        assert seen == {action.id for action in rolled.values()}


class TestMapWindows:
    @either
    def test_the_map_sheets_buttons_have_keys(self, game: GameData, build: ModuleBuild) -> None:
        sheet = map_sheet(game, build)
        found = [
            part(sheet, f"{MAP}LOS_Thread").get("hotkey"), part(sheet, f"{MAP}HidePiecesButton").get("hotkey"),
            sheet.get("markUnmovedHotkey"), part(sheet, f"{MAP}GlobalMap").get("hotkey"),
        ]  # fmt: skip
        assert found == [key_stroke(key) for key in MAP_KEYS.values()]
        assert len(set(found)) == len(found)

    @each_build
    def test_a_flare_shows_a_place_in_every_window(self, build: ModuleBuild) -> None:
        for window in build.build_file.findall("VASSAL.build.module.Map"):
            flare = part(window, f"{MAP}Flare")
            assert (flare.get("flareKey"), flare.get("reportFormat")) == (
                "keyAlt", "$PlayerName$ points at $FlareLocation$",
            )  # fmt: skip

    @each_build
    def test_a_stack_under_the_mouse_shows_what_lies_below_it_too(self, build: ModuleBuild) -> None:
        viewers: list[etree._Element] = list(build.build_file.iter(f"{MAP}CounterDetailViewer"))
        assert {viewer.get("display") for viewer in viewers} == {"from all layers"}


class TestMarkersOfHexes:
    @either
    def test_they_lie_in_the_lowest_layer_and_look_out(self, game: GameData, build: ModuleBuild) -> None:
        sheet = map_sheet(game, build)
        layers = part(sheet, f"{MAP}LayeredPieceCollection")
        assert (layers.get("property"), layers.get("layerOrder")) == ("PieceLayer", "Ground")
        by_key, aside = dict(pieces(build)), []
        for marker in game.markers.values():
            piece = by_key[marker_key(marker)]
            assert piece_properties(piece).get("PieceLayer") == ("Ground" if marker.of_the_hex else None)
            if marker.of_the_hex:
                shown = next(trait for trait in piece.type.traits if trait.id == "emb2")
                assert never_stacks(piece), "VASSAL takes no notice of what is drawn aside in a stack"
                aside.append((shown.text_field("x_offset"), shown.text_field("y_offset")))
                assert piece.type.traits[-1].id != "piece" or not piece.type.traits[-1].text_field("image")
        assert len(set(aside)) == len(aside), "two kinds in one hex would hide each other"
        assert ("0", "0") not in aside

    def test_they_stay_when_a_stack_is_dragged(self) -> None:
        game, kit = workpiece().game, PlayKit(workpiece().game, module_definition())
        start = PositionBuilder(first_id=1, prototypes=built_module().plan.prototypes)
        start.add_player("id", "Anna", "French")
        start.lay_boards(game.map.name, module_definition().maps[0].default_placements)
        at, to = (kit.layouts[game.map.name].location_point(place) for place in ("10.10", "10.11"))
        units = [slot.definition for key, slot in built_module().plan.slots.items() if key.startswith("unit-")][:2]
        stack = start.add_stack(units, game.map.name, at.x, at.y)
        log = kit.log(start, "id")
        barrage = log.create(kit.marker_slot("barrage"), game.map.name, at.x, at.y)
        mines = log.create(kit.marker_slot("minefield"), game.map.name, at.x, at.y)
        note = log.create(kit.marker_slot("note"), game.map.name, at.x, at.y)
        assert (log.stack_of(barrage), log.stack_of(mines)) == ((barrage,), (mines,))
        assert log.stack_of(note) == (*stack, note)
        log.move(log.stack_of(stack[0]), to.x, to.y)
        assert log.location_of(barrage) == log.location_of(mines) == "10.10"
        assert log.location_of(note) == "10.11"
        layers = {log.table.placed_piece(id_).state.rpartition(";")[2] for id_ in log.table.pieces
                  if log.table.pieces[id_].type.is_stack and log.table.contents[id_]}  # fmt: skip
        assert layers == {"@@1"}, "the markers of the hex are in no stack"


class TestSetups:
    @each_build
    def test_they_hold_no_command_that_the_engine_passes_over(self, build: ModuleBuild) -> None:
        for name, data in build.entries.items():
            if name.endswith(".vsav"):
                assert not any(isinstance(command, Unmaskable) for command in open_game(data).position_commands)
