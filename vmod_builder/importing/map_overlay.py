"""Lays the module's terrain over the map of our data: terrain, fortified hexes, doors, observation posts, trails.

What the module has no word for stays as it is: if none of its hexes is a minefield, it does not say that there are
none. Of two words for one thing the rulebook's are kept along with the module's, and reported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from adjudicator.game.hexes import Hex, HexLayout, HexNumbering
from adjudicator.game.loading.build_map import layout_of
from adjudicator.game.names import words_of
from adjudicator.game.provenance import Source
from adjudicator.game.series_words import series_words
from adjudicator.report.safe_text import count, one_line

from .findings import FindingList
from .map_growth import grown_map
from .numbering import HexNumbers, layout_that_fits
from .terrain_file import RawHex, TerrainFile
from .trail_paths import Side, trail_rows

__all__ = ["MapOverlay", "lay_map_over"]

_TRUE, _FALSE = "true", ("false", "")
_MODULE: Final = str(Source.MODULE)
_RULEBOOK: Final = str(Source.RULEBOOK)
_MAX_TRAILS: Final = 200
"""The greatest number of trails that our data may have."""

_Table = Mapping[str, Any]
_Rows = list[dict[str, Any]]


@dataclass(slots=True)
class MapOverlay:
    """The changes of the map."""

    document: _Table
    """The document ``map.toml`` that the rest is laid over: ours, perhaps with more hexes."""
    layout: HexLayout
    terrain: dict[Hex, str] = field(default_factory=dict)
    """The terrain of every hex of the map."""
    fortified: set[Hex] = field(default_factory=set)
    from_module: set[Hex] = field(default_factory=set)
    """The hexes whose terrain is the module's."""
    doors: _Rows | None = None
    """The new rows; None if they stay as they are. The same for the others."""
    observation_posts: _Rows | None = None
    trails: _Rows | None = None
    junctions: _Rows | None = None

    def taken(self) -> int:
        """Return how many facts of the map are the module's."""
        tables = (self.doors, self.observation_posts, self.trails, self.junctions)
        rows = [row for table in tables for row in table or () if row.get("source") == _MODULE]
        return len(self.from_module) + len(rows)


def lay_map_over(document: _Table, terrain: TerrainFile, numbers: HexNumbers, findings: FindingList) -> MapOverlay:
    """Return the map of the *document* ``map.toml`` with the module's terrain laid over it."""
    return _MapOverlaying(document, terrain, numbers, findings).overlay()


