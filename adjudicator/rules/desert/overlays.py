"""Overlays drawn and placed at random, with the rolls that are made again (12.3 to 12.33, 12.41, 12.42)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from .dice_rolls import Rolling
from .tables import desert_tables
from .terrain import BadDescription

__all__ = ["Half", "Placed", "board_layout", "kind_of", "place_overlays"]

_MAX_BOARDS: Final = 8
_MAX_REROLLS: Final = 200


@dataclass(frozen=True, slots=True)
class Half:
    """Half of a board, by its place in the layout: halves count eastward and southward."""

    board: str
    name: str
    """``north``, ``south``, ``east`` or ``west``."""
    column: int
    row: int

    def is_near(self, other: Half) -> bool:
        """Return whether another half is the same, or adjacent, even diagonally."""
        return abs(self.column - other.column) <= 1 and abs(self.row - other.row) <= 1


@dataclass(frozen=True, slots=True)
class Placed:
    """An overlay on its half-board."""

    overlay: str
    half: Half
    high: bool = False
    """True if the overlay is a High Dune."""
    hexrow: str = ""
    """The hexrow of its 1 hex: of two, the one in this half."""
    coordinate: int = 0
    direction: int = 0
    """The Random Direction dr from its 1 hex to its 2 hex (B.8)."""


def _table(name: str) -> Sequence[Mapping[str, Any]]:
    rows: Sequence[Mapping[str, Any]] = desert_tables()["overlays.toml"][name]
    return rows


def _row(name: str, roll: int) -> Mapping[str, Any]:
    return next(row for row in _table(name) if roll <= row.get("up_to", roll))


def board_layout(text: str) -> tuple[tuple[str, ...], ...]:
    """Read boards as rows from north to south: ``26,27/28,29``. Raises :class:`BadDescription`."""
    rows = tuple(tuple(board.strip().upper() for board in row.split(",")) for row in text.split("/"))
    boards = [board for row in rows for board in row]
    known: list[str] = desert_tables()["overlays.toml"]["boards"]
    for board in boards:
        if board not in known:
            raise BadDescription(f"overlays are placed at random on {', '.join(known)} only, not on {board!r} (12.3)")
    if len(set(boards)) < len(boards) or len(boards) > _MAX_BOARDS:
        raise BadDescription(f"each board once, and at most {_MAX_BOARDS} of them")
    return rows


def kind_of(overlay: str) -> tuple[str, str]:
    """Return the kind of an overlay, by the letters of its ID, and the paragraph (4.1, 6.1, 7.1, 12.41 to 12.46)."""
    rows = {row["letters"]: row for row in _table("kinds")}
    row = rows.get(overlay) or rows[overlay.rstrip("0123456789")]
    return row["name"], row["rule"]


def place_overlays(layout: Sequence[Sequence[str]], dice: Rolling, *, upright: bool = False) -> tuple[Placed, ...]:
    """Draw and place overlays on all boards. Raises ``DieMissing`` (12.3 to 12.33, 12.42).

    *upright*: the halves of the boards are a northern and a southern one, else a western and an eastern one.
    """
    drm = _row("density", dice.roll("Overlay Density", "12.3").total)["drm"]
    dice.note(f"drm {drm:+d}" if drm else "no drm")
    placed: list[Placed] = []
    for row, boards in enumerate(layout):
        for column, board in enumerate(boards):
            halves = _halves(board, column, row, upright=upright)
            count = _row("count", dice.roll(f"Board {board}", "12.3").total + drm)
            dice.note(f"{count['first']} {halves[0].name}, {count['second']} {halves[1].name}")
            for half, number in zip(halves, (count["first"], count["second"]), strict=True):
                for _ in range(number):
                    placed += _drawn(half, placed, dice)
    return _positioned(placed, dice)


def _halves(board: str, column: int, row: int, *, upright: bool) -> tuple[Half, Half]:
    """Return the halves of a board, the northernmost or easternmost one first (12.3)."""
    if upright:
        return Half(board, "north", column, 2 * row), Half(board, "south", column, 2 * row + 1)
    return Half(board, "east", 2 * column + 1, row), Half(board, "west", 2 * column, row)


def _drawn(half: Half, placed: Sequence[Placed], dice: Rolling) -> list[Placed]:
    """Return the overlay drawn for a half; one already used is drawn again (12.33), a dune may be left out (12.42)."""
    taken = {each.overlay for each in placed}
    for _ in range(_MAX_REROLLS):
        colored, white = dice.roll(f"Overlay for {half.board} {half.name}", "12.3", 2).dice
        overlay = str(desert_tables()["overlays.toml"]["overlays"][colored - 1][white - 1])
        if overlay in taken:
            dice.note(f"{overlay}: taken, rolled again (12.33)")
            continue
        dice.note(overlay)
        return _dune(overlay, half, placed, dice) if kind_of(overlay)[0] == "sand dune" else [Placed(overlay, half)]
    raise BadDescription("the dice draw nothing but overlays that are taken")


def _dune(overlay: str, half: Half, placed: Sequence[Placed], dice: Rolling) -> list[Placed]:
    """Return a sand dune if it may be placed, a High one if a second dr says so (12.42)."""
    sand = [each for each in placed if kind_of(each.overlay)[0] in ("sand", "sand dune")]
    final = dice.roll(f"Is {overlay} placed", "12.42").total + _near(half, sand)
    dice.note(f"Final dr {final}: {'placed' if final <= 1 else 'not placed'}")
    if final > 1:
        return []
    final = dice.roll(f"Is {overlay} High", "12.42").total + _near(half, [each for each in placed if each.high])
    dice.note(f"Final dr {final}: {'High' if final <= 1 else 'Low'} Dune")
    return [Placed(overlay, half, high=final <= 1)]


def _near(half: Half, others: Sequence[Placed]) -> int:
    """Return the drm of overlays already placed: -2 if near, else -1 (12.42)."""
    return -sum(2 if half.is_near(each.half) else 1 for each in others)


def _positioned(placed: Sequence[Placed], dice: Rolling) -> tuple[Placed, ...]:
    """Return the overlays with their hexes; one upon an earlier one's 1 hex is rolled again (12.33)."""
    done: list[Placed] = []
    for each in placed:
        for _ in range(_MAX_REROLLS):
            found = _position(each, dice)
            if not any(_same_hex(found, other) for other in done):
                break
            dice.note("on another overlay, rolled again (12.33)")
        done.append(found)
    return tuple(done)


def _position(each: Placed, dice: Rolling) -> Placed:
    hexrows: list[str] = desert_tables()["overlays.toml"]["hexrows"]
    hexrow = hexrows[dice.roll(f"Hexrow of {each.overlay}", "12.31", 2).total - 2]
    dice.note(hexrow)
    colored, white = dice.roll(f"Hex and direction of {each.overlay}", "12.32", 2).dice
    dice.note(f"hex {colored + 2}, direction {white}")
    return replace(each, hexrow=hexrow, coordinate=colored + 2, direction=white)


def _same_hex(one: Placed, other: Placed) -> bool:
    return (one.half, one.hexrow, one.coordinate) == (other.half, other.hexrow, other.coordinate)
