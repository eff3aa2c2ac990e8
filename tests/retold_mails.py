"""The honest mails of ``cases/mails`` told otherwise, refereed: nobody is to be accused.

``python -m tests.retold_mails`` tells each of them in each way of ``support/retellings.py`` that changes it, referees
it with all mails before it, and prints each accusation, then for each way how many are legal, undecided and accused;
it ends with 1 if anybody is accused. ``--retelling R`` tells in one way only, ``--game G`` the mails of one game, and
``--part N`` one in N of them all.
"""

from __future__ import annotations

import argparse
import sys
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from adjudicator.vassal.errors import BuildingError
from tests.support.retellings import RETELLINGS
from tests.support.table_scripts import entry_line
from tests.support.written_mails import Judged, WrittenMail, judged_as, written_mails

__all__ = ["RetoldMail", "main", "retold_mails"]


@dataclass(frozen=True)
class RetoldMail:
    """An honest mail, told otherwise."""

    mail: WrittenMail
    retelling: str
    lines: tuple[str, ...]

    @property
    def id(self) -> str:
        """Game, mail and retelling."""
        return f"{self.mail.id} {self.retelling}"

    def judged(self) -> Judged | None:
        """Return what the referee says of it; None if it cannot be played."""
        try:
            return judged_as(self.mail, self.lines)
        except BuildingError:
            return None


def retold_mails(retellings: Sequence[str] = (), games: Sequence[str] = (), part: int = 1) -> Iterator[RetoldMail]:
    """Yield the honest mails as each of the *retellings* tells them, all of them if none is named.

    *part* is the number of mails of which one is told.
    """
    for mail in written_mails():
        if not mail.honest or (games and mail.game not in games):
            continue
        for name in retellings or RETELLINGS:
            label = f"{mail.id} {name}"
            if zlib.crc32(label.encode()) % part:
                continue
            lines = tuple(RETELLINGS[name](list(mail.lines), Random(label)))  # noqa: S311
            if lines and lines != mail.lines:
                yield RetoldMail(mail, name, lines)


def main(arguments: Sequence[str]) -> int:
    """Referee the retellings that are asked for; return the exit code."""
    asked = _parser().parse_args(arguments)
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for each in retold_mails(asked.retelling, asked.game, asked.part):
        said = each.judged()
        if said is None:
            continue
        found[each.retelling]["accused" if said.illegal else "undecided" if said.undecided else "legal"] += 1
        for entry in said.illegal:
            print(f"{each.id}: {entry_line(entry)}", flush=True)
    for name, counts in found.items():
        print(f"{name}: " + ", ".join(f"{counts[each]} {each}" for each in ("legal", "undecided", "accused")))
    return 1 if any(counts["accused"] for counts in found.values()) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.retold_mails", description="Referee honest mails, retold.")
    parser.add_argument("--retelling", action="append", choices=list(RETELLINGS), default=[])
    parser.add_argument("--game", action="append", default=[], help="a file of cases/mails, without its ending")
    parser.add_argument("--part", type=int, default=1, help="tell one in so many")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
