"""The games to which the files of many folders belong: found by where each begins and ends, and by who plays.

A log belongs to the file that ended where it begins, if nobody else plays; where that cannot be seen from the pieces
alone, to the one in its own folder. Logs that follow one another so are a part of a game, and the longest way through
its forks is the game. Where a mail is missing a game has several parts: the next one begins a few pieces further on, in
the same folder and with the same players. Saves, and set-up files without dice that several games begin with, join
nothing: each of those games begins with them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, takewhile
from operator import eq
from pathlib import PurePosixPath
from typing import Final

from .file_chain import chain_to, is_part, last_logs
from .file_mark import FileMark

__all__ = ["FoundGame", "GameFile", "Gap", "games_of", "in_natural_order"]

_MAX_MOVED: Final = Fraction(3, 4)
"""The greatest part of all pieces that may be elsewhere after missing mails; after a new set-up more are."""
_CLEARLY_NEARER: Final = 2
"""The factor by which the second nearest part before a gap must be farther away than the nearest one."""


def in_natural_order(path: str) -> list[tuple[int, str]]:
    """Return a sort key that puts ``turn-2`` before ``turn-10``."""
    parts = re.split(r"(\d+)", path)
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


@dataclass(frozen=True, eq=False)
class GameFile:
    """A save or a log among many, with the file that it continues."""

    path: str
    """The path below the folder that was given, with ``/``."""
    mark: FileMark
    copies: tuple[str, ...] = ()
    """Other paths of the same file."""
    previous: list[GameFile] = field(default_factory=list, repr=False)
    """The file that this one continues, if there is one."""

    @cached_property
    def folder(self) -> str:
        """The folder of the file."""
        return str(PurePosixPath(self.path).parent)

    @property
    def is_log(self) -> bool:
        """Return whether the file is a log."""
        return self.mark.is_log

    @property
    def content(self) -> str:
        """A value that is the same for copies of one file."""
        return self.mark.content

    @property
    def steps(self) -> tuple[str, ...]:
        """A hash of each step."""
        return self.mark.steps

    @property
    def age(self) -> tuple[bool, int]:
        """The sort key by age: whether the file is a log, and when it was saved."""
        return self.mark.is_log, self.mark.saved

    def continues(self, other: GameFile, /) -> bool:
        """Return whether *other* is the file that this one continues."""
        return other in self.previous

    def begins_with(self, other: GameFile, /) -> bool:
        """Return whether the file begins where another file begins."""
        return self.mark.start == other.mark.start and self.mark.with_player_of(other.mark)


@dataclass(frozen=True)
class Gap:
    """A place in a game where something is missing."""

    before: str
    """The last file before the gap."""
    after: str
    """The first file after the gap."""
    pieces: int
    """The number of pieces that are elsewhere after the gap."""


@dataclass(frozen=True)
class FoundGame:
    """A game: its files, the oldest first, and what else was found of it."""

    parts: tuple[tuple[GameFile, ...], ...]
    """The logs; each part begins after a gap, but for the first one."""
    start: GameFile | None = None
    """The save that the game begins with."""
    gaps: tuple[Gap, ...] = ()
    forks: tuple[str, ...] = ()
    """Logs that begin where one of the game's logs does and go on differently, and those after them."""
    replaced: tuple[str, ...] = ()
    """Logs with the first steps of another one only, or with that and more, that nothing continues."""
    twins: tuple[str, ...] = ()
    """The first files of other games of the same players that begin with the same position in the same folder."""

    @property
    def files(self) -> tuple[GameFile, ...]:
        """The logs of the game."""
        return tuple(each for part in self.parts for each in part)


def games_of(
    marks: Mapping[str, FileMark], unreadable: Iterable[str] = ()
) -> tuple[tuple[FoundGame, ...], tuple[str, ...]]:
    """Return the games that files are of, in the order of their paths, and the saves that belong to none.

    *unreadable* are the paths of files that cannot be read: any of them may be a mail that a game of its folder lacks.
    """
    files = _without_copies(marks)
    _link(files, frozenset(str(PurePosixPath(each).parent) for each in unreadable))
    set_ups = _set_ups(files)
    fragments = [_fragment(each, set_ups) for each in _components(files, set_ups)]
    games = _joined(fragments)
    used = {each for game in games for each in (*game.files, *([game.start] if game.start else []))}
    orphans = tuple(each.path for each in files if not each.is_log and each not in used and not _is_within(each, games))
    ordered = sorted(games, key=lambda game: in_natural_order(game.files[0].path))
    return tuple(ordered), orphans


