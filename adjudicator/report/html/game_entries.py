"""The entries of a refereed game as a page shows them, chit by chit."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from ...game.position_words import time_words
from ...referee.discrepancies.aspects import AspectKind
from ...referee.entries.entry import Entry, RefereedGame
from ...referee.entries.tallies import Phase, course, side_name
from ...rules.ruling import Finding, Resolution
from ...rules.switches import HouseRules
from ...viewing.viewer import Viewer
from ..alternatives_text import alternative_lines
from ..entries_text import asks_for_switch, correction_words, entry_words, outcome_rows, steps_text, switch_words
from ..outcomes_text import roll_row, sum_parts
from ..safe_text import one_line
from .citations import Citations
from .markup import Html, join, tag
from .page_model import Group, PageEntry, PageFinding

__all__ = ["chit_name", "involved", "page_groups", "player_words"]

_WAIVED: Final = "waived"
_PLAYER_LENGTH: Final = 40


def page_groups(
    game: RefereedGame, entries: Collection[Entry], viewer: Viewer, citations: Citations
) -> tuple[Group, ...]:
    """Return entries under the chits that were in play."""
    shown = {entry.number: entry for entry in entries}
    names = [log.audit.game.file for log in game.logs]
    groups = []
    for phase in course(game):
        rows = tuple(
            _page_entry(shown[number], viewer, game.book.house_rules, names, citations)
            for number in phase.entries if number in shown
        )  # fmt: skip
        if rows:
            groups.append(Group(f"{time_words(phase.after, phase.time)}, {chit_name(game, phase)}", rows))
    return tuple(groups)


def chit_name(game: RefereedGame, phase: Phase) -> str:
    """Return what the chit of a phase is called."""
    chits = game.book.game.chits
    return chits[phase.chit].name if phase.chit in chits else "between the chits"


def player_words(player: str, side: str) -> str:
    """Return a player with his side, or whichever of the two is known; empty if neither is."""
    return ", ".join(filter(None, (one_line(player, _PLAYER_LENGTH), side)))


def involved(entry: Entry) -> list[str]:
    """Return the ids of the units that an entry is about: who does it, to whom, who rolls for it."""
    named = [entry.unit]
    if (action := entry.action) is not None:
        named += [*action.actors, action.unit_fired_at, action.spotting_unit]
    named += [unit for roll in entry.resolutions for unit in (roll.unit, roll.target)]
    named += [each.aspect.subject for each in entry.corrections if each.aspect.kind is AspectKind.UNIT]
    return [unit for unit in dict.fromkeys(named) if unit in entry.before.units]


def _page_entry(
    entry: Entry, viewer: Viewer, house_rules: HouseRules, names: Sequence[str], citations: Citations
) -> PageEntry:
    steps = steps_text(entry, 0 if len(names) == 1 else -1, names)
    return PageEntry(
        number=entry.number,
        verdict=_WAIVED if entry.is_waived else entry.verdict.value,
        words=entry_words(entry, viewer),
        player=player_words(entry.player, side_name(entry.before.game, entry.side)),
        steps=f"step{'s' * (len(entry.steps) > 1)} {steps}" if steps else "",
        units=tuple(dict.fromkeys(viewer.name(entry.before, unit) for unit in involved(entry))),
        findings=tuple(_page_finding(each, entry, house_rules) for each in entry.findings),
        rolls=tuple(_roll(each, entry, viewer, citations) for each in entry.resolutions),
        notes=tuple(entry.notes),
        outcomes=tuple(outcome_rows(entry, viewer)),
        corrections=tuple(correction_words(entry)),
    )


def _page_finding(finding: Finding, entry: Entry, house_rules: HouseRules) -> PageFinding:
    asks = asks_for_switch(finding, house_rules)
    return PageFinding(
        verdict=_WAIVED if finding.rule in entry.waived else finding.verdict.value,
        text=finding.text,
        rule=finding.rule,
        advice=" ".join(line.strip() for line in alternative_lines(finding))
        or (switch_words(finding.switch, house_rules) if asks else ""),
    )


def _roll(resolution: Resolution, entry: Entry, viewer: Viewer, citations: Citations) -> Html:
    who, die, result, _ = roll_row(resolution, entry.before, viewer)
    return join([f"{who} ", tag("b", die), " ", tag("b", result), " ", tag("span", *_sum(resolution, citations))])


def _sum(resolution: Resolution, citations: Citations) -> Iterator[str]:
    for text, modifier in sum_parts(resolution):
        if modifier is None:
            yield text
        else:
            bare = text.lstrip(", ")
            yield text[: len(text) - len(bare)]
            yield citations.modifier(modifier, bare)
