"""A small game for tests: a stack of two units, a third one, a marker, a deck of two cards, and a log of it."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.vassal.boards import BoardPlacement
from adjudicator.vassal.building import PositionBuilder, saved_game
from adjudicator.vassal.commands import AddPiece
from adjudicator.vassal.comparison import compare_tables
from adjudicator.vassal.log_building import LogBuilder
from adjudicator.vassal.move_reports import MapReports
from adjudicator.vassal.pieces import join_chain
from adjudicator.vassal.replay import Contradiction, Fact, Replay, Step
from adjudicator.vassal.saved_game import SavedGame, open_game

MODULE_DATA = b"<data><version>1.2</version><extra1>A</extra1><name>Test</name></data>"
MAP = "Main Map"


def definition(name: str, *traits: tuple[str, str]) -> str:
    """A piece's definition; each trait is (type, state), the outermost first."""
    types, states = zip(*traits, (f"piece;;;x.svg;{name}", "null;0;0;7;0"), strict=True)
    return AddPiece("null", join_chain(types), join_chain(states)).encode()


def unit(name: str) -> str:
    """A unit with one trait of each kind that can be changed."""
    return definition(
        name,
        ("markmoved;moved;0;0", "false"),
        ("emb2;;128;;;128;;;128;;;;1;false;0;0;a.svg,b.svg;+ worn,+ lost;true;Worn;;;false;;1;1;false;;;;;1.0;;", "-1"),
        ("label;;;10;;;b;0;c;0;c;b;$pieceName$ ($label$);Dialog;0;0;Note;;false", ""),
        ("PROP;Steps;;;", "2"),
        ("rotate;6;;;;;;;Facing", "0"),
        ("hide;73,130;;;player:;0.3;;false", "null"),
    )


def card(name: str, access: str) -> str:
    """A card with a mask."""
    return definition(name, (f"obs;82,130;back.svg;Hide;B;a card;{access};;;false;;", "null;"))


MARKER = definition("Marker", ("immob;;N;R", ""))
DECK = "deck;true;0,0,0;60;60;Always;Never;false;false;false;;;;Draw pile;;;;false;false"
REPORTS = MapReports(
    within="$pieceName$: $previousLocation$ to $location$",
    to="$pieceName$ from $previousMap$",
    created="new $pieceName$",
)


@dataclass
class Game:
    """A small game that is being logged."""

    log: LogBuilder
    first: str
    second: str
    third: str
    marker: str
    cards: tuple[str, ...]

    def file(self) -> SavedGame:
        """The log as it is read again."""
        return as_file(self.log)

    def last(self) -> tuple[Fact, ...]:
        """The facts of the last step, replayed from the file."""
        return replayed(self.log)[-1].facts


def as_file(log: LogBuilder) -> SavedGame:
    game = saved_game(log.tree(), MODULE_DATA, date_saved=1, vassal_version="3.7.0")
    again = open_game(game.archive_bytes())
    assert again.text == game.text
    assert again.problems == ()
    return again


def replayed(log: LogBuilder) -> tuple[Step, ...]:
    replay = Replay(as_file(log))
    steps = replay.steps()
    assert not [fact for step in steps for fact in step.facts if isinstance(fact, Contradiction)]
    assert compare_tables(replay.table, log.table) == ()
    assert {i: replay.table.placement(i) for i in replay.table.pieces} == {
        i: log.table.placement(i) for i in log.table.pieces
    }
    return steps


def small_game(access: str = "side:", face_down: bool = True) -> Game:
    start = PositionBuilder(first_id=1_700_000_000_000)
    first, second = start.add_stack([unit("First"), unit("Second")], MAP, 100, 100)
    (third,) = start.add_stack([unit("Third")], MAP, 200, 100)
    marker = start.add_piece(MARKER, MAP, 200, 200)
    cards = [card(name, access) for name in ("Ace", "King")]
    _, drawn = start.add_deck(DECK, cards, "Cards", 50, 50, face_down=face_down)
    start.lay_boards(MAP, [BoardPlacement("Left"), BoardPlacement("Right", True, 1, 0)])
    start.add_player("anna-example", "Anna", "Red")
    start.add_player("bert-example", "Bert", "Blue")
    start.set_property("VP", "5")
    start.set_turn("TurnTracker0", "0|1;0;true;10")
    start.set_notes("The scenario", "Public")
    start.add_extension("Winter", "1.0")
    log = LogBuilder(start, "anna-example", reports={MAP: REPORTS, "Cards": REPORTS})
    return Game(log, first, second, third, marker, drawn)
