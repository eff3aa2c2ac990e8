"""The properties of a piece as VASSAL's expressions see them (vassal-files.md 3.3 and 3.5).

Each trait contributes some; the outermost one that has a name wins. Calculated properties need
VASSAL's own expression language and are left out; a property of the map or the module that a label
names stays as it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from . import sequence
from .commands import integer
from .geometry import round_half_up
from .pieces import Piece, Placement
from .traits import Trait

__all__ = [
    "follows_property",
    "hidden_by",
    "layer_level",
    "masked_by",
    "never_stacks",
    "piece_name",
    "piece_properties",
    "trait_properties",
]

Properties = dict[str, str]

_LONG: Final = 50_000
"""The length of type and state above which a piece is not remembered: what is kept in memory has a bound."""
_BLANKS = "".join(map(chr, range(33)))
"""The characters that the engine takes off both ends of a label."""
_NOBODY = "null"
_TICKS = frozenset("3456")
"""The kinds of a property sheet's fields whose value is followed by a maximum."""


def _words(value: bool) -> str:
    return "true" if value else "false"


def _marker(trait: Trait) -> Properties:
    names = trait.type.items("names")
    values = sequence.decode(trait.state, ",")
    properties: Properties = {}
    for index, name in enumerate(names):
        if name and name not in properties:
            properties[name] = values[index] if index < len(values) else ""
    return properties


def _dynamic_property(trait: Trait) -> Properties:
    return {trait.type.text_field("name"): trait.state}


def _levels(trait: Trait) -> tuple[Sequence[str], Sequence[str]]:
    """Return the images and the names of a layer's levels."""
    if trait.id == "emb":
        pairs = [sequence.decode(level, ",") for level in trait.type.items("levels")]
        return [pair[0] for pair in pairs], [pair[1] if len(pair) > 1 else "" for pair in pairs]
    return trait.type.items("images") or ("",), trait.type.items("level_names")


def layer_level(trait: Trait) -> int:
    """Return a layer's level: counted from 1, negative when it is not active."""
    level = integer(sequence.decode(trait.state, ";")[0])
    count = len(_levels(trait)[0])
    return min(max(-count, -1 if level is None else level), count)


def follows_property(trait: Trait) -> bool:
    """Return whether a trait is a layer whose level is that of a property, whatever its state says of it."""
    return trait.type.boolean("follow_property") and trait.type.text_field("property") != ""


def _level_text(level: int, texts: Sequence[str]) -> str:
    return texts[level - 1] if 0 < level <= len(texts) else ""


def _without_plus(name: str) -> str:
    return name[1:] if name.startswith("+") else name.removesuffix("+")


def _layer(trait: Trait) -> Properties:
    name = trait.type.text_field("name")
    level = layer_level(trait)
    images, level_names = _levels(trait)
    return {
        f"{name}_Image": _level_text(level, images),
        f"{name}_Name": _without_plus(_level_text(level, level_names)),
        f"{name}_Level": str(level),
        f"{name}_Active": _words(level > 0),
    }


def _label_text(trait: Trait) -> str:
    """Return a label as it is kept: without blanks around it and without a mention of itself."""
    return trait.state.strip(_BLANKS).replace(f"${_label_name(trait)}$", "")


def _label_name(trait: Trait) -> str:
    return trait.type.text_field("property", "TextLabel")


def _label(trait: Trait) -> Properties:
    name = _label_name(trait)
    return {name: _label_text(trait)} if name else {}


def _rotation(trait: Trait) -> Properties:
    name = trait.type.text_field("name")
    facings = trait.type.integer("facings", 1)
    if facings == 1:
        angle = trait.state_fields.get("angle", 0.0)
        degrees, facing = abs(angle) if isinstance(angle, int | float) else 0.0, 0
    else:
        facing = min(integer(trait.state) or 0, max(facings, 1) - 1)
        degrees = abs(facing * (360.0 / facings)) if facings > 0 else 0.0
    return {f"{name}_Facing": str(facing + 1), f"{name}_Degrees": str(round_half_up(degrees) % 360)}


def _moved(trait: Trait) -> Properties:
    return {"Moved": _words(trait.state == "true")}


def _owner(trait: Trait) -> str | None:
    """Return who masked or hid a piece; an empty id is somebody without a password."""
    owner = sequence.decode(trait.state, ";")[0] if trait.id == "obs" else trait.state
    return None if owner == _NOBODY else owner


