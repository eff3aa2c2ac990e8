"""The data with which the entries of an audit file can be judged again, and the judging.

Before each entry the position is that after the action before it, changed by a JSON Merge Patch (RFC 7386): what was
carried on from the table, or happened between the two. A second patch is there where something had to be supposed
that the log does not show, and a third tells what the action did. So each position, and its hash, follows from the file
alone, by whatever rules it was made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ..game.errors import GameDataError
from ..game.game_data import GameData
from ..game.play import Action, Roll
from ..game.play_json import action_from_data
from ..game.position import Position
from ..game.position_json import position_from_data, position_to_data
from ..referee.accounts.assumptions import Supposition, judged_again, lacks_rolls, supposition_of
from ..referee.entries.entry import Entry, RefereedGame, worst_verdict
from ..rules.judge import reviewed
from ..rules.rule_book import RuleBook
from ..rules.ruling import Resolution, Ruling, Verdict
from .chain import Basis, Fault, digest, is_same

__all__ = ["Replayed", "merge_patch", "patched", "replay_data", "replay_faults", "rolled"]

_NOTHING: Final[dict[str, Any]] = {}
_OTHER_BEFORE: Final = "the position before it is not the one that it was judged in"
_OTHER_AFTER: Final = "the position after it is another one"
_OTHER_END: Final = "the position at the end is another one"


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
        judged = position_to_data(entry.judged_in) if entry.judged_in is not None else before
        judged_in = merge_patch(before, judged)
        supposed = _supposition(entry, game.book)
        open_ones = _left_open(entry, game.book, supposed) if supposed is not None else []
        ruling = entry.ruling if supposed is not None else None
        after = position_to_data(ruling.after) if ruling is not None and ruling.after is not None else before
        entries.append({
            "carried": merge_patch(now, before),
            "before": digest(before),
            **({"judged_in": judged_in} if judged_in else {}),
            "supposed": [_roll_data(roll) for roll in supposed.rolls] if supposed is not None else None,
            "unfinished": supposed is not None and supposed.unfinished,
            **({"left_open": open_ones} if open_ones else {}),
            "verdict": ruling.verdict.value if ruling is not None else None,
            **({"effect": merge_patch(judged, after)} if ruling is not None else {}),
            "after": digest(after),
            "left": merge_patch(after, position_to_data(entry.after)) if entry.after is not None else None,
        })  # fmt: skip
        now = after
    end = position_to_data(game.end)
    return {"start": start, "carried": merge_patch(now, end), "end": digest(end)}, entries


def _supposition(entry: Entry, book: RuleBook) -> Supposition | None:
    position, action, told = entry.judged_in or entry.before, entry.action, entry.ruling
    if action is None or told is None:
        return None

    def final(ruling: Ruling) -> Ruling:
        texts = [finding.text for finding in told.findings]
        return _final(ruling, _softened(ruling, told), texts, position, action, book)

    return supposition_of(entry, book, position, final)


def _left_open(entry: Entry, book: RuleBook, supposed: Supposition) -> list[int]:
    """Return the places, from 1, of the rules' findings that the referee left open for what the logs do not show."""
    if entry.action is None or entry.ruling is None:
        return []
    ruling = judged_again(entry.judged_in or entry.before, entry.action, book, supposed)
    return [place + 1 for place in _softened(ruling, entry.ruling)]


def _softened(ruling: Ruling, told: Ruling) -> list[int]:
    """Return the places of the rules' findings that an entry tells as undecided without an uncertain rule."""
    return [
        place for place, (own, other) in enumerate(zip(ruling.findings, told.findings, strict=False))
        if own.verdict is Verdict.ILLEGAL and other.verdict is Verdict.UNDECIDED and not other.alternatives
        and not other.switch
    ]  # fmt: skip


