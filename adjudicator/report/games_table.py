"""Many games side by side: as text, as CSV, as JSON (``schema/audit-batch.schema.json``).

What is the same in many of them, the rules that nobody settled and the estimated figures, is said once, below.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any, Final

from ..audit.dice import dice_samples
from ..audit.dice_statistics import DEFAULT_FAMILY_ERROR, DiceSample, DieReport, significance
from ..game.game_data import GameData
from ..rules.switches import HouseRules
from .audit_text import die_document, die_row
from .entries_text import switch_words
from .game_summary import GameDie, GameSummary, GameVerdict
from .safe_text import columns, count, one_line
from .sums_text import estimated_lines

__all__ = ["GameRow", "GamesTable", "csv_text", "pooled_dice", "row_lines", "table_document", "table_lines"]

FORMAT: Final = 2
_FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r")
"""With these a spreadsheet begins a formula."""
_HEADS: Final = (
    "Game",
    "Verdict",
    "Actions",
    "Illegal",
    "Undecided",
    "Faults",
    "Dice",
    "Files",
    "Players and standing",
)
_EXIT_CODES: Final = ((GameVerdict.ILLEGAL, 1), (GameVerdict.UNREADABLE, 3), (GameVerdict.UNDECIDED, 2))


@dataclass(frozen=True)
class GameRow:
    """A game among many."""

    name: str
    summary: GameSummary
    files: tuple[str, ...]
    """Its logs, below the folder that was given."""
    start: str = ""
    """The save that it begins with."""
    copies: tuple[str, ...] = ()
    """Other places of its logs."""
    forks: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()
    """The names of its web pages."""

    @property
    def players(self) -> str:
        """The players, with their sides."""
        return " against ".join(f"{each.name} ({each.side})" for each in self.summary.players)

    @property
    def scenario(self) -> str:
        """The scenario that is played; the module if that has no referee."""
        place = self.summary.place
        return f"Scenario {place.scenario}, {place.title}" if place else self.summary.module

    @property
    def turn(self) -> str:
        """The turn that the game has reached."""
        return self.summary.place.turn_words if self.summary.place else ""

    @property
    def standing(self) -> str:
        """The words for who has won, or would have."""
        place = self.summary.place
        if not place:
            return ""
        return place.standing if place.over else f"not over; so far: {place.standing}"

    @property
    def dice(self) -> str:
        """The mean of the dice, and whose are remarkable."""
        die = self.main_die
        if die is None or die.mean is None:
            return ""
        remarkable = sorted({each.player or "?" for each in self.summary.dice if each.remarkable})
        told = f"; remarkable: {', '.join(remarkable)}" if remarkable else ""
        return f"{die.mean:.2f} of {die.rolls}{told}"

    @property
    def main_die(self) -> GameDie | None:
        """All players' results with the kind of die that was rolled most."""
        rolls = Counter[str]()
        for each in self.summary.dice:
            rolls[each.die] += each.rolls
        if not rolls:
            return None
        kind = max(rolls, key=lambda die: (rolls[die], die))
        same = [each for each in self.summary.dice if each.die == kind and each.mean is not None]
        total = sum(each.rolls for each in same)
        mean = sum((each.mean or 0) * each.rolls for each in same) / total if total else None
        return GameDie("", kind, total, mean, remarkable=False)

    @property
    def remarks(self) -> tuple[str, ...]:
        """Other remarks on the game."""
        found = list(self.summary.remarks)
        place = self.summary.place
        if place and not place.from_start:
            found.insert(0, "its first log does not begin with the start of the scenario")
        found += [f"continues differently, and is not counted: {name}" for name in self.forks]
        found += [f"another state of one of its logs, not counted: {name}" for name in self.replaced]
        folders = Counter(str(PurePosixPath(name).parent) for name in self.copies)
        found += [
            f"copies of its logs are in {_folder(name)} ({count(number, 'log')})"
            for name, number in sorted(folders.items())
        ]
        return tuple(found)


