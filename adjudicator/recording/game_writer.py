"""Plays actions at the table of our own module, as players at the real program do, and thus writes their logs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..drawing.mats import ARRIVALS, CHITS, ELIMINATED, IN_PLAY, MUG, NEXT_TURN, PLAYED, available_name
from ..game.action_words import Declaration
from ..game.counter_states import CounterState
from ..game.menus import log_line
from ..game.play import Action
from ..game.position import Position
from ..game.scenarios import TurnTime
from ..module_layout.buttons import RETURNING_CHIT
from ..module_layout.table_places import Spot, TablePlaces
from ..rules.rule_book import RuleBook
from ..vassal.errors import BuildingError
from ..vassal.location_format import expand
from ..vassal.log_building import LogBuilder
from ..vassal.move_reports import public_name
from ..vassal.pieces import Piece, Placement
from ..vassal.properties import piece_name, piece_properties
from ..vassal.trait_changes import never_moves
from ..vassal.turns import turn_text
from . import table_actions
from .game_record import GameRecord
from .module_kit import PlayKit
from .play_styles import StyledPlay
from .scripts import script
from .table_actions import MarkerPlace, TableAction
from .turn_sequence import side_of

__all__ = ["GameWriter", "Written"]

_DECLARED: Final = "Declared"
"""The property that holds a counter's last words."""
_MASK: Final = "obs"
_FACE: Final = "Face"
_MARKS: Final = ("UnitId", "LeaderId", "ChitId", "MarkerId")
_TAKEN_OFF: Final = "taken off the map"
_TURN, _DATE = "turn", "date"
_FORMATION: Final = "formation"
"""The kind of the chits that are bought."""
_OFF_AT_END: Final = ("barrage", CounterState.ACTIVATED, CounterState.COUNTERBATTERY_FIRED)
"""The markers and states that the button that ends the turn takes off."""


@dataclass(frozen=True, slots=True)
class Written:
    """The place in the logs where something was written."""

    log: int
    """The number of the log in which it begins, from 0."""
    first: int
    """The number of its first step there, from 1."""
    last_log: int
    last: int
    """Its last step, and the log that contains that step."""


