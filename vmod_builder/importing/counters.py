"""Brings the module's pieces to the rows of ``units.toml``: which piece is which unit, and what its row becomes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from adjudicator.game.game_data import GameData
from adjudicator.game.loading.build_units import build_leader
from adjudicator.game.name_index import Found, NamedCounter, NameIndex, same_words
from adjudicator.game.provenance import Source
from adjudicator.game.series_words import series_words
from adjudicator.report.safe_text import one_line
from adjudicator.vassal.series_ratings import FigureValue, PieceFigures, RatingWords, command_range, unit_figures_of

from .findings import FindingList
from .official_module import ModulePiece
from .unit_overlay import MergedFigures, overlaid_row

__all__ = ["CounterChanges", "lay_counters_over", "named_counter"]

_MAX_SPELLINGS: Final = 20
_MAX_NAME: Final = 80

_Table = Mapping[str, Any]


@dataclass(slots=True)
class CounterChanges:
    """The changes of the rows of ``units.toml``."""

    units: dict[int, dict[str, Any]] = field(default_factory=dict)
    """The keys that change, by the row's number; None takes one out."""
    leaders: dict[int, dict[str, Any]] = field(default_factory=dict)
    matched_units: int = 0
    """The number of units of the game that have a piece in the module."""
    matched_leaders: int = 0
    figures: int = 0
    """The number of figures that are the module's."""


@dataclass(slots=True)
class _Claims:
    """The pieces that may be each counter of the game."""

    exactly: dict[str, list[ModulePiece]] = field(default_factory=lambda: defaultdict(list))
    loosely: dict[str, list[ModulePiece]] = field(default_factory=lambda: defaultdict(list))

    def pieces(self, id_: str) -> Sequence[ModulePiece]:
        """Return the pieces of a counter; those that have exactly its name go before others."""
        return self.exactly.get(id_) or self.loosely.get(id_) or ()


def lay_counters_over(
    game: GameData, document: _Table, pieces: Iterable[ModulePiece], findings: FindingList
) -> CounterChanges:
    """Return what becomes of the rows of the *document* ``units.toml`` with the figures of the module's *pieces*."""
    return _CounterOverlaying(game, document, findings).changes(tuple(pieces))


def named_counter(game: GameData, row: _Table) -> NamedCounter:
    """Return what a unit or leader is called, by its *row* in ``units.toml``."""
    formation, division = game.formations.get(row.get("formation", "")), game.divisions[row["division"]]
    belonging = (division.name, division.short_name, *((formation.name,) if formation else ()))
    names = (row["name"], *row.get("spellings", ()), *row.get("formerly", ()))
    return NamedCounter(row["id"], names, row["division"], " ".join(belonging), row.get("dummy", False))


