"""Recorded logs: each step replays to the facts asked for, refusals leave no trace, undo restores."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.vassal.building import PositionBuilder, saved_game
from adjudicator.vassal.comparison import compare_tables
from adjudicator.vassal.dice_building import rolled
from adjudicator.vassal.errors import BuildingError, MetadataError, PayloadError
from adjudicator.vassal.log_building import LogBuilder
from adjudicator.vassal.module_definition import DiceButton
from adjudicator.vassal.move_reports import MapReports
from adjudicator.vassal.payload import Encoding
from adjudicator.vassal.pieces import Placement
from adjudicator.vassal.replay import (
    Fact,
    PieceChanged,
    PieceCreated,
    PieceMoved,
    PieceRemoved,
    PropertyChanged,
    Replay,
    Said,
    StackReordered,
    TurnChanged,
    UndoMade,
)
from adjudicator.vassal.saved_game import open_game
from tests.support.small_game import MAP, MODULE_DATA, Game, replayed, small_game, unit


@pytest.fixture
def game() -> Game:
    return small_game()


def of_kind(facts: tuple[Fact, ...], kind: type) -> list[Fact]:
    return [fact for fact in facts if isinstance(fact, kind)]


def said(facts: tuple[Fact, ...]) -> list[str]:
    return [fact.text for fact in facts if isinstance(fact, Said)]


class TestPosition:
    def test_everything_is_read_again(self, game: Game) -> None:
        table = Replay(game.file()).initial
        assert {piece.name: table.placement(piece.id) for piece in table.units()} == {
            "First": Placement(MAP, 100, 100), "Second": Placement(MAP, 100, 100), "Third": Placement(MAP, 200, 100),
            "Marker": Placement(MAP, 200, 200), "Ace": Placement("Cards", 50, 50), "King": Placement("Cards", 50, 50),
        }  # fmt: skip
        assert [piece.name for piece in table.members(table.parents[game.first])] == ["First", "Second"]
        assert game.marker not in table.parents
        assert [deck.name for deck in table.decks()] == ["Draw pile"]
        assert table.boards == {MAP: ("Left", "0", "0", "Right/rev", "1", "0")}
        assert table.properties == {("Module", "VP"): "5"}
        assert table.turns == {"TurnTracker0": "0|1;0;true;10"}
        assert [(player.name, player.side) for player in table.players.values()] == [("Anna", "Red"), ("Bert", "Blue")]
        assert (table.notes["notes"], table.notes["public-notes"]) == ("The scenario", "Public")

    def test_pieces_have_their_slots_and_their_own_ids(self, game: Game) -> None:
        piece = Replay(game.file()).initial.pieces[game.first]
        assert (piece.id, piece.gpid) == ("1700000000000", "7")
        assert piece.persistent_properties == {"UniqueID": "1700000000000"}

    def test_members_come_before_their_stacks(self, game: Game) -> None:
        seen: set[str] = set()
        for piece_id, piece in Replay(game.file()).initial.pieces.items():
            assert set(piece.members) <= seen | {piece_id}
            seen.add(piece_id)

    @pytest.mark.parametrize(("players_decide", "command"), [(True, "UNMASK\tnull\x1b"), (False, "")])
    def test_an_empty_game(self, players_decide: bool, command: str) -> None:
        tree = PositionBuilder(first_id=1, players_decide_unmasking=players_decide).tree()
        assert saved_game(tree, MODULE_DATA, date_saved=1, vassal_version="3.7.0").text == (
            f"begin_save\x1b\x1b{command}SETUP_STACK\t\x1bend_save"
        )

    def test_the_metadata(self, game: Game) -> None:
        metadata = game.file().save_metadata
        assert metadata is not None
        assert (metadata.version, metadata.vassal_version, metadata.date_saved) == ("1.2", "3.7.0", "1")
        assert game.file().entries["moduledata"] == MODULE_DATA

    def test_going_on_keeps_what_a_save_holds(self, game: Game) -> None:
        game.log.roll(DiceButton("1d6", dice=1), 4)
        replay = Replay(game.file())
        replay.steps()
        following = PositionBuilder.after(replay, first_id=1_800_000_000_000)
        text = saved_game(following.tree(), MODULE_DATA, date_saved=1, vassal_version="3.7.0").text
        assert "EXT\tWinter\t1.0" in text
        assert "1d6_result" not in text
        assert following.table.properties["Module", "1d6_result"] == "4"

    @pytest.mark.parametrize("encoding", Encoding)
    def test_every_encoding(self, game: Game, encoding: Encoding) -> None:
        game.log.say("Grüße, 日本 🎲")
        built = saved_game(game.log.tree(), MODULE_DATA, date_saved=1, vassal_version="3.7.0", encoding=encoding)
        again = open_game(built.archive_bytes())
        assert again.payload.encoding is encoding
        assert again.text == built.text

    def test_the_default_is_what_every_engine_reads(self, game: Game) -> None:
        assert game.file().payload.encoding is Encoding.VCSK

    def test_bad_words_for_the_file(self, game: Game) -> None:
        with pytest.raises(MetadataError):
            saved_game(game.log.tree(), b"no XML", date_saved=1, vassal_version="3.7.0")
        with pytest.raises(MetadataError):
            saved_game(game.log.tree(), MODULE_DATA, date_saved=1, vassal_version="3.7.0", comment="\0")
        built = saved_game(game.log.tree(), MODULE_DATA, date_saved=1, vassal_version="3.7.0", key=256)
        with pytest.raises(PayloadError):
            built.archive_bytes()


class TestSteps:
    def test_talk(self, game: Game) -> None:
        game.log.say("Hello <all>")
        assert game.last() == (Said("&lt;Anna&gt; - Hello <all>"),)

    def test_move_to_free_ground(self, game: Game) -> None:
        game.log.move(game.second, 300, 300)
        moved, changed, report = game.last()
        assert isinstance(moved, PieceMoved)
        assert (moved.origin, moved.target, moved.player) == (
            Placement(MAP, 100, 100), Placement(MAP, 300, 300), "anna-example",
        )  # fmt: skip
        assert isinstance(changed, PieceChanged)
        assert [(c.name, c.new) for c in changed.changes] == [("Moved", "true")]
        assert report == Said("* Second: offboard to offboard")
        assert game.log.stack_of(game.second) == (game.second,)

    def test_move_of_a_stack_onto_another(self, game: Game) -> None:
        game.log.move(game.log.stack_of(game.first), 200, 100)
        assert len(of_kind(game.last(), PieceMoved)) == 2
        assert game.log.stack_of(game.third) == (game.third, game.first, game.second)
        assert said(game.last()) == ["* First, Second: offboard to offboard"]

    def test_move_onto_a_loose_piece_makes_a_stack(self, game: Game) -> None:
        game.log.move(game.third, 300, 300)
        game.log.undo()
        game.log.move(game.first, 200, 100)
        assert game.log.stack_of(game.third) == (game.third, game.first)
        replayed(game.log)

    def test_a_piece_that_never_stacks_stays_alone(self, game: Game) -> None:
        game.log.move(game.marker, 100, 100)
        assert game.log.stack_of(game.marker) == (game.marker,)
        assert said(game.last()) == ["* Marker: offboard to offboard"]
        game.log.move(game.third, 200, 200)
        replayed(game.log)

    def test_move_to_another_map_is_worded_by_that_map(self, game: Game) -> None:
        game.log.move(game.first, 10, 10, map_name="Cards")
        assert said(game.last()) == ["* First from Main Map"]

    def test_hidden_pieces_move_without_their_name(self, game: Game) -> None:
        game.log.change(game.first, "hide", "anna-example")
        game.log.move((game.first, game.second), 300, 300)
        assert said(game.last()) == ["* Second: offboard to offboard", "* ?: ? to ?"]

    def test_marking_can_be_switched_off(self, game: Game) -> None:
        silent = LogBuilder(PositionBuilder.after(Replay(game.file()), first_id=1), "bert-example",
                            reports={MAP: MapReports(mark_moved=False)})  # fmt: skip
        silent.move(game.first, 300, 300)
        (fact,) = replayed(silent)[-1].facts
        assert isinstance(fact, PieceMoved)

    @pytest.mark.parametrize(
        ("access", "owner"), [("side:", "Red"), ("sides:Red:Blue", "Red"), ("player:", "anna-example")]
    )
    def test_a_card_drawn_face_down_is_masked(self, access: str, owner: str) -> None:
        game = small_game(access)
        game.log.move(game.cards[1], 150, 50)
        moved, changed, report = game.last()
        assert isinstance(moved, PieceMoved)
        assert (moved.origin_deck, moved.target_deck) == ("Draw pile", None)
        assert isinstance(changed, PieceChanged)
        assert ("obs;", owner) in [(change.name, change.new) for change in changed.changes]
        assert report == Said("* a card: Draw pile to offboard")

    def test_a_card_drawn_face_up_is_not(self) -> None:
        game = small_game(face_down=False)
        game.log.move(game.cards[1], 150, 50)
        assert not of_kind(game.last(), PieceChanged)
        assert said(game.last()) == ["* King: Draw pile to offboard"]

    @pytest.mark.parametrize("left", [0, 1])
    def test_a_card_put_back(self, left: int) -> None:
        game = small_game()
        for card in game.cards[left:]:
            game.log.move(card, 150, 50)
        game.log.move(game.cards[1], 50, 50)
        (moved,) = of_kind(game.last(), PieceMoved)
        assert isinstance(moved, PieceMoved)
        assert moved.target_deck == "Draw pile"
        assert game.log.stack_of(game.cards[1])[-1] == game.cards[1]

    @pytest.mark.parametrize(
        ("trait", "value", "changed"),
        [
            ("Worn", "2", ("Worn_Level", "-1", "2")),
            ("Steps", "1", ("Steps", "2", "1")),
            ("Note", "dug in / \t;|", ("Note", "", "dug in / \t;|")),
            ("Facing", "3", ("Facing_Facing", "1", "4")),
            ("markmoved", "true", ("Moved", "false", "true")),
            ("hide", "Red", ("hiddenBy", "", "Red")),
        ],
    )
    def test_changes(self, game: Game, trait: str, value: str, changed: tuple[str, str, str]) -> None:
        game.log.change(game.third, trait, value, report="so it is")
        fact, report = game.last()
        assert isinstance(fact, PieceChanged)
        assert changed in [(change.name, change.old, change.new) for change in fact.changes]
        assert report == Said("* so it is")

    def test_a_silent_change_says_nothing(self, game: Game) -> None:
        game.log.change(game.third, "Worn", "1")
        (fact,) = game.last()
        assert isinstance(fact, PieceChanged)

    def test_create(self, game: Game) -> None:
        new = game.log.create(unit("New"), MAP, 300, 300)
        created, report = game.last()
        assert isinstance(created, PieceCreated)
        assert (created.piece.id, created.piece.name, created.placement) == (new, "New", Placement(MAP, 300, 300))
        assert report == Said("* new New")

    def test_create_on_a_stack(self, game: Game) -> None:
        new = game.log.create(unit("New"), MAP, 100, 100)
        assert game.log.stack_of(new) == (game.first, game.second, new)
        replayed(game.log)

    def test_delete(self, game: Game) -> None:
        game.log.delete(game.second, report="gone")
        removed, report = game.last()
        assert isinstance(removed, PieceRemoved)
        assert (removed.piece.name, removed.placement) == ("Second", Placement(MAP, 100, 100))
        assert report == Said("* gone")

    def test_dice(self, game: Game) -> None:
        button = DiceButton("2d6", report_format="** $name$ = $result$ ($numericalTotal$) *** &lt;$PlayerName$&gt;")
        game.log.roll(button, 3, 5)
        assert game.last() == (
            Said("*** 2d6 = 3,5 (8) *** &lt;Anna&gt;"),
            PropertyChanged("2d6_result", "Module", "1", "3,5"),
            PropertyChanged("2d6_total", "Module", "0", "8"),
            PropertyChanged("2d6_keep", "Module", "0", "2"),
            PropertyChanged("2d6_summary", "Module", "", "3 x1, 5 x1"),
        )
        game.log.roll(button, 5, 5)
        assert PropertyChanged("2d6_summary", "Module", "3 x1, 5 x1", "5 x2") in game.last()

    def test_property(self, game: Game) -> None:
        game.log.set_property("VP", "6", report="one more")
        assert game.last() == (PropertyChanged("VP", "Module", "5", "6"), Said("* one more"))

    def test_turn(self, game: Game) -> None:
        game.log.set_turn("TurnTracker0", "0|2;0;true;10", report="Turn 2")
        assert game.last() == (Said("* Turn 2"), TurnChanged("TurnTracker0", "0|1;0;true;10", "0|2;0;true;10"))
        game.log.set_turn("TurnTracker0", "0|3;0;true;10")
        assert game.last() == (TurnChanged("TurnTracker0", "0|2;0;true;10", "0|3;0;true;10"),)


ACTIONS: tuple[Callable[[Game], object], ...] = (
    lambda game: game.log.move(game.second, 300, 300),
    lambda game: game.log.move((game.first, game.second), 200, 100),
    lambda game: game.log.move(game.cards[1], 150, 50),
    lambda game: game.log.change(game.first, "Worn", "1", report="worn"),
    lambda game: game.log.create(unit("New"), MAP, 300, 300),
    lambda game: game.log.create(unit("New"), MAP, 100, 100),
    lambda game: game.log.delete(game.second, report="gone"),
    lambda game: game.log.delete(game.third),
    lambda game: game.log.roll(DiceButton("1d6", dice=1), 4),
    lambda game: game.log.set_property("VP", "6"),
    lambda game: game.log.set_turn("TurnTracker0", "0|2;0;true;10"),
)


class TestUndo:
    @pytest.mark.parametrize("action", ACTIONS)
    def test_what_was_done_is_taken_back(self, game: Game, action: Callable[[Game], object]) -> None:
        action(game)
        game.log.undo()
        steps = replayed(game.log)
        assert UndoMade(1) in steps[-1].facts
        replay = Replay(game.file())
        replay.steps()
        assert compare_tables(replay.initial, replay.table) == ()

    def test_two_steps_back(self, game: Game) -> None:
        game.log.change(game.first, "Worn", "1")
        game.log.change(game.first, "Worn", "2")
        game.log.undo()
        game.log.undo()
        assert [fact for step in replayed(game.log) for fact in step.facts if isinstance(fact, UndoMade)] == [
            UndoMade(2), UndoMade(1),
        ]  # fmt: skip
        assert game.log.table.pieces[game.first].trait_states[1] == "-1"

    def test_nothing_to_undo(self, game: Game) -> None:
        with pytest.raises(BuildingError):
            game.log.undo()
        game.log.say("Hello")
        game.log.undo()
        with pytest.raises(BuildingError):
            game.log.undo()

    def test_an_undo_is_not_undone(self, game: Game) -> None:
        for _ in range(2):
            game.log.say("Hello")
            game.log.undo()
        with pytest.raises(BuildingError):
            game.log.undo()

    def test_chat_is_taken_back_in_words(self, game: Game) -> None:
        game.log.post("Hello")
        game.log.undo()
        assert said(game.last()) == ["* UNDO: Hello"]


class TestRefusals:
    BAD: tuple[Callable[[Game], object], ...] = (
        lambda game: game.log.move("no such piece", 1, 1),
        lambda game: game.log.move((), 1, 1),
        lambda game: game.log.move((game.first, game.first), 1, 1),
        lambda game: game.log.move((game.first, game.third), 200, 100),
        lambda game: game.log.move(game.log.table.parents[game.first], 1, 1),
        lambda game: game.log.change(game.first, "No such trait", "1"),
        lambda game: game.log.change(game.first, "Worn", "3"),
        lambda game: game.log.change(game.first, "Worn", "0"),
        lambda game: game.log.change(game.first, "Worn", "-1"),
        lambda game: game.log.change(game.first, "Worn", "x"),
        lambda game: game.log.change(game.first, "Facing", "6"),
        lambda game: game.log.change(game.first, "markmoved", "yes"),
        lambda game: game.log.change(game.first, "Steps", "ends with \\"),
        lambda game: game.log.change(game.marker, "immob", ""),
        lambda game: game.log.change(game.first, "Steps", "1", report="ends with \\"),
        lambda game: game.log.say("ends with \\"),
        lambda game: game.log.set_property("VP", "ends with \\"),
        lambda game: game.log.set_turn("TurnTracker9", "0"),
        lambda game: game.log.roll(DiceButton("1d6", dice=1), 7),
        lambda game: game.log.roll(DiceButton("1d6", dice=1), 0),
        lambda game: game.log.roll(DiceButton("1d6", dice=1)),
        lambda game: game.log.delete("no such piece"),
        lambda game: game.log.point(MAP, "01.01"),
        lambda game: game.log.stack_of("no such piece"),
    )

    @pytest.mark.parametrize("action", BAD)
    def test_a_refused_step_leaves_no_trace(self, game: Game, action: Callable[[Game], object]) -> None:
        game.log.change(game.first, "Steps", "7")
        before = game.file().text
        with pytest.raises(BuildingError):
            action(game)
        assert game.file().text == before
        game.log.move(game.first, 300, 300)
        other = small_game()
        other.log.change(other.first, "Steps", "7")
        other.log.move(other.first, 300, 300)
        assert game.file().text == other.file().text

    def test_a_player_without_a_seat(self) -> None:
        with pytest.raises(BuildingError):
            LogBuilder(PositionBuilder(first_id=1), "nobody-example")

    def test_texts_that_vassal_cannot_hold(self) -> None:
        start = PositionBuilder(first_id=1)
        start.set_property("VP", "ends with \\")
        with pytest.raises(BuildingError):
            start.tree()
        start = PositionBuilder(first_id=1)
        start.set_notes("ends with \\")
        with pytest.raises(BuildingError):
            saved_game(start.tree(), MODULE_DATA, date_saved=1, vassal_version="3.7.0")


@pytest.mark.parametrize(
    ("button", "faces", "result", "total", "kept"),
    [
        (DiceButton("d", "", 3, 6), (6, 1, 3), "6,1,3", "10", "3"),
        (DiceButton("d", "", 3, 6, sort=True), (6, 1, 3), "1,3,6", "10", "3"),
        (DiceButton("d", "", 2, 6, plus=1, add_to_total=10), (6, 1), "7,2", "19", "2"),
        (DiceButton("d", "", 2, 6, report_total=True), (6, 1), "7", "7", "2"),
        (DiceButton("d", "", 3, 6, keep=">", keep_count=3), (6, 1, 3), "6,3", "9", "2"),
        (DiceButton("d", "", 3, 6, keep="<", keep_count=3), (6, 1, 3), "1,3", "4", "2"),
        (DiceButton("d", "", 3, 6, keep="=", keep_count=3), (6, 1, 3), "3", "3", "1"),
        (DiceButton("d", "", 3, 6, keep="l", keep_count=2), (6, 1, 3), "3,6", "9", "2"),
        (DiceButton("d", "", 3, 6, keep="s", keep_count=2), (6, 1, 3), "1,3", "4", "2"),
        (DiceButton("d", "", 3, 6, keep="s", keep_count=9), (6, 1, 3), "1,3,6", "10", "3"),
        (DiceButton("d", "", 3, 6, keep="=", keep_count=9), (6, 1, 3), "", "0", "0"),
    ],
)
def test_dice_buttons(button: DiceButton, faces: tuple[int, ...], result: str, total: str, kept: str) -> None:
    roll = rolled(button, faces, {"playerName": "Anna"})
    assert [new for _, _, new in roll.properties][:3] == [result, total, kept]
    assert roll.line == f"*** d = {result} *** &lt;Anna&gt;"


@pytest.mark.parametrize(("report", "line"), [("", ""), ("$result1$!", "* 4!"), ("*$result$", "**4")])
def test_dice_reports(report: str, line: str) -> None:
    assert rolled(DiceButton("d", "", 1, 6, report_format=report), (4,), {}).line == line


PLACES = [(100, 100), (200, 100), (200, 200), (300, 300), (50, 50)]
PLAY = st.lists(
    st.one_of(
        st.tuples(st.just("move"), st.integers(0, 5), st.sampled_from(PLACES), st.sampled_from([MAP, "Cards"])),
        st.tuples(st.just("stack"), st.integers(0, 5), st.sampled_from(PLACES), st.just(MAP)),
        st.tuples(st.just("worn"), st.integers(0, 2), st.sampled_from([(1, 0), (2, 0), (-2, 0)]), st.just(MAP)),
        st.tuples(st.just("undo"), st.just(0), st.just((0, 0)), st.just(MAP)),
        st.tuples(st.just("delete"), st.integers(0, 5), st.just((0, 0)), st.just(MAP)),
    ),
    max_size=12,
)


@settings(derandomize=True, deadline=None, max_examples=150)
@given(PLAY)
def test_any_play_replays_to_the_builders_table(play: list[tuple[str, int, tuple[int, int], str]]) -> None:
    game = small_game()
    pieces = (game.first, game.second, game.third, game.marker, *game.cards)
    for verb, index, (x, y), map_name in play:
        piece = pieces[index]
        try:
            if verb == "move":
                game.log.move(piece, x, y, map_name=map_name)
            elif verb == "stack":
                game.log.move(game.log.stack_of(piece), x, y, map_name=map_name)
            elif verb == "worn":
                game.log.change(piece, "Worn", str(x))
            elif verb == "delete":
                game.log.delete(piece)
            else:
                game.log.undo()
        except BuildingError:
            continue
    replayed(game.log)
    assert not of_kind(tuple(fact for step in replayed(game.log) for fact in step.facts), StackReordered)
