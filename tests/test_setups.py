"""Opens the predefined setups of the module and holds them to the scenarios: what stands where, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import pytest

from adjudicator.drawing.counters import COUNTER_SIZE
from adjudicator.drawing.mats import Space, arrival_name, available_name
from adjudicator.game.game_data import GameData
from adjudicator.game.loading import BUILT_IN, find_game, load_game
from adjudicator.game.order_of_battle import ChitKind
from adjudicator.game.scenarios import Places, Scenario
from adjudicator.vassal.archive import Archive, open_archive
from adjudicator.vassal.build_file import parse_build_file
from adjudicator.vassal.commands import ScenarioNotes
from adjudicator.vassal.module import read_build_file
from adjudicator.vassal.module_definition import ModuleDefinition
from adjudicator.vassal.pieces import Piece
from adjudicator.vassal.properties import masked_by, piece_properties
from adjudicator.vassal.prototypes import expand_prototypes
from adjudicator.vassal.replay import Replay
from adjudicator.vassal.saved_game import SavedGame, open_game
from adjudicator.vassal.table import Table
from adjudicator.vassal.turns import turn_text
from adjudicator.viewing.viewer import Viewer
from vmod_builder.build_context import built, open_workpiece
from vmod_builder.maps import mats_of
from vmod_builder.module_check import check_module
from vmod_builder.module_plan import plan_module
from vmod_builder.setup_places import Heap, scenario_heaps
from vmod_builder.setups import scenario_setups

SCENARIOS = (1, 2, 3, 4)
BESIDE_THE_MAP = "Markers"
"""The space of a division's card where its counters wait that are in the game but not on the map."""
PIECE_IDS = ("UnitId", "LeaderId", "MarkerId", "ChitId")


@cache
def game() -> GameData:
    return load_game(find_game(BUILT_IN))


@cache
def archive() -> Archive:
    return open_archive(built(open_workpiece(find_game(BUILT_IN))).archive)


@cache
def module() -> ModuleDefinition:
    return read_build_file(archive().read("buildFile.xml"), archive=archive())


@dataclass(frozen=True)
class Standing:
    """A piece of a setup and where it is."""

    piece: Piece
    map: str
    location: str
    x: int
    y: int


class Setup:
    """A setup that was opened, with the scenario that it is of."""

    def __init__(self, number: int) -> None:
        self.scenario: Scenario = game().scenarios[number]
        self.save: SavedGame = open_game(archive().read(f"scenario-{number}.vsav"), name=f"scenario-{number}.vsav")
        self.table: Table = Replay(self.save).table
        self.layouts = {each.name: each.default_layout() for each in module().maps}
        self.standing = {piece_id(piece): self._standing(piece) for piece in self.table.units()}

    def _standing(self, piece: Piece) -> Standing:
        at = self.table.placement(piece.id)
        assert at.map is not None
        return Standing(piece, at.map, self.layouts[at.map].location_name(at.x, at.y), at.x, at.y)

    def where(self, kind: str) -> dict[str, tuple[str, str]]:
        """Return map and location of the pieces whose id is kept in the property *kind*."""
        return {id_: (s.map, s.location) for (name, id_), s in self.standing.items() if name == kind}


@cache
def setup(number: int) -> Setup:
    return Setup(number)


def piece_id(piece: Piece) -> tuple[str, str]:
    """Return which property says what a piece is, and what it says."""
    properties = piece_properties(piece)
    return next((name, properties[name]) for name in PIECE_IDS if name in properties)


def only_place(places: Places) -> tuple[str, str] | None:
    """Return the one place that reinforcements have to come in by, None if there is a choice."""
    allowed = [str(place) for place in places.hexes]
    allowed += [str(game().map.entry_hexes[letter].hex) for letter in places.entry_hexes]
    allowed += [game().map.boxes[id_].name for id_ in places.boxes]
    return (game().map.name, allowed[0]) if len(allowed) == 1 and not places.areas else None


