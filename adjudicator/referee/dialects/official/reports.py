"""The lines that the attack wizard of the official Grand Tactical Series module writes, read one by one.

Their texts are those of vassal-files.md 6.7. Any other line is passed over; hostile ones stay harmless, since
each is cut short before it is looked at and every number has few digits.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from ...events import ReportedModifier
from .words import grand_tactical_words

__all__ = ["AttackBlock", "BonusRoll", "NamedUnit", "read_block"]

_MAX_LENGTH: Final = 600
_MAX_LINES: Final = 60
_MAX_SHOWN: Final = 60
_HEADLINE: Final = re.compile(r"\* <[^<>]*> - (?P<text>.*)")
_DETAIL: Final = re.compile(r"<[^<>]*> (?P<text>.*)")
_UNIT: Final = r"[^\[\]]{{0,60}}? unit (?P<{0}>[^\[\]]+?) \[(?P<{0}_place>[^\[\]]*)\]"
_LINES: Final[Mapping[str, re.Pattern[str]]] = {
    "attacks": re.compile(_UNIT.format("firer") + " attacks? " + _UNIT.format("target") + "(?: - (?P<mode>.*))?"),
    "new-target": re.compile("New target " + _UNIT.format("target")),
    "range": re.compile(r"Range:? (?P<distance>\d{1,3})/(?:\d{1,3}|\*)(?: \(.*\))?"),
    "weapon": re.compile(r"Weapon Class - [^()]* \((?P<colour>\w{1,20})\) v (?P<section>\w{1,20})"),
    "rating": re.compile(
        r"Fire Rating (?P<rating>-?\d{1,3}) \[(?:No modifiers|Base (?P<base>-?\d{1,3})(?:: (?P<sum>.*))?)\]"
    ),
    "roll": re.compile(r">(?P<die>\d)< Rolled!(?P<typed> +\(Manually entered\))?"),
    "miss": re.compile(r"Miss, no effect"),
    "hit": re.compile(r"\*HIT\*, Result = (?P<code>C|S\?|S|1|E) - .*"),
    "ignored": re.compile(r"(?P<ignored>Ignoring (?:negative defence|all) modifiers)"),
    "bonus": re.compile(
        r"Company Bonus Roll: TQR=(?P<quality>\d{1,2})[^=]{0,60}, roll=(?P<bonus_die>\d) +(?P<outcome>Success|Failed)!"
    ),
}  # fmt: skip
_NEXT_MODIFIER: Final = re.compile(r", *(?=[+-]\d)")
_MODIFIER: Final = re.compile(r"(?P<value>[+-]\d{1,2}) (?P<text>.+)")
_BY_HAND: Final = "Other"
_SUCCESS: Final = "Success"
_ALWAYS_FAILS: Final = 9


@dataclass(frozen=True, slots=True)
class NamedUnit:
    """A unit as a line names it."""

    name: str
    place: str


@dataclass(frozen=True, slots=True)
class BonusRoll:
    """A roll for the Company Bonus."""

    quality: int
    """The Troop Quality that the wizard held it against."""
    die: int
    passed: bool

    @property
    def is_consistent(self) -> bool:
        """True if the outcome is that of the die and the Troop Quality."""
        return self.passed is (self.die == 0 or self.quality >= self.die != _ALWAYS_FAILS)


@dataclass(slots=True)
class AttackBlock:
    """The lines of one step on an attack; what they do not say is empty or None."""

    headlines: list[str] = field(default_factory=list)
    mode: str = ""
    firer: NamedUnit | None = None
    target: NamedUnit | None = None
    distance: int | None = None
    colour: str = ""
    """The colour's name, as the module has it."""
    section: str = ""
    rating: int | None = None
    base: int | None = None
    modifiers: tuple[ReportedModifier, ...] = ()
    by_hand: int | None = None
    die: int | None = None
    typed_in: bool = False
    result: str = ""
    ignored: str = ""
    bonus: BonusRoll | None = None

    def take(self, kind: str, found: re.Match[str]) -> None:
        """Take in what a line says."""
        told = found.groupdict()
        match kind:
            case "attacks" | "new-target":
                self.firer = NamedUnit(told["firer"], told["firer_place"]) if "firer" in told else self.firer
                self.target = NamedUnit(told["target"], told["target_place"])
                self.mode = told.get("mode") or self.mode
            case "range":
                self.distance = int(told["distance"])
            case "weapon":
                self.colour = told["colour"]
                self.section = grand_tactical_words().sections.get(told["section"], "")
            case "rating":
                self._take_sum(told)
            case "roll":
                self.die, self.typed_in = int(told["die"]), told["typed"] is not None
            case "miss":
                self.result = "miss"
            case "hit":
                self.result = told["code"]
            case "ignored":
                self.ignored = told["ignored"]
            case "bonus":
                self.bonus = BonusRoll(int(told["quality"]), int(told["bonus_die"]), told["outcome"] == _SUCCESS)

    def _take_sum(self, told: Mapping[str, str | None]) -> None:
        """Take in a rating with its sum; of a sum that makes no sense only the rating."""
        self.rating = int(told["rating"] or 0)
        parts = [_MODIFIER.fullmatch(part) for part in _NEXT_MODIFIER.split(told["sum"] or "") if part]
        if told["base"] is None or None in parts:
            return
        self.base = int(told["base"])
        found = [(part["text"].strip(), int(part["value"])) for part in parts if part is not None]
        by_hand = [value for text, value in found if text == _BY_HAND]
        self.by_hand = sum(by_hand) if by_hand else None
        words = grand_tactical_words()
        self.modifiers = tuple(
            ReportedModifier(words.modifier(text, value), _shown(text), value)
            for text, value in found if text != _BY_HAND
        )  # fmt: skip


def read_block(lines: tuple[str, ...]) -> AttackBlock:
    """Return what the chat lines of a step say of an attack."""
    block = AttackBlock()
    for line in lines[:_MAX_LINES]:
        text = html.unescape(line[:_MAX_LENGTH]).strip()
        if headline := _HEADLINE.fullmatch(text):
            block.headlines.append(headline["text"].strip())
        elif detail := _DETAIL.fullmatch(text):
            _take_detail(block, detail["text"].strip())
    return block


def _take_detail(block: AttackBlock, text: str) -> None:
    if grand_tactical_words().mode(text) is not None:
        block.mode = text
        return
    for kind, pattern in _LINES.items():
        if found := pattern.fullmatch(text):
            block.take(kind, found)
            return


def _shown(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text[:_MAX_SHOWN])
