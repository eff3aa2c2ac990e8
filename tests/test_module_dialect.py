"""``dialect.toml``: what an import finds of a module, what it guesses, and that the referee reads by what is in it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from adjudicator.audit.dice import load_patterns
from adjudicator.cli.main import run as adjudicator
from adjudicator.game.errors import GameDataError
from adjudicator.game.loading import load_game
from adjudicator.game.module_dialect import CardZone, LayerLevel, LayerState, ModuleDialect, series_dialect
from adjudicator.game.provenance import Source
from adjudicator.referee.dialects.official.dialect import GrandTactical
from adjudicator.referee.dialects.official.visibility import GrandTacticalSight
from adjudicator.referee.dialects.official.watch import GrandTacticalWatch
from adjudicator.referee.pipeline import referee_game
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.ruling import Finding
from adjudicator.rules.switches import HouseRules
from adjudicator.vassal.archive import open_archive, pack_archive
from adjudicator.vassal.limits import DEFAULT_LIMITS
from adjudicator.vassal.module import read_module
from adjudicator.vassal.replay import Replay
from adjudicator.vassal.saved_game import open_game
from tests.support.command_line import Outcome, run_with
from vmod_builder.cli import run

LOGS = Path(__file__).parent / "official_logs"
MODULE = LOGS / "straight/nqos_facsimile.vmod"
MAILS = [LOGS / f"straight/mail-0{number}.vlog" for number in (1, 2, 3)]
Changing = Callable[[Mapping[str, str]], Path]


@cache
def imported_directory() -> Path:
    """Return the directory of the game that is imported from the module, which is done once."""
    target = Path(mkdtemp()) / "game"
    outcome = run_with(run, "import", MODULE, "-o", target)
    assert outcome.code == 0, outcome.err
    return target


@pytest.fixture
def changed(tmp_path: Path) -> Changing:
    """Change texts of the ``dialect.toml`` of an imported game, and give its directory."""

    def changing(changes: Mapping[str, str]) -> Path:
        game = tmp_path / "game"
        shutil.copytree(imported_directory(), game)
        text = (game / "dialect.toml").read_text(encoding="utf-8")
        for old, new in changes.items():
            assert old in text
            text = text.replace(old, new)
        (game / "dialect.toml").write_text(text, encoding="utf-8")
        return game

    return changing


def audited(game: Path, *logs: Path, scenario: int = 1) -> Outcome:
    return run_with(adjudicator, "audit", *(logs or MAILS), "--game", game, "--referee", "--scenario", str(scenario))


def watched(game: Path) -> GrandTacticalWatch:
    """Return the first mail as the dialect begins to read it."""
    module = read_module(MODULE)
    dialect = GrandTactical(load_game(game), load_patterns(), module)
    return dialect.watch(Replay(open_game(MAILS[0])).initial, scenario=1)


def other_module(tmp_path: Path, changes: Mapping[str, str]) -> Path:
    """Write the module with other words in its build file."""
    archive = open_archive(MODULE, DEFAULT_LIMITS)
    entries = dict(archive.read_each(archive.names))
    text = entries["buildFile.xml"].decode()
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    path = tmp_path / "other.vmod"
    path.write_bytes(pack_archive({**entries, "buildFile.xml": text.encode()}))
    return path


def imported_variant(tmp_path: Path, changes: Mapping[str, str]) -> tuple[ModuleDialect, str]:
    """Import the module with other words in its build file; return its dialect, and what was written of it."""
    outcome = run_with(run, "import", other_module(tmp_path, changes), "-o", tmp_path / "other")
    assert outcome.code == 0, outcome.err
    written = (tmp_path / "other/dialect.toml").read_text(encoding="utf-8")
    return load_game(tmp_path / "other").dialect, written


class TestFound:
    def test_a_module_with_the_words_of_the_series_leaves_nothing_to_guess(self) -> None:
        found, series = load_game(imported_directory()).dialect, series_dialect()
        assert found.guessed == {"cards"}
        assert (found.layers, found.markers, found.activated) == (series.layers, series.markers, series.activated)
        assert (found.main_map, found.sides, set(found.dice)) == ("Map", series.sides, {"1d10"})
        assert found.zones == {"Artillery Park A": "artillery-park-a", "Artillery Park B": "artillery-park-b"}

    def test_the_park_on_a_division_card_is_the_one_that_its_guns_come_to(self) -> None:
        found = load_game(imported_directory()).dialect
        assert found.cards == (CardZone("Ariete Division", "Arty Park", "artillery-park-a"),)

    def test_a_division_whose_guns_come_to_two_parks_is_told(self, tmp_path: Path) -> None:
        found, written = imported_variant(tmp_path, {"Ariete Division": "90 Leichte Division"})
        assert found.cards == ()
        assert "cards" in found.guessed
        assert "# Counters there are taken to be off the map: 90 Leichte Division, Arty Park." in written

    def test_each_table_has_a_line_of_explanation(self) -> None:
        lines = (imported_directory() / "dialect.toml").read_text(encoding="utf-8").splitlines()
        heads = [(number, re.match(r"\[?(\w+)(?:\]| =)", line)) for number, line in enumerate(lines)]
        first = {head[1]: number for number, head in reversed(heads) if head is not None}
        tops = {"guessed", "main_map", "unit_types", "dice", "sides", "activation", "barrage", "chits", "turn"}
        assert tops <= set(first)
        assert all(lines[first[key] - 1].startswith("#") for key in tops)
        assert "# found: Cohesion Hit, laid with the menu entry Cohesion Hit" in "\n".join(lines)

    def test_layers_and_markers_of_other_names_are_guessed_and_marked_so(self, tmp_path: Path) -> None:
        changes = {";+ (Column);true;Column;": ";+ (Column);true;In Column;", "Mark;;;false": "Done;;;false"}
        found, written = imported_variant(tmp_path, changes)
        assert LayerState("In Column", "column") in found.layers
        assert found.acted == LayerLevel("Done", 2)
        assert found.guessed == {"layers", "activation", "cards"}
        assert "# guessed by its name on 40 counters, menu 'Column'" in written

    def test_units_of_another_type_are_known_by_their_ratings(self, tmp_path: Path) -> None:
        archive = open_archive(MODULE, DEFAULT_LIMITS)
        types = set(re.findall(r"\tUnit\\+\tnull", archive.read("buildFile.xml").decode()))
        changes = {each: each.replace("Unit", "Company") for each in types}
        found, written = imported_variant(tmp_path, changes)
        assert found.unit_types == {"Company"}
        assert "unit_types" in found.guessed
        assert "none of the series, so whatever has ratings" in " ".join(written.replace("#", "").split())
        report = (tmp_path / "other/import_report.txt").read_text(encoding="utf-8")
        assert "Units    56 of 191" in report

    def test_what_is_not_found_has_the_words_of_the_series_and_is_a_guess(self, tmp_path: Path) -> None:
        changes = {"<tdc.AttackWizard/>": "", 'name="Weather"': 'name="Sky"', "Artillery Park B": "Guns"}
        found, written = imported_variant(tmp_path, changes)
        assert found.guessed == {"main_map", "weather", "zones", "cards"}
        assert found.weather == series_dialect().weather
        assert "Zones that were not taken for a box: Guns." in written
        assert "No zone of the map was found for: Artillery Park B." in written

    def test_words_that_the_file_cannot_hold_are_left_out_and_told(self, tmp_path: Path) -> None:
        changes = {'name="1d10"': f'name="{"d" * 200}"', "French Division": "F" * 200}
        found, written = imported_variant(tmp_path, changes)
        assert {"dice", "chits"} <= found.guessed
        assert found.dice == frozenset()
        assert "Left out, so that the words of the series hold" in " ".join(written.replace("#", "").split())

    def test_the_turn_tracker_may_have_dates_of_another_form(self, tmp_path: Path) -> None:
        changes = {"May 27,June 2,June 3": "27 May,2nd June,3.6.", "0500,0700": "5 AM,07:00"}
        found, written = imported_variant(tmp_path, changes)
        assert found.turn.dates == {"27 May": "05-27", "2nd June": "06-02", "3.6.": "06-03"}
        assert found.turn.times == {"07:00": "0700"}
        assert found.guessed == {"turn", "cards"}
        assert "# Not understood in the turn tracker: 5 AM." in written


class TestRead:
    """Each value is really what the games are read by."""

    def test_as_it_was_imported(self) -> None:
        out = audited(imported_directory()).out
        assert "1/VIII/132 moves 33.13-32.13-31.13-30.13, leaves Column" in out
        assert "Indirect Fire at 1/VIII/132, spotted by L/2/13 DBLE" in out
        assert "05-27 1100" in audited(imported_directory()).out or "mail-03" in out

    def test_a_layer(self, changed: Changing) -> None:
        out = audited(changed({'layer = "Column"\nstate': 'layer = "Kolonne"\nstate'})).out
        assert "leaves Column" not in out

    def test_the_level_of_a_layer(self, changed: Changing) -> None:
        out = audited(
            changed({'layer = "Column"\nstate = "column"': 'layer = "Column"\nlevel = 2\nstate = "column"'})
        ).out
        assert "leaves Column" not in out

    def test_the_main_map(self, changed: Changing) -> None:
        outcome = audited(changed({'main_map = "Map"': 'main_map = "Elsewhere"'}))
        assert (outcome.code, outcome.out) == (3, "")
        assert "dialect.toml, key main_map: no such map (got Elsewhere; expected Ariete Division" in outcome.err

    def test_the_sides(self, changed: Changing) -> None:
        assert watched(imported_directory()).side_of("Anna") == "axis"
        assert watched(changed({'German = "axis"': 'German = "french"'})).side_of("Anna") == "french"

    def test_the_weather(self, changed: Changing) -> None:
        assert watched(imported_directory()).position.weather == "clear"
        assert watched(changed({'Clear = "clear"': 'Clear = "mist"'})).position.weather == "mist"

    def test_the_units(self, changed: Changing) -> None:
        assert watched(imported_directory()).pieces
        assert not watched(changed({'unit_types = ["Unit"]': 'unit_types = ["Battalion"]'})).pieces

    def test_the_dice(self, changed: Changing) -> None:
        before, after = audited(imported_directory()), audited(changed({'dice = ["1d10"]': 'dice = ["Other die"]'}))
        assert before.out != after.out

    def test_the_turn(self, changed: Changing) -> None:
        outcome = audited(changed({'time = "Time"': 'time = "Hour"'}))
        said = "the turn cannot be read; taken for May 27, 0900 (say what it is in dialect.toml, key turn)"
        assert said in outcome.out

    def test_a_marker(self, changed: Changing) -> None:
        log = [LOGS / f"straight/B/b-0{number}.vlog" for number in range(1, 10)]
        before = audited(imported_directory(), *log).out
        after = audited(changed({'type = "Suppressed"': 'type = "Pinned"'}), *log).out
        assert before != after

    def test_a_finding_that_no_other_reading_lifts_stands(self, changed: Changing) -> None:
        before = audited(imported_directory())
        assert "5/2/13 DBLE needs 4 Movement Points to enter 26.08" in before.out
        assert "key layers" not in before.out
        after = audited(changed({'guessed = ["cards"]': 'guessed = ["layers"]'}))
        assert after.out == before.out

    def test_a_finding_that_another_reading_lifts_is_open_and_names_the_guess(self, changed: Changing) -> None:
        log = LOGS / "bulk/m1.vlog"
        before = audited(imported_directory(), log, scenario=2)
        after = audited(changed({'guessed = ["cards"]': 'guessed = ["markers"]'}), log, scenario=2)
        assert "it depends on a guess of the import: dialect.toml, key markers" in " ".join(after.out.split())
        assert after.out.count("  ILLEGAL  ") < before.out.count("  ILLEGAL  ")


class TestErrors:
    @pytest.mark.parametrize(
        ("changes", "problem"),
        [
            ({'state = "mounted"': 'state = "mountain"'},
             'dialect.toml, line {line}, layers, row 2, key state: the value is not one of those allowed: did you mean '
             'mounted?'),
            ({'"132 Corazzato" = "formation-132-corazzato"': '"132 Corazzato" = "formation-132"'},
             "dialect.toml, line {line}, key chits.names.132 Corazzato: no such chit"),
            ({'German = "axis"': 'German = "ax'}, "dialect.toml, line {line}, column"),
            ({'box = "artillery-park-a"': 'box = "artillery-park-c"'},
             "dialect.toml, line {line}, cards, row 1, key box: no such box: did you mean artillery-park-b?"),
            ({'German = "axis"': 'German = 5'}, "dialect.toml, line {line}, key sides.German"),
            ({"[barrage]": "[barage]"}, "dialect.toml, line {line}: no such key: did you mean barrage?"),
            ({'guessed = ["cards"]': 'guessed = ["zoness"]'}, "dialect.toml, line {line}, key guessed, item 1"),
        ],
    )  # fmt: skip
    def test_an_error_names_the_line_and_the_key(
        self, changed: Changing, changes: dict[str, str], problem: str
    ) -> None:
        game = changed(changes)
        text = (game / "dialect.toml").read_text(encoding="utf-8")
        line = text[: text.index(next(iter(changes.values())))].count("\n") + 1
        with pytest.raises(GameDataError) as error:
            load_game(game)
        assert problem.format(line=line) in str(error.value)
        assert run_with(adjudicator, "verify", MAILS[0], "--game", game).code == 3


def test_a_corrected_file_is_kept(changed: Changing) -> None:
    game = changed({'German = "axis"': 'Germany = "axis"'})
    corrected = (game / "dialect.toml").read_bytes()
    outcome = run_with(run, "import", MODULE, "-o", game, "--force")
    assert outcome.code == 0
    assert (game / "dialect.toml").read_bytes() == corrected
    assert "otherwise than the module that was imported before" not in outcome.out


def test_a_game_imported_once_more_keeps_it_too(changed: Changing, tmp_path: Path) -> None:
    game = changed({'German = "axis"': 'Germany = "axis"'})
    outcome = run_with(run, "import", MODULE, "--game", game, "-o", tmp_path / "again")
    assert outcome.code == 0, outcome.err
    assert 'Germany = "axis"' in (tmp_path / "again/dialect.toml").read_text(encoding="utf-8")


class TestNewerModule:
    """A newer version of the module is imported into the directory: corrections stay, the rest follows the module."""

    @staticmethod
    def imported_again(game: Path, tmp_path: Path, changes: Mapping[str, str]) -> tuple[str, str]:
        """Import a module with changed texts; return the file and what the report says of it."""
        path = other_module(tmp_path, changes)
        outcome = run_with(run, "import", path, "-o", game, "--force")
        assert outcome.code == 0, outcome.err
        assert load_game(game).dialect.imported
        report = (game / "import_report.txt").read_text(encoding="utf-8")
        return (game / "dialect.toml").read_text(encoding="utf-8"), " ".join(report.split())

    def test_what_was_not_corrected_follows_the_module(self, changed: Changing, tmp_path: Path) -> None:
        game = changed({"[sides]\nAllied": "# They swapped sides.\n[sides]\nAllies"})
        text, report = self.imported_again(game, tmp_path, {'name="1d10"': 'name="D10"'})
        assert 'dice = ["D10"]' in text
        assert "# They swapped sides.\n[sides]\nAllies" in text
        assert "dialect.toml, key dice the module has changed it, and it was taken: D10" in report
        assert "key sides" not in report

    def test_what_was_corrected_stays_and_is_told(self, changed: Changing, tmp_path: Path) -> None:
        game = changed({'dice = ["1d10"]': 'dice = ["Check"]'})
        text, report = self.imported_again(game, tmp_path, {'name="1d10"': 'name="D10"'})
        assert text == (game / "dialect.toml").read_text(encoding="utf-8")
        assert 'dice = ["Check"]' in text
        assert "dialect.toml, key dice yours was kept; the module has D10" in report

    def test_a_new_guess_is_marked_and_one_that_was_looked_at_is_not(self, changed: Changing, tmp_path: Path) -> None:
        layer = {";+ (Column);true;Column;": ";+ (Column);true;In Column;"}
        game = changed({})
        text, _ = self.imported_again(game, tmp_path, layer)
        assert 'guessed = ["layers", "cards"]' in text
        looked_at = text.replace('guessed = ["layers", "cards"]', "guessed = []")
        (game / "dialect.toml").write_text(looked_at, encoding="utf-8")
        text, _ = self.imported_again(game, tmp_path, {**layer, 'name="1d10"': 'name="D10"'})
        assert "guessed = []" in text
        assert 'dice = ["D10"]' in text

    def test_without_the_module_of_before_whatever_differs_is_kept(self, changed: Changing, tmp_path: Path) -> None:
        game = changed({'German = "axis"': 'Germany = "axis"'})
        (game / "module.zip").unlink()
        text, report = self.imported_again(game, tmp_path, {'name="1d10"': 'name="D10"'})
        assert 'dice = ["1d10"]' in text
        assert "key dice yours was kept; the module has D10" in report
        assert "key sides yours was kept" in report


class TestEstimates:
    """What the import did not find accuses nobody, and is named."""

    FINDING = "5/2/13 DBLE needs 4 Movement Points to enter 26.08"

    @pytest.fixture
    def game(self, tmp_path: Path) -> Path:
        game = tmp_path / "game"
        shutil.copytree(imported_directory(), game)
        return game

    def test_figures_of_a_unit(self, game: Path) -> None:
        text = (game / "units.toml").read_text(encoding="utf-8")
        row = re.search(r'id = "5-2-13-dble".*?source = "module"', text, re.DOTALL)
        assert row is not None
        told = row[0].replace('source = "module"', 'source = "estimated"')
        (game / "units.toml").write_text(text.replace(row[0], told), encoding="utf-8")
        out = " ".join(audited(game).out.split())
        assert self.FINDING in out
        assert "(the import did not find all figures of 5/2/13 DBLE: units.toml)" in out

    def test_the_terrain(self, game: Path) -> None:
        text = (game / "map.toml").read_text(encoding="utf-8")
        (game / "map.toml").write_text(
            text.replace('terrain_source = "module"', 'terrain_source = "estimated"'), encoding="utf-8"
        )
        out = " ".join(audited(game).out.split())
        assert self.FINDING in out
        assert "the import did not find the terrain of 26.10: map.toml" in out

    def test_entry_hexes(self) -> None:
        game = load_game(imported_directory())
        sight = GrandTacticalSight(game)
        played = referee_game([open_game(MAILS[0])], RuleBook(game, HouseRules()), load_patterns(),
                              module=read_module(MODULE), scenario=1)  # fmt: skip
        entry = next(each for each in played.entries if each.action is not None)
        near = Finding("NQoS 1.0", "near-enemy-entry-hex", "too near")
        book = RuleBook(game, HouseRules())
        assert sight.open_fact(near, entry, book) == "where the entry hexes are is estimated: map.toml, key entry_hexes"
        found = {letter: replace(each, source=Source.MODULE) for letter, each in game.map.entry_hexes.items()}
        told = replace(game, map=replace(game.map, entry_hexes=found))
        assert GrandTacticalSight(told).open_fact(near, entry, book) == ""