def expected_counters(scenario: Scenario) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield each unit and leader of a scenario with the map and the place where it has to be."""
    for group in scenario.setup:
        card = game().divisions[group.division].name
        for id_ in (*group.units, *group.leaders):
            if id_ in group.start:
                yield id_, (game().map.name, str(group.start[id_]))
            elif not group.choose:
                yield id_, (card, BESIDE_THE_MAP)
    for arriving in scenario.reinforcements:
        here = only_place(arriving.places) if arriving.time == scenario.first else None
        waiting = ("Arrivals", arrival_name(game(), arriving.time))
        yield from ((id_, here or waiting) for id_ in (*arriving.units, *arriving.leaders))


def expected_markers(scenario: Scenario) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield each marker of a scenario with the map and the place where it has to be."""
    main = game().map.name
    yield "turn", (main, f"Turn {scenario.first.turn}")
    yield "date", (main, f"Date {game().calendar.date_names[scenario.first.date]}")
    yield "supply", (main, f"French supply {scenario.supply}")
    yield "weather", (main, f"Weather {str(scenario.weather['first_day']).capitalize()}")
    if scenario.morale is not None:
        yield "french-morale", (main, f"French morale {scenario.morale}")
    for points in scenario.points:
        card = game().divisions[points.division].name
        yield f"command-points-{points.division}", (card, f"Command points {points.command_points}")
        yield f"command-rating-{points.division}", (card, f"Command Rating {points.command_rating}")
        if points.dispatch_points is not None:
            yield f"dispatch-points-{points.division}", (card, f"Dispatch points {points.dispatch_points}")
        if points.dispatch_rating is not None:
            yield f"dispatch-rating-{points.division}", (card, f"Dispatch Rating {points.dispatch_rating}")
    if any(rule.get("marker") == "susan-travers" for rule in scenario.special):
        yield "susan-travers", (game().divisions["french"].name, BESIDE_THE_MAP)


@pytest.mark.parametrize("number", SCENARIOS)
def test_every_counter_stands_where_the_scenario_says_and_no_other_is_there(number: int) -> None:
    found = setup(number).where("UnitId") | setup(number).where("LeaderId")
    assert found == dict(expected_counters(game().scenarios[number]))
    assert len(setup(number).standing) == len(list(setup(number).table.units())), "no counter is there twice"


@pytest.mark.parametrize(("number", "counters"), [(1, 12), (2, 65), (3, 76), (4, 174)])
def test_a_setup_has_all_its_units_and_leaders(number: int, counters: int) -> None:
    assert len(setup(number).where("UnitId") | setup(number).where("LeaderId")) == counters


@pytest.mark.parametrize("number", SCENARIOS)
def test_the_markers_show_the_points_and_the_state_of_play(number: int) -> None:
    assert setup(number).where("MarkerId") == dict(expected_markers(game().scenarios[number]))


@pytest.mark.parametrize("number", SCENARIOS)
def test_the_chits_lie_in_the_mug_in_play_and_beside_it(number: int) -> None:
    scenario = game().scenarios[number]
    mug, guns = setup(number).table.decks()
    assert (guns.name, setup(number).table.contents[guns.id]) == ("French guns", [])
    in_mug = [piece_id(piece)[1] for piece in setup(number).table.members(mug.id)]
    assert in_mug == list(scenario.mug)
    beside = {id_: place for id_, (_map, place) in setup(number).where("ChitId").items() if id_ not in in_mug}
    formations = {group.formation for group in scenario.setup}
    formations |= {group.formation for group in scenario.reinforcements}
    to_buy = [
        chit for chit in game().chits.values() if chit.kind == ChitKind.FORMATION and chit.formation in formations
    ]
    expected = {chit.id: available_name(game().sides[chit.side].name) for chit in to_buy if scenario.formation_chits}
    other_command = {"direct-command-italian", "direct-command-german"} - set(scenario.mug)
    expected |= dict.fromkeys(other_command, "Not in use")
    assert beside == expected | {scenario.first_chit: "In play"}


