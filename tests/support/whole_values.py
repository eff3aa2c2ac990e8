"""A value with all that is in it as text, whatever short form its type shows."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass


def whole(value: object) -> str:
    """Return the text of a value with every dataclass in it field by field, as dataclasses show themselves."""
    if is_dataclass(value) and not isinstance(value, type):
        parts = (f"{field.name}={whole(getattr(value, field.name))}" for field in fields(value) if field.repr)
        return f"{type(value).__name__}({', '.join(parts)})"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{whole(key)}: {whole(each)}' for key, each in value.items())}}}"
    if isinstance(value, Set):
        return f"{{{', '.join(sorted(map(whole, value)))}}}"
    if isinstance(value, (tuple, list)):
        return f"[{', '.join(map(whole, value))}]"
    return repr(value)
