"""Play in the official module as its real code writes it: who plays by the rules is accused of nothing, others are.

The mistakes stand in ``cases/official/mistakes.toml``.

More games than these: ``python -m tests.official_play 100``.
"""

from __future__ import annotations

import gzip
import json
import re
import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from adjudicator.audit.continuity import Link, compare_files
from adjudicator.audit.dice import load_patterns
from adjudicator.game.hexes import Hex
from adjudicator.game.play import Counterbattery, IndirectFire
from adjudicator.game.position import Status
from adjudicator.referee.pipeline import referee_game
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.ruling import Verdict
from adjudicator.vassal.archive import pack_archive
from adjudicator.vassal.saved_game import PAYLOAD_ENTRY, SavedGame, open_game
from tests.support.command_line import command
from tests.support.official_mails import OfficialTable, module_definition
from tests.support.official_wizard import Shot, WizardMode

from .official_play import OfficialPlay, accusations, imported_book, refereed
from .test_official_logs import imported_directory

SHOTS: Final = Path(__file__).parent / "official_logs/shots.jsonl.gz"
MODULE: Final = Path(__file__).parent / "official_logs/straight/nqos_facsimile.vmod"
MODES: Final = (WizardMode.DIRECT, WizardMode.INDIRECT, WizardMode.OPPORTUNITY, WizardMode.ASSAULT)
MISTAKES: Final = tomllib.loads((Path(__file__).parent / "cases/official/mistakes.toml").read_text(encoding="utf-8"))
GAMES: Final = (
    (1, 4, 12),
    (1, 8, 12),
    (2, 5, 12),
    (2, 9, 12),
    (2, 8773, 30),
    (2, 8809, 30),
    (3, 8502, 30),
    (3, 8842, 30),
)
"""Scenarios with seeds in which much happens, and numbers of actions."""


def shot_of(row: dict[str, Any]) -> Shot:
    """Return a row of the table of shots as the wizard's inputs."""
    kind = "assault" if row["assaultRating"] else "fire"
    colour = "assaultColour" if row["assaultRating"] else "colour"
    return Shot(
        MODES[row["mode"]], row[kind], row[colour], row["range"], row["distance"], armoured=row["armoured"],
        defence=row["defence"], firer_column=row["fcol"], cohesion=row["cohesion"], barrage=row["barrage"],
        firer_position=row["fip"], firer_inside=row["frFires"] and row["fin"], step_loss=row["fsl"],
        company_bonus=row["bonus"], target_column=row["tcol"], target_position=row["tip"],
        target_inside=row["tin"] and not row["frFires"], steps=row["mass"], night=row["time"] == "Night",
        weather=row["weather"], moves=row["fz"],
    )  # fmt: skip


def test_the_wizard_that_plays_is_the_modules() -> None:
    for row in map(json.loads, gzip.decompress(SHOTS.read_bytes()).splitlines()):
        shot = shot_of(row)
        found = (shot.report(), shot.rating(), [shot.result(die) for die in range(10)])
        assert found == (row["report"][1:], row["rating"], row["results"]), row["i"]


@pytest.mark.parametrize(("scenario", "seed", "actions"), GAMES)
def test_nobody_is_accused_who_plays_by_the_rules(scenario: int, seed: int, actions: int) -> None:
    game = OfficialPlay(scenario, seed).play_out(actions)
    result = refereed(game)
    assert accusations(result) == []
    assert sum(entry.action is not None for entry in result.entries) >= game.written


@cache
def unit_named(name: str) -> str:
    return next(unit.id for unit in imported_book().game.units.values() if unit.name == name)


def shot_between(table: OfficialTable, firer: str, target: str, mode: str, changes: dict[str, Any]) -> Shot:
    """Return the wizard's inputs for a shot between two counters as they lie, with what a case changes."""
    book = imported_book()
    ratings, aimed = (book.game.units[unit_named(name)].ratings for name in (firer, target))
    here, there = table.place_of(firer), table.place_of(target)
    assert here is not None
    assert there is not None
    french = book.game.units[unit_named(firer)].division == "french"
    shot = Shot(
        WizardMode[mode], ratings.fire or 0, book.game.weapons[ratings.weapon].colour_name, ratings.fire_range or 99,
        book.grid.distance(here, there), armoured=aimed.armoured, defence=aimed.defence or 0,
        firer_column=table.is_layer_on(firer, "Column"), cohesion=table.mark_level(firer, "Cohesion Hit"),
        barrage=table.barrage_level(here), firer_inside=french and book.game.map.hexes[here].fortified,
        target_column=table.is_layer_on(target, "Column"),
        target_inside=not french and book.game.map.hexes[there].fortified,
    )  # fmt: skip
    return replace(shot, **changes)


