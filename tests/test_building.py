"""Games built in memory: prototypes, positions, and steps compared with what the engine itself wrote."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator.vassal.building import PositionBuilder, lasting_pairs
from adjudicator.vassal.commands import AddPiece, MovePiece
from adjudicator.vassal.errors import LimitExceeded, ModuleError, StreamError
from adjudicator.vassal.limits import Limits
from adjudicator.vassal.log_building import LogBuilder
from adjudicator.vassal.module import read_module
from adjudicator.vassal.module_definition import ModuleDefinition
from adjudicator.vassal.move_reports import MapReports
from adjudicator.vassal.pieces import join_chain
from adjudicator.vassal.prototypes import expand_prototypes
from adjudicator.vassal.replay import Replay
from adjudicator.vassal.saved_game import SavedGame, open_game
from adjudicator.vassal.stream import Group, Node, encode_stream, leaves
from tests.support.corpus import corpus_file

CASES = Path(__file__).parent / "cases" / "building"
EXAMPLES = Path(__file__).parents[1] / "examples"


def cases(name: str, table: str) -> list[dict[str, Any]]:
    with (CASES / name).open("rb") as stream:
        found: list[dict[str, Any]] = tomllib.load(stream)[table]
    return found


def numbered(text: str, ids: dict[str, str]) -> str:
    """Replace the ids of pieces by numbers in the order of their coming."""
    return re.sub(r"\b\d{13}\b", lambda match: ids.setdefault(match.group(), f"#{len(ids)}"), text)


def definition(text: str) -> str:
    """Turn the cases' form of a piece into a definition."""
    type_text, state = text.split(" / ")
    levels = [[level.strip() for level in part.split(" > ")] for part in (type_text, state)]
    return AddPiece("null", join_chain(levels[0]), join_chain(levels[1])).encode()


class TestPrototypes:
    @pytest.mark.parametrize("case", cases("prototypes.toml", "case"), ids=lambda case: case["name"])
    def test_case(self, case: dict[str, Any]) -> None:
        prototypes = {name: definition(text) for name, text in case.get("prototypes", {}).items()}
        if "error" in case:
            with pytest.raises(ModuleError) as caught:
                expand_prototypes(definition(case["piece"]), prototypes)
            assert str(caught.value) == case["error"]
            return
        piece = expand_prototypes(definition(case["piece"]), prototypes)
        types = [*(trait.type.text for trait in piece.traits), piece.type.basic.text]
        assert [list(pair) for pair in zip(types, piece.trait_states, strict=True)] == case["levels"]

    def test_no_definition(self) -> None:
        with pytest.raises(StreamError):
            expand_prototypes("M/no/piece/0/0", {})

    def test_prototypes_that_grow_each_other_are_stopped(self) -> None:
        prototypes = {
            f"P{n}": definition(f"prototype;P{n + 1} > prototype;P{n + 1} > piece;;;; /  >  > null;0;0;;0")
            for n in range(60)
        }
        prototypes["P60"] = definition("piece;;;; / null;0;0;;0")
        with pytest.raises(LimitExceeded):
            expand_prototypes(definition("prototype;P0 > piece;;;;X /  > null;0;0;;0"), prototypes)

    def test_a_long_chain_of_prototypes_is_stopped(self) -> None:
        prototypes = {f"P{n}": definition(f"prototype;P{n + 1} > piece;;;; /  > null;0;0;;0") for n in range(5000)}
        with pytest.raises(LimitExceeded):
            expand_prototypes(definition("prototype;P0 > piece;;;;X /  > null;0;0;;0"), prototypes)

    def test_parameters_that_grow_are_stopped(self) -> None:
        prototypes = {
            f"P{n}": definition(f"prototype;P{n + 1};x=$x$$x$ > mark;$x$ > piece;;;; /  >  > null;0;0;;0")
            for n in range(100)
        }
        with pytest.raises(LimitExceeded):
            expand_prototypes(
                definition("prototype;P0;x=ab > piece;;;;X /  > null;0;0;;0"), prototypes, Limits(text_bytes=100_000)
            )


