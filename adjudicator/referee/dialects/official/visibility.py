"""The visible part of a game in logs of the official Grand Tactical Series module, and what is supposed instead.

Logs do not show who is activated, what Command Points are left and who is in contact: each action is judged under the
activation that makes it legal, if any does. What else hangs on such things stays open (``grand_tactical.toml``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ....game.action_words import Contact
from ....game.game_data import GameData
from ....game.module_dialect import DIALECT_FILE
from ....game.order_of_battle import Chit, ChitKind
from ....game.position import Activation, Points, Position, Status
from ....game.provenance import Source
from ....rules.rule_book import RuleBook
from ....rules.ruling import Finding
from ...discrepancies.aspects import Aspect, AspectField, AspectKind
from ...entries.entry import Correction, Entry
from ...finding_names import FindingName
from .guesses import concerned_units, guess_behind, hexes_of
from .marks import Marks
from .words import grand_tactical_words

__all__ = ["GrandTacticalSight"]

_SHOWN: Final = frozenset(
    {
        AspectField.STATUS,
        AspectField.PLACE,
        AspectField.HIDDEN,
        AspectField.STEPS,
        AspectField.SUPPRESSED,
        AspectField.COHESION,
        AspectField.COLUMN,
        AspectField.MOUNTED,
        AspectField.IMPROVEMENT,
    }
)
"""The fields of a unit that the table shows."""
_MAP_FILE, _UNITS_FILE = "map.toml", "units.toml"
_WITHOUT_RATING: Final = frozenset({"movement_class", "steps"})
"""Figures that a counter of the module does not have where it cannot move, or has no steps."""
_NUMBER: Final = re.compile(r"[0-9]+")
_ACTIVATED, _ONE_BY_ONE, _SAME_KIND = "GTS R6.13", "GTS R6.18", "GTS R7.1"
"""The rules on who is activated, on one activation after another, and on two actions of one kind."""
_BETWEEN_ZONES: Final = "GTS R9.14"
"""The rule on targets that move between Fire Zones."""
_PLENTY: Final = Points(99, 99)
_KINDS: Final = ("formation", "division", "direct-command")
"""The chits that may be in play, the likeliest first."""


class GrandTacticalSight:
    """The part of one game that its logs show."""

    tells_set_up = False
    tells_checks = False
    tells_between_chits = False
    tells_points = False
    reports_shots = True

    def __init__(self, game: GameData) -> None:
        self.other_ratings: set[str] = set()
        """Units whose counters have other figures than the game's data; the dialect adds them."""
        self.other_reduced_sides: set[str] = set()
        """The units whose counters differ only in what they are after a lost step; the dialect adds them."""
        self.marks = Marks()
        """The marks of the units that are activated and that have acted; the dialect follows them."""
        self._game = game

    def suppositions(self, position: Position, table: Position, unit: str) -> Iterator[Position]:
        """Yield the position under each activation that a unit may have; all that is not judged is as on the table."""
        seen = position.after(
            time=table.time, weather=table.weather, supply=table.supply, flags=table.flags, leaders=table.leaders,
            barrages={place: min(level, table.barrages[place]) for place, level in position.barrages.items()
                      if place in table.barrages},
            points=dict.fromkeys(position.points, _PLENTY),
        )  # fmt: skip
        if unit not in seen.units:
            yield seen
            return
        contact = {"contact": Contact.IN_CONTACT, "contact_leader": ""} if self._needs_contact(seen, unit) else {}
        seen = seen.with_unit(unit, actions=(), finished=False, **contact)
        for chit in sorted(self._chits(unit), key=lambda chit: chit.id != table.activation.drawn):
            yield seen.after(activation=Activation(chit.id, position.activation.unit), played=(chit.id,))

    def activation_in_doubt(self, tables: Sequence[Position], unit: str, judged_in: Position) -> tuple[str, str]:
        """Return the rule by which a unit may not be allowed to act, and the reason, empty if nothing shows that.

        The chit that was drawn last does not activate it and its counter does not show it either, though the players
        mark whom they activate; or only others of its side show it; or it acts again though it is marked.
        """
        table = tables[-1]
        again = dict(pair for each in tables for pair in each.activation.again)
        if unit in again:
            return _acts_again(table, unit, again[unit])
        return _ACTIVATED, self._not_shown_as_activated(tables, unit, judged_in)

    def _not_shown_as_activated(self, tables: Sequence[Position], unit: str, judged_in: Position) -> str:
        """Return why a unit's counter does not show that it is activated, empty if it may be all the same."""
        table = tables[-1]
        drawn, shown = table.activation.drawn, table.activation.shown
        is_shown = any(unit in each.activation.shown for each in tables)
        if is_shown or not self.marks.tell or drawn == judged_in.activation.chit:
            return ""
        name = table.shown_name(unit)
        if drawn:
            return f"the chit drawn last, {self._game.chits[drawn].name}, does not activate {name}, nor is it marked so"
        others = sorted(other for other in shown if table.side(other) == table.side(unit))
        return f"{name} is not marked as activated, but {table.shown_name(others[0])} is" if others else ""

    def _needs_contact(self, position: Position, unit: str) -> bool:
        weapon = position.ratings(unit).weapon
        return any(row.key == weapon and row.cells["contact"] for row in self._game.charts["weapon-modes"].rows)

    def _chits(self, unit: str) -> Iterator[Chit]:
        """Yield the chits that may activate a unit; an independent one last with a formation of its division."""
        counter = self._game.units[unit]
        side = self._game.divisions[counter.division].side
        own = [
            chit for chit in self._game.chits.values()
            if (chit.kind == ChitKind.FORMATION and chit.formation == counter.formation)
            or (chit.kind == ChitKind.DIVISION and chit.division == counter.division)
            or (chit.kind == ChitKind.DIRECT_COMMAND and chit.side == side)
        ]  # fmt: skip
        yield from sorted(own, key=lambda chit: _KINDS.index(chit.kind))
        if counter.independent:
            yield from (chit for chit in self._game.chits.values()
                        if chit.kind == ChitKind.FORMATION and chit.division == counter.division)  # fmt: skip

    def compares(self, aspect: Aspect) -> bool:
        """Return whether the table shows something: not points, contact and mines; leaders are where they are put."""
        return aspect.kind is AspectKind.BARRAGES or (aspect.kind is AspectKind.UNIT and aspect.field in _SHOWN)

    def missing(self, table: Position, units: Iterable[str]) -> str:
        """Return the sentence on missing data: the places of units that only the module shows."""
        unknown = [unit for unit in table.units_in(None) if table.units[unit].status is Status.ON_MAP]
        if not unknown:
            return ""
        first = next((unit for unit in units if unit in unknown), "")
        who = table.shown_name(first) if first else f"{len(unknown)} unit{'s' * (len(unknown) != 1)} on the map"
        return f"it is not known in which hex {who} {'is' if first or len(unknown) == 1 else 'are'}"

    def open_fact(self, finding: Finding, entry: Entry, book: RuleBook) -> str:
        """Return the fact that a finding hangs on, empty if it hangs on none that logs do not show."""
        words = grand_tactical_words()
        action = type(entry.action).__name__ if entry.action is not None else ""
        for each in words.open_facts:
            if each.concerns(finding.name, finding.rule, action):
                return each.fact
        if guess := guess_behind(finding, entry, book):
            return f"it depends on a guess of the import: {DIALECT_FILE}, key {guess}"
        if finding.name == FindingName.FAILED_CHECK_IGNORED and any(
            each.again is not None for each in entry.ignored_checks
        ):
            return "the first die may have been for something else, which the log does not show"
        if finding.name in words.after_untold_roll and any(
            each.name == FindingName.ROLL_LEFT_OUT for each in entry.findings
        ):
            return "it depends on a roll that the log does not show"
        if finding.name == FindingName.RESULT_NOT_APPLIED and any(
            _is_worse(each, finding) for each in entry.corrections
        ):
            return "it is worse than that; the log may not show how it was before"
        if finding.name in words.of_entry_hexes and self._are_entry_hexes_estimated():
            return f"where the entry hexes are is estimated: {_MAP_FILE}, key entry_hexes"
        if finding.name in words.certain:
            return ""
        if self._game.dialect.imported and (estimate := self._estimate(entry)):
            return estimate
        others = sorted(concerned_units(entry) & self._differing(entry.before), key=tuple(self._game.units).index)
        if not others:
            return ""
        name = entry.before.shown_name(others[0])
        return f"in the log {name} has other ratings than in the game data: import the module"

    def fact_of_assault(self, finding: Finding) -> str:
        """Return why a finding on a report does not stand if the shot was at an assault, empty if it stands."""
        words = grand_tactical_words()
        for row in words.differences:
            named = (words.names(finding.text, name) for name in row.known.modifiers)
            told = finding.rule == _BETWEEN_ZONES or not row.known.modifiers or any(named)
            if row.at_assault and told and finding.name in row.known.findings:
                return row.known.text
        return ""

    def _estimate(self, entry: Entry) -> str:
        """Return which figure the import did not find for a unit or a hex that an entry is about, empty for none."""
        units = (unit for unit in self._game.units if unit in concerned_units(entry))
        if unit := next(filter(self._is_estimated, units), ""):
            return f"the import did not find all figures of {entry.before.shown_name(unit)}: {_UNITS_FILE}"
        hexes = (place for place in hexes_of(entry) if self._game.map.hexes[place].source is Source.ESTIMATED)
        place = next(hexes, None)
        return "" if place is None else f"the import did not find the terrain of {place}: {_MAP_FILE}"

    def _is_estimated(self, unit: str) -> bool:
        sources = self._game.units[unit].sources
        return any(source is Source.ESTIMATED for name, source in sources.items() if name not in _WITHOUT_RATING)

    def _are_entry_hexes_estimated(self) -> bool:
        return any(each.source is Source.ESTIMATED for each in self._game.map.entry_hexes.values())

    def _differing(self, position: Position) -> set[str]:
        """Return the units whose counters show other figures in a position than the game's data."""
        units, states = self._game.units, position.units
        reduced = {unit for unit in self.other_reduced_sides & states.keys() if states[unit].steps < units[unit].steps}
        return self.other_ratings | reduced


def _acts_again(table: Position, unit: str, other: str) -> tuple[str, str]:
    """Return what is asked of a unit that acts again, after *other* was marked or by doing the same; first the rule."""
    name = table.shown_name(unit)
    if other == unit:
        return _SAME_KIND, f"{name}, which is marked as having acted, does the same again under this chit"
    others = table.shown_name(other)
    return _ONE_BY_ONE, f"{name} acts again under this chit, though {others} has been marked as having acted since"


def _is_worse(correction: Correction, finding: Finding) -> bool:
    """Return whether a finding is about losses of a unit of which the table shows more than the rules ask for."""
    if correction.expected not in finding.text or correction.found not in finding.text:
        return False
    expected, found = (
        int(number[0]) if (number := _NUMBER.search(text)) else 0 for text in (correction.expected, correction.found)
    )
    if correction.aspect.field == AspectField.COHESION:
        return found > expected
    return correction.aspect.field == AspectField.STEPS and found < expected