class GameWriter:
    """Writes a game into the logs of *record*; *styled_play* is how its players play."""

    def __init__(self, kit: PlayKit, book: RuleBook, record: GameRecord, styled_play: StyledPlay) -> None:
        self.kit = kit
        self.book = book
        self.record = record
        self.styled_play = styled_play
        self._places = TablePlaces(kit.game, kit.layout)
        self._pieces: dict[tuple[str, str], str] = {}

    def write(self, position: Position, action: Action) -> Written:
        """Write an action with its dice, played with *position* on the table. Raises BuildingError."""
        return self.write_acts(script(position, action, self.book), side_of(position, action))

    def write_acts(self, what: Iterable[TableAction], side: str = "") -> Written:
        """Write acts in the writer's manner; *side* has the log in hand, by default the one that has it already."""
        if side not in ("", self.record.side):
            self.do(self.styled_play.put_off())
        return self.do(self.styled_play.styled(what), side)

    def do(self, what: Iterable[TableAction], side: str = "") -> Written:
        """Do acts as they are; *side* has the log in hand, by default the one that has it already."""
        log = self.record.hands(side)
        number, first = self.record.number, log.steps + 1
        for act in what:
            self._do(act)
        return Written(number, first, self.record.number, self.record.log.steps)

    def finish(self) -> None:
        """Do the acts that were put off, and write the log in hand."""
        self.do(self.styled_play.put_off())
        self.record.end_log()

    # the pieces

    @property
    def _log(self) -> LogBuilder:
        return self.record.log

    def piece(self, mark: str, name: str) -> str:
        """Return the id of the piece with a mark (``UnitId``, ``LeaderId``, ``ChitId``). Raises BuildingError."""
        if (mark, name) not in self._pieces:
            for piece in self._log.table.units():
                properties = piece_properties(piece)
                for each in _MARKS:
                    if properties.get(each):
                        self._pieces.setdefault((each, properties[each]), piece.id)
        if (mark, name) not in self._pieces:
            raise BuildingError("no such piece", found=name, expected=f"a piece with the mark {mark}")
        return self._pieces[mark, name]

    def counter(self, name: str) -> str:
        """Return the id of a unit's or a leader's piece. Raises BuildingError."""
        return self.piece("LeaderId" if name in self.kit.game.leaders else "UnitId", name)

    def marker(self, marker: str, place: MarkerPlace) -> str:
        """Return the id of a marker's piece in a place. Raises BuildingError."""
        table = self._log.table
        for piece in table.units():
            if piece_properties(piece).get("MarkerId") == marker and self._places.is_at(
                table.placement(piece.id), place
            ):
                return piece.id
        raise BuildingError("no such marker", place=str(place), found=marker)

    def _line(self, piece_id: str, words: str) -> str:
        return log_line(public_name(self._log.table.pieces[piece_id]), self._log.location_of(piece_id), words)

    # the acts

    def _do(self, act: TableAction) -> None:
        _DOERS[type(act)](self, act)

    def _declare(self, act: table_actions.Declare) -> None:
        words = self.kit.words.get(act.action)
        if words is None:  # the game's menus do not have it
            return
        piece_id = self.counter(act.counter)
        line = self._line(piece_id, words)
        if act.typed:
            aim = f" at {public_name(self._table_piece(self.counter(act.at)))}" if act.at else ""
            self._log.say(f"{line}{aim}")
        else:
            self._log.choose(piece_id, [(_DECLARED, words)], report=line)

    def _table_piece(self, piece_id: str) -> Piece:
        return self._log.table.pieces[piece_id]

    def _throw(self, act: table_actions.ThrowDice) -> None:
        faces = [roll.die + 1 for roll in act.rolls if roll.die is not None]
        self._log.roll(self.kit.dice(len(faces)), *faces)

    def _roll_from_menu(self, act: table_actions.RollFromMenu) -> None:
        if not self.kit.rolls_from_menu(act.declared.action):
            self._declare(act.declared)
            self._throw(act.thrown)
            return
        with self._log.one_press():
            self._declare(act.declared)
            self._throw(act.thrown)

    def _drag(self, act: table_actions.Drag) -> None:
        self._move([self.counter(name) for name in act.counters], self.kit.place(act.to))

    def _put_beside_map(self, act: table_actions.PutBesideMap) -> None:
        division = self.kit.game.units[act.counter].division
        self._move([self.counter(act.counter)], self.kit.beside_map(division))

    def _move(self, pieces: list[str], to: Placement) -> None:
        """Drag pieces, those of a stack together in their order, and one stack after the other."""
        left = list(pieces)
        while left:
            together = [piece for piece in self._log.stack_of(left[0]) if piece in left]
            self._log.move(together, to.x, to.y, map_name=to.map)
            left = [piece for piece in left if piece not in together]

    def _set_state(self, act: table_actions.SetState) -> None:
        piece_id = self.counter(act.unit)
        name, words = self.kit.state_words(act.state, act.value)
        changes = [(_DECLARED, words), (name, str(act.value))]
        self._log.choose(piece_id, changes, report=self._line(piece_id, words))

    def _eliminate(self, act: table_actions.Eliminate) -> None:
        piece_id, words = self.counter(act.counter), self.kit.words[Declaration.ELIMINATE]
        line = log_line(public_name(self._table_piece(piece_id)), "$oldLocation$", words)
        self._log.send(piece_id, ELIMINATED, [(_DECLARED, words)], report=line)

    def _send_away(self, act: table_actions.SendAway) -> None:
        piece_id, words = self.counter(act.counter), self.kit.words[act.action]
        line = log_line(public_name(self._table_piece(piece_id)), "$oldLocation$", words)
        senders = [
            trait.type for trait in self._table_piece(piece_id).traits
            if trait.id == "sendto" and trait.type.text_field("map") == ARRIVALS
        ]  # fmt: skip
        ids = [each.id for each in self.kit.game.actions if each.sends_away]
        zone = dict(zip(ids, (each.text_field("zone") for each in senders), strict=True))[act.action]
        self._log.send(piece_id, act.space, [(_DECLARED, words)], report=line, expression=zone)

    def _turn_over(self, act: table_actions.TurnOver) -> None:
        game = self.kit.game
        log = self.record.hands(game.divisions[game.units[act.unit].division].side)
        piece_id, words = self.counter(act.unit), self.kit.words[Declaration.REVEAL]
        line = log_line(piece_name(log.table.pieces[piece_id]), log.location_of(piece_id), words)
        log.choose(piece_id, [(_DECLARED, words), (_MASK, "")], report=line)

    def _set_points(self, act: table_actions.SetPoints) -> None:
        marker = self.piece("MarkerId", f"{act.kind}-points-{act.division}")
        to = self.kit.points(act.division, act.kind, act.points)
        if self._log.table.placement(marker) != to:
            self._move([marker], to)

    def _move_on_track(self, act: table_actions.MoveOnTrack) -> None:
        markers = self.kit.game.markers
        name = next(each for each in markers if each == act.track or each.endswith(f"-{act.track}"))
        marker = self.piece("MarkerId", name)
        if not self._places.is_at(self._log.table.placement(marker), Spot(act.track, act.space)):
            self._move([marker], self.kit.on_track(act.track, act.space))

    def _place_marker(self, act: table_actions.PlaceMarker) -> None:
        to = self.kit.place(act.at)
        self._log.create(self.kit.marker_slot(act.marker), to.map or "", to.x, to.y)

    def _move_marker(self, act: table_actions.MoveMarker) -> None:
        self._move([self.marker(act.marker, act.at)], self.kit.place(act.to))

    def _flip_marker(self, act: table_actions.FlipMarker) -> None:
        piece_id = self.marker(act.marker, act.at)
        piece = self._table_piece(piece_id)
        names = self.kit.game.markers[act.marker].face_names
        face = int(piece_properties(piece)[f"{_FACE}_Level"]) % len(names) + 1
        line = log_line(piece.name, self._log.location_of(piece_id), names[face - 1])
        self._log.choose(piece_id, [(_FACE, str(face))], report=line)

    def _remove_marker(self, act: table_actions.RemoveMarker) -> None:
        piece_id = self.marker(act.marker, act.at)
        line = log_line(self._table_piece(piece_id).name, self._log.location_of(piece_id), _TAKEN_OFF)
        self._log.delete(piece_id, report=line)

    def _press_off(self, act: table_actions.PressOff) -> None:
        button, units = self.kit.button(act.what), list(self._log.table.units())
        if button is None:
            raise BuildingError("the module has no such button", found=act.what)
        if act.what in self.kit.game.markers:
            pieces = [piece.id for piece in units if piece_properties(piece).get("MarkerId") == act.what]
            self._log.press_for(pieces, report=button.report_format)
            return
        name, words = self.kit.state_words(act.what, 0)
        pieces = [piece.id for piece in units if piece_properties(piece).get(name, "0") != "0"]
        self._log.press_for(pieces, [(_DECLARED, words), (name, "0")], report=button.report_format)

    def _draw_chit(self, act: table_actions.DrawChit) -> None:
        self._move([self.piece("ChitId", act.chit)], self.kit.chit_in_play)

    def _send_chit(self, act: table_actions.SendChit) -> None:
        piece_id = self.piece("ChitId", act.chit)
        name = public_name(self._table_piece(piece_id))
        self._log.send(piece_id, act.space, report=f"{name} goes from $oldLocation$ to $location$")

    def _return_chit(self, act: table_actions.ReturnChit) -> None:
        piece_id = self.piece("ChitId", act.chit)
        self._log.put_back(piece_id, report=f"{public_name(self._table_piece(piece_id))} goes into the mug")

    def _advance_turn(self, act: table_actions.AdvanceTurn) -> None:
        tracker, log = self.kit.turn_tracker, self._log
        self._let_markers_follow(act.time)
        old, new = log.table.turns[tracker.id], self.kit.turn(act.time)
        told = {"oldTurn": turn_text(tracker, old), "newTurn": turn_text(tracker, new)}
        log.set_turn(tracker.id, new, report=expand(tracker.report_format, told, keep_unknown=False))

    def _let_markers_follow(self, time: TurnTime) -> None:
        """Send the markers of the turn where the tracker will be, if they follow it: no player can move them then."""
        spaces = {_TURN: time.turn, _DATE: self.kit.game.calendar.date_names[time.date]}
        targets = {
            piece.id: self.kit.on_track(marker, spaces[marker])
            for piece in self._log.table.units() if never_moves(piece)
            for marker in (piece_properties(piece).get("MarkerId", ""),) if marker in spaces
        }  # fmt: skip
        if any(self._log.table.placement(piece) != target for piece, target in targets.items()):
            self._log.send_together(targets)

    def _end_turn(self, act: table_actions.EndOfTurn) -> None:
        """Press the button that ends the turn, if there is one and it does nothing but what has to be done.

        A chit that comes into the mug by a scenario's own rule is put there by hand afterwards.
        """
        button, free = self.kit.end_of_turn, self._chits_into_mug()
        time = next((part.time for part in act.parts if isinstance(part, table_actions.AdvanceTurn)), None)
        drawn = [part.chit for part in act.parts if isinstance(part, table_actions.DrawChit)]
        returned = [part for part in act.parts if isinstance(part, table_actions.ReturnChit)]
        mug = self._chits_in(MUG)
        fits = drawn == (mug if len(mug) == 1 else []) and free <= {part.chit for part in returned}
        if button is None or time is None or not fits:
            for part in act.parts:
                self._do(part)
            return
        with self._log.one_press():
            self._log.post(f"* {button.report_format}")
            self._carry_chits_over()
            for what in _OFF_AT_END:
                if self.kit.button(what) is not None:
                    self._press_off(table_actions.PressOff(what))
            self._advance_turn(table_actions.AdvanceTurn(time))
        for part in returned:
            if part.chit not in free:
                self._return_chit(part)

    def _chits_into_mug(self) -> set[str]:
        """Return the chits that the button puts into the mug: the free ones, and those bought for the next turn."""
        played = (*self._chits_in(PLAYED), *self._chits_in(IN_PLAY))
        return {chit for chit in played if not self._is_bought(chit)} | set(self._chits_in(NEXT_TURN))

    def _carry_chits_over(self) -> None:
        """Move the chits as the button does: the last one into play, bought ones back for sale, others into the mug."""
        places, game = self.kit, self.kit.game
        last = self._chits_in(MUG)
        self._send_chits(dict.fromkeys(self._chits_in(IN_PLAY), places.on_mat(CHITS, PLAYED)))
        if len(last) == 1:
            self._send_chits({last[0]: places.chit_in_play})
        bought = [chit for chit in self._chits_in(PLAYED) if self._is_bought(chit)]
        sale = {chit: available_name(game.sides[game.chits[chit].side].name) for chit in bought}
        self._send_chits({chit: places.on_mat(CHITS, space) for chit, space in sale.items()})
        mug = next((self._log.table.placement(deck.id) for deck in self._log.table.decks() if deck.name == MUG), None)
        if mug is not None:
            free = [chit for space in (PLAYED, NEXT_TURN) for chit in self._chits_in(space)]
            self._send_chits(dict.fromkeys(free, mug), back=True)

    def _send_chits(self, targets: Mapping[str, Placement], *, back: bool = False) -> None:
        if targets:
            pieces = {self.piece("ChitId", chit): target for chit, target in targets.items()}
            self._log.send_together(pieces, back=back)

    def _chits_in(self, space: str) -> list[str]:
        """Return the chits in a space of their mat, or in the mug."""
        table, found = self._log.table, []
        for piece in table.units():
            if chit := piece_properties(piece).get("ChitId"):
                lies_in = MUG if table.deck_of(piece.id) else self._places.space(table.placement(piece.id))[1]
                if lies_in == space:
                    found.append(chit)
        return found

    def _is_bought(self, chit: str) -> bool:
        returning = self._log.table.properties.get(("Module", RETURNING_CHIT))
        return self.kit.game.chits[chit].kind == _FORMATION and chit != returning

    def _say(self, act: table_actions.Say) -> None:
        self._log.say(act.text)

    def _undone(self, act: table_actions.Undone) -> None:
        before = self._log.steps
        self._do(act.act)
        for _ in range(self._log.steps - before):
            self._log.undo()


