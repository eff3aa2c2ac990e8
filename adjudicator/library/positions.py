"""Positions to ask about: who can go where, what a shot would do, whether an action is legal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from ..drawing.position_picture import position_svg
from ..drawing.style import load_style
from ..game.game_data import GameData
from ..game.loading import BUILT_IN, find_game, load_game
from ..game.names import find_unit
from ..game.notation.errors import NotationError
from ..game.notation.names import Names, notation_of
from ..game.notation.parsing import read_action_line
from ..game.notation.printing import action_line
from ..game.position import Position
from ..game.position_json import read_position
from ..game.position_words import time_words
from ..game.start import start_position
from ..module_layout.saved_position import saved_position
from ..referee.sheets import game_of_file
from ..referee.written_position import read_written_position
from ..rules.house_rules import read_house_rules
from ..rules.judge import judge
from ..rules.legal_actions import legal_actions
from ..rules.notation_resolution import TooManyDice, fill_in
from ..rules.odds import exact_odds
from ..rules.questions import shot_question
from ..rules.rule_book import RuleBook
from ..rules.ruling import Ruling
from ..rules.series.paths import reachable
from ..rules.switches import HouseRules
from ..vassal.archive import read_file
from ..vassal.document_kind import DocumentKind, document_kind
from ..vassal.replay import Replay
from ..vassal.saved_game import SavedGame
from ..vassal.saved_game import open_game as open_file
from ..viewing.hidden_units import hidden_in_position, hidden_in_saves
from ..viewing.sides import Roster, roster_of, side_named, viewer_of
from ..viewing.viewer import Viewer

__all__ = ["GamePosition", "Move", "agreed_on", "open_position", "starting_position", "viewer_named"]


@dataclass(frozen=True, slots=True)
class Move:
    """A hex that a unit can reach, by its cheapest legal path."""

    hex: str
    """As on the map: ``28.13``."""
    points: int
    """The Movement Points that it costs."""
    fired_at: bool
    """True if an enemy may fire at the unit on its way."""


@dataclass(frozen=True, repr=False)
class GamePosition:
    """A position as its viewer may know it, with the rules that it is asked about by."""

    position: Position
    """The position itself, with everything that matters in it."""
    book: RuleBook
    viewer: Viewer

    def __repr__(self) -> str:
        """Return the scenario and the turn."""
        title = self.position.game.scenarios[self.position.scenario].title
        return f"<GamePosition: {title}, {time_words(self.position, self.position.time)}>"

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows, without an XML declaration, since it stands in a page."""
        picture = self.svg()
        return picture[picture.index("<svg") :]

    @property
    def units(self) -> tuple[str, ...]:
        """The names of all units, in the order of battle's order; a counter that may not be known is a Gun Unit."""
        return tuple(self.viewer.name(self.position, unit) for unit in self.position.units)

    def svg(self) -> str:
        """Return the whole table as an SVG picture: map, cards, chits and every counter."""
        style = load_style(find_game(BUILT_IN))
        return position_svg(self.position, style, knows=self._knows)

    def moves(self, unit: str) -> tuple[Move, ...]:
        """Return where a unit can go now, in the order of the hexes; nowhere if it may not move.

        *unit* is named as on its counter, or in part. Raises NameNotFound.
        """
        found = reachable(self.position, self.book, self._unit(unit))
        return tuple(Move(str(way.hex), way.points, bool(way.shots)) for _, way in sorted(found.items()))

    def legal_actions(self, unit: str) -> tuple[str, ...]:
        """Return every action that a unit may begin now, each as a line of a script, without dice.

        Raises NameNotFound.
        """
        actions = legal_actions(self.position, self._unit(unit), self.book)
        return tuple(action_line(action, self._names()) for action in actions)

    def odds(self, firer: str, target: str) -> Mapping[str, Fraction]:
        """Return the exact chance of each result of a shot: ``miss``, ``no shot``, or a code of the table.

        It is asked as if the firer were activated. Units are named as on their counters, or in part. Raises
        NameNotFound.
        """
        firer, target = self._unit(firer), self._unit(target)
        question = shot_question(self.position, self.book, firer, target)
        free = question.what_if(self.position, self.book).position
        return exact_odds(free, self.book, question.resolve, firer=firer, target=target).results

    def judge(self, action: str) -> Ruling:
        """Return the ruling on an action, written as a line of a script with its dice.

        As in a script, a die without a word is for the next roll that the rules demand, and ``move to 30.13`` is a move
        by the cheapest path. The ruling has the verdict, the findings with their rules, every roll with its sum, and
        the position after it. Raises NotationError, also for dice that are left over.
        """
        read = read_action_line(action, self._names())
        try:
            filled = fill_in(self.position, read, self.book)
        except TooManyDice as error:
            raise NotationError(str(error), text=action, column=1, length=len(action)) from None
        return judge(self.position, filled, self.book)

    def after(self, ruling: Ruling) -> GamePosition:
        """Return the position after a ruling of :meth:`judge`; the same one if its effects are not clear."""
        return replace(self, position=ruling.after or self.position)

    def _unit(self, text: str) -> str:
        return find_unit(self.position, text, knows=self._knows)

    def _names(self) -> Names:
        return notation_of(self.position.game).names(self.position, self._knows)

    def _knows(self, unit: str) -> bool:
        return self.viewer.knows(self.position, unit)


