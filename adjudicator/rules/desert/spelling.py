"""The spelling of words: capitals, blanks and hyphens do not count, and some words have other spellings too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from ...game.loading.suggestions import did_you_mean
from .tables import desert_tables

__all__ = ["known_as", "nearest"]


def known_as(text: str, known: Iterable[str]) -> str | None:
    """Return the known word that a text spells, None if it spells none."""
    names = {_squeezed(name): name for name in known}
    wanted = _squeezed(text)
    if wanted in names:
        return names[wanted]
    return next((names[each] for each in _others().get(wanted, ()) if each in names), None)


def nearest(text: str, known: Iterable[str]) -> str:
    """Return ``: did you mean X?`` with the word that is probably meant, empty if none is near."""
    names = tuple(known)
    hint = next((row["say"] for row in _table("hints") if _squeezed(row["said"]) == _squeezed(text)), "")
    if any(name in hint for name in names):
        return f": did you mean {hint}?"
    return did_you_mean(text, names)


def _squeezed(text: str) -> str:
    return "".join(sign for sign in text.casefold() if not sign.isspace() and sign not in "-_")


def _table(name: str) -> Iterable[Mapping[str, str]]:
    rows: Iterable[Mapping[str, str]] = desert_tables()["spellings.toml"][name]
    return rows


@cache
def _others() -> Mapping[str, tuple[str, ...]]:
    """Return the words that each alternative spelling may mean."""
    found: dict[str, tuple[str, ...]] = {}
    for row in desert_tables()["spellings.toml"]["spellings"]:
        for also in row["also"]:
            found[_squeezed(also)] = (*found.get(_squeezed(also), ()), _squeezed(row["of"]))
    return found
