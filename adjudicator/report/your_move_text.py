"""The first block of a verification, **Your move**: what each side owes and may do now, with chances and menus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..game.position import Position
from ..game.position_words import time_words
from ..referee.entries.entry import Owed, OwedKind, RefereedGame
from ..referee.entries.tallies import side_name
from ..rules.odds import NO_SHOT
from ..rules.series.fire_sums import MISS
from ..viewing.viewer import Viewer
from .outcomes_text import RESULTS, percent
from .safe_text import columns

__all__ = [
    "HEADING",
    "NOTHING_OWED",
    "MovePart",
    "move_parts",
    "owed_document",
    "owed_word",
    "turn_words",
    "your_move_lines",
    "your_move_words",
]

HEADING: Final = "Your move"
NOTHING_OWED: Final = "nothing owed, no shot to claim"
_WORDS: Final[Mapping[OwedKind, str]] = {
    OwedKind.CHECK: "must roll",
    OwedKind.LOSS: "must mark",
    OwedKind.STEP: "must do",
    OwedKind.OPPORTUNITY_FIRE: "may fire",
    OwedKind.COUNTERBATTERY: "may fire",
}
_SHOTS: Final = frozenset({OwedKind.OPPORTUNITY_FIRE, OwedKind.COUNTERBATTERY})
_RESULT_WORDS: Final[Mapping[str, str]] = {"pass": "passes", "fail": "fails", NO_SHOT: "no shot", MISS: "miss"}
_EITHER: Final = "Either player"


@dataclass(frozen=True, slots=True)
class MovePart:
    """The duties and options of one side."""

    side: str
    """The side's name, or ``Either player``."""
    owed: tuple[Owed, ...]


def move_parts(game: RefereedGame, viewer: Viewer) -> tuple[MovePart, ...]:
    """Return what each side owes and may do, the reader's own first; each thing is said once."""
    found: dict[str, dict[tuple[OwedKind, str, str], Owed]] = {}
    for each in game.owed:
        found.setdefault(each.side, {}).setdefault((each.kind, each.text, each.rule), each)
    sides = sorted(found, key=lambda side: side != viewer.side)
    return tuple(MovePart(side_name(game.book.game, side) or _EITHER, tuple(found[side].values())) for side in sides)


def turn_words(position: Position) -> str:
    """Return the state of the game: the turn, and the chit in play or the one to draw."""
    game, chit = position.game, position.activation.chit
    time = time_words(position, position.time)
    if position.outcome:
        return f"{time}; the game is over"
    if chit in game.chits:
        whose = side_name(game, game.chits[chit].side)
        return f"{time}; in play: {game.chits[chit].name}" + (f" ({whose} acts)" if whose else "")
    if position.due or position.withdrawals or position.event:
        return f"{time}; no chit is in play"
    return f"{time}; draw a chit ({len(position.mug)} in the mug)"


def owed_word(owed: Owed) -> str:
    """Return whether something must be rolled, marked or done, or may be fired."""
    return _WORDS[owed.kind]


def chance_words(owed: Owed) -> str:
    """Return the number needed and the chances of a roll or a shot; empty where none are known."""
    if owed.kind in _SHOTS:
        return _shot_words(owed)
    if set(owed.faces) <= {"pass", "fail"}:
        needed = owed.faces.get("pass", ())
        return f"passes on {_faces(needed)}: {percent(owed.chances['pass'])}" if needed else ""
    told = sorted(owed.faces.items(), key=lambda item: item[1])
    return "; ".join(f"{_result(result)} on {_faces(faces)}: {percent(owed.chances[result])}" for result, faces in told)


def _shot_words(owed: Owed) -> str:
    order = (NO_SHOT, *RESULTS)
    found = sorted(owed.chances.items(), key=lambda item: order.index(item[0]) if item[0] in order else len(order))
    return ", ".join(f"{_result(result)} {percent(chance)}" for result, chance in found if chance)


def _result(result: str) -> str:
    return _RESULT_WORDS.get(result, result)


def _faces(faces: Sequence[int]) -> str:
    """Return faces of a die with those in a row as one run: ``0-4``, ``0, 2-3``."""
    runs: list[list[int]] = []
    for face in sorted(faces):
        if runs and face == runs[-1][-1] + 1:
            runs[-1].append(face)
        else:
            runs.append([face])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def menu_words(owed: Owed, position: Position) -> str:
    """Return the entry of the counter's menu to use, and what is rolled then; empty where the menu has none."""
    rolls = ", then roll 1d10" if owed.kind is OwedKind.CHECK or owed.kind in _SHOTS else ""
    if not owed.menu or owed.unit not in position.units:
        return "roll 1d10" if rolls else ""
    name = position.shown_name(owed.unit)
    return "menu: " + "; ".join(" > ".join(filter(None, (name, m.submenu, m.text))) for m in owed.menu) + rolls


def owed_details(owed: Owed, position: Position) -> Iterator[str]:
    """Yield the lines below something owed: its chances, and the menu's entry for it."""
    yield from filter(None, (chance_words(owed), menu_words(owed, position)))


def your_move_lines(game: RefereedGame, viewer: Viewer) -> Iterator[str]:
    """Yield the block line by line."""
    yield HEADING
    yield f"  {turn_words(game.end)}"
    if not game.owed:
        yield f"  {NOTHING_OWED}"
    for part in move_parts(game, viewer):
        yield f"  {part.side}"
        rows = []
        for each in part.owed:
            rows.append((owed_word(each), f"{each.text} ({each.rule})"))
            rows += [("", f"  {text}") for text in owed_details(each, game.end)]
        yield from columns(rows, indent="    ")


def your_move_words(game: RefereedGame, viewer: Viewer) -> Iterator[str]:
    """Yield the same for a chat window, a line for each thing."""
    for part in move_parts(game, viewer):
        for each in part.owed:
            details = "; ".join(owed_details(each, game.end))
            yield f"{part.side} {owed_word(each)}: {each.text} ({each.rule})" + (f"; {details}" if details else "")


def owed_document(game: RefereedGame, viewer: Viewer) -> list[dict[str, Any]]:
    """Return what is owed and what may be done as JSON."""
    return [
        {
            "kind": each.kind.value, "side": each.side or None, "text": each.text, "rule": each.rule,
            "unit": viewer.unit_document(game.end, each.unit) if each.unit else None, "entry": each.entry,
            "chances": [
                {"result": result, "faces": list(each.faces.get(result, ())), "chance": str(chance)}
                for result, chance in each.chances.items()
            ],
            "menu": [{"submenu": menu.submenu or None, "text": menu.text, "words": menu.words} for menu in each.menu],
        }
        for each in game.owed
    ]  # fmt: skip
