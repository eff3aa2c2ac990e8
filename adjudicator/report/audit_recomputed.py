"""An audit file checked against itself: all that follows from its entries is worked out again and compared.

Verdicts, totals, what is unexplained and the dice follow from the entries alone; with the positions also the words of
each entry, its sums, the course of the game and its state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ..audit.findings import FINDING_KINDS
from ..audit_file.chain import Basis, Fault, is_same
from ..audit_file.check import AuditCheck
from ..audit_file.replay import Replayed, rolled
from ..game.errors import GameDataError
from ..game.play_json import action_from_data
from ..referee.entries.entry import Entry, EntryKind, RefereedGame
from ..referee.entries.tallies import Tally, course
from ..referee.finding_names import FindingName
from ..rules.catalogue import rule_catalogue
from ..rules.rule_book import RuleBook
from ..rules.ruling import Verdict
from ..rules.standing import standing
from ..viewing.viewer import Viewer
from .alternatives_text import finding_document
from .dice_recomputed import dice_faults
from .entries_text import entry_document, estimated_line_of, tally_document
from .game_audit_text import LEFT_OUT, phase_document
from .names_recomputed import name_faults
from .rolls_recomputed import roll_faults
from .standing_text import standing_document
from .verdicts import EXIT_CODES, WEIGHED, worst_of

__all__ = ["not_checked", "remade_faults"]

_UNEXPLAINED: Final = frozenset({FindingName.CHANGE_NOT_EXPLAINED, FindingName.CHANGED_BETWEEN_FILES})
_REMADE: Final = ("unit", "words", "changed", "resolutions", "switches")
"""The parts of an entry that are worked out from its action and from the position before it."""
_REMADE_UNJUDGED: Final = ("unit", "words")
"""The same of an action that is not judged again."""
_REMADE_OF_NO_ACTION: Final = ("unit", "words", "changed", "switches")
"""The same of what is no action."""
_ROLL: Final = frozenset({"purpose", "unit", "die"})
"""The keys of a roll in an action."""
_REFEREE: Final = Viewer("", referee=True)


def not_checked(check: AuditCheck) -> Iterator[str]:
    """Yield what cannot be checked of an audit file without its logs."""
    yield "that the logs are those that it names, and what was done in them, by whom and in which step"
    yield "whether players' ids are shown"
    yield "what was on the table, and what changed there between two actions"
    yield "corrections, notes, rolls left out, results not applied"
    yield "the findings in the files, whose dice they are, their order, and dice that no action used"
    yield "the logs' modules, VASSAL versions and numbers of steps, and what is owed"
    if check.document["replay"] is None:
        yield "which figures are estimated"
        yield "the rulings, the course of the game and its victory: it has no positions"
        return
    if not all("left" in entry.get("replay", {}) for entry in check.document["entries"]):
        yield "the course of the game: the program that made the file did not note what each entry left"
    supposed = [entry["number"] for entry in check.document["entries"] if "judged_in" in entry.get("replay", {})]
    if supposed:
        yield f"what was supposed of the position before an action (entries {', '.join(map(str, supposed))})"
    open_ones = [entry["number"] for entry in check.document["entries"] if "left_open" in entry.get("replay", {})]
    if open_ones:
        yield f"why something illegal was left undecided (entries {', '.join(map(str, open_ones))})"
    left = [entry["number"] for entry in check.document["entries"] if entry.get("replay", {}).get("supposed") is None]
    if left:
        yield f"the rulings on what is no action that is understood (entries {', '.join(map(str, left))})"


def remade_faults(check: AuditCheck, book: RuleBook) -> Iterator[Fault]:
    """Yield where an audit file, which follows its schema, contradicts itself."""
    document, entries = check.document, check.document["entries"]
    waived = book.house_rules.waived
    for place, entry in enumerate(entries, 1):
        yield from _entry_faults(place, entry, waived, document["logs"])
    yield from _compared("the totals", _untitled(document["totals"]), _untitled(totals := _totals(entries)))
    if _titles(document["totals"]) != _titles(totals):
        yield Fault("replay", None, "the rules have other titles", Basis.CODE_OR_RULES)
    yield from _compared("the list of changes that no action explains", document["unexplained"], _unexplained(entries))
    yield from name_faults(document, book.game)
    yield from roll_faults(document, book)
    yield from _file_faults(document)
    yield from _view_faults(document)
    yield from dice_faults(document)
    yield from _phase_faults(document["course"], entries)
    if document["replay"] is not None:
        yield from _position_faults(document, check.replayed, book)


def _compared(what: str, told: Any, found: Any) -> Iterator[Fault]:
    if not is_same(told, found):
        yield Fault("recomputed", None, f"{what} do not follow from its entries")


# what follows from the entries alone


def _entry_faults(
    place: int, entry: Mapping[str, Any], waived: frozenset[str], logs: Sequence[Mapping[str, Any]]
) -> Iterator[Fault]:
    findings = entry["findings"]
    for each in findings:
        if each["waived"] != (each["rule"] in waived):
            yield Fault("recomputed", place, f"{each['rule']} is called waived against the house rules, or not waived")
    verdict = worst_of(Verdict(each["verdict"]) for each in findings if each["rule"] not in waived)
    if entry["verdict"] != verdict:
        yield Fault("recomputed", place, f"its verdict is {entry['verdict']}, its findings make it {verdict}")
    is_waived = verdict is Verdict.LEGAL and any(each["verdict"] != Verdict.LEGAL for each in findings)
    if entry["waived"] != is_waived:
        yield Fault("recomputed", place, "whether it is legal by a waived rule does not follow from its findings")
    for step in entry["steps"]:
        if step["log"] > len(logs) or step["step"] > logs[step["log"] - 1]["step_count"]:
            yield Fault("recomputed", place, "it has a step that no log has")
    if entry["log"] > len(logs):
        yield Fault("recomputed", place, "it is of a log that is not there")
    yield from _action_faults(place, entry)
    if "replay" in entry and entry["replay"]["verdict"] not in (None, _worst_by_rules(findings)):
        yield Fault("recomputed", place, "the verdict of the rules is not that of their findings")


def _worst_by_rules(findings: Sequence[Mapping[str, Any]]) -> Verdict:
    return worst_of(Verdict(each["verdict"]) for each in findings if each["by"] == "rules")


def _action_faults(place: int, entry: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield where an entry names another unit, or other dice, than its action."""
    action = entry.get("action")
    if action is None:
        return
    unit = (entry["unit"] or {}).get("id")
    if "unit" in action and action["unit"] != unit:
        yield Fault("recomputed", place, "its action is another unit's")
    dice = Counter((each["purpose"], (each["unit"] or {}).get("id", ""), each["roll"]) for each in entry["resolutions"])
    if dice - Counter(_rolls(action)):
        yield Fault("recomputed", place, "its action has other dice than its rolls")


