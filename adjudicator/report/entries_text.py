"""The entries of a refereed game, as text and as JSON: the action of each, its ruling, the rolls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from ..game.play import Action, Move
from ..game.play_json import action_to_data
from ..game.position import Position
from ..game.position_words import place_words
from ..referee.accounts.slips import Level, row_of
from ..referee.entries.entry import Entry, EntryKind, RefereedGame
from ..referee.entries.game_findings import heading_of
from ..referee.entries.tallies import Tally, side_name
from ..rules.ruling import Finding, Verdict
from ..rules.switches import HouseRules, all_switches, choice_text
from ..viewing.viewer import Viewer
from .action_words import action_words
from .alternatives_text import alternative_lines, finding_document
from .outcomes_text import end_rows, ends_document, resolution_document, resolution_lines
from .safe_text import columns, one_line
from .sums_text import estimated_lines
from .unsettled_text import split_unsettled

__all__ = [
    "asks_for_switch",
    "correction_words",
    "entry_document",
    "entry_lines",
    "entry_words",
    "estimated_line_of",
    "figures_read",
    "finding_words",
    "house_rules_document",
    "outcome_rows",
    "outcome_words",
    "player_words",
    "ruling_words",
    "slip_words",
    "steps_text",
    "switch_words",
    "tally_document",
]

_INDENT: Final = " " * 17
_CAME: Final = "→"
_WAIVED: Final = "waived"
_TABLE_WORDS: Final[Mapping[EntryKind, str]] = {
    EntryKind.TABLE: "unexplained change on the map",
    EntryKind.CHIT_DRAWN: "a chit is drawn, to be played first in its turn",
    EntryKind.BETWEEN_FILES: "the position changed between the two files",
}
_PLAYER_WIDTH: Final = 24


def ruling_words(entry: Entry) -> str:
    """Return the verdict on an entry so that whatever is not legal stands out."""
    if entry.is_waived:
        return _WAIVED
    return entry.verdict.value if entry.verdict.value == "legal" else entry.verdict.value.upper()


def entry_words(entry: Entry, viewer: Viewer) -> str:
    """Return what was done, in one line."""
    if entry.action is not None:
        return _action_words(entry.action, entry, viewer)
    if entry.kind in _TABLE_WORDS:
        return _TABLE_WORDS[entry.kind]
    name = viewer.name(entry.before, entry.unit) if entry.unit else "somebody"
    if entry.kind is EntryKind.ACTION:
        return f"{name}: an action that is not judged"
    if entry.kind is EntryKind.SET_UP and not entry.unit:
        return _leader_words(entry) or "the set-up with which the first file begins"
    there = entry.after or entry.before
    place = there.units[entry.unit].place if entry.unit in there.units else None
    what = "is set up" if entry.kind is EntryKind.SET_UP else "arrives"
    return f"{name} {what} in {place_words(there, place)}" if place is not None else f"{name} is placed off the map"


def _action_words(action: Action, entry: Entry, viewer: Viewer) -> str:
    """Return an entry's action in one line, without what had been done of it before the first file."""
    begun = entry.steps_begun_before
    if not isinstance(action, Move) or not begun:
        return action_words(action, entry.before, viewer)
    if begun == len(action.steps):
        return f"{viewer.name(entry.before, action.unit)} goes on with its move"
    return action_words(replace(action, steps=action.steps[begun:]), entry.before, viewer)


def _leader_words(entry: Entry) -> str:
    """Return which leaders an entry puts where, empty if none."""
    before, after = entry.before, entry.after or entry.before
    put = [(leader, now.place) for leader, now in after.leaders.items() if before.leaders.get(leader) != now]
    return ", ".join(
        f"{after.game.leaders[leader].name} is "
        + (f"set up in {place_words(after, place)}" if place else "placed off the map")
        for leader, place in put
    )


def steps_text(entry: Entry, log: int, names: Sequence[str] = ()) -> str:
    """Return the steps that made up an entry: those of its log as numbers, those of others with the file's name."""
    parts = []
    for number, steps in groupby(entry.steps, key=lambda step: step[0]):
        runs = _runs([step for _, step in steps])
        parts.append(runs if number == log or number >= len(names) else f"{one_line(names[number], 24)} {runs}")
    return ", ".join(parts)


