"""Checks an audit file: its form, its chain, its versions, and by judging its entries again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ..game.errors import GameDataError
from ..game.game_data import GameData
from ..game.json_text import read_json
from ..game.loading.schema_check import document_errors
from ..rules.exclusive_rules import ExclusiveRules
from ..rules.house_rules import house_rules
from ..rules.rule_book import RuleBook
from ..rules.rule_sets import exclusive_rules
from ..rules.switches import HouseRules
from .chain import Basis, Fault, chain_faults, is_same
from .replay import Replayed, replay_faults
from .signature import PublicKey, SignatureState, signature_state, signer_of
from .versions import program_version

__all__ = ["AN_AUDIT_FILE", "GAME_AUDIT", "AuditCheck", "agreed_in", "check_audit", "compare_audits", "read_audit_file"]

_SCHEMA: Final = "game-audit.schema.json"
GAME_AUDIT: Final = "game-audit"
"""The kind of document that an audit file is."""
AN_AUDIT_FILE: Final = "what adjudicator audit --json prints for a refereed game"
"""What should have been where something else was found."""
_FORMAT: Final = 1
_VERSIONS: Final = ("program", "game")
_RESULTS_REST_ON: Final = {
    ("program", "version"): Basis.PROGRAM, ("program", "rules"): Basis.RULES, ("game", "sha256"): Basis.GAME,
}  # fmt: skip
"""The versions that other results can come of; the name and the number of the same data change nothing."""
_FACTS: Final = ("file", "module", "vassal_version", "step_count")
"""The parts of a log's description that no rules have a say in."""
_GIVEN: Final = ("format", "kind", "house_rules", "inputs", "view")
"""What an audit is made with, and no rules change."""
_OF_THE_FILES: Final = ("dice", "findings", "replay_left_out")
"""What the program finds in logs of any module, without rules or a game's data."""

_EXIT_CODES: Final = {
    "sound": 0, "sound-in-part": 0, "altered": 1, "not-signed": 1, "other-results": 2, "other-version": 2,
}  # fmt: skip


@dataclass
class AuditCheck:
    """The result of checking an audit file."""

    document: Mapping[str, Any]
    chain: str = "sound"
    replay: str = "left-out"
    logs: str = "not-given"
    versions: list[str] = field(default_factory=list)
    """The differences between the file's rules or data and the present ones, a sentence each without a full stop."""
    others: Basis = Basis.NOTHING
    """What other results can come of: the program, the rules or the data, if they are other ones."""
    remarks: list[str] = field(default_factory=list)
    not_checked: list[str] = field(default_factory=list)
    """The parts that only the logs can show, where the logs are not given."""
    faults: list[Fault] = field(default_factory=list)
    signature: SignatureState = SignatureState.NOT_ASKED
    replayed: Replayed = field(default_factory=Replayed)
    house_rules: HouseRules | None = None
    """The house rules of the file; None if they, or the whole file, cannot be read."""

    @property
    def verdict(self) -> str:
        """``altered``, ``other-results``, ``not-signed``, ``other-version``, ``sound-in-part`` or ``sound``.

        A file that contradicts itself or its logs was altered, whatever versions it names. If all that does not agree
        can come of the other rules that it names, nobody can tell without a signature whether it does: whoever changes
        a file can change its versions, too.
        """
        if self.faults and not self.may_be_other_rules:
            return "altered"
        if self.signature in (SignatureState.MISSING, SignatureState.OTHER_KEY):
            return "not-signed"
        if self.faults:
            return "other-results"
        if self.versions:
            return "other-version"
        return "sound" if self.logs == "same" else "sound-in-part"

    @property
    def exit_code(self) -> int:
        """The exit code of the design."""
        return _EXIT_CODES[self.verdict]

    @property
    def may_be_other_rules(self) -> bool:
        """Return whether each fault could come from the other rules or data that the file names."""
        return all(fault.basis & self.others for fault in self.faults)

    @property
    def signer(self) -> str:
        """The fingerprint of the key that the file names as its signer's; empty for none."""
        return signer_of(self.document)


def read_audit_file(text: str, file: str, most: int) -> dict[str, Any]:
    """Return the audit file in a text of at most *most* characters.

    Raises :class:`GameDataError` for any other text.
    """
    document = read_json(text, file=file, most=most)
    if document.get("kind") != GAME_AUDIT:
        raise GameDataError("not an audit file", file=file, expected=AN_AUDIT_FILE)
    if document.get("format") != _FORMAT:
        raise GameDataError("this form of audit files is not known", file=file, found=str(document.get("format")),
                            expected=str(_FORMAT))  # fmt: skip
    entries, end = document.get("entries"), document.get("end")
    if not isinstance(entries, list) or not isinstance(end, dict) or not all(isinstance(e, dict) for e in entries):
        raise GameDataError("not an audit file: its entries or its end mark are missing", file=file)
    return document


def check_audit(
    document: Mapping[str, Any], game: GameData, game_version: Mapping[str, str], signed_by: PublicKey | None = None
) -> AuditCheck:
    """Check an audit file by itself; *game_version* is what :func:`.versions.game_version` says of *game* now."""
    check = AuditCheck(document)
    if signed_by is not None:
        check.signature = signature_state(document, signed_by)
    if check.signature is SignatureState.BROKEN:
        check.faults.append(Fault("signature", None, "it was changed after it was signed, or was not signed with the "
                                  "key that it names"))  # fmt: skip
    broken = list(chain_faults(document))
    check.faults += broken
    check.chain = "broken" if broken else "sound"
    _compare_versions(check, game, game_version)
    if _is_of_form(check, game, game_version):
        agreed = _agreed(check)
        if agreed is not None:
            _judge_again(check, game, agreed)
    return check


