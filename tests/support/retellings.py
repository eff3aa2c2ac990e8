"""Ways to tell an honest mail otherwise: what was done is the same, so nobody may be accused after any of them.

A mail is the lines of its script (``recording/table_script.py``). A retelling moves words before or after their dice,
joins or splits sentences, writes all of them in small letters or capitals, puts talk between them, takes a sentence
away or makes it unreadable, marks results late, or rolls two dice with one button.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

__all__ = ["RETELLINGS", "Retelling"]

Lines = Sequence[str]
Retelling = Callable[[Lines, Random], Lines]
"""A function that returns the lines of a mail told otherwise; the same lines if it cannot be told so."""

_SAY: Final = "say "
_UNREADABLE: Final = "say sdfg hjkl qwe"
_TALK: Final = ("say lol", "say brb, coffee", "say hm ok", "say Nice game so far!", "say (phone, sorry)")
_RESULT: Final = re.compile(r"(?P<unit>[^:]+): (?:\d cohesion hits?|suppressed)")
_TRACKS: Final = ("points ", "dispatch ", "barrage ")
_NEXT_CHIT: Final = ("send ", "draw ", "turn ")
_SENTENCES: Final = re.compile(r"(?<=[.!?]) (?=[A-Z])")


def _is_said(line: str) -> bool:
    return line.startswith(_SAY)


def _is_roll(line: str) -> bool:
    return line.startswith("roll")


def _with_talk(lines: Lines, rng: Random) -> Lines:
    at = rng.choice([at for at in range(len(lines) + 1) if lines[at : at + 1] != ["undo"]])
    return [*lines[:at], rng.choice(_TALK), *lines[at:]]


def _each_said(change: Callable[[str], str]) -> Retelling:
    def retelling(lines: Lines, _rng: Random) -> Lines:
        return [_SAY + change(line.removeprefix(_SAY)) if _is_said(line) else line for line in lines]

    return retelling


def _one_said(change: Callable[[str], Lines]) -> Retelling:
    def retelling(lines: Lines, rng: Random) -> Lines:
        said = [at for at, line in enumerate(lines) if _is_said(line)]
        if not said:
            return lines
        at = rng.choice(said)
        return [*lines[:at], *change(lines[at]), *lines[at + 1 :]]

    return retelling


def _split(lines: Lines, rng: Random) -> Lines:
    long = [at for at, line in enumerate(lines) if _is_said(line) and _SENTENCES.search(line)]
    if not long:
        return lines
    at = rng.choice(long)
    first, rest = _SENTENCES.split(lines[at], maxsplit=1)
    return [*lines[:at], first, _SAY + rest, *lines[at + 1 :]]


def _pairs(lines: Lines, first: Callable[[str], bool], second: Callable[[str], bool]) -> list[int]:
    return [at for at in range(len(lines) - 1) if first(lines[at]) and second(lines[at + 1])]


def _joined(lines: Lines, rng: Random) -> Lines:
    pairs = [at for at in _pairs(lines, _is_said, _is_said) if lines[at].rstrip().endswith((".", "!", "?"))]
    if not pairs:
        return lines
    at = rng.choice(pairs)
    return [*lines[:at], f"{lines[at].rstrip()} {lines[at + 1].removeprefix(_SAY)}", *lines[at + 2 :]]


def _with_one_button(lines: Lines, rng: Random) -> Lines:
    pairs = _pairs(lines, _is_roll, _is_roll)
    if not pairs:
        return lines
    at = rng.choice(pairs)
    return [*lines[:at], lines[at] + lines[at + 1].removeprefix("roll"), *lines[at + 2 :]]


def _with_words_after_dice(lines: Lines, rng: Random) -> Lines:
    pairs = _pairs(lines, _is_said, _is_roll)
    if not pairs:
        return lines
    at = rng.choice(pairs)
    end = next((number for number in range(at + 1, len(lines)) if not _is_roll(lines[number])), len(lines))
    return [*lines[:at], *lines[at + 1 : end], lines[at], *lines[end:]]


def _with_results_late(lines: Lines, _rng: Random) -> Lines:
    """Mark at the end of the mail the results on units that nothing is done with any more, if nobody rallies."""
    late = [line for at, line in enumerate(lines) if _may_be_late(line, lines[at + 1 :])]
    return [*(line for line in lines if line not in late), *late]


def _may_be_late(line: str, later: Lines) -> bool:
    found = _RESULT.fullmatch(line)
    if found is None or any("rall" in each.casefold() for each in later):
        return False
    return not any(found["unit"] in each for each in later if not _is_said(each))


def _with_tracks_last(lines: Lines, _rng: Random) -> Lines:
    """Set the tracks and the barrages of each chit at its end."""
    told: list[str] = []
    late: list[str] = []
    for line in lines:
        if line.startswith(_TRACKS):
            late.append(line)
            continue
        if line.startswith(_NEXT_CHIT):
            told += late
            late = []
        told.append(line)
    return [*told, *late]


RETELLINGS: Final[Mapping[str, Retelling]] = {
    "talk": _with_talk,
    "small-letters": _each_said(str.lower),
    "capitals": _each_said(str.upper),
    "no-full-stops": _each_said(lambda words: words.rstrip(".!")),
    "unreadable-sentence": _one_said(lambda _line: [_UNREADABLE]),
    "sentence-left-out": _one_said(lambda _line: []),
    "split": _split,
    "joined": _joined,
    "one-button": _with_one_button,
    "words-after-dice": _with_words_after_dice,
    "results-late": _with_results_late,
    "tracks-last": _with_tracks_last,
}
"""The retellings by their names."""
