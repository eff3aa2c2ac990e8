"""The data with which the entries of an audit file can be judged again, and the judging.

Before each entry the position is that after the action before it, changed by a JSON Merge Patch (RFC 7386): what was
carried on from the table, or happened between the two. Each position has its hash. A second patch is there where
something had to be supposed that the log does not show.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ..game.errors import GameDataError
from ..game.game_data import GameData
from ..game.play import Roll
from ..game.play_json import action_from_data
from ..game.position import Position
from ..game.position_json import position_from_data, position_to_data
from ..referee.accounts.assumptions import Supposition, judged_again, supposition_of
from ..referee.entries import RefereedGame
from ..rules.rule_book import RuleBook
from ..rules.ruling import Resolution, Ruling
from .chain import Fault, digest

__all__ = ["Replayed", "merge_patch", "patched", "replay_data", "replay_faults", "rolled"]

_NOTHING: Final[dict[str, Any]] = {}


# JSON Merge Patch


def merge_patch(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Return the patch that makes *new* of *old*; neither has a null in it."""
    patch: dict[str, Any] = {key: None for key in old if key not in new}
    for key, value in new.items():
        if key in old and isinstance(value, dict) and isinstance(old[key], dict):
            if inner := merge_patch(old[key], value):
                patch[key] = inner
        elif key not in old or old[key] != value:
            patch[key] = value
    return patch


