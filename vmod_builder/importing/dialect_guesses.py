"""The dialect of a module, as far as its build file and its pieces show it: the tables of ``dialect.toml``.

Each table is found, or it is a guess: then it has the series's own words, or what the module has of a like name, and
its owner is asked to look at it. Nothing here is certain that the module does not say itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from adjudicator.game.game_data import GameData
from adjudicator.game.loading.schema_check import document_errors, schema_name
from adjudicator.game.module_dialect import DIALECT_FILE, ModuleDialect, series_dialect
from adjudicator.game.names import words_of
from adjudicator.report.safe_text import one_line
from adjudicator.vassal.module_definition import ListTurnLevel, MapDefinition, TurnLevel
from adjudicator.vassal.zones import ZonedGrid

from .dialect_counters import counter_tables
from .dialect_table import DialectTable, dialect_words, is_like, listed
from .official_module import OfficialModule, SlotPiece

__all__ = ["guessed_dialect"]

_MAP, _WIZARD = "TdcMap", "AttackWizard"
_FACES: Final = 10
_PARK: Final = "park"


def guessed_dialect(module: OfficialModule, pieces: Sequence[SlotPiece], game: GameData) -> tuple[DialectTable, ...]:
    """Return the tables of a module's dialect; *pieces* are those of its slots."""
    return tuple(map(_held, _Guesses(module, pieces, game).tables()))


def _held(table: DialectTable) -> DialectTable:
    """Return a table, without a value if the module's words are not of the form that the file can hold."""
    errors = list(document_errors(DIALECT_FILE, {table.key: table.value}, schema_name(DIALECT_FILE)))
    if not errors:
        return table
    error = one_line(str(errors[0]), 200)
    reason = f"Left out, so that the words of the series hold, since the module's cannot be held here: {error}."
    return replace(table, value=None, found=False, words=(*table.words, reason))