def _final(
    ruling: Ruling, softened: Iterable[int], texts: Sequence[str], position: Position, action: Action, book: RuleBook
) -> Ruling:
    """Return a ruling as an entry tells it.

    The referee has left the *softened* findings open, and may have added the reason to their *texts*; then what hangs
    on a rule that the sources leave uncertain was left open, too.
    """
    findings = list(ruling.findings)
    for place in softened:
        if place < min(len(findings), len(texts)) and findings[place].verdict is Verdict.ILLEGAL:
            own = findings[place]
            text = texts[place] if texts[place].startswith(f"{own.text} (") else own.text
            findings[place] = replace(own, verdict=Verdict.UNDECIDED, text=text, switch="")
    if ruling.verdict is not Verdict.ILLEGAL:
        return ruling
    verdict = worst_verdict(findings, book.house_rules.waived)
    told = replace(ruling, verdict=verdict, findings=tuple(findings))
    return reviewed(told, position, action, book) if verdict is Verdict.ILLEGAL else told


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

    The document follows its schema. What cannot be read as a position or an action is a fault, too; then the hashes of
    the positions after it are still checked.
    """
    faults = list(_judged_faults(document, book, seen))
    yield from faults
    if seen.end is None:
        yield from (fault for fault in _hash_faults(document) if fault not in faults)


def _hash_faults(document: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield the positions that have another hash than follows from the file alone, as far as it tells all effects."""
    now = document["replay"]["start"]
    for place, entry in enumerate(document["entries"], 1):
        data = entry.get("replay")
        if data is None or (data["supposed"] is not None and "effect" not in data):
            return
        now = patched(now, data["carried"])
        if digest(now) != data["before"]:
            yield Fault("recomputed", place, _OTHER_BEFORE)
        if "effect" in data:
            now = patched(patched(now, data.get("judged_in", _NOTHING)), data["effect"])
        if digest(now) != data["after"]:
            yield Fault("recomputed", place, _OTHER_AFTER)
    if digest(patched(now, document["replay"]["carried"])) != document["replay"]["end"]:
        yield Fault("recomputed", None, _OTHER_END)