def _mask(trait: Trait) -> Properties:
    owner = _owner(trait)
    return {"ObscuredToOthers": _words(owner is not None), **({"obs;": owner} if owner is not None else {})}


def _invisible(trait: Trait) -> Properties:
    owner = _owner(trait)
    return {"InvisibleToOthers": _words(owner is not None), **({"hiddenBy": owner} if owner is not None else {})}


def _area(trait: Trait) -> Properties:
    active = trait.type.boolean("always_active", True) or trait.state == "true"
    return {f"{trait.type.text_field('name')}_Active": _words(active)}


def _property_sheet(trait: Trait) -> Properties:
    entries = [entry for entry in sequence.decode(trait.type.text_field("definition"), "~") if entry]
    values = sequence.decode(trait.state, "~")
    properties: Properties = {}
    for index, entry in enumerate(entries):
        value = values[index] if index < len(values) else ""
        if entry[0] in _TICKS and value.find("/") > 0:
            value = value.partition("/")[0]
        properties[entry[1:]] = value
    properties.pop("", None)
    return properties


def _basic_name(trait: Trait) -> Properties:
    return {"BasicName": trait.type.text_field("name")}


def _mat(trait: Trait) -> Properties:
    return {"MatName": trait.type.text_field("name"), "MatNumCargo": _count(trait)}


def _count(trait: Trait) -> str:
    return str(max(integer(sequence.decode(trait.state, ";")[0]) or 0, 0))


def _cargo(_trait: Trait) -> Properties:
    return {"IsCargo": "true"}


def _attachment(trait: Trait) -> Properties:
    name, count = trait.type.text_field("name"), _count(trait)
    return {"AttachName": name, "AttachCount": count, f"{name}_AttachCount": count}


_CONTRIBUTIONS: Mapping[str, Callable[[Trait], Properties]] = {
    "mark": _marker,
    "PROP": _dynamic_property,
    "emb": _layer,
    "emb2": _layer,
    "label": _label,
    "rotate": _rotation,
    "markmoved": _moved,
    "obs": _mask,
    "hide": _invisible,
    "AreaOfEffect": _area,
    "propertysheet": _property_sheet,
    "basicName": _basic_name,
    "mat": _mat,
    "matPiece": _cargo,
    "attach": _attachment,
}


def trait_properties(trait: Trait) -> Properties:
    """Return the properties that one trait contributes; empty for a trait that has none.

    A label is given as it is written, before the properties that it names are put in.
    """
    contribution = _CONTRIBUTIONS.get(trait.id)
    return contribution(trait) if contribution else {}


def masked_by(piece: Piece) -> str | None:
    """Return who masked the piece (a side or a player's id, which may be empty), None if nobody did."""
    return _owned_by(piece, "obs")


def hidden_by(piece: Piece) -> str | None:
    """Return who made the piece invisible (a side or a player's id, which may be empty), None if nobody did."""
    return _owned_by(piece, "hide")


def _owned_by(piece: Piece, kind: str) -> str | None:
    owners = map(_owner, piece.traits_of_kind(kind))
    return next((owner for owner in owners if owner is not None), None)


def never_stacks(piece: Piece) -> bool:
    """Return whether a piece never forms a stack: the outermost trait that has a say decides."""
    for trait in piece.type.traits[:-1]:
        if trait.id == "mat":
            return True
        if trait.id == "immob":
            return not trait.text_field("stack", "R").startswith("L")
    return False


def piece_name(piece: Piece) -> str:
    """Return the name that VASSAL's reports use: the basic name, as layers and labels change it.

    This is the name for those who may see the piece: masks are not regarded.
    """
    return piece_properties(piece)["PieceName"]


def piece_properties(
    piece: Piece, placement: Placement | None = None, location: Mapping[str, str] | None = None
) -> Mapping[str, str]:
    """Return all properties of a piece by name.

    *placement* is where it is on the table (its own state's word when None); *location* may bring
    ``LocationName``, ``CurrentBoard``, ``CurrentZone``, ``DeckName`` and the like from the module's
    grid and the table.
    """
    if placement is None and location is None and len(piece.type.text) + len(piece.state) < _LONG:
        return _remembered(_Moment(piece.id, piece.type.text, piece.state, piece))
    return _properties(piece, placement or piece.placement, location or {})


