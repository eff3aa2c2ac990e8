"""Prints the table of mutations, tried anew: ``python -m tests.mutations``; a few minutes.

``--scenario N`` tries the kinds for the games of that scenario, each in ``--count`` games that go on for ``--tail``
actions after it, as for the stored table where these are left out; names after that choose some of them.
"""

from __future__ import annotations

from argparse import ArgumentParser

from tests.mutations.table import KINDS, SIEGE, row, text


def main() -> None:
    """Print the table, kind by kind where there are many to wait for."""
    parser = ArgumentParser(prog="python -m tests.mutations")
    parser.add_argument("--scenario", type=int, default=1)
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--tail", type=int, default=0)
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    found = []
    for kind in (*KINDS, *SIEGE):
        if kind.scenario == given.scenario and (not given.names or kind.name in given.names):
            found.append(row(kind, given.count, given.tail))
            print(*found[-1].lines(), sep="\n", flush=True)
    print(text(each.lines() for each in found).splitlines()[-1])


if __name__ == "__main__":
    main()