class _CannotGoOn(Exception):
    """Something in the file cannot be read, so that no entry after it can be judged."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.text)
        self.fault = fault


def _judged_faults(document: Mapping[str, Any], book: RuleBook, seen: Replayed) -> Iterator[Fault]:
    try:
        yield from _Course(document["replay"], book, seen).faults(document["entries"])
    except _CannotGoOn as stopped:
        yield stopped.fault


class _Course:
    """The course of a game as an audit file has it: its position, entry by entry."""

    def __init__(self, head: Mapping[str, Any], book: RuleBook, seen: Replayed) -> None:
        self._head, self._book, self._seen = head, book, seen
        self._now: dict[str, Any] = head["start"]
        self._follows = True
        """True while the position follows from the file alone, without any rules."""

    def faults(self, entries: Iterable[Mapping[str, Any]]) -> Iterator[Fault]:
        """Yield what is found when the entries are judged in their order. Raises _CannotGoOn."""
        with _readable(None, "its first position cannot be read"):
            self._seen.start = _position(self._book.game, self._now)
        for place, entry in enumerate(entries, 1):
            yield from self._faults_of(place, entry)
        end = patched(self._now, self._head["carried"])
        if digest(end) != self._head["end"]:
            yield self._other_position(None, _OTHER_END)
        with _readable(None, "its last position cannot be read"):
            self._seen.end = _position(self._book.game, end)

    def _faults_of(self, place: int, entry: Mapping[str, Any]) -> Iterator[Fault]:
        data = entry.get("replay")
        if data is None:
            raise _CannotGoOn(Fault("replay", place, "it has nothing to judge again"))
        self._now = patched(self._now, data["carried"])
        known = digest(self._now) == data["before"]
        if not known:
            yield self._other_position(place, _OTHER_BEFORE)
        with _readable(place, "it cannot be judged again"):
            before = _position(self._book.game, self._now)
            position = _supposed(before, data["judged_in"], self._now) if "judged_in" in data else before
            self._seen.before.append(before)
            ruling = _judged(position, entry, self._book)
        yield from (Fault("recomputed", place, text) for text in _left_out_problems(entry))
        if ruling is not None:
            yield from self._faults_of_ruling(place, entry, position, ruling)
        self._follows = known and (ruling is None or "effect" in data)
        if digest(self._now) != data["after"]:
            yield self._other_position(place, _OTHER_AFTER)
            self._follows = False
        self._seen.rulings.append(ruling)
        left = data.get("left")
        with _readable(place, "what it left cannot be read"):
            self._seen.left.append(_position(self._book.game, patched(self._now, left)) if left is not None else None)

    def _faults_of_ruling(
        self, place: int, entry: Mapping[str, Any], position: Position, ruling: Ruling
    ) -> Iterator[Fault]:
        """Yield where an entry is not what the rules make of it, and go on to the position that it tells."""
        data = entry["replay"]
        yield from _ruling_faults(place, entry, ruling)
        if _lacks_rolls(position, entry, self._book) != data["unfinished"]:
            text = "whether a roll had still to be made is not what the file says"
            yield Fault("replay", place, text, Basis.ANYTHING)
        found = position_to_data(ruling.after or position)
        if "effect" not in data:
            self._now = found
            return
        self._now = patched(patched(self._now, data.get("judged_in", _NOTHING)), data["effect"])
        if not is_same(self._now, found):
            yield Fault("replay", place, "by the rules it has another effect", Basis.ANYTHING)

    def _other_position(self, place: int | None, text: str) -> Fault:
        """Return the fault of a position; one that follows from the file alone is the same by any rules."""
        return Fault("recomputed", place, text) if self._follows else Fault("replay", place, text, Basis.ANYTHING)


@contextmanager
def _readable(place: int | None, problem: str) -> Iterator[None]:
    """Turn a position or an action that cannot be read into the *problem* of an entry. Raises _CannotGoOn."""
    try:
        yield
    except GameDataError as error:
        text = f"{problem}: {' '.join(str(error).split())}"
        raise _CannotGoOn(Fault("replay", place, text, Basis.CODE_OR_GAME)) from error


def _position(game: GameData, data: Mapping[str, Any]) -> Position:
    """Return a position as the referee had it: where the logs do not tell a unit's place, it has none.

    Raises GameDataError, also for a position that is written in another way than the program's.
    """
    position = position_from_data(game, data, may_lack_places=True)
    if not is_same(position_to_data(position), data):
        raise GameDataError("the position is not written as an audit writes it")
    return position


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
    done = action_from_data(action)
    rolls = _rolls_of(replay)
    ruling = judged_again(position, done, book, Supposition(rolls, replay["unfinished"]))
    texts = [each["text"] for each in entry["findings"] if each["by"] == "rules"]
    return _final(ruling, [place - 1 for place in replay.get("left_open", ())], texts, position, done, book)


def _lacks_rolls(position: Position, entry: Mapping[str, Any], book: RuleBook) -> bool:
    return lacks_rolls(position, action_from_data(entry["action"]), book, _rolls_of(entry["replay"]))


def _rolls_of(replay: Mapping[str, Any]) -> tuple[Roll, ...]:
    return tuple(Roll(each["purpose"], each["unit"], each["die"]) for each in replay["supposed"])


def rolled(ruling: Ruling, supposed: Sequence[Mapping[str, Any]]) -> list[Resolution]:
    """Return the rolls behind a ruling without those that were only supposed."""
    left = list(ruling.resolutions)
    for roll in supposed:
        told = (roll["purpose"], roll["unit"], roll["die"])
        known = next((each for each in left if (each.purpose, each.unit, each.die) == told), None)
        if known is not None:
            left.remove(known)
    return left


def _left_out_problems(entry: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong in the data of an entry that is not judged again."""
    data = entry["replay"]
    if data["supposed"] is None and (data["verdict"] is not None or data["unfinished"] or "left_open" in data):
        yield "it has a verdict of the rules, and nothing to judge again"
    if data["supposed"] is not None and (data["verdict"] is None or entry.get("action") is None):
        yield "it has no action, or no verdict of the rules, and something to judge again"


def _ruling_faults(place: int, entry: Mapping[str, Any], ruling: Ruling) -> Iterator[Fault]:
    """Yield where an entry of the file differs from the ruling that the rules give now."""
    if entry["replay"]["verdict"] != ruling.verdict:
        before = entry["replay"]["verdict"]
        yield Fault("replay", place, f"the rules' verdict is {ruling.verdict}, the file has {before}", Basis.ANYTHING)
    findings = [(each.rule, each.name, each.verdict.value, each.text) for each in ruling.findings]
    told_findings = [
        (each["rule"], each["name"], each["verdict"], each["text"]) for each in entry["findings"]
        if each["by"] == "rules"
    ]  # fmt: skip
    for finding in findings:
        if finding not in told_findings:
            told = f"{finding[0]}, {finding[3]}"
            yield Fault("replay", place, f"the file leaves out a finding of the rules: {told}", Basis.ANYTHING)
    for finding in told_findings:
        if finding not in findings:
            yield Fault("replay", place, f"the rules give no such finding: {finding[0]}, {finding[3]}", Basis.ANYTHING)
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
        yield Fault("replay", place, "its rolls, or their modifiers, come out differently", Basis.ANYTHING)
