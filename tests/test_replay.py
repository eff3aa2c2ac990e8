"""Logs replayed: the facts of each step, undone steps, contradictions, and the ends that the engine saved."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.vassal.commands import Chat, Command, decode_command
from adjudicator.vassal.comparison import compare_tables
from adjudicator.vassal.errors import LimitExceeded
from adjudicator.vassal.limits import Limits
from adjudicator.vassal.pieces import Piece, Placement
from adjudicator.vassal.replay import (
    Contradiction,
    DeckChanged,
    Fact,
    PieceChanged,
    PieceCreated,
    PieceMoved,
    PieceRemoved,
    PropertyChange,
    PropertyChanged,
    Replay,
    RosterChanged,
    Said,
    StackReordered,
    Step,
    Symbol,
    TurnChanged,
    UndoMade,
    UnknownSeen,
    property_changes,
)
from adjudicator.vassal.saved_game import open_game
from adjudicator.vassal.stream import Node
from adjudicator.vassal.table import Table
from adjudicator.vassal.undo import UndoPointer
from tests.support.corpus import NESTED_TRAITS, corpus_file, corpus_files
from tests.support.invariants import check_table
from tests.support.synthetic import (
    CARDS,
    COUNTER_TRAITS,
    DECK,
    LOOSE,
    MAP,
    OTHER,
    STACK,
    UNIT,
    archive,
    change,
    counter,
    small_log,
    small_position,
    stack,
    step,
    stream,
)

_OLD_PROPERTIES = ("Old", "Clicked")
"""Lasting properties of moved pieces: logs do not hold them."""


def replay_of(*steps: Node) -> Replay:
    return Replay(open_game(archive(stream([*small_position(), *steps]))))


def only_step(*commands: Command | str) -> Step:
    (only,) = replay_of(step(*commands)).steps()
    return only


def facts_of(*commands: Command | str) -> list[Fact]:
    return list(only_step(*commands).facts)


def test_every_step_of_a_small_log() -> None:
    replay = Replay(open_game(archive(small_log())))
    kinds = [[type(fact).__name__ for fact in step.facts] for step in replay]
    assert kinds == [
        ["Said"], ["PieceMoved", "PieceMoved", "Said"], ["PieceMoved"], ["PieceChanged"],
        ["UndoMade", "PieceChanged", "Said"], ["Said", "PropertyChanged"], ["PieceCreated"], ["PieceRemoved"],
        ["PieceMoved"], ["DeckChanged"], ["Said", "TurnChanged"], ["Symbol", "Symbol", "Symbol"], ["RosterChanged"],
        ["UnknownSeen"],
    ]  # fmt: skip
    check_table(replay.table)
    assert replay.table.placement(UNIT) == Placement(MAP, 300, 300)
    assert replay.table.turns["TurnTracker0"].startswith("0|4;")


def test_the_table_after_any_step() -> None:
    replay = Replay(open_game(archive(small_log())))
    for number, _step in enumerate(replay, 1):
        assert compare_tables(replay.table, replay.table_after(number)) == ()
    assert compare_tables(replay.table_after(0), replay.initial) == ()
    assert len(replay.steps()) == 14
    for number in (-1, 15):
        with pytest.raises(IndexError, match="steps 1 to 14"):
            replay.table_after(number)


def test_a_stack_moves() -> None:
    facts = facts_of(f"M/{STACK}/{MAP}/140/220/null/{MAP}/100/200/null/secret-one")
    assert [type(fact) for fact in facts] == [PieceMoved, PieceMoved]
    for fact, piece_id in zip(facts, (UNIT, OTHER), strict=True):
        assert isinstance(fact, PieceMoved)
        assert (fact.piece.id, fact.player) == (piece_id, "secret-one")
        assert (fact.origin, fact.target) == (Placement(MAP, 100, 200), Placement(MAP, 140, 220))
        assert (fact.origin_deck, fact.target_deck) == (None, None)


def test_several_moves_in_one_step_are_one() -> None:
    first = f"M/{LOOSE}/{MAP}/310/300/null/{MAP}/300/300/null/a"
    (moved,) = facts_of(first, f"M/{LOOSE}/{MAP}/320/300/null/{MAP}/310/300/null/b")
    assert isinstance(moved, PieceMoved)
    assert (moved.origin, moved.target, moved.player) == (Placement(MAP, 300, 300), Placement(MAP, 320, 300), "b")
    assert facts_of(first, f"M/{LOOSE}/{MAP}/300/300/null/{MAP}/310/300/null/b") == []


def test_a_member_and_then_its_stack_move_in_one_step() -> None:
    facts = facts_of(
        f"M/{UNIT}/{MAP}/300/310/null/{MAP}/100/200/null/a", f"M/{STACK}/{MAP}/140/220/null/{MAP}/100/200/null/a"
    )
    assert {fact.piece.id for fact in facts if isinstance(fact, PieceMoved)} == {UNIT, OTHER}


def test_cards_drawn_and_put_back() -> None:
    (drawn,) = facts_of(f"M/{CARDS[1]}/{MAP}/600/500/null/{MAP}/500/500/{CARDS[0]}/x", stack("2", 600, 500, [CARDS[1]]))
    assert isinstance(drawn, PieceMoved)
    assert (drawn.origin_deck, drawn.target_deck) == ("Draw Pile", None)
    (back,) = facts_of(f"M/{LOOSE}/{MAP}/500/500/{CARDS[1]}/{MAP}/300/300/null/x")
    assert isinstance(back, PieceMoved)
    assert (back.origin_deck, back.target_deck, back.target) == (None, "Draw Pile", Placement(MAP, 500, 500))


def test_cards_that_come_into_a_deck_by_its_own_change() -> None:
    (moved,) = facts_of(f"D/{DECK}/{MAP};500;500;false;{CARDS[0]},{CARDS[1]},{LOOSE}")
    assert isinstance(moved, PieceMoved)
    assert (moved.piece.id, moved.origin, moved.target_deck) == (LOOSE, Placement(MAP, 300, 300), "Draw Pile")


def test_a_deck_is_shuffled_and_turned() -> None:
    (shuffled,) = facts_of(f"D/{DECK}/{MAP};500;500;false;{CARDS[1]},{CARDS[0]}")
    assert isinstance(shuffled, DeckChanged)
    assert (shuffled.deck.id, shuffled.reordered, shuffled.face_down) == (DECK, True, None)
    (turned,) = facts_of(f"D/{DECK}/{MAP};500;500;true;{CARDS[0]},{CARDS[1]}")
    assert isinstance(turned, DeckChanged)
    assert (turned.reordered, turned.face_down) == (False, True)


def test_a_stack_is_reordered() -> None:
    assert facts_of(f"D/{STACK}/{MAP};100;200;{OTHER};{UNIT}") == [
        StackReordered(Placement(MAP, 100, 200), (UNIT, OTHER), (OTHER, UNIT))
    ]


def test_properties_change_by_name() -> None:
    unit = counter(UNIT, "Tank", 100, 200, COUNTER_TRAITS)
    states = [state for _type, state in COUNTER_TRAITS]
    new = counter(UNIT, "Tank", 100, 200, list(zip(
        [type_ for type_, _state in COUNTER_TRAITS],
        ["Unit,Axis", "2", "3", "1", "true", "note", "someone;", "null", *states[8:]], strict=True,
    )))  # fmt: skip
    (changed,) = facts_of(change(UNIT, new.state, unit.state))
    assert isinstance(changed, PieceChanged)
    assert [(c.name, c.old, c.new) for c in changed.changes] == [
        ("Step_Image", "a.png", "b.png"), ("Step_Name", "", " (reduced)"), ("Step_Level", "1", "2"), ("MP", "4", "3"),
        ("Turn_Facing", "1", "2"), ("Turn_Degrees", "0", "60"), ("Moved", "false", "true"), ("TextLabel", "", "note"),
        ("ObscuredToOthers", "false", "true"), ("obs;", "", "someone"),
    ]  # fmt: skip
    assert changed.changes[0].trait == "Layer"
    assert changed.piece.state == new.state


def test_pieces_that_are_not_the_same_kind() -> None:
    replay = replay_of()
    table = replay.initial
    assert property_changes(table.pieces[UNIT], table.pieces[LOOSE]) == (
        PropertyChange("type", "Tank", "Marker", "Piece"),
    )


def test_created_and_removed() -> None:
    (created,) = facts_of(counter("77", "Smoke", 5, 6))
    assert isinstance(created, PieceCreated)
    assert created.placement == Placement(MAP, 5, 6)
    (removed,) = facts_of(f"-/{UNIT}")
    assert isinstance(removed, PieceRemoved)
    assert (removed.piece.name, removed.placement) == ("Tank", Placement(MAP, 100, 200))
    assert facts_of(counter("77", "Smoke", 5, 6), "-/77") == []
    assert facts_of("-/nobody") == []


def test_what_is_said_and_set() -> None:
    only = only_step(
        "CHAT* Turn 4",
        "TURNT0\t0|1",
        "MutableProperty\tVP\t1\t2\tModule",
        "MutableProperty\tVP\t2\t2\tX",
        "PLAYER\tnew\tCarl\tAxis",
        "PYREMOVE\tnew",
        "FLARE\tF\t1\t2",
        "OWN\tx",
        "null",
    )
    assert list(only.facts[:3]) == [
        Said("* Turn 4"), TurnChanged("T0", "", "0|1"), PropertyChanged("VP", "Module", "1", "2")
    ]  # fmt: skip
    assert [type(fact) for fact in only.facts[3:]] == [RosterChanged, RosterChanged, Symbol, UnknownSeen]
    assert only.chat == ("* Turn 4",)
    assert only.property_changes == (("VP", "1", "2", "Module"), ("VP", "2", "2", "X"))
    assert not only.changes_pieces
    assert not only.is_undo


@pytest.mark.parametrize(
    ("command", "claimed", "tracked"),
    [
        (f"M/{LOOSE}/{MAP}/1/2/null/{MAP}/300/301/null/x", f"at {MAP} 300,301", f"at {MAP} 300,300"),
        (f"M/{LOOSE}/{MAP}/1/2/null/null/0/0/null/x", "at null 0,0", f"at {MAP} 300,300"),
        ("M/nobody/Map/1/2/null/Map/0/0/null/x", "a piece on the table", "no such piece"),
        (f"D/{CARDS[0]}/null\t{MAP};500;500;4;0/other;\t{MAP};500;500;4;0", "ObscuredToOthers 'true'",
         "ObscuredToOthers 'false'"),
    ],
)  # fmt: skip
def test_contradictions(command: str, claimed: str, tracked: str) -> None:
    found = [fact for fact in facts_of(command) if isinstance(fact, Contradiction)]
    assert (found[0].claimed, found[0].tracked) == (claimed, tracked)


@pytest.mark.parametrize(
    "command",
    [f"M/{LOOSE}/{MAP}/1/2/null", f"M/{LOOSE}/{MAP}/1/2/null/{MAP}", f"D/{LOOSE}/x\ty", f"D/{STACK}/x/y",
     "D/nobody/x/y"],
)  # fmt: skip
def test_no_contradiction_where_nothing_is_claimed(command: str) -> None:
    assert not [fact for fact in facts_of(command) if isinstance(fact, Contradiction)]


def commands(*texts: str) -> list[Command]:
    return [decode_command(text) for text in texts]


UNDO = ("UNDO\ttrue", "CHAT* UNDO", "UNDO\tfalse")


@pytest.mark.parametrize(
    ("steps", "undone"),
    [
        ([("CHATa",), ("CHATb",), UNDO], {3: 2}),
        ([("CHATa",), ("CHATb",), UNDO, UNDO], {3: 2, 4: 1}),
        ([("CHATa",), UNDO, UNDO], {2: 1, 3: 0}),
        ([UNDO], {1: 0}),
        ([("CHATa",), UNDO, ("CHATb",), UNDO], {2: 1, 4: 3}),
        # the pointer walks down by steps of any kind: a second undo takes the first one back
        ([("CHATa",), ("CHATb",), UNDO, ("CHATc",), UNDO, UNDO], {3: 2, 5: 4, 6: 3}),
        # what the engine has nothing to take back for is passed over when it comes, not on the way down
        ([("CHATa",), ("FLARE\tF\t1\t2",), UNDO], {3: 1}),
        ([("CHATa",), ("PLAYER\ti\tn\ts",), ("AUDIO\tx",), ("CHATb",), UNDO, UNDO], {5: 4, 6: 3}),
        ([("CHATa",), (), UNDO], {3: 1}),
        ([("null",), UNDO], {2: 1}),
    ],
)
def test_which_step_an_undo_takes_back(steps: list[tuple[str, ...]], undone: dict[int, int]) -> None:
    pointer = UndoPointer()
    found = {number: pointer.take(number, commands(*texts)) for number, texts in enumerate(steps, 1)}
    assert {number: taken for number, taken in found.items() if taken is not None} == undone


def test_an_undo_of_something_before_the_log() -> None:
    facts = facts_of(*UNDO)
    assert facts[0] == UndoMade(None)
    assert isinstance(facts[1], Said)


def test_the_same_log_gives_the_same_facts_twice() -> None:
    replay = Replay(open_game(archive(small_log())))
    assert replay.steps() == replay.steps()


def test_steps_that_touch_too_much_end() -> None:
    moves = [step(f"M/{STACK}/{MAP}/{number}/0/null") for number in range(2000)]
    data = archive(stream([*small_position(), *moves]))
    with pytest.raises(LimitExceeded, match="steps touch"):
        Replay(open_game(data, Limits(pieces=1000))).steps()


# the corpus


def end_of(name: str) -> Table:
    """Replay a file to its end, looking at the table's books after every step."""
    return _end(corpus_file(name))


