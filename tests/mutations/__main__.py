"""Prints the table of mutations, tried anew: ``python -m tests.mutations``; a few minutes.

``--scenario N`` tries the kinds for the games of that scenario, each in ``--count`` games that go on for ``--tail``
actions after it; names after that choose some of them.
"""

from __future__ import annotations

from argparse import ArgumentParser

from tests.mutations.planting import TO_THE_END
from tests.mutations.table import KINDS, SIEGE, TAILS, TRIALS, row, text


def main() -> None:
    """Print the table, kind by kind where there are many to wait for."""
    parser = ArgumentParser(prog="python -m tests.mutations")
    parser.add_argument("--scenario", type=int, default=1)
    parser.add_argument("--count", type=int, default=TRIALS)
    parser.add_argument("--tail", type=int, default=0)
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    kinds = KINDS if given.scenario == 1 else [kind for kind in SIEGE if kind.scenario == given.scenario]
    found = []
    for kind in kinds:
        if not given.names or kind.name in given.names:
            tail = given.tail or TAILS.get(given.scenario, TO_THE_END)
            found.append(row(kind, given.count, tail))
            if given.scenario > 1:
                print(*found[-1].lines(), sep="\n", flush=True)
    whole = text(each.lines() for each in found)
    print(whole if given.scenario == 1 else whole.splitlines()[-1])


if __name__ == "__main__":
    main()