def _runs(numbers: Sequence[int]) -> str:
    """Return numbers with those in a row as one run: ``4-6, 8``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


# one entry as text


def entry_lines(
    entry: Entry, viewer: Viewer, house_rules: HouseRules, *, steps: str, details: bool, explain: bool = False
) -> Iterator[str]:
    """Yield an entry: what was done and the verdict, who did it in which steps, what the rules have against it.

    With *details* also the rolls with their sums, how the log was read, and the results; with *explain* the slips
    of the account that it was read by.
    """
    player = player_words(entry)
    who = f"{player}, step{'s' * (len(entry.steps) > 1)} {steps}" if steps else player
    words = entry_words(entry, viewer)
    told = words if details else f"{words} ({who})"
    yield from columns([(f"{entry.number:4}", f"{ruling_words(entry):<9}", told)], indent="")
    if details:
        yield from _told(who)
    findings, unsettled = split_unsettled(entry.findings)
    for finding in findings:
        for text in finding_words(finding, entry.waived, house_rules):
            yield from _told(text)
    for text in unsettled:
        yield from _told(text)
    for earlier in entry.earlier:
        yield from _told(f"already in an earlier mail: {earlier.rule}: {earlier.text}")
    if details:
        yield from resolution_lines(entry.resolutions, entry.before, viewer, _INDENT)
        for text in entry.notes:
            yield from _told(f"assumed: {text}")
        for text in outcome_words(entry, viewer):
            yield from [f"{_INDENT}{text}"] if text.startswith(_CAME) else _told(text)
    if explain:
        for text in slip_words(entry):
            yield from _told(text)


def slip_words(entry: Entry) -> Iterator[str]:
    """Yield the slips of the account that an entry was read by, each with its level."""
    rows = [row_of(slip) for slip in dict.fromkeys(entry.slips)]
    yield from (f"slip: {row.text} ({level_words(row.level)})" for row in rows)
    if not rows:
        yield "no slips: recorded just as it was done"


def level_words(level: Level) -> str:
    """Return a level in words."""
    return level.name.lower().replace("_", " ")


def _told(text: str) -> list[str]:
    own = text.lstrip(" ")
    return columns([(own,)], _INDENT + " " * (len(text) - len(own)))


def player_words(entry: Entry) -> str:
    """Return who did it: the player, or the side if no player is known."""
    return one_line(entry.player, _PLAYER_WIDTH) or side_name(entry.before.game, entry.side) or "player unknown"


def finding_words(finding: Finding, waived: frozenset[str], house_rules: HouseRules) -> Iterator[str]:
    """Yield what the rules have against an action, and the switch that each finding depends on."""
    mark = f" ({_WAIVED} by both players)" if finding.rule in waived else ""
    yield f"{finding.rule}: {finding.text}{mark}"
    if finding.alternatives:
        yield from alternative_lines(finding)
    elif asks_for_switch(finding, house_rules):
        yield switch_words(finding.switch, house_rules)


def asks_for_switch(finding: Finding, house_rules: HouseRules) -> bool:
    """Return whether to name the switch that a finding depends on.

    What is illegal by every choice of an unsettled switch does not depend on it.
    """
    if not finding.switch or finding.switch in finding.text:
        return False
    return finding.verdict is not Verdict.ILLEGAL or finding.switch in house_rules.settings


def switch_words(name: str, house_rules: HouseRules) -> str:
    """Return which switch a finding depends on, and how players settle it."""
    switch = all_switches()[name]
    choices = " or ".join(choice_text(each) for each in switch.choices)
    if name in house_rules.settings:
        return f"by your house rules: {name} = {choice_text(house_rules.value(name))}"
    taken = "not settled" if not switch.safe else f"taken for {choice_text(switch.default)}"
    return f"the rules are unsure here ({name}, {taken}): settle it with {name} = {choices} in a --house-rules file"


def outcome_words(entry: Entry, viewer: Viewer) -> Iterator[str]:
    """Yield the results of an action by the rules, and with what the game goes on instead."""
    yield from (f"{_CAME}{line[1:]}" for line in columns(outcome_rows(entry, viewer)))
    for words in correction_words(entry):
        yield f"ruling continues from the map: {words}"


def outcome_rows(entry: Entry, viewer: Viewer) -> list[tuple[str, str]]:
    """Return the units that an action changed by the rules, each with its state afterwards."""
    after = entry.ruling.after if entry.ruling is not None else None
    if after is None:
        return []
    return end_rows(entry.before, after, _changed_units(entry.before, after), viewer)


def _changed_units(before: Position, after: Position) -> list[str]:
    """Return the units with another state afterwards, by its value: an audit file that is judged again has the same."""
    return [unit for unit, state in before.units.items() if after.units[unit] != state]


def correction_words(entry: Entry) -> list[str]:
    """Return what is different on the table from what the rules have, each with its subject."""
    return [f"{heading_of(entry.before, each.aspect)} {each.found}" for each in entry.corrections]


# one entry as JSON


def entry_document(entry: Entry, viewer: Viewer, *, explain: bool = False) -> dict[str, Any]:
    """Return an entry as JSON; the action itself only for the referee, since it names units by their ids."""
    after = entry.ruling.after if entry.ruling is not None else None
    changed = _changed_units(entry.before, after) if after is not None else []
    own = entry.ruling.findings if entry.ruling is not None else ()
    document = {
        "number": entry.number,
        "log": entry.log + 1,
        "steps": [{"log": log + 1, "step": step} for log, step in entry.steps],
        "player": entry.player or None,
        "side": entry.side or None,
        "kind": entry.kind.value,
        "unit": viewer.unit_document(entry.before, entry.unit) if entry.unit else None,
        "words": entry_words(entry, viewer),
        "verdict": entry.verdict.value,
        "waived": entry.is_waived,
        "findings": [
            {**finding_document(each), "by": "rules" if each in own else "referee",
             "waived": each.rule in entry.waived}
            for each in entry.findings
        ],
        **({"earlier_findings": [finding_document(each) for each in entry.earlier]} if entry.earlier else {}),
        "notes": list(entry.notes),
        "resolutions": [resolution_document(each, entry.before, viewer) for each in entry.resolutions],
        "switches": list(entry.ruling.switches) if entry.ruling is not None else [],
        "changed": ends_document(entry.before, after, changed, viewer) if after is not None else [],
        "corrections": [
            {"subject": heading_of(entry.before, each.aspect).rstrip(":"),
             "expected": each.expected, "found": each.found}
            for each in entry.corrections
        ],
    }  # fmt: skip
    if explain:
        document["slips"] = [
            {"id": slip.value, "level": level_words(row_of(slip).level), "text": row_of(slip).text}
            for slip in dict.fromkeys(entry.slips)
        ]
    if viewer.referee:
        document["action"] = action_to_data(entry.action) if entry.action is not None else None
    return document


# figures


def tally_document(counts: Tally) -> dict[str, int]:
    """Return counts as JSON."""
    return {"legal": counts.legal, "illegal": counts.illegal, "undecided": counts.undecided, "waived": counts.waived}


def house_rules_document(house_rules: HouseRules) -> dict[str, Any]:
    """Return the house rules as JSON."""
    return {"settings": dict(sorted(house_rules.settings.items())), "waived": sorted(house_rules.waived)}


def estimated_line_of(game: RefereedGame, entries: Iterable[Entry], viewer: Viewer) -> list[str]:
    """Return the line on the estimated figures that rulings rest on: counters that rolled, the map if anybody moved.

    Counters that the reader may not know are left out.
    """
    units, with_map = figures_read(game, entries, viewer)
    return estimated_lines(game.book.game, units, with_map=with_map)


def figures_read(game: RefereedGame, entries: Iterable[Entry], viewer: Viewer) -> tuple[tuple[str, ...], bool]:
    """Return the units whose counters rulings rest on, none that the reader may not know, and whether the map is."""
    units: dict[str, None] = {}
    with_map = False
    for entry in entries:
        with_map = with_map or isinstance(entry.action, Move)
        for roll in entry.resolutions:
            if roll.unit and game.end.game.units[roll.unit].type and viewer.knows(game.end, roll.unit):
                units[roll.unit] = None
    return tuple(units), with_map