@dataclass(frozen=True, slots=True)
class _Moment:
    """A piece as it is at one moment: the same in one file as in another."""

    id: str
    type: str
    state: str
    piece: Piece = field(compare=False)


@lru_cache(maxsize=2048)
def _remembered(moment: _Moment) -> Mapping[str, str]:
    """Return the properties of a piece: most pieces of a game are the same in all its files."""
    return MappingProxyType(_properties(moment.piece, moment.piece.placement, {}))


def _properties(piece: Piece, where: Placement, location: Mapping[str, str]) -> Properties:
    """Return the properties that VASSAL gives every piece, then those of its traits from the inside out."""
    base = {
        **piece.persistent_properties,
        "CurrentMap": where.map or "",
        "CurrentX": str(where.x),
        "CurrentY": str(where.y),
        "BasicName": piece.name,
        "PieceId": piece.gpid,
        "PieceUID": piece.id,
        **location,
    }
    properties = _merged(base, piece.traits)
    traits = _settled(piece.traits, properties)
    if traits != piece.traits:
        properties = _merged(base, traits)
    if "MatName" in properties:
        properties["MatID"] = f"{properties['MatName']}_{piece.id}"
    if never_stacks(piece):
        properties["NoStack"] = "true"
    name = properties["BasicName"]
    for trait in reversed(traits):
        name = _named_by(trait, name, properties)
    properties["PieceName"] = name
    return properties


def _merged(base: Properties, traits: Sequence[Trait]) -> Properties:
    """Add the traits' properties from the innermost out."""
    properties = dict(base)
    for trait in reversed(traits):
        properties.update(trait_properties(trait))
    return properties


def _settled(traits: Sequence[Trait], properties: Properties) -> tuple[Trait, ...]:
    """Return the traits with those that depend on properties as these make them."""
    name = properties["BasicName"]
    settled: list[Trait] = []
    for trait in reversed(traits):
        settled.append(_following(trait, properties) if trait.id == "emb2" else _written_out(trait, name, properties))
        name = _named_by(settled[-1], name, properties)
    return tuple(reversed(settled))


def _following(trait: Trait, properties: Properties) -> Trait:
    """Return a layer at the level that the property it follows gives, if that is a plain number."""
    if not follows_property(trait):
        return trait
    first = trait.type.integer("first_level_value", 1)
    value = properties.get(trait.type.text_field("property").strip(_BLANKS + "{}"))
    number = first if value == "" else integer(value)
    if number is None:
        return trait
    level = min(max(number - first + 1, 1), len(_levels(trait)[0]))
    return Trait(trait.type, str(level if layer_level(trait) > 0 else -level))


def _written_out(trait: Trait, name: str, properties: Properties) -> Trait:
    """Return a label with the properties that it names put in; *name* is the piece's name further in."""
    if trait.id != "label" or "$" not in trait.state:
        return trait
    return Trait(trait.type, _formatted(_label_text(trait), {"PieceName": name}, properties))


def _named_by(trait: Trait, inner: str, properties: Properties) -> str:
    """Return a piece's name from a trait on outwards, given its name further in."""
    if trait.id == "label":
        return _named_by_label(trait, inner, properties)
    return _named_by_layer(trait, inner) if trait.id in ("emb", "emb2") else inner


def _named_by_layer(trait: Trait, inner: str) -> str:
    name = _level_text(layer_level(trait), _levels(trait)[1])
    if not name:
        return inner
    parts = sequence.decode(name, "+")
    if len(parts) == 1:
        return parts[0]
    return parts[0] + inner if parts[0] else inner + parts[1]


def _named_by_label(trait: Trait, inner: str, properties: Properties) -> str:
    label = _label_text(trait)
    if not label and not trait.type.boolean("always_use_format"):
        return inner
    pattern = trait.type.text_field("name_format", "$pieceName$ ($label$)").replace("$PieceName$", "$pieceName$")
    return _formatted(pattern, {"pieceName": inner, "label": label}, properties)


def _formatted(pattern: str, special: Properties, properties: Properties) -> str:
    """Put values in place of their names between dollar signs; an unknown name stays as it is."""
    if "$" not in pattern:
        return pattern
    parts = sequence.decode(pattern, "$")
    last = len(parts) - 1
    return "".join([
        part if index % 2 == 0 or index == last else special.get(part, properties.get(part, f"${part}$"))
        for index, part in enumerate(parts)
    ])  # fmt: skip
