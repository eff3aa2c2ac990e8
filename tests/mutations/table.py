"""The table of all kinds of mutations, and what came of trying them: as rows, as text, and the stored text renewed."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.mutations import of_dice, of_events, of_files, of_moves, of_shots, of_siege, of_table, of_turns
from tests.mutations.planting import Kind, Outcome, Trial, trials

__all__ = [
    "GOLDEN", "KINDS", "SIEGE", "SIEGE_GOLDEN", "TAILS", "TRIALS", "Row", "renewed", "row", "row_lines", "stored",
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
TRIALS: Final = {1: 3, 2: 2, 3: 2, 4: 1}
"""How often each kind is tried for the table, by its scenario: the games of Scenario 4 take longest."""
TAILS: Final = {1: 30, 2: 30, 3: 30, 4: 20}
"""For how many actions a game of each scenario goes on after a mutation: what is left undone shows by then."""
GOLDEN: Final = Path(__file__).parent.parent / "cases" / "mutations.txt"
SIEGE_GOLDEN: Final = GOLDEN.with_name("mutations-siege.txt")
_NEVER: Final = "    cannot be found: "
_COUNTS: Final = re.compile(
    r"    trials (\d+), found (\d+), undecided (\d+), missed (\d+), beside (\d+), elsewhere (\d+)"
)
_HEAD: Final = """\
Kinds of illegal or altered play put into self-played games, and what the referee says of them.

trials: games into which it was put; found: those in which all that is expected was reported, with its rule, of the very
steps (or of what came next, where something is left undone); undecided: those in which the referee asks about these
steps, as the log or an unsettled rule leaves it open; missed: those in which it says nothing; beside: other findings of
the same steps; elsewhere: accusations of other steps of these games.
"""


@dataclass(frozen=True)
class Row:
    """A kind, and what came of its trials."""

    kind: Kind
    trials: Sequence[Trial]

    def count(self, outcome: Outcome) -> int:
        """Return how many trials came out so."""
        return sum(trial.outcome is outcome for trial in self.trials)

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
        outcomes = ", ".join(f"{each.value} {self.count(each)}" for each in Outcome)
        yield f"    trials {len(self.trials)}, {outcomes}, beside {beside}, elsewhere {elsewhere}"
        for trial in self.trials:
            yield f"    {trial.outcome.value}: {_where(trial)}"


def _where(trial: Trial) -> str:
    (log, first), (_log, last) = trial.planted.first, trial.planted.last
    return f"game {trial.seed} after {trial.before} actions, log {log + 1}, steps {first} to {last}"


def row(kind: Kind, count: int = 0, tail: int = 0) -> Row:
    """Try a kind *count* times, each game going on for *tail* actions; as often and as far as for the table if 0."""
    return Row(kind, trials(kind, count or TRIALS[kind.scenario], tail or TAILS[kind.scenario]))


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
    tried, found_in, undecided, missed, _beside, elsewhere = (sum(count[at] for count in counts) for at in range(6))
    lost = sum(any(line.startswith(_NEVER) for line in lines) for lines in rows)
    whole = sum(count[0] == count[1] > 0 for count in counts)
    total = (
        f"{len(rows)} kinds, {lost} of which cannot be found; {whole} of the others always found; "
        f"{found_in} of {tried} trials found, {undecided} undecided, {missed} missed, {elsewhere} accusations elsewhere"
    )
    return "\n".join([_HEAD, *("\n".join(lines) for lines in rows), "", total, ""])


def row_lines(name: str) -> list[str]:
    """Return the lines of the kind of this name, tried anew for the table."""
    return list(row(next(kind for kind in (*KINDS, *SIEGE) if kind.name == name)).lines())


def renewed(
    path: Path, kinds: Sequence[Kind], names: Collection[str], tried: Callable[[Iterable[str]], Iterable[list[str]]]
) -> str:
    """Return a stored table with the rows of some kinds tried anew, of all without names.

    *tried* maps :func:`row_lines` over the names of kinds, in whatever processes.
    """
    known = stored(path, kinds)
    anew = [kind.name for kind in kinds if not names or kind.name in names or kind.name not in known]
    known |= dict(zip(anew, tried(anew), strict=True))
    return text(known[kind.name] for kind in kinds)
