"""The fuzzer's second half: damaged files of every kind, one to three at once, in every place of every command line.

The command lines are those of :mod:`tests.support.every_file`, so that a new command or option that takes a file is
fuzzed as well; what they do not have (folders, several games) is in :data:`TOGETHER`.
"""

from __future__ import annotations

import random
import shutil
import signal
import tempfile
import traceback
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any, Final

from tests.support.command_line import Outcome, run_with
from tests.support.damage import damaged_game, damaged_json, damaged_member, damaged_text
from tests.support.every_file import COMMANDS, PROGRAMS, SLOW, WAITING, kinds_of_files, places, uses
from tests.support.failures import Failure

__all__ = ["TOGETHER", "CommandFuzz"]

ROOT: Final = Path(__file__).parent.parent.parent
LONGER_LOGS: Final = (
    ROOT / "tests" / "cases" / "engine_logs" / "a.vlog", ROOT / "examples" / "italians_attack" / "mail-01.vlog",
    ROOT / "examples" / "italians_attack" / "mail-02.vlog", ROOT / "examples" / "two_wells" / "mails" / "mail-01.vlog",
)  # fmt: skip
"""Logs that the referee reads; one of them is damaged in the place of the short one."""
DAMAGED: Final[Mapping[str, int]] = {
    "game.vlog": 8, "start.vsav": 4, "skirmish.vlog": 2, "skirmish.vsav": 1, "skirmish.vmod": 3, "piece.vlog": 1,
    "game.xml": 4, "game.json": 1, "audit.json": 4, "position.json": 3, "actions.jsonl": 2, "game.script": 3,
    "rules.toml": 2, "patterns.toml": 2, "director": 1, "director.pub": 1,
}  # fmt: skip
"""The kinds of files that are damaged, and how often one is taken."""
TOGETHER: Final = (
    ("adjudicator", "verify", "{folder}"),
    ("adjudicator", "audit", "{folder}"),
    ("adjudicator", "audit", "{game.vlog}", "{longer}", "{start.vsav}", "--after", "{start.vsav}"),
    ("adjudicator", "audit", "{longer}", "--steps", "--explain"),
    ("adjudicator", "audit", "{longer}", "--referee", "--json", "--after", "{game.vlog}"),
    ("adjudicator", "audit", "--check", "{audit.json}", "{game.vlog}"),
    ("adjudicator", "audit", "--check", "{audit.json}", "{game.vlog}", "{longer}", "--signed-by", "{director.pub}"),
    ("adjudicator", "audit", "{longer}", "--json", "--sign", "{director}", "--patterns", "{patterns.toml}"),
    ("adjudicator", "verify", "{longer}", "--after", "{game.vlog}", "--side", "axis"),
    ("adjudicator", "verify", "{longer}", "--after", "{start.vsav}", "--house-rules", "{rules.toml}", "--json"),
    ("adjudicator", "script", "read", "{game.vlog}", "{longer}", "{game.xml}"),
    ("adjudicator", "script", "judge", "{game.script}", "--house-rules", "{rules.toml}"),
    ("adjudicator", "judge", "{position.json}", "{actions.jsonl}", "--json"),
    ("adjudicator", "diff", "{start.vsav}", "{longer}", "--module", "{skirmish.vmod}"),
    ("adjudicator", "export", "{longer}", "--format", "json", "--module", "{skirmish.vmod}"),
    ("adjudicator", "pack", "{game.xml}", "--ids-from", "{game.vlog}", "-o", "{new}"),
    ("adjudicator", "status", "{longer}", "--json"),
    ("adjudicator", "show", "{longer}", "--step", "2", "-o", "{new}"),
)
"""Command lines with several files that may all be damaged; a name in braces is a kind, ``longer`` a longer log."""
MAX_SECONDS: Final = 120
"""Of computing, not of waiting; what takes longer is a bug."""
_EXACT: Final = ("adjudicator export",)
"""Commands that print what is in a file to the letter where nobody reads it on a terminal."""
_CODES: Final = frozenset({0, 1, 2, 3, 64})
_UNFIT: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


class TooLong(BaseException):
    """A command that computes without end."""


