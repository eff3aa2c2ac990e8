"""The table of all kinds of mutations, and what came of trying them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.mutations import of_dice, of_events, of_files, of_moves, of_shots, of_siege, of_table, of_turns
from tests.mutations.planting import TO_THE_END, Kind, Trial, trials

__all__ = ["GOLDEN", "KINDS", "SIEGE", "SIEGE_GOLDEN", "TAILS", "TRIALS", "Row", "row", "rows", "siege_rows", "text"]

KINDS: Final[tuple[Kind, ...]] = (
    *of_moves.MOVES, *of_moves.ACTIVATIONS, *of_dice.LEFT_OUT, *of_dice.ROLLED, *of_dice.OPPORTUNITY, *of_dice.CLAIMS,
    *of_shots.SHOTS, *of_table.RESULTS, *of_table.COUNTERS, *of_table.CHITS, *of_files.FILES,
)  # fmt: skip
SIEGE: Final[tuple[Kind, ...]] = (
    *of_turns.WEATHER, *of_turns.AIRPOWER, *of_turns.SUPPLY, *of_turns.PURCHASES, *of_siege.ARRIVING, *of_siege.LEAVING,
    *of_siege.WITHDRAWALS, *of_events.EVENTS, *of_events.MORALE, *of_events.BREAK_OUT,
)  # fmt: skip
"""The kinds of what goes on between the chits, for games of the other scenarios."""
TRIALS: Final = 3
"""How often each kind is tried for the table."""
TAILS: Final = {2: 30, 3: 30, 4: 20}
"""For how many actions a game of each of these scenarios goes on after a mutation: such a game takes long."""
GOLDEN: Final = Path(__file__).parent.parent / "cases" / "mutations.txt"
SIEGE_GOLDEN: Final = GOLDEN.with_name("mutations-siege.txt")
_HEAD: Final = """\
Kinds of illegal or altered play put into self-played games, and what the referee says of them.

trials: games into which it was put; found: those in which all that is expected was reported, with its rule, of the very
steps (or of what came next, where something is left undone); beside: other findings of the same steps; elsewhere:
findings of other steps of these games.
"""


@dataclass(frozen=True)
class Row:
    """A kind, and what came of its trials."""

    kind: Kind
    trials: Sequence[Trial]

    @property
    def found(self) -> int:
        """In how many trials it was found."""
        return sum(trial.detected for trial in self.trials)

    def lines(self) -> Iterable[str]:
        """Yield the lines of the table."""
        yield f"{self.kind.name}: {self.kind.words}"
        if self.kind.plan is None:
            yield f"    cannot be found: {self.kind.why_not}"
            return
        expected = sorted({f"{rule} {name}".strip() for trial in self.trials for rule, name in trial.planted.expected})
        yield f"    expected: {'; '.join(expected) or 'nothing, since no game has a place for it'}"
        instead = sorted({f"{rule} {name}".strip() for trial in self.trials for rule, name in trial.planted.or_else})
        if instead:
            yield f"    or: {'; '.join(instead)}"
        beside = sum(len(trial.beside) for trial in self.trials)
        elsewhere = sum(len(trial.elsewhere) for trial in self.trials)
        yield f"    trials {len(self.trials)}, found {self.found}, beside {beside}, elsewhere {elsewhere}"
        for trial in self.trials:
            yield f"    {'found' if trial.detected else 'missed'}: {_where(trial)}"


def _where(trial: Trial) -> str:
    (log, first), (_log, last) = trial.planted.first, trial.planted.last
    return f"game {trial.seed} after {trial.before} actions, log {log + 1}, steps {first} to {last}"


def row(kind: Kind, count: int = TRIALS, tail: int = TO_THE_END) -> Row:
    """Try a kind *count* times, each game going on for *tail* actions."""
    return Row(kind, trials(kind, count, tail))


def rows(count: int = TRIALS, tail: int = TO_THE_END) -> list[Row]:
    """Try every kind of the stored table of Scenario 1."""
    return [row(kind, count, tail) for kind in KINDS]


def siege_rows() -> list[Row]:
    """Try every kind of the stored table of the other scenarios, each once."""
    return [row(kind, 1, TAILS[kind.scenario]) for scenario in TAILS for kind in SIEGE if kind.scenario == scenario]


def text(found: Sequence[Row]) -> str:
    """Return the table."""
    parts = ["\n".join(row.lines()) for row in found]
    tried = sum(len(row.trials) for row in found)
    kinds = sum(row.kind.plan is not None for row in found)
    whole = sum(bool(row.trials) and row.found == len(row.trials) for row in found)
    elsewhere = sum(len(trial.elsewhere) for row in found for trial in row.trials)
    total = (
        f"{len(found)} kinds, {len(found) - kinds} of which cannot be found; {whole} of the others always found; "
        f"{sum(row.found for row in found)} of {tried} trials found, {elsewhere} findings elsewhere"
    )
    return "\n".join([_HEAD, *parts, "", total, ""])
