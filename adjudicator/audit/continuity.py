"""The continuity of files: whether one file goes on where another one ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from ..vassal.commands import Command
from ..vassal.comparison import compare_tables, same_game
from ..vassal.piece_changes import MOVED_MARK
from ..vassal.replay import Fact, NotesChanged, PieceChanged, PieceCreated, PieceMoved, Replay, RosterChanged
from ..vassal.saved_game import SavedGame
from ..vassal.table import Table
from .findings import FINDING_KINDS, Finding

__all__ = ["Continuity", "Ends", "Link", "compare_files", "same_position"]


class Link(Enum):
    """The relation of a file to the one before it."""

    CONTINUES = "continues"
    """The file begins exactly where the other one ended."""
    CONTAINS = "contains"
    """The file begins where the other one began and has all its steps, and perhaps more."""
    SHORTER = "shorter"
    """The file begins where the other one began and has only the first of its steps."""
    FORK = "fork"
    """The file begins where the other one began and goes on differently."""
    MIDDLE = "from the middle"
    """The file begins where the other one stood before its last steps."""
    BROKEN = "broken"
    """The file begins somewhere else."""
    OTHER_GAME = "other game"
    """The two have nothing in common."""


@dataclass(frozen=True, slots=True)
class Continuity:
    """The link between two files, and what differs between the end of one and the start of the other."""

    previous: str
    link: Link
    differences: tuple[Fact, ...]
    """The facts that lead from the end of the previous file to the beginning of this one; the roster, the
    notes and the marks of having moved are not among them."""
    harmless: tuple[Fact, ...]
    """Such differences in the roster, the notes and the marks of having moved."""
    same_steps: int
    """The number of the previous file's steps that this one takes over or starts after; all of them if it continues."""
    previous_end: Table
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Ends:
    """The table of a file at its start and at its end."""

    start: Table
    end: Table

    @classmethod
    def of(cls, game: SavedGame) -> Ends:
        """Replay a file to its end. Raises LimitExceeded."""
        replay = Replay(game)
        replay.steps()
        return cls(replay.initial, replay.table)


def compare_files(
    previous: SavedGame, game: SavedGame, *, before: Ends | None = None, start: Table | None = None
) -> Continuity:
    """Compare *game* with *previous*, either of which may be a save or a log. Raises LimitExceeded.

    *before* are the tables of *previous* and *start* is the first one of *game*, where they are known already.
    """
    before = before or Ends.of(previous)
    start = start or Replay(game).initial
    end = before.end
    facts = compare_tables(end, start)
    differences = _grave(facts)
    harmless = tuple(fact for fact in facts if _is_harmless(fact))
    link, same = _link(previous, game, before, start, differences)
    findings = (*_link_findings(link, same, previous, game, differences), *_origin_findings(previous, game))
    if link is Link.CONTINUES and any(isinstance(fact, RosterChanged) for fact in harmless):
        findings += (Finding(FINDING_KINDS["roster-changed"], "the players or their sides are not the same as "
                             "in the previous file", file=game.file),)  # fmt: skip
    return Continuity(previous.file, link, differences, harmless, same, end, findings)


def same_position(before: Table, after: Table) -> bool:
    """Return whether two tables are of one game and show the same, but for what engines change without a word."""
    return same_game(before, after) and not _grave(compare_tables(before, after))


def _is_harmless(fact: Fact) -> bool:
    """Return whether a fact is only shown and blames nobody: old engines change marks of moving without a word."""
    if isinstance(fact, PieceChanged):
        return all(change.trait == MOVED_MARK for change in fact.changes)
    return isinstance(fact, RosterChanged | NotesChanged)


