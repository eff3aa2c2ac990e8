"""Mails as the real code of the official module writes them, in the facsimile of the module.

An :class:`OfficialTable` drags counters, opens the attack wizard, lays markers, draws chits and presses buttons; every
step has the form that the logs in ``official_logs`` have. The words of a shot are the wizard's own
(:mod:`tests.support.official_wizard`). Nothing here comes from what the referee knows of the module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from adjudicator.game.hexes import Hex
from adjudicator.vassal.building import PositionBuilder, lasting_pairs, saved_game
from adjudicator.vassal.commands import RemovePiece
from adjudicator.vassal.engine_table import EngineTable
from adjudicator.vassal.log_building import LogBuilder
from adjudicator.vassal.module import read_module
from adjudicator.vassal.module_definition import DiceButton, ModuleDefinition, PieceSlot
from adjudicator.vassal.pieces import NO_MAP, Piece, Placement
from adjudicator.vassal.properties import piece_properties
from adjudicator.vassal.replay import Replay
from adjudicator.vassal.saved_game import SavedGame, open_game
from adjudicator.vassal.step_tree import StepCommand, append
from adjudicator.vassal.trait_changes import changed_state, find_trait
from tests.support.official_full_module import full_module
from tests.support.official_wizard import MISS, RESULT_WORDS, Shot, WizardMode

__all__ = ["MODULE", "OfficialTable", "module_definition", "names_in_module"]

LOGS: Final = Path(__file__).parent.parent / "official_logs"
MODULE: Final = LOGS / "straight/nqos_facsimile.vmod"
SAVE: Final = LOGS / "straight/scenario1.vsav"
_PLAYERS: Final = {"Anna": ("annapw", "German"), "Bert": ("bertpw", "Allied")}
_MAP: Final = "Map"
_GRAVEYARD: Final = "Graveyard"
_DATES: Final = ["May 27", "June 2", "June 3", "June 4", "June 5", "June 6", "June 7", "June 8", "June 9", "June 10"]
_TIMES: Final = ["0500", "0700", "0900", "1100", "1300", "1500", "1700", "1900", "Night"]
_FIRST_ID: Final = 1_795_400_000_001


@cache
def module_definition() -> ModuleDefinition:
    """Return the facsimile of the module, with the counters of all scenarios."""
    return read_module(full_module())


@cache
def names_in_module() -> Mapping[str, str]:
    """Return the names of all counters, by the name without spaces."""
    return {name.replace(" ", ""): name for name in _slots()}


@cache
def _slots() -> Mapping[str, PieceSlot]:
    return {slot.entry_name: slot for slot in reversed(module_definition().piece_slots)}


@cache
def _prototypes() -> Mapping[str, str]:
    return {each.name: each.piece.text for each in module_definition().prototypes.values()}


class _EngineTable(EngineTable):
    """A table on which whoever is activated is marked as soon as he moves or fires, as the module's classes do."""

    def leave(self, piece_id: str, target: Placement) -> StepCommand | None:
        return append(super().leave(piece_id, target), self.marked_as_done(piece_id))

    def marked_as_done(self, piece_id: str) -> StepCommand | None:
        """Mark a piece as done if it is activated and not marked yet."""
        piece = self.table.pieces[piece_id]
        shown = piece_properties(piece)
        if shown.get("Active_Level") != "2" or shown.get("Mark_Level") != "1":
            return None
        index = find_trait(piece, "Mark")
        return self.change(piece_id, {index: changed_state(piece.traits[index], "2")}, at_once=True)


class _Log(LogBuilder):
    """A log of the official module, whose engine marks who has acted."""

    _engine: _EngineTable
    engine_class = _EngineTable

    def place_on(self, slot: PieceSlot, piece_id: str, *, told: bool = True) -> str:
        """Lay a marker directly on a piece with that one's menu, which is told; return its id."""
        target = self.table.placement(piece_id)
        new = self._start.define(slot, [NO_MAP, "0", "0"])
        step = self._engine.remember_place(new, Placement(None, 0, 0))
        new = new.with_basic_fields([NO_MAP, "0", "0", new.gpid, *lasting_pairs(self._engine.memory.lasting(new))])
        added = self._engine.carry_out(new.command(), RemovePiece(new.id))
        for command in self._engine.arrive(new.id, target, piece_id, added):
            step = append(step, command)
        self._record(
            append(step, self._engine.move_report([(new.id, Placement(None, 0, 0))], target) if told else None)
        )
        return new.id

    def end_attack(self, lines: Sequence[str], firer: str, *, marks: bool) -> None:
        """Write the report of a shot, close the wizard, and mark the firer in one step."""
        step: StepCommand | None = None
        for line in lines:
            step = append(step, self._engine.chat(line))
        step = append(step, StepCommand("Awiz\tAttackWizard0\tClose"))
        self._record(append(step, self._engine.marked_as_done(firer) if marks else None))