def play_step(table: OfficialTable, step: dict[str, Any]) -> None:
    """Do what a step of a case says."""
    (act, subject), *rest = step.items()
    more = dict(rest)
    match act:
        case "mail":
            table.seat(subject)
        case "attack":
            target, die = more.pop("at"), more.pop("die")
            how = {key: more.pop(key) for key in ("result", "typed", "bonus") if key in more}
            shot = shot_between(table, subject, target, more.pop("mode", "DIRECT"), more)
            table.attack(subject, target, shot, die, **how)
        case "drag":
            table.drag(subject, Hex.parse(more["place"]))
        case "layer":
            table.layer(subject, more["of"], more["level"])
        case "next_turn":
            table.next_turn()
        case _:
            getattr(table, act)(subject, **more)


def mails_of(case: dict[str, Any]) -> list[SavedGame]:
    """Return the mails of a case."""
    table = OfficialTable(
        {name: Hex.parse(place) for name, place in {**MISTAKES["place"], **case.get("place", {})}.items()},
        date=case.get("date", "May 27"),
        time=case.get("time", "0900"),
    )
    for name, kind in case.get("marked", {}).items():
        if kind == "Step":
            table.layer(name, "Step", 1)
        else:
            table.mark(name, kind)
    table.send()
    table.mails.clear()
    for step in case["steps"]:
        play_step(table, step)
    table.send()
    return table.mails


@pytest.mark.parametrize("case", MISTAKES["case"], ids=[case["name"] for case in MISTAKES["case"]])
def test_a_mistake_is_found_for_the_right_reason(case: dict[str, Any]) -> None:
    book, scenario = imported_book(), case.get("scenario", 1)
    result = referee_game(mails_of(case), book, load_patterns(), module=module_definition(), scenario=scenario)
    findings = [(finding.verdict, finding.name) for entry in result.entries for finding in entry.findings]
    assert {name for verdict, name in findings if verdict is Verdict.ILLEGAL} == set(case.get("found", ()))
    assert {name for verdict, name in findings if verdict is Verdict.UNDECIDED} == set(case.get("open", ()))
    notes = [note for entry in result.entries for note in entry.notes]
    assert [text for text in case.get("notes", ()) if not any(text in note for note in notes)] == []


GUESSES: Final = (
    ("a Suppressed unit fires", "markers", False),
    ("a Suppressed unit fires", "layers", True),
    ("a Cohesion Hit that is not laid", "markers", False),
    ("a Cohesion Hit that is not laid", "barrage", True),
    ("a Cohesion Hit that the sum leaves out", "markers", False),
    ("a Cohesion Hit that the sum leaves out", "turn", True),
    ("a target that is said to be in Column", "layers", False),
    ("a target that is said to be in Column", "weather", True),
    ("a number added by hand", "markers", True),
    ("out of range", "layers", True),
    ("fire at one's own unit", "markers", True),
    ("a result that the die does not give", "markers", True),
    ("too far", "layers", True),
)
"""Mistakes, a table of the dialect that is a guess, and whether they are mistakes whatever the table is."""


@pytest.mark.parametrize(("name", "key", "stands"), GUESSES)
def test_only_what_hangs_on_a_guess_is_left_open(name: str, key: str, stands: bool) -> None:
    case = next(each for each in MISTAKES["case"] if each["name"] == name)
    book = imported_book()
    game = replace(book.game, dialect=replace(book.game.dialect, guessed=frozenset({key})))
    result = referee_game(
        mails_of(case), RuleBook(game, book.house_rules), load_patterns(), module=module_definition(), scenario=1
    )
    wrong = {finding.name for entry in result.entries for finding in entry.findings
             if finding.verdict is Verdict.ILLEGAL}  # fmt: skip
    assert (set(case["found"]) <= wrong) is stands


@pytest.mark.parametrize(
    ("map_name", "zone"), [("Map", "Artillery Park A"), ("Ariete Division", "Arty Park")], ids=["map", "card"]
)
def test_indirect_fire_at_a_park_is_counterbattery_fire(map_name: str, zone: str) -> None:
    places = {"1/1 RA FFL": Hex(20, 12), "1/132": Hex(30, 12)}
    table = OfficialTable(places, date="May 27", time="0900")
    table.park("1/132", zone, map_name=map_name)
    table.send()
    table.mails.clear()
    table.seat("Bert")
    table.roll(1)
    table.attack("1/1 RA FFL", "1/132", Shot(WizardMode.INDIRECT, 5, "Orange", 33, 10, firer_inside=True), 8)
    table.send()
    result = referee_game(table.mails, imported_book(), load_patterns(), module=module_definition(), scenario=2)
    actions = [entry.action for entry in result.entries]
    assert [type(action) for action in actions] == [Counterbattery]
    assert accusations(result) == []