class _CounterOverlaying:
    """The way from the module's pieces to the rows of our data."""

    def __init__(self, game: GameData, document: _Table, findings: FindingList) -> None:
        self._game = game
        self._document = document
        self._findings = findings
        weapons = {weapon.colour_name: weapon.id for weapon in game.weapons.values()}
        self._words = RatingWords(weapons, series_words().movement_classes, series_words().unit_classes)
        self._formations = NameIndex(
            NamedCounter(each.id, (each.name, each.short_name), each.division) for each in game.formations.values()
        )
        self._rows = {row["id"]: row for table in ("units", "leaders") for row in document.get(table, ())}

    def changes(self, pieces: Sequence[ModulePiece]) -> CounterChanges:
        """Return what becomes of the rows."""
        changes = CounterChanges()
        known = [piece for piece in pieces if piece.is_unit]
        # a module that calls the Type of its units otherwise: their names tell
        rated = known or [piece for piece in pieces if not piece.is_leader]
        for piece in pieces:
            if known and not piece.is_unit and not piece.is_leader:
                self._findings.add("other-piece", piece.place, f"its Type is {one_line(piece.properties['Type'], 40)}")
        units = self._claims(rated, "units", "unit")
        leaders = self._claims([piece for piece in pieces if piece.is_leader], "leaders", "leader")
        for number, row in enumerate(self._document["units"]):
            if found := units.pieces(row["id"]):
                changes.matched_units += 1
                changes.units[number] = self._unit_changes(row, found, changes)
        for number, row in enumerate(self._document.get("leaders", ())):
            if found := leaders.pieces(row["id"]):
                changes.matched_leaders += 1
                changes.leaders[number] = self._leader_changes(row, found, changes)
        return changes

    # -- which piece is which counter ---------------------------------------------------------------------------

    def _claims(self, pieces: Sequence[ModulePiece], table: str, kind: str) -> _Claims:
        """Return which pieces are which counters; those that are none, and the other way round, are findings."""
        index = NameIndex(named_counter(self._game, row) for row in self._document.get(table, ()))
        claims, unknown = _Claims(), []
        for piece in pieces:
            found = self._found(index, piece)
            for id_ in found.ids:
                (claims.loosely if found.loosely else claims.exactly)[id_].append(piece)
            if found.could_be:
                self._findings.add("unit-ambiguous", piece.place, self._could_be(found, piece))
            elif not found.ids:
                unknown.append(piece)
        if kind == "leader":
            unknown = self._claim_by_formation(unknown, claims)
        for piece in unknown:
            self._findings.add(f"{kind}-unknown", piece.place)
        self._settle(claims)
        for row in self._document.get(table, ()):
            if not claims.pieces(row["id"]):
                self._findings.add(f"{kind}-missing", row["name"])
        return claims

    def _division(self, piece: ModulePiece) -> str:
        division = series_words().divisions.get(piece.properties.get("Division", ""), "")
        return division if division in self._game.divisions else ""

    def _found(self, index: NameIndex, piece: ModulePiece) -> Found:
        """Return what a piece is by its own name, else by its slot's."""
        division = self._division(piece)
        found = index.find(piece.name, division)
        if found.ids or found.could_be or piece.slot_name == piece.name:
            return found
        return index.find(piece.slot_name, division)

    def _could_be(self, found: Found, piece: ModulePiece) -> str:
        division = self._division(piece)
        homes = {self._rows[id_]["division"] for id_ in found.could_be}
        if division and division not in homes:
            known = f"{self._called(found.could_be)} of {', '.join(sorted(homes))}"
            return f"in the module it is of {division}, but {known}"
        return f"it could be {self._called(found.could_be)}"

    def _called(self, ids: Iterable[str]) -> str:
        return ", ".join(self._rows[id_]["name"] for id_ in ids)

    def _claim_by_formation(self, pieces: Sequence[ModulePiece], claims: _Claims) -> list[ModulePiece]:
        """Give leaders whose name the rulebook does not tell to their formation; return those that are left."""
        waiting = {
            row["formation"]: row["id"]
            for row in self._document.get("leaders", ())
            if row.get("formation") and not claims.pieces(row["id"])
        }
        by_formation: dict[str, list[ModulePiece]] = defaultdict(list)
        for piece in pieces:
            by_formation[self._formation(piece)].append(piece)
        left = []
        for formation, alike in by_formation.items():
            if formation in waiting and len({piece.name for piece in alike}) == 1:
                claims.loosely[waiting[formation]] += alike
            else:
                left += alike
        return left

    def _formation(self, piece: ModulePiece) -> str:
        """Return the id of the formation that a piece names, empty if the game has none such."""
        found = self._formations.find(piece.properties.get("Formation", ""))
        return found.ids[0] if found.ids and not found.loosely else ""

    def _settle(self, claims: _Claims) -> None:
        """Take back what is not certain: two names for one counter. What is taken loosely is reported."""
        for id_, pieces in list(claims.loosely.items()):
            names = dict.fromkeys(piece.name or piece.slot_name for piece in pieces)
            known = self._rows[id_]["name"]
            if id_ in claims.exactly or len(names) > 1:
                reason = "the module has that too" if id_ in claims.exactly else "so could another piece"
                for piece in pieces:
                    self._findings.add("unit-ambiguous", piece.place, f"it could be {known}, but {reason}")
                del claims.loosely[id_]
            else:
                self._findings.add("matched-loosely", one_line(next(iter(names)), 80), f"taken for {known}")

    # -- what the rows become -----------------------------------------------------------------------------------

    def _unit_changes(self, row: _Table, pieces: Sequence[ModulePiece], changes: CounterChanges) -> dict[str, Any]:
        name = row["name"]
        merged = self._merged(name, [unit_figures_of(each.trait, each.properties, self._words) for each in pieces])
        if row.get("formation") and any(piece.properties.get("isIndependent") == "true" for piece in pieces):
            formation = self._game.formations[row["formation"]].name
            self._findings.add("belongs-elsewhere", name, f"independent in the module, of {formation} in the rulebook")
        spellings = self._with_spelling(row, pieces[0])
        if not merged.figures:
            return spellings
        result = overlaid_row(row, self._document, merged)
        changes.figures += result.taken
        for figure, old, new in result.differing:
            self._findings.add("rulebook-differs", name, f"{figure}: {_text(old)} in the rulebook, {_text(new)} now")
        for figure, value in result.impossible:
            self._findings.add("figure-impossible", name, f"{figure}: {_text(value)}")
        return {**result.changes, **spellings}

    def _merged(self, name: str, told: Sequence[PieceFigures]) -> MergedFigures:
        """Return what all pieces of a unit say; where they differ they say nothing."""
        for each in told:
            for figure, text in each.problems:
                self._findings.add("figure-outside", name, f"{figure}: {one_line(text, 40)!r}")
        values: dict[str, set[FigureValue | None]] = {}
        for figure in dict.fromkeys(figure for each in told for figure in each.figures):
            values[figure] = {each.figures.get(figure) for each in told}
        unlike = {figure: found for figure, found in values.items() if len(found) > 1}
        for figure, found in unlike.items():
            self._findings.add("figures-contradict", name, f"{figure}: {' or '.join(sorted(map(_text, found)))}")
        sides = {each.sides for each in told}
        return MergedFigures(
            {figure: told[0].figures[figure] for figure in values if figure not in unlike},
            next(iter(sides)) if len(sides) == 1 else None,
        )

    def _leader_changes(self, row: _Table, pieces: Sequence[ModulePiece], changes: CounterChanges) -> dict[str, Any]:
        name = row["name"]
        spellings = self._with_spelling(row, pieces[0])
        ranges = [command_range(piece.trait) for piece in pieces]
        for value, text in ranges:
            if value is None:
                self._findings.add("figure-outside", name, f"command_range: {one_line(text, 40)!r}")
        values = {value for value, _ in ranges if value is not None}
        if len(values) > 1:
            said = " or ".join(map(str, sorted(values)))
            self._findings.add("figures-contradict", name, f"command_range: {said}")
        if len(values) != 1:
            return spellings
        (value,) = values
        source = build_leader(row, self._document).sources["command_range"]
        if source is Source.RULEBOOK and value != row["command_range"]:
            said = f"command_range: {row['command_range']} in the rulebook, {value} now"
            self._findings.add("rulebook-differs", name, said)
        changes.figures += 1
        sources = {"sources": None} if "sources" in row else {}
        return {"command_range": value, "source": str(Source.MODULE), **sources, **spellings}

    def _with_spelling(self, row: _Table, piece: ModulePiece) -> dict[str, Any]:
        """Return the row's spellings with the module's, so that logs of that module find the counter."""
        known, name = row.get("spellings", []), one_line(piece.name or piece.slot_name, _MAX_NAME)
        alike = any(same_words(name, each) for each in (row["id"], row["name"], *known))
        if alike or not name or row.get("dummy", False) or len(known) >= _MAX_SPELLINGS:
            return {}
        return {"spellings": [*known, name]}


def _text(value: FigureValue | None) -> str:
    if value is None:
        return "nothing"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
