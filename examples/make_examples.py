"""Makes the example files: a small invented module, a save to begin with, and three logs of two players.

    python examples/make_examples.py [DIR] [--force]

writes ``skirmish.vmod``, ``skirmish-start.vsav``, ``skirmish-turn-1.vlog`` (Anna), ``skirmish-turn-2.vlog``
(Bert goes on from there) and ``skirmish-turn-2-again.vlog`` (Bert starts his turn over and cheats a little)
into DIR, by default the directory of this script. The bytes are the same every time. Files that exist are
kept unless ``--force`` is given.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

import skirmish_module as skirmish

from adjudicator.vassal.archive import check_output, open_archive, write_file
from adjudicator.vassal.boards import BoardPlacement
from adjudicator.vassal.building import PositionBuilder, saved_game
from adjudicator.vassal.errors import VassalError
from adjudicator.vassal.log_building import LogBuilder
from adjudicator.vassal.module import read_build_file
from adjudicator.vassal.module_definition import ModuleDefinition
from adjudicator.vassal.move_reports import MapReports
from adjudicator.vassal.replay import Replay
from adjudicator.vassal.saved_game import SavedGame
from adjudicator.vassal.stream import Node

ANNA, BERT = "anna-example", "bert-example"
"""What VASSAL takes for the players' passwords; these two are made up."""

_MINUTE = 60_000
_START, _TURN_1, _TURN_2, _TURN_2_AGAIN = (skirmish.SAVED + minutes * _MINUTE for minutes in (1440, 1530, 2900, 2960))


class Session:
    """One evening of one player: his log, spoken of in the game's own terms."""

    def __init__(self, module: ModuleDefinition, start: PositionBuilder, player_id: str) -> None:
        reports = MapReports(skirmish.MOVE_REPORT, skirmish.MOVE_REPORT, skirmish.CREATE_REPORT)
        self.log = LogBuilder(
            start,
            player_id,
            layouts={each.name: each.default_layout() for each in module.maps},
            reports={each.name: reports for each in module.maps},
        )
        self._dice = module.dice_buttons[0]
        self._player = start.table.players[player_id]

    def piece(self, name: str) -> str:
        """The id of the piece called *name*: the first one, if it is a card of which there are two."""
        return next(piece.id for piece in self.log.table.units() if piece.name == name)

    def say(self, text: str) -> None:
        """Write to the other player."""
        self.log.say(text)

    def move(self, name: str, location: str) -> None:
        """Move one counter to a hex."""
        self.log.move(self.piece(name), *self.log.point(skirmish.FIELD, location))

    def move_stack(self, name: str, location: str) -> None:
        """Move the whole stack that a counter is in."""
        self.log.move(self.log.stack_of(self.piece(name)), *self.log.point(skirmish.FIELD, location))

    def roll(self, face: int) -> None:
        """Roll the ten-sided die."""
        self.log.roll(self._dice, face)

    def flip(self, name: str, *, silently: bool = False) -> None:
        """Take a step from a counter; the module reports it, unless somebody sees to it that it does not."""
        piece = self.piece(name)
        place = self.log.table.placement(piece)
        hex_name = next(name for name in _hexes() if self.log.point(skirmish.FIELD, name) == (place.x, place.y))
        report = "" if silently else f"{name} becomes {name} (worn) in {hex_name}"
        self.log.change(piece, "Worn", "1", report=report)

    def draw(self, card: str) -> None:
        """Draw a card from the deck into one's own hand, where the other player sees its back."""
        x, y = skirmish.HANDS[f"{self._player.side} hand"]
        self.log.move(self.piece(card), x, y)

    def play(self, card: str) -> None:
        """Turn a card of one's own over, for both to see."""
        self.log.change(self.piece(card), "obs", "", report=f"{card} is turned over")

    def put_back(self, card: str) -> None:
        """Put a card back into the deck."""
        self.log.move(self.piece(card), *skirmish.DECK_PLACE)

    def smoke(self, location: str) -> None:
        """Lay smoke on a hex."""
        self.log.create(skirmish.smoke_definition(), skirmish.FIELD, *self.log.point(skirmish.FIELD, location))

    def clear_smoke(self) -> None:
        """Take the smoke away."""
        self.log.delete(self.piece("Smoke"), report="Smoke is removed")

    def score(self, points: int) -> None:
        """Count one point more than before; *points* is what that makes."""
        name, side = f"{self._player.side}Points", self._player.side
        report = f"{self._player.name}: {side}'s points from {points - 1} to {points}"
        self.log.set_property(name, str(points), report=report)

    def next_turn(self, old: tuple[int, str], new: tuple[int, str]) -> None:
        """Pass the turn on, from (turn, side) to (turn, side)."""
        ended, begun = (f"Turn {turn} - {side}" for turn, side in (old, new))
        self.log.set_turn(skirmish.TURN_TRACKER, skirmish.turn_state(*new), report=f"{ended} ends, {begun} begins")


def _hexes() -> list[str]:
    return [f"{column:02}.{row:02}" for column in range(1, 11) for row in range(1, 8)]