def _grave(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    return tuple(fact for fact in facts if not _is_harmless(fact))


def _link(
    previous: SavedGame, game: SavedGame, before: Ends, start: Table, differences: tuple[Fact, ...]
) -> tuple[Link, int]:
    """Return the link and the number of steps of the previous file that hold for it."""
    same = _common_steps(previous.steps, game.steps)
    if not differences and same_game(before.end, start):
        # a log that changed nothing ends where it began, so that only its steps tell it apart
        if same and same == len(previous.steps) and not _grave(compare_tables(before.start, before.end)):
            return Link.CONTAINS, same
        return Link.CONTINUES, len(previous.steps)
    if not same_game(before.start, start):
        return Link.OTHER_GAME, 0
    if not previous.steps or _grave(compare_tables(before.start, start)):
        middle = _step_before(previous, start, differences)
        return (Link.MIDDLE, middle) if middle is not None else (Link.BROKEN, 0)
    if same == len(previous.steps):
        return Link.CONTAINS, same
    return (Link.SHORTER if same == len(game.steps) else Link.FORK), same


def _common_steps(one: Sequence[Sequence[Command]], other: Sequence[Sequence[Command]]) -> int:
    same = 0
    for first, second in zip(one, other, strict=False):
        if first != second:
            break
        same += 1
    return same


def _step_before(previous: SavedGame, start: Table, differences: Sequence[Fact]) -> int | None:
    """Return the last step of a log after which the table was that of *start*, None if it never was."""
    telling = [f.piece.id for f in differences if isinstance(f, PieceMoved | PieceChanged | PieceCreated)]
    found = None
    replay = Replay(previous)
    for step in replay:
        table = replay.table
        if all(_is_alike(table, start, piece_id) for piece_id in telling) and not _grave(compare_tables(table, start)):
            found = step.number
    return found


def _is_alike(one: Table, other: Table, piece_id: str) -> bool:
    """Return whether a piece is in the same place on both tables: quick, and enough to rule most steps out."""
    return piece_id in one.pieces and one.placement(piece_id) == other.placement(piece_id)


def _link_findings(
    link: Link, same: int, previous: SavedGame, game: SavedGame, differences: tuple[Fact, ...]
) -> Iterator[Finding]:
    both = f"it begins where {previous.file} began and not where that ended"
    texts = {
        Link.CONTAINS: ("repeated-file", f"it begins with all {len(previous.steps)} steps of {previous.file} itself"),
        Link.SHORTER: ("shorter-file", f"{both}, and has only the first {same} of its {len(previous.steps)} steps"),
        Link.FORK: ("fork", f"{both}, and continues differently from step {same + 1} on"),
        Link.MIDDLE: ("not-continued", f"it begins where {previous.file} stood after step {same}, and leaves out what "
                                       f"followed there up to step {len(previous.steps)}"),
        Link.BROKEN: ("not-continued", f"it does not begin where {previous.file} ended: "
                                       f"{len(differences)} difference{'s' * (len(differences) != 1)}"),
        Link.OTHER_GAME: ("other-game", f"it has no piece in common with {previous.file}"),
    }  # fmt: skip
    if link in texts:
        name, text = texts[link]
        yield Finding(FINDING_KINDS[name], text, file=game.file)


def _origin_findings(previous: SavedGame, game: SavedGame) -> Iterator[Finding]:
    """Compare what the metadata say of the module and the engine."""
    modules = previous.module_metadata, game.module_metadata
    if modules[0] and modules[1]:
        if modules[0].title != modules[1].title:
            yield Finding(
                FINDING_KINDS["other-module"],
                f"the module is {modules[1].title!r}, it was {modules[0].title!r}",
                file=game.file,
            )
        elif modules[0].version != modules[1].version:
            yield Finding(
                FINDING_KINDS["other-module-version"],
                f"the module's version is {modules[1].version}, it was {modules[0].version}",
                file=game.file,
            )
    engines = previous.save_metadata, game.save_metadata
    if engines[0] and engines[1] and engines[0].vassal_version != engines[1].vassal_version:
        yield Finding(
            FINDING_KINDS["other-engine"],
            f"written by VASSAL {engines[1].vassal_version}, the previous file by {engines[0].vassal_version}",
            file=game.file,
        )