def _compare_versions(check: AuditCheck, game: GameData, game_version: Mapping[str, str]) -> None:
    """Note which other versions a file was made with, and what of it rests on them."""
    differences = dict(_version_differences(check.document, game_version, exclusive_rules(game)))
    check.versions += differences.values()
    for key, basis in _RESULTS_REST_ON.items():
        check.others |= basis if key in differences else Basis.NOTHING


def _is_of_form(check: AuditCheck, game: GameData, game_version: Mapping[str, str]) -> bool:
    """Return whether a file follows the schema; what contradicts it, and another name of the game, is a fault."""
    wrong = list(document_errors("", check.document, _SCHEMA))
    check.faults += [Fault("form", None, " ".join(str(error).split())) for error in wrong]
    if wrong:
        return False
    told = check.document["game"]
    if told["sha256"] == game_version["sha256"] and told["name"] != game.name:
        check.faults.append(Fault("form", None, "the game with these data has another name"))
    return True


def _agreed(check: AuditCheck) -> HouseRules | None:
    """Return the house rules that a file was made by; None, with a fault, if they are none."""
    document = check.document
    try:
        agreed = check.house_rules = agreed_in(document)
    except GameDataError as error:
        check.faults.append(Fault("form", None, " ".join(str(error).split())))
        return None
    if sorted(agreed.waived) != document["house_rules"]["waived"]:
        check.faults.append(Fault("form", None, "the rules that are waived are not named as an audit names them"))
    return agreed


def _judge_again(check: AuditCheck, game: GameData, agreed: HouseRules) -> None:
    """Judge the actions of a file again from its start, if it has one."""
    document = check.document
    if document["replay"] is None:
        check.remarks.append(f"it has nothing to judge again: {document['replay_left_out'] or 'it does not say why'}")
        return
    sheet = document["replay"]["start"].get("sheet", "")
    found = list(replay_faults(document, RuleBook(game.with_sheet_of(sheet), agreed), check.replayed))
    check.replay = "different" if found else "same"
    left = sum(entry["replay"]["supposed"] is None for entry in document["entries"] if "replay" in entry)
    if left:
        check.remarks.append(f"{left} of {len(document['entries'])} entries are not judged again: they are no actions "
                             "that are understood")  # fmt: skip
    check.faults += found


def agreed_in(document: Mapping[str, Any]) -> HouseRules:
    """Return the house rules that an audit file was made by. Raises :class:`GameDataErrors`."""
    return house_rules(document["house_rules"])


def _version_differences(
    document: Mapping[str, Any], game: Mapping[str, str], rules: ExclusiveRules
) -> Iterator[tuple[tuple[str, str], str]]:
    present = {"program": program_version(rules), "game": game}
    words = {
        ("program", "version"): "the program's version", ("program", "rules"): "the rule data",
        ("game", "id"): "the game", ("game", "version"): "the game's version", ("game", "sha256"): "the game's data",
    }  # fmt: skip
    for (part, key), name in words.items():
        told = document.get(part)
        found = told.get(key) if isinstance(told, dict) else None
        if found != present[part][key]:
            shown = f"{str(found)[:12]} instead of {present[part][key][:12]}"
            yield (part, key), f"{name}: {shown}"


# made again


def compare_audits(document: Mapping[str, Any], made: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield where an audit file differs from the one made of the same logs now, versions and hashes left out."""
    if made.get("kind") != GAME_AUDIT:
        yield Fault("made-anew", None, "the logs are not those of a game that can be refereed", Basis.ANYTHING)
        return
    if not is_same(_facts(document), _facts(made)):
        yield Fault("input", None, "it describes its logs otherwise than they are")
    if strangers := sorted(_players(document) - _players(made)):
        yield Fault("input", None, f"nobody of this name is in the logs: {', '.join(strangers)}")
    for key in dict.fromkeys((*document, *made)):
        if key not in (*_VERSIONS, "entries", "end", "signature") and not is_same(document.get(key), made.get(key)):
            yield Fault("made-anew", None, f"{key}: the logs give something else", _basis_of(key))
    told, found = document["entries"], made["entries"]
    for place in range(1, max(len(told), len(found)) + 1):
        if place > len(found):
            yield Fault("made-anew", place, "the logs have no such entry", Basis.ANYTHING)
        elif place > len(told):
            yield Fault("made-anew", place, "the logs have one entry more", Basis.ANYTHING)
        else:
            yield from _entry_differences(place, told[place - 1], found[place - 1])


def _basis_of(key: str) -> Basis:
    """Return what could explain another value under a key of the head."""
    if key in _GIVEN:
        return Basis.NOTHING
    return Basis.PROGRAM if key in _OF_THE_FILES else Basis.ANYTHING


def _facts(document: Mapping[str, Any]) -> list[list[Any]]:
    """Return what an audit file says of its logs that is the same by any rules."""
    return [[log.get(key) for key in _FACTS] for log in document["logs"]]


def _players(document: Mapping[str, Any]) -> set[str]:
    """Return the names of those who did something in the game, or rolled dice."""
    return {each["player"] for each in (*document["entries"], *document["dice"]) if each["player"]}


def _entry_differences(place: int, told: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[Fault]:
    names = (key for key in dict.fromkeys((*told, *found)) if key != "hash")
    keys = [key for key in names if (key in told) != (key in found) or not is_same(told.get(key), found.get(key))]
    if keys:
        yield Fault("made-anew", place, f"the logs give something else: {', '.join(keys)}", Basis.ANYTHING)
