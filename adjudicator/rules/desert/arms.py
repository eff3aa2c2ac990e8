"""Italian vehicles and ordnance: their availability by time and place, with Rarity Factors (Vehicle Notes, Ordnance
Notes, D.3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import cache
from typing import Any, Final

from .tables import desert_tables
from .terrain import BadDescription

__all__ = [
    "ARMS",
    "Availability",
    "Formation",
    "Period",
    "Piece",
    "Remark",
    "Status",
    "availability",
    "find_pieces",
    "month_of",
    "month_text",
    "multi_applicable",
    "pieces",
    "portee_of",
    "remarks",
    "theaters",
]

ARMS: Final = ("vehicles", "ordnance")
_DATE: Final = re.compile(r"0?([1-9]|1[0-2])/(?:19)?(3[5-9]|4[0-5])")
_ANY: Final = "any"
_ELSEWHERE: Final = "elsewhere"


class Status(StrEnum):
    """The availability of a piece."""

    AVAILABLE = "available"
    NOT_AVAILABLE = "not-available"
    DATES_MISSING = "dates-missing"
    """The piece's dates are in a listing that the document does not have."""


@dataclass(frozen=True, slots=True)
class Period:
    """A time and the theaters in which a piece is available then."""

    theaters: tuple[str, ...]
    first: str
    last: str
    rf: Decimal | None
    use: str
    """``fascist``: by Italian Fascists only; empty: by all."""

    def covers(self, month: str) -> bool:
        """Return whether the period includes a month."""
        return self.first <= month <= self.last


@dataclass(frozen=True, slots=True)
class Formation:
    """The number of a piece in a unit, such as a platoon."""

    unit: str
    number: int
    first: str = ""
    """The month from which the number applies, empty if from the beginning."""
    last: str = ""
    but: str = ""
    """An exception, such as ``sometimes 6``."""

    def covers(self, month: str) -> bool:
        """Return whether the number applies in a month."""
        return self.first <= month and (not self.last or month <= self.last)


@dataclass(frozen=True, slots=True)
class Piece:
    """A vehicle or a Gun."""

    name: str
    rule: str
    periods: tuple[Period, ...]
    like: str = ""
    add: Decimal = Decimal(0)
    most: Decimal | None = None
    not_in: tuple[str, ...] = ()
    partial: bool = False
    special: tuple[str, ...] = ()
    formations: tuple[Formation, ...] = ()
    also: tuple[str, ...] = ()
    """Other names that the notes use."""


@dataclass(frozen=True, slots=True)
class Availability:
    """The availability of a piece in a month and a theater."""

    piece: Piece
    status: Status
    rf: Decimal | None = None
    limits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Remark:
    """A fact that applies for a while, or to several pieces, with its paragraph."""

    rule: str
    text: str


def _document(arms: str) -> Mapping[str, Any]:
    return desert_tables()[f"{arms}.toml"]


def theaters(arms: str) -> tuple[str, ...]:
    """Return the theaters of :data:`ARMS`."""
    return tuple(_document(arms)["theaters"])


@cache
def pieces(arms: str) -> Mapping[str, Piece]:
    """Return all vehicles, or all ordnance, by name, in the order of the notes."""
    return {row["name"]: _piece(row) for row in _document(arms)["pieces"]}


def _piece(row: Mapping[str, Any]) -> Piece:
    return Piece(
        name=row["name"],
        rule=row["rule"],
        periods=tuple(_period(each) for each in row.get("periods", ())),
        like=row.get("like", ""),
        add=Decimal(row.get("add", "0")),
        most=Decimal(row["most"]) if "most" in row else None,
        not_in=tuple(row.get("not_in", ())),
        partial=row.get("partial", False),
        special=tuple(row.get("special", ())),
        formations=tuple(_formation(each) for each in row.get("formations", ())),
        also=tuple(row.get("also", ())),
    )


def _formation(row: Mapping[str, Any]) -> Formation:
    return Formation(row["unit"], row["number"], row.get("from", ""), row.get("to", ""), row.get("but", ""))


def _period(row: Mapping[str, Any]) -> Period:
    rf = Decimal(row["rf"]) if "rf" in row else None
    return Period(tuple(row["theaters"]), row["from"], row["to"], rf, row.get("use", ""))


def month_of(text: str) -> str:
    """Return a date such as ``5/42`` as ``1942-05``. Raises :class:`BadDescription`."""
    found = _DATE.fullmatch(text.strip())
    if not found:
        raise BadDescription(f"{text!r} is not a date such as 5/42, from 1/35 to 12/45")
    return f"19{found[2]}-{int(found[1]):02}"


def month_text(month: str) -> str:
    """Return a month such as ``1942-05`` as dates are written: ``5/42``."""
    year, number = month.split("-")
    return f"{int(number)}/{year[2:]}"


