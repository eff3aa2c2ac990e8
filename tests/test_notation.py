"""The notation: every action is written as a line and read again as what it was; errors point at the word."""

from __future__ import annotations

import re
import tomllib
from dataclasses import MISSING, fields
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.game.errors import GameDataError
from adjudicator.game.hexes import Hex
from adjudicator.game.loading import load_game
from adjudicator.game.notation.errors import NotationError
from adjudicator.game.notation.names import Names, Notation
from adjudicator.game.notation.parsing import read_action_line
from adjudicator.game.notation.printing import action_line, set_up_line
from adjudicator.game.notation.scripts import HEADS, MAX_ERRORS, Head, Line, Script, SideLine
from adjudicator.game.notation.set_up import SetUp
from adjudicator.game.notation.table import Table
from adjudicator.game.play import PURPOSES, Action, Assault, EndTurn, MoveStep, Rally, RallyKind, Roll, StepKind
from adjudicator.game.play_json import ACTION_TYPES, action_from_data, action_to_data
from adjudicator.game.start import start_position
from tests.support.nonsense import Nonsense
from tests.support.pages import PAGES
from tests.support.rule_cases import built_in_game, built_in_notation
from tests.support.tiny_game import TINY_GAME

CASES: Final = Path(__file__).parent / "cases" / "notation"
STRANGE: Final = ("nobody", "by", "cp", "a", "dice", "0", "26-12", "no-such-unit")
"""Ids that are none, some of them words of the notation."""


