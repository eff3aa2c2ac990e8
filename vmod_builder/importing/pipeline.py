"""From a module's file to the files of a game: figures and terrain laid over the data of a game that is there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from adjudicator.drawing.counters import counters_in_row
from adjudicator.game.errors import GameDataErrors
from adjudicator.game.hexes import Hex
from adjudicator.game.loading import GameFolder
from adjudicator.game.module_dialect import DIALECT_FILE
from adjudicator.game.name_index import same_words
from adjudicator.game.provenance import Source
from adjudicator.report.safe_text import one_line
from adjudicator.vassal.boards import BoardDefinition
from adjudicator.vassal.errors import ArchiveError, ModuleError
from adjudicator.vassal.limits import Limits

from ..build_context import Workpiece, open_workpiece
from ..layouts import lies_elsewhere, next_version
from .counters import CounterChanges, lay_counters_over
from .dialect_guesses import guessed_dialect
from .dialect_merge import EarlierDialect, guesses_in, merged_dialect
from .dialect_table import DialectTable
from .dialect_text import dialect_text
from .entry_hexes import entry_hexes_told, of_markers, of_reinforcements, of_tags, of_zones
from .findings import FindingList
from .game_texts import GameTexts
from .kept_module import KEPT_MODULE_FILE, kept_module
from .map_overlay import MapOverlay, lay_map_over
from .map_text import map_text
from .module_setups import ModuleSetup, module_setups, setup_pieces, setup_tables, taken_starts
from .numbering import HexNumbers, hex_grids_of
from .official_module import OfficialModule, module_pieces, open_official_module, slot_pieces
from .report import ImportReport, report_text
from .start_hexes import moved_starts, starts_by_row
from .terrain_file import TerrainFile, read_terrain_file
from .toml_edit import TomlEdit

__all__ = ["COUNTERS_FILE", "REPORT_FILE", "ImportedGame", "import_game"]

REPORT_FILE: Final = "import_report.txt"
"""The file of the directory that says what was not taken over."""
COUNTERS_FILE: Final = "counters.svg"
"""The picture of a few counters as they were read, to be compared with the module."""
_GAME, _UNITS, _MAP = "game.toml", "units.toml", "map.toml"


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """A game's directory before it is written."""

    files: Mapping[str, bytes]
    report: ImportReport


def import_game(path: Path, folder: GameFolder, limits: Limits, earlier: EarlierDialect | None = None) -> ImportedGame:
    """Return the game of *folder* with the figures and the terrain of the module at *path*.

    *earlier* is the dialect of the directory, if it was imported into before.

    Raises FileAccessError, ArchiveError, LimitExceeded or ModuleError for a module that cannot be read or is of
    another game, GameDataError for anything wrong in the files of *folder*.
    """
    work = open_workpiece(folder)
    findings = FindingList()
    module = open_official_module(path, limits, findings)
    return _Import(module, work, folder, findings).imported(path.name, earlier)