def _rolls(value: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the rolls in an action's JSON, each as its purpose, its unit and its die."""
    if isinstance(value, dict):
        if value.keys() >= _ROLL:
            yield value["purpose"], value["unit"], value["die"]
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _rolls(each)


def _verdict_name(entry: Mapping[str, Any]) -> str:
    return "waived" if entry["waived"] else str(entry["verdict"])


def _totals(entries: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    everything, players, rules = Tally(), dict[tuple[str, str], Tally](), dict[str, Tally]()
    for entry in entries:
        name = _verdict_name(entry)
        everything.add(name)
        players.setdefault((entry["side"] or "", entry["player"] or ""), Tally()).add(name)
        for each in entry["findings"]:
            rules.setdefault(each["rule"], Tally()).add("waived" if each["waived"] else each["verdict"])
    known = rule_catalogue().rules
    return {
        "all": tally_document(everything),
        "players": [
            {"player": player or None, "side": side or None, "counts": tally_document(players[side, player])}
            for side, player in sorted(players)
        ],
        "rules": [
            {"rule": rule, "title": known[rule].title if rule in known else "", "counts": tally_document(rules[rule])}
            for rule in sorted(rules)
        ],
    }


def _untitled(totals: Mapping[str, Any]) -> dict[str, Any]:
    rules = [{key: value for key, value in each.items() if key != "title"} for each in totals["rules"]]
    return {**totals, "rules": rules}


def _titles(totals: Mapping[str, Any]) -> list[str]:
    return [each["title"] for each in totals["rules"]]


def _unexplained(entries: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [
        {"entry": entry["number"], "rule": each["rule"], "text": each["text"]}
        for entry in entries for each in entry["findings"] if each["name"] in _UNEXPLAINED
    ]  # fmt: skip


def _file_faults(document: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield what is wrong in the findings about the files, the verdict, the exit code, and the list of inputs."""
    weights = []
    for each in document["findings"]:
        kind = FINDING_KINDS[each["kind"]]
        weights.append(kind.weight)
        if each["weight"] != kind.weight.name.lower():
            yield Fault("recomputed", None, f"a finding in the files has another weight than {each['kind']} has")
        if each["meaning"] != kind.meaning:
            text = f"a finding in the files explains {each['kind']} in other words"
            yield Fault("replay", None, text, Basis.PROGRAM)
    verdict = worst_of((
        *(Verdict(entry["verdict"]) for entry in document["entries"]), *(WEIGHED[weight] for weight in weights),
    ))  # fmt: skip
    if document["verdict"] != verdict or document["exit_code"] != EXIT_CODES[verdict]:
        yield Fault("recomputed", None, f"its verdict is {document['verdict']}, its entries and findings make it "
                    f"{verdict}, with exit code {EXIT_CODES[verdict]}")  # fmt: skip
    logs = [each["file"] for each in document["inputs"] if each["role"] == "log"]
    if logs != [each["file"] for each in document["logs"]]:
        yield Fault("recomputed", None, "the logs that it describes are not those that it was made from")


def _view_faults(document: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield where a file shows more, or less, than whoever it was made for sees."""
    view = document["view"]
    in_entries = {"replay" in entry for entry in document["entries"]}
    if {document["replay"] is not None, document["replay_left_out"] is None, *in_entries} != {view["referee"]}:
        yield Fault("recomputed", None, "it was made with --referee but has no positions, or vice versa")
    if document["replay_left_out"] not in (None, LEFT_OUT):
        text = "it gives another reason why it has no positions than an audit gives"
        yield Fault("replay", None, text, Basis.PROGRAM)
    if any(("steps" in log) != view["steps"] for log in document["logs"]):
        yield Fault("recomputed", None, "it was made with --steps but has no list of steps, or vice versa")
    settled = document["house_rules"]["settings"]
    for place, entry in enumerate(document["entries"], 1):
        for each in entry["findings"]:
            if each["verdict"] == Verdict.UNDECIDED and each.get("switch") in settled:
                yield Fault("recomputed", place, f"{each['switch']} is called unsettled against the house rules")


def _phase_faults(phases: Sequence[Mapping[str, Any]], entries: Sequence[Mapping[str, Any]]) -> Iterator[Fault]:
    numbers = [n for each in phases for n in range(each["first_entry"], min(each["last_entry"], len(entries)) + 1)]
    if numbers != [entry["number"] for entry in entries]:
        yield Fault("recomputed", None, "the course of the game does not have each entry once")


# what follows from the positions


def _position_faults(document: Mapping[str, Any], seen: Replayed, book: RuleBook) -> Iterator[Fault]:
    """Yield where the entries of a file differ from those that its positions give."""
    if seen.start is None or seen.end is None:
        return
    if document["scenario"] != seen.start.scenario:
        yield Fault("recomputed", None, f"it names scenario {document['scenario']}, and begins with a position of "
                    f"scenario {seen.start.scenario}")  # fmt: skip
    entries = [_entry_again(told, seen, index, book) for index, told in enumerate(document["entries"])]
    for place, (told, entry) in enumerate(zip(document["entries"], entries, strict=True), 1):
        for part, text in _other_parts(told, entry):
            basis = Basis.CODE_OR_GAME if part in _REMADE_UNJUDGED else Basis.ANYTHING
            yield Fault("replay", place, f"{part}: {text} follows from its action", basis)
    if not is_same(document["victory"], standing_document(standing(seen.end, book), seen.end, _REFEREE)):
        yield Fault("replay", None, "the standing does not follow from its last position", Basis.ANYTHING)
    game = RefereedGame(book, "", (), tuple(entries), seen.start, seen.end, (), tells_points=_tells_points(document))
    judged = [each["replay"] for each in document["entries"] if each["replay"]["supposed"] is not None]
    if len({"effect" in each for each in judged}) > 1:
        yield Fault("recomputed", None, "some of its entries note what was done, and others do not")
    has_left = {"left" in each.get("replay", {}) for each in document["entries"]}
    if has_left == {True, False}:
        yield Fault("recomputed", None, "some of its entries note what they left, and others do not")
    elif False not in has_left and not is_same(document["course"], [phase_document(phase) for phase in course(game)]):
        text = "the losses and points chit by chit do not follow from its entries"
        yield Fault("replay", None, text, Basis.ANYTHING)
    if all(_is_whole(told, entry) for told, entry in zip(document["entries"], entries, strict=True)):
        estimated = estimated_line_of(game, entries, _REFEREE)
        if document["estimated"] != (estimated[-1] if estimated else None):
            yield Fault("replay", None, "other figures are estimated than it says", Basis.ANYTHING)


def _other_parts(told: Mapping[str, Any], entry: Entry) -> Iterator[tuple[str, str]]:
    """Yield what is different in an entry of the file from what its action and its position give."""
    made, ruling = entry_document(entry, _REFEREE), entry.ruling
    if ruling is not None and not is_same(_by_rules(told), [finding_document(each) for each in ruling.findings]):
        yield "findings", "something else"
    if entry.kind is EntryKind.ACTION and entry.action is None and not told["findings"]:
        yield "findings", "that it is not understood"
    parts = _REMADE if ruling is not None else _REMADE_UNJUDGED if entry.action is not None else _REMADE_OF_NO_ACTION
    yield from ((key, "something else") for key in parts if not is_same(told[key], made[key]))


def _is_whole(told: Mapping[str, Any], entry: Entry) -> bool:
    """Return whether all rolls of an entry are known again."""
    return entry.ruling is not None or (entry.action is None and not told["resolutions"])


def _tells_points(document: Mapping[str, Any]) -> bool:
    """Return whether the logs showed what points are left: if not, each action was judged with points supposed."""
    if any(each["points"] for each in document["course"]):
        return True  # points may be supposed for an action that was begun before the first file
    acted = [each for each in document["entries"] if each.get("action") is not None]
    return bool(acted) and not any("points" in each["replay"].get("judged_in", {}) for each in acted)


def _by_rules(entry: Mapping[str, Any]) -> list[Any]:
    """Return the rules' findings in an entry, as the rules tell them."""
    own = (each for each in entry["findings"] if each["by"] == "rules")
    return [{key: value for key, value in each.items() if key not in ("by", "waived")} for each in own]


def _entry_again(told: Mapping[str, Any], seen: Replayed, index: int, book: RuleBook) -> Entry:
    """Return an entry as it follows from its action and its position."""
    ruling = seen.rulings[index]
    data = told.get("action")
    try:
        action = action_from_data(data) if data is not None else None
    except GameDataError:
        action = None
    supposed = told["replay"]["supposed"] or ()
    return Entry(
        number=told["number"], log=told["log"] - 1, steps=(), player=told["player"] or "", side=told["side"] or "",
        kind=EntryKind(told["kind"]), before=seen.before[index], unit=(told["unit"] or {}).get("id", ""), action=action,
        ruling=ruling, after=seen.left[index], waived=book.house_rules.waived,
        resolutions=tuple(rolled(ruling, supposed)) if ruling is not None else (),
    )  # fmt: skip
