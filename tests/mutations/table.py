"""The table of all kinds of mutations, and what came of trying them: as rows, as text, and the stored text renewed."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.mutations import of_dice, of_events, of_files, of_moves, of_shots, of_siege, of_table, of_turns
from tests.mutations.planting import TO_THE_END, Kind, Trial, trials

__all__ = [
    "GOLDEN", "KINDS", "SIEGE", "SIEGE_GOLDEN", "TAILS", "TRIALS", "Row", "renewed", "row", "siege_row", "stored",
    "text",
]  # fmt: skip

KINDS: Final[tuple[Kind, ...]] = (
    *of_moves.MOVES, *of_moves.ACTIVATIONS, *of_dice.LEFT_OUT, *of_dice.ROLLED, *of_dice.OPPORTUNITY, *of_dice.CLAIMS,
    *of_shots.SHOTS, *of_table.RESULTS, *of_table.COUNTERS, *of_table.CHITS, *of_files.FILES,
)  # fmt: skip
SIEGE: Final[tuple[Kind, ...]] = tuple(sorted((
    *of_turns.WEATHER, *of_turns.AIRPOWER, *of_turns.SUPPLY, *of_turns.PURCHASES, *of_siege.ARRIVING, *of_siege.LEAVING,
    *of_siege.WITHDRAWALS, *of_events.EVENTS, *of_events.MORALE, *of_events.BREAK_OUT,
), key=lambda kind: kind.scenario))  # fmt: skip
"""The kinds of what goes on between the chits, for games of the other scenarios, in the order of these."""
TRIALS: Final = 3
"""How often each kind is tried for the table."""
SIEGE_TRIALS: Final = {2: 2, 3: 2, 4: 1}
"""How often each kind of the other scenarios is tried for the table: the games of Scenario 4 take longest."""
TAILS: Final = {2: 30, 3: 30, 4: 20}
"""For how many actions a game of each of these scenarios goes on after a mutation: such a game takes long."""
GOLDEN: Final = Path(__file__).parent.parent / "cases" / "mutations.txt"
SIEGE_GOLDEN: Final = GOLDEN.with_name("mutations-siege.txt")
_NEVER: Final = "    cannot be found: "
_COUNTS: Final = re.compile(r"    trials (\d+), found (\d+), beside (\d+), elsewhere (\d+)")
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
            yield f"{_NEVER}{self.kind.why_not}"
            return
        expected = sorted({f"{rule} {name}".strip() for trial in self.trials for rule, name in trial.planted.expected})
        yield f"    expected: {'; '.join(expected) or 'nothing, since no game has a place for it'}"
        instead = sorted({f"{rule} {name}".strip() for trial in self.trials for rule, name in trial.planted.or_else})
        if instead:
            yield f"    or: {'; '.join(instead)}{f' ({self.kind.why_else})' if self.kind.why_else else ''}"
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


def siege_row(kind: Kind) -> Row:
    """Try a kind of the stored table of the other scenarios as often as it is tried for that."""
    return row(kind, SIEGE_TRIALS[kind.scenario], TAILS[kind.scenario])


def stored(path: Path, kinds: Sequence[Kind]) -> dict[str, list[str]]:
    """Return the lines of a stored table by the names of the kinds."""
    found: dict[str, list[str]] = {}
    names = {f"{kind.name}: {kind.words}": kind.name for kind in kinds}
    name = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        name = names.get(line, name) if line else ""
        if name:
            found.setdefault(name, []).append(line)
    return found


def text(found: Iterable[Iterable[str]]) -> str:
    """Return the table with the lines of some rows, and their sum at its end."""
    rows = [list(lines) for lines in found]
    counts = [list(map(int, match.groups())) for lines in rows for match in map(_COUNTS.match, lines) if match]
    tried, all_found, elsewhere = (sum(count[at] for count in counts) for at in (0, 1, 3))
    lost = sum(any(line.startswith(_NEVER) for line in lines) for lines in rows)
    whole = sum(count[0] == count[1] > 0 for count in counts)
    total = (
        f"{len(rows)} kinds, {lost} of which cannot be found; {whole} of the others always found; "
        f"{all_found} of {tried} trials found, {elsewhere} findings elsewhere"
    )
    return "\n".join([_HEAD, *("\n".join(lines) for lines in rows), "", total, ""])


def renewed(path: Path, kinds: Sequence[Kind], names: Collection[str], tried: Callable[[Kind], Row]) -> str:
    """Return a stored table with the rows of some kinds tried anew, of all without names."""
    known = stored(path, kinds)
    return text(
        list(tried(kind).lines()) if not names or kind.name in names or kind.name not in known else known[kind.name]
        for kind in kinds
    )
