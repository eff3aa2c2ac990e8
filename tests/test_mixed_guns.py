"""Face-down guns are mixed by their owner in a deck of his own: nobody can tell afterwards which of them is a dummy."""

from __future__ import annotations

from adjudicator.audit.dice import load_patterns
from adjudicator.audit.findings import Weight
from adjudicator.module_layout.saved_position import saved_position
from adjudicator.referee.pipeline import referee_game
from adjudicator.rules.ruling import Verdict
from adjudicator.vassal.building import PositionBuilder, saved_game
from adjudicator.vassal.properties import masked_by, piece_properties
from adjudicator.vassal.prototypes import expand_prototypes
from adjudicator.vassal.replay import Replay
from adjudicator.vassal.saved_game import open_game
from adjudicator.vassal.stream import Node
from tests.random_play import agreed_book
from tests.self_play import play_kit, setup
from tests.support.built_module import built_module, workpiece
from tests.test_module_comforts import part
from vmod_builder.decks import mixing_decks

GAME = workpiece().game
DECK = "French guns"


def test_only_the_owner_and_the_referee_reach_the_deck() -> None:
    window = part(built_module().build_file, f"VASSAL.build.module.Map[@mapName='{DECK}']")
    deck = part(window, "VASSAL.build.module.map.DrawPile")
    wanted = {
        "name": DECK, "deckRestrictAccess": "true", "deckOwners": "French,Referee", "shuffle": "Always",
        "faceDown": "Always", "drawFaceUp": "false", "owningBoard": DECK,
    }  # fmt: skip
    assert {name: deck.get(name) for name in wanted} == wanted
    assert [each.name for each in mixing_decks(GAME)] == [DECK]


def test_what_can_hide_can_be_mixed_and_nobody_else_chooses_it() -> None:
    plan = built_module().plan
    for unit in GAME.units.values():
        traits = expand_prototypes(plan.slots[f"unit-{unit.id}"].definition, plan.prototypes).type.traits
        back = [at for at, trait in enumerate(traits) if trait.id == "return"]
        assert len(back) == bool(unit.hidden_as)
        for at in back:
            assert (traits[at].text_field("deck"), traits[at].text_field("command")) == (
                DECK,
                "Mix with the other guns",
            )
            assert at > next(index for index, trait in enumerate(traits) if trait.id == "obs")


def test_every_setup_has_the_deck_and_says_how_to_mix() -> None:
    for scenario in GAME.scenarios.values():
        table = Replay(open_game(built_module().entries[f"scenario-{scenario.number}.vsav"])).table
        assert DECK in [deck.name for deck in table.decks()]
        hides = any(group.hidden for group in scenario.setup)
        assert ("Mix with the other guns" in " ".join(table.notes["notes"].split("|"))) == hides


def test_guns_that_were_mixed_lie_face_down_where_they_were_dragged() -> None:
    save, kit = setup(1), play_kit()
    start = PositionBuilder.after(Replay(save), first_id=1_800_000_000_000)
    start.add_player("anna-example", "Anna", "French")
    before = saved_position(start.table, GAME, scenario=1).position
    hidden = [unit for unit, state in before.units.items() if state.hidden]
    assert len(hidden) > 1
    log = kit.log(start, "anna-example")
    pieces = {piece_properties(piece).get("UnitId", ""): piece.id for piece in log.table.units()}
    for unit in hidden:
        log.put_back(pieces[unit], report="Gun Unit is put among the guns to be mixed")
    assert not any(state.hidden for state in saved_position(log.table, GAME, scenario=1).position.units.values())
    drawn = list(reversed([before.units[unit].place for unit in hidden]))
    for unit, place in zip(hidden, drawn, strict=True):
        at = kit.place(place)
        log.move(pieces[unit], at.x, at.y, map_name=at.map)
    after = saved_position(log.table, GAME, scenario=1).position
    assert [after.units[unit].place for unit in hidden] == drawn
    assert all(after.units[unit].hidden for unit in hidden)
    assert {masked_by(log.table.pieces[pieces[unit]]) for unit in hidden} == {"French"}
    files = [open_game(_saved(log.tree()), name="mail-01.vlog")]
    game = referee_game(files, agreed_book(), load_patterns(()), previous=save, module=kit.module)
    assert [
        [finding.text for finding in entry.findings] for entry in game.entries if entry.verdict is not Verdict.LEGAL
    ] == []
    assert not any(each.weight > Weight.NOTE for mail in game.logs for each in mail.audit.findings)
    assert {unit: game.end.units[unit].place for unit in hidden} == dict(zip(hidden, drawn, strict=True))


def _saved(tree: Node) -> bytes:
    return saved_game(tree, built_module().plan.module_data, date_saved=0, vassal_version="3.7.0").archive_bytes()