def start_position(module: ModuleDefinition) -> PositionBuilder:
    """The game as the module sets it up, with both players in their seats."""
    start = PositionBuilder(first_id=_START, prototypes=skirmish.PROTOTYPES, players_decide_unmasking=True)
    layout = module.maps[0].default_layout()
    start.lay_boards(skirmish.FIELD, [BoardPlacement("Field")])
    start.lay_boards(skirmish.CARDS, [BoardPlacement("Table")])
    for hex_name, definitions in skirmish.start_definitions().items():
        start.add_stack(definitions, skirmish.FIELD, *layout.location_point(hex_name))
    cards = [skirmish.card_definition(index) for index in range(2 * len(skirmish.CARD_NAMES))]
    start.add_deck(skirmish.deck_type(), cards, skirmish.CARDS, *skirmish.DECK_PLACE)
    start.add_player(ANNA, "Anna", "Amber")
    start.add_player(BERT, "Bert", "Slate")
    for side in skirmish.SIDES:
        start.set_property(f"{side}Points", "0")
    start.set_turn(skirmish.TURN_TRACKER, skirmish.turn_state(1, "Amber"))
    return start


def turn_1(anna: Session) -> None:
    """Anna comes to the ford; she thinks better of one move and takes it back."""
    anna.say("Turn 1, Amber. Both my guards go for the ford.")
    anna.move_stack("1st Guards", "04.04")
    anna.move("Amber Riders", "04.05")
    anna.move("Amber Riders", "05.06")
    anna.log.undo()
    anna.say("No, the bank is too steep there. I took that back.")
    anna.move("Amber Riders", "03.05")
    anna.draw("Rally")
    anna.move("2nd Guards", "05.04")
    anna.say("2nd Guards fire at the Ford Watch: 6 or less hits.")
    anna.roll(4)
    anna.flip("Ford Watch")
    anna.score(1)
    anna.say("And the 1st Guards: 4 or less from here.")
    anna.roll(9)
    anna.say("Too far. Then I lay smoke.")
    anna.smoke("06.03")
    anna.next_turn((1, "Amber"), (1, "Slate"))
    anna.say("Your turn, Bert. Greetings from the ford!")


def _bert_begins(bert: Session) -> None:
    """What Bert does in both of his logs."""
    bert.say("Turn 1, Slate. A fine mess you made of my watch.")
    bert.draw("Good Scouts")
    bert.move("Slate Riders", "07.05")
    bert.move("Mill Company", "06.04")
    bert.say("The Mill Company fires at your 2nd Guards: 5 or less hits.")


def turn_2(bert: Session) -> None:
    """Bert strikes back, by the book."""
    _bert_begins(bert)
    bert.roll(8)
    bert.say("Missed. My scouts have seen a way round.")
    bert.play("Good Scouts")
    bert.put_back("Good Scouts")
    bert.move("Slate Riders", "06.05")
    bert.say("Riders charge: 3 or less hits.")
    bert.roll(2)
    bert.flip("2nd Guards")
    bert.score(1)
    bert.say("They fall back.")
    bert.move("2nd Guards", "04.04")
    bert.clear_smoke()
    bert.next_turn((1, "Slate"), (2, "Amber"))
    bert.say("Over to you.")


def turn_2_again(bert: Session) -> None:
    """Bert starts over and likes his dice better: an undone roll, and a step that goes without a word."""
    _bert_begins(bert)
    bert.roll(8)
    bert.log.undo()
    bert.roll(3)
    bert.say("A hit!")
    bert.flip("2nd Guards")
    bert.score(1)
    bert.move("2nd Guards", "04.04")
    bert.flip("1st Guards", silently=True)
    bert.move("Slate Riders", "06.05")
    bert.say("Riders charge: 3 or less hits.")
    bert.roll(7)
    bert.clear_smoke()
    bert.next_turn((1, "Slate"), (2, "Amber"))
    bert.say("Over to you.")


def _file(tree: Node, date_saved: int) -> SavedGame:
    return saved_game(tree, skirmish.module_data(), date_saved=date_saved, vassal_version=skirmish.VASSAL_VERSION)


def _after(log: SavedGame, first_id: int) -> PositionBuilder:
    replay = Replay(log)
    replay.steps()
    return PositionBuilder.after(replay, first_id=first_id, prototypes=skirmish.PROTOTYPES)


def example_files() -> Mapping[str, bytes]:
    """All example files by name, in memory."""
    module_file = skirmish.module_archive()
    module = read_build_file(skirmish.build_file(), archive=open_archive(module_file))
    start = start_position(module)
    start_game = _file(start.tree(), _START)
    anna = Session(module, start, ANNA)
    turn_1(anna)
    log_1 = _file(anna.log.tree(), _TURN_1)
    logs = {}
    for name, date, story in (("turn-2", _TURN_2, turn_2), ("turn-2-again", _TURN_2_AGAIN, turn_2_again)):
        bert = Session(module, _after(log_1, date), BERT)
        story(bert)
        logs[f"skirmish-{name}.vlog"] = _file(bert.log.tree(), date).archive_bytes()
    return {
        "skirmish.vmod": module_file,
        "skirmish-start.vsav": start_game.archive_bytes(),
        "skirmish-turn-1.vlog": log_1.archive_bytes(),
        **logs,
    }


def main() -> int:
    """Write the files; returns 0, or 3 if one cannot be written."""
    parser = argparse.ArgumentParser(description="Make the example module, save and logs.")
    parser.add_argument("directory", nargs="?", type=Path, default=Path(__file__).parent, metavar="DIR")
    parser.add_argument("--force", action="store_true", help="overwrite files that exist")
    options = parser.parse_args()
    try:
        files = example_files()
        for name in files:
            check_output(options.directory / name, force=options.force)
        for name, data in files.items():
            write_file(options.directory / name, data, force=options.force)
            sys.stdout.write(f"{options.directory / name}: {len(data):,} bytes\n")
    except VassalError as error:
        sys.stderr.write(f"{error}\n")
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