_DOERS: Final[Mapping[type, Callable[[GameWriter, Any], None]]] = {
    table_actions.Declare: GameWriter._declare,
    table_actions.ThrowDice: GameWriter._throw,
    table_actions.RollFromMenu: GameWriter._roll_from_menu,
    table_actions.Drag: GameWriter._drag,
    table_actions.PutBesideMap: GameWriter._put_beside_map,
    table_actions.SetState: GameWriter._set_state,
    table_actions.Eliminate: GameWriter._eliminate,
    table_actions.SendAway: GameWriter._send_away,
    table_actions.TurnOver: GameWriter._turn_over,
    table_actions.SetPoints: GameWriter._set_points,
    table_actions.MoveOnTrack: GameWriter._move_on_track,
    table_actions.PlaceMarker: GameWriter._place_marker,
    table_actions.MoveMarker: GameWriter._move_marker,
    table_actions.FlipMarker: GameWriter._flip_marker,
    table_actions.RemoveMarker: GameWriter._remove_marker,
    table_actions.PressOff: GameWriter._press_off,
    table_actions.DrawChit: GameWriter._draw_chit,
    table_actions.SendChit: GameWriter._send_chit,
    table_actions.ReturnChit: GameWriter._return_chit,
    table_actions.AdvanceTurn: GameWriter._advance_turn,
    table_actions.EndOfTurn: GameWriter._end_turn,
    table_actions.Say: GameWriter._say,
    table_actions.Undone: GameWriter._undone,
}