def _end(path: Path) -> Table:
    replay = Replay(open_game(path))
    check_table(replay.initial)
    for _step in replay:
        check_table(replay.table)
    return replay.table


@pytest.mark.parametrize("path", corpus_files(".vlog", ".vsav", folders=NESTED_TRAITS), ids=lambda path: path.name)
def test_every_file_of_the_corpus(path: Path) -> None:
    table = _end(path)
    for piece_id in table.pieces:
        table.properties_of(piece_id)
        table.placed_piece(piece_id)
    assert not [
        fact for each in Replay(open_game(path)) for fact in each.facts if isinstance(fact, Contradiction)
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["mail-1", "deck"])
def test_a_log_ends_where_the_engine_saved_its_end(name: str) -> None:
    ours, engines = end_of(f"engine/{name}.vlog"), end_of(f"engine/{name}-end.vsav")
    assert compare_tables(ours, engines) == ()
    assert _stacks(ours) == _stacks(engines)
    assert [deck.id for deck in ours.decks()] == [deck.id for deck in engines.decks()]
    assert {piece.id for piece in ours.units()} == {piece.id for piece in engines.units()}
    for piece in ours.units():
        assert _lasting(ours, piece.id) == _lasting(engines, piece.id)
        assert (piece.id in ours.parents) == (piece.id in engines.parents)
    assert (ours.players, ours.turns, ours.boards) == (engines.players, engines.turns, engines.boards)
    assert engines.properties.items() <= ours.properties.items()