def starting_position(
    scenario: int, *, side: str = "", referee: bool = False, game: str = BUILT_IN, house_rules: Path | str | None = None
) -> GamePosition:
    """Return the start of a scenario, as a side, the referee, or (neither) anybody may know it.

    *game* is a game's name or its directory. Raises GameDataError.

    >>> import adjudicator
    >>> position = adjudicator.starting_position(1, referee=True)
    >>> position
    <GamePosition: The Italians Attack, May 27, 0900>
    """
    data = load_game(find_game(game))
    viewer = viewer_named(data, side, referee=referee)
    position = start_position(data, scenario)
    hidden = hidden_in_position(viewer, position)
    known = hidden.position(position) if hidden else position
    return GamePosition(known, RuleBook(known.game, agreed_on(house_rules)), viewer)


def open_position(
    path: Path | str, *, side: str = "", referee: bool = False, game: str = BUILT_IN, scenario: int = 0,
    step: int | None = None, house_rules: Path | str | None = None,
) -> GamePosition:  # fmt: skip
    """Return the position of a file as its viewer may know it.

    The file is a save, a log (after a *step*, at its end if None), a position as JSON, as ``setup`` prints it, or one
    written by hand as XML. Raises VassalError and GameDataError; IndexError if there is no such step.
    """
    path = Path(path)
    loaded = load_game(find_game(game))
    data, kind = read_file(path), document_kind(path)
    if step is not None and (_is_json(data) or kind is DocumentKind.POSITION):
        raise IndexError(f"{path.name} is one position and has no steps")
    if _is_json(data):
        known = read_position(loaded, data.decode("utf-8", "replace"), file=path.name)
    elif kind is DocumentKind.POSITION:
        known = read_written_position(loaded, data, scenario=scenario, file=path.name).position
    else:
        return _of_saved_game(open_file(path), loaded, side, step, referee=referee, scenario=scenario,
                              house_rules=house_rules)  # fmt: skip
    viewer = viewer_named(loaded, side, referee=referee)
    hidden = hidden_in_position(viewer, known)
    return GamePosition(
        hidden.position(known) if hidden else known, RuleBook(known.game, agreed_on(house_rules)), viewer
    )


def _is_json(data: bytes) -> bool:
    return data.lstrip()[:1] == b"{"


def _of_saved_game(
    file: SavedGame, loaded: GameData, side: str, step: int | None, *, referee: bool, scenario: int,
    house_rules: Path | str | None,
) -> GamePosition:  # fmt: skip
    """Return the position of a save, or of a log after a step; who was turned over at any time in it is known."""
    data = game_of_file(loaded, file)
    viewer = viewer_named(data, side, referee=referee, roster=lambda: roster_of([file]))
    replay = Replay(file)
    if step is None:
        replay.steps()
    table = replay.table if step is None else replay.table_after(step)
    saved = saved_position(table, data, scenario=scenario, file=Path(file.file).name, marks=True)
    hidden = hidden_in_saves(viewer, [file], data, scenario=scenario)
    known = hidden.position(saved.position) if hidden else saved.position
    return GamePosition(known, RuleBook(known.game, agreed_on(house_rules)), viewer)


def agreed_on(house_rules: Path | str | None) -> HouseRules:
    """Return the house rules of a file, or those of nobody. Raises GameDataError."""
    return read_house_rules(Path(house_rules)) if house_rules else HouseRules()


def viewer_named(data: GameData, side: str, *, referee: bool, roster: Roster = tuple) -> Viewer:
    """Return the viewer of a side or its player, the referee, or (neither) somebody who sees what all see.

    Raises GameDataError if no side has that name, nor its player.
    """
    return viewer_of(data, side_named(data, side, roster), referee=referee)
