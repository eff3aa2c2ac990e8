"""Recognises dice, turns, talk, reports and undoing in the chat lines of a log's steps.

How lines are worded differs by module and is data: see ``dice_patterns.py`` for the tables and
``dice_patterns.toml`` for those that come with the program. What a roll is, and how its chat line and
its properties are put together, is in ``dice_rolls.py`` (vassal-files.md 5.2, 5.3 and 6.7).
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, Literal

from .dice_patterns import (
    MAX_LINE,
    LinePattern,
    PatternError,
    PatternTables,
    builtin_tables,
    join_tables,
    read_tables,
)
from .dice_rolls import (
    ChatRoll,
    DiceRoll,
    Faces,
    KnownDie,
    PropertyChange,
    PropertyRoll,
    chat_roll,
    dice_samples,
    join_faces,
    make_roll,
    pair_rolls,
    pattern_faces,
    property_rolls,
)
from .report_patterns import pattern_of_report

__all__ = [
    "DiceRoll",
    "KnownDie",
    "LineKind",
    "LineReading",
    "LogPatterns",
    "PatternError",
    "PropertyChange",
    "dice_samples",
    "load_patterns",
]

LineKind = Literal["dice", "turn", "talk", "report", "undo", "other"]

_MAX_LINES_KEPT: Final = 1024
"""The number of lines whose readings are cached: each line is read several times, and players repeat themselves."""
_LINE_TABLES: Final[Mapping[str, LineKind]] = {"turn": "turn", "chat": "talk", "report": "report"}


@dataclass(frozen=True, slots=True)
class LineReading:
    """The reading of a chat line: its kind, the name of the pattern that matched it, and the texts that it read."""

    kind: LineKind
    pattern: str = ""
    groups: Mapping[str, str] = field(default_factory=dict)


class LogPatterns:
    """Recognises the chat lines of a log by tables of patterns; :func:`load_patterns` makes one.

    Lines are those of the ``CHAT`` commands, without the prefix. A line of more than 2,000 characters
    is no roll; it is talk if its beginning is, and else ``other``.
    """

    def __init__(self, tables: PatternTables) -> None:
        self._tables = tables
        self._first = lru_cache(_MAX_LINES_KEPT)(self._read_by_table)
        self._chat = lru_cache(_MAX_LINES_KEPT)(self._read_roll)

    def with_reports(self, reports: Mapping[str, str]) -> LogPatterns:
        """Return these patterns, and after them the lines of dice buttons by the buttons' report formats."""
        rows = [row for button, report in reports.items() if (row := pattern_of_report(button, report)) is not None]
        return LogPatterns({**self._tables, "dice": (*self._tables["dice"], *rows)}) if rows else self

    def read(self, line: str) -> LineReading:
        """Return the kind of *line*, and what is read from it.

        The tables are tried in the order undo, dice, turn, talk, report; the first match is taken.
        """
        undone = self._first("undo", line)
        if undone is not None:
            return LineReading("undo", *undone)
        chat = self._chat(line)
        if chat is not None:
            return LineReading("dice", chat.pattern.name, chat.groups)
        for table, kind in _LINE_TABLES.items():
            found = self._first(table, line)
            if found is not None:
                return LineReading(kind, *found)
        return self._long_talk(line) if len(line) > MAX_LINE else LineReading("other")

    def _long_talk(self, line: str) -> LineReading:
        """Return the reading of a line that is too long to be matched as a whole: a player typed it if it begins so."""
        begins = line[:MAX_LINE].rstrip()
        found = self._first("chat", begins)
        if found is None or "text" not in found[1]:
            return LineReading("other")
        name, groups = found
        return LineReading("talk", name, {**groups, "text": groups["text"] + html.unescape(line[len(begins) :])})

    def kind(self, line: str) -> LineKind:
        """Return the kind of *line*; see :meth:`read`."""
        return self.read(line).kind

    def speaker(self, line: str) -> str | None:
        """Return the name of the player in *line*; None if it names none."""
        return self.read(line).groups.get("player") or None

    def rolls(
        self,
        chat_lines: Sequence[str],
        property_changes: Sequence[PropertyChange] = (),
        known_dice: Mapping[str, KnownDie] | None = None,
    ) -> tuple[DiceRoll, ...]:
        """Return the rolls of one step, in the order of its chat lines; those without a line come last.

        *known_dice* maps the names of dice buttons to what the module says of them. A step that undoes
        something holds no roll, its properties go back to what they were: it is known by a line of
        kind ``undo``. A step whose ``UNDO`` command says so and that has no such line must not be given.
        """
        if any(self._first("undo", line) is not None for line in chat_lines):
            return ()
        chats = [chat for line in chat_lines if (chat := self._chat(line)) is not None]
        pairs = pair_rolls(chats, property_rolls(property_changes))
        return tuple(self._roll(chat, stated, known_dice or {}) for chat, stated in pairs)

    def check_examples(self) -> None:
        """Check each row against its own examples; raises :class:`PatternError` for the first that fails."""
        for table, rows in self._tables.items():
            for row in rows:
                self._check_row(table, row)

    def _check_row(self, table: str, row: LinePattern) -> None:
        for number, example in enumerate(row.examples, 1):
            read = self._read_alone(table, row, example.line)
            wanted = dict(example.expect)
            found = None if read is None else {key: read.get(key) for key in wanted}
            if found != wanted:
                raise PatternError(
                    "the pattern does not read its own example as the file expects",
                    file=row.file,
                    place=f"{row.place}, example {number}",
                    found="no match" if found is None else repr(found),
                    expected=repr(wanted),
                )

    def _read_alone(self, table: str, row: LinePattern, line: str) -> Mapping[str, object] | None:
        """Read *line* with one row alone; the keys are those that an example of this table may have."""
        if table == "dice":
            chat = chat_roll(row, line)
            if chat is None:
                return None
            roll = self._roll(chat, None, {})
            keys = ("player", "button", "total", "sides", "low", "dice")
            return {"results": list(roll.results)} | {key: getattr(roll, key) for key in keys}
        groups = row.read(line)
        if table == "button" and groups is not None:
            return pattern_faces(row, groups)._asdict()
        return groups

    def _read_by_table(self, table: str, line: str) -> tuple[str, dict[str, str]] | None:
        for row in self._tables[table]:
            groups = row.read(line)
            if groups is not None:
                return row.name, groups
        return None

    def _read_roll(self, line: str) -> ChatRoll | None:
        for row in self._tables["dice"]:
            chat = chat_roll(row, line)
            if chat is not None:
                return chat
        return None

    def _named(self, button: str) -> Faces:
        """Return what a button's name says of its dice."""
        for row in self._tables["button"]:
            groups = row.read(button)
            if groups is not None:
                return pattern_faces(row, groups)
        return Faces()

    def _roll(self, chat: ChatRoll | None, stated: PropertyRoll | None, known_dice: Mapping[str, KnownDie]) -> DiceRoll:
        """Make one roll; its dice are given by the line, else the module, else the button's name."""
        buttons = [each.button for each in (stated, chat) if each is not None and each.button]
        known = next((known_dice[button] for button in buttons if button in known_dice), None)
        sources = [pattern_faces(chat.pattern, chat.groups)] if chat else []
        if known is not None:
            sources.append(Faces(known.sides, known.low + known.plus, known.dice))
        sources += map(self._named, buttons)
        return make_roll(chat, stated, join_faces(sources), known)


def load_patterns(extra: Sequence[Path] = ()) -> LogPatterns:
    """Return the patterns of the files *extra*, tried first and in this order, and the program's own.

    Raises :class:`PatternError`, in one line that names the file, the row and what is allowed, if a
    file cannot be read, does not follow its schema, has an expression that does not compile or lacks
    a group, or if a row does not read its own examples as they expect.
    """
    if not extra:
        return _builtin_patterns()
    patterns = LogPatterns(join_tables([*map(read_tables, extra), builtin_tables()]))
    patterns.check_examples()
    return patterns


@cache
def _builtin_patterns() -> LogPatterns:
    """Return the program's own patterns, checked once. Raises :class:`PatternError`."""
    patterns = LogPatterns(builtin_tables())
    patterns.check_examples()
    return patterns
