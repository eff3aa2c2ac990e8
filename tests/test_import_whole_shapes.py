"""Whole modules of other shapes: every counter and every hex is read, or it is said what was not understood."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, Final

import pytest

from adjudicator.game.game_data import GameData
from adjudicator.game.loading import BUILT_IN, find_game, load_game
from adjudicator.game.provenance import Source
from tests.support.official_module import BOARD, OfficialModule, expected_ratings, official_module
from vmod_builder.elements import Element, component
from vmod_builder.trait_building import basic_piece, definition, trait

from .test_import import assert_side, imported

__all__ = ["imported"]

OURS: Final = load_game(find_game(BUILT_IN))
Importing = Callable[..., tuple[GameData, dict[str, Any]]]
_WIDTH_SHIFT: Final = 0xFEE0
"""How far the wide forms of ASCII letters lie from the plain ones."""


def _all_slots(module: OfficialModule) -> list[Element]:
    return [module.slot(counter, gpid) for gpid, counter in enumerate(module.counters, 1)]


def _only_in(module: OfficialModule, kind: str, slot: str) -> None:
    """Put all counters into at-start stacks, or decks, and none into the palette."""
    module.elsewhere |= {counter.id for counter in module.counters}
    elements = _all_slots(module)
    for element in elements:
        element.tag = f"VASSAL.build.widget.{slot}"
    for at in range(0, len(elements), 20):
        some = elements[at : at + 20]
        module.map_parts.append(component(f"module.map.{kind}", *some, name=f"S{at}", x=100 + at, y=100))


def in_stacks(module: OfficialModule) -> None:
    _only_in(module, "SetupStack", "PieceSlot")


def in_decks(module: OfficialModule) -> None:
    _only_in(module, "DrawPile", "CardSlot")


def prototypes_deep(module: OfficialModule) -> None:
    """Let the ratings of each counter come from a prototype six others away."""
    for counter in module.counters:
        name = f"Ünnermost {counter.id}"
        module.prototypes[name] = definition([counter.ratings(), basic_piece("", "", 0)])
        for level in range(5):
            outer = f"M{level} {counter.id}"
            module.prototypes[outer] = definition([trait("prototype", name=name), basic_piece("", "", 0)])
            name = outer
        if counter.by_prototype:
            module.prototypes[f"Ratings {counter.id}"] = module.prototypes[name]


def named_otherwise(module: OfficialModule) -> None:
    """Spell the names as other keyboards and programs do."""
    spellings: Sequence[Callable[[str], str]] = (
        lambda name: name.replace("-", "\u2013"), lambda name: name.replace("/", " / "), str.upper,
        lambda name: f"  {name}  ", lambda name: name.replace(" ", "\u00a0"), lambda name: name.replace(" ", "_"),
        lambda name: unicodedata.normalize("NFD", name), lambda name: f"{name}\u200b",
        lambda name: "".join(chr(ord(sign) + _WIDTH_SHIFT) if sign.isascii() and sign.isalnum() else sign
                             for sign in name),
    )  # fmt: skip
    for number, counter in enumerate(module.counters):
        counter.name = spellings[number % len(spellings)](counter.name)


def named_by_their_slots(module: OfficialModule) -> None:
    for counter in module.counters:
        counter.slot_name, counter.name = counter.name, ""


def two_maps_of_one_name(module: OfficialModule) -> None:
    single = module.build_file

    def doubled() -> Element:
        root = single()
        root.append(module._map(BOARD))
        return root

    module.build_file = doubled  # type: ignore[method-assign]


def more_slots(module: OfficialModule) -> None:
    """Bring the slots to the number of the real module, and add ten stacks of a counter each."""
    some = _all_slots(module)[:102]
    module.extra_slots += some
    for at, element in enumerate(_all_slots(module)[:10]):
        module.map_parts.append(component("module.map.SetupStack", element, name=f"S{at}", x=50 * at, y=10))


SHAPES: Final = (
    in_stacks, in_decks, prototypes_deep, named_otherwise, named_by_their_slots, two_maps_of_one_name, more_slots,
)  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES, ids=[shape.__name__ for shape in SHAPES])
def test_every_counter_and_every_hex_is_read(imported: Importing, shape: Callable[[OfficialModule], None]) -> None:
    module = official_module(OURS, 31)
    shape(module)
    game, report = imported(module)
    assert (report["units"]["matched"], report["leaders"]["matched"]) == (191, 14)
    for unit in game.units.values():
        counter = module.counter(unit.id)
        assert_side(unit.ratings, expected_ratings(counter.front, game, OURS.units[unit.id].ratings))
        for side, told in (("mounted", counter.organic), ("reduced", counter.step_differs)):
            found = getattr(unit, side)
            assert (found is not None) is told, (unit.id, side)
            if found is not None:
                assert_side(found, expected_ratings(counter.second, game, getattr(OURS.units[unit.id], side)))
    assert {leader.id: leader.command_range for leader in game.leaders.values()} == {
        counter.id: counter.leader[1] for counter in module.counters if counter.leader
    }
    for place, terrain in OURS.map.hexes.items():
        assert (game.map.hexes[place].terrain, game.map.hexes[place].source) == (terrain.terrain, Source.MODULE)


def terrain_in_other_case(module: OfficialModule) -> None:
    module.terrain["TerrainMaps/bir hacheim.TXT"] = module.terrain.pop(f"terrainMaps/{BOARD}.txt")


def no_board(module: OfficialModule) -> None:
    module.boards = ()


UNTOLD: Final = (terrain_in_other_case, no_board)


@pytest.mark.parametrize("shape", UNTOLD, ids=[shape.__name__ for shape in UNTOLD])
def test_a_map_that_is_not_found_stays_estimated_and_is_told(
    imported: Importing, shape: Callable[[OfficialModule], None]
) -> None:  # fmt: skip
    module = official_module(OURS, 32)
    shape(module)
    game, report = imported(module)
    told = [finding for finding in report["findings"] if finding["kind"] == "map-untold"]
    assert [finding["place"] for finding in told] == ["the whole map"]
    assert Source.MODULE not in {each.source for each in game.map.hexes.values()}
    assert report["units"]["matched"] == 191