def test_lasting_properties_are_in_the_order_of_the_engine() -> None:
    names = ("UniqueID", "OldX", "OldY", "OldMap", "OldBoard", "OldZone", "OldLocationName", "OldDeckName")
    pairs = lasting_pairs(dict.fromkeys((*names, "ClickedX", "ClickedY"), "v"))
    assert pairs[::2] == ["10", *["v"] * 10]
    assert pairs[1::2] == [
        "OldZone", "ClickedX", "UniqueID", "OldLocationName", "OldDeckName", "ClickedY", "OldX", "OldY", "OldBoard",
        "OldMap",
    ]  # fmt: skip
    assert lasting_pairs({}) == ["0"]


class TestAgainstTheEnginesFiles:
    """Positions and steps of the corpus, built again; ids of new stacks aside."""

    FILES = ("mail-1.vlog", "mail-2.vlog", "v38-mail-1.vlog", "deck.vlog", "big.vlog", "mail-1-end.vsav",
             "deck-end.vsav", "big.vsav")  # fmt: skip

    @pytest.mark.parametrize("name", FILES)
    def test_positions_are_written_again(self, name: str) -> None:
        game = open_game(corpus_file(f"engine/{name}"))
        built = PositionBuilder.after(Replay(game), first_id=1).tree()
        engine = Group(tuple(game.tokens[: game.position_end]))
        # the engine has pieces of equal rank in the order of a hash table
        assert sorted(leaf.text for leaf in leaves(built)) == sorted(leaf.text for leaf in leaves(engine))
        assert [len(_texts(node)) for node in built.children] == [len(_texts(node)) for node in engine.children]

    def test_a_position_is_written_to_the_letter(self) -> None:
        game = open_game(corpus_file("engine/mail-1.vlog"))
        built = PositionBuilder.after(Replay(game), first_id=1).tree()
        assert encode_stream(built) == encode_stream(Group(tuple(game.tokens[: game.position_end])))

    @pytest.mark.parametrize(
        ("name", "module", "moves"), [("big", "big", 300), ("deck", "mini", 3), ("mail-2", "mini", 2)]
    )
    def test_moves(self, name: str, module: str, moves: int) -> None:
        game = open_game(corpus_file(f"engine/{name}.vlog"))
        player = next(c.player for step in game.steps for c in step if isinstance(c, MovePiece) and c.player)
        log = _log_from(game, read_module(corpus_file(f"engine/{module}.vmod")), player)
        engine_ids: dict[str, str] = {}
        our_ids: dict[str, str] = {}
        made = 0
        for node, commands in zip(game.step_nodes, game.steps, strict=True):
            moved = [command for command in commands if isinstance(command, MovePiece)]
            if moved:
                log.move(moved[0].id, int(moved[0].x), int(moved[0].y))
                made += 1
                assert numbered(_last(log), our_ids) == numbered(encode_stream(node), engine_ids)
        assert made == moves

    def test_a_whole_session(self) -> None:
        """Every step of mail-1.vlog but the two without any content (a key that did nothing, and its undo)."""
        game = open_game(corpus_file("engine/mail-1.vlog"))
        module = read_module(corpus_file("engine/mini.vmod"))
        log = _log_from(game, module, "pw-anna")
        red, blue = (next(p.id for p in log.table.units() if p.name == name) for name in ("1st Red", "1st Blue"))
        # the engine fills in what the module's definition leaves out
        placed = next(c for step in game.steps for c in step if isinstance(c, AddPiece) and c.type != "stack")
        state = log.table.pieces[red].with_basic_fields(["null", "0", "0", "1", "0"]).state
        slot = AddPiece("null", placed.type, state)
        actions: list[Callable[[], object]] = [
            lambda: log.post("<Anna> - Turn 1, Red begins. Grüße aus Köln."),
            lambda: log.move(red, *log.point("Main Map", "03.02")),
            lambda: log.move(red, *log.point("Main Map", "04.02")),
            lambda: log.roll(module.dice_buttons[0], 1),
            lambda: log.move(blue, *log.point("Main Map", "04.03")),
            log.undo,
            lambda: log.create(slot.encode(), "Main Map", *log.point("Main Map", "06.04")),
            lambda: log.roll(module.dice_buttons[0], 4),
            lambda: log.post("<Anna> - Your turn"),
        ]
        nodes = [node for node in game.step_nodes if any(leaf.text != "LOG\tnull" for leaf in leaves(node))]
        nodes = [node for node in nodes if set(_texts(node)) != {"LOG\tUNDO\ttrue", "LOG\tnull", "LOG\tUNDO\tfalse"}]
        engine_ids: dict[str, str] = {}
        our_ids: dict[str, str] = {}
        for action, node in zip(actions, nodes, strict=True):
            action()
            assert numbered(_last(log), our_ids) == numbered(encode_stream(node), engine_ids)