@pytest.mark.parametrize("number", SCENARIOS)
def test_the_turn_tracker_stands_at_the_first_turn(number: int) -> None:
    scenario = game().scenarios[number]
    (tracker,) = module().turn_trackers
    date = game().calendar.date_names[scenario.first.date]
    assert turn_text(tracker, setup(number).table.turns[tracker.id]) == f"{date} {scenario.first.turn}"


@pytest.mark.parametrize("number", SCENARIOS)
def test_hidden_guns_are_gun_units_for_the_axis_and_known_to_the_french(number: int) -> None:
    french, axis, referee = Viewer(side="French"), Viewer(side="Axis"), Viewer(referee=True)
    hidden = {id_ for group in game().scenarios[number].setup if group.hidden for id_ in group.units}
    masked = {id_ for (_kind, id_), s in setup(number).standing.items() if masked_by(s.piece) is not None}
    assert masked == hidden
    for id_ in hidden:
        piece = setup(number).standing["UnitId", id_].piece
        assert axis.piece_name(piece) == "Gun Unit"
        assert french.piece_name(piece) == referee.piece_name(piece)
        assert game().units[id_].name in french.piece_name(piece)


def test_the_inventory_lists_dummies_like_guns() -> None:
    """A list without the dummies would tell the other side which hidden guns are real."""
    root = parse_build_file(archive().read("buildFile.xml"))
    (inventory,) = (part for part in root.everything() if part.class_name.endswith(".Inventory"))
    hidden = [standing.piece for standing in setup(4).standing.values() if masked_by(standing.piece) is not None]
    types = {piece_properties(piece)["Type"] for piece in hidden}
    assert types == {"Unit", "Dummy"}
    assert all(f'Type == "{type_}"' in inventory.text("include") for type_ in types)


@pytest.mark.parametrize("number", SCENARIOS)
def test_every_piece_comes_from_its_slot_of_the_palette(number: int) -> None:
    found = {id_: standing.piece.gpid for id_, standing in setup(number).standing.items()}
    assert found == {id_: slots()[id_] for id_ in found}


@cache
def slots() -> Mapping[tuple[str, str], str]:
    """Return the gpids of the palette's slots by what their pieces say that they are."""
    prototypes = {name: prototype.piece.text for name, prototype in module().prototypes.items()}
    pieces = ((slot, expand_prototypes(slot.piece.text, prototypes)) for slot in module().piece_slots)
    return {piece_id(piece): slot.gpid for slot, piece in pieces}


@pytest.mark.parametrize("number", SCENARIOS)
def test_leaders_lie_on_top_of_the_units_in_their_hex(number: int) -> None:
    table, stacks = setup(number).table, 0
    for stack in table.stacks():
        kinds = [piece_id(piece)[0] for piece in table.members(stack.id)]
        if table.placement(stack.id).map == game().map.name:
            assert kinds == sorted(kinds, reverse=True), "UnitId before LeaderId"
            stacks += "LeaderId" in kinds
    assert stacks >= 2


def boxes(map_name: str) -> tuple[Space, ...]:
    """Return the spaces of a map that hold several counters, and the whole sheet for the main map."""
    if map_name == game().map.name:
        parks = [Space(b.name, b.x, b.y, b.width, b.height) for b in game().map.boxes.values() if b.kind == "park"]
        return (*parks, Space("sheet", 0, 0, *game().map.sheet_size))
    (mat,) = (mat for mat in mats_of(game()).values() if mat.name == map_name)
    return mat.spaces


def surrounds(box: Space, heap: Heap) -> bool:
    """Tell whether a stack lies wholly within a box as VASSAL draws it."""
    right, up = step()[0] * (len(heap.keys) - 1), step()[1] * (len(heap.keys) - 1)
    half = COUNTER_SIZE / 2
    return (
        box.x <= heap.x - half and heap.x + half + right <= box.x + box.width
        and box.y <= heap.y - half - up and heap.y + half <= box.y + box.height
    )  # fmt: skip