class _Guesses:
    """The way from the module to its dialect."""

    def __init__(self, module: OfficialModule, pieces: Sequence[SlotPiece], game: GameData) -> None:
        self._module = module
        self._definition = module.definition
        self._game = game
        self._series: ModuleDialect = series_dialect()
        self._pieces = pieces

    def tables(self) -> Iterator[DialectTable]:
        """Yield the tables in the order of the file."""
        yield self._main_map()
        yield from counter_tables(self._module, self._pieces, self._game)
        yield self._chits()
        yield self._turn()
        yield self._property("weather", self._series.weather.property, dict(self._series.weather.values))
        yield self._property("supply", self._series.supply.property, dict(self._series.supply.values))
        yield self._leader_killed()
        yield self._dice()
        yield self._dice_reports()
        yield self._zones()
        yield self._cards()

    # -- the map and its zones --------------------------------------------------------------------------------------

    def _main_map(self) -> DialectTable:
        about = "The map that is played on"
        maps = [each for each in self._module.root.everything() if each.class_name.endswith(_MAP)]
        named = [each.text("mapName") for each in maps if any(
            inner.class_name.endswith(_WIZARD) for inner in each.everything()
        )]  # fmt: skip
        if len(named) == 1:
            return DialectTable("main_map", named[0], True, (f"{about}: the one with the attack wizard.",))
        told = "no map" if not named else f"{len(named)} maps"
        like = [each.name for each in self._definition.maps if self._series.is_main_map(each.name)]
        value = like[0] if len(like) == 1 else self._series.main_map
        return DialectTable(
            "main_map", value, False, (f"{about}: {told} of the module has the attack wizard, so this is a guess.",)
        )

    def _zone_names(self) -> list[str]:
        main = str(self._main_map().value)
        return list(
            dict.fromkeys(name for each in self._definition.maps if each.name == main for name in _zones_of(each))
        )

    def _cards(self) -> DialectTable:
        """Return the parks on cards of divisions: each is the one to which the division's reinforcements go."""
        main, rows, unclear = str(self._main_map().value), list[dict[str, str]](), list[str]()
        for each in self._definition.maps:
            parks = self._parks_of(each.name)
            for zone in _zones_of(each) if each.name != main else ():
                if _PARK in words_of(zone) and parks:
                    named = {"map": each.name, "zone": zone}
                    rows += [{**named, "box": parks[0]}] if len(parks) == 1 else []
                    unclear += [f"{each.name}, {zone}"] if len(parks) > 1 else []
        about = "Zones of other maps, such as the divisions' cards, that are boxes of the game."
        notes = ["Each is the Artillery Park to which the division's guns come in the scenarios."] if rows else []
        notes += [f"Counters there are taken to be off the map: {listed(unclear)}."] if unclear else []
        return DialectTable("cards", rows, not (rows or unclear), (about, *notes))

    def _parks_of(self, card: str) -> list[str]:
        """Return the parks to which reinforcements of the division of a card go, in any scenario."""
        words = set(words_of(card))
        divisions = [each.id for each in self._game.divisions.values() if _letters(each.short_name) <= words]
        arrivals = [each for scenario in self._game.scenarios.values() for each in scenario.reinforcements]
        boxes = [box for each in arrivals if each.division in divisions for box in each.places.boxes]
        return list(dict.fromkeys(box for box in boxes if self._game.map.boxes[box].kind == _PARK))

    def _zones(self) -> DialectTable:
        boxes = {box.id: box for box in self._game.map.boxes.values() if box.kind in (_PARK, "box")}
        exact = {words_of(box.name): box.id for box in boxes.values()}
        parks = [box for box in boxes.values() if box.kind == _PARK]
        value, unclear, others = dict[str, str](), list[str](), list[str]()
        for name in self._zone_names():
            words = set(words_of(name))
            like = [box.id for box in parks if set(words_of(box.name)[-1:]) <= words] if _PARK in words else []
            if words_of(name) in exact:
                value[name] = exact[words_of(name)]
            elif len(like) == 1:
                value[name] = like[0]
                unclear.append(name)
            else:
                (unclear if _PARK in words else others).append(name)
        missing = [box.name for box in parks if box.id not in value.values()]
        notes = [f"Zones that were not taken for a box: {listed(others)}."] if others else []
        notes += [f"Please look at: {listed(unclear)}."] if unclear else []
        notes += [f"No zone of the map was found for: {listed(missing)}."] if missing else []
        return DialectTable(
            "zones", value, not (unclear or missing), ("Zones of the main map, and the boxes that they are.", *notes)
        )

    # -- chits, turn, properties, dice ------------------------------------------------------------------------------

    def _chits(self) -> DialectTable:
        cards = [slot.gpid for each in self._definition.maps for deck in each.decks for slot in deck.slots]
        pieces = [each for each in self._pieces if each.slot.gpid in cards and not each.is_rated]
        types = Counter(each.properties.get("Type", "") for each in pieces)
        types.pop("", None)
        exact = _chit_names(self._game) | {words_of(name): id_ for name, id_ in self._series.chits.items()}
        value, unknown = dict[str, str](), list[str]()
        for each in pieces:
            name = each.piece.name.strip()
            id_ = exact.get(words_of(name), "")
            if id_ in self._game.chits:
                value[name] = id_
            else:
                unknown.append(name)
        type_ = types.most_common(1)[0][0] if types else self._series.chit_type
        found = bool(value) and not unknown and bool(types)
        about = "The property Type of chits, and the chits of the deck by their names."
        notes = [f"Cards that are not chits of the game, judging by their names: {listed(unknown)}."] if unknown else []
        notes += [] if value else ["No deck with chits was found in the module: this is a guess."]
        names = value or {name: id_ for name, id_ in self._series.chits.items() if id_ in self._game.chits}
        return DialectTable("chits", {"type": type_, "names": names}, found, (about, *notes))

    def _turn(self) -> DialectTable:
        calendar = self._game.calendar
        levels = [level for each in self._definition.turn_trackers for level in _lists(each.levels)]
        dates = {words_of(name): date for date, name in calendar.date_names.items()}
        dates |= {words_of(date): date for date in calendar.dates}
        times = {words_of(turn.replace(":", "")): turn for turn in calendar.turns}
        date, of_date, no_dates = _level_like(levels, dates.get, _by_day(calendar.date_names))
        time, of_time, no_times = _level_like(
            levels, times.get, lambda text: times.get(words_of(text.replace(":", "")))
        )
        notes = (
            [f"Not understood in the turn tracker: {listed((*no_dates, *no_times))}."] if no_dates or no_times else []
        )
        found = bool(date and time) and not notes
        notes += (
            [] if date and time else ["No turn tracker with dates and turns was found: the properties are a guess."]
        )
        about = "The properties of date and turn, and the module's words for them where the game has others."
        value = {
            "date": date or self._series.turn.date, "time": time or self._series.turn.time,
            "dates": of_date, "times": of_time,
        }  # fmt: skip
        return DialectTable("turn", value, found, (about, *notes))

    def _property(self, key: str, name: str, values: dict[str, str]) -> DialectTable:
        found, exact = self._global_property(name, key)
        about = f"The global property of the {key}, and what its values mean. A value that is not here is asked about."
        words = () if exact else (_guess_of_property(found),)
        return DialectTable(key, {"property": found or name, "values": values}, exact, (about, *words))

    def _leader_killed(self) -> DialectTable:
        name, value = self._series.artillery_leader_killed
        found, exact = self._global_property(name, "artillery_leader_killed")
        about = "The global property, and its value, that means that an artillery leader was killed."
        words = () if exact else (_guess_of_property(found),)
        return DialectTable(
            "artillery_leader_killed", {"property": found or name, "value": value}, exact, (about, *words)
        )

    def _global_property(self, name: str, key: str) -> tuple[str, bool]:
        names = [each.name for each in self._definition.global_properties]
        if name in names:
            return name, True
        like = dialect_words()["properties"][key]
        fitting = [each for each in names if is_like((each,), like)]
        return (fitting[0] if len(fitting) == 1 else ""), False

    def _dice(self) -> DialectTable:
        buttons = [each for each in self._definition.dice_buttons if each.sides == _FACES]
        others = [each.name for each in self._definition.dice_buttons if each.sides != _FACES]
        notes = [f"Buttons that roll other dice, which are left aside: {listed(others)}."] if others else []
        notes += [] if buttons else ["The module has no button for a ten-sided die: dice of all buttons are read."]
        about = "The buttons that roll the game's ten-sided die."
        return DialectTable("dice", [each.name for each in buttons], bool(buttons), (about, *notes))

    def _dice_reports(self) -> DialectTable:
        formats = {each.name: each.report_format for each in self._definition.dice_buttons if each.sides == _FACES}
        about = "The lines that these buttons write, in VASSAL's own form: who rolled is read from them."
        return DialectTable("dice_reports", formats, True, (about,))