class _Import:
    """One import: the files' texts, changed step by step."""

    def __init__(self, module: OfficialModule, work: Workpiece, folder: GameFolder, findings: FindingList) -> None:
        self._module = module
        self._tables = setup_tables(module, findings)
        slots = slot_pieces(module, findings)
        self._pieces = (*slots, *setup_pieces(self._tables, slots))
        self._game = work.game
        self._style = work.style
        self._findings = findings
        self._files = GameTexts(folder)
        self._ground: tuple[BoardDefinition, TerrainFile, HexNumbers] | None = None
        """The board with the game's map, its terrain, and its numbers, if they can be read."""

    def imported(self, module_file: str, earlier: EarlierDialect | None) -> ImportedGame:
        """Return the whole game with its report."""
        changes = self._lay_units_over()
        taken, board = self._lay_map_over()
        found_setups = tuple(module_setups(self._module, self._tables, self._game, self._findings))
        setups = self._lay_setups_over(found_setups)
        self._lay_entry_hexes_over(found_setups)
        self._raise_version()
        dialect = guessed_dialect(self._module, self._pieces, self._game)
        own, text = self._dialect_texts(dialect, earlier)
        report = ImportReport(
            module_file=module_file,
            module=self._module.definition.name,
            module_version=self._module.definition.version,
            game=self._game,
            result=self._files.game(),
            units=changes.matched_units,
            leaders=changes.matched_leaders,
            figures=changes.figures,
            board=board,
            hexes=taken,
            setups=setups,
            guessed=guesses_in(text),
            findings=self._findings,
        )
        files = {name: text.encode() for name, text in self._files.texts.items()}
        picture = counters_in_row(report.result, report.examples, self._style)
        told = {REPORT_FILE: report_text(report), COUNTERS_FILE: picture}
        kept = {KEPT_MODULE_FILE: kept_module(self._module, own)}
        written = {**files, DIALECT_FILE: text.encode()}
        return ImportedGame({**written, **{name: text.encode() for name, text in told.items()}, **kept}, report)

    def _dialect_texts(self, tables: Sequence[DialectTable], earlier: EarlierDialect | None) -> tuple[str, str]:
        """Return the text of the module's dialect, and the one with what its owner has corrected."""
        definition = self._module.definition
        module = f"{definition.name} {definition.version}".strip()
        own = dialect_text(module, tables)
        return own, own if earlier is None else merged_dialect(module, tables, earlier, self._findings)

    # -- units --------------------------------------------------------------------------------------------------

    def _lay_units_over(self) -> CounterChanges:
        pieces = module_pieces(self._module, self._pieces, self._findings)
        changes = lay_counters_over(self._game, self._files.before[_UNITS], pieces, self._findings)
        if not changes.matched_units:
            raise ModuleError(
                f"none of the module's units is one of {self._game.name}: it is the module of another game",
                file=self._module.archive.file, found=self._module.definition.name,
            )  # fmt: skip
        edit = TomlEdit(self._files.texts[_UNITS])
        for table, rows in (("units", changes.units), ("leaders", changes.leaders)):
            for number, keys in rows.items():
                if keys:
                    edit.update((table, number), keys)
        self._files.texts[_UNITS] = self._headed(edit.text())
        self._files.game()
        return changes

    def _headed(self, text: str) -> str:
        """Return a file's text with a word in front about where its figures come from."""
        definition = self._module.definition
        module = one_line(f"{definition.name} {definition.version}".strip(), 60)
        head = (
            f'# Figures with the source "module" are from the VASSAL module {module}; {REPORT_FILE} lists the rest.\n'
        )
        return text if text.startswith(head) else head + text

    # -- the map ------------------------------------------------------------------------------------------------

    def _lay_map_over(self) -> tuple[int, str]:
        """Lay the module's terrain over the map; return how many facts were taken, and the board's name."""
        found = self._board()
        overlay = self._overlay(*found) if found else None
        if overlay is None or not overlay.taken():
            return 0, found[0].name if found else ""
        before = dict(self._files.texts)
        text = map_text(self._files.texts[_MAP], self._files.before[_MAP], overlay)
        self._files.texts[_MAP] = self._headed(text)
        self._move_starts()
        try:
            self._files.game()
        except GameDataErrors as error:
            self._files.texts = before
            self._findings.forget("start-moved")
            self._findings.add("map-untold", "the whole map",
                               f"the game's data could not hold it: {one_line(str(error.errors[0]), 200)}")  # fmt: skip
            return 0, found[0].name if found else ""
        return overlay.taken(), found[0].name if found else ""

    # -- the setups ---------------------------------------------------------------------------------------------

    def _lay_setups_over(self, setups: Sequence[ModuleSetup]) -> dict[int, tuple[int, int]]:
        """Put counters where the module's setups have them; return for each scenario how many, and of how many."""
        taken: dict[int, tuple[int, int]] = {}
        for setup in setups:
            files = self._files.documents()
            starts = taken_starts(setup, files, files[_UNITS], self._game, self._findings)
            if starts is None:
                continue
            left = sum(len(places) for row, places in starts.rows.items() if not self._takes(starts.file, row, places))
            taken[setup.scenario] = (starts.found - left, starts.all)
        return taken

    def _takes(self, file: str, row: int, places: Mapping[str, str]) -> bool:
        """Put the counters of a group in their hexes and return whether that can be; else leave them all."""
        before = self._files.texts[file]
        edit = TomlEdit(before)
        edit.update(("setup", row, "start"), dict(places))
        self._files.texts[file] = edit.text()
        try:
            self._files.game()
        except GameDataErrors:
            self._files.texts[file] = before
            counters = ", ".join((self._game.units.get(id_) or self._game.leaders[id_]).name for id_ in places)
            reason = "left where they were: the scenario does not allow it beside counters that the setup does not have"
            self._findings.add("setup-untold", f"{file}: {one_line(counters, 80)}", reason)
            return False
        return True

    # -- entry hexes --------------------------------------------------------------------------------------------

    def _lay_entry_hexes_over(self, setups: Sequence[ModuleSetup]) -> None:
        """Put the entry hexes where the module has them; those that it does not tell keep their estimates."""
        files = self._files.documents()
        rows = files[_MAP].get("entry_hexes", [])
        evidence = [*of_markers(self._module, self._tables),
                    *of_reinforcements(setups, files, files[_UNITS], self._game)]  # fmt: skip
        if self._ground is not None:
            board, terrain, numbers = self._ground
            evidence += [*of_zones(board, numbers), *of_tags(terrain, numbers)]
        told = entry_hexes_told(evidence, [row["letter"] for row in rows], self._findings)
        for number, row in enumerate(rows):
            if row["letter"] in told:
                self._put_entry_hex(number, row["letter"], told[row["letter"]])

    def _put_entry_hex(self, number: int, letter: str, place: Hex) -> None:
        """Put one entry hex where the module has it, if the game allows it there."""
        before = self._files.texts[_MAP]
        edit = TomlEdit(before)
        edit.update(("entry_hexes", number), {"hex": str(place), "source": str(Source.MODULE)})
        self._files.texts[_MAP] = edit.text()
        try:
            self._files.game()
        except GameDataErrors as error:
            self._files.texts[_MAP] = before
            self._findings.add("map-untold", f"entry hex {letter}", one_line(str(error.errors[0]), 200))

    def _raise_version(self) -> None:
        """Give the module of the new data a version of its own where things have other places on its map or mats."""
        game = self._files.game()
        if lies_elsewhere(game):
            edit = TomlEdit(self._files.texts[_GAME])
            edit.replace(("version",), next_version(game))
            self._files.texts[_GAME] = edit.text()

    def _board(self) -> tuple[BoardDefinition, str] | None:
        """Return the board with the game's map and the entry with its terrain; None, and a finding, without."""
        boards = [board for each in self._module.definition.maps for board in each.boards]
        told = {board.name: board for board in boards if self._module.archive.has(_entry(board.name))}
        right = [board for board in told.values() if same_words(board.name, self._game.map.name)]
        chosen = right or list(told.values())
        if len(chosen) == 1:
            return chosen[0], _entry(chosen[0].name)
        names = ", ".join(one_line(name, 40) for name in told) or "none"
        problem = f"no board {self._game.map.name!r} with an entry terrainMaps/ (boards with one: {names})"
        self._findings.add("map-untold", "the whole map", problem)
        return None

    def _overlay(self, board: BoardDefinition, entry: str) -> MapOverlay | None:
        grids = hex_grids_of(board)
        if len(grids) > 1:
            told = f"the zones of the board {one_line(board.name, 40)!r} have {len(grids)} hex grids, which differ"
            self._findings.add("map-untold", "the whole map", told)
            return None
        numbers = HexNumbers(grids[0], board) if grids else None
        if numbers is None or not numbers.usable:
            self._findings.add("map-untold", "the whole map",
                               f"the board {one_line(board.name, 40)!r} has no hex grid that is numbered")  # fmt: skip
            return None
        try:
            text = self._module.archive.read(entry).decode("utf-8-sig")
        except (UnicodeDecodeError, ArchiveError) as error:
            problem = "it is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else error.problem
            self._findings.add("terrain-unreadable", entry, problem)
            return None
        terrain = read_terrain_file(text, entry, self._findings)
        self._ground = board, terrain, numbers
        return lay_map_over(self._files.before[_MAP], terrain, numbers, self._findings)

    def _move_starts(self) -> None:
        """Move counters of predefined setups that the new map does not allow where they are."""
        moved = moved_starts(self._files.documents())
        edits: dict[str, TomlEdit] = {}
        for (file, row), starts in starts_by_row(moved).items():
            edit = edits.setdefault(file, TomlEdit(self._files.texts[file]))
            edit.update(("setup", row, "start"), starts)
        self._files.texts |= {file: edit.text() for file, edit in edits.items()}
        for each in moved:
            counter = self._game.units.get(each.counter) or self._game.leaders[each.counter]
            self._findings.add("start-moved", f"{each.file}: {counter.name}", f"from {each.before} to {each.after}")


def _entry(board: str) -> str:
    return f"terrainMaps/{board}.txt"