def cases(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((CASES / f"{name}.toml").read_text(encoding="utf-8"))["cases"]
    return found


@cache
def names(scenario: int = 1, *, all_known: bool = True) -> Names:
    position = start_position(built_in_game(), scenario)
    return built_in_notation().names(position, lambda unit: all_known or not position.units[unit].hidden)


def table() -> Table:
    return built_in_notation().table


# every action


def ids(*known: str) -> st.SearchStrategy[str]:
    return st.sampled_from([*known, *STRANGE])


GAME: Final = built_in_game()
UNITS: Final = ids(*GAME.units)
HEXES: Final = st.builds(Hex, st.integers(0, 99), st.integers(0, 99))
DICE: Final = st.one_of(st.integers(0, 9), st.none())
ROLLS: Final = st.lists(
    st.builds(Roll, st.sampled_from([*PURPOSES]), st.one_of(UNITS, st.just("")), DICE), max_size=3
).map(tuple)
STEPS: Final = st.builds(
    MoveStep, st.sampled_from(["enter", "form-column", "leave-column", "mount", "dismount"]),
    st.one_of(st.none(), HEXES), ROLLS, st.lists(UNITS, max_size=2).map(tuple),
)  # fmt: skip
FIELDS: Final[dict[str, st.SearchStrategy[Any]]] = {
    "unit": UNITS, "target": UNITS, "spotter": st.one_of(UNITS, st.just("")),
    "units": st.lists(UNITS, max_size=3).map(tuple), "advance": st.lists(UNITS, max_size=2).map(tuple),
    "targets": st.lists(st.tuples(UNITS, UNITS), max_size=2).map(tuple),
    "retreat_to": st.lists(st.tuples(UNITS, HEXES), max_size=2).map(tuple),
    "leader": ids(*GAME.leaders), "leaders": st.lists(ids(*GAME.leaders), max_size=2).map(tuple),
    "chit": ids(*GAME.chits), "formation": ids(*GAME.formations),
    "formations": st.lists(ids(*GAME.formations), max_size=2).map(tuple),
    "hex": HEXES, "to": st.one_of(HEXES, ids("artillery-park-a", "title").filter(lambda text: not text[0].isdigit())),
    "route": st.lists(HEXES, max_size=3).map(tuple), "steps": st.lists(STEPS, max_size=4).map(tuple), "rolls": ROLLS,
    "of": st.sampled_from(["suppression", "cohesion"]), "when": st.sampled_from(["this-turn", "next-turn", "free"]),
    "work": st.sampled_from(["improved-position", "entrenchment", "clear-mines", "lay-mines"]),
    "defender_retreats": st.booleans(), "charge": st.booleans(), "column": st.booleans(), "mounted": st.booleans(),
    "left": HEXES, "at": HEXES, "entered": HEXES, "held": st.booleans(), "column_undone": st.booleans(),
    "transport_undone": st.booleans(), "stopped": st.booleans(), "revealed": st.booleans(), "assaults": st.booleans(),
    "by_assault_rating": st.booleans(),
    "command_point": st.booleans(), "company_bonus": st.booleans(),
}  # fmt: skip


def any_of(kind: type[Any]) -> st.SearchStrategy[Action]:
    own = dict(FIELDS)
    if kind is Assault:
        own |= {"target": HEXES, "company_bonus": FIELDS["units"]}
    made = {each.name: own[each.name] for each in fields(kind)}
    optional = {each.name: st.one_of(st.just(each.default), made[each.name])
                for each in fields(kind) if each.default is not MISSING}  # fmt: skip
    return st.builds(kind, **{**made, **optional})


ACTIONS: Final = st.one_of([any_of(kind) for kind in ACTION_TYPES.values()])


@given(action=ACTIONS)
@settings(derandomize=True, max_examples=600, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_an_action_comes_back_from_its_line(action: Action) -> None:
    assert action_from_data(action_to_data(action)) == action  # all of this can be said in JSON
    for who in (built_in_notation().names(), names(), names(4, all_known=False)):
        assert read_action_line(action_line(action, who), who) == action


def test_every_type_of_action_has_a_form() -> None:
    assert table().actions.keys() == ACTION_TYPES.keys()
    for forms in table().actions.values():
        kinds = {each.name for each in fields(ACTION_TYPES[forms.type])}
        told = {slot.field for form in forms.forms for slot in form.patterns[0] if hasattr(slot, "field")}
        told |= {name for form in forms.forms for name in form.values} | {clause.field for clause in forms.clauses}
        assert told | {"rolls", "steps"} >= kinds, forms.type


def test_no_label_of_a_die_stands_for_two_purposes() -> None:
    words = [phrase.words for phrase in table().purposes.values()]
    assert len(words) == len(set(words))


def test_actions_without_sense_are_printed_and_read() -> None:
    """All that JSON can say comes back."""
    scenario = 4
    position = start_position(built_in_game(), scenario)
    nonsense = Nonsense(position, Random(1))  # noqa: S311 - nothing secret hangs on it
    told = 0
    for _ in range(400):
        action = nonsense.action()
        try:
            action_from_data(action_to_data(action))
        except GameDataError:
            continue
        told += 1
        assert read_action_line(action_line(action, names(scenario)), names(scenario)) == action
    assert told > 100


def test_another_game_has_the_lines_for_which_it_has_words() -> None:
    other = Notation(load_game(TINY_GAME))
    assert "rally" not in other.table.actions
    assert [step.kind for step in other.table.steps] == [StepKind.ENTER, StepKind.OPEN]
    assert action_line(EndTurn(), other.names()) == "the turn ends"
    with pytest.raises(GameDataError, match="no words for such an action"):
        action_line(Rally("nobody", RallyKind.COHESION), other.names())


@pytest.mark.parametrize("case", cases("lines"), ids=lambda case: case["printed"])
def test_a_line_as_people_type_it(case: dict[str, Any]) -> None:
    action = read_action_line(case["line"], names())
    assert action_line(action, names()) == case["printed"]
    assert read_action_line(case["printed"], names()) == action


# names


@pytest.mark.parametrize("scenario", [1, 2, 3, 4])
def test_everybody_is_found_by_what_he_is_called(scenario: int) -> None:
    position = start_position(built_in_game(), scenario)
    for who in (names(scenario), names(scenario, all_known=False), built_in_notation().names()):
        for unit in position.units:
            assert who.find("unit", who.called("unit", unit)) == unit
    whole = built_in_notation()
    for kind, known in whole.known.items():
        for name in known:
            assert not whole.names().called(kind, name).startswith('"'), name
            assert whole.names().find(kind, whole.names().called(kind, name)) == name


def test_a_face_down_gun_has_no_name_for_who_may_not_know_it() -> None:
    assert names(all_known=False).called("unit", "3-1-antichar") == "Gun Unit in 26.12"
    assert names().called("unit", "3-1-antichar") == "3/1 Antichar"


# errors


@pytest.mark.parametrize("case", cases("errors"), ids=lambda case: case["line"])
def test_an_error_points_at_the_word(case: dict[str, Any]) -> None:
    line = case["line"]
    with pytest.raises(NotationError) as caught:
        read_action_line(line, names(all_known=False))
    error = caught.value
    find = line.rfind if case.get("last") else line.find
    column = find(case["word"]) + 1 if case["word"] else len(line) + 1
    assert (error.problem, error.column, error.length) == (case["problem"], column, max(len(case["word"]), 1))
    assert case.get("expected", error.expected) == error.expected
    shown, mark = error.shown.splitlines()
    assert shown == f"  {line}"
    assert mark == "  " + " " * (column - 1) + "^" * error.length


def test_of_a_long_line_the_part_around_the_word_is_shown() -> None:
    line = f"1/VIII: move {'33.13, ' * 60}nowhere near, 32.13"
    with pytest.raises(NotationError) as caught:
        read_action_line(line, names())
    shown, mark = caught.value.shown.splitlines()
    assert len(shown) < 110
    assert shown[mark.index("^") :].startswith("nowhere")


@given(st.text(alphabet='158/VI:;,()" .#movetdi\x00é\u202e', max_size=60))
@settings(derandomize=True, max_examples=300, deadline=None)
def test_any_text_is_an_action_or_an_error(text: str) -> None:
    found: Action | NotationError
    try:
        found = read_action_line(text, names())
    except NotationError as error:
        found = error
    if isinstance(found, NotationError):
        assert 1 <= found.column <= len(text) + 1
        assert "\x00" not in str(found)
    else:
        assert read_action_line(action_line(found, names()), names()) == found


HOSTILE: Final = (
    '"' * 99_999, "# " * 50_000, '" #' * 33_000, "(" * 99_999, "a:" * 50_000, "a " * 50_000, "x" * 100_001,
    "1/VIII: move " + "33.13, " * 14_000, "1/VIII: rally from cohesion" + "; die 3" * 12_000,
    "the chit " + "is bought " * 9_000,
)  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:12])
def test_a_hostile_line_is_refused_at_once(text: str) -> None:
    with pytest.raises(NotationError):
        read_action_line(text, names())