@dataclass
class CommandFuzz:
    """Gives damaged files to commands; the same seed gives the same files and command lines."""

    seed: int
    counts: Counter[str] = field(default_factory=Counter)
    """How often each command was run."""
    codes: Counter[int] = field(default_factory=Counter)
    """How often each exit code came of it."""

    def run(self, count: int) -> Iterator[Failure]:
        """Run *count* command lines and yield what goes wrong, as it is found."""
        with tempfile.TemporaryDirectory() as directory:
            folder = Path(directory, "good")
            folder.mkdir()
            kinds = kinds_of_files(folder)
            for number in range(count):
                chance = random.Random(f"{self.seed}/command/{number}")  # noqa: S311 - nothing secret hangs on it
                place = Path(directory, "case")
                place.mkdir()
                yield from self._case(f"{self.seed}-{number}", chance, kinds, place)
                shutil.rmtree(place)

    def _case(self, name: str, chance: random.Random, kinds: Mapping[str, Path], place: Path) -> Iterator[Failure]:
        damaged = self._damaged(chance, kinds, place)
        files = {**kinds, **damaged}
        if chance.random() < 0.4:
            words = self._together(chance, files, place)
        else:
            words = self._one_place(chance, files, next(iter(damaged)), place)
        self.counts[" ".join(words[:3] if words[1] in ("script", "odds", "resolve") else words[:2])] += 1
        before = {path: path.read_bytes() for path in damaged.values()}
        problem = self._problem(words)
        if not problem and any(path.read_bytes() != old for path, old in before.items()):
            problem = "an input was changed"
        if problem:
            data = {path.name: path.read_bytes() for path in place.rglob("*") if path.is_file()}
            yield Failure(name, " ".join(words), problem, data)

    def _damaged(self, chance: random.Random, kinds: Mapping[str, Path], place: Path) -> dict[str, Path]:
        """Return one to three kinds with their damaged files."""
        found = {}
        for _ in range(chance.choice([1, 1, 2, 3])):
            [kind] = chance.choices([*DAMAGED], [*DAMAGED.values()])
            source = chance.choice([kinds[kind], *LONGER_LOGS]) if kind == "game.vlog" else kinds[kind]
            found[kind] = place / f"damaged-{kind}"
            found[kind].write_bytes(_damage(chance, kind, source.read_bytes()))
        return found

    @staticmethod
    def _one_place(chance: random.Random, files: Mapping[str, Path], kind: str, place: Path) -> tuple[str, ...]:
        """Return a command line in which the file stands in one place."""
        while True:
            name = chance.choice(_COMMANDS)
            found = [use for each, use in uses(name, files, place) if each == kind and not use.place.is_output]
            if found:
                return chance.choice(found).words

    @staticmethod
    def _together(chance: random.Random, files: Mapping[str, Path], place: Path) -> tuple[str, ...]:
        """Return a command line with several files."""
        folder = place / "folder"
        folder.mkdir()
        for number, kind in enumerate(("game.vlog", "start.vsav", "skirmish.vlog")):
            if chance.random() < 0.8:
                shutil.copy(files[kind], folder / f"{number}{files[kind].suffix}")
        named = {
            **{f"{{{kind}}}": path for kind, path in files.items()},
            "{folder}": folder, "{new}": place / "new", "{longer}": chance.choice(LONGER_LOGS),
        }  # fmt: skip
        return tuple(str(named.get(word, word)) for word in chance.choice(TOGETHER))

    def _problem(self, words: tuple[str, ...]) -> str:
        """Run a command line and return what is wrong with what it does; empty for nothing."""
        program, *others = words
        try:
            with _bounded():
                outcome = run_with(PROGRAMS[program][1], *others)
        except TooLong:
            return f"it computed for more than {MAX_SECONDS} seconds"
        except BaseException:  # noqa: BLE001 - whatever else comes out of a command is what is looked for
            return traceback.format_exc()
        self.codes[outcome.code] += 1
        return _wrong(words, outcome)


_COMMANDS: Final = [name for name in sorted(COMMANDS) if places(name) and name not in SLOW | WAITING]


def _damage(chance: random.Random, kind: str, data: bytes) -> bytes:
    if kind.endswith((".vlog", ".vsav")):
        return damaged_game(chance, data)
    if kind.endswith(".vmod"):
        return damaged_member(chance, data)
    if kind.endswith(".json"):
        return damaged_json(chance, data)
    return damaged_text(chance, data)


def _wrong(words: tuple[str, ...], outcome: Outcome) -> str:
    shown = f"{outcome.code}\n{outcome.out[-2000:]}\n{outcome.err[-2000:]}"
    if outcome.code not in _CODES or "Traceback" in outcome.err:
        return f"exit code {shown}"
    told = [line for line in outcome.err.splitlines() if ": note: " not in line]
    if outcome.code == 3 and (outcome.out or not told or not all(line.startswith(f"{words[0]}: ") for line in told)):
        return f"a refusal that is no refusal: {shown}"
    said = outcome.err if " ".join(words[:2]) in _EXACT else outcome.out + outcome.err
    unfit = {unicodedata.category(each) for each in said.replace("\n", "")} & _UNFIT
    return f"characters that a terminal could obey, {unfit}: {shown}" if unfit else ""


@contextmanager
def _bounded() -> Iterator[None]:
    """End what computes for too long, on systems that can tell."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def end(_signal: int, _frame: FrameType | None) -> Any:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, MAX_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        with suppress(TypeError):
            signal.signal(signal.SIGVTALRM, before)