def _is_within(save: GameFile, games: Iterable[FoundGame]) -> bool:
    """Return whether a save shows the table between two logs of a game."""
    return any(save.mark.end in (each.mark.end, each.mark.start) for game in games for each in game.files)


def _without_copies(marks: Mapping[str, FileMark]) -> list[GameFile]:
    """Return files, of several copies the one whose path comes first."""
    paths = defaultdict[str, list[str]](list)
    for path in sorted(marks, key=in_natural_order):
        paths[marks[path].content].append(path)
    return [GameFile(same[0], marks[same[0]], tuple(same[1:])) for same in paths.values()]


def _link(files: Sequence[GameFile], incomplete: frozenset[str]) -> None:
    """Find for each log the file that it continues.

    In an *incomplete* folder every counter must show the same: a mail that is lost may have changed no more than that.
    """
    ending = defaultdict[frozenset[int], list[GameFile]](list)
    for each in files:
        ending[each.mark.end].append(each)
    for log in files:
        if not log.is_log or not log.mark.start:
            continue
        found = [
            each for each in ending[log.mark.start]
            if each is not log and each.mark.module == log.mark.module and log.mark.with_player_of(each.mark)
            and (log.folder not in incomplete or each.mark.end_states == log.mark.start_states)
        ]  # fmt: skip
        if found:
            log.previous.append(max(found, key=lambda each: _nearness(each, log)))


def _nearness(file: GameFile, log: GameFile) -> tuple[bool, bool, bool, int, tuple[bool, int]]:
    """Return how well a file that ends where a log begins fits it."""
    place = sum(takewhile(bool, map(eq, file.path, log.path)))
    return file.mark.end_states == log.mark.start_states, file.is_log, file.folder == log.folder, place, file.age


def _set_ups(files: Sequence[GameFile]) -> frozenset[GameFile]:
    """Return the files that join nothing: saves, and logs without dice that games of several players go on from."""
    following = defaultdict[GameFile, list[GameFile]](list)
    for each in files:
        for previous in each.previous:
            following[previous].append(each)
    found = {each for each in files if not each.is_log}
    for file, after in following.items():
        alone = not file.mark.has_dice and not [each for each in file.previous if each.is_log]
        first = after[0]
        if alone and any(each.folder != first.folder or not each.mark.with_player_of(first.mark) for each in after):
            found.add(file)
    return frozenset(found)


def _components(files: Sequence[GameFile], set_ups: frozenset[GameFile]) -> list[list[GameFile]]:
    """Return the logs that hang together."""
    group: dict[GameFile, list[GameFile]] = {}
    for file in files:
        if file in set_ups:
            continue
        group.setdefault(file, [file])
        for previous in file.previous:
            if previous in set_ups:
                continue
            joined = group.setdefault(previous, [previous])
            if joined is not group[file]:
                joined += group[file]
                group.update(dict.fromkeys(group[file], joined))
    continued = {each for file in files for each in file.previous}
    found = list({id(each): each for each in group.values()}.values())
    lone = [each[0] for each in found if len(each) == 1 and each[0] not in continued]
    for one in lone:
        longer = [
            each for each in group
            if each is not one and each.begins_with(one) and is_part(one, each) and len(one.steps) < len(each.steps)
            and each.mark.module == one.mark.module
        ]  # fmt: skip
        if longer and one.mark.start:
            whole = group[longer[0]]
            whole.append(one)
            found.remove(group[one])
            group[one] = whole
    # a set-up log that nobody plays on from is still a game of its own
    found += [[each] for each in set_ups if each.is_log and each not in continued]
    return found


def _fragment(files: Sequence[GameFile], set_ups: frozenset[GameFile]) -> FoundGame:
    """Return the longest way through logs that hang together, and the logs beside it."""
    chains = [chain_to(each, [file for file in files if file not in set_ups]) for each in last_logs(files)]
    chain = max(chains, key=lambda each: (len(each.files), each.files[-1].age, len(each.files[-1].steps)))
    trunk = list(chain.files)
    beside = [each for each in files if each not in trunk]
    replaced = [each for each in beside if _stands_for_other(each, trunk)]
    start = None
    for previous in trunk[0].previous:
        if previous in set_ups and previous.is_log:
            trunk.insert(0, previous)
        elif previous in set_ups:
            start = previous
    forks = [each for each in beside if each not in replaced]
    return FoundGame((tuple(trunk),), start, forks=_paths(forks), replaced=_paths(replaced))