# scripts


def read(text: str) -> tuple[list[Line], Script]:
    script = Script(text, built_in_notation(), file="game.script")
    return list(script.lines(names)), script


def test_a_script_is_read_line_by_line() -> None:
    found, script = read(
        "\ufeff# a game\ngame: No Question of Surrender 1.0\nscenario: 1, The Italians Attack\nstart: 05-27 0900\r\n\n"
        "5/2/13 DBLE: set up in 26.12, in column\nAmilakvary: set up off the map\naxis # his turn\n"
        "1/VIII/132: end of activation\n".removeprefix("\ufeff")
    )
    assert script.errors == []
    assert [(line.number, line.said) for line in found[:-1]] == [
        (2, Head("game", "No Question of Surrender 1.0")), (3, Head("scenario", "1, The Italians Attack")),
        (4, Head("start", "05-27 0900")), (6, SetUp("5-2-13-dble", Hex(26, 12), column=True)),
        (7, SetUp("leader-amilakvary")), (8, SideLine("axis")),
    ]  # fmt: skip
    assert {each.said.key for each in found if isinstance(each.said, Head)} == set(HEADS)
    for each in found:
        if isinstance(each.said, SetUp):
            assert set_up_line(each.said, names()) == each.words.text


def test_reading_goes_on_after_an_error() -> None:
    found, script = read("1/VIII: foo\n1/VIII: end of activation\n\nBonzo: end of activation\n")
    assert [line.number for line in found] == [2]
    assert [str(error).splitlines()[0] for error in script.errors] == [
        "game.script, line 1, column 9: not an action (got foo; expected "
        + str(script.errors[0].expected) + ")",
        "game.script, line 4, column 1: no unit matches this name (got Bonzo)",
    ]  # fmt: skip


def test_reading_ends_when_there_are_too_many_errors() -> None:
    found, script = read("1/VIII: foo\n" * 1_000 + "1/VIII: end of activation\n")
    assert found == []
    assert len(script.errors) == MAX_ERRORS


@pytest.mark.parametrize("text", ["\n" * 20_001, " " * 4_000_001])
def test_a_script_that_is_too_long_is_refused(text: str) -> None:
    with pytest.raises(GameDataError, match="the script is too long"):
        Script(text, built_in_notation())


# the page on scripts


def lines_of_the_page() -> list[str]:
    rows = PAGES["docs/scripts.md"].partition("| what is done | as a line |")[2].partition("\n\n")[0]
    return re.findall(r"^\| .+ \| `(.+)` \|$", rows, re.MULTILINE)


def test_the_page_on_scripts_shows_a_line_of_each_kind() -> None:
    who = built_in_notation().names()
    lines = [line for line in lines_of_the_page() if "set up in" not in line]
    found = [read_action_line(line, who) for line in lines]
    assert {type(action) for action in found} == set(ACTION_TYPES.values())
    assert [action_line(action, who) for action in found] == lines
    (set_up,) = (line for line in lines_of_the_page() if line not in lines)
    assert [line.said for line in Script(set_up, built_in_notation()).lines(names)] == [
        SetUp("5-2-13-dble", Hex(26, 11), column=True)
    ]