@cache
def step() -> tuple[int, int]:
    """Return how far VASSAL draws each counter of a stack to the right of and above the one below it."""
    root = parse_build_file(archive().read("buildFile.xml"))
    metrics = {(c.integer("unexSepX", 0), c.integer("unexSepY", 0)) for c in root.everything() if c.has("unexSepX")}
    (found,) = metrics
    return found


@pytest.mark.parametrize("number", SCENARIOS)
def test_no_stack_reaches_out_of_its_box(number: int) -> None:
    heaps = scenario_heaps(game(), game().scenarios[number])
    assert heaps
    assert [heap for heap in heaps if not any(surrounds(box, heap) for box in boxes(heap.map))] == []


@pytest.mark.parametrize("number", SCENARIOS)
def test_stacks_in_the_calendar_hide_no_other_stacks_top(number: int) -> None:
    right, up = step()
    heaps = [heap for heap in scenario_heaps(game(), game().scenarios[number]) if heap.map == "Arrivals"]
    assert bool(heaps) == (number != 1), "in scenario 1 all that comes stands on the map"
    for under, over in combinations(heaps, 2):
        top_x, top_y = under.x + right * (len(under.keys) - 1), under.y - up * (len(under.keys) - 1)
        over_x, over_y = over.x + right * (len(over.keys) - 1), over.y - up * (len(over.keys) - 1)
        beside = over.x - top_x >= COUNTER_SIZE or top_x - over_x >= COUNTER_SIZE
        above_or_below = over_y - top_y >= COUNTER_SIZE or top_y - over.y >= COUNTER_SIZE
        assert beside or above_or_below, (under, over)


@pytest.mark.parametrize("number", SCENARIOS)
def test_the_notes_tell_the_scenario(number: int) -> None:
    scenario = game().scenarios[number]
    notes = next(c.text for c in setup(number).save.position_commands if isinstance(c, ScenarioNotes))
    lines = notes.split("|")
    text = " ".join(lines)
    assert text.startswith(f"No Question of Surrender, scenario {number}: {scenario.title}")
    for part in (scenario.description, scenario.victory.text, *(rule["text"] for rule in scenario.special)):
        assert part in text
    assert max(map(len, lines)) <= 60, "VASSAL's window is not wider"


@pytest.mark.parametrize("number", SCENARIOS)
def test_the_save_says_which_scenario_and_which_module_it_is_of(number: int) -> None:
    save, module_data = setup(number).save, archive().read("moduledata")
    assert save.problems == ()
    assert save.save_metadata is not None
    assert save.save_metadata.comment == f"Scenario {number}: {game().scenarios[number].title}"
    assert save.entries["moduledata"] == module_data


def test_the_module_finds_nothing_against_its_setups() -> None:
    findings = check_module(built(open_workpiece(find_game(BUILT_IN))).archive)
    assert [str(finding) for finding in findings if finding.kind.name.startswith("setup-")] == []


def test_no_two_setups_have_a_piece_in_common() -> None:
    ids = [piece.id for number in SCENARIOS for piece in setup(number).table.pieces.values()]
    assert len(ids) == len(set(ids))


def test_the_same_data_give_the_same_bytes() -> None:
    work = open_workpiece(find_game(BUILT_IN))
    again = {each.file_name: each.data for each in scenario_setups(work.game, plan_module(work.game, work.ids))}
    assert again == {f"scenario-{number}.vsav": archive().read(f"scenario-{number}.vsav") for number in SCENARIOS}


def test_the_menu_of_the_module_opens_each_setup() -> None:
    root = parse_build_file(archive().read("buildFile.xml"))
    entries = [each for each in root.everything() if each.class_name.endswith(".PredefinedSetup")]
    shown = [(each.name, each.text("file"), each.flag("isMenu"), each.flag("useFile")) for each in entries]
    titles = [f"Scenario {number}: {game().scenarios[number].title}" for number in SCENARIOS]
    files = [f"scenario-{number}.vsav" for number in SCENARIOS]
    saves = [(title, file, False, True) for title, file in zip(titles, files, strict=True)]
    assert shown == [("Scenarios", "", True, False), *saves]
