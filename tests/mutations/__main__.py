"""Prints the table of mutations, tried anew: ``python -m tests.mutations``; a few minutes."""

from __future__ import annotations

from tests.mutations.table import rows, text

if __name__ == "__main__":
    print(text(rows()), end="")