class OfficialTable:
    """A game in the facsimile that is being played by mail."""

    def __init__(self, places: Mapping[str, Hex], *, date: str, time: str, weather: str = "Clear") -> None:
        """Begin with counters in hexes, by their names, in this order from the bottom up; the others are off the map.

        *weather* is the value of the module's property.
        """
        self.layout = next(each for each in module_definition().maps if each.name == _MAP).default_layout()
        self.pieces: dict[str, str] = {}
        self.marks: dict[tuple[str, str], str] = {}
        self.barrages: dict[Hex, str] = {}
        self.mails: list[SavedGame] = []
        self._turn = (_DATES.index(date), _TIMES.index(time))
        builder = self._cleared()
        builder.set_property("Weather", weather)
        builder.set_turn("TurnTracker0", self._turn_state())
        stacks: dict[Hex, list[str]] = {}
        for name, place in places.items():
            stacks.setdefault(place, []).append(name)
        for place, names in stacks.items():
            ids = builder.add_stack([_slots()[name] for name in names], _MAP, *self.point(place))
            self.pieces |= dict(zip(names, ids, strict=True))
        self.player = "Anna"
        self.log = self._begin(builder)

    def _cleared(self) -> PositionBuilder:
        """Return the position of the scenario's save without its units."""
        replay = Replay(open_game(SAVE))
        builder = PositionBuilder.after(replay, first_id=_FIRST_ID, prototypes=_prototypes())
        old = builder.table
        for piece_id in list(old.pieces):
            placed = old.placement(piece_id).map
            if piece_id in old.pieces and placed != "Chit Draw":
                old.apply(RemovePiece(piece_id))
        for name, (player_id, side) in _PLAYERS.items():
            builder.add_player(player_id, name, side)
        return builder

    def _begin(self, builder: PositionBuilder) -> _Log:
        maps = module_definition().maps
        return _Log(
            builder, _PLAYERS[self.player][0], layouts={each.name: each.default_layout() for each in maps},
            reports={each.name: each.reports for each in maps}, map_ids={each.name: each.id for each in maps},
        )  # fmt: skip

    # mails

    def send(self) -> None:
        """End the mail, if there is something in it; the next one goes on from where it ends."""
        if not self.log.steps:
            return
        meta = open_game(SAVE).entries
        mail = saved_game(
            self.log.tree(), meta["moduledata"], date_saved=1_795_400_000_000, vassal_version="3.7.26",
            file=f"mail-{len(self.mails) + 1:02}.vlog",
        )  # fmt: skip
        self.mails.append(mail)
        replay = Replay(mail)
        replay.steps()
        first = _FIRST_ID + 100_000 * len(self.mails)
        self.log = self._begin(PositionBuilder.after(replay, first_id=first, prototypes=_prototypes()))

    def seat(self, player: str, *, mail: bool = True) -> None:
        """Let a player go on: in a mail of his own, or at the same table."""
        if player != self.player:
            if mail:
                self.send()
            self.player = player
            self.log.hand_over(_PLAYERS[player][0])

    # what players do

    def point(self, place: Hex) -> tuple[int, int]:
        """Return the middle of a hex."""
        x, y = self.layout.location_point(str(place))
        return int(x), int(y)

    def is_hex(self, place: Hex) -> bool:
        """Return whether a counter in the middle of a hex lies in that hex for the module, and in no zone over it."""
        return str(self.layout.location_name(*self.point(place))) == str(place)

    def say(self, text: str) -> None:
        """Say something."""
        self.log.say(text)

    def roll(self, face: int) -> None:
        """Press the dice button."""
        button = next(each for each in module_definition().dice_buttons if isinstance(each, DiceButton))
        self.log.roll(button, face + 1)

    def drag(self, names: Sequence[str], place: Hex) -> None:
        """Drag counters with the markers on them to a hex."""
        pieces = [piece for name in names for piece in (self.pieces[name], *self.marks_on(name))]
        self.log.move(pieces, *self.point(place))

    def park(self, name: str, zone: str, *, map_name: str = _MAP) -> None:
        """Drag a counter to a zone of the map, or of another map."""
        layout = next(each for each in module_definition().maps if each.name == map_name).default_layout()
        x, y = layout.location_point(zone)
        self.log.move(self.pieces[name], int(x), int(y), map_name=map_name)

    def bury(self, name: str) -> None:
        """Take a counter off the map, to the window of those that are eliminated."""
        for key in [key for key in self.marks if key[0] == name]:
            self.unmark(*key)
        self.log.move(self.pieces[name], 100, 100, map_name=_GRAVEYARD)

    def marks_on(self, name: str) -> list[str]:
        """Return the markers that lie on a counter."""
        return [piece for (owner, _), piece in self.marks.items() if owner == name]

    def mark(self, name: str, kind: str, level: int = 1) -> None:
        """Lay a marker on a counter with its menu, and turn it to a level."""
        if (name, kind) not in self.marks:
            self.marks[name, kind] = self.log.place_on(_slots()[kind], self.pieces[name])
        if level > 1:
            self.log.change(self.marks[name, kind], kind, str(level))

    def mark_level(self, name: str, kind: str) -> int:
        """Return the level of a marker on a counter, 0 for none."""
        lying = self.marks.get((name, kind), "")
        return int(self._shown(lying).get(f"{kind}_Level", "1")) if lying else 0

    def has_lost_step(self, name: str) -> bool:
        """Return whether a counter shows that it has lost a step."""
        return self.mark_level(name, "Step Loss") > 0 or self.is_layer_on(name, "Step")

    def unmark(self, name: str, kind: str) -> None:
        """Take a marker off a counter."""
        self.log.delete(self.marks.pop((name, kind)))

    def layer(self, name: str, layer: str, level: int) -> None:
        """Turn a layer of a counter with its menu: its Column, its transport, its lost step; -1 for off."""
        self.log.change(self.pieces[name], layer, str(level))

    def has_layer(self, name: str, layer: str) -> bool:
        """Return whether a counter has a layer of a name."""
        return f"{layer}_Level" in piece_properties(self.log.table.pieces[self.pieces[name]])

    def is_layer_on(self, name: str, layer: str) -> bool:
        """Return whether a layer of a counter is on."""
        return self._shown(self.pieces[name]).get(f"{layer}_Active") == "true"

    def place_of(self, name: str) -> Hex | None:
        """Return the hex in which a counter lies, None beside the map."""
        where = self.log.table.placement(self.pieces[name])
        return Hex.parse(self.layout.location_name(where.x, where.y)) if where.map == _MAP else None

    def formation_of(self, name: str) -> str:
        """Return the formation that is written on a counter."""
        return self._shown(self.pieces[name])["Formation"]

    def barrage_level(self, place: Hex) -> int:
        """Return the level of the barrage in a hex."""
        lying = self.barrages.get(place, "")
        return int(self._shown(lying)["Barrage_Level"]) if lying else 0

    def turn_over(self, name: str) -> None:
        """Turn a face-down gun over."""
        self.log.change(self.pieces[name], "obs", "")

    def barrage(self, place: Hex, level: int) -> None:
        """Bring the barrage in a hex to a level: 0 for none."""
        lying = self.barrages.pop(place, "")
        if lying:
            self.log.delete(lying)
        if level:
            x, y = self.point(place)
            self.barrages[place] = self.log.create(_slots()["Light Barrage"], _MAP, x, y)
            if level > 1:
                self.log.change(self.barrages[place], "Barrage", str(level))

    def draw(self, chit: str) -> None:
        """Drag a chit from the mug, if it is there."""
        found = [piece.id for piece in self.log.table.pieces.values() if piece.name == chit]
        if found and self.log.table.deck_of(found[0]) is not None:
            self.log.move(found[0], 300, 100 + 30 * len(chit) % 90)

    def activate(self, formation: str) -> None:
        """Press the button that activates a formation, or ends its activation."""
        members = [piece for piece in self.pieces.values() if self._shown(piece).get("Formation") == formation]
        on = [piece for piece in members if self._shown(piece).get("Active_Level") == "2"]
        for level, some in (("1", on), ("2", [piece for piece in members if piece not in on])):
            if some:
                self.log.press_for(some, [("Active", level)], report=f"* {formation} activated *")

    def activate_alone(self, name: str, level: int = 2) -> None:
        """Activate one counter with its key."""
        if self._shown(self.pieces[name]).get("Active_Level") not in (None, str(level)):
            self.log.change(self.pieces[name], "Active", str(level))

    def reset_marks(self) -> None:
        """Press the button that takes all marks of those who have acted off."""
        marked = [piece for piece in self.pieces.values() if self._shown(piece).get("Mark_Level") == "2"]
        if marked:
            self.log.press_for(marked, [("Mark", "1")], report="* All actions reset *")

    def _shown(self, piece: str) -> Mapping[str, str]:
        return piece_properties(self.log.table.pieces[piece])

    def next_turn(self) -> None:
        """Step the turn tracker on."""
        date, time = self._turn
        old = f"{_DATES[date]} {_TIMES[time]}"
        self._turn = ((date + (time == len(_TIMES) - 1)) % len(_DATES), (time + 1) % len(_TIMES))
        date, time = self._turn
        new = f"{_DATES[date]} {_TIMES[time]}"
        self.log.set_turn("TurnTracker0", self._turn_state(), report=f"Turn updated from {old} to {new}")

    def _turn_state(self) -> str:
        date, time = self._turn
        days, hours = ",".join(["true"] * len(_DATES)), ",".join(["true"] * len(_TIMES))
        return f"0|{date};0;0;{days};{time}\\;0\\;0\\;{hours}"

    # the wizard

    def attack(
        self, firer: str, target: str, shot: Shot, die: int, *, bonus: tuple[int, int] | None = None,
        barrage: int | None = None, result: str = "", typed: bool = False, words: str = "",
    ) -> None:  # fmt: skip
        """Open the wizard, tick what the player ticks, and fire.

        *bonus* is the die for the Company Bonus with the rating that it is held against, *barrage* the level of the
        barrage that an indirect shot leaves, *result* another result than the die's, *words* what the player says when
        that barrage lies there.
        """
        say, named = f"  <{self.player}> ", f"{self._called(firer)} attacks {self._called(target)}"
        place = self.log.table.placement(self.pieces[target])
        stacked = len(self.log.stack_of(self.pieces[firer]))
        opening = f"Awiz\tAttackWizard0\tOpen\t{self.pieces[firer]}\t{place.x}\t{place.y}\t{stacked + 1}"
        self.log.post(f"* <{self.player}> - START ATTACK", f"{say}{named} - {shot.mode.text}", own=opening)
        if self._lowest(place) != target:
            self.log.post(f"{say}New target {self._called(target)}", own="Awiz\tAttackWizard0\tTarget\t0")
        if bonus is not None:
            won = "Success!" if shot.company_bonus else "Failed!"
            self.log.post(f"{say}Company Bonus Roll: TQR={bonus[1]}[({bonus[1]})], roll={bonus[0]} {won}",
                          own="Awiz\tAttackWizard0\tMod\t1\t2")  # fmt: skip
        elif shot.company_bonus:
            self.log.post(f"{say}Company Bonus Yes", own="Awiz\tAttackWizard0\tMod\t1\t2")
        if shot.moves:
            self.log.post(f"{say}{shot.moves} Yes", own="Awiz\tAttackWizard0\tMod\t4\t3")
        if barrage:
            self._lay_barrage(target, barrage)
        if words:
            self.log.say(words)
        given = result or shot.result(die)
        lines = [
            f"* <{self.player}> - {shot.mode.headline}", say + named, *(say + line for line in shot.report()),
            f"{say}>{die}< Rolled!" + (" (Manually entered)" if typed else ""),
            say + ("Miss, no effect" if given == MISS else f"*HIT*, Result = {given} - {RESULT_WORDS[given]}"),
            *([f"{say}*** Placed {'Heavy' if barrage > 1 else 'Light'} Barrage ***"] if barrage else []),
            f"* <{self.player}> - END ATTACK",
        ]  # fmt: skip
        self.log.end_attack(lines, self.pieces[firer], marks=shot.mode in (WizardMode.DIRECT, WizardMode.INDIRECT))

    def open_assault(self, name: str, place: Hex) -> None:
        """Open the wizard for assaults on a hex; it can do nothing more."""
        x, y = self.point(place)
        opening = f"Assaultwiz\tAssaultWizard0\tOpen\t{self.pieces[name]}\t{x}\t{y}"
        self.log.post(f"* <{self.player}> - START ASSAULT", own=opening)

    def _lay_barrage(self, target: str, level: int) -> None:
        """Lay the barrage that an indirect shot leaves on the target's stack, without a word."""
        place = self.place_of(target)
        assert place is not None
        self.barrage(place, 0)
        highest = self.log.stack_of(self.pieces[target])[-1]
        self.barrages[place] = self.log.place_on(_slots()["Light Barrage"], highest, told=False)
        if level > 1:
            self.log.change(self.barrages[place], "Barrage", str(level))

    def _called(self, name: str) -> str:
        """Return what the wizard calls a counter: with what its layers add to its name, and its hex."""
        piece = self.log.table.pieces[self.pieces[name]]
        army = self._shown(piece.id)["Army"]
        return f"{army} unit {_shown_name(piece)} [{self.log.location_of(piece.id)}]"

    def _lowest(self, place: Placement) -> str:
        names = {piece: name for name, piece in self.pieces.items()}
        there = [names[piece] for piece in names if self.log.table.placement(piece) == place]
        return there[0]


def _shown_name(piece: Piece) -> str:
    return piece_properties(piece)["PieceName"]