def find_pieces(arms: str, name: str) -> tuple[Piece, ...]:
    """Return the pieces that a text means: the whole name, else a part of it, else a part ignoring blanks and signs.

    Other names that the notes use count where no piece has the text in its own name.
    """
    known = pieces(arms).values()
    return _named(known, name, lambda piece: (piece.name,)) or _named(known, name, lambda piece: piece.also)


def _named(known: Iterable[Piece], name: str, names_of: Callable[[Piece], tuple[str, ...]]) -> tuple[Piece, ...]:
    wanted, part = _squeezed(name), name.strip().casefold()
    tests: tuple[Callable[[str], bool], ...] = (
        lambda each: _squeezed(each) == wanted,
        lambda each: part in each.casefold(),
        lambda each: bool(wanted) and wanted in _squeezed(each),
    )
    for fits in tests:
        found = tuple(piece for piece in known if any(map(fits, names_of(piece))))
        if found:
            return found
    return ()


def _squeezed(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum() or sign == "/")


def availability(arms: str, piece: Piece, month: str, theater: str) -> Availability:
    """Return whether a piece is available in a month and a theater (Vehicle Notes 1 to 28, Ordnance Notes 1 to 20).

    A part of a theater has all pieces of the whole; a piece of a part only is available in the whole with that limit.
    """
    like = pieces(arms).get(piece.like)
    base = availability(arms, like, month, theater) if like else None
    if not piece.periods:
        found = _copied(piece, base) if base else Availability(piece, Status.DATES_MISSING)
    else:
        found = _by_periods(arms, piece, month, theater)
        if base is not None and found.status is Status.AVAILABLE:
            found = _copied(piece, base, found)
    return found if _is_at_war(arms, month, theater) else Availability(piece, Status.NOT_AVAILABLE)


def _copied(piece: Piece, base: Availability, own: Availability | None = None) -> Availability:
    """Return an availability whose RF is that of another piece plus a number (Vehicle Notes 3, 5, 17)."""
    if own is None and base.status is not Status.AVAILABLE:
        return Availability(piece, base.status)
    rf = None if base.rf is None else base.rf + piece.add
    if rf is not None and piece.most is not None:
        rf = min(rf, piece.most)
    return Availability(piece, Status.AVAILABLE, rf, (own or base).limits)


def _by_periods(arms: str, piece: Piece, month: str, theater: str) -> Availability:
    if theater in piece.not_in:
        return Availability(piece, Status.NOT_AVAILABLE)
    for period, limit in _periods_for(arms, piece, theater):
        if period.covers(month):
            limits = [*(["Italian Fascists only"] if period.use else []), *([limit] if limit else [])]
            return Availability(piece, Status.AVAILABLE, period.rf, tuple(limits))
    return Availability(piece, Status.DATES_MISSING if piece.partial else Status.NOT_AVAILABLE)


def _periods_for(arms: str, piece: Piece, theater: str) -> Iterator[tuple[Period, str]]:
    """Yield the periods for a theater, each with a limit: its own first, then its parts', then elsewhere's."""
    within: Mapping[str, str] = _document(arms)["within"]
    wholes = {theater, within.get(theater, theater), _ANY}
    parts = [part for part, whole in within.items() if whole == theater]
    own = [period for period in piece.periods if wholes & set(period.theaters)]
    yield from ((period, "") for period in own)
    of_parts = [(period, part) for period in piece.periods for part in parts if part in period.theaters]
    yield from ((period, f"{part.capitalize()} only") for period, part in of_parts if theater not in period.theaters)
    if not own and not of_parts:
        yield from ((period, "") for period in piece.periods if _ELSEWHERE in period.theaters)


def _is_at_war(arms: str, month: str, theater: str) -> bool:
    """Return whether Italians fought in a theater in a month (Vehicle Notes N and R, Ordnance Note N)."""
    windows = [row for row in _document(arms)["windows"] if row["theater"] == theater]
    return all(row["from"] <= month <= row["to"] for row in windows)


def remarks(arms: str, month: str, theater: str) -> tuple[Remark, ...]:
    """Return the remarks on a month and a theater in general (D.3, Vehicle Notes, Ordnance Note C)."""
    return tuple(
        Remark(row["rule"], row["text"])
        for row in _document(arms)["remarks"]
        if row["from"] <= month <= row["to"] and {theater, _ANY} & set(row["theaters"])
    )


def multi_applicable(arms: str) -> tuple[tuple[str, Remark], ...]:
    """Return the notes that apply to several pieces, by their letters."""
    return tuple((row["letter"], Remark(row["rule"], row["text"])) for row in _document(arms)["notes"])


def portee_of(piece: Piece) -> str:
    """Return the truck that carries a Gun en portee, in words; empty if the notes name none (Ordnance Note C)."""
    rows: Sequence[Mapping[str, Any]] = _document("ordnance")["portee"]
    row = next((row for row in rows if piece.name.startswith(row["gun"])), None)
    if row is None or not piece.rule.startswith("Ordnance"):
        return ""
    fires = ", and its crew may fire it there" if row["fires"] else ""
    return f"En portee on an {row['truck']}{fires} (Ordnance Note C)."
