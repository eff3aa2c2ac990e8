"""Finds the exclusive rules of a game by its data: ``rules`` in ``game.toml``, among our own and installed ones.

A package that brings exclusive rules declares them as an entry point of the group ``adjudicator.rules``::

    [project.entry-points."adjudicator.rules"]
    two_rivers = "two_rivers.rule_set:TwoRivers"
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from ..game.action_kinds import add_action_kind
from ..game.errors import GameDataError
from ..game.game_data import GameData
from ..game.loading.suggestions import did_you_mean
from ..game.roll_kinds import add_roll_kind
from .exclusive_rules import PLAIN, ExclusiveRules
from .refusals import Refusal, series_refusals
from .switches import add_switches

__all__ = ["GROUP", "all_rule_sets", "exclusive_rules", "load_installed", "own_rule_sets", "refusal_of", "rule_set"]

GROUP: Final = "adjudicator.rules"
"""The entry points that name classes of exclusive rules."""


def _bir_hacheim() -> ExclusiveRules:
    from .bir_hacheim.rule_set import BirHacheim

    return BirHacheim()


_OWN: Final[Mapping[str, Callable[[], ExclusiveRules]]] = {"bir_hacheim": _bir_hacheim}
"""The sets that come with the program. They use the series rules, which must be imported before them."""
_UNNAMED: Final[Mapping[str, str]] = {"no-question-of-surrender": "bir_hacheim"}
"""The sets of games whose data did not name theirs at first: copies made then are still played."""


def own_rule_sets() -> tuple[str, ...]:
    """Return the names of the sets that come with the program."""
    return tuple(_OWN)


def exclusive_rules(game: GameData) -> ExclusiveRules:
    """Return the exclusive rules of a game; neutral ones if it has none. Raises :class:`GameDataError`."""
    return rule_set(game.rules or _UNNAMED.get(game.id, ""))


@cache
def rule_set(name: str) -> ExclusiveRules:
    """Return a set of exclusive rules by its name. Raises :class:`GameDataError` if none is installed by that name."""
    if not name:
        return PLAIN
    if name in _OWN:
        found = _OWN[name]()
        _announce(found, name)
        return found
    installed = entry_points(group=GROUP)
    entry = next((each for each in installed if each.name == name), None)
    if entry is None:
        known = (*_OWN, *sorted(each.name for each in installed))
        problem = "no exclusive rules of this name are installed" + did_you_mean(name, known)
        raise GameDataError(problem, file="game.toml", place="key rules", found=name, expected=", ".join(known))
    return _installed(entry)


def _installed(entry: EntryPoint) -> ExclusiveRules:
    """Return the set that an installed package brings. Raises :class:`GameDataError` if it brings none."""
    try:
        kind = entry.load()
        is_set = isinstance(kind, type) and issubclass(kind, ExclusiveRules)
        found: ExclusiveRules = kind() if is_set else PLAIN
        _ = found.chapters, found.additions, found.register  # whatever is wrong in its tables shows now
    except Exception as error:
        raise _unusable(entry, f"the installed exclusive rules cannot be read: {_reason(error)}") from error
    if not is_set:
        raise _unusable(entry, "what is installed under this name is no set of exclusive rules", "an ExclusiveRules")
    try:
        _announce(found, entry.name)
    except ValueError as error:
        raise _unusable(entry, str(error)) from error
    return found


def _reason(error: Exception) -> str:
    """Return what went wrong in a package; the key that is missing alone says nothing."""
    words = " ".join(str(error).split())
    return words if isinstance(error, ImportError | AttributeError) else f"{type(error).__name__}: {words}"


def _unusable(entry: EntryPoint, problem: str, expected: str = "") -> GameDataError:
    return GameDataError(problem, file="game.toml", place="key rules", found=entry.value, expected=expected)


def _announce(found: ExclusiveRules, name: str) -> None:
    """Make the switches, rolls and actions of a set known. Raises ValueError if others have their names."""
    add_switches(found.switches)
    for roll in found.roll_kinds:
        add_roll_kind(roll, name)
    for each in found.action_kinds:
        add_action_kind(each, name)


def refusal_of(game: GameData, name: str) -> Refusal:
    """Return a refusal by name: the game's own rules', or the series'. Raises ``KeyError`` if neither has it."""
    return exclusive_rules(game).refusals.get(name) or series_refusals()[name]


def all_rule_sets() -> Iterator[ExclusiveRules]:
    """Yield the sets that come with the program, then those that packages bring, as far as they can be read."""
    for name in (*_OWN, *sorted(each.name for each in entry_points(group=GROUP))):
        with suppress(GameDataError):
            yield rule_set(name)


def load_installed() -> None:
    """Load every set that a package brings, as far as it can be read: house rules may set its switches."""
    for _ in all_rule_sets():
        pass
