"""Short games as text: the acts of players at the table, one on each line, to be written as logs of our own module.

    axis                                      the side with the log in hand; by mail a change begins the next log
    1/VIII/132: move                          an action of the counter's menu, by its words
    1/VIII/132: direct fire at 5/2/13 DBLE    typed into the chat, since the menu has no room for a target
    1/VIII/132: in column                     a state of the counter's menu
    drag 1/VIII/132, Pasqualini to 33.13
    drag 2/VIII/132 off the map               to the division's card
    drag 1-i-65 to Arrivals: June 4 0700      to a space of a mat beside the map; boxes are called by their ids
    1/VIII/132: withdrawal, to June 4 0700    the entry of the menu that sends it to the calendar as well
    roll 4        roll 4 5                    one die, or several with one button
    undo          reveal 3/1 Antichar         eliminate 3/1 Antichar
    points ariete 5                           Command Points, dragged along the card's track; dispatch ariete 5
    track weather Mist                        the marker of one of the map's tracks
    marker rommel in 31.01                    from the palette into a hex, a box, or a space as of a drag
    marker susan-travers from 20.08 to 19.07  no marker sand-storm in sand-storm-now
    barrage 31.13      flip barrage 31.13     no barrage 31.13
    draw division-french     send division-french to Played     put back division-french
    turn 05-27 1100
    say Over to you.
    # an empty line, or one with such a sign, is ignored

Units and leaders are called by their printed names or by their ids, sides, divisions and chits by their ids.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from ..game.hexes import Hex
from ..game.play import Roll, RollPurpose
from ..game.scenarios import TurnTime
from ..module_layout.table_places import Spot
from ..vassal.errors import BuildingError
from . import table_actions
from .game_writer import GameWriter
from .module_kit import PlayKit
from .table_actions import MarkerPlace, TableAction

__all__ = ["TableScript"]

_HEX: Final = r"\d\d\.\d\d"


class TableScript:
    """Reads the lines of a script for one game."""

    def __init__(self, kit: PlayKit) -> None:
        self._kit = kit
        leaders, units = kit.game.leaders.values(), kit.game.units.values()
        self._ids: dict[str, str] = {name: leader.id for leader in leaders for name in leader.names}
        self._ids |= {name: unit.id for unit in units for name in unit.names}
        self._ids |= {name: name for name in (*kit.game.leaders, *kit.game.units)}

    def play(self, lines: Iterable[str], writer: GameWriter) -> None:
        """Do the lines' acts at the writer's table. Raises :class:`BuildingError` with the number of a bad line."""
        side = ""
        for number, line in enumerate(lines, 1):
            text = line.strip()
            if not text or text.startswith("#"):
                continue
            try:
                if text in self._kit.game.sides:
                    side = text
                elif text == "undo":
                    writer.record.hands(side).undo()
                else:
                    writer.do([self.act(text)], side)
            except BuildingError as error:
                error.place = error.place or f"line {number} of the script: {text}"
                raise

    def act(self, line: str) -> TableAction:
        """Return the act of a line. Raises :class:`BuildingError`."""
        for pattern, make in _LINES.items():
            if found := re.fullmatch(pattern, line):
                return make(self, found)
        raise BuildingError("not a line of a script", found=line)

    def _id(self, name: str) -> str:
        if name.strip() not in self._ids:
            raise BuildingError("no unit and no leader is called so", found=name.strip())
        return self._ids[name.strip()]

    def _drag(self, found: re.Match[str]) -> TableAction:
        return table_actions.Drag(tuple(self._id(name) for name in found["who"].split(",")), self._place(found["to"]))

    def _place(self, text: str) -> MarkerPlace:
        """Return the hex, the box, or the space of a track or a mat with a name. Raises BuildingError."""
        sheet, colon, space = text.partition(": ")
        if colon:
            return Spot(sheet, space)
        if text in self._kit.game.map.boxes:
            return text
        if re.fullmatch(_HEX, text):
            return Hex.parse(text)
        raise BuildingError("not a place", found=text, expected="a hex, a box, or a mat and its space")

    def _send_away(self, found: re.Match[str]) -> TableAction:
        """Return what sends a counter to its space of the calendar."""
        for action in self._kit.game.actions:
            if action.sends_away and action.words == found["words"]:
                return table_actions.SendAway(self._id(found["who"]), action.id, found["space"])
        raise BuildingError("no menu entry of these words sends a counter away", found=found["words"])

    def _said(self, found: re.Match[str]) -> TableAction:
        """Return what was chosen from a menu, or typed because it names a target."""
        unit, words = self._id(found["who"]), found["words"]
        for action, known in self._kit.words.items():
            if words == known:
                return table_actions.Declare(unit, action)
            if words.startswith(f"{known} at "):
                return table_actions.Declare(unit, action, at=self._id(words.removeprefix(f"{known} at ")), typed=True)
        for state in self._kit.game.states:
            for value, said in ((0, state.off_words), *((level.value, level.words) for level in state.levels)):
                if words == said:
                    return table_actions.SetState(unit, state.id, value)
        raise BuildingError("no menu has these words", found=words)


def _throw(_script: TableScript, found: re.Match[str]) -> TableAction:
    return table_actions.ThrowDice(tuple(Roll(RollPurpose.FIRE, "", int(die)) for die in found["dice"].split()))


_LINES: Final[Mapping[str, Callable[[TableScript, re.Match[str]], TableAction]]] = {
    r"drag (?P<who>.+) off the map": lambda s, m: table_actions.PutBesideMap(s._id(m["who"])),
    r"drag (?P<who>.+?) to (?P<to>.+)": TableScript._drag,
    r"rolls? (?P<dice>\d( \d)*)": _throw,
    r"reveal (?P<who>.+)": lambda s, m: table_actions.TurnOver(s._id(m["who"])),
    r"eliminate (?P<who>.+)": lambda s, m: table_actions.Eliminate(s._id(m["who"])),
    r"(?P<who>[^:]+): (?P<words>[^,:]+), to (?P<space>.+)": TableScript._send_away,
    r"points (?P<division>\S+) (?P<n>\d+)": lambda _, m: table_actions.SetPoints(m["division"], "command", int(m["n"])),
    r"dispatch (?P<division>\S+) (?P<n>\d+)": lambda _, m: table_actions.SetPoints(
        m["division"], "dispatch", int(m["n"])
    ),
    r"track (?P<track>\S+) (?P<space>.+)": lambda _, m: table_actions.MoveOnTrack(m["track"], m["space"]),
    r"marker (?P<marker>\S+) in (?P<at>.+)": lambda s, m: table_actions.PlaceMarker(m["marker"], s._place(m["at"])),
    r"marker (?P<marker>\S+) from (?P<at>.+) to (?P<to>.+)": lambda s, m: table_actions.MoveMarker(
        m["marker"], s._place(m["at"]), s._place(m["to"])
    ),
    r"no marker (?P<marker>\S+) in (?P<at>.+)": lambda s, m: table_actions.RemoveMarker(m["marker"], s._place(m["at"])),
    r"barrage (?P<hex>\d\d\.\d\d)": lambda _, m: table_actions.PlaceMarker("barrage", Hex.parse(m["hex"])),
    r"flip barrage (?P<hex>\d\d\.\d\d)": lambda _, m: table_actions.FlipMarker("barrage", Hex.parse(m["hex"])),
    r"no barrage (?P<hex>\d\d\.\d\d)": lambda _, m: table_actions.RemoveMarker("barrage", Hex.parse(m["hex"])),
    r"draw (?P<chit>\S+)": lambda _, m: table_actions.DrawChit(m["chit"]),
    r"send (?P<chit>\S+) to (?P<space>.+)": lambda _, m: table_actions.SendChit(m["chit"], m["space"]),
    r"put back (?P<chit>\S+)": lambda _, m: table_actions.ReturnChit(m["chit"]),
    r"turn (?P<date>\d\d-\d\d) (?P<turn>\d{4}|Night)": lambda _, m: table_actions.AdvanceTurn(
        TurnTime(m["date"], m["turn"])
    ),
    r"say (?P<text>.+)": lambda _, m: table_actions.Say(m["text"]),
    r"(?P<who>[^:]+): (?P<words>.+)": TableScript._said,
}
"""The functions that make the act of a line, by the line's form."""
