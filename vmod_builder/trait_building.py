"""Piece definitions put together from traits whose fields are named, so that none can be in the wrong place.

The order of the fields is that of :data:`adjudicator.vassal.trait_table.TRAIT_KINDS` (vassal-files.md 3.3 to 3.5). A
field that is not given gets what the engine's own editor writes for a new trait.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from adjudicator.vassal import sequence
from adjudicator.vassal.commands import AddPiece
from adjudicator.vassal.pieces import join_chain
from adjudicator.vassal.trait_table import TRAIT_KINDS, Field, FieldKind

__all__ = [
    "ON_A_MAP",
    "FieldValue",
    "Level",
    "basic_piece",
    "definition",
    "key_command",
    "marks",
    "on_maps_only",
    "trait",
]

ON_A_MAP = 'CurrentMap != ""'
"""The condition, in VASSAL's expressions, that a piece is not one of the palette."""
FieldValue = str | int | float | bool | Sequence[str]
"""The values that a field takes: a text, a number, a truth value, or the texts of a list."""

_NOTHING: Mapping[FieldKind, str] = {FieldKind.INTEGER: "0", FieldKind.BOOLEAN: "false", FieldKind.DECIMAL: "0.0"}
"""The values of fields that are neither given nor in the table below; texts and lists are empty."""
_NEW: Mapping[str, Mapping[str, FieldValue]] = {
    "AreaOfEffect": {"colour": "128,128,128", "transparency": 30, "radius": 1, "globally_visible": True},
    "PROP": {"constraints": "false,0,100,false"},
    "emb2": {
        "activate_modifiers": 128, "up_modifiers": 128, "down_modifiers": 128, "loop_levels": True,
        "reset_level": "1", "first_level_value": 1, "version": 1, "always_active": True, "scale": 1.0,
        "only_if_value": "true",
    },
    "footprint": {
        "radius": 10, "fill": "255,255,255", "line": "0,0,0", "selected_transparency": 100,
        "unselected_transparency": 50, "edge_buffer": 20, "display_buffer": 30, "line_width": 1.0,
    },
    "macro": {"loop_type": "counted", "start": "1", "step": "1"},
    "obs": {"display": "I", "mask_name": "?", "access": "player:", "peek_command": "Peek"},
    "return": {"version": 2},
    "sendto": {
        "x": "0", "y": "0", "x_index": "0", "y_index": "0", "x_offset": "1", "y_offset": "1", "destination": "L",
    },
}  # fmt: skip
_NEW_STATES: Mapping[str, Mapping[str, FieldValue]] = {
    "emb2": {"level": 1},
    "footprint": {"ever_initialised": False},
    "obs": {"owner": "null"},
    "report": {"cycle": -1},
    "piece": {"map": "null"},
}
_LEFT_OUT = frozenset({
    ("prototype", "parameters"), ("emb2", "activation_keys"), ("footprint", "ignore_same_location"),
    ("footprint", "last_count"),
})  # fmt: skip
"""Fields that are not written unless they are given. The first one, even empty, would make the engine take every
``$name$`` in the prototype for a parameter; the second one only old engines wrote in states; the others only
VASSAL 3.8 knows, and 3.7 would drop them and so change the pieces of every game that it saves."""
_SEVERAL = (FieldKind.COUNTED, FieldKind.REST)


class Level(NamedTuple):
    """A trait or basic piece of one definition."""

    type: str
    state: str


def _text(value: FieldValue) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int, float)):
        return str(value)
    return sequence.encode(value, ",")


def _texts(kind: str, fields: Sequence[Field], values: Mapping[str, FieldValue]) -> list[str]:
    """Return the texts of *fields* in order; some may give several, or none."""
    texts: list[str] = []
    for field in fields:
        if field.name not in values and (kind, field.name) in _LEFT_OUT:
            continue
        value = values.get(field.name, _NOTHING.get(field.kind, ""))
        if field.kind in _SEVERAL and not isinstance(value, (str, int, float)):
            texts += value
        elif field.kind not in _SEVERAL or value:
            texts.append(_text(value))
    return texts


def _encoded(texts: Sequence[str], delimiter: str) -> str:
    return sequence.encode(texts, delimiter) if delimiter else "".join(texts)


def trait(kind: str, /, state: Mapping[str, FieldValue] | None = None, **fields: FieldValue) -> Level:
    """Return a trait of the *kind* that its type's identifier names (``emb2``), with its *fields* by name.

    Raises ``KeyError`` for a kind or a field that VASSAL does not have: that is a slip of the builder, not of its data.
    """
    row = TRAIT_KINDS[kind]
    state = state or {}
    unknown = [name for name in fields if name not in {field.name for field in row.type_fields}]
    unknown += [name for name in state if name not in {field.name for field in row.state_fields}]
    if unknown:
        raise KeyError(f"the trait {kind} has no field {unknown[0]!r}")
    type_texts = _texts(kind, row.type_fields, {**_NEW.get(kind, {}), **fields})
    state_texts = _texts(kind, row.state_fields, {**_NEW_STATES.get(kind, {}), **state})
    return Level(
        f"{kind};{_encoded(type_texts, row.type_delimiter)}", _encoded(state_texts, row.state_delimiter)
    )  # fmt: skip


def key_command(menu: str, key: str, value: str) -> str:
    """Return one of a dynamic property's commands: *key* sets it to *value* (vassal-files.md 3.4)."""
    return sequence.encode([menu, key, sequence.encode(["P", value], ",")], ":")


def marks(values: Mapping[str, str]) -> Level:
    """Return a *Marker* trait: properties of the piece that never change."""
    return trait("mark", names=list(values), state={"values": list(values.values())})


def on_maps_only(keys: Sequence[str]) -> Level:
    """Return a *Restrict Commands* trait: the traits within it have *keys* only while the piece is on a map.

    VASSAL applies a key to a piece of the palette, too: one that moves would put that piece itself into the game, and
    one that declares would write a line into the log.
    """
    return trait("hideCmd", name="not in the palette", action="Hide", filter='{CurrentMap == ""}', keys=keys)


def basic_piece(name: str, image: str, gpid: int) -> Level:
    """Return the innermost level of a piece from the slot *gpid*; 0 for a prototype, which has none."""
    place: dict[str, FieldValue] = {"gpid": gpid or ""}
    return trait("piece", name=name, image=image, state=place)


def definition(levels: Iterable[Level]) -> str:
    """Return the definition ``+/null/type/state`` of a piece from its *levels*, the outermost first."""
    types, states = zip(*levels, strict=True)
    return AddPiece("null", join_chain(types), join_chain(states)).encode()