@dataclass(frozen=True)
class GamesTable:
    """All games, and what they have in common."""

    rows: tuple[GameRow, ...]
    house_rules: HouseRules
    game: GameData
    orphans: tuple[str, ...] = ()
    """Saves that belong to no game."""
    dice: tuple[DieReport, ...] = field(default=())
    """Each player's dice of all games together."""

    @property
    def counts(self) -> dict[GameVerdict, int]:
        """The number of games of each verdict."""
        found = Counter(row.summary.verdict for row in self.rows)
        return {verdict: found[verdict] for verdict in GameVerdict}

    @property
    def exit_code(self) -> int:
        """1 if any game is illegal or has a fault, else 3 if any cannot be read, else 2 if any is undecided."""
        return next((code for verdict, code in _EXIT_CODES if self.counts[verdict]), 0)

    @property
    def switches(self) -> tuple[tuple[str, int, int], ...]:
        """The rules that nobody settled, how many actions depend on each, and in how many games."""
        actions, games = Counter[str](), Counter[str]()
        for row in self.rows:
            actions.update(row.summary.switches)
            games.update(list(row.summary.switches))
        return tuple((name, actions[name], games[name]) for name in sorted(actions))

    @property
    def estimated(self) -> str:
        """The estimated figures that rulings rest on, in one line; empty for none."""
        units = {unit: None for row in self.rows for unit in row.summary.units if unit in self.game.units}
        with_map = any(row.summary.with_map for row in self.rows)
        return next(iter(estimated_lines(self.game, sorted(units), with_map=with_map)[1:]), "")

    @property
    def total(self) -> str:
        """The number of games, and of those with each verdict; then the number of files that cannot be read."""
        order = list(GameVerdict)
        rows = sorted(self.rows, key=lambda row: order.index(row.summary.verdict))
        games = [row for row in rows if row.summary.verdict is not GameVerdict.UNREADABLE]
        told = ", ".join(f"{number} {words}" for words, number in Counter(row.summary.words for row in games).items())
        unread = sum(max(len(row.files), 1) for row in rows if row.summary.verdict is GameVerdict.UNREADABLE)
        parts = [f"{count(len(games), 'game')}: {told}"] if games else []
        return "; ".join([*parts, *([f"{count(unread, 'file')} cannot be read"] if unread else [])])

    @property
    def dice_words(self) -> str:
        """The sentences on how the dice of all games were tested."""
        tests, times = sum(len(each.tests) for each in self.dice), f"{round(1 / DEFAULT_FAMILY_ERROR):,}"
        return (
            f"Each player's dice from all games are tested together, exactly: {count(tests, 'test')} of "
            f"{count(len(self.dice), 'player and die', 'players and dice')}. The threshold of each test is "
            f"1 in {times} divided by the number of tests (Bonferroni), so that fair dice give a false alarm in at "
            f"most 1 of {times} such tables. The dice of a single game have the same threshold for that game alone: of "
            f"{times} fair games, about one at most is remarkable. Remarkable dice are something to ask the player "
            "about; they prove nothing."
        )


def _folder(name: str) -> str:
    return "the same folder" if name == "." else name


def pooled_dice(rows: Iterable[GameRow]) -> tuple[DieReport, ...]:
    """Return the tests of each player's dice of all games together, corrected for how many tests there are."""
    by_module: dict[str, list[GameRow]] = {}
    for row in rows:
        by_module.setdefault(row.summary.module, []).append(row)
    samples: list[DiceSample] = []
    for module, same in by_module.items():
        found = dice_samples(each for row in same for each in row.summary.dice_rolls())
        several = len(by_module) > 1
        samples += [replace(each, player=f"{each.player or '?'} [{module}]") if several else each for each in found]
    return tuple(significance(sorted(samples, key=lambda each: (each.player, each.die))))


# text


def row_lines(row: GameRow) -> Iterator[str]:
    """Yield what is illegal in a game, and the faults, under its name; nothing where there is none."""
    summary = row.summary
    if summary.verdict is GameVerdict.UNREADABLE:
        yield f"{one_line(row.name)}: cannot be read: {one_line(summary.problem)}"
    elif summary.lines:
        yield f"{one_line(row.name)}: {summary.words}"
    yield from summary.lines


def table_lines(table: GamesTable) -> Iterator[str]:
    """Yield the table, what is the same in many games, and the sum."""
    yield ""
    yield from columns([_HEADS, *(_cells(row) for row in table.rows)], indent="")
    remarks = [(one_line(row.name), remark) for row in table.rows for remark in row.remarks]
    if remarks or table.orphans:
        yield from ("", "Remarks")
        yield from columns([*remarks, *((one_line(name), "a save that belongs to no game") for name in table.orphans)])
    if table.dice:
        yield from ("", "Dice of all games")
        yield from columns([die_row(report) for report in table.dice])
        yield table.dice_words
    if table.switches or table.estimated:
        yield from ("", "The same in all games")
    for name, actions, games in table.switches:
        yield f"  {count(actions, 'action')} of {count(games, 'game')}: {switch_words(name, table.house_rules)}"
    if table.estimated:
        yield f"  {table.estimated}"
    yield from ("", table.total)