def _stacks(table: Table) -> list[tuple[Placement, list[str]]]:
    return sorted(
        ((table.placement(pile.id), table.contents[pile.id]) for pile in table.stacks()), key=lambda entry: entry[1]
    )


def _lasting(table: Table, piece_id: str) -> dict[str, str]:
    properties = table.properties_of(piece_id)
    return {name: value for name, value in properties.items() if not name.startswith(_OLD_PROPERTIES)}


def test_the_second_log_goes_on_where_the_first_ended() -> None:
    first, second = end_of("engine/mail-1.vlog"), Replay(open_game(corpus_file("engine/mail-2.vlog"))).initial
    (joined,) = compare_tables(first, second)
    assert isinstance(joined, RosterChanged)
    assert joined.before is None
    assert _stacks(first) == _stacks(second)


def test_the_undone_steps_of_a_real_log() -> None:
    replay = Replay(open_game(corpus_file("engine/mail-1.vlog")))
    undone = {each.number: fact.step for each in replay for fact in each.facts if isinstance(fact, UndoMade)}
    assert undone == {6: 5, 8: 7}
    for number, taken in undone.items():
        assert taken is not None
        assert compare_tables(replay.table_after(taken - 1), replay.table_after(number)) == ()


def test_chat_of_a_real_log() -> None:
    replay = Replay(open_game(corpus_file("analyze-vlog-3d6.vlog")))
    assert sum(isinstance(command, Chat) for each in replay for command in each.commands) == 6


def test_named_keys_that_a_session_numbers_anew_change_no_piece() -> None:
    keys = (r"57348\\,0\\,reveal", r"57401\\,0\\,reveal", r"57348\\,0\\,hide")
    first, second, other = map(_with_key, keys)
    assert property_changes(first, second) == ()
    assert [change.name for change in property_changes(first, other)] == ["type"]
    assert [change.name for change in property_changes(first, _with_key("82,130"))] == ["type"]


def _with_key(key: str) -> Piece:
    """A piece with a report on a key."""
    table = Table()
    table.apply(decode_command(f"+/7/report;{key};told;;;;\tpiece;;;x.svg;Scout/-1\tnull;0;0;1;0"))
    return table.pieces["7"]