class _MapOverlaying:
    """The way from the module's terrain to the map of our data."""

    def __init__(self, document: _Table, terrain: TerrainFile, numbers: HexNumbers, findings: FindingList) -> None:
        self._terrain = terrain
        self._findings = findings
        numbered = self._numbered(numbers)
        self._document = self._grown(document, {numbered[raw] for raw in terrain.hexes if raw in numbered})
        self._places = self._on_the_map(numbered)
        self._layout = self._fitting_layout(numbers)
        self._terrains: dict[frozenset[str], str] = {
            frozenset(words_of(row["name"])): row["id"] for row in document["terrains"]
        }
        levels = {row["id"]: row.get("minefield_level", 0) for row in document["terrains"]}
        self._mined = {id_ for id_, level in levels.items() if level}
        self._plain: str = next((id_ for id_, level in levels.items() if not level), "")
        self._before = MapOverlay(self._document, layout_of(document))
        for place, letter in _letters(self._document):
            said = document["legend"][letter]
            self._before.terrain[place] = said["terrain"]
            if said.get("fortified", False):
                self._before.fortified.add(place)

    def overlay(self) -> MapOverlay:
        """Return the changes to the map."""
        words = series_words()
        overlay = MapOverlay(self._document, self._layout, dict(self._before.terrain))
        overlay.fortified = set(self._before.fortified)
        fortified = self._tagged(words.fortified)
        if fortified is None:
            self._findings.add("map-untold", "fortified hexes", f"no hex has the tag {words.fortified!r}")
        else:
            overlay.fortified = fortified
        self._lay_terrain(overlay, fortified is not None)
        overlay.doors = self._marked_hexes("doors", words.door)
        overlay.observation_posts = self._marked_hexes("observation_posts", words.observation_post)
        self._keep_doors_in_minefields(overlay)
        self._lay_trails(overlay)
        self._tell_unknown()
        self._tell_rulebook_hexes(overlay)
        return overlay

    # -- numbers ------------------------------------------------------------------------------------------------

    def _numbered(self, numbers: HexNumbers) -> dict[RawHex, Hex]:
        """Return the hexes that the terrain file names, by their numbers; others are findings."""
        terrain = self._terrain
        raws = dict.fromkeys((*terrain.hexes, *(raw for tag in terrain.tags.values() for raw in tag)))
        raws |= dict.fromkeys(raw for _, first, second in terrain.lines for raw in (first, second))
        places = {}
        for raw in sorted(raws):
            place = numbers(raw)
            if place is None:
                self._findings.add("hex-outside", f"raw column {raw[0]}, row {raw[1]}")
            else:
                places[raw] = place
        return self._apart(places)

    def _apart(self, places: Mapping[RawHex, Hex]) -> dict[RawHex, Hex]:
        """Return the hexes whose numbers no other hex has; the others are findings."""
        times = Counter(places.values())
        for place in sorted(place for place, number in times.items() if number > 1):
            self._findings.add("hex-outside", str(place), f"{times[place]} hexes of the module have this number")
        return {raw: place for raw, place in places.items() if times[place] == 1}

    def _grown(self, document: _Table, told: set[Hex]) -> _Table:
        """Return our map with as many hexes as the module's has."""
        grown = grown_map(document, told)
        if grown is not document:
            text = f"{_size(grown)} now, {_size(document)} before"
            self._findings.add("map-differs", "the size of the map", text)
        return grown

    def _on_the_map(self, numbered: Mapping[RawHex, Hex]) -> dict[RawHex, Hex]:
        """Return the hexes that are on the map; others are findings."""
        columns, rows = self._document["columns"], self._document["rows"]
        places = {raw: place for raw, place in numbered.items() if place.column <= columns and place.row <= rows}
        for raw in sorted(set(numbered) - set(places)):
            self._findings.add("hex-outside", str(numbered[raw]))
        return places

    def _fitting_layout(self, numbers: HexNumbers) -> HexLayout:
        ours = self._document["even_columns_lower"]
        positions = {numbers.position(raw): place for raw, place in self._places.items()}
        layout = layout_that_fits(positions, even_columns_lower=ours)
        if layout is None:
            self._findings.add(
                "map-differs", "the numbers of the hexes",
                "they do not run column by column: neighbours and distances are those of the module's grid",
            )  # fmt: skip
            return HexLayout(even_columns_lower=True, numbers=HexNumbering.of_places(positions))
        if layout.even_columns_lower != ours:
            words = "lower" if layout.even_columns_lower else "higher"
            self._findings.add("map-differs", "the columns 02, 04 and so on", f"they are half a hex {words} now")
        return layout

    # -- terrain ------------------------------------------------------------------------------------------------

    def _lay_terrain(self, overlay: MapOverlay, fortified_told: bool) -> None:
        """Write the terrain that the module shows over that of the data, and report what could not be merged."""
        told = self._told_terrain()
        named = set(told.values())
        unclear = {self._places[raw] for raw in self._terrain.hexes if raw in self._places} - set(told)
        if not told:
            self._findings.add("map-untold", "terrain", "no hex has a terrain that the game has")
            return
        kept: Counter[str] = Counter()
        for place, before in self._before.terrain.items():
            said = told.get(place)
            if place in unclear:
                continue
            if said in (None, self._plain) and before not in named and before != self._plain:
                kept[before] += 1
                continue
            overlay.terrain[place] = said or self._plain
            if said and (fortified_told or place not in overlay.fortified):
                overlay.from_module.add(place)
        for id_, number in kept.items():
            self._findings.add("map-untold", id_, f"the module has no such terrain; {_hexes(number)} kept it")
        if untold := len(set(self._before.terrain) - set(told) - unclear):
            text = f"{_hexes(untold)} without any: taken as {self._plain}, or left if the module has no word for theirs"
            self._findings.add("map-untold", "terrain", text)

    def _told_terrain(self) -> dict[Hex, str]:
        """Return the terrain of hexes as the module has it, by its hex terrain and by tags named like a terrain."""
        told: dict[Hex, str] = {}
        for raw, name in self._terrain.hexes.items():
            id_ = self._terrain_id(name)
            if raw in self._places and raw in self._terrain.contradictory:
                self._findings.add("terrain-contradicts", str(self._places[raw]))
            elif raw in self._places and id_:
                told[self._places[raw]] = id_
        for tag, values in self._terrain.tags.items():
            for raw, value in values.items():
                id_ = self._terrain_of_tag(tag, value)
                if raw in self._places and id_:
                    told[self._places[raw]] = id_
        return told

    def _terrain_id(self, name: str) -> str:
        """Return the id of a terrain by its name, empty if the game has no such terrain."""
        found = self._terrains.get(frozenset(words_of(name)), "")
        return found or (self._plain if _is_one_of(name, series_words().plain_terrains) else "")

    def _terrain_of_tag(self, tag: str, value: str) -> str:
        """Return the id of the terrain that a tag means: ``Light Minefield`` = true, ``Minefield`` = Light."""
        if value in _FALSE:
            return ""
        name = tag if value == _TRUE else f"{tag} {value}"
        return self._terrains.get(frozenset(words_of(name)), "")

    # -- doors and posts ----------------------------------------------------------------------------------------

    def _tagged(self, tag: str) -> set[Hex] | None:
        """Return the hexes that have a tag; None if no hex of the module has it."""
        found = [
            (raw, value)
            for name, values in self._terrain.tags.items()
            if _is_one_of(name, (tag,))
            for raw, value in values.items()
        ]
        for raw, value in found:
            if value not in (_TRUE, *_FALSE):
                self._findings.add("terrain-unknown", f"the tag {tag}",
                                   f"the value {one_line(value, 40)!r} in {self._places.get(raw, raw)}")  # fmt: skip
        return {self._places[raw] for raw, value in found if value == _TRUE and raw in self._places} or None

    def _marked_hexes(self, table: str, tag: str) -> _Rows | None:
        """Return the rows of a table of hexes by the hexes that have a tag; None if no hex has it."""
        marked, words = self._tagged(tag), table.replace("_", " ")
        if marked is None:
            self._findings.add("map-untold", words, f"no hex has the tag {tag!r}")
            return None
        rows = {Hex.parse(row["hex"]): dict(row) for row in self._document.get(table, [])}
        by_rulebook = {place for place, row in rows.items() if self._source(row) == _RULEBOOK}
        for place in sorted(by_rulebook ^ marked if by_rulebook else ()):
            text = "the rulebook has it, the module does not" if place in by_rulebook else "only the module has it"
            self._findings.add("map-differs", f"{words}: {place}", text)
        kept = {place: row for place, row in rows.items() if place in by_rulebook - marked}
        taken = {place: {**rows.get(place, {"hex": str(place)}), "source": _MODULE} for place in marked}
        return [row for _, row in sorted({**kept, **taken}.items())]

    def _source(self, row: _Table) -> str:
        return str(row.get("source", self._document.get("source", Source.ESTIMATED)))

    def _keep_doors_in_minefields(self, overlay: MapOverlay) -> None:
        """Keep minefield doors only in minefields: our terrain stays at a door if it is one, else there is no door."""
        rows = self._document.get("doors", []) if overlay.doors is None else overlay.doors
        kept = []
        for row in rows:
            place = Hex.parse(row["hex"])
            if overlay.terrain[place] in self._mined:
                kept.append(row)
            elif self._before.terrain[place] in self._mined:
                overlay.terrain[place] = self._before.terrain[place]
                overlay.from_module.discard(place)
                self._findings.add("map-differs", f"doors: {place}", "the module has no minefield there; ours was kept")
                kept.append(row)
            else:
                self._findings.add("map-differs", f"doors: {place}", "it is not in a minefield, so it was left out")
        if kept != rows:
            overlay.doors = [dict(row) for row in kept]

    # -- trails -------------------------------------------------------------------------------------------------

    def _lay_trails(self, overlay: MapOverlay) -> None:
        words = series_words().trails
        sides = {side for name, *ends in self._terrain.lines if _is_one_of(name, words) for side in self._sides(*ends)}
        if not sides:
            self._findings.add("map-untold", "trails", "no line between hexes of the map is a trail")
            return
        trails, junctions = trail_rows(sides)
        if len(trails) > _MAX_TRAILS:
            self._findings.add("map-untold", "trails", f"{len(trails):,} trails are more than a map can hold")
            return
        overlay.trails, overlay.junctions = trails, junctions

    def _sides(self, first: RawHex, second: RawHex) -> Iterator[Side]:
        """Yield the pairs of neighbours along a line, which must run straight from hex to hex."""
        start, end = self._places.get(first), self._places.get(second)
        if start is None or end is None or start == end:
            return
        path = [each[0] for each in self._layout.line(start, end) if len(each) == 1]
        steps = list(pairwise(path))
        straight = len(path) == self._layout.distance(start, end) + 1
        if not straight or len({self._layout.direction(*step) for step in steps}) != 1:
            self._findings.add("line-broken", f"{start} to {end}")
            return
        yield from map(frozenset, steps)

    # -- what is left -------------------------------------------------------------------------------------------

    def _tell_unknown(self) -> None:
        words = series_words()
        known_tags = (words.fortified, words.door, words.observation_post)
        unknown: Counter[str] = Counter()
        for name in self._terrain.hexes.values():
            unknown[f"hex terrain {one_line(name, 60)!r}"] += not self._terrain_id(name)
        for tag, values in self._terrain.tags.items():
            if not _is_one_of(tag, known_tags):
                for value in values.values():
                    lost = value not in _FALSE and not self._terrain_of_tag(tag, value)
                    unknown[f"tag {one_line(tag, 60)!r}"] += lost
        for name, *_ in self._terrain.lines:
            unknown[f"line terrain {one_line(name, 60)!r}"] += not _is_one_of(name, words.trails)
        for name, number in self._terrain.edges.items():
            unknown[f"edge terrain {one_line(name, 60)!r}"] += number
        for place, number in unknown.items():
            if number:
                self._findings.add("terrain-unknown", place, count(number, "time"))

    def _tell_rulebook_hexes(self, overlay: MapOverlay) -> None:
        for name in self._document.get("rulebook_hexes", []):
            place = Hex.parse(name)
            old, new = _said(self._before, place), _said(overlay, place)
            if old != new:
                self._findings.add("map-differs", name, f"{old} by the rulebook, {new} by the module, which was taken")


def _letters(document: _Table) -> Iterator[tuple[Hex, str]]:
    for row, letters in enumerate(document["terrain_rows"], 1):
        for column, letter in enumerate(letters, 1):
            yield Hex(column, row), letter


@lru_cache(maxsize=1_000)
def _is_one_of(name: str, names: tuple[str, ...]) -> bool:
    return words_of(name) in map(words_of, names)


def _size(document: _Table) -> str:
    return f"{document['columns']} by {document['rows']}"


def _hexes(number: int) -> str:
    return count(number, "hex", "hexes")


def _said(overlay: MapOverlay, place: Hex) -> str:
    return f"{overlay.terrain[place]}{' fortified' if place in overlay.fortified else ''}"
