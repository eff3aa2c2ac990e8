"""The catalogue and the register of the desert rules, in the forms of the main game's."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from ..catalogue import Catalogue, Rule, UnknownRule, catalogue_of
from ..contradictions import Contradiction, contradictions_of
from .tables import desert_tables

__all__ = ["desert_catalogue", "desert_register", "find_rules"]

_NOTE: Final = re.compile(r"(vehicle|ordnance|vn|on)?\.? *(?:note)? *([0-9]{1,2}|[a-z]{1,2})", re.IGNORECASE)
_LETTERED: Final = re.compile(r"[df][. ]*([0-9].*)", re.IGNORECASE)
_MISPRINTED: Final = {"1.612": "11.612"}
_BOOKS: Final = {"vehicle": ("Vehicle",), "vn": ("Vehicle",), "ordnance": ("Ordnance",), "on": ("Ordnance",)}
_EITHER: Final = ("Vehicle", "Ordnance")


@cache
def desert_catalogue() -> Catalogue:
    """Return the catalogue: every numbered paragraph with its status."""
    return catalogue_of(desert_tables()["catalogue.toml"])


@cache
def desert_register() -> tuple[Contradiction, ...]:
    """Return the register: errors of the scan and contradictions, with the readings chosen."""
    return contradictions_of(desert_tables()["register.toml"])


def find_rules(number: str) -> tuple[Rule, ...]:
    """Return the paragraphs with a number, in any form that the document uses: F.1A, D 3.31, 1.612, Note 8, VN 8.

    Raises :class:`UnknownRule`.
    """
    catalogue = desert_catalogue()
    try:
        return catalogue.find(number)
    except UnknownRule:
        for other in _other_numbers(number.strip()):
            found = [rule for each in other if (rule := catalogue.rules.get(each)) is not None]
            if found:
                return tuple(found)
        raise


def _other_numbers(number: str) -> tuple[tuple[str, ...], ...]:
    """Return the possible meanings of a text that is no number itself, the likeliest first."""
    lettered, note = _LETTERED.fullmatch(number), _NOTE.fullmatch(number)
    readings: list[tuple[str, ...]] = [(_MISPRINTED.get(number, ""),)]
    if lettered:
        readings += [(f"D.{lettered[1].upper()}",), (lettered[1],)]
    if note and (note[1] or "note" in number.casefold()):
        books = _BOOKS.get((note[1] or "").casefold(), _EITHER)
        readings.append(tuple(f"{book} Note {note[2].upper()}" for book in books))
    return tuple(readings)
