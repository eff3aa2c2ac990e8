"""The hash chain over an audit file's entries (``schema/game-audit.schema.json``): any later change breaks it.

The chain begins with the hash of the head: all of the document but its entries, its end mark and its signature. The
hash of an entry is ``SHA-256(previous hash + canonical JSON of the entry)``; the end mark has the count and the last
hash. Whoever changes a file can chain it again: then judging it again (:mod:`.replay`), the logs themselves, or the
signature (:mod:`.signature`) show it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Flag, auto
from hashlib import sha256
from typing import Any, Final

from ..game.json_text import json_line

__all__ = ["Basis", "Fault", "chain_faults", "digest", "is_same", "sealed"]

_HASH: Final = "hash"
_NOT_IN_HEAD: Final = ("entries", "end", "signature")


class Basis(Flag):
    """What a result rests on besides the logs: if an audit file names another one of these, its result may differ."""

    NOTHING = 0
    PROGRAM = auto()
    RULES = auto()
    """The rule data: switches, refusals, catalogue, findings, the charts of the series."""
    GAME = auto()
    """The game's data: its map, its units, its charts."""
    ANYTHING = PROGRAM | RULES | GAME
    CODE_OR_RULES = PROGRAM | RULES
    CODE_OR_GAME = PROGRAM | GAME


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in an audit file that does not agree."""

    kind: str
    """One of the kinds of ``schema/audit-check.schema.json``."""
    entry: int | None
    """The place of the entry that the fault is in, from 1; None for none."""
    text: str
    basis: Basis = Basis.NOTHING
    """What could explain it if the file was made with another one; nothing does if the file contradicts itself."""


def digest(value: Any, before: str = "") -> str:
    """Return the SHA-256 of a value's canonical JSON, after the text *before*."""
    return sha256(f"{before}{json_line(value)}".encode("utf-8", "surrogatepass")).hexdigest()


def is_same(one: Any, other: Any) -> bool:
    """Return whether two values have the same canonical JSON: 1, 1.0 and true are three."""
    return json_line(one) == json_line(other)


def sealed(head: Mapping[str, Any], entries: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the document with its entries chained to the head and to one another, and with its end mark."""
    last = digest(dict(head))
    chained = []
    for entry in entries:
        last = digest(dict(entry), last)
        chained.append({**entry, _HASH: last})
    return {**head, "entries": chained, "end": {"entries": len(chained), _HASH: last}}


def chain_faults(document: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield where the chain of a document is broken."""
    last = digest({key: value for key, value in document.items() if key not in _NOT_IN_HEAD})
    entries, end = document["entries"], document["end"]
    places: dict[str, int] = {}
    for place, entry in enumerate(entries, 1):
        said = str(entry.get(_HASH, ""))
        if said in places:
            yield Fault("entry-repeated", place, f"it is the entry in place {places[said]} over again")
        elif digest(_without_hash(entry), last) != said:
            yield _broken(place, entry)
        places.setdefault(said, place)
        last = said
    if end.get("entries") != len(entries):
        yield Fault("end-mark", None, f"the end mark counts {end.get('entries')} entries, there are {len(entries)}")
    if end.get(_HASH) != last:
        yield Fault("end-mark", None, "the end mark is not that of the last entry: something is missing at the end, or "
                    "was added")  # fmt: skip


def _without_hash(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key != _HASH}


def _broken(place: int, entry: Mapping[str, Any]) -> Fault:
    number = entry.get("number")
    if number != place:
        text = f"it has the number {number}: something was cut out, put in or moved before it"
        return Fault("entry-moved", place, text)
    before = "the head of the file" if place == 1 else "the one before it"
    return Fault("entry-altered", place, f"it was changed, or no longer follows {before}")