def patched(old: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document with a patch applied."""
    new = dict(old)
    for key, value in patch.items():
        if value is None:
            new.pop(key, None)
        elif isinstance(value, dict):
            below = new.get(key)
            new[key] = patched(below if isinstance(below, dict) else {}, value)
        else:
            new[key] = value
    return new


# making it


def replay_data(game: RefereedGame) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return what the head and each of the entries need, to be judged again."""
    start = position_to_data(game.start)
    now, entries = start, []
    for entry in game.entries:
        before = position_to_data(entry.before)
        judged_in = merge_patch(before, position_to_data(entry.judged_in)) if entry.judged_in is not None else {}
        supposed = supposition_of(entry, game.book, entry.judged_in)
        ruling = entry.ruling if supposed is not None else None
        after = position_to_data(ruling.after) if ruling is not None and ruling.after is not None else before
        entries.append({
            "carried": merge_patch(now, before),
            "before": digest(before),
            **({"judged_in": judged_in} if judged_in else {}),
            "supposed": [_roll_data(roll) for roll in supposed.rolls] if supposed is not None else None,
            "unfinished": supposed is not None and supposed.unfinished,
            "verdict": ruling.verdict.value if ruling is not None else None,
            "after": digest(after),
            "left": merge_patch(after, position_to_data(entry.after)) if entry.after is not None else None,
        })  # fmt: skip
        now = after
    end = position_to_data(game.end)
    return {"start": start, "carried": merge_patch(now, end), "end": digest(end)}, entries


def _roll_data(roll: Roll) -> dict[str, Any]:
    return {"purpose": roll.purpose, "unit": roll.unit, "die": roll.die}


# judging it again


@dataclass
class Replayed:
    """The positions of an audit file's entries, and their rulings, as they were found when it was judged again."""

    start: Position | None = None
    before: list[Position] = field(default_factory=list)
    left: list[Position | None] = field(default_factory=list)
    """The position from which the game goes on after each entry; None for the one before it."""
    rulings: list[Ruling | None] = field(default_factory=list)
    end: Position | None = None
    """The position at the end; None if the entries could not be gone through to the end."""


def replay_faults(document: Mapping[str, Any], book: RuleBook, seen: Replayed) -> Iterator[Fault]:
    """Judge the entries of an audit file again, and yield each different result; *seen* takes what is found.

    The document follows its schema. What cannot be read as a position or an action is a fault, too.
    """
    try:
        seen.start = _position(book.game, document["replay"]["start"])
    except GameDataError as error:
        yield Fault("replay", None, f"its first position cannot be read: {' '.join(str(error).split())}")
        return
    replay = document["replay"]
    now = replay["start"]
    known = True  # whether the position is the file's own: no rules are needed to go on from it to the next one
    for place, entry in enumerate(document["entries"], 1):
        data = entry.get("replay")
        if data is None:
            yield Fault("replay", place, "it has nothing to judge again")
            return
        now = patched(now, data["carried"])
        is_same = digest(now) == data["before"]
        if not is_same:
            kind = "recomputed" if known else "replay"
            yield Fault(kind, place, "the position before it is not the one that it was judged in")
        known = is_same
        try:
            before = _position(book.game, now)
            position = _supposed(before, data["judged_in"], now) if "judged_in" in data else before
            seen.before.append(before)
            ruling = _judged(position, entry, book)
        except GameDataError as error:
            yield Fault("replay", place, f"it cannot be judged again: {' '.join(str(error).split())}")
            return
        if ruling is not None:
            yield from _ruling_faults(place, entry, ruling)
            now = position_to_data(ruling.after or position)
        is_same = digest(now) == data["after"]
        if not is_same:
            kind = "recomputed" if known and ruling is None else "replay"
            yield Fault(kind, place, "the position after it is another one")
        known = is_same
        seen.rulings.append(ruling)
        try:
            left = data.get("left")
            seen.left.append(_position(book.game, patched(now, left)) if left is not None else None)
        except GameDataError as error:
            yield Fault("replay", place, f"what it left cannot be read: {' '.join(str(error).split())}")
            return
    end = patched(now, replay["carried"])
    if digest(end) != replay["end"]:
        yield Fault("recomputed" if known else "replay", None, "the position at the end is another one")
    try:
        seen.end = _position(book.game, end)
    except GameDataError as error:
        yield Fault("replay", None, f"its last position cannot be read: {' '.join(str(error).split())}")


def _position(game: GameData, data: Mapping[str, Any]) -> Position:
    """Return a position as the referee had it: where the logs do not tell a unit's place, it has none."""
    return position_from_data(game, data, may_lack_places=True)


def _supposed(before: Position, patch: Mapping[str, Any], now: Mapping[str, Any]) -> Position:
    """Return the position that an entry was judged in; units that it leaves alone keep their states in *before*.

    What an action changed is known by the states that are other objects afterwards. Raises GameDataError.
    """
    position = _position(before.game, patched(now, patch))
    kept = {
        unit: before.units[unit] if state == before.units.get(unit) else state for unit, state in position.units.items()
    }
    return replace(position, units=kept)


def _judged(position: Position, entry: Mapping[str, Any], book: RuleBook) -> Ruling | None:
    """Return the rules' ruling on an entry's action; None if it has none, or cannot be judged alone."""
    action, replay = entry.get("action"), entry["replay"]
    if action is None or replay["supposed"] is None:
        return None
    rolls = tuple(Roll(each["purpose"], each["unit"], each["die"]) for each in replay["supposed"])
    return judged_again(position, action_from_data(action), book, Supposition(rolls, replay["unfinished"]))


def rolled(ruling: Ruling, supposed: Sequence[Mapping[str, Any]]) -> list[Resolution]:
    """Return the rolls behind a ruling without those that were only supposed."""
    left = list(ruling.resolutions)
    for roll in supposed:
        told = (roll["purpose"], roll["unit"], roll["die"])
        known = next((each for each in left if (each.purpose, each.unit, each.die) == told), None)
        if known is not None:
            left.remove(known)
    return left


def _ruling_faults(place: int, entry: Mapping[str, Any], ruling: Ruling) -> Iterator[Fault]:
    """Yield where an entry of the file differs from the ruling that the rules give now."""
    if entry["replay"]["verdict"] != ruling.verdict:
        before = entry["replay"]["verdict"]
        yield Fault("replay", place, f"the rules' verdict is {ruling.verdict}, the file has {before}")
    findings = [(each.rule, each.name, each.verdict.value, each.text) for each in ruling.findings]
    told_findings = [
        (each["rule"], each["name"], each["verdict"], each["text"]) for each in entry["findings"]
        if each["by"] == "rules"
    ]  # fmt: skip
    for finding in findings:
        if finding not in told_findings:
            told = f"{finding[0]}, {finding[3]}"
            yield Fault("replay", place, f"the file leaves out a finding of the rules: {told}")
    for finding in told_findings:
        if finding not in findings:
            yield Fault("replay", place, f"the rules give no such finding: {finding[0]}, {finding[3]}")
    rolls = [
        (each.purpose, each.unit, each.base, each.rating, each.die, each.result)
        for each in rolled(ruling, entry["replay"]["supposed"])
    ]
    told_rolls = [
        (each["purpose"], (each["unit"] or _NOTHING).get("id", ""), each["base"], each["rating"], each["roll"],
         each["result"])
        for each in entry["resolutions"]
    ]  # fmt: skip
    if rolls != told_rolls:
        yield Fault("replay", place, "its rolls, or their modifiers, come out differently")
