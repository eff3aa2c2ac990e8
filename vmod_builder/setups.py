"""The predefined setups: a save for each scenario, written with our own writer and opened from the module's menu."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.drawing.mats import MUG
from adjudicator.game.game_data import GameData
from adjudicator.game.scenarios import Scenario
from adjudicator.module_layout.buttons import RETURNING_CHIT
from adjudicator.vassal import sequence
from adjudicator.vassal.boards import MapLayout
from adjudicator.vassal.building import Definition, PositionBuilder, saved_game
from adjudicator.vassal.metadata import parse_metadata
from adjudicator.vassal.module import read_build_file
from adjudicator.vassal.module_definition import ModuleDefinition
from adjudicator.vassal.pieces import Piece
from adjudicator.vassal.prototypes import expand_prototypes
from adjudicator.vassal.turns import turn_state

from .decks import decks_of
from .elements import component, serialised
from .maps import BoardFormat, map_windows
from .module_file import Setup
from .module_plan import ModulePlan
from .setup_notes import scenario_notes
from .setup_places import Heap, in_the_mug, scenario_heaps, track_places
from .turn import returning_chit, turn_tracker

__all__ = ["scenario_setups", "setup_file", "setup_title"]

_FIRST_ID = 1_000_000
"""The pieces of a scenario are counted from its number times this: no two setups have a piece in common."""
_MASK = "obs"
_OPTIONS = "false|0"
"""Nobody but its owner may turn a masked piece over, whatever the other players' settings say."""


def setup_title(scenario: Scenario) -> str:
    """Return what the menu calls a scenario's setup."""
    return f"Scenario {scenario.number}: {scenario.title}"


def setup_file(scenario: Scenario) -> str:
    """Return the name of a scenario's setup in the archive."""
    return f"scenario-{scenario.number}.vsav"


def scenario_setups(game: GameData, plan: ModulePlan) -> tuple[Setup, ...]:
    """Return the setups of all scenarios for a module of this plan; the same data give the same bytes."""
    definition = _windows(game)
    return tuple(
        Setup(setup_title(scenario), setup_file(scenario), _scenario_save(game, scenario, plan, definition))
        for scenario in game.scenarios.values()
    )


def _windows(game: GameData) -> ModuleDefinition:
    """Return the module's maps and turn tracker as VASSAL will see them; a save knows no pictures of boards."""
    return read_build_file(serialised(component("GameModule", turn_tracker(game), *map_windows(game, BoardFormat.SVG))))


def _scenario_save(game: GameData, scenario: Scenario, plan: ModulePlan, definition: ModuleDefinition) -> bytes:
    builder = PositionBuilder(first_id=scenario.number * _FIRST_ID, prototypes=plan.prototypes)
    layouts = _lay_boards(builder, definition)
    for heap in scenario_heaps(game, scenario):
        builder.add_stack([_counter(game, plan, heap, key) for key in heap.keys], heap.map, heap.x, heap.y)
    for key, place in track_places(game, scenario).items():
        point = layouts[game.map.name].location_point(place)
        builder.add_stack([plan.slots[key].definition], game.map.name, point.x, point.y)
    chits = [plan.slots[key].definition for key in in_the_mug(game, scenario)]
    for deck in decks_of(game):
        builder.add_deck(deck.type(), chits if deck.name == MUG else (), deck.mat, *deck.place)
    for tracker in definition.turn_trackers:
        values = (game.calendar.date_names[scenario.first.date], scenario.first.turn)
        builder.set_turn(tracker.id, turn_state(tracker, values))
    if game.chits:
        builder.set_property(RETURNING_CHIT, returning_chit(scenario))
    builder.set_notes(scenario=scenario_notes(game, scenario))
    metadata = parse_metadata(plan.module_data)
    return saved_game(
        builder.tree(), plan.module_data, date_saved=int(metadata.date_saved), vassal_version=metadata.vassal_version,
        comment=setup_title(scenario),
    ).archive_bytes()  # fmt: skip


def _lay_boards(builder: PositionBuilder, definition: ModuleDefinition) -> Mapping[str, MapLayout]:
    """Lay out the boards of all maps; return the maps' layouts by their names."""
    for each in definition.maps:
        builder.lay_boards(each.name, each.default_placements)
    return {each.name: each.default_layout() for each in definition.maps}


def _counter(game: GameData, plan: ModulePlan, heap: Heap, key: str) -> Definition:
    """Return what a counter is made from: its slot, turned face down if it begins so."""
    text = plan.slots[key].definition
    if key not in heap.masked:
        return text
    division = game.units[key.removeprefix("unit-")].division
    return _masked(expand_prototypes(text, plan.prototypes), game.sides[game.divisions[division].side].name)


def _masked(piece: Piece, side: str) -> Piece:
    """Return a piece face down; *side* has turned it so."""
    states = list(piece.trait_states)
    for level, trait in enumerate(piece.type.traits):
        if trait.id == _MASK:
            states[level] = sequence.encode([side, _OPTIONS], ";")
    return piece.with_trait_states(states)
