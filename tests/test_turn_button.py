"""The turn in the module's build file: the tracker, the markers that follow it, and the button that ends a turn."""

from __future__ import annotations

from collections import Counter

from adjudicator.game.game_data import GameData
from adjudicator.module_layout.buttons import END_OF_TURN, RETURNING_CHIT
from adjudicator.vassal import sequence
from adjudicator.vassal.prototypes import expand_prototypes
from adjudicator.vassal.replay import Replay
from adjudicator.vassal.saved_game import open_game
from adjudicator.vassal.trait_changes import never_moves
from tests.support.either_module import either
from tests.test_module_comforts import map_sheet, part
from vmod_builder.marker_pieces import marker_key
from vmod_builder.module_file import ModuleBuild
from vmod_builder.setups import setup_file

MODULE = "VASSAL.build.module."
_FOLLOWERS = {"turn": "Turn", "date": "Date"}


@either
def test_whatever_moves_the_tracker_sends_the_markers(game: GameData, build: ModuleBuild) -> None:
    tracker = part(build.build_file, f"{MODULE}turn.TurnTracker")
    pressed = part(tracker, f"{MODULE}turn.TurnGlobalHotkey").get("hotkey")
    button = part(build.build_file, f"{MODULE}GlobalKeyCommand[@buttonHotkey='{pressed}']")
    assert (button.get("buttonText"), button.get("reportFormat")) == ("", "")
    followers = [marker for marker in game.markers.values() if marker.id in _FOLLOWERS]
    assert button.get("filter") == "{" + " || ".join(f'MarkerId == "{marker.id}"' for marker in followers) + "}"
    for marker in followers:
        piece = expand_prototypes(build.plan.slots[marker_key(marker)].definition, build.plan.prototypes)
        sent = next(trait for trait in piece.type.traits if trait.id == "sendto")
        assert sent.text_field("key") == button.get("hotkey")
        assert (sent.text_field("destination"), sent.text_field("region")) == ("R", f"${_FOLLOWERS[marker.id]}$")
        assert sent.text_field("map") == game.map.name
        assert never_moves(piece)
        moved = {trait.text_field("command"): trait.text_field("global_key") for trait in piece.type.traits
                 if trait.id == "globalhotkey"}  # fmt: skip
        assert moved == {"Next turn": tracker.get("nexthotkey"), "Previous turn": tracker.get("prevhotkey")}


@either
def test_every_turn_and_date_is_one_region_of_the_map(game: GameData, build: ModuleBuild) -> None:
    regions = map_sheet(game, build).iter(f"{MODULE}map.boardPicker.board.Region")
    names = Counter(str(region.get("name")) for region in regions)
    tracker = part(build.build_file, f"{MODULE}turn.TurnTracker")
    for level in tracker.iter(f"{MODULE}turn.ListTurnLevel"):
        if str(level.get("property")).casefold() in game.map.tracks:
            assert [names[value] for value in sequence.decode(str(level.get("list")), ",")] == [1] * len(
                sequence.decode(str(level.get("list")), ",")
            )


@either
def test_the_button_presses_what_is_there(game: GameData, build: ModuleBuild) -> None:
    button = part(build.build_file, f"{MODULE}DoActionButton[@name='{END_OF_TURN}']")
    keys = sequence.decode(str(button.get("hotkeys")), ",")
    known = [each.get("buttonHotkey") for each in build.build_file.iter(f"{MODULE}GlobalKeyCommand")]
    *parts, unmoved, next_turn = keys
    assert set(parts) < set(known)
    assert unmoved == map_sheet(game, build).get("markUnmovedHotkey")
    assert next_turn == part(build.build_file, f"{MODULE}turn.TurnTracker").get("nexthotkey")
    names = [part(build.build_file, f"{MODULE}GlobalKeyCommand[@buttonHotkey='{key}']").get("name") for key in parts]
    if game.chits:
        assert names[:4] == ["chit in play to played", "last chit into play", "bought chits back", "chits into the mug"]
    assert (button.get("doReport"), button.get("reportFormat"), button.get("doHotkey")) == ("true", END_OF_TURN, "true")


@either
def test_the_chit_that_a_scenario_puts_back_is_not_for_sale_again(game: GameData, build: ModuleBuild) -> None:
    declared = [each.get("name") for each in build.build_file.iter(f"{MODULE}properties.GlobalProperty")]
    assert declared == ([RETURNING_CHIT] if game.chits else [])
    for button in build.build_file.findall(f"{MODULE}GlobalKeyCommand[@name='bought chits back']"):
        assert f"ChitId != {RETURNING_CHIT}" in str(button.get("filter"))
    put_back = {("no-question-of-surrender", 1): "formation-132-corazzato"}
    for scenario in game.scenarios.values() if game.chits else ():
        table = Replay(open_game(build.entries[setup_file(scenario)])).table
        assert table.properties["Module", RETURNING_CHIT] == put_back.get((game.id, scenario.number), "")
