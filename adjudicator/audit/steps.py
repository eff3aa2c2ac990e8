"""The steps of a log with what the referee reads from each: its player, its dice, what it uncovered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..vassal.building import UNIQUE_ID
from ..vassal.pieces import Piece
from ..vassal.replay import Fact, PieceChanged, PieceCreated, PieceMoved, Replay, Step, face_down
from ..vassal.table import Table
from .dice import DiceRoll, KnownDie, LogPatterns

__all__ = ["AuditedStep", "Observer", "Watch", "look_away", "read_steps"]

Watch = Callable[[Iterable[Step]], Iterable[Step]]
"""A function that is handed the steps as they are replayed and passes them on, to show progress."""

Observer = Callable[[Step, Table], object]
"""A function that is shown each step with the table after it; the table changes with the next step."""


def look_away(_step: Step, _table: Table) -> None:
    """Observe nothing."""


_COVERING_PROPERTIES = ("obs;", "hiddenBy")
"""The properties that name who masked or hid a piece."""


@dataclass(frozen=True, slots=True)
class AuditedStep:
    """One step with its player and its dice."""

    step: Step
    player: str
    """The player who made the step; empty if the log does not show him."""
    presumed: bool
    """True if the player is known only because everything else in the log is his."""
    rolls: tuple[DiceRoll, ...]
    line_kinds: tuple[str, ...]
    """The kind of each chat line of the step: dice, turn, talk, report, undo or other."""
    undone_lines: tuple[str, ...] = ()
    """The chat lines that the step says it takes back."""
    uncovered: tuple[Fact, ...] = ()
    """The facts that the step brought to light: cards drawn unseen, masks and hidings taken off."""
    copies: tuple[Fact, ...] = ()
    """The pieces that the step made as copies of others."""

    @property
    def number(self) -> int:
        """The step's number, counted from 1."""
        return self.step.number


@dataclass(frozen=True, slots=True)
class _ReadStep:
    """A step before its player is known."""

    step: Step
    movers: tuple[str, ...]
    speakers: tuple[str, ...]
    rolls: tuple[DiceRoll, ...]
    line_kinds: tuple[str, ...]
    undone_lines: tuple[str, ...]
    uncovered: tuple[Fact, ...]
    copies: tuple[Fact, ...]


def read_steps(
    replay: Replay, patterns: LogPatterns, dice: Mapping[str, KnownDie], watch: Watch = iter,
    observe: Observer = look_away,
) -> tuple[AuditedStep, ...]:  # fmt: skip
    """Replay a log and return its steps; afterwards the replay's table is that of the end.

    *dice* is what the module says of its dice buttons. *observe* is shown each step and the table after it. A step
    that names nobody belongs to the one player whom the others name, if there is only one.
    """
    read = []
    for step in watch(replay):
        observe(step, replay.table)
        read.append(_read_step(step, replay.table, patterns, dice))
    names = [_named(each, replay.table) for each in read]
    everybody = {name for name in names if name}
    recorder = everybody.pop() if len(everybody) == 1 else ""
    return tuple(
        AuditedStep(
            each.step, name or recorder, not name and bool(recorder), each.rolls, each.line_kinds,
            each.undone_lines, each.uncovered, each.copies,
        )
        for each, name in zip(read, names, strict=True)
    )  # fmt: skip


def _read_step(step: Step, after: Table, patterns: LogPatterns, dice: Mapping[str, KnownDie]) -> _ReadStep:
    readings = [patterns.read(line) for line in step.chat]
    undone = tuple(reading.groups.get("text", "") for reading in readings if reading.kind == "undo")
    rolls = () if step.is_undo else patterns.rolls(step.chat, step.property_changes, dice)
    speakers = [reading.groups.get("player", "") for reading in readings]
    speakers += [roll.player for roll in rolls]
    movers = [fact.player for fact in step.facts if isinstance(fact, PieceMoved) and fact.player]
    return _ReadStep(
        step, tuple(movers), tuple(filter(None, speakers)), rolls, tuple(reading.kind for reading in readings),
        undone, () if step.is_undo or undone else _uncovered(step.facts, after),
        () if step.is_undo else _copies(step.facts, after),
    )  # fmt: skip


def _named(read: _ReadStep, table: Table) -> str:
    if read.speakers:
        return read.speakers[0]
    for player_id in read.movers:
        entry = table.players.get(player_id)
        return entry.name if entry and entry.name else player_id
    return ""


def _uncovered(facts: Sequence[Fact], table: Table) -> tuple[Fact, ...]:
    """Return the facts that brought hidden things to light; *table* is that after the step."""
    drawn = any(isinstance(fact, PieceMoved) and fact.origin_deck for fact in facts)
    unseen = {deck.name for deck in table.decks() if _is_drawn_unseen(deck)} if drawn else set[str]()
    return tuple(
        fact for fact in facts
        if (isinstance(fact, PieceMoved) and fact.origin_deck in unseen and fact.target_deck != fact.origin_deck)
        or (isinstance(fact, PieceChanged) and any(c.name in _COVERING_PROPERTIES and not c.new for c in fact.changes))
    )  # fmt: skip


def _copies(facts: Sequence[Fact], table: Table) -> tuple[Fact, ...]:
    """Return the facts that brought in copies: VASSAL writes such a piece with the original's ``UniqueID``.

    A piece that comes from anywhere else has its own id there. *table* is that after the step.
    """
    return tuple(
        fact for fact in facts
        if isinstance(fact, PieceCreated)
        and (origin := fact.piece.persistent_properties.get(UNIQUE_ID, fact.piece.id)) != fact.piece.id
        and origin in table.pieces
    )  # fmt: skip


def _is_drawn_unseen(deck: Piece) -> bool:
    """Return whether nobody knows which card comes next: the cards lie face down or are drawn by lot."""
    return face_down(deck) or deck.type.basic.text_field("shuffle_option") == "Always"
