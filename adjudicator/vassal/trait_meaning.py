"""The comparison of two texts of a trait: whether they mean the same (vassal-files.md 3.3 to 3.5).

Each release of VASSAL writes a piece with the fields that it knows and reads one with fewer as if the missing ones had
their defaults. So a piece that went through two releases has other texts and is the same piece. Named keys have a code
that every session of VASSAL numbers again. Fields that are not known here are those of a later release: where only one
text has them, they are taken for the defaults.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from . import sequence
from .pieces import PieceType
from .trait_table import Field, FieldKind
from .traits import Trait, TraitType, Value, field_shares, read_element

__all__ = ["other_traits", "same_piece_type", "same_state", "same_trait_type"]

_NAMED_KEY_CODE = re.compile(r"(?<![0-9])(?:5[7-9]|6[0-3])[0-9]{3}(?=\\*,0\\*,)")
"""The code of a named key, 57344 and up, before its modifiers and its name; commas are escaped at each level."""
_DRAWN_AT: Mapping[str, frozenset[str]] = {"emb2": frozenset({"x_offset", "y_offset"})}
"""The fields, by the trait's id, that say only where a picture is drawn: some modules change them as they draw."""
_NUMBERS = frozenset({FieldKind.INTEGER, FieldKind.DECIMAL})


def same_piece_type(one: PieceType, other: PieceType) -> bool:
    """Return whether two types of a piece have the same traits in the same order."""
    return one.text == other.text or (len(one.traits) == len(other.traits) and not other_traits(one, other))


def other_traits(one: PieceType, other: PieceType) -> tuple[str, ...]:
    """Return the titles of the traits that two types of a piece do not share, each once, the outermost first."""
    first, second = list(one.traits), list(other.traits)
    if len(first) == len(second):
        pairs = zip(first, second, strict=True)
        differing = [each for pair in pairs if not same_trait_type(*pair) for each in pair]
    else:
        differing = [each for each in first if not any(same_trait_type(each, twin) for twin in second)]
        differing += [each for each in second if not any(same_trait_type(each, twin) for twin in first)]
    return tuple(dict.fromkeys(each.title for each in differing))


def same_trait_type(one: TraitType, other: TraitType) -> bool:
    """Return whether two types of a trait mean the same; those of an unknown one may differ in the codes of keys."""
    if one.text == other.text:
        return True
    if one.kind is not other.kind or one.id != other.id:
        return False
    return _same_types(one, other)


def same_state(one: Trait, other: Trait) -> bool:
    """Return whether two states of a trait mean the same; its type is the same in both."""
    kind = one.type.kind
    if one.state == other.state or kind is None or not kind.state_fields:
        return one.state == other.state
    return _same_fields(one.state, other.state, kind.state_fields, kind.state_delimiter)


@lru_cache(maxsize=4096)
def _same_texts(one: str, other: str) -> bool:
    return _without_codes(one) == _without_codes(other)


def _same_types(one: TraitType, other: TraitType) -> bool:
    """Compare two types of one kind."""
    if _same_texts(one.text, other.text):
        return True
    kind = one.kind
    if kind is None or not kind.type_fields:
        return False
    start = len(one.id) + 1
    drawn_at = _DRAWN_AT.get(one.id, frozenset())
    return _same_fields(one.text[start:], other.text[start:], kind.type_fields, kind.type_delimiter, drawn_at)


def _same_fields(
    one: str, other: str, fields: tuple[Field, ...], delimiter: str, left_out: frozenset[str] = frozenset()
) -> bool:
    first, later_first = _shares(one, fields, delimiter)
    second, later_second = _shares(other, fields, delimiter)
    if any(a != b for a, b in zip(later_first, later_second, strict=False)):
        return False
    return all(_same_values(field, first, second) for field in fields if field.name not in left_out)


def _shares(text: str, fields: tuple[Field, ...], delimiter: str) -> tuple[Mapping[str, list[str]], Sequence[str]]:
    """Return the elements of each field that a text reaches, and those beyond the known fields."""
    tokens = sequence.decode(text, delimiter) if delimiter else [text]
    shares = {field.name: share for field, share in field_shares(tokens, fields)}
    return shares, tokens[sum(map(len, shares.values())) :]


def _same_values(field: Field, one: Mapping[str, list[str]], other: Mapping[str, list[str]]) -> bool:
    """Compare one field; a text that the engine would supply in its player's language counts for any."""
    if field.default is None and not (field.name in one and field.name in other):
        return True
    return _value(field, one) == _value(field, other)


def _value(field: Field, shares: Mapping[str, list[str]]) -> Value:
    """Return what the engine makes of a field: its default where it is missing or is no number."""
    if field.is_several:
        return tuple(map(_without_codes, shares.get(field.name, ())))
    default = _default(field, shares)
    value = read_element(field, shares[field.name][0] if field.name in shares else default)
    if field.kind is FieldKind.BOOLEAN:
        return value is True
    if field.kind in _NUMBERS:
        return read_element(field, default) if isinstance(value, str) else value
    return tuple(map(_without_codes, value)) if isinstance(value, tuple) else _without_codes(str(value))


def _default(field: Field, shares: Mapping[str, list[str]]) -> str:
    """Return the text of a field's default, which may be that of another field."""
    default = field.default or ""
    if default.startswith("{"):
        return next(iter(shares.get(default.strip("{}"), ())), "0")
    return default


def _without_codes(text: str) -> str:
    return _NAMED_KEY_CODE.sub("", text) if "," in text else text