def _cells(row: GameRow) -> tuple[str, ...]:
    summary = row.summary
    faults = str(summary.faults or "-") + (f" (+{summary.questions}?)" if summary.questions else "")
    told = "; ".join(filter(None, (row.players, row.scenario, row.turn, row.standing)))
    if summary.verdict is GameVerdict.UNREADABLE:
        return one_line(row.name), summary.verdict.words, "-", "-", "-", "-", "-", str(len(row.files)), told
    figures = [
        str(number) if summary.place else "-" for number in (summary.actions, summary.illegal, summary.undecided)
    ]
    return (
        one_line(row.name), summary.words, *figures, faults, row.dice or "-", str(len(row.files)), told,
    )  # fmt: skip


# CSV and JSON

_COLUMNS: Final = (
    "game", "verdict", "players", "scenario", "turn", "over", "standing", "actions", "illegal", "undecided", "waived",
    "faults", "questions", "dice_rolled", "dice_mean", "dice_remarkable", "files", "first_file", "last_file", "remarks",
    "problem",
)  # fmt: skip


def csv_text(table: GamesTable) -> str:
    """Return the table as CSV with a row of headings; no cell of it begins a formula."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for row in table.rows:
        writer.writerow([_harmless(value) for value in _values(row)])
    return text.getvalue()


def _values(row: GameRow) -> tuple[str | int, ...]:
    summary, die = row.summary, row.main_die
    refereed = summary.place is not None
    figures = [
        number if refereed else "" for number in (summary.actions, summary.illegal, summary.undecided, summary.waived)
    ]
    readable = summary.verdict is not GameVerdict.UNREADABLE
    return (
        row.name, summary.verdict.value, row.players, row.scenario, summary.place.turn if summary.place else "",
        ("yes" if summary.place.over else "no") if summary.place else "",
        summary.place.standing if summary.place else "", *figures,
        summary.faults if readable else "", summary.questions if readable else "",
        die.rolls if die else "", f"{die.mean:.4f}" if die and die.mean is not None else "",
        ", ".join(sorted({each.player or "?" for each in summary.dice if each.remarkable})),
        len(row.files), row.files[0], row.files[-1], "; ".join(row.remarks), summary.problem,
    )  # fmt: skip


def _harmless(value: str | int) -> str | int:
    if isinstance(value, int):
        return value
    text = one_line(value, len(value) + 1)
    return f"'{text}" if text.startswith(_FORMULA_SIGNS) else text


def table_document(table: GamesTable) -> dict[str, Any]:
    """Return the table as JSON."""
    return {
        "format": FORMAT,
        "kind": "audit-batch",
        "games": [_row_document(row) for row in table.rows],
        "orphans": list(table.orphans),
        "dice": [die_document(report) for report in table.dice],
        "dice_tests": {
            "number": sum(len(each.tests) for each in table.dice), "family_error": float(DEFAULT_FAMILY_ERROR),
            "correction": "Bonferroni",
        },
        "unsettled": [
            {"switch": name, "actions": actions, "games": games, "text": switch_words(name, table.house_rules)}
            for name, actions, games in table.switches
        ],
        "estimated": table.estimated or None,
        "counts": {verdict.value: number for verdict, number in table.counts.items()},
        "exit_code": table.exit_code,
    }  # fmt: skip


def _row_document(row: GameRow) -> dict[str, Any]:
    """Return one game of the table as JSON."""
    summary, place = row.summary, row.summary.place
    refereed = place is not None
    return {
        "name": row.name,
        "verdict": summary.verdict.value,
        "exit_code": summary.exit_code,
        "problem": summary.problem or None,
        "module": summary.module or None,
        "players": [{"name": each.name, "side": each.side} for each in summary.players],
        "scenario": place.scenario if place else None,
        "title": place.title if place else None,
        "turn": place.turn if place else None,
        "over": place.over if place else None,
        "standing": place.standing if place else None,
        **{name: getattr(summary, name) if refereed else None
           for name in ("actions", "illegal", "undecided", "waived")},
        "faults": summary.faults,
        "questions": summary.questions,
        "dice": [
            {"player": each.player or None, "die": each.die, "results": each.rolls, "mean": each.mean,
             "remarkable": each.remarkable}
            for each in summary.dice
        ],
        "files": list(row.files),
        "start": row.start or None,
        "copies": list(row.copies),
        "forks": list(row.forks),
        "replaced": list(row.replaced),
        "remarks": list(row.remarks),
        "against": list(summary.lines),
        "pages": list(row.pages),
    }  # fmt: skip
