"""Reads a house-rules file (``schema/house-rules.schema.json``): the agreements of two players.

It sets switches of :mod:`.switches` and names rules that both waive::

    [settings]
    "assault-rounds" = 2
    "division-first-action-assault" = "allowed"

    waived = ["NQoS S4.4", "R6.13"]  # before the first [table]; rules are named as for --waive
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from ..game.errors import GameDataError
from ..game.loading.error_limit import raise_all
from ..game.loading.schema_check import document_errors
from ..game.loading.suggestions import did_you_mean
from ..game.loading.toml_text import MAX_BYTES, parse_toml
from .catalogue import UnknownRule, rule_catalogue
from .rule_sets import load_installed
from .switches import HouseRules, all_switches, choice_text

__all__ = ["house_rules", "read_house_rules"]

_SCHEMA: Final = "house-rules.schema.json"


def read_house_rules(path: Path) -> HouseRules:
    """Return the house rules in a TOML file. Raises :class:`GameDataErrors` with all that makes no sense in it."""
    if path.exists() and not path.is_file():
        raise GameDataError("not a regular file", file=str(path), expected="a TOML file of house rules")
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "unknown reason"
        raise GameDataError(f"the file cannot be read: {reason}", file=str(path)) from None
    return house_rules(parse_toml(data, path.name), path.name)


def house_rules(document: Mapping[str, Any], file: str = "") -> HouseRules:
    """Return the house rules in a document. Raises :class:`GameDataErrors`; *file* names it in them."""
    raise_all(document_errors(file, document, _SCHEMA))
    raise_all(_faults(document, file))
    waived = (rule.number for name in document.get("waived", ()) for rule in rule_catalogue().find(name))
    return HouseRules(dict(document.get("settings", {})), frozenset(waived))


def _faults(document: Mapping[str, Any], file: str) -> Iterator[GameDataError]:
    """Yield a fault for each unknown switch, each choice that a switch does not have, and each unknown rule."""
    for name in document.get("waived", ()):
        try:
            rule_catalogue().find(name)
        except UnknownRule as error:
            yield GameDataError("no such rule", file=file, place="waived", found=name,
                                expected=", ".join(error.near))  # fmt: skip
    if not document.get("settings", {}).keys() <= all_switches().keys():
        load_installed()
    switches = all_switches()
    for name, choice in document.get("settings", {}).items():
        place = f"settings, key {name}"
        if name not in switches:
            yield GameDataError("no such switch" + did_you_mean(name, switches), file=file, place=place)
        elif not any(choice == each and type(choice) is type(each) for each in switches[name].choices):
            allowed = ", ".join(map(choice_text, switches[name].choices))
            yield GameDataError(
                "the switch has no such choice", file=file, place=place, found=choice_text(choice), expected=allowed
            )
