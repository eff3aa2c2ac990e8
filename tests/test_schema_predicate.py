"""The quick test of a document against its schema says what the validator that looks for errors says."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from adjudicator.game.loading.files import read_folder
from adjudicator.game.loading.game_folders import find_built_in
from adjudicator.game.loading.schema_check import schema_form, schema_name
from adjudicator.game.loading.schema_predicate import predicate
from adjudicator.game.loading.series_charts import with_series_charts
from tests.support.command_line import command
from tests.support.raw_games import piece, raw_file

GAMES = (find_built_in("no-question-of-surrender"), Path(__file__).parents[1] / "examples" / "two_wells")
VALUES: tuple[Any, ...] = (
    0, 1, -1, 1.0, 0.5, 10**9, True, False, None, "", "a", "a\n", "dd.dd", "01.01", "x" * 300, [], {},
    [1, 1], ["a", "a"], ["a", {}], [{}, {}], {"": 1}, {"a": {}}, {"hex": "01.01"},
)  # fmt: skip
CHANGES = 25


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every table or list in a value with each of its keys."""
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from places(value[key])


def change(document: dict[str, Any], chance: Random) -> None:
    """Change one value, or leave it out, or give it another key, or put it in twice."""
    holder, key = chance.choice(list(places(document)))
    match chance.randrange(4):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, dict):
            holder[chance.choice(("", "a", "name", "A-b", f"{key}x"))] = holder.pop(key)
        case 2 if isinstance(holder, list):
            holder.insert(key, holder[key])
        case _:
            holder[key] = chance.choice(VALUES)


def verdicts(document: Any, schema: str) -> set[bool]:
    """Return what is said of a document with one change or another, which is what the validator says."""
    form, chance = schema_form(schema), Random(schema)  # noqa: S311
    assert form.follows(document)
    found: set[bool] = set()
    for _ in range(CHANGES):
        changed = copy.deepcopy(document)
        change(changed, chance)
        found.add(form.follows(changed))
        assert form.follows(changed) == form.validator.is_valid(changed), schema
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_changed_documents_are_told_from_sound_ones_as_by_the_validator(game: Any) -> None:
    told: set[bool] = set()
    for file, document in with_series_charts(read_folder(game)).documents.items():
        small = {key: value[:3] if isinstance(value, list) else value for key, value in document.items()}
        told |= verdicts(small, schema_name(file))
    assert told == {True, False}


def test_changed_outputs_are_told_from_sound_ones_as_by_the_validator(tmp_path: Path) -> None:
    log = tmp_path / "game.vlog"
    log.write_bytes(raw_file([piece("1", "Guard")], ["CHAT<Anna> - done"]))
    told: set[bool] = set()
    for name, schema in (("audit", "audit"), ("inspect", "inspect"), ("export", "vassal-game")):
        form = ["--format", "json"] if name == "export" else ["--json"]
        told |= verdicts(json.loads(command(name, log, *form).out), f"{schema}.schema.json")
    assert told == {True, False}


@pytest.mark.parametrize(
    ("schema", "sound", "wrong"),
    [
        ({"type": "integer"}, 1, 1.0),
        ({"type": ["integer", "null"]}, None, True),
        ({"type": "number"}, 1.5, True),
        ({"const": 1}, 1, True),
        ({"enum": [1, "a"]}, "a", 1.0),
        ({"pattern": "^a|b$"}, "b", "a\n"),
        ({"properties": {"a": {"minimum": 1}}}, {"a": 1, "b": 0}, {"a": 0}),
        ({"properties": {"a": True}, "additionalProperties": {"maxLength": 1}}, {"a": "ab", "b": "a"}, {"b": "ab"}),
        ({"properties": {"a": True}, "additionalProperties": False}, {"a": 1}, {"b": 1}),
        ({"propertyNames": {"minLength": 2}}, {"ab": 1}, {"a": 1}),
        ({"required": ["a"], "maxProperties": 1}, {"a": 1}, {"b": 1}),
        ({"maxProperties": 1}, {"a": 1}, {"a": 1, "b": 1}),
        ({"prefixItems": [{"const": 1}], "items": {"const": 2}}, [1, 2, 2], [1, 1]),
        ({"prefixItems": [{"const": 1}], "items": False}, [1], [1, 1]),
        ({"minItems": 1, "maxItems": 2, "uniqueItems": True}, [1, 2], [1, 1]),
        ({"maxItems": 1}, [1], [1, 2]),
        ({"minLength": 1}, "a", ""),
        ({"maximum": 1, "exclusiveMinimum": 0}, 1, 0),
        ({"maximum": 1}, "2", 2),
        ({"anyOf": [{"const": 1}, {"const": 2}]}, 2, 3),
        ({"oneOf": [{"minimum": 1}, {"minimum": 2}]}, 1, 2),
        ({"if": {"const": 1}, "then": False}, 2, 1),
        ({"if": {"const": 1}, "then": True, "else": {"const": 3}}, 3, 2),
    ],
)
def test_each_keyword_tells_a_sound_value_from_a_wrong_one(schema: dict[str, Any], sound: Any, wrong: Any) -> None:
    follows = predicate(schema)
    assert follows(sound)
    assert not follows(wrong)


def test_a_keyword_that_is_not_known_is_no_silent_pass() -> None:
    with pytest.raises(KeyError):
        predicate({"contains": {"const": 1}})