def _letters(name: str) -> set[str]:
    """Return the words of a name without its numbers."""
    return {word for word in words_of(name) if not word.isdigit()}


def _zones_of(each: MapDefinition) -> Iterator[str]:
    """Yield the names of a map's zones."""
    for board in each.boards:
        if isinstance(board.grid, ZonedGrid):
            yield from (zone.name for zone in board.grid.zones if zone.name)


def _guess_of_property(found: str) -> str:
    return "Guessed by its name." if found else "The module has no such property that was found: this is a guess."


def _chit_names(game: GameData) -> dict[tuple[str, ...], str]:
    names = {words_of(name): chit.id for chit in game.chits.values() for name in (chit.name, *chit.formerly)}
    for chit in game.chits.values():
        if formation := game.formations.get(chit.formation):
            names |= dict.fromkeys((words_of(formation.name), words_of(formation.short_name)), chit.id)
    return names


def _lists(levels: Sequence[TurnLevel]) -> Iterator[ListTurnLevel]:
    """Yield the lists among the levels of a turn tracker."""
    for level in levels:
        if isinstance(level, ListTurnLevel):
            yield level
        yield from _lists(level.levels)


def _level_like(
    levels: Sequence[ListTurnLevel],
    known: Callable[[tuple[str, ...]], str | None],
    read: Callable[[str], str | None],
) -> tuple[str, dict[str, str], tuple[str, ...]]:
    """Return the property of the level whose entries are mostly known, the words that differ, and those not known."""
    for level in levels:
        means = {entry: known(words_of(entry)) or read(entry) for entry in level.entries}
        understood = {entry: meaning for entry, meaning in means.items() if meaning}
        if level.property and 2 * len(understood) > len(means):
            differing = {entry: meaning for entry, meaning in understood.items() if known(words_of(entry)) is None}
            return level.property, differing, tuple(entry for entry in means if entry not in understood)
    return "", {}, ()


def _by_day(names: Mapping[str, str]) -> Callable[[str], str | None]:
    """Return a reader of dates such as "27 May", "May 27th" and "27.5.": by the day, and the month's name or number."""
    days = {(int(date[:2]), int(date[3:])): date for date in names}
    months = {words_of(name)[0][:3]: int(date[:2]) for date, name in names.items() if words_of(name)}

    def read(text: str) -> str | None:
        """Return the meaning of a text, None if it has none."""
        words = words_of(text)
        numbers = [int(digits) for word in words if (digits := word.rstrip("stndrh")).isdigit() and len(digits) < 3]
        month = next((months[word[:3]] for word in words if word[:3] in months), 0)
        ways = [(month, numbers[0])] if month and numbers else []
        ways += [(numbers[1], numbers[0]), (numbers[0], numbers[1])] if not month and len(numbers) > 1 else []
        return next((days[way] for way in ways if way in days), None)

    return read