def _stands_for_other(log: GameFile, trunk: Iterable[GameFile]) -> bool:
    return any(log.begins_with(each) and is_part(log, each) for each in trunk)


def _paths(files: Iterable[GameFile]) -> tuple[str, ...]:
    return tuple(sorted((each.path for each in files), key=in_natural_order))


def _joined(fragments: Sequence[FoundGame]) -> list[FoundGame]:
    """Put the parts of games together between which mails are missing."""
    starts = defaultdict[frozenset[int], list[FoundGame]](list)
    for each in fragments:
        starts[each.files[0].mark.start].append(each)
    ordered = sorted(fragments, key=lambda each: (each.files[0].mark.saved, in_natural_order(each.files[0].path)))
    by_folder = defaultdict[str, list[FoundGame]](list)
    for each in ordered:
        by_folder[each.files[0].folder].append(each)
    place = {id(each): number for number, each in enumerate(ordered)}
    common = {start for start, beginning in starts.items() if _is_common_start(beginning, by_folder)}
    following: dict[int, FoundGame] = {}
    for later in ordered:
        if later.files[0].previous or later.files[0].mark.start in common:
            continue
        near = [
            (distance, each) for each in by_folder[later.files[0].folder]
            if each is not later and id(each) not in following and (distance := _missing(each, later)) is not None
        ]  # fmt: skip
        near.sort(key=lambda each: each[0])
        is_clear = len(near) == 1 or (near and near[1][0] >= _CLEARLY_NEARER * near[0][0])
        if is_clear and place[id(near[0][1])] < place[id(later)]:
            following[id(near[0][1])] = later
    later_ones = {id(each) for each in following.values()}
    return [_whole(each, following, starts) for each in fragments if id(each) not in later_ones]


def _is_common_start(beginning: Sequence[FoundGame], by_folder: Mapping[str, Sequence[FoundGame]]) -> bool:
    """Return whether several games start with the position that parts begin with, as with a scenario's set-up.

    Games that were copied begin alike behind the same gap, too; then most of them have a part before it.
    """
    if len(beginning) < 2:
        return False
    return 2 * sum(_has_part_before(each, by_folder[each.files[0].folder]) for each in beginning) <= len(beginning)


def _has_part_before(part: FoundGame, in_folder: Sequence[FoundGame]) -> bool:
    """Return whether a part may come after another one of its folder, whose parts are given the oldest first."""
    earlier = takewhile(lambda each: each is not part, in_folder)
    return any(_missing(each, part) is not None for each in earlier)


def _missing(before: FoundGame, after: FoundGame) -> int | None:
    """Return how many pieces a mail would have moved that is missing between two parts; None if they are none."""
    last, first, begin = before.files[-1].mark, after.files[0].mark, before.files[0].mark
    if last.module != first.module or not last.with_player_of(first) or not (last.players and first.players):
        return None
    if last.saved and first.saved and last.saved > first.saved:
        return None
    moved = _pieces_between(last.end, first.start)
    begins_anew = first.start == begin.start
    is_changed = moved > 0 or last.end_states != first.start_states
    return moved if not begins_anew and is_changed and moved <= max(1, int(len(first.start) * _MAX_MOVED)) else None


def _pieces_between(one: frozenset[int], other: frozenset[int]) -> int:
    return max(len(one - other), len(other - one))


def _whole(game: FoundGame, following: Mapping[int, FoundGame], starts: Mapping[frozenset[int], list[FoundGame]]
           ) -> FoundGame:  # fmt: skip
    """Return a game with all its parts, and the gaps between them."""
    parts = [game]
    while id(parts[-1]) in following:
        parts.append(following[id(parts[-1])])
    gaps = tuple(
        Gap(one.files[-1].path, other.files[0].path,
            _pieces_between(one.files[-1].mark.end, other.files[0].mark.start))
        for one, other in pairwise(parts)
    )  # fmt: skip
    first = game.files[0]
    twins = [
        each.files[0] for each in starts[first.mark.start]
        if each is not game and each.files[0].folder == first.folder and _same_players(each.files[0], first)
        and not game.start and each.files[0].mark.module == first.mark.module and first.mark.start
    ]  # fmt: skip
    return FoundGame(
        tuple(part for each in parts for part in each.parts), game.start, gaps,
        tuple(path for each in parts for path in each.forks), tuple(path for each in parts for path in each.replaced),
        _paths(twins),
    )  # fmt: skip


def _same_players(one: GameFile, other: GameFile) -> bool:
    return one.mark.with_player_of(other.mark) and bool(one.mark.players)
