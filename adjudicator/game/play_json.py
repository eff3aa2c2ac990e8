"""Actions as JSON, by ``schema/action.schema.json``: a ``type`` and the action's fields, one line for each action.

Fields with their usual value are left out, so that each action has one text. Whether units, hexes and chits exist is
for the judge to decide; only what is no action at all is an error here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields
from typing import Any, Final

from .action_kinds import ACTION_TYPES, kind_of_action, spelled, word_lists
from .errors import GameDataError, GameDataErrors
from .hexes import Hex
from .json_text import json_line, read_json
from .loading.error_limit import raise_all
from .loading.schema_check import document_errors
from .loading.suggestions import did_you_mean
from .play import PURPOSES, Action, Assault, MoveStep, Roll, RollPurpose, StepKind
from .roll_kinds import roll_purpose

__all__ = [
    "ACTION_TYPES",
    "action_from_data",
    "action_text",
    "action_to_data",
    "action_type",
    "read_action",
    "read_actions",
    "with_words",
]

_SCHEMA: Final = "action.schema.json#/$defs/"


def action_type(action: Action) -> str:
    """Return the type of an action: ``direct-fire``."""
    return spelled(type(action))


def action_text(action: Action) -> str:
    """Return the one text of an action: a line of canonical JSON."""
    return json_line(action_to_data(action))


def action_to_data(action: Action) -> dict[str, Any]:
    """Return an action as a JSON object."""
    return {"type": action_type(action), **_fields(action)}


def _fields(value: Any) -> dict[str, Any]:
    """Return the fields of an action, a step or a roll; optional ones only if they differ from their usual value."""
    return {
        each.name: _plain(found)
        for each in fields(value)
        if (found := getattr(value, each.name)) != each.default or each.default is MISSING
    }


def _plain(value: Any) -> Any:
    if isinstance(value, Hex):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return _fields(value) if isinstance(value, Roll | MoveStep) else value


def read_actions(text: str, *, file: str = "") -> Iterator[Action]:
    """Yield the actions of a text with one on each line. Raises :class:`GameDataError` at the first invalid one."""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield read_action(line, file=f"{file}, line {number}" if file else f"line {number}")


def read_action(text: str, *, file: str = "") -> Action:
    """Return the action that a text describes. Raises :class:`GameDataError`; *file* names the text in it."""
    return action_from_data(read_json(text, file=file), file=file)


def action_from_data(data: Mapping[str, Any], *, file: str = "") -> Action:
    """Return the action that a JSON object describes. Raises :class:`GameDataErrors` with all that is wrong."""
    name = data.get("type")
    added = kind_of_action(name) if isinstance(name, str) else None
    if not isinstance(name, str) or (added is None and name not in ACTION_TYPES):
        problem = "no such action" + did_you_mean(str(name), ACTION_TYPES)
        raise GameDataError(problem, file=file, place="key type", found=str(name), expected=", ".join(ACTION_TYPES))
    raise_all(document_errors(file, data, _SCHEMA + name, added.schema if added else None))
    made = added.made if added else ACTION_TYPES[name]
    values = {key: _READERS.get(key, _text)(value) for key, value in data.items() if key != "type"}
    values = with_words(made, values)
    if made is Assault:
        values["target"] = Hex.parse(data["target"])
    action: Action = made(**values)
    return action


def with_words(kind: type[Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of an action, those with a closed list of words as members of their enums."""
    lists = _WORD_LISTS[kind] if kind in _WORD_LISTS else word_lists(kind)
    return {name: lists[name](value) if name in lists else value for name, value in values.items()}


_WORD_LISTS: Final = {kind: word_lists(kind) for kind in ACTION_TYPES.values()}


def _text(value: Any) -> Any:
    """Return a text or a flag as it is, a list as a tuple."""
    return tuple(value) if isinstance(value, list) else value


def _roll(row: Mapping[str, Any]) -> Roll:
    return Roll(_purpose(row["purpose"]), row.get("unit", ""), row["die"])


def _purpose(name: str) -> RollPurpose:
    """Return a purpose of a roll: one of the program's own, or one that a game's own rules add."""
    found = roll_purpose(name)
    if found is None:
        problem = "no such purpose of a roll" + did_you_mean(name, PURPOSES)
        expected = ", ".join(PURPOSES)
        raise GameDataErrors([GameDataError(problem, place="key rolls", found=name, expected=expected)])
    return found


def _step(row: Mapping[str, Any]) -> MoveStep:
    return MoveStep(
        StepKind(row["kind"]),
        Hex.parse(row["to"]) if "to" in row else None,
        tuple(map(_roll, row.get("rolls", ()))),
        tuple(row.get("reveals", ())),
    )


_READERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "rolls": lambda rows: tuple(map(_roll, rows)),
    "steps": lambda rows: tuple(map(_step, rows)),
    "hex": Hex.parse,
    "left": Hex.parse,
    "at": Hex.parse,
    "entered": Hex.parse,
    "to": lambda text: Hex.parse(text) if text[:1].isdigit() else text,
    "route": lambda names: tuple(map(Hex.parse, names)),
    "targets": lambda pairs: tuple((firer, target) for firer, target in pairs),
    "retreat_to": lambda pairs: tuple((unit, Hex.parse(place)) for unit, place in pairs),
}
"""The readers of the fields that are not texts, flags or lists of texts."""