@pytest.mark.parametrize(
    ("map_name", "zone"), [("Map", "Artillery Park A"), ("Ariete Division", "Arty Park")], ids=["map", "card"]
)
@pytest.mark.parametrize("words", ["", "and now the 1/132"], ids=["silent", "with words"])
def test_a_gun_in_a_park_fires_with_a_barrage_and_is_answered(map_name: str, zone: str, words: str) -> None:
    places = {
        "5/2/13 DBLE": Hex(25, 12), "2/VIII/132": Hex(27, 12), "1/132": Hex(30, 12), "1/1 RA FFL": Hex(20, 12),
        "Pasqualini": Hex(28, 12), "Champrosay": Hex(20, 12),
    }  # fmt: skip
    table = OfficialTable(places, date="May 27", time="0900")
    table.park("1/132", zone, map_name=map_name)
    table.send()
    table.mails.clear()
    table.draw("Ariete Division")
    table.say("2/VIII/132 spots")
    table.roll(2)
    shot = Shot(WizardMode.INDIRECT, 4, "Orange", 33, 12, target_inside=True)
    table.attack("1/132", "5/2/13 DBLE", shot, 0, barrage=1, words=words)
    table.mark("5/2/13 DBLE", "Cohesion Hit")
    table.seat("Bert")
    table.roll(1)
    table.attack("1/1 RA FFL", "1/132", Shot(WizardMode.INDIRECT, 5, "Orange", 33, 10, firer_inside=True), 8)
    table.send()
    result = referee_game(table.mails, imported_book(), load_patterns(), module=module_definition(), scenario=2)
    assert [type(entry.action) for entry in result.entries] == [IndirectFire, Counterbattery]
    assert (result.entries[0].verdict, accusations(result)) == (Verdict.LEGAL, [])
    open_ones = {finding.name for finding in result.entries[1].findings}
    assert open_ones <= {"declared-modifier-missing", "declared-line-wrong"}


@pytest.mark.parametrize("name", ["1/VIII/132", "1/132"], ids=["a tank", "a gun"])
def test_counters_that_wait_on_a_card_are_set_up_from_there(name: str) -> None:
    table = OfficialTable({"5/2/13 DBLE": Hex(20, 12), name: Hex(33, 13)}, date="May 27", time="0900")
    table.park(name, "Arty Park", map_name="Ariete Division")
    table.send()
    table.mails.clear()
    table.drag([name], Hex(33, 12))
    table.drag([name], Hex(32, 12))
    table.send()
    result = referee_game(table.mails, imported_book(), load_patterns(), module=module_definition(), scenario=2)
    assert accusations(result) == []


def test_counters_on_the_map_of_the_lost_are_eliminated() -> None:
    table = OfficialTable({"5/2/13 DBLE": Hex(20, 12), "1/VIII/132": Hex(33, 13)}, date="May 27", time="0900")
    table.bury("1/VIII/132")
    table.send()
    table.mails.clear()
    table.drag(["5/2/13 DBLE"], Hex(20, 13))
    table.send()
    result = referee_game(table.mails, imported_book(), load_patterns(), module=module_definition(), scenario=2)
    states = result.entries[0].before.units
    assert states[unit_named("1/VIII/132")].status is Status.ELIMINATED
    assert states[unit_named("2/VIII/132")].status is Status.WAITING


def test_a_layer_that_is_drawn_elsewhere_is_no_difference_between_two_mails() -> None:
    """The module's own layer for the Column changes its offsets while it draws itself."""
    table = OfficialTable({"1/VIII/132": Hex(25, 12)}, date="May 27", time="0900")
    for player in ("Anna", "Bert"):
        table.seat(player)
        table.say("go on")
        table.send()
    first, second = table.mails
    text = re.sub(r"false;0;0;(?=marker-column)", "false;40;5;", second.text)
    assert text != second.text
    redrawn = open_game(pack_archive({**second.entries, PAYLOAD_ENTRY: text.encode()}), name="redrawn.vlog")
    assert compare_files(first, redrawn).link is Link.CONTINUES


def test_an_honest_audit_file_is_sound_with_and_without_the_module(tmp_path: Path) -> None:
    paths = []
    for number, mail in enumerate(OfficialPlay(1, 4).play_out(30).table.mails):
        paths.append(tmp_path / f"mail-{number:02}.vlog")
        paths[-1].write_bytes(mail.archive_bytes())
    file = tmp_path / "audit.json"
    for game in (("--game", imported_directory(), "--module", MODULE), ("--scenario", "1")):
        file.write_text(command("audit", *paths, *game, "--referee", "--json").out, encoding="utf-8")
        checked = json.loads(command("audit", "--check", file, *game[:2], "--json").out)
        assert (checked["verdict"], checked["faults"]) == ("sound-in-part", [])