def _texts(node: Node) -> list[str]:
    return [leaf.text for leaf in leaves(node)]


def _last(log: LogBuilder) -> str:
    return encode_stream(log.tree().children[-1])


def _log_from(game: SavedGame, module: ModuleDefinition, player: str, reports: MapReports | None = None) -> LogBuilder:
    start = PositionBuilder.after(
        Replay(game),
        first_id=9_000_000_000_000,
        prototypes={name: prototype.piece.text for name, prototype in module.prototypes.items()},
    )
    layouts = {each.name: each.default_layout() for each in module.maps}
    return LogBuilder(start, player, layouts=layouts, reports=dict.fromkeys(layouts, reports) if reports else None)


class TestAgainstTheEngineOnTheExample:
    """Actions on the example module, with what the engine made of them."""

    def test_every_action(self) -> None:
        move = "$pieceName$ moves $previousLocation$ &rarr; $location$ *"
        actor = _Actor(MapReports(move, move, "$pieceName$ placed in $location$ *"))
        ids: dict[str, str] = {}
        for case in cases("engine_steps.toml", "step"):
            verb, *words = case["do"]
            getattr(actor, verb)(*words)
            ours = numbered(_last(actor.log), ids).replace("\t", "→").replace("\x1b", "\n")
            assert ours == case["text"], case["do"]


class _Actor:
    """The actions of the case file, done with a builder."""

    def __init__(self, reports: MapReports) -> None:
        self.module = read_module(EXAMPLES / "skirmish.vmod")
        game = open_game(EXAMPLES / "skirmish-start.vsav")
        self.log = _log_from(game, self.module, "anna-example", reports)

    def piece(self, name: str) -> str:
        return next(piece.id for piece in self.log.table.units() if piece.name == name)

    def at(self, location: str) -> tuple[int, int]:
        return self.log.point("Alder Ford", location)

    def say(self, text: str) -> None:
        self.log.say(text)

    def drag(self, names: str, location: str) -> None:
        self.log.move([self.piece(name) for name in names.split(", ")], *self.at(location))

    def card(self, name: str, place: str) -> None:
        """Drag the second of the two cards of a name."""
        card = [piece.id for piece in self.log.table.units() if piece.name == name][1]
        self.log.move(card, *{"Amber hand": (96, 95), "Event deck": (230, 95)}[place])

    def reveal(self, name: str) -> None:
        card = next(p.id for p in self.log.table.units() if p.name == name and self.log.table.deck_of(p.id) is None)
        self.log.change(card, "obs", "", report=f"{name} is turned over")

    def flip(self, name: str) -> None:
        self.log.change(self.piece(name), "Worn", "1", report=f"{name} becomes {name} (worn) in 06.04")

    def roll(self, face: str) -> None:
        self.log.roll(self.module.dice_buttons[0], int(face))

    def points(self, value: str) -> None:
        report = f"Anna: Amber's points from {int(value) - 1} to {value}"
        self.log.set_property("AmberPoints", value, report=report)

    def turn(self, side: str) -> None:
        state = self.log.table.turns["TurnTracker0"].replace("-1;0", "-1;1")
        self.log.set_turn("TurnTracker0", state, report=f"Turn 1 - Amber ends, Turn 1 - {side} begins")

    def smoke(self, location: str) -> None:
        slot = next(slot for slot in self.module.piece_slots if slot.entry_name == "Smoke")
        self.log.create(slot, "Alder Ford", *self.at(location))

    def delete(self, name: str) -> None:
        self.log.delete(self.piece(name), report=f"{name} is removed")

    def undo(self) -> None:
        self.log.undo()
